"""What was read is not read again in quick, and is read wherever anything may be otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.profiles import DEEP, FULL, QUICK, Profile
from littlestone.proofs_check.reading import kept_readings
from littlestone.proofs_check.reading.kept_readings import FILE, digest, is_read
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.proofs_check.verdicts import verification
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import CLAIMS, Conditional, Constant, claim
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Binary

find([])
KNOWN = CLAIMS["DIM.vc"]
READERS = ("first_answers", "insist_on_exactness", "probe")


def test_the_kept_readings_are_of_the_formulas_as_they_are() -> None:
    kept = of_all_papers(FILE)
    assert len(kept) > 3300 and set(kept) <= set(CLAIMS)
    assert [id for id in kept if not is_read(CLAIMS[id])] == [], "run make frontiers"


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The readers that are called, by name."""
    names: list[str] = []
    for name in READERS:
        monkeypatch.setattr(verification, name, noting(names, name, getattr(verification, name)))
    return names


def noting(names: list[str], name: str, reader: Callable[..., object]) -> Callable[..., object]:
    def noted(*arguments: object) -> object:
        names.append(name)
        return reader(*arguments)

    return noted


def on_two_points(profile: Profile) -> Settings:
    few = replace(profile, exhaustive=profile.exhaustive[:3], random=(), symbolic=(), structured=(), measures="nothing")
    return Settings(few)


def test_what_was_read_is_not_read_again_in_quick(called: list[str]) -> None:
    assert verify(KNOWN, on_two_points(QUICK)).verdict == "checked"
    assert called == []


@pytest.mark.parametrize(
    "settings",
    [
        on_two_points(FULL),
        on_two_points(DEEP),
        replace(on_two_points(QUICK), points=2),
        replace(on_two_points(QUICK), labels=2),
        replace(on_two_points(QUICK), provers=("exhaustive",)),
    ],
    ids=["full", "deep", "points", "labels", "prover"],
)
def test_other_runs_read_all(called: list[str], settings: Settings) -> None:
    assert verify(KNOWN, settings).verdict == "checked"
    assert set(called) == set(READERS)


def test_a_mutant_is_read(called: list[str]) -> None:
    known = CLAIMS["BGS21.T3.4"]
    verify(known, replace(on_two_points(QUICK), mutant=dict(known.printed)))
    assert {"first_answers", "insist_on_exactness"} <= set(called)


@pytest.mark.parametrize("kept", [{}, {KNOWN.id: "0" * 16}], ids=["nothing kept", "another formula"])
def test_what_is_not_kept_is_read(called: list[str], monkeypatch: pytest.MonkeyPatch, kept: dict[str, str]) -> None:
    monkeypatch.setattr(kept_readings, "of_all_papers", lambda name: kept)
    assert not is_read(KNOWN)
    assert verify(KNOWN, on_two_points(QUICK)).verdict == "checked"
    assert set(called) == set(READERS)


def test_a_users_formula_is_read_whatever_is_kept(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    @claim("MINE.counts", "notebook", "lemma")
    def counts(H: Binary) -> Conditional:  # type: ignore[valid-type]
        """It has at most so many functions, and more each time."""
        calls.append(H)
        return H.size() <= len(calls)

    stated = CLAIMS["MINE.counts"]
    monkeypatch.setattr(kept_readings, "of_all_papers", lambda name: {"MINE.counts": digest(stated)})
    assert stated.address != stated.id and not is_read(stated)
    with pytest.raises(FormulaFault):
        verify(stated, on_two_points(QUICK))


def weaker(H: Binary, slack: int) -> Truth:  # type: ignore[valid-type]
    return vc_dimension(H) <= littlestone_dimension(H) + slack + 1


def test_the_digest_changes_with_what_is_read() -> None:
    bound, formula = replace(KNOWN, constants={"slack": Constant(1)}), replace(KNOWN, formula=weaker)
    assert len({digest(KNOWN), digest(bound), digest(formula)}) == 3
    assert digest(replace(KNOWN, source="elsewhere")) == digest(KNOWN)


@pytest.mark.parametrize("reader", kept_readings.READERS, ids=lambda reader: str(reader.name))
def test_the_digest_rests_on_every_reader(reader: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(KNOWN)
    rest = tuple(one for one in kept_readings.READERS if one != reader)
    monkeypatch.setattr(kept_readings, "READERS", rest)
    kept_readings._readers.cache_clear()
    try:
        assert digest(KNOWN) != before
    finally:
        kept_readings._readers.cache_clear()
