"""Coins whose chances are estimated: too many branches to walk, and runs of them under a small budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from helpers.questions import answer, ask_box
from littlestone.proofs_check.provers.estimate import EstimateProver
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import Statement
from littlestone.spec.learning.chances import Chance
from littlestone.spec.learning.randomness import Randomness

BUDGET = replace(QUICK.budget, trials=1000)


CONFIDENCE = "confidence 1 - 1e-9"


def out_of_reach(p: Fraction) -> Chance:
    """The chance p, behind more branches than a walk takes."""

    def event(source: Randomness) -> bool:
        source.uniform(10**6)
        return source.bernoulli(p)

    return Chance(f"a coin of {p}", event)


def coin(p: Fraction) -> Chance:
    return Chance(f"a coin of {p}", lambda source: source.bernoulli(p))


def estimated(formula: Callable[..., Statement], budget: Budget = BUDGET, **most: int) -> Evidence:
    return answer(EstimateProver(), ask_box(formula, **most), budget)


def seldom() -> Truth:
    """A coin of 1/10 falls on heads with chance at most 1/4."""
    return out_of_reach(Fraction(1, 10)) <= Fraction(1, 4)


def too_often() -> Truth:
    """A coin of 1/2 falls on heads with chance at most 1/4."""
    return out_of_reach(Fraction(1, 2)) <= Fraction(1, 4)


def hardly() -> Truth:
    """A coin of 1/4 falls on heads with chance at most 1/4, which no number of runs decides."""
    return out_of_reach(Fraction(1, 4)) <= Fraction(1, 4)
