"""The exhaustive prover finds the smallest counterexample, counts right, resumes, and notices its own faults."""

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from littlestone.proofs_check import class_programs, engines, exhaustive, expansion
from littlestone.proofs_check.checkpoints import UnusableCheckpoint
from littlestone.proofs_check.engines import Engine
from littlestone.proofs_check.errors import KitFault, ProversDisagree
from littlestone.proofs_check.evaluators import Tally
from littlestone.proofs_check.evidence import Budget
from littlestone.proofs_check.exhaustive import ExhaustiveProver, Method, count, tally_all, words_of
from littlestone.proofs_check.program import Program, straight_line
from littlestone.proofs_check.universes import Box, ClassUniverse, Question
from littlestone.spec.circuit import FALSE, CircuitTooLarge, Truth, UndecidedTruth, constant, variable
from littlestone.spec.claim import (
    Binary,
    Claim,
    Conditional,
    Constant,
    ExplicitBinary,
    Multiclass,
    Statement,
    TreeSet,
    when,
)
from littlestone.spec.classes import explicit, symbolic
from littlestone.spec.dimensions import littlestone_dimension, vc_dimension

METHODS: tuple[Method, ...] = ("numpy", "compiled")
CUBE4 = [16, 872, 31140, 33506, 1]


def dimension_at_most(H: Binary, bound: int) -> Truth:
    """The Littlestone dimension is at most ``bound``."""
    return littlestone_dimension(H) <= bound


def vc_is_ldim(H: Binary) -> Truth:
    """VC dimension and Littlestone dimension agree."""
    return vc_dimension(H) == littlestone_dimension(H)


def vc_at_most_ldim(H: Binary) -> Truth:
    """The VC dimension is at most the Littlestone dimension."""
    return vc_dimension(H) <= littlestone_dimension(H)


def large_classes_have_dimension_two(H: Binary) -> Conditional:
    """A class of Littlestone dimension at least 2 has VC dimension at least 2."""
    return when(littlestone_dimension(H) >= 2, vc_dimension(H) >= 2)


def large_beside_lacking(G: Multiclass, H: Multiclass) -> Truth:
    """If G has dimension at least 1 then H lacks the function (0, 1)."""
    return (littlestone_dimension(G) >= 1).implies(~H.contains((0, 1)))


def at_most_two_trees(G: TreeSet) -> Truth:
    """A set of trees has at most two trees."""
    return G.size() <= 2


def cheats(H: Binary) -> Truth:
    """Holds where functions are listed only."""
    return constant(H.universe.truths[0].op == "constant")


def needs_a_list(H: ExplicitBinary) -> Truth:
    """Needs its functions listed."""
    return constant(len(H.functions()) > 0)


def reads_the_class(H: Binary) -> bool:
    """Uses a truth value as a bool."""
    return bool(H.nonempty())


def ask(formula: Callable[..., Statement], points: int, labels: int = 2, **constants: int) -> Question:
    claim = Claim(f"TEST.{formula.__name__}", "-", "claim", formula, {n: Constant(v) for n, v in constants.items()})
    return Question(claim, constants, ClassUniverse(points, labels))


def littlestone_histogram(points: int) -> tuple[list[Truth], list[object]]:
    H = symbolic(points, 2)
    dimension = littlestone_dimension(H)
    return [dimension.equals(d) for d in range(points + 1)], [truth.payload for _, truth in H.members()]


@pytest.mark.parametrize("method", METHODS)
def test_littlestone_dimensions_of_all_classes_on_four_points(method: Method) -> None:
    assert count(*littlestone_histogram(4), method=method) == CUBE4


@pytest.mark.parametrize("lanes", [6, 7, 9, 12])
def test_the_histogram_does_not_depend_on_the_number_of_lanes(lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expansion, "MOST_LANES", lanes)
    assert count(*littlestone_histogram(4), method="compiled") == CUBE4


@pytest.mark.parametrize("method", METHODS)
def test_a_flipped_gate_changes_the_histogram(method: Method) -> None:
    program = straight_line(*littlestone_histogram(4))
    assert list(tally_all(program, method).counts) == CUBE4
    for gate in range(0, program.gates, 23):
        flipped = program.op.copy()
        flipped[gate] ^= 1
        assert list(tally_all(replace(program, op=flipped), method).counts) != CUBE4, gate


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


