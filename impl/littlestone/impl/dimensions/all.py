"""Every dimension of an explicit class, exactly or as proved bounds within a budget, each when it is asked for.

The certificate of them is plain data, the class, and for each number a witness and a reason;
``dimension_checks.certificates`` reads it back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache, partial
from typing import Any

import numpy as np

from littlestone.impl.classes.bits import bit_count, bit_map
from littlestone.impl.classes.matrices import Matrix, ShatteredTree, as_matrix, of_rows
from littlestone.impl.dimension_checks.certificates import FORM
from littlestone.impl.dimensions.binary import threshold_dimension, vc_dimension
from littlestone.impl.dimensions.littlestone import (
    bit_dimension,
    littlestone_dimension,
    psi_b_dimension,
    psi_bin_dimension,
    psi_bin_uniform_dimension,
    psi_n_dimension,
)
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import IONode, IOTree, PsiNode, PsiTree
from littlestone.spec.parameters.spellings import ELSEWHERE, parameter_meant

Measures = dict[str, Callable[[], Dimension]]


@of_rows
def all_dimensions(matrix: Matrix, budget: int = DEFAULT_BUDGET, until: float | None = None) -> tuple[Dimension, ...]:
    """The dimensions of a class, each with at most ``budget`` nodes searched and with a verified witness.

    Binary: Littlestone, VC, thresholds. More labels: multiclass Littlestone, Littlestone of each bit of the label,
    Psi^N, Psi^bin, uniform Psi^bin, Psi^B. ``until`` is a reading of ``time.monotonic`` at which searches end.
    """
    return tuple(measure() for measure in measures(matrix, budget, until).values())


def measures(matrix: Matrix, budget: int = DEFAULT_BUDGET, until: float | None = None) -> Measures:
    """The dimensions of a class by name, each computed when it is called; what another one needs is computed once."""
    littlestone = cache(partial(littlestone_dimension, matrix, budget, until))
    if matrix.is_binary:
        return {
            "Littlestone": littlestone,
            "VC": lambda: vc_dimension(matrix, littlestone(), budget, until=until),
            "thresholds": lambda: threshold_dimension(matrix, littlestone(), budget, until=until),
        }
    psi_bin = cache(partial(psi_bin_dimension, matrix, budget, until))
    bits = range(1, bit_count(matrix.k) + 1)
    return {
        "multiclass Littlestone": littlestone,
        **{f"Littlestone of bit {i}": partial(bit_dimension, matrix, i, budget, until) for i in bits},
        "Psi^N": lambda: psi_n_dimension(matrix, littlestone()),
        "Psi^bin": psi_bin,
        "Psi^bin uniform": lambda: psi_bin_uniform_dimension(matrix, psi_bin(), budget, until),
        "Psi^B": partial(psi_b_dimension, matrix, budget, until),
    }


def called(words: Iterable[str], names: Collection[str]) -> list[str]:
    """Those of the dimensions' names that the words mean, in any case; all for no words. Raises ValueError."""
    meant = set[str]()
    for word in words:
        spelt = word.strip().lower()
        found = [name for name in names if name.lower() in (spelt, f"multiclass {spelt}")]
        found += [name for name in names if spelt == "bits" and " of bit " in name]
        if not found:
            near = [name for name in names if ELSEWHERE.get(name, "") == parameter_meant(word)]
            hint = f"did you mean {near[0]}? " if near else ""
            raise ValueError(f"{word!r} is no dimension of this class; {hint}it has {', '.join(names)}")
        meant.update(found)
    return [name for name in names if name in meant or not meant]


@implements("BGS21.ALG.DIM")
def dimensions_of(functions: Iterable[Function]) -> dict[str, int]:
    """The exact dimensions of a small non-empty class, by name. Raises ValueError where the budget left one open."""
    found = all_dimensions(as_matrix(np.array(sorted(functions))))
    undecided = [dimension.name for dimension in found if not dimension.exact]
    if undecided:
        raise ValueError(f"the budget did not decide {', '.join(undecided)}; use all_dimensions for bounds")
    return {dimension.name: dimension.lower for dimension in found}


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
