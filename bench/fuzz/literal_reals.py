"""Statements about numbers at a point, evaluated literally: exact fractions, else balls of growing precision.

Nothing of the kit is used. A statement is a nested tuple, its operation first. A term has no value where a part of it
has none: 0 * ln(0) and (1/0) ** 0 have none; 0 ** 0 is 1. A comparison without values is neither true nor false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from flint import arb, ctx, fmpq

Node = tuple[Any, ...]
Value = Fraction | arb
Point = Mapping[str, Fraction]
PRECISIONS = (96, 400, 1600)
LARGEST = 4096  # exponents and limits of sums beyond it take too long


class Undefined(Exception):
    """The term has no value at this point."""


class Undecided(Exception):
    """The precision does not tell."""


def truth(node: Node, point: Point) -> bool | str | None:
    """True, False, None where it has no truth value, or "undecided"."""
    saved = ctx.prec
    try:
        for precision in PRECISIONS:
            ctx.prec = precision
            found = _truth(node, point)
            if found != "undecided":
                return found
    finally:
        ctx.prec = saved
    return "undecided"


def _truth(node: Node, point: Point) -> bool | str | None:
    """Kleene's three values; "undecided" is a fourth, weaker than all."""
    op, *args = node
    if op in ("and", "or"):
        return _joined([_truth(arg, point) for arg in args], decisive=op == "or")
    if op == "when":
        premise = _truth(args[0], point)
        return True if premise is False else _joined([_negated(premise), _truth(args[1], point)], decisive=True)
    if op == "not":
        return _negated(_truth(args[0], point))
    try:
        return _compared(op, value(args[0], point), value(args[1], point))
    except Undefined:
        return None
    except Undecided:
        return "undecided"


def _negated(found: bool | str | None) -> bool | str | None:
    return not found if isinstance(found, bool) else found


def _joined(values: list[bool | str | None], decisive: bool) -> bool | str | None:
    if decisive in values:
        return decisive
    return "undecided" if "undecided" in values else None if None in values else not decisive


def _compared(relation: str, a: Value, b: Value) -> bool | str:
    gap = b - a if isinstance(a, Fraction) and isinstance(b, Fraction) else _ball(b) - _ball(a)
    below, above, equal = bool(gap > 0), bool(gap < 0), gap == 0 if isinstance(gap, Fraction) else gap.is_zero()
    if not (below or above or equal):
        return "undecided"
    return {"<=": below or equal, "<": below, ">=": above or equal, ">": above, "==": equal, "!=": not equal}[relation]


def _ball(x: Value) -> arb:
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else x


# ---- Terms


def value(node: Node, point: Point) -> Value:
    """The term's value; raises Undefined where it has none, Undecided where the precision does not tell."""
    op, *args = node
    if op == "constant":
        return Fraction(args[0])
    if op == "parameter":
        return Fraction(point[args[0]])
    if op == "sum":
        return _sum(point, *args)
    return TERMS[op](*(value(arg, point) for arg in args))


def _sum(point: Point, term: Node, index: str, low: Node, high: Node) -> Value:
    first, last = int(value(low, point)), int(value(high, point))
    if last - first > LARGEST:
        raise Undecided
    result: Value = Fraction(0)
    for i in range(first, last + 1):
        result = add(result, value(term, {**point, index: Fraction(i)}))
    return result


def _exactly(
    a: Value, b: Value, exact: Callable[[Fraction, Fraction], Fraction], balls: Callable[[arb, arb], arb]
) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return exact(a, b)
    return _finite(balls(_ball(a), _ball(b)))


def _finite(x: arb) -> arb:
    if not x.is_finite():
        raise Undecided
    return x


def add(a: Value, b: Value) -> Value:
    return _exactly(a, b, lambda x, y: x + y, lambda x, y: x + y)


def subtract(a: Value, b: Value) -> Value:
    return _exactly(a, b, lambda x, y: x - y, lambda x, y: x - y)


def multiply(a: Value, b: Value) -> Value:
    return _exactly(a, b, lambda x, y: x * y, lambda x, y: x * y)


def divide(a: Value, b: Value) -> Value:
    if _sign(b) == 0:
        raise Undefined
    return _exactly(a, b, lambda x, y: x / y, lambda x, y: x / y)


def _sign(x: Value) -> int:
    if x == 0 or (isinstance(x, arb) and x.is_zero()):
        return 0
    if x > 0 or x < 0:
        return 1 if x > 0 else -1
    raise Undecided


def power(a: Value, b: Value) -> Value:
    """0 ** 0 is 1; a negative base has whole powers only."""
    if isinstance(b, Fraction) and b.denominator == 1:
        return _whole_power(a, int(b))
    sign = _sign(a)
    if sign < 0 and isinstance(b, arb):
        raise Undecided  # the exponent may be whole
    if sign < 0 or (sign == 0 and _sign(b) < 0):
        raise Undefined
    if sign == 0:
        return Fraction(_sign(b) == 0)
    return _finite(_ball(a) ** _ball(b))


def _whole_power(a: Value, n: int) -> Value:
    if n < 0 and _sign(a) == 0:
        raise Undefined
    if isinstance(a, Fraction) and abs(n) <= LARGEST:
        return a**n
    if abs(n) > 2**40:
        raise Undecided
    return _finite(_ball(a) ** n)


def logarithm(a: Value) -> Value:
    if _sign(a) <= 0:
        raise Undefined
    return Fraction(0) if a == 1 else _finite(_ball(a).log())


def exponential(a: Value) -> Value:
    return Fraction(1) if isinstance(a, Fraction) and a == 0 else _finite(_ball(a).exp())


def choose(n: Value, k: Value) -> Value:
    if not (isinstance(n, Fraction) and isinstance(k, Fraction)) or n > LARGEST:
        raise Undecided
    if n < 0 or n.denominator != 1 or k.denominator != 1:
        raise Undefined
    return Fraction(comb(int(n), int(k)) if k >= 0 else 0)


TERMS: Mapping[str, Callable[..., Value]] = {
    "add": add,
    "subtract": subtract,
    "multiply": multiply,
    "divide": divide,
    "power": power,
    "ln": logarithm,
    "exp": exponential,
    "binomial": choose,
}

# ---- In the kit's words

FORMS = {
    "when": "when({}, {})",
    "and": "({} & {})",
    "or": "({} | {})",
    "not": "(~{})",
    "add": "({} + {})",
    "subtract": "({} - {})",
    "multiply": "({} * {})",
    "divide": "({} / {})",
    "power": "({} ** {})",
    "ln": "ln({})",
    "exp": "exp({})",
    "binomial": "binomial({}, {})",
}
RELATIONS = ("<=", "<", ">=", ">", "==", "!=")


def written(node: Node, bound: frozenset[str] = frozenset()) -> str:
    """The statement or term in the kit's notation; constants are wrapped, so that Python computes none."""
    op, *args = node
    if op == "constant":
        number = Fraction(args[0])
        return f"Real.of({number})" if number.denominator == 1 else f"Real.of({number!r})"
    if op == "parameter":
        return f'symbol("{args[0]}")' if args[0] in bound else args[0]
    if op == "sum":
        term, index, low, high = args
        return f'finite_sum({written(term, bound | {index})}, "{index}", {written(low, bound)}, {written(high, bound)})'
    words = [written(arg, bound) for arg in args]
    return f"({words[0]} {op} {words[1]})" if op in RELATIONS else FORMS[op].format(*words)
