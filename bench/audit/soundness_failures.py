"""How often a whole audit exceeds the truth on mechanisms that answer, raise, hang or take about as long as they may.

2*10^4 draws an audit, in worker processes, 50 ms a call. Failures have nothing to do with the data, so that the truth
is that of the mechanism without them. A stated 5% may be exceeded by chance only: the limit is the 99.9% quantile of
Bin(audits, 0.05). An audit that is undecided exceeds nothing, and is counted apart. Run with ``--help``.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import click
from run import read
from soundness import limit
from troubled_mechanisms import ROWS, Row

from littlestone.auditing import audit
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.bad_input import UnusableTarget

DRAWS = 20_000
LIMITS = Limits(seconds=0.05)
TOLERANCE = 1e-9
PAIR = ([(0, 0), (1, 1)], [(0, 0), (1, 0)])
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of Linux: copies of a worker that was killed count as this one's children


def found(row: Row, seed: int) -> AuditResult | None:
    """The audit; None where it was given up before the first draw."""
    try:
        return audit(
            row.mechanism,
            epsilon=repr(row.truth),
            pairs=[PAIR],
            budget=DRAWS,
            mode="blackbox",
            limits=LIMITS,
            seed=seed,
        )
    except UnusableTarget:
        return None


def processor_seconds() -> float:
    """Of this process and of all that it started and that ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    spent = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(each.ru_utime + each.ru_stime for each in spent)


def measured(row: Row, seed: int) -> dict[str, Any]:
    """One audit: its verdict, "none" where it was given up, its bound and its processor seconds."""
    start = processor_seconds()
    result = found(row, seed)
    verdict, bound = ("none", 0.0) if result is None else (result.verdict, float(result.bound or 0.0))
    seconds = round(processor_seconds() - start, 2)
    return {"mechanism": row.name, "seed": seed, "verdict": verdict, "bound": bound, "seconds": seconds}


# ---- The count


def line(row: Row, audits: list[dict[str, Any]]) -> str:
    """One row of the table in docs/audit_benchmark.md."""
    bounds = [each["bound"] for each in audits if each["verdict"] not in ("open", "none")]
    wrong, most = sum(bound > row.truth + TOLERANCE for bound in bounds), limit(len(audits))
    verdict = "" if wrong <= most else " UNSOUND"
    seconds = sum(each["seconds"] for each in audits) / len(audits)
    figures = f"{row.truth:.4f} | {median(bounds or [0.0]):.4f} | {len(audits)} | {len(audits) - len(bounds)}"
    return f"| {row.name} | {figures} | {wrong}{verdict} | {most} | {seconds:.1f} |"


def table(audits: list[dict[str, Any]]) -> Iterator[str]:
    """The rows of all mechanisms that were audited."""
    yield "| mechanism | true | median bound | audits | undecided | above the truth | at most | CPU seconds each |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in ROWS:
        own = [each for each in audits if each["mechanism"] == row.name]
        if own:
            yield line(row, own)


@click.command()
@click.option("--audits", default=2000, show_default=True, help="Audits of each mechanism that answers or raises.")
@click.option(
    "--hanging", "hung", default=200, show_default=True, help="Audits of each whose calls run into the limit."
)
@click.option("--first", default=0, show_default=True, help="First seed.")
@click.option("--rows", default="", help="Names of mechanisms, separated by semicolons; all where empty.")
@click.option("--results", type=Path, default=Path("failures.jsonl"), show_default=True, help="Where audits are kept.")
def main(audits: int, hung: int, first: int, rows: str, results: Path) -> None:
    """Audit each mechanism with each seed, and count the bounds above the truth of all audits in the file of results.

    Each audit is appended to that file as it ends, and none that is there is run again; one seed of every mechanism is
    run before the next.
    """
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1)
    wanted = [name.strip() for name in rows.split(";") if name.strip()]
    done = {(each["mechanism"], each["seed"]) for each in read(results)}
    click.echo(f"{DRAWS} draws an audit, {LIMITS.seconds * 1000:.0f} ms a call, load {os.getloadavg()[0]:.1f}\n")
    for i in range(max(audits, hung)):
        for row in ROWS:
            missing = (row.name, first + i) not in done and i < (hung if row.hangs else audits)
            if missing and (not wanted or row.name in wanted):
                with results.open("a") as file:
                    print(json.dumps(measured(row, first + i)), file=file)
    click.echo("\n".join(table(read(results))))


if __name__ == "__main__":
    main()
