"""The black-box audit on the standard mechanisms: bound, share of the optimum, seconds; run with ``--help``."""

from __future__ import annotations

import os
import time
from statistics import median
from typing import Any

import click
from mechanisms import MECHANISMS, NAIVE, Mechanism
from scipy.stats import binom
from truth import DRAWS, ERROR, Truth, best_pair, truth
from wide_mechanisms import KEPT_ASIDE, WIDE_MECHANISMS

from littlestone.proofs_check.audits.search.blackbox import BlackBoxResult, blackbox_bound

LONG = 60
LOOKED_AT = tuple(each for each in (*MECHANISMS, *WIDE_MECHANISMS) if each.name not in KEPT_ASIDE)


def audits(mechanism: Mechanism, seeds: range, searched: bool, draws: int) -> tuple[list[BlackBoxResult], float]:
    """The results of all seeds, and the processor seconds of one, draws included."""
    pairs = mechanism.pairs if searched else (mechanism.best,)
    options: dict[str, Any] = {"delta": mechanism.delta, "draws": draws, "confidence": 1 - ERROR}
    start = time.process_time()
    results = [blackbox_bound(mechanism.draw, pairs, seed=seed, **options) for seed in seeds]
    return results, (time.process_time() - start) / len(seeds)


def interval(values: list[float]) -> tuple[float, float]:
    """An interval of 95% for the median by order statistics; of fewer than six values, which have none, their range."""
    below = max(int(binom.ppf(0.025, len(values), 0.5)) - 1, 0)
    ordered = sorted(values)
    return ordered[below], ordered[-1 - below]


def line(mechanism: Mechanism, known: Truth, results: list[BlackBoxResult], seconds: float) -> str:
    """One row of the table in docs/audit_benchmark.md."""
    bounds = [r.epsilon for r in results]
    share = f"{100 * median(bounds) / known.optimum:.1f}%"
    low, high = (f"{100 * end / known.optimum:.0f}" for end in interval(bounds))
    figures = (
        f"{known.true:.4f} | {known.optimum:.4f} | {median(bounds):.4f} | {share} | {low} to {high} | {seconds:.1f}"
    )
    event = results[0].event.description
    return f"| {mechanism.name} | {figures} | {event if len(event) < LONG else event[:LONG] + ' ...'} |"


@click.command()
@click.option("--seeds", default=10, show_default=True, help="Runs of each row; the table shows their median.")
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option("--rows", default="", help="Names of mechanisms, separated by commas; all where empty.")
@click.option("--kept-aside", is_flag=True, help="The rows kept aside for the final table instead of the others.")
@click.option("--searched", is_flag=True, help="Search the pair among the usual ones instead of giving the best.")
@click.option("--draws", default=DRAWS, show_default=True, help="Draws of one audit, in all.")
def main(seeds: int, first: int, rows: str, kept_aside: bool, searched: bool, draws: int) -> None:
    """Print a row per mechanism; the truth and the optimum are computed from its laws.

    Shares of the optimum are of the median, with an interval of the median by order statistics.
    """
    wanted = [name.strip() for name in rows.split(",") if name.strip()]
    listed = [each for each in WIDE_MECHANISMS if each.name in KEPT_ASIDE] if kept_aside else LOOKED_AT
    click.echo(f"{seeds} seeds, load {os.getloadavg()[0]:.1f}, pair {'searched' if searched else 'given'}\n")
    click.echo("| mechanism | true | optimum | bound | of optimum | interval, % | seconds | event of the first seed |")
    click.echo("|---|---|---|---|---|---|---|---|")
    for mechanism in listed:
        if not wanted or mechanism.name in wanted:
            known = best_pair(mechanism, draws)[1] if searched else truth(mechanism, mechanism.best, draws)
            click.echo(line(mechanism, known, *audits(mechanism, range(first, first + seeds), searched, draws)))
    if NAIVE.name in wanted:
        results, seconds = audits(NAIVE, range(first, first + seeds), searched, draws)
        click.echo(
            f"{NAIVE.name}: {median(r.epsilon for r in results):.2f} in {seconds:.1f} s, {results[0].event.description}"
        )


if __name__ == "__main__":
    main()
