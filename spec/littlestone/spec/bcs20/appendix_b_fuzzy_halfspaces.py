"""BCS20 appendices A and B: the glossary, and the norm and the fat-shattering dimension of the output (Lemma 29).

The noise is that of reading A (section 5.2), which the words of appendix B describe: "the Gaussian vector added".
"""

from functools import lru_cache
from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.halfspace_sizes import call_failure, deviation, rounds, square_root
from littlestone.spec.boosting.halfspaces import (
    Vector,
    combination,
    disc_points,
    inner,
    norm_above,
    poisson_below,
    signs,
    squared_norm,
)
from littlestone.spec.notation import *

FUZZY = "appendix B"
L29 = "Lemma 29, proof, appendix B"
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""
RADIUS_TWO = tuple(tuple(2 * a for a in x) for x in disc_points(5) if squared_norm(x) == 1)
QUARTERS = tuple(x for x in disc_points(2) if x > (Fraction(0), Fraction(0)))
DIRECTIONS = (
    (Fraction(1), Fraction(0)),
    (Fraction(3, 5), Fraction(4, 5)),
    (Fraction(0), Fraction(-1)),
    (Fraction(-1), Fraction(0)),
)
NOISES = ((Fraction(0),) * 2, *((k * a, k * b) for k in (Fraction(1, 3), Fraction(2)) for a, b in DIRECTIONS))


# ---- Appendix A


@claim(
    "BCS20.GL",
    "appendix A, the order from the text, symbols standard: glossary of symbols",
    "notation",
    not_checkable="a list of symbols, which states nothing; $alpha$ is the accuracy and the Renyi order, and $d$ a "
    "dimension of $X$ and of fat shattering",
    stand_ins=("BCS20.A5",),
)
def the_symbols_of_the_paper(alpha: OpenUnit) -> Truth:
    """$n$ rows, $alpha$ accuracy, $beta$ failure, $eps$ and $delta$ privacy, $eta$ noise rate, $tau$ target margin,
    $zeta$ slickness, $d$ dimension, $gamma$ advantage, $nu$ noise, $sigma$ its deviation, $kappa$ density, $lambda$
    rate, $theta$ margin of Pythia, $X$ domain, $mu$ bounded measure, $hat(mu)$ its distribution, $mu~$ one not
    projected, $Delta$ total variation distance, $M$ game."""
    raise NotImplementedError


# ---- Lemmas 31 and 32


@lru_cache(maxsize=64)
def projections(x: Vector) -> tuple[Fraction, ...]:
    """<z, x> for the vectors z of norm 2 of the list."""
    return tuple(inner(z, x) for z in RADIUS_TWO)


def best(x: tuple[Vector, ...], r: tuple[Fraction, ...], b: tuple[int, ...]) -> Fraction:
    """The largest margin of signs b over r that a vector of norm 2 of the list has on x."""
    margins = ([s * (p - c) for p in projections(v)] for s, v, c in zip(b, x, r, strict=True))
    found: Fraction = max(min(pair) for pair in zip(*margins, strict=True))
    return found


@terms("BCS20.L31")
def signed_sums(squared: FromZero, points: FromZero, gamma: FromZero, share: Fraction = QUARTER) -> Terms:
    """||sum b_i x_i||^2 of points that are gamma-shattered."""
    return Terms(says=squared >= share * (points * gamma) ** 2)


