"""BCS20 facts that follow: HS-StL-R (S4), a learner whose guarantee holds, and what Theorem 30 needs of it.

No bound on the dimension is needed, though Lemma 29 needs one: the scores are <w_0 + m, x>, w_0 made of the centres and
short, m the average of the noises. Along a fixed point, of the sample or a fresh one, m is far below the margin; and
Theorem 28 is used of <w_0, x> - y gamma/4, which is linear in (x, -y).
"""

from itertools import product

from littlestone.spec.boosting.halfspace_runs import (
    HalfspacePlan,
    Replayed,
    capped,
    evened_learner,
    inner,
    strong_learner,
)
from littlestone.spec.notation import *

LEARNER = "HS-StL-R (derived)"
NINE_HUNDREDTHS = Fraction(9, 100)
Signed = Annotated[Real, Reals(low=-1, high=1)]
NINE = Constant(NINE_HUNDREDTHS, mutants=(Fraction(1, 10),))
DRAWS = (Fraction(1, 3), Fraction(-5, 4), Fraction(2, 7), Fraction(-1, 5), Fraction(1), Fraction(-1, 2), Fraction(0))
PLANE = (*product((Fraction(4, 5), Fraction(9, 10)), (Fraction(-2, 5), Fraction(0), Fraction(2, 5))), (-QUARTER, HALF))


# ---- The learner


@claim(
    "BCS20.S4",
    f"{LEARNER}: range and advantage of the evened learner on the line",
    "companion",
    narrows="$d = 1$ and two points, one with margin $tau$ or more, one corrupted, $y x = -1$, of weight at most "
    "$tau/4$",
    caps="$tau = i/4$; the margin $tau + (1 - tau) a/2$, the weight $w tau/16$; noise $nu = (u - 1) tau/8$, $nu' = "
    "(v - 1) tau/8$",
    gamma=NINE,
    scale=Constant(Fraction(3, 5), mutants=(Fraction(7, 10),)),
)
def noisy_normalised_halfspaces_have_advantage(
    i: PositiveSize, a: Size, w: Size, u: Size, v: Size, gamma: Fraction, scale: Fraction
) -> Statement:
    """With $z = sum_i hat(mu)(i) y_i x_i$, $nu ~ N(0, sigma^2 I)$, $nu' ~ N(0, sigma^2)$ and $h(x) = (3/5) * <z + nu,
    x> / max(||z|| + nu', tau/4)$: where $|nu'|$, $|<nu, x_i>| <= tau/8$, all $h(x_i)$ are in $[-1, 1]$ and the
    advantage on $hat(mu)$ is at least $9 tau / 100$."""
    tau, (nu, nu_prime) = Fraction(int(i), 4), [Fraction(int(c) - 1) * Fraction(int(i), 32) for c in (u, v)]
    good, weight = tau + (1 - tau) * Fraction(int(a), 2), Fraction(int(w), 4) * tau / 4
    z = (1 - weight) * good - weight
    values = [scale * (z + nu) * x / max(abs(z) + nu_prime, tau / 4) for x in (good, Fraction(-1))]
    won = ((1 - weight) * values[0] + weight * values[1]) / 2
    return when([i <= 4, a <= 2, w <= 4, u <= 2, v <= 2], all_of([*(abs(h) <= 1 for h in values), won >= gamma * tau]))


@terms("BCS20.S4.adv")
def won(
    advantage: Annotated[Real, Reals()], tau: PositiveUnit, norm: PositiveReal, gamma: Fraction = NINE_HUNDREDTHS
) -> Terms:
    """The advantage times the norm by which scores are divided."""
    return Terms(says=advantage >= gamma * tau * norm)


