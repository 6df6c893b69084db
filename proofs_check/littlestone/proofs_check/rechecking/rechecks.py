"""All that is to be checked anew in one run: certificates first, then the ledgers that name them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from littlestone.proofs_check.compute.forked import DIED, in_order
from littlestone.proofs_check.rechecking.certificates import DETAILS, Checked, check_certificate
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.ledgers import Found, check_ledger
from littlestone.proofs_check.rechecking.replays import Replayed, check_derivation
from littlestone.proofs_check.sources.catalogue import find, load_papers
from littlestone.proofs_check.sources.fingerprints import statement_digest
from littlestone.spec.claim import CLAIMS, Claim


@dataclass
class Rechecked(Found):
    """What became of everything: what holds, what is trusted with the claims of which, and what is refused and why."""

    certificates: list[Checked] = field(default_factory=list)
    derivations: list[Replayed] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def recheck(certificates: Sequence[Path], ledgers: Sequence[Path], jobs: int = 1) -> Rechecked:
    """Check certificates, each in a folder, and ledgers, in so many processes; what does not hold is said, not raised.

    What is found, and its order, is the same for any number of processes.
    """
    load_papers()
    found = Rechecked()
    with closing(in_order(_check, certificates, jobs, _lost)) as answers:
        for place, answer in zip(certificates, answers, strict=True):
            if isinstance(answer, Checked):
                found.certificates.append(answer)
            elif isinstance(answer, Replayed):
                found.derivations.append(answer)
            else:
                found.refused[str(place)] = answer
    holding: dict[str, Checked | Replayed] = {one.digest: one for one in found.certificates}
    holding |= {one.digest: one for one in found.derivations}
    for path in ledgers:
        try:
            found.add(check_ledger(path, holding, jobs))
        except Refused as reason:
            found.refused[str(path)] = str(reason)
    return found


def _check(place: Path) -> Checked | Replayed | str:
    """What a certificate shows, or why it is refused."""
    check = check_certificate if (place / DETAILS).exists() else check_derivation
    try:
        return check(place, stated)
    except Refused as reason:
        return str(reason)


def _lost(place: Path) -> str:
    return f"it was not checked: {DIED}"


def stated(address: str) -> tuple[Claim, str]:
    """The claim of an address and the hash of its definitions; raises Refused where there is none."""
    claim = CLAIMS.get(address)  # a paper's claim has its id for an address
    try:
        if claim is None or claim.address != address:
            (claim,) = find([address])
    except (LookupError, OSError, ValueError, TypeError) as error:
        raise Refused(f"its claim {address!r} is none that is known: {error}") from error
    return claim, statement_digest(claim)
