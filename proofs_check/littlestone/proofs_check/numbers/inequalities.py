"""What the hypotheses of a statement's clauses say about the ranges of the symbols, and cases by the ends of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations

import sympy as sp

from littlestone.proofs_check.numbers.clauses import Clause, cuts_ranges, has_counts, hypotheses_of, is_polynomial
from littlestone.proofs_check.numbers.symbolic_reals import Expr, Ranges, Span, is_zero, sign, symbol_in, to_sympy
from littlestone.spec.algebra.reals import ZERO, Comparison, Real, substitute, symbol, symbols
from littlestone.spec.domains import Naturals
from littlestone.spec.domains import Reals as RealRange


@dataclass(frozen=True, slots=True)
class Goal:
    """Show that the comparison holds wherever the symbols are in their ranges and the hypotheses hold."""

    comparison: Comparison
    hypotheses: tuple[Comparison, ...]
    ranges: Ranges

    def sympy(self, expression: Real) -> Expr:
        """The expression in sympy, over the goal's symbols."""
        return to_sympy(expression, {x.name: x for x, _ in self.ranges.spans})


def goals_of(clause: Clause, ranges: Ranges) -> Iterator[Goal]:
    """One goal for each comparison of the clause, the negations of the others being its hypotheses.

    Any one of them that holds proves the clause.
    """
    for comparison in sorted(clause, key=lambda c: (len(str(c)), str(c)), reverse=True):
        yield narrowed(Goal(comparison, hypotheses_of(clause - {comparison}), ranges))


@lru_cache(maxsize=256)  # where algebra stays open, intervals have the same goals
def narrowed(goal: Goal) -> Goal:
    """The same goal with the ranges cut down to what the hypotheses say about one symbol or two."""
    for _ in goal.hypotheses:
        before = goal.ranges
        for hypothesis in goal.hypotheses:
            goal = Goal(goal.comparison, goal.hypotheses, _cut(goal, hypothesis))
        if goal.ranges == before:
            break  # so would all further rounds leave them
    return goal


def _cut(goal: Goal, hypothesis: Comparison) -> Ranges:
    """Use a hypothesis 0 <= a + b x, linear in some x, to raise x's lower end or lower its upper end."""
    if not cuts_ranges(hypothesis):
        return goal.ranges
    ranges, gap = goal.ranges, sp.expand(goal.sympy(hypothesis.right) - goal.sympy(hypothesis.left))
    for x in sorted(gap.free_symbols, key=str):
        slope = gap.diff(x)
        if not slope.free_symbols and sign(slope) in (1, -1):
            ranges = _cut_symbol(ranges, x, sp.expand(x - gap / slope), sign(slope) == 1, hypothesis.relation == "<")
    return ranges


def _cut_symbol(ranges: Ranges, x: Expr, bound: Expr, from_below: bool, strict: bool) -> Ranges:
    """Use x >= bound (or x <= bound) at the extreme value of the bound, where it is affine in the other symbols."""
    extreme = _least(bound, ranges) if from_below else _negated(_least(-bound, ranges))
    if extreme is None:
        return ranges
    end, is_open = extreme[0], extreme[1] or strict
    if is_open and from_below and x in ranges.integral and end.is_Integer:
        end, is_open = end + 1, False
    span = ranges.span(x)
    return ranges.replace(x, _raised(span, end, is_open) if from_below else _lowered(span, end, is_open))


def _negated(extreme: tuple[Expr, bool] | None) -> tuple[Expr, bool] | None:
    return None if extreme is None else (-extreme[0], extreme[1])


def _least(expression: Expr, ranges: Ranges) -> tuple[Expr, bool] | None:
    """The infimum of an affine expression, and whether it is missed; None where it is not affine or is unbounded."""
    value, missed = expression, False
    for x in sorted(expression.free_symbols, key=str):
        slope, span = expression.diff(x), ranges.span(x)
        if slope.free_symbols or sign(slope) not in (1, -1):
            return None
        end, is_open = (span.low, span.low_open) if sign(slope) == 1 else (span.high, span.high_open)
        if end.is_infinite:
            return None
        value, missed = value.xreplace({x: end}), missed or is_open
    return sp.expand(value), missed


