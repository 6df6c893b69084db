"""Section 3: what is false as printed at its smallest, what fails for every constant, and what the constants are."""

from __future__ import annotations

from fractions import Fraction

from littlestone.spec.algebra.circuit import FALSE, TRUE, VACUOUS
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.laws import point_mass
from littlestone.spec.learning.mechanisms import above_threshold_law, laplace_tail, private_sample_law
from littlestone.spec.lyu25 import section3_1_concentration as concentration


def test_one_fair_coin_is_always_its_mean_away() -> None:
    chances = concentration.two_kinds(1, 4, 0, 0)
    assert list(concentration.tails(chances, Fraction(1, 2))) == [(Fraction(1, 2), Fraction(1))]
    one, two = (lambda d, mean, by=by: concentration.far_sum(d, mean, by).fails for by in (1, 2))
    assert concentration.concentrated(chances, one) is FALSE
    assert concentration.concentrated(chances, two) is VACUOUS


def test_a_bound_is_asked_for_up_to_one() -> None:
    chances = {Fraction(1): Fraction(5, 6), Fraction(4): Fraction(1, 6)}  # its mean 3/2; 0 is never drawn
    assert concentration.concentrated(chances, lambda delta, mean: 1 if delta < 1 else Fraction(1, 7)) is FALSE
    assert concentration.concentrated(chances, lambda delta, mean: 1 if delta < 1 else Fraction(1, 6)) is TRUE


def test_the_corners_of_the_mechanisms() -> None:
    assert (private_sample_law([()], ln(2), 0) == point_mass(None)) is TRUE
    assert private_sample_law([(1,)], ln(2), 0)[1] == Fraction(2, 3)
    assert (above_threshold_law(lambda answers: None, 0, 1, 0) == point_mass(())) is TRUE
    assert above_threshold_law(lambda answers: 0, 0, 1, 0, answers=(True,))[True,] == 1


def test_laplace_tails() -> None:
    assert [laplace_tail(t, ln(2)) for t in (-1, 0, 1)] == [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)]
