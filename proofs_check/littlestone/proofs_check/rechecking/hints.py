"""Proofs with hints, in the LRAT format: each step names the clauses that its unit propagation uses, in order.

A checker of such a proof searches nothing (Cruz-Filipe et al., Efficient certified RAT verification, 2017). A proof is
kept to the steps that its last one needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.compiling import compiled
from littlestone.proofs_check.rechecking.propagation import (
    ASSUMED,
    ClauseList,
    State,
    add,
    delete,
    follows,
    propagate,
    state_of,
    undo,
    write,
)


class Step(NamedTuple):
    """A clause, signed as DIMACS has it, with the numbers of the clauses by which it follows.

    The clauses of the formula have the numbers from 1 on, the steps those after them.
    """

    clause: tuple[int, ...]
    hints: tuple[int, ...]


class NoProof(ValueError):
    """A step of a proof does not follow by unit propagation, or none ends it."""


def hinted(formula: ClauseList, proof: ClauseList) -> list[Step]:
    """The steps that the proof's contradiction needs, with hints; raises NoProof."""
    state = state_of(formula, proof)
    hints = _of_all(state, formula, proof)
    end = max(hints)
    needed, waiting = set[int](), [end]
    while waiting:
        step = waiting.pop()
        if step not in needed and step > len(formula):
            needed.add(step)
            waiting += hints[step]
    kept = sorted(needed)
    number = {step: i for i, step in enumerate(kept, len(formula) + 1)}
    return [
        Step(
            () if step == end else tuple(_literals(proof, step - len(formula) - 1)),
            tuple(number.get(hint, hint) for hint in hints[step]),
        )
        for step in kept
    ]


def _of_all(state: State, formula: ClauseList, proof: ClauseList) -> dict[int, list[int]]:
    """The hints of every step up to the first contradiction, by the step's number."""
    hints: dict[int, list[int]] = {}
    for i in range(len(formula)):
        write(state, i, np.array(_literals(formula, i), np.int64))
        if add(state, i):
            return {len(formula) + len(proof) + 1: _hints(state)}
    if propagate(state):
        return {len(formula) + len(proof) + 1: _hints(state)}
    for i in range(len(proof)):
        clause = len(formula) + i
        write(state, clause, np.array(_literals(proof, i), np.int64))
        if proof.deletions[i]:
            delete(state, clause)
            state.alive[clause] = False
            continue
        settled = int(state.ends[1])
        if not follows(state, clause):
            raise NoProof(f"line {i + 1} of the proof does not follow")
        hints[clause + 1] = _hints(state)
        undo(state, settled)
        if add(state, clause) or propagate(state):
            return hints | {len(formula) + len(proof) + 1: _hints(state)}
    raise NoProof("the proof ends without a contradiction")


def _literals(clauses: ClauseList, i: int) -> list[int]:
    return [int(literal) for literal in clauses.literals[clauses.starts[i] : clauses.starts[i + 1]]]


def _hints(state: State) -> list[int]:
    return [clause + 1 for clause in _used(state, np.zeros(len(state.reasons), np.bool_)).tolist()]


@compiled
def _used(state: State, marks: Array) -> Array:
    """The clauses by which the last conflict came about, the false one last."""
    used = np.empty(state.ends[1] + 1, np.int64)
    count, clause = 1, state.ends[2]
    used[0] = clause
    for literal in state.arena[state.starts[clause] : state.starts[clause + 1]]:
        marks[literal >> 1] = True
    for at in range(state.ends[1] - 1, -1, -1):
        variable = state.trail[at] >> 1
        reason = state.reasons[variable]
        if marks[variable] and reason not in (ASSUMED, clause):
            used[count] = reason
            count += 1
            for literal in state.arena[state.starts[reason] : state.starts[reason + 1]]:
                marks[literal >> 1] = True
    return used[:count][::-1]


def is_hinted_proof(formula: Sequence[Sequence[int]], steps: Sequence[Step]) -> bool:
    """Each step follows by its hints alone, in their order, and the last one is the empty clause."""
    clauses = dict(enumerate(formula, 1))
    for step in steps:
        if not _is_conflict(clauses, step):
            return False
        clauses[len(clauses) + 1] = step.clause
    return bool(steps) and not steps[-1].clause


def _is_conflict(clauses: dict[int, Sequence[int]], step: Step) -> bool:
    false = set(step.clause)
    for hint in step.hints:
        left = [literal for literal in clauses.get(hint, (0, 1)) if literal not in false]
        if len(left) != 1:
            return not left
        false.add(-left[0])
    return False


def lrat(formula: int, steps: Sequence[Step]) -> str:
    """The steps in the LRAT format, after so many clauses of a formula."""
    lines = (
        " ".join(map(str, (number, *step.clause, 0, *step.hints, 0))) for number, step in enumerate(steps, formula + 1)
    )
    return "".join(f"{line}\n" for line in lines)
