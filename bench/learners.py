"""How fast the learners are: exact laws, exact privacy, prediction on many rows; run with ``--help`` for options."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import Any

import click
import numpy as np
from scipy.stats import binomtest

from littlestone.impl.learners.exponential import learn_by_exponential_mechanism
from littlestone.impl.learners.multiclass import learn_multiclass
from littlestone.impl.learners.weighted_majority import predict_by_weighted_majority
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.sklearn_estimators.stable_estimators import PrivateLittlestoneClassifier, practical_plan
from littlestone.impl.sklearn_estimators.stumps import Stump
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.privacy import exact_privacy

EPSILON = ln(4)
BINARY = tuple(product((0, 1), repeat=2))


def binary(sample: Any, source: Any) -> Any:
    return learn_by_exponential_mechanism(BINARY, sample, EPSILON, source)


def figure_one() -> Callable[[Any], Any]:
    learners = ((binary, 2), (binary, 2))
    return cache(lambda sample: law(learn_multiclass, sample, 2, learners))


def law_of_many_hypotheses(functions: int) -> None:
    points = max(1, (functions - 1).bit_length())
    known = tuple(tuple(i >> b & 1 for b in range(points)) for i in range(functions))
    law(learn_by_exponential_mechanism, known, tuple((x, 1) for x in range(points)), EPSILON)


def all_1296_samples() -> None:
    privacy = exact_privacy(figure_one(), tuple(product(range(2), range(3))), 4)
    assert privacy.delta(EPSILON) == 0


def law_of_weighted_majority() -> None:
    law(predict_by_weighted_majority, ((0, 1, 1),) * 5, (0,) * 5)


def predict_by_table(rows: int) -> Callable[[], Any]:
    """Evaluation of a learned hypothesis on a million points of a finite domain."""
    hypothesis = np.arange(1000) % 7
    points = np.random.default_rng(0).integers(1000, size=rows)
    return lambda: np.take(hypothesis, points)


def predict_by_stumps(rows: int) -> Callable[[], Any]:
    """The fitted estimator's prediction, input validation included; needs scikit-learn."""
    from littlestone.impl.sklearn_estimators.estimators import PrivateMulticlassClassifier

    X = np.random.default_rng(0).normal(size=(rows, 4))
    model = PrivateMulticlassClassifier(random_state=0).fit(X[:2000], (X[:2000, 0] > 0) + 2 * (X[:2000, 1] > 0))
    assert all(isinstance(stump, Stump) for stump in model.stumps_)
    return partial(model.predict, X)


def sampled_fits(count: int) -> None:
    sample = ((0, 0), (0, 1), (1, 2), (1, 0))
    source = SeededSource(0)
    for _ in range(count):
        learn_multiclass(sample, 2, ((binary, 2), (binary, 2)), source)


def thresholds(points: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(x >= t) for x in range(points)) for t in range(points + 1))


def subsets(points: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The indicators of the sets of at most so many points: of Littlestone dimension ``most``."""
    chosen = (c for size in range(most + 1) for c in combinations(range(points), size))
    return tuple(tuple(int(x in c) for x in range(points)) for c in chosen)


PRIVATE = {
    "thresholds on 7 points, d = 3": (thresholds(7), Fraction(1, 8), 500),
    "singletons on 8 points, d = 1": (subsets(8, 1), Fraction(1, 5), 400),
    "sets of up to 3 of 6 points, d = 3": (subsets(6, 3), Fraction(1, 8), 500),
}


def private_success(name: str, runs: int) -> None:
    """How often M over G has loss at most 1/4, uniform points, (1/2, 10^-4)-private, with its exact interval."""
    functions, eta, k = PRIVATE[name]
    stable, target = practical_plan(functions, 10), np.array(functions[len(functions) // 2])
    rows, good, started = k * stable.sample_size + k, 0, time.perf_counter()
    for seed in range(runs):
        X = np.random.default_rng(seed).integers(len(target), size=(rows, 1))
        model = PrivateLittlestoneClassifier(
            functions, Fraction(1, 2), Fraction(1, 10**4), 10, eta=eta, validation=k, random_state=seed
        )
        learned = np.array(model.fit(X, target[X[:, 0]]).hypothesis_)
        good += bool(np.mean(learned != target) <= 0.25)
    low, high = clopper_pearson(good, runs)
    each = (time.perf_counter() - started) / runs
    click.echo(f"M: {name}: {rows} rows, {good}/{runs} good, 95% [{low:.3f}, {high:.3f}], {each:.2f} s a fit")


def clopper_pearson(good: int, runs: int) -> tuple[float, float]:
    interval = binomtest(good, runs).proportion_ci(0.95, "exact")
    return float(interval.low), float(interval.high)


def report(name: str, run: Callable[[], Any], repeats: int) -> None:
    seconds = []
    for _ in range(repeats):
        started = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - started)
    click.echo(f"{name:62s} {min(seconds):9.4f} s")


@click.command()
@click.option("--rows", default=10**6, show_default=True, help="Rows to predict.")
@click.option("--hypotheses", default=10**4, show_default=True, help="Size of the class whose exact law is computed.")
@click.option("--repeats", default=3, show_default=True, help="Runs of each; the fastest counts.")
@click.option("--fits", default=20, show_default=True, help="Fits of the private learner M over G on each class.")
def main(rows: int, hypotheses: int, repeats: int, fits: int) -> None:
    """Print the seconds of each."""
    click.echo(f"load average {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    report(f"exact law of EXPLEARN over {hypotheses} hypotheses", partial(law_of_many_hypotheses, hypotheses), repeats)
    report("figure 1: all 1296 samples of 4 rows, 12960 neighbours", all_1296_samples, 1)
    report("exact law of weighted majority, 3 experts, 5 rounds", law_of_weighted_majority, repeats)
    report("1000 sampled fits of figure 1 on 4 rows", partial(sampled_fits, 1000), repeats)
    report(f"predict {rows} rows, table", predict_by_table(rows), repeats)
    report(f"predict {rows} rows x 4 features, estimator", predict_by_stumps(rows), repeats)
    for name in PRIVATE:
        private_success(name, fits)


if __name__ == "__main__":
    main()
