from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import as_matrix
from littlestone.impl.dimensions import binary, threshold_search
from littlestone.impl.dimensions.binary import threshold_dimension
from littlestone.impl.dimensions.littlestone import littlestone_dimension
from littlestone.impl.dimensions.threshold_search import (
    Chain,
    cheapest_block,
    extend_from_middle,
    find_thresholds,
)

ENOUGH = 10**8
Ones = NDArray[np.bool_]


def random_ones(seed: int, functions: int, points: int, share: float = 0.5) -> Ones:
    return np.random.default_rng(seed).random((functions, points)) < share


def literal(ones: Ones) -> int:
    best = 0
    for t in range(1, min(ones.shape) + 1):
        wanted = [np.arange(t) >= i for i in range(t)]
        if any(
            {w.tobytes() for w in wanted} <= {row.tobytes() for row in ones[:, xs]}
            for xs in permutations(range(ones.shape[1]), t)
        ):
            best = t
    return best


def is_chain(ones: Ones, chain: Chain, t: int) -> bool:
    functions, points = [h for h, _ in chain], [x for _, x in chain]
    wanted = np.arange(t)[:, None] <= np.arange(t)
    return len(chain) == t and bool((ones[np.ix_(functions, points)] == wanted).all())


def all_right(ones: Ones) -> bool:
    answer = literal(ones)
    for t in range(1, min(ones.shape) + 1):
        chain, words = find_thresholds(ones, t, ENOUGH)
        if words > ENOUGH or (chain is None) != (t > answer) or (chain is not None and not is_chain(ones, chain, t)):
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("points", [1, 2, 3])
def test_every_class_on_few_points(points: int) -> None:
    functions = np.array([[(p >> x) & 1 for x in range(points)] for p in range(1 << points)], dtype=bool)
    for size in range(1, len(functions) + 1):
        for chosen in combinations(range(len(functions)), size):
            assert all_right(functions[list(chosen)])


@pytest.mark.parametrize("seed", range(60))
def test_random_classes_of_all_densities(seed: int) -> None:
    random = np.random.default_rng(seed)
    ones = random_ones(seed, *random.integers(2, 8 if seed % 4 == 0 else 7, 2).tolist(), random.uniform(0.2, 0.8))
    assert all_right(ones)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("share", [0.2, 0.8])
@pytest.mark.parametrize(("functions", "points", "t"), [(40, 40, 12), (150, 70, 14), (66, 65, 20)])
def test_planted_thresholds_are_found(functions: int, points: int, t: int, share: float, transposed: bool) -> None:
    random = np.random.default_rng(functions + t)
    ones = random_ones(t, functions, points, share)
    rows, columns = random.permutation(functions)[:t], random.permutation(points)[:t]
    ones[np.ix_(rows, columns)] = np.arange(t)[:, None] <= np.arange(t)
    planted = ones.T if transposed else ones
    chain, _ = find_thresholds(planted, t, ENOUGH)
    assert chain is not None
    assert is_chain(planted, chain, t)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("functions", "points", "share"), [(45, 24, 0.5), (24, 45, 0.5), (50, 18, 0.7), (70, 66, 0.2), (26, 26, 0.6)]
)
def test_the_search_from_the_middle_agrees_with_that_from_the_first(
    functions: int, points: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    matrix = as_matrix(random_ones(1, functions, points, share).astype(int))
    littlestone = littlestone_dimension(matrix, 100)
    monkeypatch.setattr(binary, "FIRST_SHARE", 1)
    from_first = threshold_dimension(matrix, littlestone)
    monkeypatch.setattr(binary, "FIRST_SHARE", 10**9)
    from_middle = threshold_dimension(matrix, littlestone)
    assert from_first.exact
    assert (from_middle.lower, from_middle.upper) == (from_first.lower, from_first.lower)
    assert f"no {from_first.lower + 1} thresholds: searched" in from_middle.reason.words


def test_points_that_repeat_are_kept_once() -> None:
    once = random_ones(3, 90, 12)
    for t in (8, 9, 10):
        assert find_thresholds(np.repeat(once, 8, axis=1), t, ENOUGH)[1] == find_thresholds(once, t, ENOUGH)[1]


@pytest.mark.parametrize("limit", [-20_000, 0, 10, 1000, 20_000])
def test_a_limit_leaves_the_question_open(limit: int) -> None:
    ones = random_ones(0, 60, 30)
    chain, words = find_thresholds(ones, 11, limit)
    assert chain is None and limit < words <= max(limit, 0) + 1000
    chain, words = find_thresholds(ones, 11, ENOUGH)
    assert chain is None and words <= ENOUGH


@pytest.mark.parametrize("budget", [0, 1, 2, 500])
def test_extension_within_a_budget_gives_true_bounds(budget: int) -> None:
    ones = random_ones(0, 60, 30)
    chain, upper, nodes = extend_from_middle(ones, [], 30, budget)
    assert is_chain(ones, chain, len(chain))
    assert len(chain) <= 10 <= upper
    assert nodes <= budget
    assert (upper == 10) == (budget == 500)


def test_dense_classes_are_searched_around_zeros() -> None:
    assert [cheapest_block(random_ones(0, 200, 60, share), 13)[0] for share in (0.3, 0.5, 0.7)] == [False, False, True]


def telling_classes() -> Iterator[Ones]:
    """Random classes, and thresholds behind a function that looks like the second of them."""
    yield np.vstack([[True, True, True, False], np.arange(4)[:, None] <= np.arange(4)])
    yield from (random_ones(seed, 9, 6) for seed in range(8))


@pytest.mark.parametrize("is_of_zeros", [False, True])
@pytest.mark.parametrize("divisor", [1, 2, 5])
def test_the_kernels_are_right_from_any_block_on(
    divisor: int, is_of_zeros: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def block(_: Ones, t: int) -> tuple[bool, int]:
        return is_of_zeros and t > 1, min(-(-t // divisor), t - (is_of_zeros and t > 1))

    monkeypatch.setattr(threshold_search, "cheapest_block", block)
    assert all(all_right(ones) for ones in telling_classes())
