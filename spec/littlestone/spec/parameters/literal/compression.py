"""Sample compression, as a map from samples to subsamples under which no two samples contradict each other."""

from __future__ import annotations

from collections import Counter
from itertools import product

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.literal.chains_and_stars import width
from littlestone.spec.parameters.literal.shattering import sets_of

Functions = frozenset[Function]
Sample = frozenset[tuple[int, int]]
Choices = dict[Sample, set[frozenset[object]]]


def unlabelled_compression(H: Functions) -> int:
    """The least d at which each sample can be taken to at most d of its points."""
    return next(d for d in range(width(H) + 1) if _has_map(_choices(H, d, labelled=False)))


def labelled_compression(H: Functions) -> int:
    """The least d at which each sample can be taken to at most d of its examples."""
    return next(d for d in range(width(H) + 1) if _has_map(_choices(H, d, labelled=True)))


def _choices(H: Functions, d: int, labelled: bool) -> Choices:
    sets = list(sets_of(tuple(range(width(H)))))
    found: Choices = {}
    for f, D in product(H, sets):
        kept = [K for K in sets if len(K) <= d and {*K} <= {*D}]
        found[frozenset((x, f[x]) for x in D)] = {frozenset((x, f[x]) if labelled else x for x in K) for K in kept}
    return found


def _has_map(choices: Choices) -> bool:
    domains = Counter(frozenset(x for x, _ in S) for S in choices)
    for D, samples in domains.items():  # samples of the same points go to different subsamples
        if samples > len(set().union(*(kept for S, kept in choices.items() if {x for x, _ in S} == D))):
            return False
    return _extends(choices)


def _extends(choices: Choices) -> bool:
    if not all(choices.values()):
        return False
    if not choices:
        return True
    S = min(choices, key=lambda S: (len(choices[S]), -len(S)))
    return any(
        _extends({T: kept - {K} if _contradict(S, T) else kept for T, kept in choices.items() if T != S})
        for K in choices[S]
    )


def _contradict(S: Sample, T: Sample) -> bool:
    return any((x, 1 - y) in T for x, y in S)
