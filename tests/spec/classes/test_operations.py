"""Classes made from classes: listed and symbolic ones have the functions that a literal reading says."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from operator import xor

import pytest

from littlestone.spec.algebra.circuit import evaluate
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, explicit, symbolic
from littlestone.spec.classes.operations import (
    difference_with,
    intersection,
    intersection_closure,
    pointwise,
    symmetric_difference,
    union,
    union_closure,
)

Functions = frozenset[Function]


def subsets(points: int) -> list[Functions]:
    functions = list(all_functions(points, 2))
    return [frozenset(s) for n in range(len(functions) + 1) for s in combinations(functions, n)]


def read_at(H: ConceptClass, chosen: dict[str, Functions]) -> Functions:
    """The functions of a symbolic class where the classes it is made from are these."""
    members = list(H.members())
    values = evaluate([truth for _, truth in members], lambda name: name[1] in chosen[name[0]])  # type: ignore[index]
    return frozenset(f for (f, _), value in zip(members, values, strict=True) if value)


def closed(functions: Functions, operation: Callable[[int, int], int]) -> Functions:
    while more := {tuple(map(operation, f, g)) for f, g in product(functions, repeat=2)} - functions:
        functions |= more
    return functions


Made = tuple[Callable[..., ConceptClass], Callable[..., Functions]]


def at_each_point(operation: Callable[[int, int], int]) -> Made:
    def literal(G: Functions, H: Functions) -> Functions:
        return frozenset(tuple(map(operation, g, h)) for g, h in product(G, H))

    return lambda G, H: pointwise(G, H, operation), literal


OF_TWO: dict[str, Made] = {
    "union": (union, lambda G, H: G | H),
    "intersection": (intersection, lambda G, H: G & H),
    "symmetric difference": (symmetric_difference, lambda G, H: G ^ H),
    **{f"pointwise {operation.__name__}": at_each_point(operation) for operation in (min, max, xor)},
}
OF_ONE: dict[str, Made] = {
    "intersections": (intersection_closure, lambda H: closed(H, min)),
    "unions": (union_closure, lambda H: closed(H, max)),
    "translate": (lambda H: difference_with(H, (1, 0, 1)), lambda H: frozenset((1 - a, b, 1 - c) for a, b, c in H)),
}


@pytest.mark.parametrize("name", OF_TWO)
def test_what_is_made_of_two_classes(name: str) -> None:
    made, literal = OF_TWO[name]
    free = made(symbolic(2, 2, "G"), symbolic(2, 2, "H"))
    for G, H in product(subsets(2), repeat=2):
        listed = made(explicit(G, 2, 2), explicit(H, 2, 2)).functions()
        assert set(listed) == literal(G, H) == read_at(free, {"G": G, "H": H})
    assert {len(literal(G, H)) for G, H in product(subsets(2), repeat=2)} == set(range(5))


@pytest.mark.parametrize("name", OF_ONE)
def test_what_is_made_of_a_class(name: str) -> None:
    made, literal = OF_ONE[name]
    free = made(symbolic(3, 2, "H"))
    for H in subsets(3):
        assert set(made(explicit(H, 2, 3)).functions()) == literal(H) == read_at(free, {"H": H})


def test_classes_that_do_not_fit_are_refused() -> None:
    for made in (union, intersection, symmetric_difference):
        with pytest.raises(ValueError, match="classes on the same points, not on 1 and 2"):
            made(explicit([(0,)]), explicit([(0, 1)]))
    with pytest.raises(ValueError, match="a closure needs a binary class, not one with 3 labels"):
        union_closure(explicit([(2,)]))
