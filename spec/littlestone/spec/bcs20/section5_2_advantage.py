"""BCS20 section 5.2: the second item of Theorem 27, on the advantage, in readings A, B and C of the learner."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bcs20.vocabulary import most_reached, most_reached_in_C
from littlestone.spec.boosting.halfspace_sizes import square_root
from littlestone.spec.boosting.halfspaces import normal_above
from littlestone.spec.notation import *

WEAK = "section 5.2"
T27 = "Theorem 27, proof"
READING_B = "Theorem 27, part 2, reading B"
READING_C = "Theorem 27, part 2, reading C"


# ---- Theorem 27, item 2


@claim(
    "BCS20.T27.2",
    f"Theorem 27, part 2, {WEAK} (shape from the text, formula derived: reading A: z + nu): advantage of the "
    "noisy weak learner",
    "theorem",
    narrows="the tail of the noise; that the advantage asks for $t$ deviations is not formalized",
    caps="one example $x = u/4$, $tau = 1/4$, $sigma = 1/(256 c)$, $xi = 1/4$, $c >= 1$ as a larger $c$ says less",
)
def the_noisy_learner_has_an_advantage(c: AtLeastOne) -> Truth:
    """Under the hypotheses of Theorem 26 there is a constant $c$ such that for any $xi > 0$, with probability at least
    $1 - xi$ the output has advantage at least $tau/4 - c sigma sqrt(ln(1/xi))$ under $mu$. Read as: of reading A."""
    return most_reached(c) >= Fraction(3, 4)


@terms("BCS20.T27.2.corrected")
def noisy_advantage(
    tau: PositiveUnit, noise: PositiveUnit, advantage: Annotated[Real, Reals()], four: int = 4
) -> Terms:
    """The advantage of x -> <z + nu, x>/(1 + r), for the noise r = noise tau/2."""
    r = noise * tau / 2
    return Terms(says=advantage >= tau / four * (tau / 2 - r) / (1 + r))


@correction(
    "BCS20.T27.2",
    "for every $c$ (BCS20.T27.2.unbounded): what the argument bounds is $<z + nu, u> / 2$, but the "
    "advantage is $||z|| (||z|| + <nu, z>/||z||) / 2$ where $|h| <= 1$, quadratic in the margin. So in "
    "reading C (BCS20.T27.2.C); half the correlation of reading B has the bound (BCS20.T27.2.B), but B is not "
    "private (BCS20.T27.1.B)",
    narrows="a sample is $||z|| = tau/2 + more >= tau/2$, and the noise what it is along $z$ and the $n$ examples; "
    "that tails, range and advantage are these numbers is not formalized",
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
    """Under the hypotheses of Theorem 26 $x -> <z + nu, x>/(1 + r)$, $r = sigma sqrt(2 ln((2n + 1)/xi))$, has with
    probability at least $1 - xi$ values in $[-1, 1]$ on the sample and advantage at least $(tau/4)(tau/2 - r)/(1 + r)$,
    where $r = noise tau/2 <= tau/2$: $2n + 1$ tails beyond $r$ fail with at most $xi$; else $<nu, z>/||z|| >= -(1 -
    idle) r$."""
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
    """$tau/4$ is what is left where $sigma = 0$."""
    return Use({"tau": tau, "advantage": advantage}, gives=advantage >= tau / 4)


@correction(
    "BCS20.T27.2.from.T26.conclusion",
    "for $x -> <z, x>$ the theorem gives $tau^2/8$, which is less than $tau/4$; $z/||z||$ has $tau/4$, "
    "but to normalise before the noise is not private (BCS20.T27.1.B), and after it the noise's norm "
    "counts (BCS20.T27.2.C)",
    share=Constant(QUARTER, mutants=(Fraction(2, 7),)),
)
def the_advantage_without_noise_is_a_quarter_if_normalised(
    tau: PositiveUnit, more: FromZero, across: AnyReal, share: Fraction
) -> Truth:
    """$||z||/2 >= tau/4$, squared."""
    return ((tau / 2 + more) ** 2 + across**2) / 4 >= (share * tau) ** 2


@uses("BCS20.T27.2", "BCS20.T27.eq3", f"{T27}, part 2")
@uses("BCS20.T27.2.B", "BCS20.T27.eq3", READING_B)
def the_noise_is_small_along_one_vector(xi: OpenUnit, short: Unit) -> Use:
    """At $w = -u$, or against $z$ in reading B: $<nu, w> <= sigma sqrt(2 log(1/xi))$ but for $xi$, so that it is
    ``short`` with $1 - xi$."""
    return Use({"xi": xi}, gives=lambda b: (1 - short <= b.fails).implies(short >= 1 - xi))


rests_on("BCS20.T27.2.corrected", "BCS20.W2", "the correlation is $||z||^2 + <nu, z>$", "Theorem 27, part 2, corrected")


@uses("BCS20.T27.2.corrected", "BCS20.T26.along", "Theorem 27, part 2, corrected")
@uses("BCS20.T27.2.C.corrected", "BCS20.T26.along", READING_C)
def the_centre_of_the_sample_is_long(tau: PositiveUnit, part: Unit, length: FromZero, along: AnyReal) -> Use:
    """$||z|| >= <z, u> >= tau/2$, the corrupted examples weighing a part of $tau/4$."""
    at = {"tau": tau, "weight": part * tau / 4, "reach": along}
    return Use(at, given=length >= along, gives=length >= tau / 2)


@uses("BCS20.T27.2.corrected", "BCS20.T27.eq3", "Theorem 27, part 2, corrected")
def the_noise_is_small_along_all_examples(n: PositiveInteger, xi: OpenUnit) -> Use:
    """Along $z/||z||$, downwards, and along $n$ examples, both ways: $2n + 1$ tails beyond $r = sigma sqrt(2 log((2n +
    1)/xi))$, together $xi$."""
    return Use({"xi": xi / (2 * n + 1)}, gives=lambda b: (2 * n + 1) * b.fails <= xi, times=2 * n + 1)


@adds_up("BCS20.T27.2.corrected", "Theorem 27, part 2, corrected")
def all_tails_cost_xi(n: PositiveInteger, xi: OpenUnit) -> Total:
    """$xi$."""
    return Total(fails=xi)


@claim(
    "BCS20.T27.2.unbounded",
    f"Theorem 27, part 2, {WEAK} (reading A: z + nu): advantage of the noisy weak learner, for every constant",
    "companion",
    narrows="the tail of the noise; that the advantage asks for $t$ deviations is not formalized",
    caps="one example $x = u/4$, $tau = 1/4$, $sigma = 1/(256 c)$, $xi = 1/4$",
    chance=Constant(Fraction(3, 4), mutants=(0,)),
)
def no_constant_gives_the_advantage(c: AtLeastOne, chance: Fraction) -> Truth:
    """For every $c >= 1$ the advantage of the example $x = u/4$ is below $tau/4 - c sigma sqrt(ln(1/xi))$ with a
    probability greater than $xi = 1/4$, at $sigma = 1/(256 c)$."""
    return most_reached(c) < chance


@claim(
    "BCS20.T27.2.xi",
    f"Theorem 27, part 2, {WEAK} (the text: 'for any'; the range derived): range of the failure probability",
    "companion",
)
def the_loss_is_a_number_for_every_xi(xi: PositiveReal) -> Truth:
    """For every $xi > 0$ the advantage is at least $tau/4 - c sigma sqrt(ln(1/xi))$. Read as: $ln(1/xi) >= 0$, so
    that there is a root."""
    return ln(1 / xi) >= 0


@correction(
    "BCS20.T27.2.xi",
    "the root is no real number for $xi > 1$: $xi$ must be in $(0, 1]$, which the lost range may say",
    top=Constant(1, mutants=(2,)),
)
def the_loss_is_a_number_for_xi_up_to_one(part: PositiveUnit, top: int) -> Truth:
    """$ln(1/xi) >= 0$ for every $xi$ in $(0, 1]$."""
    return ln(1 / (top * part)) >= 0


@terms("BCS20.T27.eq3")
def small_noise(xi: PositiveUnit) -> Terms:
    """<nu, w> exceeds sigma sqrt(2 log(1/xi)), for a unit vector w."""
    return Terms(fails=xi)


@claim(
    "BCS20.T27.eq3",
    f"Theorem 27, proof, tail, {WEAK} (derived): tail of the noise along a unit vector",
    "step",
    narrows="$xi = 2^-j < 1$; for all $xi$ the exponent is BCS20.T27.eq3.exponent",
    two=Constant(2, mutants=(Fraction(3, 2),)),
)
def the_noise_is_small_along_a_unit_vector(j: Size, two: Fraction) -> Statement:
    """For a unit vector $w$, $Pr[<nu, w> > sigma sqrt(2 ln(1/xi))] <= xi$: $<nu, w>$ is normal of deviation
    $sigma$."""
    return when(j >= 1, normal_above(square_root(two * ln(2**j))) <= small_noise(Fraction(1, 2**j)).fails)


@uses("BCS20.T27.eq3", "BCS20.T27.eq3.exponent", f"{T27}, tail")
def the_exponent_at_the_deviations_of_xi(exponent: AnyReal, log: PositiveReal) -> Use:
    """At $t = sqrt(2 log(1/xi))$ deviations the exponent is at most $-log(1/xi)$, and the tail at most $xi$."""
    return Use({"exponent": exponent, "t": (2 * log) ** HALF}, gives=exponent <= -log)


@terms("BCS20.T27.eq3.exponent")
def exponent_of_a_tail(exponent: AnyReal, t: FromZero, half: Fraction = HALF) -> Terms:
    """Pr[X > t] <= e^exponent, for X standard normal."""
    return Terms(says=exponent <= -half * t**2)


@claim(
    "BCS20.T27.eq3.exponent",
    f"for Theorem 27, proof, tail, {WEAK} (derived): exponent of a normal tail",
    "companion",
    narrows="the exponent; the moment and Markov's inequality are not formalized",
    half=Constant(HALF, mutants=(Fraction(3, 5),)),
)
def the_exponent_of_a_normal_tail(t: FromZero, half: Fraction) -> Truth:
    """$E[e^{sX}] e^{-st} = e^{s^2/2 - s t} <= e^{-t^2/2}$ at $s = t$, so that $Pr[X > t] <= e^{-t^2/2}$ for $X$
    standard normal and every $t >= 0$, by Markov's inequality."""
    s = t
    return as_truth(exponent_of_a_tail(s**2 / 2 - s * t, t, half).says)


