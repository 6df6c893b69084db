"""Samples and classes as the learners take them, the errors of giving them wrongly, and version spaces, as sets of
functions with their multiclass Littlestone dimension by memoised recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Example, Sample

VersionSpace = frozenset[Function]


def restrict(functions: VersionSpace, point: int, label: int) -> VersionSpace:
    """The functions with the given label at the point."""
    return frozenset(f for f in functions if f[point] == label)


def split(functions: VersionSpace, point: int) -> dict[int, VersionSpace]:
    """The non-empty restrictions to each label at the point, by label."""
    parts: dict[int, list[Function]] = {}
    for f in functions:
        parts.setdefault(f[point], []).append(f)
    return {label: frozenset(part) for label, part in parts.items()}


@lru_cache(maxsize=1 << 20)
def multiclass_littlestone_dimension(functions: VersionSpace) -> int:
    """The greatest depth of an io-labelled tree shattered by the class; -1 for the empty class (BGS21 D2.13)."""
    if len(functions) <= 2:
        return len(functions) - 1
    best, ceiling = 1, len(functions).bit_length() - 1
    for point in range(len(next(iter(functions)))):
        if best == ceiling:
            break
        # a part of fewer than 2^best functions leads to no deeper tree
        parts = sorted(split(functions, point).values(), key=len, reverse=True)
        large = [part for part in parts if len(part) >= 1 << best]
        if len(large) > 1:
            best = max(best, 1 + sorted(map(multiclass_littlestone_dimension, large))[-2])
    return best


# ---- As learners take them

Hypothesis = Function
Run = Callable[[Sample, Randomness], Hypothesis]


class LabelError(ParameterError):
    """A label, or a point, outside the universe that the class is defined on."""


class EmptyClassError(ParameterError):
    """A learner was given a class without functions."""


def checked_functions(functions: Iterable[Function]) -> tuple[Function, ...]:
    """The functions, sorted and each once; raises EmptyClassError, and ParameterError where their points differ."""
    listed = tuple(sorted(set(functions)))
    if not listed:
        raise EmptyClassError("functions", (), "at least one")
    if len({len(f) for f in listed}) != 1:
        raise ParameterError("functions", listed, "defined on the same points")
    return listed


def checked_rows(sample: Iterable[Example], points: int, labels: int | None = None) -> Sample:
    """The rows, pairs of a point below ``points`` and a label, below ``labels`` where given; raises LabelError."""
    rows = tuple(sample)
    for i, row in enumerate(rows):
        if len(row) != 2 or not all(hasattr(v, "__index__") and not isinstance(v, bool) for v in row):
            raise LabelError(f"sample[{i}]", row, "a pair of integers (point, label)")
        if not (0 <= row[0] < points and row[1] >= 0 and (labels is None or row[1] < labels)):
            most = "" if labels is None else f" in 0..{labels - 1}"
            raise LabelError(f"sample[{i}]", row, f"a point in 0..{points - 1} with a label{most}")
    return rows
