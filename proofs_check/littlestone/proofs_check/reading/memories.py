"""What a statement's functions name, with all its parts: what they could remember their calls in."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import ChainMap, UserDict, UserList, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import EnumType
from functools import cache, cached_property, partial
from itertools import chain, islice
from operator import is_
from pathlib import Path
from sysconfig import get_paths
from types import (
    BuiltinMethodType,
    CellType,
    FunctionType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from littlestone.proofs_check.reading.functions import global_names, imported_names
from littlestone.spec.algebra.decisions import KIT, states_claims
from littlestone.spec.claim import Claim

CONTAINERS: tuple[Any, ...] = (dict, list, set, frozenset, tuple, deque)
# Nothing can be kept in them; by address, for a class of a user's own may not be hashable
ATOMS = frozenset(map(id, (type(None), bool, int, float, complex, str, bytes)))
CACHED = type(cache(lambda: None))
BASES, ATTRIBUTES = type.__dict__["__mro__"], type.__dict__["__dict__"]
MOST_BYTES = 10**7
# Of all that a claim names, so that tables of millions are not walked for each: values looked into, and their parts
MOST_VALUES, MOST_PARTS = 20_000, 200_000
INSTALLED = tuple(Path(get_paths()[kind]) for kind in ("stdlib", "platstdlib"))
INSTALLED_BY_HAND = {"site-packages", "dist-packages"}
Place = tuple[int, str]  # a namespace's address, and a name in it

_ways: dict[int, Way] = {}
_stating: set[str] = set()  # modules of users' claims, which are theirs wherever they are installed
_changed: dict[int, tuple[object, str]] = {}  # what formulas changed in this process, and the last claim that did
_renamed: dict[Place, tuple[object, str]] = {}


class Seen(NamedTuple):
    """A value, its parts, ``most`` of them, and its size as they were, and the name by which it was reached."""

    value: Any
    parts: list[object]
    most: int
    size: int
    name: str

    @property
    def has_changed(self) -> bool:
        """It has other parts by now."""
        now = _first_parts(self.value, self.most)
        return self.size != _size(self.value) or len(now) != len(self.parts) or not all(map(is_, now, self.parts))


@dataclass
class Kept:
    """What a statement's functions name, and all that is reached from there, each once, by its address.

    ``asked`` are the addresses of what is reached without looking at what classes have, which need not be used.
    """

    names: dict[Place, tuple[str, object]] = field(default_factory=dict)
    seen: dict[int, Seen] = field(default_factory=dict)
    asked: frozenset[int] = frozenset()


class Change(NamedTuple):
    """The name of what a formula changed, and the claim whose formula did."""

    name: str
    by: str


def kept_by(claim: Claim) -> Kept:
    """What the formula and its helpers name, those of the user's other files too; references, so that none is lost."""
    module = claim.formula.__module__ or ""
    if not module.startswith(KIT) and module not in _stating:
        _stating.add(module)
        _ways.clear()
    kept, classes = Kept(), list[tuple[object, str]]()
    _walk(kept, [(claim.formula, claim.formula.__name__)], classes)
    kept.asked = frozenset(kept.seen)
    _walk(kept, classes, None)
    return kept


def changed_since(claim: Claim, first: Kept) -> Change | None:
    """What is not what it was, or was changed by another statement's formula before; None for nothing.

    What is found is remembered: another statement that names it would be told what this one left there.
    """
    own: list[str] = []
    spaces = {space for space, _ in first.names}
    for place, name, value in _names_of(first):
        known = place in first.names and first.names[place][1] is value
        # A part of a package may be imported meanwhile, with all its names
        if not known and place[0] in spaces and not _is(value, ModuleType):
            own.append(name)
            _renamed[place] = value, claim.id
    for seen in first.seen.values():
        if seen.has_changed:
            own.append(seen.name)
            _changed[id(seen.value)] = seen.value, claim.id
    return Change(own[0], claim.id) if own else next(_left_by_others(first), None)


def _names_of(kept: Kept) -> Iterator[tuple[Place, str, object]]:
    """What its functions name by now."""
    for seen in kept.seen.values():
        if _is(seen.value, FunctionType) and _is_followed(seen.value):
            for place, name, value, _ in _named(seen.value):
                yield place, name, value


def _left_by_others(kept: Kept) -> Iterator[Change]:
    for place, (name, value) in kept.names.items():
        if place in _renamed and _renamed[place][0] is value:
            yield Change(name, _renamed[place][1])
    for address in kept.seen.keys() & _changed.keys():
        yield Change(kept.seen[address].name, _changed[address][1])


