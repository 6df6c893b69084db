"""What a function holds beside its text: the values of its closure and defaults, and what it wraps or is bound to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from types import FunctionType, MethodType, ModuleType

PLAIN = (bool, int, float, complex, str, bytes, Fraction, type(None))
DEFINED = (FunctionType, type)


def held(thing: object) -> list[object]:
    """The thing, and all that it holds, and what that holds, in an order that does not depend on the process."""
    found: list[object] = []
    known = set[int]()
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if isinstance(one, PLAIN) or id(one) not in known:
            known.add(id(one))
            found.append(one)
            waiting += [] if isinstance(one, (*PLAIN, type, ModuleType)) else reversed([*_held(one)])
    return found


def _held(one: object) -> Iterator[object]:
    match one:
        case FunctionType():
            yield from _held_by_function(one)
        case partial():
            yield from (one.func, one.args, one.keywords)
        case MethodType():
            yield from (one.__func__, one.__self__)
        case Mapping():
            yield from (part for pair in one.items() for part in pair)
        case set() | frozenset():
            yield from sorted(one, key=repr)
        case Iterable() if isinstance(one, list | tuple):
            yield from one
        case _ if isinstance(getattr(one, "py_func", None), FunctionType):  # numba's: the rest is what it has compiled
            yield from (getattr(one, "py_func", None), getattr(one, "targetoptions", None))
        case _:
            names = [field.name for field in fields(one)] if is_dataclass(one) else _attributes_of(one)
            yield from (type(one), *(part for name in names for part in (name, getattr(one, name, None))))


def _attributes_of(one: object) -> list[str]:
    own = getattr(one, "__dict__", None)  # of an object that answers to any name it may be anything
    return sorted(own) if isinstance(own, dict) else []


def _held_by_function(function: FunctionType) -> Iterator[object]:
    yield getattr(function, "__wrapped__", None)
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # it holds nothing yet
            yield cell.cell_contents
    yield from (function.__defaults__, function.__kwdefaults__)
