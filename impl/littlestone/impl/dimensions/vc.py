"""The VC dimension of an explicit binary class, by search over shattered sets."""

from __future__ import annotations

import numpy as np

from littlestone.impl.classes.matrices import Matrix
from littlestone.impl.classes.witnesses import ShatteredSet
from littlestone.impl.dimensions.budgets import Meter, squeeze
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension, Reason, verified

BLOCK = 512  # columns compared at once, so that the products of all pairs are never held together


def vc_dimension(
    matrix: Matrix, littlestone: Dimension, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The VC dimension of a binary class, with a shattered set.

    It is at most the Littlestone dimension, whose result is given. ``budget`` is a number of nodes. Raises ValueError
    for a class with more than two labels.
    """
    if not matrix.is_binary:
        raise ValueError(f"the VC dimension is that of a binary class; this one has {matrix.labels} labels")
    meter = Meter(budget, until)
    search = ShatteredSetSearch(matrix, meter)
    lower, upper = search.bounds(littlestone.upper)
    reason = _reason(lower, upper, littlestone, budget)
    return verified(matrix, Dimension("VC", lower, upper, search.witness(), reason, meter.nodes))


class ShatteredSetSearch:
    """Grows sets of points in increasing order, keeping the cells of functions that agree on the set.

    A set of s points can grow to a shattered set of d points only while every cell has 2^(d-s) functions; that is
    tested for all pairs of points at once before sets are grown.
    """

    def __init__(self, matrix: Matrix, meter: Meter) -> None:
        self._meter = meter
        self._everything = (1 << len(matrix)) - 1
        first: dict[int, int] = {}
        for x, masks in enumerate(matrix.label_masks):
            if len(masks) == 2:
                first.setdefault(min(masks.values()), x)
        self._ones = {x: matrix.label_masks[x][1] for x in first.values()}
        self._columns = matrix.functions[:, list(self._ones)].astype(np.float32)
        self._largest: list[int] = []
        self._refuted_first: dict[int, int] = {}

    def bounds(self, ceiling: int) -> tuple[int, int]:
        """Proved bounds on the size of a shattered set, given an upper bound."""
        return squeeze(0, ceiling, self._meter, self._has_shattered_set)

    def witness(self) -> ShatteredSet:
        """The largest shattered set found, with a function for every pattern."""
        cells = [self._everything]
        for x in self._largest:
            cells = self._refined(cells, x)
        return ShatteredSet(tuple(self._largest), tuple((cell & -cell).bit_length() - 1 for cell in cells))

    def _has_shattered_set(self, size: int) -> bool:
        """Whether a set of the size is shattered; first points already refuted for the size are not tried again."""
        points = list(self._ones)
        partners = self._partners(size) if len(self._largest) < size else []
        for i in range(self._refuted_first.get(size, 0), len(partners)):
            if len(partners[i]) >= size - 1 and self._grows_from(points[i], [points[j] for j in partners[i]], size):
                break
            self._refuted_first[size] = i + 1
        return len(self._largest) >= size

    def _grows_from(self, x: int, later: list[int], size: int) -> bool:
        return self._grow([x], self._refined([self._everything], x), later, size)

    def _partners(self, size: int) -> list[list[int]]:
        """For each point, the later points that split the class with it into four cells large enough for the size."""
        enough, everything = (1 << size) / 4, len(self._columns)
        ones = self._columns.sum(axis=0)
        partners = []
        for start in range(0, len(ones), BLOCK):
            block = slice(start, start + BLOCK)
            both = self._columns[:, block].T @ self._columns
            here, there = ones[block, None] - both, ones[None, :] - both
            smallest = np.minimum(np.minimum(both, here), np.minimum(there, everything - both - here - there))
            partners += [
                (np.flatnonzero(row[i + 1 :] >= enough) + i + 1).tolist() for i, row in enumerate(smallest, start)
            ]
        return partners

    def _grow(self, chosen: list[int], cells: list[int], points: list[int], target: int) -> bool:
        """Whether the chosen points and some of the given ones make a shattered set of the target size."""
        if len(chosen) == target:
            self._largest = chosen
            return True
        self._meter.spend(len(points) * self._everything.bit_length())
        missing = target - len(chosen)
        able = [x for x in points if self._splits_all(cells, self._ones[x], 1 << (missing - 1))]
        for i, x in enumerate(able[: len(able) - missing + 1]):
            if self._grow([*chosen, x], self._refined(cells, x), able[i + 1 :], target):
                return True
        return False

    def _refined(self, cells: list[int], x: int) -> list[int]:
        ones = self._ones[x]
        return [cell & ~ones for cell in cells] + [cell & ones for cell in cells]

    @staticmethod
    def _splits_all(cells: list[int], ones: int, enough: int) -> bool:
        for cell in cells:
            size = (cell & ones).bit_count()
            if size < enough or cell.bit_count() - size < enough:
                return False
        return True


def _reason(lower: int, upper: int, littlestone: Dimension, budget: int) -> Reason:
    if lower < upper:
        words = f"budget of {budget} nodes used up; at most the Littlestone dimension <= {littlestone.upper}"
        return Reason("budget", words)
    if upper == littlestone.upper:
        return Reason("Littlestone", f"at most the Littlestone dimension <= {littlestone.upper}")
    return Reason("searched", f"no {upper + 1} points are shattered: searched, not certified")
