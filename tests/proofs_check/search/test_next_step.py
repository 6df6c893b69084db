"""What to try next with a claim of your own that was checked: larger scopes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.command_line.main import main

pytestmark = pytest.mark.usefixtures("registry")

FILE = """from littlestone.claims import *


@claim("NEXT.1", "Lemma 1, notes: a lemma", "conjecture", slack=Constant(1, mutants=(0,)))
def lemma({parameters}, slack: int):
    '''A lemma.'''
    return {formula}
"""


def file_of(folder: Path, formula: str, parameters: str = "H: Binary") -> Path:
    path = folder / "mine.py"
    path.write_text(FILE.format(formula=formula, parameters=parameters), encoding="utf-8")
    return path


def verified(path: Path | str, report: Path) -> str:
    return CliRunner().invoke(main, ["verify", str(path), "--jobs", "1", "--report", str(report)]).output


def test_a_claim_of_ones_own_that_was_only_checked_has_a_next_step(tmp_path: Path) -> None:
    told = verified(file_of(tmp_path, "littlestone_dimension(H) <= vc_dimension(H) + slack"), tmp_path)
    assert "next: --points 5 (all 4,294,967,296 classes) or --profile full, which takes minutes if it holds" in told


def test_numbers_have_no_points(tmp_path: Path) -> None:
    told = verified(file_of(tmp_path, "n + 2 <= 2 ** n + slack", "n: Size"), tmp_path)
    assert "next: --profile full, which takes minutes if it holds\n" in told


def test_a_claim_of_a_paper_has_none(tmp_path: Path) -> None:
    told = verified("DIM.vc", tmp_path)
    assert "checked" in told and "next:" not in told
