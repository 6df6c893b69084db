"""What a learner under audit is run on: concept classes and data, samples, and pairs of neighbouring samples.

Numbers that floats do not tell apart are refused rather than merged, and zeros of either sign in a file are one point:
an audit that takes two points for one, or one for two, compares other samples than the target sees.
"""

from __future__ import annotations

import csv
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, partial
from math import isqrt
from pathlib import Path
from typing import overload

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import BadMatrix
from littlestone.impl.classes.written_classes import read_matrix
from littlestone.proofs_check.audits.subjects.number_text import WHOLE_FLOATS, decimal
from littlestone.proofs_check.bad_input import BadInstance, NotNeighbours
from littlestone.spec.classes.concept_classes import Function

Point = int | tuple[float, ...]
Row = tuple[Point, int]
Dataset = tuple[Row, ...]

DEFAULT_ROWS = 20  # few, so that one row is 5% of the sample and its influence shows; not tuned
MOST_ROWS = 1_000_000  # of samples that are tuples of tuples; the pairs to try are some ten
MOST_POINTS = 1_000_000  # every function that is looked at becomes a tuple of so many labels


@dataclass(frozen=True, eq=False)
class Family(Sequence[Function]):
    """A concept class too large to list: function i, for i in 0..size-1, is ``rule(i)``, its labels on all points."""

    size: int
    rule: Callable[[int], Function]

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, i: int) -> Function: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Function, ...]: ...
    def __getitem__(self, i: int | slice) -> Function | tuple[Function, ...]:
        if isinstance(i, slice):
            return tuple(map(self.rule, range(*i.indices(self.size))))
        if not -self.size <= i < self.size:
            raise IndexError(f"function {i} of {self.size}")
        return self.rule(i % self.size)


