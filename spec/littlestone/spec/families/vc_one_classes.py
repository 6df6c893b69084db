"""Reduced binary classes of VC dimension 1 with the zero function, from trees: a universe of its own (YAN25 X1).

Below a root hang the points, and every function is a path: it is 1 at a point and at all above it. So a class is a
rooted tree with some nodes marked, those where a path ends: the root, every leaf, every point with a single child, and
any of the other points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.classes.concept_classes import ConceptClass, Function, some_member
from littlestone.spec.classes.dimensions import vc_dimension
from littlestone.spec.families.class_families import ClassFamily, Draw

Paths = frozenset[frozenset[int]]
NONE: frozenset[int] = frozenset()


def is_reduced_of_vc_one(H: ConceptClass) -> Truth:
    """H has the zero function and VC dimension at most 1, tells any two points apart and is constant on none."""
    points = range(H.points)
    apart = (some_member(H, lambda f, x=x, y=y: f[x] != f[y]) for x, y in combinations(points, 2))  # type: ignore[misc]
    nowhere_zero = (some_member(H, lambda f, x=x: f[x] == 1) for x in points)  # type: ignore[misc]
    return all_of([H.contains((0,) * H.points), vc_dimension(H) <= 1, *apart, *nowhere_zero])


# ---- All of them


def vc_one_classes(points: int) -> list[tuple[Function, ...]]:
    """The functions of each class on the points, fewest first."""
    forests = (paths for _, paths in _forests(frozenset(range(points))))
    return sorted((_functions(paths | {NONE}, points) for paths in forests), key=lambda listed: (len(listed), listed))


def _functions(paths: Paths, points: int) -> tuple[Function, ...]:
    return tuple(sorted(tuple(int(x in path) for x in range(points)) for path in paths))


@cache
def _forests(points: frozenset[int]) -> tuple[tuple[int, Paths], ...]:
    """The forests on the points: how many trees, and the paths that end within."""
    if not points:
        return ((0, frozenset()),)
    first, *others = sorted(points)
    chosen = (frozenset({first, *rest}) for size in range(len(points)) for rest in combinations(others, size))
    return tuple(
        (trees + 1, tree | paths) for of in chosen for trees, paths in _forests(points - of) for tree in _trees(of)
    )


@cache
def _trees(points: frozenset[int]) -> tuple[Paths, ...]:
    """The paths of each tree on the points."""
    found = list[Paths]()
    for top in sorted(points):
        for trees, paths in _forests(points - {top}):
            longer = frozenset(path | {top} for path in paths)
            found += [longer | {frozenset({top})}, *([longer] if trees > 1 else [])]
    return tuple(found)


# ---- How many

Numbers = Mapping[int, int]
NO_FOREST: Numbers = {0: 1}


def numbers_of_vc_one_classes(points: int) -> Numbers:
    """How many classes on the points have each number of functions, without listing them."""
    return {ends + 1: number for ends, number in sorted(_forest_numbers(points).items())}


@cache
def _forest_numbers(points: int) -> Numbers:
    """How many forests on so many points have each number of ends of paths, by the tree of the first point."""
    if points == 0:
        return NO_FOREST
    found = Counter[int]()
    for size in range(1, points + 1):
        for ends, trees in _tree_numbers(size).items():
            for more, rest in _forest_numbers(points - size).items():
                found[ends + more] += comb(points - 1, size - 1) * trees * rest
    return dict(found)


@cache
def _tree_numbers(points: int) -> Numbers:
    """How many trees: any top with a forest below it, where a path ends unless that has two trees or more."""
    found = Counter[int]()
    for ends, forests in _forest_numbers(points - 1).items():
        found[ends + 1] += points * forests
        few = int(points == 1) or _tree_numbers(points - 1).get(ends, 0)
        found[ends] += points * (forests - few)
    return {ends: number for ends, number in found.items() if number}


# ---- One of them


def drawn_vc_one_class(points: int, draw: Draw) -> tuple[Function, ...]:
    """A class by choices: a parent for each point among those before it, the ends of paths, the points' names."""
    return _functions(_paths(*_drawn_tree(points, draw), _drawn_names(points, draw)), points)


