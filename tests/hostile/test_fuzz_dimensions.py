"""The fuzzer of dimensions: its plain recursions say what the definitions say, and it notices what is not so."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.questions.arguments import implementation
from littlestone.spec.classes.concept_classes import Function, all_functions, explicit
from littlestone.spec.classes.dimensions import (
    littlestone_dimension,
    psi_b,
    psi_bin,
    psi_littlestone_dimension,
    threshold_dimension,
    uniform_psi_littlestone_dimension,
    vc_dimension,
)

FUZZ = Path(__file__).parents[2] / "bench" / "fuzz"
Lie = Callable[[SimpleNamespace], SimpleNamespace]


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The fuzzer's main module."""
    monkeypatch.syspath_prepend(str(FUZZ))
    yield import_module("dimensions")
    for name in [file.stem for file in FUZZ.glob("*.py")]:
        sys.modules.pop(name, None)


def defined(functions: tuple[Function, ...]) -> dict[str, int]:
    """What the definitions say, of a class with a function that is not 0."""
    H = explicit(functions)
    if H.labels == 2:
        of = {"VC": vc_dimension, "Littlestone": littlestone_dimension, "thresholds": threshold_dimension}
        return {name: int(dimension(H)) for name, dimension in of.items()}
    return {
        "multiclass Littlestone": int(littlestone_dimension(H)),
        "Psi^bin": int(psi_littlestone_dimension(H, psi_bin(H.labels))),
        "Psi^bin uniform": int(uniform_psi_littlestone_dimension(H, psi_bin(H.labels))),
        "Psi^B": int(psi_littlestone_dimension(H, psi_b(H.labels))),
    }


def classes(points: int, labels: int) -> list[tuple[Function, ...]]:
    every = list(all_functions(points, labels))
    sizes = chain.from_iterable(combinations(every, size) for size in range(2, len(every) + 1))
    return [H for H in sizes if max(map(max, H)) == labels - 1]


@pytest.mark.parametrize(("points", "labels"), [(3, 2), (2, 3), (1, 5)])
def test_the_plain_recursions_say_what_the_definitions_say(fuzz: ModuleType, points: int, labels: int) -> None:
    for functions in classes(points, labels):
        plain = fuzz.dimensions(functions)
        assert plain | defined(functions) == plain, functions


@pytest.mark.slow
def test_what_the_kit_says_is_right(fuzz: ModuleType) -> None:
    counts: Counter[str] = Counter()
    assert [list(fuzz.wrong(fuzz.drawn(1, i), counts)) for i in range(25)] == [[]] * 25
    assert counts["Littlestone: exact"] > 25 and counts["Psi^B: exact"] > 5
    assert implementation("BGS21.ALG.DIM").__module__ == fuzz.all_dimensions.__module__


def changed(name: str, lower: int, upper: int) -> Lie:
    return lambda d: SimpleNamespace(
        name=d.name, lower=d.lower + lower * (d.name == name), upper=d.upper + upper * (d.name == name)
    )


@pytest.mark.parametrize(
    ("name", "lower", "upper", "words"),
    [("Littlestone", -1, -1, "Littlestone = 3"), ("VC", 1, 1, "VC = 2"), ("thresholds", -2, -1, "thresholds = 14..15")],
)
def test_a_wrong_number_is_noticed(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str, lower: int, upper: int, words: str
) -> None:
    honest: Any = fuzz.all_dimensions
    lie = changed(name, lower, upper)
    monkeypatch.setattr(fuzz, "all_dimensions", lambda *given: [lie(d) for d in honest(*given)])
    functions = tuple((0,) * i + (1,) * (16 - i) for i in range(17))
    (said,) = fuzz.wrong(functions, Counter())
    assert words in said


def test_a_failure_is_printed_with_the_command_that_repeats_it(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise ArithmeticError("too deep")

    monkeypatch.setattr(fuzz, "all_dimensions", fails)
    run = CliRunner().invoke(fuzz.main, ["--number", "2", "--seed", "5"])
    assert run.exit_code == 1 and "python bench/fuzz/dimensions.py --seed 5 --only 1" in run.output
    assert "it raises ArithmeticError('too deep')" in run.output and "2 classes, seed 5: 2 wrong" in run.output
