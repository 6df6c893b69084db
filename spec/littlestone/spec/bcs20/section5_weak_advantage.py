"""BCS20 section 5.2: The noisy weak halfspace learner and its advantage.

As in the section's other module, the formulas of the print were lost, and A: h(x) = <z + nu, x>, B: h(x) =
<z/||z|| + nu, x> and C: h(x) = <z + nu, x> / ||z + nu|| are the readings of the learner.
"""

from littlestone.spec.boosting.halfspace_sizes import square_root
from littlestone.spec.boosting.halfspaces import within_half_the_mean
from littlestone.spec.notation import *

WEAK = "section 5.2"
AnyReal = Annotated[Real, Reals()]
SignedUnit = Annotated[Real, Reals(low=-1, high=1)]

SCALED = "hypotheses scaled into [-1, 1]"
T27 = "Theorem 27, proof"
READING_B = "Theorem 27, part 2, reading B"
READING_C = "Theorem 27, part 2, reading C"


# ---- The noisy weak learner


@claim(
    "BCS20.W2",
    f"the noisy weak learner, {WEAK} (TXT, the formula restored: reading A)",
    "algorithm",
    narrows="two examples in the plane",
    times=Constant(1, mutants=(2,)),
)
def the_noise_adds_its_part_along_the_centre(
    w: Unit, a: AnyReal, b: AnyReal, c: AnyReal, d: AnyReal, s: AnyReal, t: AnyReal, times: int
) -> Truth:
    """For h(x) = <z + nu, x> the sum of D11.eq1 is sum_j mu(j) y_j h(x_j) = ||z||^2 + <nu, z>; y x = (a, b) and (c, d),
    nu = (s, t)."""
    z = (w * a + (1 - w) * c, w * b + (1 - w) * d)
    total = w * ((z[0] + s) * a + (z[1] + t) * b) + (1 - w) * ((z[0] + s) * c + (z[1] + t) * d)
    return equals(total, z[0] ** 2 + z[1] ** 2 + times * (s * z[0] + t * z[1]))


@claim(
    "BCS20.W2.range",
    f"the noisy weak learner as a weak learner of Definition 11, {WEAK} (the formula restored: reading A)",
    "definition",
    caps="the example e_1 of label 1, nu = (s, 0, ..., 0)",
)
def the_noisy_hypothesis_is_bounded(s: AnyReal) -> Truth:
    """A weak learner outputs h: X -> [-1, 1] (D11), as the losses 1 - |h(x) - y| / 2 of the booster are to lie in [0,
    1]: here z = e_1, so that h(e_1) = 1 + s, more than 1 with probability 1/2."""
    return (1 + s >= -1) & (1 + s <= 1)


@correction(
    "BCS20.W2.range",
    "divided by max(1, ||z + nu||), after the noise, it maps the ball to [-1, 1] and stays as private",
    narrows="the plane; that it stays as private, by post-processing, is in words",
    share=SHARE,
)
def the_scaled_hypothesis_is_bounded(p: AnyReal, q: AnyReal, a: AnyReal, b: AnyReal, share: Fraction) -> Truth:
    """<z + nu, x>^2 <= ||z + nu||^2 ||x||^2, so that <z + nu, x> / max(1, ||z + nu||) is in [-1, 1] for ||x|| <= 1."""
    return (p * a + q * b) ** 2 <= share * (p**2 + q**2) * (a**2 + b**2)


@claim(
    "BCS20.W2.boosted",
    f"the noisy weak learner in Theorem 24, {WEAK} (readings A and B)",
    "step",
    narrows="the margins alone; that the measures are uniform before round T, and each answer a weak learner's, is "
    "in words",
    caps="kappa = e^{-gamma^2 T/16}, and a part 2 kappa of n >= 1/kappa examples; margins m_t(i) = y_i h_t(x_i)",
)
def boosting_unbounded_hypotheses_works(T: AtLeastOne, gamma: UpToHalf) -> Truth:
    """Theorem 24 takes any weak learner of advantage gamma, sum_i mu_t(i) m_t(i) >= 2 gamma. With margins at most 1
    and of any size below 0, so that D11 and D11.eq1 are the same: all are 2 gamma before round T, so that all measures
    are uniform, and in round T those of 2 kappa n examples are -a, of the others 1, (1 - 2 kappa) - 2 kappa a = 2
    gamma; then these more than kappa n examples must have sum_t m_t(i) > 0."""
    share = 2 * exp(-(gamma**2) * T / 16)
    return (T - 1) * 2 * gamma * share - (1 - share - 2 * gamma) > 0


