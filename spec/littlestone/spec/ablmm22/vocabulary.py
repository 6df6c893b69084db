"""What several sections of ABLMM22 share: their algorithms and laws, thresholds, losses."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Protocol

from littlestone.spec.classes.concept_classes import largest_size
from littlestone.spec.classes.online_games import Learner as OnlineLearner
from littlestone.spec.classes.trees import IONode, IOTree
from littlestone.spec.learning.ordered_samples import threshold
from littlestone.spec.learning.private_learning import PrivatePlan
from littlestone.spec.learning.stability import Rule, StabilityPlan, labelled_law, sloped
from littlestone.spec.notation import *
from littlestone.spec.unknowns.notions import notion

EPSILON = 4 * ln(2)
CHOICES = "ties of the SOA go to -1, and step (iv) takes the first $x$"
BY_STATES = "the laws are computed from states, which ABLMM22.A.Dk checks for uniform $D$ on two points"
SLOPED = f"$D(x)$ is proportional to $1 + j x$; {BY_STATES}; {CHOICES}"
BelowHalf = Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)]
ZeroToQuarter = Annotated[Real, Reals(low=0, high=QUARTER)]
RankLearner = Annotated[Run, Algorithm("ABLMM22.L20.rank")]
Sampler = Annotated[Run, Algorithm("ABLMM22.A.Dtilde")]
Stable = Annotated[Run, Algorithm("ABLMM22.A.G")]
Generic = Annotated[Run, Algorithm("ABLMM22.A.Generic")]
Private = Annotated[Run, Algorithm("ABLMM22.A.M")]


# ---- Losses and learners


def empirical_loss(h: Function, sample: Sample) -> Fraction:
    """loss_S(h), the fraction of the rows that h gets wrong; 0 on the empty sample (ABLMM22 Definition 9)."""
    return Fraction(sum(h[x] != y for x, y in sample), len(sample)) if sample else Fraction(0)


def learner_of(law: LawOf, generic: Generic, H: ConceptClass) -> Learner:
    """The exact law of GenericLearner over the explicit class H at epsilon = ln 4, as a map from samples."""
    functions = H.functions()
    return cache(lambda sample: law(generic, functions, sample, ln(4)))


# ---- Thresholds


def thresholds(m: int) -> list[Function]:
    """t_1, ..., t_m on the points 1, ...: t_i(j) = 1 iff i <= j (section 3.2; all of them, in order of i)."""
    return [threshold(m, i) for i in range(m)]


def binary_search_tree(points: Iterable[int]) -> IOTree:
    """The middle one of 2^t - 1 points at the root, the larger ones left and the smaller ones right, and so on."""
    listed = list(points)
    if not listed:
        return None
    middle = len(listed) // 2
    larger, smaller = listed[middle + 1 :], listed[:middle]
    return IONode(listed[middle], 0, 1, binary_search_tree(larger), binary_search_tree(smaller))


def consistent(H: ConceptClass, sample: Iterable[Example]) -> ConceptClass:
    """The functions of H that agree with all examples: empty where the sample is not realizable by H."""
    for x, y in sample:
        H = H.restrict(x, frozenset({y}))
    return H


@notion
def appendix_threshold_dimension(H: ConceptClass) -> Number:
    """The largest K with h_0, ..., h_{K-1} in H and x_0, ..., x_{K-2} such that h_i(x_j) = 1 iff j >= i (appendix A).

    One point fewer than functions, so that any function alone is one threshold; -1 for the empty class.
    """
    return Number(
        range(-1, min(H.points + 1, largest_size(H)) + 1), lambda K: _has_appendix_thresholds(H, K), "appendix Thr"
    )


def _has_appendix_thresholds(H: ConceptClass, K: int) -> Truth:
    if K <= 0:
        return H.nonempty()
    return any_of(_appendix_thresholds_on(H, xs) for xs in permutations(range(H.points), K - 1))


def _appendix_thresholds_on(H: ConceptClass, xs: tuple[int, ...]) -> Truth:
    return all_of(consistent(H, [(x, int(j >= i)) for j, x in enumerate(xs)]).nonempty() for i in range(len(xs) + 1))


# ---- Privacy parameters


def largest_delta(m: Real, scale: int = 10**3) -> Real:
    """The delta of Lemma 18, 1/(10^3 m^2 log m)."""
    return 1 / (scale * m**2 * log2(m))


# ---- The rank learner of section 4.2.3


def rank_weights(m: int, i: int, below: int, at: int, above: int) -> tuple[int, ...]:
    """Weights of the ranks 0..m+1: some for rank 0, some for rank i, some for rank m+1, none for the others."""
    weights = [0] * (m + 2)
    weights[0], weights[m + 1], weights[i] = below, above, at
    return tuple(weights)


def rank_laws(law: LawOf, learner: RankLearner, points: int, weights: tuple[int, ...]) -> Learner:
    """The exact law of the rank learner with these weights, as a map from samples."""
    return cache(lambda sample: law(learner, sample, points, weights))


def rank_probabilities(weights: tuple[int, ...]) -> list[Fraction]:
    """p_i = Pr[I <= i] for the ranks i = 0..m: the probabilities-list of the rank learner."""
    return [Fraction(sum(weights[: i + 1]), sum(weights)) for i in range(len(weights) - 1)]


# ---- Stable learners (section 5.2)


class SoaState(OnlineLearner, Protocol):
    """The extended SOA after some examples, with the rule that it predicts by."""

    rule: Function

    def update(self, point: int, label: int, /) -> "SoaState":
        """The state after one more example."""

    def run(self, sample: Sample) -> "SoaState":
        """The state after all examples of the sample."""


class Level(Protocol):
    """D_k followed by T ~ D^n: the law of SOA(S o T), its collision and largest probability, rho_k and E[M_k]."""

    hypotheses: Law[Function]
    collision: Fraction
    largest: Fraction
    consistency: Fraction
    expected_draws: Fraction


class Spent(Protocol):
    """D~_k followed by T ~ D^n: the laws of SOA(S o T) and of M_k, with None for "Fail"."""

    hypotheses: Law[Function | None]
    draws: Law[int | None]


Soa = Annotated[Callable[..., SoaState], Algorithm("ABLMM22.D11")]
SpendingLaw = Annotated[Callable[..., Spent], Algorithm("ABLMM22.A.Dtilde.law")]
Levels = Annotated[
    Callable[[frozenset[Function], Distribution, Function, int], Sequence[Level]], Algorithm("ABLMM22.A.Dk")
]


def soa_rule(soa: Soa, H: ConceptClass) -> Rule:
    """The map from S to SOA(S)."""
    start = soa(H.functions(), H.points)
    return lambda sample: start.run(sample).rule


def mistakes(start: SoaState, sample: Sample) -> int:
    """How often the SOA predicts another label than the sample's, in its order."""
    state, count = start, 0
    for x, y in sample:
        count += state.predict(x) != y
        state = state.update(x, y)
    return count


