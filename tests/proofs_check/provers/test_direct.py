from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from helpers.class_statements import ldim_at_most_vc, predicts, vc_at_most_ldim
from helpers.questions import answer, ask, ask_box, ask_classes, over

from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.provers import direct
from littlestone.proofs_check.provers.direct import DirectProver
from littlestone.proofs_check.questions import arguments
from littlestone.proofs_check.questions.evidence import Budget, Resources
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, circuit_of
from littlestone.spec.algebra.circuit import FALSE, Truth, atom, evaluate
from littlestone.spec.claim import Statement, when
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Binary, Multiclass, Natural, PositiveInteger, PositiveReal, TreeSet

PROVER = DirectProver()


ldim_is_below = over(lambda H, bound: littlestone_dimension(H) < bound, H=Multiclass)
ten_functions_are_many = over(lambda H: when(H.size() >= 10, littlestone_dimension(H) >= 2), H=Multiclass)
large_means_deep = over(
    lambda G, H: when(G.size() <= H.size(), littlestone_dimension(G) <= littlestone_dimension(H)), G=Binary, H=Binary
)
no_trees = over(lambda V: V.size() <= 0, V=TreeSet)
at_most = over(lambda H, d: when(littlestone_dimension(H) >= d, d <= 1), H=Binary, d=Natural)


def test_a_true_claim_is_checked_on_every_class() -> None:
    evidence = answer(PROVER, ask_classes(vc_at_most_ldim, 3))
    assert (evidence.outcome, evidence.cases, evidence.size, evidence.premise_cases) == ("checked", 255, 255, 255)
    assert (evidence.violations, evidence.counterexample) == (0, None)
    assert evidence.universe == "all binary classes on 3 points"


def test_the_counterexample_has_the_fewest_functions() -> None:
    evidence = answer(PROVER, ask_classes(ldim_at_most_vc, 3))
    assert evidence.outcome == "refuted"
    assert evidence.counterexample is not None
    assert evidence.counterexample.size == 4
    assert evidence.counterexample.arguments == {"H": ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1))}


@pytest.mark.parametrize(("bound", "size"), [(0, 1), (1, 2), (2, 4)])
def test_constants_are_those_of_the_question(bound: int, size: int) -> None:
    counterexample = answer(PROVER, ask_classes(ldim_is_below, 2, 3, printed=99, bound=bound)).counterexample
    assert counterexample is not None
    assert counterexample.size == size


def test_a_premise_that_never_holds_is_counted() -> None:
    evidence = answer(PROVER, ask_classes(ten_functions_are_many, 2, 3))
    assert (evidence.outcome, evidence.cases, evidence.premise_cases) == ("checked", 511, 0)


@pytest.mark.parametrize("formula", [vc_at_most_ldim, ldim_at_most_vc, ten_functions_are_many, large_means_deep])
@pytest.mark.parametrize("points", [1, 2])
def test_agrees_with_the_circuit(formula: Callable[..., Statement], points: int) -> None:
    question = ask_classes(formula, points)
    circuit = circuit_of(question)
    evidence = answer(PROVER, question)
    values = []
    for number in range(2 ** len(circuit.inputs)):
        chosen = {name for i, name in enumerate(circuit.inputs) if number >> i & 1}
        values.append(evaluate([circuit.violation, circuit.premise], chosen.__contains__))
    assert (evidence.outcome == "refuted") == any(violation for violation, _ in values)
    if evidence.outcome == "checked":
        assert evidence.premise_cases == sum(premise for _, premise in values)


def test_sets_of_trees_include_the_empty_one() -> None:
    question = ask(no_trees, ClassUniverse(2, 2, depth=1))
    evidence = answer(PROVER, question)
    assert (evidence.size, evidence.cases, evidence.outcome) == (4, 2, "refuted")
    assert evidence.universe == "all sets V of trees of depth 1 with 2 labels"


def test_integers_beside_a_class_range_over_four_values() -> None:
    evidence = answer(PROVER, ask_classes(at_most, 2))
    assert (evidence.size, evidence.universe) == (60, "all binary classes on 2 points, 0 <= d <= 3")
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"H": ((0, 0), (0, 1), (1, 0), (1, 1)), "d": 2}


def test_progress_is_reported_up_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    question = ask_classes(ten_functions_are_many, 2, 3)
    resources = Resources(progress=lambda done, total: seen.append((done, total)))
    DirectProver().run(question, Budget(), resources)
    assert seen == [(256, 511), (511, 511)]


def raises_on_three(functions: Any) -> int:
    if len(functions) == 3:
        raise RuntimeError("three is too many")
    return int(littlestone_dimension(explicit(functions)))


