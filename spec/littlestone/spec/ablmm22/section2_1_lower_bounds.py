"""ABLMM22 section 2.1: private learners of thresholds (Theorem 1) and of deep classes (Theorem 2) need many examples.

Section 2.1.1 says why the proof is not by covers: under a known marginal thresholds have small ones.
"""

from collections.abc import Sequence
from math import comb

from littlestone.spec.ablmm22.vocabulary import largest_delta
from littlestone.spec.classes.constructions import threshold_functions
from littlestone.spec.learning.samples import grid
from littlestone.spec.notation import *

STATED = "section 4.2.1, proof of Theorem 1"


# ---- Theorem 1


@claim(
    "ABLMM22.T1",
    "Theorem 1, section 2.1: sample complexity of private learners of thresholds",
    "theorem",
    not_checkable="$Omega(log^* |X|)$ hides a constant, and so does the $O$(.) of $delta$; with the constants of the "
    "proof already 2 examples of the empirical learner need domains larger than $twr_3(2^4000)$",
    stand_ins=("ABLMM22.T1.explicit", "ABLMM22.T1.chain", "ABLMM22.C22", "ABLMM22.L20", "ABLMM22.L21.eqD"),
)
def thresholds_are_not_privately_learnable() -> Truth:
    """A $(1/16, 1/16)$-accurate learner of the thresholds over a set $X$ of reals with $n$ examples that is $(0.1,
    delta)$-private, $delta = O(1/(n^2 log n))$, has $n >= Omega(log^* |X|)$; over an infinite $X$ there is none."""
    raise NotImplementedError


rests_on("ABLMM22.T1", "ABLMM22.L15", "an empirical learner with 9 times the examples", f"{STATED}, second sentence")
rests_on(
    "ABLMM22.T1",
    "ABLMM22.L17",
    "$log^(m)(n) <= k 2^{O(m log m)}$; taken for granted: A restricted to samples from $X'$ is private "
    "and accurate as A is, and $X'$ is ${1, ..., k}$ by renaming",
    STATED,
)


@uses("ABLMM22.T1", "ABLMM22.L18", STATED, draws="$k = 2^{O(m^2 log^2 m)}$")
def theorem_1_bounds_the_homogeneous_set(j: PositiveInteger) -> Use:
    """Lemma 18 is used on the empirical learner, which has $9m$ examples, with the $delta = 1/(10^3 m^2 log m)$ of A;
    here $m = j + 1$, since $log 1 = 0$ leaves no $delta$ at $m = 1$."""
    m = j + 1
    return Use(needs=largest_delta(m) <= largest_delta(9 * m))


@correction(
    "ABLMM22.T1.from.L18.premise",
    "Lemma 18 asks for the $delta$ of the empirical learner's $9m$ examples, which is at least 81 times "
    "smaller: Theorem 1 must start from a smaller $delta$",
    c=Constant(400_000, mutants=(300_000,)),
)
def a_smaller_delta_meets_the_premise_of_lemma_18(j: PositiveInteger, c: int) -> Truth:
    """With $delta = 1/(4 * 10^5 m^2 log m)$, which is $O(1/(m^2 log m))$ as well, $delta <= 1/(10^3 (9m)^2 log(9m))$
    for every $m = j + 1 >= 2$."""
    m = j + 1
    return largest_delta(m, c) <= largest_delta(9 * m)


@uses("ABLMM22.T1", "ABLMM22.L18", STATED, name="even", draws="$k = 2^{O(m^2 log^2 m)}$")
def the_samples_of_lemma_18_can_be_balanced(m: PositiveSize) -> Use:
    """Lemma 18 speaks of balanced samples: for odd sizes there are none, every $X$ is homogeneous, and its proof has no
    sample to start from. It is used at the $9m$ examples of the empirical learner."""
    return Use(needs=9 * m % 2 == 0)


@correction(
    "ABLMM22.T1.from.L18.even.premise",
    "$9m$ is odd where $m$ is: Lemma 15 serves with $10m$ examples as well (ABLMM22.L15.epsilon needs $3m$)",
    times=Constant(10, mutants=(9,)),
)
def ten_times_the_examples_can_be_balanced(m: PositiveSize, times: int) -> Truth:
    """$10m$ is even for every $m$."""
    return times * m % 2 == 0


