"""BCS20 section 5.4: Theorem 30, on learning halfspaces with a margin; its proof's steps are in section5_4_proof."""

from littlestone.spec.bcs20.vocabulary import minority
from littlestone.spec.boosting.halfspace_sizes import square_root
from littlestone.spec.notation import *

FromThree = Annotated[Real, Reals(low=3)]
Rounds = Annotated[Real, Reals(low=1421)]
LEARNER = "HS-StL-R (derived)"
READING_A = "derived: HS-StL in reading A"
COST, THREE = Constant(4, mutants=(3,)), Constant(3, mutants=(Fraction(5, 2),))
GENERAL = "section 5.4"
T30 = "Theorem 30, proof"
SHIFTED = (
    "$tau$ times a bound on the sum of the scores; that it bounds them but with probability $5/16$ is not formalized"
)
NUMBERS = (
    "a sample is the part of its rows that are corrupted and $n$, a round the noise along points and how "
    "far the centres of neighbours are apart; Lemmas 14 to 16, normal tails, Markov's and the union bound are used"
)


# ---- Theorem 30


@claim(
    "BCS20.T30",
    f"Theorem 30, {GENERAL} (from the text and derived; reading A: z + nu, with the T and lambda of Algorithm 5): "
    "private learning of halfspaces with a margin",
    "theorem",
    narrows=SHIFTED,
    caps="$alpha = 1/5$, $beta = 1/2$, $c = 1/sqrt(2)$; $u = e_1$, $D$ is $3/4$ at $(tau, b)$, $1/4$ at $(tau, -b)$, "
    "$b^2 = 1 - tau^2$, no label noise; samples with at most $3/10$ at the latter, as nearly all large ones are",
)
def the_strong_learner_is_private_and_learns(tau: PositiveUnit) -> Truth:
    """HS-StL is an $(eps, delta)$-DP $(alpha, beta)$-strong PAC learner for $tau$-margin halfspaces tolerating random
    classification noise at rate $O(alpha tau)$ with $n = O~(1/(eps alpha tau^2) + 1/(alpha^2 tau^2))$. Read as: in
    reading A $tau$ times the bound on the sum of its scores at $(tau, -b)$, a quarter of $D$, is at least 0."""
    return minority(tau, Fraction(3, 10), 1) >= 0


def learns(
    alpha: Real, gamma: Real, spread: Real, n: Real, N: Real, u: Real, flips: Real
) -> tuple[Truth, Truth, Truth]:
    """N is enough for Theorem 24; the average of noises of a deviation of at most ``spread`` along a point exceeds
    gamma/4 with at most (alpha/4)E, E = e^{-u^2}; and all fails with at most beta = 3N(2n + 3)E: a part of beta/3 for
    the flips, (n + 2)E a round, a pair of averages for each of n rows and, by Markov's inequality, 8/alpha for fresh
    points, beta/3 for Theorem 28."""
    log, E = ln(4 / alpha), exp(-(u**2))
    beta = 3 * N * (2 * n + 3) * E
    average = (gamma / 4) ** 2 * (16 * log / gamma**2) / (2 * spread**2)
    noise = N * (n + 2) * E + 2 * (n + 8 / alpha) * (alpha / 4 * E)
    return N * gamma**2 >= 16 * log, average >= log + u**2, flips * beta / 3 + noise + beta / 3 <= beta


def converts(spent: Real, r: Real, a: Real, b: Real, three: Fraction) -> Truth:
    """A cost of spent^2 in zCDP gives (eps, delta)-DP for eps = 3 r (1 + a) sqrt(L), sqrt(L) = r (1 + a)(1 + b): for
    all eps from 3 sqrt(rho_T L) to 3 L, rho_T = r^2."""
    root = r * (1 + a) * (1 + b)
    return spent**2 + 2 * spent * root <= three * r * (1 + a) * root


