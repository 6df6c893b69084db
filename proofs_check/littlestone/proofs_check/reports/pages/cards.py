"""What is said of a claim first, in one place: ``explain``, ``find``, the report and the claims' pages say it alike.

A card answers in the order in which a reader asks: what the verdict is, what is printed, where that fails, what is true
instead, how far that goes, what it affects. It is the paper's errata that say so, and a run where they do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from littlestone.proofs_check.reports.errata.data import Constant, Edge, Errata, Fault, all_errata, graded_statements
from littlestone.proofs_check.reports.errata.document import ID, UNKNOWN, Verdicts, with_verdicts
from littlestone.proofs_check.reports.errata.formats import Format, Html, TextFile
from littlestone.proofs_check.reports.released import mark
from littlestone.proofs_check.reports.typesetting.plain_formulas import FormulaError
from littlestone.proofs_check.reports.verdict_words import refuted_part_words
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.spec.claim import CLAIMS, Claim, corrected
from littlestone.spec.places import cut
from littlestone.spec.prose import as_written

REFUTED = "refuted"
LIMITS = "Limits"  # of what was looked at, whether said as what is covered or as what is not
NOT_COVERED = "Not covered"  # by the errata
CITES = "Cites"  # what the claim, or a limit of it, uses and does not ask again
EVERY = ("unbounded", "every")  # what says of every constant what is refuted at one
MOST_NAMED = 8  # claims in a row


@dataclass(frozen=True)
class Row:
    """A label and its text, with formulas between dollars."""

    label: str
    text: str


@dataclass(frozen=True)
class Facts:
    """What is known of a claim without its errata: of a run, else of the release and the claim itself."""

    id: str
    is_refuted: bool
    counterexample: str
    correction: str
    limits: str
    affects: str


def title_and_place(claim: Claim) -> str:
    """The title, and in brackets what the place says beside the item that the title has."""
    place = place_beside(claim.title, claim.source)
    return f"{claim.title}  ({place})" if place else claim.title


def place_beside(title: str, source: str) -> str:
    """What a source says that a title does not: "section 4.2" of "Lemma 4.1, section 4.2" if that has "Lemma 4.1"."""
    item, place = cut(source, ", ")
    return "" if title == source else place if title.startswith(item) else source


def card(facts: Facts, verdicts: Verdicts) -> list[Row]:
    """The rows of a claim's card; what there is nothing to say of is left out."""
    graded = graded_statements().get(facts.id)
    rows = [verdict_row(facts.id, verdicts)]
    if graded is not None:
        rows += [Row("Printed", f'"{graded.printed}" ({graded.place})')]
    entry = _entries_by_id().get(facts.id)
    by_hand = {} if entry is None else {row.label: row for row in _rows_of(entry, verdicts)}
    known = {row.label: row for row in _rows_of_facts(facts, verdicts)}
    found = known | by_hand | _cited(facts, verdicts)
    order = ("Fails", "Correction", LIMITS, NOT_COVERED, CITES, "Affects")
    return [*rows, *(found[label] for label in order if label in found)]


def verdict_row(id: str, verdicts: Verdicts) -> Row:
    """The verdict with its scope, the grade of what is refuted, and what follows; the release where nothing was run."""
    graded, words = graded_statements().get(id), verdicts.words(id)
    one = verdicts.told.get(id.removesuffix(".corrected"))
    if not verdicts.entries and one is not None and words != UNKNOWN:
        words += f" ({mark(one)})"
    words = "; ".join(filter(None, [words, refuted_part_words(verdicts.entries.get(id, {}))]))
    if graded is None:
        return Row("Verdict", words)
    follows = f": {graded.consequence}" if graded.consequence else ""
    return Row("Verdict", f"{words}, grade {graded.grade}{follows}")


def fault_card(fault: Fault, errata: Errata, verdicts: Verdicts) -> list[Row]:
    """The rows of an entry of the errata."""
    return [Row("Printed", errata.quoted(fault)), *_rows_of(fault, verdicts)]


def wrong_faults(papers: Sequence[str]) -> list[tuple[Errata, Fault]]:
    """What is wrong in these papers, by consequence, as their errata have it."""
    found = (errata for key, errata in all_errata().items() if key in papers)
    ordered = sorted(found, key=lambda errata: papers.index(errata.key))
    return [(errata, fault) for errata in ordered for fault in errata.faults if fault.grade == "wrong"]


def facts_of_entry(entry: Entry, affects: str = "") -> Facts:
    """What a run found."""
    found, repair = entry.get("counterexample"), entry.get("corrected")
    counterexample = (found.get("text") or "") if found else ""
    correction = (repair.get("statement") or "") if repair else ""
    refuted = entry["verdict"] == REFUTED
    own = _joined([entry.get("narrows"), entry.get("caps")])
    limits = _of_both(own, _limits(repair)) if repair and refuted else _limits(repair or entry)
    return Facts(entry["id"], refuted, counterexample, correction, limits, affects)


