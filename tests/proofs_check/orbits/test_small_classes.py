"""The orbits of classes of few functions: counted by Burnside, listed for comparison, kept and not believed blindly."""

from __future__ import annotations

from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from littlestone.proofs_check.circuits.evaluators import popcount
from littlestone.proofs_check.orbits import first_writings, kept_table
from littlestone.proofs_check.orbits.kept_table import SMALL_DIGEST, digest, small_classes_on_six
from littlestone.proofs_check.orbits.orbit_table import OrbitTable
from littlestone.proofs_check.orbits.small_classes import small_classes
from littlestone.proofs_check.orbits.symmetries import cycle_lengths, image, symmetries


def members(number: int) -> list[int]:
    return [f for f in range(64) if number >> f & 1]


def counts(classes: OrbitTable) -> list[int]:
    found: list[int] = np.bincount(popcount(classes.least).astype(np.int64), minlength=(classes.most or 0) + 1)[
        1:
    ].tolist()
    return found


def number_of_small_orbits(points: int, most: int) -> list[int]:
    """How many orbits there are of the classes of 0, 1, ..., most functions, by Burnside's lemma."""
    totals, order = [0] * (most + 1), 0
    known: dict[tuple[int, ...], list[int]] = {}
    for g in symmetries(points):
        lengths = cycle_lengths(g)
        if lengths not in known:
            known[lengths] = _unions(lengths, most)
        totals = [total + fixed for total, fixed in zip(totals, known[lengths], strict=True)]
        order += 1
    return [total // order for total in totals]


def _unions(lengths: tuple[int, ...], most: int) -> list[int]:
    """How many unions of cycles of these lengths have 0, 1, ..., most elements."""
    counts = [1] + [0] * most
    for length in lengths:
        counts = [count + (counts[n - length] if n >= length else 0) for n, count in enumerate(counts)]
    return counts


@pytest.mark.parametrize(("points", "most"), [(0, 1), (1, 2), (2, 4), (3, 8), (3, 5), (4, 3)])
def test_the_classes_are_the_first_of_what_listing_gives(points: int, most: int) -> None:
    group = list(symmetries(points))
    every = (sum(1 << f for f in chosen) for k in range(1, most + 1) for chosen in combinations(range(1 << points), k))
    orbits = {min(orbit, key=members): len(orbit) for orbit in ({image(g, n) for g in group} for n in every)}
    found = small_classes(points, most)
    assert dict(zip(found.least.tolist(), found.sizes.tolist(), strict=True)) == orbits


@pytest.mark.slow
@pytest.mark.parametrize(("points", "most"), [(4, 16), (5, 7), (6, 5)])
def test_burnside_counts_the_orbits_of_each_size_and_they_fill_the_universe(points: int, most: int) -> None:
    found = small_classes(points, most)
    assert counts(found) == number_of_small_orbits(points, most)[1:]
    filled = [int(found.sizes[popcount(found.least) == k].sum(dtype=np.int64)) for k in range(1, most + 1)]
    assert filled == [comb(1 << points, k) for k in range(1, most + 1)]


def test_a_class_that_is_not_the_first_of_its_orbit_is_seen() -> None:
    one = np.array([0b10], dtype=np.uint64)
    found, same = np.empty(64, dtype=np.uint64), np.empty(64, dtype=np.uint16)
    assert first_writings.extended(one, 3, found, same) == 0
    assert first_writings.extended(one >> np.uint64(1), 3, found, same) == 3
    assert [members(int(number)) for number in found[:3]] == [[0, 1], [0, 3], [0, 7]] and same[:3].tolist() == [
        4,
        4,
        12,
    ]


def test_more_points_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 6 points, not 7"):
        small_classes(7, 2)


@pytest.mark.slow
@pytest.mark.nightly
def test_on_six_points_all_orbits_are_there() -> None:
    made = small_classes(6, 10)
    assert counts(made) == number_of_small_orbits(6, 10)[1:] and len(made) == 4_387_624
    assert int(made.sizes.sum(dtype=np.int64)) == sum(comb(64, k) for k in range(1, 11))
    assert digest(made) == SMALL_DIGEST


def test_what_lies_in_the_cache_is_believed_by_its_digest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of four functions stand for those of ten, which take half a minute."""
    few, calls = small_classes(6, 4), []
    monkeypatch.setenv("LITTLESTONE_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_table, "SMALL_DIGEST", digest(few))
    monkeypatch.setattr(kept_table, "small_classes", lambda points, most: calls.append((points, most)) or few)
    for spoiled in (False, False, True):
        file = tmp_path / "orbits" / "binary-6-at-most-10.orbits"
        if spoiled:
            file.write_bytes(b"\2" + file.read_bytes()[1:])
        small_classes_on_six.cache_clear()
        assert digest(small_classes_on_six()) == digest(few)
    assert calls == [(6, 10), (6, 10)]
    small_classes_on_six.cache_clear()