@claim(
    "BCS20.L31",
    f"Lemma 31 (Servedio 2000), {FUZZY} (standard and derived): signed sums of shattered points",
    "lemma",
    narrows="$n = 2$ in the plane, $r$ in ${-1/4, 0, 1/2}^2$, $z_b$ the best of twelve of norm 2; of all of them"
    " the last step is BCS20.L31.step",
    caps="$x_1$ the $i$-th of six points of the disc with coordinates in halves, up to sign, $x_2$ any of them; both "
    "halved from the seventh on, and again at each sixth",
    share=Constant(QUARTER, mutants=(Fraction(1, 3),)),
)
def shattered_points_have_large_signed_sums(i: Size, share: Fraction) -> Truth:
    """If $x_1, ..., x_n$ are $gamma$-shattered by ${x -> <z, x>: ||z|| <= 2}$ then $||sum b_i x_i|| >= gamma n/2$ for
    every $b$ in ${-1, 1}^n$: for every certificate $r$, $z_b$ with $b_i (<z_b, x_i> - r_i) >= gamma$, $gamma$ the
    largest one that it allows."""
    times, place = divmod(int(i), len(QUARTERS))
    points = [tuple(HALF**times * a for a in x) for x in QUARTERS]
    corners, found = tuple(signs(2)), []
    for second, *r in product(points, *((-QUARTER, Fraction(0), HALF),) * 2):
        x = (points[place], second)
        gamma = max(min(best(x, tuple(r), b) for b in corners), Fraction(0))
        found += [signed_sums(squared_norm(combination(b, x)), 2, gamma, share).says for b in corners]
    return all_of(found)


rests_on(
    "BCS20.L31",
    "BCS20.L31.step",
    "$n gamma <= 2 ||s|| - r$ for one of $b$ and $-b$, with $r >= 0$",
    f"for Lemma 31, {FUZZY}",
)


@claim(
    "BCS20.L31.step",
    f"for Lemma 31, {FUZZY} (standard): one of two opposite signs",
    "companion",
    narrows="the last step; the sum over the points, and Cauchy and Schwarz' inequality, $<z_b, s> <= 2 ||s||$, are "
    "not formalized",
    two=Constant(2, mutants=(Fraction(3, 2),)),
)
def one_of_two_opposite_signs_has_no_negative_offset(
    n: PositiveInteger, gamma: PositiveReal, length: FromZero, r: FromZero, two: Fraction
) -> Statement:
    """$n gamma <= <z_b, s> - sum b_i r_i <= 2 ||s|| - sum b_i r_i$ for $s = sum b_i x_i$, and the same for $-b$: for
    that of the two with $sum b_i r_i = r >= 0$ it gives $||s|| >= gamma n / 2$, for all $n$ and dimensions."""
    return when(n * gamma <= 2 * length - r, n * gamma <= two * length)


@terms("BCS20.L32")
def small_signed_sum(squared: FromZero, points: FromZero, share: Fraction | int = 1) -> Terms:
    """The least ||sum b_i x_i||^2 of points in the unit ball."""
    return Terms(says=squared <= share * points)


@claim(
    "BCS20.L32",
    f"Lemma 32 (Bartlett and Shawe-Taylor 1998), {FUZZY} (standard): smallest signed sum in the unit ball",
    "lemma",
    narrows="in the plane; of all dimensions and points the induction step is BCS20.L32.step",
    caps="points of the disc with coordinates in halves, not 0, up to sign",
    share=SHARE,
)
def some_signed_sum_is_small(n: Size, share: Fraction) -> Statement:
    """For $x_1, ..., x_n$ in the unit ball, $n >= 1$, some $b$ in ${-1, 1}^n$ has $||sum b_i x_i|| <= sqrt(n)$."""
    zero = (Fraction(0), Fraction(0))
    found = all_of(
        small_signed_sum(min(squared_norm(combination((*b, 0), (*x, zero))) for b in signs(int(n))), n, share).says
        for x in product(QUARTERS, repeat=int(n))
    )
    return when(n >= 1, found)


rests_on("BCS20.L32", "BCS20.L32.step", "from $n$ to $n + 1$ points", f"for Lemma 32, {FUZZY}")


@claim(
    "BCS20.L32.step",
    f"for Lemma 32, by induction, {FUZZY} (derived): induction on the number of points",
    "companion",
    narrows="the squares as numbers; that they are these is not formalized",
    one=Constant(1, mutants=(HALF,)),
)
def one_of_two_signs_keeps_the_sum_small(
    n: Natural, less: Unit, size: Unit, p: Annotated[Real, Reals()], one: Fraction
) -> Truth:
    """If $||s||^2 <= n$ and $||x|| <= 1$ then $||s + x||^2$ or $||s - x||^2$ is at most $n + 1$: they are $||s||^2 +
    ||x||^2 + 2 p$ and $- 2 p$, $p = <s, x>$; for all $n$ and dimensions."""
    s = n * less
    return (s + size + 2 * p <= n + one) | (s + size - 2 * p <= n + one)


