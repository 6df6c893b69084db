"""The functions of a statement: its formula and the helpers of its own module or paper, as syntax."""

from __future__ import annotations
import __future__

import ast
import linecache
import sys
from collections.abc import Callable
from contextlib import suppress
from dis import get_instructions
from functools import cache, lru_cache
from inspect import getattr_static
from types import CodeType, FunctionType
from warnings import catch_warnings

from littlestone.spec.algebra.decisions import states_claims

FUTURE = __future__.annotations.compiler_flag


def is_own(function: object, module: str) -> bool:
    """The function belongs to the statements of this module: stated in it, or in a paper's package."""
    return isinstance(function, FunctionType) and (function.__module__ == module or states_claims(function.__module__))


def own_functions(formula: Callable[..., object]) -> list[FunctionType]:
    """The formula and the helpers that it calls by name, directly or not, in the order in which they are met."""
    start = plain(formula)
    found = [start] if start is not None else []
    for function in found:
        named = (function.__globals__.get(name) for name in global_names(function.__code__))
        own = (plain(value) for value in named)
        found += [f for f in dict.fromkeys(own) if is_own(f, found[0].__module__) and f not in found and f is not None]
    return found


def plain(function: object) -> FunctionType | None:
    """The Python function itself, without what is wrapped around it: caches, terms; None where there is none."""
    inner, outer = function, None
    try:
        while inner is not outer:
            outer, inner = inner, getattr_static(inner, "__wrapped__", inner)
    except Exception:  # what a property ``__dict__`` raises
        return None
    return inner if type(inner) is FunctionType else None


@cache
def global_names(code: CodeType) -> tuple[str, ...]:
    """What the code reads or writes by a global name, in functions inside of it too."""
    here = [step.argval for step in get_instructions(code) if step.opname in ("LOAD_GLOBAL", "STORE_GLOBAL")]
    inner = (name for part in code.co_consts if isinstance(part, CodeType) for name in global_names(part))
    return tuple(dict.fromkeys([*here, *inner]))


@lru_cache(maxsize=4096)
def source_of(function: Callable[..., object]) -> str:
    """The text of the file that the function is in; empty where it cannot be read."""
    inner = function if isinstance(function, FunctionType) else plain(function)
    return "" if inner is None else "".join(linecache.getlines(inner.__code__.co_filename))


def is_as_written(function: FunctionType) -> bool:
    """The function's code is some of what the text of its file is compiled to, by Python or as pytest rewrites it."""
    code, is_rewritten = function.__code__, "@pytest_ar" in function.__globals__
    text, flags = source_of(function), code.co_flags & FUTURE
    return code in _codes_of(text, flags) or (is_rewritten and code in _codes_of(text, flags, is_rewritten))


@lru_cache(maxsize=64)
def _codes_of(text: str, flags: int, is_rewritten: bool = False) -> frozenset[CodeType]:
    with catch_warnings(action="ignore"):
        tree = ast.parse(text)
        if is_rewritten:
            sys.modules["_pytest.assertion.rewrite"].rewrite_asserts(tree, text.encode())
        found = [compile(tree, "", "exec", flags=flags, dont_inherit=True)]
    for code in found:  # which grows meanwhile
        found += [part for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(found)


@lru_cache(maxsize=4096)
def syntax_of(function: FunctionType) -> ast.FunctionDef | None:
    """The definition of a function, with the lines of its file; None for lambdas and where the source is not there."""
    code = function.__code__
    for node in _definitions(source_of(function)):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        if node.name == code.co_name and first == code.co_firstlineno:
            return node
    return None


def text_of(node: ast.expr, source: str) -> str:
    """A piece of code as it is written, on one line."""
    return " ".join((segment(node, source) or ast.unparse(node)).split())


def segment(node: ast.expr, source: str) -> str:
    """The lines of a piece of code, as ``linecache`` has them; empty of what was made without a place.

    ``ast.get_source_segment`` looks at each letter of the file, a fifteenth of what a small claim of a user's took.
    """
    if node.end_lineno is None or node.end_col_offset is None:
        return ""
    lines = source.split("\n")[node.lineno - 1 : node.end_lineno]
    lines[-1:] = [lines[-1].encode()[: node.end_col_offset].decode()] if lines else []
    lines[:1] = [lines[0].encode()[node.col_offset :].decode()] if lines else []
    return "\n".join(lines)


@lru_cache(maxsize=64)
def statements_of(source: str | bytes) -> list[ast.stmt]:
    """The statements of a file; none of what is no Python."""
    with suppress(SyntaxError, ValueError):
        return ast.parse(source).body
    return []


@lru_cache(maxsize=64)
def _definitions(source: str) -> list[ast.FunctionDef]:
    found = (node for statement in statements_of(source) for node in ast.walk(statement))
    return [node for node in found if isinstance(node, ast.FunctionDef)]
