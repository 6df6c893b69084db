"""The shards of an exhaustive run: how many, who works on them, and how an interrupted run resumes."""

import json
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.class_statements import large_beside_lacking
from helpers.programs import counted_program

from littlestone.proofs_check.circuits import expansion
from littlestone.proofs_check.circuits.checkpoints import UnusableCheckpoint
from littlestone.proofs_check.circuits.evaluators import Tally
from littlestone.proofs_check.circuits.program import Program, straight_line
from littlestone.proofs_check.compute.threads import in_threads
from littlestone.proofs_check.provers import exhaustive
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver, Method, count, tally_all
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.circuit import variable
from littlestone.spec.claim import Claim

METHODS: tuple[Method, ...] = ("numpy", "compiled")


PAIRS = Question(Claim("TEST.pairs", "-", "claim", large_beside_lacking, {}), {}, ClassUniverse(2, 3))


class Interrupt:
    """Progress that presses Ctrl-C after some shards, and remembers what it was told."""

    def __init__(self, after: int | None) -> None:
        self.after, self.told = after, list[tuple[int, int]]()

    def __call__(self, done: int, shards: int) -> None:
        self.told.append((done, shards))
        if len(self.told) == self.after:
            raise KeyboardInterrupt


def shards_told(bits: int, method: Method = "auto") -> int:
    told = Interrupt(None)
    tally_all(straight_line([variable(0), variable(bits - 1)], range(bits)), method, 1, told)
    assert [done for done, _ in told.told] == list(range(1, len(told.told) + 1))
    assert {shards for _, shards in told.told} == {len(told.told)}
    return len(told.told)


def test_the_shards_are_by_the_highest_inputs_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [shards_told(bits, "numpy") for bits in (1, 16, 17, 19)] == [1, 1, 2, 8]
    assert [shards_told(bits, "compiled") for bits in (1, 15, 16, 19)] == [1, 1, 2, 16]
    assert exhaustive._sharding(straight_line([], range(32)), "compiled").shards == 2**8
    monkeypatch.setattr(exhaustive, "MOST_SHARD_BITS", 3)
    assert (shards_told(20, "numpy"), shards_told(20, "compiled"), shards_told(20)) == (8, 8, 8)


def evaluators_used(run: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    used = set[str]()

    def noting(evaluator: Callable[..., Tally]) -> Callable[..., Tally]:
        def noted(*args: Any) -> Tally:
            used.add(evaluator.__name__)
            return evaluator(*args)

        return noted

    with monkeypatch.context() as patch:
        patch.setattr(exhaustive, "sweep", noting(exhaustive.sweep))
        patch.setattr(expansion, "expand", noting(expansion.expand))
        run()
    return used


def test_little_work_is_swept_and_more_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    program = straight_line([variable(0) & variable(1), variable(0) ^ variable(17)], range(18))
    for limit, auto in ((2 * 4096, "sweep"), (2 * 4096 - 1, "expand")):
        monkeypatch.setattr(exhaustive, "SMALL_WORK", limit)
        assert evaluators_used(lambda: tally_all(program), monkeypatch) == {auto}
        assert evaluators_used(lambda: tally_all(program, "numpy"), monkeypatch) == {"sweep"}
        assert evaluators_used(lambda: tally_all(program, "compiled"), monkeypatch) == {"expand"}
        assert evaluators_used(lambda: count([variable(0)], range(3)), monkeypatch) == {"sweep"}
        for method, evaluator in (("numpy", "sweep"), ("compiled", "expand")):
            assert evaluators_used(lambda m=method: count([variable(0)], range(3), m), monkeypatch) == {evaluator}


def test_the_prover_hands_on_its_method_and_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[int] = []

    def noting(task: Any, items: Sequence[Any], jobs: int) -> Generator[Any, None, None]:
        noted.append(jobs)
        return in_threads(task, items, jobs)

    monkeypatch.setattr(exhaustive, "SMALL_WORK", 0)
    monkeypatch.setattr(exhaustive, "in_threads", noting)
    for method, evaluator in (("numpy", "sweep"), ("compiled", "expand"), ("auto", "expand")):
        run = partial(ExhaustiveProver(method).run, PAIRS, Budget(jobs=3))
        assert evaluators_used(run, monkeypatch) == {evaluator}
    assert noted == [3, 3, 3]


# ---- interruption


@pytest.mark.parametrize("method", METHODS)
def test_an_interrupted_run_resumes_to_the_same_totals(method: Method, tmp_path: Path) -> None:
    program = counted_program()
    whole = tally_all(program, method)
    with pytest.raises(KeyboardInterrupt):
        tally_all(program, method, 1, Interrupt(5), tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    rest = Interrupt(None)
    assert tally_all(program, method, 1, rest, tmp_path) == whole
    shards = rest.told[-1][1]
    assert rest.told[0] == (6, shards) and len(rest.told) == shards - 5
    assert list(tmp_path.iterdir()) == []


def interrupted(tmp_path: Path, program: Program | None = None) -> Path:
    with pytest.raises(KeyboardInterrupt):
        tally_all(program or counted_program(), "numpy", 1, Interrupt(5), tmp_path)
    (path,) = tmp_path.glob("*.json")
    return path


def tampered(text: str) -> list[str]:
    counts = json.loads(text)
    shard = next(iter(counts["done"]))
    counts["done"][shard][0][0] += 1
    foreign = {**json.loads(text), "key": "0" * 64}
    return [text[: len(text) // 2], "[]", "null", "", json.dumps(counts), json.dumps(foreign)]


def test_a_damaged_or_foreign_checkpoint_is_ignored_with_a_warning(tmp_path: Path) -> None:
    program = counted_program()
    whole, text = tally_all(program, "numpy"), interrupted(tmp_path).read_text()
    for bad in tampered(text):
        interrupted(tmp_path).write_text(bad)
        with pytest.warns(UnusableCheckpoint, match="the run starts anew"):
            assert tally_all(program, "numpy", checkpoints=tmp_path) == whole


def test_another_program_does_not_see_the_checkpoint(tmp_path: Path) -> None:
    kept = interrupted(tmp_path)
    other = straight_line([variable(3) & variable(19)], list(range(20)))
    assert tally_all(other, "numpy", checkpoints=tmp_path).counts == (2**18,)
    assert list(tmp_path.iterdir()) == [kept]


def test_a_checkpoint_that_took_the_name_of_another_programs_is_ignored(tmp_path: Path) -> None:
    other = straight_line([variable(3) & variable(19)], list(range(20)))
    mine, elsewhere = interrupted(tmp_path, other), tmp_path / "elsewhere"
    elsewhere.mkdir()
    mine.write_text(interrupted(elsewhere).read_text())
    with pytest.warns(UnusableCheckpoint, match="it belongs to another statement"):
        assert tally_all(other, "numpy", checkpoints=tmp_path).counts == (2**18,)


def test_shards_of_another_size_do_not_see_the_checkpoint(tmp_path: Path) -> None:
    kept = interrupted(tmp_path)
    assert tally_all(counted_program(), "compiled", checkpoints=tmp_path) == tally_all(counted_program())
    assert list(tmp_path.iterdir()) == [kept]
