"""BCS20 appendix C: Theorem 33, by privacy alone, the settings that its proof fixes, and how it adds up its claims.

"log" is natural, c the constant of Theorem 27, HS-StL that of reading A (section 5.2) unless another is named.
"""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bcs20.vocabulary import minority
from littlestone.spec.boosting.halfspace_sizes import (
    HalfspaceGoal,
    call_failure,
    corruption_rows,
    log_density,
    privacy_rows,
    square_root,
    total_rho,
    transfer_rows,
)
from littlestone.spec.notation import *

ONLY = "appendix C"
T33 = "Theorem 33, proof"
BUDGETS = f"{T33}, the failures"
LEARNER = "HS-StL-R (derived)"
COST, THREE = Constant(4, mutants=(3,)), Constant(3, mutants=(Fraction(5, 2),))
QUADRATIC = (
    "it is $tau^2/20$ in reading A, for which $6400 ln(1/kappa)/tau^4$ rounds are needed, and rows with "
    "their root (BCS20.T30.A); the learner of BCS20.S4 keeps an advantage linear in $tau$"
)
TWENTIETH = Constant(Fraction(1, 20), mutants=(Fraction(1, 18),))


# ---- Theorem 33


@claim(
    "BCS20.T33",
    f"Theorem 33, {ONLY} (from the text, derived and from memory; reading A: z + nu): learning halfspaces under "
    "random label noise by privacy alone",
    "theorem",
    narrows="$tau$ times a bound on the sum of the scores; that it bounds them but with probability $5/16$ is not "
    "formalized",
    caps="$alpha$, $beta$, $c$, the law and the samples of BCS20.T30",
)
def halfspaces_are_learned_under_random_label_noise(tau: PositiveUnit) -> Truth:
    """HS-StL is an $(eps, delta)$-DP $(alpha, beta)$-strong PAC learner for $tau$-margin halfspaces tolerating label
    noise at rate $O(alpha tau)$ with $n = O~(1/(eps alpha tau^2) + 1/(alpha^2 tau^2) + 1/eps^2 + 1/alpha^2)$. Read as:
    as in Theorem 30, $tau$ times the bound on the sum of its scores at $(tau, -b)$ is at least 0."""
    return minority(tau, Fraction(3, 10), 1) >= 0


@correction(
    "BCS20.T33",
    "HS-StL errs as in Theorem 30; HS-StL-R has an advantage linear in $tau$, and $delta_T$ "
    "must be at most $beta eps_T/4$",
    narrows="a sample is the part of its rows that are corrupted and $n$, a round the noise along points and how "
    "far the centres of neighbours are apart; Lemmas 14 to 16, normal tails and the union bound are used; the training "
    "error is BCS20.S4.train, Theorem 19 is cited; $n >= ln(4 eps_T/delta_T)/eps_T^2$ and the flips enter by BCS20.C4 "
    "and BCS20.C2; the order of $n$ is not formalized",
    eighteen=Constant(18, mutants=(25,)),
    third=Constant(Fraction(1, 3), mutants=(Fraction(1, 6),)),
    cost=COST,
    three=THREE,
)
def the_evened_learner_generalizes_by_its_privacy(
    alpha: OpenUnit,
    tau: PositiveUnit,
    N: Annotated[Real, Reals(low=1421)],
    u: Annotated[Real, Reals(low=3)],
    moved: Unit,
    a: FromZero,
    b: FromZero,
    level: PositiveUnit,
    eighteen: int,
    third: Fraction,
    cost: int,
    three: Fraction,
) -> Statement:
    """HS-StL-R (BCS20.S4) as in the corrected Theorem 30, at $eps_T <= min(eps, alpha/36)$ and $delta_T <= min(delta,
    beta eps_T/4)$ in the place of $eps$ and $delta$, with $n >= ln(4 eps_T/delta_T)/eps_T^2$ and $96
    ln(3/beta)/(alpha tau)$, $eta <= alpha tau/32$, is $(eps_T, delta_T)$-DP and with probability at least $1 - beta$
    errs on at most $alpha/4 + alpha tau/16 + 18 eps_T <= alpha$ of $D$: flips and the noises of the rounds fail with at
    most $beta/3$ each, the transfer with $delta_T/eps_T <= beta/4$. Here $eps_T = level^2 alpha/36$ is $3 (1 + a)
    sqrt(rho_T L)$, $L = (1 + a)^2 (1 + b)^4 rho_T$, so that any $rho_T$ that $eps_T$ allows is met, and with it $n$, a
    real number; chances are in units of $N e^{-u^2}$."""
    sigma, epsilon = tau / (8 * square_root(2) * u), level**2 * alpha / 36
    r = level * square_root(alpha / (36 * three)) / ((1 + a) * (1 + b))
    mass = square_root(cost * N) / (sigma * r)
    n, root = 4 * mass / alpha, r * (1 + a) * (1 + b) ** 2
    spent = square_root(N / 2) * (moved * square_root(2) * 2 / mass) / sigma
    beta = 3 * (2 * n + 3)
    failures = (n + 2 <= third * beta) & (beta / 3 + (n + 2) + beta / 4 <= beta)
    error = alpha / 4 + alpha * tau / 16 + eighteen * epsilon
    enough = N * (9 * tau / 100) ** 2 >= 16 * ln(4 / alpha)
    return when(enough, all_of([spent**2 + 2 * spent * root <= epsilon, failures, error <= alpha]))


