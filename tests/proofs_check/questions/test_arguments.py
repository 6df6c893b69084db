"""A claim called on particular arguments: what it comes to there, how that is counted, and how it is shown."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

import pytest
from helpers.questions import ask, ask_box, claim_of, over

from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.provers.direct import DirectProver
from littlestone.proofs_check.questions import arguments
from littlestone.proofs_check.questions.arguments import (
    Judgement,
    Tally,
    algorithms,
    check_each,
    counterexample,
    exhaustive_evidence,
    implementation,
    judge,
    shown,
    why_no_arguments,
    why_not_about_classes,
)
from littlestone.proofs_check.questions.evidence import Budget, silent
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Question
from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, atom, constant
from littlestone.spec.claim import (
    Claim,
    Conditional,
    Statement,
    when,
)
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.domains import (
    Algorithm,
    Binary,
    ExplicitClass,
    Multiclass,
    Natural,
    PositiveInteger,
    PositiveReal,
    TreeSet,
)

Oracle = Annotated[Any, Algorithm("TEST.oracle")]
CONJECTURE = atom("the conjecture")


# ---- What can be called


USUAL = {"H": Multiclass, "V": TreeSet, "n": Natural}
is_binary = over(lambda H, V: H.nonempty(), USUAL, H=Binary)
is_large = over(lambda H, n, d: H.size() >= n * d, USUAL, d=PositiveInteger)
has_a_real = over(lambda H, epsilon: H.nonempty(), USUAL, epsilon=PositiveReal)
runs = over(lambda H, oracle: bool(oracle(H)), H=ExplicitClass, oracle=Oracle)
only_integers = over(lambda n: bool(n >= 0), USUAL)
trees_alone = over(lambda V: V.nonempty(), USUAL)


NOTHING = "nothing implements TEST.oracle: decorate a callable with @implements of littlestone.learners"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "labels", "reason"),
    [
        (is_binary, 2, None),
        (is_binary, None, None),
        (is_binary, 3, "H has 2 labels"),
        (is_large, 3, None),
        (trees_alone, 3, None),
        (has_a_real, 2, "epsilon ranges over the reals"),
        (runs, 2, NOTHING),
        (only_integers, 2, "the claim is not about classes"),
    ],
)
def test_what_cannot_be_called_on_classes_has_a_reason(
    formula: Callable[..., Statement], labels: int | None, reason: str | None
) -> None:
    assert why_not_about_classes(claim_of(formula), labels) == reason


def test_algorithms_are_found_by_their_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    assert algorithms(claim_of(is_large)) == {} and why_no_arguments(claim_of(is_large)) is None
    with pytest.raises(KeyError, match=re.escape(NOTHING)):
        algorithms(claim_of(runs))
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.oracle": len})
    assert algorithms(claim_of(runs)) == {"oracle": len} and implementation("TEST.oracle") is len
    assert why_no_arguments(claim_of(runs)) is None


# ---- What it comes to


@pytest.mark.parametrize(
    ("premise", "conclusion", "judgement"),
    [
        (TRUE, TRUE, Judgement(True, False)),
        (TRUE, FALSE, Judgement(True, True)),
        (FALSE, FALSE, Judgement(False, False)),
        (FALSE, CONJECTURE, Judgement(False, False)),
        (CONJECTURE, TRUE, Judgement(False, False)),
        (TRUE, CONJECTURE, Judgement(True, None, "the conjecture")),
        (CONJECTURE, FALSE, Judgement(False, None, "the conjecture")),
    ],
)
def test_a_statement_is_violated_where_its_premise_holds_and_its_conclusion_does_not(
    premise: Truth, conclusion: Truth, judgement: Judgement
) -> None:
    def stated() -> Conditional:
        return when(premise, conclusion)

    assert judge(ask_box(stated), {}) == judgement


def test_a_comparison_that_no_precision_decides_is_undecided() -> None:
    def beyond(n: Natural) -> bool:
        raise ArithmeticError("not decided with 4096 bits")

    assert judge(ask_box(beyond), {"n": 2}) == Judgement(False, None, "not decided with 4096 bits")


divides = over(lambda n: 6 // n > 0, USUAL)


def test_an_exception_is_a_fault_of_the_claim_or_of_the_algorithm_that_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        judge(ask_box(divides), {"n": 0})
    assert caught.value.__notes__ == ["while TEST.divides was evaluated at n = 0"]

    def oracle_divides(n: Natural, oracle: Oracle) -> bool:
        return bool(oracle(n))

    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.oracle": divides})
    with pytest.raises(ZeroDivisionError) as caught:
        judge(ask_box(oracle_divides), {"n": 0, "oracle": divides})
    assert caught.value.__notes__ == ["while TEST.oracle_divides was evaluated at n = 0"]


def test_arguments_are_shown_in_one_line_without_algorithms() -> None:
    H, G = explicit([(1, 9), (0, 1)]), explicit([(0, 10), (0, 2)])
    assert shown({"H": H, "run": divides, "G": G, "n": 3}) == "H = {01, 19}, G = {0.2, 0.10}, n = 3"
    assert shown({"H": explicit([], 2, 1), "x": Fraction(1, 2)}) == "H = {}, x = 1/2"


def test_a_counterexample_is_as_large_as_its_functions_and_numbers_together() -> None:
    found = counterexample({"H": explicit([(1, 0), (0, 1)]), "run": divides, "n": 3, "m": -2})
    assert found.arguments == {"H": ((0, 1), (1, 0)), "n": 3, "m": -2}
    assert found.size == 2 + 3 + 2


# ---- How it is counted


conjectured_from_two = over(lambda n, worst: when(n != 1, CONJECTURE if 1 < int(n) < int(worst) else n < worst), USUAL)


def evidence_of(worst: int, most: int, progress: Callable[[int, int], None] = silent) -> Any:
    question = ask(conjectured_from_two, Box({}, {}), printed=1, worst=worst)
    tally = check_each(question, ({"n": n} for n in range(most)), most, progress)
    return exhaustive_evidence("box", question, "small numbers", most, tally)


def test_judgements_are_counted_up_to_the_first_violation() -> None:
    evidence = evidence_of(worst=4, most=9)
    assert (evidence.outcome, evidence.violations, evidence.size) == ("refuted", 1, 9)
    assert (evidence.cases, evidence.premise_cases) == (5, 4)
    assert evidence.counterexample.arguments == {"n": 4} and evidence.counterexample.size == 4
    assert evidence.detail == ""
    assert (evidence.prover, evidence.universe) == ("box", "small numbers")
    assert evidence.command.endswith("TEST.conjectured_from_two --mutant worst=4") and 0 <= evidence.seconds < 600


def test_an_undecided_case_makes_the_outcome_open_and_is_named() -> None:
    evidence = evidence_of(worst=4, most=4)
    assert (evidence.outcome, evidence.violations, evidence.counterexample) == ("open", 0, None)
    assert (evidence.cases, evidence.premise_cases) == (4, 3)
    assert evidence.detail == "2 cases undecided, the first the conjecture at n = 2"


@pytest.mark.parametrize("listed", [1, 3])
def test_a_listing_that_is_not_all_there_is_is_a_fault_of_the_kit(listed: int) -> None:
    question = ask(conjectured_from_two, Box({}, {}), printed=1, worst=9)
    tally = check_each(question, [{"n": 0}] * listed, 2, silent)
    with pytest.raises(
        KitFault, match=rf"^TEST.conjectured_from_two on small numbers: {listed} of 2 cases were judged"
    ):
        exhaustive_evidence("box", question, "small numbers", 2, tally)


def test_beside_a_violation_what_is_undecided_does_not_matter() -> None:
    tally = Tally()
    tally.add({"n": 7}, Judgement(True, None, "the conjecture"))
    assert tally.detail == "1 cases undecided, the first the conjecture at n = 7"
    tally.add({"n": 8}, Judgement(True, True))
    assert tally.detail == ""
    assert (tally.cases, tally.premise_cases, tally.undecided) == (2, 2, ["the conjecture at n = 7"])


def test_progress_is_told_every_256_cases_and_at_the_end() -> None:
    told: list[tuple[int, int]] = []
    evidence_of(10**6, 600, lambda *seen: told.append(seen))
    assert told == [(256, 600), (512, 600), (600, 600)]


def test_algorithms_stand_for_their_implementations(monkeypatch: pytest.MonkeyPatch) -> None:
    def agrees(n: Natural, oracle: Oracle) -> bool:
        return bool(oracle(n) == n * n)

    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.oracle": lambda n: n + n})
    tally = check_each(ask_box(agrees), [{"n": 0}, {"n": 2}, {"n": 3}, {"n": 4}], 4, silent)
    assert tally.cases == 3 and counterexample(tally.violation or {}).arguments == {"n": 3}


def affordable(H: ConceptClass) -> bool:
    """Classes of at most two functions."""
    return len(H.functions()) <= 2


def has_two_functions(H: ExplicitClass) -> Statement:
    assert affordable(H)
    return when(constant(len(H.functions()) == 2), TRUE)


def test_what_is_beyond_reach_is_counted_apart_from_the_premise_and_never_evaluated() -> None:
    made = Claim("TEST.reach", "-", "claim", has_two_functions, {}, reach=affordable)
    evidence = DirectProver().run(Question(made, {}, ClassUniverse(1, 3)), Budget())
    assert (evidence.cases, evidence.beyond_reach, evidence.premise_cases) == (7, 1, 3)
    assert made.reach_words == "Classes of at most two functions"
