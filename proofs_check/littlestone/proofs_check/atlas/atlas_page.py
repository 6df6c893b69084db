"""The atlas as one page that needs nothing else, and as tables."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FunctionLoader

from littlestone.proofs_check.atlas.entries import MOST_POINTS, AtlasEntry, entries, shown_parameters
from littlestone.proofs_check.atlas.orbit_rows import ROW_POINTS, OrbitRows, csv_gz, orbit_rows, packed
from littlestone.proofs_check.storage.writing import write_bytes, write_text
from littlestone.spec.parameters.library import PARAMETERS

PAGE, TABLE, ROWS = "atlas.html", "atlas.csv", "atlas-5.csv.gz"


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
