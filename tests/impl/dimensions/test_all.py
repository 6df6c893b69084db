from dataclasses import replace
from functools import cache
from itertools import chain, combinations, permutations, product

import numpy as np
import pytest
from helpers.tight_classes import amplify
from helpers.tight_classes import thresholds as threshold_class
from numpy.typing import NDArray

from littlestone.impl.classes.bits import bit_map, d_point_class, d_point_functions, restriction, thresholds_family
from littlestone.impl.classes.learner_input import VersionSpace, multiclass_littlestone_dimension
from littlestone.impl.classes.matrices import (
    InvalidWitnessError,
    Matrix,
    ShatteredSet,
    ShatteredTree,
    ThresholdChain,
    as_matrix,
)
from littlestone.impl.dimensions import binary, littlestone
from littlestone.impl.dimensions.all import all_dimensions
from littlestone.impl.dimensions.binary import threshold_dimension, vc_dimension
from littlestone.impl.dimensions.littlestone import littlestone_dimension, psi_b_dimension
from littlestone.impl.dimensions.proved_bounds import Dimension, verified
from littlestone.impl.dimensions.tree_search import TreeSearch
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import CollapsingMap, IONode, PsiNode, PsiTree, depth, psi_paths


def random_class(seed: int, functions: int, points: int, labels: int) -> Matrix:
    return as_matrix(np.random.default_rng(seed).integers(0, labels, (functions, points)))


def as_set(matrix: Matrix) -> VersionSpace:
    return frozenset(matrix.function(i) for i in range(len(matrix)))


def of_set(functions: frozenset[Function]) -> Matrix:
    return as_matrix(np.array(sorted(functions)))


def by_name(matrix: Matrix, budget: int = 100_000) -> dict[str, Dimension]:
    return {d.name: d for d in all_dimensions(matrix, budget)}


def psi_tree(found: Dimension) -> PsiTree:
    assert isinstance(found.witness, ShatteredTree)
    assert isinstance(found.witness.tree, PsiNode)
    return found.witness.tree


def literal_vc(functions: VersionSpace) -> int:
    points = range(len(next(iter(functions))))
    sets = chain.from_iterable(combinations(points, size) for size in range(len(points) + 1))
    return max(len(s) for s in sets if len({tuple(f[x] for x in s) for f in functions}) == 1 << len(s))


def literal_thresholds(functions: VersionSpace) -> int:
    points = range(len(next(iter(functions))))
    every = chain.from_iterable(permutations(points, size) for size in range(len(points) + 1))
    return max(
        len(xs)
        for xs in every
        if {tuple(int(i <= j) for j in range(len(xs))) for i in range(len(xs))}
        <= {tuple(f[x] for x in xs) for f in functions}
    )


@cache
def literal_psi(functions: VersionSpace, maps: tuple[CollapsingMap, ...]) -> int:
    """BGS21 D4.4 by the recursion over splits, without pruning."""
    if len(functions) <= 1:
        return len(functions) - 1
    best = 0
    for x, phi in product(range(len(next(iter(functions)))), maps):
        sides = [frozenset(f for f in functions if phi[f[x]] == side) for side in (0, 1)]
        if all(sides):
            best = max(best, 1 + min(literal_psi(side, maps) for side in sides))
    return best


def literal_uniform(functions: VersionSpace, maps: tuple[CollapsingMap, ...]) -> int:
    @cache
    def shatters(space: VersionSpace, sequence: tuple[CollapsingMap, ...]) -> bool:
        if not sequence or not space:
            return bool(space)
        return any(
            all(shatters(frozenset(f for f in space if sequence[0][f[x]] == side), sequence[1:]) for side in (0, 1))
            for x in range(len(next(iter(functions))))
        )

    size = len(functions).bit_length()
    return max(b for b in range(size) if any(shatters(functions, s) for s in product(maps, repeat=b)))


@pytest.mark.parametrize("seed", range(40))
def test_binary_dimensions_agree_with_the_definitions(seed: int) -> None:
    matrix = random_class(seed, 3 + seed % 13, 2 + seed % 4, 2)
    found = by_name(matrix)
    assert all(d.exact for d in found.values())
    assert found["VC"].lower == literal_vc(as_set(matrix))
    assert found["thresholds"].lower == literal_thresholds(as_set(matrix))
    assert found["Littlestone"].lower == multiclass_littlestone_dimension(as_set(matrix))


