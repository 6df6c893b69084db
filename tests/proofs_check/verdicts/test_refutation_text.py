"""How a refutation reads: the arguments, the dimensions a reader would compute, and the comparison that fails."""

from typing import Annotated, Any

import pytest
from helpers.questions import ask

from littlestone.proofs_check.questions.evidence import Counterexample
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, Question, set_text
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts.refutation_text import (
    counterexample_data,
    counterexample_text,
    formula_arguments,
    tree_data,
)
from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.claim import CLAIMS, when
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.classes.trees import IONode
from littlestone.spec.domains import Algorithm, Binary, Multiclass, Size, TreeSet


def vc_is_large(H: Binary, least: int) -> Any:
    """Classes of dimension at least 1 have a VC dimension above the bound."""
    return when(littlestone_dimension(H) >= 1, vc_dimension(H) > least)


def small_dimension(G: Multiclass, H: Multiclass) -> Truth:
    """The first dimension is below the second."""
    return littlestone_dimension(G) < littlestone_dimension(H)


def raises(n: Size, m: Size) -> Truth:
    """Divides by zero."""
    return as_truth(n // m == 0)


def few_trees(V: TreeSet) -> Truth:
    """A set of trees has at most one tree."""
    return V.size() <= 1


def asks_an_algorithm(H: Multiclass, learner: Annotated[Any, Algorithm("BGS21.ALG.SOA")]) -> bool:
    """The learner predicts 0."""
    return bool(learner(frozenset(H.functions())).predict(0) == 0)


def words(asked: Question, **arguments: Any) -> str:
    found = Counterexample(arguments, 1)
    return counterexample_text(asked, found, formula_arguments(asked, found))


def test_the_refutation_of_theorem_7_1() -> None:
    load_papers()
    printed = CLAIMS["BGS21.T7.1"]
    asked = Question(printed, printed.printed, ClassUniverse(2, 3))
    assert words(asked, H=((0, 0), (0, 2), (1, 0), (1, 1))).splitlines() == [
        "Let   H = {00, 02, 10, 11} on x0, x1 with labels 0..2",
        "Then  MLD(H) = 2, Ldim(H|_1) = 1, Ldim(H|_2) = 1",
        "but   the claim needs MLD(H) = 2 <= largest_bit_dimension(H) * log2(H.labels) = ln(3)/ln(2) = 1.585...",
    ]


def test_a_binary_class_and_a_strict_comparison() -> None:
    asked = ask(vc_is_large, ClassUniverse(1, 2), least=1)
    assert words(asked, H=((0,), (1,))).splitlines() == [
        "Let   H = {0, 1} on x0 with labels 0..1",
        "Then  VC(H) = 1, Ldim(H) = 1",
        "but   the claim needs VC(H) = 1 > least = 1",
    ]


def test_two_classes() -> None:
    text = words(ask(small_dimension, ClassUniverse(1, 3)), G=((0,),), H=((2,),))
    assert text.splitlines() == [
        "Let   G = {0} on x0 with labels 0..2",
        "Let   H = {2} on x0 with labels 0..2",
        "Then  MLD(G) = 0, MLD(H) = 0",
        "but   the claim needs MLD(G) = 0 < MLD(H) = 0",
    ]


def test_numbers_and_a_formula_that_raises() -> None:
    text = words(ask(raises, Box({"n": 3, "m": 1}, {"n": 0, "m": 0})), n=2, m=0)
    assert text.splitlines() == [
        "Let   n = 2, m = 0",
        "but   the claim needs the formula to run, but line 36: `return as_truth(n // m == 0)` raises "
        "ZeroDivisionError: integer division or modulo by zero",
    ]


def test_a_set_of_trees_has_no_dimension() -> None:
    text = words(ask(few_trees, ClassUniverse(2, 2)), V=((0, 0, 0), (0, 1, 0)))
    assert text.splitlines() == [
        "Let   V = {000, 010} on x0, x1, x2 with labels 0..1",
        "but   the claim needs V.size() = 2 <= 1",
    ]


def test_algorithms_are_found_and_not_shown() -> None:
    asked = ask(asks_an_algorithm, ClassUniverse(1, 3))
    found = Counterexample({"H": ((1,),)}, 1)
    arguments = formula_arguments(asked, found)
    assert asked.claim.state(arguments).conclusion.payload is False
    assert counterexample_text(asked, found, arguments).splitlines() == [
        "Let   H = {1} on x0 with labels 0..2",
        "but   the claim needs learner(frozenset(H.functions())).predict(0) = 1 == 0",
    ]
    assert set(counterexample_data(arguments, found)) == {"H", "class", "tree"}


@pytest.mark.parametrize(
    ("functions", "text"),
    [((), "{}"), (((0, 1), (2, 9)), "{01, 29}"), (((0, 10), (1, 2)), "{0.10, 1.2}")],
)
def test_sets_of_functions_are_words(functions: tuple[tuple[int, ...], ...], text: str) -> None:
    assert set_text(functions) == text


def test_data_hold_the_class_and_a_shattered_tree() -> None:
    asked = ask(vc_is_large, ClassUniverse(2, 2), least=1)
    found = Counterexample({"H": ((0, 1), (1, 1))}, 2)
    data = counterexample_data(formula_arguments(asked, found), found)
    assert data["class"] == data["H"] == {"points": 2, "labels": 2, "functions": [[0, 1], [1, 1]]}
    assert data["tree"] == {"kind": "io", "point": 0, "labels": [0, 1], "left": None, "right": None}


def test_an_empty_class_has_the_points_of_the_others_or_of_its_universe() -> None:
    asked = ask(small_dimension, ClassUniverse(3, 2))
    beside = formula_arguments(asked, Counterexample({"G": (), "H": ((0, 0),)}, 1))
    alone = formula_arguments(asked, Counterexample({"G": (), "H": ()}, 0))
    assert [H.points for H in (*beside.values(), *alone.values())] == [2, 2, 3, 3]


def test_data_of_numbers_are_plain() -> None:
    asked = ask(raises, Everything())
    found = Counterexample({"n": 3, "m": 0}, 3)
    assert counterexample_data(formula_arguments(asked, found), found) == {"n": 3, "m": 0}


def test_trees_are_nested_dictionaries() -> None:
    assert tree_data(None) is None
    data = tree_data(IONode(0, 0, 2, None, IONode(1, 1, 0)))
    assert data is not None and (data["left"], data["right"]["labels"]) == (None, [1, 0])
