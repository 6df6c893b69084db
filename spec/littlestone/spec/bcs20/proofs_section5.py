"""BCS20 section 5.2: what the proofs on the weak halfspace learner use."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
T26 = "Theorem 26, proof"
T27 = "Theorem 27, proof"
SCALED = "hypotheses scaled into [-1, 1]"
READING_B = "Theorem 27, part 2, reading B"
READING_C = "Theorem 27, part 2, reading C"


# ---- Theorem 26


@uses("BCS20.T26.normalised", "BCS20.T26.along", "Theorem 26, with Servedio's normalisation")
def the_normalised_centre_is_long(tau: PositiveUnit, length: FromZero, along: AnyReal) -> Use:
    """||z||/2 >= <z, u>/2 >= tau/4, here 4 ||z||^2 >= tau^2."""
    return Use({"tau": tau, "reach": along}, given=length >= along, gives=4 * length**2 >= tau**2)


@uses("BCS20.T26.along", "BCS20.T26.weight", T26)
def the_corrupted_examples_weigh_little(tau: PositiveUnit, weight: Unit) -> Use:
    """<z, u> >= (1 - w) tau - w >= tau/2, w <= tau/4 being the weight of the corrupted examples."""
    return Use({"tau": tau, "weight": weight}, gives=(1 - weight) * tau - weight >= tau / 2)


@uses("BCS20.T26", "BCS20.T26.along", T26)
def the_centre_is_long(tau: PositiveUnit, length: FromZero, along: AnyReal) -> Use:
    """||z|| >= <z, u> >= tau/2, so that half of it is at least tau/4."""
    return Use({"tau": tau, "reach": along}, given=length >= along, gives=length / 2 >= tau / 4)


@uses("BCS20.T26", "BCS20.W1", f"{T26}: the advantage is half the length")
def the_advantage_is_taken_for_half_the_length(length: Unit) -> Use:
    """The advantage of x -> <z, x> is ||z||^2/2 by W1, and ||z|| <= 1."""
    return Use({"advantage": length**2 / 2, "squared": length**2}, gives=length**2 / 2 >= length / 2)


@correction(
    "BCS20.T26.from.W1.conclusion",
    "||z||^2/2 is less than ||z||/2 for every z shorter than 1; divided by ||z||, as in Servedio 2003, the hypothesis "
    "has the advantage ||z||/2 (BCS20.T26.normalised)",
    half=Constant(HALF, mutants=(Fraction(2, 3),)),
)
def the_normalised_advantage_is_half_the_length(length: PositiveUnit, half: Fraction) -> Truth:
    """(||z||^2/2)/||z|| = ||z||/2."""
    return equals(length**2 / 2 / length, half * length)


@uses("BCS20.T26.corrected", "BCS20.W1", "Theorem 26, repaired")
def the_squared_length_is_the_advantage(tau: PositiveUnit, more: FromZero, d: AnyReal) -> Use:
    """||z||^2 = tau^2/4 + more gives an advantage tau^2/8 + d of at least tau^2/8."""
    return Use({"advantage": tau**2 / 8 + d, "squared": tau**2 / 4 + more}, gives=d >= 0)


@uses("BCS20.T26.corrected", "BCS20.T26.along", "Theorem 26, repaired")
def the_centre_is_long_and_squared(tau: PositiveUnit, along: AnyReal, across: AnyReal) -> Use:
    """||z||^2/2 >= <z, u>^2/2 >= tau^2/8."""
    return Use({"tau": tau, "reach": along}, gives=(along**2 + across**2) / 2 >= tau**2 / 8)


rests_on("BCS20.T26.normalised", "BCS20.W1", "<z, x>/||z|| has the advantage ||z||/2", "Theorem 26, normalised")


# ---- Hypotheses beyond [-1, 1]

rests_on("BCS20.W2.boosted.corrected", "BCS20.T24", "at the advantage gamma/R, for h/R", SCALED)
rests_on("BCS20.W2.boosted.corrected", "BCS20.B.eq2.corrected", "where ||nu_t|| <= 1, |h| <= 2", SCALED)


# ---- Theorem 27, privacy


@uses("BCS20.T27.1", "BCS20.T27.eq1", T27)
@uses("BCS20.T27.1.pairs.corrected", "BCS20.T27.eq1", f"{T27}, part 1, repaired")
def the_centre_moves_by_distance_and_weight(
    apart: FromZero, distance: Unit, least: Unit, a: FromZero, b: FromZero
) -> Use:
    """Delta is at most s = distance + a, and min(mu(i), mu'(i)) at most top = least + b, as one of the two is
    kappa-smooth."""
    return Use({"apart": apart, "distance": distance, "least": least}, gives=apart <= 2 * (least + b + distance + a))


@uses("BCS20.T27.eq2", "BCS20.L16", T27)
@uses("BCS20.T27.1.pairs.corrected", "BCS20.L16", f"{T27}, part 1, repaired")
def the_divergence_of_the_centres(
    order: AtLeastOne, top: PositiveUnit, s: Unit, part: Unit, sigma: PositiveReal
) -> Use:
    """||z - z'|| is a part of 2 (1/(kappa n) + s)."""
    at = {"order": order, "distance": part * 2 * (top + s), "sigma": sigma}
    return Use(at, gives=lambda b: b.epsilon <= order * (2 * (top + s) ** 2 / sigma**2))


rests_on("BCS20.T27.1", "BCS20.T27.eq2", "D_a <= a rho for rho = 2 (1/(kappa n) + s)^2/sigma^2, at every order", T27)


# ---- Theorem 27, advantage

rests_on("BCS20.T27.eq3", "BCS20.T27.eq3.exponent", "at t = sqrt(2 log(1/xi))", f"{T27}, tail")


@uses(
    "BCS20.T27.2",
    "BCS20.T26",
    f"{T27}, part 2: Servedio's argument lower-bounds the advantage",
    repair="BCS20.T26.corrected",
)
def the_advantage_without_noise_is_a_quarter(tau: PositiveUnit, advantage: FromZero) -> Use:
    """tau/4 is what is left where sigma = 0."""
    return Use({"tau": tau, "advantage": advantage}, gives=advantage >= tau / 4)


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


rests_on("BCS20.T27.2.corrected", "BCS20.W2", "the sum of D11.eq1 is ||z||^2 + <nu, z>", "Theorem 27, part 2, repaired")
rests_on("BCS20.T27.2.B", "BCS20.T27.eq3", "<nu, z> >= -||z|| noise for ||z|| <= 1", READING_B)


rests_on("BCS20.T27.2", "BCS20.T27.eq3", "<nu, u> >= -sigma sqrt(2 log(1/xi)) = -noise", f"{T27}, part 2")


@uses("BCS20.T27.2.corrected", "BCS20.T26.along", "Theorem 27, part 2, repaired")
@uses("BCS20.T27.2.C.corrected", "BCS20.T26.along", READING_C)
def the_centre_of_the_sample_is_long(tau: PositiveUnit, length: FromZero, along: AnyReal) -> Use:
    """||z|| >= <z, u> >= tau/2."""
    return Use({"tau": tau, "reach": along}, given=length >= along, gives=length >= tau / 2)


@uses("BCS20.T27.2.corrected", "BCS20.T27.eq3", "Theorem 27, part 2, repaired")
def the_noise_is_small_along_all_examples(n: PositiveInteger, xi: OpenUnit) -> Use:
    """Along z/||z||, downwards, and along n examples, both ways: 2n + 1 tails beyond r = sigma sqrt(2 log((2n +
    1)/xi)), of xi/(2n + 1) each."""
    return Use({"xi": xi / (2 * n + 1)}, gives=lambda b: (2 * n + 1) * b.fails <= xi, times=2 * n + 1)


@adds_up("BCS20.T27.2.corrected", "Theorem 27, part 2, repaired")
def all_tails_cost_xi(n: PositiveInteger, xi: OpenUnit) -> Total:
    """xi."""
    return Total(fails=xi)


@uses("BCS20.T27.2.B", "BCS20.T26.normalised", READING_B)
def the_centre_is_half_the_margin_long(tau: PositiveUnit, length: FromZero) -> Use:
    """||z|| >= tau/2, squared."""
    return Use({"tau": tau, "squared": length**2}, gives=length >= tau / 2)


@uses("BCS20.T27.2.C.unbounded", "PROB.markov", READING_C, name="tail")
def the_part_along_the_example_is_seldom_large(more: FromZero) -> Use:
    """By the exponential moment at s = t = 16 c: <nu, u> > 1, t deviations, has a probability of less than 1/4, as the
    moment e^{t^2/2} = 5 + ``more`` is at least e^128."""
    return Use({"level": (5 + more) ** 2, "mean": 5 + more}, gives=lambda b: b.fails < QUARTER)


@uses("BCS20.T27.2.C.unbounded", "PROB.markov", READING_C)
def the_noise_is_as_long_as_in_the_mean(d: AtLeastOne) -> Use:
    """By the moments of ||nu||^2 (BCS20.B.eq2.variance, Chebyshev): the other 2^16 d coordinates have less than half
    their mean square with probability at most 8/2^16, less than 1/2 even with e^{-128}."""
    D = 2**16 * d
    return Use({"level": D**2 / 4, "mean": 2 * D}, gives=lambda b: b.fails + exp(-128) < HALF)


rests_on("BCS20.T27.2.C.corrected", "BCS20.B.eq2.tail", "||nu|| > R with probability at most xi, by scaling", READING_C)


@uses("BCS20.T27.2.C.corrected", "BCS20.T27.eq3", READING_C)
def the_noise_along_the_centre_is_small_in_C(xi: OpenUnit, long: Unit) -> Use:
    """<nu, z>/||z|| < -r with probability at most xi, and the noise is ``long`` with as much: 2 xi."""
    return Use({"xi": xi}, given=long <= xi, gives=lambda b: b.fails + long <= 2 * xi)


# ---- Theorem 27

rests_on("BCS20.T27", "BCS20.T27.1", "the first half, as it is, at every s", f"{T27}, reading A")


@uses("BCS20.T27", "BCS20.T27.2", f"{T27}, reading A", repair="BCS20.T27.2.corrected")
def reading_A_has_an_advantage(tau: PositiveUnit, noise: Unit) -> Use:
    """The second half, at sigma sqrt(2 log(1/xi)) = noise tau/2: of the least that the advantage may be."""
    least = tau / 4 * (tau / 2 - noise * tau / 2) / (1 + noise * tau / 2)
    return Use({"tau": tau, "noise": noise, "advantage": least}, gives=least >= tau / 4 - noise * tau / 4)


@correction(
    "BCS20.T27.from.T27.2.conclusion",
    "what is true of reading A is quadratic in the margin; an advantage linear in tau takes scores that are divided by "
    "a noisy norm (BCS20.S4.adv)",
    four=Constant(4, mutants=(3,)),
)
def reading_A_has_a_quadratic_advantage(tau: PositiveUnit, more: FromZero, noise: Unit, part: Unit, four: int) -> Truth:
    """||z|| (||z|| - r)/(2 (1 + r)) is at least (tau/4)(tau/2 - r)/(1 + r), r = noise tau/2."""
    r, length = noise * tau / 2, tau / 2 + more
    return length * (length - part * r) / (2 * (1 + r)) >= tau / four * (tau / 2 - r) / (1 + r)


@uses("BCS20.T27", "BCS20.T27.1.B", f"{T27}, reading B", repair="BCS20.T27.1.B.corrected")
def reading_B_is_private(short: PositiveUnit, moved: PositiveUnit, turned: FromZero) -> Use:
    """The normalised centre would have to move no more than the centre does, whatever its length."""
    return Use({"turned": turned**2, "lengths": 2 * short, "moved": moved**2}, gives=turned <= moved)


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
    """The bound on the noise's norm would have to vanish from the least advantage: ||z|| = tau/2, noise = part
    tau/2."""
    length, noise = tau / 2, part * tau / 2
    least = length * (length - noise) / (2 * (length + R))
    return Use({"length": length, "noise": noise, "R": R, "advantage": least}, gives=least >= tau / 4 - noise / 2)


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
    "BCS20.T27.corrected", "BCS20.T27.1.pairs.corrected", "the first half, on smooth pairs", "Theorem 27, repaired"
)


@uses("BCS20.T27.corrected", "BCS20.T27.2.corrected", "Theorem 27, repaired")
def the_repaired_second_half(tau: PositiveUnit, noise: Unit, advantage: AnyReal) -> Use:
    """Divided by 1 + r <= 3/2, as r = noise tau/2 <= 1/2: at least (tau/6)(tau/2 - r)."""
    at = {"tau": tau, "noise": noise, "advantage": advantage}
    return Use(at, gives=advantage >= tau / 6 * (tau / 2 - noise * tau / 2))