@claim(
    "BCS20.S4.adv",
    f"{LEARNER}: advantage of the evened learner on its event",
    "companion",
    narrows="the inequalities in terms of $||z||$, $<nu, z>$, $nu'$ and the bounds $||x_i|| <= 1$, $|<nu, x_i>| "
    "<= tau/8$: $z = ||z|| = tau/2 + a$, $<nu, z> = -z tau/8 + b$, $nu' = tau (c - 1/2) / 4$; that the "
    "advantage is theirs is not formalized",
    gamma=NINE,
    scale=Constant(Fraction(3, 5), mutants=(Fraction(7, 10),)),
)
def on_the_event_the_advantage_is_linear_in_tau(
    tau: PositiveUnit, a: FromZero, b: FromZero, c: Unit, gamma: Fraction, scale: Fraction
) -> Truth:
    """Where $||z|| >= tau/2$, $|nu'| <= tau/8$, $|<nu, x_i>| <= tau/8$ for all $i$ and $<nu, z> >= -||z|| tau/8$: the
    norm exceeds $tau/4$, $|h(x_i)| <= 1$, and $(1/2) sum_i hat(mu)(i) y_i h(x_i) = (3/10) (||z||^2 + <nu, z>) / (||z||
    + nu') >= 9 tau / 100$."""
    z = tau / 2 + a
    norm, product = z + tau * (c - HALF) / 4, z**2 - z * tau / 8 + b
    return (norm > tau / 4) & (scale * (z + tau / 8) <= norm) & won(scale * product / 2, tau, norm, gamma).says


@uses("BCS20.S4.adv", "BCS20.T26.along", LEARNER)
def the_centre_is_long_enough(z: FromZero, along: FromZero, tau: PositiveUnit, part: Unit) -> Use:
    """$||z|| >= <z, u> >= tau/2$, corrupted examples weighing a part of $tau/4$: $tau/8$ less still exceeds $tau/4$."""
    at = {"reach": along, "tau": tau, "weight": part * tau / 4}
    return Use(at, given=z >= along, gives=z - tau / 8 > tau / 4)


@terms("BCS20.S4.prob")
def round_fails(n: AtLeastOne, T: PositiveReal, beta: PositiveUnit) -> Terms:
    """One of T rounds leaves its event."""
    return Terms(fails=(n + 2) / (2 * n + 3) * beta / (3 * T))


@claim(
    "BCS20.S4.prob",
    f"{LEARNER}: probability of the event of a round",
    "companion",
    narrows="the sum of the tails; that the event fails in so many is not formalized",
    caps="$beta = 1/b < 1$, $T$ rounds, $n$ points",
    tails=Constant(2, mutants=(16,)),
)
def the_event_is_likely(n: PositiveSize, T: PositiveSize, b: PositiveSize, tails: int) -> Statement:
    """The event $|nu'| <= tau/8$, $|<nu, x_i>| <= tau/8$ for all $i$, $|<nu, z>| <= ||z|| tau/8$ has probability at
    least $1 - beta/(3T)$, and fails with at most $(n + 2)/(2n + 3)$ of $beta/(3T)$: at $t = tau / (8 sigma) = sqrt(2
    ln(3 T (2 n + 3) / beta))$ it fails in $2 n + 4$ one-sided tails of at most $(1 - erf(t / sqrt 2)) / 2$."""
    log = ln(3 * T * (2 * n + 3) * b)
    return when(b >= 2, tails * (n + 2) * (1 - erf(log**HALF)) / 2 <= round_fails(n, T, Fraction(1, int(b))).fails)


@claim(
    "BCS20.S4.prob.tail",
    f"{LEARNER}: one-sided normal tail against half of an exponential",
    "companion",
    narrows="the integrand; that its integral over $s >= 0$ is that of the tail, against $e^(-u^2)$ times a half "
    "of $sqrt(pi)$, is not formalized",
    once=SHARE,
)
def a_normal_tail_is_at_most_half_the_exponential(u: FromZero, s: FromZero, once: Fraction) -> Truth:
    """A one-sided tail is $(1 - erf(u)) / 2 <= e^(-u^2) / 2$ at $u = t / sqrt 2$, as $(u + s)^2 >= u^2 + s^2$; so $2 n
    + 4$ of them are at most $(n + 2) e^(-u^2) <= (2 n + 3) e^(-u^2)$."""
    return u**2 + s**2 <= once * (u + s) ** 2


