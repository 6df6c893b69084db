"""Trade-off curves as users give them: points, a function, a file of points, or the name of either."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from littlestone.impl.privacy.trade_offs import TradeOff, supported
from littlestone.proofs_check.audits.subjects.notions import Curve
from littlestone.proofs_check.audits.subjects.targets import imported
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.learning.randomness import ParameterError

Points = Sequence[Sequence[Any]]
TradeOffClaim = str | Points | Callable[[float], float]
MOST_POINTS = 10_000  # a curve to be drawn; each is compared with each corner of the exact laws
ADVICE = "give points [false alarms, misses] from 0 to 1, or a convex function of the false alarms"


def given_curve(claim: TradeOffClaim) -> Curve:
    """The curve of a list of (false alarms, misses), a convex function, a .csv or .json file, or module:name of one.

    Numbers are taken by their decimals. Raises BadInput where it is no trade-off curve.
    """
    source = claim if isinstance(claim, str) else ""
    where = f"tradeoff {source}".strip()
    value = _named(claim, where) if isinstance(claim, str) else claim
    try:
        return Curve(supported(value) if callable(value) else TradeOff(_points(value)), source)
    except (ParameterError, ValueError, TypeError, ZeroDivisionError, OverflowError) as error:
        raise BadInput(where, f"it is no trade-off curve ({error})", ADVICE) from error


def _named(name: str, where: str) -> Points | Callable[[float], float]:
    path = Path(name)
    if path.suffix.lower() not in (".csv", ".json"):
        found: Points | Callable[[float], float] = imported(name)
        return found
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix.lower() == ".json":
            return json.loads(text, parse_float=Fraction)  # type: ignore[no-any-return]
        rows = [row for row in csv.reader(text.splitlines()) if row]
        return rows if _is_number(rows[0][0]) else rows[1:]
    except (OSError, ValueError, LookupError) as error:
        raise BadInput(where, f"it cannot be read ({error})", ADVICE) from error


def _is_number(text: str) -> bool:
    try:
        Fraction(text.strip())
    except ValueError:
        return False
    return True


def _points(value: Points) -> tuple[tuple[Fraction, Fraction], ...]:
    if len(value) > MOST_POINTS:
        raise ValueError(f"it has more than {MOST_POINTS:,} points")
    pairs = [tuple(map(_exact, point)) for point in value]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("a point is no pair of numbers")
    return tuple((x, y) for x, y in sorted(pairs))


def _exact(number: Any) -> Fraction:
    if isinstance(number, str):
        return Fraction(number.strip())
    return Fraction(repr(float(number))) if isinstance(number, float) else Fraction(number)
