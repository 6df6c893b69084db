"""What a built page says in words where a formula belongs: in the statements of its claims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

CARD = re.compile(r'<(blockquote|span|td)\b[^>]*\bclass="(?:statement|said)"[^>]*>.*?</\1>', re.S)
SET = re.compile(r"<(math|code|svg)\b.*?</\1>", re.S)
ID = re.compile(r"\b[A-Z][A-Z0-9]+(?:\.\w+)+")
FORMULA = "\ufffc"  # stands for one that is set
MISPRINTS = {
    "an exponent": re.compile(rf"\^|{FORMULA}\.\d"),
    "a backtick": re.compile("`"),
    "an asterisk": re.compile(rf"(?:\b\w|[\d)\]{FORMULA}]) ?\* ?(?:\w\b|[\d(\[{FORMULA}])"),
    "a dollar": re.compile(r"\$"),
    "an identifier": re.compile(r"[A-Za-z]\w*_\w+"),
}


def misprints(html: str) -> Iterator[str]:
    """Each sign of a formula among the words of a page's statements, with what is around it."""
    for card in CARD.finditer(html):
        words = unescape(re.sub(r"<[^>]*>", "", SET.sub(FORMULA, card[0])))
        said = ID.sub("ID", " ".join(words.split()))
        for name, sign in MISPRINTS.items():
            yield from (f"{name}: {_around(said, found)}" for found in sign.finditer(said))


def _around(text: str, found: re.Match[str]) -> str:
    return text[max(0, found.start() - 30) : found.end() + 30].replace(FORMULA, "(a formula)")
