"""A claim says what the letters of its scope are: the integers that its formula takes are named on its card."""

from __future__ import annotations

import re

import pytest

from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Naturals, Reals
from littlestone.spec.proofs import ARROW
from littlestone.spec.prose import FORMULA, as_written

load_papers()
PAPERS = ("ABLMM22", "BCS20", "BGS21", "LYU25", "YAN25")
ARTICLE = re.compile(r"(?<!\S)a (?=[a-z])")


def said(claim: Claim) -> str:
    """The sentence and the limits; an article is no letter, but where it stands in a formula."""
    parts = (claim.statement, claim.narrows, claim.caps, claim.reach_words, claim.leaves_out)
    return " ".join(bare(as_written(part)) for part in parts if part)


def bare(text: str) -> str:
    """The text without its articles, and without the dollars."""
    return FORMULA.sub(r"\1", ARTICLE.sub("", text))


def is_named(name: str, text: str) -> bool:
    """As a word or a subscript: not with another subscript, whose underscore may be left out (p0 is p_0)."""
    flags = re.IGNORECASE if len(name) > 2 else 0
    spelled = re.escape(name).replace("_", "_?")
    if name[-1].isdigit():
        spelled = re.sub(r"(\d+)$", r"_?\1", spelled)
    return re.search(rf"(?<![A-Za-z]){spelled}(?!\w)", text, flags) is not None


def unnamed(claim: Claim) -> list[str]:
    """The integers of which the claim does not say what they are."""
    text = said(claim)
    return [name for name, domain in claim.domains.items() if isinstance(domain, Naturals) and not is_named(name, text)]


def is_asked(claim: Claim) -> bool:
    """A claim of a paper that has a scope: no use, and nothing that is proved of all reals."""
    if claim.paper not in PAPERS or claim.kind == ARROW or ".from." in claim.id or claim.not_checkable:
        return False
    return not any(isinstance(domain, Reals) for domain in claim.domains.values())


@pytest.mark.parametrize("paper", PAPERS)
def test_a_claim_names_the_integers_of_its_scope(paper: str) -> None:
    asked = [claim for claim in CLAIMS.values() if claim.paper == paper and is_asked(claim)]
    assert sum(isinstance(d, Naturals) for claim in asked for d in claim.domains.values()) > 40
    assert {claim.id: names for claim in asked if (names := unnamed(claim))} == {}


NAME = re.compile(r"(?<![\w.])(?:\.[A-Z]\w*|[A-Z][A-Z0-9]+(?=\.))(?:\.\w+)*")  # cut off, or whole


@pytest.mark.parametrize("paper", PAPERS)
def test_a_limit_names_claims_by_their_whole_ids(paper: str) -> None:
    """The card says their verdicts."""
    limits = [part for c in CLAIMS.values() if c.paper == paper for part in (c.narrows, c.caps, c.leaves_out) if part]
    named = {one for part in limits for one in NAME.findall(part)}
    assert len(named) > 20 and named <= CLAIMS.keys()


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("n", "on n points", True),
        ("n", "at most 2n - 1 of them", True),
        ("n", "where n_0 is large", False),
        ("j", "the sum of all z_j", True),
        ("budget", "at most K_budget times", True),
        ("p0", "p_0 rows", True),
        ("size_heavy", "size_heavy <= size", True),
        ("mld", "MLD is at most 1", True),
        ("K", "at least k", False),
        ("m", "the maximum of them", False),
        ("a", bare("of a class with a point"), False),
        ("a", bare("with $kappa 8^-a$ and those of which $a$ tell"), True),
    ],
)
def test_a_name_is_a_word_or_a_subscript(name: str, text: str, named: bool) -> None:
    assert is_named(name, text) is named
