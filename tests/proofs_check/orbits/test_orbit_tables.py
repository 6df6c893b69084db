"""The orbits of classes: counted by Burnside, listed for comparison on few points, kept and not believed blindly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from littlestone.proofs_check.orbits import kept_table
from littlestone.proofs_check.orbits.kept_table import DIGEST, digest, orbits_on
from littlestone.proofs_check.orbits.orbit_table import orbit_table
from littlestone.proofs_check.orbits.symmetries import BINARY, Blocks, generators, image, number_of_orbits, symmetries

THREE: Blocks = ((0, 1, 2),)
PAIRS: Blocks = ((0, 3), (1, 2), (4,))
COUNTS = {0: 2, 1: 3, 2: 6, 3: 22, 4: 402, 5: 1_228_158}  # OEIS A000616


SHAPES = [(points, BINARY) for points in range(4)]
SHAPES += [(0, THREE), (1, THREE), (2, THREE), (2, ((0, 2), (1,))), (2, ((0,), (1,), (2,))), (3, ((0,), (1,)))]


@pytest.mark.parametrize(("points", "blocks"), SHAPES)
def test_the_table_is_what_listing_gives(points: int, blocks: Blocks) -> None:
    group, functions = set(symmetries(points, blocks)), sum(map(len, blocks)) ** points
    orbits = {min(orbit): len(orbit) for orbit in ({image(g, n) for g in group} for n in range(2**functions))}
    table = orbit_table(points, blocks)
    assert dict(zip(table.least.tolist(), table.sizes.tolist(), strict=True)) == orbits


@pytest.mark.parametrize("points", range(6))
def test_burnside_counts_the_orbits_and_their_sizes_fill_the_universe(points: int) -> None:
    table = orbits_on(points)
    assert len(table) == COUNTS[points] == number_of_orbits(points)
    assert int(table.sizes.astype(np.int64).sum()) == 2**2**points
    assert (np.diff(table.least.astype(np.int64)) > 0).all() and table.least[0] == 0


@pytest.mark.parametrize(
    ("points", "blocks", "orbits"), [(2, ((0, 1, 2, 3, 4),), 149_572), (3, THREE, 3_760_064), (2, PAIRS, 4_244_480)]
)
def test_burnside_counts_the_orbits_of_classes_with_more_labels(points: int, blocks: Blocks, orbits: int) -> None:
    table = orbits_on(points, blocks)
    assert len(table) == orbits == number_of_orbits(points, blocks)
    assert int(table.sizes.astype(np.int64).sum()) == 2 ** sum(map(len, blocks)) ** points
    assert (np.diff(table.least.astype(np.int64)) > 0).all() and table.least[0] == 0
    orbit = {image(g, int(table.least[-1])) for g in symmetries(points, blocks)}
    assert (min(orbit), len(orbit)) == (table.least[-1], table.sizes[-1])


def test_more_points_or_labels_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 5 points, not 6"):
        orbit_table(6)
    with pytest.raises(ValueError, match="at most 27 functions, not 36"):
        orbit_table(2, (tuple(range(6)),))


@pytest.mark.parametrize(
    ("points", "blocks"),
    [*((points, BINARY) for points in range(1, 5)), (1, THREE), (3, THREE), (2, PAIRS), (3, ((0,), (1,)))],
)
def test_products_of_the_generators_are_all_symmetries(points: int, blocks: Blocks) -> None:
    steps, known = list(generators(points, blocks).values()), {tuple(range(sum(map(len, blocks)) ** points))}
    frontier = known
    while frontier:
        frontier = {tuple(g[i] for i in known_one) for known_one in frontier for g in steps} - known
        known = known | frontier
    assert known == set(symmetries(points, blocks))


def test_what_lies_in_the_cache_is_believed_by_its_digest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, made = orbits_on(5), []
    assert digest(table) == DIGEST
    monkeypatch.setenv("LITTLESTONE_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_table, "orbit_table", lambda points: made.append(points) or table)
    for _ in range(2):
        orbits_on.cache_clear()
        assert digest(orbits_on(5)) == DIGEST
    assert made == [5]
    file = next(tmp_path.rglob("*.orbits"))
    data = bytearray(file.read_bytes())
    data[4_000_000] ^= 1
    file.write_bytes(bytes(data))
    orbits_on.cache_clear()
    assert digest(orbits_on(5)) == DIGEST and made == [5, 5]
    orbits_on.cache_clear()


def test_a_cache_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = orbits_on(5)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LITTLESTONE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(kept_table, "orbit_table", lambda points: table)
    orbits_on.cache_clear()
    with pytest.warns(kept_table.TableNotKept, match="cannot be written"):
        assert len(orbits_on(5)) == COUNTS[5]
    orbits_on.cache_clear()
