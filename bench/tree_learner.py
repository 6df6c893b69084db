"""The improper learner of YAN25: samples against domain for its medians, and the sizes of X5 beside the success seen.

First table: from how many chunks, hence for thresholds on 2^b points from how many rows, X5 promises success with the
median by ranks (M4) and with one logarithmic level (M5); beside them the rows that suffice without privacy. Second
table: of 100 runs at shares of the rows that X5 asks for, how many had an error above alpha, and the largest number of
them that probability beta reaches with a chance of at least 1/1000. Then the time on a tree of 10^6 points with 10^6
rows. Run with the project's environment.
"""

from __future__ import annotations

import os
import resource
import time
from fractions import Fraction
from pathlib import Path

import matplotlib as mpl
import numpy as np

from littlestone.impl.classes.path_trees import PathTree, ThresholdChain
from littlestone.impl.learners.tree_learner import learn_on_tree
from littlestone.impl.learners.tree_sizes import TreeGoal, least_plan, least_rows
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.learning.laws import upper_tail
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.medians.choosing_laws import choosing_threshold

mpl.use("Agg")
GOAL, ALPHA = TreeGoal(1, Fraction(1, 10**6), Fraction(1, 20)), Fraction(1, 10)
RUNS, RARE = 100, Fraction(1, 1000)
BITS = (4, 10, 20, 40, 100, 200, 300, 400, 600, 1000)


# ---- Samples against domain


def chunks_by_one_level(bits: int) -> int:
    """t for M5 with a sixth of epsilon for each of its three steps and half of it for the choice, and a third of b1 for
    each step: n = t - 2 ceil(t/6) values are left, and n/2 must be as large as YAN25 M5 says.

    The budget of delta is halved between the median and the choice.
    """
    each, third, half = Real.of(GOAL.epsilon) / 6, Real.of(GOAL.beta) / 9, Fraction(GOAL.delta) / 2
    choice = 6 * (choosing_threshold(Fraction(GOAL.epsilon) / 2, half) - 8 * ln(2 * GOAL.each))
    t = ceiling(choice)
    while not is_true(_left(t) >= 2 * _needed(_left(t), bits, each, third, half)):
        t += 12
    return t


def _left(t: int) -> int:
    return t - 2 * -(-t // 6)


def _needed(n: int, bits: int, each: Real, b: Real, delta: Fraction) -> Real:
    K = 1 + 2 / each * ln(3 / b)
    theta = choosing_threshold(each, delta)
    sizes = [3 * K, theta + 4 / each * ln(1 / b), K + 4 / each * ln(2 * n / b)]
    best = sizes[0]
    for size in sizes[1:]:
        best = size if is_true(size > best) else best
    return 2 / each * ln((bits + 1) / b) + best


def domains() -> list[tuple[int, int, int]]:
    """Rows for thresholds on 2^b points, by M4 and by M5."""
    found = []
    for bits in BITS:
        plan = least_plan(1 << bits, GOAL)
        other = TreePlan(chunks_by_one_level(bits), 1, 1, GOAL.delta)
        found.append((bits, least_rows(plan, GOAL, ALPHA), least_rows(other, GOAL, ALPHA)))
    return found


def draw(found: list[tuple[int, int, int]], plain: int) -> None:
    """The picture, in build/."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    bits, by_ranks, by_level = zip(*found, strict=True)
    axes.loglog(bits, by_ranks, "o-", label="median by ranks (M4)")
    axes.loglog(bits, by_level, "s-", label="one logarithmic level (M5)")
    axes.axhline(plain, color="gray", linestyle=":", label="without privacy")
    crossing = next((b for b, m4, m5 in found if m4 > m5), None)
    if crossing is not None:
        axes.axvline(crossing, color="gray", linewidth=0.5)
    axes.set_xlabel("bits of the domain")
    axes.set_ylabel("rows by X5")
    axes.legend()
    Path("build").mkdir(exist_ok=True)
    figure.savefig("build/tree_learner.png", bbox_inches="tight", dpi=150)


# ---- Success


def failures(bits: int, rows: int, plan: TreePlan) -> int:
    """Runs whose hypothesis errs on more than alpha of uniform points; the threshold is in the middle."""
    generator, chain = np.random.default_rng(bits), ThresholdChain(1 << bits)
    middle, bad = 1 << (bits - 1), 0
    for run in range(RUNS):
        points = generator.integers(0, 1 << min(bits, 62), rows).astype(object) << max(0, bits - 62)
        labels = np.array([int(x >= middle) for x in points])
        _, node = learn_on_tree(chain, points, labels, plan, SeededSource(run))
        learned = chain.size if node < 0 else node
        bad += abs(learned - middle) > ALPHA * chain.size
    return bad


def allowed() -> int:
    """The largest number of failures that probability beta reaches with a chance of at least 1/1000."""
    return max(k for k in range(RUNS) if is_true(upper_tail(RUNS, Fraction(GOAL.beta), Fraction(k)) >= RARE))


# ---- A large tree


def large_tree(n: int = 10**6) -> tuple[float, float, int]:
    """CPU seconds for the tree and for a run, and the largest memory in MB."""
    generator = np.random.default_rng(0)
    parents = np.concatenate([[-1], (generator.random(n - 1) * np.arange(1, n)).astype(np.int64)])
    start = time.process_time()
    tree = PathTree(parents, np.ones(n, dtype=np.bool_))
    made = time.process_time()
    deepest = int(np.argmax(tree.depth))
    points = np.where(generator.random(n) < HALF, deepest, generator.integers(0, n, n))
    labels = tree.is_above(points, deepest).astype(np.int64)
    learn_on_tree(tree, points, labels, least_plan(tree.height, GOAL), SeededSource(0))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return made - start, time.process_time() - made, memory


HALF = 0.5


def main() -> None:
    """Print the tables."""
    print(f"epsilon = 1, delta = 10^-6, alpha = 1/10, beta = 1/20; load {os.getloadavg()[0]:.1f}\n")
    plain = ceiling(ln(1 / Real.of(GOAL.beta)) / Real.of(ALPHA))
    found = domains()
    print(f"rows for thresholds on 2^b points; without privacy {plain}\n| b | M4 | M5 |\n| --- | --- | --- |")
    for bits, by_ranks, by_level in found:
        print(f"| {bits} | {by_ranks:,} | {by_level:,} |")
    draw(found, plain)
    print(f"\nfailures of {RUNS}, of which {allowed()} are allowed\n| b | rows | share of X5 | failures |")
    print("| --- | --- | --- | --- |")
    for bits in (40,):
        plan = least_plan(1 << bits, GOAL)
        full = least_rows(plan, GOAL, ALPHA)
        for share in (Fraction(1), Fraction(1, 4), Fraction(1, 8), Fraction(1, 16)):
            rows = ceiling(share * full)
            print(f"| {bits} | {rows:,} | {share} | {failures(bits, rows, plan)} |")
    made, learned, memory = large_tree()
    print(f"\n10^6 points, 10^6 rows: {made:.1f} CPU s for the tree, {learned:.1f} for the run, {memory} MB at most")


if __name__ == "__main__":
    main()
