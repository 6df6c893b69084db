"""BCS20 sections 4.1 and 4.2: lazy dense multiplicative weights (Algorithm 4) and their round bound (Theorem 24)."""

from itertools import combinations_with_replacement, product

from littlestone.spec.boosting.boosting_runs import SHRINK, labelled_rows, lazy_measure, sign_patterns
from littlestone.spec.boosting.harmful_learners import STRATEGIES, count_up_to, rounds_for, run
from littlestone.spec.boosting.lazy_bregman import next_measure
from littlestone.spec.boosting.measures import density, induced, is_projection, projection
from littlestone.spec.notation import *

Signed = Annotated[Real, Reals(low=-1, high=1)]
PROOF = "Theorem 24, proved in appendix D"
MARGINS = "at most $kappa n$ examples have a margin up to $gamma$"
ROUNDS = Constant(16, mutants=(7,), stronger="smaller")
RATE = Constant(QUARTER, mutants=(Fraction(1, 16), Fraction(8), Fraction(-1, 4)))
PLAYED = (
    "the rules $s$ mod 5, from 0 on: the first $v$ points; lightest, heaviest or first points wrong; all alike. $gamma "
    "= (1 + g)/4 <= 1/2$, $v + 2 r - 1$ points, $kappa n = v - 1/50$: just below the number that the first rule is "
    "against; margins in multiples of $2^-24$"
)


# ---- Algorithm 4


@claim(
    "BCS20.A4",
    "Algorithm 4, section 4.1 (restored: the loss 1 - |h(x) - y| / 2 and the first weight kappa, "
    "published code and an author's code): "
    "lazy dense multiplicative weights",
    "algorithm",
    narrows="$lambda = ln(9/4)$",
    caps="two points, $n$ rows, up to their order, and $t$ hypotheses with values -1, 0, 1; $kappa = k / (k + j)$",
    sign=Constant(1, mutants=(-1,)),
)
def the_lazy_measure_is_made_of_collective_margins(
    n: PositiveSize, t: Size, k: PositiveSize, j: PositiveSize, sign: int
) -> Truth:
    """LB-NxM computes $mu~(i) = kappa e^(-lambda (l_1(i) + ... + l_t(i))), l_j(i) = 1 - |h_j(x_i) - y_i| / 2$, and
    projects it once onto the $kappa$-dense measures: what it returns fulfils the conditions of a least divergence from
    $kappa e^(-(lambda / 2)(t + y_i (h_1(x_i) + ... + h_t(x_i))))$, so it depends on the collective margins alone."""
    kappa = Fraction(int(k), int(k + j))
    samples = list(combinations_with_replacement(labelled_rows(2), int(n)))
    lists = list(product(sign_patterns(2, (-1, 0, 1)), repeat=int(t)))
    return all_of(
        is_projection(lazy_measure(S, H, kappa, SHRINK), _weights(S, H, kappa, int(sign)), kappa)
        for S in samples
        for H in lists
    )


def _weights(S: Any, H: Any, kappa: Fraction, sign: int) -> tuple[Fraction, ...]:
    margins = [sum(y * h[x] for h in H) for x, y in S]
    return tuple(kappa * Fraction(2, 3) ** (len(H) + sign * margin) for margin in margins)


@claim(
    "BCS20.A4.eq1",
    "Algorithm 4, section 4.1 (restored): density of the output of LB-NxM",
    "algorithm",
    narrows="$lambda = ln 2$",
    caps="losses in whole numbers up to 4, up to the order of points, $kappa = k / (k + j)$, with repetitions",
    more=OFFSET,
)
def the_output_has_density_kappa(n: PositiveSize, k: PositiveSize, j: PositiveSize, more: int) -> Truth:
    """$kappa$, the desired density of output measures: each output has density $kappa$, whether $kappa n$ is an integer
    or not, and if it is below 1."""
    kappa = Fraction(int(k), int(k + j))
    return all_of(density(next_measure(kappa, HALF, L)) == kappa + int(more) for L in _losses(n))


