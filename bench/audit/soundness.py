"""How often bounds exceed the truth, of the audits of ``known_epsilon.py``, on mechanisms of known epsilon.

A stated 5% may be exceeded by chance only: the limit is the 99.9% quantile of Bin(runs, 0.05).
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import click
import known_epsilon
from scipy.stats import binom

TOLERANCE = 1e-9
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of Linux: copies of a worker that was killed count as this one's children


def limit(runs: int) -> int:
    """How many of the runs may err at a rate of 5%, with 99.9% confidence."""
    return int(binom.ppf(0.999, runs, known_epsilon.ERROR))


def processor_seconds() -> float:
    """Of this process and of all that it started and that ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    spent = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(each.ru_utime + each.ru_stime for each in spent)


def measured(each: Any, seed: int) -> dict[str, Any]:
    """One audit: its bound, none where it is undecided, and its processor seconds."""
    start = processor_seconds()
    bound = each.bound(seed)
    return {"mechanism": each.name, "seed": seed, "bound": bound, "seconds": round(processor_seconds() - start, 2)}


def line(each: Any, audits: list[dict[str, Any]]) -> str:
    """One row of a table in docs/audit_benchmark.md."""
    bounds = [one["bound"] for one in audits if one["bound"] is not None]
    wrong, most = sum(bound > each.truth + TOLERANCE for bound in bounds), limit(len(audits))
    seconds = sum(one["seconds"] for one in audits) / len(audits)
    share = f" ({100 * median(bounds) / each.optimum:.1f}% of the optimum)" if each.optimum else ""
    figures = f"{each.truth:.4f} | {median(bounds or [0.0]):.4f}{share} | {len(audits)} | {len(audits) - len(bounds)}"
    return f"| {each.name} | {figures} | {wrong}{'' if wrong <= most else ' UNSOUND'} | {most} | {seconds:.1f} |"


def audit_all(chosen: list[Any], seeds: range, results: Path) -> None:
    """Append each audit that the file lacks to it, all mechanisms with a seed before the next, and print the table."""
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1)
    results.touch()
    done = [json.loads(text) for text in results.read_text().splitlines()]
    known = {(one["mechanism"], one["seed"]) for one in done}
    for each, seed in ((each, seed) for seed in seeds for each in chosen if (each.name, seed) not in known):
        done.append(measured(each, seed))
        with results.open("a") as file:
            print(json.dumps(done[-1]), file=file)
    click.echo(
        "| mechanism | true | median bound | audits | undecided | above the truth | at most | CPU seconds each |"
    )
    click.echo("|---|---|---|---|---|---|---|---|")
    for each in chosen:
        if own := [one for one in done if one["mechanism"] == each.name]:
            click.echo(line(each, own))


@click.command()
@click.argument("of", type=click.Choice(["laws", "given", "searched", "failing", "onerun"]))
@click.option("--number", default=2000, show_default=True, help="Audits of each mechanism.")
@click.option("--first", default=0, show_default=True, help="First seed of the audits.")
@click.option("--rows", default="", help="Names of mechanisms, separated by semicolons; all where empty.")
@click.option("--results", type=Path, default=Path("soundness.jsonl"), show_default=True, help="Where audits are kept.")
def main(of: str, number: int, first: int, rows: str, results: Path) -> None:
    """Count the bounds above the truth, of audits on laws, of standard mechanisms, of failing ones, or in one run."""
    click.echo(f"load {os.getloadavg()[0]:.1f}; {number} runs each, of which at most {limit(number)} may err")
    wanted = {name.strip() for name in rows.split(";") if name.strip()}
    chosen = [each for each in getattr(known_epsilon, of)() if not wanted or each.name in wanted]
    audit_all(chosen, range(first, first + number), results)


if __name__ == "__main__":
    main()
