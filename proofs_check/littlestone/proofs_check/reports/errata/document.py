"""The page of a paper's errata as a document of few blocks, with the verdicts of a run, else of the release."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from littlestone.proofs_check.reports.errata.data import Errata, Fault, texts_of
from littlestone.proofs_check.reports.released import ReleasedEntry, mark
from littlestone.proofs_check.reports.verdict_words import corrected_words, stale_mark, verdict_words
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.scopes import scope_words

ID = r"[A-Z][A-Z0-9]+\.[\w.]*\w"  # of a claim
CLAIM = re.compile(rf"\{{({ID})\}}")
SINGLE_CASES = re.compile(r", and at .*?(?=, undecided beyond|$)")  # beside a range, which may be undecided beyond
RANGE = re.compile(r"-?\d+ <= [A-Za-z]+ <= -?\d+")
UNKNOWN = "not verified yet"
ENTRY = ("fails", "example", "correction", "affects", "verified", "not_verified")
RESULTS = ("result", "verdict", "what to change")
CONSTANTS = ("printed", "read", "example", "verified")
EDGES = ("place", "fails at", "convention", "verified for it")


@dataclass(frozen=True)
class Heading:
    """A title; the page's own has level 1."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Sentences, with formulas between dollars and code between backquotes."""

    text: str


@dataclass(frozen=True)
class Fields:
    """Labels, each with its text."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table:
    """Lines of as many cells as the head has."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Fields | Table


@dataclass(frozen=True)
class Verdicts:
    """The verdict of each claim in words with its scope: that of a run, else that of the release, marked."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    told: Mapping[str, ReleasedEntry] = field(default_factory=dict)

    def words(self, id: str) -> str:
        """The verdict of a claim, or of a correction for an id that ends so."""
        printed, is_correction = id.removesuffix(".corrected"), id.endswith(".corrected")
        entry = self.entries.get(printed)
        if entry is None:
            return self._of_the_release(printed, is_correction)
        stale, repair = stale_mark(entry), entry.get("corrected")
        if is_correction:
            return UNKNOWN if repair is None else _scoped(corrected_words(entry, repair) + stale, repair)
        return _scoped(verdict_words(entry) + stale, None if entry["verdict"] == "refuted" else entry)

    def _of_the_release(self, id: str, is_correction: bool) -> str:
        one = self.told.get(id)
        if one is None or (is_correction and "corrected" not in one):
            return UNKNOWN
        verdict, _, scope = (
            one["corrected"].partition("; ") if is_correction else (one["words"], "", one.get("scope", ""))
        )
        scope = "" if one["verdict"] == "refuted" and not is_correction else scope
        return _bracketed(verdict, scope, mark(one) if self.entries else "")

    @property
    def source(self) -> str:
        """A sentence on what the verdicts are from."""
        if self.entries:
            runs = (run for entry in self.entries.values() if (run := entry.get("run")))
            last = max(((run["at"] or "", run["profile"]) for run in runs), default=("", ""))
            day = f" of {last[0][:10]}" if last[0] else ""
            stale = "; their sources have changed since" if all(map(stale_mark, self.entries.values())) else ""
            return f"Verdicts are from a run{f' of the profile {last[1]}' if last[1] else ''}{day}{stale}."
        versions = {mark(one) for one in self.told.values()} or {"unknown"}
        return f"Verdicts are {', '.join(sorted(versions))}; `littlestone verify` finds them again."


def _scoped(verdict: str, found: Entry | None) -> str:
    return _bracketed(verdict, "" if found is None else scope_words(found) or "", "")


def _bracketed(verdict: str, scope: str, beside: str) -> str:
    scope = SINGLE_CASES.sub(_counted, re.sub("[$`]", "", scope))  # signs of formulas, of which a ledger has none
    scope = scope.replace("all values of the parameters", "all parameters").replace("on <= ", "on at most ")
    scope = RANGE.sub(r"$\g<0>$", scope)
    inside = "; ".join(filter(None, (scope, beside)))
    return verdict + (f" ({inside})" if inside else "")


def _counted(single: re.Match[str]) -> str:
    """How many the single cases are, which are long to list."""
    count = single[0].count("; ") + 1
    return f", and at {count} single case{'s' * (count > 1)}"


def claims_named(errata: Errata) -> set[str]:
    """The ids of the claims that a page names, its refuted statements among them."""
    texts = [text for part in (errata, *errata.results, *errata.entries) for _, text in texts_of(part)]
    named = {id.removesuffix(".corrected") for text in texts for id in CLAIM.findall(text)}
    return named | {*errata.statements} | {id for fault in errata.faults for id in (*fault.beside, fault.shows)}


def with_verdicts(text: str, verdicts: Verdicts) -> str:
    """The text with a verdict in the place of each id in braces."""
    return CLAIM.sub(lambda found: verdicts.words(found[1]), text)


def errata_document(errata: Errata, verdicts: Verdicts) -> list[Block]:
    """The page: the head, the entries by consequence, the two tables."""

    def told(*texts: str) -> tuple[str, ...]:
        return tuple(with_verdicts(text, verdicts) for text in texts)

    blocks: list[Block] = [Heading(1, f"Errata: {errata.author}, {errata.title}")]
    blocks += map(Paragraph, told(errata.survives))
    blocks.append(Table(RESULTS, tuple(told(one.result, one.verdict, one.change) for one in errata.results)))
    blocks += map(Paragraph, (f"{errata.conventions} {verdicts.source}",))
    for number, fault in enumerate(errata.faults, 1):
        blocks.append(Heading(2, f"{number}. {fault.title} ({fault.grade})"))
        blocks.append(Fields(tuple(_entry(fault, errata, verdicts))))
    if errata.constants:
        rows = ((_print(errata, one.ids), one.read, one.example, one.verified) for one in errata.constants)
        blocks += [Heading(2, "Constants and misprints"), Table(CONSTANTS, tuple(told(*row) for row in rows))]
    if errata.edges:
        edges = ((_places(errata, one.ids), one.fails, one.convention, one.verified) for one in errata.edges)
        blocks += [Heading(2, "Edge cases"), Table(EDGES, tuple(told(*row) for row in edges))]
    return blocks


def _entry(fault: Fault, errata: Errata, verdicts: Verdicts) -> list[tuple[str, str]]:
    said = [(name, with_verdicts(getattr(fault, name), verdicts)) for name in ENTRY]
    ids = " ".join(f"`{id}`" for id in (*fault.ids, *fault.beside))
    said = [("printed", errata.quoted(fault)), *said, ("claims", f"{ids}; `littlestone explain {fault.shows}`")]
    return [(name.replace("_", " ").capitalize(), text) for name, text in said]


def _print(errata: Errata, ids: tuple[str, ...]) -> str:
    return f'{_places(errata, ids)}: "{errata.statements[ids[0]].printed}"'


def _places(errata: Errata, ids: tuple[str, ...]) -> str:
    return "; ".join(dict.fromkeys(errata.statements[id].place for id in ids))
