"""Essential hypotheses of LYU25 on classes whose decompositions are known, and the corners of its lemmas."""

from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.classes.decompositions import (
    decomposition_dimension,
    essential,
)
from littlestone.spec.classes.literal_decompositions import (
    in_every_optimal,
    leaf_sets,
)
from littlestone.spec.lyu25.section6_2_exposed import EXPOSED, KEPT, exposures
from littlestone.spec.lyu25.vocabulary import data_sets, item_two, keeps_essential

SEVEN = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 1), (1, 0, 1, 1), (1, 1, 0, 1)]


def ball(points: int, radius: int) -> ConceptClass:
    """The functions that are 1 on at most ``radius`` points."""
    return explicit([f for f in all_functions(points, 2) if sum(f) <= radius], points=points)


def empty(points: int = 1) -> ConceptClass:
    return explicit([], points=points)


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
