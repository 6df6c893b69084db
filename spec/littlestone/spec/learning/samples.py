"""Samples of examples, distributions over the points 0..m-1 (the tuple of their probabilities), and draws of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.learning.randomness import Exact, ParameterError, exact

Example = tuple[int, int]
Sample = tuple[Example, ...]
Points = tuple[int, ...]
Distribution = tuple[Fraction, ...]


def labelled(points: Iterable[int], f: Function) -> Sample:
    """The points with their labels by f; raises ValueError where one of them is none of its points."""
    rows = tuple(points)
    if rows and not 0 <= min(rows) <= max(rows) < len(f):
        raise ValueError(f"{rows} are not all points of a function on {len(f)} points, numbered from 0")
    return tuple((x, f[x]) for x in rows)


def all_rows(H: ConceptClass) -> tuple[Example, ...]:
    """Every row (x, y) over the points and labels of the class, those that no function of it produces included."""
    return tuple(product(range(H.points), range(H.labels)))


def checked_distribution(D: Sequence[Expression]) -> Distribution:
    """The probabilities as fractions; raises ParameterError unless they are at least 0 and sum to 1."""
    weights = tuple(rational(exact(p)) for p in D)
    if sum(weights) != 1 or min(weights, default=0) < 0:
        raise ParameterError("distribution", list(map(str, weights)), "non-negative with sum 1")
    return weights


def grid(points: int, steps: int) -> Iterator[Distribution]:
    """Every distribution on the points whose probabilities are multiples of 1/steps."""
    for counts in product(range(steps + 1), repeat=points):
        if sum(counts) == steps:
            yield tuple(Fraction(c, steps) for c in counts)


def corners_and_centre(points: int) -> tuple[Distribution, ...]:
    """The point masses and the uniform distribution."""
    corners = [tuple(Fraction(int(x == y)) for y in range(points)) for x in range(points)]
    return tuple(dict.fromkeys([*corners, (Fraction(1, points),) * points]))


def ordered_draws(D: Distribution, n: int) -> Iterator[tuple[Points, Fraction]]:
    """Every sequence of n points of positive probability, with its probability."""
    support = [x for x, p in enumerate(D) if p]
    for points in product(support, repeat=n):
        yield points, prod((D[x] for x in points), start=Fraction(1))


def unordered_draws(D: Distribution, n: int) -> Iterator[tuple[Points, Fraction]]:
    """Every multiset of n points, sorted, with its probability: enough for learners that ignore the rows' order."""
    support = [x for x, p in enumerate(D) if p]
    for points in combinations_with_replacement(support, n):
        arrangements = factorial(n) // prod(map(factorial, Counter(points).values()))
        yield points, arrangements * prod((D[x] for x in points), start=Fraction(1))


def rational(number: Exact) -> Fraction:
    """An exact number that is rational; raises ParameterError on any other."""
    if not isinstance(number, Fraction):
        raise ParameterError("probability", number, "rational; take epsilon = ln of the square of a rational")
    return number
