"""The library of parameters measured on one class, each exactly or not at all, with the limit said."""

from __future__ import annotations

from dataclasses import dataclass

from littlestone.impl.classes.matrices import Matrix
from littlestone.spec.algebra.circuit import CircuitTooLarge, gate_limit
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.parameters.library import PARAMETERS, Parameter

MOST_POINTS = 6  # the definitions go through all patterns and orders of the points
MOST_OPERATIONS = 2_000_000  # a few seconds for each parameter


@dataclass(frozen=True, slots=True)
class MeasuredParameter:
    """A parameter with its exact value on a class; None where the class is beyond the ``limit``, which is in words."""

    parameter: Parameter
    value: Expression | None
    limit: str | None = None

    def __str__(self) -> str:
        told = f"not measured: {self.limit}" if self.value is None else f"= {self.value}"
        return f"{self.parameter.name} {told}"


def all_parameters(matrix: Matrix) -> tuple[MeasuredParameter, ...]:
    """Every parameter of the library that is defined for the class's labels, in the library's order."""
    fitting = [P for P in PARAMETERS.values() if P.any_labels or matrix.is_binary]
    if matrix.points > MOST_POINTS:
        limit = f"the class has {matrix.points} points, and definitions are followed to {MOST_POINTS}"
        return tuple(MeasuredParameter(P, None, limit) for P in fitting)
    H = explicit(map(matrix.function, range(len(matrix))), matrix.labels, matrix.points)
    return tuple(_measured(P, H) for P in fitting)


def _measured(P: Parameter, H: ConceptClass) -> MeasuredParameter:
    try:
        with gate_limit(MOST_OPERATIONS):
            return MeasuredParameter(P, P(H).value)
    except CircuitTooLarge:
        return MeasuredParameter(P, None, f"it takes more than {MOST_OPERATIONS:,} operations")
