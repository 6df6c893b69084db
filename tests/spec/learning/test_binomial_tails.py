"""The tails of the binomial law are the sums that they are said to be."""

from fractions import Fraction
from math import comb

import pytest

from littlestone.spec.learning.laws import lower_tail, upper_tail

BOUNDS = [Fraction(k, 2) for k in range(-3, 16)]


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_tails_are_sums(n: int, p: Fraction) -> None:
    chances = [comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)]
    for bound in BOUNDS:
        assert lower_tail(n, p, bound) == sum((c for i, c in enumerate(chances) if i <= bound), Fraction(0))
        assert upper_tail(n, p, bound) == sum((c for i, c in enumerate(chances) if i >= bound), Fraction(0))
