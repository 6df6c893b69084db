"""The sizes of the improper learner: the chunks and rows with which it is as accurate as wanted (YAN25, X5).

The chunks are for the median by ranks (M4). At epsilon = 1, delta = 10^-6, alpha = 1/10 and beta = 1/20, thresholds on
2^b points need 97,010 rows up to b = 100 and 305,400 at b = 300; one logarithmic level (M5) needs 216,216 at b = 4 and
233,064 at b = 300: it pays only from somewhere between 2^200 and 2^300 points on.
"""

from __future__ import annotations

from dataclasses import dataclass

from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.learning.privacy import checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, checked_count, checked_positive, exact
from littlestone.spec.medians.choosing_laws import choosing_threshold


@dataclass(frozen=True, slots=True)
class TreeGoal:
    """What the learner is to reach: (epsilon, delta)-privacy, and a failure with probability at most beta.

    Half of epsilon is for the median and half for the votes; a third of beta for each, and for the chunks. Raises
    ParameterError unless epsilon > 0, 0 < delta < 1/2 and 0 < beta <= 1.
    """

    epsilon: Expression
    delta: Expression
    beta: Expression

    def __post_init__(self) -> None:
        choosing_threshold(checked_epsilon(self.epsilon), self.delta)
        checked_delta(checked_positive("beta", self.beta))

    @property
    def each(self) -> Real:
        """beta / 3."""
        return Real.of(self.beta) / 3


def least_plan(height: int, goal: TreeGoal) -> TreePlan:
    """The least number of chunks for a tree of that height: t >= (6/e1) ln(max(H, 1)/b1) for the median by ranks, and
    t >= 6 (theta + (4/e2) ln(1/(2 b2))) for the choosing mechanism (YAN25 X5).

    Raises ParameterError where height < 0.
    """
    half = exact(Real.of(goal.epsilon) / 2)
    median = 6 / Real.of(half) * ln(max(checked_count("height", height, 0), 1) / goal.each)
    choice = 6 * (choosing_threshold(half, goal.delta) - 4 / Real.of(half) * ln(2 * goal.each))
    return TreePlan(max(ceiling(median), ceiling(choice), 1), half, half, goal.delta)


def least_rows(plan: TreePlan, goal: TreeGoal, alpha: Expression) -> int:
    """t chunks of s >= ln(t/b3)/alpha rows each."""
    logarithm = ln(plan.chunks / goal.each)
    return plan.chunks * max(ceiling(logarithm / Real.of(checked_positive("alpha", alpha))), 1)


def least_error(plan: TreePlan, goal: TreeGoal, rows: int) -> Exact:
    """The alpha that so many rows promise: ln(t/b3) over the rows of a chunk; beyond 1 it says nothing.

    With fewer rows than chunks it is ln(t/b3).
    """
    return exact(ln(plan.chunks / goal.each) / max(rows // plan.chunks, 1))
