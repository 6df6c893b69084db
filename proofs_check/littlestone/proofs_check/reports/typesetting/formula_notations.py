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
    "|": ("∣", r"\mid", "divides"), "~": ("∼", r"\sim", "tilde.op"), "..": ("‥", r"\ldots", "dots.h"),
    "||": ("∥", r"\parallel", "parallel"),
}  # fmt: skip
WORDS = {"in": ("∈", r"\in", "in"), "notin": ("∉", r"\notin", "in.not"), "subset": ("⊆", r"\subseteq", "subset.eq")}
FUNCTIONS = ("ln", "log", "exp", "max", "min", "sup", "inf", "Pr", "dim")
FENCES = {
    "(": ("(", "(", "paren.l"), ")": (")", ")", "paren.r"), "[": ("[", "[", "bracket.l"), "]": ("]", "]", "bracket.r"),
    "{": ("{", r"\{", "brace.l"), "}": ("}", r"\}", "brace.r"), "|": ("|", "|", "bar.v"),
    "||": ("‖", r"\|", "bar.v.double"), "<": ("⟨", r"\langle", "angle.l"), ">": ("⟩", r"\rangle", "angle.r"),
    "⌊": ("⌊", r"\lfloor", "floor.l"), "⌋": ("⌋", r"\rfloor", "floor.r"),
    "⌈": ("⌈", r"\lceil", "ceil.l"), "⌉": ("⌉", r"\rceil", "ceil.r"),
}  # fmt: skip
ROUNDED = {"floor": "⌊⌋", "ceil": "⌈⌉"}
NAMES = {
    "...": ("<mo>…</mo>", r"\ldots", "dots.h"), "|": ('<mo stretchy="false">|</mo>', "|", "bar.v"),
    "sum": ("<mo>∑</mo>", r"\sum", "sum"), "prod": ("<mo>∏</mo>", r"\prod", "product"),
    "infinity": ("<mi>∞</mi>", r"\infty", "infinity"), "bottom": ("<mi>⊥</mi>", r"\bot", "bot"),
}  # fmt: skip
TIGHT, CLINGING = ("/", ".."), (",", ";", ":")
STAR = (Leaf("sign", "*"),)


class Plain:
    """The notation that is parsed, with the spaces where they belong: for the terminal."""

    def row(self, nodes: Row) -> str:
        """A whole formula, or what is inside of one."""
        parts = [self._node(node, i == 0 or is_sign(nodes[i - 1])) for i, node in enumerate(nodes)]
        return self._joined(parts)

    def _node(self, node: Node, is_first: bool) -> str:
        match node:
            case Leaf(kind="gap"):
                return self._gap()
            case Leaf(kind="name", text=text):
                return self._name(text)
            case Leaf(kind="number", text=text):
                return self._number(text)
            case Leaf(kind="word", text=text):
                return self._word(text, is_first)
            case Leaf(text=text):
                return self._sign(text, is_first)
            case Fenced(left, inner, right):
                return self._fenced(left, self.row(inner), right)
            case Called(function, inner):
                return self._called(function, self.row(inner))
            case Scripted(base, below, above, marks):
                return self._scripted(self._node(base, True), below, above, marks)

    def _joined(self, parts: Sequence[str]) -> str:
        """Parts beside each other."""
        return "".join(parts).strip()

    def _gap(self) -> str:
        """What stands between factors."""
        return " "

    def _name(self, text: str) -> str:
        """A letter or a function."""
        return text

    def _number(self, text: str) -> str:
        """A number in digits."""
        return text

    def _word(self, text: str, is_first: bool) -> str:
        """A word between formulas."""
        return f"{text} " if is_first else f" {text} "

    def _sign(self, text: str, is_first: bool) -> str:
        """A sign; one that has nothing before it belongs to what follows."""
        if is_first or text in TIGHT:
            return text
        return f"{text} " if text in CLINGING else f" {text} "

    def _fenced(self, left: str, inner: str, right: str) -> str:
        """Something in brackets."""
        return f"{left}{inner}{right}"

    def _called(self, function: str, inner: str) -> str:
        """A root, a rounding or a hat."""
        return f"{function}({inner})"

    def _scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        """Something with what is below and above it."""
        scripts = (f"{sign}{self._script(row)}" for sign, row in (("_", below), ("^", above)) if row)
        return base + marks + "".join(scripts)

    def _script(self, nodes: Row) -> str:
        inner = self.row(nodes)
        is_short = len(nodes) == 1 and isinstance(nodes[0], Leaf) and nodes[0] != DOTS
        return inner if is_short else f"({inner})"


