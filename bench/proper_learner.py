"""The proper learner's second part on random trees: the least N with few failures, beside X6's N and the printed one.

    python bench/proper_learner.py [runs]
    python bench/proper_learner.py [runs] whole

For an error of alpha = 1/4 and 1/100 and beta = 1/20: the selection runs at alpha/6, so that 6 (alpha/6) N rows may
disagree, with eps = 1 for the whole of it by basic composition, eps0 = 1/(2T) for each mechanism. Each run draws a tree
of 300 points, x_good at its top, a target whose path ends at a leaf of T_good, and N rows of label 0 off the target's
path, the more at a point the more there are below it; it fails where the leaf's path has an error above alpha. The
least N is that of a doubling and halving search: a figure of this search, not a guarantee. Beside it stand the failures
there with their exact one-sided 95% bound by Clopper and Pearson; the N from which the failures are proved to be within
beta for all trees; X6's N, at alpha/60, which holds for fresh rows, too; and the printed N_2 with the constant 1, at
alpha/60 and eps0.

With ``whole`` the learner runs from rows to hypothesis: twenty random trees of 60 points whose leaves and root end
paths, a random leaf's path as the target, rows of a random distribution, a quarter of them for the first part, eps = 1
and delta = 10^-6 for the whole, the chunks of ``tree_sizes`` and the selection at alpha/6. The least N is to a factor
of 2^(1/4); beside it stand the failures there and the N that ``PrivateProperTreeClassifier`` asks for.
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache

import numpy as np

from littlestone.impl.learners.proper_sizes import ProperGoal, epsilon_each, proper_sizes
from littlestone.impl.learners.proper_tree_learner import GoodSubtree, ProperTreeLearner, select_leaf
from littlestone.impl.learners.tree_sizes import least_plan
from littlestone.impl.randomness.sources import SeededSource, as_float
from littlestone.proofs_check.statistics.binomials import upper_bound
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.class_trees.proper_laws import ProperPlan
from littlestone.spec.class_trees.selection_laws import selection_plan
from littlestone.spec.class_trees.selection_sizes import least_rows, second_rows, selection_failure

BETA, POINTS = Fraction(1, 20), 300
GOAL, TREES, SMALL = ProperGoal(Fraction(1), Fraction(1, 10**6), BETA), 20, 60


def random_tree(rng: np.random.Generator, points: int = POINTS) -> tuple[list[list[int]], list[bool]]:
    """The children of each point, two or three at a time below a random leaf, and where paths end: at leaves alone."""
    children, leaves = [list[int]()], [0]
    while len(children) < points:
        x = leaves.pop(int(rng.integers(len(leaves))))
        new = list(range(len(children), len(children) + int(rng.integers(2, 4))))
        children[x] = new
        children += [list[int]() for _ in new]
        leaves += new
    return children, [not listed for listed in children]


def run_fails(alpha: Fraction, rows: int, seed: int) -> bool:
    """One tree, one target, one sample and one selection: the error of the leaf is above alpha."""
    rng = np.random.default_rng(seed)
    children, is_end = random_tree(rng)
    good = GoodSubtree(children, is_end, 0)
    leaves = [x for x in good.upward if not good.children[x]]
    target = path_to(good, leaves[int(rng.integers(len(leaves)))])
    outside = [x for x in good.upward if x not in target]
    below = sizes_below(good)
    sizes = np.array([below[x] for x in outside])
    shares = rng.dirichlet((sizes / 50) ** 2)
    zeros = Counter(dict(zip(outside, rng.multinomial(rows, shares).tolist(), strict=True)))
    plan = selection_plan(alpha / 6, rows, alpha / 24)
    leaf = select_leaf(good, zeros, plan, SeededSource(seed))
    chances = dict(zip(outside, shares.tolist(), strict=True))
    return bool(sum(chances.get(x, 0) for x in path_to(good, leaf)) > alpha)


def sizes_below(good: GoodSubtree) -> dict[int, int]:
    """How many nodes are at or below each."""
    return good.weights(dict.fromkeys(good.upward, 1))


def path_to(good: GoodSubtree, leaf: int) -> set[int]:
    """The nodes from the leaf up to the root of T_good."""
    parent = {y: x for x, listed in good.children.items() for y in listed}
    found = {leaf}
    while leaf != good.root:
        leaf = parent[leaf]
        found.add(leaf)
    return found


def failures(alpha: Fraction, rows: int, runs: int) -> int:
    """How many of the runs fail."""
    return sum(run_fails(alpha, rows, seed) for seed in range(runs))


def least_seen(alpha: Fraction, runs: int) -> int:
    """The N of a doubling and halving search from which at most beta of the runs fail."""
    low, high = 0, 1
    while failures(alpha, high, runs) > BETA * runs:
        low, high = high, 2 * high
    while high - low > max(1, high // 20):
        middle = (low + high) // 2
        low, high = (low, middle) if failures(alpha, middle, runs) <= BETA * runs else (middle, high)
    return high


def proved_rows(alpha: Fraction) -> int:
    """The least N, to 1%, for which the bound of the selection's failures is at most beta."""
    rows = 1
    while not bool((selection_failure(alpha / 6, rows, alpha / 24) <= BETA).payload):
        rows = rows * 101 // 100 + 1
    return rows


