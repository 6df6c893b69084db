"""Python calls as a measure of work that is the same on every machine."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from math import inf
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any

from littlestone.spec.algebra.rationals import CHARGES, counts_as

TraceFunction = Callable[[FrameType, str, Any], Any]
CHARGING = counts_as.__name__  # what a module has whose functions are charged for
DROPPING = ("weakref", "littlestone.spec.algebra.interning", "hypothesis.")  # their functions are called back
SUSPENDED = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
# Generators that are resumed or closed are let alone until they come to a line, which is none where they are closed;
# after so many they are not, for what hands on what another one yields comes to no line either
SPARED = 1000
AGAIN = 0.1  # seconds after which one that went on is stopped again


class CallLimitReached(BaseException):
    """An example needed more Python calls than allowed; no ``except Exception`` in an algorithm catches it."""


@dataclass
class CallLimit:
    """A context in which about ``most`` Python calls may happen, or what counts as so many; more raise
    CallLimitReached, the same on every machine, and again at the end where that was caught.

    ``calls`` is their number, generators resumed included, once they are over. Processor ``seconds`` are for work that
    calls do not tell of, with numbers of a million digits: many times what all else takes, so that nothing else hangs
    on them. They are kept by a timer of the main thread. Uses the interpreter's trace function and restores it, so
    debuggers do not stop inside.
    """

    most: int
    seconds: float = inf
    calls: int = 0
    _spared: int = 0
    _is_late: bool = False
    _is_over: bool = False
    _before: list[Any] = field(default_factory=list)  # of the trace function, and of the handler of the timer
    _counted: Callable[[], int] = int
    _around: FrameType | None = None
    _context: Context = field(default_factory=copy_context)

    def __enter__(self) -> CallLimit:
        calls, most = 0, self.most
        self._around = sys._getframe(1)

        def counted(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
            # Called at every call, so that it does as little as it can: to ask for code, or an id, is an event that
            # audit hooks are told of, which takes four times as long as all the rest
            nonlocal calls
            calls += CHARGES.get(id(frame.f_code), 1) if CHARGING in frame.f_globals else 1
            return self._stop(frame, "call", None) if calls > most else None

        self._counted = lambda: calls
        self._before = [sys.gettrace()]
        if self.seconds < inf and current_thread() is main_thread() and hasattr(signal, "setitimer"):
            self._before.append(signal.signal(signal.SIGVTALRM, self._ring))
            signal.setitimer(signal.ITIMER_VIRTUAL, max(self.seconds, AGAIN), AGAIN)
        sys.settrace(counted)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._is_over, self._around = True, None
        was_counted = sys.gettrace() is not None  # this call; Python ends what traces where that raises
        sys.settrace(self._before[0])
        self.calls = self._counted() - was_counted
        self._restore_context()
        if len(self._before) > 1:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, self._before[1] or signal.SIG_DFL)
        # What caught that it was stopped has answered something else than it would have
        if (self.calls > self.most or self._is_late) and (kind is None or issubclass(kind, Exception)):
            raise self._reached() from error

    def _restore_context(self) -> None:
        """Leave what was entered inside: a limit that is met by the call that leaves it lets it never be left."""
        for variable in copy_context():
            with suppress(LookupError):
                before = self._context.run(variable.get)
                if variable.get() is not before:
                    variable.set(before)

    def _stop(self, frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        if self._passes(frame):
            return None
        if event != "line" and frame.f_code.co_flags & SUSPENDED and self._spared < SPARED:
            self._spared += 1
            return self._stop
        raise self._reached()

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if frame is not None and not self._passes(frame):
            self._is_late = True
            raise self._reached()

    def _passes(self, frame: FrameType) -> bool:
        """It is the end of this context, or where Python drops exceptions: a generator that is being closed, too."""
        if self._is_over or frame.f_code is EXIT or isinstance(sys.exception(), GeneratorExit):
            return True
        place: FrameType | None = frame
        while place is not None and place is not self._around:
            if str(place.f_globals.get("__name__")).startswith(DROPPING) or place.f_code.co_name == "__del__":
                return True  # a callback of the collector
            place = place.f_back
        return False

    def _reached(self) -> CallLimitReached:
        words = f"{self.seconds} processor seconds" if self._is_late else f"{self.most} calls"
        return CallLimitReached(f"more than {words}")


EXIT = CallLimit.__exit__.__code__
call_limit = CallLimit
