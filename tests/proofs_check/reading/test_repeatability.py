"""A statement is asked twice: chances, which are objects of their own, do not count as another answer."""

import itertools
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import pytest
from helpers.coins import coin
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.numbers import clause_boxes, points
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.reading.second_lines import insist_on_repeating, readings
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Comparison


def test_the_same_words_about_a_chance_are_the_same_answer() -> None:
    def seldom() -> Truth:
        """A coin seldom falls on its side."""
        return coin(Fraction(1, 10)) <= Fraction(1, 2)

    read_again(seldom)


def test_other_words_about_a_chance_are_another_answer() -> None:
    counted = itertools.count(10)

    def ever_likelier() -> Truth:
        """A coin counts how often it was asked for."""
        return coin(Fraction(1, next(counted))) <= Fraction(1, 2)

    with pytest.raises(FormulaFault, match="another when asked again"):
        read_again(ever_likelier)


def read_again(formula: Callable[[], Truth]) -> None:
    claim = claim_of(formula)
    insist_on_repeating(claim, readings(claim))


# One for every prover that remembers something
SAMPLE = ("BGS21.C5.10", "BGS21.T7.1", "DIM.sauer.ldim", "LYU25.T2")


def found(id: str) -> Any:
    """The claim's entry as data, without its seconds."""
    entry = json.loads(json.dumps(run_claim(id, Settings(QUICK))))
    for evidence in entry["evidence"] + (entry["corrected"] or {"evidence": []})["evidence"]:
        del evidence["seconds"]
    return entry


def found_alone(ids: Sequence[str]) -> list[Any]:
    """The entries, each found in a process of its own that knows nothing of the others."""
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        return pool.map(found, ids, chunksize=1)


@pytest.mark.slow
def test_a_verdict_does_not_depend_on_what_ran_before(registry: None) -> None:
    assert found_alone(SAMPLE) == [found(id) for id in SAMPLE]


@pytest.mark.slow
def test_something_remembered_by_too_little_is_found_out(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    right, known = points.difference, dict[str, Any]()

    def remembered(comparison: Comparison) -> Any:
        return known.setdefault(comparison.relation, right(comparison))

    for module in (points, clause_boxes):
        monkeypatch.setattr(module, "difference", remembered)
    ids = ("LYU25.T2", "BCS20.S1.one")
    assert found_alone(ids) != [found(id) for id in ids]