@terms("BCS20.S4.priv")
def round_cost(mass: PositiveReal, sigma: PositiveReal, factor: int = 4) -> Terms:
    """A round of vector and norm; its epsilon is rho."""
    return Terms(epsilon=factor / (mass * sigma) ** 2)


@claim(
    "BCS20.S4.priv",
    f"{LEARNER}: zCDP of a round of vector and norm",
    "companion",
    narrows="the arithmetic, from BCS20.L25.shift, BCS20.S4.priv.norm and Lemma 16",
    factor=Constant(4, mutants=(3,)),
)
def one_round_of_vector_and_norm_is_private(mass: PositiveReal, sigma: PositiveReal, moved: Unit, factor: int) -> Truth:
    """With lazily projected measures the vector moves by at most $2/(kappa n)$, as no row but the one that differs
    gains, and $(z, ||z||)$ by sqrt 2 times as much: one round has $rho = 4 / (kappa n sigma)^2$."""
    return 2 * (moved * 2 / mass) ** 2 / (2 * sigma**2) <= round_cost(mass, sigma, factor).epsilon


rests_on("BCS20.S4.priv", "BCS20.S4.priv.norm", "$(z, ||z||)$ moves by at most sqrt 2 times as much", LEARNER)


@uses("BCS20.S4.priv", "BCS20.L25.shift", LEARNER)
def the_vector_moves_little(moved: FromZero, mass: PositiveReal, sigma: PositiveReal) -> Use:
    """The vector moves by at most $2/(kappa n)$, and with the norm by sqrt 2 times as much."""
    return Use({"moved": moved, "mass": mass}, gives=2 * moved**2 / (2 * sigma**2) <= 4 / (mass * sigma) ** 2)


@claim(
    "BCS20.S4.priv.norm",
    f"{LEARNER}: move of the norm against that of the vector",
    "companion",
    narrows="the identity, $d = 2$; what follows from it is not formalized",
    share=Constant(1, mutants=(2,)),
)
def the_norm_moves_no_more_than_the_vector(x: AnyReal, y: AnyReal, u: AnyReal, v: AnyReal, share: int) -> Truth:
    """$(||z|| - ||z'||)^2 <= ||z - z'||^2$, which is $<z, z'> <= ||z|| ||z'||$, by Lagrange's identity."""
    return equals((x**2 + y**2) * (u**2 + v**2) - (x * u + y * v) ** 2, share * (x * v - y * u) ** 2)


@claim(
    "BCS20.S4.train",
    f"{LEARNER}: training error of the evened learner",
    "companion",
    narrows="the arithmetic of $kappa = alpha/4$, $gamma = 9 tau / 100$, $T = ceil(16 ln(1/kappa) / gamma^2)$ and "
    "$lambda = gamma / 4$; $sigma$, the corrupted examples and the rounds are in its dependencies (BCS20.S4.prob, "
    "BCS20.S4.adv, BCS20.L38)",
    rounds=Constant(16, mutants=(20,)),
    third=Constant(Fraction(1, 3), mutants=(QUARTER,)),
)
def the_settings_meet_the_premises(
    tau: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, later: FromZero, rounds: Rational, third: Fraction
) -> Truth:
    """If at most $kappa tau n/4$ examples are corrupted, HS-StL-R has training error at most $kappa$ after $T$ rounds
    with probability at least $1 - beta/3$: $gamma = 9 tau / 100$ is at most $1/2$, $lambda = gamma/4$ is in $(0, 1)$,
    $T$ is enough for Lemma 38, whose margin $gamma > 0$ is no error, and $T$ failures of $beta/(3T)$ cost $beta/3$; $T$
    is rounded up (by ``later``)."""
    gamma, log = Fraction(9, 100) * tau, ln(4 / alpha)
    T = (16 * log + later) / gamma**2
    failures = T * (beta / (3 * T))
    enough = rounds * log / gamma**2 <= T
    return all_of([gamma <= HALF, gamma / 4 < 1, gamma > 0, enough, failures <= third * beta])


