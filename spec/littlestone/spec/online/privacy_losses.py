"""What the tests and draws of algorithms 3 and 4 of LYU25 lose, as Lemmas 3.1 and 3.2 are corrected; ranges of logs."""

from fractions import Fraction
from typing import Annotated

from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Real, exp
from littlestone.spec.domains import Reals

FromThree = Annotated[Real, Reals(low=3)]
FromNine = Annotated[Real, Reals(low=9)]
RootLogThree = Annotated[Real, Reals(low=Fraction(1048, 1000))]  # t of t^2 = ln T, for T >= 3
RootLogFour = Annotated[Real, Reals(low=Fraction(11774, 10000))]  # y of y^2 = ln(4/delta), for delta < 1


def loss_of_tests(epsilon: Real, m: Real, y: Real, C: Fraction | int = 4) -> Real:
    """4 eps (sqrt((K + 1) log(1/delta)) + log(1/delta)) + 4 eps^2 (K + 1), for K + 1 = m^2 and log(1/delta) = y^2."""
    return C * epsilon * (m * y + y**2) + C * epsilon**2 * m**2


def is_private_draw(L: Real, delta: Real, epsilon: Real, bottom: Real, a: Real, b: Real, event: Real) -> Truth:
    """Items of one list alone have at most the part delta of ``bottom``, the weight of the failure symbol, so that an
    event loses at most delta beside what the rest changes."""
    chance = (a * delta + event) / (1 + a * delta)
    return (L * exp(epsilon) <= delta * bottom) & (chance <= event / (1 + b * delta) + delta)
