"""The exact privacy of DP-ERM on tiny samples: the figures that refute the print, and the repair on more of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.learners.dp_erm import learn_by_decompositions
from littlestone.impl.randomness.enumeration import law
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.decompositions.erm_laws import ErmPlan, printed_plan
from littlestone.spec.learning.privacy import exact_privacy
from littlestone.spec.learning.private_learning import neighbours_up_to_order
from littlestone.spec.learning.samples import all_rows
from littlestone.spec.lyu25.section5_dp_erm import output_law

COIN = ((0,), (1,))


def delta(functions: tuple[Function, ...], plan: ErmPlan, epsilon: Real) -> Any:
    """The least delta at this epsilon over all neighbours of plan.rows rows, realizable or not."""
    H = explicit(functions, 2, len(functions[0]))
    learner = output_law(learn_by_decompositions, law, H, plan)
    return exact_privacy(learner, all_rows(H), plan.rows, neighbours_up_to_order).delta(epsilon)


@pytest.mark.parametrize("bottom", [40, 200])
def test_no_test_passes_twice_as_often_as_epsilon_allows(bottom: int) -> None:
    """Four chunks of one row, eps = ln 2 and delta = 1/16: 1/4 - 2 * 1/16, a little more by the failure symbol."""
    found = delta(COIN, printed_plan(1, 4, ln(2), Fraction(1, 16), Fraction(bottom)), ln(2))
    assert Fraction(1, 8) <= found < Fraction(1, 8) + Fraction(1, 10**6)
