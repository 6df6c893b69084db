"""BCS20 section 5.4: Theorem 30, on learning halfspaces with a margin.

The formulas of the print were lost: sources say where each form comes from. "log" is natural; HS-StL is that of reading
A of the weak learner (section 5.2) unless another is named.
"""

from littlestone.spec.bcs20.vocabulary import minority
from littlestone.spec.boosting.halfspace_sizes import (
    corruption_rows,
    density,
    deviation,
    log_density,
    rounds,
    square_root,
    total_rho,
)
from littlestone.spec.boosting.halfspaces import normal_above
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.notation import *

GENERAL = "section 5.4"
AnyReal = Annotated[Real, Reals()]
From128 = Annotated[Real, Reals(low=128)]

# ---- Theorem 28 for one class


@claim(
    "BCS20.T28.line",
    f"Theorem 28 for one class, {GENERAL}",
    "theorem",
    role="companion",
    narrows="F = {x -> z x: |z| <= 2} on [-1, 1], of dimension 1: two classifiers, by Hoeffding's and the union bound",
    cites=("PROB.hoeffding", "PROB.union"),
    four=Constant(4, mutants=(HALF,)),
)
def the_halfspaces_of_the_line_generalize(n: PositiveInteger, L: PositiveReal, four: Fraction) -> Truth:
    """With probability at least 1 - delta both signs of z have the bound of Theorem 28 at d = 1: 2 e^{-2 n root^2} <=
    delta; in logarithms, delta = e^{-L}."""
    return ln(2) - four * (ln(34 * EULER * n) * (ln(578 * n) / ln(2)) + ln(4) + L) <= -L


# ---- Theorem 30


@claim(
    "BCS20.T30.eq1",
    f"Theorem 30, proof, one round, {GENERAL} (DER)",
    "step",
    narrows="the arithmetic; that a round costs rho is Theorem 27 with Lemma 25",
    cites=("BCS20.T27.1", "BCS20.L25"),
    eight=Constant(8, mutants=(7, 9)),
)
def the_cost_of_a_round(kappa: PositiveUnit, n: PositiveInteger, sigma: PositiveReal, eight: int) -> Truth:
    """rho = 2 (1/(kappa n) + zeta)^2/sigma^2 = 2 (2/(kappa n))^2/sigma^2 = 8/(kappa n sigma)^2 at zeta =
    1/(kappa n)."""
    zeta = 1 / (kappa * n)
    return equals(2 * (1 / (kappa * n) + zeta) ** 2 / sigma**2, eight / (kappa * n * sigma) ** 2)


@terms("BCS20.T30.eq2")
def cost_of_theorem_30(
    log: PositiveReal, tau: PositiveUnit, mass: PositiveReal, sigma: PositiveReal, rate: int = 8192
) -> Terms:
    """All rounds, with log(1/kappa) and kappa n; its epsilon is rho_T."""
    return Terms(epsilon=rate * log / (tau * mass * sigma) ** 2)


@claim(
    "BCS20.T30.eq2",
    f"Theorem 30, proof, all rounds, {GENERAL} (DER)",
    "step",
    narrows="the arithmetic; that the rounds add up is Lemma 14",
    cites=("BCS20.L14",),
    rate=Constant(8192, mutants=(8191, 8193)),
)
def the_cost_of_all_rounds(
    alpha: OpenUnit, tau: PositiveUnit, n: PositiveInteger, sigma: PositiveReal, rate: int
) -> Truth:
    """rho_T = T rho = 8192 log(1/kappa)/(tau kappa n sigma)^2."""
    found = cost_of_theorem_30(log_density(alpha), tau, density(alpha) * n, sigma, rate)
    return equals(total_rho(n, alpha, tau, sigma), found.epsilon)


@claim(
    "BCS20.T30.eq3",
    f"Theorem 30, proof, {GENERAL} (TXT 'for all'; the condition MEM)",
    "step",
    narrows="n = 1, alpha = beta = 1/2, c = 1/sqrt(2), delta = 1/(1 + more); the laws' distance is in words",
    cites=("BCS20.L15.eq1", "BCS20.L14"),
)
def the_conversion_to_approximate_privacy(tau: PositiveUnit, more: PositiveReal) -> Truth:
    """For all delta > 0, if eps >= 3 sqrt(rho_T log(1/delta)) then HS-StL is (eps, delta)-DP: here of one row, whose T
    rounds draw y x + nu_t, so that e_1 and -e_1 are D = 2 sqrt(T)/sigma deviations apart, and the half line between
    them has 1 - e^{-D^2/8} <= delta + e^{eps - D^2/8}. See BCS20.C1, whose verdict and repair are the same."""
    T, sigma = rounds(HALF, tau), deviation(HALF, HALF, tau)
    epsilon = 3 * square_root(total_rho(1, HALF, tau, sigma) * ln(1 + more))
    loss = T / (2 * sigma**2)
    return 1 - exp(-loss) <= 1 / (1 + more) + exp(epsilon - loss)


