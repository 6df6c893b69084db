"""Branch and bound over unbounded ranges: what it tries lies in the range, or is too large to be tried."""

from fractions import Fraction

import pytest

from littlestone.proofs_check.clause_boxes import Chart
from littlestone.spec.claim import Naturals, Reals
from littlestone.spec.reals import Real

FAR = 1 - Fraction(1, 2**2000)


@pytest.mark.parametrize("domain", [Naturals(3), Reals(low=Real.of(3)), Reals(high=Real.of(3)), Reals()])
def test_what_is_too_large_for_a_float_is_not_tried(domain: Naturals | Reals) -> None:
    ends = (1 - FAR, 2 * (1 - FAR)) if isinstance(domain, Reals) and domain.low is None else (FAR, Fraction(1))
    assert Chart(domain).inside(*ends) is None


@pytest.mark.parametrize("domain", [Naturals(3), Reals(low=Real.of(3))])
def test_what_is_tried_lies_in_the_range(domain: Naturals | Reals) -> None:
    tried = [Chart(domain).inside(Fraction(i, 8), Fraction(i + 1, 8)) for i in range(8)]
    assert all(value is not None and value >= 3 for value in tried) and len(set(tried)) > 4
