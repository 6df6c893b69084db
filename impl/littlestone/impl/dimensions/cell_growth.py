"""Compiled growth of shattered sets: points are added while all cells are large enough for a set of the wanted size.

The cells of a set S of k points are the parts of the class that agree on S. A shattered set of d points contains only
sets of k points all of whose 2^k cells have at least 2^(d-k) functions; points are added in a fixed order, and only
those that kept the cells of a set large enough are tried below it. There is no short certificate: a cover of all d-sets
of points, or a solver's proof, has about as many lines as there are sets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., object])
Masks = NDArray[np.uint64]
Indices = NDArray[np.int64]


def compiled(function: F) -> F:
    """The function compiled on first use and kept on disk for later runs."""
    return cast(F, njit(cache=True)(function))


@intrinsic  # type: ignore[untyped-decorator]
def ones_of(typing_context: Any, word: Any) -> Any:
    """The number of ones of a word, by the processor's own instruction: twice as fast as by shifts."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@compiled
def grow(columns: Masks, functions: int, size: int, first: int, chosen: Indices, most: int) -> int:
    """Look for a shattered set of ``size`` >= 2 points whose first is ``first``; the number of sets that were grown.

    ``columns`` has the functions that are 1 at each point, as masks. Where there is such a set ``chosen`` has its
    points, else -1 in the first place. After more than ``most`` sets it ends, and nothing is decided.
    """
    points, words = columns.shape
    cells = np.zeros((size + 1, 1 << size, words), np.uint64)
    sizes = np.zeros((size + 1, 1 << size), np.int64)
    kept, count, tried = (
        np.zeros((size + 1, points), np.int64),
        np.zeros(size + 1, np.int64),
        np.zeros(size + 1, np.int64),
    )
    for i in range(functions):
        cells[0, 0, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    sizes[0, 0] = functions
    for j in range(first, points):
        kept[0, j - first] = j
    count[0], grown, k = points - first, 0, 0
    while k >= 0 and grown <= most:
        if count[k] - tried[k] < size - k or (k == 0 and tried[0] > 0):
            k -= 1
            continue
        chosen[k] = kept[k, tried[k]]
        tried[k] += 1
        if k == 0 and not is_open(columns, first, cells, sizes, 0, 1 << (size - 1)):
            break
        grown += 1
        if k + 1 == size:
            return grown
        refine(columns, chosen[k], cells, sizes, k)
        count[k + 1], tried[k + 1] = 0, 0
        for t in range(tried[k], count[k]):
            if is_open(columns, kept[k, t], cells, sizes, k + 1, 1 << (size - k - 2)):
                kept[k + 1, count[k + 1]] = kept[k, t]
                count[k + 1] += 1
        k += 1
    chosen[0] = -1
    return grown


@compiled
def is_open(columns: Masks, x: int, cells: Masks, sizes: Indices, k: int, least: int) -> bool:
    """Whether the point divides each cell at depth k into two of at least so many functions.

    The arrays come whole: slices of them, made at each call, took as long as the counting.
    """
    for a in range(1 << k):
        ones = np.int64(0)
        for w in range(columns.shape[1]):
            ones += np.int64(ones_of(cells[k, a, w] & columns[x, w]))
        if ones < least or sizes[k, a] - ones < least:
            return False
    return True


@compiled
def refine(columns: Masks, x: int, cells: Masks, sizes: Indices, k: int) -> None:
    """Write the cells at depth k + 1, those at depth k divided by the point."""
    for a in range(1 << k):
        ones = np.int64(0)
        for w in range(columns.shape[1]):
            cells[k + 1, 2 * a + 1, w] = cells[k, a, w] & columns[x, w]
            cells[k + 1, 2 * a, w] = cells[k, a, w] & ~columns[x, w]
            ones += np.int64(ones_of(cells[k + 1, 2 * a + 1, w]))
        sizes[k + 1, 2 * a + 1], sizes[k + 1, 2 * a] = ones, sizes[k, a] - ones
