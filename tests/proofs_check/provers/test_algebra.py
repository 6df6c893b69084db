"""The algebra prover on identities and implications known to be true, and on false ones a step away from them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Annotated, Any

import pytest
from helpers.questions import answer, ask, over

from littlestone.proofs_check.numbers import inquiry
from littlestone.proofs_check.numbers.clauses import clauses_of
from littlestone.proofs_check.numbers.inequalities import Goal, goals_of, solved
from littlestone.proofs_check.numbers.inquiry import FIRST_POINTS, Inquiry, Unsettled
from littlestone.proofs_check.numbers.points import PointCheck, tight_points
from littlestone.proofs_check.numbers.symbolic_reals import ranges_of
from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.provers.clause_proofs import _factors, algebraic_certificate, by_implication
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Box, Everything
from littlestone.spec.algebra.circuit import all_of
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Comparison, Real, binomial, equals, ln, symbol
from littlestone.spec.claim import when
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.domains import Natural, PositiveInteger, PositiveReal, Reals
from littlestone.spec.notation import AtLeastOne, OpenUnit, Unit

Line = Annotated[Any, Reals()]
FromZero = Annotated[Any, Reals(low=0)]
i = symbol("i")


def binomial_sum(n: Any, x: Any, high: Any) -> Real:
    return finite_sum(binomial(n, i) * Real.of(x) ** i, "i", 0, high)


USUAL = dict.fromkeys("nd", Natural) | dict.fromkeys("xab", PositiveReal) | dict.fromkeys("my", FromZero)
binomial_theorem = over(lambda n, x: equals(binomial_sum(n, x, n), Real.of(1 + x) ** n), n=Natural, x=Line)
triangular_number = over(lambda d: equals(finite_sum(i, "i", 0, d), Real.of(d) * (d + 1) / 2), d=Natural)
sum_of_squares = over(lambda d: equals(finite_sum(i**2, "i", 0, d), Real.of(d) * (d + 1) * (2 * d + 1) / 6), d=Natural)
geometric_sum = over(lambda d: equals(finite_sum(Real.of(2) ** i, "i", 0, d), Real.of(2) ** (d + 1) - 1), d=Natural)


def alternating_row(n: PositiveInteger, d: Natural) -> Any:
    sign = Real.of(-1)
    return equals(finite_sum(sign**i * binomial(n, i), "i", 0, d), sign**d * binomial(Real.of(n) - 1, d))


def pascal_twice(n: Natural, d: Natural) -> Any:
    parts = binomial(n, d) + 2 * binomial(n, Real.of(d) - 1) + binomial(n, Real.of(d) - 2)
    return equals(binomial(Real.of(n) + 2, d), parts)


truncated_row = over(lambda n, d, x: binomial_sum(n, x, d) <= Real.of(1 + x) ** n, n=Natural, d=Natural, x=PositiveReal)
smaller_terms = over(lambda n, d, x: binomial_sum(n, x, d) <= binomial_sum(n, 1 + x, d), USUAL)
logarithm_of_premise = over(
    lambda a, b: when(Real.of(2) ** a <= Real.of(b) ** 3, Real.of(a) * ln(2) <= 3 * ln(b)), USUAL
)
premise_divided = over(lambda a, b: when(ln(a) * (1 + Real.of(b)) <= b, ln(a) <= Real.of(b) / (1 + b)), USUAL)
strict_premise = over(lambda a, b: when(Real.of(2) ** a < Real.of(b) ** 3, Real.of(a) * ln(2) < 3 * ln(b)), USUAL)
strict_by_what_is_added = over(lambda a, b: when(ln(a) <= b, ln(a) < Real.of(b) + 1), a=PositiveReal, b=PositiveReal)
last_of_two_premises = over(
    lambda a, b, c: when([ln(b) <= c, ln(c) <= a], ln(c) <= 2 * Real.of(a)), USUAL, c=PositiveReal
)


def scaled_row(n: Natural, d: Natural, x: PositiveReal) -> Any:
    row = finite_sum(binomial(n, i) * Real.of(2) ** i * Real.of(x) ** i, "i", 0, d)
    return 3 * row <= 3 * Real.of(1 + 2 * x) ** n


truncated_row_strictly = over(lambda n, d, x: binomial_sum(n, x, d) < Real.of(2 + x) ** (Real.of(n) + 1), USUAL)
outer_factors = over(lambda n, d, x: binomial_sum(n, x, d) * x <= binomial_sum(n, x, d) * (x + 1), USUAL)
premise_with_a_sum_beside = over(
    lambda n, a: when([finite_sum(i, "i", 0, n) <= a, ln(a) <= n], ln(a) <= Real.of(n) + 1), n=Natural, a=PositiveReal
)
premise_without_content_beside = over(
    lambda a, b: when([Real.of(a) * b <= Real.of(b) * a, ln(a) <= b], ln(a) <= Real.of(b) + 1), USUAL
)
premise_without_a_logarithm = over(
    lambda a, b: when(Real.of(2) ** a - 5 <= b, Real.of(2) ** a - 5 <= Real.of(b) + 1), a=PositiveReal, b=PositiveReal
)
truncated_row_from_zero = over(lambda n, d, x: binomial_sum(n, x, d) <= Real.of(1 + x) ** n, USUAL, x=FromZero)


times_a_parameter = over(lambda y, a, m, x: when(x <= a * m, y * x <= y * a * m), USUAL, a=FromZero, x=FromZero)
times_a_parameter_beside = over(
    lambda y, m, x, z: when(x <= m, y * x + z <= y * m + z + 1), y=FromZero, m=FromZero, x=FromZero, z=FromZero
)
strictly_times_a_parameter = over(lambda y, m, x: when(x < m, y * x < y * m), y=PositiveReal, m=FromZero, x=FromZero)


TRUE = [
    times_a_parameter,
    times_a_parameter_beside,
    strictly_times_a_parameter,
    truncated_row_from_zero,
    premise_without_content_beside,
    premise_with_a_sum_beside,
    strict_by_what_is_added,
    truncated_row_strictly,
    triangular_number,
    sum_of_squares,
    geometric_sum,
    alternating_row,
    pascal_twice,
    smaller_terms,
    logarithm_of_premise,
]


@pytest.mark.parametrize("formula", TRUE, ids=lambda f: f.__name__)
def test_true_statements_are_proved(formula: Any) -> None:
    evidence = answer(AlgebraProver(), ask(formula, Everything()), Budget(cases=100))
    assert evidence.outcome == "proved" and evidence.detail


ROW = "induction on n: F(n + 1) is a multiple of F(n), their sums reduced to one another; base n = 0"
SAME, LOGS = "both sides have the same normal form", "both sides are positive: take logarithms"
INTEGERS = "integer d, n taken as real where that is stronger; "


@pytest.mark.parametrize(
    ("formula", "detail"),
    [
        (
            binomial_theorem,
            "integer n taken as real where that is stronger; "
            f"to show sum(binomial(n, i) * x**i for i=0..n) == (1 + x)**n; {ROW}; {SAME}",
        ),
        (
            truncated_row,
            f"{INTEGERS}to show sum(binomial(n, i) * x**i for i=0..d) <= (1 + x)**n; binomial theorem; {ROW}; {SAME}; "
            f"terms of the full sum dropped; {LOGS}",
        ),
        (
            scaled_row,
            f"{INTEGERS}to show 3 * sum(binomial(n, i) * 2**i * x**i for i=0..d) <= 3 * (1 + 2 * x)**n; "
            f"binomial theorem; {ROW}; {SAME}; terms of the full sum dropped; {LOGS}",
        ),
        (
            outer_factors,
            f"{INTEGERS}to show sum(binomial(n, i) * x**i for i=0..d) * x <= "
            f"sum(binomial(n, i) * x**i for i=0..d) * (x + 1); term by term; {LOGS}; "
            "-log(x) + log(x + 1) >= 0: put x = 1/x.inverse",
        ),
        (
            strict_premise,
            "to show a * ln(2) < 3 * ln(b); follows from 2**a < b**3, times 1, plus what is nonnegative",
        ),
        (
            premise_divided,
            "to show b < ln(a) * (1 + b); follows from b/(1 + b) < ln(a), times b + 1, plus what is nonnegative",
        ),
        (
            last_of_two_premises,
            "to show ln(c) <= 2 * a; follows from ln(c) <= a, times 1, plus what is nonnegative",
        ),
    ],
)
def test_the_certificate_says_what_rests_on_what(formula: Any, detail: str) -> None:
    evidence = answer(AlgebraProver(), ask(formula, Everything()), Budget(cases=100))
    assert (evidence.prover, evidence.outcome, evidence.detail) == ("algebra", "proved", detail)
    assert evidence.cases == FIRST_POINTS


row_cut_short = over(lambda n, x: equals(binomial_sum(n, x, Real.of(n) - 1), Real.of(1 + x) ** n), n=Natural, x=Line)
strictly_times_nothing = over(lambda y, m, x: when(x < m, y * x < y * m), y=FromZero, m=FromZero, x=FromZero)
times_what_may_be_negative = over(lambda y, m, x: when(x <= m, y * x <= y * m), y=Line, m=FromZero, x=FromZero)
row_without_first_term = over(lambda n: equals(finite_sum(binomial(n, i), "i", 1, n), Real.of(2) ** n), n=Natural)


def wrong_coefficient(n: PositiveInteger, d: PositiveInteger, k: Natural) -> Any:
    left = sauer_sum(n - 1, d, k) + 2 * k * sauer_sum(n - 1, d - 1, k)
    return when(Real.of(d) < n, equals(left, sauer_sum(n, d, k)))


def limit_off_by_one(n: PositiveInteger, d: PositiveInteger, k: Natural) -> Any:
    left = sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d, k)
    return when(Real.of(d) < n, equals(left, sauer_sum(n, d, k)))


wrong_by_a_constant = over(
    lambda d: equals(finite_sum(i, "i", 0, d), Real.of(d) * (d + 1) / 2 + Fraction(1, 10**9)), d=Natural
)


def true_for_small_integers_only(d: Natural) -> Any:
    product = Real.of(d) * (d - 1) * (d - 2) * (d - 3)
    return equals(finite_sum(i, "i", 0, d), Real.of(d) * (d + 1) / 2 + product)


truncated_row_with_smaller_base = over(
    lambda n, d, x: binomial_sum(n, x, d) <= Real.of(1 + Fraction(99, 100) * x) ** n, USUAL
)
negative_terms_dropped = over(lambda n, d, x: binomial_sum(n, x, d) <= Real.of(1 + x) ** n, USUAL, x=Line)
larger_terms = over(lambda n, d, x: binomial_sum(n, 1 + x, d) <= binomial_sum(n, x, d), USUAL)
premise_times_negative = over(lambda a, b: when(ln(a) * (1 - Real.of(b)) <= b, ln(a) <= Real.of(b) / (1 - b)), USUAL)
premise_reversed = over(lambda a, b: when(ln(a) <= b, Real.of(b) <= ln(a)), a=PositiveReal, b=PositiveReal)
strict_from_weak = over(lambda a, b: when(Real.of(2) ** a <= Real.of(2) ** b, Real.of(a) < b), USUAL)
negative_multiple_of_a_row = over(lambda n, d, x: -1 * binomial_sum(n, x, d) <= -1 * Real.of(1 + x) ** n, USUAL)
index_beside_the_powers = over(
    lambda n, d, x: finite_sum(i * binomial(n, i) * Real.of(x) ** i, "i", 0, d) <= Real.of(1 + x) ** n, USUAL
)
index_in_the_base = over(lambda n, d: finite_sum(binomial(n, i) * (i + 1) ** i, "i", 0, d) <= Real.of(2) ** n, USUAL)
index_on_top = over(lambda d: finite_sum(binomial(2 * i, i), "i", 0, d) <= Real.of(2) ** d, d=Natural)
two_binomials = over(lambda n, d: finite_sum(binomial(n, i) * binomial(n, i), "i", 0, d) <= Real.of(2) ** n, USUAL)
sums_to_different_limits = over(lambda n, d, e, x: binomial_sum(n, x, d) <= binomial_sum(n, 1 + x, e), USUAL, e=Natural)
equal_sums_strictly = over(lambda n, d, x: binomial_sum(n, x, d) < binomial_sum(n, 1 + x, d), USUAL)
sums_of_no_common_terms = over(lambda n, d, x: binomial_sum(Real.of(n) + 1, x, d) <= binomial_sum(n, x, d), USUAL)
premise_added_twice = over(lambda a, b: when(ln(a) <= b, 2 * ln(a) <= b), a=PositiveReal, b=PositiveReal)
equation_from_premise = over(lambda a, b: when(ln(a) <= b, equals(ln(a), b)), a=PositiveReal, b=PositiveReal)
at_most_or_equal = over(lambda a, b: (ln(a) <= b) | equals(ln(a), b), a=PositiveReal, b=PositiveReal)
zero_times_premise = over(lambda a, b, c: when(ln(a) < b, c * ln(a) < Real.of(b) * c), USUAL, c=FromZero)
triangular_number_strictly = over(lambda d: finite_sum(i, "i", 0, d) < Real.of(d) * (d + 1) / 2, d=Natural)
truncated_row_below_the_whole = over(lambda n, d, x: binomial_sum(n, x, d) < Real.of(1 + x) ** n, USUAL)


FALSE = [
    (truncated_row_below_the_whole, {"n": 0, "d": 0, "x": 1}),
    (triangular_number_strictly, {"d": 0}),
    (equation_from_premise, None),
    (at_most_or_equal, None),
    (zero_times_premise, {"a": 1, "b": 1, "c": 0}),
    (negative_multiple_of_a_row, {"n": 1, "d": 0, "x": 1}),
    (index_beside_the_powers, {"n": 3, "d": 2, "x": 1}),
    (index_in_the_base, {"n": 1, "d": 1}),
    (index_on_top, {"d": 1}),
    (two_binomials, {"n": 2, "d": 1}),
    (sums_to_different_limits, {"n": 1, "d": 1, "e": 0, "x": 1}),
    (equal_sums_strictly, {"n": 0, "d": 0, "x": 1}),
    (sums_of_no_common_terms, {"n": 0, "d": 1, "x": 1}),
    (premise_added_twice, None),
    (row_cut_short, {"n": 0, "x": 0}),
    (strictly_times_nothing, {"y": 0, "m": 1, "x": 0}),
    (times_what_may_be_negative, {"y": -1, "m": 1, "x": 0}),
    (row_without_first_term, {"n": 0}),
    (wrong_coefficient, {"n": 2, "d": 1, "k": 1}),
    (limit_off_by_one, {"n": 2, "d": 1, "k": 1}),
    (wrong_by_a_constant, {"d": 0}),
    (true_for_small_integers_only, {"d": 4}),
    (truncated_row_with_smaller_base, {"n": 1, "d": 1, "x": 1}),
    (negative_terms_dropped, {"n": 1, "d": 0, "x": -1}),
    (larger_terms, {"n": 1, "d": 1, "x": 1}),
    (premise_times_negative, None),
    (premise_reversed, {"a": 1, "b": 1}),
    (strict_from_weak, {"a": 1, "b": 1}),
]


@pytest.mark.parametrize(("formula", "where"), FALSE, ids=lambda v: getattr(v, "__name__", ""))
def test_false_statements_are_refuted_at_the_smallest_point(
    formula: Any, where: dict[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry, "MOST_NEAR", 0)  # the search itself: what is shown is looked for after it
    evidence = answer(AlgebraProver(), ask(formula, Everything()))
    assert evidence.outcome == "refuted" and evidence.counterexample is not None
    assert where is None or dict(evidence.counterexample.arguments) == where


sum_from_five = over(lambda n: equals(finite_sum(i, "i", 5, n), finite_sum(i, "i", 5, Real.of(n) - 1) + n), n=Natural)


@pytest.mark.slow
@pytest.mark.parametrize("formula", [sum_from_five, *(formula for formula, _ in FALSE)], ids=lambda f: f.__name__)
def test_no_certificate_is_found_for_a_false_statement(formula: Any) -> None:
    asked = Inquiry("algebra", ask(formula, Everything()), Budget())
    clauses = clauses_of(asked.check.statement)
    assert any(algebraic_certificate(asked, clause) is None for clause in clauses)


false_from_a_hundred_on = over(lambda d: finite_sum(i, "i", 0, d) <= 100 * Real.of(d), d=Natural)


def identity_false_beyond_the_grid(n: Natural, d: Natural, k: PositiveInteger) -> Any:
    left = finite_sum(binomial(n, i) * Real.of(k) ** i, "i", 0, d)
    right = finite_sum(binomial(n, i) * Real.of(k) ** i, "i", 0, Real.of(d) - 1)
    return when([Real.of(300) <= d, Real.of(d) < n], equals(left, right))


reversed_limits = over(lambda n: equals(finite_sum(i, "i", 200, n), Real.of(n) * (n + 1) / 2 - 19900), n=Natural)


@pytest.mark.parametrize("formula", [false_from_a_hundred_on, identity_false_beyond_the_grid, reversed_limits])
def test_false_statements_beyond_the_grid_are_not_proved(formula: Any) -> None:
    assert answer(AlgebraProver(), ask(formula, Everything())).outcome in ("open", "refuted")


undefined_sides = over(lambda x: equals(ln(x) - ln(x), 0), x=Line)
negative_top = over(
    lambda n, d: equals(
        binomial(Real.of(n) - 5, d), binomial(Real.of(n) - 6, d) + binomial(Real.of(n) - 6, Real.of(d) - 1)
    ),
    n=Natural,
    d=Natural,
)
fractional_exponent = over(
    lambda x, y: equals(Real.of(x) ** y * Real.of(x) ** (-Real.of(y)), 1), x=Line, y=PositiveReal
)


@pytest.mark.slow
@pytest.mark.parametrize("formula", [undefined_sides, negative_top, fractional_exponent])
def test_identities_between_undefined_sides_stay_open(formula: Any) -> None:
    assert answer(AlgebraProver(), ask(formula, Everything())).outcome == "open"


def test_a_premise_of_which_no_logarithm_can_be_taken_is_used_as_it_is() -> None:
    assert answer(AlgebraProver(), ask(premise_without_a_logarithm, Everything())).outcome == "proved"


# ---- Which questions it takes


plain_inequality = over(lambda x: ln(x) <= x - 1, x=PositiveReal)
inequality_on_a_range = over(lambda x: when([Real.of(1) < x, Real.of(x) <= 7], ln(x) <= x - 1), x=PositiveReal)
plain_equation = over(lambda x: equals(ln(Real.of(x) ** 2), 2 * ln(x)), x=PositiveReal)
premise_of_two_symbols = over(lambda x, y: when(Real.of(x) < y, ln(x) < ln(y)), x=PositiveReal, y=PositiveReal)
premise_of_a_logarithm = over(lambda x: when(Real.of(1) < ln(x), Real.of(2) < x * ln(x)), x=PositiveReal)
a_sum = over(lambda n: Real.of(0) <= binomial_sum(n, 1, n), n=Natural)
needs_a_number = over(lambda n: all(Real.of(j) <= n for j in range(n)), n=Natural)


NEITHER = "the statement has no sums, equations or implications between inequalities"


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (plain_inequality, NEITHER),
        (inequality_on_a_range, NEITHER),
        (plain_equation, None),
        (premise_of_two_symbols, None),
        (premise_of_a_logarithm, None),
        (a_sum, None),
        (
            needs_a_number,
            "the formula needs concrete numbers: 'Real' object cannot be interpreted as an integer",
        ),
    ],
)
def test_inequalities_alone_are_left_to_the_interval_prover(formula: Any, reason: str | None) -> None:
    assert AlgebraProver().supports(ask(formula, Everything()), Budget()) == reason


def test_a_finite_universe_is_refused() -> None:
    asked = replace(ask(plain_equation, Everything()), universe=Box({"x": 3}, {"x": 0}))
    reason = "algebra answers for all values of the parameters, not for a finite universe"
    assert AlgebraProver().supports(asked, Budget()) == reason


less_than_one = over(lambda x, y, z: when(x * (1 - y) <= z * (1 - y), x <= z), x=PositiveReal, y=OpenUnit, z=Line)


def test_the_factor_of_an_implication_is_shown_to_have_a_value() -> None:
    """By x (1 - y) <= z (1 - y), times 1/(1 - y): that 1 - y > 0 is among what a certificate rests on."""
    inquiry = Inquiry("algebra", ask(less_than_one, Everything()), Budget())
    (clause,) = clauses_of(inquiry.check.statement)
    goal = next(one for one in goals_of(clause, inquiry.ranges) if str(one.comparison) == "x <= z")
    assert by_implication(inquiry.signs, goal) is not None
    assert [str(factor) for _, factor in inquiry.signs.implied] == ["-1/(y - 1)"]
    assert ("1 - y", True) in {(str(sign.expression), sign.strict) for _, sign in inquiry.signs.lemmas}


def test_a_quotient_of_another_sign_is_not_cancelled() -> None:
    """It is below 0 at a point of the ranges, also of those that the hypothesis gives; a factor is kept."""
    goal = Goal(Comparison(symbol("x"), "<=", symbol("y")), (), ranges_of({"x": Reals(low=0), "y": Reals(low=0)}))
    x, y = goal.ranges.named("x"), goal.ranges.named("y")
    assert [*_factors(goal, x * (y - x), x)] == [1, y]
    assert [*_factors(goal, x * (y + x), x)] == [1, x + y, y]


# ---- Bounds put into bounds

FIVE = {"a": AtLeastOne, "d": Unit, "p": Unit, "q": Unit, "r": Unit}


def two_steps(conclusion: Any) -> Any:
    """p <= a q + d and q <= a r + d imply it: group privacy of two."""
    return over(lambda a, d, p, q, r: when([p <= a * q + d, q <= a * r + d], conclusion(a, d, p, r)), **FIVE)


def test_a_bound_is_put_into_a_bound() -> None:
    evidence = answer(AlgebraProver(), ask(two_steps(lambda a, d, p, r: p <= a**2 * r + (1 + a) * d), Everything()))
    assert evidence.outcome == "proved"
    assert "follows from p <= a * q + d, times 1 and q <= a * r + d, times a" in evidence.detail


def where_they_add_up(conclusion: Any, relation: Any = equals) -> Any:
    """h = 1 - d, of a bounded h."""
    return over(lambda d, h: when(relation(h, 1 - d), conclusion(d, h)), d=FromZero, h=Unit)


def test_an_equation_that_is_given_is_a_bound_from_either_side() -> None:
    both = where_they_add_up(lambda d, h: all_of([1 - d / 2 <= (1 + h) / 2, 1 - d / 2 >= (1 + h) / 2]))
    assert answer(AlgebraProver(), ask(both, Everything())).outcome == "proved"
    strictly = where_they_add_up(lambda d, h: 1 - d / 2 < (1 + h) / 2)
    half = where_they_add_up(lambda d, h: 1 - d / 2 <= (1 + h) / 2, lambda h, rest: h <= rest)
    for false in (strictly, half):
        asked = ask(false, Everything())
        assert answer(AlgebraProver(), asked).outcome == "refuted"
        assert isinstance(Inquiry("algebra", asked, Budget()).steps(algebraic_certificate), Unsettled)


HALVES = {"p": Unit, "q": Unit}
by_the_other = over(lambda p, q: when(equals(p + q, 1), p**2 + q**2 >= Fraction(1, 2)), **HALVES)
by_a_chain = over(
    lambda a, b, c: when([equals(a, 2 * b), equals(3 * c, b)], equals(a, 6 * c)), a=PositiveReal, b=FromZero, c=Line
)
by_the_range = over(lambda x, y: when(equals(x + 2 * y, 2), x + 4 * y <= 4), x=FromZero, y=Line)


@pytest.mark.parametrize("formula", [by_the_other, by_a_chain, by_the_range])
def test_what_an_equation_says_of_a_symbol_is_put_in_its_place(formula: Any) -> None:
    assert answer(AlgebraProver(), ask(formula, Everything())).outcome == "proved"


@pytest.mark.parametrize(
    ("words", "formula"),
    [
        ("x := z * 1/2", over(lambda x, z: when(equals(z, x + x), x**2 <= z**2), x=Unit, z=PositiveReal)),
        ("x := n", over(lambda n, x: when(equals(n, x), n + x >= 0), n=Natural, x=Line)),  # no integer, if that can be
        (None, over(lambda n: when(equals(2 * n, 1), binomial(n, 2) >= 0), n=Natural)),
        (None, over(lambda x, y: when(equals(y, ln(2) * x), x <= y + 1), x=Line, y=Line)),
    ],
)
def test_a_symbol_is_replaced_where_it_is_sure_to_be_taken(words: str | None, formula: Any) -> None:
    """An integer that a sum counts to may come to be a half; and what is irrational is compared without an end."""
    asked = Inquiry("algebra", ask(formula, Everything()), Budget())
    found = [solved(clause, asked.ranges, asked.check.domains) for clause in clauses_of(asked.check.statement)]
    assert [one and one.words for one in found] == [words]


def over_both(p: Any, q: Any) -> Any:
    return when(equals(p + q, 1), p**2 + q**2 > Fraction(1, 2))


@pytest.mark.parametrize(
    "formula",
    [
        over(over_both, **HALVES),
        over(lambda p, q: when(equals(p + q, 1), p**2 + q**2 >= Fraction(51, 100)), **HALVES),
        over(lambda x, y: when(equals(x + 2 * y, 2), x + 4 * y < 4), x=FromZero, y=Line),
        over(lambda x, y: when(equals(x + 2 * y, 2), x + 4 * y <= 4), x=Line, y=Line),
        over(lambda x, y: when(equals(x * x, y), x <= y), x=Unit, y=Line),
    ],
)
def test_an_equation_shows_nothing_that_is_false(formula: Any) -> None:
    asked = ask(formula, Everything())
    assert answer(AlgebraProver(), asked).outcome == "refuted"
    assert not isinstance(Inquiry("algebra", asked, Budget()).steps(algebraic_certificate), list)


@pytest.mark.parametrize(
    "conclusion",
    [
        lambda a, d, p, r: p <= a**2 * r + 2 * d,
        lambda a, d, p, r: p <= a * r + (1 + a) * d,
        lambda a, d, p, r: p < a**2 * r + (1 + a) * d,
    ],
    ids=["one delta for each", "one factor", "strictly"],
)
def test_a_bound_that_two_do_not_give_is_refuted(conclusion: Any) -> None:
    """The first is found where both hypotheses are equalities, and at none of a thousand simple points."""
    asked = ask(two_steps(conclusion), Everything())
    assert answer(AlgebraProver(), asked).outcome == "refuted"
    assert isinstance(Inquiry("algebra", asked, Budget()).steps(algebraic_certificate), Unsettled)


@pytest.mark.parametrize("range_of_all", [AtLeastOne, Unit])
def test_bounds_that_are_squares_of_each_other_end(range_of_all: Any) -> None:
    """Put into each other, they had numbers of 33 million bits at the second point."""
    in_a_circle = over(
        lambda v, w, x, y, z: when([v <= w * w, w <= x * x, x <= y * y, y <= z * z, z <= v * v], v <= w),
        **dict.fromkeys("vwxyz", range_of_all),
    )
    points = islice(tight_points(PointCheck(ask(in_a_circle, Everything()))), 12)
    assert max(n for point in points for value in point.values() for n in value.as_integer_ratio()) < 2**2000


def test_a_bound_is_multiplied_by_nothing_negative() -> None:
    line = over(
        lambda a, p, q, r: when([p <= a * q + 1, q <= r], p <= a * r + 1), a=Line, p=Unit, q=Unit, r=Unit
    )  # fails for a < 0
    assert isinstance(Inquiry("algebra", ask(line, Everything()), Budget()).steps(algebraic_certificate), Unsettled)
