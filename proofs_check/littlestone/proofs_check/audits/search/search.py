"""Choosing an event from draws that are not used to test it: scores are learned on one half and judged on the other.

Choosing and testing on the same runs is not sound: with that error seeded, 60 of 60 audits exceed the truth on inputs
that say nothing. All features together have at most 200 bins, since a Newton step inverts a matrix of that size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from littlestone.proofs_check.audits.search.directions import Weighted, direction_options
from littlestone.proofs_check.audits.search.events import ThresholdEvent, can_be_listed, describe
from littlestone.proofs_check.audits.search.features import (
    Codes,
    Column,
    Feature,
    Floats,
    Sample,
    bins_of,
    cells_of,
    features_of,
)
from littlestone.proofs_check.audits.search.judging import Binned, Data, Option, judged, training
from littlestone.proofs_check.audits.search.promises import Place, Purpose, best_ends, best_place
from littlestone.proofs_check.audits.search.scores import (
    AdditiveScore,
    CellScore,
    FeatureScore,
    Tally,
    corrections,
    fit,
    sums,
)

# An input that never gives an event would give it so often if the claim held: chance e^-6 of none
EXPECTED, MOST_OF = 6.0, 0.6
READABLE = 0.95  # of the best predicted bound: an event that can be checked by hand is worth so much
HOPEFUL = 0.5  # of it: both ends of a score are looked at where one alone promises so much; not tuned
TABLE_FOLDS = 4
DERIVED = 6  # each adds its bins to a fit that is cubic in them all; not tuned
MODEL_BINS = 200  # bins of all features together, since a Newton step inverts a matrix of that size
# Rows enough to rank features by; four standard deviations of a chi-squared, for many are looked at
SCREENED, CHANCE = 150_000, 4.0
NOTHING_SEEN = FeatureScore(Feature("any output", lambda table: np.zeros(len(table))))
Features = Callable[[Sample], tuple[Feature, ...]]


@dataclass(frozen=True)
class Choice:
    """An event, which input it is likelier on (``swapped``: the second), and what the draws seen say of it.

    ``predicted`` is the bound to expect from the draws that are left, shrunk by the error of this estimate.
    ``opposite`` is the other end of the score, where both are used: there the other input is guessed, and ``first`` and
    ``second`` are how often guesses are right and wrong for each draw of an input.
    """

    event: ThresholdEvent
    swapped: bool
    predicted: float
    first: float
    second: float
    opposite: ThresholdEvent | None = None


def learn(first: Floats, second: Floats, sample: Sample, purpose: Purpose, features: Features = features_of) -> Learned:
    """What draws on the two inputs, shape (n, columns) each, teach about the features of a sample of them.

    Scores are learned of entries, taken alone and whole, and of weighted sums of them.
    """
    data = _data(first, second, sample)
    inputs = _inputs(features(sample), sample, data)
    # The event of all outputs, for mechanisms that show nothing else
    everything = Option(NOTHING_SEEN, np.zeros(1), data.first.sum().reshape(1), data.second.sum().reshape(1))
    options = [_feature_option(each, data, len(inputs) + 1) for each in inputs] + [everything]
    if inputs:
        options += _learned_options([each.thinned(MODEL_BINS // len(inputs)) for each in inputs], data)
    if features is features_of and not data.has_few_outcomes:
        options += direction_options(data, sample)
    return Learned(tuple(option for option in options if len(option.levels)), data, purpose)


@dataclass(frozen=True)
class Learned:
    """What draws teach: thresholds of features and of learned scores, to choose from."""

    options: tuple[Option, ...]
    data: Data
    purpose: Purpose

    def best(self, guess: bool = False) -> Choice:
        """The event of the largest shrunken predicted bound, or one within 5% of it that is easier to check by hand.

        With ``guess`` both ends of a score where they promise more than any event by 5%.
        """
        places = [(best_place(option, self.data, self.purpose), option) for option in self.options]
        enough = READABLE * max(place.value for place, _ in places)
        good = [pair for pair in places if pair[0].value >= enough]
        choice = self._choice(*min(good, key=lambda pair: (self._effort(*pair), -pair[0].value)))
        if guess and self.purpose.delta == 0:
            choice = self._of_both_ends([pair for pair in places if pair[0].value >= HOPEFUL * enough], choice)
        return choice

    def _of_both_ends(self, places: Sequence[tuple[Place, Option]], choice: Choice) -> Choice:
        """A guess of either input by both ends of a score, or the choice where that promises about as much."""
        found = [(best_ends(option, place, self.data, self.purpose), option) for place, option in places]
        ends, option = max(found, key=lambda pair: pair[0].value)
        if READABLE * ends.value <= choice.predicted:
            return choice
        level, above = float(option.levels[ends.opposite]), not ends.place.above
        words = describe(option.score, level, above, self.outcomes)
        opposite = ThresholdEvent(option.score, level, above, words)
        own = replace(self._choice(ends.place, option), predicted=ends.value)
        return replace(own, first=ends.right, second=ends.wrong, opposite=opposite)

    def one_sided(self, swapped: bool, claimed: float) -> Choice | None:
        """An event that one input alone, the second where ``swapped``, gave; None where none stands out.

        It stands out where hits on the other input would be expected even if the claim held. Of events with more than
        half of the hits of any the least is taken, which has no outputs that are there by chance.
        """
        places = [(place, option) for option in self.options for place in self._alone(option, swapped, claimed)]
        enough = MOST_OF * max((place.value for place, _ in places), default=0.0)
        good = [pair for pair in places if pair[0].value >= enough]
        return self._choice(*min(good, key=lambda pair: (self._effort(*pair), pair[0].value))) if good else None

    def _alone(self, option: Option, swapped: bool, claimed: float) -> Iterator[Place]:
        """The option's events that one input alone gave, often enough; their values are their hits."""
        own, other = (option.second, option.first) if swapped else (option.first, option.second)
        n, m = reversed(self.data.totals) if swapped else self.data.totals
        for above in (True, False):
            hits, others = (own, other) if above else (n - own, m - other)
            expected = (hits - self.purpose.delta * n) * (m / n) * float(np.exp(-claimed))
            for at in np.flatnonzero((others == 0) & (expected >= EXPECTED)):
                yield Place(float(hits[at]), int(at), above, swapped)

    def _effort(self, place: Place, option: Option) -> int:
        """How hard it is to tell by hand whether an output is in the event."""
        score = option.score
        if isinstance(score, FeatureScore) and isinstance(score.feature.of, Weighted):
            return 3
        if isinstance(score, FeatureScore):
            return int(score.feature.derived)
        return 2 if can_be_listed(score, float(option.levels[place.at]), place.above, self.outcomes) else 3

    @property
    def outcomes(self) -> Floats | None:
        """All outputs ever seen, shape (m, columns), where they are few, else None."""
        cells = self.data.cells
        return cells.rows if cells is not None and cells.exact else None

    def _choice(self, place: Place, option: Option) -> Choice:
        totals = self.data.totals
        seen = zip((option.first[place.at], option.second[place.at]), totals, strict=True)
        (one, n), (two, m) = [(h if place.above else t - h, t) for h, t in seen][:: -1 if place.swapped else 1]
        level = float(option.levels[place.at])
        words = describe(option.score, level, place.above, self.outcomes)
        event = ThresholdEvent(option.score, level, place.above, words)
        return Choice(event, place.swapped, place.value, one / n, two / m)


