"""Find what is in vain for the papers' claims, and keep it with the papers: large circuits, searches that stay open.
Beside these, how many calls their formulas take.

``python bench/in_vain.py [--jobs N] [NAMES]`` writes ``circuits.json`` into each paper's folder, claim by claim. What
was measured of a formula that is as it was is passed over, searches if solvers are asked as they were, calls if they
are counted as they were: an interrupted run goes on where it was.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from papers import keep, options

from littlestone.proofs_check.circuits.class_programs import class_program, shape
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.provers.direct import Calls, sampled_calls
from littlestone.proofs_check.provers.registry import provers
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import ALONE
from littlestone.proofs_check.questions.profiles import FULL, QUICK, Scope
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, Universe, about_classes
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.installed_packages import version_of
from littlestone.proofs_check.sources.kept_limits import (
    FILE,
    SOLVERS,
    Size,
    data_of,
    digest,
    listing,
    open_searches,
    remember_limits,
    solving,
)
from littlestone.proofs_check.sources.paper_data import file_of, read_paper
from littlestone.proofs_check.verdicts.prover_order import plan
from littlestone.spec.algebra.circuit import CircuitTooLarge
from littlestone.spec.claim import CLAIMS, Claim, corrected

GATES = FULL.budget.gates
DECIDING = ("exhaustive", "cadical", "symbolic")
WORTH_KEEPING = QUICK.budget.gates  # a circuit that every profile allows is built by all


def measured(id: str, known: dict[str, Any]) -> tuple[str, JsonObject]:
    """The claim's circuits on the universes of the profile full, so far as they are large, what solvers leave open
    there, and how many calls its formula takes where a run in quick may list classes."""
    claim = CLAIMS[id]
    remember_limits(claim)
    sizes = known["circuits"] if known.get("digest") == digest(claim) else list(_sizes(claim))
    searches = open_searches(claim) if _is_solved(claim, known) else dict(_open_searches(claim))
    return id, data_of(claim, sizes, searches, dict(_calls(claim)))


def _sizes(claim: Claim) -> Iterator[Size]:
    asked = dict.fromkeys(u for ways in plan(claim, Scope(FULL), provers().values()) for name, u in ways)
    large: list[ClassUniverse] = []
    for universe in asked:
        if not isinstance(universe, ClassUniverse) or any(_holds(universe, smaller) for smaller in large):
            continue
        question = Question(claim, claim.printed, universe)
        if provers()["cadical"].supports(question, FULL.budget, ALONE) is None:
            too_few = class_program(question, GATES).operations - 1
        elif _is_too_large(question):
            too_few = GATES
            large.append(universe)
        else:
            continue
        if too_few >= WORTH_KEEPING:
            yield universe.points, universe.labels, universe.depth, too_few


def _holds(universe: ClassUniverse, smaller: ClassUniverse) -> bool:
    return smaller.points <= universe.points and (smaller.labels, smaller.depth) == (universe.labels, universe.depth)


def _is_too_large(question: Question) -> bool:
    """The reason why there is no circuit is its size."""
    try:
        class_program(question, GATES)
    except CircuitTooLarge:
        return True
    except Exception:  # it is no circuit, for a reason that the run of the claim tells
        return False
    return False


def _open_searches(claim: Claim) -> Iterator[tuple[tuple[str, int, int, int], int]]:
    """The searches of a run in full that stay open: in each group of ways, those before the first that decides.

    Of a print with a correction there are none, since it fails in small universes.
    """
    for ways in plan(claim, Scope(FULL), provers().values()) if corrected(claim.id) is None else ():
        for name, universe in ways:
            prover, question = provers()[name], Question(claim, claim.printed, universe)
            if name not in DECIDING or prover.supports(question, FULL.budget, ALONE) is not None:
                continue
            if not isinstance(prover, SymbolicProver) or not isinstance(universe, ClassUniverse):
                break
            found = prover.run(question, FULL.budget)
            if found.outcome != "open":
                break
            if found.premise_cases is None:
                yield (name, *shape(question)), prover.engine.limit(FULL.budget)


def _calls(claim: Claim) -> Iterator[tuple[Universe, Calls]]:
    for universe in dict.fromkeys(u for ways in plan(claim, Scope(QUICK), provers().values()) for name, u in ways):
        calls = sampled_calls(Question(claim, claim.printed, universe), QUICK.budget)
        if calls is not None:
            yield universe, calls


def main(arguments: list[str]) -> int:
    asked = options(__doc__, arguments)
    found = {claim.id for claim in find(asked.names)}
    stated = [c for id, c in CLAIMS.items() if id.removesuffix(".corrected") in found and _has_circuits(c)]
    kept = {file: read_paper(file) for file in (file_of(c, FILE) for c in stated)}
    known = {c.id: kept[file_of(c, FILE)].get(c.id, {}) for c in stated}
    waiting = [c.id for c in stated if not _is_measured(c, known[c.id])]
    print(f"{len(stated) - len(waiting)} of {len(stated)} claims are measured already", flush=True)
    with ProcessPoolExecutor(asked.jobs, get_context("fork")) as pool:
        for done, future in enumerate(as_completed([pool.submit(measured, id, known[id]) for id in waiting]), start=1):
            id, data = future.result()
            keep(file_of(CLAIMS[id], FILE), {id: data})
            print(f"{done}/{len(waiting)} {id} {data['circuits']} {data['open']}", flush=True)
    return 0


def _is_measured(claim: Claim, data: dict[str, Any]) -> bool:
    return _is_solved(claim, data) and data.get("listing") == listing(claim)


def _is_solved(claim: Claim, data: dict[str, Any]) -> bool:
    """So far as limits and solvers are what they were; what was decided is not asked again."""
    if data.get("digest") != digest(claim) or data.get("solving") != solving():
        return False
    return all(
        most >= provers()[name].engine.limit(FULL.budget) and version == version_of(SOLVERS[name])
        for name, version, *_, most in data["open"]
    )


def _has_circuits(claim: Claim) -> bool:
    return claim.not_checkable is None and about_classes(claim)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
