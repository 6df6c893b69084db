"""BCS20 section 5.2: what the proofs on the weak halfspace learner use."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
T26 = "Theorem 26, proof"
T27 = "Theorem 27, proof"


def along(tau: Real, share: Real, more: Real) -> Real:
    """<z, u>, where the corrupted examples weigh a share of tau/4: (1 - w) tau - w, and what there is more."""
    weight = share * tau / 4
    return (1 - weight) * tau - weight + more


# ---- Theorem 26


rests_on(
    "BCS20.T26.along",
    "BCS20.T26.weight",
    "At most eta n examples, eta <= tau kappa/4, of at most 1/(kappa n) each: all numbers of rows, all densities",
    T26,
)


rests_on("BCS20.T26", "BCS20.T26.along", "||z|| >= <z, u> >= tau/2, so that half of it is at least tau/4", T26)


@uses("BCS20.T26", "BCS20.W1", f"{T26}: the advantage is half the length")
def the_advantage_is_taken_for_half_the_length(length: Unit, advantage: Unit) -> Use:
    """The advantage of x -> <z, x> is ||z||^2/2 by W1, and ||z|| <= 1."""
    return Use(says=equals(advantage, length**2 / 2), gives=advantage >= length / 2)


@correction(
    "BCS20.T26.from.W1.conclusion",
    "||z||^2/2 is less than ||z||/2 for every z shorter than 1; divided by ||z||, as in Servedio 2003, the hypothesis "
    "has the advantage ||z||/2 (BCS20.T26.normalised)",
    half=Constant(HALF, mutants=(Fraction(2, 3),)),
)
def the_normalised_advantage_is_half_the_length(length: PositiveUnit, half: Fraction) -> Truth:
    """(||z||^2/2)/||z|| = ||z||/2."""
    return equals(length**2 / 2 / length, half * length)


rests_on("BCS20.T26.corrected", "BCS20.W1", "||z|| = tau/2 + more gives ||z||^2/2 >= tau^2/8", "Theorem 26, repaired")


rests_on("BCS20.T26.corrected", "BCS20.T26.along", "||z||^2/2 >= <z, u>^2/2", "Theorem 26, repaired")


rests_on(
    "BCS20.T26.normalised",
    "BCS20.W1",
    "z is not 0, as ||z|| = tau/2 + more > 0: the advantage of the multiple 1/||z|| of <z, x> is that part of "
    "||z||^2/2",
    "Theorem 26, with Servedio's normalisation",
)


rests_on(
    "BCS20.T26.normalised",
    "BCS20.T26.along",
    "||z||/2 >= <z, u>/2 >= tau/4",
    "Theorem 26, with Servedio's normalisation",
)


# ---- Hypotheses beyond [-1, 1]

SCALED = "hypotheses scaled into [-1, 1]"


rests_on(
    "BCS20.W2.boosted.corrected",
    "BCS20.T24",
    "Theorem 24 at the advantage gamma/R, in (0, 1/2], for h/R with values in [-1, 1]",
    SCALED,
)


rests_on(
    "BCS20.W2.boosted.corrected",
    "BCS20.B.eq2.corrected",
    "Where ||nu_t|| <= 1, |h| <= ||z|| + ||nu|| <= 2 on the unit ball; in dimensions up to 2/(3 sigma^2)",
    SCALED,
)


# ---- Theorem 27, privacy


rests_on(
    "BCS20.T27.eq2",
    "BCS20.L16",
    "The laws are N(z, sigma^2 I) and N(z', sigma^2 I), ||z - z'|| being a part of 2 (1/(kappa n) + s), of order "
    "1 + beyond",
    T27,
)


@uses("BCS20.T27.1", "BCS20.T27.eq1", T27)
def the_centre_moves_by_distance_and_weight(
    top: PositiveUnit, s: Unit, distance: Unit, least: Unit, apart: FromZero
) -> Use:
    """Delta is a part of s, and min(mu(i), mu'(i)) at most 1/(kappa n), as one of the two is kappa-smooth."""
    says = apart <= 2 * (distance * s) + 2 * (least * top)
    return Use(says=says, gives=apart <= 2 * (top + s))


rests_on("BCS20.T27.1", "BCS20.T27.eq2", "D_a <= a rho for rho = 2 (1/(kappa n) + s)^2/sigma^2, at every order", T27)


rests_on(
    "BCS20.T27.1",
    "BCS20.L16",
    "The learner's law is normal around its centre, with the same deviation on both samples: ||z - z'||^2 <= 2 "
    "sigma^2 rho is what D_a <= a rho asks for, at every order a = 1 + beyond",
    T27,
)


# ---- Theorem 27, advantage


rests_on(
    "BCS20.T27.eq3",
    "BCS20.T27.eq3.exponent",
    "At t = sqrt(2 log(1/xi)), xi = e^{-t^2/2}: the tail, a part of e^{-t^2/2}, is at most xi",
    f"{T27}, tail",
)


@uses("BCS20.T27.2", "BCS20.T27.eq3", f"{T27}, part 2: nu is spherical, u is a unit vector")
def the_noise_along_the_target_is_small(tau: PositiveUnit, noise: FromZero, along_u: AnyReal, total: AnyReal) -> Use:
    """<z, u> >= tau/2 and <nu, u> >= -sigma sqrt(2 log(1/xi)) = -noise: half of <z + nu, u> is at least (tau/2 -
    noise)/2."""
    known = total >= tau / 2 + along_u
    return Use(given=known, says=along_u >= -noise, gives=total / 2 >= tau / 4 - noise / 2)


@uses(
    "BCS20.T27.2",
    "BCS20.T26",
    f"{T27}, part 2: Servedio's argument lower-bounds the advantage",
    repair="BCS20.T26.corrected",
)
def the_advantage_without_noise_is_a_quarter(tau: PositiveUnit, more: FromZero, across: AnyReal) -> Use:
    """tau/4 is what is left where sigma = 0."""
    advantage = ((tau / 2 + more) ** 2 + across**2) / 2
    return Use({"tau": tau, "more": more, "across": across}, gives=advantage >= tau / 4)


@correction(
    "BCS20.T27.2.from.T26.conclusion",
    "for x -> <z, x> the theorem gives tau^2/8, which is less than tau/4; z/||z|| has tau/4, but to normalise before "
    "the noise is not private (BCS20.T27.1.B), and after it the noise's norm counts (BCS20.T27.2.C)",
    share=Constant(QUARTER, mutants=(Fraction(2, 7),)),
)
def the_advantage_without_noise_is_a_quarter_if_normalised(
    tau: PositiveUnit, more: FromZero, across: AnyReal, share: Fraction
) -> Truth:
    """||z||/2 >= tau/4, squared."""
    return ((tau / 2 + more) ** 2 + across**2) / 4 >= (share * tau) ** 2


rests_on(
    "BCS20.T27.2.corrected",
    "BCS20.W2",
    "The sum of D11.eq1 is ||z||^2 + <nu, z>, <nu, z> being ||z|| times the noise along z, which is more - noise",
    "Theorem 27, part 2, repaired",
)


@uses("BCS20.T27.2.corrected", "BCS20.T27.eq3", "Theorem 27, part 2, repaired")
def the_noise_along_the_centre_is_small(tau: PositiveUnit, more: FromZero, noise: FromZero, part: AnyReal) -> Use:
    """For the unit vector z/||z||, which there is, as ||z|| >= tau/2, and which does not depend on nu."""
    length = tau / 2 + more
    return Use(needs=length > 0, says=part >= -noise, gives=length * part >= -(length * noise))


rests_on("BCS20.T27.2.corrected", "BCS20.T26.corrected", "||z||^2 >= tau^2/4", "Theorem 27, part 2, repaired")


READING_B = "Theorem 27, part 2, reading B"


rests_on("BCS20.T27.2.B", "BCS20.T26.normalised", "||z|| >= tau/2, squared", READING_B)


@uses("BCS20.T27.2.B", "BCS20.T27.eq3", READING_B)
def the_noise_is_added_to_a_unit_vector(length: Unit, noise: FromZero, part: AnyReal) -> Use:
    """<nu, z> is ||z|| <= 1 times the noise along z: (||z|| + <nu, z>)/2 >= ||z|| (1 - noise)/2."""
    return Use(says=part >= -noise, gives=(length + length * part) / 2 >= length * (1 - noise) / 2)


READING_C = "Theorem 27, part 2, reading C"


@uses("BCS20.T27.2.C", "PROB.markov", READING_C, name="tail")
def the_part_along_the_example_is_seldom_large(c: AtLeastOne) -> Use:
    """By the exponential moment: <nu, u> > 1, 16 c deviations, with probability at most e^{-128 c^2}, less than 1/4."""
    at = {"level": Real.of(1), "mean": exp(-(128 * c**2))}
    return Use(at, gives=lambda b: b.fails <= exp(-(128 * c**2)))


@uses("BCS20.T27.2.C.unbounded", "PROB.markov", READING_C)
def the_noise_is_as_long_as_in_the_mean(d: AtLeastOne) -> Use:
    """By the moments of ||nu||^2 (BCS20.B.eq2.variance, Chebyshev): the other 2^16 d coordinates have less than half
    their mean square with probability at most 8/2^16, less than 1/2 even with e^{-128}."""
    D = 2**16 * d
    return Use({"level": D**2 / 4, "mean": 2 * D}, gives=lambda b: b.fails + exp(-128) < HALF)


@uses("BCS20.T27.2.C.corrected", "BCS20.T27.eq3", READING_C)
def the_noise_along_the_centre_is_small_in_C(length: PositiveUnit, noise: FromZero, part: AnyReal, xi: OpenUnit) -> Use:
    """<z + nu, z> >= ||z|| (||z|| - noise), but with probability xi."""
    gives = length**2 + length * part >= length * (length - noise)
    return Use(says=part >= -noise, gives=gives, fails=xi)


@uses("BCS20.T27.2.C.corrected", "BCS20.B.eq2.corrected", READING_C)
def the_norm_is_bounded_in_few_dimensions(tau: PositiveUnit, length: Unit, nu: Unit, xi: OpenUnit) -> Use:
    """R = 1 where d <= 2/(3 sigma^2), ||nu|| <= 1 but with probability xi: ||z + nu|| <= ||z|| + ||nu|| <= ||z|| + 1.
    (Other R by scaling.)"""
    return Use({"tau": tau}, gives=length + nu <= length + 1, fails=xi)


@adds_up("BCS20.T27.2.C.corrected", READING_C)
def the_two_events_of_the_noise(
    length: PositiveUnit, noise: FromZero, part: AnyReal, xi: OpenUnit, tau: PositiveUnit, nu: Unit
) -> Total:
    """2 xi."""
    return Total(fails=2 * xi)


# ---- Theorem 27


rests_on("BCS20.T27", "BCS20.T27.1", "The first half", f"{T27}, reading A")


@uses("BCS20.T27", "BCS20.T27.2", f"{T27}, reading A", repair="BCS20.T27.2.corrected")
def reading_A_has_an_advantage(tau: PositiveUnit, more: FromZero, noise: Unit, part: Unit) -> Use:
    """The second half, at sigma sqrt(2 log(1/xi)) = noise tau/2: half the sum of D11.eq1."""
    length = tau / 2 + more
    given = {"tau": tau, "more": more, "noise": noise, "part": part}
    half_sum = length * (length - part * noise * tau / 2) / 2
    return Use(given, gives=half_sum >= tau / 4 - noise * tau / 4)


@correction(
    "BCS20.T27.from.T27.2.conclusion",
    "what is true of reading A is quadratic in the margin; an advantage linear in tau takes scores that are divided by "
    "a noisy norm (BCS20.S4.adv)",
    four=Constant(4, mutants=(3,)),
)
def reading_A_has_a_quadratic_advantage(tau: PositiveUnit, more: FromZero, noise: Unit, part: Unit, four: int) -> Truth:
    """Half the sum is at least (tau/4)(tau/2 - noise tau/2)."""
    length = tau / 2 + more
    return length * (length - part * noise * tau / 2) / 2 >= tau / four * (tau / 2 - noise * tau / 2)


@uses("BCS20.T27", "BCS20.T27.1.B", f"{T27}, reading B", repair="BCS20.T27.1.B.corrected")
def reading_B_is_private(short: PositiveUnit, moved: PositiveUnit, turned: FromZero) -> Use:
    """The normalised centre would have to move no more than the centre does, whatever its length."""
    return Use(says=turned * (2 * short) <= 2 * moved, gives=turned <= moved)


@correction(
    "BCS20.T27.from.T27.1.B.conclusion",
    "z/||z|| moves by up to ||z - z'||/||z||, which is no more than ||z - z'|| only for centres of length 1",
    one=Constant(1, mutants=(2,)),
)
def reading_B_is_private_for_unit_centres(moved: PositiveUnit, turned: FromZero, one: int) -> Statement:
    """For ||z|| = ||z'|| = 1."""
    return when(turned * 2 <= 2 * moved, one * turned <= moved)


@uses("BCS20.T27", "BCS20.T27.2.C", f"{T27}, reading C", repair="BCS20.T27.2.C.corrected")
def reading_C_has_an_advantage(tau: PositiveUnit, part: Unit, R: FromZero) -> Use:
    """The bound on the noise's norm would have to vanish from the advantage: ||z|| = tau/2, noise = part tau/2."""
    length, noise = tau / 2, part * tau / 2
    left = length - noise
    return Use({"R": R}, gives=length * left / (2 * (length + R)) >= tau / 4 - noise / 2)


@correction(
    "BCS20.T27.from.T27.2.C.conclusion",
    "the advantage is divided by (||z|| + R)/||z||, R being about sigma sqrt(d): without that it holds for R = 0 alone",
    two=Constant(2, mutants=(3,)),
)
def reading_C_has_a_part_of_the_advantage(tau: PositiveUnit, part: Unit, R: FromZero, two: int) -> Truth:
    """At ||z|| = tau/2 and noise = part tau/2, the bound is at least (tau/4 - noise/2) (tau/2)/(tau/2 + R)."""
    length, noise = tau / 2, part * tau / 2
    left = length - noise
    return length * left / (2 * (length + R)) >= (tau / 4 - noise / two) * length / (length + R)


rests_on(
    "BCS20.T27.corrected",
    "BCS20.T27.1",
    "As it is, at the largest distance: distance = least = 1",
    "Theorem 27, repaired",
)


rests_on("BCS20.T27.corrected", "BCS20.T27.2.corrected", "For ||z|| between tau/2 and 1", "Theorem 27, repaired")
