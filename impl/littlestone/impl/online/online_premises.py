"""What LYU25's proofs need of the online learner's numbers: which inequality fails, and the least U or k for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from littlestone.impl.searches import least_enough
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.learning.randomness import Exact, is_true
from littlestone.spec.online.plans import OnlinePlan

FAIL = 12  # failures of probability T^-12
MOST = 1 << 200  # beyond which a least number is not searched for


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


@dataclass(frozen=True)
class _Setting:
    plan: OnlinePlan
    delta: Real
    horizon: int
    longest: int

    @property
    def log_horizon(self) -> Real:
        return ln(Real.of(self.horizon))

    @property
    def d(self) -> int:
        return max(1, self.plan.d)


def premises(plan: OnlinePlan, delta: Expression, horizon: int, longest: int) -> tuple[Premise, ...]:
    """What the corrected claims of section 6 ask of the plan for T = ``horizon``, for the bound of LYU25.T1.corrected.

    ``longest`` bounds a list of essential hypotheses. Each of the claims then fails with probability T^-12 at most.
    """
    setting = _Setting(plan, Real.of(delta), horizon, longest)
    return tuple(premise(setting) for premise in PREMISES)


def unmet(found: tuple[Premise, ...]) -> Iterator[Premise]:
    """Those that fail."""
    return (premise for premise in found if not premise.holds)


# ---- The inequalities


def _a_call_is_made(s: _Setting) -> Premise:
    least = ceiling(Real.of(s.plan.buffer))
    if s.plan.calls == 0:
        return Premise("LYU25.A3", "K >= 1, without which nothing is learned,", False, "calls", 1)
    return Premise("LYU25.A3", "T >= U, so many mistakes come before a call,", s.horizon >= least, "horizon", least)


def _buffer_margin(s: _Setting) -> Premise:
    least = ceiling(2 + 2 * (FAIL + 1) * s.log_horizon / s.plan.buffer_epsilon)
    return _at_least("LYU25.C6.1.corrected", "U >= 2 + 26 b ln T, b the noise of the test on |E|,", "U", least, s)


def _chunks_agree(s: _Setting) -> Premise:
    k, cases = s.plan.teachers, ln(Real.of(2 * max(1, s.plan.calls) * s.plan.teachers)) + FAIL * s.log_horizon
    enough = lambda U: is_true(Real.of(U) >= 58080 * s.d**2 * k * (cases + s.d * ln(Real.of(2 * U))))  # noqa: E731
    least = least_enough(enough, MOST)
    words = "U/k >= 58080 d^2 (ln(2 K k) + d ln(2 U) + 12 ln T)"
    return _at_least("LYU25.C6.2.corrected", words, "U", least, s)


def _points_exceed_rows(s: _Setting) -> Premise:
    p = s.plan.points(1)
    least = ceiling(2 * Real.of(s.plan.buffer) / p) if p else None
    return _at_least("LYU25.F4.stages", f"p = {p} >= 2U/k, more than the examples of a chunk,", "k", least, s)


def _small_errors_are_kept(s: _Setting) -> Premise:
    holds = s.plan.threshold(s.plan.stages) >= Fraction(23, 420)
    return Premise(
        "LYU25.C6.3.floor", "the last threshold >= 23/420, an error of 1/20 in a chunk,", holds, "rate", None
    )


def _lists_are_emptied(s: _Setting) -> Premise:
    return Premise("LYU25.C6.4.corrected", "lists are emptied below DDim = d + 1 - j*:", s.plan.emptied, "list", None)


def _stage_margin(s: _Setting) -> Premise:
    room = s.plan.share - Fraction(2, 3)
    least = ceiling((FAIL + 2) * s.log_horizon / (s.plan.stage_epsilon * Real.of(room))) if room > 0 else None
    return _at_least("LYU25.C6.4.corrected", "2k/15 >= 14 b ln T, b the noise of the test on m,", "k", least, s)


def _bottom_is_rare(s: _Setting) -> Premise:
    room = Fraction(2, 3) - s.plan.bottom_share
    least = ceiling(ln(99) / (s.plan.sample_epsilon * Real.of(room))) if room > 0 else None
    return _at_least("LYU25.C6.4.up.corrected", "p(u) <= 1/100, e^((2k/3 - B) eps_sparse) >= 99", "k", least, s)


def _votes_are_close(s: _Setting) -> Premise:
    least = max(1, ceiling(18 * 21 * s.log_horizon))
    return _at_least("LYU25.C6.4.maj", "T exp(-draws/18) <= T^-20", "draws", least, s)


def _calls_are_enough(s: _Setting) -> Premise:
    rest = (1 - s.plan.bottom_share) * s.plan.teachers * Real.of(s.plan.sample_epsilon)
    least = ceiling(11 * s.d * (ln(Real.of((s.plan.teachers + 1) * s.longest)) + rest))
    words = "K >= 11 d (ln((k + 1) L) + (k - B) eps_sparse)"
    return _at_least("LYU25.L6.1.corrected", words, "calls", least, s)


def _bottom_is_high(s: _Setting) -> Premise:
    draws = max(1, s.plan.calls * s.plan.draws)
    bottom = 10 * ln(4 * draws * s.longest / s.delta) / s.plan.sample_epsilon
    least = max(1, ceiling(bottom / s.plan.bottom_share))
    return _at_least("LYU25.P6.1.corrected", "B >= 10 ln(4 N L / delta) / eps_sparse for N draws", "k", least, s)


PREMISES: tuple[Callable[[_Setting], Premise], ...] = (
    _a_call_is_made,
    _buffer_margin,
    _chunks_agree,
    _points_exceed_rows,
    _small_errors_are_kept,
    _lists_are_emptied,
    _stage_margin,
    _bottom_is_rare,
    _votes_are_close,
    _calls_are_enough,
    _bottom_is_high,
)
QUANTITIES = {"U": "buffer", "k": "teachers", "draws": "draws", "calls": "calls"}


def _at_least(id: str, words: str, quantity: str, least: int | None, setting: _Setting) -> Premise:
    value: Exact | int = getattr(setting.plan, QUANTITIES[quantity])
    return Premise(id, words, least is not None and is_true(Real.of(value) >= least), quantity, least)
