"""The exhaustive prover: a statement about classes evaluated on every class of a small universe."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from littlestone.proofs_check.circuits.checkpoints import Checkpoint
from littlestone.proofs_check.circuits.class_programs import (
    COULD_FAIL,
    IN_RANGE,
    VIOLATION,
    ClassProgram,
    class_program,
    compiled_or_reason,
    confirmed,
    enumerated_bits,
    too_much_work,
    why_too_sparse,
)
from littlestone.proofs_check.circuits.evaluators import Tally, add_tallies, sweep
from littlestone.proofs_check.circuits.program import Program, reuse_slots, straight_line
from littlestone.proofs_check.compute.memory_limits import memory_limited
from littlestone.proofs_check.compute.threads import in_threads
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.orbits.kept_table import orbits_on
from littlestone.proofs_check.orbits.on_orbits import tally_orbits
from littlestone.proofs_check.orbits.orbit_table import OrbitTable
from littlestone.proofs_check.provers.orbit_way import symmetric_labels
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Progress, Resources, silent
from littlestone.proofs_check.questions.profiles import Scope, was_unasked
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, why_not_a_circuit
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import Claim

MOST_BITS = 32  # 2^32 assignments are enumerated, and no more
# 256 shards keep all threads busy to the end; each starts from the root, so more cost more
MOST_SHARD_BITS = 8
# Of what nobody asked: with these calls RTD is left out, and Ldim, Thr and star numbers are taken
MOST_CALLS, MOST_MEMORY, MOST_SECONDS = 2_000_000, 2**30, 10
# Gate words: a quarter of a second of NumPy (8e8 a second), half of what importing numba takes
SMALL_WORK = 200_000_000
# Orbits are not listed for less: of 2^27 classes 141 gates took 0.1 s, with their orbits 4, and 464 gates 60 s, then 4
LITTLE_WORK = 500_000_000

Method = Literal["auto", "numpy", "compiled"]


@dataclass(frozen=True)
class Sharding:
    """All assignments of a program's inputs in 2^``fixed`` shards, by the values of the highest inputs.

    ``expanded`` says by which evaluator: Shannon expansion, for which the program has a slot for each gate, or sweeps.
    """

    program: Program
    fixed: int
    expanded: bool

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return int(2**self.fixed)

    def __call__(self, shard: int) -> tuple[int, Tally]:
        """The shard with its tally."""
        if not self.expanded:
            return shard, sweep(self.program, self.fixed, shard)
        from littlestone.proofs_check.circuits.expansion import expand  # numba takes a second to import

        return shard, expand(self.program, self.fixed, shard)


def words_of(program: Program) -> int:
    """The words of 64 assignments that all assignments fill."""
    return 1 << max(0, program.inputs - 6)


@dataclass(frozen=True)
class ExhaustiveProver:
    """Evaluates a claim on all classes of a universe with at most 2^32 of them; exact.

    ``method`` is "numpy" (block by block), "compiled" (Shannon expansion in numba) or "auto", NumPy for little work.
    The universe is worked on in shards; finished ones are kept until the run is complete.
    """

    method: Method = "auto"
    name: str = "exhaustive"
    rank: int = 10  # first: it leaves nothing open, and its counterexamples have the fewest functions

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """The profile's universes, and all classes on five points for a claim of a user's."""
        return map(Wish, scope.enumerated(claim))

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the universe cannot be enumerated within the budget, or None where it can."""
        if was_unasked(question):
            try:
                with memory_limited(MOST_MEMORY), call_limit(MOST_CALLS, MOST_SECONDS):
                    if not isinstance(compiled_or_reason(question, budget), str):
                        symmetric_labels(question, budget)
            except KitFault:
                raise
            except (CallLimitReached, Exception) as error:  # a table to four points, or what is built of all functions
                return f"on five points its formula ends with {type(error).__name__}"
        # What the formula takes is remembered by now. Numba compiles without a limit: under that of the formula the
        # first run on a machine left five points out, and where it was asked for them a stopped compiler never ended
        return self._why_not(question, budget)

    def _why_not(self, question: Question, budget: Budget) -> str | None:
        reason = why_not_a_circuit(question)
        if reason is not None:
            return reason
        bits = enumerated_bits(question)
        if bits > MOST_BITS:
            return f"2^{bits} classes are too many to enumerate"
        sparse = why_too_sparse(question)
        if sparse is not None:
            return sparse
        compiled = compiled_or_reason(question, budget)
        if isinstance(compiled, str):
            return compiled
        reason = too_much_work(compiled.program, compiled.words, budget)
        return None if reason and self._orbits(question, compiled, budget) else reason

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Evidence "checked" or "refuted", the latter with a counterexample of the fewest functions.

        Raises KitFault where the classes counted are not all there are, and ProversDisagree where a counterexample
        does not fail in plain Python.
        """
        started = time.perf_counter()
        compiled = class_program(question, budget.gates)
        table = self._orbits(question, compiled, budget)
        tally = self._tally(compiled.program, table, budget, resources)
        _check_complete(question, compiled, tally)
        found = None if tally.least is None else confirmed(question, compiled, tally.least[1])
        return Evidence(
            prover=self.name,
            universe=compiled.universe,
            outcome="checked" if found is None else "refuted",
            size=compiled.cases,
            cases=tally.counts[IN_RANGE],
            violations=tally.counts[VIOLATION],
            seconds=time.perf_counter() - started,
            command=question.command,
            detail=f"{compiled.program.gates} gates on {compiled.program.inputs} bits{_orbits_in_words(table)}",
            premise_cases=tally.counts[COULD_FAIL],
            counterexample=found,
        )

    def _orbits(self, question: Question, compiled: ClassProgram, budget: Budget) -> OrbitTable | None:
        """The orbits of the universe's classes, where one of each is proved to be enough, and all are much work."""
        little = compiled.program.gates * compiled.words <= min(LITTLE_WORK, budget.gate_words)
        labels = symmetric_labels(question, budget) if self.method == "auto" and not little else ""
        assert isinstance(question.universe, ClassUniverse)
        return None if isinstance(labels, str) else orbits_on(question.universe.points, labels)

    def _tally(self, program: Program, table: OrbitTable | None, budget: Budget, resources: Resources) -> Tally:
        if table is not None:
            return tally_orbits(program, table)
        return tally_all(program, self.method, budget.jobs, resources.progress, resources.shards)


