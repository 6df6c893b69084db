"""Parameters of binary classes that count or measure shattered, strongly shattered and order-shattered sets."""

from __future__ import annotations

from itertools import chain, combinations, permutations

from littlestone.spec.algebra.circuit import Truth, all_of, any_of, spend
from littlestone.spec.algebra.naturals import Number, how_many, largest, smallest
from littlestone.spec.algebra.reals import log2
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, memoised
from littlestone.spec.classes.dimensions import shatters_set, vc_dimension
from littlestone.spec.parameters.graphs import Members, projected
from littlestone.spec.parameters.literal import shattering as literal
from littlestone.spec.parameters.literal.graphs import projected as literal_projected
from littlestone.spec.parameters.registry import parameter
from littlestone.spec.parameters.sizes import CPM, effective_range, point_matters


@parameter("VC", "Vapnik and Chervonenkis 1971", literal.vc)
def largest_shattered_set(H: ConceptClass) -> Number:
    """The VC dimension: the size of the largest set of points on which H takes all patterns."""
    return vc_dimension(H)


@parameter("sh", "Pajor 1985", literal.shattered_sets)
def shattered_sets(H: ConceptClass) -> Number:
    """The number of sets of points that H shatters, the empty set among them."""
    return how_many([shatters_set(H, S) for d in range(H.points + 1) for S in combinations(range(H.points), d)])


@parameter("log_sh", CPM, literal.log_shattered_sets)
def log_shattered_sets(H: ConceptClass) -> Number:
    """log2 of the number of sets of points that H shatters."""
    return shattered_sets(H).map(lambda n: log2(max(n, 1)))


@parameter("VCR", CPM, literal.vc_radius)
def vc_radius(H: ConceptClass) -> Number:
    """The effective VC radius: the largest k for which H shatters all sets of k points of its effective range.

    k is at most the effective range: above it there would be no such set.
    """
    return Number(range(H.points + 1), lambda k: effective_range(H).at_least(k) & _shatters_all(H, k))


def _shatters_all(H: ConceptClass, k: int) -> Truth:
    sets = combinations(range(H.points), k)
    return all_of(all_of(point_matters(H, x) for x in S).implies(shatters_set(H, S)) for S in sets)


@parameter("VCR_p", CPM, literal_projected(literal.vc_radius))
def projected_vc_radius(H: ConceptClass) -> Number:
    """The largest effective VC radius of the restrictions of H to sets of points."""
    return projected(vc_radius)(H)


@parameter("ST", "Bollobas, Leader and Radcliffe 1989; Anstee, Ronyai and Sali 2002", literal.strongly_shattered)
def largest_strongly_shattered_set(H: ConceptClass) -> Number:
    """The dimension of the largest subcube that lies in H: the size of the largest strongly shattered set."""
    return Number(range(H.points + 1), lambda d: any_of(_has_cube(H, S) for S in combinations(range(H.points), d)))


def _has_cube(H: ConceptClass, free: tuple[int, ...]) -> Truth:
    """For some pattern on the other points, all functions with it are in H."""
    cubes: dict[tuple[int, ...], list[Truth]] = {}
    for f in all_functions(H.points, 2):
        cubes.setdefault(tuple(y for x, y in enumerate(f) if x not in free), []).append(H.contains(f))
    return any_of(map(all_of, cubes.values()))


@parameter("ST_p", CPM, literal_projected(literal.strongly_shattered))
def projected_strongly_shattered_set(H: ConceptClass) -> Number:
    """The largest dimension of a subcube of the restrictions of H to sets of points."""
    return projected(largest_strongly_shattered_set)(H)


@parameter("OSH_min", "Anstee, Ronyai and Sali 2002, Shattering news", literal.least_order_shattered)
def minimum_order_shattered(H: ConceptClass) -> Number:
    """The largest order-shattered set's size, at the order of the points for which it is least."""
    return smallest([_order_shattered(H, order) for order in permutations(range(H.points))])


@parameter("OSH_max", "Anstee, Ronyai and Sali 2002, Shattering news", literal.most_order_shattered)
def maximum_order_shattered(H: ConceptClass) -> Number:
    """The largest order-shattered set's size, at the order of the points for which it is largest."""
    return largest([_order_shattered(H, order) for order in permutations(range(H.points))])


def _order_shattered(H: ConceptClass, order: tuple[int, ...]) -> Number:
    """The size of the largest set that the order shatters: of the largest set in the class shifted down along it."""
    shifted = _shifted_down(H, order)
    return Number(range(H.points + 1), lambda d: any_of(truth for f, truth in shifted.items() if sum(f) >= d))


@memoised
def _shifted_down(H: ConceptClass, order: tuple[int, ...]) -> Members:
    """The class after each point in turn has been set to 0 wherever that gives a new function."""
    if not order:
        return {f: H.contains(f) for f in all_functions(H.points, 2)}
    before, x = _shifted_down(H, order[:-1]), order[-1]
    shifted = {}
    for f, truth in before.items():
        other = before[(*f[:x], 1 - f[x], *f[x + 1 :])]
        shifted[f] = truth & other if f[x] else truth | other
    return shifted


@parameter("intdeg", "Smolensky 1993; Meszaros and Ronyai 2013", literal.interpolation_degree, circuit_points=3)
def interpolation_degree(H: ConceptClass) -> Number:
    """The least d such that each function from H to the field of two elements is a polynomial of degree at most d.

    Where it is not, a non-empty set of functions of H meets each set of at most d points evenly: so many of them are 1
    on all of it.
    """
    members = dict(H.members())

    def at_least(t: int) -> Truth:
        return any_of(all_of(members[f] for f in G) for G, d in _even_degrees(H).items() if d >= t - 1)

    return Number(range(H.points + 1), at_least)


@memoised
def _even_degrees(H: ConceptClass) -> dict[tuple[tuple[int, ...], ...], int]:
    """For each non-empty set of functions, the largest d at which it meets all sets of at most d points evenly."""
    functions = [f for f, _ in H.members()]
    spend(2 ** len(functions) * len(functions))
    subsets = chain.from_iterable(combinations(functions, size) for size in range(1, len(functions) + 1))
    return {G: _first_odd(G, H.points) - 1 for G in subsets}


def _first_odd(G: tuple[tuple[int, ...], ...], points: int) -> int:
    """The size of the smallest set of points on all of which an odd number of the functions are 1."""
    sets = (S for size in range(points + 1) for S in combinations(range(points), size))
    return len(next(S for S in sets if sum(all(f[x] for x in S) for f in G) % 2))
