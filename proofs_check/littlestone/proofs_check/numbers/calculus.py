"""Rules of calculus for signs: boxes, monotonicity, a turning point, pieces, and u = 1/x; and the engine of all
rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise

import sympy as sp
from flint import arb

from littlestone.proofs_check.numbers.cells import Cell, halves, unit_cell
from littlestone.proofs_check.numbers.normal_forms import factored
from littlestone.proofs_check.numbers.signs import (
    Note,
    Sign,
    Signs,
    Steps,
    by_log,
    by_polynomial,
    by_product,
    by_scaling,
    first_found,
)
from littlestone.proofs_check.numbers.symbolic_reals import Expr, Ranges, Span, enclosure, sign, symbol_in
from littlestone.spec.algebra.rationals import pair_of

# In 127 proofs no goal that boxes proved took more than 8; the others run into it and try the next rule
BOXES_PER_GOAL = 400
PIECE_DEPTH = 5  # what pieces start with, so that pieces are not cut again
# Wide gaps go with a near FAR first, narrow ones with a distant one next
GAPS = (sp.Rational(1, 4), sp.Rational(1, 100))
FAR = (sp.Integer(4), sp.Integer(1000))


def by_boxes(signs: Signs, goal: Sign) -> Steps | None:
    """Halve a bounded range until Arb encloses the expression on the right side of 0 on every box."""
    if not all(goal.ranges.span(x).is_bounded for x in goal.free):
        return None
    spans = {x: goal.ranges.span(x) for x in goal.free}
    ends = partial(_known_value, signs)
    cells: list[Cell] = [unit_cell(len(goal.free))]
    examined, split = 0, ""
    while cells:
        cell = cells.pop()
        examined, signs.boxes = examined + 1, signs.boxes + 1
        if examined > BOXES_PER_GOAL or signs.boxes > signs.most_boxes:
            return None
        sides = zip(spans.items(), cell, strict=True)
        holds = _holds_on(goal, {x: ends(span, start).union(ends(span, stop)) for (x, span), (start, stop) in sides})
        split += "0" if holds else "1"
        cells += () if holds else halves(cell)
    signs.notes[goal] = Note("boxes", (), {"split": split})
    return (f"{goal} on {_where(goal)}: Arb, {examined} boxes",)


def _holds_on(goal: Sign, values: Mapping[Expr, arb]) -> bool:
    value = enclosure(goal.expression, values)
    return bool(value > 0 if goal.strict else value >= 0)


def _known_value(signs: Signs, span: Span, t: Fraction) -> arb:
    """What lies at a fraction of an interval, which boxes share, and goals with the same ranges."""
    place = (span, pair_of(t))
    known = signs.ends.get(place)
    if known is None:
        known = signs.ends[place] = _value_at(span, t)
    return known


def _value_at(span: Span, t: Fraction) -> arb:
    """A ball around what lies at a fraction of a bounded interval's length."""
    return enclosure(span.low + (span.high - span.low) * sp.Rational(t.numerator, t.denominator), {})


def _where(goal: Sign) -> str:
    return ", ".join(f"{x} in {goal.ranges.span(x)}" for x in goal.free)


def by_monotonicity(signs: Signs, goal: Sign) -> Steps | None:
    """A derivative of one sign, and the right sign at the end of the range where the expression is least."""
    spans = ((x, goal.ranges.span(x)) for x in goal.free)
    ends = ((x, end, side) for x, span in spans for end, side in ((span.low, 1), (span.high, -1)) if end.is_finite)
    return first_found(_from_end(signs, goal, *end) for end in ends)


def _from_end(signs: Signs, goal: Sign, x: Expr, end: Expr, side: int) -> Steps | None:
    """Side 1: the end is the low one and the derivative is >= 0; side -1: the high one and <= 0."""
    closed, span = _with_end(goal.ranges, x, side), goal.ranges.span(x)
    at_end = goal.about(goal.expression.subs(x, end))
    is_open = span.low_open if side == 1 else span.high_open
    steps, rising = signs.prove(at_end), False
    if steps is None and goal.strict and is_open:
        at_end = at_end.about(at_end.expression, strict=False)
        steps, rising = signs.prove(at_end), True
    if steps is None or not signs.defined(goal.about(goal.expression, closed)):
        return None
    falling = goal.about(side * derivative(goal.expression, x), strict=rising)
    slope = signs.prove(falling)
    if slope is None:
        return None
    signs.notes[goal] = Note(
        "monotone", (at_end, falling), {"symbol": x, "side": side}, goal.about(goal.expression, closed)
    )
    return (f"{goal} on {_where(goal)}: {'rises from' if side == 1 else 'falls to'} {x} = {end}", *steps, *slope)


def _with_end(ranges: Ranges, x: Expr, side: int) -> Ranges:
    span = ranges.span(x)
    return ranges.replace(x, replace(span, low_open=False) if side == 1 else replace(span, high_open=False))


@lru_cache(maxsize=4096)
def derivative(expression: Expr, x: Expr) -> Expr:
    """The derivative in x, over one denominator and factored."""
    return factored(sp.diff(expression, x))


def by_turning_point(signs: Signs, goal: Sign) -> Steps | None:
    """A univariate expression that falls to a point, rises from it, and has the right sign there."""
    if len(goal.free) != 1:
        return None
    x = goal.free[0]
    span, slope = goal.ranges.span(x), derivative(goal.expression, x)
    if not signs.defined(goal):
        return None
    for c in _turning_points(slope, x, span):
        parts = (goal.about(goal.expression.subs(x, c)), *_around(goal, slope, c))
        if all(map(signs.proves, parts)):
            signs.notes[goal] = Note("turn", parts, {"symbol": x, "point": c}, goal)
            return (f"{goal} on {_where(goal)}: falls to {x} = {c} and rises from there",)
    return None


