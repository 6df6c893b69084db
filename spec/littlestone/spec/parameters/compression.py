"""Sample compression schemes of a finite binary class.

A *sample* is a set of points with their labels in a function of H. A scheme of size k takes each sample to at most k of
its points, with their labels or without, and reconstructs from these alone a binary function, in H or not, that agrees
with the whole sample: so Pálvölgyi and Tardos (2020) define both. The definition goes through the samples and chooses
what each is reconstructed from: what is reconstructed from one subset must agree with all samples that are taken to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, any_of, is_true, spend
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass, memoised
from littlestone.spec.parameters.literal import compression as literal
from littlestone.spec.parameters.registry import parameter

Sample = tuple[int, int]  # the points with label 0 and those with label 1, a bit for each
Subset = Sample | int  # with labels, or a bit for each point
Left = Mapping[Sample, tuple[Subset, ...]]  # samples that are not compressed yet, with the subsets that may serve
NOTHING = (0, 0)


@parameter("USC", "Kuzmin and Warmuth 2007", literal.unlabelled_compression, circuit_points=2)
def unlabelled_compression(H: ConceptClass) -> Number:
    """The least size of an unlabelled compression scheme: each sample is reconstructed from so many of its points."""
    return _least_scheme(H, labelled=False)


@parameter("LSC", "Littlestone and Warmuth 1986", literal.labelled_compression, circuit_points=2)
def labelled_compression(H: ConceptClass) -> Number:
    """The least size of a labelled compression scheme: each sample is reconstructed from so many of its examples."""
    return _least_scheme(H, labelled=True)


def _least_scheme(H: ConceptClass, labelled: bool) -> Number:
    samples = _samples(H)

    def at_least(t: int) -> Truth:
        left = {S: _subsets(S, t - 1, labelled) for S in samples}
        return TRUE if _too_few(samples, left) else ~_compressed(left, samples, {})

    return Number(range(H.points + 1), at_least)


@memoised
def _samples(H: ConceptClass) -> dict[Sample, Truth]:
    """Each set of labelled points, with the truth that some function of H agrees with it."""
    agreeing: dict[Sample, list[Truth]] = {}
    for f, truth in H.members():
        ones = sum(1 << x for x, y in enumerate(f) if y)
        for D in range(1 << H.points):
            agreeing.setdefault((D & ~ones, D & ones), []).append(truth)
    return {S: any_of(truths) for S, truths in agreeing.items()}


@lru_cache(maxsize=1 << 12)
def _subsets(S: Sample, size: int, labelled: bool) -> tuple[Subset, ...]:
    zeros, ones = S
    bits = [1 << x for x in range((zeros | ones).bit_length()) if (zeros | ones) >> x & 1]
    sets = [sum(chosen) for n in range(size + 1) for chosen in combinations(bits, n)]
    return tuple((D & zeros, D & ones) for D in sets) if labelled else tuple(sets)


def _too_few(samples: Mapping[Sample, Truth], left: Left) -> bool:
    """On some points more samples are certain than there are subsets, of which each is for one of them.

    Without this all ways to take 12 functions to 11 subsets are gone through.
    """
    on: dict[int, list[Sample]] = {}
    for S, realized in samples.items():
        if is_true(realized):
            on.setdefault(S[0] | S[1], []).append(S)
    return any(len(here) > len(set().union(*(left[S] for S in here))) for here in on.values())


def _compressed(left: Left, samples: Mapping[Sample, Truth], scheme: Mapping[Subset, Sample]) -> Truth:
    """The samples left can be taken to subsets, each of which has ``scheme``'s labels so far.

    The sample with the fewest subsets comes first.
    """
    spend(len(left) + 1)
    fitting = {S: offered for S, before in left.items() if (offered := _fitting(S, before, scheme)) is not None}
    if not fitting:
        return TRUE
    zeros, ones = S = min(fitting, key=lambda S: (not is_true(samples[S]), len(fitting[S]), -(S[0] | S[1]).bit_count()))
    offered = fitting.pop(S)
    found = FALSE if is_true(samples[S]) else ~samples[S] & _compressed(fitting, samples, scheme)
    for K in offered:
        if is_true(found):
            break
        known = scheme.get(K, NOTHING)
        found |= _compressed(fitting, samples, {**scheme, K: (known[0] | zeros, known[1] | ones)})
    return found


def _fitting(S: Sample, offered: tuple[Subset, ...], scheme: Mapping[Subset, Sample]) -> tuple[Subset, ...] | None:
    """The subsets whose labels do not contradict the sample; None where those of one are the sample's already."""
    zeros, ones = S
    fitting: list[Subset] = []
    for K in offered:
        known_zeros, known_ones = scheme.get(K, NOTHING)
        if not (zeros & known_ones or ones & known_zeros):
            if not (zeros & ~known_zeros or ones & ~known_ones):
                return None
            fitting.append(K)
    return tuple(fitting)
