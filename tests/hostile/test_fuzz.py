"""The fuzzer of ``bench/fuzz``: its literal evaluation against known values, and that it notices provers that err."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from helpers.nightly import nightly

from littlestone.proofs_check.explore import few_functions, findings
from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.universes import Question

FUZZ = Path(__file__).parents[2] / "bench" / "fuzz"
THRESHOLDS = frozenset({(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)})


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The fuzzer's main module."""
    monkeypatch.syspath_prepend(str(FUZZ))
    yield import_module("run")
    for name in [file.stem for file in FUZZ.glob("*.py")]:
        sys.modules.pop(name, None)


@dataclass(frozen=True)
class Liar:
    """Answers as another prover does, but where that refutes it says that the statement holds."""

    honest: Prover
    outcome: str

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        return self.honest.supports(question, budget, resources)

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        said = self.honest.run(question, budget, resources)
        return replace(said, outcome=self.outcome, counterexample=None) if said.outcome == "refuted" else said


def fails(fuzz: ModuleType, numbers: range) -> bool:
    return any(fuzz.statement(1, i).failures for i in numbers)


@pytest.mark.slow
def test_the_provers_answer_rightly(fuzz: ModuleType) -> None:
    assert not fails(fuzz, range(12))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prover", "outcome", "numbers"),
    [
        ("exhaustive", "checked", range(0, 20, 2)),
        ("direct", "checked", range(0, 20, 2)),
        ("interval", "proved", range(1, 60, 2)),
        ("algebra", "proved", range(1, 30, 2)),
    ],
)
def test_a_prover_that_passes_what_is_false_is_caught(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, prover: str, outcome: str, numbers: range
) -> None:
    monkeypatch.setitem(PROVERS, prover, Liar(PROVERS[prover], outcome))  # type: ignore[misc]
    assert fails(fuzz, numbers)


def test_the_literal_dimensions_of_thresholds(fuzz: ModuleType) -> None:
    literal = import_module("literal_classes")
    assert (literal.vc(THRESHOLDS), literal.littlestone(THRESHOLDS), literal.thresholds(THRESHOLDS)) == (1, 2, 3)
    assert {literal.vc(frozenset()), literal.littlestone(frozenset()), literal.thresholds(frozenset())} == {-1}


X, ZERO, ONE, HALF = ("parameter", "x"), ("constant", 0), ("constant", 1), ("constant", Fraction(1, 2))


@pytest.mark.parametrize(
    ("node", "x", "truth"),
    [
        (("==", ("power", ("ln", X), ZERO), ONE), 0, None),
        (("==", ("power", ("ln", X), ZERO), ONE), 2, True),
        (("==", ("multiply", ZERO, ("divide", ONE, X)), ZERO), 0, None),
        (("==", ("power", X, ZERO), ONE), 0, True),
        (("<=", ("power", X, HALF), X), -1, None),
        (("<=", ("power", X, HALF), X), 2, True),
        (("==", ("exp", ("ln", X)), X), 3, "undecided"),
        (("<", ("sum", ("divide", ONE, ("parameter", "i")), "i", ONE, X), ("constant", 3)), 10, True),
        (("<", ("sum", ("divide", ONE, ("parameter", "i")), "i", ZERO, X), ("constant", 3)), 10, None),
        (("when", ("<", X, ZERO), ("<", ("ln", X), ZERO)), 5, True),
        (("when", ("<", ("ln", X), ZERO), ("<", ONE, X)), -5, None),
    ],
)
def test_a_term_without_a_value_makes_no_truth(fuzz: ModuleType, node: object, x: int, truth: object) -> None:
    assert import_module("literal_reals").truth(node, {"x": Fraction(x)}) == truth


@pytest.fixture
def of_explore(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The fuzzer of explore, without the slow universe of 6 points."""
    module = import_module("explore")
    monkeypatch.setattr(module, "SIX", 2)
    return module


def explored_wrongly(module: ModuleType, numbers: range) -> bool:
    return any(module.asked_and_judged(1, i)[2] for i in numbers)


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [range(8), *nightly([range(8, 40)])])
def test_explore_answers_rightly(numbers: range, of_explore: ModuleType) -> None:
    assert not explored_wrongly(of_explore, numbers)


def worst(told: list[tuple[Any, Any]], side: int) -> list[Any]:
    return [case for case, _ in told[-1:]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "fault"),
    [
        (findings, ("_best", worst)),  # a case that need not say the best is taken for it
        (findings, ("concerns", lambda *_: False)),  # every universe counts as one without a class
        (few_functions, ("representatives", lambda: (((0,),),))),  # one class stands for all of few functions
    ],
)
def test_the_fuzzer_of_explore_notices(
    place: ModuleType, fault: tuple[str, Any], of_explore: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, *fault)
    assert explored_wrongly(of_explore, range(60))
