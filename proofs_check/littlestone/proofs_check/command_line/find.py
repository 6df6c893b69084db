"""The command that finds a claim by what a reader has at hand: "Lemma 4.1", words of its title, a part of an id.

It answers before anything was run, from the release, marked so. What is printed stands before what only a proof says;
a claim that has the text as its item or id before one that has its words somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from littlestone.proofs_check.command_line.last_run import REPORT, last_entries
from littlestone.proofs_check.command_line.usage import WrongUsage
from littlestone.spec.claim import Claim
from littlestone.spec.proofs import ARROW

MOST = 12


@click.command("find")
@click.argument("text", nargs=-1, required=True)
@click.option("--report", type=click.Path(path_type=Path), default=REPORT, help="Where the ledger lies.")
def find_command(text: tuple[str, ...], report: Path) -> None:
    """Find claims by TEXT: "Lemma 4.1", with a paper or without, words of a title or statement, a part of an id.

    The best are first, each with its verdict of the last run or else of the release.
    """
    from littlestone.proofs_check.command_line.listing import listed_lines
    from littlestone.proofs_check.sources.catalogue import load_papers, printed_claims

    load_papers()
    claims = printed_claims()
    words = " ".join(text)
    found = best_first(words, claims)
    if not found:
        near = get_close_matches(words.upper(), [claim.id.upper() for claim in claims], 3, 0.5)
        advice = f"near are {', '.join(near)}" if near else "littlestone list has all"
        raise WrongUsage(f"no claim has {words!r}; {advice}")
    click.echo("\n".join(listed_lines(found[:MOST], last_entries(report))))
    if len(found) > MOST:
        click.echo(f"and {len(found) - MOST} more: say the paper too, or more words")


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
