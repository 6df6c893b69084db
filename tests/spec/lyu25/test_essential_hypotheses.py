"""Essential hypotheses of LYU25 on classes whose decompositions are known, and the corners of its lemmas."""

from itertools import product

import pytest

from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.classes.decompositions import (
    decomposition_dimension,
    essential,
    essential_hypotheses,
    met_hypotheses,
)
from littlestone.spec.classes.irreducibility import dimension
from littlestone.spec.classes.literal_decompositions import (
    in_every_optimal,
    in_some_optimal,
    leaf_sets,
    optimal_leaves,
)
from littlestone.spec.lyu25.section6_2_exposed import EXPOSED, KEPT, exposures
from littlestone.spec.lyu25.vocabulary import data_sets, item_two, keeps_essential

SEVEN = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 1), (1, 0, 1, 1), (1, 1, 0, 1)]


def ball(points: int, radius: int) -> ConceptClass:
    """The functions that are 1 on at most ``radius`` points."""
    return explicit([f for f in all_functions(points, 2) if sum(f) <= radius], points=points)


def empty(points: int = 1) -> ConceptClass:
    return explicit([], points=points)


@pytest.mark.parametrize(("m", "p", "d"), list(product((1, 2, 3, 4, 5), (0, 1, 2, 3), (1, 2))))
def test_the_points_family(m: int, p: int, d: int) -> None:
    H, large = ball(m, 1), m > p * (2**d - 1)
    assert int(decomposition_dimension(H, p, d)) == int(large)
    expected = ((1,),) if m == 1 and p == 0 else ((0,) * m,)
    assert essential_hypotheses(H, p, d).functions() == (expected if large else H.functions())


@pytest.mark.parametrize(("m", "r"), ((3, 1), (4, 1), (4, 2), (5, 2), (5, 3)))
def test_hamming_balls(m: int, r: int) -> None:
    for p in range(1, m - r):
        assert int(decomposition_dimension(ball(m, r), p, r)) == r
        assert essential_hypotheses(ball(m, r), p, r).functions() == ((0,) * m,)


def test_there_may_be_no_essential_hypothesis() -> None:
    H = explicit(SEVEN)
    assert [int(decomposition_dimension(H, p, 2)) for p in (1, 2)] == [1, 0]
    assert essential_hypotheses(H, 1, 2).functions() == () and in_every_optimal(H, 1, 2) == set()
    assert set(met_hypotheses(H, 1, 2).functions()) == in_some_optimal(H, 1, 2) != set()
    assert essential_hypotheses(H, 2, 2).functions() == tuple(sorted(SEVEN))


def test_irreducible_of_full_dimension_is_not_enough() -> None:
    H = explicit([tuple(map(int, f)) for f in ["0000", "0001", "0100", "0101", "0111", "1001", "1010", "1101"]])
    assert int(dimension(H)) == 2 and int(decomposition_dimension(H, 1, 2)) == 1
    assert optimal_leaves(H, 1, 2)[0] == 1


def test_the_leaves_of_all_trees_of_a_small_class() -> None:
    H = ball(2, 1)
    assert leaf_sets(H, 1, 1) == {frozenset({(1, (0, 0))})}
    split = {frozenset({(1, (0, 0)), (0, (1, 0))}), frozenset({(1, (0, 0)), (0, (0, 1))})}
    assert not split & leaf_sets(H, 1, 1) and in_every_optimal(H, 1, 0) == set()


def test_the_empty_class_has_the_zero_function() -> None:
    assert int(decomposition_dimension(empty(), 1, 1)) == -1
    assert bool(essential(empty(), (0,), 1, 1)) and not bool(essential(empty(), (1,), 1, 1))


def test_at_p_zero_the_lemma_fails_and_at_one_it_does_not() -> None:
    H, G = ball(2, 1), explicit([(0, 0), (0, 1)])
    assert not bool(item_two(G, H, 0, 1)) and bool(item_two(G, H, 1, 1))
    assert not bool(keeps_essential(G, H, 0, 1)) and bool(keeps_essential(G, H, 1, 1))


def test_the_smaller_p_of_item_two_is_needed() -> None:
    H = explicit(SEVEN)
    assert bool(item_two(H, H, 1, 2)) and not bool(item_two(H, H, 1, 2, factor=1))


def test_data_sets_are_multisets_of_examples() -> None:
    assert [len(list(data_sets(2, n))) for n in (0, 1, 2)] == [1, 4, 10]


def test_exposures_on_one_point() -> None:
    assert exposures(1, 1, EXPOSED, KEPT) == [(frozenset({(0,)}), (1,)), (frozenset({(1,)}), (0,))]
    assert exposures(1, 0, EXPOSED, KEPT) == []
