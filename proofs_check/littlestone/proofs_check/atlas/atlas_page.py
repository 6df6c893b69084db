"""The atlas as one page that needs nothing else, and as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FunctionLoader

from littlestone.proofs_check.atlas.entries import AtlasEntry, entries, shown_parameters
from littlestone.proofs_check.explore.parameters import parameters
from littlestone.proofs_check.storage.writing import write_text

PAGE, TABLE = "atlas.html", "atlas.csv"


def write_atlas(folder: Path) -> tuple[Path, Path]:
    """Write the page and the table into a folder; the same bytes each time. Raises OSError."""
    names = shown_parameters()
    listed = list(entries(names))
    page, table = folder / PAGE, folder / TABLE
    write_text(page, page_text(listed, names))
    write_text(table, table_text(listed, names))
    return page, table


def table_text(listed: Sequence[AtlasEntry], names: Sequence[str]) -> str:
    """CSV, a row for each entry."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["id", "points", "class", "orbit", *names])
    for entry in listed:
        writer.writerow([entry.id, entry.points, entry.text, entry.orbit, *(entry.values[name] for name in names)])
    return file.getvalue()


def page_text(listed: Sequence[AtlasEntry], names: Sequence[str]) -> str:
    """The page: filters, a class to paste, a section for each entry."""
    environment = Environment(autoescape=True, loader=FunctionLoader(_template), trim_blocks=True, lstrip_blocks=True)
    about = {name: _sentence(name) for name in names}
    return environment.get_template("atlas.html.j2").render(entries=listed, names=names, about=about)


def _sentence(name: str) -> str:
    """The first sentence of the definition."""
    return parameters()[name].words.partition(". ")[0].rstrip(".")


def _template(name: str) -> str:
    return files("littlestone.proofs_check.atlas").joinpath(f"templates/{name}").read_text(encoding="utf-8")
