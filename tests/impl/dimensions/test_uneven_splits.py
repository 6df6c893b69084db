"""Classes in which a split that serves no child serves a deeper node: one of them handed down only even splits."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import ShatteredSet, as_matrix
from littlestone.impl.classes.written_classes import matrix_of_text
from littlestone.impl.dimensions.all import all_dimensions
from littlestone.impl.dimensions.littlestone import littlestone_dimension
from littlestone.impl.dimensions.proved_bounds import ContradictoryBoundsError, Dimension, Reason

SIXTEEN = (
    "{00000001, 00000100, 00000110, 00000111, 00001111, 00010000, 00011100, 00011111, "
    "00110000, 00111000, 01100000, 01110000, 01111100, 10000000, 11000000, 11111100}"
)
FIVE_LABELS = (
    "{000033, 000114, 011112, 011134, 011223, 011234, 012224, 012333, 022333, 111344, "
    "112344, 122444, 134444, 222222, 222444, 223344}"
)


def noisy_thresholds() -> NDArray[np.int64]:
    """The thresholds on 16 points, and one of them with a point flipped."""
    noisy = [0, *[1] * 10, 0, *[1] * 4]
    return np.array([*np.triu(np.ones((16, 16), dtype=int)), noisy])


def intervals(m: int) -> NDArray[np.int64]:
    every = [[int(a <= x < b) for x in range(m)] for a in range(m) for b in range(a + 1, m + 1)]
    return np.array([*every, [0] * m])


def literal(functions: NDArray[np.int64]) -> int:
    """The dimension by the definition (BGS21 D2.13): every pair of labels at every point, without any bound."""

    @cache
    def depth(rows: frozenset[int]) -> int:
        best = 0
        for column in functions.T:
            parts = [frozenset(r for r in rows if column[r] == label) for label in np.unique(column[list(rows)])]
            depths = sorted(depth(part) for part in parts if len(part) < len(rows))
            best = max(best, depths[-2] + 1) if len(depths) > 1 else best
        return best

    return depth(frozenset(range(len(functions))))


def test_sixteen_functions_on_eight_points() -> None:
    found = {d.name: (d.lower, d.upper) for d in all_dimensions(matrix_of_text(SIXTEEN, "the class"))}
    assert found["Littlestone"] == (4, 4)
    assert found["VC"] == (2, 2)


def test_thresholds_with_a_noisy_one() -> None:
    found = {d.name: (d.lower, d.upper) for d in all_dimensions(as_matrix(noisy_thresholds()))}
    assert found["Littlestone"] == (4, 4)
    assert found["thresholds"] == (16, 16)


def test_a_bit_of_five_labels() -> None:
    found = {d.name: (d.lower, d.upper) for d in all_dimensions(matrix_of_text(FIVE_LABELS, "the class"))}
    assert found["Littlestone of bit 2"] == (4, 4)


@pytest.mark.parametrize("functions", [noisy_thresholds(), intervals(12), matrix_of_text(SIXTEEN, "").functions])
def test_the_definition_says_the_same(functions: NDArray[np.int64]) -> None:
    found = littlestone_dimension(as_matrix(functions))
    assert (found.lower, found.upper) == (literal(functions),) * 2


@pytest.mark.parametrize(("m", "depth"), [(19, 7), (20, 7), (27, 8), (28, 8), (29, 8), (40, 9), (60, 10)])
def test_all_intervals(m: int, depth: int) -> None:
    found = littlestone_dimension(as_matrix(intervals(m)))
    assert (found.lower, found.upper) == (depth, depth)


def test_bounds_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ContradictoryBoundsError, match="VC: 1 <= dimension <= 0"):
        Dimension("VC", 1, 0, ShatteredSet((), (0,)), Reason("searched", "a false one"))
