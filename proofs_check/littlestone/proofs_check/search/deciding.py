"""Is there a class of n functions on m points with given parameters? A class that was measured, or a checked proof.

The solver is CaDiCaL. What it finds is measured by the kit's own code. What it refutes is refuted by a proof each step
of which is checked before "none" is said. Where the no-clash dimension is bounded from below, a class that was found
and has a teacher gives one more clause, and the search goes on; the proof is one of all clauses together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.searches import Choice, NoClass, check_none
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix, Places, TooManyClauses
from littlestone.proofs_check.search.clauses.questions import ClassQuestion
from littlestone.proofs_check.search.clauses.teaching import clash, exceeded, no_clash_at_most, sets_used
from littlestone.proofs_check.search.measuring import values_of
from littlestone.proofs_check.solvers.clauses import Clauses
from littlestone.proofs_check.solvers.engines import CADICAL, Search
from littlestone.spec.classes.concept_classes import Function


@dataclass(frozen=True)
class Decided:
    """What is known of the classes of so many functions on so many points; "counted" is none, without a search."""

    functions: int
    points: int
    outcome: Literal["class", "none", "counted", "undecided"]
    reason: str = ""
    conflicts: int = 0
    members: tuple[Function, ...] = ()
    values: dict[str, int] = field(default_factory=dict)
    proof: NoClass | None = None
    steps: int = 0


def decide(question: ClassQuestion, functions: int, points: int, conflicts: int) -> Decided:
    """Find a class, or prove that there is none, within so many conflicts.

    Raises ProversDisagree where the solver was wrong.
    """
    if functions > 1 << points:
        return Decided(functions, points, "counted", f"{points} points have {1 << points} functions")
    try:
        m = question.encoded(functions, points)
        return (
            _searched(question, m, conflicts)
            if m
            else Decided(functions, points, "counted", _never(question, functions, points))
        )
    except TooManyClauses:
        return Decided(functions, points, "undecided", "it has too many clauses")


def _never(question: ClassQuestion, functions: int, points: int) -> str:
    never = next(c.text for c in question.conditions if c.formula and not c.boxes(functions, points))
    return f"{never} is true at no values that so few allow"


def _searched(question: ClassQuestion, m: ClassMatrix, conflicts: int) -> Decided:
    spent, choices = 0, list[Choice]()
    while spent < conflicts:
        found = _search(m, conflicts - spent)
        spent += max(found.spent, 1)  # so that also rounds without conflicts end
        if found.verdict == "unsat":
            texts = tuple(condition.text for condition in question.conditions)
            none = NoClass(texts, m.functions, m.points, tuple(choices), m.dimacs(), found.proof or "")
            return Decided(m.functions, m.points, "none", "", spent, proof=none, steps=_steps(none))
        if found.verdict == "unknown":
            break
        members = m.members(found.true)
        teachers = [(b, sets) for b in exceeded(m, found.true) if (sets := _teacher(members, b - 1)) is not None]
        if not teachers:
            return Decided(m.functions, m.points, "class", "", spent, members, _values(question, members))
        for bound, sets in teachers:
            clash(m, bound, sets)
        choices += teachers
    return Decided(m.functions, m.points, "undecided", f"stopped after {spent:,} conflicts", spent)


def _search(m: ClassMatrix, conflicts: int) -> Search:
    return CADICAL.search(Clauses({}, tuple(m.clauses), 0), (), conflicts, with_proof=True)


def _steps(none: NoClass) -> int:
    """The steps of the proof; raises ProversDisagree where one is wrong."""
    try:
        return check_none(none).steps
    except Refused as error:
        raise ProversDisagree(f"the solver's proof is wrong: {error}") from error


def _values(question: ClassQuestion, members: tuple[Function, ...]) -> dict[str, int]:
    """The values of a class that is to fulfil the question; raises ProversDisagree where it does not."""
    values = values_of(question, members)
    if len(set(members)) < len(members) or not question.is_fulfilled(values, len(members), len(members[0])):
        raise ProversDisagree(f"the clauses say {question} of {members}, the definitions {values}")
    return values


def _teacher(members: tuple[Function, ...], size: int) -> tuple[Places, ...] | None:
    """Sets of so many points, one for each function, that have no clash, or None where there are none."""
    m = ClassMatrix(len(members), len(members[0]), symmetry=False)
    for row, values in zip(m.rows, members, strict=True):
        for entry, value in zip(row, values, strict=True):
            m.add((entry if value else -entry,))
    m.add((no_clash_at_most(m, size),))
    found = _search(m, 10**9)
    return tuple(sets_used(m, size, found.true)) if found.verdict == "sat" else None
