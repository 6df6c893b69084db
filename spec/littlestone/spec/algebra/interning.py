"""One object for what is written alike: nodes by a key, for as long as something holds them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import ref

Node = TypeVar("Node")


class _Reference(ref[Node]):
    """A weak reference that knows the key of its node."""

    __slots__ = ("key",)
    key: Hashable


class Interned(Generic[Node]):
    """The nodes that are alive, by their keys; a ``WeakValueDictionary`` does the same in twice the time.

    Nodes are made by the million, and most are dropped at once.
    """

    def __init__(self) -> None:
        self._references: dict[Hashable, _Reference[Node]] = {}

    def get(self, key: Hashable) -> Node | None:
        """The node with this key, or None."""
        reference = self._references.get(key)
        return None if reference is None else reference()

    def add(self, key: Hashable, node: Node) -> None:
        """Let this be the node with the key."""
        reference = _Reference(node, self._drop)
        reference.key = key
        self._references[key] = reference

    def _drop(self, gone: _Reference[Node]) -> None:
        # Another node may have the key by now
        if self._references.get(gone.key) is gone:
            del self._references[gone.key]

    def __len__(self) -> int:
        return len(self._references)