@correction(
    "BCS20.W2.boosted",
    "the margins must be bounded, as in Definition 11: divided by a bound R on |h| the advantage is gamma/R, and R^2 "
    "times as many rounds are needed, R = 2 where all ||nu_t|| <= 1",
    narrows="the settings; the rounds of Theorem 24 are cited",
    two=Constant(2, mutants=(1,)),
)
def boosting_scaled_hypotheses_takes_more_rounds(gamma: UpToHalf, R: AtLeastOne, L: PositiveReal, two: int) -> Truth:
    """16 log(1/kappa)/(gamma/R)^2 = R^2 16 log(1/kappa)/gamma^2, L = log(1/kappa)."""
    return equals(16 * L / (gamma / R) ** 2, R**two * 16 * L / gamma**2)


rests_on("BCS20.W2.boosted.corrected", "BCS20.T24", "at the advantage gamma/R, for h/R", SCALED)
rests_on("BCS20.W2.boosted.corrected", "BCS20.B.eq2.corrected", "where ||nu_t|| <= 1, |h| <= 2", SCALED)


# ---- Theorem 27, reading B


@claim(
    "BCS20.T27.1.B",
    f"Theorem 27, part 1, {WEAK} (another restored form: reading B)",
    "theorem",
    role="companion",
    caps="on the line, uniform weights, p examples +1 and as many -1, the last one replaced: s = 0 and kappa = 1",
)
def the_normalised_learner_is_private(p: Size) -> Truth:
    """With h(x) = <z/||z|| + nu, x>, normalised before the noise, ||z/||z|| - z'/||z'|||| <= 2(1/(kappa n) + s)."""
    n = 2 * p + 1
    z, other = 1 / n, -1 / n
    return z / abs(z) - other / abs(other) <= 2 * (1 / n)


@terms("BCS20.T27.1.B.corrected")
def turned_and_moved(turned: FromZero, lengths: PositiveReal, moved: FromZero, times: int = 4) -> Terms:
    """The squares of how far z/||z|| and z move, and the sum of the norms of z and z'."""
    return Terms(says=turned * lengths**2 <= times * moved)


@correction(
    "BCS20.T27.1.B",
    "z/||z|| turns round where z is short: its sensitivity is 2 ||z - z'|| over the sum of the norms, which samples "
    "that are not realizable leave without a bound; to normalise after the noise costs nothing (reading C)",
    narrows="vectors are their norms p and q and the cosine t between them",
    times=Constant(4, mutants=(3,)),
    eight=Constant(8, mutants=(7,)),
)
def a_normalised_vector_moves_by_its_length(
    p: PositiveReal,
    q: PositiveReal,
    t: SignedUnit,
    tau: PositiveUnit,
    top: PositiveUnit,
    s: Unit,
    times: int,
    eight: int,
) -> Truth:
    """||z/||z|| - z'/||z'|||| (||z|| + ||z'||) <= 2 ||z - z'|| for nonzero z and z' (Dunkl and Williams 1964), so that
    between samples with norms at least tau/2 reading B is (rho, s)-zCDP for rho = 8 (1/(kappa n) + s)^2 / (tau
    sigma)^2, here times 2 sigma^2 and top = 1/(kappa n), for pairs one of which is kappa-smooth."""
    turned, moved = 2 - 2 * t, p**2 + q**2 - 2 * t * p * q
    costs = times * (2 * (top + s)) ** 2 / tau**2 <= 2 * eight * (top + s) ** 2 / tau**2
    return turned_and_moved(turned, p + q, moved, times).says & costs


# ---- Theorem 27, advantage


@claim(
    "BCS20.T27.2.xi",
    f"Theorem 27, part 2, {WEAK} (TXT 'for any'; the range DER)",
    "remark",
    role="construction",
)
def the_loss_is_a_number_for_every_xi(xi: PositiveReal) -> Truth:
    """For every xi > 0 the advantage is at least tau/4 - c sigma sqrt(log(1/xi)): log(1/xi) >= 0, so that there is
    a root. It hangs on the restored range of xi: if the print has xi in (0, 1) it is true."""
    return ln(1 / xi) >= 0


@correction(
    "BCS20.T27.2.xi", "the root is no real number for xi > 1: xi must be in (0, 1]", top=Constant(1, mutants=(2,))
)
def the_loss_is_a_number_for_xi_up_to_one(part: PositiveUnit, top: int) -> Truth:
    """log(1/xi) >= 0 for every xi in (0, 1]."""
    return ln(1 / (top * part)) >= 0


