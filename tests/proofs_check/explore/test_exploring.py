"""Answers held against listing in plain Python, false guesses, and faults that must be noticed."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from helpers.questions import answer as evidence_of

from littlestone.proofs_check.explore import listings
from littlestone.proofs_check.explore.beyond import no_better
from littlestone.proofs_check.explore.exploring import explore
from littlestone.proofs_check.explore.findings import shown_at, values_of
from littlestone.proofs_check.explore.formulas import BadFormula
from littlestone.proofs_check.explore.goals import Wanted
from littlestone.proofs_check.explore.headline import first_example
from littlestone.proofs_check.explore.listings import NotListed, joints, listing, members_of
from littlestone.proofs_check.explore.questions import asked
from littlestone.proofs_check.explore.words import answer_data, answer_text
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.orbits.small_classes import small_classes
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.random_classes import RandomProver
from littlestone.spec.parameters.library import PARAMETERS


def all_values(points: int, *names: str) -> list[tuple[Any, ...]]:
    """The parameters of every class by their definitions, one class after the other."""
    return [tuple(values_of(names, members_of(number, points)).values()) for number in range(1, 1 << (1 << points))]


@pytest.mark.slow
@pytest.mark.parametrize("names", [("VC", "Ldim"), ("Thr", "VC")])
def test_joint_values_are_those_of_all_classes(names: tuple[str, ...]) -> None:
    for points in (1, 2, 3):
        listed = all_values(points, *names)
        found = joints(names, points)
        assert {tuple(case.values[n] for n in names): case.classes for case in found.cases} == {
            values: listed.count(values) for values in set(listed)
        }
        for case in found.cases:
            values = tuple(case.values[n] for n in names)
            number = min(
                (n for n in range(1, len(listed) + 1) if listed[n - 1] == values), key=lambda n: (n.bit_count(), n)
            )
            assert case.least == number
        assert (found.orbits is None) == ("Thr" in names)


def test_extremes_are_those_of_all_classes() -> None:
    listed = all_values(3, "VC", "Ldim", "size")
    found = explore("max size - 2 * Ldim given VC = 1", 3).findings[2]
    best = max(size - 2 * ldim for vc, ldim, size in listed if vc == 1)
    (shown,) = found.shown
    assert shown.says.value == best and shown.values["VC"] == 1
    assert found.attained == sum(size - 2 * ldim == best and vc == 1 for vc, ldim, size in listed)
    assert found.concerned == sum(vc == 1 for vc, _, _ in listed)
    least = explore("min size - 3 * Ldim", 3).findings[2].shown[0]
    assert least.says.value == min(size - 3 * ldim for _, ldim, size in listed)


@pytest.mark.parametrize(
    ("text", "side", "bound"),
    [
        ("Ldim <= c * VC", 1, 2),
        ("Ldim <= VC + c", 1, 1),
        ("size >= c * Ldim", -1, 2),
        ("2 * Ldim <= 3 * c * VC", 1, Fraction(4, 3)),
        ("c * VC <= Ldim", -1, 1),
        ("Ldim - c <= VC", 1, 1),
    ],
)
def test_best_constants(text: str, side: int, bound: object) -> None:
    answer = explore(text, 4)
    bounds = [finding.of(side).says.value for finding in answer.findings if finding.of(side)]  # type: ignore[union-attr]
    assert (max(bounds) if side > 0 else min(bounds)) == bound  # type: ignore[type-var]
    tight = asked(text.replace("c", f"({bound})"), PARAMETERS)
    beyond = asked(text.replace("c", f"({bound} - {side}/1000)"), PARAMETERS)
    assert first_example(explore(tight.text, 4).findings) is None
    assert first_example(explore(beyond.text, 4).findings) is not None


def test_a_constant_that_no_class_lets_be_is_said_not_to_exist() -> None:
    assert "holds with no c: see the class on 1 point" in answer_text(explore("Ldim <= c * (VC - 1)", 3))
    crossed = answer_text(explore("c * (2 * VC - 1) >= 3 * Ldim - 1", 2))
    assert "holds with no c: it would have to be c >= 5/3 and c <= 1" in crossed or "c >= 2 and c <= 1" in crossed


@pytest.mark.parametrize(
    "text", ["c * c <= VC", "Ldim <= c ^ 2 * VC", "VC <= Ldim / c", "VC <= log2(c)", "VC <= max(c, 1)"]
)
def test_constants_that_are_no_factor_and_no_summand_are_refused(text: str) -> None:
    with pytest.raises(BadFormula, match="neither a factor nor a summand"):
        explore(text, 2)


def test_undefined_values_are_counted_and_said() -> None:
    finding = explore("max size / VC", 3).findings[2]
    assert finding.undefined == 8
    assert "undefined at 8 classes" in answer_text(explore("max size / VC", 3))


def test_relations_and_smallest_classes() -> None:
    fails = explore("Ldim <= VC", 5)
    assert [f.points for f in fails.findings] == [1, 2, 3] and fails.findings[2].attained == 24
    assert "Ldim <= VC fails on 3 points, and on no fewer" in answer_text(fails)
    assert "{000, 001, 011, 100}" in answer_text(fails)
    smallest = explore("VC = 2 and size = 5", smallest=True)
    assert "the smallest class has 5 functions on 3 points; no class on 1 and 2 points" in answer_text(smallest)
    none = answer_text(explore("VC > Ldim", 4, smallest=True))
    assert "no class on 1 to 4 points" in none and "all 65,535 classes on 4 points" in none


@pytest.mark.slow
def test_a_false_guess_that_first_fails_on_five_points_and_that_drawing_misses() -> None:
    guess = "Ldim <= VC + 1"
    answer = explore(guess)
    assert [(f.points, f.attained) for f in answer.findings if f.shown] == [(5, 7_680)]
    assert answer.findings[4].looked_at == "all 4,294,967,295 classes on 5 points, by one of each of 1,228,157 orbits"
    question = no_better(asked(guess, PARAMETERS), 5, None)
    drawn = evidence_of(RandomProver(), question)
    assert (drawn.outcome, drawn.violations) == ("tested", 0) and drawn.cases > 1000


@pytest.mark.slow
@pytest.mark.nightly
def test_what_is_not_invariant_is_enumerated_on_five_points() -> None:
    answer = explore("max Thr - VC")
    assert [f.shown[0].says.value for f in answer.findings] == [1, 1, 2, 3, 4]
    assert answer.findings[4].complete and "exhaustive" in answer.findings[4].looked_at


@pytest.mark.slow
def test_six_points_are_said_not_to_be_complete() -> None:
    answer = explore("max size - Ldim given VC <= 1", 6)
    assert not answer.findings[5].complete
    assert "on 6 points not decided" in answer_text(answer) and " is 5 on 1 to 5 points" in answer_text(answer)
    assert answer_data(answer)["complete"] is False


@pytest.fixture
def few_on_six(monkeypatch: pytest.MonkeyPatch) -> None:
    """The classes of at most 4 functions stand for those of at most 10."""
    monkeypatch.setattr(listings, "small_classes_on_six", lambda: small_classes(6, 4))
    listing.cache_clear()
    listings.places.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("few_on_six")
def test_classes_of_few_functions_on_six_points_are_a_universe() -> None:
    answer = explore("max size given VC = 1", 6, at_most=4)
    assert [f.shown[0].says.value for f in answer.findings if f.shown] == [2, 3, 4, 5, 6, 4]
    last = answer.findings[5]
    assert (last.complete, last.at_most, last.points) == (True, 4, 6)
    assert last.looked_at == "all 679,120 classes of at most 4 functions on 6 points, by one of each of 126 orbits"
    assert "is 6 on 1 to 5 points, or with at most 4 functions on 6 points, reached on 5 points" in answer_text(answer)
    data = answer_data(answer)
    assert data["complete"] is False and data["findings"][5]["at_most"] == 4  # type: ignore[index,call-overload]


@pytest.mark.slow
@pytest.mark.usefixtures("few_on_six")
def test_joint_values_of_few_functions_are_those_of_all_such_classes() -> None:
    literal = [PARAMETERS[name].literal for name in ("size", "VC")]
    pairs = map(frozenset, combinations(product((0, 1), repeat=6), 2))
    listed = [tuple(of(functions) for of in literal) for functions in pairs]
    found = {tuple(case.values.values()): case.classes for case in joints(("VC", "size"), 6, 2).cases}
    alone = {(1, 0): 64}
    assert found == {values: listed.count(values) for values in set(listed)} | alone


@pytest.mark.slow
@pytest.mark.usefixtures("few_on_six")
def test_of_what_is_not_invariant_the_reason_is_said() -> None:
    last = explore("max hitting", 6, at_most=4).findings[5]
    assert last.at_most is None and "one class of each orbit is not enough" in last.notes[-1]
    with pytest.raises(NotListed, match="more than 4 functions on 6 points"):
        listing(6, True, 5)


@pytest.mark.slow
@pytest.mark.nightly
def test_no_class_of_at_most_ten_functions_on_six_points() -> None:
    answer = explore("TS_min > VC + 1", 6, smallest=True, at_most=10)
    assert "no class on 1 to 5 points, or with at most 10 functions on 6 points" in answer_text(answer)
    assert "all 184,144,458,888 classes of at most 10 functions on 6 points" in answer.findings[5].looked_at


def test_a_circuit_that_differs_from_the_definition_is_noticed() -> None:
    question = asked("VC = 1", PARAMETERS, smallest=True)
    with pytest.raises(ProversDisagree, match="one of the two is wrong"):
        shown_at(question, ((0,), (1,)), {"VC": 0})


def test_a_fault_of_the_evaluator_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = listings.places
    monkeypatch.setattr(listings, "places", lambda *asked: honest(*asked)[::-1])
    with pytest.raises(ProversDisagree):
        explore("max Ldim - VC", 3)


@pytest.mark.parametrize(
    ("text", "bound", "outcome"),
    [
        ("max Ldim - VC", 0, "refuted"),
        ("max Ldim - VC", 1, "checked"),
        ("min size given Ldim = 2", 4, "checked"),
        ("min size given Ldim = 2", 5, "refuted"),
        ("Ldim <= c * VC", 2, "checked"),
        ("Ldim <= c * VC", Fraction(3, 2), "refuted"),
        ("Ldim <= log2(size) and max(VC, 1) <= 2 ^ Ldim", None, "checked"),
        ("not (Ldim = 2 and floor(size / 2) = 2)", None, "refuted"),
    ],
)
def test_the_claim_that_is_put_to_provers_says_the_question(text: str, bound: Any, outcome: str) -> None:
    question = asked(text, PARAMETERS)
    side = -1 if question.kind == "min" else 1
    known = None if bound is None else Wanted(side, bound)
    assert evidence_of(ExhaustiveProver(), no_better(question, 3, known)).outcome == outcome
    best = [f.shown[0].says.value for f in explore(text, 3).findings if f.shown]
    if bound is None:
        assert bool(best) == (outcome == "refuted")
    else:
        assert (side * (max(best) if side > 0 else min(best)) <= side * bound) == (outcome == "checked")  # type: ignore[type-var,operator]
