"""What is known to be in vain for the papers' claims, kept beside their statements: circuits, searches, and what leads
to no proof of a statement about numbers; and what it takes to call their formulas.

A circuit that a budget does not allow is built up to the budget and thrown away; one whose size is kept is not begun.
A search that a solver leaves open costs its whole limit; the same version of the solver leaves it open again within the
same limit, so that only a larger one is worth asking for. How many Python calls a few cases take, by which it is
decided whether classes are listed, follows from the formula and from how calls are counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from littlestone.proofs_check.circuits.class_programs import remember_size
from littlestone.proofs_check.json_types import Json, JsonObject
from littlestone.proofs_check.provers.direct import Calls, remember_calls
from littlestone.proofs_check.questions.evidence import OpenSearches
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, Universe
from littlestone.proofs_check.sources.fingerprints import (
    all_held_by,
    constants_of,
    definitions_of,
    digest_of,
    reach_of,
    reachable,
)
from littlestone.proofs_check.sources.installed_packages import version_of
from littlestone.proofs_check.sources.module_sources import Definition
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.spec.claim import Claim

FILE, PATHS = "circuits.json", "paths.json"
PROVERS, QUESTIONS = "littlestone.proofs_check.provers.symbolic", "littlestone.proofs_check.questions.universes"
DIRECT = "littlestone.proofs_check.provers.direct"
ENGINES = "littlestone.proofs_check.solvers.engines"
BUILDING = (Definition(QUESTIONS, "circuit_of"),)
SOLVING = (Definition(PROVERS, "find"), Definition(ENGINES, "Z3"), Definition(ENGINES, "CADICAL"))
LISTING = Definition(DIRECT, "calls_of_sample")
# What else they use is the algebra of circuits, which a claim's own digest has
OWN = (PROVERS, QUESTIONS, "littlestone.proofs_check.solvers.", "littlestone.spec.proofs")
SOLVERS = {"cadical": "python-sat", "symbolic": "z3-solver"}
"""The provers that search, and the packages that bring their solvers."""
Size = tuple[int, int, int, int]
"""Points, labels, depth of trees, and a number of gate operations that are not enough there."""


def digest(claim: Claim) -> str:
    """A short hash of what is kept rests on: the formula, its constants and those that it cites, all definitions, and
    how a circuit is made of it."""
    definitions = definitions_of(claim) | _own(BUILDING)
    return hashlib.sha256(f"{constants_of(claim)}{digest_of(definitions)}".encode()).hexdigest()[:16]


@cache
def solving() -> str:
    """A short hash of how circuits become clauses and are put to the solvers."""
    return digest_of(_own(SOLVING))[:16]


def listing(claim: Claim) -> str:
    """A short hash of how the calls of the claim's formula are counted, where it is asked, and what it holds."""
    own = f"{_listing()}{digest_of(reach_of(claim)) if claim.reach else ''}{all_held_by(claim)}"
    return hashlib.sha256(own.encode()).hexdigest()[:16]


@cache
def _listing() -> str:
    return digest_of(reachable(LISTING))


@cache
def _own(roots: tuple[Definition, ...]) -> frozenset[Definition]:
    used: frozenset[Definition] = frozenset().union(*map(reachable, roots))
    return frozenset(d for d in used if d.module.startswith(OWN))


def data_of(
    claim: Claim, sizes: Iterable[Size], searches: OpenSearches, counted: Mapping[Universe, Calls]
) -> JsonObject:
    """The sizes, the open searches and the calls as plain data, with the digests of what they rest on."""
    circuits: list[Json] = [list(size) for size in sizes]
    listed: list[Json] = [
        [prover, version_of(SOLVERS[prover]), *universe, most] for (prover, *universe), most in searches.items()
    ]
    calls: list[Json] = [
        [u.points, u.labels, u.depth, c.spent, c.whole] for u, c in counted.items() if isinstance(u, ClassUniverse)
    ]
    digests: JsonObject = {"digest": digest(claim), "solving": solving(), "listing": listing(claim)}
    return {**digests, "circuits": circuits, "open": listed, "calls": calls}


def remember_limits(claim: Claim) -> None:
    """Spare the building of circuits that are known to be too large, and the calls that tell how many a formula takes;
    nothing where the formula has changed since."""
    data = _current(claim, "circuits", "calls")
    for points, labels, depth, too_few in data.get("circuits", []):
        remember_size(_question(claim, (points, labels, depth)), too_few)
    believed = data.get("calls", []) if data.get("listing") == listing(claim) else []
    for points, labels, depth, spent, whole in believed:
        remember_calls(_question(claim, (points, labels, depth)), Calls(spent, whole))


def _question(claim: Claim, universe: tuple[int, int, int]) -> Question:
    return Question(claim, claim.printed, ClassUniverse(*universe))


def open_searches(claim: Claim) -> OpenSearches:
    """The limits within which solvers leave the printed claim open; none where the formula has changed since, how
    solvers are asked, or their versions."""
    return {(prover, *universe): most for prover, *universe, most in _believed(claim)}


def paths(claim: Claim) -> Mapping[str, str]:
    """The paths along which proofs of a paper's printed claim were found, by prover.

    They need no digest: one that leads to no proof any more is left for a search.
    """
    return of_all_papers(PATHS).get(claim.id, {}) if claim.address == claim.id else {}


def _believed(claim: Claim) -> Iterator[list[Any]]:
    data = _current(claim, "open")
    for prover, version, *rest in data["open"] if data.get("solving") == solving() else []:
        if version == version_of(SOLVERS[prover]):
            yield [prover, *rest]


def _current(claim: Claim, *parts: str) -> Mapping[str, Any]:
    """What is kept of the claim's formula as it is, if any of these parts is."""
    data = papers().get(claim.id, {})
    return data if any(map(data.get, parts)) and data["digest"] == digest(claim) else {}


def papers() -> dict[str, Any]:
    """What is kept of the papers' claims, by id."""
    return of_all_papers(FILE)
