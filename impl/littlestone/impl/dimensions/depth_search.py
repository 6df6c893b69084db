"""The greatest depth of a shattered tree, by a memoised recursion over version spaces, with both certificates.

A set of functions shatters a tree of depth d iff some split has two parts that shatter trees of depth d - 1. Sets are
bit masks, and what was decided of a set is remembered. Three things make this fast where the plain recursion is not: a
set of fewer than 2^d functions is never looked at; the splits that halve a set best come first; and a set hands down
only the splits that still divide it, each partition once. All of these are handed down, however unevenly they divide: a
split that sets one function apart here may halve a small set further down (handing down only what could serve a child
made depths one too small).

Tried and left: skipping sets that are contained in refuted ones (3% of the nodes spared, at twice the time).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.dimensions.budgets import Meter, squeeze
from littlestone.impl.dimensions.splits import Split
from littlestone.spec.classes.trees import IOTree, PsiTree

PAIRS_AT_ONCE = 20  # a mask of 10,000 functions costs as much as 500 separate pairs do in the other searches


class Choice(NamedTuple):
    """The root of a shattered tree: a split, the indices of two of its parts, and the functions in each."""

    split: int
    parts: tuple[int, int]
    spaces: tuple[int, int]


class DepthSearch:
    """Decides, for sets of functions given as bit masks, whether a tree of a given depth is shattered.

    Any two different functions must lie in different parts of some split.
    """

    def __init__(self, splits: Sequence[Split], functions: int, meter: Meter) -> None:
        self.everything = (1 << functions) - 1
        self._meter = meter
        self._splits = splits
        self._parts = [split.parts for split in splits]
        self._lower: dict[int, int] = {}
        self._upper: dict[int, int] = {}
        self._choice: dict[int, Choice] = {}
        self._every = self._dividing(self.everything, range(len(splits)))

    def bounds(self) -> tuple[int, int]:
        """Proved bounds on the depth for all functions: equal, unless the budget ran out."""
        upper = self.everything.bit_count().bit_length() - 1
        lower = self._greedy(self.everything, upper, self._every)  # where it meets log2 n nothing is searched
        return squeeze(lower, upper, self._meter, lambda depth: self.at_least(self.everything, depth))

    def at_least(self, space: int, depth: int) -> bool:
        """Whether the set shatters a tree of the depth. Raises BudgetExceededError."""
        return self._at_least(space, depth, self._every)

    def witness(self, depth: int) -> ShatteredTree:
        """A shattered tree of a depth that was proved for all functions."""
        functions: list[int] = []
        return ShatteredTree(self._tree(self.everything, depth, functions), tuple(functions))

    def _tree(self, space: int, depth: int, functions: list[int]) -> IOTree | PsiTree:
        if depth == 0:
            functions.append((space & -space).bit_length() - 1)
            return None
        split, parts, spaces = self._root(space, depth)
        left, right = (self._tree(part, depth - 1, functions) for part in spaces)
        return self._splits[split].node(*parts, (left, right))

    def _root(self, space: int, depth: int) -> Choice:
        """The root of a tree of a depth, at least 1, that was proved for the set."""
        if self._lower.get(space, 1) >= depth and space in self._choice:
            return self._choice[space]
        index = next(i for i in self._every if len(self._divided(i, space)) > 1)
        return self._chosen(space, index, self._divided(index, space)[:2])

    def _at_least(self, space: int, depth: int, active: Sequence[int]) -> bool:
        if depth < 2 or space.bit_count() < 1 << depth:
            return space.bit_count() >= 1 << depth
        if self._lower.get(space, 1) >= depth or self._upper.get(space, depth) < depth:
            return self._lower.get(space, 1) >= depth
        self._meter.spend(len(active) * space.bit_length() // PAIRS_AT_ONCE)
        below = self._dividing(space, active)
        for index in below:
            parts = sorted(self._divided(index, space), key=int.bit_count)
            if parts[-2].bit_count() < 1 << (depth - 1):
                break
            deep = self._two_deep(parts, depth - 1, below)
            if deep:
                self._record(space, depth, index, deep)
                return True
        self._upper[space] = depth - 1
        return False

    def _two_deep(self, parts: list[int], depth: int, active: Sequence[int]) -> list[int]:
        """Two of the parts, the smallest first, that shatter trees of the depth; none where there are no two."""
        found: list[int] = []
        for tried, part in enumerate(parts):
            if self._at_least(part, depth, active):
                found.append(part)
            if len(found) == 2:
                return found
            if len(found) + len(parts) - tried - 1 < 2:
                break
        return []

    def _dividing(self, space: int, active: Sequence[int]) -> list[int]:
        """The splits that divide the set, each partition once, the most balanced first."""
        sized: dict[object, tuple[int, int]] = {}
        size = space.bit_count()
        for index in active:
            parts = self._parts[index]
            if len(parts) == 2:
                one = parts[1] & space
                count = one.bit_count()
                if 0 < count < size:
                    sized.setdefault(min(one, space ^ one), (-min(count, size - count), index))
            else:
                rest = self._divided(index, space)
                if len(rest) > 1:
                    second = sorted(map(int.bit_count, rest))[-2]
                    sized.setdefault(tuple(sorted(rest)), (-second, index))
        return [index for _, index in sorted(sized.values())]

    def _divided(self, index: int, space: int) -> list[int]:
        """The non-empty parts of a split of the set."""
        return [part & space for part in self._parts[index] if part & space]

    def _record(self, space: int, depth: int, index: int, parts: list[int]) -> None:
        self._lower[space] = depth
        self._choice[space] = self._chosen(space, index, parts)

    def _chosen(self, space: int, index: int, parts: list[int]) -> Choice:
        places = [next(i for i, part in enumerate(self._parts[index]) if part & space == kept) for kept in parts]
        (first, one), (second, other) = sorted(zip(places, parts, strict=True))
        return Choice(index, (first, second), (one, other))

    def _greedy(self, space: int, cap: int, active: Sequence[int]) -> int:
        """A lower bound, at most the cap, by taking the most balanced split at every node."""
        if cap < 1 or space.bit_count() < 2:
            return 0
        if cap == 1 or space.bit_count() < 4:
            return 1
        below = self._dividing(space, active)
        small, large = sorted(self._divided(below[0], space), key=int.bit_count)[-2:]
        depth = self._greedy(large, self._greedy(small, cap - 1, below), below) + 1
        if depth > self._lower.get(space, 1):
            self._record(space, depth, below[0], [small, large])
        return depth
