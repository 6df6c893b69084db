"""Constants of a user's file that are drawn, or read off a clock or the machine: another run has other ones.

Only what binds a constant that a formula names is looked at: elsewhere a file may draw what it likes. The second run of
a file (``sources.steadiness``) sees more ways, but no coin that falls alike in both, no machine or hash of a text.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import os
import random
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import FunctionType, ModuleType

from littlestone.proofs_check.reading.bindings import is_of_a_user, is_users, words
from littlestone.proofs_check.reading.function_syntax import part_of
from littlestone.proofs_check.reading.functions import statements_of, syntax_of

COINS = words("random secrets time uuid numpy.random platform socket getpass os posix nt")
MACHINE = (*COINS, "sys", "locale", "site", "errno", "signal")  # what they have that is no function is another's too
DRAWING, NOW = (hash, id, os.environ, os.path.expandvars, os.path.expanduser), ("now", "today", "utcnow")
SEEDED = ("Random", "RandomState", "default_rng")  # no coin where they are given a seed
Known = Mapping[str, object]


def is_drawn(name: str, known: Known) -> bool:
    """What the name stands for in the file with these globals is drawn, or draws: by what binds it, or its text."""
    waiting, met = [(name, known)], set[tuple[int, str]]()
    for one, there in waiting:
        value = there.get(one, getattr(builtins, one, None))
        if is_coin(value) or one == "__file__":
            return True
        if (id(there), one) not in met:
            met.add((id(there), one))
            binding, there = _binding(one, value, there)
            for part in (part for statement in binding for part in ast.walk(statement)):
                if _asks(part, there):
                    return True
                waiting += _named(part, there)
    return False


def _binding(name: str, value: object, known: Known) -> tuple[Sequence[ast.stmt], Known]:
    """What gives a name of a user's its value, and what the names in it stand for: the function itself, what a class
    has beside its functions, and what a file does outside of definitions to bind the name, or to change its value."""
    is_own = isinstance(value, FunctionType | type) and is_users(value)
    if isinstance(value, FunctionType) and is_own and (inner := syntax_of(value)) is not None:
        return [inner], value.__globals__
    if isinstance(value, type) and is_own:
        known = vars(sys.modules.get(value.__module__, builtins))
        classes = [one for one in _read(known) if isinstance(one, ast.ClassDef) and one.name == value.__name__]
        return [one for found in classes for one in found.body if not isinstance(one, ast.FunctionDef)], known
    if isinstance(value, ModuleType) or (callable(value) and not isinstance(value, FunctionType)):
        return [], known
    return _binders(_text(known)).get(name, []), known


def _text(known: Known) -> str:
    return "".join(linecache.getlines(str(known.get("__file__"))))


def _read(known: Known) -> list[ast.stmt]:
    return statements_of(_text(known))


@lru_cache(maxsize=64)
def _binders(text: str) -> dict[str, list[ast.stmt]]:
    """The statements of a file, but for its definitions, by the names that they bind or change."""
    found: dict[str, list[ast.stmt]] = {}
    for statement in statements_of(text):
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            for name in dict.fromkeys(_bound(statement)):
                found.setdefault(name, []).append(statement)
    return found


def _bound(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.ImportFrom):
        return [alias.asname or alias.name for alias in statement.names]
    changed = [node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store)]
    calls = [n.value.func for n in ast.walk(statement) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)]
    return [part.id for node in (*changed, *calls) for part in ast.walk(node) if isinstance(part, ast.Name)]


def _asks(part: ast.AST, known: Known) -> bool:
    """It stands for a coin, a clock or the machine, or for a generator without a seed."""
    match part:
        case ast.Attribute(value=of, attr=attribute):
            module = known.get(of.id) if isinstance(of, ast.Name) else None
            if module is random and _is_seeded(known, of.lineno):
                return False
            is_own = is_users(module)
            is_clock = attribute in NOW and not is_own
            return is_clock or (isinstance(module, ModuleType) and is_told_by(module, attribute))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=[]):
            return name in SEEDED and all(isinstance(one, ast.Constant) and one.value is None for one in args)
        case ast.ImportFrom(module=str(name), names=aliases):
            module = sys.modules.get(name)
            return module is not None and any(is_told_by(module, alias.name) for alias in aliases)
    return False


def _is_seeded(known: Known, line: int) -> bool:
    """Above this line the file gives the coins of ``random`` a seed, a constant each time: they fall the same again."""
    nodes = (node for statement in _read(known) for node in ast.walk(statement))
    asked = [
        n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "seed"
    ]
    calls = [call for call in asked if ast.unparse(call.func) == "random.seed"]
    constants = [[one.value for one in call.args if isinstance(one, ast.Constant)] for call in calls]
    return any(call.lineno < line for call in calls) and all(len(c) == 1 and c[0] is not None for c in constants)


def _named(part: ast.AST, known: Known) -> list[tuple[str, Known]]:
    """The names that it reads, with what they stand for there."""
    match part:
        case ast.Name(id=name, ctx=ast.Load()):
            return [(name, known)]
        case ast.ImportFrom(module=str(name), names=aliases) if name in sys.modules and is_of_a_user(name):
            return [(alias.name, vars(sys.modules[name])) for alias in aliases]
    return []


def is_told_by(module: ModuleType, name: str) -> bool:
    """What the module has by that name draws, or tells the time or the machine."""
    value = part_of(module, name)
    is_constant = not (callable(value) or isinstance(value, ModuleType))
    return is_coin(value) or (is_constant and module.__name__ in MACHINE)


def is_coin(value: object) -> bool:
    """The value draws, or tells the time or the machine."""
    is_known = any(value is one for one in DRAWING)
    if is_known or not callable(value):
        return is_known
    of = getattr(value, "__module__", None) or type(getattr(value, "__self__", None)).__module__
    return getattr(value, "__name__", SEEDED[0]) not in SEEDED and f"{of}.".startswith(tuple(f"{m}." for m in COINS))
