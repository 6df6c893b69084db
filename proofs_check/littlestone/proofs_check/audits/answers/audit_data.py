"""A result as plain data, in the form of ``audit_schema.json``."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib.metadata import version
from math import isfinite
from typing import Any

from littlestone.impl.privacy.renyi import Enclosure
from littlestone.proofs_check.audits.answers.six_lines import outcome_of, verdict_line
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.number_text import Bound, as_float, as_fraction, rounded_down
from littlestone.proofs_check.audits.subjects.results import AuditResult, Event, ExactResult, KindOfLeak, Measure
from littlestone.proofs_check.audits.subjects.scope import REMEDIES
from littlestone.proofs_check.json_types import Json, JsonObject
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.randomness import Exact, exact

SCHEMA = 1
NOTION_DIGITS = 12


def audit_data(result: AuditResult) -> JsonObject:
    """The result for machines: exact numbers as text beside a float, infinity as null."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "littlestone", "version": version("littlestone")},
        "line": verdict_line(result),
        "outcome": outcome_of(result),
        **_fields(result, "epsilon", "delta", "implied", "unsettled"),
        "claimed": {"epsilon": _number(result.epsilon), "delta": _number(result.delta), "implied": result.implied},
        "draws": [{"purpose": purpose, "count": count} for purpose, count in result.draws],
    }


def _fields(value: Any, *left_out: str) -> JsonObject:
    return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.name not in left_out}


def _plain(value: object) -> Json:
    match value:
        case Pair():
            return {**_fields(value), "changed": value.changed}
        case Bound():
            return _number(value)
        case Event():
            names, is_exact = ("first", "first_draws", "second", "second_draws"), value.first_draws is None
            counts: Json = {name: getattr(value, name) for name in names}
            likely: Json = {"first": _number(exact(value.first)), "second": _number(exact(value.second))}
            found = {"probabilities": likely if is_exact else None, "counts": None if is_exact else counts}
            return _fields(value, *names) | found
        case Measure():
            return _measure(value)
        case KindOfLeak():
            return {**_fields(value), "remedy": REMEDIES[value.kind]}
        case Enclosure():
            upper = None if value.upper is None else -_digits(-value.upper)
            return {"lower": _number(_digits(value.lower)), "upper": _number(upper), "order": float(value.order)}
        case ExactResult():
            return _fields(value) | {"epsilon": _number(value.epsilon), "delta": _number(value.delta)}
        case tuple():
            return [_plain(item) for item in value]
        case Fraction() | Real():
            return as_float(value)
        case float():
            return value if isfinite(value) else None
    if is_dataclass(value):
        return _fields(value)
    assert isinstance(value, str | int | None), f"{value!r} has no place in plain data"
    return value


def _number(value: Exact | float | Bound | None) -> JsonObject:
    """A number as text that is exact and as the float next to it."""
    known = Bound(value)
    return {"text": str(known), "value": None if known.is_infinite else float(known)}


def _digits(number: Exact) -> Fraction:
    """A number of few digits, not above it."""
    return Fraction(rounded_down(as_fraction(number), NOTION_DIGITS))


def _measure(one: Measure) -> JsonObject:
    return {
        "notion": one.notion.key,
        "name": one.notion.name,
        "claimed": _number(one.notion.claimed),
        "words": one.notion.words,
        "bound": _number(one.bound if isinstance(one.bound, float) else _digits(one.bound)),
        "keeps": one.keeps,
    }
