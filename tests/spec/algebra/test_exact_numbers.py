"""Integers and rationals: exact arithmetic, comparisons that are truth values, no floats."""

import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, pow, sub, truediv, xor
from typing import Any

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth
from littlestone.spec.algebra.exact_numbers import Integer, Rational, exact_number
from littlestone.spec.algebra.naturals import as_number
from littlestone.spec.algebra.reals import Real, ln, symbol

NUMBERS = (-3, -1, 0, 1, 2, 7, Fraction(1, 2), Fraction(-3, 4), Fraction(4))
Operation = Callable[[Any, Any], Any]


def plain(value: Any) -> int | Fraction:
    return int(value) if isinstance(value, int) else Fraction(value)


@pytest.mark.parametrize("operation", [add, sub, mul])
@pytest.mark.parametrize(("a", "b"), list(product(NUMBERS, repeat=2)))
def test_arithmetic_is_that_of_plain_numbers(operation: Operation, a: int | Fraction, b: int | Fraction) -> None:
    expected, whole = operation(a, b), isinstance(a, int) and isinstance(b, int)
    for result in (operation(exact_number(a), exact_number(b)), operation(exact_number(a), b)):
        assert plain(result) == expected and type(result) is (Integer if whole else Rational)
    assert plain(operation(a, exact_number(b))) == expected


@pytest.mark.parametrize("relation", [lt, le, gt, ge, eq, ne])
@pytest.mark.parametrize(("a", "b"), list(product(NUMBERS, repeat=2)))
def test_comparisons_are_truth_values(relation: Operation, a: int | Fraction, b: int | Fraction) -> None:
    expected = TRUE if relation(a, b) else FALSE
    assert relation(exact_number(a), exact_number(b)) is expected
    assert relation(exact_number(a), b) is expected
    assert bool(relation(a, exact_number(b))) is bool(expected)
    assert ~relation(exact_number(a), b) is (FALSE if expected is TRUE else TRUE)


@pytest.mark.parametrize(("a", "b"), [(a, b) for a, b in product(NUMBERS, repeat=2) if b])
def test_division_is_exact(a: int | Fraction, b: int | Fraction) -> None:
    for x, y in ((exact_number(a), exact_number(b)), (exact_number(a), b)):
        assert type(x / y) is Rational and plain(x / y) == Fraction(a) / b
    assert plain(a / exact_number(b)) == Fraction(a) / b
    with pytest.raises(ZeroDivisionError):
        exact_number(a) / exact_number(0)


@pytest.mark.parametrize("operation", [floordiv, mod])
def test_whole_division_stays_an_integer(operation: Operation) -> None:
    for a, b in product((-7, 0, 5), (-3, 2)):
        for result in (operation(Integer(a), b), operation(a, Integer(b))):
            assert type(result) is Integer and int(result) == operation(a, b)
    assert floordiv(Integer(7), Fraction(1, 2)) == 14


def test_powers_are_exact() -> None:
    assert type(Integer(3) ** 4) is type(2 ** Integer(4)) is Integer
    assert (plain(Integer(3) ** 4), plain(2 ** Integer(4))) == (81, 16)
    for power in (Integer(2) ** -3, 2 ** Integer(-3), Integer(2) ** Integer(-3), Rational(1, 2) ** Integer(3)):
        assert type(power) is Rational and plain(power) == Fraction(1, 8)
    assert plain(Fraction(1, 2) ** Integer(-3)) == 8
    assert Integer(9) ** Fraction(1, 2) is Rational(9) ** Rational(1, 2) is 9 ** Rational(1, 2) is Real.of(3)
    assert str(Integer(2) ** Fraction(1, 2)) == "2**(1/2)"
    with pytest.raises(ZeroDivisionError):
        pow(Integer(0), -1)


def test_signs() -> None:
    assert [int(-Integer(2)), int(abs(Integer(-2)))] == [-2, 2]
    assert [type(-Integer(2)), type(abs(Integer(-2)))] == [Integer, Integer]
    assert [type(-Rational(1, 2)), type(abs(Rational(-1, 2)))] == [Rational, Rational]
    assert plain(abs(-Rational(1, 2))) == Fraction(1, 2)


@pytest.mark.parametrize("number", [Integer(2), Rational(1, 2)])
@pytest.mark.parametrize("operation", [add, sub, mul, truediv, pow, lt, le, gt, ge, eq, ne])
def test_floats_are_refused(number: Integer | Rational, operation: Operation) -> None:
    with pytest.raises(TypeError, match=r"^0\.5 is a float, and not exact: write a Fraction, or divide exact numbers$"):
        operation(number, 0.5)


