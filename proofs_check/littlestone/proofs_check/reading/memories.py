"""What a statement's functions name, with all its parts: what they could remember their calls in."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import islice
from operator import is_
from pathlib import Path
from sysconfig import get_paths
from types import BuiltinMethodType, CellType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple, cast
from zlib import crc32

from littlestone.proofs_check.reading.functions import global_names, own_functions, plain
from littlestone.spec.algebra.decisions import KIT
from littlestone.spec.claim import Claim

CONTAINERS: tuple[Any, ...] = (dict, list, set, tuple, deque)
BASES, ATTRIBUTES = type.__dict__["__mro__"], type.__dict__["__dict__"]
MOST_BYTES = 10**6
MOST_PARTS = 10_000  # of what a module holds under one name; tables of millions would be walked for each claim
INSTALLED = tuple(Path(get_paths()[kind]) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))


class Parts(NamedTuple):
    """A value and its parts, down to ``MOST_PARTS``, and their sizes; references, so that none is forgotten."""

    values: list[object]
    sizes: list[int]

    def are(self, others: Parts | None) -> bool:
        """They are the very same objects."""
        return others is not None and self.sizes == others.sizes and all(map(is_, self.values, others.values))


Kept = dict[tuple[int, str], Parts]  # by the namespace's address and the name, followed by what is asked for of it
_changed: dict[tuple[int, str], object] = {}  # what formulas changed, in this process


def kept_by(claim: Claim) -> Kept:
    """What the formula and its helpers name, those of other files of the user's too, each with its parts."""
    named: dict[tuple[int, str], object] = {}
    for function in _functions(claim):
        here = id(function.__globals__)
        named |= {(here, name): value for name, value in _named(function)}
        named[here, f"{function.__name__}.__defaults__"] = function.__defaults__
        named[here, f"{function.__name__}.__kwdefaults__"] = function.__kwdefaults__
    return {place: _with_parts(value) for place, value in named.items()}


def changed_since(claim: Claim, first: Kept) -> str | None:
    """A name whose value, or a part of it, is not what it was, or was changed by a formula before; None for none.

    What is found is remembered: another statement that names it would be told what this one left there.
    """
    names: list[str] = []
    for place, parts in kept_by(claim).items():
        if not parts.are(first.get(place)):
            _changed[place] = parts.values[0]
        if place in _changed and _changed[place] is parts.values[0]:
            names.append(place[1])
    return names[0] if names else None


def _functions(claim: Claim) -> list[FunctionType]:
    """Those of the statement's module or paper, and those that they name of other files of the user's."""
    found = own_functions(claim.formula)
    for function in found:
        named = dict.fromkeys(plain(value) for _, value in _named(function))
        found += [f for f in named if f is not None and f not in found and _is_users(f.__module__ or "")]
    return found


def _named(function: FunctionType) -> Iterator[tuple[str, object]]:
    known = function.__globals__
    for name, attribute in global_names(function.__code__):
        if name in known:
            value = known[name]
            yield name, value
            if isinstance(value, ModuleType) and attribute:
                yield f"{name}.{attribute}", getattr(value, attribute, None)


@cache
def _is_users(module: str) -> bool:
    """The module is neither the kit's nor installed: it may be changed with the statements."""
    if module.startswith(KIT):
        return False
    file = getattr(sys.modules.get(module), "__file__", None)
    return module == "__main__" if file is None else not any(Path(file).is_relative_to(each) for each in INSTALLED)


def _with_parts(value: object) -> Parts:
    values, sizes, known = [value], list[int](), set[int]()
    for part in values:
        if id(part) not in known:
            known.add(id(part))
            sizes.append(_size(part))
            values += islice(_parts(part), max(0, MOST_PARTS - len(values)))
    return Parts(values, sizes)


# What is asked of parts is asked of Python, whatever a class of a user's own would say
def _size(part: object) -> int:
    """How many parts a container has; of arrays and the like a checksum."""
    size = next((kind.__len__(part) for kind in CONTAINERS if kind in BASES.__get__(type(part))), None)
    if size is None and (buffer := _buffer(part)) is not None:
        size = crc32(buffer) if buffer.nbytes <= MOST_BYTES and buffer.c_contiguous else buffer.nbytes
    return size or 0


def _buffer(part: object) -> memoryview | None:
    try:
        return memoryview(part)  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError):
        return None


def _parts(value: object) -> Iterator[object]:
    for kind in CONTAINERS:
        if kind in BASES.__get__(type(value)):
            yield from kind.__iter__(value)
            if kind is dict:
                yield from dict.values(value)  # type: ignore[arg-type]
    if isinstance(value, partial):
        yield from (value.func, value.args, value.keywords)
    elif isinstance(value, MethodType | BuiltinMethodType):
        yield value.__self__
    elif _is_users(_module_of(value)):
        names = (name for name in _attributes(value) if not name.startswith("__") and not _is_found_once(value, name))
        yield from (_attributes(value)[name] for name in [*names])
        if isinstance(value, FunctionType):
            yield from (value.__defaults__, value.__kwdefaults__, *map(_content, value.__closure__ or ()))


def _module_of(value: object) -> str:
    if isinstance(value, ModuleType | FunctionType):
        return value.__name__ if isinstance(value, ModuleType) else value.__module__ or ""
    own = value if isinstance(value, type) else type(value)
    return str(ATTRIBUTES.__get__(own).get("__module__", ""))


def _attributes(value: object) -> Mapping[str, object]:
    if isinstance(value, type):
        return cast(Mapping[str, object], ATTRIBUTES.__get__(value))
    try:
        return cast(Mapping[str, object], object.__getattribute__(value, "__dict__"))
    except AttributeError:
        return {}


def _is_found_once(value: object, name: str) -> bool:
    """It is a cached property, trusted as ``functools.cache`` is."""
    return any(isinstance(ATTRIBUTES.__get__(base).get(name), cached_property) for base in BASES.__get__(type(value)))


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty yet
        return None