# ---- Readings B and C


@claim(
    "BCS20.T27.1.B",
    f"Theorem 27, part 1, {WEAK} (another restored form: reading B): sensitivity of the normalised centre",
    "companion",
    caps="on the line, uniform weights, $p$ examples $+1$ and as many -1, the last one replaced: $s = 0$ and "
    "$kappa = 1$",
)
def the_normalised_learner_is_private(p: Size) -> Truth:
    """With $h(x) = <z/||z|| + nu, x>$, normalised before the noise, $||z/||z|| - z'/||z'|||| <= 2(1/(kappa n) + s)$."""
    n = 2 * p + 1
    z, other = 1 / n, -1 / n
    return z / abs(z) - other / abs(other) <= 2 * (1 / n)


@terms("BCS20.T27.1.B.corrected")
def turned_and_moved(turned: FromZero, lengths: PositiveReal, moved: FromZero, times: int = 4) -> Terms:
    """The squares of how far z/||z|| and z move, and the sum of the norms of z and z'."""
    return Terms(says=turned * lengths**2 <= times * moved)


@correction(
    "BCS20.T27.1.B",
    "$z/||z||$ turns round where $z$ is short: it moves by up to $2 ||z - z'||$ over the sum of the "
    "norms, which samples that are not realizable leave without a bound; to normalise after the noise "
    "costs no privacy, but advantage (BCS20.T27.2.C)",
    narrows="vectors are their norms $p$ and $q$ and the cosine $t$ between them; of the privacy the arithmetic, from "
    "$||z - z'|| <= 2 (1/(kappa n) + s)$ and Lemma 16",
    times=Constant(4, mutants=(3,)),
    eight=Constant(8, mutants=(7,)),
)
def a_normalised_vector_moves_by_its_length(
    p: PositiveReal,
    q: PositiveReal,
    t: Annotated[Real, Reals(low=-1, high=1)],
    tau: PositiveUnit,
    top: PositiveUnit,
    s: Unit,
    times: int,
    eight: int,
) -> Truth:
    """$||z/||z|| - z'/||z'|||| (||z|| + ||z'||) <= 2 ||z - z'||$ for nonzero $z$ and $z'$ (Dunkl and Williams 1964), so
    that between samples with norms at least $tau/2$ reading B is $(rho, s)$-zCDP for $rho = 8 (1/(kappa n) + s)^2 /
    (tau sigma)^2$, here times $2 sigma^2$ and $top = 1/(kappa n) <= 1$, for pairs one of which is $kappa$-smooth."""
    turned, moved = 2 - 2 * t, p**2 + q**2 - 2 * t * p * q
    costs = times * (2 * (top + s)) ** 2 / tau**2 <= 2 * eight * (top + s) ** 2 / tau**2
    return turned_and_moved(turned, p + q, moved, times).says & costs


