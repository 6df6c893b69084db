"""Writes what the README takes from the registry: its table of papers. ``make readme`` runs it."""

from __future__ import annotations

import re
from pathlib import Path

from littlestone.proofs_check.sources.catalogue import papers

README = Path(__file__).resolve().parent.parent / "README.md"
TABLE = re.compile(r"(?<=\| key \| paper \|\n\| --- \| --- \|\n)(?:\|.*\n)*")


def with_papers(text: str) -> str:
    """The README's text with the table of papers as the registry has it, papers before collections."""
    rows = sorted(papers().items(), key=lambda row: (not row[0][-1].isdigit(), row[0]))
    return TABLE.sub(lambda _: "".join(f"| {key} | {paper} |\n" for key, paper in rows), text)


if __name__ == "__main__":
    README.write_text(with_papers(README.read_text(encoding="utf-8")), encoding="utf-8")
