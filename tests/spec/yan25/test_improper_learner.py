"""The exact figures behind the claims on the improper learner."""

from __future__ import annotations

from fractions import Fraction

import pytest

from littlestone.spec.algebra.reals import ln
from littlestone.spec.class_trees.improper_laws import TreePlan, good_node_law
from littlestone.spec.class_trees.orders import deterministic_path, deterministic_points
from littlestone.spec.class_trees.realizable import (
    determinable_sets,
    reachable_sets,
    rounds,
    star,
    star_laws,
    star_outputs,
)
from littlestone.spec.class_trees.trees import class_tree
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.families.vc_one_classes import vc_one_types
from littlestone.spec.learning.privacy import exact_privacy, hockey_stick_divergence
from littlestone.spec.learning.private_learning import neighbours_up_to_order
from littlestone.spec.learning.randomness import is_true

PLAN = TreePlan(4, 4 * ln(2), 4 * ln(2), Fraction(1, 8))


def leak(points: int) -> Fraction:
    """The chance on a chunk that contradicts itself, beyond e^(2 epsilon) times that on its neighbour."""
    P, Q = star_laws(star(points), PLAN, deterministic_points)
    found = hockey_stick_divergence(Q, P, 256)
    assert isinstance(found, Fraction)
    return found


def test_one_row_of_a_contradiction_moves_all_votes() -> None:
    assert leak(10) == Fraction(1152, 4369) > Fraction(1, 4) > leak(9)
    assert leak(60) > Fraction(2, 5), "towards 1/2, the chance that the test is passed"
    P, Q = star_laws(star(10), PLAN, deterministic_path)
    assert is_true(hockey_stick_divergence(Q, P, 256) <= Fraction(1, 8))


@pytest.mark.parametrize(("points", "leaks"), [(6, False), (7, True)])
def test_the_hypothesis_itself_leaks_at_an_epsilon_below_two(points: int, leaks: bool) -> None:
    epsilon, delta = 4 * ln(Fraction(3, 2)), Fraction(1, 16)
    plan = TreePlan(8, epsilon, epsilon, delta)
    P, Q = star_outputs(star(points), plan, deterministic_points)
    assert is_true(hockey_stick_divergence(Q, P, Fraction(3, 2) ** 8) > 2 * delta) == leaks


def test_the_sets_that_chunks_determine() -> None:
    H = star(2)
    assert determinable_sets(H) == (frozenset(), frozenset({0}), frozenset({1}))
    assert reachable_sets(H, (0, 1)) == (frozenset(), frozenset({1}))
    assert {each.z for _, each in rounds(H, (1,))} == {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("points", [3, 4])
def test_it_is_private_on_all_classes_with_three_chunks(points: int) -> None:
    plan = TreePlan(3, 2 * ln(2), 4 * ln(2), Fraction(1, 4))
    for functions in vc_one_types(points):
        H = explicit(functions, 2, points)
        tree = class_tree(H)
        found = exact_privacy(
            lambda sets, tree=tree: good_node_law(tree, sets, plan),  # type: ignore[misc]
            determinable_sets(H),
            3,
            neighbours_up_to_order,
        )
        assert is_true(found.is_private(6 * ln(2), Fraction(1, 4)))
