"""Homogeneous sets by the Ramsey colouring of the proof of Lemma 17 of ABLMM22."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations

from littlestone.impl.registry import implements
from littlestone.spec.learning.ordered_samples import GRID, Average, Colour, balanced_sample
from littlestone.spec.learning.randomness import ParameterError, checked_count

Subset = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HomogeneousSet:
    """Points all of whose (m+1)-subsets have one colour, and the probabilities-list p_0, ..., p_m that it gives.

    The paper counts colours from 1 and the list from 0: p_i is the colour's (i+1)-th entry, x_(i+1) having i sample
    points below it.
    """

    points: Subset
    probabilities: Colour


@implements("ABLMM22.L17.color")
def colour(average: Average, points: Sequence[int], grid: int = GRID) -> Colour:
    """The Ramsey colour of m+1 points: entry i is A_S(x_i) rounded to a multiple of 1/(grid m), ties down.

    S is the balanced increasing threshold sample on the points other than x_i. The fractions are exact; with grid 100
    they are those of the paper, smaller grids give colours that are easier to repeat. Raises ParameterError where m is
    odd, or ``points`` has a repetition. Source: ABLMM22, proof of Lemma 17.
    """
    ordered = sorted(points)
    if len(set(ordered)) < len(ordered):
        raise ParameterError("points", list(points), "distinct")
    steps = checked_count("grid", grid, 1) * (len(ordered) - 1)
    return tuple(
        _rounded(average(balanced_sample([*ordered[:i], *ordered[i + 1 :]]), x), steps) for i, x in enumerate(ordered)
    )


def _rounded(value: Fraction, steps: int) -> Fraction:
    """The multiple of 1/steps closest to the value, the smaller of two."""
    return Fraction(-int((Fraction(1, 2) - value * steps) // 1), steps)


@implements("ABLMM22.L17")
def homogeneous_search(average: Average, points: Sequence[int], m: int, grid: int = GRID) -> HomogeneousSet:
    """A largest set of points whose (m+1)-subsets all have one colour, the first in lexicographic order.

    Such a set is m-homogeneous with tolerance 1/(2 grid m) for the probabilities-list returned, so for Definition 16
    where grid is 100. The largest sets are tried first, so that it is exponential in the points. With at most m points
    there is no colour, all points are returned, and the list is empty. Raises ParameterError where m is odd.
    """
    ordered = tuple(sorted(set(points)))
    if checked_count("m", m, 2) % 2:
        raise ParameterError("m", m, "even, for balanced samples")
    paint = cache(lambda subset: colour(average, subset, grid))
    if len(ordered) <= m:
        return HomogeneousSet(ordered, ())
    sets = chain.from_iterable(combinations(ordered, size) for size in range(len(ordered), m, -1))
    best = next(chosen for chosen in sets if len(set(map(paint, combinations(chosen, m + 1)))) == 1)
    return HomogeneousSet(best, paint(best[: m + 1]))
