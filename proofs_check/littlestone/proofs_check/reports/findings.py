"""What a run found, in the order in which it is told: what is refuted, what follows from that, and what holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from littlestone.proofs_check.reports.errata.data import GRADES, graded_statements
from littlestone.proofs_check.reports.verdict_words import verdict_word
from littlestone.proofs_check.verdicts.entries import Entry, ProofEntry, Worth
from littlestone.spec.proofs import ARROW

REFUTED = "refuted"
ORDER = (REFUTED, "proved", "checked", "tested", "estimated", "vacuous", "open", "not_checkable")
FATES: Mapping[Worth, str] = {
    "used": "all of which is used",
    "corrected": "which its correction serves",
    "conditional": "which is conditional on it",
    "undecided": "which is undecided",
    "broken": "which is broken by it",
}
FEW = 40  # claims of which nothing is folded
USES = "uses in proofs"


@dataclass(frozen=True, slots=True)
class Group:
    """The claims of one verdict, or those made from uses in proofs, in the papers' order."""

    name: str
    claims: Sequence[Entry]


def groups(claims: Sequence[Entry]) -> list[Group]:
    """The statements by verdict, the refuted first, of these the worst; then the uses in proofs, the refuted first."""
    stated = [claim for claim in claims if claim.get("kind") != ARROW]
    uses = [claim for claim in claims if claim.get("kind") == ARROW]
    by_verdict = [Group(word, [claim for claim in stated if verdict_word(claim) == word]) for word in ORDER[1:]]
    refuted = Group(REFUTED, sorted((claim for claim in stated if verdict_word(claim) == REFUTED), key=_rank))
    made = Group(USES, sorted(uses, key=lambda claim: ORDER.index(verdict_word(claim))))
    return [group for group in (refuted, *by_verdict, made) if group.claims]


def _rank(claim: Entry) -> tuple[bool, int]:
    """The papers' statements first, the worst grade first; what is not graded last."""
    graded = graded_statements().get(claim["id"])
    return claim.get("role") != "statement", GRADES.index(graded.grade) if graded else len(GRADES)


def consequences(id: str, proofs: Sequence[ProofEntry]) -> list[tuple[str, str]]:
    """The statements whose proofs use this one, each with what becomes of its proof."""
    worst: dict[str, Worth] = {}
    for proof in proofs:
        for arrow in proof["arrows"]:
            if arrow["cited"] == id:
                known = worst.get(proof["id"], "used")
                worst[proof["id"]] = max(known, arrow["verdict"], key=[*FATES].index)
    return [(citing, FATES[worth]) for citing, worth in worst.items()]


def stale_words(claim: Entry) -> str:
    """When and how an entry that is no longer up to date was made; empty where it is up to date."""
    run = claim.get("run")
    return f"stale: {_made(claim)}" if run and run["stale"] else ""


def run_words(claim: Entry) -> str:
    """When, in which profile and by which version the entry was made; empty where it does not say."""
    run = claim.get("run")
    return f"from {_made(claim)}" if run and run["at"] else ""


def _made(claim: Entry) -> str:
    run = claim["run"]
    if run is None or run["at"] is None:
        return "of an unknown run"
    day, _, time = run["at"].partition("T")
    return f"{run['profile']} run of {day} {time[:5]} UTC, version {run['version']}"
