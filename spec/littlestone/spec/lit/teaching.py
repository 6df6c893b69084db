"""Teaching sets, recursive and without clashes, and what they have to do with the VC dimension and with queries."""

from collections.abc import Callable
from math import comb

from littlestone.spec.algebra.naturals import combined, largest
from littlestone.spec.lit.vocabulary import is_intersection_closed, sauer_at
from littlestone.spec.notation import *

GOLDMAN = "Goldman and Kearns 1995, On the complexity of teaching"
KUHLMANN = "Kuhlmann 1999, On teaching and learning intersection-closed concept classes"
DOLIWA = "Doliwa et al. 2014, Recursive teaching dimension, VC-dimension and sample compression"
CHEN = "Chen et al. 2016, On the recursive teaching dimension of VC classes"
HU = "Hu et al. 2017, Quadratic upper bound for recursive teaching dimension of finite VC classes, theorem 10"
SAMEI = "Samei et al. 2012, Sauer's bound for a notion of teaching complexity"
NO_CLASH = "Kirkpatrick et al. 2019, Optimal collusion-free teaching"
SIMON = "Simon 2022, Tournaments, Johnson graphs and NC-teaching, abstract, of Kirkpatrick and others 2019, theorem 13"
HANNEKE = "Hanneke and Yang 2015, Minimax analysis of active learning, theorem 13"
HEGEDUS = "Hegedus 1995, Generalized teaching dimensions and the query complexity of learning; Moshkov 1983"

TD, RTD, NCTD, XTD, queries = (PARAMETERS[name] for name in ("TD", "RTD", "NCTD", "XTD", "Q_m"))


@claim(
    "LIT.teaching.size",
    GOLDMAN + ", on any class" + ": teaching dimension against the size",
    "lemma",
    fewer=Constant(1, mutants=(2,)),
)
def each_further_function_costs_at_most_one_point(H: Binary, fewer: int) -> Truth:
    """The teaching dimension is at most $|H| - 1$."""
    return TD(H) <= H.size() - fewer


@claim(
    "LIT.teaching.goldman",
    GOLDMAN + ", against the VC dimension" + ": teaching dimension against VC dimension and size",
    "theorem",
    slack=TIGHT,
)
def teaching_dimension_against_vc_and_size(H: Binary, slack: int) -> Truth:
    """$TD <= d + |H| - 2^d$, for the VC dimension $d$."""
    d = vc_dimension(H)
    return TD(H) <= combined(lambda d, n: d + n - 2 ** max(d, 0) + slack, d, H.size())


@claim(
    "LIT.teaching.one",
    f"{KUHLMANN}: least teaching set in a class of VC dimension 1",
    "theorem",
    largest=Constant(1, mutants=(2,)),
)
def in_classes_of_vc_one_some_function_is_taught_by_one_point(H: Binary, largest: int) -> Statement:
    """In a class of VC dimension 1 some function is told from all others by one point."""
    return when([vc_dimension(H) >= 1, vc_dimension(H) <= largest], PARAMETERS["TS_min"](H) <= 1)


@claim(
    "LIT.teaching.intersections",
    DOLIWA + ", corollary 19" + ": recursive teaching dimension of an intersection-closed class",
    "theorem",
    factor=SHARE,
)
def intersection_closed_classes_are_taught_by_their_dimension(H: Binary, factor: Fraction) -> Statement:
    """The recursive teaching dimension of a class with all intersections is at most its VC dimension."""
    return when(is_intersection_closed(H), RTD(H) <= vc_dimension(H) * factor)


@claim("LIT.teaching.sauer", f"{SAMEI}: size by the recursive teaching dimension", "theorem", shift=TIGHT)
def sauers_bound_holds_for_recursive_teaching(H: Binary, shift: int) -> Truth:
    """A class on $m$ points of recursive teaching dimension $r$ has at most the sum of $C(m, i)$ over $i <= r$
    functions."""
    return H.size() <= sauer_at(RTD(H) + shift, H.points)


