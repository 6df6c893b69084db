"""The answer of ``littlestone dims``: the numbers of a class as they become known, as text or JSON, with witnesses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from rich.console import Console

from littlestone.impl.classes.matrices import Matrix, ShatteredTree, words_text
from littlestone.impl.classes.written_classes import matrix_of_text, read_matrix
from littlestone.impl.dimensions.all import Measures, called, certificate, measures
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension
from littlestone.impl.parameters.all import NOT_CERTIFIED, MeasuredParameter, all_parameters
from littlestone.impl.pictures.trees import leaf_names, tree_svg, tree_text

LIBRARY = f"parameters of the library, {NOT_CERTIFIED} if no reason is given"
SHOWN = 24  # of a chain or set, which may have thousands
Say = Callable[[str], None]


@dataclass(frozen=True)
class Asked:
    """What is asked of a class: ``named`` is a file, "-" for standard input, the class as it is printed, or a matrix.

    ``only`` are the names of the wanted dimensions, all for none; ``library`` adds every parameter of the library.
    """

    named: str | Matrix
    only: Sequence[str] = ()
    library: bool = False
    budget: int | None = None
    seconds: float | None = None
    certificate: Path | None = None
    svg: Path | None = None
    as_json: bool = False


def answer(asked: Asked, say: Say) -> tuple[Dimension, ...]:
    """Say what is asked, each number when it is known, and return the dimensions.

    Raises BadMatrix on no matrix, ValueError on an unknown name.
    """
    matrix = _matrix(asked.named)
    every = _measures(matrix, asked)
    dimensions = _measured(matrix, every, asked, (lambda line: None) if asked.as_json else say)
    parameters = _library(matrix) if asked.library else ()
    if asked.svg is not None:
        _save("--svg", asked.svg, _drawing(matrix, dimensions))
    if asked.certificate is not None:
        data = certificate(matrix, (*_rested_on(every, dimensions), *dimensions))
        _save("--certificate", asked.certificate, json.dumps(data, separators=(",", ":")))
    if asked.as_json:
        listed = {"parameters": [_parameter(one) for one in parameters]} if asked.library else {}
        say(json.dumps(_data(matrix, dimensions) | listed))
        return dimensions
    for line in (line for dimension in dimensions for line in _witness_lines(matrix, dimension)):
        say(line)
    for line in (["", LIBRARY] if parameters else []) + [_parameter_line(one) for one in parameters]:
        say(line)
    return dimensions


def _measures(matrix: Matrix, asked: Asked) -> Measures:
    until = None if asked.seconds is None else monotonic() + asked.seconds
    return measures(matrix, DEFAULT_BUDGET if asked.budget is None else asked.budget, until)


def _rested_on(every: Measures, dimensions: Sequence[Dimension]) -> list[Dimension]:
    """The dimensions that were not asked for and whose bounds are the reasons of those that were."""
    names = {d.name for d in dimensions}
    return [every[kind]() for kind in dict.fromkeys(d.reason.kind for d in dimensions) if kind in every.keys() - names]


def _measured(matrix: Matrix, every: Measures, asked: Asked, say: Say) -> tuple[Dimension, ...]:
    wanted = called(asked.only, every)
    say(_size(matrix))
    found = []
    for name in wanted:
        with _progress(name):
            found.append(every[name]())
        say(str(found[-1]))
    return tuple(found)


def _library(matrix: Matrix) -> tuple[MeasuredParameter, ...]:
    with _progress("the parameters of the library"):
        return all_parameters(matrix)


@contextmanager
def _progress(what: str) -> Iterator[None]:
    """Say on a terminal what is being measured."""
    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        yield
        return
    with terminal.status(f"measuring {what}"):
        yield


def _save(option: str, file: Path, text: str) -> None:
    """Raises ValueError where the file cannot be written."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{option} {file}: it cannot be written ({error}); name another file") from error


def _parameter_line(one: MeasuredParameter) -> str:
    """The parameter with its value, and what it is."""
    first_sentence = one.parameter.words.partition(". ")[0].removesuffix(".")
    reason = "" if one.how == NOT_CERTIFIED or one.value is None else f" ({one.how})"
    return f"{one}{reason}: {first_sentence}"


def _parameter(one: MeasuredParameter) -> dict[str, object]:
    value = one.value if isinstance(one.value, int) else None if one.value is None else str(one.value)
    about = {"words": one.parameter.words, "source": one.parameter.source}
    return {"name": one.parameter.name, "value": value, "limit": one.limit, "how": one.how, **about}


def _matrix(named: str | Matrix) -> Matrix:
    if isinstance(named, Matrix):
        return named
    if named == "-":
        return matrix_of_text(sys.stdin.read(), "standard input")
    return matrix_of_text(named, "the class") if named.lstrip().startswith("{") else read_matrix(named)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _size(matrix: Matrix) -> str:
    known = f" ({_count(matrix.duplicates, 'duplicate row')} left out)" if matrix.duplicates else ""
    functions, points = _count(len(matrix), "function"), _count(matrix.points, "point")
    words = f": {words_text(matrix.words)}" if matrix.words else ""
    words += f"; the first line names the points: {', '.join(matrix.header[:SHOWN])}" if matrix.header else ""
    return f"{functions}{known} on {points} with labels 0..{matrix.k}{words}"


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
    tree = next((d.witness for d in dimensions if isinstance(d.witness, ShatteredTree)), None)
    if tree is None:
        raise ValueError("--svg draws a shattered tree: ask for a Littlestone dimension, --only littlestone,...")
    return tree_svg(tree.tree, leaf_names(matrix, tree), title=f"A shattered tree of depth {tree.size}")


def _data(matrix: Matrix, dimensions: tuple[Dimension, ...]) -> dict[str, object]:
    return {
        "functions": len(matrix),
        "points": matrix.points,
        "labels": matrix.labels,
        **({"words": [*matrix.words]} if matrix.words else {}),
        "duplicates": matrix.duplicates,
        "dimensions": [_dimension(matrix, d) for d in dimensions],
    }


def _dimension(matrix: Matrix, d: Dimension) -> dict[str, object]:
    rows = [matrix.rows[i] for i in d.witness.functions]
    points = None if isinstance(d.witness, ShatteredTree) else list(d.witness.points)
    bounds = {
        "name": d.name,
        "lower": d.lower,
        "upper": d.upper,
        "exact": d.exact,
        "kind": d.reason.kind,
        "reason": d.reason.words,
    }
    return {**bounds, "witness": {"points": points, "functions": rows}}