def _raised(span: Span, low: Expr, is_open: bool) -> Span:
    side = 1 if span.low.is_infinite else sign(low - span.low)
    if side == 1 or (side == 0 and is_open):
        return Span(low, span.high, is_open, span.high_open)
    return span


def _lowered(span: Span, high: Expr, is_open: bool) -> Span:
    side = 1 if span.high.is_infinite else sign(span.high - high)
    if side == 1 or (side == 0 and is_open):
        return Span(span.low, high, span.low_open, is_open)
    return span


Substitution = Callable[[Expr], Expr]


def variants(goal: Goal) -> Iterator[tuple[Ranges, Substitution]]:
    """The goal's own ranges, then the slack ranges where some hypothesis relates two symbols."""
    yield goal.ranges, lambda expression: expression
    ranges, substituted = relative(goal)
    if len(ranges.spans) != len(goal.ranges.spans) or {x.name for x, _ in ranges.spans} != {
        x.name for x, _ in goal.ranges.spans
    }:
        yield ranges, substituted


def relative(goal: Goal) -> tuple[Ranges, Substitution]:
    """New ranges and the substitution x = bound + slack, one for each hypothesis "x is at least an affine bound".

    The new ranges cover every point of the goal's, or more: an upper end of x is forgotten.
    """
    ranges, replaced, _ = _relative(goal)
    return ranges, partial(_substituted, replaced)


def changes_of(goal: Goal) -> list[tuple[str, str]]:
    """What ``relative`` did: each hypothesis that it used, and the name of the symbol that came of it."""
    return _relative(goal)[2]


@lru_cache(maxsize=256)  # one goal's for each expression that is tried over its ranges
def _relative(goal: Goal) -> tuple[Ranges, dict[Expr, Expr], list[tuple[str, str]]]:
    ranges, replaced = _with_signs(goal.ranges)
    used: list[tuple[str, str]] = []
    left = [hypothesis for hypothesis in goal.hypotheses if cuts_ranges(hypothesis)]
    for change_by in (_slack, _share):  # after a share, a product, bounds from below are no longer linear
        for _ in list(left):
            for hypothesis in list(left):
                gap = _substituted(replaced, goal.sympy(hypothesis.right) - goal.sympy(hypothesis.left))
                ranges, change = change_by(sp.expand(gap), hypothesis.relation == "<", ranges)
                if change:
                    replaced = {x: sp.expand(_substituted(change, value)) for x, value in replaced.items()}
                    used.append((str(hypothesis), ranges.spans[-1][0].name))
                    left.remove(hypothesis)
    return ranges, replaced, used


def _substituted(replaced: dict[Expr, Expr], expression: Expr) -> Expr:
    # Symbols alone are replaced; those that a sum binds only sympy's own way leaves alone
    return expression.subs(replaced, simultaneous=True) if expression.has(sp.Sum) else expression.xreplace(replaced)


def _with_signs(ranges: Ranges) -> tuple[Ranges, dict[Expr, Expr]]:
    """The ranges with symbols that carry the signs of their (possibly narrowed) intervals."""
    change = {x: symbol_in(x.name, span) for x, span in ranges.spans}
    renamed = Ranges(
        tuple((change[x], span) for x, span in ranges.spans), frozenset(change[x] for x in ranges.integral)
    )
    return renamed, change


def _slack(gap: Expr, strict: bool, ranges: Ranges) -> tuple[Ranges, dict[Expr, Expr]]:
    """Write 0 <= gap, with two or more symbols and rational slopes, into the ranges by x = bound + s with s >= 0, where
    the bound implies x's own range."""
    for x in _linear_in(gap):
        bound, span = sp.expand(x - gap / gap.diff(x)), ranges.span(x)
        if span.high.is_infinite and gap.diff(x) > 0 and _implies_low(bound, strict, span, ranges):
            slack = Span(sp.Integer(0), low_open=strict)
            return _replaced(ranges, x, "slack", slack, sp.Integer(1), bound)
    return ranges, {}


