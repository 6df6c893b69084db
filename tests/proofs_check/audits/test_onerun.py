"""Audits in one run: the bound holds for the worst mechanism, rarely exceeds the truth, and finds what leaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import exp, inf, log
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.onerun import canary_game
from littlestone.proofs_check.audits.subjects.instances import Instance, instance_of_class
from littlestone.proofs_check.bad_input import BadInput, UnusableTarget
from littlestone.proofs_check.statistics.binomials import upper_tail
from littlestone.proofs_check.statistics.one_run import delta_term, one_run_bound, one_run_mu
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.randomness import ParameterError

ERROR = Fraction(1, 20)
MOST_WRONG = 131
RUNS = 2000


# ---- The bound


def most_likely(m: int, event: Callable[[int, int], bool], e: int, delta: float) -> float:
    """The largest chance of ``event(guesses made, right ones)`` about m coins, over all private mechanisms.

    By symmetry a mechanism is a law of the vectors S_i T_i, here a linear program with e = e^epsilon.
    """
    outputs = list(product((-1, 0, 1), repeat=m))
    place, n = {x: i for i, x in enumerate(outputs)}, len(outputs)
    rows = lil_matrix((n * m + m, n * (m + 1)))
    for j, x in product(range(m), outputs):
        if x[j]:
            k = n * j + place[x]
            rows[k, place[x]], rows[k, place[(*x[:j], -x[j], *x[j + 1 :])]], rows[k, n + k] = 1, -e, -1
    for j in range(m):
        rows[n * m + j, n * (j + 1) : n * (j + 2)] = 1
    gains = [-float(event(sum(map(abs, x)), sum(t == 1 for t in x))) for x in outputs] + [0.0] * (n * m)
    total = np.array([[1.0] * n + [0.0] * (n * m)])
    found = linprog(gains, rows.tocsr(), [0.0] * (n * m) + [delta] * m, total, [1.0])
    return float(-found.fun)


@pytest.mark.parametrize(("m", "r"), [(2, 2), (4, 4), (5, 5), (4, 1), (4, 2), (5, 3)])
def test_no_private_mechanism_guesses_better(m: int, r: int) -> None:
    tightest = inf
    for v, e, delta in product(range(1, r + 1), (1, 3), (Fraction(1, 100), Fraction(1, 10))):
        bound = float(upper_tail(r, Fraction(e, 1 + e), v) + delta_term(m, r, delta))
        truth = most_likely(m, lambda made, right, v=v: made == r and right >= v, e, float(delta))
        assert truth <= bound + 1e-7
        tightest = min(tightest, bound - truth)
    assert tightest < 0.001


def test_no_private_mechanism_gains_by_choosing_when_to_abstain() -> None:
    error, least = Fraction(1, 4), inf
    for e, delta in product((1, 2, 3), (Fraction(1, 1000), Fraction(1, 50))):

        def too_large(made: int, right: int, e: int = e, delta: Fraction = delta) -> bool:
            return one_run_bound(5, made, right, delta, error) > log(e)

        chance = most_likely(5, too_large, e, float(delta))
        assert chance <= error
        least = min(least, error - chance)
    assert least < 0.15


@pytest.mark.parametrize("guesses", [1, 7, 30])
def test_the_largest_point_probabilities_are_largest_at_a_half(guesses: int) -> None:
    def mean(q: Fraction) -> Fraction:
        tails = [[upper_tail(k, q, c) - upper_tail(k, q, c + 1) for c in range(k + 1)] for k in range(guesses)]
        return 3 * Fraction(1, 7) * (1 - q) * sum(map(max, tails)) / guesses

    term = delta_term(3, guesses, Fraction(1, 7))
    assert float(term) == pytest.approx(float(mean(Fraction(1, 2))), rel=1e-12) and term >= mean(Fraction(1, 2))
    assert all(mean(Fraction(i, 40)) <= term for i in range(20, 40))


def exceeding(canaries: int, chance: float, truth: float, delta: Fraction, abstain: float = 0.0) -> int:
    """In how many simulated audits the bound exceeds the truth."""
    rng = np.random.default_rng(canaries)
    made = rng.binomial(canaries, 1 - abstain, size=RUNS)
    right = rng.binomial(made, chance).tolist()
    return sum(one_run_bound(canaries, r, v, delta, ERROR) > truth for r, v in zip(made.tolist(), right, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("epsilon", "delta"), [(2.0, Fraction(0)), (1.0, Fraction(1, 2000)), (0.0, Fraction(1, 200))])
def test_randomised_response_rarely_seems_to_leak(epsilon: float, delta: Fraction) -> None:
    """Each label is shown with probability delta, else by randomised response: exactly (epsilon, delta)-private."""
    kept = exp(epsilon) / (1 + exp(epsilon))
    wrong = exceeding(400, float(delta) + (1 - float(delta)) * kept, epsilon, delta)
    assert wrong <= MOST_WRONG
    assert wrong > 0 or delta == Fraction(1, 200)


def test_abstentions_are_no_way_out() -> None:
    chance = exp(1) / (1 + exp(1))
    assert exceeding(100, chance, 1.0, Fraction(0), abstain=0.5) <= MOST_WRONG


def test_a_bound_that_forgets_delta_would_not_hold() -> None:
    delta = 0.05
    assert exceeding(400, delta + (1 - delta) * exp(1) / (1 + exp(1)), 1.0, Fraction(0)) > MOST_WRONG


def test_the_bound_grows_with_right_guesses_and_falls_with_delta() -> None:
    bounds = [one_run_bound(1000, 1000, v, Fraction(0), ERROR) for v in (500, 700, 881, 1000)]
    assert bounds == sorted(bounds) and bounds[0] == 0 and 1.7 < bounds[2] < 2 and bounds[3] > 5
    private = [one_run_bound(1000, 1000, 881, delta, ERROR) for delta in (Fraction(1, 10**5), Fraction(1, 100))]
    assert bounds[2] > private[0] > bounds[2] - 0.05 and private[0] > private[1]
    assert one_run_bound(1000, 499, 499, Fraction(1, 10**5), ERROR) == 0
    assert one_run_bound(1000, 500, 500, ln(2) / 10**6, ERROR) > 4
    assert one_run_bound(10, 0, 0, Fraction(0), ERROR) == 0


def test_wrong_counts_are_refused() -> None:
    for counts in ((10, 11, 5), (10, 5, 6), (10, 5, -1)):
        with pytest.raises(ParameterError):
            one_run_bound(*counts, Fraction(0), ERROR)
        with pytest.raises(ParameterError):
            one_run_mu(*counts, ERROR)
    assert one_run_mu(0, 0, 0, ERROR) == 0
    with pytest.raises(ParameterError, match="delta"):
        one_run_bound(10, 5, 5, Fraction(1), ERROR)


# ---- The game


def test_canaries_are_one_for_each_point() -> None:
    game = canary_game(instance_of_class("thresholds:5", 12), 3)
    assert list(game.probe.points) == [0, 1, 2, 3, 4] and len(game.sample) == 12
    shown = [game.sample[i][1] for i in game.canaries]
    assert shown == [both[(1 - coin) // 2] for both, coin in zip(game.labels.tolist(), game.coins, strict=True)]
    assert len({tuple(canary_game(instance_of_class("thresholds:5", 5), seed).coins) for seed in range(9)}) > 1


def test_guesses_follow_the_output_and_abstain_between_labels() -> None:
    game = canary_game(Instance(range(3), (0, 1), None, 3), 0)
    assert game.guesses(game.labels[:, 0]).tolist() == [1, 1, 1]
    assert game.guesses(game.labels[:, 1]).tolist() == [-1, -1, -1]
    assert game.guesses(np.array([0.5, 0.5, 0.5])).tolist() == [0, 0, 0]
    with pytest.raises(BadInput, match="says nothing about 3 rows"):
        game.guesses(np.zeros(2))


# ---- Whole audits


def shown_labels(sample: Any, source: Any, kept: Fraction) -> Any:
    labels = dict(sample)
    flips = np.asarray([not source.bernoulli(kept) for _ in labels])
    return tuple((np.array([labels[x] for x in range(len(labels))]) ^ flips).tolist())


def leaks_labels(sample: Any, source: Any) -> Any:
    """Randomised response of epsilon = ln 9 on every label, after a long time."""
    time.sleep(0.2)
    return shown_labels(sample, source, Fraction(9, 10))


def same_as_a_mechanism(dataset: Any, n: int, rng: Any) -> Any:
    labels = np.array([y for _, y in dataset])
    return labels ^ (rng.random((n, len(labels))) < 0.1)


def fails(sample: Any, source: Any) -> Any:
    raise ValueError("out of order")


@pytest.mark.slow
@pytest.mark.parametrize(("target", "delta"), [(leaks_labels, "0"), (same_as_a_mechanism, "1e-5")])
def test_one_run_finds_what_a_slow_learner_leaks(target: Any, delta: str) -> None:
    result = audit(target, epsilon=1, delta=delta, instance="thresholds:1000", rows=1000, mode="onerun")
    assert result.leaks and result.total_draws == 1 and result.one_run is not None
    assert 1.75 < result.bound < 2.5 and result.one_run.guesses == 1000
    assert result.bound < log(9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "words"),
    [(fails, "out of order"), (lambda dataset, n, rng: rng.random(n), "says nothing about 10 rows")],
)
def test_a_run_that_fails_or_predicts_nothing_is_refused(target: Any, words: str) -> None:
    with pytest.raises((UnusableTarget, BadInput), match=words):
        audit(target, epsilon=1, instance="thresholds:10", rows=10, mode="onerun")
