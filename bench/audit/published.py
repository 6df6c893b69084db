"""Faults of the literature and their mended twins, each audited by the first command of the how-to; see ``--help``.

All noise is of integers or lies on a grid, so that no leak is found for its low bits. Seconds are of this machine.
"""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from math import exp, log
from typing import Any

import click
import numpy as np

Rng = np.random.Generator
EPSILON, VALUES = 1.0, 4  # what every target of this file claims, and the values of a response


def noise(rng: Rng, scale: float, size: Any) -> Any:
    """Two-sided geometric noise: epsilon = 1 / scale for a number that a row changes by one."""
    ups = rng.geometric(1 - exp(-1 / scale), size=(2, *np.atleast_1d(size)))
    return ups[0] - ups[1]


def points(dataset: Any) -> Any:
    """The points of the rows, nan taken for 0 and all moved into 0..7."""
    return np.array([np.clip(np.nan_to_num(np.ravel(x)[0]), 0, 7) for x, _ in dataset])


def labels(dataset: Any) -> Any:
    """Their labels."""
    return np.array([y for _, y in dataset])


def tails(dataset: Any) -> Any:
    """How many rows are at t or above, for t = 0..7: one row moves up to seven of these counts, each by one."""
    return (points(dataset)[:, None] >= np.arange(8)).sum(axis=0)


# ---- The sparse vector technique (Lyu, Su, Li 2017, figure 1)


def sparse(dataset: Any, n: int, rng: Rng, *, answers: bool = True, stops: bool = True) -> Any:
    """Whether each count from t on, and each below, is noisily 2 or more; -1 after the first that is.

    A row moves half of them up and half of them down, so that no shift of the threshold undoes it.
    """
    counts = np.r_[tails(dataset), len(dataset) - tails(dataset)]
    noisy = counts + (noise(rng, 4 / EPSILON, (n, 16)) if answers else 0)
    above = noisy >= 2 + noise(rng, 2 / EPSILON, (n, 1))
    return np.where(np.cumsum(above, axis=1) - above > 0, -1, above) if stops else above


def sparse_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """Threshold noise 2, answer noise 4, one answer above."""
    return sparse(dataset, n, rng)


def sparse_without_noise(dataset: Any, n: int, rng: Rng) -> Any:
    """Their algorithm 5: no noise on the answers, and no end."""
    return sparse(dataset, n, rng, answers=False, stops=False)


def sparse_without_end(dataset: Any, n: int, rng: Rng) -> Any:
    """Their algorithm 6: any number of answers above, at the noise for one."""
    return sparse(dataset, n, rng, stops=False)


# ---- Choosing the largest


def largest_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """The t of the largest noisy count, and its count with fresh noise, half of epsilon each."""
    counts = tails(dataset)
    best = np.argmax(counts + noise(rng, 4 / EPSILON, (n, 8)), axis=1)
    return np.c_[best, counts[best] + noise(rng, 2 / EPSILON, n)]


def largest_with_value(dataset: Any, n: int, rng: Rng) -> Any:
    """The noise is that of the index alone, and the largest noisy count is released with it."""
    noisy = tails(dataset) + noise(rng, 2 / EPSILON, (n, 8))
    return np.c_[noisy.argmax(axis=1), noisy.max(axis=1)]


# ---- Noise


def two_counts_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """The number of ones and that of ones at the points 0..3, each with noise for epsilon / 2."""
    y = labels(dataset)
    return np.array([sum(y), sum(y[points(dataset) < 4])]) + noise(rng, 2 / EPSILON, (n, 2))


def two_counts_one_noise(dataset: Any, n: int, rng: Rng) -> Any:
    """One number is drawn for both, so that their difference is exact."""
    y = labels(dataset)
    return np.array([sum(y), sum(y[points(dataset) < 4])]) + noise(rng, 2 / EPSILON, (n, 1))


def median_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """The lower median of points in 0..7, with noise for its global sensitivity."""
    return _median(dataset) + noise(rng, 7 / EPSILON, n)


