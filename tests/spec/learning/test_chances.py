"""Chances as leaves of the circuit, and the chance of failing to learn against the exact failure probability."""

from fractions import Fraction

import pytest

from littlestone.impl.learners.class_learners import learn_by_exponential_mechanism
from littlestone.impl.randomness.enumeration import law
from littlestone.spec.algebra.circuit import ATOM, FALSE, TRUE
from littlestone.spec.algebra.reals import exp, ln
from littlestone.spec.learning.chances import Chance, ChanceComparison, drawn_points, failure_chance
from littlestone.spec.learning.pac_learning import failure_probability
from littlestone.spec.learning.randomness import ParameterError

HALF = Fraction(1, 2)


def fair_coin() -> Chance:
    return Chance("heads", lambda source: source.bernoulli(HALF))


def test_a_comparison_is_a_leaf_that_knows_its_truth_at_a_value() -> None:
    coin, bound = fair_coin(), Fraction(2, 3)
    leaf, other = coin <= bound, coin >= bound
    assert leaf.op is other.op is ATOM
    assert isinstance(leaf.payload, ChanceComparison) and isinstance(other.payload, ChanceComparison)
    assert (leaf.payload.at(HALF), leaf.payload.at(Fraction(2, 3)), leaf.payload.at(Fraction(1))) == (TRUE, TRUE, FALSE)
    assert (other.payload.at(HALF), other.payload.at(Fraction(2, 3))) == (FALSE, TRUE)
    assert (str(leaf.payload), str(other.payload)) == ("Pr[heads] <= 2/3", "Pr[heads] >= 2/3")


def test_bounds_may_be_reals_and_must_be_probabilities() -> None:
    leaf = fair_coin() <= exp(-1)
    assert isinstance(leaf.payload, ChanceComparison)
    assert (leaf.payload.at(Fraction(1, 3)), leaf.payload.at(HALF)) == (TRUE, FALSE)
    for compare in (lambda coin: coin <= Fraction(3, 2), lambda coin: coin >= Fraction(3, 2)):
        with pytest.raises(ParameterError, match=r"^bound = 3/2 is out of range: bound must be a probability"):
            compare(fair_coin())
    with pytest.raises(TypeError):
        _ = fair_coin() >= 0.5  # type: ignore[operator]


def test_points_are_drawn_from_the_distribution() -> None:
    D = (Fraction(1, 6), Fraction(0), Fraction(5, 6))
    assert dict(law(drawn_points, D, 2).items) == {
        (0, 0): Fraction(1, 36),
        (0, 2): Fraction(5, 36),
        (2, 0): Fraction(5, 36),
        (2, 2): Fraction(25, 36),
    }
    for bad in ((HALF,), (Fraction(3, 2), -HALF)):
        with pytest.raises(ParameterError):
            law(drawn_points, bad, 1)
    with pytest.raises(ParameterError, match=r"^n = -1 is out of range: n must be an integer, at least 0$"):
        law(drawn_points, D, -1)


@pytest.mark.parametrize(
    ("f", "D", "name"),
    [
        ((0, 1), (HALF, HALF), "error > 1/3 from 2 rows, f = 01, D = uniform"),
        ((9, 0), (HALF, HALF), "error > 1/3 from 2 rows, f = 90, D = uniform"),
        ((0, 1, 10), (HALF, Fraction(0), HALF), "error > 1/3 from 2 rows, f = 0.1.10, D = 1/2 at x0 + 1/2 at x2"),
        ((1, 0), (Fraction(1, 4), Fraction(3, 4)), "error > 1/3 from 2 rows, f = 10, D = 1/4 at x0 + 3/4 at x1"),
    ],
)
def test_a_chance_of_failing_is_named_by_what_is_learned_from_what(
    f: tuple[int, ...], D: tuple[Fraction, ...], name: str
) -> None:
    assert failure_chance(lambda sample, source: f, f, D, 2, Fraction(1, 3)).name == name


@pytest.mark.parametrize("D", [(HALF, HALF), (Fraction(1, 4), Fraction(3, 4)), (Fraction(1), Fraction(0))])
@pytest.mark.parametrize("n", [0, 1, 2])
def test_the_chance_of_failing_is_the_exact_failure_probability(D: tuple[Fraction, ...], n: int) -> None:
    functions = ((0, 0), (0, 1), (1, 1))
    chance = failure_chance(
        lambda sample, source: learn_by_exponential_mechanism(functions, sample, ln(4), source), (0, 1), D, n, HALF
    )
    exactly = failure_probability(
        lambda sample: law(learn_by_exponential_mechanism, functions, sample, ln(4)), (0, 1), D, n, HALF
    )
    assert law(chance.event)[True] == exactly
    assert D[0] != Fraction(1, 4) or exactly > 0