def _share(gap: Expr, strict: bool, ranges: Ranges) -> tuple[Ranges, dict[Expr, Expr]]:
    """The same by x = low + (bound - low) t with t in [0, 1], where the bound is from above."""
    for x in _linear_in(gap):
        bound, span = sp.expand(x - gap / gap.diff(x)), ranges.span(x)
        if _implies_high(bound, span, ranges) and gap.diff(x) < 0 and span.low.is_finite:
            share = Span(sp.Integer(0), sp.Integer(1), span.low_open, strict)
            return _replaced(ranges, x, "share", share, bound - span.low, span.low)
    return ranges, {}


def _linear_in(gap: Expr) -> list[Expr]:
    """Its symbols, where it has two or more, with rational slopes."""
    free = sorted(gap.free_symbols, key=str)
    return free if len(free) > 1 and all(gap.diff(x).is_Rational for x in free) else []


def _implies_low(bound: Expr, strict: bool, span: Span, ranges: Ranges) -> bool:
    """What is at least the bound, or above it where ``strict``, is no lower than the interval begins."""
    least = _least(bound, ranges)
    if span.low.is_infinite or least is None:
        return bool(span.low.is_infinite)
    side = sign(least[0] - span.low)
    return side == 1 or (side == 0 and (strict or least[1] or not span.low_open))


def _implies_high(bound: Expr, span: Span, ranges: Ranges) -> bool:
    """Every value of the bound is at most the interval's high end."""
    largest = _negated(_least(-bound, ranges))
    if span.high.is_infinite or largest is None:
        return bool(span.high.is_infinite)
    side = sign(span.high - largest[0])
    return side == 1 or (side == 0 and (largest[1] or not span.high_open))


def _replaced(
    ranges: Ranges, x: Expr, suffix: str, span: Span, slope: Expr, start: Expr
) -> tuple[Ranges, dict[Expr, Expr]]:
    """The ranges with x = start + slope * (a new symbol), and x in terms of it."""
    fresh = symbol_in(f"{x.name}.{suffix}", span)  # no parameter is called so: a name has no dot
    rest = tuple((y, s) for y, s in ranges.spans if y != x)
    return Ranges((*rest, (fresh, span)), ranges.integral - {x}), {x: sp.expand(start + slope * fresh)}


# ---- Cases


@dataclass(frozen=True, slots=True)
class Split:
    """Clauses which together are the clause: with a symbol at an end of its range and beyond that end, in either order
    of two symbols, or with a symbol that is given by an equation replaced."""

    words: str
    parts: tuple[Clause, ...]


def split(clause: Clause, ranges: Ranges, ends: Sequence[tuple[str, Real, int]]) -> Split | None:
    """The clause by an end at which a power has no logarithm, its base being 0, or an integer exponent is least.

    ``ends`` are the closed ends of the symbols' own ranges: name, end, and 1 for the least value or -1 for the largest.
    By logarithms x^n <= 1 is shown of x > 0 alone, and (1 + x)^n >= 1 + n x of n >= 1.
    """
    for base, exponent in dict.fromkeys(pair for c in clause for side in (c.left, c.right) for pair in _powers(side)):
        vanishing = [end for end in ends if _is_zero(substitute(base, {end[0]: end[1]}), ranges)]
        least = [end for end in ends if end[2] == 1 and end[0] in symbols(exponent)]
        for name, end, side in [*(e for e in least if vanishing or ranges.named(e[0]) in ranges.integral), *vanishing]:
            x = symbol(name)
            cut = Comparison(x, "<=", end) if side == 1 else Comparison(end, "<=", x)
            if cut not in clause and name in symbols(base) | symbols(exponent):
                at = frozenset(_at(c, {name: end}) for c in clause)
                return Split(f"{name} = {end}", (_reduced(at, ranges), _reduced(clause | {cut}, ranges)))
    return None


def in_order(clause: Clause, ranges: Ranges) -> Iterator[Split]:
    """The clause by the order of two symbols of the same range, which it does not say: Pinsker's inequality is monotone
    on either side of equality alone."""
    names = sorted(frozenset[str]().union(*(symbols(side) for c in clause for side in (c.left, c.right))))
    for one, other in combinations(names, 2):
        x, y = symbol(one), symbol(other)
        said = {Comparison(*pair) for pair in ((x, "<", y), (x, "<=", y), (y, "<", x), (y, "<=", x))}
        if ranges.span(ranges.named(one)) == ranges.span(ranges.named(other)) and clause.isdisjoint(said):
            yield Split(f"{x} <= {y}", (clause | {Comparison(y, "<", x)}, clause | {Comparison(x, "<=", y)}))


