"""The fuzzers of ``bench/fuzz``: they find nothing in the kit as it is, and they notice what errs."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.nightly import nightly

from littlestone.proofs_check.explore import few_functions, findings
from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.universes import Question

FUZZ = Path(__file__).parents[2] / "bench" / "fuzz"


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


# ---- Dimensions


@pytest.fixture
def dimensions(fuzz: ModuleType) -> ModuleType:
    """The fuzzer of dimensions."""
    return import_module("dimensions")


@pytest.mark.slow
def test_what_the_kit_says_is_right(dimensions: ModuleType) -> None:
    counts: Counter[str] = Counter()
    assert [list(dimensions.wrong(dimensions.drawn(1, i), counts)) for i in range(25)] == [[]] * 25
    assert counts["Littlestone: exact"] > 25 and counts["Psi^B: exact"] > 5
    assert implementation("BGS21.ALG.DIM").__module__ == dimensions.all_dimensions.__module__


def changed(name: str, lower: int, upper: int) -> Callable[[SimpleNamespace], SimpleNamespace]:
    return lambda d: SimpleNamespace(
        name=d.name, lower=d.lower + lower * (d.name == name), upper=d.upper + upper * (d.name == name)
    )


@pytest.mark.parametrize(
    ("name", "lower", "upper", "words"),
    [("Littlestone", -1, -1, "Littlestone = 3"), ("VC", 1, 1, "VC = 2"), ("thresholds", -2, -1, "thresholds = 14..15")],
)
def test_a_wrong_number_is_noticed(
    dimensions: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str, lower: int, upper: int, words: str
) -> None:
    honest: Any = dimensions.all_dimensions
    lie = changed(name, lower, upper)
    monkeypatch.setattr(dimensions, "all_dimensions", lambda *given: [lie(d) for d in honest(*given)])
    functions = tuple((0,) * i + (1,) * (16 - i) for i in range(17))
    (said,) = dimensions.wrong(functions, Counter())
    assert words in said


def test_a_failure_is_printed_with_the_command_that_repeats_it(
    dimensions: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise ArithmeticError("too deep")

    monkeypatch.setattr(dimensions, "all_dimensions", fails)
    run = CliRunner().invoke(dimensions.main, ["--number", "2", "--seed", "5"])
    assert run.exit_code == 1 and "python bench/fuzz/dimensions.py --seed 5 --only 1" in run.output
    assert "it raises ArithmeticError('too deep')" in run.output and "2 classes, seed 5: 2 wrong" in run.output
