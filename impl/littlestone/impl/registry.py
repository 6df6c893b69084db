"""Which callable implements which definition or algorithm of the papers."""

from __future__ import annotations

from collections.abc import Callable
from inspect import unwrap
from os.path import realpath
from types import CodeType
from typing import TypeVar

Implementation = TypeVar("Implementation", bound=Callable[..., object])

IMPLEMENTATIONS: dict[str, Callable[..., object]] = {}


def implements(claim_id: str) -> Callable[[Implementation], Implementation]:
    """Record the decorated function or class as the implementation of a claim id, and return it unchanged.

    Of a file that is run as two modules the first counts. Raises ValueError where the id already has another one.
    """

    def register(implementation: Implementation) -> Implementation:
        known = IMPLEMENTATIONS.setdefault(claim_id, implementation)
        if known is not implementation and not _is_the_same_code(known, implementation):
            raise ValueError(f"{claim_id} is already implemented by {known.__module__}.{known.__qualname__}")
        return implementation

    return register


def _is_the_same_code(known: Callable[..., object], new: Callable[..., object]) -> bool:
    """The same lines of a file, run as two modules."""
    codes = _codes_of(known)
    return codes != [] and codes == _codes_of(new) and known.__module__ != new.__module__


def _codes_of(implementation: Callable[..., object]) -> list[tuple[str, CodeType]]:
    """The code of a function, or of the methods of a class, with the file that it is in; of others none."""
    function = unwrap(implementation)
    parts = vars(function).values() if isinstance(function, type) else [function]
    codes = [getattr(part, "__code__", None) for part in parts]
    return [(realpath(code.co_filename), code) for code in codes if code is not None]