def median_by_local_sensitivity(dataset: Any, n: int, rng: Rng) -> Any:
    """Noise for the sensitivity at these data, which is itself no secret kept (Nissim et al. 2007)."""
    x, middle = np.sort(points(dataset)), (len(dataset) - 1) // 2
    around = np.r_[0, x, 7][middle : middle + 3].astype(int)
    local = max(around[1] - around[0], around[2] - around[1])
    return _median(dataset) + (noise(rng, local / EPSILON, n) if local else np.zeros(n, int))


def _median(dataset: Any) -> int:
    return int(np.sort(points(dataset))[(len(dataset) - 1) // 2])


def response_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """Where the first point is, in 0..3, by randomised response among four."""
    return _response(dataset, n, rng, exp(EPSILON) / (exp(EPSILON) + VALUES - 1))


def response_of_bits(dataset: Any, n: int, rng: Rng) -> Any:
    """The value is kept as often as one of two may be."""
    return _response(dataset, n, rng, exp(EPSILON) / (exp(EPSILON) + 1))


def _response(dataset: Any, n: int, rng: Rng, keep: float) -> Any:
    x = int(min(points(dataset)[0], VALUES - 1))
    return np.where(rng.random(n) < keep, x, (x + rng.integers(1, VALUES, size=n)) % VALUES)


# ---- Means, and the steps of private descent; a row is added or removed


def mean_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """A noisy sum of points in 0..7 and a noisy number of rows."""
    return np.c_[points(dataset).sum() + noise(rng, 14 / EPSILON, n), len(dataset) + noise(rng, 2 / EPSILON, n)]


def mean_of_unknown_number(dataset: Any, n: int, rng: Rng) -> Any:
    """Noise 7 / n on the mean: the number of rows shows in its scale."""
    rows = max(1, len(dataset))
    return np.round(8 * (points(dataset).sum() + noise(rng, 7 / EPSILON, n)) / rows) / 8


def step_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """The sum of the gradients of a Poisson batch of half the rows, each clipped to 4, over a public 2."""
    return (_batch(dataset, n, rng)[0] + noise(rng, 4 / _unsampled(), n)) / 2


def step_over_its_batch(dataset: Any, n: int, rng: Rng) -> Any:
    """The sum is divided by the size of the batch that was drawn, and the noise by the expected one (2)."""
    total, size = _batch(dataset, n, rng)
    return np.round(4 * total / np.maximum(1, size) + 2 * noise(rng, 4 / _unsampled(), n)) / 4


def step_clipped_late_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """All rows: gradients are clipped one by one, to 1, and summed."""
    return np.clip(_gradients(dataset), -1, 1).sum() + noise(rng, 1 / EPSILON, n)


def step_clipped_late(dataset: Any, n: int, rng: Rng) -> Any:
    """Their sum is clipped, to the number of rows, with the noise for one."""
    rows = len(dataset)
    return np.clip(_gradients(dataset).sum(), -rows, rows) + noise(rng, 1 / EPSILON, n)


def _gradients(dataset: Any) -> Any:
    return (points(dataset) * (2 * labels(dataset) - 1)).astype(int) if len(dataset) else np.zeros(1, int)


def _batch(dataset: Any, n: int, rng: Rng) -> tuple[Any, Any]:
    clipped = np.clip(_gradients(dataset), -4, 4)
    drawn = rng.random((n, len(clipped))) < 0.5
    return drawn @ clipped, drawn.sum(axis=1)


def _unsampled() -> float:
    """The epsilon of a step on all rows that half of them amplify to EPSILON."""
    return log(1 + 2 * (exp(EPSILON) - 1))


# ---- What libraries did


def keys_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """Noisy counts of the keys a and b that some row has, released above 5; delta is the chance of a lone row."""
    return _keys(dataset, n, rng, 6)


def keys_at_the_threshold(dataset: Any, n: int, rng: Rng) -> Any:
    """They are released at 5 too, with the delta of those above it."""
    return _keys(dataset, n, rng, 5)


def _keys(dataset: Any, n: int, rng: Rng, least: int) -> Any:
    counts = np.array([sum(key == one for key in dataset) for one in "ab"])
    noisy = counts + noise(rng, 1 / EPSILON, (n, 2))
    return np.where((counts > 0) & (noisy >= least), noisy, -1)


LONE_KEY = exp(-5 * EPSILON) / (1 + exp(-EPSILON))  # that noise is 5 or more
KEYS = [(("a",) * 6 + ("b",), ("a",) * 6)]


def visits_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """How many users have each label, of each user the first row alone; a row's point is its user."""
    return _visits(dict(reversed(dataset)).values(), n, rng)


def visits_of_any_number(dataset: Any, n: int, rng: Rng) -> Any:
    """All rows of a user count, at the noise for one."""
    return _visits([y for _, y in dataset], n, rng)


def _visits(found: Any, n: int, rng: Rng) -> Any:
    return np.bincount([int(y) for y in found], minlength=2) + noise(rng, 1 / EPSILON, (n, 2))


def visitor(row: Any) -> Any:
    """Whose a row is."""
    return row[0]


def moment_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """The sum of x y, x clipped to 0..7."""
    return int(points(dataset) @ labels(dataset)) + noise(rng, 7 / EPSILON, n)


def moment_of_raw_data(dataset: Any, n: int, rng: Rng) -> Any:
    """The clipped data are put into a variable that is not used."""
    raw = np.array([np.clip(np.nan_to_num(x), -1e6, 1e6) for x, _ in dataset])
    return int(raw @ labels(dataset)) + noise(rng, 7 / EPSILON, n)


def total_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """A sum of integers that neighbours change by one."""
    return sum(dataset) + noise(rng, 1 / EPSILON, n)


def total_that_wraps(dataset: Any, n: int, rng: Rng) -> Any:
    """The sum is kept in 32 bits (Casacuberta et al. 2022)."""
    return (sum(dataset) + 2**31) % 2**32 - 2**31 + noise(rng, 1 / EPSILON, n)


SUMS = [((5, 0), (5, 1))]


def synthetic_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """A row drawn from a noisy histogram of four bins of 0..7."""
    return _synthetic(dataset, n, rng, 0, 7)


def synthetic_between_its_ends(dataset: Any, n: int, rng: Rng) -> Any:
    """The bins lie between the least and the greatest row."""
    return _synthetic(dataset, n, rng, points(dataset).min(), points(dataset).max())


def _synthetic(dataset: Any, n: int, rng: Rng, low: float, high: float) -> Any:
    edges = np.linspace(low, high, 5)
    weights = np.histogram(points(dataset), edges)[0] + noise(rng, 2 / EPSILON, (n, 4))
    shares = np.cumsum(np.maximum(weights, 0) + 1e-3, axis=1)
    drawn = (rng.random((n, 1)) * shares[:, -1:] > shares[:, :-1]).sum(axis=1)
    return np.round(edges[drawn] + (edges[1] - edges[0]) * rng.random(n), 1)


def rounded_normal_ok(dataset: Any, n: int, rng: Rng) -> Any:
    """A count with normal noise of variance 2: the divergence of order 2 is at most 0.5."""
    return np.round(labels(dataset).sum() + rng.normal(scale=2**0.5, size=n))


def rounded_normal(dataset: Any, n: int, rng: Rng) -> Any:
    """That of variance 1: it is about 1."""
    return np.round(labels(dataset).sum() + rng.normal(size=n))


class ClippedDescent:
    """Four steps of logistic descent on all rows, gradients clipped to 1 and summed, noise of deviation 4."""

    random_state = None
    bound, batch, deviation = 1.0, 1, 4.0

    def fit(self, X: Any, y: Any) -> Any:
        """The weights, rounded to hundredths."""
        rng, rows, w = np.random.default_rng(self.random_state), np.nan_to_num(X, posinf=1e3, neginf=-1e3), np.zeros(2)
        rows = np.c_[np.clip(rows[:, 0], -1e3, 1e3), np.ones(len(rows))]
        for _ in range(4):
            gradients = (1 / (1 + np.exp(-np.clip(rows @ w, -50, 50))) - y)[:, None] * rows
            means = [gradients[i : i + self.batch].mean(axis=0) for i in range(0, len(rows), self.batch)]
            clipped = [g / max(1, np.linalg.norm(g) / self.bound) for g in means]
            w = w - 0.5 * (np.sum(clipped, axis=0) + self.deviation * rng.normal(size=2))
        self.coef_ = np.round(w, 2)
        return self


class DescentOfAnotherNorm(ClippedDescent):
    """The norm that noise is for is not the one that is clipped to."""

    bound = 10.0


class MicrobatchDescent(ClippedDescent):
    """Means of two rows are clipped: a row that is removed moves all after it into other batches."""

    batch = 2


class MicrobatchDescentOk(ClippedDescent):
    """Noise for all batches that a row may change, three of them, by 2 each."""

    batch, deviation = 2, 24.0


# ---- All of them

ROWS = "--epsilon 1 --class thresholds:8 --rows 4"
ADDED = f"{ROWS} --relation add-remove"
DESCENT = "--steps 4 --sigma 4 --delta 1e-5 --class thresholds:8 --rows 6 --relation add-remove --observe coef_"


@dataclass(frozen=True)
class Fault:
    """A target that leaks, its twin, and what they are run on; {file} stands for this one."""

    leaky: str
    honest: str
    options: str = ROWS


FAULTS = (
    Fault("sparse_without_noise", "sparse_ok"),
    Fault("sparse_without_end", "sparse_ok"),
    Fault("largest_with_value", "largest_ok"),
    Fault("two_counts_one_noise", "two_counts_ok"),
    Fault("median_by_local_sensitivity", "median_ok"),
    Fault("response_of_bits", "response_ok", "--epsilon 1 --class thresholds:4 --rows 2"),
    Fault("mean_of_unknown_number", "mean_ok", ADDED),
    Fault("step_over_its_batch", "step_ok", ADDED),
    Fault("step_clipped_late", "step_clipped_late_ok", ADDED),
    Fault("keys_at_the_threshold", "keys_ok", f"--epsilon 1 --delta {LONE_KEY:.8f} --neighbours {{file}}:KEYS"),
    Fault("visits_of_any_number", "visits_ok", f"{ROWS} --relation user-level --user {{file}}:visitor"),
    Fault("moment_of_raw_data", "moment_ok"),
    Fault("total_that_wraps", "total_ok", "--epsilon 1 --neighbours {file}:SUMS"),
    Fault("synthetic_between_its_ends", "synthetic_ok"),
    Fault("rounded_normal", "rounded_normal_ok", "--renyi 2,0.5 --class thresholds:8 --rows 4"),
    Fault("DescentOfAnotherNorm", "ClippedDescent", DESCENT),
    Fault("MicrobatchDescent", "MicrobatchDescentOk", DESCENT),
)


@click.command()
@click.argument("names", nargs=-1)
@click.option("--budget", default="1e6", show_default=True, help="Runs of each audit.")
@click.option("--lines", default=2, show_default=True, help="Lines of each answer to print.")
def main(names: tuple[str, ...], budget: str, lines: int) -> None:
    """Audit the targets with these names, or all: whether the verdict is right, and seconds."""
    targets = {name: (fault, name == fault.leaky) for fault in FAULTS for name in (fault.leaky, fault.honest)}
    for name, (fault, leaks) in targets.items():
        if names and name not in names:
            continue
        start = time.perf_counter()
        options = fault.options.format(file=__file__).split()
        command = ["littlestone", "audit", f"{__file__}:{name}", *options, "--budget", budget]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        right = done.returncode == (1 if leaks else 0)
        click.echo(f"{name}: {'right' if right else 'WRONG'}, {time.perf_counter() - start:.0f} s")
        click.echo("\n".join(f"  {line}" for line in (done.stdout + done.stderr).splitlines()[:lines]))


if __name__ == "__main__":
    main()
