"""The threshold dimension of an explicit binary class: the most thresholds that it contains (ABLMM22, section 3.2).

Upper bounds come, in this order, from counting ones, the Littlestone dimension, the longest chain where the class is
closed under intersection, the rank over a small field (thresholds are a regular triangular matrix over every field),
and a search of three parts. Lower bounds come from greed, from long chains of functions, and from the search.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.chains import ChainCover
from littlestone.impl.classes.closed_classes import closed_class
from littlestone.impl.classes.matrices import Matrix, bit_mask, of_rows
from littlestone.impl.classes.witnesses import ThresholdChain
from littlestone.impl.dimension_checks.sets import CHECKS_OF_THRESHOLDS
from littlestone.impl.dimensions.budgets import Meter, squeeze
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension, Reason, verified

# Skipping dominated moves only saves work: with 4 or with all 120 functions compared, as many nodes took as long
COMPARED = 64
# A sixth settles all structured classes of claims without compiled code, which takes 14 CPU seconds to compile; half is
# for the middle, the rest for the first search again
FIRST_SHARE, MIDDLE_SHARE = 6, 2
FIELDS, MOST_RANKED = (2, 3), 1 << 21  # entries: the rank of 1,024 x 1,024 takes half a second
Chain = list[tuple[int, int]]


@of_rows
def threshold_dimension(
    matrix: Matrix, littlestone: Dimension, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The largest t with points x_1..x_t and functions h_1..h_t such that h_i(x_j) = 1 iff i <= j, and such a chain.

    It is less than 2^(Littlestone dimension + 1), whose result is given. ``budget`` is a number of nodes, half of it
    for the search from the middle; ``until`` a reading of ``time.monotonic``. Raises ValueError for more than two
    labels.
    """
    if not matrix.is_binary:
        raise ValueError(f"thresholds are those of a binary class; this one has {matrix.labels} labels")
    chain, ceilings = greedy_chain(matrix.functions), _ceilings(matrix, littlestone)
    for more in (_by_closure, _by_rank, _by_long_chain):
        if len(chain) < min(ceilings):
            longer, lower_ceilings = more(matrix)
            chain, ceilings = max(chain, longer, key=len), ceilings | lower_ceilings
    ceiling, meter = min(ceilings), Meter(budget, until)
    chain, upper = _search(matrix, chain, ceiling, meter)
    searched = Reason("searched", f"no {upper + 1} thresholds: searched, not certified")
    reason = searched if upper < ceiling else ceilings[ceiling]
    if reason.kind in CHECKS_OF_THRESHOLDS:
        CHECKS_OF_THRESHOLDS[reason.kind](matrix.functions, upper, reason.data)
    if len(chain) < upper:
        reason = Reason(reason.kind, f"{meter.ended}; {reason}", reason.data)
    return verified(matrix, Dimension("thresholds", len(chain), upper, _witness(chain), reason, meter.nodes))


def _search(matrix: Matrix, chain: Chain, ceiling: int, meter: Meter) -> tuple[Chain, int]:
    """A chain and a proved upper bound: from the first threshold, from the middle, from the first again."""
    if len(chain) == ceiling:
        return chain, ceiling
    first = Meter(meter.budget // FIRST_SHARE, meter.until)
    search = ChainSearch(matrix, chain)
    lower, upper = search.bounds(ceiling, first)
    meter.nodes += first.nodes
    if lower == upper or meter.late:
        return search.longest, upper
    from littlestone.impl.dimensions.threshold_middle import extend_from_middle  # compiled code, which few classes need

    ones, share = matrix.functions == 1, meter.budget // MIDDLE_SHARE
    search.longest, upper, nodes = extend_from_middle(ones, search.longest, upper, share)
    last = Meter(max(0, meter.budget - meter.nodes - nodes), meter.until)
    lower, upper = search.bounds(upper, last)
    meter.nodes += nodes + last.nodes
    return search.longest, upper


def _witness(chain: Chain) -> ThresholdChain:
    return ThresholdChain(tuple(x for _, x in chain), tuple(h for h, _ in chain))


def _ceilings(matrix: Matrix, littlestone: Dimension) -> dict[int, Reason]:
    """Upper bounds on the number of thresholds, each with its reason."""
    ones = matrix.functions == 1
    by_count = min(staircase(np.unique(rows, axis=0).sum(axis=1).tolist()) for rows in (ones, ones.T))
    depth = littlestone.upper
    of_trees = Reason("Littlestone", f"t thresholds need Littlestone dimension log2 t, at most {depth}")
    counted = Reason("counted", "t thresholds need functions with t, t-1, ..., 1 ones, and points likewise")
    return {(2 << depth) - 1: of_trees, by_count: counted}


def _by_closure(matrix: Matrix) -> tuple[Chain, dict[int, Reason]]:
    closed = closed_class(matrix)
    if closed is None:
        return [], {}
    chain = _thresholds_of(matrix, closed.longest_chain())
    words = f"closed under intersection: the longest chain of functions that are not 0 has {len(chain)}"
    return chain, {len(chain): Reason("closed", words, {"irreducible": closed.irreducible})}


def _by_rank(matrix: Matrix) -> tuple[Chain, dict[int, Reason]]:
    if matrix.functions.size > MOST_RANKED:
        return [], {}
    ranks = {p: rank(matrix.functions, p) for p in FIELDS}
    return [], {r: Reason("rank", f"rank {r} over the field of {p} elements", {"field": p}) for p, r in ranks.items()}


def _by_long_chain(matrix: Matrix) -> tuple[Chain, dict[int, Reason]]:
    longest = max(ChainCover(matrix).chains(), key=len)
    return _thresholds_of(matrix, [i for i in longest if matrix.functions[i].any()]), {}


def _thresholds_of(matrix: Matrix, functions: list[int]) -> Chain:
    """The thresholds of a chain of functions, the largest first and none of them 0, at points that each loses."""
    rows = [matrix.functions[i] == 1 for i in functions]
    below = [*rows[1:], np.zeros(matrix.points, dtype=bool)]
    return [(i, int(np.argmax(row & ~rest))) for i, row, rest in zip(functions, rows, below, strict=True)]


def rank(functions: NDArray[np.integer], p: int) -> int:
    """The rank of the matrix over the field of p elements, p a prime."""
    table = functions.astype(np.int64) % p
    found = 0
    for column in range(table.shape[1]):
        rows = found + np.flatnonzero(table[found:, column])
        if not len(rows):
            continue
        table[[found, rows[0]]] = table[[rows[0], found]]
        table[found] = table[found] * pow(int(table[found, column]), -1, p) % p
        rest = found + 1 + np.flatnonzero(table[found + 1 :, column])
        table[rest] = (table[rest] - table[rest, column][:, None] * table[found]) % p
        found += 1
    return found


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
