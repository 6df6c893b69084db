"""Certificates that a real expression is nonnegative, or positive, for all values of its symbols in their ranges.

A certificate is a list of steps in words. Every step rests on exact algebra in sympy or on an Arb enclosure; samples
in floating point only choose what to try.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product
from typing import Any

import sympy as sp
from flint import arb

from littlestone.proofs_check.numbers.normal_forms import factored, is_of_high_degree, normal_form
from littlestone.proofs_check.numbers.symbolic_reals import (
    Expr,
    Ranges,
    Span,
    at_arbitrary_values,
    differs_from_zero,
    enclosure,
    is_zero,
    sign,
    symbol_in,
)

DEPTH = 9  # proofs of ABLMM22 and BGS21 go down to the last level
MOST_GOALS = 250  # was 400; at most 145 in 127 proofs of ABLMM22 and BGS21
MOST_OPERATIONS = 250  # at most 74 in those proofs; what is far larger sympy is slow to factor
MOST_SAMPLES = 64  # of three parameters all combinations of four points; one that fails spares all rules
Steps = tuple[str, ...]


@dataclass(frozen=True)
class Sign:
    """The statement "the expression is defined and >= 0 (> 0 where strict) everywhere in the ranges"."""

    expression: Expr
    ranges: Ranges
    strict: bool = False
    depth: int = DEPTH

    def about(self, expression: Expr, ranges: Ranges | None = None, strict: bool | None = None) -> Sign:
        """The same kind of statement about another expression, one level down."""
        where = self.ranges if ranges is None else ranges
        return Sign(expression, where, self.strict if strict is None else strict, self.depth - 1)

    @property
    def free(self) -> list[Expr]:
        """The symbols of the expression, by name."""
        return list(_by_name(self.expression))

    def __str__(self) -> str:
        return f"{self.expression} {'>' if self.strict else '>='} 0"


Rule = Callable[["Signs", Sign], "Steps | None"]


@dataclass(frozen=True)
class Note:
    """Why a goal holds: the rule, the goals that it rests on, what else it chose, and whether goals are defined.

    ``parts`` are goals that were proved, None where the rule needs no proof of one; ``defined`` is a goal whose
    expression was shown to be defined.
    """

    rule: str
    parts: tuple[Sign | None, ...] = ()
    choices: Mapping[str, Any] = field(default_factory=dict)
    defined: Sign | None = None


@dataclass
class Signs:
    """Proves signs by the given rules, tried in order; counts the boxes it examined and the goals it attempted.

    For certificates ``notes`` say how goals were proved, ``lemmas`` what was proved under the hypotheses of the goal at
    hand, each with whether it is about the slack ranges, and ``implied`` is the hypothesis that it followed from, with
    its factor. ``ends`` are balls around the ends of boxes.
    """

    rules: tuple[Rule, ...]
    most_boxes: int
    boxes: int = 0
    goals: int = 0
    known: dict[Sign, Steps | None] = field(default_factory=dict)
    notes: dict[Sign, Note] = field(default_factory=dict)
    lemmas: list[tuple[bool, Sign]] = field(default_factory=list)
    implied: tuple[str, Expr] | None = None
    ends: dict[tuple[Span, tuple[int, int]], arb] = field(default_factory=dict)

    def prove(self, goal: Sign) -> Steps | None:
        """The steps of a certificate, or None where the rules find none."""
        goal = tidied(goal)
        if goal not in self.known:
            self.known[goal] = None  # open while it is tried, or a goal that comes up under itself would not end
            self.known[goal] = self._attempt(goal)
        return self.known[goal]

    def _attempt(self, goal: Sign) -> Steps | None:
        self.goals += 1
        if not goal.expression.free_symbols:
            return _closed(goal)
        if not all(map(_is_elementary, sp.preorder_traversal(goal.expression))):
            return None
        if goal.depth <= 0:
            return None
        return None if self._is_hopeless(goal) else first_found(rule(self, goal) for rule in self.rules)

    def _is_hopeless(self, goal: Sign) -> bool:
        return self.goals > MOST_GOALS or _is_large(goal.expression) or _fails_at_a_sample(goal)

    def proves(self, goal: Sign) -> bool:
        """Some certificate is found."""
        return self.prove(goal) is not None

    def nonzero(self, expression: Expr, goal: Sign) -> int | None:
        """1 or -1 where the expression has this sign throughout the goal's ranges, else None."""
        for side in (1, -1):
            if self.proves(goal.about(side * expression, strict=True)):
                return side
        return None

    def definitions(self, goal: Sign) -> Iterator[Sign]:
        """The goals by which ``defined`` showed that the goal's expression is defined."""
        for node in sp.preorder_traversal(goal.expression):
            if isinstance(node, sp.log):
                yield goal.about(node.args[0], strict=True)
            elif node.is_Pow and (not node.exp.is_Integer or node.exp.is_negative):
                sides = (goal.about(side * node.base, strict=True) for side in (1, -1))
                yield next(part for part in sides if self.known.get(tidied(part)) is not None)

    def defined(self, goal: Sign) -> bool:
        """The goal's expression is defined, and analytic, everywhere in its ranges."""
        nodes = list(sp.preorder_traversal(goal.expression))
        return all(map(_is_elementary, nodes)) and all(self._defined_at_top(node, goal) for node in nodes)

    def _defined_at_top(self, node: Expr, goal: Sign) -> bool:
        if isinstance(node, sp.log):
            return self.proves(goal.about(node.args[0], strict=True))
        if node.is_Pow and not node.exp.is_Integer:
            return self.proves(goal.about(node.base, strict=True))
        return not (node.is_Pow and node.exp.is_negative) or self.nonzero(node.base, goal) is not None


