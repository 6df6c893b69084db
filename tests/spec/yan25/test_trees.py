"""The examples of YAN25 on trees hold beyond the boxes of their claims, and the counterexamples are those named."""

from __future__ import annotations

from littlestone.spec.class_trees.learners import StandardOptimal, Wrapped
from littlestone.spec.class_trees.listings import labelled_trees, make_tree, make_tree_as_printed, one_layer
from littlestone.spec.class_trees.orders import ROOT, deterministic_path, deterministic_points, longest_chain
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.yan25 import section1_introduction as introduction

CHAIN = explicit([(0, 0), (1, 0), (1, 1)])
BRANCH = explicit([(0, 0, 0), (1, 1, 0), (1, 0, 1)])


def test_the_printed_listing_flattens_a_chain_and_one_pass_leaves_it_out() -> None:
    assert make_tree(CHAIN).parents == (ROOT, 0)
    assert make_tree_as_printed(CHAIN) == {0: ROOT, 1: ROOT} and one_layer(CHAIN) == {0: ROOT}


def test_what_no_concept_agrees_with_makes_every_point_deterministic() -> None:
    torn = ((1, 1), (2, 1))
    assert deterministic_points(BRANCH, torn) == {0, 1, 2} and deterministic_path(BRANCH, torn) == frozenset()
    assert deterministic_path(BRANCH, torn[:1]) == {0, 1}


def test_there_are_cayleys_numbers_of_trees() -> None:
    assert [len(list(labelled_trees(n))) for n in range(5)] == [1, 1, 3, 16, 125]


def test_chains_above_a_point() -> None:
    assert (int(longest_chain(CHAIN)), int(longest_chain(CHAIN, 1)), int(longest_chain(CHAIN, 0))) == (2, 1, 0)


def test_a_wrapped_learner_answers_for_the_other_labels() -> None:
    learner = Wrapped(StandardOptimal(CHAIN), (1, 1))
    assert [learner.predict(x) for x in (0, 1)] == [0, 1]
    assert learner.update(0, 1).inner.left.functions() == ((0, 0),)


def test_the_seven_points() -> None:
    H = introduction.seven_points()
    assert len(H.functions()) == 8 and introduction.hypothesis(7) == (1, 0, 0, 0, 1, 0, 1)
