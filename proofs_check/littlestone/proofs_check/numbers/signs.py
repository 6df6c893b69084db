"""Certificates that a real expression is nonnegative, or positive, for all values of its symbols in their ranges.

A certificate is a list of steps in words. Every step rests on exact algebra in sympy or on an Arb enclosure; samples
in floating point only choose what to try.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import Any

import sympy as sp
from flint import Ordering, arb, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy.printing.str import StrPrinter

from littlestone.proofs_check.numbers.normal_forms import factored, is_of_high_degree, normal_form
from littlestone.proofs_check.numbers.symbolic_reals import (
    Expr,
    Ranges,
    Span,
    enclosure,
    sign,
)

DEPTH = 9  # proofs of ABLMM22 and BGS21 go down to the last level
MOST_GOALS = 250  # was 400; at most 145 in 127 proofs of ABLMM22 and BGS21
MOST_OPERATIONS = 250  # at most 74 in those proofs; what is far larger sympy is slow to factor
MOST_SAMPLES = 64  # of three parameters all combinations of four points; one that fails spares all rules
Steps = tuple[str, ...]
Terms = list[tuple[tuple[int, ...], int | None]]  # powers, with the sign of their coefficient


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
        return f"{_text(self.expression)} {'>' if self.strict else '>='} 0"


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
    hand, each with whether it is about the slack ranges, and ``implied`` are the hypotheses that it followed from, with
    their factors; ``inductions`` are symbols with the factor and the gap of their steps. ``ends`` are balls around the
    ends of boxes.
    """

    rules: tuple[Rule, ...]
    most_boxes: int
    boxes: int = 0
    goals: int = 0
    known: dict[Sign, Steps | None] = field(default_factory=dict)
    notes: dict[Sign, Note] = field(default_factory=dict)
    lemmas: list[tuple[bool, Sign]] = field(default_factory=list)
    implied: tuple[tuple[str, Expr], ...] = ()
    inductions: list[tuple[Expr, Expr, Expr]] = field(default_factory=list)
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


_text = lru_cache(maxsize=16384)(
    StrPrinter({"order": None}).doprint
)  # as ``str`` does, which makes a printer each time


@lru_cache(maxsize=16384)  # of a goal it is asked many times, and sympy walks over the expression each time
def _by_name(expression: Expr) -> tuple[Expr, ...]:
    """The free symbols by their names."""
    return tuple(sorted(expression.free_symbols, key=str))


@lru_cache(maxsize=4096)
def _is_large(expression: Expr) -> bool:
    is_short = 3 * sum(1 for _ in sp.preorder_traversal(expression)) <= MOST_OPERATIONS  # a node counts as 3 at most
    return bool(not is_short and sp.count_ops(expression) > MOST_OPERATIONS) or is_of_high_degree(expression)


def _is_elementary(node: Expr) -> bool:
    """The node is a rational, e, pi, a symbol, a sum, a product, a power, a logarithm, an exponential or erf."""
    algebraic = node.is_Rational or node.is_Symbol or node.is_Add or node.is_Mul or node.is_Pow
    return bool(algebraic or isinstance(node, sp.log | sp.exp | sp.erf) or node in (sp.E, sp.pi))


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


@lru_cache(maxsize=1024)  # a range is that of each goal that is about its symbol
def sample_points(span: Span) -> tuple[arb, ...]:
    """A few points of an interval, as balls."""
    return tuple(enclosure(point, {}) for point in _samples(span))


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


def by_bernoulli(signs: Signs, goal: Sign) -> Steps | None:
    """A power a^b with a > 0 and 0 <= b <= 1 is at least a / (a + b - a b): Bernoulli's inequality of (1/a)^b."""
    bounds, powers, parts = dict[Expr, Expr](), list[tuple[Expr, Expr, Expr]](), list[Sign]()
    for term in sp.Add.make_args(goal.expression):
        factor, power = term.as_coeff_Mul()
        if power.is_Pow and power.exp.free_symbols and factor.is_positive:
            a, b = power.as_base_exp()
            needed = (goal.about(a, strict=True), *(goal.about(c, strict=False) for c in (b, 1 - b)))
            if all(map(signs.proves, needed)):
                bounds[term] = factor * a / (a + b - a * b)
                powers, parts = [*powers, (factor, a, b)], [*parts, *needed]
    if not bounds:
        return None
    terms = (bounds.get(term, term) for term in sp.Add.make_args(goal.expression))
    below = goal.about(factored(sp.Add(*terms)))
    steps = signs.prove(below)
    signs.notes[goal] = Note("bernoulli", (below, *parts), {"powers": powers})
    return None if steps is None else (f"{goal}: Bernoulli bounds {', '.join(map(str, bounds))} from below", *steps)


