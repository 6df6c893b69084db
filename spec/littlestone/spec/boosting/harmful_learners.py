"""Weak learners that do harm: strategies that choose the margins of each round, against lazy dense weights.

A weak learner with advantage gamma may answer a distribution with any margins m in [-1, 1]^n of mean at least 2 gamma
under it. What matters of a run is who has which margin. The learning rate is any exact real, so weights are integers
between which the true ones lie, and each answer is checked against the less favourable end: a run that is returned is
one of a weak learner with advantage gamma, and its margins are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx, fmpq

from littlestone.spec.algebra.reals import ln
from littlestone.spec.algebra.rounding import ceiling

UNIT = 1 << 24  # margins are multiples of 1/UNIT, half as many losses: sums of them stay exact
WHOLE = 1 << 96  # the weight 1 of a projected measure
NARROW = 1 << 48  # the scaling factor is known to within its NARROW-th part
Bounds = tuple[int, int]
Answer = list[int]
Strategy = Callable[[Sequence[int], int, int], Answer]
"""Margins in units of 1/UNIT of the law (in units of 1/NARROW), the least mean 2 gamma, and the number of victims."""


class NoAnswer(ArithmeticError):
    """A strategy's answer that is not seen to have the advantage that a weak learner owes."""


# ---- The distributions of lazy dense weights


def weight_bounds(correct: Sequence[int], rate: Fraction) -> list[Bounds]:
    """Integers around S e^(-rate c_i) for the losses c_i, in units of 1/(2 UNIT), beyond the least of them.

    S is a power of two, at least 2^64 / e^(-rate c_i) for each i.
    """
    first = min(correct, key=lambda c: rate * c)
    spread = int(max(rate * (c - first) for c in correct) * Fraction(3, 4) / UNIT) + 1  # ln 2 > 2/3
    found = {c: _around(rate * (c - first) / (2 * UNIT), 64 + spread) for c in dict.fromkeys(correct)}
    return [found[c] for c in correct]


def _around(exponent: Fraction, bits: int) -> Bounds:
    saved, ctx.prec = ctx.prec, bits + 32
    try:
        scaled = arb(fmpq(-exponent.numerator, exponent.denominator)).exp() * (1 << bits)
        return int(scaled.lower().floor().unique_fmpz() or 0), int(scaled.upper().ceil().unique_fmpz() or 0)
    finally:
        ctx.prec = saved