# ---- The norm of the output


def norm(x: Vector) -> Real:
    """||x||."""
    squared = squared_norm(x)
    return square_root(squared) if squared else Real.of(0)


@terms("BCS20.B.eq1")
def length_of_the_output(length: FromZero, longest: FromZero, one: Fraction | int = 1) -> Terms:
    """||z_bar|| and the longest noise."""
    return Terms(says=length <= one + longest)


@claim(
    "BCS20.B.eq1",
    f"display in the proof of Lemma 29, {FUZZY} (shape from the text, constant derived): norm of the averaged output",
    "step",
    narrows="two rounds, in the plane",
    caps="$z_t$ of norm 1, in four directions; $nu_1$, $nu_2$ the $i$-th and $j$-th of 0 and those times $1/3$ or 2",
    one=Constant(1, mutants=(HALF,)),
)
def the_average_is_no_longer_than_the_noise_allows(i: Size, j: Size, one: Fraction) -> Truth:
    """$||z_bar|| = ||(1/T) sum_t (z_t + nu_t)|| <= (1/T) sum_t (||z_t|| + ||nu_t||) <= 1 + max_t ||nu_t||$."""
    nu = NOISES[i % len(NOISES)], NOISES[j % len(NOISES)]
    average, longest = (norm(nu[0]) + norm(nu[1])) / 2, norm(max(nu, key=squared_norm))
    return all_of(
        (norm(combination((HALF,) * 4, (*z, *nu))) <= (norm(z[0]) + norm(z[1])) / 2 + average)
        & length_of_the_output(norm(combination((HALF,) * 4, (*z, *nu))), longest, one).says
        for z in product(DIRECTIONS, repeat=2)
    )


def too_long(m: Integer, j: Integer) -> Real:
    """Pr[||nu_t|| > 1] in dimension 24m, for alpha = beta = 1/(1 + j) and tau = 1."""
    return norm_above(12 * m, 1, deviation(Fraction(1, 1 + j), Fraction(1, 1 + j), 1))


@claim(
    "BCS20.B.eq2",
    f"display in the proof of Lemma 29, {FUZZY} (derived: sigma of display (1) with c = 1/sqrt(2), the bound 1): "
    "norm of the noise of a round",
    "step",
    caps="$d = 24m$, $alpha = beta = 1/(1 + j)$, $tau = 1$",
)
def the_noise_of_a_round_is_short(m: PositiveSize, j: PositiveSize) -> Truth:
    """With $sigma$ of display (1), $Pr[||nu_t|| <= 1] >= 1 - beta/(3T)$."""
    return too_long(m, j) <= call_failure(Fraction(1, 1 + j), Fraction(1, 1 + j), 1)


@terms("BCS20.B.eq2.corrected")
def short_noise(theta: PositiveReal, tau: PositiveUnit, rate: Annotated[Real, Reals()]) -> Terms:
    """theta = sigma^2 d; Pr[the noise of a round exceeds 1] <= e^{-rate/(2 sigma^2)}."""
    return Terms(asks=theta <= Fraction(2, 3), says=16 * rate >= tau**2)


@correction(
    "BCS20.B.eq2",
    "the norm of the noise is about $sigma sqrt(d)$, and $sigma$ does not depend on $d$: it needs $d <= 2/(3 "
    "sigma^2)$, and fails for every $sigma$ as $d$ grows (BCS20.L29.every)",
    narrows="the exponent, at $c = 1/sqrt(2)$; that it bounds the tail is BCS20.B.eq2.tail",
    top=Constant(Fraction(2, 3), mutants=(Fraction(3, 4),)),
)
def the_noise_is_short_in_few_dimensions(part: PositiveUnit, tau: PositiveUnit, top: Fraction) -> Truth:
    """If $sigma^2 d <= 2/3$ then $Pr[||nu_t|| > 1] <= e^{-(1 - theta + theta ln theta)/(2 sigma^2)} <= xi = beta/(3T)$,
    $theta = sigma^2 d$: $1/(2 sigma^2) = 16 ln(1/xi) / tau^2$, so that $16 (1 - theta + theta ln theta) >= tau^2$ is
    what it takes."""
    theta = top * part
    return as_truth(short_noise(theta, tau, 1 - theta + theta * ln(theta)).says)