@uses("BCS20.S4.train", "BCS20.S4.adv", LEARNER)
def calls_have_nine_hundredths(log: PositiveReal, tau: PositiveUnit, won: PositiveReal, norm: PositiveReal) -> Use:
    """Scores are divided by the norm, which leaves ``won``, at least $gamma = 9 tau/100$: such calls take at most $16
    log(1/kappa)/gamma^2$ rounds."""
    at = {"advantage": won * norm, "tau": tau, "norm": norm}
    return Use(at, gives=16 * log / won**2 <= 16 * log / (9 * tau / 100) ** 2)


@adds_up("BCS20.S4.train", LEARNER)
def a_third_of_beta_is_spent(n: AtLeastOne, T: PositiveReal, beta: OpenUnit) -> Total:
    """$beta/3$."""
    return Total(fails=beta / 3)


@uses("BCS20.S4.train", "BCS20.L38", LEARNER)
def the_margin_is_reached_by_HS_StL_R(
    tau: PositiveUnit, margin: AnyReal, log: PositiveReal, later: FromZero, value: Signed
) -> Use:
    """After $T = (16 log(1/kappa) + later)/gamma^2$ rounds of scores in $[-1, 1]$ of advantage $gamma = 9 tau/100$
    the margin of all but $kappa n$ examples is at least $gamma$, and so positive: each of these is no error."""
    gamma = 9 * tau / 100
    at = {"margin": margin, "gamma": gamma, "T": (16 * log + later) / gamma**2, "log": log}
    at |= {"advantage": gamma, "value": value}
    return Use(at, gives=margin > 0)


