"""The exhaustive prover: a statement about classes evaluated on every class of a small universe."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from littlestone.proofs_check.checkpoints import Checkpoint
from littlestone.proofs_check.class_programs import (
    NONEMPTY,
    PREMISE,
    VIOLATION,
    ClassProgram,
    class_program,
    compiled_or_reason,
    confirmed,
    input_bits,
    too_much_work,
)
from littlestone.proofs_check.errors import KitFault
from littlestone.proofs_check.evaluators import Tally, add_tallies, sweep
from littlestone.proofs_check.evidence import Budget, Evidence
from littlestone.proofs_check.program import Program, reuse_slots, straight_line
from littlestone.proofs_check.universes import Question, why_not_a_circuit
from littlestone.spec.circuit import Truth

MOST_BITS = 32
MOST_SHARD_BITS = 8
SMALL_WORK = 200_000_000

Method = Literal["auto", "numpy", "compiled"]
Progress = Callable[[int, int], None]
ShardTally = Callable[[int, int], Tally]


def silent(done: int, shards: int) -> None:
    """Show no progress."""


def words_of(program: Program) -> int:
    """The words of 64 assignments that all assignments fill."""
    return int(max(1, 2**program.inputs // 64))


@dataclass(frozen=True)
class ExhaustiveProver:
    """Evaluates a claim on all classes of a universe with at most 2^32 of them; the answer is exact.

    ``method`` is "numpy" (block by block), "compiled" (Shannon expansion in numba) or "auto", NumPy for little work.
    ``progress`` is called with the numbers of finished and of all shards. In the directory ``checkpoints`` finished
    shards are kept until the run is complete, so that an interrupted one resumes.
    """

    method: Method = "auto"
    progress: Progress = silent
    checkpoints: Path | None = None
    name: str = "exhaustive"

    def supports(self, question: Question, budget: Budget) -> str | None:
        """Why the universe cannot be enumerated within the budget, or None where it can."""
        reason = why_not_a_circuit(question)
        if reason is not None:
            return reason
        bits = input_bits(question)
        if bits > MOST_BITS:
            return f"2^{bits} classes are too many to enumerate"
        compiled = compiled_or_reason(question, budget)
        if isinstance(compiled, str):
            return compiled
        return too_much_work(compiled.program, words_of(compiled.program), budget)

    def run(self, question: Question, budget: Budget) -> Evidence:
        """Evidence "checked" or "refuted", the latter with a counterexample of the fewest functions.

        Raises KitFault where the classes counted are not all there are, and ProversDisagree where a counterexample
        does not fail in plain Python.
        """
        started = time.perf_counter()
        compiled = class_program(question, budget.gates)
        tally = tally_all(compiled.program, self.method, budget.jobs, self.progress, self.checkpoints)
        _check_complete(question, compiled, tally)
        found = None if tally.least is None else confirmed(question, compiled, tally.least[1])
        return Evidence(
            prover=self.name,
            universe=question.universe.name,
            outcome="checked" if found is None else "refuted",
            size=compiled.cases,
            cases=tally.counts[NONEMPTY],
            violations=tally.counts[VIOLATION],
            seconds=time.perf_counter() - started,
            command=question.command,
            detail=f"{compiled.program.gates} gates on {compiled.program.inputs} bits",
            premise_cases=tally.counts[PREMISE],
            counterexample=found,
        )


def _check_complete(question: Question, compiled: ClassProgram, tally: Tally) -> None:
    if tally.counts[NONEMPTY] != compiled.cases or (tally.least is None) != (tally.counts[VIOLATION] == 0):
        raise KitFault(
            f"{question.claim.id} on {question.universe.name}: {tally.counts[NONEMPTY]} of {compiled.cases} classes "
            f"were counted, {tally.counts[VIOLATION]} violations, least {tally.least}; the evaluator is wrong"
        )


def count(outputs: Sequence[Truth], inputs: Sequence[Hashable], method: Method = "auto", jobs: int = 2) -> list[int]:
    """How many of the 2^n assignments of the named inputs make each output true.

    Raises ValueError for more than 32 inputs, or where an output depends on an input that is not named.
    """
    if len(inputs) > MOST_BITS:
        raise ValueError(f"2^{len(inputs)} assignments are too many to enumerate; name at most {MOST_BITS} inputs")
    return list(tally_all(straight_line(outputs, inputs), method, jobs).counts) if outputs else []


def tally_all(
    program: Program,
    method: Method = "auto",
    jobs: int = 2,
    progress: Progress = silent,
    checkpoints: Path | None = None,
) -> Tally:
    """The tally over all assignments of a program with a slot for each gate, in shards by the highest inputs.

    On KeyboardInterrupt the finished shards are kept in ``checkpoints`` and the exception goes on.
    """
    fixed, tally_shard = _plan(program, method)
    checkpoint = _open_checkpoint(program, fixed, checkpoints)
    try:
        _run_shards(checkpoint, fixed, tally_shard, jobs, progress)
    except BaseException:
        checkpoint.save()
        raise
    checkpoint.remove()
    return add_tallies([checkpoint.done[shard] for shard in range(2**fixed)])


def _plan(program: Program, method: Method) -> tuple[int, ShardTally]:
    """How many high inputs number the shards, and how one shard is tallied."""
    if method == "numpy" or (method == "auto" and program.gates * words_of(program) <= SMALL_WORK):
        compact = reuse_slots(program)
        return min(MOST_SHARD_BITS, max(0, program.inputs - 16)), lambda fixed, shard: sweep(compact, fixed, shard)
    from littlestone.proofs_check.expansion import expand, lanes_of

    fixed = min(MOST_SHARD_BITS, program.inputs - lanes_of(program))
    return fixed, lambda fixed, shard: expand(program, fixed, shard)


def _open_checkpoint(program: Program, fixed: int, directory: Path | None) -> Checkpoint:
    if directory is None:
        return Checkpoint(None, "")
    key = f"{program.digest}-{2**fixed}"
    checkpoint = Checkpoint(directory / f"{key[:16]}-{2**fixed}.json", key)
    checkpoint.load()
    return checkpoint


def _run_shards(checkpoint: Checkpoint, fixed: int, tally_shard: ShardTally, jobs: int, progress: Progress) -> None:
    """Tally the shards that are not done yet; an exception stops the others after the shard they are at."""
    pool = ThreadPoolExecutor(max_workers=jobs)
    try:
        waiting = [shard for shard in range(2**fixed) if shard not in checkpoint.done]
        futures = {pool.submit(tally_shard, fixed, shard): shard for shard in waiting}
        for future in as_completed(futures):
            checkpoint.add(futures[future], future.result())
            progress(len(checkpoint.done), 2**fixed)
    finally:
        pool.shutdown(cancel_futures=True)
