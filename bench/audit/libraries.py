"""docs/audited_libraries.md: diffprivlib and OpenDP as they install, audited; run with ``--help``.

In an environment of its own: pip install littlestone diffprivlib opendp 'scikit-learn<1.7', as diffprivlib 0.6.6 needs.
A library that is not there is left out, and said to be.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from library_subjects import Subject, diffprivlib_subjects, opendp_subjects

from littlestone.auditing import AuditResult, BadInput, Limits, audit

GRID = "1/8"  # public, and coarser than any low bits; finer than the noise of every subject
LIMITS = Limits(seconds=120)
LISTS: dict[str, Callable[[], Iterator[Subject]]] = {"diffprivlib": diffprivlib_subjects, "opendp": opendp_subjects}


@dataclass(frozen=True)
class Row:
    """A subject with what was found: as it installs and, where that leaks, on a grid, once or twice."""

    subject: Subject
    found: AuditResult | None
    on_grid: AuditResult | None
    again: AuditResult | None
    failure: str
    seconds: float

    @property
    def is_calibration(self) -> bool:
        """The loss stays on the grid, and was seen there twice."""
        return self.again is not None and self.again.leaks

    def cells(self, others: Sequence[Row] = ()) -> list[str]:
        """The entries of its row in the table; ``others`` may be the same thing under another relation."""
        name = f"`{self.subject.name}`"
        if self.found is None:
            return [name, _claim(self.subject), self.subject.relation, "could not be run", self.failure, "", "", ""]
        verdict = "LEAKS" if self.found.leaks else "no leak found" if self.found.verdict == "no_leak" else "undecided"
        measured = f"{verdict}: {_bound(self.found)}"
        kind = [name, _claim(self.subject), self.subject.relation, measured, self.kind(others), _seen(self.found)]
        return [*kind, f"{self.subject.draws:,}", f"{self.seconds:.0f}"]

    def kind(self, others: Sequence[Row]) -> str:
        """Low bits where a public grid takes the leak away; else the relation, where the claim holds under another.

        What remains is calibration, which is in what the noise is.
        """
        if self.on_grid is None:
            return ""
        if self.again is None:
            return f"low bits of floats [1, 2]; on a grid no leak found: {_bound(self.on_grid)}"
        figures = f"{_bound(self.on_grid)} and {_bound(self.again)}"
        if not self.is_calibration:
            return f"low bits of floats [1, 2]; on a grid not confirmed: {figures}"
        kept = [
            one.subject.relation for one in others if one.subject.name == self.subject.name and not one.is_calibration
        ]
        if kept:
            return f"the relation, on a grid too: {figures}; not seen where neighbours {' or '.join(kept)}"
        return f"calibration: on a grid too, {figures}"


def _claim(subject: Subject) -> str:
    return ", ".join(f"{name} {_short(value)}" for name, value in subject.claim.items())


def _short(value: Any) -> str:
    return f"{float(value):.4g}" if isinstance(value, Fraction) else str(value)


def _bound(found: AuditResult) -> str:
    if found.implied:
        return f"rho {float(found.measures[0].bound):.3f}"
    return "infinite" if found.bound.is_infinite else f"{found.bound:.3f}"


def _seen(found: AuditResult) -> str:
    if found.power is None:
        return ""
    return "none" if found.power.least is None else f"{found.power.of} {found.power.least:.3g}"


def audited(subject: Subject, **others: Any) -> AuditResult:
    """The answer with the subject's claim on its pair; a black box, from its number of draws unless said otherwise."""
    options: dict[str, Any] = {"budget": subject.draws, "mode": "blackbox", "limits": LIMITS}
    options["observe"] = subject.observe
    return audit(subject.target, neighbours=[subject.pair], **subject.claim, **(options | others))


def row(subject: Subject) -> Row:
    """The subject as it installs and, where that leaks, with its outputs rounded to a grid, twice if that leaks too."""
    start = time.monotonic()
    try:
        found = audited(subject)
        on_grid = again = None
        if found.leaks:
            on_grid = audited(subject, grid=GRID)
            more = {"budget": 4 * subject.draws, "confidence": 0.999, "seed": 1}
            again = audited(subject, grid=GRID, **more) if on_grid.leaks else None
    except (BadInput, ImportError) as error:
        return Row(subject, None, None, None, " ".join(str(error).split())[:200].replace("|", "/"), 0.0)
    return Row(subject, found, on_grid, again, "", time.monotonic() - start)


