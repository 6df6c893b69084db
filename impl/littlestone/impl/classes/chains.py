"""Covers of a class by chains under inclusion: few chains leave few patterns, a long chain makes many thresholds.

On k points all 2^k patterns are taken only if each of the C(k, k/2) patterns with k/2 ones lies in a chain of its own,
so a class in t chains has VC dimension below k if C(k, k/2) > t.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import Matrix

Words = NDArray[np.uint64]


class ChainCover:
    """The functions in chains, each function knowing the next larger and the next smaller one of its chain."""

    def __init__(self, matrix: Matrix) -> None:
        ones = matrix.functions == 1
        self._sizes = ones.sum(axis=1)
        padded = np.zeros((len(ones), -(-ones.shape[1] // 64) * 64), dtype=bool)
        padded[:, : ones.shape[1]] = ones
        self._words: Words = np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
        self._larger = np.full(len(ones), -1)
        self._smaller = np.full(len(ones), -1)
        self._greedy()

    @property
    def count(self) -> int:
        """How many chains there are."""
        return int((self._larger < 0).sum())

    @property
    def most_shattered(self) -> int:
        """The VC dimension that so many chains allow."""
        return most_shattered(self.count)

    def chains(self) -> list[list[int]]:
        """The chains, each from its largest function down."""
        found = []
        for top in np.flatnonzero(self._larger < 0).tolist():
            chain = [top]
            while self._smaller[chain[-1]] >= 0:
                chain.append(int(self._smaller[chain[-1]]))
            found.append(chain)
        return found

    def improve(self, wanted: int, may_go_on: Callable[[int], bool]) -> None:
        """Lay chains together along augmenting paths, until there are at most so many, or no two can be laid together.

        ``may_go_on`` is asked, with the number of words compared, before each function is looked at.
        """
        tops = np.flatnonzero(self._larger < 0).tolist()
        while self.count > wanted and any(self._augment(top, may_go_on) for top in tops):
            tops = np.flatnonzero(self._larger < 0).tolist()

    def _greedy(self) -> None:
        """Largest first; each function goes below the smallest end of a chain that includes it."""
        ends = np.empty((0, self._words.shape[1]), dtype=np.uint64)
        last: list[int] = []
        for f in np.argsort(-self._sizes, kind="stable").tolist():
            above = np.flatnonzero(~(self._words[f] & ~ends).any(axis=1))
            if not len(above):
                ends, last = np.vstack([ends, self._words[f]]), [*last, f]
                continue
            place = int(min(above, key=lambda i: self._sizes[last[i]]))
            self._link(last[place], f)
            ends[place], last[place] = self._words[f], f

    def _link(self, larger: int, smaller: int) -> None:
        self._smaller[larger], self._larger[smaller] = smaller, larger

    def _augment(self, top: int, may_go_on: Callable[[int], bool]) -> bool:
        """Find a larger function for the top of a chain, others changing theirs; False where there is no way."""
        unseen = np.ones(len(self._words), dtype=bool)
        parent: dict[int, int] = {}
        queue = [top]
        for f in queue:
            if not may_go_on(self._words.size):
                return False
            rest = np.flatnonzero(unseen & (self._sizes > self._sizes[f]))
            for g in rest[~(self._words[f] & ~self._words[rest]).any(axis=1)].tolist():
                unseen[g], parent[g] = False, f
                if self._smaller[g] < 0:
                    self._turn(g, parent)
                    return True
                queue.append(int(self._smaller[g]))
        return False

    def _turn(self, g: int, parent: dict[int, int]) -> None:
        while g >= 0:
            f, left = parent[g], int(self._larger[parent[g]])
            self._link(g, f)
            g = left


def most_shattered(chains: int) -> int:
    """The most points that a class in so many chains shatters."""
    k = 1
    while comb(k, k // 2) <= chains:
        k += 1
    return k - 1
