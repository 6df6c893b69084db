"""Draws in folds, and scores that are learned on some of the folds and judged on the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from littlestone.proofs_check.audits.search.features import Bins, Cells, Codes, Feature, Floats
from littlestone.proofs_check.audits.search.scores import Score
from littlestone.proofs_check.audits.search.smoothing import Smoothed, smoothed

FEW_OUTCOMES = 64  # so few are each drawn often: their order is trusted, and no fold is held out to judge it
TAIL = 0.5 ** np.arange(1.0, 15.0, 0.5)  # masses down to 2^-14.5: rare events are where the large ratios are
MASSES = np.unique(np.concatenate([TAIL, np.linspace(0.05, 0.95, 37), 1 - TAIL]))


@dataclass(frozen=True)
class Option:
    """Hits on the two inputs of the nested events {score >= level}, and how many scores it was chosen from.

    ``smooth`` is what they say together of each other, where the score was learned and judged by other draws.
    """

    score: Score
    levels: Floats
    first: Floats
    second: Floats
    rivals: int = 1
    smooth: Smoothed | None = None


@dataclass(frozen=True)
class Binned:
    """A feature with its bins and the bin of each row."""

    feature: Feature
    bins: Bins
    codes: Codes

    def thinned(self, most: int) -> Binned:
        """The same with about so many bins."""
        bins = self.bins.thinned(most)
        starts = np.concatenate([[-np.inf], self.bins.cuts])
        return Binned(self.feature, bins, bins.codes(starts)[self.codes])


@dataclass(frozen=True)
class Data:
    """Draws as rows with counts on the two inputs, in folds: counts of shape (folds, rows)."""

    rows: Floats
    first: Floats
    second: Floats
    cells: Cells | None
    cell_codes: Codes | None

    @cached_property
    def totals(self) -> tuple[float, float]:
        """How many draws there are of each input."""
        return float(self.first.sum()), float(self.second.sum())

    @property
    def has_few_outcomes(self) -> bool:
        """Whether all outputs are among a few outcomes, each drawn so often that counts alone order them."""
        return self.cells is not None and self.cells.exact and len(self.cells.keys) <= FEW_OUTCOMES


def training(data: Data) -> list[tuple[Floats, Floats]]:
    """The counts to learn from: all, then, where outcomes are not few, all but each fold."""
    one, two = data.first.sum(axis=0), data.second.sum(axis=0)
    if data.has_few_outcomes:
        return [(one, two)]
    return [(one, two), *((one - a, two - b) for a, b in zip(data.first, data.second, strict=True))]


def judged(score: Score, scores: list[Floats], data: Data) -> Option:
    """The score learned from all draws, its events judged fold by fold by what the other folds taught.

    The few nested events of few outcomes are judged by the draws that ordered them: that flatters them little.
    """
    levels, one, two = hits_at(scores[0], data.first.sum(axis=0), data.second.sum(axis=0))
    if len(scores) > 1:
        folds = zip(scores[1:], data.first, data.second, strict=True)
        one, two = np.sum([hits_at(*fold)[1:] for fold in folds], axis=0)
        return Option(score, levels, one, two, smooth=smoothed(one, two, data.totals))
    return Option(score, levels, one, two)


def hits_at(scores: Floats, first: Floats, second: Floats) -> tuple[Floats, Floats, Floats]:
    """Levels that cut off about the wanted masses from above, and the hits on the two inputs there."""
    some = (first + second) > 0  # of a fold there are no others
    if not some.all():
        scores, first, second = scores[some], first[some], second[some]
    order = np.argsort(-scores)
    ranked = scores[order]
    ends = np.append(np.flatnonzero(np.diff(ranked) < 0), len(ranked) - 1)
    one, two = first[order].cumsum()[ends], second[order].cumsum()[ends]
    mass = (one + two) / (one[-1] + two[-1])
    at = np.clip(np.searchsorted((mass[1:] + mass[:-1]) / 2, MASSES), 0, len(mass) - 1)
    following = np.minimum(ends[at] + 1, len(ranked) - 1)
    return (ranked[ends[at]] + ranked[following]) / 2, one[at], two[at]
