"""BCS20 section 5.4: generalization by margins (Theorem 28), and the dimension of the output's class (Lemma 29)."""

from littlestone.spec.boosting.halfspace_sizes import deviation, margin_radicand, rounds
from littlestone.spec.boosting.halfspaces import inner, signs, squared_norm, within_half_the_mean
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *

L29 = "Lemma 29, proof, appendix B"
GENERAL = "section 5.4"
LINE = "Theorem 28 for the halfspaces of the line"


# ---- Theorem 28


@claim(
    "BCS20.T28",
    f"Theorem 28 (Bartlett and Shawe-Taylor 1998), {GENERAL} (standard and from memory): "
    "generalization of a fixed hypothesis with a margin",
    "theorem",
    narrows="one $H$, which errs with probability $i/4$, $k$ the number of its errors; all $H$: BCS20.T28.uniform",
    caps="$delta = 1/8$, where the root is a real number; in the range of small $n$ it exceeds 1 and says nothing: at "
    "$d = 1$ it is below 1 from $n = 400$ on, $0.67$ at 1000, where single cases are looked at",
    share=Constant(1, mutants=(Fraction(1, 50), Fraction(1, 4000))),
)
def a_fixed_hypothesis_with_a_margin_generalizes(
    n: PositiveSize, d: PositiveSize, i: Size, share: Fraction
) -> Statement:
    """Let $h = sgn(H)$ for some $H$ in $F$. If $H$ has margin less than $gamma$ on at most $k$ of $n$ examples, then
    with probability at least $1 - delta$, $Pr[h(x) != y] <= k/n + sqrt((2/n)(d ln(34 e n/d) log2(578 n) +
    ln(4/delta)))$, $d = fat_F(gamma/16)$: for each number of errors, the bound holds or so few are unlikely."""
    delta, p = Fraction(1, 8), Fraction(i, 4)
    radicand = share * margin_radicand(int(n), int(d), delta)
    excess = root(radicand) if is_true(radicand >= 0) else radicand  # where it is negative nothing is claimed
    cases = all_of(holds(int(n), p, k, excess, delta) for k in range(int(n) + 1))
    return when([i <= 4, radicand >= 0], cases)


def holds(n: int, p: Fraction, k: int, excess: Real, delta: Fraction) -> Truth:
    """p <= k/n + excess, or at most k of n errors have probability at most delta."""
    gap = Real.of(p) - Fraction(k, n)
    return (gap <= excess) | (Real.of(lower_tail(n, min(p, Fraction(1)), Fraction(k))) <= delta)


@claim(
    "BCS20.T28.root",
    f"Theorem 28, its bound, {GENERAL} (standard and from memory: without n >= d, which the source may ask for): "
    "radicand of the generalization bound",
    "companion",
    caps="$delta = 1/8$",
)
def the_root_is_a_real_number(n: PositiveSize, d: PositiveSize) -> Truth:
    """For all $n$ and $d$, $d ln(34 e n/d) log2(578 n) + ln(4/delta)$ is not negative."""
    return margin_radicand(int(n), int(d), Fraction(1, 8)) >= 0


@correction(
    "BCS20.T28.root",
    "for $d > 34 e n$ the logarithm is negative, and for a large $d$ the root is of a negative number: $n"
    " >= d$ must be said",
    narrows="the exponent of Hoeffding's bound, for one $H$ fixed before the sample; the bound itself is cited",
    two=Constant(2, mutants=(QUARTER,)),
)
def a_fixed_hypothesis_generalizes_from_as_many_rows_as_the_dimension(
    d: AtLeastOne, more: FromZero, L: PositiveReal, two: Fraction
) -> Truth:
    """For $n >= d >= 1$ the root is a real number and at least $sqrt(ln(1/delta)/(2n))$, so that $e^{-2 n root^2} <=
    delta = e^{-64 L}$."""
    n = d + more
    return two * (d * ln(34 * EULER * n / d) * (ln(578 * n) / ln(2)) + ln(4) + 64 * L) * 2 >= 64 * L


@uses("BCS20.T28.root.corrected", "PROB.hoeffding", "Theorem 28, for one hypothesis")
def hoeffding_for_the_number_of_errors(n: PositiveInteger, L: PositiveReal, more: FromZero) -> Use:
    """One-sided at the distance $root >= sqrt(L/(2n))$: the exponent $2 n root^2$ is at least $L = log(1/delta)$,
    and the tail at most $delta$."""
    return Use({"n": n, "t": (L / (2 * n) + more) ** HALF}, gives=lambda b: b.fails <= exp(-L))


