"""Formulas in the plain notation: what is set is read back to what was typed, and what is wrong is named."""

from __future__ import annotations

from html import unescape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from littlestone.proofs_check.reports.errata.data import all_errata, texts_of
from littlestone.proofs_check.reports.typesetting.formula_notations import SIGNS, WORDS, Latex, MathMl, Plain, Typst
from littlestone.proofs_check.reports.typesetting.plain_formulas import MARKUP, FormulaError, Leaf, parse, pieces
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.algebra.expression_mathml import LETTERS
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS
from littlestone.spec.prose import SAID, as_written

ALL = [
    "e^(-U/(2 b)) >= 11 ln T",
    "eps_2 = eps/(sqrt(d^3) log(T) log(1/delta))",
    "hat(delta) <= delta^2/d^10",
    "|max_i G_i| = k |E|",
    "Pr[A | B] <= T^(-10) + floor(x)",
    "O~(d^9.5 log(T)/eps)",
    "(1 +- 1/(5 d)) err_(A_j)(h)",
    "A_1, ..., A_k subset H",
    "h in H for every k != 1 and x mod 2",
    "S'_i != S_(i')^*",
    "[0, 1)",
    "{} -> {0, 1_1}",
    "n! * ceil(x) > 65,535",
    "-1 <= f(x, -y)",
    "max_i Ldim(H|_i) * log_2(k + 1) in 0..k",
    "KL(p || q) >= <x, y>/||x||_2^2",
    "Pr_(x ~ D)[h~(x) != 1]",
    "prod_i sum_(i in S) x_i = infinity",
    "A(S) = bottom",
]
WRITTEN = sorted(
    {
        found[1]
        for errata in all_errata().values()
        for part in (errata, *errata.results, *errata.statements.values(), *errata.entries)
        for _, text in texts_of(part)
        for found in MARKUP.finditer(text)
        if found[1]
    }
)
PLAIN_SIGNS = {shown: f" {sign} " if set(sign) <= set("<=>,") else sign for sign, (shown, *_) in SIGNS.items()} | {
    "∗": "*",
    "…": "...",
    "′": "'",
    "∣": " | ",
    "∥": " || ",
}
FENCED = {
    "∑": "sum", "∏": "prod", "∣": " | ", "∥": " || ", "⌊": "floor(", "⌈": "ceil(", "⌋": ")", "⌉": ")",
    "⟨": "<", "⟩": ">", "‖": "||", "‥": "..",
}  # fmt: skip
NAMES = {letter: name for name, letter in LETTERS.items() if name != "epsilon"} | {"∞": "infinity", "⊥": "bottom"}


def read(element: Element) -> str:
    """MathML as one would type what one sees."""
    children = [read(child) for child in element]
    text = (element.text or "").replace("\u00a0", " ")
    match element.tag:
        case "mi":
            return NAMES.get(text, text)
        case "mo":
            words = {shown: f" {word} " for word, (shown, *_) in WORDS.items()}
            return (PLAIN_SIGNS | words | FENCED).get(text, text)
        case "mspace":
            return " "
        case "msub":
            return f"{children[0]}_({children[1]})"
        case "msup":
            return children[0] + _over(children[1])
        case "msubsup":
            return f"{children[0]}_({children[1]}){_over(children[2])}"
        case "msqrt":
            return f"sqrt({''.join(children)})"
        case "mover":
            return f"{children[0]}~" if children[1] == "~" else f"hat({children[0]})"
    return "".join(children) or text


def said() -> dict[str, str]:
    """What the claims and the uses in their proofs say, with its dollars, and who says it."""
    load_papers()
    names = (*SAID, "reach_words")
    texts = {getattr(by, name, None): id for table in (CLAIMS, ARROWS) for id, by in table.items() for name in names}
    return {as_written(text): id for text, id in texts.items() if text}


def _over(text: str) -> str:
    """Primes, and an exponent."""
    exponent = text.lstrip("'")
    return text[: len(text) - len(exponent)] + (f"^({exponent})".replace("(*)", "*") if exponent else "")


@pytest.mark.slow
def test_every_formula_of_a_claim_is_set_as_it_was_typed() -> None:
    found = {markup[1]: id for text, id in said().items() for markup in MARKUP.finditer(text) if markup[1]}
    for source, id in found.items():
        assert is_set_as_typed(source), f"{id}: {source}"
    assert found
    assert [f"{id}: {text}" for text, id in said().items() if "$" in MARKUP.sub("", text)] == []


@pytest.mark.parametrize("source", [*ALL, *WRITTEN])
def test_what_is_set_is_what_was_typed(source: str) -> None:
    assert is_set_as_typed(source)


def is_set_as_typed(source: str) -> bool:
    """The formula is read back to itself, from MathML and from what is shown in a terminal."""
    tree = parse(source)
    back = read(ElementTree.fromstring(f"<math>{MathMl().row(tree)}</math>")).replace("epsilon", "eps")
    return parse(Plain().row(tree)) == tree and parse(back) == parse(source.replace("epsilon", "eps"))


@pytest.mark.parametrize("source", ALL)
def test_the_plain_notation_is_its_own(source: str) -> None:
    assert Plain().row(parse(source)) == source


def test_space_is_put_where_it_belongs() -> None:
    assert Plain().row(parse("1-1/(3d)<=2e")) == "1 - 1/(3 d) <= 2 e"
    assert parse("4.3e-05") == parse("4.3 * 10^(-5)")


def test_latex_and_typst() -> None:
    tree = parse("|E|/(2 eps_1) <= sqrt(d) Ldim(H), h in {0, ...}")
    assert Latex().row(tree) == (
        r"| E | / ( 2 \, \varepsilon_{1} ) \le \sqrt{d} \, \operatorname{Ldim} ( H ) , h \in \{ 0 , \ldots \}"
    )
    assert Typst().row(tree) == (
        r"abs(E) \/ paren.l 2 thin epsilon_(1) paren.r lt.eq sqrt(d) thin"
        r' op("Ldim") paren.l H paren.r \, h in brace.l 0 \, dots.h brace.r'
    )
    assert unescape(MathMl().row(parse("a < b"))) == "<mrow><mi>a</mi><mo><</mo><mi>b</mi></mrow>"


def test_a_sentence_in_pieces() -> None:
    assert pieces("As $x$ in `A.B`.") == ["As ", parse("x"), " in ", Leaf("code", "A.B"), "."]
    with pytest.raises(FormulaError, match=r"a \$ is alone"):
        pieces("costs $5")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("a +", "at character 4: something is missing here"),
        ("(a", "at character 3: ) is missing"),
        ("a)", "at character 2: ) closes nothing that is open"),
        ("[a}", "at character 3: } closes nothing that is open"),
        ("|a", "at character 3: | is missing"),
        ("x1", "at character 2: a digit follows x: write x_1"),
        ("<= 3", "at character 1: <= needs a left side"),
        ("a < = b", "at character 5: = needs a left side"),
        ("2^d^2", "at character 5: a second ^: use brackets"),
        ("a^", "at character 3: a name, a number or brackets must follow ^ and _"),
        ("a^()", "the brackets behind ^ or _ are empty"),
        ("_x", "at character 1: _ needs something before it"),
        ("a ? b", "at character 3: '?' is no sign of formulas"),
    ],
)
def test_what_cannot_be_parsed_is_named(source: str, words: str) -> None:
    with pytest.raises(FormulaError) as error:
        parse(source)
    assert words in str(error.value) and repr(source) in str(error.value)
