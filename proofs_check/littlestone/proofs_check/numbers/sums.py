"""Identities between finite sums with binomials, for all values of their integer symbols: normal forms and induction.

C(n, i) is the number of i-subsets of n things: 0 for i < 0 and for i > n. The rules used, all for integers n >= 0:
Pascal's rule, C(n, i) as a polynomial in n for a given i or n - i, and the terms of a sum taken off at its ends.
Bases of symbolic exponents are treated as nonzero; both sides of an identity are continuous in a base, so it extends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import comb

import sympy as sp

from littlestone.proofs_check.numbers.signs import Sign, Signs, Steps
from littlestone.proofs_check.numbers.symbolic_reals import CHOOSE, Expr, Ranges, Span, is_zero, symbol_in

INDEX = sp.Dummy("j", integer=True)  # no user's j
MOST_UNROLLED = 50  # terms written out; longer sums keep their form, which identities are found by
Linear = dict[Expr, Expr]


class NoNormalForm(ValueError):
    """An expression is outside the sums and binomials that have a normal form here."""


@dataclass(frozen=True)
class Summed:
    """The sum of coefficient * C(top, j) * ratio^j * weight(j) over j = low..high; no binomial where top is None."""

    coefficient: Expr
    top: Expr | None
    ratio: Expr
    weight: Expr
    low: Expr
    high: Expr

    def term(self, j: Expr) -> Expr:
        """The summand at j, without the coefficient."""
        choose = sp.Integer(1) if self.top is None else CHOOSE(self.top, j)
        return choose * self.ratio**j * self.weight.subs(INDEX, j)

    @property
    def family(self) -> tuple[Expr, ...]:
        """What two sums share that differ by terms at their ends only."""
        return (self.term(INDEX),)


@dataclass
class NormalForms:
    """Brings expressions over the same ranges to one common normal form: a linear combination of few sums."""

    signs: Signs
    ranges: Ranges

    def of(self, expressions: Iterable[Expr]) -> list[Linear]:
        """For each expression the coefficient of every sum, and of 1; raises NoNormalForm."""
        split = [list(self._summed(expression)) for expression in expressions]
        tops = self._least_tops([one for part in split for one in part])
        lowered = [[two for one in part for two in self._with_top(one, tops)] for part in split]
        ends = self._references([one for part in lowered for one in part])
        return [self._combined(part, ends, tops) for part in lowered]

    def _summed(self, expression: Expr) -> Iterator[Summed]:
        """The expression as sums; the part without a sum is a sum of one term, with an empty family."""
        sums = sorted(expression.atoms(sp.Sum), key=str)
        names = {one: sp.Dummy() for one in sums}
        rest = sp.expand(expression.subs(names))
        for one, name in names.items():
            coefficient = rest.coeff(name, 1)
            rest = sp.expand(rest - coefficient * name)
            if (coefficient.free_symbols & set(names.values())) or rest.has(name):
                raise NoNormalForm("a product of sums")
            yield from self._terms(one, coefficient)
        yield Summed(rest, None, sp.Integer(1), sp.Integer(1), sp.Integer(0), sp.Integer(0))

    def _terms(self, one: Expr, coefficient: Expr) -> Iterator[Summed]:
        (i, low, high), *outer = one.limits
        body = sp.expand(one.function)
        if outer or body.has(sp.Sum):
            raise NoNormalForm("a sum in a sum")
        for term in sp.Add.make_args(body):
            yield self._shifted(Summed(coefficient, None, sp.Integer(1), sp.Integer(1), low, high), term, i)

    def _shifted(self, empty: Summed, term: Expr, i: Expr) -> Summed:
        """One summand, with the index shifted so that its binomial is C(top, j)."""
        one, shift = empty, sp.Integer(0)
        for factor in sp.Mul.make_args(term):
            if isinstance(factor, CHOOSE) and factor.has(i):
                shift = sp.expand(factor.args[1] - i)
                if one.top is not None or not shift.is_Integer or factor.args[0].has(i):
                    raise NoNormalForm(f"the binomial {factor}")
                one = replace(one, top=factor.args[0])
            else:
                one = _with_factor(one, factor, i)
        return self._moved(replace(one, weight=one.weight.subs(i, INDEX - shift)), shift)

    def _moved(self, one: Summed, shift: Expr) -> Summed:
        if shift > 0 and not self.signs.proves(Sign(one.ratio, self.ranges, strict=True)):
            raise NoNormalForm(f"a shift needs {one.ratio} > 0")
        low, high = one.low + shift, sp.expand(one.high + shift)
        if one.top is not None and low.is_Integer:
            low = sp.Max(low, 0)
        return replace(one, coefficient=one.coefficient * one.ratio ** (-shift), low=low, high=high)

    def _least_tops(self, sums: list[Summed]) -> list[Expr]:
        """One top for each class of tops that differ by integers: the least of them, proved to be at least 0."""
        tops = {one.top for one in sums if one.top is not None}
        tops |= {choose.args[0] for one in sums for choose in one.coefficient.atoms(CHOOSE)}
        least: list[Expr] = []
        for top in sorted(tops, key=str):
            if not self.signs.proves(Sign(top, self.ranges)):
                raise NoNormalForm(f"{top} may be negative")
            near = next((other for other in least if sp.expand(top - other).is_Integer), None)
            if near is None:
                least.append(top)
            elif sp.expand(top - near) < 0:
                least[least.index(near)] = top
        return least

    def _with_top(self, one: Summed, tops: list[Expr]) -> Iterator[Summed]:
        """The sum with its top lowered by Pascal's rule."""
        if one.top is None:
            yield one
            return
        base, steps = _below(one.top, tops)
        for m in range(steps + 1):
            lowered = replace(one, top=base, coefficient=one.coefficient * comb(steps, m))
            moved = replace(lowered, weight=one.weight.subs(INDEX, INDEX + m))
            yield self._moved(moved, sp.Integer(-m))

    def _references(self, sums: list[Summed]) -> dict[tuple[Expr, ...], list[Summed]]:
        """For each family, sums to which the others are reduced: those with the least ends."""
        references: dict[tuple[Expr, ...], list[Summed]] = defaultdict(list)
        for one in sums:
            group = references[one.family]
            near = next((other for other in group if _offsets(one, other) is not None), None)
            if near is None:
                group.append(one)
                continue
            low, high = _offsets(one, near) or (0, 0)
            group[group.index(near)] = replace(near, low=near.low + min(low, 0), high=near.high + min(high, 0))
        return references

    def _combined(self, sums: list[Summed], ends: Mapping[tuple[Expr, ...], list[Summed]], tops: list[Expr]) -> Linear:
        total: Linear = defaultdict(lambda: sp.Integer(0))
        for one in sums:
            key, extra = self._reduced(one, ends[one.family])
            total[sp.Integer(1)] += one.coefficient * extra
            if key is not None:
                total[key] += one.coefficient
        return {key: sp.expand(_evaluated(value, tops)) for key, value in total.items()}

    def _reduced(self, one: Summed, references: list[Summed]) -> tuple[Expr | None, Expr]:
        """The reference sum, none where the sum can be written out, and the terms to add to it."""
        length = sp.expand(one.high - one.low)
        if length.is_Integer and length < MOST_UNROLLED:
            return None, sum((one.term(one.low + t) for t in range(int(length) + 1)), sp.Integer(0))
        reference = next(other for other in references if _offsets(one, other) is not None)
        low, high = _offsets(one, reference) or (0, 0)
        self._require_nonempty(replace(one, high=reference.high))
        added = (reference.term(reference.high + t) for t in range(1, high + 1))
        removed = (reference.term(reference.low + t) for t in range(low))
        key = sp.Sum(reference.term(INDEX), (INDEX, reference.low, reference.high))
        return key, sum(added, sp.Integer(0)) - sum(removed, sp.Integer(0))

    def _require_nonempty(self, one: Summed) -> None:
        """Taking terms off an end is right where high >= low - 1."""
        if not self.signs.proves(Sign(one.high - one.low + 1, self.ranges)):
            raise NoNormalForm(f"the sum from {one.low} to {one.high} may have its limits in reverse")


