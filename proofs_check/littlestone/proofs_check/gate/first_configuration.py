"""``littlestone gate --init``: the first table ``[tool.littlestone]`` of a project, from what lies in its folder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from littlestone.proofs_check.bad_input import BadInput

STATES_CLAIMS = re.compile(r"^@claim\(", re.MULTILINE)
TABLE = """[tool.littlestone]
claims = {claims}  # files of your own, and ids, papers or globs: `littlestone list`
# implementations = ["my_package.learner"]

# [[tool.littlestone.learners]]
# target = "learner.py:learn"  # or module:name
# class = "thresholds:2"       # or data = "rows.csv"
# rows = 1
# epsilon = "1"                # with delta; or none, where it declares a guarantee itself
"""


def write_first_configuration(file: Path) -> str:
    """Add the table to the file, which may not be there yet, and return what was added.

    It names the Python files beside the file that state claims, and one claim of the kit where there is none. Raises
    BadInput where the file has such a table, or cannot be read or written.
    """
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if "littlestone" in tomllib.loads(text).get("tool", {}):
            raise BadInput(str(file), "it has a table [tool.littlestone]", "edit that, or take it away")
        added = TABLE.format(claims=_listed(files_with_claims(file.parent) or ["DIM.vc"]))
        file.write_text(f"{text.rstrip()}\n\n{added}".lstrip(), encoding="utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(str(file), f"it cannot be read and written ({error})", "correct it") from error
    return added


def files_with_claims(folder: Path) -> list[str]:
    """The Python files in the folder, not below it, that state claims."""
    files = sorted(folder.glob("*.py"))
    return [file.name for file in files if STATES_CLAIMS.search(file.read_text(encoding="utf-8", errors="replace"))]


def _listed(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"
