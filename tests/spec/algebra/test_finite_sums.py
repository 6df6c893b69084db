"""Sums over an index that is no parameter."""

from typing import Any

import pytest

from littlestone.spec.algebra.finite_sums import finite_sum, parameters
from littlestone.spec.algebra.reals import Real, symbol

I = symbol("i")  # noqa: E741 - the index


def test_a_sum_of_a_constant_is_its_multiple() -> None:
    assert finite_sum(1, "i", 1, 5) is Real.of(5) and finite_sum(I, "i", 1, 4) is Real.of(10)


def test_no_sum_runs_over_a_parameter() -> None:
    with parameters(["i", "n"]):
        for low, high in ((1, 3), (1, symbol("n"))):
            with pytest.raises(ValueError, match="the index 'i' of a sum is a parameter of the claim too"):
                finite_sum(I * I, "i", low, high)
        assert finite_sum(symbol("j"), "j", 1, 3) is Real.of(6)
    assert finite_sum(I, "i", 1, 2) is Real.of(3)


def test_an_index_is_a_name() -> None:
    index: Any = lambda i: i  # noqa: E731
    with pytest.raises(TypeError, match="the index of a sum is a name"):
        finite_sum(1, index, 0, 3)
