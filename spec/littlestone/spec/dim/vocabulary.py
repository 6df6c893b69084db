"""DIM: what its modules share: Sauer's sum at a dimension, a class at its last point, and the recurrences there."""

from collections.abc import Callable

from littlestone.spec.algebra.naturals import largest, smallest
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.notation import *

Dimension = Annotated[Real, Naturals(-1)]  # -1 is that of the empty class


def sauer_at(dimension: Number, points: int) -> Number:
    """The sum of C(points, i) for i up to the dimension."""
    return dimension.map(lambda d: sauer_sum(points, d, 1))


# ---- A class at its last point


def without_last_point(H: ConceptClass) -> ConceptClass:
    """The class {f restricted to all points but the last : f in H}: the union of the two halves."""
    return restriction_to(H, tuple(range(H.points - 1)))


def half(H: ConceptClass, y: int) -> ConceptClass:
    """The functions of H with label y at the last point, as a class on the others."""
    return without_last_point(H.restrict(H.points - 1, frozenset({y})))


def meet_of_halves(H: ConceptClass) -> ConceptClass:
    """The functions on all points but the last that H extends by 0 and by 1."""
    return intersection(half(H, 0), half(H, 1))


def without_points(H: ConceptClass) -> ConceptClass:
    """H on no points: the class of the one empty function, and the empty class where H is empty."""
    return restriction_to(H, ())


# ---- The parts of a class at a root


def parts_at(H: ConceptClass) -> list[tuple[ConceptClass, ConceptClass]]:
    """For each root x the functions of H with label 0 at x, and with label 1."""
    return [(H.restrict(x, frozenset({0})), H.restrict(x, frozenset({1}))) for x in range(H.points)]


def least_at(H: ConceptClass, dimension: Callable[[ConceptClass], Number]) -> list[Number]:
    """For each root the smaller dimension of the two parts."""
    return [smallest([dimension(zero), dimension(one)]) for zero, one in parts_at(H)]


def best_root(H: ConceptClass, dimension: Callable[[ConceptClass], Number]) -> Number:
    """The largest over all roots of the smaller dimension of the two parts."""
    return largest(least_at(H, dimension))


# ---- Recurrences at a point, of numbers or of symbols


def vc_recurrence(v: Any, v_union: Any, v0: Any, v1: Any) -> Truth:
    """v <= max(v_union, 1 + min(v0, v1))."""
    known: Truth = (v <= v_union) | ((v <= 1 + v0) & (v <= 1 + v1))
    return known


def littlestone_recurrence(d: Any, d_union: Any, d0: Any, d1: Any) -> Truth:
    """d >= max(d_union, 1 + min(d0, d1))."""
    known: Truth = (d_union <= d) & ((1 + d0 <= d) | (1 + d1 <= d))
    return known
