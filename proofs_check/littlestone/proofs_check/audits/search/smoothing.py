"""Log ratios along a score, smoothed: of many nested events the best owes less to chance than by its hits alone.

A learned score orders outputs by what they are believed to tell, so the log ratio of the two inputs' probabilities
changes gradually along it. Between neighbouring levels it is taken for a straight line in the normal quantile of the
mass above, as of a normal shift, and a random walk around it; how far that strays is what makes the hits most likely.
So a rare event is believed to tell about what the shells beside it do, unless its own hits say otherwise beyond chance:
a jump at one place alone is not what makes a walk stray.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg import cho_solve, cholesky
from scipy.special import expit, ndtri, xlogy

from littlestone.proofs_check.audits.search.features import Floats

LEAST = 1e-12
# Standard errors that an event's hits are off by. On the benchmark 3.5 to infinity chose events of equal
# worth, 3 of 1% less; of a rare region with 1% and 0.1% of 20,000 draws 3 shows most, 3.5 more than 4
SURELY = 3.5
# Variances of the line's height and slope: wide enough for any log ratios that hits can show; not tuned
HEIGHT, SLOPE = 100.0, 25.0
Known = tuple[Floats, Floats | float]  # hits, out of so many draws, that would tell as much as is known
STRAYING = np.geomspace(0.003, 12, 16)  # of the walk, in log ratio for a unit of the quantile; denser changes nothing


@dataclass(frozen=True)
class Smoothed:
    """Log ratios of shells of a score, ``means`` and ``covariance``, with the shells' shares of all draws, ``weights``.

    ``above``, of shape (levels, shells), says which shells are in the event {score >= level}; the others are in
    {score < level}.
    """

    means: Floats
    covariance: Floats
    above: npt.NDArray[np.bool_]
    weights: Floats
    totals: tuple[float, float]

    def events(self, above: bool, hits: tuple[Floats, Floats]) -> tuple[Known, Known]:
        """What is known of these events, of which there were so many hits on the two inputs."""
        inside = self.above if above else ~self.above
        n, m = self.totals
        one, two = self._known(inside.astype(np.float64), (n, m), hits)
        drawn = (one + two) / np.maximum(inside @ self.weights, LEAST) / (n + m)
        return (one, drawn * n), (two, drawn * m)

    def both_ends(self, at: int, above: bool, hits: tuple[Floats, Floats]) -> tuple[Floats, Floats, Floats]:
        """What is known of guesses of the first input in the event at this level, and of the second at the other end.

        The other end is each level's event there; ``hits`` are so many right and wrong guesses. Right and wrong guesses
        that would tell as much, in so many draws.
        """
        own, others = (self.above[at], ~self.above) if above else (~self.above[at], self.above)
        sides = own.astype(np.float64) - others
        right, wrong = self._known(sides, (1.0, 1.0), hits)
        return right, wrong, (right + wrong) / np.maximum((own @ self.weights) + others @ self.weights, LEAST)

    def _known(self, sides: Floats, draws: tuple[float, float], hits: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
        """Hits that would tell as much: those of the posterior, or those there were, where it contradicts them.

        ``sides`` of shape (events, shells): 1 where the first input is meant, -1 where the second, 0 where none; out of
        draws on the inputs in this proportion.
        """
        share = expit(self.means + np.log(draws[0] / draws[1]))
        meant, other = (np.where(sides > 0, part, rest) for part, rest in ((share, 1 - share), (1 - share, share)))
        made = np.abs(sides) * self.weights
        one, two = (np.maximum((made * part).sum(axis=1), LEAST) for part in (meant, other))
        slopes = sides * self.weights * share * (1 - share) * (1 / one + 1 / two)[:, None]
        variance = np.maximum(((slopes @ self.covariance) * slopes).sum(axis=1), LEAST)
        ratio = one / two
        # Twice the log of the likelihood ratio of the hits' own share against the posterior's
        total, shown = np.maximum(hits[0] + hits[1], LEAST), ratio / (1 + ratio)
        deviance = 2 * (xlogy(hits[0], hits[0] / total / shown) + xlogy(hits[1], hits[1] / total / (1 - shown)))
        contradicted = deviance > SURELY**2
        first, second = (1 + ratio) / variance, (1 + 1 / ratio) / variance
        return np.where(contradicted, hits[0], first), np.where(contradicted, hits[1], second)


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
    above = np.flatnonzero(some) <= np.arange(len(first))[:, None]
    return Smoothed(means, covariance, above, weights, totals)


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