def by_product(signs: Signs, goal: Sign) -> Steps | None:
    """The sign of a product is the product of the signs of its factors.

    A sum in which erf is alone in a term is left as it is: its derivative has no erf, that of its factors has.
    """
    if any(isinstance(term.as_coeff_Mul()[1], sp.erf) for term in sp.Add.make_args(goal.expression)):
        return None
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
    return (f"{goal} factors as {_text(whole)}", *steps)


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
    plain = _over_rationals(goal)
    for chosen in product(*(_shifts(goal.ranges.span(x)) for x in goal.free)):
        terms = _shifted(goal, chosen) if plain is None else plain.shifted(chosen)
        if _coefficients_decide(terms, [shift.is_open for shift in chosen], goal.strict):
            ends = {x: "low" if shift.side == 1 else "high" for x, shift in zip(goal.free, chosen, strict=True)}
            signs.notes[goal] = Note("shift", (), {"moves": ends})
            return _polynomial_steps(goal, {x: shift.of(x) for x, shift in zip(goal.free, chosen, strict=True)})
    return None


@dataclass(frozen=True, slots=True)
class Shift:
    """A symbol written as end + side * a new one >= 0, which is above 0 where the end is open."""

    end: Expr
    side: int
    is_open: bool

    def of(self, x: Any) -> Any:
        """The symbol, by the new one."""
        return self.end + self.side * x


def _shifts(span: Span) -> list[Shift]:
    ways = [Shift(span.low, 1, span.low_open)] if span.low.is_finite else []
    return [*ways, Shift(span.high, -1, span.high_open)] if span.high.is_finite else ways


@dataclass(frozen=True, slots=True)
class Plain:
    """A goal's polynomial with rational numbers in flint, logarithms of numbers being symbols after the goal's own.

    Of eleven symbols there are hundreds of ways to shift: sympy took 40 ms for each.
    """

    polynomial: fmpq_mpoly
    logs: tuple[Expr, ...]

    def shifted(self, chosen: Sequence[Shift]) -> Terms:
        """The powers of the new symbols, each with the sign of its coefficient."""
        symbols = self.polynomial.context().gens()
        moves = (self._number(shift.end) + shift.side * x for shift, x in zip(chosen, symbols, strict=False))
        moved = self.polynomial.compose(*moves, *symbols[len(chosen) :])
        found: dict[tuple[int, ...], list[tuple[tuple[int, ...], fmpq]]] = {}
        for powers, number in moved.to_dict().items():
            found.setdefault(powers[: len(chosen)], []).append((powers[len(chosen) :], number))
        return [(powers, self._sign(parts)) for powers, parts in found.items()]

    def _number(self, end: Expr) -> fmpq | fmpq_mpoly:
        if end.is_Rational:
            return fmpq(int(end.p), int(end.q))
        context = self.polynomial.context()
        before = (0,) * (context.nvars() - len(self.logs))
        return context.from_dict({(*before, *powers): number for powers, number in _terms(end, self.logs).items()})

    def _sign(self, parts: list[tuple[tuple[int, ...], fmpq]]) -> int | None:
        if len(parts) == 1 and not any(parts[0][0]):
            return 1 if parts[0][1] > 0 else -1
        logs = [prod(map(pow, self.logs, powers)) for powers, _ in parts]
        return sign(sp.Add(*(sp.Rational(int(c.p), int(c.q)) * log for (_, c), log in zip(parts, logs, strict=True))))


def _terms(expression: Expr, symbols: Sequence[Expr]) -> dict[tuple[int, ...], fmpq]:
    """The numbers of a polynomial by the powers of the symbols; raises ValueError where one is not rational."""
    terms = sp.Poly(expression, *symbols).terms() if expression.free_symbols or symbols else [((), expression)]
    if not all(number.is_Rational for _, number in terms):
        raise ValueError("a number is not rational")
    return {powers: fmpq(int(number.p), int(number.q)) for powers, number in terms}


def _over_rationals(goal: Sign) -> Plain | None:
    """The goal's polynomial in flint, where its numbers and the ends of its ranges are rationals and logarithms."""
    spans = [goal.ranges.span(x) for x in goal.free]
    ends = [end for span in spans for end in (span.low, span.high) if end.is_finite]
    logs = {log for part in (goal.expression, *ends) for log in part.atoms(sp.log) if log.args[0].is_Rational}
    ordered = tuple(sorted(logs, key=str))
    try:
        terms = _terms(goal.expression, (*goal.free, *ordered))
        for end in ends:
            _terms(end, ordered)
    except (ValueError, sp.PolynomialError):
        return None
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(goal.free) + len(ordered))], Ordering.lex)
    return Plain(context.from_dict(terms), ordered)


def _shifted(goal: Sign, chosen: Sequence[Shift]) -> Terms:
    """The same by sympy, whatever the numbers are."""
    moves = {x: shift.of(x) for x, shift in zip(goal.free, chosen, strict=True) if shift.of(x) != x}
    # Simultaneous: one variable's move may hold the name of another; sympy takes long for that where none changes too
    expression = goal.expression.subs(moves, simultaneous=True) if moves else goal.expression
    return [(powers, sign(number)) for powers, number in sp.Poly(sp.expand(expression), *goal.free).terms()]


def _coefficients_decide(terms: Terms, opens: list[bool], strict: bool) -> bool:
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