HEADER = """# Two libraries, audited as they install

`python bench/audit/libraries.py --write docs/audited_libraries.md` makes this page, in an environment with the kit and
what is audited: {versions}.
With diffprivlib 0.6.6 pip brought scikit-learn 1.9.1, beside
which it cannot be imported; hence `pip install diffprivlib opendp 'scikit-learn<1.7'`.

Every line is a black-box audit at 95% of one claim on one pair of neighbours. A line that leaks is audited again with
its outputs rounded to a public grid of {grid}, which no promise of privacy minds.

How to read it, and what it does not say:

- **The relation** is that of the pair in the line. A library that says "neighbouring" without saying which is audited
  under more than one, and is wrong only where its documentation promises that one. `audit --neighbours` takes any.
- **Low bits of floats** are a known class [1, 2]: textbook noise in floating point reaches other last digits from one
  input than from another. It says nothing of the noise's size, and it is no news to either library. diffprivlib has
  `Snapping` against it, of which no leak is found, and OpenDP draws on a grid.
- **Calibration** is a loss that stays on the grid. It is in how large the noise is, in what is released beside it, or
  in outputs that one of the inputs cannot give. It is called **the relation** where the same thing keeps its claim
  under another one, under which its authors may well have meant it.
- **No leak found** is no proof. "Would have seen" is the least loss that the audit would have reported with
  probability 80%, on its own event.
- 95% holds for each audit by itself, and there are {count} lines. So a leak that stays on the grid is audited there
  once more, with another seed, four times the draws and at 99.9%. It is called calibration if that shows it too.
- diffprivlib is run with seeds, which changes where its random bits come from and not what it does with them. OpenDP
  has no seeds, so its lines differ a little from run to run.

"""
COLUMNS = ("what", "claim", "neighbours", "epsilon at least", "kind of leak", "would have seen", "draws", "s")
FOOTER = """
Seconds are of the wall, all audits of a line together, at load average {load:.0f} on {cores} cores.

1. I. Mironov, *On significance of the least significant bits for differential privacy*, CCS 2012.
2. S. Haney, D. Desfontaines, L. Hartman, R. Shrestha, M. Hay, *Precision-based attacks and interval refining: how to
   break, then fix, differential privacy on finite computers*, 2022.
"""


def page(tables: dict[str, list[Row]], absent: list[str]) -> str:
    """The page with a table for each library."""
    names = {"diffprivlib": ("diffprivlib", "scikit-learn", "numpy"), "opendp": ("opendp",)}
    versions = ", ".join(f"{name} {version(name)}" for library in tables for name in names[library])
    count = sum(map(len, tables.values()))
    parts = [HEADER.format(versions=versions, grid=GRID, count=count)]
    parts += [f"{name} was not installed, and is left out.\n\n" for name in absent]
    for library, rows in tables.items():
        lines = [COLUMNS, ("---",) * len(COLUMNS), *(one.cells(rows) for one in rows)]
        parts += [f"## {library} {version(library)}\n\n", *(f"| {' | '.join(line)} |\n" for line in lines), "\n"]
    return "".join(parts).rstrip() + "\n" + FOOTER.format(load=os.getloadavg()[0], cores=os.cpu_count())


@click.command()
@click.option("--write", type=click.Path(path_type=Path), help="The page to write; without it, only the lines.")
@click.option("--only", default="", help="Subjects whose names contain this text.")
def main(write: Path | None, only: str) -> None:
    """Audit every subject and print a line for each as it is done."""
    tables: dict[str, list[Row]] = {}
    absent = []
    for library, subjects in LISTS.items():
        try:
            listed = [subject for subject in subjects() if only in subject.name]
        except ImportError as error:
            click.echo(f"{library} is left out: {error}", err=True)
            absent.append(library)
            continue
        tables[library] = []
        for subject in listed:
            tables[library].append(row(subject))
            click.echo("| " + " | ".join(tables[library][-1].cells()) + " |")
            sys.stdout.flush()
    if not tables:
        raise click.UsageError("none of the libraries is installed: pip install diffprivlib opendp")
    if write is not None:
        write.write_text(page(tables, absent), encoding="utf-8")


if __name__ == "__main__":
    main()
