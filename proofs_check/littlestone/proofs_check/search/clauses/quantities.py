"""The parameters that a search may be about: their bounds, their clauses, and what passes to subclasses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from littlestone.proofs_check.search.clauses import closures, shattering, teaching
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix

Bound = Callable[[ClassMatrix, int], int]


@dataclass(frozen=True)
class Quantity:
    """A parameter: ``name`` is that of the library, ``words`` are others that mean it, in small letters.

    ``most`` is a bound for classes of so many functions on so many points. ``at_most`` and ``at_least`` give a literal
    that is true only where the class has the bound, which is 1 or more from below. ``to_subclasses``: no subclass has
    more. ``needs`` is how many functions suffice to show that it is at least so much, None where that is not known.
    ``by_xor``: adding one function to all modulo 2 does not change it.
    """

    name: str
    words: tuple[str, ...]
    most: Callable[[int, int], int]
    at_most: Bound
    at_least: Bound
    to_subclasses: bool = True
    needs: Callable[[int], int] | None = None
    by_xor: bool = True


def _halvings(functions: int, points: int) -> int:
    """A dimension of d comes with 2^d functions; and halving the class, point by point, teaches some function."""
    return min(points, functions.bit_length() - 1)


_QUANTITIES = (
    Quantity(
        "VC",
        ("vc",),
        _halvings,
        lambda m, bound: shattering.vc_at_most(m, m.side, bound),
        lambda m, bound: shattering.vc_at_least(m, m.side, bound),
        needs=lambda bound: 2**bound,
    ),
    Quantity(
        "dual_VC",
        ("dual_vc",),
        lambda functions, points: min(functions, points.bit_length() - 1),
        lambda m, bound: shattering.vc_at_most(m, m.dual, bound),
        lambda m, bound: shattering.vc_at_least(m, m.dual, bound),
        needs=lambda bound: bound,
        by_xor=False,
    ),
    Quantity(
        "Ldim",
        ("ldim", "littlestone"),
        _halvings,
        shattering.littlestone_at_most,
        shattering.littlestone_at_least,
        needs=lambda bound: 2**bound,
    ),
    Quantity(
        "Thr",
        ("thr", "thresholds"),
        min,
        shattering.thresholds_at_most,
        shattering.thresholds_at_least,
        needs=lambda bound: bound,
        by_xor=False,
    ),
    Quantity(
        "TD",
        ("td",),
        lambda functions, points: min(points, functions - 1),
        teaching.all_at_most,
        teaching.some_at_least,
    ),
    Quantity("TS_min", ("ts_min",), _halvings, teaching.some_at_most, teaching.all_at_least, to_subclasses=False),
    Quantity("RTD", ("rtd",), _halvings, teaching.recursive_at_most, teaching.recursive_at_least),
    Quantity("NCTD", ("nctd",), _halvings, teaching.no_clash_at_most, teaching.no_clash_at_least),
)
QUANTITIES: Mapping[str, Quantity] = {word: q for q in _QUANTITIES for word in q.words}
CLOSURES: Mapping[str, Callable[[ClassMatrix], int]] = {
    "intersection_closed": closures.intersection_closed,
    "union_closed": closures.union_closed,
    "maximum": closures.maximum,
    "ample": closures.ample,
}
BY_XOR = ("maximum", "ample")  # the closures that stay when one function is added to all
SIZES = ("size", "points")
