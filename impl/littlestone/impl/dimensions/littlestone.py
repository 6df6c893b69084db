"""The Littlestone dimensions of explicit classes: multiclass, of a bit, and Psi-Littlestone (BGS21, section 4).

Each lower bound comes with a shattered tree, each upper one with a table of version spaces; both are checked by
``dimension_checks.trees`` before a number is returned. Where no table is needed, since every split leaves too few
functions on one side, the reason says *counted*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.classes.matrices import Matrix, ShatteredTree, of_rows
from littlestone.impl.classes.tree_transforms import bit_to_psi_bin, io_to_psi_n
from littlestone.impl.dimension_checks.trees import check_table
from littlestone.impl.dimensions.proved_bounds import (
    DEFAULT_BUDGET,
    BudgetExceededError,
    Dimension,
    Meter,
    Reason,
    climb,
    reported,
    verified,
)
from littlestone.impl.dimensions.tree_search import (
    Groups,
    Split,
    TooManySplitsError,
    TreeSearch,
    bipartition_splits,
    bit_splits,
    label_splits,
)
from littlestone.spec.classes.trees import PsiNode

Splits = Callable[[Matrix], list[Split]]


def tree_dimension(
    name: str, matrix: Matrix, splits: Splits, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The greatest depth of a tree of the given splits that the class shatters (BGS21 D2.13, D4.4).

    Different functions must be separated by some split. ``budget`` is a number of nodes, at least 0, ``until`` a
    reading of ``time.monotonic``; when either is used up, the bounds proved so far are returned.
    """
    meter = Meter(budget, until)
    search = TreeSearch([splits(matrix)], len(matrix), meter)
    most = len(matrix).bit_length() - 1
    lower, upper = climb(search.greedy_depth(), most, lambda d: search.shatters(search.everything, (0,) * d))
    table = search.table([(0,) * (upper + 1)])
    check_table(name, matrix.functions, upper, table)
    if table["table"]:
        entries = len(table["roots"]) + len(table["table"])
        words = f"no tree of depth {upper + 1}, by a checked table of {entries:,} version spaces"
    else:
        said = "at most log2 of" if upper == most else "counted: every split leaves all parts but one with fewer than"
        number = len(matrix) if upper == most else 1 << upper
        words = f"{said} {number:,} function{'' if number == 1 else 's'}"
    reason = Reason("table" if table["table"] else "counted", words, table)
    return reported(matrix, name, (lower, upper), search.witness((0,) * lower), reason, meter)


@of_rows
def littlestone_dimension(matrix: Matrix, budget: int = DEFAULT_BUDGET, until: float | None = None) -> Dimension:
    """The (multiclass) Littlestone dimension, with a shattered io-labelled tree (BGS21 D2.13)."""
    name = "Littlestone" if matrix.is_binary else "multiclass Littlestone"
    return tree_dimension(name, matrix, label_splits, budget, until)


def bit_dimension(matrix: Matrix, i: int, budget: int = DEFAULT_BUDGET, until: float | None = None) -> Dimension:
    """The Littlestone dimension of H|_i, with a Psi^bin-tree of the map phi_i for the class itself (BGS21 C4.6)."""
    restriction = matrix.restriction(i)
    found = littlestone_dimension(restriction, budget, until)
    witness = found.witness
    assert isinstance(witness, ShatteredTree) and not isinstance(witness.tree, PsiNode)
    functions = tuple(restriction.rows[f] for f in witness.functions)
    translated = ShatteredTree(bit_to_psi_bin(witness.tree, i, matrix.k), functions)
    return verified(matrix, replace(found, name=f"Littlestone of bit {i}", witness=translated))


