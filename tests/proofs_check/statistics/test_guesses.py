"""Guesses of the input: p-values are the binomial tails, rounded upward, and no bound errs more often than it says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, exp, log

import pytest

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.binomials import upper_tail
from littlestone.proofs_check.statistics.guesses import Guesses, together
from littlestone.proofs_check.statistics.two_sample import Counts, _inverse_normal, combined_epsilon_lower_bound

ERROR = 0.05


def bound(*blocks: Guesses | Counts, error: float = ERROR) -> float:
    return combined_epsilon_lower_bound(blocks, 0.0, error)


def test_the_p_value_is_the_tail_rounded_upward() -> None:
    for right, wrong, epsilon in ((1, 0, 0.3), (7, 2, 0.5), (30, 10, 1.0), (12, 12, 0.0), (3, 9, 2.0)):
        q = Fraction(1 / (1 + exp(-epsilon)))
        exact = upper_tail(right + wrong, q - Fraction(1, 2**50), right)
        found = Guesses(right, wrong, 100).p_value(epsilon)
        assert exact < found <= exact * (1 + Fraction(1, 10**12))


def test_no_right_guess_speaks_for_nothing() -> None:
    assert Guesses(0, 5, 10).p_value(0.0) == 1.0 == Guesses(0, 0, 10).p_value(3.0)
    assert bound(Guesses(0, 0, 10)) == bound(Guesses(5, 5, 10)) == 0


def errs(made: int, epsilon: float, error: float) -> float:
    """How often a bound from one block exceeds epsilon, where each guess is right as often as that allows."""
    q = 1 / (1 + exp(-epsilon))
    wrong = [r for r in range(made + 1) if bound(Guesses(r, made - r, 2 * made), error=error) > epsilon]
    return sum(comb(made, r) * q**r * (1 - q) ** (made - r) for r in wrong)


@pytest.mark.parametrize("epsilon", [0.0, 0.1, log(3), 2.0])
def test_one_block_errs_no_more_often_than_stated(epsilon: float) -> None:
    for made in (1, 5, 12, 40):
        assert errs(made, epsilon, ERROR) <= ERROR
    assert errs(40, epsilon, ERROR) > ERROR / 4  # and is no weaker than it must be


@pytest.mark.parametrize("epsilon", [0.0, 1.0])
def test_two_blocks_err_no_more_often_than_stated_though_the_second_answers_the_first(epsilon: float) -> None:
    """The second block guesses often where the first went well, and seldom where it did not."""
    q, first = 1 / (1 + exp(-epsilon)), 8

    def chance(right: int, made: int) -> float:
        return comb(made, right) * q**right * (1 - q) ** (made - right)

    total = 0.0
    for r in range(first + 1):
        made = 12 if r > first * q else 4
        for s in range(made + 1):
            blocks = Guesses(r, first - r, 20), Guesses(s, made - s, 30)
            total += chance(r, first) * chance(s, made) * (bound(*blocks) > epsilon)
    assert total <= ERROR


def test_one_guess_more_is_never_worth_less() -> None:
    for r, s in product(range(6), range(6)):
        assert bound(Guesses(10 + r, 5, 40), Guesses(8 + s, 4, 40)) >= bound(Guesses(10, 5, 40), Guesses(8, 4, 40))


def test_guesses_are_combined_with_hits_of_events() -> None:
    both = bound(Guesses(3000, 1500, 10_000), Counts(1500, 5000, 750, 5000))
    assert 0 < bound(Counts(1500, 5000, 750, 5000)) < both < log(2)


def test_blocks_weigh_as_their_draws_do_however_many_guesses_they_have() -> None:
    strong, weak = (300, 100), (2000, 1990)
    light = bound(Guesses(*strong, 500), Guesses(*weak, 100_000))
    assert bound(Guesses(*strong, 100_000), Guesses(*weak, 5000)) > light + 0.1


def test_what_is_spent_on_capping_is_added() -> None:
    surely = [Guesses(300, 0, 400), Guesses(300, 0, 400)]
    assert _inverse_normal([each.p_value(1.0) for each in surely], [400, 400], 0.001) >= 0.001


def test_guesses_say_nothing_at_a_positive_delta() -> None:
    with pytest.raises(BadInput, match="guesses say nothing at a delta above 0"):
        combined_epsilon_lower_bound([Guesses(9, 1, 20)], 0.01, ERROR)


@pytest.mark.parametrize("counts", [(-1, 3, 10), (3, -1, 10), (6, 5, 10), (0, 0, 0)])
def test_impossible_counts_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(BadInput, match="guesses"):
        Guesses(*counts)


def test_blocks_of_one_rule_are_one_count() -> None:
    assert together([Guesses(3, 1, 10), Guesses(2, 2, 20)]) == Guesses(5, 3, 30)
