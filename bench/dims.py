"""Seconds and nodes of the dimension algorithms on large explicit classes; arguments name the classes to measure."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import combinations
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.constructions import amplify, d_point_class, thresholds_family
from littlestone.impl.classes.matrices import as_matrix
from littlestone.impl.dimensions.all import all_dimensions
from littlestone.impl.dimensions.littlestone import littlestone_dimension
from littlestone.impl.dimensions.thresholds import threshold_dimension

BUDGET = 2_000_000
Array = NDArray[np.integer]


def thresholds(points: int, functions: int) -> Array:
    return (np.arange(functions)[:, None] <= np.arange(points)).astype(np.uint8)


def ball(radius: int, points: int) -> Array:
    supports = [s for size in range(radius + 1) for s in combinations(range(points), size)]
    functions = np.zeros((len(supports), points), dtype=np.uint8)
    for row, support in zip(functions, supports, strict=True):
        row[list(support)] = 1
    return functions


def random(functions: int, points: int, labels: int = 2) -> Array:
    return np.random.default_rng(0).integers(0, labels, (functions, points), dtype=np.uint8)


def biased(seed: int, share: float) -> Array:
    return (np.random.default_rng(seed).random((200, 60)) < share).astype(np.uint8)


THRESHOLDS_ONLY: dict[str, Callable[[], Array]] = {
    f"random 200 x 60, {share:.0%} ones, seed {seed}": partial(biased, seed, share)
    for share, seed in [(0.2, 0), (0.35, 0), *((0.5, seed) for seed in range(6)), (0.65, 0), (0.8, 0)]
}
CLASSES: dict[str, Callable[[], Array]] = {
    "thresholds 4096 x 4096": lambda: thresholds(4096, 4096),
    "thresholds 4097 x 4096": lambda: thresholds(4096, 4097),
    "singletons 4096 x 4096": lambda: np.eye(4096, dtype=np.uint8),
    "Hamming ball radius 2, 40 points": lambda: ball(2, 40),
    "Hamming ball radius 3, 25 points": lambda: ball(3, 25),
    "random 200 x 60": lambda: random(200, 60),
    "random 200 x 12": lambda: random(200, 12),
    "random 60 x 30": lambda: random(60, 30),
    "random 60 x 20, 4 labels": lambda: random(60, 20, 4),
    "random 200 x 8, 3 labels": lambda: random(200, 8, 3),
    "family F, k = 17, two copies": lambda: np.array(sorted(amplify(thresholds_family(17), 2))),
    "tight class, 2 bits, d = 1, 12 points": lambda: np.array(sorted(d_point_class(2, 1, 12))),
}


def measure(name: str) -> None:
    matrix = as_matrix(CLASSES[name]())
    start = perf_counter()
    dimensions = all_dimensions(matrix, BUDGET)
    seconds = perf_counter() - start
    print(f"{name}: {len(matrix)} functions, {seconds:.2f} s, {sum(d.nodes for d in dimensions)} nodes")
    for d in dimensions:
        print(f"    {d}; {d.nodes} nodes")


def measure_thresholds(name: str) -> None:
    """With the default budget of nodes; the Littlestone dimension only as far as it is had at once."""
    matrix = as_matrix(THRESHOLDS_ONLY[name]())
    littlestone = littlestone_dimension(matrix, 100)
    start = process_time()
    found = threshold_dimension(matrix, littlestone)
    print(f"{name}: {process_time() - start:.2f} s of one core, {found.nodes} nodes\n    {found}", flush=True)


def main() -> None:
    print("load average " + " ".join(f"{load:.2f}" for load in os.getloadavg()) + f", {os.cpu_count()} cores")
    threshold_dimension(as_matrix(biased(0, 0.8)), littlestone_dimension(as_matrix(biased(0, 0.8)), 0))  # compiles
    for name in sys.argv[1:] or (*CLASSES, *THRESHOLDS_ONLY):
        (measure if name in CLASSES else measure_thresholds)(name)


if __name__ == "__main__":
    main()
