"""Reduced classes of VC dimension 1 from trees: as many as are known, each once, and those of the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.families.class_families import ClassFamily
from littlestone.spec.families.vc_one_classes import (
    VC_ONE,
    VC_ONE_TYPES,
    is_reduced_of_vc_one,
    numbers_of_vc_one_classes,
    vc_one_classes,
    vc_one_types,
)

KNOWN = (1, 3, 19, 177, 2211, 34663)
KNOWN_TYPES = (1, 2, 5, 13, 35, 100, 292, 877)
Listed = tuple[Function, ...]


def is_reduced(functions: Sequence[Function], points: int) -> bool:
    """By the words of the definition, without the kit: 0 is there, no two points are shattered or equal, none is 0."""
    columns = [tuple(f[x] for f in functions) for x in range(points)]
    shattered = any(len({*zip(a, b, strict=True)}) == 4 for a, b in combinations(columns, 2))
    return (0,) * points in functions and not shattered and len({*columns}) == points and all(map(any, columns))


def renamed(functions: Listed, order: Sequence[int]) -> Listed:
    """The class with its points in another order."""
    return tuple(sorted(tuple(f[x] for x in order) for f in functions))


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_they_are_the_reduced_ones_among_all_classes(points: int) -> None:
    functions = list(product((0, 1), repeat=points))
    subsets = (tuple(f for i, f in enumerate(functions) if mask >> i & 1) for mask in range(2 ** len(functions)))
    found = {listed for listed in subsets if is_reduced(listed, points)}
    assert found == {*vc_one_classes(points)}
    assert len(found) == KNOWN[points - 1] == len(vc_one_classes(points))


@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_definition_says_the_same_of_every_class(points: int) -> None:
    functions = list(product((0, 1), repeat=points))
    for mask in range(2 ** len(functions)):
        listed = [f for i, f in enumerate(functions) if mask >> i & 1]
        assert bool(is_reduced_of_vc_one(explicit(listed, 2, points))) == is_reduced(listed, points)


def test_each_comes_once_with_the_fewest_functions_first() -> None:
    for points in range(1, 6):
        listed = vc_one_classes(points)
        assert len({*listed}) == len(listed) == KNOWN[points - 1]
        assert [len(functions) for functions in listed] == sorted(map(len, listed))
        assert all(is_reduced(functions, points) for functions in listed)


def test_their_numbers_are_known_without_listing_them() -> None:
    assert [sum(numbers_of_vc_one_classes(points).values()) for points in range(1, 8)] == [*KNOWN, 655_075]
    for points in range(6):
        assert numbers_of_vc_one_classes(points) == Counter(map(len, vc_one_classes(points)))


@pytest.mark.slow
def test_there_are_34663_on_six_points() -> None:
    listed = vc_one_classes(6)
    assert len({*listed}) == len(listed) == KNOWN[5]


@pytest.mark.parametrize("points", [1, 2, 3, 4, 5])
def test_renaming_the_points_of_the_types_gives_each_class(points: int) -> None:
    types = vc_one_types(points)
    orders = list(permutations(range(points)))
    orbits = [{renamed(functions, order) for order in orders} for functions in types]
    assert sum(map(len, orbits)) == len(set[Listed]().union(*orbits)) == KNOWN[points - 1]


def test_as_many_types_as_are_known() -> None:
    assert tuple(len(vc_one_types(points)) for points in range(1, 9)) == KNOWN_TYPES
    for points in (7, 8):
        assert len({*vc_one_types(points)}) == KNOWN_TYPES[points - 1]
        assert all(is_reduced(functions, points) for functions in vc_one_types(points))


def all_drawn(family: ClassFamily, points: int) -> Iterator[Listed]:
    """What comes of every sequence of choices."""
    choices: list[list[int]] = [[]]
    while choices:
        made, options = choices.pop(), list[int]()

        def draw(n: int, made: list[int] = made, options: list[int] = options) -> int:
            options.append(n)
            return made[len(options) - 1] if len(options) <= len(made) else 0

        yield family.drawn(points, draw)
        for at in range(len(made), len(options)):
            choices += [[*made, *[0] * (at - len(made)), choice] for choice in range(1, options[at])]


def test_every_class_and_every_type_can_be_drawn() -> None:
    assert {*all_drawn(VC_ONE, 4)} == {*vc_one_classes(4)}
    assert {*all_drawn(VC_ONE_TYPES, 5)} == {*vc_one_types(5)}


@pytest.mark.slow
@given(st.integers(1, 12), st.randoms(use_true_random=False))
def test_what_is_drawn_is_reduced_of_vc_dimension_one(points: int, random: Random) -> None:
    functions = VC_ONE.drawn(points, random.randrange)
    assert is_reduced(functions, points) and len(functions) in numbers_of_vc_one_classes(points)


def test_membership() -> None:
    star, chain = explicit([(0, 0), (0, 1), (1, 0)]), explicit([(0, 0), (0, 1), (1, 1)])
    turned, all_four = explicit([(0, 0), (1, 0), (1, 1)]), explicit([*product((0, 1), repeat=2)])
    assert [bool(VC_ONE.has(H)) for H in (star, chain, turned, all_four)] == [True, True, True, False]
    assert [bool(VC_ONE_TYPES.has(H)) for H in (star, chain, turned, all_four)].count(True) == 2
