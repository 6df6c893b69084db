"""Classes read from files and text: ``{000, 001, 011}`` as the kit prints them, rows of digits, tables, JSON, .npy."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from littlestone.impl.classes.matrices import LARGEST_LABEL, BadMatrix, Matrix, as_matrix, is_number, is_word, outside

Rows = list[tuple[str, Sequence[str]]]  # the cells of each, with its place
WHOLE = re.compile(r"(0|[1-9][0-9]*)(\.0*)?")  # 000 between blanks are three labels, not one


def read_matrix(path: str | Path) -> Matrix:
    """The class in a .csv, .tsv, .txt, .npy or .json file: rows are functions, columns points, entries labels 0, 1, ...

    Raises BadMatrix, naming the place and the remedy, for a missing or unreadable file, another suffix, ragged rows,
    entries that are not non-negative integers up to 65535, no functions, no points, or another number of axes. A table
    that is all text has words for labels, numbered in alphabetical order.
    """
    file, name = Path(path), str(path)
    suffix = file.suffix.lower()
    if suffix not in (".csv", ".tsv", ".txt", ".npy", ".json"):
        raise BadMatrix(name, f"unknown file type {file.suffix!r}", "give a .csv, .txt, .npy or .json file")
    try:
        if suffix == ".npy":
            return as_matrix(np.load(file, allow_pickle=False), name)
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadMatrix(name, f"cannot be read ({error.strerror or error})", "check the path") from error
    except UnicodeDecodeError as error:
        raise BadMatrix(name, f"is not a text file ({error})", "save it as UTF-8 text") from error
    except (ValueError, EOFError) as error:
        if isinstance(error, BadMatrix):
            raise
        raise BadMatrix(name, f"is not a .npy array ({error})", "write it with numpy.save") from error
    return _of_cells(_json_rows(text, name), name) if suffix == ".json" else matrix_of_text(text, name)


def matrix_of_text(text: str, name: str) -> Matrix:
    """The class written as ``{000, 001}``, ``000/001``, JSON or CSV rows; ``name`` is what a BadMatrix calls it."""
    stripped = text.strip()
    if stripped.startswith("["):
        return _of_cells(_json_rows(stripped, name), name)
    if stripped.startswith("{"):
        # as the kit prints it; what it prints beside the braces, ``on x0, x1``, is left out
        inside, closed, _ = stripped[1:].partition("}")
        if not closed:
            raise BadMatrix(name, "has no closing brace", "write {000, 001, 011}")
        return _of_cells(_digits(inside.replace(",", " ").split(), f"{name}, function "), name)
    lines = [line for line in stripped.replace("/", "\n").splitlines() if line.strip() and not line.startswith("#")]
    digits = next((line.strip() for line in lines), "")
    if len(digits) > 1 and not set(digits) & set(",;\t .") and not digits.isalpha():
        return _of_cells(_digits(lines, f"{name}, row "), name)
    try:
        table = text_table(text)
    except csv.Error as error:
        raise BadMatrix(name, f"is not CSV text ({error})", "save it as comma-separated UTF-8 text") from error
    words = table.words
    if not words:
        return _of_cells([(f"{name}, line {line}", row) for line, row in table.rows], name)
    if len(sizes := {len(row) for row in words}) > 1:
        problem = f"its rows have {' and '.join(map(str, sorted(sizes)))} entries"
        raise BadMatrix(name, problem, "give every function a label at every point")
    return replace(as_matrix(np.array(words), name), header=() if len(words) > len(table.rows) else table.header)


def _digits(words: Sequence[str], where: str) -> Rows:
    """A row for each word, a digit for each point."""
    return [(f"{where}{i}", list(word.strip())) for i, word in enumerate(words, start=1)]


def _json_rows(text: str, name: str) -> Rows:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadMatrix(name, f"is not JSON ({error})", "write a list of rows, [[0, 1], [1, 0]]") from error
    if not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        raise BadMatrix(name, "is not a list of rows", "write a list of lists of labels, [[0, 1], [1, 0]]")
    return [(f"{name}, row {i}", list(map(json.dumps, row))) for i, row in enumerate(data, start=1)]


def _of_cells(rows: Rows, name: str) -> Matrix:
    """The class whose labels stand in the cells, 1.0 as 1; each row is given with its place."""
    if not rows:
        raise BadMatrix(name, "has no rows", "give at least one function")
    first, width = rows[0][0], len(rows[0][1])
    labels = []
    for where, cells in rows:
        if len(cells) != width:
            problem = f"{len(cells)} entries, but the first row ({first}) has {width}"
            raise BadMatrix(where, problem, "give every function a label at every point")
        labels.append([int(cell.partition(".")[0]) if WHOLE.fullmatch(cell) else -1 for cell in cells])
        wrong = next((i for i, label in enumerate(labels[-1]) if not 0 <= label <= LARGEST_LABEL), None)
        if wrong is not None:
            cell, place = cells[wrong], f"{where}, column {wrong + 1}"
            if cell == "*":
                advice = "the dimensions are those of total functions: give every point a label"
                raise BadMatrix(place, "* leaves a label open: a partial function", advice)
            is_whole = WHOLE.fullmatch(cell.removeprefix("-"))
            problem = outside(int(cell.partition(".")[0])) if is_whole else what_is_wrong_with(cell, "an integer")
            raise BadMatrix(place, problem)
    return as_matrix(np.array(labels, dtype=np.int64).reshape(len(rows), width), name)


@dataclass(frozen=True)
class TextTable:
    """The names of the columns, where the first line has some, and the other rows, each with its line in the text."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    @property
    def words(self) -> list[tuple[str, ...]]:
        """The rows of a table without numbers and gaps; none of another one.

        Its first line is a header only where none of its words stands below.
        """
        rows = [row for _, row in self.rows]
        below = {cell for row in rows for cell in row}
        every = [self.header, *rows] if not below.isdisjoint(self.header) else rows
        return every if all(is_word(cell) for row in every for cell in row) else []

    @property
    def ragged(self) -> tuple[int, int, int] | None:
        """The line, the length and the length of the first row, for the first row of another length."""
        first = len(self.rows[0][1]) if self.rows else 0
        return next(((line, len(row), first) for line, row in self.rows if len(row) != first), None)


def text_table(text: str) -> TextTable:
    """The table; blank lines and those that begin with # are left out. Raises csv.Error where quotes do not end.

    A first line none of whose cells is a number is the header, unless it is all that there is.
    """
    lines = text.lstrip("\ufeff").splitlines()
    shown = ["" if line.lstrip().startswith("#") else line for line in lines]
    first = next((line for line in shown if line.strip()), "")
    separator = next((sign for sign in (",", ";", "\t") if sign in first), None)
    if separator is None:
        found = [(i, tuple(line.split())) for i, line in enumerate(shown, start=1)]
    else:
        reader = csv.reader(io.StringIO("\n".join(shown), newline=""), delimiter=separator)
        found = [(reader.line_num, tuple(cell.strip() for cell in row)) for row in reader]
    rows = [(line, row) for line, row in found if row]
    headed = len(rows) > 1 and not any(map(is_number, rows[0][1]))
    return TextTable(rows[0][1], tuple(rows[1:])) if headed else TextTable((), tuple(rows))


def what_is_wrong_with(cell: str, wanted: str) -> str:
    """Why a cell is not what is wanted: "the entry is empty", "'yes' is not an integer"."""
    return f"{cell!r} is not {wanted}" if cell else "the entry is empty"