def _data(first: Floats, second: Floats, sample: Sample) -> Data:
    # Column after column in memory, for they are looked at one by one
    table = np.empty((len(first) + len(second), first.shape[1]), order="F")
    table[: len(first)], table[len(first) :] = first, second
    cells = cells_of(sample, table)
    label = np.arange(len(table)) < len(first)
    if cells is None or not cells.exact:
        codes = cells.codes(table) if cells is not None else None
        folds = np.arange(len(table)) % 2 == np.arange(2)[:, None]
        return Data(table, (label & folds).astype(np.float64), (~label & folds).astype(np.float64), cells, codes)
    codes, size = cells.codes(table), len(cells.keys)
    number = codes + size * (np.arange(len(table)) % TABLE_FOLDS)
    counts = [np.bincount(number[at], minlength=size * TABLE_FOLDS) for at in (label, ~label)]
    one, two = (c.reshape(TABLE_FOLDS, size).astype(np.float64) for c in counts)
    return Data(cells.rows, one, two, cells, np.arange(size))


def _inputs(features: tuple[Feature, ...], sample: Sample, data: Data) -> list[Binned]:
    """All entries of the output, and the derived features that tell most beyond chance on a part of the draws."""
    part = slice(None, None, max(1, len(data.rows) // SCREENED))
    counts = data.first.sum(axis=0)[part], data.second.sum(axis=0)[part]
    found = [(feature, bins_of(Column(feature.of(sample.table)))) for feature in features]
    told = [
        (_information(bins.codes(feature.of(data.rows[part])), *counts), feature, bins)
        for feature, bins in found
        if feature.derived
    ]
    derived = sorted((each for each in told if each[0] > 0), key=lambda each: -each[0])[:DERIVED]
    kept = [each for each in found if not each[0].derived] + [each[1:] for each in derived]
    return [Binned(feature, bins, bins.codes(feature.of(data.rows))) for feature, bins in kept]


def _information(codes: Codes, first: Floats, second: Floats) -> float:
    """How far the bins' likelihood ratio statistic against no difference is above what chance would give."""
    counts = np.array([np.bincount(codes, weights=w, minlength=1) for w in (first, second)])
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    seen = counts > 0
    statistic = 2 * float((counts[seen] * np.log(counts[seen] / expected[seen])).sum())
    freedom = max(int(seen.any(axis=0).sum()) - 1, 1)
    return statistic - freedom - CHANCE * float(np.sqrt(2 * freedom))


def _feature_option(each: Binned, data: Data, rivals: int) -> Option:
    size = len(each.bins.cuts) + 1
    counts = [np.bincount(each.codes, weights=w.sum(axis=0), minlength=size) for w in (data.first, data.second)]
    hits = [c[::-1].cumsum()[::-1][1:] for c in counts]
    return Option(FeatureScore(each.feature), each.bins.cuts, hits[0], hits[1], rivals)


def _learned_options(parts: list[Binned], data: Data) -> list[Option]:
    features, bins = tuple(p.feature for p in parts), tuple(p.bins for p in parts)
    starts = np.cumsum([0, *(len(b.cuts) + 1 for b in bins)])
    # The bins of all features for each row, numbered on from each feature's start
    matrix = np.empty((len(data.rows), len(parts)), dtype=np.uint32)
    for i, part in enumerate(parts):
        np.add(part.codes, starts[i], out=matrix[:, i], casting="unsafe")
    thetas: list[Floats] = []
    for first, second in training(data):
        some = (first + second) > 0
        thetas.append(fit(Tally(matrix[some], first[some], second[some]), bins, thetas[0] if thetas else None))
    base = [sums(matrix, theta) for theta in thetas]
    tables = tuple(np.split(thetas[0], starts[1:-1]))
    score = AdditiveScore(features, bins, tables)
    options = [judged(score, base, data)]
    if data.cells is not None:
        options += [_with_cells(score, base, data), _with_cells(None, [np.zeros(len(matrix))] * len(base), data)]
    return options


def _with_cells(under: AdditiveScore | None, base: list[Floats], data: Data) -> Option:
    assert data.cells is not None and data.cell_codes is not None
    size = len(data.cells.keys)
    fixes = []
    for (first, second), scores in zip(training(data), base, strict=True):
        n = [np.bincount(data.cell_codes, weights=w, minlength=size).astype(np.float64) for w in (first, second)]
        total = np.bincount(data.cell_codes, weights=(first + second) * scores, minlength=size)
        fixes.append(corrections(n[0], n[1], total / np.maximum(n[0] + n[1], 1e-9)))
    score = CellScore(data.cells, under, fixes[0])
    return judged(score, [fix[data.cell_codes] + b for fix, b in zip(fixes, base, strict=True)], data)
