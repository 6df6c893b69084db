"""A comparison or another truth of a statement in words: both sides with their values, and what is needed of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction

from littlestone.proofs_check.reading.functions import text_of
from littlestone.proofs_check.reading.steps import UNPACKED, Part
from littlestone.proofs_check.reading.values import first_difference, number_text, value_text
from littlestone.spec.algebra.circuit import CONSTANT, Truth
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import Conditional

SIGNS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.LtE: ("<=", ">"),
    ast.Lt: ("<", ">="),
    ast.GtE: (">=", "<"),
    ast.Gt: (">", "<="),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
ORDERINGS = (ast.LtE, ast.Lt, ast.GtE, ast.Gt)


def truth(value: object) -> bool | None:
    """Whether a value is true; None where it is undecided or no truth value."""
    if isinstance(value, Conditional):
        premise, conclusion = truth(value.premise), truth(value.conclusion)
        return None if premise is None or conclusion is None else conclusion or not premise
    if isinstance(value, Truth):
        return bool(value) if value.op is CONSTANT else None
    return value if isinstance(value, bool) else None


Side = tuple[str, object]  # its text, and its value
LONGEST_TEXT = 120  # characters of code


def side(part: Part, node: ast.expr) -> Side:
    """The text and value of a part of an expression."""
    found = part.child(node)
    return _named(found), found.value


def _named(part: Part) -> str:
    """How a side is called: a named number by its name and what it is of, else as it is written."""
    node, value = part.node, part.value
    if not isinstance(value, Number) or not value.name or not isinstance(node, ast.Call | ast.Name):
        return part.text
    if isinstance(node, ast.Name) or not isinstance(node.func, ast.Name) or "(" in value.name:
        return part.text if isinstance(node, ast.Name) or "(" not in value.name else value.name
    return f"{value.name}({', '.join(text_of(arg, part.source) for arg in node.args)})"


def with_value(side: Side) -> str:
    """A side as ``text = value``; the value alone where that says it."""
    text, value = side
    words = value_text(value)
    if not words or words == text or words.startswith(f"{text} = "):
        return words or text
    return words if len(text) > LONGEST_TEXT or text.startswith("Fraction(") else f"{text} = {words}"


def comparison(part: Part, wanted: bool) -> str:
    """What a comparison of Python's syntax needs to be true, or false: of a chain the link that fails."""
    node = part.node
    assert isinstance(node, ast.Compare)
    if len(node.ops) > 1 and not wanted:
        return f"not {part.text}"
    sides = [node.left, *node.comparators]
    links = zip(sides, node.ops, sides[1:], strict=False)
    failing = (link for link in links if truth(part.child(ast.Compare(link[0], [link[1]], [link[2]])).value) is False)
    left, relation, right = next(failing, (sides[-2], node.ops[-1], sides[-1]))
    return related(side(part, left), relation, side(part, right), wanted)


def related(left: Side, relation: ast.cmpop, right: Side, wanted: bool) -> str:
    """Two sides with the relation that is needed between them; of what is long, the place where they differ first."""
    if isinstance(relation, ast.Eq) and wanted and not (value_text(left[1]) and value_text(right[1])):
        way, x, y = first_difference(left[1], right[1])
        left, right = (left[0] + way, x), (right[0] + way, y)
    is_partial = isinstance(left[1], set | frozenset) and isinstance(relation, ORDERINGS)
    sign = SIGNS[type(relation)][0 if wanted or is_partial else 1]
    words = f"{with_value(left)} {sign} {with_value(right)}{_gap(left[1], right[1])}"
    return f"not {words}" if is_partial and not wanted else words


def _gap(x: object, y: object) -> str:
    """The difference of two numbers whose first digits are the same."""
    numbers = isinstance(x, int | Fraction | Real) and isinstance(y, int | Fraction | Real)
    alike = numbers and value_text(x).endswith("...") and value_text(x) == value_text(y)
    return f", which differ by {number_text(Real.of(x) - Real.of(y))}" if alike else ""  # type: ignore[arg-type]


def other(part: Part, wanted: bool) -> str:
    """Any other truth as it is written, with the values of the names in it."""
    text = part.text if len(part.text) <= LONGEST_TEXT else f"{part.text[:LONGEST_TEXT]}..."
    return text if wanted else f"not {text}"


def names_text(part: Part, known: Mapping[str, object], words: str) -> str:
    """What the names in an expression stand for, so far as neither the reader nor the words say it already."""
    names = dict.fromkeys(node.id for node in ast.walk(part.node) if isinstance(node, ast.Name))
    bound = {n: part.step.bound(n) for n in names if n in part.step.variables and n not in part.variables}
    values = {n: part.step.variables[n] for n, at in bound.items() if at is None or at.node is not UNPACKED}
    texts = {n: value_text(value) for n, value in values.items() if value is not None}
    new = [f"{n} = {text}" for n, text in texts.items() if text and not (n in known and value_text(known[n]) == text)]
    return ", ".join(each for each in new if not re.search(rf"(?<![\w.]){re.escape(each)}(?![\w.])", words))
