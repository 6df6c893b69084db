"""Which of the papers' formulas are known to say the same however they are asked, kept beside their statements.

What a formula is held against follows from its text and from how it is read: what it answers when asked again, floats
on its way, listed arguments beside what was decided for all. So what was read once need not be read in each quick run.
Versions of Python and of libraries are left out: full and deep read all, whatever is kept.
"""

from __future__ import annotations

import hashlib
from functools import cache

from littlestone.proofs_check.sources.fingerprints import (
    all_held_by,
    constants_of,
    definitions_of,
    digest_of,
    reach_of,
    reachable,
)
from littlestone.proofs_check.sources.module_sources import Definition
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.spec.claim import Claim

FILE = "readings.json"
KIT = "littlestone.proofs_check"
READERS = (
    Definition(f"{KIT}.reading.repeatability", "insist_on_repeating"),
    Definition(f"{KIT}.reading.exactness", "insist_on_exactness"),
    Definition(f"{KIT}.verdicts.probes", "probe"),
    Definition(f"{KIT}.questions.profiles", "QUICK"),  # the universes where it is probed
)


def digest(claim: Claim) -> str:
    """A short hash of what a reading rests on: the formula with what it holds, its constants and reach, the readers,
    and all definitions of these."""
    own = f"{constants_of(claim)}{all_held_by(claim)}{digest_of(definitions_of(claim) | reach_of(claim))}"
    return hashlib.sha256(f"{own}{_readers()}".encode()).hexdigest()[:16]


@cache
def _readers() -> str:
    return digest_of(frozenset().union(*map(reachable, READERS)))


def is_read(claim: Claim) -> bool:
    """This very formula of a paper was read in the profile quick, in this way, and nothing spoke against it."""
    kept = of_all_papers(FILE).get(claim.id) if claim.address == claim.id else None
    return kept is not None and kept == digest(claim)
