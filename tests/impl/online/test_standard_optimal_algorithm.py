from itertools import combinations, product
from random import Random

import pytest
from helpers.tight_classes import amplify

from littlestone.impl.classes.bits import bit_count, restriction
from littlestone.impl.classes.learner_input import multiclass_littlestone_dimension
from littlestone.impl.online.standard_optimal_algorithm import (
    StandardOptimalAlgorithm,
    bitwise_soa,
    copies_soa,
)
from littlestone.impl.registry import IMPLEMENTATIONS, implements
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.classes.online_games import most_mistakes


def some_classes(points: int, k: int, count: int, seed: int = 0) -> list[frozenset[Function]]:
    everything = list(product(range(k + 1), repeat=points))
    random = Random(seed)
    return [frozenset(random.sample(everything, random.randint(1, min(6, len(everything))))) for _ in range(count)]


def literal_dimension(functions: frozenset[Function]) -> int:
    """BGS21 ALG.DIM without any pruning."""
    if len(functions) <= 1:
        return len(functions) - 1
    best = 0
    for x in range(len(next(iter(functions)))):
        for a, c in combinations({f[x] for f in functions}, 2):
            sides = [frozenset(f for f in functions if f[x] == label) for label in (a, c)]
            best = max(best, 1 + min(map(literal_dimension, sides)))
    return best


@pytest.mark.parametrize(("points", "k"), [(2, 2), (3, 1), (3, 2), (2, 3)])
def test_dimension_is_the_unpruned_recursion(points: int, k: int) -> None:
    for functions in some_classes(points, k, 60):
        assert multiclass_littlestone_dimension(functions) == literal_dimension(functions)


def test_dimension_of_empty_class_and_singleton() -> None:
    assert multiclass_littlestone_dimension(frozenset()) == -1
    assert multiclass_littlestone_dimension(frozenset({(0, 1)})) == 0


@pytest.mark.parametrize(("points", "k"), [(2, 2), (3, 1), (3, 2)])
def test_soa_makes_exactly_the_dimension_many_mistakes(points: int, k: int) -> None:
    for functions in some_classes(points, k, 40):
        d = literal_dimension(functions)
        assert most_mistakes(StandardOptimalAlgorithm(functions), explicit(functions), d + 2) == d


@pytest.mark.parametrize(("points", "k"), [(2, 2), (2, 3), (3, 1)])
def test_bitwise_soa_errs_at_most_once_per_bit_mistake(points: int, k: int) -> None:
    for functions in some_classes(points, k, 40):
        bits = [literal_dimension(restriction(functions, i, k)) for i in range(1, bit_count(k) + 1)]
        mistakes = most_mistakes(bitwise_soa(functions, k), explicit(functions), sum(bits) + 2)
        assert literal_dimension(functions) <= mistakes <= sum(bits)


def test_bitwise_soa_may_predict_a_label_above_k() -> None:
    learner = bitwise_soa({(1, 1), (1, 2), (2, 1), (2, 2), (1, 0), (0, 2)}, 2)
    predictions = {learner.update(0, label).predict(1) for label in range(3)} | {learner.predict(0)}
    assert predictions <= {0, 1, 2, 3}
    assert bitwise_soa({(1, 1, 2), (2, 1, 1), (1, 2, 2), (2, 2, 1)}, 2).update(0, 3).predict(0) == 3


def test_copies_of_soa_solve_the_amplified_class() -> None:
    for functions in some_classes(2, 2, 6, seed=3):
        if len(functions) > 4:
            continue
        d, amplified = literal_dimension(functions), amplify(functions, 2)
        mistakes = most_mistakes(copies_soa(functions, 2), explicit(amplified), 2 * d + 2)
        assert mistakes == 2 * d == literal_dimension(amplified)


def test_soa_breaks_ties_towards_the_smallest_label() -> None:
    assert StandardOptimalAlgorithm(frozenset({(2,), (1,), (3,)})).predict(0) == 1


def test_soa_keeps_its_version_space_on_an_unrealizable_label() -> None:
    learner = StandardOptimalAlgorithm(frozenset({(0,), (1,)})).update(0, 1).update(0, 0)
    assert learner == StandardOptimalAlgorithm(frozenset({(1,)}), realizable=False)
    assert not learner.update(0, 1).realizable


def test_soa_refuses_the_empty_class() -> None:
    with pytest.raises(ValueError, match="at least one function"):
        StandardOptimalAlgorithm(frozenset())


def test_registry_refuses_a_second_implementation() -> None:
    assert IMPLEMENTATIONS["BGS21.ALG.SOA"] is StandardOptimalAlgorithm
    with pytest.raises(ValueError, match="already implemented"):
        implements("BGS21.ALG.SOA")(len)
    assert implements("BGS21.ALG.SOA")(StandardOptimalAlgorithm) is StandardOptimalAlgorithm
