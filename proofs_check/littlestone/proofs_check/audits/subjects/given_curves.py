"""Trade-off curves as claims, as users give them: points, a function, a file of points, or the name of either."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from littlestone.impl.classes.matrices import is_number
from littlestone.impl.privacy.trade_offs import TradeOff, supported
from littlestone.proofs_check.audits.subjects.notions import Curve
from littlestone.proofs_check.audits.subjects.targets import imported
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.compute.users_code import called
from littlestone.proofs_check.typed_numbers import rational
from littlestone.spec.learning.randomness import ParameterError

Points = Sequence[Sequence[Any]]
TradeOffClaim = str | Points | Callable[[float], float]
MOST_POINTS = 10_000  # a curve to be drawn; each is compared with each corner of the exact laws
LEAST_CLAIM = Fraction(1, 10**12)  # of misses at no false alarms: what allows more has an event's delta of 1 in floats
ADVICE = "give points [false alarms, misses] from 0 to 1, or a convex function of the false alarms"


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