def _walk(kept: Kept, start: list[tuple[Any, str]], aside: list[tuple[object, str]] | None) -> None:
    """See what is found and all that is reached from it; classes and whole modules are put aside where there is a list.

    What is in tables comes last, for there may be too much of it.
    """
    found, tables = deque(start), deque[tuple[Any, str]]()
    end, parts_left = len(kept.seen) + MOST_VALUES, MOST_PARTS
    while (found or tables) and len(kept.seen) < end:
        value, name = (found or tables).popleft()
        if id(type(value)) in ATOMS or id(value) in kept.seen:
            continue
        if aside is not None and _is(value, type, ModuleType):
            aside.append((value, name))
            continue
        parts = _first_parts(value, parts_left)
        # Modules may make names when they are asked for them
        most = len(parts) if _is(value, ModuleType) else parts_left
        kept.seen[id(value)] = Seen(value, parts, most, _size(value), name)
        parts_left -= len(parts)
        inside = tables if _way(value).containers else found
        inside.extend((part, name) for part in parts if id(type(part)) not in ATOMS)
        if _is_users_instance(value):
            (found if aside is None else aside).append((type(value), name))
        if _is(value, FunctionType) and _is_followed(value):
            found.extend(_imported(value))
            for place, own_name, told, is_last in _named(value):
                kept.names[place] = own_name, told
                if is_last:
                    found.append((told, own_name))


def _named(function: FunctionType) -> Iterator[tuple[Place, str, object, bool]]:
    """What it reads or writes by a global name, and what it asks of modules, one after the other."""
    for name, attributes in global_names(function.__code__):
        space, words = function.__globals__, name
        for at, own in enumerate((name, *attributes)):
            if own not in space:
                break
            words = own if own is name else f"{words}.{own}"
            value = space[own]
            is_module = _is(value, ModuleType)
            yield (id(space), own), words, value, not is_module or at == len(attributes)
            if not is_module:
                break
            space = vars(value)


def _imported(function: FunctionType) -> Iterator[tuple[object, str]]:
    """The modules that it imports when it is called, as far as they are there."""
    for name in imported_names(function.__code__):
        if name in sys.modules:
            yield sys.modules[name], name


# ---- Whose it is


def _is_followed(function: FunctionType) -> bool:
    home = _module_of(function)
    return _is_users(home) or states_claims(home)


def _is_users(module: str) -> bool:
    """The module may be changed with the statements."""
    return module in _stating or _is_not_installed(module)


@cache
def _is_not_installed(module: str) -> bool:
    if module.startswith(KIT):
        return False
    file = getattr(sys.modules.get(module), "__file__", None)
    if not isinstance(file, str):
        return module == "__main__"
    path = Path(file)
    return INSTALLED_BY_HAND.isdisjoint(path.parts) and not any(path.is_relative_to(each) for each in INSTALLED)


def _is_users_instance(value: object) -> bool:
    return not _is(value, type, FunctionType, ModuleType) and _is_users(_module_of(value))


def _module_of(value: Any) -> str:
    """Of a function the module whose names it uses, which that of a function around another one need not be."""
    if _is(value, FunctionType):
        return str(value.__globals__.get("__name__", ""))
    return str(ATTRIBUTES.__get__(value if _is(value, type) else type(value)).get("__module__", ""))


# ---- Parts. What is asked of values is asked of Python, whatever a class of a user's own would say


def _is(value: object, *kinds: type) -> bool:
    bases = BASES.__get__(type(value))
    return any(kind is base for kind in kinds for base in bases)  # not ==, which may be a user's own


class Way(NamedTuple):
    """How values of a kind are looked at: the containers that it is one of, and what gives the parts of others."""

    kind: type
    containers: tuple[Any, ...]
    parts: Callable[[Any], Iterator[object]] | None
    is_buffer: bool


def _way(value: object) -> Way:
    found = _ways.get(id(type(value)))  # by address, for a class of a user's own may not be hashable
    if found is None:
        containers = tuple(kind for kind in CONTAINERS if _is(value, kind))
        found = _ways[id(type(value))] = Way(type(value), containers, _parts_by_kind(value), _is_buffer(value))
    return found


def _is_buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except TypeError:
        return False
    except (ValueError, BufferError):  # one that was released is one all the same
        pass
    return True


def _size(value: Any) -> int:
    """How many parts a container has; of arrays and the like a checksum."""
    way = _way(value)
    if way.containers:
        return int(way.containers[0].__len__(value))
    if _is(value, np.ndarray):
        return crc32(np.ndarray.tobytes(value)) if value.nbytes <= MOST_BYTES else int(value.nbytes)
    if not way.is_buffer:
        return 0
    try:
        buffer = memoryview(value)
    except (TypeError, ValueError, BufferError):
        return 0
    return crc32(buffer) if buffer.nbytes <= MOST_BYTES and buffer.c_contiguous else buffer.nbytes


