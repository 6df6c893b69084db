"""Errors on chunks against their enumeration, and the corners of the classes that interleave."""

from fractions import Fraction
from itertools import combinations

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.classes.concept_classes import all_functions, explicit
from littlestone.spec.decompositions.interleaving import (
    chance_of_a_bad_chunk,
    chance_outside,
    chunks_of,
    empirical_error,
    is_teacher_of,
    teacher,
    ways,
)

CUBE = explicit(all_functions(2, 2), 2)


def enumerated(N: int, ones: int, size: int, low: Fraction, high: Fraction) -> Fraction:
    """The chance, by listing all subsets of the items 0..N-1, of which the first ones are marked."""
    shares = [Fraction(sum(x < ones for x in S), size) for S in combinations(range(N), size)]
    return Fraction(sum(not low <= share <= high for share in shares), len(shares))


@pytest.mark.parametrize("N", [1, 4, 6])
def test_the_chance_of_a_share_is_that_of_all_subsets(N: int) -> None:
    bounds = [Fraction(i, 4) for i in range(6)]
    for ones in range(N + 1):
        for size in range(1, N + 1):
            for low, high in combinations(bounds, 2):
                assert chance_outside(N, ones, size, low, high) == enumerated(N, ones, size, low, high)


def test_no_count_has_no_ways() -> None:
    assert list(ways(5, 2, 3, [])) == []
    assert list(ways(5, 2, 3, [0, 1, 2])) == [1, 6, 3]


@pytest.mark.parametrize(
    ("ones", "expected"),
    [(0, Fraction(0)), (2, Fraction(1, 66)), (3, Fraction(3, 66)), (6, 1 - Fraction(36, 66))],
)
def test_a_bad_chunk_depends_on_the_case_of_the_error(ones: int, expected: Fraction) -> None:
    """Of 12 examples 2 are in the chunk and alpha is 1: up to 4 errors it may have one, beyond it must be close."""
    assert chance_of_a_bad_chunk(12, ones, 2, Fraction(1), 1) == expected


def test_repetitions_count_in_the_empirical_error() -> None:
    assert empirical_error((0, 1), [(0, 1), (0, 1), (1, 1)]) == Fraction(2, 3)
    assert empirical_error((0, 1), []) == 0


def test_a_teacher_has_the_functions_at_its_limit() -> None:
    chunk = [(0, 1), (1, 1), (1, 1), (1, 1)]
    assert set(teacher(CUBE, chunk, Fraction(1, 4)).functions()) == {(1, 1), (0, 1)}
    assert set(teacher(CUBE, chunk, Fraction(1, 5)).functions()) == {(1, 1)}


def test_a_teacher_is_told_by_its_limit_up_to_whole_errors() -> None:
    chunk = ((0, 1), (1, 1))
    assert is_teacher_of(chunk, 2, Fraction(1, 2), Fraction(2, 3)) is TRUE
    assert is_teacher_of(chunk, 2, Fraction(1, 2), Fraction(1, 3)) is FALSE


def test_all_chunks_are_listed_once() -> None:
    assert len(set(chunks_of(2, 2))) == 16
