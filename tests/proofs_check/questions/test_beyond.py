from itertools import repeat
from math import isqrt

import pytest
from helpers.questions import ask_box

from littlestone.proofs_check.questions import beyond
from littlestone.proofs_check.questions.beyond import MOST_SECONDS, violation_beyond
from littlestone.spec.claim import Claim
from littlestone.spec.domains import PositiveInteger


@pytest.mark.parametrize(("share", "found"), [(0, {"n": 60}), (0.9, {"n": 60}), (1.1, None)])
def test_a_pause_changes_nothing_but_where_it_takes_all_the_time(
    share: float, found: dict[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(beyond, "process_time", lambda: now[0])

    def below_sixty(n: PositiveInteger) -> bool:
        if int(n) == 49:
            now[0] += share * MOST_SECONDS
        return int(n) < 60

    assert violation_beyond(ask_box(below_sixty, n=9), {"n": 1}, {"n": 9}) == found


def test_none_is_tried_after_a_point_that_raises() -> None:
    tried = []

    def fails_at_fifty(n: PositiveInteger) -> bool:
        tried.append(int(n))
        if int(n) >= 50:
            raise ValueError
        return True

    assert violation_beyond(ask_box(fails_at_fifty, n=9), {"n": 1}, {"n": 9}) is None
    assert tried == [10, 11, 12, 13, 15, 17, 21, 25, 33, 49, 65, *range(10, 51)]


def is_a_square(n: int) -> bool:
    return isqrt(n) ** 2 == n


def test_what_lies_between_the_steps_is_found_for_a_claim_of_a_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """28 is the first number, but those that are 7 modulo 8, that is no sum of three squares; no step meets it."""

    def three_squares(n: PositiveInteger) -> bool:
        squares = [i * i for i in range(isqrt(int(n)) + 1)]
        given = any(is_a_square(int(n) - a - b) for a in squares for b in squares if a + b <= int(n))
        return given or int(n) % 8 == 7

    asked = ask_box(three_squares, n=9)
    assert violation_beyond(asked, {"n": 1}, {"n": 9}) == {"n": 28}
    monkeypatch.setattr(Claim, "address", property(lambda claim: claim.id))  # a paper's far cases are chosen by hand
    assert violation_beyond(asked, {"n": 1}, {"n": 9}) is None


def test_a_point_without_calls_that_never_ends_is_left_after_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    search = beyond.Search
    monkeypatch.setattr(beyond, "Search", lambda question, fixed, *left: search(question, fixed, seconds=0.2))

    def never_ends_at_49(n: PositiveInteger) -> bool:
        if int(n) == 49:
            for _ in repeat(1):
                pass
        return True

    assert violation_beyond(ask_box(never_ends_at_49, n=9), {"n": 1}, {"n": 9}) is None


def test_what_caught_that_it_was_stopped_is_not_believed() -> None:
    def plus_one(v: int) -> int:
        return v + 1

    def counts_up_to(n: PositiveInteger) -> bool:
        total = 0
        try:
            for _ in range(int(n)):
                total = plus_one(total)
        except BaseException:
            return False
        return total == n

    assert violation_beyond(ask_box(counts_up_to, n=9), {"n": 1}, {"n": 9}) is None
