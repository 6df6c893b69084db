"""What no audit can show: below the optimum where draws hardly tell which outcomes tell, and above what audits show."""

from __future__ import annotations

import sys
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import entropy, multinomial

from littlestone.proofs_check.audits.search.blackbox import blackbox_bound

BENCH = Path(__file__).parents[4] / "bench" / "audit"
DRAWS = 1200
P = np.array([0.16, *[0.12] * 7])  # one of eight outcomes tells
Q = np.array([0.104, *[0.128] * 7])


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    import limits

    yield limits
    for name in ("limits", "laws", "mechanisms", "truth"):
        sys.modules.pop(name, None)


def test_permanents(limits: Any) -> None:
    entries = np.random.default_rng(0).random((2, 4, 4))
    sums = sum(entries[:, range(4), order].prod(axis=1) for order in permutations(range(4)))
    assert limits.permanent(entries) == pytest.approx(sums)


def test_private_pairs_are_private_and_pairs(limits: Any) -> None:
    family = limits.family_of(P, Q)
    for alike in (False, True):
        ratios = limits.private(family, 0.1, alike)
        assert np.abs(ratios).max() <= 0.1 and family.mass @ np.tanh(ratios / 2) == pytest.approx(0, abs=1e-12)


def test_a_known_order_costs_nothing_and_an_unknown_one_does(limits: Any) -> None:
    known, unknown = limits.family_of(P, Q, size=1), limits.family_of(P, Q)
    optimum = limits.truth_of_laws(P, Q, 0.0, DRAWS).optimum
    assert limits.limit(known, DRAWS, trials=1000) == pytest.approx(optimum, rel=0.1)
    assert limits.limit(unknown, DRAWS, trials=1000) < 0.95 * optimum


@pytest.mark.slow
def test_audits_stay_below(limits: Any) -> None:
    family = limits.family_of(P, Q)
    laws, names = dict(enumerate(family.laws)), np.random.default_rng(1).permutation(8)

    def draw(which: int, n: int, rng: np.random.Generator) -> Any:
        return names[rng.choice(8, size=n, p=laws[which] / laws[which].sum())]

    bounds = [blackbox_bound(draw, [(0, 1)], delta=0.0, draws=DRAWS, seed=seed).epsilon for seed in range(21)]
    assert np.median(bounds) < limits.limit(family, DRAWS, trials=400)


# ---- An outcome that stands out, hidden among others


@pytest.fixture
def hidden(limits: Any) -> Any:
    """One of sixteen outcomes stands out; the last is the rest."""
    p, q = np.array([0.07, *[0.05] * 15, 0.18]), np.array([0.04, *[0.052] * 15, 0.18])
    return limits.hidden_family(p, q, DRAWS)


@pytest.mark.slow
@pytest.mark.parametrize("place", [None, 0, 11])
def test_members_are_pairs_of_laws(limits: Any, hidden: Any, place: int | None) -> None:
    ratios = limits.member(hidden, 0.1, np.resize([1.0, -1.0, -1.0], 8), place)
    mass = np.concatenate([hidden.mass, hidden.mass, [hidden.rest]])
    assert mass.sum() == pytest.approx(1) and mass @ np.tanh(ratios / 2) == pytest.approx(0, abs=1e-12)
    assert (np.abs(ratios[:-1]) > 0.1 + 1e-12).sum() == (place is not None)


@pytest.mark.slow
@pytest.mark.parametrize("place", [3, 11])
def test_members_have_the_optimum_of_the_row_in_the_better_order(limits: Any, hidden: Any, place: int) -> None:
    mass = np.concatenate([hidden.mass, hidden.mass, [hidden.rest]])
    ratios = limits.member(hidden, 0.01, np.ones(8), place)
    laws = [2 * mass / (1 + np.exp(-s * ratios)) for s in (1, -1)]
    known = max(limits.truth_of_laws(*each, 0.0, DRAWS).optimum for each in (laws, laws[::-1]))
    alone = limits.bound_at_expected_counts(0.07, 0.04, 0.0, DRAWS)
    assert known == pytest.approx(alone, rel=0.05)


