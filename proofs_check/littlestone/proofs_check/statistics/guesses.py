"""Guesses of the input that an output came from: a test of pure privacy by both ends of a score at once.

A fair coin chooses the input of each draw. From the output alone comes a guess which of the two it was, or none. Under
epsilon-privacy, at delta = 0, a guess is right with probability at most q = e^epsilon / (1 + e^epsilon), whatever the
output: the chance that the first input gave it is P(output) / (P(output) + Q(output)). Draws are independent, so that
given all outputs at least as many guesses are right with probability at most that of a binomial count at q.

An event alone guesses one input where it happens. A guess of the other where another event happens, to which that one
is as telling, halves the variance of what is known of epsilon.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log, nextafter, sqrt

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.binomials import upper_tail_ball
from littlestone.proofs_check.statistics.hypotheses import ROUNDING

PRECISION = 64  # bits; tails of 10^6 guesses have eleven digits then, and 128 take three times as long


@dataclass(frozen=True, slots=True)
class Guesses:
    """Right and wrong guesses about so many ``draws``, the input of each chosen by a fair coin; the rest are abstained.

    What is guessed of an output is fixed before these draws are looked at. Raises BadInput on counts that are negative
    or more than the draws.
    """

    right: int
    wrong: int
    draws: int

    def __post_init__(self) -> None:
        if min(self.right, self.wrong) < 0 or not 1 <= max(1, self.right + self.wrong) <= self.draws:
            words = f"{self.right} right and {self.wrong} wrong of {self.draws} draws"
            raise BadInput("guesses", words, "give counts that are not negative, and no more than the draws")

    @property
    def unit(self) -> float:
        """About one standard error of the logarithm of right over wrong guesses."""
        return sqrt(1 / (self.right + 0.5) + 1 / (self.wrong + 0.5))

    def start(self, z: float) -> float:
        """About the bound on epsilon at z standard errors."""
        return log((self.right + 0.5) / (self.wrong + 0.5)) - z * self.unit

    def p_value(self, epsilon: float) -> float:
        """The p-value of epsilon-privacy, rounded upward: the chance of so many right guesses at its largest rate."""
        made = self.right + self.wrong
        if not self.right:
            return 1.0
        most = min(1.0, 1 / (1 + exp(-epsilon)) * (1 + ROUNDING))
        tail = upper_tail_ball(made, Fraction(most), self.right, PRECISION).upper()
        return min(1.0, nextafter(float(tail), inf))


def together(guesses: list[Guesses]) -> Guesses:
    """Guesses by one rule in several blocks of draws as one count."""
    columns = zip(*((g.right, g.wrong, g.draws) for g in guesses), strict=True)
    return Guesses(*map(sum, columns))
