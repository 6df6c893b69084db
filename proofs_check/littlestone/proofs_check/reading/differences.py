"""Where two composite values differ first: the way to it, and what each has there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from littlestone.proofs_check.reading.values import value_text
from littlestone.spec.learning.laws import Law

Difference = tuple[str, object, object]  # the way, such as [1].point, and the two values there


def first_difference(x: object, y: object) -> Difference:
    """The innermost place where x and y differ first; the whole of them, with an empty way, where none is seen."""
    for way, v, w in _parts(x, y):
        if _differ(v, w):
            inner, v, w = first_difference(v, w)
            return way + inner, v, w
    return "", x, y


def _differ(v: object, w: object) -> bool:
    try:
        return not bool(v == w)
    except (TypeError, ValueError):  # undecided, or an array
        return False


def _parts(x: object, y: object) -> Iterable[Difference]:
    """The parts of two values of the same form, one by one; none of what has no parts."""
    if isinstance(x, Law) and isinstance(y, Law):
        return [(f"[{value_text(outcome)}]", x[outcome], y[outcome]) for outcome in {**x.weights, **y.weights}]
    if type(x) is not type(y):
        return []
    if isinstance(x, tuple | list) and isinstance(y, tuple | list):
        return [(f"[{i}]", v, w) for i, (v, w) in enumerate(zip(x, y, strict=False))] if len(x) == len(y) else []
    if is_dataclass(x) and not isinstance(x, type):
        return [(f".{field.name}", getattr(x, field.name), getattr(y, field.name)) for field in fields(x)]
    return []
