"""A statement is asked twice: chances, which are objects of their own, do not count as another answer."""

import json
import time
from collections.abc import Sequence
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import pytest
from helpers.coins import coin
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.numbers import clause_boxes, points
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.reading.repeatability import first_reading, insist_on_repeating
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Comparison


def test_the_same_words_about_a_chance_are_the_same_answer() -> None:
    def seldom() -> Truth:
        """A coin seldom falls on its side."""
        return coin(Fraction(1, 10)) <= Fraction(1, 2)

    claim = claim_of(seldom)
    insist_on_repeating(claim, first_reading(claim))


def test_other_words_about_a_chance_are_another_answer() -> None:
    seen: list[int] = []

    def ever_likelier() -> Truth:
        """A coin counts how often it was asked for."""
        seen.append(1)
        return coin(Fraction(1, 9 + len(seen))) <= Fraction(1, 2)

    claim = claim_of(ever_likelier)
    with pytest.raises(FormulaFault, match="another when asked again"):
        insist_on_repeating(claim, first_reading(claim))


KNOWN: dict[str, Any] = {"answers": []}
TABLE = {1: [2, 3]}


def test_what_a_formula_keeps_in_its_module_is_found_whatever_it_answers() -> None:
    def remembers() -> Truth:
        """A coin seldom falls on its side."""
        KNOWN["answers"].append(1)
        return coin(Fraction(1, 10)) <= Fraction(TABLE[1][0], 4)

    def reads() -> Truth:
        """A coin seldom falls on its side."""
        return coin(Fraction(1, 10)) <= Fraction(TABLE[1][0], 4)

    with pytest.raises(FormulaFault, match="changes a list, dict or set"):
        insist_on_repeating(claim_of(remembers), first_reading(claim_of(remembers)))
    insist_on_repeating(claim_of(reads), first_reading(claim_of(reads)))


def test_a_formula_asks_no_clock() -> None:
    def is_early() -> Truth:
        """A coin seldom falls on its side."""
        return coin(Fraction(1, 10)) <= Fraction(1, 2 + time.time_ns() % 1)

    with pytest.raises(FormulaFault, match="uses `time`, which says something else"):
        insist_on_repeating(claim_of(is_early), first_reading(claim_of(is_early)))


# A few of each paper, for every prover that remembers something
SAMPLE = ("ABLMM22.S1.log", "BCS20.S1.one", "BGS21.C5.10", "DIM.sauer.ldim", "LYU25.T2", "YAN25.L1.range")


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


def test_something_remembered_by_too_little_is_found_out(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    right, known = points.difference, dict[str, Any]()

    def remembered(comparison: Comparison) -> Any:
        return known.setdefault(comparison.relation, right(comparison))

    for module in (points, clause_boxes):
        monkeypatch.setattr(module, "difference", remembered)
    ids = ("LYU25.T2", "BCS20.S1.one")
    assert found_alone(ids) != [found(id) for id in ids]
