"""Ctrl-C ends long work even where the exception is lost, and second ones and other handlers are as ever."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from helpers.processes import press_where_it_is_swallowed
from helpers.programs import counted_program
from helpers.questions import answer, ask, ask_box

from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.command_line.console import Console
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.compute.interrupts import deferred, end_if_interrupted, interruptible
from littlestone.proofs_check.compute.threads import in_threads
from littlestone.proofs_check.numbers.clauses import Clause
from littlestone.proofs_check.numbers.inquiry import Inquiry
from littlestone.proofs_check.numbers.signs import Steps
from littlestone.proofs_check.provers.box import BoxProver
from littlestone.proofs_check.provers.exhaustive import tally_all
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Everything
from littlestone.spec.algebra.reals import Real
from littlestone.spec.domains import Natural, PositiveInteger


@pytest.fixture
def lost(listening: None, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What Python could not raise."""
    found: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: found.append(unraisable.exc_value))
    return found


def press_once(at: int) -> Callable[..., None]:
    """Does so when it is called for the so many-th time."""
    left = [at]

    def called(*arguments: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            press_where_it_is_swallowed()

    return called


def test_python_alone_loses_an_interrupt(lost: list[Any]) -> None:
    press_where_it_is_swallowed()
    assert [type(error) for error in lost] == [KeyboardInterrupt]


def test_an_interrupt_that_is_swallowed_is_remembered_and_not_printed(lost: list[Any]) -> None:
    with interruptible():
        end_if_interrupted()
        press_where_it_is_swallowed()
        with pytest.raises(KeyboardInterrupt):
            end_if_interrupted()
    end_if_interrupted()
    assert lost == []


def test_what_else_cannot_be_raised_is_told_as_ever(lost: list[Any]) -> None:
    class Fails:
        def __del__(self) -> None:
            raise ZeroDivisionError

    with interruptible():
        Fails()
    assert [type(error) for error in lost] == [ZeroDivisionError]


def test_what_was_half_built_when_it_came_is_thrown_away_in_silence(lost: list[Any]) -> None:
    ended = []

    class HalfBuilt:
        def __init__(self) -> None:
            signal.raise_signal(signal.SIGINT)
            self.whole = True

        def __del__(self) -> None:
            ended.append(self)
            assert self.whole

    with pytest.raises(KeyboardInterrupt), interruptible():
        HalfBuilt()
    assert len(ended) == 1 and lost == []


def test_every_interrupt_is_raised_at_once_where_it_can_be(listening: None) -> None:
    with interruptible():
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_deferred_is_raised_at_its_end(listening: None) -> None:
    steps = []
    with interruptible(), pytest.raises(KeyboardInterrupt):
        with deferred():
            signal.raise_signal(signal.SIGINT)
            steps.append("finished")
        steps.append("never reached")
    assert steps == ["finished"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nothing_is_raised_where_nothing_was_pressed_and_an_ignored_one_stays_ignored(listening: None) -> None:
    with deferred():
        pass
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with deferred():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.parametrize("handler", [signal.SIG_IGN, lambda number, frame: None])
def test_the_handlers_of_others_stay(handler: Any, listening: None) -> None:
    signal.signal(signal.SIGINT, handler)
    with interruptible():
        signal.raise_signal(signal.SIGINT)
        end_if_interrupted()
        assert signal.getsignal(signal.SIGINT) is handler


def test_inside_another_one_and_in_other_threads_it_has_no_effect(listening: None) -> None:
    failed: list[BaseException] = []

    def elsewhere() -> None:
        try:
            with interruptible():
                pass
        except BaseException as error:
            failed.append(error)

    thread = Thread(target=elsewhere)
    thread.start()
    thread.join()
    with pytest.raises(KeyboardInterrupt), interruptible():
        with interruptible():
            pass
        signal.raise_signal(signal.SIGINT)
    assert failed == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_in_threads_ends(jobs: int, lost: list[Any]) -> None:
    done: list[int] = []
    with interruptible(), pytest.raises(KeyboardInterrupt):
        for item in in_threads(lambda item: item, range(100), jobs):
            done.append(item)
            if len(done) == 3:
                press_where_it_is_swallowed()
    assert len(done) == 3


def test_an_enumeration_ends_and_keeps_its_shards(lost: list[Any], tmp_path: Path) -> None:
    with interruptible(), pytest.raises(KeyboardInterrupt):
        tally_all(counted_program(), "numpy", 1, press_once(2), tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_command_ends(lost: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two claims at the latest."""
    monkeypatch.setattr(Console, "show", press_once(1))
    words = ["verify", "DIM.vc", "DIM.log", "--points", "2", "--labels", "2", "--prover", "direct"]
    result = CliRunner().invoke(main, [*words, "--jobs", "1", "--report", str(tmp_path)])
    assert result.exit_code == 130 and "interrupted: 1 of 2 claims" in result.stderr


def test_a_listing_of_cases_ends(lost: list[Any]) -> None:
    judged: list[int] = []

    def small(n: PositiveInteger) -> bool:
        judged.append(n)
        if n == 5:
            press_where_it_is_swallowed()
        return n < 100

    with interruptible(), pytest.raises(KeyboardInterrupt):
        answer(BoxProver(), ask_box(small, n=50))
    assert judged == [1, 2, 3, 4, 5]


def test_an_audit_ends_between_two_rounds_of_its_search(lost: list[Any]) -> None:
    drawn: list[int] = []
    press = press_once(8)  # in the last call of the first round, which draws on both datasets of four pairs

    def draw(bit: int, n: int, rng: np.random.Generator) -> Any:
        drawn.append(n)
        press()
        return rng.integers(2, size=n) & bit

    with interruptible(), pytest.raises(KeyboardInterrupt):
        blackbox_bound(draw, [(0, 1), (0, 2), (0, 3), (0, 4)], delta=0.0, draws=20_000)
    assert 8 <= len(drawn) < 16 and sum(drawn) < 0.3 * 20_000


def test_an_inquiry_about_numbers_ends_between_two_clauses(lost: list[Any]) -> None:
    tried: list[object] = []

    def attempt(inquiry: Inquiry, clause: Clause) -> Steps:
        tried.append(clause)
        press_where_it_is_swallowed()
        return []

    def formula(n: Natural) -> Any:
        return (Real.of(n) + 1 > 0) & (Real.of(n) ** 2 + 1 > 0)

    with interruptible(), pytest.raises(KeyboardInterrupt):
        Inquiry("test", ask(formula, Everything()), Budget()).answer(attempt)
    assert len(tried) == 1