@uses("ABLMM22.T1", "ABLMM22.T1.chain.eq1", STATED, repair="ABLMM22.T1.chain.eq1.corrected")
def the_bound_has_few_bits(m: AtLeastTwo, L: AtLeastOne, b: FromZero, times: AtLeastOne) -> Use:
    """$log^(m)(n) <= 2^(c m^2 log^2 m)$, in print $2^(c m^2 log m)$, $c = 1008$: its bits, $c b m^2 log^2 m$ for $L =
    log m$, are at most $c x^2 log^2 x$ at $x log x = times m log m$; the step to $x >= m$ is ours, for T1.chain.eq2."""
    bits = 1008 * b * m**2 * L**2
    return Use({"bits": bits, "m": m, "L": L}, gives=bits <= 1008 * (times * m * L) ** 2)


rests_on(
    "ABLMM22.T1",
    "ABLMM22.N.ilog",
    "$t$ logarithms of $log^(m)(n)$ are $log^(m+t)(n)$",
    STATED,
    repair="ABLMM22.N.ilog.corrected",
)
rests_on("ABLMM22.T1", "ABLMM22.T1.chain.eq2", "$t <= log^* m' + 4$, at $m' = 9m$", f"{STATED}, its last line")


@uses("ABLMM22.T1", "ABLMM22.T1.chain", f"{STATED}, its last line")
def log_star_of_the_domain_is_bounded(star: Natural, m: PositiveInteger, t: Natural, s: Natural) -> Use:
    """$log^* n <= log^* m' + m' + O(1)$, where $log^(m')(n) <= R$ at $m' = 9m$, the examples of the empirical learner,
    by T1.chain.eq1, and $t = log^* R <= log^* m' + 4$, by T1.chain.eq2; here $s = log^* m'$."""
    return Use({"star": star, "m": 9 * m, "t": t}, given=t <= s + 4, gives=star <= s + 9 * m + 4)


rests_on("ABLMM22.T1", "ABLMM22.N.logstar", "$m + t$ logarithms make $n$ at most 1", f"{STATED}, its last line")
rests_on(
    "ABLMM22.T1",
    "ABLMM22.D12",
    "$1/n^3 <= 1/(10^3 n^2 log n)$ from $n = 2^14$ on; taken for granted: for an infinite $X$, finite "
    "parts $X'$ with $log^* |X'|$ as large as one likes while $n$ stays",
    "Theorem 1, section 2.1, last sentence",
)


# ---- Theorem 2


@claim(
    "ABLMM22.T2",
    "Theorem 2, section 2.1: sample complexity of private learners by Littlestone dimension",
    "theorem",
    not_checkable="$Omega(log^* d)$ hides a constant, and the least $d$ that says anything is beyond enumeration",
    stand_ins=("ABLMM22.T2.proof", "ABLMM22.T2.proof.floor", "ABLMM22.T1.chain", "ABLMM22.T10"),
)
def privately_learnable_classes_have_finite_littlestone_dimension() -> Truth:
    """A $(1/16, 1/16)$-accurate learner of a class of Littlestone dimension $d$ with $n$ examples that is $(0.1,
    delta)$-private, $delta = O(1/(n^2 log n))$, has $n >= Omega(log^* d)$; for $d = infinity$ there is none. In
    particular any class that is privately learnable has a finite Littlestone dimension."""
    raise NotImplementedError


@uses("ABLMM22.T2", "ABLMM22.T10", "section 4.3, proof of Theorem 2")
def large_dimension_gives_thresholds(d: Natural, C: AtLeastOne, K: AtLeastOne) -> Use:
    """By item 1 of Theorem 10 $H$ contains $c = floor(log d)$ thresholds, so that $d < 2^(k+1)$ for their largest
    number $k$; here $C = 2^c$ and $K = 2^k$. Where $d$ is infinite it is used at every finite $d$."""
    return Use(given=d < 2 * C, needs=d >= 1, says=C <= K, gives=d < 2 * K)


@correction(
    "ABLMM22.T2.from.T10.premise",
    "at $d = 0$ there is no $floor(log d)$; but there $log^* d = 0$ and Theorem 2 says nothing",
    least=Constant(1, mutants=(2,)),
)
def a_class_of_dimension_one_has_a_logarithm(d: Natural, least: int) -> Truth:
    """$d = 0$, where Theorem 2 bounds $n$ by 0, or $d >= 1$, where $log d >= 0$."""
    return (d <= 0) | (d >= least)


rests_on(
    "ABLMM22.T2",
    "ABLMM22.T1",
    "$n >= Omega(log^* c)$ for $c$ thresholds; taken for granted: A restricted to $x_1, ..., x_c$ is as private",
    "section 4.3, proof of Theorem 2",
)


