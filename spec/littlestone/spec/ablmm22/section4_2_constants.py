"""ABLMM22 section 4.2.3: the displays of the proof of Lemma 21, and Lemma 18.

Where a display has logarithms of logarithms it is stated for all real m >= 2 and L = log m >= 1, or with m = 2^L.
Logarithms are to base 2 where ln is not written.
"""

from littlestone.spec.ablmm22.vocabulary import largest_delta
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.notation import *

FromTheLeastT = Annotated[Real, Reals(low=3999)]
TENTH = Fraction(1, 10)
TWO_THIRDS = Fraction(2, 3)
Lemma21 = "section 4.2.3, proof of Lemma 21"
Lemma18 = "section 4.2.3, after Lemma 21"


# ---- The displays of Lemma 21


@terms("ABLMM22.L21.eqA")
def seldom_missed(missed: FromZero) -> Terms:
    """Some of T probes is wrong."""
    return Terms(says=1 - missed >= TWO_THIRDS)


@claim(
    "ABLMM22.L21.eqA",
    "proof of Lemma 21, section 4.2.3: success probability of the attack",
    "step",
    narrows="proved is the arithmetic of the last inequality, log to base 2; Hoeffding's inequality at $D$ and the "
    "union bound over the $T$ probes are cited",
    rate=Constant(2, stronger="smaller", mutants=(Fraction(3, 4),)),
)
def the_attack_succeeds_with_probability_two_thirds(j: PositiveInteger, t: FromTheLeastT, rate: Fraction) -> Truth:
    """With $T = 10^3 m^2 log^2 m - 1$ and $D = 10^2 m^2 log T$, $1 - T exp(-2 D/(10^2 m^2)) = 1 - T exp(-2 log T) >=
    2/3$ for every even $m = 2j$: $T >= 3999$, and so it is for every $t >= 3999$ in place of $T$."""
    m = 2 * j
    large = 1000 * m**2 * log2(m) ** 2 - 1 >= 3999
    return large & seldom_missed(t * exp(-rate * log2(t))).says


@uses("ABLMM22.L21.eqA", "PROB.union", f"{Lemma21}, its second display")
def all_probes_at_the_printed_draws(T: AtLeastTwo) -> Use:
    """$T$ probes, each wrong with probability at most $exp(-2 log T)$, log to base 2: $1 - T exp(-2 log T) >= 2/3$."""
    return Use({"chances": T * exp(-(2 * log2(T)))}, gives=lambda b: 1 - b.fails >= TWO_THIRDS)


@terms("ABLMM22.L21.eq1")
def still_likely(a: AtLeastOne, d: FromZero, q: FromZero, half: Fraction | int = 2) -> Terms:
    """a = exp(0.1 D), d = D delta and q = Q_j(E_i)."""
    return Terms(asks=d <= Fraction(1, 6), says=q >= 1 / (half * a))


@claim(
    "ABLMM22.L21.eq1",
    "Equation (1), section 4.2.3: probability of an event under the other laws",
    "step",
    narrows="from the display that follows it, and where $D delta <= 1/6$, which is ABLMM22.L21.eqD, refuted",
    half=Constant(2, mutants=(Fraction(3, 2),)),
)
def the_event_is_likely_under_every_other_law(a: AtLeastOne, d: FromZero, q: FromZero, half: Fraction) -> Statement:
    """From $2/3 <= Q_i(E_i) <= exp(0.1 D) Q_j(E_i) + D delta$ and $D delta <= 1/6$ it follows that $Q_j(E_i) >= (1/2)
    exp(-0.1 D)$; here $a = exp(0.1 D)$, $d = D delta$ and $q = Q_j(E_i)$."""
    left = TWO_THIRDS - d
    solved = (a * q + d >= TWO_THIRDS).implies(left / a <= q)
    drawn = still_likely(a, d, left / a, half)
    return solved & as_truth(drawn.asks).implies(drawn.says)


def log_t_bound(L: Real) -> Real:
    """log(T + 1) = log(10^3) + 2 log m + 2 log log m, which is above log T; here L = log m."""
    return log2(1000) + 2 * L + 2 * log2(L)


