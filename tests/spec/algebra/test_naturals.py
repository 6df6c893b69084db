"""Thermometer numbers against plain integers, on every assignment of the input bits they depend on."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.spec.algebra.circuit import (
    FALSE,
    TRUE,
    CircuitTooLarge,
    Truth,
    any_of,
    evaluate,
    gate_limit,
    variable,
)
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.naturals import (
    Number,
    as_number,
    how_many,
    largest,
    smallest,
    total,
)
from littlestone.spec.algebra.reals import Real, ln, log2, symbol
from littlestone.spec.classes.concept_classes import explicit, symbolic

BITS = ("a0", "a1", "b0", "b1")
Assignment = dict[str, bool]
ASSIGNMENTS = [dict(zip(BITS, bits, strict=True)) for bits in product((False, True), repeat=len(BITS))]


@dataclass(frozen=True)
class Chosen:
    """A number that takes one of four given values, by two input bits, and the integer it stands for."""

    prefix: str
    values: tuple[int, int, int, int]

    @property
    def number(self) -> Number:
        high, low = variable(f"{self.prefix}1"), variable(f"{self.prefix}0")
        cases = [~high & ~low, ~high & low, high & ~low, high & low]
        return Number(self.values, lambda t: any_of(c for c, v in zip(cases, self.values, strict=True) if v >= t))

    def integer(self, at: Assignment) -> int:
        return self.values[2 * at[f"{self.prefix}1"] + at[f"{self.prefix}0"]]


def chosen(prefix: str) -> st.SearchStrategy[Chosen]:
    """Sparse values with repetitions: from a known integer to four different ones."""
    value = st.sampled_from([-3, -1, 0, 1, 2, 3, 7, 8])
    return st.builds(Chosen, st.just(prefix), st.tuples(value, value, value, value))


def integer(number: Number, at: Assignment) -> int:
    """The value that exactly one case has, and that the thermometer shows."""
    cases = list(number.cases())
    held = evaluate([truth for _, truth in cases], lambda name: at[str(name)])
    (value,) = (v for (v, _), true in zip(cases, held, strict=True) if true)
    steps = evaluate([number.at_least(t) for t in range(-10, 70)], lambda name: at[str(name)])
    assert steps == [value >= t for t in range(-10, 70)]
    return value


def holds(truth: Truth, at: Assignment) -> bool:
    return evaluate([truth], lambda name: at[str(name)])[0]


pairs = settings(deadline=None, max_examples=25)


@pytest.mark.slow
@pairs
@given(chosen("a"), chosen("b"))
def test_sums_and_extremes(a: Chosen, b: Chosen) -> None:
    for at in ASSIGNMENTS:
        x, y = a.integer(at), b.integer(at)
        assert integer(a.number + b.number, at) == x + y
        assert integer(a.number + 2, at) == integer(2 + a.number, at) == x + 2
        assert integer(total([a.number, b.number, as_number(1)]), at) == x + y + 1
        assert integer(largest([a.number, b.number]), at) == max(x, y)
        assert integer(smallest([a.number, b.number, as_number(2)]), at) == min(x, y, 2)


@pairs
@given(chosen("a"), chosen("b"))
def test_comparisons(a: Chosen, b: Chosen) -> None:
    first, second = a.number, b.number
    for at in ASSIGNMENTS:
        x, y = a.integer(at), b.integer(at)
        found = [first <= second, first < second, first >= second, first > second, first == second, first != second]
        assert [holds(truth, at) for truth in found] == [x <= y, x < y, x >= y, x > y, x == y, x != y]
        constants = [first <= 2, first < 2, first >= 2, first > 2, first == 2, first != 2, first.equals(2)]
        expected = [x <= 2, x < 2, x >= 2, x > 2, x == 2, x != 2, x == 2]
        assert [holds(truth, at) for truth in constants] == expected


MAPS: list[Callable[[int], int]] = [
    lambda v: 3 * v + 1,
    lambda v: v // 2,
    lambda v: -v,
    lambda v: v * v,
    lambda v: (v - 1) ** 2 % 5,
    lambda v: 4,
]


@pairs
@given(chosen("a"), st.sampled_from(MAPS))
def test_maps_that_need_not_be_monotone(a: Chosen, f: Callable[[int], int]) -> None:
    for at in ASSIGNMENTS:
        assert integer(a.number.map(f), at) == f(a.integer(at))
        assert integer(a.number * 3, at) == integer(3 * a.number, at) == 3 * a.integer(at)
        assert integer(a.number * -2, at) == -2 * a.integer(at)


@pytest.mark.parametrize("n", range(6))
def test_how_many(n: int) -> None:
    count = how_many([variable(i) for i in range(n)])
    steps = [count.at_least(t) for t in range(-1, n + 3)]
    for size in range(n + 1):
        for chosen in combinations(range(n), size):
            assert evaluate(steps, chosen.__contains__) == [size >= t for t in range(-1, n + 3)]


def test_the_thermometer_of_a_known_integer_and_the_sum_of_nothing() -> None:
    assert [as_number(3).at_least(t) for t in (2, 3, 4)] == [TRUE, TRUE, FALSE]
    assert int(total([])) == 0
    assert how_many([variable(0), variable(1)]).values == [0, 1, 2]


def test_how_many_of_known_truths_is_a_known_number() -> None:
    assert [int(how_many([TRUE] * n + [FALSE] * 3)) for n in range(5)] == [0, 1, 2, 3, 4]


@settings(deadline=None, max_examples=40)
@given(st.integers(-5, 9), st.integers(-5, 9))
def test_known_numbers_are_decided(x: int, y: int) -> None:
    a, b = as_number(x), as_number(y)
    assert (int(a + b), int(a * y), int(largest([a, b])), int(smallest([a, b]))) == (x + y, x * y, max(x, y), min(x, y))
    assert [bool(t) for t in (a <= b, a < b, a >= b, a > b, a == y)] == [x <= y, x < y, x >= y, x > y, x == y]
    assert int(a.map(lambda v: v**2)) == x**2


def test_a_threshold_between_values_is_that_of_the_next_value_and_is_asked_once() -> None:
    asked = []

    def at_least(t: int) -> Truth:
        asked.append(t)
        return variable(("sparse", t))

    number = Number([5, 0, 9, 5], at_least)
    assert number.values == [0, 5, 9]
    assert [number.at_least(t) for t in (-1, 0, 10)] == [TRUE, TRUE, FALSE]
    # Made outside of the kit: it is 5 or more where it is 9
    assert number.at_least(1) is number.at_least(5) is variable(("sparse", 5)) | variable(("sparse", 9))
    assert number.at_least(6) is number.at_least(9)
    assert asked == [5, 9]
    assert number.named("sparse").at_least(2) is number.at_least(5)
    assert repr(number.named("sparse")) == "Number sparse in [0, 5, 9]"


def test_misuse_is_refused() -> None:
    undecided = Chosen("a", (0, 1, 2, 3)).number
    with pytest.raises(ValueError, match=r"^a number needs at least one possible value$"):
        Number([], lambda t: TRUE)
    with pytest.raises(ValueError, match=r"^the maximum or minimum of no numbers is not defined$"):
        largest([])
    with pytest.raises(ValueError, match=r"^the maximum or minimum of no numbers is not defined$"):
        smallest([])
    with pytest.raises(UndecidedTruth):
        int(undecided)
    with pytest.raises(TypeError, match="unhashable"):
        hash(undecided)


EXACT = [Fraction(3, 2), Fraction(2), ln(3), 2 * ln(3), Fraction(-1, 3), Real.of(2) ** Fraction(1, 2)]


@pairs
@given(chosen("a"), st.sampled_from(EXACT))
def test_comparisons_with_exact_numbers_between_the_integers(a: Chosen, bound: Any) -> None:
    number = a.number
    for at in ASSIGNMENTS:
        x = a.integer(at)
        expected = [bool(t) for t in (x <= bound, x < bound, x >= bound, x > bound, x == bound, x != bound)]
        found = (number <= bound, number < bound, number >= bound, number > bound, number == bound, number != bound)
        reflected = (bound >= number, bound > number, bound <= number, bound < number)
        assert [holds(t, at) for t in found] == expected and [holds(t, at) for t in reflected] == expected[:4]


@pairs
@given(chosen("a"), chosen("b"), st.sampled_from(EXACT))
def test_multiples_sums_and_powers_are_exact(a: Chosen, b: Chosen, factor: Any) -> None:
    multiple, shifted, power = factor * a.number, a.number + factor, 2**a.number
    for at in ASSIGNMENTS:
        x, y = a.integer(at), b.integer(at)
        assert holds(b.number <= multiple, at) == bool(y <= factor * x)
        assert holds(b.number < shifted, at) == bool(y < x + factor)
        assert holds(power >= b.number, at) == bool(Fraction(2) ** x >= y)


def test_a_whole_value_is_an_integer_however_it_came_about() -> None:
    assert int(as_number(Fraction(4, 2))) == int(as_number(6) * Fraction(1, 3)) == 2
    assert int(as_number(4) + Fraction(-3, 2) + Fraction(1, 2)) == 3


def test_what_is_not_exact_is_refused() -> None:
    for use in (lambda n: n <= 0.5, lambda n: n == 0.5, lambda n: 1.5 * n, lambda n: n + 0.5, lambda n: n == "1"):
        with pytest.raises(TypeError, match=r"is not exact: use an int, a Fraction or a real expression$"):
            use(as_number(1))
    with pytest.raises(TypeError, match=r"^ln\(3\) is no integer$"):
        int(as_number(1) * ln(3))


ARITHMETIC: list[Callable[[Any, Any], Any]] = [
    lambda x, y: x - y,
    lambda x, y: x * y,
    lambda x, y: x * y - y * y,
    lambda x, y: (x - 1) * (y - 2),
    lambda x, y: x // 2 - y % 2,
    lambda x, y: -x + (3 - y),
    lambda x, y: x**2 - y,
    lambda x, y: (x * x + 1) ** (y * y),
]


@pairs
@given(chosen("a"), chosen("b"), st.sampled_from(ARITHMETIC))
def test_differences_products_and_powers_are_exact(a: Chosen, b: Chosen, f: Callable[[Any, Any], Any]) -> None:
    found = f(a.number, b.number)
    for at in ASSIGNMENTS:
        assert integer(found, at) == f(a.integer(at), b.integer(at))


@pairs
@given(chosen("a"), chosen("b"))
def test_quotients_are_exact(a: Chosen, b: Chosen) -> None:
    quotient, share = a.number / (b.number**2 + 1), 1 / (a.number**2 + 3)
    for at in ASSIGNMENTS:
        x, y = a.integer(at), b.integer(at)
        assert holds(quotient == Fraction(x, y * y + 1), at) and holds(share == Fraction(1, x * x + 3), at)
        assert holds(a.number / 2 <= Fraction(x, 2), at) and not holds(a.number / 2 < Fraction(x, 2), at)


def test_the_size_of_a_class_divides_where_an_empty_one_is_not_asked_about() -> None:
    H = symbolic(1, 2, nonempty=True)
    share = 2 / H.size()
    assert share.values == [1, 2]
    for bits in ((False, True), (True, False), (True, True)):
        at = {("H", f): bit for f, bit in zip(((0,), (1,)), bits, strict=True)}
        assert evaluate([share == Fraction(2, sum(bits))], at.__getitem__) == [True]
    assert (2 / explicit([(0,), (1,)]).size()).value == 1
    for number in (symbolic(1, 2).size(), H.restrict(0, frozenset({0})).size(), H.size() - 1):
        with pytest.raises(TypeError, match="is not defined"):
            _ = 1 / number


def test_numbers_refuse_what_is_not_exact_not_defined_or_symbolic() -> None:
    number = Number([0, 1, 2], lambda t: variable(t))
    with pytest.raises(TypeError, match=r"0\.5 is not exact"):
        _ = number + 0.5  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"one of the values .* of a number is not defined"):
        _ = 1 / number
    with pytest.raises(TypeError, match=r"one of the values .*ln\(0\).* of a number is not defined"):
        number.map(ln)
    with pytest.raises(TypeError, match="x has symbols, and no number of a class is compared with them"):
        _ = number <= symbol("x")
    with pytest.raises(TypeError, match=r"is no real expression: of n write n\.map\(ln\), or 2 \*\* d <= n"):
        log2(number)  # type: ignore[arg-type]
    with gate_limit(10), pytest.raises(CircuitTooLarge):
        _ = (number * number) * (number - number) >= 1
