"""The sizes of YAN25's learners: the chunks and rows with which they are as private and accurate as wanted (X5, X6).

The improper learner: half of epsilon is for the median and half for the votes, and of delta too where the median takes
any; a third of beta is for each, and for the chunks. At epsilon = 1, delta = 10^-6, alpha = 1/10 and beta = 1/20, for
the thresholds on 2^b points, rows by the median:

    b               10        100        300      1,000      10,000
    ranks       97,010     97,010    305,400  1,104,444  12,900,185
    one_level  219,726    228,150    233,064    240,012     249,924
    log_star 3,782,064  3,804,372  3,815,526  3,827,538   3,851,562

One level needs the fewest from 2^233 points on, log* fewer than ranks from 2^3,223 on. Log* recurs once: with a second
level each mechanism has three fifths of that epsilon and the last one half of the depths, which costs more than it
saves at any size that a machine can write down.

The proper learner: the proofs ask for far more rows than runs need. At beta = 1/20 and epsilon = 1, of 400 random trees
each, the selection alone failed within beta from about N = 960 at alpha = 1/4 and 393,216 at 1/100; the proof of the
selection asks for 111,219 and 1.3 10^9, X6 for fresh rows for 8.5 10^7 and 1.3 10^12. From rows to hypothesis, at
alpha = 1/4 and delta = 10^-6, about 608 rows did where the estimator asks for 1.8 10^7.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

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

MOST = 1 << 60


def least_plan(height: int, goal: PrivateGoal, median: str = "ranks") -> TreePlan:
    """The least number of chunks for a tree of that height: those of the median, and t >= 6 (theta + (4/e2) ln(1/(2
    b2))) for the choosing mechanism (X5); a multiple of 6 where the median leaves out a sixth at either end.

    Raises ParameterError where height < 0, delta is not below 1/2, or no number below 2^60 is enough.
    """
    half, third = exact(Real.of(goal.epsilon) / 2), goal.share(3).beta
    delta = goal.delta if median == "ranks" else exact(Real.of(goal.delta) / 2)
    choice = 6 * (choosing_threshold(half, delta) - 4 / Real.of(half) * ln(2 * Real.of(third)))
    needed = median_chunks(median, checked_count("height", height, 0), half, delta, third)
    chunks = max(needed, ceiling(choice), 1)
    return TreePlan(chunks if median == "ranks" else -(-chunks // 6) * 6, half, half, delta)


@lru_cache(maxsize=4096)
def median_chunks(median: str, height: int, epsilon: Expression, delta: Expression, beta: Expression) -> int:
    """With so many depths the median is a 1/3-median but with probability beta: (6/e) ln(max(H, 1)/b) by ranks (M4),
    else the least number of which the two thirds that are left satisfy M5 or M6."""
    if median == "ranks":
        return ceiling(6 / Real.of(epsilon) * ln(max(height, 1) / Real.of(beta)))
    each, bits = exact(Real.of(epsilon) / 3), height.bit_length()  # each for a depth, a prefix and a point
    found = least_enough(lambda sixth: _is_enough(median, 4 * sixth, bits, each, delta, Real.of(beta)), MOST)
    if found is None:
        raise ParameterError("epsilon", epsilon, "larger: no number of chunks below 2^60 is enough")
    return 6 * found


def _is_enough(median: str, n: int, bits: int, epsilon: Exact, delta: Expression, beta: Real) -> bool:
    """By one level n/2 >= (2/e) ln((L + 1)/b) + max(3K, K'), with b a third of beta (M5.accuracy); by log* n/4 >= g +
    (2/e) ln((L + 1)/b) for the median of n/2 pairs, with g = ceil(max(3K, 8K', ln(1/b))) and b a quarter (M6).

    K = 1 + (2/e) ln(3/b): a point is interior. K' is the larger of theta + (4/e) ln(1/b) and K + (4/e) ln(2n/b): a
    prefix is chosen.
    """
    b, unit = beta / (3 if median == "one_level" else 4), 2 / Real.of(epsilon)
    K, last = 1 + unit * ln(3 / b), unit * ln((max(bits, 1) + 1) / b)
    choice = choosing_threshold(epsilon, delta) + 2 * unit * ln(1 / b), K + 2 * unit * ln(2 * n / b)
    if median == "one_level":
        return all(is_true(Fraction(n, 2) >= last + part) for part in (3 * K, *choice))
    targets = (3 * K, *(8 * part for part in choice), ln(1 / b))
    return all(is_true(Fraction(n, 4) >= ceiling(target) + last) for target in targets)


def least_rows(plan: TreePlan, goal: PrivateGoal, alpha: Expression) -> int:
    """t chunks of s >= ln(t/b3)/alpha rows each."""
    return plan.chunks * max(ceiling(least_error(plan, goal, 0) / Real.of(checked_positive("alpha", alpha))), 1)


def least_error(plan: TreePlan, goal: PrivateGoal, rows: int) -> Exact:
    """The alpha that so many rows promise, ln(t/b3) over the rows of a chunk or over 1; beyond 1 it says nothing."""
    return exact(ln(plan.chunks / Real.of(goal.share(3).beta)) / max(rows // plan.chunks, 1))


# ---- Of the proper learner

STEPS = 10**6


def fraction_below(name: str, value: Expression) -> Fraction:
    """The largest multiple of 10^-6 up to a number, itself if a fraction; raises ParameterError unless positive."""
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


@lru_cache(maxsize=4096)
def proper_sizes(height: int, goal: PrivateGoal, alpha: Expression, median: str = "ranks") -> ProperSizes:
    """The least sizes for an error below alpha on fresh rows with probability at least 1 - beta (YAN25 X5 and X6).

    The first part finds x_good with an error of at most alpha/60, and the second selects a leaf at alpha/60. Both have
    epsilon and delta, for a row is in one of them alone. A sixth of beta is for the first, the rest for the five of X6.
    Raises ParameterError where height < 0, alpha is not positive, or delta is not below 1/2.
    """
    fine, sixth = fraction_below("alpha", alpha) / 60, fraction_below("beta", goal.share(6).beta)
    each, of_first = epsilon_each(goal.epsilon, goal.delta, 2 * ceiling(2 / fine)), replace(goal, beta=sixth)
    first = least_plan(height, of_first, median)
    second = selection_sizes.least_rows(fine, sixth, each)
    return ProperSizes(first, least_rows(first, of_first, fine), second, fine, each)


def least_proper_error(height: int, goal: PrivateGoal, rows: int, median: str = "ranks") -> Fraction:
    """The least alpha = 1/i that so many rows promise; 1 where they promise none."""
    sizes = partial(proper_sizes, height, goal, median=median)
    short = least_enough(lambda i: i > STEPS // 1000 or sizes(alpha=Fraction(1, i)).rows > rows, STEPS)
    return Fraction(1, max((short or 1) - 1, 1))
