"""The threshold dimension of an explicit binary class: the most thresholds that it contains (ABLMM22, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import Matrix, bit_mask
from littlestone.impl.classes.witnesses import ThresholdChain
from littlestone.impl.dimensions.budgets import Meter, squeeze
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension, Reason, verified

# Skipping dominated moves only saves work: with 4 or with all 120 functions compared, as many nodes took as long
COMPARED = 64
# A sixteenth settles easy classes without compiled code, half is for the middle, the rest for the first search again
FIRST_SHARE, MIDDLE_SHARE = 16, 2
Chain = list[tuple[int, int]]


def threshold_dimension(
    matrix: Matrix, littlestone: Dimension, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The largest t with points x_1..x_t and functions h_1..h_t such that h_i(x_j) = 1 iff i <= j, and such a chain.

    It is less than 2^(Littlestone dimension + 1), whose result is given. ``budget`` is a number of nodes, half
    of it for the search from the middle. Raises ValueError for a class with more than two labels.
    """
    if not matrix.is_binary:
        raise ValueError(f"thresholds are those of a binary class; this one has {matrix.labels} labels")
    ceilings = _ceilings(matrix, littlestone)
    ceiling, reason = min(ceilings.items())
    kind = "counted"
    chain, lower, upper, nodes = _search(matrix, ceiling, budget)
    if upper < ceiling:
        kind, reason = "searched", f"no {upper + 1} thresholds: searched, not certified"
    if lower < upper:
        kind, reason = "budget", f"budget of {budget} nodes used up; {reason}"
    return verified(matrix, Dimension("thresholds", lower, upper, _witness(chain), Reason(kind, reason), nodes))


