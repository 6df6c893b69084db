"""How a parsed formula is written: as it was typed, as MathML, as LaTeX and as Typst."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from littlestone.proofs_check.reports.typesetting.plain_formulas import (
    DOTS,
    UNARY,
    Called,
    Fenced,
    Leaf,
    Node,
    Row,
    Scripted,
    is_sign,
)
from littlestone.spec.algebra.expression_mathml import LETTERS

SIGNS = {
    "<=>": ("⇔", r"\Leftrightarrow", "arrow.l.r.double"), "<=": ("≤", r"\le", "lt.eq"), ">=": ("≥", r"\ge", "gt.eq"),
    "!=": ("≠", r"\ne", "eq.not"), "=>": ("⇒", r"\Rightarrow", "arrow.r.double"), "->": ("→", r"\to", "arrow.r"),
    "=": ("=", "=", "="), "<": ("<", "<", "lt"), ">": (">", ">", "gt"),
    "+-": ("±", r"\pm", "plus.minus"), "+": ("+", "+", "+"), "-": ("−", "-", "-"), "*": ("⋅", r"\cdot", "dot.op"),
    "/": ("/", "/", r"\/"), ",": (",", ",", r"\,"), ";": (";", ";", r"\;"), ":": (":", ":", r"\:"),
    "|": ("∣", r"\mid", "divides"),
}  # fmt: skip
WORDS = {"in": ("∈", r"\in", "in"), "notin": ("∉", r"\notin", "in.not"), "subset": ("⊆", r"\subseteq", "subset.eq")}
FUNCTIONS = ("ln", "log", "exp", "max", "min", "sup", "inf", "Pr", "dim")
FENCES = {
    "(": ("(", "(", "paren.l"), ")": (")", ")", "paren.r"), "[": ("[", "[", "bracket.l"), "]": ("]", "]", "bracket.r"),
    "{": ("{", r"\{", "brace.l"), "}": ("}", r"\}", "brace.r"), "|": ("|", "|", "bar.v"),
    "⌊": ("⌊", r"\lfloor", "floor.l"), "⌋": ("⌋", r"\rfloor", "floor.r"),
    "⌈": ("⌈", r"\lceil", "ceil.l"), "⌉": ("⌉", r"\rceil", "ceil.r"),
}  # fmt: skip
ROUNDED = {"floor": "⌊⌋", "ceil": "⌈⌉"}
TIGHT, CLINGING = ("/",), (",", ";", ":")
STAR = (Leaf("sign", "*"),)


class Plain:
    """The notation that is parsed, with the spaces where they belong: for the terminal."""

    def row(self, nodes: Row) -> str:
        """A whole formula, or what is inside of one."""
        parts = [self._node(node, i == 0 or is_sign(nodes[i - 1])) for i, node in enumerate(nodes)]
        return self.joined(parts)

    def _node(self, node: Node, is_first: bool) -> str:
        match node:
            case Leaf(kind="gap"):
                return self.gap()
            case Leaf(kind="name", text=text):
                return self.name(text)
            case Leaf(kind="number", text=text):
                return self.number(text)
            case Leaf(kind="word", text=text):
                return self.word(text, is_first)
            case Leaf(text=text):
                return self.sign(text, is_first)
            case Fenced(left, inner, right):
                return self.fenced(left, self.row(inner), right)
            case Called(function, inner):
                return self.called(function, self.row(inner))
            case Scripted(base, below, above, marks):
                return self.scripted(self._node(base, True), below, above, marks)

    def joined(self, parts: Sequence[str]) -> str:
        """Parts beside each other."""
        return "".join(parts).strip()

    def gap(self) -> str:
        """What stands between factors."""
        return " "

    def name(self, text: str) -> str:
        """A letter or a function."""
        return text

    def number(self, text: str) -> str:
        """A number in digits."""
        return text

    def word(self, text: str, is_first: bool) -> str:
        """A word between formulas."""
        return f"{text} " if is_first else f" {text} "

    def sign(self, text: str, is_first: bool) -> str:
        """A sign; one that has nothing before it belongs to what follows."""
        if is_first or text in TIGHT:
            return text
        return f"{text} " if text in CLINGING else f" {text} "

    def fenced(self, left: str, inner: str, right: str) -> str:
        """Something in brackets."""
        return f"{left}{inner}{right}"

    def called(self, function: str, inner: str) -> str:
        """A root, a rounding or a hat."""
        return f"{function}({inner})"

    def scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        """Something with what is below and above it."""
        scripts = (f"{sign}{self._script(row)}" for sign, row in (("_", below), ("^", above)) if row)
        return base + marks + "".join(scripts)

    def _script(self, nodes: Row) -> str:
        inner = self.row(nodes)
        is_short = len(nodes) == 1 and isinstance(nodes[0], Leaf) and nodes[0] != DOTS
        return inner if is_short else f"({inner})"


class MathMl(Plain):
    """The formula as presentation MathML, without the math element."""

    def joined(self, parts: Sequence[str]) -> str:
        """Parts as one element."""
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def gap(self) -> str:
        """What stands between factors."""
        return '<mspace width="0.17em"/>'

    def name(self, text: str) -> str:
        """A letter or a function."""
        return "<mo>…</mo>" if text == "..." else f"<mi>{LETTERS.get(text, text)}</mi>"

    def number(self, text: str) -> str:
        """A number in digits."""
        return f"<mn>{text}</mn>"

    def word(self, text: str, is_first: bool) -> str:
        """A word between formulas."""
        return f"<mo>{WORDS[text][0]}</mo>" if text in WORDS else f"<mtext>\u00a0{text}\u00a0</mtext>"

    def sign(self, text: str, is_first: bool) -> str:
        """A sign, with no space around a slash."""
        form = ' form="prefix"' if is_first and text in UNARY else ' lspace="0" rspace="0"' if text in TIGHT else ""
        return f"<mo{form}>{escape(SIGNS[text][0])}</mo>"

    def fenced(self, left: str, inner: str, right: str) -> str:
        """Something in brackets that keep the height of the line."""
        fences = (f'<mo fence="true" stretchy="false" form="{form}fix">' for form in ("pre", "post"))
        opening, closing = (f"{tag}{FENCES[mark][0]}</mo>" for tag, mark in zip(fences, (left, right), strict=True))
        return f"<mrow>{opening}{inner}{closing}</mrow>"

    def called(self, function: str, inner: str) -> str:
        """A root, a rounding or a hat."""
        if function in ROUNDED:
            return self.fenced(ROUNDED[function][0], inner, ROUNDED[function][1])
        return f"<msqrt>{inner}</msqrt>" if function == "sqrt" else f"<mover>{inner}<mo>^</mo></mover>"

    def scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        """Something with what is below and above it."""
        base = f"<mover>{base}<mo>~</mo></mover>" if "~" in marks else base
        primes = "".join("<mo>′</mo>" for _ in range(marks.count("'")))
        over = f"<mrow>{primes}{self._above(above)}</mrow>" if primes else self._above(above)
        under = self.row(below) if below else ""
        base = f"<mrow>{base}<mo>!</mo></mrow>" if "!" in marks else base
        tag = {(True, True): "msubsup", (True, False): "msub", (False, True): "msup"}.get((bool(under), bool(over)))
        return f"<{tag}>{base}{under}{over}</{tag}>" if tag else base

    def _above(self, above: Row) -> str:
        return "<mo>∗</mo>" if above == STAR else self.row(above) if above else ""


class Latex(Plain):
    """The formula as LaTeX, for between dollars."""

    place = 1  # in the tables of signs

    def joined(self, parts: Sequence[str]) -> str:
        """Parts beside each other; a command ends at a space."""
        return " ".join(parts)

    def gap(self) -> str:
        """What stands between factors."""
        return r"\,"

    def name(self, text: str) -> str:
        """A letter or a function."""
        if text == "...":
            return r"\ldots"
        if text in LETTERS:
            return "\\" + {"eps": "varepsilon", "epsilon": "varepsilon"}.get(text, text)
        return text if len(text) == 1 else f"\\{text}" if text in FUNCTIONS else rf"\operatorname{{{text}}}"

    def number(self, text: str) -> str:
        """A number in digits; no space behind its commas."""
        return text.replace(",", "{,}")

    def word(self, text: str, is_first: bool) -> str:
        """A word between formulas."""
        return WORDS[text][1] if text in WORDS else rf"\text{{ {text} }}"

    def sign(self, text: str, is_first: bool) -> str:
        """A sign."""
        return SIGNS[text][self.place]

    def fenced(self, left: str, inner: str, right: str) -> str:
        """Something in brackets."""
        return f"{FENCES[left][self.place]} {inner} {FENCES[right][self.place]}"

    def called(self, function: str, inner: str) -> str:
        """A root, a rounding or a hat."""
        if function in ROUNDED:
            return self.fenced(ROUNDED[function][0], inner, ROUNDED[function][1])
        return rf"\{function}{{{inner}}}"

    def scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        """Something with what is below and above it."""
        primes = r"\prime " * marks.count("'")
        over = primes + (r"*" if above == STAR else self.row(above))
        base = (rf"\tilde{{{base}}}" if "~" in marks else base) + "!" * marks.count("!")
        return base + (f"_{{{self.row(below)}}}" if below else "") + (f"^{{{over}}}" if over else "")


class Typst(Latex):
    """The formula as Typst, for between dollars."""

    place = 2

    def gap(self) -> str:
        """What stands between factors."""
        return "thin"

    def name(self, text: str) -> str:
        """A letter or a function."""
        if text == "...":
            return "dots.h"
        known = text in LETTERS or text in FUNCTIONS or len(text) == 1
        return {"eps": "epsilon"}.get(text, text) if known else f'op("{text}")'

    def number(self, text: str) -> str:
        """A number in digits."""
        return f'"{text}"' if "," in text else text

    def word(self, text: str, is_first: bool) -> str:
        """A word between formulas."""
        return WORDS[text][2] if text in WORDS else f'" {text} "'

    def fenced(self, left: str, inner: str, right: str) -> str:
        """Something in brackets; only bars in pairs are set close."""
        return f"abs({inner})" if left == "|" else super().fenced(left, inner, right)

    def called(self, function: str, inner: str) -> str:
        """A root, a rounding or a hat."""
        return f"{function}({inner})" if function not in ROUNDED else super().called(function, inner)

    def scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        """Something with what is below and above it."""
        primes = "prime " * marks.count("'")
        over = primes + ("*" if above == STAR else self.row(above))
        base = (f"tilde({base})" if "~" in marks else base) + " \\!" * marks.count("!")
        return base + (f"_({self.row(below)})" if below else "") + (f"^({over})" if over else "")