@claim(
    "BCS20.T28.uniform",
    f"for Theorem 28, as Theorem 30 uses it, {GENERAL} (standard): generalization of all hypotheses of a class at once",
    "companion",
    not_checkable="a statement on all classes of real functions and all distributions, whose bound is below 1 from "
    "about a thousand rows on; $H$ depends on the sample where it is used",
    stand_ins=("BCS20.T28", "BCS20.T28.root.corrected", "BCS20.T28.line"),
)
def all_hypotheses_with_a_margin_generalize(gamma: PositiveReal) -> Truth:
    """With probability at least $1 - delta$ over the sample, for ALL $H$ in $F$ and all $k$: if $H$ has margin less
    than $gamma$ on at most $k$ examples, $Pr[h(x) != y]$ is at most the bound of Theorem 28."""
    raise NotImplementedError


@claim(
    "BCS20.T28.line",
    f"for Theorem 28, for one class, {GENERAL}: generalization of the halfspaces of the line",
    "companion",
    narrows="$F = {x -> z x: |z| <= 2}$ on $[-1, 1]$, of dimension 1: two classifiers, by Hoeffding's and the "
    "union bound",
    four=Constant(4, mutants=(HALF,)),
)
def the_halfspaces_of_the_line_generalize(n: PositiveInteger, L: PositiveReal, four: Fraction) -> Truth:
    """With probability at least $1 - delta$ both signs of $z$ have the bound of Theorem 28 at $d = 1$: $2 e^{-2 n
    root^2} <= delta$; in logarithms, $delta = e^{-L}$."""
    return ln(2) - four * (ln(34 * EULER * n) * (ln(578 * n) / ln(2)) + ln(4) + L) <= -L


@uses("BCS20.T28.line", "PROB.hoeffding", LINE)
def hoeffding_for_each_sign(n: PositiveInteger, L: PositiveReal, more: FromZero) -> Use:
    """At $root^2 = (ln 2 + L)/(2n)$ or more each sign fails with probability at most $e^{-L}/2$."""
    root = ((ln(2) + L) / (2 * n) + more) ** HALF
    return Use({"n": n, "t": root}, gives=lambda b: b.fails <= exp(-(ln(2) + L)))


@uses("BCS20.T28.line", "PROB.union", LINE)
def both_signs_together(L: PositiveReal) -> Use:
    """One of two classifiers fails with at most $delta = e^{-L}$, each with $e^{-(ln 2 + L)}$."""
    return Use({"chances": 2 * exp(-(ln(2) + L))}, gives=lambda b: b.fails <= exp(-L))


# ---- Lemma 29


@claim(
    "BCS20.L29",
    f"Lemma 29, {GENERAL} (from the text; F = {{x -> <z, x>: ||z|| <= 2}} derived and from memory; reading A: z + nu): "
    "norm and fat-shattering dimension of the output",
    "lemma",
    narrows="the bound $8/d$ on the chance that the output is in $F$; that it has this bound is BCS20.B.eq2.variance",
    caps="$d = 18 ceil(T/sigma^2) + 18$; the average of the noises is normal, of deviation $sigma/sqrt(T)$",
)
def the_output_has_a_bounded_norm(alpha: OpenUnit, beta: OpenUnit, tau: PositiveUnit, c: PositiveReal) -> Truth:
    """With probability at least $1 - beta/3$, HS-StL outputs a hypothesis in $F$, of fat-shattering dimension at most
    $4/gamma^2$, in every dimension $d$. Read as: the averaged noise is at most 3, as $||z_bar|| <= 2$ asks, with
    probability at most $8/d$, which is at least $1 - beta/3$."""
    ratio = rounds(alpha, tau) / deviation(alpha, beta, tau, c) ** 2
    return within_half_the_mean(18 * ratio + 18) >= 1 - beta / 3


@terms("BCS20.L29.corrected")
def short_average(theta: PositiveReal, tau: PositiveUnit, exponent: Annotated[Real, Reals()]) -> Terms:
    """theta = sigma^2 d/T; Pr[the averaged noise exceeds 1] <= e^{-exponent/(2 sigma^2)}."""
    return Terms(asks=theta <= Fraction(9, 10), says=exponent >= tau**2 / 16)


