"""Online learners of the papers, as immutable values, and their exact worst-case number of mistakes.

A learner predicts a label for a point and, told the label, becomes another learner; it never changes in place, so a
learner is also the state of a game that can be memoised.

What optimal play costs, exactly: mistakes on realizable sequences, and regret on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, reduce

from littlestone.impl.classes.bits import bit, bit_count, from_bits, restriction
from littlestone.impl.classes.learner_input import (
    LabelError,
    VersionSpace,
    multiclass_littlestone_dimension,
    restrict,
    split,
)
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function


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
    """One standard optimal algorithm for each copy of the points: copy j has j * points + x (BGS21 C6.2, eq8)."""

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


Example = tuple[int, int]


@implements("ABLMM22.A.SOA")
@dataclass(frozen=True)
class ExtendedSOA:
    """The state of the standard optimal algorithm after some examples; build it with ``extended_soa``.

    ``rule`` is the hypothesis that it predicts with, a label 0 or 1 (the paper's -1 or +1) for every point, not always
    a function of the class. ``version_space`` has the functions that agree with all examples; it is empty from the
    first example on that no function realizes, and each example from there on changes ``rule`` at its own point only.
    Source: ABLMM22, section 3.2 and Definition 11.
    """

    version_space: VersionSpace
    rule: Function
    tie: int = 0

    def predict(self, point: int) -> int:
        """The rule's label at the point."""
        return self.rule[point]

    def update(self, point: int, label: int) -> ExtendedSOA:
        """The state after one more example, whatever its label; raises LabelError."""
        if not 0 <= point < len(self.rule) or label not in (0, 1):
            raise LabelError("example", (point, label), f"a point in 0..{len(self.rule) - 1} and a label 0 or 1")
        rest = restrict(self.version_space, point, label)
        patched = (*self.rule[:point], label, *self.rule[point + 1 :])
        return ExtendedSOA(rest, optimal_rule(rest, len(self.rule), self.tie) if rest else patched, self.tie)

    def run(self, sample: Iterable[Example]) -> ExtendedSOA:
        """The state after all examples of the sample, in order; raises LabelError."""
        return reduce(lambda state, example: state.update(*example), sample, self)


@implements("ABLMM22.D11")
def extended_soa(functions: Iterable[Function], points: int, tie: int = 0) -> ExtendedSOA:
    """The standard optimal algorithm for a binary class on ``points`` points, before any example.

    ``tie`` is the label predicted wherever both restrictions have the same dimension; it never changes, so equal
    samples give equal rules. For the empty class the first rule is ``tie`` everywhere. The paper's SOA(S) is
    ``extended_soa(H, m).run(S).rule``.
    """
    known = frozenset(functions)
    return ExtendedSOA(known, optimal_rule(known, points, tie), tie)


@lru_cache(maxsize=1 << 16)
def optimal_rule(version_space: VersionSpace, points: int, tie: int) -> Function:
    """The rule argmax_b Ldim({h in V : h(x) = b}) at each of the points, where Ldim of the empty class is -1."""
    sides = [[restrict(version_space, point, label) for label in (0, 1)] for point in range(points)]
    depths = [map(multiclass_littlestone_dimension, side) for side in sides]
    return tuple(tie if zero == one else int(zero < one) for zero, one in depths)


@dataclass(frozen=True)
class MistakeValues:
    """The mistakes that the best learner of either kind makes in the worst case: an int, and an expectation."""

    deterministic: int
    randomised: Fraction


@implements("ABLMM22.S1.fn1")
def mistake_values(functions: Iterable[Function]) -> MistakeValues:
    """The values of the mistake-bound game on a non-empty binary class, by recursion over the points that split it.

    Where the two answers at a point lead to values a and b, a deterministic learner pays max(a, b, 1 + min(a, b)), and
    a randomised one (a + b + 1) / 2 if |a - b| <= 1, else max(a, b). Raises ValueError for the empty class. Source:
    ABLMM22, section 1, footnote 1.
    """
    known = frozenset(functions)
    if not known:
        raise ValueError("no sequence is realizable by the empty class; give at least one function")
    return _values(known)


@cache
def _values(functions: VersionSpace) -> MistakeValues:
    certain, expected = 0, Fraction(0)
    for parts in (split(functions, point) for point in range(len(next(iter(functions))))):
        if len(parts) == 2:
            a, b = map(_values, parts.values())
            certain = max(certain, a.deterministic, b.deterministic, 1 + min(a.deterministic, b.deterministic))
            one, other = a.randomised, b.randomised
            expected = max(expected, (one + other + 1) / 2 if abs(one - other) <= 1 else max(one, other))
    return MistakeValues(certain, expected)


@implements("ABLMM22.S1.regret.value")
def regret_value(functions: Iterable[Function], rounds: int) -> Fraction:
    """R(T) for T = ``rounds``: the least expected regret against all sequences of T examples of a binary class.

    A round's two answers differ by at most 1 in value, so that it costs (1 + a + b) / 2. Raises ValueError for the
    empty class and for a negative number of rounds. Source: ABLMM22, section 1.
    """
    known = sorted(set(functions))
    if not known or rounds < 0:
        raise ValueError(f"regret needs at least one function and 0 or more rounds, not {len(known)} and {rounds}")

    @cache
    def value(losses: tuple[int, ...], left: int) -> Fraction:
        if left == 0:
            return Fraction(-min(losses))
        turns = []
        for x in range(len(known[0])):
            told = (tuple(n + int(f[x] != y) for n, f in zip(losses, known, strict=True)) for y in (0, 1))
            turns.append((1 + sum((value(after, left - 1) for after in told), Fraction(0))) / 2)
        return max(turns, default=Fraction(0))

    return value((0,) * len(known), rounds)
