"""Auditing in one run: many rows are each one of two by a fair coin, and the output is asked which.

The game of Steinke, Nasr and Jagielski (2023), whose bounds are those of ``statistics.one_run``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.probes import Probe
from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance
from littlestone.proofs_check.audits.subjects.notions import USUAL_DELTA, Gaussian, Notion
from littlestone.proofs_check.audits.subjects.patterns import spread_sample
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.one_run import one_run_bound, one_run_mu
from littlestone.spec.learning.randomness import Exact, is_true

COINS, RUN = 1, 2  # streams of one seed: the run must not see the coins that it is to be guessed by


@dataclass(frozen=True)
class Guessed:
    """Guesses about fair coins: ``correct`` of ``made`` about ``canaries``, and what they show at the error.

    ``fixed``: how many to make was known beforehand; else a guess may be none, which is a wrong one for mu.
    """

    canaries: int
    made: int
    correct: int
    error: Fraction
    fixed: bool = False

    def number(self, notion: Notion | None, delta: Exact) -> Fraction | float:
        """A lower bound on the number of a notion, of epsilon without one: what keeps less is more private than that.

        Most notions follow from epsilon, and say nothing at delta 0: there by that at 1e-5.
        """
        if notion is None:
            fewest = max(self.made, 1) if self.fixed else None
            return one_run_bound(self.canaries, self.made, self.correct, delta, self.error, fewest)
        if isinstance(notion, Gaussian):
            return one_run_mu(self.canaries, self.made if self.fixed else self.canaries, self.correct, self.error)
        small = delta if is_true(delta > 0) else USUAL_DELTA
        epsilon = self.number(None, small)
        return Fraction(0) if epsilon <= 0 else notion.from_epsilon(Fraction(epsilon), small)


# ---- The game


@dataclass(frozen=True)
class CanaryGame:
    """A sample in which each canary, a row by its index, has one of its two labels, as its coin in {+1, -1} fell."""

    sample: Dataset
    canaries: tuple[int, ...]
    labels: NDArray[np.float64]
    coins: NDArray[np.int64]

    @property
    def probe(self) -> Probe:
        """The canaries' points, every prediction on them kept."""
        count = len(self.canaries)
        return Probe(tuple(self.sample[i][0] for i in self.canaries), tuple(range(count)), most=count)

    def guesses(self, output: Array) -> NDArray[np.int64]:
        """+1 or -1 for the label that is nearer to the canary's number in the output, 0 where both are equally near.

        ``output`` begins with a prediction for each canary, or has just one number for each row of the sample. Raises
        BadInput where it has fewer numbers than canaries.
        """
        values = np.asarray(output, dtype=np.float64)
        if len(values) == len(self.sample):
            values = values[[*self.canaries]]
        if len(values) < len(self.canaries):
            problem = f"an output of {len(values)} numbers says nothing about {len(self.canaries)} rows"
            raise BadInput("mode", problem, "let it predict a label for each point, or use --mode blackbox")
        distance = np.abs(values[: len(self.canaries), None] - self.labels)
        return np.asarray(np.sign(distance[:, 1] - distance[:, 0]), dtype=np.int64)

    def judged(self, output: Array, error: Fraction) -> Guessed:
        """The guesses by an output on the sample, which must come from a stream of randomness of its own."""
        guesses = self.guesses(np.atleast_1d(output))
        return Guessed(len(self.canaries), int((guesses != 0).sum()), int((guesses == self.coins).sum()), error)


def canary_game(instance: Instance, seed: int) -> CanaryGame:
    """A game on the user's sample, or on one spread over the domain, with a canary for each point that occurs.

    A canary has the row's label or the next one; rows whose point occurred before stay as they are.
    """
    rows, labels = list(instance.sample or spread_sample(instance)), instance.labels
    first = {x: i for i, (x, _) in reversed([*enumerate(rows)])}
    canaries = tuple(sorted(first.values()))
    following = dict(zip(labels, (*labels[1:], labels[0]), strict=True))
    both = [(rows[i][1], following.get(rows[i][1], labels[0])) for i in canaries]
    coins = 2 * np.random.default_rng((seed, COINS)).integers(2, size=len(canaries)) - 1
    for i, pair, coin in zip(canaries, both, coins, strict=True):
        rows[i] = (rows[i][0], pair[0 if coin > 0 else 1])
    return CanaryGame(tuple(rows), canaries, np.array(both, dtype=np.float64), coins)
