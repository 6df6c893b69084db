"""BCS20 sections 5.1 and 5.2: the settings, and Servedio's weak learner (Theorem 26).

The formulas of the print were lost: a claim, and so its verdict, is about the restored form.
"""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.halfspaces import advantage, centre, disc_points, squared_norm, weightings
from littlestone.spec.notation import *

WEAK = "section 5.2"
EIGHTH = Fraction(1, 8)
T26 = "Servedio's argument for Theorem 26"


# ---- Section 5.1


@claim(
    "BCS20.D51",
    "section 5.1, words of the text: label noise oracle",
    "definition",
    narrows="$D$ uniform on two points",
    caps="$eta = i/(i + k)$",
    more=OFFSET,
)
def the_noisy_oracle_flips_labels_independently(n: Size, i: Size, k: PositiveSize, more: int) -> Truth:
    """The label noise oracle of rate $eta$ returns $(x, sgn(<u, x>))$ with probability $1 - eta$ and $(x, -sgn(<u,
    x>))$ with probability $eta$, $x ~ D$: the number of flipped labels among $n$ examples is binomial, whatever the
    points are."""
    eta = Fraction(i, i + k)
    one = uniform_law((0, 1)).product(proportional({1: 1 - eta, -1: eta}))
    S: Law[tuple[tuple[int, int], ...]] = point_mass(())
    for _ in range(n):
        S = S.bind(lambda rows: one.map(lambda row: (*rows, row)))
    found = S.map(lambda rows: (tuple(x for x, _ in rows), sum(flip == -1 for _, flip in rows)))
    return all_of(
        equals(found[points, flips], binomial(n, flips + more) * eta**flips * (1 - eta) ** (n - flips) / 2**n)
        for points in product((0, 1), repeat=int(n))
        for flips in range(int(n) + 1)
    )


# ---- The weak learner WL


@terms("BCS20.W1")
def half_the_squared_norm(advantage: AnyReal, squared: FromZero, halves: int = 2) -> Terms:
    """The advantage of x -> <z, x>, and the squared norm of z."""
    return Terms(says=all_of([halves * advantage <= squared, halves * advantage >= squared]))


@claim(
    "BCS20.W1",
    f"the weak learner WL, {WEAK} (z from the words, the normalisation restored): its advantage",
    "algorithm",
    narrows="in the plane: $n$ points of the disc with coordinates in halves, $y x$ any of them, weights in quarters",
    halves=Constant(2, mutants=(1,)),
)
def the_advantage_of_the_centre_is_half_its_squared_norm(n: PositiveSize, halves: int) -> Truth:
    """WL outputs $h(x) = <z, x>$ for $z = sum_i mu(i) y_i x_i$; its advantage, by Definition 11, is $||z||^2
    / 2$."""
    return all_of(
        half_the_squared_norm(advantage(centre(w, S), w, S), squared_norm(centre(w, S)), halves).says
        for xs in product(disc_points(2), repeat=int(n))
        for S in ([(x, 1 - 2 * (i % 2)) for i, x in enumerate(xs)],)
        for w in weightings(int(n), 4)
    )


# ---- Theorem 26


@claim(
    "BCS20.T26",
    f"Theorem 26 (Servedio 2003), {WEAK} (from the text and standard; WL's formula restored as h(x) = <z, x>): "
    "advantage of Servedio's weak learner on partly corrupted samples",
    "theorem",
    narrows="the arithmetic; that $z$ may be a multiple of $u$ of this length is not formalized",
)
def the_weak_learner_has_a_quarter_of_the_margin(tau: PositiveUnit, share: Unit, more: FromZero) -> Truth:
    """Let $max_i mu(i) <= 1/(kappa n)$, and let at most $eta n$ examples violate $y * <u, x> >= tau$, $eta <= tau kappa
    / 4$. Then WL's hypothesis has advantage at least $tau/4$ under $mu$. Read as: the hypothesis is $<z, x>$, of
    advantage $||z||^2/2$, $z$ a multiple of $u$ of length $(1 - w) tau - w + more$, $w <= tau/4$."""
    return along(tau, share, more) ** 2 / 2 >= tau / 4


@terms("BCS20.T26.corrected")
def quadratic_advantage(tau: PositiveUnit, advantage: FromZero, share: Fraction = EIGHTH) -> Terms:
    """The advantage of x -> <z, x>."""
    return Terms(says=advantage >= share * tau**2)


