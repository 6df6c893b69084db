"""The atlas as one page that needs nothing else, and as tables."""

from __future__ import annotations

import csv
import io
import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader

from littlestone.proofs_check.atlas.entries import MOST_POINTS, AtlasEntry, entries, shown_parameters
from littlestone.proofs_check.atlas.orbit_rows import ROW_POINTS, OrbitRows, csv_gz, orbit_rows, packed
from littlestone.proofs_check.orbits.symmetries import least_of_orbit
from littlestone.proofs_check.storage.writing import write_bytes, write_text
from littlestone.spec.parameters.library import PARAMETERS

PAGE, TABLE, ROWS = "atlas.html", "atlas.csv", "atlas-5.csv.gz"
FOLDER = "atlas"  # beside that of the report, which is where ``littlestone atlas`` writes by default


def write_atlas(folder: Path, points: int = ROW_POINTS) -> list[Path]:
    """Write the page and the tables of all classes on 1 to so many points, at most 5; the same bytes each time.

    Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = shown_parameters(min(points, MOST_POINTS))
    listed = list(entries(names, min(points, MOST_POINTS)))
    rows = orbit_rows() if points == ROW_POINTS else None
    write_text(folder / PAGE, page_text(listed, names, rows))
    write_text(folder / TABLE, table_text(listed, names))
    if rows is None:
        return [folder / PAGE, folder / TABLE]
    write_bytes(folder / ROWS, csv_gz(rows))
    return [folder / PAGE, folder / TABLE, folder / ROWS]


def table_text(listed: Sequence[AtlasEntry], names: Sequence[str]) -> str:
    """CSV, a row for each entry."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["id", "points", "class", "orbit", *names])
    for entry in listed:
        writer.writerow([entry.id, entry.points, entry.text, entry.orbit, *(entry.values[name] for name in names)])
    return file.getvalue()


def page_text(listed: Sequence[AtlasEntry], names: Sequence[str], rows: OrbitRows | None = None) -> str:
    """The page: filters, a class to paste, a section for each entry, and a table that is grouped for the rows."""
    environment = Environment(autoescape=True, loader=FunctionLoader(_template), trim_blocks=True, lstrip_blocks=True)
    about = {name: _sentence(name) for name in dict.fromkeys([*names, *(rows.columns if rows else ())])}
    template = environment.get_template("atlas.html.j2")
    data = "" if rows is None else b64encode(packed(rows)).decode()
    most = max((entry.points for entry in listed), default=MOST_POINTS)
    return template.render(entries=listed, names=names, about=about, rows=rows, packed=data, most=most)


def _sentence(name: str) -> str:
    """The first sentence of the definition."""
    return PARAMETERS[name].words.partition(". ")[0].rstrip(".")


def _template(name: str) -> str:
    return files("littlestone.proofs_check.atlas").joinpath(f"templates/{name}").read_text(encoding="utf-8")


# ---- Where the atlas has the class of a counterexample


def atlas_beside(report: Path) -> str | None:
    """The address of the atlas from the page in the folder of the report; None where no atlas was made there."""
    page = report.parent / FOLDER / PAGE
    return Path(os.path.relpath(page, report)).as_posix() if page.is_file() else None


def atlas_id(found: Mapping[str, Any]) -> str | None:
    """The id of the entry of a class as a ledger has it; None where the atlas has none.

    found: its ``labels`` and ``functions``; there is one of each non-empty binary class on 1 to 5 points.
    """
    functions = found.get("functions") or []
    points = len(functions[0]) if functions else 0
    if found.get("labels") != 2 or not 1 <= points <= ROW_POINTS:
        return None
    number = sum({1 << int("".join(map(str, f)), 2) for f in functions})
    return f"c{points}-{least_of_orbit(number, points)}"
