"""CPU seconds of the dimensions of large classes, beside a plain memoised recursion; arguments name the classes.

A line a class: the plain recursion on the Littlestone dimension, or "-" where it is not done after a minute; each
dimension with its seconds; and the seconds in which the certificate as a whole is checked. Each class is measured in a
process of its own, compiled code having been compiled before.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import sys
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from time import process_time

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.dimension_checks.certificates import check_certificate
from littlestone.impl.dimensions.all import measures
from littlestone.impl.dimensions.certificates import certificate

PLAIN_SECONDS = 60
Array = NDArray[np.integer]


def intervals(m: int) -> Array:
    every = [[int(a <= x < b) for x in range(m)] for a in range(m) for b in range(a + 1, m + 1)]
    return np.array([*every, [0] * m], dtype=np.uint8)


def conjunctions(variables: int) -> Array:
    points = np.array(list(product((0, 1), repeat=variables)))
    literals = [np.array(wanted) for wanted in product((0, 1, 2), repeat=variables)]  # 2: the variable does not occur
    rows = [((points == wanted) | (wanted == 2)).all(axis=1) for wanted in literals]
    return np.array([*rows, np.zeros(len(points), dtype=bool)], dtype=np.uint8)


def rectangles(side: int) -> Array:
    ranges = list(combinations(range(side + 1), 2))
    rows = [np.zeros((side, side), dtype=np.uint8) for _ in range(len(ranges) ** 2 + 1)]
    for row, ((a, b), (c, d)) in zip(rows, product(ranges, repeat=2), strict=False):
        row[a:b, c:d] = 1
    return np.array([row.ravel() for row in rows])


def parities(bits: int) -> Array:
    vectors = np.array(list(product((0, 1), repeat=bits)))
    return (vectors @ vectors.T % 2).astype(np.uint8)


def lines(q: int) -> Array:
    points = np.array([p for p in product(range(q), repeat=3) if next((c for c in p if c), 0) == 1])
    return (points @ points.T % q == 0).astype(np.uint8)


def steps(labels: int, m: int) -> Array:
    cuts = np.array(list(combinations_with_replacement(range(m + 1), labels - 1)))
    return (np.arange(m)[None, :, None] >= cuts[:, None, :]).sum(axis=2).astype(np.uint8)


def stumps() -> Array:
    from sklearn.datasets import load_breast_cancer

    table = load_breast_cancer().data
    rows = [column >= cut for column in table.T for cut in (*np.unique(column), np.inf)]
    return np.unique(np.array([*rows, *(~row for row in rows)], dtype=np.uint8), axis=0)


def random(functions: int, points: int, labels: int = 2) -> Array:
    return np.random.default_rng(0).integers(0, labels, (functions, points), dtype=np.uint8)


CLASSES: dict[str, Callable[[], Array]] = {
    "intervals 20": lambda: intervals(20),
    "intervals 60": lambda: intervals(60),
    "conjunctions 8": lambda: conjunctions(8),
    "random 200 x 200": lambda: random(200, 200),
    "random 500 x 500": lambda: random(500, 500),
    "random 1000 x 30": lambda: random(1000, 30),
    "parities 1024": lambda: parities(10),
    "rectangles 7 x 7": lambda: rectangles(7),
    "lines PG(2,7)": lambda: lines(7),
    "thresholds 4096": lambda: (np.arange(4097)[:, None] <= np.arange(4096)).astype(np.uint8),
    "stumps": stumps,
    "steps 5 x 20": lambda: steps(5, 20),
    "random 300 x 20, 5 labels": lambda: random(300, 20, 5),
    "intervals 200": lambda: intervals(200),
}


def plain(functions: Array) -> int:
    """The (multiclass) Littlestone dimension: twelve lines that anyone would write."""
    splits = [[functions[:, x] == y for y in np.unique(functions[:, x])] for x in range(functions.shape[1])]
    masks = [[int.from_bytes(np.packbits(part).tobytes(), "big") for part in parts] for parts in splits]

    @cache
    def at_least(space: int, depth: int) -> bool:
        if depth == 0 or space.bit_count() < 1 << depth:
            return space.bit_count() >= 1 << depth
        divided = ([part & space for part in parts] for parts in masks)
        return any(sum(at_least(part, depth - 1) for part in parts) > 1 for parts in divided)

    everything = sum(masks[0])
    return max(d for d in range(len(functions).bit_length()) if at_least(everything, d))


def seconds_of_plain(functions: Array) -> str:
    """Its CPU seconds, in a process that is ended after a minute of them."""
    limits = (PLAIN_SECONDS, PLAIN_SECONDS + 1)
    with multiprocessing.Pool(1, lambda: resource.setrlimit(resource.RLIMIT_CPU, limits)) as pool:
        answer = pool.apply_async(_timed, (functions,))
        try:
            return f"{answer.get(2 * PLAIN_SECONDS):.2f}"
        except multiprocessing.TimeoutError:
            return "-"


def _timed(functions: Array) -> float:
    sys.setrecursionlimit(10**6)
    start = process_time()
    plain(functions)
    return process_time() - start


def measure(name: str) -> None:
    functions = CLASSES[name]()
    matrix = as_matrix(functions)
    print(f"{name}: {len(matrix)} x {matrix.points}; plain recursion {seconds_of_plain(functions)} s", flush=True)
    found = []
    for measure_one in measures(matrix).values():
        start = process_time()
        found.append(measure_one())
        print(f"    {process_time() - start:6.2f} s  {found[-1]}", flush=True)
    text = json.dumps(certificate(matrix, found), separators=(",", ":"))
    start = process_time()
    checked = check_certificate(json.loads(text))[1]
    trusted = ", ".join(d.name for d in checked if d.trusted)
    print(
        f"    {process_time() - start:6.2f} s  checks {len(text):,} bytes"
        + (f"; trusted: {trusted}" if trusted else "")
    )
    assert not [d for d in checked if d.refused]


def warm(matrix: Matrix) -> None:
    """Compile what is compiled, so that no class pays for it."""
    for measure_one in measures(matrix).values():
        measure_one()


if __name__ == "__main__":
    warm(as_matrix(random(60, 30)))
    for chosen in sys.argv[1:] or CLASSES:
        measure(chosen)
