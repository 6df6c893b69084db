"""Audits on several machines: the same rows, faults and answers as here, whatever dies, and no cheat passes."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from helpers.clusters import Cluster
from helpers.nightly import nightly
from helpers.processes import PATIENCE, after_ctrl_c, processes_of, wait_until

from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs import faults
from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.errands import Answer, Errand, Order
from littlestone.proofs_check.audits.runs.faults import TooManyFaults
from littlestone.proofs_check.audits.runs.journal import Journal
from littlestone.proofs_check.audits.runs.origins import Origin, kit_digest
from littlestone.proofs_check.audits.runs.probes import probe_of
from littlestone.proofs_check.audits.runs.requests import Limits, Runs, Setup
from littlestone.proofs_check.audits.runs.sampling import Sampler
from littlestone.proofs_check.audits.subjects.instances import instance_of_class
from littlestone.proofs_check.audits.subjects.targets import load_target
from littlestone.proofs_check.bad_input import UnusableTarget
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.compute import engines
from littlestone.proofs_check.compute.engines import HERE, ClusterFault, Engine
from littlestone.proofs_check.kit_faults import KitFault

pytestmark = pytest.mark.slow

FILE = str(Path(__file__).parents[1] / "learners_to_audit.py")
SAMPLE = ((0, 0), (3, 1))
PAIR = ([(0, 0), (3, 1)], [(0, 0), (3, 0)])

DEADLY = '''
import contextlib, os, time
from pathlib import Path
from helper import label

def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])

def deadly(sample, source):
    """The first run of all kills the machine that it is on."""
    mark = Path(__file__).with_name("mark")
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return (label(source),) * 8
    mark.write_text(f"{os.getppid()}")
    os.kill(parent_of(os.getppid()), 9)
    while True:
        with contextlib.suppress(BaseException):
            time.sleep(60)
'''
HELPER = "def label(source):\n    return source.uniform(1000)\n"


def crew_for(name: str, jobs: int = 1, engine: Engine = HERE) -> Crew:
    target = load_target(name if ":" in name else f"{FILE}:{name}")
    probe, domain = probe_of(instance_of_class("thresholds:8"), []), None if name == "ragged" else 8
    return Crew(target, Setup(target.name, probe, domain, Limits(seconds=PATIENCE)), jobs, engine)


def drawn(crew: Crew, n: int) -> Any:
    with crew:
        return Sampler(crew, Journal(None, {}), lambda made: None)(SAMPLE, n, np.random.default_rng(0))


def booked(crew: Crew) -> Any:
    return crew.book.listed(), crew.book.losses, crew.book.made


# ---- The order in which replies come decides nothing


@dataclass(frozen=True)
class Cheat(Engine):
    """Workers of this process, to whose answers ``change`` is done."""

    change: Callable[[list[Answer]], list[Answer]] = list

    def work(self, task: Any, items: Sequence[Any], jobs: int) -> Generator[Any, None, None]:
        yield from self.change(list(HERE.work(task, items, jobs)))


def shuffled(answers: list[Answer]) -> list[Answer]:
    return random.Random(1).sample(answers, len(answers))


@pytest.mark.parametrize("name", ["crashes", "ragged"])
def test_rows_and_faults_depend_on_no_order_or_pace(name: str) -> None:
    expected = None
    for engine, jobs, pace in ((HERE, 1, 0.02), (HERE, 2, 0.1), (Cheat(change=shuffled), 2, 0.04)):
        crew = crew_for(name, jobs, engine)
        crew.pace = pace
        rows = drawn(crew, 90)
        found = (rows.tolist(), rows.dtype, booked(crew))
        expected = expected or found
        assert found == expected and crew.book.listed()


def test_an_attempt_ends_at_the_same_run_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MOST_CRASHES_AT_FIRST", 4)
    ends = []
    for engine, jobs, pace in ((HERE, 1, 1.0), (HERE, 2, 0.02), (Cheat(change=shuffled), 2, 0.01)):
        crew = crew_for("crashes", jobs, engine)
        crew.pace = pace
        with pytest.raises(TooManyFaults) as caught:
            drawn(crew, 300)
        ends.append((caught.value.lost, caught.value.affordable, caught.value.sample, booked(crew)))
    assert ends == [ends[0]] * 3 and ends[0][0] == 5


def short(answer: Answer) -> Answer:
    assert answer.reply is not None
    return replace(answer, reply=replace(answer.reply, rows=answer.reply.rows[1:]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda answers: answers[:-1], "1 of 5 shards were lost, shard 4"),
        (lambda answers: [*answers, answers[0]], "shard 1 of 5 was reported twice, or unasked"),
        (lambda answers: [replace(answers[0], number=9), *answers[1:]], "shard 9 of 5 was reported twice, or unasked"),
        (lambda answers: [replace(answers[0], number=0), *answers[1:]], "shard 0 of 5 was reported twice, or unasked"),
        (lambda answers: [*answers[:-1], short(answers[-1])], "1 rows came in reply to a request for 2"),
    ],
)
def test_an_engine_that_loses_or_doubles_a_reply_is_caught(change: Any, words: str) -> None:
    requests = [Runs(SAMPLE, np.array([2 * i, 2 * i + 1], dtype=np.uint32)) for i in range(5)]
    with crew_for("coin", 2, Cheat(change=lambda answers: answers)) as crew:
        crew.run(requests[:1])
        crew.engine = Cheat(change=lambda answers: change(sorted(answers, key=lambda answer: answer.number)))
        with pytest.raises(KitFault, match=words):
            crew.run(requests[1:])


# ---- A cluster of separate processes


@pytest.mark.parametrize("name", ["crashes", *nightly(["Estimator", "mechanism"])])
def test_an_audit_on_a_cluster_is_equal_bit_for_bit(cluster: Cluster, name: str) -> None:
    settings: dict[str, Any] = {"epsilon": 1, "pairs": [PAIR], "budget": 1000, "mode": "blackbox"}
    here, there = (
        audit_data(audit(f"{FILE}:{name}", engine=engine, **settings)) for engine in (HERE, Engine(cluster.address))
    )
    # Whether there is time to compare with fresh processes, which a note says, is a matter of the machine
    by_machine: dict[str, Any] = {"seconds": 0, "notes": []}
    assert here | by_machine == there | by_machine
    assert bool(here["faults"]) == (name == "crashes")


def own_learner(folder: Path) -> str:
    (folder / "deadly.py").write_text(DEADLY)
    (folder / "helper.py").write_text(HELPER)
    return f"{folder / 'deadly.py'}:deadly"


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "helper", raising=False)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the learner finds its machine in /proc")
def test_a_killed_machine_loses_nothing_and_leaves_nothing(cluster: Cluster, tmp_path: Path, unloaded: None) -> None:
    name, mark = own_learner(tmp_path), tmp_path / "mark"
    there = drawn(crew_for(name, engine=Engine(cluster.address)), 200)
    dead = [worker for worker in cluster.workers if worker.poll() is not None]
    assert [worker.returncode for worker in dead] == [-9] and mark.read_text()
    here = crew_for(name)
    assert np.array_equal(there, drawn(here, 200)) and here.book.listed() == ()
    orphan = Path("/proc") / mark.read_text()
    wait_until(lambda: not orphan.exists())
    assert not orphan.exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: (folder / "deadly.py").unlink(), "cannot run .*deadly: there is no file .*same place on every"),
        (lambda folder: (folder / "helper.py").unlink(), "No module named 'helper'.*same place on every machine"),
        (
            lambda folder: (folder / "deadly.py").write_text(DEADLY.replace("* 8", "* 9")),
            "another version of the target's file, or of a module that it imports.*bring every machine",
        ),
        (
            lambda folder: (folder / "helper.py").write_text(HELPER.replace("1000", "999")),
            "another version of the target's file, or of a module that it imports",
        ),
    ],
)
def test_a_machine_that_would_run_another_target_is_refused(
    cluster: Cluster, tmp_path: Path, change: Any, words: str, unloaded: None
) -> None:
    name = own_learner(tmp_path)
    (tmp_path / "mark").touch()
    crew = crew_for(name, engine=Engine(cluster.address))
    with crew.staff.one() as worker:
        worker.started()
        crew.origin = worker.origin
    change(tmp_path)
    with pytest.raises(ClusterFault, match=words):
        drawn(crew, 10)


@pytest.mark.parametrize("what", ["kit", "libraries"])
def test_a_machine_with_another_kit_or_library_is_refused(cluster: Cluster, what: str) -> None:
    crew = crew_for("coin", engine=Engine(cluster.address))
    with crew.staff.one() as worker:
        worker.started()
        assert worker.origin is not None and dict(worker.origin.libraries)["numpy"] == np.__version__
        changes: dict[str, Any] = {"kit": "0" * 64, "libraries": (("numpy", "0.1"), *worker.origin.libraries)}
        crew.origin = replace(worker.origin, **{what: changes[what]})
    with pytest.raises(ClusterFault, match=f"another version of {'the kit' if what == 'kit' else 'numpy'}; bring"):
        drawn(crew, 10)


def test_a_machine_looks_at_its_own_kit_first() -> None:
    """The kit that a machine has loaded may be older than the one on its disk, which its new processes would load."""
    crew = crew_for("coin")
    errand = Errand(crew.setup, "learner", Origin("1" * 64, "", ()))
    answer = errand(Order(3, Runs(SAMPLE, np.arange(2, dtype=np.uint32)), crew.book.losses))
    assert (answer.number, answer.reply, answer.origin) == (3, None, Origin(kit_digest(), "", ()))


def test_a_target_without_a_name_cannot_travel(cluster: Cluster) -> None:
    def coin(sample: Any, source: Any) -> Any:
        return (0,) * 8

    with pytest.raises(UnusableTarget, match="has no name by which the machines"):
        audit(coin, epsilon=1, pairs=[PAIR], mode="blackbox", engine=Engine(cluster.address))


def words_for(name: str, folder: Path) -> list[str]:
    (folder / "pair.json").write_text('{"first": [[0, 0], [3, 1]], "second": [[0, 0], [3, 0]]}')
    words = ["audit", f"{FILE}:{name}", "--epsilon", "1", "--pair", str(folder / "pair.json"), "--budget", "2000"]
    return [*words, "--mode", "blackbox", "--format", "json"]


@pytest.mark.parametrize("where", ["there", *nightly(["here"])])
def test_an_audit_ends_on_ctrl_c_and_goes_on(cluster: Cluster, where: str, tmp_path: Path) -> None:
    cloud = ["--engine", "dask", "--scheduler", cluster.address]
    words, kept = words_for("slow", tmp_path), tmp_path / "build/audits"
    under_way = lambda run: any(file.stat().st_size > 1500 for file in kept.glob("*.journal"))  # noqa: E731
    end = after_ctrl_c([*words, *(cloud if where == "there" else ["--jobs", "2"])], tmp_path, under_way)
    (journal,) = kept.glob("*.journal")
    assert (end.code, end.out) == (130, "")
    assert end.err.startswith("interrupted: what was drawn is kept; to go on:\n  littlestone audit ")
    assert end.err.endswith(f" --resume build/audits/{journal.name}\n")
    resumed = CliRunner().invoke(main, [*words, "--jobs", "2", "--resume", str(journal)])
    whole = CliRunner().invoke(main, [*words_for("response", tmp_path), "--jobs", "2"])
    differs = {"target", "command"}
    assert {k: v for k, v in timeless(resumed.stdout).items() if k not in differs} == {
        k: v for k, v in timeless(whole.stdout).items() if k not in differs
    }


def test_ctrl_c_ends_runs_that_catch_everything(tmp_path: Path) -> None:
    words = [*words_for("sleeps_deeply", tmp_path), "--jobs", "2", "--time-limit", "1000"]
    end = after_ctrl_c(words, tmp_path, lambda run: len(processes_of(run)) >= 5)
    assert end.code == 130 and end.err.startswith("interrupted")


def test_all_machines_lost_end_an_audit_that_can_go_on(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "MOST_SECONDS_WITHOUT_WORKERS", 2)
    monkeypatch.setattr(engines, "SECONDS_BETWEEN_LOOKS", 0.2)
    kept = tmp_path / "kept"
    run_here = Crew.run

    def kill_then_run(crew: Crew, requests: Sequence[Any]) -> Any:
        if kept.stat().st_size > 1000:
            cluster.kill_workers()
        return run_here(crew, requests)

    words = words_for("response", tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Crew, "run", kill_then_run)
        cloud = ["--engine", "dask", "--scheduler", cluster.address]
        lost = CliRunner().invoke(main, [*words, *cloud, "--resume", str(kept)])
    assert (lost.exit_code, lost.stdout) == (2, "")
    assert "no worker was left for 2 s" in lost.stderr and "what was drawn is kept; to go on:" in lost.stderr
    resumed, whole = (CliRunner().invoke(main, [*words, *more]) for more in (["--resume", str(kept)], []))
    assert timeless(resumed.stdout) == timeless(whole.stdout) and resumed.exit_code == whole.exit_code


def timeless(text: str) -> dict[str, Any]:
    import json

    data: dict[str, Any] = json.loads(text)
    return data | {"seconds": 0}
