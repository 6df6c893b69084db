"""What no proof of the papers may have: arrows from or to no claim, and uses of a claim without an arrow."""

from __future__ import annotations

from collections.abc import Iterator

from littlestone.proofs_check.reading.functions import global_names, plain
from littlestone.proofs_check.sources.proof_graph import missing_ends
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.proofs import ARROWS


def unstated_ends() -> list[str]:
    """Arrows from or to what is no claim, in words."""
    return [f"{arrow.id}: there is no claim {end}" for arrow in ARROWS.values() for end in missing_ends(arrow)]


def uses_without_arrow() -> list[str]:
    """Claims that name another as used, or call its formula, with no arrow between them, in words; a corrected claim's
    proof is its own, or that of the print; why a claim fails for every constant, its ``.unbounded``, is no part."""
    known = {(arrow.citing, used) for arrow in ARROWS.values() for used in (arrow.cited, arrow.repair)}
    found = ((claim, used) for claim in CLAIMS.values() for used in (*claim.cites, *_called(claim)))
    found = ((claim, used) for claim, used in found if used != f"{claim.id}.unbounded")
    return [f"{c.id} uses {used}" for c, used in found if not {(c.id, used), (c.corrects or c.id, used)} & known]


def _called(claim: Claim) -> Iterator[str]:
    """The claims whose formulas this one's calls by name; its own print or correction excepted."""
    formula = plain(claim.formula)
    if formula is None or claim.reads is not None:
        return
    own = {claim.id, claim.corrects or claim.id, f"{claim.id}.corrected"}
    stated = {id(other.formula): other.id for other in CLAIMS.values()}
    for name in global_names(formula.__code__):
        used = stated.get(id(formula.__globals__.get(name)))
        if used is not None and used not in own:
            yield used
