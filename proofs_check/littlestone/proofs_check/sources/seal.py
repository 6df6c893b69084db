"""The kit is sealed: what code of a user's changes of it is that code's fault, and no verdict of the process stands.

A patched comparison of numbers makes every claim true, and no formula shows it. So what each attribute of the kit's
modules and classes is, and of Python's own that formulas are made of, is noted before a user's code runs and compared
after. Contents of tables are not seen, nor what runs in a process of its own.
Some 58,000 places are looked at twice for each claim of a user's, a twentieth of a second each time.
"""

from __future__ import annotations

import builtins
import itertools
import math
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import _lru_cache_wrapper
from types import FunctionType, ModuleType

USER = "littlestone_user_"
KIT = "littlestone"
# What Python or a class itself sets anew
OF_ITSELF = {"__abstractmethods__", "_abc_impl", "__dict__", "__weakref__", "__annotations__", "__slotnames__"}
MADE_OF = ("__code__", "__defaults__", "__kwdefaults__")
OF_PYTHON = (builtins, math, itertools, Fraction)
_found: list[str] = []


class KitChanged(RuntimeError):
    """Code of a user's changed the kit: the message names what."""


@contextmanager
def sealed(who: str) -> Iterator[None]:
    """Raise KitChanged where what runs inside changes the kit; ``who`` says whose code it is."""
    insist_on_the_kit()
    before = _places()
    yield
    now = _places()
    changed = [place for place, value in before.items() if now.get(place) is not value]  # what is new is no change
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        _found.append(f"{who} changes `{changed[0]}`{more} of the kit, so that no verdict of this process stands")
        raise KitChanged(_found[-1])


def insist_on_the_kit() -> None:
    """Raise KitChanged where code of a user's has changed the kit in this process: later answers are of no worth."""
    if _found:
        raise KitChanged(_found[0])


def _places() -> dict[str, object]:
    """What stands at each place of the kit's modules and classes, and of Python's own that formulas are made of."""
    found = {f"{own.__name__}.{key}": value for own in OF_PYTHON for key, value in vars(own).items() if key != "_"}
    for name, module in sys.modules.copy().items():
        if name.partition(".")[0] == KIT and module is not None:
            # Importing sets the others
            own = {k: v for k, v in vars(module).items() if k[:2] != "__" and not isinstance(v, ModuleType)}
            _note(found, name, own, name)
            for key, value in own.items():
                if isinstance(value, type) and value.__module__ == name:
                    _note(found, f"{name}.{key}", {k: v for k, v in vars(value).items() if k not in OF_ITSELF}, name)
    return found


def _note(found: dict[str, object], place: str, table: Mapping[str, object], module: str) -> None:
    """Note what a module or class has, and what its functions are made of or wrapped around: that may be exchanged
    while they stay."""
    for key, value in table.items():
        here, seen = f"{place}.{key}", set[int]()
        found[here] = value
        while isinstance(value, FunctionType | _lru_cache_wrapper) and value.__module__ == module:
            if id(value) in seen:
                break  # a user's code may make a function wrap itself
            seen.add(id(value))
            for part in MADE_OF if isinstance(value, FunctionType) else ():
                found[f"{here}.{part}"] = getattr(value, part)
            here, value = f"{here}.__wrapped__", getattr(value, "__wrapped__", None)
            found[here] = value
