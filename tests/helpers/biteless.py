"""Which entries of a ledger hold without anything that shows that they could have failed."""

from __future__ import annotations

from collections.abc import Iterable

from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.spec.proofs import ARROW

BITING_PARTS = ("needed", "reached", "half too small", "caught")


def biteless(entries: Iterable[Entry]) -> list[str]:
    """The ids of what is checked or proved, itself or corrected, and shows no frontier, needed part or dead mutant.

    The uses of statements in proofs have no constants: what they rest on is measured where it is stated.
    """
    stated = [entry for entry in entries if entry["kind"] != ARROW]
    return [entry["id"] for entry in stated if _holds(entry) and (entry["vacuous"] or not _bites(entry))]


def _holds(entry: Entry) -> bool:
    judged = entry["corrected"] or entry
    return judged["verdict"] in ("checked", "proved")


def _bites(entry: Entry) -> bool:
    frontier = any(found["fails_at"] is not None for found in entry["frontiers"])
    part = any(found["fate"] in BITING_PARTS for found in entry["structure"])
    return frontier or part or any(mutant["killed_by"] is not None for mutant in entry["mutants"])
