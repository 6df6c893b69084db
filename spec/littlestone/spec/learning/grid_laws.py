"""All laws whose probabilities are multiples of 1/m, and privacy's inequality on every event, literally."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from littlestone.spec.learning.laws import Law, law_of
from littlestone.spec.learning.privacy import hockey_stick_divergence


def laws(outcomes: int, m: int) -> list[Law[int]]:
    """All laws on so many outcomes whose probabilities are multiples of 1/m."""
    parts = product(range(m + 1), repeat=outcomes - 1)
    return [law_of(enumerate(Fraction(p, m) for p in (*head, m - sum(head)))) for head in parts if sum(head) <= m]


def deltas(m: int) -> list[Fraction]:
    """The multiples of 1/m from 0 to 1."""
    return [Fraction(i, m) for i in range(m + 1)]


def events(outcomes: int) -> list[frozenset[int]]:
    """All sets of outcomes."""
    return [frozenset(S) for size in range(outcomes + 1) for S in combinations(range(outcomes), size)]


def bounded_on_every_event(P: Law[int], Q: Law[int], exp_epsilon: Fraction, delta: Fraction, outcomes: int) -> bool:
    """P(S) <= e^eps Q(S) + delta for every event S: the inequality of differential privacy, literally."""
    return all(P.probability(S) <= exp_epsilon * Q.probability(S) + delta for S in events(outcomes))


def leaked(M: tuple[Law[int], ...], j: int) -> Fraction:
    """The least delta for which the two laws are (ln(1 + j), delta)-indistinguishable."""
    both = (hockey_stick_divergence(P, Q, 1 + j) for P, Q in (M, M[::-1]))
    return max(delta for delta in both if isinstance(delta, Fraction))
