"""Samples and classes as the learners take them, and the errors of giving them wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Example, Sample

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
