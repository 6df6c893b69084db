"""What learners promise: the rows that their accuracy needs, and the values that are no promise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy.guarantees import (
    Guarantee,
    of_exponential_mechanism,
    of_multiclass,
)
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.sample_sizes import Goal, exponential_sample_bound

HALF = Fraction(1, 2)


def test_the_rows_of_each_learner() -> None:
    goal = Goal(HALF, HALF, 1)
    assert of_exponential_mechanism(8, goal).rows == exponential_sample_bound(8, goal)
    split = of_multiclass([8, 8], goal)
    assert split.rows == 2 * exponential_sample_bound(8, Goal(Fraction(1, 4), Fraction(1, 4), 1))
    with pytest.raises(SampleError, match="accuracy"):
        split.check(1)
    split.check(split.rows)


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
    ],
)
def test_what_is_no_promise_is_refused(values: dict[str, Any], which: str) -> None:
    with pytest.raises(ParameterError, match=which):
        Guarantee(**{"epsilon": 1, **values})


def test_learners_refuse_goals_out_of_range() -> None:
    with pytest.raises(PrivacyParameterError):
        of_exponential_mechanism(8, Goal(HALF, HALF, 0))


def test_a_rho_is_positive() -> None:
    with pytest.raises(ParameterError, match="rho"):
        Guarantee(1, rho=0)
