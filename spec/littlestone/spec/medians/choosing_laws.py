"""The laws of private choices from votes: the choosing mechanism and the stable argmax (YAN25, M2 and M3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import prod
from typing import TypeVar

from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.learning.laws import Law, bernoulli_law, law_of, point_mass, proportional, total
from littlestone.spec.learning.mechanisms import geometric_tail, laplace_tail
from littlestone.spec.learning.privacy import PrivacyParameterError, checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, checked_count, exact, is_true

Solution = TypeVar("Solution", bound=Hashable)
Votes = Mapping[Solution, int]

# ---- The choosing mechanism


@lru_cache(maxsize=1 << 12, typed=True)  # 1.0 == 1, but a float is refused
def choosing_exponent(epsilon: Expression, delta: Expression, k: int = 1) -> Exact:
    """eps theta / 4 = max(ln(1/(2 delta)) + ln(k/(e^{eps/4} - 1)), eps/4 + ln(k/delta)), for the threshold theta.

    Raises PrivacyParameterError unless epsilon > 0 and 0 < delta < 1/2, and ParameterError unless k >= 1.
    """
    checked_count("k", k, 1)
    checked_below(delta, Fraction(1, 2))
    step = exp(Real.of(checked_epsilon(epsilon)) / 4)
    rises, falls = exact(k / (2 * delta * (step - 1))), exact(step * k / delta)
    return exact(ln(rises if is_true(rises >= falls) else falls))


def choosing_threshold(epsilon: Expression, delta: Expression, k: int = 1) -> Exact:
    """theta = (4/eps) max(ln(1/(2 delta)) + ln(k/(e^{eps/4} - 1)), eps/4 + ln(k/delta)).

    Raises as the exponent does.
    """
    return exact(4 * Real.of(choosing_exponent(epsilon, delta, k)) / epsilon)


def checked_below(delta: Expression, most: Expression) -> Exact:
    """The delta as an exact number; raises PrivacyParameterError unless 0 < delta < most."""
    if not (is_true(checked_delta(delta) > 0) and is_true(exact(delta) < most)):
        raise PrivacyParameterError("delta", delta, f"positive and below {most}")
    return exact(delta)


def passing_chance(best: int, epsilon: Expression, delta: Expression, k: int = 1) -> Exact:
    """Pr[best + Lap(4/eps) >= theta]."""
    return laplace_tail(choosing_threshold(epsilon, delta, k) - best, Real.of(epsilon) / 4)


def choosing_law(votes: Votes[Solution], epsilon: Expression, delta: Expression, k: int = 1) -> Law[Solution | None]:
    """The law of the choosing mechanism: of those with a vote, one with a probability proportional to e^{eps q / 4}, if
    the largest number of votes passes the noisy test; else None."""
    weights = {z: exp(Real.of(epsilon) * q / 4) for z, q in votes.items() if q >= 1}
    if not weights:
        return point_mass(None)
    test = bernoulli_law(passing_chance(max(votes.values()), epsilon, delta, k))
    return test.bind(lambda passed: proportional(weights) if passed else point_mass(None))  # type: ignore[arg-type]


# ---- The stable argmax


@lru_cache(maxsize=1 << 12, typed=True)
def stable_threshold(epsilon: Expression, delta: Expression) -> int:
    """The least integer tau with p^(tau - 1) / (1 + p) <= delta, p = e^{-eps/2}.

    Raises PrivacyParameterError unless epsilon > 0 and 0 < delta <= 1 - p.
    """
    p = noise_ratio(epsilon)
    if is_true(checked_delta(delta) <= 0) or is_true(exact(delta) > 1 - p):
        raise PrivacyParameterError("delta", delta, "positive and at most 1 - e^(-epsilon/2)")
    return next(tau for tau in count(1) if is_true(exact(p ** (tau - 1) / (1 + p)) <= delta))


def noise_ratio(epsilon: Expression) -> Exact:
    """p = e^{-eps/2}; raises PrivacyParameterError unless epsilon > 0."""
    return exact(exp(-Real.of(checked_epsilon(epsilon)) / 2))


def stable_argmax_law(votes: Votes[Solution], epsilon: Expression, delta: Expression) -> Law[Solution | None]:
    """The law of the first largest of q(z) + Z_z that is at least tau, over the z with q(z) >= 1; None where none is.

    The values up to the largest number of votes are added up one by one; beyond it all are geometric, and their sums
    are closed forms in p^v.
    """
    tau, p = stable_threshold(epsilon, delta), noise_ratio(epsilon)
    voted = {z: q for z, q in votes.items() if q >= 1}
    counts, last = list(voted.values()), max([tau, *voted.values()])
    wins = {
        z: total([*_wins_at(i, counts, range(tau, last + 1), p), *_wins_beyond(i, counts, last, p)])
        for i, z in enumerate(voted)
    }
    none = prod((1 - geometric_tail(tau - q, p) for q in counts), start=Fraction(1))
    return law_of([*wins.items(), (None, exact(none))])


def _wins_at(i: int, counts: Sequence[int], values: Sequence[int], p: Exact) -> Iterator[Exact]:
    """The chances that the i-th value is this one, those before it are smaller and those after it not larger."""
    for v in values:
        own = geometric_tail(v - counts[i], p) - geometric_tail(v + 1 - counts[i], p)
        smaller = [1 - geometric_tail(v + (j > i) - q, p) for j, q in enumerate(counts) if j != i]
        yield exact(prod(smaller, start=own))


def _wins_beyond(i: int, counts: Sequence[int], last: int, p: Exact) -> Iterator[Exact]:
    """The same for all values v > last, as a polynomial in y = p^v; the sum of y^k is p^(k (last + 1)) / (1 - p^k)."""
    terms: list[Exact] = [exact((1 - p) / (1 + p) * p ** (-counts[i]))]
    for j, q in enumerate(counts):
        if j != i:
            slope = exact(-(p ** ((j > i) - q)) / (1 + p))
            terms = [exact(a + slope * b) for a, b in zip([*terms, Fraction(0)], [Fraction(0), *terms], strict=True)]
    for k, c in enumerate(terms, 1):
        yield exact(c * p ** (k * (last + 1)) / (1 - p**k))
