"""Relations A >= c * B + d that all classes to 4 points keep, each attacked on 5 and 6 points.

What follows from others that were found and survive is left out. Of each relation that is kept it is said whether it is
known, and what survives without being in the kit's lists is called new, which says no more than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from littlestone.proofs_check.explore.beyond import GIVEN_UP
from littlestone.proofs_check.explore.findings import Shown, from_joints
from littlestone.proofs_check.explore.guided import search
from littlestone.proofs_check.explore.known import Known, Relation, Status, checked_against, why_known
from littlestone.proofs_check.explore.listings import joints, thermometer, why_not_invariant
from littlestone.proofs_check.explore.questions import asked
from littlestone.spec.algebra.circuit import CircuitTooLarge
from littlestone.spec.parameters.library import PARAMETERS

MINED_POINTS, ATTACKED_POINTS, SEARCHED_POINTS = 4, 5, 6

Relations = dict[str, dict[str, list[Relation]]]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a relation: a class that it fails at, on so many points, or None where it survived to them.

    ``known`` says what it follows from in the kit's lists, or that they refute it.
    """

    relation: Relation
    points: int
    killed_by: Shown | None
    known: Known

    @property
    def status(self) -> Status | Literal["refuted"]:
        """What the kit can say of it; new is what is not in its lists."""
        return self.known.status if self.killed_by is None else "refuted"


@dataclass(frozen=True)
class Mined:
    """What was mined: the fates of the relations, and the parameters that were left out, with the reason.

    ``points`` is the largest number of points on which they were attacked, ``follow`` how many follow from those that
    survived.
    """

    points: int
    fates: tuple[Fate, ...]
    left_out: tuple[tuple[str, str], ...]
    follow: int

    def of(self, status: str) -> list[Fate]:
        """The fates of one kind."""
        return [fate for fate in self.fates if fate.status == status]


def mine(names: Sequence[str] | None = None, points: int = ATTACKED_POINTS, seed: int = 0) -> Mined:
    """Mine the relations among the parameters, all of them for None, that are proved invariant.

    With 6 points they are attacked by a search there too. What follows from a relation that fails is attacked itself.
    """
    wanted = list(names or PARAMETERS)
    reasons = {name: _why_left_out(name) for name in wanted}
    kept = [name for name in wanted if reasons[name] is None]
    alive = [relation for a in kept for b in kept if a != b for relation in relations(a, b)]
    fates = dict[Relation, Fate]()
    while new := [relation for relation in without_what_follows(alive) if relation not in fates]:
        fates |= {relation: attacked(relation, points, seed) for relation in new}
        alive = [relation for relation in alive if relation not in fates or fates[relation].killed_by is None]
    left_out = tuple((name, reason) for name, reason in reasons.items() if reason is not None)
    follow = sum(relation not in fates for relation in alive)
    return Mined(points, tuple(fates[relation] for relation in sorted(fates)), left_out, follow)


def _why_left_out(name: str) -> str | None:
    if PARAMETERS[name].circuit_points < ATTACKED_POINTS:
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
    cases = [case.values for m in range(1, MINED_POINTS + 1) for case in joints((a, b), m).cases]
    pairs = {(Fraction(values[a]), Fraction(values[b])) for values in cases}  # type: ignore[arg-type]
    summand = min(x - y for x, y in pairs)
    if summand >= 0:
        yield Relation(a, b, Fraction(1), summand)
    ratios = [x / y for x, y in pairs if y > 0]
    factor = min(ratios, default=Fraction(0))
    holds = all(x >= factor * y for x, y in pairs)
    if holds and factor > 0 and (factor > 1 or summand < 0):
        yield Relation(a, b, factor, Fraction(0))


# ---- What follows


def follows(relation: Relation, known: Relations) -> bool:
    """One of the known relations, or two of them one after the other, say as much."""
    a, b = relation.greater, relation.lesser
    ways = [
        first.then(then)
        for c, firsts in known.get(a, {}).items()
        for first in firsts
        for then in ([Relation(b, b)] if c == b else known.get(c, {}).get(b, ()))
    ]
    return any(way.implies(relation) for way in ways)


def by_ends(found: Iterable[Relation]) -> Relations:
    """The relations by their greater, then by their lesser parameter."""
    ends: Relations = {}
    for r in found:
        ends.setdefault(r.greater, {}).setdefault(r.lesser, []).append(r)
    return ends


def without_what_follows(found: Sequence[Relation]) -> list[Relation]:
    """The relations but for those that follow from the others that are kept.

    Those that are not known go first, then those with most ways round.
    """
    kept = by_ends(found)
    around = {r: sum(r.lesser in kept.get(c, {}) for c in kept.get(r.greater, {})) for r in found}
    for relation in sorted(set(found), key=lambda r: (bool(why_known(r)), -around[r], r.summand, r.factor, r)):
        here = kept[relation.greater][relation.lesser]
        here.remove(relation)
        if not follows(relation, kept):
            here.append(relation)
    return sorted(r for ends in kept.values() for relations in ends.values() for r in relations)


# ---- Attacks


def attacked(relation: Relation, points: int = ATTACKED_POINTS, seed: int = 0) -> Fate:
    """Look at all classes on 5 points, and with 6 search among those there, if budgets are enough."""
    question = asked(relation.text, PARAMETERS)
    reached, killer = MINED_POINTS, None
    with suppress(*GIVEN_UP):
        killer = from_joints(question, joints(question.names, ATTACKED_POINTS)).of(0)
        reached = ATTACKED_POINTS
        if killer is None and points >= SEARCHED_POINTS:
            killer = search(question, SEARCHED_POINTS, [], seed)
            reached = SEARCHED_POINTS
    return Fate(relation, reached, killer, checked_against(question, killer))
