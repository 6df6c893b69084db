"""Log ratios along a score: straight where hits show nothing else, as hits show them where they show jumps."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from littlestone.proofs_check.audits.search.features import Feature, Floats
from littlestone.proofs_check.audits.search.judging import MASSES, Data, Option, judged
from littlestone.proofs_check.audits.search.promises import FEWEST_HITS, Purpose, best_ends, best_place
from littlestone.proofs_check.audits.search.scores import FeatureScore
from littlestone.proofs_check.audits.search.smoothing import Smoothed, smoothed

DRAWS = 100_000.0
SCORE = FeatureScore(Feature("x0", lambda table: table[:, 0]))


def hits_of(densities: Floats, shells: Floats) -> tuple[Floats, Floats]:
    """Expected hits above each level of shells with these masses, where log ratios are so large."""
    ratio = np.exp(densities)
    one, two = (DRAWS * shells * 2 * part / (1 + ratio) for part in (ratio, np.ones_like(ratio)))
    one, two = (each * DRAWS / each.sum() for each in (one, two))
    return np.cumsum(one)[:-1], np.cumsum(two)[:-1]


def shells_of_masses() -> Floats:
    return np.diff(np.append(MASSES, 1.0), prepend=0.0)


def log_ratio(one: Floats, two: Floats) -> Floats:
    ratios: Floats = np.log(one / two)
    return ratios


def smooth_of(one: Floats, two: Floats) -> Smoothed:
    return smoothed(one, two, (DRAWS, DRAWS))


def test_a_straight_line_is_found_and_known_better_than_by_hits_alone() -> None:
    shells = shells_of_masses()
    one, two = hits_of(-0.1 * ndtri(np.cumsum(shells) - shells / 2), shells)
    known = smooth_of(one, two).events(above=True)
    seen = one + two > 200
    assert np.allclose(log_ratio(known.first, known.second)[seen], log_ratio(one, two)[seen], atol=0.05)
    rare = (one + two > 20) & (one + two < 500)
    assert rare.any() and (1 / known.first + 1 / known.second < (1 / one + 1 / two) / 4)[rare].all()


def test_a_rare_shell_that_stands_out_by_chance_is_believed_to_tell_what_those_beside_it_do() -> None:
    shells = shells_of_masses()
    log_ratios = np.zeros(len(shells))
    log_ratios[0] = 1.5  # of some ten hits: two or three standard errors
    one, two = hits_of(log_ratios, shells)
    known = smooth_of(one, two).events(above=True)
    assert log_ratio(one, two)[0] > 1.4 and log_ratio(known.first, known.second)[0] < 0.3


def test_a_jump_that_hits_show_beyond_chance_stays() -> None:
    shells = shells_of_masses()
    one, two = hits_of(np.where(np.arange(len(shells)) < len(shells) // 3, 1.0, -0.1), shells)
    known = smooth_of(one, two).events(above=True)
    at = len(shells) // 3 - 1
    assert abs(log_ratio(known.first, known.second)[at] - log_ratio(one, two)[at]) < 0.1


def test_the_evidence_has_the_masses_of_the_events_and_the_posterior_of_their_ratios() -> None:
    totals, shells = (60_000.0, 40_000.0), shells_of_masses()
    one, two = (
        hits * n / DRAWS for hits, n in zip(hits_of(0.2 * np.linspace(1, -1, len(shells)), shells), totals, strict=True)
    )
    smooth = smoothed(one, two, totals)
    for above in (True, False):
        known, shares = smooth.events(above), smooth.above if above else smooth.below
        p, q = known.first / known.first_draws, known.second / known.second_draws
        inside = (one + two) if above else sum(totals) - one - two
        assert np.allclose(p * totals[0] + q * totals[1], inside)
        variances = np.array([each @ smooth.covariance @ each for each in shares])
        assert np.allclose(1 / known.first + 1 / known.second, variances)
        assert np.allclose(np.log(p / q), shares @ smooth.means)
    turned = known.turned
    assert turned.first is known.second and turned.second_draws is known.first_draws


def test_guesses_at_both_ends_are_known_as_the_two_events_are() -> None:
    shells = shells_of_masses()
    one, two = hits_of(0.2 * np.linspace(1, -1, len(shells)), shells)
    smooth = smooth_of(one, two)
    for above in (True, False):
        guesses = smooth.both_ends(10, above)
        (own, others), (mass, masses) = (smooth.above, smooth.below), smooth.masses
        if not above:
            own, others, mass, masses = others, own, masses, mass
        ends = mass[10] * own[10] - masses[20] * others[20]
        made = mass[10] + masses[20]
        assert np.isclose(log_ratio(guesses.right, guesses.wrong)[20], ends @ smooth.means / made)
        assert np.isclose((1 / guesses.right + 1 / guesses.wrong)[20], ends @ smooth.covariance @ ends / made**2)
        assert np.isclose((guesses.right + guesses.wrong)[20] / guesses.draws[20], made)  # type: ignore[index]
        turned = guesses.turned
        assert turned.right is guesses.wrong and turned.wrong is guesses.right


def test_exchanged_inputs_exchange_the_evidence() -> None:
    shells = shells_of_masses()
    one, two = hits_of(0.3 * np.linspace(1, -1, len(shells)), shells)
    known, other = smooth_of(one, two).events(above=False), smooth_of(two, one).events(above=False)
    assert np.allclose(known.first, other.second) and np.allclose(known.second_draws, other.first_draws)


def test_scores_judged_by_other_draws_are_smoothed_and_those_of_few_outcomes_are_not() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(4000, 1))
    label = rng.random(4000) < ndtr(rows[:, 0])
    folds = np.arange(4000) % 2 == np.arange(2)[:, None]
    data = Data(rows, (label & folds).astype(float), (~label & folds).astype(float), None, None)
    assert judged(SCORE, [rows[:, 0]], data).smooth is None
    assert judged(SCORE, [rows[:, 0]] * 3, data).smooth is not None


@pytest.mark.parametrize("seed", [1, 7])
def test_on_noise_no_rare_event_is_promised_much(seed: int) -> None:
    """By its own hits alone the best of all levels promises 0.05 and more with these seeds."""
    rng = np.random.default_rng(seed)
    one, two = (np.cumsum(rng.multinomial(int(DRAWS), shells_of_masses()))[:-1].astype(float) for _ in range(2))
    half = np.full((1, 1), DRAWS)
    data, purpose = Data(np.zeros((1, 1)), half, half, None, None), Purpose(10**6, 0.0, 0.05)

    def promised(smooth: Smoothed | None) -> list[float]:
        option = Option(SCORE, -np.arange(len(one), dtype=float), one, two, smooth=smooth)
        place = best_place(option, data, purpose)
        return [place.value, best_ends(option, place, data, purpose).value]

    assert max(promised(smooth_of(one, two))) < 0.001 and min(promised(None)) > 0.04


def test_events_of_few_hits_are_promised_nothing() -> None:
    shells = shells_of_masses()
    one, two = hits_of(3 * np.linspace(1, -1, len(shells)), shells)
    half = np.full((1, 1), DRAWS)
    data = Data(np.zeros((1, 1)), half, half, None, None)
    option = Option(SCORE, -np.arange(len(one), dtype=float), one, two, smooth=smooth_of(one, two))
    place = best_place(option, data, Purpose(10**6, 0.0, 0.05))
    hits = (option.first if place.above else DRAWS - option.second)[place.at]
    assert place.above != place.swapped and hits >= FEWEST_HITS
