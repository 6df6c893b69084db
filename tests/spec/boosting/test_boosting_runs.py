"""The listings of boosting as exact laws, on cases by hand and with seeded faults."""

from fractions import Fraction

import pytest

from littlestone.spec.boosting.boosting_runs import (
    SHRINK,
    answer,
    average,
    boosting_law,
    cumulative_losses,
    error_query,
    iteration_law,
    labelled_rows,
    lazily,
    lazy_measure,
    noised_law,
    replaced,
    sign_patterns,
    soft_learner,
)
from littlestone.spec.boosting.exhaustive_play import answers, enough_rounds, most_errors
from littlestone.spec.boosting.measures import density
from littlestone.spec.boosting.private_rounds import grid_laws, least_rho, moment, stopping_law
from littlestone.spec.learning.laws import law_of, point_mass
from littlestone.spec.learning.randomness import ParameterError

HALF = Fraction(1, 2)
ONE, MINUS = (1,), (-1,)
PAIR = ((0, 1), (0, -1))


def test_losses_are_one_where_a_label_is_met_and_zero_where_it_is_missed() -> None:
    assert cumulative_losses(PAIR, (ONE, ONE, (0,))) == (Fraction(5, 2), HALF)


def test_the_lazy_measure_turns_to_what_is_wrong() -> None:
    right, wrong = lazy_measure(PAIR, (ONE,), HALF, SHRINK)
    assert (right, wrong) == (Fraction(4, 13), Fraction(9, 13)) and density((right, wrong)) == HALF


def test_two_rounds_by_hand() -> None:
    law = boosting_law(PAIR, 2, lazily(HALF, SHRINK), soft_learner([ONE, MINUS]))
    second = HALF - Fraction(1, 4) * Fraction(5, 13)
    assert law[(ONE, ONE)] == HALF * second and law[(ONE, MINUS)] == HALF * (1 - second)


def test_no_rounds_have_no_average() -> None:
    with pytest.raises(ParameterError, match="rounds"):
        boosting_law(PAIR, 0, lazily(HALF, SHRINK), soft_learner([ONE, MINUS]))


def test_a_round_keeps_the_list_in_front() -> None:
    law = iteration_law(PAIR, (MINUS, ONE), lazily(HALF, SHRINK), soft_learner([ONE, MINUS]))
    assert all(H[:2] == (MINUS, ONE) for H in law) and len(law.support) == 2
    assert average((ONE, ONE, MINUS)) == (Fraction(1, 3),)


def test_neighbours_differ_in_the_last_row_alone() -> None:
    pairs = list(replaced(labelled_rows(2), 3))
    assert len(pairs) == 10 * 12
    assert all(S[:-1] == R[:-1] and S[-1] != R[-1] for S, R in pairs)


def test_the_value_zero_errs_on_both_labels() -> None:
    assert error_query((0, 1)) == ((1, 1), (0, 1))
    assert answer(error_query((0, 1)), ((0, 1), (1, 1), (1, -1))) == Fraction(2, 3)


def test_noise_flips_each_label_by_itself() -> None:
    law = noised_law(PAIR, lambda S: point_mass((sum(y for _, y in S),)), Fraction(1, 4))
    assert law[error_query((0,))] == Fraction(10, 16) and law[error_query((2,))] == Fraction(3, 16)


def test_plays_are_those_with_the_advantage() -> None:
    third = Fraction(1, 3)
    assert set(answers((0, 0, 0), HALF, Fraction(2, 3), third)) == {(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)}
    assert most_errors(3, HALF, Fraction(2, 3), Fraction(1, 6), 1) == 2
    assert enough_rounds(HALF, Fraction(1, 2), third) == 4  # 0.693... / (1.386... (0.333... - 0.173...)) = 3.1...


def test_moments_and_the_least_rho() -> None:
    P, Q = law_of({0: Fraction(3, 4), 1: Fraction(1, 4)}), law_of({0: Fraction(1, 4), 1: Fraction(3, 4)})
    assert moment(P, Q, 2) == Fraction(9, 4) + Fraction(1, 12)
    assert least_rho([(P, Q)], 32) == Fraction(18, 32)  # D_1 = ln(3)/2 = 0.549...


def test_a_stopping_run_ends_when_its_sample_is_fitted() -> None:
    law = stopping_law(((0, 1),), 3, sign_patterns(1))
    assert law[(ONE,)] == HALF and law[(MINUS, ONE)] == 0 and law[(MINUS, ONE, ONE)] == Fraction(1, 8)


def test_grid_laws_add_up_to_one() -> None:
    assert len(grid_laws(3, 2)) == 6
