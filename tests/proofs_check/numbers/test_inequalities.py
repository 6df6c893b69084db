"""Clauses of statements about reals, and what their hypotheses say about the ranges of the symbols."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from helpers.questions import over

from littlestone.proofs_check.numbers.clauses import (
    MOST_CLAUSES,
    TooManyClauses,
    clauses_of,
    cuts_ranges,
    negation,
    why_not_about_reals,
)
from littlestone.proofs_check.numbers.inequalities import Goal, goals_of, narrowed, relative, variants
from littlestone.proofs_check.numbers.symbolic_reals import Ranges, ranges_of
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of, atom
from littlestone.spec.algebra.reals import Comparison, NotExact, Real, equals, exp, ln, symbol
from littlestone.spec.claim import Claim, Conditional, Constant, when
from littlestone.spec.domains import Binary, Natural, Naturals, PositiveReal, Reals

x, y, z, k = (symbol(name) for name in "xyzk")
A, B, C = x <= 1, y <= 2, x < y
LINE = Reals()


def written(statement: Any) -> list[set[str]]:
    conditional = statement if isinstance(statement, Conditional) else Conditional(TRUE, statement)
    return [set(map(str, clause)) for clause in clauses_of(conditional)]


@pytest.mark.parametrize(
    ("statement", "clauses"),
    [
        (A, [{"x <= 1"}]),
        (~A, [{"1 < x"}]),
        (A & B, [{"x <= 1"}, {"y <= 2"}]),
        (A | B, [{"x <= 1", "y <= 2"}]),
        (~(A & B), [{"1 < x", "2 < y"}]),
        (~(A | B), [{"1 < x"}, {"2 < y"}]),
        (A ^ B, [{"x <= 1", "y <= 2"}, {"1 < x", "2 < y"}]),
        (when(A, B), [{"1 < x", "y <= 2"}]),
        (when(A & B, C), [{"1 < x", "2 < y", "x < y"}]),
        (when(A | B, C), [{"1 < x", "x < y"}, {"2 < y", "x < y"}]),
        (when(equals(x, 1), ~C), [{"x != 1", "y <= x"}]),
        (TRUE, []),
        (FALSE, [set()]),
        (when(FALSE, A), []),
    ],
)
def test_a_statement_is_the_conjunction_of_its_clauses(statement: Any, clauses: list[set[str]]) -> None:
    assert sorted(written(statement), key=sorted) == sorted(clauses, key=sorted)


def comparison(truth: Truth) -> Comparison:
    assert isinstance(truth.payload, Comparison)
    return truth.payload


@pytest.mark.parametrize(("truth", "negated"), [(x <= y, "y < x"), (x < y, "y <= x"), (equals(x, y), "x != y")])
def test_a_negation_holds_where_the_comparison_does_not(truth: Truth, negated: str) -> None:
    assert str(negation(comparison(truth))) == negated
    assert negation(negation(comparison(truth))) == comparison(truth)


def pairs(number: int) -> Truth:
    """A statement of 2^number clauses."""
    return any_of((symbol(f"a{i}") <= 0) & (symbol(f"b{i}") <= 0) for i in range(number))


def test_statements_of_many_clauses_are_refused() -> None:
    assert len(clauses_of(Conditional(TRUE, pairs(6)))) == MOST_CLAUSES == 64
    with pytest.raises(TooManyClauses, match="the statement has more than 64 clauses"):
        clauses_of(Conditional(TRUE, pairs(7)))
    with pytest.raises(TooManyClauses):
        clauses_of(Conditional(TRUE, pairs(6) & C))


def test_parameters_become_symbols_and_constants_keep_their_values() -> None:
    def scaled(x: PositiveReal, y: PositiveReal, factor: int) -> Truth:
        return Real.of(x) <= factor * y

    claim = Claim("TEST.inequalities", "test", "lemma", scaled, {"factor": Constant(3)})
    for factor in (3, 7):
        statement = Question(claim, {"factor": factor}, Everything()).about_symbols
        assert written(statement) == [{f"x <= {factor} * y"}]


def why_not(formula: Any) -> str | None:
    return why_not_about_reals(Question(Claim("TEST.inequalities", "test", "lemma", formula, {}), {}, Everything()))


USUAL = {"x": PositiveReal}
about_reals = over(lambda x: Real.of(x) <= 1, USUAL)
about_classes = over(lambda H: H.nonempty(), H=Binary)
needs_a_number = over(lambda x: all_of(Real.of(i) <= x for i in range(x)), USUAL)
with_a_conjecture = over(lambda x: (Real.of(x) <= 1) & atom("a conjecture"), USUAL)
with_many_clauses = over(lambda x: any_of((x <= 3 * i) & (x >= i + 2) for i in range(7)), USUAL)


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (about_reals, None),
        (about_classes, "the claim is not about real and integer parameters alone"),
        (needs_a_number, "the formula needs concrete numbers: 'Real' object cannot be interpreted as an integer"),
        (
            with_a_conjecture,
            "the formula needs concrete numbers: 'a conjecture' is not a comparison of real expressions",
        ),
        (with_many_clauses, "the statement has more than 64 clauses"),
    ],
)
def test_what_is_no_statement_about_reals_has_a_reason(formula: Any, reason: str | None) -> None:
    assert why_not(formula) == reason


UNIT = Reals(low=0, high=1)
HALF_OPEN = Reals(low=0, high=1, high_open=True)
OPEN_UNIT = Reals(low=0, high=1, low_open=True, high_open=True)
POSITIVE = Reals(low=0, low_open=True)
FROM_ZERO, FROM_ONE, FROM_TWO = (Reals(low=end) for end in range(3))
TO_FIVE = Reals(high=5)
INTEGER = Naturals(0)


def test_there_is_a_goal_for_each_comparison_of_a_clause_the_longest_first() -> None:
    (clause,) = clauses_of(Conditional(TRUE, (x <= 1) | (x + y <= 22) | C))
    goals = [*goals_of(clause, ranges_of({"x": LINE, "y": LINE}))]
    assert [(str(goal.comparison), [*map(str, goal.hypotheses)]) for goal in goals] == [
        ("x + y <= 22", ["y <= x", "1 < x"]),
        ("x <= 1", ["22 < x + y", "y <= x"]),
        ("x < y", ["22 < x + y", "1 < x"]),
    ]
    assert [spans(goal.ranges)["x"] for goal in goals] == ["(1, oo)", "(-oo, oo)", "(1, oo)"]
    (clause,) = clauses_of(Conditional(TRUE, (x <= 1) | (z <= 1) | (y <= 1)))
    goals = [*goals_of(clause, ranges_of(dict.fromkeys("xyz", LINE)))]
    assert [str(goal.comparison) for goal in goals] == ["z <= 1", "y <= 1", "x <= 1"]


def goal_under(hypotheses: list[Truth], domains: dict[str, Any]) -> Goal:
    return Goal(comparison(x <= 0), tuple(map(comparison, hypotheses)), ranges_of(domains))


def spans(ranges: Ranges) -> dict[str, str]:
    return {symbol.name: str(span) for symbol, span in ranges.spans}


@pytest.mark.parametrize(
    ("hypotheses", "domains", "cut"),
    [
        ([x <= 1], {"x": LINE}, {"x": "(-oo, 1]"}),
        ([x > 1], {"x": LINE}, {"x": "(1, oo)"}),
        ([k > 1], {"k": INTEGER}, {"k": "[2, oo)"}),
        ([k >= 1], {"k": INTEGER}, {"k": "[1, oo)"}),
        ([Fraction(3, 2) < k], {"k": INTEGER}, {"k": "(3/2, oo)"}),
        ([k < 3], {"k": INTEGER}, {"k": "[0, 3)"}),
        ([2 * x <= 3], {"x": LINE}, {"x": "(-oo, 3/2]"}),
        ([-2 * x <= 3], {"x": LINE}, {"x": "[-3/2, oo)"}),
        ([ln(2) * x <= 1], {"x": LINE}, {"x": "(-oo, 1/log(2)]"}),
        ([Fraction(1, 2) < y, y < Fraction(3, 4)], {"y": UNIT}, {"y": "(1/2, 3/4)"}),
        # an end that is there already is kept, unless the hypothesis leaves it out
        ([y <= 5], {"y": UNIT}, {"y": "[0, 1]"}),
        ([y > -1], {"y": UNIT}, {"y": "[0, 1]"}),
        ([y >= Fraction(1, 2)], {"y": FROM_ONE}, {"y": "[1, oo)"}),
        ([y <= 6], {"y": TO_FIVE}, {"y": "(-oo, 5]"}),
        ([y <= 1], {"y": HALF_OPEN}, {"y": "[0, 1)"}),
        ([y < 1], {"y": UNIT}, {"y": "[0, 1)"}),
        ([y > 0], {"y": UNIT}, {"y": "(0, 1]"}),
        ([y >= 0], {"y": OPEN_UNIT}, {"y": "(0, 1)"}),
        # at the extreme value of the other symbols, where it is attained or not
        ([y <= x], {"x": LINE, "y": UNIT}, {"x": "[0, oo)", "y": "[0, 1]"}),
        ([y < x], {"x": LINE, "y": UNIT}, {"x": "(0, oo)", "y": "[0, 1]"}),
        ([y <= x], {"x": LINE, "y": OPEN_UNIT}, {"x": "(0, oo)", "y": "(0, 1)"}),
        ([x <= y], {"x": LINE, "y": UNIT}, {"x": "(-oo, 1]", "y": "[0, 1]"}),
        ([x <= y], {"x": LINE, "y": HALF_OPEN}, {"x": "(-oo, 1)", "y": "[0, 1)"}),
        ([x <= -y], {"x": LINE, "y": HALF_OPEN}, {"x": "(-oo, 0]", "y": "[0, 1)"}),
        ([x + y <= 1], {"x": LINE, "y": UNIT}, {"x": "(-oo, 1]", "y": "[0, 1]"}),
        ([x <= y + z], {"x": LINE, "y": UNIT, "z": HALF_OPEN}, {"x": "(-oo, 2)", "y": "[0, 1]", "z": "[0, 1)"}),
        ([x <= y + z], {"x": LINE, "y": HALF_OPEN, "z": UNIT}, {"x": "(-oo, 2)", "y": "[0, 1)", "z": "[0, 1]"}),
        ([x <= y * ln(2) - y], {"x": LINE, "y": UNIT}, {"x": "(-oo, 0]", "y": "[0, 1]"}),
        ([x + y <= 1], {"x": LINE, "y": LINE}, {"x": "(-oo, oo)", "y": "(-oo, oo)"}),
        ([y <= x], {"x": POSITIVE, "y": LINE}, {"x": "(0, oo)", "y": "(-oo, oo)"}),
        # from one hypothesis to the next, whatever their order
        (
            [z <= x, x <= y, y <= k],
            {"x": LINE, "y": LINE, "z": LINE, "k": UNIT},
            {"x": "(-oo, 1]", "y": "(-oo, 1]", "z": "(-oo, 1]", "k": "[0, 1]"},
        ),
        # not where it is not affine, not an inequality, or may be undefined
        ([x <= y * z], {"x": LINE, "y": UNIT, "z": UNIT}, {"x": "(-oo, oo)", "y": "[0, 1]", "z": "[0, 1]"}),
        ([x**2 <= x], {"x": LINE}, {"x": "(-oo, oo)"}),
        ([equals(x, 1)], {"x": LINE}, {"x": "(-oo, oo)"}),
        ([x + ln(x) - ln(x) <= 1], {"x": POSITIVE}, {"x": "(0, oo)"}),
    ],
)
def test_hypotheses_cut_ranges(hypotheses: list[Truth], domains: dict[str, Any], cut: dict[str, str]) -> None:
    assert spans(narrowed(goal_under(hypotheses, domains)).ranges) == cut


def test_only_inequalities_between_polynomials_cut_ranges() -> None:
    cutting = [x**2 <= 1, x**99 <= 1, exp(1) * x <= 1, ln(2) <= x, x < y]
    others = [
        x**100 <= 1, x ** Fraction(1, 2) <= 1, 1 / x <= 1, exp(x) <= 1, exp(x) >= 1, x**y <= 1, ln(x) <= 1,
        equals(x, 1), ln(x) ** 2 <= 1, x * ln(x) <= 1, ln(x) > 1,
    ]  # fmt: skip
    assert all(cuts_ranges(comparison(each)) for each in cutting)
    assert not any(cuts_ranges(comparison(each)) for each in others)


@pytest.mark.parametrize(
    ("hypotheses", "domains", "ranges", "replaced"),
    [
        ([x < y], {"x": POSITIVE, "y": POSITIVE}, {"x": "(0, oo)", "y.slack": "(0, oo)"}, {"y": "x + y.slack"}),
        ([x <= y], {"x": POSITIVE, "y": POSITIVE}, {"x": "(0, oo)", "y.slack": "[0, oo)"}, {"y": "x + y.slack"}),
        ([x <= y], {"x": LINE, "y": LINE}, {"x": "(-oo, oo)", "y.slack": "[0, oo)"}, {"y": "x + y.slack"}),
        ([x <= y], {"x": FROM_ONE, "y": LINE}, {"x": "[1, oo)", "y.slack": "[0, oo)"}, {"y": "x + y.slack"}),
        ([x <= y], {"x": FROM_TWO, "y": FROM_ONE}, {"x": "[2, oo)", "y.slack": "[0, oo)"}, {"y": "x + y.slack"}),
        (
            [x <= 2 * y],
            {"x": FROM_ZERO, "y": FROM_ZERO},
            {"x": "[0, oo)", "y.slack": "[0, oo)"},
            {"y": "x/2 + y.slack"},
        ),
        (
            [2 * x + 1 <= y],
            {"x": FROM_ZERO, "y": FROM_ZERO},
            {"x": "[0, oo)", "y.slack": "[0, oo)"},
            {"y": "2*x + y.slack + 1"},
        ),
        (
            [x <= y, y <= z],
            {"x": FROM_ZERO, "y": FROM_ZERO, "z": FROM_ZERO},
            {"x": "[0, oo)", "y.slack": "[0, oo)", "z.slack": "[0, oo)"},
            {"y": "x + y.slack", "z": "x + y.slack + z.slack"},
        ),
        # the bound does not imply y's own low end, or y has a high end: x is a share of the bound
        ([x < y], {"x": FROM_ZERO, "y": FROM_TWO}, {"y": "[2, oo)", "x.share": "[0, 1)"}, {"x": "x.share*y"}),
        ([x <= y], {"x": FROM_ZERO, "y": POSITIVE}, {"y": "(0, oo)", "x.share": "[0, 1]"}, {"x": "x.share*y"}),
        ([x <= y], {"x": POSITIVE, "y": UNIT}, {"y": "[0, 1]", "x.share": "(0, 1]"}, {"x": "x.share*y"}),
        ([2 * x <= y], {"x": FROM_ZERO, "y": UNIT}, {"y": "[0, 1]", "x.share": "[0, 1]"}, {"x": "x.share*y/2"}),
        (
            [x <= y],
            {"x": FROM_ONE, "y": TO_FIVE},
            {"y": "(-oo, 5]", "x.share": "[0, 1]"},
            {"x": "x.share*y - x.share + 1"},
        ),
        (
            [x + y <= 3],
            {"x": FROM_ZERO, "y": FROM_ZERO},
            {"y": "[0, oo)", "x.share": "[0, 1]"},
            {"x": "-x.share*y + 3*x.share"},
        ),
        # no value of the bound is above the high end of x
        ([x <= y], {"x": UNIT, "y": UNIT}, {"y": "[0, 1]", "x.share": "[0, 1]"}, {"x": "x.share*y"}),
        ([x <= y / 2], {"x": UNIT, "y": UNIT}, {"y": "[0, 1]", "x.share": "[0, 1]"}, {"x": "x.share*y/2"}),
        # nothing relates two symbols by a line with rational slopes, or no end lets it be used
        ([x <= 1], {"x": FROM_ZERO}, {"x": "[0, oo)"}, {}),
        ([x <= ln(2) * y], {"x": FROM_ZERO, "y": FROM_ZERO}, {"x": "[0, oo)", "y": "[0, oo)"}, {}),
        ([x * y <= z], {"x": LINE, "y": LINE, "z": LINE}, dict.fromkeys("xyz", "(-oo, oo)"), {}),
        ([x <= 2 * y], {"x": UNIT, "y": UNIT}, {"x": "[0, 1]", "y": "[0, 1]"}, {}),
        ([y <= x / 2], {"x": FROM_TWO, "y": UNIT}, {"x": "[2, oo)", "y": "[0, 1]"}, {}),
        ([x <= y], {"x": LINE, "y": POSITIVE}, {"x": "(-oo, oo)", "y": "(0, oo)"}, {}),
        ([x <= y], {"x": TO_FIVE, "y": FROM_ZERO}, {"x": "(-oo, 5]", "y": "[0, oo)"}, {}),
        ([ln(x) <= y], {"x": POSITIVE, "y": POSITIVE}, {"x": "(0, oo)", "y": "(0, oo)"}, {}),
    ],
)
def test_hypotheses_between_two_symbols_become_ranges(
    hypotheses: list[Truth], domains: dict[str, Any], ranges: dict[str, str], replaced: dict[str, str]
) -> None:
    goal = goal_under(hypotheses, domains)
    found, substituted = relative(goal)
    assert spans(found) == ranges
    assert {name: str(substituted(goal.ranges.named(name))) for name in domains} == {n: n for n in domains} | replaced
    assert next(variants(goal))[1](goal.ranges.named("x")) is goal.ranges.named("x")
    assert [spans(each) for each, _ in variants(goal)] == [spans(goal.ranges), ranges][: 2 if replaced else 1]


def test_a_slack_is_no_integer_and_symbols_keep_their_signs() -> None:
    ranges, substituted = relative(goal_under([x < y], {"x": INTEGER, "y": INTEGER}))
    assert {each.name for each in ranges.integral} == {"x"} and substituted(ranges.named("x")).is_nonnegative
    assert ranges.named("y.slack").is_positive
    narrow = narrowed(goal_under([FROM_ZERO.low < x, x < y], {"x": FROM_ZERO, "y": LINE}))
    assert relative(narrow)[0].named("x").is_positive


def with_a_float(n: Any) -> Any:
    return 0.5 + n >= 1


def test_a_float_is_the_formulas_fault_though_integers_would_take_it() -> None:
    def formula(n: Natural) -> Any:
        return with_a_float(n)

    with pytest.raises(NotExact, match=r"^0\.5 is not exact"):
        why_not(formula)
