"""The limit on Python calls: exact, never lost, and gone afterwards."""

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any
from weakref import WeakValueDictionary

import pytest
from helpers.questions import claim_of

import littlestone.impl
import littlestone.spec
from littlestone.proofs_check.compute.memories import forget_calls
from littlestone.proofs_check.questions.call_limit import (
    CHARGING,
    CallLimitReached,
    call_limit,
)
from littlestone.proofs_check.sources import guarded_symbols
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.decisions import EVALUATED
from littlestone.spec.algebra.interning import Interned
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import PositiveInteger

MODULES = [*Path(littlestone.spec.__file__).parent.rglob("*.py"), *Path(littlestone.impl.__file__).parent.rglob("*.py")]


def test_the_call_limit_stops_at_its_number_and_restores_the_trace() -> None:
    before = sys.gettrace()
    with call_limit(10) as count:
        abs_of = [(lambda v: v)(v) for v in range(5)]
    assert len(abs_of) <= count.calls <= 10
    with pytest.raises(CallLimitReached), call_limit(3):
        [(lambda v: v)(v) for v in range(5)]
    assert sys.gettrace() is before


def first_of_a_generator() -> int:
    return next(iter(v for v in (1, 2)))


@pytest.mark.parametrize("most", range(3, 9))
def test_the_call_limit_is_not_lost_where_python_drops_exceptions(most: int) -> None:
    with pytest.raises(CallLimitReached), call_limit(most):
        [first_of_a_generator() for _ in range(50)]


def test_a_generator_that_calls_nothing_is_stopped_too() -> None:
    happened: list[int] = []
    with pytest.raises(CallLimitReached), call_limit(20):
        sum(len(happened) for v in range(10**4) if happened.append(v) is None)
    assert len(happened) == 20


def handed_on() -> Iterator[int]:
    yield from range(10**9)


def test_a_generator_that_hands_on_what_another_one_yields_is_stopped_too() -> None:
    with pytest.raises(CallLimitReached), call_limit(20):
        for _ in handed_on():
            pass


def resumed_between_two_lines() -> Iterator[int | None]:
    yield (yield 1)
    yield 3


def test_a_generator_that_went_on_beyond_the_limit_is_let_alone_afterwards() -> None:
    numbers, before = resumed_between_two_lines(), sys.gettrace()
    assert next(numbers) == 1
    with pytest.raises(CallLimitReached), call_limit(0):
        assert next(numbers) is None
        same(1)
    sys.settrace(lambda frame, event, argument: None)
    try:
        assert next(numbers) == 3
    finally:
        sys.settrace(before)


def test_work_that_calls_do_not_tell_of_is_stopped_after_its_seconds_and_again_where_that_is_caught() -> None:
    before, stopped = (sys.gettrace(), signal.getsignal(signal.SIGVTALRM)), []
    with pytest.raises(CallLimitReached, match=r"more than 0\.1 processor seconds"), call_limit(10**9, 0.1):
        while len(stopped) < 3:
            try:
                while True:
                    sum(range(1000))
            except CallLimitReached as error:
                stopped.append(error)
    assert len(stopped) == 3
    assert (sys.gettrace(), signal.getsignal(signal.SIGVTALRM)) == before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


@pytest.mark.parametrize("most", range(3, 30))
def test_what_catches_that_it_was_stopped_is_stopped_at_the_end(most: int) -> None:
    with pytest.raises(CallLimitReached, match=f"more than {most} calls"), call_limit(most):
        try:
            for v in range(50):
                same(v)
        except BaseException:
            pass


def test_another_fault_after_a_stop_does_not_hide_it() -> None:
    with pytest.raises(CallLimitReached), call_limit(1):
        try:
            [same(v) for v in range(9)]
        except BaseException:
            raise ValueError from None


@pytest.mark.parametrize("most", range(8))
def test_the_trace_is_back_and_calls_are_counted_wherever_it_stops(most: int) -> None:
    before, limit = sys.gettrace(), call_limit(most)
    with suppress(CallLimitReached), limit:
        [same(v) for v in (1, 2, 3)]
    assert sys.gettrace() is before
    assert limit.calls == (4 if most >= 4 else most + 1)  # of the comprehension too


def opened(v: int) -> Iterator[int]:
    try:
        yield v
    finally:
        same(v)


