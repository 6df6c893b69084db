"""Questions about classes as programs: built once, held to the gates allowed, and read back as classes."""

from contextlib import suppress
from dataclasses import replace

import pytest
from helpers.class_statements import reads_the_class
from helpers.questions import ask_classes, over
from helpers.tiny_runs import dimension_at_most

from littlestone.proofs_check.circuits import class_programs
from littlestone.proofs_check.circuits.class_programs import class_circuit, class_program, input_bits, violates
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.solvers.engines import CADICAL, Z3
from littlestone.spec.algebra.circuit import FALSE, CircuitTooLarge, Truth, constant
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Binary, Multiclass, TreeSet


def test_a_circuit_too_large_on_few_points_is_not_built_on_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_here_alone(H: Binary) -> Truth:
        return littlestone_dimension(H) <= 1

    built: list[int] = []
    build = class_programs.circuit_of
    monkeypatch.setattr(class_programs, "circuit_of", lambda q: built.append(q.universe.points) or build(q))
    for points, gates in ((4, 80), (5, 80), (4, 70), (3, 80), (4, 110)):
        with suppress(CircuitTooLarge):
            class_program(ask_classes(asked_here_alone, points), gates)
    assert built == [4, 3, 4]


def test_a_size_says_nothing_of_more_labels(registry: None) -> None:
    """With more than two labels BGS21.D5.5 looks at trees of depth 1 alone, and its circuit is a fiftieth."""
    claim, gates = CLAIMS["BGS21.D5.5"], QUICK.budget.gates
    binary, more = (Question(claim, claim.printed, ClassUniverse(4, labels)) for labels in (2, 3))
    with pytest.raises(CircuitTooLarge):
        class_program(binary, gates)
    assert class_program(more, gates).operations < 10_000


def test_a_program_is_built_once_for_a_question_and_again_for_other_constants() -> None:
    first, again, other = (ask_classes(dimension_at_most, 3, bound=bound) for bound in (1, 1, 2))
    assert class_program(first, 10_000) is class_program(again, 10_000)
    assert class_program(first, 10_000) is not class_program(other, 10_000)


def test_a_circuit_is_built_once_for_its_program_and_for_the_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_by_solvers_alone(H: Binary) -> Truth:
        return littlestone_dimension(H) <= 1

    question, built = ask_classes(asked_by_solvers_alone, 3), []
    build = class_programs.circuit_of
    monkeypatch.setattr(class_programs, "circuit_of", lambda q: built.append(q) or build(q))
    compiled = class_program(question, 10_000)
    for solver in (CADICAL, Z3):
        assert SymbolicProver(engine=solver).run(question, Budget(gates=10_000)).size == compiled.cases
    assert class_circuit(question, 10_000).violation is build(question).violation
    assert built == [question]


def test_claims_that_share_an_id_and_universes_that_differ_do_not_share_a_program() -> None:
    def at_most_one_more(H: Binary, bound: int) -> Truth:
        return littlestone_dimension(H) <= bound + 1

    first = ask_classes(dimension_at_most, 3, bound=1)
    program = class_program(first, 10_000)
    same_id = replace(first, claim=replace(first.claim, formula=at_most_one_more))
    others = [
        same_id,
        replace(first, universe=ClassUniverse(2, 2)),
        replace(first, claim=replace(first.claim, id="TEST.other")),
    ]
    assert all(class_program(other, 10_000) is not program for other in others)
    assert ExhaustiveProver().run(same_id, Budget()).violations < ExhaustiveProver().run(first, Budget()).violations


def test_a_known_program_is_held_to_the_gates_allowed_as_a_new_one_is() -> None:
    question = ask_classes(dimension_at_most, 3, bound=1)
    gates = class_program(question, 10_000).program.gates
    assert class_program(question, gates).program.gates == gates
    with pytest.raises(CircuitTooLarge, match=f"^the circuit has {gates} gates, more than the {gates - 1} allowed$"):
        class_program(question, gates - 1)


def test_a_set_of_trees_beside_a_class_takes_its_bits_from_the_depth() -> None:
    pairs_of_depth = over(lambda G, H: (G.size() <= 1) | ~H.contains((0, 0)), G=TreeSet, H=Multiclass)
    question = replace(ask_classes(pairs_of_depth, 2, 2), universe=ClassUniverse(2, 2, depth=1))
    compiled = class_program(question, 1000)
    assert input_bits(question) == compiled.program.inputs == 2 + 4
    bits = [input_bits(replace(question, universe=ClassUniverse(2, 2, depth))) for depth in (2, 3)]
    assert bits == [2**3 + 4, 2**7 + 4]
    assert (compiled.cases, compiled.words) == (4 * 15, 1)
    assert compiled.members(0b1001_01) == {"G": ((0,),), "H": ((0, 0), (1, 1))}
    evidence = ExhaustiveProver().run(question, Budget())
    assert (evidence.cases, evidence.violations) == (60, 8)
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"G": ((0,), (1,)), "H": ((0, 0),)}


def test_empty_classes_violate_nothing_and_empty_sets_of_trees_may() -> None:
    never = over(lambda G, H: FALSE, G=TreeSet, H=Binary)
    question = replace(ask_classes(never, 1), universe=ClassUniverse(1, 2, depth=1))
    compiled = class_program(question, 1000)
    assert violates(question, compiled, {"G": (), "H": ((0,),)})
    assert not violates(question, compiled, {"G": ((0,),), "H": ()})


def test_a_counterexample_is_confirmed_with_all_labels_of_the_universe() -> None:
    has_fewer_labels = over(lambda H: H.nonempty() & constant(H.labels < 3), H=Multiclass)
    evidence = ExhaustiveProver().run(ask_classes(has_fewer_labels, 1, 3), Budget())
    assert evidence.counterexample is not None and evidence.counterexample.arguments == {"H": ((0,),)}


def test_a_counterexample_is_confirmed_with_the_constants_of_the_question() -> None:
    printed = ask_classes(dimension_at_most, 2, bound=2)
    evidence = ExhaustiveProver().run(replace(printed, constants={"bound": 0}), Budget())
    assert ExhaustiveProver().run(printed, Budget()).outcome == "checked"
    assert evidence.counterexample is not None and evidence.counterexample.size == 2


def test_three_class_parameters_follow_one_another() -> None:
    three_parts = over(
        lambda F, G, H: ~(F.contains((1,)) & G.contains((0,)) & H.contains((1,))), F=Binary, G=Binary, H=Binary
    )
    evidence = ExhaustiveProver().run(ask_classes(three_parts, 1), Budget())
    assert (evidence.cases, evidence.violations) == (3**3, 2**3)
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"F": ((1,),), "G": ((0,),), "H": ((1,),)}


def test_undecided_truth_is_not_swallowed_by_the_program_cache() -> None:
    with pytest.raises(UndecidedTruth):
        class_program(ask_classes(reads_the_class, 2), 1000)
