"""Python calls as a measure of work that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import CO_GENERATOR
from math import inf
from time import process_time
from types import FrameType
from typing import Any

from littlestone.spec.algebra.rationals import CHARGES, counts_as

CHARGING = counts_as.__name__  # what a module has whose functions are charged for
TraceFunction = Callable[[FrameType, str, Any], Any]
DROPPING = ("weakref", "littlestone.spec.algebra.interning", "hypothesis.")  # their functions are called back


class CallLimitReached(BaseException):
    """An example needed more Python calls than allowed; no ``except Exception`` in an algorithm catches it."""


@dataclass
class CallCount:
    """A count of Python calls, generators resumed included, once they are over."""

    calls: int = 0


@contextmanager
def call_limit(most: int, seconds: float = inf) -> Iterator[CallCount]:
    """Let about so many Python calls happen inside, or what counts as so many; more raise CallLimitReached, the same on
    every machine.

    Processor seconds are for work that calls do not tell of, with numbers of a million digits: many times what all else
    takes, so that nothing else hangs on them. Uses the interpreter's trace function and restores it, so debuggers do
    not stop inside.
    """
    count, calls, end = CallCount(), 0, process_time() + seconds

    def counted(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        # Called at every call, so that it does as little as it can: to ask for code, or an id, is an event that audit
        # hooks are told of, which takes four times as long as all the rest
        nonlocal calls
        calls += CHARGES.get(id(frame.f_code), 1) if CHARGING in frame.f_globals else 1
        return stop(frame, "call", None) if calls > most else None

    def timed(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        return counted(frame, event, argument) or (stop(frame, "call", None) if process_time() > end else None)

    def stop(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        if _drops_exceptions(frame) or sys.gettrace() not in (counted, timed):
            return None
        if event != "line" and frame.f_code.co_flags & CO_GENERATOR:  # one that is being closed comes to no line
            return stop
        raise CallLimitReached(f"more than {most} calls" if calls > most else f"more than {seconds} processor seconds")

    previous = sys.gettrace()
    sys.settrace(counted if seconds == inf else timed)
    try:
        yield count
    finally:
        sys.settrace(previous)
        count.calls = calls


def _drops_exceptions(frame: FrameType) -> bool:
    """It is a callback of the collector, or called by one."""
    return str(frame.f_globals.get("__name__")).startswith(DROPPING)
