"""The symbolic prover decides right, finds smallest counterexamples and notices a wrong encoding."""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from threading import Event, Thread

import pytest
import z3
from helpers.class_statements import at_most_two_functions, cheats, dimension_at_most_one, vc_at_most_ldim
from helpers.nightly import nightly
from helpers.processes import press_where_it_is_swallowed
from helpers.questions import answer, ask, ask_classes, over
from helpers.tiny_runs import vc_is_ldim

from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.provers import symbolic
from littlestone.proofs_check.provers.symbolic import Answer, Solver, SymbolicProver, find
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import ClassUniverse, Everything, Question, circuit_of
from littlestone.proofs_check.solvers import engines
from littlestone.proofs_check.solvers.clauses import Clauses, encode
from littlestone.proofs_check.solvers.engines import CADICAL, SLICE, CadicalEngine, Search
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import TRUE, Truth, all_of, any_of, evaluate, inputs_of, variable
from littlestone.spec.algebra.naturals import largest
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.algebra.rounding import floor
from littlestone.spec.claim import Claim, Statement, when
from littlestone.spec.classes.concept_classes import Function, binary_restrictions, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Binary, Multiclass, TreeSet

USUAL = {"H": Binary}
few_functions = over(lambda H: H.size() <= littlestone_dimension(H).map(lambda d: 3 * (d + 1)), USUAL)
four_functions_with_zero_shatter_two_points = over(
    lambda H: when([H.size() >= 4, H.contains((0,) * H.points)], vc_dimension(H) >= 2), USUAL
)


def restrictions_are_not_much_harder(H: Multiclass, factor: Fraction) -> Truth:
    """Every binary restriction has Littlestone dimension at most factor MLD(H) ln(k+1)."""
    bound = littlestone_dimension(H).map(lambda d: floor(Real.of(factor * d) * ln(H.labels)))
    return largest([littlestone_dimension(bit) for bit in binary_restrictions(H)]) <= bound


never_of_dimension_nine = over(lambda H: when(littlestone_dimension(H) >= 9, ~H.nonempty()), USUAL)
at_least_two_to_the_dimension = over(
    lambda H: H.size() >= littlestone_dimension(H).map(lambda d: 2 ** max(d, 0)), USUAL
)
smaller_dimension = over(lambda G, H: littlestone_dimension(G) <= littlestone_dimension(H), G=Multiclass, H=Multiclass)
some_tree = over(lambda T: T.nonempty(), T=TreeSet)


WITH_CADICAL = SymbolicProver("cadical", 49, CADICAL)


def run(question: Question, prover: SymbolicProver | None = None, **budget: int) -> Evidence:
    return answer(prover or SymbolicProver(), question, Budget(**budget))


def fails(question: Question, functions: tuple[Function, ...], labels: int) -> bool:
    statement = question.claim.state({"H": explicit(functions, labels)}, question.constants)
    return bool(statement.premise) and not bool(statement.conclusion)


def fewest_functions(question: Question, points: int, labels: int) -> int | None:
    everything = list(product(range(labels), repeat=points))
    return next(
        (n for n in range(1, len(everything) + 1) for H in combinations(everything, n) if fails(question, H, labels)),
        None,
    )


SMALL = [
    (dimension_at_most_one, 2, 2, {}),
    (dimension_at_most_one, 2, 3, {}),
    (dimension_at_most_one, 3, 2, {}),
    (vc_is_ldim, 3, 2, {}),
    (vc_at_most_ldim, 3, 2, {}),
    (few_functions, 3, 2, {}),
    (four_functions_with_zero_shatter_two_points, 3, 2, {}),
    (never_of_dimension_nine, 2, 2, {}),
    (restrictions_are_not_much_harder, 2, 3, {"factor": 1}),
    (restrictions_are_not_much_harder, 2, 3, {"factor": 2}),
]


@pytest.mark.parametrize("prover", [SymbolicProver(), WITH_CADICAL], ids=["Z3", "CaDiCaL"])
@pytest.mark.parametrize(("formula", "points", "labels", "constants"), SMALL)
def test_agrees_with_brute_force_and_finds_the_fewest_functions(
    formula: Callable[..., Statement], points: int, labels: int, constants: dict[str, int], prover: SymbolicProver
) -> None:
    question = ask_classes(formula, points, labels, **constants)
    evidence, fewest = run(question, prover), fewest_functions(question, points, labels)
    assert evidence.outcome == ("checked" if fewest is None else "refuted")
    if fewest is None:
        assert (evidence.cases, evidence.violations, evidence.counterexample) == (evidence.size, 0, None)
        assert evidence.detail.startswith(f"by {prover.engine.name}, unsat (")
    else:
        assert evidence.counterexample is not None
        assert evidence.counterexample.size == fewest
        assert fails(question, evidence.counterexample.arguments["H"], labels)
        assert "no counterexample has fewer functions" in evidence.detail


