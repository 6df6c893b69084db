"""What says nothing is vacuous: in the result, the ledger, on the console and in the report."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from click import unstyle
from helpers.biteless import biteless
from helpers.questions import claim_of
from helpers.tiny_runs import TINY, dimension_at_most, itself

from littlestone.proofs_check.command_line.console import claim_lines
from littlestone.proofs_check.questions.universes import Point
from littlestone.proofs_check.reports.pages.report_page import render_report
from littlestone.proofs_check.reports.verdict_words import verdict_word
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.verdicts import bite
from littlestone.proofs_check.verdicts.bite import NO_BITE, measured
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.ledger import entry, ledger
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.claim import Constant, Statement, when
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.classes.operations import complement
from littlestone.spec.domains import Binary, Size

MEASURING = Settings(replace(TINY, measures="everything"))


@pytest.fixture(autouse=True)
def small_mutation_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)


def indifferent(n: Size, bound: int) -> Truth:
    """n <= n + 1 + bound^2."""
    return n <= n + 1 + bound * bound


def dimension_at_most_with_more(H: Binary, bound: int, idle: int) -> Truth:
    """The dimension is at most the bound, and the VC dimension at most it and more."""
    return (littlestone_dimension(H) <= bound - 7) & (vc_dimension(H) <= littlestone_dimension(H) + idle)


def below(H: Binary) -> Truth:
    """The VC dimension is at most the Littlestone dimension."""
    return vc_dimension(H) <= littlestone_dimension(H)


BITING = [(dimension_at_most, {"bound": Constant(9, (8,))}), (below, {})]


def written(formula: Any, constants: dict[str, Constant], settings: Settings = MEASURING) -> Entry:
    return entry(verify(claim_of(formula, **constants), settings))


@pytest.mark.slow
def test_a_claim_that_says_nothing_is_vacuous_everywhere() -> None:
    found = written(itself, {"offset": Constant(0)})
    assert found["verdict"] == "open" and verdict_word(found) == "vacuous"
    assert unstyle(claim_lines(found)[0]).startswith("vacuous ") and found["vacuous"] in claim_lines(found)[1]
    page = render_report(ledger("tiny", [found]))
    assert found["vacuous"] is not None and found["vacuous"].replace(">", "&gt;") in page
    assert found["vacuous"].endswith("on 1 to 4 points dimensions of 0 to one too many, or 10^6, keep it true")
    assert (biteless([found]), found["expected"], found["not_sharp"]) == ([], False, None)


def test_a_claim_that_could_be_stronger_is_not_sharp_and_fails_no_run() -> None:
    found = written(indifferent, {"bound": Constant(1, stronger="larger")})
    why = "the bound n <= n + 1 + bound * bound is not reached in what was measured"
    assert (found["vacuous"], found["not_sharp"], found["expected"]) == (None, why, True)
    assert verdict_word(found) == "proved" and f"not sharp: {why}" in claim_lines(found)[0]


def test_a_constant_of_which_every_mutant_lives_is_said_beside_the_verdict() -> None:
    constants = {"bound": Constant(9, (8,)), "idle": Constant(0, (1, 2))}
    found = written(dimension_at_most_with_more, constants)
    sides = "the two sides of vc_dimension(H) <= littlestone_dimension(H) + idle"
    assert (found["verdict"], found["expected"]) == ("checked", True)
    assert (
        found["not_sharp"] == f"{sides} are equal in every measured case that claims it; idle = 1 or 2 was not refuted"
    )


def never_two_in_one(H: Binary, least: int) -> Truth:
    """Classes of dimension 5 on few points are small, said without `when`."""
    return (littlestone_dimension(H) >= least).implies(H.size() <= 1)


def test_a_hypothesis_within_the_conclusion_is_counted() -> None:
    found = written(never_two_in_one, {"least": Constant(5)})
    assert (found["verdict"], verdict_word(found), found["expected"]) == ("open", "vacuous", False)
    deep = written(never_two_in_one, {"least": Constant(0)})
    assert deep["verdict"] == "refuted"
    evidence = written(has_a_point, {"least": Constant(2)})["evidence"]
    assert [(e["cases"], e["premise_cases"]) for e in evidence if e["universe"].endswith("2 points")] == [(15, 1)]


def has_a_point(H: Binary, least: int) -> Truth:
    """Classes of this dimension have VC dimension 1."""
    return (littlestone_dimension(H) >= least).implies(vc_dimension(H) >= 1)


@pytest.mark.parametrize(("formula", "constants"), BITING)
def test_a_claim_that_could_fail_is_not_vacuous(formula: Any, constants: dict[str, Constant]) -> None:
    found = written(formula, constants)
    assert (found["vacuous"], verdict_word(found), biteless([found])) == (None, "checked", [])


def test_a_papers_claim_is_measured_where_that_is_asked(registry: None) -> None:
    (claim,) = find(["ABLMM22.S1.log"])
    found = entry(verify(claim, Settings(TINY)))
    assert (found["vacuous"], found["structure"]) == (None, [])
    assert entry(verify(claim, MEASURING))["structure"] != []
    (without_mutants,) = find(["ABLMM22.C4.privacy"])
    assert biteless([entry(verify(without_mutants, Settings(TINY)))]) == ["ABLMM22.C4.privacy"]


def of_the_complement(H: Binary) -> Truth:
    """An equation, beside which nothing is stronger."""
    return vc_dimension(complement(H)) == vc_dimension(H)


def flipped_in_the_complement(H: Binary) -> Truth:
    """What is flipped is in the complement."""
    C = complement(H)
    return all_of(t.implies(C.contains(tuple(1 - b for b in f))) for f, t in H.members())


def bounded_by_the_complement(H: Binary) -> Truth:
    """What is true, and far from sharp."""
    return vc_dimension(complement(H)) <= vc_dimension(H) + 1


def test_an_equation_could_not_be_sharper() -> None:
    assert written(of_the_complement, {}, Settings(TINY))["not_sharp"] is None
    assert written(flipped_in_the_complement, {}, Settings(TINY))["not_sharp"] is None  # it comes to TRUE by its form
    assert written(bounded_by_the_complement, {}, Settings(TINY))["not_sharp"] is not None


def at_most_ten(H: Binary) -> Truth:
    """False on 11 points, and no class on few can come near."""
    return littlestone_dimension(H) <= 10


def test_a_bound_that_no_class_of_few_points_comes_near_is_not_sharp() -> None:
    found = written(at_most_ten, {}, Settings(TINY))
    words = "littlestone_dimension(H) <= 10 is true by its form where it was measured"
    assert (found["verdict"], found["not_sharp"], found["vacuous"], found["expected"]) == ("checked", words, None, True)


def test_what_is_refuted_is_not_vacuous() -> None:
    found = written(dimension_at_most, {"bound": Constant(0)})
    assert (found["verdict"], found["vacuous"], biteless([found])) == ("refuted", None, [])


def test_what_no_exact_prover_settles_is_not_measured() -> None:
    assert measured(claim_of(dimension_at_most, bound=Constant(0)), TINY) == NO_BITE
    assert measured(claim_of(dimension_at_most, bound=Constant(2)), TINY).structure != ()


def below_nine(n: Size) -> Statement:
    return when(n <= 3, n <= 3)


def test_a_single_case_at_which_no_hypothesis_holds_is_not_called_vacuous() -> None:
    claim = claim_of(below_nine)
    result = verify(claim, Settings(replace(TINY, points={claim.id: (Point({"n": 8}),)})))
    assert ("n = 8", 0) in [(e.universe, e.premise_cases) for e in result.evidence]
    assert result.bite.vacuous_on == ()
