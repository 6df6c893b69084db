"""Relations A >= c * B + d that all classes to 4 points keep, each attacked on 5 and 6 points.

What follows from relations that are known, or from others that were found, is left out. What survives is a conjecture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from littlestone.proofs_check.explore.findings import Shown, shown_at
from littlestone.proofs_check.explore.guided import search
from littlestone.proofs_check.explore.listings import (
    listing,
    members_of,
    places,
    thermometer,
    why_not_invariant,
)
from littlestone.proofs_check.explore.parameters import parameters
from littlestone.proofs_check.explore.questions import asked
from littlestone.spec.algebra.circuit import CircuitTooLarge

MINED_POINTS, ATTACKED_POINTS, SEARCHED_POINTS = 4, 5, 6


@dataclass(frozen=True, slots=True)
class Relation:
    """A is at least ``factor`` times B plus ``summand``."""

    greater: str
    lesser: str
    factor: Fraction
    summand: Fraction

    @property
    def text(self) -> str:
        """As it is typed."""
        right = self.lesser if self.factor == 1 else f"{self.factor} * {self.lesser}"
        return f"{self.greater} >= {right}" + (f" + {self.summand}" if self.summand else "")

    def implies(self, other: Relation) -> bool:
        """It says at least as much of the same two parameters, where the lesser one is not negative."""
        same = (self.greater, self.lesser) == (other.greater, other.lesser)
        return same and self.factor >= other.factor and self.summand >= other.summand

    def then(self, other: Relation) -> Relation:
        """What follows from both: other speaks of the lesser parameter of this one."""
        factor, summand = self.factor * other.factor, self.factor * other.summand + self.summand
        return Relation(self.greater, other.lesser, factor, summand)


Relations = dict[str, dict[str, list[Relation]]]

# What the literature proves of all classes: nobody asks for it again
KNOWN = tuple(
    Relation(greater, lesser, Fraction(1), Fraction(summand))
    for greater, lesser, summand in [("Ldim", "VC", 0), ("size", "Ldim", 1), ("star", "VC", 0), ("TD", "TS_min", 0)]
)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a relation: a class that it fails at, on so many points, or None where it survived."""

    relation: Relation
    points: int
    killed_by: Shown | None


@dataclass(frozen=True)
class Mined:
    """What was mined: the fates of the relations, and the parameters that were left out, with the reason.

    ``points`` is the largest number of points on which they were attacked, ``follow`` how many follow from others.
    """

    points: int
    fates: tuple[Fate, ...]
    left_out: tuple[tuple[str, str], ...]
    follow: int

    @property
    def conjectures(self) -> list[Relation]:
        """What survived."""
        return [fate.relation for fate in self.fates if fate.killed_by is None]


def mine(names: Sequence[str] | None = None, points: int = ATTACKED_POINTS, seed: int = 0) -> Mined:
    """Mine the relations among the parameters, all of them for None, that are proved invariant.

    With 6 points they are attacked by a search there too.
    """
    wanted = list(names or parameters())
    reasons = {name: _why_left_out(name) for name in wanted}
    kept = [name for name in wanted if reasons[name] is None]
    found = [relation for a in kept for b in kept if a != b for relation in relations(a, b)]
    needed = without_what_follows(found, KNOWN)
    fates = tuple(attacked(relation, points, seed) for relation in needed)
    left_out = tuple((name, reason) for name, reason in reasons.items() if reason is not None)
    return Mined(points, fates, left_out, len(found) - len(needed))


def _why_left_out(name: str) -> str | None:
    if parameters()[name].circuit_points < ATTACKED_POINTS:
        return "its circuit on 5 points is too large"
    try:
        broken = why_not_invariant(name, ATTACKED_POINTS)
    except CircuitTooLarge:
        return "its circuit on 5 points is too large"
    values = [v for m in range(1, ATTACKED_POINTS + 1) for v in thermometer(name, m)[0]]
    if not all(isinstance(v, int | Fraction) for v in values):
        return "its values are no fractions"
    return None if broken is None else f"it is not proved the same after {broken}"


