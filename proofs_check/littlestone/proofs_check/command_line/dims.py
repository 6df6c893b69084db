"""``littlestone dims``: the dimensions of a class read from a file, in words or as JSON, with their witnesses."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console

from littlestone.impl.classes.matrices import Matrix
from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.classes.written_classes import matrix_of_text, read_matrix
from littlestone.impl.dimensions.all import all_dimensions
from littlestone.impl.dimensions.proved_bounds import Dimension
from littlestone.impl.parameters.all import MeasuredParameter, all_parameters
from littlestone.impl.pictures.trees import leaf_names, tree_svg, tree_text

SHOWN = 24  # of a chain or set, which may have thousands


def measure(named: str, svg: Path | None, form: str, library: bool = False) -> str:
    """What ``littlestone dims`` prints for the class; with ``svg``, the first shattered tree is drawn into that file.

    ``named`` is a file, "-" for standard input, or the class itself as the kit prints it, ``{000, 001}``; ``form`` is
    text or json; ``library`` adds every parameter of the library. Raises BadMatrix where that is no matrix of labels.
    """
    matrix = _matrix(named)
    terminal = Console(stderr=True)
    with terminal.status("measuring the dimensions") if terminal.is_terminal else nullcontext():
        dimensions = all_dimensions(matrix)
        parameters = all_parameters(matrix) if library else ()
    if svg is not None:
        _draw(matrix, dimensions, svg)
    if form == "json":
        listed = {"parameters": [_parameter(one) for one in parameters]} if library else {}
        return json.dumps(_data(matrix, dimensions) | listed)
    return "\n".join([_text(matrix, dimensions), *([""] if parameters else []), *map(_parameter_line, parameters)])


def _draw(matrix: Matrix, dimensions: tuple[Dimension, ...], svg: Path) -> None:
    """Raises ValueError where the file cannot be written."""
    try:
        svg.write_text(_drawing(matrix, dimensions), encoding="utf-8")
    except OSError as error:
        raise ValueError(f"--svg {svg}: it cannot be written ({error}); name another file") from error


def _parameter_line(one: MeasuredParameter) -> str:
    """The parameter with its value, and what it is."""
    first_sentence = one.parameter.words.partition(". ")[0].removesuffix(".")
    return f"{one}: {first_sentence}"


def _parameter(one: MeasuredParameter) -> dict[str, object]:
    value = one.value if isinstance(one.value, int) else None if one.value is None else str(one.value)
    about = {"words": one.parameter.words, "source": one.parameter.source}
    return {"name": one.parameter.name, "value": value, "limit": one.limit, **about}


def _matrix(named: str) -> Matrix:
    if named == "-":
        return matrix_of_text(sys.stdin.read(), "standard input")
    return matrix_of_text(named, "the class") if named.lstrip().startswith("{") else read_matrix(named)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _text(matrix: Matrix, dimensions: tuple[Dimension, ...]) -> str:
    known = f" ({_count(matrix.duplicates, 'duplicate row')} left out)" if matrix.duplicates else ""
    functions, points = _count(len(matrix), "function"), _count(matrix.points, "point")
    size = f"{functions}{known} on {points} with labels 0..{matrix.k}"
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
    bounds = {"name": d.name, "lower": d.lower, "upper": d.upper, "exact": d.exact, "reason": d.reason.words}
    return {**bounds, "witness": {"points": points, "functions": rows}}
