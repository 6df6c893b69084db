"""The learners of BGS21 at their printed sample sizes on classes whose laws are out of reach: chances, not laws.

Each claim is about the hard distributions that it names; the error of a hypothesis is exact, the chance is sampled.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations

from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.algebra.reals import Expression, ln
from littlestone.spec.bgs21.vocabulary import HALF, ExpLearn, Reduction, RepLearn
from littlestone.spec.claim import Constant, claim
from littlestone.spec.classes.concept_classes import Bits, all_functions
from littlestone.spec.classes.constructions import threshold_functions
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.chances import SampledLearner, failure_chance
from littlestone.spec.learning.learning import Distribution, Goal, Sample, ceiling, exponential_sample_bound
from littlestone.spec.learning.randomness import Randomness

POINTS = 16
MIDDLE = POINTS // 2 - 1


def weighted_points(masses: dict[int, Fraction], points: int = POINTS) -> Distribution:
    """The distribution with these probabilities, and none at the other points."""
    return tuple(masses.get(x, Fraction(0)) for x in range(points))


# All thresholds but the target itself err on one of the two points at its jump, by a little more than 1/4.
AT_THE_JUMP = weighted_points({0: Fraction(3, 8), MIDDLE: Fraction(5, 16), MIDDLE + 1: Fraction(5, 16)})
AT_THE_END = weighted_points({0: Fraction(11, 16), POINTS - 1: Fraction(5, 16)})


def thresholds() -> tuple[Function, ...]:
    """The 16 thresholds on 16 points."""
    return tuple(threshold_functions(POINTS))


def fails_seldom(run: SampledLearner, n: int, goal: Goal) -> Truth:
    """The learner of thresholds on 16 points fails with chance at most beta where its mistakes are easiest to make."""
    functions = thresholds()
    hard = ((functions[MIDDLE], AT_THE_JUMP), (functions[-1], AT_THE_END))
    return all_of(failure_chance(run, f, D, n, goal.alpha) <= goal.beta for f, D in hard)


@claim(
    "BGS21.ALG.EXPLEARN.estimated",
    "filler for B^i; Kasiviswanathan et al. 2008",
    "algorithm",
    scale=Constant(1, mutants=(Fraction(1, 4), Fraction(1, 8))),
)
def the_exponential_learner_seldom_fails_on_thresholds(explearn: ExpLearn, scale: Fraction) -> Truth:
    """With n >= max((4 / (epsilon alpha)) ln(2|H|/beta), (8 / alpha) ln(2|H|/beta)) rows EXPLEARN is
    (alpha, beta)-accurate; here for the thresholds on 16 points, alpha = 1/4, beta = 1/10, epsilon = 1/2."""
    functions, goal = thresholds(), Goal(Fraction(1, 4), Fraction(1, 10), HALF)
    n = ceiling(scale * exponential_sample_bound(len(functions), goal))
    return fails_seldom(lambda sample, source: explearn(functions, sample, goal.epsilon, source), n, goal)


@claim(
    "BGS21.ALG.A.estimated",
    "Theorem 3.1, section 3.1",
    "algorithm",
    scale=Constant(1, mutants=(Fraction(1, 32),)),
)
def the_reduction_seldom_fails_on_four_labels(reduction: Reduction, explearn: ExpLearn, scale: Fraction) -> Truth:
    """If the sample size of each B^i is that of (alpha / L, beta / L)-accuracy, A of figure 1 is (alpha, beta)-accurate
    from the sum of them; here for all functions from 4 points to 4 labels, each B^i being EXPLEARN at its sample bound,
    alpha = 1/2, beta = 1/5, epsilon = 1/2."""
    alpha, beta, bits, functions = HALF, Fraction(1, 5), Bits(4), tuple(all_functions(4, 2))
    each = Goal(alpha / bits.length, beta / bits.length, HALF)
    rows = ceiling(scale * exponential_sample_bound(len(functions), each))
    B = partial(_exponential, explearn, functions, each.epsilon)
    learners = ((B, rows),) * bits.length
    hard = (weighted_points({0: Fraction(9, 16), 1: Fraction(7, 16)}, 4), (Fraction(1, 4),) * 4)

    def run(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = reduction(sample, bits.labels - 1, learners, source)
        return hypothesis

    n = rows * bits.length
    return all_of(failure_chance(run, (0, 1, 2, 3), D, n, alpha) <= beta for D in hard)


def _exponential(
    explearn: ExpLearn, functions: tuple[Function, ...], epsilon: Expression, sample: Sample, source: Randomness
) -> Function:
    hypothesis: Function = explearn(functions, sample, epsilon, source)
    return hypothesis


@claim(
    "BGS21.ALG.REPLEARN.estimated",
    "Lemma 8.3, section 8 (Lemma 14 of BNS19)",
    "algorithm",
    scale=Constant(1, mutants=(Fraction(1, 16),)),
)
def the_representation_learner_seldom_fails_on_thresholds(replearn: RepLearn, scale: Fraction) -> Truth:
    """With n >= max((3/alpha) ln(1/beta), (2/(epsilon alpha)) ln(g/beta), (4/(3 alpha)) ln(g/beta)) rows, g = max
    |G_i|, REPLEARN over an (alpha, beta)-representation is (6 alpha, 4 beta)-accurate; here for the thresholds on 16
    points, each lost by the representation with probability beta = 1/16, alpha = 1/24, epsilon = 1."""
    functions, alpha, epsilon = thresholds(), Fraction(1, 24), Fraction(1)
    size, beta = len(functions) - 1, Fraction(1, len(functions))
    union = ln(size / beta)
    bounds = (3 / alpha * ln(1 / beta), 2 / (epsilon * alpha) * union, Fraction(4, 3) / alpha * union)
    n = max(ceiling(scale * bound) for bound in bounds)
    families = tuple((beta, G) for G in combinations(functions, size))
    goal = Goal(6 * alpha, 4 * beta, epsilon)
    return fails_seldom(lambda sample, source: replearn(families, sample, epsilon, source), n, goal)