def most_reached(c: Real) -> Real:
    """A bound on Pr[advantage >= tau/4 - c sigma sqrt(log 4)] of reading A on the one example x = tau u, for tau = 1/4
    and sigma = tau/(64 c): (tau^2 + tau <nu, u>)/2 is that advantage, or more than it where |h(x)| > 1, so that <nu,
    u> is at least t deviations, with probability at most e^{-t^2/2}."""
    tau = QUARTER
    wanted = tau / 4 - tau / 64 * square_root(ln(4))
    t = (2 * wanted / tau - tau) * (64 * c / tau)
    return exp(-(t**2) / 2)


@claim(
    "BCS20.T27.2",
    f"Theorem 27, part 2, {WEAK} (TXT shape, DER formula: reading A)",
    "theorem",
    narrows="the tail of the noise; that the advantage asks for t deviations is in words",
    caps="one example x = u/4, tau = 1/4, sigma = 1/(256 c), xi = 1/4, c >= 1 as a larger c says less",
)
def the_noisy_learner_has_an_advantage(c: AtLeastOne) -> Truth:
    """There is a constant c such that for any xi > 0, with probability at least 1 - xi the output has advantage at
    least tau/4 - c sigma sqrt(log(1/xi)) under mu. It fails for every c (BCS20.T27.2.unbounded). The verdict survives
    reading C (BCS20.T27.2.C); in reading B it is true of half the sum of D11.eq1 (BCS20.T27.2.B), but the learner not
    private (BCS20.T27.1.B)."""
    return most_reached(c) >= Fraction(3, 4)


@terms("BCS20.T27.2.corrected")
def noisy_advantage(tau: PositiveUnit, noise: Unit, advantage: Annotated[Real, Reals()], four: int = 4) -> Terms:
    """The advantage of x -> <z + nu, x>/(1 + r), for the noise r = noise tau/2."""
    r = noise * tau / 2
    return Terms(says=advantage >= tau / four * (tau / 2 - r) / (1 + r))


@correction(
    "BCS20.T27.2",
    "what the argument bounds is <z + nu, u> / 2, not the advantage of x -> <z + nu, x>: half the sum of D11.eq1 is "
    "||z|| (||z|| + <nu, z>/||z||) / 2, quadratic in the margin, and it is the advantage where |h| <= 1",
    narrows="a sample is ||z|| = tau/2 + more >= tau/2, and the noise what it is along z and the n examples",
    four=Constant(4, mutants=(3,)),
    tails=Constant(2, mutants=(3,)),
)
def the_noisy_learner_has_a_quadratic_advantage(
    tau: PositiveUnit,
    n: PositiveInteger,
    xi: OpenUnit,
    more: FromZero,
    noise: PositiveUnit,
    idle: Unit,
    four: int,
    tails: int,
) -> Truth:
    """Under the hypotheses of Theorem 26 x -> <z + nu, x>/(1 + r), r = sigma sqrt(2 log((2n + 1)/xi)), has with
    probability at least 1 - xi values in [-1, 1] on the sample and advantage at least (tau/4)(tau/2 - r)/(1 + r), where
    r = noise tau/2 <= tau/2: 2n + 1 tails beyond r fail with at most xi; else <nu, z>/||z|| >= -(1 - idle) r."""
    r = noise * tau / 2
    variance = r**2 / (2 * ln((2 * n + 1) / xi))
    length = tau / 2 + more
    found = noisy_advantage(tau, noise, length * (length - (1 - idle) * r) / (2 * (1 + r)), four)
    return ((tails * n + 1) * exp(-(r**2) / (2 * variance)) <= xi) & found.says


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


@claim(
    "BCS20.T27.2.unbounded",
    f"Theorem 27, part 2, {WEAK} (reading A)",
    "theorem",
    role="companion",
    narrows="the tail of the noise; that the advantage asks for t deviations is in words",
    caps="one example x = u/4, tau = 1/4, sigma = 1/(256 c), xi = 1/4",
    chance=Constant(Fraction(3, 4), mutants=(0,)),
)
def no_constant_gives_the_advantage(c: AtLeastOne, chance: Fraction) -> Truth:
    """For every c >= 1 the advantage of the example x = u/4 is below tau/4 - c sigma sqrt(log(1/xi)) with a probability
    greater than xi = 1/4, at sigma = 1/(256 c)."""
    return most_reached(c) < chance