@claim(
    "BCS20.T27.2.B",
    f"Theorem 27, part 2, {WEAK} (another restored form: reading B): advantage with normalisation before the noise",
    "companion",
    narrows="the arithmetic, of half the correlation, which is the advantage where $|h| <= 1$ on the sample; that "
    "$<nu, z> >= -||z|| noise$ but for $xi$ is BCS20.T27.eq3",
    half=Constant(HALF, mutants=(Fraction(2, 5),), stronger="smaller"),
)
def the_learner_normalised_before_the_noise_has_an_advantage(
    tau: PositiveUnit, more: Unit, noise: FromZero, half: Fraction
) -> Truth:
    """For $h(x) = <z/||z|| + nu, x>$ half the correlation is $(||z|| + <nu, z>)/2 >= tau/4 - c sigma sqrt(ln(1/xi))$,
    $c = 1/sqrt(2)$, with probability at least $1 - xi$: $||z||$ is between $tau/2$ and 1, and $noise = sigma sqrt(2
    ln(1/xi))$."""
    length = tau / 2 + (1 - tau / 2) * more
    return tau / 4 - half * noise <= length * (1 - noise) / 2


@uses("BCS20.T27.2.B", "BCS20.T26.normalised", READING_B)
def the_centre_is_half_the_margin_long(tau: PositiveUnit, length: FromZero) -> Use:
    """$||z|| >= tau/2$, which is given squared."""
    return Use({"tau": tau, "squared": length**2}, gives=length >= tau / 2)


