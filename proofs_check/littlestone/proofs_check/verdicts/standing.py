"""What a proof is worth: whether every dependency in it is used, and all that it uses is proved.

No proof is called complete: that a statement follows from the lines that are drawn, and that a use speaks of the
statement's own range, is for a reader. A word for it was tried. Of 160 files made to deceive, 58 got it for false or
hollow proofs, and no honest one did, as a relation that is proved adds nothing to a line.

The verdict of a proof is apart from that of its statement: a statement may be checked while its proof rests on a
refuted step, and a refuted arrow never refutes what it points from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

from littlestone.proofs_check.sources.proof_graph import proof_graph
from littlestone.proofs_check.verdicts.bite import CITED, TERMS
from littlestone.proofs_check.verdicts.entries import (
    DependencyWord,
    Entry,
    ProofEntry,
    Worth,
    filled,
)
from littlestone.proofs_check.verdicts.scopes import said
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS, TOTALS, Arrow, narrowed_by_the_total
from littlestone.spec.served import unserved
from littlestone.spec.terms import terms_called

# Best first
WORTHS: tuple[Worth, ...] = ("used", "corrected", "conditional", "undecided", "broken")
SHOWN = 3  # steps in words
OPAQUE = "opaque"  # the prover that takes the notions of what is cited for unknown
HOLDING = ("proved", "checked", "tested", "estimated")
NOT_RUN = " was not run"  # of a step that the run did not look at


@dataclass(frozen=True, slots=True)
class Standing:
    """What a proof, or a statement used in one, is worth: the steps that it is due to, and through which arrow.

    ``repaired`` are the steps that are false as printed and have a correction, whatever else the proof uses;
    ``words_of`` are those of the proof's own dependencies.
    """

    worth: Worth
    steps: tuple[str, ...] = ()
    through: str | None = None
    repaired: tuple[str, ...] = ()
    words_of: tuple[DependencyWord, ...] = ()

    @property
    def words(self) -> str:
        """The verdict in words: *conditional: 3 of 5 used, 2 cited*; what is refuted is named first."""
        steps, repaired = _listed(self.steps), _listed(self.repaired)
        match self.worth:
            case "used":
                words = self._used_of_all() or "nothing is used"
            case "broken":
                words = f"broken at {steps}, through {self.through}"
                return f"{words}; also uses the refuted {repaired}, which is corrected" if repaired else words
            case "undecided" if is_not_run(self.worth, self.steps):
                words = f"not run: {_listed(tuple(step.removesuffix(NOT_RUN) for step in self.steps))}"
            case "undecided":
                words = f"undecided: {steps}"
            case _:
                words = f"conditional: {self._used_of_all() or steps}"
        return f"uses the refuted {repaired}; with corrections {words}" if repaired else words

    def _used_of_all(self) -> str:
        """How many dependencies are used, and how many have each other word; empty where none has a word."""
        others = {word: n for word, n in Counter(self.words_of).items() if word != "used"}
        if not self.words_of or (self.worth != "used" and not others):
            return ""
        used = f"{self.words_of.count('used')} of {len(self.words_of)} used"
        return ", ".join([used, *(f"{n} {word}" for word, n in sorted(others.items()))])


def is_not_run(worth: Worth, steps: Iterable[str]) -> bool:
    """A proof is undecided for no reason but that the run looked at few claims: of it nothing is said."""
    return worth == "undecided" and all(step.endswith(NOT_RUN) for step in steps)


def _listed(steps: tuple[str, ...]) -> str:
    more = len(steps) - SHOWN
    return ", ".join(steps[:SHOWN]) + (f" and {more} more" if more > 0 else "")


USED = Standing("used")


def _repair(step: str) -> Standing:
    return Standing("corrected", (step,), repaired=(step,))


def worst(found: Iterable[Standing]) -> Standing:
    """The worst of them, with the steps of all that are as bad, and all repairs."""
    listed = [USED, *found]
    worth = max((one.worth for one in listed), key=WORTHS.index)
    alike = [one for one in listed if one.worth == worth]
    told = alike[:1] if worth == "broken" else alike
    steps = tuple(dict.fromkeys(step for one in told for step in one.steps))
    repaired = tuple(dict.fromkeys(step for one in listed for step in one.repaired))
    return Standing(worth, steps, alike[0].through, repaired)


@dataclass(frozen=True)
class Proofs:
    """The proofs of a run, judged by the verdicts on statements and arrows in its entries."""

    entries: Mapping[str, Entry]

    @cached_property
    def _stated(self) -> dict[str, list[Arrow]]:
        """The arrows of each proof."""
        found: dict[str, list[Arrow]] = {}
        for arrow in ARROWS.values():
            found.setdefault(arrow.citing, []).append(arrow)
        return found

    @cached_property
    def judged(self) -> dict[str, Standing]:
        """Every proof's standing, by the id of its statement."""
        known: dict[str, Standing] = {}
        for id in filter(self._stated.__contains__, _used_first()):
            self._proof(id, known)
        return {id: self._proof(id, known) for id in self._stated}

    def _proof(self, citing: str, known: dict[str, Standing]) -> Standing:
        if citing not in known:
            known[citing] = Standing("undecided", (f"{citing} rests on itself",))  # where it is met on its own way
            own = self._stated.get(citing, [])
            sums = [self._made(TOTALS[citing], TOTALS[citing])] if citing in TOTALS else []
            gaps = [Standing("conditional", (step,)) for step in self._gaps(citing)]
            found = worst([*(self._arrow(arrow, known) for arrow in own), *sums, *gaps])
            if found.worth == "used":
                found = worst([found, *self._left_out(citing)])
            worth: Worth = "conditional" if found.worth == "corrected" else found.worth  # of dependencies alone
            known[citing] = replace(found, worth=worth, words_of=tuple(map(self.word_of, own)))
        return known[citing]

    def _gaps(self, citing: str) -> Iterator[str]:
        """No proof of what is false, open or vacuous is without a gap, wherever it lies; nor is one whose total leaves
        out what it ranges over."""
        stated = self._found(citing)
        if stated is not None and stated["verdict"] in ("refuted", "open"):
            yield f"{citing} ({_plain(stated)})"
        elif stated is not None and stated.get("vacuous"):
            yield f"{citing} (vacuous)"
        if narrowed_by_the_total(citing):
            yield f"{TOTALS[citing]} (of less than its uses)"

    def _left_out(self, citing: str) -> Iterator[Standing]:
        """What no line shows: that the lines give the statement, which may be false where it is not proved whole, and
        that the uses serve it."""
        stated = self._found(citing)
        if stated is None:
            yield Standing("undecided", (f"{citing}{NOT_RUN}",))
        elif not (_is_whole(stated) and self._used_in(citing).issuperset(_needs(citing, stated))):
            yield Standing("conditional", (f"{citing} ({_plain(stated)})",))
        yield from (Standing("conditional", (step,)) for step in unserved(citing))

    def _used_in(self, id: str) -> set[str]:
        """What the proof of a statement uses, and cites by more than its name."""
        return {arrow.cited for arrow in self._stated.get(id, []) if self.word_of(arrow) == "used"}

    def _stands(self, id: str, entry: Entry, known: dict[str, Standing]) -> bool:
        """It is proved whole, and so is by its proof what it takes from other claims, if anything."""
        if not _is_whole(entry):
            return False
        needs = _needs(id, entry)
        return not needs or (self._used_in(id).issuperset(needs) and self._proof(id, known).worth == "used")

    def _arrow(self, arrow: Arrow, known: dict[str, Standing]) -> Standing:
        """The arrow's own claims, and what it points to."""
        idle = f": {why}" if (why := self.why_idle(arrow)) else ""
        leans = [] if self._has_content(arrow) else [f"{arrow.cited} (cited{idle})"]
        leans += [f"{arrow.id} (written down)"] if arrow.leans_on_words else []
        conditions = (Standing("conditional", (step,)) for step in leans)
        return worst([*(self._made(id, arrow.id) for id in arrow.claims), *conditions, self._used(arrow, known)])

    def word_of(self, arrow: Arrow) -> DependencyWord:
        """*Cited*, *used* where the line follows from what is cited and not without it, *fails* or *undecided*.

        It is said of the use that is printed: what is refuted and corrected fails.
        """
        own = [self.entries.get(id) for id in arrow.claims]
        verdicts = [entry["verdict"] for entry in own if entry is not None]
        cited = self._found(arrow.cited)
        if "refuted" in verdicts or (cited is not None and cited["verdict"] == "refuted"):
            return "fails"
        if None in own or "open" in verdicts or cited is None or self._has_idle_repair(arrow):
            return "undecided"
        return "used" if self._has_content(arrow) else "cited"

    def is_run(self, arrow: Arrow) -> bool:
        """All that was made from the arrow, and what it cites, is among the entries."""
        return self._found(arrow.cited) is not None and all(id in self.entries for id in arrow.claims)

    def _has_content(self, arrow: Arrow) -> bool:
        """What is cited is unknown to the line, or known by its terms, and without it the line or the sum fails.

        A truth as such adds nothing to a hypothesis, and nothing is of use for a statement that says nothing.
        """
        citing = self._found(arrow.citing)
        if (citing is not None and citing.get("vacuous")) or self.why_idle(arrow):
            return False
        if arrow.contract is None:
            entry = None if arrow.leans_on_words else self.entries.get(f"{arrow.id}.conclusion")
            found = [e["outcome"] for e in entry["evidence"] if e["prover"] == OPAQUE] if entry is not None else []
            return bool(found) and all(outcome in HOLDING for outcome in found)
        held = self._deaths(self._place(arrow.stated.id), TERMS)
        # By name: a constant of the claim may be called so. Of one part that is not held, another is drawn in no proof
        is_held = bool(arrow.contract.held_by) and held.issuperset(arrow.contract.held_by)
        cited = self._found(arrow.stated.id)
        return cited is not None and cited["verdict"] in HOLDING and is_held and self.needs_its_terms(arrow)

    def why_idle(self, arrow: Arrow) -> str:
        """Why what is cited gives nothing to the line; empty where that is not seen."""
        return self.entries.get(f"{arrow.id}.conclusion", {}).get("idle") or ""

    def _has_idle_repair(self, arrow: Arrow) -> bool:
        """A repair is named, whose terms the line would be drawn from, and what is cited needs none."""
        cited = self._found(arrow.cited)
        return arrow.repair is not None and cited is not None and cited["verdict"] != "refuted"

    def needs_its_terms(self, arrow: Arrow) -> bool:
        """The line fails where the terms of what is cited are weaker, whoever's they are; the sum, where no line is
        drawn: a total that is its cost to the last bit says nothing of a line that holds by itself."""
        if f"{arrow.id}.conclusion" not in self.entries:
            return arrow.id in self._deaths(TOTALS.get(arrow.citing, ""))
        line = self._deaths(f"{arrow.id}.conclusion")
        return "denied" in line and not line.isdisjoint(("dropped", "doubled"))

    def _deaths(self, id: str, changed: str = CITED) -> set[str]:
        """What was done to what is cited, or to the claim's own terms, so that the claim failed."""
        entry = self.entries.get(id)
        mutants = [] if entry is None else entry["mutants"]
        return {mutant["constants"].get(changed, "") for mutant in mutants if mutant["killed_by"] is not None}

    def _made(self, id: str, arrow: str) -> Standing:
        """The worth of a claim that was made from an arrow."""
        entry = self.entries.get(id)
        if entry is None or entry["verdict"] == "open":
            return Standing("undecided", (f"{id}{NOT_RUN if entry is None else ' is open'}",))
        if entry["verdict"] == "refuted":
            repaired = entry["corrected"] is not None and entry["corrected"]["verdict"] in HOLDING
            return _repair(id) if repaired else Standing("broken", (id,), arrow)
        return USED if entry["verdict"] == "proved" else Standing("conditional", (f"{id} ({_plain(entry)})",))

    def _used(self, arrow: Arrow, known: dict[str, Standing]) -> Standing:
        """The worth of what is used: a statement that the kit proved whole stands, whatever its printed proof, and no
        proof makes another stand."""
        found = self._found(arrow.cited)
        if found is None:
            return Standing("undecided", (f"{arrow.cited}{NOT_RUN}",))
        if found["verdict"] == "refuted":
            return self._refuted(arrow, known)
        if self._has_idle_repair(arrow):
            return Standing("undecided", (f"{arrow.cited} is not refuted, and {arrow.repair} is named for it",))
        if self._stands(arrow.cited, found, known):
            return USED
        proof = self._proof_of(arrow.cited, arrow, known)
        return worst([Standing("conditional", (f"{arrow.cited} ({_plain(found)})",)), *proof])

    def _refuted(self, arrow: Arrow, known: dict[str, Standing]) -> Standing:
        """What is used is false as printed: the repair serves, where one is named that holds and whose proof stands."""
        repair = None if arrow.repair is None else self._found(arrow.repair)
        if arrow.repair is None or repair is None or repair["verdict"] not in HOLDING:
            return Standing("broken", (arrow.cited,), arrow.id)
        proof = self._proof_of(arrow.repair, arrow, known)
        partial = [Standing("conditional", (f"{arrow.repair} (in part)",))] if CLAIMS[arrow.repair].leaves_out else []
        return worst([_repair(arrow.cited), *partial, *proof])

    def _found(self, id: str) -> Entry | None:
        """What the run found of a statement."""
        place = self._place(id)
        return self.entries.get(id) if place == id else self.entries[place]["corrected"]

    def _place(self, id: str) -> str:
        """Whose entry a statement is in: a corrected one is beside the print, where the run looked at that."""
        corrects = CLAIMS[id].corrects if id in CLAIMS else None
        return id if corrects is None or corrects not in self.entries else corrects

    def _proof_of(self, used: str, arrow: Arrow, known: dict[str, Standing]) -> list[Standing]:
        """The worth of the proof of what is used, if it has one; where that is broken, it is so through this arrow."""
        found = [self._proof(used, known)] if used in self._stated else []
        return [replace(one, through=arrow.id) if one.worth == "broken" else one for one in found]

    @property
    def data(self) -> list[ProofEntry]:
        """The proofs as they stand in the ledger, those of which something was looked at."""
        data: list[ProofEntry] = []
        for id, found in self.judged.items():
            if self._found(id) is not None:
                own = self._stated[id]
                arrows = [filled("arrow", a, word=self.word_of(a), verdict=self.worth_of(a)) for a in own]
                lists = {"steps": list(found.steps), "repaired": list(found.repaired), "arrows": arrows}
                data.append(filled("proof", found, id=id, verdict=found.worth, sums=TOTALS.get(id), **lists))
        return data

    def worth_of(self, arrow: Arrow) -> Worth:
        """What the arrow and all behind it are worth; where it is itself repaired, that shows."""
        found = self._arrow(arrow, self.judged)
        is_repaired = not {arrow.cited, *arrow.claims}.isdisjoint(found.repaired)
        return "corrected" if is_repaired and found.worth != "broken" else found.worth


