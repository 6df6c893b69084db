"""Limits at infinity of expressions in one symbol, by those of their parts."""

from __future__ import annotations

from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.texts import is_at_least, is_whole
from littlestone.spec.algebra.reals import MINUS_ONE, ONE, ZERO, Real, erf, exp, ln, symbols

INFINITE = {1: "oo", -1: "-oo"}
Limit = Real | str  # closed, or one of the infinite ones
_EXP: dict[str, Limit] = {"oo": "oo", "-oo": ZERO}
_ERF: dict[str, Limit] = {"oo": ONE, "-oo": MINUS_ONE}


def limit(expression: Real) -> Limit:
    """The limit as the only symbol grows; raises Refused where the limits of the parts do not give one.

    A closed expression, ``oo`` or ``-oo``. Each rule is of a function that is continuous at the limits of its parts.
    """
    if not symbols(expression):
        return expression
    parts = [limit(arg) for arg in expression.args]
    match expression.op:
        case "symbol":
            return INFINITE[1]
        case "add":
            return _sum(*parts)
        case "mul":
            return _product(*parts)
        case "pow":
            return _power(*parts)
        case "ln" if _side(parts[0]) == 1:
            return ln(parts[0]) if isinstance(parts[0], Real) else parts[0]
        case "exp":
            return exp(parts[0]) if isinstance(parts[0], Real) else _EXP[parts[0]]
        case "erf":
            return erf(parts[0]) if isinstance(parts[0], Real) else _ERF[parts[0]]
    raise Refused(f"the limit of {expression}")


def _side(one: Limit) -> int:
    """1 above 0, -1 below, and 0 where neither is shown."""
    if not isinstance(one, Real):
        return 1 if one == "oo" else -1
    return next((side for side in (1, -1) if is_at_least(side * one, ZERO, strict=True)), 0)


def _sum(one: Limit, other: Limit) -> Limit:
    if isinstance(one, Real) and isinstance(other, Real):
        return one + other
    infinite = {part for part in (one, other) if not isinstance(part, Real)}
    if len(infinite) > 1:
        raise Refused("the limit oo - oo")
    return infinite.pop()


def _product(one: Limit, other: Limit) -> Limit:
    if isinstance(one, Real) and isinstance(other, Real):
        return one * other
    side = _side(one) * _side(other)
    if not side:
        raise Refused(f"the limit {one} * {other}")
    return INFINITE[side]


def _power(base: Limit, exponent: Limit) -> Limit:
    side, whole = _side(exponent), isinstance(exponent, Real) and is_whole(exponent)
    if isinstance(exponent, Real) and isinstance(base, Real):
        if _side(base) == 1 or (whole and (_side(base) or side == 1)):
            return base**exponent
    elif isinstance(exponent, Real) and side and (whole or base == "oo"):
        return ZERO if side == -1 else base if base == "oo" or exponent.value % 2 else "oo"
    raise Refused(f"the limit {base} ** {exponent}")
