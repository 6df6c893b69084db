"""What a statement rests on, or what rests on it, as a tree of lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from littlestone.proofs_check.reports.verdict_words import stale_mark, verdicts_by_id
from littlestone.proofs_check.sources.proof_graph import proof_graph, reverse
from littlestone.proofs_check.verdicts.entries import DependencyWord, Entry, Worth
from littlestone.proofs_check.verdicts.standing import WORTHS, Proofs, Standing, is_not_run
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROW, ARROWS, TOTALS, Arrow, arrows_of

UNSEEN = "not verified yet"


@dataclass(frozen=True)
class ProofNode:
    """A statement in a tree of proofs: how it fared, how its proof did, and through which arrow it is met.

    ``word`` is the arrow's own, ``worth`` that of all behind it, ``idle`` why the use gives nothing; ``repeated`` says
    that what is below it is shown at an earlier place, ``stale`` that what its proof is judged by is.
    """

    id: str
    verdict: str
    proof: Standing | None
    arrow: str = ""
    worth: Worth = "used"
    word: DependencyWord | Literal["not run"] | None = None
    children: tuple[ProofNode, ...] = ()
    repeated: bool = False
    stale: str = ""
    idle: str = ""

    @property
    def text(self) -> str:
        """The node on one line, how it is used first; why its proof is worth what it is, the lines below say."""
        word = f"{self.word}: " if self.word else ""
        is_told = self.proof is not None and not is_not_run(self.proof.worth, self.proof.steps)
        proof = f"; its proof {self.proof.worth}{self.stale}" if self.proof is not None and is_told else ""
        idle = f"; idle: {self.idle}" if self.idle else ""
        above = "  (see above)" if self.repeated else ""
        return f"{word}{self.id}  {self.verdict}{proof}{idle}{above}"

    @property
    def size(self) -> int:
        """How many nodes are below it."""
        return sum(1 + child.size for child in self.children)


class ProofView:
    """The graph of proofs with the verdicts of a run; empty entries are a graph without verdicts.

    ``told`` is what is said of the verdicts of statements that are not among the entries: no proof is judged by it.
    """

    def __init__(self, entries: Mapping[str, Entry], told: Mapping[str, str] | None = None) -> None:
        self.proofs = Proofs(entries)
        self.verdicts = {**(told or {}), **verdicts_by_id([*entries.values()])}
        self.graph = proof_graph()
        self.above = reverse(self.graph)
        self.is_judged = bool(entries)

    @cached_property
    def worths(self) -> dict[str, Worth]:
        """What each arrow is worth; nothing where there are no verdicts."""
        return {arrow.id: self.proofs.worth_of(arrow) for arrow in ARROWS.values()} if self.is_judged else {}

    def worth(self, arrow: Arrow) -> Worth:
        """What one arrow is worth."""
        return self.proofs.worth_of(arrow) if self.is_judged else "used"

    def tree(self, id: str) -> ProofNode:
        """What the statement rests on, to any depth; a statement that is met again is not opened again."""
        return self._node(id, "", "used", set())

    def _node(self, id: str, arrow: str, worth: Worth, seen: set[str]) -> ProofNode:
        repeated = id in seen
        seen.add(id)
        below = () if repeated else tuple(self._below(id, seen))
        proof = self.proofs.judged.get(id) if self.is_judged else None
        shown = repeated and bool(self.graph.get(id))
        word = self._word_of(ARROWS[arrow]) if arrow and self.is_judged else None
        idle = self.proofs.why_idle(ARROWS[arrow]) if arrow else ""
        said, stale = self.verdicts.get(id, UNSEEN), self._stale(id)
        return ProofNode(id, said, proof, arrow, worth, word, below, shown, stale, idle)

    def idle_uses(self, id: str) -> list[str]:
        """Why uses are idle, in the proof of the statement, or that of which it is the line."""
        found = [arrow for arrow in ARROWS.values() if id in (arrow.citing, *arrow.claims)]
        return [f"{arrow.id}: {why}" for arrow in found if (why := self.proofs.why_idle(arrow))]

    def _stale(self, id: str) -> str:
        """The mark behind the worth of a proof of which a part has changed since it was looked at."""
        parts = {id, *(one for arrow in arrows_of(id) for one in (arrow.cited, *arrow.claims))}
        return max((stale_mark(entry) for part, entry in self.proofs.entries.items() if part in parts), default="")

    def _word_of(self, arrow: Arrow) -> DependencyWord | Literal["not run"]:
        word = self.proofs.word_of(arrow)
        return "not run" if word == "undecided" and not self.proofs.is_run(arrow) else word

    def _below(self, id: str, seen: set[str]) -> Iterator[ProofNode]:
        for used in self.graph.get(id, ()):
            arrow, worth = self.worst_between(id, used)
            yield self._node(used, arrow, worth, seen)

    def worst_between(self, citing: str, cited: str) -> tuple[str, Worth]:
        """The worst of the arrows from one to the other; what merely stands in has none."""
        found = [arrow for arrow in arrows_of(citing) if arrow.cited == cited]
        ranked = sorted(found, key=self._badness)
        return (ranked[-1].id, self.worth(ranked[-1])) if ranked else ("", "used")

    @property
    def edges(self) -> list[tuple[str, str, Worth]]:
        """Who cites, what is cited, and what the worst arrow between them is worth."""
        ends = dict.fromkeys((arrow.citing, arrow.cited) for arrow in ARROWS.values())
        return [(citing, cited, self.worst_between(citing, cited)[1]) for citing, cited in ends]

    def _badness(self, arrow: Arrow) -> int:
        return WORTHS.index(self.worth(arrow))

    def proof_words(self, id: str) -> str | None:
        """What the proof of a statement is worth; None where no arrows, or no verdicts, are known."""
        return self.proofs.judged[id].words if self.is_judged and id in self.proofs.judged else None

    @property
    def refuted(self) -> list[str]:
        """The statements and arrows that the run refuted and that something rests on, or that belong to a proof."""
        found = [id for id, entry in self.proofs.entries.items() if entry["verdict"] == "refuted"]
        return [id for id in found if self.above.get(id) or self.proofs.entries[id]["kind"] == ARROW]

    def falls_with(self, id: str) -> list[str]:
        """All statements that rest on this one, near ones first."""
        start = [arrow.citing for arrow in ARROWS.values() if id in arrow.claims] + citing_of_sums(id)
        found = start or [id]
        for one in found:
            found += [above for above in self.above.get(one, ()) if above not in found]
        return found if start else found[1:]


def citing_of_sums(id: str) -> list[str]:
    """The statement of whose proof this is the sum of costs, if it is one."""
    return [citing for citing, sums in TOTALS.items() if sums == id]


SHALLOW = 2  # what fits a screen; the proof of a main theorem has some hundred nodes


def tree_lines(node: ProofNode, depth: int = SHALLOW) -> Iterator[str]:
    """The tree as lines of text, to a depth; where it is cut, how many nodes are below."""
    yield node.text
    if node.proof is not None and node.proof.steps:
        yield f"({_not_run_words(node.id, node.proof) or node.proof.words})"
    yield from _below(node, "", depth)


def _not_run_words(id: str, proof: Standing) -> str:
    """That nothing is said of the proof, and what to run for that; empty where something is."""
    if not is_not_run(proof.worth, proof.steps):
        return ""
    file, _, own = CLAIMS[id].address.partition("::")
    name = file if own else id.partition(".")[0]
    return (
        f"its proof is not judged: {len(proof.steps)} of its claims were not run; littlestone verify {name} runs them"
    )


def _below(node: ProofNode, margin: str, depth: int) -> Iterator[str]:
    for child in node.children:
        last = child is node.children[-1]
        cut = f"  (+{child.size} below)" if depth == 1 and child.children else ""
        yield f"{margin}{'└─ ' if last else '├─ '}{child.text}{cut}"
        if depth > 1:
            yield from _below(child, margin + ("   " if last else "│  "), depth - 1)
