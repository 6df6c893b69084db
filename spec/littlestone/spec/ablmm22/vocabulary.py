"""What several sections of ABLMM22 share: their algorithms, their laws on all targets of a class, binomial tails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Annotated, Any

from littlestone.spec.algebra.reals import ln
from littlestone.spec.claim import (
    Algorithm,
    when,
)
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.learning import Distribution, Example, Learner, Sample
from littlestone.spec.learning.privacy import Pair
from littlestone.spec.learning.private_learning import PrivatePlan
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.stability import (
    Rule,
    StabilityPlan,
    labelled_law,
    sloped,
)

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)
OUT_OF_REACH = when(False, False)
LawOf = Annotated[Any, Algorithm("DP.law")]
Private = Annotated[Any, Algorithm("ABLMM22.A.M")]
Stable = Annotated[Any, Algorithm("ABLMM22.A.G")]
EPSILON = 4 * ln(2)


def last_row_replaced(rows: Sequence[Example], n: int) -> Iterator[Pair[Example]]:
    """Samples of n rows that differ in the last one."""
    for *rest, one, other in product(rows, repeat=n + 1):
        if one != other:
            yield (*rest, one), (*rest, other)


def private_laws(law: Any, private: Any, stable: Any, plan: PrivatePlan, default: Function) -> Learner:
    """The exact law of M over a stable learner, as a map from samples."""
    return cache(lambda sample: law(private, stable, sample, plan, default))


def upper_tail(n: int, p: Fraction, least: Fraction) -> Fraction:
    """Pr[Bin(n, p) >= least]."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1) if i >= least), Fraction(0))


def lower_tail(n: int, p: Fraction, most: Fraction) -> Fraction:
    """Pr[Bin(n, p) <= most]."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1) if i <= most), Fraction(0))


Soa = Annotated[Any, Algorithm("ABLMM22.D11")]
Levels = Annotated[Any, Algorithm("ABLMM22.A.Dk")]
Sampler = Annotated[Any, Algorithm("ABLMM22.A.Dtilde")]
MOST_POINTS = 3


def soa_rule(soa: Any, H: ConceptClass) -> Rule:
    """The map from S to SOA(S)."""
    start = soa(H.functions(), H.points)
    return lambda sample: start.run(sample).rule


def realizable(H: ConceptClass, j: int) -> Iterator[tuple[Distribution, Function, Law[Example]]]:
    """For every target in H the points' distribution, proportional to 1 + j x, and that of the labelled examples."""
    D = sloped(H.points, j)
    for c in H.functions():
        yield D, c, labelled_law(D, c)


def sampler_law(
    H: ConceptClass, D: Distribution, c: Function, plan: StabilityPlan, k: int, law: Any, soa: Any, sampler: Any
) -> Law[Sample | None]:
    """The exact law of the implemented sampler of D~_k, each example drawn when it is asked for."""
    start = soa(H.functions(), H.points)

    def run(source: Randomness) -> Sample | None:
        stream = (((x := source.choice(D)), c[x]) for _ in range(plan.budget))
        return sampler(start, stream, plan.n, k, source, plan.budget)  # type: ignore[no-any-return]

    return law(run)  # type: ignore[no-any-return]


def towers(levels: Any, H: ConceptClass, D: Distribution, n: int) -> Iterator[tuple[Function, Any]]:
    """For every target c in H: the laws of SOA(S o T) for S ~ D_0, ..., D_d, with rho_k, collision and E[M_k]."""
    functions = frozenset(H.functions())
    for c in H.functions():
        yield c, levels(functions, D, c, n)


def in_reach(H: ConceptClass, j: int) -> bool:
    """The class is small enough: up to 2 points with every D, and 3 points with D uniform or proportional to 1 + x."""
    return H.points < MOST_POINTS or (H.points == MOST_POINTS and j < 2)
