"""What a proof is worth: whether every use in it holds, and everything used stands.

The verdict of a proof is apart from that of its statement: a statement may be checked while its proof rests on a
refuted step, and a refuted arrow never refutes what it points from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

from littlestone.proofs_check.verdicts.entries import ArrowEntry, Entry, ProofEntry, Worth
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS, TOTALS, Arrow, arrows_of

WORTHS: tuple[Worth, ...] = ("stands", "stands by repair", "rests on", "unsupported", "rests on refuted")  # best first
SHOWN = 3  # steps in words
HOLDING = ("proved", "checked", "tested", "estimated")


@dataclass(frozen=True, slots=True)
class Standing:
    """What a proof, or a statement used in one, is worth: the steps that it is due to, and through which arrow."""

    worth: Worth
    steps: tuple[str, ...] = ()
    through: str | None = None

    @property
    def words(self) -> str:
        """The verdict in words: *rests on refuted STEP through ARROW*."""
        if self.worth == "stands" or not self.steps:
            return self.worth
        more = len(self.steps) - SHOWN
        joined = ", ".join(self.steps[:SHOWN]) + (f" and {more} more" if more > 0 else "")
        match self.worth:
            case "stands by repair":
                return f"stands by repair of {joined}"
            case "rests on refuted":
                return f"rests on refuted {joined} through {self.through}"
            case "unsupported":
                return f"unsupported: {joined}"
        return f"rests on {joined}"


STANDS = Standing("stands")


def worst(found: Iterator[Standing]) -> Standing:
    """The worst of them, with the steps of all that are as bad."""
    listed = list(found) or [STANDS]
    worth = max((one.worth for one in listed), key=WORTHS.index)
    alike = [one for one in listed if one.worth == worth]
    steps = dict.fromkeys(step for one in alike for step in one.steps)
    if worth == "rests on refuted":
        return alike[0]
    return Standing(worth, tuple(steps))


@dataclass(frozen=True)
class Proofs:
    """The proofs of a run, judged by the verdicts on statements and arrows in its entries."""

    entries: Mapping[str, Entry]

    @cached_property
    def judged(self) -> dict[str, Standing]:
        """Every proof's standing, by the id of its statement."""
        known: dict[str, Standing] = {}
        citing = dict.fromkeys(arrow.citing for arrow in ARROWS.values())
        for id in filter(citing.__contains__, _used_first()):
            self._proof(id, known)
        return {id: self._proof(id, known) for id in citing}

    def _proof(self, citing: str, known: dict[str, Standing]) -> Standing:
        if citing not in known:
            known[citing] = Standing("unsupported", (f"{citing} rests on itself",))  # where it is met on its own way
            parts = [self._arrow(arrow, known) for arrow in arrows_of(citing)]
            known[citing] = worst(iter([*parts, *self._sums(citing)]))
        return known[citing]

    def _sums(self, citing: str) -> Iterator[Standing]:
        if citing in TOTALS:
            yield self._made(TOTALS[citing], TOTALS[citing])

    def _arrow(self, arrow: Arrow, known: dict[str, Standing]) -> Standing:
        """The arrow's own claims, and what it points to."""
        own = (self._made(id, arrow.id) for id in arrow.claims)
        return worst(iter([*own, self._used(arrow, known)]))

    def _made(self, id: str, arrow: str) -> Standing:
        """The worth of a claim that was made from an arrow."""
        entry = self.entries.get(id)
        if entry is None or entry["verdict"] == "open":
            return Standing("unsupported", (f"{id} {'was not looked at' if entry is None else 'is open'}",))
        if entry["verdict"] == "refuted":
            repaired = entry["corrected"] is not None and entry["corrected"]["verdict"] in HOLDING
            return Standing("stands by repair", (id,)) if repaired else Standing("rests on refuted", (id,), arrow)
        return STANDS if entry["verdict"] == "proved" else Standing("rests on", (f"{id} ({_plain(entry)})",))

    def _used(self, arrow: Arrow, known: dict[str, Standing]) -> Standing:
        """The worth of what is used: a statement that the kit proved whole stands, whatever its printed proof."""
        entry = self.entries.get(arrow.cited)
        if entry is None:
            return Standing("unsupported", (f"{arrow.cited} was not looked at",))
        if entry["verdict"] == "refuted":
            return self._refuted(arrow, known)
        if entry["verdict"] == "proved" and entry["narrows"] is None:
            return STANDS
        if arrows_of(arrow.cited):
            return self._through(arrow, self._proof(arrow.cited, known))
        return Standing("rests on", (f"{arrow.cited} ({_plain(entry)})",))

    def _refuted(self, arrow: Arrow, known: dict[str, Standing]) -> Standing:
        """What is used is false as printed: the repair serves, where one is named that holds and whose proof stands."""
        if arrow.repair is None or self._verdict(arrow.repair) not in HOLDING:
            return Standing("rests on refuted", (arrow.cited,), arrow.id)
        proof = [self._through(arrow, self._proof(arrow.repair, known))] if arrows_of(arrow.repair) else []
        return worst(iter([Standing("stands by repair", (arrow.cited,)), *proof]))

    def _verdict(self, id: str) -> str | None:
        corrects = CLAIMS[id].corrects if id in CLAIMS else None
        if corrects is None:
            return self.entries[id]["verdict"] if id in self.entries else None
        correction = self.entries[corrects]["corrected"] if corrects in self.entries else None
        return None if correction is None else correction["verdict"]

    def _through(self, arrow: Arrow, standing: Standing) -> Standing:
        return (
            Standing("rests on refuted", standing.steps, arrow.id) if standing.worth == "rests on refuted" else standing
        )

    @property
    def data(self) -> list[ProofEntry]:
        """The proofs as they stand in the ledger, those of which something was looked at."""
        return [self._proof_entry(id, found) for id, found in self.judged.items() if self._verdict(id) is not None]

    def _proof_entry(self, citing: str, found: Standing) -> ProofEntry:
        return {
            "id": citing,
            "verdict": found.worth,
            "words": found.words,
            "steps": list(found.steps),
            "through": found.through,
            "sums": TOTALS.get(citing),
            "arrows": [self._arrow_entry(arrow) for arrow in arrows_of(citing)],
        }

    def worth_of(self, arrow: Arrow) -> Worth:
        """What the arrow and all behind it are worth."""
        return self._arrow(arrow, self.judged).worth

    def _arrow_entry(self, arrow: Arrow) -> ArrowEntry:
        return {
            "id": arrow.id,
            "cited": arrow.cited,
            "place": arrow.place,
            "statement": arrow.statement,
            "repair": arrow.repair,
            "assumes": arrow.assumes,
            "draws": arrow.draws,
            "claims": arrow.claims,
            "verdict": self.worth_of(arrow),
        }


def _used_first() -> Iterator[str]:
    """Statements, each after those that its proof uses: a long proof is judged step by step, not by recursion.

    Those in a circle, and what rests on them, are left out.
    """
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for arrow in ARROWS.values():
        sorter.add(arrow.citing, arrow.cited, *filter(None, [arrow.repair]))
    with suppress(CycleError):
        sorter.prepare()
    while ready := sorter.get_ready():
        yield from ready
        sorter.done(*ready)


def _plain(entry: Entry) -> str:
    """The verdict of something used, as a reader would say it."""
    verdict = entry["verdict"].replace("_", " ")
    return f"{verdict}, narrowed" if entry["narrows"] is not None and entry["verdict"] in HOLDING else verdict
