"""Real expressions: exact trees of rationals, symbols, ln, exp, erf, powers, binomials and finite sums.

Comparing two of them gives a truth value: decided on the spot, rigorously, where both are closed (no symbols), and
otherwise an atom of the circuit for the interval and algebra provers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, wraps
from math import comb, isfinite
from operator import eq, le, lt
from sys import intern
from typing import ClassVar, NoReturn, TypeVar

from flint import arb, ctx, fmpq

from littlestone.spec.algebra.circuit import NoTruth, Truth, atom, constant, opaque
from littlestone.spec.algebra.decisions import EVALUATED, looks, text_is_looked_at
from littlestone.spec.algebra.interning import Interned
from littlestone.spec.algebra.rationals import counts_as, fraction, pair_of, plus, rational_root, times, too_long

RATIONAL, SYMBOL, ADD, MUL, POW = "rational", "symbol", "add", "mul", "pow"
LN, EXP, ERF, BINOMIAL, SUM = "ln", "exp", "erf", "binomial", "sum"
PRECISIONS = (64, 256, 1024, 4096)  # bits, tried in turn: where to give up is the last, the others only save time
EXACT_TEST_AFTER = 256  # a normal form costs more than balls of some hundred bits, but balls never settle an equality
ADDRESS = object.__hash__  # tells objects apart as ``id`` does, which Python tells its audit hooks of at each call
Result = TypeVar("Result")


def _of_expressions(operation: Callable[[Real, Expression], Result]) -> Callable[[Real, Expression], Result]:
    """The operation, left to the other operand where that is no expression, such as a number of the circuit."""

    @wraps(operation)
    def on_expressions(self: Real, other: Expression) -> Result:
        return operation(self, other) if isinstance(other, OPERANDS) else NotImplemented

    return on_expressions


class NotExact(TypeError):
    """A float, or something else that is no exact number, was used where only exact ones may be."""


@opaque
@dataclass(init=False, eq=False, frozen=True, slots=True, weakref_slot=True)
class Real(NoTruth):
    """A node of a real expression; combine with + - * / ** and the functions of this module.

    Comparisons, ``==`` among them, are truth values: constants where they can be decided rigorously, else atoms. There
    is one node for what is written alike, so ``is`` compares the writing.

    ``args`` are nodes. A rational has ``value``; a symbol has ``name``; ``sum`` has args (term, low, high) and the
    summation index in ``name``.
    """

    op: str
    args: tuple[Real, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""
    advice: ClassVar[str] = "a real expression has no truth value: write a comparison, such as x > 0 or x != 0"

    def __new__(cls, op: str, args: tuple[Real, ...] = (), value: Fraction = Fraction(0), name: str = "") -> Real:  # noqa: D102
        key = (op, pair_of(value)) if op == RATIONAL else (op, name, *map(ADDRESS, args))
        node = _nodes.get(key)
        if node is None:
            node = object.__new__(cls)
            _STORE_OP(node, op)
            _STORE_ARGS(node, args)
            _STORE_VALUE(node, value)
            _STORE_NAME(node, name)
            _nodes.add(key, node)
        return node

    def __reduce__(self) -> tuple[Callable[..., Real], tuple[object, ...]]:
        return _unpickled, (self.op, self.args, self.value, self.name)

    @staticmethod
    def of(value: Expression | float) -> Real:
        """An int or Fraction as a node, a node as it is; floats raise TypeError."""
        if isinstance(value, Real):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return _integer(int(value))
        if isinstance(value, Fraction):
            return Real(RATIONAL, value=value) if type(value) is Fraction else _plain(value)
        if isinstance(value, NoTruth):
            raise TypeError(f"{value!r} is no real expression: of n write n.map(ln), or 2 ** d <= n for d <= log2(n)")
        if isinstance(value, bool | Truth):
            raise NotExact(f"{value!r} is not exact: it is a truth, and of two write a.iff(b)")
        many = isinstance(value, tuple | list | set | frozenset | dict)
        instead = "compare its elements, as in all_of(...)" if many else "use an int, a Fraction or a real expression"
        raise NotExact(f"{value!r} is {'no number' if many else 'not exact'}: {instead}")

    @_of_expressions
    def __add__(self, other: Expression) -> Real:
        return _combine(ADD, self, Real.of(other))

    @_of_expressions
    def __radd__(self, other: Expression) -> Real:
        return Real.of(other) + self

    def __neg__(self) -> Real:
        return _combine(MUL, self, MINUS_ONE)

    @_of_expressions
    def __sub__(self, other: Expression) -> Real:
        return _combine(ADD, self, -Real.of(other))

    @_of_expressions
    def __rsub__(self, other: Expression) -> Real:
        return Real.of(other) - self

    @_of_expressions
    def __mul__(self, other: Expression) -> Real:
        return _combine(MUL, self, Real.of(other))

    @_of_expressions
    def __rmul__(self, other: Expression) -> Real:
        return Real.of(other) * self

    @_of_expressions
    def __truediv__(self, other: Expression) -> Real:
        return _combine(MUL, self, _combine(POW, Real.of(other), MINUS_ONE))

    @_of_expressions
    def __rtruediv__(self, other: Expression) -> Real:
        return Real.of(other) / self

    @_of_expressions
    def __pow__(self, exponent: Expression) -> Real:
        return _combine(POW, self, Real.of(exponent))

    def __xor__(self, other: object) -> NoReturn:
        raise TypeError("a power is written x ** y")

    @_of_expressions
    def __mod__(self, other: object) -> NoReturn:
        raise TypeError("% and // are of listed integers: write n: Size, or give a helper int(n)")

    __floordiv__ = __rmod__ = __rfloordiv__ = __divmod__ = __mod__

    def __rpow__(self, base: Expression) -> Real:
        return base_of(base) ** self

    @_of_expressions
    def __le__(self, other: Expression) -> Truth:
        return compare(self, "<=", Real.of(other))

    @_of_expressions
    def __lt__(self, other: Expression) -> Truth:
        return compare(self, "<", Real.of(other))

    @_of_expressions
    def __ge__(self, other: Expression) -> Truth:
        return compare(Real.of(other), "<=", self)

    @_of_expressions
    def __gt__(self, other: Expression) -> Truth:
        return compare(Real.of(other), "<", self)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        # What has no truth value compares itself; all else is refused by of, for Python would answer by identity
        return NotImplemented if _compares_itself(other) else equals(self, Real.of(other))  # type: ignore[arg-type]

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return NotImplemented if _compares_itself(other) else ~equals(self, Real.of(other))  # type: ignore[arg-type]

    def __hash__(self) -> int:
        if EVALUATED.get() is not None:  # equal reals that are written in two ways are two keys
            looks(lambda: True, "the hash", "any_of(n == k for k in ...), or when(n == k, ...) for each case")
        return ADDRESS(self)

    def __format__(self, spec: str) -> str:
        text_is_looked_at(lambda: symbols(self))
        return format(self._written(), spec)

    def __abs__(self) -> Real:
        raise TypeError(f"abs({self}) has no expression: write (-y <= x) & (x <= y) for |x| <= y")

    def __str__(self) -> str:
        text_is_looked_at(lambda: symbols(self))
        return self._written()

    def __repr__(self) -> str:
        text_is_looked_at(lambda: symbols(self))
        return f"Real({self._written()})"

    def _written(self) -> str:
        from littlestone.spec.algebra.expression_text import written

        return written(self)


def _unpickled(op: str, args: tuple[Real, ...], value: Fraction, name: str) -> Real:
    """The number from its parts; kinds of numbers are compared by identity."""
    return Real(intern(op), args, value, name)


def _compares_itself(other: object) -> bool:
    """A number of a class, a chance, a law, a conditional, or what says so."""
    return not isinstance(other, Real) and (isinstance(other, NoTruth) or getattr(other, "compares_itself", False))


def base_of(base: Expression | float) -> Real:
    """The base of a power whose exponent is a symbol, as a node; raises NotExact with what to write instead.

    It is a float where a Fraction was written: Python rounds that before it asks the exponent.
    """
    if isinstance(base, float) and isfinite(base):
        simple = Fraction(base).limit_denominator(10**6)
        words = f"Rational({simple.numerator}, {simple.denominator})"
        raise NotExact(f"{base!r} is not exact: Python rounds a Fraction to a symbolic power; write {words} ** ...")
    return Real.of(base)


OPERANDS = (Real, int, Fraction, float)
_STORE_OP, _STORE_ARGS, _STORE_VALUE, _STORE_NAME = (  # a frozen node is made once
    vars(Real)[field].__set__ for field in ("op", "args", "value", "name")
)
_nodes: Interned[Real] = Interned()
Expression = Real | int | Fraction
ZERO, ONE, MINUS_ONE = (Real(RATIONAL, value=Fraction(v)) for v in (0, 1, -1))


@lru_cache(maxsize=4096)  # the same few again and again; to make a fraction of one takes longer than to look it up
def _integer(value: int) -> Real:
    return Real(RATIONAL, value=Fraction(value))


def _plain(value: Fraction) -> Real:
    """The node of a number of a kind of its own."""
    return Real(RATIONAL, value=fraction(Fraction, *pair_of(value)))


@counts_as(6)
def _rational(top: int, bottom: int) -> Real:
    """The node of a fraction that is in lowest terms."""
    node = _nodes.get((RATIONAL, (top, bottom)))
    return Real(RATIONAL, value=fraction(Fraction, top, bottom)) if node is None else node


def _combine(op: str, a: Real, b: Real) -> Real:
    """One node, or the exact rational where both are rationals and so is the result; x + 0, x * 1 and x**1 are x."""
    unit = ZERO if op is ADD else ONE
    if b is unit or (a is unit and op is not POW):
        return a if b is unit else b
    if a.op is RATIONAL and b.op is RATIONAL:
        if op is POW:
            return _power_of_rationals(a, b)
        on_pairs = plus if op is ADD else times
        return _rational(*on_pairs(*pair_of(a.value), *pair_of(b.value)))
    return Real(op, (a, b))


def _power_of_rationals(a: Real, b: Real) -> Real:
    """The power, written out where it is rational and not too long."""
    top, degree = pair_of(b.value)
    if too_long(a.value, b.value):
        return Real(POW, (a, b))
    if degree == 1 and (top >= 0 or a is not ZERO):
        return _whole_power(*pair_of(a.value), top)
    if a.value > 0 and (root := rational_root(a.value, degree)) is not None:
        return _whole_power(*pair_of(root), top)
    return Real(POW, (a, b))


@counts_as(11)
def _whole_power(top: int, bottom: int, exponent: int) -> Real:
    """(top/bottom)**exponent, which is in lowest terms if the base is; a negative power of 0 there is none."""
    if exponent >= 0:
        return _rational(top**exponent, bottom**exponent)
    sign = -1 if top < 0 and exponent % 2 else 1
    return _rational(sign * bottom**-exponent, abs(top) ** -exponent)


@dataclass(eq=False, frozen=True, slots=True)
class Comparison:
    """The statement left <= right, left < right or left == right about real expressions."""

    left: Real
    relation: str
    right: Real

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self.left is other.left and self.relation == other.relation and self.right is other.right

    def __hash__(self) -> int:
        return hash((self.left, self.relation, self.right))

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


def compare(left: Expression, relation: str, right: Expression) -> Truth:
    """left <= right, left < right or left == right: a constant where it can be decided rigorously, else an atom."""
    a, b = Real.of(left), Real.of(right)
    if a.op is RATIONAL and b.op is RATIONAL:
        return constant(_in_order(a, relation, b))
    comparison = Comparison(a, relation, b)
    decided = None if symbols(a) or symbols(b) else _decided_by_balls(comparison)
    return atom(comparison) if decided is None else constant(decided)


def equals(left: Expression, right: Expression) -> Truth:
    """left == right."""
    return compare(left, "==", right)


def decide(comparison: Comparison) -> bool | None:
    """The truth of a comparison of closed expressions, by exact rationals, balls of growing precision or a normal form.

    None where 4096 bits do not decide it.
    """
    left, right = comparison.left, comparison.right
    if left.op is RATIONAL and right.op is RATIONAL:
        return _in_order(left, comparison.relation, right)
    return _decided_by_balls(comparison)


@lru_cache(maxsize=65536)  # parameters with few values are compared with each other again and again
def _decided_by_balls(comparison: Comparison) -> bool | None:
    from littlestone.spec.algebra.exponentials import vanishes

    left, right = comparison.left, comparison.right
    for precision in PRECISIONS:
        difference = enclosure(left - right, precision)
        if difference.is_zero() or not difference.contains(0):
            return bool(RELATIONS[comparison.relation](difference, 0))
        if precision == EXACT_TEST_AFTER and difference.is_finite() and vanishes(left - right):
            return comparison.relation != "<"
    return None


RELATIONS = {"<=": le, "<": lt, "==": eq}


@counts_as(15)
def _in_order(left: Real, relation: str, right: Real) -> bool:
    """The comparison of rationals."""
    (a, b), (c, d) = pair_of(left.value), pair_of(right.value)
    return bool(RELATIONS[relation](a * d, c * b))


@lru_cache(maxsize=65536)
def symbols(expression: Real) -> frozenset[str]:
    """The names of the free symbols."""
    if expression.op is SYMBOL:
        return frozenset({expression.name})
    inner = frozenset[str]().union(*(symbols(arg) for arg in expression.args))
    return inner - {expression.name} if expression.op is SUM else inner


def enclosure(expression: Real, precision: int) -> arb:
    """A ball that contains the value of a closed expression, computed with this many bits."""
    saved, ctx.prec = ctx.prec, precision
    try:
        return ball(expression, {})
    finally:
        ctx.prec = saved


def ball(expression: Real, values: dict[str, arb]) -> arb:
    """A ball that contains the expression's value for every choice of the symbols within their balls.

    Where the expression is not defined on all of them the ball is not finite. Sums need integer limits.
    """
    if expression.op is RATIONAL:
        return arb(fmpq(expression.value.numerator, expression.value.denominator))
    if expression.op is SYMBOL:
        return values[expression.name]
    if expression.op is SUM:
        return ball(unrolled(expression), values)
    if expression.op is POW and expression.args[1].op is RATIONAL and expression.args[1].value.denominator == 1:
        return power(ball(expression.args[0], values), int(expression.args[1].value))
    args = [ball(arg, values) for arg in expression.args]
    match expression.op:
        case "add":
            return args[0] + args[1]
        case "mul":
            return args[0] * args[1]
        case "pow":
            return power(args[0], args[1])
        case "ln":
            return args[0].log()
        case "exp":
            return args[0].exp()
        case "erf":
            return args[0].erf()
        case "pi":
            return arb.pi()
    raise TypeError(f"{expression} has no enclosure: its binomials and sums need integer arguments")


def power(base: arb, exponent: arb | int) -> arb:
    """A ball that contains the power; not finite where the base is not, for Arb's own 1/0 to the power 0 is 1."""
    return base**exponent if base.is_finite() else arb("nan")