@claim(
    "BCS20.T27.2.B",
    f"Theorem 27, part 2, {WEAK} (another restored form: reading B)",
    "theorem",
    role="companion",
    narrows="the arithmetic, of half the sum of D11.eq1, which is the advantage where |h| <= 1 on the sample",
    half=Constant(HALF, mutants=(Fraction(2, 5),), stronger="smaller"),
)
def the_learner_normalised_before_the_noise_has_an_advantage(
    tau: PositiveUnit, more: Unit, noise: FromZero, half: Fraction
) -> Truth:
    """For h(x) = <z/||z|| + nu, x> half the sum is (||z|| + <nu, z>)/2 >= tau/4 - c sigma sqrt(log(1/xi)), c =
    1/sqrt(2), with probability at least 1 - xi: ||z|| is between tau/2 and 1, and noise = sigma sqrt(2 log(1/xi))."""
    length = tau / 2 + (1 - tau / 2) * more
    return tau / 4 - half * noise <= length * (1 - noise) / 2


rests_on("BCS20.T27.2.B", "BCS20.T27.eq3", "<nu, z> >= -||z|| noise for ||z|| <= 1", READING_B)


@uses("BCS20.T27.2.B", "BCS20.T26.normalised", READING_B)
def the_centre_is_half_the_margin_long(tau: PositiveUnit, length: FromZero) -> Use:
    """||z|| >= tau/2, squared."""
    return Use({"tau": tau, "squared": length**2}, gives=length >= tau / 2)


def most_reached_in_C(c: Real) -> Real:
    """A bound on Pr[advantage >= 1/8] of reading C on the one example x = u, in d = 1 + 2^16 c^2 dimensions, for sigma
    = 1/(16 c): the advantage is (1 + s) / (2 ||u + nu||), s = <nu, u>, and at least 1/8 only if s > 1 or the other
    coordinates have a norm of at most 8; their mean square is 2^16 c^2 sigma^2 = 256, four times as much."""
    return exp(-128 * c**2) + within_half_the_mean(2**16 * c**2)


@claim(
    "BCS20.T27.2.C",
    f"Theorem 27, part 2, {WEAK} (another restored form: reading C)",
    "theorem",
    role="companion",
    narrows="the sum of two tails; that the advantage asks for one of these events is in words",
    caps="one example x = u, tau = 1, sigma = 1/(16 c), xi = 1/2, d = 1 + 2^16 c^2, an integer c >= 1",
)
def the_learner_normalised_after_the_noise_has_an_advantage(c: AtLeastOne) -> Truth:
    """With h(x) = <z + nu, x>/||z + nu||, there is a constant c such that with probability at least 1 - xi the
    advantage is at least tau/4 - c sigma sqrt(log(1/xi)), which is more than 1/8 here. It fails for every c
    (BCS20.T27.2.C.unbounded)."""
    return most_reached_in_C(c) >= HALF


@terms("BCS20.T27.2.C.corrected")
def advantage_in_C(
    length: PositiveReal, noise: FromZero, R: FromZero, advantage: Annotated[Real, Reals()], two: int = 2
) -> Terms:
    """The advantage of x -> <z + nu, x>/||z + nu|| where ||z|| is the length, at least the noise, and ||nu|| <= R."""
    return Terms(asks=noise <= length, says=length * (length - noise) / (two * (length + R)) <= advantage)


@correction(
    "BCS20.T27.2.C",
    "||z + nu|| grows like sigma sqrt(d), and the advantage shrinks with it: the bound must say so",
    narrows="a sample is ||z|| = tau/2 + more, the noise its norm and what it is along z; that e^{-exponent} bounds "
    "the tail of the norm is BCS20.B.eq2.tail",
    two=Constant(2, mutants=(1,)),
    root=Constant(2, mutants=(1,)),
)
def the_advantage_after_normalising_falls_with_the_dimension(
    tau: PositiveUnit,
    d: AtLeastOne,
    v: PositiveReal,
    more: FromZero,
    noise: PositiveUnit,
    idle: Unit,
    size: PositiveUnit,
    two: int,
    root: int,
) -> Truth:
    """Under the hypotheses of Theorem 26 x -> <z + nu, x>/||z + nu|| has with probability at least 1 - 2 xi advantage
    at least (tau/2)(tau/2 - r)/(2 (tau/2 + R)), r = sigma sqrt(2 L) <= tau/2, R = sigma (sqrt(d) + sqrt(2 L)), L =
    log(1/xi) = d v^2/2: <nu, z>/||z|| < -r with at most xi, and ||nu|| > R too, with exponent (x - d - d log(x/d))/2 >=
    L for x = (R/sigma)^2; ||z + nu|| is a size of ||z|| + R."""
    L, r = d * v**2 / 2, noise * tau / 2
    x = (d**HALF + (root * L) ** HALF) ** 2
    R = r * (1 + 1 / v)
    length = tau / 2 + more
    won = length * (length - (1 - idle) * r) / (2 * size * (length + R))
    return ((x - d - d * ln(x / d)) / 2 >= L) & advantage_in_C(tau / 2, r, R, won, two).says


