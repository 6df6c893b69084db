"""All that is to be checked anew in one run: certificates first, then the ledgers that name them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from littlestone.proofs_check.compute.forked import forked
from littlestone.proofs_check.rechecking.certificates import DETAILS, Checked, check_certificate
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.dimensions import CheckedClass, check_dimensions
from littlestone.proofs_check.rechecking.ledgers import SECONDS, Found, check_ledger
from littlestone.proofs_check.rechecking.replays import DERIVATION, CheckedDerivation, check_derivation
from littlestone.proofs_check.rechecking.searches import SEARCH, CheckedSearch, check_search
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, Claim

_Answer = Checked | CheckedDerivation | CheckedSearch | str  # why it is refused


@dataclass
class Rechecked(Found):
    """What became of everything: what holds, what is trusted with the claims of which, and what is refused and why."""

    certificates: list[Checked] = field(default_factory=list)
    derivations: list[CheckedDerivation] = field(default_factory=list)
    classes: list[CheckedClass] = field(default_factory=list)
    searches: list[CheckedSearch] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)

    def add_class(self, file: Path) -> None:
        """Check the dimensions that a file certifies."""
        try:
            checked = check_dimensions(file)
        except Refused as reason:
            self.refused[str(file)] = str(reason)
            return
        self.classes.append(checked)
        for one in checked.dimensions:
            if one.refused is not None:
                self.refused[f"{file}: {one.name}"] = one.refused
            elif one.trusted is not None:
                self.trusted.setdefault(f"upper bounds by {one.trusted}", []).append(f"{one.name} of {file}")


def recheck(
    certificates: Sequence[Path], ledgers: Sequence[Path], jobs: int = 1, classes: Sequence[Path] = ()
) -> Rechecked:
    """Check certificates, each in a folder, ledgers, and certified dimensions; what does not hold is said, not raised.

    What is found, and its order, is the same for any number of processes.
    """
    if certificates or ledgers:
        load_papers()
    found = Rechecked()
    for file in classes:
        found.add_class(file)
    places = list(dict.fromkeys(certificates))
    with closing(forked(_check, places, jobs, _lost, seconds=SECONDS)) as answers:
        for place, answer in zip(places, answers, strict=True):
            found.certificates += [one for one in answer if isinstance(one, Checked)]
            found.derivations += [one for one in answer if isinstance(one, CheckedDerivation)]
            found.searches += [one for one in answer if isinstance(one, CheckedSearch)]
            found.refused |= {str(place): one for one in answer if isinstance(one, str)}
    holding: dict[str, Checked | CheckedDerivation] = {one.digest: one for one in found.certificates}
    holding |= {one.digest: one for one in found.derivations}
    for path in ledgers:
        try:
            found.add(check_ledger(path, holding, jobs))
        except Refused as reason:
            found.refused[str(path)] = str(reason)
    return found


def _check(place: Path) -> list[_Answer]:
    """What the certificates in a folder show, and last why one is refused."""
    found: list[_Answer] = []
    try:
        if (place / SEARCH).exists():
            found.append(check_search(place))
        if (place / DETAILS).exists():
            found.append(check_certificate(place, stated))
        if (place / DERIVATION).exists() or not found:
            found.append(check_derivation(place, stated))
    except Refused as reason:
        found.append(str(reason))
    return found


def _lost(place: Path, how: str) -> list[_Answer]:
    return [f"it was not checked: {how}"]


def stated(address: str) -> Claim:
    """The claim of an address; raises Refused where none is loaded.

    A file that an address names is not run for it: whoever wrote the certificate chose it.
    """
    claim = CLAIMS.get(address.rpartition("::")[2])
    if claim is None:
        raise Refused(f"its claim {address!r} is none that is known; name the file of a claim of your own too")
    return claim
