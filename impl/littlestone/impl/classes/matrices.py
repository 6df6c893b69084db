"""Explicit classes as matrices: rows are functions, columns are points, entries are labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.bits import bit_count
from littlestone.spec.classes.concept_classes import Function

MISSING = ("", "?", "NA", "N/A", "null", "None")
MOST_SHOWN = 24  # words for labels
LARGEST_LABEL = 65535  # 16 bits: what is larger is a measurement rather than a label
Array = NDArray[Any]  # as it was read: its numbers are still to be looked at
Integers = NDArray[np.integer[Any]]
P = ParamSpec("P")
Measured = TypeVar("Measured")


class BadMatrix(ValueError):
    """A file that does not hold a matrix of labels; the message says where it fails and what to do."""

    def __init__(self, where: str, problem: str, advice: str) -> None:
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
        return tuple(_label_masks(column) for column in np.ascontiguousarray(self.functions.T))

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


def as_matrix(functions: Array) -> Matrix:
    """The class of the rows of an array of shape (functions, points) of non-negative integers, or of words.

    Raises BadMatrix where the array is not such a matrix.
    """
    return checked(np.asarray(functions), "matrix")


def of_rows(
    measure: Callable[Concatenate[Matrix, P], Measured],
) -> Callable[Concatenate[Matrix | Sequence[Sequence[int]] | Integers, P], Measured]:
    """The function of a matrix as one that takes the rows of a class as well, as lists or as an array."""

    @wraps(measure)
    def taking(rows: Matrix | Sequence[Sequence[int]] | Integers, /, *args: P.args, **kwargs: P.kwargs) -> Measured:
        return measure(rows if isinstance(rows, Matrix) else as_matrix(np.asarray(rows)), *args, **kwargs)

    return taking


def rectangular(rows: list[tuple[str, list[int]]], name: str) -> NDArray[np.int64]:
    """The rows, each given with its place, as an array; raises BadMatrix where their lengths differ."""
    if not rows:
        raise BadMatrix(name, "has no rows", "give at least one function")
    first, width = rows[0][0], len(rows[0][1])
    for where, row in rows:
        if len(row) != width:
            problem = f"{len(row)} entries, but the first row ({first}) has {width}"
            raise BadMatrix(where, problem, "give every function a label at every point")
        if row and not -1 <= max(row, key=abs) <= LARGEST_LABEL:
            _refuse_range(row, where)
    return np.array([row for _, row in rows], dtype=np.int64).reshape(len(rows), width)


def _refuse_range(row: list[int], where: str) -> None:
    column, label = next((i, label) for i, label in enumerate(row, start=1) if not 0 <= label <= LARGEST_LABEL)
    raise _out_of_range(f"{where}, column {column}", label)


def _out_of_range(where: str, label: int) -> BadMatrix:
    if label < 0:
        return BadMatrix(where, f"the label {label} is negative", "number the labels 0, 1, 2, ...")
    return BadMatrix(where, f"the label {label} is above {LARGEST_LABEL}", "number the labels 0, 1, 2, ...")


def checked(array: Array, where: str) -> Matrix:
    """The class of the rows of an array, of words in alphabetical order too; raises BadMatrix with the place."""
    if array.ndim != 2:
        problem = f"has {array.ndim} axes (shape {array.shape})"
        raise BadMatrix(where, problem, "give a matrix: one row per function, one column per point")
    if array.shape[0] == 0 or array.shape[1] == 0:
        what = "functions (rows)" if array.shape[0] == 0 else "points (columns)"
        raise BadMatrix(where, f"has no {what}", "give at least one function and one point")
    if array.dtype.kind in "OU" and all(isinstance(entry, str) and is_word(entry) for entry in array.flat):
        words, numbers = np.unique(array.astype(str), return_inverse=True)
        return replace(checked(numbers.reshape(array.shape), where), words=tuple(words.tolist()))
    if array.dtype != np.bool_ and not np.issubdtype(array.dtype, np.integer):
        _refuse_dtype(array, where)
    _refuse_labels_out_of_range(array, where)
    return _distinct_rows(array)


def _refuse_dtype(array: Array, where: str) -> None:
    problem = f"its entries have type {array.dtype}, not integer"
    if np.issubdtype(array.dtype, np.floating) and np.isnan(array).any():
        row, column = np.argwhere(np.isnan(array))[0] + 1
        where, problem = f"{where}, row {row}, column {column}", "the entry is nan"
    raise BadMatrix(where, problem, "give every function an integer label at every point (array.astype(int))")


def _refuse_labels_out_of_range(array: Array, where: str) -> None:
    wrong = (array < 0) | (array > LARGEST_LABEL)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise _out_of_range(f"{where}, row {row + 1}, column {column + 1}", int(array[row, column]))


def _distinct_rows(array: Array) -> Matrix:
    """The distinct rows in the order of their first occurrence, in the smallest type that holds the labels."""
    labels = max(2, int(array.max()) + 1)
    compact = np.ascontiguousarray(array, dtype=np.min_scalar_type(labels - 1))
    first: dict[bytes, int] = {}
    for i, row in enumerate(compact):
        first.setdefault(row.tobytes(), i)
    rows = tuple(first.values())
    return Matrix(compact[list(rows)], rows, len(compact) - len(rows), labels)


def _label_masks(column: Array) -> dict[int, int]:
    return {int(label): bit_mask(column == label) for label in np.unique(column)}


def bit_mask(chosen: NDArray[np.bool_]) -> int:
    """The number whose i-th bit, the least significant first, says whether the i-th one is chosen."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")
