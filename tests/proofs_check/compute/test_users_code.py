"""Code of a user's own that hangs or raises is bad input, and the timer is gone after it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from threading import Thread
from typing import Any

import pytest

from littlestone.auditing import BadInput, audit
from littlestone.proofs_check.audits.subjects.given_curves import given_curve
from littlestone.proofs_check.audits.subjects.relations import user_of
from littlestone.proofs_check.compute import users_code
from littlestone.proofs_check.compute.users_code import called


def never_ends(*_: Any) -> Any:
    for _ in count():
        pass


def same_pair_for_ever(rows: Any, n: int) -> Any:
    for _ in count():
        with suppress(Exception):  # as careless code does
            never_ends()
        yield (0,), (1,)


def first_bit(sample: Any, source: Any) -> int:
    return int(sample[0])


HANGING: list[tuple[Callable[[], Any], str]] = [
    (lambda: audit(first_bit, epsilon=1, neighbours=same_pair_for_ever, instance="thresholds:2", rows=1), "neighbours"),
    (lambda: given_curve(never_ends), "tradeoff: the function, at false alarms 0, ran for more than"),
    (lambda: user_of(never_ends)((0, 1)), "user: the function of a row"),  # type: ignore[misc]
]


@pytest.mark.parametrize(("asked", "words"), HANGING)
def test_what_never_ends_is_said(asked: Callable[[], Any], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users_code, "MOST_SECONDS", 0.05)
    with pytest.raises(BadInput, match=words) as found:
        asked()
    assert "ran for more than 0.05 s" in str(found.value)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_what_it_raises_is_said_and_bad_input_stays_as_it_is() -> None:
    with pytest.raises(BadInput, match="here: what raised KeyError: 3; do that"):
        called(lambda: {}[3], "here", "what", "do that")
    own = BadInput("there", "wrong", "mend")

    def refuses() -> None:
        raise own

    with pytest.raises(BadInput) as found:
        called(refuses, "here", "what", "do that")
    assert found.value is own
    assert called(lambda: 7, "here", "what", "do that") == 7


@pytest.mark.slow
def test_in_another_thread_there_is_no_limit() -> None:
    answers: list[int] = []
    thread = Thread(target=lambda: answers.append(called(lambda: 7, "here", "what", "do that")))
    thread.start()
    thread.join()
    assert answers == [7]
