"""Classes of at most two orbits of the cyclic shift: those that are listed, their numbers, and one made by choices."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from littlestone.spec.classes.concept_classes import Function, all_functions
from littlestone.spec.families.cyclic_classes import (
    CYCLIC,
    cyclic_classes,
    drawn_cyclic_class,
    numbers_of_cyclic_classes,
    orbits_of_shifts,
)

NECKLACES = {1: 2, 2: 3, 3: 4, 4: 6, 5: 8, 6: 14, 7: 20, 8: 36}
WARMUTH = ["11000", "01100", "00110", "00011", "10001", "01011", "01101", "10110", "10101", "11010"]


def shifted(functions: tuple[Function, ...]) -> set[Function]:
    return {(*f[1:], f[0]) for f in functions}


@pytest.mark.parametrize("points", NECKLACES)
def test_the_orbits_are_the_necklaces(points: int) -> None:
    orbits = orbits_of_shifts(points)
    assert len(orbits) == NECKLACES[points]
    assert sorted(f for orbit in orbits for f in orbit) == sorted(all_functions(points, 2))


@pytest.mark.parametrize("points", NECKLACES)
def test_each_class_is_listed_once_and_is_its_own_shift(points: int) -> None:
    listed, n = cyclic_classes(points), NECKLACES[points]
    assert len(set(listed)) == len(listed) == n + n * (n - 1) // 2
    assert all(shifted(functions) == set(functions) for functions in listed)
    assert [len(functions) for functions in listed] == sorted(map(len, listed))
    assert Counter(map(len, listed)) == numbers_of_cyclic_classes(points)


def test_a_drawn_class_is_a_listed_one_and_each_is_drawn() -> None:
    def drawn(a: int, b: int) -> tuple[Function, ...]:
        choices = iter((a, b))
        return drawn_cyclic_class(4, lambda n: next(choices))

    assert {drawn(a, b) for a, b in product(range(6), repeat=2)} == set(cyclic_classes(4))


def test_the_first_choices_make_the_simplest_class() -> None:
    assert CYCLIC.drawn(3, lambda n: 0) == ((0, 0, 0),)


def test_warmuths_class_is_one_of_them() -> None:
    assert tuple(sorted(tuple(map(int, f)) for f in WARMUTH)) in CYCLIC.listed(5)
