"""docs/gallery.md: mistakes against T of the standard optimal algorithm, of LYU25's private learner, and of a constant.

Streams of uniform points labelled by a function of the class; the private learner with its default plan at epsilon 1,
the mean of 5 runs. Run with the project's environment:

    python bench/learners/online.py [--svg docs/images/online-mistakes.svg]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import warnings
from typing import Any

import numpy as np
from pages import draw, given
from tasks import THRESHOLDS

from littlestone.estimators import PrivateOnlineClassifier
from littlestone.learners import StandardOptimalAlgorithm

HORIZON, RUNS, EPSILON = 30_000, 5, 1
SINGLETONS = tuple(tuple(int(x == i) for x in range(8)) for i in range(9))
CLASSES = {"singletons": (SINGLETONS, SINGLETONS[3]), "thresholds": (THRESHOLDS, THRESHOLDS[5])}
Mistakes = np.ndarray[Any, Any]


def stream(target: tuple[int, ...], seed: int) -> tuple[Mistakes, Mistakes]:
    """Uniform points and their labels."""
    points = np.random.default_rng(seed).integers(0, len(target), HORIZON)
    return points, np.array(target)[points]


def of_the_standard_algorithm(functions: Any, target: tuple[int, ...], seed: int) -> Mistakes:
    learner, wrong = StandardOptimalAlgorithm(functions), []
    for x, y in zip(*stream(target, seed), strict=True):
        wrong.append(learner.predict(int(x)) != y)
        learner = learner.update(int(x), int(y))
    return np.cumsum(wrong)


def of_the_private_learner(functions: Any, target: tuple[int, ...], seed: int) -> Mistakes:
    points, labels = stream(target, seed)
    model = PrivateOnlineClassifier(functions, epsilon=EPSILON, horizon=HORIZON, random_state=seed)
    model.fit(points[:, None], labels)
    return np.cumsum(np.array(model.published_)[np.arange(HORIZON), points] != labels)


def of_a_constant(_: Any, target: tuple[int, ...], seed: int) -> Mistakes:
    return np.cumsum(stream(target, seed)[1])


LEARNERS = {
    "standard optimal algorithm": of_the_standard_algorithm,
    "private, epsilon = 1": of_the_private_learner,
    "constant 0": of_a_constant,
}


def curves() -> dict[str, dict[str, Mistakes]]:
    """For each class and learner the mean mistakes after each step."""
    return {
        name: {who: np.mean([learn(*given, seed) for seed in range(RUNS)], axis=0) for who, learn in LEARNERS.items()}
        for name, given in CLASSES.items()
    }


def markdown(found: dict[str, dict[str, Mistakes]]) -> str:
    """A row for each class and learner, a column for some T."""
    steps = (100, 1_000, 3_000, 10_000, HORIZON)
    lines = ["| class | learner | " + " | ".join(f"T = {T:,}" for T in steps) + " |", "| --- | --- |" + " --: |" * 5]
    for name, rows in found.items():
        for who, made in rows.items():
            lines.append(f"| {name} | {who} | " + " | ".join(f"{made[T - 1]:,.0f}" for T in steps) + " |")
    return "\n".join(lines)


def main() -> None:
    warnings.simplefilter("ignore")
    found = curves()
    print(markdown(found))
    if path := given("--svg"):
        steps = range(0, HORIZON, 100)
        shown = {
            f"{name} on 8 points": {who: (steps, made[::100]) for who, made in rows.items()}
            for name, rows in found.items()
        }
        draw(shown, path, "T", "mistakes")


if __name__ == "__main__":
    main()
