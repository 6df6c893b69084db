"""BCS20 appendix B and Lemma 29: what the proofs on the norm of the output and on fat shattering use."""

from littlestone.spec.notation import *

FUZZY = "appendix B"
L29 = "Lemma 29, proof, appendix B"
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""


# ---- Lemmas 31 and 32

rests_on("BCS20.L31", "BCS20.L31.step", "n gamma <= 2 ||s|| - r for one of b and -b, with r >= 0", f"Lemma 31, {FUZZY}")
rests_on("BCS20.L32", "BCS20.L32.step", "from n to n + 1 points", f"Lemma 32, proof, {FUZZY}")


# ---- The norm of a normal vector

rests_on("BCS20.B.eq2.tail", "BCS20.B.eq2.exponent", "At x = 1/sigma^2 = 2t, d = theta x", "Chernoff's bound")
rests_on("BCS20.B.eq2.tail", "PROB.markov", "for e^{s ||nu||^2/sigma^2}", "Chernoff's bound")
rests_on("BCS20.B.eq2.corrected", "BCS20.B.eq2.tail", "the exponent is at least log(1/xi)", "one round, repaired")


@uses("BCS20.B.eq2.variance", "PROB.markov", "Chebyshev's inequality")
def markov_for_the_squared_deviation(d: AtLeastOne) -> Use:
    """||nu||^2/sigma^2 has mean d and variance 2d; it is at most d/2 only if (. - d)^2 >= d^2/4."""
    return Use({"level": d**2 / 4, "mean": 2 * d}, gives=lambda b: b.fails <= 8 / d)


@uses("BCS20.B.eq2.every", "BCS20.B.eq2.variance", f"for the proof of Lemma 29, {FUZZY}")
def the_dimension_is_large_for_the_ball(ratio: FromZero, more: Unit, beta: OpenUnit, rounded: AtLeastOne) -> Use:
    """||nu|| <= R gives ||nu||^2 <= sigma^2 d/2 where R^2/sigma^2 = ratio <= d/2; with 16 dimensions more, or the next
    whole number, 8/d <= 1/2 < 1 - beta/(3 ceil(T))."""
    return Use({"d": 2 * ratio + more + 16}, gives=lambda b: b.fails < 1 - beta / (3 * rounded))


# ---- Displays 2 and 3

rests_on("BCS20.B.eq3.corrected", "BCS20.B.eq2.corrected", "all ||nu_t|| <= 1", f"{L29}, repaired")


@uses("BCS20.B.eq3", "BCS20.B.eq1", L29)
@uses("BCS20.B.eq3.corrected", "BCS20.B.eq1", f"{L29}, repaired")
@uses("BCS20.L29.corrected", "BCS20.B.eq1", "Lemma 29, repaired")
def the_longest_noise_bounds_the_output(longest: Unit, length: FromZero) -> Use:
    """||z_bar|| <= 1 + max ||nu_t||, where all ||nu_t|| <= 1."""
    return Use({"length": length, "longest": longest}, gives=length <= 2)


@uses("BCS20.B.eq3", "BCS20.B.eq2", L29, repair="BCS20.B.eq2.corrected")
def each_round_has_short_noise(tau: PositiveUnit, theta: PositiveReal, rate: FromZero) -> Use:
    """In each of ceil(T) rounds, for any d; theta = sigma^2 d."""
    return Use({"theta": theta, "tau": tau, "rate": rate}, gives=rate >= tau**2 / 16)


@uses("BCS20.B.eq3", "PROB.union", L29)
def the_rounds_are_united(beta: OpenUnit, N: Rounds, down: BelowOne) -> Use:
    """Each of ceil(T) = N fails with probability beta/(3T), T = N - down: together at most (1 + 1/T) beta/3."""
    at = {"chances": N * beta / (3 * (N - down))}
    return Use(at, gives=lambda b: b.fails <= (N - down + 1) * beta / (3 * (N - down)), times=1)


@correction(
    "BCS20.B.eq3.from.B.eq2.premise",
    "that ||nu_t|| <= 1 takes sigma^2 d <= 2/3, and sigma does not depend on d: the dimension must be bounded",
    top=Constant(Fraction(2, 3), mutants=(Fraction(3, 4),)),
)
def each_round_has_short_noise_in_few_dimensions(part: PositiveUnit, top: Fraction) -> Truth:
    """For d <= 2/(3 sigma^2), theta = sigma^2 d is at most 2/3."""
    return top * part <= Fraction(2, 3)


@adds_up("BCS20.B.eq3", L29)
def the_rounds_of_display_three(beta: OpenUnit, N: Rounds, down: BelowOne) -> Total:
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


# ---- Lemma 29


@uses("BCS20.L29", "BCS20.B.eq3", L29, repair="BCS20.B.eq3.corrected")
def the_output_is_in_the_class(theta: PositiveReal, beta: OpenUnit) -> Use:
    """In every dimension d, "which does not depend on d"; theta = sigma^2 d."""
    return Use({"theta": theta, "beta": beta}, gives=lambda b: b.fails <= beta / 3)


@correction(
    "BCS20.L29.from.B.eq3.premise",
    "the display holds for sigma^2 d <= 2/3 only; for the average of the noises alone, d <= (9/10) T/sigma^2 is enough "
    "(BCS20.L29.corrected), which is more, as T >= 1",
    top=Constant(Fraction(2, 3), mutants=(Fraction(19, 20),)),
)
def the_output_is_in_the_class_in_few_dimensions(part: PositiveUnit, T: AtLeastOne, top: Fraction) -> Truth:
    """sigma^2 d <= 2/3 gives sigma^2 d <= (9/10) T."""
    return top * part <= Fraction(9, 10) * T


rests_on("BCS20.L29.corrected", "BCS20.B.eq2.tail", "theta = sigma^2 d/T <= 9/10", "Lemma 29, repaired")
rests_on("BCS20.L29.corrected", "BCS20.L29.fat", "m <= 4/gamma^2", "Lemma 29, repaired")


@uses("BCS20.L29.fat", "BCS20.L31", L29)
def shattered_points_have_long_sums(m: PositiveInteger, gamma: PositiveReal, squared: FromZero) -> Use:
    """||s|| >= gamma m/2, for the signs that Lemma 32 gives too."""
    return Use({"squared": squared, "points": m, "gamma": gamma}, given=squared <= m, gives=(gamma * m / 2) ** 2 <= m)


@uses("BCS20.L29.fat", "BCS20.L32", L29)
def some_sum_is_short(m: PositiveInteger, gamma: PositiveReal, squared: FromZero) -> Use:
    """(gamma m/2)^2 <= ||s||^2 <= m for some signs."""
    at = {"squared": squared, "points": m}
    return Use(at, given=(gamma * m / 2) ** 2 <= squared, gives=(gamma * m / 2) ** 2 <= m)


rests_on("BCS20.L29", "BCS20.L29.fat", "For every m points that are shattered, (gamma m/2)^2 <= m", L29)


@uses("BCS20.L29.every", "BCS20.B.eq2.variance", "for Lemma 29")
def the_dimension_is_large_for_every_class(ratio: FromZero, R: FromZero, more: FromZero, beta: OpenUnit) -> Use:
    """||z_bar|| <= R gives an averaged noise of at most R + 1, and (R + 1)^2 ratio <= d/2; with 16 dimensions more, or
    the next whole number, 8/d < 1 - beta/3."""
    return Use({"d": 2 * (R + 1) ** 2 * ratio + 16 + more}, gives=lambda b: b.fails < 1 - beta / 3)
