"""The sizes of the improper learner: the chunks and rows with which it is as accurate as wanted (YAN25, X5).

Half of epsilon is for the median and half for the votes, which have all of delta; a third of beta is for each, and for
the chunks. The median is that by ranks: at epsilon = 1, delta = 10^-6, alpha = 1/10 and beta = 1/20 the thresholds on
2^100 points need 97,010 rows with it, and twice as many with one logarithmic level (M5), which needs the fewest from
2^233 points on; those by recursion on pairs (M6) are never the fewest at a size that a machine can write down.
"""

from __future__ import annotations

from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.learning.randomness import Exact, checked_count, checked_positive, exact
from littlestone.spec.medians.choosing_laws import choosing_threshold


def least_plan(height: int, goal: PrivateGoal) -> TreePlan:
    """The least number of chunks for a tree of that height: (6/e1) ln(max(H, 1)/b1) of the median by ranks (M4), and
    t >= 6 (theta + (4/e2) ln(1/(2 b2))) for the choosing mechanism (X5).

    Raises ParameterError where height < 0, or delta is not below 1/2.
    """
    half, third = exact(Real.of(goal.epsilon) / 2), goal.share(3).beta
    median = 6 / Real.of(half) * ln(max(checked_count("height", height, 0), 1) / Real.of(third))
    choice = 6 * (choosing_threshold(half, goal.delta) - 4 / Real.of(half) * ln(2 * Real.of(third)))
    return TreePlan(max(ceiling(median), ceiling(choice), 1), half, half, goal.delta)


def least_rows(plan: TreePlan, goal: PrivateGoal, alpha: Expression) -> int:
    """t chunks of s >= ln(t/b3)/alpha rows each."""
    return plan.chunks * max(ceiling(_logarithm(plan, goal) / Real.of(checked_positive("alpha", alpha))), 1)


def least_error(plan: TreePlan, goal: PrivateGoal, rows: int) -> Exact:
    """The alpha that so many rows promise: ln(t/b3) over the rows of a chunk; beyond 1 it says nothing.

    With fewer rows than chunks it is ln(t/b3).
    """
    return exact(_logarithm(plan, goal) / max(rows // plan.chunks, 1))


def _logarithm(plan: TreePlan, goal: PrivateGoal) -> Real:
    return ln(plan.chunks / Real.of(goal.share(3).beta))
