"""Scores that order outputs by how much more likely one input is than the other: tables and additive logistics.

A fit's step is shortened as a whole: with bins cut off one by one a third of all fits with ten rare bins among forty
columns diverged. The Hessian comes from a part of the rows: steps of 200 bins are then right to some 15%. Nothing here
is part of the test.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg.lapack import dpotrf, dpotri, dpotrs

from littlestone.proofs_check.audits.search.features import Bins, Cells, Feature, Floats
from littlestone.proofs_check.compiling import compiled

Matrix = npt.NDArray[np.uint32]  # not signed, so that compiled code need not ask whether an index is negative
# Audits at epsilon 6 and 7 took 8 to all 10, one near 0 took 2 to 5; a fit cut short is sound
NEWTON_STEPS, WARM_STEPS, VARIANCE_STEPS = 10, 2, 2
STEADY = 2e-3  # in log ratios: far below their standard errors, which are 1% even from 10^4 hits
HESSIAN_PAIRS = 2 * 10**7  # of entries; of 50 columns these are 8000 rows, and steps of 200 bins then right to some 15%
FARTHEST = 3.0  # of one step
STEEPEST = 30.0  # e^30 is more than any number of draws can show; keeps separated bins finite


@dataclass(frozen=True)
class FeatureScore:
    """A feature taken as it is."""

    feature: Feature

    @property
    def name(self) -> str:
        """The feature's own name."""
        return self.feature.name

    def __call__(self, table: Floats) -> Floats:
        """The values of the feature."""
        return self.feature.of(table)


@dataclass(frozen=True)
class AdditiveScore:
    """A sum over features of a table of their bins: the log likelihood ratio of an additive logistic model."""

    features: tuple[Feature, ...]
    bins: tuple[Bins, ...]
    tables: tuple[Floats, ...]

    @property
    def name(self) -> str:
        """The features that weigh in, the heaviest first."""
        weight = {f.name: float(np.ptp(t)) for f, t in zip(self.features, self.tables, strict=True)}
        shown = sorted(weight, key=lambda name: -weight[name])[:4]
        return f"score of ({', '.join(shown)}{', ...' if len(weight) > 4 else ''})"

    def __call__(self, table: Floats) -> Floats:
        """The sum of the features' entries."""
        total = np.zeros(len(table))
        for feature, bins, entries in zip(self.features, self.bins, self.tables, strict=True):
            total += entries[bins.codes(feature.of(table))]
        return total


@dataclass(frozen=True)
class CellScore:
    """An additive score, or none, corrected for each whole-row outcome by what was counted there."""

    cells: Cells
    base: AdditiveScore | None
    corrections: Floats

    @property
    def name(self) -> str:
        """What the table is over."""
        return "score of the whole output" if self.base is None else f"{self.base.name} and of the whole output"

    def __call__(self, table: Floats) -> Floats:
        """The base score plus the correction of the row's cell, zero for rows never seen."""
        if self.base is None:
            return self.corrections[self.cells.codes(table)]
        if self.cells.exact:
            known = np.append(self.base(self.cells.rows), 0.0) + self.corrections
            return known[self.cells.codes(table)]
        return self.corrections[self.cells.codes(table)] + self.base(table)


# A number for each output of a table (n, columns), with a name in words; larger speaks for the first input
Score = FeatureScore | AdditiveScore | CellScore


@dataclass(frozen=True)
class Tally:
    """How often each row was drawn: global bin numbers (rows, features), and counts on the two inputs."""

    codes: Matrix
    first: Floats
    second: Floats


def sums(codes: Matrix, theta: Floats) -> Floats:
    """The sum of the entries of a table of bins for each row of bin numbers (rows, features)."""
    totals = np.zeros(len(codes))
    for own in codes.T:
        totals += theta[own]
    return totals


@compiled
def _gather(
    codes: Matrix, first: Floats, second: Floats, theta: Floats, start: float, every: int, H: Floats, g: Floats
) -> None:
    """Add the gradient of the log-likelihood over the bins, and its Hessian on each so many-th row.

    The Hessian's diagonal is of all rows, kept in its last row.
    """
    last = H.shape[0] - 1
    for i in range(codes.shape[0]):
        eta = start
        for a in range(codes.shape[1]):
            eta += theta[codes[i, a]]
        mean = 1.0 / (1.0 + np.exp(-min(max(eta, -30.0), 30.0)))
        n = first[i] + second[i]
        residual, weight = first[i] - n * mean, max(n * mean * (1 - mean), 1e-9)
        for a in range(codes.shape[1]):
            g[codes[i, a]] += residual
            H[last, codes[i, a]] += weight
        if i % every == 0:
            for a in range(codes.shape[1]):
                row = H[codes[i, a]]
                for b in range(a + 1):
                    row[codes[i, b]] += weight


