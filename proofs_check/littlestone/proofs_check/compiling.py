"""The one way this package compiles functions with numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """The function compiled on first use, kept on disk for later runs, and run without the interpreter's lock."""
    return cast(F, njit(nogil=True, cache=True)(function))
