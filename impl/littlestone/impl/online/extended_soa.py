"""The standard optimal algorithm as ABLMM22 runs it: a rule on all points, total on every sample, ties fixed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce

from littlestone.impl.classes.version_spaces import VersionSpace, multiclass_littlestone_dimension, restrict
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function

Example = tuple[int, int]


class ExampleError(ValueError):
    """An example whose point is not one of the class, or whose label is not 0 or 1."""


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
        """The state after one more example, whatever its label; raises ExampleError."""
        self._check_example(point, label)
        rest = restrict(self.version_space, point, label)
        patched = (*self.rule[:point], label, *self.rule[point + 1 :])
        return ExtendedSOA(rest, optimal_rule(rest, len(self.rule), self.tie) if rest else patched, self.tie)

    def run(self, sample: Iterable[Example]) -> ExtendedSOA:
        """The state after all examples of the sample, in order; raises ExampleError."""
        return reduce(lambda state, example: state.update(*example), sample, self)

    def _check_example(self, point: int, label: int) -> None:
        if not 0 <= point < len(self.rule) or label not in (0, 1):
            raise ExampleError(
                f"the example ({point}, {label}) needs a point in 0..{len(self.rule) - 1} and a label 0 or 1"
            )


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
    return tuple(_prediction(version_space, point, tie) for point in range(points))


def _prediction(version_space: VersionSpace, point: int, tie: int) -> int:
    zero, one = (multiclass_littlestone_dimension(restrict(version_space, point, label)) for label in (0, 1))
    return tie if zero == one else int(zero < one)
