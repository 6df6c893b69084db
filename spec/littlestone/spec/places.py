"""Where a claim stands: file and line of its formula, and what its place in the paper names first."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any


def place_of(formula: Callable[..., Any]) -> tuple[Path, int]:
    """File and first line of a function's definition, which ``inspect`` finds by taking all its text apart."""
    code = getattr(inspect.unwrap(formula), "__code__", None)
    line = inspect.getsourcelines(formula)[1] if code is None else int(code.co_firstlineno)
    return Path(inspect.getsourcefile(formula) or "?"), line


def cut(text: str, sign: str) -> tuple[str, str]:
    """The text before and after the first such sign outside of brackets; all and nothing where there is none."""
    at = text.find(sign)
    while at >= 0:
        before = text[:at]
        if sum(map(before.count, "([")) <= sum(map(before.count, ")]")):
            return before, text[at + len(sign) :]
        at = text.find(sign, at + 1)
    return text, ""
