"""Branch and bound for the greatest depth of a shattered tree, on version spaces as bit masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.dimensions.budgets import Meter, squeeze
from littlestone.impl.dimensions.splits import Split
from littlestone.spec.classes.trees import IOTree, PsiTree


class Choice(NamedTuple):
    """The root of a shattered tree: a split, two of its parts, and the functions in each."""

    split: int
    parts: tuple[int, int]
    spaces: tuple[int, int]


class DepthSearch:
    """Decides, for sets of functions given as bit masks, whether a tree of a given depth is shattered.

    Any two different functions must lie in different parts of some split. A set of n functions shatters no tree
    deeper than log2(n), so a node needs two parts of 2^(depth-1) functions; the balanced splits are tried first, the
    smaller part first, and proved bounds are kept for every set met.
    """

    def __init__(self, splits: Sequence[Split], meter: Meter) -> None:
        self._splits = splits
        self._meter = meter
        self._parts = [split.parts for split in splits]
        self._lower: dict[int, int] = {}
        self._upper: dict[int, int] = {}
        self._choice: dict[int, Choice] = {}

    def bounds(self, space: int) -> tuple[int, int]:
        """Proved bounds on the depth for a non-empty set: equal, unless the budget ran out."""
        every = list(range(len(self._splits)))
        upper = space.bit_count().bit_length() - 1
        lower = self._greedy(space, upper, every)  # greedy first: where it meets log2 n nothing is searched
        return squeeze(lower, upper, self._meter, lambda depth: self.at_least(space, depth, every))

    def at_least(self, space: int, depth: int, active: list[int]) -> bool:
        """Whether the set shatters a tree of the depth, using the splits listed. Raises BudgetExceededError."""
        if depth < 2 or space.bit_count() < 1 << depth:
            return space.bit_count() >= 1 << depth
        if self._lower.get(space, 1) >= depth or self._upper.get(space, depth) < depth:
            return self._lower.get(space, 1) >= depth
        self._meter.spend(len(active) * space.bit_length())
        candidates, below = self._candidates(space, depth, active)
        for index in candidates:
            parts = self._two_deep_parts(index, space, depth - 1, below)
            if parts is not None:
                self._record(space, depth, index, parts)
                return True
        self._upper[space] = depth - 1
        return False

    def witness(self, space: int, depth: int) -> ShatteredTree:
        """A shattered tree of a depth that was proved for the set."""
        functions: list[int] = []
        tree = self._tree(space, depth, list(range(len(self._splits))), functions)
        return ShatteredTree(tree, tuple(functions))

    def _candidates(self, space: int, depth: int, active: list[int]) -> tuple[list[int], list[int]]:
        """The splits that can be the root, most balanced first, and all that still divide the set.

        Whatever divides the set is handed down, however unevenly: a node deeper down needs fewer functions than a
        child does, and a split that sets one function apart here may halve a small set there.
        """
        enough = 1 << (depth - 1)
        sized, seen = [], set()
        for index in active:
            second, key = self._second_part(index, space)
            if second and key not in seen:
                seen.add(key)
                sized.append((-second, index))
        sized.sort()  # the most balanced first: their smaller part may be the deepest
        return [index for second, index in sized if -second >= enough], [index for _, index in sized]

    def _second_part(self, index: int, space: int) -> tuple[int, int | tuple[int, ...]]:
        """The size of the second largest part of a split of the set, and a key of the partition."""
        parts = self._parts[index]
        if len(parts) == 2:
            one = parts[1] & space
            size = one.bit_count()
            return min(size, space.bit_count() - size), min(one, space ^ one)
        rest = sorted(filter(None, (part & space for part in parts)))
        sizes = sorted(part.bit_count() for part in rest)
        return sizes[-2] if len(sizes) > 1 else 0, tuple(rest)

    def _two_deep_parts(self, index: int, space: int, depth: int, active: list[int]) -> tuple[int, int] | None:
        """The indices of two parts of the split that shatter trees of the depth."""
        found: list[int] = []
        order = self._large_parts(index, space, 1 << depth)
        for tried, (part, subspace) in enumerate(order):
            if self.at_least(subspace, depth, active):
                found.append(part)
            if len(found) == 2:
                return min(found), max(found)
            if len(found) + len(order) - tried - 1 < 2:
                return None
        return None

    def _large_parts(self, index: int, space: int, least: int) -> list[tuple[int, int]]:
        """The parts with enough functions: the smaller of two first, the largest of more first."""
        parts = [(i, part & space) for i, part in enumerate(self._parts[index])]
        large = [(i, part) for i, part in parts if part.bit_count() >= least]
        return sorted(large, key=lambda item: item[1].bit_count(), reverse=len(large) > 2)

    def _record(self, space: int, depth: int, index: int, parts: tuple[int, int]) -> None:
        self._lower[space] = depth
        chosen = self._parts[index]
        self._choice[space] = Choice(index, parts, (chosen[parts[0]] & space, chosen[parts[1]] & space))

    def _greedy(self, space: int, cap: int, active: list[int]) -> int:
        """A lower bound, at most the cap, by taking the most balanced split at every node."""
        if cap < 1 or space.bit_count() < 2:
            return 0
        candidates, below = self._candidates(space, 2, active)
        if not candidates:
            return 1
        index = candidates[0]
        (first, small), (second, large) = self._two_largest(index, space)
        depth = self._greedy(large, self._greedy(small, cap - 1, below), below) + 1
        if depth > self._lower.get(space, 1):
            self._record(space, depth, index, (min(first, second), max(first, second)))
        return depth

    def _two_largest(self, index: int, space: int) -> list[tuple[int, int]]:
        return sorted(self._large_parts(index, space, 1), key=lambda item: item[1].bit_count())[-2:]

    def _tree(self, space: int, depth: int, active: list[int], functions: list[int]) -> IOTree | PsiTree:
        if depth == 0:
            functions.append((space & -space).bit_length() - 1)
            return None
        useful = [index for index in active if self._second_part(index, space)[0]]
        choice = self._choice.get(space) if self._lower.get(space, 1) >= depth else None
        split, parts, spaces = choice or self._any_choice(space, useful[0])
        left = self._tree(spaces[0], depth - 1, useful, functions)
        right = self._tree(spaces[1], depth - 1, useful, functions)
        return self._splits[split].node(*parts, (left, right))

    def _any_choice(self, space: int, index: int) -> Choice:
        (first, one), (second, other) = sorted(self._two_largest(index, space))
        return Choice(index, (first, second), (one, other))