def _around(goal: Sign, slope: Expr, c: Expr) -> Iterator[Sign]:
    """That the slope is nonnegative to the right of c, and nonpositive to its left."""
    x = goal.free[0]
    span = goal.ranges.span(x)
    right, left = replace(span, low=c), replace(span, high=c)
    for side, part in ((1, right), (-1, left)):
        yield _on(goal.about(side * slope, strict=False), x, part)


def _on(goal: Sign, x: Expr, part: Span) -> Sign:
    """The goal on a part of x's range, with a symbol that carries the part's sign."""
    renamed = symbol_in(x.name, part)
    rest = tuple((renamed if y == x else y, part if y == x else span) for y, span in goal.ranges.spans)
    return Sign(goal.expression.subs(x, renamed), Ranges(rest), goal.strict, goal.depth)


def _turning_points(slope: Expr, x: Expr, span: Span) -> list[Expr]:
    """Rational zeros of the derivative strictly inside the range, where it is a rational function."""
    numerator = sp.fraction(slope)[0]
    if not numerator.is_polynomial(x):
        return []
    polynomial = sp.Poly(numerator, x)
    zeros = polynomial.ground_roots() if all(c.is_Rational for c in polynomial.all_coeffs()) else {}
    linear = [-polynomial.coeff_monomial(1) / polynomial.coeff_monomial(x)] if polynomial.degree() == 1 else []
    inside = Span(span.low, span.high)
    return [c for c in dict.fromkeys([*zeros, *linear]) if inside.contains(c)]


def by_inversion(signs: Signs, goal: Sign) -> Steps | None:
    """On a ray put x = 1/u, or x = low - 1 + 1/u, which turns the limit at infinity into the value at u = 0."""
    if len(goal.free) != 1:
        return None
    x = goal.free[0]
    span = goal.ranges.span(x)
    if span.low.is_infinite or span.high.is_finite or x.name.endswith(".inverse"):
        return None
    base, top = (sp.Integer(0), _reciprocal(span.low)) if span.is_positive else (span.low - 1, sp.Integer(1))
    part = Span(sp.Integer(0), top, True, span.low_open)
    u = symbol_in(f"{x.name}.inverse", part)
    inverted = goal.about(goal.expression.subs(x, base + 1 / u), Ranges(((u, part),)))
    steps = signs.prove(inverted)
    signs.notes[goal] = Note("inversion", (inverted,), {"symbol": x, "base": base, "inverse": u})
    return None if steps is None else (f"{goal}: put {x} = {base + 1 / u}", *steps)


def _reciprocal(low: Expr) -> Expr:
    return sp.oo if sign(low) == 0 else 1 / low


def by_pieces(signs: Signs, goal: Sign) -> Steps | None:
    """Cut a univariate range near the zeros of the expression and far out, and prove every piece."""
    if len(goal.free) != 1 or goal.depth <= PIECE_DEPTH:
        return None
    x = goal.free[0]
    cuts = (list(_pieces(goal, x, gap, far)) for gap, far in zip(GAPS, FAR, strict=True))
    return first_found(_all_pieces(signs, goal, x, pieces) for pieces in cuts)


def _all_pieces(signs: Signs, goal: Sign, x: Expr, pieces: list[Span]) -> Steps | None:
    if len(pieces) == 1:
        return None
    steps, parts = [f"{goal}: {len(pieces)} pieces"], list[Sign]()
    for piece in pieces:
        part = _on(goal, x, piece)
        parts.append(replace(part, depth=PIECE_DEPTH))
        found = signs.prove(parts[-1])
        if found is None:
            return None
        steps += found
    signs.notes[goal] = Note("pieces", tuple(parts), {"symbol": x, "pieces": pieces})
    return tuple(steps)


def _pieces(goal: Sign, x: Expr, gap: Expr, far: Expr) -> Iterator[Span]:
    """The range cut at its rational zeros, at a gap to either side of them and of finite ends, and far out."""
    span = goal.ranges.span(x)
    zeros = [c for c in map(sp.Rational, range(-3, 4)) if span.contains(c) and sign(goal.expression.subs(x, c)) == 0]
    marks = [*zeros, *(end for end in (span.low, span.high) if end.is_finite)]
    cuts = [*zeros, *(c + side * gap for c in marks for side in (1, -1)), *_far(span, far)]
    inside = Span(span.low, span.high)
    ordered = sorted({c for c in cuts if inside.contains(c)}, key=lambda c: float(enclosure(c, {}).mid()))
    ends = [span.low, *ordered, span.high]
    for i, (low, high) in enumerate(pairwise(ends)):
        yield Span(low, high, i == 0 and span.low_open, i == len(ends) - 2 and span.high_open)


def _far(span: Span, far: Expr) -> list[Expr]:
    base = span.low if span.low.is_finite else span.high if span.high.is_finite else sp.Integer(0)
    return [base + far, base - far]


def all_rules(most_boxes: int) -> Signs:
    """An engine with every rule, which examines at most this many boxes."""
    # Rules that rewrite before those that search; pieces last, for every piece begins anew with all rules
    return Signs(
        (
            by_log,
            by_polynomial,
            by_product,
            by_scaling,
            by_monotonicity,
            by_turning_point,
            by_boxes,
            by_inversion,
            by_pieces,
        ),
        most_boxes,
    )
