"""How many examples learning takes: finite classes, VC dimension, boosting (paper DIM)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.notation import *

UNIFORM = "the uniform distribution on the points"


def chances_of_supports(m: int, n: int) -> Iterator[tuple[frozenset[int], Fraction]]:
    """The sets of points that n uniform draws from m points can have as their values, with their probabilities."""
    for size in range(1, m + 1):
        onto = sum((-1) ** (size - i) * comb(size, i) * i**n for i in range(size + 1))
        for support in combinations(range(m), size):
            yield frozenset(support), Fraction(onto, m**n)


def chance_of_a_bad_consistent_one(H: ConceptClass, f: Function, n: int, least: int) -> Fraction:
    """The chance that some h in H that differs from f on ``least`` or more points agrees with f on n uniform ones."""
    wrong = [{x for x in range(H.points) if h[x] != f[x]} for h in H.functions()]
    bad = [points for points in wrong if len(points) >= least]
    found = (chance for support, chance in chances_of_supports(H.points, n) if any(not support & w for w in bad))
    return sum(found, Fraction(0))


@claim(
    "DIM.occam",
    "Blumer et al. 1987: error of consistent functions by the size of the class",
    "theorem",
    narrows=UNIFORM,
    cites=("PROB.trials", "PROB.union"),
    rate=Constant(1, mutants=(3,)),
)
def consistent_functions_of_a_finite_class_generalise(H: ExplicitBinary, n: PositiveSize, rate: int) -> Statement:
    """With probability at least $1 - |H| e^{-alpha n}$, all functions of $H$ that are consistent with $n$ examples of
    one of them have error less than $alpha$; $|H| >= 2$, without which no error is possible."""
    found = all_of(
        chance_of_a_bad_consistent_one(H, f, n, j) <= len(H.functions()) * exp(-(rate * n * Fraction(j, H.points)))
        for f in H.functions()
        for j in range(1, H.points + 1)
    )
    return when(len(H.functions()) >= 2, found)


@claim(
    "DIM.realizable",
    "Blumer et al. 1989, theorem A2.1: error of consistent functions by the VC dimension",
    "theorem",
    narrows=f"{UNIFORM}; $n$ a multiple of 16",
    cites=("DIM.sauer.vc",),
    rate=Constant(HALF, mutants=(4,)),
)
def consistent_functions_of_small_dimension_generalise(H: ExplicitBinary, i: PositiveSize, rate: Fraction) -> Statement:
    """With probability at least $1 - 2 S 2^{-alpha n / 2}$, $S = sum_{i<=d} C(2n, i)$, all functions of a class of VC
    dimension $d$ that are consistent with $n$ examples of one of them have error less than $alpha$; here $n = 16 i$ and
    $|H| >= 2$, without which no error is possible."""
    n, d = 16 * i, int(vc_dimension(H))
    found = all_of(
        chance_of_a_bad_consistent_one(H, f, n, j)
        <= 2 * sauer_sum(2 * n, d, 1) * exp(-(rate * n * j * ln(2) / H.points))
        for f in H.functions()
        for j in range(1, H.points + 1)
    )
    return when(len(H.functions()) >= 2, found)


def on_one_or_two_points(H: ConceptClass) -> bool:
    """Classes on one or two points."""
    return H.points <= 2


@claim(
    "DIM.uniform",
    "Vapnik and Chervonenkis 1971: uniform convergence by the VC dimension",
    "theorem",
    narrows=f"{UNIFORM}; all labels are 0, $n$ is a multiple of 512, and $alpha$ one of eighths up to $1/2$",
    cites=("DIM.sauer.vc",),
    reach=on_one_or_two_points,
    rate=Constant(Fraction(1, 8), mutants=(8,)),
)
def empirical_errors_are_uniformly_close(H: ExplicitBinary, i: PositiveSize, rate: Fraction) -> Statement:
    """With probability at least $1 - 4 S e^{-alpha^2 n / 8}$, $S = sum_{i<=d} C(2n, i)$, the error on $n$ examples is
    within $alpha$ of that on the distribution for all functions of a class of VC dimension $d$; here $n = 512 i$, all
    labels are 0, and some function is not constant, without which no error is off."""
    n, d = 512 * int(i), int(vc_dimension(H))
    found = all_of(
        chance_of_a_deviation(H.functions(), n, alpha) <= 4 * sauer_sum(2 * n, d, 1) * exp(-(rate * n * alpha**2))
        for alpha in (Fraction(j, 8) for j in range(1, 5))
    )
    return when(any(len(set(f)) == 2 for f in H.functions()), found)


def chance_of_a_deviation(functions: Sequence[Function], n: int, alpha: Fraction) -> Fraction:
    """The chance that the fraction of 1s of some function on n uniform draws of two points is off by more than alpha;
    on one point it never is."""
    if all(len(f) == 1 or f[0] == f[1] for f in functions):
        return Fraction(0)
    return deviation_of_coins(n, alpha)


@lru_cache(maxsize=64)
def deviation_of_coins(n: int, alpha: Fraction) -> Fraction:
    """The chance that the share of heads among n fair coins is off by more than alpha."""
    return Fraction(sum(comb(n, k) for k in range(n + 1) if abs(2 * k - n) > 2 * n * alpha), 2**n)


@claim(
    "DIM.samples",
    "Ehrenfeucht et al. 1989: lower bound on the number of examples",
    "theorem",
    narrows="what a learner has not seen when the $d$ points are equally likely and the labels fair coins; that "
    "no learner guesses a coin, and the step to $1/8$ and $1/7$, are not formalized",
    least=Constant(QUARTER, mutants=(Fraction(1, 3),)),
)
def few_examples_leave_a_large_error(d: PositiveSize, n: Size, least: Fraction) -> Statement:
    """With $n <= d/2$ examples, any learner of a class of VC dimension $d$ has expected error at least $1/4$ at some
    distribution and target, and so error at least $1/8$ with probability at least $1/7$."""
    return when(2 * n <= d, Fraction(d - 1, d) ** n / 2 >= least)
