"""How many gate operations the circuits of the papers' claims take, kept beside their statements.

A circuit that a budget does not allow is built up to the budget and thrown away; one whose size is kept is not begun.
"""

from __future__ import annotations

import hashlib
from typing import Any

from littlestone.proofs_check.circuits.class_programs import remember_size
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.sources.fingerprints import constants_of, definitions_of, digest_of
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.spec.claim import Claim

FILE = "circuits.json"
Size = tuple[int, int, int, int]
"""Points, labels, depth of trees, and a number of gate operations that are not enough there."""


def digest(claim: Claim) -> str:
    """A short hash of what the sizes rest on: the formula, its constants and those that it cites, all definitions."""
    return hashlib.sha256(f"{constants_of(claim)}{digest_of(definitions_of(claim))}".encode()).hexdigest()[:16]


def data_of(claim: Claim, sizes: list[Size]) -> JsonObject:
    """The sizes as plain data, with the digest of what they rest on."""
    return {"digest": digest(claim), "circuits": [list(size) for size in sizes]}


def remember_sizes(claim: Claim) -> None:
    """Spare the building of circuits that are known to be too large; nothing where the formula has changed since."""
    data = papers().get(claim.id)
    if data is None or data["digest"] != digest(claim):
        return
    for points, labels, depth, too_few in data["circuits"]:
        remember_size(Question(claim, claim.printed, ClassUniverse(points, labels, depth)), too_few)


def papers() -> dict[str, Any]:
    """What is kept of the papers' claims, by id."""
    return of_all_papers(FILE)
