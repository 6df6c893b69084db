"""The two-sample bounds: exact error over all outcomes, rigorous chances of regions, seeded faults, power."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import exp, log, nan

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import binom, binomtest

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.binomials import upper_tail
from littlestone.proofs_check.statistics.hypotheses import DeltaNull, EpsilonNull, GaussianNull, HalfPlane, Null
from littlestone.proofs_check.statistics.regions import Counts, Region, least_distance, region, strength
from littlestone.proofs_check.statistics.suprema import Box, _probabilities, confidence_box, largest_probability
from littlestone.proofs_check.statistics.two_sample import (
    SHARE_OF_BOX,
    _inverse_normal,
    _largest_rejected,
    combined_epsilon_lower_bound,
    delta_lower_bound,
    epsilon_lower_bound,
    gaussian_mu_lower_bound,
    p_value,
    predicted_bound,
)

pytestmark = pytest.mark.slow

ERROR = 0.05
FIRST, SECOND = 14, 17
SHARES = (0.0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.33)
RUNS = 2000


def table(statistic: Callable[[Counts], float]) -> np.ndarray:
    return np.array([[statistic(Counts(x, FIRST, y, SECOND)) for y in range(SECOND + 1)] for x in range(FIRST + 1)])


def chance(outcomes: np.ndarray, p1: float, p2: float) -> float:
    masses = np.outer(binom.pmf(range(FIRST + 1), FIRST, p1), binom.pmf(range(SECOND + 1), SECOND, p2))
    return float(masses[outcomes].sum())


@pytest.mark.parametrize(
    ("statistic", "curve", "truth"),
    [
        (lambda c: epsilon_lower_bound(c, 0.0, ERROR), lambda p: exp(1.0) * p, 1.0),
        (lambda c: epsilon_lower_bound(c, 0.1, ERROR), lambda p: exp(1.0) * p + 0.1, 1.0),
        (lambda c: delta_lower_bound(c, 1.0, ERROR), lambda p: exp(1.0) * p + 0.1, 0.1),
        (lambda c: gaussian_mu_lower_bound(c, ERROR), lambda p: float(ndtr(ndtri(p) + 1)), 1.0),
    ],
)
def test_exact_error_over_all_outcomes(
    statistic: Callable[[Counts], float], curve: Callable[[float], float], truth: float
) -> None:
    exceeds = table(statistic) > truth + 1e-12
    rates = [chance(exceeds, curve(p), p) for p in SHARES]
    assert max(rates) <= ERROR
    assert max(rates) > 0.02
    assert chance(exceeds, curve(0.2) + 0.05, 0.2) > chance(exceeds, curve(0.2), 0.2)


def test_p_values_are_small_as_often_as_they_say() -> None:
    values = table(lambda c: p_value(c, 1.0, 0.05))
    for level in (0.01, 0.05, 0.2, 0.5):
        rates = [chance(values <= level, exp(1.0) * p + 0.05, p) for p in SHARES]
        assert level / 5 < max(rates) <= level


def test_bounds_grow_with_first_hits_and_fall_with_second_hits() -> None:
    bounds = table(lambda c: epsilon_lower_bound(c, 0.05, ERROR))
    assert bounds.max() > 1
    assert (np.diff(bounds, axis=0) > -0.02).all()
    assert (np.diff(bounds, axis=1) < 0.02).all()


def exact_probability(outcomes: Region, p1: Fraction, p2: Fraction) -> Fraction:
    n1, n2, total = outcomes.draws_first, outcomes.draws_second, Fraction(0)
    for y in range(n2 + 1):
        mass = upper_tail(n2, p2, y) - upper_tail(n2, p2, y + 1)
        total += mass * upper_tail(n1, p1, int(outcomes.boundary[y]))
    return total


def test_probabilities_are_upper_bounds_and_tight() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        outcomes = Region(9, 7, 0, np.sort(rng.integers(0, 11, 8)))
        p1, p2 = rng.choice([0.0, 1e-12, 0.2, 0.7, 1 - 1e-13, 1.0], 2)
        (bound,) = _probabilities(outcomes, np.array([p1]), np.array([p2]), ERROR)
        exact = exact_probability(outcomes, Fraction(p1), Fraction(p2))
        assert exact <= Fraction(bound) <= exact + Fraction(1, 10**8)


def test_probability_of_a_large_region_agrees_with_an_independent_sum() -> None:
    n, y = 400_000, np.arange(90_000, 111_000)
    outcomes = Region(n, n, 90_000, (y * 1.1 + 800).astype(np.int64))
    (bound,) = _probabilities(outcomes, np.array([0.276]), np.array([0.25]), ERROR)
    independent = float((binom.pmf(y, n, 0.25) * binom.sf(outcomes.boundary - 1, n, 0.276)).sum())
    assert 0 < independent <= bound < independent + 1e-7


def test_the_supremum_covers_every_hypothesis_in_the_box() -> None:
    counts, null = Counts(70, 25_000, 25, 25_000), EpsilonNull(0.0)
    t = strength(counts, null, 1.645)
    outcomes, box = region(counts, null, 1.645, t, 0, 120), confidence_box(counts, 2.5e-4)
    (plane,) = null.half_planes(t, box.second_low, box.second_high)
    bound = largest_probability(outcomes, box, plane, ERROR)
    p2 = np.linspace(box.second_low, box.second_high, 400)
    p1 = np.clip(exp(t) * p2, box.first_low, box.first_high)
    inside = p1 <= exp(t) * p2
    seen = _probabilities(outcomes, p1[inside], p2[inside], ERROR).max()
    assert seen <= bound + 1e-9 < seen + 0.004


def test_a_box_outside_the_half_plane_or_within_it() -> None:
    outcomes = Region(100, 100, 0, np.arange(101))
    assert largest_probability(outcomes, Box(0.5, 0.6, 0.1, 0.2), HalfPlane(1.0, 0.0, 0.1, 0.2), ERROR) == 0
    corner = largest_probability(outcomes, Box(0.1, 0.2, 0.5, 0.6), HalfPlane(1.0, 0.0, 0.5, 0.6), ERROR)
    assert corner == _probabilities(outcomes, np.array([0.2]), np.array([0.5]), ERROR)[0]


@pytest.mark.parametrize("null", [EpsilonNull(0.0), EpsilonNull(0.02), GaussianNull()])
def test_regions_hold_every_outcome_at_least_as_strong(null: EpsilonNull | GaussianNull) -> None:
    counts = Counts(30, 60, 9, 50)
    t = strength(counts, null, 1.645)
    outcomes = region(counts, null, 1.645, t, 0, 50)
    assert all(a <= b for a, b in pairwise(outcomes.boundary))
    for y in range(51):
        inside = [x for x in range(61) if least_distance(Counts(x, 60, y, 50), null, t) >= 1.645**2 / 2]
        least = min(inside, default=61)
        assert outcomes.boundary[y] in (least, least - 1) if y != 9 else outcomes.boundary[y] == 30


def most_errors(runs: int) -> int:
    """How many of the runs may err at a rate of 5%, with 99.9% confidence."""
    return int(binom.ppf(0.999, runs, ERROR))


@pytest.mark.parametrize(
    ("second", "delta", "draws", "epsilon"),
    [(0.05, 0.0, 400, 0.0), (0.001, 0.01, 4_000, 1.0), (0.0, 0.001, 10_000, 1.0)],
)
def test_errors_at_a_fixed_event_stay_below_the_limit(second: float, delta: float, draws: int, epsilon: float) -> None:
    rng = np.random.default_rng(1)
    hits = zip(*(rng.binomial(draws, p, RUNS).tolist() for p in (exp(epsilon) * second + delta, second)), strict=True)
    bound = cache(lambda one, two: epsilon_lower_bound(Counts(one, draws, two, draws), delta, ERROR))
    assert sum(bound(*each) > epsilon + 1e-12 for each in hits) <= most_errors(RUNS) == 131


def test_blocks_chosen_by_the_blocks_before() -> None:
    """A good first block is followed by a rare event, and a bad one by a common one; the inputs are the same."""
    rng, n, wrong = np.random.default_rng(5), 10_000, 0
    for _ in range(200):
        first = Counts(int(rng.binomial(n, 0.002)), n, int(rng.binomial(n, 0.002)), n)
        p = 0.0002 if first.hits_first > first.hits_second + 8 else 0.004
        second = Counts(int(rng.binomial(n, p)), n, int(rng.binomial(n, p)), n)
        wrong += combined_epsilon_lower_bound((first, second), 0.0, ERROR) > 0
    assert wrong <= most_errors(200)


def test_combining_equal_blocks_reaches_the_bound_of_all_draws() -> None:
    block, whole = Counts(272, 100_000, 100, 100_000), Counts(1088, 400_000, 400, 400_000)
    combined, single = combined_epsilon_lower_bound([block] * 4, 0.0, ERROR), epsilon_lower_bound(whole, 0.0, ERROR)
    assert epsilon_lower_bound(block, 0.0, ERROR) + 0.05 < combined < single + 0.01
    assert combined > single - 0.03
    worthless = Counts(0, 100_000, 0, 100_000)
    assert 0 < combined_epsilon_lower_bound([block] * 4 + [worthless], 0.0, ERROR) < combined
    assert combined_epsilon_lower_bound([worthless], 0.0, ERROR) == 0


def test_extreme_counts_have_bounds() -> None:
    assert epsilon_lower_bound(Counts(1, 1, 0, 1), 0.0, ERROR) == 0
    assert 8.5 < epsilon_lower_bound(Counts(50_000, 500_000, 0, 500_000), 0.0, ERROR) < log(50_000)
    assert epsilon_lower_bound(Counts(500_000, 500_000, 250_000, 500_000), 0.0, ERROR) == pytest.approx(0.69, abs=0.01)
    assert epsilon_lower_bound(Counts(5, 10, 10, 10), 0.0, ERROR) == 0
    assert delta_lower_bound(Counts(100, 10_000, 0, 10_000), 1.0, ERROR) == pytest.approx(0.0084, abs=3e-4)
    assert gaussian_mu_lower_bound(Counts(100, 100, 0, 100), ERROR) > 3


ONE_OF_TWO = Counts(1, 2, 1, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Counts(5, 4, 0, 1), "counts of the first input: 5 hits of 4; give 0 <= hits <= draws, draws >= 1"),
        (lambda: Counts(-1, 4, 0, 1), "counts of the first input: -1 hits of 4; give 0 <= hits <= draws, draws >= 1"),
        (lambda: Counts(0, 4, 0, 0), "counts of the second input: 0 hits of 0; give 0 <= hits <= draws, draws >= 1"),
        (lambda: epsilon_lower_bound(ONE_OF_TWO, 1.0, ERROR), "delta: 1.0 is out of range; give a number in [0, 1)"),
        (lambda: epsilon_lower_bound(ONE_OF_TWO, 0.0, 0.5), "error: 0.5 is out of range; give a number in (0, 1/2)"),
        (lambda: gaussian_mu_lower_bound(ONE_OF_TWO, 0.0), "error: 0.0 is out of range; give a number in (0, 1/2)"),
        (
            lambda: delta_lower_bound(ONE_OF_TWO, -0.1, ERROR),
            "epsilon: -0.1 is out of range; give a number in [0, 100]",
        ),
        (lambda: p_value(ONE_OF_TWO, 1.0, nan), "delta: nan is out of range; give a number in [0, 1)"),
        (lambda: p_value(ONE_OF_TWO, 100.5, 0.0), "epsilon: 100.5 is out of range; give a number in [0, 100]"),
        (
            lambda: combined_epsilon_lower_bound([], 0.0, ERROR),
            "blocks: 0 is out of range; give the counts of at least one block",
        ),
        (
            lambda: combined_epsilon_lower_bound([ONE_OF_TWO] * 2, -0.1, ERROR),
            "delta: -0.1 is out of range; give a number in [0, 1)",
        ),
        (
            lambda: combined_epsilon_lower_bound([ONE_OF_TWO] * 2, 0.0, 0.5),
            "error: 0.5 is out of range; give a number in (0, 1/2)",
        ),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        call()
    assert str(refused.value) == message


def test_the_ends_of_the_ranges_are_taken() -> None:
    assert delta_lower_bound(Counts(10, 10, 0, 10), 100.0, ERROR) == delta_lower_bound(ONE_OF_TWO, 0.0, ERROR) == 0
    assert p_value(Counts(10, 10, 0, 10), 0.0, 0.0) < 1 == p_value(Counts(10, 10, 9, 10), 100.0, 0.0)


def test_errors_close_to_one_half_and_evidence_close_to_none_have_answers() -> None:
    even = Counts(10, 10, 0, 10)
    assert epsilon_lower_bound(even, 0.0, 0.5 - 1e-9) > epsilon_lower_bound(even, 0.0, 0.4) > 1
    assert combined_epsilon_lower_bound([even] * 2, 0.0, 0.5 - 1e-9) > 1
    assert 0.99 < p_value(even, 14.0, 0.0) <= 1 == p_value(even, 17.0, 0.0)


# ---- Only the most extreme outcome counts: Pr[X = n1, Y = 0] = p1^n1 (1 - p2)^n2, by plain maximization


NULLS = (EpsilonNull(0.0), EpsilonNull(0.05), DeltaNull(0.5), GaussianNull())
CORNERS = (Counts(12, 12, 0, 9), Counts(30, 30, 0, 40))


def corner_p_value(null: Null, t: float, corner: Counts) -> float:
    p2 = np.linspace(0, 1, 20_001)[1:-1]
    p1 = np.minimum(null.curve(t, p2), 1)
    return float((p1**corner.draws_first * (1 - p2) ** corner.draws_second).max())


def bound_of(null: Null, corner: Counts) -> float:
    if isinstance(null, EpsilonNull):
        return epsilon_lower_bound(corner, null.delta, ERROR)
    return (
        delta_lower_bound(corner, null.epsilon, ERROR)
        if isinstance(null, DeltaNull)
        else gaussian_mu_lower_bound(corner, ERROR)
    )


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("null", NULLS)
def test_the_bound_from_the_most_extreme_outcome_is_the_exact_one(null: Null, corner: Counts) -> None:
    """For the Gaussian curve a few tangents stand in, far apart where draws are few, which costs sharpness."""
    spent = corner_p_value(null, bound_of(null, corner), corner) / ERROR
    assert (0.4 if isinstance(null, GaussianNull) else 0.95) < spent < 1 - SHARE_OF_BOX


@pytest.mark.parametrize(
    ("epsilon", "delta", "slack"), [(1.0, 0.0, 1.03), (1.2, 0.05, 1.015), (2.0, 0.1, 1.01), (3.5, 0.0, 1.01)]
)
def test_the_p_value_of_the_most_extreme_outcome_is_the_exact_one(epsilon: float, delta: float, slack: float) -> None:
    exact = corner_p_value(EpsilonNull(delta), epsilon, CORNERS[0])
    assert exact + 1e-6 < p_value(CORNERS[0], epsilon, delta) <= exact * slack + 1e-6


def test_a_p_value_is_between_what_the_nuisance_costs_and_one() -> None:
    assert 1e-6 <= p_value(Counts(1000, 1000, 0, 1000), 0.1, 0.0) < 1e-6 + 1e-12
    values = [p_value(Counts(10, 10, 0, 10), epsilon, 0.0) for epsilon in np.arange(8, 16, 0.25)]
    assert all(a <= b for a, b in pairwise(values)) and values[0] < 1 and values[-1] == 1


def test_blocks_are_combined_with_weights_that_are_square_roots_of_their_draws() -> None:
    blocks = (Counts(5, 5, 0, 4), Counts(30, 30, 0, 40))
    t = combined_epsilon_lower_bound(blocks, 0.05, ERROR)
    p_values = [corner_p_value(EpsilonNull(0.05), t, block) + ERROR * SHARE_OF_BOX for block in blocks]
    score = (ndtri(p_values) * np.sqrt([9 / 79, 70 / 79])).sum()
    assert 0.95 * ERROR < ndtr(score) < (1 - SHARE_OF_BOX) * ERROR


def test_a_block_that_says_nothing_counts_as_a_p_value_close_to_one() -> None:
    cap, worthless = ERROR * SHARE_OF_BOX, Counts(0, 5, 0, 5)
    t = combined_epsilon_lower_bound([CORNERS[1], worthless], 0.05, ERROR)
    p_values = [corner_p_value(EpsilonNull(0.05), t, CORNERS[1]) + cap, 1 - cap / 2]
    score = (ndtri(p_values) * np.sqrt([70 / 80, 10 / 80])).sum()
    assert 0.7 * ERROR < ndtr(score) < ERROR - cap
    assert combined_epsilon_lower_bound([worthless] * 2, 0.05, ERROR) == 0


def test_a_combined_p_value_is_never_rounded_down() -> None:
    assert 0.3 + 0.01 < _inverse_normal([0.3], [7], 0.01) < 0.31 + 1e-9


def test_predicted_bounds_are_those_of_wilson_intervals() -> None:
    z = float(ndtri(1 - ERROR)) + 2
    low = wilson(250, -z)
    for hits, p2 in ((50, 0.1), (0, 0.5 / 500)):
        wanted = log(0.4 / p2) - np.hypot(log(0.4 / (low - 0.1)), log(wilson(hits, z) / p2))
        (found,) = predicted_bound(np.array([0.5]), np.array([hits / 500]), 1000, 0.1, ERROR)
        assert found == pytest.approx(wanted)


def wilson(hits: int, z: float) -> float:
    interval = binomtest(hits, 500).proportion_ci(float(2 * ndtr(abs(z)) - 1), method="wilson")
    return float(interval.high if z > 0 else interval.low)


def test_the_search_finds_the_end_of_what_is_rejected_where_p_values_jump() -> None:
    assert 0.5 < _largest_rejected(lambda t: float(t > 1), 3.0, 0.1, ERROR) <= 1