def realizable(H: ConceptClass, j: int) -> Iterator[tuple[Distribution, Function, Law[Example]]]:
    """For every target in H the points' distribution, proportional to 1 + j x, and that of the labelled examples."""
    D = sloped(H.points, int(j))
    for c in H.functions():
        yield D, c, labelled_law(D, c)


def sampler_law(
    H: ConceptClass, D: Distribution, c: Function, plan: StabilityPlan, k: int, law: LawOf, soa: Soa, sampler: Sampler
) -> Law[Sample | None]:
    """The exact law of the implemented sampler of D~_k, each example drawn when it is asked for."""
    start = soa(H.functions(), H.points)

    def run(source: Randomness) -> Sample | None:
        stream = (((x := source.choice(D)), c[x]) for _ in range(plan.budget))
        return sampler(start, stream, plan.n, k, source, plan.budget)  # type: ignore[no-any-return]

    return law(run)  # type: ignore[no-any-return]


def towers(levels: Levels, H: ConceptClass, j: int, n: int) -> Iterator[tuple[Distribution, Function, Sequence[Level]]]:
    """For every target c in H, with D proportional to 1 + j x: the laws of SOA(S o T) for S ~ D_0, ..., D_d, with
    rho_k, collision and E[M_k]."""
    functions = frozenset(H.functions())
    for D, c, _ in realizable(H, j):
        yield D, c, levels(functions, D, c, int(n))


def up_to_two_points(H: ConceptClass) -> bool:
    """Classes on at most two points."""
    return H.points <= 2


def singletons_with_both_constants(points: int) -> tuple[tuple[Function, ...], Function]:
    """{0, e_1, ..., e_N, 1}, of Littlestone dimension 2, with the target 1: after one example the SOA's rule is one of
    the N different e_x, and after another mistake it is the target."""
    zeros, ones = (0,) * points, (1,) * points
    return (zeros, *(tuple(int(x == y) for x in range(points)) for y in range(points)), ones), ones


def up_to_three_points(H: ConceptClass) -> bool:
    """Classes on at most three points."""
    return H.points <= 3


def few_laws_of_points(H: ConceptClass, j: int) -> bool:
    """Classes on at most 2 points with every $j$, and on 3 points with $D$ uniform or proportional to $1 + x$"""
    return H.points < 3 or (H.points == 3 and int(j) < 2)


# ---- Private learners (section 5.3)


def all_samples(rows: Sequence[Example], n: int) -> Iterator[Sample]:
    """All samples of n of the rows."""
    return product(rows, repeat=n)


def private_laws(law: LawOf, private: Private, stable: Stable, plan: PrivatePlan, default: Function) -> Learner:
    """The exact law of M over a stable learner, as a map from samples."""
    return cache(lambda sample: law(private, stable, sample, plan, default))