def first_found(tried: Iterable[Steps | None]) -> Steps | None:
    """The first certificate that was found; what comes after it is not tried."""
    return next((steps for steps in tried if steps is not None), None)


@lru_cache(maxsize=16384)  # of a goal it is asked many times, and sympy walks over the expression each time
def _by_name(expression: Expr) -> tuple[Expr, ...]:
    """The free symbols by their names."""
    return tuple(sorted(expression.free_symbols, key=str))


@lru_cache(maxsize=4096)
def _is_large(expression: Expr) -> bool:
    return bool(sp.count_ops(expression) > MOST_OPERATIONS) or is_of_high_degree(expression)


def _is_elementary(node: Expr) -> bool:
    """The node is a rational, e, a symbol, a sum, a product, a power, a logarithm or an exponential."""
    algebraic = node.is_Rational or node.is_Symbol or node.is_Add or node.is_Mul or node.is_Pow
    return bool(algebraic or isinstance(node, sp.log | sp.exp) or node is sp.E)


def _closed(goal: Sign) -> Steps | None:
    value = sign(goal.expression)
    return () if value == 1 or (value == 0 and not goal.strict) else None


def tidied(goal: Sign) -> Sign:
    """The goal as it is looked up: its expression in normal form, and no symbols but those of it."""
    expression = normal_form(goal.expression)
    return Sign(expression, goal.ranges.only(expression.free_symbols), goal.strict, goal.depth)


def _fails_at_a_sample(goal: Sign) -> bool:
    """The expression is negative (or zero, where strict) at some sample point: no use trying to prove it."""
    values = [sample_points(goal.ranges.span(x)) for x in goal.free]
    for point in islice(product(*values), MOST_SAMPLES):
        value = enclosure(goal.expression, dict(zip(goal.free, point, strict=True)))
        if value < 0 or (goal.strict and value <= 0):
            return True
    return False


def sample_points(span: Span) -> list[arb]:
    """A few points of an interval, as balls."""
    return [enclosure(point, {}) for point in _samples(span)]


def _samples(span: Span) -> Iterator[Expr]:
    steps = [sp.Rational(1, 100), sp.Integer(1), sp.Integer(30), sp.Integer(10**6)]
    if span.is_bounded:
        yield from (span.low + (span.high - span.low) * sp.Rational(p, 16) for p in (1, 5, 11, 15))
    elif span.low.is_finite:
        yield from (span.low + step for step in steps)
    else:
        top = span.high if span.high.is_finite else sp.Integer(0)
        yield from (top - step for step in steps)
        yield from (step for step in steps if not span.high.is_finite)