@claim(
    "BCS20.T30.eq4",
    f"Theorem 30, proof, the rows for privacy, {GENERAL} (DER)",
    "step",
    narrows="the rearrangement; that it ensures privacy is that of BCS20.T30.eq3",
    cites=("BCS20.T30.eq3.corrected",),
    rate=Constant(1536, mutants=(1535, 1537)),
)
def the_rows_for_privacy(
    kappa: PositiveUnit,
    tau: PositiveUnit,
    epsilon: PositiveReal,
    c: PositiveReal,
    L: PositiveReal,
    Lk: PositiveReal,
    Lx: PositiveReal,
    rate: int,
) -> Truth:
    """n >= 3 sqrt(8 T log(1/delta))/(kappa sigma eps) = 1536 sqrt(2) c sqrt(log(1/kappa) log(1/delta)
    log(1/xi))/(kappa eps tau^2), which is 2172.2... c: here Lk = log(1/kappa), L = log(1/delta), Lx = log(1/xi), both
    sides squared."""
    T, sigma_squared = 1024 * Lk / tau**2, tau**2 / ((8 * c) ** 2 * Lx)
    rows_squared = 9 * 8 * T * L / (kappa**2 * sigma_squared * epsilon**2)
    return equals(rows_squared, 2 * (rate * c) ** 2 * Lk * L * Lx / (kappa * epsilon * tau**2) ** 2)


@claim(
    "BCS20.T30.eq5",
    f"Theorem 30, proof, too many corrupted samples, {GENERAL} (DER; TXT 'Chernoff bound')",
    "step",
    narrows="alpha = 1/(1 + a), beta = 1/(1 + b), tau = 1/t, eta = alpha tau/32 and the least n",
    cites=("BCS20.C2",),
    rate=Constant(32, mutants=(16,)),
)
def few_samples_are_corrupted(a: PositiveSize, b: PositiveSize, t: PositiveSize, rate: int) -> Truth:
    """At most kappa tau n/4 = alpha tau n/16 labels flip with probability at least 1 - beta/3, if eta <= alpha tau/32
    and n >= 96 log(3/beta)/(alpha tau)."""
    alpha, beta, tau = Fraction(1, 1 + a), Fraction(1, 1 + b), Fraction(1, t)
    n = ceiling(corruption_rows(alpha, beta, tau))
    most = n // (16 * (1 + int(a)) * int(t))
    return Real.of(1 - lower_tail(n, alpha * tau / rate, Fraction(most))) <= beta / 3


@claim(
    "BCS20.T30.eq6",
    f"Theorem 30, proof, utility, {GENERAL} (TXT and DER; reading A)",
    "step",
    narrows="one example x = tau u, without corruption: the first call alone, with the advantage of BCS20.C3",
    cites=("BCS20.C3",),
)
def all_calls_have_an_eighth_of_the_margin(alpha: OpenUnit, beta: OpenUnit, tau: PositiveUnit) -> Truth:
    """With probability at least 1 - beta/3 every hypothesis of the weak learner has advantage tau/8: that on x = tau u
    is at most (tau^2 + tau <nu, u>)/2. As BCS20.C3, whose verdict on the readings is the same."""
    return normal_above((QUARTER - tau) / deviation(alpha, beta, tau)) >= 1 - beta / 3


@terms("BCS20.T30.eq7")
def small_margins(few: FromZero, alpha: OpenUnit) -> Terms:
    """The part of the uncorrupted examples that has a smaller margin."""
    return Terms(says=few <= alpha / 2)


@claim(
    "BCS20.T30.eq7",
    f"Theorem 30, proof, the margin, {GENERAL} (TXT 'worst case', DER)",
    "step",
    narrows="the arithmetic of the shares, given that H has margin tau/8 on all but kappa n of the noisy sample, which "
    "needs eq. 6; that counts become shares is in words",
    cites=("BCS20.T24", "BCS20.T30.eq5"),
    share=Constant(1, mutants=(Fraction(3, 4),)),
)
def few_clean_points_have_a_small_margin(alpha: OpenUnit, tau: PositiveUnit, share: Fraction) -> Truth:
    """H has margin less than tau/8 on at most alpha n/4 of the noisy sample; if it is correct on all F <= alpha tau
    n/16 corrupted points, at most (alpha/4)/(1 - alpha tau/16) <= alpha/4 + alpha tau/16 <= alpha/2 of the uncorrupted
    ones have a smaller margin."""
    middle = alpha / 4 + alpha * tau / 16
    of_uncorrupted = alpha / 4 <= share * middle * (1 - alpha * tau / 16)
    return of_uncorrupted & small_margins(middle, alpha).says