@claim(
    "BCS20.T27.2.C",
    f"Theorem 27, part 2, {WEAK} (another restored form: reading C): advantage with normalisation after the noise",
    "companion",
    narrows="the sum of two tails; that the advantage asks for one of these events is not formalized",
    caps="one example $x = u$, $tau = 1$, $sigma = 1/(16 c)$, $xi = 1/2$, $d = 1 + 2^16 c^2$, an integer $c >= 1$, "
    "as a larger $c$ says less",
)
def the_learner_normalised_after_the_noise_has_an_advantage(c: AtLeastOne) -> Truth:
    """With $h(x) = <z + nu, x>/||z + nu||$, there is a constant $c$ such that with probability at least $1 - xi$ the
    advantage is at least $tau/4 - c sigma sqrt(ln(1/xi))$, which is more than $1/8$ here."""
    return most_reached_in_C(c) >= HALF


@terms("BCS20.T27.2.C.corrected")
def advantage_in_C(
    length: PositiveReal, noise: FromZero, R: FromZero, advantage: Annotated[Real, Reals()], two: int = 2
) -> Terms:
    """The advantage of x -> <z + nu, x>/||z + nu|| where ||z|| is the length, at least the noise, and ||nu|| <= R."""
    return Terms(asks=noise <= length, says=length * (length - noise) / (two * (length + R)) <= advantage)


