"""Every statement of the papers that the project promises has a claim.

A paper's folder lists them in ``promised.toml``: a place in the paper, and the ids there without the paper's key.
"""

import tomllib
from pathlib import Path

import pytest

import littlestone.spec
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS

FILES = {
    file.parent.name.upper(): file
    for folder in littlestone.spec.__path__
    for file in sorted(Path(folder).glob("*/promised.toml"))
}
AT_LEAST = {"BGS21": 126, "ABLMM22": 108}


def promised(paper: str) -> list[str]:
    places = tomllib.loads(FILES[paper].read_text(encoding="utf-8"))
    return [id for ids in places.values() for id in ids.split()]


def missing(paper: str, ids: list[str]) -> list[str]:
    load_papers()
    return [id for id in ids if f"{paper}.{id}" not in CLAIMS]


@pytest.mark.parametrize("paper", FILES)
def test_the_promised_statements_are_claims(paper: str) -> None:
    assert missing(paper, promised(paper)) == []


@pytest.mark.parametrize("paper", FILES)
def test_no_statement_is_promised_twice(paper: str) -> None:
    assert len(set(promised(paper))) == len(promised(paper))


@pytest.mark.parametrize("paper", AT_LEAST)
def test_no_promise_was_dropped(paper: str) -> None:
    assert len(promised(paper)) >= AT_LEAST[paper]


def test_an_absent_statement_would_be_seen() -> None:
    assert missing("ABLMM22", ["T1", "T99"]) == ["T99"]