def _used_first() -> Iterator[str]:
    """Statements, each after those that its proof uses: a long proof is judged step by step, not by recursion.

    Those in a circle, and what rests on them, are left out.
    """
    sorter = TopologicalSorter(proof_graph())
    with suppress(CycleError):
        sorter.prepare()
    while ready := sorter.get_ready():
        yield from ready
        sorter.done(*ready)


def _is_whole(entry: Entry) -> bool:
    """The kit proved all that the statement says, but for what it cites; no part of it is refuted beside."""
    is_limited = any(entry.get(limit) for limit in ("narrows", "caps", "leaves_out"))
    return entry["verdict"] == "proved" and not is_limited and not entry.get("refuted_parts")


def refuted_parts(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """The refuted statements that are parts of each claim, by its id: T8.range is one of T8."""
    refuted = [e["id"] for e in entries if e.get("verdict") == "refuted" and e.get("role", "statement") == "statement"]
    return {e["id"]: [id for id in refuted if id.startswith(f"{e['id']}.")] for e in entries}


def _needs(id: str, entry: Entry) -> set[str]:
    """What a statement takes from other claims: what it cites, and those whose terms its formula calls."""
    return {*(entry.get("cites") or ()), *(terms_called(CLAIMS[id]) if id in CLAIMS else ())}


def _plain(entry: Entry) -> str:
    """The verdict of something used, as a reader would say it."""
    verdict = said(entry["verdict"])
    if parts := entry.get("refuted_parts"):
        return f"{verdict}, part refuted: {', '.join(parts)}"
    if entry["verdict"] not in HOLDING or (entry["narrows"] is None and not entry.get("cites")):
        return verdict
    return f"{verdict} in part" if entry["narrows"] is not None else f"{verdict}, citing {', '.join(entry['cites'])}"
