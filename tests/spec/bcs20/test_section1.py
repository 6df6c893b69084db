"""The control of section 1.2: eager and lazy runs on the same losses, and what a fault in either would hide."""

from fractions import Fraction

from littlestone.spec.bcs20 import section1_introduction as section
from littlestone.spec.boosting.lazy_bregman import cumulative, eager_measure, next_measure
from littlestone.spec.boosting.measures import induced, statistical_distance

HALF = Fraction(1, 2)
SHRINK = Fraction(1, 16)


def test_the_smallest_control_has_two_rounds() -> None:
    common = [(0, 1, 1), (1, 0, 0)]
    runs = [[(Fraction(first), *map(Fraction, row)) for row in common] for first in (0, 1)]
    eager = statistical_distance(*(induced(eager_measure(HALF, SHRINK, run, 4)) for run in runs))
    lazy = statistical_distance(*(induced(next_measure(HALF, SHRINK, cumulative(run, 4))) for run in runs))
    assert eager == Fraction(5, 9) and lazy < HALF


def test_margins_of_halfspaces() -> None:
    u, x = (Fraction(3, 5), Fraction(4, 5)), (Fraction(1), Fraction(0))
    assert section.margin(u, (x, u)) == Fraction(3, 5)
    assert all(section.inner(point, point) <= 1 for point in section.ball(2))  # type: ignore[arg-type]
    assert section.sign(Fraction(0)) == 1
