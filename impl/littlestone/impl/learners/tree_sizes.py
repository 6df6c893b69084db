"""The sizes of YAN25's learners: the chunks and rows with which they are as private and accurate as wanted (X5, X6).

The improper learner: half of epsilon is for the median and half for the votes, which have all of delta; a third of beta
is for each, and for the chunks. The median is that by ranks: at epsilon = 1, delta = 10^-6, alpha = 1/10 and beta =
1/20 the thresholds on 2^100 points need 97,010 rows with it, and twice as many with one logarithmic level (M5), which
needs the fewest from 2^233 points on; recursion on pairs (M6) never does at a size that a machine can write down.

The proper learner: the proofs ask for far more rows than runs need. At beta = 1/20 and epsilon = 1, of 400 random trees
each, the selection alone failed within beta from about N = 960 at alpha = 1/4 and 393,216 at 1/100; the proof of the
selection asks for 111,219 and 1.3 10^9, X6 for fresh rows for 8.5 10^7 and 1.3 10^12. From rows to hypothesis, at
alpha = 1/4 and delta = 10^-6, about 608 rows did where the estimator asks for 1.8 10^7.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.impl.searches import least_enough
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.class_trees import selection_sizes
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.class_trees.proper_laws import ProperPlan
from littlestone.spec.learning.mechanisms import advanced_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_count, checked_positive, exact, is_true
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


STEPS = 10**6


def fraction_below(name: str, value: Expression) -> Fraction:
    """The largest multiple of 10^-6 that is at most a number, itself where it is a fraction.

    Raises ParameterError where that is not positive.
    """
    known = exact(value)
    found = known if isinstance(known, Fraction) else Fraction(floor(STEPS * Real.of(value)), STEPS)
    if found <= 0:
        raise ParameterError(name, value, f"positive, and {1 / STEPS} at least where it is no fraction")
    return found


@lru_cache(maxsize=4096)
def epsilon_each(epsilon: Expression, delta: Expression, mechanisms: int) -> Fraction:
    """The epsilon that so many mechanisms may have: the larger of what basic and advanced composition allow.

    Basic composition costs no delta, advanced composition all of it (DP.composition.advanced); rounded down to a
    multiple of 10^-6 of epsilon.
    """
    whole = Real.of(epsilon)

    def is_allowed(steps: int) -> bool:
        each = exact(whole * Fraction(steps, STEPS))
        return steps * mechanisms <= STEPS or is_true(advanced_epsilon(each, mechanisms, delta) <= whole)

    refused = least_enough(lambda steps: not is_allowed(steps), 2 * STEPS)
    if refused is None or refused == 1:
        raise ParameterError("alpha", mechanisms, f"so large that there are at most {STEPS} mechanisms")
    return fraction_below("epsilon", whole * Fraction(refused - 1, STEPS))


@dataclass(frozen=True, slots=True)
class ProperSizes:
    """The plan of the first part, its rows and those of the second at least, alpha/60, and the epsilon of each of the 2
    ceil(120/alpha) mechanisms of the second."""

    first: TreePlan
    first_rows: int
    second_rows: int
    fine: Fraction
    epsilon: Fraction

    @property
    def rows(self) -> int:
        """All rows that are needed."""
        return self.first_rows + self.second_rows

    def plan(self, rows: int) -> ProperPlan:
        """The plan for so many rows: those that are more than needed go to the second part; of fewer, the same share to
        each."""
        first = self.first_rows if rows >= self.rows else rows * self.first_rows // self.rows
        return ProperPlan(self.first, first, max(rows - first, 0), self.fine, self.epsilon)


def proper_sizes(height: int, goal: PrivateGoal, alpha: Expression) -> ProperSizes:
    """The least sizes for an error below alpha on fresh rows with probability at least 1 - beta (YAN25 X5 and X6).

    The first part finds x_good with an error of at most alpha/60, and the second selects a leaf at alpha/60. Both have
    epsilon and delta, for a row is in one of them alone. A sixth of beta is for the first, the rest for the five of X6.
    Raises ParameterError where height < 0, alpha is not positive, or delta is not below 1/2.
    """
    fine, sixth = fraction_below("alpha", alpha) / 60, fraction_below("beta", goal.share(6).beta)
    each, of_first = epsilon_each(goal.epsilon, goal.delta, 2 * ceiling(2 / fine)), replace(goal, beta=sixth)
    first = least_plan(height, of_first)
    return ProperSizes(first, least_rows(first, of_first, fine), _second(fine, sixth, each), fine, each)


_second = lru_cache(maxsize=4096)(selection_sizes.least_rows)


def least_proper_error(height: int, goal: PrivateGoal, rows: int) -> Fraction:
    """The least alpha = 1/i that so many rows promise; 1 where they promise none."""
    short = least_enough(lambda i: i > STEPS // 1000 or proper_sizes(height, goal, Fraction(1, i)).rows > rows, STEPS)
    return Fraction(1, max((short or 1) - 1, 1))
