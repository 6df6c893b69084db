from collections.abc import Callable
from itertools import count

import pytest
from helpers.questions import ask_box

from littlestone.proofs_check.questions import beyond
from littlestone.proofs_check.questions.beyond import violation_beyond
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.domains import PositiveInteger


def below_ninety(n: PositiveInteger) -> Truth:
    return n < 90


def clock(step: float) -> Callable[[], float]:
    """A clock that goes on by so many seconds each time it is read."""
    times = count()
    return lambda: step * next(times)


def test_the_first_violation_is_found_on_a_machine_a_hundred_times_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beyond, "process_time", clock(0.1))
    assert violation_beyond(ask_box(below_ninety, n=9), {"n": 1}, {"n": 9}) == {"n": 90}


@pytest.mark.parametrize(("end", "found"), [(88, {"n": 90}), (89, {"n": 90}), (87, None)])
def test_a_point_that_took_all_the_time_counts_and_none_is_tried_after_it(
    end: int, found: dict[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beyond, "process_time", clock(beyond.MOST_SECONDS / 2))
    assert violation_beyond(ask_box(below_ninety, n=end), {"n": 1}, {"n": end}) == found


def test_none_is_tried_after_a_point_that_raises() -> None:
    tried = []

    def fails_at_fifty(n: PositiveInteger) -> bool:
        tried.append(int(n))
        if int(n) >= 50:
            raise ValueError
        return True

    assert violation_beyond(ask_box(fails_at_fifty, n=9), {"n": 1}, {"n": 9}) is None
    assert tried == [10, 11, 12, 13, 15, 17, 21, 25, 33, 49, 65]
