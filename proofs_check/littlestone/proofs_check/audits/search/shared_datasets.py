"""Pairs that have a dataset in common, as the neighbours of one do: a draw of it teaches about all of them."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt


class SharedDatasets:
    """The datasets of some pairs, by the pairs' numbers."""

    def __init__(self, pairs: Mapping[int, tuple[object, object]]) -> None:
        self._of = {i: (_key(first), _key(second)) for i, (first, second) in pairs.items()}
        self._times = Counter(key for keys in self._of.values() for key in keys)

    def chance_of_first(self, pair: int) -> float:
        """The chance by which a draw for the pair is best of its first dataset.

        A dataset of k pairs is then drawn sqrt(k) times as often in all as one of a single pair, which makes the sum of
        the variances of what is compared the least.
        """
        first, second = (sqrt(self._times[key]) for key in self._of[pair])
        return second / (first + second)

    def others(self, pair: int) -> Iterator[tuple[int, int, int]]:
        """The other pairs with a dataset of this one: its place here, 0 or 1, the other pair and its place there."""
        for place, key in enumerate(self._of[pair]):
            for other, keys in self._of.items():
                if other != pair and key in keys:
                    yield place, other, keys.index(key)


def unordered(pairs: Sequence[tuple[object, object]]) -> list[int]:
    """Indices of the pairs without those that repeat an earlier one, in either order."""
    found: dict[frozenset[bytes], int] = {}
    for i, pair in enumerate(pairs):
        found.setdefault(frozenset(map(_key, pair)), i)
    return sorted(found.values())


def _key(dataset: object) -> bytes:
    return pickle.dumps(dataset)
