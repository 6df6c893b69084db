"""The interval prover on inequalities known to be true, and on false ones with known points of failure."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import pytest

from littlestone.proofs_check.certificates import certified
from littlestone.proofs_check.evidence import Budget, Evidence
from littlestone.proofs_check.inequalities import clauses_of, goals_of
from littlestone.proofs_check.interval import Inquiry, IntervalProver
from littlestone.proofs_check.universes import Box, Everything, Question
from littlestone.spec.bgs21 import section5_constants, section6_constants
from littlestone.spec.claim import (
    CLAIMS,
    Claim,
    Constant,
    Natural,
    PositiveInteger,
    PositiveReal,
    Reals,
    when,
)
from littlestone.spec.reals import EULER, Real, binomial, equals, exp, ln, log2

Line = Annotated[Any, Reals()]
Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1))]
HalfOpenUnit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), high_open=True)]
FromZero = Annotated[Any, Reals(low=Real.of(0))]
BelowLn2 = Annotated[Any, Reals(low=Real.of(0), high=ln(2), high_open=True)]
TINY = Fraction(1, 10**9)


def ask(formula: Any, **constants: int | Fraction) -> Evidence:
    claim = Claim("TEST.interval", "test", "lemma", formula, {n: Constant(v) for n, v in constants.items()})
    question = Question(claim, claim.printed, Everything())
    assert IntervalProver().supports(question, Budget()) is None
    return IntervalProver().run(question, Budget())


def tangent(x: PositiveReal) -> Any:
    return ln(x) <= x - 1


def tangent_in_two_symbols(x: PositiveReal, y: PositiveReal) -> Any:
    return ln(x) <= Real.of(x * y) - ln(EULER * y)


def exponential_above_its_tangent(x: Line) -> Any:
    return Real.of(1 + x) <= exp(x)


def compound_interest(n: PositiveReal, d: PositiveReal) -> Any:
    return Real.of(1 + d / n) ** n <= exp(d)


def tail_with_limit_zero(x: PositiveReal) -> Any:
    return Real.of(1 / (x + 1)) < ln(1 + 1 / x)


def square(x: Line) -> Any:
    return Real.of(2 * x - 1) <= x**2


def irrational_end(y: BelowLn2) -> Any:
    return Real.of(0) < ln(2) - y


def premise_relates_symbols(x: PositiveReal, y: PositiveReal) -> Any:
    return when(Real.of(x) < y, ln(x) < ln(y))


def premise_guards_logarithm(x: Line) -> Any:
    return when(Real.of(0) < x, ln(x) <= x - 1)


def two_cases(x: Unit) -> Any:
    return (Real.of(x) <= Fraction(2, 3)) | (Real.of(Fraction(1, 3)) <= x)


def integer_premise(k: Natural) -> Any:
    return when(Real.of(4) < k, log2(k / 4) >= log2(k + 1) * Fraction(1, 10))


def strict_up_to_open_end(x: HalfOpenUnit) -> Any:
    return Real.of(x) < 1


def tie_everywhere(x: PositiveReal) -> Any:
    return (Real.of(x) < 0) | (2 * ln(x) <= ln(Real.of(x) ** 2))


TRUE = [
    tie_everywhere,
    tangent,
    tangent_in_two_symbols,
    exponential_above_its_tangent,
    compound_interest,
    tail_with_limit_zero,
    square,
    irrational_end,
    premise_relates_symbols,
    premise_guards_logarithm,
    two_cases,
    integer_premise,
    strict_up_to_open_end,
]


@pytest.mark.parametrize("formula", TRUE, ids=lambda f: f.__name__)
def test_true_inequalities_are_proved(formula: Any) -> None:
    evidence = ask(formula)
    assert evidence.outcome == "proved"
    assert evidence.detail and evidence.cases > 0 and evidence.size is None


def tangent_minus_tiny(x: PositiveReal) -> Any:
    return ln(x) <= x - 1 - TINY


def tiny_bump(x: Line) -> Any:
    return Real.of(2 * x - 1 + TINY) <= x**2


def second_order_from_above(u: Unit) -> Any:
    return ln(1 + u) <= u - u**2 / 2


def cube_below_exponential(x: PositiveReal) -> Any:
    return Real.of(x**3) <= exp(x)


def tie_at_closed_end(x: Unit) -> Any:
    return Real.of(x) < 1


def tie_in_the_middle(x: Line) -> Any:
    return Real.of(0) < x**2


def fails_only_far_out(x: PositiveReal) -> Any:
    return Real.of(x) <= 10**6


def fails_only_for_far_integers(k: Natural) -> Any:
    return Real.of(k) * k <= 10**14 + k


def linear_above_logarithm(x: PositiveReal) -> Any:
    return ln(x) <= Fraction(367, 1000) * Real.of(x)


def wrong_premise_direction(x: PositiveReal, y: PositiveReal) -> Any:
    return when(Real.of(x) < y, ln(y) < ln(x))


FALSE = [
    (tangent_minus_tiny, {"x": 1}),
    (tiny_bump, {"x": 1}),
    (second_order_from_above, {"u": 1}),
    (cube_below_exponential, {"x": 2}),
    (tie_at_closed_end, {"x": 1}),
    (tie_in_the_middle, {"x": 0}),
    (fails_only_far_out, {"x": 10**7}),
    (fails_only_for_far_integers, {"k": 10**8}),
    (linear_above_logarithm, {"x": Fraction(8, 3)}),
    (wrong_premise_direction, {"x": Fraction(1, 2), "y": 1}),
]


@pytest.mark.parametrize(("formula", "where"), FALSE, ids=lambda v: getattr(v, "__name__", ""))
def test_false_inequalities_are_refuted_at_simple_points(formula: Any, where: dict[str, int]) -> None:
    evidence = ask(formula)
    assert evidence.outcome == "refuted" and evidence.violations == 1
    assert evidence.counterexample is not None
    assert dict(evidence.counterexample.arguments) == where


@pytest.mark.parametrize("formula", [formula for formula, _ in FALSE], ids=lambda f: f.__name__)
def test_no_certificate_is_found_for_a_false_inequality(formula: Any) -> None:
    inquiry = Inquiry("interval", question_about(formula, Everything()), Budget())
    goals = [goal for clause in clauses_of(inquiry.check.statement) for goal in goals_of(clause, inquiry.ranges)]
    assert goals and all(certified(inquiry.signs, goal) is None for goal in goals)


def narrow_dip(x: Unit) -> Any:
    return Real.of(TINY) <= (x - Fraction(13371337, 10**8)) ** 2


def test_a_region_narrower_than_any_grid_is_found_by_branch_and_bound() -> None:
    evidence = ask(narrow_dip)
    assert evidence.outcome == "refuted" and evidence.counterexample is not None
    x = evidence.counterexample.arguments["x"]
    assert isinstance(x, Fraction) and (x - Fraction(13371337, 10**8)) ** 2 < TINY


def undefined_below_zero(x: Line) -> Any:
    return ln(x) <= x - 1


def undefined_premise(x: Line) -> Any:
    return when(Real.of(0) < ln(x), Real.of(1) < x)


def premise_cancels_to_a_range(x: Line) -> Any:
    return when(Real.of(0) < Real.of(x) * ln(x) / ln(x), Real.of(0) < x)


def undefined_at_zero(x: Line) -> Any:
    return equals(Real.of(x) / x, 1)


def defined_at_zero_only_after_cancelling(x: FromZero) -> Any:
    return Real.of(0) <= Real.of(x) ** 2 / x


def empty_premise(x: Line) -> Any:
    return when([Real.of(x) < 0, Real.of(1) < x], Real.of(x) < x - 1)


def fails_at_an_irrational_point(x: Line) -> Any:
    return Real.of(0) < (Real.of(x) ** 2 - 2) ** 2


def tie_at_an_irrational_end(y: Annotated[Any, Reals(low=Real.of(0), high=ln(2))]) -> Any:
    return Real.of(y) < ln(2)


OPEN = [
    undefined_below_zero,
    undefined_premise,
    premise_cancels_to_a_range,
    undefined_at_zero,
    defined_at_zero_only_after_cancelling,
    empty_premise,
    fails_at_an_irrational_point,
    tie_at_an_irrational_end,
]


@pytest.mark.parametrize("formula", OPEN, ids=lambda f: f.__name__)
def test_undefined_empty_and_irrational_failures_stay_open(formula: Any) -> None:
    assert ask(formula).outcome == "open"


def test_an_empty_premise_is_reported_as_such() -> None:
    assert ask(empty_premise).premise_cases == 0


def counts(n: Natural) -> Any:
    return Real.of(0) <= binomial(n, 1)


def needs_numbers(n: PositiveInteger) -> Any:
    return all(Real.of(i) <= n for i in range(n))


def question_about(formula: Any, universe: Any) -> Question:
    claim = Claim("TEST.interval", "test", "lemma", formula, {})
    return Question(claim, {}, universe)


@pytest.mark.parametrize(
    ("formula", "universe", "reason"),
    [
        (counts, Everything(), "sums or binomials"),
        (needs_numbers, Everything(), "concrete numbers"),
        (tangent, Box({"x": 3}, {"x": 0}), "finite universe"),
    ],
)
def test_what_is_out_of_reach_is_refused_with_a_reason(formula: Any, universe: Any, reason: str) -> None:
    assert reason in (IntervalProver().supports(question_about(formula, universe), Budget()) or "")


PAPER = ["BGS21.T3.4.lnineq", "BGS21.T3.4.y", "BGS21.T6.1.ineq"]


@pytest.mark.parametrize("claim_id", PAPER)
def test_claims_of_the_paper_hold_and_their_mutants_die(claim_id: str) -> None:
    assert section5_constants and section6_constants
    claim = CLAIMS[claim_id]
    outcomes = [
        IntervalProver().run(Question(claim, constants, Everything()), Budget()).outcome
        for constants in (claim.printed, *claim.mutants())
    ]
    assert outcomes == ["proved"] + ["refuted"] * len(claim.mutants()) and len(outcomes) > 1
