"""The Littlestone dimensions of explicit classes: multiclass, of a bit, and Psi-Littlestone (BGS21, section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from littlestone.impl.classes.matrices import Matrix
from littlestone.impl.classes.tree_transforms import io_to_psi_n
from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.dimensions.budgets import Meter
from littlestone.impl.dimensions.depth_search import DepthSearch
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension, Reason, verified
from littlestone.impl.dimensions.splits import (
    Split,
    TooManySplitsError,
    bin_splits,
    bipartition_splits,
    bit_splits,
    label_splits,
)
from littlestone.spec.classes.trees import PsiNode

Splits = Callable[[Matrix], list[Split]]


def tree_dimension(name: str, matrix: Matrix, splits: Splits, budget: int = DEFAULT_BUDGET) -> Dimension:
    """The greatest depth of a tree of the given splits that the class shatters (BGS21 D2.13, D4.4).

    Different functions must be separated by some split. ``budget`` is a number of nodes, at least 0; when it is used
    up, the bounds proved so far are returned.
    """
    meter = Meter(budget)
    search = DepthSearch(splits(matrix), meter)
    everything = (1 << len(matrix)) - 1
    lower, upper = search.bounds(everything)
    reason = _reason(len(matrix), lower, upper, budget)
    return verified(matrix, Dimension(name, lower, upper, search.witness(everything, lower), reason, meter.nodes))


def littlestone_dimension(matrix: Matrix, budget: int = DEFAULT_BUDGET) -> Dimension:
    """The (multiclass) Littlestone dimension, with a shattered io-labelled tree (BGS21 D2.13)."""
    name = "Littlestone" if matrix.is_binary else "multiclass Littlestone"
    return tree_dimension(name, matrix, label_splits, budget)


def bit_dimension(matrix: Matrix, i: int, budget: int = DEFAULT_BUDGET) -> Dimension:
    """The Littlestone dimension of the binary restriction H|_i, with a Psi^bin-tree of the one map phi_i (BGS21 C4.6).

    The functions of the witness are those of the class itself.
    """
    representatives = matrix.restriction(i).rows
    kept = Matrix(matrix.functions[list(representatives)], representatives, 0, matrix.labels)
    found = tree_dimension(f"Littlestone of bit {i}", kept, lambda m: bit_splits(m, i), budget)
    assert isinstance(found.witness, ShatteredTree)
    functions = tuple(representatives[f] for f in found.witness.functions)
    return verified(matrix, replace(found, witness=ShatteredTree(found.witness.tree, functions)))


def psi_n_dimension(matrix: Matrix, littlestone: Dimension) -> Dimension:
    """The Psi^N-Littlestone dimension, which is the multiclass Littlestone dimension: its tree is translated (L4.5)."""
    witness = littlestone.witness
    assert isinstance(witness, ShatteredTree) and not isinstance(witness.tree, PsiNode)
    translated = ShatteredTree(io_to_psi_n(witness.tree, matrix.k), witness.functions)
    reason = replace(littlestone.reason, words=f"equal to MLD by BGS21 Lemma 4.5; {littlestone.reason}")
    return verified(matrix, replace(littlestone, name="Psi^N", witness=translated, reason=reason, nodes=0))


def psi_bin_dimension(matrix: Matrix, budget: int = DEFAULT_BUDGET) -> Dimension:
    """The Psi^bin-Littlestone dimension, with a shattered Psi^bin-tree (BGS21 D4.4)."""
    return tree_dimension("Psi^bin", matrix, bin_splits, budget)


def psi_b_dimension(matrix: Matrix, budget: int = DEFAULT_BUDGET) -> Dimension:
    """The Psi^B-Littlestone dimension, with a shattered Psi^B-tree (BGS21 D4.4).

    Where a point takes so many labels that its bipartitions cannot be listed, the Psi^bin-tree and log2 of the number
    of functions are the bounds.
    """
    try:
        return tree_dimension("Psi^B", matrix, bipartition_splits, budget)
    except TooManySplitsError as error:
        below = psi_bin_dimension(matrix, budget)
        upper = len(matrix).bit_length() - 1
        words = f"{error}; at least Psi^bin (BGS21 Claim 4.7), at most log2 of {len(matrix)} functions"
        return replace(below, name="Psi^B", upper=upper, reason=Reason("counted", words))


def _reason(functions: int, lower: int, upper: int, budget: int) -> Reason:
    if upper == functions.bit_length() - 1 and lower == upper:
        return Reason("counted", f"at most log2 of {functions} functions")
    if lower == upper:
        return Reason("searched", f"no tree of depth {upper + 1} is shattered: searched, not certified")
    words = f"budget of {budget} nodes used up; at most {upper} by the search so far and log2 of {functions} functions"
    return Reason("budget", words)
