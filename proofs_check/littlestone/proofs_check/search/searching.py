"""The least class with given parameters in a range of sizes: for each size a measured class, or a checked proof.

The solver is CaDiCaL. What it finds is measured by searches and definitions that share nothing with the clauses. Each
step of its proof is checked before "none" is said. Where the no-clash dimension is bounded from below, a class that was
found and has a teacher gives one more clause, and the search goes on; the proof is one of all clauses together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np

from littlestone.impl.classes.matrices import as_matrix
from littlestone.impl.parameters.all import DIRECT, Table, dimensions_by_name
from littlestone.proofs_check.explore.headline import points_text
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.searches import Choice, NoClass, check_none
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix, Places, TooManyClauses
from littlestone.proofs_check.search.clauses.questions import ClassQuestion
from littlestone.proofs_check.search.clauses.teaching import NO_CLASH, clash, no_clash_at_most, sets_used
from littlestone.proofs_check.search.compression import COMPRESSION, least_compression_scheme
from littlestone.proofs_check.solvers.clauses import Clauses
from littlestone.proofs_check.solvers.engines import CADICAL, Search
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.library import PARAMETERS

MOST_STEPS = 50_000_000  # of the algorithms for teaching; a class of 32 functions takes some thousands
FEW = 10_000  # conflicts for a proof of what Sauer's bound says: 16 functions on 14 points take 136
ALWAYS = ("VC", "Ldim", "Thr", "dual_VC")
Least = Literal["points", "functions"]
Sizes = tuple[int, int]  # the least and the greatest


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
    """A class, or a proof that there is none, within so many conflicts; ProversDisagree where the solver was wrong."""
    if functions > 1 << points:
        return Decided(functions, points, "counted", f"there are {1 << points} functions on {points_text([points])}")
    try:
        m = question.encoded(functions, points)
    except TooManyClauses:
        return Decided(functions, points, "undecided", "it has too many clauses")
    if m is not None:
        too_many = question.too_many(functions, points)
        found = _searched(question, m, min(conflicts, FEW) if too_many else conflicts)
        counted = Decided(functions, points, "counted", f"{too_many} holds of fewer functions, by Sauer's bound")
        return counted if too_many and found.outcome == "undecided" else found
    never = next(c.text for c in question.conditions if c.formula and not c.boxes(functions, points))
    return Decided(functions, points, "counted", f"{never} holds at no values that such sizes allow")


def _searched(question: ClassQuestion, m: ClassMatrix, conflicts: int) -> Decided:
    spent, choices = 0, list[Choice]()
    while spent < conflicts:
        found = _search(m, conflicts - spent)
        spent += max(found.spent, 1)  # so that also rounds without conflicts end
        if found.verdict == "unsat":
            texts = tuple(condition.text for condition in question.conditions)
            none = NoClass(texts, m.functions, m.points, tuple(choices), m.dimacs(), found.proof or "")
            try:
                return Decided(m.functions, m.points, "none", "", spent, proof=none, steps=check_none(none).steps)
            except Refused as error:
                raise ProversDisagree(f"the solver's proof is wrong: {error}") from error
        if found.verdict == "unknown":
            break
        members = tuple(tuple(int(entry in found.true) for entry in row) for row in m.rows)
        exceeded = [b for b in range(1, m.points + 1) if m.names.get((NO_CLASH, "at least", b)) in found.true]
        teachers = [(b, sets) for b in exceeded if (sets := _teacher(members, b - 1)) is not None]
        if not teachers:
            return Decided(m.functions, m.points, "class", "", spent, members, _values(question, members))
        for bound, sets in teachers:
            clash(m, bound, sets)
        choices += teachers
    return Decided(m.functions, m.points, "undecided", f"stopped after {spent:,} conflicts", spent)


def _search(m: ClassMatrix, conflicts: int) -> Search:
    return CADICAL.search(Clauses({}, tuple(m.clauses), 0), (), conflicts, with_proof=True)


def _values(question: ClassQuestion, members: tuple[Function, ...]) -> dict[str, int]:
    """The values of a class that is to fulfil the question; raises ProversDisagree where it does not."""
    values = values_of(question, members)
    if len(set(members)) < len(members) or not question.is_fulfilled(values, len(members), len(members[0])):
        raise ProversDisagree(f"the clauses say {question} of {members}, the definitions {values}")
    return values


def _teacher(members: tuple[Function, ...], size: int) -> tuple[Places, ...] | None:
    """Sets of so many points, one for each function, that have no clash, or None where there are none."""
    m = ClassMatrix(len(members), len(members[0]))
    m.fix(members)
    m.add((no_clash_at_most(m, size),))
    found = _search(m, 10**9)
    return tuple(sets_used(m, size, found.true)) if found.verdict == "sat" else None


def values_of(question: ClassQuestion, members: Sequence[Function]) -> dict[str, int]:
    """The dimensions of a class that are known exactly, and all else that the question is about."""
    matrix = as_matrix(np.array(members))
    found = {name: d.lower for name, d in dimensions_by_name(matrix).items() if name in ALWAYS and d.exact}
    for condition in question.conditions:
        if condition.formula is None:
            found[condition.text] = int(_is_closed(condition.text, members))
        for name in {q.name for q in condition.quantities} - found.keys():
            if name in COMPRESSION:
                found[name] = least_compression_scheme(members, labelled=COMPRESSION[name]).size
                continue
            direct = DIRECT[name](Table(matrix, MOST_STEPS)) if name in DIRECT else None
            found[name] = int(PARAMETERS[name].literal(frozenset(members)) if direct is None else direct)  # type: ignore[arg-type]
    return found


def _is_closed(closure: str, members: Sequence[Function]) -> bool:
    """By the words: closed under the operation; as large as Sauer's bound; as many functions as shattered sets."""
    if closure in ("intersection_closed", "union_closed"):
        operation = min if closure == "intersection_closed" else max
        return all(tuple(map(operation, f, g)) in members for f in members for g in members)
    points = range(len(members[0]))
    subsets = [S for size in range(len(points) + 1) for S in combinations(points, size)]
    shattered = [S for S in subsets if len({tuple(f[x] for x in S) for f in members}) == 2 ** len(S)]
    most = sum(comb(len(points), i) for i in range(len(shattered[-1]) + 1))
    return len(members) == (most if closure == "maximum" else len(shattered))


