"""The atlas: every class to four points once, with the parameters that its functions have by literal definition."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from littlestone.impl.pictures.one_inclusion import one_inclusion_svg
from littlestone.proofs_check.atlas.atlas_page import atlas_beside, atlas_id, write_atlas
from littlestone.proofs_check.atlas.entries import AtlasEntry, entries, shown_parameters
from littlestone.proofs_check.atlas.orbit_rows import csv_gz, orbit_rows, packed
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.explore.listings import members_of
from littlestone.proofs_check.orbits.symmetries import image, symmetries
from littlestone.proofs_check.reading.values import number_text
from littlestone.spec.parameters.library import PARAMETERS

FEW = ("VC", "Ldim", "TD", "edges", "size", "star")


@pytest.fixture(scope="module")
def listed() -> list[AtlasEntry]:
    return list(entries(FEW))


@pytest.mark.slow
def test_every_class_is_in_the_orbit_of_one_entry(listed: list[AtlasEntry]) -> None:
    assert [sum(e.points == m for e in listed) for m in (1, 2, 3, 4)] == [2, 5, 21, 401]
    assert [sum(e.orbit for e in listed if e.points == m) for m in (1, 2, 3, 4)] == [3, 15, 255, 65535]
    assert len({e.id for e in listed}) == len(listed)
    group = list(symmetries(3))
    orbits = [{image(g, e.number) for g in group} for e in listed if e.points == 3]
    assert sorted(n for orbit in orbits for n in orbit) == list(range(1, 256))


def test_values_are_those_of_the_literal_definitions(listed: list[AtlasEntry]) -> None:
    for entry in listed[::7]:
        functions = frozenset(entry.members)
        expected = {name: number_text(PARAMETERS[name].literal(functions)) for name in FEW}
        assert entry.values == expected, entry.text


def test_the_picture_has_a_dot_for_each_function_and_the_edges_between_them(listed: list[AtlasEntry]) -> None:
    for entry in listed[::9]:
        near = sum(sum(a != b for a, b in zip(f, g, strict=True)) == 1 for f, g in combinations(entry.members, 2))
        assert entry.graph.count("M") == near == int(entry.values["edges"])
        assert entry.graph.count('r="4"') == len(entry.members)
        assert entry.graph.count("<circle") == 2**entry.points
        if entry.values["Ldim"] != "0":
            assert entry.tree.count('class="leaf"') == 2 ** int(entry.values["Ldim"])


@pytest.mark.parametrize("functions", [(), ((0,), (0, 1)), ((0, 2),), ((0,) * 5,)])
def test_what_cannot_be_drawn_is_refused(functions: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match=r"give functions on the same 1 to 4 points|labels"):
        one_inclusion_svg(functions)


@pytest.mark.slow
def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["atlas", "--points", "3", "--out", str(tmp_path / "one")])
    assert result.exit_code == 0, result.output
    page, table = write_atlas(tmp_path / "two", 3)
    assert (tmp_path / "one" / "atlas.html").read_bytes() == page.read_bytes()
    assert (tmp_path / "one" / "atlas.csv").read_bytes() == table.read_bytes()
    rows = list(csv.DictReader(table.open(encoding="utf-8", newline="")))
    assert len(rows) == 28 and set(shown_parameters(3)) < rows[0].keys()
    assert {"VC", "Ldim", "TD", "size"} <= rows[0].keys() and {"Thr", "hitting", "T"}.isdisjoint(rows[0])
    assert next(row for row in rows if row["id"] == "c3-27")["class"] == "{000, 001, 011, 100}"
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=\"(?!#)", text) and "@import" not in text and "url(" not in text


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["atlas", "--out", str(tmp_path / "file" / "atlas")])
    assert result.exit_code == 2 and "the atlas cannot be written" in result.output


# ---- Five points


@pytest.mark.slow
def test_the_rows_are_the_orbits_with_their_parameters() -> None:
    rows = orbit_rows(3)
    assert len(rows) == 21 and int(rows.orbits.sum()) == 255 and {"VC", "Ldim", "TD"} <= rows.columns.keys()
    assert "Thr" not in rows.columns and "log_size" not in rows.columns
    for i, number in enumerate(rows.numbers.tolist()):
        functions = frozenset(members_of(number, 3))
        assert {name: column[i] for name, column in rows.columns.items()} == {
            name: PARAMETERS[name].literal(functions) for name in rows.columns
        }
    read = list(csv.DictReader(io.StringIO(gzip.decompress(csv_gz(rows)).decode())))
    assert [row["id"] for row in read] == [f"c3-{number}" for number in rows.numbers]
    assert [int(row["Ldim"]) for row in read] == rows.columns["Ldim"].tolist()
    data = zlib.decompress(packed(rows))
    assert np.frombuffer(data, "<u4", 21).cumsum().tolist() == rows.numbers.tolist()
    assert np.frombuffer(data, "<u2", 21, 84).tolist() == rows.orbits.tolist()
    assert packed(orbit_rows(3)) == packed(rows) and csv_gz(orbit_rows(3)) == csv_gz(rows)
    columns = np.frombuffer(data, np.int8, offset=6 * 21).reshape(-1, 21)
    assert dict(zip(rows.columns, columns.tolist(), strict=True)) == {n: c.tolist() for n, c in rows.columns.items()}


def test_fewer_points_are_an_atlas_of_their_own(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["atlas", "--points", "2", "--out", str(tmp_path)])
    assert result.exit_code == 0 and sorted(path.name for path in tmp_path.iterdir()) == ["atlas.csv", "atlas.html"]
    text = (tmp_path / "atlas.html").read_text(encoding="utf-8")
    assert text.count("<section") == 7 and 'id="packed"' not in text
    assert CliRunner().invoke(main, ["atlas", "--points", "6"]).exit_code == 2


@pytest.mark.slow
@pytest.mark.nightly
def test_the_table_of_five_points_has_every_orbit() -> None:
    rows = orbit_rows()
    assert len(rows) == 1_228_157 and int(rows.orbits.sum(dtype=np.int64)) == 2**32 - 1 and len(rows.columns) >= 40
    draw = np.random.default_rng(0).integers(0, len(rows), 40)
    for i in draw.tolist():
        functions = frozenset(members_of(int(rows.numbers[i]), 5))
        for name in ("size", "VC", "Ldim", "TD", "star", "edges", "d_min", "XTD"):
            assert rows.columns[name][i] == PARAMETERS[name].literal(functions), (name, functions)


# ---- Links from the report


def test_a_class_is_linked_to_the_entry_of_its_orbit(listed: list[AtlasEntry]) -> None:
    entry_of = {entry.id: entry for entry in listed}
    for points, number in [(1, 2), (3, 139), (4, 61_234)]:
        found = {"labels": 2, "points": points, "functions": [list(f) for f in members_of(number, points)]}
        id = atlas_id(found)
        assert id is not None
        orbit = {image(g, entry_of[id].number) for g in symmetries(points)}
        assert number in orbit and len(orbit) == entry_of[id].orbit
    assert atlas_id({"labels": 3, "points": 1, "functions": [[0], [1]]}) is None
    assert atlas_id({"labels": 2, "points": 3, "functions": []}) is None
    assert atlas_id({"labels": 2, "points": 6, "functions": [[0] * 6]}) is None
    assert atlas_id({"labels": 2, "points": 5, "functions": [[1] * 5]}) == "c5-1"


def test_the_atlas_is_linked_where_it_was_made(tmp_path: Path) -> None:
    report = tmp_path / "build" / "report"
    assert atlas_beside(report) is None
    (tmp_path / "build" / "atlas").mkdir(parents=True)
    (tmp_path / "build" / "atlas" / "atlas.html").touch()
    found = atlas_beside(report)
    assert found == "../atlas/atlas.html" and (report / found).resolve().is_file()