def _drawn_tree(points: int, draw: Draw) -> tuple[list[int], list[bool]]:
    """The parent of each point, -1 the root, and where paths end."""
    parents = [draw(x + 1) - 1 for x in range(points)]
    children = Counter(parents)
    return parents, [children[x] < 2 or draw(2) == 1 for x in range(points)]


def _drawn_names(points: int, draw: Draw) -> list[int]:
    names = list(range(points))
    for x in range(points):
        other = x + draw(points - x)
        names[x], names[other] = names[other], names[x]
    return names


def _paths(parents: Sequence[int], ends: Sequence[bool], names: Sequence[int]) -> Paths:
    """The paths that end; parents come before their children."""
    found = {-1: NONE}
    for x, parent in enumerate(parents):
        found[x] = found[parent] | {names[x]}
    return frozenset({NONE, *(found[x] for x, is_end in enumerate(ends) if is_end)})


# ---- One of each type


class Tree(NamedTuple):
    """A tree without names: whether a path ends at its top, and the trees below in descending order."""

    is_end: bool
    below: Forest


Forest = tuple[Tree, ...]


@cache
def vc_one_types(points: int) -> Sequence[tuple[Function, ...]]:
    """The functions of one class of each type, fewest first: no renaming of the points turns one into another."""
    listed = (_functions(_named(forest), points) for forest in _forest_types(points, points))
    return tuple(sorted(listed, key=lambda functions: (len(functions), functions)))


@cache
def _forest_types(points: int, largest: int) -> tuple[Forest, ...]:
    """The forests without names on so many points, whose trees have at most ``largest`` each."""
    if points == 0 or largest == 0:
        return ((),) if points == 0 else ()
    return tuple(
        (*trees, *rest)
        for copies in range(points // largest + 1)
        for trees in combinations_with_replacement(_tree_types(largest), copies)
        for rest in _forest_types(points - copies * largest, largest - 1)
    )


@cache
def _tree_types(points: int) -> tuple[Tree, ...]:
    marked = ((ends, below) for below in _forest_types(points - 1, points - 1) for ends in (True, False))
    return tuple(Tree(ends, below) for ends, below in marked if ends or len(below) > 1)


def _named(forest: Forest) -> Paths:
    """The paths of the forest with its points numbered from 0, each before those below it."""
    parents, ends = list[int](), list[bool]()

    def number(trees: Forest, parent: int) -> None:
        for tree in trees:
            parents.append(parent)
            ends.append(tree.is_end)
            number(tree.below, len(parents) - 1)

    number(forest, -1)
    return _paths(parents, ends, range(len(parents)))


def numbers_of_vc_one_types(points: int) -> Numbers:
    """How many types on so many points have each number of functions."""
    return Counter(map(len, vc_one_types(points)))


def drawn_vc_one_type(points: int, draw: Draw) -> tuple[Function, ...]:
    """The class listed for a drawn type."""
    parents, ends = _drawn_tree(points, draw)
    return _functions(_named(_unnamed(parents, ends, -1)), points)


def _unnamed(parents: Sequence[int], ends: Sequence[bool], top: int) -> Forest:
    """The trees below a point in the order in which they are listed."""
    below = (x for x, parent in enumerate(parents) if parent == top)
    return tuple(sorted((Tree(ends[x], _unnamed(parents, ends, x)) for x in below), key=_rank))


def _rank(tree: Tree) -> tuple[int, int]:
    size = _size((tree,))
    return -size, _tree_types(size).index(tree)


def _size(forest: Forest) -> int:
    return sum(1 + _size(tree.below) for tree in forest)


VC_ONE = ClassFamily(
    "reduced classes of VC dimension 1 with the zero function",
    vc_one_classes,
    numbers_of_vc_one_classes,
    drawn_vc_one_class,
    is_reduced_of_vc_one,
)
VC_ONE_TYPES = ClassFamily(
    "reduced classes of VC dimension 1 with the zero function, one of each type,",
    vc_one_types,
    numbers_of_vc_one_types,
    drawn_vc_one_type,
)
