"""BCS20 section 5.3: HS-StL (Algorithm 5), and its privacy where scores are not bounded.

The formulas of the print were lost: sources say where each form comes from. "log" is natural; HS-StL is that of reading
A of the weak learner (section 5.2) unless another is named.
"""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.halfspace_sizes import call_failure, density, deviation, rounds
from littlestone.spec.boosting.measures import induced, projection
from littlestone.spec.notation import *

STRONG, GENERAL = "section 5.3", "section 5.4"
FAR = Fraction(7, 4)
UNCLIPPED = "Algorithm 5 with scores that are not bounded"
REPAIRED = f"{UNCLIPPED}, corrected"
FAILS = f"{UNCLIPPED}, why it fails"
ADP = f"{UNCLIPPED}: (epsilon, delta)"


# ---- Algorithm 5


@claim(
    "BCS20.A5",
    f"Algorithm 5, its settings, {STRONG} (published code and derived; lambda from memory): settings of "
    "the strong halfspace learner",
    "algorithm",
    narrows="$T$, $lambda$ and $xi$ ($sigma$ is BCS20.E1), with real $T$, where runs take $ceil(T)$ rounds "
    "(BCS20.C3.rounds); on scores beyond $[-1, 1]$ see BCS20.A5.unclipped",
    sixteen=Constant(16, mutants=(17,)),
)
def the_settings_of_the_strong_learner(alpha: OpenUnit, beta: OpenUnit, tau: PositiveUnit, sixteen: int) -> Truth:
    """HS-StL runs Boost with LB-NxM$(alpha/4, tau/32)$ and the noisy weak learner for $T = 1024 ln(4/alpha)/tau^2$
    rounds: at $gamma = tau/8$ that is $T = 16 ln(1/kappa)/gamma^2$ and $lambda = gamma/4$, and $xi = beta/(3T)$."""
    gamma, xi = tau / 8, call_failure(alpha, beta, tau)
    settings = equals(rounds(alpha, tau), sixteen * ln(1 / density(alpha)) / gamma**2) & equals(tau / 32, gamma / 4)
    return settings & equals(xi * 3 * rounds(alpha, tau), beta)


@uses("BCS20.C3", "BCS20.E1", "Claim 3, proof, appendix C")
@uses("BCS20.T30.eq6", "BCS20.E1", "Theorem 30, proof: utility")
def the_noise_leaves_an_eighth(tau: PositiveUnit, cost: FromZero) -> Use:
    """$c sigma sqrt(log(1/xi)) = tau/8$: of $tau/4$ an advantage of $tau/8$ is left."""
    return Use({"cost": cost, "tau": tau}, gives=tau / 4 - cost >= tau / 8)


rests_on("BCS20.A5", "BCS20.E2", "$16 log(1/kappa)/(tau/8)^2 = 1024 log(1/kappa)/tau^2$", "Algorithm 5, its rounds")
rests_on("BCS20.A5", "BCS20.T24", "$gamma = tau/8$, $lambda = gamma/4$, $T$ rounds", "Algorithm 5, its rate")


# ---- Scores that are not bounded


def tail_start(n: Real) -> Real:
    """H = 4 + 128 log(7 n): from there on, at lambda = 1/32, one row's weight is 7 times that of n others."""
    return 4 + 128 * ln(7 * n)


@claim(
    "BCS20.A5.unclipped",
    f"Algorithm 5, its privacy, {STRONG} (derived: reading A: z + nu, h not clipped, a measure of density at "
    "least kappa returned "
    "as it is, an author's code)"
    ": zCDP of HS-StL with scores that are not clipped",
    "companion",
    narrows="the bound on $D_a$ at one order; that half of the tilted first law has the second centres $7/4$ "
    "apart is not formalized",
    caps="$d = tau = 1$, $alpha = beta = 1/2$, $kappa = alpha/4$, $c = 1/sqrt(2)$, $n = 2^12 C$; $v = y x$ is 1 or -1 "
    "in the row that differs, $-1/2$ in all others; the order $n (H + 1)/2$, $H = 4 + 128 ln(7 n)$, the first two "
    "rounds alone",
)
def the_unclipped_learner_is_concentrated(C: AtLeastOne) -> Truth:
    """For some constant $C >= 1$, 8 in the print's restored form, HS-StL is $rho$-zCDP for $rho = C T/(kappa n
    sigma)^2$. Read as: $a (7/4)^2/(2 sigma^2) - ln(2)/(a - 1)$ is at most $a rho$, as $D_a$ of its first two rounds is
    at least that: half of the tilted law of the first has the second centres $7/4$ apart."""
    n, sigma = 2**12 * C, deviation(HALF, HALF, Real.of(1))
    order = n * (tail_start(n) + 1) / 2
    divergence = order * Fraction(49, 16) / (2 * sigma**2) - ln(2) / (order - 1)
    return divergence <= C * rounds(HALF, Real.of(1)) * order / (density(HALF) * n * sigma) ** 2


