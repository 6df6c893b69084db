"""Formulas over parameters as people type them: read with the place of every error, and evaluated exactly.

``TD <= c * star``, ``VC = 2 and RTD = 2``, ``log2(size) - VC``. Nothing typed is ever run as code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import add, ge, gt, le, lt, mul, sub
from typing import Any

from littlestone.spec.algebra.reals import Real
from littlestone.spec.algebra.reals import log2 as real_log2
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.parameters.spellings import did_you_mean

Exact = int | Fraction | Real
SUMS: Mapping[str, Callable[[Any, Any], Any]] = {"+": add, "-": sub, "*": mul}
RELATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<=": le,
    "<": lt,
    ">=": ge,
    ">": gt,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
JOINS = ("and", "or", "not")
FUNCTIONS: Mapping[str, tuple[int, int]] = {
    "log2": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "min": (2, 9),
    "max": (2, 9),
}
STRENGTH = {"or": 1, "and": 2, **dict.fromkeys(RELATIONS, 4), "+": 5, "-": 5, "*": 6, "/": 6, "^": 8}
NOT_STRENGTH, NEGATIVE_STRENGTH = 3, 7
MOST_LETTERS, MOST_DEPTH = 1000, 50  # of a question; of its brackets
MOST_EXPONENT = 64
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z_0-9]*)|(<=|>=|!=|==|\*\*|[-+*/^()<>=,])|(\S))")


class BadFormula(ValueError):
    """A formula that cannot be read: what is wrong, where, and what to type instead."""

    def __init__(self, text: str, at: int, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}\n  {text}\n  {' ' * at}^\n{remedy}")
        self.at = at


class Undefined(ArithmeticError):
    """A formula has no value at a class: it divides by zero, or takes the logarithm of what is not positive."""


@dataclass(frozen=True, slots=True)
class Part:
    """A formula or a part of it: ``op`` is number, name, an operator, or a function; ``at`` its place in the text."""

    op: str
    args: tuple[Part, ...] = ()
    value: Fraction | str = ""
    at: int = 0

    @property
    def is_truth(self) -> bool:
        """It is true or false, and no number."""
        return self.op in RELATIONS or self.op in JOINS

    def names(self) -> Iterator[Part]:
        """The names in it, in the order of the text."""
        if self.op == "name":
            yield self
        for arg in self.args:
            yield from arg.names()


@dataclass(frozen=True, slots=True)
class Token:
    """A number, name or sign of the text; the last one is empty."""

    kind: str
    text: str
    at: int


def tokens(text: str) -> list[Token]:
    """The tokens of a text. Raises BadFormula."""
    if len(text) > MOST_LETTERS:
        raise BadFormula(
            text[:60] + " ...", 0, f"the question has more than {MOST_LETTERS} letters", "ask a shorter one"
        )
    found, at = list[Token](), 0
    while match := _TOKEN.match(text, at):
        kind = ("number", "name", "sign", "unknown")[(match.lastindex or 1) - 1]
        word, start = match[match.lastindex or 1], match.start(match.lastindex or 1)
        if kind == "unknown":
            raise BadFormula(
                text, start, f"{word!r} is no part of a formula", "write + - * / ^ ( ) <= < >= > = != and names"
            )
        found.append(Token(kind, {"==": "=", "**": "^"}.get(word, word), start))
        at = match.end()
    return [*found, Token("end", "", len(text.rstrip()))]


@dataclass
class Reader:
    """Reads one formula from tokens; whatever follows it is left for whoever asked."""

    text: str
    tokens: list[Token]
    place: int = 0
    depth: int = 0

    @property
    def next(self) -> Token:
        """The token that is read next."""
        return self.tokens[self.place]

    def take(self) -> Token:
        """Read a token."""
        token = self.next
        self.place += 1
        return token

    def fault(self, problem: str, remedy: str, at: int | None = None) -> BadFormula:
        """What is wrong at the next token, or elsewhere."""
        return BadFormula(self.text, self.next.at if at is None else at, problem, remedy)

    def formula(self, least: int = 0) -> Part:
        """The longest formula whose operators bind more than ``least``."""
        left = self._first()
        while STRENGTH.get(self.next.text, 0) > least and self.next.kind != "end":
            left = self._with_next(left)
        return left

    def _with_next(self, left: Part) -> Part:
        sign = self.take()
        strength = STRENGTH[sign.text]
        right = self.formula(strength - (sign.text == "^"))
        if sign.text not in RELATIONS:
            self._insist([left, right], truth=sign.text in JOINS, sign=sign)
            return Part(sign.text, (left, right), at=sign.at)
        if left.op in RELATIONS and not left.value:  # a <= b <= c
            self._insist([right], truth=False, sign=sign)
            return Part("and", (left, Part(sign.text, (left.args[-1], right), at=sign.at)), at=sign.at)
        self._insist([left, right], truth=False, sign=sign)
        return Part(sign.text, (left, right), at=sign.at)

    def _insist(self, parts: list[Part], truth: bool, sign: Token) -> None:
        for part in parts:
            if part.is_truth != truth:
                words = "a comparison, such as VC >= 2" if truth else "a number, such as VC + 1"
                problem = f"{sign.text!r} needs {words}, on both sides"
                raise self.fault(problem, "put brackets, or leave one of the two out", sign.at)

    def _first(self) -> Part:
        token = self.take()
        if token.kind == "number":
            return Part("number", value=Fraction(token.text), at=token.at)
        if token.text == "(":
            return self._bracketed(token)
        if token.text == "not":
            part = self.formula(NOT_STRENGTH)
            self._insist([part], truth=True, sign=token)
            return Part("not", (part,), at=token.at)
        if token.text == "-":
            part = self.formula(NEGATIVE_STRENGTH)
            self._insist([part], truth=False, sign=token)
            return Part("-", (Part("number", value=Fraction(0), at=token.at), part), at=token.at)
        if token.kind == "name" and token.text not in (*JOINS, "given"):
            return self._named(token)
        self.place -= 1
        what = "the end" if token.kind == "end" else repr(token.text)
        raise self.fault(f"a number, a parameter or a bracket is missing before {what}", "for instance: VC <= Ldim + 1")

    def _bracketed(self, opening: Token) -> Part:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fault(f"more than {MOST_DEPTH} brackets are open", "ask a simpler question", opening.at)
        part = self.formula()
        self._close(opening)
        self.depth -= 1
        return Part(part.op, part.args, part.value or ("closed" if part.op in RELATIONS else ""), part.at)

    def _close(self, opening: Token) -> None:
        if self.next.text != ")":
            raise self.fault("a closing bracket is missing here", f"the bracket at place {opening.at + 1} is open")
        self.take()

    def _named(self, token: Token) -> Part:
        if self.next.text != "(":
            return Part("name", value=token.text, at=token.at)
        if token.text not in FUNCTIONS:
            raise self.fault(f"{token.text!r} is no function", f"the functions are {', '.join(FUNCTIONS)}", token.at)
        opening = self.take()
        args = [self.formula()]
        while self.next.text == ",":
            self.take()
            args.append(self.formula())
        self._close(opening)
        self._insist(args, truth=False, sign=token)
        least, most = FUNCTIONS[token.text]
        if not least <= len(args) <= most:
            raise self.fault(f"{token.text} does not take {len(args)} numbers", f"write {_usage(token.text)}", token.at)
        return Part(token.text, tuple(args), at=token.at)


def _usage(function: str) -> str:
    return f"{function}({', '.join(('VC', 'Ldim')[: FUNCTIONS[function][0]])})"


def insist_on_names(text: str, part: Part, known: Collection[str]) -> None:
    """Raise BadFormula where a name is not known."""
    for name in part.names():
        if name.value not in known:
            listed = f"the parameters are {', '.join(known)}; one small letter, such as c, is a constant to be found"
            meant = did_you_mean(str(name.value), tuple(known))
            remedy = f"{meant}littlestone list --words has all parameters" if meant else listed
            raise BadFormula(text, name.at, f"there is no parameter {name.value!r}", remedy)


# ---- Values


def value_of(part: Part, values: Mapping[str, Exact]) -> Any:
    """The number, or the bool, that a formula is where its names have these values; exact.

    Raises Undefined where it has none.
    """
    if part.op == "number":
        return part.value
    if part.op == "name":
        return values[str(part.value)]
    if part.op in ("and", "or"):
        return _joined(part, values)
    args = [value_of(arg, values) for arg in part.args]
    if part.op == "not":
        return not args[0]
    if part.op in RELATIONS:
        return bool(RELATIONS[part.op](*_comparable(args)))
    if part.op in SUMS:
        return SUMS[part.op](*args)
    return _other(part.op, args)


def _joined(part: Part, values: Mapping[str, Exact]) -> bool:
    """What either side decides holds, whether or not the other has a value: the order in which they stand is none."""
    deciding = part.op == "or"
    try:
        left = bool(value_of(part.args[0], values))
    except Undefined:
        if value_of(part.args[1], values) == deciding:
            return deciding
        raise
    return left if left == deciding else bool(value_of(part.args[1], values))


def _comparable(args: list[Any]) -> list[Any]:
    return [Real.of(arg) for arg in args] if any(isinstance(arg, Real) for arg in args) else args


def _other(op: str, args: list[Any]) -> Any:
    """Quotients, powers and functions."""
    if op == "/":
        if not bool(_comparable([args[1], 0])[0] != 0):
            raise Undefined("a quotient by zero")
        return args[0] / args[1] if any(isinstance(arg, Real) for arg in args) else Fraction(args[0]) / args[1]
    if op == "^":
        return _power(*args)
    if op == "log2":
        return log2_of(args[0])
    if op in ("floor", "ceil"):
        return (floor if op == "floor" else ceiling)(args[0])
    best = args[0]
    for arg in args[1:]:
        best = arg if bool(RELATIONS["<" if op == "min" else ">"](*_comparable([arg, best]))) else best
    return best


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(base, Real) or isinstance(exponent, Real) or Fraction(exponent).denominator != 1:
        if not bool(Real.of(base) > 0):
            raise Undefined("a power of what is not positive")
        return Real.of(base) ** exponent
    if abs(exponent) > MOST_EXPONENT or (base == 0 and exponent < 0):
        raise Undefined("a power beyond all bounds")
    return Fraction(base) ** int(exponent)


def log2_of(x: Exact) -> Exact:
    """The binary logarithm: an integer where it is one. Raises Undefined where x is not positive."""
    if not bool(Real.of(x) > 0):
        raise Undefined("a logarithm of what is not positive")
    if isinstance(x, Real) or Fraction(x).denominator != 1 or int(x) & (int(x) - 1):
        return real_log2(x)
    return int(x).bit_length() - 1
