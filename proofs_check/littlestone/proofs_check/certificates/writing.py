"""Certificates: for what a solver decided, a folder with the formula, its proof, and what the variables stand for.

``formula.cnf`` is in the DIMACS format, ``proof.drat`` in the DRAT format, so that any checker of such proofs takes
them; ``certificate.json`` names the claim, the hash of its definitions, its constants and the universe, gives the
SHA-256 of the two files, and of itself without ``digest`` as that.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.evidence import Evidence, Refutation
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.sources.fingerprints import statement_digest
from littlestone.proofs_check.storage.writing import checksum, write_text

SCHEMA = 1
DETAILS, FORMULA, PROOF = "certificate.json", "formula.cnf", "proof.drat"


def certified(evidence: Evidence, folder: Path | None) -> Evidence:
    """The evidence with the digest of the certificate that is written for it, where a solver left a proof."""
    question, refutation = evidence.question, evidence.refutation
    if folder is None or refutation is None or question is None:
        return evidence
    details = _details(question, refutation, evidence.detail)
    place = folder / question.claim.id / _name(question)
    write_text(place / FORMULA, refutation.formula)
    write_text(place / PROOF, refutation.proof)
    digest = checksum(details)
    write_text(place / DETAILS, json.dumps({**details, "digest": digest}, indent=1) + "\n")
    return replace(evidence, certificate=digest)


def _details(question: Question, refutation: Refutation, said: str) -> JsonObject:
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    return {
        "schema": SCHEMA,
        "claim": question.claim.address,
        "rests_on": statement_digest(question.claim),
        "constants": {name: str(value) for name, value in question.constants.items()},
        "universe": {"points": universe.points, "labels": universe.labels, "depth": universe.depth},
        "solver": said,
        "formula": _sha256(refutation.formula),
        "proof": _sha256(refutation.proof),
        "variables": list(refutation.variables),
    }


def _name(question: Question) -> str:
    """The folder of a question's certificate within its claim's."""
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    changed = [f"{n}={v}".replace("/", "_") for n, v in question.constants.items() if question.claim.printed[n] != v]
    return "-".join([f"{universe.points}_points-{universe.labels}_labels", *changed])


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
