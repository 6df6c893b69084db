"""Rewriting ends: what has a high degree stays as it is."""

import pytest
import sympy as sp

from littlestone.proofs_check.numbers.normal_forms import factored, is_of_high_degree, normal_form

x, y = sp.symbols("x y", positive=True)


@pytest.mark.parametrize("high", [1 + sp.exp(10_000), (x + y) ** 1000 + 1, sp.exp(x / 1000) - 1, sp.exp(y - 300 * x)])
def test_what_has_a_high_degree_stays_as_it_is(high: sp.Expr) -> None:
    assert is_of_high_degree(high) and factored(high) is high
    assert normal_form(sp.log(high)) == sp.log(high)


def test_what_has_a_low_degree_is_factored_and_its_logarithms_are_written_out() -> None:
    assert factored(x**2 + 2 * x * y + y**2) == (x + y) ** 2
    assert factored(1 / x + 1 / y) == (x + y) / (x * y)
    assert normal_form(sp.log(x**2 * y) - sp.log(y)) == 2 * sp.log(x)
