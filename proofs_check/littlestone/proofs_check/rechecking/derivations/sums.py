"""Sums with symbolic limits replayed: equal terms, induction on an upper limit, Pascal's rule, the binomial theorem.

C(n, i) is the number of i-subsets of n things, for integers n >= 0 and i: 0 for i < 0 and for i > n.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import comb, factorial
from operator import mul
from typing import Any

from littlestone.proofs_check.rechecking.derivations.cases import Under, symbolic_powers
from littlestone.proofs_check.rechecking.derivations.forms import Forms
from littlestone.proofs_check.rechecking.derivations.hypotheses import (
    Case,
    is_integer,
    is_nonnegative,
    is_polynomial,
    linear_in,
    simplified,
)
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import is_same
from littlestone.proofs_check.rechecking.derivations.texts import Interval, is_at_least, is_whole, parsed
from littlestone.spec.algebra.reals import ONE, ZERO, Comparison, Real, add_up, binomial, substitute, symbol, symbols

INDEX = "common index"  # no parameter, nor any symbol of a certificate, is called so: names have no space
MOST_TERMS = 100  # that are written out, and of Pascal's rule applied again and again


@dataclass(frozen=True, slots=True)
class Scaled:
    """A factor times a sum."""

    factor: Real
    sum: Real

    @property
    def limits(self) -> tuple[int, int]:
        """What tells its limits from others: there is one node for what is written alike."""
        _, low, high = self.sum.args
        return id(low), id(high)

    def term(self, index: Real) -> Real:
        """The factor times the summand, at an index."""
        return self.factor * substitute(self.sum.args[0], {self.sum.name: index})


# ---- Identities


def insist_on_identity(under: Under, by: Sequence[object]) -> None:
    """Raise Refused unless both sides of the equation are equal, by induction on these symbols in turn.

    Each is a name, or a list of a name, a factor q and a gap G: F(p + 1) = q F(p), terms growing by differences of G.
    """
    comparison = under.case.comparison
    if comparison.relation != "==" or not _vanishes(under, comparison.left - comparison.right, list(by)):
        raise Refused(f"{comparison} is not shown to be an identity")


def _vanishes(under: Under, expression: Real, by: Sequence[object]) -> bool:
    """Sums of the same limits have terms that add up to 0; for the others F(least p) = 0 and F(p + 1) = q F(p)."""
    rest, sums = _split(expression)
    sums = _without_equal_terms(under, sums)
    if not sums:
        return is_zero(rest, under.case)
    if not by:
        return False
    given, factor, gap = by[0] if isinstance(by[0], list) else (by[0], "1", "0")
    name, least = _base(under.case, given)
    up = Upward(name, least, parsed(factor), parsed(gap))
    if not (_is_total(up.factor, under.case) and _is_total(up.gap, under.case) and _is_total_in(rest, name)):
        raise Refused(f"an induction on {name}, which is in a denominator that may be 0")
    step = add_up([up.next(rest) - up.factor * rest, *(_growth(under, one, up) for one in sums)])
    whole = add_up([rest, *(one.factor * one.sum for one in sums)])
    return is_zero(step, under.case) and _vanishes(under, substitute(whole, {name: Real.of(least)}), by[1:])


@dataclass(frozen=True, slots=True)
class Upward:
    """A step of an induction, from p to p + 1; the gap's index is written as that of the sum."""

    name: str
    least: int
    factor: Real
    gap: Real

    def next(self, expression: Real) -> Real:
        """The expression at p + 1."""
        return substitute(expression, {self.name: symbol(self.name) + 1})


def _growth(under: Under, one: Scaled, up: Upward) -> Real:
    """S(p + 1) - q S(p), where t(p + 1, i) - q t(p, i) = G(i + 1) - G(i) for each index of S(p); raises Refused."""
    index = symbol(INDEX)
    after = up.next(one.term(index))

    def gap(at: Real) -> Real:
        return substitute(up.gap, {one.sum.name: at})

    change = after - up.factor * one.term(index) - gap(index + 1) + gap(index)
    if not is_zero(change, under.inside(one.sum, INDEX).case):
        raise Refused(f"an induction on {up.name}, which is in the terms of a sum that do not grow as is said")
    last = _next_index(one.sum, up.name, up.least)
    return substitute(after, {INDEX: last}) + gap(last) - gap(one.sum.args[1])


def _split(expression: Real) -> tuple[Real, list[Scaled]]:
    """What has no sum in it, and sums with their factors, which add up to the expression; raises Refused."""
    if expression.op == "sum":
        return ZERO, [Scaled(ONE, expression)]
    if not _has_sum(expression):
        return expression, []
    if expression.op == "add":
        parts = [_split(arg) for arg in expression.args]
        return add_up([rest for rest, _ in parts]), [one for _, sums in parts for one in sums]
    if expression.op == "mul" and not all(map(_has_sum, expression.args)):
        factor, other = sorted(expression.args, key=_has_sum)
        rest, sums = _split(other)
        return rest if rest is ZERO else factor * rest, [Scaled(factor * one.factor, one.sum) for one in sums]
    raise Refused(f"{expression} is no linear combination of sums")


