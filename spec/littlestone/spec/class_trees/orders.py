"""The order that a binary class puts on its points, f-representations and deterministic points (YAN25 section 4).

Smaller points are deeper. ROOT, written as the empty set in print, is above every point and is no point itself. All of
it is said of symbolic and of explicit classes alike, as truth values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass, Function, from_members, memoised
from littlestone.spec.unknowns.notions import notion

Example = tuple[int, int]
ROOT = -1
ZERO, ONE = frozenset({0}), frozenset({1})


def ones(f: Function) -> frozenset[int]:
    """I(f) = {x : f(x) = 1} (YAN25 N1)."""
    return frozenset(x for x, label in enumerate(f) if label == 1)


def indicator(chosen: Collection[int], points: int) -> Function:
    """The function on the points 0..points-1 that is 1 exactly on those chosen."""
    return tuple(int(x in chosen) for x in range(points))


# ---- f-representation (YAN25 D14)


def represented(c: Function, f: Function) -> Function:
    """c_f, which is 1 where c and f differ (YAN25 D14)."""
    return tuple(int(a != b) for a, b in zip(c, f, strict=True))


def f_representation(H: ConceptClass, f: Function) -> ConceptClass:
    """H_f = {c_f : c in H} (YAN25 D14)."""
    return from_members(H.points, H.labels, {represented(c, f): truth for c, truth in H.members()})


def relabelled(S: Iterable[Example], f: Function) -> tuple[Example, ...]:
    """The examples (x, y) with the label 1 where y differs from f(x) and else 0 (YAN25 D14)."""
    return tuple((x, int(y != f[x])) for x, y in S)


# ---- The partial order (YAN25 D13)


def is_at_most(H: ConceptClass, x: int, y: int) -> Truth:
    """x <= y under H: every function of H that is 1 at x is 1 at y; all is at most ROOT (YAN25 D13, R0)."""
    if y == ROOT or x == ROOT:
        return TRUE if y == ROOT else FALSE
    return ~H.restrict(x, ONE).restrict(y, ZERO).nonempty()


def is_below(H: ConceptClass, x: int, y: int) -> Truth:
    """x < y under H: x <= y and they are different points (YAN25 D13)."""
    return FALSE if x == y else is_at_most(H, x, y)


def are_comparable(H: ConceptClass, x: int, y: int) -> Truth:
    """x <= y or y <= x (YAN25 section 4, after E1)."""
    return is_at_most(H, x, y) | is_at_most(H, y, x)


def is_covered(H: ConceptClass, x: int, y: int) -> Truth:
    """x < y and no point lies strictly between them; y may be ROOT."""
    return is_below(H, x, y) & ~any_of(is_below(H, x, z) & is_below(H, z, y) for z in range(H.points))


@memoised
def _starts(H: ConceptClass, k: int) -> tuple[Truth, ...]:
    """For each point whether k points x_1 < ... < x_k are above it."""
    points = range(H.points)
    if k == 0:
        return (TRUE,) * H.points
    below = _starts(H, k - 1)
    return tuple(any_of(is_below(H, x, y) & below[y] for y in points if y != x) for x in points)


@notion
def longest_chain(H: ConceptClass, below: int | None = None) -> Number:
    """How many points the longest sequence x_1 < ... < x_k has, above the point ``below`` where one is given.

    Any two points are told apart (YAN25 A1): otherwise x < y < x, and no sequence is the longest.
    """

    def at_least(k: int) -> Truth:
        return any_of(_starts(H, k - 1)) if below is None else _starts(H, k)[below]

    return Number(range(H.points + 1), at_least, "longest chain")


# ---- Deterministic points (YAN25 D15)


def consistent(H: ConceptClass, S: Iterable[Example]) -> ConceptClass:
    """The functions of H of error 0 on S; all of them where S is empty."""
    for x, y in S:
        H = H.restrict(x, frozenset({y}))
    return H


def is_deterministic(H: ConceptClass, S: Iterable[Example], x: int) -> Truth:
    """Every function of H that agrees with S is 1 at x; so is every point where none agrees (YAN25 D15)."""
    return ~consistent(H, S).restrict(x, ZERO).nonempty()


def deterministic_points(H: ConceptClass, S: Iterable[Example]) -> frozenset[int]:
    """The points deterministic by S in the explicit class H, all of them where none of H agrees with S (YAN25 D15)."""
    agreeing = consistent(H, S).functions()
    return frozenset(x for x in range(H.points) if all(f[x] for f in agreeing))


def deterministic_path(H: ConceptClass, S: Sequence[Example]) -> frozenset[int]:
    """The points deterministic by S, none where no function of H agrees with S: so they are always on one path.

    It is what YAN25 D15 should be for data that no function of H agrees with.
    """
    return deterministic_points(H, S) if consistent(H, S).functions() else frozenset()


# ---- The assumptions (YAN25 A1, A2)


def are_told_apart(H: ConceptClass, x: int, y: int) -> Truth:
    """Some function of H has different labels at x and y (YAN25 A1)."""
    return any_of(H.restrict(x, a).restrict(y, b).nonempty() for a, b in ((ZERO, ONE), (ONE, ZERO)))


def tells_points_apart(H: ConceptClass) -> Truth:
    """Any two different points are told apart by a function of H (YAN25 A1)."""
    return all_of(are_told_apart(H, x, y) for y in range(H.points) for x in range(y))


def is_constant_at(H: ConceptClass, x: int) -> Truth:
    """No two functions of H have different labels at x."""
    return ~(H.restrict(x, ZERO).nonempty() & H.restrict(x, ONE).nonempty())


def has_no_constant_point(H: ConceptClass) -> Truth:
    """At each point some two functions of H have different labels (YAN25 A2)."""
    return all_of(~is_constant_at(H, x) for x in range(H.points))
