"""An exact zero test for numbers built from rationals, exponentials, radicals and logarithms of rationals.

Such a number is a quotient of two sums of monomials c * e^q * p1^q1 * p2^q2 ... * ln(p3)^k ..., with rational c and q,
primes p and radical exponents in [0, 1). Without logarithms distinct monomials are linearly independent over the
rationals (Lindemann and Weierstrass for e, Besicovitch for radicals); with them, equal forms are still equal numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod

from flint import fmpz

from littlestone.spec.algebra.reals import RATIONAL, Real, exp, ln

MOST_TERMS = 4000  # a product of two sums has the product of their terms, so this bounds its time; not tuned
MOST_POWER = 300  # of a sum that is multiplied out
MOST_BITS = 10**5  # of a coefficient of a power: exp(10^12 ln 2 + 1) has one of 10^12
FACTORED, TRIALS = 128, 1000  # bits of a number that is factored, in 50 ms; of larger ones so many primes are tried
Exponents = tuple[tuple[int, Fraction], ...]
E = 0


class NoSuchForm(ValueError):
    """The expression is not a quotient of sums of exponentials, or has too many terms."""


@dataclass(frozen=True, slots=True)
class Monomial:
    """e^q times radicals of primes (``powers``, with the base e written as 0), times powers of logarithms of primes."""

    powers: Exponents = ()
    logs: Exponents = ()


ONE = Monomial()
Sum = Mapping[Monomial, Fraction]
UNIT: Sum = {ONE: Fraction(1)}


@dataclass(frozen=True, slots=True)
class Quotient:
    """A quotient of two sums of monomials with rational coefficients."""

    numerator: Sum
    denominator: Sum


def vanishes(expression: Real) -> bool:
    """The closed expression is 0 because its normal form is; False where that is not known."""
    try:
        return not normal_form(expression).numerator
    except NoSuchForm:
        return False


def simplified(number: Fraction | Real) -> Fraction | Real:
    """The closed number in normal form, a Fraction where it is rational; as it is where it has no such form."""
    if isinstance(number, Fraction):
        return number
    try:
        form = normal_form(number)
    except NoSuchForm:
        return number
    rational = rational_value(number)
    return real_of(form.numerator) / real_of(form.denominator) if rational is None else rational


def rational_value(expression: Real) -> Fraction | None:
    """The value of the closed expression where its normal form shows it to be rational."""
    form = normal_form(expression)
    if not form.numerator:
        return Fraction(0)
    monomial, value = next(iter(form.denominator.items()))
    ratio = form.numerator.get(monomial, Fraction(0)) / value
    return ratio if scaled(form.denominator, ratio) == form.numerator else None


def sum_of(expression: Real) -> Sum:
    """The expression as a sum of monomials; raises NoSuchForm where it is none."""
    form = normal_form(expression)
    if form.denominator != UNIT:
        raise NoSuchForm("a quotient")
    return form.numerator


def real_of(terms: Sum) -> Real:
    """The sum as a real expression."""
    return sum((_real_of_monomial(monomial) * value for monomial, value in terms.items()), Real.of(0))


def _real_of_monomial(monomial: Monomial) -> Real:
    powers = (exp(q) if base == E else Real.of(base) ** q for base, q in monomial.powers)
    return prod((*powers, *(ln(base) ** q for base, q in monomial.logs)), start=Real.of(1))


@lru_cache(maxsize=65536)
def normal_form(expression: Real) -> Quotient:
    """The expression as a quotient of sums of exponentials; raises NoSuchForm where it is none."""
    match expression.op:
        case "rational":
            return Quotient(_sum({ONE: expression.value}), UNIT)
        case "add":
            return _added(*map(normal_form, expression.args))
        case "mul":
            return _multiplied(*map(normal_form, expression.args))
        case "pow":
            return _power(*expression.args)
        case "exp":
            return Quotient(_monomial(_exponents(expression.args[0])), UNIT)
        case "ln":
            return Quotient(_logarithm(expression.args[0]), UNIT)
    raise NoSuchForm(str(expression.op))


def _sum(terms: Mapping[Monomial, Fraction]) -> Sum:
    kept = {monomial: value for monomial, value in terms.items() if value}
    if len(kept) > MOST_TERMS:
        raise NoSuchForm(f"more than {MOST_TERMS} terms")
    return kept


def _quotient(numerator: Sum, denominator: Sum) -> Quotient:
    """The quotient, with a denominator of one monomial divided out."""
    if len(denominator) != 1:
        return Quotient(numerator, denominator)
    ((monomial, value),) = denominator.items()
    inverse = _monomial(*(tuple((base, -q) for base, q in part) for part in (monomial.powers, monomial.logs)))
    return Quotient(times(numerator, scaled(inverse, 1 / value)), UNIT)


def _added(a: Quotient, b: Quotient) -> Quotient:
    if a.denominator == b.denominator:
        return Quotient(plus(a.numerator, b.numerator), a.denominator)
    crossed = plus(times(a.numerator, b.denominator), times(b.numerator, a.denominator))
    return Quotient(crossed, times(a.denominator, b.denominator))


def scaled(a: Sum, factor: Fraction) -> Sum:
    """The sum times a rational."""
    return _sum({monomial: value * factor for monomial, value in a.items()})


def plus(a: Sum, b: Sum) -> Sum:
    """The sum of two sums."""
    return _sum({m: a.get(m, Fraction(0)) + b.get(m, Fraction(0)) for m in {**a, **b}})


def _multiplied(a: Quotient, b: Quotient) -> Quotient:
    return _quotient(times(a.numerator, b.numerator), times(a.denominator, b.denominator))


def times(a: Sum, b: Sum) -> Sum:
    """The product of two sums."""
    if len(a) * len(b) > MOST_TERMS:
        raise NoSuchForm(f"more than {MOST_TERMS} terms")
    result: dict[Monomial, Fraction] = {}
    for (m, x), (n, y) in ((p, q) for p in a.items() for q in b.items()):
        for monomial, value in _monomial(_joined(m.powers, n.powers), _joined(m.logs, n.logs)).items():
            result[monomial] = result.get(monomial, Fraction(0)) + x * y * value
    return _sum(result)


def _joined(a: Exponents, b: Exponents) -> Exponents:
    exponents = dict(a)
    for base, q in b:
        exponents[base] = exponents.get(base, Fraction(0)) + q
    return tuple(sorted((base, q) for base, q in exponents.items() if q))


def _monomial(powers: Exponents, logs: Exponents = ()) -> Sum:
    """The product of powers with the integer powers of primes taken into the coefficient."""
    coefficient, radicals = Fraction(1), []
    for base, q in powers:
        whole = 0 if base == E else q.numerator // q.denominator
        if abs(whole) * base.bit_length() > MOST_BITS:
            raise NoSuchForm("a coefficient of too many digits")
        coefficient *= Fraction(base) ** whole if whole else 1
        radicals.append((base, q - whole))
    return {Monomial(tuple((b, q) for b, q in radicals if q), logs): coefficient}


def _power(base: Real, exponent: Real) -> Quotient:
    if exponent.op is not RATIONAL:
        raise NoSuchForm("a power with an irrational exponent")
    if exponent.value.denominator == 1:
        return _integer_power(normal_form(base), int(exponent.value))
    if base.op is not RATIONAL or base.value <= 0:
        raise NoSuchForm("a root of an irrational number")
    powers = tuple((p, v * exponent.value) for p, v in factors(base.value))
    return Quotient(_monomial(powers), UNIT)


def _integer_power(base: Quotient, exponent: int) -> Quotient:
    longest = max((_bits(c) for c in (*base.numerator.values(), *base.denominator.values())), default=0)
    if abs(exponent) > MOST_POWER or abs(exponent) * longest > MOST_BITS:
        raise NoSuchForm("too large a power")
    if exponent < 0 and not base.numerator:
        raise NoSuchForm("a division by zero")
    if exponent < 0:
        base = _quotient(base.denominator, base.numerator)
    result = Quotient(UNIT, UNIT)
    for _ in range(abs(exponent)):
        result = _multiplied(result, base)
    return result


def _bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


def _exponents(x: Real) -> Exponents:
    """e^x as powers of e and of primes, where x is a rational combination of 1 and logarithms of rationals."""
    form = normal_form(x)
    if dict(form.denominator) != {ONE: Fraction(1)}:
        raise NoSuchForm("an exponential of a quotient")
    return tuple(sorted((_base(monomial), q) for monomial, q in form.numerator.items()))


def _base(monomial: Monomial) -> int:
    if monomial == ONE:
        return E
    if monomial.powers or len(monomial.logs) != 1 or monomial.logs[0][1] != 1:
        raise NoSuchForm("an exponential of a product")
    return monomial.logs[0][0]


def _logarithm(x: Real) -> Sum:
    if x.op is not RATIONAL or x.value <= 0:
        raise NoSuchForm("a logarithm of an irrational number")
    return {Monomial(logs=((p, Fraction(1)),)): v for p, v in factors(x.value)}


def factors(value: Fraction) -> Exponents:
    """The prime factorisation of a positive rational; of a large number the last factor may be composite."""
    found = []
    for number, side in ((value.numerator, 1), (value.denominator, -1)):
        trials = TRIALS if number.bit_length() > FACTORED else None
        found += [(int(p), Fraction(side * int(v))) for p, v in fmpz(number).factor(trials)]
    return tuple(sorted(found))