@pytest.mark.parametrize("method", METHODS)
def test_the_smallest_class_of_dimension_two_on_two_points_is_all_functions(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask(dimension_at_most, 2, bound=1), Budget())
    assert (evidence.outcome, evidence.violations, evidence.cases, evidence.size) == ("refuted", 1, 15, 15)
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"H": ((0, 0), (0, 1), (1, 0), (1, 1))}
    assert evidence.counterexample.size == 4


def smallest_by_hand() -> tuple[int, tuple[tuple[int, ...], ...]]:
    """How many classes on 3 points have VC < Ldim, and the first of the fewest functions, from explicit classes."""
    functions = list(product(range(2), repeat=3))
    classes = [chosen for n in range(1, 9) for chosen in combinations(functions, n)]
    bad = [c for c in classes if int(vc_dimension(explicit(c))) != int(littlestone_dimension(explicit(c)))]
    return len(bad), min(bad, key=lambda c: (len(c), sum(1 << functions.index(f) for f in c)))


@pytest.mark.parametrize("method", METHODS)
def test_the_counterexample_has_the_fewest_functions_then_the_smallest_number(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask(vc_is_ldim, 3), Budget())
    violations, smallest = smallest_by_hand()
    assert evidence.violations == violations > 1
    assert evidence.counterexample is not None and evidence.counterexample.arguments == {"H": smallest}
    assert len(smallest) == 4


@pytest.mark.parametrize("method", METHODS)
def test_a_true_claim_is_checked_on_every_class(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask(vc_at_most_ldim, 4), Budget())
    assert (evidence.outcome, evidence.violations, evidence.cases) == ("checked", 0, 65535)
    assert (evidence.premise_cases, evidence.size, evidence.counterexample) == (65535, 65535, None)


@pytest.mark.parametrize("method", METHODS)
def test_the_premise_is_counted_apart(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask(large_classes_have_dimension_two, 4), Budget())
    assert evidence.outcome == "refuted"
    assert evidence.premise_cases == sum(CUBE4[2:]) and 0 < evidence.violations < evidence.premise_cases


@pytest.mark.parametrize("method", METHODS)
def test_two_class_parameters_count_pairs_of_non_empty_classes(method: Method) -> None:
    evidence = ExhaustiveProver(method).run(ask(large_beside_lacking, 2, 3), Budget())
    assert evidence.cases == evidence.size == 511**2
    assert evidence.violations == (511 - 9) * 256
    assert evidence.counterexample is not None and evidence.counterexample.size == 3
    assert evidence.counterexample.arguments == {"G": ((0, 0), (0, 1)), "H": ((0, 1),)}


def test_a_set_of_trees_may_be_empty() -> None:
    evidence = ExhaustiveProver().run(ask(at_most_two_trees, 9), Budget())
    assert evidence.cases == evidence.size == 2**8
    assert evidence.counterexample is not None and evidence.counterexample.size == 3
    assert ExhaustiveProver().supports(ask(at_most_two_trees, 9), Budget()) is None


def test_methods_agree_on_three_labels() -> None:
    question = ask(dimension_at_most_of_three_labels, 2, 3)
    found = [replace(ExhaustiveProver(method).run(question, Budget()), seconds=0.0) for method in METHODS]
    assert found[0] == found[1] and found[0].violations > 0


def dimension_at_most_of_three_labels(H: Multiclass) -> Truth:
    """The Littlestone dimension is at most 1."""
    return littlestone_dimension(H) <= 1


def test_reasons_not_to_support() -> None:
    supports, budget = ExhaustiveProver().supports, Budget()
    assert supports(ask(vc_at_most_ldim, 4), budget) is None
    assert supports(ask(vc_at_most_ldim, 6), budget) == "2^64 classes are too many to enumerate"
    assert supports(ask(needs_a_list, 2), budget) == "H must list its functions"
    assert class_programs.compiled_or_reason(ask(needs_a_list, 2), budget) == "H must list its functions"
    assert "the statement is no circuit: this truth value depends" in (supports(ask(reads_the_class, 2), budget) or "")
    box = Question(ask(vc_at_most_ldim, 2).claim, {}, Box({"n": 3}, {"n": 0}))
    assert supports(box, budget) == "the universe is not a set of classes"


