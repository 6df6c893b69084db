"""The ways in which one node of a tree can split a class, for each kind of Littlestone dimension."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations

from littlestone.impl.classes.bits import bit_count, bit_map
from littlestone.impl.classes.matrices import Matrix
from littlestone.spec.classes.trees import CollapsingMap, IONode, IOTree, PsiNode, PsiTree

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


def bit_splits(matrix: Matrix, i: int) -> list[Split]:
    """Splits by bit i of the label: the map phi_i of Psi^bin (BGS21 N4.fam)."""
    phi = bit_map(i, matrix.k)
    return _partitions(_by_map(x, masks, phi) for x, masks in enumerate(matrix.label_masks))


def bin_splits(matrix: Matrix) -> list[Split]:
    """Splits by any bit of the label: the family Psi^bin (BGS21 N4.fam)."""
    bits = range(1, bit_count(matrix.k) + 1)
    return _partitions(chain.from_iterable(bit_splits(matrix, i) for i in bits))


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