@dataclass(frozen=True)
class Searched:
    """What was decided in these ranges, size by size."""

    question: ClassQuestion
    functions: Sizes
    points: Sizes
    least: Least
    decided: tuple[Decided, ...]

    @property
    def found(self) -> Decided | None:
        """The class, if there is one."""
        return next((one for one in self.decided if one.outcome == "class"), None)


def search(question: ClassQuestion, functions: Sizes, points: Sizes, least: Least, conflicts: int) -> Searched:
    """Decide the sizes in order up to the first class, of no more functions than are enough on so many points.

    If the functions are to be least, each number of them is tried on the most points first, where equal points change
    nothing: if there is no class, there is none on fewer points.
    """
    numbers, widths = (range(low, high + 1) for low, high in (functions, points))
    most = {m: max(question.enough(m) or numbers[-1], numbers[0]) for m in widths}
    asked, decided = cache(lambda n, m: decide(question, n, m, conflicts)), list[Decided]()
    of_points = [[(n, m) for n in numbers if n <= most[m]] for m in widths]
    of_functions = [[(n, m) for m in widths if n <= most[m]] for n in numbers]
    for sizes in of_points if least == "points" else filter(None, of_functions):
        by_last = least == "functions" and question.sees_no_copies and asked(*sizes[-1]).outcome in ("none", "counted")
        for size in sizes[-1:] if by_last else sizes:
            decided.append(asked(*size))
            if decided[-1].outcome == "class":
                return Searched(question, functions, points, least, tuple(decided))
    return Searched(question, functions, points, least, tuple(decided))