def test_the_budget_limits_gates_and_work() -> None:
    def asked_here_alone(H: Binary) -> Truth:
        return vc_dimension(H) <= littlestone_dimension(H)

    supports, question = ExhaustiveProver().supports, ask(asked_here_alone, 4)
    too_many = "the circuit has more than 100 gates; raise the budget's gates"
    assert supports(question, Budget(gates=100)) == too_many
    gates = class_programs.class_program(question, 1000).program.gates
    work = gates * 1024
    assert supports(question, Budget(gate_words=work)) is None
    assert supports(question, Budget(gate_words=work - 1)) == (
        f"{gates} gates on 1024 words are {work} gate-words, more than the budget's {work - 1}"
    )
    assert supports(question, Budget(gates=100)) == too_many
    known = r"^on fewer points or labels the circuit needs more than 90 gates already$"
    with pytest.raises(CircuitTooLarge, match=known):
        class_programs.class_program(question, 90)


def test_a_circuit_too_large_on_few_points_is_not_built_on_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_here_alone(H: Binary) -> Truth:
        return littlestone_dimension(H) <= 1

    built: list[int] = []
    build = class_programs.circuit_of
    monkeypatch.setattr(class_programs, "circuit_of", lambda q: built.append(q.universe.points) or build(q))
    for points, gates in ((4, 80), (5, 80), (4, 70), (3, 80), (4, 110)):
        with suppress(CircuitTooLarge):
            class_programs.class_program(ask(asked_here_alone, points), gates)
    assert built == [4, 3, 4]


def test_a_program_is_built_once_for_a_question_and_again_for_other_constants() -> None:
    first, again, other = (ask(dimension_at_most, 3, bound=bound) for bound in (1, 1, 2))
    assert class_programs.class_program(first, 10_000) is class_programs.class_program(again, 10_000)
    assert class_programs.class_program(first, 10_000) is not class_programs.class_program(other, 10_000)


def test_claims_that_share_an_id_and_universes_that_differ_do_not_share_a_program() -> None:
    def at_most_two(H: Binary) -> Truth:
        return littlestone_dimension(H) <= 2

    first = ask(dimension_at_most, 3, bound=1)
    program = class_programs.class_program(first, 10_000)
    same_id = replace(first.claim, formula=at_most_two, constants={})
    others = [
        Question(same_id, {}, first.universe),
        replace(first, universe=ClassUniverse(2, 2)),
        replace(first, claim=replace(first.claim, id="TEST.other")),
    ]
    assert all(class_programs.class_program(other, 10_000) is not program for other in others)
    assert ExhaustiveProver().run(others[0], Budget()).violations < ExhaustiveProver().run(first, Budget()).violations


def test_a_known_program_is_held_to_the_gates_allowed_as_a_new_one_is() -> None:
    question = ask(dimension_at_most, 3, bound=1)
    gates = class_programs.class_program(question, 10_000).program.gates
    assert class_programs.class_program(question, gates).program.gates == gates
    with pytest.raises(CircuitTooLarge, match=f"^the circuit has {gates} gates, more than the {gates - 1} allowed$"):
        class_programs.class_program(question, gates - 1)


def pairs_of_depth(G: TreeSet, H: Multiclass) -> Truth:
    """A set of trees beside a class."""
    return (G.size() <= 1) | ~H.contains((0, 0))


def test_a_set_of_trees_beside_a_class_takes_its_bits_from_the_depth() -> None:
    question = replace(ask(pairs_of_depth, 2, 2), universe=ClassUniverse(2, 2, depth=1))
    compiled = class_programs.class_program(question, 1000)
    assert class_programs.input_bits(question) == compiled.program.inputs == 2 + 4
    bits = [class_programs.input_bits(replace(question, universe=ClassUniverse(2, 2, depth))) for depth in (2, 3)]
    assert bits == [2**3 + 4, 2**7 + 4]
    assert compiled.cases == 4 * 15 and compiled.parameters["G"].cases == 4 and compiled.parameters["H"].cases == 15
    assert compiled.members(0b1001_01) == {"G": ((0,),), "H": ((0, 0), (1, 1))}
    evidence = ExhaustiveProver().run(question, Budget())
    assert (evidence.cases, evidence.violations) == (60, 8)
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"G": ((0,), (1,)), "H": ((0, 0),)}


