"""The extended standard optimal algorithm: fixed ties, every sample served, errors told."""

from itertools import product

import pytest

from littlestone.impl.classes.learner_input import LabelError, multiclass_littlestone_dimension
from littlestone.impl.online.standard_optimal_algorithm import (
    ExtendedSOA,
    StandardOptimalAlgorithm,
    extended_soa,
)
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.classes.online_games import most_mistakes

CUBE = frozenset(product((0, 1), repeat=3))
SOME = frozenset({(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, 1)})


@pytest.mark.parametrize("tie", [0, 1])
def test_ties_go_where_they_are_told(tie: int) -> None:
    assert extended_soa(CUBE, 3, tie).rule == (tie,) * 3


@pytest.mark.parametrize("functions", [CUBE, SOME, frozenset({(0, 1, 0)})])
@pytest.mark.parametrize("tie", [0, 1])
def test_it_errs_as_often_as_the_dimension(functions: frozenset[Function], tie: int) -> None:
    d = multiclass_littlestone_dimension(functions)
    assert most_mistakes(extended_soa(functions, 3, tie), explicit(functions), d + 2) == d


def test_with_ties_to_zero_it_is_the_optimal_algorithm_for_many_labels() -> None:
    samples = [tuple(zip(xs, f, strict=False)) for xs in product(range(3), repeat=2) for f in SOME]
    for sample in samples:
        learner, other = extended_soa(SOME, 3), StandardOptimalAlgorithm(SOME)
        for point, label in sample:
            learner, other = learner.update(point, label), other.update(point, label)
            if learner.version_space:
                assert learner.rule == tuple(map(other.predict, range(3)))


def test_the_last_label_wins_and_other_points_stay() -> None:
    learner = extended_soa(SOME, 3, 1).run([(0, 0), (0, 1)])
    assert not learner.version_space
    assert learner.rule == (1, *extended_soa(SOME, 3, 1).run([(0, 0)]).rule[1:])
    assert learner.run([(0, 0)]).rule[0] == 0


def test_realizability_does_not_come_back() -> None:
    learner = extended_soa({(0, 0), (1, 1)}, 2).run([(0, 0), (1, 1), (0, 1)])
    assert learner == ExtendedSOA(frozenset(), (1, 1))


def test_the_empty_class_is_served() -> None:
    assert extended_soa((), 2, 1).run([(0, 0)]).rule == (0, 1)


def test_equal_samples_give_equal_states() -> None:
    sample = [(0, 1), (1, 0), (2, 1), (0, 0), (1, 1)]
    assert len({extended_soa(SOME, 3).run(sample) for _ in range(5)}) == 1


@pytest.mark.parametrize("example", [(3, 0), (-1, 0), (0, 2), (0, -1)])
def test_other_examples_are_refused(example: tuple[int, int]) -> None:
    with pytest.raises(LabelError, match=r"must be a point in 0\.\.2 and a label 0 or 1"):
        extended_soa(CUBE, 3).update(*example)
