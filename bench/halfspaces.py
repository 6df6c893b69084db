"""The halfspace learners of BCS20: projection against sorting, the time of a round, a whole run as printed.

Prints milliseconds of the clock and of CPU beside the machine's load, medians of several runs. First, the projection of
10^6 weights from their logarithms, its selection alone and a full sort of as many numbers. Then a round on 10^5 rows in
100 dimensions, of HS-StL with z + nu and of the corrected variant S4. Then, with --whole, all rounds of HS-StL at
tau = 1/2 and alpha = 1/4, as printed. Run: .venv/bin/python bench/halfspaces.py [--whole].
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from statistics import median
from typing import Any

import numpy as np

from littlestone.impl.boosting.halfspace_sizes import printed_halfspace_plan
from littlestone.impl.boosting.halfspaces import EvenedScores, NoisyCentre, WeakHalfspace, learn_halfspaces
from littlestone.impl.boosting.projections import capped_scaling, dense_weights
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.boosting.halfspace_runs import HalfspacePlan
from littlestone.spec.boosting.halfspace_sizes import HalfspaceGoal

WEIGHTS, KAPPA = 1_000_000, Fraction(1, 4)
ROWS, DIMENSION = 100_000, 100
TAU, ALPHA, BETA = Fraction(1, 2), Fraction(1, 4), Fraction(1, 20)


def timed(what: str, run: Callable[[], Any], times: int, share: int = 1) -> None:
    """Print the medians, in milliseconds for each of ``share`` parts."""
    clock, used = [], []
    for _ in range(times):
        start, cpu = time.perf_counter(), time.process_time()
        run()
        clock.append(time.perf_counter() - start)
        used.append(time.process_time() - cpu)
    a, b = (1000 * median(values) / share for values in (clock, used))
    print(f"{what:58} {a:9.2f} ms {b:9.2f} ms CPU   load {os.getloadavg()[0]:.1f}", flush=True)


def projections() -> None:
    """The projection, its selection, and a sort."""
    logs = np.log(np.random.default_rng(0).random(WEIGHTS)) - 2
    weights, total = np.exp(logs), float(KAPPA * WEIGHTS)

    def selection() -> float:
        ordered = np.partition(weights, WEIGHTS - int(total))
        light, heavy = np.split(ordered, [WEIGHTS - int(total)])
        return capped_scaling(heavy, total, float(light.sum()))

    timed("projection of 10^6 weights, from logarithms", lambda: dense_weights(logs, KAPPA), 9)
    timed("its selection", selection, 9)
    timed("a sort of as many", lambda: np.sort(weights), 9)


def examples() -> Any:
    """Rows y x of length 1 and margin tau."""
    generator = np.random.default_rng(0)
    rest = generator.normal(size=(ROWS, DIMENSION))
    rest[:, 0] = 0
    rest /= np.linalg.norm(rest, axis=1)[:, None]
    along = generator.uniform(float(TAU), 1, ROWS)
    V = rest * np.sqrt(1 - along**2)[:, None]
    V[:, 0] = along
    return V


def rounds(V: Any, plan: HalfspacePlan, weak: WeakHalfspace, name: str, times: int) -> None:
    """The time of a round."""
    source = SeededSource(0)
    timed(f"{name}, a round", lambda: learn_halfspaces(V, plan, weak, source), times, plan.rounds)


def whole(V: Any, plan: HalfspacePlan, weak: WeakHalfspace, name: str) -> None:
    """All rounds, and the least margin."""
    found: list[Any] = []
    source = SeededSource(0)
    timed(f"{name}, all {plan.rounds} rounds", lambda: found.append(learn_halfspaces(V, plan, weak, source)), 1)
    margins = V @ found[0].mean(axis=0)
    print(f"  errors {float(np.mean(margins <= 0)):.4f}, least margin {margins.min():.4f}")


def main() -> None:
    """All tables."""
    projections()
    goal = HalfspaceGoal(ALPHA, BETA, 1, Fraction(1, 10**6), TAU)
    printed, V = printed_halfspace_plan(goal), examples()
    few = HalfspacePlan(printed.kappa, 20, printed.rate, printed.deviation)
    learners: list[tuple[WeakHalfspace, str]] = [
        (NoisyCentre(printed.deviation), "HS-StL"),
        (EvenedScores(printed.deviation, TAU), "S4"),
    ]
    for weak, name in learners:
        rounds(V, few, weak, name, 5)
    if "--whole" in sys.argv:
        whole(V, printed, *learners[0])


if __name__ == "__main__":
    main()