@dataclass(frozen=True, eq=False)
class Instance:
    """What samples are made of: the points, the labels, the functions of the class (None: unknown) and how many rows.

    ``points`` are 0..N-1 for a class given by functions, else tuples of features; ``sample`` holds the user's own rows
    where there are some, and ``users`` whose each of them is, where that is known; ``source`` is how the command line
    names the instance. Raises BadInstance where there are no points, fewer than two labels, or no rows.
    """

    points: Sequence[Point]
    labels: tuple[int, ...]
    functions: Sequence[Function] | None
    rows: int
    sample: Dataset | None = None
    source: str = ""
    users: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        where = self.source or "instance"
        if not self.points:
            raise BadInstance(where, "it has no points", "give at least one")
        if len(set(self.labels)) < 2:
            raise BadInstance(where, f"it has only the labels {self.labels}", "give at least two labels")
        if isinstance(self.rows, bool) or not isinstance(self.rows, int) or not 1 <= self.rows <= MOST_ROWS:
            raise BadInstance(where, f"a sample would have {self.rows} rows", f"give --rows from 1 to {MOST_ROWS}")

    @property
    def is_finite(self) -> bool:
        """The points are 0..N-1, so that a tuple of N labels is a hypothesis."""
        return isinstance(self.points[0], int) and self.functions is not None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbouring samples, tuples of (point, label) rows that differ in exactly one row, and what was changed.

    Raises NotNeighbours where they do not.
    """

    first: Dataset
    second: Dataset
    what: str

    def __post_init__(self) -> None:
        if len(self.first) != len(self.second):
            problem = f"the samples have {len(self.first)} and {len(self.second)} rows"
            raise NotNeighbours(
                f"pair {self.what!r}", problem, "neighbours have equally many rows, one of them replaced"
            )
        changed = [i for i, (a, b) in enumerate(zip(self.first, self.second, strict=True)) if a != b]
        if len(changed) != 1:
            shown = ", ".join(map(str, changed[:5])) + (", ..." if len(changed) > 5 else "")
            problem = f"the samples differ in {len(changed)} rows" + (f" ({shown})" if changed else "")
            raise NotNeighbours(f"pair {self.what!r}", problem, "neighbours differ in exactly one row")

    @property
    def changed(self) -> int:
        """The index of the row that differs."""
        return next(i for i, (a, b) in enumerate(zip(self.first, self.second, strict=True)) if a != b)


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
    makers = {"thresholds": _thresholds, "singletons": _singletons, "intervals": _intervals}
    count = DEFAULT_ROWS if rows is None else rows
    if colon and name in makers:
        n = _number(text, size)
        return Instance(range(n), (0, 1), makers[name](n), count, source=shlex.join(("--class", text)))
    if colon and name == "points":
        return Instance(_cube(text, size), (0, 1), None, count, source=shlex.join(("--class", text)))
    near = get_close_matches(name, makers, n=1) if colon and size.isdecimal() else []
    if near:
        raise BadInstance(f"--class {text}", f"there is no class {name!r}", f"did you mean {near[0]}:{size}?")
    return _matrix_instance(text, count)


def _matrix_instance(file: str, rows: int) -> Instance:
    try:
        matrix = read_matrix(file)
    except BadMatrix as error:
        known = "thresholds:N, singletons:N, intervals:N, points:N,d or the file of a matrix"
        raise BadInstance(
            f"--class {file}", f"{error.where}: {error.problem}", f"{error.advice}, or name {known}"
        ) from error
    functions = Family(len(matrix), matrix.function)
    return Instance(
        range(matrix.points), tuple(range(matrix.labels)), functions, rows, source=shlex.join(("--class", file))
    )


def _number(text: str, digits: str) -> int:
    if not digits.isdecimal() or not 1 <= int(digits) <= MOST_POINTS:
        raise BadInstance(f"--class {text}", f"{digits!r} is no number of points", f"give 1 to {MOST_POINTS}")
    return int(digits)


def _thresholds(n: int) -> Family:
    return Family(n + 1, partial(_threshold, n))


def _singletons(n: int) -> Family:
    return Family(n, partial(_singleton, n))


def _intervals(n: int) -> Family:
    return Family(n * (n + 1) // 2 + 1, partial(_ranked_interval, n))


def _interval(n: int, start: int, stop: int) -> Function:
    return (0,) * start + (1,) * (stop - start) + (0,) * (n - stop)


def _threshold(n: int, t: int) -> Function:
    return _interval(n, t, n)


def _singleton(n: int, i: int) -> Function:
    return _interval(n, i, i + 1)


def _ranked_interval(n: int, i: int) -> Function:
    """The empty interval, then [a, b) by b and then a."""
    if i == 0:
        return (0,) * n
    stop = (isqrt(8 * (i - 1) + 1) + 1) // 2
    return _interval(n, i - 1 - stop * (stop - 1) // 2, stop)


def _cube(text: str, size: str) -> tuple[Point, ...]:
    """The first N points of the Halton sequence, stretched to [-1, 1]^d: public, spread out, the same every time."""
    from scipy.stats import qmc

    count, _, dimension = size.partition(",")
    points = qmc.Halton(_number(text, dimension or "1"), scramble=False).random(_number(text, count))
    return tuple(tuple(row) for row in (2 * points - 1).tolist())


# ---- Data of the user's own


def instance_of_data(file: str | Path, rows: int | None = None, user: str | None = None) -> Instance:
    """The instance of a data file, .csv or .npy: a row per example, features first, an integer label last.

    One column alone is a feature without labels, which are 0.

    ``rows`` takes the first so many. ``user`` is the column, by its name in the header or its number from 0 on, that
    says whose a row is, and is no feature. Raises BadInstance for a file that cannot be read or is not of this form,
    or that has fewer rows.
    """
    path = Path(file)
    table, header = _table(path, "data")
    users = None
    if user is not None:
        column = _column(path, user, header, table.shape[1])
        users = _users(table[:, column], user)
        table = np.delete(table, column, axis=1)
    unlabelled = table.shape[1] == 1
    if unlabelled:
        table = np.hstack([table, np.zeros_like(table)])
    sample = _rows(table, path)
    if rows is not None and rows > len(sample):
        raise BadInstance(
            f"--data {path}", f"it has {len(sample)} rows, fewer than --rows {rows}", "ask for fewer rows"
        )
    count = len(sample) if rows is None else rows
    labels = tuple(sorted({y for _, y in sample} | ({0, 1} if unlabelled else set())))
    points = tuple(dict.fromkeys(x for x, _ in sample))
    source = shlex.join(("--data", str(path)))
    return Instance(points, labels, None, count, sample[:count], source, None if users is None else users[:count])


def _users(column: NDArray[np.float64], user: str) -> tuple[str, ...]:
    if (np.abs(column) >= WHOLE_FLOATS).any():
        problem = "it has numbers from 2^53 on, which floats do not tell apart"
        raise BadInstance(f"--user {user}", problem, "number the users anew")
    return tuple(map(decimal, column.tolist()))


def _column(path: Path, user: str, header: Sequence[str], columns: int) -> int:
    """The number of the column; raises BadInstance where there is none, or it is the label's."""
    if user in header:
        column = list(header).index(user)
    elif user.isdecimal():
        column = int(user)
    else:
        known = ", ".join(header) or f"0 to {columns - 2}"
        raise BadInstance(f"--user {user}", f"{path} has no such column", f"name one of {known}")
    if not column < columns - 1:
        raise BadInstance(f"--user {user}", "it is the label's column, or beyond", f"name one of 0 to {columns - 2}")
    return column


def _rows(table: NDArray[np.float64], path: Path) -> Dataset:
    labels = table[:, -1]
    wrong = np.flatnonzero(labels != np.round(labels))
    if wrong.size:
        where = f"--data {path}, row {wrong[0] + 1}"
        raise BadInstance(
            where, f"the label {labels[wrong[0]]} is no integer", "put an integer label in the last column"
        )
    return tuple(zip(as_points(table[:, :-1]), map(int, labels), strict=True))


def as_points(table: NDArray[np.float64]) -> tuple[Point, ...]:
    """The rows of a table of features as points: integers where there is one column of integers, else tuples."""
    if table.shape[1] == 1 and (table == np.round(table)).all():
        return tuple(map(int, table[:, 0]))
    return tuple(tuple(row) for row in table.tolist())


