"""Whoever follows the landing page, the tutorial or a how-to page sees what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.documents import ROOT, Block, Reader, blocks, commands, is_shown

pytestmark = pytest.mark.slow

DOCS = ROOT / "docs"
OF_TEN_FUNCTIONS = "--at-most 10"  # on six points: listing their orbits takes 20 s
PAGES = [DOCS / "index.md", DOCS / "tutorial.md", DOCS / "which_learner.md", *sorted((DOCS / "how_to").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_shows_what_happens(page: Path, tmp_path: Path) -> None:
    Reader(tmp_path, leaves_out=OF_TEN_FUNCTIONS).follow(page.read_text(encoding="utf-8"))


@pytest.mark.nightly
def test_the_page_shows_what_happens_to_classes_of_ten_functions(tmp_path: Path) -> None:
    page = (DOCS / "how_to" / "explore.md").read_text(encoding="utf-8")
    assert OF_TEN_FUNCTIONS in page
    Reader(tmp_path).follow(page)


def test_every_block_that_a_reader_would_type_is_run() -> None:
    for page in PAGES:
        for block in blocks(page.read_text(encoding="utf-8")):
            runs = block.caption or block.language in ("console", "pycon", "yaml", "text", "sh")
            assert runs, f"{page.name}, line {block.line}: nothing runs a {block.language} block without a caption"


def test_the_picture_is_what_the_kit_draws(tmp_path: Path) -> None:
    """But for its colour: a grey that can be seen on white and on black."""
    matrix = next(b.text for b in blocks((DOCS / "tutorial.md").read_text("utf-8")) if b.caption == "class.csv")
    page = f"```{{code-block}} text\n:caption: class.csv\n\n{matrix}```\n\n"
    Reader(tmp_path).follow(page + "```console\n$ littlestone dims class.csv --svg tree.svg\n...\n```\n")
    drawn = (tmp_path / "tree.svg").read_text(encoding="utf-8")
    shown = (DOCS / "images" / "shattered-tree.svg").read_text(encoding="utf-8")
    assert shown == drawn.replace("<svg ", '<svg color="#808080" ', 1)


def test_the_blocks_of_a_page() -> None:
    code = "```{code-block} python\n:caption: a.py\n\nx = 1\n```\n"
    page = f"# A\n\n{code}\n```console\n$ cat a.py\nx = 1\n$ echo $?\n0\n```\n"
    assert blocks(page) == [
        Block("python", "a.py", "x = 1\n", 3),
        Block("console", None, "$ cat a.py\nx = 1\n$ echo $?\n0\n", 9),
    ]
    assert list(commands(blocks(page)[1].text)) == [("cat a.py", "x = 1\n"), ("echo $?", "0\n")]


@pytest.mark.parametrize(
    "page",
    [
        "```console\n$ echo one\ntwo\n```\n",
        "```console\n$ echo one\n```\n",
        "```console\n$ false\n$ echo $?\n0\n```\n",
        "```console\n$ littlestone list DIM.nothing\nDIM.nothing  lemma ...\n```\n",
        "```pycon\n>>> 1 + 1\n3\n```\n",
        "```{code-block} python\n:caption: a.py\n\nx = 1\n```\n\n```console\n$ cat a.py\nx = 2\n```\n",
    ],
)
def test_a_page_that_shows_something_else_is_caught(page: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        Reader(tmp_path).follow(page)


def test_dots_stand_for_anything_and_the_rest_for_itself() -> None:
    assert is_shown("a ... d\n...\n", "a b c d\ne\nf\n")
    assert is_shown("...", "")
    assert not is_shown("a ... d\n", "a b c\n")
    assert not is_shown("a\n", "a\nb\n")
    assert not is_shown("a.c\n", "abc\n")
