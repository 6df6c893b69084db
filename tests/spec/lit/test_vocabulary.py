"""The definitions behind the lemmas, against others that list all there is, on every small class."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, explicit
from littlestone.spec.lit import vocabulary
from littlestone.spec.lit.partial_classes import partial_littlestone_dimension
from littlestone.spec.notation import vc_dimension

Functions = frozenset[Function]


def classes(points: int) -> Iterator[Functions]:
    functions = list(all_functions(points, 2))
    for size in range(1, len(functions) + 1):
        yield from map(frozenset, combinations(functions, size))


EVERY = [(points, functions) for points in (1, 2, 3) for functions in classes(points)]
CLASSES = [(explicit(functions, 2, points), functions) for points, functions in EVERY]


def takes(functions: Functions, points: tuple[int, ...]) -> set[Function]:
    return {tuple(f[x] for x in points) for f in functions}


def vc(functions: Functions, points: int) -> int:
    sets = [S for d in range(points + 1) for S in combinations(range(points), d)]
    return max((len(S) for S in sets if len(takes(functions, S)) == 2 ** len(S)), default=-1)


def test_strongly_shattered_sets() -> None:
    for H, functions in CLASSES:
        sets = [set(S) for d in range(H.points + 1) for S in combinations(range(H.points), d)]
        strongly = [S for S in sets if any(cube(f, S) <= functions for f in functions)]
        assert vocabulary.strongly_shattered_sets(H).value == len(strongly)


def cube(f: Function, free: set[int]) -> Functions:
    return frozenset(product(*((0, 1) if x in free else (y,) for x, y in enumerate(f))))


def test_maximal_classes() -> None:
    for H, functions in CLASSES:
        others = set(all_functions(H.points, 2)) - functions
        grows = all(vc(functions | {f}, H.points) > vc(functions, H.points) for f in others)
        assert bool(vocabulary.is_maximal(H)) == grows


def test_reductions_and_what_is_outside() -> None:
    for H, functions in CLASSES:
        outside = set(all_functions(H.points, 2)) - functions
        assert set(vocabulary.outside(H).functions()) == outside
        for x in range(H.points):
            both = {f[:x] + f[x + 1 :] for f in functions if vocabulary.flipped(f, x) in functions}
            assert set(vocabulary.reduction(H, x).functions()) == both
            assert vocabulary.without_point(H, x).size().value == len({f[:x] + f[x + 1 :] for f in functions})
            apart = bool(vocabulary.differ_nowhere_alone(H, x))
            assert apart == (len({f[:x] + f[x + 1 :] for f in functions}) == len(functions))


@cache
def trees(points: int, depth: int) -> list[tuple[int, ...]]:
    """The points at the nodes of each tree, level by level."""
    return list(product(range(points), repeat=2**depth - 1))


def leaf(tree: tuple[int, ...], f: Function) -> int:
    node = 0
    while node < len(tree):
        node = 2 * node + 1 + f[tree[node]]
    return node


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_realized_leaves(depth: int) -> None:
    for H, functions in CLASSES:
        most = max(len({leaf(tree, f) for f in functions}) for tree in trees(H.points, depth))
        assert vocabulary.realized_leaves(H, depth).value == most


@cache
def walk(functions: Functions) -> Fraction:
    """Half of the largest expected length of a walk down a tree that the class shatters."""
    points = range(len(next(iter(functions))))
    halves = [(zeros(functions, x), functions - zeros(functions, x)) for x in points]
    return max((Fraction(1, 2) + (walk(a) + walk(b)) / 2 for a, b in halves if a and b), default=Fraction(0))


def zeros(functions: Functions, x: int) -> Functions:
    return frozenset(f for f in functions if f[x] == 0)


def test_the_randomized_dimension() -> None:
    for H, functions in CLASSES:
        assert vocabulary.randomized_dimension(H).value == walk(functions)


@cache
def game(functions: Functions) -> Fraction:
    """The least expected mistakes, where the learner's chance of 1 is where both labels cost the same, or at an end."""
    found = Fraction(0)
    for x in range(len(next(iter(functions)))):
        a, b = zeros(functions, x), functions - zeros(functions, x)
        if a and b:
            after = game(a), game(b)
            chances = {Fraction(0), Fraction(1), (1 + after[1] - after[0]) / 2}
            costs = [max(p + after[0], 1 - p + after[1]) for p in chances if 0 <= p <= 1]
            found = max(found, min(costs))
    return found


def test_the_mistakes_of_randomized_learners() -> None:
    for H, functions in CLASSES:
        assert vocabulary.randomized_mistakes(H).value == game(functions)


def test_chains_intersections_and_distances() -> None:
    for H, functions in CLASSES:
        sets = [{x for x, y in enumerate(f) if y} for f in functions]
        assert bool(vocabulary.is_chain(H)) == all(S <= T or T <= S for S, T in combinations(sets, 2))
        assert bool(vocabulary.is_intersection_closed(H)) == all(S & T in sets for S, T in combinations(sets, 2))
        distances = [len(S ^ T) for S, T in combinations(sets, 2)]
        assert vocabulary.least_distance(H).value == min(distances, default=H.points)
        for k in range(1, H.points + 1):
            assert bool(vocabulary.is_uniform(H, k)) == all(len(S) == k for S in sets)


def partial_classes() -> Iterator[ConceptClass]:
    functions = list(all_functions(2, 3))
    for size in range(1, len(functions) + 1):
        yield from (explicit(listed, 3, 2) for listed in combinations(functions, size))


def test_the_dimensions_of_partial_classes_see_no_third_label() -> None:
    for H in partial_classes():
        functions = frozenset(H.functions())
        shattered = [
            d
            for d in range(3)
            for S in combinations(range(2), d)
            if set(product((0, 1), repeat=d)) <= takes(functions, S)
        ]
        assert vc_dimension(H).value == max(shattered)
        assert partial_littlestone_dimension(H).value == partial_depth(functions)


def partial_depth(functions: Functions) -> int:
    """The deepest tree whose nodes split the functions by the labels 0 and 1."""
    halves = [(zeros(functions, x), frozenset(f for f in functions if f[x] == 1)) for x in range(2)]
    return max([0, *(1 + min(partial_depth(a), partial_depth(b)) for a, b in halves if a and b)])
