"""Code that no name in a file tells of: a gate is not green by evidence of what it was before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.gate_projects import LEARNER_TABLE
from helpers.processes import MAIN, PATIENCE

pytestmark = pytest.mark.slow

LATE = '''
from littlestone.claims import *

@claim("MINE.late", "notebook", "lemma")
def late(H: Binary):
    """It imports its bound as it runs."""
    return vc_dimension(H) <= littlestone_dimension(H) + __import__("bou" + "nds").SLACK
'''
LEARNER = '''
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "inside"))
from rates import KEPT


def learn(sample, source):
    """The last label, kept or turned round."""
    return (source.bernoulli(KEPT) ^ sample[-1][1],) * 2
'''
RATES = "from fractions import Fraction\n\nKEPT = Fraction(1, 4)\n"


def gate(folder: Path, *words: str) -> tuple[int, set[str]]:
    """Its exit code, and what it did not take from kept evidence."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LITTLESTONE_CACHE": str(folder / "kept")}
    asked = [sys.executable, "-c", MAIN, "gate", "--jobs", "1", "--format", "json", *words]
    done = subprocess.run(
        asked, cwd=folder / "mine", env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stdout, done.stderr
    return done.returncode, {one["name"] for one in json.loads(done.stdout)["checked"] if not one["cached"]}


def written(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / "mine" / name.replace("__", "/").replace("_py", ".py").replace("_toml", ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_claim_that_imports_as_it_runs_is_never_kept(tmp_path: Path) -> None:
    table = '[tool.littlestone]\nclaims = ["late.py"]\n'
    written(tmp_path, pyproject_toml=table, late_py=LATE, bounds_py="SLACK = 0\n")
    assert gate(tmp_path, "--update") == (0, {"MINE.late"})
    assert gate(tmp_path) == (0, {"MINE.late"})
    written(tmp_path, bounds_py="SLACK = -1\n")
    assert gate(tmp_path) == (1, {"MINE.late"})


def test_what_a_learner_finds_on_a_path_of_its_own_counts(tmp_path: Path) -> None:
    written(tmp_path, pyproject_toml=f"[tool.littlestone]\n{LEARNER_TABLE}", learner_py=LEARNER, inside__rates_py=RATES)
    assert gate(tmp_path, "--update")[0] == 0
    assert gate(tmp_path) == (0, set())
    written(tmp_path, inside__rates_py=RATES.replace("1, 4", "1, 8"))
    code, fresh = gate(tmp_path)
    assert code == 1 and len(fresh) == 1


BUILT_IN = '''
from functools import partial
from operator import itemgetter
from typing import Annotated, Any

from littlestone.claims import *
from littlestone.impl.registry import implements
from littlestone.spec.domains import Algorithm

first = implements("MINE.first")(itemgetter(0))


def few(most, H):
    """Classes of few functions."""
    return H.size() <= most


@claim("MINE.built", "notebook", "lemma", reach=partial(few, 7))
def built(H: ExplicitBinary, run: Annotated[Any, Algorithm("MINE.first")]):
    """The first function is in the class."""
    return run(sorted(H.functions())) in H.functions()
'''


def test_what_has_no_name_may_be_an_implementation_or_a_reach(tmp_path: Path) -> None:
    table = '[tool.littlestone]\nclaims = ["built.py"]\n'
    written(tmp_path, pyproject_toml=table, built_py=BUILT_IN)
    assert gate(tmp_path, "--update") == (0, {"MINE.built"})
    assert gate(tmp_path) == (0, set())
