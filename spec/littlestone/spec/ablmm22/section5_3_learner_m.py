"""ABLMM22 section 5.3.2: learner M, its law, its privacy and its accuracy at explicit and at practical sizes."""

from functools import cache, partial
from itertools import product

from littlestone.spec.ablmm22.vocabulary import EPSILON, Private, Stable, private_laws
from littlestone.spec.learning.chances import failure_chance
from littlestone.spec.learning.private_learning import PrivatePlan, private_law, private_plan
from littlestone.spec.learning.sample_sizes import Goal
from littlestone.spec.learning.stability import StabilityPlan
from littlestone.spec.notation import *

POINT = ((0,), (1,))
BITS = ((0, 0), (0, 1))
EIGHTH = Fraction(1, 8)
ONE_POINT = (
    "a $G$ on one point and one row whose answer is 1 with probability $i/4$ or $j/4$, by the label, one row for the "
    "choice, $eta = 1/2$"
)


# ---- The law and the privacy of M


def coin_learner(i: int, j: int) -> Run:
    """A learner on one point and one row: label 1 with probability i/4 after a row labelled 0, j/4 after one labelled
    1, each at most 1."""
    return lambda batch, source: POINT[int(source.bernoulli(Fraction(_quarters(i, j, batch), 4)))]


def _quarters(i: int, j: int, batch: Sample) -> int:
    return min(4, int((i, j)[batch[0][1]]))


def _coin_law(i: int, j: int, batch: Sample) -> Law[Function]:
    ones = _quarters(i, j, batch)
    return proportional({POINT[1]: ones, POINT[0]: 4 - ones})


def plan_of(runs: int, delta: Fraction = EIGHTH) -> PrivatePlan:
    """So many runs on one row each, one row for the choice, eps = 4 ln 2 and eta = 1/2."""
    return PrivatePlan(runs, 1, 1, EPSILON, delta, HALF)


def at_most_three_runs(k: int) -> bool:
    """At most 3 runs"""
    return int(k) <= 3


@claim(
    "ABLMM22.A.M.law",
    "Box of section 5.3.2: law of learner M as implemented",
    "algorithm",
    reach=at_most_three_runs,
    narrows=f"{ONE_POINT}, $eps = 4 ln 2$ and $delta = 1/8$",
    less=Constant(1, mutants=(EIGHTH,)),
)
def the_private_learner_has_its_law(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, less: Fraction
) -> Statement:
    """$M$ runs $G$ on $k$ batches with fresh coins, lists the frequent outputs with Hist at $(eps/2, delta)$, drops
    those of estimated frequency below $3 eta/4$ and runs GenericLearner on the others with $eps/2$ and fresh rows; an
    empty list gives the default hypothesis: its law is the one composed of theirs."""
    M = private_laws(law, private, coin_learner(i, j), plan_of(int(k)), POINT[0])
    stable, used = cache(partial(_coin_law, i, j)), plan_of(int(k), less / 8)
    return all_of(same_law(M(S), private_law(stable, S, used, POINT[0])) for S in product(BITS, repeat=k + 1))


def _coin_privacy(
    i: int, j: int, k: int, algorithms: tuple[LawOf, Private], epsilon: Real, delta: Fraction
) -> Statement:
    M = private_laws(*algorithms, coin_learner(i, j), plan_of(int(k)), POINT[0])
    return is_private(M, BITS, k + 1, epsilon, delta / 8)


@claim(
    "ABLMM22.A.M",
    "Box and proof of Theorem 30, section 5.3.2: privacy of learner M as implemented",
    "algorithm",
    reach=at_most_three_runs,
    narrows=f"{ONE_POINT}, $eps = 4 ln 2$ and $delta = 1/8$",
    delta=SHARE,
)
def the_private_learner_is_private(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, delta: Fraction
) -> Statement:
    """$M$ with its $k$ batches is $(eps, delta)$-DP for every $G$, over all neighbouring samples, realizable or not."""
    return _coin_privacy(i, j, k, (law, private), EPSILON, delta)