def psi_n_dimension(matrix: Matrix, littlestone: Dimension) -> Dimension:
    """The Psi^N-Littlestone dimension, which is the multiclass Littlestone dimension: its tree is translated (L4.5)."""
    witness = littlestone.witness
    assert isinstance(witness, ShatteredTree) and not isinstance(witness.tree, PsiNode)
    translated = ShatteredTree(io_to_psi_n(witness.tree, matrix.k), witness.functions)
    reason = replace(littlestone.reason, words=f"equal to MLD by BGS21 Lemma 4.5; {littlestone.reason}")
    return verified(matrix, replace(littlestone, name="Psi^N", witness=translated, reason=reason, nodes=0))


def psi_bin_dimension(matrix: Matrix, budget: int = DEFAULT_BUDGET, until: float | None = None) -> Dimension:
    """The Psi^bin-Littlestone dimension, with a shattered Psi^bin-tree (BGS21 D4.4)."""
    return tree_dimension("Psi^bin", matrix, bit_splits, budget, until)


def psi_b_dimension(matrix: Matrix, budget: int = DEFAULT_BUDGET, until: float | None = None) -> Dimension:
    """The Psi^B-Littlestone dimension, with a shattered Psi^B-tree (BGS21 D4.4).

    Where a point takes so many labels that its bipartitions cannot be listed, the Psi^bin-tree and log2 of the number
    of functions are the bounds.
    """
    try:
        return tree_dimension("Psi^B", matrix, bipartition_splits, budget, until)
    except TooManySplitsError as error:
        below = psi_bin_dimension(matrix, budget, until)
        upper = len(matrix).bit_length() - 1
        ended = "" if below.exact or below.lower == upper else f"{below.reason}; "
        words = f"{ended}{error}; at least Psi^bin (BGS21 Claim 4.7), at most log2 of {len(matrix)} functions"
        return replace(below, name="Psi^B", upper=upper, reason=Reason("size", words))


def psi_bin_uniform_dimension(
    matrix: Matrix, psi_bin: Dimension, budget: int = DEFAULT_BUDGET, until: float | None = None
) -> Dimension:
    """The uniform Psi^bin dimension, with a shattered tree whose maps depend on the depth alone (BGS21 D4.4).

    It is at most the Psi^bin dimension, whose result is given. Sequences of bits grow from shattered ones, constant
    ones first, and the first of the length of that bound ends the search.
    """
    name, meter, ceiling = "Psi^bin uniform", Meter(budget, until), psi_bin.upper
    groups = [bit_splits(matrix, i) for i in range(1, bit_count(matrix.k) + 1)]
    search = TreeSearch(groups, len(matrix), meter)
    longest, refuted, is_decided = _longest_sequence(search, len(groups), ceiling)
    upper = len(longest) if is_decided else ceiling
    reason = Reason("Psi^bin", f"at most Psi^bin <= {ceiling} (BGS21 Claim 4.6)", {"Psi^bin": ceiling})
    if upper < ceiling:
        table = search.table(refuted)
        check_table(name, matrix.functions, upper, table)
        entries = len(table["roots"]) + len(table["table"])
        words = f"no sequence of {upper + 1} bits is shattered, by a checked table of {entries:,} entries"
        reason = Reason("table" if table["table"] else "counted", words, table)
    return reported(matrix, name, (len(longest), upper), search.witness(longest), reason, meter)


def _longest_sequence(search: TreeSearch, groups: int, ceiling: int) -> tuple[Groups, list[Groups], bool]:
    """A longest shattered sequence of groups, what was refuted on the way, and whether the search came to its end.

    A sequence is asked about where its part without the first and that without the last are shattered.
    """
    longest, refuted, level = Groups(), list[Groups](), {Groups()}
    try:
        while level and len(longest) < ceiling:
            longer = [(i, *rest) for rest in level for i in range(groups)]
            asked = sorted((s for s in longer if s[:-1] in level), key=lambda s: (len(set(s)), s))
            level = set()
            for sequence in asked:
                if not search.shatters(search.everything, sequence):
                    refuted.append(sequence)
                    continue
                level.add(sequence)
                longest = max(longest, sequence, key=len)
                if len(longest) == ceiling:
                    break
    except BudgetExceededError:
        return longest, refuted, False
    return longest, refuted, True
