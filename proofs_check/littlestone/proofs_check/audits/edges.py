"""Pairs at the edges of what a sample may hold: its ends, values beyond them, inf, nan, a lone row, no row at all.

A bound that is never enforced leaks there alone: a covariance that clipped its data into a variable and used the other
one passed 13 pairs of the usual patterns. A target may refuse what is beyond its domain, so a pair on which its runs
fail is not tried, and the answer says so; a failure inside the domain, at its ends, leaves the answer not decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, nan

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE
from littlestone.proofs_check.audits.subjects.instances import Input, Instance, Pair, Point
from littlestone.proofs_check.audits.subjects.number_text import as_fraction, exact_number
from littlestone.proofs_check.audits.subjects.patterns import spread_sample
from littlestone.proofs_check.bad_input import BadInput

FAR = 8  # widths beyond an end: an outlier that no noise for values inside hides
INTEGERS = -(2**31), 2**31 - 1  # of 32 bits, the least that libraries count in; sums of longer ones end in floats
Domain = tuple[float, float]  # the least and the greatest value of a feature
FLAGS = (0, 1)  # may be labels or answers, which have no other values


@dataclass(frozen=True)
class Edge:
    """A pair, and the values that it is there for, in words; they may be inside the domain, which no target refuses."""

    what: str
    pair: Pair
    inside: bool = False


def domain_of(text: str | None) -> Domain | None:
    """The domain that is typed as LOW,HIGH; raises BadInput where it is none."""
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2:
        raise BadInput("domain", f"{text!r} is no pair of numbers", "write it as 0,8")
    low, high = (as_fraction(exact_number("domain", part)) for part in parts)
    if low >= high:
        raise BadInput("domain", f"{text} has nothing between its ends", "write the lower end first, as in 0,8")
    return int(low) if low.denominator == 1 else float(low), int(high) if high.denominator == 1 else float(high)


def beyond(domain: Domain) -> tuple[float, float]:
    """Values far below and far above."""
    low, high = domain
    width = FAR * max(high - low, 1)
    return low - width, high + width


def edges(relation: str, instance: Instance, listed: tuple[Pair, ...], domain: Domain | None) -> tuple[Edge, ...]:
    """The pairs at the edges, those that tell the most first; of neighbours that are given, by their equal numbers."""
    if listed:
        return tuple(_moved(listed[0], domain))
    if relation not in (REPLACE_ONE, ADD_REMOVE):
        return ()
    if domain is None:  # the points of a class are in order
        points = (instance.points[0], instance.points[-1]) if instance.is_finite else instance.points
        numbers = [part for x in points for part in (x if isinstance(x, tuple) else (x,))]
        domain = (min(numbers), max(numbers)) if numbers else None
    return () if domain is None else tuple(_of_samples(relation, instance, domain))


# ---- Of samples


def _of_samples(relation: str, instance: Instance, domain: Domain) -> Iterator[Edge]:
    """The last row, with the largest label, moved to each value; and a lone row."""
    sample, (low, high), (below, above) = instance.sample or spread_sample(instance), domain, beyond(domain)
    x, label = sample[-1][0], instance.labels[-1]
    ends = {f"the end {high:g}": high, f"the end {low:g}": low}
    values = {f"{above:g}, far above the ends": above, f"{below:g}, far below them": below, "inf": inf, "nan": nan}
    tried = [(what, (*sample[:-1], (x, label)), (_filled(x, value), label)) for what, value in (ends | values).items()]
    if len(sample) > 1:
        tried.append(("a lone row", ((x, label),), (_filled(x, low), instance.labels[0])))
    for what, base, row in tried:
        if row == base[-1]:
            continue
        if relation == REPLACE_ONE:
            yield Edge(what, Pair(base, (*base[:-1], row), f"at the edge: {what}"), what in ends)
        elif len(base) > 1:
            removed = Pair((*base[:-1], row), base[:-1], f"row removed; at the edge: {what}")
            yield Edge(what, removed, what in ends)
    if relation == ADD_REMOVE:
        yield Edge("no row at all", Pair(((x, label),), (), "the only row removed"))


def _filled(x: Point, value: float) -> Point:
    """A point of this kind with the value in all its features."""
    if isinstance(x, tuple):
        return tuple(float(value) for _ in x)
    return value  # type: ignore[return-value]  # nan and inf are no integers, which a target may refuse


# ---- Of neighbours that are given


def _moved(pair: Pair, domain: Domain | None) -> Iterator[Edge]:
    """The pair with another value in place of the first number that both inputs have at the same place."""
    ends = INTEGERS if domain is None else (*domain, *beyond(domain))
    for value in ends:
        first, second = pair.first, pair.second
        place = next(_equal_numbers(first, second, lambda part: domain is not None or isinstance(part, int)), None)
        if place is not None:
            one, other = _with(first, place, value), _with(second, place, value)
            what = f"{value:g}" if isinstance(value, float) else str(value)
            inside = domain is not None and domain[0] <= value <= domain[1]
            yield Edge(what, Pair(one, other, f"{pair.what}, with {what} in both at place {place}"), inside)


def _equal_numbers(
    first: Input, second: Input, fits: Callable[[Input], bool], path: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        for i, (a, b) in enumerate(zip(first, second, strict=True)):
            yield from _equal_numbers(a, b, fits, (*path, i))
    elif isinstance(first, int | float) and first == second and first not in FLAGS and fits(first):
        yield path


def _with(part: Input, path: tuple[int, ...], value: float) -> Input:
    if not path:
        return value
    i, *rest = path
    return (*part[:i], _with(part[i], tuple(rest), value), *part[i + 1 :])
