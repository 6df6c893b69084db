"""Engines: shards worked on here or on a cluster give the same totals, whatever dies, and no faulty engine passes."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.clusters import Cluster
from helpers.processes import A_WHILE, PATIENCE, UNHURRIED, after_ctrl_c, wait_until
from helpers.programs import counted_program

from littlestone.proofs_check.circuits import shards
from littlestone.proofs_check.circuits.class_programs import class_program
from littlestone.proofs_check.circuits.program import Program, straight_line
from littlestone.proofs_check.circuits.shards import Report
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.compute import engines, source_digest
from littlestone.proofs_check.compute.engines import HERE, ClusterFault, Engine
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.provers import exhaustive
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver, tally_all
from littlestone.proofs_check.questions.evidence import Budget, Resources
from littlestone.proofs_check.questions.profiles import PROFILES
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.verdicts.ledger import entry
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import Truth, variable
from littlestone.spec.claim import Claim, _registry
from littlestone.spec.classes.concept_classes import symbolic
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Multiclass

pytestmark = pytest.mark.slow

MINE = '''
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import claim
from littlestone.spec.domains import Binary
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension

@claim("ENGINES.holds", "-", "lemma")
def holds(H: Binary) -> Truth:
    """The VC dimension is at most the Littlestone dimension."""
    return vc_dimension(H) <= littlestone_dimension(H)
'''
NOBODY = "tcp://127.0.0.1:9"


# ---- Engines that cheat


@dataclass(frozen=True)
class Cheat:
    """An engine that does to the reports what ``change`` does."""

    change: Callable[[list[Report]], list[Report]]

    def work(self, task: Any, items: Sequence[int], jobs: int) -> Generator[Report, None, None]:
        yield from self.change(list(HERE.work(task, items, jobs)))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda reports: reports[:7] + reports[8:], "1 of 32 shards were lost"),
        (lambda reports: reports[:7], "25 of 32 shards were lost"),
        (lambda reports: [*reports, reports[3]], "was reported twice"),
        (lambda reports: [*reports[:-1], reports[0]], "was reported twice"),
        (
            lambda reports: [replace(reports[0], shard=99), *reports[1:]],
            "shard 99 of 32 was reported twice, or unasked",
        ),
    ],
)
def test_an_engine_that_loses_or_doubles_a_shard_is_caught(change: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(KitFault, match=words):
        tally_all(counted_program(20), "compiled", 2, checkpoints=tmp_path, engine=Cheat(change))  # type: ignore[arg-type]
    assert tally_all(counted_program(20), "compiled", checkpoints=tmp_path) == tally_all(
        counted_program(20), "compiled"
    )


def test_a_worker_with_another_version_is_refused() -> None:
    older = Cheat(lambda reports: [replace(report, evaluator="0" * 64) for report in reports])
    with pytest.raises(ClusterFault, match="another version of the kit"):
        tally_all(counted_program(20), "compiled", engine=older)  # type: ignore[arg-type]


def test_the_version_is_that_of_the_evaluators_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    true = shards.evaluator_digest()
    (tmp_path / "kernels.py").write_text("x")
    monkeypatch.setattr(source_digest, "files", lambda package: tmp_path)
    shards.evaluator_digest.cache_clear()
    assert shards.evaluator_digest() != true
    monkeypatch.undo()
    shards.evaluator_digest.cache_clear()
    assert shards.evaluator_digest() == true


def test_an_exception_in_a_shard_comes_through() -> None:
    def fails(item: int) -> int:
        if item == 3:
            raise ZeroDivisionError("here")
        return item

    for jobs in (1, 2):
        with pytest.raises(ZeroDivisionError, match="here"):
            list(HERE.work(fails, range(9), jobs))
        assert sorted(HERE.work(lambda item: item + 1, range(9), jobs)) == list(range(1, 10))


def test_more_bits_are_enumerated_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(H: Multiclass) -> Truth:
        """A class has Littlestone dimension at most 2."""
        return littlestone_dimension(H) <= 2

    question = Question(Claim("TEST.small", "-", "claim", small, {}), {}, ClassUniverse(2, 6))
    work = 2**30 * class_program(question, 10_000).program.gates
    monkeypatch.setattr(engines, "_client", lambda scheduler: SimpleNamespace(ncores=lambda: {"a": 8, "b": 4}))
    prover, cluster = ExhaustiveProver(), Resources(engine=Engine(NOBODY))
    assert prover.supports(question, Budget(gate_words=work)) == "2^36 classes are too many to enumerate"
    assert prover.supports(question, Budget(gate_words=-(-work // 12)), cluster) is None
    assert "more than the budget" in (prover.supports(question, Budget(gate_words=work // 13), cluster) or "")


def test_all_classes_with_six_labels_on_two_points_are_counted() -> None:
    """2^36 classes in 4096 shards: the classes without a function of label 0 at the first point are 2^30."""
    H = symbolic(2, 6)
    program = straight_line(
        [~H.restrict(0, frozenset({0})).nonempty(), H.nonempty()], [t.payload for _, t in H.members()]
    )
    told: list[int] = []
    tally = tally_all(program, "compiled", 2, lambda done, shards: told.append(shards))
    assert tally.counts == (2**30, 2**36 - 1)
    assert told == [4096] * 4096


# ---- A cluster of separate processes


def test_the_command_says_the_same(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``littlestone verify`` writes the same ledger here and there, seconds excepted."""
    asked: list[int] = []
    on_the_cluster = Engine._on_the_cluster
    monkeypatch.setattr(
        Engine, "_on_the_cluster", lambda self, calls: asked.append(len(calls)) or on_the_cluster(self, calls)
    )
    monkeypatch.setattr(exhaustive, "SMALL_WORK", 0)
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    words = ["verify", str(file), "--points", "4", "--labels", "2", "--report", str(tmp_path), "--format", "json"]
    (claim,) = find([str(file)])
    settings = Settings(PROFILES["quick"], points=4, labels=2)
    result = CliRunner().invoke(main, [*words, "--engine", "dask", "--scheduler", cluster.address])
    (there,) = json.loads(result.stdout)["claims"]
    del there["digest"]
    assert timeless({**there, "run": None}) == timeless(entry(verify(claim, settings)))
    assert (result.exit_code, there["verdict"], asked) == (0, "checked", [2])
    del _registry["ENGINES.holds"]