def _with_factor(one: Summed, factor: Expr, i: Expr) -> Summed:
    """The sum with one more factor in its summand, whose powers are expanded."""
    if not factor.has(i):
        return replace(one, coefficient=one.coefficient * factor)
    base, exponent = factor.as_base_exp()
    if not base.has(i):
        slope = sp.expand(exponent).coeff(i, 1)
        if sp.expand(exponent - slope * i) != 0 or not slope.is_Integer:
            raise NoNormalForm(f"the factor {factor}")
        return replace(one, ratio=sp.cancel(one.ratio * base**slope))
    if factor.is_polynomial(i):
        return replace(one, weight=one.weight * factor)
    raise NoNormalForm(f"the factor {factor}")


def _below(top: Expr, tops: list[Expr]) -> tuple[Expr, int]:
    base = next(other for other in tops if sp.expand(top - other).is_Integer)
    return base, int(sp.expand(top - base))


def _offsets(one: Summed, other: Summed) -> tuple[int, int] | None:
    """How far one's limits lie above the other's, where both differences are integers."""
    low, high = sp.expand(one.low - other.low), sp.expand(one.high - other.high)
    return (int(low), int(high)) if low.is_Integer and high.is_Integer else None


def _evaluated(expression: Expr, tops: list[Expr]) -> Expr:
    """Binomials outside sums, lowered by Pascal's rule and written as polynomials where that is possible."""
    return expression.replace(CHOOSE, lambda top, bottom: _lowered(top, bottom, tops))


