"""All that is to be checked anew in one run: certificates first, then the ledgers that name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from littlestone.proofs_check.rechecking.certificates import DETAILS, Checked, check_certificate
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.laws import Sums
from littlestone.proofs_check.rechecking.ledgers import check_ledger
from littlestone.proofs_check.rechecking.replays import DERIVATION, Replayed, check_derivation
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.sources.fingerprints import statement_digest
from littlestone.spec.claim import CLAIMS, Claim


@dataclass
class Rechecked:
    """What became of everything: what holds, what is trusted with the claims of which, and what is refused and why."""

    certificates: list[Checked] = field(default_factory=list)
    derivations: list[Replayed] = field(default_factory=list)
    counterexamples: list[str] = field(default_factory=list)
    certified: int = 0
    relisted: list[str] = field(default_factory=list)
    sums: Sums = field(default_factory=Sums)
    trusted: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def recheck(certificates: Sequence[Path], ledgers: Sequence[Path]) -> Rechecked:
    """Check certificates, each in a folder, and ledgers; nothing is raised for what does not hold."""
    load_papers()
    found = Rechecked()
    for place in dict.fromkeys(certificates):
        try:
            if (place / DETAILS).exists():
                found.certificates.append(check_certificate(place, stated))
            if (place / DERIVATION).exists() or not (place / DETAILS).exists():
                found.derivations.append(check_derivation(place, stated))
        except Refused as reason:
            found.refused[str(place)] = str(reason)
    holding: dict[str, Checked | Replayed] = {one.digest: one for one in found.certificates}
    holding |= {one.digest: one for one in found.derivations}
    for path in ledgers:
        try:
            own = check_ledger(path, holding)
        except Refused as reason:
            found.refused[str(path)] = str(reason)
            continue
        found.counterexamples += own.counterexamples
        found.certified += own.certified
        found.relisted += own.relisted
        found.sums.add(own.sums)
        for what, ids in own.trusted.items():
            found.trusted.setdefault(what, []).extend(ids)
    return found


def stated(address: str) -> tuple[Claim, str]:
    """The claim of an address and the hash of its definitions; raises Refused where none is loaded.

    A file that an address names is not run for it: whoever wrote the certificate chose it.
    """
    claim = CLAIMS.get(address.rpartition("::")[2])
    if claim is None:
        raise Refused(f"its claim {address!r} is none that is known; name the file of a claim of your own too")
    return claim, statement_digest(claim)
