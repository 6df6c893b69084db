"""Gaussian privacy of exact laws: the least mu, enclosed by Arb.

A mechanism is mu-Gaussian private where telling two neighbours apart is no easier than telling a standard normal
variable from one moved by mu (Dong, Roth and Su 2022). Their curve is convex, so the least mu is that of a corner of
the laws' trade-off curve: the largest Phi^-1(p) - Phi^-1(q) over the events {P > t Q}.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, TypeVar

from flint import arb, ctx

from littlestone.impl.privacy.renyi import PRECISION, ball_of, high_end, low_end
from littlestone.spec.learning.privacy import Privacy, Violation
from littlestone.spec.learning.randomness import Exact, is_true

Row = TypeVar("Row", bound=Hashable)


def exact_mu(privacy: Privacy[Row, Any]) -> tuple[Fraction, Fraction | None, Violation[Row, Any] | None]:
    """lower <= mu <= upper for the least mu, None where it is infinite, and the event that shows it, None for no event.

    It is infinite where an event of one sample is impossible on a neighbour, or certain there and not here.
    """
    best: tuple[Fraction, Fraction, Violation[Row, Any] | None] = Fraction(0), Fraction(0), None
    seen: set[tuple[Exact, Exact]] = set()
    with ctx.workprec(PRECISION):
        for event in privacy.events:
            if (event.p, event.q) in seen or not is_true(event.p > event.q):
                continue
            seen.add((event.p, event.q))
            if is_true(event.q == 0) or is_true(event.p == 1):
                return Fraction(0), None, event
            found = normal_quantile(ball_of(event.p)) - normal_quantile(ball_of(event.q))
            low, high = low_end(found), high_end(found)
            best = max(best[0], low), max(best[1], high), event if low > best[0] else best[2]
    return best


def normal_quantile(p: arb) -> arb:
    """Phi^-1(p)."""
    return -arb(2).sqrt() * (2 * p).erfcinv()
