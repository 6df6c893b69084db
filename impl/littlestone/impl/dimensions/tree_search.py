"""The trees that a class shatters, by a memoised recursion over version spaces, with both certificates.

A *group* is a list of splits, and a sequence names the group of each level of a tree, the root's first. A set of
functions shatters a tree along a sequence iff some split of its first group has two parts that shatter trees along the
rest. Sets are bit masks, and what was decided of a set is remembered. Three things make this fast where the plain
recursion is not: a set of fewer than 2^d functions is never looked at for d levels; the splits that halve a set best
come first; and a set hands down only the splits that still divide it, each partition once. All of these are handed
down, however unevenly they divide: a split that sets one function apart here may halve a small set further down
(handing down only what could serve a child made depths one too small).

Tried and left: skipping sets that are contained in refuted ones (3% of the nodes spared, at twice the time).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, NamedTuple

from littlestone.impl.classes.bits import bit_count, bit_map
from littlestone.impl.classes.matrices import Matrix, ShatteredTree
from littlestone.impl.dimension_checks.trees import insist
from littlestone.impl.dimensions.proved_bounds import Meter
from littlestone.spec.classes.trees import CollapsingMap, IONode, IOTree, PsiNode, PsiTree

# ---- The ways in which one node of a tree can split a class, for each kind of Littlestone dimension

LARGEST_MAPS = 20_000_000  # entries of all maps, which name every label up to the largest: some 160 MB
LARGEST_SPLIT_COUNT = 200_000  # 2^(labels - 1) bipartitions at every point: 18 labels at one point are within it


class TooManySplitsError(Exception):
    """A family has more splits than a search can range over."""


@dataclass(frozen=True)
class Split:
    """A partition of the class by the label at a point: ``parts`` are bit masks over functions.

    Without a map, part i has the label ``labels[i]`` and any two parts make an io-labelled node. With a collapsing
    map there are two parts, the functions sent to 0 and to 1.
    """

    point: int
    parts: tuple[int, ...]
    labels: tuple[int, ...]
    map: CollapsingMap | None = None

    def labels_of(self, i: int) -> tuple[int, ...]:
        """The labels that functions of part i take at the point, or may take."""
        return (self.labels[i],) if self.map is None else tuple(y for y, side in enumerate(self.map) if side == i)

    def node(self, left: int, right: int, children: tuple[IOTree | PsiTree, IOTree | PsiTree]) -> IONode | PsiNode:
        """The tree node whose edges lead to two of the parts, given by their indices."""
        if self.map is not None:
            return PsiNode(self.point, self.map, *children)  # type: ignore[arg-type]
        return IONode(self.point, self.labels[left], self.labels[right], *children)  # type: ignore[arg-type]


def label_splits(matrix: Matrix) -> list[Split]:
    """Splits by the whole label: the multiclass Littlestone dimension (BGS21 D2.10)."""
    each = enumerate(matrix.label_masks)
    return _partitions(Split(x, tuple(masks.values()), tuple(masks)) for x, masks in each)


def bit_splits(matrix: Matrix, *bits: int) -> list[Split]:
    """Splits by bits of the label, of all where none is given: the maps phi_i of Psi^bin (BGS21 N4.fam)."""
    maps = [bit_map(i, matrix.k) for i in bits or range(1, bit_count(matrix.k) + 1)]
    return _partitions(_by_map(x, masks, phi) for phi in maps for x, masks in enumerate(matrix.label_masks))


def bipartition_splits(matrix: Matrix) -> list[Split]:
    """Splits by any bipartition of the labels that occur at a point: the family Psi^B (BGS21 N4.fam).

    Maps with * and maps that differ on other labels give no larger dimension. Raises TooManySplitsError.
    """
    count = sum(2 ** (len(masks) - 1) - 1 for masks in matrix.label_masks)
    if count > LARGEST_SPLIT_COUNT or count * matrix.labels > LARGEST_MAPS:
        raise TooManySplitsError(f"{count} bipartitions of labels, more than {LARGEST_SPLIT_COUNT}")
    every: list[Split] = []
    for x, masks in enumerate(matrix.label_masks):
        _, *others = masks  # the first label goes to 0, and some of the others to 1
        for ones in chain.from_iterable(combinations(others, size) for size in range(1, len(masks))):
            every.append(_by_map(x, masks, tuple(int(label in ones) for label in range(matrix.labels))))
    return _partitions(every)


def _by_map(point: int, masks: dict[int, int], phi: CollapsingMap) -> Split:
    zero = sum(mask for label, mask in masks.items() if phi[label] == 0)
    one = sum(mask for label, mask in masks.items() if phi[label] == 1)
    return Split(point, (zero, one), (0, 1), phi)


def _partitions(splits: Iterable[Split]) -> list[Split]:
    """One split for each partition of the class into at least two non-empty parts."""
    first: dict[tuple[int, ...], Split] = {}
    for split in splits:
        if sum(part > 0 for part in split.parts) > 1:
            first.setdefault(tuple(sorted(split.parts)), split)
    return list(first.values())


# ---- The search

PAIRS_AT_ONCE = 20  # a mask of 10,000 functions costs as much as 500 separate pairs do in the other searches
Groups = tuple[int, ...]
Active = tuple[list[int], ...]  # for each group, the splits that still divide a set


class Choice(NamedTuple):
    """The root of a shattered tree: a split, the indices of two of its parts, and the functions in each."""

    split: int
    parts: tuple[int, int]
    spaces: tuple[int, int]


class TreeSearch:
    """Decides, for sets of functions given as bit masks, whether a tree along a sequence of groups is shattered.

    Where there is one group, any two different functions must lie in different parts of some split. Every question
    raises BudgetExceededError once the meter's budget is used up.
    """

    def __init__(self, groups: Sequence[Sequence[Split]], functions: int, meter: Meter) -> None:
        self.everything = (1 << functions) - 1
        self._meter, self._groups = meter, groups
        self._splits = [split for group in groups for split in group]
        places = iter(range(len(self._splits)))
        each = [[next(places) for _ in group] for group in groups]
        self._active: Active = tuple(self._dividing(self.everything, group) for group in each)
        self._found: dict[int, dict[Groups, Choice]] = {}
        self._refuted: dict[int, set[Groups]] = {}

    def shatters(self, space: int, sequence: Groups) -> bool:
        """Whether the set shatters a tree along the sequence."""
        return self._shatters(space, sequence, self._active)

    def greedy_depth(self) -> int:
        """A lower bound on the depth for all functions and the first group: the most balanced split at every node."""
        most = self.everything.bit_count().bit_length() - 1
        return self._greedy(self.everything, most, self._active[0])

    def witness(self, sequence: Groups) -> ShatteredTree:
        """A shattered tree of all functions along a sequence that was proved for them."""
        functions: list[int] = []
        return ShatteredTree(self._tree(self.everything, sequence, functions), tuple(functions))

    def table(self, roots: Sequence[Groups]) -> dict[str, Any]:
        """The table that refutes these sequences, as ``dimension_checks.trees`` takes it; the search has refuted them.

        A version space is named by the entry it is a part of, and that part: a point and a set of labels. The table
        holds the spaces that the induction needs, going down from the whole class; nothing is searched anew.
        """
        numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        table: list[tuple[int, int]] = []
        pending = [(self.everything, root) for root in roots]
        listed = set(pending)
        for number, (space, sequence) in enumerate(pending):  # grows while it is walked
            if space.bit_count() < 1 << len(sequence):
                continue
            rest, half = sequence[1:], 1 << (len(sequence) - 1)
            for split in self._groups[sequence[0]]:
                parts = [(i, part & space) for i, part in enumerate(split.parts) if (part & space).bit_count() >= half]
                large = [(i, part) for i, part in parts if (part, rest) not in listed] if len(parts) > 1 else []
                large.sort(key=lambda item: item[1].bit_count())  # the order of the search, which decided no more parts
                while len(large) > 1:
                    i, part = next(((i, part) for i, part in large if not self.shatters(part, rest)), (-1, -1))
                    insist(i >= 0, f"the search refuted a space and no part of it at point {split.point}")
                    large.remove((i, part))
                    listed.add((part, rest))
                    pending.append((part, rest))
                    table.append((number, numbers.setdefault((split.point, split.labels_of(i)), len(numbers))))
        named = [[point, list(labels)] for point, labels in numbers]
        return {"parts": named, "roots": [list(root) for root in roots], "table": [list(entry) for entry in table]}

    def _tree(self, space: int, sequence: Groups, functions: list[int]) -> IOTree | PsiTree:
        if not sequence:
            functions.append((space & -space).bit_length() - 1)
            return None
        split, parts, spaces = self._root(space, sequence)
        left, right = (self._tree(part, sequence[1:], functions) for part in spaces)
        return self._splits[split].node(*parts, (left, right))

    def _root(self, space: int, sequence: Groups) -> Choice:
        """The root of a tree that was proved for the set, of which one level of one group is never remembered."""
        for known, choice in self._found.get(space, {}).items():
            if known[: len(sequence)] == sequence:
                return choice
        index = next(i for i in self._active[0] if len(self._divided(i, space)) > 1)
        return self._chosen(space, index, self._divided(index, space)[:2])

    def _shatters(self, space: int, sequence: Groups, active: Active) -> bool:
        levels = len(sequence)
        if levels < 1 + (len(active) == 1) or space.bit_count() < 1 << levels:
            return space.bit_count() >= 1 << levels
        if any(sequence[: len(known)] == known for known in self._refuted.get(space, ())):
            return False
        if any(known[:levels] == sequence for known in self._found.get(space, ())):
            return True
        group, rest = sequence[0], sequence[1:]
        self._meter.spend(len(active[group]) * space.bit_length() // PAIRS_AT_ONCE)
        below = self._dividing(space, active[group])
        handed = (*active[:group], below, *active[group + 1 :])
        for index in below:
            parts = sorted(self._divided(index, space), key=int.bit_count)
            if parts[-2].bit_count() < 1 << len(rest):
                break
            deep = self._two_deep(parts, rest, handed)
            if deep:
                self._found.setdefault(space, {})[sequence] = self._chosen(space, index, deep)
                return True
        self._refuted.setdefault(space, set()).add(sequence)
        return False

    def _two_deep(self, parts: list[int], sequence: Groups, active: Active) -> list[int]:
        """Two of the parts, the smallest first, that shatter trees along the sequence; none where there are no two."""
        found: list[int] = []
        for left, part in zip(range(len(parts), 0, -1), parts, strict=True):
            if len(found) + left < 2:
                break
            found += [part] if self._shatters(part, sequence, active) else []
            if len(found) == 2:
                return found
        return []

    def _dividing(self, space: int, active: Sequence[int]) -> list[int]:
        """The splits that divide the set, each partition once, the most balanced first."""
        sized: dict[object, tuple[int, int]] = {}
        size = space.bit_count()
        for index in active:
            parts = self._splits[index].parts
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
        return [part & space for part in self._splits[index].parts if part & space]

    def _chosen(self, space: int, index: int, parts: list[int]) -> Choice:
        places = [next(i for i, part in enumerate(self._splits[index].parts) if part & space == kept) for kept in parts]
        (first, one), (second, other) = sorted(zip(places, parts, strict=True))
        return Choice(index, (first, second), (one, other))

    def _greedy(self, space: int, cap: int, active: Sequence[int]) -> int:
        if cap < 1 or space.bit_count() < 2:
            return 0
        if cap == 1 or space.bit_count() < 4:
            return 1
        below = self._dividing(space, active)
        small, large = sorted(self._divided(below[0], space), key=int.bit_count)[-2:]
        depth = self._greedy(large, self._greedy(small, cap - 1, below), below) + 1
        self._found.setdefault(space, {})[(0,) * depth] = self._chosen(space, below[0], [small, large])
        return depth
