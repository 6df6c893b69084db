"""Claims as lines of a list and as JSON, each with what the ledger knows of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.reports.cards import title_and_place
from littlestone.proofs_check.reports.errata.data import graded_statements
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.released import marked_verdicts, released
from littlestone.proofs_check.reports.verdict_words import verdict_words
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.spec.claim import Claim, corrected
from littlestone.spec.proofs import arrows_of


def listed_lines(claims: Sequence[Claim], found: Mapping[str, Entry]) -> list[str]:
    """A line for each claim, with the verdict of the last run or else of the release where one is known."""
    told = marked_verdicts()
    words = {c.id: verdict_words(found[c.id]) if c.id in found else told.get(c.id, "") for c in claims}
    ids, verdicts = (max(map(len, column), default=0) for column in (words, words.values()))
    gap = 2 if verdicts else 0
    return [f"{c.id:<{ids}}  {words[c.id]:<{verdicts}}{'':<{gap}}{c.kind:<10}  {title_and_place(c)}" for c in claims]


def known_verdicts(found: Mapping[str, Entry]) -> dict[str, str]:
    """The verdict of each claim by its id: the release's, and over it the last run's."""
    told = {id: one["verdict"] for id, one in released().items()}
    return told | {id: entry["verdict"] for id, entry in found.items()}


def listed_json(claims: Sequence[Claim], found: Mapping[str, Entry]) -> str:
    """The same as JSON: a verdict is null where no run found one, whatever the release says."""
    known = {id: entry["verdict"] for id, entry in found.items()}
    return json.dumps([{**_about(c), "verdict": known.get(c.id), "released": released().get(c.id)} for c in claims])


def explained_json(claims: Sequence[Claim], view: ProofView) -> str:
    """All that ``explain`` says, as JSON; ``found`` is the ledger's entry or null, ``released`` the release's."""
    return json.dumps([_explained(claim, view) for claim in claims], ensure_ascii=False)


def _about(claim: Claim) -> JsonObject:
    return {"id": claim.id, "kind": claim.kind, "source": claim.source, "title": claim.title}


def _explained(claim: Claim, view: ProofView) -> dict[str, object]:
    repair, graded = corrected(claim.id), graded_statements().get(claim.id)
    uses = [{"id": a.id, "cited": a.cited, "place": a.place, "statement": a.statement} for a in arrows_of(claim.id)]
    return {
        **_about(claim),
        "address": claim.address,
        "grade": graded.grade if graded else None,
        "consequence": graded.consequence if graded else None,
        "statement": claim.statement,
        "formula": claim.code,
        "not_checkable": claim.not_checkable,
        "corrected": repair and {"why": repair.why, "statement": repair.statement, "formula": repair.code},
        "uses": uses,
        "found": view.proofs.entries.get(claim.id),
        "released": released().get(claim.id),
    }
