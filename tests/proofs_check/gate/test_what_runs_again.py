"""After a change, a real gate runs again exactly the claims that use what has changed, wherever it is written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.processes import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
PROJECT = Path(__file__).parent / "using"
KIT = ("spec", "impl", "proofs_check")
GATE = [
    sys.executable,
    "-c",
    "from littlestone.proofs_check.command_line.main import main; main()",
    "gate",
    "--jobs",
    "1",
]
ALL = {"USES.own", "USES.helper", "USES.log", "USES.sum", "USES.family"}
TOWERS, SAUER = "spec/littlestone/spec/learning/towers.py", "spec/littlestone/spec/classes/sauer.py"
FAMILY = "impl/littlestone/impl/classes/constructions.py"
PROVER = "proofs_check/littlestone/proofs_check/provers/box.py"
CHANGES = [
    ({"project/notebook.py": ("return n + 5", "return 5 + n")}, {"USES.own"}),
    ({"project/helper.py": ("return 2 * n", "return n + n")}, ALL),  # another's module may change anything
    ({"project/helper.py": ("return 3 * n\n", "return 3 * n  # a comment\n")}, set()),
    ({TOWERS: ("exact(log2(value)), times + 1", "exact(log2(value)), 1 + times")}, {"USES.log"}),
    ({FAMILY: ("m = (k + 1) // 2", "m = (1 + k) // 2")}, {"USES.family"}),
    (
        {
            "project/notebook.py": ("def own(n):\n", "def own(n):\n    # a comment\n"),
            TOWERS: ("1 + iterated_logarithm_as_printed(i - 1, logarithm)", "0"),
            SAUER: ("The sum of C(n, i) k^i over i = 0..d:", "A sum:"),
        },
        set(),
    ),
    ({PROVER: ("names = list(box.most)", "names = [*box.most]")}, ALL),
]


def run_again(folder: Path) -> set[str]:
    """The claims that a gate on the copied kit does not take from kept evidence; it accepts what they say now."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(folder / room) for room in KIT)}
    asked = [*GATE, "--update", "--format", "json"]
    done = subprocess.run(
        asked, cwd=folder / "project", env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {one["name"] for one in json.loads(done.stdout)["checked"] if not one["cached"]}


def test_a_change_runs_again_exactly_what_uses_it(tmp_path: Path) -> None:
    for room in KIT:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PROJECT, tmp_path / "project")
    assert run_again(tmp_path) == ALL
    for edits, expected in CHANGES:
        for name, (before, after) in edits.items():
            text = (tmp_path / name).read_text(encoding="utf-8")
            assert text.count(before) == 1, (name, before)
            (tmp_path / name).write_text(text.replace(before, after), encoding="utf-8")
        again = run_again(tmp_path)
        assert again == expected, edits
