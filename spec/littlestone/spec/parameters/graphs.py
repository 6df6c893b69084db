"""The one-inclusion graph of a binary class: its vertices are the functions, its edges join those at distance one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import chain, combinations

from littlestone.spec.algebra.circuit import Truth, all_of, any_of, spend
from littlestone.spec.algebra.naturals import Number, combined, how_many, largest
from littlestone.spec.classes.concept_classes import ConceptClass, Function, memoised
from littlestone.spec.classes.operations import restrictions
from littlestone.spec.parameters.chains_and_stars import neighbours
from littlestone.spec.parameters.literal import graphs as literal
from littlestone.spec.parameters.registry import parameter
from littlestone.spec.parameters.sizes import CPM

Members = dict[Function, Truth]


@parameter("edges", "Haussler, Littlestone and Warmuth 1994, section 2", literal.edges)
def edges(H: ConceptClass) -> Number:
    """The number of edges of the one-inclusion graph: pairs of functions that differ on exactly one point."""
    upward = ((f, g, truth) for f, truth in H.members() for g in neighbours(f) if f < g)
    return how_many([truth & H.contains(g) for _, g, truth in upward])


@parameter("dens", CPM, literal.average_degree, circuit_points=4)
def average_degree(H: ConceptClass) -> Number:
    """The average degree of the one-inclusion graph: twice its edges over its vertices."""
    return combined(lambda e, v: Fraction(2 * e, v) if v else 0, edges(H), H.size())


@parameter("dens_max", CPM, literal.densest_subgraph, circuit_points=3)
def densest_subgraph(H: ConceptClass) -> Number:
    """The largest average degree of an induced subgraph of the one-inclusion graph: twice its density."""
    densities = _average_degrees(H)
    members = dict(H.members())

    def at_least(t: Fraction) -> Truth:
        dense = (G for G, degree in densities.items() if degree >= t)
        return any_of(all_of(members[f] for f in G) for G in dense)

    return Number({0, *densities.values()}, at_least)


@memoised
def _average_degrees(H: ConceptClass) -> dict[tuple[Function, ...], Fraction]:
    """The average degree on each non-empty set of functions that is not excluded."""
    functions = [f for f, _ in H.members()]
    spend(2 ** len(functions) * len(functions))
    subsets = chain.from_iterable(combinations(functions, size) for size in range(1, len(functions) + 1))
    place = {f: 1 << i for i, f in enumerate(functions)}
    near = {f: sum(place.get(g, 0) for g in neighbours(f)) for f in functions}

    def degrees(G: tuple[Function, ...]) -> int:
        inside = sum(place[f] for f in G)
        return sum((near[f] & inside).bit_count() for f in G)

    return {G: Fraction(degrees(G), len(G)) for G in subsets}


@parameter("d_min", CPM, literal.minimum_degree)
def minimum_degree(H: ConceptClass) -> Number:
    """The least degree in the one-inclusion graph."""
    members = dict(H.members())

    def at_least(t: int) -> Truth:
        return all_of(truth.implies(degree_at_least(members, f, t)) for f, truth in members.items())

    return Number(range(H.points + 1), at_least)


@parameter("d_max", CPM, literal.maximum_degree)
def maximum_degree(H: ConceptClass) -> Number:
    """The largest degree in the one-inclusion graph."""
    members = dict(H.members())
    return _largest_degree(H, lambda f, t: degree_at_least(members, f, t))


@parameter("d_max_positive", CPM, literal.maximum_positive_degree)
def maximum_positive_degree(H: ConceptClass) -> Number:
    """The largest number of neighbours g <= f of a function f in the one-inclusion graph."""
    return _largest_degree(H, lambda f, t: how_many([H.contains(g) for g in neighbours(f) if g < f]).at_least(t))


def _largest_degree(H: ConceptClass, reaches: Callable[[Function, int], Truth]) -> Number:
    return Number(range(H.points + 1), lambda t: any_of(truth & reaches(f, t) for f, truth in H.members()))


def degree_at_least(members: Members, f: Function, t: int) -> Truth:
    """At least t neighbours of f are among the members."""
    return how_many([members[g] for g in neighbours(f) if g in members]).at_least(t)


@parameter("degeneracy", CPM, literal.degeneracy)
def degeneracy(H: ConceptClass) -> Number:
    """The largest minimum degree of an induced subgraph of the one-inclusion graph."""
    return Number(range(H.points + 1), lambda t: any_of(_core(dict(H.members()), t).values()))


def _core(members: Members, t: int) -> Members:
    """What is left when vertices of degree below t are taken away as long as there are any."""
    return fixed_point(members, lambda left, f: degree_at_least(left, f, t))


def fixed_point(members: Members, stays: Callable[[Members, Function], Truth]) -> Members:
    """What is left when all that does not stay is taken away at once, as often as there are members."""
    for _ in range(len(members)):
        left = {f: truth & stays(members, f) for f, truth in members.items()}
        if all(left[f] is truth for f, truth in members.items()):
            break
        members = left
    return members


def projected(definition: Callable[[ConceptClass], Number]) -> Callable[[ConceptClass], Number]:
    """The parameter's largest value over the restrictions of H to non-empty sets of points."""
    return lambda H: largest([definition(trace) for trace in restrictions(H)])


@parameter("d_max_p", CPM, literal.projected(literal.maximum_degree))
def projected_maximum_degree(H: ConceptClass) -> Number:
    """The largest maximum degree of the restrictions of H to sets of points."""
    return projected(maximum_degree)(H)


@parameter("d_min_p", CPM, literal.projected(literal.minimum_degree))
def projected_minimum_degree(H: ConceptClass) -> Number:
    """The largest minimum degree of the restrictions of H to sets of points."""
    return projected(minimum_degree)(H)


@parameter("dens_p", CPM, literal.projected(literal.average_degree), circuit_points=4)
def projected_average_degree(H: ConceptClass) -> Number:
    """The largest average degree of the one-inclusion graphs of the restrictions of H to sets of points."""
    return projected(average_degree)(H)
