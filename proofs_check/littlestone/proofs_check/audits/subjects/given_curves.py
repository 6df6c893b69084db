"""Trade-off curves as claims, as users give them: points, a function, a file of points, or the name of either."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from littlestone.impl.classes.matrices import is_number
from littlestone.impl.privacy.trade_offs import TradeOff, supported
from littlestone.proofs_check.audits.subjects.notions import (
    Bound,
    Notion,
    Shown,
    common_delta,
    fraction_below,
    rounded_up,
)
from littlestone.proofs_check.audits.subjects.number_text import as_fraction
from littlestone.proofs_check.audits.subjects.results import Measure
from littlestone.proofs_check.audits.subjects.targets import imported
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.compute.users_code import called
from littlestone.proofs_check.statistics.polygons import trade_off_null
from littlestone.proofs_check.statistics.power import least_reported
from littlestone.proofs_check.statistics.two_sample import Counts, combined_excess_lower_bound
from littlestone.proofs_check.typed_numbers import rational
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.algebra.reals import exp as exponential
from littlestone.spec.learning.privacy import Privacy
from littlestone.spec.learning.randomness import Exact, ParameterError, exact, is_true

Points = Sequence[Sequence[Any]]
TradeOffClaim = str | Points | Callable[[float], float]
MOST_POINTS = 10_000  # a curve to be drawn; each is compared with each corner of the exact laws
LEAST_CLAIM = Fraction(1, 10**12)  # of misses at no false alarms: what allows more has an event's delta of 1 in floats
ADVICE = "give points [false alarms, misses] from 0 to 1, or a convex function of the false alarms"


@dataclass(frozen=True)
class Curve(Notion):
    """f-privacy: tests do no better than a trade-off curve (Dong, Roth and Su 2022); the number is by how much."""

    curve: TradeOff
    source: str = ""
    key, name = "tradeoff", "excess over the trade-off curve"
    claimed = Fraction(0)

    @property
    def words(self) -> str:
        """The claim in words."""
        corners = f"{len(self.curve.points)} corners"
        return f"a trade-off curve, by {corners} below it" if self.curve.above else f"a trade-off curve of {corners}"

    @property
    def typed(self) -> str:
        """Where it was read from."""
        return self.source

    @property
    def usual_delta(self) -> Fraction:
        """Half of what tests gain, or what the curve allows to be given away at once, in either order of the inputs."""
        given_away = min(1 - curve.points[0][1] for curve in self._both)
        return max(common_delta(float(self.curve.delta(Fraction(1)))), given_away)

    @property
    def _both(self) -> tuple[TradeOff, TradeOff]:
        """What is claimed of either order of two neighbours says of the other one what its inverse does."""
        return self.curve, self.curve.inverse

    def epsilon(self, delta: Exact) -> Exact | None:
        """By the steepest line through a corner that leaves delta."""
        found = [rounded_up(exact(ln(e))) for curve in self._both if (e := curve.exp_epsilon(delta)) is not None]
        return min(found, default=None)

    def exactly(self, privacy: Privacy[Any, Any]) -> tuple[Measure, Shown]:
        """The largest excess over all corners of the laws' own curves."""
        best: tuple[Exact, Shown] = Fraction(0), None
        keeps: bool | None = True
        seen: set[tuple[Exact, Exact]] = set()
        for event in privacy.events:
            if (event.p, event.q) not in seen:
                seen.add((event.p, event.q))
                found = self.curve.excess(event.p, event.q)
                best = (found, event) if is_true(found > best[0]) else best
                keeps = keeps if self.curve.is_kept(event.p, event.q) else None
        return Measure(self, as_fraction(best[0]), False if best[1] is not None else keeps), best[1]

    def from_draws(self, blocks: Sequence[Counts], error: float) -> Bound:
        """Of the events as tests, and with half of the error of their complements, where these say something else."""
        null = trade_off_null(self.curve.points)
        return max(combined_excess_lower_bound(each, null, share) for each, share in self._shares(blocks, error))

    def _shares(self, blocks: Sequence[Counts], error: float) -> list[tuple[Sequence[Counts], float]]:
        """The tests and what of the error each has."""
        if self.curve.is_symmetric:
            return [(blocks, error)]
        complements = [
            Counts(b.draws_second - b.hits_second, b.draws_second, b.draws_first - b.hits_first, b.draws_first)
            for b in blocks
        ]
        return [(blocks, error / 2), (complements, error / 2)]

    def loss(self, p: float, q: float) -> float:
        """p above what the curve allows at q, or 1 - q above that at 1 - p."""
        null = trade_off_null(self.curve.points)
        return max(null.parameter(p, q), null.parameter(1 - q, 1 - p))

    def least_reported(self, blocks: Sequence[Counts], error: float) -> float | None:
        """The lesser of what the tests show."""
        null = trade_off_null(self.curve.points)
        shown = [
            least_reported(each, lambda _: null, null.parameter, 0.0, share)
            for each, share in self._shares(blocks, error)
        ]
        return min((one for one in shown if one is not None), default=None)

    def from_epsilon(self, epsilon: Fraction, delta: Exact) -> Bound:
        """What delta is above the one that the curve implies."""
        return max(Fraction(0), fraction_below(delta - Real.of(self.curve.delta(exact(exponential(epsilon))))))

    def grouped(self, steps: int) -> Curve:
        """1 - (1 - f) applied so many times over (Dong, Roth and Su 2022, theorem 2.14)."""
        return Curve(self.curve.grouped(steps), self.source)

    def misses(self, alarms: float) -> float:
        """The polygon, and its inverse, whichever is higher."""
        tables = (np.array(curve.points, dtype=np.float64) for curve in self._both)
        return max(float(np.interp(alarms, table[:, 0], table[:, 1])) for table in tables)


