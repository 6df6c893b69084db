"""Expressions and intervals read from certificates, and what intervals hold, decided exactly.

Expressions are parsed here and not by sympy: the checker shares no code with the provers, and evaluates no text.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.spec.algebra.reals import (
    MINUS_ONE,
    ONE,
    PI,
    ZERO,
    Comparison,
    Real,
    binomial,
    decide,
    enclosure,
    erf,
    exp,
    ln,
    symbol,
    symbols,
)
from littlestone.spec.domains import Naturals, Reals

FUNCTIONS: Mapping[str, Callable[..., Real]] = {
    "ln": ln,
    "exp": exp,
    "erf": erf,
    "binomial": binomial,
    "pi": lambda: PI,
}
CLOSED_PRECISION = 192
MOST_BITS = 10**5  # of a rational: the kit's own have 6,000
OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow"}


def parsed(text: object) -> Real:
    """The expression of a text in the notation of formulas; raises Refused."""
    try:
        return _real(ast.parse(str(text).strip(), mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError, ArithmeticError) as error:
        raise Refused(f"{str(text)[:60]!r} is no expression that can be read") from error


def _real(node: ast.expr) -> Real:
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return Real.of(value)
        case ast.Name() | ast.Attribute():
            return symbol(ast.unparse(node))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_real(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return _combined(OPERATORS[type(op)], _real(left), _real(right))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*map(_real, args))
    raise ValueError(ast.unparse(node))


def _combined(operation: str, a: Real, b: Real) -> Real:
    if a.op == b.op == "rational":
        bits = [sum(n.bit_length() for n in x.value.as_integer_ratio()) for x in (a, b)]
        if (bits[0] * abs(b.value) if operation == "pow" else sum(bits)) > MOST_BITS:
            raise ValueError("a number has too many digits")
    match operation:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "div":
            return Real.of(a.value / b.value) if a.op == b.op == "rational" and b.value else a / b
    return a**b


def is_at_least(left: Real, right: Real, *, strict: bool = False) -> bool:
    """left >= right, or left > right, for closed expressions, rigorously; false where it is undecided."""
    if symbols(left) | symbols(right):
        return False
    return decide(Comparison(right, "<" if strict else "<=", left)) is True


def is_whole(number: Real) -> bool:
    """It is written as an integer."""
    return number.op == "rational" and number.value.denominator == 1


def is_equal(left: Real, right: Real) -> bool:
    """Two closed expressions are equal, rigorously; false where it is undecided."""
    return left is right or (not symbols(left) | symbols(right) and decide(Comparison(left, "==", right)) is True)


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of reals; None is an infinite end, which is open."""

    low: Real | None = None
    high: Real | None = None
    low_open: bool = True
    high_open: bool = True

    @property
    def side(self) -> int:
        """2 where every number in it is above 0, 1 where none is below, else 0."""
        if self.low is None or not is_at_least(self.low, ZERO):
            return 0
        return 2 if self.low_open or is_at_least(self.low, ZERO, strict=True) else 1

    def holds(self, other: Interval) -> bool:
        """Every number of the other interval, which is not empty, lies in it."""
        return _reaches(self.low, self.low_open, other.low, other.low_open) and _reaches(
            _negated(self.high), self.high_open, _negated(other.high), other.high_open
        )

    def holds_point(self, point: Real) -> bool:
        """The closed expression lies in it."""
        return self.holds(Interval(point, point, False, False))

    def raised(self, low: Real, is_open: bool) -> Interval:
        """What of it is at least, or above, an end."""
        if _reaches(low, is_open, self.low, self.low_open):
            return self
        return Interval(low, self.high, is_open, self.high_open)

    def lowered(self, high: Real, is_open: bool) -> Interval:
        """What of it is at most, or below, an end."""
        if _reaches(-high, is_open, _negated(self.high), self.high_open):
            return self
        return Interval(self.low, high, self.low_open, is_open)


def _reaches(low: Real | None, is_open: bool, other: Real | None, other_open: bool) -> bool:
    """The lower end lies below the other one, or just where it does."""
    if low is None:
        return True
    if other is None:
        return False
    return is_at_least(other, low, strict=True) or (is_equal(low, other) and (other_open or not is_open))


