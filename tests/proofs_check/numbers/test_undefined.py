"""What is not defined somewhere in its range is never proved, refuted or checked there; where guarded it still is."""

from typing import Annotated, Any

import pytest
from helpers.questions import over

from littlestone.proofs_check.numbers.points import PointCheck
from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.provers.box import BoxProver
from littlestone.proofs_check.provers.interval import IntervalProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Box, Everything, Question
from littlestone.spec.algebra.circuit import ATOM, TRUE
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Real, exp, ln, log2, symbol
from littlestone.spec.claim import Claim, when
from littlestone.spec.domains import Natural, PositiveReal, Reals

Line = Annotated[Any, Reals()]
FromZero = Annotated[Any, Reals(low=0)]
FromOne = Annotated[Any, Reals(low=1)]
PROVERS = (AlgebraProver(), IntervalProver())


def asked(formula: Any) -> Question:
    return Question(Claim("TEST.undefined", "test", "lemma", formula, {}), {}, Everything())


def outcomes(formula: Any) -> set[str]:
    question, budget = asked(formula), Budget(cases=200)
    return {prover.run(question, budget).outcome for prover in PROVERS if prover.supports(question, budget) is None}


# Each is true wherever it is defined, and undefined at 0 or below
PARTLY_UNDEFINED: list[Any] = [
    lambda x: ln(x) ** 0 <= 1,
    lambda x: (1 / x) ** 0 == 1,
    lambda x: 1 / x - 1 / x == 0,
    lambda x: x / x == 1,
    lambda x: 0 * ln(x) <= 1,
    lambda x: ln(x) - ln(x) <= 0,
    lambda x: ln(x) == ln(x),
    lambda x: 1 ** ln(x) <= 2,
    lambda x: Real.of(1) ** ln(x) <= 2,
    lambda x: exp(ln(x)) <= x,
    lambda x: exp(0 / x) == 1,
    lambda x: log2(x) ** 0 >= 1,
    lambda x: ((1 / x) ** 0) ** 2 <= 1,
    lambda x: (x * (1 / x) - 1) ** 0 == 1,
    lambda x: ~(ln(x) ** 0 < 1),
    lambda x: (ln(x) <= 1) | (ln(x) > 1),
    lambda x: when(x <= 5, ln(x) ** 0 <= 1),
    lambda x: when(ln(x) ** 0 <= 1, x >= 1),
    lambda x: finite_sum(0 / x, "i", 1, 3) <= 0,
    lambda x: finite_sum(ln(x) ** 0, "i", 1, 3) <= 3,
]


@pytest.mark.parametrize("body", PARTLY_UNDEFINED)
def test_what_is_undefined_somewhere_is_not_proved(body: Any) -> None:
    def statement(x: FromZero) -> Any:
        return body(x)

    check = PointCheck(asked(statement))
    assert True not in (check.values({"x": 0})[1], check.is_violation({"x": 0}))
    assert "proved" not in outcomes(statement)


@pytest.mark.parametrize("body", PARTLY_UNDEFINED[:-4])
def test_where_it_is_defined_it_is_proved(body: Any) -> None:
    def statement(x: FromOne) -> Any:
        return body(x)

    assert "proved" in outcomes(statement) and "refuted" not in outcomes(statement)


guarded = over(lambda x: when(x >= 1, ln(x) >= 0), x=FromZero)
either_way = over(lambda x: (1 / x >= 0) | (x <= 1), x=FromZero)
an_undefined_end = over(lambda x: when(x <= ln(-1), x <= 0), x=PositiveReal)
undefined_at_a_power_of_zero = over(lambda x, y: (1 / x) ** y >= 0, x=Line, y=FromZero)
undefined_term = over(lambda n: finite_sum(1 / symbol("i"), "i", 0, n) >= 0, n=Natural)
vanishing_term = over(lambda n: finite_sum(0 * ln(symbol("i")), "i", 0, n) == 0, n=Natural)


def test_a_guard_makes_it_defined() -> None:
    assert "proved" in outcomes(guarded) and "proved" in outcomes(either_way)


@pytest.mark.parametrize("formula", [an_undefined_end, undefined_at_a_power_of_zero, undefined_term, vanishing_term])
def test_undefined_ends_bases_and_terms_are_not_proved(formula: Any) -> None:
    assert "proved" not in outcomes(formula)


@pytest.mark.parametrize("formula", [lambda n: ln(n - 2) ** 0 == 1, lambda n: 0 * ln(n - 2) == 0])
def test_at_integers_it_stays_undecided(formula: Any) -> None:
    def statement(n: Natural) -> Any:
        return formula(n)

    question = Question(Claim("TEST.undefined", "test", "lemma", statement, {}), {}, Box({"n": 4}, {"n": 0}))
    evidence = BoxProver().run(question, Budget(cases=100))
    assert evidence.outcome == "open" and evidence.detail.startswith("3 cases undecided")


def test_closed_powers_are_defined_before_they_are_simplified() -> None:
    for undefined in (ln(-1) ** 0, (1 / Real.of(0)) ** 0, ln(0) ** (ln(2) - ln(2)), Real.of(1) ** ln(-1)):
        assert (undefined == 1).op is ATOM
    assert (ln(3) ** 0 == 1) is TRUE and (Real.of(0) ** 0 == 1) is TRUE
