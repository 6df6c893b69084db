"""The private online learner of LYU25: what its mistakes and calls imply for the lemmas' constants, and what they cost.

Lemmas 6.1 and 6.2 promise O(d^3) calls and O(d^3 U) mistakes. On realizable streams of random points each run gives
calls / d^3 and mistakes / (d^3 U); shown are their means with 99% intervals (Hoeffding, between 0 and what the budget
allows) and the largest ones, for k and U far below the printed ones. Then, at the printed k and U with constants 1,
the least T with U <= T: before that no stream makes it retrain. Run: ``python bench/online.py``.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import log, sqrt
from random import Random
from statistics import mean
from time import process_time

from littlestone.impl.online.online_horizons import least_horizon
from littlestone.impl.online.online_streams import publications
from littlestone.impl.online.private_online_learner import PrivateOnlineLearner
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.online.plans import OnlinePlan

RUNS, HORIZONS, LOSSES = 40, (1_000, 10_000, 100_000), (Fraction(1), Fraction(4))
DELTA = Fraction(1, 10**6)


def ball(points: int, radius: int) -> tuple[Function, ...]:
    """All functions with at most ``radius`` ones: of Littlestone dimension ``radius``."""
    ones = (set(chosen) for size in range(radius + 1) for chosen in combinations(range(points), size))
    return tuple(tuple(int(x in chosen) for x in range(points)) for chosen in ones)


CLASSES = {1: ball(29, 1), 2: ball(7, 2)}  # 30 and 29 functions


def demo_plan(d: int, epsilon: Fraction) -> OnlinePlan:
    """100/eps teachers, U = 5k, and 10 d^3 calls; the corrected rate 1 - 1/(5d), and noise that these numbers bear."""
    k = int(100 / epsilon)
    noise = epsilon / 4
    return OnlinePlan(d, 10 * d**3, k, 5 * k, noise, noise, 12, epsilon / 2, 1 - Fraction(1, 5 * d), d**3)


def run(d: int, horizon: int, epsilon: Fraction, seed: int) -> tuple[float, float]:
    """calls / d^3 and mistakes / (d^3 U) of one run; the target is a function with d ones."""
    rng, plan, functions = Random(seed), demo_plan(d, epsilon), CLASSES[d]
    target = rng.choice([f for f in functions if sum(f) == d])
    rows = [(x, target[x]) for x in (rng.randrange(len(target)) for _ in range(horizon))]
    learner = PrivateOnlineLearner(functions, plan, SeededSource(seed))
    for _ in publications(learner, rows):
        pass
    return (len(learner.records) - 1) / d**3, learner.mistakes / float(d**3 * Fraction(str(plan.buffer)))


def interval(values: list[float], most: float) -> str:
    """The mean, its 99% interval by Hoeffding, and the largest value."""
    reach = most * sqrt(log(2 / 0.01) / (2 * len(values)))
    low, high = max(0.0, mean(values) - reach), min(most, mean(values) + reach)
    return f"{mean(values):6.3f} [{low:5.2f}, {high:5.2f}] {max(values):6.3f}"


def main() -> None:
    """Print both tables."""
    print("  d       T  eps |  calls/d^3 mean, interval, max | mistakes/(d^3 U) mean, interval, max | s of CPU a run")
    for d, horizon, epsilon in product(CLASSES, HORIZONS, LOSSES):
        started = process_time()
        calls, mistakes = zip(*(run(d, horizon, epsilon, seed) for seed in range(RUNS)), strict=True)
        most = horizon / float(d**3 * Fraction(str(demo_plan(d, epsilon).buffer)))
        shown = f"{interval(list(calls), 10)}      | {interval(list(mistakes), min(most, 15))}"
        print(f"{d:3} {horizon:7} {epsilon!s:>4} | {shown}            | {(process_time() - started) / RUNS:.2f}")
    print("\nthe least T with U <= T, constants 1, delta = 10^-6")
    for d in range(1, 7):
        steps = (f"eps = {eps}: {least_horizon(d, eps, DELTA):,}" for eps in (Fraction(1, 10), 1, 10))
        print(f"d = {d}  " + "   ".join(steps))


if __name__ == "__main__":
    main()
