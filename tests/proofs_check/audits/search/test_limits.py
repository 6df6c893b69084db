"""What no audit can show: below the optimum where draws hardly tell which outcomes tell, and above what audits show."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import multinomial

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


# ---- Outcomes as likely as the best event


def test_a_likely_event_is_hidden_among_none(limits: Any) -> None:
    with pytest.raises(ValueError, match="leaves no room"):
        limits.alike_family(np.array([0.6, 0.4]), np.array([0.4, 0.6]), DRAWS)
