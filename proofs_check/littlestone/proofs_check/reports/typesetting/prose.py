"""Sentences with ``$formulas$`` and code in backquotes, typeset for pages of HTML and of Markdown."""

from __future__ import annotations

import re
import string
from functools import lru_cache
from html import escape, unescape

from markupsafe import Markup

from littlestone.proofs_check.reports.typesetting.formula_notations import MathMl, Plain
from littlestone.proofs_check.reports.typesetting.plain_formulas import FormulaError, Leaf, Row, pieces
from littlestone.spec.prose import as_written

PUNCTUATION = re.compile(f"[{re.escape(string.punctuation)}]")
BREAKS = tuple(
    Leaf("sign", sign) for sign in ("<=", ">=", "=", "<", ">", "+", "-", "*", "/", ",")
)  # a line may end there
LONGEST_PART = 16  # characters


@lru_cache(maxsize=8192)  # a report shows a statement in up to three places
def typeset_prose(words: str) -> Markup:
    """What was said in these words as HTML; words alone where a formula in it cannot be parsed."""
    return Markup("".join(map(_in_html, _pieces(words))))


def typeset_in_markdown(words: str) -> str:
    """What was said in these words as Markdown on one line, for a cell of a table too."""
    return "".join(map(_in_markdown, _pieces(" ".join(words.split()))))


def _pieces(words: str) -> list[str | Row | Leaf]:
    try:
        return pieces(as_written(words))
    except FormulaError:
        return [words]


def _in_html(piece: str | Row | Leaf) -> str:
    if isinstance(piece, str):
        return escape(piece)
    return f"<code>{escape(piece.text)}</code>" if isinstance(piece, Leaf) else mathml(piece)


def _in_markdown(piece: str | Row | Leaf) -> str:
    if isinstance(piece, str):
        return literally(piece)
    return f"<code>{literally(piece.text)}</code>" if isinstance(piece, Leaf) else in_markdown(piece)


def literally(text: str) -> str:
    """Text as Markdown that shows it as it is."""
    return PUNCTUATION.sub(r"\\\g<0>", text)


def in_markdown(formula: Row) -> str:
    """MathML in which Markdown finds nothing of its own."""
    return re.sub(r"(?<=>)[^<]+(?=<)", lambda text: literally(unescape(text[0])), mathml(formula))


def mathml(formula: Row) -> str:
    """A formula as MathML; a long one in parts, as no browser breaks the line within one."""
    parts: list[Row] = [()]
    for node in formula:
        parts[-1] += (node,)
        if node in BREAKS and len(Plain().row(parts[-1])) > LONGEST_PART:
            parts.append(())
    return "\u200b".join(map(_one_line, parts))


def _one_line(part: Row) -> str:
    words = escape(Plain().row(part)).replace("|", "&#124;")  # which ends the cell of a table
    return f'<math alttext="{words}">{MathMl().row(part)}</math>'
