"""Classes made from classes: restriction to points, union, complement, difference, dual; symbolic or listed alike."""

from __future__ import annotations

from itertools import combinations

from littlestone.spec.algebra.circuit import Truth, any_of
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit, from_members, memoised


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
    if G.points != H.points:
        raise ValueError(f"a union needs classes on the same points, not on {G.points} and {H.points}")
    functions = {f: None for K in (G, H) for f, _ in K.members()}
    return from_members(G.points, max(G.labels, H.labels), {f: G.contains(f) | H.contains(f) for f in functions})


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
