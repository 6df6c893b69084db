"""Numbers that are beyond all reach: refused at once, with the option's name, exit code 2 and nothing run."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.audits import auditing
from littlestone.proofs_check.audits.subjects.number_text import exact_number, rational_text
from littlestone.proofs_check.command_line import main as commands
from littlestone.proofs_check.command_line.main import main

FILE = str(Path(__file__).parents[1] / "audits" / "learners_to_audit.py")
AUDIT = ["audit", f"{FILE}:response", "--epsilon", "1", "--class", "thresholds:3", "--rows", "2"]
NINES = "9" * 30


def is_run(*arguments: Any, **options: Any) -> None:
    raise AssertionError("it is run")


@pytest.fixture(autouse=True)
def nothing_is_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(auditing, "_found", is_run)
    monkeypatch.setattr(commands, "_run", is_run)


def invoked(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("--rows", [NINES, "0", "-1"]),
        ("--epsilon", ["1e-400", "1e400", "1e99999999", "ln(1e99999999)", "nan", "inf"]),
        ("--delta", ["1e-400", "1e-99999999"]),
        ("--mu", ["1e400"]),
        ("--grid", ["1e-400", "1e99999999"]),
        ("--budget", ["1e300", "1e300s", "inf", "nan"]),
        ("--time-limit", ["1e300", "nan", "inf"]),
        ("--memory-limit", [NINES]),
        ("--seed", [NINES]),
        ("--jobs", [NINES]),
        ("--confidence", ["nan", "1e300"]),
    ],
)
def test_an_audit_refuses_at_once(option: str, values: list[str]) -> None:
    for value in values:
        result = invoked(*AUDIT, option, value)
        assert result.exit_code == 2 and "at fault" not in result.stderr, (value, result.stderr)
        assert option.strip("-").replace("-", "_") in result.stderr.replace("-", "_")
        assert len(result.stderr) < 300


@pytest.mark.parametrize("option", ["--points", "--labels", "--jobs"])
def test_verify_refuses_at_once(option: str) -> None:
    result = invoked("verify", "BGS21.T3.4", option, NINES)
    assert result.exit_code == 2 and option in result.stderr


def test_a_constant_that_would_be_written_out_is_refused() -> None:
    result = invoked("verify", "BGS21.T3.4", "--mutant", "factor=1e99999999")
    assert result.exit_code == 2 and "is not an exact number" in result.stderr


@pytest.mark.parametrize("options", [["--pair", "x"], ["--grid", "1"], ["--ignore-failures"], ["--rows", "2"]])
def test_scores_take_no_option_that_would_be_ignored(options: list[str]) -> None:
    result = invoked("audit", "--scores", "scores.csv", "--epsilon", "1", *options)
    assert result.exit_code == 2 and f"{options[0]} is given too" in result.stderr


@pytest.mark.parametrize("value", [0.95, 0.9999999999999999, 12.3456789, 1e-7, 1e300, 20.0])
def test_a_decimal_gives_the_same_float_again(value: float) -> None:
    assert float(rational_text(Fraction(repr(value)))) == value


@pytest.mark.parametrize("text", ["1e300", "1e-300", "3", "1/3", "100000000000000000000"])
def test_numbers_are_written_short_and_read_again(text: str) -> None:
    written = rational_text(exact_number("epsilon", text))
    assert len(written) <= len(text) + 2 and exact_number("epsilon", written) == Fraction(text)
