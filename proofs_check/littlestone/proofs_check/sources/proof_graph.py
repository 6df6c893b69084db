"""What rests on what: the graph of all proofs, in which there are no circles and no use is without an arrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from littlestone.proofs_check.reading.functions import names_in, plain
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.proofs import ARROWS

Graph = Mapping[str, list[str]]


def proof_graph() -> dict[str, list[str]]:
    """What each statement rests on: what its proof uses, and what stands in for it."""
    graph: dict[str, list[str]] = {claim.id: list(claim.stand_ins) for claim in CLAIMS.values()}
    for arrow in ARROWS.values():
        graph.setdefault(arrow.citing, []).append(arrow.cited)
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
    done: set[str] = set()
    for start in graph:
        found = _circle_from(start, graph, [], done)
        if found is not None:
            return found
    return None


def _circle_from(id: str, graph: Graph, path: list[str], done: set[str]) -> list[str] | None:
    if id in path:
        return [*path[path.index(id) :], id]
    if id in done:
        return None
    found = (_circle_from(used, graph, [*path, id], done) for used in graph.get(id, ()))
    first = next((one for one in found if one is not None), None)
    done.add(id)
    return first


def unstated_ends() -> list[str]:
    """Arrows from or to what is no claim, in words."""
    ends = [(arrow.id, end) for arrow in ARROWS.values() for end in (arrow.citing, arrow.cited, arrow.repair)]
    return [f"{id}: there is no claim {end}" for id, end in ends if end is not None and end not in CLAIMS]


def uses_without_arrow() -> list[str]:
    """Claims that name another as used, or call its formula, with no arrow between them, in words."""
    known = {(arrow.citing, arrow.cited) for arrow in ARROWS.values()}
    repaired = {(arrow.citing, arrow.repair) for arrow in ARROWS.values()}
    found = ((claim, used) for claim in CLAIMS.values() for used in (*claim.cites, *_called(claim)))
    return [f"{c.id} uses {used}" for c, used in found if not {(_printed(c), used)} & (known | repaired)]


def _printed(claim: Claim) -> str:
    """A corrected claim's proof is that of the print."""
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