@claim(
    "BCS20.T30.margin",
    f"Theorem 30, proof, the margin of the output, {GENERAL} (TXT 'from Lemma 38'; reading A)",
    "step",
    narrows="one example x = tau u, without corruption, alpha = beta = 1/2; that tau^2 + tau <nu, u> is its margin",
    cites=("BCS20.T24",),
)
def the_output_has_an_eighth_of_the_margin(tau: PositiveUnit) -> Truth:
    """With probability at least 1 - beta/3 the output has margin at least tau/8 on all but kappa n of the examples, on
    all of them where kappa n < 1: that of x = tau u is tau^2 + tau <nu, u> for the average nu of the noises."""
    spread = deviation(HALF, HALF, tau) / square_root(rounds(HALF, tau))
    return normal_above((Fraction(1, 8) - tau) / spread) >= Fraction(5, 6)


@claim(
    "BCS20.T30.eq8",
    f"Theorem 30, proof, generalization, {GENERAL} (DER)",
    "step",
    narrows="the dimension, and the two summands of the error; that the root is small is BCS20.S4.root",
    cites=("BCS20.T28.uniform", "BCS20.L29.fat", "BCS20.T30.eq7"),
    rate=Constant(65536, mutants=(65535,), stronger="smaller"),
)
def the_dimension_and_the_error(tau: PositiveUnit, alpha: OpenUnit, few: Unit, root: Unit, rate: int) -> Truth:
    """Theorem 28 at gamma = tau/8: d = fat_F(tau/128) <= 4/(tau/128)^2 = 65536/tau^2; applied to the clean points it
    gives error at most alpha/2 + alpha/2 = alpha, where its root is at most alpha/2."""
    return (4 / (tau / 128) ** 2 <= rate / tau**2) & (few * alpha / 2 + root * alpha / 2 <= alpha)


@claim(
    "BCS20.T30.eq9",
    f"Theorem 30, proof, the final hypothesis, {GENERAL} (TXT: 'a superset')",
    "step",
    caps="T rounds alike on one example x = e_1 in the plane, nu_t = (0, r)",
)
def a_long_output_lacks_an_advantage(r: AnyReal, tau: PositiveUnit) -> Statement:
    """The event that the output is not in F is contained in the event that some call lacks advantage tau/8: here z +
    nu = (1, r), h(e_1) = 1, and the advantage is 1/2, whatever r is; so ||z_bar||^2 = 1 + r^2 <= 4 must hold."""
    advantage = HALF - (1 - Real.of(1)) / 2
    return when(advantage >= tau / 8, 1 + r**2 <= 4)


@correction(
    "BCS20.T30.eq9",
    "noise orthogonal to z leaves the advantage as it is: what contains a long output is the event that some "
    "||nu_t|| > 1, with a share of its own in the sum, in few dimensions (BCS20.B.eq2.corrected)",
    narrows="two rounds, and the sum of their norms; that the norm of a mean is no larger is BCS20.B.eq1",
    cites=("BCS20.B.eq1",),
    two=Constant(2, mutants=(Fraction(3, 2),)),
)
def a_long_output_has_long_noise(first: Unit, second: Unit, a: Unit, b: Unit, two: Fraction) -> Truth:
    """If all ||nu_t|| <= 1 then ||z_bar|| <= (1/T) sum_t (||z_t|| + ||nu_t||) <= 2: norms first, second of z_t, a, b
    of nu_t."""
    return (first + second + a + b) / 2 <= two


@claim(
    "BCS20.T30.eq10",
    f"Theorem 30, proof, the union, {GENERAL} (DER; eq. 9 TXT)",
    "step",
    narrows="the sum of the budgets; that of eq. 6 is refuted in reading A, and that it covers eq. 9 is "
    "BCS20.T30.eq9, refuted: see BCS20.T30.eq10.apart",
    cites=("BCS20.T30.eq5", "BCS20.T30.eq6", "BCS20.T30.eq9", "PROB.union"),
    parts=Constant(3, mutants=(2,)),
)
def the_failures_cost_beta(beta: OpenUnit, parts: int) -> Truth:
    """beta/3 (eq. 5) + beta/3 (eq. 6 and eq. 9) + beta/3 (eq. 8) <= beta, the event of eq. 9 being counted as one of
    eq. 6."""
    return 3 * (beta / parts) <= beta


SHIFTED = "tau times a bound on the sum of the scores; that it bounds them is in words"