def test_the_command_ends_on_ctrl_c(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text(A_WHILE)
    words = ["verify", "long.py", "--points", "5", "--labels", "2", "--profile", "full", "--prover", "exhaustive"]
    shards = tmp_path / "build/report/shards"
    cloud = ["--engine", "dask", "--scheduler", cluster.address]
    end = after_ctrl_c([*words, *cloud], tmp_path, lambda run: any(shards.glob("*.json")), UNHURRIED)
    assert (end.code, end.out) == (130, "")
    assert end.err == "interrupted: 0 of 1 claims are shown; --resume goes on from here\n"
    (kept,) = shards.glob("*.json")
    assert 0 < len(json.loads(kept.read_text())["done"]) < 256


class Killer:
    """Progress that kills a worker half way, and remembers what it was told."""

    def __init__(self, victim: subprocess.Popen[bytes]) -> None:
        self.victim, self.told = victim, list[int]()

    def __call__(self, done: int, shards: int) -> None:
        self.told.append(done)
        if done == shards // 2:
            self.victim.kill()


def dimensions_of_four_points() -> Program:
    H = symbolic(4, 2)
    names = [truth.payload for _, truth in H.members()] + [f"padding {i}" for i in range(10)]
    dimension = littlestone_dimension(H)
    return straight_line([dimension.equals(d) & ~variable("padding 3") for d in range(5)], names)


def test_a_killed_worker_loses_nothing_and_nothing_is_counted_twice(cluster: Cluster, tmp_path: Path) -> None:
    program, killer = dimensions_of_four_points(), Killer(cluster.workers[0])
    there = tally_all(program, "compiled", 1, killer, tmp_path / "shards", Engine(cluster.address))
    assert cluster.workers[0].wait(PATIENCE) == -9
    assert killer.told == list(range(1, 257))
    here = tally_all(program, "compiled", 2)
    assert there == here
    assert here.counts == tuple(2**9 * count for count in (16, 872, 31140, 33506, 1))


def test_all_workers_lost_end_a_run(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finished shards are kept, and the rest can be done here, to the same totals."""
    monkeypatch.setattr(engines, "MOST_SECONDS_WITHOUT_WORKERS", 3)
    program, done = dimensions_of_four_points(), list[int]()

    def kill_all(finished: int, shards: int) -> None:
        done.append(finished)
        if finished == 9:
            cluster.kill_workers()

    with pytest.raises(ClusterFault, match=rf"no worker was left for 3 s; start `dask worker {cluster.address}` again"):
        tally_all(program, "compiled", 1, kill_all, tmp_path / "shards", Engine(cluster.address))
    assert 9 <= len(done) < 64
    told: list[int] = []
    resumed = tally_all(program, "compiled", 2, lambda finished, _: told.append(finished), tmp_path / "shards")
    assert told[0] == len(done) + 1 and resumed == tally_all(program, "compiled", 2)


def test_workers_are_missed_for_as_long_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that says how many looks there were: those that come back are missed anew."""
    answers, looks, there = iter([False, False, True, False, False, False]), list[bool](), SimpleNamespace()
    monkeypatch.setattr(engines, "_has_workers", lambda client: looks.append(next(answers)) or looks[-1])
    monkeypatch.setattr(engines, "time", SimpleNamespace(monotonic=lambda: len(looks)))
    monkeypatch.setattr(engines, "MOST_SECONDS_WITHOUT_WORKERS", 2)
    monkeypatch.setattr(engines, "SECONDS_BETWEEN_LOOKS", 0)
    with engines._given_up_without_workers(there, None):
        wait_until(lambda: hasattr(there, "timeout"))
    assert (there.timeout, len(looks)) == (0, 6)


def test_workers_that_come_back_are_used(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as they come back in time; and a cluster of one thread is one too."""
    monkeypatch.setattr(engines, "MOST_SECONDS_WITHOUT_WORKERS", PATIENCE)
    answers = Engine(cluster.address).work(time.sleep, [0.2] * 12, 1)
    first = next(answers)
    cluster.kill_workers()
    cluster.add_worker()
    assert [first, *answers] == [None] * 12


def timeless(entry: dict[str, Any]) -> dict[str, Any]:
    return entry | {"evidence": [evidence | {"seconds": 0} for evidence in entry["evidence"]]}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--engine", "dask"], "go together"),
        (["--scheduler", NOBODY], "go together"),
        (["--engine", "dask", "--scheduler", NOBODY], f"no scheduler with workers answers at {NOBODY}"),
        (["--engine", "dask", "--scheduler", "nonsense://"], "answers at nonsense://"),
    ],
)
def test_a_cluster_that_is_not_there(words: list[str], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(engines, "SECONDS_TO_CONNECT", 0.5)
    result = CliRunner().invoke(main, ["verify", "BGS21.L4.5", *words])
    assert (result.exit_code, message in result.output) == (2, True), result.output


def test_dask_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterFault, match=r"pip install 'littlestone\[cluster\]'"):
        Engine(NOBODY).connect()
    with pytest.raises(ClusterFault, match=r"pip install 'littlestone\[cluster\]'"):
        Engine(NOBODY).threads(1)


def test_a_cluster_lost_on_the_way_is_an_error_and_not_a_verdict(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def lost(self: Engine, calls: Sequence[Any]) -> Generator[Report, None, None]:
        yield from list(HERE.work(lambda call: call[0](*call[1]), calls[:1], 1))
        raise ClusterFault("the cluster at x: it was lost")

    monkeypatch.setattr(Engine, "_on_the_cluster", lost)
    monkeypatch.setattr(Engine, "connect", lambda self: None)
    monkeypatch.setattr(Engine, "budgets", 1)
    monkeypatch.setattr(exhaustive, "SMALL_WORK", 0)
    words = ["verify", "BGS21.L4.5", "--points", "4", "--labels", "2", "--report", str(tmp_path)]
    result = CliRunner().invoke(main, [*words, "--engine", "dask", "--scheduler", NOBODY])
    assert (result.exit_code, "checked" in result.stdout) == (2, False)
    assert "it was lost; what is done is kept, --resume goes on" in result.stderr
    assert list((tmp_path / "shards").glob("*.json"))
    assert not (tmp_path / "ledger.json").exists()
