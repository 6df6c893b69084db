"""The steps of a certificate, one to a line, with the expressions in them typeset."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from html import escape

from markupsafe import Markup

from littlestone.proofs_check.reports.typesetting.formulas import Untypeset, in_mathml
from littlestone.spec.algebra.expression_mathml import operator, row, typeset, typeset_comparison, typeset_name
from littlestone.spec.algebra.reals import ADD, EXP, LN, MINUS_ONE, MUL, POW, Real, symbol

CALCULATED = ("interval", "algebra")  # the provers whose evidence is a list of steps about expressions
JOINTS = re.compile(
    r"( factors as |: decided by its constants|: with | every coefficient is nonnegative|: falls to |: rises from | or "
    r"| and rises from there|: Arb, \d+ box(?:es)?|to show |: put |: \d+ pieces|follows from "
    r"|, times |, plus what is nonnegative| is kept by | for s > 0, so |, )"
)
WITHIN = re.compile(r"([\w.']+) in ([\[(])([^,\[\]]+), ([^,\[\]]+?)([\])])")
SEVERAL = re.compile(r"(, (?=[\w.']+ in [\[(]))")


def proof_steps(evidence_detail: str | None, prover: str | None) -> list[Markup]:
    """What a prover says of how it came to its outcome, a step to an item, its expressions typeset."""
    if not evidence_detail:
        return []
    steps = evidence_detail.split("; ") if prover in CALCULATED else [evidence_detail]
    return [Markup(_step(step)) if prover in CALCULATED else Markup(escape(step)) for step in steps]


def _step(step: str) -> str:
    ranges = [*WITHIN.finditer(step)]
    if ranges and step[: ranges[0].start()].endswith(" on "):
        first, last = ranges[0].start(), ranges[-1].end()
        where = "".join(map(_range_text, SEVERAL.split(step[first:last])))
        return f"{_chunks(step[: first - 4])} on {where}{_chunks(step[last:])}"
    return _chunks(step)


def _chunks(text: str) -> str:
    """The parts between the words that join them, each typeset where it is an expression or a comparison."""
    whole = _typeset_or_none(text.strip())
    if whole is not None:
        return whole
    return "".join(_chunk(part) for part in JOINTS.split(text))


def _chunk(part: str) -> str:
    found = _typeset_or_none(part.strip()) if part.strip() else None
    if found is None:
        return escape(part)
    return f"{' ' if part[:1] == ' ' else ''}{found}{' ' if part[-1:] == ' ' else ''}"


def _range_text(part: str) -> str:
    found = WITHIN.fullmatch(part)
    if found is None:
        return escape(part)
    name, opening, low, high, closing = found.groups()
    try:
        ends = [_end(low), operator(","), _end(high)]
    except (Untypeset, SyntaxError):
        return escape(part)
    return in_mathml(part, row(typeset_name(name), operator("∈"), operator(opening), *ends, operator(closing)))


def _end(text: str) -> str:
    infinite = {"oo": operator("∞"), "-oo": row(operator("−"), operator("∞"))}
    return infinite[text] if text in infinite else typeset(read_expression(text))


def _typeset_or_none(text: str) -> str | None:
    """An expression or a comparison as MathML; None for a lone word or what is none."""
    if re.fullmatch(r"[\w.']*", text):
        return None
    try:
        return in_mathml(text, _typeset_text(text))
    except (Untypeset, SyntaxError, ValueError, RecursionError, ArithmeticError, TypeError):
        return None


def _typeset_text(text: str) -> str:
    equation = re.fullmatch(r"([\w.']+) = ([^=]+)", text)
    if equation is not None:
        return typeset_comparison(symbol(equation[1]), "=", read_expression(equation[2]))
    node = _parsed(text)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        relation = _RELATIONS.get(type(node.ops[0]))
        if relation is not None:
            return typeset_comparison(_expression(node.left), relation, _expression(node.comparators[0]))
    return typeset(_expression(node))


_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_PRIME = "_prime_"


def read_expression(text: str) -> Real:
    """An expression as it is written, computed no further; raises Untypeset or SyntaxError for other text."""
    return _expression(_parsed(text))


def _parsed(text: str) -> ast.expr:
    return ast.parse(re.sub(r"(?<=\w)'", _PRIME, text), mode="eval").body


def _expression(node: ast.expr) -> Real:
    match node:
        case ast.Constant(value=int(value)):
            return Real.of(value)
        case ast.Name(id=name):
            return symbol(name.replace(_PRIME, "'"))
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            return symbol(f"{name}.{attribute}".replace(_PRIME, "'"))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _opposite(_expression(operand))
        case ast.BinOp(left=left, op=op, right=right):
            return _combined(op, _expression(left), _expression(right))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]):
            return _called(name, _expression(argument))
    raise Untypeset(f"{ast.unparse(node)} is not typeset")


def _combined(op: ast.operator, a: Real, b: Real) -> Real:
    if isinstance(op, ast.Mult | ast.Div) and a.op == MUL and a.args[0] is MINUS_ONE:
        return _opposite(_combined(op, a.args[1], b))  # -x*y is read as -(x*y), which it equals
    match op:
        case ast.Add():
            return Real(ADD, (a, b))
        case ast.Sub():
            return Real(ADD, (a, _opposite(b)))
        case ast.Mult():
            return Real(MUL, (a, b))
        case ast.Pow():
            return Real(POW, (a, b))
        case ast.Div() if a.op == b.op == "rational" and b.value:
            return Real.of(Fraction(a.value) / b.value)
        case ast.Div():
            return Real(MUL, (a, Real(POW, (b, MINUS_ONE))))
    raise Untypeset("an operation that is not typeset")


def _opposite(x: Real) -> Real:
    return -x if x.op == "rational" else Real(MUL, (MINUS_ONE, x))


def _called(name: str, argument: Real) -> Real:
    if name == "sqrt":
        return Real(POW, (argument, Real.of(Fraction(1, 2))))
    operation = {"log": LN, "ln": LN, "exp": EXP, "erf": "erf"}.get(name)
    if operation is None:
        raise Untypeset(f"{name} is not typeset")
    return Real(operation, (argument,))
