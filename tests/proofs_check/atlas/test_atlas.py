"""The atlas: every class to four points once, with the parameters that its functions have by literal definition."""

from __future__ import annotations

import csv
import re
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from littlestone.impl.pictures.one_inclusion import one_inclusion_svg
from littlestone.proofs_check.atlas.atlas_page import write_atlas
from littlestone.proofs_check.atlas.entries import AtlasEntry, entries, shown_parameters
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.explore.parameters import parameters
from littlestone.proofs_check.orbits.symmetries import image, symmetries
from littlestone.proofs_check.reading.values import number_text

FEW = ("VC", "Ldim", "TD", "edges", "size", "star")


@pytest.fixture(scope="module")
def listed() -> list[AtlasEntry]:
    return list(entries(FEW))


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
        expected = {name: number_text(parameters()[name].literal(functions)) for name in FEW}
        assert entry.values == expected, entry.text


def test_what_depends_on_labels_is_not_shown() -> None:
    shown = shown_parameters()
    assert {"VC", "Ldim", "TD", "size"} <= set(shown) and {"Thr", "hitting", "T"}.isdisjoint(shown)


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
    result = CliRunner().invoke(main, ["atlas", "--out", str(tmp_path / "one")])
    assert result.exit_code == 0, result.output
    page, table = write_atlas(tmp_path / "two")
    assert (tmp_path / "one" / "atlas.html").read_bytes() == page.read_bytes()
    assert (tmp_path / "one" / "atlas.csv").read_bytes() == table.read_bytes()
    rows = list(csv.DictReader(table.open(encoding="utf-8", newline="")))
    assert len(rows) == 429 and set(shown_parameters()) < rows[0].keys()
    assert next(row for row in rows if row["id"] == "c3-27")["class"] == "{000, 001, 011, 100}"
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=\"(?!#)", text) and "@import" not in text and "url(" not in text


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["atlas", "--out", str(tmp_path / "file" / "atlas")])
    assert result.exit_code == 2 and "the atlas cannot be written" in result.output
