"""Scores of all entries together: sums of entries, weighted by what tells the inputs apart.

The weights are those of Fisher's linear discriminant (1936): the inverse of the covariance times the shift of the
means. They see a shift of many entries by a little, and one behind noise that entries share, as in running sums.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from littlestone.proofs_check.audits.search.features import (
    COLUMNS,
    Bins,
    Column,
    Feature,
    Floats,
    Sample,
    bins_of,
    followed,
    near,
)
from littlestone.proofs_check.audits.search.judging import Binned, Data, Option, judged, numbered, training
from littlestone.proofs_check.audits.search.scores import AdditiveScore, FeatureScore, Tally, fit

CHUNK = 10_000  # the answer does not depend on it
COVARIANCE_ROWS = 50_000  # 64 covariances squared are known to 1 in 800: far better than the shift of the means
TINY = 1e-300
LARGE = 1e100  # a spread whose square, and that of a sum of many such entries, is finite
RIDGE = 1e-6  # of the variance, where entries are functions of each other
NAMED = 4
PRIOR_POINTS, PRIOR_STEPS = 81, 200  # of the prior of weights; more change nothing that draws can show
PARTS_BINS = 200  # of the parts of an additive score together


@dataclass(frozen=True)
class Entries:
    """Entries around their medians, cut off far out; or, by ``sides``, only whether above or below.

    An entry that follows an earlier one closely is looked at as the difference of the two: column ``leaders[i]``, of
    those looked at, is taken off column i.
    """

    columns: tuple[int, ...]
    leaders: tuple[int, ...]
    middle: Floats
    reach: Floats
    sides: bool

    def __call__(self, table: Floats) -> Floats:
        """The entries, shape (n, columns)."""
        away = _steps(table[:, self.columns], self.leaders) - self.middle
        return np.sign(away) if self.sides else np.clip(away, -self.reach, self.reach)

    def names(self, i: int) -> str:
        """Entry i in words."""
        own, leader = self.columns[i], self.columns[self.leaders[i]]
        return f"x{own}" if own == leader else f"x{own} - x{leader}"


def _steps(values: Floats, leaders: tuple[int, ...]) -> Floats:
    """The values (n, columns), of those that follow another column the differences to it."""
    own = np.array(leaders) == np.arange(len(leaders))
    return values - np.where(own, 0.0, values[:, leaders])


def entries_of(sample: Sample) -> Entries | None:
    """The entries that vary in a sample of outputs, and whose squares are floats; None for fewer than two."""
    first = sample.table[:, :COLUMNS]
    nearer = near(first)
    looked_at = (np.ptp(first, axis=0) > 0) & (np.ptp(nearer, axis=0) < LARGE)
    columns = tuple(np.flatnonzero(looked_at).tolist())
    if len(columns) < 2:
        return None
    leaders = tuple(map(int, followed(nearer[:, columns])))
    steps = _steps(first[:, columns], leaders)
    middle = np.median(steps, axis=0)
    reach = np.maximum(np.abs(near(steps) - middle).max(axis=0), TINY)
    return Entries(columns, leaders, middle, reach, sides=False)


@dataclass(frozen=True)
class Weighted:
    """A weighted sum of entries: a number for each output of a table (n, columns)."""

    entries: Entries
    weights: Floats

    def __call__(self, table: Floats) -> Floats:
        """The sums, shape (n,)."""
        sums: Floats = weighted(self.entries, self.weights[None], table)[0]
        return sums

    @property
    def name(self) -> str:
        """The entries of the largest weights."""
        heavy = np.argsort(-np.abs(self.weights), kind="stable")[:NAMED]
        shown = ", ".join(self.entries.names(int(i)) for i in heavy if self.weights[i])
        what = "sides of the medians" if self.entries.sides else "entries"
        return f"a weighted sum of {what} ({shown}{', ...' if np.count_nonzero(self.weights) > NAMED else ''})"


def weighted(entries: Entries, weights: Floats, table: Floats) -> Floats:
    """The sums of entries by each row of weights, shape (rows of weights, n), in parts that fit the cache."""
    parts = [weights @ entries(table[i : i + CHUNK]).T for i in range(0, len(table), CHUNK)]
    sums: Floats = np.concatenate([*parts, np.zeros((len(weights), 0))], axis=1)
    return sums


class Moments(NamedTuple):
    """Of a table of entries: their inverse covariance, and sums by fold on the two inputs, (2, folds, columns)."""

    inverse: Floats
    sums: Floats


def _moments(entries: Entries, data: Data) -> Moments:
    step = max(1, len(data.rows) // COVARIANCE_ROWS)
    part, times = entries(data.rows[::step]), (data.first + data.second).sum(axis=0)[::step]
    away = part - np.average(part, axis=0, weights=times)
    covariance = (away * times[:, None]).T @ away / times.sum()
    covariance += RIDGE * np.diag(np.maximum(np.diag(covariance), 1e-12))
    sums = np.zeros((2, len(data.first), len(entries.columns)))
    for i in range(0, len(data.rows), CHUNK):
        values, at = entries(data.rows[i : i + CHUNK]), slice(i, i + CHUNK)
        sums += np.array([data.first[:, at] @ values, data.second[:, at] @ values])
    return Moments(np.linalg.pinv(covariance, hermitian=True), sums)


def _weights(moments: Moments, data: Data) -> Floats:
    """The weights that each set of counts to learn from teaches, shape (sets, columns)."""
    one, two = moments.sums.sum(axis=1)
    sets = [(one, two)]
    if len(training(data)) > 1:
        sets += [(one - a, two - b) for a, b in zip(*moments.sums, strict=True)]
    found = []
    for (first, second), counts in zip(sets, training(data), strict=True):
        n, m = (max(float(c.sum()), 1.0) for c in counts)
        errors = np.sqrt(np.diag(moments.inverse) * (1 / n + 1 / m))
        found.append(errors * posterior_means(moments.inverse @ (first / n - second / m) / errors))
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


class Part(NamedTuple):
    """A feature as each set of counts teaches it: its bins and the bin of each row, the first by all counts."""

    feature: Feature
    bins: tuple[Bins, ...]
    codes: tuple[npt.NDArray[np.int64], ...]


def direction_options(inputs: list[Binned], data: Data, sample: Sample) -> list[Option]:
    """Thresholds of weighted sums of entries, and of an additive score of these with the derived features."""
    values_of = entries_of(sample)
    if values_of is None:
        return []
    directions, options = [], []
    for entries in (values_of, replace(values_of, sides=True)):
        weights = _weights(_moments(entries, data), data)
        if not all(np.any(row) for row in weights):
            continue
        values = weighted(entries, weights, data.rows)
        directions.append(_part(Weighted(entries, weights[0]), weighted(entries, weights, sample.table), values))
        options.append(judged(FeatureScore(directions[-1].feature), list(values), data))
    if not directions:
        return []
    sets = len(training(data))
    told = [each for each in inputs if each.feature.derived]
    derived = [each.thinned(PARTS_BINS // (len(told) + 2)) for each in told]
    parts = [*directions, *(Part(d.feature, (d.bins,) * sets, (d.codes,) * sets) for d in derived)]
    thetas = [_fitted(parts, data, 0)]
    thetas += [_fitted(parts, data, k, thetas[0]) for k in range(1, sets)]
    base = [
        np.sum([t[p.codes[k]] for t, p in zip(theta, parts, strict=True)], axis=0) for k, theta in enumerate(thetas)
    ]
    score = AdditiveScore(tuple(p.feature for p in parts), tuple(p.bins[0] for p in parts), tuple(thetas[0]))
    return [*options, judged(score, base, data)]


def _part(score: Weighted, sample: Floats, values: Floats) -> Part:
    """A weighted sum by each set of weights, of which ``score`` has the first, with bins by its values of a sample."""
    bins = tuple(bins_of(Column(row)) for row in sample)
    codes = tuple(b.codes(row) for b, row in zip(bins, values, strict=True))
    return Part(Feature(score.name, score), bins, codes)


def _fitted(parts: list[Part], data: Data, k: int, known: list[Floats] | None = None) -> list[Floats]:
    """The tables of the parts' bins by the k-th set of counts, from known ones on where there are as many bins."""
    first, second = training(data)[k]
    some = (first + second) > 0
    bins = tuple(p.bins[k] for p in parts)
    starts = np.cumsum([0, *(len(b.cuts) + 1 for b in bins)])
    matrix = numbered([p.codes[k][some] for p in parts], starts)
    fits = known is not None and [len(b.cuts) + 1 for b in bins] == list(map(len, known))
    start = np.concatenate(known) if known is not None and fits else None
    return np.split(fit(Tally(matrix, first[some], second[some]), bins, start), starts[1:-1])
