"""What was read is not read again in quick, and is read wherever anything may be otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.profiles import DEEP, FULL, QUICK, Profile
from littlestone.proofs_check.sources import fingerprints
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.fingerprints import definitions_of, reachable
from littlestone.proofs_check.sources.module_sources import Definition
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.proofs_check.verdicts import kept_readings, verification
from littlestone.proofs_check.verdicts.kept_readings import FILE, digest, is_read
from littlestone.proofs_check.verdicts.kept_readings import READERS as READERS_OF_FORMULAS
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import CLAIMS, Conditional, Constant, _registry, claim
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Binary

find([])
KNOWN = CLAIMS["DIM.vc"]
READERS = ("first_reading", "insist_on_exactness", "probe")


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


def dearer(**more: int) -> Profile:
    return replace(QUICK, budget=replace(QUICK.budget, **more))


def test_what_was_read_is_not_read_again_in_quick(called: list[str]) -> None:
    for settings in (Settings(QUICK), Settings(dearer(jobs=7))):
        assert verify(KNOWN, settings).verdict == "checked"
    assert called == []


@pytest.mark.parametrize(
    "settings",
    [
        on_two_points(FULL),
        on_two_points(DEEP),
        on_two_points(QUICK),
        Settings(dearer(gates=10**6)),
        Settings(dearer(seed=7)),
        Settings(QUICK, points=2),
        Settings(QUICK, labels=2),
        Settings(QUICK, provers=("exhaustive",)),
    ],
    ids=["full", "deep", "fewer points", "gates", "seed", "points", "labels", "prover"],
)
def test_other_runs_read_all(called: list[str], settings: Settings) -> None:
    assert verify(KNOWN, settings).verdict == "checked"
    assert set(called) == set(READERS)


def test_a_mutant_is_read(called: list[str]) -> None:
    verify(KNOWN, Settings(QUICK, mutant=dict(KNOWN.printed)))
    assert set(called) == set(READERS)


@pytest.mark.parametrize("kept", [{}, {KNOWN.id: "0" * 16}], ids=["nothing kept", "another formula"])
def test_what_is_not_kept_is_read(called: list[str], monkeypatch: pytest.MonkeyPatch, kept: dict[str, str]) -> None:
    monkeypatch.setattr(kept_readings, "of_all_papers", lambda name: kept)
    assert not is_read(KNOWN)
    assert verify(KNOWN, Settings(QUICK)).verdict == "checked"
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
        verify(stated, Settings(QUICK))


def weaker(H: Binary, slack: int) -> Truth:  # type: ignore[valid-type]
    return vc_dimension(H) <= littlestone_dimension(H) + slack + 1


def at_most(most: int) -> Callable[[Binary], Truth]:  # type: ignore[valid-type]
    """A formula that holds a number."""

    def within(H: Binary) -> Truth:  # type: ignore[valid-type]
        return vc_dimension(H) <= most

    return within


def few(H: Binary) -> bool:  # type: ignore[valid-type]
    """Classes of few functions."""
    return len(list(H.functions())) < 9


def test_the_digest_changes_with_what_is_read() -> None:
    bound, formula = replace(KNOWN, constants={"slack": Constant(1)}), replace(KNOWN, formula=weaker)
    five, six = (replace(KNOWN, formula=at_most(n)) for n in (5, 6))
    reach = replace(formula, reach=few)
    assert len(set(map(digest, (KNOWN, bound, formula, five, six, reach)))) == 6
    assert digest(replace(KNOWN, source="elsewhere")) == digest(KNOWN)


def test_the_digest_hangs_on_what_an_arrow_cites(monkeypatch: pytest.MonkeyPatch) -> None:
    arrow, cited = CLAIMS["LYU25.K4.1.3.from.L4.3.2.premise"], CLAIMS["LYU25.L4.3.2.corrected"]
    before = digest(arrow)
    monkeypatch.setitem(_registry, cited.id, replace(cited, constants=cited.constants | {"least": Constant(2)}))
    assert digest(arrow) != before


def test_a_reading_rests_on_all_that_evaluates_the_formula() -> None:
    used = {f"{d.module.removeprefix('littlestone.')}:{d.name}" for d in _used_to_read()}
    for name in (
        *("spec.claim:Claim", "spec.algebra.circuit:Truth", "spec.algebra.exact_numbers:Integer", "spec.domains:Reals"),
        *("proofs_check.circuits.class_programs:class_program", "proofs_check.circuits.evaluators:evaluate_integers"),
        *("proofs_check.numbers.points:PointCheck", "proofs_check.questions.call_limit:call_limit"),
        *("proofs_check.reading.floats:floats_met", "proofs_check.questions.small_arguments:small_arguments"),
    ):
        assert name in used


def _used_to_read() -> frozenset[Definition]:
    return frozenset().union(*map(reachable, READERS_OF_FORMULAS))


@pytest.mark.parametrize("reader", READERS_OF_FORMULAS, ids=lambda reader: str(reader.name))
def test_the_digest_rests_on_every_reader(reader: Definition, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(KNOWN)
    rest = tuple(one for one in READERS_OF_FORMULAS if one != reader)
    monkeypatch.setattr(kept_readings, "READERS", rest)
    kept_readings._readers.cache_clear()
    try:
        assert digest(KNOWN) != before
    finally:
        kept_readings._readers.cache_clear()


def test_the_digest_rests_on_every_definition_of_the_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    before, line = digest(KNOWN), fingerprints._line
    alone = sorted(_used_to_read() - definitions_of(KNOWN))
    assert any(d.module.startswith("littlestone.spec.") for d in alone[::20])
    try:
        for changed in alone[::20]:
            monkeypatch.setattr(fingerprints, "_line", lambda d, at=changed: f"{line(d)}{'!' if d == at else ''}")
            kept_readings._readers.cache_clear()
            assert digest(KNOWN) != before, changed
    finally:
        kept_readings._readers.cache_clear()
