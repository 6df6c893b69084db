"""Samples of a linearly ordered domain and homogeneous sets (ABLMM22 sections 3.4 and 4.2).

Points are integers in their order; label 1 stands for the paper's +1 and label 0 for its -1. ``Average`` is the
paper's A_S(x) = Pr[h(x) = +1], h drawn from A(S), as a function of the sample S and the point x.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.pac_learning import Learner
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.samples import Sample, rational

Average = Callable[[Sample, int], Fraction]
Colour = tuple[Fraction, ...]
GRID = 100  # the paper's 10^2 in Definition 16; claims with a mutant pass another


def is_balanced(sample: Sample) -> bool:
    """Half of the labels are +1, half are -1."""
    return 2 * sum(y for _, y in sample) == len(sample)


def is_increasing(sample: Sample) -> bool:
    """Every point is above the one before."""
    return all(a < b for (a, _), (b, _) in zip(sample, sample[1:], strict=False))


def fits_a_threshold(sample: Sample) -> bool:
    """Some threshold, +1 from a point on and -1 before, has all the labels."""
    return max((x for x, y in sample if y == 0), default=-1) < min((x for x, y in sample if y == 1), default=1 << 60)


def order_in(sample: Sample, x: int) -> int:
    """ord_S(x): how many of the sample's points are at most x."""
    return sum(point <= x for point, _ in sample)


def balanced_sample(points: Sequence[int]) -> Sample:
    """The balanced increasing sample on these points that fits a threshold: the first half -1, the second half +1.

    Raises ParameterError on an odd number of points.
    """
    if len(points) % 2:
        raise ParameterError("points", list(points), "even in number, or no sample on them is balanced")
    return tuple((x, int(2 * i >= len(points))) for i, x in enumerate(sorted(points)))


def threshold(points: int, i: int) -> Function:
    """The threshold function with +1 at i, i + 1, ..., points - 1 and -1 before."""
    return tuple(int(i <= x) for x in range(points))


def average_hypothesis(law: Law[Function], x: int) -> Fraction:
    """Pr[h(x) = +1] for h drawn from a rational law."""
    return rational(law.probability(lambda h: h[x] == 1))


def average_of(learner: Learner) -> Average:
    """A_S(x) of a learner given by its exact laws."""
    return lambda sample, x: average_hypothesis(learner(sample), x)


def tolerance(m: int, grid: int = GRID) -> Fraction:
    """1 / (10^2 m): how far A_S(x) may be from the probabilities-list; ``grid`` stands for 10^2."""
    return Fraction(1, grid * m)


def places(points: Sequence[int], m: int) -> Iterator[tuple[Sample, int]]:
    """The pairs of a balanced increasing threshold sample S of size m from these points and a point outside S_X."""
    for chosen in combinations(sorted(points), m):
        for x in points:
            if x not in chosen:
                yield balanced_sample(chosen), x


def values_by_order(average: Average, points: Sequence[int], m: int) -> list[list[Fraction]]:
    """For each i = 0..m, the values A_S(x) at the places (S, x) with ord_S(x) = i."""
    found: list[list[Fraction]] = [[] for _ in range(m + 1)]
    for sample, x in places(points, m):
        found[order_in(sample, x)].append(average(sample, x))
    return found


def is_probabilities_list(p: Sequence[Fraction], average: Average, points: Sequence[int], margin: Fraction) -> bool:
    """|A_S(x) - p_i| <= margin at every place (S, x) of these points, i = ord_S(x) (Definition 16); len(p) is m + 1."""
    return all(abs(average(S, x) - p[order_in(S, x)]) <= margin for S, x in places(points, len(p) - 1))


def probabilities_list(average: Average, points: Sequence[int], m: int, margin: Fraction) -> Colour | None:
    """A probabilities-list of these points, midway between the extreme values of A_S(x) for each order; else None."""
    values = values_by_order(average, points, m)
    if any(found and max(found) - min(found) > 2 * margin for found in values):
        return None
    return tuple((max(found) + min(found)) / 2 if found else Fraction(0) for found in values)


def is_homogeneous(average: Average, points: Sequence[int], m: int, grid: int = GRID) -> bool:
    """The points are an m-homogeneous set with respect to the learner (Definition 16)."""
    return probabilities_list(average, points, m, tolerance(m, grid)) is not None


def ramsey_colour(average: Average, points: Sequence[int], grid: int = GRID) -> Colour:
    """The colour of an (m+1)-subset {x_1 < ... < x_(m+1)}: for each i the fraction t / (grid m) in [0, 1] closest to
    A_S(x_i), S being the balanced sample on the other points; ties go to the smaller (proof of Lemma 17)."""
    steps = grid * (len(points) - 1)

    def nearest(x: int) -> Fraction:
        a = average(balanced_sample([y for y in points if y != x]), x)
        return min((Fraction(t, steps) for t in range(steps + 1)), key=lambda p: (abs(p - a), p))

    return tuple(nearest(x) for x in sorted(points))
