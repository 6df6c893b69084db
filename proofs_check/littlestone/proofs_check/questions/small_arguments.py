"""The smallest arguments of a claim, at which its formula is tried before any prover is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from littlestone.proofs_check.questions.arguments import Arguments, algorithms
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.domains import Classes, Domain, Naturals, Reals, TreeSets, classes_above
from littlestone.spec.families.class_families import ClassFamily

MOST_CASES = 2  # each is an evaluation in Python; what shows itself at all shows itself at the smallest arguments
MOST_CALLS = 6_000  # a case; the dearest formulas of the papers take half a minute at their smallest arguments
LARGEST = 9  # functions of a class beyond the smallest


def small_arguments(claim: Claim) -> Iterator[Arguments]:
    """The smallest arguments, each parameter at its first values; none where nothing implements an algorithm."""
    for chosen in _all_of(claim, _first_values):
        above = {name: classes_above(claim.domains, name) for name in chosen}
        yield {name: chosen[above[name][-1] if above[name] else name] for name in chosen}


def larger_arguments(claim: Claim) -> Iterator[Arguments]:
    """Arguments beyond the smallest: all functions on up to three points, integers up to four above their least."""
    return _all_of(claim, _larger_values)


def drawn_arguments(claim: Claim) -> Iterator[Arguments]:
    """Classes of some of the functions on two and three points, and numbers as in ``larger_arguments``."""
    return _all_of(claim, _drawn_values)


def _all_of(claim: Claim, values: Callable[[Domain], list[object]]) -> Iterator[Arguments]:
    try:
        fixed = algorithms(claim)
    except KeyError:
        return
    listed = {name: values(domain) for name, domain in claim.domains.items() if name not in fixed}
    for chosen in product(*listed.values()):
        yield {**dict(zip(listed, chosen, strict=True)), **fixed}


def _larger_values(domain: Domain) -> list[object]:
    match domain:
        case Classes(family=None, within=None, labels=labels):
            shapes = [(m, labels or 2) for m in (1, 2, 3) if (labels or 2) ** m <= LARGEST]
            return [explicit(list(all_functions(m, k)), k, m) for m, k in shapes]
        case Naturals(least=least):
            return [*range(least, least + 5)]
    return _first_values(domain)


def _drawn_values(domain: Domain) -> list[object]:
    larger = _larger_values(domain)
    if not isinstance(domain, Classes):
        return larger
    draw, drawn = Random(1), list[object]()
    for whole in (one for one in larger if isinstance(one, ConceptClass) and one.points > 1):
        functions = whole.functions()
        for size in range(2, len(functions)):
            drawn += [explicit(sorted(draw.sample(functions, size)), whole.labels, whole.points) for _ in range(2)]
    return drawn


def _first_values(domain: Domain) -> list[object]:
    """The first values of a parameter, the larger of the integers first."""
    match domain:
        case Classes(family=ClassFamily() as family, labels=labels):
            return [explicit(family.listed(family.most_points or 1)[0], labels or 2)]
        case Classes(labels=labels):
            return [explicit(list(all_functions(1, labels or 2)), labels or 2, 1)]
        case TreeSets():
            return [explicit([(0, 0, 0)], 2, 3)]
        case Naturals(least=least):
            return [least + 1, least]
        case Reals():
            return _inside(domain)
    return []


def _inside(domain: Reals) -> list[object]:
    """The middle of a bounded range, or what lies one and two beyond its end."""
    low, high = domain.low, domain.high
    if low is not None and high is not None:
        return [(low + high) / 2, (low * 2 + high) / 3]
    return [low + 1, low + 2] if low is not None else [0 if high is None else high - 1]
