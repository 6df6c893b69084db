"""Is there a class of n functions on m points with given parameters? A class that was measured, or a checked proof.

The solver is CaDiCaL. What it finds is measured by the kit's own code, what it refutes is refuted by a proof whose every
step is checked before "none" is said. Where a bound is on the no-clash dimension from below, a class that was found and
has a teacher gives one more clause, and the search goes on; the proof is one of all clauses together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.searches import Choice, NoClass, check_none
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix, TooManyClauses
from littlestone.proofs_check.search.clauses.questions import ClassQuestion
from littlestone.proofs_check.search.clauses.teaching import clash, exceeded, no_clash_at_most, sets_used
from littlestone.proofs_check.search.measuring import Values, insist_on
from littlestone.proofs_check.solvers.clauses import Clauses
from littlestone.proofs_check.solvers.engines import CADICAL, Search
from littlestone.spec.classes.concept_classes import Function

MOST_CHOICES = 2_000  # of sets of points that are asked to clash; 6 functions on 3 points take 63
Outcome = Literal["class", "none", "counted", "undecided"]


@dataclass(frozen=True)
class Decided:
    """What is known of the classes of so many functions on so many points; ``counted`` is "none" without a search."""

    functions: int
    points: int
    outcome: Outcome
    conflicts: int = 0
    members: tuple[Function, ...] = ()
    values: Values = field(default_factory=dict)
    proof: NoClass | None = None
    steps: int = 0
    reason: str = ""

    @property
    def is_none(self) -> bool:
        """There is no such class."""
        return self.outcome in ("none", "counted")


def decide(question: ClassQuestion, functions: int, points: int, conflicts: int) -> Decided:
    """Find a class, or prove that there is none, within so many conflicts.

    Raises ProversDisagree where the solver was wrong.
    """
    if functions > 1 << points:
        return Decided(functions, points, "counted", reason=f"{points} points have {1 << points} functions")
    try:
        m = question.encoded(functions, points)
        if m is None:
            return Decided(functions, points, "counted", reason=_never(question, functions, points))
        return _decided(question, m, conflicts)
    except TooManyClauses:
        return Decided(functions, points, "undecided", reason="it has too many clauses")


def _never(question: ClassQuestion, functions: int, points: int) -> str:
    never = next(c.text for c in question.conditions if c.formula and not c.boxes(functions, points))
    return f"{never} needs more"


def _decided(question: ClassQuestion, m: ClassMatrix, conflicts: int) -> Decided:
    n, points, spent, choices = m.functions, m.points, 0, list[Choice]()
    while len(choices) < MOST_CHOICES and spent < conflicts:
        found = _search(m, conflicts - spent)
        spent += found.spent
        if found.verdict == "unsat":
            none = NoClass(
                tuple(c.text for c in question.conditions), n, points, tuple(choices), m.dimacs(), found.proof or ""
            )
            return Decided(n, points, "none", spent, proof=none, steps=_checked(none))
        if found.verdict == "unknown":
            break
        members = m.members(found.true)
        more = _teachers(m, members, found.true)
        if not more:
            return Decided(n, points, "class", spent, members, insist_on(question, members))
        for bound, sets in more:
            clash(m, bound, sets)
        choices += more
    return Decided(n, points, "undecided", spent, reason=f"stopped after {spent:,} conflicts")


def _search(m: ClassMatrix, conflicts: int) -> Search:
    return CADICAL.search(Clauses({}, tuple(m.clauses), 0), (), conflicts, with_proof=True)


def _checked(none: NoClass) -> int:
    """The steps of the proof; raises ProversDisagree where one is wrong."""
    try:
        return check_none(none).steps
    except Refused as error:
        raise ProversDisagree(f"the solver's proof is wrong: {error}") from error


def _teachers(m: ClassMatrix, members: tuple[Function, ...], true: frozenset[int]) -> list[Choice]:
    """A choice without clashes for each bound that the class was to exceed, if it has one."""
    found = ((bound, _choice(members, bound - 1)) for bound in exceeded(m, true))
    return [(bound, sets) for bound, sets in found if sets is not None]


def _choice(members: tuple[Function, ...], size: int) -> tuple[tuple[int, ...], ...] | None:
    """Sets of so many points that teach the class without clashes, or None where there are none."""
    m = ClassMatrix(len(members), len(members[0]), sorted_rows=False)
    m.fix(members)
    m.add((no_clash_at_most(m, size),))
    found = CADICAL.search(Clauses({}, tuple(m.clauses), 0), (), 10**9)
    return tuple(sets_used(m, size, found.true)) if found.verdict == "sat" else None
