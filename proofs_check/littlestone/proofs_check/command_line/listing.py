"""Claims as lines of a list and as JSON, each with what the ledger knows of it; and found by words, for `find`.

`find` takes what a reader has at hand: "Lemma 4.1", words of a title, a part of an id. It answers before anything was
run, from the release, marked so. What is printed stands before what only a proof says; a claim that has the text as its
item or id before one that has its words somewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from littlestone.proofs_check.command_line.console import card_in
from littlestone.proofs_check.command_line.last_run import REPORT, last_entries
from littlestone.proofs_check.command_line.usage import WrongUsage
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.reports.errata.data import graded_statements
from littlestone.proofs_check.reports.errata.document import Verdicts
from littlestone.proofs_check.reports.errata.formats import TextFile
from littlestone.proofs_check.reports.pages.cards import hit_lines, said, title_and_place
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.released import marked_verdicts, released
from littlestone.proofs_check.reports.verdict_words import verdict_words
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.spec.claim import Claim, corrected
from littlestone.spec.proofs import ARROW, arrows_of

MOST_FOUND = 12


def listed_lines(claims: Sequence[Claim], found: Mapping[str, Entry]) -> list[str]:
    """A line for each claim, with the verdict of the last run or else of the release where one is known."""
    told = marked_verdicts()
    words = {c.id: verdict_words(found[c.id]) if c.id in found else told.get(c.id, "") for c in claims}
    ids, verdicts = (max(map(len, column), default=0) for column in (words, words.values()))
    gap = 2 if verdicts else 0
    return [f"{c.id:<{ids}}  {words[c.id]:<{verdicts}}{'':<{gap}}{c.kind:<10}  {title_and_place(c)}" for c in claims]


def known_verdicts(found: Mapping[str, Entry]) -> dict[str, str]:
    """The verdict of each claim by its id: the release's, and over it the last run's."""
    told = {id: one["verdict"] for id, one in released().items()}
    return told | {id: entry["verdict"] for id, entry in found.items()}


def listed_json(claims: Sequence[Claim], found: Mapping[str, Entry]) -> str:
    """The same as JSON: a verdict is null where no run found one, whatever the release says."""
    known = {id: entry["verdict"] for id, entry in found.items()}
    return json.dumps([{**_about(c), "verdict": known.get(c.id), "released": released().get(c.id)} for c in claims])


def explained_json(claims: Sequence[Claim], view: ProofView) -> str:
    """All that ``explain`` says, as JSON; ``found`` is the ledger's entry or null, ``released`` the release's."""
    return json.dumps([_explained(claim, view) for claim in claims], ensure_ascii=False)


def _about(claim: Claim) -> JsonObject:
    return {"id": claim.id, "kind": claim.kind, "source": claim.source, "title": claim.title}


def _explained(claim: Claim, view: ProofView) -> dict[str, object]:
    repair, graded = corrected(claim.id), graded_statements().get(claim.id)
    uses = [{"id": a.id, "cited": a.cited, "place": a.place, "statement": a.statement} for a in arrows_of(claim.id)]
    return {
        **_about(claim),
        "address": claim.address,
        "grade": graded.grade if graded else None,
        "consequence": graded.consequence if graded else None,
        "card": {row.label: said(row, TextFile()) for row in card_in(claim, view)},
        "statement": claim.statement,
        "formula": claim.code,
        "not_checkable": claim.not_checkable,
        "corrected": repair and {"why": repair.why, "statement": repair.statement, "formula": repair.code},
        "uses": uses,
        "found": view.proofs.entries.get(claim.id),
        "released": released().get(claim.id),
    }


# ---- Finding claims by what a reader has at hand


@click.command("find")
@click.argument("text", nargs=-1, required=True)
@click.option("--report", type=click.Path(path_type=Path), default=REPORT, help="Where the ledger lies.")
def find_command(text: tuple[str, ...], report: Path) -> None:
    """Find claims by TEXT: "Lemma 4.1", with a paper or without, words of a title or statement, a part of an id.

    The best are first, each with its verdict of the last run or else of the release.
    """
    from littlestone.proofs_check.sources.catalogue import load_papers, printed_claims

    load_papers()
    claims = printed_claims()
    words = " ".join(text)
    found = best_first(words, claims)
    if not found:
        near = get_close_matches(words.upper(), [claim.id.upper() for claim in claims], 3, 0.5)
        advice = f"near are {', '.join(near)}" if near else "littlestone list has all"
        raise WrongUsage(f"no claim has {words!r}; {advice}")
    told = Verdicts(last_entries(report), released())
    click.echo("\n".join(line for claim in found[:MOST_FOUND] for line in hit_lines(claim, told)))
    if len(found) > MOST_FOUND:
        click.echo(f"and {len(found) - MOST_FOUND} more: say the paper too, or more words")


def best_first(text: str, claims: Sequence[Claim]) -> list[Claim]:
    """The claims that have all of the text, in any case: id and item first, then titles, then statements."""
    papers = {claim.paper.lower() for claim in claims}
    words = text.lower().split()
    asked = [word for word in words if word in papers]
    rest = " ".join(word for word in words if word not in papers) or text.lower()
    among = [c for c in claims if c.kind != ARROW and (not asked or c.paper.lower() in asked)]
    ranked = [(_rank(rest, claim), claim.role != "statement", i) for i, claim in enumerate(among)]
    return [among[i] for rank, _, i in sorted(ranked) if rank < len(_LOOKED_AT)]


def _rank(text: str, claim: Claim) -> int:
    """The first place where the claim has the text; the number of places where it has it nowhere."""
    return next((i for i, has in enumerate(_LOOKED_AT) if has(text, claim)), len(_LOOKED_AT))


def _all_words(text: str, where: str) -> bool:
    """Words may be begun only, numbers not: "5.1" is not in "5.11"."""
    return all(re.search(rf"\b{re.escape(word)}(?!(?<=\d)\d)", where, re.IGNORECASE) for word in text.split())


_LOOKED_AT: tuple[Callable[[str, Claim], bool], ...] = (
    lambda text, claim: text in (claim.id.lower(), claim.id.lower().partition(".")[2]),
    lambda text, claim: claim.source.lower().partition(",")[0] == text,
    lambda text, claim: re.search(rf"\b{re.escape(text)}(?![\w]|\.\d)", claim.source.lower()) is not None,
    lambda text, claim: text in claim.id.lower(),
    lambda text, claim: _all_words(text, claim.title),
    lambda text, claim: _all_words(text, f"{claim.title} {claim.source} {claim.statement}"),
)
