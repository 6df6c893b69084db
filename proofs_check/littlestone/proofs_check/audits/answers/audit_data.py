"""A result as plain data, in the form of ``audit_schema.json``."""

from __future__ import annotations

import json
import math
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib.metadata import version
from importlib.resources import files

from littlestone.proofs_check.audits.answers.outcomes import outcome_of
from littlestone.proofs_check.audits.answers.six_lines import verdict_line
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair
from littlestone.proofs_check.audits.subjects.number_text import as_fraction, rational_text, rounded_down
from littlestone.proofs_check.audits.subjects.results import (
    AuditResult,
    Event,
    ExactResult,
    KindOfLeak,
    LeastRho,
    Measure,
)
from littlestone.proofs_check.audits.subjects.scope import REMEDIES
from littlestone.proofs_check.json_types import Json, JsonObject
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.randomness import Exact

SCHEMA = 1
NOTION_DIGITS = 12
_NEITHER: JsonObject = {"opposite": None, "least_delta": None}


def audit_data(result: AuditResult) -> JsonObject:
    """The result for machines: exact numbers as text beside a float, infinity as null."""
    plain = {name: _plain(getattr(result, name)) for name in _copied()}
    return {
        "schema": SCHEMA,
        "tool": {"name": "littlestone", "version": version("littlestone")},
        "line": verdict_line(result),
        "outcome": outcome_of(result),
        **plain,
        "claimed": {
            "epsilon": _number(result.epsilon),
            "delta": _number(result.delta),
            "implied": result.implied,
        },
        "bound": _number(result.bound.number),
        "measures": [_measure(one) for one in result.measures],
        "pair": _pair(result.pair),
        "event": _event(result.event),
        "kinds": [_kind(one) for one in result.kinds],
        "draws": [{"purpose": purpose, "count": count} for purpose, count in result.draws],
        "exact": _exact(result.exact),
    }


def audit_schema() -> JsonObject:
    """The JSON Schema (2020-12) that the JSON output follows."""
    text = files("littlestone.proofs_check.audits.answers").joinpath("audit_schema.json").read_text(encoding="utf-8")
    schema: JsonObject = json.loads(text)
    return schema


def _copied() -> list[str]:
    own = {"epsilon", "delta", "bound", "pair", "event", "kinds", "draws", "exact", "measures", "implied", "goal"}
    return [f.name for f in fields(AuditResult) if f.name not in own]


def _plain(value: object) -> Json:
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Fraction | Real):
        return float(as_fraction(value))
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    assert isinstance(value, str | int | None), f"{value!r} has no place in plain data"
    return value


def _number(value: Exact | float | None) -> JsonObject:
    """A number as text that is exact and as the float next to it."""
    if value is None or (isinstance(value, float) and math.isinf(value)):
        return {"text": "infinite", "value": None}
    text = repr(value) if isinstance(value, float) else rational_text(value)
    return {"text": text, "value": float(as_fraction(value))}


def _measure(one: Measure) -> JsonObject:
    notion = one.notion
    bound = one.bound if isinstance(one.bound, float) else Fraction(rounded_down(one.bound, NOTION_DIGITS))
    return {
        "notion": notion.key,
        "name": notion.name,
        "claimed": _number(notion.claimed),
        "words": notion.words,
        "bound": _number(bound),
        "keeps": one.keeps,
    }


def _pair(pair: AnyPair | None) -> JsonObject | None:
    if pair is None:
        return None
    changed = pair.changed if isinstance(pair, Pair) else None
    return {"what": pair.what, "changed": changed, "first": _plain(pair.first), "second": _plain(pair.second)}


def _event(event: Event | None) -> JsonObject | None:
    if event is None:
        return None
    if event.first_draws is None:
        first, second = _number(Fraction(event.first) if isinstance(event.first, int) else event.first), event.second
        likely = {"first": first, "second": _number(Fraction(second) if isinstance(second, int) else second)}
        return {"description": event.description, "probabilities": likely, "counts": None, **_NEITHER}
    counts = {name: getattr(event, name) for name in ("first", "first_draws", "second", "second_draws")}
    opposite = None if event.opposite is None else _plain(event.opposite)
    shown = {"description": event.description, "probabilities": None, "counts": counts}
    return {**shown, "opposite": opposite, "least_delta": event.least_delta}


def _kind(one: KindOfLeak) -> JsonObject:
    return {
        "kind": one.kind,
        "bound": _number(one.bound),
        "measures": [_measure(each) for each in one.measures],
        "leaks": one.leaks,
        "remedy": REMEDIES[one.kind],
        "pair": _pair(one.pair),
        "event": _event(one.event),
    }


def _exact(found: ExactResult | None) -> JsonObject | None:
    if found is None:
        return None
    return {
        "epsilon": _number(found.epsilon),
        "delta": _number(found.delta),
        "is_private": found.is_private,
        "examined": found.examined,
        "rho": None if found.rho is None else _least_rho(found.rho),
        "named": found.named,
        "varied": found.varied,
        "renyi": _plain(found.renyi),
    }


def _least_rho(found: LeastRho) -> JsonObject:
    """Both ends with few digits, rounded outward."""
    upper = None if found.upper is None else -Fraction(rounded_down(-found.upper, NOTION_DIGITS))
    lower = Fraction(rounded_down(found.lower, NOTION_DIGITS))
    return {"lower": _number(lower), "upper": _number(upper), "order": float(found.order)}
