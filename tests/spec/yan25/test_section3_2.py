"""Section 3.2: what is false as printed at its smallest, what holds beside it, and the calculators."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

from littlestone.impl.privacy.accounting import Step, composition_epsilons
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.exact_numbers import Integer
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.privacy import indistinguishable
from littlestone.spec.yan25 import mechanisms, section3_2_composition


def test_the_leaky_responses_attain_their_pair() -> None:
    P, Q = section3_2_composition.leaky_responses(Integer(2), Integer(1), Fraction(1, 8))
    assert indistinguishable(P, Q, ln(3), Fraction(1, 8)) is TRUE
    assert indistinguishable(P, Q, ln(3), Fraction(1, 9)) is FALSE
    assert indistinguishable(P, Q, ln(2), Fraction(1, 8)) is FALSE


@pytest.mark.parametrize(("k", "j", "c"), [(1, 1, 1), (3, 1, 4), (5, 2, 9)])
def test_the_exact_delta_is_that_of_the_accountant(k: int, j: int, c: int) -> None:
    pytest.importorskip("dp_accounting")
    delta = float(mechanisms.needed_delta(k, j, c))
    (found,) = composition_epsilons([Step("dp", log(1 + j), k)], [delta])
    assert found == pytest.approx(log(c), abs=1e-3)
