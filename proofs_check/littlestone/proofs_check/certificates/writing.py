"""Certificates: a folder for what a solver decided, with the formula, its proof, and what the variables stand for, and
for what was proved of numbers, with the steps.

``formula.cnf`` is in the DIMACS format, ``proof.drat`` in the DRAT format, and ``proof.lrat`` has its needed steps with
hints in the LRAT format, so that any checker of such proofs takes them; ``certificate.json`` names the claim, its
constants and the universe, gives the SHA-256 of the three files, and of itself without ``digest`` as that. For a proof
about numbers ``derivation.json`` has the same, with the clauses and the steps in place of files. None says what the
claim's definitions were: whoever checks one makes the clauses anew.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.evidence import Evidence
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.rechecking.derivations.clauses import check_clauses
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Replay
from littlestone.proofs_check.storage.writing import checksum, write_text

SCHEMA = 3
DETAILS = "certificate.json"
DERIVATION = "derivation.json"
SUMS = ("identity", "terms", "binomial")  # the ways of clauses about sums


def certified(evidence: Evidence, folder: Path | None) -> Evidence:
    """The evidence with the digest of the certificate that is written for it, where a prover left a proof."""
    question = evidence.question
    if folder is None or question is None:
        return evidence
    place = folder / question.claim.id / _name(question)
    if evidence.refutation is not None:
        from littlestone.proofs_check.rechecking.refutations.dimacs import with_hints  # imports numba, which is slow

        found = evidence.refutation
        texts = {"formula": found.formula, "proof": found.proof, "hints": with_hints(found.formula, found.proof)}
        for name, text in zip(("formula.cnf", "proof.drat", "proof.lrat"), texts.values(), strict=True):
            write_text(place / name, text)
        return _sealed(evidence, _details(question, texts, found.variables, evidence.detail), place / DETAILS)
    if evidence.derivation is not None and _is_replayed(question, evidence.derivation):
        details = {**_asked(question), "prover": evidence.prover, **evidence.derivation}
        return _sealed(evidence, details, place / DERIVATION)
    return evidence


def _is_replayed(question: Question, derivation: JsonObject) -> bool:
    """A proof about sums is written where the checker takes it: it has fewer rules for them than the prover."""
    clauses, steps = (cast(list[Any], derivation[name]) for name in ("clauses", "steps"))
    if not any(one["way"] in SUMS for one in clauses):
        return True
    replay = Replay()
    try:
        for step in steps:
            replay.add(step)
        check_clauses(question.claim, question.constants, clauses, replay)
    except Refused:
        return False
    return True


def _sealed(evidence: Evidence, details: JsonObject, path: Path) -> Evidence:
    digest = checksum(details)
    write_text(path, json.dumps({**details, "digest": digest}, indent=1) + "\n")
    return replace(evidence, certificate=digest)


def _asked(question: Question) -> JsonObject:
    return {
        "schema": SCHEMA,
        "claim": question.claim.address,
        "constants": {name: str(value) for name, value in question.constants.items()},
    }


def _details(question: Question, texts: dict[str, str], variables: tuple[str, ...], said: str) -> JsonObject:
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    return {
        **_asked(question),
        "universe": {"points": universe.points, "labels": universe.labels, "depth": universe.depth},
        "solver": said,
        **{name: _sha256(text) for name, text in texts.items()},
        "variables": list(variables),
    }


def _name(question: Question) -> str:
    """The folder of a question's certificate within its claim's."""
    universe = question.universe
    where = "all_values"
    if isinstance(universe, ClassUniverse):
        where = f"{universe.points}_points-{universe.labels}_labels"
    changed = [f"{n}={v}".replace("/", "_") for n, v in question.constants.items() if question.claim.printed[n] != v]
    return "-".join([where, *changed])


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
