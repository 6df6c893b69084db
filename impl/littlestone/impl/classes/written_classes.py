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

from littlestone.impl.classes.matrices import BadMatrix, Matrix, checked, is_number, is_word, rectangular

Rows = list[tuple[str, list[int]]]
WHOLE = re.compile(r"(0|[1-9][0-9]*)(\.0*)?")  # 000 between blanks are three labels, not one


def read_matrix(path: str | Path) -> Matrix:
    """The class in a .csv, .txt, .npy or .json file: rows are functions, columns points, entries labels 0, 1, 2, ...

    Raises BadMatrix, naming the place and the remedy, for a missing or unreadable file, another suffix, ragged rows,
    entries that are not non-negative integers up to 65535, no functions, no points, or another number of axes. A table
    that is all text has words for labels, numbered in alphabetical order.
    """
    file = Path(path)
    readers = {".csv": _read_text, ".tsv": _read_text, ".txt": _read_text, ".npy": _read_npy, ".json": _read_json}
    if file.suffix.lower() not in readers:
        raise BadMatrix(str(file), f"unknown file type {file.suffix!r}", "give a .csv, .txt, .npy or .json file")
    try:
        return readers[file.suffix.lower()](file)
    except OSError as error:
        raise BadMatrix(str(file), f"cannot be read ({error.strerror or error})", "check the path") from error


def _read_text(file: Path) -> Matrix:
    try:
        return matrix_of_text(file.read_text(encoding="utf-8-sig"), str(file))
    except UnicodeDecodeError as error:
        raise BadMatrix(
            str(file), f"is not a CSV text file ({error})", "save it as comma-separated UTF-8 text"
        ) from error


def _read_json(file: Path) -> Matrix:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadMatrix(str(file), f"is not JSON ({error})", "write a list of rows, [[0, 1], [1, 0]]") from error
    return checked(rectangular(_json_rows(text, str(file)), str(file)), str(file))


def _read_npy(file: Path) -> Matrix:
    try:
        array = np.asarray(np.load(file, allow_pickle=False))
    except (ValueError, EOFError) as error:
        raise BadMatrix(str(file), f"is not a .npy array ({error})", "write it with numpy.save") from error
    return checked(array, str(file))


def matrix_of_text(text: str, name: str) -> Matrix:
    """The class written in the text: ``{000, 001}``, ``000/001``, JSON rows, or CSV rows.

    ``name`` is what errors call it. Raises BadMatrix, naming the place and the remedy.
    """
    stripped = text.strip()
    if stripped.startswith("["):
        return checked(rectangular(_json_rows(stripped, name), name), name)
    if stripped.startswith("{"):
        return checked(rectangular(_printed_rows(stripped, name), name), name)
    lines = [line for line in stripped.replace("/", "\n").splitlines() if line.strip() and not line.startswith("#")]
    digits = next((line.strip() for line in lines), "")
    if len(digits) > 1 and not set(digits) & set(",;\t .") and not digits.isalpha():
        return checked(rectangular(_words(lines, f"{name}, row "), name), name)
    try:
        return _of_table(text_table(text), name)
    except csv.Error as error:
        raise BadMatrix(name, f"is not CSV text ({error})", "save it as comma-separated UTF-8 text") from error


def _of_table(table: TextTable, name: str) -> Matrix:
    """The class of a table: labels in the cells, or words."""
    words = table.words
    if not words:
        numbers = [(f"{name}, line {line}", csv_labels(row, line, name)) for line, row in table.rows]
        return checked(rectangular(numbers, name), name)
    if len(sizes := {len(row) for row in words}) > 1:
        problem = f"its rows have {' and '.join(map(str, sorted(sizes)))} entries"
        raise BadMatrix(name, problem, "give every function a label at every point")
    return replace(checked(np.array(words), name), header=() if len(words) > len(table.rows) else table.header)


def _printed_rows(text: str, name: str) -> Rows:
    """Those of a class as the kit prints it; what it prints beside the braces, ``on x0, x1``, is left out."""
    inside, closed, _ = text[1:].partition("}")
    if not closed:
        raise BadMatrix(name, "has no closing brace", "write {000, 001, 011}")
    return _words(inside.replace(",", " ").split(), f"{name}, function ")


def _words(words: Sequence[str], where: str) -> Rows:
    """A row for each word, a digit for each point."""
    return [(f"{where}{i}", _digits(word.strip(), f"{where}{i}")) for i, word in enumerate(words, start=1)]


def _digits(word: str, where: str) -> list[int]:
    if "*" in word:
        problem = f"{word} leaves a label open: a partial function"
        raise BadMatrix(where, problem, "the dimensions are those of total functions: give every point a label")
    wrong = next((letter for letter in word if letter not in "0123456789"), None)
    if wrong is not None:
        raise BadMatrix(
            where, f"{wrong!r} in {word!r} is no label", "write a digit for each point, 011, or commas, 0,1,1"
        )
    return [int(letter) for letter in word]


def _json_rows(text: str, name: str) -> Rows:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadMatrix(name, f"is not JSON ({error})", "write a list of rows, [[0, 1], [1, 0]]") from error
    if not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        raise BadMatrix(name, "is not a list of rows", "write a list of lists of labels, [[0, 1], [1, 0]]")
    return [(f"{name}, row {i}", json_labels(row, f"{name}, row {i}")) for i, row in enumerate(data, start=1)]


def csv_labels(row: Sequence[str], line: int, file: str) -> list[int]:
    """The labels in the cells of a row, 1.0 as 1; raises BadMatrix."""
    wrong = next((i for i, cell in enumerate(row) if not WHOLE.fullmatch(cell)), None)
    if wrong is None:
        return [int(cell.partition(".")[0]) for cell in row]
    cell = row[wrong]
    is_negative = cell[:1] == "-" and cell[1:].isdecimal()
    problem = f"the label {cell} is negative" if is_negative else what_is_wrong_with(cell, "an integer")
    raise BadMatrix(f"{file}, line {line}, column {wrong + 1}", problem, "number the labels 0, 1, 2, ...")


def json_labels(row: list[object], where: str) -> list[int]:
    """The labels in a row of JSON; raises BadMatrix."""
    labels = []
    for column, entry in enumerate(row, start=1):
        if isinstance(entry, bool) or not isinstance(entry, int):
            problem = f"{json.dumps(entry)} is not an integer"
            raise BadMatrix(f"{where}, column {column}", problem, "labels are the integers 0, 1, 2, ...")
        labels.append(entry)
    return labels


# ---- Tables of any numbers


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
