"""Trade-off curves: how often the best test between two neighbours misses, by how often it raises a false alarm.

A mechanism is f-private where every test between neighbours with false alarms at rate a misses at rate f(a) or more
(Dong, Roth and Su 2022). Here f is a convex polygon of rationals, so that f-privacy is decided exactly at the corners
of the laws' own trade-off curves: both are convex, so nothing between two corners is below where they are not.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
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
            raise ParameterError("trade-off curve", _shown(a), "false alarms that rise from 0 to 1")
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
        best: Size | Fraction = Fraction(0)
        for x, y in self.points:
            found = exact(1 - y - exp_epsilon * x)
            best = found if is_true(found > best) else best  # type: ignore[assignment]
        return best

    def exp_epsilon(self, delta: Exact) -> Exact | None:
        """The least e^epsilon >= 1 at which ``delta`` is not above this; None where 1 - f(0) is."""
        if is_true(1 - self.points[0][1] > delta):
            return None
        best: Exact = Fraction(1)
        for x, y in self.points[1:]:
            found = exact((1 - y - delta) / x)
            best = found if is_true(found > best) else best
        return best

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


def _excess(points: Sequence[Point], p: Exact, q: Exact) -> Exact:
    one, other = exact(_value(points, q) - (1 - p)), exact(_value(points, exact(1 - p)) - q)
    return one if is_true(one >= other) else other


def _value(points: Sequence[Point], alarms: Exact) -> Exact:
    low, high = 0, len(points) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_true(points[middle][0] <= alarms) else (low, middle)
    (a, b), (c, d) = points[low], points[high]
    return exact(b + (d - b) / (c - a) * (alarms - a))


def _slopes(points: Sequence[Point]) -> list[Fraction]:
    return [_steepness(one, other) for one, other in pairwise(points)]


def _shown(numbers: Sequence[Fraction]) -> str:
    return ", ".join(map(str, numbers[:6])) + (", ..." if len(numbers) > 6 else "")


def _grouped(points: tuple[Point, ...], steps: int) -> tuple[Point, ...]:
    """The corners of f(1 - f(1 - ...)): its own, and where a part of it meets one."""
    found = points
    for _ in range(steps - 1):
        corners = {a for a, _ in found} | {x for a, _ in points for x in _reached(found, 1 - a)}
        found = tuple((a, Fraction(_value(points, 1 - _value(found, a)))) for a in sorted(corners))  # type: ignore[arg-type]
    return found


def _reached(points: Sequence[Point], misses: Fraction) -> list[Fraction]:
    """Where the polygon has this value, on its falling parts."""
    return [a + (b - misses) / (b - d) * (c - a) for (a, b), (c, d) in pairwise(points) if b > misses > d]


# ---- From a function


def supported(f: Callable[[float], float]) -> TradeOff:
    """A polygon below a convex function of [0, 1], by lines that are nowhere above it, and one through its values.

    Only the function's values at 515 places are used, as rationals, and that it is convex, up to rounding.
    Raises ParameterError where they are no values of a trade-off curve.
    """
    from scipy.special import ndtr  # slow to import

    grid = [0.0, *(float(ndtr(WIDEST * (2 * i / CELLS - 1))) for i in range(CELLS + 1)), 1.0]
    asked = [(Fraction(a), _rounded(a, f(a))) for a in grid]
    above = tuple(_lower_hull(asked))
    if any(y > _value(above, x) + ROUNDING for x, y in asked):
        raise ParameterError("trade-off curve", "the function", "convex: tests can be mixed")
    TradeOff(above)
    return TradeOff(_envelope(_lines_below(above)), above)


def _rounded(alarms: float, misses: float) -> Fraction:
    """The value, moved into 0 to 1 - alarms where that is a matter of rounding."""
    value, most = Fraction(misses), 1 - Fraction(alarms)
    return min(max(value, Fraction(0)), most) if -ROUNDING <= value <= most + ROUNDING else value


def _lower_hull(points: Iterable[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _steepness(kept[-2], kept[-1]) >= _steepness(kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _steepness(one: Point, other: Point) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])


def _lines_below(points: Sequence[Point]) -> list[Line]:
    """Lines nowhere above a convex function with these values.

    On a cell it is not below its neighbouring cells' chords, carried on. With a slope between those of the cells next
    to a point, function minus line is least on one of these two cells.
    """
    slopes = _slopes(points)
    chords = [(s, y - s * x) for s, (x, y) in zip(slopes, points, strict=False)]
    found: list[Line] = [(Fraction(0), Fraction(0))]
    for i in range(1, len(points) - 1):
        slope = (slopes[i - 1] + slopes[i]) / 2
        lowest = (y - slope * x for cell in (i - 1, i) for x, y in _lowest(points, chords, cell))
        found.append((slope, min(lowest)))
    return found


def _lowest(points: Sequence[Point], chords: Sequence[Line], cell: int) -> Iterable[Point]:
    """The corners of the larger of the two chords on the cell, of the one there is at either end."""
    around = [chords[i] for i in (cell - 1, cell + 1) if 0 <= i < len(chords)]
    ends = points[cell][0], points[cell + 1][0]
    places = {*ends}
    if len(around) == 2 and around[0][0] != around[1][0]:
        meeting = (around[0][1] - around[1][1]) / (around[1][0] - around[0][0])
        places |= {meeting} if ends[0] < meeting < ends[1] else set()
    return [(x, max(s * x + b for s, b in around)) for x in places]


def _envelope(lines: Iterable[Line]) -> tuple[Point, ...]:
    """The corners on [0, 1] of the largest of the lines."""
    kept: list[Line] = []
    starts: list[Fraction] = []
    for slope, value in sorted(lines):
        if kept and kept[-1][0] == slope:
            kept.pop()
            starts.pop()
        while kept and _meeting(kept[-1], (slope, value)) <= starts[-1]:
            kept.pop()
            starts.pop()
        starts.append(_meeting(kept[-1], (slope, value)) if kept else Fraction(-1))
        kept.append((slope, value))
    places = [Fraction(0), *(x for x in starts if 0 < x < 1), Fraction(1)]
    return tuple((x, _on(kept[bisect_right(starts, x) - 1], x)) for x in places)


def _meeting(steep: Line, flat: Line) -> Fraction:
    return (steep[1] - flat[1]) / (flat[0] - steep[0])


def _on(line: Line, x: Fraction) -> Fraction:
    """The value there, less what rounding may have added."""
    return min(max(line[0] * x + line[1] - ROUNDING, Fraction(0)), 1 - x)
