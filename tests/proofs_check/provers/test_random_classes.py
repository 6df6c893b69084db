"""The random prover repeats by seed, counts exactly, draws small classes too, and minimises what it finds."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from helpers.class_statements import cheats, dimension_at_most_one, ldim_at_most_vc, vc_at_most_ldim
from helpers.questions import answer, ask_classes, over

from littlestone.proofs_check.circuits.class_programs import class_program, violates
from littlestone.proofs_check.circuits.program import Array
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.provers import random_classes
from littlestone.proofs_check.provers.random_classes import BATCH, FEW, MOST_FEW, SHAPES, RandomProver, draw
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.universes import Question
from littlestone.spec.algebra.circuit import FALSE
from littlestone.spec.claim import Conditional, when
from littlestone.spec.classes.dimensions import littlestone_dimension, threshold_dimension
from littlestone.spec.domains import Binary


def small_classes_have_thresholds(H: Binary) -> Conditional:
    """A class of four functions and Littlestone dimension 1 has three thresholds."""
    premise = [H.size() <= 4, H.size() >= 4, littlestone_dimension(H) <= 1]
    return when(premise, threshold_dimension(H) >= 3)


def run(question: Question, **budget: int) -> Evidence:
    return replace(answer(RandomProver(), question, Budget(**budget)), seconds=0.0)


def members_of(words: Array) -> Array:
    """How many functions each class of a batch has."""
    sizes: Array = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").sum(axis=0)
    return sizes


def test_a_true_claim_on_six_points_is_tested_and_counted() -> None:
    evidence = run(ask_classes(vc_at_most_ldim, 6), cases=100_000)
    assert (evidence.outcome, evidence.violations, evidence.counterexample) == ("tested", 0, None)
    assert evidence.size == 2**64 - 1
    assert 99_000 < evidence.cases <= 100_000 and evidence.premise_cases == evidence.cases


def test_empty_classes_are_not_counted() -> None:
    evidence = run(ask_classes(vc_at_most_ldim, 2), cases=8 * BATCH)
    assert evidence.cases < 8 * BATCH
    probabilities = [2.0**-shape if shape > 0 else 1 - 2.0**shape for shape in SHAPES if shape != FEW]
    expected = BATCH * (sum(1 - (1 - p) ** 4 for p in probabilities) + SHAPES.count(FEW))
    assert abs(evidence.cases - expected) < 1500


def test_where_no_class_is_drawn_nothing_is_tested() -> None:
    evidence = run(ask_classes(vc_at_most_ldim, 3), cases=0)
    assert (evidence.outcome, evidence.cases, evidence.violations) == ("open", 0, 0)
    assert run(ask_classes(vc_at_most_ldim, 3), cases=1).outcome == "tested"


def test_the_seed_decides_the_sample_and_the_threads_do_not() -> None:
    question = ask_classes(small_classes_have_thresholds, 5)
    first = run(question, cases=60_000, seed=7, jobs=1)
    assert first == run(question, cases=60_000, seed=7, jobs=2)
    assert first.seed == 7 and first.violations > 0
    assert {run(question, cases=60_000, seed=seed).violations for seed in range(4)} != {first.violations}


def test_the_premise_is_counted_on_small_classes() -> None:
    evidence = run(ask_classes(small_classes_have_thresholds, 4), cases=20_000)
    assert evidence.premise_cases is not None
    assert 0 < evidence.violations <= evidence.premise_cases < evidence.cases


@pytest.mark.parametrize(("points", "labels"), [(6, 2), (3, 3)])
def test_no_function_of_a_counterexample_can_be_dropped(points: int, labels: int) -> None:
    question = ask_classes(ldim_at_most_vc if labels == 2 else dimension_at_most_one, points, labels)
    evidence = run(question, cases=50_000)
    assert evidence.outcome == "refuted" and evidence.counterexample is not None
    found, compiled = evidence.counterexample.arguments["H"], class_program(question, 100_000)
    assert violates(question, compiled, {"H": found}) and len(found) == 4
    assert not any(violates(question, compiled, {"H": tuple(g for g in found if g != f)}) for f in found)


def test_shapes_have_their_densities() -> None:
    generator = np.random.Generator(np.random.PCG64(1))
    for shape in (1, 2, 3, 4, -4):
        density = members_of(draw(generator, 64, shape)).mean() / 64
        assert abs(density - (2.0**-shape if shape > 0 else 1 - 2.0**shape)) < 0.005
    sizes = Counter(members_of(draw(generator, 1000, FEW)).tolist())
    assert set(sizes) == set(range(1, MOST_FEW + 1)) and min(sizes.values()) > BATCH / MOST_FEW / 2


def test_small_universes_are_no_obstacle() -> None:
    sizes = members_of(draw(np.random.Generator(np.random.PCG64(1)), 2, FEW))
    assert set(sizes.tolist()) == {1, 2}
    assert abs((sizes == 2).mean() - 1 / 4) < 0.02


def test_functions_and_classes_of_a_batch_are_drawn_independently() -> None:
    generator = np.random.Generator(np.random.PCG64(1))
    for shape, share in ((1, 1 / 4), (2, 1 / 16), (-4, (15 / 16) ** 2), (FEW, None)):
        bits = np.unpackbits(draw(generator, 3, shape).view(np.uint8), axis=1, bitorder="little").astype(bool)
        assert bits.shape == (3, BATCH)
        both = [(bits[i] & bits[j]).mean() for i, j in ((0, 1), (0, 2), (1, 2))]
        assert max(both) - min(both) < 0.03
        assert share is None or abs(both[0] - share) < 0.02
        assert len({bits[:, lane].tobytes() for lane in range(BATCH)}) > 5


def test_reasons_not_to_support() -> None:
    question = ask_classes(vc_at_most_ldim, 6)
    assert "more than 50 gates" in (RandomProver().supports(question, Budget(gates=50)) or "")
    assert RandomProver().supports(question, Budget()) is None
    gates = class_program(question, 400_000).program.gates
    for cases, words in ((64, 1), (65, 2), (6400, 100)):
        assert RandomProver().supports(question, Budget(cases=cases, gate_words=gates * words)) is None
        reason = RandomProver().supports(question, Budget(cases=cases, gate_words=gates * words - 1)) or ""
        assert f"{gates} gates on {words} words are {gates * words} gate-words" in reason


def test_the_evidence_says_what_was_asked_and_how_to_repeat_it() -> None:
    question = ask_classes(vc_at_most_ldim, 3)
    evidence = RandomProver().run(question, Budget(cases=100, seed=5))
    assert (evidence.prover, evidence.universe) == ("random", "all binary classes on 3 points")
    assert (evidence.command, evidence.seed) == (question.command, 5)
    gates = class_program(question, 1000).program.gates
    assert evidence.detail == f"{gates} gates on 8 bits" and 0 <= evidence.seconds < 600


never = over(lambda H: FALSE, H=Binary)
lacks_a_seldom_function = over(lambda H: H.contains((1, 0, 0, 0)).implies(H.size() >= 3), H=Binary)


def test_sampling_stops_after_the_first_batch_with_a_violation() -> None:
    for jobs in (1, 3):
        evidence = run(ask_classes(never, 3), cases=3 * BATCH, jobs=jobs)
        assert (evidence.cases, evidence.violations, evidence.premise_cases) == (BATCH, BATCH, BATCH)
        assert evidence.counterexample is not None and evidence.counterexample.size == 1


def test_batches_before_the_one_with_a_violation_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_classes, "SHAPES", (-4, -4, FEW, -4))
    found = {jobs: run(ask_classes(lacks_a_seldom_function, 4), cases=5 * BATCH, jobs=jobs) for jobs in (1, 2, 4)}
    assert found[1] == found[2] == found[4]
    assert (found[1].outcome, found[1].cases) == ("refuted", 3 * BATCH)
    assert 0 < found[1].violations < BATCH


def test_the_sample_depends_on_the_seed_the_claim_and_the_universe() -> None:
    questions = [ask_classes(formula, points) for formula in (vc_at_most_ldim, ldim_at_most_vc) for points in (4, 5)]
    samples = {random_classes._entropy(question, seed) for question in questions for seed in (0, 1)}
    assert len(samples) == 8
    assert all(hashed.bit_length() <= 64 and seed in (0, 1) for seed, hashed in samples)


@pytest.mark.parametrize(
    ("violating", "least"), [({0, 1, 2, 3, 4}, 0), ({0, 2, 3}, 0b101), ({0, 3, 1}, 0b011), ({0}, 0b111), (set(), None)]
)
def test_the_least_violation_has_the_fewest_ones_and_was_drawn_first(violating: set[int], least: int | None) -> None:
    drawn = [0b111, 0b011, 0b101, 0b110, 0]
    inputs = [[sum((assignment >> i & 1) << lane for lane, assignment in enumerate(drawn))] for i in range(3)]
    violation = np.array([sum(1 << lane for lane in violating)], dtype=np.uint64)
    assert random_classes._least(violation, np.array(inputs, dtype=np.uint64)) == least


def test_a_counterexample_that_plain_python_does_not_confirm_is_a_fault_of_the_kit() -> None:
    with pytest.raises(ProversDisagree):
        RandomProver().run(ask_classes(cheats, 3), Budget(cases=1000))


def test_batches_of_one_shape_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    two_functions_have_dimension_one = over(
        lambda H: when([H.size() >= 2, H.size() <= 2], littlestone_dimension(H) == 1), H=Binary
    )
    monkeypatch.setattr(random_classes, "SHAPES", (FEW,))
    one, two = (run(ask_classes(two_functions_have_dimension_one, 4), cases=n * BATCH).premise_cases for n in (1, 2))
    assert one is not None and two is not None and 0 < two - one != one


def test_the_last_batch_is_cut_to_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_classes, "SHAPES", (FEW,))
    assert run(ask_classes(vc_at_most_ldim, 5), cases=BATCH + 77).cases == BATCH + 77
    lanes = [int(word) for word in random_classes._lanes_in_use(77)[:3]]
    assert lanes == [2**64 - 1, 2**13 - 1, 0]


def test_a_universe_of_too_many_functions_is_refused_before_a_circuit_is_built() -> None:
    reason = RandomProver().supports(ask_classes(vc_at_most_ldim, 30), Budget())
    assert reason == f"the circuit has more than {Budget().gates} gates: there are {2**30:,} possible functions"
