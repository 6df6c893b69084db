"""Expressions in factors: those of sympy, which is left as it is."""

from typing import Any

import pytest
import sympy as sp
from sympy.polys import factortools

from littlestone.proofs_check.numbers.normal_forms import factored

x, y, z = sp.Symbol("x", positive=True), sp.Symbol("y", positive=True), sp.Symbol("z", real=True)
EXPRESSIONS = [
    sp.expand((x - y) ** 2 * (x + z) * 6),
    2 * x + 2 * y,
    -x - y,
    sp.sqrt(2) + sp.Rational(3, 2) - sp.exp(y) + x**y,
    x / y - y / x,
    1 / (x * y - y) - 1 / (1 - x),
    (2 - sp.sqrt(2)) * (sp.log(x) - 2 * sp.exp(y)),
    x**y * y * (sp.exp(y) + 1 / x),
    sp.sqrt(x**2 * y - y) + sp.log(2) * sp.erf(x),
    sp.expand((x**2 + y * sp.log(x)) ** 3 * (z - sp.E)),
    (x - 1) ** 3 * (2 - 2 * x) ** -2,
    (x + 1) * (x - 1) - x**2,  # a number, once it is multiplied out
    y / ((x + y) * (x - y) - x**2 + y**2 + 2),
    sp.pi,
    sp.Integer(0),
    sp.Integer(-1) * (x - 1),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_factors_are_those_of_sympy(expression: Any) -> None:
    assert factored(expression) == sp.factor(expression)


def test_sympy_itself_is_not_changed() -> None:
    assert factortools.dmp_zz_factor.__module__ == factortools.__name__
