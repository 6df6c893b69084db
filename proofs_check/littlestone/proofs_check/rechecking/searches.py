"""Proofs that no class of a size has given parameters, checked anew.

The clauses are made again from the question and must be those of the file; then each step of the proof must follow. So
no solver is trusted, but the rooms ``search.clauses`` are: that their clauses say what the question says is tested
against the definitions, on all classes of some sizes. ``choices`` are sets of points, one for each function, that were
asked to clash: any choice may be asked, since a class with a larger no-clash dimension has a clash in each.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from littlestone.proofs_check.explore.formulas import BadFormula
from littlestone.proofs_check.rechecking.certificates import read_details
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.dimacs import Unreadable, read_formula, read_proof
from littlestone.proofs_check.rechecking.propagation import first_wrong_step
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix, TooManyClauses
from littlestone.proofs_check.search.clauses.questions import class_question
from littlestone.proofs_check.search.clauses.teaching import clash

DETAILS, SCHEMA = "search.json", 2
MOST_SIZE = 64  # of functions and of points
Choice = tuple[int, tuple[tuple[int, ...], ...]]  # the bound, and one set of fewer points for each function
_FORM = {
    "schema": int,
    "question": list,
    "functions": int,
    "points": int,
    "choices": list,
    "formula": str,
    "proof": str,
    "digest": str,
}


@dataclass(frozen=True)
class NoClass:
    """A proof that no class of so many functions on so many points fulfils the question, as text."""

    question: tuple[str, ...]
    functions: int
    points: int
    choices: tuple[Choice, ...]
    formula: str
    proof: str


@dataclass(frozen=True)
class CheckedSearch:
    """A proof that holds, with its clauses and steps."""

    question: str
    functions: int
    points: int
    clauses: int
    steps: int


def searches_in(folder: Path) -> list[Path]:
    """The folders of such proofs at any depth, in order."""
    return sorted(file.parent for file in folder.rglob(DETAILS))


def check_search(place: Path) -> CheckedSearch:
    """Check the files in a folder. Raises Refused."""
    details = read_details(place / DETAILS, _FORM)
    try:
        texts = [(place / name).read_text(encoding="utf-8") for name in ("formula.cnf", "proof.drat")]
    except (OSError, ValueError) as error:
        raise Refused(f"it cannot be read: {error}") from error
    return check_none(NoClass(tuple(details["question"]), *_sizes(details), _choices(details), *texts))


def _sizes(details: dict[str, Any]) -> tuple[int, int]:
    sizes = details["functions"], details["points"]
    if not all(0 < size <= MOST_SIZE for size in sizes) or not all(type(text) is str for text in details["question"]):
        raise Refused(f"{DETAILS} asks nothing of 1 to {MOST_SIZE} functions on 1 to {MOST_SIZE} points")
    return sizes


def _choices(details: dict[str, Any]) -> tuple[Choice, ...]:
    """The choices; raises Refused where one is not a set of fewer points than its bound for each function."""
    functions, points = range(details["functions"]), range(details["points"])
    try:
        found = tuple((bound, tuple(map(tuple, sets))) for bound, sets in details["choices"])
        fits = all(
            len(sets) == len(functions) and all(_is_set(S, bound, points) for S in sets) for bound, sets in found
        )
    except (TypeError, ValueError) as error:
        raise Refused(f"a choice in {DETAILS} is none: {error}") from error
    if not fits:
        raise Refused(f"a choice in {DETAILS} is not a set of fewer points than its bound for each function")
    return found


def _is_set(S: tuple[Any, ...], bound: Any, points: range) -> bool:
    return type(bound) is int and len(S) < bound and all(type(x) is int and x in points for x in S)


def check_none(none: NoClass) -> CheckedSearch:
    """Check that the formula is that of the question, and that the proof refutes it. Raises Refused."""
    if encoded_anew(none).dimacs() != none.formula:
        raise Refused("formula.cnf is not the formula of its question")
    try:
        clauses, steps = read_formula(none.formula), read_proof(none.proof)
    except Unreadable as error:
        raise Refused(f"it cannot be read: {error}") from error
    if steps.variables > clauses.variables:
        raise Refused(f"proof.drat has the variable {steps.variables}, formula.cnf has {clauses.variables}")
    failed = first_wrong_step(clauses, steps)
    if failed is not None:
        ends = "proof.drat ends without a contradiction"
        raise Refused(ends if failed == len(steps) else f"line {failed + 1} of proof.drat does not follow")
    return CheckedSearch(", ".join(none.question), none.functions, none.points, len(clauses), len(steps))


def encoded_anew(none: NoClass) -> ClassMatrix:
    """The clauses of the question with its choices; raises Refused where there are none."""
    try:
        m = class_question(none.question).encoded(none.functions, none.points)
    except (BadFormula, TooManyClauses) as error:
        raise Refused(f"no clauses can be made of {', '.join(none.question)}: {error}") from error
    if m is None:
        raise Refused("no value of a parameter fulfils its question, so there is no formula")
    for bound, sets in none.choices:
        clash(m, bound, sets)
    return m
