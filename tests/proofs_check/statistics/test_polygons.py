"""What counts say of trade-off curves, mu and one Renyi divergence: half-planes and bounds that err as they say."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from littlestone.impl.privacy.trade_offs import TradeOff, supported
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.concentrated import largest_allowed, single
from littlestone.proofs_check.statistics.polygons import trade_off_null
from littlestone.proofs_check.statistics.two_sample import (
    Counts,
    combined_excess_lower_bound,
    combined_mu_lower_bound,
    combined_renyi_lower_bound,
)

ERROR = 0.05
FIRST, SECOND = 6, 7
RATIO_3 = TradeOff(((Fraction(0), Fraction(1)), (Fraction(1, 4), Fraction(1, 4)), (Fraction(1), Fraction(0))))
NULL = trade_off_null(RATIO_3.points)
NORMAL = trade_off_null(supported(lambda a: float(ndtr(ndtri(1 - a) - 1))).points)


@pytest.mark.parametrize("t", [0.0, 0.1])
@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.1, 0.2), (0.2, 0.3), (0.5, 0.9), (1e-9, 1e-6)])
def test_half_planes_contain_the_hypothesis_and_touch_it(low: float, high: float, t: float) -> None:
    for null, slack in ((NULL, 1e-12), (NORMAL, 0.02)):
        planes = null.half_planes(t, low, high)
        assert planes[0].low == low and planes[-1].high == high
        for plane in planes:
            q = np.linspace(plane.low, plane.high, 21)
            allowed = np.minimum(null.curve(t, q), 1.0)
            # what is allowed is 1 - f of floats, right to half an ulp of 1
            assert (plane.line(q) >= allowed * (1 - 1e-12) - 2.0**-53).all()
            if high < 1:
                assert (plane.line(q) - allowed)[10] <= slack


def test_a_line_too_steep_for_floats_allows_everything() -> None:
    tiny = Fraction(1, 10**400)
    null = trade_off_null([(Fraction(0), Fraction(1)), (tiny, Fraction(1, 2)), (Fraction(1), Fraction(0))])
    for plane in null.half_planes(0.1, 0.0, 0.5):
        assert (
            plane.line(np.linspace(plane.low, plane.high, 9)) >= np.linspace(plane.low, plane.high, 9) / 2 + 0.6
        ).all()
    assert combined_excess_lower_bound([Counts(90, 100, 20, 100)], null, ERROR) > 0.1


def test_the_curve_and_its_inverse() -> None:
    for p2 in (0.01, 0.2, 0.25, 0.7):
        assert NULL.preimage(0.0, NULL.curve(0.0, p2)) == pytest.approx(p2)
    assert NULL.preimage(0.1, 0.05) == 0.0 and NULL.preimage(0.0, 1.0) == 1.0
    assert NULL.slope(0.0, 0.1) == pytest.approx(3) and NULL.slope(0.0, 0.5) == pytest.approx(1 / 3)
    assert NULL.parameter(0.9, 0.25) == pytest.approx(0.15)


def excess(counts: Counts) -> float:
    return combined_excess_lower_bound([counts], NULL, ERROR)


def mu(counts: Counts) -> float:
    return combined_mu_lower_bound([counts], ERROR)


def renyi(counts: Counts) -> float:
    return combined_renyi_lower_bound([counts], 2.0, ERROR)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bound", "truth", "allowed"),
    [
        (excess, 0.0, lambda q: float(NULL.curve(0.0, q))),
        (mu, 0.5, lambda q: float(ndtr(ndtri(q) + 0.5))),
        (renyi, 0.2, lambda q: largest_allowed(0.1, q, single(2.0))),
    ],
)
def test_exact_error_over_all_outcomes_at_the_claim(
    bound: Callable[[Counts], float], truth: float, allowed: Callable[[float], float]
) -> None:
    counts = [[Counts(x, FIRST, y, SECOND) for y in range(SECOND + 1)] for x in range(FIRST + 1)]
    exceeds = np.array([[bound(c) for c in row] for row in counts]) > truth + 1e-12
    for q in (0.01, 0.1, 0.25, 0.6, 0.9):
        masses = np.outer(binom.pmf(range(FIRST + 1), FIRST, allowed(q)), binom.pmf(range(SECOND + 1), SECOND, q))
        assert float(masses[exceeds].sum()) <= ERROR
    assert exceeds[FIRST, 0] and not exceeds[0, 0]


def test_what_breaks_a_claim_is_seen_and_not_overstated() -> None:
    p, q, n = float(ndtr(1)), float(ndtr(-1)), 20_000
    blocks = [Counts(int(p * n), n, int(q * n), n)] * 2
    assert 1.9 < combined_mu_lower_bound(blocks, ERROR) < 2
    assert 0.32 < combined_excess_lower_bound(blocks, NORMAL, ERROR) < float(NORMAL.parameter(p, q))
    assert 0.1 < combined_excess_lower_bound(blocks, NULL, ERROR) < float(NULL.parameter(p, q))
    divergence = np.log(p * p / q + (1 - p) ** 2 / (1 - q))
    assert 0.95 * divergence < combined_renyi_lower_bound(blocks, 2.0, ERROR) < divergence
    with pytest.raises(BadInput, match="order"):
        combined_renyi_lower_bound(blocks, 1.0, ERROR)
