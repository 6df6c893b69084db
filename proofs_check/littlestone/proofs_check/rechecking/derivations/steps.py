"""Steps replayed: each shows that an expression is above 0, or at least 0, wherever it is defined on its ranges.

Every rule computes what it needs from the step's own expression, and holds the earlier steps that are named against it:
they must show the same function, on ranges that hold these, no less strictly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from littlestone.proofs_check.rechecking.derivations.boxes import at_precision, hold_on_all
from littlestone.proofs_check.rechecking.derivations.forms import Form, Forms
from littlestone.proofs_check.rechecking.derivations.limits import limit
from littlestone.proofs_check.rechecking.derivations.polynomials import Monomial
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.texts import (
    Interval,
    derivative,
    interval_product,
    is_at_least,
    is_equal,
    parsed,
    power_of,
    read_interval,
)
from littlestone.spec.algebra.reals import ONE, ZERO, Real, ball, substitute, symbol, symbols

Ranges = Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a step shows: the expression is >= 0 (> 0 where strict) wherever it is defined on the ranges."""

    expression: Real
    strict: bool
    ranges: Ranges

    def bears(self, expression: Real, ranges: Ranges, strict: bool) -> bool:
        """It shows at least that the expression has this sign on these ranges."""
        if strict and not self.strict:
            return False
        names = symbols(self.expression)
        if any(name not in ranges or not self.ranges[name].holds(ranges[name]) for name in names):
            return False
        return is_same(expression, self.expression, ranges)


def is_same(given: Real, other: Real, ranges: Ranges) -> bool:
    """Wherever the given expression is defined on the ranges, the other is, and equal."""
    if given is other:
        return True
    forms = Forms({name: span.side for name, span in ranges.items()})
    if not forms.equal(forms.of(given), forms.of(other)):
        return False
    (nonzero, positive), (own_nonzero, own_positive) = forms.needs(other), forms.needs(given)
    return nonzero <= own_nonzero and positive <= own_positive


@dataclass
class Replay:
    """The steps of a certificate in order, each checked when it is read."""

    shown: list[Shown] = field(default_factory=list)

    def add(self, step: Mapping[str, Any]) -> None:
        """Check a step by those before it; raises Refused."""
        ranges = {str(name): read_interval(text) for name, text in step["on"].items()}
        goal = Shown(parsed(step["shows"]), bool(step["strict"]), ranges)
        if not symbols(goal.expression) <= ranges.keys():
            raise Refused("it says no range of a symbol")
        rule = RULES.get(str(step["rule"]))
        if rule is None:
            raise Refused(f"it names no rule: {step['rule']!r}")
        rule(self, goal, step)
        self.shown.append(goal)

    def at(self, place: object) -> Shown:
        """An earlier step."""
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(self.shown):
            raise Refused(f"it rests on step {place}, which is none before it")
        return self.shown[place]

    def rests_on(self, place: object, expression: Real, ranges: Ranges, strict: bool) -> None:
        """Raise Refused unless an earlier step shows this sign."""
        if not self.at(place).bears(expression, ranges, strict):
            raise Refused(f"step {place} does not show that {expression} {'>' if strict else '>='} 0 there")

    def is_defined(self, goal: Shown, ranges: Ranges, places: Sequence[object]) -> None:
        """Raise Refused unless steps show that the expression is defined, and analytic, on the ranges."""
        known = [self.at(place) for place in places]
        for needed, both in definitions(goal.expression):
            sides = (needed, -needed) if both else (needed,)
            if not any(one.bears(side, ranges, strict=True) for side in sides for one in known) and not any(
                is_at_least(side, ZERO, strict=True) for side in sides
            ):
                raise Refused(f"no step shows that {needed} is {'not 0' if both else 'positive'} there")


def definitions(expression: Real) -> list[tuple[Real, bool]]:
    """What must be positive for the expression to be defined, or (True) must not be 0, innermost first."""
    found = [need for arg in expression.args for need in definitions(arg)]
    if expression.op == "ln":
        return [*found, (expression.args[0], False)]
    if expression.op == "pow":
        base, exponent = power_of(expression)
        whole = exponent is not None and exponent.denominator == 1
        if not whole or (exponent is not None and exponent < 0):
            return [*found, (base, whole)]
    return found


