"""Statements about numbers at concrete points: three-valued evaluation and the search for a simple counterexample.

Balls come first, at 64 and then 256 bits, since exact numbers cost more; what these leave open is mostly an equality.
A power is defined before it is simplified: (1/x)**0 is undefined at 0. A point that is undecided refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import islice, takewhile

from flint import arb, ctx, fmpq

from littlestone.proofs_check.numbers.ball_programs import BallProgram, Operation, ProgramBuilder, exact_ball
from littlestone.proofs_check.numbers.clauses import has_counts
from littlestone.proofs_check.questions.evidence import Counterexample
from littlestone.proofs_check.questions.universes import Question, real_parameters, with_sum
from littlestone.spec.algebra.circuit import CONSTANT, Truth, conjuncts, nodes_of
from littlestone.spec.algebra.reals import Comparison, Real, power, substitute, symbols, unrolled
from littlestone.spec.claim import Conditional
from littlestone.spec.domains import Naturals, Reals

Number = int | Fraction
Point = dict[str, Number]
Answer = tuple[bool | None, bool | None]
PRECISIONS = (64, 256)  # balls first, for exact numbers cost more; what 256 bits leave open is mostly an equality
MOST_BITS = 1_000  # of a bound: where bounds are squares of each other, a few rounds have millions
SMALL = 64  # with larger numbers exact powers would not end
# What a reader would take: small ones, then powers of ten
DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 16, 100, 1000, 10**6)


def relation_holds(difference: arb, relation: str) -> bool | None:
    """Whether every number in right - left satisfies the relation, none does, or (None) this is not decided."""
    match relation:
        case "<":
            return True if difference > 0 else False if difference <= 0 else None
        case "<=":
            return True if difference >= 0 else False if difference < 0 else None
        case "==":
            return True if difference.is_zero() else False if difference > 0 or difference < 0 else None
    equal = relation_holds(difference, "==")
    return None if equal is None else not equal


def compared(comparison: Comparison, values: dict[str, arb]) -> bool | None:
    """The comparison on a box, or at a point, given by a ball for each symbol; None where undecided or undefined."""
    return relation_holds(difference(comparison)(values), comparison.relation)


@lru_cache(maxsize=1024)
def difference(comparison: Comparison) -> BallProgram:
    """Right minus left, to be evaluated on balls."""
    builder = ProgramBuilder()
    return builder.program(_slot(comparison.right - comparison.left, builder))


def _slot(expression: Real, builder: ProgramBuilder) -> int:
    if expression in builder.slots:
        return builder.slots[expression]
    match expression.op:
        case "rational":
            value = expression.value
            return builder.rational(expression, fmpq(value.numerator, value.denominator))
        case "symbol":
            return builder.symbol(expression, expression.name)
        case "sum":
            return _slot(unrolled(expression), builder)
        case "pow" if expression.args[1].op == "rational" and expression.args[1].value.denominator == 1:
            exponent = int(expression.args[1].value)
            return builder.step(expression, lambda base: power(base, exponent), _slot(expression.args[0], builder))
    if expression.op not in ENCLOSURES:
        raise TypeError(f"{expression} has no enclosure: its binomials and sums need integer arguments")
    return builder.step(expression, ENCLOSURES[expression.op], *[_slot(arg, builder) for arg in expression.args])


ENCLOSURES: Mapping[str, Operation] = {
    "add": arb.__add__,
    "mul": arb.__mul__,
    "pow": power,
    "ln": arb.log,
    "exp": arb.exp,
    "erf": arb.erf,
}


def three_valued(nodes: Sequence[Truth], decide: Callable[[Comparison], bool | None]) -> bool | None:
    """The truth of the last node, after those that it depends on, where comparisons may be undecided: true or false
    only if it is so either way.

    This is what a statement means where one of its expressions is not defined: the comparison is neither true nor
    false, and the statement holds there only if it would with either, as where its premise is false.
    """
    value: dict[int, bool | None] = {}  # by serials: a truth that is asked for its hash looks at who asks
    for node in nodes:
        value[node.serial] = _value(node, [value[arg.serial] for arg in node.args], decide)
    return value[nodes[-1].serial]


def _value(node: Truth, args: list[bool | None], decide: Callable[[Comparison], bool | None]) -> bool | None:
    match node.op:
        case "constant":
            return bool(node.payload)
        case "not":
            return None if args[0] is None else not args[0]
        case "and" | "or":
            decisive = node.op == "or"
            return decisive if decisive in args else None if None in args else not decisive
        case "xor":
            return None if None in args else args[0] != args[1]
    assert isinstance(node.payload, Comparison)
    return decide(node.payload)


@dataclass(frozen=True)
class PointCheck:
    """Decides a question about numbers at single points, rigorously or not at all."""

    question: Question

    @cached_property
    def domains(self) -> Mapping[str, Reals | Naturals]:
        """What each parameter ranges over."""
        return real_parameters(self.question.claim) or {}

    @property
    def statement(self) -> Conditional:
        """The statement about symbols."""
        return self.question.about_symbols

    @cached_property
    def parts(self) -> tuple[list[Truth], list[Truth]]:
        """The nodes of the premise, and those of the conclusion, arguments before results."""
        return nodes_of([self.statement.premise]), nodes_of([self.statement.conclusion])

    @cached_property
    def counts(self) -> bool:
        """The statement has sums or binomials, which need integer arguments."""
        nodes = [node for part in self.parts for node in part]
        sides = [s for n in nodes if isinstance(n.payload, Comparison) for s in (n.payload.left, n.payload.right)]
        return any(map(has_counts, sides))

    def in_range(self, point: Point) -> bool:
        """Every coordinate lies in its parameter's range."""
        return all(_in_range(self.domains[name], value) for name, value in point.items())

    def is_violation(self, point: Point) -> bool:
        """The point is in range, the premise is true there and the conclusion is false."""
        return self.in_range(point) and self._where_it_matters(point) == (True, False)

    def satisfies_premise(self, point: Point) -> bool:
        """The point is in range and the premise is true there."""
        return self.in_range(point) and self._where_it_matters(point)[0] is True

    def values(self, point: Point) -> Answer:
        """Premise and conclusion at the point, None where undecided: by balls, and exactly where numbers are small."""
        found = self._where_it_matters(point)
        return self._values(point, where_it_fails=True) if found == (False, None) else found

    def _where_it_matters(self, point: Point) -> Answer:
        """The values, or nothing but a false premise where balls tell: most points fail one.

        They are remembered with the question: whoever proves or probes it looks at the same points.
        """
        place, known = tuple(map(point.get, self.domains)), self.question.values_at
        if place not in known:
            known[place] = self._values(point, where_it_fails=False)
        return known[place]

    def _values(self, point: Point, where_it_fails: bool) -> Answer:
        found: Answer = (None, None)
        for precision in () if self.counts else PRECISIONS:
            is_enough = precision == PRECISIONS[0] and not where_it_fails
            found = self._by_balls(point, precision, is_enough)
            if None not in found or (is_enough and found[0] is False):
                return found
        return self._exactly(point) if all(-SMALL <= v <= SMALL for v in point.values()) else found

    def _by_balls(self, point: Point, precision: int, is_enough: bool) -> Answer:
        """Premise and conclusion, the latter left open where a false premise is enough."""
        saved, ctx.prec = ctx.prec, precision
        try:
            balls = {name: exact_ball(value) for name, value in point.items()}
            premise, conclusion = (partial(three_valued, part, lambda c: compared(c, balls)) for part in self.parts)
            first = premise()
            return first, None if is_enough and first is False else conclusion()
        finally:
            ctx.prec = saved

    def _exactly(self, point: Point) -> Answer:
        try:
            numbers = {name: Real.of(value) for name, value in point.items()}
            statement = self.question.claim.state(numbers, self.question.constants)
        except (ArithmeticError, ValueError):
            return None, None
        return _constant(statement.premise), _constant(statement.conclusion)


