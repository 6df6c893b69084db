"""Mechanisms that attain their privacy loss, for the claims about subsampling and composition."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.learning.mechanisms import amplified
from littlestone.spec.learning.privacy import is_private
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


def private_on_a_subsample(n: int, m: int, j: int, law: Run, subsampled: Run, respond: Run, share: Fraction) -> Truth:
    """An (eps, delta)-private mechanism on m <= n of n rows, drawn without replacement, is
    (ln(1 + share (m/n)(e^eps - 1)), (m/n) delta)-private, for eps = ln(1 + j) and delta = 1/4."""
    delta, rate = Fraction(1, 4), Fraction(m, n)
    run = subsampled(leaky_presence(respond, ln(1 + j), delta), m)
    return is_private(partial(law, run), BITS, n, ln(amplified(1 + j, share * rate)), rate * delta)
