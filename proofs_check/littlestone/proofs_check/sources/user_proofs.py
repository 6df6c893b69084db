"""Whether the arrows of a user's file can be judged at all: they join claims, and go in no circle."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.sources.proof_graph import below, circle, missing_ends, proof_graph
from littlestone.spec.claim import Claim
from littlestone.spec.proofs import ARROWS, Arrow


def insist_on_arrows(claims: Iterable[Claim]) -> None:
    """Raise BadInput where an arrow in a file of these claims names no claim, or is in a circle."""
    files = {claim.location[0] for claim in claims}
    arrows = [arrow for arrow in ARROWS.values() if arrow.location[0] in files]
    for arrow in arrows:
        for end in missing_ends(arrow):
            problem = f"the arrow {arrow.id} names {end}, which is no claim"
            raise BadInput(_place(arrow), problem, "correct the id, or state the claim in this file")
    found = circle(below(proof_graph(), [arrow.citing for arrow in arrows]))
    if found is not None:
        steps = {*pairwise(found)}
        around = [arrow for arrow in ARROWS.values() if (arrow.citing, arrow.cited) in steps]
        through = f", by the arrows {', '.join(arrow.id for arrow in around)}" if around else ""
        problem = f"proofs go in a circle: {' -> '.join(found)}{through}"
        advice = "prove one of them without the others, without its arrow"
        raise BadInput(_place((around or arrows)[0]), problem, advice)


def _place(arrow: Arrow) -> str:
    file, line = arrow.location
    return f"{file}, line {line}"