@claim(
    "BCS20.T30",
    f"Theorem 30, {GENERAL} (TXT and DER; reading A, with the T and lambda of Algorithm 5)",
    "theorem",
    narrows=SHIFTED,
    caps="alpha = 1/5, beta = 1/2; u = e_1, D is 3/4 at (tau, b), 1/4 at (tau, -b), no label noise; samples with at "
    "most 3/10 at the latter, as nearly all large ones are",
    cites=("BCS20.T30.eq6",),
)
def the_strong_learner_is_private_and_learns(tau: PositiveUnit) -> Truth:
    """HS-StL is an (eps, delta)-DP (alpha, beta)-strong PAC learner for tau-margin halfspaces tolerating random
    classification noise at rate O(alpha tau) with n = O~(1/(eps alpha tau^2) + 1/(alpha^2 tau^2)). In reading A it
    errs, for small tau and all large n, on a quarter of D with probability above 1/2, as its scores at (tau, -b) sum to
    less than 0 (BCS20.T30.every); in reading B it is not private (BCS20.T27.1.B)."""
    return minority(tau, Fraction(3, 10), 1) >= 0


@claim(
    "BCS20.T30.every",
    f"for Theorem 30, {GENERAL} (reading A)",
    "step",
    narrows=SHIFTED,
    caps="as BCS20.T30",
    share=Constant(Fraction(3, 10), mutants=(Fraction(2, 5),)),
)
def the_strong_learner_errs_for_every_small_margin(t: From128, share: Fraction) -> Truth:
    """For every tau = 1/t <= 1/128 the scores at (tau, -b) sum to less than 0, where at most 3/10 of the rows are
    there, but with probability 5/16: HS-StL then errs on a quarter of D."""
    return minority(1 / t, share, 1) < 0


@claim(
    "BCS20.T30.errors",
    f"Theorem 30, proof, {GENERAL} (TXT 'training error less than'; reading A)",
    "step",
    narrows=SHIFTED,
    caps="94 rows (tau, b) and 6 rows (tau, -b), kappa = 1/20, no noise",
)
def the_strong_learner_errs_on_few_rows(tau: PositiveUnit) -> Truth:
    """HS-StL errs on at most kappa n rows of its sample: where the scores at the 6 rows of 100, kappa = 1/20, sum to
    more than 0. Their mean is -9.26e-5 at tau = 1/40 and -1.74e-4 at tau = 1/50, run in floats."""
    return minority(tau, Fraction(3, 50), 0) >= 0


@claim(
    "BCS20.T30.single",
    f"Theorem 30, the privacy of few rows, {GENERAL} (n restored as 1/(eps alpha tau^2) alone, every eps > 0)",
    "theorem",
    role="construction",
    narrows="n = 1, alpha = beta = delta = 1/2, c = 1/sqrt(2), tau = 1/C; that the laws are so far apart is in words",
    cites=("BCS20.T30.eq3", "BCS20.T30.eq4"),
)
def the_single_summand_is_enough_for_privacy(C: AtLeastOne) -> Truth:
    """For some constant C, n >= C sqrt(log(1/kappa) log(1/delta) log(1/xi))/(alpha eps tau^2) rows make HS-StL (eps,
    delta)-DP for every eps > 0: one row does, where eps is large. It fails for every C (BCS20.T30.single.every)."""
    return separation_slack(C) >= 0


def separation_slack(C: Real) -> Real:
    """delta + e^{eps - D^2/8} - (1 - e^{-D^2/8}) at n = 1 and tau = 1/C, D being 2 sqrt(T)/sigma and delta 1/2: not
    negative where HS-StL is (eps, delta)-DP. D^2/8 = T/(2 sigma^2) is 16384 log(8) C^4 log(1/xi), and eps, for which n
    = 1 is enough, 2 C^3 sqrt(log(8) log(2) log(1/xi)); log(1/xi) = log(6144 log(8) C^2)."""
    Lx = ln(6144 * ln(8) * C**2)
    loss, epsilon = 16384 * ln(8) * C**4 * Lx, 2 * C**3 * square_root(ln(8) * ln(2) * Lx)
    return Real.of(HALF) + exp(epsilon - loss) - (1 - exp(-loss))


@claim(
    "BCS20.T30.single.every",
    f"for Theorem 30, the privacy of few rows, {GENERAL}",
    "step",
    narrows="eps <= D^2/16 and D^2/16 > 2; what follows is in words",
    caps="n = 1, alpha = beta = delta = 1/2, c = 1/sqrt(2), tau = 1/C",
    times=Constant(2, mutants=(2**16,)),
)
def no_constant_makes_one_row_private(C: AtLeastOne, times: int) -> Truth:
    """For every C >= 1, eps <= D^2/16: then 1 - e^{-D^2/8} > 1/2 + e^{-D^2/16}, as D^2/16 > 2; by squares, divided by
    C^6 log(8) log(1/xi), and at log(1/xi) >= 1."""
    Lx = ln(6144 * ln(8) * C**2)
    return (times**2 * ln(2) <= 8192**2 * ln(8) * C**2 * Lx) & (8192 * ln(8) * Lx > 2)