@claim(
    "LIT.teaching.exponential",
    f"{CHEN}: exponential bound on the recursive teaching dimension",
    "theorem",
    summand=Constant(4, mutants=(3,)),
)
def recursive_teaching_is_at_most_exponential(H: Binary, summand: int) -> Truth:
    """$RTD <= 2^(d + 1) (d - 2) + d + 4$, for the VC dimension $d$."""
    return RTD(H) <= vc_dimension(H).map(lambda d: 2 ** (d + 1) * (d - 2) + d + summand)


@claim(
    "LIT.teaching.quadratic",
    f"{HU}: quadratic bound on the recursive teaching dimension",
    "theorem",
    leading=Constant(Fraction(393752, 10000), mutants=(Fraction(9, 2),)),
)
def recursive_teaching_is_at_most_quadratic(H: Binary, leading: Fraction) -> Truth:
    """$RTD <= 39.3752 d^2 - 3.6330 d$, for the VC dimension $d$."""
    return RTD(H) <= vc_dimension(H).map(lambda d: leading * d * d - Fraction(3633, 1000) * d)


@claim(
    "LIT.clash.below",
    NO_CLASH + ", proposition 23" + ": no-clash teaching dimension against the recursive one",
    "lemma",
    factor=SHARE,
)
def teaching_without_clashes_is_no_harder_than_recursively(H: Binary, factor: Fraction) -> Truth:
    """The no-clash teaching dimension is at most the recursive one: NCTD <= RTD."""
    return NCTD(H) <= RTD(H) * factor


@claim("LIT.clash.size", f"{SIMON}: size by the no-clash teaching dimension", "theorem", base=Constant(2, mutants=(1,)))
def classes_taught_without_clashes_are_small(H: Binary, base: int) -> Truth:
    """A class on $m$ points of no-clash teaching dimension $d$ has at most $2^d C(m, d)$ functions."""
    return H.size() <= NCTD(H).map(lambda d: base**d * comb(H.points, d))


@claim("LIT.star", f"{HANNEKE}: star number and the teaching dimension of samples", "theorem", offset=OFFSET)
def the_star_number_is_the_teaching_dimension_of_samples(H: Binary, offset: int) -> Truth:
    """For every $n$ the largest teaching dimension of $H$ on at most $n$ points is $min(s, n)$, $s$ the star number,
    and so is the extended one: so many of them leave at most one pattern of $H$ that agrees with a function, in $H$ or
    not."""

    def capped(n: int) -> Number:
        return PARAMETERS["star"](H).map(lambda s: min(s, n) + offset)

    sizes = range(1, H.points + 1)
    return all_of((_hardest(TD, H, n) == capped(n)) & (_hardest(XTD, H, n) == capped(n)) for n in sizes)


def _hardest(dimension: Callable[[ConceptClass], Number], H: ConceptClass, n: int) -> Number:
    """The largest value of the dimension for H on at most n points."""
    return largest([dimension(trace) for trace in restrictions(H) if trace.points <= n])


@claim(
    "LIT.queries.lower",
    f"{HEGEDUS}: membership queries from below by the extended teaching dimension",
    "theorem",
    factor=SHARE,
)
def membership_queries_are_no_fewer_than_the_extended_teaching_dimension(H: Binary, factor: Fraction) -> Truth:
    """To learn by membership queries takes XTD of them."""
    return XTD(H) <= queries(H) * factor


@claim(
    "LIT.queries.upper",
    f"{HEGEDUS}: membership queries from above by the extended teaching dimension",
    "theorem",
    factor=Constant(1, mutants=(HALF,)),
)
def membership_queries_are_at_most_dimension_times_log_size(H: Binary, factor: Fraction) -> Truth:
    """XTD $log2 |H|$ membership queries suffice."""
    most = combined(lambda t, n: factor * t * log2(max(n, 1)), XTD(H), H.size())
    return queries(H) <= most
