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
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import FunctionType, ModuleType

from littlestone.proofs_check.reading.bindings import is_of_a_user, is_users, words
from littlestone.proofs_check.reading.function_syntax import last, part_of
from littlestone.proofs_check.reading.functions import statements_of, syntax_of

COINS = words("random secrets time uuid numpy.random platform socket getpass os posix nt")
MACHINE = (*COINS, "sys", "locale", "site", "errno", "signal")  # what they have that is no function is another's too
DRAWING, NOW = (hash, id, os.environ, os.path.expandvars, os.path.expanduser), ("now", "today", "utcnow")
SEEDED = ("Random", "RandomState", "default_rng")  # no coin where they are given a seed
Known = Mapping[str, object]


def is_drawn(name: str, known: Known) -> bool:
    """What the name stands for in the file with these globals is drawn, or draws: by the statements that bind it, or
    what is in it, and those of what they name."""
    waiting, met = [(name, known)], set[tuple[int, str]]()
    for one, there in waiting:
        value = there.get(one, getattr(builtins, one, None))
        if is_coin(value) or one == "__file__":
            return True
        if (id(there), one) not in met and not isinstance(value, ModuleType):
            met.add((id(there), one))
            for part, where in _parts(one, value, there):
                if _asks(part, where):
                    return True
                waiting += _named(part, where)
    return False


def _parts(name: str, value: object, known: Known) -> Iterator[tuple[ast.AST, Known]]:
    """The parts of what binds a name, and of a function or class of the user's itself, in whatever file it is, each
    with what names stand for there."""
    found: list[tuple[Sequence[ast.AST], Known]] = [(binders(_text(known)).get(name, []), known)]
    if isinstance(value, FunctionType) and is_users(value):
        found.append(([*filter(None, [syntax_of(value)])], value.__globals__))
    elif isinstance(value, type) and is_users(value):
        home = vars(sys.modules.get(value.__module__, builtins))
        found.append((binders(_text(home)).get(value.__name__, []), home))
    yield from ((part, where) for statements, where in found for one in statements for part in ast.walk(one))


def _text(known: Known) -> str:
    return "".join(linecache.getlines(str(known.get("__file__"))))


@cache
def binders(text: str | bytes) -> dict[str, list[ast.stmt]]:
    """The statements of a file by the names that they bind, or whose values they change; of a class what it has beside
    its functions, which are read by themselves."""
    found: dict[str, list[ast.stmt]] = {}
    for statement in statements_of(text):
        if isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                found.setdefault(alias.asname or alias.name, []).append(ast.ImportFrom(statement.module, [alias], 0))
        elif isinstance(statement, ast.ClassDef):
            inside = (one for one in statement.body if not isinstance(one, ast.FunctionDef))
            found.setdefault(statement.name, []).extend(inside)
        else:
            for name in dict.fromkeys(_bound(statement)):
                found.setdefault(name, []).append(statement)
    return found


def _bound(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef):
        return [statement.name]
    changed = [node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store)]
    alone = [part for node in ast.walk(statement) if isinstance(node, ast.Expr) for part in ast.walk(node)]
    calls = [part.func for part in alone if isinstance(part, ast.Call)]
    return [part.id for node in (*changed, *calls) for part in ast.walk(node) if isinstance(part, ast.Name)]


def _asks(part: ast.AST, known: Known) -> bool:
    """It stands for a coin, a clock or the machine, or for a generator without a seed."""
    match part:
        case ast.Attribute(value=of, attr=attribute):
            module = known.get(of.id) if isinstance(of, ast.Name) else None
            if module is random and _is_seeded(known, of.lineno):
                return False
            is_clock = attribute in NOW and not is_users(module)
            return is_clock or (isinstance(module, ModuleType) and is_told_by(module, attribute))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=[]):
            return name in SEEDED and all(isinstance(one, ast.Constant) and one.value is None for one in args)
        case ast.ImportFrom(module=str(name), names=[alias]) if name in sys.modules:
            return is_told_by(sys.modules[name], alias.name)
    return False


def _is_seeded(known: Known, line: int) -> bool:
    """Above this line the file gives the coins of ``random`` a seed, a constant each time: they fall the same again."""
    nodes = (node for statement in statements_of(_text(known)) for node in ast.walk(statement))
    calls = [n for n in nodes if isinstance(n, ast.Call) and last(n.func) == "seed"]
    seeds = [call for call in calls if ast.unparse(call.func) == "random.seed"]
    given = (isinstance(by, ast.Constant) and by.value is not None for call in seeds for by in call.args)
    return all(given) and all(call.args for call in seeds) and any(call.lineno < line for call in seeds)


def _named(part: ast.AST, known: Known) -> list[tuple[str, Known]]:
    """The names that it reads, with what they stand for there."""
    match part:
        case ast.Name(id=name, ctx=ast.Load()):
            return [(name, known)]
        case ast.ImportFrom(module=str(name), names=[alias]) if name in sys.modules and is_of_a_user(name):
            return [(alias.name, vars(sys.modules[name]))]
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
