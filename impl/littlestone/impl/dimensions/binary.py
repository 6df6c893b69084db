"""The VC and the threshold dimension of an explicit binary class, each with the cheapest kind of reason that gives it.

VC: upper bounds come, in this order, from the number of functions, the Littlestone dimension, irreducible functions
where the class is closed under intersection, a cover by few chains, and growing all sets that could be part of a larger
shattered one. Lower bounds come from greed, from the irreducible functions and from growing.

Thresholds, the most that the class contains (ABLMM22, section 3.2): upper bounds come, in this order, from counting
ones, the Littlestone dimension, the longest chain where the class is closed under intersection, the rank over a small
field (thresholds are a regular triangular matrix over every field), and a search of two parts. Lower bounds come from
long chains of functions and from the search.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import comb

import numpy as np

from littlestone.impl.classes.inclusion import chain_cover, closed_class
from littlestone.impl.classes.matrices import Matrix, ShatteredSet, ThresholdChain, bit_mask, of_rows, packed
from littlestone.impl.dimension_checks.certificates import (
    CHECKS_OF_THRESHOLDS,
    CHECKS_OF_VC,
    growth,
    most_by_counts,
    rank,
    staircase,
)
from littlestone.impl.dimensions.proved_bounds import (
    DEFAULT_BUDGET,
    BudgetExceededError,
    Ceilings,
    Dimension,
    Meter,
    Reason,
    Source,
    climb,
    drawn_together,
    reported,
)

WORDS_PER_NODE = 500  # of sets of functions that are grown; compiled, some 50 us
SLICE = 64  # nodes of compiled growth between two looks at the clock
MOST_PLAIN = 2_000  # sets grown in plain Python, in 0.05 s on a hundred functions: compiled code takes a second to load
Cells = list[tuple[int, int]]  # the parts of a class that agree on a set of points, with their sizes


@of_rows
def vc_dimension(
    matrix: Matrix, littlestone: Dimension, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The VC dimension of a binary class, with a shattered set.

    It is at most the Littlestone dimension, whose result is given. ``budget`` is a number of nodes, ``until`` a reading
    of ``time.monotonic``. Raises ValueError for a class with more than two labels.
    """
    if not matrix.is_binary:
        raise ValueError(f"the VC dimension is that of a binary class; this one has {matrix.labels} labels")
    meter, columns = Meter(budget, until), _columns(matrix)
    sources = (
        lambda *_: _set_by_closure(matrix),
        lambda *_: _by_chains(matrix),
        lambda found, ceiling: _by_growth(matrix, columns, found, ceiling, meter),
    )
    count, depth = len(matrix), littlestone.upper
    words = f"at most log2 of {count:,} function{'' if count == 1 else 's'}"
    of_trees = Reason("Littlestone", f"at most the Littlestone dimension <= {depth}", {"Littlestone": depth})
    ceilings = {depth: of_trees, count.bit_length() - 1: Reason("size", words)}
    points, upper, reason = drawn_together(_greedy(matrix, columns), ceilings, sources)
    if reason.kind in CHECKS_OF_VC:
        CHECKS_OF_VC[reason.kind](matrix.functions, upper, reason.data)
    codes = matrix.functions[:, points].astype(np.int64) @ (1 << np.arange(len(points)))  # a function for each pattern
    witness = ShatteredSet(tuple(points), tuple(np.unique(codes, return_index=True)[1].tolist()))
    return reported(matrix, "VC", (len(points), upper), witness, reason, meter)


def _columns(matrix: Matrix) -> list[int]:
    """The points where both labels occur, one of those alike but for the labels' names, the least balanced first."""
    first: dict[int, int] = {}
    for x, masks in enumerate(matrix.label_masks):
        if len(masks) == 2:
            first.setdefault(min(masks.values()), x)
    return sorted(first.values(), key=lambda x: min(mask.bit_count() for mask in matrix.label_masks[x].values()))


def _greedy(matrix: Matrix, columns: list[int]) -> list[int]:
    """A shattered set, each point the one that leaves the largest least cell."""
    codes, points = np.zeros(len(matrix), dtype=np.int64), list[int]()
    while columns:
        halved = (2 * codes + matrix.functions[:, x] for x in columns)
        least = [int(np.bincount(cells, minlength=2 << len(points)).min()) for cells in halved]
        best = columns[least.index(max(least))]
        if not max(least):
            break
        codes, points = 2 * codes + matrix.functions[:, best], [*points, best]
    return points


