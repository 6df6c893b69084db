"""The rank learner and the binary-search attack of ABLMM22 section 4.2.3, held against what they must do."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.algebra.reals import Real, exp
from littlestone.spec.claim import (
    Algorithm,
    Constant,
    PositiveInteger,
    PositiveSize,
    Reals,
    Size,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.laws import Law, proportional
from littlestone.spec.learning.learning import Learner, Points, Sample
from littlestone.spec.learning.ordered_samples import average_of, balanced_sample, is_probabilities_list
from littlestone.spec.learning.randomness import is_true

LawOf = Annotated[Any, Algorithm("DP.law")]
RankLearner = Annotated[Any, Algorithm("ABLMM22.L20.rank")]
BinarySearch = Annotated[Any, Algorithm("ABLMM22.L21.B")]
AttackRun = Annotated[Any, Algorithm("ABLMM22.L21.attack")]
Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1))]
SHIFT = Constant(0, mutants=(1,))
OUT_OF_REACH = when(False, False)
LONGEST_VECTOR = 15


def rank_weights(m: int, i: int, below: int, at: int, above: int) -> tuple[int, ...]:
    """Weights of the ranks 0..m+1: some for rank 0, some for rank i, some for rank m+1, none for the others."""
    weights = [0] * (m + 2)
    weights[0], weights[m + 1], weights[i] = below, above, at
    return tuple(weights)


def rank_laws(law: Any, learner: Any, points: int, weights: tuple[int, ...]) -> Learner:
    """The exact law of the rank learner with these weights, as a map from samples."""
    return cache(lambda sample: law(learner, sample, points, weights))


def rank_probabilities(weights: tuple[int, ...]) -> list[Fraction]:
    """p_i = Pr[I <= i] for the ranks i = 0..m: the probabilities-list of the rank learner."""
    return [Fraction(sum(weights[: i + 1]), sum(weights)) for i in range(len(weights) - 1)]


@claim("ABLMM22.L20.rank", "for Lemma 20, section 4.2.3", "algorithm", shift=SHIFT)
def the_rank_learner_is_homogeneous_without_error(
    j: PositiveSize, a: Size, b: Size, c: Size, law: LawOf, learner: RankLearner, shift: int
) -> Statement:
    """The rank learner, +1 exactly where ord_S(x) >= I, has the probabilities-list p_i = Pr[I <= i] with tolerance 0 on
    every domain; here m = 2j, on m + 2 points, I is 0, j or m + 1 with weights a, b and c."""
    m, weights = 2 * j, rank_weights(2 * j, j, a, b, c)
    if not sum(weights):
        return OUT_OF_REACH
    p = rank_probabilities(weights)
    shifted = [p[(i + shift) % (m + 1)] for i in range(m + 1)]
    average = average_of(rank_laws(law, learner, m + 2, weights))
    return when(True, as_truth(is_probabilities_list(shifted, average, range(m + 2), Fraction(0))))


# ---- Binary search


def images(search: Any, T: int) -> set[int]:
    """The outcomes of T steps of binary search over all vectors with 2^T - 1 entries."""
    return {search(v, T) for v in product((0, 1), repeat=2**T - 1)}


@claim("ABLMM22.L21.outcomes", "proof of Lemma 21, section 4.2.3", "step")
def binary_search_has_two_to_the_t_outcomes(T: PositiveSize, search: BinarySearch) -> Statement:
    """The events E_j correspond to the 2^T different outcomes of B, the entry probed at the T-th step."""
    return as_truth(len(images(search, T)) == 2**T) if 2**T - 1 <= LONGEST_VECTOR else OUT_OF_REACH


@correction(
    "ABLMM22.L21.outcomes",
    "T - 1 answers decide which entry is probed at the T-th step: 2^(T-1) outcomes; the last display then needs "
    "2^{T-2} e^{-0.1 D} > 1",
    fewer=Constant(1, mutants=(0, 2)),
)
def binary_search_has_two_to_the_t_minus_one_outcomes(T: PositiveSize, search: BinarySearch, fewer: int) -> Statement:
    """The entry probed at the T-th step has 2^(T-1) possible values: the even positions, counted from 0, among
    2^T - 1."""
    if 2**T - 1 > LONGEST_VECTOR:
        return OUT_OF_REACH
    found = images(search, T)
    return when(True, as_truth(2 ** (T - fewer) == len(found) and found == set(range(0, 2**T - 1, 2))))


@claim("ABLMM22.L21.B", "proof of Lemma 21, section 4.2.3", "algorithm", flipped=SHIFT)
def binary_search_finds_the_threshold(T: PositiveSize, i: Size, search: BinarySearch, flipped: int) -> Statement:
    """For i in the image of B and every v with -1 before i and +1 after it, whatever v(i) is, B(v) = i."""
    n = 2**T - 1
    if 2 * i >= n or n > 2**10:
        return OUT_OF_REACH
    before, after = (1, 0) if flipped else (0, 1)
    vectors = [(before,) * (2 * i) + (v,) + (after,) * (n - 1 - 2 * i) for v in (0, 1)]
    return when(True, as_truth(all(search(v, T) == 2 * i for v in vectors)))


# ---- The majority vector


@claim("ABLMM22.L21.vbar", "proof of Lemma 21, section 4.2.3", "step")
def the_mean_of_the_labels_is_above_r(p: Unit, r: Unit, m: PositiveInteger) -> Statement:
    """The threshold vector has +1 at j where the mean of v_1(j), ..., v_D(j) in {-1, +1} is at least r: where p =
    Pr[v(j) = 1] >= r + 1/(10m), as for j > i, that mean has an expectation 2p - 1 of at least r."""
    return when(r + 1 / (10 * Real.of(m)) <= p, as_truth(r <= 2 * Real.of(p) - 1))


@correction(
    "ABLMM22.L21.vbar",
    "r is a probability, and the mean of +-1 labels is 2p - 1: compare the fraction of +1, or the mean with 2r - 1",
    margin=Constant(10, mutants=(9,)),
)
def the_fraction_of_plus_ones_is_above_r(p: Unit, r: Unit, m: PositiveInteger, margin: int) -> Statement:
    """Where p = Pr[v(j) = 1] >= r + 1/(10m), the mean of labels in {-1, +1} has an expectation 2p - 1 of at least
    (2r - 1) + 2/(10m)."""
    below = 2 * Real.of(r) - 1 + 2 / (margin * Real.of(m))
    return when(r + 1 / (10 * Real.of(m)) <= p, as_truth(below <= 2 * Real.of(p) - 1))


# ---- The attack on the rank learner


def positions_sample(n: int, x: int) -> Sample:
    """The sample of size 2 with its first point at x, among n positions, and its second one beyond them."""
    return balanced_sample([x, n])


@claim("ABLMM22.L21.attack", "proof of Lemma 21, section 4.2.3", "algorithm", steps=Constant(0, mutants=(1,)))
def the_attack_names_the_example_of_a_learner_that_leaks_it(
    T: PositiveSize, i: Size, D: PositiveSize, law: LawOf, learner: RankLearner, attack: AttackRun, steps: int
) -> Statement:
    """D draws from a learner with p_0 = 0 and p_1 = 1 name the secret first example with certainty: B of the majority
    vector is i for every i in its image; here m = 2 and r = 1/2."""
    n = 2**T - 1
    if 2 * i + steps >= n or n > 2**8:
        return OUT_OF_REACH
    found = _attacked(law, learner, attack, T, 2 * i, (0, 1, 0, 0), D)
    return when(True, as_truth(found[2 * i + steps] == 1))


def _attacked(law: Any, learner: Any, attack: Any, T: int, x: int, weights: Points, D: int) -> Law[int]:
    """The exact law of the attack's answer on the rank learner, m = 2, with its first example at x among 2^T - 1."""
    n, level = 2**T - 1, sum(rank_probabilities(weights)[:2]) / 2

    def draw(source: Any) -> Function:
        return tuple(learner(positions_sample(n, x), n + 1, weights, source)[:n])

    found: Law[int] = law(attack, draw, D, level, T)
    return found


