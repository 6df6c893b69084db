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
        codes, run_twice = _codes_of(known), known.__module__ != implementation.__module__
        if known is not implementation and not (codes and codes == _codes_of(implementation) and run_twice):
            raise ValueError(f"{claim_id} is already implemented by {known.__module__}.{known.__qualname__}")
        return implementation

    return register


def _codes_of(implementation: Callable[..., object]) -> list[tuple[str, CodeType]]:
    """The code of a function, or of the methods of a class, with the file that it is in; of others none."""
    function = unwrap(implementation)
    parts = vars(function).values() if isinstance(function, type) else [function]
    codes = [getattr(part, "__code__", None) for part in parts]
    return [(realpath(code.co_filename), code) for code in codes if code is not None]