def test_likelihood_ratios_are_those_of_all_members_listed(limits: Any) -> None:
    family, b, rng = limits.Hidden(np.array([0.1, 0.07]), 0.66, np.array([0.8, 1.1])), 0.3, np.random.default_rng(5)
    mass = np.array([0.1, 0.07, 0.1, 0.07, 0.66])

    def chance(signs: tuple[float, ...], place: int | None, first: Any, second: Any) -> float:
        ratios = limits.member(family, b, np.array(signs), place)
        laws = [2 * mass / (1 + np.exp(-s * ratios)) for s in (1, -1)]
        return float(multinomial.pmf(first, first.sum(), laws[0]) * multinomial.pmf(second, second.sum(), laws[1]))

    for stands_out in (False, True):
        firsts, drawn = limits.hidden_draws(family, b, stands_out, 400, 5, rng)
        for first, second, score in zip(
            firsts, drawn - firsts, limits.hidden_scores(family, b, firsts, drawn), strict=True
        ):
            signs = list(product((-1.0, 1.0), repeat=2))
            members = np.mean([chance(each, place, first, second) for each in signs for place in range(4)])
            private = np.mean([chance(each, None, first, second) for each in signs])
            assert score == pytest.approx(np.log(members / private), abs=1e-9)


@pytest.mark.slow
def test_likelihood_ratios_are_one_on_average_where_nothing_stands_out(limits: Any, hidden: Any) -> None:
    rng = np.random.default_rng(0)
    ratios = np.exp(limits.hidden_scores(hidden, 0.05, *limits.hidden_draws(hidden, 0.05, False, 300, 4000, rng)))
    assert ratios.mean() == pytest.approx(1, abs=5 * ratios.std() / 4000**0.5)


@pytest.mark.slow
def test_what_is_hidden_is_not_shown(limits: Any, hidden: Any) -> None:
    optimum, limit = limits.bound_at_expected_counts(0.07, 0.04, 0.0, DRAWS), limits.hidden_limit(hidden, DRAWS, 1000)
    assert limit < 0.8 * optimum
    mass, rng = np.concatenate([hidden.mass, hidden.mass, [hidden.rest]]), np.random.default_rng(1)
    bounds = []
    for seed in range(21):
        ratios = limits.member(hidden, limit, rng.choice([-1.0, 1.0], size=8), int(rng.integers(16)))
        laws = [2 * mass / (1 + np.exp(-s * ratios)) for s in (1, -1)]

        def draw(which: int, n: int, rng: np.random.Generator, laws: Any = laws) -> Any:
            return rng.choice(17, size=n, p=laws[which] / laws[which].sum())

        bounds.append(blackbox_bound(draw, [(0, 1)], delta=0.0, draws=DRAWS, seed=seed).epsilon)
    assert np.median(bounds) < limit


@pytest.mark.slow
def test_limits_hold_however_few_the_trials(limits: Any) -> None:
    p, q = np.array([0.1, *[0.05] * 5, 0.65]), np.array([0.03, *[0.052] * 5, 0.71])
    family = limits.hidden_family(p, q, DRAWS)
    least = min(limits.hidden_limit(family, DRAWS, trials=300, seed=seed) for seed in range(5))
    assert limits.hidden_power(family, least, DRAWS, trials=10_000, seed=99) < 0.5


@pytest.mark.slow
def test_no_test_has_more_power(limits: Any, hidden: Any) -> None:
    rng, trials = np.random.default_rng(0), 4000
    scores = [
        limits.hidden_scores(hidden, 0.05, *limits.hidden_draws(hidden, 0.05, stands_out, DRAWS, trials, rng))
        for stands_out in (False, True)
    ]
    simulated = np.mean(scores[1] > np.quantile(scores[0], 0.95))
    assert simulated < limits.hidden_power(hidden, 0.05, DRAWS, trials=1000, seed=1) < simulated + 0.1


# ---- Outcomes as likely as the best event


