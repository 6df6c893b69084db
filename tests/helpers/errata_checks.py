"""What must be right about the errata of a paper, as sentences on what is not: of the data alone, without a run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from littlestone.proofs_check.reports.errata.data import GRADES, Constant, Edge, Errata, Fault, texts_of
from littlestone.proofs_check.reports.errata.document import CLAIM, UNKNOWN, Verdicts, errata_document
from littlestone.proofs_check.reports.errata.formats import TextFile
from littlestone.spec.claim import CLAIMS, corrected
from littlestone.spec.proofs import ARROW

WORDS = {
    "title": 12, "fails": 35, "example": 60, "correction": 45, "affects": 30, "verified": 45, "not_verified": 30,
    "consequence": 25, "survives": 60, "conventions": 40, "read": 15, "convention": 15, "result": 10, "verdict": 10,
    "change": 15,
}  # fmt: skip
PRINTED, RESULTS = 20, 10
GRADED = {Fault: GRADES[:3], Constant: ("missing hypothesis", "wrong constant", "misprint"), Edge: ("edge case",)}
VERDICT = re.compile(r"\b(?:proved|checked|sampled|tested|estimated|refuted)\b")


def problems(errata: Errata) -> list[str]:
    """All that is wrong with a paper's errata."""
    return [*_coverage(errata), *_ids(errata), *_grades(errata), *_budgets(errata), *_examples(errata)]


def page_words(errata: Errata) -> int:
    """The words of the page, a verdict counting one."""
    return len(TextFile().whole(errata_document(errata, Verdicts())).replace(UNKNOWN, "verdict").split())


def refuted_statements(paper: str) -> set[str]:
    """What the paper prints and a correction replaces; constructions and companions are none."""
    stated = (claim for claim in CLAIMS.values() if claim.paper == paper and claim.role == "statement")
    return {claim.id for claim in stated if claim.kind != ARROW and corrected(claim.id)}


def _coverage(errata: Errata) -> Iterator[str]:
    counted = Counter(id for entry in errata.entries for id in entry.ids)
    refuted = refuted_statements(errata.key)
    yield from (f"{id} is in {counted[id]} entries, not in one" for id in sorted(refuted) if counted[id] != 1)
    yield from (f"{id} has no [statements] of its own" for id in sorted(refuted - errata.statements.keys()))
    yield from (f"{id} is no refuted statement" for id in sorted((counted.keys() | errata.statements.keys()) - refuted))
    beside = (id for fault in errata.faults for id in fault.beside)
    yield from (f"{id} is a refuted statement: it belongs into ids" for id in beside if id in refuted)


def _ids(errata: Errata) -> Iterator[str]:
    texts = [text for part in (errata, *errata.results, *errata.entries) for _, text in texts_of(part)]
    named = [id for text in texts for id in CLAIM.findall(text)]
    named += [id for fault in errata.faults for id in (*fault.beside, fault.shows)]
    yield from (f"there is no claim {id}" for id in dict.fromkeys(named) if id not in CLAIMS)
    for text in (entry.verified for entry in errata.entries):
        yield from (f"a verdict is written by hand: {text!r}" for _ in VERDICT.findall(text))


def _grades(errata: Errata) -> Iterator[str]:
    for entry in errata.entries:
        grades = [errata.statements[id].grade for id in entry.ids if id in errata.statements]
        if isinstance(entry, Fault):
            worst = min(grades, key=GRADES.index, default=entry.grade)
            if entry.grade != worst:
                yield f"{entry.title}: its worst statement is {worst!r}, not {entry.grade!r}"
        elif wrong := set(grades) - set(GRADED[type(entry)]):
            yield f"{', '.join(entry.ids)}: the grade {wrong.pop()!r} has no place in this table"
    order = [fault.grade for fault in errata.faults]
    if order != sorted(order, key=GRADES.index) or set(order) - set(GRADED[Fault]):
        yield "the entries are not in the order of their grades, or a grade has no entries"
    for id, one in errata.statements.items():
        if one.grade in GRADED[Fault] and not one.consequence:
            yield f"{id} needs a consequence"


def _budgets(errata: Errata) -> Iterator[str]:
    for part in (errata, *errata.results, *errata.statements.values(), *errata.entries):
        for name, text in texts_of(part):
            allowed = PRINTED if name == "printed" and part in errata.statements.values() else WORDS.get(name)
            if name != ("title" if part is errata else None) and allowed and len(text.split()) > allowed:
                yield f"{name} has {len(text.split())} words, not at most {allowed}: {text[:60]}"
    if len(errata.results) > RESULTS:
        yield f"there are {len(errata.results)} results, not at most {RESULTS}"


def _examples(errata: Errata) -> Iterator[str]:
    for fault in errata.faults:
        if fault.shows not in (*fault.ids, *fault.beside):
            yield f"{fault.title}: it shows {fault.shows}, which is not among its claims"
        if not fault.numbers:
            yield f"{fault.title}: numbers names none of the example"
        yield from (f"{fault.title}: {n} is not in the example" for n in fault.numbers if n not in fault.example)
        if not fault.ids and not fault.printed:
            yield f"{fault.title}: nothing says what is printed"
