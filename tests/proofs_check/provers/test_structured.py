import gc
import re
from collections.abc import Callable
from dataclasses import replace
from math import comb
from typing import Any

import pytest
from helpers.class_statements import (
    at_most_two_functions,
    dimension_at_most_one,
    ldim_at_most_vc,
    predicts,
    vc_at_most_ldim,
)
from helpers.questions import answer, ask, over
from hypothesis import Phase, settings

from littlestone.proofs_check.provers import structured
from littlestone.proofs_check.provers.structured import StructuredProver, structured_classes
from littlestone.proofs_check.questions import arguments
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, Question, Universe
from littlestone.spec.algebra.circuit import Truth, all_of, atom
from littlestone.spec.claim import Statement, when
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Binary, Multiclass, Natural, PositiveReal, TreeSet

pytestmark = pytest.mark.slow

PROVER = StructuredProver()


USUAL = {"H": Binary, "d": Natural, "V": TreeSet}
no_class_is_huge = over(lambda H: when(H.size() >= 1000, False), H=Multiclass)
pairs_are_deep = over(lambda H: when(H.size() >= 2, littlestone_dimension(H) >= 1), USUAL)
subclasses_are_shallower = over(
    lambda G, H, d: when(littlestone_dimension(G) >= d, littlestone_dimension(H) >= d), USUAL, G=Binary, H=Multiclass
)
few_trees = over(lambda V: V.size() <= 1, USUAL)


def run(question: Question, **budget: int) -> Evidence:
    spent = Budget(**{"cases": 200, **budget})
    return answer(PROVER, question, spent)


def functions(evidence: Evidence, name: str = "H") -> Any:
    assert evidence.outcome == "refuted"
    assert evidence.counterexample is not None
    return evidence.counterexample.arguments[name]


def test_a_true_claim_is_tested() -> None:
    evidence = run(ask(vc_at_most_ldim, ClassUniverse(4, 2)), cases=60)
    assert (evidence.outcome, evidence.violations, evidence.counterexample) == ("tested", 0, None)
    assert 40 <= evidence.cases <= 60
    assert evidence.premise_cases == evidence.cases
    assert evidence.universe == "structured and random binary classes on at most 4 points, 32 functions"


@pytest.mark.slow
def test_a_counterexample_is_shrunk_to_a_smallest_one() -> None:
    evidence = run(ask(ldim_at_most_vc, ClassUniverse(5, 2)))
    assert (len(functions(evidence)), len(functions(evidence)[0])) == (4, 3)
    assert evidence.violations == 1


def test_everything_draws_up_to_twelve_points_and_four_labels() -> None:
    evidence = run(ask(dimension_at_most_one, Everything()))
    points = len(functions(evidence)[0])
    assert len(functions(evidence)) == 4
    assert "classes with 2 to 4 labels on at most 12 points, 24 functions" in evidence.universe
    assert evidence.detail.startswith(f"found on points 0..{points - 1} with labels 0..")


def test_classes_in_a_universe_have_exactly_its_labels() -> None:
    seen: set[tuple[int, int]] = set()

    def record(H: Multiclass) -> bool:
        seen.add((H.points, H.labels))
        return True

    run(ask(record, ClassUniverse(3, 4)), cases=100)
    assert seen == {(1, 4), (2, 4), (3, 4)}


def test_a_premise_that_never_holds_is_counted() -> None:
    evidence = run(ask(no_class_is_huge, ClassUniverse(3, 2)), cases=40)
    assert (evidence.outcome, evidence.premise_cases) == ("tested", 0)


def test_the_cases_in_which_the_premise_holds_are_counted() -> None:
    evidence = run(ask(pairs_are_deep, ClassUniverse(3, 2)), cases=60)
    assert evidence.outcome == "tested"
    assert evidence.premise_cases is not None
    assert 0 < evidence.premise_cases < evidence.cases


@pytest.mark.slow
def test_several_parameters_share_points_and_shrink_together() -> None:
    evidence = run(ask(subclasses_are_shallower, ClassUniverse(3, 2)))
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"G": ((0,), (1,)), "H": ((0,),), "d": 1}
    assert evidence.universe.endswith(", 0 <= d <= 3")


@pytest.mark.parametrize(("depth", "nodes"), [(2, 3), (3, 7)])
def test_sets_of_trees_are_drawn(depth: int, nodes: int) -> None:
    evidence = run(ask(few_trees, ClassUniverse(1, 2, depth=depth)))
    assert functions(evidence, "V") == ((0,) * nodes, (0,) * (nodes - 1) + (1,))


