"""Which callable implements which definition or algorithm of the papers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Implementation = TypeVar("Implementation", bound=Callable[..., object])

IMPLEMENTATIONS: dict[str, Callable[..., object]] = {}


def implements(claim_id: str) -> Callable[[Implementation], Implementation]:
    """Record the decorated function or class as the implementation of a claim id, and return it unchanged.

    Raises ValueError where the id already has another implementation.
    """

    def register(implementation: Implementation) -> Implementation:
        known = IMPLEMENTATIONS.setdefault(claim_id, implementation)
        if known is not implementation:
            raise ValueError(f"{claim_id} is already implemented by {known.__module__}.{known.__qualname__}")
        return implementation

    return register
