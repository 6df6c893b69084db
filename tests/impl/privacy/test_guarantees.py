"""What learners promise: the rows that their accuracy needs, and the values that are no promise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy.guarantees import Guarantee, PrivateGoal
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError

HALF = Fraction(1, 2)


def test_fewer_rows_than_the_accuracy_needs_are_refused() -> None:
    promised = Guarantee(1, alpha=HALF, beta=HALF, rows=40)
    with pytest.raises(SampleError, match="accuracy"):
        promised.check(39)
    promised.check(40)


def test_privacy_alone_is_a_guarantee() -> None:
    private = Guarantee(1)
    assert (private.delta, private.alpha, private.rows) == (0, None, None)
    assert private.neighbours == "replace one row"
    private.check(0)


@pytest.mark.parametrize(
    ("values", "which"),
    [
        ({"epsilon": 0}, "epsilon"),
        ({"epsilon": -1}, "epsilon"),
        ({"delta": 2}, "delta"),
        ({"delta": Fraction(-1, 10)}, "delta"),
        ({"alpha": 0, "beta": HALF}, "alpha"),
        ({"alpha": HALF, "beta": 2}, "beta"),
        ({"alpha": HALF}, "beta"),
        ({"beta": HALF}, "alpha"),
        ({"rho": 0}, "rho"),
    ],
)
def test_what_is_no_promise_is_refused(values: dict[str, Any], which: str) -> None:
    with pytest.raises(ParameterError, match=which):
        Guarantee(**{"epsilon": 1, **values})


@pytest.mark.parametrize("beta", [0, 2])
def test_a_chance_of_failure_is_refused_by_its_name(beta: int) -> None:
    with pytest.raises(ParameterError, match=r"beta must be in \(0, 1\]"):
        PrivateGoal(1, HALF, beta)


@pytest.mark.parametrize("delta", [0, -1, 2])
def test_a_goal_refuses_a_delta_by_its_name(delta: int) -> None:
    with pytest.raises(PrivacyParameterError, match=f"delta = {delta} is out of range"):
        PrivateGoal(1, delta)
