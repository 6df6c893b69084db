"""What the standard private mechanisms must do: their laws in closed form, and their parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count
from typing import Any

from littlestone.spec.algebra.reals import Expression, Real, binomial, erf, exp, ln
from littlestone.spec.learning.laws import Law, bernoulli_law, law_of, point_mass, proportional
from littlestone.spec.learning.privacy import PrivacyParameterError, checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, checked_positive, exact, is_true

Answers = tuple[bool, ...]
Ask = Callable[[Answers], Any]
Lists = Sequence[Collection[Any]]


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


# ---- The private sparse sample (LYU25, algorithm 1)


def scores(lists: Lists) -> Counter[Any]:
    """score(u), the number of lists that have u."""
    return Counter(item for items in lists for item in set(items))


def sample_law(found: Mapping[Any, int], epsilon: Any, bottom: Any) -> Law[Any]:
    """Every item with a probability proportional to e^(epsilon score), None to ``bottom``, which is e^(epsilon B)."""
    weights: dict[Hashable, Any] = {item: exp(epsilon * score) for item, score in found.items()}
    return proportional({**weights, None: bottom})


def private_sample_law(lists: Lists, epsilon: Any, B: Any) -> Law[Any]:
    """The law of PrivateSample; None is the failure symbol."""
    return sample_law(scores(lists), epsilon, exp(epsilon * B))


def short_lists(items: Sequence[int], longest: int) -> list[tuple[int, ...]]:
    """All lists of at most so many of the items, each in their order."""
    return [chosen for size in range(longest + 1) for chosen in combinations(items, size)]


# ---- AboveThreshold with fresh noise on each answer (LYU25, algorithm 2)


def laplace_tail(t: Any, epsilon: Any) -> Exact:
    """Pr[Lap(1/eps) >= t]."""
    u = epsilon * Real.of(t)
    return exact(exp(-u) / 2 if is_true(u >= 0) else 1 - exp(u) / 2)


def above_threshold_law(
    ask: Ask, H: Any, epsilon: Any, K: int, answers: Answers = (), counted: bool = True
) -> Law[Answers]:
    """The law of all answers of CLAboveThreshold, True for Above, from those given so far; ``ask`` gives f_t(D), or
    None where no query comes."""
    value = ask(answers) if answers.count(counted) in range(K + 1) else None
    if value is None:
        return point_mass(answers)
    test = bernoulli_law(laplace_tail(H - value, epsilon))
    return test.bind(lambda above: above_threshold_law(ask, H, epsilon, K, (*answers, above), counted))


def above_threshold_counts(p: Any, K: int, q: int) -> Iterator[tuple[tuple[int, int], Any]]:
    """(Aboves, Belows) of at most q like queries, each Above with probability p, with their probabilities: all that the
    answers say of p."""
    for belows in range(q - K):
        yield (K + 1, belows), binomial(K + belows, K) * p ** (K + 1) * (1 - p) ** belows
    for aboves in set(range(K + 1)) & set(range(q + 1)):
        yield (aboves, q - aboves), binomial(q, aboves) * p**aboves * (1 - p) ** (q - aboves)
