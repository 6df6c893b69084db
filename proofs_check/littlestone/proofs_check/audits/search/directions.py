"""Scores of all entries together: sums of entries, weighted by what tells the inputs apart.

The weights are those of Fisher's linear discriminant (1936): the inverse of the covariance times the shift of the
means. They see a shift of many entries by a little, and one behind noise that entries share, as in running sums.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from littlestone.proofs_check.audits.search.features import COLUMNS, Feature, Floats, Sample, near
from littlestone.proofs_check.audits.search.judging import Data, Option, judged, training
from littlestone.proofs_check.audits.search.scores import FeatureScore

CHUNK = 1000  # rows that fit a cache; the answer does not depend on it
COVARIANCE_ROWS = 50_000  # 64 covariances squared are known to 1 in 800: far better than the shift of the means
TINY = 1e-300
LARGE = 1e100  # a spread whose square, and that of a sum of many such entries, is finite
RIDGE = 1e-6  # of the variance, where entries are functions of each other
NAMED = 4
PRIOR_POINTS, PRIOR_STEPS = 81, 200  # of the prior of weights; more change nothing that draws can show


@dataclass(frozen=True)
class Entries:
    """Entries around their medians, cut off far out; or, by ``sides``, only whether above or below."""

    columns: tuple[int, ...]
    middle: Floats
    reach: Floats
    sides: bool

    def __call__(self, table: Floats) -> Floats:
        """The entries, shape (n, columns)."""
        looked_at = np.empty((len(table), len(self.columns)))
        for start in range(0, len(table), CHUNK):
            away = table[start : start + CHUNK, self.columns] - self.middle
            looked_at[start : start + CHUNK] = np.sign(away) if self.sides else np.clip(away, -self.reach, self.reach)
        return looked_at


def entries_of(sample: Sample) -> Entries | None:
    """The entries that vary in a sample of outputs, and whose squares are floats; None for fewer than two."""
    first = sample.table[:, :COLUMNS]
    nearer = near(first)
    columns = np.flatnonzero((np.ptp(first, axis=0) > 0) & (np.ptp(nearer, axis=0) < LARGE))
    if len(columns) < 2:
        return None
    middle = np.median(first[:, columns], axis=0)
    reach = np.maximum(np.abs(nearer[:, columns] - middle).max(axis=0), TINY)
    return Entries(tuple(columns.tolist()), middle, reach, sides=False)


@dataclass(frozen=True)
class Weighted:
    """A weighted sum of entries: a number for each output of a table (n, columns)."""

    entries: Entries
    weights: Floats

    def __call__(self, table: Floats) -> Floats:
        """The sums, shape (n,)."""
        sums: Floats = self.entries(table) @ self.weights
        return sums

    @property
    def name(self) -> str:
        """The entries of the largest weights."""
        heavy = np.argsort(-np.abs(self.weights), kind="stable")[:NAMED]
        shown = ", ".join(f"x{self.entries.columns[i]}" for i in heavy if self.weights[i])
        what = "sides of the medians" if self.entries.sides else "entries"
        return f"a weighted sum of {what} ({shown}{', ...' if np.count_nonzero(self.weights) > NAMED else ''})"


def _weights(values: Floats, data: Data) -> Floats:
    """The weights of entries (n, columns) that each set of counts to learn from teaches, shape (sets, columns)."""
    step = max(1, len(values) // COVARIANCE_ROWS)
    part, times = values[::step], (data.first + data.second).sum(axis=0)[::step]
    away = part - np.average(part, axis=0, weights=times)
    covariance = (away * times[:, None]).T @ away / times.sum()
    covariance += RIDGE * np.diag(np.maximum(np.diag(covariance), 1e-12))
    inverse = np.linalg.pinv(covariance, hermitian=True)
    found = []
    for counts in training(data):
        (first, n), (second, m) = ((own @ values, max(float(own.sum()), 1.0)) for own in counts)
        errors = np.sqrt(np.diag(inverse) * (1 / n + 1 / m))
        found.append(errors * posterior_means(inverse @ (first / n - second / m) / errors))
    return np.array(found)


def posterior_means(estimates: Floats) -> Floats:
    """The means of normal variables, each seen once with variance 1, under the prior that explains them all best.

    Of Kiefer and Wolfowitz (1956), on a grid: equal ones are pooled, and those among many zeros left apart.
    """
    grid = np.append(np.linspace(estimates.min(), estimates.max(), PRIOR_POINTS), 0.0)
    away = (estimates[:, None] - grid) ** 2 / 2
    chances = np.exp(away.min(axis=1, keepdims=True) - away)
    prior = np.full(len(grid), 1 / len(grid))
    for _ in range(PRIOR_STEPS):
        prior = prior * ((1 / (chances @ prior)) @ chances) / len(chances)
    share = chances * prior
    means: Floats = share @ grid / share.sum(axis=1)
    return means


def direction_options(data: Data, sample: Sample) -> list[Option]:
    """Thresholds of weighted sums of entries, and of their sides."""
    values_of = entries_of(sample)
    options = []
    for entries in (values_of, replace(values_of, sides=True)) if values_of is not None else ():
        values = entries(data.rows)
        weights = _weights(values, data)
        if all(np.any(row) for row in weights):
            score = Weighted(entries, weights[0])
            options.append(judged(FeatureScore(Feature(score.name, score)), list(weights @ values.T), data))
    return options
