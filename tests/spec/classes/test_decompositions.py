"""Irreducible classes, decompositions and essential hypotheses against known values and literal forms."""

from itertools import combinations, product

import pytest

from littlestone.proofs_check.provers.exhaustive import count
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit, symbolic
from littlestone.spec.classes.decompositions import (
    decomposition_dimension,
    essential,
    essential_hypotheses,
    has_leaves,
    has_tree,
)
from littlestone.spec.classes.irreducibility import dimension, irreducible, irreducible_by_sequences, soa, soa_class
from littlestone.spec.classes.literal_decompositions import (
    has_tree_with_any_splits,
    is_in_every_optimal_tree,
    least_degree,
)


def counted(H: ConceptClass, truths: list[Truth]) -> list[int]:
    return count(truths, [truth.payload for _, truth in H.members()])


def degrees(points: int, p: int, d: int) -> list[int]:
    """How many non-empty classes of dimension at most d have DDim = 0, 1, ..., d."""
    H = symbolic(points, 2)
    ddim = decomposition_dimension(H, p, d)
    return counted(H, [H.nonempty() & (dimension(H) <= d) & ddim.equals(q) for q in range(d + 1)])


def words(*functions: str) -> ConceptClass:
    return explicit([tuple(map(int, f)) for f in functions])


def ball(points: int, radius: int) -> ConceptClass:
    return explicit(f for f in all_functions(points, 2) if sum(f) <= radius)


@pytest.mark.parametrize(
    ("p", "d", "histogram"),
    [
        (1, 1, [136, 752]),
        (2, 1, [696, 192]),
        (3, 1, [872, 16]),
        (4, 1, [888, 0]),
        (1, 2, [25100, 3888, 3040]),
        (2, 2, [32028, 0, 0]),
        (3, 2, [32028, 0, 0]),
        (4, 2, [32028, 0, 0]),
    ],
)
def test_decomposition_dimensions_of_all_classes_on_four_points(p: int, d: int, histogram: list[int]) -> None:
    assert degrees(4, p, d) == histogram


@pytest.mark.parametrize(
    ("points", "histogram"), [(1, [2, 1]), (2, [4, 10, 1]), (3, [8, 92, 154, 1]), (4, [16, 872, 31140, 33506, 1])]
)
def test_littlestone_dimensions_of_all_classes(points: int, histogram: list[int]) -> None:
    H = symbolic(points, 2)
    assert counted(H, [dimension(H).equals(d) for d in range(points + 1)]) == histogram


@pytest.mark.parametrize(("m", "p", "d"), [(2, 1, 1), (1, 1, 1), (3, 2, 1), (2, 2, 1), (4, 1, 2), (3, 1, 2), (5, 4, 1)])
def test_the_family_of_points(m: int, p: int, d: int) -> None:
    H = ball(m, 1)
    large = m > p * (2**d - 1)
    assert decomposition_dimension(H, p, d).value == int(large)
    assert bool(essential_hypotheses(H, p, d) == (ball(m, 0) if large else H))


@pytest.mark.parametrize(("m", "r", "p"), [(2, 1, 0), (3, 1, 1), (4, 2, 1), (4, 1, 2), (5, 2, 2)])
def test_hamming_balls_are_their_own_decompositions(m: int, r: int, p: int) -> None:
    H = ball(m, r)
    assert decomposition_dimension(H, p, r).value == r
    assert bool(essential_hypotheses(H, p, r) == ball(m, 0))


def test_irreducible_of_full_dimension_may_decompose() -> None:
    H = words("0000", "0001", "0100", "0101", "0111", "1001", "1010", "1101")
    assert dimension(H).value == 2
    assert bool(irreducible(H, 1))
    assert decomposition_dimension(H, 1, 2).value == 1


def test_a_class_may_have_no_essential_hypothesis() -> None:
    H = words("0000", "0001", "0010", "0100", "1001", "1011", "1101")
    assert (decomposition_dimension(H, 1, 2).value, decomposition_dimension(H, 2, 2).value) == (1, 0)
    assert not essential_hypotheses(H, 1, 2).functions()


def test_classes_without_essential_hypotheses_on_four_points() -> None:
    H = symbolic(4, 2)
    assert counted(H, [H.nonempty() & (dimension(H) <= 2) & ~essential_hypotheses(H, 1, 2).nonempty()]) == [384]


def test_more_splits_lower_the_degree() -> None:
    H = symbolic(4, 2)
    falls = [
        (dimension(H) <= d).implies(decomposition_dimension(H, p + 1, d) <= decomposition_dimension(H, p, d))
        for d in (1, 2, 3)
        for p in (0, 1, 2)
    ]
    assert counted(H, falls) == [2**16] * len(falls)


def test_from_as_many_as_there_are_points_all_p_are_alike() -> None:
    H = symbolic(4, 2)
    alike = [has_tree(H, 4, d, q) == has_tree(H, 5, d, q) for d in (0, 1, 2) for q in range(-1, d + 1)]
    assert counted(H, alike) == [2**16] * len(alike)


def test_irreducibility_by_sets_is_that_by_sequences() -> None:
    H = symbolic(3, 2)
    alike = [irreducible(H, k) == irreducible_by_sequences(H, k) for k in range(4)]
    assert counted(H, alike) == [2**8] * len(alike)


@pytest.mark.parametrize(("p", "d"), [(0, 1), (1, 0), (1, 1), (2, 1), (1, 2)])
def test_essential_hypotheses_are_in_every_listed_optimal_tree(p: int, d: int) -> None:
    H = symbolic(2, 2)
    listed = [is_in_every_optimal_tree(H, f, p, d, 2) for f in all_functions(2, 2)]
    alike = [essential(H, f, p, d) == truth for f, truth in zip(all_functions(2, 2), listed, strict=True)]
    wrong = [(dimension(H) <= d) & ~same for same in alike]
    assert counted(H, wrong) == [0] * len(wrong)
    assert counted(H, [(dimension(H) <= d) & (decomposition_dimension(H, p, d) != least_degree(H, p, d, 2))]) == [0]


def test_splits_with_an_empty_side_do_not_help() -> None:
    H = symbolic(3, 2)
    alike = [has_tree(H, p, 1, q) == has_tree_with_any_splits(H, p, 1, q) for p, q in product((1, 2, 3), (-1, 0, 1))]
    assert counted(H, alike) == [2**8] * len(alike)


def test_explicit_and_symbolic_classes_agree() -> None:
    functions = list(all_functions(2, 2))
    for size in range(1, 5):
        for members in combinations(functions, size):
            H = explicit(members)
            found = [q for q in range(3) if bool(decomposition_dimension(H, 1, 2).equals(q))]
            assert len(found) == 1


def test_the_leaves_of_a_chain() -> None:
    H = explicit([(0, 0), (1, 0), (1, 1)])
    assert bool(has_leaves(H, 2, 1, 3))
    assert not bool(has_leaves(H, 2, 1, 4))
    assert not bool(has_leaves(H, 1, 1, 3))


def test_the_soas_of_irreducible_subsets() -> None:
    H = explicit([(1,)])
    assert soa_class(H, 1).functions() == ((0,), (1,))  # the empty class says 0
    assert soa_class(H, 1, least=1).functions() == ((1,),)
    assert soa(explicit([(0, 0), (1, 1)])) == (1, 1)
