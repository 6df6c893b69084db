"""What a learner promises: its privacy on every sample, and its accuracy from so many rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from littlestone.impl.classes.samples import Example, needs
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.learning.learning import Goal, ceiling, exponential_sample_bound
from littlestone.spec.learning.privacy import checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import ParameterError, exact, is_true

REPLACE_ONE = "replace one row"


@dataclass(frozen=True, slots=True)
class Guarantee:
    """(epsilon, delta)-privacy under a neighbouring relation, and (alpha, beta)-accuracy from ``rows`` rows on.

    Accuracy is for samples labelled by a function of the class; privacy is for all. Raises PrivacyParameterError on
    epsilon <= 0 or delta outside [0, 1], and ParameterError on alpha or beta outside (0, 1].
    """

    epsilon: Expression
    alpha: Expression
    beta: Expression
    rows: int
    delta: Expression = Fraction(0)
    neighbours: str = REPLACE_ONE

    def __post_init__(self) -> None:
        checked_epsilon(self.epsilon)
        checked_delta(self.delta)
        _checked_goal(Goal(self.alpha, self.beta, self.epsilon))

    def check(self, sample: Sequence[Example]) -> None:
        """Raise SampleError where the sample is smaller than the accuracy needs."""
        needs(sample, self.rows, f"({self.alpha}, {self.beta})-accuracy")


def _checked_goal(goal: Goal) -> Goal:
    for name, value in (("alpha", goal.alpha), ("beta", goal.beta)):
        if not (is_true(exact(value) > 0) and is_true(exact(value) <= 1)):
            raise ParameterError(name, value, "in (0, 1]")
    checked_epsilon(goal.epsilon)
    return goal


def of_exponential_mechanism(size: int, goal: Goal) -> Guarantee:
    """Of the exponential-mechanism learner over so many hypotheses (BGS21 ALG.EXPLEARN)."""
    rows = exponential_sample_bound(size, _checked_goal(goal))
    return Guarantee(goal.epsilon, goal.alpha, goal.beta, rows)


def bit_goal(goal: Goal, bits: int) -> Goal:
    """What each of L binary learners must reach: alpha / L and beta / L at the same epsilon (BGS21 T3.1)."""
    return Goal(exact(Real.of(goal.alpha) / bits), exact(Real.of(goal.beta) / bits), goal.epsilon)


def of_multiclass(sizes: Sequence[int], goal: Goal) -> Guarantee:
    """Of figure 1 over exponential mechanisms whose classes, one for each bit, have these sizes (BGS21 T3.1)."""
    each = bit_goal(_checked_goal(goal), len(sizes))
    return Guarantee(goal.epsilon, goal.alpha, goal.beta, sum(exponential_sample_bound(size, each) for size in sizes))


def of_representation(largest: int, alpha: Expression, beta: Expression, epsilon: Expression) -> Guarantee:
    """Of REPLEARN over an (alpha, beta)-representation by classes of at most ``largest`` functions (BGS21 L8.3).

    It is (6 alpha, 4 beta)-accurate; raises ParameterError where that is beyond 1.
    """
    a, union = Real.of(alpha), ln(largest / Real.of(beta))
    bounds = (3 / a * ln(1 / Real.of(beta)), 2 / (a * epsilon) * union, Fraction(4, 3) / a * union)
    return Guarantee(epsilon, exact(6 * a), exact(4 * Real.of(beta)), max(map(ceiling, bounds)))
