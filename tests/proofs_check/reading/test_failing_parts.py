"""The part of a statement that fails is named, with what is needed of it, whichever way it is put together."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from helpers.questions import ask

from littlestone.proofs_check.questions.universes import Everything
from littlestone.proofs_check.reading.failing_parts import failing_parts
from littlestone.spec.algebra.circuit import Truth, all_of, any_of, as_truth
from littlestone.spec.algebra.exact_numbers import Integer
from littlestone.spec.algebra.reals import equals, ln
from littlestone.spec.claim import Statement, when
from littlestone.spec.classes.concept_classes import all_functions, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Binary, Size
from littlestone.spec.learning.laws import Law, point_mass, same_law, uniform_law
from littlestone.spec.learning.pac_learning import is_proper
from littlestone.spec.learning.samples import Sample

Formula = Callable[..., Statement]


def words(formula: Formula, **arguments: Any) -> list[str]:
    """What fails of a formula at these arguments."""
    asked = ask(formula, Everything())
    return failing_parts(asked.claim, arguments, asked.constants)


# ---- Connectives, and polarity


def both(a: Size, b: Size) -> Truth:
    """Both bounds hold."""
    return (a <= 3) & (b <= a)


def either(a: Size, b: Size) -> Truth:
    """One of the bounds holds."""
    return (b <= 1) | (a <= 3)


def neither(a: Size, b: Size) -> Truth:
    """None of the bounds holds."""
    return ~((a <= 3) | (b <= a))


def implied(a: Size, b: Size) -> Truth:
    """A bound follows from one that holds."""
    return (a <= 3).implies((b <= a) | (b < 2))


def conditional(a: Size, b: Size) -> Statement:
    """A bound holds where its premise does."""
    return when([a <= 3, a >= 1], ~(b <= a))


def pythonic(a: Size, b: Size) -> bool:
    """Python's connectives decide."""
    return bool(a <= 3 and not b > a)


def chosen(a: Size, b: Size) -> Truth:
    """One bound or another, as the case may be."""
    return b <= 3 if a == 1 else b <= 1


def accumulated(a: Size, b: Size) -> Truth:
    """Bounds that are collected one by one."""
    ok = as_truth(True)
    ok &= a <= 3
    ok &= b <= a
    return ok


CONNECTIVES = [
    (both, 2, 4, ["b = 4 <= a = 2"]),
    (both, 4, 5, ["a = 4 <= 3", "b = 5 <= a = 4"]),
    (either, 4, 5, ["b = 5 <= 1 or a = 4 <= 3"]),
    (neither, 2, 4, ["a = 2 > 3"]),
    (neither, 5, 4, ["b = 4 > a = 5"]),
    (neither, 2, 1, ["a = 2 > 3", "b = 1 > a = 2"]),
    (implied, 2, 4, ["b = 4 <= a = 2 or b = 4 < 2"]),
    (conditional, 2, 1, ["b = 1 > a = 2"]),
    (pythonic, 2, 3, ["b = 3 <= a = 2"]),
    (pythonic, 4, 3, ["a = 4 <= 3"]),
    (chosen, 1, 4, ["b = 4 <= 3"]),
    (chosen, 2, 4, ["b = 4 <= 1"]),
    (accumulated, 2, 4, ["b = 4 <= a = 2"]),
]


@pytest.mark.parametrize(("formula", "a", "b", "expected"), CONNECTIVES)
def test_what_is_needed_respects_the_polarity(formula: Formula, a: int, b: int, expected: list[str]) -> None:
    assert words(formula, a=a, b=b) == expected


@pytest.mark.parametrize("formula", [both, either, implied, chosen, accumulated, pythonic])
def test_a_statement_that_holds_has_no_failing_part(formula: Formula) -> None:
    assert words(formula, a=1, b=1) == []


# ---- Quantifiers


def everywhere(n: Size) -> Truth:
    """Every product is small."""
    return all_of(i * j <= 3 for i in range(n) for j in range(i))


