"""Universes name and count themselves, and questions turn into circuits or say why they do not."""

from itertools import product
from typing import Any

import pytest
from helpers.questions import ask, over

from littlestone.proofs_check.questions.universes import (
    Box,
    ClassUniverse,
    Everything,
    Question,
    Universe,
    circuit_of,
    why_not_a_circuit,
    with_sum,
)
from littlestone.spec.algebra.circuit import evaluate
from littlestone.spec.bgs21 import section3_connection
from littlestone.spec.claim import CLAIMS, when
from littlestone.spec.domains import (
    Binary,
    ExplicitClass,
    Multiclass,
    Natural,
    TreeSet,
)


@pytest.mark.parametrize(
    ("universe", "name", "size"),
    [
        (ClassUniverse(1, 2), "all binary classes on 1 point", 3),
        (ClassUniverse(3, 2), "all binary classes on 3 points", 255),
        (ClassUniverse(2, 3), "all classes with 3 labels on 2 points", 511),
        (ClassUniverse(0, 2), "all binary classes on 0 points", 1),
        (Box({"n": 5}, {"n": 2}), "2 <= n <= 5", 4),
        (Box({"n": 5, "m": 0}, {"n": 1, "m": 0}), "1 <= n <= 5, 0 <= m <= 0", 5),
        (Box({"n": 5, "m": 9}, {"n": 1, "m": 7}), "1 <= n <= 5, 7 <= m <= 9", 15),
        (Box({"n": 1, "m": 1}, {"n": 4, "m": 3}), "4 <= n <= 1, 3 <= m <= 1", 0),
        (Box({}, {}), "the one case", 1),
        (Everything(), "all values of the parameters", None),
    ],
)
def test_a_universe_says_what_it_is_and_how_large(universe: Universe, name: str, size: int | None) -> None:
    assert (universe.name, universe.size) == (name, size)


USUAL = {"H": Multiclass, "V": TreeSet, "n": Natural}


def test_the_command_repeats_the_question() -> None:
    assert section3_connection
    printed = CLAIMS["BGS21.T3.4"]
    question = Question(printed, printed.printed, ClassUniverse(2, 3))
    assert question.command == "littlestone verify BGS21.T3.4 --points 2 --labels 3"
    assert not question.is_mutant
    mutant = Question(printed, {"factor": 2}, Everything())
    assert mutant.command == "littlestone verify BGS21.T3.4 --mutant factor=2"
    assert mutant.is_mutant


def test_the_command_names_every_constant_that_differs() -> None:
    one_class = over(lambda H, bound, factor: H.size() <= bound * factor, USUAL)
    question = ask(one_class, Box({}, {}), printed=1, bound=1, factor=3)
    assert question.command.endswith("test_universes.py::TEST.one_class --mutant factor=3")
    both = ask(one_class, Box({}, {}), printed=1, bound=4, factor=3)
    assert both.command.endswith("TEST.one_class --mutant bound=4 --mutant factor=3")


a_class_and_trees = over(lambda H, V: H.nonempty() & V.nonempty(), USUAL, H=Binary)
an_integer = over(lambda n: bool(n >= 0), USUAL)
a_class_and_an_integer = over(lambda H, n: H.size() >= n, USUAL, H=Binary)
explicitly = over(lambda G, H: G.nonempty() & H.nonempty(), G=Multiclass, H=ExplicitClass)


@pytest.mark.parametrize(
    ("formula", "universe", "reason"),
    [
        (a_class_and_trees, ClassUniverse(2, 2), None),
        (a_class_and_trees, ClassUniverse(2, 3), "H has 2 labels"),
        (a_class_and_trees, Everything(), "the universe is not a set of classes"),
        (a_class_and_trees, Box({}, {}), "the universe is not a set of classes"),
        (explicitly, ClassUniverse(2, 3), "H must list its functions"),
        (a_class_and_an_integer, ClassUniverse(2, 2), "the claim is not about classes alone"),
        (an_integer, ClassUniverse(2, 2), "the claim is not about classes alone"),
    ],
)
def test_a_question_that_is_no_circuit_says_why(formula: Any, universe: Universe, reason: str | None) -> None:
    assert why_not_a_circuit(ask(formula, universe)) == reason


def test_the_circuit_is_about_non_empty_classes_and_any_sets_of_trees_of_the_depth() -> None:
    few_unless_many = over(lambda H, V, bound: when(H.size() >= V.size(), H.size() <= bound), USUAL)
    circuit = circuit_of(ask(few_unless_many, ClassUniverse(1, 3, depth=1), printed=1, bound=2))
    assert {name: (H.points, H.labels) for name, H in circuit.classes.items()} == {"H": (1, 3), "V": (1, 3)}
    assert circuit.inputs == [(name, (y,)) for name in "HV" for y in range(3)]
    for number in range(2**6):
        chosen = {name for i, name in enumerate(circuit.inputs) if number >> i & 1}
        size, trees = (sum(name == owner for name, _ in chosen) for owner in "HV")  # type: ignore[misc]
        premise = size >= max(1, trees)
        found = evaluate([circuit.violation, circuit.premise], chosen.__contains__)
        assert found == [premise and size > 2, premise]


def test_trees_of_a_depth_are_functions_from_their_nodes() -> None:
    for depth, nodes in ((1, 1), (2, 3), (3, 7)):
        circuit = circuit_of(ask(a_class_and_trees, ClassUniverse(2, 2, depth)))
        assert (circuit.classes["H"].points, circuit.classes["V"].points) == (2, nodes)
    assert ClassUniverse(2, 2).depth == 2


@pytest.mark.parametrize("most", [(), (3,), (0, 2), (2, 1, 3), (1, 1, 1, 1)])
def test_tuples_with_a_sum_are_all_there_are_in_order(most: tuple[int, ...]) -> None:
    everything = sorted(product(*(range(m + 1) for m in most)))
    for total in range(-1, sum(most) + 2):
        assert list(with_sum(total, most)) == [places for places in everything if sum(places) == total]
