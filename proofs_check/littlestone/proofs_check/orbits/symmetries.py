"""The symmetries of binary classes: permutations of the points, and flips of the labels at some of them.

A function is known by its number in lexicographic order, its value at the first point being the highest bit; a class
by the number with a bit for each of its functions. A symmetry is the tuple of the numbers that functions are sent to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product

Symmetry = tuple[int, ...]


def symmetry(order: Sequence[int], flipped: Sequence[int]) -> Symmetry:
    """What sends f to g with g(j) = f(order[j]) XOR flipped[j]."""
    functions = list(product((0, 1), repeat=len(order)))
    number = {f: i for i, f in enumerate(functions)}
    return tuple(number[tuple(f[x] ^ y for x, y in zip(order, flipped, strict=True))] for f in functions)


def symmetries(points: int) -> Iterator[Symmetry]:
    """All points! * 2^points of them, the identity first."""
    for order in permutations(range(points)):
        for flipped in product((0, 1), repeat=points):
            yield symmetry(order, flipped)


def generators(points: int) -> dict[str, Symmetry]:
    """Some that all others are products of, by what they do: a swap, a rotation and a flip."""
    same, still = tuple(range(points)), (0,) * points
    found = {
        "swapping the first two points": symmetry((1, 0, *same[2:])[:points] if points > 1 else same, still),
        "rotating the points": symmetry((*same[1:], *same[:1]), still),
        "flipping the labels at the first point": symmetry(same, (1, *still[1:])) if points else (0,),
    }
    return {name: g for name, g in found.items() if g != tuple(range(2**points))}


def image(g: Symmetry, number: int) -> int:
    """The number of the class that a symmetry makes of the one with this number."""
    return sum(1 << to for i, to in enumerate(g) if number >> i & 1)


def least_of_orbit(number: int, points: int) -> int:
    """The least number of a class in the orbit of the one with this number."""
    return min(image(g, number) for g in _all_symmetries(points))


@lru_cache(maxsize=6)
def _all_symmetries(points: int) -> tuple[Symmetry, ...]:
    return tuple(symmetries(points))


def cycle_lengths(g: Symmetry) -> tuple[int, ...]:
    """The lengths of the cycles that a symmetry has on the functions, in increasing order."""
    left, found = set(range(len(g))), list[int]()
    while left:
        length, i = 1, left.pop()
        while g[i] in left:
            i, length = g[i], length + 1
            left.remove(i)
        found.append(length)
    return tuple(sorted(found))


def number_of_orbits(points: int) -> int:
    """How many orbits of classes there are, the empty one's included, by Burnside's lemma."""
    fixed = [1 << len(cycle_lengths(g)) for g in symmetries(points)]
    return sum(fixed) // len(fixed)
