"""The black-box audit on the standard mechanisms: bound, share of the optimum, seconds; run with ``--help``."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import click
from mechanisms import KEPT_ASIDE, MECHANISMS, WIDE_MECHANISMS, Mechanism
from scipy.stats import binom

from littlestone.proofs_check.audits.search.blackbox import blackbox_bound

DRAWS, ERROR = 10**6, 0.05
COUNTED = ("mechanism", "seed", "searched")


def measured(mechanism: Mechanism, seed: int, searched: bool) -> dict[str, Any]:
    """One audit: its bound, its processor seconds, draws included, and its event."""
    pairs = mechanism.pairs if searched else (mechanism.best,)
    start = time.process_time()
    result = blackbox_bound(mechanism.draw, pairs, delta=mechanism.delta, draws=DRAWS, confidence=1 - ERROR, seed=seed)
    found = {"bound": result.epsilon, "seconds": time.process_time() - start, "event": result.event.description}
    return dict(zip(COUNTED, (mechanism.name, seed, searched), strict=True)) | found


def interval(values: list[float]) -> tuple[float, float]:
    """An interval of 95% for the median by order statistics; of fewer than six values, which have none, their range."""
    below = max(int(binom.ppf(0.025, len(values), 0.5)) - 1, 0)
    ordered = sorted(values)
    return ordered[below], ordered[-1 - below]


def line(mechanism: Mechanism, audits: list[dict[str, Any]]) -> str:
    """One row of the table in docs/audit_benchmark.md; seconds are the median."""
    bounds = [each["bound"] for each in audits]
    share = f"{100 * median(bounds) / mechanism.optimum:.1f}%"
    low, high = (f"{100 * end / mechanism.optimum:.0f}" for end in interval(bounds))
    seconds = median(each["seconds"] for each in audits)
    mark = " *" if mechanism.name in KEPT_ASIDE else ""
    figures = f"{mechanism.true:.4f} | {mechanism.optimum:.4f} | {median(bounds):.4f} | {share} | {low} to {high}"
    return f"| {mechanism.name}{mark} | {figures} | {len(bounds)} | {seconds:.1f} |"


def table(listed: Iterable[Mechanism], audits: list[dict[str, Any]], searched: bool) -> Iterator[str]:
    """The rows of all mechanisms that were audited."""
    yield "| mechanism | true | optimum | bound | of optimum | interval, % | seeds | seconds |"
    yield "|---|---|---|---|---|---|---|---|"
    for mechanism in listed:
        own = [one for one in audits if (one["mechanism"], one["searched"]) == (mechanism.name, searched)]
        if own:
            yield line(mechanism, own)


def read(results: Path) -> list[dict[str, Any]]:
    """All audits that the file has, one on each line."""
    return [json.loads(text) for text in results.read_text().splitlines()] if results.exists() else []


@click.command()
@click.option("--seeds", default=10, show_default=True, help="Audits of each row; the table shows their median.")
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option(
    "--rows", default="", help="Names of mechanisms, separated by commas; all that are looked at where empty."
)
@click.option("--final", is_flag=True, help="All rows, those kept aside for the final table too.")
@click.option("--searched", is_flag=True, help="Search the pair among the usual ones instead of giving the best.")
@click.option("--results", type=Path, default=Path("results.jsonl"), show_default=True, help="Where audits are kept.")
def main(seeds: int, first: int, rows: str, final: bool, searched: bool, results: Path) -> None:
    """Audit each mechanism with each seed, and print a table of all audits in the file of results.

    Each audit is appended to that file as it ends, and none that is there is run again. Shares of the optimum are of
    the median, with an interval by order statistics.
    """
    wanted = [name.strip() for name in rows.split(",") if name.strip()]
    every = (*MECHANISMS, *WIDE_MECHANISMS)
    if unknown := {*wanted} - {each.name for each in every}:
        raise click.BadParameter(f"no row is called {', '.join(sorted(unknown))}", param_hint="--rows")
    listed = [each for each in every if each.name in wanted] or [
        each for each in every if final or each.name not in KEPT_ASIDE
    ]
    done = {tuple(each[name] for name in COUNTED) for each in read(results)}
    for seed in range(first, first + seeds):
        for mechanism in listed:
            if (mechanism.name, seed, searched) not in done:
                with results.open("a") as file:
                    print(json.dumps(measured(mechanism, seed, searched)), file=file)
    click.echo("\n".join(table(listed, read(results), searched)))


if __name__ == "__main__":
    main()
