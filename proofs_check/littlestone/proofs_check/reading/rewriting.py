"""A function whose syntax is edited before it is compiled again: for what a run of it is to say beside its answer."""

from __future__ import annotations
import __future__

import ast
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import lru_cache
from types import CodeType, FunctionType

from littlestone.proofs_check.reading.functions import syntax_of

STACK, FRAMES = 64 * 2**20, 20_000  # a sum of 3000 terms, more than Python compiles, needs some 10,000 frames
FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
Edit = Callable[[ast.FunctionDef], None]
_alone = threading.Lock()


def rewritten(function: FunctionType, edit: Edit, words: Mapping[str, object]) -> FunctionType | None:
    """The function as edited, which knows these words too; None where its source is not there or cannot be compiled."""
    code = _code(function, edit)
    if code is None:
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    known = {**function.__globals__, **words}
    copy = FunctionType(code, known, function.__name__, function.__defaults__, closure)
    copy.__kwdefaults__, copy.__annotations__ = function.__kwdefaults__, function.__annotations__
    copy.__doc__, copy.__module__ = function.__doc__, function.__module__
    return copy


@lru_cache(maxsize=1024)
def _code(function: FunctionType, edit: Edit) -> CodeType | None:
    """The code of the edited function, made in a thread with a stack of its own, however deep its caller is."""
    with _alone:
        size, limit = threading.stack_size(STACK), sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, FRAMES))
        try:
            with ThreadPoolExecutor(1) as pool:
                return pool.submit(_compiled, function, edit).result()
        except (SyntaxError, ValueError, TypeError, RecursionError):
            return None
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)


def _compiled(function: FunctionType, edit: Edit) -> CodeType | None:
    """The code, compiled inside of a function that has its free variables."""
    syntax = syntax_of(function)
    if syntax is None:
        return None
    definition = deepcopy(syntax)
    # Without what is evaluated where the definition stands: decorators, defaults, annotations
    definition.decorator_list, definition.returns, arguments = [], None, definition.args
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    for parameter in ast.walk(arguments):
        if isinstance(parameter, ast.arg):
            parameter.annotation = None
    edit(definition)
    definition.name = "recorded"  # else a call of itself would not find the global one
    module = ast.parse(f"def factory({', '.join(function.__code__.co_freevars)}):\n    return recorded")
    module.body[0].body.insert(0, definition)  # type: ignore[attr-defined]
    scope: dict[str, Callable[..., FunctionType]] = {}
    flags = function.__code__.co_flags & FUTURE
    exec(compile(module, function.__code__.co_filename, "exec", flags, dont_inherit=True), scope)
    inner = scope["factory"](*[None] * len(function.__code__.co_freevars))
    return inner.__code__.replace(co_name=function.__name__, co_qualname=function.__qualname__)


def calling(word: str, at: ast.AST, *arguments: ast.expr) -> ast.Call:
    """A call of one of the words, at the place in the file of another node."""
    made = ast.Call(ast.Name(word, ast.Load()), [*arguments], [])
    for part in (made.func, *arguments, made):
        if not hasattr(part, "lineno"):
            ast.fix_missing_locations(ast.copy_location(part, at))
    return made
