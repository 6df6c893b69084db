"""The exhaustive prover finds the smallest counterexample, counts right, and notices its own faults."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from helpers.class_statements import cheats, large_beside_lacking, reads_the_class, vc_at_most_ldim
from helpers.questions import ask_classes, over
from helpers.tiny_runs import vc_is_ldim

from littlestone.proofs_check.circuits import class_programs
from littlestone.proofs_check.circuits.evaluators import Tally
from littlestone.proofs_check.circuits.program import Program, straight_line
from littlestone.proofs_check.kit_faults import KitFault, ListedOtherwise, ProversDisagree
from littlestone.proofs_check.provers import exhaustive
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver, Method, count, tally_all, words_of
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Box, Question
from littlestone.spec.algebra.circuit import FALSE, CircuitTooLarge, Truth, constant, variable
from littlestone.spec.claim import when
from littlestone.spec.classes.concept_classes import explicit, symbolic
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Binary, ExplicitBinary, TreeSet

METHODS: tuple[Method, ...] = ("numpy", "compiled")
CUBE4 = [16, 872, 31140, 33506, 1]


large_classes_have_dimension_two = over(lambda H: when(littlestone_dimension(H) >= 2, vc_dimension(H) >= 2), H=Binary)
at_most_two_trees = over(lambda G: G.size() <= 2, G=TreeSet)
needs_a_list = over(lambda H: constant(len(H.functions()) > 0), H=ExplicitBinary)


def littlestone_histogram(points: int) -> tuple[list[Truth], list[object]]:
    H = symbolic(points, 2)
    dimension = littlestone_dimension(H)
    return [dimension.equals(d) for d in range(points + 1)], [truth.payload for _, truth in H.members()]


@pytest.mark.parametrize("method", METHODS)
def test_littlestone_dimensions_of_all_classes_on_four_points(method: Method) -> None:
    assert count(*littlestone_histogram(4), method=method) == CUBE4


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bits", [17, 20])
def test_shards_add_up(method: Method, bits: int) -> None:
    v = [variable(i) for i in range(bits)]
    middle, ends = v[7] ^ v[bits - 1], v[0] & v[bits - 2]
    assert count([middle, ends, middle & ends, v[3] | ~v[bits - 1]], range(bits), method) == [
        2 ** (bits - 1),
        2 ** (bits - 2),
        2 ** (bits - 3),
        3 * 2 ** (bits - 2),
    ]


def smallest_by_hand() -> tuple[int, tuple[tuple[int, ...], ...]]:
    """How many classes on 3 points have VC < Ldim, and the first of the fewest functions, from explicit classes."""
    functions = list(product(range(2), repeat=3))
    classes = [chosen for n in range(1, 9) for chosen in combinations(functions, n)]
    bad = [c for c in classes if int(vc_dimension(explicit(c))) != int(littlestone_dimension(explicit(c)))]
    return len(bad), min(bad, key=lambda c: (len(c), sum(1 << functions.index(f) for f in c)))


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_the_counterexample_has_the_fewest_functions_then_the_smallest_number(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask_classes(vc_is_ldim, 3), Budget())
    violations, smallest = smallest_by_hand()
    assert evidence.violations == violations > 1
    assert evidence.counterexample is not None and evidence.counterexample.arguments == {"H": smallest}
    assert len(smallest) == 4


@pytest.mark.parametrize("method", METHODS)
def test_a_true_claim_is_checked_on_every_class(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask_classes(vc_at_most_ldim, 4), Budget())
    assert (evidence.outcome, evidence.violations, evidence.cases) == ("checked", 0, 65535)
    assert (evidence.premise_cases, evidence.size, evidence.counterexample) == (65535, 65535, None)


@pytest.mark.parametrize("method", METHODS)
def test_the_premise_is_counted_apart(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask_classes(large_classes_have_dimension_two, 4), Budget())
    assert evidence.outcome == "refuted"
    assert evidence.premise_cases == sum(CUBE4[2:]) and 0 < evidence.violations < evidence.premise_cases


@pytest.mark.parametrize("method", METHODS)
def test_two_class_parameters_count_pairs_of_non_empty_classes(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask_classes(large_beside_lacking, 2, 3), Budget())
    assert evidence.cases == evidence.size == 511**2
    assert evidence.violations == (511 - 9) * 256
    assert evidence.counterexample is not None and evidence.counterexample.size == 3
    assert evidence.counterexample.arguments == {"G": ((0, 0), (0, 1)), "H": ((0, 1),)}


def test_a_set_of_trees_may_be_empty() -> None:
    evidence = ExhaustiveProver().run(ask_classes(at_most_two_trees, 9), Budget())
    assert evidence.cases == evidence.size == 2**8
    assert evidence.counterexample is not None and evidence.counterexample.size == 3
    assert ExhaustiveProver().supports(ask_classes(at_most_two_trees, 9), Budget()) is None


def test_reasons_not_to_support() -> None:
    supports, budget = ExhaustiveProver().supports, Budget()
    assert supports(ask_classes(vc_at_most_ldim, 4), budget) is None
    assert supports(ask_classes(vc_at_most_ldim, 6), budget) == "2^64 classes are too many to enumerate"
    assert supports(ask_classes(needs_a_list, 2), budget) == "H must list its functions"
    assert class_programs.compiled_or_reason(ask_classes(needs_a_list, 2), budget) == "H must list its functions"
    reason = supports(ask_classes(reads_the_class, 2), budget) or ""
    assert reason.startswith("the statement is no circuit: line ")
    assert "`bool(H.nonempty())` lets Python's `bool` decide; leave out `bool(...)`" in reason
    box = Question(ask_classes(vc_at_most_ldim, 2).claim, {}, Box({"n": 3}, {"n": 0}))
    assert supports(box, budget) == "the universe is not a set of classes"


def test_the_budget_limits_gates_and_work() -> None:
    def asked_here_alone(H: Binary) -> Truth:
        return vc_dimension(H) <= littlestone_dimension(H)

    supports, question = ExhaustiveProver().supports, ask_classes(asked_here_alone, 4)
    too_many = "the circuit has more than 100 gates; raise the budget's gates"
    assert supports(question, Budget(gates=100)) == too_many
    gates = class_programs.class_program(question, 1000).program.gates
    work = gates * 1024
    assert supports(question, Budget(gate_words=work)) is None
    assert supports(question, Budget(gate_words=work - 1)) == (
        f"{gates} gates on 1024 words are {work} gate-words, more than the budget's {work - 1}"
    )
    assert supports(question, Budget(gates=100)) == too_many
    known = r"^on no more points the circuit needs more than 90 gates already$"
    with pytest.raises(CircuitTooLarge, match=known):
        class_programs.class_program(question, 90)


def test_a_counterexample_that_plain_python_does_not_confirm_is_a_fault_of_the_kit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = (
        r"^TEST\.cheats on all binary classes on 2 points: the circuit says it fails at {'H': \(\(0, 0\),\)}, the "
        r"definition on these explicit classes says it holds"
    )
    with pytest.raises(ListedOtherwise, match=f"{words}$"):
        ExhaustiveProver().run(ask_classes(cheats, 2), Budget())
    monkeypatch.setattr(class_programs, "evaluate", lambda *_: [False])  # the compiled program is alone with its answer
    with pytest.raises(ProversDisagree, match=f"{words}; one of the two is wrong$") as caught:
        ExhaustiveProver().run(ask_classes(cheats, 2), Budget())
    assert caught.type is ProversDisagree


def test_an_evaluator_that_skips_classes_is_a_fault_of_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    def skips(program: Program, *_: object) -> Tally:
        whole = tally_all(program)
        return replace(whole, counts=(*whole.counts[:2], whole.counts[2] - 1))

    monkeypatch.setattr(exhaustive, "tally_all", skips)
    with pytest.raises(KitFault, match="65534 of 65535 classes"):
        ExhaustiveProver().run(ask_classes(vc_at_most_ldim, 4), Budget())


@pytest.mark.parametrize("wrong", [Tally((1, 15, 15), None), Tally((0, 15, 15), (1, 1))])
def test_a_tally_whose_counts_and_least_disagree_is_a_fault_of_the_kit(
    wrong: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhaustive, "tally_all", lambda *_: wrong)
    with pytest.raises(KitFault, match=r"15 of 15 classes were counted, [01] violations, least .* evaluator is wrong$"):
        ExhaustiveProver().run(ask_classes(vc_at_most_ldim, 2), Budget())


def test_the_evidence_says_what_was_asked_and_how_to_repeat_it() -> None:
    question = ask_classes(vc_at_most_ldim, 3)
    evidence, program = ExhaustiveProver().run(question, Budget()), class_programs.class_program(question, 1000).program
    assert (evidence.prover, evidence.universe) == ("exhaustive", "all binary classes on 3 points")
    assert evidence.command == question.command
    assert evidence.detail == f"{program.gates} gates on 8 bits"
    assert 0 <= evidence.seconds < 600


def test_what_is_too_much_work() -> None:
    is_a_class = over(lambda H: H.nonempty(), H=Binary)
    assert ExhaustiveProver().supports(ask_classes(is_a_class, 5), Budget()) is None
    assert (
        ExhaustiveProver().supports(ask_classes(vc_at_most_ldim, 6), Budget())
        == "2^64 classes are too many to enumerate"
    )
    question = ask_classes(vc_at_most_ldim, 4)
    work = 1024 * class_programs.class_program(question, 1000).program.gates
    assert f"are {work} gate-words" in (ExhaustiveProver().supports(question, Budget(gate_words=work - 1)) or "")
    assert ExhaustiveProver().supports(question, Budget(gate_words=work)) is None


def test_fewer_than_six_bits_fill_a_word() -> None:
    assert [words_of(straight_line([], range(bits))) for bits in (0, 5, 6, 7, 12)] == [1, 1, 1, 2, 64]


def test_count_refuses_too_many_inputs() -> None:
    with pytest.raises(ValueError, match=r"^2\^33 assignments are too many to enumerate; name at most 32 inputs$"):
        count([variable(0)], range(33))
    assert count([], range(3)) == []
    assert count([FALSE, variable(31)], range(32), "compiled") == [0, 2**31]
    assert count([variable(0)], range(3)) == [4]
