"""The threshold dimension of an explicit binary class: the most thresholds that it contains (ABLMM22, section 3.2).

Upper bounds come, in this order, from counting ones, the Littlestone dimension, the longest chain where the class is
closed under intersection, the rank over a small field (thresholds are a regular triangular matrix over every field),
and a search of two parts. Lower bounds come from long chains of functions and from the search.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from littlestone.impl.classes.inclusion import chain_cover, closed_class
from littlestone.impl.classes.matrices import Matrix, bit_mask, of_rows
from littlestone.impl.classes.witnesses import ThresholdChain
from littlestone.impl.dimension_checks.sets import CHECKS_OF_THRESHOLDS, most_by_counts, rank, staircase
from littlestone.impl.dimensions.proved_bounds import (
    DEFAULT_BUDGET,
    Ceilings,
    Dimension,
    Meter,
    Reason,
    Source,
    climb,
    drawn_together,
    reported,
)

# Skipping dominated moves only saves work: with 4 or with all 120 functions compared, as many nodes took as long
COMPARED = 64
FIRST_SHARE = 6  # of the budget settles the structured classes of claims without code that takes 14 s to compile
FROM_MIDDLE = 1 << 19  # entries, beyond which the masks that it looks at at every step are too large
FIELDS, MOST_RANKED = (2, 3), 1 << 21  # entries: the rank of 1,024 x 1,024 takes half a second
Chain = list[tuple[int, int]]


@of_rows
def threshold_dimension(
    matrix: Matrix, littlestone: Dimension, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The largest t with points x_1..x_t and functions h_1..h_t such that h_i(x_j) = 1 iff i <= j, and such a chain.

    It is less than 2^(Littlestone dimension + 1), whose result is given. ``budget`` is a number of nodes, ``until``
    a reading of ``time.monotonic``. Raises ValueError for more than two labels.
    """
    if not matrix.is_binary:
        raise ValueError(f"thresholds are those of a binary class; this one has {matrix.labels} labels")
    meter = Meter(budget, until)
    sources: tuple[Source[tuple[int, int]], ...] = (
        lambda *_: _by_closure(matrix),
        lambda *_: _by_rank(matrix),
        lambda *_: (_thresholds_of(matrix, max(chain_cover(matrix), key=len)), {}),
        lambda found, ceiling: _by_search(matrix, found, ceiling, meter),
    )
    depth = littlestone.upper
    of_trees = Reason("Littlestone", f"t thresholds need Littlestone dimension log2 t, at most {depth}")
    counted = Reason("counted", "t thresholds need functions with t, t-1, ..., 1 ones, and points likewise")
    ceilings = {(2 << depth) - 1: of_trees, most_by_counts(matrix.functions): counted}
    chain, upper, reason = drawn_together([], ceilings, sources)
    if reason.kind in CHECKS_OF_THRESHOLDS:
        CHECKS_OF_THRESHOLDS[reason.kind](matrix.functions, upper, reason.data)
    witness = ThresholdChain(tuple(x for _, x in chain), tuple(h for h, _ in chain))
    return reported(matrix, "thresholds", (len(chain), upper), witness, reason, meter)


def _by_closure(matrix: Matrix) -> tuple[Chain, Ceilings]:
    closed = closed_class(matrix)
    if closed is None:
        return [], {}
    chain = _thresholds_of(matrix, closed.longest_chain())
    words = f"closed under intersection: the longest chain of functions that are not 0 has {len(chain)}"
    return chain, {len(chain): Reason("closed", words, {"irreducible": closed.irreducible})}


def _by_rank(matrix: Matrix) -> tuple[Chain, Ceilings]:
    fields = FIELDS if matrix.functions.size <= MOST_RANKED else ()
    ranks = {p: rank(matrix.functions, p) for p in fields}
    return [], {r: Reason("rank", f"rank {r} over the field of {p} elements", {"field": p}) for p, r in ranks.items()}


