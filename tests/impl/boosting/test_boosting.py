"""Projections of many weights, the sizes of the halfspace learner, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from littlestone.impl.boosting.boost import dense_weights, pythia
from littlestone.impl.boosting.halfspaces import (
    HalfspaceTask,
    evened_scores,
    is_quiet,
    learn_halfspaces,
    least_rows,
    levels,
    sensitivity,
    transfers,
)
from littlestone.impl.privacy.renyi import largest_rho
from littlestone.impl.randomness.sources import SeededSource, as_float
from littlestone.spec.boosting.halfspace_runs import HalfspacePlan
from littlestone.spec.boosting.halfspace_sizes import HalfspaceGoal
from littlestone.spec.learning.randomness import ParameterError

TASK = HalfspaceTask(Fraction(1, 2), Fraction(1, 4))
PRIVACY = (Fraction(1), Fraction(1, 10**6))
GOAL = HalfspaceGoal(Fraction(1, 10), Fraction(1, 20), 1, Fraction(1, 10**6), Fraction(1, 10))


def by_sorting(log_weights: Any, kappa: float) -> Any:
    """Capped scaling by a full sort, for weights that are no underflows."""
    weights = np.exp(log_weights)
    heaviest, total = np.sort(weights)[::-1], kappa * len(weights)
    rest = np.cumsum(heaviest[::-1])[::-1]
    k = int(np.argmax((total - np.arange(len(weights))) * heaviest <= rest))
    return np.minimum(1, weights * max(1.0, (total - k) / rest[k]))


@pytest.mark.parametrize("spread", [0, 0.1, 3, 30, 300])
@pytest.mark.parametrize("kappa", [0.001, 0.25, 0.9])
def test_selection_finds_what_sorting_finds(spread: float, kappa: float) -> None:
    logs = -spread * np.random.default_rng(0).random(2_000) - 2
    assert dense_weights(logs, kappa) == pytest.approx(by_sorting(logs, kappa), rel=1e-9, abs=1e-12)


def test_weights_below_the_least_float_are_told_apart() -> None:
    logs = np.array([-1e6, -1e6 - 1, -2e6, -2e6 - 1])
    assert dense_weights(logs, 0.5).tolist() == pytest.approx([1, 1, 0, 0])
    assert dense_weights(logs, 0.75) == pytest.approx([1, 1, np.e / (1 + np.e), 1 / (1 + np.e)])


class Recorder:
    """A weak learner that keeps the centres and their lengths, and answers what it was told to."""

    def __init__(self, answers: Any) -> None:
        self.answers, self.seen = answers, []

    def __call__(self, deviation: Any, centre: Any, source: Any) -> Any:
        self.seen.append(np.append(centre, np.linalg.norm(centre)))
        return self.answers[len(self.seen) - 1]


def centres(examples: Any, plan: HalfspacePlan, answers: Any) -> Any:
    weak = Recorder(answers)
    learn_halfspaces(examples, plan, weak, SeededSource(0))
    return np.array(weak.seen)


def test_the_centres_of_neighbours_are_at_most_the_sensitivity_apart() -> None:
    generator, largest = np.random.default_rng(0), 0.0
    for _ in range(300):
        n, d, rounds = (int(generator.integers(1, most)) for most in (9, 4, 5))
        plan = HalfspacePlan(Fraction(int(generator.integers(1, 20)), 20), rounds, Fraction(3, 2), Fraction(1))
        first = generator.choice([-1.0, 1.0], size=(n, d)) / d**0.5
        second, answers = first.copy(), generator.normal(size=(rounds, d)) * 10.0 ** generator.integers(-1, 5)
        second[-1] *= -1
        apart = np.linalg.norm(centres(first, plan, answers) - centres(second, plan, answers), axis=1).max()
        largest = max(largest, float(apart) / as_float(sensitivity(n, plan.kappa, d)))
    assert 0.95 < largest <= 1


def test_pythia_needs_points() -> None:
    with pytest.raises(ParameterError):
        pythia([], Fraction(1, 2))


def test_the_least_rows_are_the_least() -> None:
    n = least_rows(TASK, TASK.rounds, 10, PRIVACY)
    assert is_quiet(TASK, TASK.rounds, n, 10, PRIVACY)
    assert not is_quiet(TASK, TASK.rounds, n - 1, 10, PRIVACY)
    assert not is_quiet(TASK, TASK.rounds - 1, n, 10, PRIVACY)
    with pytest.raises(ParameterError, match="rounds"):
        least_rows(TASK, TASK.rounds - 1, 10, PRIVACY)


def test_the_rows_for_fresh_rows() -> None:
    alpha, beta = Fraction(1, 2), Fraction(1, 10)
    task, privacy = HalfspaceTask(Fraction(1, 2), alpha / 4, beta), levels(*PRIVACY, alpha, beta)
    n = least_rows(task, task.rounds, 10, privacy, alpha)
    assert privacy == (Fraction(1, 72), Fraction(1, 10**6))
    assert transfers(n, alpha, beta, privacy)
    assert not transfers(n, alpha, beta, PRIVACY)


def test_rho_is_where_the_conversion_gives_epsilon() -> None:
    for bad in (0, 1, 2):
        with pytest.raises(ParameterError):
            largest_rho(1, bad)


def test_rounds_are_a_list_with_multiplicity() -> None:
    plan = HalfspacePlan(Fraction(1, 2), 3, Fraction(1, 10), Fraction(1, 10**6))
    weak = partial(evened_scores, Fraction(1, 2))
    found = learn_halfspaces(np.array([[0.5, 0.5]] * 10), plan, weak, SeededSource(0))
    assert found.shape == (3, 2) and found == pytest.approx(0.6 / 2**0.5, abs=1e-4)
    with pytest.raises(ParameterError):
        learn_halfspaces(np.empty((0, 2)), plan, weak, SeededSource(0))