def unrolled(expression: Real) -> Real:
    """A sum with integer limits, written out; raises TypeError where a limit is not an integer."""
    term, low, high = expression.args
    if not (low.op is RATIONAL and high.op is RATIONAL and low.value.denominator == high.value.denominator == 1):
        raise TypeError(f"the limits of {expression} are not integers")
    indices = range(int(low.value), int(high.value) + 1)
    return add_up([substitute(term, {expression.name: Real.of(i)}) for i in indices])


def add_up(terms: Sequence[Real]) -> Real:
    """The sum of the terms, nested no deeper than the logarithm of their number."""
    if len(terms) <= 2:
        return sum(terms, ZERO)
    half = len(terms) // 2  # one after the other, the laws of thousands of outcomes nested deeper than Python recurses
    return add_up(terms[:half]) + add_up(terms[half:])


def substitute(expression: Real, values: dict[str, Real]) -> Real:
    """The expression with symbols replaced by expressions, and whatever becomes rational computed."""
    if expression.op in (SYMBOL, RATIONAL):
        return values.get(expression.name, expression)
    inner = {n: v for n, v in values.items() if n != expression.name} if expression.op is SUM else values
    args = tuple(substitute(arg, inner) for arg in expression.args)
    match expression.op:
        case "add" | "mul" | "pow":
            return _combine(expression.op, *args)
        case "binomial":
            return binomial(*args)
        case "sum":
            return summation(expression.name, *args)
    return Real(expression.op, args)