@terms("ABLMM22.L21.eqC")
def smaller_than_the_events(loss: FromZero, T: PositiveReal) -> Terms:
    """The loss is 0.1 D."""
    return Terms(says=loss < (T - 1) * ln(2))


@claim(
    "ABLMM22.L21.eqC",
    "proof of Lemma 21, section 4.2.3: total probability of the events",
    "step",
    rate=Constant(10, stronger="larger"),
)
def the_events_are_too_likely_together(M: AtLeastFour, L: AtLeastOne, rate: int) -> Truth:
    """$2^{T-1} e^{-0.1 D} > 1$ for $T = 10^3 m^2 log^2 m - 1$ and $D = 10^2 m^2 log T$, every even $m$: that is $(T -
    1) ln 2 > 10 m^2 log T$, and $log T < log(T + 1)$; here log is to base 2, $M = m^2$, $L = log m$ and $log M =
    2L$."""
    T = 1000 * M * L**2 - 1
    return as_truth(smaller_than_the_events(rate * M * log_t_bound(L), T).says)


@claim("ABLMM22.L21.eqD", "proof of Lemma 21, section 4.2.3: share left by the choice of delta", "step")
def the_choice_of_delta_leaves_a_half(j: PositiveInteger) -> Truth:
    """$2/3 - D delta >= 1/2$ by the choice of $delta = 1/(10^3 m^2 log m)$, for $D = 10^2 m^2 log T$ and $T = 10^3 m^2
    log^2 m - 1$, for every even $m = 2j$; log is to base 2."""
    m = 2 * j
    T = 1000 * m**2 * log2(m) ** 2 - 1
    return TWO_THIRDS - 100 * m**2 * log2(T) * largest_delta(m) >= HALF


@terms("ABLMM22.L21.eqD.corrected")
def small_share(logarithm: FromZero, L: AtLeastOne, draws: int = 50) -> Terms:
    """ln(3T), with D = 50 m^2 ln(3T) draws and L = log m."""
    return Terms(says=draws * logarithm <= 500 * L)


@correction(
    "ABLMM22.L21.eqD",
    "$D delta = log T / (10 log m)$ is above $1/5$ for every $m$ (L21.eqD.never), and above 1 at $m = 2$;"
    " fewer draws leave $1/6$ in place of $1/2$, and with them the attack still succeeds (L21.fewer.eqA) "
    "and the contradiction stands (L21.fewer.eqC); that Lemma 21 follows is not formalized",
    draws=Constant(50, stronger="larger", mutants=(60,)),
)
def fewer_draws_leave_a_sixth(L: AtLeastOne, draws: int) -> Truth:
    """With $D = 50 m^2 ln(3T)$ draws $2/3 - D delta >= 1/6$, that is $D delta = ln(3T)/(20 log m) <= 1/2$: $ln(3(T +
    1)) <= 10 log m$ for $T + 1 = 10^3 m^2 log^2 m$; here $L = log m$, to base 2, and $m^2 = 4^L$."""
    return as_truth(small_share(ln(3 * (1000 * 4**L * L**2)), L, draws).says)


@claim(
    "ABLMM22.L21.eqD.never",
    "for the proof of Lemma 21, section 4.2.3: share taken by the choice of delta, for every m",
    "remark",
    role="companion",
    share=Constant(5, mutants=(4,)),
)
def the_choice_of_delta_never_leaves_a_half(L: AtLeastOne, share: int) -> Truth:
    """$D delta = log T / (10 log m) > 1/5 > 1/6$ for every $m >= 2$, as $T > m^2$: $10^3 m^2 log^2 m - 1 > m^2$; here
    $L = log m$, to base 2, and $m^2 = 4^L$."""
    M = 4**L
    return (M < 1000 * M * L**2 - 1) & (Fraction(1, share) <= log2(M) / (10 * L))


# ---- The same from fewer draws


