"""BGS21 section 3.1: parallel composition, on all small exact mechanisms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.algebra.reals import ln
from littlestone.spec.bgs21.section2_privacy import BITS, LESS, table
from littlestone.spec.claim import Algorithm, PositiveSize, claim
from littlestone.spec.learning.grid_laws import laws, leaked
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.privacy import is_private

Run = Callable[..., Any]


@claim("BGS21.C3.2", "Claim 3.2, section 3.1", "claim", share=LESS)
def parallel_composition_keeps_privacy(
    m: PositiveSize,
    j: PositiveSize,
    law: Annotated[Run, Algorithm("DP.law")],
    parallel: Annotated[Run, Algorithm("BGS21.C3.2")],
    share: Fraction,
) -> Truth:
    """Mechanisms that are (eps, delta)-DP, run on disjoint parts of the input that are split off independently of the
    data, are together (eps, delta)-DP: for all pairs of mechanisms from one bit to 2 outcomes with probabilities in
    multiples of 1/m and an empty third part, at the larger of their two least deltas for eps = ln(1 + j)."""
    pairs = product(product(laws(2, m), repeat=2), repeat=2)
    return all_of(
        is_private(partial(law, run), BITS, 2, ln(1 + j), share * max(leaked(M, j), leaked(N, j)))
        for M, N in pairs
        for run in [parallel([on_first_row(M), lambda rows, source: len(rows), on_first_row(N)], (1, 0, 1))]
    )


def on_first_row(M: tuple[Law[int], ...]) -> Run:
    """The mechanism with these laws on the first row of its block."""
    return lambda rows, source: table(M)(rows[0], source)
