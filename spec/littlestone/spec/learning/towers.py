"""The tower function, the iterated logarithm and log*, exactly (ABLMM22 section 3.4); logarithms are to base 2."""

from __future__ import annotations

from littlestone.spec.algebra.reals import Expression, Real, log2
from littlestone.spec.learning.randomness import Exact, checked_count, exact, is_true


def tower(i: int, x: Expression) -> Exact:
    """twr_i(x): x for i = 1, and 2 to the twr_(i-1)(x) for i > 1.

    Rational where x is a natural number. Raises ParameterError where i < 1.
    """
    value = exact(x)
    for _ in range(checked_count("i", i, 1) - 1):
        value = exact(Real.of(2) ** value)
    return value


def iterated_logarithm(i: int, x: Expression) -> Exact | None:
    """log^(i)(x): the logarithm applied i times to x; None where a logarithm is taken of a number that is not positive.

    Raises ParameterError where i < 0.
    """
    value = exact(x)
    for _ in range(checked_count("i", i, 0)):
        if is_true(value <= 0):
            return None
        value = exact(log2(value))
    return value


def iterated_logarithm_as_printed(i: int, x: Expression) -> Exact:
    """The recursion of section 3.4 of ABLMM22: log x for i = 0, and 1 + log^(i-1)(log x) for i > 0, for x > 0."""
    logarithm = log2(x)
    return exact(logarithm if i == 0 else 1 + iterated_logarithm_as_printed(i - 1, logarithm))


def log_star(x: Expression) -> int:
    """log* x: 0 where x <= 1, and 1 + log*(log x) where x > 1.

    Raises ArithmeticError where 4096 bits do not tell an iterated logarithm of x from 1.
    """
    value, times = exact(x), 0
    while is_true(value > 1):
        value, times = exact(log2(value)), times + 1
    return times