class LargestFirst(Solver):
    """Finds by brute force the witness with the most true inputs."""

    def decide(self, goal: Truth) -> Answer:
        n = len(self.inputs)
        subsets = (frozenset(subset) for size in range(n, -1, -1) for subset in combinations(self.inputs, size))
        found = next((subset for subset in subsets if evaluate([goal], subset.__contains__)[0]), None)
        return Answer("unsat") if found is None else Answer("sat", found)


def test_the_search_for_fewer_functions_skips_no_size() -> None:
    circuit = circuit_of(ask_classes(at_most_two_functions, 2, 2))
    found = find(circuit, LargestFirst(circuit.inputs, 1))
    assert (len(found.witness), found.fewest, found.verdict, found.premise) == (3, True, "sat", "sat")


def test_evidence_says_what_was_asked_and_how(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers: list[Solver] = []
    monkeypatch.setattr(symbolic, "Solver", lambda *args: solvers.append(Solver(*args)) or solvers[-1])
    question = ask_classes(at_most_two_functions, 2, 2)
    evidence = run(question, seed=5, solver_steps=30_000)
    assert (evidence.prover, evidence.universe, evidence.seed) == ("symbolic", question.universe.name, 5)
    assert (evidence.command, evidence.size) == (question.command, 15)
    assert (evidence.cases, evidence.violations, evidence.premise_cases) == (1, 1, None)
    assert 0 < evidence.seconds < 600
    assert solvers[0].seed == 5
    assert evidence.detail.endswith(f"({30_000 - solvers[0].left} of 30000 solver steps)")


@pytest.mark.slow
@pytest.mark.parametrize(("points", "size"), [(5, 2**32 - 1), (6, 2**64 - 1)])
def test_a_true_claim_is_checked_on_universes_out_of_reach_of_enumeration(points: int, size: int) -> None:
    evidence = run(ask_classes(vc_at_most_ldim, points, 2))
    assert (evidence.outcome, evidence.size, evidence.cases, evidence.premise_cases) == ("checked", size, size, None)


def test_a_premise_that_never_holds_is_told() -> None:
    evidence = run(ask_classes(never_of_dimension_nine, 3, 2))
    assert (evidence.outcome, evidence.premise_cases) == ("checked", 0)
    assert run(ask_classes(four_functions_with_zero_shatter_two_points, 3, 2)).premise_cases is None


def test_two_classes_and_sets_of_trees() -> None:
    both = run(ask_classes(smaller_dimension, 2, 2))
    assert both.counterexample is not None
    assert {name: len(members) for name, members in both.counterexample.arguments.items()} == {"G": 2, "H": 1}
    assert both.size == 15 * 15
    trees = run(ask(some_tree, ClassUniverse(2, 2, depth=1)))
    assert trees.counterexample is not None
    assert (trees.counterexample.arguments["T"], trees.size) == ((), 4)


@pytest.mark.slow
@pytest.mark.parametrize("steps", [0, 5_000])
def test_too_few_steps_leave_the_question_open(steps: int) -> None:
    evidence = run(ask_classes(restrictions_are_not_much_harder, 4, 3, factor=2), solver_steps=steps)
    assert (evidence.outcome, evidence.cases, evidence.counterexample) == ("open", 0, None)
    assert evidence.detail.startswith("undecided by Z3 (")


@pytest.mark.parametrize("steps", [0, 5, 50])
def test_no_goal_takes_more_steps_than_are_left(steps: int) -> None:
    solver = Solver(["a", "b", "c"], steps)
    assert solver.decide(IMPOSSIBLE).verdict == "unknown"
    assert solver.left == 0


def test_each_decision_costs_its_own_steps_alone() -> None:
    solver = Solver(["a", "b", "c"], 10_000)
    left = [solver.left for _ in range(3) if solver.decide(IMPOSSIBLE).verdict == "unsat"]
    assert 0 < 10_000 - left[0] == left[0] - left[1] == left[1] - left[2]


def test_probes_are_the_same_for_the_same_seed() -> None:
    names: list[object] = list(range(50))
    probes = [Solver(names, 0, seed)._probes() for seed in (1, 1, 2)]
    assert probes[0] == probes[1] != probes[2]
    assert [len(probe) for probe in probes[0] if len(probe) in (1, 50)] == [50, 1, 1]


def test_a_long_assignment_is_shown_in_part() -> None:
    assert symbolic._shown(frozenset("hgfedcba")) == "a, b, c, d, e, f, g, h"
    assert symbolic._shown(frozenset("ihgfedcba")) == "a, b, c, d, e, f, g, h, ... (9 inputs)"


def test_a_counterexample_found_with_few_steps_is_not_called_smallest() -> None:
    evidence = run(ask_classes(restrictions_are_not_much_harder, 4, 3, factor=1), solver_steps=400_000)
    assert evidence.outcome == "refuted"
    assert "not decided whether a counterexample has fewer functions" in evidence.detail


def test_steps_in_the_detail_are_repeatable_whatever_was_built_before() -> None:
    question = ask_classes(vc_at_most_ldim, 4, 2)
    first = run(question)
    keep = circuit_of(ask_classes(few_functions, 4, 2)).violation
    second = SymbolicProver().run(replace(question, claim=replace(question.claim, id="TEST.again")), Budget())
    assert keep is not TRUE
    assert first.detail == second.detail
    assert first.detail != run(question, solver_steps=10_000).detail


def test_the_question_must_be_a_circuit_of_the_size_allowed() -> None:
    question = ask_classes(vc_at_most_ldim, 4, 2)
    assert "gates" in (SymbolicProver().supports(question, Budget(gates=10)) or "")
    assert SymbolicProver().supports(replace(question, universe=Everything()), Budget()) is not None
    assert "2 labels" in (SymbolicProver().supports(ask_classes(vc_at_most_ldim, 2, 3), Budget()) or "")


A, B, C, D = (variable(("test", name)) for name in "abcd")


@pytest.mark.slow
def test_an_interrupt_stops_the_run(listening: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 takes a signal that comes while it searches; one that comes before or after is Python's."""
    check, searching, ended = z3.Solver.check, Event(), list[Evidence]()

    def press() -> None:
        searching.wait()
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(z3.Solver, "check", lambda solver: searching.set() or check(solver))
    Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt), interruptible():
        ended.append(run(ask_classes(at_least_two_to_the_dimension, 5, 2), solver_steps=10**8))
    assert ended == []


def test_an_interrupt_that_is_lost_before_a_search_ends_after_it(
    listening: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches, check = list[int](), Solver._search
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: None)
    monkeypatch.setattr(symbolic, "encode", lambda goal: press_where_it_is_swallowed() or encode(goal))
    monkeypatch.setattr(Solver, "_search", lambda solver, clauses: searches.append(1) or check(solver, clauses))
    with pytest.raises(KeyboardInterrupt), interruptible():
        run(ask_classes(vc_at_most_ldim, 3, 2))
    assert searches == [1]


# ---- CaDiCaL


def pigeons(holes: int) -> Truth:
    """So many pigeons and one more have a hole each, of their own: false, and not by propagation."""
    sits = [[variable(("pigeon", (i, j))) for j in range(holes)] for i in range(holes + 1)]
    alone = [~(a[j] & b[j]) for a, b in combinations(sits, 2) for j in range(holes)]
    return all_of([*(any_of(row) for row in sits), *alone])


@pytest.mark.parametrize("most", [1, 2, 100, SLICE + 1, 2 * SLICE + 1])
def test_conflicts_are_limited_and_the_same_every_time(most: int) -> None:
    goal = pigeons(8)
    inputs = [node.payload for node in inputs_of([goal])]
    solvers = [Solver(inputs, most, engine=CADICAL) for _ in range(2)]
    assert [solver.decide(goal).verdict for solver in solvers] == ["unknown", "unknown"]
    assert solvers[0].left == solvers[1].left
    assert -10 <= solvers[0].left <= 0


def test_what_conflicts_propagate_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    goal, most = pigeons(9), 10**6
    inputs = [node.payload for node in inputs_of([goal])]
    monkeypatch.setattr(engines, "PROPAGATIONS", 0)
    solver = Solver(inputs, most, engine=CADICAL)
    assert solver.decide(goal).verdict == "unknown"
    assert most - SLICE - 10 <= solver.left < most


def test_a_proof_is_handed_in_where_it_is_wanted() -> None:
    goal = pigeons(5)
    inputs = [node.payload for node in inputs_of([goal])]
    answers = [Solver(inputs, 10**6, 0, CADICAL, with_proof).decide(goal) for with_proof in (False, True)]
    assert [answer.verdict for answer in answers] == ["unsat", "unsat"]
    assert answers[0].refutation is None and answers[1].refutation is not None
    assert answers[1].refutation.formula.startswith("p cnf ") and answers[1].refutation.proof.endswith("0\n")


def test_an_interrupt_is_heard_after_a_slice_of_conflicts(listening: None, monkeypatch: pytest.MonkeyPatch) -> None:
    goal, encoded = pigeons(9), list[int]()
    inputs = [node.payload for node in inputs_of([goal])]
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: None)
    monkeypatch.setattr(symbolic, "encode", lambda goal: press_where_it_is_swallowed() or encode(goal))
    with pytest.raises(KeyboardInterrupt), interruptible():
        encoded.append(1)
        Solver(inputs, 10**6, engine=CADICAL).decide(goal)
    assert encoded == [1]


