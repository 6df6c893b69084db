from dataclasses import replace
from math import comb
from typing import Annotated, Any

import pytest
from helpers.questions import answer, ask, ask_box, claim_of, over

from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.provers import box as boxes
from littlestone.proofs_check.provers.box import BoxProver, PointProver
from littlestone.proofs_check.questions import arguments
from littlestone.proofs_check.questions.evidence import Budget, Resources
from littlestone.proofs_check.questions.profiles import QUICK, Scope
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Point, Question
from littlestone.spec.algebra.circuit import TRUE, atom
from littlestone.spec.algebra.reals import compare, exp
from littlestone.spec.claim import Claim, when
from littlestone.spec.domains import Algorithm, Binary, Natural, PositiveInteger

PROVER = BoxProver()
Oracle = Annotated[Any, Algorithm("TEST.oracle")]


exponentials_grow = over(lambda n: compare(n + 1, "<=", exp(n)), n=PositiveInteger)
sum_is_below_seven = over(lambda a, b: bool(a + b < 7 or a < 4), a=PositiveInteger, b=PositiveInteger)
squares_of_negatives = over(lambda n: when(n < 0, n > 0), n=PositiveInteger)
halves = over(lambda n: when(n % 2 == 0, n != 8), n=PositiveInteger)
conjectured = over(lambda n: atom(f"the conjecture for {n}") if n > 1 else TRUE, n=PositiveInteger)
counts = over(lambda n, oracle: oracle(n) == comb(n, 2), n=PositiveInteger, oracle=Oracle)
counts_by_python = over(lambda n, oracle: bool(oracle(n) == comb(n, 2)), n=PositiveInteger, oracle=Oracle)
about_a_class = over(lambda H: H.nonempty(), H=Binary)


def test_a_true_claim_is_checked_at_every_point() -> None:
    evidence = answer(PROVER, ask_box(exponentials_grow, n=30))
    assert (evidence.outcome, evidence.cases, evidence.size, evidence.premise_cases) == ("checked", 30, 30, 30)
    assert (evidence.prover, evidence.universe) == ("box", "1 <= n <= 30")


def test_the_counterexample_has_the_smallest_sum() -> None:
    evidence = answer(PROVER, ask_box(sum_is_below_seven, a=9, b=9))
    assert evidence.outcome == "refuted"
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"a": 4, "b": 3}
    assert evidence.counterexample.size == 7


fails_at_an_end = over(lambda a, b: (a >= 2) | (b >= 2), a=PositiveInteger, b=PositiveInteger)
fails_inside_too = over(lambda a, b: a * b < 3, a=PositiveInteger, b=PositiveInteger)


@pytest.mark.parametrize(
    ("claim", "shown"), [(fails_at_an_end, {"a": 1, "b": 1}), (fails_inside_too, {"a": 2, "b": 2})]
)
def test_a_counterexample_is_at_an_end_of_a_range_only_where_no_other_is_near(claim: Claim, shown: Any) -> None:
    evidence = answer(PROVER, ask_box(claim, a=9, b=9))
    assert evidence.counterexample is not None and evidence.counterexample.arguments == shown


def test_a_premise_that_never_holds_is_counted() -> None:
    assert answer(PROVER, ask_box(squares_of_negatives, n=5)).premise_cases == 0
    evidence = answer(PROVER, ask_box(halves, n=20))
    assert (evidence.outcome, evidence.cases, evidence.premise_cases) == ("refuted", 8, 4)


def test_an_undecided_comparison_is_open_and_says_where() -> None:
    evidence = answer(PROVER, ask_box(conjectured, n=3))
    assert evidence.outcome == "open"
    assert evidence.violations == 0
    assert evidence.detail == "2 cases undecided, the first the conjecture for 2 at n = 2"


def test_an_algorithm_is_held_to_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.oracle": lambda n: n * (n - 1) // 2})
    assert answer(PROVER, ask_box(counts, n=9)).outcome == "checked"
    assert answer(PROVER, ask_box(counts_by_python, n=9)).outcome == "tested"
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.oracle": lambda n: 6 // (4 - n)})
    evidence = answer(PROVER, ask_box(counts, n=9))
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"n": 1}
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.oracle": lambda n: comb(n, 2) + 0 // (4 - n)})
    with pytest.raises(ZeroDivisionError) as caught:
        answer(PROVER, ask_box(counts, n=9))
    assert caught.value.__notes__ == [f"while TEST.{counts.__name__} was evaluated at n = 4"]