def _table(path: Path, option: str) -> tuple[NDArray[np.float64], list[str]]:
    """The table of numbers, and the names of its columns where it has a header."""
    readers = {".csv": _read_csv, ".npy": _read_npy}
    where = f"--{option} {path}"
    if path.suffix.lower() not in readers:
        raise BadInstance(where, f"unknown file type {path.suffix!r}", "give a .csv or .npy file")
    try:
        table, header = readers[path.suffix.lower()](path)
    except (OSError, ValueError, EOFError, csv.Error) as error:
        raise BadInstance(where, f"it cannot be read ({error})", "give a table of numbers") from error
    if table.ndim != 2 or not table.size:
        raise BadInstance(where, f"it has shape {table.shape}", "give a table: a row per example, a column per feature")
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0] + 1
        raise BadInstance(f"{where}, row {row}, column {column}", "the entry is not finite", "leave such rows out")
    unsigned = table + 0.0  # -0.0 becomes 0.0, since equal rows are one row to an audit
    return unsigned, header


def _read_npy(path: Path) -> tuple[NDArray[np.float64], list[str]]:
    return np.asarray(np.load(path, allow_pickle=False), dtype=np.float64), []


def _read_csv(path: Path) -> tuple[NDArray[np.float64], list[str]]:
    """The numbers of a CSV file; a first line without any number is a header."""
    with path.open(newline="", encoding="utf-8-sig") as lines:
        rows = [row for row in csv.reader(lines) if row]
    header = rows[0] if rows and not any(map(_is_number, rows[0])) else []
    body = rows[1:] if header else rows
    if len({len(row) for row in body}) > 1:
        raise ValueError("its rows have different numbers of columns")
    return np.array(body, dtype=np.float64), [name.strip() for name in header]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


# ---- Where hypotheses are compared


MOST_COLUMNS = 64  # entries that the search looks at, features.COLUMNS


@dataclass(frozen=True)
class Probe:
    """The points on which hypotheses are compared, and which of them become columns of an output (at most 64).

    Where there are more points, a hypothesis is also summed up on all of them. An output keeps its first ``most``
    numbers, and a fingerprint of all where it has more. ``observe`` names the fitted attributes that are compared
    instead, laid end to end.
    """

    points: tuple[Point, ...]
    columns: tuple[int, ...]
    most: int = MOST_COLUMNS
    observe: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Every point is a column."""
        return len(self.columns) == len(self.points)

    def is_domain(self, size: int) -> bool:
        """The points are 0..size-1 in order."""
        return len(self.points) == size and self._is_range

    @cached_property
    def _is_range(self) -> bool:
        return self.points == tuple(range(len(self.points)))


def probe_of(instance: Instance, pairs: Sequence[object], text: str | None = None) -> Probe:
    """The probe of an audit: the points that ``text`` names, else all points of the instance.

    ``text`` is a .csv or .npy file of points or, for points 0..N-1, their numbers separated by commas. Columns are
    first the points of the rows that change in the pairs, then evenly spread ones. Raises BadInstance for a point
    outside the domain.
    """
    points = tuple(instance.points) if text is None else _given_probe(instance, text)
    if len(points) <= MOST_COLUMNS:
        return Probe(points, tuple(range(len(points))))
    place = {x: i for i, x in enumerate(points)}
    samples = [pair for pair in pairs if isinstance(pair, Pair)]
    rows = [row for pair in samples for row in (pair.first[pair.changed], pair.second[pair.changed])]
    near = [place[x] + step for x, _ in rows if x in place for step in (0, -1, 1)]
    spread = np.linspace(0, len(points) - 1, MOST_COLUMNS).round().astype(int).tolist()
    wanted = dict.fromkeys(i for i in near[: MOST_COLUMNS // 2] + spread if 0 <= i < len(points))
    return Probe(points, tuple(sorted(list(wanted)[:MOST_COLUMNS])))


def _given_probe(instance: Instance, text: str) -> tuple[Point, ...]:
    where = f"--probe {text}"
    listed = all(part.strip().lstrip("-").isdecimal() for part in text.split(","))
    points = tuple(int(part) for part in text.split(",")) if listed else as_points(_table(Path(text), "probe")[0])
    for x in dict.fromkeys(points):
        _check_inside(instance, x, where)
    return tuple(dict.fromkeys(points))


def _check_inside(instance: Instance, x: Point, where: str) -> None:
    first = instance.points[0]
    if instance.functions is not None:
        if not (isinstance(x, int) and 0 <= x < len(instance.points)):
            raise BadInstance(
                where, f"the point {x} is outside the domain", f"points are 0..{len(instance.points) - 1}"
            )
    elif _width(x) != _width(first):
        problem = f"the point {x} has {_width(x)} features"
        raise BadInstance(where, problem, f"points of this instance have {_width(first)}")


def _width(x: object) -> int:
    return len(x) if isinstance(x, tuple) else 1
