"""A comparison or another truth of a statement in words: both sides with their values, and what is needed of them."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from littlestone.proofs_check.reading.records import Record, text_of
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
RELATIONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
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
UNKNOWN = object()  # a value that was not kept


def part(record: Record, node: ast.expr) -> Side:
    """The text and value of a part of an expression, be it a literal."""
    found = record.child(node)
    if found is None:
        return text_of(node, record.source), node.value if isinstance(node, ast.Constant) else UNKNOWN
    return _named(found), found.value


def _named(record: Record) -> str:
    """How a side is called: a named number by its name and what it is of, else as it is written."""
    node, value = record.node, record.value
    if not isinstance(value, Number) or not value.name or not isinstance(node, ast.Call | ast.Name):
        return record.text
    if isinstance(node, ast.Name) or not isinstance(node.func, ast.Name) or "(" in value.name:
        return record.text if isinstance(node, ast.Name) or "(" not in value.name else value.name
    return f"{value.name}({', '.join(text_of(arg, record.source) for arg in node.args)})"


def with_value(side: Side) -> str:
    """A side as ``text = value``; the value alone where that says it."""
    text, value = side
    words = value_text(value)
    if not words or words == text or words.startswith(f"{text} = "):
        return words or text
    return words if len(text) > LONGEST_TEXT or text.startswith("Fraction(") else f"{text} = {words}"


def comparison(record: Record, wanted: bool) -> str:
    """What a comparison of Python's syntax needs to be true, or false."""
    node = record.node
    assert isinstance(node, ast.Compare)
    nodes = [node.left, *node.comparators]
    if len(node.ops) == 1:
        return related(part(record, nodes[0]), node.ops[0], part(record, nodes[1]), wanted)
    if not wanted:
        return f"not {record.text}"
    return _link([part(record, side) for side in nodes], node.ops)


def _link(sides: list[Side], relations: list[ast.cmpop]) -> str:
    """The link of a chain that fails, after which Python evaluates no further one."""
    for i, relation in enumerate(relations):
        left, right, later = sides[i], sides[i + 1], sides[i + 2 : i + 3]
        decide = RELATIONS.get(type(relation))
        is_last = not later or later[0][1] is UNKNOWN
        if is_last or (decide is not None and truth(decide(left[1], right[1])) is False):
            return related(left, relation, right, True)
    return ""


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


def other(record: Record, wanted: bool) -> str:
    """Any other truth as it is written, with the values of the names in it."""
    text = record.text if len(record.text) <= LONGEST_TEXT else f"{record.text[:LONGEST_TEXT]}..."
    return text if wanted else f"not {text}"


def names_text(record: Record, known: Mapping[str, object], words: str) -> str:
    """What the names in an expression stand for, so far as neither the reader nor the words say it already."""
    nodes = ast.walk(record.node or ast.Module([], []))
    names = dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name))
    values = {n: record.frame.known(n) for n in names} if record.frame is not None else {}
    texts = {n: value_text(value) for n, value in values.items() if value is not None}
    new = [f"{n} = {text}" for n, text in texts.items() if text and not (n in known and value_text(known[n]) == text)]
    return ", ".join(each for each in new if not re.search(rf"(?<![\w.]){re.escape(each)}(?![\w.])", words))
