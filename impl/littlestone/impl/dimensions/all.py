"""Every dimension of an explicit class, exactly or as proved bounds within a budget."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.dimensions.littlestone import (
    bit_dimension,
    littlestone_dimension,
    psi_b_dimension,
    psi_bin_dimension,
    psi_n_dimension,
)
from littlestone.impl.dimensions.proved_bounds import DEFAULT_BUDGET, Dimension
from littlestone.impl.dimensions.thresholds import threshold_dimension
from littlestone.impl.dimensions.uniform import psi_bin_uniform_dimension
from littlestone.impl.dimensions.vc import vc_dimension
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function


def all_dimensions(matrix: Matrix, budget: int = DEFAULT_BUDGET) -> tuple[Dimension, ...]:
    """The dimensions of a class, each with at most ``budget`` nodes searched and with a verified witness.

    Binary: VC, Littlestone, thresholds. More labels: multiclass Littlestone, Littlestone of each bit of the label,
    Psi^N, uniform Psi^bin, Psi^bin, Psi^B.
    """
    return _binary(matrix, budget) if matrix.is_binary else _multiclass(matrix, budget)


@implements("BGS21.ALG.DIM")
def dimensions_of(functions: Iterable[Function]) -> dict[str, int]:
    """The exact dimensions of a small non-empty class, by name. Raises ValueError where the budget left one open."""
    found = all_dimensions(as_matrix(np.array(sorted(functions))))
    undecided = [dimension.name for dimension in found if not dimension.exact]
    if undecided:
        raise ValueError(f"the budget did not decide {', '.join(undecided)}; use all_dimensions for bounds")
    return {dimension.name: dimension.lower for dimension in found}


def _binary(matrix: Matrix, budget: int) -> tuple[Dimension, ...]:
    littlestone = littlestone_dimension(matrix, budget)
    return (
        vc_dimension(matrix, littlestone, budget),
        littlestone,
        threshold_dimension(matrix, littlestone, budget),
    )


def _multiclass(matrix: Matrix, budget: int) -> tuple[Dimension, ...]:
    littlestone = littlestone_dimension(matrix, budget)
    bits = (bit_dimension(matrix, i, budget) for i in range(1, bit_count(matrix.k) + 1))
    psi_bin = psi_bin_dimension(matrix, budget)
    return (
        littlestone,
        *bits,
        psi_n_dimension(matrix, littlestone),
        psi_bin_uniform_dimension(matrix, psi_bin, budget),
        psi_bin,
        psi_b_dimension(matrix, budget),
    )
