"""A search among classes too many to list: from random ones and from those known, ever nearer to what is wanted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.explore.findings import Members, Shown, shown_at
from littlestone.proofs_check.explore.formulas import Undefined
from littlestone.proofs_check.explore.goals import better, nearness
from littlestone.proofs_check.explore.listings import members_of, pack, places_at, unpacked
from littlestone.proofs_check.explore.questions import Asked
from littlestone.spec.classes.concept_classes import all_functions

MOST_POINTS = 6  # the number of a class has 64 bits
ROUNDS, CHILDREN, PARENTS = 40, 2048, 64  # not tuned
DENSITIES = (0.1, 0.2, 0.35, 0.5, 0.75)
MOST_CHANGED = 4


def looked_at() -> int:
    """How many classes a search looks at."""
    return (ROUNDS + 1) * CHILDREN


def search(question: Asked, points: int, known: Sequence[Members], seed: int) -> Shown | None:
    """The class that says most to the question of those the search meets, or None; the same for the same seed."""
    source = np.random.default_rng(seed)
    pool = np.concatenate([_extended(known, points), _random(points, source)])[:CHILDREN]
    best: Shown | None = None
    for _ in range(ROUNDS + 1):
        keys, nears = _judged(question, points, pool)
        order = np.argsort(-nears[keys], kind="stable")
        best = _best_of(question, points, int(pool[order[0]]), best)
        pool = _children(pool[order[:PARENTS]], points, source)
    return best


def _extended(known: Sequence[Members], points: int) -> Array:
    """The known classes on fewer points, with a further point on which all agree, on which all copy, or all do both."""
    number = {f: i for i, f in enumerate(all_functions(points, 2))}
    found = []
    for members in known:
        if members and len(members[0]) == points - 1:
            agree, copy = [(*f, 0) for f in members], [(*f, f[-1]) for f in members]
            both = [(*f, y) for f in members for y in (0, 1)]
            found += [sum(1 << number[f] for f in grown) for grown in (agree, copy, both)]
    return np.array(found, dtype=np.uint64)


def _random(points: int, source: np.random.Generator) -> Array:
    functions = 1 << points
    rows = [source.random((CHILDREN // len(DENSITIES), functions)) < density for density in DENSITIES]
    return _numbers(np.concatenate(rows))


def _numbers(present: Array) -> Array:
    weights = np.left_shift(np.uint64(1), np.arange(present.shape[1], dtype=np.uint64))
    numbers = (present * weights).sum(axis=1, dtype=np.uint64)
    found: Array = numbers[numbers != 0]
    return found


def _children(parents: Array, points: int, source: np.random.Generator) -> Array:
    """The parents, and classes that differ from one of them in a few functions."""
    chosen = source.choice(parents, CHILDREN)
    for _ in range(MOST_CHANGED):
        changed = np.left_shift(np.uint64(1), source.integers(0, 1 << points, CHILDREN, dtype=np.uint64))
        chosen = np.where(source.random(CHILDREN) < 0.5, chosen ^ changed, chosen)
    numbers: Array = np.concatenate([parents, chosen[chosen != 0]])[:CHILDREN]
    return numbers


def _judged(question: Asked, points: int, pool: Array) -> tuple[Array, Array]:
    """For each class the place of its joint values, and how near these are to what is wanted."""
    packed = pack(question.names, points, [places_at(name, points, pool) for name in question.names])
    keys, inverse = np.unique(packed, return_inverse=True)
    nears = [nearness(question, unpacked(int(key), question.names, points)) for key in keys]
    return inverse, np.array(nears)


def _best_of(question: Asked, points: int, number: int, best: Shown | None) -> Shown | None:
    """The better of a class and of the best so far, by exact values; of two examples the smaller."""
    try:
        new = shown_at(question, members_of(number, points))
    except Undefined:
        return best
    if new is None or best is None:
        return new or best
    if new.says.value is None or best.says.value is None:
        return min(best, new, key=lambda shown: len(shown.members))
    return new if better(new.says.value, best.says.value, new.says.side) else best
