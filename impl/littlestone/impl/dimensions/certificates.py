"""The certificate of a class's dimensions as plain data: the class, and for each number a witness and a reason.

``dimension_checks.certificates`` reads it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from littlestone.impl.classes.bits import bit_count, bit_map
from littlestone.impl.classes.matrices import Matrix
from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.dimension_checks.certificates import FORM
from littlestone.impl.dimensions.proved_bounds import Dimension
from littlestone.impl.dimensions.tree_certificates import tree_data
from littlestone.spec.classes.trees import PsiNode


def certificate(matrix: Matrix, dimensions: Iterable[Dimension]) -> dict[str, Any]:
    """The class and its dimensions with witnesses and reasons, as plain data.

    A dimension whose bound is a reason for another one's must come before it.
    """
    rows = matrix.functions.tolist()
    functions = ["".join(map(str, row)) for row in rows] if matrix.labels <= 10 else rows
    return {"form": FORM, "functions": functions, "dimensions": [_dimension(matrix, d) for d in dimensions]}


def _dimension(matrix: Matrix, d: Dimension) -> dict[str, Any]:
    reason = {"kind": d.reason.kind, **d.reason.data}
    return {"name": d.name, "lower": d.lower, "upper": d.upper, "witness": _witness(matrix, d), "reason": reason}


def _witness(matrix: Matrix, d: Dimension) -> dict[str, Any]:
    if not isinstance(d.witness, ShatteredTree):
        return {"points": list(d.witness.points), "functions": list(d.witness.functions)}
    return tree_data(d.witness, _levels(matrix, d.witness) if d.name == "Psi^bin uniform" else [0] * d.lower)


def _levels(matrix: Matrix, witness: ShatteredTree) -> list[int]:
    """The bit, from 0, at each level of a uniform tree."""
    maps = [bit_map(i, matrix.k) for i in range(1, bit_count(matrix.k) + 1)]
    node, levels = witness.tree, []
    while isinstance(node, PsiNode):
        levels.append(maps.index(node.map))
        node = node.left
    return levels
