"""Real expressions in sympy: conversion, the ranges of their symbols, rigorous signs and enclosures.

Sympy is imported with the first question about numbers, not with the provers: whoever asks about classes alone does
not wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import cycle
from math import prod
from typing import Any

import sympy as sp
from flint import arb, ctx, fmpq

from littlestone.proofs_check.numbers.ball_programs import (
    BOX_PRECISION,
    BallProgram,
    Operation,
    ProgramBuilder,
    exact_ball,
)
from littlestone.spec.algebra.rationals import pair_of
from littlestone.spec.algebra.reals import PRECISIONS, Real, power
from littlestone.spec.domains import Naturals
from littlestone.spec.domains import Reals as RealRange

Expr = Any  # a sympy expression: sympy has no types
CHOOSE = sp.Function("C")
FUNCTIONS = {
    "add": sp.Add,
    "mul": sp.Mul,
    "pow": sp.Pow,
    "ln": sp.log,
    "exp": sp.exp,
    "erf": sp.erf,
    "binomial": CHOOSE,
}
# Distinct and of no pattern, so that what is not zero hardly vanishes there; above 1, and below where it is undefined
ABOVE = [Fraction(7 * n + 9, 5 * n + 6) for n in range(32)]
# Quotients of differences: an error of some 2^-80, widened to 2^-50
FINE, STEP, WIDER = 256, arb(2) ** -80, arb(2) ** -50
ARBITRARY = (ABOVE, [1 / number for number in ABOVE], [n ** (-1) ** i for i, n in enumerate(ABOVE)])


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of reals; the ends are closed expressions or infinite, each included or not."""

    low: Expr = -sp.oo
    high: Expr = sp.oo
    low_open: bool = True
    high_open: bool = True

    @property
    def is_positive(self) -> bool:
        """Every number in the interval is above 0."""
        return self.low.is_finite is True and (sign(self.low) == 1 or (sign(self.low) == 0 and self.low_open))

    @property
    def is_nonnegative(self) -> bool:
        """No number in the interval is below 0."""
        return self.low.is_finite is True and sign(self.low) in (0, 1)

    @property
    def is_bounded(self) -> bool:
        """Both ends are finite."""
        return self.low.is_finite is True and self.high.is_finite is True

    def contains(self, point: Expr) -> bool:
        """The closed expression lies in the interval, rigorously decided."""
        return _beyond(point, self.low, self.low_open) and _beyond(-point, -self.high, self.high_open)

    def __str__(self) -> str:
        return f"{'(' if self.low_open else '['}{self.low}, {self.high}{')' if self.high_open else ']'}"


def _beyond(point: Expr, low: Expr, is_open: bool) -> bool:
    if low.is_infinite:
        return True
    side = sign(point - low)
    return side == 1 or (side == 0 and not is_open)


@dataclass(frozen=True, slots=True)
class Ranges:
    """What the symbols of an expression range over, and which of them are integers."""

    spans: tuple[tuple[Expr, Span], ...]
    integral: frozenset[Expr] = frozenset()

    def span(self, x: Expr) -> Span:
        """The interval of a symbol."""
        return dict(self.spans)[x]

    def replace(self, x: Expr, span: Span) -> Ranges:
        """The same with another interval for one symbol, which may be new."""
        return Ranges(tuple({**dict(self.spans), x: span}.items()), self.integral)

    def only(self, symbols: set[Expr]) -> Ranges:
        """The intervals of these symbols alone."""
        return Ranges(tuple((x, s) for x, s in self.spans if x in symbols), self.integral & symbols)

    def named(self, name: str) -> Expr:
        """The symbol of this name; raises KeyError where there is none."""
        return {x.name: x for x, _ in self.spans}[name]