@correction(
    "BCS20.T26",
    "the advantage of $<z, x>$ is $||z||^2 / 2$, quadratic in the margin: the single example $x = tau u$ "
    "has $tau^2 / 2$. Divided by $||z||$ it is true (BCS20.T26.normalised)",
    narrows="a sample is the weight $w$ of its corrupted examples, $<z, u> = (1 - w) tau - w + more$, and what "
    "$||z||^2$ is beyond $<z, u>^2$; that the advantage is $||z||^2 / 2$ is BCS20.W1",
    share=Constant(EIGHTH, mutants=(Fraction(1, 7),)),
    quarter=Constant(QUARTER, mutants=(Fraction(1, 3),)),
)
def the_weak_learner_has_an_eighth_of_the_squared_margin(
    tau: PositiveUnit,
    kappa: PositiveUnit,
    n: AtLeastOne,
    part: Unit,
    more: FromZero,
    across: FromZero,
    share: Fraction,
    quarter: Fraction,
) -> Truth:
    """Let $max_i mu(i) <= 1/(kappa n)$, and let at most $eta n$ examples violate $y * <u, x> >= tau$, $eta <= tau kappa
    / 4$. Then $x -> <z, x>$ has advantage $||z||^2 / 2 >= tau^2 / 8$ under $mu$: part of $eta n$ examples of the
    largest weight weigh part of $tau/4$, and $||z||^2 >= <z, u>^2$."""
    eta, w = quarter * tau * kappa, part * quarter * tau
    won = (((1 - w) * tau - w + more) ** 2 + across) / 2
    return equals(part * (eta * n) / (kappa * n), w) & quadratic_advantage(tau, won, share).says


@uses("BCS20.T26", "BCS20.T26.along", T26)
def the_centre_is_long(tau: PositiveUnit, part: Unit, length: FromZero, along: AnyReal) -> Use:
    """Corrupted examples weigh a part of $tau/4$: $||z|| >= <z, u> >= tau/2$, and half of it is at least $tau/4$."""
    at = {"tau": tau, "weight": part * tau / 4, "reach": along}
    return Use(at, given=length >= along, gives=length / 2 >= tau / 4)


@uses("BCS20.T26", "BCS20.W1", f"{T26}: the advantage is half the length")
def the_advantage_is_taken_for_half_the_length(length: Unit) -> Use:
    """The advantage of $x -> <z, x>$ is $||z||^2/2$ by W1, $||z|| <= 1$, and is to be at least $||z||/2$."""
    return Use({"advantage": length**2 / 2, "squared": length**2}, gives=length**2 / 2 >= length / 2)


@correction(
    "BCS20.T26.from.W1.conclusion",
    "$||z||^2/2$ is less than $||z||/2$ for every $z$ shorter than 1; divided by $||z||$, as in Servedio "
    "2003, the hypothesis has the advantage $||z||/2$ (BCS20.T26.normalised)",
    half=Constant(HALF, mutants=(Fraction(2, 3),)),
)
def the_normalised_advantage_is_half_the_length(length: PositiveUnit, half: Fraction) -> Truth:
    """$(||z||^2/2)/||z|| = ||z||/2$."""
    return equals(length**2 / 2 / length, half * length)


@uses("BCS20.T26.corrected", "BCS20.W1", "Theorem 26, corrected")
def the_squared_length_is_the_advantage(tau: PositiveUnit, more: FromZero, d: AnyReal) -> Use:
    """$||z||^2 = tau^2/4 + more$ gives an advantage $tau^2/8 + d$ of at least $tau^2/8$."""
    return Use({"advantage": tau**2 / 8 + d, "squared": tau**2 / 4 + more}, gives=d >= 0)


@uses("BCS20.T26.corrected", "BCS20.T26.along", "Theorem 26, corrected")
def the_centre_is_long_and_squared(tau: PositiveUnit, part: Unit, along: AnyReal, across: AnyReal) -> Use:
    """$||z||^2/2 >= <z, u>^2/2 >= tau^2/8$, the corrupted examples weighing a part of $tau/4$."""
    at = {"tau": tau, "weight": part * tau / 4, "reach": along}
    return Use(at, gives=(along**2 + across**2) / 2 >= tau**2 / 8)


@claim(
    "BCS20.T26.corrected.run",
    f"Theorem 26, corrected, of its own objects, {WEAK}: advantage of <z, x> on samples of the disc",
    "companion",
    narrows="$tau = 3/5$, $u = e_1$ in the plane, $y = 1$, $kappa = 1/2$, which at $n = 2$ asks nothing of $mu$",
    caps="points of the disc with coordinates in fifths, weights in eighths",
    share=Constant(EIGHTH, mutants=(1,)),
)
def samples_have_an_eighth_of_the_squared_margin(n: PositiveSize, share: Fraction) -> Statement:
    """For every sample and every $mu$ with $max_i mu(i) <= 1/(kappa n)$ in which the examples with $y * <u, x> < tau$
    weigh at most $tau/4$, the advantage of $x -> <z, x>$ by Definition 11 is at least $tau^2 / 8$; $n >= 2$, where $mu$
    need not be uniform."""
    tau = Fraction(3, 5)
    smooth = [w for w in weightings(int(n), 8) if max(w) * n <= 2]
    samples = [[(x, 1) for x in xs] for xs in product(disc_points(5), repeat=int(n))]
    found = all_of(
        advantage(centre(w, S), w, S) >= share * tau**2
        for S in samples
        for w in smooth
        if 4 * sum(p for p, (x, _) in zip(w, S, strict=True) if x[0] < tau) <= tau
    )
    return when(n >= 2, found)