def law_bounds(weights: Sequence[Bounds], size: Fraction) -> list[Bounds]:
    """Integers around NARROW times the law of the projection onto the measures of this size, kappa n, below n.

    The weights count up to a factor, so the measure's own size must be at most kappa n, as that of kappa e^(-lambda L)
    is for losses that are not negative. Raises NoAnswer where the scaling is not found to the precision used.
    """
    top, bottom = size.numerator, size.denominator
    rest = sorted((low for low, _ in weights), reverse=True)
    k, left = 0, sum(rest)
    while k < len(rest) - 1 and (top - k * bottom) * rest[k] > left * bottom:
        left -= rest[k]
        k += 1
    over, under = (top - k * bottom), left * bottom  # the factor is over / under
    least = [min(WHOLE, low * over * (NARROW - 1) * (WHOLE // NARROW) // under) for low, _ in weights]
    most = [min(WHOLE, -(-high * over * (NARROW + 1) * (WHOLE // NARROW) // under)) for _, high in weights]
    if not (sum(least) * bottom <= top * WHOLE <= sum(most) * bottom):
        raise NoAnswer("the scaling factor of the projection is not found to the precision used")
    share, whole = bottom * NARROW, top * WHOLE
    return [(a * share // whole, b * share // whole + 1) for a, b in zip(least, most, strict=True)]


# ---- Strategies


def spoiled(order: Sequence[int], law: Sequence[int], least: int) -> Answer:
    """Margins 1, lowered to -1 for one point after the other, as far as the mean stays at least ``least``."""
    answer, spare = [UNIT] * len(law), (UNIT - least) * NARROW
    for i in order:
        loss = min(2 * UNIT, spare // law[i] if law[i] else 2 * UNIT)
        answer[i] -= loss
        spare -= loss * law[i]
    return answer


def against_the_first(law: Sequence[int], least: int, victims: int) -> Answer:
    """The first points have one margin, -1 if it may be, and all others one: as much as the mean needs."""
    own = sum(law[:victims])
    others = max(NARROW - own, 1)
    if (others - own) * UNIT >= least * NARROW:
        return [-UNIT] * victims + [min(UNIT, -(-(least * NARROW + own * UNIT) // others))] * (len(law) - victims)
    common = -((others * UNIT - least * NARROW) // own)
    return [min(UNIT, common)] * victims + [UNIT] * (len(law) - victims)


def heaviest_first(law: Sequence[int], least: int, victims: int) -> Answer:
    """The points of most weight are got wrong first."""
    return spoiled(sorted(range(len(law)), key=lambda i: -law[i]), law, least)


def lightest_first(law: Sequence[int], least: int, victims: int) -> Answer:
    """The points of least weight are got wrong first."""
    return spoiled(sorted(range(len(law)), key=lambda i: law[i]), law, least)


def in_order(law: Sequence[int], least: int, victims: int) -> Answer:
    """The first point is got wrong as far as may be, then the second, and so on."""
    return spoiled(range(len(law)), law, least)


def lukewarm(law: Sequence[int], least: int, victims: int) -> Answer:
    """Every point has the margin 2 gamma."""
    return [least] * len(law)


STRATEGIES: tuple[Strategy, ...] = (against_the_first, lightest_first, heaviest_first, in_order, lukewarm)

# ---- A run


def rounds_for(kappa: Fraction, gamma: Fraction, times: int | Fraction) -> int:
    """ceil(times ln(1/kappa) / gamma^2)."""
    return ceiling(times * ln(1 / Fraction(kappa)) / Fraction(gamma) ** 2)


@lru_cache(maxsize=256)
def run(
    n: int, size: Fraction, gamma: Fraction, rounds: int, rate: Fraction, strategy: int, victims: int
) -> tuple[Fraction, ...]:
    """Each point's mean margin y_i H(x_i) after so many rounds at density size/n and learning rate ``rate``.

    A negative rate reverses the update. Raises NoAnswer where an answer of the strategy is not seen to have advantage
    gamma.
    """
    owed = 2 * Fraction(gamma)
    least = min(UNIT, -(-owed.numerator * UNIT // owed.denominator) + 2)
    total = [0] * n
    for t in range(rounds):
        bounds = law_bounds(weight_bounds([t * UNIT + m for m in total], rate), size)
        answer = STRATEGIES[strategy]([(low + high) // 2 for low, high in bounds], least, victims)
        if not is_weak_answer(answer, bounds, owed):
            raise NoAnswer(f"round {t}: {answer} is not seen to have advantage {gamma}")
        total = [m + a for m, a in zip(total, answer, strict=True)]
    return tuple(Fraction(m, rounds * UNIT) for m in total)


def is_weak_answer(answer: Sequence[int], bounds: Sequence[Bounds], owed: Fraction) -> bool:
    """The margins are in [-1, 1], and their mean is at least 2 gamma under every law within the bounds.

    Deviations from the largest margin are weighed, for the weights of a law add up to 1.
    """
    top = max(answer)
    lost = sum((top - a) * high for a, (_, high) in zip(answer, bounds, strict=True))
    return all(-UNIT <= a <= UNIT for a in answer) and (top * NARROW - lost) >= owed * UNIT * NARROW


def count_up_to(margins: Sequence[Fraction], most: Fraction) -> int:
    """How many points have a margin of at most ``most``."""
    return sum(1 for margin in margins if margin <= Fraction(most))