def ranges_of(domains: Mapping[str, RealRange | Naturals]) -> Ranges:
    """The ranges of a claim's parameters; an integer ranges over the reals from its least value on."""
    spans = {name: _span(domain) for name, domain in domains.items()}
    symbols = {name: symbol_in(name, span) for name, span in spans.items()}
    integral = frozenset(symbols[name] for name, domain in domains.items() if isinstance(domain, Naturals))
    return Ranges(tuple((symbols[name], span) for name, span in spans.items()), integral)


def closed_ends(domains: Mapping[str, RealRange | Naturals]) -> list[tuple[str, Real, int]]:
    """The ends that belong to the parameters' ranges: name, end, and 1 for the least value or -1 for the largest."""
    found = list[tuple[str, Real, int]]()
    for name, domain in domains.items():
        if isinstance(domain, Naturals):
            found.append((name, Real.of(domain.least), 1))
            continue
        found += [(name, domain.low, 1)] if domain.low is not None and not domain.low_open else []
        found += [(name, domain.high, -1)] if domain.high is not None and not domain.high_open else []
    return found


def _span(domain: RealRange | Naturals) -> Span:
    if isinstance(domain, Naturals):
        return Span(sp.Integer(domain.least), low_open=False)
    low = -sp.oo if domain.low is None else to_sympy(domain.low, {})
    high = sp.oo if domain.high is None else to_sympy(domain.high, {})
    return Span(low, high, domain.low_open or domain.low is None, domain.high_open or domain.high is None)


def symbol_in(name: str, span: Span) -> Expr:
    """A symbol with the sign that its interval gives it."""
    if span.is_positive:
        return sp.Symbol(name, positive=True)
    return sp.Symbol(name, nonnegative=True) if span.is_nonnegative else sp.Symbol(name, real=True)


def to_sympy(expression: Real, symbols: Mapping[str, Expr]) -> Expr:
    """The expression in sympy; C(n, i) stays a named function and sums stay unevaluated."""
    if expression.op == "rational":
        return rational(expression.value)
    if expression.op == "symbol":
        return symbols[expression.name]
    if expression.op == "sum":
        return _sum_to_sympy(expression, symbols)
    args = [to_sympy(arg, symbols) for arg in expression.args]
    return FUNCTIONS[expression.op](*args)


def _sum_to_sympy(expression: Real, symbols: Mapping[str, Expr]) -> Expr:
    term, low, high = expression.args
    index = sp.Symbol(expression.name, integer=True)
    inner = to_sympy(term, {**symbols, expression.name: index})
    return sp.Sum(inner, (index, to_sympy(low, symbols), to_sympy(high, symbols)))


def rational(value: Fraction | int) -> Expr:
    """An exact rational in sympy."""
    return sp.Rational(Fraction(value).numerator, Fraction(value).denominator)


@lru_cache(maxsize=65536)
def sign(expression: Expr) -> int | None:
    """-1, 0 or 1: the sign of a closed expression, by exact rationals, balls of growing precision or an identity.

    None where none of them decides it, and where the expression is not defined.
    """
    if expression.is_Rational:
        return int(sp.sign(expression))
    for precision in PRECISIONS[:3]:
        value = enclosure(expression, {}, precision)
        if value > 0:
            return 1
        if value < 0:
            return -1
        if not value.is_finite():
            return None
    return 0 if is_zero(expression) else None


def is_zero(expression: Expr) -> bool:
    """Sympy reduces the expression to exactly 0, binomials being treated as independent symbols."""
    if expression == 0:
        return True
    opaque = expression.subs({choose: sp.Dummy(positive=True) for choose in expression.atoms(CHOOSE)})
    if not _may_vanish(opaque):
        return False
    expanded = sp.expand(sp.expand_log(sp.expand(opaque)))
    return bool(sp.simplify(expanded) == 0)


def _may_vanish(expression: Expr) -> bool:
    """The expression is not known to differ from 0 at one arbitrary point, which saves a long simplification."""
    return not differs_from_zero(at_arbitrary_values([expression])[0])


