"""Proofs that no class of a size has given parameters, as files and checked anew.

The clauses are made again from the question and must be those of the file; then each step of the proof must follow. So
no solver is trusted, but ``search.clauses`` is: that its clauses say what the question says is tested against the
definitions, on all classes of some sizes. ``choices`` are sets of points, one for each function, that were asked to
clash. Any choice may be asked, since a class with a larger no-clash dimension has a clash in each.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from littlestone.proofs_check.explore.formulas import BadFormula
from littlestone.proofs_check.rechecking.certificates import (
    SCHEMA,
    bytes_of,
    insist_on_hints,
    read_clauses,
    read_details,
    steps_refuting,
)
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.refutations.dimacs import with_hints
from littlestone.proofs_check.search.clauses.matrix import TooManyClauses
from littlestone.proofs_check.search.clauses.questions import class_question
from littlestone.proofs_check.search.clauses.teaching import clash
from littlestone.proofs_check.storage.writing import write_text

SEARCH = "search.json"
FILES = ("formula.cnf", "proof.drat", "proof.lrat")
MOST_SIZE = 64  # of functions and of points
Choice = tuple[int, tuple[tuple[int, ...], ...]]  # a bound, and for each function a set of fewer points
_FORM = {"schema": int, "question": list, "functions": int, "points": int, "choices": list, "digest": str}


@dataclass(frozen=True)
class NoClass:
    """A proof that no class of so many functions on so many points fulfils the question, as text."""

    question: tuple[str, ...]
    functions: int
    points: int
    choices: tuple[Choice, ...]
    formula: str
    proof: str

    def write(self, folder: Path) -> None:
        """Write formula and proof, and what they are about, into a folder of their own. Raises OSError."""
        name = re.sub(r"[^A-Za-z0-9]+", "_", " ".join(self.question).replace("<", "le").replace(">", "ge"))
        asked = hashlib.sha256(json.dumps(self.question).encode()).hexdigest()  # "VC + TD" is named as "VC - TD"
        place = folder / f"{name[:100]}_{asked[:8]}" / f"{self.functions}_functions-{self.points}_points"
        for name, text in zip(FILES, (self.formula, self.proof, with_hints(self.formula, self.proof)), strict=True):
            write_text(place / name, text)
        details = {"schema": SCHEMA} | {key: value for key, value in asdict(self).items() if key in _FORM}
        digest = hashlib.sha256(json.dumps([details], sort_keys=True).encode()).hexdigest()
        write_text(place / SEARCH, json.dumps({**details, "digest": digest}) + "\n")


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
    return sorted(file.parent for file in folder.rglob(SEARCH))


def check_search(place: Path) -> CheckedSearch:
    """Check the files in a folder. Raises Refused."""
    details = read_details(place / SEARCH, _FORM)
    sizes = details["functions"], details["points"]
    if not all(0 < size <= MOST_SIZE for size in sizes) or not all(type(text) is str for text in details["question"]):
        raise Refused(f"{SEARCH} asks nothing of 1 to {MOST_SIZE} functions on 1 to {MOST_SIZE} points")
    try:
        *texts, hints = [bytes_of(place / name).decode() for name in FILES]
        choices = tuple((bound, tuple(map(tuple, sets))) for bound, sets in details["choices"])
        fit = all(_fits(bound, sets, *sizes) for bound, sets in choices)
    except (OSError, ValueError, TypeError) as error:
        raise Refused(f"it cannot be read: {error}") from error
    if not fit:
        raise Refused(f"a choice in {SEARCH} is not a set of fewer points than its bound for each function")
    found = check_none(NoClass(tuple(details["question"]), *sizes, choices, *texts))
    insist_on_hints(read_clauses(texts[0]), hints)
    return found


def _fits(bound: Any, sets: tuple[tuple[Any, ...], ...], functions: int, points: int) -> bool:
    if type(bound) is not int or len(sets) != functions:
        return False
    return all(len(S) < bound and all(type(x) is int and 0 <= x < points for x in S) for S in sets)


def check_none(none: NoClass) -> CheckedSearch:
    """Check that the formula is that of the question, and that the proof refutes it. Raises Refused."""
    asked = ", ".join(none.question)
    try:
        m = class_question(none.question).encoded(none.functions, none.points)
        for bound, sets in none.choices:
            if m is not None:
                clash(m, bound, sets)
    except (BadFormula, TooManyClauses) as error:
        raise Refused(f"no clauses can be made of {asked}: {error}") from error
    if m is None or m.dimacs() != none.formula:
        raise Refused(f"formula.cnf is not the formula of {asked}")
    clauses = read_clauses(none.formula)
    steps = steps_refuting(clauses, none.proof)
    return CheckedSearch(asked, none.functions, none.points, len(clauses), steps)
