"""What a learner under audit is run on: concept classes and data, samples, and pairs of neighbouring samples.

Numbers that floats do not tell apart are refused rather than merged, and zeros of either sign in a file are one point:
an audit that takes two points for one, or one for two, compares other samples than the target sees.
"""

from __future__ import annotations

import csv
import shlex
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import BadMatrix, is_number, is_word
from littlestone.impl.classes.written_classes import read_matrix, text_table, what_is_wrong_with
from littlestone.proofs_check.audits.subjects.number_text import WHOLE_FLOATS, rational_text
from littlestone.proofs_check.bad_input import BadInstance, NotNeighbours
from littlestone.spec.classes.concept_classes import Function

Point = int | tuple[float, ...]
Row = tuple[Point, int]
Dataset = tuple[Row, ...]
Input = Any  # plain data: numbers, texts, None, and tuples of inputs; it has a faithful repr and a place in JSON

TEXT = (".csv", ".tsv", ".txt")
UNLABELLED = "none"  # as the column of labels
DEFAULT_ROWS = 20  # few, so that one row is 5% of the sample and its influence shows; not tuned
MOST_ROWS = 1_000_000  # of samples that are tuples of tuples; the pairs to try are some ten
MOST_POINTS = 1_000_000  # every function that is looked at becomes a tuple of so many labels


