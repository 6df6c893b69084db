"""BGS21 section 8: the steps of Lemma 8.5 as it is corrected, where group privacy is averaged over the samples.

The print looks for one good sample, which takes a Chernoff bound, padding, and many rows. At every sample group privacy
gives s >= e^{-epsilon N} q, the exponential lies above its tangent, and a tangent is linear: so its mean needs E[q] and
E[q N] alone, at every number of rows.
"""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.samples import ordered_draws
from littlestone.spec.notation import *


@claim("BGS21.L8.5.moved", "Lemma 8.5, section 8, repaired", "step", slack=Constant(0, mutants=(Fraction(-1, 100),)))
def few_rows_are_moved(alpha: UpToQuarter, d: Unit, m: Natural, mean: FromZero, slack: Fraction) -> Statement:
    """E[N] <= 4 alpha m for the number N of m rows of D~ that are not at 0, by induction on m: one more row is not at 0
    with probability 4 alpha (1 - d)."""
    return when(mean <= 4 * alpha * m, mean + 4 * alpha * (1 - d) <= 4 * alpha * (m + 1) + slack)


@terms("BGS21.L8.5.tangent")
def below_the_exponential(y: FromZero, a: FromZero, power: FromZero, one: int = 1) -> Terms:
    """The power is e^-a."""
    return Terms(says=power >= exp(-y) * (one + y - a))


@claim("BGS21.L8.5.tangent", "Lemma 8.5, section 8, repaired", "step", one=Constant(1, mutants=(2,)))
def the_exponential_is_above_its_tangent(y: FromZero, a: FromZero, one: int) -> Truth:
    """e^-a >= e^-y (1 + y - a), the tangent at y; at each sample a = epsilon N."""
    above = as_truth(below_the_exponential(y, a, exp(-a), one).says)
    return (a >= y).implies(above) & (a <= y).implies(above)


@claim("BGS21.L8.5.mean", "Lemma 8.5, section 8, repaired", "step", share=Constant(1, mutants=(2,)))
def means_keep_an_order(p: Unit, a: FromZero, b: FromZero, c: FromZero, d: FromZero, share: int) -> Statement:
    """E[f] >= E[g] where f >= g at every sample, one value after the other: the mean of those before has weight p."""
    return when([a >= b, c >= d], p * a + (1 - p) * c >= share * (p * b) + (1 - p) * d)


@claim(
    "BGS21.L8.5.exec.half",
    "Lemma 8.5, section 8, repaired",
    "step",
    runs=Constant(8, mutants=(7,)),
    lost=Constant(1, mutants=(2,)),
)
def a_whole_number_of_executions_rarely_misses(p: UpToHalf, less: Unit, runs: int, lost: int) -> Truth:
    """floor(ln(8) / p) = ln(8) / p - less runs, each close with probability p <= 1/2, all miss with probability at most
    1/8."""
    return (1 - p) ** (ln(runs) / p - lost * less) <= EIGHTH


def few_rows_and_functions(H: ConceptClass, m: Integer) -> bool:
    """At most four functions from the points to the labels, and two rows."""
    return is_enumerable(H, 4) and int(m) <= 2


@claim(
    "BGS21.L8.5.run",
    "Lemma 8.5, section 8, repaired",
    "step",
    reach=few_rows_and_functions,
    narrows="one learner, EXPLEARN with epsilon = ln 4, alpha 1/8 and 1/4; D in quarters",
    half=Constant(2, mutants=(QUARTER,), stronger="smaller"),
)
def its_runs_find_close_hypotheses(
    H: ExplicitClass, m: PositiveSize, law: LawOf, explearn: ExpLearn, half: int
) -> Statement:
    """Where A is (alpha, 1/2)-accurate for f under D~, floor(2 ln(8) e^y) runs on m copies of (0, f(0)) all miss the
    hypotheses of error at most 1/4 under D with probability at most 1/8, y = 8 m alpha epsilon."""
    learner, rows = exponential_learner(law, explearn, H.functions()), int(m)

    def holds(f: Function, D: Distribution, alpha: Fraction) -> Truth:
        diluted = tuple((1 - 4 * alpha) * (x == 0) + 4 * alpha * weight for x, weight in enumerate(D))
        near = [g for g in H.functions() if error(g, f, diluted) <= alpha]
        samples = ordered_draws(diluted, rows)
        hit = sum(weight * sum(learner(labelled(X, f))[g] for g in near) for X, weight in samples)
        close = sum(learner(((0, f[0]),) * rows)[g] for g in H.functions() if error(g, f, D) <= QUARTER)
        runs = floor(half * ln(8) * exp(8 * rows * alpha * EPSILON))
        return as_truth(hit >= HALF).implies(equals(close, 1) | as_truth((1 - close) ** runs <= EIGHTH))

    cases = product(H.functions(), grid(H.points, 4), (EIGHTH, QUARTER))
    return all_of(holds(*case) for case in cases)
