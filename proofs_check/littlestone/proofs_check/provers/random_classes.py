"""The random prover: a statement about classes evaluated on random classes of a universe too large to enumerate.

It is asked before the solvers, on the same scopes: a refutation here spares them. Three batches of eight have few
functions, so that a counterexample among them is small from the start. A run in which no class was drawn is no pass.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.circuits.class_programs import (
    COULD_FAIL,
    IN_RANGE,
    VIOLATION,
    ClassProgram,
    class_program,
    compiled_or_reason,
    confirmed,
    too_much_work,
)
from littlestone.proofs_check.circuits.evaluators import evaluate_compiled, popcount
from littlestone.proofs_check.circuits.program import Program, reuse_slots
from littlestone.proofs_check.questions.class_choices import Place
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import Question
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import Function

BATCH_WORDS = 256  # a batch is what is drawn beyond the first violation, for each thread; part of what a seed means
BATCH = 64 * BATCH_WORDS
MOST_OF_FAMILIES = 1 << 13  # each is made in Python, in about a tenth of a millisecond
MOST_FEW = 12  # enough for a shattered tree of depth 3, which takes 8
FEW = 0
# Three batches of eight have few functions: a counterexample among them is small from the start
SHAPES = (FEW, 1, FEW, 2, FEW, 3, 4, -4)
"""How the batches are drawn, in turn: j > 0 has each function with probability 2^-j, j < 0 misses each with
probability 2^j, FEW has 1 to 12 functions."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What a batch of random assignments gave: counts of violation, premise, in range, and the least violation."""

    counts: tuple[int, ...]
    least: int | None


@dataclass(frozen=True)
class RandomProver:
    """Evaluates a claim on random classes, as many as the budget's cases, half of them with few functions.

    The sample is fixed by the budget's seed, the claim's id and the universe, whatever the number of threads.
    """

    name: str = "random"
    rank: int = 40  # before the solver, on the same universes: a refutation here spares it

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """The profile's universes for random classes."""
        return map(Wish, scope.of_classes(claim, scope.profile.random))

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the claim cannot be sampled within the budget, or None where it can."""
        compiled = compiled_or_reason(question, budget)
        if isinstance(compiled, str):
            return compiled
        return too_much_work(compiled.program, -(-budget.cases // 64), budget)

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Evidence "tested", or "refuted" with a counterexample from which no function can be dropped.

        It is "open" where no non-empty class was drawn. Sampling stops after the first batch with a violation. Raises
        ProversDisagree where the counterexample does not fail in plain Python.
        """
        started = time.perf_counter()
        compiled = class_program(question, budget.gates)
        program = reuse_slots(compiled.program)
        families = _families(compiled)
        cases = min(budget.cases, MOST_OF_FAMILIES) if families else budget.cases
        batches = _until_refuted(program, families, _entropy(question, budget.seed), replace(budget, cases=cases))
        totals = [sum(batch.counts[output] for batch in batches) for output in (VIOLATION, COULD_FAIL, IN_RANGE)]
        least = batches[-1].least if batches else None
        found = None if least is None else confirmed(question, compiled, minimal(program, least))
        return Evidence(
            prover=self.name,
            universe=compiled.universe,
            outcome="refuted" if found else "tested" if totals[IN_RANGE] else "open",
            size=compiled.cases,
            cases=totals[IN_RANGE],
            violations=totals[VIOLATION],
            seconds=time.perf_counter() - started,
            command=question.command,
            seed=budget.seed,
            detail=f"{program.gates} gates on {program.inputs} bits",
            premise_cases=totals[COULD_FAIL],
            counterexample=found,
        )