@terms("BCS20.A5.unclipped.corrected")
def capped_centres(moved: FromZero, mass: PositiveReal, factor: Fraction | int = 2) -> Terms:
    """How far the centre moves, and kappa n."""
    return Terms(says=moved * mass <= factor)


@correction(
    "BCS20.A5.unclipped",
    "a negative loss lets one row outweigh all others, however many, for every $C$ "
    "(BCS20.A5.unclipped.every); by Definition 7 weights above 1 count as 1, also where the measure is "
    "dense enough already, or $h$ is clipped to $[-1, 1]$",
    narrows="the weights of a round; that centres of vectors in the unit ball move by no more than their sum, and what "
    "a round then costs, is not formalized; that rounds add up is BCS20.L14",
    caps="unprojected weights $kappa 4^(a-1)$ and $kappa 4^(b-1)$ of the row that differs, $kappa$, $kappa/2$ and "
    "$4 kappa$ of $p_0$, $p_1$ and $p_2$ other rows; $kappa = k / (k + j)$, with repetitions",
    factor=Constant(2, mutants=(Fraction(19, 10),)),
)
def the_capped_learner_is_concentrated(
    p0: Size, p1: Size, p2: Size, a: Size, b: Size, k: PositiveSize, j: PositiveSize, factor: Fraction
) -> Statement:
    """After weights above 1 became 1, whatever the losses were: the sum over the other rows of $|hat(mu)(j) -
    hat(mu)'(j)|$, plus $hat(mu)(i) + hat(mu)'(i)$, is at most $2/(kappa n)$, so that a round costs $2/(kappa n
    sigma)^2$, a fourth of what is charged, and no weight is above $1/(kappa n)$; $kappa n > 1$, without which it says
    nothing."""
    kappa = Fraction(int(k), int(k + j))
    others = (kappa,) * int(p0) + (kappa / 2,) * int(p1) + (4 * kappa,) * int(p2)
    runs = [tuple(min(Fraction(1), w) for w in (kappa * Fraction(4) ** (int(e) - 1), *others)) for e in (a, b)]
    one, two = (induced(projection(mu, kappa)) for mu in runs)
    moved = sum((abs(x - y) for x, y in zip(one[1:], two[1:], strict=True)), one[0] + two[0])
    mass = kappa * len(one)
    return when(mass > 1, all_of([capped_centres(moved, mass, factor).says, max(*one, *two) * mass <= 1]))


rests_on("BCS20.A5.unclipped", "BCS20.L16", "at order $a$ the second round costs $a (7/4)^2/(2 sigma^2)$", FAILS)
rests_on("BCS20.A5.unclipped", "BCS20.L17", "two rounds of $T$ cost no more than all", FAILS)


@uses("BCS20.A5.unclipped", "BCS20.A5.unclipped.shift", FAILS)
def the_second_round_is_far_apart(apart: FromZero, sigma: PositiveReal) -> Use:
    """The second centres are $7/4$ apart: they cost at least $(7/4)^2/(2 sigma^2)$."""
    return Use({"apart": apart}, gives=apart**2 / (2 * sigma**2) >= FAR**2 / (2 * sigma**2))


rests_on("BCS20.A5.unclipped.corrected", "BCS20.L14", "$T$ rounds cost $T$ times as much", REPAIRED)


@uses("BCS20.O32.sharp", "BCS20.L16", "derived: Section 3.2 by Lemma 25's shift")
@uses("BCS20.A5.unclipped.corrected", "BCS20.L16", REPAIRED)
def a_round_costs_the_squared_shift(order: AtLeastOne, mass: PositiveReal, part: Unit, sigma: PositiveReal) -> Use:
    """A round costs $||z - z'||^2/(2 sigma^2)$, at most $2/(kappa n sigma)^2$, as $||z - z'||$ is a part of $2/(kappa
    n)$."""
    at = {"order": order, "distance": part * 2 / mass, "sigma": sigma}
    return Use(at, gives=lambda b: b.epsilon <= order * (2 / (mass * sigma) ** 2))


