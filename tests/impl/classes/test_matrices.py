import json
import re
from pathlib import Path

import numpy as np
import pytest

from littlestone.impl.classes.matrices import BadMatrix, as_matrix
from littlestone.impl.classes.written_classes import matrix_of_text, read_matrix


def test_the_three_formats_read_the_same_class(tmp_path: Path) -> None:
    rows = [[0, 1, 2], [2, 1, 0], [0, 1, 2], [0, 0, 0]]
    (tmp_path / "h.csv").write_text("\n".join(", ".join(map(str, row)) for row in rows) + "\n\n", encoding="utf-8-sig")
    (tmp_path / "h.json").write_text(json.dumps(rows))
    np.save(tmp_path / "h.npy", np.array(rows, dtype=np.int16))
    for name in ("h.csv", "h.json", "h.npy"):
        matrix = read_matrix(tmp_path / name)
        assert matrix.functions.tolist() == [[0, 1, 2], [2, 1, 0], [0, 0, 0]]
        assert (matrix.rows, matrix.duplicates, matrix.labels, matrix.points, len(matrix)) == ((0, 1, 3), 1, 3, 3, 3)


def test_a_class_has_at_least_two_labels(tmp_path: Path) -> None:
    (tmp_path / "h.csv").write_text("0,0\n")
    assert read_matrix(tmp_path / "h.csv").labels == 2
    assert as_matrix(np.array([[True, False]])).labels == 2


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("h.csv", "0,1\n0\n", "line 2: 1 entries, but the first row .* has 2; give every function"),
        ("h.csv", "0,1\n0,1.5\n", "line 2, column 2: '1.5' is not an integer"),
        ("h.csv", "a,b\nyes,1\n", "line 2, column 1: 'yes' is not an integer; number the labels"),
        ("h.csv", ",x0\nf0,1\n", "line 2, column 1: 'f0' is not an integer"),
        ("h.txt", "000 001\n", "line 1, column 1: '000' is not an integer"),
        ("h.csv", "0,1\n-1,0\n", "line 2, column 1: the label -1 is negative"),
        ("h.csv", "0,nan\n", "line 1, column 2: 'nan' is not an integer"),
        ("h.csv", "0,\n", "line 1, column 2: the entry is empty"),
        ("h.csv", "0,1_0\n", "line 1, column 2: '1_0' is not an integer"),
        ("h.csv", "0,70000\n", "line 1, column 2: the label 70000 is above 65535"),
        ("h.csv", "", "has no rows; give at least one function"),
        ("h.json", "", "is not JSON"),
        ("h.json", "{}", "is not a list of rows"),
        ("h.json", "[]", "has no rows"),
        ("h.json", "[[]]", "has no points"),
        ("h.json", "[[0, 1], [0]]", "row 2: 1 entries"),
        ("h.json", "[[0, NaN]]", "row 1, column 2: 'NaN' is not an integer"),
        ("h.json", "[[0, true]]", "row 1, column 2: 'true' is not an integer"),
        ("h.json", "[[0, 1], [-3, 70000]]", "row 2, column 1: the label -3 is negative"),
        ("h.json", "[[0, 1], [1, -1]]", "row 2, column 2: the label -1 is negative"),
        ("h.dat", "0,1", "unknown file type '.dat'; give a .csv, .txt, .npy or .json file"),
        ("h.npy", "0,1", "is not a .npy array"),
    ],
)
def test_bad_files_say_what_is_wrong_and_where(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadMatrix, match=message) as caught:
        read_matrix(tmp_path / name)
    assert str(tmp_path / name) in caught.value.where


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([0, 1]), r"1 axes \(shape \(2,\)\); give a matrix"),
        (np.zeros((2, 2, 2), dtype=int), "3 axes"),
        (np.zeros((3, 0), dtype=int), "has no points"),
        (np.zeros((0, 3), dtype=int), "has no functions"),
        (np.array([[0.0, 1.0]]), "type float64, not integer"),
        (np.array([[0.0, 1.0], [np.nan, 0.0]]), "row 2, column 1: the entry is nan"),
        (np.array([[0, 1], [1, -2]]), "row 2, column 2: the label -2 is negative"),
        (np.array([[0, 2**40]]), "row 1, column 2: the label 1099511627776 is above"),
        (np.array([["a", "1"]]), "not integer"),
    ],
)
def test_bad_arrays_say_what_is_wrong_and_where(tmp_path: Path, array: np.ndarray, message: str) -> None:
    np.save(tmp_path / "h.npy", array)
    with pytest.raises(BadMatrix, match=message):
        read_matrix(tmp_path / "h.npy")


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadMatrix, match=r"cannot be read \(No such file"):
        read_matrix(tmp_path / "none.csv")
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(BadMatrix, match="cannot be read"):
        read_matrix(tmp_path / "folder.json")


