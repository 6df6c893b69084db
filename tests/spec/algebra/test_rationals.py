"""Arithmetic on pairs is that of Python's own fractions, in lowest terms, and counts as the calls that those took."""

import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from littlestone.proofs_check.questions.call_limit import call_limit
from littlestone.spec.algebra import rationals
from littlestone.spec.algebra.exact_numbers import Integer, Rational
from littlestone.spec.algebra.rationals import counts_as
from littlestone.spec.algebra.reals import Real

NUMBERS = [Fraction(top, bottom) for top in range(-6, 7) for bottom in (1, 2, 3, 4, 6, 35)]
OPERATIONS = [
    (rationals.plus, operator.add),
    (rationals.minus, operator.sub),
    (rationals.times, operator.mul),
    (rationals.over, operator.truediv),
    (rationals.rest, operator.mod),
]


@pytest.mark.parametrize(("on_pairs", "on_fractions"), OPERATIONS)
def test_pairs_are_combined_as_fractions_are(
    on_pairs: rationals.OnPairs, on_fractions: Callable[[Fraction, Fraction], Fraction]
) -> None:
    for x, y in product(NUMBERS, NUMBERS):
        pairs = (*rationals.pair_of(x), *rationals.pair_of(y))
        if y or on_pairs not in (rationals.over, rationals.rest):
            assert on_pairs(*pairs) == on_fractions(x, y).as_integer_ratio()
        else:
            with pytest.raises(ZeroDivisionError):
                on_pairs(*pairs)


def test_a_division_by_zero_is_told_as_by_python() -> None:
    for x in (Fraction(0), Fraction(2, 3), Fraction(-2, 3)):
        with pytest.raises(ZeroDivisionError) as told:
            x / Fraction(0)
        with pytest.raises(ZeroDivisionError) as found:
            rationals.over(*rationals.pair_of(x), 0, 1)
        assert str(found.value) == str(told.value)


def test_a_fraction_is_of_its_kind_and_like_any_other() -> None:
    made, plain = rationals.fraction(Rational, 3, 4), rationals.fraction(Fraction, 3, 4)
    assert type(made) is Rational and type(plain) is Fraction
    assert plain == Fraction(3, 4) and hash(plain) == hash(Fraction(3, 4)) and str(made) == "3/4"


@pytest.mark.parametrize("exponent", [-3, -2, -1, 0, 1, 2, 3])
def test_powers_of_rationals_are_written_out(exponent: int) -> None:
    for x in filter(None, NUMBERS):
        assert Real.of(x) ** exponent is Real.of(x**exponent)
        assert bool(Rational(x) ** Integer(exponent) == x**exponent)


def calls_of(work: Callable[[], object]) -> int:
    with call_limit(10**6) as count:
        work()
    return count.calls


def test_what_counts_as_more_calls_is_counted_so() -> None:
    @counts_as(5)
    def dear() -> None:
        """Nothing."""

    def cheap() -> None:
        """Nothing."""

    assert calls_of(dear) == calls_of(cheap) + 4


def test_arithmetic_counts_nearly_as_with_fractions() -> None:
    x, y, n = Rational(5, 6), Rational(7, 4), Integer(7)
    assert calls_of(lambda: x + y) in range(12, 18)
    assert calls_of(lambda: x / n) in range(9, 14)
    assert calls_of(lambda: x <= y) in range(11, 17)
