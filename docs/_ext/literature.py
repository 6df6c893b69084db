"""What a run found of the lemmas of other papers, from its ledger: docs/literature.md includes it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from littlestone.proofs_check.reports.claim_pages import Entries, markdown
from littlestone.proofs_check.reports.paper_tables import paper_tables
from littlestone.proofs_check.reports.refuted_prints import refuted_ids, universes_table
from littlestone.proofs_check.verdicts.entries import FrontierEntry, Ledger
from littlestone.spec.claim import CLAIMS, corrected

KEY = "LIT"
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
        universes=universes_table(KEY, entries),
        tables=paper_tables(own).partition("\n\n")[2].join(("\n", "")),
    )


def _false(entries: Entries) -> Sequence[tuple[str, ...]]:
    return [_row(id, entries) for id in refuted_ids(KEY, entries)]


def _row(id: str, entries: Entries) -> tuple[str, ...]:
    entry, text = entries[id], (entries[id]["counterexample"] or {})["text"]
    where = text.split("\n")[0].removeprefix("Let").strip()
    right = entry["corrected"]
    instead = f"{right['statement']} ({right['verdict']})" if right else ""
    return f"`{id}`", markdown(entry["statement"]), f"`{where.split(' on ')[0]}`", markdown(instead)


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
