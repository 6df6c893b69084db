"""Claims as lines of a list and as JSON, each with what the ledger knows of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.verdict_words import verdict_words
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.spec.claim import Claim, corrected
from littlestone.spec.proofs import arrows_of


def listed_lines(claims: Sequence[Claim], found: Mapping[str, Entry]) -> list[str]:
    """A line for each claim; the column of verdicts is there where a verdict is known."""
    words = {c.id: verdict_words(found[c.id]) if c.id in found else "" for c in claims}
    ids, verdicts = (max(map(len, column), default=0) for column in (words, words.values()))
    gap = 2 if verdicts else 0
    return [f"{c.id:<{ids}}  {words[c.id]:<{verdicts}}{'':<{gap}}{c.kind:<10}  {c.title}  ({c.source})" for c in claims]


def listed_json(claims: Sequence[Claim], found: Mapping[str, Entry]) -> str:
    """The same as JSON: a verdict is null where none is known."""
    known = {id: entry["verdict"] for id, entry in found.items()}
    return json.dumps([{**_about(c), "verdict": known.get(c.id)} for c in claims])


def explained_json(claims: Sequence[Claim], view: ProofView) -> str:
    """All that ``explain`` says, as JSON; ``found`` is the ledger's entry or null."""
    return json.dumps([_explained(claim, view) for claim in claims], ensure_ascii=False)


def _about(claim: Claim) -> JsonObject:
    return {"id": claim.id, "kind": claim.kind, "source": claim.source, "title": claim.title}


def _explained(claim: Claim, view: ProofView) -> dict[str, object]:
    repair = corrected(claim.id)
    uses = [{"id": a.id, "cited": a.cited, "place": a.place, "statement": a.statement} for a in arrows_of(claim.id)]
    return {
        **_about(claim),
        "address": claim.address,
        "statement": claim.statement,
        "formula": claim.code,
        "not_checkable": claim.not_checkable,
        "corrected": repair and {"why": repair.why, "statement": repair.statement, "formula": repair.code},
        "uses": uses,
        "found": view.proofs.entries.get(claim.id),
    }
