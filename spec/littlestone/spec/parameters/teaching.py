"""How many labelled points tell a function from the others: teaching dimensions and hitting sets of binary classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of, is_true, spend
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions
from littlestone.spec.parameters.graphs import Members, fixed_point, projected
from littlestone.spec.parameters.literal import teaching as literal
from littlestone.spec.parameters.literal.graphs import projected as literal_projected
from littlestone.spec.parameters.registry import parameter
from littlestone.spec.parameters.sizes import CPM

Points = tuple[int, ...]
Offer = Callable[[Function, int], Iterator[Points]]  # the sets of points that may teach a function, of a size
GOLDMAN = "Goldman and Kearns 1995, On the complexity of teaching"
RECURSIVE = "Zilles, Lange, Holte and Zinkevich 2011, Models of cooperative teaching"
NO_CLASH = "Kirkpatrick, Simon and Zilles 2019, Optimal collusion-free teaching"


def any_points(f: Function, size: int) -> Iterator[Points]:
    """All sets of that many points."""
    return combinations(range(len(f)), size)


def positive_points(f: Function, size: int) -> Iterator[Points]:
    """The sets of that many points, or of as many as there are, on which f is 1."""
    ones = [x for x, y in enumerate(f) if y]
    return combinations(ones, min(size, len(ones)))


def agree_on(f: Function, g: Function, points: Points) -> bool:
    """f and g are the same on the points."""
    return all(f[x] == g[x] for x in points)


@lru_cache(maxsize=1 << 12)
def others_that_agree(f: Function, points: Points) -> tuple[Function, ...]:
    """The binary functions but f that are the same as f on the points."""
    return tuple(g for g in all_functions(len(f), 2) if g != f and agree_on(f, g, points))


def none_teaches(members: Members, f: Function, offered: Iterator[Points]) -> Truth:
    """On each of the sets of points some other member agrees with f."""
    return all_of(any_of(members[g] for g in others_that_agree(f, S) if g in members) for S in offered)


def _some_needs(members: Members, t: int, offer: Offer) -> Truth:
    return any_of(truth & none_teaches(members, f, offer(f, t - 1)) for f, truth in members.items())


@parameter("TD", GOLDMAN, literal.teaching_dimension)
def teaching_dimension(H: ConceptClass) -> Number:
    """The teaching dimension: so many points tell the function of H that is hardest to teach from all others."""
    members = dict(H.members())
    return Number(range(H.points + 1), lambda t: _some_needs(members, t, any_points))


@parameter("TS_min", GOLDMAN, literal.easiest_teaching)
def easiest_teaching(H: ConceptClass) -> Number:
    """The least teaching set's size of a function of H: so many points tell the easiest one from all others."""
    members = dict(H.members())

    def at_least(t: int) -> Truth:
        return all_of(truth.implies(none_teaches(members, f, any_points(f, t - 1))) for f, truth in members.items())

    return Number(range(H.points + 1), at_least)


@parameter("TS_min_p", CPM, literal_projected(literal.easiest_teaching))
def projected_easiest_teaching(H: ConceptClass) -> Number:
    """The largest TS_min of the restrictions of H to sets of points."""
    return projected(easiest_teaching)(H)


@parameter("TS_max_p", CPM, literal_projected(literal.teaching_dimension))
def projected_teaching_dimension(H: ConceptClass) -> Number:
    """The largest teaching dimension of the restrictions of H to sets of points."""
    return projected(teaching_dimension)(H)


@parameter("TD_positive", GOLDMAN + ", from positive examples alone", literal.positive_teaching_dimension)
def positive_teaching_dimension(H: ConceptClass) -> Number:
    """As TD, with points on which the function taught is 1; m + 1 where these do not tell it from the others."""
    members = dict(H.members())
    return Number(range(H.points + 2), lambda t: _some_needs(members, t, positive_points))


@parameter("RTD", RECURSIVE, literal.recursive_teaching_dimension)
def recursive_teaching_dimension(H: ConceptClass) -> Number:
    """The recursive teaching dimension: the easiest functions are taught and taken away, again and again.

    It is the largest least teaching set's size of a subclass of H.
    """
    return _recursive(H, any_points)


@parameter("RTD_p", CPM, literal_projected(literal.recursive_teaching_dimension))
def projected_recursive_teaching_dimension(H: ConceptClass) -> Number:
    """The largest recursive teaching dimension of the restrictions of H to sets of points."""
    return projected(recursive_teaching_dimension)(H)


@parameter("RTD_positive", "Gao, Ries, Simon and Zilles 2017", literal.positive_recursive_teaching_dimension)
def positive_recursive_teaching_dimension(H: ConceptClass) -> Number:
    """As RTD, with points on which the function taught is 1."""
    return _recursive(H, positive_points)


