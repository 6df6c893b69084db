"""The binary-search attack of Lemma 21 of ABLMM22: it reads a training example off the outputs of a learner.

Where a learner of thresholds says +1 less often just below one of its examples than just above it, a few independent
outputs on one sample tell where that example is: the average hypothesis crosses a level between the two frequencies
there, and binary search finds the crossing. Positions count from 0; a vector has a label 0 or 1 for each of them, 1
standing for the paper's +1.

Lemma 17 finds, by the Ramsey colouring of its proof, points on which a learner looks at orders alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import ceil

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.ordered_samples import (
    GRID,
    Average,
    Colour,
    balanced_sample,
    is_balanced,
    is_increasing,
    order_in,
    threshold,
)
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count, is_true
from littlestone.spec.learning.samples import Sample

Draw = Callable[[Randomness], Sequence[int]]


@implements("ABLMM22.L20.rank")
def rank_learner(sample: Sample, points: int, weights: Sequence[Expression], source: Randomness) -> Function:
    """The rank learner: +1 from the I-th sample point on, for I drawn from the weights of the ranks 0..m+1.

    Rank 0 is the constant +1 and rank m+1 the constant -1, so Pr[h(x) = +1] is the probability of a rank at most
    ord_S(x): every domain is m-homogeneous with tolerance 0. A sample that is not balanced, increasing and fit by a
    threshold gets the threshold at its smallest +1. ``points`` is the size of the domain 0..points-1. Raises
    ParameterError unless there are m+2 weights. Source: a homogeneous learner for Lemma 20 of ABLMM22, not a
    private one.
    """
    if len(weights) != len(sample) + 2:
        raise ParameterError("weights", list(map(str, weights)), f"{len(sample) + 2} in number, one for each rank")
    is_canonical = is_balanced(sample) and is_increasing(sample) and sample == balanced_sample([x for x, _ in sample])
    if not is_canonical:
        return threshold(points, min((x for x, y in sample if y == 1), default=points))
    rank = source.choice(weights)
    return tuple(int(order_in(sample, x) >= rank) for x in range(points))


def frequencies(vectors: Sequence[Sequence[int]]) -> tuple[Fraction, ...]:
    """The fraction of +1 at each position; raises ParameterError on no vector, or where they differ in length."""
    if not vectors or len({len(v) for v in vectors}) > 1:
        lengths = sorted({len(v) for v in vectors})
        raise ParameterError("vectors", f"{len(vectors)} of lengths {lengths}", "of one length")
    return tuple(Fraction(sum(column), len(vectors)) for column in zip(*vectors, strict=True))


@implements("ABLMM22.L21.B")
def last_probe(vector: Sequence[int], steps: int) -> int:
    """B of Lemma 21: the position probed at the last of that many steps of binary search on a threshold vector.

    A 1 at the probed position sends the search to the positions below. There are 2^(steps-1) possible answers. Raises
    ParameterError unless the vector has at least 2^steps - 1 entries. Source: ABLMM22, proof of Lemma 21.
    """
    if len(vector) < 2 ** checked_count("steps", steps, 1) - 1:
        raise ParameterError("entries", len(vector), f"at least {2**steps - 1} for {steps} steps of binary search")
    low, high = 0, len(vector) - 1
    for _ in range(steps):
        middle = (low + high) // 2
        low, high = (low, middle - 1) if vector[middle] == 1 else (middle + 1, high)
    return middle


@implements("ABLMM22.L21.attack")
def attacked_threshold(draw: Draw, draws: int, level: Expression, steps: int, source: Randomness) -> int:
    """B on the majority vector of independent draws: 1 where the fraction of +1 is above the level, else 0.

    ``draw(source)`` gives one output of the learner, restricted to the positions in question. Raises what
    ``frequencies`` and ``last_probe`` raise. Source: ABLMM22, proof of Lemma 21, with the fraction of +1 in place of
    the mean of +-1.
    """
    vectors = [draw(source) for _ in range(checked_count("draws", draws, 1))]
    majority = [int(is_true(Real.of(f) > level)) for f in frequencies(vectors)]
    return last_probe(majority, steps)


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
    exact = [average(balanced_sample([*ordered[:i], *ordered[i + 1 :]]), x) for i, x in enumerate(ordered)]
    return tuple(Fraction(ceil(value * steps - Fraction(1, 2)), steps) for value in exact)


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
