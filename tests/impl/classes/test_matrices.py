import json
from pathlib import Path

import numpy as np
import pytest

from littlestone.impl.classes.matrices import BadMatrix, as_matrix, read_matrix


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
        ("h.csv", "x0,x1\n0,1\n", "line 1, column 1: 'x0' is not an integer; .* no header row"),
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
        ("h.json", "[[0, NaN]]", "row 1, column 2: NaN is not an integer"),
        ("h.json", "[[0, true]]", "row 1, column 2: true is not an integer"),
        ("h.json", "[[0, 1], [-3, 70000]]", "row 2, column 1: the label -3 is negative"),
        ("h.json", "[[0, 1], [1, -1]]", "row 2, column 2: the label -1 is negative"),
        ("h.txt", "0,1", "unknown file type '.txt'; give a .csv, .npy or .json file"),
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
        (np.array([["a"]]), "not integer"),
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
    with pytest.raises(BadMatrix, match="not a CSV text file"):
        read_matrix(tmp_path / "h.csv")
