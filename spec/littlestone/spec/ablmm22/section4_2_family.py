"""ABLMM22 sections 4.1 and 4.2.3: the family of distributions of a homogeneous learner, and the theorems above it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any

from littlestone.spec.ablmm22.section4_2_attack import (
    OUT_OF_REACH,
    LawOf,
    RankLearner,
    rank_laws,
    rank_probabilities,
    rank_weights,
)
from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.reals import exp
from littlestone.spec.claim import Constant, PositiveSize, Size, Statement, claim, correction, when
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.learning import Learner, Points, Sample, labelled
from littlestone.spec.learning.ordered_samples import (
    average_hypothesis,
    average_of,
    balanced_sample,
    is_homogeneous,
    threshold,
)
from littlestone.spec.learning.privacy import hockey_stick_divergence

SIXTEENTH = Fraction(1, 16)
TENTH = Fraction(1, 10)


# ---- The theorems


@claim(
    "ABLMM22.S4.1",
    "section 4.1",
    "overview",
    not_checkable="an informal overview of the proof; its statements return with their constants in section 4.2",
    stand_ins=("ABLMM22.D16", "ABLMM22.L17.search", "ABLMM22.C22", "ABLMM22.L20", "ABLMM22.L21.attack"),
)
def overview_of_the_lower_bound() -> Truth:
    """From a large homogeneous set of a private learner of thresholds one gets a family of distributions that is at
    least as large as a constant part of the set, and at most 2^{O~(m^2)}."""
    return as_truth(False)


@claim(
    "ABLMM22.T1",
    "Theorem 1, section 2.1",
    "theorem",
    not_checkable="Omega(log* |X|) hides a constant, and so does the O(.) of delta; with the constants of the proof m "
    "= 2 needs domains larger than twr_3(2^4000)",
    stand_ins=(
        "ABLMM22.T1.chain",
        "ABLMM22.T1.chain.delta",
        "ABLMM22.T1.chain.even",
        "ABLMM22.T1.chain.eq1",
        "ABLMM22.T1.chain.eq2",
        "ABLMM22.C22",
        "ABLMM22.L20",
        "ABLMM22.L21.eqD",
    ),
)
def thresholds_are_not_privately_learnable() -> Truth:
    """A (1/16, 1/16)-accurate learner of the thresholds over X with n examples that is (0.1, delta)-private, delta =
    O(1/(n^2 log n)), has n >= Omega(log* |X|); over an infinite X there is none."""
    return as_truth(False)


@claim(
    "ABLMM22.T2",
    "Theorem 2, section 2.1",
    "theorem",
    not_checkable="Omega(log* d) hides a constant, and the least d that says anything is beyond enumeration",
    stand_ins=("ABLMM22.T2.proof", "ABLMM22.T2.proof.floor", "ABLMM22.T1.chain"),
)
def privately_learnable_classes_have_finite_littlestone_dimension() -> Truth:
    """A (1/16, 1/16)-accurate learner of a class of Littlestone dimension d with n examples that is (0.1,
    delta)-private, delta = O(1/(n^2 log n)), has n >= Omega(log* d)."""
    return as_truth(False)


@claim(
    "ABLMM22.L18",
    "Lemma 18, section 4.2.1",
    "lemma",
    not_checkable="2^{O(m^2 log^2 m)} hides a constant, and the explicit bound of the proof exceeds 2^4000 at m = 2",
    stand_ins=(
        "ABLMM22.L18.explicit",
        "ABLMM22.L18.ie",
        "ABLMM22.C22",
        "ABLMM22.L20",
        "ABLMM22.L21.eqA",
        "ABLMM22.L21.eq1",
        "ABLMM22.L21.eqC",
        "ABLMM22.L21.eqD",
    ),
)
def large_homogeneous_sets_imply_lower_bounds() -> Truth:
    """If A is (0.1, delta)-private with delta <= 1/(10^3 m^2 log m) and empirically learns thresholds over X = {1, ...,
    k} with (1/16, 1/16)-accuracy from m examples, and X is m-homogeneous with respect to A, then k <= 2^{O(m^2 log^2
    m)}."""
    return as_truth(False)


@claim(
    "ABLMM22.L21",
    "Lemma 21, section 4.2.3",
    "lemma",
    not_checkable="it excludes families of more than 2^{10^3 m^2 log^2 m} >= 2^4000 distributions, which cannot be "
    "listed",
    stand_ins=(
        "ABLMM22.L21.B",
        "ABLMM22.L21.attack",
        "ABLMM22.L21.accuracy",
        "ABLMM22.L21.outcomes",
        "ABLMM22.L21.vbar",
        "ABLMM22.L21.delta",
        "ABLMM22.L21.eqA",
        "ABLMM22.L21.eq1",
        "ABLMM22.L21.eqC",
        "ABLMM22.L21.eqD",
    ),
)
def families_of_threshold_like_distributions_are_small() -> Truth:
    """A family as in Lemma 20 has n <= 2^{10^3 m^2 log^2 m}."""
    return as_truth(False)


# ---- Claim 22


def is_empirical_learner(learner: Learner, k: int, m: int) -> bool:
    """(1/16, 1/16)-accurate on every increasing sample of size m, repetitions allowed, of every threshold."""
    samples = (
        labelled(points, threshold(k, i)) for points in combinations_with_replacement(range(k), m) for i in range(k + 1)
    )
    return all(_accurate_on(learner, S) for S in dict.fromkeys(samples))


def _accurate_on(learner: Learner, sample: Sample) -> bool:
    good = learner(sample).probability(lambda h: sum(h[x] != y for x, y in sample) <= SIXTEENTH * len(sample))
    return bool(good >= 1 - SIXTEENTH)


@claim("ABLMM22.C22", "Claim 22, section 4.2.3", "claim", factor=Constant(4, mutants=(Fraction(1, 4),)))
def consecutive_probabilities_jump_somewhere(
    j: PositiveSize, a: Size, b: Size, c: Size, law: LawOf, learner: RankLearner, factor: Fraction
) -> Statement:
    """For the probabilities-list of a homogeneous set of an empirical learner there is 0 < i <= m with p_i - p_(i-1) >=
    1/(4m): here the rank learner, m = 2j, on the least domain of the proof, k = 2m, with weights a, 16 b and c of the
    ranks 0, m/2 + 1 and m + 1."""
    m, weights = 2 * j, rank_weights(2 * j, j + 1, a, 16 * b, c)
    if not sum(weights) or m > 4:
        return OUT_OF_REACH
    laws = rank_laws(law, learner, 2 * m, weights)
    p = rank_probabilities(weights)
    jump = max(high - low for low, high in zip(p, p[1:], strict=False))
    accurate = is_empirical_learner(laws, 2 * m, m) and is_homogeneous(average_of(laws), range(2 * m), m)
    return when(accurate, as_truth(jump >= 1 / (factor * m)))


@claim("ABLMM22.C22.range", "Claim 22, section 4.2.3", "step")
def the_jump_lies_in_the_printed_range(m2: PositiveSize, m1: PositiveSize) -> Statement:
    """For m_2 <= m/2 < m_1, from p_(m_1-1) - p_(m_2-1) >= 1/3 - 1/(50 m) some m_2 - 1 <= i <= m_1 - 1 has a large p_i -
    p_(i-1): each such i has p_(i-1) in the list p_0, ..., p_m."""
    return when(m2 < m1, as_truth(all(i - 1 >= 0 for i in range(m2 - 1, m1))))


@correction(
    "ABLMM22.C22.range",
    "for m_2 = 1 and i = m_2 - 1 it speaks of p_(-1); the differences between p_(m_2-1) and p_(m_1-1) are those with "
    "m_2 <= i <= m_1 - 1",
    fewer=Constant(1, mutants=(0, 2)),
)
def the_jump_lies_strictly_between(m2: PositiveSize, m1: PositiveSize, fewer: int) -> Statement:
    """For m_2 <= m/2 < m_1 the steps between p_(m_2-1) and p_(m_1-1) are those to p_i with m_2 <= i <= m_1 - 1: there
    are m_1 - m_2, and all have i >= 1."""
    steps = [(i - 1, i) for i in range(m2, m1 + 1 - fewer)]
    joined = [m2 - 1, *(i for _, i in steps)]
    return when(m2 < m1, as_truth(joined[-1] == m1 - 1 and len(steps) == m1 - m2 and min(joined) >= 0))


@claim("ABLMM22.C22.eq2", "Claim 22, section 4.2.3", "step", start=Constant(1, mutants=(0, 2)))
def the_expected_accuracy_is_the_mean_of_the_average_hypothesis(
    j: PositiveSize, a: Size, b: Size, c: Size, law: LawOf, learner: RankLearner, start: int
) -> Statement:
    """For a balanced sample S, E[1 - loss_S(h)] = (1/m) sum_{i <= m/2} (1 - A_S(x_i)) + (1/m) sum_{i > m/2} A_S(x_i):
    here for the rank learner, m = 2j on m + 1 points, with weights a, b and c of the ranks 0, 1 and m + 1."""
    m, weights = 2 * j, rank_weights(2 * j, 1, a, b, c)
    if not sum(weights):
        return OUT_OF_REACH
    laws = rank_laws(law, learner, m + 1, weights)

    def equal(S: Sample) -> bool:
        A = [average_hypothesis(laws(S), x) for x, _ in S]
        upper = j - 1 + start
        expected = laws(S).expectation(lambda h: Fraction(sum(h[x] == y for x, y in S), m))
        return bool(expected == (sum(1 - p for p in A[:upper]) + sum(A[upper:])) / m)

    return when(True, as_truth(all(equal(balanced_sample(points)) for points in combinations(range(m + 1), m))))


# ---- Lemma 20


def family_samples(k: int, m: int, i: int) -> list[Sample]:
    """The samples S_x, x in J: those of the proof of Lemma 20, with |J| = k - m points between x_(i-1) and x_(i+1).

    They are balanced, which the proof does not say but the probabilities-list needs. The other points are packed at
    the two ends of 0..k-1, and one more is left out.
    """
    left = list(range(1, i))
    right = list(range(k - m + i, k)) if i > 1 else list(range(k - m, k - 1))
    return [balanced_sample([*left, x, *right]) for x in _between(k, m, i)]


def _between(k: int, m: int, i: int) -> range:
    return range(i, k - m + i) if i > 1 else range(k - m)


def family(laws: Learner, k: int, m: int, i: int) -> list[Law[Function]]:
    """P_x for x in J: the law of h on J, h drawn from A(S_x)."""
    J: Points = tuple(_between(k, m, i))
    return [laws(S).map(lambda h: tuple(h[x] for x in J)) for S in family_samples(k, m, i)]


def is_split_at(P: Law[Function], x: int, r: Fraction, margin: Fraction) -> bool:
    """Pr[v(y) = 1] is at most r - margin for y < x and at least r + margin for y > x."""
    return all(
        y == x or (p <= r - margin if y < x else p >= r + margin)
        for y in range(len(P.support[0]))
        for p in [average_hypothesis(P, y)]
    )


@claim("ABLMM22.L20", "Lemma 20, section 4.2.3", "lemma", margin=Constant(10, mutants=(4,)))
def a_homogeneous_learner_gives_a_threshold_like_family(
    j: PositiveSize, n: PositiveSize, i: PositiveSize, a: Size, b: PositiveSize, c: Size, law: LawOf,
    learner: RankLearner, margin: int,
) -> Statement:  # fmt: skip
    """For A, X', m and k as in Lemma 18 and n = k - m there are P_1, ..., P_n over {-1, +1}^n, pairwise (0.1,
    delta)-indistinguishable, and r with Pr_{v ~ P_i}[v(j) = 1] <= r - 1/(10m) for j < i and >= r + 1/(10m) for j > i.
    Here A is the rank learner, with its own delta, weights a, b and c of the ranks 0, i and m + 1, and a jump at i."""
    m, k = 2 * j, n + 2 * j
    weights = rank_weights(m, i, a, b, c) if i <= m else ()
    p = rank_probabilities(weights) if weights else []
    if not p or p[i] - p[i - 1] < Fraction(1, 4 * m):
        return OUT_OF_REACH
    laws = rank_laws(law, learner, k, weights)
    P, A = family(laws, k, m, i), [laws(S) for S in family_samples(k, m, i)]
    r, apart = (p[i - 1] + p[i]) / 2, Fraction(1, margin * m)
    split = len(P) == n and all(is_split_at(P[x], x, r, apart) for x in range(n))
    return when(True, as_truth(split) & all_of(_no_further_apart(P, A, x, y) for x in range(n) for y in range(x)))


def _no_further_apart(P: list[Any], A: list[Any], x: int, y: int) -> Truth:
    """Restricting the hypotheses to J keeps the learner's indistinguishability at epsilon = 0.1."""
    e = exp(TENTH)
    return as_truth(hockey_stick_divergence(P[x], P[y], e) <= hockey_stick_divergence(A[x], A[y], e))
