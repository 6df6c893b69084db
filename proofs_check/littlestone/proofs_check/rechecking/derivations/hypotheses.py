"""What hypotheses say about the ranges of symbols: ends that linear ones give, and changes of symbols by them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from littlestone.proofs_check.rechecking.derivations.forms import Form, Forms
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Ranges
from littlestone.proofs_check.rechecking.derivations.texts import CLOSED_PRECISION, Interval, is_at_least
from littlestone.spec.algebra.reals import ONE, ZERO, Comparison, Real, enclosure, substitute, symbol, symbols

LARGEST_DEGREE = 100
MOST_CHANGES = 12  # each may double what stands for a symbol; the kit's own are 7


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be shown of a clause: one comparison, on the ranges, where the negations of the others hold."""

    comparison: Comparison
    hypotheses: tuple[Comparison, ...]
    ranges: Ranges
    integers: Collection[str]


def negation(comparison: Comparison) -> Comparison:
    """What holds where a comparison between defined expressions does not."""
    left, right = comparison.left, comparison.right
    match comparison.relation:
        case "<=":
            return Comparison(right, "<", left)
        case "<":
            return Comparison(right, "<=", left)
        case "==":
            return Comparison(left, "!=", right)
    return Comparison(left, "==", right)


def hypotheses_of(comparisons: Iterable[Comparison]) -> tuple[Comparison, ...]:
    """What holds where none of these does; of an equation both sides are at most the other."""
    found: list[Comparison] = []
    for each in map(negation, sorted(comparisons, key=str)):
        sides = [(each.left, each.right), (each.right, each.left)] if each.relation == "==" else []
        found += [Comparison(low, "<=", high) for low, high in sides] or [each]
    return tuple(found)


def narrowed(case: Case) -> Case:
    """The case on the ranges that its hypotheses leave, as far as linear ones say so by the ends of other ranges."""
    for _ in case.hypotheses:
        for hypothesis in filter(is_linear_candidate, case.hypotheses):
            ranges = dict(case.ranges)
            for name, slope, rest in linear_parts(hypothesis):
                _cut(ranges, case.integers, name, (slope, rest), hypothesis.relation == "<")
            case = replace(case, ranges=ranges)
    return case


def is_linear_candidate(hypothesis: Comparison) -> bool:
    """It is an inequality between polynomials, which are defined everywhere."""
    return hypothesis.relation in ("<=", "<") and is_polynomial(hypothesis.left) and is_polynomial(hypothesis.right)


def is_polynomial(expression: Real) -> bool:
    """It is made of rationals, symbols and closed numbers by sums, products and natural powers."""
    if not symbols(expression):
        return bool(enclosure(expression, CLOSED_PRECISION).is_finite())
    if expression.op == "pow":
        base, exponent = expression.args
        natural = exponent.op == "rational" and exponent.value.denominator == 1
        return natural and 0 <= exponent.value < LARGEST_DEGREE and is_polynomial(base)
    return expression.op in ("symbol", "add", "mul") and all(map(is_polynomial, expression.args))


def linear_parts(hypothesis: Comparison) -> Iterator[tuple[str, Real, Real]]:
    """For each symbol that 0 <= right - left is linear in with a closed slope: its name, the slope and the rest."""
    gap = hypothesis.right - hypothesis.left
    for name in sorted(symbols(gap)):
        found = linear_in(gap, name)
        if found is not None:
            yield name, *found


def linear_in(gap: Real, name: str) -> tuple[Real, Real] | None:
    """The closed slope, known to be above or below 0, and the rest of an expression that is linear in a symbol."""
    forms = Forms({})
    form = forms.of(gap)
    if form.bottom:
        return None
    ((x, _),) = next(iter(forms.of(symbol(name)).top))
    slope = {m: c for m, c in form.top.items() if x in dict(m)}
    if any(dict(m)[x] != 1 for m in slope):
        return None
    factor = forms.real(Form({tuple(pair for pair in m if pair[0] != x): c for m, c in slope.items()}))
    rest = forms.real(Form({m: c for m, c in form.top.items() if m not in slope}))
    signed = any(is_at_least(side * factor, ZERO, strict=True) for side in (1, -1))
    return (factor, rest) if signed and name not in symbols(rest) else None


