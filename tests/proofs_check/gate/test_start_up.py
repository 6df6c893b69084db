"""What is heavy is imported where it is used: not by the command line, nor by a gate that has nothing to run again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.processes import PATIENCE

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parent / "waiting"
HEAVY = {"hypothesis", "matplotlib", "numba", "scipy", "sklearn", "sympy", "z3"}
LOADED = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"


def heavy_after(statements: str, folder: Path) -> set[str]:
    """The heavy packages that a new process has imported after these statements."""
    code = [sys.executable, "-c", f"{statements}\n{LOADED}"]
    done = subprocess.run(code, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return HEAVY & set(json.loads(done.stdout.splitlines()[-1]))


def gate(*words: str) -> str:
    return (
        f"from littlestone.proofs_check.command_line.main import main\nmain({['gate', *words]}, standalone_mode=False)"
    )


def test_the_command_line_imports_nothing_heavy(tmp_path: Path) -> None:
    assert heavy_after("import littlestone.proofs_check.command_line.main", tmp_path) == set()


def test_an_unchanged_gate_imports_nothing_heavy(tmp_path: Path) -> None:
    project = Path(shutil.copytree(PROJECT, tmp_path / "project"))
    (project / "go").touch()
    assert {"hypothesis", "z3"} <= heavy_after(gate("--update", "--jobs", "1"), project)
    assert heavy_after(gate(), project) == set()


@pytest.mark.parametrize("module", ["hypothesis", "littlestone.proofs_check.generation.class_strategies"])
def test_hypothesis_may_be_imported_from_anywhere(module: str, tmp_path: Path) -> None:
    types = (
        "from littlestone.spec.classes.concept_classes import ConceptClass\nfrom hypothesis.strategies import from_type"
    )
    assert "hypothesis" in heavy_after(f"import {module}\n{types}\nfrom_type(ConceptClass).validate()", tmp_path)
