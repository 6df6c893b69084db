"""The first configuration of a gate: what it names, where it is written, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.gate.configuration import read_configuration


def init(file: Path) -> Result:
    return CliRunner().invoke(main, ["gate", "--init", "--config", str(file)])


@pytest.mark.parametrize("before", [None, "", '[project]\nname = "mine"\n'])
def test_it_names_the_files_that_state_claims(before: str | None, tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    (tmp_path / "lemmas.py").write_text('from littlestone.claims import *\n\n@claim("MINE.a", "p", "lemma")\n')
    (tmp_path / "other.py").write_text("# no @claim( here\n")
    if before is not None:
        file.write_text(before)
    result = init(file)
    assert result.exit_code == 0 and "littlestone gate --update" in result.output
    assert read_configuration(file).claims == ("lemmas.py",) and file.read_text().startswith(before or "[tool")


def test_it_names_a_claim_of_the_kit_where_there_are_none(tmp_path: Path) -> None:
    assert init(tmp_path / "pyproject.toml").exit_code == 0
    assert read_configuration(tmp_path / "pyproject.toml").claims == ("DIM.vc",)


@pytest.mark.parametrize(
    "before", ['[tool.littlestone]\nclaims = ["DIM"]\n', "[tool", "x = 1\n[tool.littlestone.budget]"]
)
def test_what_is_there_is_not_touched(before: str, tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(before)
    result = init(file)
    assert result.exit_code == 2 and str(file) in result.stderr and file.read_text() == before
