"""Whether an argument is one that a parameter ranges over, as a truth that may hang on symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, as_truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.domains import Classes, Domain, Naturals, Reals


def in_range(domains: Mapping[str, Domain], name: str, arguments: Mapping[str, Any]) -> Truth:
    """The named argument is one that its parameter ranges over, beside the other arguments."""
    domain, value = domains[name], arguments[name]
    if isinstance(domain, Classes):
        return all_of(_of_class(domain, value, arguments)) if _is_such_a_class(domain, value) else FALSE
    if isinstance(domain, Naturals):
        return as_truth(value >= domain.least)
    return all_of(_above(domain, Real.of(value))) if isinstance(domain, Reals) else TRUE


def contains(whole: Domain, part: Domain) -> bool:
    """All of one range is seen to be in another."""
    if isinstance(whole, Naturals) and isinstance(part, Naturals):
        return part.least >= whole.least
    within = Reals(part.least) if isinstance(part, Naturals) else part
    if not (isinstance(whole, Reals) and isinstance(within, Reals)):
        return whole == part
    ends = [(whole.low, within.low), (whole.high, within.high)]
    low_open, high_open = whole.low_open and not within.low_open, whole.high_open and not within.high_open
    asked = Reals(whole.low, whole.high, low_open=low_open, high_open=high_open)
    truths = [truth for _, end in ends if end is not None for truth in _above(asked, end)]
    return all(end is None or own is not None for end, own in ends) and all(truth is TRUE for truth in truths)


def _is_such_a_class(domain: Classes, value: Any) -> bool:
    return isinstance(value, ConceptClass) and domain.labels in (None, value.labels)


def _of_class(domain: Classes, value: ConceptClass, arguments: Mapping[str, Any]) -> Iterator[Truth]:
    if not domain.empty:
        yield value.nonempty()
    if domain.family is not None:
        yield domain.family.has(value)
    above = arguments.get(domain.within or "")
    if above is not None:
        yield from (truth.implies(above.contains(f)) for f, truth in value.members())


def _above(domain: Reals, value: Real) -> Iterator[Truth]:
    if domain.low is not None:
        yield value > domain.low if domain.low_open else value >= domain.low
    if domain.high is not None:
        yield value < domain.high if domain.high_open else value <= domain.high