def _set_by_closure(matrix: Matrix) -> tuple[list[int], Ceilings]:
    closed = closed_class(matrix)
    found = None if closed is None else closed.largest_shattered_set()
    if closed is None or found is None:
        return [], {}
    words = f"closed under intersection, by {len(closed.irreducible)} irreducible functions"
    return found, {len(found): Reason("closed", words, {"irreducible": closed.irreducible})}


def _by_chains(matrix: Matrix) -> tuple[list[int], Ceilings]:
    chains = chain_cover(matrix)
    words = f"{len(chains)} chains of functions take too few patterns"
    most = next(k for k in count() if comb(k + 1, (k + 1) // 2) > len(chains))  # points that so many chains shatter
    return [], {most: Reason("chains", words, {"chains": chains})}


def _by_growth(
    matrix: Matrix, columns: list[int], found: list[int], ceiling: int, meter: Meter
) -> tuple[list[int], Ceilings]:
    """The next size is grown until it is found or seen not to be there."""

    def is_shattered(size: int) -> bool:
        nonlocal found
        found = _grown(matrix, columns, size, meter) or found
        return len(found) >= size

    _, upper = climb(len(found), ceiling, is_shattered)
    if upper == ceiling:
        return found, {}
    words = f"no {upper + 1} points are shattered: all sets that could be part of them grown twice"
    if growth(matrix.functions, upper + 1) is None:
        return found, {upper: Reason("searched", f"no {upper + 1} points are shattered: searched, not certified")}
    return found, {upper: Reason("grown", words)}


def _grown(matrix: Matrix, columns: list[int], size: int, meter: Meter) -> list[int]:
    """A shattered set of so many points, or none, by adding points while all cells are large enough for such a set.

    The cells of a set S of k points are the parts of the class that agree on S. A shattered set of d points contains
    only sets of k points all of whose 2^k cells have at least 2^(d-k) functions; points are added in a fixed order, and
    only those that kept the cells of a set large enough are tried below it. Raises BudgetExceededError.
    """
    found, grown = _grown_plainly(matrix, columns, size)
    _pay(matrix, grown, bool(found), meter)
    return _grown_compiled(matrix, columns, size, meter) if found is None else found


def _pay(matrix: Matrix, grown: int, is_found: bool, meter: Meter) -> None:
    """Count the nodes of so many sets. Raises BudgetExceededError where the budget ends and nothing was found."""
    meter.nodes = min(meter.nodes + grown * -(-len(matrix) // 64) // WORDS_PER_NODE, meter.budget)
    if not is_found and (meter.nodes == meter.budget or meter.late):
        raise BudgetExceededError


def _grown_plainly(matrix: Matrix, columns: list[int], size: int) -> tuple[list[int] | None, int]:
    """The same, with how many sets were grown; None where they are too many."""
    masks, grown = {x: matrix.label_masks[x][1] for x in columns}, 0
    pending: list[tuple[Cells, list[int], list[int]]] = [([((1 << len(matrix)) - 1, len(matrix))], [], columns)]
    while pending and grown <= MOST_PLAIN:
        cells, chosen, points = pending.pop()
        missing = size - len(chosen)
        least = 1 << (missing - 1)
        able = [x for x in points if all(least <= (c & masks[x]).bit_count() <= n - least for c, n in cells)]
        grown += len(able)
        if able and missing == 1:
            return [*chosen, able[0]], grown
        for i, x in enumerate(able[: len(able) - missing + 1]):
            parts = [part for cell, _ in cells for part in (cell & masks[x], cell & ~masks[x])]
            # the smallest first: these are what a further point most often cannot divide
            divided = sorted(((part, part.bit_count()) for part in parts), key=lambda cell: cell[1])
            pending.append((divided, [*chosen, x], able[i + 1 :]))
    return None if pending else [], grown


def _grown_compiled(matrix: Matrix, columns: list[int], size: int, meter: Meter) -> list[int]:
    """The same, in slices of a few milliseconds."""
    from littlestone.impl.dimensions.cell_growth import grow, growing  # compiled code, which few classes need

    masks, everything = packed(matrix.functions[:, columns].T == 1), packed(np.ones((1, len(matrix)), dtype=bool))[0]
    state = growing(everything, len(matrix), len(columns), size)
    while 0 <= state.depth[0] < size:
        grown = grow(masks, state, max(1, SLICE * WORDS_PER_NODE // len(everything)))
        _pay(matrix, grown, bool(state.depth[0] == size), meter)
    last = state.kept[np.arange(size), state.tried - 1]
    return [columns[x] for x in last] if state.depth[0] == size else []


# ---- Thresholds

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
        lambda *_: _chain_by_closure(matrix),
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


def _chain_by_closure(matrix: Matrix) -> tuple[Chain, Ceilings]:
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
