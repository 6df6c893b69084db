"""Classes read from files and text: ``{000, 001, 011}`` as the kit prints them, rows of digits, CSV, JSON, .npy."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import (
    Array,
    BadMatrix,
    Matrix,
    as_matrix,
    checked,
    csv_labels,
    json_labels,
    rectangular,
)

Rows = list[tuple[str, list[int]]]


def read_matrix(path: str | Path) -> Matrix:
    """The class in a .csv, .txt, .npy or .json file: rows are functions, columns points, entries labels 0, 1, 2, ...

    Raises BadMatrix, naming the place and the remedy, for a missing or unreadable file, another suffix, ragged rows,
    entries that are not non-negative integers up to 65535, no functions, no points, or another number of axes.
    """
    file = Path(path)
    readers = {".csv": _read_text, ".txt": _read_text, ".npy": _read_npy, ".json": _read_json}
    if file.suffix.lower() not in readers:
        raise BadMatrix(str(file), f"unknown file type {file.suffix!r}", "give a .csv, .txt, .npy or .json file")
    try:
        return checked(readers[file.suffix.lower()](file), str(file))
    except OSError as error:
        raise BadMatrix(str(file), f"cannot be read ({error.strerror or error})", "check the path") from error


def _read_text(file: Path) -> NDArray[np.int64]:
    try:
        return rows_of_text(file.read_text(encoding="utf-8-sig"), str(file))
    except UnicodeDecodeError as error:
        raise BadMatrix(
            str(file), f"is not a CSV text file ({error})", "save it as comma-separated UTF-8 text"
        ) from error


def _read_json(file: Path) -> NDArray[np.int64]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadMatrix(str(file), f"is not JSON ({error})", "write a list of rows, [[0, 1], [1, 0]]") from error
    return rectangular(_json_rows(text, str(file)), str(file))


def _read_npy(file: Path) -> Array:
    try:
        return np.asarray(np.load(file, allow_pickle=False))
    except (ValueError, EOFError) as error:
        raise BadMatrix(str(file), f"is not a .npy array ({error})", "write it with numpy.save") from error


def matrix_of_text(text: str, name: str) -> Matrix:
    """The class written in the text: ``{000, 001}``, ``000/001``, JSON rows, or CSV rows.

    ``name`` is what errors call it. Raises BadMatrix, naming the place and the remedy.
    """
    return as_matrix(rows_of_text(text, name))


def rows_of_text(text: str, name: str) -> NDArray[np.int64]:
    """The rows that the text writes, distinct or not, of equal lengths. Raises BadMatrix."""
    stripped = text.strip()
    if stripped.startswith("["):
        return rectangular(_json_rows(stripped, name), name)
    if stripped.startswith("{"):
        return rectangular(_printed_rows(stripped, name), name)
    lines = [line for line in stripped.replace("/", "\n").splitlines() if line.strip()]
    cells = next(csv.reader(lines), [])
    if len(cells) == 1 and len(cells[0].strip()) > 1:
        return rectangular(_words(lines, f"{name}, row "), name)
    return rectangular(csv_rows(text, name), name)


def csv_rows(text: str, name: str) -> Rows:
    """The rows of comma-separated text, each with its place."""
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        return [(f"{name}, line {reader.line_num}", csv_labels(row, reader.line_num, name)) for row in reader if row]
    except csv.Error as error:
        raise BadMatrix(name, f"is not CSV text ({error})", "save it as comma-separated UTF-8 text") from error


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
