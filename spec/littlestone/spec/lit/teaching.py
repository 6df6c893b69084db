"""Teaching sets, recursive and without clashes, and what they have to do with the VC dimension and with queries."""

from math import comb

from littlestone.spec.algebra.naturals import combined
from littlestone.spec.lit.vocabulary import is_intersection_closed, sauer_at
from littlestone.spec.notation import *

KUHLMANN = "Kuhlmann 1999, On teaching and learning intersection-closed concept classes"
DOLIWA = "Doliwa, Fan, Simon and Zilles 2014, Recursive teaching dimension, VC-dimension and sample compression"
CHEN = "Chen, Cheng and Tang 2016, On the recursive teaching dimension of VC classes"
HU = "Hu, Wu, Li and Wang 2017, Quadratic upper bound for recursive teaching dimension of finite VC classes"
SAMEI = "Samei, Semukhin, Yang and Zilles 2014, Sauer's bound for a notion of teaching complexity"
NO_CLASH = "Kirkpatrick, Simon and Zilles 2019, Optimal collusion-free teaching"
HANNEKE = "Hanneke and Yang 2015, Minimax analysis of active learning, on the extended teaching dimension"
HEGEDUS = "Hegedus 1995, Generalized teaching dimensions and the query complexity of learning; Moshkov 1983"

RTD, NCTD, XTD, queries = (PARAMETERS[name] for name in ("RTD", "NCTD", "XTD", "Q_m"))


@claim("LIT.teaching.one", KUHLMANN, "theorem", largest=Constant(1, mutants=(2,)))
def in_classes_of_vc_one_some_function_is_taught_by_one_point(H: Binary, largest: int) -> Statement:
    """In a class of VC dimension 1 some function is told from all others by one point."""
    return when([vc_dimension(H) >= 1, vc_dimension(H) <= largest], PARAMETERS["TS_min"](H) <= 1)


@claim("LIT.teaching.intersections", DOLIWA + ", on intersection-closed classes", "theorem", slack=TIGHT)
def intersection_closed_classes_are_taught_by_their_dimension(H: Binary, slack: int) -> Statement:
    """The recursive teaching dimension of a class with all intersections is at most its VC dimension."""
    return when(is_intersection_closed(H), RTD(H) <= vc_dimension(H) + slack)


@claim("LIT.teaching.sauer", SAMEI, "theorem", shift=TIGHT)
def saures_bound_holds_for_recursive_teaching(H: Binary, shift: int) -> Truth:
    """A class on m points of recursive teaching dimension r has at most the sum of C(m, i) over i <= r functions."""
    return H.size() <= sauer_at(RTD(H) + shift, H.points)


@claim("LIT.teaching.exponential", CHEN, "theorem", summand=Constant(4, mutants=(3,)))
def recursive_teaching_is_at_most_exponential(H: Binary, summand: int) -> Truth:
    """RTD <= 2^(d + 1) (d - 2) + d + 4, for the VC dimension d."""
    return RTD(H) <= vc_dimension(H).map(lambda d: 2 ** (d + 1) * (d - 2) + d + summand)


@claim("LIT.teaching.quadratic", HU, "theorem", leading=Constant(Fraction(393752, 10000), mutants=(4,)))
def recursive_teaching_is_at_most_quadratic(H: Binary, leading: Fraction) -> Truth:
    """RTD <= 39.3752 d^2 - 3.6330 d, for the VC dimension d."""
    return RTD(H) <= vc_dimension(H).map(lambda d: leading * d * d - Fraction(3633, 1000) * d)


@claim("LIT.clash.below", NO_CLASH, "lemma", slack=TIGHT)
def teaching_without_clashes_is_no_harder_than_recursively(H: Binary, slack: int) -> Truth:
    """NCTD <= RTD."""
    return NCTD(H) <= RTD(H) + slack


@claim("LIT.clash.size", NO_CLASH + ", on the size of classes", "theorem", base=Constant(2, mutants=(1,)))
def classes_taught_without_clashes_are_small(H: Binary, base: int) -> Truth:
    """A class on m points of no-clash teaching dimension d has at most 2^d C(m, d) functions."""
    return H.size() <= NCTD(H).map(lambda d: base**d * comb(H.points, d))


@claim("LIT.star", HANNEKE, "theorem", slack=TIGHT)
def the_star_number_is_the_extended_teaching_dimension_of_traces(H: Binary, slack: int) -> Truth:
    """For any function, in H or not, and any set of points, the star number many of these leave at most one pattern of
    H that agrees with it, and no fewer always do."""
    star = PARAMETERS["star"](H)
    return all_of(XTD(trace) <= star + slack for trace in restrictions(H)) & any_of(
        star <= XTD(trace) + slack for trace in restrictions(H)
    )


@claim("LIT.queries.lower", HEGEDUS, "theorem", slack=TIGHT)
def membership_queries_are_no_fewer_than_the_extended_teaching_dimension(H: Binary, slack: int) -> Truth:
    """To learn by membership queries takes XTD of them."""
    return XTD(H) <= queries(H) + slack


@claim("LIT.queries.upper", HEGEDUS, "theorem", factor=Constant(1, mutants=(HALF,)))
def membership_queries_are_at_most_dimension_times_log_size(H: Binary, factor: Fraction) -> Truth:
    """XTD log2 |H| membership queries suffice."""
    most = combined(lambda t, n: factor * t * log2(max(n, 1)), XTD(H), H.size())
    return queries(H) <= most
