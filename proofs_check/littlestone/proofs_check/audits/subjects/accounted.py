"""Steps of normal noise as a claim: the whole curve of all steps together.

Its one (epsilon, delta) said "no leak: 1.35 of 1.9931" of descents whose mu was 0.69, where the steps keep 0.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, isfinite, sqrt
from typing import TYPE_CHECKING

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy.accounting import RELATIONS, subsampled_gaussian_deltas, subsampled_gaussian_epsilon
from littlestone.impl.privacy.guarantees import ADD_REMOVE
from littlestone.proofs_check.audits.subjects.number_text import (
    Number,
    as_fraction,
    exact_number,
    greater,
    rational_text,
)
from littlestone.proofs_check.audits.subjects.stated import claimed_delta, claimed_epsilon
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.learning.randomness import Exact, is_true

if TYPE_CHECKING:
    from littlestone.proofs_check.audits.subjects.notions import Gaussian, Notion

ROUNDING = 1e-12  # of mu as a float, so that sqrt(4) / 4 is 0.5
EPSILONS = tuple(i / 20 for i in range(161))  # to 8, beyond which no audit draws enough to see a difference


@dataclass(frozen=True)
class Steps:
    """So many steps of normal noise with deviation ``sigma`` times what a row adds, each on a Poisson sample."""

    count: int
    sigma: Exact
    sampling: Exact

    @classmethod
    def of(cls, steps: int | None, sigma: Number | None, sampling: Number | None) -> Steps | None:
        """The steps that are stated, one of all rows by default; None where nothing is.

        Raises BadInput where sigma is missing or not positive, for fewer than one step and a rate outside (0, 1].
        """
        if steps is None and sigma is None and sampling is None:
            return None
        if sigma is None:
            raise BadInput("sigma", "steps are given without their noise", "give the deviation, as in --sigma 1.1")
        count = 1 if steps is None else steps
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise BadInput("steps", f"{count!r} is no number of steps", "give an integer from 1 on")
        deviation, rate = exact_number("sigma", sigma), exact_number("sampling", 1 if sampling is None else sampling)
        if not is_true(deviation > 0):
            raise BadInput("sigma", f"{sigma} is not positive", "give a deviation above 0")
        if not (is_true(rate > 0) and is_true(rate <= 1)):
            raise BadInput("sampling", f"{sampling} is outside (0, 1]", "give the probability of a row to be in a step")
        return cls(count, deviation, rate)

    def words(self) -> str:
        """The steps in words."""
        times = "a step" if self.count == 1 else f"{self.count:,} steps"
        rate = "" if self.sampling == 1 else f", each row in each with probability {rational_text(self.sampling)}"
        return f"{times} of normal noise with deviation {rational_text(self.sigma)}{rate}"


@dataclass(frozen=True)
class Accounted:
    """The claim to hold a target to, and what the accountant says of it; ``notions`` where it is a whole curve."""

    epsilon: Number | None
    delta: Number | None
    notes: tuple[str, ...] = ()
    notions: tuple[Notion, ...] = ()


def accounted(steps: Steps | None, epsilon: Number | None, delta: Number | None, neighbours: str) -> Accounted:
    """The curve of all steps as the claim, or whether the epsilon that is claimed allows for the accountant's total.

    The curve is that of mu-Gaussian privacy where every row is in every step, else the accountant's. The total is for
    the notes, at delta, 1e-5 by default. Raises BadInput where delta is 0, the accountant's library is missing, it
    finds no finite epsilon, or the neighbours differ in more than one row.
    """
    if steps is None:
        return Accounted(epsilon, delta)
    if neighbours not in RELATIONS:
        problem = f"an accountant's total is of one row, but the claim is of: {neighbours}"
        raise BadInput("steps", problem, "claim an epsilon of these neighbours")
    from littlestone.proofs_check.audits.subjects.notions import USUAL_DELTA

    small = claimed_delta(USUAL_DELTA if delta is None else delta)
    if not is_true(small > 0):
        raise BadInput("delta", "normal noise keeps no epsilon at delta 0", "give a delta above 0, or none")
    mu = _mu(steps, neighbours) if steps.sampling == 1 else None
    try:
        total = _total(steps, small, neighbours) if mu is None else mu.epsilon(small)
    except ArithmeticError as error:
        problem = f"the epsilon that they come to at delta {rational_text(small)} is too large to be computed"
        raise BadInput("steps", problem, "take fewer steps, more noise or a larger delta") from error
    found = f"epsilon {rational_text(total)} at delta {rational_text(small)}"
    gives = "dp-accounting gives" if mu is None else f"{mu.words}, so"
    said = f"{steps.words()}: {gives} {found} ({neighbours})"
    if epsilon is None:
        curve = _curve(steps, neighbours) if mu is None else mu
        return Accounted(None, None, (f"{said}; what is tested is their whole curve",), (curve,))
    kept = not greater(total, claimed_epsilon(epsilon))
    words = "within the claim" if kept else f"more than the {epsilon} claimed"
    return Accounted(epsilon, small, (f"{said}, {words}",))


def _mu(steps: Steps, neighbours: str) -> Gaussian:
    """Of k steps on all rows mu = sqrt(k) / sigma, twice that where a row is replaced, rounded up."""
    from littlestone.proofs_check.audits.subjects.notions import Gaussian

    apart = 1 if neighbours == ADD_REMOVE else 2
    mu = apart * sqrt(steps.count) / float(as_fraction(steps.sigma))
    return Gaussian(Fraction(ceil(mu * 10**6 * (1 - ROUNDING)), 10**6))


def _curve(steps: Steps, neighbours: str) -> Notion:
    """The accountant's curve, of steps on samples."""
    from littlestone.proofs_check.audits.subjects.given_curves import given_curve

    sigma, rate = float(as_fraction(steps.sigma)), float(as_fraction(steps.sampling))
    deltas = subsampled_gaussian_deltas(sigma, EPSILONS, sampling=rate, steps=steps.count, neighbours=neighbours)
    lines = [(min(1.0, delta), exp(epsilon)) for epsilon, delta in zip(EPSILONS, deltas, strict=True)]

    def misses(alarms: float) -> float:
        """No (epsilon, delta) of the curve allows fewer."""
        return max(0.0, *(max(1 - d - e * alarms, (1 - d - alarms) / e) for d, e in lines))

    return given_curve(misses)


def _total(steps: Steps, delta: Exact, neighbours: str) -> Fraction:
    sigma, rate, small = (float(as_fraction(number)) for number in (steps.sigma, steps.sampling, delta))
    try:
        total = subsampled_gaussian_epsilon(sigma, small, sampling=rate, steps=steps.count, neighbours=neighbours)
    except MissingExtra as error:
        raise BadInput("steps", str(error), "install it, or claim the total as --epsilon") from error
    if not isfinite(total):
        raise BadInput(
            "steps", f"the accountant finds no epsilon at delta {rational_text(delta)}", "give a larger delta or sigma"
        )
    return Fraction(ceil(Fraction(total) * 10**4), 10**4)
