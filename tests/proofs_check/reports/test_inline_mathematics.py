"""The mathematics in sentences: nothing is lost or moved, what is certain is typeset, what is not stays text."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from littlestone.proofs_check.reports.inline_mathematics import typeset_prose
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.algebra.expression_mathml import LETTERS
from littlestone.spec.claim import CLAIMS

SIGNS = {
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "−": "-",
    "⋅": "*",
    "∗": "*",
    "→": "->",
    "⇒": "=>",
    "⇔": "<=>",
    "∼": "~",
    "‥": "..",
}
ENCLOSED = {"⌊": "floor(", "⌋": ")", "⌈": "ceil(", "⌉": ")"}
GREEK = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(LETTERS, key=len, reverse=True))})(?![A-Za-z])")
FORMULA = re.compile(r"<math.*?</math>|<code>.*?</code>")


def read(markup: str) -> str:
    """A typeset sentence as text again: scripts in braces, letters as letters, all else as it stands."""
    return unescape(FORMULA.sub(lambda found: _read_html(found[0]), markup))


def _read_html(markup: str) -> str:
    element = ElementTree.fromstring(markup)
    return f"``{element.text}``" if element.tag == "code" else "".join(map(_read, element))


def _read(element: Element) -> str:
    parts, text = [_read(child) for child in element], element.text or ""
    match element.tag:
        case "mrow":
            return "".join(parts)
        case "mo" | "mi" | "mn" | "mtext":
            text = text.replace("\u0303", "~").replace("′", "'")
            return SIGNS.get(text, ENCLOSED.get(text, text))
        case "mspace":
            return " "
        case "msub":
            return f"{parts[0]}_{{{parts[1]}}}"
        case "msup":
            if set(parts[1]) == {"'"}:
                return "".join(parts)
            return f"{parts[0]}^{{{parts[1]}}}"
        case "msubsup":
            return f"{parts[0]}_{{{parts[1]}}}^{{{parts[2]}}}"
        case "msqrt":
            return f"sqrt({''.join(parts)})"
    raise ValueError(f"no reading for <{element.tag}>")


def plain(text: str) -> str:
    """What is left of a text when letters are letters and the brackets of scripts are gone."""
    lettered = GREEK.sub(lambda found: LETTERS[found[0]], text)
    bare = re.sub(r"[\s{}()]|\^(?=\{?\*)", "", lettered).replace("log_2", "log2").replace("==", "=")
    return re.sub(r"\*_(\w)", r"_\1*", bare)  # of two scripts either may be written first


@pytest.mark.slow
def test_no_sign_of_a_statement_is_lost_or_moved() -> None:
    load_papers()
    statements = [
        text for claim in [*CLAIMS.values()][::6] for text in (claim.statement, claim.why or "", claim.narrows or "")
    ]
    typeset = [str(typeset_prose(statement)) for statement in statements]
    for statement, markup in zip(statements, typeset, strict=True):
        assert plain(read(markup)) == plain(statement)
    assert sum("<math" in markup for markup in typeset) > 300


def test_the_reading_notices_what_is_lost() -> None:
    assert plain(read(str(typeset_prose("x_1 <= 2^{d+1}")).replace("<mn>1</mn>", "<mn>7</mn>"))) != plain(
        "x_1 <= 2^{d+1}"
    )


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("H has x_1 and x_2^3.", "H has x_{1} and x_{2}^{3}."),
        ("2^(d-l) points", "2^{d-l} points"),
        ("2^{2^{O(d)}}", "2^{2^{O(d)}}"),
        ("e^{-0.1} <= p", "e^{-0.1}<=p"),
        ("e^-t is small", "e^{-t} is small"),
        ("max_i Ldim(H|_i) <= 6 MLD(H)", "max_{i} Ldim(H|_{i})<=6 MLD(H)"),
        ("sqrt(2 n ln(1/delta)) >= c", "sqrt(2 n ln(1/δ))>=c"),
        ("floor(log2 n)", "floor(log_{2} n)"),
        ("log* d", "log^{*} d"),
        ("k' = n-1", "k'=n-1"),
        ("eps'' < eps'", "ε''<ε'"),
        ("4m rows", "4m rows"),
    ],
)
def test_what_is_certain_is_typeset(text: str, reading: str) -> None:
    assert read(str(typeset_prose(text))) == reading


@pytest.mark.parametrize(
    "text",
    [
        "A class is a set of functions.",
        "See Theorem 3, section 2.1 and BGS21.T3.4.corrected, e.g. there.",
        "The 0-1 loss, as of 2 rows.",
        "A's row, <script>alert(1)</script> and & beyond",
        "x_k'+1 is not certain, nor 2^n(x), e^-t/2, x_n+1",
        "(a remark",
    ],
)
def test_what_is_not_certain_stays_text(text: str) -> None:
    markup = str(typeset_prose(text))
    assert not re.search(r"<m(?:sub|sup|o)", markup)
    assert read(markup) == text
    assert "<script" not in markup


@pytest.mark.parametrize(("text", "math"), [("(epsilon, delta)-private", 1), ("k-irreducible", 1), ("a point of c", 1)])
def test_words_beside_formulas_stay_words(text: str, math: int) -> None:
    markup = str(typeset_prose(text))
    assert markup.count("<math") == math
    assert text.split("-")[-1].split(" ")[-1][-7:] in read(markup)


def test_a_long_formula_can_be_broken_behind_its_signs() -> None:
    text = "2 * x_1 + 3 * x_2 + 4 * x_3 + 5 * x_4 <= (1 + 2 * x_5 + 3 * x_6 + 4 * x_7)"
    markup = str(typeset_prose(text))
    assert markup.count("<math") == 2
    assert plain(read(markup)) == plain(text)


def test_literals_are_code_and_the_text_is_kept_for_who_cannot_see() -> None:
    markup = str(typeset_prose("by ``excess <= 1``, x <= 1"))
    assert "<code>excess &lt;= 1</code>" in markup
    assert '<math alttext="x &lt;= 1">' in markup
