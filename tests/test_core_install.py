"""What the core does without the extras, and without what only POSIX has; each in a process where those are missing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from helpers.processes import PATIENCE

pytestmark = pytest.mark.slow

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {"matplotlib": "plots", "sklearn": "learners"}
WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
from littlestone.proofs_check.command_line.main import main
"""
NO_POSIX = """
import multiprocessing, os, signal
multiprocessing.get_all_start_methods = lambda: ["spawn"]
for module, names in ((os, ("fork", "killpg", "getpgid")), (signal, ("SIGKILL", "SIGALRM", "setitimer"))):
    for name in names:
        delattr(module, name)
"""
LEARNER = "def learn(sample, source):\n    return sample[0][1] if source.bernoulli(1) else 0\n"


def done(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)


def command(*words: str, code: int = 0) -> str:
    """A command that must end with this code, as a line of a program."""
    return f"assert (main({list(words)!r}, standalone_mode=False) or 0) == {code}, {words[0]!r}\n"


@pytest.mark.parametrize("name", EXTRAS)
def test_the_core_does_not_ask_for_it(name: str) -> None:
    distribution = {"sklearn": "scikit-learn"}.get(name, name)
    assert not any(wanted.startswith(distribution) for wanted in PROJECT["dependencies"])
    assert any(wanted.startswith(distribution) for wanted in PROJECT["optional-dependencies"][EXTRAS[name]])


def test_every_face_but_the_estimators_is_there_without_the_extras(tmp_path: Path) -> None:
    faces = ["claims", "verification", "dimensions", "learners", "auditing", "strategies"]
    program = WITHOUT.format(missing=list(EXTRAS)) + "".join(f"import littlestone.{face}\n" for face in faces)
    assert done(program, tmp_path).stderr == ""
    words = done(WITHOUT.format(missing=["sklearn"]) + "import littlestone.estimators", tmp_path).stderr
    assert "needs an optional extra: pip install 'littlestone[learners]'" in words


def test_the_command_line_works_without_the_extras(tmp_path: Path) -> None:
    (tmp_path / "learner.py").write_text(LEARNER, encoding="utf-8")
    words = ["audit", "learner.py:learn", "--epsilon", "1", "--class", "thresholds:2", "--rows", "1"]
    fine = command("verify", "DIM.vc") + command("dims", "{000, 001, 011}")
    ended = done(WITHOUT.format(missing=list(EXTRAS)) + fine + command(*words, "--report", ".", code=1), tmp_path)
    assert ended.returncode == 0 and "Error" not in ended.stderr, ended.stderr
    assert "littlestone[plots]" in (tmp_path / "audit.html").read_text("utf-8")


def test_verify_dims_and_explain_need_no_posix(tmp_path: Path) -> None:
    before = NO_POSIX + WITHOUT.format(missing=["fcntl", "resource", "termios"])
    verified = command("verify", "DIM.vc", "DIM.log", "DIM.sauer*", "--jobs", "2")
    words = command("explain", "DIM.vc") + command("dims", "{000, 001, 011}") + command("list", "DIM")
    ended = done(before + verified + words, tmp_path)
    assert ended.returncode == 0 and ended.stdout, ended.stderr
    assert "Traceback" not in ended.stderr