def by_log(signs: Signs, goal: Sign) -> Steps | None:
    """ln a has the sign of a - 1."""
    if not isinstance(goal.expression, sp.log):
        return None
    part = goal.about(goal.expression.args[0] - 1)
    signs.notes[goal] = Note("log", (part,))
    return signs.prove(part)


def by_product(signs: Signs, goal: Sign) -> Steps | None:
    """The sign of a product is the product of the signs of its factors."""
    whole = factored(goal.expression)
    if not (whole.is_Mul or whole.is_Pow or isinstance(whole, sp.exp)):
        return None
    found = [_factor_sign(signs, factor, goal) for factor in sp.Mul.make_args(whole)]
    total, steps, parts = 1, list[str](), list[Sign | None]()
    for one in found:
        if one is None:
            return None
        total, steps, parts = total * one[0], [*steps, *one[1]], [*parts, one[2]]
    if total != 1:
        return None
    signs.notes[goal] = Note("product", tuple(parts), {"factors": sp.Mul.make_args(whole)})
    return (f"{goal} factors as {whole}", *steps)


def _factor_sign(signs: Signs, factor: Expr, goal: Sign) -> tuple[int, Steps, Sign | None] | None:
    """The side of 0 on which a factor lies, in the goal's sense of strictness, and what was proved of its base."""
    base, exponent = factor.as_base_exp()
    if not exponent.is_Integer:
        return (1, (), None) if signs.defined(goal.about(factor)) else None
    if exponent.is_even and exponent.is_positive and not goal.strict:
        return (1, (), None) if signs.defined(goal.about(base)) else None
    strict = goal.strict or exponent.is_negative
    for side in (1, -1):
        part = goal.about(side * base, strict=strict)
        steps = signs.prove(part)
        if steps is not None:
            return side ** (int(exponent) % 2), steps, part
    return None


def by_polynomial(signs: Signs, goal: Sign) -> Steps | None:
    """A polynomial whose coefficients are nonnegative once every symbol is measured from an end of its range."""
    if not goal.expression.is_polynomial(*goal.free):
        return None
    shifts = [_shift(x, goal.ranges.span(x)) for x in goal.free]
    for chosen in product(*shifts):
        # Simultaneous: one variable's move may hold the name of another
        moved = sp.expand(_moved(goal.expression, {x: move for x, move, _ in chosen if move != x}))
        if _coefficients_decide(sp.Poly(moved, *goal.free), [is_open for _, _, is_open in chosen], goal.strict):
            ends = {x: "low" if move == goal.ranges.span(x).low + x else "high" for x, move, _ in chosen}
            signs.notes[goal] = Note("shift", (), {"moves": ends})
            return _polynomial_steps(goal, {x: move for x, move, _ in chosen})
    return None


def _moved(expression: Expr, moves: dict[Expr, Expr]) -> Expr:
    """The expression with its symbols replaced at once; sympy takes long for that where none of them changes too."""
    return expression.subs(moves, simultaneous=True) if moves else expression


def _shift(x: Expr, span: Span) -> list[tuple[Expr, Expr, bool]]:
    """Ways to write x with a new x >= 0, and whether the new x is above 0."""
    ways = [(x, span.low + x, span.low_open)] if span.low.is_finite else []
    return [*ways, (x, span.high - x, span.high_open)] if span.high.is_finite else ways


def _coefficients_decide(polynomial: Expr, opens: list[bool], strict: bool) -> bool:
    terms = [(powers, sign(coefficient)) for powers, coefficient in polynomial.terms()]
    if not all(side in (0, 1) for _, side in terms):
        return False
    positive = (
        side == 1 and all(is_open or not power for is_open, power in zip(opens, powers, strict=True))
        for powers, side in terms
    )
    return not strict or any(positive)


def _polynomial_steps(goal: Sign, moves: dict[Expr, Expr]) -> Steps:
    """The step in words; none where the coefficients are nonnegative as they stand."""
    primed = {x: sp.Symbol(f"{x.name}'") for x in goal.free}
    shown = [f"{x} = {move.subs(primed)}" for x, move in moves.items() if move != x]
    if not shown or goal.expression.is_Symbol:
        return ()
    return (f"{goal}: with {', '.join(shown)} every coefficient is nonnegative",)


