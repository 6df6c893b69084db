"""What events of a score promise: bounds to expect from the draws that are left, shrunk by how well they are known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from littlestone.proofs_check.audits.search.features import Floats
from littlestone.proofs_check.audits.search.judging import Data, Option
from littlestone.proofs_check.statistics.two_sample import predicted_bound

# In standard errors; chosen on SVT1, SVT4, RNM1 and RNM3, that of many outcomes after failures on Laplace, NoisyHist1,
# NumSVT and RAPPOR
SHRINKAGE, SHRINKAGE_OF_FEW, ITS_SHRINKAGE = 2.0, 1.0, 2.0
FEWEST_HITS = 30  # with fewer the log ratio is no normal variable, on which the shrinkage rests
MANY = 1000  # times as many draws: events are rare then, and a hundred times as many are as good


@dataclass(frozen=True)
class Purpose:
    """What an event is chosen for: a bound at this delta and error, from so many draws that are left."""

    draws_left: int
    delta: float
    error: float


class Place(NamedTuple):
    """One of an option's events, {score >= levels[at]} or, where not ``above``, {score < levels[at]}, and its value."""

    value: float
    at: int
    above: bool
    swapped: bool


class Ends(NamedTuple):
    """An option's event, and the other end of its score, where the other input is guessed.

    That end is {score < levels[opposite]} where the event is above its level, else {score >= levels[opposite]}.
    ``value`` is what both promise; ``right`` and ``wrong`` are how often guesses are right and wrong for each draw of
    an input.
    """

    value: float
    place: Place
    opposite: int
    right: float
    wrong: float


def best_place(option: Option, data: Data, purpose: Purpose) -> Place:
    """The best shrunken predicted bound among the option's events."""
    best = Place(-1.0, 0, True, False)
    for above in (True, False):
        for swapped in (False, True):
            values = promised(option, data, purpose, _errors(option, data), above, swapped)
            at = int(np.argmax(values))
            best = max(best, Place(float(values[at]), at, above, swapped))
    return best


def promised(option: Option, data: Data, purpose: Purpose, errors: float, above: bool, swapped: bool) -> Floats:
    """The predicted bounds of the option's events, shrunk by so many standard errors."""
    n, m = data.totals
    one, two = (option.first, option.second) if above else (n - option.first, m - option.second)
    known = ((one, n), (two, m)) if option.smooth is None else option.smooth.events(above, (one, two))
    likelier, other = known[::-1] if swapped else known
    bounds = shrunken_bound(*likelier, *other, purpose, errors)
    return np.where((two if swapped else one) >= FEWEST_HITS, bounds, 0.0)


def best_ends(option: Option, place: Place, data: Data, purpose: Purpose) -> Ends:
    """The other end of the event's score that promises most beside it, and then the level of the event beside that.

    The best of all pairs of levels was worth as much on SVT6 and RAPPOR, 5% less on SmartSum and NumSVT (3 seeds); the
    event left as it is 3% less on SVT6 (8 seeds).
    """
    first = _with_opposite(option, place, data, purpose)
    turned = Place(first.value, first.opposite, not place.above, not place.swapped)
    second = _with_opposite(option, turned, data, purpose)
    return second._replace(place=place._replace(at=second.opposite), opposite=first.opposite)


def _with_opposite(option: Option, place: Place, data: Data, purpose: Purpose) -> Ends:
    """The event with the other end that promises most, by hits as if both inputs were drawn as often."""
    draws, errors = sum(data.totals), _errors(option, data)
    above = [h / n * draws / 2 for h, n in zip((option.first, option.second), data.totals, strict=True)]
    one, two = above[::-1] if place.swapped else above
    inside = (one[place.at], two[place.at]) if place.above else (draws / 2 - one[place.at], draws / 2 - two[place.at])
    opposed = (draws / 2 - two, draws / 2 - one) if place.above else (two, one)
    right, wrong = inside[0] + opposed[0], inside[1] + opposed[1]
    level = option.levels[place.at]
    apart = option.levels <= level if place.above else option.levels >= level
    known: tuple[Floats, Floats, Floats | float] = right, wrong, draws
    if option.smooth is not None:
        first, second = (wrong, right) if place.swapped else (right, wrong)
        first, second, out_of = option.smooth.both_ends(place.at, place.above, (first, second))
        known = (second, first, out_of) if place.swapped else (first, second, out_of)
    values = np.where(apart & (right >= FEWEST_HITS), guessed_bound(*known, purpose, errors), -1.0)
    at = int(np.argmax(values))
    return Ends(float(values[at]), place, at, 2 * float(right[at]) / draws, 2 * float(wrong[at]) / draws)


def _errors(option: Option, data: Data) -> float:
    """How many standard errors an estimate is shrunk by; the best of many scores is flattered by more."""
    shrinkage = SHRINKAGE_OF_FEW if data.has_few_outcomes else SHRINKAGE
    return float(np.sqrt(shrinkage**2 + 2 * np.log(option.rivals)))


def shrunken_bound(
    hits_first: Floats,
    first: Floats | float,
    hits_second: Floats,
    second: Floats | float,
    purpose: Purpose,
    errors: float,
) -> Floats:
    """The predicted bound at probabilities moved towards each other by so many standard errors in all."""
    p, q = np.minimum((hits_first + 0.5) / (first + 1), 1.0), np.minimum((hits_second + 0.5) / (second + 1), 1.0)
    wide = (1 - p) / (hits_first + 0.5), (1 - q) / (hits_second + 0.5)
    step = errors / np.sqrt(np.maximum(wide[0] + wide[1], 1e-12))
    low, high = p * np.exp(-step * wide[0]), np.minimum(q * np.exp(step * wide[1]), 1.0)
    error = float(ndtr(ndtri(purpose.error) + ITS_SHRINKAGE))
    bound = predicted_bound(low, high, purpose.draws_left, purpose.delta, error)
    return np.where(hits_first >= FEWEST_HITS, np.where(np.isnan(bound), 0.0, bound), 0.0)


def guessed_bound(right: Floats, wrong: Floats, draws: Floats | float, purpose: Purpose, errors: float) -> Floats:
    """The same of guesses, of which so many were right and wrong in the draws seen.

    How many are made is no evidence, so that they are known less well than the hits of a common event: as those of an
    event of many more draws, which is rare.
    """
    made = replace(purpose, draws_left=2 * MANY * purpose.draws_left)  # of all draws, not of half of them
    return shrunken_bound(right, MANY * draws, wrong, MANY * draws, made, errors)