# ---- Rules


def _closed(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    if not is_at_least(goal.expression, ZERO, strict=goal.strict):
        raise Refused(f"{goal.expression} is not shown to be {'positive' if goal.strict else 'nonnegative'}")


def _log(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """ln a has the sign of a - 1."""
    if goal.expression.op != "ln":
        raise Refused("it is about no logarithm")
    replay.rests_on(_only(step["from"], 1)[0], goal.expression.args[0] - 1, goal.ranges, goal.strict)


def _shift(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """A polynomial has no negative coefficient once every symbol is measured from an end of its range."""
    values, opens = dict[str, Real](), dict[str, bool]()
    for name in symbols(goal.expression):
        span = goal.ranges[name]
        ways = {"low": (span.low, 1, span.low_open), "high": (span.high, -1, span.high_open)}
        end, side, opens[name] = _chosen(ways, step["moves"], name)
        if end is None:
            raise Refused(f"{name} is measured from infinity")
        values[name] = end + side * symbol(f"{name}.moved")  # all at once, for a symbol may be called x.moved
    coefficients = _coefficients(substitute(goal.expression, values), {f"{name}.moved" for name in opens})
    if not all(is_at_least(c, ZERO) for c in coefficients.values()):
        raise Refused("a coefficient is negative")
    if goal.strict and not any(
        is_at_least(c, ZERO, strict=True) and all(opens[name.removesuffix(".moved")] for name in names)
        for names, c in coefficients.items()
    ):
        raise Refused("no term is positive everywhere")


def _chosen(ways: Mapping[str, Any], moves: Mapping[str, Any], name: str) -> Any:
    if name not in moves or moves[name] not in ways:
        raise Refused(f"it does not say from which end {name} is measured")
    return ways[moves[name]]


def _coefficients(expression: Real, names: set[str]) -> dict[tuple[str, ...], Real]:
    """The coefficients of a polynomial in these symbols, by the symbols of each term, repeated; raises Refused."""
    forms = Forms({})
    form = forms.of(expression)
    if form.bottom and any(_names(forms, m) for i in form.bottom for m in forms.factors[i]):
        raise Refused("it is no polynomial")
    found: dict[tuple[str, ...], list[Form]] = {}
    for monomial, c in form.top.items():
        own, rest = list[str](), list[tuple[int, Fraction]]()
        for atom, e in monomial:
            name = _name(forms, atom)
            if name in names and e.denominator == 1 and e > 0:
                own += [name] * int(e)
            elif _names(forms, ((atom, e),)):
                raise Refused("it is no polynomial")
            else:
                rest.append((atom, e))
        found.setdefault(tuple(own), []).append(Form({tuple(rest): c}, form.bottom))
    return {powers: forms.real(forms.sum(parts)) for powers, parts in found.items()}


def _name(forms: Forms, atom: int) -> str:
    return str(forms.atoms[atom].key) if forms.atoms[atom].kind == "symbol" else ""


def _names(forms: Forms, monomial: Monomial) -> frozenset[str]:
    """The symbols in a monomial, those inside its atoms too."""
    return symbols(forms.real(Form({monomial: Fraction(1)})))


def _product(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """The sign of a product is the product of the signs of its factors."""
    factors = [parsed(text) for text in step["factors"]]
    whole, side = ONE, 1
    for factor, place in zip(factors, _only(step["from"], len(factors)), strict=True):
        whole = whole * factor
        side *= _side(replay, goal, factor, place)
    if side != 1:
        raise Refused("the signs of the factors make it negative")
    if not is_same(goal.expression, whole, goal.ranges):
        raise Refused(f"{goal.expression} is not the product of its factors")


def _side(replay: Replay, goal: Shown, factor: Real, place: object) -> int:
    base, exponent = power_of(factor)
    if exponent is None or exponent.denominator != 1:
        return 1  # an exponential or a root is positive where it is defined
    if exponent > 0 and exponent % 2 == 0 and not goal.strict:
        return 1
    strict = goal.strict or exponent < 0
    for side in (1, -1):
        if replay.at(place).bears(side * base, goal.ranges, strict):
            return side if exponent % 2 else 1
    raise Refused(f"step {place} does not show the sign of {base}")


def _scaling(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """f(x s^w) = s^c f(x) for s > 0, so that one positive symbol may be put to 1."""
    name, weights = str(step["symbol"]), step["weights"]
    if weights.keys() != symbols(goal.expression) or any(w not in (-1, 0, 1) for w in weights.values()):
        raise Refused("its weights are not those of the symbols")
    if weights.get(name) != 1 or goal.ranges[name].side != 2:
        raise Refused(f"{name} is not positive and of weight 1")
    s = symbol("scale")  # no parameter has a dot, and none of a certificate is called so
    scaled = substitute(goal.expression, {x: symbol(x) * s**w for x, w in weights.items()})
    ranges = {**goal.ranges, "scale": Interval(ZERO)}
    if "scale" in goal.ranges or not any(is_same(goal.expression * s**c, scaled, ranges) for c in (0, 1, -1)):
        raise Refused("it is not kept by the scaling")
    images = {x: _image(goal.ranges[x], goal.ranges[name], w) for x, w in weights.items() if x != name}
    replay.rests_on(_only(step["from"], 1)[0], substitute(goal.expression, {name: ONE}), images, goal.strict)


def _image(span: Interval, scale: Interval, weight: int) -> Interval:
    """What y x^-weight ranges over; y must be nonnegative where the weight is not 0."""
    if weight == 0:
        return span
    if not span.side:
        raise Refused("a symbol that is scaled may be negative")
    return interval_product(span, scale, -weight)


def _monotone(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """A derivative of one sign, and the right sign at the end where the expression is least."""
    name, side = str(step["symbol"]), step["side"]
    if name not in goal.ranges or side not in (1, -1):
        raise Refused("it does not say in what it is monotone")
    span = goal.ranges[name]
    end, is_open = (span.low, span.low_open) if side == 1 else (span.high, span.high_open)
    if end is None:
        raise Refused("it rises from infinity")
    low, high = (False, span.high_open) if side == 1 else (span.low_open, False)
    replay.is_defined(goal, {**goal.ranges, name: Interval(span.low, span.high, low, high)}, step["defined"])
    start, slope = _only(step["from"], 2)
    at_end = replay.at(start)
    rising = goal.strict and not at_end.strict
    if rising and not is_open:
        raise Refused(f"it may be 0 at {name} = {end}")
    replay.rests_on(start, substitute(goal.expression, {name: end}), _without(goal.ranges, name), strict=False)
    replay.rests_on(slope, side * derivative(goal.expression, name), goal.ranges, strict=rising)


def _without(ranges: Ranges, name: str) -> Ranges:
    return {x: span for x, span in ranges.items() if x != name}


def _turn(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """It falls to a point, rises from there, and has the right sign at the point."""
    (name,) = _only(sorted(symbols(goal.expression)), 1)
    point, span = parsed(step["point"]), goal.ranges[name]
    if symbols(point) or not span.holds_point(point):
        raise Refused(f"{point} is not in the range")
    replay.is_defined(goal, goal.ranges, step["defined"])
    value, right, left = _only(step["from"], 3)
    replay.rests_on(value, substitute(goal.expression, {name: point}), {}, goal.strict)
    slope = derivative(goal.expression, name)
    above, below = Interval(point, span.high, True, span.high_open), Interval(span.low, point, span.low_open, True)
    replay.rests_on(right, slope, {name: above}, strict=False)
    replay.rests_on(left, -slope, {name: below}, strict=False)


def _boxes(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """Arb encloses it on the right side of 0 on every box."""
    ranges = {name: goal.ranges[name] for name in sorted(symbols(goal.expression))}
    if any(span.low is None or span.high is None for span in ranges.values()):
        raise Refused("a range of its boxes has no end")

    def holds(values: dict[str, Any]) -> bool:
        value = at_precision(lambda: ball(goal.expression, values))
        return bool(value > 0 if goal.strict else value >= 0)

    hold_on_all(step["split"], ranges, holds)


def _inversion(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """On a ray x is put to base + 1/u."""
    (name,) = _only(sorted(symbols(goal.expression)), 1)
    base, span, inverse = parsed(step["base"]), goal.ranges[name], str(step["inverse"])
    if span.low is None or span.high is not None or symbols(base) or inverse == name:
        raise Refused("it is about no ray")
    length = span.low - base
    if is_equal(length, ZERO):
        image = Interval(ZERO) if span.low_open else None
    else:
        image = Interval(ZERO, length**-1, True, span.low_open) if is_at_least(length, ZERO) else None
    if image is None:
        raise Refused(f"{name} = {base} is in its range")
    put = substitute(goal.expression, {name: base + symbol(inverse) ** -1})
    replay.rests_on(_only(step["from"], 1)[0], put, {inverse: image}, goal.strict)


def _pieces(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """It is so on every piece of the range of one symbol."""
    name = str(step["symbol"])
    if name not in symbols(goal.expression):
        raise Refused(f"{name!r} is none of its symbols")
    pieces = [read_interval(text) for text in step["pieces"]]
    if not pieces:
        raise Refused("it has no pieces")
    for one, other in pairwise(pieces):
        if one.high is None or other.low is None or not is_equal(one.high, other.low):
            raise Refused("a piece is missing")
        if one.high_open and other.low_open:
            raise Refused(f"the point {one.high} is in no piece")
    first, last = pieces[0], pieces[-1]
    if not Interval(first.low, last.high, first.low_open, last.high_open).holds(goal.ranges[name]):
        raise Refused("the pieces do not reach the ends of the range")
    for piece, place in zip(pieces, _only(step["from"], len(pieces)), strict=True):
        replay.rests_on(place, goal.expression, {**goal.ranges, name: piece}, goal.strict)


def _limit(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """It falls to its limit at infinity, which is not negative, or rises from that at -infinity."""
    (name,), side = _only(sorted(symbols(goal.expression)), 1), step["side"]
    span = goal.ranges[name]
    if side not in (1, -1) or (span.high if side == 1 else span.low) is not None:
        raise Refused(f"{name} does not go to infinity")
    end = limit(substitute(goal.expression, {name: side * symbol(name)}))
    if not isinstance(end, Real) or not is_at_least(end, ZERO):
        raise Refused(f"its limit {end} is not shown to be at least 0")
    replay.is_defined(goal, goal.ranges, step["defined"])
    falling = -side * derivative(goal.expression, name)
    replay.rests_on(_only(step["from"], 1)[0], falling, goal.ranges, goal.strict)


def _bernoulli(replay: Replay, goal: Shown, step: Mapping[str, Any]) -> None:
    """a^b is at least a / (a + b - a b) for a > 0 and 0 <= b <= 1: so is c a^b for c > 0, and a sum of such."""
    lower, powers = goal.expression, [[parsed(text) for text in power] for power in step["powers"]]
    below, *places = _only(step["from"], 1 + 3 * len(powers))
    for i, (c, a, b) in enumerate(powers):
        if not is_at_least(c, ZERO):
            raise Refused(f"the factor {c} is not shown to be at least 0")
        for place, needed, strict in zip(places[3 * i : 3 * i + 3], (a, b, 1 - b), (True, False, False), strict=True):
            replay.rests_on(place, needed, goal.ranges, strict)
        lower = lower - c * a**b + c * a / (a + b - a * b)
        if not is_same(goal.expression, goal.expression + ZERO * a**b, goal.ranges):
            raise Refused(f"it may be defined where {a**b} is not")
    replay.rests_on(below, lower, goal.ranges, goal.strict)


def _only(listed: Any, count: int) -> list[Any]:
    if not isinstance(listed, list) or len(listed) != count:
        raise Refused(f"it should have {count} parts")
    return listed


Rule = Callable[[Replay, Shown, Mapping[str, Any]], None]
RULES: Mapping[str, Rule] = {
    "closed": _closed,
    "log": _log,
    "shift": _shift,
    "product": _product,
    "scaling": _scaling,
    "monotone": _monotone,
    "turn": _turn,
    "boxes": _boxes,
    "inversion": _inversion,
    "pieces": _pieces,
    "limit": _limit,
    "bernoulli": _bernoulli,
}