def _hessian(tally: Tally, theta: Floats, offset: float) -> tuple[Floats, Floats]:
    """The Hessian and the gradient; of many rows the former is scaled from a part, its diagonal no less than of all."""
    size = len(theta)
    H, g = np.zeros((size + 1, size)), np.zeros(size)
    every = max(1, tally.codes.size * tally.codes.shape[1] // HESSIAN_PAIRS)
    _gather(tally.codes, tally.first, tally.second, theta, offset, every, H, g)
    whole, part = H[-1], np.tril(H[:-1]) + np.tril(H[:-1], -1).T
    # Scaled bin by bin, the levels of features that no draw tells apart would be moved by what is left of the gradient
    return every * part + np.diag(np.maximum(whole - every * np.diag(part), 0.0)), g


@dataclass(frozen=True)
class Steps:
    """The steps from a bin to the next, by the number of the latter, in groups that share one prior variance."""

    up: npt.NDArray[np.int64]
    groups: tuple[npt.NDArray[np.int64], ...]


def steps_between(bins: tuple[Bins, ...]) -> Steps:
    """For each feature, the steps next to an atom and the steps between continuous bins. Bins of all are in a row."""
    up: list[npt.NDArray[np.int64]] = []
    groups: list[npt.NDArray[np.int64]] = []
    start = made = 0
    for b in bins:
        size = len(b.cuts) + 1
        numbers = made + np.arange(size - 1)
        up.append(start + np.arange(1, size))
        groups += [numbers[b.abrupt], numbers[~b.abrupt]]
        start, made = start + size, made + size - 1
    return Steps(np.concatenate(up), tuple(g for g in groups if len(g)))


def fit(tally: Tally, bins: tuple[Bins, ...], start: Floats | None = None) -> Floats:
    """The bins' log likelihood ratios by penalised logistic regression, each group's penalty by its evidence.

    From a ``start`` near to the solution few steps are made.
    """
    steps = steps_between(bins)
    theta = np.zeros(sum(len(b.cuts) + 1 for b in bins)) if start is None else start.copy()
    # Where the search for the penalties starts: neighbours agree to about 20^-1/2
    precision = np.full(len(steps.up), 20.0)
    offset = float(np.log((tally.first.sum() + 0.5) / (tally.second.sum() + 0.5)))
    for _ in range(NEWTON_STEPS if start is None else WARM_STEPS):
        H, g = _hessian(tally, theta, offset)
        new = _penalised(H, H @ theta + g, steps, precision)
        moved = float(np.max(np.abs(new - theta)))
        # The step as a whole: where bins were cut off one by one, those of other features no longer made up for them,
        # and of ten rare bins among forty columns a third of all fits went astray
        theta = np.clip(theta + (new - theta) * min(1.0, FARTHEST / max(moved, STEADY)), -STEEPEST, STEEPEST)
        if moved < STEADY:
            break
    return theta


def _penalised(H: Floats, target: Floats, steps: Steps, precision: Floats) -> Floats:
    """The penalised solution; updates the precisions in place by the Fellner-Schall rule."""
    up, down = steps.up, steps.up - 1
    for _ in range(VARIANCE_STEPS):
        penalised = H.copy()
        penalised[np.diag_indices_from(H)] += 1e-2  # the level of each feature is free otherwise, the matrix singular
        penalised[up, up] += precision
        penalised[down, down] += precision
        penalised[up, down] -= precision
        # Of symmetric matrices the lower halves alone: half the time of a general inverse, most of an audit's
        root, failed = dpotrf(penalised, lower=1)
        assert not failed, "it is positive definite, by more than rounding of penalties of 10^7 amounts to"
        theta, _ = dpotrs(root, target, lower=1)
        inverse, _ = dpotri(root, lower=1)
        jumps = theta[up] - theta[down]
        spread = inverse[up, up] + inverse[down, down] - 2 * inverse[up, down]
        for group in steps.groups:
            freedom = len(group) - precision[group[0]] * spread[group].sum()
            precision[group] = np.clip(max(freedom, 1e-3) / max(float(jumps[group] @ jumps[group]), 1e-9), 1e-2, 1e7)
    return np.asarray(theta)


def corrections(first: Floats, second: Floats, base: Floats) -> Floats:
    """Per cell the shrunken excess of its observed log ratio over the base score; one more entry, zero, for unseen."""
    offset = np.log((first.sum() + 0.5) / (second.sum() + 0.5))
    excess = np.log((first + 0.5) / (second + 0.5)) - offset - base
    noise = 1 / (first + 0.5) + 1 / (second + 0.5)
    signal = max(float((excess**2 / noise - 1).sum() / (1 / noise).sum()), 1e-8)
    for _ in range(50):
        kept = signal / (signal + noise)
        signal = max(float((kept * ((kept * excess) ** 2 + kept * noise)).sum() / kept.sum()), 1e-10)
    return np.append(excess * signal / (signal + noise), 0.0)
