"""What LYU25's proofs need of the online learner's numbers: which inequality fails, and the least U or k for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.learning.randomness import Exact, is_true
from littlestone.spec.online.plans import OnlinePlan

FAIL = 10  # failures of probability T^-10
MOST = 1 << 200  # beyond which a least number is not searched for


@dataclass(frozen=True)
class Premise:
    """An inequality that a proof needs: whose, in words, whether it holds, and the least ``quantity`` that would do.

    ``quantity`` is U, k or draws, the other numbers being as they are; ``least`` is None where no number does.
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
    functions: int
    longest: int

    @property
    def log_horizon(self) -> Real:
        return ln(Real.of(self.horizon))


def premises(plan: OnlinePlan, delta: Expression, horizon: int, functions: int, longest: int) -> tuple[Premise, ...]:
    """The inequalities behind the claims of section 6, for T = ``horizon``, with explicit constants in place of O().

    ``functions`` is |H| and ``longest`` bounds a list of essential hypotheses. The union bound of Claim 6.2 is taken
    over |H| functions, of which those of error below the last stage's threshold are left out, as it cannot hold for
    them; its ratio of 1 + 1/(5d) between two chunks follows where each is within 1/(11d) of the whole.
    """
    setting = _Setting(plan, Real.of(delta), horizon, functions, longest)
    return tuple(premise(setting) for premise in PREMISES)


def unmet(found: tuple[Premise, ...]) -> Iterator[Premise]:
    """Those that fail."""
    return (premise for premise in found if not premise.holds)


# ---- The inequalities


def _buffer_margin(s: _Setting) -> Premise:
    least = ceiling(2 * (FAIL + 1) * s.log_horizon / s.plan.buffer_epsilon)
    return _at_least(
        "LYU25.C6.1", "T exp(-U/(2b)) <= T^-10, b the noise of the test on |E|,", "U", s.plan.buffer, least
    )


def _chunks_have_rows(s: _Setting) -> Premise:
    least = 2 * s.plan.teachers * max(1, s.plan.d)
    return _at_least("LYU25.F4", "chunks of U/(2k) >= d examples", "U", s.plan.buffer, least)


def _points_exceed_rows(s: _Setting) -> Premise:
    p = s.plan.points(1)
    least = ceiling(Fraction(3, 2) * Real.of(s.plan.buffer) / p) if p else None
    return _at_least("LYU25.F4", f"p = {p} >= n = 3U/(2k), the examples of a chunk,", "k", s.plan.teachers, least)


def _chunks_agree(s: _Setting) -> Premise:
    def holds(U: int) -> bool:
        rows = Fraction(U, 2 * s.plan.teachers)
        error = s.plan.threshold(s.plan.stages)
        chance = 2 * s.plan.teachers * s.functions * exp(-rows * error / (3 * (11 * max(1, s.plan.d)) ** 2))
        return is_true(chance <= exp(-FAIL * s.log_horizon))

    least = _least(holds) if s.plan.threshold(s.plan.stages) > 0 else None
    return _at_least(
        "LYU25.C6.2", "2 k |H| exp(-U e/(726 k d^2)) <= T^-10, e the last threshold,", "U", s.plan.buffer, least
    )


def _stage_margin(s: _Setting) -> Premise:
    tests, room = s.plan.calls + s.plan.stages + 1, s.plan.share - Fraction(2, 3)
    wanted = (ln(Real.of(tests)) + FAIL * s.log_horizon) / (s.plan.stage_epsilon * Real.of(room)) if room > 0 else None
    least = None if wanted is None else ceiling(wanted)
    return _at_least(
        "LYU25.C6.4.up", "a passed test means m >= 2k/3: the noise within 2k/15", "k", s.plan.teachers, least
    )


def _bottom_is_rare(s: _Setting) -> Premise:
    room = Fraction(2, 3) - s.plan.bottom_share
    least = ceiling(ln(99) / (s.plan.sample_epsilon * Real.of(room))) if room > 0 else None
    return _at_least("LYU25.C6.4.up", "p(u) <= 1/100, e^((2k/3 - B) eps_sparse) >= 99", "k", s.plan.teachers, least)


def _bottom_is_high(s: _Setting) -> Premise:
    failure = s.delta**2 / max(1, s.plan.d) ** 10
    bottom = 10 * ln(s.longest / failure) / s.plan.sample_epsilon
    least = max(1, ceiling(bottom / s.plan.bottom_share))
    return _at_least("LYU25.L3.1", "B >= 10 log(L d^10/delta^2)/eps_sparse", "k", s.plan.teachers, least)


def _votes_are_close(s: _Setting) -> Premise:
    least = max(1, ceiling(18 * 21 * s.log_horizon))
    return _at_least("LYU25.C6.4.maj", "T exp(-draws/18) <= T^-20", "draws", s.plan.draws, least)


PREMISES: tuple[Callable[[_Setting], Premise], ...] = (
    _buffer_margin,
    _chunks_have_rows,
    _points_exceed_rows,
    _chunks_agree,
    _stage_margin,
    _bottom_is_rare,
    _bottom_is_high,
    _votes_are_close,
)


def _at_least(id: str, words: str, quantity: str, value: Exact | int, least: int | None) -> Premise:
    return Premise(id, words, least is not None and is_true(Real.of(value) >= least), quantity, least)


def _least(holds: Callable[[int], bool]) -> int | None:
    """The least positive number for which it holds, where it then holds for all larger ones; None beyond 2^200."""
    high = 1
    while not holds(high):
        high *= 2
        if high > MOST:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
