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
    kit = [(n, m) for n, m in sys.modules.copy().items() if n.partition(".")[0] == KIT and m is not None]
    classes = [
        (n, m, k) for n, m in kit for k, v in vars(m).copy().items() if isinstance(v, type) and v.__module__ == n
    ]
    own = [(one.__name__, "", one) for one in (builtins, math, itertools)]
    holders: list[tuple[str, str, object]] = [(name, "", module) for name, module in kit]
    holders += [(name, key, vars(module)[key]) for name, module, key in classes]
    for name, owner, holder in [*holders, *own, (Fraction.__module__, "Fraction", Fraction)]:
        for key, value in vars(holder).copy().items():
            if (
                key in OF_ITSELF
                or isinstance(value, ModuleType)
                or (not owner and (key.startswith("__") or key == "_"))
            ):
                continue
            yield (name, owner, key), value
            if owner or getattr(value, "__module__", None) == name:
                yield from _inside((name, owner, key), value)


def _inside(place: Place, value: object) -> Iterator[tuple[Place, object]]:
    """What a function is made of, and what it is wrapped around, which may be exchanged while the function stays."""
    if isinstance(value, FunctionType):
        for part in ("__code__", "__defaults__", "__kwdefaults__"):
            yield (place[0], place[1], f"{place[2]}.{part}"), getattr(value, part)
    if isinstance(value, FunctionType | _lru_cache_wrapper) and hasattr(value, "__wrapped__"):
        around = (place[0], place[1], f"{place[2]}.__wrapped__")
        yield around, value.__wrapped__
        yield from _inside(around, value.__wrapped__)