def at_arbitrary_values(expressions: Sequence[Expr]) -> list[arb]:
    """Balls around the expressions' values at one point, at which they hardly vanish together by accident: the first
    of three at which all are finite, else the last. What was undefined at the only one took sympy long to simplify."""
    free = sorted(set[Expr]().union(*(expression.free_symbols for expression in expressions)), key=str)
    values: list[arb] = []
    for numbers in ARBITRARY:
        point = {x: exact_ball(number) for x, number in zip(free, cycle(numbers))}
        values = [enclosure(expression, point) for expression in expressions]
        if all(value.is_finite() for value in values):
            break
    return values


def value_and_changes(expression: Expr, symbols: Sequence[Expr]) -> list[arb]:
    """Balls around f and each x df/dx at one point, where they are finite. The second are quotients of differences,
    widened for their error: they say what is worth proving and prove nothing. Derivatives took sympy 0.1 s each."""
    found: list[arb] = []
    with ctx.workprec(FINE):
        for numbers in ARBITRARY:
            point = {x: exact_ball(number) for x, number in zip(symbols, cycle(numbers))}
            value = _program(expression)(point)
            moved = [_program(expression)({**point, x: point[x] * (1 + STEP)}) for x in symbols]
            changes = [(other - value) / STEP for other in moved]
            found = [value, *(change + arb(0, WIDER) * (1 + abs(value) + abs(change)) for change in changes)]
            if all(ball.is_finite() for ball in found):
                break
    return found


def differs_from_zero(value: arb) -> bool:
    """No number in the ball is 0; a ball that is not finite holds all numbers."""
    return bool(value > 0 or value < 0)


def enclosure(expression: Expr, values: Mapping[Expr, arb], precision: int = BOX_PRECISION) -> arb:
    """A ball that contains the expression for every choice of its symbols in their balls.

    The ball is not finite where the expression is undefined, and where it has sums, binomials or other functions.
    """
    saved, ctx.prec = ctx.prec, precision
    try:
        return _program(expression)(values)
    finally:
        ctx.prec = saved


def value_within(span: Span, t: Fraction) -> arb:
    """A ball around what lies at a fraction of a bounded interval's length."""
    if span.low.is_Rational and span.high.is_Rational:  # as sympy would have it, which takes ten times as long
        low, high = (fmpq(int(end.p), int(end.q)) for end in (span.low, span.high))
        with ctx.workprec(BOX_PRECISION):
            return arb(low + (high - low) * fmpq(*pair_of(t)))
    return enclosure(span.low + (span.high - span.low) * rational(t), {})


@lru_cache(maxsize=4096)
def _program(expression: Expr) -> BallProgram:
    builder = ProgramBuilder()
    return builder.program(_slot(expression, builder))


def _slot(expression: Expr, builder: ProgramBuilder) -> int:
    if expression in builder.slots:
        return builder.slots[expression]
    if expression.is_Rational:
        return builder.rational(expression, fmpq(int(expression.p), int(expression.q)))
    if expression.is_Symbol:
        return builder.symbol(expression, expression)
    if not isinstance(expression, ENCLOSED):
        return builder.step(expression, CONSTANTS.get(expression, _undefined))
    operation = next(operation for kind, operation in ENCLOSURES.items() if isinstance(expression, kind))
    return builder.step(expression, operation, *[_slot(arg, builder) for arg in expression.args])


def _undefined() -> arb:
    return arb("nan")


def _sum_of(first: arb, *others: arb) -> arb:
    return sum(others, start=first)


def _product_of(first: arb, *others: arb) -> arb:
    return prod(others, start=first)


ENCLOSURES: Mapping[Any, Operation] = {
    sp.Add: _sum_of,
    sp.Mul: _product_of,
    sp.Pow: power,
    sp.log: arb.log,
    sp.exp: arb.exp,
    sp.erf: arb.erf,
}
ENCLOSED = tuple(ENCLOSURES)
CONSTANTS: Mapping[Expr, Operation] = {sp.E: lambda: arb(1).exp(), sp.pi: arb.pi}
