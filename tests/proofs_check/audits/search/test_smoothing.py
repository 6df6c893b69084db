"""Log ratios along a score: straight where hits show nothing else, as hits show them where they show jumps."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri

from littlestone.proofs_check.audits.search.features import Feature, Floats
from littlestone.proofs_check.audits.search.judging import MASSES, Data, Option
from littlestone.proofs_check.audits.search.promises import Purpose, best_ends, best_place
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


def known_hits(one: Floats, two: Floats) -> tuple[Floats, Floats]:
    (first, _), (second, _) = smooth_of(one, two).events(True, (one, two))
    return first, second


def test_a_straight_line_is_found_and_known_better_than_by_hits_alone() -> None:
    shells = shells_of_masses()
    one, two = hits_of(-0.1 * ndtri(np.cumsum(shells) - shells / 2), shells)
    first, second = known_hits(one, two)
    seen = one + two > 200
    assert np.allclose(log_ratio(first, second)[seen], log_ratio(one, two)[seen], atol=0.05)
    rare = (one + two > 20) & (one + two < 500)
    assert rare.any() and (1 / first + 1 / second < (1 / one + 1 / two) / 4)[rare].all()


@pytest.mark.parametrize(("rare", "hits"), [(100.0, 10.0), (100.0, 0.0), (300.0, 0.0)])
def test_a_jump_at_one_rare_place_stays_though_all_else_is_flat(rare: float, hits: float) -> None:
    """A walk strays little for one of many shells: the posterior at the jump was 0.06 for 100 hits and none."""
    shells = shells_of_masses()
    inside = np.cumsum(shells)[:-1]
    part = np.minimum(inside / 0.01, 1.0)  # the score orders what is in the rare region by chance
    one, two = (part * h + inside * (DRAWS - h) / 1.01 * (inside > 0.01) for h in (rare, hits))
    first, second = known_hits(one, two)
    at = int(np.flatnonzero(inside <= 0.01)[-1])
    assert first[at] == one[at] and second[at] == two[at]


def test_inputs_drawn_unequally_often_tell_nothing_by_that() -> None:
    inside = np.cumsum(shells_of_masses())[:-1]
    assert np.abs(smoothed(60_000 * inside, 40_000 * inside, (60_000.0, 40_000.0)).means).max() < 0.05


@pytest.mark.parametrize("swapped", [False, True])
def test_both_ends_are_promised_to_the_input_that_is_likelier_there(swapped: bool) -> None:
    shells = shells_of_masses()
    hits = hits_of(-0.2 * ndtri(np.cumsum(shells) - shells / 2), shells)
    one, two = hits[::-1] if swapped else hits
    half = np.full((1, 1), DRAWS)
    data, purpose = Data(np.zeros((1, 1)), half, half, None, None), Purpose(10**6, 0.0, 0.05)
    option = Option(SCORE, -np.arange(len(one), dtype=float), one, two, smooth=smooth_of(one, two))
    place = best_place(option, data, purpose)
    ends = best_ends(option, place, data, purpose)
    assert place.above != (place.swapped != swapped) and ends.value > place.value > 0.1


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
