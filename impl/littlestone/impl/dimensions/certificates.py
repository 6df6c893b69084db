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
from littlestone.spec.classes.trees import IONode, IOTree, PsiNode, PsiTree


def certificate(matrix: Matrix, dimensions: Iterable[Dimension]) -> dict[str, Any]:
    """The class and its dimensions as plain data; one whose bound is a reason for another's must come before it."""
    rows = matrix.functions.tolist()
    functions = ["".join(map(str, row)) for row in rows] if matrix.labels <= 10 else rows
    each = []
    for d in dimensions:
        bounds = {"name": d.name, "lower": d.lower, "upper": d.upper}
        each.append({**bounds, "witness": _witness(matrix, d), "reason": {"kind": d.reason.kind, **d.reason.data}})
    return {"form": FORM, "functions": functions, "dimensions": each}


def _witness(matrix: Matrix, d: Dimension) -> dict[str, Any]:
    """Points and functions; or a tree's nodes in heap order, each a point and the labels on its two edges."""
    if not isinstance(d.witness, ShatteredTree):
        return {"points": list(d.witness.points), "functions": list(d.witness.functions)}
    level: list[IOTree | PsiTree] = [d.witness.tree]
    nodes, groups = [], list[int]()
    maps = [bit_map(i, matrix.k) for i in range(1, bit_count(matrix.k) + 1)]
    for _ in range(d.witness.size):
        inner = [node for node in level if node is not None]
        # the group of splits at a level: the bit, from 0, of a uniform tree; other dimensions have one group
        top, is_uniform = inner[0], d.name == "Psi^bin uniform"
        groups.append(maps.index(top.map) if is_uniform and isinstance(top, PsiNode) else 0)
        nodes += [_node(node) for node in inner]
        level = [child for node in inner for child in (node.left, node.right)]
    return {"nodes": nodes, "groups": groups, "functions": list(d.witness.functions)}


def _node(node: IONode | PsiNode) -> list[Any]:
    if isinstance(node, IONode):
        return [node.point, [node.left_label], [node.right_label]]
    return [node.point, *([y for y, side in enumerate(node.map) if side == edge] for edge in (0, 1))]