@correction(
    "BCS20.L29",
    "the averaged noise has norm about $sigma sqrt(d/T)$, and leaves every ball for large $d$ "
    "(BCS20.L29.every): $d <= (9/10) T/sigma^2$ is needed",
    narrows="the output is the norms of its averages; that the exponent bounds the tail is BCS20.B.eq2.tail, and that "
    "shattered points have $(gamma m/2)^2 <= m$ BCS20.L29.fat",
    top=Constant(Fraction(9, 10), mutants=(1,)),
    four=Constant(4, mutants=(3,)),
)
def the_output_has_a_bounded_norm_in_few_dimensions(
    part: PositiveUnit,
    T: Annotated[Real, Reals(low=1024)],
    tau: PositiveUnit,
    beta: OpenUnit,
    centre: Unit,
    noise: Unit,
    m: PositiveInteger,
    gamma: PositiveReal,
    top: Fraction,
    four: int,
) -> Truth:
    """If $T >= 1024$, as in Algorithm 5, and $d <= (9/10) T/sigma^2$, $sigma$ that of Algorithm 5 at $c = 1/sqrt(2)$,
    then with probability at least $1 - beta/3$ HS-StL outputs a hypothesis in ${x -> <z, x>: ||z|| <= 2}$, and of $m$
    points that it $gamma$-shatters $m <= 4/gamma^2$: the averaged noise exceeds 1 with probability at most $e^{-(T/(2
    sigma^2))(1 - theta + theta ln theta)} <= xi <= beta/3$, $theta = sigma^2 d/T$, $1/(2 sigma^2) = 16
    ln(1/xi)/tau^2$, $xi = beta/(3T)$."""
    theta, log = top * part, ln(3 * T / beta)
    exponent = T * (1 - theta + theta * ln(theta))
    shattered = ((gamma * m / 2) ** 2 <= m).implies(m <= four / gamma**2)
    seldom = all_of([short_average(theta, tau, exponent).says, ln(3 / beta) <= log])
    return all_of([seldom, centre + noise <= 2, shattered])


@uses("BCS20.L29", "BCS20.B.eq3", L29, repair="BCS20.B.eq3.corrected")
def the_output_is_in_the_class(theta: PositiveReal, beta: OpenUnit) -> Use:
    """In every dimension $d$ some noise is long with at most $beta/3$; $theta = sigma^2 d$."""
    return Use({"theta": theta, "beta": beta}, gives=lambda b: b.fails <= beta / 3)


@correction(
    "BCS20.L29.from.B.eq3.premise",
    "the display holds for $sigma^2 d <= 2/3$ only; for the average of the noises alone, $d <= (9/10) "
    "T/sigma^2$ is enough (BCS20.L29.corrected), which is more, as $T >= 1$",
    top=Constant(Fraction(2, 3), mutants=(Fraction(19, 20),)),
)
def the_output_is_in_the_class_in_few_dimensions(part: PositiveUnit, T: AtLeastOne, top: Fraction) -> Truth:
    """$sigma^2 d <= 2/3$ gives $sigma^2 d <= (9/10) T$."""
    return top * part <= Fraction(9, 10) * T


rests_on("BCS20.L29", "BCS20.L29.fat", "For every $m$ points that are shattered, $(gamma m/2)^2 <= m$", L29)
rests_on(
    "BCS20.L29.corrected", "BCS20.B.eq2.tail", "the tail of the average, of $d$ coordinates", "Lemma 29, corrected"
)
rests_on("BCS20.L29.corrected", "BCS20.L29.fat", "$m <= 4/gamma^2$", "Lemma 29, corrected")


@claim(
    "BCS20.L29.every",
    f"for Lemma 29, {GENERAL} (readings A: z + nu, and B: z/||z|| + nu): norm of the output in many dimensions",
    "companion",
    narrows="the arithmetic; that $8/d$ bounds the probability is Chebyshev's inequality, of which some even $d$ are "
    "BCS20.B.eq2.variance",
    caps="$d = ceil(2 (R + 1)^2 T/sigma^2) + 16$",
    sixteen=Constant(16, mutants=(4,)),
)
def the_output_leaves_every_ball_in_many_dimensions(
    ratio: FromZero, R: FromZero, beta: OpenUnit, sixteen: int
) -> Truth:
    """For every $ratio = T/sigma^2$ and every bound $R$ on $||z||$ in the class there is a dimension $d$ in which the
    output is in the class with probability at most $8/d < 1 - beta/3$."""
    return within_half_the_mean(2 * (R + 1) ** 2 * ratio + sixteen) < 1 - beta / 3


