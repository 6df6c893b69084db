"""The VC dimension of an explicit binary class, with the cheapest kind of reason that gives it.

Upper bounds come, in this order, from the number of functions, the Littlestone dimension, irreducible functions where
the class is closed under intersection, a cover by few chains, and growing all sets that could be part of a larger
shattered one. Lower bounds come from greed, from the irreducible functions, from growing, and on large classes from
annealing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.chains import ChainCover, most_shattered
from littlestone.impl.classes.closed_classes import closed_class
from littlestone.impl.classes.matrices import Matrix, of_rows
from littlestone.impl.classes.witnesses import ShatteredSet
from littlestone.impl.dimension_checks.sets import CHECKS_OF_VC, growth
from littlestone.impl.dimensions.budgets import Meter
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension, Reason, verified

WORDS_PER_NODE = 500  # of sets of functions in compiled growth; some 50 us
MOST_PLAIN = 2_000  # sets of plain growth: some 0.05 s on classes of a hundred functions
CHAINS_SHARE, WORDS_COMPARED = 8, 10_000  # chains that cannot be laid together in an eighth of the budget stay apart
ANNEALED = 1 << 20  # entries of a class: on larger ones growing takes long, and chance finds sets that greed misses
STEPS, SEED = 60_000, 1  # seven points of the stumps of a table of 569 rows were found after some 20,000


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
    meter = Meter(budget, until)
    search = _Bounds(matrix, littlestone, meter)
    search.draw_together()
    lower, upper, reason = len(search.points), search.upper, search.reason
    if reason.kind in CHECKS_OF_VC:
        CHECKS_OF_VC[reason.kind](matrix.functions, upper, reason.data)
    if lower < upper:
        reason = Reason(reason.kind, f"{meter.ended}; {reason}", reason.data)
    return verified(matrix, Dimension("VC", lower, upper, search.witness(), reason, meter.nodes))


class _Bounds:
    """The largest shattered set found and the least upper bound with its reason, drawn together kind by kind."""

    def __init__(self, matrix: Matrix, littlestone: Dimension, meter: Meter) -> None:
        self._matrix, self._meter = matrix, meter
        self.points: list[int] = []
        functions = len(matrix)
        self.upper = functions.bit_length() - 1
        self.reason = Reason("size", f"at most log2 of {functions:,} function{'' if functions == 1 else 's'}")
        self._lower_to(littlestone.upper, "Littlestone", f"at most the Littlestone dimension <= {littlestone.upper}")
        self._columns = _columns(matrix)

    @property
    def _is_open(self) -> bool:
        return len(self.points) < self.upper

    def draw_together(self) -> None:
        """Go through the kinds until the bounds meet, or the budget is used up."""
        self._keep(_greedy(self._matrix.functions, self._columns))
        for kind in (self._by_closure, self._by_chains, self._by_annealing, self._by_growth):
            if self._is_open:
                kind()

    def witness(self) -> ShatteredSet:
        """The largest shattered set found, with a function for every pattern."""
        codes = self._matrix.functions[:, self.points].astype(np.int64) @ (1 << np.arange(len(self.points)))
        return ShatteredSet(tuple(self.points), tuple(np.unique(codes, return_index=True)[1].tolist()))

    def _lower_to(self, upper: int, kind: str, words: str, **data: object) -> None:
        if upper < self.upper:
            self.upper, self.reason = upper, Reason(kind, words, data or {kind: upper})

    def _keep(self, points: list[int]) -> None:
        self.points = points if len(points) > len(self.points) else self.points

    def _by_closure(self) -> None:
        closed = closed_class(self._matrix)
        found = None if closed is None else closed.largest_shattered_set()
        if closed is not None and found is not None:
            self._keep(found)
            words = f"closed under intersection, by {len(closed.irreducible)} irreducible functions"
            self._lower_to(len(self.points), "closed", words, irreducible=closed.irreducible)

    def _by_annealing(self) -> None:
        size = len(self.points)
        while self._matrix.functions.size > ANNEALED and self._is_open and len(self.points) == size:
            size += 1
            self._keep(_annealed(self._matrix.functions, self._columns, size, self._meter))

    def _by_chains(self) -> None:
        """Where a cover by greed is near the number of chains that allows one point less, chains are laid together."""
        cover = ChainCover(self._matrix)
        fewer = next((t for t in range(cover.count, 1, -1) if most_shattered(t) < cover.most_shattered), 1)
        if cover.most_shattered <= self.upper + 1 and 2 * fewer > cover.count:
            cover.improve(fewer, self._may_spend)
        words = f"{cover.count} chains of functions take too few patterns"
        self._lower_to(cover.most_shattered, "chains", words, chains=cover.chains())

    def _may_spend(self, words: int) -> bool:
        if self._meter.late or self._meter.nodes > self._meter.budget // CHAINS_SHARE:
            return False
        self._meter.nodes += words // WORDS_COMPARED
        return True

    def _by_growth(self) -> None:
        """The next size is grown until it is found or seen not to be there, so that the bounds meet in the end."""
        while self._is_open:
            size, total, words = len(self.points) + 1, 0, -(-len(self._matrix) // 64)
            for found, grown, is_whole in self._slices(size, words):
                total += grown
                self._keep([self._columns[i] for i in found])
                self._meter.nodes = (
                    self._meter.nodes + grown * words // WORDS_PER_NODE if is_whole else self._meter.budget
                )
                if found or self._meter.exhausted:
                    break
            if len(self.points) < size:
                if self._meter.exhausted:
                    return
                self._refute(size, total)

    def _slices(self, size: int, words: int) -> Iterator[tuple[list[int], int, bool]]:
        """In plain Python as long as that is short, as for most classes: compiled code takes a second to load."""
        table = self._matrix.functions[:, self._columns]
        masks = [self._matrix.label_masks[x][1] for x in self._columns]
        short = _grown(masks, len(self._matrix), size)
        most = max(0, self._meter.budget - self._meter.nodes) * WORDS_PER_NODE // words
        return iter([(*short, True)]) if short is not None else _compiled_slices(table, size, most)

    def _refute(self, size: int, grown: int) -> None:
        recounted = growth(self._matrix.functions, size)
        if recounted is None:
            words = f"no {size} points are shattered: {grown:,} sets grown, searched and not certified"
            self._lower_to(size - 1, "searched", words)
        else:
            words = f"no {size} points are shattered: all sets that could be part of them grown twice"
            self._lower_to(size - 1, "grown", words)


def _columns(matrix: Matrix) -> list[int]:
    """The points where both labels occur, one of those alike but for the labels' names, the least balanced first."""
    first: dict[int, int] = {}
    for x, masks in enumerate(matrix.label_masks):
        if len(masks) == 2:
            first.setdefault(min(masks.values()), x)
    return sorted(first.values(), key=lambda x: min(mask.bit_count() for mask in matrix.label_masks[x].values()))


