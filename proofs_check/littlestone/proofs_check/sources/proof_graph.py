"""What rests on what: the graph of all proofs, in which there are no circles and no use is without an arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from littlestone.proofs_check.reading.functions import names_in, plain
from littlestone.spec.claim import CLAIMS, Claim
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


def unstated_ends() -> list[str]:
    """Arrows from or to what is no claim, in words."""
    return [f"{arrow.id}: there is no claim {end}" for arrow in ARROWS.values() for end in missing_ends(arrow)]


def uses_without_arrow() -> list[str]:
    """Claims that name another as used, or call its formula, with no arrow between them, in words."""
    known = {(arrow.citing, arrow.cited) for arrow in ARROWS.values()}
    repaired = {(arrow.citing, arrow.repair) for arrow in ARROWS.values()}
    found = ((claim, used) for claim in CLAIMS.values() for used in (*claim.cites, *_called(claim)))
    return [f"{c.id} uses {used}" for c, used in found if not {(c.id, used), (_printed(c), used)} & (known | repaired)]


def _printed(claim: Claim) -> str:
    """A corrected claim's proof is its own, or that of the print."""
    return claim.corrects or claim.id


def _called(claim: Claim) -> Iterator[str]:
    """The claims whose formulas this one's calls by name; its own print or correction excepted."""
    formula = plain(claim.formula)
    if formula is None or claim.reads is not None:
        return
    own = {claim.id, _printed(claim), f"{claim.id}.corrected"}
    stated = {id(other.formula): other.id for other in CLAIMS.values()}
    for name in names_in(formula.__code__):
        used = stated.get(id(formula.__globals__.get(name)))
        if used is not None and used not in own:
            yield used
