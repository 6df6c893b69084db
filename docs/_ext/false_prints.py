"""The pages of what is false as printed, from a ledger: one for each paper with words in ``docs/false_prints``.

What the proofs cite, DP, DIM and PROB, belongs into the ledger too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from littlestone.proofs_check.reports.claim_pages import Entries
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.refuted_prints import (
    refuted_ids,
    refuted_section,
    refuted_uses,
    standing_table,
    universes_table,
)

DOCS = Path(__file__).resolve().parents[1]
HEAD = """# What is false as printed in {key}

{title}. Each false print with a counterexample, in the paper's symbols, what it means for the theorems, the
repair with its own verdict, and the command that shows it. `...` stands for the rest of what the command prints. A
statement that hides a constant is refuted for every constant: the claim that says so is named beside it. A verdict
*narrowed* covers less than the sentence; the claim's page says what.

In short: {in_short}

This page is made from the claims and from a run of this version.
"""
USES = """What a proof takes from another statement is checked at its arguments there. These uses fail as printed; each
is repaired, or the proof says above that it rests on it.

"""
DECIDED = """From a run of the profile {}. All classes, not a sample of them, up to the universe that is named; a claim
about a class and its subclasses is about all pairs. Where a formula cannot be called so often, its page says where it
stopped. Claims without classes are decided for all values of their parameters, or in a box of integers that their pages
name.

"""


@dataclass(frozen=True)
class Words:
    """What people say beside the false prints of a paper.

    ``named`` are the statements whose proofs are judged, ``first`` is what follows from each print that matters, in
    that order, ``other`` from the rest; ids are without the paper's key.
    """

    key: str
    title: str
    in_short: str
    named: tuple[str, ...]
    first: dict[str, str]
    other: dict[str, str]

    def follows(self, id: str) -> str:
        """What follows from a print, in words; empty where nothing is said."""
        return " ".join((self.first | self.other).get(id.removeprefix(f"{self.key}."), "").split())


def all_words() -> list[Words]:
    """Those of each paper that has a page, by its key."""
    return [_words(path) for path in sorted((DOCS / "false_prints").glob("*.toml"))]


def _words(path: Path) -> Words:
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    named = tuple(said.pop("named").split())
    return Words(key=path.stem.upper(), named=named, **said)


def page(words: Words, entries: Entries, profile: str) -> str:
    """The page as Markdown, from a run of this profile; equal ledgers give equal pages."""
    view, found = ProofView(entries), refuted_ids(words.key, entries)
    first = [f"{words.key}.{name}" for name in words.first if f"{words.key}.{name}" in found]
    others = [id for id in found if id not in first]
    chapters = (
        ("What becomes of the theorems", standing_table([f"{words.key}.{name}" for name in words.named], view)),
        ("What matters first", _sections(first, words, view)),
        ("Corners and steps", _sections(others, words, view)),
        ("Uses in proofs that fail", USES + refuted_uses(words.key, entries)),
        ("What was decided where", DECIDED.format(profile) + universes_table(words.key, entries)),
    )
    head = HEAD.format(key=words.key, title=words.title, in_short=words.in_short.strip())
    return head + "".join(f"\n## {title}\n\n{text}" for title, text in chapters)


def _sections(ids: Sequence[str], words: Words, view: ProofView) -> str:
    return "\n".join(refuted_section(id, view, words.follows(id)) for id in ids)
