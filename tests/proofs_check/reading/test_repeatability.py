"""A statement is asked twice: chances, which are objects of their own, do not count as another answer."""

import itertools
import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from multiprocessing import get_context
from time import perf_counter_ns, sleep
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.coins import coin
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.numbers import clause_boxes, points
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.reading.memories import Seen, _first_parts, _size
from littlestone.proofs_check.reading.repeatability import first_reading, insist_on_repeating
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
    counted = itertools.count(10)  # which nothing that is kept shows

    def ever_likelier() -> Truth:
        """A coin counts how often it was asked for."""
        return coin(Fraction(1, next(counted))) <= Fraction(1, 2)

    with pytest.raises(FormulaFault, match="another when asked again"):
        read_again(ever_likelier)


class Endless(tuple[int, ...]):
    """Knows all numbers, and never ends."""

    def __iter__(self) -> Iterator[int]:
        return itertools.count()


KNOWN: dict[str, Any] = {"answers": []}
RECENT = deque(maxlen=2)  # type: ignore[var-annotated]
TABLE = {1: [2, 3]}
NUMBERS = Endless((1, 2))
CLOCK = SimpleNamespace(time=lambda: 3)


def read_again(formula: Callable[[], Truth]) -> None:
    claim = claim_of(formula)
    insist_on_repeating(claim, first_reading(claim))


@pytest.mark.parametrize("name", ["KNOWN", "RECENT", "MADE"])
def test_what_a_formula_keeps_in_its_module_is_found_whatever_it_answers(name: str) -> None:
    def remembers_in_known() -> Truth:
        """A coin seldom falls on its side."""
        KNOWN["answers"].append(1)
        return coin(Fraction(1, 10)) <= Fraction(1, 2)

    def remembers_in_recent() -> Truth:
        """A coin seldom falls on its side."""
        RECENT.append(object())
        return coin(Fraction(1, 10)) <= Fraction(1, 2)

    def remembers_in_made() -> Truth:
        """A coin seldom falls on its side."""
        global MADE
        MADE = object()
        return coin(Fraction(1, 10)) <= Fraction(1, 2)

    stated = {"KNOWN": remembers_in_known, "RECENT": remembers_in_recent, "MADE": remembers_in_made}
    with pytest.raises(FormulaFault, match=f"changes `{name}` while it answers"):
        read_again(stated[name])


def test_a_formula_may_read_what_its_module_keeps() -> None:
    def reads() -> Truth:
        """A coin seldom falls on its side."""
        share = Fraction(TABLE[1][0], 4) if 2 in NUMBERS else Fraction(1, CLOCK.time())
        return coin(Fraction(1, 10)) <= share

    read_again(reads)


def test_of_a_large_table_a_part_is_looked_at() -> None:
    large = [[i] for i in range(200)]
    before = Seen(large, _first_parts(large, 100), 100, _size(large), "large")
    assert len(before.parts) == 100 and not before.has_changed
    large.append([0])
    assert before.has_changed


def test_a_formula_asks_no_clock() -> None:
    def is_early() -> Truth:
        """A coin seldom falls on its side."""
        return coin(Fraction(1, 10)) <= Fraction(1, 2 + time.time_ns() % 1)

    def counts() -> Truth:
        """A coin seldom falls on its side."""
        return coin(Fraction(1, 10)) <= Fraction(1, 2 + perf_counter_ns() % 1)

    for formula, clock in ((is_early, "time.time_ns"), (counts, "time.perf_counter_ns")):
        with pytest.raises(FormulaFault, match=f"uses `{clock}`, which says something else"):
            read_again(formula)


def test_a_formula_may_wait() -> None:
    def waits() -> Truth:
        """A coin seldom falls on its side."""
        time.sleep(0)
        sleep(0)
        return coin(Fraction(1, 10)) <= Fraction(1, 2)

    read_again(waits)


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


@pytest.mark.slow
def test_something_remembered_by_too_little_is_found_out(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    right, known = points.difference, dict[str, Any]()

    def remembered(comparison: Comparison) -> Any:
        return known.setdefault(comparison.relation, right(comparison))

    for module in (points, clause_boxes):
        monkeypatch.setattr(module, "difference", remembered)
    ids = ("LYU25.T2", "BCS20.S1.one")
    assert found_alone(ids) != [found(id) for id in ids]
