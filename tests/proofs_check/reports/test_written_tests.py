"""A counterexample becomes a test that fails until the claim holds there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.processes import PATIENCE

from littlestone.proofs_check.command_line.main import main

pytestmark = pytest.mark.slow

LEMMAS = """
from littlestone.claims import *

@claim("MINE.class", "-", "lemma")
def about_classes(H: Binary):
    \"\"\"The Littlestone dimension is at most the VC dimension.\"\"\"
    return littlestone_dimension(H) <= vc_dimension(H)

@claim("MINE.number", "-", "lemma")
def about_numbers(n: Natural, x: PositiveReal):
    \"\"\"n^2 is at most x n.\"\"\"
    return n * n <= x * n

@claim("MINE.fine", "-", "lemma")
def fine(H: Binary):
    \"\"\"The VC dimension is at most the Littlestone dimension.\"\"\"
    return vc_dimension(H) <= littlestone_dimension(H)
"""


def outcome_in(folder: Path) -> str:
    """What pytest says of the tests in the folder, in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_lemmas.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.stdout.splitlines()[-1]


def test_they_fail_until_the_claim_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: None) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lemmas.py").write_text(LEMMAS, encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", "lemmas.py", "--write-test", "test_lemmas.py", "--jobs", "1"])
    assert result.stderr.splitlines()[-1] == "tests: test_lemmas.py, of MINE.class, MINE.number"
    text = Path("test_lemmas.py").read_text("utf-8")
    assert "lemmas.py::MINE.class" in text and 'n=1, x=Fraction("1/2")' in text and "MINE.fine" not in text
    assert outcome_in(tmp_path).startswith("2 failed")
    repaired = LEMMAS.replace("<= vc_dimension(H)\n", "<= vc_dimension(H) + 1\n").replace("x * n\n", "2 * x * n * n\n")
    Path("lemmas.py").write_text(repaired, encoding="utf-8")
    assert outcome_in(tmp_path).startswith("2 passed")
