"""Formulas in the plain notation that people write, ``e^(-U/(2 b)) >= 11 ln T``: parsed into a tree.

Nothing is guessed: what is not understood is an error that names the character.
A slash stays a slash, side by side stays side by side, and brackets behind ^ and _ are not shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

SIGNS = ("<=>", "<=", ">=", "!=", "=>", "->", "=", "<", ">", "+-", "+", "-", "*", "/", ",", ";", ":", "..")
SYMBOLIC_WORDS = ("in", "notin", "subset")
PLAIN_WORDS = ("and", "or", "for", "if", "mod", "all", "every", "some", "of", "on", "with")
CALLED = ("sqrt", "hat", "floor", "ceil")
CLOSED_BY = {"(": ")]", "[": ")]", "{": "}", "|": "|", "||": "||", "<": ">"}
BARS = ("|", "||")
UNARY = ("-", "+", "+-")
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)|(\d+(?:\.\d+)?)(?:e(-?)0*(\d+))?")
TOKEN = re.compile(
    rf"(?P<number>{NUMBER.pattern})|(?P<dots>\.\.\.)|(?P<name>log2(?!\w)|[A-Za-z]+)|(?P<script>[\^_'~]|!(?!=))|(?P<bar>\|\|?)"
    rf"|(?P<sign>{'|'.join(re.escape(sign) for sign in SIGNS)})|(?P<fence>[()\[\]{{}}])"
)
MARKUP = re.compile(r"\$([^$]*)\$|(`+)([^`]+)\2")
NO_MARK = re.compile(r"!=|~[A-Za-z0-9]")
SCRIPT_ENDS = str.maketrans("({", ")}")


class FormulaError(ValueError):
    """A formula that cannot be parsed: what is wrong, and at which character."""


@dataclass(frozen=True)
class Leaf:
    """A name, a number, a sign, a word or the gap between two factors."""

    kind: str
    text: str = ""


@dataclass(frozen=True)
class Fenced:
    """What stands between two brackets or bars."""

    left: str
    inner: Row
    right: str


@dataclass(frozen=True)
class Called:
    """The root, the rounding or the hat of something."""

    function: str
    inner: Row


@dataclass(frozen=True)
class Scripted:
    """Something with what is below and above it; ``marks`` are its primes, tildes and factorials."""

    base: Node
    below: Row = ()
    above: Row = ()
    marks: str = ""


Node = Leaf | Fenced | Called | Scripted
Row = tuple[Node, ...]
GAP = Leaf("gap")
DOTS = Leaf("name", "...")
BAR = Leaf("name", "|")  # of H|_i
LOG2 = Leaf("name", "log2")


def pieces(text: str) -> list[str | Row | Leaf]:
    """A sentence in pieces: plain text, formulas between dollars as trees, code between backquotes as leaves.

    Raises FormulaError where a formula cannot be parsed or a dollar is alone.
    """
    found: list[str | Row | Leaf] = []
    at = 0
    for markup in MARKUP.finditer(text):
        found += [text[at : markup.start()]]
        found.append(Leaf("code", markup[3]) if markup[3] else parse(markup[1]))
        at = markup.end()
    found.append(text[at:])
    if any(isinstance(piece, str) and "$" in piece for piece in found):
        raise FormulaError(f"{text!r}: a $ is alone; a formula stands between two")
    return [piece for piece in found if piece != ""]


def parse(source: str) -> Row:
    """The formula as a tree; raises FormulaError."""
    parser = _Parser(source)
    found = parser.row("")
    parser.insist(parser.at == len(source), "nothing opens what is closed here")
    return found


class _Parser:
    """Reads a formula from left to right."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0

    def insist(self, is_right: bool, words: str) -> None:
        """Raises FormulaError with the words where it is not."""
        if not is_right:
            raise FormulaError(f"the formula {self.source!r}, at character {self.at + 1}: {words}")

    def row(self, closed_by: str) -> Row:
        """Operands and signs, up to what closes them."""
        nodes: list[Node] = []
        while True:
            spaced = self._skip_spaces()
            token = TOKEN.match(self.source, self.at)
            if self.at == len(self.source) or (token and self._closes(token, closed_by, nodes)):
                break
            self.insist(token is not None, f"{self.source[self.at]!r} is no sign of formulas")
            assert token is not None
            if sign := self._sign(token, nodes):
                nodes.append(sign)
                continue
            start, before = self.at, nodes[-1] if nodes else None
            operand = self._operand(token)
            if before is not None and not is_sign(before) and (spaced or before == Leaf("number", self._last(start))):
                nodes.append(GAP)
            nodes += operand
        self.insist(not nodes or not is_sign(nodes[-1]), "something is missing here")
        return tuple(nodes)

    def _last(self, start: int) -> str:
        """The number that ends right before."""
        found = re.search(r"[\d.,]+$", self.source[:start])
        return found[0] if found else ""

    def _skip_spaces(self) -> bool:
        start = self.at
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1
        return self.at > start

    def _closes(self, token: re.Match[str], closed_by: str, nodes: Sequence[Node]) -> bool:
        if token[0] in (*BARS, ">"):
            is_restriction = self.source.startswith("|_", self.at)
            return token[0] == closed_by and bool(nodes) and not is_sign(nodes[-1]) and not is_restriction
        self.insist(token[0] not in ")]}" or token[0] in closed_by, f"{token[0]} closes nothing that is open")
        return token[0] in ")]}"

    def _sign(self, token: re.Match[str], nodes: Sequence[Node]) -> Leaf | None:
        """The sign or word here, unless an operand begins."""
        text, first = token[0], not nodes or is_sign(nodes[-1])
        is_spaced = self.source[max(0, self.at - 1) : token.end() + 1] == f" {text} "
        if text in SYMBOLIC_WORDS or text in PLAIN_WORDS:
            kind = "word"
        elif text == "<" and first:
            return None
        elif token["sign"] or (not first and (text == "~" or (text in BARS and is_spaced))):
            self.insist(not first or text in UNARY, f"{text} needs a left side")
            kind = "sign"
        else:
            return None
        self.at = token.end()
        return Leaf(kind, text)

    def _operand(self, token: re.Match[str]) -> Sequence[Node]:
        """An operand with what is above and below it; a number with a power of ten is several."""
        self.at = token.end()
        if token["number"]:
            mantissa, _, power = token[0].partition("e")
            if power:
                ten = Scripted(Leaf("number", "10"), above=parse(str(int(power))))
                return Leaf("number", mantissa), Leaf("sign", "*"), ten
        return [self._scripted(self._atom(token))]

    def _atom(self, token: re.Match[str]) -> Node:
        text = token[0]
        if text in CALLED and self.source.startswith("(", self.at):
            self.at += 1
            return Called(text, self._inside(")"))
        if token["dots"]:
            return DOTS
        if token["name"]:
            is_plain = self.at == len(self.source) or not self.source[self.at].isdigit()
            self.insist(is_plain, f"a digit follows {text}: write {text}_{self.source[self.at : self.at + 1]}")
            return Leaf("name", text)
        if token["number"]:
            return Leaf("number", text)
        if text == "|" and self.source.startswith("_", self.at):
            return BAR
        self.at -= text not in CLOSED_BY
        self.insist(text in CLOSED_BY, f"{text} needs something before it")
        inner = self._inside(CLOSED_BY[text])
        return Fenced(text, inner, text if text in BARS else self.source[self.at - 1])

    def _inside(self, closed_by: str) -> Row:
        inner = self.row(closed_by)
        self.insist(self.at < len(self.source), f"{closed_by[0]} is missing")
        self.at += 2 if closed_by == "||" else 1
        return inner

    def _scripted(self, base: Node) -> Node:
        below: Row = ()
        above: Row = ()
        marks = ""
        if base == LOG2:
            base, below = Leaf("name", "log"), parse("2")
        while self.at < len(self.source) and (sign := self.source[self.at]) in "^_'~!":
            if NO_MARK.match(self.source, self.at):
                break
            self.at += 1
            if sign in "'~!":
                marks += sign
                continue
            self.insist(not (above if sign == "^" else below), f"a second {sign}: use brackets")
            script = self._script()
            below, above = (script, above) if sign == "_" else (below, script)
        return Scripted(base, below, above, marks) if below or above or marks else base

    def _script(self) -> Row:
        found = re.compile(r"[({]|\*|-?(?:\d+(?:\.\d+)?|[A-Za-z]+)").match(self.source, self.at)
        self.insist(found is not None, "a name, a number or brackets must follow ^ and _")
        assert found is not None
        self.at = found.end()
        if found[0] in CLOSED_BY:
            inner = self._inside(found[0].translate(SCRIPT_ENDS))
            self.insist(bool(inner), "the brackets behind ^ or _ are empty")
            return inner
        return (Leaf("sign", "*"),) if found[0] == "*" else parse(found[0])


def is_sign(node: Node) -> bool:
    """It is a sign or a word, and no operand."""
    return isinstance(node, Leaf) and node.kind in ("sign", "word")
