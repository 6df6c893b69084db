"""The kit is sealed: what code of a user's changes of it is that code's fault, and no verdict of the process stands.

A patched comparison of numbers makes every claim true, and no formula shows it. So what each attribute of the kit's
modules and classes is, and of Python's own that formulas are made of, is noted before a user's code runs and compared
after: 47,000 attributes, 20 ms and 25. Contents of tables are not seen, nor what runs in a process of its own.
"""

from __future__ import annotations

import builtins
import itertools
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import _lru_cache_wrapper
from types import FunctionType, ModuleType

USER = "littlestone_user_"
KIT = "littlestone"
# What Python or a class itself sets anew
OF_ITSELF = {"__abstractmethods__", "_abc_impl", "__dict__", "__weakref__", "__annotations__", "__slotnames__"}
Place = tuple[str, str, str]
_found: list[str] = []


class KitChanged(RuntimeError):
    """Code of a user's changed the kit: the message names what."""


@contextmanager
def sealed(who: str) -> Iterator[None]:
    """Raise KitChanged where what runs inside changes the kit; ``who`` says whose code it is."""
    insist_on_the_kit()
    before = dict(_attributes())
    yield
    now = dict(_attributes())
    changed = [".".join(filter(None, place)) for place, value in before.items() if now.get(place) is not value]
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        _found.append(f"{who} changes `{changed[0]}`{more} of the kit, so that no verdict of this process stands")
        raise KitChanged(_found[-1])


def insist_on_the_kit() -> None:
    """Raise KitChanged where code of a user's has changed the kit in this process: later answers are of no worth."""
    if _found:
        raise KitChanged(_found[0])


def _attributes() -> Iterator[tuple[Place, object]]:
    """Each attribute of the kit's modules and classes by its place, with what makes a function what it does."""
    for name, module in sys.modules.copy().items():
        if name.partition(".")[0] == KIT and module is not None:
            yield from _of_module(name, module)
    for own in (builtins, math, itertools):
        yield from (((own.__name__, "", key), value) for key, value in vars(own).copy().items() if key != "_")
    yield from (((Fraction.__module__, "Fraction", key), value) for key, value in vars(Fraction).copy().items())


def _of_module(name: str, module: ModuleType) -> Iterator[tuple[Place, object]]:
    for key, value in vars(module).copy().items():
        if key.startswith("__") or isinstance(value, ModuleType):
            continue
        yield (name, "", key), value
        if getattr(value, "__module__", None) != name:
            continue
        if isinstance(value, type):
            for attribute, own in vars(value).copy().items():
                if attribute not in OF_ITSELF:
                    yield (name, key, attribute), own
                    yield from _inside((name, key, attribute), own)
        yield from _inside((name, "", key), value)


def _inside(place: Place, value: object) -> Iterator[tuple[Place, object]]:
    """What a function is made of, and what it is wrapped around, which may be exchanged while the function stays."""
    if isinstance(value, FunctionType):
        for part in ("__code__", "__defaults__", "__kwdefaults__"):
            yield (place[0], place[1], f"{place[2]}.{part}"), getattr(value, part)
    if isinstance(value, FunctionType | _lru_cache_wrapper) and hasattr(value, "__wrapped__"):
        around = (place[0], place[1], f"{place[2]}.__wrapped__")
        yield around, value.__wrapped__
        yield from _inside(around, value.__wrapped__)