def _first_parts(value: object, most: int) -> list[object]:
    return list(islice(_parts(value), most))


def _parts(value: Any) -> Iterator[object]:
    way = _way(value)
    for kind in way.containers:
        yield from kind.__iter__(value)
        if kind is dict:
            yield from dict.values(value)
    if way.parts is not None:
        yield from way.parts(value)


def _parts_by_kind(value: object) -> Callable[[Any], Iterator[object]] | None:
    if _is(value, type):
        return _parts_of_class
    known = next((parts for kinds, parts in PARTS if _is(value, *kinds)), None)
    if not _is_users_instance(value):
        return known
    own = _parts_of_instances(type(value))
    return own if known is None else lambda value: chain(known(value), own(value))


def _parts_of_function(function: FunctionType) -> Iterator[object]:
    if _is_followed(function):
        yield from (function.__defaults__, function.__kwdefaults__)
    contents = map(_content, function.__closure__ or ())
    if _is_users(_module_of(function)):
        yield from (*vars(function).values(), *contents)
    else:  # a decorator's: what it keeps is its own affair
        yield vars(function).get("__wrapped__")
        yield from chain.from_iterable(map(_functions_in, contents))


def _functions_in(content: object) -> Iterator[object]:
    """A function, or those of a table of them."""
    for each in content.values() if type(content) is dict else (content,):
        if type(each) is FunctionType:
            yield each


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty yet
        return None


def _parts_of_module(module: ModuleType) -> Iterator[object]:
    """What a module of the user's has, where it is named by itself, but modules: they may be imported meanwhile."""
    if _is_users(str(vars(module).get("__name__"))):
        parts = [part for name, part in vars(module).items() if not name.startswith("__")]
        yield from (part for part in parts if not _is(part, ModuleType))


def _parts_of_class(kind: type) -> Iterator[object]:
    """What it is derived from, and its attributes, but what Python and its ``enum`` keep there."""
    if _is_users(_module_of(kind)):
        yield from (type(kind), *BASES.__get__(kind)[1:])
        is_enum = _is(kind, EnumType)
        for name, part in [*ATTRIBUTES.__get__(kind).items()]:
            if _is(part, *CODE) if name.startswith("__") else not (is_enum and _is_of_enum(name)):
                yield part


def _parts_of_instances(kind: type) -> Callable[[Any], Iterator[object]]:
    """Of those of a class their attributes and own slots, but cached properties, trusted as ``functools.cache`` is."""
    of_classes: dict[str, object] = {}
    for base in reversed(BASES.__get__(kind)):
        of_classes.update(ATTRIBUTES.__get__(base))
    passed = {name for name, each in of_classes.items() if _is(each, cached_property)} | {"__orig_class__"}
    of_users = [base for base in BASES.__get__(kind) if _is_users(_module_of(base))]
    slots = [each for base in of_users for each in ATTRIBUTES.__get__(base).values() if _is(each, MemberDescriptorType)]
    is_enum = _is(kind, EnumType)

    def parts(value: object) -> Iterator[object]:
        for name, part in _attributes(value):
            if name not in passed and (not is_enum or name == "_value_" or not _is_of_enum(name)):
                yield part
        yield from (_in_slot(slot, value) for slot in slots)

    return parts


def _is_of_enum(name: str) -> bool:
    return name.startswith("_") and name.endswith("_")


def _attributes(value: object) -> list[tuple[str, object]]:
    try:
        return [*object.__getattribute__(value, "__dict__").items()]
    except Exception:  # what a property of that name raises
        return []


def _in_slot(slot: Any, value: object) -> object:
    try:
        return slot.__get__(value)
    except AttributeError:  # it is empty yet
        return None


CODE = (FunctionType, staticmethod, classmethod, property, cached_property)
PARTS: tuple[tuple[tuple[type, ...], Callable[[Any], Iterator[object]]], ...] = (
    ((FunctionType,), _parts_of_function),
    ((ModuleType,), lambda module: _parts_of_module(module)),
    ((partial,), lambda part: iter((part.func, part.args, part.keywords))),
    ((MethodType,), lambda method: iter((method.__self__, method.__func__))),
    ((BuiltinMethodType,), lambda method: iter((method.__self__,))),
    ((staticmethod, classmethod, CACHED), lambda around: iter((around.__wrapped__,))),
    ((property,), lambda own: iter((own.fget, own.fset))),
    ((cached_property,), lambda own: iter((own.func,))),
    (
        (SimpleNamespace, Namespace, UserDict, UserList, ChainMap),
        lambda space: iter([part for _, part in _attributes(space)]),
    ),
    ((np.ndarray,), lambda array: iter(array.flat if array.dtype.hasobject else ())),
)
