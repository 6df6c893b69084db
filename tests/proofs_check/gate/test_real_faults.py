"""Real gates in processes of their own, whose disk fills up, which are killed, or which meet each other."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.nightly import nightly
from helpers.processes import PATIENCE, listen_to_interruptions, wait_until

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parent / "waiting"
GATE = [str(Path(sys.executable).with_name("littlestone")), "gate"]
TOO_LARGE = ["bash", "-c", 'ulimit -f 1 && exec "$@"', "bash"]
FULL = ["unshare", "-rm", "bash", "-c"]
FULL += [
    """
    mount -t tmpfs -o size=64k none "$0" && cp -r . "$0/project" && cd "$0/project" || exit 99
    head -c 1M /dev/zero > ../filler 2> /dev/null
    LITTLESTONE_CACHE="$0/kept" "$@"
    code=$?
    rm ../filler && cp -r . "$OLDPWD"
    exit $code
    """,
    "/mnt",
]


def gate(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A gate in the folder that has ended."""
    return ended(folder, [*GATE, "--jobs", "1", *words])


def ended(folder: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)


@dataclass(frozen=True)
class Begun:
    """A gate on its way, and the files into which it prints."""

    process: subprocess.Popen[bytes]
    out: Path
    err: Path


@contextmanager
def begun(folder: Path, *words: str) -> Iterator[Begun]:
    """A gate in the folder, in a process group of its own; it is ended if it has not done so."""
    place = Path(tempfile.mkdtemp(dir=folder.parent))
    out, err = place / "out", place / "err"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(
            [*GATE, *words],
            cwd=folder,
            start_new_session=True,
            stdout=stdout,
            stderr=stderr,
            preexec_fn=listen_to_interruptions,
        )
    try:
        yield Begun(process, out, err)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def kept(project: Path) -> int:
    """How many claims' evidence is kept."""
    file = project.parent / "kept" / "evidence.jsonl"
    return len(file.read_text("utf-8").splitlines()) if file.exists() else 0


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The baseline of the project."""
    folder = Path(shutil.copytree(PROJECT, tmp_path_factory.mktemp("accepted") / "project"))
    (folder / "go").touch()
    done = gate(folder, "--update")
    assert done.returncode == 0, done.stderr
    return folder / "littlestone-baseline.json"


@pytest.fixture
def project(tmp_path: Path, accepted: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose third claim waits until there is a file ``go``, after it has made a file ``reached``."""
    monkeypatch.setenv("LITTLESTONE_CACHE", str(tmp_path / "kept"))
    folder = Path(shutil.copytree(PROJECT, tmp_path / "project"))
    shutil.copy(accepted, folder)
    return folder


def insist_on_the_rest(project: Path, done: int) -> None:
    """The next gate is green, and takes so many claims from kept evidence, none of which is damaged."""
    (project / "go").touch()
    rest = gate(project)
    assert (rest.returncode, rest.stderr) == (0, "")
    assert rest.stdout.startswith(f"gate: green (3 claims; {done} from kept evidence)\n")


@pytest.mark.parametrize("jobs", ["3", *nightly(["1"])])
def test_ctrl_c_ends_a_gate_and_keeps_what_is_done(jobs: str, project: Path) -> None:
    (project / "gate.json").write_text("an old green answer", encoding="utf-8")
    with begun(project, "--jobs", jobs, "--json", "gate.json") as gate:
        wait_until(lambda: (project / "reached").exists() and kept(project) == 2)
        os.killpg(gate.process.pid, signal.SIGINT)
        assert (gate.process.wait(PATIENCE), gate.out.read_text("utf-8")) == (130, "")
    said = gate.err.read_text("utf-8")
    assert said.startswith("interrupted: at least ") and len(said.splitlines()) == 1
    assert said.endswith(" of 3 checks are done and kept; run it again to go on from there\n")
    assert not (project / "gate.json").exists()
    insist_on_the_rest(project, 2)


def test_a_gate_waits_for_another_and_goes_on_when_that_is_killed(project: Path) -> None:
    with begun(project, "--jobs", "1") as first:
        wait_until((project / "reached").exists)
        with begun(project, "--jobs", "1") as second:
            kept_in = project.parent / "kept"
            words = f"another gate (process {first.process.pid}) uses {kept_in}; waiting for it to finish\n"
            wait_until(lambda: second.err.read_text("utf-8") == words)
            os.killpg(first.process.pid, signal.SIGKILL)
            (project / "go").touch()
            assert second.process.wait(PATIENCE) == 0
            assert second.out.read_text("utf-8").startswith("gate: green (3 claims; 2 from kept evidence)\n")
        assert first.process.wait(PATIENCE) == -signal.SIGKILL
    insist_on_the_rest(project, 3)


@pytest.mark.parametrize("limit", [TOO_LARGE, *nightly([FULL])])
def test_a_disk_without_room(limit: list[str], project: Path) -> None:
    if limit is FULL and ended(project, ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).returncode:
        pytest.skip("no file system can be mounted here (user namespaces are off)")
    (project / "go").touch()
    baseline = project / "littlestone-baseline.json"
    old = baseline.read_text("utf-8").replace("n <= n.", "n <= n!")
    baseline.write_text(old, "utf-8")
    before = {path.name for path in project.iterdir()}
    done = ended(project, [*limit, *GATE, "--jobs", "1", "--update", "--json", "gate.json", "--sarif", "gate.sarif"])
    assert done.returncode == 1 and "gate: RED, 1 finding" in done.stdout, done.stderr
    assert "changed-claim: WAIT.one" in done.stdout and "kept" in done.stderr
    assert "littlestone-baseline.json could not be written ([Errno 2" in done.stderr
    assert "it is as it was" in done.stderr and baseline.read_text("utf-8") == old
    for name in ("gate.json", "gate.sarif"):
        assert f"{name} could not be written ([Errno 2" in done.stderr
    assert {path.name for path in project.iterdir()} - before <= {"__pycache__", "reached"}
    assert "the verdict all the same: gate: RED" in done.stderr and "Traceback" not in done.stderr
    after = gate(project, "--update", "--json", "gate.json")
    assert after.returncode == 0 and after.stdout.startswith("gate: green (3 claims; ")
    assert (project / "gate.json").exists() and baseline.read_text("utf-8") != old
