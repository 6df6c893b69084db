"""What weak learners, rounds of boosting and stopping early cost, by exact laws on all neighbouring samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.boosting.boosting_runs import (
    Hypotheses,
    Hypothesis,
    NextMeasure,
    Row,
    WeakLearner,
    average,
    boosting_law,
    is_error,
    iteration_law,
    labelled_rows,
    replaced,
)
from littlestone.spec.boosting.measures import Measure, size
from littlestone.spec.learning.laws import Law, point_mass, uniform_law
from littlestone.spec.learning.privacy import zero_concentrated
from littlestone.spec.learning.randomness import is_true

Pair = tuple[tuple[Row, ...], tuple[Row, ...]]


def moment(P: Law[Any], Q: Law[Any], order: int) -> Fraction:
    """The sum of P^a Q^(1 - a), e^((a - 1) D_a(P || Q)), for rational laws with the support of P in that of Q."""
    return sum((Fraction(p) ** order * Fraction(Q[y]) ** (1 - order) for y, p in P.items), Fraction(0))  # type: ignore[arg-type]


def neighbours(points: int, n: int) -> list[Pair]:
    """All pairs of samples of n rows on so many points that differ in the last row, others in one order."""
    return list(replaced(labelled_rows(points), n))


def cost_of_a_round(
    pairs: Iterable[Pair], lists: Sequence[Hypotheses], following: NextMeasure, learner: WeakLearner, order: int
) -> Fraction:
    """The largest moment of one round of Iter over the pairs and the lists that it may be given."""

    def law(S: tuple[Row, ...], H: Hypotheses) -> Law[Hypotheses]:
        return iteration_law(S, H, following, learner)

    return max(moment(law(S, H), law(other, H), order) for S, other in pairs for H in lists)


def cost_of_boosting(
    pairs: Iterable[Pair], rounds: int, following: NextMeasure, learner: WeakLearner, order: int
) -> Fraction:
    """The largest moment of the list that Boost returns over the pairs."""

    def law(S: tuple[Row, ...]) -> Law[Hypotheses]:
        return boosting_law(S, rounds, following, learner)

    return max(moment(law(S), law(other), order) for S, other in pairs)


def all_lists(hypotheses: Sequence[Hypothesis], below: int) -> list[Hypotheses]:
    """Every list of fewer than so many hypotheses."""
    return [H for t in range(int(below)) for H in product(hypotheses, repeat=t)]


def stopping_law(sample: Sequence[Row], rounds: int, hypotheses: Sequence[Hypothesis]) -> Law[Hypotheses]:
    """Boosting of a learner that draws a hypothesis whatever the sample is, until the mean errs on no row."""

    def after(H: Hypotheses) -> Law[Hypotheses]:
        if H and not any(is_error(average(H)[x], y) for x, y in sample):
            return point_mass(H)
        return uniform_law((*H, h) for h in hypotheses)

    lists: Law[Hypotheses] = point_mass(())
    for _ in range(int(rounds)):
        lists = lists.bind(after)
    return lists


# ---- Pairs of distributions


def grid_laws(n: int, m: int) -> list[Measure]:
    """Every law on n points in multiples of 1/m."""
    shares = (Fraction(k, int(m)) for k in range(int(m) + 1))
    return [p for p in product(tuple(shares), repeat=int(n)) if size(p) == 1]


def largest_shift(
    n: int, values: Sequence[Fraction], pairs: Iterable[tuple[Measure, Measure]], moved: Callable[[Any, Any], bool]
) -> Fraction:
    """The largest |sum p(i) v_i - sum q(i) v'_i| over pairs of laws and v, v' in values^n that ``moved`` accepts."""
    vectors = [(v, w) for v in product(values, repeat=int(n)) for w in product(values, repeat=int(n)) if moved(v, w)]

    def centre(p: Measure, v: tuple[Fraction, ...]) -> Fraction:
        return sum((a * b for a, b in zip(p, v, strict=True)), Fraction(0))

    return max((abs(centre(p, v) - centre(q, w)) for p, q in pairs for v, w in vectors), default=Fraction(0))


# ---- Concentrated privacy at every order


def all_round_laws(
    pairs: Iterable[Pair], lists: Sequence[Hypotheses], following: NextMeasure, learner: WeakLearner
) -> list[tuple[Law[Any], Law[Any]]]:
    """The two laws of one round of Iter for each pair and each list, those with equal weights once."""
    laws = [[iteration_law(rows, H, following, learner) for rows in pair] for pair in pairs for H in lists]
    once = {tuple(tuple(weight for _, weight in law.items) for law in both): both for both in laws}
    return [(P, Q) for P, Q in once.values()]


def is_concentrated(P: Law[Any], Q: Law[Any], rho: Fraction) -> Truth:
    """Each Renyi divergence of the two laws of every order a > 1 is at most rho a."""
    return zero_concentrated(P, Q, rho)


def least_rho(laws: Sequence[tuple[Law[Any], Law[Any]]], m: int) -> Fraction:
    """The least positive multiple of 1/m for which all of these are concentrated."""
    k = 1
    for P, Q in laws:
        while not is_true(is_concentrated(P, Q, Fraction(k, m))):
            k += 1
    return Fraction(k, m)