@pytest.mark.parametrize("seed", range(25))
def test_multiclass_dimensions_agree_with_the_definitions(seed: int) -> None:
    matrix = random_class(seed, 3 + seed % 7, 1 + seed % 3, 3 + seed % 2)
    k, functions, found = matrix.k, as_set(matrix), by_name(matrix)
    if matrix.is_binary:
        pytest.skip("drew two labels only")
    bits = (bit_map(1, k), bit_map(2, k))
    assert all(d.exact for d in found.values())
    assert found["multiclass Littlestone"].lower == found["Psi^N"].lower == multiclass_littlestone_dimension(functions)
    assert found["Psi^bin"].lower == literal_psi(functions, bits)
    assert found["Psi^bin uniform"].lower == literal_uniform(functions, bits)
    assert found["Psi^B"].lower == literal_psi(functions, tuple(product((0, 1), repeat=k + 1)))
    for i in (1, 2):
        assert found[f"Littlestone of bit {i}"].lower == multiclass_littlestone_dimension(restriction(functions, i, k))


def biased_class(seed: int) -> Matrix:
    """Classes far from random ones, on which the most balanced split or the fullest function misleads."""
    random = np.random.default_rng(seed)
    share = random.uniform(0.15, 0.85, 6)
    return as_matrix((random.random((6 + seed % 25, 6)) < share).astype(int))


@pytest.fixture
def no_head_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """No greedy lower bounds: a chain for each function."""
    monkeypatch.setattr(TreeSearch, "greedy_depth", lambda _: 0)
    monkeypatch.setattr(binary, "chain_cover", lambda matrix: [[i] for i in range(len(matrix))])


@pytest.mark.parametrize("seed", range(120))
def test_searches_agree_with_the_definitions_without_a_head_start(seed: int, no_head_start: None) -> None:
    matrix = biased_class(seed)
    functions, found = as_set(matrix), by_name(matrix)
    assert all(d.exact for d in found.values())
    assert found["VC"].lower == literal_vc(functions)
    assert found["Littlestone"].lower == multiclass_littlestone_dimension(functions)
    assert found["thresholds"].lower == literal_thresholds(functions)


@pytest.mark.parametrize("seed", range(30))
def test_multiclass_search_agrees_with_the_recursion_without_a_head_start(seed: int, no_head_start: None) -> None:
    matrix = random_class(seed, 20 + 3 * seed, 3 + seed % 5, 3 + seed % 3)
    assert littlestone_dimension(matrix).lower == multiclass_littlestone_dimension(as_set(matrix))


def test_one_function_has_dimension_zero() -> None:
    assert [d.lower for d in all_dimensions(as_matrix(np.array([[0, 1]])))] == [0, 0, 1]
    assert [d.lower for d in all_dimensions(as_matrix(np.array([[0, 0]])))] == [0, 0, 0]
    assert [d.lower for d in all_dimensions(as_matrix(np.array([[2, 0]])))] == [0] * 7


def test_maps_of_the_witnesses_belong_to_their_family() -> None:
    found = by_name(random_class(1, 30, 5, 4))
    for i in (1, 2):
        assert {phi for path in psi_paths(psi_tree(found[f"Littlestone of bit {i}"])) for _, phi, _ in path} == {
            bit_map(i, 3)
        }
    for level in zip(*psi_paths(psi_tree(found["Psi^bin uniform"])), strict=True):
        assert len({phi for _, phi, _ in level}) == 1


@pytest.mark.parametrize("m", [1, 5, 64, 300])
def test_thresholds(m: int) -> None:
    found = by_name(of_set(threshold_class(m)))
    assert found["thresholds"].lower == m
    assert found["Littlestone"].lower == m.bit_length() - 1
    assert found["VC"].lower == min(1, m - 1)


@pytest.mark.parametrize(("d", "m"), [(1, 200), (2, 20), (3, 12)])
def test_d_point_functions(d: int, m: int) -> None:
    at_most = frozenset[tuple[int, ...]]().union(*(d_point_functions(ones, m) for ones in range(d + 1)))
    found = by_name(of_set(at_most))
    assert [(name, value.lower, value.upper) for name, value in found.items()] == [
        (name, d, d) for name in ("Littlestone", "VC", "thresholds")
    ]


def test_tight_classes_of_the_paper() -> None:
    amplified = by_name(of_set(amplify(thresholds_family(7), 2)))
    assert (amplified["multiclass Littlestone"].lower, amplified["Littlestone of bit 3"].lower) == (2, 4)
    tight = by_name(of_set(d_point_class(2, 1, 8)))
    assert (tight["multiclass Littlestone"].lower, tight["Littlestone of bit 1"].lower) == (2, 1)


@pytest.mark.slow
def test_permuted_thresholds_with_noise_need_no_recursion() -> None:
    functions = np.vstack([np.tri(1500, dtype=int), np.zeros((1, 1500), dtype=int)])
    functions[700, 3] = 0
    found = threshold_dimension(as_matrix(functions), littlestone_dimension(as_matrix(functions)), 40_000)
    assert 1498 <= found.lower <= found.upper <= 1500


