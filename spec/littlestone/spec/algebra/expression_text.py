"""Real expressions as a reader would write them, with no parentheses but those that are needed."""

from __future__ import annotations

from littlestone.spec.algebra.reals import MINUS_ONE, MUL, POW, RATIONAL, Real

_SUM, _PRODUCT, _POWER, _WHOLE = range(4)  # how tightly a text binds


def written(x: Real) -> str:
    """The text of an expression, such as ln(x)/(x + 1) - 2**(1/2)."""
    return _bracketed(x, _SUM)


def _bracketed(x: Real, least: int) -> str:
    """The text of an expression, in parentheses where it binds less tightly than this."""
    text, strength = _with_strength(x)
    return text if strength >= least else f"({text})"


def _with_strength(x: Real) -> tuple[str, int]:
    match x.op:
        case "rational":
            return str(x.value), _SUM if x.value < 0 else _WHOLE if x.value.denominator == 1 else _PRODUCT
        case "symbol":
            return x.name, _WHOLE
        case "sum":
            return f"sum({x.args[0]} for {x.name}={x.args[1]}..{x.args[2]})", _WHOLE
        case "add":
            return _written_sum(*x.args), _SUM
        case "mul":
            return _written_product(*x.args)
        case "pow" if x.args[1] is MINUS_ONE:
            return f"1/{_bracketed(x.args[0], _POWER)}", _PRODUCT
        case "pow":
            return f"{_bracketed(x.args[0], _WHOLE)}**{_bracketed(x.args[1], _WHOLE)}", _POWER
    return f"{x.op}({', '.join(map(str, x.args))})", _WHOLE


def _written_sum(a: Real, b: Real) -> str:
    opposite = negated(b)
    sign, operand = ("+", b) if opposite is None else ("-", opposite)
    return f"{_bracketed(a, _SUM)} {sign} {_bracketed(operand, _PRODUCT)}"


def _written_product(a: Real, b: Real) -> tuple[str, int]:
    opposite = negated(Real(MUL, (a, b)))
    if opposite is not None:
        return f"-{_bracketed(opposite, _PRODUCT)}", _SUM
    if b.op is POW and b.args[1] is MINUS_ONE:
        return f"{_bracketed(a, _PRODUCT)}/{_bracketed(b.args[0], _POWER)}", _PRODUCT
    return f"{_bracketed(a, _PRODUCT)} * {_bracketed(b, _PRODUCT)}", _PRODUCT


def negated(x: Real) -> Real | None:
    """What a negative rational, or a product with one, is the negation of; None for other expressions."""
    if _is_negative(x):
        return -x
    if x.op is not MUL:
        return None
    a, b = x.args
    if _is_negative(b):
        return a * -b
    return -a * b if _is_negative(a) else None


def _is_negative(x: Real) -> bool:
    return x.op is RATIONAL and x.value < 0
