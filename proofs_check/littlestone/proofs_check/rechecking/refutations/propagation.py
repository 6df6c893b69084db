"""Reverse unit propagation: whether clauses follow from others by unit propagation, and proofs made of such steps;
also with hints, which name the clauses that a step uses, so that a checker need not search.

A clause follows where its literals cannot all be false: making them false and propagating ends in a conflict (Goldberg
and Novikov, Verification of proofs of unsatisfiability for CNF formulas, 2003). Watched literals find what to do next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.compiling import compiled

CONTRADICTION = ASSUMED = -1


@dataclass(frozen=True, eq=False)
class ClauseList:
    """Clauses one after another, int64: the i-th is ``literals[starts[i]:starts[i + 1]]``, signed as DIMACS has them.

    ``deletions[i]`` says that the i-th step of a proof deletes the clause and does not add it.
    """

    literals: Array
    starts: Array
    deletions: Array

    def __len__(self) -> int:
        return len(self.starts) - 1

    def listed(self) -> list[list[int]]:
        """Each clause as a list of its literals."""
        literals, starts = self.literals.tolist(), self.starts.tolist()
        return [literals[first:end] for first, end in pairwise(starts)]

    @property
    def variables(self) -> int:
        """The largest variable."""
        return int(np.abs(self.literals).max(initial=0))


def first_not_following(known: ClauseList, asked: ClauseList) -> int | None:
    """The index of the first asked clause that does not follow from the known ones by unit propagation, or None.

    The asked ones are taken one by one: none is used for another.
    """
    state = _state(known, asked)
    failed = _replay(state, known.literals, known.starts, asked.literals, asked.starts, asked.deletions, False)
    return None if failed in (CONTRADICTION, len(asked)) else int(failed)


def first_wrong_step(formula: ClauseList, proof: ClauseList) -> int | None:
    """The index of the first step of a proof that does not follow from the formula and the steps before it, or None.

    The length of the proof stands for the end of one that does not come to a contradiction. A deletion takes no value
    from a literal that has one by then, and one of no clause is passed over: more clauses make no step wrong.
    """
    state = _state(formula, proof)
    failed = _replay(state, formula.literals, formula.starts, proof.literals, proof.starts, proof.deletions, True)
    return None if failed == CONTRADICTION else int(failed)


class Step(NamedTuple):
    """A clause of a proof, and the numbers, from 1 on, of the clauses of the formula and steps by which it follows."""

    clause: tuple[int, ...]
    hints: tuple[int, ...]


def hinted(formula: ClauseList, proof: ClauseList) -> list[Step]:
    """The steps that the proof's contradiction needs, with hints in the order of use; raises ValueError."""
    hints = _hints_of_all(formula, proof)
    end = max(hints)
    needed, waiting = set[int](), [end]
    while waiting:
        step = waiting.pop()
        if step in hints and step not in needed:
            needed.add(step)
            waiting += hints[step].tolist()
    number = {step: i for i, step in enumerate(sorted(needed), len(formula) + 1)}
    clauses = {step: () if step == end else tuple(_clause(proof, step - len(formula) - 1).tolist()) for step in number}
    return [Step(clauses[step], tuple(number.get(hint, hint) for hint in hints[step].tolist())) for step in number]


def _hints_of_all(formula: ClauseList, proof: ClauseList) -> dict[int, Array]:
    """The hints of the steps up to the first contradiction, which is the last of them."""
    state, hints, end = _state(formula, proof), dict[int, Array](), len(formula) + len(proof) + 1
    for clause in range(len(formula)):
        _write(state, clause, _clause(formula, clause))
        if _add(state, clause):
            return {end: _used(state)}
    contradiction = _propagate(state)
    for clause, deletes in enumerate(proof.deletions, len(formula)):
        if contradiction:
            break
        _write(state, clause, _clause(proof, clause - len(formula)))
        if deletes:
            _delete(state, clause)
            continue
        if not _follows(state, clause, False):
            raise ValueError(f"line {clause - len(formula) + 1} of the proof does not follow")
        hints[clause + 1] = _used(state)
        _undo(state)
        contradiction = _add(state, clause) or _propagate(state)
    if not contradiction:
        raise ValueError("the proof ends without a contradiction")
    return hints | {end: _used(state)}


def _clause(clauses: ClauseList, i: int) -> Array:
    return clauses.literals[clauses.starts[i] : clauses.starts[i + 1]]


def is_hinted_proof(formula: Sequence[Sequence[int]], steps: Iterable[Step]) -> bool:
    """Each step follows by its hints alone, in their order, and the last one is the empty clause."""
    clauses = dict(enumerate(formula, 1))
    for step in steps:
        if not _is_conflict(clauses, step):
            return False
        clauses[len(clauses) + 1] = step.clause
    return not clauses.get(len(clauses), (0,))


