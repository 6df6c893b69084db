"""The claims that hold the NumPy learners against their listings: true of them, false of each seeded fault."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import littlestone.spec.bcs20.implementations as boosting_claims
import littlestone.spec.bcs20.implementations_halfspaces as halfspace_claims
from littlestone.impl.boosting import boost, halfspaces
from littlestone.impl.boosting.halfspaces import noisy_centre, on_grid
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import as_float
from littlestone.spec.algebra.exact_numbers import Integer
from littlestone.spec.algebra.reals import Real, ln

claims: Any = boosting_claims  # whose formulas take plain numbers too
halves: Any = halfspace_claims
TWO, BITS, BITS_ON_GRID = Integer(2), Integer(38), Integer(30)
QUARTER = Fraction(1, 4)
Statement = Callable[[], Any]

HOLDS: dict[str, Statement] = {
    "projection": lambda: claims.projections_are_found_by_selection(Integer(3), boost.projected, BITS),
    "lazy": lambda: claims.lazy_updates_keep_cumulative_losses_alone(TWO, boost.lazy_weights, BITS),
    "iterate": lambda: claims.iterations_have_the_law_of_the_listing(TWO, law, boost.boost, 1),
    "boost": lambda: claims.boosting_has_the_law_of_the_listing(TWO, law, boost.boost, 1),
    "noised": lambda: claims.the_noised_mechanism_has_the_law_of_the_listing(TWO, law, boost.noised_mechanism, QUARTER),
    "oracle": lambda: claims.noisy_rows_are_drawn_independently(TWO, law, boost.noisy_rows, QUARTER),
    "play": lambda: claims.lazy_play_costs_what_the_listing_says(TWO, boost.lazy_weights, BITS),
    "pythia": lambda: claims.pythia_is_found_by_selection(Integer(3), boost.pythia, 0),
    "weak": lambda: halves.weak_halfspaces_are_those_of_the_listing(TWO, halfspaces.weak_halfspace, BITS_ON_GRID),
    "strong": lambda: halves.strong_halfspaces_are_those_of_the_listing(
        TWO, halfspaces.strong_halfspaces, BITS_ON_GRID
    ),
    "evened": lambda: halves.evened_halfspaces_are_those_of_the_listing(
        TWO, halfspaces.strong_halfspaces, BITS_ON_GRID
    ),
    "budget": lambda: halves.the_noise_is_the_least_for_the_budget(Integer(100), halfspaces.private_rho, 4),
}


@pytest.mark.parametrize("name", HOLDS)
def test_the_learners_are_those_of_the_listings(name: str) -> None:
    assert bool(HOLDS[name]())


# ---- Seeded faults


def without_capping(log_weights: Any, kappa: Any) -> Any:
    weights = np.exp(log_weights - log_weights.max())
    return weights * max(1.0, float(kappa) * len(weights) / float(weights.sum()))


def as_a_set(sample: Any, rounds: Any, following: Any, weak: Any, source: Any) -> Any:
    return tuple(dict.fromkeys(BOOST(sample, rounds, following, weak, source)))


def unnormalised(sample: Any, rounds: Any, following: Any, weak: Any, source: Any) -> Any:
    return BOOST(sample, rounds, following, lambda S, mu, source: weak(S, [w / 3 for w in mu], source), source)


BOOST = boost.boost


def flips_all(sample: Any, rate: Any, source: Any) -> Any:
    f = -1 if source.bernoulli(rate) else 1
    return tuple((x, f * y) for x, y in sample)


def flips_too_often(sample: Any, rate: Any, source: Any) -> Any:
    return tuple((x, y if source.bernoulli(rate) else -y) for x, y in sample)


def unprojected(losses: Any, kappa: Any, rate: float) -> Any:
    return np.exp(-rate * losses)


def quieter(deviation: Any, centre: Any, source: Any) -> Any:
    """Noise of half the deviation."""
    return noisy_centre(Real.of(deviation) / 2, centre, source)


def same_noise(deviation: Any, centre: Any, source: Any) -> Any:
    """One draw for all coordinates."""
    return on_grid(centre) + float(source.gaussian(deviation))


def length_in_the_open(tau: Any, deviation: Any, centre: Any, source: Any) -> Any:
    """The length is used without noise."""
    noisy = noisy_centre(deviation, centre, source)
    source.gaussian(deviation)
    return 0.6 * noisy / max(float(np.linalg.norm(centre)), as_float(tau) / 4)


def rho_by_tens(epsilon: Any, delta: Any) -> Any:
    logarithm = Real.of(ln(1 / Real.of(delta)) / ln(10))
    half = Fraction(1, 2)
    return ((logarithm + epsilon) ** half - logarithm**half) ** 2


def readings(letter: str, fault: Any) -> dict[str, Any]:
    return {**halfspaces.READINGS, letter: fault}


FAULTS: list[tuple[str, Any, str, Any]] = [
    ("projection", boost, "dense_weights", without_capping),
    ("lazy", boost, "lazy_measure", unprojected),
    ("boost", boost, "boost", as_a_set),
    ("iterate", boost, "boost", unnormalised),
    ("noised", boost, "flipped", flips_all),
    ("oracle", boost, "flipped", flips_too_often),
    ("play", boost, "lazy_measure", unprojected),
    ("pythia", boost, "ceil", lambda x: int(x) + 1),
    ("weak", halfspaces, "READINGS", readings("A", same_noise)),
    ("strong", halfspaces, "READINGS", readings("A", quieter)),
    ("evened", halfspaces, "evened_scores", length_in_the_open),
    ("budget", halfspaces, "largest_rho", rho_by_tens),
]


@pytest.mark.parametrize(("name", "module", "attribute", "fault"), FAULTS)
def test_seeded_faults_are_caught(
    name: str, module: Any, attribute: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, attribute, fault)
    assert not bool(HOLDS[name]())