def _orbits_in_words(table: OrbitTable | None) -> str:
    return "" if table is None else f", proved invariant: a class of each of {len(table):,} orbits"


def _check_complete(question: Question, compiled: ClassProgram, tally: Tally) -> None:
    if tally.counts[IN_RANGE] != compiled.cases or (tally.least is None) != (tally.counts[VIOLATION] == 0):
        raise KitFault(
            f"{question.claim.id} on {question.universe.name}: {tally.counts[IN_RANGE]} of {compiled.cases} classes "
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
    sharding = _sharding(program, method)
    # What is done in one shard is never half done, and a key is a hash of each gate
    checkpoint = _open_checkpoint(program, sharding.fixed, checkpoints if sharding.shards > 1 else None)
    try:
        _run_shards(checkpoint, sharding, jobs, progress)
    except BaseException:
        checkpoint.save()
        raise
    checkpoint.remove()
    return add_tallies([checkpoint.done[shard] for shard in range(sharding.shards)])


def _sharding(program: Program, method: Method) -> Sharding:
    """The shards, the same on every machine."""
    if method == "numpy" or (method == "auto" and program.gates * words_of(program) <= SMALL_WORK):
        return Sharding(reuse_slots(program), min(MOST_SHARD_BITS, max(0, program.inputs - 16)), expanded=False)
    from littlestone.proofs_check.circuits.expansion import lanes_of

    return Sharding(program, min(MOST_SHARD_BITS, program.inputs - lanes_of(program)), expanded=True)


def _open_checkpoint(program: Program, fixed: int, directory: Path | None) -> Checkpoint:
    if directory is None:
        return Checkpoint(None, "")
    key = f"{program.digest}-{2**fixed}"
    checkpoint = Checkpoint(directory / f"{key}.json", key)
    checkpoint.load()
    return checkpoint


def _run_shards(checkpoint: Checkpoint, sharding: Sharding, jobs: int, progress: Progress) -> None:
    """Tally the shards that are not done yet; an exception stops the others."""
    waiting = [shard for shard in range(sharding.shards) if shard not in checkpoint.done]
    with closing(in_threads(sharding, waiting, jobs)) as done:
        for shard, tally in done:
            checkpoint.add(shard, tally)
            progress(len(checkpoint.done), sharding.shards)
