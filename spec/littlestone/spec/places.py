"""Where a claim stands: file and line of its formula, and what its place in the paper names first."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any


def place_of(formula: Callable[..., Any]) -> tuple[Path, int]:
    """File and first line of a function's definition, which ``inspect`` finds by taking all its text apart."""
    code = getattr(inspect.unwrap(formula), "__code__", None)
    line = inspect.getsourcelines(formula)[1] if code is None else int(code.co_firstlineno)
    return Path(inspect.getsourcefile(formula) or "?"), line


def is_of_the_kit(formula: Callable[..., Any]) -> bool:
    """The formula, and all that it wraps, has its text in the kit's folder, whatever module it says it is of."""
    functions = wrapped_in(formula)
    return bool(functions) and all(map(_is_here, functions))


def wrapped_in(outer: object) -> list[FunctionType]:
    """The function and those that it wraps, one in another, as far as they say."""
    met: list[object] = []
    while outer is not None and not any(outer is one for one in met):
        met.append(outer)
        outer = inspect.getattr_static(outer, "__wrapped__", None)
    return [one for one in met if isinstance(one, FunctionType)]


def home_of(function: FunctionType) -> str:
    """The name of the module whose names the function knows; empty where no module has this name, and these names."""
    name = str(function.__globals__.get("__name__"))
    return name if getattr(sys.modules.get(name), "__dict__", None) is function.__globals__ else ""


def _is_here(function: FunctionType) -> bool:
    is_file = Path(function.__code__.co_filename).is_relative_to(Path(__file__).parent)
    return is_file and home_of(function).startswith("littlestone.")


def cut(text: str, sign: str) -> tuple[str, str]:
    """The text before and after the first such sign outside of brackets; all and nothing where there is none."""
    at = text.find(sign)
    while at >= 0:
        before = text[:at]
        if sum(map(before.count, "([")) <= sum(map(before.count, ")]")):
            return before, text[at + len(sign) :]
        at = text.find(sign, at + 1)
    return text, ""