@claim("ABLMM22.L21.accuracy", "proof of Lemma 21, section 4.2.3", "step", rate=Constant(2, mutants=(16,)))
def the_attack_errs_as_seldom_as_hoeffding_says(
    T: PositiveSize, i: Size, D: PositiveSize, b: PositiveSize, law: LawOf, learner: RankLearner, attack: AttackRun,
    rate: int,
) -> Statement:  # fmt: skip
    """B = i with probability at least 1 - T exp(-2 D g^2), g = (p_i - p_{i-1})/2 the distance of the probabilities from
    r: the attack's exact law on the rank learner, m = 2, with weights 1, b, 1 of the ranks 0, 1 and 3."""
    if 2 * i >= 2**T - 1 or T > 3 or D > 4:
        return OUT_OF_REACH
    g = Fraction(b, 2 * (b + 2))
    success = _attacked(law, learner, attack, T, 2 * i, (1, b, 0, 1), D)[2 * i]
    return when(True, as_truth(1 - T * exp(-rate * D * g**2) <= success))


# ---- The delta of Lemma 21 is needed


def correlated_law(n: int, i: int, m: int) -> Law[Function]:
    """All +1 or all -1 with probability 1/2 - 1/(10m) each, else the threshold at i, as vectors with n entries."""
    g = Fraction(1, 10 * m)
    vectors = ((1,) * n, (0,) * n, tuple(int(x >= i) for x in range(n)))
    weights: dict[Function, Fraction] = {}
    for v, p in zip(vectors, (Fraction(1, 2) - g, Fraction(1, 2) - g, 2 * g), strict=True):
        weights[v] = weights.get(v, Fraction(0)) + p
    return proportional(weights)


@claim("ABLMM22.L21.delta", "Lemma 21, section 4.2.3", "remark", share=Constant(1, mutants=(Fraction(1, 2),)))
def without_a_small_delta_the_family_may_be_of_any_size(n: PositiveSize, m: PositiveSize, share: Fraction) -> Truth:
    """A family of n distributions that are pairwise (0, 1/(5m))-indistinguishable has property 2 of Lemma 20 with r =
    1/2, for every n: delta <= 1/(10^3 m^2 log m) is needed. All +1 or all -1 with probability 1/2 - 1/(10m) each, else
    the threshold at i."""
    laws = [correlated_law(n, i, m) for i in range(n)]
    half, margin, delta = Fraction(1, 2), Fraction(1, 10 * m), share * Fraction(1, 5 * m)

    def stated(i: int, x: int) -> bool:
        p = laws[i].probability(lambda v: v[x] == 1)
        return x == i or is_true(p <= half - margin if x < i else p >= half + margin)

    apart = all(sum(max(Fraction(0), P[y] - Q[y]) for y in P) <= delta for P, Q in product(laws, repeat=2))
    return as_truth(apart and all(stated(i, x) for i in range(n) for x in range(n)))