def _losses(n: Integer) -> list[tuple[Fraction, ...]]:
    return list(combinations_with_replacement([Fraction(x) for x in range(5)], int(n)))


@claim(
    "BCS20.A4.range",
    "Algorithm 4, section 4.1, with the weak learner of section 5.2: density of the output for hypotheses beyond "
    "[-1, 1]",
    "companion",
    caps="one row of $n + 1$ is got wrong by $h(x) = -(3 + 2 j) y$, the others by $h(x) = -y$; $lambda = ln 2$, "
    "$kappa = k/(k + 1)$, so that its weight is 1 for every $j$",
    least=Constant(1, mutants=(0,)),
)
def hypotheses_beyond_one_make_the_output_denser(n: Size, k: PositiveSize, j: Size, least: int) -> Truth:
    """That the output has density $kappa$ needs $|h| <= 1$, which $<z + nu, x>$ does not keep: the loss $1 - |h(x) - y|
    / 2 = -(1 + j)$ is then negative, $mu~(i) = kappa 2^(1 + j)$ above $kappa$, and where all others have loss 0 the
    measure is denser than $kappa$ and remains so; here with $min(1, mu~(i))$ for $mu~(i)$."""
    kappa = Fraction(int(k), int(k) + 1)
    weight = min(Fraction(1), kappa * 2 ** (int(j) + int(least)))
    return TRUE & (density(projection((weight, *(kappa,) * int(n)), kappa)) > kappa)


# ---- Theorem 24


def final_margins(
    s: int, v: Integer, r: Integer, gamma: Fraction, times: int, rate: Fraction, more: int
) -> tuple[tuple[Fraction, ...], Fraction]:
    """Each point's mean margin, of v + r points, after ceil(times ln(1/kappa) / gamma^2) + more rounds at the learning
    rate rate * gamma against the rule s, and kappa n."""
    n, size = int(v + r), int(v) - Fraction(1, 50)
    rounds = rounds_for(size / n, gamma, times) + int(more)
    return run(n, size, gamma, rounds, Fraction(rate) * gamma, int(s) % len(STRATEGIES), int(v)), size


@terms("BCS20.T24")
def boosted_margins(
    few: FromZero, mass: FromZero, gamma: UpToHalf, T: FromZero, log: FromZero, advantage: AnyReal, value: AnyReal
) -> Terms:
    """How many examples have a margin up to gamma, kappa n, the rounds, log(1/kappa), the advantage of the calls, and a
    value of a hypothesis."""
    return Terms(asks=all_of([T * gamma**2 >= 16 * log, advantage >= gamma, value <= 1, value >= -1]), says=few <= mass)


@claim(
    "BCS20.T24",
    "Theorem 24, section 4.2 (restored: lambda = gamma/4 and 16 ln(1/kappa) / gamma^2 rounds, derived, "
    "from memory, published code): "
    "round bound of lazy Bregman boosting",
    "theorem",
    narrows="the good margin (smoothness is BCS20.T24.smooth); $T + 40 more$ rounds, $T$ the least; learners "
    "that answer by one of two rules $s$ mod 5, in single cases by two others; of all learners see BCS20.S3",
    caps="$v$ points against the others, $kappa n = v - 1/50$, $gamma = 1/4$, margins in multiples of $2^-24$",
    times=ROUNDS,
    rate=RATE,
)
def enough_rounds_make_an_agreeing_hypothesis(
    s: Size, v: PositiveSize, more: Size, times: int, rate: Fraction
) -> Truth:
    """With LB-NxM$(kappa, gamma/4)$, a weak learner of advantage $gamma$ and real values in $[-1, 1]$, and $T >= 16
    ln(1/kappa) / gamma^2$ rounds, $H = (1/T) sum h_t$ has $y H(x) > gamma$ on all but $kappa n$ of the examples, also
    with more rounds: against the learner that errs on the first $v$ points, and that which errs on those of least
    weight, on $4 v$ points."""
    margins, size = final_margins(s, v, 3 * v, QUARTER, times, rate, 40 * more)
    few, log = count_up_to(margins, QUARTER), ln(4 * v / size)
    return all_of([boosted_margins(few, size, QUARTER, 256 * log, log, QUARTER, 1).says])


