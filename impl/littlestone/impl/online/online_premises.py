"""What LYU25's proofs need of the online learner's numbers: which inequality fails, and the least U or k for it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from littlestone.impl.searches import least_enough
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.online.plans import OnlinePlan

MOST = 1 << 200  # beyond which a least number is not searched for
QUANTITIES = {"U": "buffer", "k": "teachers", "draws": "draws", "calls": "calls"}


@dataclass(frozen=True)
class Premise:
    """An inequality that a proof needs: whose, in words, whether it holds, and the least ``quantity`` that would do.

    ``quantity`` is U, k, draws, calls or horizon, the others being as they are; ``least`` is None where none does.
    """

    id: str
    words: str
    holds: bool
    quantity: str
    least: int | None

    def __str__(self) -> str:
        if self.holds:
            return f"{self.id}: {self.words} holds"
        wanted = "no number does" if self.least is None else f"{self.quantity} = {self.least:,} would do"
        return f"{self.id}: {self.words} fails; {wanted}"


def premises(plan: OnlinePlan, delta: Expression, horizon: int, longest: int) -> tuple[Premise, ...]:
    """What the corrected claims of section 6 ask of the plan for T = ``horizon``, for the bound of LYU25.T1.corrected.

    ``longest`` bounds a list of essential hypotheses. Each of the claims then fails with probability T^-12 at most.
    """
    leasts = _leasts(plan, Real.of(delta), ln(Real.of(horizon)), longest)
    return (*_without_a_number(plan, horizon), *(_at_least(plan, *least) for least in leasts))


def _without_a_number(plan: OnlinePlan, horizon: int) -> tuple[Premise, ...]:
    """That a call is made, and what neither U nor k nor a number of draws or calls can mend."""
    call = Premise("LYU25.A3", "K >= 1, without which nothing is learned,", False, "calls", 1)
    if plan.calls:
        least = ceiling(Real.of(plan.buffer))
        words = "T >= U, so many mistakes come before a call,"
        call = Premise("LYU25.A3", words, horizon >= least, "horizon", least)
    floor = plan.threshold(plan.stages) >= Fraction(23, 420)
    words = "the last threshold >= 23/420, an error of 1/20 in a chunk,"
    emptied = Premise("LYU25.C6.4.corrected", "lists are emptied below DDim = d + 1 - j*:", plan.emptied, "list", None)
    return call, Premise("LYU25.C6.3.floor", words, floor, "rate", None), emptied


def _at_least(plan: OnlinePlan, id: str, words: str, quantity: str, least: int | None) -> Premise:
    holds = least is not None and is_true(Real.of(getattr(plan, QUANTITIES[quantity])) >= least)
    return Premise(id, words, holds, quantity, least)


def _leasts(plan: OnlinePlan, delta: Real, log_T: Real, longest: int) -> list[tuple[str, str, str, int | None]]:
    """The claims, their inequalities in words, and the least U, k, draws or calls with which each holds."""
    d, k, sample, p = max(1, plan.d), plan.teachers, Real.of(plan.sample_epsilon), plan.points(1)
    frequent, rare = plan.share - Fraction(2, 3), Fraction(2, 3) - plan.bottom_share
    bottom = 10 * ln(4 * max(1, plan.calls * plan.draws) * longest / delta) / sample
    cases = ln(Real.of(2 * max(1, plan.calls) * k)) + 12 * log_T
    agreement = least_enough(lambda U: is_true(Real.of(U) >= 58080 * d**2 * k * (cases + d * ln(Real.of(2 * U)))), MOST)
    calls = 11 * d * (ln(Real.of((k + 1) * longest)) + (1 - plan.bottom_share) * k * sample)
    buffer, votes = 2 + 26 * log_T / plan.buffer_epsilon, max(1, ceiling(18 * 21 * log_T))
    noise = ceiling(14 * log_T / (plan.stage_epsilon * Real.of(frequent))) if frequent > 0 else None
    symbol = ceiling(ln(99) / (sample * Real.of(rare))) if rare > 0 else None
    exceeded = ceiling(2 * Real.of(plan.buffer) / p) if p else None
    return [
        ("LYU25.C6.1.corrected", "U >= 2 + 26 b ln T, b the noise of the test on |E|,", "U", ceiling(buffer)),
        ("LYU25.C6.2.corrected", "U/k >= 58080 d^2 (ln(2 K k) + d ln(2 U) + 12 ln T)", "U", agreement),
        ("LYU25.F4.stages", f"p = {p} >= 2U/k, more than the examples of a chunk,", "k", exceeded),
        ("LYU25.C6.4.corrected", "2k/15 >= 14 b ln T, b the noise of the test on m,", "k", noise),
        ("LYU25.C6.4.up.corrected", "p(u) <= 1/100, e^((2k/3 - B) eps_sparse) >= 99", "k", symbol),
        ("LYU25.C6.4.maj", "T exp(-draws/18) <= T^-20", "draws", votes),
        ("LYU25.L6.1.corrected", "K >= 11 d (ln((k + 1) L) + (k - B) eps_sparse)", "calls", ceiling(calls)),
        (
            "LYU25.P6.1.corrected",
            "B >= 10 ln(4 N L / delta) / eps_sparse for N draws",
            "k",
            max(1, ceiling(bottom / plan.bottom_share)),
        ),
    ]