def _greedy(functions: NDArray[np.integer], columns: list[int]) -> list[int]:
    """A shattered set, each point the one that leaves the largest least cell."""
    codes, points = np.zeros(len(functions), dtype=np.int64), list[int]()
    while True:
        best = max(columns, key=lambda x: _least_cell(2 * codes + functions[:, x], 2 << len(points)), default=None)
        if best is None or not _least_cell(2 * codes + functions[:, best], 2 << len(points)):
            return points
        codes, points = 2 * codes + functions[:, best], [*points, best]


def _least_cell(codes: NDArray[np.int64], cells: int) -> int:
    return int(np.bincount(codes, minlength=cells).min())


def _annealed(functions: NDArray[np.integer], columns: list[int], size: int, meter: Meter) -> list[int]:
    """So many points with as many patterns as chance finds; an empty list if these are not all."""
    random = np.random.default_rng(SEED)
    table = np.ascontiguousarray(functions[:, columns].T).astype(np.int32)
    chosen = random.choice(len(table), size, replace=False)
    codes = (table[chosen] << np.arange(size, dtype=np.int32)[:, None]).sum(axis=0, dtype=np.int32)
    patterns = np.count_nonzero(np.bincount(codes))
    for step in range(STEPS):
        if patterns == 1 << size or meter.late:
            break
        place, x = int(random.integers(size)), int(random.integers(len(table)))
        changed = codes + ((table[x] - table[chosen[place]]) << place)
        found = np.count_nonzero(np.bincount(changed))
        heat = 2.0 * (1 - step / STEPS) + 0.05  # patterns lost that are taken one time in e; it decides no bound
        if x not in chosen and (found >= patterns or random.random() < np.exp((found - patterns) / heat)):
            chosen[place], codes, patterns = x, changed, found
    return [columns[i] for i in chosen] if patterns == 1 << size else []


def _grown(masks: list[int], functions: int, size: int) -> tuple[list[int], int] | None:
    """A shattered set of so many points or none, and how many sets were grown; None where they are too many."""
    grown, pending = 0, [([(1 << functions) - 1], list[int](), list(range(len(masks))))]
    while pending:
        cells, chosen, points = pending.pop()
        missing = size - len(chosen)
        able = [x for x in points if _divides(cells, masks[x], 1 << (missing - 1))]
        grown += len(able)
        if able and missing == 1:
            return [*chosen, able[0]], grown
        if grown > MOST_PLAIN:
            return None
        for i, x in enumerate(able[: len(able) - missing + 1]):
            refined = [part for cell in cells for part in (cell & ~masks[x], cell & masks[x])]
            pending.append((refined, [*chosen, x], able[i + 1 :]))
    return [], grown


def _divides(cells: list[int], ones: int, least: int) -> bool:
    for cell in cells:
        size = (cell & ones).bit_count()
        if size < least or cell.bit_count() - size < least:
            return False
    return True


def _compiled_slices(functions: NDArray[np.integer], size: int, most: int) -> Iterator[tuple[list[int], int, bool]]:
    """For each first point, a shattered set of so many points or none, how many sets were grown, and whether all were.

    At most ``most`` are grown in all.
    """
    from littlestone.impl.dimensions.cell_growth import grow  # compiled code, which few classes need

    padded = np.zeros((functions.shape[1], -(-len(functions) // 64) * 64), dtype=bool)
    padded[:, : len(functions)] = functions.T
    columns = np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
    chosen = np.zeros(size, dtype=np.int64)
    for first in range(functions.shape[1]):
        grown = int(grow(columns, len(functions), size, first, chosen, most))
        yield (chosen.tolist() if chosen[0] >= 0 else []), grown, grown <= most
        most -= grown
