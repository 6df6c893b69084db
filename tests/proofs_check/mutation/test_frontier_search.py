"""The search for a constant's frontier: on known thresholds, with gaps in what is defined, and out of order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from littlestone.proofs_check.mutation.frontier_search import Fate, FrontierSearch
from littlestone.spec.claim import Direction, Value


def searched(printed: Value, stronger: Direction, fate_of: Callable[[Value], Fate]) -> FrontierSearch:
    search = FrontierSearch(printed, stronger, fate_of)
    search.run()
    return search


def at_least(threshold: Value) -> Callable[[Value], Fate]:
    """What holds from the threshold on."""
    return lambda value: "holds" if value >= threshold else "fails"


@pytest.mark.parametrize(
    ("printed", "threshold", "holds", "fails"),
    [
        (32, 2, 2, Fraction(3, 2)),
        (6, 6, 6, Fraction(45, 8)),
        (0, 0, 0, Fraction(-1, 16)),
        (1, 0, 0, Fraction(-1, 16)),
        (1, Fraction(-5, 2), Fraction(-5, 2), Fraction(-41, 16)),
        (Fraction(1, 2), Fraction(1, 100), Fraction(3, 256), Fraction(5, 512)),
    ],
)
def test_the_frontier_of_what_grows_stronger_downwards(
    printed: Value, threshold: Value, holds: Value, fails: Value
) -> None:
    search = searched(printed, "smaller", at_least(threshold))
    assert (search.holds_to, search.fails_at, search.ends_as, search.disorder()) == (holds, fails, "fails", [])


@pytest.mark.parametrize(
    ("printed", "threshold"), [(1, 1), (3, 50), (0, Fraction(7, 3)), (-4, 9), (Fraction(1, 3), 40)]
)
def test_the_frontier_of_what_grows_stronger_upwards_is_a_step_wide(printed: Value, threshold: Value) -> None:
    search = searched(printed, "larger", lambda value: "holds" if value <= threshold else "fails")
    assert search.fails_at is not None
    assert search.holds_to <= threshold < search.fails_at <= search.holds_to + search.step
    assert search.step == Fraction(abs(printed) or 1, 16)


def test_what_holds_as_far_as_tried_has_no_frontier() -> None:
    search = searched(2, "larger", lambda value: "holds")
    assert (search.fails_at, search.holds_to, search.ends_as) == (None, 2050, "holds")


def test_a_positive_value_is_searched_to_a_thousandth_of_the_printed_one() -> None:
    search = searched(1, "smaller", lambda value: "holds" if value > 0 else "fails")
    assert (search.holds_to, search.fails_at) == (Fraction(1, 1024), 0)


def of_integers(fate_of: Callable[[Value], Fate]) -> Callable[[Value], Fate]:
    """Undefined at fractions."""
    return lambda value: fate_of(value) if Fraction(value).denominator == 1 else "undefined"


@pytest.mark.parametrize(("printed", "threshold"), [(5, 3), (1000, 400), (2, -7), (0, 0)])
def test_integers_are_searched_where_fractions_are_not_defined(printed: int, threshold: int) -> None:
    search = searched(printed, "smaller", of_integers(at_least(threshold)))
    assert search.whole and search.fails_at is not None
    assert search.fails_at < threshold <= search.holds_to <= search.fails_at + search.step
    assert all(isinstance(value, int) for value in search.tried)
    assert search.ends_as == "fails"


def test_a_value_that_is_not_defined_ends_the_search_and_is_no_violation() -> None:
    search = searched(Fraction(3, 2), "smaller", lambda value: "holds" if value > 1 else "undefined")
    assert (search.fails_at, search.ends_as) == (None, "undefined")
    assert 1 < search.holds_to <= 1 + search.step


def test_what_stays_open_lies_between_what_holds_and_what_fails() -> None:
    search = searched(16, "smaller", lambda value: "holds" if value >= 12 else "open" if value >= 8 else "fails")
    assert (search.holds_to, search.fails_at, search.ends_as) == (12, 7, "open")


def test_what_takes_too_long_is_not_tried_for_ever() -> None:
    search = searched(16, "larger", lambda value: "holds" if value <= 20 else "too dear")
    assert (search.holds_to, search.fails_at, search.ends_as) == (20, None, "too dear")
    assert list(search.tried.values()).count("too dear") == 4


def test_a_constant_that_is_not_monotone_is_told() -> None:
    search = searched(8, "smaller", lambda value: "fails" if 3 <= value <= 5 else "holds")
    assert (search.holds_to, search.fails_at) == (Fraction(11, 2), 5)
    assert search.disorder() == [(Fraction(11, 2), "holds"), (5, "fails"), (Fraction(5, 2), "holds")]


def test_a_weaker_value_that_fails_is_told_unless_the_claim_is_an_equation() -> None:
    search = searched(8, "smaller", lambda value: "holds" if value == 8 else "fails")
    assert not search.weaker_holds and search.disorder() == [(12, "fails"), (8, "holds")]
    assert search.disorder(stronger_only=True) == []


def test_each_value_is_tried_once() -> None:
    asked: list[Value] = []

    def fate_of(value: Value) -> Fate:
        asked.append(value)
        return "holds" if value >= 2 else "fails"

    for printed in (Fraction(65, 2), 5, 2):  # of an integer it is asked first whether fractions beside it are defined
        asked.clear()
        searched(printed, "smaller", fate_of)
        assert len(asked) == len(set(asked)) < 20
