"""What is known to be in vain for the papers' claims, kept beside their statements: circuits and searches.

A circuit that a budget does not allow is built up to the budget and thrown away; one whose size is kept is not begun.
A solver's search that stays open costs its whole limit; one that is known to stay open is not made within the same.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from littlestone.proofs_check.circuits.class_programs import remember_size
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.solvers.left_open import remember_open
from littlestone.proofs_check.sources.fingerprints import constants_of, definitions_of, digest_of, reachable
from littlestone.proofs_check.sources.module_sources import Definition
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.spec.claim import Claim

FILE = "circuits.json"
SOLVERS = "littlestone.proofs_check.solvers"
SOLVING = (
    Definition("littlestone.proofs_check.provers.symbolic", "find"),
    Definition(f"{SOLVERS}.engines", "Z3"),
    Definition(f"{SOLVERS}.engines", "CADICAL"),
)
Size = tuple[int, int, int, int]
"""Points, labels, depth of trees, and a number of gate operations that are not enough there."""
OpenSearch = tuple[str, int, int, int, int]
"""A solver, points, labels, depth of trees, and a limit within which the solver left the question open there."""


def digest(claim: Claim) -> str:
    """A short hash of what the sizes rest on: the formula, its constants and those that it cites, all definitions."""
    return hashlib.sha256(f"{constants_of(claim)}{digest_of(definitions_of(claim))}".encode()).hexdigest()[:16]


@cache
def solving() -> str:
    """A short hash of how circuits become clauses and are put to the solvers."""
    used = frozenset().union(*map(reachable, SOLVING))
    return digest_of(d for d in used if d.module.startswith(SOLVERS) or d.module == SOLVING[0].module)[:16]


def data_of(claim: Claim, sizes: list[Size], searches: list[OpenSearch]) -> JsonObject:
    """The sizes and the open searches as plain data, with the digests of what they rest on."""
    found: JsonObject = {"circuits": [list(size) for size in sizes], "open": [[*search] for search in searches]}
    return {"digest": digest(claim), "solving": solving(), **found}


def remember_sizes(claim: Claim) -> None:
    """Spare the building of circuits that are known to be too large; nothing where the formula has changed since."""
    for points, labels, depth, too_few in _kept(claim).get("circuits", ()):
        remember_size(Question(claim, claim.printed, ClassUniverse(points, labels, depth)), too_few)


def remember_searches(claim: Claim) -> None:
    """Spare the searches that are known to stay open; nothing where the formula, or how solvers are asked, changed."""
    kept = _kept(claim)
    for solver, points, labels, depth, limit in kept.get("open", ()) if kept.get("solving") == solving() else ():
        remember_open(Question(claim, claim.printed, ClassUniverse(points, labels, depth)), solver, limit)


def _kept(claim: Claim) -> dict[str, Any]:
    data: dict[str, Any] = papers().get(claim.id, {})
    return data if data.get("digest") == digest(claim) else {}


def papers() -> dict[str, Any]:
    """What is kept of the papers' claims, by id."""
    return of_all_papers(FILE)