def relations(a: str, b: str) -> Iterator[Relation]:
    """The strongest A >= B + d with d >= 0, and the strongest A >= c * B with c > 0 where that says more."""
    pairs = {pair for m in range(1, MINED_POINTS + 1) for pair in _pairs(a, b, m)}
    summand = min(x - y for x, y in pairs)
    if summand >= 0:
        yield Relation(a, b, Fraction(1), summand)
    ratios = [x / y for x, y in pairs if y > 0]
    factor = min(ratios, default=Fraction(0))
    holds = all(x >= factor * y for x, y in pairs)
    if holds and factor > 0 and (factor > 1 or summand < 0):
        yield Relation(a, b, factor, Fraction(0))


def _pairs(a: str, b: str, points: int) -> set[tuple[Fraction, Fraction]]:
    return set(zip(_column(a, points), _column(b, points), strict=True))


@lru_cache(maxsize=512)
def _column(name: str, points: int) -> list[Fraction]:
    """The parameter's value for each orbit."""
    values = [Fraction(v) for v in thermometer(name, points)[0]]  # type: ignore[arg-type]
    return [values[i] for i in places(name, points, True).tolist()]


# ---- What follows


def follows(relation: Relation, known: Relations) -> bool:
    """One of the known relations, or two of them one after the other, say as much."""
    a, b = relation.greater, relation.lesser
    if any(r.implies(relation) for r in known.get(a, {}).get(b, ())):
        return True
    ways = (
        (first, then)
        for c, firsts in known.get(a, {}).items()
        if c != b
        for first in firsts
        for then in known.get(c, {}).get(b, ())
    )
    return any(first.then(second).implies(relation) for first, second in ways)


def by_ends(found: Iterable[Relation]) -> Relations:
    """The relations by their greater, then by their lesser parameter."""
    ends: Relations = {}
    for r in found:
        ends.setdefault(r.greater, {}).setdefault(r.lesser, []).append(r)
    return ends


def without_what_follows(found: Sequence[Relation], known: Iterable[Relation]) -> list[Relation]:
    """The relations but for those that follow from the others that are kept; those with most ways round go first."""
    every, taken = by_ends([*found, *known]), set(known)
    around = {r: sum(r.lesser in every.get(c, {}) for c in every.get(r.greater, {})) for r in found}
    kept = by_ends([*found, *taken])
    for relation in sorted(set(found) - taken, key=lambda r: (-around[r], r.summand, r.factor, r.greater, r.lesser)):
        here = kept[relation.greater][relation.lesser]
        here.remove(relation)
        if not follows(relation, kept):
            here.append(relation)
    rest = {r for ends in kept.values() for relations in ends.values() for r in relations} - taken
    return sorted(rest, key=lambda r: (r.greater, r.lesser, r.factor, r.summand))


# ---- Attacks


def attacked(relation: Relation, points: int = ATTACKED_POINTS, seed: int = 0) -> Fate:
    """Look at all classes on 5 points, and with 6 search among those there."""
    question = asked(relation.text, parameters())
    number = _least_violation(relation)
    if number is not None:
        return Fate(relation, ATTACKED_POINTS, shown_at(question, members_of(number, ATTACKED_POINTS)))
    if points < SEARCHED_POINTS:
        return Fate(relation, ATTACKED_POINTS, None)
    return Fate(relation, SEARCHED_POINTS, search(question, SEARCHED_POINTS, [], seed))


def _least_violation(relation: Relation) -> int | None:
    """The number of the least class on 5 points at which the relation fails."""
    names = (relation.greater, relation.lesser)
    high, low = ([Fraction(v) for v in thermometer(name, ATTACKED_POINTS)[0]] for name in names)  # type: ignore[arg-type]
    fails = np.array([[a < relation.factor * b + relation.summand for b in low] for a in high])
    at = np.flatnonzero(fails[places(names[0], ATTACKED_POINTS, True), places(names[1], ATTACKED_POINTS, True)])
    return int(listing(ATTACKED_POINTS, True).numbers[at[0]]) if len(at) else None