@pytest.mark.parametrize("points", [3, 4])
def test_two_solvers_that_disagree_stop_the_run(points: int, monkeypatch: pytest.MonkeyPatch, registry: None) -> None:

    def always_unsat(engine: object, clauses: Clauses, literals: tuple[int, ...], most: int, *_: bool) -> Search:
        return Search("unsat" if len(literals) == 1 else "sat", 1)

    claim = Claim("TEST.vc_is_ldim", "nowhere", "lemma", vc_is_ldim, {})
    asked = Settings(QUICK, ("cadical", "symbolic"), points, 2)
    assert [(e.prover, e.outcome) for e in verify(claim, asked).evidence] == [("cadical", "refuted")]
    monkeypatch.setattr(CadicalEngine, "search", always_unsat)
    with pytest.raises(ProversDisagree, match="cadical says checked and symbolic refuted"):
        verify(claim, asked)


# ---- Seeded faults: a wrong encoding must never give a wrong verdict


Fault = Callable[[Clauses, int], Clauses]


def without_definition(clauses: Clauses, which: int) -> Clauses:
    """The gate with this variable is left free."""
    return replace(clauses, definitions=tuple(c for c in clauses.definitions if abs(c[0]) != which))


def negated_literal(clauses: Clauses, which: int) -> Clauses:
    """One clause says the opposite of one of its gates."""
    i = which % len(clauses.definitions)
    wrong = (*clauses.definitions[i][:-1], -clauses.definitions[i][-1])
    return replace(clauses, definitions=(*clauses.definitions[:i], wrong, *clauses.definitions[i + 1 :]))


