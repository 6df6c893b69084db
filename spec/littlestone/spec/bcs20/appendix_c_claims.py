"""BCS20 appendix C: Claims 2 to 5, on the noise of labels and learner, and on generalization."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.halfspace_sizes import call_failure, corruption_rows, deviation, rounds
from littlestone.spec.boosting.halfspaces import normal_above
from littlestone.spec.learning.laws import binomial_chance, lower_tail, upper_tail
from littlestone.spec.notation import *

ONLY = "appendix C"
TWENTIETH = Fraction(1, 20)
C2 = "Claim 2, proof, appendix C"
C3 = "Claim 3, proof, appendix C"
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""
C4 = "Claim 4, proof, appendix C"
C5 = "Claim 5, proof, appendix C"
WHOLE = (
    "$T$ is no integer: $ceil(T)$ calls that fail with probability $beta/(3T)$ each cost up to $(1 + 1/T)"
    " beta/3$; with $xi = beta/(3 ceil(T))$ they cost $beta/3$ (BCS20.C3.rounds)"
)
THIRD = Constant(Fraction(1, 3), mutants=(HALF,))
BEYOND = (
    "$1 + s > 1$ with probability $1/2$, and Theorem 24 fails for unbounded hypotheses (BCS20.L38.range, "
    "BCS20.W2.boosted): divided by $max(1, ||z + nu||)$ they have values in $[-1, 1]$, and an advantage "
    "smaller by that factor, for which $R^2$ times as many rounds are needed (BCS20.W2.boosted.corrected)"
)
QUADRATIC = (
    "the advantage is quadratic in the margin: with scores divided by $1 + tau/4$, and $sigma = tau/(4 "
    "sqrt(2 ln(3N(2n + 1)/beta)))$, it is $tau^2/20$, so that $gamma = tau^2/20$ and $T = 6400 "
    "ln(1/kappa)/tau^4$ rounds"
)
CALLS = (
    "a sample is $||z|| = tau/2 + more$, a round its noise along $z$ and the $n$ examples; that tails, range and "
    "advantage are these numbers is not formalized"
)
PART = Constant(TWENTIETH, mutants=(Fraction(1, 18),))
RATE = Constant(6400, mutants=(6399,))


# ---- Claim 2


@terms("BCS20.C2")
def many_flips(n: FromZero, alpha: OpenUnit, tau: PositiveUnit, chance: OpenUnit) -> Terms:
    """More than alpha tau n/16 labels flip, at a rate of alpha tau/32."""
    return Terms(asks=alpha * tau * n >= 96 * ln(1 / chance), fails=chance)


@claim(
    "BCS20.C2",
    f"Claim 2, {ONLY} (derived; the text: 'simple Chernoff bound', 'any constant'): probability of too "
    "many flipped labels",
    "claim",
    narrows="$alpha = 1/(1 + a)$, $beta = 1/(1 + b) < 1$, $tau = 1/t$, whole $k$, and the least $n$; other values are "
    "not formalized, but cited of Chernoff's bound (PROB.chernoff.upper) with the rows of BCS20.C2.rows",
    rate=Constant(32, mutants=(16,)),
)
def hopelessly_corrupted_samples_are_unlikely(
    a: PositiveSize, b: Size, t: PositiveSize, k: PositiveSize, rate: int
) -> Statement:
    """At noise rate $eta = alpha tau/32$ and $n >= 96 ln(k/beta)/(alpha tau)$, more than $kappa tau n/4 = alpha tau
    n/16$ labels flip with probability at most $beta/k$, for any constant $k$."""
    alpha, beta, tau = Fraction(1, 1 + a), Fraction(1, 1 + b), Fraction(1, t)
    n = ceiling(corruption_rows(alpha, beta, tau, int(k)))
    most = n // (16 * (1 + int(a)) * int(t))
    return when(
        b >= 1,
        Real.of(1 - lower_tail(n, alpha * tau / rate, Fraction(most))) <= many_flips(n, alpha, tau, beta / k).fails,
    )


@uses("BCS20.C2", "BCS20.C2.eq2", C2)
def the_flips_are_seldom_twice_their_mean(alpha: OpenUnit, tau: PositiveUnit, L: FromZero, more: FromZero) -> Use:
    """Twice the mean $eta n$ or more, $eta = alpha tau/32$, of $n >= 96 L/(alpha tau)$ labels flip with at most
    $e^{-L}$, $L = log(k/beta)$."""
    return Use({"mean": alpha * tau / 32 * (96 * L / (alpha * tau) + more)}, gives=lambda b: b.fails <= exp(-L))


rests_on("BCS20.C2", "BCS20.C2.eq1", "$E F = eta n$", C2)
rests_on("BCS20.C2", "BCS20.C2.rows", "$n >= 96 log(k/beta)/(alpha tau)$", C2)


@claim(
    "BCS20.C2.eq1",
    f"Claim 2, display, {ONLY} (derived): mean number of flipped labels",
    "step",
    caps="$eta = i/(i + k)$",
    more=OFFSET,
)
def the_mean_number_of_flips(n: PositiveSize, i: Size, k: PositiveSize, more: int) -> Truth:
    """$E F = eta n$, for the number $F$ of flipped labels among $n$ examples."""
    eta = Fraction(i, i + k)
    mean = sum((f * binomial_chance(int(n), eta, f) for f in range(int(n) + 1)), Fraction(0))
    return equals(mean, eta * n + more)


@terms("BCS20.C2.eq2")
def twice_the_mean(mean: FromZero, rate: Fraction | int = 3) -> Terms:
    """The flips are twice their mean or more."""
    return Terms(fails=exp(-(mean / rate)))


@claim(
    "BCS20.C2.eq2",
    f"Claim 2, display, {ONLY} (derived): Chernoff bound at twice the mean",
    "step",
    narrows="$eta = 1/k < 1$; its value at $eta = alpha tau/32$ is not formalized",
    rate=Constant(3, mutants=(Fraction(5, 4),)),
)
def twice_the_mean_is_unlikely(n: PositiveSize, k: PositiveSize, rate: Fraction) -> Statement:
    """$Pr[F >= 2 eta n] <= exp(-eta n/3)$, which is $exp(-alpha tau n/96)$ at $eta = alpha tau/32$."""
    eta = Fraction(1, k)
    return when(k >= 2, upper_tail(int(n), eta, 2 * eta * int(n)) <= twice_the_mean(eta * n, rate).fails)


@uses("BCS20.C2.eq2", "PROB.chernoff.upper", C2)
def chernoff_at_twice_the_mean(mean: PositiveReal) -> Use:
    """At $delta = 1$: $(1 + delta) mean = 2 mean$ is reached with probability at most $exp(-mean/3)$."""
    return Use({"mean": mean, "delta": Real.of(1)}, gives=lambda b: b.fails <= exp(-(mean / 3)))


@claim(
    "BCS20.C2.rows",
    f"Claim 2, proof, {ONLY} (derived): rows that make the Chernoff bound small",
    "step",
    rate=Constant(96, mutants=(97,)),
)
def the_rows_make_the_bound_small(alpha: OpenUnit, tau: PositiveUnit, L: FromZero, more: FromZero, rate: int) -> Truth:
    """$n >= 96 ln(k/beta)/(alpha tau)$ gives $eta n/3 >= ln(k/beta) = L$ at $eta = alpha tau/32$."""
    n = 96 * L / (alpha * tau) + more
    return alpha * tau / 32 * n / 3 >= L * rate / 96


# ---- Claim 3


@claim(
    "BCS20.C3",
    f"Claim 3, {ONLY} (from the text and derived; reading A: z + nu): probability of a call without its advantage",
    "claim",
    narrows="the tail of $s = <nu, u>$; that the first call on $x = tau u$ has advantage at most $(tau^2 + tau "
    "s)/2$ is not formalized",
    caps="one example $x = tau u$, without corruption, $c = 1/sqrt(2)$: the first call alone",
)
def bad_gaussians_are_unlikely(alpha: OpenUnit, beta: OpenUnit, tau: PositiveUnit) -> Truth:
    """$BG_t$ is the event that the $t$-th call lacks advantage $tau/8$: $Pr[some BG_t] <= beta/3$. Read as: in reading
    A, of the first call on $x = tau u$, whose advantage is at most $(tau^2 + tau * <nu, u>)/2$."""
    return 1 - normal_above((QUARTER - tau) / deviation(alpha, beta, tau)) <= beta / 3


@terms("BCS20.T30.eq6.corrected")
def rounds_needed(needed: FromZero, log: PositiveReal, tau: PositiveUnit, rate: int = 6400) -> Terms:
    """The rounds of Theorem 24, and log(1/kappa)."""
    return Terms(says=equals(needed, rate * log / tau**4))


@correction("BCS20.T30.eq6", QUADRATIC, narrows=CALLS, share=PART, rate=RATE)
@correction("BCS20.C3", QUADRATIC, narrows=CALLS, share=PART, rate=RATE)
def all_calls_have_a_quadratic_advantage(
    tau: PositiveUnit,
    alpha: OpenUnit,
    beta: OpenUnit,
    n: PositiveInteger,
    N: PositiveInteger,
    more: FromZero,
    idle: Unit,
    share: Fraction,
    rate: int,
) -> Truth:
    """In reading A, with scores divided by $1 + tau/4$ and $sigma = tau/(4 sqrt(2 ln(3N(2n + 1)/beta)))$, if at most
    $alpha tau n/16$ examples are corrupted, all $N$ calls have advantage at least $tau^2/20$ with probability at least
    $1 - beta/3$, and $N >= 6400 ln(4/alpha)/tau^4$ are the rounds of Theorem 24: $2n + 1$ tails a call fail with
    $beta/3$ together, else $<nu, z>/||z|| >= -(1 - idle) tau/4$, and $|h| <= 1$ on the sample."""
    r, length = tau / 4, tau / 2 + more
    precision = 2 * ln(3 * N * (2 * n + 1) / beta) / r**2
    won = advantage_of_a_call(tau, length * (length - (1 - idle) * r) / (2 * (1 + r)), share)
    needed = rounds_needed(16 * ln(4 / alpha) / (share * tau**2) ** 2, ln(4 / alpha), tau, rate)
    return all_of([N * (2 * n + 1) * exp(-(r**2) * precision / 2) <= beta / 3, won.says, needed.says])


@terms("BCS20.C3.corrected")
def advantage_of_a_call(tau: PositiveUnit, advantage: Annotated[Real, Reals()], share: Fraction = TWENTIETH) -> Terms:
    """The advantage of all calls."""
    return Terms(says=advantage >= share * tau**2)


@uses("BCS20.C3", "BCS20.T27.2", C3, repair="BCS20.T27.2.corrected")
def each_call_has_its_advantage(tau: PositiveUnit) -> Use:
    """At $c sigma sqrt(log(1/xi)) = tau/8$, that is $sigma sqrt(2 log(1/xi)) = tau/4$, $noise = 1/2$, the least
    advantage is to be at least $tau/8$."""
    return Use(
        {"tau": tau, "noise": HALF, "advantage": tau**2 / (16 + 4 * tau)}, gives=tau**2 / (16 + 4 * tau) >= tau / 8
    )


@correction(
    "BCS20.C3.from.T27.2.conclusion",
    "Theorem 27 gives $(tau/4)(tau/2 - tau/4)/(1 + tau/4) >= tau^2/20$, not $tau/8$: $gamma$ must be $tau^2/20$",
    share=Constant(Fraction(1, 20), mutants=(Fraction(1, 18),)),
)
def each_call_has_a_quadratic_advantage(tau: PositiveUnit, share: Fraction) -> Truth:
    """$(tau/4)(tau/2 - tau/4)/(1 + tau/4) >= tau^2/20$."""
    return tau / 4 * (tau / 2 - tau / 4) / (1 + tau / 4) >= share * tau**2


@uses("BCS20.B.eq3", "PROB.union", "Lemma 29, proof, appendix B")
@uses("BCS20.C3", "PROB.union", C3)
def the_calls_are_united(beta: OpenUnit, N: Rounds, down: BelowOne) -> Use:
    """Each of $ceil(T) = N$ fails with probability $beta/(3T)$, $T = N - down$: together at most $(1 + 1/T) beta/3$."""
    at = {"chances": N * beta / (3 * (N - down))}
    return Use(at, gives=lambda b: b.fails <= (N - down + 1) * beta / (3 * (N - down)), times=1)


@adds_up("BCS20.B.eq3", "Lemma 29, proof, appendix B")
@adds_up("BCS20.C3", C3)
def all_calls_cost_a_third(beta: OpenUnit, N: Rounds, down: BelowOne) -> Total:
    """$beta/3$."""
    return Total(fails=beta / 3)


@correction("BCS20.B.eq3.sums", WHOLE, third=THIRD)
@correction("BCS20.C3.sums", WHOLE, third=THIRD)
def whole_calls_cost_a_third(beta: OpenUnit, N: Rounds, third: Fraction) -> Truth:
    """$N (beta/(3N)) <= beta/3$."""
    return N * (third * beta / N) <= beta / 3


@uses("BCS20.C3.corrected", "BCS20.T27.2.corrected", "Claim 3, corrected")
@uses("BCS20.T30.eq6.corrected", "BCS20.T27.2.corrected", "Theorem 30, utility, corrected")
def a_call_has_a_quadratic_advantage(tau: PositiveUnit, advantage: AnyReal) -> Use:
    """At $noise = 1/2$, $r = tau/4$: $(tau/4)(tau/2 - tau/4)/(1 + tau/4) >= tau^2/20$."""
    return Use({"tau": tau, "noise": HALF, "advantage": advantage}, gives=advantage >= tau**2 / 20)


@uses("BCS20.C3.corrected", "BCS20.T27.eq3", "Claim 3, corrected")
@uses("BCS20.T30.eq6.corrected", "BCS20.T27.eq3", "Theorem 30, utility, corrected")
def the_tails_of_all_calls_cost_a_third(n: PositiveInteger, N: PositiveInteger, beta: OpenUnit) -> Use:
    """$2n + 1$ tails of $beta/(3N(2n + 1))$ in each of $N$ calls: $beta/3$."""
    tails = N * (2 * n + 1)
    return Use({"xi": beta / (3 * tails)}, gives=lambda b: tails * b.fails <= beta / 3, times=tails)


@claim(
    "BCS20.C3.every",
    f"for Claim 3, {ONLY} (reading A: z + nu): noise that the advantage asks for, for every scale",
    "companion",
    narrows="one example $x = tau u$; that its advantage is at most $(tau^2 + tau s)/2$, and that $s > 0$ has "
    "probability $1/2$, is not formalized",
    least=Constant(0, mutants=(QUARTER,)),
)
def only_noise_along_the_target_gives_the_advantage(
    tau: Annotated[Real, Reals(low=0, high=QUARTER, low_open=True, high_open=True)], s: AnyReal, least: Fraction
) -> Statement:
    """For $tau < 1/4$ the call on $x = tau u$ has advantage $tau/8$ only if $s = <nu, u>$ is positive, which has
    probability $1/2$ for every $sigma > 0$: $(tau^2 + tau s)/2 >= tau/8$ gives $s > 0$."""
    return when(tau * (tau + s) / 2 >= tau / 8, s > least)


@claim(
    "BCS20.C3.rounds",
    f"Claim 3, proof, {ONLY} (from the text and derived): failures of a whole number of rounds",
    "step",
    caps="$alpha = beta = 1/(1 + j)$, $tau = 1/t$, $kappa = alpha/4$",
)
def the_failures_of_all_rounds_cost_a_third(j: PositiveSize, t: PositiveSize) -> Truth:
    """$T$ rounds that each fail with probability $xi = beta tau^2/(3072 ln(1/kappa))$ cost $beta/3$ together. Read as:
    $ceil(T)$ rounds, $T = 1024 ln(1/kappa)/tau^2$."""
    level, tau = Fraction(1, 1 + j), Fraction(1, t)
    return ceiling(rounds(level, tau)) * call_failure(level, level, tau) <= level / 3


@correction(
    "BCS20.C3.rounds",
    "$T$ is no integer, and $ceil(T)$ rounds cost up to $1 + 1/T$ times $beta/3$: $xi = beta/(3 ceil(T))$"
    " in display (1)",
    narrows="$alpha = beta = 1/(1 + j)$, $tau = 1/t$, $T = 1024 ln(1/kappa)/tau^2$, $kappa = alpha/4$",
    more=OFFSET,
)
def the_failures_of_all_rounds_cost_a_third_with_whole_rounds(j: PositiveSize, t: PositiveSize, more: int) -> Truth:
    """$ceil(T)$ rounds that each fail with probability $xi = beta/(3 ceil(T))$ cost $beta/3$ together, and $ceil(T) >=
    T$ as Theorem 24 asks."""
    level, tau = Fraction(1, 1 + j), Fraction(1, t)
    N = ceiling(rounds(level, tau))
    return ((N + int(more)) * (level / (3 * N)) <= level / 3) & (rounds(level, tau) <= N)


# ---- Claims 4 and 5


@claim(
    "BCS20.C4",
    f"Claim 4, {ONLY} (from the text and derived): transfer from training to test error",
    "claim",
    not_checkable="Theorem 19 for HS-StL: a statement on all distributions and mechanisms that says something only for "
    "$18 eps < 1$, from $n >= ln(4 eps/delta)/eps^2 > 898$ rows on",
    stand_ins=("BCS20.T33.eq1",),
)
def training_error_is_near_test_error(
    epsilon: Annotated[Real, Reals(low=0, high=Fraction(1, 3), low_open=True, high_open=True)],
) -> Truth:
    """If HS-StL is $(eps, delta)$-DP with $eps$ in $(0, 1/3)$, $delta < eps/4$ and $n >= ln(4 eps/delta)/eps^2$, then
    $Pr[err_H(D) >= err_H(S) + 18 eps] <= delta/eps$, $S$ the clean sample: one side of Theorem 19, for the query
    $err_H$ in $[0, 1]$."""
    raise NotImplementedError


rests_on("BCS20.C4", "BCS20.O34", "$(eps, delta)$-DP; taken for granted: labels flip independently of the sample", C4)
rests_on("BCS20.C4", "BCS20.L17", "HS-StL-test, which prints $err_H$, is as private as HS-StL", C4)
rests_on("BCS20.C4", "BCS20.N2", "$err_H(S)$ is in $[0, 1]$, as Theorem 19 needs", f"{C4}: the query err_H")
rests_on("BCS20.C4", "BCS20.T19", "$|err_H(S) - err_H(D)| < 18 eps$ for $eps < 1/3$ and $delta < eps/4$", C4)


@terms("BCS20.C5")
def low_error(error: FromZero, alpha: OpenUnit, share: Fraction = HALF) -> Terms:
    """err_H(S) for the clean sample."""
    return Terms(says=error <= share * alpha)


@claim(
    "BCS20.C5",
    f"Claim 5, {ONLY} (from the text and derived): training error on the clean sample",
    "claim",
    narrows="$kappa + alpha tau/16 <= alpha/2$ alone, $kappa = alpha/4$: that errors split into noisy ones and flips "
    "is BCS20.C5.eq1, that $H$ errs on at most $kappa$ given not BG is BCS20.T24",
    share=Constant(HALF, mutants=(QUARTER,)),
)
def low_training_error_is_likely(
    alpha: OpenUnit, tau: PositiveUnit, wrong: Unit, flipped: Unit, share: Fraction
) -> Truth:
    """Given not BN (flips) and not BG (calls), $err_H(S) <= alpha/2$ for the clean $S$: $H$ errs on a part of $kappa$
    of the noisy sample, and a part of $alpha tau/16$ of its labels are flipped."""
    return as_truth(low_error(wrong * alpha / 4 + flipped * alpha * tau / 16, alpha, share).says)


@uses("BCS20.C5", "BCS20.C5.eq1", C5)
def the_clean_error_is_split(alpha: OpenUnit, tau: PositiveUnit, wrong: Unit, flipped: Unit, clean: FromZero) -> Use:
    """$err_H(S) <= err_H(S~) + F/n$, parts of $kappa = alpha/4$ and of $alpha tau/16$: at most their sum."""
    at = {"clean": clean, "noisy": wrong * alpha / 4, "flips": flipped * alpha * tau / 16}
    return Use(at, gives=clean <= alpha / 4 + alpha * tau / 16)


rests_on("BCS20.C5", "BCS20.C5.eq2", "$kappa + alpha tau/16 <= alpha/2$", C5)


@uses("BCS20.T30.eq7", "BCS20.T24", "Theorem 30, proof: from Lemma 38, the margin")
@uses("BCS20.C5", "BCS20.T24", "Claim 5, proof: H errs on a part of kappa of the noisy sample")
def the_noisy_hypotheses_are_boosted(
    tau: PositiveUnit, alpha: OpenUnit, s: AnyReal, won: AnyReal, few: FromZero
) -> Use:
    """Theorem 24, whose margin is Lemma 38's, is about values in $[-1, 1]$ (Definition 11) and an advantage $gamma =
    tau/8$: here $h(e_1) = 1 + s$, $s$ the noise along $e_1 = z$. Then a part of at most $kappa = alpha/4$ of the noisy
    sample has a smaller margin: with the flips, $alpha/2$."""
    log, at = ln(4 / alpha), {"few": few, "mass": alpha / 4, "gamma": tau / 8, "advantage": won, "value": 1 + s}
    at |= {"log": log, "T": 1024 * log / tau**2}
    return Use(at, given=won >= tau / 8, gives=few + alpha * tau / 16 <= alpha / 2)


@correction("BCS20.T30.eq7.from.T24.premise", BEYOND, share=Constant(1, mutants=(2,)))
@correction("BCS20.C5.from.T24.premise", BEYOND, share=Constant(1, mutants=(2,)))
def the_scaled_hypotheses_are_boosted(
    norm: AtLeastOne, part: Annotated[Real, Reals(low=-1, high=1)], share: int
) -> Truth:
    """$|<z + nu, x>|$ is at most $||z + nu||$, here a part of it: divided by $||z + nu|| >= 1$ it is in $[-1, 1]$."""
    h = share * part * norm / norm
    return (h <= 1) & (h >= -1)


@terms("BCS20.C5.eq1")
def clean_error(clean: FromZero, noisy: FromZero, flips: FromZero, times: Fraction | int = 1) -> Terms:
    """Errors by the clean and by the noisy labels, and flips."""
    return Terms(says=clean <= noisy + times * flips)


@claim(
    "BCS20.C5.eq1",
    f"Claim 5, display, {ONLY} (from the text and derived): clean error against noisy error and flips",
    "step",
    times=SHARE,
)
def the_clean_error_is_at_most_the_noisy_one_and_the_flips(
    kept: Natural, right: Natural, wrong: Natural, tied: Natural, times: Fraction
) -> Truth:
    """$err_H(S) <= err_H(S~) + F/n$: $n$ times each, $H$ erring on so many examples whose label was ``kept``, and being
    ``right``, ``wrong`` or 0, ``tied``, by the clean label on so many whose label was flipped; $y H = 0$ is an error by
    both labels."""
    clean, noisy = kept + wrong + tied, kept + right + tied
    return as_truth(clean_error(clean, noisy, right + wrong + tied, times).says)


@claim(
    "BCS20.C5.eq2",
    f"Claim 5, display, {ONLY} (from the text and derived): shares of density and flips",
    "step",
    five=Constant(Fraction(5, 16), mutants=(Fraction(3, 10),)),
)
def the_two_shares_are_at_most_half_of_alpha(alpha: OpenUnit, tau: PositiveUnit, five: Fraction) -> Truth:
    """$kappa + alpha tau/16 = alpha/4 + alpha tau/16 <= 5 alpha/16 <= alpha/2$, since $tau <= 1$."""
    return (alpha / 4 + alpha * tau / 16 <= five * alpha) & (five * alpha <= alpha / 2)