def test_binary_files_are_not_csv(tmp_path: Path) -> None:
    (tmp_path / "h.csv").write_bytes(b"\xff\xfe0,1")
    with pytest.raises(BadMatrix, match="not a text file"):
        read_matrix(tmp_path / "h.csv")


@pytest.mark.parametrize(
    "text", ["{000, 001, 011}", "000/001/011", "000\n001\n011\n", "0,0,0\n0,0,1\n0,1,1", "[[0,0,0],[0,0,1],[0,1,1]]"]
)
def test_a_class_is_read_as_people_write_it(text: str) -> None:
    matrix = matrix_of_text(text, "the class")
    assert [matrix.function(i) for i in range(len(matrix))] == [(0, 0, 0), (0, 0, 1), (0, 1, 1)]


def test_a_class_is_read_as_the_kit_prints_it() -> None:
    assert matrix_of_text("{02, 11} on x0, x1 with labels 0..2", "the class").labels == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{0*0, 001}", "the class, function 1, column 2: * leaves a label open: a partial function"),
        ("0*0\n011", "the class, row 1, column 2: * leaves a label open: a partial function"),
        ("{000, 001", "the class: has no closing brace"),
        ("{0a}", "function 1, column 2: 'a' is not an integer"),
        ("{000, 01}", "2 entries, but the first row"),
        ("{}", "has no rows"),
        ("", "has no rows"),
    ],
)
def test_what_is_no_class_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadMatrix, match=re.escape(told)):
        matrix_of_text(text, "the class")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("h.csv", "x0,x1\n0,1\n1,0\n"),
        ("h.csv", "0;1\n1;0\n"),
        ("h.csv", "\ufeffa,b\r\n0,1\r\n1,0\r\n"),
        ("h.csv", "0.0,1.0\n1.0,0.0\n"),
        ("h.tsv", "0\t1\n1\t0\n"),
        ("h.txt", "# a class\n0 1\n1 0\n"),
        ("h.txt", "# a class\n01\n10\n"),
    ],
)
def test_tables_are_read_as_people_write_them(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    assert read_matrix(tmp_path / name).functions.tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("text", "functions", "words", "header"),
    [
        ("yes,no\nno,no\n", [[1, 0], [0, 0]], ("no", "yes"), ()),
        ("a;b\nyes;no\n", [[1, 0]], ("no", "yes"), ("a", "b")),
        ("setosa virginica\nversicolor setosa\n", [[0, 2], [1, 0]], ("setosa", "versicolor", "virginica"), ()),
    ],
)
def test_words_are_labels_in_alphabetical_order(
    tmp_path: Path, text: str, functions: list[list[int]], words: tuple[str, ...], header: tuple[str, ...]
) -> None:
    (tmp_path / "h.csv").write_text(text)
    for matrix in (read_matrix(tmp_path / "h.csv"), matrix_of_text(text, "the class")):
        assert matrix.functions.tolist() == functions and matrix.words == words and matrix.header == header


def test_an_array_may_hold_words() -> None:
    assert as_matrix(np.array([["yes", "no"]], dtype=object)).words == ("no", "yes")
    assert as_matrix(np.array([[0, 1]])).words == ()


@pytest.mark.parametrize("text", ["yes,NA\nno,yes\n", "yes,\nno,yes\n", "yes,no\nno,yes,no\n", "f,a\nyes,0\n"])
def test_a_table_with_gaps_or_of_both_kinds_is_refused(text: str) -> None:
    with pytest.raises(BadMatrix):
        matrix_of_text(text, "the class")
