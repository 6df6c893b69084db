"""What counts say of rho: half-planes that contain the hypothesis, and bounds that err as seldom as they say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from littlestone.impl.privacy.renyi import exact_rho
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.concentrated import (
    _plane,
    _reflected,
    concentrated_null,
    largest_allowed,
    least_rho,
)
from littlestone.proofs_check.statistics.two_sample import Counts, combined_rho_lower_bound, rho_lower_bound
from littlestone.spec.learning.laws import law_of
from littlestone.spec.learning.privacy import Privacy

ERROR = 0.05
FIRST, SECOND = 6, 7
PAIRS = [(0.3, 0.1), (0.9, 0.5), (0.5, 0.4999), (1e-3, 1e-6), (0.999, 0.001), (1 - 1e-6, 0.999)]


def both_ways(p: float, q: float) -> Fraction:
    """The upper end of the least rho of a pair of Bernoulli laws."""
    P, Q = (law_of({1: Fraction(x), 0: 1 - Fraction(x)}) for x in (p, q))
    found = exact_rho(Privacy(((((0,), (1,)), P, Q), (((1,), (0,)), Q, P)), 1))
    assert found.upper is not None
    return found.upper


@pytest.mark.slow
@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_the_least_rho_of_an_event_is_that_of_its_exact_laws(p: float, q: float) -> None:
    assert least_rho(p, q) <= float(both_ways(p, q)) * (1 + 1e-9)
    assert least_rho(p, q) == pytest.approx(float(both_ways(p, q)), rel=0.02)
    assert least_rho(q, p) == 0.0


@pytest.mark.parametrize("t", [1e-6, 0.01, 0.5, 4.0, 60.0])
def test_half_planes_contain_the_hypothesis_and_touch_it(t: float) -> None:
    rng = np.random.default_rng(int(1000 * t) + 1)
    null = concentrated_null(Counts(30, 100, 10, 100))
    for _ in range(4):
        low = float(rng.choice([1e-8, 1e-3, 0.2, 0.9])) * float(rng.random())
        high = low + (1 - low) * 0.1 * float(rng.random())
        for plane in null.half_planes(t, low, high):
            for q in np.linspace(plane.low, plane.high, 3):
                inside = q + (largest_allowed(t, q) - q) * (1 - 1e-9)
                assert inside <= plane.line(np.array([q]))[0] * (1 + 1e-12)
            middle = (plane.low + plane.high) / 2
            excess = plane.line(np.array([middle]))[0] - largest_allowed(t, middle)
            assert excess <= 0.05 * (1 - middle) + 1e-9


def test_a_reflected_plane_is_the_plane_of_the_complements() -> None:
    found = _plane(0.5, 0.9, 0.6, 2.0)
    reflected = _reflected(found)
    assert found is not None and reflected is not None
    slope, intercept = map(float, found)
    for q in (0.1, 0.4):
        p = float(reflected[0]) * q + float(reflected[1])
        assert 1 - q == pytest.approx(slope * (1 - p) + intercept)
    assert _plane(0.5, 0.4, 0.6, 2.0) is None and _reflected(None) is None


def test_the_hypothesis_of_no_loss_is_equality() -> None:
    (plane, *_) = concentrated_null(Counts(1, 2, 1, 2)).half_planes(0.0, 0.1, 0.9)
    assert (plane.slope, plane.intercept) == (1.0, 0.0)


@pytest.mark.slow
def test_exact_error_over_all_outcomes_of_mechanisms_that_keep_the_promise() -> None:
    """On the boundary of the hypothesis, where a false alarm is likeliest."""
    counts = [[Counts(x, FIRST, y, SECOND) for y in range(SECOND + 1)] for x in range(FIRST + 1)]
    bounds = np.array([[rho_lower_bound(c, ERROR) for c in row] for row in counts])
    for truth in (0.05, 0.5):
        exceeds = bounds > truth + 1e-12
        rates = []
        for q in (0.01, 0.1, 0.3, 0.6, 0.9):
            p = largest_allowed(truth, q)
            masses = np.outer(binom.pmf(range(FIRST + 1), FIRST, p), binom.pmf(range(SECOND + 1), SECOND, q))
            rates.append(float(masses[exceeds].sum()))
        assert max(rates) <= ERROR
    assert bounds.max() > 0.3  # all hits against none show something
    assert (np.diff(bounds, axis=0) > -0.02).all() and (np.diff(bounds, axis=1) < 0.02).all()


def test_noise_of_the_wrong_sensitivity_is_refuted_and_the_right_one_is_not() -> None:
    """Normal noise of deviation 1 on a number that moves by 2, not by 1: rho is 2, not 1/2; the event x > 3/2."""
    right, wrong = (0.30853754, 0.06680720), (0.69146246, 0.06680720)
    n = 10_000
    kept = Counts(int(right[0] * n), n, int(right[1] * n), n)
    broken = Counts(int(wrong[0] * n), n, int(wrong[1] * n), n)
    assert 0.25 < rho_lower_bound(kept, ERROR) < 0.5 < 1 < rho_lower_bound(broken, ERROR) < 2


def test_blocks_are_combined() -> None:
    block = Counts(300, 1000, 70, 1000)
    one, three = rho_lower_bound(block, ERROR), combined_rho_lower_bound([block] * 3, ERROR)
    assert 0 < one == combined_rho_lower_bound([block], ERROR) < three < least_rho(0.3, 0.07)
    assert combined_rho_lower_bound([Counts(1, 1000, 1, 1000)] * 2, ERROR) == 0.0
    with pytest.raises(BadInput, match="blocks"):
        combined_rho_lower_bound([], ERROR)