@claim(
    "BCS20.A5.unclipped.every",
    f"for Algorithm 5, its privacy, {STRONG} (reading A: z + nu, h not clipped): "
    "zCDP with scores that are not clipped, for every constant",
    "companion",
    narrows="the arithmetic of the bound on $D_a$, divided by the order",
    caps="as BCS20.A5.unclipped",
    times=Constant(1, mutants=(2**8,)),
)
def no_constant_makes_the_unclipped_learner_concentrated(C: AtLeastOne, times: int) -> Truth:
    """For every $C >= 1$, $(7/4)^2/(2 sigma^2) - ln(2)/(a (a - 1)) > C T/(kappa n sigma)^2$ at $n = 2^12 C$ and $a = n
    (H + 1)/2$; $C/n^2$ is $2^(-24)/C$, and $a (a - 1) >= 2$."""
    sigma = deviation(HALF, HALF, Real.of(1))
    order = 2**12 * C * (tail_start(2**12 * C) + 1) / 2
    charged = times * rounds(HALF, Real.of(1)) / (2**24 * C * (density(HALF) * sigma) ** 2)
    return (order >= 2) & (Fraction(49, 16) / (2 * sigma**2) - ln(2) / 2 > charged)


@claim(
    "BCS20.A5.unclipped.weights",
    f"for Algorithm 5, its privacy, {STRONG} (reading A: z + nu, h not clipped): weight of one row after a large score",
    "companion",
    narrows="the losses and weights; that the measure is then denser than $kappa$ is not formalized",
    caps="$v$ is 1 or -1 in the row that differs, $-1/2$ in $m$ others; $h >= 4 + (4/lambda) ln(7 m)$ in round 1",
    seven=Constant(7, mutants=(8,)),
)
def one_row_outweighs_all_others(rate: PositiveReal, m: AtLeastOne, more: FromZero, seven: int) -> Truth:
    """The losses $1 - |h v - 1|/2$ of $v = 1$, -1 and $-1/2$ are $3/2 - h/2$, $1/2 - h/2$ and $1/2 - h/4$, none above
    0, so that the measure is denser than $kappa$ already; the others weigh at most $1/7$ of the row together."""
    h = 4 + 4 / rate * (ln(7 * m) + more)
    plus, minus, other = Fraction(3, 2) - h / 2, HALF - h / 2, HALF - h / 4
    outweighed = seven * m * exp(-(ln(7 * m) + more)) <= 1
    return all_of([plus <= 0, minus <= plus, other <= 0, equals(rate * (other - plus), ln(7 * m) + more), outweighed])


@terms("BCS20.A5.unclipped.shift")
def centres_far(apart: FromZero, least: Fraction = FAR) -> Terms:
    """The distance of the second centres."""
    return Terms(says=apart >= least)


@claim(
    "BCS20.A5.unclipped.shift",
    f"for Algorithm 5, its privacy, {STRONG} (reading A: z + nu, h not clipped): "
    "distance of the second centres after a large score",
    "companion",
    narrows="$v$ is 1 or -1 in the row that differs, $-1/2$ in all others",
    apart=Constant(Fraction(7, 4), mutants=(Fraction(15, 8),)),
)
def one_row_turns_the_centre_round(part: Unit, less: Unit, apart: Fraction) -> Truth:
    """Where the other rows weigh $q$ and $q' <= 1/7$ of it, $z_2 = (1 - q/2)/(1 + q)$ and $z_2' = -(1 + q'/2)/(1 + q')$
    are at least $7/4$ apart."""
    q, other = part / 7, less / 7
    return as_truth(centres_far((1 - q / 2) / (1 + q) + (1 + other / 2) / (1 + other), apart).says)


rests_on("BCS20.A5.unclipped.shift", "BCS20.A5.unclipped.weights", "$q$ and $q'$ are at most $1/7$", FAILS)


