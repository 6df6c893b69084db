"""What a run found, in the order in which it is told: what is refuted, what follows from that, and what holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from littlestone.proofs_check.verdicts.entries import Entry, ProofEntry, Worth

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