@claim(
    "ABLMM22.A.M.sharper",
    "for the box of section 5.3.2: privacy of learner M by parallel composition",
    "remark",
    role="companion",
    reach=at_most_three_runs,
    narrows=f"{ONE_POINT}, $eps = 4 ln 2$ and $delta = 1/8$",
    delta=SHARE,
)
def the_private_learner_costs_half_its_epsilon(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, delta: Fraction
) -> Statement:
    """$M$ is even $(eps/2, delta)$-DP: a changed row lies in one of the $k$ batches, and then GenericLearner
    post-processes the list, or among the validation rows, and then the list does not change."""
    return _coin_privacy(i, j, k, (law, private), EPSILON / 2, delta)


# ---- The accuracy of M


def singleton_functions(points: int) -> tuple[Function, ...]:
    """The functions that are 1 at one point at most, of Littlestone dimension 1 on two points or more."""
    ones = (tuple(int(x == y) for x in range(points)) for y in range(points))
    return ((0,) * points, *ones)


@claim(
    "ABLMM22.T30.sized",
    "Theorem 30, section 5.3.2: accuracy of learner M from explicit sizes",
    "theorem",
    role="companion",
    narrows="one $G$, on one row and one point, that is right with probability $eta = 1/2$, $alpha = beta = 1/2$,"
    " $eps = 4$ and $delta = 1/100$; $k$ and $n'$ are the larger of those of ABLMM22.T30.eq1 and "
    "ABLMM22.L28.sized, and of ABLMM22.L29.size and ABLMM22.L29.eq2.rows, at the parameters of the box, rounded up",
    share=Constant(1, mutants=(Fraction(1, 128),), stronger="smaller"),
)
def the_private_learner_is_accurate_from_its_size(private: Private, share: Fraction) -> Truth:
    """$M$ over a $G$ that outputs some hypothesis of loss at most $alpha/2$ with probability $eta$ has loss above
    $alpha$ with probability at most $beta$ from $n = k m + n'$ rows."""
    full = private_plan(1, HALF, Goal(HALF, HALF, Fraction(4)), Fraction(1, 100))
    runs, validation = int(share * full.runs), int(share * full.validation)
    sizes = PrivatePlan(runs, 1, validation, full.epsilon, full.delta, full.eta)

    def run(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = private(coin_learner(0, 2), sample, sizes, POINT[0], source)
        return hypothesis

    return failure_chance(run, POINT[1], (Fraction(1),), sizes.sample_size, HALF) <= HALF


@claim(
    "ABLMM22.A.M.estimated",
    "for Theorem 30, section 5.3.2: accuracy of learner M from practical sizes",
    "algorithm",
    role="companion",
    narrows="the singletons on 4 points and 0, the uniform distribution, one target, $alpha = 1/8$, $delta = 1/100$ "
    "and $eps = 4$, beyond the paper's $eps <= 1$",
    scale=Constant(1, mutants=(Fraction(1, 4),), stronger="smaller"),
)
def the_private_learner_seldom_fails_on_singletons(private: Private, stable: Stable, scale: Fraction) -> Truth:
    """$M$ over $G$ learns: $k = 24$ runs of $G$ with $n = 4$ and budget 16, $n' = 24$ and $eta = 1/2$ have loss above
    $alpha$ with probability at most $1/10$."""
    functions, plan = singleton_functions(4), StabilityPlan(4, 16)
    sizes = PrivatePlan(int(scale * 24), plan.sample_size, 24, Fraction(4), Fraction(1, 100), HALF)

    def G(batch: Sample, source: Randomness) -> Function:
        hypothesis: Function = stable(functions, batch, plan, source)
        return hypothesis

    def run(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = private(G, sample, sizes, functions[0], source)
        return hypothesis

    chance = failure_chance(run, functions[1], (QUARTER,) * 4, sizes.sample_size, EIGHTH)
    return chance <= Fraction(1, 10)
