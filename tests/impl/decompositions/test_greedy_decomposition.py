"""The greedy decomposition is a valid tree."""

from random import Random

import pytest

from littlestone.impl.decompositions.decompositions import Subclasses, greedy_decomposition
from littlestone.spec.classes.concept_classes import all_functions, explicit
from littlestone.spec.classes.irreducibility import dimension, irreducible, is_reduced_by, soa
from littlestone.spec.classes.literal_decompositions import degree, is_valid
from littlestone.spec.classes.trees import IONode


@pytest.mark.parametrize("seed", range(12))
def test_it_is_valid_on_random_classes(seed: int) -> None:
    source = Random(seed)
    H = explicit(source.sample(list(all_functions(4, 2)), source.randint(1, 12)))
    dim = int(dimension(H))
    for p in (0, 1, 2):
        tree = greedy_decomposition(H.functions(), p, dim + seed % 2)
        assert bool(is_valid(H, tree, p, dim + seed % 2))
        assert bool(degree(H, tree) <= dim)


@pytest.mark.parametrize("seed", range(12))
def test_it_finds_witnesses_where_there_are_any(seed: int) -> None:
    source = Random(seed)
    H = explicit(source.sample(list(all_functions(3, 2)), source.randint(1, 8)))
    for k in range(4):
        classes = Subclasses(H.functions())
        found = classes.reducing_path(classes.everything, k)
        assert bool(found) == (not bool(irreducible(H, k)))
        assert not found or bool(is_reduced_by(H, [x for x, _ in found]))
        assert all(soa(H)[x] == y for x, y in found)


def test_points_are_split_off_one_by_one() -> None:
    points = [(0, 0), (1, 0), (0, 1)]
    assert greedy_decomposition(points, 1, 1) is None
    assert greedy_decomposition(points, 2, 1) == IONode(0, 0, 1, IONode(1, 0, 1))


def test_larger_dimensions_are_refused() -> None:
    with pytest.raises(ValueError, match="more than d = 0"):
        greedy_decomposition([(0,), (1,)], 1, 0)