rests_on("BCS20.T24", "BCS20.T24.margin", "$Pr_S[y H(x) <= gamma] <= kappa$", PROOF)


@uses("BCS20.T24", "BCS20.L38", PROOF)
def the_hypothesis_agrees_with_the_labels(
    gamma: UpToHalf, margin: AnyReal, log: FromZero, more: FromZero, value: Signed
) -> Use:
    """Of "mostly agrees with the labels of $S$": after $T >= 16 log(1/kappa)/gamma^2$ rounds, on all but $kappa n$
    examples the margin is at least $gamma$, and so positive: $H$ agrees. That it is above $gamma$ is
    BCS20.T24.margin."""
    at = {"margin": margin, "gamma": gamma, "T": (16 * log + more) / gamma**2, "log": log}
    at |= {"advantage": gamma, "value": value}
    return Use(at, gives=margin > 0)


rests_on("BCS20.T24", "BCS20.T24.smooth", "$max_i hat(mu)(i) <= 1/(kappa n)$", PROOF)


@claim(
    "BCS20.T24.margin",
    "Theorem 24, good margin, section 4.2 (restored: lambda = gamma/4, 16, and the margin gamma, "
    "derived, from memory, published code): "
    "number of examples with a margin up to gamma",
    "theorem",
    narrows="learners that answer by one of five rules, after $ceil(16 ln(1/kappa)/gamma^2)$ rounds and no more; of "
    "all learners see BCS20.S3",
    caps=PLAYED,
    times=ROUNDS,
    rate=RATE,
    margin=Constant(1, mutants=(Fraction(8, 5),)),
)
def few_examples_have_a_margin_up_to_gamma(
    s: Size, v: PositiveSize, r: PositiveSize, g: Size, times: int, rate: Fraction, margin: Fraction
) -> Truth:
    """Good margin: $Pr_{(x,y)~S}[y H(x) <= gamma] <= kappa$, at $kappa n = v - 1/50$, which is no integer, and below 1
    for $v = 1$: with "<=" though Lemma 38 says "at least $gamma$" of the others."""
    gamma = Fraction(1 + min(int(g), 1), 4)
    margins, size = final_margins(s, v, 2 * r - 1, gamma, times, rate, 0)
    return TRUE & (count_up_to(margins, margin * gamma) <= size)


@uses("BCS20.T24.margin", "BCS20.L38", PROOF)
def at_least_gamma_is_not_more_than_gamma(
    gamma: UpToHalf, margin: AnyReal, log: FromZero, more: FromZero, value: Signed
) -> Use:
    """A point outside of the set of size $kappa n$ has margin at least $gamma$ after so many rounds, and so is not
    counted by $Pr[y H(x) <= gamma]$."""
    at = {"margin": margin, "gamma": gamma, "T": (16 * log + more) / gamma**2, "log": log}
    at |= {"advantage": gamma, "value": value}
    return Use(at, gives=margin > gamma)


@correction(
    "BCS20.T24.margin.from.L38.conclusion",
    "a margin of exactly $gamma$ counts as at most $gamma$, and is not excluded by Lemma 38, even for $gamma "
    "= 1/2$ and one point; the sharper regret bound gives margins above $gamma$ on all but fewer than $kappa "
    "n$ points (BCS20.S3), so the theorem is true",
    eighth=Constant(Fraction(1, 8), mutants=(1,)),
)
def the_sharper_bound_gives_more_than_gamma(gamma: UpToHalf, more: FromZero, eighth: Fraction) -> Truth:
    """$theta >= 2 (gamma - lambda/8 - ln(1/kappa)/(lambda T))$ at $lambda = gamma/4$ and $ln(1/kappa)/(lambda T) <=
    gamma/4$ is above $gamma$."""
    theta = 2 * (gamma - eighth * gamma / 4 - gamma / 4) + more
    return theta > gamma


