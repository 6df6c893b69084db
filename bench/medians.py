"""Private medians against each other, and against OpenDP's where that is installed.

One data set for each size, Beta(2, 5) scaled to the domain; epsilon = 1 in all, delta = 10^-6 where one is needed.
Shown are the median and the 95% quantile of the rank error max(0, 1/2 - q(z)/n) over the runs, q(z) being the smaller
of the numbers of values up to z and from z on, in percent. The recursion on pairs (M6, one level) runs where its rows
suffice. Then the bits of the domain from which on OneLevel (M5) needs fewer rows than the median by ranks (M4) for a
1/3-median with failure 1/20. Run: ``python bench/medians.py [runs]``.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import ceil, expm1, log
from random import Random
from time import process_time

from littlestone.impl.privacy.medians import median_by_pairs, median_by_ranks, one_level_median
from littlestone.impl.randomness.sources import SeededSource

SIZES, BITS, DELTA, BETA = (1_000, 10_000), (8, 16, 24, 30), Fraction(1, 10**6), 1 / 20
SPLIT = (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
PAIRS_NEED = 8_530  # rows of M6 with one level at epsilon = 1, as the catalogue of mechanisms says

Values = tuple[int, ...]
Median = Callable[[Values, int], float]


def data(n: int, top: int) -> Values:
    """n values, in order."""
    rng = Random(n)
    return tuple(sorted(min(top, int((top + 1) * rng.betavariate(2, 5))) for _ in range(n)))


def medians(source: SeededSource, n: int) -> dict[str, Median]:
    """The medians to compare, by name."""
    found: dict[str, Median] = {
        "M4 by ranks": lambda y, top: median_by_ranks(y, top, 1, source),
        "M5 one level": lambda y, top: one_level_median(y, top, SPLIT, DELTA, source),
    }
    if n >= PAIRS_NEED:
        found["M6 by pairs"] = lambda y, top: median_by_pairs(y, top + 1, 1, Fraction(1, 3), DELTA, source)
    if find_spec("opendp"):
        found["opendp"] = opendp_median()
    return found


def opendp_median() -> Median:
    """OpenDP's choice among 1024 candidates spread evenly, for neighbours that replace a row."""
    dp = import_module("opendp.prelude")
    dp.enable_features("contrib")

    @cache
    def mechanism(n: int, top: int) -> Callable[[list[int]], int]:
        space = dp.vector_domain(dp.atom_domain(T=int), size=n), dp.symmetric_distance()
        candidates = sorted({round(i * top / 1023) for i in range(1024)})
        made = (dp.max_divergence(), candidates, 0.5)
        private: Callable[[list[int]], int] = dp.binary_search_chain(
            lambda scale: dp.m.make_private_quantile(*space, *made, scale), d_in=2, d_out=1.0
        )
        return private

    return lambda y, top: mechanism(len(y), top)(list(y))


def rank_error(y: Values, z: float) -> float:
    """max(0, 1/2 - q(z)/n) in percent."""
    n = len(y)
    return max(0.0, 50 - 100 * min(bisect_right(y, z), n - bisect_left(y, z)) / n)


def line(name: str, median: Median, y: Values, top: int, runs: int) -> str:
    """The errors of a median, and the CPU time of a run."""
    start = process_time()
    errors = sorted(rank_error(y, median(y, top)) for _ in range(runs))
    spent = (process_time() - start) / runs * 1000
    return f"{name:13} {errors[runs // 2]:8.2f} {errors[ceil(0.95 * runs) - 1]:8.2f} {spent:9.1f}"


# ---- Rows that suffice


def rows_by_ranks(bits: float) -> int:
    """t >= 6 ln(H/beta) for a domain of so many bits, epsilon = 1."""
    return ceil(6 * (bits * log(2) - log(BETA)))


def rows_by_one_level(bits: float, split: tuple[float, float, float]) -> int:
    """The least t that OneLevel is known to need, for a split of epsilon = 1 and beta in thirds."""
    t = 6
    while not suffices(t - 2 * ceil(t / 6), bits, split):
        t = t + max(1, t // 200)
    return t


def suffices(n: int, bits: float, split: tuple[float, float, float]) -> bool:
    """The requirement of M5 on the n values left."""
    (e1, e2, e3), b, delta = split, BETA / 3, float(DELTA)
    K = 1 + 2 / e3 * log(3 / b)
    theta = 4 / e2 * max(log(1 / (2 * delta)) - log(expm1(e2 / 4)), e2 / 4 + log(1 / delta))
    chosen = max(3 * K, theta + 4 / e2 * log(1 / b), K + 4 / e2 * log(2 * n / b))
    return n / 2 >= 2 / e1 * log((bits + 1) / b) + chosen


def best_rows(bits: float) -> int:
    """The fewest rows over splits of epsilon in twentieths."""
    splits = ((i / 20, j / 20, (20 - i - j) / 20) for i in range(1, 19) for j in range(1, 20 - i))
    return min(rows_by_one_level(bits, split) for split in splits)


def crossover() -> int:
    """The least number of bits for which OneLevel needs fewer rows than the median by ranks."""
    low, high = 1, 4096
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if best_rows(middle) < rows_by_ranks(middle) else (middle, high)
    return high


def main(runs: int) -> None:
    """Print the table."""
    source = SeededSource(0)
    print("median            50%      95%  ms/run")
    for n in SIZES:
        for bits in BITS:
            print(f"-- n = {n}, 2^{bits} points, {runs} runs", flush=True)
            y, top = data(n, 2**bits - 1), 2**bits - 1
            for name, median in medians(source, n).items():
                print(line(name, median, y, top, runs), flush=True)
    print(f"OneLevel needs fewer rows than the median by ranks from 2^{crossover()} points on")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
