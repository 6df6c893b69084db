"""Best-first branch and bound over all values of the parameters, for one clause of a statement about numbers."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import isfinite

from flint import arb

from littlestone.proofs_check.numbers.ball_programs import exact_ball
from littlestone.proofs_check.numbers.cells import Cell, halves, unit_cell
from littlestone.proofs_check.numbers.clauses import Clause
from littlestone.proofs_check.numbers.points import Number, Point, PointCheck, difference, relation_holds
from littlestone.spec.algebra.rationals import pair_of
from littlestone.spec.algebra.reals import Real, enclosure
from littlestone.spec.domains import Naturals, Reals

UNDEFINED = -1e18  # a box where nothing is known goes first: halved, it may get a value
TINY = 1e-6  # denominators up to 10^9 would leave it three digits or none
MOST_DENOMINATOR = 10**9  # readable, and close enough to violate where the float does
END_PRECISION = 128  # of an irrational end, over twice that of the search, so that boxes are no wider for it


@dataclass(frozen=True)
class Chart:
    """One parameter's range as the image of [0, 1]; infinity is the image of an end."""

    domain: Reals | Naturals
    parts: dict[tuple[int, ...], arb] = field(default_factory=dict)  # boxes share all sides but the one that was cut
    numbers: dict[tuple[int, ...], Number | None] = field(default_factory=dict)

    @cached_property
    def _ends(self) -> tuple[arb | None, arb | None]:
        if isinstance(self.domain, Naturals):
            return arb(self.domain.least), None
        low, high = self.domain.low, self.domain.high
        return _end(low), _end(high)

    def at(self, t: Fraction) -> arb:
        """The value at t, not finite at an infinite end."""
        low, high = self._ends
        if low is not None and high is not None:
            return low + (high - low) * exact_ball(t)
        if low is not None:
            return low + exact_ball(t) / exact_ball(1 - t)
        if high is not None:
            return high - exact_ball(1 - t) / exact_ball(t)
        return exact_ball(2 * t - 1) / exact_ball(t * (1 - t))

    def part(self, start: Fraction, stop: Fraction) -> arb:
        """A ball that holds the values between two arguments."""
        place = (*pair_of(start), *pair_of(stop))
        if place not in self.parts:
            self.parts[place] = self.at(start).union(self.at(stop))
        return self.parts[place]

    def inside(self, start: Fraction, stop: Fraction) -> Number | None:
        """A number near the image of the middle: an integer for an integer parameter, else a simple rational; None
        where it is too large for a float."""
        place = (*pair_of(start), *pair_of(stop))
        if place not in self.numbers:
            self.numbers[place] = self._near_middle(start, stop)
        return self.numbers[place]

    def _near_middle(self, start: Fraction, stop: Fraction) -> Number | None:
        middle = float(self.at((start + stop) / 2).mid())
        if not isfinite(middle):
            return None
        if isinstance(self.domain, Naturals):
            return max(self.domain.least, round(middle))
        return Fraction(middle) if abs(middle) < TINY else Fraction(middle).limit_denominator(MOST_DENOMINATOR)


def _end(end: Real | None) -> arb | None:
    return None if end is None else enclosure(end, END_PRECISION)


@dataclass
class ClauseSearch:
    """Splits the box of all parameters, most violated part first, until each part satisfies the clause or one fails."""

    check: PointCheck
    clause: Clause
    most_boxes: int
    boxes: int = 0
    heap: list[tuple[float, int, Cell]] = field(default_factory=list)
    serial: Iterator[int] = field(default_factory=count)
    split: set[Cell] = field(default_factory=set)

    def run(self) -> Point | bool | None:
        """A point where the whole statement is false, True where the clause holds on every box, else None."""
        self.names = list(self.check.domains)
        self.charts = [Chart(self.check.domains[name]) for name in self.names]
        self._keep(unit_cell(len(self.names)))
        while self.heap and self.boxes < self.most_boxes:
            cell = heapq.heappop(self.heap)[2]
            self.split.add(cell)
            middle = {name: chart.inside(*ends) for name, chart, ends in self._sides(cell)}
            point = {name: value for name, value in middle.items() if value is not None}
            if point.keys() == middle.keys() and self.check.is_violation(point):
                return point
            for half in halves(cell):
                self._keep(half)
        return None if self.heap else True

    @property
    def tree(self) -> str:
        """Which boxes were halved, 1 for those, from the whole one down, the upper half of each before the lower."""
        cells, found = [unit_cell(len(self.names))], ""
        while cells:
            cell = cells.pop()
            found += "1" if cell in self.split else "0"
            cells += halves(cell) if cell in self.split else ()
        return found

    def _sides(self, cell: Cell) -> Iterator[tuple[str, Chart, tuple[Fraction, Fraction]]]:
        return zip(self.names, self.charts, cell, strict=True)

    def _keep(self, cell: Cell) -> None:
        """Put a box that may violate the clause on the heap."""
        self.boxes += 1
        values = {name: chart.part(*ends) for name, chart, ends in self._sides(cell)}
        gaps = [(comparison.relation, difference(comparison)(values)) for comparison in self.clause]
        if not any(relation_holds(gap, relation) for relation, gap in gaps):
            scores = [_margin(relation, gap) for relation, gap in gaps]
            heapq.heappush(self.heap, (max(scores, default=0.0), next(self.serial), cell))


def _margin(relation: str, gap: arb) -> float:
    """The least value that a comparison's difference may have: lower means worse. It only orders the search."""
    if not gap.is_finite():
        return UNDEFINED
    if relation in ("<=", "<"):
        return float(gap.lower())
    size = abs(gap)
    return -float(size.upper()) if relation == "==" else float(size.lower())