def test_empty_classes_violate_nothing_and_empty_sets_of_trees_may() -> None:
    question = replace(ask(never, 1), universe=ClassUniverse(1, 2, depth=1))
    compiled = class_programs.class_program(question, 1000)
    assert class_programs.violates(question, compiled, {"G": (), "H": ((0,),)})
    assert not class_programs.violates(question, compiled, {"G": ((0,),), "H": ()})


def never(G: TreeSet, H: Binary) -> bool:
    """Nothing holds."""
    return False


def has_fewer_labels(H: Multiclass) -> Truth:
    """A class draws from fewer than three labels."""
    return H.nonempty() & constant(H.labels < 3)


def test_a_counterexample_is_confirmed_with_all_labels_of_the_universe() -> None:
    evidence = ExhaustiveProver().run(ask(has_fewer_labels, 1, 3), Budget())
    assert evidence.counterexample is not None and evidence.counterexample.arguments == {"H": ((0,),)}


def three_parts(F: Binary, G: Binary, H: Binary) -> Truth:
    """Not all of three classes have their part."""
    return ~(F.contains((1,)) & G.contains((0,)) & H.contains((1,)))


def test_three_class_parameters_follow_one_another() -> None:
    evidence = ExhaustiveProver().run(ask(three_parts, 1), Budget())
    assert (evidence.cases, evidence.violations) == (3**3, 2**3)
    assert evidence.counterexample is not None
    assert evidence.counterexample.arguments == {"F": ((1,),), "G": ((0,),), "H": ((1,),)}


def test_a_counterexample_that_plain_python_does_not_confirm_is_a_fault_of_the_kit() -> None:
    words = (
        r"^TEST\.cheats on all binary classes on 2 points: the circuit says it fails at {'H': \(\(0, 0\),\)}, the "
        r"definition on these explicit classes says it holds; one of the two is wrong$"
    )
    with pytest.raises(ProversDisagree, match=words):
        ExhaustiveProver().run(ask(cheats, 2), Budget())


def test_an_evaluator_that_skips_classes_is_a_fault_of_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    def skips(program: Program, *_: object) -> Tally:
        whole = tally_all(program)
        return replace(whole, counts=(*whole.counts[:2], whole.counts[2] - 1))

    monkeypatch.setattr(exhaustive, "tally_all", skips)
    with pytest.raises(KitFault, match="65534 of 65535 classes"):
        ExhaustiveProver().run(ask(vc_at_most_ldim, 4), Budget())


@pytest.mark.parametrize("wrong", [Tally((1, 15, 15), None), Tally((0, 15, 15), (1, 1))])
def test_a_tally_whose_counts_and_least_disagree_is_a_fault_of_the_kit(
    wrong: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhaustive, "tally_all", lambda *_: wrong)
    with pytest.raises(KitFault, match=r"15 of 15 classes were counted, [01] violations, least .* evaluator is wrong$"):
        ExhaustiveProver().run(ask(vc_at_most_ldim, 2), Budget())


def test_the_evidence_says_what_was_asked_and_how_to_repeat_it() -> None:
    question = ask(vc_at_most_ldim, 3)
    evidence, program = ExhaustiveProver().run(question, Budget()), class_programs.class_program(question, 1000).program
    assert (evidence.prover, evidence.universe) == ("exhaustive", "all binary classes on 3 points")
    assert evidence.command == question.command
    assert evidence.detail == f"{program.gates} gates on 8 bits"
    assert 0 <= evidence.seconds < 60


def is_a_class(H: Binary) -> Truth:
    """A class is non-empty."""
    return H.nonempty()


@dataclass(frozen=True)
class ClusterOf:
    """What the prover asks of an engine before it takes a question."""

    budgets: int
    most_bits: int = 62