@pytest.mark.parametrize("number", [Integer(2), Rational(1, 2)])
def test_reals_symbols_and_numbers_of_a_circuit_take_over(number: Integer | Rational) -> None:
    for operation in (add, sub, mul, truediv, pow):
        assert operation(number, ln(3)) is operation(Real.of(plain(number)), ln(3))
        assert operation(ln(3), number) is operation(ln(3), Real.of(plain(number)))
    assert (number <= symbol("x")) is (Real.of(plain(number)) <= symbol("x"))
    assert (number <= as_number(3)) is TRUE and (as_number(3) <= number) is FALSE
    assert (number == "2") is False


def test_integers_count_and_index() -> None:
    n = Integer(3)
    assert list(range(n)) == [0, 1, 2] and all(type(i) is int for i in range(n))
    assert "abcd"[n] == "d" and {3: "three"}[n] == "three" and {n: "three"}[3] == "three"
    assert hash(n) == hash(3) and hash(Rational(1, 2)) == hash(Fraction(1, 2))
    assert [str(n), repr(n), f"{n}", str(Rational(1, 2))] == ["3", "3", "3", "1/2"]
    assert type(sum([n, n])) is Integer and max(n, 2) is n and n in (1, 3)
    assert Fraction(n, 2) == Fraction(3, 2) and type(int(n)) is int


@pytest.mark.parametrize("number", [Integer(2), Rational(1, 2)])
@pytest.mark.parametrize("take", [float, math.sqrt, math.exp, lambda n: 0.5 * float(n)])
def test_they_become_no_floats(number: Any, take: Any) -> None:
    with pytest.raises(TypeError, match="is exact and becomes no float: write ln, log2, exp or x"):
        take(number)


def test_bits_are_integers_and_no_integer_is_negated() -> None:
    n = Integer(5)
    for operation, expected in ((and_, 1), (or_, 7), (xor, 6)):
        for result in (operation(n, 3), operation(3, n)):
            assert type(result) is Integer and int(result) == expected
    with pytest.raises(TypeError, match=r"write parentheses, as in \(n <= 5\) & \(m <= 5\)"):
        ~n  # noqa: B018


def test_all_that_rounds_and_shifts_stays_exact() -> None:
    n, q = Integer(-7), Rational(-7, 2)
    whole = (+n, round(n), n << 2, n >> 1, 1 << Integer(3), *divmod(n, 2), *divmod(9, Integer(2)))
    assert {type(v) for v in whole} == {Integer}
    assert [int(v) for v in whole] == [-7, -7, -28, -4, 8, -4, 1, 4, 1]
    rounded = (q // 1, math.floor(q), math.ceil(q), divmod(q, 2)[0], divmod(3, Rational(2, 3))[0])
    assert {type(v) for v in rounded} == {Integer} and [int(v) for v in rounded] == [-4, -4, -3, -2, 4]
    rests = (+q, q % 2, divmod(q, 2)[1], divmod(3, Rational(2, 3))[1])
    assert {type(v) for v in rests} == {Rational}
    assert [plain(v) for v in rests] == [Fraction(-7, 2), Fraction(1, 2), Fraction(1, 2), Fraction(1, 3)]


def test_sums_of_large_quotients_are_exact() -> None:
    for n in map(Integer, range(1, 50)):
        assert (1 / n - 1 / (n + 1) == 1 / (n * (n + 1))) is TRUE
        assert ((10**17 + n) / 1 == 10**17) is FALSE
        assert (Fraction(1, 3) / n) * n == Fraction(1, 3) and type(Fraction(1, 3) / n) is Fraction


def test_a_power_too_long_to_write_out_is_a_real() -> None:
    for tall in (2 ** Integer(10**12), Integer(2) ** 10**12, Integer(3) ** Integer(10**9), Rational(3, 2) ** 10**9):
        assert isinstance(tall, Real) and (tall > 10**100) is TRUE
    assert (2 ** Integer(10**12) < 2 ** Integer(10**12 + 1)) is TRUE
    assert (Integer(2) ** Integer(-(10**12)) > 0) is TRUE


def test_they_survive_pickling() -> None:
    for number in (Integer(3), Rational(1, 3)):
        copy = pickle.loads(pickle.dumps(number))
        assert type(copy) is type(number) and plain(copy) == plain(number)


def test_a_decided_comparison_steers() -> None:
    assert isinstance(Integer(3) <= 3, Truth)
    assert ("small" if Integer(3) <= 3 else "large") == "small"


@pytest.mark.parametrize("value", [0.1, 1.0, "1", None, True])
def test_only_exact_numbers_arrive(value: Any) -> None:
    with pytest.raises(
        TypeError, match=r"is not exact: write an int or a Fraction, such as Fraction\(1, 10\) for 0\.1$"
    ):
        exact_number(value)


def test_an_integer_is_no_fraction_cut_off() -> None:
    assert type(Integer(Fraction(4, 2))) is Integer and plain(Integer(Rational(6, 3))) == 2
    for share in (Fraction(1, 3), Rational(1, 3), 0.5, math.nan):
        with pytest.raises(TypeError, match="is no integer: write Rational"):
            Integer(share)
