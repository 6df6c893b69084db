"""Kept sizes of circuits: what they spare, when they are not believed, and that the papers' are as they say."""

from dataclasses import replace

import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.circuits import class_programs
from littlestone.proofs_check.circuits.class_programs import class_program, forget_programs
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.sources import kept_sizes
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.sources.kept_sizes import data_of, digest, papers, remember_sizes
from littlestone.spec.algebra.circuit import CircuitTooLarge, Truth
from littlestone.spec.claim import CLAIMS, Claim, Constant, _registry
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Binary

TOO_FEW = 10_000  # more than the circuit takes, so that only what is kept can refuse it


def built(claim: Claim, points: int, gates: int = TOO_FEW) -> bool:
    try:
        class_program(Question(claim, claim.printed, ClassUniverse(points, 2)), gates)
    except CircuitTooLarge:
        return False
    return True


def test_a_circuit_that_is_known_to_be_too_large_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_of_kept_sizes(H: Binary, bound: int) -> Truth:
        return littlestone_dimension(H) <= bound

    claim = claim_of(asked_of_kept_sizes, bound=Constant(1, mutants=(0,)))
    monkeypatch.setattr(kept_sizes, "papers", lambda: {claim.id: data_of(claim, [(3, 2, 2, TOO_FEW)])})
    begun: list[int] = []
    build = class_programs.circuit_of
    monkeypatch.setattr(class_programs, "circuit_of", lambda q: begun.append(q.universe.points) or build(q))
    remember_sizes(claim)
    assert [built(claim, points) for points in (2, 3, 4)] == [True, False, False]
    assert begun == [2]
    assert built(claim, 3, gates=TOO_FEW + 1)


def test_sizes_of_another_formula_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_of_stale_sizes(H: Binary, bound: int) -> Truth:
        return littlestone_dimension(H) <= bound

    claim = claim_of(asked_of_stale_sizes, bound=Constant(1, mutants=(0,)))
    stale = data_of(claim, [(1, 2, 2, TOO_FEW)]) | {"digest": digest(replace(claim, constants={"bound": Constant(2)}))}
    monkeypatch.setattr(kept_sizes, "papers", lambda: {claim.id: stale})
    remember_sizes(claim)
    assert built(claim, 1)


def test_a_size_says_nothing_of_more_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more than two labels BGS21.D5.5 looks at trees of depth 1 alone, and its circuit is a fiftieth."""
    load_papers()
    monkeypatch.setattr(class_programs, "_too_large", {})
    claim = CLAIMS["BGS21.D5.5"]
    remember_sizes(claim)
    binary, more = (Question(claim, claim.printed, ClassUniverse(4, labels)) for labels in (2, 3))
    with pytest.raises(CircuitTooLarge):
        class_program(binary, QUICK.budget.gates)
    assert class_program(more, QUICK.budget.gates).operations < 10_000


def test_sizes_hang_on_the_constants_of_what_an_arrow_cites(monkeypatch: pytest.MonkeyPatch) -> None:
    load_papers()
    arrow, cited = CLAIMS["LYU25.K4.1.3.from.L4.3.2.premise"], CLAIMS["LYU25.L4.3.2.corrected"]
    before = digest(arrow)
    monkeypatch.setitem(_registry, cited.id, replace(cited, constants=cited.constants | {"least": Constant(2)}))
    assert digest(arrow) != before


def test_the_sizes_of_the_papers_claims_are_of_their_formulas_as_they_are() -> None:
    load_papers()
    assert papers()
    stale = [id for id, data in papers().items() if id not in CLAIMS or data["digest"] != digest(CLAIMS[id])]
    assert not stale, "run make frontiers"


def test_so_many_gate_operations_are_not_enough_and_one_more_is(monkeypatch: pytest.MonkeyPatch) -> None:
    load_papers()
    monkeypatch.setattr(class_programs, "_too_large", {})
    listed = [(size, id) for id, data in papers().items() for size in data["circuits"]]
    (points, labels, depth, too_few), id = min(listed, key=lambda kept: (kept[0][3], kept[1]))
    question = Question(CLAIMS[id], CLAIMS[id].printed, ClassUniverse(points, labels, depth))
    forget_programs()
    with pytest.raises(CircuitTooLarge):
        class_program(question, too_few)
    class_programs._too_large.clear()
    assert class_program(question, too_few + 1).operations == too_few + 1