@claim(
    "BCS20.A5.unclipped.dp",
    f"Theorems 30 and 33 and Claim 1, {STRONG} (derived: as BCS20.A5.unclipped): "
    "approximate privacy of HS-StL with scores that are not clipped",
    "companion",
    narrows="the bounds on the chances of one event; that it has them on the two samples is not formalized",
    caps="as BCS20.A5.unclipped, $eps = 1$, $delta = e^{-2^j}$, $c = 1/sqrt(2)$: the event $w_1 >= H$, $w_2 > 0$ of "
    "$w_t = z_t + nu_t$",
)
def the_unclipped_learner_is_private(j: Size) -> Truth:
    """$n = 3 sqrt(8 T ln(1/delta))/(kappa sigma eps)$ rows make HS-StL $(eps, delta)$-DP for $eps <= 3 ln(1/delta)$.
    Read as, for every $delta = e^{-2^j}$, at $eps = 1$, $alpha = beta = 1/2$ and $d = tau = 1$: the event has
    probability at least $p (1 - r)$ on one sample, $p >= e^{-t^2}$ that of $w_1 >= H$, $t = (H + 1)/sigma$, and on the
    other at most $p r$, $r <= 1/8$, so that $e^{-t^2}/2 <= delta$."""
    sigma = deviation(HALF, HALF, Real.of(1))
    n = 3 * (8 * rounds(HALF, Real.of(1)) * 2**j) ** HALF / (density(HALF) * sigma)
    return Real.of(2 ** int(j)) <= ((tail_start(n) + 1) / sigma) ** 2 + ln(2)


@correction(
    "BCS20.A5.unclipped.dp",
    "$t$ grows like $log n$, and $n$ like $sqrt(ln(1/delta))$: at $eps = 1$ it fails from $delta = "
    "e^{-2^32}$ on, with $3.6 10^9$ rows. With weights capped at 1, or $h$ clipped, a round costs "
    "$2/(kappa n sigma)^2$",
    narrows="the conversion of Lemma 15, at $eps = 3 part ln(1/delta)$; that a round costs so little is "
    "BCS20.A5.unclipped.corrected, that rounds add up Lemma 14",
    two=Constant(2, mutants=(9,)),
)
def the_capped_learner_is_private(L: PositiveReal, part: PositiveUnit, two: int) -> Truth:
    """With weights capped at 1 $n = 3 sqrt(8 T L)/(kappa sigma eps)$ rows make HS-StL $(eps, delta)$-DP for $eps <= 3
    ln(1/delta)$: $8 T/(kappa n sigma)^2$ is $eps^2/(9 L)$, $L = ln(1/delta)$, and a fourth of it, $rho = eps^2/(36
    L)$, has $rho + 2 sqrt(rho L) <= eps$."""
    epsilon = 3 * part * L
    rho = Fraction(two, 8) * epsilon**2 / (9 * L)
    return rho + 2 * (rho * L) ** HALF <= epsilon


rests_on(
    "BCS20.A5.unclipped.dp",
    "BCS20.A5.unclipped.shift",
    "the event tells the second centres apart",
    f"{ADP}, why it fails",
)
rests_on(
    "BCS20.A5.unclipped.dp",
    "BCS20.A5.unclipped.tail",
    "$w_1 >= H$ has probability at least $e^{-t^2}$",
    f"{ADP}, why it fails",
)
rests_on("BCS20.A5.unclipped.dp.corrected", "BCS20.L14", "$T$ rounds cost $T$ times as much", f"{ADP}, corrected")
rests_on("BCS20.A5.unclipped.dp.corrected", "BCS20.L15", "$(eps, delta)$-DP", f"{ADP}, corrected")


@uses("BCS20.O32.sharp", "BCS20.L25.shift", "derived: Section 3.2 by Lemma 25's shift")
@uses("BCS20.A5.unclipped.dp.corrected", "BCS20.A5.unclipped.corrected", f"{ADP}, corrected")
def the_cost_of_a_capped_round(moved: FromZero, mass: PositiveReal, sigma: PositiveReal) -> Use:
    """The centre moves by at most $2/(kappa n)$: a round costs $2/(kappa n sigma)^2$."""
    return Use({"moved": moved, "mass": mass}, gives=moved**2 / (2 * sigma**2) <= 2 / (mass * sigma) ** 2)


@claim(
    "BCS20.A5.unclipped.tail",
    f"for Algorithm 5, its privacy, {STRONG}: lower bound on a normal tail",
    "companion",
    narrows="that $Pr[X > t] >= t/((1 + t^2) sqrt(2 pi)) e^{-t^2/2}$ for $X$ standard normal is cited; $3 > "
    "sqrt(2 pi)$",
    least=Constant(3, mutants=(2,)),
)
def a_normal_tail_is_not_too_small(more: FromZero, least: int) -> Truth:
    """$Pr[X > t] >= e^{-t^2}$ for $t >= 3$, $X$ standard normal."""
    t = least + more
    return exp(-(t**2) / 2) * 3 * (1 + t**2) <= t
