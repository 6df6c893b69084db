"""Trade-off curves: how often the best test between two neighbours misses, by how often it raises a false alarm.

A mechanism is f-private where every test between neighbours with false alarms at rate a misses at rate f(a) or more
(Dong, Roth and Su 2022). Here f is a convex polygon of rationals, so that f-privacy is decided exactly at the corners
of the laws' own trade-off curves: both are convex, so nothing between two corners is below where they are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TypeVar

from littlestone.spec.learning.randomness import Exact, ParameterError, exact, is_true

Point = tuple[Fraction, Fraction]
Line = tuple[Fraction, Fraction]  # slope and value at 0
CELLS = 512  # where a function is asked: the polygon is below by 6e-5 at most for mu = 1, less than a million draws see
ROUNDING = Fraction(1, 10**9)  # what a function's floats may miss convexity and 1 - a by
WIDEST = 6.5  # deviations: beyond, false alarms are rarer than 10^-10, and 1 - a loses its digits
Size = TypeVar("Size", Fraction, Exact)


@dataclass(frozen=True)
class TradeOff:
    """The convex polygon through ``points`` (false alarms, misses), from false alarms 0 to 1.

    ``above`` are the corners of a polygon not below the claimed curve, where that is a function of which only some
    values are known; none where the points are the curve itself.
    Raises ParameterError unless 0 <= f(a) <= 1 - a, and f is convex, so that it does not rise.
    """

    points: tuple[Point, ...]
    above: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        a = [x for x, _ in self.points]
        if len(a) < 2 or a[0] != 0 or a[-1] != 1 or any(x >= y for x, y in pairwise(a)):
            shown = ", ".join(map(str, a[:6])) + (", ..." if len(a) > 6 else "")
            raise ParameterError("trade-off curve", shown, "false alarms that rise from 0 to 1")
        for x, y in self.points:
            if not 0 <= y <= 1 - x:
                raise ParameterError("trade-off curve", f"misses {y} at false alarms {x}", "from 0 to 1 - false alarms")
        if any(s > t for s, t in pairwise(_slopes(self.points))):
            raise ParameterError("trade-off curve", "its corners", "convex: tests can be mixed")

    def misses(self, alarms: Exact) -> Exact:
        """f at a rate of false alarms."""
        return _value(self.points, alarms)

    def excess(self, p: Exact, q: Exact) -> Exact:
        """How far the misses of an event with these probabilities are below f: as a test, and its complement as one."""
        return _excess(self.points, p, q)

    def is_kept(self, p: Exact, q: Exact) -> bool:
        """The event is no better a test than the curve allows, even where that is only known to be below a polygon."""
        if not self.above or is_true(p <= q):
            return not is_true(_excess(self.points, p, q) > 0)
        return is_true(_excess(self.above, p, q) <= -ROUNDING)

    def delta(self, exp_epsilon: Size) -> Size | Fraction:
        """The least delta at this e^epsilon >= 0 that f-privacy implies: the largest 1 - f(a) - e^epsilon a."""
        return _largest([Fraction(0), *(exact(1 - y - exp_epsilon * x) for x, y in self.points)])  # type: ignore[return-value]

    def exp_epsilon(self, delta: Exact) -> Exact | None:
        """The least e^epsilon >= 1 at which ``delta`` is not above this; None where 1 - f(0) is."""
        if is_true(1 - self.points[0][1] > delta):
            return None
        return _largest([Fraction(1), *(exact((1 - y - delta) / x) for x, y in self.points[1:])])

    def grouped(self, steps: int) -> TradeOff:
        """What is kept between inputs so many steps apart: 1 - (1 - f) applied so many times over."""
        above = self.above and _grouped(self.above, steps)
        return TradeOff(_grouped(self.points, steps), above)

    @property
    def inverse(self) -> TradeOff:
        """What f asks of the same test with the two inputs exchanged: false alarms are misses then."""
        end = next(x for x, y in self.points if y == 0)
        turned = tuple((y, x) for x, y in reversed(self.points) if x <= end)
        return TradeOff(turned if turned[-1][0] == 1 else (*turned, (Fraction(1), Fraction(0))))

    @property
    def is_symmetric(self) -> bool:
        """f is its own inverse, so that a test and its complement ask the same of it."""
        end = next(x for x, y in self.points if y == 0)
        return all(_value(self.points, y) == x for x, y in self.points if x <= end)


def _largest(numbers: Iterable[Exact]) -> Exact:
    return reduce(lambda best, found: found if is_true(found > best) else best, numbers)


def _excess(points: Sequence[Point], p: Exact, q: Exact) -> Exact:
    return _largest([exact(_value(points, q) - (1 - p)), exact(_value(points, exact(1 - p)) - q)])


def _value(points: Sequence[Point], alarms: Exact) -> Exact:
    low, high = 0, len(points) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_true(points[middle][0] <= alarms) else (low, middle)
    (a, b), (c, d) = points[low], points[high]
    return exact(b + (d - b) / (c - a) * (alarms - a))


def _slopes(points: Sequence[Point]) -> list[Fraction]:
    return [_steepness(one, other) for one, other in pairwise(points)]


def _grouped(points: tuple[Point, ...], steps: int) -> tuple[Point, ...]:
    """The corners of f(1 - f(1 - ...)): its own, and where a part of it meets one."""
    found = points
    for _ in range(steps - 1):
        corners = {a for a, _ in found}
        for misses in [1 - a for a, _ in points]:  # where the polygon has this value, on its falling parts
            corners |= {a + (b - misses) / (b - d) * (c - a) for (a, b), (c, d) in pairwise(found) if b > misses > d}
        found = tuple((a, Fraction(_value(points, 1 - _value(found, a)))) for a in sorted(corners))  # type: ignore[arg-type]
    return found


def supported(f: Callable[[float], float]) -> TradeOff:
    """A polygon below a convex function of [0, 1], by lines that are nowhere above it, and one through its values.

    Only the function's values at 515 places are used, as rationals, and that it is convex, up to rounding.
    Raises ParameterError where they are no values of a trade-off curve.
    """
    from scipy.special import ndtr  # slow to import

    grid = [0.0, *(float(ndtr(WIDEST * (2 * i / CELLS - 1))) for i in range(CELLS + 1)), 1.0]
    asked = []
    for alarms, misses in ((Fraction(a), Fraction(f(a))) for a in grid):  # moved into 0..1 - a where that is rounding
        is_near = -ROUNDING <= misses <= 1 - alarms + ROUNDING
        asked.append((alarms, min(max(misses, Fraction(0)), 1 - alarms) if is_near else misses))
    above = tuple(_lower_hull(asked))
    if any(y > _value(above, x) + ROUNDING for x, y in asked):
        raise ParameterError("trade-off curve", "the function", "convex: tests can be mixed")
    TradeOff(above)
    return TradeOff(_envelope([(Fraction(0), Fraction(0)), *_lines_below(above)]), above)


def _lower_hull(points: Iterable[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _steepness(kept[-2], kept[-1]) >= _steepness(kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _steepness(one: Point, other: Point) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])


def _lines_below(points: Sequence[Point]) -> Iterator[Line]:
    """For each cell between two points a line of its chord's slope, nowhere above a convex function with these values.

    The function is not below a chord, carried on, outside of its cell. So in its own cell it is not below the chords of
    the cells beside, nor below the line through where these meet, which is nowhere above the cell's own chord.
    """
    chords = [(s, y - s * x) for s, (x, y) in zip(_slopes(points), points, strict=False)]
    for i, (slope, _) in enumerate(chords):
        beside = [chords[j] for j in (i - 1, i + 1) if 0 <= j < len(chords)] or [(slope, Fraction(0))]
        x = _meeting(*beside) if len(beside) == 2 else points[0 if i == 0 else -1][0]
        yield slope, beside[0][0] * x + beside[0][1] - slope * x


def _envelope(lines: Iterable[Line]) -> tuple[Point, ...]:
    """The corners on [0, 1] of the largest of the lines, less what rounding may have added.

    A line counts where its slope and minus its value at 0 are a corner of the lower hull of these pairs.
    """
    best = dict(sorted(lines))
    kept = [(slope, -low) for slope, low in _lower_hull((slope, -value) for slope, value in best.items())]
    turns = [(_meeting(one, other), one) for one, other in pairwise(kept)]
    last = next((one for x, one in turns if x >= 1), kept[-1])
    first = next((one for x, one in turns if x > 0), kept[-1])
    corners = [(Fraction(0), first), *((x, one) for x, one in turns if 0 < x < 1), (Fraction(1), last)]
    return tuple((x, min(max(slope * x + value - ROUNDING, Fraction(0)), 1 - x)) for x, (slope, value) in corners)


def _meeting(flat: Line, steep: Line) -> Fraction:
    return (flat[1] - steep[1]) / (steep[0] - flat[0])