def somewhere(n: Size) -> Truth:
    """Some square is the number."""
    return any_of(i * i == n for i in range(3))


def nowhere(n: Size) -> Truth:
    """No square is the number."""
    return ~any_of(i * i == n for i in range(3))


def nested(n: Size) -> Truth:
    """Every number is below a square."""
    return all_of(any_of(i < j * j for j in (0, 1)) for i in range(n))


def empty(n: Size) -> Truth:
    """Some number below 0 is the number."""
    return any_of(i == n for i in range(0))


def not_every(n: Size) -> Truth:
    """Some number below n is large."""
    return ~all_of(i < 5 for i in range(n))


def collected(n: Size) -> Truth:
    """Bounds that are appended one by one are not read back."""
    bounds = []
    for i in range(n):
        bounds.append(i < 2)
    return all_of(bounds)


def by_loop(n: Size) -> bool:
    """Every number up to n is small."""
    for i in range(n):
        if i > 3:
            return False
    return n >= 0


QUANTIFIERS = [
    (everywhere, 4, ["i = 3, j = 2: i * j = 6 <= 3"]),
    (somewhere, 2, ["one of 3 cases, and has none; the first is i = 0: i * i = 0 == n = 2"]),
    (nowhere, 4, ["i = 2: i * i = 4 != n = 4"]),
    (nested, 2, ["i = 1: one of 2 cases, and has none; the first is j = 0: i = 1 < j * j = 0"]),
    (empty, 4, ["one of the cases of which there are none: any_of(i == n for i in range(0))"]),
    (not_every, 2, ["one of 2 cases, and has none; the first is i = 0: i = 0 >= 5"]),
    (not_every, 0, ["one of the cases of which there are none: not all_of(i < 5 for i in range(n))"]),
    (collected, 3, ["all_of(bounds), where bounds = [True, True, False]"]),
    (by_loop, 5, ["i = 4 <= 3"]),
]


@pytest.mark.parametrize(("formula", "n", "expected"), QUANTIFIERS)
def test_a_quantifier_names_its_case(formula: Formula, n: int, expected: list[str]) -> None:
    assert words(formula, n=n) == expected


# ---- Helpers, names and values


def margin(n: int) -> Truth:
    """The double is small."""
    double = 2 * n
    return double <= 5


def by_helper(n: Size) -> Truth:
    """The double is small, or so a helper says."""
    return margin(n)


def by_name(n: Size) -> Truth:
    """The double is small, by steps."""
    double = 2 * n
    is_small = double + n <= 5
    return ~~is_small


def irrational(n: Size) -> Truth:
    """A logarithm is small."""
    return ln(n) <= Fraction(1, 2)


def nearly_equal(n: Size) -> Truth:
    """Two numbers of which the first digits are the same."""
    return (1 + Fraction(1, 10**n)) * ln(2) <= ln(2)


def long_tuples(n: Size) -> bool:
    """Two long tuples are equal."""
    return tuple(range(n)) == tuple(i * (i < 30) for i in range(n))


def chained(n: Size) -> bool:
    """The number is between two others."""
    return bool(1 <= n <= 3)


def chain_with_in(n: Size) -> bool:
    """A chain with a membership."""
    return bool(0 < n in (1, 2))


def truths(n: Size) -> Truth:
    """Two sets have the same numbers."""
    return all_of((x in (0, 1)) == (x in (0, 2)) for x in range(n))


def by_equals(n: Size) -> Truth:
    """The number is three."""
    return equals(n, 3)


def laws(n: Size) -> Truth:
    """A uniform law is concentrated."""
    P, Q = uniform_law(range(n)), point_mass(0)
    return same_law(P, Q)


def dimensions(H: Binary) -> Truth:
    """The dimensions agree."""
    d = vc_dimension(H)
    return littlestone_dimension(H) <= d


