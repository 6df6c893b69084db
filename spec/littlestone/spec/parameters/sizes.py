"""How large a class is: its functions, the points that tell them apart, and the distances between them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from littlestone.spec.algebra.circuit import FALSE, Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number, combined, how_many
from littlestone.spec.algebra.reals import Expression, log2
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, some_member
from littlestone.spec.parameters.literal import sizes as literal
from littlestone.spec.parameters.registry import parameter

CPM = "Combinatorial-Parameters database"


@parameter("size", CPM, literal.size, any_labels=True)
def size(H: ConceptClass) -> Number:
    """The number of functions of H."""
    return H.size()


@parameter("log_size", CPM, literal.log_size, any_labels=True)
def log_size(H: ConceptClass) -> Number:
    """log2 |H|."""
    return H.size().map(lambda n: log2(max(n, 1)))


@parameter("range", CPM, literal.effective_range, any_labels=True)
def effective_range(H: ConceptClass) -> Number:
    """The effective range: the number of points on which two functions of H differ."""
    return how_many([point_matters(H, x) for x in range(H.points)])


def point_matters(H: ConceptClass, x: int) -> Truth:
    """Two functions of H differ on x."""
    taken = [H.restrict(x, frozenset({y})).nonempty() for y in range(H.labels)]
    return any_of(a & b for a, b in combinations(taken, 2))


@parameter("log_size_ratio", CPM, literal.log_size_ratio, any_labels=True)
def log_size_ratio(H: ConceptClass) -> Number:
    """log(|H| - 1) / log(n + 1), where n is the effective range; 0 for classes of one or two functions."""
    return combined(_log_ratio, H.size(), effective_range(H))


def _log_ratio(functions: int, points: int) -> Expression:
    return log2(functions - 1) / log2(points + 1) if functions > 2 and points > 0 else 0


@parameter("distinguishing_range", CPM, literal.distinguishing_range, any_labels=True)
def distinguishing_range(H: ConceptClass) -> Number:
    """The least number of points on which no two functions of H agree."""
    return Number(range(H.points + 1), lambda t: _no_points_distinguish(H, t - 1))


def _no_points_distinguish(H: ConceptClass, t: int) -> Truth:
    return all_of(_some_agree_on(H, points) for points in combinations(range(H.points), t))


def _some_agree_on(H: ConceptClass, points: tuple[int, ...]) -> Truth:
    """Two functions of H agree on all of the points."""
    alike: dict[Function, list[Truth]] = {}
    for f, truth in H.members():
        alike.setdefault(tuple(f[x] for x in points), []).append(truth)
    return any_of(at_least_two(truths) for truths in alike.values())


def at_least_two(truths: list[Truth]) -> Truth:
    """At least two of them are true."""
    one, two = FALSE, FALSE
    for truth in truths:
        one, two = one | truth, two | (one & truth)
    return two


@parameter("diameter", CPM, literal.diameter, any_labels=True)
def diameter(H: ConceptClass) -> Number:
    """The largest number of points on which two functions of H differ."""
    return Number(range(H.points + 1), lambda t: _some_pair(H, lambda f, g: distance(f, g) >= t))


@parameter("oriented_diameter", CPM, literal.oriented_diameter)
def oriented_diameter(H: ConceptClass) -> Number:
    """The largest number of points on which some function of H is 0 and another one is 1."""
    return Number(range(H.points + 1), lambda t: _some_pair(H, lambda f, g: rises(f, g) >= t or rises(g, f) >= t))


def distance(f: Function, g: Function) -> int:
    """On how many points f and g differ."""
    return sum(a != b for a, b in zip(f, g, strict=True))


def rises(f: Function, g: Function) -> int:
    """On how many points f is 0 and g is 1."""
    return sum(a < b for a, b in zip(f, g, strict=True))


def _some_pair(H: ConceptClass, related: Callable[[Function, Function], bool]) -> Truth:
    pairs = combinations(H.members(), 2)
    return any_of(in_f & in_g for (f, in_f), (g, in_g) in pairs if related(f, g))


@parameter("radius", CPM, literal.radius, any_labels=True)
def radius(H: ConceptClass) -> Number:
    """The least r such that all functions of H differ from some function, in H or not, on at most r points."""
    return Number(range(H.points + 1), lambda t: _no_ball_holds(H, t))


def _no_ball_holds(H: ConceptClass, t: int) -> Truth:
    centres = all_functions(H.points, H.labels)
    return all_of(some_member(H, lambda f, c=centre: distance(f, c) >= t) for centre in centres)  # type: ignore[misc]
