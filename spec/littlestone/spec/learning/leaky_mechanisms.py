"""Mechanisms that attain their privacy loss, for the claims about subsampling and composition."""

from __future__ import annotations

from fractions import Fraction

from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.randomness import Randomness, Run

BITS = (0, 1)


def leaky_presence(respond: Run, epsilon: Real, delta: Fraction) -> Run:
    """Randomised response to "is there a 1 among the rows", replaced by the rows themselves with probability delta."""

    def mechanism(rows: tuple[int, ...], source: Randomness) -> object:
        return rows if source.bernoulli(delta) else respond(int(1 in rows), 2, epsilon, source)

    return mechanism


def leaky_response(respond: Run, epsilon: Real, delta: Fraction) -> Run:
    """Randomised response to a bit, replaced by the bit itself, marked, with probability delta."""

    def mechanism(sample: tuple[int, ...], source: Randomness) -> tuple[bool, int]:
        leaks = source.bernoulli(delta)
        return leaks, sample[0] if leaks else respond(sample[0], 2, epsilon, source)

    return mechanism
