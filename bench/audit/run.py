"""The black-box audit on the standard mechanisms: bound, share of the optimum, seconds; run with ``--help``."""

from __future__ import annotations

import os
import time
from statistics import median
from typing import Any

import click
from mechanisms import MECHANISMS, NAIVE, Mechanism
from truth import DRAWS, ERROR, Truth, best_pair, truth

from littlestone.proofs_check.audits.search.blackbox import BlackBoxResult, blackbox_bound

LONG = 60


def audits(mechanism: Mechanism, seeds: int, searched: bool, draws: int) -> tuple[list[BlackBoxResult], float]:
    """The results of all seeds, and the processor seconds of one, draws included."""
    pairs = mechanism.pairs if searched else (mechanism.best,)
    options: dict[str, Any] = {"delta": mechanism.delta, "draws": draws, "confidence": 1 - ERROR}
    start = time.process_time()
    results = [blackbox_bound(mechanism.draw, pairs, seed=seed, **options) for seed in range(seeds)]
    return results, (time.process_time() - start) / seeds


def line(mechanism: Mechanism, known: Truth, results: list[BlackBoxResult], seconds: float) -> str:
    """One row of the table in docs/audit_benchmark.md."""
    bound = median(r.epsilon for r in results)
    drawn = max(sum(count for _, count in r.draws) for r in results)
    share = f"{100 * bound / known.optimum:.1f}%"
    figures = f"{known.true:.4f} | {known.optimum:.4f} | {bound:.4f} | {share} | {seconds:.1f} | {drawn:,}"
    event = results[0].event.description
    return f"| {mechanism.name} | {figures} | {event if len(event) < LONG else event[:LONG] + ' ...'} |"


@click.command()
@click.option("--seeds", default=5, show_default=True, help="Runs of each row; the table shows their median.")
@click.option("--rows", default="", help="Names of mechanisms, separated by commas; all where empty.")
@click.option("--searched", is_flag=True, help="Search the pair among the usual ones instead of giving the best.")
@click.option("--draws", default=DRAWS, show_default=True, help="Draws of one audit, in all.")
def main(seeds: int, rows: str, searched: bool, draws: int) -> None:
    """Print a row per mechanism; the truth and the optimum (for 10^6 draws) are computed from its laws."""
    wanted = [name.strip() for name in rows.split(",") if name.strip()]
    click.echo(f"{seeds} seeds, load {os.getloadavg()[0]:.1f}, pair {'searched' if searched else 'given'}\n")
    click.echo("| mechanism | true | optimum | bound | of optimum | seconds | draws | event of the first seed |")
    click.echo("|---|---|---|---|---|---|---|---|")
    for mechanism in MECHANISMS:
        if not wanted or mechanism.name in wanted:
            known = best_pair(mechanism)[1] if searched else truth(mechanism, mechanism.best)
            click.echo(line(mechanism, known, *audits(mechanism, seeds, searched, draws)))
    if NAIVE.name in wanted:
        results, seconds = audits(NAIVE, seeds, searched, draws)
        click.echo(
            f"{NAIVE.name}: {median(r.epsilon for r in results):.2f} in {seconds:.1f} s, {results[0].event.description}"
        )


if __name__ == "__main__":
    main()
