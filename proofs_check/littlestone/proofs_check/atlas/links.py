"""Where the atlas has the class of a counterexample: the entry of its orbit, and the page where that was made."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from littlestone.proofs_check.atlas.atlas_page import PAGE
from littlestone.proofs_check.atlas.orbit_rows import ROW_POINTS
from littlestone.proofs_check.orbits.symmetries import least_of_orbit

FOLDER = "atlas"  # beside that of the report, which is where ``littlestone atlas`` writes by default


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