def _lowered(top: Expr, bottom: Expr, tops: list[Expr]) -> Expr:
    base, steps = _below(top, tops)
    parts = (comb(steps, m) * _choose(base, sp.expand(bottom - m)) for m in range(steps + 1))
    return sum(parts, sp.Integer(0))


def _choose(top: Expr, bottom: Expr) -> Expr:
    """C(top, bottom) for an integer top >= 0, a polynomial in top where bottom or top - bottom is a number."""
    for i in (bottom, sp.expand(top - bottom)):
        if i.is_Integer:
            return sp.Integer(0) if i < 0 else _falling(top, int(i)) / sp.factorial(i)
    return CHOOSE(top, bottom)


def _falling(top: Expr, i: int) -> Expr:
    return reduce(lambda product, t: product * (top - t), range(i), sp.Integer(1))


def identity(signs: Signs, expression: Expr, ranges: Ranges) -> Steps | None:
    """The steps that prove the expression to be 0 for all values of its symbols, or None.

    Directly, or by induction on an integer symbol: F(least) = 0, and F(p + 1) = q F(p) for some expression q.
    """
    if _vanishes(signs, expression, ranges):
        return ("both sides have the same normal form",)
    for p in sorted(ranges.integral & expression.free_symbols, key=str):
        steps = _by_induction(signs, expression, ranges, p)
        if steps is not None:
            return steps
    return None


def _vanishes(signs: Signs, expression: Expr, ranges: Ranges) -> bool:
    try:
        return all(is_zero(value) for value in NormalForms(signs, ranges).of([expression])[0].values())
    except NoNormalForm:
        return False


def _by_induction(signs: Signs, expression: Expr, ranges: Ranges, p: Expr) -> Steps | None:
    least = ranges.span(p).low
    rest = Ranges(tuple((x, span) for x, span in ranges.spans if x != p), ranges.integral - {p})
    factor = _steps_up(signs, expression, ranges, p) if least.is_Integer else None
    base = None if factor is None else identity(signs, expression.subs(p, least), rest)
    if base is None:
        return None
    signs.inductions.insert(0, (p, factor, _gap(expression, p, factor)))
    return (
        f"induction on {p}: F({p} + 1) is a multiple of F({p}), their sums reduced to one another",
        f"base {p} = {least}",
        *base,
    )


def _steps_up(signs: Signs, expression: Expr, ranges: Ranges, p: Expr) -> Expr | None:
    """The factor q where F(p + 1) = q F(p)."""
    try:
        now, after = NormalForms(signs, ranges).of([expression, expression.subs(p, p + 1)])
    except NoNormalForm:
        return None
    key = next((key for key, value in now.items() if key != 1 and not is_zero(value)), sp.Integer(1))
    if is_zero(now[key]):
        return None
    factor = sp.cancel(after.get(key, sp.Integer(0)) / now[key])
    differences = (after.get(k, sp.Integer(0)) - factor * now.get(k, sp.Integer(0)) for k in {**now, **after})
    return factor if signs.defined(Sign(factor, ranges)) and all(map(is_zero, differences)) else None


def _gap(expression: Expr, p: Expr, factor: Expr) -> Expr:
    """What a checker needs of the only sum: G with t(p + 1, i) - q t(p, i) = G(i + 1) - G(i), where there is one.

    Of terms f(i - m), which a shift of the index takes to f(i), it is minus the sum of f(i - m), ..., f(i - 1).
    """
    sums = expression.atoms(sp.Sum)
    if len(sums) != 1:
        return sp.Integer(0)
    (one,) = sums
    i, term = one.limits[0][0], expression.coeff(one) * one.function
    tops = sorted((choose.args[0] for choose in term.atoms(CHOOSE)), key=str)
    grown = sp.expand((term.subs(p, p + 1) - factor * term).replace(CHOOSE, lambda n, k: _lowered(n, k, tops)))
    gap = sp.Integer(0)
    for part in sp.Add.make_args(grown):
        shifts = [sp.expand(i - choose.args[1]) for choose in part.atoms(CHOOSE)]
        back = int(shifts[0]) if len(shifts) == 1 and shifts[0].is_Integer else 0
        gap -= sum(part.subs(i, i + s) for s in range(back))
    return gap


def binomial_theorem(signs: Signs) -> Steps | None:
    """The sum of C(n, i) x^i over i = 0..n is (1 + x)^n for all n >= 0 and x, by induction."""
    natural = Span(sp.Integer(0), low_open=False)
    n, x = (symbol_in(name, natural) for name in "nx")
    ranges = Ranges(((n, natural), (x, natural)), frozenset({n}))
    steps = identity(signs, sp.Sum(CHOOSE(n, INDEX) * x**INDEX, (INDEX, 0, n)) - (1 + x) ** n, ranges)
    return None if steps is None else ("binomial theorem", *steps)