def verdict_under(fault: Fault, which: int, question: Question, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(symbolic, "encode", lambda goal: fault(encode(goal), which))
    try:
        evidence = run(question)
    except ProversDisagree:
        return "caught"
    return f"{evidence.outcome} {evidence.counterexample.size if evidence.counterexample else ''}".strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [ask_classes(vc_at_most_ldim, 2, 2), *nightly([ask_classes(few_functions, 2, 2)])],
    ids=["first", "second"],
)
def test_a_missing_definition_never_refutes_a_true_claim(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = {verdict_under(without_definition, v, question, monkeypatch) for v in range(1, 40)}
    assert verdicts == {"checked", "caught"}


def test_a_contrary_definition_never_passes_a_false_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    question = ask_classes(restrictions_are_not_much_harder, 2, 3, factor=1)
    verdicts = [verdict_under(negated_literal, c, question, monkeypatch) for c in range(0, 120, 3)]
    assert set(verdicts) == {"refuted 4", "caught"}
    assert verdicts.count("caught") > len(verdicts) // 4


IMPOSSIBLE = (A ^ B) & (B ^ C) & (C ^ A)


def test_a_witness_that_plain_python_rejects_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = encode(IMPOSSIBLE).variables[A ^ B]
    monkeypatch.setattr(symbolic, "encode", lambda goal: without_definition(encode(goal), gate))
    with pytest.raises(ProversDisagree, match=r"plain Python false; .* reading of Z3's model is wrong$"):
        Solver(["a", "b", "c"], 10_000).decide(IMPOSSIBLE)


def test_asking_for_another_gate_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = D | IMPOSSIBLE
    other = encode(goal).variables[IMPOSSIBLE]
    monkeypatch.setattr(symbolic, "encode", lambda goal: replace(encode(goal), goal=other))
    with pytest.raises(ProversDisagree, match=r"so its unsat proves nothing; the encoding is wrong$"):
        Solver([node.payload for node in inputs_of([goal])], 10_000).decide(goal)


def test_a_formula_that_differs_on_listed_classes_is_caught() -> None:
    with pytest.raises(ProversDisagree):
        run(ask_classes(cheats, 2, 2))