@correction(
    "BCS20.T30",
    "in reading A the advantage is quadratic in $tau$, and HS-StL errs for every $tau <= 1/128$ "
    "(BCS20.T30.every); with $z/||z|| + nu$ it is not private (BCS20.T27.1.B). With scores divided by a noisy "
    "norm (BCS20.S4) the advantage is $9 tau/100$, and the rows are those of the print, with $log n$ in "
    "the noise",
    narrows=NUMBERS
    + "; the training error is BCS20.S4.train; Theorem 28 is cited, its root a part of $alpha/2$; that so many rows "
    "meet it all is BCS20.T1.range.corrected",
    eight=Constant(8, mutants=(1,)),
    one=Constant(1, mutants=(Fraction(4, 5),)),
    cost=COST,
    three=THREE,
)
def the_evened_learner_is_private_and_learns(
    alpha: OpenUnit,
    tau: PositiveUnit,
    n: PositiveInteger,
    N: Rounds,
    u: FromThree,
    moved: Unit,
    a: FromZero,
    b: FromZero,
    flips: Unit,
    root: Unit,
    eight: int,
    one: Fraction,
    cost: int,
    three: Fraction,
) -> Statement:
    """For $tau$-margin halfspaces under random classification noise HS-StL-R (BCS20.S4), $sigma = tau/(8 sqrt(2) u)$,
    $u^2 = ln(3N(2n + 3)/beta) >= 9$, with $N >= 16 ln(4/alpha)/(9 tau/100)^2$ rounds and losses of scores clipped to
    $[-1, 1]$, is for $delta = e^{-L} < 1$ and $3 sqrt(rho_T L) <= eps <= 3 L$, $rho_T = 4N/(kappa n sigma)^2$, $(eps,
    delta)$-DP; and for $eta <= alpha tau/32$ and $n$ at which Claim 2 gives the flips at most $beta/3$ and Theorem 28 a
    root of at most $alpha/2$ (BCS20.S4.root), with probability at least $1 - beta$ it errs on at most $(alpha/4)/(1 -
    alpha tau/16) + alpha/2 + alpha/8 <= alpha$ of $D$: in every dimension. Neighbours move $(z, ||z||)$ by a part
    ``moved`` of $sqrt(2) 2/(kappa n)$; $n = (2^29/(alpha tau)^2 + 2^15/(alpha min(eps, 1) tau^2)) l^2$ meets them, $l$
    as in the corrected Theorem 1."""
    sigma = tau / (eight * square_root(2) * u)
    mass = alpha / 4 * n
    spent = square_root(N / 2) * (moved * square_root(2) * 2 / mass) / sigma
    private = converts(spent, square_root(cost * N) / (mass * sigma), a, b, three)
    enough, average, failures = learns(alpha, 9 * tau / 100, Fraction(12, 5) / tau * sigma, n, N, u, flips)
    error = alpha / 4 / (1 - alpha * tau / 16) + root * alpha / 2 + alpha / 8
    return when(enough, all_of([private, average, failures, error <= one * alpha]))