def solved(clause: Clause, ranges: Ranges, domains: Mapping[str, RealRange | Naturals]) -> Split | None:
    """The clause with a symbol replaced by what an equation between rational polynomials, linear in it, says of it;
    none where sums and binomials take integers alone.

    Its range is a hypothesis of that then. Two bounds alone leave it where it is: of p + q = 1 they show no p^2 + q^2.
    """
    if any(has_counts(side) for c in clause for side in (c.left, c.right)):
        return None
    for equation in sorted((c for c in clause if c.relation == "!="), key=str):
        if is_polynomial(equation.left) and is_polynomial(equation.right):
            gap = sp.expand(to_sympy(equation.left - equation.right, _by_name(ranges)))
            rational = bool(gap.free_symbols) and all(c.is_Rational for c in sp.Poly(gap, *gap.free_symbols).coeffs())
            # An integer last: what is written in its place may be none
            for x in sorted(gap.free_symbols if rational else (), key=lambda x: (x in ranges.integral, x.name)):
                slope = gap.diff(x)
                if slope.is_Rational:
                    sides = (equation.right, equation.left) if slope > 0 else (equation.left, equation.right)
                    value = substitute(sides[0] - sides[1], {x.name: ZERO}) / Fraction(int(abs(slope.p)), int(slope.q))
                    others = frozenset(_at(c, {x.name: value}) for c in clause - {equation})
                    return Split(f"{x.name} := {value}", (_reduced(others | _beyond(value, domains[x.name]), ranges),))
    return None


def _beyond(value: Real, domain: RealRange | Naturals) -> Clause:
    """That the value is not in the range."""
    if isinstance(domain, Naturals):
        return frozenset({Comparison(value, "<", Real.of(domain.least))})
    below = [] if domain.low is None else [Comparison(value, "<=" if domain.low_open else "<", domain.low)]
    above = [] if domain.high is None else [Comparison(domain.high, "<=" if domain.high_open else "<", value)]
    return frozenset([*below, *above])


def _powers(expression: Real) -> Iterator[tuple[Real, Real]]:
    """Bases and exponents of the powers in it that are written by logarithms."""
    if expression.op == "pow" and (symbols(expression.args[1]) or expression.args[1].value.denominator > 1):
        yield expression.args[0], expression.args[1]
    for arg in () if expression.op == "sum" else expression.args:
        yield from _powers(arg)


def _at(comparison: Comparison, values: dict[str, Real]) -> Comparison:
    left, right = (substitute(side, values) for side in (comparison.left, comparison.right))
    return Comparison(left, comparison.relation, right)


def _is_zero(expression: Real, ranges: Ranges) -> bool:
    """Nothing is cancelled: 0 * (1/y) has no value at y = 0."""
    return is_polynomial(expression) and is_zero(to_sympy(expression, _by_name(ranges)))


def _by_name(ranges: Ranges) -> dict[str, Expr]:
    return {x.name: x for x, _ in ranges.spans}


def _reduced(clause: Clause, ranges: Ranges) -> Clause:
    """The clause with 0 for each power of 0 whose exponent is positive where the clause does not hold already."""
    narrow = narrowed(Goal(Comparison(ZERO, "<", ZERO), hypotheses_of(clause), ranges)).ranges

    def reduced(expression: Real) -> Real:
        if expression.op in ("rational", "symbol", "sum"):
            return expression
        places = {f"{i} ": reduced(arg) for i, arg in enumerate(expression.args)}
        found = substitute(Real(expression.op, tuple(map(symbol, places))), places)
        if found.op == "pow" and _is_zero(found.args[0], ranges) and is_polynomial(found.args[1]):
            least = _least(to_sympy(found.args[1], _by_name(narrow)), narrow)
            if least is not None and (sign(least[0]) == 1 or (least[0] == 0 and least[1])):
                return ZERO
        return found

    return frozenset(Comparison(reduced(c.left), c.relation, reduced(c.right)) for c in clause)
