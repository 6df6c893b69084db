"""Where a formula compares a bound with the bound's own expression, which is true of any bound.

The formula is asked with an unknown bound, and its comparisons are looked at: for the expression itself, and by numbers
for another writing of it. At a few numbers two sides are one by chance hardly ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from littlestone.spec.algebra.circuit import TRUE, Truth, as_truth
from littlestone.spec.algebra.reals import (
    MUL,
    POW,
    RATIONAL,
    SYMBOL,
    Comparison,
    Real,
    equals,
    substitute,
    symbol,
    symbols,
)
from littlestone.spec.domains import Domain, Naturals, Reals

UNKNOWN = symbol("an unknown bound")
POINTS = (Fraction(1, 3), Fraction(5, 2))


def comparisons(nodes: Iterable[Truth]) -> list[Comparison]:
    """The comparisons among these truths."""
    return [node.payload for node in nodes if isinstance(node.payload, Comparison)]


def has(side: Real, bounds: list[Real]) -> bool:
    """One of the bounds is in a side of a comparison, and not in what that is divided by."""
    is_divisor = side.op is POW and side.args[1].op is RATIONAL and side.args[1].value < 0
    inner = () if is_divisor else side.args
    return any(side is bound for bound in bounds) or any(has(arg, bounds) for arg in inner)


def _factors(side: Real) -> tuple[Real, ...]:
    """The factors of a product, or the base of a power of more than 0: a quotient is no part of its divisor."""
    is_power = side.op is POW and side.args[1].op is RATIONAL and side.args[1].value > 0
    return side.args[:1] if is_power else side.args if side.op is MUL else ()


def is_its_own(found: list[Comparison], bounds: list[Real], domains: Mapping[str, Domain]) -> bool:
    """One of the bounds is in a comparison, or in another writing what the unknown bound, or a number that is at most
    that, is compared with."""
    sides = (side for c in found for side in (c.left, c.right))
    return any(has(side, bounds) for side in sides) or any(
        _are_one(substitute(c.left, {name: bound}), substitute(c.right, {name: bound}), ends)
        for bound in bounds
        for name, c in _to_be_replaced(found, bound)
        for ends in _ends(c, bound, domains)
    )


def _to_be_replaced(found: list[Comparison], bound: Real) -> Iterator[tuple[str, Comparison]]:
    """For what the bound is put, and in which comparisons; not where it stands alone, as that another expression is the
    same number, or a part of that, is often what a claim says."""
    for c in (c for c in found if UNKNOWN.name in symbols(c.left) | symbols(c.right)):
        small = c.left if c.right is UNKNOWN else c.right
        is_alone = c.left is UNKNOWN or c.right is UNKNOWN
        if not is_alone and _is_factor(c.left) and _is_factor(c.right):
            yield UNKNOWN.name, c
        if is_alone and small.op is SYMBOL and small.name not in symbols(bound):
            others = (other for other in found if small.name in symbols(other.left) | symbols(other.right))
            yield from ((small.name, other) for other in others if other is not c)


def _is_factor(side: Real) -> bool:
    """The unknown bound is a factor of the side, or not in it."""
    parts = _factors(side)
    is_product = bool(parts) and all(map(_is_factor, parts))
    return side is UNKNOWN or UNKNOWN.name not in symbols(side) or is_product


def _ends(c: Comparison, bound: Real, domains: Mapping[str, Domain]) -> list[dict[str, Real]]:
    """What is beside the bound, at the low ends of its ranges or at the high ones, as where a share is 1."""
    beside = (symbols(c.left) | symbols(c.right)) - symbols(bound)
    ends = [{name: _end(domains[name], how) for name in beside if name in domains} for how in ("low", "high")]
    return [{name: end for name, end in fixed.items() if end is not None} for fixed in ends]


def _end(domain: Domain, how: str) -> Real | None:
    if isinstance(domain, Naturals):
        return Real.of(domain.least) if how == "low" else None
    end = getattr(domain, how) if isinstance(domain, Reals) else None
    return None if end is None else Real.of(end)


def _are_one(left: Real, right: Real, ends: dict[str, Real]) -> bool:
    """The two sides with these values in them are one number, and not 0, at each of a few points."""
    left, right = substitute(left, ends), substitute(right, ends)
    names = sorted(symbols(left) | symbols(right))
    at = [{name: Real.of(first + Fraction(1, i + 5)) for i, name in enumerate(names)} for first in POINTS]
    try:
        return bool(names) and all(_are_equal(substitute(left, point), substitute(right, point)) for point in at)
    except (ArithmeticError, TypeError, ValueError):  # at one of them a side is not defined
        return False


def _are_equal(left: Real, right: Real) -> bool:
    return as_truth(equals(left, right)) is TRUE and as_truth(equals(left, 0)) is not TRUE
