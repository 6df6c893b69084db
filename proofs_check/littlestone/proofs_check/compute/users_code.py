"""Code of a user's own: it ends in time, and what it raises is said of it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from threading import current_thread, main_thread
from typing import NoReturn, TypeVar

from littlestone.proofs_check.bad_input import BadInput

MOST_SECONDS = 60.0  # of one call; what names a user, or lists ten thousand pairs, takes far less

Found = TypeVar("Found")


class TimeUp(BaseException):
    """A run took longer than its limit; no Exception, so that a target does not catch it."""


def limited(run: Callable[[], Found], seconds: float) -> Found:
    """What the run returns; raises TimeUp in it once so many seconds are over."""
    try:
        signal.signal(signal.SIGALRM, _time_is_up)  # the run before may have taken the signal for itself
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def called(call: Callable[[], Found], where: str, what: str, advice: str) -> Found:
    """What a call of a user's function gives; ``what`` says what was called.

    Raises BadInput for what it raises, and where it runs for more than a minute in the main thread.
    """
    try:
        return limited(call, MOST_SECONDS) if current_thread() is main_thread() else call()
    except BadInput:
        raise
    except TimeUp as over:
        raise BadInput(where, f"{what} ran for more than {MOST_SECONDS:g} s", advice) from over
    except (Exception, SystemExit) as error:
        raise BadInput(where, f"{what} raised {type(error).__name__}: {error}", advice) from error


def _time_is_up(number: int, frame: object) -> NoReturn:
    raise TimeUp