def _constant(truth: Truth) -> bool | None:
    return bool(truth.payload) if truth.op is CONSTANT else None


def _in_range(domain: Reals | Naturals, value: Number) -> bool:
    if isinstance(domain, Naturals):
        return isinstance(value, int) and value >= domain.least
    low, high = domain.low, domain.high
    if all(end is None or end.op == "rational" for end in (low, high)):
        above = low is None or low.value < value or (low.value == value and not domain.low_open)
        return above and (high is None or value < high.value or (value == high.value and not domain.high_open))
    number = Real.of(value)
    from_low = low is None or _is_true(low < number if domain.low_open else low <= number)
    return from_low and (high is None or _is_true(number < high if domain.high_open else number <= high))


def _is_true(truth: Truth) -> bool:
    return truth.op is CONSTANT and bool(truth)


@lru_cache(maxsize=256)  # a fifth of a quick run's time without it
def candidates(domain: Reals | Naturals, *, large: bool) -> tuple[Number, ...]:
    """Values of one parameter to try, simple ones first; ``large`` ones up to 10^18 too."""
    if isinstance(domain, Naturals):
        steps = [*range(SMALL), *(10**e for e in range(2, 19) if large)]
        return tuple(domain.least + step for step in steps)
    ends = [end.value for end in (domain.low, domain.high) if end is not None and end.op == "rational"]
    values = dict.fromkeys([*ends, *_simple_rationals(), *(_extreme_rationals() if large else ())])
    return tuple(value for value in values if _in_range(domain, value))


