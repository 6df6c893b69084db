"""ABLMM22 section 2.1: the lower bounds, and covers of thresholds."""

from collections.abc import Sequence
from math import comb

from littlestone.spec.classes.constructions import threshold_functions
from littlestone.spec.learning.samples import grid
from littlestone.spec.notation import *


@claim(
    "ABLMM22.T1",
    "Theorem 1, section 2.1",
    "theorem",
    not_checkable="Omega(log* |X|) hides a constant, and so does the O(.) of delta; with the constants of the proof m "
    "= 2 needs domains larger than twr_3(2^4000)",
    stand_ins=("ABLMM22.T1.explicit", "ABLMM22.T1.chain", "ABLMM22.C22", "ABLMM22.L20", "ABLMM22.L21.eqD"),
)
def thresholds_are_not_privately_learnable() -> Truth:
    """A (1/16, 1/16)-accurate learner of the thresholds over X with n examples that is (0.1, delta)-private, delta =
    O(1/(n^2 log n)), has n >= Omega(log* |X|); over an infinite X there is none."""
    raise NotImplementedError


@claim(
    "ABLMM22.T2",
    "Theorem 2, section 2.1",
    "theorem",
    not_checkable="Omega(log* d) hides a constant, and the least d that says anything is beyond enumeration",
    stand_ins=("ABLMM22.T2.proof", "ABLMM22.T2.proof.floor", "ABLMM22.T1.chain", "ABLMM22.T10"),
)
def privately_learnable_classes_have_finite_littlestone_dimension() -> Truth:
    """A (1/16, 1/16)-accurate learner of a class of Littlestone dimension d with n examples that is (0.1,
    delta)-private, delta = O(1/(n^2 log n)), has n >= Omega(log* d); for d = infinity there is none. In particular any
    class that is privately learnable has a finite Littlestone dimension."""
    raise NotImplementedError


# ---- Section 2.1.1


def line_cover(functions: Sequence[Function], D: Distribution, radius: Fraction) -> list[Function]:
    """A cover of increasing functions by some of them: each has one of them within the radius under D.

    From left to right, the first one that is not covered is covered by the last one within the radius.
    """
    cover: list[Function] = []
    for h in functions:
        if not any(error(h, c, D) <= radius for c in cover):
            cover.append([c for c in functions if error(h, c, D) <= radius][-1])
    return cover


def few_distributions(k: int, s: int) -> bool:
    """At most 200 distributions on k points in multiples of 1/s."""
    return comb(s + k - 1, k - 1) <= 200


@claim(
    "ABLMM22.S2.1.1",
    "Section 2.1.1 and footnote 5",
    "remark",
    caps="probabilities in multiples of 1/s",
    reach=few_distributions,
    narrows="eps = 1/e",
    factor=Constant(2, mutants=(1,)),
)
def thresholds_have_small_covers_under_a_known_marginal(
    k: PositiveSize, s: PositiveSize, e: PositiveSize, factor: int
) -> Statement:
    """If the marginal D_X is fixed, some eps/2-cover of the thresholds has at most ceil(2/eps) members; here for all D
    on k points, k + 1 > 2/eps, with probabilities in multiples of 1/s, and eps = 1/e."""
    functions, radius = sorted(threshold_functions(k)), HALF / e

    def covered(D: Distribution) -> Truth:
        cover = line_cover(functions, D, radius)
        close = all(any(error(h, c, D) <= radius for c in cover) for h in functions)
        return all_of([close, len(cover) <= factor * e])

    return when(2 * e < k + 1, all_of(covered(D) for D in grid(k, s)))


@claim(
    "ABLMM22.S2.1.1.learner",
    "Section 2.1.1",
    "remark",
    narrows="proved is the arithmetic, at eps = 1; the exponential mechanism's error, Lemma 29 at alpha/2, and "
    "Chernoff's bound are cited",
    cites=("ABLMM22.L29", "PROB.chernoff.upper"),
    scale=Constant(1, stronger="smaller", mutants=(HALF,)),
)
def the_cover_is_learned_with_logarithmically_many_rows(
    e: AtLeastOne, beta: OpenUnit, n: PositiveReal, scale: Fraction
) -> Truth:
    """On a cover of 2/alpha + 1 thresholds with one of loss at most alpha/2, the exponential mechanism with n >= (12 /
    (alpha eps)) ln(2 (2/alpha + 1)/beta) rows passes the empirical loss 5 alpha/6 with probability at most beta/2: its
    rows grow with log(1/alpha); here alpha = 1/e, eps = 1 and Lemma 29 is used at alpha/2."""
    alpha, size = 1 / e, 2 * e + 1
    enough = scale * 12 / alpha * ln(2 * size / beta)
    return (enough <= n).implies(size * exp(-(alpha * n / 12)) <= beta / 2)
