"""What an operation counts for where work is measured in Python calls.

The measure decides which universes are listed. Where an operation is done by fewer calls than it was when the budgets
were set, it counts as before, so that what is listed does not follow from how numbers are added.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
CHARGES: dict[CodeType, int] = {}  # of functions that count as more than one call


def counts_as(calls: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A call of the decorated function counts as so many, beside those that it makes itself."""

    def register(function: Callable[P, R]) -> Callable[P, R]:
        CHARGES[function.__code__] = calls  # type: ignore[attr-defined]
        return function

    return register