@pytest.mark.slow
def test_the_seed_decides_everything_but_the_time() -> None:
    def trace(seed: int) -> tuple[list[object], Evidence]:
        seen: list[object] = []

        def record(H: Binary) -> Truth:
            seen.append(H.functions())
            return littlestone_dimension(H) <= 1

        return seen, replace(run(ask(record, ClassUniverse(3, 2)), cases=30, seed=seed), seconds=0.0)

    assert trace(1) == trace(1)
    assert trace(1)[0] != trace(2)[0]


@pytest.mark.slow
def test_the_settings_of_the_session_change_nothing() -> None:
    def shrunk() -> Evidence:
        return replace(run(ask(at_most_two_functions, ClassUniverse(3, 2)), seed=1), seconds=0.0)

    before, expected = settings.get_current_profile_name(), shrunk()
    settings.register_profile("other", database=None, deadline=0.001, phases=[Phase.generate])
    settings.load_profile("other")
    try:
        assert shrunk() == expected
    finally:
        settings.load_profile(before)


def test_an_algorithm_that_raises_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def raises_on_three(listed: Any) -> int:
        if len(listed) >= 3:
            raise RuntimeError("too many")
        return int(littlestone_dimension(explicit(listed)))

    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.learner": raises_on_three})
    with pytest.raises(RuntimeError, match="too many") as caught:
        run(ask(predicts, ClassUniverse(4, 2)))
    assert caught.value.__notes__[0].startswith("while TEST.predicts was evaluated at H = ")


def test_an_algorithm_that_answers_wrongly_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.learner": lambda listed: -1})
    assert functions(run(ask(predicts, ClassUniverse(4, 2)))) == ((0,),)


def test_an_example_that_takes_too_long_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    runs_for_ever = over(
        lambda H: all_of(H.size() <= n for n in iter(lambda: 10**6, None)) if H.points > 2 else H.nonempty(), USUAL
    )
    monkeypatch.setattr(structured, "MOST_CALLS", 3000)
    evidence = run(ask(runs_for_ever, ClassUniverse(4, 2)), cases=60)
    assert evidence.outcome == "tested"
    assert 0 < evidence.cases < 60
    assert re.match("examples left out: [1-9][0-9]*, for more than 3000 calls each", evidence.detail)


def test_where_everything_is_left_out_nothing_is_tested() -> None:
    evidence = run(ask(vc_at_most_ldim, ClassUniverse(2, 2)), cases=10, calls=0)
    assert (evidence.outcome, evidence.cases) == ("open", 0)
    limits = "40000 calls each or 0 in all, after which none is drawn"
    assert evidence.detail == f"examples left out: 1, for more than {limits}"


def collects_at_length(H: Binary) -> Truth:
    for _ in range(100):
        gc.collect(0)
    return vc_dimension(H) <= littlestone_dimension(H)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_the_call_limit_is_not_lost_in_the_callback_of_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structured, "MOST_CALLS", 150)
    evidence = run(ask(collects_at_length, ClassUniverse(2, 2)), cases=5)
    assert (evidence.outcome, evidence.cases) == ("open", 0)


class_and_trees = over(lambda H, V, d: H.nonempty(), USUAL, H=Multiclass)


@pytest.mark.parametrize(
    ("formula", "universe", "size"),
    [
        (dimension_at_most_one, ClassUniverse(2, 3), 7 + (2**9 - 1)),
        (dimension_at_most_one, ClassUniverse(3, 2), 3 + 15 + 255),
        (dimension_at_most_one, ClassUniverse(1, 40), 2**40 - 1 - sum(comb(40, m) for m in range(33, 41))),
        (subclasses_are_shallower, ClassUniverse(2, 2), 4 * (3**2 + 15**2)),
        (few_trees, ClassUniverse(1, 2, depth=2), 2**8),
        (few_trees, ClassUniverse(1, 2, depth=3), sum(comb(2**7, m) for m in range(9))),
        (class_and_trees, ClassUniverse(1, 2, depth=1), 4 * 3 * 2**2),
    ],
)
def test_the_size_counts_classes_trees_and_integers(
    formula: Callable[..., Statement], universe: ClassUniverse, size: int
) -> None:
    claim = ask(formula, universe).claim
    assert structured_classes(claim, universe).size(claim) == size


