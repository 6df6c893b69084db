"""Writes the tables of the README: the papers, and what is wrong in them. ``make readme`` runs it."""

from __future__ import annotations

import re
from pathlib import Path

from littlestone.proofs_check.reports.errata.data import all_errata
from littlestone.proofs_check.reports.errata.formats import TextFile
from littlestone.proofs_check.sources.catalogue import papers

README = Path(__file__).resolve().parent.parent / "README.md"
PAPERS = re.compile(r"(?<=\| key \| paper \|\n\| --- \| --- \|\n)(?:\|.*\n)*")
WRONG = re.compile(r"(?<=\| statement \| what fails \|\n\| --- \| --- \|\n)(?:\|.*\n)*")


def made(text: str) -> str:
    """The README's text with its tables as the kit has them."""
    return WRONG.sub(lambda _: wrong_rows(), PAPERS.sub(lambda _: paper_rows(), text))


def paper_rows() -> str:
    """A row for each paper, and then for each collection."""
    rows = sorted(papers().items(), key=lambda row: (not row[0][-1].isdigit(), row[0]))
    return "".join(f"| {key} | {paper} |\n" for key, paper in rows)


def wrong_rows() -> str:
    """A row for each statement of grade wrong, with what follows."""
    graded = [one for errata in all_errata().values() for one in errata.statements.items() if one[1].grade == "wrong"]
    told = ((id, TextFile().inline(one.consequence).replace("|", r"\|")) for id, one in graded)
    return "".join(f"| `{id}` | {consequence} |\n" for id, consequence in told)


if __name__ == "__main__":
    README.write_text(made(README.read_text(encoding="utf-8")), encoding="utf-8")
