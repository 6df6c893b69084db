"""The kit is sealed: what code of a user's changes of it is that code's fault, and no verdict of the process stands.

A patched comparison of numbers makes every claim true, and no formula shows it. So what each attribute of the kit's
modules and classes is, and of Python's own that formulas are made of, is noted before a user's code runs and compared
after. Contents of tables are not seen, nor what runs in a process of its own.
For each claim of a user's 65,000 places are looked at twice: tables are copied and compared whole, and Python itself
tells when a function is given other code. To name each place, and to ask each function, took five times as long.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from importlib import import_module
from operator import is_
from types import FunctionType, ModuleType
from typing import Any

from littlestone.proofs_check.sources.code_that_ran import HEARD, listen
from littlestone.proofs_check.sources.guarded_symbols import guard_where_needed

USER = "littlestone_user_"
KIT = "littlestone"
# What Python or a class itself sets anew; `_` is what was last shown
OF_ITSELF = {"_", "__abstractmethods__", "_abc_impl", "__dict__", "__weakref__", "__annotations__", "__slotnames__"}
# What formulas are made of; the solvers are not sealed: to load them first takes half a second of every gate
NOT_OF_THE_KIT = (
    *("builtins", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq", "itertools", "math"),
    *("operator", "typing"),
)
FUNCTIONS = (FunctionType, _lru_cache_wrapper)
_found: list[str] = []

Table = dict[str, Any]
_set: dict[tuple[int, str], tuple[FunctionType, object]] = {}  # the parts of functions that were set, as they were


class KitChanged(RuntimeError):
    """Code of a user's changed the kit: the message names what."""


@contextmanager
def sealed(who: str) -> Iterator[None]:
    """Raise KitChanged where what runs inside changes the kit; ``who`` says whose code it is."""
    insist_on_the_kit()
    listen()
    guard_where_needed()
    set_around = _set.copy()
    _set.clear()
    try:
        before = _places()
        yield
        now = _places()
        changed = [place for name, table in before.items() for place in _changed(name, table, now.get(name, {}))]
        changed += _made_anew()
    finally:
        _set.clear()
        _set.update(set_around)
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        _found.append(f"{who} changes `{changed[0]}`{more} of the kit, so that no verdict of this process stands")
        raise KitChanged(_found[-1])


def insist_on_the_kit() -> None:
    """Raise KitChanged where code of a user's has changed the kit in this process: later answers are of no worth."""
    if _found:
        raise KitChanged(_found[0])


def _places() -> dict[str, Table]:
    """What stands in the kit's modules and classes, and in those of others that are sealed."""
    found: dict[str, Table] = {}
    for name, module in _sealed_modules().items():
        found[name] = own = Table(vars(module))
        classes = [(key, v) for key, v in own.items() if isinstance(v, type) and v.__module__ == name]
        found |= {f"{name}.{key}": Table(vars(value)) for key, value in classes}
        for place in (name, *(f"{name}.{key}" for key, _ in classes)):
            found[f"{place}."] = _wrapped_in(found[place], name)
    return found


def _sealed_modules() -> dict[str, ModuleType]:
    kit = {name: module for name, module in sys.modules.copy().items() if name.partition(".")[0] == KIT and module}
    return kit | {name: import_module(name) for name in NOT_OF_THE_KIT}


def _wrapped_in(table: Table, module: str) -> Table:
    """What functions of a module or class are wrapped around, which may be exchanged while they stay."""
    found: Table = {}
    for here, outer in [(key, value) for key, value in table.items() if type(value) in FUNCTIONS]:
        chain = [outer]
        while type(chain[-1]) in FUNCTIONS and chain[-1].__module__ == module:
            here += ".__wrapped__"
            found[here] = inner = getattr(chain[-1], "__wrapped__", None)
            if any(inner is one for one in chain):
                break  # a user's code may make a function wrap itself
            chain.append(inner)
    return found


def _note_setting(arguments: tuple[object, ...]) -> None:
    """What a function is made of is about to be set."""
    function, part, _ = arguments
    if type(function) is FunctionType:
        _set.setdefault((id(function), str(part)), (function, getattr(function, str(part))))


HEARD["object.__setattr__"] = _note_setting


def _made_anew() -> Iterator[str]:
    """The parts of the kit's functions that were set, and are by now other ones."""
    sealed_in = {id(vars(module)) for module in _sealed_modules().values()}
    for (_, part), (function, before) in _set.items():
        if id(function.__globals__) in sealed_in and getattr(function, part) is not before:
            yield f"{function.__module__}.{function.__qualname__}.{part}"


def _changed(place: str, before: Table, now: Table) -> Iterator[str]:
    """The names of what is another object by now; what is new is no change, nor what importing sets."""
    if before.keys() == now.keys() and all(map(is_, before.values(), now.values())):
        return
    for key, value in before.items():
        is_of_itself = (
            key in OF_ITSELF
            or (isinstance(value, ModuleType) and value.__name__ == f"{place}.{key}")
            or (place in sys.modules and place.startswith(KIT) and key[:2] == "__")
            or (place.startswith("typing") and key[:1] == "_")  # typing_extensions sets these
        )
        if now.get(key) is not value and not is_of_itself:
            yield f"{place.removesuffix('.')}.{key}"