def facts_of_claim(claim: Claim, verdicts: Verdicts, affects: str = "") -> Facts:
    """What a run found of the claim, else what the release and the claim itself say."""
    if claim.id in verdicts.entries:
        return facts_of_entry(verdicts.entries[claim.id], affects)
    one, repair = verdicts.told.get(claim.id), corrected(claim.id)
    limited: Claim = repair or claim
    limits = [limited.leaves_out, limited.narrows, limited.caps, _affordable(limited.reach_words)]
    is_refuted = one["verdict"] == REFUTED if one else repair is not None
    found, words = one.get("counterexample", "") if one else "", _joined(limits)
    words = _of_both(_joined([claim.narrows, claim.caps]), words) if repair and is_refuted else words
    return Facts(claim.id, is_refuted, found, repair.statement if repair else "", words, affects)


def proofs_of(ids: Sequence[str]) -> str:
    """That a claim affects the proofs of these."""
    more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return f"the proof{'s' * (len(ids) > 1)} of {', '.join(ids[:MOST_NAMED])}{more}" if ids else ""


def card_lines(rows: Sequence[Row], width: int, most: int | None = None) -> list[str]:
    """The lines of the rows for a terminal, of each row at most so many; one that is cut ends with dots.

    What limits a verdict is part of it, and is never cut.
    """
    form, whole = TextFile(width), (LIMITS, NOT_COVERED, CITES)
    rows_of = [(row.label, form.field(row.label, said(row, form)).rstrip().splitlines()) for row in rows]
    return [
        line for label, lines in rows_of for line in _cut(lines, most if most and label not in whole else len(lines))
    ]


def _cut(lines: Sequence[str], most: int) -> list[str]:
    return [*lines] if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} ..."]


def html(row: Row) -> Markup:
    """A row's text for a page of HTML."""
    return Markup(said(row, Html()))


def hit_lines(claim: Claim, verdicts: Verdicts) -> list[str]:
    """The head of a claim's card: what it is called, and its verdict with the grade of what is refuted."""
    return [f"{claim.id}  {title_and_place(claim)}", f"    {said(verdict_row(claim.id, verdicts), TextFile())}"]


def said(row: Row, form: Format) -> str:
    """A row's text as a document of this form has it; words alone where a formula in it cannot be read."""
    text = " ".join(row.text.split())
    try:
        return form.inline(text)
    except FormulaError:
        return form.literal(text)


def _limits(found: Entry) -> str:
    leaves_out = found.get("leaves_out")
    lacks = leaves_out if isinstance(leaves_out, str) else None
    return _joined([lacks, found.get("narrows"), found.get("caps"), _affordable(found.get("reach"))])


def _affordable(reach: str | None) -> str | None:
    """What the formula can afford: bare, it was read as what was looked at, of which a run may leave a part out."""
    return f"nothing beyond what can be afforded: {reach}" if reach else None


def _of_both(refutation: str, correction: str) -> str:
    """Where the refutation was found, and what it leaves open, before the limits of the correction, each named: a bare
    one was read as both."""
    told = {"of the refutation": refutation, "of the correction": correction}
    return _joined([f"{which}: {limits}" for which, limits in told.items() if limits])


def _joined(texts: Sequence[str | None]) -> str:
    return "; ".join(as_written(text) for text in texts if text)


def _rows_of_facts(facts: Facts, verdicts: Verdicts) -> Iterator[Row]:
    if facts.is_refuted and facts.counterexample:
        yield Row("Fails", facts.counterexample)
    if facts.is_refuted and facts.correction:
        verdict = verdicts.words(f"{facts.id}.corrected")
        yield Row("Correction", f"{verdict[:1].upper()}{verdict[1:]}: {as_written(facts.correction)}")
    if facts.limits:
        yield Row(LIMITS, facts.limits)
    if facts.is_refuted and facts.affects:
        yield Row("Affects", facts.affects)


def _cited(facts: Facts, verdicts: Verdicts) -> dict[str, Row]:
    """What the claim cites, what stands in for it or is named by its limits, and what says that no constant serves,
    with verdict and scope: what a limit names was read as if it held everywhere."""
    claim = CLAIMS.get(facts.id)
    own = () if claim is None else (*claim.cites, *claim.stand_ins)
    named = [*own, *re.findall(ID, facts.limits), *(f"{facts.id}.{which}" for which in EVERY)]
    ids = [one for one in dict.fromkeys(named) if one in CLAIMS and one != facts.id]
    return {CITES: Row(CITES, "; ".join(_with_its_correction(each, verdicts) for each in ids))} if ids else {}


def _with_its_correction(id: str, verdicts: Verdicts) -> str:
    """The verdict of a claim, and of what is true instead."""
    repair = corrected(id)
    also = "" if repair is None else f", corrected: {verdicts.words(repair.id)}"
    return f"{id}: {verdicts.words(id)}{also}"


@cache
def _entries_by_id() -> dict[str, Fault | Constant | Edge]:
    return {id: entry for errata in all_errata().values() for entry in errata.entries for id in entry.ids}


def _rows_of(entry: Fault | Constant | Edge, verdicts: Verdicts) -> list[Row]:
    """What is written by hand; of a line of a table that is where it fails, as what it says to read is no sentence."""
    match entry:
        case Fault():
            said = {
                "Fails": f"{entry.fails} {entry.example}",
                "Correction": f"{entry.correction} {entry.verified}",
                NOT_COVERED: entry.not_verified,
                "Affects": entry.affects,
            }
        case Constant():
            said = {"Fails": entry.example}
        case Edge():
            said = {"Fails": entry.fails}
    return [Row(label, with_verdicts(text, verdicts)) for label, text in said.items()]
