"""What the standard private mechanisms must do: their laws in closed form, and their parameters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count

from littlestone.spec.algebra.reals import Expression, Real, erf, exp, ln
from littlestone.spec.learning.laws import Law, law_of, proportional
from littlestone.spec.learning.privacy import PrivacyParameterError, checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, checked_positive, exact, is_true


def root(x: Expression) -> Real:
    """The square root."""
    return Real.of(x) ** Fraction(1, 2)


def randomized_response_law(row: int, categories: int, epsilon: Expression) -> Law[int]:
    """The true row with weight e^epsilon, every other answer with weight 1."""
    return proportional({answer: exp(epsilon) if answer == row else 1 for answer in range(categories)})


def truncated_geometric_law(value: int, low: int, high: int, alpha: Expression) -> Law[int]:
    """P(z) = (1 - alpha) / (1 + alpha) alpha^|z - value| strictly between low and high, which hold both tails."""
    a = exact(alpha)
    if low == high:
        return law_of({low: 1})
    inner = {z: (1 - a) / (1 + a) * a ** abs(z - value) for z in range(low + 1, high)}
    at_low, at_high = 1 - geometric_tail(low + 1 - value, a), geometric_tail(high - value, a)
    return law_of({low: at_low, **inner, high: at_high})


def geometric_tail(z: int, alpha: Exact) -> Exact:
    """The probability that two-sided geometric noise is at least z."""
    return exact(alpha**z / (1 + alpha)) if z > 0 else exact(1 - alpha ** (1 - z) / (1 + alpha))


def laplace_cells_law(value: Expression, scale: Expression, cuts: Sequence[Fraction]) -> Law[int]:
    """The number of increasing cuts that value + Laplace noise exceeds: P(noise <= x) = e^(x/scale) / 2 for x < 0."""
    below = [exact(laplace_distribution(cut - Real.of(value), scale)) for cut in cuts]
    ends = [Fraction(0), *below, Fraction(1)]
    return law_of({cell: ends[cell + 1] - ends[cell] for cell in range(len(cuts) + 1)})


def laplace_distribution(x: Expression, scale: Expression) -> Real:
    """The probability that Laplace noise is at most x."""
    u = Real.of(x) / scale
    return exp(u) / 2 if is_true(exact(x) < 0) else 1 - exp(-u) / 2


def gaussian_deviation(
    sensitivity: Expression, epsilon: Expression, delta: Expression, numerator: Expression = Fraction(5, 4)
) -> Exact:
    """sensitivity sqrt(2 ln(1.25 / delta)) / epsilon (Dwork and Roth 2014, theorem 3.22).

    Raises PrivacyParameterError on delta = 0.
    """
    if is_true(checked_delta(delta) <= 0):
        raise PrivacyParameterError("delta", delta, "positive for the Gaussian mechanism")
    width = root(2 * ln(numerator / Real.of(delta)))
    return exact(checked_positive("sensitivity", sensitivity) * width / checked_epsilon(epsilon))


def gaussian_delta(deviation: Expression, sensitivity: Expression, epsilon: Expression) -> Real:
    """The least delta of normal noise: Phi(s/2d - eps d/s) - e^eps Phi(-s/2d - eps d/s) (Balle and Wang 2018)."""
    ratio = Real.of(sensitivity) / deviation
    drift = Real.of(epsilon) / ratio
    return normal_distribution(ratio / 2 - drift) - exp(epsilon) * normal_distribution(-ratio / 2 - drift)


def normal_distribution(x: Real) -> Real:
    """The probability that a standard normal variable is at most x."""
    return (1 + erf(x / root(2))) / 2


def exponential_law(scores: Sequence[Expression], sensitivity: Expression, epsilon: Expression) -> Law[int]:
    """P(i) proportional to exp(epsilon scores[i] / (2 sensitivity))."""
    unit = Real.of(epsilon) / (2 * Real.of(sensitivity))
    return proportional({i: exp(unit * score) for i, score in enumerate(scores)})


def noisy_max_of_two(gap: Expression, scale: Expression) -> Exact:
    """The probability that the larger of two scores, ahead by gap >= 0, stays ahead after Laplace noise of one scale.

    The density of the difference of two Laplace variables is (1 + |x| / scale) e^(-|x| / scale) / (4 scale).
    """
    u = Real.of(gap) / scale
    return exact(1 - (2 + u) * exp(-u) / 4)


def first_above(gap: Expression, level_scale: Expression, answer_scale: Expression) -> Exact:
    """The probability that an answer below the threshold by gap >= 0 reaches it, with Laplace noise of two scales.

    For scales a != b the difference of the noises exceeds t >= 0 with probability
    (a^2 e^(-t/a) - b^2 e^(-t/b)) / (2 (a^2 - b^2)).
    """
    a, b, t = Real.of(level_scale), Real.of(answer_scale), Real.of(gap)
    return exact((a**2 * exp(-t / a) - b**2 * exp(-t / b)) / (2 * (a**2 - b**2)))


@lru_cache(maxsize=64, typed=True)
def stable_histogram_threshold(epsilon: Expression, delta: Expression) -> int:
    """The least t >= 2 such that a count of 1 reaches t with probability at most delta, by noise e^(-epsilon |z| / 2).

    Raises PrivacyParameterError on delta = 0.
    """
    if is_true(checked_delta(delta) <= 0):
        raise PrivacyParameterError("delta", delta, "positive for a stable histogram")
    alpha = exact(exp(-Real.of(checked_epsilon(epsilon)) / 2))
    return next(t for t in count(2) if is_true(geometric_tail(t - 1, alpha) <= delta))


def amplified(exp_epsilon: Expression, rate: Expression) -> Exact:
    """e^epsilon of a mechanism run on a random share of the rows: 1 + rate (e^epsilon - 1)."""
    return exact(1 + Real.of(rate) * (Real.of(exp_epsilon) - 1))


def advanced_epsilon(epsilon: Expression, folds: int, delta: Expression, factor: Expression = 2) -> Real:
    """sqrt(2 k ln(1/delta)) eps + k eps (e^eps - 1) (Dwork, Rothblum, Vadhan 2010; Dwork, Roth 2014, theorem 3.20)."""
    return root(factor * folds * ln(1 / Real.of(delta))) * epsilon + folds * Real.of(epsilon) * (exp(epsilon) - 1)