def test_outcomes_as_likely_as_the_best_event_fill_half_of_the_draws(limits: Any) -> None:
    p, q = np.array([0.08, 0.3, 0.62]), np.array([0.04, 0.34, 0.62])
    family = limits.alike_family(p, q, DRAWS)
    assert family.mass == pytest.approx(np.full(4, 0.06)) and family.rest == pytest.approx(0.52)
    ratios = limits.member(family, 0.01, np.ones(4), 2)
    mass = np.concatenate([family.mass, family.mass, [family.rest]])
    known = limits.truth_of_laws(2 * mass / (1 + np.exp(-ratios)), 2 * mass / (1 + np.exp(ratios)), 0.0, DRAWS)
    assert known.optimum == pytest.approx(limits.truth_of_laws(p, q, 0.0, DRAWS).optimum, rel=0.1)
    assert limits.hidden_limit(family, DRAWS, 1000) < 0.9 * known.optimum


def test_a_likely_event_is_hidden_among_none(limits: Any) -> None:
    with pytest.raises(ValueError, match="leaves no room"):
        limits.alike_family(np.array([0.6, 0.4]), np.array([0.4, 0.6]), DRAWS)


# ---- A pair that stands out, hidden among others


def test_the_more_pairs_the_less_is_shown(limits: Any) -> None:
    optimum = 0.2
    out = limits._out(0.06, optimum, DRAWS)
    found = [limits.searched_limit(0.06, out, pairs, DRAWS) for pairs in (1, 2, 4, 8, 1000)]
    assert out > found[0] > optimum and found == sorted(found, reverse=True)
    assert found[2] < optimum and found[-1] == 0.0


@pytest.mark.parametrize("pairs", [1, 3, 8])
def test_at_the_limit_draws_tell_as_much_as_a_test_needs(limits: Any, pairs: int) -> None:
    out = limits._out(0.06, 0.3, DRAWS)
    b = limits.searched_limit(0.06, out, pairs, DRAWS)
    chances = [[0.12 / (1 + np.exp(-side * each)) for each in (b, out)] for side in (1, -1)]
    of_a_draw = max(entropy([none, 1 - none], [some, 1 - some]) for none, some in chances)
    assert DRAWS / pairs * of_a_draw == pytest.approx(entropy([0.05, 0.95], [0.5, 0.5]))


def told(ratios: Any, b: float, out: float, drawn: Any, rng: np.random.Generator) -> Any:
    """Log likelihood ratios of standing out or not, from half as many draws of each input of each pair."""
    found = np.zeros(ratios.shape)
    for side in (1, -1):
        chance, none, some = (0.12 / (1 + np.exp(-side * each)) for each in (ratios, b, out))
        hits = rng.binomial(drawn // 2, chance)
        found += hits * np.log(some / none) + (drawn // 2 - hits) * np.log((1 - some) / (1 - none))
    return found


def power(limits: Any, b: float, out: float, pairs: int, searching: float) -> float:
    """Of the best test: a part of the draws on all pairs alike, the others on what then stands out most."""
    scores, rng = [], np.random.default_rng(0)
    for first in (b, out):
        ratios = np.full((4000, pairs), b)
        ratios[:, 0] = first
        seen = told(ratios, b, out, int(searching * DRAWS / pairs), rng)
        best = seen == seen.max(axis=1, keepdims=True)
        seen += told(ratios, b, out, best * int((1 - searching) * DRAWS), rng)
        scores.append(np.log(np.exp(seen).mean(axis=1)))
    return float(np.mean(scores[1] > np.quantile(scores[0], 0.95)))


@pytest.mark.parametrize("searching", [0.3, 1.0])
@pytest.mark.parametrize("pairs", [1, 2, 8])
def test_no_search_tells_the_pair(limits: Any, pairs: int, searching: float) -> None:
    out = limits._out(0.06, 0.3, DRAWS)
    b = limits.searched_limit(0.06, out, pairs, DRAWS)
    assert 0.1 < power(limits, b, out, pairs, searching) < 0.5


def test_a_known_pair_is_told_where_less_is_private(limits: Any) -> None:
    """So the simulation above can fail."""
    out = limits._out(0.06, 0.3, DRAWS)
    assert power(limits, 0.25, out, 1, 1.0) > 0.5