@uses("BCS20.L29.every", "BCS20.B.eq2.variance", "for Lemma 29")
def the_dimension_is_large_for_every_class(ratio: FromZero, R: FromZero, more: FromZero, beta: OpenUnit) -> Use:
    """$||z_bar|| <= R$ gives an averaged noise of at most $R + 1$, and $(R + 1)^2 ratio <= d/2$; with 16 dimensions
    more, or the next even number, $8/d < 1 - beta/3$."""
    return Use({"d": 2 * (R + 1) ** 2 * ratio + 16 + more}, gives=lambda b: b.fails < 1 - beta / 3)


@terms("BCS20.L29.fat")
def small_dimension(m: AtLeastOne, gamma: PositiveReal, four: int = 4) -> Terms:
    """So many points are gamma-shattered."""
    return Terms(asks=(gamma * m / 2) ** 2 <= m, says=m <= four / gamma**2)


@claim(
    "BCS20.L29.fat",
    f"Lemma 29, the dimension, {GENERAL} and appendix B (derived): fat-shattering dimension of bounded halfspaces",
    "lemma",
    narrows="the arithmetic, from Lemmas 31 and 32",
    four=Constant(4, mutants=(3,)),
)
def the_class_has_a_small_fat_shattering_dimension(m: PositiveInteger, gamma: PositiveReal, four: int) -> Statement:
    """$fat_F(gamma) <= 4/gamma^2$ for $F = {x -> <z, x>: ||z|| <= 2}$ on the unit ball: $m$ points that are
    $gamma$-shattered have all signed sums at least $gamma m/2$, and one at most $sqrt(m)$, so that $(gamma m/2)^2 <=
    m$."""
    shattered = small_dimension(m, gamma, four)
    return when(shattered.asks, shattered.says)


@uses("BCS20.L29.fat", "BCS20.L31", L29)
def shattered_points_have_long_sums(m: PositiveInteger, gamma: PositiveReal, squared: FromZero) -> Use:
    """$||s|| >= gamma m/2$, for the signs of Lemma 32 too, for which $||s||^2 <= m$: $(gamma m/2)^2 <= m$."""
    return Use({"squared": squared, "points": m, "gamma": gamma}, given=squared <= m, gives=(gamma * m / 2) ** 2 <= m)


@uses("BCS20.L29.fat", "BCS20.L32", L29)
def some_sum_is_short(m: PositiveInteger, gamma: PositiveReal, squared: FromZero) -> Use:
    """$(gamma m/2)^2 <= ||s||^2 <= m$ for some signs."""
    at = {"squared": squared, "points": m}
    return Use(at, given=(gamma * m / 2) ** 2 <= squared, gives=(gamma * m / 2) ** 2 <= m)


@claim(
    "BCS20.L29.attained",
    f"for Lemma 29, the dimension, {GENERAL} (derived): points that attain the fat-shattering dimension",
    "companion",
    caps="$x_i = e_i$ in $R^d$, $d = m + more$",
    scale=Constant(4, mutants=(5,)),
)
def orthonormal_points_attain_the_dimension(m: PositiveSize, more: Size, scale: int) -> Truth:
    """For $gamma^2 = 4/m$ the vectors $z_b = gamma sum_i b_i e_i$ have norm 2, and $b_i * <z_b, e_i> = gamma$:
    $fat_F(gamma)$, $F$ of BCS20.L29.fat, is at least $m = 4/gamma^2$ in $R^d$, $d >= m$."""
    squared, d = Fraction(scale, m), int(m + more)
    found = []
    for b in signs(int(m)):
        z = tuple(Fraction(s) for s in (*b, *(0,) * (d - int(m))))  # z_b/gamma
        found += [squared * squared_norm(z) == 4]
        found += [s * inner(z, tuple(Fraction(j == i) for j in range(d))) == 1 for i, s in enumerate(b)]
    return all_of(found)