rests_on(
    "BCS20.B.eq2.corrected", "BCS20.B.eq2.tail", "$Pr[||nu_t|| > 1]$ is $e^{-exponent}$ or less", f"{L29}, corrected"
)


@claim(
    "BCS20.B.eq2.tail",
    f"for the proof of Lemma 29, {FUZZY} (Chernoff's bound): upper tail of the norm of normal noise",
    "companion",
    narrows="$d = 2m$ and $1/(2 sigma^2) = m + more$ whole numbers: summed exactly",
    share=Constant(1, mutants=(2,)),
)
def the_norm_of_a_normal_vector_has_an_exponential_tail(m: PositiveSize, more: Size, share: int) -> Statement:
    """$Pr[||nu|| > 1] <= e^{-t(1 - theta + theta ln theta)}$ for $t = 1/(2 sigma^2)$ and $theta = sigma^2 d < 1$."""
    t = m + more
    theta = Fraction(m, t)
    return when(more >= 1, poisson_below(t, m) <= exp(-share * (t * (1 - theta) + m * ln(theta))))


rests_on(
    "BCS20.B.eq2.tail",
    "BCS20.B.eq2.exponent",
    "the exponent at $x = 1/sigma^2 = 2t$, $d = theta x$",
    "Chernoff's bound",
)
rests_on(
    "BCS20.B.eq2.tail",
    "PROB.markov",
    "a bound on the tail by the moment $E[e^{s ||nu||^2/sigma^2}]$",
    "Chernoff's bound",
)


@claim(
    "BCS20.B.eq2.exponent",
    f"for the proof of Lemma 29, {FUZZY} (Chernoff's bound): exponent of the tail of the norm",
    "companion",
    narrows="the exponent; that the moment is $(1 - 2s)^{-d/2}$ is not formalized",
    more=OFFSET,
)
def the_exponent_of_the_norm(theta: PositiveUnit, x: PositiveReal, more: int) -> Truth:
    """$E[e^{s X}] e^{-s x} = (1 - 2s)^{-d/2} e^{-s x}$ for $X = ||nu||^2/sigma^2$; at $s = (1 - theta)/2$ and $d =
    theta x$ its logarithm is $-(x/2)(1 - theta + theta ln theta)$."""
    s = (1 - theta) / 2
    exponent = -(theta * x / 2) * ln(1 - 2 * s) - s * x
    return equals(exponent, -(x / 2) * (1 - theta + theta * ln(theta) + more))


@terms("BCS20.B.eq2.variance")
def seldom_short(d: PositiveReal, eight: int = 8) -> Terms:
    """||nu||^2 <= sigma^2 d/2, in dimension d."""
    return Terms(fails=eight / d)


@claim(
    "BCS20.B.eq2.variance",
    f"for the proof of Lemma 29, {FUZZY} (Chebyshev): lower tail of the norm of normal noise",
    "companion",
    caps="$d = 2m > 8$",
    eight=Constant(8, mutants=(1,)),
    cites=("PROB.markov",),
)
def few_normal_vectors_are_short(m: PositiveSize, eight: int) -> Statement:
    """$Pr[||nu||^2 <= sigma^2 d/2] <= 8/d$: in even dimensions, exactly."""
    return when(m >= 5, 1 - poisson_below(Fraction(m, 2), m) <= seldom_short(2 * m, eight).fails)


@uses("BCS20.B.eq2.variance", "PROB.markov", "Chebyshev's inequality")
def markov_for_the_squared_deviation(m: PositiveInteger) -> Use:
    """$||nu||^2/sigma^2$ has mean $d = 2m$ and variance $2d$; it is at most $d/2$ only if its distance from $d$ squared
    is at least $d^2/4$, with probability at most $8/d$."""
    d = 2 * m
    return Use({"level": d**2 / 4, "mean": 2 * d}, gives=lambda b: b.fails <= 8 / d)


