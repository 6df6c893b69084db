"""Trade-off curves as polygons: below the functions they stand for, converted as closed forms say, or refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from littlestone.impl.privacy.trade_offs import TradeOff, supported
from littlestone.spec.learning.randomness import ParameterError

GRID = [float(x) for x in np.linspace(0, 1, 401)]
TWO = Fraction(2)


def of_pure(ratio: Fraction, delta: Fraction = Fraction(0)) -> TradeOff:
    """What (ln ratio, delta)-privacy keeps."""
    kink = (1 - delta) / (1 + ratio)
    middle = ((Fraction(0), 1 - delta), (kink, kink), (1 - delta, Fraction(0)), (Fraction(1), Fraction(0)))
    return TradeOff(tuple(dict(middle).items()))


def normal(mu: float) -> Callable[[float], float]:
    return lambda a: float(ndtr(ndtri(1 - a) - mu))


@pytest.mark.parametrize("mu", [0.1, 1.0, 4.0])
def test_a_function_is_taken_from_below_and_from_above(mu: float) -> None:
    f, found = normal(mu), supported(normal(mu))
    assert all(s <= t for s, t in pairwise([(d - b) / (c - a) for (a, b), (c, d) in pairwise(found.points)]))
    above = TradeOff(found.above)
    for a in GRID:
        assert float(found.misses(Fraction(a))) <= f(a) + 1e-15
        assert float(above.misses(Fraction(a))) >= f(a) - 1e-9
        assert float(above.misses(Fraction(a)) - found.misses(Fraction(a))) < (2e-3 if mu < 2 else 0.02)


def test_a_function_with_a_corner_is_not_cut_off() -> None:
    """Lines through the values around a corner would lie above it."""
    exact = of_pure(Fraction(3))
    found = supported(lambda a: float(exact.misses(Fraction(a))))
    assert all(found.misses(Fraction(a)) <= exact.misses(Fraction(a)) + Fraction(1, 10**9) for a in GRID)
    assert found.delta(Fraction(3)) < Fraction(1, 100)


@pytest.mark.parametrize("f", [lambda a: 1 - a, lambda a: 0.0, lambda a: max(0.0, 0.5 - a)])
def test_flat_and_straight_functions_are_taken(f: Callable[[float], float]) -> None:
    found = supported(f)
    assert all(float(found.misses(Fraction(a))) == pytest.approx(f(a), abs=6e-3) for a in GRID)


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 100)])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_several_steps_are_as_group_privacy_says(steps: int, delta: Fraction) -> None:
    """k epsilon, and delta (1 + e^epsilon + ...): attained by the polygon itself."""
    found = of_pure(TWO, delta).grouped(steps)
    total = sum(TWO**i for i in range(steps)) * delta
    assert found.delta(TWO**steps) == total
    assert found.exp_epsilon(total) == TWO**steps
    assert found.delta(TWO**steps * Fraction(99, 100)) > total


def test_normal_curves_add_up_over_steps() -> None:
    found, exact = supported(normal(1.0)).grouped(2), normal(2.0)
    above = TradeOff(found.above)
    for a in GRID:
        assert -1e-9 <= exact(a) - float(found.misses(Fraction(a))) < 2e-3
        assert float(above.misses(Fraction(a))) >= exact(a) - 1e-9


def test_the_excess_asks_a_test_and_its_complement() -> None:
    lopsided = TradeOff(((Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(0)), (Fraction(1), Fraction(0))))
    assert not lopsided.is_symmetric and of_pure(TWO).is_symmetric
    # the event with (p, q) = (1, 1/2) is allowed as a test, its complement, false alarms 0 and misses 1/2, is not
    assert lopsided.misses(Fraction(1, 2)) == 0 and lopsided.excess(Fraction(1), Fraction(1, 2)) == Fraction(1, 2)
    assert of_pure(TWO).excess(Fraction(2, 3), Fraction(1, 3)) == 0
    assert of_pure(TWO).excess(Fraction(2, 3), Fraction(1, 4)) == Fraction(1, 6)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([(0, 1)], "rise from 0 to 1"),
        ([(0, 1), (Fraction(1, 2), Fraction(1, 2))], "rise from 0 to 1"),
        ([(0, 1), (1, Fraction(1, 2))], "from 0 to 1 - false alarms"),
        ([(0, Fraction(1, 2)), (Fraction(1, 4), Fraction(1, 2)), (1, 0)], "convex"),
    ],
)
def test_what_is_no_curve_is_refused(points: list[tuple[Fraction, Fraction]], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        TradeOff(tuple((Fraction(x), Fraction(y)) for x, y in points))


@pytest.mark.parametrize("f", [lambda a: (1 - a) ** 0.5, lambda a: 1 - a * a, lambda a: a])
def test_functions_that_are_no_curves_are_refused(f: Callable[[float], float]) -> None:
    with pytest.raises(ParameterError):
        supported(f)