@terms("BCS20.T26.normalised")
def linear_advantage(tau: PositiveUnit, squared: FromZero, share: Fraction = QUARTER) -> Terms:
    """The squared norm of z, of which half the root is the advantage of x -> <z, x>/||z||."""
    return Terms(says=squared >= (2 * share * tau) ** 2)


@claim(
    "BCS20.T26.normalised",
    f"Theorem 26, {WEAK} (standard: with the normalisation of Servedio 2003): advantage of the normalised weak learner",
    "companion",
    narrows="the arithmetic, from $<z, u> >= tau/2$ (BCS20.T26.along) and the advantage $||z|| / 2$",
    share=Constant(QUARTER, mutants=(Fraction(2, 7),)),
)
def the_normalised_learner_has_a_quarter_of_the_margin(
    tau: PositiveUnit, more: FromZero, across: AnyReal, share: Fraction
) -> Truth:
    """Under the hypotheses of Theorem 26 $x -> <z, x>/||z||$ has advantage $||z||/2 >= <z, u>/2 >= tau/4$: $<z, u> =
    tau/2 + more$, and $z$ has the length ``across`` beyond that; squared."""
    return as_truth(linear_advantage(tau, (tau / 2 + more) ** 2 + across**2, share).says)


@uses("BCS20.T26.normalised", "BCS20.T26.along", "Theorem 26, with Servedio's normalisation")
def the_normalised_centre_is_long(tau: PositiveUnit, part: Unit, length: FromZero, along: AnyReal) -> Use:
    """$||z||/2 >= <z, u>/2 >= tau/4$, here $4 ||z||^2 >= tau^2$, the corrupted examples weighing a part of $tau/4$."""
    at = {"tau": tau, "weight": part * tau / 4, "reach": along}
    return Use(at, given=length >= along, gives=4 * length**2 >= tau**2)


rests_on("BCS20.T26.normalised", "BCS20.W1", "$<z, x>/||z||$ has the advantage $||z||/2$", "Theorem 26, normalised")


@terms("BCS20.T26.weight")
def little_weight(tau: PositiveUnit, weight: FromZero, quarter: Fraction = QUARTER) -> Terms:
    """What the corrupted examples weigh."""
    return Terms(says=weight <= quarter * tau)


@claim(
    "BCS20.T26.weight",
    f"Theorem 26, its hypotheses, {WEAK} (standard): weight of the corrupted examples",
    "step",
    narrows="a number of examples times a weight; that the corrupted ones weigh no more is not formalized",
    quarter=Constant(QUARTER, mutants=(Fraction(1, 5),)),
)
def the_corrupted_examples_have_little_weight(
    tau: PositiveUnit, kappa: PositiveUnit, n: AtLeastOne, part: Unit, share: Unit, quarter: Fraction
) -> Truth:
    """If $max_i mu(i) <= 1/(kappa n)$ and at most $eta n$ examples are corrupted, $eta <= tau kappa / 4$, then these
    weigh at most $tau / 4$ together; part of $eta n$ examples of a share of the largest weight each."""
    eta = tau * kappa / 4
    return as_truth(little_weight(tau, part * eta * n * (share / (kappa * n)), quarter).says)


def along(tau: Real, share: Real, more: Real) -> Real:
    """<z, u>, where the corrupted examples weigh a share of tau/4, and ``more`` is what they add beyond <v, u> = -1
    and the others beyond tau."""
    weight = share * tau / 4
    return (1 - weight) * tau - weight + more


@terms("BCS20.T26.along")
def half_the_margin(tau: PositiveUnit, weight: Unit, reach: AnyReal, half: Fraction = HALF) -> Terms:
    """What the corrupted examples weigh, and how far <z, u> reaches."""
    return Terms(asks=weight <= tau / 4, says=reach >= half * tau)


@claim(
    "BCS20.T26.along",
    f"Theorem 26, Servedio's argument, {WEAK} (standard): length of the centre along the target",
    "step",
    narrows="the last inequality; the others are not formalized",
    half=Constant(HALF, mutants=(Fraction(2, 3),)),
)
def the_centre_has_half_the_margin(tau: PositiveUnit, share: Unit, more: FromZero, half: Fraction) -> Truth:
    """$||z|| >= <z, u> >= (1 - w) tau - w >= tau/2$, $w <= tau/4$ being the weight of the corrupted examples."""
    return as_truth(half_the_margin(tau, share * tau / 4, along(tau, share, more), half).says)


@uses("BCS20.T26.along", "BCS20.T26.weight", T26)
def the_corrupted_examples_weigh_little(tau: PositiveUnit, weight: Unit) -> Use:
    """$<z, u> >= (1 - w) tau - w >= tau/2$, $w <= tau/4$ being the weight of the corrupted examples."""
    return Use({"tau": tau, "weight": weight}, gives=(1 - weight) * tau - weight >= tau / 2)
