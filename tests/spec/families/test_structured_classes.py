"""Structured classes made by choices: as large as they should be, of every kind, and the same ones on every machine."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from littlestone.spec.families.class_families import ClassFamily, Listed
from littlestone.spec.families.structured_classes import (
    COMPOSED,
    LEAST,
    MOST,
    SIMPLE,
    STRUCTURED,
    STRUCTURED_LABELS,
    Maker,
    Making,
    structured_class,
)

SEEDS = range(150)


def drawn(seed: int) -> tuple[int, int, Listed]:
    random = Random(seed)
    points, labels = random.randint(2, 30), random.randint(2, 5)
    return points, labels, structured_class(points, labels, random.randrange)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_class_has_as_many_points_labels_and_functions_as_it_may(seed: int) -> None:
    points, labels, listed = drawn(seed)
    (width,) = {len(f) for f in listed}
    assert 1 <= width <= points and listed == tuple(sorted(set(listed)))
    assert {y for f in listed for y in f} <= set(range(labels))
    assert min(LEAST, labels**width) <= len(listed) <= MOST


def test_classes_are_of_many_sizes_and_use_all_labels() -> None:
    sizes = Counter(len(listed) // 50 for _, _, listed in map(drawn, SEEDS))
    assert all(sizes[fifties] >= 5 for fifties in range(4))
    used = Counter(max(map(max, listed)) for _, labels, listed in map(drawn, SEEDS) if labels == 5)
    assert used[4] > used.total() / 2


@pytest.mark.parametrize("maker", SIMPLE + COMPOSED, ids=lambda maker: maker.__name__)
@pytest.mark.parametrize("labels", [2, 4])
def test_every_kind_makes_functions_on_the_points_it_is_given(maker: Maker, labels: int) -> None:
    made = {points: maker(Making(points, labels, 60, 1, Random(points).randrange)) for points in range(2, 22)}
    for points, listed in made.items():
        assert listed and all(len(f) == points and set(f) <= set(range(labels)) for f in listed)
    assert sum(len(set(listed)) > 1 for listed in made.values()) >= 15


def shape(name: str, points: int, *choices: int, labels: int = 2) -> set[str]:
    """The functions that a maker lists by these choices, and by the simplest ones after them."""
    maker = next(maker for maker in SIMPLE + COMPOSED if maker.__name__ == name)
    left = iter(choices)
    listed = maker(Making(points, labels, 60, 1, lambda n: min(next(left, 0), n - 1)))
    return {"".join(map(str, f)) for f in listed}


def test_the_kinds_are_what_their_names_say() -> None:
    assert shape("chains", 3) == {"111", "011", "001", "000"}
    assert shape("intervals", 3) == {"000", "100", "010", "001", "110", "011", "111"}
    assert shape("rectangles", 4, 1) == {"1000", "0100", "0010", "0001", "1100", "0011", "1010", "0101", "1111"}
    assert shape("steps", 2, labels=3) == {"00", "01", "02", "11", "12", "22"}
    assert shape("trees", 3, 0, 0, 0, 1, 2) == {"000", "100", "110", "111"}
    assert shape("trees", 3, 0, 0, 0, 1, 1, 1) == {"000", "111", "010", "001"}
    assert shape("blocks", 4, 1) == {"0000", "0011", "1100", "1111"}
    assert shape("hamming_balls", 3) == {"000", "100", "010", "001"}
    assert shape("mistake_trees", 3, 2, 0, 0, 0, 1, 0) == {"000", "100", "110"}
    assert shape("disjoint_unions", 3) == {"100", "000", "011", "001"}
    assert shape("products", 2) == {"00", "01", "10", "11"}
    assert shape("with_noise", 3, 0, 0, 0, 0, 0, 0, 1) == {"111", "011", "001", "000", "101"}
    assert shape("closures", 3, 0, 4) == {"000", "100", "010", "001"}
    assert shape("duals", 3, 2) == {"100", "110"}


def test_the_simplest_choices_make_the_simplest_class() -> None:
    listed = structured_class(12, 3, lambda n: 0, least=1)
    assert listed == ((0,),)


@pytest.mark.parametrize(
    ("family", "number", "digest"), [(STRUCTURED, 117, "ce0c96faa1acb318"), (STRUCTURED_LABELS, 40, "cec582094dcd6481")]
)
def test_the_selections_are_the_same_everywhere(family: ClassFamily, number: int, digest: str) -> None:
    classes = family.listed(30)
    assert len(classes) == len(set(classes)) == number == sum(family.numbers(30).values())
    assert {len(H) for H in classes} <= set(range(LEAST, MOST + 1))
    assert family.listed(12) == tuple(H for H in classes if len(H[0]) <= 12)
    assert sha256(repr(classes).encode()).hexdigest()[:16] == digest
