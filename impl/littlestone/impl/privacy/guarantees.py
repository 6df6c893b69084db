"""What a learner promises: its privacy on every sample, and its accuracy from so many rows on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError, checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_positive, exact, is_true

REPLACE_ONE = "replace one row"
ADD_REMOVE = "add or remove one row"
USER_LEVEL = "add or remove all rows of one user"
REPLACE_ONE_SAME_LABELS = "replace one row, where the same labels occur"


@dataclass(frozen=True, slots=True)
class Guarantee:
    """(epsilon, delta)-privacy of neighbours and, where promised, rho-zCDP, mu-Gaussian privacy and accuracy.

    ``neighbours`` is REPLACE_ONE, ADD_REMOVE or USER_LEVEL, what the kit audits, or other words.

    Privacy is for all samples; accuracy for samples labelled by a function of the class, from ``rows`` rows on (None
    where the number depends on what is not known yet). A learner declares it as its attribute ``guarantee``, which
    audits and gates read. Raises PrivacyParameterError on epsilon <= 0 or delta outside [0, 1], and ParameterError on
    rho <= 0 or mu <= 0, on alpha or beta outside (0, 1] or one of them alone.
    """

    epsilon: Expression
    delta: Expression = Fraction(0)
    alpha: Expression | None = None
    beta: Expression | None = None
    rows: int | None = None
    neighbours: str = REPLACE_ONE
    rho: Expression | None = None
    mu: Expression | None = None

    def __post_init__(self) -> None:
        checked_epsilon(self.epsilon)
        checked_delta(self.delta)
        for name, value in (("rho", self.rho), ("mu", self.mu)):
            if value is not None:
                checked_positive(name, value)
        if self.alpha is not None or self.beta is not None:
            checked_share("alpha", self.alpha)
            checked_share("beta", self.beta)

    def check(self, rows: int) -> None:
        """Raise SampleError where the rows are fewer than the accuracy needs."""
        if self.rows is not None and rows < self.rows:
            wanted = f"at least {self.rows}, the rows that ({self.alpha}, {self.beta})-accuracy needs"
            raise SampleError("n_samples", rows, wanted)


def smaller(a: Expression, b: Expression) -> Exact:
    """The smaller of two numbers."""
    return exact(a) if is_true(exact(a) <= exact(b)) else exact(b)


def checked_share(name: str, value: Expression | None) -> None:
    """Raise ParameterError unless the number is there and in (0, 1]."""
    if value is None or not (is_true(exact(value) > 0) and is_true(exact(value) <= 1)):
        raise ParameterError(name, value, "in (0, 1]")


def inner_delta(delta: Expression) -> Exact:
    """The delta as an exact number; raises PrivacyParameterError outside (0, 1)."""
    number = checked_delta(delta)
    if not (is_true(number > 0) and is_true(number < 1)):
        raise PrivacyParameterError("delta", delta, "strictly between 0 and 1")
    return number


@dataclass(frozen=True, slots=True)
class PrivateGoal:
    """What a learner of a listed class is to reach: (epsilon, delta)-privacy, and a failure with chance at most beta.

    Raises PrivacyParameterError unless epsilon > 0 and 0 < delta <= 1, and ParameterError unless 0 < beta <= 1.
    """

    epsilon: Expression
    delta: Expression
    beta: Expression = Fraction(1, 100)

    def __post_init__(self) -> None:
        checked_epsilon(self.epsilon)
        if not is_true(checked_delta(self.delta) > 0):
            raise PrivacyParameterError("delta", self.delta, "positive and at most 1")
        checked_share("beta", self.beta)

    def share(self, parts: int) -> PrivateGoal:
        """The same with beta / parts."""
        return replace(self, beta=exact(Real.of(self.beta) / parts))
