"""Couplings of two laws: how likely their outcomes can be made to be related."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from littlestone.spec.learning.laws import Law, Outcome
from littlestone.spec.learning.samples import rational

Unit = int


def coupled_share(P: Law[Outcome], Q: Law[Outcome], related: Callable[[Outcome, Outcome], bool]) -> Fraction:
    """The largest probability with which a pair of outcomes is related, over all couplings of two rational laws.

    Both laws are cut into equal units, and units of one matched with related ones of the other along augmenting paths.
    """
    weights = [rational(weight) for law in (P, Q) for _, weight in law.items]
    unit = lcm(*(weight.denominator for weight in weights))
    left, right = _units(P, unit), _units(Q, unit)
    links = [[j for j, y in enumerate(right) if related(x, y)] for x in left]
    owner: dict[Unit, Unit] = {}
    matched = sum(_augmented(i, links, owner, set()) for i in range(len(left)))
    return Fraction(matched, unit)


def _units(law: Law[Outcome], unit: int) -> list[Outcome]:
    return [outcome for outcome, weight in law.items for _ in range(int(rational(weight) * unit))]


def _augmented(i: Unit, links: list[list[Unit]], owner: dict[Unit, Unit], seen: set[Unit]) -> bool:
    """Whether unit i finds a partner, others making room for it."""
    for j in links[i]:
        if j not in seen:
            seen.add(j)
            if j not in owner or _augmented(owner[j], links, owner, seen):
                owner[j] = i
                return True
    return False
