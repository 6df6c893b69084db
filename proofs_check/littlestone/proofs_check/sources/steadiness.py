"""What of a user's file is another one where the file is run again: its claims are about more than their arguments.

A file is run twice anyway, first in a process of its own. There each variable of the environment that it asks for has
another value, unless that is a path, coins fall otherwise, and clocks are eleven years on. What then differs was drawn
or read off clock or machine, on whatever way: by syntax alone 45 of the ways that were tried were overlooked.
Text hashes and addresses are the same in both. Nothing is compared where a file fails in the first run; what other
files imported before it ran is not made anew. What formulas themselves change is seen by the texts of what they name.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import random
import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import _lru_cache_wrapper, cached_property, partial
from inspect import getattr_static
from types import (
    CellType,
    CodeType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any

from littlestone.proofs_check.sources.code_that_ran import is_elsewhere
from littlestone.spec.claim import CLAIMS

Place = tuple[str, str]  # a module and a name in it; of a claim no module and its id
Texts = Mapping[Place, tuple[str, set[Place]]]  # what stands there, and what that names

OTHERWISE = (b"7", b"6")  # the second where the first is how it is
ASKING = ("os", "posixpath", "genericpath", "_collections_abc")  # Python's files through which code asks for a variable
LATER = 11 * 366 * 86_400 + 12_345  # seconds that clocks are on in the first run
NOW = ("now", "today", "utcnow")
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
SETS = (set, frozenset)
NUMBERS = (int, float, complex, str, bytes, Fraction)
NO_CONTENT = ("__dict__", "__weakref__", "__doc__", "__module__", "__abstractmethods__", "_abc_impl")
OF_ITSELF = ("__slotnames__", "_value2member_map_")  # what Python keeps in a class once it is used
MOST = 100_000  # values that are read of one name; a table of a million took 20 s
_differs: set[Place] = set()


def differs(module: str, name: str) -> bool:
    """What a user's module has by that name, or without a module a claim of that id, is another one in another run."""
    return (module, name) in _differs


def compare(elsewhere: Texts, here: Texts) -> None:
    """Note what the two runs of a file have made otherwise, and what names such."""
    _differs.difference_update(here)
    found = {place for place, (text, _) in here.items() if elsewhere.get(place, ("", None))[0] != text}
    while found:
        _differs.update(found)
        found = {place for place, (_, named) in here.items() if not named.isdisjoint(_differs)} - _differs


def text_of(value: object) -> str:
    """A text of the value, another one where a formula has changed it; what Python itself keeps in it is left out."""
    return _read(value, False)[0]


def texts_of(modules: frozenset[str], claims: frozenset[str]) -> Texts:
    """What there is beside these modules and claims, each in a text that is the same for the same."""
    new = [(name, module) for name, module in sys.modules.copy().items() if name not in modules and _is_a_users(module)]
    found = {(name, key): value for name, module in new for key, value in vars(module).items() if key[:2] != "__"}
    stated = [claim for claim in CLAIMS.values() if claim.id not in claims]
    found |= {("", one.id): (ADDRESS.sub("", repr(one.constants)), one.formula) for one in stated}
    return {place: _read(value) for place, value in found.items()}


def _read(value: object, all_kept: bool = True) -> tuple[str, set[Place]]:
    reader = _Reader(all_kept)
    with suppress(Exception):  # a user's object may raise anything where it is asked for its parts
        whole = held_by(value, True, all_kept) if _place_of(value) else [value]
        return str([reader.text(one, {}) for one in whole]), reader.named
    return "", reader.named


def _place_of(value: object) -> Place | None:
    """Where a function or class of the user's stands: it is read there, and else it is told by this."""
    if not isinstance(value, FunctionType | type):
        return None
    module, name = str(value.__module__), str(value.__name__)
    own = sys.modules.get(module)
    return (module, name) if _is_a_users(own) and vars(own).get(name) is value else None


def _is_a_users(module: object) -> bool:
    file = vars(module).get("__file__") if type(module) is ModuleType else None
    return isinstance(file, str) and not is_elsewhere(file)


class _Reader:
    """Reads one value, each thing that it holds once, and at most so many."""

    def __init__(self, all_kept: bool) -> None:
        self.named: set[Place] = set()
        self.left, self.all_kept = MOST, all_kept

    def text(self, value: object, met: dict[int, int]) -> str:
        """A short text of the value: what is long is hashed, as a text of texts grows with each level."""
        self.left -= 1
        if self.left < 0:
            return "..."
        if type(value) in NUMBERS or value is None or value is True or value is False:
            return _of_a_number(value)
        if id(value) in met:
            return f"<{met[id(value)]}>"
        if isinstance(value, ModuleType):
            return str(vars(value).get("__name__"))
        is_named = isinstance(value, FunctionType | type)
        is_own = _is_a_users(sys.modules.get(value.__module__ if is_named else type(value).__module__))
        if isinstance(value, FunctionType | type):
            if not is_own:
                return f"{value.__module__}.{value.__qualname__}"
            if (place := _place_of(value)) is not None:
                self.named.add(place)
                return str(place)
        met[id(value)] = len(met)
        held = held_by(value, is_own, self.all_kept)
        # The members of a set come in any order
        texts = [self.text(part, dict(met) if isinstance(value, SETS) else met) for part in (type(value), *held)]
        plainly = "" if held or is_own else ADDRESS.sub("", repr(value))
        whole = [*(sorted(texts) if isinstance(value, SETS) else texts), plainly]
        return hashlib.sha256("\n".join(whole).encode()).hexdigest()