class Closing:
    """What calls something when it is dropped."""

    def __del__(self) -> None:
        same(1)


@pytest.mark.parametrize("most", range(3, 12))
@pytest.mark.parametrize("dropped", [lambda: next(opened(1)), Closing], ids=["generator", "object"])
def test_no_stop_is_raised_where_python_would_drop_it(
    most: int, dropped: Callable[[], object], capsys: pytest.CaptureFixture[str]
) -> None:
    happened = []
    with pytest.raises(CallLimitReached), call_limit(most):
        for v in range(50):
            happened.append(same(v))
            dropped()
    assert len(happened) <= most and "ignored" not in capsys.readouterr().err


def same(v: int) -> int:
    return v


@pytest.mark.parametrize("most", [0, 1, 4])
def test_exactly_the_allowed_calls_happen(most: int) -> None:
    happened = []
    with pytest.raises(CallLimitReached, match=f"more than {most} calls"), call_limit(most):
        for v in range(9):
            happened.append(same(v))
    assert happened == list(range(most))


def test_the_trace_function_of_before_is_back_afterwards() -> None:
    def a_debugger(frame: FrameType, event: str, argument: Any) -> None: ...

    before = sys.gettrace()
    sys.settrace(a_debugger)
    try:
        with call_limit(10):
            same(1)
        assert sys.gettrace() is a_debugger
    finally:
        sys.settrace(before)


class Mortal:
    """Something a weak reference can point to."""


@pytest.mark.parametrize("most", range(3, 12))
@pytest.mark.parametrize(
    "kept_in",
    [lambda: WeakValueDictionary[int, Mortal]().__setitem__, lambda: Interned[Mortal]().add],
    ids=["a weak reference", "a node"],
)
def test_the_call_limit_is_not_lost_in_the_callback_where_one_is_dropped(most: int, kept_in: Callable[[], Any]) -> None:
    keep = kept_in()
    with pytest.raises(CallLimitReached), call_limit(most):
        for v in range(50):
            mortal = Mortal()
            keep(v, mortal)
            del mortal


def test_a_context_that_is_itself_in_a_callback_stops() -> None:
    happened = []

    def counts() -> None:
        with call_limit(5):
            for v in range(50):
                happened.append(same(v))

    callback: dict[str, Any] = {"__name__": "hypothesis.of_some_kind"}
    exec("def called_back(inner): return inner()", callback)
    with pytest.raises(CallLimitReached):
        callback["called_back"](counts)
    assert len(happened) == 5


def test_functions_are_charged_for_in_modules_that_have_the_charge_by_its_name() -> None:
    named = {p.stem: set(re.findall(rf"@(.*{CHARGING})\(", p.read_text(encoding="utf-8"))) for p in MODULES}
    assert {stem: names for stem, names in named.items() if names - {CHARGING}} == {}
    assert {stem for stem, names in named.items() if names} >= {"rationals", "exact_numbers", "reals", "claim"}


listeners: list[list[str]] = []
sys.addaudithook(lambda event, arguments: [told.append(event) for told in listeners] and None)  # it stays for good


def test_counting_tells_audit_hooks_of_no_call() -> None:
    with call_limit(10**6) as count:
        listeners.append([])
        [same(v) for v in range(99)]
        told = listeners.pop()
    assert count.calls > 99 and told == []


def halves(n: PositiveInteger) -> Truth:
    """n / 2 < n."""
    return n / 2 < n


def test_whatever_call_is_the_last_nothing_is_left_under_way() -> None:
    """A limit may be met where a context is left, so that it never is: later claims were told of another's lines."""
    stated, ended = claim_of(halves), 0
    for most in range(400):
        try:
            with call_limit(most):
                stated.state({"n": 2})
        except CallLimitReached:
            ended += 1
        assert EVALUATED.get() is None, most
    assert 20 < ended < 400


def test_guards_of_symbols_are_no_calls_of_the_formula() -> None:
    """Else fewer cases were listed where a user's file has a class with such fields."""

    def calls() -> int:
        forget_calls()
        with call_limit(sys.maxsize) as count:
            assert littlestone_dimension(explicit([(0, 1), (1, 0), (1, 1)], 2)) <= 2
        return count.calls

    plain = calls()
    guarded_symbols.guard()
    assert calls() == plain
