"""The command dims: a class from a file, its dimensions, as text, JSON and a drawing."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.command_line.main import main


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def assert_refused(result: Result, *words: str) -> None:
    assert result.exit_code == 2, result.output
    assert result.stdout == "" and "Traceback" not in result.stderr
    assert all(word in result.stderr for word in words), result.stderr


# ---- dims


def matrix(folder: Path, text: str, name: str = "class.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_dims_of_a_binary_class(tmp_path: Path) -> None:
    text = call("dims", matrix(tmp_path, "0,0\n0,1\n1,0\n1,1\n")).output
    assert [line.split(" (")[0] for line in text.splitlines()[:4]] == [
        "4 functions on 2 points with labels 0..1",
        "Littlestone = 2",
        "VC = 2",
        "thresholds = 2",
    ]
    assert "witness of Littlestone = 2, a shattered tree:" in text


def test_dims_as_json_and_as_a_drawing(tmp_path: Path) -> None:
    drawing = tmp_path / "tree.svg"
    path = matrix(tmp_path, "[[0, 2], [0, 0], [1, 1], [1, 0]]", "class.json")
    result = call("dims", path, "--format", "json", "--svg", drawing)
    found = json.loads(result.stdout)
    assert {d["name"]: d["lower"] for d in found["dimensions"]}["multiclass Littlestone"] == 2
    assert (found["functions"], found["points"], found["labels"]) == (4, 2, 3)
    assert drawing.read_text(encoding="utf-8").startswith("<svg")


def test_a_drawing_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    result = call("dims", matrix(tmp_path, "0,1\n1,1\n"), "--svg", tmp_path / "nowhere" / "tree.svg")
    assert result.exit_code == 2 and "--svg" in result.stderr and "name another file" in result.stderr


def test_duplicate_functions_are_accepted_and_said(tmp_path: Path) -> None:
    result = call("dims", matrix(tmp_path, "0,1\n0,1\n1,1\n0,1\n"))
    assert result.exit_code == 0
    assert result.output.startswith("2 functions (2 duplicate rows left out) on 2 points")


@pytest.mark.parametrize(
    ("name", "text", "advice"),
    [
        ("class.csv", "0,1\n0,1,1\n", ["line 2", "3 entries, but the first row", "has 2"]),
        ("class.csv", "0,1\n0,x\n", ["line 2, column 2", "'x' is not an integer"]),
        ("class.csv", "0,1.5\n", ["column 2", "'1.5' is not an integer"]),
        ("class.csv", "0,1\n-1,0\n", ["line 2, column 1", "the label -1 is negative"]),
        ("class.csv", "0,\n", ["line 1, column 2", "the entry is empty"]),
        ("class.csv", "", ["has no rows", "give at least one function"]),
        ("class.json", "[[0, -2]]", ["row 1, column 2", "the label -2 is negative"]),
        ("class.json", "[[0], [0, 1]]", ["row 2", "2 entries"]),
        ("class.json", '{"rows": []}', ["is not a list of rows"]),
        ("class.json", "[[0,", ["is not JSON"]),
        ("class.npy", "no array", ["is not a .npy array"]),
        ("class.dat", "0 1", ["unknown file type '.dat'", "give a .csv, .txt, .npy or .json file"]),
    ],
)
def test_what_is_no_matrix_of_labels_is_refused(name: str, text: str, advice: list[str], tmp_path: Path) -> None:
    assert_refused(call("dims", matrix(tmp_path, text, name)), name, *advice)


def test_a_missing_matrix_is_refused(tmp_path: Path) -> None:
    assert_refused(call("dims", tmp_path / "none.csv"), "none.csv", "No such file", "check the path")


@pytest.mark.parametrize(("words", "stdin"), [(["{000, 001, 011}"], None), (["-"], "000\n001\n011\n")])
def test_a_class_may_be_written_or_piped(words: list[str], stdin: str | None) -> None:
    result = CliRunner().invoke(main, ["dims", *words], input=stdin)
    assert result.exit_code == 0 and "3 functions on 3 points" in result.output


# ---- What is asked


@pytest.mark.parametrize(
    ("only", "shown"),
    [
        ("vc", ["VC"]),
        ("Littlestone, thresholds", ["Littlestone", "thresholds"]),
        ("", ["Littlestone", "VC", "thresholds"]),
    ],
)
def test_only_what_is_asked_is_measured(only: str, shown: list[str]) -> None:
    found = json.loads(call("dims", "{000, 001, 011}", "--only", only, "--format", "json").stdout)
    assert [d["name"] for d in found["dimensions"]] == shown


def test_a_dimension_that_the_class_does_not_have_is_refused() -> None:
    assert_refused(call("dims", "{000, 001}", "--only", "mistakes"), "'mistakes'", "Littlestone, VC, thresholds")


@pytest.mark.parametrize(
    ("option", "words"), [("--budget", "budget of 0 nodes used up"), ("--time-limit", "time limit reached")]
)
def test_a_search_that_is_ended_leaves_an_interval_and_says_why(option: str, words: str, tmp_path: Path) -> None:
    sparse = np.random.default_rng(3).random((40, 9)) < 0.2
    path = tmp_path / "class.npy"
    np.save(path, sparse.astype(int))
    result = call("dims", path, "--only", "littlestone", option, "0")
    assert result.exit_code == 0 and f"Littlestone = 3..4 ({words}" in result.output


def test_a_certificate_is_rechecked_with_what_it_rests_on(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    assert call("dims", "{00, 01, 10, 11}", "--only", "vc", "--certificate", file).exit_code == 0
    held = call("recheck", file)
    assert held.exit_code == 0 and "rechecked     VC = 2 of 4 functions on 2 points" in held.output
    file.write_text(file.read_text(encoding="utf-8").replace('"upper":2', '"upper":1'), encoding="utf-8")
    refused = call("recheck", file)
    assert refused.exit_code == 1 and "refused" in refused.output and "VC" in refused.output


def test_a_certificate_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    result = call("dims", "{00, 01}", "--certificate", tmp_path / "nowhere" / "file.json")
    assert result.exit_code == 2 and "--certificate" in result.stderr and "name another file" in result.stderr


# ---- dims --all


def test_all_parameters_of_a_class_are_printed() -> None:
    lines = call("dims", "{001, 010, 100}", "--all").output.splitlines()
    shown = {line.split(" = ")[0]: line.split(" = ")[1].split(":")[0] for line in lines if line[:4] in ("RTD ", "coVC")}
    assert shown == {"RTD": "1", "coVC": "3"}
    assert any(line.startswith("star = 2: The largest d with d points") for line in lines)


def test_all_parameters_as_json_are_exact_or_say_their_limit(tmp_path: Path) -> None:
    found = json.loads(call("dims", "{001, 010, 100}", "--all", "--format", "json").stdout)["parameters"]
    assert {one["name"]: one["value"] for one in found}["hitting"] == 3
    wide = matrix(tmp_path, "0,0,0,0,0,0,0\n1,1,1,1,1,1,1\n")
    measured = {p["name"]: p for p in json.loads(call("dims", wide, "--all", "--format", "json").stdout)["parameters"]}
    assert (measured["diameter"]["value"], measured["RTD"]["value"], measured["dual_VC"]["value"]) == (7, 1, 0)
    assert measured["XTD"]["value"] is None and "7 points" in measured["XTD"]["limit"]


def test_labelled_classes_get_the_parameters_of_labelled_classes() -> None:
    text = call("dims", "{02, 10, 21, 00}", "--all").output
    assert "Natarajan = 1" in text and "star =" not in text


def test_words_are_labels_and_their_order_is_said(tmp_path: Path) -> None:
    (tmp_path / "h.csv").write_text("a,b\nyes,no\nno,no\n")
    call = CliRunner().invoke(main, ["dims", str(tmp_path / "h.csv")])
    said = "2 functions on 2 points with labels 0..1: 0 = no, 1 = yes, in alphabetical order"
    assert call.output.startswith(f"{said}; the first line names the points: a, b\n")
    data = json.loads(CliRunner().invoke(main, ["dims", str(tmp_path / "h.csv"), "--format", "json"]).output)
    assert data["words"] == ["no", "yes"]
