"""How often the black-box audit exceeds the truth where all outputs are taken for wide, and so tested in two blocks.

Vectors of noise that says nothing of the dataset, with an answer of known epsilon in one column, behind the noise of
another column, or in a rare value. Audits of 10^4 draws. Run with ``--help``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import e
from statistics import median

import click
import numpy as np
import numpy.typing as npt
from soundness import limit

from littlestone.proofs_check.audits.search import search
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound

DRAWS = 10_000
TOLERANCE = 1e-9
Rows = npt.NDArray[np.float64]


def answers(bit: int, n: int, rng: np.random.Generator, epsilon: float) -> Rows:
    """Randomised response."""
    return np.where(rng.random(n) < 1 / (1 + np.exp(-epsilon)), bit, 1 - bit).astype(np.float64)


def nothing(bit: int, n: int, rng: np.random.Generator) -> Rows:
    rows = rng.standard_normal((n, 20))
    rows[:, ::2] = np.floor(3 * rows[:, ::2])
    return rows


def among_reals(bit: int, n: int, rng: np.random.Generator) -> Rows:
    rows = rng.standard_normal((n, 12))
    rows[:, 7] = answers(bit, n, rng, 1.0)
    return rows


def among_integers(bit: int, n: int, rng: np.random.Generator) -> Rows:
    rows = np.floor(4 * rng.standard_normal((n, 16)))
    rows[:, 11] = answers(bit, n, rng, 0.3)
    return rows


def behind_noise(bit: int, n: int, rng: np.random.Generator) -> Rows:
    """Sums on a grid, which floats hold exactly: low bits say nothing."""
    noise = np.round(rng.standard_normal((n, 6)) * 2**20) / 2**20 * 64
    rows = np.repeat(noise, 2, axis=1)
    rows[:, 1::2] += np.round(rng.standard_normal((n, 6)) * 8) / 8
    rows[:, 5] = noise[:, 2] + answers(bit, n, rng, 0.7)
    return rows


def rare_value(bit: int, n: int, rng: np.random.Generator) -> Rows:
    rows = rng.standard_normal((n, 12))
    rows[:, 3] = np.where(rng.random(n) < (0.06 / e if bit else 0.06), 9.0, rows[:, 3])
    return rows


@dataclass(frozen=True)
class Wide:
    """A mechanism on a bit, and its epsilon."""

    name: str
    draw: Callable[[int, int, np.random.Generator], Rows]
    true: float


MECHANISMS = (
    Wide("nothing, 20 columns", nothing, 0.0),
    Wide("an answer among 12 reals", among_reals, 1.0),
    Wide("an answer among 16 integers", among_integers, 0.3),
    Wide("an answer behind noise, 12 columns", behind_noise, 0.7),
    Wide("a rare value, 12 columns", rare_value, 1.0),
)


@click.command()
@click.option("--audits", default=400, show_default=True, help="Audits of each mechanism.")
@click.option("--first", default=100, show_default=True, help="First seed; counts of disjoint seeds may be added up.")
def main(audits: int, first: int) -> None:
    """Count the bounds above the truth."""
    search.DEAR = 1
    click.echo(f"{audits} audits of {DRAWS} draws each; at most {limit(audits)} may err\n")
    click.echo("| mechanism | true | median bound | above the truth | time |\n|---|---|---|---|---|")
    for each in MECHANISMS:
        start = time.process_time()
        bounds = [
            blackbox_bound(each.draw, [(0, 1)], delta=0.0, draws=DRAWS, seed=seed).epsilon
            for seed in range(first, first + audits)
        ]
        wrong = sum(bound > each.true + TOLERANCE for bound in bounds)
        verdict = "" if wrong <= limit(audits) else " UNSOUND"
        took = time.process_time() - start
        click.echo(f"| {each.name} | {each.true} | {median(bounds):.4f} | {wrong}{verdict} | {took:.0f} s |")


if __name__ == "__main__":
    main()
