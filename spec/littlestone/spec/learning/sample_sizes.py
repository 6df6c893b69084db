"""What is asked of a learner, and the rows that it takes: bounds and plans."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling


@dataclass(frozen=True, slots=True)
class Goal:
    """What a learner is asked for: accuracy alpha and confidence beta in (0, 1], privacy epsilon > 0."""

    alpha: Expression
    beta: Expression
    epsilon: Expression


def exponential_sample_bound(size: int, goal: Goal) -> int:
    """Rows with which the exponential-mechanism learner over so many hypotheses meets the goal (BGS21 ALG.EXPLEARN).

    max((4 / (epsilon alpha)) ln(2 size / beta), (8 / alpha) ln(2 size / beta)), rounded up; 0 for one hypothesis.
    """
    if size <= 1:
        return 0
    union = ln(Fraction(2 * size) / Real.of(goal.beta))
    return max(ceiling(4 * union / (goal.epsilon * Real.of(goal.alpha))), ceiling(8 * union / goal.alpha))


@dataclass(frozen=True, slots=True)
class ConfidencePlan:
    """How confidence is boosted: how many runs, the rows of each, the validation rows and the selection's epsilon."""

    runs: int
    rows: int
    validation: int
    epsilon: Expression

    @property
    def sample_size(self) -> int:
        """All rows."""
        return self.runs * self.rows + self.validation


@dataclass(frozen=True, slots=True)
class BoostingPlan:
    """How accuracy is boosted: the rounds, the rows of each weak learner, the measure's density and its rate."""

    rounds: int
    rows: int
    density: Fraction
    rate: Expression = Fraction(1, 24)
