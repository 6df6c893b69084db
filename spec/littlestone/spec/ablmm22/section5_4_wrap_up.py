"""ABLMM22 section 5.4: the proof of Theorem 3, and M over algorithm G."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product

from littlestone.spec.ablmm22.vocabulary import EPSILON, BelowHalf, Private, Stable, private_laws, up_to_two_points
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.privacy import Pair
from littlestone.spec.learning.private_learning import PrivatePlan
from littlestone.spec.learning.stability import StabilityPlan, power_of_two
from littlestone.spec.notation import *

T3 = "Proof of Theorem 3"
CORRECTED = "Theorem 3 with its constants"


@claim(
    "ABLMM22.T3.eq1",
    "Proof of Theorem 3, section 5.4: examples of the stable learner",
    "step",
    cites=("ABLMM22.T3.eq1.unbounded",),
)
def m_has_a_factor_d(C: PositiveInteger) -> Truth:
    """Theorem 23 gives $G$ for $m = O(2^(2^(d+2)+1) 4^(d+1) d/alpha)$. Read as: its $ceil(2^(d+2)/alpha)$ is at most $C
    d/alpha$ for some constant $C$ and all $d$, so at $d = C$ with $alpha = 1$: $2^(C+2) <= C^2$."""
    return 2 ** (C + 2) <= C**2


@terms("ABLMM22.T3.eq1.corrected")
def rows_of_the_stable_learner(n: FromZero, power: PositiveReal, alpha: PositiveUnit, factor: int = 5) -> Terms:
    """ceil(2^(d+2)/alpha), with the power 2^d."""
    return Terms(says=n <= factor * power / alpha)


@correction(
    "ABLMM22.T3.eq1",
    "the factor is $2^d/alpha$, not $d/alpha$; the double exponential absorbs it later",
    narrows="the factor $ceil(2^(d+2)/alpha)$ of Theorem 23's $m$ alone, at its loss $alpha$; at $alpha/2$, as the "
    "print goes on, a factor 2 more, which the $O$ hides",
    factor=Constant(5, mutants=(4,)),
)
def m_has_a_factor_two_to_the_d(d: PositiveSize, a: PositiveSize, b: PositiveSize, factor: int) -> Statement:
    """$ceil(2^(d+2)/alpha) <= 5 2^d/alpha$, so that $m = O(2^(2^(d+2)+1) 4^(d+1) 2^d/alpha)$; here $alpha = a/b <=
    1$."""
    alpha = a / b
    return when(alpha <= 1, rows_of_the_stable_learner(ceiling(2 ** (d + 2) / alpha), 2**d, alpha, factor).says)


@claim(
    "ABLMM22.T3.eq1.unbounded",
    "for the proof of Theorem 3, section 5.4: factor d in the number of examples, for every constant",
    "remark",
    role="companion",
    shift=Constant(2, mutants=(-2,), stronger="smaller"),
)
def no_constant_makes_m_linear_in_d(C: PositiveReal, shift: int) -> Truth:
    """$C^2 < 2^(C+2)$ for every $C > 0$, so that no constant, which may be taken whole, makes $2^(d+2)/alpha$ at most
    $C d/alpha$ at $d = C$."""
    return 2 * ln(C) < (C + shift) * ln(2)


@claim(
    "ABLMM22.T3.eq2",
    "Proof of Theorem 3, section 5.4, the last display: sample size as a product",
    "step",
    narrows="the arithmetic at $u = 2C$; that $u = m alpha/eta$ is above every constant for some $d$ is not formalized",
    cites=("ABLMM22.T3.eq2.unbounded",),
)
def the_product_is_a_sum(C: AtLeastOne, B: FromZero) -> Truth:
    """$O(m log(1/(eta beta delta))/(eta eps) + log(1/(eta beta))/(alpha eps)) = O((2^{O~(2^d)} + log(1/(beta
    delta)))/(alpha eps))$. Read as: so is the first summand alone: with $u = m alpha/eta$, $B = 2^{O~(2^d)}$ and $L =
    log(1/(beta delta))$, $u L <= C (B + L)$ for one constant $C$, all $d$ and all $delta$; so for a $d$ with $u = 2C$
    and a $delta$ with $L = B + 1$."""
    return 2 * C * (B + 1) <= C * (B + (B + 1))


@terms("ABLMM22.T3.eq2.corrected")
def size_as_a_product(size: FromZero, u: PositiveReal, g: FromZero, L: AtLeastOne, once: int = 1) -> Terms:
    """u = m alpha/eta, g = log(1/eta) and L = log(1/(beta delta))."""
    return Terms(says=size <= u * (once + g) * L)


@correction(
    "ABLMM22.T3.eq2",
    "$m/eta$ multiplies the logarithm, and it grows with $d$: the proof gives the product $2^{O(2^d)} "
    "log(1/(beta delta))/(alpha eps)$, the second form of Theorem 3",
    once=Constant(1, mutants=(0,)),
)
def the_product_stays_a_product(u: PositiveReal, g: FromZero, L: AtLeastOne, once: int) -> Truth:
    """The first summand, times $alpha eps$, is a product: $u (g + L) <= u (1 + g) L$ for $L >= 1$, where $u = m
    alpha/eta$, $g = log(1/eta)$ and $L = log(1/(beta delta))$; both summands are in ABLMM22.T3.proof.corrected."""
    return as_truth(size_as_a_product(u * (g + L), u, g, L, once).says)


@claim(
    "ABLMM22.T3.eq2.unbounded",
    "for the proof of Theorem 3, section 5.4: sample size as a sum, for every constant",
    "remark",
    role="companion",
    double=Constant(2, mutants=(1,)),
)
def no_constant_makes_the_product_a_sum(C: AtLeastOne, B: FromZero, double: int) -> Truth:
    """$2 C (B + 1) > C (B + (B + 1))$ for every $C >= 1$ and $B >= 0$."""
    return double * C * (B + 1) > C * (B + (B + 1))


@claim(
    "ABLMM22.T3.proof",
    "Proof of Theorem 3, section 5.4: sample size of the private learner",
    "proof",
    narrows="the arithmetic; that the first summand of the size is at least $2^(2^(d+2)) log(1/(beta "
    "delta))/(alpha eps)$ is not formalized",
    cites=("ABLMM22.T3.proof.unbounded",),
)
def the_proof_gives_the_sum(K: PositiveInteger) -> Truth:
    """The sample size of $M$ is $O((2^{O~(2^d)} + log(1/(beta delta)))/(alpha eps))$. Read as: at most $(B + K
    log(1/(beta delta)))/(alpha eps)$ for some constant $K$ and all $d$, where $B$ is $2^{K 2^d}$, or larger by what the
    tilde hides: the size's first summand is at least $2^(2^(d+2)) log(1/(beta delta))/(alpha eps)$, as $1/eta$ alone is
    larger than that power; so at $d = K$ and $log(1/(beta delta)) = B$, divided by it, $2^(2^(K+2)) <= 1 + K$."""
    return power_of_two(power_of_two(K + 2)) <= 1 + K


@terms("ABLMM22.T3.proof.corrected")
def rows_of_theorem_3(
    rows: FromZero, alpha: BelowHalf, e: OpenUnit, L: AtLeastOne, D: AtLeastTwo, w: AtLeastFour, bits: int = 14
) -> Terms:
    """D = 2^d, w = 2^(2^d), e = eps and L = log(1/(beta delta)): 2^(2^(d+1) + 4 d + 14) = 2^14 D^4 w^2."""
    return Terms(says=rows <= 2**bits * D**4 * w**2 * L / (alpha * e))


@correction(
    "ABLMM22.T3.proof",
    "the coefficient of $log(1/(beta delta))$ is $m alpha/eta$, no constant; the size is a product (ABLMM22.T3.eq2)",
    narrows="the sizes; what they are enough for is cited, by ABLMM22.T23.eq4.corrected and ABLMM22.T30.explicit",
    bits=Constant(14, mutants=(12,), stronger="smaller"),
)
def littlestone_classes_are_learned_from_explicit_sizes(
    u: UpToHalf, t: UpToQuarter, alpha: BelowHalf, e: OpenUnit, i: PositiveUnit, part: Unit, bits: int
) -> Truth:
    """For every class of Littlestone dimension $d >= 1$, $eps, delta in (0, 1)$, $alpha, beta in (0, 1/2)$ and $n >=
    2^(2^(d+1) + 4 d + 14) log(1/(beta delta))/(alpha eps)$ there is an $(eps, delta)$-DP learner whose $loss_D$ is at
    most $alpha$ with probability at least $1 - beta$ for every realizable $D$: Theorem 23 at $alpha/2$ gives $m$ and
    $eta = 1/((d+1) 2^(2^d+1))$, Theorem 30 $k$ and $n'$, each rounded up, and $k m + n'$ is at most that; here $u =
    2^-d$, $t = 2^(-2^d)$, $d + 1 <= 2^d$, $i = 1/log(1/(beta delta))$ and $log(1/beta)$ is a part of its inverse; log
    is to base 2. (One function is all of a class with $d = 0$.)"""
    D, w, L = 1 / u, 1 / t, 1 / i
    b, c = ln(2) * L * part, ln(2) * L * (1 - part)
    m = 8 * w * D**2 * (2 * D / alpha + 1)
    k = (128 * (ln(2) + b) + 32 + 32 * (ln(2) + c) / e) * 2 * D * w + 1
    rest = 12 * (ln(2) * (2 + 2 * D) + b) / (alpha * e) + 1
    return as_truth(rows_of_theorem_3(k * m + rest, alpha, e, L, D, w, bits).says)


@uses("ABLMM22.T3.proof.corrected", "ABLMM22.T23.eq4.corrected", CORRECTED)
def the_rows_of_one_run_and_its_stability(
    x: FromZero, y: FromZero, alpha: BelowHalf, D: AtLeastTwo, w: AtLeastFour
) -> Use:
    """Theorem 23 at $alpha/2$: $m = x D^3 w/alpha <= 18 D^3 w/alpha$ and $eta = y/(2 D w) >= 1/(2 D w)$."""
    at = {"m": x * D**3 * w / alpha, "eta": y / (2 * D * w), "alpha": alpha / 2, "D": D, "w": w}
    return Use(at, gives=(x <= 18) & (y >= 1))


@uses("ABLMM22.T3.proof.corrected", "ABLMM22.T30.explicit", CORRECTED)
def the_runs_and_the_rows_of_the_choice(
    D: AtLeastTwo, w: AtLeastFour, alpha: BelowHalf, beta: BelowHalf, e: PositiveUnit, delta: OpenUnit
) -> Use:
    """Theorem 30 at $eta = 1/(2 D w)$ fails with probability at most $beta$ from what it asks for there and one more,
    as numbers are rounded up; that $ln(4/(eta beta))$ is at most $ln(2) (2 + 2 D) + ln(1/beta)$ is
    ABLMM22.T3.proof.rows."""
    eta = 1 / (2 * D * w)
    runs = (128 * ln(2 / beta) + 32 + 32 * ln(2 / delta) / e) / eta + 1
    rows = 12 * ln(4 / (eta * beta)) / (alpha * e) + 1
    at = {"runs": runs, "rows": rows, "eta": eta, "alpha": alpha, "beta": beta, "e": e, "delta": delta}
    return Use(at, gives=lambda b: b.fails <= beta)


@claim(
    "ABLMM22.T3.proof.rows",
    "for the proof of Theorem 3, section 5.4: logarithm of the rows for the choice",
    "step",
    role="companion",
    two=Constant(2, mutants=(1,)),
)
def the_logarithm_of_the_choice(D: AtLeastTwo, two: int) -> Truth:
    """With $D = 2^d >= 2$ and $w = 2^D$, $ln(8 D w) <= ln(2) (2 + 2 D)$: $d + 1 <= 2^d$."""
    return ln(8 * D * 2**D) <= ln(2) * (2 + two * D)


rests_on("ABLMM22.T3.proof.corrected", "ABLMM22.T3.proof.rows", "$4/(eta beta) = 8 D w/beta$", CORRECTED)


@claim(
    "ABLMM22.T3.proof.unbounded",
    "for the proof of Theorem 3, section 5.4: sum form of the sample size, for every constant",
    "remark",
    role="companion",
    shift=Constant(2, mutants=(-2,), stronger="smaller"),
)
def no_constant_saves_the_sum(K: PositiveReal, shift: int) -> Truth:
    """$1 + K < 2^(2^(K+2))$ for every $K > 0$: $ln(1 + K) <= K < 2^(K+2) ln 2$."""
    return (ln(1 + K) <= K) & (2 ** (K + shift) * ln(2) > K)


# ---- M over G


def one_replaced(m: int, rows: Sequence[Example], n: int) -> Iterator[Pair[Example]]:
    """Samples of n = 2 m + 1 rows that differ in the first batch of m or in the last row: all neighbours up to the
    order of the two batches."""
    for sample in product(rows, repeat=n):
        for i, row in product((*range(m), n - 1), rows):
            if sample[i] < row:
                yield sample, (*sample[:i], row, *sample[i + 1 :])


def at_most_two_functions(H: ConceptClass) -> bool:
    """Classes of at most two functions on at most 2 points"""
    return up_to_two_points(H) and len(H.functions()) <= 2


@claim(
    "ABLMM22.A.M.G",
    "Proof of Theorem 3, section 5.4: privacy of learner M over algorithm G",
    "algorithm",
    reach=at_most_two_functions,
    narrows="$k = 2$ runs of $G$ with $n = 1$ and $n' = 1$, $eta = 1/2$, $eps = 4 ln 2$ and $delta = 1/4$; on two "
    "points no tournament fits into G's budget; that the order of the batches does not matter is not formalized",
    delta=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def the_private_learner_over_algorithm_g_is_private(
    H: ExplicitBinary, law: LawOf, private: Private, stable: Stable, delta: Fraction
) -> Statement:
    """$M$ over algorithm $G$ is $(eps/2, delta)$-DP over all neighbouring samples, realizable or not; here $G$ has the
    budget 2 for $S$ on one point, which one tournament takes, and 0 on two."""
    m = 3 if H.points == 1 else 1
    plan = PrivatePlan(2, m, 1, EPSILON, QUARTER, HALF)
    ordered = private_laws(law, private, partial(_stable_run, stable, H.functions()), plan, (0,) * H.points)
    M = cache(lambda sample: ordered(_batches_in_order(sample, m)))
    return is_private(M, all_rows(H), 2 * m + 1, EPSILON / 2, delta * QUARTER, relation=partial(one_replaced, m))


def _batches_in_order(sample: Sample, m: int) -> Sample:
    one, other = sorted((sample[:m], sample[m : 2 * m]))
    return (*one, *other, *sample[2 * m :])


def _stable_run(stable: Stable, functions: tuple[Function, ...], batch: Sample, source: Randomness) -> Function:
    hypothesis: Function = stable(functions, batch, StabilityPlan(1, len(batch) - 1), source)
    return hypothesis
