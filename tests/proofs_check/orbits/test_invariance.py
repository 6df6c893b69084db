"""Invariance: proved of what is invariant, never of what is not, and used where it is proved alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from helpers.nightly import nightly
from helpers.questions import answer, ask_classes, over

from littlestone.claims import (
    Binary,
    Multiclass,
    Subclass,
    littlestone_dimension,
    threshold_dimension,
    vc_dimension,
    when,
)
from littlestone.proofs_check.orbits import invariance
from littlestone.proofs_check.orbits.invariance import (
    NormalForms,
    exchangeable_labels,
    invariant,
)
from littlestone.proofs_check.orbits.symmetries import BINARY, Blocks
from littlestone.proofs_check.provers import exhaustive, orbit_way
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.orbit_way import symmetric_labels
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.spec.algebra.circuit import FALSE, Truth, any_of, evaluate, variable
from littlestone.spec.algebra.naturals import how_many
from littlestone.spec.classes.concept_classes import ConceptClass, symbolic
from littlestone.spec.classes.dimensions import largest_bit_dimension

LARGE = Budget(gate_words=400_000_000_000)


def thermometer(number: object) -> list[Truth]:
    return [number.at_least(v) for v in number.values[1:]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("points", [1, 2, 3, 4])
@pytest.mark.parametrize("definition", [vc_dimension, littlestone_dimension, ConceptClass.size])
def test_dimensions_are_proved_invariant(definition: object, points: int) -> None:
    assert invariant(thermometer(definition(symbolic(points, 2))), points) is None  # type: ignore[operator]


USUAL = {"H": ConceptClass}
some_function_begins_with_two_ones = over(
    lambda H: H.restrict(0, frozenset({1})).restrict(1, frozenset({1})).nonempty(), USUAL
)
some_function_ends_with_one = over(lambda H: H.restrict(H.points - 1, frozenset({1})).nonempty(), USUAL)
has_the_zero_function = over(lambda H: H.contains((0,) * H.points), USUAL)
has_an_odd_function = over(lambda H: any_of(truth for f, truth in H.members() if sum(f) % 2), USUAL)


BROKEN = [
    (some_function_begins_with_two_ones, "rotating the points"),
    (some_function_ends_with_one, "rotating the points"),
    (has_the_zero_function, "flipping the labels at the first point"),
    (has_an_odd_function, "flipping the labels at the first point"),
]


@pytest.mark.parametrize(("definition", "symmetry"), BROKEN, ids=lambda p: getattr(p, "__name__", ""))
def test_what_is_not_invariant_is_not_proved_to_be(definition: object, symmetry: str) -> None:
    assert invariant([definition(symbolic(3, 2))], 3) == symmetry  # type: ignore[operator]


def test_normal_forms_are_those_of_the_same_functions() -> None:
    """Of random circuits of four inputs: whatever two have one form are one function."""
    draw = random.Random(1)
    nodes = [variable(("n", i)) for i in range(4)]
    for _ in range(400):
        a, b = draw.sample(nodes, 2)
        node = draw.choice([a & b, a | b, a ^ b, ~a, (a & b) ^ b])
        nodes.append(node)
        digits = [how_many(draw.sample(nodes, 3)).at_least(2)]
        nodes += [digit for digit in digits if digit.op != "constant"]
    forms = NormalForms().of(nodes, lambda name: name)
    tables = [0] * len(nodes)
    for number in range(16):
        values = evaluate(nodes, lambda name, number=number: bool(number >> name[1] & 1))  # type: ignore[index,misc]
        tables = [table << 1 | value for table, value in zip(tables, values, strict=True)]
    by_form: dict[int, set[int]] = {}
    for form, table in zip(forms, tables, strict=True):
        by_form.setdefault(form, set()).add(table)
        by_form.setdefault(form ^ 1, set()).add(0xFFFF ^ table)
    assert len(by_form) > 20 and all(len(same) == 1 for same in by_form.values())


littlestone_is_at_most_vc_and_one = over(lambda H: littlestone_dimension(H) <= vc_dimension(H) + 1, H=Binary)
no_class_has_more_than_thirty = over(lambda H: H.size() <= 30, H=Binary)


def zero_is_out_of_maximum_classes(H: Binary) -> object:
    return when(H.size() == 31, ~has_the_zero_function(H))


@pytest.mark.slow
@pytest.mark.parametrize("formula", [no_class_has_more_than_thirty, *nightly([littlestone_is_at_most_vc_and_one])])
def test_orbits_say_what_the_enumeration_says(formula: object) -> None:
    question = ask_classes(formula, 5)
    assert symmetric_labels(question, LARGE) == BINARY
    by_orbits = answer(ExhaustiveProver(), question, LARGE)
    enumerated = answer(ExhaustiveProver("compiled"), question, LARGE)
    assert "1,228,158 orbits" in by_orbits.detail and "orbits" not in enumerated.detail
    assert by_orbits.outcome == enumerated.outcome == "refuted"
    for part in ("cases", "violations", "premise_cases", "counterexample", "universe"):
        assert getattr(by_orbits, part) == getattr(enumerated, part)


trees_are_at_most_the_largest_restriction = over(
    lambda H: littlestone_dimension(H) <= largest_bit_dimension(H), H=Multiclass
)


def small_classes_have_shallow_trees(H: Multiclass) -> object:
    return when(H.size() <= 6, littlestone_dimension(H) <= 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "points", "blocks", "orbits"),
    [
        (trees_are_at_most_the_largest_restriction, 3, ((0,), (1, 2)), "11,260,256"),
        (small_classes_have_shallow_trees, 3, ((0, 1, 2),), "3,760,064"),
        (small_classes_have_shallow_trees, 2, ((0, 1, 2, 3, 4),), "149,572"),
    ],
)
def test_orbits_of_more_labels_say_what_the_enumeration_says(
    formula: object, points: int, blocks: Blocks, orbits: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhaustive, "LITTLE_WORK", 0)
    question = ask_classes(formula, points, sum(map(len, blocks)))
    assert symmetric_labels(question, LARGE) == blocks
    by_orbits = answer(ExhaustiveProver(), question, LARGE)
    enumerated = answer(ExhaustiveProver("compiled"), question, LARGE)
    assert f"{orbits} orbits" in by_orbits.detail and "orbits" not in enumerated.detail
    assert by_orbits.outcome == enumerated.outcome == "refuted"
    for part in ("cases", "violations", "premise_cases", "counterexample", "universe"):
        assert getattr(by_orbits, part) == getattr(enumerated, part)


def test_labels_are_exchanged_where_that_is_proved_to_change_nothing() -> None:
    H = symbolic(2, 5)
    constants = [H.contains((y, y)) for y in range(5)]
    assert exchangeable_labels([any_of(constants)], 2, 5) == ((0, 1, 2, 3, 4),)
    assert exchangeable_labels(constants[:1], 2, 5) == ((0,), (1, 2, 3, 4))
    assert exchangeable_labels([constants[1] & constants[2], constants[0]], 2, 5) == ((0,), (1, 2), (3, 4))
    assert exchangeable_labels([H.contains((0, 1))], 2, 5) == "swapping the first two points"


def test_orbits_are_not_listed_where_all_classes_are_little_work() -> None:
    def some_function_is_there(H: Multiclass) -> Truth:
        return H.nonempty()

    question = ask_classes(some_function_is_there, 3, 3)
    assert symmetric_labels(question, LARGE) == ((0, 1, 2),)
    assert "orbits" not in answer(ExhaustiveProver(), question, LARGE).detail
    assert "orbits" in answer(ExhaustiveProver(), question, replace(LARGE, gate_words=1)).detail


@pytest.mark.slow
def test_a_class_of_each_orbit_is_not_enough_for_what_depends_on_labels() -> None:
    """The least class of an orbit has the zero function, so that orbits would find far more violations."""
    question = ask_classes(zero_is_out_of_maximum_classes, 5)
    reason = symmetric_labels(question, LARGE)
    assert reason == "it is not proved the same after flipping the labels at the first point"
    evidence = answer(ExhaustiveProver(), question, LARGE)
    assert evidence.violations == 31 and "orbits" not in evidence.detail


def test_what_is_about_more_than_one_class_or_other_points_is_enumerated() -> None:
    subclasses_have_no_more_thresholds = over(
        lambda H, G: threshold_dimension(G) <= threshold_dimension(H), H=Binary, G=Subclass
    )
    assert "one class" in str(symmetric_labels(ask_classes(subclasses_have_no_more_thresholds, 5), LARGE))
    assert "not listed" in str(symmetric_labels(ask_classes(no_class_has_more_than_thirty, 4), LARGE))


def test_the_solver_proves_what_normal_forms_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    no_class_is_empty = over(lambda H: H.nonempty() ^ FALSE, H=Binary)
    question = ask_classes(no_class_is_empty, 5)
    monkeypatch.setattr(invariance.NormalForms, "of", lambda self, outputs, rename: [object()])
    orbit_way._proved.cache_clear()
    assert symmetric_labels(question, LARGE) == BINARY
    orbit_way._proved.cache_clear()
    assert symmetric_labels(ask_classes(zero_is_out_of_maximum_classes, 5), LARGE) != BINARY
    orbit_way._proved.cache_clear()