def test_progress_is_reported_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    BoxProver().run(ask_box(exponentials_grow, n=300), Budget(), Resources(lambda *seen: told.append(seen)))
    assert told == [(256, 300), (300, 300)]


def test_a_box_may_start_anywhere_in_the_range() -> None:
    seen: list[tuple[int, int, int]] = []

    def record(a: PositiveInteger, b: Natural, c: Natural) -> bool:
        seen.append((a, b, c))
        return True

    box = Box({"a": 4, "b": 2, "c": 5}, {"a": 3, "b": 0, "c": 3})
    answer(PROVER, replace(ask_box(record), universe=box))
    assert seen[0] == (3, 0, 3) and seen[-1] == (4, 2, 5)
    assert sorted(seen) == [(a, b, c) for a in (3, 4) for b in range(3) for c in (3, 4, 5)]
    assert [sum(point) for point in seen] == sorted(map(sum, seen))


both = over(lambda a, b: a <= b, a=PositiveInteger, b=PositiveInteger)
about_a_number_and_a_class = over(lambda n, H: H.size() >= n, n=Natural, H=Binary)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (ask_box(exponentials_grow, n=2_000_000), "the box has 2000000 points, and the budget is 1 to 1000000"),
        (ask_box(exponentials_grow, n=0), "the box has 0 points, and the budget is 1 to 1000000"),
        (ask_box(exponentials_grow, m=5), "the box ranges over ['m'], the claim over ['n']"),
        (ask_box(both, a=5), "the box ranges over ['a'], the claim over ['a', 'b']"),
        (
            Question(ask_box(both).claim, {}, Box({"a": 3, "b": 3}, {"a": 1})),
            "the box ranges over ['a', 'b'], the claim over ['a', 'b']",
        ),
        (ask_box(exponentials_grow, least=0, n=5), "the box starts below n = 1"),
        (Question(ask_box(both).claim, {}, Box({"a": 3, "b": 3}, {"a": 1, "b": 0})), "the box starts below b = 1"),
        (
            ask_box(counts, n=5),
            "nothing implements TEST.oracle: decorate a callable with @implements of littlestone.learners",
        ),
        (ask_box(about_a_class, H=5), "the claim is not about integers alone"),
        (ask_box(about_a_number_and_a_class, n=5), "the claim is not about integers alone"),
        (Question(ask_box(exponentials_grow).claim, {}, ClassUniverse(2, 2)), "the universe is not a box of integers"),
    ],
)
def test_what_it_cannot_answer_has_a_reason(question: Question, reason: str) -> None:
    assert PROVER.supports(question, Budget()) == reason


def test_the_budget_is_the_number_of_points() -> None:
    question = ask_box(both, a=5, b=4)
    assert PROVER.supports(question, Budget(cases=20)) is None
    assert PROVER.supports(question, Budget(cases=19)) == "the box has 20 points, and the budget is 1 to 19"
    assert PROVER.supports(ask_box(both, a=1, b=1), Budget(cases=1)) is None


def test_a_listing_that_skips_a_case_is_a_fault_of_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = boxes._points
    monkeypatch.setattr(boxes, "_points", lambda box: list(listing(box))[1:])
    with pytest.raises(KitFault, match="8 of 9 cases were judged"):
        answer(PROVER, ask_box(exponentials_grow, n=9))


# ---- Single cases


EIGHT, FOUR_OF_TWO = Point({"n": 8}), Point({"H": ((0, 0), (0, 1), (1, 0), (1, 1))})
has_at_most_three = over(lambda H: H.size() <= 3, H=Binary)


def test_a_case_far_from_the_box_refutes_what_the_box_passes() -> None:
    assert answer(PROVER, ask_box(halves, n=7)).outcome == "checked"
    found = answer(PointProver(), ask(halves, EIGHT))
    assert (found.outcome, found.universe, found.size) == ("refuted", "n = 8", 1)


def test_a_case_of_a_class_is_said_by_its_functions() -> None:
    found = answer(PointProver(), ask(has_at_most_three, FOUR_OF_TWO))
    assert (found.outcome, found.universe) == ("refuted", "H = {00, 01, 10, 11}")


def test_cases_are_those_of_the_profile_whose_names_are_the_parameters() -> None:
    claim = claim_of(halves)
    scope = Scope(replace(QUICK, points={claim.id: (EIGHT, FOUR_OF_TWO)}))
    assert [wish.universe for wish in PointProver().wishes(claim, scope)] == [EIGHT]
    assert list(PointProver().wishes(claim, replace(scope, points=2))) == []
    assert PointProver().supports(ask_box(halves, n=7), QUICK.budget) == "the universe is not one case"