rests_on("BCS20.T27.2.C.corrected", "BCS20.B.eq2.tail", "||nu|| > R with probability at most xi, by scaling", READING_C)


@uses("BCS20.T27.2.C.corrected", "BCS20.T27.eq3", READING_C)
def the_noise_along_the_centre_is_small_in_C(xi: OpenUnit, long: Unit) -> Use:
    """<nu, z>/||z|| < -r with probability at most xi, and the noise is ``long`` with as much: 2 xi."""
    return Use({"xi": xi}, given=long <= xi, gives=lambda b: b.fails + long <= 2 * xi)


@claim(
    "BCS20.T27.2.C.unbounded",
    f"Theorem 27, part 2, {WEAK} (reading C)",
    "theorem",
    role="companion",
    narrows="the sum of two tails; that the advantage asks for one of these events is in words",
    caps="one example x = u, tau = 1, sigma = 1/(16 c), xi = 1/2, d = 1 + 2^16 c^2, c an integer",
    chance=Constant(HALF, mutants=(Fraction(1, 2**14),)),
)
def no_constant_gives_the_normalised_advantage(c: AtLeastOne, chance: Fraction) -> Truth:
    """For every integer c >= 1 there is a dimension in which reading C has the advantage tau/4 - c sigma
    sqrt(log(1/xi)) with a probability of less than 1 - xi."""
    return most_reached_in_C(c) < chance


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


@claim(
    "BCS20.T27",
    f"Theorem 27, {WEAK} (TXT shape, DER and MEM formulas: readings A, B and C)",
    "theorem",
    narrows="the chances and the move of the three witnesses; that the advantage and privacy ask for them is in words",
    caps="the witnesses of BCS20.T27.2, .T27.1.B at three examples, and .T27.2.C; c an integer",
)
def the_weak_halfspace_learner_is_private_and_has_an_advantage(c: AtLeastOne) -> Truth:
    """There is a constant c for which the noisy learner is (rho, s)-zCDP for rho = 2 (1/(kappa n) + s)^2 / sigma^2,
    and has advantage tau/4 - c sigma sqrt(log(1/xi)) with probability 1 - xi: in some reading, A, B or C, of its
    formula. All three fail, for every c (BCS20.T27.2.unbounded, BCS20.T27.2.C.unbounded)."""
    move_in_B = 2 * Real.of(Fraction(1, 3))
    return (most_reached(c) >= Fraction(3, 4)) | (move_in_B >= 2) | (most_reached_in_C(c) >= HALF)


@correction(
    "BCS20.T27",
    "reading A is private, with an advantage that is quadratic in the margin; one that is linear in it takes a noisy "
    "norm too (BCS20.S4)",
    narrows="as BCS20.T27.1.pairs.corrected and BCS20.T27.2.corrected",
    four=Constant(4, mutants=(3,)),
    factor=Constant(2, mutants=(1,)),
)
def the_weak_halfspace_learner_has_a_quadratic_advantage(
    kappa: PositiveUnit,
    n: PositiveInteger,
    s: Unit,
    part: Unit,
    tau: PositiveUnit,
    xi: OpenUnit,
    noise: PositiveUnit,
    more: FromZero,
    four: int,
    factor: int,
) -> Truth:
    """Reading A, with its scores divided by 1 + r, r = sigma sqrt(2 log((2n + 1)/xi)) = noise tau/2 <= tau/2, is (rho,
    s)-zCDP for rho = 2 (1/(kappa n) + s)^2 / sigma^2 on pairs one of which is kappa-smooth, and under the hypotheses of
    Theorem 26 has advantage at least (tau/4)(tau/2 - r)/(1 + r) with probability at least 1 - xi."""
    r = noise * tau / 2
    precision = 2 * ln((2 * n + 1) / xi) / r**2
    moved, length = part * (2 / (kappa * n) + 2 * s), tau / 2 + more
    private = moved**2 * precision / 2 <= factor * (1 / (kappa * n) + s) ** 2 * precision
    likely = (2 * n + 1) * exp(-(r**2) * precision / 2) <= xi
    return private & likely & (length * (length - r) / (2 * (1 + r)) >= tau / four * (tau / 2 - r) / (1 + r))


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
