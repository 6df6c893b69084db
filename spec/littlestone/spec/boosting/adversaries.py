"""Weak learners that do no more than they must: worst cases for the number of rounds of boosting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.boosting.measures import MeasureError


@dataclass(frozen=True, slots=True)
class Punisher:
    """A weak learner that is right on all n points but the first few, and as wrong on those as its advantage allows.

    Its margins y h(x) on the bad points are -1, ..., 1 in steps of 2/parts. It plays against lazy dense updates of the
    density kappa <= bad / n, so that no weight is capped, at the learning rate ``rate``. Raises MeasureError on fewer
    bad points.
    """

    n: int
    bad: int
    kappa: Fraction
    advantage: Expression
    rate: Expression
    parts: int = 100

    def __post_init__(self) -> None:
        if self.bad < self.kappa * self.n:
            raise MeasureError("bad", self.bad, f"at least kappa n = {self.kappa * self.n}")

    def rounds(self, times: Expression) -> int:
        """T = times ln(1 / kappa) / gamma^2, rounded up."""
        return ceiling(times * ln(1 / Fraction(self.kappa)) / Real.of(self.advantage) ** 2)

    def weight(self, ahead: Fraction) -> Real:
        """The weight of the bad points in the law that is played, where the others have so much more loss."""
        return self.bad / (self.bad + (self.n - self.bad) * exp(-Real.of(self.rate) * ahead))

    def losses(self, T: int) -> list[Fraction]:
        """The loss (1 + y h(x)) / 2 of the bad points in each of T rounds: the least with which the mean of y h(x) is
        2 gamma, the others having loss 1."""
        found, ahead = list[Fraction](), Fraction(0)
        for _ in range(int(T)):
            missing = floor((1 - 2 * Real.of(self.advantage)) / 2 * self.parts / self.weight(ahead))
            found.append(Fraction(max(0, self.parts - missing), self.parts))
            ahead += 1 - found[-1]
        return found

    def average_margin(self, T: int) -> Fraction:
        """y H(x) of the bad points after T >= 1 rounds."""
        return _average_margin(self, int(T))


@lru_cache(maxsize=64)
def _average_margin(learner: Punisher, T: int) -> Fraction:
    return 2 * sum(learner.losses(T), Fraction(0)) / T - 1