VALUES = [
    (by_helper, 3, ["double = 6 <= 5"]),
    (by_name, 3, ["double + n = 9 <= 5, where double = 6"]),
    (irrational, 2, ["ln(n) = ln(2) = 0.69315... <= 1/2"]),
    (
        nearly_equal,
        9,
        ["(1 + Fraction(1, 10**n)) * ln(2) = 0.69315... <= ln(2) = 0.69315..., which differ by 6.9315e-10..."],
    ),
    (long_tuples, 40, ["tuple(range(n))[30] = 30 == tuple(i * (i < 30) for i in range(n))[30] = 0"]),
    (chained, 4, ["n = 4 <= 3"]),
    (chained, 0, ["1 <= n = 0"]),
    (chain_with_in, 4, ["n = 4 in (1, 2)"]),
    (truths, 2, ["x = 1: x in (0, 1) = True == x in (0, 2) = False"]),
    (by_equals, 4, ["n = 4 == 3"]),
    (laws, 2, ["P = {0: 1/2, 1: 1/2} == Q = {0: 1}"]),
]


@pytest.mark.parametrize(("formula", "n", "expected"), VALUES)
def test_both_sides_have_their_values(formula: Formula, n: int, expected: list[str]) -> None:
    assert words(formula, n=n) == expected


def test_dimensions_go_by_their_names() -> None:
    H = explicit([(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0)], labels=2, points=3)
    assert words(dimensions, H=H) == ["Ldim(H) = 2 <= d = 1"]


def learns_constants(H: Binary) -> Truth:
    """The learner that answers 1 everywhere is proper."""

    def learner(sample: Sample) -> Law[Any]:
        return point_mass((1,) * H.points)

    return is_proper(learner, H, 1)


def test_a_definition_of_the_library_is_opened() -> None:
    H = explicit(list(all_functions(1, 2))[:1], labels=2, points=1)
    assert words(learns_constants, H=H) == [
        "is_proper(learner, H, 1): sample = ((0, 0),), h = (1,): H.contains(h), where H = {0}"
    ]


def no_restriction_is_empty(H: Binary) -> Truth:
    """Every label occurs at every point."""
    return all_of(H.restrict(x, frozenset({y})).nonempty() for x in range(H.points) for y in range(2))


def test_what_remembers_values_is_not_shown() -> None:
    H = explicit([(0,)], labels=2, points=1)
    assert words(no_restriction_is_empty, H=H) == ["x = 0, y = 1: H.restrict(x, frozenset({y})).nonempty()"]


# ---- Exceptions, closures and what cannot be read


def divides(n: Size, m: Size) -> Truth:
    """The quotient is small."""
    quotient = n // m
    return as_truth(quotient <= 1)


def test_an_exception_is_named_with_its_line() -> None:
    line = divides.__code__.co_firstlineno + 2
    text = "integer division or modulo by zero"
    assert words(divides, n=1, m=0) == [
        f"the formula to run, but line {line}: `quotient = n // m` raises ZeroDivisionError: {text}"
    ]


def test_free_variables_and_helpers_that_call_themselves() -> None:
    limit = Integer(2)

    def bounded(n: Size) -> Truth:
        """The factorial is small."""
        return factorial(n) <= limit

    assert words(bounded, n=4) == ["factorial(n) = 24 <= limit = 2"]


def factorial(n: int) -> int:
    """The product of the first n numbers."""
    return n * factorial(n - 1) if n else 1


def test_without_source_there_is_nothing_to_say() -> None:
    scope: dict[str, Any] = {"Size": Size}
    exec('def unread(n: Size):\n    "Nothing is known."\n    return n < 0\n', scope)
    assert words(scope["unread"], n=1) == []


def test_at_most_three_parts_are_said() -> None:
    def many(n: Size) -> Truth:
        """Four bounds."""
        return (n <= 1) & (n <= 2) & (n <= 3) & (n <= 4)

    assert words(many, n=9) == ["n = 9 <= 1", "n = 9 <= 2", "n = 9 <= 3"]
