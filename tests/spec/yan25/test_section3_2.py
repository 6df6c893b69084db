"""Section 3.2: what is false as printed at its smallest, what holds beside it, and the calculators."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log
from typing import Any

import pytest

from littlestone.impl.privacy.accounting import composed_epsilon
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.proofs_check.statistics.two_sample import Counts, epsilon_lower_bound
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.exact_numbers import Integer
from littlestone.spec.algebra.reals import ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning.laws import law_of
from littlestone.spec.learning.privacy import indistinguishable
from littlestone.spec.yan25 import mechanisms, section3_2_medians, section3_2_privacy

STATED = (mechanisms, section3_2_medians, section3_2_privacy)

FALSE_AS_PRINTED: Mapping[str, Mapping[str, Any]] = {
    "YAN25.T7": {"k": 3, "j": 5, "d": 0, "a": 1, "b": 1},
    "YAN25.T7.eq1": {"epsilon": 6, "delta": Fraction(3, 4)},
    "YAN25.T9.range": {"C": 1},
    "YAN25.L1.range": {"epsilon": 1, "delta": 6, "beta": Fraction(3, 4), "k": 1, "n": 1},
}
TRUE_BESIDE: Mapping[str, Mapping[str, Any]] = {
    "YAN25.T7": {"k": 2, "j": 5, "d": 0, "a": 1, "b": 1},
    "YAN25.T7.corrected": {"k": 3, "j": 5, "d": 0, "a": 1, "b": 1},
    "YAN25.T7.eq1": {"epsilon": 6, "delta": Fraction(1, 2)},
    "YAN25.T7.eq1.corrected": {"j": 3, "a": 3, "b": 1},
    "YAN25.L1.range": {"epsilon": 1, "delta": 1, "beta": Fraction(3, 4), "k": 1, "n": 1},
    "YAN25.L1.range.corrected": {"epsilon": 1, "delta": 1, "beta": Fraction(3, 4), "k": 1, "n": 1},
}


@pytest.mark.parametrize("id", FALSE_AS_PRINTED)
def test_what_is_false_as_printed(id: str) -> None:
    assert CLAIMS[id].state(FALSE_AS_PRINTED[id]).conclusion is FALSE


@pytest.mark.parametrize("id", TRUE_BESIDE)
def test_what_holds_beside_it(id: str) -> None:
    assert CLAIMS[id].state(TRUE_BESIDE[id]).conclusion is TRUE


def test_the_leaky_responses_attain_their_pair() -> None:
    P, Q = section3_2_privacy.leaky_responses(Integer(2), Integer(1), Fraction(1, 8))
    assert indistinguishable(P, Q, ln(3), Fraction(1, 8)) is TRUE
    assert indistinguishable(P, Q, ln(3), Fraction(1, 9)) is FALSE
    assert indistinguishable(P, Q, ln(2), Fraction(1, 8)) is FALSE


def test_a_packing_needs_all_points() -> None:
    """Noise modulo 3 that is uniform is private at eps = 0; one that returns its row more often is not."""
    packed = section3_2_medians._packed
    shifted = section3_2_medians.shifted
    uniform = law_of({0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)})
    assert packed([shifted(uniform, x) for x in range(3)], 0, Fraction(1)) is TRUE
    assert packed([shifted(uniform, x) for x in range(3)], 0, Fraction(1, 2)) is FALSE


@pytest.mark.parametrize(("k", "j", "c"), [(1, 1, 1), (3, 1, 4), (5, 2, 9)])
def test_the_exact_delta_is_that_of_the_accountant(k: int, j: int, c: int) -> None:
    pytest.importorskip("dp_accounting")
    delta = float(mechanisms.needed_delta(k, j, c))
    found = composed_epsilon([Guarantee(ln(1 + j))] * k, delta)
    assert found == pytest.approx(log(c), abs=1e-3)


def test_an_audit_stays_below_the_exact_epsilon() -> None:
    """Clopper-Pearson on draws of a response of e^eps = 3: 750 of 1000 against 250 of 1000."""
    assert 0.7 < epsilon_lower_bound(Counts(750, 1000, 250, 1000), 0.0, 0.05) < 1.0986
