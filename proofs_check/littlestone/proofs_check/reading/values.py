"""Values of a statement in words, short and exact, and where two of them differ first.

What is irrational has its first digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from fractions import Fraction
from math import isfinite

from littlestone.proofs_check.questions.universes import set_text
from littlestone.spec.algebra.circuit import CONSTANT, Truth
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import RATIONAL, Real, enclosure, symbols
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.learning.laws import Law

SHOWN_PRECISION = 64  # more than the five digits that are shown
LONGEST = 60  # characters of a value
LONGEST_NUMBER = 24  # characters of an irrational number, above which its digits are enough
MOST_BITS = 40  # of a numerator or denominator, above which digits are enough


def value_text(value: object) -> str:
    """The value in words; empty where it has none that is short, such as a function."""
    text = _text(value)
    return text if len(text) <= LONGEST else ""


def _text(value: object) -> str:
    match value:
        case Truth():
            return str(bool(value)).lower() if value.op is CONSTANT else ""
        case bool() | None | range():
            return str(value)
        case int() | Fraction() | Real():
            return number_text(value)
        case Number():
            with suppress(UndecidedTruth):
                return number_text(value.value)
            return ""
        case str():
            return repr(value)
        case ConceptClass():
            with suppress(TypeError):  # it is symbolic
                return set_text(value.functions())
            return ""
        case Law():
            return "{" + ", ".join(f"{_text(y)}: {_text(w)}" for y, w in value.items) + "}"
        case tuple():
            return f"({', '.join(map(_text, value))}{',' if len(value) == 1 else ''})"
        case list():
            return f"[{', '.join(map(_text, value))}]"
        case set() | frozenset():
            return "{" + ", ".join(sorted(_text(part) for part in value)) + "}"
        case dict():
            return "{" + ", ".join(f"{_text(k)}: {_text(v)}" for k, v in value.items()) + "}"
    return ""


def number_text(value: int | Fraction | Real) -> str:
    """An exact number, with its first digits where it is irrational, and these alone where it is long."""
    expression = Real.of(value)
    if expression.op is RATIONAL:
        long = max(map(abs, expression.value.as_integer_ratio())).bit_length() > MOST_BITS
        return _digits(expression) if long else str(expression.value)
    text = str(expression)
    if symbols(expression):
        return text
    digits = _digits(expression)
    return f"{text} = {digits}" if digits and len(text) <= LONGEST_NUMBER else digits or text


def _digits(expression: Real) -> str:
    """The first digits of a closed expression."""
    try:
        middle = enclosure(expression, SHOWN_PRECISION).mid()
    except TypeError:  # a binomial or a sum of what is no integer
        return ""
    if not middle.is_finite():
        return ""
    number = float(middle)
    if not number or not isfinite(number):
        return f"{middle.str(5, radius=False)}..."
    digits = f"{number:.5g}"
    return f"{digits if '.' in digits else f'{number:#.5g}'}..."


# ---- Where two differ

Difference = tuple[str, object, object]  # the way, such as [1].point, and the two values there


def first_difference(x: object, y: object) -> Difference:
    """The innermost place where x and y differ first; the whole of them, with an empty way, where none is seen."""
    for way, v, w in _parts_of_both(x, y):
        with suppress(TypeError, ValueError):  # undecided, or an array
            if not bool(v == w):
                inner, v, w = first_difference(v, w)
                return way + inner, v, w
    return "", x, y


def _parts_of_both(x: object, y: object) -> Iterable[Difference]:
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