def _recursive(H: ConceptClass, offer: Offer) -> Number:
    def at_least(t: int) -> Truth:
        hard = fixed_point(dict(H.members()), lambda left, f: none_teaches(left, f, offer(f, t - 1)))
        return any_of(hard.values())

    return Number(range(H.points + 1), at_least)


@parameter("NCTD", NO_CLASH, literal.no_clash_teaching_dimension, circuit_points=3)
def no_clash_teaching_dimension(H: ConceptClass) -> Number:
    """The no-clash teaching dimension: each f in H gets d points, so that of no two f, g each agrees on the other's."""
    return _no_clash(H, any_points)


@parameter("NCTD_positive", NO_CLASH, literal.positive_no_clash_teaching_dimension, circuit_points=3)
def positive_no_clash_teaching_dimension(H: ConceptClass) -> Number:
    """As NCTD, with points on which the function taught is 1."""
    return _no_clash(H, positive_points)


def _no_clash(H: ConceptClass, offer: Offer) -> Number:
    members = list(H.members())
    return Number(range(H.points + 1), lambda t: ~_assignable(members, [], lambda f: offer(f, t - 1)))


def _assignable(
    members: list[tuple[Function, Truth]],
    given: list[tuple[Function, Points, Truth]],
    offer: Callable[[Function], Iterator[Points]],
) -> Truth:
    """Each function from the first one without points can be given some, so that none of the class clash."""
    if len(given) == len(members):
        return TRUE
    f, in_class = members[len(given)]
    found = FALSE
    for S in offer(f):
        spend(len(given) + 1)
        clash = any_of(truth for g, T, truth in given if agree_on(f, g, S) and agree_on(f, g, T))
        free = ~(in_class & clash)
        found |= free & _assignable(members, [*given, (f, S, in_class)], offer) if free is not FALSE else FALSE
        if is_true(found):
            break
    return found


@parameter("hitting", CPM + ", which has no definition", literal.hitting_size)
def hitting_size(H: ConceptClass) -> Number:
    """The least number of points that meet each non-empty set of H, that is, each function that is not 0."""
    return Number(range(H.points + 1), lambda t: _unhit(H, (0,) * H.points, t - 1))


@parameter("hitting_relative", CPM + ", which has no definition", literal.hitting_relative)
def relative_hitting_size(H: ConceptClass) -> Number:
    """The largest hitting size of H Delta T over all sets T of points."""
    centres = list(all_functions(H.points, 2))
    return Number(range(H.points + 1), lambda t: any_of(_unhit(H, centre, t - 1) for centre in centres))


def centred_hitting_size(H: ConceptClass) -> Number:
    """The largest hitting size of H Delta T over the functions T of H: another reading of the relative hitting size."""

    def at_least(t: int) -> Truth:
        return any_of(truth & _unhit(H, centre, t - 1) for centre, truth in H.members())

    return Number(range(H.points + 1), at_least)


def _unhit(H: ConceptClass, centre: Function, size: int) -> Truth:
    """On each set of that many points some function of H other than the centre agrees with it."""
    return none_teaches(dict(H.members()), centre, any_points(centre, size))


@parameter("XTD", "Hegedus 1995, Generalized teaching dimensions", literal.extended_teaching_dimension)
def extended_teaching_dimension(H: ConceptClass) -> Number:
    """The extended teaching dimension: for each function, in H or not, so many points leave at most one of H."""
    return Number(range(H.points + 1), lambda t: any_of(_two_agree(H, T, t - 1) for T in all_functions(H.points, 2)))


def _two_agree(H: ConceptClass, centre: Function, size: int) -> Truth:
    return all_of(_two_on(H, centre, S) for S in any_points(centre, size))


def _two_on(H: ConceptClass, centre: Function, points: Points) -> Truth:
    for x in points:
        H = H.restrict(x, frozenset({centre[x]}))
    return H.size().at_least(2)


@parameter("PBTD", "Gao, Ries, Simon and Zilles 2017", literal.preference_based_teaching_dimension)
def preference_based_teaching_dimension(H: ConceptClass) -> Number:
    """The preference-based teaching dimension: each f in H is told from those that are not preferred less.

    At the best order of preference; for a finite class the least preferred one can be taken away first.
    """
    return _recursive(H, any_points)


@parameter("TS_min_star", CPM, literal.hardest_subclass)
def hardest_subclass(H: ConceptClass) -> Number:
    """The largest TS_min of a non-empty subclass of H."""
    return _recursive(H, any_points)


@parameter("TS_min_star_p", CPM, literal_projected(literal.hardest_subclass))
def projected_hardest_subclass(H: ConceptClass) -> Number:
    """The largest TS_min of a non-empty subclass of a restriction of H to points."""
    return projected(hardest_subclass)(H)
