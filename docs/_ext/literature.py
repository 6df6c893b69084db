"""What a run found of the lemmas of other papers, from its ledger: docs/literature.md includes it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from littlestone.proofs_check.reports.pages.claim_pages import Entries, markdown
from littlestone.proofs_check.reports.paper_tables import paper_tables
from littlestone.proofs_check.reports.typesetting.prose import typeset_in_markdown
from littlestone.proofs_check.verdicts.entries import Entry, EvidenceEntry, FrontierEntry, Ledger
from littlestone.spec.claim import CLAIMS, corrected
from littlestone.spec.proofs import ARROW

KEY = "LIT"
ON_CLASSES = ("exhaustive", "symbolic", "direct")
FOUND = """From a run of the profile {profile}. What is false is a guess, or a lemma
said of more than its authors said it of. `littlestone verify ID` shows each, with a counterexample.

{false}
### Constants with room

Every other constant is sharp on the classes that were looked at. These have room there: the lemma says little of small
classes, and what is checked is that it is stated right, not that it is deep.

{frontiers}
### What was decided where

{universes}
### How many
{tables}"""


def found_section(ledger: Ledger) -> str:
    """What the ledger says of the collection, as the rest of a section; empty where it has none of its claims."""
    entries: Entries = {entry["id"]: entry for entry in ledger["claims"] if entry["paper"] == KEY}
    own = list(entries.values())
    if not own:
        return ""
    return FOUND.format(
        profile=ledger["profile"],
        false=_table(("claim", "what is said", "false of", "instead"), list(_false(entries))),
        frontiers=_table(("claim", "constant", "what was found"), list(_frontiers(entries))),
        universes=_universes(entries),
        tables=paper_tables(own).partition("\n\n")[2].join(("\n", "")),
    )


def _false(entries: Entries) -> Sequence[tuple[str, ...]]:
    return [_row(id, entries) for id in _refuted(entries)]


def _row(id: str, entries: Entries) -> tuple[str, ...]:
    entry, text = entries[id], (entries[id]["counterexample"] or {})["text"]
    where = text.split("\n")[0].removeprefix("Let").strip()
    right = entry["corrected"]
    instead = f"{typeset_in_markdown(right['statement'])} ({right['verdict']})" if right else ""
    return f"`{id}`", typeset_in_markdown(entry["statement"]), f"`{where.split(' on ')[0]}`", instead


def _refuted(entries: Entries) -> list[str]:
    """What a run refuted, uses in proofs apart."""
    return [id for id, entry in entries.items() if entry["verdict"] == "refuted" and entry["kind"] != ARROW]


def _universes(entries: Entries) -> str:
    """For each universe of classes, of how many claims it is the largest that was decided, and which."""
    own = [entry for entry in entries.values() if entry["kind"] != ARROW]
    largest = {entry["id"]: last for entry in own if (last := _largest_decided(entry)) is not None}
    groups: dict[tuple[str, str], list[str]] = {}
    for id, last in largest.items():
        groups.setdefault((last["universe"], last["prover"]), []).append(id.partition(".")[2])
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    rows = [(universe, prover, str(len(ids)), ", ".join(ids)) for (universe, prover), ids in ranked]
    return _table(("the largest universe", "by", "claims", "which"), rows)


def _largest_decided(entry: Entry) -> EvidenceEntry | None:
    """The last and so largest universe of classes on which the claim, or its corrected form, was decided whole."""
    judged = entry["corrected"] or entry
    told = [e for e in judged["evidence"] if e["prover"] in ON_CLASSES and e["outcome"] == "checked"]
    return told[-1] if told and "classes" in told[-1]["universe"] else None


def _frontiers(entries: Entries) -> Sequence[tuple[str, ...]]:
    return [
        (f"`{id}`", f"`{found['constant']}`", markdown(found["words"]))
        for id, entry in entries.items()
        for found in entry["frontiers"]
        if found["status"] != "not measured" and _has_room(id, found)
    ]


def _has_room(id: str, found: FrontierEntry) -> bool:
    """A stronger constant holds everywhere, a whole one where the formula counts with it."""
    if found["holds_to"] is None:
        return False
    formula = (corrected(id) or CLAIMS[id]).formula
    whole = formula.__annotations__[found["constant"]] in (int, "int")
    least, printed = Fraction(found["holds_to"]), Fraction(found["printed"])
    to_whole = floor if found["stronger"] == "larger" else ceil
    return (to_whole(least) if whole else least) != printed


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines: list[Sequence[str]] = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