@pytest.mark.parametrize(
    ("formula", "universe", "name"),
    [
        (dimension_at_most_one, ClassUniverse(6, 2), "binary classes on at most 6 points, 32 functions"),
        (dimension_at_most_one, ClassUniverse(7, 3), "classes with 3 labels on at most 7 points, 24 functions"),
        (dimension_at_most_one, Everything(), "classes with 2 to 4 labels on at most 12 points, 24 functions"),
        (vc_at_most_ldim, Everything(), "binary classes on at most 12 points, 24 functions"),
        (subclasses_are_shallower, Everything(), "classes with 2 to 4 labels on at most 12 points, 24 functions"),
    ],
)
def test_the_universe_is_said_in_words(formula: Callable[..., Statement], universe: Universe, name: str) -> None:
    assert structured_classes(ask(formula, universe).claim, universe).name == f"structured and random {name}"


def test_everything_has_two_to_four_labels() -> None:
    assert structured_classes(ask(dimension_at_most_one, Everything()).claim, Everything()).labels == (2, 3, 4)


def test_the_evidence_says_what_was_drawn() -> None:
    question = ask(subclasses_are_shallower, ClassUniverse(2, 2))
    evidence = run(question, seed=5)
    assert PROVER.name == evidence.prover == "hypothesis"
    assert (evidence.seed, evidence.size, evidence.violations) == (5, 936, 1)
    assert evidence.universe == ("structured and random binary classes on at most 2 points, 32 functions, 0 <= d <= 3")
    assert evidence.detail == "found on points 0..0 with labels 0..1" and evidence.command == question.command
    assert 0 < evidence.seconds < 600


@pytest.mark.slow
def test_labels_are_those_of_the_class_that_has_most() -> None:
    def small_where_there_are_four_labels(H: Multiclass, G: Binary) -> Truth | bool:
        return H.labels < 4 or H.size() <= 1

    evidence = run(ask(small_where_there_are_four_labels, Everything()), cases=30)
    assert evidence.detail == "found on points 0..0 with labels 0..3"


def test_undecided_cases_keep_a_claim_open() -> None:
    undecided_on_singletons = over(lambda H: atom("a conjecture") | (H.size() >= 2), USUAL)
    evidence = run(ask(undecided_on_singletons, ClassUniverse(2, 2)), cases=50)
    assert (evidence.outcome, evidence.cases) == ("open", 50)
    assert re.fullmatch(r"[1-9]\d* cases undecided, the first a conjecture at H = {0+}", evidence.detail)


def test_no_more_examples_are_drawn_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structured, "MOST_EXAMPLES", 20)
    assert [run(ask(vc_at_most_ldim, ClassUniverse(3, 2)), cases=cases).cases for cases in (7, 50)] == [7, 20]


def test_calls_are_counted_over_all_examples_and_none_is_drawn_after_them(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    judged = structured._Search._judged_within
    monkeypatch.setattr(structured._Search, "_judged_within", lambda *given: drawn.append(given) or judged(*given))
    evidence = run(ask(vc_at_most_ldim, ClassUniverse(2, 2)), cases=50, calls=1000)
    assert 1 < evidence.cases < 25
    assert len(drawn) == evidence.cases + 1
    limits = "40000 calls each or 1000 in all, after which none is drawn"
    assert evidence.detail == f"examples left out: 1, for more than {limits}"


def test_shrinking_is_not_charged_to_the_calls() -> None:
    assert functions(run(ask(at_most_two_functions, ClassUniverse(3, 2)), calls=3000)) == ((0, 0), (0, 1), (1, 0))


real = over(lambda H, epsilon: H.nonempty(), USUAL, epsilon=PositiveReal)


@pytest.mark.parametrize(
    ("question", "cases", "reason"),
    [
        (ask(vc_at_most_ldim, ClassUniverse(2, 3)), 9, "H has 2 labels"),
        (ask(vc_at_most_ldim, Box({}, {})), 9, "the universe is not a set of classes"),
        (ask(vc_at_most_ldim, ClassUniverse(2, 2)), 0, "the budget allows no cases"),
        (ask(real, Everything()), 9, "epsilon ranges over the reals"),
        (ask(predicts, Everything()), 9, "nothing implements TEST.learner"),
    ],
)
def test_what_it_cannot_answer_has_a_reason(question: Question, cases: int, reason: str) -> None:
    given = PROVER.supports(question, Budget(cases=cases))
    assert given is not None and given.startswith(reason)
    assert PROVER.supports(question, Budget(cases=1)) != "the budget allows no cases"
