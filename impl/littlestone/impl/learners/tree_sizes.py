"""The sizes of the improper learner: the chunks and rows with which it is as accurate as wanted (YAN25, X5).

At epsilon = 1, delta = 10^-6, alpha = 1/10 and beta = 1/20, for the thresholds on 2^b points, rows by the median:

    b           10        100        300      1,000     10,000
    ranks       97,010     97,010    305,400  1,104,444  12,900,185
    one level  219,726    228,150    233,064    240,012     249,924
    log*     3,782,064  3,804,372  3,815,526  3,827,538   3,851,562

One level needs the fewest from 2^233 points on; log* fewer than ranks from 2^3,223 on, and never fewer than one level
at a size that a machine can write down.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from littlestone.impl.learners.tree_medians import DepthMedian
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.learning.privacy import checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, checked_positive, exact
from littlestone.spec.medians.choosing_laws import choosing_threshold


@dataclass(frozen=True, slots=True)
class TreeGoal:
    """What the learner is to reach: (epsilon, delta)-privacy, and a failure with probability at most beta.

    Half of epsilon is for the median and half for the votes, and of delta too where the median needs any; a third of
    beta for each, and for the chunks. Raises ParameterError unless epsilon > 0, 0 < delta < 1/2 and 0 < beta <= 1, or
    where no median has that name.
    """

    epsilon: Expression
    delta: Expression
    beta: Expression
    median: str = "ranks"

    def __post_init__(self) -> None:
        choosing_threshold(checked_epsilon(self.epsilon), self.delta)
        checked_delta(checked_positive("beta", self.beta))
        self.depth_median  # noqa: B018  # refuses other names

    @property
    def each(self) -> Real:
        """beta / 3."""
        return Real.of(self.beta) / 3

    @property
    def depth_median(self) -> DepthMedian:
        """The median with its half of the budget."""
        share = 0 if self.median == "ranks" else Fraction(1, 2)
        return DepthMedian(self.median, exact(Real.of(self.epsilon) / 2), exact(Real.of(self.delta) * share))


def least_plan(height: int, goal: TreeGoal) -> TreePlan:
    """The least number of chunks for a tree of that height: those of the median, and t >= 6 (theta + (4/e2) ln(1/(2
    b2))) for the choosing mechanism (YAN25 X5); a multiple of 6 where a sixth is left out at either end.

    Raises ParameterError where height < 0.
    """
    median = goal.depth_median
    half, delta = median.epsilon, exact(Real.of(goal.delta) - median.delta)
    choice = 6 * (choosing_threshold(half, delta) - 4 / Real.of(half) * ln(2 * goal.each))
    chunks = max(median.chunks(height, goal.each), ceiling(choice), 1)
    return TreePlan(chunks if goal.median == "ranks" else -(-chunks // 6) * 6, half, half, delta)


def least_rows(plan: TreePlan, goal: TreeGoal, alpha: Expression) -> int:
    """t chunks of s >= ln(t/b3)/alpha rows each."""
    logarithm = ln(plan.chunks / goal.each)
    return plan.chunks * max(ceiling(logarithm / Real.of(checked_positive("alpha", alpha))), 1)


def least_error(plan: TreePlan, goal: TreeGoal, rows: int) -> Exact:
    """The alpha that so many rows promise: ln(t/b3) over the rows of a chunk; beyond 1 it says nothing.

    With fewer rows than chunks it is ln(t/b3).
    """
    return exact(ln(plan.chunks / goal.each) / max(rows // plan.chunks, 1))