def _is_conflict(clauses: dict[int, Sequence[int]], step: Step) -> bool:
    false = set(step.clause)
    for hint in step.hints:
        if hint not in clauses:
            return False
        left = [literal for literal in clauses[hint] if literal not in false]
        if len(left) != 1:
            return not left
        false.add(-left[0])
    return False


class _State(NamedTuple):
    """Clauses with two watched literals each, the first two, and the literals that have a value.

    Literal v is 2v, its negation 2v + 1; ``value`` is 1 true, -1 false, 0 neither. ``trail[:ends[1]]`` are the true
    literals, of which ``ends[0]`` are propagated and ``ends[3]`` stay true; clause ``ends[2]`` was false last, and
    ``reasons`` gave the variables their values. The lists of watches are linked: the i-th clause is in them as 2i and
    2i + 1, ``heads`` by literal, ``following`` by entry. ``chains`` and ``link`` find clauses by their hash.
    """

    trail: Array
    ends: Array
    value: Array
    reasons: Array
    arena: Array
    starts: Array
    alive: Array
    heads: Array
    following: Array
    marks: Array
    chains: Array
    link: Array


def _state(known: ClauseList, steps: ClauseList) -> _State:
    size = 2 * max(known.variables, steps.variables) + 2
    clauses = len(known) + len(steps)
    return _State(
        trail=np.empty(size, np.int64),
        ends=np.zeros(4, np.int64),
        value=np.zeros(size, np.int8),
        reasons=np.full(size // 2, ASSUMED, np.int64),
        arena=np.empty(len(known.literals) + len(steps.literals), np.int64),
        starts=np.zeros(clauses + 1, np.int64),
        alive=np.ones(clauses, np.bool_),
        heads=np.full(size, -1, np.int64),
        following=np.full((2 * clauses, 2), -1, np.int64),
        marks=np.zeros(size, np.bool_),
        chains=np.full(2 * clauses + 1, -1, np.int64),
        link=np.full(clauses, -1, np.int64),
    )


@compiled
def _replay(
    state: _State, known: Array, known_starts: Array, steps: Array, step_starts: Array, deletions: Array, keeps: bool
) -> int:
    """The first step that does not follow, or how many there are; CONTRADICTION where one was come to.

    With ``keeps``, each step serves those after it.
    """
    count = 0
    for clause in range(len(known_starts) - 1):
        _write(state, count, known[known_starts[clause] : known_starts[clause + 1]])
        if _add(state, count):
            return CONTRADICTION
        count += 1
    if _propagate(state):
        return CONTRADICTION
    for step in range(len(step_starts) - 1):
        _write(state, count, steps[step_starts[step] : step_starts[step + 1]])
        if deletions[step]:
            _delete(state, count)
            continue
        if not _follows(state, count, True):
            return step
        if keeps:
            if _add(state, count) or _propagate(state):
                return CONTRADICTION
            count += 1
    return len(step_starts) - 1


@compiled
def _write(state: _State, clause: int, literals: Array) -> None:
    """Put the literals where the clause of this number is."""
    first = state.starts[clause]
    for at in range(len(literals)):
        literal = literals[at]
        state.arena[first + at] = 2 * literal if literal > 0 else -2 * literal + 1
    state.starts[clause + 1] = first + len(literals)


@compiled
def _add(state: _State, clause: int) -> bool:
    """Watch two literals of a clause that are not false; its only one becomes true. True where it has none such."""
    arena, first, found = state.arena, state.starts[clause], 0
    place = _hash(arena, first, state.starts[clause + 1]) % len(state.chains)
    state.link[clause], state.chains[place] = state.chains[place], clause
    for at in range(first, state.starts[clause + 1]):
        if found < 2 and state.value[arena[at]] != -1:
            arena[first + found], arena[at] = arena[at], arena[first + found]
            found += 1
    if found == 1 and state.value[arena[first]] == 0:
        _make_true(state, arena[first], clause)
    if found == 2:
        _watch(state, arena[first], 2 * clause, arena[first + 1])
        _watch(state, arena[first + 1], 2 * clause + 1, arena[first])
    if found == 0:
        state.ends[2] = clause
    return bool(found == 0)


@compiled
def _watch(state: _State, literal: int, entry: int, beside: int) -> None:
    state.following[entry, 0], state.heads[literal] = state.heads[literal], entry
    state.following[entry, 1] = beside


@compiled
def _make_true(state: _State, literal: int, reason: int) -> None:
    state.value[literal], state.value[literal ^ 1] = 1, -1
    state.reasons[literal >> 1] = reason
    state.trail[state.ends[1]] = literal
    state.ends[1] += 1


@compiled
def _follows(state: _State, clause: int, undoes: bool) -> bool:
    """Making all literals of the clause false ends in a conflict; if it ``undoes``, the values are as they were."""
    state.ends[3], conflict = state.ends[1], False
    for at in range(state.starts[clause], state.starts[clause + 1]):
        literal = state.arena[at]
        if state.value[literal] == 1:
            conflict, state.ends[2] = True, state.reasons[literal >> 1]
        if state.value[literal] == 0:
            _make_true(state, literal ^ 1, ASSUMED)
    conflict = conflict or _propagate(state)
    if undoes:
        _undo(state)
    return bool(conflict)


@compiled
def _undo(state: _State) -> None:
    """Take the values from all literals but those that stay true."""
    for at in range(state.ends[3], state.ends[1]):
        literal = state.trail[at]
        state.value[literal], state.value[literal ^ 1] = 0, 0
    state.ends[:2] = state.ends[3]


@compiled
def _used(state: _State) -> Array:
    """The numbers of the clauses by which the last conflict came about, the false one last."""
    marks, used = np.zeros(len(state.reasons), np.bool_), np.empty(state.ends[1] + 1, np.int64)
    count, false = 1, state.ends[2]
    used[0] = false
    marks[state.arena[state.starts[false] : state.starts[false + 1]] >> 1] = True
    for literal in state.trail[: state.ends[1]][::-1]:
        reason = state.reasons[literal >> 1]
        if marks[literal >> 1] and reason not in (ASSUMED, false):
            used[count] = reason
            count += 1
            marks[state.arena[state.starts[reason] : state.starts[reason + 1]] >> 1] = True
    return used[:count][::-1] + 1


@compiled
def _propagate(state: _State) -> bool:
    """Make true what must be true; True on a conflict."""
    while state.ends[0] < state.ends[1]:
        false = state.trail[state.ends[0]] ^ 1
        state.ends[0] += 1
        before, entry = -1, state.heads[false]
        while entry >= 0:
            after = state.following[entry, 0]
            outcome = KEPT if state.value[state.following[entry, 1]] == 1 else _visit(state, entry, false)
            if outcome == CONFLICT:
                return True
            if outcome == KEPT:
                before = entry
            elif before >= 0:
                state.following[before, 0] = after
            else:
                state.heads[false] = after
            entry = after
    return False


KEPT, GONE, CONFLICT = 0, 1, 2


@compiled
def _visit(state: _State, entry: int, false: int) -> int:
    """What becomes of an entry of the watches of a literal that is now false; GONE where it left them."""
    arena, clause = state.arena, entry >> 1
    first = state.starts[clause]
    if not state.alive[clause]:
        return GONE
    if arena[first] == false:
        arena[first], arena[first + 1] = arena[first + 1], false
    if state.value[arena[first]] == 1:
        return KEPT
    for at in range(first + 2, state.starts[clause + 1]):
        if state.value[arena[at]] != -1:
            arena[first + 1], arena[at] = arena[at], false
            _watch(state, arena[first + 1], entry, arena[first])
            return GONE
    if state.value[arena[first]] == -1:
        state.ends[2] = clause
        return CONFLICT
    _make_true(state, arena[first], clause)
    return KEPT


@compiled
def _hash(literals: Array, first: int, end: int) -> int:
    """A hash of a clause that is not negative, whatever the order of its literals."""
    total, mixed = 0, 0
    for at in range(first, end):
        total += literals[at] * literals[at]
        mixed ^= literals[at] * 40503
    return (total * 31 + mixed) & 0x7FFFFFFFFFFFFFFF


@compiled
def _delete(state: _State, pattern: int) -> None:
    """Take one clause with the literals of the pattern out of the watched ones, where there is one."""
    first, end = state.starts[pattern], state.starts[pattern + 1]
    state.marks[state.arena[first:end]] = True
    clause = state.chains[_hash(state.arena, first, end) % len(state.chains)]
    while clause >= 0 and not (state.alive[clause] and _is_marked(state, clause, end - first)):
        clause = state.link[clause]
    if clause >= 0:
        state.alive[clause] = False
    state.marks[state.arena[first:end]] = False


@compiled
def _is_marked(state: _State, clause: int, length: int) -> bool:
    """The clause has so many literals, all of them marked."""
    literals = state.arena[state.starts[clause] : state.starts[clause + 1]]
    return len(literals) == length and bool(np.all(state.marks[literals]))
