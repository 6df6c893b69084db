"""How often the bounds exceed the truth at fixed events where the truth is exactly tight, of 10^4 runs each.

Every setting has P1 = e^epsilon P2 + delta (or the Gaussian curve), so a bound above the truth is an error. A stated 5%
may be exceeded by chance only: the limit is the 99.9% quantile of Bin(runs, 0.05). Last, what the test is worth: its
median bound next to the one from two Clopper-Pearson bounds at half the error each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, inf, log
from time import perf_counter

import numpy as np
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from littlestone.proofs_check.statistics.binomials import lower_bound, upper_bound
from littlestone.proofs_check.statistics.two_sample import (
    Counts,
    combined_epsilon_lower_bound,
    delta_lower_bound,
    epsilon_lower_bound,
    gaussian_mu_lower_bound,
)

ERROR = 0.05
RUNS = 10_000
Bound = Callable[[Counts], float]


@dataclass(frozen=True)
class Setting:
    """A fixed event with probabilities p1 and p2, the draws of each input, and the true value of what is bounded."""

    name: str
    p1: float
    p2: float
    draws: int
    truth: float
    bound: Bound


def epsilon_setting(p2: float, delta: float, draws: int, epsilon: float) -> Setting:
    name = f"epsilon={epsilon:g} at p2={p2:g}, delta={delta:g}"
    p1 = exp(epsilon) * p2 + delta
    return Setting(name, p1, p2, draws, epsilon, lambda counts: epsilon_lower_bound(counts, delta, ERROR))


def delta_setting(p2: float, delta: float, draws: int, epsilon: float) -> Setting:
    name = f"delta={delta:g} at p2={p2:g}, epsilon={epsilon:g}"
    p1 = exp(epsilon) * p2 + delta
    return Setting(name, p1, p2, draws, delta, lambda counts: delta_lower_bound(counts, epsilon, ERROR))


def gaussian_setting(p2: float, draws: int, mu: float) -> Setting:
    p1 = float(ndtr(ndtri(p2) + mu))
    return Setting(f"mu={mu:g} at p2={p2:g}", p1, p2, draws, mu, lambda c: gaussian_mu_lower_bound(c, ERROR))


SETTINGS = (
    epsilon_setting(0.0005, 0.0, 10_000, 1.0),
    epsilon_setting(0.001, 0.0, 50_000, 1.0),
    epsilon_setting(0.3, 0.0, 1_000, 1.0),
    epsilon_setting(0.3, 0.0, 500, 0.0),
    epsilon_setting(0.001, 0.01, 10_000, 1.0),
    epsilon_setting(0.2, 0.01, 1_000, 1.0),
    epsilon_setting(0.001, 1e-5, 25_000, 1.0),
    epsilon_setting(0.0, 0.001, 10_000, 1.0),
    delta_setting(0.01, 0.01, 1_000, 1.0),
    gaussian_setting(0.02, 300, 1.0),
)


def limit(runs: int) -> int:
    """How many of the runs may err at a rate of 5%, with 99.9% confidence."""
    return int(binom.ppf(0.999, runs, ERROR))


def outcomes(setting: Setting, runs: int, seed: int) -> list[Counts]:
    """Independent counts of the setting's event."""
    draws, rng = setting.draws, np.random.default_rng(seed)
    pairs = zip(rng.binomial(draws, setting.p1, runs), rng.binomial(draws, setting.p2, runs), strict=True)
    return [Counts(int(x), draws, int(y), draws) for x, y in pairs]


def errors(setting: Setting, runs: int, seed: int) -> int:
    """In how many runs the bound exceeds the truth; the same counts are tested once."""
    tested = lru_cache(maxsize=None)(setting.bound)
    return sum(tested(counts) > setting.truth + 1e-12 for counts in outcomes(setting, runs, seed))


def shrinking_blocks(runs: int, seed: int) -> int:
    """Errors of the combination where a good first block is followed by a rare event and a bad one by a common one."""
    rng, n = np.random.default_rng(seed), 10_000
    combined = lru_cache(maxsize=None)(lambda blocks: combined_epsilon_lower_bound(blocks, 0.0, ERROR))
    wrong = 0
    for _ in range(runs):
        first = Counts(int(rng.binomial(n, 0.002)), n, int(rng.binomial(n, 0.002)), n)
        p = 0.0002 if first.hits_first > first.hits_second + 8 else 0.004
        second = Counts(int(rng.binomial(n, p)), n, int(rng.binomial(n, p)), n)
        wrong += combined((first, second)) > 0
    return wrong


def separate_bounds(counts: Counts) -> float:
    """Epsilon at delta 0 from two Clopper-Pearson bounds at half the error each."""
    half = Fraction(ERROR) / 2
    low = lower_bound(counts.hits_first, counts.draws_first, half)
    return max(0.0, log(low / upper_bound(counts.hits_second, counts.draws_second, half))) if low else 0.0


def power(setting: Setting, bound: Bound, runs: int, seed: int) -> float:
    """The median bound."""
    return float(np.median([bound(counts) for counts in outcomes(setting, runs, seed)]))


def seconds(bound: Bound, counts: Counts) -> float:
    """The least of five timings."""

    def once() -> float:
        start = perf_counter()
        bound(counts)
        return perf_counter() - start

    return min((once() for _ in range(5)), default=inf)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    print(f"load {os.getloadavg()[0]:.1f}; {runs} runs each, at most {limit(runs)} may err")
    print(f"{'setting':45} {'draws':>9} {'errors':>7} {'rate':>7}")
    for seed, setting in enumerate(SETTINGS):
        wrong = errors(setting, runs, seed)
        verdict = "" if wrong <= limit(runs) else "  UNSOUND"
        print(f"{setting.name:45} {setting.draws:>9} {wrong:>7} {wrong / runs:>7.2%}{verdict}", flush=True)
    wrong = shrinking_blocks(runs // 4, 0)
    print(f"{'two blocks, the second chosen by the first':45} {'':>9} {wrong:>7} {wrong / (runs // 4):>7.2%}")
    rare = epsilon_setting(0.001, 0.0, 50_000, 1.0)
    joint, separate = (power(rare, bound, 200, 9) for bound in (rare.bound, separate_bounds))
    print(f"median bound at p2=0.001, 50000 draws of each input: {joint:.3f}; two Clopper-Pearson {separate:.3f}")
    for p2, delta in ((0.001, 0.0), (0.2, 0.0), (0.2, 0.01), (0.01, 1e-5)):
        setting = epsilon_setting(p2, delta, 500_000, 1.0)
        took = seconds(setting.bound, outcomes(setting, 1, 0)[0])
        print(f"10^6 draws, p2={p2:g}, delta={delta:g}: {took * 1e3:.1f} ms a bound")


if __name__ == "__main__":
    main()
