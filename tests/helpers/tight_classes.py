"""Classes of the papers that only tests measure: thresholds, and amplification of BGS21's tight family."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, product

from littlestone.spec.classes.concept_classes import Function


def thresholds(m: int) -> frozenset[Function]:
    """The m thresholds h_i(x_j) = 1 iff i <= j on m points (ABLMM22, section 3.2)."""
    return frozenset(tuple(int(i <= j) for j in range(m)) for i in range(m))


def amplify(functions: Iterable[Function], ell: int) -> frozenset[Function]:
    """The class H' of Claim 6.2 (eq7): all ell-tuples of functions of H, point x of copy j at index j * points + x."""
    return frozenset(tuple(chain.from_iterable(chosen)) for chosen in product(frozenset(functions), repeat=ell))
