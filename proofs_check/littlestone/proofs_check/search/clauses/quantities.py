"""The parameters that a search may be about: their bounds, their clauses, and what passes to subclasses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from littlestone.proofs_check.search.clauses import compression, shattering, teaching
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix

Bound = Callable[[ClassMatrix, int], int]


@dataclass(frozen=True)
class Quantity:
    """A parameter: ``name`` is that of the library.

    ``most`` is a bound for classes of so many functions on so many points. ``at_most`` and ``at_least`` give a literal
    that is true only where the class has the bound, which is 1 or more from below; ``at_least`` is None where no
    clauses say it. ``needs`` is how many functions suffice to show that it is at least so much, None where that is not
    known. ``to_subclasses``: no subclass has more. ``by_xor``: adding one function to all modulo 2 does not change it.
    """

    name: str
    most: Callable[[int, int], int]
    at_most: Bound
    at_least: Bound | None
    needs: Callable[[int], int] | None = None
    to_subclasses: bool = True
    by_xor: bool = True


def _halvings(functions: int, points: int) -> int:
    """A dimension of d comes with 2^d functions; and halving the class, point by point, teaches some function."""
    return min(points, functions.bit_length() - 1)


def _joined(every: bool, bounded: Callable[[ClassMatrix, int], Sequence[int]]) -> Bound:
    return lambda m, bound: m.all_of(bounded(m, bound)) if every else m.some_of(bounded(m, bound))


_S, _T = shattering, teaching
_VC = Quantity("VC", _halvings, _S.vc_at_most, _S.vc_at_least, lambda bound: 1 << bound)
_DUAL_MOST, _DUAL_LEAST = (partial(bounded, dual=True) for bounded in (_S.vc_at_most, _S.vc_at_least))
_DUAL = Quantity("dual_VC", lambda n, m: _halvings(m, n), _DUAL_MOST, _DUAL_LEAST, int, by_xor=False)
_LITTLESTONE = Quantity("Ldim", _halvings, _S.littlestone_at_most, _S.littlestone_at_least, lambda bound: 1 << bound)
_THRESHOLDS = Quantity("Thr", min, _S.thresholds_at_most, _S.thresholds_at_least, int, by_xor=False)
_TD = Quantity("TD", lambda n, m: min(m, n - 1), _joined(True, _T.taught), _joined(False, _T.hard))
_TS_MIN = Quantity("TS_min", _halvings, _joined(False, _T.taught), _joined(True, _T.hard), to_subclasses=False)
_RTD = Quantity("RTD", _halvings, _T.recursive_at_most, _T.recursive_at_least)
_NCTD = Quantity("NCTD", _halvings, _T.no_clash_at_most, _T.no_clash_at_least)
_USC = Quantity("USC", lambda n, m: m, compression.compression_at_most, None)
_LSC = Quantity("LSC", lambda n, m: m, partial(compression.compression_at_most, labelled=True), None)
_ALL = (_VC, _DUAL, _LITTLESTONE, _THRESHOLDS, _TD, _TS_MIN, _RTD, _NCTD, _USC, _LSC)
QUANTITIES: Mapping[str, Quantity] = {quantity.name.lower(): quantity for quantity in _ALL}  # by what is typed
CLOSURES: Mapping[str, Callable[[ClassMatrix], int]] = {
    "intersection_closed": lambda m: _S.closed(m, 1),
    "union_closed": lambda m: _S.closed(m, -1),
    "maximum": _S.maximum,
    "ample": _S.ample,
}
BY_XOR = ("maximum", "ample")  # the closures that stay when one function is added to all
SIZES = ("size", "points")
