"""DP-ERM of LYU25 on counts: how often 200 runs fail, with the printed sizes and with the least that the proofs allow.

A run fails where no hypothesis is found or its error on the sample is above alpha. Theorem 3 promises that no run does,
its proof that each does with probability at most 1/100; beside the failures stands the largest number of them that such
a probability reaches with a chance of at least 1/1000, exactly. Run with the project's environment.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np

from littlestone.impl.learners.dp_erm import DecompositionLearner
from littlestone.impl.learners.erm_sizes import ErmGoal, class_size, least_bottom, least_plan, requirements
from littlestone.impl.randomness.sources import SeededSource, as_float
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.decompositions.erm_laws import ErmPlan, printed_plan
from littlestone.spec.learning.laws import upper_tail
from littlestone.spec.learning.randomness import exact

RUNS, RARE = 200, Fraction(1, 1000)
GOAL = ErmGoal(1, Fraction(1, 10**6))
Family = tuple[Function, ...]


def thresholds(m: int) -> Family:
    """On m points."""
    return tuple(tuple(int(x >= t) for x in range(m)) for t in range(m + 1))


def ball(m: int, radius: int) -> Family:
    """The functions with at most so many ones on m points."""
    sets = (set(s) for r in range(radius + 1) for s in combinations(range(m), r))
    return tuple(tuple(int(x in chosen) for x in range(m)) for chosen in sets)


FAMILIES = {"thresholds, 8 points": thresholds(8), "zero or one of 9": ball(9, 1), "at most 2 of 10": ball(10, 2)}
DEEP = {"zero or one of 14, p = 3": (ball(14, 1), 3), "at most 2 of 10, p = 7": (ball(10, 2), 7)}


def plans(functions: Family, n: int) -> Iterator[tuple[str, ErmPlan]]:
    """The printed sizes, constants 1, with the B of Lemma 3.1 and the least private one; the least of the proofs."""
    size = class_size(functions)
    lemma = 10 * ln(len(functions) / Real.of(GOAL.delta)) / Real.of(GOAL.epsilon)
    least = least_bottom(len(functions), GOAL.epsilon, GOAL.delta)
    for name, bottom in (("printed, B of Lemma 3.1", lemma), ("printed, least B", least)):
        yield name, printed_plan(size.dimension, n, GOAL.epsilon, GOAL.delta, bottom)
    yield "least", least_plan(size, GOAL, rows=n)


def uniform_cells(target: Function, n: int) -> list[int]:
    """So many rows spread evenly over the points, labelled by the target."""
    cells = np.zeros((len(target), 2), dtype=np.int64)
    cells[np.arange(len(target)), target] = n // len(target)
    cells[0, target[0]] += n % len(target)
    return [int(count) for count in cells.ravel()]


def error(h: Function, cells: list[int]) -> Fraction:
    """The share of the rows on which h errs."""
    return Fraction(sum(cells[2 * x + 1 - y] for x, y in enumerate(h)), sum(cells))


def failures(functions: Family, plan: ErmPlan) -> tuple[int, int, float]:
    """Runs without a hypothesis, runs with an error above alpha, and seconds a run; every run has another target."""
    learner, started = DecompositionLearner(functions, plan), time.process_time()
    none = bad = 0
    for seed in range(RUNS):
        cells = uniform_cells(functions[seed % len(functions)], plan.rows)
        h = learner.learn_from_counts(cells, SeededSource(seed)).hypothesis
        none += h is None
        bad += h is not None and bool(exact(plan.alpha) < error(h, cells))
    return none, bad, (time.process_time() - started) / RUNS


def limit(p: Fraction) -> int:
    """The largest number of failures in the runs that is not rarer than 1/1000 where each fails with probability p."""
    return max((x for x in range(RUNS + 1) if upper_tail(RUNS, p, Fraction(x)) >= RARE), default=0)


def report(name: str, functions: Family, kind: str, plan: ErmPlan) -> None:
    """One line, and the inequalities that the sizes break."""
    none, bad, seconds = failures(functions, plan)
    theorem, proof = ("kept" if none + bad <= most else "broken" for most in (0, limit(GOAL.beta)))
    print(f"{name}, {kind}: n = {plan.rows:.0e}, k = {plan.chunks}, alpha = {as_float(plan.alpha):.3g}:", end=" ")
    print(f"{none} without, {bad} above alpha; theorem {theorem}, proof {proof}; {seconds * 1e3:.0f} ms a run")
    for found in requirements(class_size(functions), plan, GOAL):
        if not found.holds:
            print(f"    {found}")


def main() -> None:
    """Every family at 10^6 and 10^7 rows, and decompositions that run because p is below the number of points."""
    print(f"load {os.getloadavg()[0]:.1f}; the proof's 1/100 allows {limit(Fraction(1, 100))} failures of {RUNS}")
    for name, functions in FAMILIES.items():
        for n in (10**6, 10**7):
            for kind, plan in plans(functions, n):
                report(name, functions, kind, plan)
    for name, (functions, p) in DEEP.items():
        plan = least_plan(class_size(functions), GOAL, rows=10**7)
        levels = tuple(p << j for j in range(len(plan.levels)))
        report(name, functions, "p overridden", replace(plan, levels=levels, alpha=Fraction(1, 2)))


if __name__ == "__main__":
    main()
