"""Python calls as a measure of work that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import CO_GENERATOR
from types import FrameType

from littlestone.spec.algebra.rationals import CHARGES, counts_as

CHARGING = counts_as.__name__  # what a module has whose functions are charged for
DROPPING = ("weakref", "littlestone.spec.algebra.interning", "hypothesis.")  # their functions are called back


class CallLimitReached(BaseException):
    """An example needed more Python calls than allowed; no ``except Exception`` in an algorithm catches it."""


@dataclass
class CallCount:
    """A count of Python calls, generators resumed included, once they are over."""

    calls: int = 0


@contextmanager
def call_limit(most: int) -> Iterator[CallCount]:
    """Let about so many Python calls happen inside, or what counts as so many; more raise CallLimitReached, the same on
    every machine.

    Uses the interpreter's trace function and restores it, so debuggers do not stop inside.
    """
    count, calls = CallCount(), 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        # Called at every call, so that it does as little as it can: to ask for code, or an id, is an event that audit
        # hooks are told of, which takes four times as long as all the rest
        nonlocal calls
        calls += CHARGES.get(id(frame.f_code), 1) if CHARGING in frame.f_globals else 1
        if calls > most and _passes_exceptions_on(frame):
            raise CallLimitReached(f"more than {most} calls")

    previous = sys.gettrace()
    sys.settrace(counted)
    try:
        yield count
    finally:
        sys.settrace(previous)
        count.calls = calls


def _passes_exceptions_on(frame: FrameType) -> bool:
    """The frame is not a generator being closed or a callback of the collector, where Python drops exceptions."""
    module = str(frame.f_globals.get("__name__"))
    return not frame.f_code.co_flags & CO_GENERATOR and not module.startswith(DROPPING)
