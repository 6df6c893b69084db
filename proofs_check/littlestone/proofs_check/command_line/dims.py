"""``littlestone dims``: the dimensions of a class read from a file, in words or as JSON, with their witnesses."""

from __future__ import annotations

import json
from pathlib import Path

from littlestone.impl.classes.matrices import Matrix, read_matrix
from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.dimensions.all import all_dimensions
from littlestone.impl.dimensions.proved_bounds import Dimension
from littlestone.impl.pictures.trees import leaf_names, tree_svg, tree_text

SHOWN = 24  # of a chain or set, which may have thousands


def measure(file: Path, svg: Path | None, form: str) -> str:
    """What ``littlestone dims`` prints for the file; with ``svg``, the first shattered tree is drawn into that file.

    ``form`` is text or json. Raises BadMatrix for a file that is not a matrix of labels.
    """
    matrix = read_matrix(file)
    dimensions = all_dimensions(matrix)
    if svg is not None:
        svg.write_text(_drawing(matrix, dimensions), encoding="utf-8")
    return json.dumps(_data(matrix, dimensions)) if form == "json" else _text(matrix, dimensions)


def _text(matrix: Matrix, dimensions: tuple[Dimension, ...]) -> str:
    known = f" ({matrix.duplicates} duplicate rows left out)" if matrix.duplicates else ""
    size = f"{len(matrix)} functions{known} on {matrix.points} points with labels 0..{matrix.k}"
    lines = [size, *(str(d) for d in dimensions)]
    for dimension in dimensions:
        lines += _witness_lines(matrix, dimension)
    return "\n".join(lines)


def _witness_lines(matrix: Matrix, dimension: Dimension) -> list[str]:
    """The witness of a positive dimension: points and functions, or a drawn tree."""
    witness = dimension.witness
    if not witness.size:
        return []
    if isinstance(witness, ShatteredTree):
        tree = tree_text(witness.tree, leaf_names(matrix, witness))
        return ["", f"witness of {dimension.name} = {witness.size}, a shattered tree:", tree]
    rows = ", ".join(f"f{matrix.rows[i]}" for i in witness.functions[:SHOWN])
    points = ", ".join(f"x{x}" for x in witness.points[:SHOWN])
    more = ", ..." if len(witness.functions) > SHOWN else ""
    return ["", f"witness of {dimension.name} = {witness.size}: points {points}; functions {rows}{more}"]


def _drawing(matrix: Matrix, dimensions: tuple[Dimension, ...]) -> str:
    tree = next(d.witness for d in dimensions if isinstance(d.witness, ShatteredTree))
    return tree_svg(tree.tree, leaf_names(matrix, tree), title=f"A shattered tree of depth {tree.size}")


def _data(matrix: Matrix, dimensions: tuple[Dimension, ...]) -> dict[str, object]:
    return {
        "functions": len(matrix),
        "points": matrix.points,
        "labels": matrix.labels,
        "duplicates": matrix.duplicates,
        "dimensions": [_dimension(matrix, d) for d in dimensions],
    }


def _dimension(matrix: Matrix, d: Dimension) -> dict[str, object]:
    rows = [matrix.rows[i] for i in d.witness.functions]
    points = None if isinstance(d.witness, ShatteredTree) else list(d.witness.points)
    bounds = {"name": d.name, "lower": d.lower, "upper": d.upper, "exact": d.exact, "reason": d.reason}
    return {**bounds, "witness": {"points": points, "functions": rows}}