@pytest.mark.slow
@pytest.mark.parametrize("budget", [0, 1, 3000])
def test_an_exceeded_budget_gives_true_bounds_and_says_so(budget: int) -> None:
    matrix = random_class(5, 120, 9, 2)
    limited, full = by_name(matrix, budget), by_name(matrix, 10_000_000)
    for name, exact in full.items():
        assert exact.exact
        assert limited[name].lower <= exact.lower <= limited[name].upper
        assert limited[name].exact or "budget" in limited[name].reason.words
        assert limited[name].nodes <= budget + 1
    assert (budget > 1) == all(d.exact for d in limited.values())


def test_a_negative_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        littlestone_dimension(as_matrix(np.eye(3, dtype=int)), -1)


def test_too_many_bipartitions_give_bounds() -> None:
    matrix = as_matrix(np.arange(40)[:, None])
    found = psi_b_dimension(matrix)
    assert (found.lower, found.upper) == (5, 5)
    assert "bipartitions" in found.reason.words


def test_binary_dimensions_refuse_more_labels() -> None:
    matrix = random_class(0, 9, 3, 3)
    littlestone = littlestone_dimension(matrix)
    with pytest.raises(ValueError, match="binary class"):
        vc_dimension(matrix, littlestone)
    with pytest.raises(ValueError, match="binary class"):
        threshold_dimension(matrix, littlestone)


CUBE: NDArray[np.int64] = np.array(list(product((0, 1), repeat=2)))


@pytest.mark.parametrize(
    ("witness", "message"),
    [
        (ShatteredSet((0, 1), (0, 2, 1, 2)), "pattern 3"),
        (ShatteredSet((0, 1), (0, 2, 1)), "3 functions"),
        (ThresholdChain((0, 1), (3, 2)), "threshold 2"),
        (ThresholdChain((0, 1), (3,)), "2 points but 1"),
        (ShatteredTree(IONode(0, 0, 1), (0, 1)), "path 1"),
        (ShatteredTree(IONode(0, 0, 1), (0, 2, 3)), "3 leaves"),
        (ShatteredTree(IONode(0, 0, 1, IONode(1, 0, 1), None), (0, 1, 2)), "not a complete"),
        (ShatteredTree(PsiNode(0, (0, None)), (0, 2)), "path 1"),
    ],
)
def test_a_wrong_witness_is_refused(witness: ShatteredSet | ShatteredTree | ThresholdChain, message: str) -> None:
    with pytest.raises(InvalidWitnessError, match=message):
        witness.verify(as_matrix(CUBE))


def test_a_witness_of_another_size_is_refused() -> None:
    found = littlestone_dimension(as_matrix(CUBE))
    with pytest.raises(InvalidWitnessError, match="size 2, not 1"):
        verified(as_matrix(CUBE), replace(found, lower=1))
    assert depth(found.witness.tree) == 2  # type: ignore[union-attr]


def test_a_search_that_claims_too_much_is_stopped_by_its_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    singletons = as_matrix(np.eye(6, dtype=int))
    monkeypatch.setattr(littlestone, "climb", lambda lower, upper, decide: (upper, upper))
    with pytest.raises((RuntimeError, StopIteration)):
        littlestone_dimension(singletons)
    monkeypatch.undo()
    matrix = random_class(3, 30, 12, 2)
    found = littlestone_dimension(matrix)
    monkeypatch.setattr(binary, "_thresholds_of", lambda *_: [(i, i) for i in range(7)])
    with pytest.raises(InvalidWitnessError):
        threshold_dimension(matrix, found)


@pytest.mark.parametrize("transposed", [False, True])
def test_thresholds_hidden_behind_a_fuller_function(transposed: bool, no_head_start: None) -> None:
    functions = np.zeros((9, 12), dtype=int)
    functions[0, :8] = 1
    functions[1:5, 8:] = np.tri(4, dtype=int)
    functions[5:, :4] = np.eye(4, dtype=int)
    matrix = as_matrix(functions.T if transposed else functions)
    found = threshold_dimension(matrix, littlestone_dimension(matrix))
    assert (found.lower, found.upper) == (4, 4)


@pytest.mark.parametrize("seed", range(20))
def test_thresholds_are_kept_when_functions_and_points_change_places(seed: int, no_head_start: None) -> None:
    random = np.random.default_rng(seed)
    functions = (random.random((12, 14)) < random.uniform(0.2, 0.8, 14)).astype(int)
    matrices = [as_matrix(functions), as_matrix(functions.T)]
    found = [threshold_dimension(matrix, littlestone_dimension(matrix)) for matrix in matrices]
    assert all(d.exact for d in found)
    assert found[0].lower == found[1].lower
