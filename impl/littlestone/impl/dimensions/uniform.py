"""The uniform Psi^bin-Littlestone dimension: one bit of the label for each depth of the tree (BGS21 D4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.classes.matrices import Matrix
from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.dimension_checks.trees import check_table
from littlestone.impl.dimensions.budgets import BudgetExceededError, Meter
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension, Reason, verified
from littlestone.impl.dimensions.splits import Split, bit_splits
from littlestone.impl.dimensions.tree_certificates import table_data
from littlestone.spec.classes.trees import PsiNode, PsiTree

Bits = tuple[int, ...]  # of bits counted from 0, the most significant


def psi_bin_uniform_dimension(
    matrix: Matrix, psi_bin: Dimension, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The uniform Psi^bin-Littlestone dimension, with a shattered tree whose maps depend on the depth alone.

    It is at most the Psi^bin dimension, whose result is given. ``budget`` is a number of nodes, ``until`` a reading of
    ``time.monotonic``.
    """
    meter = Meter(budget, until)
    search = UniformSearch(matrix, meter)
    lower, upper = search.bounds(psi_bin.upper)
    witness, reason = search.witness(), search.reason(upper, psi_bin.upper)
    if reason.kind != "Psi^bin":
        check_table("Psi^bin uniform", matrix.functions, upper, reason.data)
    if lower < upper:
        reason = replace(reason, words=f"{meter.ended}; {reason}")
    return verified(matrix, Dimension("Psi^bin uniform", lower, upper, witness, reason, meter.nodes))


class UniformSearch:
    """Finds the sequences of bits for which the class shatters a tree with bit i_d at every node of depth d."""

    def __init__(self, matrix: Matrix, meter: Meter) -> None:
        self._everything = (1 << len(matrix)) - 1
        self._groups = [bit_splits(matrix, i) for i in range(1, bit_count(matrix.k) + 1)]
        self._meter = meter
        self._known: dict[tuple[int, Bits], Split | None] = {}
        self._longest: Bits = ()
        self._refuted: list[Bits] = []

    def bounds(self, ceiling: int) -> tuple[int, int]:
        """Proved bounds on the greatest length of a shattered sequence, given an upper bound."""
        level: set[Bits] = {()}
        try:
            while level and len(self._longest) < ceiling:
                level = self._next_level(level, ceiling)
        except BudgetExceededError:
            return len(self._longest), ceiling
        return len(self._longest), len(self._longest)

    def witness(self) -> ShatteredTree:
        """The shattered tree of the longest sequence found."""
        functions: list[int] = []
        return ShatteredTree(self._tree(self._everything, self._longest, functions), tuple(functions))

    def reason(self, upper: int, ceiling: int) -> Reason:
        """Why no longer sequence is shattered: the ceiling, or a table that refutes what every longer one contains."""
        if upper == ceiling:
            return Reason("Psi^bin", f"at most Psi^bin <= {ceiling} (BGS21 Claim 4.6)", {"Psi^bin": ceiling})
        table = table_data(self._groups, self._everything, self._refuted, self._shatters)
        spaces = len(table["roots"]) + len(table["table"])
        words = f"no sequence of {upper + 1} bits is shattered, by a checked table of {spaces:,} entries"
        return Reason("table" if table["table"] else "counted", words, table)

    def _next_level(self, level: set[Bits], ceiling: int) -> set[Bits]:
        """The shattered sequences one longer; only the first of them at the length of the ceiling."""
        longer = set()
        for sequence in self._extensions(level):
            if self._shatters(self._everything, sequence):
                self._longest = sequence if len(sequence) > len(self._longest) else self._longest
                longer.add(sequence)
            else:
                self._refuted.append(sequence)
            if len(self._longest) == ceiling:
                break
        return longer

    def _extensions(self, level: set[Bits]) -> Iterator[Bits]:
        """Sequences whose part without the first and part without the last are both shattered; constant ones first."""
        longer = ((i, *rest) for rest in level for i in range(len(self._groups)))
        return iter(sorted((s for s in longer if s[:-1] in level), key=lambda s: (len(set(s)), s)))

    def _shatters(self, space: int, bits: Bits) -> bool:
        if space.bit_count() < 1 << len(bits) or not bits:
            return space.bit_count() >= 1 << len(bits)
        if (space, bits) not in self._known:
            self._meter.spend(len(self._groups[bits[0]]) * space.bit_length())
            self._known[space, bits] = self._root(space, bits)
        return self._known[space, bits] is not None

    def _root(self, space: int, bits: Bits) -> Split | None:
        enough = 1 << (len(bits) - 1)
        sized = [(self._smaller_part(split, space), split) for split in self._groups[bits[0]]]
        large = sorted((item for item in sized if item[0].bit_count() >= enough), key=lambda item: -item[0].bit_count())
        for smaller, split in large:
            if self._shatters(smaller, bits[1:]) and self._shatters(space ^ smaller, bits[1:]):
                return split
        return None

    def _smaller_part(self, split: Split, space: int) -> int:
        return min(split.parts[0] & space, split.parts[1] & space, key=int.bit_count)

    def _tree(self, space: int, bits: Bits, functions: list[int]) -> PsiTree:
        if not bits:
            functions.append((space & -space).bit_length() - 1)
            return None
        split = self._known[space, bits]
        assert split is not None and split.map is not None
        left, right = (self._tree(part & space, bits[1:], functions) for part in split.parts)
        return PsiNode(split.point, split.map, left, right)
