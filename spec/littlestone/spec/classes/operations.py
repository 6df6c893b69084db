"""Classes made from classes: restrictions, unions, closures, complement, dual; all but the dual symbolic or listed."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import combinations
from operator import and_, or_

from littlestone.spec.algebra.circuit import Truth, all_of, any_of, spend
from littlestone.spec.classes.concept_classes import (
    ConceptClass,
    Function,
    all_functions,
    explicit,
    from_members,
    memoised,
)


@memoised
def restriction_to(H: ConceptClass, points: tuple[int, ...]) -> ConceptClass:
    """The class {f|_S : f in H} on the listed points, in the order in which they are listed.

    Raises ValueError where one of them is no point of H.
    """
    outside = [x for x in points if not 0 <= x < H.points]
    if outside:
        raise ValueError(f"{outside[0]} is no point of a class on {H.points} points, numbered from 0")
    return _by_image({f: (tuple(f[x] for x in points), truth) for f, truth in H.members()}, len(points), H.labels)


def restrictions(H: ConceptClass) -> tuple[ConceptClass, ...]:
    """The restrictions of H to each non-empty set of its points; H itself is the last."""
    kept = (points for size in range(1, H.points) for points in combinations(range(H.points), size))
    return (*(restriction_to(H, points) for points in kept), H)


def union(G: ConceptClass, H: ConceptClass) -> ConceptClass:
    """The functions of G and those of H; raises ValueError where their points differ in number."""
    return _by_function(G, H, or_, "a union")


def intersection(*classes: ConceptClass) -> ConceptClass:
    """The functions that are in all of the classes; raises ValueError where their points differ in number."""
    return reduce(lambda G, H: _by_function(G, H, and_, "an intersection"), classes)


def symmetric_difference(G: ConceptClass, H: ConceptClass) -> ConceptClass:
    """The functions of exactly one of G and H; raises ValueError where their points differ in number."""
    return _by_function(G, H, lambda g, h: ~g.iff(h), "a symmetric difference")


def _by_function(G: ConceptClass, H: ConceptClass, join: Callable[[Truth, Truth], Truth], words: str) -> ConceptClass:
    _insist_on_the_same_points(G, H, words)
    functions = {f: None for K in (G, H) for f, _ in K.members()}
    return from_members(G.points, max(G.labels, H.labels), {f: join(G.contains(f), H.contains(f)) for f in functions})


def _insist_on_the_same_points(G: ConceptClass, H: ConceptClass, words: str) -> None:
    if G.points != H.points:
        raise ValueError(f"{words} needs classes on the same points, not on {G.points} and {H.points}")


def pointwise(G: ConceptClass, H: ConceptClass, operation: Callable[[int, int], int]) -> ConceptClass:
    """All functions operation(g(x), h(x)) with g in G and h in H, as with min, max or xor, of binary classes.

    Raises ValueError where their points differ in number.
    """
    _insist_on_the_same_points(G, H, "what is made pointwise")
    found: dict[Function, list[Truth]] = {}
    for g, in_G in G.members():
        for h, in_H in H.members():
            found.setdefault(tuple(map(operation, g, h)), []).append(in_G & in_H)
    return from_members(G.points, 2, {f: any_of(truths) for f, truths in found.items()})


def intersection_closure(H: ConceptClass) -> ConceptClass:
    """The minima of any one or more functions of a binary class: the least class with H that has all intersections."""
    return _closure(H, min)


def union_closure(H: ConceptClass) -> ConceptClass:
    """The maxima of any one or more functions of a binary class: the least class with H that has all unions."""
    return _closure(H, max)


def _closure(H: ConceptClass, operation: Callable[[int, int], int]) -> ConceptClass:
    """f is in it if some functions of H that keep f under the operation agree with f, one of them at each point."""
    if H.labels != 2:
        raise ValueError(f"a closure needs a binary class, not one with {H.labels} labels")
    spend(2**H.points * len(list(H.members())))
    closed = {}
    for f in all_functions(H.points, 2):
        keeping = [(h, truth) for h, truth in H.members() if tuple(map(operation, f, h)) == f]
        agreeing = [any_of(truth for h, truth in keeping if h[x] == f[x]) for x in range(H.points)]
        closed[f] = all_of([any_of(truth for _, truth in keeping), *agreeing])
    return from_members(H.points, 2, closed)


def complement(H: ConceptClass) -> ConceptClass:
    """The class {k - f : f in H}: each concept replaced by its complement, 1 - f where the labels are 0 and 1."""
    return H.image(lambda y: H.k - y, H.labels)


def difference_with(H: ConceptClass, f: Function) -> ConceptClass:
    """The class {h Delta f : h in H} of a binary class: 1 where h and f differ; raises ValueError for other labels."""
    if H.labels != 2 or len(f) != H.points:
        raise ValueError(f"the symmetric difference needs a binary class and a function on its {H.points} points")
    images = {h: (tuple(a ^ b for a, b in zip(h, f, strict=True)), truth) for h, truth in H.members()}
    return _by_image(images, H.points, 2)


def dual(H: ConceptClass) -> ConceptClass:
    """The dual of a listed class: its points are the functions of H in their order, its functions the points of H.

    Points on which all functions of H agree with those on another point are one function. Raises UndecidedTruth on a
    symbolic class.
    """
    functions = H.functions()
    return explicit([tuple(f[x] for f in functions) for x in range(H.points)], H.labels, len(functions))


def _by_image(images: dict[Function, tuple[Function, Truth]], points: int, labels: int) -> ConceptClass:
    found: dict[Function, list[Truth]] = {}
    for image, truth in images.values():
        found.setdefault(image, []).append(truth)
    return from_members(points, labels, {image: any_of(truths) for image, truths in found.items()})
