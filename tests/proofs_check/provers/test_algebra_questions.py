"""Which questions the algebra prover takes, and the papers' claims that it proves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.questions import ask, over

from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Box, Everything
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Real, binomial, equals, ln, symbol
from littlestone.spec.claim import when
from littlestone.spec.domains import Natural, PositiveReal

i = symbol("i")


def binomial_sum(n: Any, x: Any, high: Any) -> Real:
    return finite_sum(binomial(n, i) * Real.of(x) ** i, "i", 0, high)


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