def test_what_is_too_much_here_may_not_be_on_a_cluster() -> None:
    assert ExhaustiveProver().supports(ask(is_a_class, 5), Budget()) is None
    assert ExhaustiveProver().supports(ask(vc_at_most_ldim, 6), Budget()) == "2^64 classes are too many to enumerate"
    question = ask(vc_at_most_ldim, 4)
    work = 1024 * class_programs.class_program(question, 1000).program.gates
    third = Budget(gate_words=-(-work // 3))
    assert f"are {work} gate-words" in (ExhaustiveProver(engine=ClusterOf(2)).supports(question, third) or "")
    assert ExhaustiveProver(engine=ClusterOf(3)).supports(question, third) is None


def test_fewer_than_six_bits_fill_a_word() -> None:
    assert [words_of(straight_line([], range(bits))) for bits in (0, 5, 6, 7, 12)] == [1, 1, 1, 2, 64]


def shards_told(bits: int, method: Method = "auto") -> int:
    told = Interrupt(None)
    tally_all(straight_line([variable(0), variable(bits - 1)], range(bits)), method, 1, told)
    assert [done for done, _ in told.told] == list(range(1, len(told.told) + 1))
    assert {shards for _, shards in told.told} == {len(told.told)}
    return len(told.told)


def test_the_shards_are_by_the_highest_inputs_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [shards_told(bits, "numpy") for bits in (1, 16, 17, 19)] == [1, 1, 2, 8]
    assert [shards_told(bits, "compiled") for bits in (1, 15, 16, 19)] == [1, 1, 2, 16]
    more = [exhaustive._sharding(straight_line([], range(bits)), "compiled").shards for bits in (32, 33, 62)]
    assert more == [2**8, 2**12, 2**12]
    monkeypatch.setattr(exhaustive, "MOST_SHARD_BITS", 3)
    assert (shards_told(20, "numpy"), shards_told(20, "compiled"), shards_told(20)) == (8, 8, 8)


def evaluators_used(run: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    used = set[str]()

    def noting(evaluator: Callable[..., Tally]) -> Callable[..., Tally]:
        def noted(*args: Any) -> Tally:
            used.add(evaluator.__name__)
            return evaluator(*args)

        return noted

    with monkeypatch.context() as patch:
        patch.setattr(engines, "sweep", noting(engines.sweep))
        patch.setattr(expansion, "expand", noting(expansion.expand))
        run()
    return used


def test_little_work_is_swept_and_more_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    program = straight_line([variable(0) & variable(1), variable(0) ^ variable(17)], range(18))
    for limit, auto in ((2 * 4096, "sweep"), (2 * 4096 - 1, "expand")):
        monkeypatch.setattr(exhaustive, "SMALL_WORK", limit)
        assert evaluators_used(lambda: tally_all(program), monkeypatch) == {auto}
        assert evaluators_used(lambda: tally_all(program, "numpy"), monkeypatch) == {"sweep"}
        assert evaluators_used(lambda: tally_all(program, "compiled"), monkeypatch) == {"expand"}
        for method, evaluator in (("numpy", "sweep"), ("compiled", "expand")):
            assert evaluators_used(lambda m=method: count([variable(0)], range(3), m), monkeypatch) == {evaluator}


@dataclass(frozen=True)
class HereAndNoted(Engine):
    """Threads of this process, whose number is noted."""

    noted: list[int] = field(default_factory=list)

    def work(self, task: Any, items: Sequence[Any], jobs: int) -> Generator[Any, None, None]:
        self.noted.append(jobs)
        return engines.HERE.work(task, items, jobs)


def test_the_prover_hands_on_its_method_and_engine_and_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    question, engine = ask(vc_at_most_ldim, 4), HereAndNoted()
    monkeypatch.setattr(exhaustive, "SMALL_WORK", 0)
    for method, evaluator in (("numpy", "sweep"), ("compiled", "expand"), ("auto", "expand")):
        prover = ExhaustiveProver(method, engine=engine)
        assert evaluators_used(lambda p=prover: p.run(question, Budget(jobs=3)), monkeypatch) == {evaluator}
    assert engine.noted == [3, 3]


# ---- interruption


def counted_program() -> Program:
    v = [variable(i) for i in range(20)]
    parity, three = v[2] ^ v[19], v[16] & v[5] & v[11]
    return straight_line([parity & three, three, v[0] | v[18]], list(range(20)))


class Interrupt:
    """Progress that presses Ctrl-C after some shards, and remembers what it was told."""

    def __init__(self, after: int | None) -> None:
        self.after, self.told = after, list[tuple[int, int]]()

    def __call__(self, done: int, shards: int) -> None:
        self.told.append((done, shards))
        if len(self.told) == self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("method", METHODS)
def test_an_interrupted_run_resumes_to_the_same_totals(method: Method, tmp_path: Path) -> None:
    program = counted_program()
    whole = tally_all(program, method)
    with pytest.raises(KeyboardInterrupt):
        tally_all(program, method, 1, Interrupt(5), tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    rest = Interrupt(None)
    assert tally_all(program, method, 1, rest, tmp_path) == whole
    shards = rest.told[-1][1]
    assert rest.told[0] == (6, shards) and len(rest.told) == shards - 5
    assert list(tmp_path.iterdir()) == []


def interrupted(tmp_path: Path, program: Program | None = None) -> Path:
    with pytest.raises(KeyboardInterrupt):
        tally_all(program or counted_program(), "numpy", 1, Interrupt(5), tmp_path)
    (path,) = tmp_path.glob("*.json")
    return path


def tampered(text: str) -> list[str]:
    counts = json.loads(text)
    shard = next(iter(counts["done"]))
    counts["done"][shard][0][0] += 1
    foreign = {**json.loads(text), "key": "0" * 64}
    return [text[: len(text) // 2], "[]", "null", "", json.dumps(counts), json.dumps(foreign)]


def test_a_damaged_or_foreign_checkpoint_is_ignored_with_a_warning(tmp_path: Path) -> None:
    program = counted_program()
    whole, text = tally_all(program, "numpy"), interrupted(tmp_path).read_text()
    for bad in tampered(text):
        interrupted(tmp_path).write_text(bad)
        with pytest.warns(UnusableCheckpoint, match="the run starts anew"):
            assert tally_all(program, "numpy", checkpoints=tmp_path) == whole


def test_another_program_does_not_see_the_checkpoint(tmp_path: Path) -> None:
    kept = interrupted(tmp_path)
    other = straight_line([variable(3) & variable(19)], list(range(20)))
    assert tally_all(other, "numpy", checkpoints=tmp_path).counts == (2**18,)
    assert list(tmp_path.iterdir()) == [kept]


def test_a_checkpoint_that_took_the_name_of_another_programs_is_ignored(tmp_path: Path) -> None:
    other = straight_line([variable(3) & variable(19)], list(range(20)))
    mine, elsewhere = interrupted(tmp_path, other), tmp_path / "elsewhere"
    elsewhere.mkdir()
    mine.write_text(interrupted(elsewhere).read_text())
    with pytest.warns(UnusableCheckpoint, match="it belongs to another statement"):
        assert tally_all(other, "numpy", checkpoints=tmp_path).counts == (2**18,)


def test_shards_of_another_size_do_not_see_the_checkpoint(tmp_path: Path) -> None:
    kept = interrupted(tmp_path)
    assert tally_all(counted_program(), "compiled", checkpoints=tmp_path) == tally_all(counted_program())
    assert list(tmp_path.iterdir()) == [kept]


def test_the_prover_resumes_too(tmp_path: Path) -> None:
    question = ask(large_beside_lacking, 2, 3)
    with pytest.raises(KeyboardInterrupt):
        ExhaustiveProver("numpy", Interrupt(2), tmp_path).run(question, Budget(jobs=1))
    rest = Interrupt(None)
    resumed = ExhaustiveProver("numpy", rest, tmp_path).run(question, Budget())
    assert rest.told[0] == (3, 4) and list(tmp_path.iterdir()) == []
    assert replace(resumed, seconds=0) == replace(ExhaustiveProver("numpy").run(question, Budget()), seconds=0)


def test_count_refuses_too_many_inputs() -> None:
    with pytest.raises(ValueError, match=r"^2\^33 assignments are too many to enumerate; name at most 32 inputs$"):
        count([variable(0)], range(33))
    assert count([], range(3)) == []
    assert count([FALSE, variable(31)], range(32), "compiled") == [0, 2**31]
    assert count([variable(0)], range(3)) == [4]


def test_undecided_truth_is_not_swallowed_by_the_program_cache() -> None:
    with pytest.raises(UndecidedTruth):
        class_programs.class_program(ask(reads_the_class, 2), 1000)
