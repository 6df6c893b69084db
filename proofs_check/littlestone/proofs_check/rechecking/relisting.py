"""What was checked case by case, checked anew: the cases that an entry names, listed by their words, and the formula at
each, with every law that it meets summed anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from inspect import getattr_static, unwrap
from itertools import combinations
from types import FunctionType, ModuleType
from typing import Any

from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.reading.functions import names_in
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.laws import Sums, summed_anew
from littlestone.spec.algebra.circuit import TRUE
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.domains import Algorithm, Classes, Domain, Naturals
from littlestone.spec.learning.laws import Law
from littlestone.spec.proofs import read_by

PROVERS = ("box", "direct", "point")  # whose cases are listed one by one
RANGE = re.compile(r"(-?\d+) <= (\w+) <= (-?\d+)")
NUMBER, CLASS = re.compile(r"(\w+) = (-?\d+)"), re.compile(r"(\w+) = \{([\d, ]+)\}")  # of a single case


class NotRelistable(Exception):
    """The cases cannot be listed from their words; the message says why."""


def rests_on_laws(claim: Claim) -> bool:
    """Laws are among what the formula of the claim, or of those it is made from, and what it runs, name, or what that
    names in turn."""
    stated = [claim, *read_by(claim)]
    run = [implementation(d.id) for one in stated for d in one.domains.values() if isinstance(d, Algorithm)]
    waiting: list[object] = [*(part for one in stated for part in (one.formula, *one.made_of)), *run]
    met = dict[int, object]()
    while waiting and id(Law) not in met:
        one = waiting.pop()
        if id(one) not in met:
            met[id(one)] = one
            waiting += _named_by(one)
    return id(Law) in met


def _named_by(one: object) -> list[object]:
    """What a function names, wraps and holds, and what the functions of a class do."""
    if isinstance(one, type):
        return [*vars(one).values()] if one.__module__.startswith("littlestone.") else []
    function = _function_of(one)
    if function is None or not function.__module__.startswith("littlestone."):
        return []
    names = [*names_in(function.__code__)]
    named = [function.__globals__[name] for name in names if name in function.__globals__]
    inside = [vars(module).get(name) for module in named if isinstance(module, ModuleType) for name in names]
    return [*named, *inside, *(cell.cell_contents for cell in function.__closure__ or ())]


def _function_of(one: object) -> FunctionType | None:
    """The function itself, without a property, a method or a cache around it; None where there is none."""
    inner = next((f for name in ("fget", "func", "__func__") if (f := getattr_static(one, name, None))), one)
    inner = unwrap(inner) if callable(inner) else inner
    return inner if isinstance(inner, FunctionType) else None


def check_cases(claim: Claim, evidence: Mapping[str, Any]) -> Sums:
    """Evaluate the claim at every case of the evidence, laws summed anew.

    Raises Refused where a case violates it, or where the cases are not as many as the evidence says, NotRelistable
    where its words do not say what they are.
    """
    counted = {"size": 0, "cases": 0, "beyond_reach": 0, "premise_cases": 0}
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
        violated, premise = bool(statement.premise & ~statement.conclusion), statement.premise is TRUE
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
    ranges = {name: range(int(low), int(high) + 1) for low, name, high in RANGE.findall(words)}
    ranges |= {name: range(int(value), int(value) + 1) for name, value in NUMBER.findall(words)}
    return _chosen(claim.domains, shape, ranges, {name: _said(claim, name, fs) for name, fs in CLASS.findall(words)})


def _said(claim: Claim, name: str, functions: str) -> ConceptClass:
    """The class of these functions, a digit a label."""
    listed = tuple(tuple(map(int, function)) for function in functions.split(", "))
    domain = claim.domains[name]
    labels = domain.labels if isinstance(domain, Classes) else None
    return _class(listed, labels or 1 + max(map(max, listed)))


def _chosen(
    domains: Mapping[str, Domain], shape: tuple[int, int], ranges: Mapping[str, range], known: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    name = next((name for name in domains if name not in known), None)
    if name is None:
        yield known
        return
    domain = domains[name]
    if isinstance(domain, Classes):
        values: Iterator[Any] = _classes(domain, shape, known)
    elif isinstance(domain, Algorithm):
        values = iter([implementation(domain.id)])
    elif isinstance(domain, Naturals) and name in ranges:
        values = iter(ranges[name])
    else:
        raise NotRelistable(f"the words do not say what {name} ranges over")
    for value in values:
        yield from _chosen(domains, shape, ranges, {**known, name: value})


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
