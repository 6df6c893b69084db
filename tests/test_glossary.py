"""The glossary is in use: its terms are said, its old words are not, and what ids and JSON keys say they say."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import click
import pytest

from littlestone.proofs_check.command_line.main import main

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = ROOT / "docs" / "glossary.md"
HOW_TO = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "how_to").glob("*.md"))
PAGES = ["README.md", "CONTRIBUTING.md", "docs/index.md", "docs/tutorial.md", "docs/which_learner.md", *HOW_TO]
CODE = re.compile(r"^(`{3,}).*?^\1[^\n]*$|`[^`\n]*`|\]\([^)]*\)", re.DOTALL | re.MULTILINE)
FOR_NOW = "## What ids and JSON keys say"
DROPPED = re.compile(r"([a-z ]+?) \([a-z ]+\)")


def rows(text: str) -> list[list[str]]:
    """The cells of the tables' lines, their heads left out."""
    lines = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line] for line in lines]
    return [row for row in cells if row[0] not in ("word", "ids and keys say") and not row[0].startswith("---")]


TERMS, OUTPUT = (rows(part) for part in GLOSSARY.read_text(encoding="utf-8").split(FOR_NOW))
SAID_FOR = {word.strip("`"): term for word, term in OUTPUT}


def old_words() -> list[str]:
    """What the last column lists, and the words that are dropped."""
    replaced = [word.strip() for row in TERMS if len(row) == 3 for word in row[2].split(",")]
    dropped = next(line for line in GLOSSARY.read_text(encoding="utf-8").split("\n\n") if "dropped without" in line)
    return [*replaced, *(found.strip() for found in DROPPED.findall(dropped.split(":")[1].replace("\n", " ")))]


def said(word: str, text: str) -> bool:
    """Whether the text has the word, or its plural."""
    return re.search(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE) is not None


def helps(command: click.Command) -> str:
    """The help of a command and of those below it."""
    below = command.commands.values() if isinstance(command, click.Group) else ()
    return "\n".join([command.get_help(click.Context(command)), *map(helps, below)])


@cache
def documents() -> str:
    """All pages but the glossary, and the help of the command line."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    texts = [page.read_text(encoding="utf-8") for page in pages if page != GLOSSARY and "_build" not in page.parts]
    return "\n".join([*texts, helps(main)])


@pytest.mark.parametrize("term", [row[0] for row in TERMS])
def test_a_term_is_in_use(term: str) -> None:
    assert said(term, documents()) or term in SAID_FOR.values()


@pytest.mark.parametrize("page", PAGES)
def test_no_old_word_is_in_the_prose(page: str) -> None:
    prose = CODE.sub(" ", (ROOT / page).read_text(encoding="utf-8"))
    assert [word for word in old_words() if said(word, prose)] == []


def test_the_output_says_these_words_for_a_term() -> None:
    sources = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "proofs_check").rglob("*.py"))
    assert [word for word in SAID_FOR if not re.search(rf"\b{word}\b", sources)] == []
    assert set(SAID_FOR.values()) <= {row[0] for row in TERMS}


def test_terms_and_old_words_are_read() -> None:
    assert len(TERMS) > 30
    assert {"arrow", "false print", "would have seen", "held against", "so far as"} <= set(old_words())
    assert not {"", "statement", "again"} & set(old_words())
    assert said("arrow", "two arrows") and not said("arrow", "narrower")
    assert CODE.sub("", "```\nan arrow\n```\n`arrow` [x](#arrow)").strip() == "[x"
