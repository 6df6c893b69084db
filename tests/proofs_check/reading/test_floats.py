"""Floats and identity comparisons in a statement's own code are found, without and with evaluating it."""

import math
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.reading.floats import float_findings, floats_met
from littlestone.proofs_check.reading.instrumentation import read
from littlestone.spec.algebra.circuit import TRUE, Truth, as_truth
from littlestone.spec.claim import Statement
from littlestone.spec.domains import Size

Formula = Callable[..., Statement]


def literal(n: Size) -> bool:
    """A float literal."""
    return n >= 1 and 0.25 > 0


def function_of_math(n: Size) -> bool:
    """A root of Python's."""
    return math.sqrt(4) == n


def imported_function(n: Size) -> bool:
    """A root of Python's, by name."""
    return sqrt(4) == n


def constant_of_math(n: Size) -> bool:
    """A constant of Python's."""
    return math.e < n


def made(n: Size) -> bool:
    """A number made a float."""
    return float(n) < 3


def identical(n: Size) -> bool:
    """An identity comparison."""
    return as_truth(n <= 3) is TRUE


def helper(n: int) -> bool:
    """A float in a helper."""
    return n < 1e3


def in_a_helper(n: Size) -> bool:
    """The helper is at fault."""
    return helper(n)


STATIC = [
    (literal, "`0.25` is a float; write Fraction(1, 4)"),
    (function_of_math, "`math.sqrt` is of Python's floats; write x ** HALF"),
    (imported_function, "`sqrt` is of Python's floats; write x ** HALF"),
    (constant_of_math, "`math.e` is of Python's floats; write EULER"),
    (made, "`float` is of Python's floats; write the number itself: statements are exact"),
    (identical, "`as_truth(n <= 3) is TRUE` compares identities; write == or !="),
    (in_a_helper, "`1e3` is a float; write 1000"),
]


@pytest.mark.parametrize(("formula", "expected"), STATIC)
def test_what_is_written_is_found_without_evaluating(formula: Formula, expected: str) -> None:
    owner = helper if formula is in_a_helper else formula
    line = owner.__code__.co_firstlineno + 2
    assert [str(found) for found in float_findings(claim_of(formula))] == [f"line {line}: {expected}"]


def exact(n: Size) -> Truth:
    """Exact numbers, None and Python's exact functions are fine."""
    nothing = None
    assert nothing is None and (n < 0) is not None
    return as_truth(math.comb(4, 2) * Fraction(1, 2) <= math.gcd(6, 9) * n)


def test_exact_statements_have_no_findings() -> None:
    assert float_findings(claim_of(exact)) == []


# ---- While a statement is evaluated


def quotient(n: Size) -> Truth:
    """A quotient of Python's integers."""
    return (n >= 1) & (1 / 3 + 1 > 1)


def sum_of_literals(n: Size) -> Truth:
    """A sum of floats in a subclause."""
    return (n >= 1) & (0.1 + 0.2 > 0.3)


def of_numpy(n: Size) -> bool:
    """A mean of NumPy's."""
    return bool(np.mean(np.array([1, 2])) > 1)


MET = [
    (quotient, "`1 / 3` is the float 0.3333333333333333; write Fraction(1, 3)"),
    (sum_of_literals, "`0.1 + 0.2` is the float 0.30000000000000004; write Fraction(3, 10)"),
    (of_numpy, "`np.mean(np.array([1, 2]))` is the float"),
]


@pytest.mark.parametrize(("formula", "expected"), MET)
def test_a_float_that_arises_is_met(formula: Formula, expected: str) -> None:
    assert met(formula, n=2)[0].startswith(f"line {formula.__code__.co_firstlineno + 2}: {expected}")


def met(formula: Formula, **arguments: Any) -> list[str]:
    reading = read(claim_of(formula), arguments)
    assert reading is not None
    return [str(found) for found in floats_met(reading)]


def test_only_the_innermost_is_named_and_exact_numbers_are_not() -> None:
    assert len(met(quotient, n=2)) == len(met(sum_of_literals, n=2)) == 1
    assert met(exact, n=2) == []
