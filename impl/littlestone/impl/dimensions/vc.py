"""The VC dimension of an explicit binary class, with the cheapest kind of reason that gives it.

Upper bounds come, in this order, from the number of functions, the Littlestone dimension, irreducible functions where
the class is closed under intersection, a cover by few chains, and growing all sets that could be part of a larger
shattered one. Lower bounds come from greed, from the irreducible functions and from growing.
"""

from __future__ import annotations

import numpy as np

from littlestone.impl.classes.inclusion import chain_cover, closed_class, most_shattered
from littlestone.impl.classes.matrices import Matrix, of_rows, packed
from littlestone.impl.classes.witnesses import ShatteredSet
from littlestone.impl.dimension_checks.sets import CHECKS_OF_VC, growth
from littlestone.impl.dimensions.proved_bounds import (
    DEFAULT_BUDGET,
    BudgetExceededError,
    Ceilings,
    Dimension,
    Meter,
    Reason,
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
        lambda *_: _by_closure(matrix),
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

    def least_cell(x: int) -> int:
        return int(np.bincount(2 * codes + matrix.functions[:, x], minlength=2 << len(points)).min())

    while columns:
        best = max(columns, key=least_cell)
        if not least_cell(best):
            break
        codes, points = 2 * codes + matrix.functions[:, best], [*points, best]
    return points


def _by_closure(matrix: Matrix) -> tuple[list[int], Ceilings]:
    closed = closed_class(matrix)
    found = None if closed is None else closed.largest_shattered_set()
    if closed is None or found is None:
        return [], {}
    words = f"closed under intersection, by {len(closed.irreducible)} irreducible functions"
    return found, {len(found): Reason("closed", words, {"irreducible": closed.irreducible})}


def _by_chains(matrix: Matrix) -> tuple[list[int], Ceilings]:
    chains = chain_cover(matrix)
    words = f"{len(chains)} chains of functions take too few patterns"
    return [], {most_shattered(len(chains)): Reason("chains", words, {"chains": chains})}


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
