"""Subclasses: intersections and parts, truth tables, and the SOAs of irreducible subsets against listing them all."""

from itertools import combinations

import pytest

from littlestone.spec.algebra.circuit import TRUE, CircuitTooLarge, gate_limit, variable
from littlestone.spec.classes.concept_classes import all_functions, explicit, from_members, symbolic
from littlestone.spec.classes.irreducibility import soa_class
from littlestone.spec.classes.operations import intersection
from littlestone.spec.classes.subclasses import (
    is_subclass,
    minimal_families,
    minimal_sets,
    part,
    soas_of_irreducible,
    table,
)

H = explicit([(0, 0), (0, 1), (1, 0)])
G = explicit([(0, 0), (1, 0), (1, 1)])


def test_an_intersection_has_the_common_functions() -> None:
    assert intersection(G, H).functions() == intersection(H, G).functions() == ((0, 0), (1, 0))
    assert not bool(is_subclass(G, H)) and bool(is_subclass(intersection(G, H), H))


def test_a_part_keeps_the_universe() -> None:
    ones = part(H, lambda h: h[1] == 1)
    assert ones.functions() == ((0, 1),) and ones.universe is H.universe


def test_a_table_has_a_bit_for_each_assignment() -> None:
    a, b = variable("a"), variable("b")
    assert [table(t, [a, b]) for t in (a, b, ~a, a & b, a | b, a ^ b, TRUE)] == [10, 12, 5, 8, 14, 6, 15]


def test_minimal_sets_contain_no_other() -> None:
    assert list(minimal_sets(0b11101110, 3)) == [0b001, 0b010]
    assert list(minimal_sets(0b10001000, 3)) == [0b011]
    assert list(minimal_sets(0, 3)) == []


@pytest.mark.slow
def test_minimal_irreducible_families_on_four_points() -> None:
    nothing = (0, 0, 0, 0)
    assert [len(minimal_families(4, k)[nothing]) for k in (1, 2, 3)] == [11, 2, 1]
    singles = tuple(tuple(int(x == y) for x in range(4)) for y in reversed(range(4)))
    assert minimal_families(4, 2)[nothing] == [(nothing,), singles]


@pytest.mark.parametrize("k", range(4))
@pytest.mark.parametrize("least", (0, 1))
def test_the_soas_of_irreducible_subsets_are_those_of_all_subsets(k: int, least: int) -> None:
    for functions in combinations(all_functions(2, 2), 3):
        C = explicit(functions)
        assert soas_of_irreducible(C, k, least).functions() == soa_class(C, k, least).functions()
    cube = explicit([(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1)])
    assert soas_of_irreducible(cube, k, least).functions() == soa_class(cube, k, least).functions()


def test_a_symbolic_class_has_its_soas_as_a_circuit() -> None:
    free = symbolic(2, 2)
    assert bool(soas_of_irreducible(free, 1, 0).contains((0, 0)))
    assert soas_of_irreducible(free, 1).contains((0, 0)) is free.contains((0, 0))


@pytest.mark.parametrize("points", (5, 40))
def test_the_table_of_all_classes_on_five_points_and_more_is_refused_before_it_is_built(points: int) -> None:
    with gate_limit(10_000_000), pytest.raises(CircuitTooLarge):
        soas_of_irreducible(from_members(points, 2, {(0,) * points: TRUE}), 1)
