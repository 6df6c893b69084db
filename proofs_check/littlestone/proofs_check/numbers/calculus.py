"""Rules of calculus for signs: boxes, monotonicity, limits, a turning point, pieces, u = 1/x, and scaling; and the
engine of all rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice, pairwise, product
from math import prod

import sympy as sp
from flint import arb

from littlestone.proofs_check.numbers.cells import Cell, halves, unit_cell
from littlestone.proofs_check.numbers.normal_forms import factored
from littlestone.proofs_check.numbers.signs import (
    MOST_SAMPLES,
    Note,
    Sign,
    Signs,
    Steps,
    by_bernoulli,
    by_log,
    by_polynomial,
    by_product,
    first_found,
    sample_points,
)
from littlestone.proofs_check.numbers.symbolic_reals import (
    Expr,
    Ranges,
    Span,
    enclosure,
    is_zero,
    sign,
    symbol_in,
    value_and_changes,
    value_within,
)
from littlestone.spec.algebra.rationals import pair_of

# In 127 proofs no goal that boxes proved took more than 8; the others run into it and try the next rule
BOXES_PER_GOAL = 400
PIECE_DEPTH = 5  # what pieces start with, so that pieces are not cut again
MOST_SIDED = 3  # symbols of which one is cut at 0; with the eight of DIM.vc.induction no steps were left for the rest
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
        known = signs.ends[place] = value_within(span, t)
    return known


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
    at_end = goal.about(goal.expression.xreplace({x: end}))
    is_open = span.low_open if side == 1 else span.high_open
    steps, rising = signs.prove(at_end), False
    if steps is None and goal.strict and is_open:
        at_end = at_end.about(at_end.expression, strict=False)
        steps, rising = signs.prove(at_end), True
    if steps is None or _moves_against(goal, x, side) or not signs.defined(goal.about(goal.expression, closed)):
        return None
    falling = goal.about(side * derivative(goal.expression, x), strict=rising)
    slope = signs.prove(falling)
    if slope is None:
        return None
    signs.notes[goal] = Note(
        "monotone", (at_end, falling), {"symbol": x, "side": side}, goal.about(goal.expression, closed)
    )
    return (f"{goal} on {_where(goal)}: {'rises from' if side == 1 else 'falls to'} {x} = {end}", *steps, *slope)


def _moves_against(goal: Sign, x: Expr, side: int) -> bool:
    """At sample points that differ in x alone the expression falls as x rises (side 1), or rises (side -1): so its
    derivative has not the one sign, and need not be found, which takes a tenth of a proof."""
    others = [y for y in goal.free if y != x]
    along = sample_points(goal.ranges.span(x))
    for values in islice(product(*(sample_points(goal.ranges.span(y)) for y in others)), MOST_SAMPLES // len(along)):
        rest = dict(zip(others, values, strict=True))
        found = [enclosure(goal.expression, {**rest, x: place}) for place in along]
        for (a, f), (b, g) in pairwise(zip(along, found, strict=True)):
            if (a < b and side * (g - f) < 0) or (b < a and side * (f - g) < 0):
                return True
    return False


def _with_end(ranges: Ranges, x: Expr, side: int) -> Ranges:
    span = ranges.span(x)
    return ranges.replace(x, replace(span, low_open=False) if side == 1 else replace(span, high_open=False))


def by_limit(signs: Signs, goal: Sign) -> Steps | None:
    """A univariate expression that falls to its limit at infinity, which is >= 0, or rises from that at -infinity."""
    if len(goal.free) != 1:
        return None
    x = goal.free[0]
    span = goal.ranges.span(x)
    for is_infinite, side in ((span.high.is_infinite, 1), (span.low.is_infinite, -1)):
        end = limit_at_infinity(goal.expression.subs(x, side * x), x) if is_infinite else None
        if end is None or not (end == sp.oo or (end.is_finite and sign(end) in (0, 1))):
            continue
        falling = goal.about(-side * derivative(goal.expression, x))
        slope = signs.prove(falling) if signs.defined(goal) else None
        if slope is not None:
            signs.notes[goal] = Note("limit", (falling,), {"symbol": x, "side": side}, goal)
            return (f"{goal} on {_where(goal)}: monotone, with the limit {end} at {side * sp.oo}", *slope)
    return None


def limit_at_infinity(expression: Expr, x: Expr) -> Expr | None:
    """The limit as x grows, a closed expression, oo or -oo; None where the limits of the parts do not give one.

    By the rules for sums, products, powers with a closed exponent, exp, ln and erf, all of which are continuous.
    """
    if not expression.has(x):
        return expression
    if expression == x:
        return sp.oo
    parts = [limit_at_infinity(arg, x) for arg in expression.args]
    if not all(part in (0, sp.oo, -sp.oo) or (part is not None and sign(part) in (1, -1)) for part in parts):
        return None  # a part that only turns out to be 0 would be cancelled against an infinite one
    is_power = expression.is_Pow and not expression.exp.has(x) and (parts[0] == sp.oo or _is_above_zero(parts[0]))
    is_log = isinstance(expression, sp.log) and (parts[0] == sp.oo or _is_above_zero(parts[0]))
    if not (expression.is_Add or expression.is_Mul or is_power or is_log or isinstance(expression, sp.exp | sp.erf)):
        return None
    found = expression.func(*parts)
    return None if found.has(sp.nan, sp.zoo) else found


def _is_above_zero(limit: Expr) -> bool:
    return limit.is_finite is True and sign(limit) == 1


@lru_cache(maxsize=4096)
def derivative(expression: Expr, x: Expr) -> Expr:
    """The derivative in x, over one denominator and factored."""
    return factored(_differentiated(expression, x))


@lru_cache(maxsize=16384)
def _differentiated(expression: Expr, x: Expr) -> Expr:
    """What sympy's ``diff`` gives, part by part and remembered: its own looks at each part's kind for 0.1 ms."""
    if x not in expression.free_symbols:
        return sp.Integer(0)
    args = expression.args
    if expression.is_Add:
        return sp.Add(*(_differentiated(arg, x) for arg in args))
    if expression.is_Mul:
        return sp.Add(*(prod((*args[:i], _differentiated(arg, x), *args[i + 1 :])) for i, arg in enumerate(args)))
    if expression.is_Pow:
        base, exponent = args
        rising = _differentiated(exponent, x) * sp.log(base) + _differentiated(base, x) * exponent / base
        return expression * rising
    return sp.diff(expression, x)


def by_turning_point(signs: Signs, goal: Sign) -> Steps | None:
    """A univariate expression that falls to a point, rises from it, and has the right sign there.

    Where it rises to the point and falls from there, it is least at the ends of the two parts.
    """
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
        if all(map(signs.proves, _around(goal, -slope, c))):
            return _all_pieces(signs, goal, x, [replace(span, high=c, high_open=False), replace(span, low=c)])
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
    """Zeros of the derivative strictly inside the range: of its factors the rational ones, and those of linear ones."""
    found: list[Expr] = []
    for factor in sp.Mul.make_args(sp.fraction(slope)[0]):
        base = factor.as_base_exp()[0]
        if base.has(x) and base.is_polynomial(x):
            polynomial = sp.Poly(base, x)
            found += polynomial.ground_roots() if all(c.is_Rational for c in polynomial.all_coeffs()) else []
            if polynomial.degree() == 1:
                found.append(-polynomial.coeff_monomial(1) / polynomial.coeff_monomial(x))
    inside = Span(span.low, span.high)
    return [c for c in dict.fromkeys(found) if inside.contains(c)]


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


def by_sides(signs: Signs, goal: Sign) -> Steps | None:
    """Cut the range of one of several symbols at 0, and prove both sides, on which monotone parts have one sign."""
    if not 1 < len(goal.free) <= MOST_SIDED or goal.depth <= PIECE_DEPTH:
        return None
    spans = ((x, goal.ranges.span(x)) for x in goal.free)
    cut = next(((x, span) for x, span in spans if Span(span.low, span.high).contains(sp.Integer(0))), None)
    if cut is None:
        return None
    x, span = cut
    sides = [replace(span, high=sp.Integer(0), high_open=False), replace(span, low=sp.Integer(0), low_open=False)]
    return _all_pieces(signs, goal, x, sides, goal.depth - 1)


def _all_pieces(signs: Signs, goal: Sign, x: Expr, pieces: list[Span], depth: int = PIECE_DEPTH) -> Steps | None:
    if len(pieces) == 1:
        return None
    steps, parts = [f"{goal}: {len(pieces)} pieces"], list[Sign]()
    for piece in pieces:
        part = _on(goal, x, piece)
        parts.append(replace(part, depth=depth))
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
    positive = [goal.ranges.span(x).is_positive for x in goal.free]
    if not any(positive):
        return None
    value, *changes = value_and_changes(goal.expression, goal.free)
    multiples = [(c, c * value) for c in (0, 1, -1)]
    for weights, lead, total in _weights(changes, positive, arb(0)):
        degrees = [c for c, multiple in multiples if total.overlaps(multiple)]
        weighted = dict(zip(goal.free, weights, strict=True)) if degrees else {}
        if degrees and _is_homogeneous(goal.expression, weighted, degrees):
            return goal.free[lead], weighted
    return None


def _weights(
    changes: Sequence[arb], positive: Sequence[bool], total: arb, begun: tuple[int, ...] = (), lead: int | None = None
) -> Iterator[tuple[tuple[int, ...], int, arb]]:
    """Weights 0, 1 and -1 of which the first of a positive symbol, the lead, is 1, and the sum of the changes by them.

    What begins alike shares its sum: eleven symbols have 177,147 ways, half the time of a proof.
    """
    place = len(begun)
    if place == len(changes):
        yield from [(begun, lead, total)] if lead is not None else ()
        return
    for w in (0, 1, -1):
        leads = lead is None and positive[place] and w != 0
        if not leads or w == 1:
            added = total + w * changes[place] if w else total
            yield from _weights(changes, positive, added, (*begun, w), place if leads else lead)


def _is_homogeneous(expression: Expr, weights: dict[Expr, int], degrees: Sequence[int]) -> bool:
    """Euler's equation: sum of w x df/dx equals c f for one of the degrees c."""
    total = sp.expand(sp.Add(*(w * x * sp.diff(expression, x) for x, w in weights.items() if w)))
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


def all_rules(most_boxes: int) -> Signs:
    """An engine with every rule, which examines at most this many boxes."""
    # Rules that rewrite before those that search; pieces last, for every piece begins anew with all rules
    return Signs(
        (
            by_log,
            by_polynomial,
            by_product,
            by_bernoulli,
            by_scaling,
            by_monotonicity,
            by_limit,
            by_turning_point,
            by_boxes,
            by_inversion,
            by_pieces,
            by_sides,
        ),
        most_boxes,
    )