@claim(
    "ABLMM22.L21.fewer.eqA",
    "for the proof of Lemma 21, section 4.2.3: success probability of the attack from fewer draws",
    "remark",
    role="companion",
    narrows="proved is the arithmetic; Hoeffding's inequality and the union bound over the $T$ probes are cited",
    draws=Constant(50, mutants=(49,)),
)
def the_attack_succeeds_with_fewer_draws(T: FromTheLeastT, draws: int) -> Truth:
    """With $D = 50 m^2 ln(3T)$ draws, $1 - T exp(-2 D/(10^2 m^2))$ is at least $2/3$, for every $T >= 3999$."""
    return 1 - T * exp(-(2 * draws * ln(3 * T) / 100)) >= TWO_THIRDS


@uses("ABLMM22.L21.fewer.eqA", "PROB.hoeffding", f"for {Lemma21}")
def hoeffding_at_fewer_draws(m: AtLeastTwo, T: FromTheLeastT) -> Use:
    """$T$ probes, each wrong with Hoeffding's probability at $t = 1/(10m)$ and $D = 50 m^2 ln(3T)$ draws, leave
    $2/3$."""
    at = {"n": 50 * m**2 * ln(3 * T), "t": 1 / (10 * m)}
    return Use(at, gives=lambda b: 1 - T * b.fails >= TWO_THIRDS)


@uses("ABLMM22.L21.fewer.eqA", "PROB.union", f"for {Lemma21}")
def the_union_bound_at_fewer_draws(T: FromTheLeastT) -> Use:
    """$T$ probes, each wrong with probability at most $exp(-ln(3T)) = 1/(3T)$, are all right with at least $2/3$."""
    return Use({"chances": T * (1 / (3 * T))}, gives=lambda b: 1 - b.fails >= TWO_THIRDS)


@claim(
    "ABLMM22.L21.fewer.eqC",
    "for the proof of Lemma 21, section 4.2.3: total probability of the events from fewer draws",
    "remark",
    role="companion",
    narrows="the arithmetic, with the $1/6$ of ABLMM22.L21.eqD.corrected",
    draws=Constant(50, stronger="larger"),
)
def the_events_are_too_likely_with_fewer_draws(L: AtLeastOne, M: AtLeastFour, draws: int) -> Truth:
    """With $D = 50 m^2 ln(3T)$ draws and $Q_j(E_i) >= (1/6) e^{-0.1 D}$ the contradiction $2^{t-1} (1/6) e^{-0.1 d} >
    1$ stands, for $t = floor(T)$ steps, $2^(t-1)$ outcomes and $d = ceil(D)$: $0.1 (D + 1) + ln 6 <= (T - 2) ln 2$,
    where $ln(3T) <= ln 3 + ln(T + 1)$; here $T + 1 = 10^3 m^2 log^2 m$, $M = m^2$ and $L = log m$, to base 2."""
    T = 1000 * M * L**2 - 1
    D = draws * M * (ln(3) + ln(2) * log_t_bound(L))
    return TENTH * (D + 1) + ln(6) <= (T - 2) * ln(2)


# ---- Lemma 18


@claim(
    "ABLMM22.L18",
    "Lemma 18, section 4.2.1: lower bound from a homogeneous set",
    "lemma",
    not_checkable="$2^{O(m^2 log^2 m)}$ hides a constant, and the explicit bound of the proof exceeds $2^4000$ at $m = "
    "2$",
    stand_ins=("ABLMM22.L18.explicit", "ABLMM22.L18.ie", "ABLMM22.C22", "ABLMM22.L20", "ABLMM22.L21.fewer.eqC"),
)
def large_homogeneous_sets_imply_lower_bounds() -> Truth:
    """If A is $(0.1, delta)$-private with $delta <= 1/(10^3 m^2 log m)$ and empirically learns thresholds over $X = {1,
    ..., k}$ with $(1/16, 1/16)$-accuracy from $m$ examples, and $X$ is $m$-homogeneous with respect to A, then $k <=
    2^{O(m^2 log^2 m)}$, i.e. $m >= Omega(sqrt(log k)/log log k)$."""
    raise NotImplementedError