def _cut(
    ranges: dict[str, Interval], integers: Collection[str], name: str, line: tuple[Real, Real], strict: bool
) -> None:
    """Use 0 <= slope x + rest for an end of x, at the largest value of the rest."""
    slope, rest = line
    largest = _largest(rest, ranges)
    if largest is None:
        return
    end, is_open = -largest[0] / slope, largest[1] or strict
    end = simplified(end)
    if is_at_least(slope, ZERO):
        if is_open and name in integers and end.op == "rational" and end.value.denominator == 1:
            end, is_open = end + 1, False
        ranges[name] = ranges[name].raised(end, is_open)
    else:
        ranges[name] = ranges[name].lowered(end, is_open)


def simplified(end: Real) -> Real:
    """The expression of its form."""
    forms = Forms({})
    return forms.real(forms.of(end))


def _largest(expression: Real, ranges: Ranges) -> tuple[Real, bool] | None:
    """The supremum of an affine expression, and whether it is missed; None where it is not affine or is unbounded."""
    missed = False
    for name in sorted(symbols(expression)):
        found = linear_in(expression, name)
        if found is None:
            return None
        span, (slope, rest) = ranges[name], found
        end, is_open = (span.high, span.high_open) if is_at_least(slope, ZERO) else (span.low, span.low_open)
        if end is None:
            return None
        expression, missed = slope * end + rest, missed or is_open
    return expression, missed


def is_nonnegative(expression: Real, ranges: Ranges, *, strict: bool = False) -> bool:
    """An affine expression is at least 0, or above it, wherever its symbols are in their ranges."""
    largest = _largest(-expression, ranges) if is_polynomial(expression) else None
    return largest is not None and is_at_least(-largest[0], ZERO, strict=strict and not largest[1])


def is_integer(expression: Real, integers: Collection[str]) -> bool:
    """It is a polynomial with integer coefficients in symbols that are integers."""
    if expression.op == "symbol":
        return expression.name in integers
    if expression.op == "rational":
        return expression.value.denominator == 1
    return expression.op in ("add", "mul") and all(is_integer(arg, integers) for arg in expression.args)


@dataclass(frozen=True, slots=True)
class Changed:
    """Ranges after changes of symbols, and what each symbol of the case is in the new ones."""

    ranges: Ranges
    values: Mapping[str, Real]

    def of(self, expression: Real) -> Real:
        """The expression in the new symbols."""
        return substitute(expression, dict(self.values))


def changed(case: Case, changes: Sequence[Sequence[str]]) -> Changed:
    """Changes x = bound + slack, or x = low + (bound - low) share, that linear hypotheses allow; raises Refused.

    Each is a hypothesis and the name of the new symbol, ``x.slack`` or ``x.share``. Every point of the case has an
    image: with 0 <= slope x + rest the slack is x + rest/slope >= 0; the share, of an upper bound, is from 0 to 1.
    """
    given = {str(hypothesis): hypothesis for hypothesis in case.hypotheses}
    now = Changed(case.ranges, {name: symbol(name) for name in case.ranges})
    if len(changes) > MOST_CHANGES:
        raise Refused(f"it changes symbols more than {MOST_CHANGES} times")
    for text, fresh in changes:
        if text not in given or not is_linear_candidate(given[text]):
            raise Refused(f"{text} is no linear hypothesis")
        now = _with_change(now, given[text], fresh)
    return now


def _with_change(now: Changed, hypothesis: Comparison, fresh: str) -> Changed:
    name, _, kind = fresh.rpartition(".")
    found = linear_in(now.of(hypothesis.right - hypothesis.left), name) if name in now.ranges else None
    if found is None or kind not in ("slack", "share") or fresh in now.ranges:
        raise Refused(f"{hypothesis} gives no {fresh}")
    slope, rest = found
    bound, strict, span, x = -rest / slope, hypothesis.relation == "<", now.ranges[name], symbol(fresh)
    if kind == "slack":
        if not is_at_least(slope, ZERO):
            raise Refused(f"{hypothesis} does not bound {name} from below")
        value, image = bound + x, Interval(ZERO, None, strict)
    else:
        if is_at_least(slope, ZERO) or span.low is None:
            raise Refused(f"{hypothesis} does not bound {name} from above")
        value, image = span.low + (bound - span.low) * x, Interval(ZERO, ONE, span.low_open, strict)
    rest_of = {other: s for other, s in now.ranges.items() if other != name}
    values = {other: substitute(v, {name: value}) for other, v in now.values.items()}
    return Changed({**rest_of, fresh: image}, values)
