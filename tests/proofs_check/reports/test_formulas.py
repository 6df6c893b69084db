"""Formulas of claims and steps of certificates are typeset from what they are, and say what their text says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from html import unescape
from typing import Any
from unicodedata import normalize

import pytest
from helpers.mathml_reader import read

from littlestone.proofs_check.reports.formulas import formula_of
from littlestone.proofs_check.reports.proof_steps import proof_steps, read_expression
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.algebra.expression_mathml import LETTERS, typeset
from littlestone.spec.algebra.reals import Real, enclosure, exp, ln, substitute, symbols
from littlestone.spec.claim import CLAIMS

CALLED = {"exp": exp, "ln": ln}
GREEK = re.compile(rf"(?<![A-Za-z_])(?:{'|'.join(sorted(LETTERS, key=len, reverse=True))})(?![A-Za-z])")
MATH = re.compile(r'<math alttext="([^"]*)">(.*?)</math>')
RELATION = re.compile(r"<=|>=|==|!=|<|>")


def maths(markup: str) -> list[tuple[str, str]]:
    """The text and the MathML of each formula on a page."""
    return [(unescape(text), inner) for text, inner in MATH.findall(str(markup))]


def readable(markup: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", MATH.sub(r"[\1]", str(markup))))


def sides(comparison: str) -> tuple[list[str], list[str]]:
    """What stands around the relations of a text, and the relations."""
    return RELATION.split(comparison), RELATION.findall(comparison)


def lettered(text: str) -> str:
    """The text with a letter for each name of one."""
    return normalize("NFKC", GREEK.sub(lambda found: LETTERS[found[0]], text))  # as Python reads names


def value(side: str, names: Mapping[str, Any]) -> Real:
    """What one side of a comparison is worth, be it written or read from what is typeset."""
    written = side if "Real.of" in side else re.sub(r"(?<![\w.])(\d+)", r"Real.of(\1)", side)
    return Real.of(eval(written, {"Real": Real, "Fraction": Fraction, "exp": exp, "ln": ln, **names}))


@pytest.mark.slow
def test_what_is_typeset_of_each_formula_equals_its_text() -> None:
    load_papers()
    compared = 0
    for claim in [*CLAIMS.values()][::12]:
        for text, markup in maths(formula_of(claim.id, claim.statement)):
            if "sum(" in text or "binomial(" in text or "erf(" in text:
                continue
            (left, relations), (right, same) = sides(lettered(text)), sides(lettered(read(markup)))
            assert relations == same, text
            found = sorted(set(re.findall(r"[^\W\d]\w*", "".join(left))))
            names = {name: Real.of(Fraction(7 * n + 9, 5 * n + 6)) for n, name in enumerate(found)}
            for a, b in zip(left, right, strict=True):
                difference = enclosure(value(a, names | CALLED) - value(b, names | CALLED), 256)
                compared += difference.is_finite()
                assert not difference.is_finite() or difference.contains(0), text
    assert compared > 200


def test_a_formula_says_for_which_values() -> None:
    load_papers()
    shown = readable(formula_of("ABLMM22.T1.chain.colours", CLAIMS["ABLMM22.T1.chain.colours"].statement))
    assert shown == "For all reals [m >= 2]:[ln(100 * m + 1)/ln(2) <= 8 * ln(m)/ln(2)]"


def test_only_what_says_the_same_is_given_the_formula() -> None:
    load_papers()
    assert formula_of("ABLMM22.T1.chain.colours", "something else") == ""
    assert formula_of("NO.SUCH", "statement") == ""
    assert formula_of("BGS21.T3.4", CLAIMS["BGS21.T3.4"].statement) == "", "it is about classes"


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        (
            "excess*log(2) >= 0 on excess in (0, oo), n in [12, oo): rises from excess = 0",
            "[excess*log(2) >= 0] on [excess in (0, oo)], [n in [12, oo)]: rises from [excess = 0]",
        ),
        (
            "2*n + 1 > 0: with n = n' + 12 every coefficient is nonnegative",
            "[2*n + 1 > 0]: with [n = n' + 12] every coefficient is nonnegative",
        ),
        ("1 - w/R >= 0 factors as -(-R + w)/R", "[1 - w/R >= 0] factors as [-(-R + w)/R]"),
        ("both sides are positive: take logarithms", "both sides are positive: take logarithms"),
        ("integer n taken as real where that is stronger", "integer n taken as real where that is stronger"),
        ("exp(x) <= 1: Arb, 63 boxes", "[exp(x) <= 1]: Arb, 63 boxes"),
        ("<b>x</b>", "<b>x</b>"),
    ],
)
def test_a_step_is_typeset_where_it_is_an_expression(step: str, shown: str) -> None:
    [markup] = proof_steps(step, "interval")
    assert readable(markup) == shown
    assert "<b>" not in markup


def test_steps_are_one_to_a_line_and_other_evidence_is_left_as_it_is() -> None:
    assert len(proof_steps("x >= 0: decided by its constants; both sides are positive", "algebra")) == 2
    assert proof_steps("5 gates on 2 bits; x >= 0", "exhaustive") == ["5 gates on 2 bits; x &gt;= 0"]
    assert proof_steps(None, "interval") == proof_steps("", "interval") == []


@pytest.mark.parametrize(
    "text", ["-2*w*sqrt(log(2)) + 3*w - 1", "8*(-x + 60*log(2))/x**2", "-(1 - x)**(-1/2)", "2 - -x"]
)
def test_an_expression_is_read_as_it_is_written(text: str) -> None:
    expression = read_expression(text)
    names = dict.fromkeys(symbols(expression), Real.of(1) / 3)
    spoken = text.replace("sqrt(", "(").replace("log", "ln") if "sqrt" not in text else "-2*w*(ln(2))**half + 3*w - 1"
    expected = value(spoken, {**names, "half": Real.of(1) / 2})
    for found in (substitute(expression, names), value(read(typeset(expression)), names)):
        assert enclosure(found - expected, 256).contains(0)
