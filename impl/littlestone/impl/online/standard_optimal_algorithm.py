"""Online learners of the papers, as immutable values, and their exact worst-case number of mistakes.

A learner predicts a label for a point and, told the label, becomes another learner; it never changes in place, so a
learner is also the state of a game that can be memoised.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Protocol

from littlestone.impl.classes.bits import bit, bit_count, from_bits, restriction
from littlestone.impl.classes.version_spaces import VersionSpace, multiclass_littlestone_dimension, restrict, split
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function


class OnlineLearner(Hashable, Protocol):
    """What a deterministic online learner offers."""

    def predict(self, point: int) -> int:
        """The label predicted at the point."""

    def update(self, point: int, label: int) -> OnlineLearner:
        """The learner after being told the true label of the point."""


class UnboundedMistakesError(ValueError):
    """A learner can be made to err for ever on labels of one function of the class."""


@implements("BGS21.ALG.SOA")
@dataclass(frozen=True)
class StandardOptimalAlgorithm:
    """The (multiclass) standard optimal algorithm: predict the label whose restriction has the largest dimension.

    Ties go to the smallest label. A label that no function of the version space has leaves the version space as it
    is and sets ``realizable`` to False. Raises ValueError for the empty class.
    Source: Littlestone 1987; Daniely, Sabato, Ben-David and Shalev-Shwartz 2011; BGS21 ALG.SOA.
    """

    version_space: VersionSpace
    realizable: bool = True

    def __post_init__(self) -> None:
        if not self.version_space:
            raise ValueError("the standard optimal algorithm needs a class with at least one function")

    def predict(self, point: int) -> int:
        """The label y with the largest MLD of the restriction of the version space to y at the point."""
        parts = split(self.version_space, point)
        return min(parts, key=lambda label: (-multiclass_littlestone_dimension(parts[label]), label))

    def update(self, point: int, label: int) -> StandardOptimalAlgorithm:
        """The learner on the functions that have the label at the point."""
        rest = restrict(self.version_space, point, label)
        if not rest:
            return StandardOptimalAlgorithm(self.version_space, realizable=False)
        return StandardOptimalAlgorithm(rest, self.realizable)


@dataclass(frozen=True)
class BitwiseSOA:
    """One standard optimal algorithm per bit of the label, most significant bit first (BGS21 T7.1).

    The predicted label is the number with the predicted bits; it can exceed k when k+1 is not a power of two.
    """

    bits: tuple[StandardOptimalAlgorithm, ...]

    def predict(self, point: int) -> int:
        """bin2dec of the predictions for the bits."""
        return from_bits(learner.predict(point) for learner in self.bits)

    def update(self, point: int, label: int) -> BitwiseSOA:
        """Every bit's learner told its bit of the label."""
        width = len(self.bits)
        told = enumerate(self.bits, start=1)
        return BitwiseSOA(tuple(learner.update(point, bit(i, label, width)) for i, learner in told))


@dataclass(frozen=True)
class CopiesSOA:
    """One standard optimal algorithm for each copy of the points (BGS21 C6.2, eq8).

    Point ``j * points + x`` of the amplified class is point x of copy j, copies counted from 0.
    """

    copies: tuple[StandardOptimalAlgorithm, ...]
    points: int

    def predict(self, point: int) -> int:
        """The prediction of the point's own copy."""
        copy, x = divmod(point, self.points)
        return self.copies[copy].predict(x)

    def update(self, point: int, label: int) -> CopiesSOA:
        """The learner after the point's own copy was told the label."""
        copy, x = divmod(point, self.points)
        told = self.copies[copy].update(x, label)
        return CopiesSOA((*self.copies[:copy], told, *self.copies[copy + 1 :]), self.points)


@implements("BGS21.ALG.BITSOA")
def bitwise_soa(functions: Iterable[Function], k: int) -> BitwiseSOA:
    """ALG.BITSOA for a non-empty class with labels 0..k: the standard optimal algorithm of every binary restriction."""
    known = frozenset(functions)
    bits = range(1, bit_count(k) + 1)
    return BitwiseSOA(tuple(StandardOptimalAlgorithm(restriction(known, i, k)) for i in bits))


@implements("BGS21.ALG.COPIES")
def copies_soa(functions: Iterable[Function], ell: int) -> CopiesSOA:
    """ALG.COPIES: one standard optimal algorithm of a non-empty class per copy, for ``amplify(functions, ell)``."""
    known = frozenset(functions)
    return CopiesSOA((StandardOptimalAlgorithm(known),) * ell, len(next(iter(known), ())))


def worst_case_mistakes(learner_factory: Callable[[VersionSpace], OnlineLearner], functions: Iterable[Function]) -> int:
    """The most mistakes that the learner makes on any sequence labelled by a function of a non-empty class, exactly.

    ``learner_factory`` is given the class. Every reachable pair (learner, functions consistent so far) is visited.
    Raises UnboundedMistakesError where no number of mistakes is the last, ValueError for the empty class.
    """
    start = frozenset(functions)
    if not start:
        raise ValueError("no sequence is realizable by the empty class; give at least one function")
    moves = _game((learner_factory(start), start))
    mistakes = dict.fromkeys(moves, 0)
    order = list(reversed(moves))
    for _ in range(len(moves) + 1):
        if not _improve(mistakes, moves, order):
            return max(mistakes.values())
    raise UnboundedMistakesError(f"{learner_factory(start)!r} errs for ever on a realizable sequence")


State = tuple[OnlineLearner, VersionSpace]
Moves = dict[State, list[tuple[int, State]]]


def _game(start: State) -> Moves:
    """Every reachable state with its moves: 1 for a mistake else 0, and the state that follows."""
    moves: Moves = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in moves:
            moves[state] = _moves_from(*state)
            waiting += [after for _, after in moves[state]]
    return moves


def _moves_from(learner: OnlineLearner, consistent: VersionSpace) -> list[tuple[int, State]]:
    moves = []
    for point in range(len(next(iter(consistent)))):
        predicted = learner.predict(point)
        for label, rest in split(consistent, point).items():
            moves.append((int(predicted != label), (learner.update(point, label), rest)))
    return moves


def _improve(mistakes: dict[State, int], moves: Moves, order: list[State]) -> bool:
    """One round of value iteration; whether any state's value grew."""
    grew = False
    for state in order:
        value = max((cost + mistakes[after] for cost, after in moves[state]), default=0)
        if value > mistakes[state]:
            mistakes[state], grew = value, True
    return grew