def _negated(end: Real | None) -> Real | None:
    return None if end is None else -end


def interval_of(domain: Naturals | Reals) -> Interval:
    """What a parameter ranges over; an integer over the reals from its least value on."""
    if isinstance(domain, Naturals):
        return Interval(Real.of(domain.least), None, False, True)
    low, high = domain.low, domain.high
    return Interval(low, high, domain.low_open or low is None, domain.high_open or high is None)


def interval_product(span: Interval, factor: Interval, power: int) -> Interval:
    """What y x^power ranges over, for y >= 0 in one interval and x > 0 in the other; the power is 1 or -1."""
    low, high = (factor.low, factor.high) if power == 1 else (_inverse(factor.high), _inverse(factor.low))
    low_open, high_open = (factor.low_open, factor.high_open) if power == 1 else (factor.high_open, factor.low_open)
    least = ZERO if low is None or span.low is None else span.low * low
    from_zero = is_equal(least, ZERO)
    top = None if span.high is None or high is None else span.high * high
    is_open = span.side == 2 if from_zero else span.low_open or low_open
    is_zero = top is not None and is_equal(top, ZERO)  # then y is 0 alone
    return Interval(least, top, is_open, top is None or (not is_zero and (span.high_open or high_open)))


def _inverse(end: Real | None) -> Real | None:
    """One over the end of a positive interval; None stands for infinity, whose inverse is 0, and back."""
    if end is None:
        return ZERO
    return None if is_equal(end, ZERO) else end**-1


def read_interval(text: object) -> Interval:
    """The interval of a text such as ``(0, ln(2)]``; raises Refused."""
    given = str(text)
    if len(given) < 5 or given[0] not in "([" or given[-1] not in ")]":
        raise Refused(f"{given!r} is no interval")
    low, high = _ends(given[1:-1])
    ends = None if low.strip() == "-oo" else parsed(low), None if high.strip() == "oo" else parsed(high)
    if any(end is not None and symbols(end) for end in ends):
        raise Refused(f"the interval {given} has an end that is not closed")
    if not all(end is None or enclosure(end, CLOSED_PRECISION).is_finite() for end in ends):
        raise Refused(f"the interval {given} has an end that has no value")
    return Interval(*ends, given[0] == "(" or ends[0] is None, given[-1] == ")" or ends[1] is None)


def _ends(inside: str) -> tuple[str, str]:
    depth = 0
    for place, sign in enumerate(inside):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            return inside[:place], inside[place + 1 :]
    raise Refused(f"the interval {inside!r} has no two ends")


def power_of(expression: Real) -> tuple[Real, Fraction | None]:
    """The base and the rational exponent of a power, None for another exponent; of all else 1 is the exponent."""
    if expression.op == "exp":
        return expression, None
    if expression.op != "pow":
        return expression, Fraction(1)
    base, exponent = expression.args
    return base, exponent.value if exponent.op == "rational" else None


def derivative(expression: Real, name: str) -> Real:
    """The derivative in a symbol; raises Refused on sums and binomials that hold it."""
    if name not in symbols(expression):
        return ZERO
    args = expression.args
    inner = (
        [derivative(arg, name) for arg in args] if expression.op in ("add", "mul", "pow", "ln", "exp", "erf") else []
    )
    match expression.op:
        case "symbol":
            return ONE
        case "add":
            return inner[0] + inner[1]
        case "mul":
            return inner[0] * args[1] + args[0] * inner[1]
        case "ln":
            return inner[0] / args[0]
        case "exp":
            return inner[0] * expression
        case "erf":
            return 2 * PI ** Fraction(-1, 2) * exp(-(args[0] ** 2)) * inner[0]
        case "pow" if inner[1] is ZERO:
            return args[1] * args[0] ** (args[1] + MINUS_ONE) * inner[0]
        case "pow":
            return expression * (inner[1] * ln(args[0]) + args[1] * inner[0] / args[0])
    raise Refused(f"the derivative of {expression}")