@uses("BCS20.T33", "BCS20.C1", T33, repair="BCS20.C1.corrected")
def it_is_private_at_its_level(alpha: OpenUnit, part: PositiveUnit, delta: UpToEighth) -> Use:
    """At $eps_T = part alpha/36$ and $delta_T <= 1/8$, as $eps_T/4$ is, so that $eps_T <= 3 log(1/delta_T)$: it is
    private at these levels."""
    epsilon, L = part * alpha / 36, ln(1 / delta)
    at = {"part": epsilon / (3 * L), "L": L}
    return Use(at, gives=lambda b: b.epsilon <= epsilon)


rests_on("BCS20.T33", "BCS20.C1.small", "$eps_T <= 3 log(1/delta_T)$, which the print does not say", T33)


@uses("BCS20.T33", "BCS20.C2", T33)
@uses("BCS20.T33.eq3", "BCS20.C2", BUDGETS)
@uses("BCS20.T30.corrected", "BCS20.C2", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.C2", LEARNER)
def too_many_flips_at_three(alpha: OpenUnit, tau: PositiveUnit, beta: OpenUnit, more: FromZero) -> Use:
    """At $k = 3$, the rate $alpha tau/32$ (smaller ones flip fewer) and $n >= 96 log(3/beta)/(alpha tau)$: more than
    $alpha tau n/16$ labels flip with probability at most $beta/3$."""
    at = {"n": 96 * ln(3 / beta) / (alpha * tau) + more, "alpha": alpha, "tau": tau, "chance": beta / 3}
    return Use(at, gives=lambda b: b.fails <= beta / 3)


rests_on("BCS20.T33", "BCS20.C4", "$err_H(D) < err_H(S) + 18 eps_T$, but for $delta_T/eps_T$", T33)


@uses("BCS20.T2", "BCS20.C5", "proof of Theorem 33, of which Theorem 2 is the informal form")
@uses("BCS20.T33", "BCS20.C5", T33)
@uses("BCS20.T33.eq4", "BCS20.C5", f"{T33}, the accuracy")
def the_training_error_is_low(alpha: OpenUnit, part: Unit, error: FromZero) -> Use:
    """Given not BN, not BG and a good transfer: $err_H(S) <= alpha/2$, and the transfer adds $18 eps_T$ at most, a part
    of $alpha/2$: at most $alpha$."""
    return Use({"error": error, "alpha": alpha}, gives=error + part * alpha / 2 <= alpha)


rests_on(
    "BCS20.T33",
    "BCS20.T33.eq1.third",
    "any $delta_T <= beta eps_T/3$ serves",
    T33,
    repair="BCS20.T33.eq1.third.corrected",
)
rests_on("BCS20.T33", "BCS20.T33.eq2", "$n$ is at least what Claims 1, 2 and 4 ask for", T33)


@uses("BCS20.T33", "BCS20.T33.eq3", T33)
def the_failures_are_at_most_beta(beta: OpenUnit, share: Unit, errs: Unit) -> Use:
    """The output errs on more than $alpha$ only after too many flips, bad calls or a bad transfer, of $delta_T/eps_T =
    share beta/3$: with a probability, ``errs``, of at most $beta$."""
    at = {"beta": beta, "transfer": share * beta / 3}
    return Use(at, gives=lambda b: (errs <= b.fails).implies(errs <= beta), times=1)


rests_on("BCS20.T33", "BCS20.T33.eq4", "the errors add up to at most $alpha$", T33)


@adds_up("BCS20.T33", T33)
def what_theorem_33_says(beta: OpenUnit, share: Unit, errs: Unit) -> Total:
    """$beta$."""
    return Total(fails=beta)


@uses("BCS20.T30.eq6", "BCS20.C3", "Theorem 30, proof: utility, which is Claim 3", repair="BCS20.C3.corrected")
@uses("BCS20.T33", "BCS20.C3", "Theorem 33, proof", repair="BCS20.C3.corrected")
def all_calls_have_their_advantage(tau: PositiveUnit) -> Use:
    """$tau/8$ for every call, where all noises are small, of the least that Claim 3 gives as corrected, $tau^2/20$:
    Claim 3 as printed would be this line itself."""
    return Use({"tau": tau, "advantage": tau**2 / 20}, gives=tau**2 / 20 >= tau / 8)


@correction("BCS20.T30.eq6.from.C3.conclusion", QUADRATIC, share=TWENTIETH)
@correction("BCS20.T33.from.C3.conclusion", QUADRATIC, share=TWENTIETH)
def all_calls_have_a_part_of_the_squared_margin(
    tau: PositiveUnit, more: FromZero, part: Unit, share: Fraction
) -> Truth:
    """$||z|| (||z|| - tau/4)/(2 (1 + tau/4))$ is at least $tau^2/20$."""
    length = tau / 2 + more
    return length * (length - part * tau / 4) / (2 * (1 + tau / 4)) >= share * tau**2


rests_on(
    "BCS20.T33.corrected",
    "BCS20.S4.train",
    "advantage $9 tau/100$, but for $beta/3$: training error $kappa$",
    LEARNER,
)
rests_on("BCS20.T33.corrected", "BCS20.C4", "$err_H(D) < err_H(S) + 18 eps_T$, but for $delta_T/eps_T$", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.T33.eq1.third.corrected", "$delta_T <= beta eps_T/4$", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.C5.eq1", "flips are errors too", LEARNER)


# ---- Displays (1) and (2)


@terms("BCS20.E1")
def noise_cost(cost: FromZero, tau: PositiveUnit) -> Terms:
    """c sigma sqrt(log(1/xi))."""
    return Terms(says=equals(cost, tau / 8))


@claim(
    "BCS20.E1",
    f"display (1), {ONLY} (published code and derived): scale of the noise",
    "definition",
    caps="$L$ is any positive number; that $T xi = beta/3$ for the $xi$ given is BCS20.E2",
    power=Constant(-HALF, mutants=(HALF,)),
)
def the_noise_costs_an_eighth_of_the_margin(
    tau: PositiveUnit, c: PositiveReal, L: PositiveReal, power: Fraction
) -> Truth:
    """$sigma = tau / (8 c sqrt(ln(1/xi)))$, $xi = beta tau^2 / (3072 ln(1/kappa))$, makes $c sigma sqrt(ln(1/xi)) =
    tau/8$: the root divides, $L = ln(1/xi)$."""
    sigma = tau / (8 * c) * L**power
    return as_truth(noise_cost(c * sigma * L**HALF, tau).says)


@claim(
    "BCS20.E2",
    f"display (2), {ONLY} (published code and derived): number of rounds and failure probability of a call",
    "definition",
    rate=Constant(1024, mutants=(1023,)),
)
def the_rounds_are_those_of_theorem_24(alpha: OpenUnit, beta: OpenUnit, tau: PositiveUnit, rate: int) -> Truth:
    """$T = 1024 ln(1/kappa)/tau^2 = 16 ln(1/kappa)/gamma^2$ for $gamma = tau/8$ and $kappa = alpha/4$, and $T xi =
    beta/3$."""
    T, gamma = rate * log_density(alpha) / tau**2, tau / 8
    return equals(T, 16 * log_density(alpha) / gamma**2) & equals(T * call_failure(alpha, beta, tau), beta / 3)


# ---- Levels, rows, failures, accuracy


@claim(
    "BCS20.T33.eq1",
    f"Theorem 33, proof, the levels, {ONLY} (from the text and derived): levels for the transfer theorem",
    "step",
    part=Constant(Fraction(1, 3), mutants=(HALF,)),
)
def the_levels_satisfy_the_transfer_theorem(
    share: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, ratio: PositiveUnit, part: Fraction
) -> Statement:
    """With $eps_T = min(eps, alpha/36)$ and $delta_T <= min(delta, beta eps_T / 3)$, where $delta_T < eps_T/4$, as
    Claim 4 supposes, its other hypothesis, $eps_T$ in $(0, 1/3)$, holds, and $delta_T/eps_T <= beta/3$: $eps_T$ is a
    share of $alpha/36$, $delta_T$ a ratio of $beta eps_T / 3$."""
    epsilon = share * alpha / 36
    delta = ratio * part * beta * epsilon
    return when(delta < epsilon / 4, (delta / epsilon <= beta / 3) & (epsilon < Fraction(1, 3)))


@claim(
    "BCS20.T33.eq1.third",
    f"Theorem 33, proof, the levels, {ONLY} (the text: 'any'; beta eps_T / 3 derived): levels with a third of beta",
    "step",
)
def any_third_satisfies_the_transfer_theorem(part: PositiveUnit, alpha: OpenUnit, beta: OpenUnit) -> Truth:
    """We can select any $delta_T <= beta eps_T / 3$: then $delta_T/eps_T <= beta/3$ and Claim 4's $delta_T < eps_T/4$.
    Read as: at $delta_T = beta eps_T / 3$, $eps_T$ a part of $alpha/36$."""
    epsilon = part * alpha / 36
    delta = beta * epsilon / 3
    return (delta / epsilon <= beta / 3) & (epsilon < Fraction(1, 3)) & (delta < epsilon / 4)


@uses("BCS20.T33.eq1.third", "BCS20.T19", f"{T33}, the levels")
def the_levels_are_those_of_the_transfer_theorem(part: PositiveUnit, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Through Claim 4. It asks for $eps_T < 1/3$ and $delta_T < eps_T/4$; here $delta_T = beta eps_T/3$. Then
    $delta_T/eps_T = beta/3$."""
    epsilon = part * alpha / 36
    delta = beta * epsilon / 3
    needs = (epsilon < Fraction(1, 3)) & (delta < epsilon / 4)
    return Use({"epsilon": epsilon, "delta": delta}, needs=needs, gives=delta / epsilon <= beta / 3)


@correction(
    "BCS20.T33.eq1.third.from.T19.premise",
    "$beta eps_T/3 < eps_T/4$ only for $beta < 3/4$: $delta_T <= beta eps_T/4$ serves all $beta < 1$",
    share=Constant(QUARTER, mutants=(Fraction(1, 3),)),
)
@correction(
    "BCS20.T33.eq1.third",
    "$beta eps_T / 3$ is not below $eps_T / 4$ for $beta >= 3/4$: a quarter in place of a third serves "
    "all $beta < 1$. If the print has another share, or $delta_T < eps_T/4$ too, it is true "
    "(BCS20.T33.eq1)",
    share=Constant(QUARTER, mutants=(Fraction(1, 3),)),
)
def smaller_levels_satisfy_the_transfer_theorem(
    part: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, ratio: PositiveUnit, share: Fraction
) -> Truth:
    """With $eps_T = min(eps, alpha/36)$ and $delta_T <= beta eps_T / 4$, $delta_T/eps_T <= beta/3$, $eps_T < 1/3$ and
    $delta_T < eps_T/4$."""
    epsilon = part * alpha / 36
    delta = ratio * share * beta * epsilon
    return (delta / epsilon <= beta / 3) & (epsilon < Fraction(1, 3)) & (delta < epsilon / 4)


@claim(
    "BCS20.T33.eq2",
    f"Theorem 33, proof, the rows, {ONLY} (derived): rows that the three claims ask for",
    "step",
    narrows="$alpha = 1/(1 + a)$, $beta = 1/(1 + b)$, $tau = 1/t$, $kappa = alpha/4$, $eps_T = alpha/36$, $delta_T = "
    "beta eps_T/4$, $c = 1/sqrt(2)$ and the least $n$, that of Claim 1",
    share=SHARE,
)
def the_rows_are_enough(a: PositiveSize, b: PositiveSize, t: PositiveSize, share: Fraction) -> Truth:
    """$n >= max(3 sqrt(8 T ln(1/delta_T)) / (kappa sigma eps_T), 96 ln(3/beta) / (alpha tau), ln(4 eps_T/delta_T) /
    eps_T^2)$ meets Claims 1, 2 and 4: with that of Claim 1, $eps_T >= 3 sqrt(rho_T ln(1/delta_T))$."""
    alpha, beta, tau = Fraction(1, 1 + a), Fraction(1, 1 + b), Fraction(1, t)
    epsilon = alpha / 36
    goal = HalfspaceGoal(alpha, beta, epsilon, beta * epsilon / 4, tau)
    n = ceiling(share * privacy_rows(goal))  # the largest of the three at these levels
    rho = total_rho(n, alpha, tau, goal.sigma)
    private = 3 * square_root(rho * ln(1 / Real.of(goal.delta))) <= epsilon
    return private & (corruption_rows(alpha, beta, tau) <= n) & (transfer_rows(epsilon, goal.delta) <= n)


@terms("BCS20.T33.eq3")
def three_failures(beta: OpenUnit, transfer: FromZero) -> Terms:
    """Too many flips and bad calls, of beta/3 each, and the transfer."""
    return Terms(asks=transfer <= beta / 3, fails=beta)


@claim(
    "BCS20.T33.eq3",
    f"Theorem 33, proof, the failures, {ONLY} (derived): sum of the failure probabilities",
    "step",
    narrows="the sum of the three budgets; that of BG is refuted for $z + nu$ (BCS20.C3)",
    parts=Constant(3, mutants=(4,), stronger="larger"),
)
def three_failures_cost_beta(beta: OpenUnit, epsilon: PositiveReal, share: Unit, parts: int) -> Truth:
    """$Pr[BN] + Pr[BG] + delta_T/eps_T <= 3 beta/3 = beta$, BN being too many flips and BG a call that lacks its
    advantage."""
    delta = share * beta * epsilon / 3
    return beta / 3 + beta / 3 + (parts - 2) * delta / epsilon <= three_failures(beta, delta / epsilon).fails


rests_on("BCS20.T33.eq3", "BCS20.C3", "$Pr[BG] <= beta/3$", BUDGETS, repair="BCS20.C3.corrected")
rests_on("BCS20.T33.eq3", "BCS20.C4", "$delta_T/eps_T <= beta/3$", BUDGETS)


@uses("BCS20.T33.eq3", "PROB.union", BUDGETS)
def three_events_are_united(beta: OpenUnit, ratio: FromZero) -> Use:
    """The union of the three is at most as likely as all together: $beta/3$, $beta/3$ and $delta_T/eps_T = ratio <=
    beta/3$."""
    at = {"chances": beta / 3 + beta / 3 + ratio}
    return Use(at, given=ratio <= beta / 3, gives=lambda b: b.fails <= beta, times=1)


@adds_up("BCS20.T33.eq3", BUDGETS)
def the_three_failures(beta: OpenUnit, ratio: FromZero) -> Total:
    """$beta$."""
    return Total(fails=beta, given=ratio <= beta / 3)


@claim(
    "BCS20.T33.eq4",
    f"Theorem 33, proof, the accuracy, {ONLY} (derived): sum of the errors",
    "step",
    eighteen=Constant(18, mutants=(19,)),
    cites=(
        "BCS20.C4",
        "BCS20.C5",
    ),
)
def the_errors_add_up_to_alpha(alpha: OpenUnit, part: Unit, eighteen: int) -> Truth:
    """$alpha/2 + 18 eps_T <= alpha$ for $eps_T <= alpha/36$."""
    return alpha / 2 + eighteen * (part * alpha / 36) <= alpha


rests_on(
    "BCS20.T33.eq4", "BCS20.C4", "$err_H(D) < err_H(S) + 18 eps_T$, but for $delta_T/eps_T$", f"{T33}, the accuracy"
)