def given_curve(claim: TradeOffClaim) -> Curve:
    """The curve of a list of (false alarms, misses), a convex function, a .csv or .json file, or module:name of one.

    Numbers are taken by their decimals. Raises BadInput where it is no trade-off curve.
    """
    source = claim if isinstance(claim, str) else ""
    where = f"tradeoff {source}".strip()
    value = _named(claim, where) if isinstance(claim, str) else claim

    def asked(alarms: float) -> float:
        what = f"the function, at false alarms {alarms:.6g},"
        misses = called(lambda: float(value(alarms)), where, what, ADVICE)  # type: ignore[operator]
        if not isfinite(misses):
            raise BadInput(where, f"{what} gave {misses}", ADVICE)
        return misses

    try:
        curve = supported(asked) if callable(value) else TradeOff(_points(value))
    except BadInput:
        raise
    except (ParameterError, ValueError, TypeError, ZeroDivisionError, OverflowError) as error:
        raise BadInput(where, f"it is no trade-off curve ({error})", ADVICE) from error
    if curve.points[0][1] < LEAST_CLAIM:
        raise BadInput(where, "it is 0 everywhere, so it claims nothing", "claim some misses at no false alarms")
    return Curve(curve, source)


def _named(name: str, where: str) -> Points | Callable[[float], float]:
    path, kind = Path(name), Path(name).suffix.lower()
    if kind not in (".csv", ".json"):
        found: Points | Callable[[float], float] = imported(name)
        return found
    try:
        text = path.read_text(encoding="utf-8-sig")
        if kind == ".json":
            return json.loads(text, parse_float=rational)  # type: ignore[no-any-return]
        rows = [row for row in csv.reader(text.splitlines()) if row]
        return rows if is_number(rows[0][0].partition("/")[0]) else rows[1:]  # below the titles
    except (OSError, ValueError, LookupError) as error:
        raise BadInput(where, f"it cannot be read ({error})", ADVICE) from error


def _points(value: Points) -> tuple[tuple[Fraction, Fraction], ...]:
    if len(value) > MOST_POINTS:
        raise ValueError(f"it has more than {MOST_POINTS:,} points")
    pairs = [tuple(map(_exact, point)) for point in value]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("a point is no pair of numbers")
    return tuple((x, y) for x, y in sorted(pairs))


def _exact(number: Any) -> Fraction:
    if isinstance(number, str):
        return rational(number.strip())
    return Fraction(repr(float(number))) if isinstance(number, float | np.floating) else Fraction(number)
