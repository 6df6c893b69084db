"""The kit is sealed: what code of a user's changes of it is that code's fault, and no verdict of the process stands.

A patched comparison of numbers makes every claim true, and no formula shows it. So what each attribute of the kit's
modules and classes is, and of Python's own that formulas are made of, is noted before a user's code runs and compared
after. Contents of tables are not seen, nor what runs in a process of its own.

Some 58,000 attributes are compared twice for each claim of a user's. So they are noted once, by module, and compared
without a loop in Python; a module that differs before the code runs, such as one that a test patches, is noted anew.
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
from itertools import chain
from operator import attrgetter, is_
from types import FunctionType, ModuleType

USER = "littlestone_user_"
KIT = "littlestone"
# What Python or a class itself sets anew
OF_ITSELF = {"__abstractmethods__", "_abc_impl", "__dict__", "__weakref__", "__annotations__", "__slotnames__"}
MADE_OF = ("__code__", "__defaults__", "__kwdefaults__")
parts_of = attrgetter(*MADE_OF)
Owner = ModuleType | type
_found: list[str] = []
_noted: dict[str, _Noted] = {}


class KitChanged(RuntimeError):
    """Code of a user's changed the kit: the message names what."""


@contextmanager
def sealed(who: str) -> Iterator[None]:
    """Raise KitChanged where what runs inside changes the kit; ``who`` says whose code it is."""
    insist_on_the_kit()
    for name, module in _modules():
        known = _noted.get(name)
        if known is None or known.of is not module or any(known.changes()):
            _noted[name] = _Noted(name, module)
    before = list(_noted.values())
    yield
    changed = [place for each in before for place in each.changes()]
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        _found.append(f"{who} changes `{changed[0]}`{more} of the kit, so that no verdict of this process stands")
        raise KitChanged(_found[-1])


def insist_on_the_kit() -> None:
    """Raise KitChanged where code of a user's has changed the kit in this process: later answers are of no worth."""
    if _found:
        raise KitChanged(_found[0])


def _modules() -> Iterator[tuple[str, Owner]]:
    """The kit's modules, and what of Python's own formulas are made of."""
    for name, module in sys.modules.copy().items():
        if name.partition(".")[0] == KIT and module is not None:
            yield name, module
    yield from ((own.__name__, own) for own in (builtins, math, itertools, Fraction))


class _Noted:
    """The attributes of a module and of its own classes as they were, and what its functions were made of."""

    def __init__(self, name: str, of: Owner) -> None:
        self.of, self.is_of_kit = of, name.partition(".")[0] == KIT
        own = {key: value for key, value in vars(of).items() if getattr(value, "__module__", None) == name}
        classes = {key: value for key, value in own.items() if self.is_of_kit and isinstance(value, type)}
        self.owners: dict[str, Owner] = {name: of} | {f"{name}.{key}": value for key, value in classes.items()}
        self.tables = {place: dict(vars(owner)) for place, owner in self.owners.items()}
        self.functions: dict[str, FunctionType] = {}
        self.wrapped: dict[str, tuple[object, object]] = {}
        inside = [own, *(self.tables[f"{name}.{key}"] for key in classes)] if self.is_of_kit else []
        for place, table in zip(self.owners, inside, strict=False):
            for key, value in table.items():
                self._note(f"{place}.{key}", value)
        self.made_of = list(chain.from_iterable(map(parts_of, self.functions.values())))

    def _note(self, place: str, value: object) -> None:
        """What a function is made of, and what it is wrapped around: they may be exchanged while the function stays."""
        if isinstance(value, FunctionType):
            self.functions[place] = value
        if isinstance(value, FunctionType | _lru_cache_wrapper) and hasattr(value, "__wrapped__"):
            self.wrapped[f"{place}.__wrapped__"] = value, value.__wrapped__
            self._note(f"{place}.__wrapped__", value.__wrapped__)

    def changes(self) -> Iterator[str]:
        """The places of what is not what it was; what is new is no change."""
        for place, owner in self.owners.items():
            table, now = self.tables[place], vars(owner)
            if not all(map(is_, map(now.get, table), table.values())):
                yield from self._changed(place, table, now)
        parts = chain.from_iterable(map(parts_of, self.functions.values()))
        if not all(map(is_, parts, self.made_of)):
            places = (f"{place}.{part}" for place in self.functions for part in MADE_OF)
            parts = chain.from_iterable(map(parts_of, self.functions.values()))
            yield from (place for place, was, now in zip(places, self.made_of, parts, strict=True) if was is not now)
        yield from (
            place for place, (value, was) in self.wrapped.items() if getattr(value, "__wrapped__", None) is not was
        )

    def _changed(self, place: str, table: Mapping[str, object], now: Mapping[str, object]) -> Iterator[str]:
        is_left_out = self._is_left_out_of_a_module if isinstance(self.owners[place], ModuleType) else _is_of_itself
        different = (key for key, value in table.items() if now.get(key) is not value)
        yield from (f"{place}.{key}" for key in different if not is_left_out(key, table[key]))

    def _is_left_out_of_a_module(self, key: str, value: object) -> bool:
        """What importing sets, and of Python's own modules what an interactive session does."""
        return key.startswith("__") or isinstance(value, ModuleType) if self.is_of_kit else key == "_"


def _is_of_itself(key: str, value: object) -> bool:
    return key in OF_ITSELF
