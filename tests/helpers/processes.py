"""Processes of the command, waited for and interrupted.

Nothing here rests on how fast a machine is: what does not come to pass within ``PATIENCE`` seconds never will.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

PATIENCE = 600
RUN = "LITTLESTONE_TEST_RUN"
MAIN = "from littlestone.proofs_check.command_line.main import main; main()"
UNHURRIED = """
import time
from littlestone.proofs_check.circuits import checkpoints

add = checkpoints.Checkpoint.add

def add_and_rest(self, shard, tally):
    add(self, shard, tally)
    time.sleep(0.5)

checkpoints.SECONDS_BETWEEN_WRITES = 0
checkpoints.Checkpoint.add = add_and_rest
"""
A_WHILE = '''
from functools import reduce
from operator import and_, xor

from littlestone.spec.algebra.circuit import FALSE, Truth
from littlestone.spec.claim import claim
from littlestone.spec.domains import Binary

@claim("LONG.parities", "-", "lemma")
def parities(H: Binary) -> Truth:
    """What takes a few seconds on all classes on five points: eleven odd parities add up to an odd one.

    True of all classes and so invariant, but no solver sees that soon.
    """
    held = [truth for _, truth in H.members()]
    windows = [[j % len(held) for j in range(i, 3 * i + 8)] for i in range(11)]
    odd = [reduce(xor, [held[j] for j in window]) for window in windows]
    left = [j for j in range(len(held)) if sum(window.count(j) for window in windows) % 2]
    return ~reduce(and_, odd) | reduce(xor, [held[j] for j in left], FALSE)
'''


@dataclass
class Interrupted:
    """How a command ended after Ctrl-C: its exit code, and what it printed."""

    code: int
    out: str
    err: str


def after_ctrl_c(words: list[str], folder: Path, is_under_way: Callable[[str], bool], before: str = "") -> Interrupted:
    """``littlestone`` with these words, to whose process group, as a terminal does, SIGINT is sent once under way.

    ``is_under_way`` is told the mark of its processes, all of which must end; ``before`` is Python that the first of
    them runs first.
    """
    run = uuid4().hex
    process = subprocess.Popen(
        [sys.executable, "-c", f"{before}\n{MAIN}", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), RUN: run},
        start_new_session=True,
        preexec_fn=listen_to_interruptions,
    )
    wait_until(lambda: is_under_way(run) or process.poll() is not None)
    assert process.poll() is None, process.communicate()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    wait_until(lambda: not processes_of(run))
    return Interrupted(process.returncode, out, err)


def listen_to_interruptions() -> None:
    """What runs in the background of a shell ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def press_where_it_is_swallowed() -> None:
    """Ctrl-C while a callback of a weak reference is running, whose exceptions Python drops."""

    class Thing:
        pass

    thing = Thing()
    reference = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    assert reference() is None


def wait_until(condition: Callable[[], bool]) -> None:
    """Raises AssertionError where it does not come to pass."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it does not come to pass"
        time.sleep(0.02)


def processes_of(run: str) -> list[int]:
    """The processes that have the run's mark in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"{RUN}={run}".encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found
