"""Ctrl-C that cannot be lost: what long work asks between two steps, since an exception alone may be swallowed.

Python raises KeyboardInterrupt wherever the main thread happens to be. In a callback of a weak reference or a
``__del__`` it is printed and dropped, and the work goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, default_int_handler, getsignal, raise_signal, signal
from threading import Event, current_thread, main_thread
from traceback import clear_frames
from types import FrameType
from typing import NoReturn

_pressed = Event()


@contextmanager
def interruptible() -> Iterator[None]:
    """While this is open, Ctrl-C is remembered for ``end_if_interrupted``, and raises KeyboardInterrupt as ever.

    What was being built when it came is thrown away here, and nothing is printed of a ``__del__`` that fails then.
    Without effect outside the main thread, inside another one, and where SIGINT is ignored or somebody else's.
    """
    if current_thread() is not main_thread() or getsignal(SIGINT) is not default_int_handler:
        yield
        return
    hook = sys.unraisablehook
    signal(SIGINT, _press)
    sys.unraisablehook = lambda lost: None if _pressed.is_set() else hook(lost)
    try:
        yield
    except KeyboardInterrupt as interrupt:
        clear_frames(interrupt.__traceback__)
        raise
    finally:
        sys.unraisablehook = hook
        signal(SIGINT, default_int_handler)
        _pressed.clear()


@contextmanager
def deferred() -> Iterator[None]:
    """Ctrl-C while this is open is heard at its end: for what takes locks that others wait for.

    Without effect outside the main thread, and where SIGINT is ignored.
    """
    if current_thread() is not main_thread() or not callable(getsignal(SIGINT)):
        yield
        return
    pressed: list[int] = []
    before = signal(SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal(SIGINT, before)
    if pressed:
        raise_signal(SIGINT)


def end_if_interrupted() -> None:
    """Raise KeyboardInterrupt where Ctrl-C was pressed since ``interruptible`` was opened."""
    if _pressed.is_set():
        raise KeyboardInterrupt


def _press(number: int, frame: FrameType | None) -> NoReturn:
    _pressed.set()
    raise KeyboardInterrupt
