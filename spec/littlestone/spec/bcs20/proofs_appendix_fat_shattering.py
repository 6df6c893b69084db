"""BCS20 appendix B and Lemma 29: what the proofs on the norm of the output and on fat shattering use."""

from littlestone.spec.notation import *

FUZZY = "appendix B"
L29 = "Lemma 29, proof, appendix B"
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""
FromRounds = Annotated[Real, Reals(low=1024)]

# ---- Lemmas 31 and 32


@uses("BCS20.L31", "BCS20.L31.step", f"Lemma 31, proof, {FUZZY}")
def one_of_both_signs_is_taken(n: PositiveInteger, gamma: PositiveReal, length: FromZero, r: FromZero) -> Use:
    """Of b and -b that with sum b_i r_i = r >= 0: n gamma <= 2 ||s|| - r, so ||s|| >= gamma n/2, for both signs."""
    given = {"n": n, "gamma": gamma, "length": length, "r": r}
    return Use(given, given=n * gamma <= 2 * length - r, gives=n * gamma / 2 <= length)


@uses("BCS20.L32", "BCS20.L32.step", f"Lemma 32, proof, {FUZZY}")
def the_next_sign_is_chosen(n: Natural, less: Unit, size: Unit, p: Annotated[Real, Reals()]) -> Use:
    """From n to n + 1 points, ||s||^2 being a part of n, ||x||^2 = size and <s, x> = p."""
    s = n * less
    given = {"n": n, "less": less, "size": size, "p": p}
    return Use(given, gives=(s + size + 2 * p <= n + 1) | (s + size - 2 * p <= n + 1))


# ---- The norm of a normal vector


@uses("BCS20.B.eq2.tail", "BCS20.B.eq2.exponent", "Chernoff's bound")
def the_best_exponent_is_taken(theta: PositiveUnit, t: PositiveReal) -> Use:
    """At x = 1/sigma^2 = 2t, d = theta x."""
    s, x = (1 - theta) / 2, 2 * t
    exponent = -(theta * x / 2) * ln(1 - 2 * s) - s * x
    return Use({"theta": theta, "x": x}, gives=exponent <= -t * (1 - theta + theta * ln(theta)))


@uses("BCS20.B.eq2.tail", "PROB.markov", "Chernoff's bound")
def markov_for_an_exponential_of_the_norm(level: PositiveReal, p: Unit, rest: FromZero) -> Use:
    """For e^{s ||nu||^2/sigma^2}, at least ``level`` with probability p, whose mean is p level and the rest."""
    return Use(needs=level > 0, gives=p <= (p * level + rest) / level)


@uses("BCS20.B.eq2.variance", "PROB.markov", "Chebyshev's inequality")
def markov_for_the_squared_deviation(d: AtLeastOne, p: Unit) -> Use:
    """||nu||^2/sigma^2 has mean d and variance 2d; it is at most d/2 only if (. - d)^2 >= d^2/4."""
    return Use(needs=d**2 / 4 > 0, says=p <= 2 * d / (d**2 / 4), gives=p <= 8 / d)


@uses("BCS20.B.eq2.every", "BCS20.B.eq2.variance", f"for the proof of Lemma 29, {FUZZY}")
def the_dimension_is_large_for_the_ball(
    ratio: FromZero, more: Unit, beta: OpenUnit, rounded: AtLeastOne, chance: Unit
) -> Use:
    """||nu|| <= R gives ||nu||^2 <= sigma^2 d/2 where R^2/sigma^2 = ratio <= d/2."""
    d = 2 * ratio + more + 16
    return Use(needs=ratio <= d / 2, says=chance <= 8 / d, gives=chance < 1 - beta / (3 * rounded))


@uses("BCS20.B.eq2.corrected", "BCS20.B.eq2.tail", "the display on the noise of a round, repaired")
def the_tail_is_that_of_few_dimensions(part: PositiveUnit, tau: PositiveUnit, L: PositiveReal, more: FromZero) -> Use:
    """theta = sigma^2 d = 2/3 part is at most 1; t = 1/(2 sigma^2) = 16 L/tau^2, L = log(1/xi), and the rate 1 - theta
    + theta ln theta is at least tau^2/16, here (1 + more) tau^2/16: the exponent t rate is at least L."""
    rate = (1 + more) * tau**2 / 16
    return Use(needs=Fraction(2, 3) * part <= 1, gives=16 * L / tau**2 * rate >= L)


# ---- Displays 2 and 3


@uses("BCS20.B.eq3", "BCS20.B.eq1", L29)
def the_longest_noise_bounds_the_output(longest: Unit, length: FromZero) -> Use:
    """||z_bar|| <= 1 + max ||nu_t||, where all ||nu_t|| <= 1."""
    return Use(says=length <= 1 + longest, gives=length <= 2)


@uses("BCS20.B.eq3", "BCS20.B.eq2", L29, repair="BCS20.B.eq2.corrected", draws="all ||nu_t|| <= 1")
def each_round_has_short_noise(beta: OpenUnit, N: Rounds, down: BelowOne, theta: PositiveReal) -> Use:
    """In each of ceil(T) = N rounds, which fails with probability beta/(3T); theta = sigma^2 d, for any d."""
    return Use(needs=theta <= Fraction(2, 3), fails=N * (beta / (3 * (N - down))))


