"""Log ratios along a score, smoothed: of many nested events the best owes less to chance than by its hits alone.

A learned score orders outputs by what they are believed to tell, so the log ratio of the two inputs' probabilities
changes gradually along it. Between neighbouring levels it is taken for a straight line in the normal quantile of the
mass above, as of a normal shift, and a random walk around it; how far that strays is what makes the hits most likely.
Where they show jumps it strays far, and each shell between levels is known by its own hits. Otherwise a rare event is
believed to tell about what the shells beside it do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_solve, cholesky
from scipy.special import ndtri

from littlestone.proofs_check.audits.search.features import Floats

LEAST = 1e-12
# Variances of the line's height and slope: wide enough for any log ratios that hits can show; not tuned
HEIGHT, SLOPE = 100.0, 25.0
STRAYING = np.geomspace(0.003, 12, 16)  # of the walk, in log ratio for a unit of the quantile; denser changes nothing


class Evidence(NamedTuple):
    """Hits on the first input and the second, each out of so many draws, that would tell as much as is known."""

    first: Floats
    first_draws: Floats | float
    second: Floats
    second_draws: Floats | float

    @property
    def turned(self) -> Evidence:
        """The same with the inputs exchanged."""
        return Evidence(self.second, self.second_draws, self.first, self.first_draws)


class Guessing(NamedTuple):
    """Right and wrong guesses in so many draws, that would tell as much as is known."""

    right: Floats
    wrong: Floats
    draws: Floats | float

    @property
    def turned(self) -> Guessing:
        """The same with the inputs exchanged."""
        return Guessing(self.wrong, self.right, self.draws)


@dataclass(frozen=True)
class Smoothed:
    """Log ratios of the events {score >= level} and {score < level}: ``means`` and ``covariance`` of shells of a score.

    ``above`` and ``below``, of shape (levels, shells), have the shells' shares of these events, and ``masses`` of shape
    (2, levels) the events' shares of all draws.
    """

    means: Floats
    covariance: Floats
    above: Floats
    below: Floats
    masses: Floats
    totals: tuple[float, float]

    def events(self, above: bool) -> Evidence:
        """What is known of these events."""
        shares, mass = (self.above, self.masses[0]) if above else (self.below, self.masses[1])
        (n, m), (one, two) = self.totals, self._hits(shares, self.totals)
        drawn = (one + two) / np.maximum(mass, LEAST) / (n + m)
        return Evidence(one, drawn * n, two, drawn * m)

    def both_ends(self, at: int, above: bool) -> Guessing:
        """What is known of guesses of the first input in the event at this level, and of the second at the other end.

        The other end is each level's event there.
        """
        (own, others), (mass, masses) = (self.above, self.below), self.masses
        if not above:
            (own, others), (mass, masses) = (others, own), (masses, mass)
        made = mass[at] + masses
        shares = (mass[at] * own[at] - masses[:, None] * others) / np.maximum(made, LEAST)[:, None]
        right, wrong = self._hits(shares, (1.0, 1.0))
        return Guessing(right, wrong, (right + wrong) / np.maximum(made, LEAST))

    def _hits(self, shares: Floats, draws: tuple[float, float]) -> tuple[Floats, Floats]:
        """Hits of the two inputs, out of draws in this proportion, with the mean and the variance of the log ratio."""
        ratio = np.exp(shares @ self.means) * draws[0] / draws[1]
        variance = np.maximum(np.einsum("ij,jk,ik->i", shares, self.covariance, shares), LEAST)
        return (1 + ratio) / variance, (1 + 1 / ratio) / variance


def smoothed(first: Floats, second: Floats, totals: tuple[float, float]) -> Smoothed:
    """From the hits of {score >= level} on both inputs, in the order of falling levels, out of so many draws."""
    shells = np.array(
        [np.diff(np.append(hits, n), prepend=0.0) for hits, n in zip((first, second), totals, strict=True)]
    )
    some = shells.sum(axis=0) > 0
    one, two = shells[:, some] + 0.5
    weights = shells[:, some].sum(axis=0) / sum(totals)
    means, covariance = _most_likely(np.log(one / two * (totals[1] / totals[0])), 1 / one + 1 / two, weights)
    # Level i is above the shells up to i
    inside = np.flatnonzero(some) <= np.arange(len(first))[:, None]
    parts = np.array([inside * weights, ~inside * weights])
    masses = parts.sum(axis=2)
    above, below = parts / np.maximum(masses, LEAST)[:, :, None]
    return Smoothed(means, covariance, above, below, masses, totals)


def _most_likely(seen: Floats, variances: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The posterior of log ratios that were seen with errors, by the straying under which they are most likely."""
    place = ndtri(np.clip(np.cumsum(weights) - weights / 2, 1e-9, 1 - 1e-9))
    line = HEIGHT + SLOPE * np.outer(place, place)
    walk = np.minimum.outer(place - place[0], place - place[0])
    found = []
    for straying in STRAYING:
        prior = line + straying**2 * walk
        root = cholesky(prior + np.diag(variances), lower=True)
        told = cho_solve((root, True), seen)
        found.append((-0.5 * seen @ told - np.log(np.diag(root)).sum(), prior, root, told))
    _, prior, root, told = max(found, key=lambda each: each[0])
    return prior @ told, prior - prior @ cho_solve((root, True), prior)
