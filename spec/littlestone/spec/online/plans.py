"""The parameters of LYU25's private online learner: as printed, with every constant that its O() and C leave open."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import ParameterError, checked_count, checked_positive, exact, is_true
from littlestone.spec.online.online_parameters import BUDGETS, RepairedParameters

Split = Literal["independent", "equal"]
TENTH = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class OnlinePlan:
    """How algorithms 3 and 4 of LYU25 are run; every number can be replaced.

    ``calls`` is K_budget, ``teachers`` k, ``buffer`` U, ``draws`` the O(log T) draws of a call. Laplace noise has the
    scale 1 / buffer_epsilon on |E| and 1 / stage_epsilon on m, and a draw the parameter sample_epsilon with B =
    bottom_share k. A call's test asks for a frequency above share k. Stage j keeps the functions of error at most level
    rate^j on each of a teacher's data sets, and asks for their (2^j depth, d)-essential hypotheses. ``split`` says how
    the buffer goes to the teachers: each example to an independent uniform one, or "equal" as printed: in random order,
    the first |E| mod k data sets one larger. ``emptied`` lists are empty unless the decomposition dimension of the
    class is d + 1 - j, the largest that stage j has where the proof holds (LYU25.C6.4.corrected). Raises ParameterError
    and PrivacyParameterError where one is out of range.
    """

    d: int
    calls: int
    teachers: int
    buffer: Expression
    buffer_epsilon: Expression
    stage_epsilon: Expression
    draws: int
    sample_epsilon: Expression
    rate: Fraction
    depth: int
    share: Fraction = Fraction(4, 5)
    bottom_share: Fraction = TENTH
    level: Fraction = TENTH
    split: Split = "independent"
    emptied: bool = False

    def __post_init__(self) -> None:
        for name, least in {"d": 0, "calls": 0, "teachers": 1, "draws": 1, "depth": 0}.items():
            checked_count(name, getattr(self, name), least)
        for epsilon in (self.buffer_epsilon, self.stage_epsilon, self.sample_epsilon):
            checked_epsilon(epsilon)

    @property
    def stages(self) -> int:
        """The last stage, d + 1."""
        return self.d + 1

    @property
    def wanted(self) -> Fraction:
        """4k/5, which the noisy frequency must exceed."""
        return self.share * self.teachers

    @property
    def bottom(self) -> Fraction:
        """B = k/10, the score of the failure symbol."""
        return self.bottom_share * self.teachers

    def threshold(self, stage: int) -> Fraction:
        """(1/10) (1 - 1/d)^j, the largest error that DefineClass allows in stage j."""
        return self.level * self.rate**stage

    def points(self, stage: int) -> int:
        """p = 2^j d^3 of the essential hypotheses of stage j."""
        return int(2**stage * self.depth)


@dataclass(frozen=True, slots=True)
class OnlineConstants:
    """The constants that LYU25's algorithms 3 and 4 leave open, in front of what is printed; 1 where none is given."""

    calls: Expression = 1
    teachers: Expression = 1
    buffer: Expression = 1
    buffer_noise: Expression = 1
    stage_noise: Expression = 1
    draws: Expression = 1


UNITS = OnlineConstants()


def online_plan(
    d: int, epsilon: Expression, delta: Expression, horizon: int, constants: OnlineConstants = UNITS
) -> OnlinePlan:
    """The parameters that algorithms 3 and 4 print for T = ``horizon`` steps, with the choices that the print needs.

    K_budget, k and the draws are integers: C d^3 rounded down, k and O(log T) up. Where log T, log(1/delta), log(d
    log T) or log(T/delta) is below 1 (T <= 2, delta near 1 or beyond, d log T < e) it counts as 1, since k and U would
    be 0 or negative. At d = 0 the class has one function: there is one teacher and no call is answered, and 1/d counts
    as 1. Raises PrivacyParameterError unless epsilon > 0, and ParameterError on delta <= 0, d < 0 or T < 1.
    """
    checked_count("d", d, 0)
    eps, steps = Real.of(checked_epsilon(epsilon)), Real.of(checked_count("T", horizon, 1))
    log_steps, log_delta = at_least_one(ln(steps)), at_least_one(-ln(checked_positive("delta", delta)))
    log_both, root = at_least_one(ln(steps / delta)), Real.of(max(d, 1)) ** Fraction(1, 2)
    cube, d_at_least_one = max(d, 1) ** 3, max(d, 1)
    k = ceiling(constants.teachers * cube * root * log_steps * log_delta / eps) if d else 1
    U = constants.buffer * cube * at_least_one(ln(d_at_least_one * log_steps)) * k
    return OnlinePlan(
        d=d,
        calls=floor(constants.calls * Real.of(d**3)),
        teachers=k,
        buffer=Fraction(ceiling(U)),
        buffer_epsilon=exact(eps / (constants.buffer_noise * log_both * cube)),
        stage_epsilon=exact(eps / (constants.stage_noise * log_both * d_at_least_one)),
        draws=ceiling(constants.draws * log_steps),
        sample_epsilon=exact(eps / (d_at_least_one * root * log_steps * log_delta)),
        rate=1 - Fraction(1, d_at_least_one),
        depth=d**3,
    )


def corrected_plan(d: int, epsilon: Expression, delta: Expression, horizon: int) -> OnlinePlan:
    """The plan of Theorem 1 as corrected: ``RepairedParameters``, rounded up, for d >= 1, T >= 3 and delta <= 1/T.

    With epsilon <= 1 it has few mistakes and is private by LYU25.T1.corrected. Raises PrivacyParameterError unless
    epsilon > 0, and ParameterError where another is out of range.
    """
    steps = Real.of(checked_count("horizon", horizon, 3))
    log_d, given = ln(Real.of(checked_count("d", d, 1))), Real.of(checked_epsilon(epsilon))
    log_steps, log = ln(steps), ln(4 / checked_positive("delta", delta))
    if not is_true(steps * delta <= 1):
        raise ParameterError("delta", delta, f"at most 1/{horizon}, one over the horizon")
    logs, r = 68 + 13 * log_d + 7 * ln(log) + 2 * at_least_one(ln(1 / given)), 1 + log / d**2
    half = Fraction(1, 2)
    found = RepairedParameters(d, given, r, log, log_steps, logs, (logs * d**3 * r * log_steps * log) ** half)
    calls, draws = ceiling(found.K), ceiling(found.draws)
    sample_epsilon = exact(given / (BUDGETS * (calls * draws * log) ** half))
    k = ceiling(100 * found.lists / sample_epsilon)
    return OnlinePlan(
        d=d,
        calls=calls,
        teachers=k,
        buffer=Fraction(ceiling(found.chunk * k)),
        buffer_epsilon=exact(1 / found.noise(((calls + 1) * log) ** half)),
        stage_epsilon=exact(1 / found.noise(((d + 1) * log) ** half)),
        draws=draws,
        sample_epsilon=sample_epsilon,
        rate=1 - Fraction(1, 5 * d),
        depth=ceiling(found.chunk),
        emptied=True,
    )


def at_least_one(number: Real) -> Real:
    """max(1, x)."""
    return number if is_true(number > 1) else Real.of(1)