# ---- From rows to hypothesis


@lru_cache(maxsize=TREES)
def learner_of(number: int) -> tuple[ProperTreeLearner, list[tuple[int, ...]]]:
    """A learner of the paths of a random tree's leaves and of the zero function, and these paths."""
    children, is_end = random_tree(np.random.default_rng(number), SMALL)
    good = GoodSubtree(children, is_end, 0)
    paths = [path_to(good, x) for x in range(len(children)) if is_end[x]]
    tables = [tuple(int(x in path) for x in range(len(children))) for path in paths]
    return ProperTreeLearner([(0,) * len(children), *tables]), tables


def whole_run_fails(alpha: Fraction, rows: int, seed: int) -> bool:
    """One tree, one target, one distribution, one sample: the error of the hypothesis is above alpha."""
    rng = np.random.default_rng(seed)
    learner, tables = learner_of(seed % TREES)
    target = np.array(tables[int(rng.integers(len(tables)))])
    shares = rng.dirichlet(np.full(len(target), 1 / 4))
    points = rng.permutation(np.repeat(np.arange(len(target)), rng.multinomial(rows, shares)))
    fine = alpha / 6
    each = epsilon_each(GOAL.epsilon, GOAL.delta, 2 * ceiling(2 / fine))
    plan = ProperPlan(least_plan(learner.tree.height, GOAL.first), rows // 4, rows - rows // 4, fine, each)
    found = learner.learn_from_columns(points, target[points], plan, SeededSource(seed))
    return bool(shares[np.array(found) != target].sum() > alpha)


def whole_table(runs: int) -> None:
    """The least N seen, to a factor of 2^(1/4)."""
    print("alpha, least N seen, failures, 95% bound, N of the estimator")
    for alpha in (Fraction(1, 4), Fraction(1, 100)):
        steps, failed = 36, runs
        while failed > BETA * runs:
            steps, failed = steps + 1, 0
            for seed in range(runs):
                failed += whole_run_fails(alpha, int(2 ** (steps / 4)), seed)
                if failed > BETA * runs:
                    break
        bound = float(upper_bound(failed, runs, Fraction(1, 20)))
        asked = max(proper_sizes(learner_of(i)[0].tree.height, GOAL, alpha).rows for i in range(TREES))
        print(f"{alpha}, {int(2 ** (steps / 4))}, {failed}/{runs}, {bound:.3f}, {asked}", flush=True)


def main(runs: int) -> None:
    """The table."""
    print("alpha, least N seen, failures, 95% bound, N proved, N of X6, N_2 printed with C = 1")
    for alpha in (Fraction(1, 4), Fraction(1, 100)):
        seen, fine = least_seen(alpha, runs), alpha / 60
        failed = failures(alpha, seen, runs)
        bound = float(upper_bound(failed, runs, Fraction(1, 20)))
        needed, printed = least_rows(fine, BETA, fine / 4), as_float(second_rows(1, fine, BETA, fine / 4))
        print(
            f"{alpha}, {seen}, {failed}/{runs}, {bound:.3f}, {proved_rows(alpha)}, {needed}, {printed:.0f}", flush=True
        )


if __name__ == "__main__":
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    (whole_table if "whole" in sys.argv else main)(runs)