def _has_sum(expression: Real) -> bool:
    return expression.op == "sum" or any(map(_has_sum, expression.args))


def _without_equal_terms(under: Under, sums: Sequence[Scaled]) -> list[Scaled]:
    kept = []
    for limits in dict.fromkeys(one.limits for one in sums):
        own = [one for one in sums if one.limits == limits]
        terms = add_up([one.term(symbol(INDEX)) for one in own])
        if not is_zero(terms, under.inside(own[0].sum, INDEX).case):
            kept += own
    return kept


def _base(case: Case, name: object) -> tuple[str, int]:
    """The integer symbol of an induction and its least value."""
    span = case.ranges[str(name)] if name in case.integers else Interval()
    low = span.low
    if low is None or span.low_open or low.op != "rational" or low.value.denominator != 1:
        raise Refused(f"an induction on {name}, which is no integer from some number on")
    return str(name), int(low.value)


def _is_total_in(expression: Real, name: str) -> bool:
    """It has a value at every integer of a range, where ``is_zero`` holds of it: no quotient, nor logarithm, in it."""
    if name not in symbols(expression) or expression.op in ("symbol", "binomial"):
        return True
    if expression.op == "pow":
        parts = expression.args if symbols(expression.args[1]) else (expression,)
        return all(name not in symbols(part) or is_polynomial(part) for part in parts)
    return expression.op in ("add", "mul") and all(_is_total_in(arg, name) for arg in expression.args)


def _is_total(expression: Real, case: Case) -> bool:
    """It has a value everywhere on the ranges: no quotient is in it, or only by what is plainly positive."""
    if all(_is_total_in(expression, name) for name in symbols(expression)):
        return True
    return Forms({name: span.side for name, span in case.ranges.items()}).needs(expression) == (set(), set())


def _next_index(one: Real, name: str, least: int) -> Real:
    """The index of the term by which the sum grows where the symbol in its upper limit does, by 1."""
    _, low, high = one.args
    found = linear_in(high, name)
    if found is None or found[0] is not ONE or found[1].op != "rational" or low.op != "rational":
        raise Refused(f"an induction on {name} over the sum {one}, whose limits are others than numbers and {name}")
    length = least + found[1].value - low.value
    if not -1 <= length <= MOST_TERMS:
        raise Refused(f"the limits of {one} are in reverse, or far apart, at {name} = {least}")
    return symbol(name) + found[1] + 1


# ---- Expressions without sums, on the ranges of a case


def is_zero(expression: Real, case: Case) -> bool:
    """It is 0 on the ranges, where its symbols are what they are said to be; hypotheses are not used."""
    lowered = _signed(_by_pascals_rule(expression, _least_tops(expression, case), case), case)
    # A power is taken for exp of a logarithm: a polynomial in a base that is 0 for all positive values of it is 0
    bases = symbolic_powers(lowered)
    inner = frozenset[str]().union(*map(symbols, bases))
    ranges = {**case.ranges, **{x: _above_zero(case.ranges[x]) for x in inner if _is_polynomial_in(lowered, x, case)}}
    forms = Forms({name: span.side for name, span in ranges.items()})
    return all(map(forms.is_positive, bases)) and is_same(lowered, ZERO, ranges)


def _signed(expression: Real, case: Case) -> Real:
    """The same with a power (-b)^(e + k) of a rational written as b^(e + k) (-1)^k s, where s stands for (-1)^e."""
    if expression.op in ("add", "mul"):
        one, other = (_signed(arg, case) for arg in expression.args)
        return one + other if expression.op == "add" else one * other
    if expression.op != "pow" or expression.args[0].op != "rational" or expression.args[0].value >= 0:
        return expression
    base, exponent = expression.args
    k = simplified(substitute(exponent, dict.fromkeys(symbols(exponent), ZERO)))
    if not is_integer(exponent, case.integers) or not is_whole(k):
        return expression
    return (-base) ** exponent * Real.of(-1) ** k * symbol(f"sign of {simplified(exponent - k)}")


def _above_zero(span: Interval) -> Interval:
    """What of an interval is positive, where that is more than a point; else the interval."""
    is_both = span.side < 2 and (span.high is None or is_at_least(span.high, ZERO, strict=True))
    return Interval(ZERO, span.high, True, span.high_open) if is_both else span


def _is_polynomial_in(expression: Real, name: str, case: Case) -> bool:
    if name not in symbols(expression):
        return True
    if expression.op == "pow":
        base, exponent = expression.args
        natural = is_integer(exponent, case.integers) and is_nonnegative(exponent, case.ranges)
        return natural and name not in symbols(exponent) and _is_polynomial_in(base, name, case)
    return expression is symbol(name) or (
        expression.op in ("add", "mul") and all(_is_polynomial_in(arg, name, case) for arg in expression.args)
    )


