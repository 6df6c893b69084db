"""What was checked case by case, checked anew: the cases that an entry names, listed by their words, and the formula at
each, with every law that it meets summed anew."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Any

from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.laws import Sums, summed_anew
from littlestone.spec.algebra.circuit import VACUOUS, is_true
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.domains import Algorithm, Classes, Domain, TreeSets

PROVERS = ("box", "direct", "point")  # whose cases are listed one by one
NODES = 3  # of the trees of depth two, in every universe that a ledger names
RANGE = re.compile(r"(-?\d+) <= (\w+) <= (-?\d+)")
NUMBER, CLASS = re.compile(r"(\w+) = (-?\d+)"), re.compile(r"(\w+) = \{([\d, ]+)\}")  # of a single case


class NotRelistable(Exception):
    """The cases cannot be listed from their words; the message says why."""


def check_cases(claim: Claim, evidence: Mapping[str, Any]) -> Sums:
    """Evaluate the claim at every case of the evidence, laws summed anew.

    Raises Refused where a case violates it, or where the cases are not as many as the evidence says, NotRelistable
    where its words do not say what they are.
    """
    counted = {"size": 0, "cases": 0, "beyond_reach": 0, "premise_cases": 0}
    _class.cache_clear()
    with summed_anew() as sums:
        for arguments in _cases(claim, str(evidence["universe"])):
            premise = _premise_where_it_holds(claim, arguments)
            counted["size"] += 1
            counted["cases"] += 1
            counted["beyond_reach"] += premise is None
            counted["premise_cases"] += premise is True
    for name, number in counted.items():
        if evidence[name] != number:
            raise Refused(f"{claim.id} on {evidence['universe']}: its {name} would be {number}, not {evidence[name]}")
    return sums


def _premise_where_it_holds(claim: Claim, arguments: Mapping[str, Any]) -> bool | None:
    """Whether the premise holds at a case, None where the formula cannot afford it; raises Refused at a violation."""
    try:
        if not claim.within_reach(arguments, claim.printed):
            return None
        statement = claim.state(arguments, claim.printed)
        violated, premise = (
            bool(statement.premise & ~statement.conclusion),
            is_true(statement.premise) and statement.conclusion is not VACUOUS,
        )
    except Refused:
        raise
    except Exception as error:  # a fault in a definition may make a formula raise anything
        raise Refused(f"the formula of {claim.id} fails: {type(error).__name__}: {error}") from error
    if violated:
        raise Refused(f"{claim.id} is violated at {', '.join(f'{n} = {v}' for n, v in arguments.items())}")
    return premise


def _cases(claim: Claim, words: str) -> Iterator[dict[str, Any]]:
    points = re.search(r" on (?:at most )?(\d+) point", words)
    labels = re.search(r" with (\d+) labels", words)
    shape = (int(points[1]) if points else 0, int(labels[1]) if labels else 2)
    said = [(name, int(low), int(high)) for low, name, high in RANGE.findall(words)]
    said += [(name, int(value), int(value)) for name, value in NUMBER.findall(words)]
    numbers = {name: range(low, high + 1) for name, low, high in said}
    if len(numbers) < len(said):
        raise Refused(f"{words!r} says twice what a parameter ranges over")
    return choices(claim.domains, shape, numbers, {name: _said(claim, name, fs) for name, fs in CLASS.findall(words)})


def _said(claim: Claim, name: str, functions: str) -> ConceptClass:
    """The class of these functions, a digit a label."""
    listed = tuple(tuple(map(int, function)) for function in functions.split(", "))
    domain = claim.domains[name]
    labels = domain.labels if isinstance(domain, Classes) else None
    return _class(listed, labels or 1 + max(map(max, listed)))


def choices(
    domains: Mapping[str, Domain],
    shape: tuple[int, int],
    numbers: Mapping[str, Sequence[Any]],
    known: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[dict[str, Any]]:
    """The arguments with classes on so many points with so many labels, and these values of the numbers.

    Raises NotRelistable where that does not say what a parameter ranges over.
    """
    name = next((name for name in domains if name not in known), None)
    if name is None:
        yield dict(known)
        return
    domain = domains[name]
    if isinstance(domain, Classes):
        values: Iterable[Any] = _classes(domain, shape, known)
    elif isinstance(domain, TreeSets):
        values = _classes(Classes(empty=True), (NODES, shape[1]), known)
    elif isinstance(domain, Algorithm):
        values = [implementation(domain.id)]
    elif name in numbers:
        values = numbers[name]
    else:
        raise NotRelistable(f"the words do not say what {name} ranges over")
    for value in values:
        yield from choices(domains, shape, numbers, {**known, name: value})


def _classes(domain: Classes, shape: tuple[int, int], known: Mapping[str, Any]) -> Iterator[ConceptClass]:
    points, labels = shape[0], domain.labels or shape[1]
    if domain.family is not None:
        yield from (_class(functions, labels) for functions in domain.family.listed(points))
        return
    if domain.within is not None and domain.within not in known:
        raise NotRelistable(f"a class is within {domain.within}, which comes after it")
    within = known[domain.within].functions() if domain.within else tuple(all_functions(points, labels))
    for size in range(0 if domain.empty else 1, len(within) + 1):
        yield from (_class(functions, labels, points) for functions in combinations(within, size))


# Equal classes are one object, so that what definitions remember of one serves all cases
_class = lru_cache(maxsize=1024)(explicit)
