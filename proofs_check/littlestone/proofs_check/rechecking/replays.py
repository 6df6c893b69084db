"""Certificates of proofs about numbers checked anew: every step by those before it, then every clause by the steps."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from littlestone.proofs_check.rechecking.certificates import (
    MALFORMED,
    Find,
    changed_in,
    read_details,
    subject,
)
from littlestone.proofs_check.rechecking.derivations.clauses import check_clauses
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Replay

DERIVATION = "derivation.json"
EVERYTHING = "all values of the parameters"
_FORM = {
    "schema": int,
    "claim": str,
    "constants": dict,
    "prover": str,
    "clauses": list,
    "steps": list,
    "digest": str,
}


@dataclass(frozen=True, slots=True)
class CheckedDerivation:
    """A proof about numbers that holds: the claim is true for all values of its parameters, with its constants."""

    claim: str
    digest: str
    clauses: int
    steps: int
    changed: tuple[str, ...] = ()

    def is_about(self, claim: str, universe: str, changed: tuple[str, ...], outcome: str) -> bool:
        """It bears out evidence of this claim, with these constants changed, on the universe of these words."""
        return (self.claim, self.changed, universe, outcome) == (claim, changed, EVERYTHING, "proved")


def derivations_in(folder: Path) -> list[Path]:
    """The folders of the certificates of proofs about numbers at any depth, in order."""
    return sorted(file.parent for file in folder.rglob(DERIVATION))


def check_derivation(place: Path, find: Find) -> CheckedDerivation:
    """Replay one certificate; ``find`` gives the claim of an address. Raises Refused."""
    details = read_details(place / DERIVATION, _FORM)
    claim, constants = subject(details, find)
    replay = _replayed(details["steps"])
    try:
        clauses = check_clauses(claim, constants, details["clauses"], replay)
    except MALFORMED as error:
        raise Refused(f"its clauses are not in the form of a certificate: {_named(error)}") from error
    return CheckedDerivation(claim.id, details["digest"], clauses, len(replay.shown), changed_in(claim, constants))


def _replayed(steps: list[Any]) -> Replay:
    replay = Replay()
    for number, step in enumerate(steps):
        try:
            replay.add(step)
        except Refused as reason:
            raise Refused(f"step {number} does not follow: {reason}") from reason
        except MALFORMED as error:
            raise Refused(f"step {number} is not in the form of one: {_named(error)}") from error
    return replay


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