def test_an_algorithm_that_raises_is_a_fault_at_its_class_and_no_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.learner": raises_on_three})
    with pytest.raises(RuntimeError, match="three is too many") as caught:
        answer(PROVER, ask_classes(predicts, 2))
    assert caught.value.__notes__ == ["while TEST.predicts was evaluated at H = {00, 01, 10}"]


def test_a_wrong_answer_is_a_violation_and_one_that_cannot_be_read_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.learner": lambda functions: -7})
    evidence = answer(PROVER, ask_classes(predicts, 2))
    assert evidence.outcome == "refuted" and evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"H": ((0, 0),)}
    monkeypatch.setattr(arguments, "IMPLEMENTATIONS", {"TEST.learner": lambda functions: None})
    with pytest.raises(TypeError):
        answer(PROVER, ask_classes(predicts, 2))


def broken(H: Binary) -> Truth:
    raise RuntimeError(f"cannot be stated on {H.points} points")


def test_a_fault_of_the_claim_itself_passes_on_with_its_class() -> None:
    with pytest.raises(RuntimeError, match="cannot be stated") as caught:
        answer(PROVER, ask_classes(broken, 1))
    assert caught.value.__notes__ == ["while TEST.broken was evaluated at H = {0}"]


def test_an_undecided_comparison_is_never_checked() -> None:
    undecided = over(lambda H: atom("the conjecture").implies(H.nonempty() & FALSE), H=Binary)
    evidence = answer(PROVER, ask_classes(undecided, 1))
    assert (evidence.outcome, evidence.violations) == ("open", 0)
    assert evidence.detail == "3 cases undecided, the first the conjecture at H = {0}"


real = over(lambda H, epsilon: littlestone_dimension(H) >= 0, H=Binary, epsilon=PositiveReal)
integers = over(lambda d: bool(d >= 0), d=Natural)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (ask_classes(vc_at_most_ldim, 5), "32 possible functions make more than 1000000 cases"),
        (ask_classes(vc_at_most_ldim, 40), f"{2**40} possible functions make more than 1000000 cases"),
        (ask(no_trees, ClassUniverse(2, 2, depth=3)), "128 possible functions make more than"),
        (ask_classes(vc_at_most_ldim, 2, 3), "H has 2 labels"),
        (ask_classes(real, 2), "epsilon ranges over the reals"),
        (ask_classes(integers, 2), "the claim is not about classes"),
        (ask_classes(predicts, 2), "nothing implements TEST.learner"),
        (ask_box(integers, 0, d=3), "the universe is not a set of classes"),
    ],
)
def test_what_it_cannot_answer_has_a_reason(question: Question, reason: str) -> None:
    given = PROVER.supports(question, Budget())
    assert given is not None
    assert given.startswith(reason)


@pytest.mark.parametrize(("cases", "supported"), [(14, False), (15, True)])
def test_the_budget_is_the_number_of_cases(cases: int, supported: bool) -> None:
    assert (PROVER.supports(ask_classes(vc_at_most_ldim, 2), Budget(cases=cases)) is None) == supported


def test_the_universe_is_named_with_all_its_parameters() -> None:
    several = over(
        lambda G, H, V, W, c, d: c + d >= 1, G=Binary, H=Binary, V=TreeSet, W=TreeSet, c=Natural, d=PositiveInteger
    )
    universe = ClassUniverse(1, 2, depth=1)
    evidence = answer(PROVER, ask(several, universe))
    trees = "trees of depth 1 with 2 labels"
    ranges = "0 <= c <= 3, 1 <= d <= 4"
    assert evidence.universe == (
        f"all binary classes on 1 point, for each of G, H, all sets V of {trees}, all sets W of {trees}, {ranges}"
    )
    assert evidence.size == evidence.cases == 3 * 3 * 4 * 4 * 4 * 4
    assert (evidence.prover, evidence.outcome) == ("direct", "checked")
    assert evidence.command == ask(several, universe).command
    assert 0 <= evidence.seconds < 600


def test_cases_come_in_order_of_their_functions_then_of_the_sum_of_their_integers_each_once() -> None:
    seen: list[tuple[Any, ...]] = []

    def record(H: Multiclass, V: TreeSet, c: Natural, d: PositiveInteger) -> bool:
        seen.append((H.functions(), V.functions(), c, d))
        assert (H.points, H.labels, V.points, V.labels) == (1, 3, 1, 3)
        return True

    answer(PROVER, ask(record, ClassUniverse(1, 3, depth=1)))
    seen = seen[: 7 * 8 * 16]  # what comes after looks for violations at larger integers
    sizes = [len(H) + len(V) for H, V, _, _ in seen]
    assert sizes == sorted(sizes)
    for start in range(0, len(seen), 16):
        sums = [c + d for _, _, c, d in seen[start : start + 16]]
        assert sums == sorted(sums) and len({case[:2] for case in seen[start : start + 16]}) == 1
    assert len(set(seen)) == 7 * 8 * 16
    assert {(H, V) for H, V, c, d in seen if len(H) + len(V) == 1} == {(((y,),), ()) for y in range(3)}


