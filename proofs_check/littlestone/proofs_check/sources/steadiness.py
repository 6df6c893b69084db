"""What of a user's file is another one where the file is run again: its claims are about more than their arguments.

A file is run twice anyway, first in a process of its own. There each variable of the environment that it asks for has
another value, unless that is a path, and coins fall otherwise. What then differs was drawn or read off the machine, on
whatever way: by syntax alone 45 of the ways that a stranger tried were overlooked. Days, text hashes and addresses are
the same in both.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import partial
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from littlestone.proofs_check.sources.code_that_ran import INSTALLED, is_elsewhere
from littlestone.spec.claim import CLAIMS

Place = tuple[str, str]  # a module and a name in it; of a claim no module and its id
Texts = Mapping[Place, tuple[str, set[Place]]]  # what stands there, and what that names

OTHERWISE = b"7"
PYTHON = sysconfig.get_path("stdlib")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
SETS = (set, frozenset)
NO_CONTENT = ("__dict__", "__weakref__", "__doc__", "__module__", "__abstractmethods__", "_abc_impl")
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


def texts_of(modules: frozenset[str], claims: frozenset[str]) -> Texts:
    """What there is beside these modules and claims, each in a text that is the same for the same."""
    new = [module for name, module in sys.modules.copy().items() if name not in modules and _is_a_users(module)]
    found = {(m.__name__, name): value for m in new for name, value in vars(m).items() if name[:2] != "__"}
    found |= {
        ("", c.id): (ADDRESS.sub("", repr(c.constants)), c.formula) for c in CLAIMS.values() if c.id not in claims
    }
    return {place: _read(value) for place, value in found.items()}


def _read(value: object) -> tuple[str, set[Place]]:
    named: set[Place] = set()
    texts = list[str]()
    with suppress(Exception):  # a user's object may raise anything where it is asked for its parts
        whole = _held_by(value) if _place_of(value) else [value]
        texts = [_text(one, {}, named) for one in whole]
    return hashlib.sha256(str(texts).encode()).hexdigest(), named


def _place_of(value: object) -> Place | None:
    """Where a function or class of the user's stands: it is read there, and else it is told by this."""
    if not isinstance(value, FunctionType | type):
        return None
    module, name = str(value.__module__), str(value.__name__)
    return (module, name) if vars(sys.modules.get(module, object)).get(name) is value else None


def _is_a_users(module: object) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(module, ModuleType) and isinstance(file, str) and not is_elsewhere(file)


def _text(value: object, met: dict[int, int], named: set[Place]) -> str:
    """The value, and what it holds, each thing once: again it is told by its number."""
    if id(value) in met:
        return f"<{met[id(value)]}>"
    is_own = _is_a_users(sys.modules.get(getattr(value, "__module__", None) or type(value).__module__))
    if isinstance(value, FunctionType | type | ModuleType) and not is_own:
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"
    if (place := _place_of(value)) is not None:
        named.add(place)
        return str(place)
    if value is None or type(value) in (int, bool, str, bytes, Fraction, float, CodeType):
        return _code(value) if isinstance(value, CodeType) else repr(value)
    met[id(value)] = len(met)
    inside = [_text(part, met, named) for part in (type(value), *_held_by(value))]
    plainly = "" if len(inside) > 1 or is_own else ADDRESS.sub("", repr(value))
    return f"{getattr(value, '__qualname__', '')} {sorted(inside) if isinstance(value, SETS) else inside} {plainly}"


def _held_by(value: object) -> list[object]:
    """What a value is made of, in one order; nothing of what only its text can tell."""
    match value:
        case FunctionType():
            cells = [cell.cell_contents for cell in value.__closure__ or () if not _is_empty(cell)]
            tables = (value.__kwdefaults__ or {}, value.__annotations__, vars(value))
            return [value.__code__, *(value.__defaults__ or ()), *cells, *(one for t in tables for one in _pairs(t))]
        case type():
            return [*value.__bases__, *_pairs({k: v for k, v in vars(value).items() if k not in NO_CONTENT})]
        case dict():
            return _pairs(value)
        case list() | tuple() | set() | frozenset():
            return [*value]
        case partial():
            return [value.func, *value.args, *_pairs(value.keywords)]
        case property():
            return [value.fget]
        case staticmethod() | classmethod():
            return [value.__func__]
    slots = [getattr(value, one, 0) for one in getattr(type(value), "__slots__", ()) if isinstance(one, str)]
    wrapped = [value.__wrapped__] if hasattr(value, "__wrapped__") else []
    is_own = _is_a_users(sys.modules.get(type(value).__module__))
    return [*wrapped, *_pairs(getattr(value, "__dict__", {})), *slots] if is_own or wrapped else []


def _pairs(table: Mapping[Any, object]) -> list[object]:
    return [part for pair in table.items() for part in pair]


def _code(code: CodeType) -> str:
    """What the code does; constants that are code again by theirs."""
    constants = [_code(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return f"{code.co_code!r} {code.co_names} {code.co_firstlineno} {constants}"


def _is_empty(cell: CellType) -> bool:
    try:
        return cell.cell_contents is None
    except ValueError:
        return True


# ---- In the process of the first run


class _Elsewhere(dict[bytes, bytes]):
    """An environment in which a user's code finds otherwise whatever is no path."""

    def __getitem__(self, key: bytes) -> bytes:
        known = self.get(key)
        if (known is None or b"/" not in known) and _is_asked_by_a_user():
            return OTHERWISE
        if known is None:
            raise KeyError(key)
        return known


def _is_asked_by_a_user() -> bool:
    """Where a library asks, it is answered as ever: it is not what is tried."""
    frame = sys._getframe(2)
    while frame.f_back is not None and _is_pythons(frame.f_code.co_filename):
        frame = frame.f_back
    return not is_elsewhere(frame.f_code.co_filename)


def _is_pythons(file: str) -> bool:
    return file.startswith("<frozen") or (file.startswith(PYTHON) and not any(part in file for part in INSTALLED))


@contextmanager
def elsewhere() -> Iterator[None]:
    """From here on coins fall otherwise, and the environment is another one. Only in a process that ends with it."""
    import posix

    other = _Elsewhere(os.environ._data)  # type: ignore[attr-defined]
    os.environ._data = os.environb._data = posix.environ = other  # type: ignore[attr-defined]
    random.seed(7)
    if (drawn := sys.modules.get("numpy.random")) is not None:
        drawn.seed(7)
    yield
