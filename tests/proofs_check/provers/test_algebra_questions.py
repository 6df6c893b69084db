"""Which questions the algebra prover takes, and the papers' claims that it proves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.questions import ask

from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Box, Everything, Question
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Real, binomial, equals, ln, symbol
from littlestone.spec.bgs21 import section5_lower_bound, section5_sauer
from littlestone.spec.claim import CLAIMS, when
from littlestone.spec.domains import Natural, PositiveReal

i = symbol("i")


def binomial_sum(n: Any, x: Any, high: Any) -> Real:
    return finite_sum(binomial(n, i) * Real.of(x) ** i, "i", 0, high)


def plain_inequality(x: PositiveReal) -> Any:
    return ln(x) <= x - 1


def inequality_on_a_range(x: PositiveReal) -> Any:
    return when([Real.of(1) < x, Real.of(x) <= 7], ln(x) <= x - 1)


def plain_equation(x: PositiveReal) -> Any:
    return equals(ln(Real.of(x) ** 2), 2 * ln(x))


def premise_of_two_symbols(x: PositiveReal, y: PositiveReal) -> Any:
    return when(Real.of(x) < y, ln(x) < ln(y))


def premise_of_a_logarithm(x: PositiveReal) -> Any:
    return when(Real.of(1) < ln(x), Real.of(2) < x * ln(x))


def a_sum(n: Natural) -> Any:
    return Real.of(0) <= binomial_sum(n, 1, n)


def needs_a_number(n: Natural) -> Any:
    return all(Real.of(j) <= n for j in range(n))


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


@pytest.mark.slow
@pytest.mark.parametrize("claim_id", ["BGS21.C5.10", "BGS21.T5.6.eqA", "BGS21.T3.4.chain"])
def test_claims_of_the_paper_hold_and_their_mutants_die(claim_id: str) -> None:
    assert section5_lower_bound and section5_sauer
    claim = CLAIMS[claim_id]
    outcomes = [
        AlgebraProver().run(Question(claim, constants, Everything()), Budget()).outcome
        for constants in (claim.printed, *claim.mutants())
    ]
    assert outcomes == ["proved"] + ["refuted"] * len(claim.mutants()) and len(outcomes) > 1


@pytest.mark.parametrize("claim_id", ["BGS21.C5.10", "BGS21.T5.6.eqA"])
def test_claims_with_sums_hold_at_small_integers(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    for n in range(1, 7):
        for d in range(1, n + 1):
            for k in (1, 2, 5):
                statement = claim.state({"n": n, "d": d, "k": k})
                assert not bool(statement.premise) or bool(statement.conclusion)