@uses("ABLMM22.L18", "ABLMM22.L20", Lemma18, draws="a family of $n = k - m$ distributions with both properties")
def lemma_18_takes_a_family(j: PositiveInteger, k: PositiveInteger) -> Use:
    """Lemma 20 is used on A and ${1, ..., k}$, which stand there as in Lemma 18: its family has $n = k - m$ members, at
    least one; here $m = 2j$."""
    return Use(needs=2 * j < k)


@correction(
    "ABLMM22.L18.from.L20.premise",
    "Lemma 18 is for every $k$, and for $k <= m$ there is no family; but then $k <= 2^{O(m^2 log^2 m)}$ "
    "without any proof",
    gap=Constant(1, mutants=(9,)),
)
def few_points_need_no_family(j: PositiveInteger, gap: int) -> Truth:
    """Where $k <= m$, $k <= 2^{m^2}$: $m <= 2^{m^2}$ for every even $m$, here $m = 2j$."""
    m = 2 * j
    return gap * m <= 2 ** (m**2)


rests_on("ABLMM22.L18", "ABLMM22.L21", "$k - m <= 2^{10^3 m^2 log^2 m}$", Lemma18)


@uses("ABLMM22.L18", "ABLMM22.L18.explicit", Lemma18)
def the_whole_set_is_small(m: AtLeastTwo, k: FromZero, A: AtLeastOne) -> Use:
    """With $2m <= A = 2^{10^3 m^2 log^2 m}$, $k - m <= A$ gives $k <= 3A/2$, which is $2^{O(m^2 log^2 m)}$."""
    return Use({"m": m, "power": A}, given=k <= m + A, gives=k <= 3 * A / 2)


@terms("ABLMM22.L18.explicit")
def half_of_the_power(m: FromZero, power: AtLeastOne) -> Terms:
    """The power is 2^{10^3 m^2 log^2 m}."""
    return Terms(says=2 * m <= power)


@claim(
    "ABLMM22.L18.explicit",
    "proof of Lemma 18, section 4.2.3: size of the homogeneous set with its constant",
    "step",
    narrows="the two inequalities of $m$ from which it follows",
    c=Constant(1001, mutants=(1000,)),
)
def the_homogeneous_set_is_small(L: AtLeastOne, c: int) -> Truth:
    """$k - m <= 2^{10^3 m^2 log^2 m}$ implies $k <= 2^{1001 m^2 log^2 m}$, for $2m <= 2^{10^3 m^2 log^2 m}$ and $1 <=
    m^2 log^2 m$; for $k <= m$, where there is no family, that holds as well; here $m = 2^L$, and log is to base 2."""
    m = 2**L
    exponent = m**2 * L**2
    return half_of_the_power(m, 2 ** (1000 * exponent)).says & (1 + 1000 * exponent <= c * exponent)


@claim(
    "ABLMM22.L18.ie",
    "Lemma 18, section 4.2.1: sample size by the size of the homogeneous set",
    "step",
    narrows="at the largest $k$ alone; that $sqrt(x)/log x$ increases from $x = e^2$ on is not formalized, and "
    "smaller $log k$ are left out",
    half=Constant(HALF, stronger="smaller"),
)
def the_sample_is_root_log_over_log_log(m: AtLeastTwo, L: AtLeastOne, half: Fraction) -> Truth:
    """$k <= 2^{c m^2 log^2 m}$ means $m >= Omega(sqrt(log k) / log log k)$: at $log k = 1001 m^2 log^2 m$ the quotient
    is at most $(sqrt(1001)/2) m$, for $log log k = log 1001 + 2 log m + 2 log log m$; here $L = log m$, to base 2."""
    root = Real.of(1001) ** HALF
    return root * m * L / (log2(1001) + 2 * L + 2 * log2(L)) <= half * root * m


rests_on(
    "ABLMM22.L18.ie", "ABLMM22.L18.explicit", "$log k <= 1001 m^2 log^2 m$", "section 4.2.1, Lemma 18, in brackets"
)