def _search(matrix: Matrix, ceiling: int, budget: int) -> tuple[Chain, int, int, int]:
    """A chain, proved bounds and nodes searched: from the first threshold, from the middle, from the first again."""
    first = Meter(budget // FIRST_SHARE)
    search = ChainSearch(matrix, greedy_chain(matrix.functions))
    lower, upper = search.bounds(ceiling, first)
    if lower == upper:
        return search.longest, lower, upper, first.nodes
    from littlestone.impl.dimensions.threshold_middle import extend_from_middle  # compiled code, which few classes need

    ones, share = matrix.functions == 1, budget // MIDDLE_SHARE
    search.longest, upper, nodes = extend_from_middle(ones, search.longest, upper, share)
    last = Meter(max(0, budget - first.nodes - nodes))
    lower, upper = search.bounds(upper, last)
    return search.longest, lower, upper, first.nodes + nodes + last.nodes


def _witness(chain: Chain) -> ThresholdChain:
    return ThresholdChain(tuple(x for _, x in chain), tuple(h for h, _ in chain))


def _ceilings(matrix: Matrix, littlestone: Dimension) -> dict[int, str]:
    """Upper bounds on the number of thresholds, each with its reason."""
    ones = matrix.functions == 1
    by_degree = min(staircase(ones.sum(axis=1).tolist()), staircase(ones.sum(axis=0).tolist()))
    return {
        2 ** (littlestone.upper + 1)
        - 1: f"t thresholds need Littlestone dimension log2 t, at most {littlestone.upper}",
        _distinct_nonzero(ones): "no more than distinct functions with a 1",
        _distinct_nonzero(ones.T): "no more than distinct points with a 1",
        by_degree: "t thresholds need functions with t, t-1, ..., 1 ones, and points likewise",
    }


def _distinct_nonzero(rows: NDArray[np.bool_]) -> int:
    return len({row.tobytes() for row in rows if row.any()})


def staircase(counts: list[int]) -> int:
    """The largest t such that some t of the counts, sorted, are at least 1, 2, ..., t."""
    reached = 0
    for count in sorted(counts):
        reached += count > reached
    return reached


def greedy_chain(functions: NDArray[np.integer]) -> Chain:
    """A chain of (function, point) pairs, by taking the function with most ones and then its point with fewest.

    ``functions`` has shape (functions, points) and entries 0 or 1. Linear in the size of the array.
    """
    ones = functions == 1
    by_point = np.ascontiguousarray(ones.T)
    alive, open_points = np.ones(len(ones), dtype=bool), np.ones(len(by_point), dtype=bool)
    of_function, of_point = ones.sum(axis=1), by_point.sum(axis=1)
    chain: Chain = []
    while True:
        h = int(np.argmax(np.where(alive, of_function, -1)))
        if not alive[h] or of_function[h] <= 0:
            return chain
        closed = open_points & ~ones[h]
        of_function = of_function - by_point[closed].sum(axis=0)
        open_points &= ones[h]
        x = int(np.argmin(np.where(open_points, of_point, len(ones) + 1)))
        dead = alive & by_point[x]
        of_point = of_point - ones[dead].sum(axis=0)
        alive &= ~by_point[x]
        chain.append((h, x))


class ChainSearch:
    """Decides whether functions and points, given as bit masks, contain t thresholds.

    The first function of a chain must have a 1 at every point of the rest, and its point a 0 at every function of the
    rest. So only functions whose ones, among the points left, are maximal under inclusion, and only points whose
    ones, among the functions left, are minimal, need be tried.
    """

    def __init__(self, matrix: Matrix, known: Chain) -> None:
        self.longest = known
        self._meter = Meter(0)
        self._points_of = [bit_mask(row) for row in matrix.functions == 1]
        self._functions_of = [bit_mask(column) for column in (matrix.functions == 1).T]
        self._refuted: dict[tuple[int, int], int] = {}

    def bounds(self, ceiling: int, meter: Meter) -> tuple[int, int]:
        """Proved bounds on the number of thresholds, given an upper one; ``longest`` is then a longest chain found."""
        self._meter = meter
        return squeeze(len(self.longest), ceiling, meter, self._has_thresholds)

    def _has_thresholds(self, t: int) -> bool:
        if t > len(self.longest):
            everything = (1 << len(self._points_of)) - 1, (1 << len(self._functions_of)) - 1
            self.longest = self._chain(*everything, t) or self.longest
        return t <= len(self.longest)

    def _chain(self, functions: int, points: int, t: int) -> Chain | None:
        """A chain of t thresholds among the functions and points, or None where there is none."""
        chain: Chain = []
        open_nodes = [(functions, points, self._moves(functions, points, t))]
        while open_nodes:
            state, moves = open_nodes[-1][:2], open_nodes[-1][2]
            move = next(moves, None)
            missing = t - len(open_nodes)
            if move is None:
                self._refuted[state] = missing + 1
                open_nodes.pop()
                del chain[-1:]
            elif missing == 0:
                return [*chain, move[:2]]
            elif self._refuted.get(move[2:], missing + 1) > missing:
                chain.append(move[:2])
                open_nodes.append((*move[2:], self._moves(*move[2:], missing)))
        return None

    def _moves(self, functions: int, points: int, t: int) -> Iterator[tuple[int, int, int, int]]:
        """First functions and points of a chain of t, with the functions and points that remain for the rest."""
        self._meter.spend(functions.bit_count() * points.bit_count())
        for h, rest_points in self._heads(functions, points, t):
            for x, rest_functions in self._steps(functions, rest_points, t):
                yield h, x, rest_functions, rest_points & ~(1 << x)

    def _heads(self, functions: int, points: int, t: int) -> Iterator[tuple[int, int]]:
        """The functions with maximal sets of at least t ones among the points, largest first, with those sets."""
        ones = {self._points_of[h] & points: h for h in _members(functions)}
        if staircase([s.bit_count() for s in ones]) < t:
            return
        kept: list[int] = []
        # Largest first: only a larger set can hold one, and the rest is too small once one is
        for s in sorted(ones, key=int.bit_count, reverse=True):
            if s.bit_count() < t:
                return
            if all(s & ~larger for larger in kept[:COMPARED]):
                kept.append(s)
                yield ones[s], s

    def _steps(self, functions: int, points: int, t: int) -> Iterator[tuple[int, int]]:
        """The points with minimal sets of ones among the functions, smallest first, with the functions that remain."""
        ones = {self._functions_of[x] & functions: x for x in _members(points)}
        if staircase([s.bit_count() for s in ones]) < t:
            return
        kept: list[int] = []
        # Smallest first: only a smaller set lies in one, and the rest leaves too few once one does
        for s in sorted(ones, key=int.bit_count):
            rest = functions & ~s
            if rest.bit_count() < t - 1:
                return
            if all(smaller & ~s for smaller in kept[:COMPARED]):
                kept.append(s)
                yield ones[s], rest


def _members(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
