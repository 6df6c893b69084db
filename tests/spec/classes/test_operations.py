"""Classes made from classes: listed and symbolic ones have the functions that a literal reading says."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from operator import xor

import pytest

from littlestone.spec.algebra.circuit import evaluate
from littlestone.spec.classes import operations
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, explicit, symbolic

Functions = frozenset[Function]
LITERAL: dict[str, Callable[..., Functions]] = {
    "union": lambda G, H: G | H,
    "intersection": lambda G, H: G & H,
    "symmetric_difference": lambda G, H: G ^ H,
    "pointwise": lambda G, H: frozenset(tuple(map(xor, g, h)) for g, h in product(G, H)),
    "intersection_closure": lambda H: closed(H, min),
    "union_closure": lambda H: closed(H, max),
    "difference_with": lambda H: frozenset((1 - a, b, 1 - c) for a, b, c in H),
}
MORE = {"pointwise": (xor,), "difference_with": ((1, 0, 1),)}


def closed(functions: Functions, operation: Callable[[int, int], int]) -> Functions:
    while more := {tuple(map(operation, f, g)) for f, g in product(functions, repeat=2)} - functions:
        functions |= more
    return functions


def read_at(H: ConceptClass, chosen: dict[str, Functions]) -> Functions:
    """The functions of a symbolic class where the classes it is made from are these."""
    members = list(H.members())
    values = evaluate([truth for _, truth in members], lambda name: name[1] in chosen[name[0]])  # type: ignore[index]
    return frozenset(f for (f, _), value in zip(members, values, strict=True) if value)


@pytest.mark.parametrize("name", LITERAL)
def test_what_is_made_is_what_a_literal_reading_says(name: str) -> None:
    made, more = getattr(operations, name), MORE.get(name, ())
    names, points = ("GH", 2) if name in list(LITERAL)[:4] else ("H", 3)
    functions = list(all_functions(points, 2))
    subsets = [frozenset(chosen) for n in range(len(functions) + 1) for chosen in combinations(functions, n)]
    free = made(*(symbolic(points, 2, K) for K in names), *more)
    for chosen in product(subsets, repeat=len(names)):
        listed = made(*(explicit(K, 2, points) for K in chosen), *more).functions()
        assert set(listed) == LITERAL[name](*chosen) == read_at(free, dict(zip(names, chosen, strict=True)))


def test_classes_that_do_not_fit_are_refused() -> None:
    for made in (operations.union, operations.intersection, operations.symmetric_difference):
        with pytest.raises(ValueError, match="classes on the same points, not on 1 and 2"):
            made(explicit([(0,)]), explicit([(0, 1)]))
    with pytest.raises(ValueError, match="a closure needs a binary class, not one with 3 labels"):
        operations.union_closure(explicit([(2,)]))
