"""``littlestone audit``: exit codes, what goes to stdout and stderr, JSON, the report and interruptions."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result
from helpers.audit_schema import audit_schema
from helpers.processes import PATIENCE

from littlestone.proofs_check.audits import findings, measured
from littlestone.proofs_check.command_line.main import main

pytestmark = pytest.mark.slow

FILE = str(Path(__file__).parents[1] / "audits" / "learners_to_audit.py")
PAIR = {"first": [[0, 0], [3, 1]], "second": [[0, 0], [3, 0]]}
FLOATS = """
def halved(dataset, n_draws, rng):
    return sum(label for _, label in dataset) + rng.laplace(scale=0.5, size=n_draws)
"""
BUDGET = ["--budget", "3000", "--mode", "blackbox"]
BLACK_BOX = ["--budget", "1000000", "--mode", "blackbox"]


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(findings, "CURVE_POINTS", 3)
    (tmp_path / "pair.json").write_text(json.dumps(PAIR))
    (tmp_path / "half.json").write_text(json.dumps({"first": PAIR["first"]}))


def run(name: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["audit", f"{FILE}:{name}", *words], catch_exceptions=False)


def test_a_leak_exits_with_1_and_can_be_repeated(tmp_path: Path) -> None:
    result = run("response", "--epsilon", "0.5", "--pair", "pair.json", *BUDGET, "--report", "here")
    assert result.exit_code == 1 and result.stdout.startswith("LEAK: epsilon >= ")
    assert result.stdout.endswith("report: here/audit.html\n") and (tmp_path / "here/audit.html").is_file()
    (line,) = [text for text in result.stdout.splitlines() if text.startswith("repeat: ")]
    again = CliRunner().invoke(main, shlex.split(line)[2:])
    assert again.exit_code == 1 and again.stdout.splitlines()[0] == result.stdout.splitlines()[0]
    assert not list(tmp_path.glob("build/audits/*"))


@pytest.mark.parametrize("wrong", [["--pair", "none.json"], ["--class", "circles:4"], ["--epsilon", "x"]])
def test_bad_input_is_said_before_what_is_slow_is_imported(wrong: list[str]) -> None:
    """0.8 s of CPU in all, where with the engine and its libraries it was 2.4."""
    words = ["audit", f"{FILE}:response", "--epsilon", "1", "--class", "thresholds:4", *wrong]
    code = f"import sys\nfrom littlestone.proofs_check.command_line.main import main\nsys.argv[1:] = {words}\n"
    code += "try:\n    main()\nfinally:\n    print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and done.stderr.startswith("Error: ")
    slow = {"numba", "sympy", "z3", "scipy.stats", "scipy.optimize", "littlestone.proofs_check.audits.search.blackbox"}
    assert slow & {*done.stdout.split()} == set()


def test_no_leak_exits_with_0_and_prints_json() -> None:
    result = run("chatty", "--epsilon", "ln(3)", "--pair", "pair.json", *BUDGET, "--format", "json")
    data = json.loads(result.stdout)
    jsonschema.validate(data, audit_schema())
    assert result.exit_code == 0 and data["verdict"] == "no_leak" and data["claimed"]["epsilon"]["text"] == "ln(3)"


def test_leaks_are_told_apart_and_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "floats.py").write_text(FLOATS)
    words = ["audit", "floats.py:halved", "--epsilon", "1", "--pair", "pair.json", "--budget", "2e4"]
    result = CliRunner().invoke(main, words)
    assert re.match(
        r"LEAK: epsilon >= 1\.\d+ at 95% confidence, claimed 1 \(replace one row\)\ncause: too little noise\. ",
        result.stdout,
    )
    assert "\nlow bits: leaks, epsilon >= " in result.stdout and "a secure source" in result.stdout
    alone = CliRunner().invoke(main, [*words, "--only", "calibration", "--ignore-failures", "--report", "here"])
    left_out = r"\(replace one row; failed runs are set aside; leaks by calibration alone are looked for\)"
    assert alone.exit_code == 1 and re.match(rf"LEAK: epsilon >= 1\..* {left_out}\n", alone.stdout)
    assert "--ignore-failures --only calibration" in alone.stdout and "<h2>What shows it</h2>" in (
        tmp_path / "here/audit.html"
    ).read_text(encoding="utf-8")


def test_without_an_epsilon_the_declared_one_is_taken() -> None:
    result = run("declares", "--class", "thresholds:8", "--rows", "1")
    assert result.exit_code == 0 and result.stdout.startswith("exactly ln(3) = ")
    assert "note: epsilon ln(3) and delta 0 are what it declares" in result.stdout
    assert f"repeat: littlestone audit {FILE}:declares --epsilon 'ln(3)'" in result.stdout


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("coin", ["--epsilon", "1", "--delta", "1", "--class", "thresholds:8"], "outside [0, 1)"),
        ("coin", ["--epsilon", "1", "--class", "thresholds:8", "--rows", "0"], "0 rows"),
        ("coin", ["--epsilon", "1", "--class", "thresholds:8", "--data", "d.csv"], "both are given"),
        ("coin", ["--epsilon", "1", "--data", "d.csv"], "there is no such file"),
        ("coin", ["--epsilon", "1", "--pair", "pair.json", "--grid", "0"], "no step"),
        (
            "coin",
            ["--epsilon", "1", "--pair", "pair.json", "--grid", "1", "--only", "low_bits"],
            "left out by the grid",
        ),
        ("coin", ["--epsilon", "1", "--pair", "no.json"], "no.json: there is no such file"),
        ("coin", ["--epsilon", "1", "--pair", "half.json"], "a pair has no 'second'"),
        ("coin", ["--epsilon", "1", "--class", "threshold:3"], "did you mean thresholds:3?"),
        ("always_raises", ["--epsilon", "1", "--pair", "pair.json"], "every run fails"),
    ],
)
def test_bad_input_exits_with_2(name: str, words: list[str], message: str, tmp_path: Path) -> None:
    result = run(name, *words, *BUDGET)
    assert result.exit_code == 2 and message in result.stderr and result.stdout == ""
    assert not list(tmp_path.glob("build/audits/*"))


def test_a_fault_of_the_kit_exits_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **options: Any) -> None:
        raise RuntimeError("out of coffee")

    monkeypatch.setattr(measured, "blackbox_bound", broken)
    result = run("coin", "--epsilon", "1", "--pair", "pair.json", *BUDGET)
    assert result.exit_code == 3 and "the kit is at fault: RuntimeError: out of coffee" in result.stderr