@correction(
    "BCS20.B.eq3.from.B.eq2.premise",
    "that ||nu_t|| <= 1 takes sigma^2 d <= 2/3, and sigma does not depend on d: the dimension must be bounded",
    top=Constant(Fraction(2, 3), mutants=(Fraction(3, 4),)),
)
def each_round_has_short_noise_in_few_dimensions(part: PositiveUnit, top: Fraction) -> Truth:
    """For d <= 2/(3 sigma^2), theta = sigma^2 d is at most 2/3."""
    return top * part <= Fraction(2, 3)


@adds_up("BCS20.B.eq3", L29)
def the_rounds_of_display_three(beta: OpenUnit, N: Rounds, down: BelowOne, theta: PositiveReal) -> Total:
    """beta/3."""
    return Total(fails=beta / 3)


@correction(
    "BCS20.B.eq3.sums",
    "T is no integer: ceil(T) rounds that fail with probability beta/(3T) each cost up to (1 + 1/T) beta/3; with "
    "xi = beta/(3 ceil(T)) they cost beta/3",
    third=Constant(Fraction(1, 3), mutants=(HALF,)),
)
def whole_rounds_of_display_three(beta: OpenUnit, N: Rounds, third: Fraction) -> Truth:
    """N (beta/(3N)) <= beta/3."""
    return N * (third * beta / N) <= beta / 3


@uses("BCS20.B.eq3.corrected", "BCS20.B.eq1", f"{L29}, repaired")
def the_longest_noise_bounds_the_output_still(longest: Unit, length: FromZero) -> Use:
    """||z_bar|| <= 1 + max ||nu_t|| <= 2."""
    return Use(says=length <= 1 + longest, gives=length <= 2)


rests_on("BCS20.B.eq3.corrected", "BCS20.B.eq2.corrected", "all ||nu_t|| <= 1", f"{L29}, repaired")


# ---- Lemma 29


@uses("BCS20.L29.fat", "BCS20.L31", L29)
def all_signed_sums_are_long(m: PositiveInteger, gamma: PositiveReal, more: FromZero) -> Use:
    """||s|| >= gamma m/2, here more than that by ``more``, for the signs that Lemma 32 gives too."""
    return Use(gives=(gamma * m / 2 + more) ** 2 >= (gamma * m / 2) ** 2)


@uses("BCS20.L29.fat", "BCS20.L32", L29)
def some_signed_sum_is_short(m: PositiveInteger, part: PositiveUnit) -> Use:
    """(gamma m/2)^2 <= ||s||^2 <= m: a part of m, so that gamma^2 = 4 part/m."""
    return Use(gives=m <= 4 / (4 * part / m))


@uses("BCS20.L29", "BCS20.L29.fat", L29)
def the_class_has_few_shattered_points(m: PositiveInteger, gamma: PositiveReal) -> Use:
    """For every m points that are shattered, (gamma m/2)^2 <= m."""
    return Use({"m": m, "gamma": gamma}, given=(gamma * m / 2) ** 2 <= m, gives=m * gamma**2 <= 4)


@uses("BCS20.L29", "BCS20.B.eq3", L29, repair="BCS20.B.eq3.corrected", draws="the output is in F")
def the_output_is_in_the_class(theta: PositiveReal) -> Use:
    """In every dimension d, "which does not depend on d"; theta = sigma^2 d."""
    return Use(needs=theta <= Fraction(2, 3))


@correction(
    "BCS20.L29.from.B.eq3.premise",
    "the display holds for sigma^2 d <= 2/3 only; for the average of the noises alone, d <= (9/10) T/sigma^2 is enough "
    "(BCS20.L29.corrected), which is more, as T >= 1",
    top=Constant(Fraction(2, 3), mutants=(Fraction(19, 20),)),
)
def the_output_is_in_the_class_in_few_dimensions(part: PositiveUnit, T: AtLeastOne, top: Fraction) -> Truth:
    """sigma^2 d <= 2/3 gives sigma^2 d <= (9/10) T."""
    return top * part <= Fraction(9, 10) * T


@uses("BCS20.L29", "BCS20.B.eq2.variance", "Lemma 29, where it fails")
def the_averaged_noise_is_long(ratio: PositiveReal, beta: OpenUnit, chance: Unit) -> Use:
    """Of the average of deviation sigma/sqrt(T), ratio = T/sigma^2, in dimension 18 ratio + 18: ||.|| <= 3 has
    probability at most 8/d."""
    d = 18 * ratio + 18
    return Use(needs=9 * ratio <= d / 2, says=chance <= 8 / d, gives=chance < 1 - beta / 3)


@uses("BCS20.L29.corrected", "BCS20.B.eq2.tail", "Lemma 29, repaired")
def the_tail_is_used_for_the_average(
    part: PositiveUnit, T: FromRounds, tau: PositiveUnit, L: PositiveReal, more: FromZero
) -> Use:
    """theta = sigma^2 d/T = (9/10) part is at most 1; t = T/(2 sigma^2) = 16 T L/tau^2, and the rate is at least
    tau^2/(16 T)."""
    rate = (1 + more) * tau**2 / (16 * T)
    return Use(needs=Fraction(9, 10) * part <= 1, gives=16 * T * L / tau**2 * rate >= L)


@uses("BCS20.L29.every", "BCS20.B.eq2.variance", "for Lemma 29")
def the_dimension_is_large_for_every_class(ratio: FromZero, R: FromZero, beta: OpenUnit, chance: Unit) -> Use:
    """||z_bar|| <= R gives an averaged noise of at most R + 1, and (R + 1)^2 ratio <= d/2."""
    d = 2 * (R + 1) ** 2 * ratio + 16
    return Use(needs=(R + 1) ** 2 * ratio <= d / 2, says=chance <= 8 / d, gives=chance < 1 - beta / 3)
