"""ABLMM22 section 2.4: private learners can be boosted (Theorem 8), and subsampling makes them more private."""

from functools import partial
from itertools import combinations

from littlestone.spec.ablmm22.vocabulary import BelowHalf
from littlestone.spec.learning.leaky_mechanisms import BITS, leaky_presence
from littlestone.spec.learning.mechanisms import amplified
from littlestone.spec.notation import *

Subsampled = Annotated[Run, Algorithm("DP.subsampling")]
BOOSTED = "Theorem 8, corrected"
TENTH = Fraction(1, 10)
UpToTenth = Annotated[Real, Reals(low=0, high=TENTH, low_open=True)]
UpToFirst = Annotated[Real, Reals(low=0, high=Fraction(1, 2**14), low_open=True)]  # z at C >= 1


# ---- Theorem 8


@claim(
    "ABLMM22.T8",
    "Theorem 8, section 2.4: boosting of approximately private learners",
    "theorem",
    not_checkable="the constants $c$ and $C_H$ are not given, and the premise is about learners of infinite classes; "
    "the range of $beta$ and $delta$ is wrong (ABLMM22.T8.range)",
    stand_ins=("ABLMM22.T8.range", "ABLMM22.T8.one", "ABLMM22.S2.4"),
)
def private_learners_can_be_boosted(H: ExplicitBinary) -> Truth:
    """For some constant $c > 0$: if for some $n_0$ a class has a $(0.1, delta_0)$-DP learner, $delta_0 <= c/(n_0^2 log
    n_0)$, with loss at most $1/16$ but with probability less than $1/16$, then for some $C_H$ and all $alpha, beta,
    eps, delta in (0, 1)$ it has an $(eps, delta)$-DP learner with loss at most $alpha$ but with probability less than
    $beta$ whenever $n >= C_H log(1/(beta delta))/(alpha eps)$."""
    raise NotImplementedError


rests_on("ABLMM22.T8", "ABLMM22.T2", "$Ldim(H)$ is finite", "Section 2.4, after Theorem 8")


