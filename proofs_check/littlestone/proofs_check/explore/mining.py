"""Relations A >= c * B + d that all classes to 4 points keep, each then put to all the universes of ``explore``.

What follows from others that were found and survive is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from littlestone.proofs_check.explore.exploring import DEFAULT_POINTS, Explored, explore
from littlestone.proofs_check.explore.headline import first_example
from littlestone.proofs_check.explore.known import Relation, why_known
from littlestone.proofs_check.explore.listings import joints, thermometer, why_not_invariant
from littlestone.spec.algebra.circuit import CircuitTooLarge
from littlestone.spec.parameters.library import PARAMETERS

MINED_POINTS = 4

Relations = dict[str, dict[str, list[Relation]]]


@dataclass(frozen=True, slots=True)
class Mined:
    """What became of each relation, the parameters left out with the reason, and how many relations follow."""

    fates: dict[Relation, Explored]
    left_out: tuple[tuple[str, str], ...]
    follow: int


def mine(names: Sequence[str] = tuple(PARAMETERS), jobs: int = 2) -> Mined:
    """Mine the relations among those of the parameters that are proved invariant.

    What follows from a relation that fails is put to the universes itself.
    """
    reasons = {name: _why_left_out(name) for name in names}
    kept = [name for name, reason in reasons.items() if reason is None]
    alive = [relation for a in kept for b in kept if a != b for relation in relations(a, b)]
    fates = dict[Relation, Explored]()
    while new := [relation for relation in without_what_follows(alive) if relation not in fates]:
        fates |= {relation: explore(relation.text, DEFAULT_POINTS, jobs=jobs) for relation in new}
        alive = [one for one in alive if one not in fates or first_example(fates[one].findings) is None]
    left_out = tuple((name, reason) for name, reason in reasons.items() if reason is not None)
    return Mined(dict(sorted(fates.items())), left_out, sum(relation not in fates for relation in alive))


def _why_left_out(name: str) -> str | None:
    if PARAMETERS[name].circuit_points < DEFAULT_POINTS:
        return "its circuit on 5 points is too large"
    try:
        broken = why_not_invariant(name, DEFAULT_POINTS)
    except CircuitTooLarge:
        return "its circuit on 5 points is too large"
    values = [v for m in range(1, DEFAULT_POINTS + 1) for v in thermometer(name, m)[0]]
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