@pytest.mark.parametrize(("depth", "nodes"), [(1, 1), (2, 3)])
def test_trees_of_a_depth_are_functions_from_their_nodes(depth: int, nodes: int) -> None:
    def record(V: TreeSet) -> bool:
        return bool(V.points == nodes)

    evidence = answer(PROVER, ask(record, ClassUniverse(9, 2, depth=depth)))
    assert (evidence.outcome, evidence.size) == ("checked", 2**2**nodes)
    assert evidence.universe == f"all sets V of trees of depth {depth} with 2 labels"


def test_the_budget_counts_integers_too() -> None:
    assert PROVER.supports(ask_classes(at_most, 2), Budget(cases=60)) is None
    assert PROVER.supports(ask_classes(at_most, 2), Budget(cases=59)) == "4 possible functions make more than 59 cases"


def test_a_listing_that_skips_a_case_is_a_fault_of_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = direct._cases
    monkeypatch.setattr(direct, "_cases", lambda *universe: list(listing(*universe))[1:])
    with pytest.raises(KitFault, match="14 of 15 cases were judged"):
        answer(PROVER, ask_classes(vc_at_most_ldim, 2))


# False from 10 on, which is beyond the integers listed beside classes
below_ten = over(lambda H, n: when(n > 9, n < 10), H=Multiclass, n=Natural)


def test_a_violation_at_larger_integers_is_found_and_is_the_first() -> None:
    evidence = answer(PROVER, ask(below_ten, ClassUniverse(1, 2)))
    assert (evidence.outcome, evidence.violations) == ("refuted", 1)
    assert evidence.counterexample.arguments["n"] == 10 and evidence.universe.endswith(", and points beyond")
    assert evidence.premise_cases == 1 and evidence.cases == 1 + evidence.size


def test_what_is_too_dear_is_found_out_with_little_more_calls_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[int] = []

    def counted(question: Question, arguments: Any, most: int) -> int:
        limits.append(most)
        return min(1000, most + 1)

    monkeypatch.setattr(direct, "_calls", counted)
    question = ask_classes(vc_at_most_ldim, 3, 2)
    for allowed, asked in ((0, [0]), (400, [2400, 1400, 400]), (1000, [6000, 5000, 4000])):
        limits.clear()
        direct._first.cache_clear()
        refused = PROVER.supports(question, Budget(cases=1000, listed=allowed * 255))
        assert limits == [asked[0], *asked] and (refused is None) == (allowed == 1000)


def test_where_all_is_beyond_reach_that_is_the_reason() -> None:
    def reach(H: ConceptClass) -> bool:
        """Classes on two points."""
        return H.points <= 2

    for points, reason in ((2, None), (3, "its formula can only afford this: Classes on two points")):
        question = ask_classes(vc_at_most_ldim, points)
        question = replace(question, claim=replace(question.claim, reach=reach))
        assert PROVER.supports(question, Budget()) == reason


def test_what_the_first_call_works_out_of_its_classes_is_no_part_of_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def noted(question: Question, arguments: Any, most: int) -> int:
        given.append(arguments["H"])
        return 1

    monkeypatch.setattr(direct, "_calls", noted)
    direct._first.cache_clear()
    direct.calls_of_sample(ask_classes(vc_at_most_ldim, 3, 2), 1000)
    first, *counted = given
    assert len(counted) == direct.SAMPLED // 2 and not any(H.universe is first.universe for H in counted)
    given.clear()
    direct.calls_of_sample(ask_classes(vc_at_most_ldim, 2, 3), 1000)
    assert len(given) == direct.SAMPLED // 2, "the formula has been called on another universe before"


def test_a_case_that_comes_twice_is_called_again_only_where_the_limit_lies_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    costs = iter((0, 500, 400, 100, 300, 200, 100))  # the first is not counted; what comes again is cheaper
    monkeypatch.setattr(direct, "_calls", lambda question, arguments, most: min(next(costs), most + 1))
    direct._first.cache_clear()
    assert direct.calls_of_sample(ask_classes(vc_at_most_ldim, 3, 2), 1600) == 1600
    assert next(costs, None) is None


def test_with_integers_no_case_comes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(direct, "_calls", lambda question, arguments, most: given.append(arguments) or 1)
    direct._first.cache_clear()
    assert direct.calls_of_sample(ask(below_ten, ClassUniverse(3, 2)), 1000) == direct.SAMPLED
    assert len(given) == 1 + direct.SAMPLED