def all_short(m: Integer, j: Integer) -> Real:
    """Pr[||nu_t|| <= 1 for all ceil(T) rounds] in dimension 24m, for alpha = beta = 1/(1 + j) and tau = 1."""
    return (1 - too_long(m, j)) ** ceiling(rounds(Fraction(1, 1 + j), 1))


@claim(
    "BCS20.B.eq3",
    f"display in the proof of Lemma 29, {FUZZY} (derived): norm of the noise of all rounds",
    "step",
    caps="the first of the three; $d = 24m$, $alpha = beta = 1/(1 + j)$, $tau = 1$, $c = 1/sqrt(2)$; $ceil(T)$ "
    "independent noises, exactly",
)
def the_noise_of_all_rounds_is_short(m: PositiveSize, j: PositiveSize) -> Truth:
    """With probability at least $1 - beta/3$ all $||nu_t|| <= 1$, $||z_bar|| <= 2$, and the output is in $F$."""
    return all_short(m, j) >= 1 - Fraction(1, 3 * (1 + j))


@terms("BCS20.B.eq3.corrected")
def some_noise_is_long(theta: PositiveReal, beta: PositiveUnit) -> Terms:
    """Some ||nu_t|| > 1, with theta = sigma^2 d."""
    return Terms(asks=theta <= Fraction(2, 3), fails=beta / 3)


@correction(
    "BCS20.B.eq3",
    "the norm of each noise grows with the dimension, which must be at most $2/(3 sigma^2)$",
    narrows="$d = 24m$, $alpha = beta = 1/(1 + j)$, $tau = 1$ and $c = 1/sqrt(2)$; that the output is then in $F$ is "
    "BCS20.B.eq1",
    caps="$ceil(T)$ independent noises, exactly",
    top=Constant(Fraction(2, 3), mutants=(Fraction(4, 5),)),
)
def the_noise_of_all_rounds_is_short_in_few_dimensions(m: PositiveSize, j: PositiveSize, top: Fraction) -> Statement:
    """If $sigma^2 d <= 2/3$ then with probability at least $1 - beta/3$ all $||nu_t|| <= 1$, and the output is in
    $F$."""
    level = Fraction(1, 1 + j)
    theta = 24 * m * deviation(level, level, 1) ** 2
    return when(theta <= top, all_short(m, j) >= 1 - some_noise_is_long(theta, level).fails)


@uses("BCS20.B.eq3", "BCS20.B.eq1", L29)
@uses("BCS20.B.eq3.corrected", "BCS20.B.eq1", f"{L29}, corrected")
@uses("BCS20.T30.eq9.corrected", "BCS20.B.eq1", "Theorem 30, proof: the final hypothesis, corrected")
def the_longest_noise_bounds_the_output(longest: Unit, length: FromZero) -> Use:
    """$||z_bar|| <= 1 + max ||nu_t|| <= 2$, where all $||nu_t|| <= 1$."""
    return Use({"length": length, "longest": longest}, gives=length <= 2)


@uses("BCS20.B.eq3", "BCS20.B.eq2", L29, repair="BCS20.B.eq2.corrected")
def each_round_has_short_noise(tau: PositiveUnit, theta: PositiveReal, rate: FromZero) -> Use:
    """In each of $ceil(T)$ rounds, for any $d$, a long noise has at most $xi$, as $rate >= tau^2/16$; $theta = sigma^2
    d$."""
    return Use({"theta": theta, "tau": tau, "rate": rate}, gives=rate >= tau**2 / 16)


@correction(
    "BCS20.B.eq3.from.B.eq2.premise",
    "that $||nu_t|| <= 1$ takes $sigma^2 d <= 2/3$, and $sigma$ does not depend on $d$: the dimension must be bounded",
    top=Constant(Fraction(2, 3), mutants=(Fraction(3, 4),)),
)
def each_round_has_short_noise_in_few_dimensions(part: PositiveUnit, top: Fraction) -> Truth:
    """For $d <= 2/(3 sigma^2)$, $theta = sigma^2 d$ is at most $2/3$."""
    return top * part <= Fraction(2, 3)


rests_on(
    "BCS20.B.eq3.corrected", "BCS20.B.eq2.corrected", "each $||nu_t|| <= 1$, but for $beta/(3T)$", f"{L29}, corrected"
)
