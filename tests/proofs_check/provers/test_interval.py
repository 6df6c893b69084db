"""The interval prover on inequalities known to be true, and on false ones with known points of failure."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any

import pytest
from helpers.questions import answer, ask, over

from littlestone.proofs_check.numbers import inquiry
from littlestone.proofs_check.numbers.certificates import certified
from littlestone.proofs_check.numbers.clauses import clauses_of
from littlestone.proofs_check.numbers.inequalities import goals_of
from littlestone.proofs_check.numbers.inquiry import FIRST_POINTS, Inquiry, Unsettled
from littlestone.proofs_check.numbers.points import PointCheck, simple_points
from littlestone.proofs_check.provers.clause_proofs import settled
from littlestone.proofs_check.provers.interval import IntervalProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Box, Everything
from littlestone.spec.algebra.reals import EULER, Real, binomial, equals, exp, ln, log2
from littlestone.spec.claim import when
from littlestone.spec.domains import Natural, PositiveInteger, PositiveReal, Reals
from littlestone.spec.notation import OpenUnit

Line = Annotated[Any, Reals()]
Unit = Annotated[Any, Reals(low=0, high=1)]
HalfOpenUnit = Annotated[Any, Reals(low=0, high=1, high_open=True)]
FromZero = Annotated[Any, Reals(low=0)]
BelowLn2 = Annotated[Any, Reals(low=0, high=ln(2), high_open=True)]
TINY = Fraction(1, 10**9)


tangent = over(lambda x: ln(x) <= x - 1, x=PositiveReal)
tangent_in_two_symbols = over(lambda x, y: ln(x) <= Real.of(x * y) - ln(EULER * y), x=PositiveReal, y=PositiveReal)
exponential_above_its_tangent = over(lambda x: Real.of(1 + x) <= exp(x), x=Line)
compound_interest = over(lambda n, d: Real.of(1 + d / n) ** n <= exp(d), n=PositiveReal, d=PositiveReal)
tail_with_limit_zero = over(lambda x: Real.of(1 / (x + 1)) < ln(1 + 1 / x), x=PositiveReal)
square = over(lambda x: Real.of(2 * x - 1) <= x**2, x=Line)
irrational_end = over(lambda y: Real.of(0) < ln(2) - y, y=BelowLn2)
premise_relates_symbols = over(lambda x, y: when(Real.of(x) < y, ln(x) < ln(y)), x=PositiveReal, y=PositiveReal)
premise_guards_logarithm = over(lambda x: when(Real.of(0) < x, ln(x) <= x - 1), x=Line)
two_cases = over(lambda x: (Real.of(x) <= Fraction(2, 3)) | (Real.of(Fraction(1, 3)) <= x), x=Unit)
integer_premise = over(lambda k: when(Real.of(4) < k, log2(k / 4) >= log2(k + 1) * Fraction(1, 10)), k=Natural)
strict_up_to_open_end = over(lambda x: Real.of(x) < 1, x=HalfOpenUnit)
tie_everywhere = over(lambda x: (Real.of(x) < 0) | (2 * ln(x) <= ln(Real.of(x) ** 2)), x=PositiveReal)


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


@pytest.mark.slow
@pytest.mark.parametrize("formula", TRUE, ids=lambda f: f.__name__)
def test_true_inequalities_are_proved(formula: Any) -> None:
    evidence = answer(IntervalProver(), ask(formula, Everything()))
    assert evidence.outcome == "proved"
    assert evidence.detail and evidence.cases > 0 and evidence.size is None


tangent_minus_tiny = over(lambda x: ln(x) <= x - 1 - TINY, x=PositiveReal)
tiny_bump = over(lambda x: Real.of(2 * x - 1 + TINY) <= x**2, x=Line)
second_order_from_above = over(lambda u: ln(1 + u) <= u - u**2 / 2, u=Unit)
cube_below_exponential = over(lambda x: Real.of(x**3) <= exp(x), x=PositiveReal)
tie_at_closed_end = over(lambda x: Real.of(x) < 1, x=Unit)
tie_in_the_middle = over(lambda x: Real.of(0) < x**2, x=Line)
fails_only_far_out = over(lambda x: Real.of(x) <= 10**6, x=PositiveReal)
fails_only_for_far_integers = over(lambda k: Real.of(k) * k <= 10**14 + k, k=Natural)
linear_above_logarithm = over(lambda x: ln(x) <= Fraction(367, 1000) * Real.of(x), x=PositiveReal)
wrong_premise_direction = over(lambda x, y: when(Real.of(x) < y, ln(y) < ln(x)), x=PositiveReal, y=PositiveReal)


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
def test_false_inequalities_are_refuted_at_simple_points(
    formula: Any, where: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry, "MOST_NEAR", 0)  # the search itself: what is shown is looked for after it
    evidence = answer(IntervalProver(), ask(formula, Everything()))
    assert evidence.outcome == "refuted" and evidence.violations == 1
    assert evidence.counterexample is not None
    assert dict(evidence.counterexample.arguments) == where


above_one = over(lambda C, x: C + x > 3, C=PositiveInteger, x=Annotated[Real, Reals(low=0, high=2)])
above_zero = over(lambda x: x > 0, x=Annotated[Real, Reals(low=0)])


@pytest.mark.parametrize(
    ("formula", "shown"), [(above_one, {"C": 2, "x": Fraction(1)}), (above_zero, {"x": 0})], ids=["inside", "at an end"]
)
def test_a_counterexample_is_at_an_end_of_a_range_only_where_no_other_is_near(formula: Any, shown: Any) -> None:
    evidence = answer(IntervalProver(), ask(formula, Everything()))
    assert evidence.counterexample is not None and dict(evidence.counterexample.arguments) == shown


@pytest.mark.slow
@pytest.mark.parametrize("formula", [formula for formula, _ in FALSE], ids=lambda f: f.__name__)
def test_no_certificate_is_found_for_a_false_inequality(formula: Any) -> None:
    asked = Inquiry("interval", ask(formula, Everything()), Budget())
    goals = [goal for clause in clauses_of(asked.check.statement) for goal in goals_of(clause, asked.ranges)]
    assert goals and all(certified(asked.signs, goal) is None for goal in goals)


narrow_dip = over(lambda x: Real.of(TINY) <= (x - Fraction(13371337, 10**8)) ** 2, x=Unit)


def test_a_region_narrower_than_any_grid_is_found_by_branch_and_bound() -> None:
    evidence = answer(IntervalProver(), ask(narrow_dip, Everything()))
    assert evidence.outcome == "refuted" and evidence.counterexample is not None
    x = evidence.counterexample.arguments["x"]
    assert isinstance(x, Fraction) and (x - Fraction(13371337, 10**8)) ** 2 < TINY


undefined_below_zero = over(lambda x: ln(x) <= x - 1, x=Line)
undefined_premise = over(lambda x: when(Real.of(0) < ln(x), Real.of(1) < x), x=Line)
premise_cancels_to_a_range = over(lambda x: when(Real.of(0) < Real.of(x) * ln(x) / ln(x), Real.of(0) < x), x=Line)
undefined_at_zero = over(lambda x: equals(Real.of(x) / x, 1), x=Line)
defined_at_zero_only_after_cancelling = over(lambda x: Real.of(0) <= Real.of(x) ** 2 / x, x=FromZero)
empty_premise = over(lambda x: when([Real.of(x) < 0, Real.of(1) < x], Real.of(x) < x - 1), x=Line)
fails_at_an_irrational_point = over(lambda x: Real.of(0) < (Real.of(x) ** 2 - 2) ** 2, x=Line)
tie_at_an_irrational_end = over(lambda y: Real.of(y) < ln(2), y=Annotated[Any, Reals(low=0, high=ln(2))])


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


@pytest.mark.slow
@pytest.mark.parametrize("formula", OPEN, ids=lambda f: f.__name__)
def test_undefined_empty_and_irrational_failures_stay_open(formula: Any) -> None:
    assert answer(IntervalProver(), ask(formula, Everything())).outcome == "open"


both = over(lambda x: square(x) & tangent(x), x=PositiveReal)
two_integers = over(lambda n, k: Real.of(0) < n + k, n=PositiveInteger, k=Natural)
overlapping_products = over(
    lambda x, y: (Real.of(x) * y <= Fraction(3, 5)) | (Real.of(Fraction(1, 2)) <= x * y), x=Unit, y=Unit
)
fails_at_a_positive_irrational_point = over(lambda x: fails_at_an_irrational_point(x) | (Real.of(x) < 0), x=Line)


TANGENT = "x - log(x) - 1 >= 0 on x in (0, oo): falls to x = 1 and rises from there"
SQUARE = "x**2 - 2*x + 1 >= 0 factors as (x - 1)**2"


@pytest.mark.parametrize(
    ("formula", "outcome", "detail"),
    [
        (both, "proved", f"{SQUARE}; {TANGENT}"),
        (tie_everywhere, "proved", "2 * ln(x) <= ln(x**2): decided by its constants"),
        (
            two_integers,
            "proved",
            "integer k, n taken as real where that is stronger; "
            "k + n > 0: with n = n' + 1 every coefficient is nonnegative",
        ),
        (tie_at_closed_end, "refuted", ""),
        (empty_premise, "open", "no point was found at which the hypothesis holds: it may hold nowhere"),
        (fails_at_a_positive_irrational_point, "open", "no certificate for: 0 < (x**2 - 2)**2 or x < 0"),
    ],
)
def test_the_detail_says_what_rests_on_what(formula: Any, outcome: str, detail: str) -> None:
    evidence = IntervalProver().run(ask(formula, Everything()), Budget(cases=300))
    assert (evidence.outcome, evidence.detail) == (outcome, detail)


def points_of(formula: Any) -> int:
    return len(list(simple_points(PointCheck(ask(formula, Everything())))))


def test_the_evidence_counts_points_and_boxes() -> None:
    formulas = (square, tie_at_closed_end, empty_premise, overlapping_products)
    proved, refuted, empty, searched = (answer(IntervalProver(), ask(f, Everything())) for f in formulas)
    assert (proved.cases, refuted.cases, empty.cases) == (FIRST_POINTS, 2, FIRST_POINTS)
    boxes = re.fullmatch(r"1/2 <= x \* y or x \* y <= 3/5: Arb, (\d+) boxes", searched.detail)
    assert boxes is not None and searched.cases == FIRST_POINTS + int(boxes[1]) < points_of(overlapping_products)
    assert (proved.premise_cases, refuted.premise_cases, empty.premise_cases) == (None, None, 0)
    assert (proved.violations, refuted.violations, proved.counterexample) == (0, 1, None)
    assert (proved.prover, proved.universe, proved.size) == ("interval", "all values of the parameters", None)
    assert proved.command == ask(square, Everything()).command and proved.seconds > 0


@pytest.mark.parametrize(
    ("cases", "formula", "outcome", "examined"),
    [
        (0, square, "open", 0),
        (1, square, "proved", 1),
        (1, tie_at_closed_end, "open", 1),
        (2, tie_at_closed_end, "refuted", 2),
    ],
)
def test_a_budget_bounds_the_points(cases: int, formula: Any, outcome: str, examined: int) -> None:
    evidence = IntervalProver().run(ask(formula, Everything()), Budget(cases=cases))
    assert evidence.outcome == outcome and examined <= evidence.cases <= 13 * examined


counts = over(lambda n: Real.of(0) <= binomial(n, 1), n=Natural)
needs_numbers = over(lambda n: all(Real.of(i) <= n for i in range(n)), n=PositiveInteger)


@pytest.mark.parametrize(
    ("formula", "universe", "reason"),
    [
        (
            counts,
            Everything(),
            "the statement has sums or binomials, which have no enclosure where the limits are not fixed",
        ),
        (
            needs_numbers,
            Everything(),
            "the formula needs concrete numbers: 'Real' object cannot be interpreted as an integer",
        ),
        (
            tangent,
            Box({"x": 3}, {"x": 0}),
            "intervals answer for all values of the parameters, not for a finite universe",
        ),
    ],
)
def test_what_is_out_of_reach_is_refused_with_a_reason(formula: Any, universe: Any, reason: str) -> None:
    assert IntervalProver().supports(ask(formula, universe), Budget()) == reason


def test_statements_with_sums_are_tried_at_fewer_points() -> None:
    inquiries = [Inquiry("test", ask(formula, Everything()), Budget()) for formula in (counts, tangent)]
    assert [one.points for one in inquiries] == [400, 1000]


# ---- Cases by the ends of ranges, where a power has no logarithm, and by the order of two symbols


def divergence(p: Any, q: Any) -> Any:
    return p * ln(p / q) + (1 - p) * ln((1 - p) / (1 - q))


THREE = {"x": PositiveReal, "y": PositiveReal, "z": PositiveReal}
SIGNED_UNIT = Annotated[Any, Reals(low=-1, high=1)]
AT_ENDS = [
    over(lambda x, n: Real.of(x) ** n <= 1, x=Unit, n=Natural),
    over(lambda x, n: Real.of(x) ** (n + 1) <= Real.of(x) ** n, x=Unit, n=Natural),
    over(lambda x, n: Real.of(1 - x) ** n <= exp(-n * x), x=Unit, n=Natural),
    over(lambda x, n: 1 + n * x <= Real.of(1 + x) ** n, x=SIGNED_UNIT, n=Natural),
    over(lambda x, y, n: when(x <= y, Real.of(x) ** n <= Real.of(y) ** n), x=Unit, y=Unit, n=Natural),
    over(lambda x, y: Real.of(x * y) ** Fraction(1, 2) <= (x + y) / 2, x=FromZero, y=FromZero),
    over(lambda x, y: Real.of(x) ** y <= 1, x=Unit, y=FromZero),
    over(lambda p, q: divergence(p, q) >= 2 * (p - q) ** 2, p=OpenUnit, q=OpenUnit),  # Pinsker, for two outcomes
    over(lambda x, y: x * ln(x / y) >= x - y, x=PositiveReal, y=PositiveReal),
    over(lambda x, y, z: x / (y + z) + y / (x + z) + z / (x + y) >= Fraction(3, 2), **THREE),  # Nesbitt
    over(lambda x, y, z: x * (x - y) * (x - z) + y * (y - x) * (y - z) + z * (z - x) * (z - y) >= 0, **THREE),  # Schur
    over(lambda x, y, z: 3 * x * y * z <= Real.of(x) ** 3 + Real.of(y) ** 3 + Real.of(z) ** 3, **THREE),
]
NOT_AT_ENDS = [
    over(lambda x, n: Real.of(x) ** n < 1, x=HalfOpenUnit, n=Natural),  # n = 0
    over(lambda x, n: Real.of(x) ** n > 0, x=Unit, n=PositiveInteger),  # x = 0
    over(lambda x, n: when(x <= 0, Real.of(x) ** n <= 0), x=Unit, n=Natural),  # 0^0 is 1
    over(lambda x, y: when(x <= 0, Real.of(x) ** y <= 0), x=Unit, y=FromZero),
    over(lambda x, n: Real.of(1 - x) ** n <= 1 - x, x=Unit, n=Natural),  # x = 1, n = 0
    over(lambda x, n: Real.of(x) ** n >= 0, x=SIGNED_UNIT, n=Natural),  # below 0
    over(lambda p, q: divergence(p, q) >= Fraction(21, 10) * (p - q) ** 2, p=OpenUnit, q=OpenUnit),
    over(lambda p, q: divergence(p, q) >= 2 * (p - q), p=OpenUnit, q=OpenUnit),  # in one order alone
    over(lambda p, q: divergence(p, q) > 0, p=OpenUnit, q=OpenUnit),  # in both, and not between them
    over(lambda x, y, z: x / (y + z) + y / (x + z) + z / (x + y) >= Fraction(3, 2) + TINY, **THREE),
    over(lambda x, y, z: 3 * x * y * z < Real.of(x) ** 3 + Real.of(y) ** 3 + Real.of(z) ** 3, **THREE),
]
WITHOUT_A_VALUE = [
    over(lambda x, n: Real.of(x) ** (n - 1) >= 0, x=Unit, n=Natural),  # 1/0
    over(lambda x, y, n: when(x <= 0, Real.of(x / y) ** n <= 1), x=Unit, y=Unit, n=PositiveInteger),  # 0 * (1/0)
    over(lambda x, n: Real.of(x) ** (n * (x / x)) <= 1, x=Unit, n=PositiveInteger),
]


@pytest.mark.parametrize("formula", AT_ENDS, ids=lambda f: f.__name__)
def test_powers_of_what_may_be_zero_are_bounded_by_cases(formula: Any) -> None:
    assert answer(IntervalProver(), ask(formula, Everything())).outcome == "proved"


@pytest.mark.parametrize("formula", NOT_AT_ENDS + WITHOUT_A_VALUE, ids=lambda f: f.__name__)
def test_no_cases_show_what_fails_at_an_end(formula: Any) -> None:
    assert isinstance(Inquiry("interval", ask(formula, Everything()), Budget()).steps(settled), Unsettled)


@pytest.mark.parametrize("formula", WITHOUT_A_VALUE, ids=lambda f: f.__name__)
def test_what_has_no_value_at_an_end_stays_open(formula: Any) -> None:
    assert answer(IntervalProver(), ask(formula, Everything())).outcome == "open"