def symbol(name: str) -> Real:
    """The free symbol of this name."""
    return Real(SYMBOL, name=name)


def ln(x: Expression) -> Real:
    """The natural logarithm; ln 1 is 0."""
    node = Real.of(x)
    return Real.of(0) if node is ONE else Real(LN, (node,))


def exp(x: Expression) -> Real:
    """e to the x; exp 0 is 1, and exp(q ln r) is r**q for rationals q and r > 0."""
    node = Real.of(x)
    if node is ZERO:
        return ONE
    coefficient, rest = _coefficient(node)
    is_power = rest.op is LN and rest.args[0].op is RATIONAL and rest.args[0].value > 0
    return rest.args[0] ** coefficient if is_power else Real(EXP, (node,))


def _coefficient(x: Real) -> tuple[Fraction, Real]:
    """The product x as a rational times the rest; the rest is 1 where x is rational."""
    if x.op is RATIONAL:
        return x.value, ONE
    if x.op is not MUL:
        return Fraction(1), x
    (a, left), (b, right) = map(_coefficient, x.args)
    return a * b, left * right


def erf(x: Expression) -> Real:
    """The error function; erf 0 is 0."""
    node = Real.of(x)
    return node if node is ZERO else Real(ERF, (node,))


def log2(x: Expression) -> Real:
    """The logarithm to base 2; an integer where x is a power of two."""
    node = Real.of(x)
    top, bottom = node.value.as_integer_ratio()
    if top > 0 and top.bit_count() == bottom.bit_count() == 1:
        return Real.of(top.bit_length() - bottom.bit_length())
    return ln(node) / ln(2)


def binomial(n: Expression, i: Expression) -> Real:
    """The number of i-subsets of n things, 0 where i < 0 or i > n; raises ValueError unless integers, n >= 0."""
    top, bottom = Real.of(n), Real.of(i)
    if not (top.op is RATIONAL and bottom.op is RATIONAL):
        return Real(BINOMIAL, (top, bottom))
    if not top.value.denominator == bottom.value.denominator == 1 or top.value < 0:
        raise ValueError(f"binomial({top}, {bottom}) is not defined: it takes integers n >= 0 and i")
    if too_long(top.value, 5 * max(ZERO.value, min(bottom.value, top.value - bottom.value))):
        raise ValueError(f"binomial({top}, {bottom}) has too many digits")
    return Real.of(comb(int(top.value), int(bottom.value)) if bottom.value >= 0 else 0)


def summation(index: str, term: Real, low: Real, high: Real) -> Real:
    """The node of a sum, written out where its limits are numbers; ``finite_sum`` is what formulas use."""
    node = Real(SUM, (term, low, high), name=index)
    return unrolled(node) if low.op is RATIONAL and high.op is RATIONAL else node


EULER = exp(1)
PI = Real("pi")  # the area of a circle of radius 1, which the derivative of erf has