def _binomials(expression: Real) -> Iterator[Real]:
    if expression.op == "binomial":
        yield expression
    elif expression.op in ("add", "mul"):
        for arg in expression.args:
            yield from _binomials(arg)


def _least_tops(expression: Real, case: Case) -> list[Real]:
    """Of the tops of binomials that differ by integers, the least ones; all are natural."""
    least: list[Real] = []
    for choose in _binomials(expression):
        top, bottom = choose.args
        if not (is_integer(top, case.integers) and is_nonnegative(top, case.ranges)):
            raise Refused(f"{top} is not known to be a natural number")
        if not is_integer(bottom, case.integers):
            raise Refused(f"{bottom} is not known to be an integer")
        near = [place for place, other in enumerate(least) if _steps(top, other) is not None]
        if not near:
            least.append(top)
        elif (_steps(top, least[near[0]]) or 0) < 0:
            least[near[0]] = top
    return least


def _steps(top: Real, other: Real) -> int | None:
    """By how much one expression is above another, where that is an integer."""
    gap = simplified(top - other)
    return int(gap.value) if gap.op == "rational" and gap.value.denominator == 1 else None


def _by_pascals_rule(expression: Real, least: Sequence[Real], case: Case) -> Real:
    """The same with C(n + s, i) written as the sum of C(s, t) C(n, i - t), for every least top n."""
    if expression.op == "binomial":
        top, bottom = expression.args
        base, steps = next((other, s) for other in least if (s := _steps(top, other)) is not None)
        if steps > MOST_TERMS:
            raise Refused(f"Pascal's rule {steps} times")
        return add_up([comb(steps, t) * _choose(base, simplified(bottom - t)) for t in range(steps + 1)])
    if expression.op not in ("add", "mul"):
        return expression
    one, other = (_by_pascals_rule(arg, least, case) for arg in expression.args)
    return one + other if expression.op == "add" else one * other


def _choose(top: Real, bottom: Real) -> Real:
    """C(top, bottom), a polynomial in the natural top where the bottom, or top - bottom, is a number."""
    few = [int(i.value) for i in (bottom, simplified(top - bottom)) if is_whole(i) and i.value <= MOST_TERMS]
    if not few:
        return binomial(top, bottom)
    i = few[0]
    return ZERO if i < 0 else reduce(mul, (top - t for t in range(i)), ONE) / factorial(i)


# ---- Bounds, each by a comparison without its sums


def by_terms(under: Under, changes: Sequence[Sequence[str]]) -> Under:
    """A sum is at most another one of the same limits where each term is: what is left to be shown, within the sum."""
    comparison = under.case.comparison
    left, right = _scaled(comparison.left), _scaled(comparison.right)
    if comparison.relation != "<=" or left.limits != right.limits or left.sum.name != right.sum.name:
        raise Refused(f"{comparison} is not about two sums of the same limits")
    index = symbol(left.sum.name)
    small, large = (Counter(_factors(one.term(index))) for one in (left, right))
    common = Counter({factor: n for factor, n in (small & large).items() if factor.op == "binomial"})
    terms = [_product((one - common).elements()) for one in (small, large)]
    return under.inside(left.sum, changes=changes).showing(Comparison(terms[0], "<=", terms[1]))


def by_binomial_theorem(under: Under) -> Under:
    """The sum of C(n, i) x^i over any i is at most (1 + x)^n where x >= 0: what is left to be shown with that."""
    comparison = under.case.comparison
    left = _scaled(comparison.left)
    index, parts = symbol(left.sum.name), _factors(left.term(symbol(left.sum.name)))
    chooses = [part for part in parts if part.op == "binomial" and part.args[1] is index]
    powers = [part for part in parts if part.op == "pow" and part.args[1] is index]
    ratio = _product(part.args[0] for part in powers)
    outer = _product(part for part in parts if part not in {*chooses, *powers})
    if len(chooses) != 1 or comparison.relation not in ("<=", "<"):
        raise Refused(f"{comparison} does not bound a sum of one binomial times powers")
    top = chooses[0].args[0]
    if index.name in symbols(top) | symbols(ratio) | symbols(outer):
        raise Refused(f"{index.name} is elsewhere in the terms of {left.sum} than in a binomial and powers")
    if not (under.proves(outer, strict=False) and under.proves(ratio, strict=False)):
        raise Refused(f"no step shows that {outer} and {ratio} are at least 0")
    return under.showing(Comparison(outer * (1 + ratio) ** top, comparison.relation, comparison.right))


def _scaled(expression: Real) -> Scaled:
    rest, sums = _split(expression)
    if rest is not ZERO or len(sums) != 1:
        raise Refused(f"{expression} is no multiple of a sum")
    return sums[0]


def _factors(expression: Real) -> list[Real]:
    return [f for arg in expression.args for f in _factors(arg)] if expression.op == "mul" else [expression]


def _product(factors: Any) -> Real:
    return reduce(mul, factors, ONE)
