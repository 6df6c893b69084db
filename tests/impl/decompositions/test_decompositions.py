"""Decomposition dimensions and essential hypotheses: against enumerated trees, and values known in closed form."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from littlestone.impl.decompositions.decompositions import (
    Decompositions,
    Subclasses,
    decomposition_dimension,
    essential_hypotheses,
)
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.lyu25.section5_dp_erm import as_defined

Functions = frozenset[Function]


def points(m: int) -> list[Function]:
    """The zero function and the indicators of m points."""
    return ball(m, 1)


def ball(m: int, radius: int) -> list[Function]:
    """The functions with at most ``radius`` ones on m points."""
    ones = (set(s) for r in range(radius + 1) for s in combinations(range(m), r))
    return [tuple(int(x in chosen) for x in range(m)) for chosen in ones]


@cache
def dimension(H: Functions) -> int:
    best = 0 if H else -1
    for x in range(len(next(iter(H), ()))):
        if all(sides(H, x)):
            best = max(best, 1 + min(dimension(part) for part in sides(H, x)))
    return best


def sides(H: Functions, x: int) -> list[Functions]:
    return [frozenset(h for h in H if h[x] == y) for y in (0, 1)]


def optimal(H: Functions, m: int) -> Function:
    return tuple(int(dimension(sides(H, x)[0]) != dimension(H)) for x in range(m))


def irreducible(H: Functions, k: int, m: int) -> bool:
    f = optimal(H, m)
    return all(
        dimension(frozenset(h for h in H if all(h[x] == f[x] for x in chosen))) == dimension(H)
        for chosen in product(range(m), repeat=min(k, m))
    )


Leaves = frozenset[tuple[int, Function]]


def valid_trees(p: int, d: int, m: int) -> dict[Functions, set[Leaves]]:
    """For each class on m points of dimension <= d the leaves, (dimension, SOA), of each valid tree of small depth."""

    @cache
    def trees(H: Functions, depth: int) -> frozenset[Leaves]:
        L, found = dimension(H), set()
        if depth <= p * (2 ** (d - L) - 1) and irreducible(H, p * 2 ** (d - L), m):
            found.add(frozenset({(L, optimal(H, m))}))
        if depth <= p * (2 ** (d - L + 1) - 1) and depth <= m:
            for x in range(m):
                found |= {a | b for a, b in product(*(trees(part, depth + 1) for part in sides(H, x)))}
        return frozenset(found)

    every = product((0, 1), repeat=2**m)
    functions = list(product((0, 1), repeat=m))
    classes = (frozenset(f for f, bit in zip(functions, bits, strict=True) if bit) for bits in every)
    return {H: set(trees(H, 0)) for H in classes if dimension(H) <= d}


@pytest.mark.parametrize(("p", "d", "m"), [(0, 1, 1), (1, 0, 1), (3, 1, 1), (0, 2, 2), (1, 1, 2), (1, 2, 2), (2, 2, 2)])
def test_against_every_valid_tree(p: int, d: int, m: int) -> None:
    table = Subclasses(product((0, 1), repeat=m))
    found = Decompositions(table, p, d)
    for H, trees in valid_trees(p, d, m).items():
        degree = min(max(L for L, _ in leaves) for leaves in trees)
        tops = [{f for L, f in leaves if degree == L} for leaves in trees if max(L for L, _ in leaves) == degree]
        assert found.dimension(table.mask(H)) == degree
        assert set(found.essential(table.mask(H))) == set.intersection(*tops)


@pytest.mark.parametrize("m", [1, 3, 5, 9])
@pytest.mark.parametrize(("p", "d"), [(1, 1), (2, 1), (1, 2), (3, 2)])
def test_of_points(m: int, p: int, d: int) -> None:
    deep = m > p * (2**d - 1)
    assert decomposition_dimension(points(m), p, d) == int(deep)
    assert set(essential_hypotheses(points(m), p, d)) == ({(0,) * m} if deep else set(points(m)))


@pytest.mark.parametrize(("m", "r", "p"), [(6, 2, 3), (7, 3, 3), (10, 2, 7)])
def test_of_hamming_balls(m: int, r: int, p: int) -> None:
    assert decomposition_dimension(ball(m, r), p, r) == r
    assert essential_hypotheses(ball(m, r), p, r) == ((0,) * m,)


def test_every_class_on_four_points() -> None:
    table = Subclasses(product((0, 1), repeat=4))
    of = {mask: table.dimension(mask) for mask in range(1, 1 << 16)}
    assert Counter(of.values()) == {0: 16, 1: 872, 2: 31140, 3: 33506, 4: 1}
    for p, expected in [(1, (136, 752)), (2, (696, 192)), (3, (872, 16)), (4, (888, 0))]:
        found = Decompositions(table, p, 1)
        counted = Counter(found.dimension(mask) for mask, L in of.items() if L <= 1)
        assert (counted[0], counted[1]) == expected


def test_a_class_without_essential_hypotheses() -> None:
    H = [tuple(map(int, word)) for word in ("0000", "0001", "0010", "0100", "1001", "1011", "1101")]
    assert (decomposition_dimension(H, 1, 2), decomposition_dimension(H, 2, 2)) == (1, 0)
    assert essential_hypotheses(H, 1, 2) == ()


def test_thresholds_are_shallow_at_p_of_the_points_alone() -> None:
    thresholds = [tuple(int(x >= t) for x in range(7)) for t in range(8)]
    assert essential_hypotheses(thresholds, 7, 3) == tuple(sorted(thresholds))
    assert len(Subclasses(thresholds).reducing_path(255, 8)) == 1


def test_dimension_beyond_d_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"^d = 1 .* at least 2"):
        decomposition_dimension(ball(4, 2), 1, 1)
    with pytest.raises(ParameterError, match=r"^d = 0 .* at least 1"):
        decomposition_dimension(points(1), 1, 0)
    with pytest.raises(ParameterError, match=r"^p = -1"):
        decomposition_dimension(points(2), -1, 1)
    with pytest.raises(ParameterError, match=r"^d = -1"):
        decomposition_dimension(points(2), 1, -1)


@pytest.mark.slow
def test_against_the_definition_on_every_class_on_three_points() -> None:
    table = Subclasses(product((0, 1), repeat=3))
    for mask in range(1, 1 << 8):
        H, least = table.members(mask), table.dimension(mask)
        for p, d in ((1, least), (2, least), (1, least + 1)):
            assert essential_hypotheses(H, p, d) == as_defined(H, p, d)