def _of_a_number(value: object) -> str:
    """By its own class, whatever a user's says; long integers have no decimal text."""
    kind = next((one for one in NUMBERS if isinstance(value, one)), type(value))
    text = format(int(value), "x") if isinstance(value, int) else kind.__repr__(value)
    return text if len(text) < 100 else hashlib.sha256(text.encode()).hexdigest()


def held_by(value: object, is_own: bool, all_kept: bool = True) -> list[object]:
    """What a value is made of, in one order, asked of Python's classes and not of the user's, whose methods may answer
    anything: with its fields where its class is a user's own; nothing of what only its text can tell."""
    without = NO_CONTENT if all_kept else (*NO_CONTENT, *OF_ITSELF)
    match value:
        case FunctionType():
            cells = [cell.cell_contents for cell in value.__closure__ or () if not _is_empty(cell)]
            tables = (value.__kwdefaults__ or {}, value.__annotations__, vars(value))
            return [value.__code__, *(value.__defaults__ or ()), *cells, *(one for t in tables for one in _pairs(t))]
        case CodeType():
            return [value.co_code, value.co_names, value.co_firstlineno, value.co_consts]
        case type():
            return [*value.__bases__, *_pairs({k: v for k, v in vars(value).items() if k not in without})]
        case partial():
            return [value.func, *value.args, *_pairs(value.keywords)]
        case MethodType():
            return [value.__func__, value.__self__]
        case property():
            return [value.fget]
        case staticmethod() | classmethod() | _lru_cache_wrapper():
            return [value.__wrapped__]
        case MappingProxyType() | SimpleNamespace():
            return _pairs(value if isinstance(value, MappingProxyType) else vars(value))
    if isinstance(value, Iterator) and type(value).__module__ == "builtins" and not isinstance(value, GeneratorType):
        return [value.__reduce__()]  # how far it is
    kinds = (tuple, list, deque, set, frozenset)
    walked = [part for kind in kinds if isinstance(value, kind) for part in kind.__iter__(value)]  # type: ignore[arg-type]
    pairs = [part for pair in dict.items(value) for part in pair] if isinstance(value, dict) else []
    number = [_of_a_number(value)] if isinstance(value, NUMBERS) else []
    return [*number, *walked, *pairs, *(_fields_of(value, all_kept) if is_own else [])]


def _fields_of(value: object, all_kept: bool) -> list[object]:
    """The fields of what a class of the user's has made, in its table and its slots."""
    found: list[object] = []
    for slot in (one for kind in type(value).__mro__ for one in vars(kind).values()):
        if isinstance(slot, MemberDescriptorType):
            with suppress(AttributeError):  # nothing is there yet
                found.append(slot.__get__(value))
    with suppress(AttributeError):
        table = object.__getattribute__(value, "__dict__")
        cached = [k for k in table if isinstance(getattr_static(type(value), k, None), cached_property)]
        found += _pairs({k: v for k, v in table.items() if all_kept or k not in cached})
    return found


def _pairs(table: Mapping[Any, object]) -> list[object]:
    return [part for pair in table.items() for part in pair]


def _is_empty(cell: CellType) -> bool:
    try:
        return cell.cell_contents is None
    except ValueError:
        return True


# ---- In the process of the first run


class _Elsewhere(dict[bytes, bytes]):
    """An environment in which a user's code finds otherwise what it has not set itself and what is no path."""

    def __init__(self, known: Mapping[bytes, bytes]) -> None:
        super().__init__(known)
        self.own: set[bytes] = set()

    def __setitem__(self, key: bytes, value: bytes) -> None:
        self.own.add(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: bytes) -> None:
        self.pop(key, None)  # what it was told of may not be there

    def __getitem__(self, key: bytes) -> bytes:
        known = self.get(key)
        is_steady = known is not None and (key in self.own or b"/" in known)
        if not is_steady and _is_asked_by_a_user():
            return OTHERWISE[known == OTHERWISE[0]]
        if known is None:
            raise KeyError(key)
        return known


def _is_asked_by_a_user() -> bool:
    """Where a library asks, or a part of Python for what is its own, it is answered as ever: that is not tried."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__") in ASKING:
        frame = frame.f_back
    return not is_elsewhere(frame.f_code.co_filename)


@contextmanager
def elsewhere() -> Iterator[None]:
    """From here on coins fall otherwise, the environment is another one, it is years later, and nobody sleeps: who
    waits for what is not there meets the limit of CPU seconds. Only in a process that ends with it."""
    import posix

    other = _Elsewhere(os.environ._data)  # type: ignore[attr-defined]
    os.environ._data = os.environb._data = posix.environ = other  # type: ignore[attr-defined]
    random.seed(7)
    time.sleep = lambda seconds: None
    _set_clocks_on()
    if (drawn := sys.modules.get("numpy.random")) is not None:
        drawn.seed(7)
    yield


def _set_clocks_on() -> None:
    now, now_ns, text = time.time, time.time_ns, time.strftime
    time.time, time.time_ns = lambda: now() + LATER, lambda: now_ns() + LATER * 10**9
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, _told_later(getattr(time, name)))
    time.strftime = lambda form, at=None: text(form, time.localtime() if at is None else at)
    days = datetime.timedelta(seconds=LATER)
    for kind in (datetime.date, datetime.datetime):
        later = {name: _set_on(getattr_static(kind, name), days) for name in NOW if hasattr(kind, name)}
        told = {"__module__": "datetime", "__qualname__": kind.__name__}  # it is shown as ever
        setattr(datetime, kind.__name__, type(f"datetime.{kind.__name__}", (kind,), later | told))


def _told_later(told: Callable[..., object]) -> Callable[..., object]:
    return lambda at=None: told(time.time() if at is None else at)


def _set_on(told: Any, days: datetime.timedelta) -> object:
    return classmethod(lambda cls, *zone: told.__get__(None, cls)(*zone) + days)
