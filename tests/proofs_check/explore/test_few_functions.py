"""Classes of few functions on any number of points, and that equal points change no parameter that is asked there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random

import pytest

from littlestone.proofs_check.explore.exploring import explore
from littlestone.proofs_check.explore.few_functions import (
    MOST_FUNCTIONS,
    SEES_NO_COPIES,
    few_functions,
    representatives,
)
from littlestone.proofs_check.explore.words import answer_text
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.library import PARAMETERS

Functions = frozenset[Function]


def drawn(points: int, most: int, random: Random) -> Functions:
    functions = list(product((0, 1), repeat=points))
    return frozenset(random.sample(functions, random.randint(1, min(most, len(functions)))))


def with_a_copy(H: Functions, random: Random) -> Functions:
    """H with one of its points twice, all points in another order."""
    points = len(next(iter(H)))
    order = [*range(points), random.randrange(points)]
    random.shuffle(order)
    return frozenset(tuple(f[x] for x in order) for f in H)


def that_see_copies(names: Iterable[str], classes: int) -> set[str]:
    random = Random(0)
    cases = [drawn(random.randint(1, 4), 6, random) for _ in range(classes)]
    pairs = [(H, with_a_copy(H, random)) for H in cases]
    return {name for name in names if any(PARAMETERS[name].literal(H) != PARAMETERS[name].literal(G) for H, G in pairs)}


def test_equal_points_and_orders_change_no_parameter_that_is_asked_about() -> None:
    assert that_see_copies(SEES_NO_COPIES, 150) == set()
    seeing = {"range", "diameter", "radius", "coVC", "edges", "sh", "VCR", "TD_positive"}
    assert that_see_copies(seeing, 150) == seeing


def test_representatives_are_the_orbits_of_sets_of_columns() -> None:
    counts = [sum(len(H) == n for H in representatives()) for n in range(1, MOST_FUNCTIONS + 1)]
    assert counts == [3, 8, 64, 3828]
    assert max(len(H[0]) for H in representatives()) == 16


@pytest.mark.slow
def test_every_class_of_few_functions_has_the_values_of_one_that_was_looked_at() -> None:
    names, random = ("dual_VC", "dual_Ldim", "VC", "Ldim", "TD", "Q_m"), Random(1)
    found = few_functions(names)
    assert found is not None
    joint = {tuple(case.values.values()) for case in found.cases}
    for _ in range(30):
        H = drawn(random.randint(1, 9), 4, random)
        assert tuple(PARAMETERS[name].literal(H) for name in names) in joint
    assert few_functions(("dual_VC", "range")) is None


def test_a_guess_that_three_functions_on_eight_points_break_is_refuted_unasked() -> None:
    said = answer_text(explore("dual_VC <= 2^VC", 3))
    assert said.startswith("dual_VC <= 2^VC fails on 8 points; holds for every class on 1 to 3 points\n")
    assert "dual_VC = 3, VC = 1 at\n  {00001111, 00110011, 01010101}" in said
    smallest = answer_text(explore("dual_VC = 3", 4, smallest=True))
    assert "a class with 3 functions on 8 points was found; no class on 1 to 4 points" in smallest
    assert "smaller ones are not excluded, since not all classes on 5 to 7 points were looked at" in smallest


def test_thresholds_are_looked_for_on_few_functions_too() -> None:
    said = answer_text(explore("Thr + dual_VC <= 5 given size <= 3", 3))
    assert " fails on 8 points; holds for every class on 1 to 3 points\n" in said


def test_that_dual_parameters_live_elsewhere_is_said() -> None:
    told = "dual_VC is large on few functions and many points: of the classes on more points "
    assert told + "only those of at most 4 functions were looked at" in answer_text(explore("max dual_VC - VC", 3))
    assert told + "none was looked at" in answer_text(explore("max dual_VC - range", 2))
    assert "T is large on few" in answer_text(explore("T <= size", 2))
    assert "large on few" not in answer_text(explore("max Ldim - VC", 2))