def _thresholds_of(matrix: Matrix, functions: list[int]) -> Chain:
    """The thresholds of a chain of functions, the largest first and a 0 left out, at points that each loses."""
    rows = [(i, matrix.functions[i] == 1) for i in functions if matrix.functions[i].any()]
    below = [*(row for _, row in rows[1:]), np.zeros(matrix.points, dtype=bool)]
    return [(i, int(np.argmax(row & ~rest))) for (i, row), rest in zip(rows, below, strict=False)]


def _by_search(matrix: Matrix, chain: Chain, ceiling: int, meter: Meter) -> tuple[Chain, Ceilings]:
    """From the first threshold, and if that takes long from the middle."""
    is_large = matrix.functions.size > FROM_MIDDLE
    first = Meter(meter.budget if is_large else meter.budget // FIRST_SHARE, meter.until)
    search = ChainSearch(matrix, chain, first)
    lower, upper = climb(len(chain), ceiling, search.has_thresholds)
    chain, meter.nodes = search.longest, first.nodes
    if lower < upper and not meter.late and not is_large:
        # Compiled code, which few classes need
        from littlestone.impl.dimensions.threshold_search import extend_from_middle

        chain, upper, nodes = extend_from_middle(matrix.functions == 1, chain, upper, meter.budget - meter.nodes)
        meter.nodes += nodes
    searched = Reason("searched", f"no {upper + 1} thresholds: searched, not certified")
    return chain, {upper: searched} if upper < ceiling else {}


class ChainSearch:
    """Decides whether functions and points, given as bit masks, contain t thresholds.

    The first function of a chain must have a 1 at every point of the rest, and its point a 0 at every function of the
    rest. So only functions whose ones, among the points left, are maximal under inclusion, and only points whose
    ones, among the functions left, are minimal, need be tried.
    """

    def __init__(self, matrix: Matrix, known: Chain, meter: Meter) -> None:
        self.longest = known
        self._meter = meter
        self._points_of = [bit_mask(row) for row in matrix.functions == 1]
        self._functions_of = [bit_mask(column) for column in (matrix.functions == 1).T]
        self._refuted: dict[tuple[int, int], int] = {}

    def has_thresholds(self, t: int) -> bool:
        """There are t thresholds; ``longest`` are then so many. Raises BudgetExceededError."""
        chain: Chain = []
        everything = (1 << len(self._points_of)) - 1, (1 << len(self._functions_of)) - 1
        open_nodes = [(everything, self._moves(*everything, t))]
        while open_nodes:
            state, moves = open_nodes[-1]
            move = next(moves, None)
            missing = t - len(open_nodes)
            if move is None:
                self._refuted[state] = missing + 1
                open_nodes.pop()
                del chain[-1:]
            elif missing == 0:
                self.longest = [*chain, move[:2]]
                return True
            elif self._refuted.get(move[2:], missing + 1) > missing:
                chain.append(move[:2])
                open_nodes.append((move[2:], self._moves(*move[2:], missing)))
        return False

    def _moves(self, functions: int, points: int, t: int) -> Iterator[tuple[int, int, int, int]]:
        """First functions and points of a chain of t, with the functions and points that remain for the rest."""
        self._meter.spend(functions.bit_count() * points.bit_count())
        for h, rest_points in _maximal({self._points_of[h] & points: h for h in _members(functions)}, t, 0):
            zeros = {functions & ~self._functions_of[x]: x for x in _members(rest_points)}
            for x, rest_functions in _maximal(zeros, t, 1):
                yield h, x, rest_functions, rest_points & ~(1 << x)


def _maximal(sets: dict[int, int], t: int, fewer: int) -> Iterator[tuple[int, int]]:
    """Whose sets are maximal under inclusion, and the sets, the largest first; none if no t have t, ..., 1 members.

    Sets count as if they had ``fewer`` members more, and those of fewer than t are left out.
    """
    if staircase(s.bit_count() + fewer for s in sets) < t:
        return
    kept: list[int] = []
    # Largest first: only a larger set can hold one, and the rest is too small once one is
    for s in sorted(sets, key=int.bit_count, reverse=True):
        if s.bit_count() + fewer < t:
            return
        if all(s & ~larger for larger in kept[:COMPARED]):
            kept.append(s)
            yield sets[s], s


def _members(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
