"""The sizes of DP-ERM on a listed class: what privacy and accuracy need of them, and the least ones (LYU25, T3).

Privacy depends neither on p nor on the radius at which classes are cut nor on the rows of a chunk, so all three are
chosen for accuracy. With p_1 at least the number of points every decomposition dimension is 0, all functions of a chunk
are essential (LYU25.K4.1.4), and the first stage is the last one, where a function that fits all rows is common to all
chunks. With chunks of one row and radius 0 a function that errs on a share alpha of the rows is then missing in the
lists of as large a share of the chunks, whatever the split: no event E_good is needed, nor its 225 d^2 ln(k N) / alpha
rows in each chunk. For alpha = 1/10 on the thresholds over 8 points that is 365 rows, where it was 120,620,682.

With the printed sizes, constants 1, and the B of Lemma 3.1, 200 of 200 runs end without a hypothesis on each of three
small classes with 10^6 and 10^7 rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.decompositions.erm_laws import ErmPlan
from littlestone.spec.learning.randomness import Exact, exact, is_true

WRONG, TEST, BOTTOM = Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)  # shares of beta: errors, noise, failure symbol
TESTED, DRAWN = Fraction(1, 10), Fraction(9, 20)  # shares of epsilon: the test; the sample costs twice its own
ON_THE_ROWS = Fraction(2, 5)  # share of alpha: the error on the rows, the rest is for fresh ones


@dataclass(frozen=True, slots=True)
class ClassSize:
    """What the sizes depend on of a class: its points, its functions and its Littlestone dimension."""

    points: int
    functions: int
    dimension: int


def class_size(functions: Iterable[Function]) -> ClassSize:
    """Of a class given by its functions; raises EmptyClassError."""
    classes = Subclasses(functions)
    dimension = classes.dimension(classes.everything)
    return ClassSize(len(classes.functions[0]), len(classes.functions), dimension)


def least_bottom(longest: int, epsilon: Expression, delta: Expression) -> Exact:
    """The least B for which a sparse sample of lists of at most L >= 1 items is (2 epsilon, delta)-private.

    1 + ln(L / min(delta, e^epsilon - 1)) / epsilon: the weight of L items that one list alone has is then at most delta
    times that of the failure symbol, and the total weight changes by at most the factor e^epsilon.
    """
    return exact(1 + ln(longest / _smaller(delta, exp(epsilon) - 1)) / Real.of(epsilon))


def _smaller(a: Expression, b: Expression) -> Real:
    return Real.of(a if is_true(exact(a) <= exact(b)) else b)


def plan_for_error(size: ClassSize, goal: PrivateGoal, alpha: Expression) -> ErmPlan:
    """The plan of the fewest rows with an error of at most alpha on the rows but with probability beta.

    One stage, a chunk for each row, and radius 0; a tenth of epsilon is for the test. Some function fits all rows, and
    so is in all lists. One that errs on more than alpha misses as many of them, which the sample makes rare; the noise
    of the test hides half of the chunks, or the failure symbol beats them, with a quarter of beta each. An alpha of 1
    promises nothing.
    """
    noise = _plan_of(size, goal, 1)
    n = max(_heard(noise, goal), ceiling(_missed(size, noise, goal) / Real.of(alpha)))
    return replace(_plan_of(size, goal, n), alpha=exact(alpha))


def plan_for_rows(size: ClassSize, goal: PrivateGoal, rows: int) -> ErmPlan:
    """The plan for so many rows, with the least alpha up to 1 that ``plan_for_error`` reaches with them."""
    plan = _plan_of(size, goal, rows)
    promised = _smaller(_missed(size, plan, goal) / rows, 1) if rows >= _heard(plan, goal) else Real.of(1)
    return replace(plan, alpha=exact(promised))


def _plan_of(size: ClassSize, goal: PrivateGoal, rows: int) -> ErmPlan:
    sample = exact(DRAWN * Real.of(goal.epsilon))
    return ErmPlan(
        d=max(size.dimension, 1),
        rows=rows,
        chunks=max(rows, 1),
        alpha=Fraction(1),
        shrink=Fraction(0),
        levels=(size.points,),
        least=Fraction(rows, 2),
        test_epsilon=exact(TESTED * Real.of(goal.epsilon)),
        sample_epsilon=sample,
        bottom=least_bottom(size.functions, sample, goal.delta),
    )


def _missed(size: ClassSize, plan: ErmPlan, goal: PrivateGoal) -> Real:
    """The lists that a function must miss for half of beta to bound the chance that one that misses more is drawn."""
    return ln(size.functions / (WRONG * Real.of(goal.beta))) / Real.of(plan.sample_epsilon)


def _heard(plan: ErmPlan, goal: PrivateGoal) -> int:
    """The least chunks whose half is above the noise, and which are enough above B."""
    beta = Real.of(goal.beta)
    above = plan.bottom - ln(BOTTOM * beta) / plan.sample_epsilon
    return max(ceiling(above), ceiling(-2 * ln(2 * TEST * beta) / plan.test_epsilon), 1)


def accurate_plan(size: ClassSize, goal: PrivateGoal, alpha: Expression) -> ErmPlan:
    """The least sizes with which the error on fresh rows is above alpha with probability at most beta.

    DP-ERM for 2 alpha/5 and beta/2 and, for the functions of the class, among which the output is, Chernoff's bound:
    one that errs on more than alpha errs on at most 2 alpha n/5 rows with probability e^{-(3/5)^2 n alpha/2}.
    """
    fresh = ceiling(2 * ln(2 * size.functions / Real.of(goal.beta)) / ((1 - ON_THE_ROWS) ** 2 * Real.of(alpha)))
    plan = plan_for_error(size, goal.share(2), exact(ON_THE_ROWS * Real.of(alpha)))
    n = max(plan.rows, fresh)
    return replace(plan, rows=n, chunks=n, least=Fraction(n, 2))
