"""ABLMM22 section 3.4: samples on a line, the tower function, the iterated logarithm and log*."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.learning.towers import iterated_logarithm, iterated_logarithm_as_printed, log_star, tower
from littlestone.spec.notation import *


def few_samples(k: int, j: int) -> bool:
    """At most 5000 samples of $2j$ examples on $k$ points."""
    return is_true((2 * k) ** (2 * j) <= 5000)


@claim(
    "ABLMM22.N.sample",
    "sections 3.4 and 4.2.1: balanced increasing samples of thresholds",
    "notation",
    reach=few_samples,
    early=OFFSET,
)
def balanced_increasing_threshold_samples_have_one_labelling(k: PositiveSize, j: PositiveSize, early: int) -> Statement:
    """A sample of even size $m = 2j$ is balanced, increasing and realizable by thresholds if and only if $x_1 < ... <
    x_m$, the first half of the labels are -1 and the second half are $+1$; here on $k >= m$ points."""
    m, half = 2 * int(j), int(j) - int(early)
    samples = product(product(range(k), (0, 1)), repeat=m)  # no list: beyond its reach it holds gigabytes

    def stated(S: Sample) -> bool:
        points = [x for x, _ in S]
        return points == sorted(set(points)) and [y for _, y in S] == [int(i >= half) for i in range(m)]

    def defined(S: Sample) -> bool:
        return ordered.is_balanced(S) and ordered.is_increasing(S) and ordered.fits_a_threshold(S)

    return when(k >= m, all(defined(S) == stated(S) for S in samples))


@claim(
    "ABLMM22.N.sample.ord",
    "section 3.4: points of one order in a sample",
    "notation",
    narrows="one $S$, at the odd points",
    early=OFFSET,
)
def points_of_one_order_form_an_interval(k: PositiveSize, j: PositiveSize, early: int) -> Statement:
    """The points $x$ with $ord_S(x) = |{i: x_i <= x}|$ equal to $i$ are $x_i$ and those between $x_i$ and $x_(i+1)$:
    here $S$ has the $2j$ odd points below $4j$ among $1, ..., 4j + k - 1$, with $x_0 = -infinity$ and $x_(2j+1) =
    infinity$."""
    points = [2 * i + 1 for i in range(2 * j)]
    S, ends = ordered.balanced_sample(points), [-1, *points, 4 * j + k]
    intervals = {x: i for i in range(2 * j + 1) for x in range(ends[i] + early, ends[i + 1] + early)}
    return all(ordered.order_in(S, x) == intervals[x] for x in range(1, 4 * j + k))


@claim("ABLMM22.N.twr", "section 3.4: tower function", "notation", caps="integers $x$", more=OFFSET)
def towers_grow_from_the_top_as_well(i: PositiveSize, x: Size, more: int) -> Truth | bool:
    """With $twr_1(x) = x$ and $twr_i(x) = 2^{twr_(i-1)(x)}$ for $i > 1$, $twr_i(2^x) = twr_(i+1)(x)$."""
    return tower(i, 2**x) == tower(i + 1 + more, x)


@claim("ABLMM22.N.ilog", "section 3.4: iterated logarithm", "notation")
def the_printed_iterated_logarithm_inverts_the_tower(i: PositiveSize, y: PositiveSize) -> Truth | bool:
    """$log^(0) x = log x$ and $log^(i) x = 1 + log^(i-1)(log x)$ for $i > 0$. Read as: the logarithm iterated $i$
    times, which undoes a tower: $log^(i)(twr_(i+1)(y)) = y$, as Lemma 17 needs for $i = m >= 1$; log is to base 2."""
    return iterated_logarithm_as_printed(i, tower(i + 1, y)) == y


@correction(
    "ABLMM22.N.ilog",
    "the base must be $log^(0) x = x$, and the 1 + belongs to the recursion of $log^*$",
    caps="integers $y$",
    more=OFFSET,
)
def the_iterated_logarithm_inverts_the_tower(i: Size, y: PositiveSize, more: int) -> Truth | bool:
    """With $log^(0) x = x$ and $log^(i) x = log^(i-1)(log x)$ for $i > 0$, $log^(i)(twr_(i+1)(y)) = y$; log is to base
    2."""
    return iterated_logarithm(i + more, tower(i + 1, y)) == y


@terms("ABLMM22.N.logstar")
def logarithms_down_to_one(star: Natural, t: Natural, x: PositiveReal, tower: PositiveReal) -> Terms:
    """log* x, and the tower twr_(t+1)(1)."""
    return Terms(says=as_truth(star <= t).iff(as_truth(x <= tower)))


@claim("ABLMM22.N.logstar", "section 3.4: log-star", "notation", caps="integers $x$", more=OFFSET)
def log_star_counts_logarithms_down_to_one(x: PositiveSize, t: Size, more: int) -> Truth:
    """$log^* x$, that is 0 for $x <= 1$ and $1 + log*(log x)$ for $x > 1$, is the number of times that the logarithm
    must be applied before the result is at most 1: $log^* x <= t$ if and only if $x <= twr_(t+1)(1)$, for log
    to base 2."""
    return as_truth(logarithms_down_to_one(log_star(x), t + more, x, tower(t + 1, 1)).says)
