"""What is said of a claim first, in one place: the terminal, the pages and the search say it alike."""

from __future__ import annotations

from littlestone.spec.claim import Claim
from littlestone.spec.places import cut


def title_and_place(claim: Claim) -> str:
    """The title, and in brackets what the place says beside the item that the title has."""
    place = claim.source if claim.between else cut(claim.source, ", ")[1]
    return f"{claim.title}  ({place})" if place and claim.title != claim.source else claim.title