@uses("ABLMM22.T8", "ABLMM22.T3", "Section 2.4, after Theorem 8", draws="a learner with loss at most $alpha$")
def theorem_3_boosts(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Theorem 3 is used at the $alpha$ and $beta$ of Theorem 8, which are any in $(0, 1)$."""
    return Use(needs=(alpha < HALF) & (beta < HALF))


@correction(
    "ABLMM22.T8.from.T3.premise",
    "Theorem 3 has $alpha$ and $beta$ below $1/2$: it must be used at $alpha/2$ and $beta/2$, which costs"
    " a constant where $log(1/(beta delta))$ is at least 1 (ABLMM22.T8.range.corrected)",
    half=Constant(2, stronger="smaller", mutants=(1,)),
)
def half_of_alpha_and_beta_are_in_range(alpha: OpenUnit, beta: OpenUnit, half: int) -> Truth:
    """$alpha/2$ and $beta/2$ are below $1/2$."""
    return (alpha / half < HALF) & (beta / half < HALF)


@uses("ABLMM22.T8", "ABLMM22.T3.proof.corrected", "Section 2.4, after Theorem 8")
def theorem_3_boosts_in_its_range(
    x: FromZero, alpha: BelowHalf, e: OpenUnit, L: AtLeastOne, D: AtLeastTwo, w: AtLeastFour
) -> Use:
    """Where $alpha$ and $beta$ are below $1/2$, it is Theorem 3's own bound, with $C_H$ as its name: no more than $C_H
    log(1/(beta delta))/(alpha eps)$ rows, here a part $x$ of them. For $d >= 1$; one function needs no rows."""
    rows = x * (2**14 * D**4 * w**2) * L / (alpha * e)
    return Use({"rows": rows, "alpha": alpha, "e": e, "L": L, "D": D, "w": w}, gives=x <= 1)


@uses("ABLMM22.T8", "ABLMM22.T3", "Section 2.4, after Theorem 8", name="strict")
def theorem_3_boosts_with_less_than_beta(beta: BelowHalf, failure: Unit) -> Use:
    """Theorem 3 gives a failure of probability at most $beta$, where Theorem 8 has less than $beta$."""
    return Use(needs=beta < HALF, says=failure <= beta, gives=failure < beta)


@correction(
    "ABLMM22.T8.from.T3.strict.conclusion",
    "Theorem 3 bounds the probability by $beta$, and Theorem 8 says it is below $beta$: at $beta/2$ it is",
    half=Constant(2, stronger="smaller", mutants=(1,)),
)
def half_of_beta_is_below_beta(beta: OpenUnit, share: Unit, half: int) -> Truth:
    """A probability of at most $beta/2$, here share $beta/2$, is below $beta$."""
    return share * beta / half < beta


@claim(
    "ABLMM22.T8.range",
    "Theorem 8, section 2.4: range of beta and delta in the boosting",
    "remark",
    narrows="the arithmetic, of a class of Littlestone dimension 3, with a weak learner by Theorem 3; "
    "ABLMM22.T8.one, checked up to 8 points, is used at $N = 1 + 3/alpha$, where both ratios are at most "
    "$5 alpha$, by a count that is not formalized",
    cites=("ABLMM22.T8.range.unbounded",),
)
def one_row_is_enough_for_large_beta_and_delta(C: AtLeastOne) -> Statement:
    """ "For every $alpha, beta, eps, delta in (0, 1)$ [...] whenever $n >= C_H log(1/(beta delta))/(alpha eps)$".
    Read as: where that asks for at most one row, one row is enough, and so the success $1 - beta$ is at most the $25
    alpha^2$ of the best learner of the sets of at most three points of an infinite domain (ABLMM22.T8.one); here at
    $alpha = 1/(1024 C)$, $eps = 1/2$ and $beta = delta = 1 - z$, $z = alpha/(16 C)$, with log to base 2."""
    alpha, epsilon = 1 / (1024 * C), HALF
    z = alpha / (16 * C)
    log_of_inverse = -2 * ln(1 - z) / ln(2)
    return when(C * log_of_inverse / epsilon <= alpha, z <= 25 * alpha**2)


@correction(
    "ABLMM22.T8.range",
    "$log(1/(beta delta))$ goes to 0 as $beta$ and $delta$ go to 1, and no rows are left; with $max(1, "
    "log(1/(beta delta)))$ in its place Theorem 3 gives Theorem 8 for all $alpha, beta, eps, "
    "delta in (0, 1)$",
    narrows="the sizes; ABLMM22.T1.explicit, ABLMM22.T10 and ABLMM22.T3.proof.corrected are cited",
    factor=Constant(4, stronger="smaller", mutants=(3,)),
)
def weak_learners_are_boosted_with_a_logarithm_of_at_least_one(
    alpha: OpenUnit, beta: OpenUnit, delta: OpenUnit, epsilon: OpenUnit, C: PositiveReal, factor: int
) -> Truth:
    """If for some $n_0 >= 2$ a class has a $(0.1, 1/(48000 n_0^2 log n_0))$-DP learner with loss at most $1/16$ but
    with probability at most $1/16$, its Littlestone dimension $d$ is finite, and for all $alpha, beta, eps, delta in
    (0, 1)$ it has an $(eps, delta)$-DP learner with loss at most $alpha$ but with probability less than $beta$ whenever
    $n >= 4 C_H max(1, log(1/(beta delta)))/(alpha eps)$, $C_H = 2^(2^(d+1) + 4 d + 14)$: Theorem 3 at $alpha/2$ and
    $beta/2$ asks for $C_H log(2/(beta delta))/((alpha/2) eps)$; log is to base 2."""
    L = log2(1 / (beta * delta))
    enough = [factor * C * most / (alpha * epsilon) >= C * (1 + L) / (alpha / 2 * epsilon) for most in (1, L)]
    return any_of(enough) & (alpha / 2 < HALF) & (beta / 2 < HALF) & (beta / 2 < beta)


rests_on("ABLMM22.T8.range.unbounded", "ABLMM22.T3", "a weak learner of sets of three points", "for Theorem 8")
rests_on("ABLMM22.T8.range.unbounded", "ABLMM22.T8.one", "one row finds the three points seldom", "for Theorem 8")
rests_on("ABLMM22.T8.range.corrected", "ABLMM22.T1.explicit", "thresholds over no large $X$: $d$ is finite", BOOSTED)
rests_on("ABLMM22.T8.range.corrected", "ABLMM22.T10", "$floor(log d)$ thresholds", BOOSTED)


@uses("ABLMM22.T8.range.corrected", "ABLMM22.T3.proof.corrected", BOOSTED)
def theorem_3_at_half_of_alpha_and_beta(
    x: FromZero, alpha: OpenUnit, e: OpenUnit, L: AtLeastOne, D: AtLeastTwo, w: AtLeastFour
) -> Use:
    """Theorem 3 at $alpha/2$ and $beta/2$ asks for $x C_H/(alpha eps)$ rows, no more than $4 C_H L/(alpha eps)$,
    where $L = max(1, log(1/(beta delta)))$."""
    rows = x * (2**14 * D**4 * w**2) / (alpha * e)
    return Use({"rows": rows, "alpha": alpha / 2, "e": e, "L": 1 + L, "D": D, "w": w}, gives=x <= 4 * L)


@claim(
    "ABLMM22.T8.range.unbounded",
    "for Theorem 8, section 2.4: printed size of the boosting, for every constant",
    "remark",
    role="companion",
    narrows="the arithmetic; what follows from it is in ABLMM22.T8.range",
    share=Constant(1, mutants=(Fraction(1, 3),), stronger="smaller"),
)
def one_row_is_too_few_whatever_the_constant_is(z: UpToFirst, share: Fraction) -> Truth:
    """For every constant $C >= 1$, $alpha = 1/(1024 C)$, $eps = 1/2$ and $beta = delta = 1 - z$ with $z = alpha/(16 C)
    = 2^-14 C^-2$, the printed number of rows is at most 1, that is $-ln(1 - z) <= 4 z ln 2$, and $z$ is more than $25
    alpha^2 = 25 z/64$."""
    return (-ln(1 - z) <= share * 4 * z * ln(2)) & (z > 25 * z / 64)


def most_success(N: int, alpha: Fraction) -> Fraction:
    """The largest chance of any learner to have loss at most alpha < 1/4 from one row, for a random triple of N points.

    The triple's points have label 1 and probability 1/4 each, the others label 0 and 1/(4 (N - 3)) each: a hypothesis
    is good where it contains the triple and at most 4 alpha (N - 3) other points.
    """
    triples = [frozenset(t) for t in combinations(range(N), 3)]
    size = 3 + int(4 * alpha * (N - 3))
    sets = [frozenset(A) for A in combinations(range(N), min(size, N))]

    def best(weights: dict[frozenset[int], Fraction]) -> Fraction:
        return max(sum((p for t, p in weights.items() if t <= A), Fraction(0)) for A in sets)

    one = best({t: QUARTER for t in triples if 0 in t})
    zero = best({t: Fraction(1, 4 * (N - 3)) for t in triples if 0 not in t})
    return N * (one + zero) / len(triples)


def up_to_nine_points(j: int) -> Truth | bool:
    """At most nine points, $j$ at most 6."""
    return j <= 6


@claim(
    "ABLMM22.T8.one",
    "for Theorem 8, section 2.4: success of learners of three points from one example",
    "remark",
    role="companion",
    reach=up_to_nine_points,
    caps="$alpha = 1/(4 + a)$",
    seen=Constant(1, mutants=(2,)),
)
def one_row_finds_no_three_points(j: PositiveSize, a: PositiveSize, seen: int) -> Truth:
    """From one row no learner, private or not, finds a random set of three among $N$ points, of label 1 and probability
    $1/4$ each where the others have label 0 and $1/4$ together, in equal parts, up to loss $alpha < 1/4$ with
    probability above $(3/4) ((s - 1)/(N - 1))^2 + (1/4) (s/(N - 1))^3$, $s = 3 + 4 alpha (N - 3)$ rounded down; here $N
    = 3 + j$."""
    N, alpha = 3 + int(j), Fraction(1, 4 + int(a))
    s = 3 + int(4 * alpha * (N - 3))
    bound = Fraction(3, 4) * Fraction(s - int(seen), N - 1) ** 2 + QUARTER * Fraction(s, N - 1) ** 3
    return Real.of(most_success(N, alpha)) <= bound


# ---- Subsampling


@claim("ABLMM22.S2.4", "Section 2.4: privacy of a random sample", "remark")
def subsampling_multiplies_epsilon(
    m: PositiveSize, rest: Size, j: PositiveSize, law: LawOf, subsampled: Subsampled, respond: Response
) -> Truth:
    """Random sampling of $m = p n$ of $n = m + rest$ rows makes an $(eps, delta)$-private learner $(p eps, p
    delta)$-private. Read as: also the one that answers by randomised response whether some row is 1 and shows its rows
    with probability $delta = 1/4$, for $eps = ln(1 + j)$."""
    return _sampled(m + rest, m, j, (law, subsampled, respond), m / (m + rest) * ln(1 + j), Fraction(1))


@correction(
    "ABLMM22.S2.4",
    "by convexity $ln(1 + p (e^eps - 1)) >= p eps$, with equality at $p = 1$ only, and the counterexample attains it",
    narrows="one mechanism: randomised response on whether some row is 1, with the rows shown with probability "
    "$1/4$; $eps = ln(1 + j)$",
    cites=("DP.subsampling",),
    share=SHARE,
)
def subsampling_multiplies_the_excess(
    m: PositiveSize, rest: Size, j: PositiveSize, law: LawOf, subsampled: Subsampled, respond: Response, share: Fraction
) -> Truth:
    """Random sampling of $m = p n$ of $n = m + rest$ rows makes an $(eps, delta)$-private learner $(ln(1 + p (e^eps -
    1)), p delta)$-private; for $eps = ln(1 + j)$."""
    n = m + rest
    epsilon = ln(amplified(1 + j, share * m / n))
    return _sampled(n, m, j, (law, subsampled, respond), epsilon, share)


@uses("ABLMM22.S2.4", "DP.subsampling", "Section 2.4, last paragraph but one")
def sampling_is_said_to_multiply_epsilon(p: PositiveUnit) -> Use:
    """Random sampling is said to give a $(p eps_0, p delta_0)$-private learner with $n_0/p$ rows; amplification gives
    $ln(1 + p (e^(eps_0) - 1))$ for the part $p$ of the rows, at $eps_0 = 0.1$. (The paragraph before has "roughly
    $n_0/p$" rows, for a smaller part.)"""
    return Use({"part": p, "epsilon": TENTH, "delta": 0}, gives=lambda b: b.epsilon <= p * TENTH)


@correction(
    "ABLMM22.S2.4.from.DP.subsampling.conclusion",
    "the logarithm is concave: $ln(1 + p (e^(eps_0) - 1))$ is $p eps_0$ at least; for $eps_0 <= 0.1$ it"
    " is at most $(11/10) p eps_0$, so that roughly $n_0/p$ rows, a tenth more, are enough",
    narrows="the second inequality, divided by $p$; the first, $ln(1 + x) <= x$, is not formalized",
    factor=Constant(Fraction(11, 10), stronger="smaller", mutants=(1,)),
)
def sampling_multiplies_epsilon_up_to_a_tenth(p: PositiveUnit, epsilon: UpToTenth, factor: Fraction) -> Truth:
    """$ln(1 + p (e^eps - 1)) <= p (e^eps - 1) <= (11/10) p eps$ for $0 < eps <= 0.1$."""
    return (exp(epsilon) - 1 <= factor * epsilon) & (p > 0)


@uses("ABLMM22.S2.4", "DP.composition.adaptive", "Section 2.4, third paragraph")
def the_calls_of_boosting_for_people_add_up(epsilon: PositiveUnit, T: PositiveInteger) -> Use:
    """$T$ calls of a weak learner, each $(p eps_0)$-private for all answers before it, are $eps$-private for $p =
    eps/(T eps_0)$, which must be a part: $eps <= T eps_0 = T/10$."""
    one = epsilon / T
    at = {"first": (T - 1) * one, "second": one, "delta1": Real.of(0), "delta2": Real.of(0)}
    return Use(at, given=10 * epsilon <= T, gives=lambda b: b.epsilon <= epsilon)


def _sampled(
    n: int, m: int, j: int, algorithms: tuple[LawOf, Subsampled, Response], epsilon: Real, share: Fraction
) -> Truth:
    law, subsampled, respond = algorithms
    run = subsampled(leaky_presence(respond, ln(1 + j), QUARTER), m)
    return is_private(partial(law, run), BITS, n, epsilon, share * m / (4 * n))
