"""The symmetries of classes: permutations of the points, and of labels, of two at single points, of more at all alike.

A function is known by its number in lexicographic order, its value at the first point being the highest digit; a class
by the number with a bit for each of its functions. A symmetry is the tuple of the numbers that functions are sent to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, permutations, product

Symmetry = tuple[int, ...]
Blocks = tuple[tuple[int, ...], ...]  # of labels, each in one
BINARY: Blocks = ((0, 1),)


def symmetry(order: Sequence[int], renamed: Sequence[Sequence[int]], labels: int) -> Symmetry:
    """What sends f to g with g(j) = renamed[j][f(order[j])]."""
    functions = list(product(range(labels), repeat=len(order)))
    number = {f: i for i, f in enumerate(functions)}
    return tuple(number[tuple(names[f[x]] for x, names in zip(order, renamed, strict=True))] for f in functions)


def symmetries(points: int, blocks: Blocks = BINARY) -> Iterator[Symmetry]:
    """All of them, the identity first: points! * 2^points where there are two labels that may be exchanged.

    The labels of a block may be exchanged: two at each point for itself, more at all points alike.
    """
    names = list(_renamings(blocks))
    labels = len(names[0])
    for order in permutations(range(points)):
        for renamed in product(names, repeat=points) if labels == 2 else ((one,) * points for one in names):
            yield symmetry(order, renamed, labels)


def _renamings(blocks: Blocks) -> Iterator[tuple[int, ...]]:
    """What becomes of each label."""
    for images in product(*map(permutations, blocks)):
        moved = dict(zip(chain(*blocks), chain(*images), strict=True))
        yield tuple(moved[y] for y in sorted(moved))


def generators(points: int, blocks: Blocks = BINARY) -> dict[str, Symmetry]:
    """Some that all others are products of, by what they do."""
    same, labels = tuple(range(points)), sum(map(len, blocks))
    still = (tuple(range(labels)),) * points
    found = {
        "swapping the first two points": symmetry((*same[1::-1], *same[2:]), still, labels),
        "rotating the points": symmetry((*same[1:], *same[:1]), still, labels),
    }
    if blocks == BINARY:
        found["flipping the labels at the first point"] = symmetry(same, ((1, 0), *still[1:])[:points], labels)
    else:
        pairs = [pair for block in blocks for pair in pairwise(block)]
        found |= {f"exchanging the labels {a} and {b}": exchange(a, b, points, labels) for a, b in pairs}
    return {name: g for name, g in found.items() if g != tuple(range(labels**points))}


def exchange(a: int, b: int, points: int, labels: int) -> Symmetry:
    """What exchanges two labels at all points."""
    names = [{a: b, b: a}.get(y, y) for y in range(labels)]
    return symmetry(range(points), (names,) * points, labels)


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


def number_of_orbits(points: int, blocks: Blocks = BINARY) -> int:
    """How many orbits of classes there are, the empty one's included, by Burnside's lemma."""
    fixed = [1 << len(cycle_lengths(g)) for g in symmetries(points, blocks)]
    return sum(fixed) // len(fixed)
