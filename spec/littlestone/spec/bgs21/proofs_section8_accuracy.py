"""BGS21 section 8: what the proof of Lemma 8.5 uses, and what is drawn from the lemma."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

LEMMA = "Lemma 8.5, section 8"
PROOF = "Section 8, proof of Lemma 8.5"
FromLn8 = Annotated[Real, Reals(low=ln(8))]
ENOUGH_ROWS = Fraction(3, 4) * ln(4)  # at least so much is alpha m
REPAIRED = "Lemma 8.5, section 8, repaired"
DRAWN = "Section 8, after Lemma 8.5"


# ---- The distribution that is mostly at one point


@uses(
    "BGS21.L8.5",
    "BGS21.L8.5.eq12",
    f"{PROOF}, equation (12)",
    repair="BGS21.L8.5.eq12.corrected",
    draws="A is (alpha, 1/2)-accurate under D~",
)
def accuracy_is_used_under_the_diluted_weights(alpha: PositiveUnit, d: Unit) -> Use:
    """A is run on a sample of D~, which must be a distribution for every D and every accuracy alpha of a learner."""
    return Use({"alpha": alpha, "d": d}, fails=HALF)


@correction(
    "BGS21.L8.5.from.L8.5.eq12.premise",
    "D~ has weight 1 - 4 alpha + 4 alpha D(0) at 0, which is negative for alpha > 1/4 and small D(0)",
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
)
def the_diluted_weights_need_small_alpha(alpha: PositiveUnit, d: Unit, most: Fraction) -> Statement:
    """For alpha <= 1/4 no weight of D~ is negative."""
    return when(alpha <= most, 1 - 4 * alpha + 4 * alpha * d >= 0)


@uses("BGS21.L8.5", "BGS21.L8.5.eq13", f"{PROOF}, the line after equation (13)")
def small_error_is_carried_over(alpha: UpToQuarter, diluted: FromZero, e: Unit) -> Use:
    """For D~ a distribution, alpha <= 1/4, an output with error at most alpha under D~, ``diluted``, has error at most
    1/4 under D, also where the error is exactly alpha."""
    return Use({"alpha": alpha, "diluted": diluted, "e": e}, given=diluted <= alpha, gives=1 - e >= Fraction(3, 4))


@uses("BGS21.L8.5", "PROB.chernoff.upper", f"{PROOF}, 'By a Chernoff bound'")
def a_chernoff_bound_makes_the_sample_good(more: FromZero) -> Use:
    """Chernoff's bound at delta = 1 for the mean 4 alpha m = 3 ln 4 + ``more``, which is at least that of the draws
    from D~ that are not at 0, 4 alpha (1 - D(0)) m: a sum with a smaller mean is no more often so large. (At that mean
    itself delta could exceed 1.) 1/2 - e^{-4 alpha m / 3} is at least 1/4."""
    at = {"mean": 3 * ln(4) + more, "delta": Real.of(1)}
    return Use(at, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.L8.5", "BGS21.L8.5.m", f"{PROOF}, first paragraph and the union bound")
def the_tail_is_at_most_a_quarter(t: PositiveReal) -> Use:
    """e^{-4 t / 3} <= 1/4 is used at t = alpha m, which is at least 3 ln(4) / 4."""
    return Use({"t": t}, given=t >= ENOUGH_ROWS, gives=lambda bad: HALF - bad.fails >= QUARTER, times=1)


@uses("BGS21.L8.5", "PROB.union", f"{PROOF}, 'by a union bound'")
def a_union_bound_joins_accuracy_and_a_good_sample(wrong: Unit, bad: Unit) -> Use:
    """A is wrong with probability at most 1/2, the sample is not good with at most 1/4, and neither with 1/4."""
    known = (wrong <= HALF) & (bad <= QUARTER)
    return Use({"chances": wrong + bad}, given=known, gives=lambda b: 1 - b.fails >= QUARTER)


@adds_up("BGS21.L8.5", f"{PROOF}, the union bound")
def a_good_sample_and_a_close_hypothesis_meet_with_a_quarter(alpha: UpToQuarter, d: Unit, t: PositiveReal) -> Total:
    """A that is wrong under D~ (1/2) and a sample that is not good (e^{-4 t / 3}, t = alpha m) leave 1/4."""
    return Total(fails=Fraction(3, 4), given=t >= ENOUGH_ROWS)


# ---- From the good sample to copies of one row


rests_on("BGS21.L8.5", "PROB.average", "some good sample is as good as the average", f"{PROOF}, the dataset X_good")
rests_on("BGS21.L8.5", "BGS21.L8.5.exec.half", "a whole number of executions is enough", f"{PROOF}, the executions")
rests_on("BGS21.L8.5", "DP.group", "from the good sample to the copies of (0, f(0))", f"{PROOF}, equation (14)")
rests_on("BGS21.L8.5", "BGS21.L8.5.P", "all labels, not 0 alone", PROOF, repair="BGS21.L8.5.P.corrected")
rests_on("BGS21.L8.5", "BGS21.D8.1", "(P, G) is a (1/4, 1/8)-representation; G is finite", f"{PROOF}, the set G")


@uses("BGS21.L8.5", "BGS21.L8.5.eq14", f"{PROOF}, equation (14)")
def the_number_of_changed_rows_is_bounded(special: Unit, w: AtLeastOne, more: AtLeastOne) -> Use:
    """Equation (14) at the rows of a good sample that are not at 0, with w times ``more`` = e^{8 epsilon alpha m} as
    they are at most 8 alpha m: the probability on the copies of one row is at least e^{-8 epsilon alpha m} / 4, here
    times w."""
    return Use({"w": w, "other": QUARTER, "special": special}, gives=w * special >= 1 / more / 4)


@uses("BGS21.L8.5", "BGS21.L8.5.exec", f"{PROOF}, 'The probability that G does not contain'")
def all_executions_miss_rarely(p: UpToQuarter) -> Use:
    """ln(8) / p runs of A(0_sigma) all miss with probability at most 1/8, p = e^{-x} / 4, x = 8 epsilon alpha m."""
    return Use({"p": p}, gives=lambda runs: 1 - runs.fails >= Fraction(7, 8))


@uses("BGS21.L8.5", "BGS21.L8.5.size", f"{PROOF}, last display")
def the_size_is_of_the_printed_order(x: FromZero, L: PositiveReal, size: PositiveReal) -> Use:
    """A size of at most x + 4.1 L, x = 8 m epsilon alpha and L = ln(k+1), is at most 8 (m alpha epsilon + L)."""
    return Use({"x": x, "L": L, "size": size}, gives=size <= 8 * (x / 8 + L))


@uses("BGS21.L8.5", "BGS21.L8.5.size", f"{PROOF}, 'A can ignore part of its sample'", name="padded")
def samples_are_padded(C: PositiveInteger) -> Use:
    """Where m < 3 ln(4) / (4 alpha), A is run on 3 ln(4) / (4 alpha) rows, and the size must still be at most
    C (m alpha epsilon + ln(k+1)), with the m of the statement: here m = 1, alpha = 1 / (4 C), epsilon = C and k = 1,
    for every C."""
    x = 8 * ENOUGH_ROWS * C
    size = ln(8 * ln(8)) + x
    return Use({"x": x, "L": ln(2), "size": size}, gives=size <= C * (QUARTER + ln(2)))


@correction(
    "BGS21.L8.5.from.L8.5.size.padded.conclusion",
    "to ignore rows raises m to 3 ln(4) / (4 alpha), and the size by up to 6 ln(4) epsilon, more than any C (m alpha "
    "epsilon + ln(k+1)); for alpha m <= 1/16 no group privacy is needed, as all rows are at 0 with probability 3/4",
    factor=Constant(17, mutants=(8,), stronger="smaller"),
)
def few_rows_are_all_at_one_point(t: PositiveReal, alpha: UpToQuarter, factor: int) -> Truth:
    """With t = alpha m: for t <= 1/16 all rows are at 0 with probability at least (1 - 4 alpha)^m >= 1 - 4 t >= 3/4, by
    induction on m, as (1 - 4 t) (1 - 4 alpha) >= 1 - 4 (t + alpha), which leaves 1/4 for the copies of (0, f(0))
    themselves; for t >= 1/16 padding to 3 ln(4) / 4 <= 17 t costs a factor of 17."""
    few = (t <= Fraction(1, 16)).implies(HALF - 4 * t >= QUARTER)
    many = (t >= Fraction(1, 16)).implies(factor * t >= ENOUGH_ROWS)
    return few & many & ((1 - 4 * t) * (1 - 4 * alpha) >= 1 - 4 * (t + alpha))


# ---- Why the printed lemma is false, and its correction


rests_on("BGS21.L8.5", "BGS21.L8.5.unbounded", "no constant C serves", LEMMA)
rests_on("BGS21.L8.5", "BGS21.L8.5.balls", "RepDim(H) >= n/8 - ln(8/7)", LEMMA, name="balls")
rests_on("BGS21.L8.5.corrected", "BGS21.L8.5.mean", "q and q N are averaged over the samples", REPAIRED)


@uses("BGS21.L8.5.unbounded", "BGS21.L8.5.balls", LEMMA)
def the_least_representation_is_counted(C: PositiveInteger, G: AtLeastOne) -> Use:
    """On n = 8 C + 2 points a class of G functions serves a uniform one with probability at most G e^{-n/8}, which must
    be at least 7/8: ln G >= n/8 - ln(8/7), more than C ln 2, as k = 1."""
    return Use({"n": 8 * C + 2}, gives=lambda close: (G * close.fails >= Fraction(7, 8)).implies(C * ln(2) < ln(G)))


@uses("BGS21.L8.5.balls", "PROB.hoeffding", LEMMA)
def a_ball_is_small(n: PositiveInteger) -> Use:
    """A uniform function differs from a given one on at most n/4 = n/2 - n/4 of n points with probability at most
    e^{-n/8}."""
    return Use({"n": n, "t": QUARTER}, gives=lambda b: b.fails <= exp(-(n / 8)))


@uses("BGS21.L8.5.chern", "PROB.chernoff.upper", PROOF)
def the_sample_is_good(alpha: UpToQuarter, m: PositiveInteger) -> Use:
    """More than 8 alpha m of m draws are not at 0, twice the mean, with probability at most e^{-4 alpha m / 3}."""
    at = {"mean": 4 * alpha * m, "delta": Real.of(1)}
    return Use(at, gives=lambda b: 1 - b.fails >= 1 - exp(-(4 * alpha * m / 3)))


@uses("BGS21.L8.5.eq14", "DP.group", "Equation (14), section 8")
def group_privacy_gives_equation_14(epsilon: FromZero, t: Natural, q: Unit, r: Unit) -> Use:
    """t rows are changed: r >= e^{-epsilon t} q."""
    return Use({"w": exp(epsilon * t), "s": Real.of(0), "q": q, "r": r}, gives=r >= exp(-(epsilon * t)) * q)


@uses("BGS21.L8.5.corrected", "DP.group", REPAIRED)
def every_sample_is_carried_to_copies_of_one_row(epsilon: FromZero, N: Natural, q: Unit, special: Unit) -> Use:
    """Pure group privacy at a sample on which A is close with probability q, N rows of which are changed: a run on
    copies of one row is close with probability at least q e^{-epsilon N}."""
    at = {"w": exp(epsilon * N), "s": Real.of(0), "q": q, "r": special}
    return Use(at, gives=special >= q * exp(-(epsilon * N)))


@uses("BGS21.L8.5.corrected", "BGS21.L8.5.tangent", REPAIRED)
def the_power_is_replaced_by_its_tangent(y: FromZero, a: FromZero, power: Unit, q: Unit) -> Use:
    """At every sample q e^-a >= e^-y ((1 + y) q - q a), a = epsilon N, which is linear in q and q N."""
    line = q * power >= exp(-y) * ((1 + y) * q - q * a)
    return Use({"y": y, "a": a, "power": power}, gives=line)


@uses("BGS21.L8.5.corrected", "BGS21.L8.5.moved", REPAIRED)
def the_moved_rows_are_averaged(
    alpha: UpToQuarter, m: PositiveInteger, mean: FromZero, part: FromZero, epsilon: PositiveReal
) -> Use:
    """E[q N], a part of E[N], is at most 4 alpha m, here times epsilon."""
    at = {"alpha": alpha, "m": m, "mean": mean}
    return Use(at, given=part <= mean, gives=epsilon * part <= epsilon * (4 * alpha * m))


@uses("BGS21.L8.5.corrected", "BGS21.L8.5.exec.half", REPAIRED)
def a_whole_number_of_runs_misses_rarely(p: UpToHalf, less: Unit) -> Use:
    """floor(ln(8) / p) runs for each label all miss with probability at most 1/8, as a representation may."""
    return Use({"p": p, "less": less}, gives=lambda runs: 1 - runs.fails >= Fraction(7, 8))


# ---- What is drawn from it


rests_on("BGS21.S8.lb2.coin", "BGS21.D8.2", "RepDim(H) = ln 4 for the four functions on two points", DRAWN)
rests_on("BGS21.S8.lb2", "BGS21.D8.2", "RepDim(H) = ln 3 for three binary functions", DRAWN)


@uses("BGS21.S8.lb2", "BGS21.L8.5", DRAWN, repair="BGS21.L8.5.corrected")
def the_size_bounds_the_samples(k: PositiveInteger, c: PositiveUnit) -> Use:
    """The size R, at most C (x + L) with x = m alpha epsilon and L = ln(k+1), is to give x >= c (R - L) for some c > 0:
    it does for no c, here at x = 0 and a size below that of the repaired lemma."""
    R = ln((k + 1) * ln(8))
    return Use({"size": R, "k": k, "x": Real.of(0)}, gives=c * (R - ln(k + 1)) <= 0)


@correction(
    "BGS21.S8.lb2.from.L8.5.conclusion",
    "the constant that the O hides stays with ln(k+1) as well: m = Omega((RepDim(H) - C ln(k+1)) / (alpha epsilon)), "
    "and without it the bound is false (BGS21.S8.lb2.coin)",
    share=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def the_size_bounds_the_samples_beyond_a_multiple_of_the_logarithm(
    C: AtLeastOne, R: FromZero, x: FromZero, L: PositiveReal, share: Fraction
) -> Statement:
    """R <= C (x + L) gives C x >= R - C L."""
    return when(C * (x + L) >= R, C * x >= R - share * C * L)


@claim(
    "BGS21.S8.lb2.coin",
    "after Lemma 8.5, section 8",
    "remark",
    role="construction",
    narrows="the arithmetic of EXPLEARN on two rows; that its law is this is BGS21.ALG.EXPLEARN",
    cites=("BGS21.D8.2",),
    scale=Constant(128, mutants=(20,), stronger="smaller"),
)
def no_constant_saves_the_bound_for_small_alpha(y: FromLn8, w: Unit, scale: int) -> Truth:
    """m = Omega((RepDim(H) - ln(k+1)) / (alpha epsilon)) is false for small alpha as well: EXPLEARN on m = 2 rows, with
    epsilon = 2 y and v = e^{-y} <= 1/8, learns the four binary functions on two points, of RepDim ln 4, to (alpha, 1/2)
    with alpha = 16 v^2. The rows differ with probability w >= 2 alpha (1 - alpha) >= 24 v^2 where an error counts, and
    f is output with probability (1 - w) / (2 (1 + v^2)) + w / (1 + v)^2, at least 1/2 where w (1 - v)^2 >= v^2
    (1 + v)^2; but m alpha epsilon = 64 v^2 y is at most c (RepDim(H) - ln 2) with c = 128 v, as small as one likes."""
    v = exp(-y)
    half = equals((1 - w) * (1 + v) ** 2 + 2 * w * (1 + v**2), (1 + v) ** 2 + w * (1 - v) ** 2)
    return half & (24 * (1 - v) ** 2 >= (1 + v) ** 2) & (64 * y <= scale * ln(2) * exp(y))


@uses("BGS21.S8.lb2", "BGS21.L8.3", DRAWN, repair="BGS21.L8.3.corrected")
def a_learner_comes_from_the_representation_dimension(alpha: PositiveUnit, error: Unit, epsilon: PositiveReal) -> Use:
    """Combined with Lemma 8.3, RepDim(H) is to give a learner of every accuracy alpha: but the lemma makes of a (1/4,
    1/8)-representation, as RepDim has it, a (6/4, 2/8)-accurate one."""
    at = {"alpha": QUARTER, "beta": EIGHTH, "error": error, "epsilon": epsilon}
    return Use(at, gives=lambda learner: (error <= alpha) & (learner.fails <= HALF))


@correction(
    "BGS21.S8.lb2.from.L8.3.conclusion",
    "Lemma 8.3 makes the representation's error six times as large, and 6/4 is no accuracy: an (alpha / 6, "
    "1/8)-representation is needed, which is larger (by a factor of order log(1/alpha), BNS19)",
    factor=Constant(6, mutants=(5,), stronger="smaller"),
)
def a_learner_comes_from_a_closer_representation(alpha: PositiveUnit, factor: int) -> Truth:
    """An (alpha / 6, 1/8)-representation gives an (alpha, 1/2)-accurate learner by Lemma 8.3."""
    return (6 * (alpha / factor) <= alpha) & (2 * EIGHTH <= HALF)


@uses("BGS21.S8.lb2.corrected", "BGS21.L8.5.corrected", DRAWN)
def the_corrected_lemma_bounds_the_samples(size: FromZero, k: PositiveInteger, x: FromZero) -> Use:
    """RepDim(H) is at most the size of the lemma, x = m alpha epsilon."""
    return Use({"size": size, "k": k, "x": x}, gives=8 * x >= size - ln(2 * (k + 1) * ln(8)))
