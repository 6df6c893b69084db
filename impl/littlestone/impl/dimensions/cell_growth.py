"""Compiled growth of shattered sets: what ``vc`` does in plain Python where that is short.

The cells of k points, the 2^k parts of the class that agree on them, are rows 2^k, ..., 2^(k+1) - 1 of a table of masks
of 64-bit words: row 1 is the class, and rows 2r and 2r + 1 are the functions of row r that are 0 and 1 at a point.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from littlestone.impl.dimensions.threshold_search import Indices, Masks, compiled, ones_of


class Growing(NamedTuple):
    """A set that grows point by point: its cells with their sizes, and for d points chosen those that may follow, how
    many there are and how many were tried, the last of which is in; ``depth`` holds the number chosen, -1 at the end.
    """

    cells: Masks
    sizes: Indices
    kept: Indices
    number: Indices
    tried: Indices
    depth: Indices


def growing(everything: Masks, functions: int, points: int, size: int) -> Growing:
    """The empty set, which any of so many points may follow; ``everything`` is the mask of all the functions."""
    cells, sizes = np.zeros((1 << size, len(everything)), np.uint64), np.zeros(1 << size, np.int64)
    number, tried = np.zeros((2, size), np.int64)
    cells[1], sizes[1], number[0] = everything, functions, points
    return Growing(cells, sizes, np.tile(np.arange(points), (size, 1)), number, tried, np.zeros(1, np.int64))


@compiled
def grow(columns: Masks, growing: Growing, most: int) -> int:
    """Go on, with the functions that are 1 at each point as masks, until a set is as large as wanted, none is left or
    so many more were grown; the number of these."""
    cells, sizes, kept, number, tried, depth = growing
    size, k, grown = len(number), depth[0], 0
    while 0 <= k < size and grown < most:
        if number[k] - tried[k] < size - k:
            k -= 1
            continue
        tried[k] += 1
        grown += 1
        k += 1
        if k < size:
            divide(columns, kept[k - 1, tried[k - 1] - 1], cells, sizes, k - 1)
            number[k], tried[k] = 0, 0
            for x in kept[k - 1, tried[k - 1] : number[k - 1]]:
                if is_open(columns, x, cells, sizes, k, 1 << (size - k - 1)):
                    kept[k, number[k]] = x
                    number[k] += 1
    depth[0] = k
    return grown


@compiled
def is_open(columns: Masks, x: int, cells: Masks, sizes: Indices, k: int, least: int) -> bool:
    """Whether the point divides each cell of k points into two of at least so many functions."""
    # The arrays come whole: slices of them, made at each call, took as long as the counting
    for row in range(1 << k, 2 << k):
        ones = 0
        for w in range(columns.shape[1]):
            ones += ones_of(cells[row, w] & columns[x, w])
        if ones < least or sizes[row] - ones < least:
            return False
    return True


@compiled
def divide(columns: Masks, x: int, cells: Masks, sizes: Indices, k: int) -> None:
    """Write the cells of one point more, those of k points divided by it."""
    for row in range(1 << k, 2 << k):
        ones = 0
        for w in range(columns.shape[1]):
            cells[2 * row, w] = cells[row, w] & ~columns[x, w]
            cells[2 * row + 1, w] = cells[row, w] & columns[x, w]
            ones += ones_of(cells[2 * row + 1, w])
        sizes[2 * row], sizes[2 * row + 1] = sizes[row] - ones, ones
