"""What rests on what: the graph of all proofs, in which there are no circles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS, TOTALS, Arrow

Graph = Mapping[str, list[str]]


def proof_graph() -> dict[str, list[str]]:
    """What each statement rests on: what its proof uses, and what stands in for it. What is made from a use, and used
    itself, rests on what that use cites, and a total on what the whole proof does."""
    graph: dict[str, list[str]] = {claim.id: list(claim.stand_ins) for claim in CLAIMS.values()}
    ends = {end for arrow in ARROWS.values() for end in (arrow.citing, arrow.cited, arrow.repair)}
    for arrow in ARROWS.values():
        made = ends.intersection([*arrow.claims, TOTALS.get(arrow.citing)])
        for id in filter(None, (arrow.citing, *made)):
            graph.setdefault(id, []).extend(filter(None, (arrow.cited, arrow.repair)))
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


def below(graph: Graph, ids: Iterable[str]) -> dict[str, list[str]]:
    """The part of the graph that these statements rest on, themselves included."""
    found, waiting = dict[str, list[str]](), [*ids]
    while waiting:
        id = waiting.pop()
        if id not in found:
            found[id] = graph.get(id, [])
            waiting += found[id]
    return found


def missing_ends(arrow: Arrow) -> list[str]:
    """The ids that an arrow points from or to, or names as its repair, and that are no claims."""
    ends = (arrow.citing, arrow.cited, arrow.repair)
    return [end for end in ends if end is not None and end not in CLAIMS]
