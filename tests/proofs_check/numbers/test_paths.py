"""Proofs about numbers along a known path: the same proof, a search where there is none, and never of what is false."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import cast

import pytest

from littlestone.proofs_check.compute.choices import Search, Walk, along
from littlestone.proofs_check.numbers.inquiry import Attempt, Inquiry
from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.provers.clause_proofs import algebraic_certificate, settled
from littlestone.proofs_check.questions.evidence import Evidence
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.proofs_check.sources import kept_limits
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.kept_limits import PATHS, paths
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.proofs_check.verdicts import verification
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.claim import CLAIMS, Claim

ATTEMPTS: dict[str, Attempt] = {"algebra": algebraic_certificate, "interval": settled}
find([])
KEPT = [(id, name, path) for id, kept in of_all_papers(PATHS).items() for name, path in kept.items()]
EXAMPLES = KEPT[::97]
FALSE = ("BCS20.T1.range", "BCS20.C1.eq1.from.T27.1.premise", "LYU25.A3.split.rest", "YAN25.Cl4.eq2")
WRONG = ("", ".", "0", "8" * 60, "..0", "0.1." * 20, "é 0")


def asked(id: str, name: str, path: str | None) -> tuple[Inquiry, Evidence]:
    claim = CLAIMS[id]
    inquiry = Inquiry(name, Question(claim, claim.printed, Everything()), QUICK.budget, True, path)
    return inquiry, inquiry.answer(ATTEMPTS[name])


@pytest.mark.parametrize(("id", "name", "path"), EXAMPLES)
def test_a_path_leads_to_the_proof_that_a_search_finds(id: str, name: str, path: str) -> None:
    search, found = asked(id, name, None)
    walk, again = asked(id, name, path)
    assert isinstance(search.signs.choices, Search) and isinstance(walk.signs.choices, Walk)
    assert (found.outcome, found.detail) == (again.outcome, again.detail) == ("proved", again.detail)
    assert (found.derivation is None) == (again.derivation is None)
    assert search.path_again(ATTEMPTS[name]) == path
    assert walk.path_again(ATTEMPTS[name]) == path


@pytest.mark.parametrize("path", WRONG)
@pytest.mark.parametrize(("id", "name", "_"), EXAMPLES[::3])
def test_from_a_path_that_leads_astray_the_search_begins(id: str, name: str, _: str, path: str) -> None:
    inquiry, found = asked(id, name, path)
    assert found.outcome == "proved"
    searched = asked(id, name, None)[1]
    assert (found.detail, found.cases) == (searched.detail, searched.cases) or isinstance(inquiry.signs.choices, Walk)


@pytest.mark.parametrize("path", WRONG)
@pytest.mark.parametrize("id", FALSE)
@pytest.mark.parametrize("name", ATTEMPTS)
def test_no_path_proves_what_is_false(id: str, name: str, path: str) -> None:
    inquiry = Inquiry(name, Question(CLAIMS[id], CLAIMS[id].printed, Everything()), QUICK.budget, True, path)
    inquiry.begin(along(path))
    assert not isinstance(inquiry.steps(ATTEMPTS[name]), list)


@contextmanager
def walking(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    begun: list[str] = []
    begin = Inquiry.begin

    def noted(self: Inquiry, choices: Search | Walk) -> None:
        begun.append(type(choices).__name__)
        begin(self, choices)

    with monkeypatch.context() as patch:
        patch.setattr(Inquiry, "begin", noted)
        yield begun


@pytest.mark.parametrize(("id", "prover"), [("DIM.sauer.pascal", "algebra"), ("BGS21.T5.6.induction", "interval")])
def test_a_run_takes_the_kept_path(monkeypatch: pytest.MonkeyPatch, id: str, prover: str) -> None:
    claim = CLAIMS[id]
    assert set(paths(claim)) == {prover}
    with walking(monkeypatch) as begun:
        verify(claim, Settings(QUICK))
    assert begun == ["Search", "Walk"]


def test_no_path_is_known_of_mutants_or_for_who_is_named() -> None:
    claim, quick = CLAIMS["DIM.sauer.pascal"], Settings(QUICK)
    shift = {name: value + 1 for name, value in claim.printed.items()}
    assert verification._known_paths(claim, {**claim.printed}, quick) == paths(claim) != {}
    assert verification._known_paths(claim, shift, quick) == {}
    assert verification._known_paths(claim, claim.printed, replace(quick, provers=("algebra",))) == {}


def test_who_has_a_path_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = CLAIMS["BGS21.T5.6.induction"]
    assert set(paths(claim)) == {"interval"}
    asked: list[str] = []
    run = AlgebraProver.run
    monkeypatch.setattr(AlgebraProver, "run", lambda *given: (asked.append("algebra"), run(*given))[1])
    assert verify(claim, Settings(QUICK)).verdict == "proved"
    assert asked == []
    monkeypatch.setattr(kept_limits, "of_all_papers", lambda name: {})
    found = verify(claim, Settings(QUICK))
    assert (found.verdict, found.evidence[-1].prover, asked) == ("proved", "interval", ["algebra"])


def test_a_wrong_path_loses_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = CLAIMS["DIM.sauer.pascal"]
    before = verify(claim, Settings(QUICK))
    for wrong in ({"interval": "0"}, {"algebra": "0"}, {"algebra": "é"}, {"algebra": "", "interval": "0"}):
        monkeypatch.setattr(kept_limits, "of_all_papers", lambda name, wrong=wrong: {claim.id: wrong})
        found = verify(claim, Settings(QUICK))
        assert (found.verdict, found.evidence[-1].detail) == ("proved", before.evidence[-1].detail)


def test_a_users_claim_has_no_path() -> None:
    claim = CLAIMS["DIM.sauer.pascal"]
    assert paths(replace(claim, source="elsewhere")) == paths(claim) != {}
    users = type("Users", (), {"id": claim.id, "address": "own.py::DIM.sauer.pascal"})()
    assert paths(cast(Claim, users)) == {}


def test_the_kept_paths_are_of_claims_and_lead_to_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(KEPT) > 1800 and {id for id, _, _ in KEPT} <= set(CLAIMS)
    assert all(paths(CLAIMS[id])[name] == path for id, name, path in KEPT)
    for id, name, path in KEPT[5::13]:
        with walking(monkeypatch) as begun:
            assert asked(id, name, path)[1].outcome == "proved"
        assert begun == ["Search", "Walk"], f"{id}: python bench/paths.py {id}"
