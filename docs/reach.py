"""Measures on how many points CaDiCaL decides each closed claim, and writes the table of docs/certificates.md.

``make reach`` runs it, for hours; named claims alone are measured anew, and ``--write`` alone writes the table anew.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.evidence import Budget, Resources
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, why_not_a_circuit
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.proofs import ARROW

PAGE = Path(__file__).resolve().parent / "certificates.md"
KEPT = PAGE.with_name("reach.json")
BUDGET = Budget(gates=600_000, conflicts=100_000)
FIRST, LAST = {2: 4, 3: 2}, 8  # points with so many labels
HEAD = (
    "| claim | labels | largest decided | classes | conflicts | clauses | proof, lines | proof, bytes | beyond it |\n"
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


def measure(names: list[str]) -> None:
    """Measure the named claims, all closed ones for none, and keep what is found as soon as it is."""
    for claim in closed():
        if names and claim.id not in names:
            continue
        for labels in FIRST:
            if _is_circuit(claim, labels):
                found: list[dict[str, Any]] = []
                for one in measured(claim, labels):
                    found.append(one)
                    _keep(f"{claim.id} {labels}", found)


def _keep(key: str, found: list[dict[str, Any]]) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    KEPT.write_text(json.dumps({**kept, key: found}, indent=1) + "\n", encoding="utf-8")


def table() -> str:
    """A row for each claim and number of labels of which something was decided."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    rows = (_row(key, found) for key, found in sorted(kept.items()))
    return HEAD + "".join(row for row in rows if row)


def _row(key: str, found: list[dict[str, Any]]) -> str:
    decided = [one for one in found if one["outcome"] == "checked"]
    if not decided:
        return ""
    (claim, labels), best, last = key.split(), decided[-1], found[-1]
    bits = int(labels) ** best["points"]
    conflicts = re.search(r"\((\d+) of", best["detail"])
    figures = [int(conflicts[1]) if conflicts else 0, *(best.get(name, 0) for name in ("clauses", "lines", "bytes"))]
    beyond = "not tried" if last is best else f"{last['points']} points: {last['detail']}"
    cells = [claim, labels, f"{best['points']} points", f"2^{bits} - 1", *(f"{n:,}" for n in figures), beyond]
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        measure(sys.argv[1:])
    begin, end = "<!-- made by `make reach` -->\n", "<!-- end of the table -->\n"
    before, rest = PAGE.read_text(encoding="utf-8").split(begin)
    PAGE.write_text(before + begin + table() + end + rest.split(end)[1], encoding="utf-8")
