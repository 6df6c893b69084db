"""Classes that a cyclic shift of the points takes to themselves, of at most two orbits: a universe of its own.

The smallest known class that is harder to teach than its VC dimension, Warmuth's on five points, is one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from littlestone.spec.classes.concept_classes import Function, all_functions
from littlestone.spec.families.class_families import ClassFamily, Draw

Orbit = frozenset[Function]


@cache
def orbits_of_shifts(points: int) -> tuple[Orbit, ...]:
    """The orbits of the functions under cyclic shifts of the points, that of the least function first."""
    return tuple(dict.fromkeys(map(_orbit, all_functions(points, 2))))


def _orbit(f: Function) -> Orbit:
    return frozenset((*f[x:], *f[:x]) for x in range(len(f)))


@cache
def cyclic_classes(points: int) -> Sequence[tuple[Function, ...]]:
    """The functions of each class of one orbit or two, fewest first."""
    orbits = orbits_of_shifts(points)
    pairs = (a | b for a, b in combinations(orbits, 2))
    listed = (tuple(sorted(functions)) for functions in (*orbits, *pairs))
    return tuple(sorted(listed, key=lambda functions: (len(functions), functions)))


def numbers_of_cyclic_classes(points: int) -> Mapping[int, int]:
    """How many classes have each number of functions, by the sizes of their orbits alone."""
    sizes = Counter(map(len, orbits_of_shifts(points)))
    found = Counter(sizes)
    for (a, of_a), (b, of_b) in combinations(sizes.items(), 2):
        found[a + b] += of_a * of_b
    for size, orbits in sizes.items():
        found[2 * size] += orbits * (orbits - 1) // 2
    return {size: number for size, number in sorted(found.items()) if number}


def drawn_cyclic_class(points: int, draw: Draw) -> tuple[Function, ...]:
    """A class by two choices of an orbit, which may be the same."""
    orbits = orbits_of_shifts(points)
    return tuple(sorted(orbits[draw(len(orbits))] | orbits[draw(len(orbits))]))


CYCLIC = ClassFamily(
    "binary classes of at most two orbits of the cyclic shift",
    cyclic_classes,
    numbers_of_cyclic_classes,
    drawn_cyclic_class,
)