@uses("BCS20.S4.train", "BCS20.S4.prob", LEARNER)
@uses("BCS20.T30.corrected", "BCS20.S4.prob", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.S4.prob", LEARNER)
def each_round_fails_seldom(n: AtLeastOne, T: AtLeastOne, beta: OpenUnit) -> Use:
    """Each of $T$ rounds fails with probability at most $(n + 2)/(2n + 3) beta/(3T)$, all together with $beta/5$."""
    return Use({"n": n, "T": T, "beta": beta}, gives=lambda b: T * b.fails <= beta / 5, times=T)


@claim(
    "BCS20.S4.run",
    f"{LEARNER}: advantage of the evened learner in two rounds",
    "companion",
    narrows="one sample, six rows of the plane and one corrupted, $tau = 4/5$, $u = e_1$, $kappa = 3/4$, two rounds; "
    "one list of draws, times $(1 + 2i)/50$",
    gamma=Constant(NINE_HUNDREDTHS, mutants=(HALF,)),
)
def runs_have_the_advantage_on_their_measures(i: Size, gamma: Fraction) -> Statement:
    """HS-StL-R on seven rows of which one is corrupted, with noises of at most $tau/8$ along them: in each round all
    scores are in $[-1, 1]$, and the advantage on the measure of the round is at least $9 tau/100$."""
    tau, kappa, deviation = Fraction(4, 5), Fraction(3, 4), Fraction(1 + 2 * int(i), 50)
    plan = HalfspacePlan(kappa, 2, 9 * tau / 400, deviation)
    losses, found = [Real.of(0)] * len(PLANE), []
    for w in strong_learner(PLANE, plan, evened_learner(tau, deviation, Replayed(DRAWS))):
        mu = capped([kappa * exp(-plan.rate * x) for x in losses], kappa)
        scores = [inner(w, v) for v in PLANE]
        won = sum((m * h for m, h in zip(mu, scores, strict=True)), Real.of(0)) / (2 * kappa * len(PLANE))
        found += [won >= gamma * tau, *((h <= 1) & (h >= -1) for h in scores)]
        losses = [x + (1 + h) / 2 for x, h in zip(losses, scores, strict=True)]
    return when(i <= 1, all_of(found))


# ---- What Theorem 30 needs of it


@claim(
    "BCS20.S4.mean",
    f"{LEARNER}: tail of the averaged noise along a point",
    "companion",
    narrows="the exponent, at the same $v$ in all rounds; that smaller ones only help, that a round multiplies the "
    "moment $e^{s m}$ so and Markov's inequality are not formalized",
    two=Constant(2, mutants=(1,)),
)
def the_average_of_the_noises_is_small(
    g: PositiveReal, N: PositiveReal, most: PositiveReal, part: Unit, two: int
) -> Truth:
    """Each round multiplies the moment by $e^{s^2 v^2/(2 N^2)}$, $v = part$ of ``most`` being the deviation of its
    noise along the point, known before the noise is drawn: at $s = g N/most^2$ the average $m$ exceeds $g$ with
    probability at most $e^{-g^2 N/(2 most^2)}$."""
    s = g * N / most**2
    return exp(N * (s * part * most / N) ** 2 / 2 - s * g) <= exp(-(g**2 * N / (two * most**2)))


@terms("BCS20.S4.margin")
def shifted_margin(left: AnyReal, gamma: PositiveReal, d: FromZero, tau: PositiveUnit, most: int = 2**19) -> Terms:
    """The margin of <w_0, x> - y gamma/4, and the fat-shattering dimension at a sixteenth of half of gamma."""
    return Terms(says=all_of([left >= gamma / 2, d <= most / tau**2]))


@claim(
    "BCS20.S4.margin",
    f"{LEARNER}: margin and dimension without the noise",
    "companion",
    narrows="an example is its margin and the average noise along it, $w_0$ the length of a centre at the least $nu'$; "
    "that vectors of norm at most 2 have so small a dimension is BCS20.L29.fat",
    most=Constant(2**19, mutants=(2**18,), stronger="smaller"),
)
def the_margin_is_left_without_the_noise(
    tau: PositiveUnit, more: FromZero, noise: Annotated[Real, Reals(low=-1, high=1)], longer: FromZero, most: int
) -> Truth:
    """At $gamma = 9 tau/100$, $y H(x) >= gamma$ and $|<m, x>| <= gamma/4$ leave $y <w_0, x> - gamma/4 >= gamma/2$. It
    is linear in $(x, -y)$, by a vector of norm at most 2 over the unit ball: each $(3/5) ||z||/(||z|| + nu')$ is short
    enough for $||z|| >= tau/2$ at $nu' = -tau/8$, its least. So its fat-shattering dimension at $gamma/32$ is at most
    $4 (32/gamma)^2 <= 2^19/tau^2$."""
    gamma, z = 9 * tau / 100, tau / 2 + longer
    length = Fraction(3, 5) * z / (z - tau / 8)
    left = gamma + more - noise * gamma / 4 - gamma / 4
    found = shifted_margin(left, gamma, 4 * (32 / gamma) ** 2, tau, most)
    return (2 * (length**2 + (gamma / 4) ** 2) <= 4) & found.says


rests_on("BCS20.S4.margin", "BCS20.L29.fat", "the dimension at $gamma/32$ is at most $4 (32/gamma)^2$", LEARNER)


@claim(
    "BCS20.S4.root",
    f"{LEARNER}: rows for the root of Theorem 28",
    "companion",
    narrows="the arithmetic, at the largest $1/alpha$, $1/beta$ and $1/tau$ of this logarithm; that the root falls "
    "with $n$ is not formalized",
    rate=Constant(2**10, mutants=(2**7,), stronger="smaller"),
)
def the_root_of_theorem_28_is_small(log: Annotated[Real, Reals(low=Fraction(277, 100))], rate: int) -> Truth:
    """$n >= 2^10 d ln^2(16/(alpha beta tau))/alpha^2$ makes the root of Theorem 28 at most $alpha/2$ on the $(1 -
    alpha tau/16) n$ clean rows at confidence $beta/3$, at $d = 2^19/tau^2$ and, for Theorem 30's proof, at
    $2^16/tau^2$."""
    small = []
    for d in (2**16, 2**19):
        rows = Fraction(15, 16) * rate * d
        sizes = [ln(x * log**2 / 256) + 2 * log for x in (34 * EULER * rows / d, 578 * rows)]
        small += [8 * (d * sizes[0] * sizes[1] / ln(2) + log) <= rows * log**2]
    return all_of(small)