def by_scaling(signs: Signs, goal: Sign) -> Steps | None:
    """If f(x s^w) = s^c f(x) for all s > 0, one positive symbol may be put to 1.

    Euler's equation gives this along a path on which f is defined, so f must be defined for all scaled symbols.
    """
    if len(goal.free) < 2 or not all(goal.ranges.span(x).is_nonnegative for x in goal.free):
        return None
    found = _scaling(goal)
    if found is None:
        return None
    x, weights = found
    if not signs.defined(goal.about(goal.expression, _orthant(goal, weights))):
        return None
    inverse = _inverse(goal.ranges.span(x))
    spans = {y: _scaled(goal.ranges.span(y), inverse, -weights[y]) for y in goal.free if y != x}
    renamed = {y: symbol_in(y.name, span) for y, span in spans.items()}
    reduced = goal.expression.subs({x: sp.Integer(1), **renamed}, simultaneous=True)
    part = goal.about(reduced, Ranges(tuple((renamed[y], spans[y]) for y in spans)))
    rest = signs.prove(part)
    signs.notes[goal] = Note("scaling", (part,), {"symbol": x, "weights": weights})
    shown = ", ".join(f"{y} -> {y} s^{w}" for y, w in weights.items() if w)
    return None if rest is None else (f"{goal} is kept by {shown} for s > 0, so {x} = 1", *rest)


def _orthant(goal: Sign, weights: dict[Expr, int]) -> Ranges:
    """The goal's ranges with every scaled symbol let free above 0."""
    ranges = goal.ranges
    for x, weight in weights.items():
        if weight:
            ranges = ranges.replace(x, Span(sp.Integer(0), sp.oo, ranges.span(x).is_positive))
    return ranges


def _scaling(goal: Sign) -> tuple[Expr, dict[Expr, int]] | None:
    """A symbol to put to 1, with weight 1, and the weights of all symbols."""
    change = {x: x * sp.diff(goal.expression, x) for x in goal.free}
    value, *changes = at_arbitrary_values([goal.expression, *change.values()])
    positive = {x for x in goal.free if goal.ranges.span(x).is_positive}
    for weights in product((0, 1, -1), repeat=len(goal.free)):
        weighted = dict(zip(goal.free, weights, strict=True))
        x = next((x for x, w in weighted.items() if w and x in positive), None)
        if x is not None and weighted[x] == 1:
            total = sum((w * ball for w, ball in zip(weights, changes, strict=True) if w), arb(0))
            degrees = [c for c in (0, 1, -1) if not differs_from_zero(total - c * value)]
            if degrees and _is_homogeneous(goal.expression, change, weighted, degrees):
                return x, weighted
    return None


def _is_homogeneous(
    expression: Expr, change: dict[Expr, Expr], weights: dict[Expr, int], degrees: Sequence[int]
) -> bool:
    """Euler's equation: sum of w x df/dx equals c f for one of the degrees c."""
    total = sp.expand(sum((w * change[x] for x, w in weights.items()), sp.Integer(0)))
    return any(is_zero(sp.cancel(sp.expand(total - c * expression))) for c in degrees)


def _inverse(span: Span) -> Span:
    """The interval of 1/x for x in a positive interval."""
    high = sp.oo if sign(span.low) == 0 else 1 / span.low
    return Span(1 / span.high, high, span.high_open or span.high.is_infinite is True, span.low_open)


def _scaled(span: Span, inverse: Span, power: int) -> Span:
    """An interval that holds y v^power for y >= 0 in ``span`` and v > 0 with 1/v in ``inverse``; power is -1, 0, 1."""
    if power == 0:
        return span
    factor = inverse if power < 0 else _inverse(inverse)
    low = span.low * factor.low
    low_open = span.is_positive if sign(low) == 0 else span.low_open or factor.low_open
    high = sp.oo if span.high.is_infinite or factor.high.is_infinite else span.high * factor.high
    return Span(low, high, low_open, span.high_open or factor.high_open)
