"""Code of a user's that ends its process, crashes or hangs: the run goes on, says so, and does not end with code 0.

Each case is tried with its defence taken away too. The limits here are 2 CPU seconds, of which the sound claims need a
small part; nothing depends on how fast they pass.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.processes import MAIN, PATIENCE

pytestmark = pytest.mark.slow
FAULT = 2
LIMITS = """
from dataclasses import replace
from littlestone.proofs_check.questions import profiles
from littlestone.proofs_check.sources import user_files
profiles.PROFILES["quick"] = replace(profiles.QUICK, seconds=2)
user_files.MOST_SECONDS = 2
"""
IN_ONE_PROCESS = """
from littlestone.proofs_check.compute import forked
from littlestone.proofs_check.sources import user_files
user_files.can_fork = forked.can_fork = lambda: False
"""
SOUND = '''
from littlestone.claims import *

@claim("SOUND.{0}", "a notebook", "conjecture")
def sound_{0}(n: Natural):
    """n + 1 >= 1."""
    return n + 1 >= 1
'''
HOSTILE = '''
from typing import Annotated, Any
import helper
from littlestone.impl.registry import implements
from littlestone.spec.domains import Algorithm

@implements("HOSTILE.{0}")
def run():
    return helper.{0}()

@claim("HOSTILE.{0}", "a notebook", "conjecture")
def claim_{0}(n: Natural, run: Annotated[Any, Algorithm("HOSTILE.{0}")]):
    """It is never answered."""
    return n >= run()
'''
HELPER = """
import os, sys, threading

def ends(): os._exit(0)
def ends_red(): os._exit(3)
def is_killed(): os.kill(os.getpid(), 9)
def crashes(): os.kill(os.getpid(), 11)
def is_deaf(): os.closerange(3, 1000)
def spins():
    while True: pass
def hangs_in_c(): return 7 ** 10 ** 10
"""
LIMIT = "it needs more than 2 CPU seconds, which is the limit"
HOW = {
    "ends": "its process ended with code 0",
    "ends_red": "its process ended with code 3",
    "is_killed": "its process was ended by SIGKILL, for lack of memory maybe; try --jobs 1",
    "crashes": "its process was ended by SIGSEGV",
    "is_deaf": "its process ended with code 1",
    "spins": LIMIT,
    "hangs_in_c": LIMIT,
}


def verified(folder: Path, text: str, *options: str, before: str = LIMITS) -> subprocess.CompletedProcess[str]:
    """``littlestone verify`` on a file with this text, in a process of its own, after this Python."""
    (folder / "mine.py").write_text(text, encoding="utf-8")
    (folder / "helper.py").write_text(HELPER, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-c", f"{before}\n{MAIN}", "verify", "mine.py", *options],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_ends_or_hangs_is_the_fault_of_its_claim_alone(tmp_path: Path, jobs: str) -> None:
    text = "".join([SOUND.format("first"), *map(HOSTILE.format, HOW), SOUND.format("last")])
    done = verified(tmp_path, text, "--jobs", jobs)
    assert done.returncode == FAULT, (done.stdout, done.stderr)
    for kind, how in HOW.items():
        assert f"HOSTILE.{kind}" in done.stdout and f"the implementation fails: {how}" in done.stdout, done.stdout
    assert f"{len(HOW) + 2} statements: {len(HOW)} undecided, 2 proved" in done.stdout, done.stdout


def test_a_formula_at_its_limit_is_ended_and_called_no_failure(tmp_path: Path) -> None:
    long = "from littlestone.claims import *\n@claim('LONG.a', 'x', 'lemma')\ndef long(x: Unit):\n    'Long.'\n"
    done = verified(tmp_path, f"{long}    return x <= sum(1 for i in range(10**9))\n", "--jobs", "1")
    assert done.returncode == FAULT and f"ended: {LIMIT}" in done.stdout, (done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("helper.ends()", "its process ended with code 0"),
        ("helper.crashes()", "its process was ended by SIGSEGV"),
        ("helper.spins()", LIMIT),
        ("helper.hangs_in_c()", LIMIT),
    ],
)
def test_a_file_that_ends_or_hangs_where_it_is_imported_is_named(tmp_path: Path, line: str, how: str) -> None:
    done = verified(tmp_path, f"{SOUND.format('first')}\nimport helper\n{line}\n")
    assert (done.returncode, done.stdout) == (FAULT, "")
    assert done.stderr == f"Error: mine.py cannot be run: {how}\n"


@pytest.mark.parametrize(
    "text", [f"{SOUND.format('one')}{HOSTILE.format('ends')}", f"{SOUND.format('one')}\nimport helper\nhelper.ends()"]
)
def test_in_one_process_both_end_the_command_with_code_0(tmp_path: Path, text: str) -> None:
    done = verified(tmp_path, text, "--jobs", "1", before=IN_ONE_PROCESS)
    assert done.returncode == 0 and "statement" not in done.stdout