def _entropy(question: Question, seed: int) -> tuple[int, ...]:
    text = f"{question.claim.id}|{question.universe!r}"
    return seed, int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _until_refuted(
    program: Program, families: Sequence[Family], entropy: tuple[int, ...], budget: Budget
) -> list[Batch]:
    """The batches in order, up to the first with a violation."""
    indices = range(-(-budget.cases // BATCH))
    batches: list[Batch] = []
    with ThreadPoolExecutor(max_workers=budget.jobs) as pool:
        for start in range(0, len(indices), budget.jobs):
            group = indices[start : start + budget.jobs]
            for batch in pool.map(partial(_batch, program, families, entropy, budget.cases), group):
                batches.append(batch)
                if batch.least is not None:
                    return batches
    return batches


def _batch(program: Program, families: Sequence[Family], entropy: tuple[int, ...], cases: int, index: int) -> Batch:
    generator = np.random.Generator(np.random.PCG64([*entropy, index]))
    inputs = _with_implied(program, draw(generator, program.inputs, SHAPES[index % len(SHAPES)]))
    if families:
        _draw_families(generator, families, inputs, cases - index * BATCH)
        _drop_not_implied(program, inputs)
    outputs = evaluate_compiled(program, inputs) & _lanes_in_use(cases - index * BATCH)
    return Batch(tuple(int(popcount(row).sum()) for row in outputs), _least(outputs[VIOLATION], inputs))


def _lanes_in_use(cases: int) -> Array:
    used = np.arange(BATCH) < cases
    return np.packbits(used, bitorder="little").view(np.uint64)


def draw(generator: np.random.Generator, inputs: int, shape: int) -> Array:
    """A batch of random assignments, uint64 [inputs, BATCH_WORDS], of a shape listed in SHAPES."""
    if shape == FEW:
        return _draw_few(generator, inputs)
    words = generator.integers(0, 2**64, size=(abs(shape), inputs, BATCH_WORDS), dtype=np.uint64)
    thinned: Array = np.bitwise_and.reduce(words, axis=0)
    return thinned if shape > 0 else ~thinned


def _draw_few(generator: np.random.Generator, inputs: int) -> Array:
    sizes = generator.integers(1, min(MOST_FEW, inputs) + 1, size=BATCH)
    members = np.zeros((inputs, BATCH), dtype=np.uint8)
    for position in range(MOST_FEW):
        lanes = np.flatnonzero(sizes > position)
        members[generator.integers(0, inputs, size=len(lanes)), lanes] = 1
    return np.packbits(members, axis=1, bitorder="little").view(np.uint64)


def _with_implied(program: Program, inputs: Array) -> Array:
    """The assignments with the ones that theirs imply: each class with all functions of its subclasses."""
    for bit, above in program.implied:
        inputs[above] |= inputs[bit]
    return inputs


def _drop_not_implied(program: Program, inputs: Array) -> None:
    for bit, above in reversed(program.implied):
        inputs[bit] &= inputs[above]


@dataclass(frozen=True, slots=True)
class Family:
    """A parameter that ranges over a family of classes: its place, and the input of each function."""

    place: Place
    inputs: Mapping[Function, int]


def _families(compiled: ClassProgram) -> list[Family]:
    own = {name: place for name, place in compiled.parameters.items() if place.family is not None}
    return [
        Family(place, {f: i for i, (owner, f) in enumerate(compiled.inputs) if owner == name})
        for name, place in own.items()
    ]


def _draw_families(generator: np.random.Generator, families: Sequence[Family], inputs: Array, cases: int) -> None:
    """Put classes of the families into the lanes in use."""
    draw = Random(int(generator.integers(2**63))).randrange
    for one in families:
        members = np.zeros((len(inputs), BATCH), dtype=np.uint8)
        for lane in range(min(cases, BATCH)):
            assert one.place.family is not None
            members[[one.inputs[f] for f in one.place.family.drawn(one.place.points, draw)], lane] = 1
        rows = sorted(one.inputs.values())
        inputs[rows] = np.packbits(members[rows], axis=1, bitorder="little").view(np.uint64)


def _least(violation: Array, inputs: Array) -> int | None:
    """The violating assignment with the fewest ones, the first drawn of these."""
    lanes = np.flatnonzero(_bits(violation))
    if not len(lanes):
        return None
    columns = _bits(inputs)[:, lanes]
    fewest = columns[:, int(columns.sum(axis=0).argmin())]
    return sum(1 << int(i) for i in np.flatnonzero(fewest))


def _bits(words: Array) -> Array:
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, bitorder="little")


def minimal(program: Program, assignment: int) -> int:
    """A violating assignment with some ones of the given one, none of which can be dropped."""
    while True:
        smaller = next(_violating_drops(program, assignment), None)
        if smaller is None:
            return assignment
        assignment = smaller


def _violating_drops(program: Program, assignment: int) -> Iterator[int]:
    """The assignments with a one dropped, and those that imply it, that still violate, by one evaluation of all."""
    candidates = [_without(program, assignment, i) for i in range(program.inputs) if assignment >> i & 1]
    members = np.zeros((program.inputs, -(-len(candidates) // 64) * 64), dtype=np.uint8)
    for lane, candidate in enumerate(candidates):
        members[:, lane] = [candidate >> i & 1 for i in range(program.inputs)]
    violation = evaluate_compiled(program, np.packbits(members, axis=1, bitorder="little").view(np.uint64))[VIOLATION]
    return (candidates[lane] for lane in np.flatnonzero(_bits(violation)[: len(candidates)]))


def _without(program: Program, assignment: int, i: int) -> int:
    dropped = 1 << i
    for bit, above in reversed(program.implied):
        dropped |= (dropped >> above & 1) << bit
    return assignment & ~dropped