@uses("ABLMM22.T2", "ABLMM22.T2.proof", "section 4.3, proof of Theorem 2, last sentence")
def log_star_of_the_logarithm_is_two_less(c: FromZero, s: FromZero) -> Use:
    """$Omega(log^* floor(log d)) = Omega(log^* d)$; here $c$ and $s$ are $log^* floor(log d)$ and $log^* d$, and where
    $s >= 4$ half of it is left."""
    return Use({"c": c, "s": s}, given=s >= 4, gives=s / 2 <= c)


rests_on(
    "ABLMM22.T2",
    "ABLMM22.D12",
    "$delta(n) <= c/(n^2 log n)$; taken for granted: $n$ is large, and $n^(-omega(1))$ below $n^(-3)$ from some $n$ on",
    "Theorem 2, section 2.1",
)


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
    """At most 200 distributions on $k$ points in multiples of $1/s$."""
    return comb(s + k - 1, k - 1) <= 200


@claim(
    "ABLMM22.S2.1.1",
    "Section 2.1.1 and footnote 5: covers of thresholds under a known marginal",
    "remark",
    caps="probabilities in multiples of $1/s$",
    reach=few_distributions,
    narrows="$eps = 1/e$",
    factor=Constant(2, mutants=(1,)),
)
def thresholds_have_small_covers_under_a_known_marginal(
    k: PositiveSize, s: PositiveSize, e: PositiveSize, factor: int
) -> Statement:
    """If the marginal $D_X$ is fixed, some $eps/2$-cover of the thresholds has $O(1/eps)$ members. Read as: at most
    $2/eps$; here of the $k + 1$ thresholds on $k$ points, $k >= 2/eps$."""
    functions, radius = sorted([*threshold_functions(k), (0,) * int(k)]), HALF / e

    def covered(D: Distribution) -> Truth:
        cover = line_cover(functions, D, radius)
        close = all(any(error(h, c, D) <= radius for c in cover) for h in functions)
        return all_of([close, len(cover) <= factor * e])

    return when(2 * e < k + 1, all_of(covered(D) for D in grid(k, s)))


@claim(
    "ABLMM22.S2.1.1.learner",
    "Section 2.1.1: private learner over a cover of thresholds",
    "remark",
    narrows="proved is the arithmetic, at $eps = 1$; the exponential mechanism's privacy and error, Lemma 29 at "
    "$alpha/2$, and Chernoff's bound, by which a member of loss $alpha/2$ has that empirical loss, but with "
    "probability $beta/2$, are cited; that the loss under $D$ is then at most $alpha$ is not formalized",
    scale=Constant(1, stronger="smaller", mutants=(HALF,)),
)
def the_cover_is_learned_with_logarithmically_many_rows(
    e: AtLeastOne, beta: OpenUnit, n: PositiveReal, scale: Fraction
) -> Truth:
    """Over a cover of the thresholds the exponential mechanism learns them privately from rows that scale with
    $log(1/alpha)$, the print's $eps$ being $alpha$ here. Read as: on a cover of $2/alpha + 1$ thresholds of which one
    has an empirical loss of at most $2 alpha/3$, the exponential mechanism with $n >= (12 / (alpha eps)) ln(2 (2/alpha
    + 1)/beta)$ rows passes the empirical loss $5 alpha/6$ with probability at most $beta/2$; here $alpha = 1/e$."""
    alpha, size = 1 / e, 2 * e + 1
    enough = scale * 12 / alpha * ln(2 * size / beta)
    return (enough <= n).implies(size * exp(-(alpha * n / 12)) <= beta / 2)


rests_on("ABLMM22.S2.1.1.learner", "ABLMM22.S2.1.1", "a cover of at most $2/alpha + 1$ thresholds", "Section 2.1.1")
rests_on("ABLMM22.S2.1.1.learner", "ABLMM22.L29", "loss at most $alpha$, for the cover at $alpha/2$", "Section 2.1.1")


@uses("ABLMM22.S2.1.1.learner", "PROB.chernoff.upper", "for section 2.1.1: its rows")
def the_cover_is_not_much_worse_on_the_sample(beta: OpenUnit, more: FromZero) -> Use:
    """From $54 ln(2/beta)/alpha$ rows on, a member of loss $alpha/2$ exceeds the empirical loss $2 alpha/3$ with
    probability at most $beta/2$; here the mean $alpha n/2$ is $27 ln(2/beta) + more$."""
    at = {"mean": 27 * ln(2 / beta) + more, "delta": Fraction(1, 3)}
    return Use(at, gives=lambda b: b.fails <= beta / 2)
