"""The peer that installs from pip on the rows that it takes, for docs/audit_benchmark.md; run with ``--help``.

In an environment of its own: pip install pystatdp scipy click. pystatdp is StatDP (Ding, Wang, Wang, Zhang and Kifer
2018), which takes outputs of one number here: its search lists a product of ten events for each column. DP-Sniper,
Delta-Siege and DP-Auditorium are not to be had from pip.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import click
import numpy as np
from mechanisms import MECHANISMS, Mechanism
from pystatdp.core import run_algorithm
from pystatdp.hypotest import test_statistics

DRAWS, ERROR = 1_000_000, 0.05
SEARCHING = 50_000  # draws of each input to choose the event, of 500,000; its own default is a fifth of those that test
ROWS = ("Laplace", "LaplaceBuggy", "TruncGeom", "RNM1", "RNM2", "RNM3")
LARGEST, STEPS = 16.0, 16  # of epsilon, which is halved in; to 0.00025


def one_by_one(mechanism: Mechanism, rng: np.random.Generator) -> Callable[[tuple[int, ...]], float | int]:
    """The mechanism as StatDP calls it, for one output at a time; drawn in advance, so that its draws are cheap."""
    drawn: dict[tuple[int, ...], list[float]] = {}

    def algorithm(data: tuple[int, ...]) -> float | int:
        if not drawn.get(data):
            drawn[data] = np.ravel(mechanism.draw(data, DRAWS // 2 + 1, rng)).tolist()
        return drawn[data].pop()

    return algorithm


def largest_rejected(counts: tuple[int, int], iterations: int) -> float:
    """The largest epsilon that the test of StatDP rejects, by halving; 0 where it rejects none.

    The test draws at random, from a generator that cannot be seeded from here, so that last digits vary.
    """
    low, high = 0.0, LARGEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        rejected = test_statistics(*counts, middle, iterations) < ERROR
        low, high = (middle, high) if rejected else (low, middle)
    return low


def bound(mechanism: Mechanism, seed: int) -> float:
    """Its bound from 10^6 draws: the event that promises most, and the test of it on fresh draws."""
    algorithm, (one, two) = one_by_one(mechanism, np.random.default_rng(seed)), mechanism.best
    counts, pairs = run_algorithm(algorithm, one, two, {}, None, SEARCHING)
    best = max(range(len(counts)), key=lambda i: largest_rejected(counts[i], SEARCHING))
    testing = DRAWS // 2 - SEARCHING
    (tested, *_), _ = run_algorithm(algorithm, one, two, {}, pairs[best][3], testing)
    return largest_rejected(tested, testing)


@click.command()
@click.option("--seeds", default=20, show_default=True, help="Audits of each row; the table shows their median.")
@click.option("--first", default=3000, show_default=True, help="The first seed.")
def main(seeds: int, first: int) -> None:
    """Bounds of StatDP with the pair given, from as many draws as the audit has; seconds are of the processor."""
    click.echo("| mechanism | StatDP | range | seeds | seconds |\n|---|---|---|---|---|")
    for mechanism in (each for each in MECHANISMS if each.name in ROWS):
        start = time.process_time()
        bounds = [bound(mechanism, seed) for seed in range(first, first + seeds)]
        seconds = (time.process_time() - start) / seeds
        ends = f"{min(bounds):.4f} to {max(bounds):.4f}"
        click.echo(f"| {mechanism.name} | {median(bounds):.4f} | {ends} | {seeds} | {seconds:.1f} |")


if __name__ == "__main__":
    main()
