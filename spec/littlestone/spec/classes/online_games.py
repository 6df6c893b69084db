"""The games of online learning, played out: mistakes on realizable sequences, and regret, as exact values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Protocol

from littlestone.spec.algebra.circuit import FALSE, Truth, all_of, any_of, spend
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass, memoised
from littlestone.spec.classes.trees import IONode, IOTree

ZERO = Fraction(0)


class Learner(Hashable, Protocol):
    """A deterministic online learner as a value: it predicts, and told the label becomes another learner."""

    def predict(self, point: int, /) -> int:
        """The label predicted at the point."""

    def update(self, point: int, label: int, /) -> Learner:
        """The learner after the true label of the point."""


def most_mistakes(learner: Learner, H: ConceptClass, rounds: int) -> int:
    """The most mistakes on a sequence of that many examples realizable by the explicit class H."""

    @cache
    def play(state: Learner, consistent: ConceptClass, left: int) -> int:
        return max((turn(state, consistent, left, x) for x in range(H.points)), default=0) if left else 0

    def turn(state: Learner, consistent: ConceptClass, left: int, x: int) -> int:
        guess, parts = state.predict(x), ((y, consistent.restrict(x, frozenset({y}))) for y in range(H.labels))
        return max(int(guess != y) + play(state.update(x, y), part, left - 1) for y, part in parts if part.most)

    return play(learner, H, rounds)


def reachable_states(learner: Learner, H: ConceptClass, rounds: int) -> set[tuple[Learner, ConceptClass]]:
    """The learner's states after at most that many examples realizable by the explicit class H, with the functions left
    of it."""
    reached = {(learner, H)}
    for _ in range(rounds):
        reached |= {
            (state.update(x, y), part)
            for state, left in reached
            for x, y in product(range(H.points), range(H.labels))
            for part in [left.restrict(x, frozenset({y}))]
            if part.most
        }
    return reached


def optimal_mistakes(H: ConceptClass) -> Number:
    """The least mistake bound of a deterministic learner, by playing the game: -1 for the empty class.

    In each round the adversary names a point, the learner predicts, and the adversary tells a label that some function
    of the class still has there (ABLMM22, section 3.2).
    """
    return Number(range(-1, H.most), lambda t: _forced(H, t), "optimal mistakes")


@memoised
def _forced(H: ConceptClass, t: int) -> Truth:
    """Some realizable sequence makes every deterministic learner err at least t times."""
    if t <= 0 or H.most <= 1:
        return H.nonempty() if t <= 0 else FALSE
    return any_of(_forced_from(H, t, x) for x in range(H.points))


def _forced_from(H: ConceptClass, t: int, x: int) -> Truth:
    """Whatever is predicted at x, some label goes on to t mistakes; a point that excludes nothing is not played."""
    parts = [H.restrict(x, frozenset({y})) for y in range(H.labels)]
    if any(part.alive == H.alive for part in parts):
        return FALSE
    return all_of(
        any_of(_forced(part, t - int(guess != y)) for y, part in enumerate(parts)) for guess in range(H.labels)
    )


def online_value(H: ConceptClass, rounds: int) -> Fraction:
    """The expected mistakes that no randomised learner avoids in so many rounds realizable by the explicit class H."""

    @cache
    def value(part: ConceptClass, left: int) -> Fraction:
        return max((turn(part, left, x) for x in range(H.points)), default=ZERO) if left else ZERO

    def turn(part: ConceptClass, left: int, x: int) -> Fraction:
        rests = (part.restrict(x, frozenset({y})) for y in range(H.labels))
        return best_prediction([value(rest, left - 1) for rest in rests if rest.most])

    return value(H, rounds)


def regret(H: ConceptClass, rounds: int) -> Fraction:
    """R(T): the least expected regret that a randomised learner can guarantee against all sequences of T examples.

    The regret is the number of mistakes less that of the best function of the explicit, non-empty class H (ABLMM22,
    section 1). Raises ValueError for the empty class, whose best function does not exist.
    """
    functions = H.functions()
    if not functions:
        raise ValueError("the regret against the empty class is not defined; give at least one function")

    @cache
    def value(losses: tuple[int, ...], left: int) -> Fraction:
        return max((turn(losses, left, x) for x in range(H.points)), default=ZERO) if left else Fraction(-min(losses))

    def turn(losses: tuple[int, ...], left: int, x: int) -> Fraction:
        after = (tuple(n + int(f[x] != y) for n, f in zip(losses, functions, strict=True)) for y in range(H.labels))
        return best_prediction([value(told, left - 1) for told in after])

    return value((0,) * len(functions), rounds)


def best_prediction(values: list[Fraction]) -> Fraction:
    """The least v that a random prediction guarantees in a round after which label y leads to values[y].

    It predicts label y with probability at least 1 + values[y] - v: the least v >= max(values) for which these sum to
    at most 1.
    """
    heights = sorted((1 + value for value in values), reverse=True)
    return max(sum(heights[:count], Fraction(-1)) / count for count in range(1, len(heights) + 1))


def mistake_trees(points: int, b: int) -> Iterator[IOTree]:
    """All complete mistake trees of depth b: a point at each node, label 0 (-1 in ABLMM22) left and 1 right.

    A node's point is what the adversary of a binary class asks after the answers on the way to it.
    """
    if b == 0:
        yield None
        return
    subtrees = list(mistake_trees(points, b - 1))
    spend(points * len(subtrees) ** 2)
    for x, left, right in product(range(points), subtrees, subtrees):
        yield IONode(x, 0, 1, left, right)
