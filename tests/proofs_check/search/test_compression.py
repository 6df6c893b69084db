"""Schemes of single classes, as they reconstruct their samples, and the proofs that there are no smaller ones."""

from __future__ import annotations

from random import Random

import pytest

from littlestone.proofs_check.search.compression import first_lost, least_compression_scheme
from littlestone.spec.classes.concept_classes import all_functions
from littlestone.spec.parameters.library import PARAMETERS

CYCLIC = sorted({f[i:] + f[:i] for f in ((0, 0, 0, 1, 1), (0, 1, 0, 1, 1)) for i in range(5)})


@pytest.mark.parametrize(("name", "labelled"), [("USC", False), ("LSC", True)])
def test_the_least_scheme_of_drawn_classes_has_the_size_of_the_definition(name: str, labelled: bool) -> None:
    source = Random(3)
    for _ in range(15):
        points = source.randint(2, 4)
        functions = source.sample(list(all_functions(points, 2)), source.randint(1, min(6, 2**points)))
        found = least_compression_scheme(functions, labelled)
        assert found.size == PARAMETERS[name].literal(frozenset(functions))
        assert first_lost(functions, found.reconstruct) is None and (found.steps > 0) == (found.size > 0)


def test_ten_functions_of_vc_dimension_two_have_no_unlabelled_scheme_of_two_points() -> None:
    """Palvolgyi and Tardos 2020 answer a question of Kuzmin and Warmuth with ten sets on a circle of five points."""
    assert PARAMETERS["VC"].literal(frozenset(CYCLIC)) == 2
    unlabelled, labelled = (least_compression_scheme(CYCLIC, with_labels) for with_labels in (False, True))
    assert (unlabelled.size, labelled.size) == (3, 2) and unlabelled.steps > 1000


def test_a_scheme_with_a_wrong_function_loses_a_sample() -> None:
    found = least_compression_scheme([(0, 0), (0, 1), (1, 1)])
    for subset, function in found.reconstruct.items():
        wrong = {**found.reconstruct, subset: tuple(1 - y for y in function)}
        assert first_lost([(0, 0), (0, 1), (1, 1)], wrong) is not None
