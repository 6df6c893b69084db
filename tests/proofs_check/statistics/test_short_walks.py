"""Walks of every branch of a run: exact where they end, given up where they are long, refusing what is too long."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from littlestone.impl.randomness.enumeration import TooManyBranches
from littlestone.proofs_check.statistics import short_walks as walks
from littlestone.proofs_check.statistics.short_walks import ShortWalk, exact_chance
from littlestone.spec.learning.randomness import ParameterError, Randomness


def test_walks_are_exact_where_they_end_and_give_up_where_they_are_long() -> None:
    assert exact_chance(lambda source: source.uniform(6) < 2) == Fraction(1, 3)
    assert exact_chance(lambda source: source.subset(5, 2) == (0, 1)) == Fraction(1, 10)
    assert exact_chance(lambda source: source.shuffle(4)[0] == 0) == Fraction(1, 4)
    assert exact_chance(lambda source: source.laplace(1) > 0) == Fraction(1, 2)
    assert exact_chance(lambda source: False) == 0
    for long in (
        lambda source: source.uniform(10**18) == 0,
        lambda source: source.shuffle(1000)[0] == 0,
        lambda source: source.subset(1000, 500)[0] == 0,
        lambda source: all(source.uniform(2) + 1 for _ in range(9)),
    ):
        assert exact_chance(long) is None


def test_a_long_walk_ends_within_its_first_run() -> None:
    runs: list[int] = []

    def event(source: Randomness) -> bool:
        runs.append(1)
        return sum(source.uniform(20) for _ in range(100)) > 900

    assert exact_chance(event) is None and len(runs) == 1


def test_a_walk_of_exactly_as_many_branches_as_it_may_have_is_taken() -> None:
    assert exact_chance(lambda source: sum(source.uniform(2) for _ in range(8)) == 8) == Fraction(1, 256)
    assert walks.MOST_BRANCHES == 256


@pytest.mark.parametrize(
    ("most", "more"),
    [
        (lambda walk: walk.uniform(256), lambda walk: walk.uniform(257)),
        (lambda walk: walk.shuffle(5), lambda walk: walk.shuffle(6)),
        (lambda walk: walk.subset(10, 5), lambda walk: walk.subset(11, 5)),
        (lambda walk: walk.subset(256, 255), lambda walk: walk.subset(257, 256)),
        (lambda walk: walk.hypergeometric((255, 255), 255), lambda walk: walk.hypergeometric((256, 256), 256)),
        (lambda walk: walk.uniform(200) + walk.uniform(57), lambda walk: walk.uniform(200) + walk.uniform(58)),
    ],
)
def test_a_walk_refuses_a_choice_that_makes_it_too_long(
    most: Callable[[ShortWalk], object], more: Callable[[ShortWalk], object]
) -> None:
    most(ShortWalk())
    with pytest.raises(TooManyBranches, match=r"branches = more than 256 .* few: sample the run instead"):
        more(ShortWalk())


def test_bad_counts_of_a_subset_are_the_sources_to_refuse() -> None:
    for n, m in ((2, 5), (500, -1), (500, 501)):
        with pytest.raises(ParameterError):
            ShortWalk().subset(n, m)
    assert [ShortWalk().subset(500, m) for m in (0, 500)] == [(), tuple(range(500))]