@correction(
    "BCS20.T27.2.C",
    "$||z + nu||$ grows like $sigma sqrt(d)$, and the advantage shrinks with it, for every $c$ "
    "(BCS20.T27.2.C.unbounded): the bound must say so",
    narrows="a sample is $||z|| = tau/2 + more$, the noise its norm and what it is along $z$; that "
    "$e^{-exponent}$ bounds the tail of the norm is BCS20.B.eq2.tail, the tail along $z$ is BCS20.T27.eq3",
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
    """Under the hypotheses of Theorem 26 $x -> <z + nu, x>/||z + nu||$ has with probability at least $1 - 2 xi$
    advantage at least $(tau/2)(tau/2 - r)/(2 (tau/2 + R))$, $r = sigma sqrt(2 L) <= tau/2$, $R = sigma (sqrt(d) +
    sqrt(2 L))$, $L = ln(1/xi) = d v^2/2$: $<nu, z>/||z|| < -r$ with at most $xi$, and $||nu|| > R$ too, with exponent
    $(x - d - d ln(x/d))/2 >= L$ for $x = (R/sigma)^2$; $||z + nu||$ is a size of $||z|| + R$."""
    L, r = d * v**2 / 2, noise * tau / 2
    x = (d**HALF + (root * L) ** HALF) ** 2
    R = r * (1 + 1 / v)
    length = tau / 2 + more
    won = length * (length - (1 - idle) * r) / (2 * size * (length + R))
    return ((x - d - d * ln(x / d)) / 2 >= L) & advantage_in_C(tau / 2, r, R, won, two).says


rests_on(
    "BCS20.T27.2.C.corrected", "BCS20.B.eq2.tail", "$||nu|| > R$ with probability at most $xi$, by scaling", READING_C
)


@uses("BCS20.T27.2.C.corrected", "BCS20.T27.eq3", READING_C)
def the_noise_along_the_centre_is_small_in_C(xi: OpenUnit, long: Unit) -> Use:
    """$<nu, z>/||z|| < -r$ with probability at most $xi$, and the noise is ``long`` with as much: $2 xi$."""
    return Use({"xi": xi}, given=long <= xi, gives=lambda b: b.fails + long <= 2 * xi)


@claim(
    "BCS20.T27.2.C.unbounded",
    f"Theorem 27, part 2, {WEAK} (reading C): advantage with normalisation after the noise, for every constant",
    "companion",
    narrows="the sum of two tails; that the advantage asks for one of these events is not formalized",
    caps="one example $x = u$, $tau = 1$, $sigma = 1/(16 c)$, $xi = 1/2$, $d = 1 + 2^16 c^2$, $c$ an integer",
    chance=Constant(HALF, mutants=(Fraction(1, 2**14),)),
)
def no_constant_gives_the_normalised_advantage(c: AtLeastOne, chance: Fraction) -> Truth:
    """For every integer $c >= 1$ there is a dimension in which $h(x) = <z + nu, x>/||z + nu||$ has the advantage $tau/4
    - c sigma sqrt(ln(1/xi))$ with a probability of less than $1 - xi$."""
    return most_reached_in_C(c) < chance


@uses("BCS20.T27.2.C.unbounded", "PROB.markov", READING_C, name="tail")
def the_part_along_the_example_is_seldom_large(grown: AtLeastOne) -> Use:
    """By the exponential moment at $s = t = 16 c$, divided by its mean $e^{t^2/2} = e^128 grown$: $<nu, u> > 1$, $t$
    deviations, makes it as large as that mean, with a probability of at most $e^{-128}$."""
    return Use({"level": exp(128) * grown, "mean": Real.of(1)}, gives=lambda b: b.fails <= exp(-128))


@uses("BCS20.T27.2.C.unbounded", "PROB.markov", READING_C)
def the_noise_is_as_long_as_in_the_mean(c: AtLeastOne) -> Use:
    """By the moments of $||nu||^2$ (BCS20.B.eq2.variance, Chebyshev): the other $2^16 c^2$ coordinates have less than
    half their mean square with probability at most $8/2^16$, less than $1/2$ even with $e^{-128}$."""
    D = 2**16 * c**2
    return Use({"level": D**2 / 4, "mean": 2 * D}, gives=lambda b: b.fails + exp(-128) < HALF)
