"""What rests on what: the graph of all proofs, in which there are no circles."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS, Arrow

Graph = Mapping[str, list[str]]


def proof_graph() -> dict[str, list[str]]:
    """What each statement rests on: what its proof uses, and what stands in for it."""
    graph: dict[str, list[str]] = {claim.id: list(claim.stand_ins) for claim in CLAIMS.values()}
    for arrow in ARROWS.values():
        graph.setdefault(arrow.citing, []).extend(filter(None, (arrow.cited, arrow.repair)))
    return {id: list(dict.fromkeys(used)) for id, used in graph.items()}


def reverse(graph: Graph) -> dict[str, list[str]]:
    """What rests on each statement."""
    found: dict[str, list[str]] = {id: [] for id in graph}
    for id, used in graph.items():
        for one in used:
            found.setdefault(one, []).append(id)
    return found


def circle(graph: Graph) -> list[str] | None:
    """Statements that rest on each other, from one of them back to it; None where there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [*reversed(error.args[1])]
    return None


def missing_ends(arrow: Arrow) -> list[str]:
    """The ids that an arrow points from or to, or names as its repair, and that are no claims."""
    ends = (arrow.citing, arrow.cited, arrow.repair)
    return [end for end in ends if end is not None and end not in CLAIMS]
