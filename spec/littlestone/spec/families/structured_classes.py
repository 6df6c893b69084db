"""Structured classes, made by choices: chains with noise, trees, blocks, grids, and what is composed of them.

A search that goes wrong goes wrong on classes with structure: where version spaces split unevenly, and where one part
is deep and another is wide. Neither all classes on a few points nor random ones have that. Claims, provers, the
strategies for users and the fuzz draw from this one source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb, isqrt
from random import Random
from typing import NamedTuple, TypeVar

from littlestone.spec.classes.concept_classes import Function, all_functions
from littlestone.spec.families.class_families import ClassFamily, Draw, Listed

LEAST, MOST = 16, 200  # functions: below, all classes of few functions are looked at; above, definitions are dear
LEVELS = 2  # a union of a product and a noisy chain is two deep
MOST_CLOSED = 12  # functions whose closure is taken
DROPPED = 16  # one row or point in so many is left out, so that no class is quite regular


class Making(NamedTuple):
    """On how many points, with how many labels and functions at most, how deep, and by which choices."""

    points: int
    labels: int
    most: int
    levels: int
    draw: Draw

    def label(self, besides: int | None = None) -> int:
        """A drawn label, or one that differs from a given one."""
        if besides is None:
            return self.draw(self.labels)
        return (besides + 1 + self.draw(self.labels - 1)) % self.labels

    def two_labels(self) -> tuple[int, int]:
        """Two different labels, (0, 1) the simplest."""
        outside = self.label()
        return outside, self.label(besides=outside)


Shape = Sequence[Function]
Item = TypeVar("Item")
Maker = Callable[[Making], Shape]


def structured_class(
    points: int, labels: int, draw: Draw, least: int = LEAST, most: int = MOST, levels: int = LEVELS
) -> Listed:
    """The functions of a class on at most so many points, of ``least`` to ``most`` functions where so many exist.

    ``draw(n)`` is one of 0, ..., n - 1, the smaller the simpler.
    """
    listed = _made(Making(points, labels, most, levels, draw))
    kept = [x for x in range(points) if draw(DROPPED)] or [0]
    narrowed = sorted({tuple(f[x] for x in kept) for f in listed})
    chosen = [f for f in narrowed if draw(DROPPED)]
    filled = dict.fromkeys([*chosen, *narrowed, *islice(all_functions(len(kept), labels), least)])
    return tuple(sorted(islice(filled, max(least, len(chosen)))))


def _made(making: Making) -> Shape:
    """A shape of one kind, at most ``most`` of its functions, spread over them."""
    kinds = SIMPLE + (COMPOSED if making.levels and making.points > 1 else ())
    listed = list(dict.fromkeys(kinds[making.draw(len(kinds))](making)))
    return listed[:: -(-len(listed) // making.most)]


def _spread(number: int, items: Iterable[Item], most: int) -> Iterable[Item]:
    """At most ``most`` of so many items, at even distances."""
    return islice(items, 0, None, -(-number // most))


# ---- Simple shapes


def chains(making: Making) -> Shape:
    """The thresholds: one label before a point and another from it on."""
    n, (low, high) = making.points, making.two_labels()
    return [(low,) * i + (high,) * (n - i) for i in range(n + 1)]


def steps(making: Making) -> Shape:
    """The functions that never decrease."""
    n, labels = making.points, making.labels
    number = comb(n + labels - 1, n)
    return list(_spread(number, combinations_with_replacement(range(labels), n), making.most))


def intervals(making: Making) -> Shape:
    """One label inside an interval and another outside, the empty one included."""
    n, (outside, inside) = making.points, making.two_labels()
    ends = _spread(comb(n + 1, 2), combinations(range(n + 1), 2), making.most)
    return [(outside,) * n, *((outside,) * a + (inside,) * (b - a) + (outside,) * (n - b) for a, b in ends)]


def rectangles(making: Making) -> Shape:
    """One label inside a rectangle of a grid and another outside; points beyond the last whole row are outside."""
    wide, (outside, inside) = 1 + making.draw(isqrt(making.points)), making.two_labels()
    sides = [list(combinations(range(size + 1), 2)) for size in (making.points // wide, wide)]
    number = len(sides[0]) * len(sides[1])
    return [
        tuple(inside if a <= x // wide < b and c <= x % wide < d else outside for x in range(making.points))
        for (a, b), (c, d) in _spread(number, product(*sides), making.most)
    ]


def trees(making: Making) -> Shape:
    """The paths of a drawn rooted tree on the points, or its subtrees: one label on them and another elsewhere."""
    n, (outside, inside) = making.points, making.two_labels()
    above: list[set[int]] = []
    for x in range(n):
        parent = making.draw(x + 1) - 1
        above.append({x} | (above[parent] if parent >= 0 else set()))
    sets = above if not making.draw(2) else [{y for y in range(n) if x in above[y]} for x in range(n)]
    return [(outside,) * n, *(tuple(inside if x in chosen else outside for x in range(n)) for chosen in sets)]


def mistake_trees(making: Making) -> Shape:
    """The leaves of a drawn binary tree of points and labels, which is deep in places and shallow in others."""
    leaves = [(0,) * making.points]
    for _ in range(making.draw(making.most)):
        x, at = making.draw(making.points), making.draw(len(leaves))
        f = leaves[len(leaves) - 1 - at]
        leaves.append((*f[:x], making.label(besides=f[x]), *f[x + 1 :]))
    return leaves


def blocks(making: Making) -> Shape:
    """Every choice of a label for each block of consecutive points."""
    fitting = [b for b in range(1, making.points + 1) if making.labels**b <= making.most]
    number = fitting[making.draw(len(fitting))] if fitting else 1
    patterns = product(range(making.labels), repeat=number)
    return [tuple(labels[x * number // making.points] for x in range(making.points)) for labels in patterns]


def hamming_balls(making: Making) -> Shape:
    """The functions that differ from 0 on at most one point, or on at most two."""
    n, radius = making.points, 1 + making.draw(2)
    supports = [places for size in range(radius + 1) for places in combinations(range(n), size)]
    changes = [(p, v) for p in supports for v in product(range(1, making.labels), repeat=len(p))]
    kept = changes[:: -(-len(changes) // making.most)]
    return [tuple(dict(zip(p, v, strict=True)).get(x, 0) for x in range(n)) for p, v in kept]


# ---- Shapes composed of others


def _part(making: Making, points: int, most: int) -> Shape:
    return _made(making._replace(points=points, most=max(2, most), levels=making.levels - 1))


def with_noise(making: Making) -> Shape:
    """A shape, and some of its functions with a label or two changed."""
    listed = list(_part(making, making.points, making.most - 9))
    for _ in range(1 + making.draw(8)):
        f = list(listed[making.draw(len(listed))])
        for _ in range(1 + making.draw(2)):
            x = making.draw(making.points)
            f[x] = making.label(besides=f[x])
        listed.append(tuple(f))
    return listed


def unions(making: Making) -> Shape:
    """The functions of two shapes on the same points."""
    return [f for _ in range(2) for f in _part(making, making.points, making.most // 2)]


def disjoint_unions(making: Making) -> Shape:
    """Two shapes on points side by side, each 0 on those of the other."""
    cut = 1 + making.draw(making.points - 1)
    left, right = (_part(making, size, making.most // 2) for size in (cut, making.points - cut))
    zeros = (0,) * making.points
    return [*(f + zeros[cut:] for f in left), *(zeros[:cut] + g for g in right)]


def products(making: Making) -> Shape:
    """All pairs of a function of one shape and one of another, side by side."""
    cut, most = 1 + making.draw(making.points - 1), isqrt(making.most)
    left, right = (_part(making, size, most) for size in (cut, making.points - cut))
    return [f + g for f, g in product(left, right)]


def closures(making: Making) -> Shape:
    """What the pointwise minima, or maxima, of a few functions of a shape are."""
    meet = max if making.draw(2) else min
    found = dict.fromkeys(_part(making, making.points, MOST_CLOSED))
    for f in list(found):
        found |= dict.fromkeys(tuple(map(meet, f, g)) for g in list(found))
    return list(found)


def duals(making: Making) -> Shape:
    """The points of a shape as functions: each takes the label that it has under the functions of the shape."""
    listed = _part(making, 1 + making.draw(3 * making.points), making.points)
    rows = [*listed, *[(0,) * len(listed[0])] * (making.points - len(listed))]
    return list(zip(*rows, strict=True))


def moved(making: Making) -> Shape:
    """A shape with its points in another order, and its labels turned round at some of them."""
    order = list(range(making.points))
    for x in range(making.points):
        y = x + making.draw(making.points - x)
        order[x], order[y] = order[y], order[x]
    by = [making.label() for _ in order]
    return [
        tuple((f[x] + shift) % making.labels for x, shift in zip(order, by, strict=True))
        for f in _part(making, making.points, making.most)
    ]


# The easiest to read first, towards which shrinking goes
SIMPLE: tuple[Maker, ...] = (chains, intervals, trees, blocks, hamming_balls, rectangles, steps, mistake_trees)
COMPOSED: tuple[Maker, ...] = (with_noise, unions, disjoint_unions, products, closures, duals, moved)


# ---- Some of them, chosen once: universes of their own

Numbers = tuple[int, ...]
FEWEST_POINTS, MOST_POINTS = 8, 30


def drawn_structured_class(points: int, draw: Draw, labels: Numbers) -> Listed:
    """A class with one of these numbers of labels, on at most so many points."""
    return structured_class(points, labels[draw(len(labels))], draw)


@cache
def selected_classes(points: int, labels: Numbers, seeds: Numbers) -> Sequence[Listed]:
    """The classes on at most so many points that these seeds draw, each once, fewest functions first."""
    draws = (Random(f"structured/{labels}/{seed}").randrange for seed in seeds)
    span = MOST_POINTS - FEWEST_POINTS + 1
    classes = {drawn_structured_class(FEWEST_POINTS + draw(span), draw, labels) for draw in draws}
    return tuple(sorted((H for H in classes if len(H[0]) <= points), key=lambda functions: (len(functions), functions)))


def numbers_of_selected_classes(points: int, labels: Numbers, seeds: Numbers) -> Mapping[int, int]:
    """How many of them have each number of functions."""
    return Counter(map(len, selected_classes(points, labels, seeds)))


def selection(name: str, labels: Numbers, seeds: Numbers) -> ClassFamily:
    """The family of the structured classes that these seeds draw."""
    return ClassFamily(
        f"structured {name} of {LEAST} to {MOST} functions ({len(seeds)} fixed seeds)",
        partial(selected_classes, labels=labels, seeds=seeds),
        partial(numbers_of_selected_classes, labels=labels, seeds=seeds),
        partial(drawn_structured_class, labels=labels),
        most_points=MOST_POINTS,
    )


# The definitions take some two seconds for each of the two
STRUCTURED = selection("binary classes", (2,), tuple(range(120)))
STRUCTURED_LABELS = selection("classes with 3 to 5 labels", (3, 4, 5), tuple(range(40)))