@uses("BCS20.C1.corrected", "BCS20.L15", "Claim 1, corrected")
@uses("BCS20.T30.eq3.corrected", "BCS20.L15", f"{T30}, corrected")
@uses("BCS20.T30.single.corrected", "BCS20.L15", "Theorem 30, few rows, corrected")
@uses("BCS20.T30.corrected", "BCS20.L15", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.L15", LEARNER)
def the_conversion_of_the_cost(ratio: PositiveUnit, L: PositiveReal) -> Use:
    """At $rho = ratio^2 L <= L$, $L = log(1/delta)$: $eps = rho + 2 sqrt(rho L)$ is at most $3 sqrt(rho L)$."""
    return Use({"rho": ratio**2 * L, "log": L}, gives=lambda b: b.epsilon <= 3 * ratio * L)


rests_on("BCS20.T30", "BCS20.T30.eq1", "a round costs $8/(kappa n sigma)^2$", f"{T30}: privacy")
rests_on("BCS20.T30.eq1", "BCS20.O32", "a round is $rho$-zCDP for every list before it", f"{T30}: one round")


@uses("BCS20.T30.eq2", "BCS20.T30.eq1", f"{T30}: all rounds")
def all_rounds_cost_as_many_times_one(
    log: PositiveReal, tau: PositiveUnit, mass: PositiveReal, sigma: PositiveReal
) -> Use:
    """$T = 1024 log(1/kappa)/tau^2$ rounds of $rho$ cost $T rho = 8192 log(1/kappa)/(tau kappa n sigma)^2$."""
    line = 8192 * log / (tau * mass * sigma) ** 2
    return Use({"mass": mass, "sigma": sigma}, gives=lambda b: 1024 * log / tau**2 * b.epsilon <= line)


@uses("BCS20.T30", "BCS20.T30.eq2", f"{T30}: privacy")
def the_cost_of_all_rounds_at_enough_rows(
    log: PositiveReal, tau: PositiveUnit, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """At $(kappa n sigma eps)^2 >= 72 T L$, $T = 1024 log/tau^2$ and $L = log(1/delta)$: $9 rho_T L <= eps^2$."""
    at = {"log": log, "tau": tau, "mass": more * (73728 * log * L) ** HALF / (tau * sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * b.epsilon * L <= epsilon**2)


rests_on("BCS20.T30", "BCS20.T30.eq3", "it is $(eps, delta)$-DP", f"{T30}: privacy", repair="BCS20.T30.eq3.corrected")
rests_on("BCS20.T30", "BCS20.T30.eq4", "$n$ is of the order of $4/(alpha eps tau^2)$", f"{T30}: privacy")
rests_on("BCS20.T30", "BCS20.T30.eq5", "few labels are flipped, but for $beta/3$", f"{T30}: the noise of labels")


@uses("BCS20.T30", "BCS20.T30.eq6", f"{T30}: utility", repair="BCS20.T30.eq6.corrected")
def the_rounds_are_enough(tau: PositiveUnit, log: PositiveReal) -> Use:
    """$T = 1024 log(1/kappa)/tau^2$ rounds, of which the sizes of $sigma$ and $n$ are made, must be as many as are
    needed."""
    at = {"needed": 6400 * log / tau**4, "log": log, "tau": tau}
    return Use(at, gives=1024 * log / tau**2 >= 6400 * log / tau**4)


@correction(
    "BCS20.T30.from.T30.eq6.conclusion",
    "calls of advantage $tau^2/20$ need $6400 ln(1/kappa)/tau^4$ rounds, $25/(4 tau^2)$ times as many; "
    "privacy's rows grow with their root (BCS20.T30.A). Only the learner of BCS20.S4 keeps the printed "
    "order, up to a logarithm of $n$",
    factor=Constant(Fraction(25, 4), mutants=(6,)),
)
def the_rounds_are_more_by_a_factor(tau: PositiveUnit, log: PositiveReal, factor: Fraction) -> Truth:
    """$(25/(4 tau^2)) 1024 ln(1/kappa)/tau^2 >= 6400 ln(1/kappa)/tau^4$."""
    return factor / tau**2 * (1024 * log / tau**2) >= 6400 * log / tau**4


rests_on("BCS20.T30", "BCS20.T30.eq9", "$||z_bar|| <= 2$", f"{T30}: the output", repair="BCS20.T30.eq9.corrected")


@uses("BCS20.T30", "BCS20.L29", f"{T30}: the final hypothesis", repair="BCS20.L29.corrected")
def the_output_is_in_the_class(theta: PositiveReal, tau: PositiveUnit, exponent: FromZero) -> Use:
    """For every dimension $d$ the exponent is at least $tau^2/16$, as a long output has at most $beta/3$; $theta =
    sigma^2 d/T$."""
    return Use({"theta": theta, "tau": tau, "exponent": exponent}, gives=exponent >= tau**2 / 16)


@correction(
    "BCS20.T30.from.L29.premise",
    "Lemma 29 needs $d <= (9/10) T/sigma^2$; the theorem does not: the noise is small along each fixed "
    "point, and Theorem 28 can be used of the scores without it (BCS20.S4.margin, BCS20.T30.corrected)",
    top=Constant(Fraction(9, 10), mutants=(1,)),
)
def the_output_is_in_the_class_in_few_dimensions(part: PositiveUnit, top: Fraction) -> Truth:
    """For $d <= (9/10) T/sigma^2$ this $theta$ is at most $9/10$."""
    return top * part <= Fraction(9, 10)


@uses("BCS20.T30", "BCS20.T30.eq7", f"{T30}: the margin")
def few_margins_are_small(alpha: OpenUnit, few: FromZero, part: Unit) -> Use:
    """At most $alpha/2$ of the uncorrupted ones have a small margin: with a root, a part of $alpha/2$, at most $alpha$
    are wrong."""
    return Use({"few": few, "alpha": alpha}, gives=few + part * alpha / 2 <= alpha)


rests_on(
    "BCS20.T30", "BCS20.T30.eq8", "$alpha/2$ for the few and for the root, but for $beta/3$", f"{T30}, generalization"
)
rests_on("BCS20.T30", "BCS20.T30.eq10", "all fails with at most $beta$", f"{T30}: the union")
rests_on("BCS20.T30.corrected", "BCS20.S4.train", "advantage $9 tau/100$, and as margin, but for $beta/3$", LEARNER)


@uses("BCS20.T30.corrected", "BCS20.S4.priv", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.S4.priv", LEARNER)
def the_rounds_cost_a_ninth(
    N: AtLeastOne, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """$N$ rounds cost $rho$ with $9 rho L <= eps^2$, at $kappa n >= 6 sqrt(N L)/(sigma eps)$."""
    at = {"mass": more * 6 * (N * L) ** HALF / (sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * N * b.epsilon * L <= epsilon**2)


@uses("BCS20.T30.corrected", "PROB.markov", LEARNER)
def few_fresh_points_have_a_large_noise(alpha: OpenUnit, E: OpenUnit) -> Use:
    """The mass of the points whose average noise exceeds $gamma/4$, on average $(alpha/4) E$ either way, $E =
    e^{-u^2}$, is $alpha/8$ or more with at most $4 E$."""
    return Use({"level": alpha / 8, "mean": 2 * (alpha / 4) * E}, gives=lambda b: b.fails <= 4 * E)


@uses("BCS20.T30.corrected", "BCS20.S4.margin", LEARNER)
def the_shifted_margin_is_half_of_gamma(
    tau: PositiveUnit, left: Annotated[Real, Reals()], d: FromZero, log: PositiveReal
) -> Use:
    """Theorem 28 at the margin $9 tau/200$: $2^29 log^2/(alpha tau)^2$ rows, with the logarithm of BCS20.S4.root, are
    at least the $2^10 d log^2/alpha^2$ that its root asks for; here $alpha^2$ times as many."""
    at, rows = {"left": left, "gamma": 9 * tau / 100, "d": d, "tau": tau}, 2**29 * log**2 / tau**2
    return Use(at, gives=all_of([left >= 9 * tau / 200, rows >= 2**10 * d * log**2]))


rests_on("BCS20.T30.corrected", "BCS20.S4.mean", "the average noise along a point exceeds $gamma/4$ seldom", LEARNER)
rests_on("BCS20.T30.corrected", "BCS20.T28.uniform", "but for $beta/3$, for all scores without the noise", LEARNER)
rests_on("BCS20.T30.corrected", "BCS20.S4.root", "from so many rows on the root is at most $alpha/2$", LEARNER)


@claim(
    "BCS20.T30.every",
    f"for Theorem 30, {GENERAL} (reading A: z + nu): errors of HS-StL for every small margin",
    "companion",
    narrows=SHIFTED,
    caps="as BCS20.T30",
    share=Constant(Fraction(3, 10), mutants=(Fraction(2, 5),)),
)
def the_strong_learner_errs_for_every_small_margin(t: Annotated[Real, Reals(low=128)], share: Fraction) -> Truth:
    """For every $tau = 1/t <= 1/128$ the scores at $(tau, -b)$ sum to less than 0, where at most $3/10$ of the rows are
    there, but with probability $5/16$: HS-StL then errs on a quarter of $D$."""
    return minority(1 / t, share, 1) < 0


@claim(
    "BCS20.T30.A",
    "Theorem 30 (derived), for HS-StL in reading A: private learning with the weak learner of reading A",
    "companion",
    narrows=NUMBERS + "; the training margin is BCS20.T30.margin.corrected; Theorem 28 is cited, its root a part of "
    "$alpha/2$; of the rows those for privacy",
    rate=Constant(7680, mutants=(7679, 7681)),
    four=Constant(4, mutants=(HALF,)),
    two=Constant(2, mutants=(1,)),
    three=THREE,
)
def reading_A_learns_at_a_larger_cost(
    alpha: OpenUnit,
    tau: PositiveUnit,
    n: PositiveInteger,
    N: Rounds,
    u: FromThree,
    L: PositiveReal,
    epsilon: PositiveReal,
    moved: Unit,
    a: FromZero,
    b: FromZero,
    flips: Unit,
    root: Unit,
    rate: int,
    four: Fraction,
    two: int,
    three: Fraction,
) -> Statement:
    """HS-StL with $h(x) = <z + nu, x>$ (reading A), its scores divided by $1 + tau/4$, with losses of clipped scores,
    $sigma = tau/(4 sqrt(2) u)$, $u^2 = ln(3N(2n + 3)/beta) >= 9$, and $N >= 16 ln(4/alpha)/gamma^2 = 6400
    ln(4/alpha)/tau^4$ rounds, $gamma = tau^2/20$, is for $3 sqrt(rho_T L) <= eps <= 3 L$, $rho_T = 2N/(kappa n
    sigma)^2$, $delta = e^{-L}$, $(eps, delta)$-DP, and for flips and $n$ as in the corrected Theorem 30 it errs with
    probability at least $1 - beta$ on at most $alpha$ of $D$. The rows for privacy are $3 sqrt(2N L)/(kappa sigma eps)
    = 7680 u sqrt(ln(4/alpha) L)/(alpha eps tau^3)$ at the least $N$, those of Theorem 28 of the order $1/(alpha
    gamma)^2 = 400/(alpha^2 tau^4)$, against $1/(alpha eps tau^2)$ and $1/(alpha tau)^2$ of HS-StL-R."""
    sigma, gamma, log = tau / (four * square_root(2) * u), tau**2 / 20, ln(4 / alpha)
    enough, average, failures = learns(alpha, gamma, sigma, n, N, u, flips)
    mass = alpha / 4 * n
    spent = square_root(N / 2) * (moved * 2 / mass) / sigma
    private = converts(spent, square_root(two * N) / (mass * sigma), a, b, three)
    error = alpha / 4 / (1 - alpha * tau / 16) + root * alpha / 2 + alpha / 8
    rows_squared = 9 * 2 * (16 * log / gamma**2) * L * 16 * 32 * u**2 / (tau * alpha * epsilon) ** 2
    rows = equals(rows_squared, (rate * u) ** 2 * log * L / (alpha * epsilon * tau**3) ** 2)
    return when(enough, all_of([private, average, failures, error <= alpha, rows]))


rests_on("BCS20.T30.A", "BCS20.C3.corrected", "all calls have advantage $tau^2/20$, but for $beta/3$", READING_A)
rests_on("BCS20.T30.A", "BCS20.T30.margin.corrected", "few rows have a margin up to $tau^2/20$", READING_A)
rests_on("BCS20.T30.A", "BCS20.C2", "few labels are flipped, but for $beta/3$", READING_A)
rests_on("BCS20.T30.A", "BCS20.L25.shift", "a round costs $2/(kappa n sigma)^2$", READING_A)
rests_on("BCS20.T30.A", "BCS20.S4.mean", "the average noise along a point exceeds $gamma/4$ seldom", READING_A)
rests_on("BCS20.T30.A", "BCS20.T28.uniform", "but for $beta/3$, for all scores without the noise", READING_A)


# ---- Few rows


@claim(
    "BCS20.T30.single",
    f"Theorem 30, the privacy of few rows, {GENERAL} (n restored as 1/(eps alpha tau^2) alone, every eps > 0): "
    "rows for privacy with one summand",
    "companion",
    narrows="$n = 1$, $alpha = beta = delta = 1/2$, $c = 1/sqrt(2)$, $tau = 1/C$; that the laws are so far apart "
    "is not formalized",
)
def the_single_summand_is_enough_for_privacy(C: AtLeastOne) -> Truth:
    """$n >= C sqrt(ln(1/kappa) ln(1/delta) ln(1/xi))/(alpha eps tau^2)$ rows, $C >= 1$ a constant, make HS-StL $(eps,
    delta)$-DP for every $eps > 0$. Read as: one row does, where $eps$ is large."""
    return separation_slack(C) >= 0


rests_on("BCS20.T30.single", "BCS20.T30.eq4", "$1/(kappa eps tau^2) = 4/(alpha eps tau^2)$", "Theorem 30, few rows")


def separation_slack(C: Real) -> Real:
    """delta + e^{eps - D^2/8} - (1 - e^{-D^2/8}) at n = 1 and tau = 1/C, D being 2 sqrt(T)/sigma and delta 1/2: not
    negative where HS-StL is (eps, delta)-DP. D^2/8 = T/(2 sigma^2) is 16384 log(8) C^4 log(1/xi), and eps, for which n
    = 1 is enough, 2 C^3 sqrt(log(8) log(2) log(1/xi)); log(1/xi) = log(6144 log(8) C^2)."""
    Lx = ln(6144 * ln(8) * C**2)
    loss, epsilon = 16384 * ln(8) * C**4 * Lx, 2 * C**3 * square_root(ln(8) * ln(2) * Lx)
    return Real.of(HALF) + exp(epsilon - loss) - (1 - exp(-loss))


@claim(
    "BCS20.T30.single.every",
    f"for Theorem 30, the privacy of few rows, {GENERAL}: rows for privacy with one summand, for every constant",
    "companion",
    narrows="$eps <= D^2/16$ and $D^2/16 > 2$; what follows is not formalized",
    caps="$n = 1$, $alpha = beta = delta = 1/2$, $c = 1/sqrt(2)$, $tau = 1/C$, $D = 2 sqrt(T)/sigma$, $eps$ that at "
    "which one row is enough",
    times=Constant(2, mutants=(2**16,)),
)
def no_constant_makes_one_row_private(C: AtLeastOne, times: int) -> Truth:
    """For every $C >= 1$, $eps <= D^2/16$: then $1 - e^{-D^2/8} > 1/2 + e^{-D^2/16}$, as $D^2/16 > 2$; by squares,
    divided by $C^6 ln(8) ln(1/xi)$, and without the factor $C^4 >= 1$."""
    Lx = ln(6144 * ln(8) * C**2)
    return (times**2 * ln(2) <= 8192**2 * ln(8) * C**2 * Lx) & (8192 * ln(8) * Lx > 2)
