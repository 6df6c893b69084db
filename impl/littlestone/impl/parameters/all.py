"""The library of parameters measured on one class, each exactly or not at all, with the limit said, and how it is
known.

What the searches for dimensions find, on the class and on its dual, comes with their reasons. Else an algorithm of
``direct`` or the definition itself is followed to the end: exact, and certified by nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.dimensions.all import measures
from littlestone.impl.dimensions.proved_bounds import BudgetExceededError, Dimension
from littlestone.impl.parameters.direct import DIRECT, Table
from littlestone.spec.algebra.circuit import CircuitTooLarge, gate_limit
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.parameters.library import PARAMETERS, Parameter

MOST_POINTS = 6  # the definitions go through all patterns and orders of the points
MOST_OPERATIONS = 2_000_000  # a few seconds for each parameter
NOT_CERTIFIED = "searched, not certified"


@dataclass(frozen=True, slots=True)
class MeasuredParameter:
    """A parameter's exact value on a class, None beyond the ``limit``, in words; ``how`` says how it is known."""

    parameter: Parameter
    value: Expression | None
    limit: str | None = None
    how: str = NOT_CERTIFIED

    def __str__(self) -> str:
        told = f"not measured: {self.limit}" if self.value is None else f"= {self.value}"
        return f"{self.parameter.name} {told}"


def all_parameters(matrix: Matrix) -> tuple[MeasuredParameter, ...]:
    """Every parameter of the library that is defined for the class's labels, in the library's order."""
    fitting = [P for P in PARAMETERS.values() if P.any_labels or matrix.is_binary]
    small = matrix.points <= MOST_POINTS
    H = explicit(map(matrix.function, range(len(matrix))), matrix.labels, matrix.points) if small else None
    found = dimensions_by_name(matrix)
    return tuple(_measured(P, matrix, H, found) for P in fitting)


def dimensions_by_name(matrix: Matrix) -> Mapping[str, Dimension]:
    """The parameters that are dimensions of the class or of its dual, whose functions are the points."""
    of_class, of_dual = measures(matrix), measures(as_matrix(matrix.functions.T))
    if not matrix.is_binary:
        return {"MLD": of_class["multiclass Littlestone"]()}
    named = {"MLD": "Littlestone", "Ldim": "Littlestone", "VC": "VC", "Thr": "thresholds"}
    duals = {"dual_Ldim": "Littlestone", "dual_VC": "VC"}
    return {P: of_class[d]() for P, d in named.items()} | {P: of_dual[d]() for P, d in duals.items()}


def _measured(
    P: Parameter, matrix: Matrix, H: ConceptClass | None, found: Mapping[str, Dimension]
) -> MeasuredParameter:
    try:
        if P.name in found:
            d = found[P.name]
            if d.exact:
                return MeasuredParameter(P, d.lower, how=d.reason.words)
            return MeasuredParameter(P, None, f"it lies in {d.lower}..{d.upper} ({d.reason})")
        if P.name in DIRECT and matrix.is_binary:
            return MeasuredParameter(P, DIRECT[P.name](Table(matrix, MOST_OPERATIONS)))
        if H is None:
            limit = f"the class has {matrix.points} points, and this definition is followed to {MOST_POINTS}"
            return MeasuredParameter(P, None, limit)
        with gate_limit(MOST_OPERATIONS):
            return MeasuredParameter(P, P(H).value)
    except (CircuitTooLarge, BudgetExceededError, RecursionError):
        return MeasuredParameter(P, None, f"it takes more than {MOST_OPERATIONS:,} operations")
