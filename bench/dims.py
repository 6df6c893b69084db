"""Seconds and nodes of the dimension algorithms on large explicit classes; run with one argument to name one class."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.constructions import amplify, d_point_class, thresholds_family
from littlestone.impl.dimensions import all_dimensions
from littlestone.impl.matrices import as_matrix

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


def main() -> None:
    print("load average " + " ".join(f"{load:.2f}" for load in os.getloadavg()) + f", {os.cpu_count()} cores")
    for name in sys.argv[1:] or CLASSES:
        measure(name)


if __name__ == "__main__":
    main()