rests_on("BCS20.T24.margin", "BCS20.L38.strict", MARGINS, PROOF, repair="BCS20.L38.strict.corrected")
rests_on("BCS20.T24.margin", "BCS20.S3", f"fewer than $kappa n$, so {MARGINS}", f"{PROOF}, corrected")


@claim(
    "BCS20.T24.smooth",
    "Theorem 24, smoothness, section 4.2 (restored): smoothness of the distributions of the rounds",
    "theorem",
    narrows="$lambda = ln 2$",
    caps="losses in whole numbers up to 4, up to the order of points, $kappa = k / (k + j)$, with repetitions",
    factor=Constant(1, mutants=(Fraction(9, 10),)),
)
def every_distribution_is_smooth(n: PositiveSize, k: PositiveSize, j: PositiveSize, factor: Fraction) -> Statement:
    """Smoothness: every distribution $hat(mu)$ supplied to the weak learner has $max_i hat(mu)(i) <= 1/(kappa n)$,
    after any hypotheses; $kappa n > 1$, without which it says nothing."""
    kappa = Fraction(int(k), int(k + j))
    most = factor / (kappa * int(n))
    return when(kappa * int(n) > 1, all_of(max(induced(next_measure(kappa, HALF, L))) <= most for L in _losses(n)))


rests_on(
    "BCS20.T24.smooth",
    "BCS20.A4.eq1",
    "$hat(mu)(i) = mu(i)/(kappa n)$ for $mu$ of size $kappa n$ with $mu(i) <= 1$",
    PROOF,
)


@claim(
    "BCS20.T24.rate",
    "Theorem 24, section 4.2, with the learning rate of Algorithm 5 as remembered (from memory: tau/8 = "
    "gamma): round bound "
    "at the learning rate gamma",
    "companion",
    narrows="learners that answer by one of five rules, after the least number of rounds",
    caps=PLAYED,
    times=Constant(16, mutants=(1,), stronger="smaller"),
    rate=Constant(1, mutants=(8,)),
)
def the_round_bound_holds_at_a_learning_rate_of_gamma(
    s: Size, v: PositiveSize, r: PositiveSize, g: Size, times: int, rate: int
) -> Truth:
    """The other reading of the lost parameter: with LB-NxM$(kappa, gamma)$ in place of LB-NxM$(kappa, gamma/4)$ the
    good margin holds too."""
    gamma = Fraction(1 + min(int(g), 1), 4)
    margins, size = final_margins(s, v, 2 * r - 1, gamma, times, Fraction(rate), 0)
    return TRUE & (count_up_to(margins, gamma) <= size)


@claim(
    "BCS20.T24.rate.proof",
    "for Theorem 24, with lambda = gamma: margin that the proof leaves at the learning rate gamma",
    "companion",
    narrows="the arithmetic; that the regret bound leaves this margin is BCS20.L38.eq2 with BCS20.L38.eq3, corrected",
    least=Constant(0, mutants=(Fraction(-1, 8),)),
)
def the_proof_gives_nothing_at_a_learning_rate_of_gamma(
    gamma: PositiveReal, kappa: OpenUnit, rate: PositiveReal, least: Fraction
) -> Truth:
    """At $lambda = gamma$ and $T = 16 ln(1/kappa) / gamma^2$ the regret bound of Lemma 34 leaves the margin $theta >=
    2 (gamma - lambda - ln(1/kappa) / (lambda T))$, which is below 0: the proof needs $lambda = gamma/4$, where it is
    $gamma$, as at every $lambda = rate$ it is $gamma - 2 (rate - gamma/4)^2 / rate$."""
    T = 16 * ln(1 / kappa) / gamma**2
    theta = 2 * (gamma - gamma - ln(1 / kappa) / (gamma * T))
    left = 2 * (gamma - rate - ln(1 / kappa) / (rate * T))
    return (theta < least * gamma) & equals(left, gamma - 2 * (rate - gamma / 4) ** 2 / rate)
