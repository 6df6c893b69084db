"""BCS20 appendix C: Claim 1, on the rows that make HS-StL private."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.halfspace_sizes import density, deviation, rounds, square_root
from littlestone.spec.learning.mechanisms import gaussian_delta
from littlestone.spec.notation import *

ONLY = "appendix C"
C1 = "Claim 1, proof, appendix C"
REPAIRED = "Claim 1, corrected"
FEW_ROWS = "Theorem 30, few rows, corrected"
T30 = "Theorem 30, proof"
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""
ROUGH = (
    "weights above 1 are no bounded measure (D3), of which alone Definition 7 and Lemma 9 have a projection: "
    "returned as they are (an author's code) they make the law rougher than $1/(kappa n)$. Made by losses in $[0, 1]$, "
    "or cut to 1, as the nearest measure in $Gamma_kappa$ is, they do not"
)
NEGATIVE = (
    "$<z + nu, x>$ is not bounded, and a negative loss lets a weight exceed $kappa$, even 1, where the "
    "projection is no scaling and the law not slick (BCS20.A4.range): scores scaled by $max(1, ||z + "
    "nu||)$, as private by post-processing, losses of clipped scores, or weights cut to 1 before the "
    "projection, repair it"
)
WHOLE = "$T = 1024 ln(1/kappa)/tau^2$ is no integer, and $ceil(T) < T + 1$ rounds are made: $(1 + 1/T) rho_T$"
SMALL_PRIVACY = (
    "$rho_T <= ln(1/delta)$ is not said, and fails for $eps$ above $3 ln(1/delta)$: with $eps <= 3 "
    "ln(1/delta)$ it follows, as in Theorem 33, whose levels are small (BCS20.C1.small)"
)
THREE = Constant(3, mutants=(4,))
SMALL = (
    "$3 sqrt(rho ln(1/delta))$ is at least $rho + 2 sqrt(rho ln(1/delta))$ only for $rho <= "
    "ln(1/delta)$, that is where $eps <= 3 ln(1/delta)$; and $ln(1/delta)$ is negative for $delta > 1$"
)
ROWS = Constant(3, mutants=(Fraction(5, 2),))
CENTRES = (
    "a round is how far its centres are apart, by Lemma 25 and BCS20.T27.eq1; that rounds cost so much, add up and are "
    "converted is Lemmas 16, 14 and 15"
)


# ---- Claim 1


def separated(shift: Real, epsilon: Real, delta: Real) -> Truth:
    """What (eps, delta)-DP asks of normal noise whose means are ``shift`` deviations apart, for the half line that
    ends in the middle: 1 - e^{-shift^2/8} <= delta + e^{eps - shift^2/8}, as a normal variable exceeds shift/2
    deviations with probability at most e^{-shift^2/8}."""
    rare = exp(-(shift**2) / 8)
    return 1 - rare <= delta + exp(epsilon - shift**2 / 8)


@claim(
    "BCS20.C1",
    f"Claim 1, {ONLY} (the text: 'for every', formula derived): rows that make HS-StL private",
    "claim",
    narrows="the separation of two normal laws; that the $T$ rounds on one row have those is not formalized",
    caps="$n = 1$, $alpha = beta = delta = 1/2$, $kappa = alpha/4$, $c = 1/sqrt(2)$",
)
def enough_rows_make_it_private(tau: PositiveUnit) -> Truth:
    """For every $delta > 0$, $n >= 3 sqrt(8 T ln(1/delta)) / (kappa sigma eps)$ makes HS-StL $(eps, delta)$-DP. Read
    as: of one row, $e_1$ or $-e_1$, where all measures are alike and the $T$ rounds are $2 sqrt(T)/sigma$ deviations
    apart."""
    T, sigma = rounds(HALF, tau), deviation(HALF, HALF, tau)
    epsilon = 3 * square_root(8 * T * ln(2)) / (density(HALF) * sigma)
    return separated(2 * square_root(T) / sigma, epsilon, Real.of(HALF))


@correction("BCS20.T30.single", SMALL, narrows=CENTRES, rows=ROWS, three=ROWS)
@correction("BCS20.T30.eq3", SMALL, narrows=CENTRES, rows=ROWS, three=ROWS)
@correction("BCS20.C1", SMALL, narrows=CENTRES, rows=ROWS, three=ROWS)
def enough_rows_make_it_private_at_small_epsilon(
    kappa: PositiveUnit,
    N: AtLeastOne,
    sigma: PositiveReal,
    root: PositiveReal,
    part: PositiveUnit,
    more: FromZero,
    moved: Unit,
    zeta: Unit,
    rows: Fraction,
    three: Fraction,
) -> Truth:
    """For $delta = e^{-L}$ in $(0, 1)$, $eps = 3 part L <= 3 L$ and $N$ rounds, $n >= 3 sqrt(8 N L)/(kappa sigma eps)$
    makes HS-StL with $h(x) = <z + nu, x>$ and losses of scores clipped to $[-1, 1]$ (BCS20.A5.unclipped), $(eps,
    delta)$-DP: in a round the centres are a part ``moved`` of $2 (1/(kappa n) + s)$ apart, $s$ a part $zeta$ of
    $1/(kappa n)$, so that $rho = N ||z - z'||^2/(2 sigma^2)$ has $rho + 2 sqrt(rho L) <= eps$; $L = root^2$. So with $T
    = 1024 ln(1/kappa)/tau^2$, rounded up."""
    L = root**2
    n = rows * square_root(8 * N) * root / (kappa * sigma * (3 * part * L)) * (1 + more)
    apart = moved * 2 * (1 / (kappa * n) + zeta / (kappa * n))
    spent = square_root(N / 2) * apart / sigma
    return spent**2 + 2 * spent * root <= at_small_epsilon(L, part, three).epsilon


@terms("BCS20.C1.corrected")
@terms("BCS20.T30.eq3.corrected")
def at_small_epsilon(L: PositiveReal, part: PositiveUnit, three: Fraction | int = 3) -> Terms:
    """eps = 3 part L <= 3 L at delta = e^{-L}, for n >= 3 sqrt(8 T L)/(kappa sigma eps)."""
    return Terms(epsilon=three * part * L)


@uses("BCS20.C1", "BCS20.C1.eq1", C1)
def the_cost_at_enough_rows(
    T: AtLeastOne, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """At $kappa n >= 3 sqrt(8 T L)/(sigma eps)$, $L = log(1/delta)$: $3 sqrt(rho_T L) <= eps$, squared."""
    at = {"T": T, "mass": more * (72 * T * L) ** HALF / (sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * b.epsilon * L <= epsilon**2)


@uses("BCS20.C1", "BCS20.C1.eq2", C1, repair="BCS20.C1.eq2.corrected")
def the_cost_is_converted_for_every_delta(delta: OpenUnit, epsilon: PositiveReal) -> Use:
    """For every $delta < 1$ and every $eps$ it is $(eps, delta)$-DP."""
    return Use({"epsilon": epsilon, "L": ln(1 / delta)}, gives=lambda b: b.delta <= delta)


@claim(
    "BCS20.C1.small",
    f"for Claim 1 in Theorems 23 and 33, {ONLY}: levels below the logarithm of 1/delta",
    "step",
    top=Constant(Fraction(1, 3), mutants=(4,)),
)
@correction(
    "BCS20.C1.from.C1.eq2.premise",
    "the display holds for $eps <= 3 ln(1/delta)$; at larger $eps$ so many rows that $rho_T + 2 "
    "sqrt(rho_T ln(1/delta)) <= eps$ are needed (BCS20.C1.exact)",
    top=Constant(Fraction(1, 3), mutants=(4,)),
)
def the_cost_is_converted_at_small_levels(part: OpenUnit, share: OpenUnit, top: Fraction) -> Truth:
    """At the levels of Theorem 33, $eps < 1/3$ and $delta < eps/4$, $eps <= 3 ln(1/delta)$."""
    epsilon = top * part
    return epsilon <= 3 * ln(4 / (share * epsilon))


@uses("BCS20.C1", "BCS20.C1.eq3", C1)
def the_root_of_the_cost_is_bounded(root: FromZero, L: PositiveReal, epsilon: PositiveReal) -> Use:
    """$9 rho_T L <= eps^2$ for $rho_T = root^2 L$ gives $3 sqrt(rho_T L) = 3 root L <= eps$."""
    return Use({"rho": root**2 * L, "L": L, "epsilon": epsilon}, gives=3 * root * L <= epsilon)


@uses("BCS20.C1.corrected", "BCS20.L25.direct.sum", REPAIRED)
@uses("BCS20.T30.eq3.corrected", "BCS20.L25.direct.sum", f"{T30}, corrected")
@uses("BCS20.T30.single.corrected", "BCS20.L25.direct.sum", FEW_ROWS)
def the_distance_is_what_the_row_gains(m: PositiveReal, gained: FromZero, moved: FromZero) -> Use:
    """$Delta$ is at most $1/(kappa n)$, as losses of clipped scores are not negative, and $1/(kappa n) + Delta$ at most
    $2/(kappa n)$; here $m$ is $kappa n$, and ``gained`` $m Delta$."""
    return Use({"gained": gained, "moved": moved}, gives=1 / m + gained / m <= 2 / m)


@uses("BCS20.C1.corrected", "BCS20.T27.eq1", REPAIRED)
@uses("BCS20.T30.eq3.corrected", "BCS20.T27.eq1", f"{T30}, corrected")
@uses("BCS20.T30.single.corrected", "BCS20.T27.eq1", FEW_ROWS)
def the_centres_are_four_shares_apart(apart: FromZero, mass: PositiveReal, a: Unit, b: Unit) -> Use:
    """$Delta$ and the weight of the row are at most $1/(kappa n)$, and the centres at most $4/(kappa n)$ apart."""
    return Use({"apart": apart, "distance": a / mass, "least": b / mass}, gives=apart <= 4 / mass)


@claim(
    "BCS20.C1.near_one",
    f"for Claim 1 at small eps, {ONLY} (the text: 'for every', formula derived): one row at delta near one",
    "companion",
    narrows="that one row is enough, and $D^2/8 > 64 ln(2) + 1$; what follows is not formalized",
    caps="$n = 1$, $alpha = beta = 1/2$, $eps = 1/2$, $c = 1/sqrt(2)$, $delta = 1 - 2^-64$, $tau >= 1/64$",
    power=Constant(64, mutants=(2**21,)),
)
def a_single_row_is_not_private_at_delta_near_one(
    tau: Annotated[Real, Reals(low=Fraction(1, 64), high=1)], power: int
) -> Truth:
    """For $eps < 1$ too Claim 1 fails, at $delta$ near 1, where its bound is below one row: $ln(1/delta) <= 2/2^64$,
    and $D = 2 sqrt(T)/sigma$, so that $1 - e^{-D^2/8} > delta + e^{eps - D^2/8}$, as $D^2/8 = T/(2 sigma^2) > 64 ln(2)
    + 1$."""
    T, sigma = rounds(HALF, tau), deviation(HALF, HALF, tau)
    enough = 9 * 8 * T * (Fraction(2, 2**64)) <= (density(HALF) * sigma / 2) ** 2
    return enough & (power * ln(2) < T / (2 * sigma**2) - 1)


@claim(
    "BCS20.C1.exact",
    f"for Claim 1, {ONLY}: exact inversion of the conversion",
    "companion",
    narrows="the first equation; Lemma 15, and the rows, from $rho_T = 8 T/(kappa n sigma)^2$, are not asked here",
    share=SHARE,
)
def the_exact_inversion(L: PositiveReal, epsilon: PositiveReal, share: Fraction) -> Truth:
    """$rho + 2 sqrt(rho L) = eps$ at $sqrt(rho) = sqrt(L + eps) - sqrt(L)$: $n >= sqrt(8T) / (kappa sigma (sqrt(L +
    eps) - sqrt L))$ makes HS-StL $(eps, delta)$-DP for every $eps > 0$ and $delta = e^{-L}$ in $(0, 1)$."""
    root = square_root(L + epsilon) - square_root(L)
    return equals(root**2 + 2 * root * square_root(L), share * epsilon)


rests_on("BCS20.C1.exact", "BCS20.L15", "$rho + 2 sqrt(rho L)$ is the loss", "for Claim 1")


# ---- The displays of its proof


@terms("BCS20.C1.eq1")
def all_rounds_cost(T: FromZero, mass: PositiveReal, sigma: PositiveReal, eight: int = 8) -> Terms:
    """T rounds, kappa n being the mass; its epsilon is rho_T."""
    return Terms(epsilon=eight * T / (mass * sigma) ** 2)


@claim(
    "BCS20.C1.eq1",
    f"Claim 1, display, {ONLY} (derived): zCDP of all rounds",
    "step",
    narrows="the arithmetic after BCS20.T27.1, BCS20.L14 and BCS20.L25, of which two ask what the print lacks: losses "
    "in [0, 1]; $T$ rounds, where the print makes $ceil(T)$",
    eight=Constant(8, mutants=(7, 9)),
)
def the_cost_of_all_rounds(
    T: AtLeastOne, kappa: PositiveUnit, n: PositiveInteger, sigma: PositiveReal, eight: int
) -> Truth:
    """$rho_T = T 2 (1/(kappa n) + zeta)^2 / sigma^2 = 8 T / (kappa n sigma)^2$ at $zeta = 1/(kappa n)$."""
    return equals(
        T * 2 * (1 / (kappa * n) + 1 / (kappa * n)) ** 2 / sigma**2, all_rounds_cost(T, kappa * n, sigma, eight).epsilon
    )


@uses("BCS20.T30.eq1", "BCS20.T27.1", f"{T30}: one round")
@uses("BCS20.C1.eq1", "BCS20.T27.1", C1)
def the_measures_given_to_the_learner_are_smooth(
    kappa: PositiveUnit, n: AtLeastTwo, sigma: PositiveReal, weight: PositiveReal
) -> Use:
    """A round costs $8/(kappa n sigma)^2$. It asks for $max_i hat(mu)(i) <= 1/(kappa n)$, where $kappa n >= 1$; after
    negative losses one unprojected weight may be any positive number, and with the others $kappa$ and the density at
    least $kappa$, the measure is returned as it is."""
    return Use(
        {"largest": weight / (weight + (n - 1) * kappa), "top": 1 / (kappa * n), "s": 1 / (kappa * n), "sigma": sigma},
        given=(weight >= kappa) & (kappa * n >= 1),
        gives=lambda b: b.epsilon <= 8 / (kappa * n * sigma) ** 2,
    )


@correction("BCS20.T30.eq1.from.T27.1.premise", ROUGH, cap=Constant(1, mutants=(16,)))
@correction("BCS20.C1.eq1.from.T27.1.premise", ROUGH, cap=Constant(1, mutants=(16,)))
def the_measures_are_smooth_where_weights_are_cut(
    kappa: PositiveUnit, n: AtLeastTwo, part: PositiveUnit, cap: int
) -> Truth:
    """$weight/(weight + (n - 1) kappa) <= 1/(kappa n)$ for $weight <= 1$: $weight + (n - 1) kappa - weight kappa n$ is
    $(n - 1) kappa (1 - weight) + weight (1 - kappa)$, of which no part is negative."""
    weight = cap * part
    slack = weight + (n - 1) * kappa - weight * kappa * n
    parts = (n - 1) * kappa * (1 - weight) + weight * (1 - kappa)
    return equals(slack, parts) & (weight <= 1) & (kappa <= 1)


@uses("BCS20.T30.eq1", "BCS20.L25", f"{T30}: one round")
@uses("BCS20.C1.eq1", "BCS20.L25", C1)
def losses_of_the_noisy_learner_may_be_negative(beyond: FromZero, m: PositiveReal, apart: FromZero) -> Use:
    """Smoothness and slickness make at most $2/(kappa n)$. Lemma 25 is about losses $L >= 0$; that of $y h(x) = 1 +
    beyond$, which the noise makes, is $1 - beyond/2$. Here $m$ is $kappa n$."""
    return Use({"distance": apart, "mass": m, "loss": 1 - beyond / 2}, gives=1 / m + apart <= 2 / m)


@correction("BCS20.T30.eq1.from.L25.premise", NEGATIVE, one=Constant(1, mutants=(4,)))
@correction("BCS20.C1.eq1.from.L25.premise", NEGATIVE, one=Constant(1, mutants=(4,)))
def losses_of_the_scaled_learner_are_not_negative(part: Annotated[Real, Reals(low=-1, high=1)], one: int) -> Truth:
    """With $y h(x)$ in $[-1, 1]$ the loss $(1 + y h(x))/2$ is in $[0, 1]$."""
    return ((1 + one * part) / 2 >= 0) & ((1 + one * part) / 2 <= 1)


@uses("BCS20.T30.eq2", "BCS20.L14", f"{T30}: all rounds")
@uses("BCS20.C1.eq1", "BCS20.L14", C1)
def the_rounds_are_composed(N: Rounds, down: BelowOne, m: AtLeastOne) -> Use:
    """The algorithm makes $ceil(T) = N$ rounds of the moment $m$ each, $T = N - down$: with the last one, Lemma 14
    gives $N ln(m)$, as noise along one line has, in print $T ln(m)$ at most."""
    return Use({"shown": m**N, "first": m ** (N - 1), "second": m}, gives=N * ln(m) <= (N - down) * ln(m))


@correction("BCS20.T30.eq2.from.L14.conclusion", WHOLE, one=Constant(1, mutants=(HALF,)))
@correction("BCS20.C1.eq1.from.L14.conclusion", WHOLE, one=Constant(1, mutants=(HALF,)))
def the_rounds_are_composed_up_to_one_more(N: Rounds, down: BelowOne, rho: PositiveReal, one: Fraction) -> Truth:
    """$N rho <= (1 + 1/T) T rho$."""
    return N * rho <= (N - down + one) * rho


@claim(
    "BCS20.C1.eq2",
    f"Claim 1, display, {ONLY} (derived; L15.eq1 from memory): conversion for all delta",
    "step",
    narrows="normal noise, whose $delta$ is exact, in the place of HS-StL",
    caps="$rho = i$ and $delta = 1/(1 + j)$",
)
def the_conversion_holds_for_all_delta(i: PositiveSize, j: PositiveSize) -> Truth:
    """By Lemma 15 HS-StL is $(eps, delta)$-DP for all $delta$ if $3 sqrt(rho_T ln(1/delta)) <= eps$. Read as: of
    normal noise with means $sqrt(2 rho)$ deviations apart, which is $rho$-zCDP."""
    rho, delta = i, Fraction(1, 1 + j)
    epsilon = 3 * square_root(rho * ln(1 + j))
    return gaussian_delta(1, square_root(2 * rho), epsilon) <= delta


@terms("BCS20.C1.eq2.corrected")
def cost_converted(epsilon: FromZero, L: PositiveReal) -> Terms:
    """Rows with 3 sqrt(rho_T L) <= eps, at delta = e^{-L}."""
    return Terms(asks=epsilon <= 3 * L, delta=exp(-L))


@correction(
    "BCS20.C1.eq2",
    "for $rho > ln(1/delta)$ the loss of Lemma 15 is more: by it this holds only where $eps <= 3 ln(1/delta)$",
    narrows="normal noise, whose $delta$ is exact, in the place of HS-StL, at the least $eps$",
    caps="$rho = i$ and $delta = 1/(1 + j)$",
    three=Constant(3, mutants=(1,)),
)
def the_conversion_holds_for_small_rho(i: PositiveSize, j: PositiveSize, three: int) -> Statement:
    """If $3 sqrt(rho_T ln(1/delta)) <= eps <= 3 ln(1/delta)$ then HS-StL is $(eps, delta)$-DP."""
    rho, delta = i, Fraction(1, 1 + j)
    epsilon = three * square_root(rho * ln(delta.denominator))
    return when(
        ln(1 + j) >= rho, gaussian_delta(1, square_root(2 * rho), epsilon) <= cost_converted(epsilon, ln(1 + j)).delta
    )


@uses("BCS20.T30.eq3", "BCS20.L15.eq1", f"{T30}: for all delta", repair="BCS20.L15.eq1.corrected")
@uses("BCS20.C1.eq2", "BCS20.L15.eq1", f"{C1}: for all delta", repair="BCS20.L15.eq1.corrected")
def the_rounded_conversion_is_used(root_rho: FromZero, root_log: PositiveReal, epsilon: FromZero) -> Use:
    """For every $eps$ that is at least $3 sqrt(rho_T log(1/delta))$ the loss is at most $eps$."""
    at = {"root_rho": root_rho, "root_log": root_log}
    return Use(at, given=3 * root_rho * root_log <= epsilon, gives=lambda b: b.epsilon <= epsilon)


@correction("BCS20.T30.eq3.from.L15.eq1.premise", SMALL_PRIVACY, three=THREE)
@correction("BCS20.C1.eq2.from.L15.eq1.premise", SMALL_PRIVACY, three=THREE)
def the_rounded_conversion_for_small_epsilon(root_log: PositiveReal, part: PositiveUnit, three: int) -> Truth:
    """$eps = 3 part ln(1/delta) = 3 sqrt(rho_T ln(1/delta))$ gives $sqrt(rho_T) <= sqrt(ln(1/delta))$."""
    epsilon = three * part * root_log**2
    return epsilon / (3 * root_log) <= root_log


rests_on(
    "BCS20.C1.eq2.corrected", "BCS20.L15.eq1.corrected", "$eps = 3 sqrt(rho_T L)$, $rho_T <= L$", f"{C1}, corrected"
)


@terms("BCS20.C1.eq3")
def enough_rows(rho: FromZero, L: PositiveReal, epsilon: PositiveReal) -> Terms:
    """rho_T for enough rows, and log(1/delta)."""
    return Terms(says=9 * rho * L <= epsilon**2)


@claim(
    "BCS20.C1.eq3",
    f"Claim 1, display, {ONLY} (derived): rows that bound the root of the cost",
    "step",
    three=Constant(3, mutants=(2,)),
)
def the_rows_follow_from_the_cost(
    T: AtLeastOne,
    kappa: PositiveUnit,
    sigma: PositiveReal,
    epsilon: PositiveReal,
    L: PositiveReal,
    more: FromZero,
    three: int,
) -> Truth:
    """$n >= 3 sqrt(8 T ln(1/delta)) / (kappa sigma eps)$ gives $3 sqrt(rho_T ln(1/delta)) <= eps$, $rho_T = 8 T/(kappa
    n sigma)^2$ and $L = ln(1/delta)$: squared."""
    n = three * square_root(8 * T * L) / (kappa * sigma * epsilon) * (1 + more)
    return as_truth(enough_rows(8 * T / (kappa * n * sigma) ** 2, L, epsilon).says)


@claim(
    "BCS20.C1.eq4",
    f"Claim 1, display, {ONLY} (derived): rows at the settings of HS-StL",
    "step",
    caps="the three logarithms are any positive numbers; that $T xi = beta/3$ for the $xi$ of the settings is BCS20.E2",
    rate=Constant(6144, mutants=(6143, 6145)),
)
def the_rows_with_the_settings(
    alpha: OpenUnit,
    tau: PositiveUnit,
    epsilon: PositiveReal,
    c: PositiveReal,
    L: PositiveReal,
    Lk: PositiveReal,
    Lx: PositiveReal,
    rate: int,
) -> Truth:
    """With the settings of $sigma$ and $T$ the condition of BCS20.C1.eq3 is $n >= 6144 sqrt(2) c sqrt(ln(4/alpha)
    ln(1/delta) ln(3072 ln(4/alpha)/(beta tau^2))) / (alpha eps tau^2)$: $Lk = ln(4/alpha)$, $L = ln(1/delta)$, $Lx
    = ln(1/xi)$; both sides squared."""
    squared = 9 * 8 * (1024 * Lk / tau**2) * L / (alpha / 4 * epsilon) ** 2 * (8 * c) ** 2 * Lx / tau**2
    return equals(squared, 2 * (rate * c) ** 2 * Lk * L * Lx / (alpha * epsilon * tau**2) ** 2)
