"""Sample compression against all schemes: each way to reconstruct a function from each subset is tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from littlestone.spec.classes.concept_classes import Function, all_functions, explicit
from littlestone.spec.parameters.library import PARAMETERS


def samples_of(f: Function) -> Iterator[tuple[tuple[int, int], ...]]:
    return (S for n in range(len(f) + 1) for S in combinations(enumerate(f), n))


@cache
def compressed_classes(points: int, size: int, labelled: bool) -> frozenset[int]:
    """For each scheme of this size the functions all of whose samples it reconstructs, as a mask over functions."""
    functions = list(all_functions(points, 2))
    number = {S: 1 << i for i, S in enumerate(sorted({S for f in functions for S in samples_of(f)}))}
    all_of = [sum(number[S] for S in samples_of(f)) for f in functions]
    subsets = {S if labelled else tuple(x for x, _ in S) for S in number if len(S) <= size}
    reconstructed = []  # for each subset, what each function made of it reconstructs
    for K in subsets:
        has_it = [S for S in number if {*K} <= ({*S} if labelled else {x for x, _ in S})]
        masks = {sum(number[S] for S in has_it if all(f[x] == y for x, y in S)) for f in functions}
        reconstructed.append(sorted(masks))
    found = set()
    for masks in product(*reconstructed):
        covered = 0
        for mask in masks:
            covered |= mask
        found.add(sum(1 << i for i, mine in enumerate(all_of) if mine & ~covered == 0))
    return frozenset(found)


@pytest.mark.parametrize(("name", "labelled"), [("USC", False), ("LSC", True)])
@pytest.mark.parametrize(("points", "size"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)])
def test_a_class_has_a_scheme_of_a_size_exactly_where_one_is_among_all(
    name: str, labelled: bool, points: int, size: int
) -> None:
    functions, schemes = list(all_functions(points, 2)), compressed_classes(points, size, labelled)
    answers = set()
    for code in range(1, 2 ** len(functions)):
        H = [f for i, f in enumerate(functions) if code >> i & 1]
        expected = any(code & ~compressed == 0 for compressed in schemes)
        assert (PARAMETERS[name](explicit(H)).value <= size) == expected, H
        assert (PARAMETERS[name].literal(frozenset(H)) <= size) == expected, H
        answers.add(expected)
    cube = PARAMETERS[name].literal(frozenset(functions))
    assert answers == ({True} if cube <= size else {True, False})


def test_schemes_of_the_cube_and_of_thresholds() -> None:
    thresholds = explicit([tuple(int(x < t) for x in range(4)) for t in range(5)])
    assert [PARAMETERS[name](thresholds).value for name in ("USC", "LSC")] == [1, 1]
    assert [PARAMETERS[name](explicit(all_functions(3, 2))).value for name in ("USC", "LSC")] == [3, 2]
