"""The parameters of LYU25's private online learner: as printed, with every constant that its O() and C leave open."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import checked_count, checked_positive, exact, is_true

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


def at_least_one(number: Real) -> Real:
    """max(1, x)."""
    return number if is_true(number > 1) else Real.of(1)
