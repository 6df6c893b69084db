"""The limit on Python calls: exact, never lost, and gone afterwards."""

import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any
from weakref import WeakValueDictionary

import pytest

import littlestone.impl
import littlestone.spec
from littlestone.proofs_check.questions import call_limit as limits
from littlestone.proofs_check.questions.call_limit import (
    CHARGING,
    CallLimitReached,
    call_limit,
)
from littlestone.spec.algebra.interning import Interned

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


def test_work_that_calls_do_not_tell_of_is_stopped_after_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    times = count()
    monkeypatch.setattr(limits, "process_time", lambda: next(times))
    happened: list[int] = []
    with pytest.raises(CallLimitReached, match="more than 5 processor seconds"), call_limit(10**6, 5):
        for v in range(99):
            happened.append(same(v))
    assert happened == list(range(5))


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
def test_the_call_limit_is_not_lost_in_the_callback_of_a_weak_reference(most: int) -> None:
    held: WeakValueDictionary[int, Mortal] = WeakValueDictionary()
    with pytest.raises(CallLimitReached), call_limit(most):
        for v in range(50):
            mortal = Mortal()
            held[v] = mortal
            del mortal


@pytest.mark.parametrize("most", range(3, 12))
def test_the_call_limit_is_not_lost_where_a_node_is_dropped(most: int) -> None:
    held: Interned[Mortal] = Interned()
    with pytest.raises(CallLimitReached), call_limit(most):
        for v in range(50):
            mortal = Mortal()
            held.add(v, mortal)
            del mortal


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
