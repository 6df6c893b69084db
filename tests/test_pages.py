"""Pages stay short: words of each and of all, and the length of their sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MADE = {"_build", "api", "claims", "errata"}  # folders that the documentation's builder fills
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if MADE.isdisjoint(path.relative_to(ROOT).parts) and path.name not in ("literature_found.md", "tables.md")
}
WORDS = 30_000  # of all pages
WORDS_OF_A_PAGE = 2_650  # as the longest has; most have half of that
WORDS_OF_A_SENTENCE = 25  # of nine sentences in ten
BLOCK = re.compile(r"^(`{3,}).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
NOT_PROSE = ("|", "#", ":", "<")


def paragraphs(page: str) -> list[str]:
    """The page's paragraphs and points of lists: blocks, tables and headings left out, code spans as one word."""
    lines = "\n".join(line for line in BLOCK.sub("\n\n", page).splitlines() if not line.startswith(NOT_PROSE))
    parts = re.split(r"\n\s*\n|\n(?=\s*(?:- |\d+\. ))", lines)
    return [re.sub(r"`[^`]*`", "x", re.sub(r"\]\([^)]*\)", "]", part)).strip() for part in parts if part.strip()]


def lengths(page: str) -> list[int]:
    """The numbers of words of its sentences, in order of size; a single word is no sentence."""
    ends = re.compile(r"(?<=[.!?:;])[\"')*]*\s+(?=[\"'A-Z0-9x*\[(])")
    found = (len(re.findall(r"\S*\w\S*", sentence)) for part in paragraphs(page) for sentence in ends.split(part))
    return sorted(words for words in found if words > 1)


def ninth_of_ten(numbers: list[int]) -> int:
    return numbers[9 * len(numbers) // 10] if numbers else 0


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_to_its_words(name: str) -> None:
    assert len(PAGES[name].split()) <= WORDS_OF_A_PAGE


@pytest.mark.parametrize("name", PAGES)
def test_nine_sentences_in_ten_are_short(name: str) -> None:
    assert ninth_of_ten(lengths(PAGES[name])) <= WORDS_OF_A_SENTENCE


def test_all_pages_keep_to_their_words() -> None:
    assert sum(len(page.split()) for page in PAGES.values()) <= WORDS


def test_a_sentence_is_counted_once_and_code_is_not() -> None:
    page = "# A title\n\nOne two three. Four\nfive `a b c` six.\n\n```sh\nten eleven twelve\n```\n\n"
    page += "| a | table |\n- Seven eight.\n- Nine ten.\n"
    assert lengths(page) == [2, 2, 3, 4]
    assert ninth_of_ten(list(range(1, 11))) == 10