def _simple_rationals() -> Iterator[Fraction]:
    """Rationals by growing height, each followed by its negative."""
    heights = sorted({Fraction(p, q) for p in range(SMALL) for q in range(1, 9)}, key=_height)
    return (sign * value for value in heights for sign in (1, -1))


def _height(value: Number) -> int:
    return abs(Fraction(value).numerator) + Fraction(value).denominator


def _extreme_rationals() -> Iterator[Fraction]:
    for e in range(2, 19):
        yield from (Fraction(10**e), Fraction(1, 10**e), Fraction(-(10**e)), Fraction(-1, 10**e))


def simple_points(check: PointCheck) -> Iterator[Point]:
    """Points in order of the summed places of their coordinates among the candidates: simple ones first."""
    names = list(check.domains)
    lists = [candidates(check.domains[name], large=not check.counts) for name in names]
    if all(lists):
        for total in range(sum(len(values) - 1 for values in lists) + 1):
            for places in with_sum(total, [len(values) - 1 for values in lists]):
                yield {name: values[i] for name, values, i in zip(names, lists, places, strict=True)}


def tight_points(check: PointCheck) -> Iterator[Point]:
    """Simple points, moved to where hypotheses that bound a symbol are equalities: bounds that follow from several
    hypotheses are missed there first, and simple points are seldom there."""
    bounds = [bound for part in conjuncts(check.statement.premise) for bound in _bounds(part.payload)]
    for point in simple_points(check) if bounds else ():
        for name, bound in bounds * len(bounds):  # a bound may hold a symbol that another one moves
            value = substitute(bound, {other: Real.of(number) for other, number in point.items()})
            if value.op == "rational" and max(map(int.bit_length, value.value.as_integer_ratio())) < MOST_BITS:
                exact = int(value.value) if value.value.denominator == 1 else value.value
                point = {**point, name: exact}
        yield point


def _bounds(comparison: object) -> Iterator[tuple[str, Real]]:
    if isinstance(comparison, Comparison) and comparison.relation == "<=":
        for side, other in ((comparison.left, comparison.right), (comparison.right, comparison.left)):
            if side.op == "symbol" and side.name not in symbols(other):
                yield side.name, other


def first_violation(check: PointCheck, points: Iterable[Point], most: int) -> Point | None:
    """The first of at most ``most`` points at which the statement is false."""
    return next((point for point in islice(points, most) if check.is_violation(point)), None)


def away_from_ends(domains: Mapping[str, Reals | Naturals], point: Point) -> bool:
    """No coordinate is the least or the most that its range allows."""
    return not any(_is_end(domains[name], value) for name, value in point.items())


def _is_end(domain: Reals | Naturals, value: Number) -> bool:
    if isinstance(domain, Naturals):
        return value == domain.least
    return any(end is not None and end.op == "rational" and end.value == value for end in (domain.low, domain.high))


def premise_witness(check: PointCheck, most: int) -> Point | None:
    """A simple point at which the premise is true."""
    return next((point for point in islice(simple_points(check), most) if check.satisfies_premise(point)), None)


def simplified(check: PointCheck, point: Point) -> Point:
    """A violation with coordinates as simple as one-at-a-time changes make them."""
    for name, value in list(point.items()):
        for simpler in _simpler(check.domains[name], value):
            if check.is_violation({**point, name: simpler}):
                point = {**point, name: simpler}
                break
    return point


def _simpler(domain: Reals | Naturals, value: Number) -> Iterator[Number]:
    """Values of lower height than this one, the simplest first."""
    common = takewhile(lambda v: _height(v) < _height(value), candidates(domain, large=False))
    yield from common
    if isinstance(domain, Reals):
        near = (Fraction(value).limit_denominator(q) for q in DENOMINATORS)
        yield from (rounded for rounded in near if _height(rounded) < _height(value))


def numeric_counterexample(point: Point) -> Counterexample:
    """The counterexample with these numbers; its size is the sum of their heights."""
    return Counterexample(point, sum(map(_height, point.values())))
