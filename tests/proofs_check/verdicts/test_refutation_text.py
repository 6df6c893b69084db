"""How a refutation reads: the arguments, the dimensions a reader would compute, and the comparison that fails."""

from typing import Annotated, Any

import pytest
from helpers.questions import ask, claim_of, over

from littlestone.proofs_check.questions.evidence import Counterexample, Evidence
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, Question, set_text
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts import refutation_text
from littlestone.proofs_check.verdicts.refutation_text import (
    counterexample_data,
    counterexample_text,
    example_text,
    formula_arguments,
    tree_data,
)
from littlestone.spec.algebra.circuit import Truth, all_of, any_of, as_truth
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import symbol
from littlestone.spec.claim import CLAIMS, when
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.classes.operations import intersection_closure
from littlestone.spec.classes.trees import IONode
from littlestone.spec.domains import Algorithm, Binary, Multiclass, Natural, Naturals, Size, Subclass, TreeSet
from littlestone.spec.notation import PositiveUnit


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
        "but   the claim needs the formula to run, but line 42: `return as_truth(n // m == 0)` raises "
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


# ---- A claim that holds, in one case


def sum_below(n: Natural) -> Truth:
    """The numbers below n have a sum of at most n^2."""
    return finite_sum(symbol("i"), "i", 0, n - 1) <= n**2


def powers(n: Size) -> Truth:
    """Of the first n."""
    return all_of(2**i >= i + 1 for i in range(n))


def some_power(n: Size) -> Truth:
    """One of the first n, and one."""
    return any_of(2**i >= n for i in range(n + 1))


def where_small(n: Size) -> Any:
    """Under a hypothesis."""
    return when(n <= 3, (n <= 5) & ~(n > 7))


def dimensions(H: Binary) -> Truth:
    """The VC dimension is at most the Littlestone dimension."""
    return vc_dimension(H) <= littlestone_dimension(H)


def each_where_small(n: Size) -> Truth:
    """A hypothesis of each part."""
    return all_of(as_truth(i <= 2).implies(as_truth(i <= 3)) for i in range(n))


def none_where_small(n: Size) -> Truth:
    """A hypothesis of few parts: of the others the example says that it fails."""
    return all_of(as_truth(i <= 0).implies(as_truth(i <= 3)) for i in range(n))


def in_a_part(x: PositiveUnit) -> Truth:
    """Of part of the reals."""
    return x <= 1


def bound_inside(n: Size) -> Truth:
    """A name that is bound within the expression: nothing is evaluated anew."""
    k = n
    return (k := k + 1) <= n + 1 + 0 * k


def closed(H: Any) -> Any:
    return vc_dimension(intersection_closure(H))


def of_the_least(H: Binary) -> bool:
    """The least of two numbers has the name of neither."""
    return bool(min(vc_dimension(H), littlestone_dimension(H)) == vc_dimension(H))


def of_a_helper(H: Binary) -> Truth:
    """A helper's number has the helper's name."""
    return vc_dimension(H) <= closed(H)


def of_no_case(n: Size) -> Truth:
    """The case that is shown has no part."""
    return all_of(as_truth(i <= n) for i in range(n - 5))


def of_a_part(H: Binary, G: Subclass) -> Truth:
    """Of a class of some of the functions."""
    return vc_dimension(G) <= vc_dimension(H)


def never_claimed(n: Size) -> Any:
    """Of no number."""
    return when(n < 0, n <= 5)


FROM_0 = "n of the integers from 0 on"
EXAMPLES = {
    sum_below: f'{FROM_0}; for example, n = 4: finite_sum(symbol("i"), "i", 0, n - 1) = 6 <= n**2 = 16',
    powers: f"{FROM_0}; for example, n = 4: i = 2: 2**i = 4 >= i + 1 = 3; could fail in 4 of 5 small cases",
    some_power: f"{FROM_0}; for example, n = 4: i = 2: 2**i = 4 >= n = 4",
    where_small: f"{FROM_0}; for example, n = 3: n = 3 <= 5; n = 3 <= 7; could fail in 4 of 5 small cases",
    each_where_small: f"{FROM_0}; for example, n = 4: i = 2: i = 2 <= 3; could fail in 4 of 5 small cases",
    none_where_small: f"{FROM_0}; for example, n = 4: i = 2: i = 2 > 0; could fail in 4 of 5 small cases",
    in_a_part: "x of the reals in (0, 1]; for example, x = 1/3: x = 1/3 <= 1",
    bound_inside: FROM_0,
    of_the_least: "for example, H = {000, 011, 100, 101, 111}: "
    "min(vc_dimension(H), littlestone_dimension(H)) = 2 == VC(H) = 2",
    of_a_helper: "for example, H = {000, 011, 100, 101, 111}: VC(H) = 2 <= closed(H) = 2",
    of_no_case: f"{FROM_0}; could fail in none of 5 small cases",
    dimensions: "for example, H = {000, 011, 100, 101, 111}: VC(H) = 2 <= Ldim(H) = 2",
    of_a_part: "for example, H = {0, 1}, G = {0, 1}: VC(G) = 1 <= VC(H) = 1",
    never_claimed: f"{FROM_0}; could fail in none of 5 small cases",
    raises: f"{FROM_0}, m of the integers from 0 on; for example, n = 1, m = 4: n // m = 0 == 0",
}


@pytest.mark.parametrize(("formula", "words"), EXAMPLES.items(), ids=lambda one: getattr(one, "__name__", ""))
def test_a_claim_that_holds_says_what_it_compares_in_one_case(formula: Any, words: str | None) -> None:
    assert example_text(claim_of(formula)) == words


def is_at_most_three(n: Natural) -> Truth:
    return as_truth(n <= 3)


CORRECTIONS = {
    refutation_text.HOLDS_THERE: over(lambda n: n <= 4 * n, n=Natural),
    refutation_text.OUT_OF_RANGE: over(lambda n: n >= 5, n=Annotated[int, Naturals(5)]),
    refutation_text.NO_HYPOTHESIS: over(lambda n: when(n <= 2, n <= 3), n=Natural),
    refutation_text.FAILS_TOO: over(lambda n: n <= 2, n=Natural),
    refutation_text.OTHER_PARAMETERS: over(lambda x: x >= 0, x=PositiveUnit),
}


@pytest.mark.parametrize("words", CORRECTIONS)
def test_what_a_correction_says_at_the_counterexample(words: str) -> None:
    asked = ask(is_at_most_three, Box({"n": 8}, {"n": 0}))
    four = Counterexample({"n": 4}, 4)
    refutation = Evidence("box", "n", "refuted", 5, 5, 1, 0.0, "", counterexample=four, question=asked)
    assert refutation_text.correction_there(refutation, claim_of(CORRECTIONS[words])) == words


def test_an_example_that_cannot_be_afforded_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutation_text, "AFFORDED", 10)
    assert example_text(claim_of(dimensions)) is None