class MathMl(Plain):
    """The formula as presentation MathML, without the math element."""

    def _joined(self, parts: Sequence[str]) -> str:
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def _gap(self) -> str:
        return '<mspace width="0.17em"/>'

    def _name(self, text: str) -> str:
        return NAMES[text][0] if text in NAMES else f"<mi>{LETTERS.get(text, text)}</mi>"

    def _number(self, text: str) -> str:
        return f"<mn>{text}</mn>"

    def _word(self, text: str, is_first: bool) -> str:
        return f"<mo>{WORDS[text][0]}</mo>" if text in WORDS else f"<mtext>\u00a0{text}\u00a0</mtext>"

    def _sign(self, text: str, is_first: bool) -> str:
        form = ' form="prefix"' if is_first and text in UNARY else ' lspace="0" rspace="0"' if text in TIGHT else ""
        return f"<mo{form}>{escape(SIGNS[text][0])}</mo>"

    def _fenced(self, left: str, inner: str, right: str) -> str:
        opening, closing = (f'<mo stretchy="false">{FENCES[mark][0]}</mo>' for mark in (left, right))
        return f"<mrow>{opening}{inner}{closing}</mrow>"  # first and last in a row, they are a prefix and a postfix

    def _called(self, function: str, inner: str) -> str:
        if function in ROUNDED:
            return self._fenced(ROUNDED[function][0], inner, ROUNDED[function][1])
        return f"<msqrt>{inner}</msqrt>" if function == "sqrt" else f"<mover>{inner}<mo>^</mo></mover>"

    def _scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        base = f"<mover>{base}<mo>~</mo></mover>" if "~" in marks else base
        primes = "".join('<mo scriptlevel="1">′</mo>' for _ in range(marks.count("'")))
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

    def _joined(self, parts: Sequence[str]) -> str:
        return " ".join(parts)

    def _gap(self) -> str:
        return r"\,"

    def _name(self, text: str) -> str:
        if text in NAMES:
            return NAMES[text][self.place]
        if text in LETTERS:
            return "\\" + {"eps": "varepsilon", "epsilon": "varepsilon"}.get(text, text)
        return text if len(text) == 1 else f"\\{text}" if text in FUNCTIONS else rf"\operatorname{{{text}}}"

    def _number(self, text: str) -> str:
        return text.replace(",", "{,}")

    def _word(self, text: str, is_first: bool) -> str:
        return WORDS[text][1] if text in WORDS else rf"\text{{ {text} }}"

    def _sign(self, text: str, is_first: bool) -> str:
        return SIGNS[text][self.place]

    def _fenced(self, left: str, inner: str, right: str) -> str:
        return f"{FENCES[left][self.place]} {inner} {FENCES[right][self.place]}"

    def _called(self, function: str, inner: str) -> str:
        if function in ROUNDED:
            return self._fenced(ROUNDED[function][0], inner, ROUNDED[function][1])
        return rf"\{function}{{{inner}}}"

    def _scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        primes = r"\prime " * marks.count("'")
        over = primes + (r"*" if above == STAR else self.row(above))
        base = (rf"\tilde{{{base}}}" if "~" in marks else base) + "!" * marks.count("!")
        return base + (f"_{{{self.row(below)}}}" if below else "") + (f"^{{{over}}}" if over else "")


class Typst(Latex):
    """The formula as Typst, for between dollars."""

    place = 2

    def _gap(self) -> str:
        return "thin"

    def _name(self, text: str) -> str:
        if text in NAMES:
            return NAMES[text][self.place]
        known = text in LETTERS or text in FUNCTIONS or len(text) == 1
        return {"eps": "epsilon"}.get(text, text) if known else f'op("{text}")'

    def _number(self, text: str) -> str:
        return f'"{text}"' if "," in text else text

    def _word(self, text: str, is_first: bool) -> str:
        return WORDS[text][2] if text in WORDS else f'" {text} "'

    def _fenced(self, left: str, inner: str, right: str) -> str:
        return f"abs({inner})" if left == "|" else super()._fenced(left, inner, right)

    def _called(self, function: str, inner: str) -> str:
        return f"{function}({inner})" if function not in ROUNDED else super()._called(function, inner)

    def _scripted(self, base: str, below: Row, above: Row, marks: str) -> str:
        primes = "prime " * marks.count("'")
        over = primes + ("*" if above == STAR else self.row(above))
        base = (f"tilde({base})" if "~" in marks else base) + " \\!" * marks.count("!")
        return base + (f"_({self.row(below)})" if below else "") + (f"^({over})" if over else "")