@dataclass(frozen=True, eq=False)
class Instance:
    """What samples are made of: the points, the labels, the middle function of a class and how many rows.

    ``points`` are 0..N-1 where there is a class, else tuples of features; ``sample`` holds the user's own rows where
    there are some, and ``users`` whose each of them is, where that is known; ``source`` is how the command line names
    the instance. Where it is not labelled, all labels are 0; ``words`` are what the data say for the labels 0, 1, ...
    if they are words. Raises BadInstance where there are no points, fewer than two labels, or no rows.
    """

    points: Sequence[Point]
    labels: tuple[int, ...]
    middle: Function | None
    rows: int
    sample: Dataset | None = None
    source: str = ""
    users: tuple[str, ...] | None = None
    is_labelled: bool = True
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        where = self.source or "instance"
        if not self.points:
            raise BadInstance(where, "it has no points", "give at least one")
        if self.is_labelled and len(set(self.labels)) < 2:
            advice = "give at least two labels, or say --label none"
            raise BadInstance(where, f"it has only the labels {self.labels}", advice)
        if isinstance(self.rows, bool) or not isinstance(self.rows, int) or not 1 <= self.rows <= MOST_ROWS:
            raise BadInstance(where, f"a sample would have {self.rows} rows", f"give --rows from 1 to {MOST_ROWS}")

    @property
    def domain(self) -> int | None:
        """The number N of points 0..N-1, of which a tuple of labels is a hypothesis; None where they are others."""
        return None if self.middle is None else len(self.points)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbouring inputs and what was changed, mostly samples; raises NotNeighbours where they are equal."""

    first: Input
    second: Input
    what: str

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise NotNeighbours(self.what, "the two inputs are equal", "neighbours differ")

    @property
    def changed(self) -> int | None:
        """The index of the row in which two samples differ, where that is one."""
        if not (is_sample(self.first) and is_sample(self.second)) or len(self.first) != len(self.second):
            return None
        differing = [i for i, (a, b) in enumerate(zip(self.first, self.second, strict=True)) if a != b]
        return differing[0] if len(differing) == 1 else None


def is_sample(part: Input) -> bool:
    """The input is a sample: rows of a point and an integer label."""
    return isinstance(part, tuple) and all(
        isinstance(row, tuple) and len(row) == 2 and isinstance(row[1], int) for row in part
    )


def replaced(sample: Dataset, i: int, row: Row, what: str) -> Pair:
    """The pair of the sample and the sample with row i replaced; raises NotNeighbours where that changes nothing."""
    return Pair(sample, (*sample[:i], row, *sample[i + 1 :]), what)


# ---- Concept classes by name


def instance_of_class(text: str, rows: int | None = None) -> Instance:
    """The instance that ``--class`` names: thresholds:N, singletons:N, intervals:N, points:N,d or a matrix file.

    thresholds are h(x) = 1 iff x >= t for t in 0..N; singletons h(x) = 1 iff x = i; intervals h(x) = 1 iff a <= x < b,
    the empty one included; points are N binary-labelled points of [-1, 1]^d without a class. Raises BadInstance.
    """
    name, colon, size = text.partition(":")
    count, source = DEFAULT_ROWS if rows is None else rows, shlex.join(("--class", text))
    if colon and name in MIDDLES:
        n = _number(text, size)
        return Instance(range(n), (0, 1), MIDDLES[name](n), count, source=source)
    if colon and name == "points":
        from scipy.stats import qmc

        # The first points of the Halton sequence, stretched to [-1, 1]^d: public, spread out, the same every time
        number, _, dimension = size.partition(",")
        halton = qmc.Halton(_number(text, dimension or "1"), scramble=False).random(_number(text, number))
        points = tuple(tuple(row) for row in (2 * halton - 1).tolist())
        return Instance(points, (0, 1), None, count, source=source)
    near = get_close_matches(name, MIDDLES, n=1) if colon and size.isdecimal() else []
    if near:
        raise BadInstance(f"--class {text}", f"there is no class {name!r}", f"did you mean {near[0]}:{size}?")
    try:
        matrix = read_matrix(text)
    except BadMatrix as error:
        advice = f"{error.advice}, or name thresholds:N, singletons:N, intervals:N, points:N,d or the file of a matrix"
        raise BadInstance(f"--class {text}", f"{error.where}: {error.problem}", advice) from error
    middle = matrix.function(len(matrix) // 2)
    return Instance(range(matrix.points), tuple(range(matrix.labels)), middle, count, source=source)


def _number(text: str, digits: str) -> int:
    if not digits.isdecimal() or not 1 <= int(digits) <= MOST_POINTS:
        raise BadInstance(f"--class {text}", f"{digits!r} is no number of points", f"give 1 to {MOST_POINTS}")
    return int(digits)


def _interval(n: int, start: int, stop: int) -> Function:
    return (0,) * start + (1,) * (stop - start) + (0,) * (n - stop)


def _middle_interval(n: int) -> Function:
    """Of the empty interval and then all [a, b) by b and then a."""
    i = (n * (n + 1) // 2 + 1) // 2 - 1
    stop = (isqrt(8 * i + 1) + 1) // 2
    return _interval(n, i - stop * (stop - 1) // 2, stop)


MIDDLES: dict[str, Callable[[int], Function]] = {
    "thresholds": lambda n: _interval(n, (n + 1) // 2, n),
    "singletons": lambda n: _interval(n, n // 2, n // 2 + 1),
    "intervals": _middle_interval,
}


# ---- Data of the user's own


def instance_of_data(
    file: str | Path, rows: int | None = None, user: str | None = None, label: str | None = None
) -> Instance:
    """The instance of a data file, .csv or .npy: a row per example, of features and a label, an integer or a word.

    ``rows`` takes the first so many. ``user`` and ``label`` are columns, by their names in the header or their numbers
    from 0 on; the former says whose a row is, and is no feature. The label is the last column by default; for "none",
    or in a table of one column, there is none. Raises BadInstance for a file that cannot be read or is not of this
    form, or that has fewer rows.
    """
    path = Path(file)
    table, header, words = table_of(path, "data")
    last = table.shape[1] - 1
    owner = None if user is None else _column(path, "user", user, header, last)
    unlabelled = label == UNLABELLED or (label is None and last + 1 - (owner is not None) == 1)
    own = None if unlabelled else last if label is None else _column(path, "label", label, header, last)
    if owner is not None and owner == own:
        raise BadInstance(f"--user {user}", "it is the label's column", "name another one, or the --label")
    for column in words.keys() - {owner, own}:
        raise words[column].fault
    users = None if owner is None else _users(table[:, owner], user or "", words.get(owner))
    points = as_points(table[:, [i for i in range(last + 1) if i not in (owner, own)]])
    labels = (0,) * len(points) if own is None else _labels(table[:, own], path)
    sample = tuple(zip(points, labels, strict=True))
    if rows is not None and rows > len(sample):
        problem = f"it has {len(sample)} rows, fewer than --rows {rows}"
        raise BadInstance(f"--data {path}", problem, "ask for fewer rows")
    count = len(sample) if rows is None else rows
    return Instance(
        tuple(dict.fromkeys(points)),
        tuple(sorted(set(labels))),
        None,
        count,
        sample[:count],
        shlex.join(("--data", str(path))),
        None if users is None else users[:count],
        is_labelled=not unlabelled,
        words=words[own].words if own in words else (),
    )


def _users(column: NDArray[np.float64], user: str, named: Words | None) -> tuple[str, ...]:
    if named is not None:
        return tuple(named.words[int(i)] for i in column)
    if (np.abs(column) >= WHOLE_FLOATS).any():
        problem = "it has numbers from 2^53 on, which floats do not tell apart"
        raise BadInstance(f"--user {user}", problem, "number the users anew")
    return tuple(rational_text(Fraction(repr(number))) for number in column.tolist())


def _column(path: Path, option: str, name: str, header: Sequence[str], last: int) -> int:
    """The number of the column; raises BadInstance where there is none."""
    if name in header:
        return list(header).index(name)
    if name.isdecimal() and int(name) <= last:
        return int(name)
    raise BadInstance(
        f"--{option} {name}", f"{path} has no such column", f"name one of {', '.join(header) or f'0 to {last}'}"
    )


def _labels(column: NDArray[np.float64], path: Path) -> tuple[int, ...]:
    wrong = np.flatnonzero(column != np.round(column))
    if wrong.size:
        problem = f"the label {column[wrong[0]]} is no integer"
        advice = "name the column of labels, as in --label y, or say --label none"
        raise BadInstance(f"--data {path}, row {wrong[0] + 1}", problem, advice)
    return tuple(map(int, column))


def as_points(table: NDArray[np.float64]) -> tuple[Point, ...]:
    """The rows of a table of features as points: integers where there is one column of integers, else tuples."""
    if table.shape[1] == 1 and (table == np.round(table)).all():
        return tuple(map(int, table[:, 0]))
    return tuple(tuple(row) for row in table.tolist())


class Words(NamedTuple):
    """What a column of text has for 0, 1, ... in alphabetical order, and the fault where it should be numbers."""

    words: tuple[str, ...]
    fault: BadInstance


Table = tuple[NDArray[np.float64], list[str], dict[int, Words]]


def table_of(path: Path, option: str) -> Table:
    """The table of numbers, the names of its columns where it has a header, and which columns are words, numbered."""
    where, kind = f"--{option} {path}", path.suffix.lower()
    if kind not in (*TEXT, ".npy"):
        raise BadInstance(where, f"unknown file type {path.suffix!r}", "give a .csv, .tsv, .txt or .npy file")
    try:
        found = np.asarray(np.load(path, allow_pickle=False), np.float64) if kind == ".npy" else None
        table, header, words = _read_text(path, where) if found is None else (found, [], {})
    except BadInstance:
        raise
    except FileNotFoundError as error:
        raise BadInstance(where, "there is no such file", "check the path") from error
    except (OSError, ValueError, EOFError, csv.Error) as error:
        raise BadInstance(where, f"it cannot be read ({error})", "give a table of numbers") from error
    if table.ndim != 2 or not table.size:
        raise BadInstance(where, f"it has shape {table.shape}", "give a table: a row per example, a column per feature")
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0] + 1
        raise BadInstance(f"{where}, row {row}, column {column}", "the entry is not finite", "leave such rows out")
    return table + 0.0, header, words  # -0.0 becomes 0.0, since equal rows are one row to an audit


def _read_text(path: Path, where: str) -> Table:
    """The numbers of a table in text, with columns of words numbered; raises BadInstance with line and column."""
    table = text_table(path.read_text(encoding="utf-8-sig"))
    if table.ragged is not None:
        line, length, first = table.ragged
        problem = f"{length} entries, but the first row has {first}"
        raise BadInstance(f"{where}, line {line}", problem, "give every row the same columns")
    columns = [_column_of(where, i, table.rows) for i in range(len(table.rows[0][1]) if table.rows else 0)]
    words = {i: told for i, (_, told) in enumerate(columns) if told is not None}
    if words and _is_numbered_header([cells for _, cells in table.rows], words):
        advice = "write # before it, or leave it out; if it is a row, put it below another"
        raise BadInstance(f"{where}, line {table.rows[0][0]}", "it looks like numbers of columns and a name", advice)
    return np.array([numbers for numbers, _ in columns], dtype=np.float64).T, [*table.header], words


def _is_numbered_header(rows: Sequence[Sequence[str]], words: Container[int]) -> bool:
    """The first row has the numbers of several columns, and in columns of words what stands nowhere below.

    One number alone is as likely a point.
    """
    first, *below = rows
    return sum(i not in words for i in range(len(first))) > 1 and all(
        all(row[i] != cell for row in below) if i in words else cell == str(i) for i, cell in enumerate(first)
    )


def _column_of(where: str, column: int, rows: Sequence[tuple[int, Sequence[str]]]) -> tuple[list[float], Words | None]:
    """The numbers of a column, or those of its words; raises BadInstance where it is of neither kind."""
    cells = [row[column] for _, row in rows]
    if all(map(is_number, cells)):
        return [float(cell) for cell in cells], None
    meant = is_number if any(map(is_number, cells)) else is_word
    wrong = next((i for i, cell in enumerate(cells) if not meant(cell)), 0)
    place = f"{where}, line {rows[wrong][0]}, column {column + 1}"
    advice = "number what is text and no label, 0, 1, 2, ..., and leave out rows that lack an entry"
    fault = BadInstance(place, what_is_wrong_with(cells[wrong], "a number"), advice)
    if not all(map(is_word, cells)):
        raise fault
    numbers = {word: float(i) for i, word in enumerate(sorted({*cells}))}
    return [numbers[cell] for cell in cells], Words(tuple(numbers), fault)
