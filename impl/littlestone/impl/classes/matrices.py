"""Explicit classes as matrices: rows are functions, columns are points, entries are labels. Witnesses of lower bounds
on their dimensions, and their literal verification against the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.bits import bit_count
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import (
    IOTree,
    PsiNode,
    PsiTree,
    depth,
    io_paths,
    is_complete,
    psi_paths,
    psi_realizes,
    realizes,
)

MISSING = ("", "?", "NA", "N/A", "null", "None")
MOST_SHOWN = 24  # words for labels
LARGEST_LABEL = 65535  # 16 bits: what is larger is a measurement rather than a label
Array = NDArray[Any]  # as it was read: its numbers are still to be looked at
Integers = NDArray[np.integer[Any]]
P = ParamSpec("P")
Measured = TypeVar("Measured")


class BadMatrix(ValueError):
    """A file that does not hold a matrix of labels; the message says where it fails and what to do."""

    def __init__(self, where: str, problem: str, advice: str = "number the labels 0, 1, 2, ...") -> None:
        self.where, self.problem, self.advice = where, problem, advice
        super().__init__(f"{where}: {problem}; {advice}")


@dataclass(frozen=True, eq=False)
class Matrix:
    """A class of distinct functions: ``functions[i, x]`` is the label 0..labels-1 of function i at point x.

    ``rows[i]`` is the row (from 0) of the input in which function i first occurs; ``duplicates`` counts the rows
    that repeat an earlier one. ``labels`` is at least 2. Where the input was all text, ``words`` are what stood in it
    for the labels 0, 1, ..., and ``header`` is its first line, if that was taken for the names of the points.
    """

    functions: Integers
    rows: tuple[int, ...]
    duplicates: int
    labels: int
    words: tuple[str, ...] = ()
    header: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """The number of points."""
        return int(self.functions.shape[1])

    @property
    def k(self) -> int:
        """The largest label."""
        return self.labels - 1

    @property
    def is_binary(self) -> bool:
        """Only the labels 0 and 1 occur."""
        return self.labels == 2

    def __len__(self) -> int:
        return int(self.functions.shape[0])

    def function(self, i: int) -> Function:
        """Function i as the tuple of its labels."""
        return tuple(self.functions[i].tolist())

    @cached_property
    def label_masks(self) -> tuple[dict[int, int], ...]:
        """For each point, the set of functions with each label that occurs there, as a bit mask over functions."""
        columns = np.ascontiguousarray(self.functions.T)
        return tuple({int(y): bit_mask(column == y) for y in np.unique(column)} for column in columns)

    def restriction(self, i: int) -> Matrix:
        """The binary restriction H|_i, bit 1 the most significant; ``rows`` then refers to functions of this class."""
        return as_matrix((self.functions >> (bit_count(self.k) - i)) & 1)


def is_number(cell: str) -> bool:
    """Python reads the cell as a number, be it infinite or nan."""
    try:
        float(cell)
    except ValueError:
        return False
    return True


def is_word(cell: str) -> bool:
    """The cell is text that may stand for a label: no number, and none of the signs of an entry that is missing."""
    return cell not in MISSING and not is_number(cell)


def words_text(words: Sequence[str]) -> str:
    """Which word has which label: "0 = no, 1 = yes, in alphabetical order"."""
    more = ", ..." if len(words) > MOST_SHOWN else ""
    return f"{', '.join(f'{i} = {word}' for i, word in enumerate(words[:MOST_SHOWN]))}{more}, in alphabetical order"


def of_rows(
    measure: Callable[Concatenate[Matrix, P], Measured],
) -> Callable[Concatenate[Matrix | Sequence[Sequence[int]] | Integers, P], Measured]:
    """The function of a matrix as one that takes the rows of a class as well, as lists or as an array."""

    @wraps(measure)
    def taking(rows: Matrix | Sequence[Sequence[int]] | Integers, /, *args: P.args, **kwargs: P.kwargs) -> Measured:
        return measure(rows if isinstance(rows, Matrix) else as_matrix(np.asarray(rows)), *args, **kwargs)

    return taking


def as_matrix(functions: Array, where: str = "matrix") -> Matrix:
    """The class of the rows of an array of shape (functions, points) of non-negative integers, or of words.

    Words are numbered in alphabetical order. Raises BadMatrix, with the place, where the array is not such a matrix.
    """
    array = np.asarray(functions)
    if array.ndim != 2:
        problem = f"has {array.ndim} axes (shape {array.shape})"
        raise BadMatrix(where, problem, "give a matrix: one row per function, one column per point")
    if array.shape[0] == 0 or array.shape[1] == 0:
        what = "functions (rows)" if array.shape[0] == 0 else "points (columns)"
        raise BadMatrix(where, f"has no {what}", "give at least one function and one point")
    if array.dtype.kind in "OU" and all(isinstance(entry, str) and is_word(entry) for entry in array.flat):
        words, numbers = np.unique(array.astype(str), return_inverse=True)
        return replace(as_matrix(numbers.reshape(array.shape), where), words=tuple(words.tolist()))
    if array.dtype != np.bool_ and not np.issubdtype(array.dtype, np.integer):
        is_gap = np.isnan(array) if np.issubdtype(array.dtype, np.floating) else np.zeros(array.shape, dtype=bool)
        place, problem = _first(is_gap), f"its entries have type {array.dtype}, not integer"
        advice = "give every function an integer label at every point (array.astype(int))"
        raise BadMatrix(f"{where}{place}", "the entry is nan" if place else problem, advice)
    out_of_range = (array < 0) | (array > LARGEST_LABEL)
    if out_of_range.any():
        raise BadMatrix(f"{where}{_first(out_of_range)}", outside(int(array[out_of_range][0])))
    labels = max(2, int(array.max()) + 1)
    compact = np.ascontiguousarray(array, dtype=np.min_scalar_type(labels - 1))
    first = {row.tobytes(): i for i, row in reversed([*enumerate(compact)])}
    rows = tuple(sorted(first.values()))
    return Matrix(compact[list(rows)], rows, len(compact) - len(rows), labels)


def outside(label: int) -> str:
    """Why a number is no label: "the label -1 is negative"."""
    return f"the label {label} is {'negative' if label < 0 else f'above {LARGEST_LABEL}'}"


def _first(wrong: NDArray[np.bool_]) -> str:
    """The place of the first of the wrong entries; none where there is none."""
    return "".join(f", row {row + 1}, column {column + 1}" for row, column in np.argwhere(wrong)[:1])


def bit_mask(chosen: NDArray[np.bool_]) -> int:
    """The number whose i-th bit, the least significant first, says whether the i-th one is chosen."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def packed(members: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Each row of a Boolean array as words of 64 bits, the first column in the least significant bit."""
    padded = np.zeros((len(members), -(-members.shape[1] // 64) * 64), dtype=bool)
    padded[:, : members.shape[1]] = members
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


# ---- Witnesses


class InvalidWitnessError(RuntimeError):
    """A witness that does not show what it should."""


@dataclass(frozen=True)
class _OnPoints:
    points: tuple[int, ...]
    functions: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of points."""
        return len(self.points)


class ShatteredSet(_OnPoints):
    """Points on which every pattern occurs: ``functions[p]`` has bit j of p (the least first) at ``points[j]``."""

    def verify(self, matrix: Matrix) -> None:
        """Check it against the definition. Raises InvalidWitnessError naming what fails."""
        if len(self.functions) != 1 << len(self.points):
            raise InvalidWitnessError(f"{len(self.functions)} functions for {len(self.points)} points")
        for pattern, i in enumerate(self.functions):
            for j, x in enumerate(self.points):
                if matrix.functions[i, x] != (pattern >> j) & 1:
                    raise InvalidWitnessError(f"function {i} does not have pattern {pattern} at point {x}")


class ThresholdChain(_OnPoints):
    """Points x_1..x_t and functions h_1..h_t with h_i(x_j) = 1 iff i <= j (ABLMM22, section 3.2)."""

    def verify(self, matrix: Matrix) -> None:
        """Check it against the definition. Raises InvalidWitnessError naming what fails."""
        points = list(self.points)
        if len(points) != len(self.functions):
            raise InvalidWitnessError(f"{len(points)} points but {len(self.functions)} functions")
        for i, h in enumerate(self.functions):
            if matrix.functions[h, points].tolist() != [int(i <= j) for j in range(len(points))]:
                raise InvalidWitnessError(f"function {h} is not threshold {i + 1} on the points {points}")


@dataclass(frozen=True)
class ShatteredTree:
    """A complete io- or Psi-labelled tree whose i-th root-to-leaf path, left to right, ``functions[i]`` realizes."""

    tree: IOTree | PsiTree
    functions: tuple[int, ...]

    @property
    def size(self) -> int:
        """The depth of the tree."""
        return len(self.functions).bit_length() - 1

    def verify(self, matrix: Matrix) -> None:
        """Check it against the definition. Raises InvalidWitnessError naming what fails."""
        tree = self.tree
        if not is_complete(tree) or len(self.functions) != 1 << depth(tree):
            raise InvalidWitnessError(f"the tree is not a complete tree with {len(self.functions)} leaves")
        functions = [matrix.function(i) for i in self.functions]
        if isinstance(tree, PsiNode):
            realized = map(psi_realizes, functions, psi_paths(tree))
        else:
            realized = map(realizes, functions, io_paths(tree))
        for leaf, (i, holds) in enumerate(zip(self.functions, realized, strict=True)):
            if not holds:
                raise InvalidWitnessError(f"function {i} does not realize path {leaf} of the tree")

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree as a nested list, and the functions on its leaves."""
        shown = "" if self.tree is None else self.tree._repr_html_()
        return f"{shown}<p>leaves: {', '.join(f'f{i}' for i in self.functions)}</p>"


Witness = ShatteredSet | ShatteredTree | ThresholdChain
