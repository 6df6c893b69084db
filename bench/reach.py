"""Measures on how many points CaDiCaL decides each closed claim, and prints the table that docs/certificates.md quotes.

It takes hours; arguments name claims that are measured alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.evidence import Budget, Resources
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, why_not_a_circuit
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.proofs import ARROW

BUDGET = Budget(gates=600_000, conflicts=100_000)
FIRST, LAST = {2: 4, 3: 2}, 8  # points with so many labels
HEAD = (
    "| claim | labels | points | classes + 1 | conflicts | clauses | proof, lines | proof, bytes | more points |\n"
    "| --- | --: | --: | --: | --: | --: | --: | --: | --- |\n"
)


def closed() -> list[Claim]:
    """The papers' statements that are circuits over the bits of classes alone."""
    load_papers()
    stated = [c for c in CLAIMS.values() if c.kind != ARROW and c.role == "statement" and c.not_checkable is None]
    return [claim for claim in stated if any(_is_circuit(claim, labels) for labels in FIRST)]


def _is_circuit(claim: Claim, labels: int) -> bool:
    return why_not_a_circuit(Question(claim, claim.printed, ClassUniverse(2, labels))) is None


def measured(claim: Claim, labels: int) -> Iterator[dict[str, Any]]:
    """What was found on each number of points, up to the first that is not decided; refuted claims have their say."""
    prover, resources = PROVERS["cadical"], Resources(proofs=True)
    for points in range(FIRST[labels], LAST + 1):
        question = Question(claim, claim.printed, ClassUniverse(points, labels))
        refused = prover.supports(question, BUDGET, resources)
        if refused is not None:
            yield {"points": points, "outcome": "not asked", "detail": refused.split(";")[0]}
            return
        evidence = prover.run(question, BUDGET, resources)
        found: dict[str, Any] = {"points": points, "outcome": evidence.outcome, "detail": evidence.detail}
        if evidence.refutation is not None:
            proof, formula = evidence.refutation.proof, evidence.refutation.formula
            found |= {"clauses": formula.count("\n") - 1, "lines": proof.count("\n"), "bytes": len(proof)}
        yield found
        if evidence.outcome != "checked":
            return


def row(id: str, labels: int, found: list[dict[str, Any]]) -> str:
    """The claim's row of the table; empty where nothing was decided."""
    decided = [one for one in found if one["outcome"] == "checked"]
    if not decided:
        return ""
    best, last = decided[-1], found[-1]
    bits = labels ** best["points"]
    conflicts = re.search(r"\((\d+) of", best["detail"])
    figures = [int(conflicts[1]) if conflicts else 0, *(best.get(name, 0) for name in ("clauses", "lines", "bytes"))]
    beyond = "not tried" if last is best else f"{last['points']} undecided"
    cells = [id, str(labels), str(best["points"]), f"2^{bits}", *(f"{n:,}" for n in figures), beyond]
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    print(HEAD, end="")
    for claim in closed():
        for labels in FIRST:
            if (not sys.argv[1:] or claim.id in sys.argv[1:]) and _is_circuit(claim, labels):
                print(row(claim.id, labels, list(measured(claim, labels))), end="", flush=True)
