"""Constants of a user's file that are drawn, or read off a clock or the machine: another run has other ones.

Only what binds a constant that a formula names is looked at: elsewhere a file may draw what it likes.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import os
import sys
from collections.abc import Mapping, Sequence
from types import FunctionType, ModuleType

from littlestone.proofs_check.reading.bindings import is_of_a_user
from littlestone.proofs_check.reading.functions import syntax_of

COINS = ("random", "secrets", "time", "uuid", "numpy.random", "platform", "socket", "getpass")
MACHINE = (os.environ, os.getenv, os.cpu_count, sys.argv, sys.version_info)
DRAWING, NOW = (hash, id, os.urandom, os.getpid, *MACHINE), ("now", "today", "utcnow")
SEEDED = ("Random", "RandomState", "default_rng")  # no coin where they are given a seed
Known = Mapping[str, object]


def is_drawn(name: str, known: Known, seen: tuple[tuple[int, str], ...] = ()) -> bool:
    """What the name stands for in the file with these globals is drawn, or draws: by what binds it, or its text."""
    value, place = known.get(name, getattr(builtins, name, None)), (id(known), name)
    if place in seen or isinstance(value, ModuleType):
        return False
    if is_coin(value):
        return True
    inner = syntax_of(value) if isinstance(value, FunctionType) and is_of_a_user(value.__module__) else None
    if isinstance(value, FunctionType) and inner is not None:
        known = value.__globals__
    elif callable(value) and not isinstance(value, FunctionType):
        return False
    found = [inner] if inner is not None else _binding(name, str(known.get("__file__")))
    return any(_asks(part, known, (*seen, place)) for one in found for part in ast.walk(one))


def _binding(name: str, file: str) -> Sequence[ast.stmt]:
    """What a file does outside of definitions to bind a name, or to change what it stands for."""
    read = ast.parse("".join(linecache.getlines(file))).body
    return [one for one in read if not isinstance(one, ast.FunctionDef | ast.ClassDef) and name in _bound(one)]


def _bound(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.ImportFrom):
        return [alias.asname or alias.name for alias in statement.names]
    changed = [node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store)]
    calls = [n.value.func for n in ast.walk(statement) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)]
    return [part.id for node in (*changed, *calls) for part in ast.walk(node) if isinstance(part, ast.Name)]


def _asks(part: ast.AST, known: Known, seen: tuple[tuple[int, str], ...]) -> bool:
    """It stands for a coin or a clock, for a generator without a seed, or for a name that does."""
    match part:
        case ast.Attribute(value=of, attr=attribute):
            module = known.get(of.id) if isinstance(of, ast.Name) else None
            return attribute in NOW or (isinstance(module, ModuleType) and is_coin(getattr(module, attribute, None)))
        case ast.Name(id=name, ctx=ast.Load()):
            return is_drawn(name, known, seen)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[]):
            return name in SEEDED
        case ast.ImportFrom(module=str(name), names=aliases) if name in sys.modules and is_of_a_user(name):
            return any(is_drawn(alias.name, vars(sys.modules[name]), seen) for alias in aliases)
    return False


def is_coin(value: object) -> bool:
    """The value draws, or tells the time or the machine."""
    is_known = any(value is one for one in DRAWING)
    if is_known or not callable(value):
        return is_known
    of = getattr(value, "__module__", None) or type(getattr(value, "__self__", None)).__module__
    return getattr(value, "__name__", SEEDED[0]) not in SEEDED and f"{of}.".startswith(tuple(f"{m}." for m in COINS))
