"""BGS21 section 8: what the proofs about representations and online learning use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

# ---- Lemma 8.3


rests_on("BGS21.L8.3", "BGS21.L8.3.unbounded", "no constant C serves", "Lemma 8.3, section 8")
rests_on("BGS21.L8.3", "BGS21.L8.3.packing", "alpha epsilon n >= (t - ln 4) / 48", "Lemma 8.3, section 8")
rests_on("BGS21.L8.3", "BGS21.L8.3.buckets", "RepDim(H) <= ln 32", "Lemma 8.3, section 8")


rests_on(
    "BGS21.L8.3.unbounded",
    "BGS21.L8.3.packing",
    "With alpha = 1 / (6 (s + 1)), from epsilon n >= (s / 4) ln(s / 4) to alpha epsilon n >= (s / (s + 1)) ln(s /"
    " 4) / 24, where no more than one row is at each point: s e^{-4 x / s} / 4 <= 1",
    "Lemma 8.3, section 8",
)


@uses("BGS21.L8.3.unbounded", "BGS21.L8.3.buckets", "Lemma 8.3, section 8")
def buckets_are_used_at_the_singletons(R: FromZero) -> Use:
    """RepDim(H) <= ln 32, however many singletons there are: RepDim(H) + ln(1/beta) <= ln 256 at beta = 1/8."""
    return Use(says=ln(32) >= R, gives=R + ln(8) <= ln(256))


@uses("BGS21.L8.3.packing", "PROB.markov", "Lemma 8.3, section 8")
def few_rows_are_at_the_target(mean: Unit) -> Use:
    """The number of rows at the target, n / s on average, is at least 4 n / s with probability p at most 1/4: here in
    units of n / s, of which the mean is at most 1."""
    return Use({"level": Real.of(4), "mean": mean}, gives=lambda b: b.fails <= QUARTER)


@uses("BGS21.L8.3.packing", "DP.group", "Lemma 8.3, section 8")
def the_target_is_output_on_zeros_too(w: AtLeastOne, zeros: Unit) -> Use:
    """The labels of at most 4 n / s rows are changed to 0, w = e^{4 epsilon n / s}: right with probability 1/4 there, A
    outputs the target on zeros with probability at least 1 / (4 w)."""
    return Use({"w": w, "s": Real.of(0), "q": QUARTER, "r": zeros}, gives=zeros >= QUARTER / w)


@uses("BGS21.L8.3.buckets", "PROB.markov", "Lemma 8.3, section 8")
def the_mass_in_the_targets_part_is_small(mean: Unit) -> Use:
    """The mass of the other points in the target's part, on average ``mean`` / 32, is above 1/4 with probability p at
    most 1/8."""
    return Use({"level": QUARTER, "mean": mean / 32}, gives=lambda b: b.fails <= EIGHTH)


@uses("BGS21.L8.3.proper", "PROB.markov", "for Lemma 8.3, section 8")
def the_mass_in_one_of_192_parts_is_small(mean: Unit) -> Use:
    """In 192 parts the mass in one, ``mean`` / 192 on average, is above 1/12 with probability p at most 1/16."""
    return Use({"level": Fraction(1, 12), "mean": mean / 192}, gives=lambda b: b.fails <= Fraction(1, 16))


@uses("BGS21.L8.3.proper", "DP.group", "for Lemma 8.3, section 8")
def every_target_is_output_on_the_same_rows(w: AtLeastOne, other: Unit) -> Use:
    """All n rows are changed, w = e^{epsilon n}: right with probability 3/4 on rows at its point, each target is output
    on any n rows with probability at least 3 / (4 w)."""
    right = Fraction(3, 4)
    return Use({"w": w, "s": Real.of(0), "q": right, "r": other}, gives=other >= right / w)


CORRECTED = "Lemma 8.3, section 8 (Lemma 14 of BNS19)"


@uses("BGS21.L8.3.corrected", "BGS21.D8.1", CORRECTED, draws="some g in G_i has error at most alpha")
def a_class_is_drawn_that_serves(beta: PositiveUnit, served: Unit) -> Use:
    """The class drawn from the (alpha, beta)-representation serves f under D, which are fixed before the draw, except
    with probability beta."""
    return Use(given=served >= 1 - beta, needs=1 - served <= beta, fails=beta)


@uses("BGS21.L8.3.corrected", "PROB.chernoff.upper", CORRECTED)
def the_close_hypothesis_seldom_errs_often(beta: PositiveUnit, more: FromZero) -> Use:
    """A hypothesis of error at most alpha errs on 2 alpha n rows with probability ``fail`` at most e^{-n alpha / 3} =
    ``part`` beta: delta = 1 at the mean n alpha of Bin(n, alpha), which is at least that of its errors."""
    at = {"mean": 3 * (ln(1 / beta) + more), "delta": Real.of(1)}
    return Use(at, gives=lambda b: b.fails <= beta, times=1)


@uses("BGS21.L8.3.corrected", "PROB.chernoff.lower", CORRECTED)
def a_far_hypothesis_seldom_looks_close(n: PositiveInteger, alpha: PositiveUnit, more: PositiveReal) -> Use:
    """A hypothesis of error p = 6 alpha + ``more`` errs on at most 3 alpha n rows with probability at most e^{-3 alpha
    n / 4}: delta = 1/2 at the mean p n, and p / 8 >= 3 alpha / 4."""
    p = 6 * alpha + more
    return Use({"mean": p * n, "delta": HALF}, gives=lambda b: b.fails <= exp(-(3 * alpha * n / 4)))


@uses("BGS21.L8.3.corrected", "PROB.union", CORRECTED)
def no_far_hypothesis_looks_close(beta: PositiveUnit, g: AtLeastOne) -> Use:
    """One of at most g far hypotheses looks close with probability at most g e^{-3 alpha n / 4} <= beta: one of the
    first with at most ``part`` beta, the last with at most the rest, so that their ``union`` has at most beta."""
    return Use({"chances": g * (beta / g)}, gives=lambda b: b.fails <= beta, times=1)


@uses("BGS21.L8.3.corrected", "BGS21.ALG.REPLEARN", CORRECTED)
def the_exponential_mechanism_loses_little(beta: PositiveUnit, part: Unit, far: Unit, epsilon: PositiveReal) -> Use:
    """REPLEARN draws from the class by the exponential mechanism, where at most g hypotheses that err on alpha n more
    rows weigh at most e^{-epsilon alpha n / 2} each, together ``part`` beta, and the close one 1: they are drawn with
    probability ``far`` at most part beta. It is (epsilon, 0)-private."""
    return Use(says=far <= part * beta, gives=far <= beta, fails=beta, epsilon=epsilon)


rests_on(
    "BGS21.L8.3.corrected",
    "BGS21.L8.3.proper",
    "the learner is improper (no constant makes the learner proper, as Definition 2.6 asks)",
    CORRECTED,
)


@adds_up("BGS21.L8.3.corrected", CORRECTED)
def four_failures_and_one_budget(
    beta: PositiveUnit, served: Unit, part: Unit, far: Unit, more: FromZero, g: AtLeastOne, epsilon: PositiveReal
) -> Total:
    """The representation, the close hypothesis, the choice and the far hypotheses fail with probability at most beta
    each, and the choice alone reads the sample: 4 beta and epsilon."""
    return Total(fails=4 * beta, epsilon=epsilon)


# ---- Lemma 8.4 and the lower bound that is drawn from it

FIRST_BOUND = "Section 8, after Lemma 8.4"


@uses("BGS21.L8.4.corrected", "DP.group", "Lemma 8.4, section 8 (Lemma 15 of BNS19)")
def any_sample_finds_close_hypotheses(w: AtLeastOne, fixed: Unit) -> Use:
    """All m rows of a sample on which A is right with probability at least 1/2 are changed, w = e^{m epsilon}: right
    with probability at least 1 / (2 w) on the fixed sample."""
    return Use({"w": w, "s": Real.of(0), "q": HALF, "r": fixed}, gives=fixed >= HALF / w)


rests_on("BGS21.L8.4.corrected", "BGS21.D8.1", "an (alpha, 1/4)-representation", "Lemma 8.4, section 8")


@uses("BGS21.S8.lb", "BGS21.L8.4", FIRST_BOUND, repair="BGS21.L8.4.corrected")
def a_learner_bounds_the_representation_dimension(alpha: PositiveUnit, x: FromZero) -> Use:
    """Lemma 8.4 gives an (alpha, 1/4)-representation, and RepDim asks for a (1/4, 1/8)-one: with alpha <= 1/4, and two
    draws for 1/8, as the constant is said not to matter."""
    return Use({"size": x, "x": x}, gives=(alpha <= QUARTER) & (QUARTER**2 <= EIGHTH))


@correction(
    "BGS21.S8.lb.from.L8.4.conclusion",
    "the bound is said to be independent of alpha: for alpha > 1/4 an (alpha, 1/4)-representation is none with 1/4",
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
)
def an_accurate_learner_bounds_the_representation_dimension(alpha: PositiveUnit, e: Unit, most: Fraction) -> Statement:
    """For alpha <= 1/4 an error of at most alpha is at most 1/4, and two draws miss with probability at most 1/16."""
    return when([alpha <= most, e <= alpha], (e <= QUARTER) & (QUARTER**2 <= EIGHTH))


@uses("BGS21.S8.lb", "BGS21.D8.2", FIRST_BOUND)
def two_functions_have_a_positive_representation_dimension(r: FromZero) -> Use:
    """RepDim(H) = ln ceil(7 |H| / 8) on up to 3 points, which is positive for two functions, that a coin learns from no
    sample."""
    return Use(says=r >= ln(representation_size(2)), gives=r > 0)


@uses("BGS21.S8.lb.corrected", "BGS21.L8.4.corrected", FIRST_BOUND)
def two_draws_are_united(size: FromZero, x: FromZero) -> Use:
    """Two draws of the lemma's representation, united, have size at most x + 2.1, x = m epsilon."""
    return Use({"size": size, "x": x}, gives=ln(2) + size <= x + Fraction(21, 10))


# ---- Theorem 8.8

SevenEighths = Annotated[Real, Reals(low=Fraction(7, 8), high=1)]
THEOREM = "Section 8, proof of Theorem 8.8"


rests_on("BGS21.T8.8", "BGS21.D8.2", "some representation has the size RepDim(H)", f"{THEOREM}, first paragraph")


@uses("BGS21.T8.8", "BGS21.L8.6", f"{THEOREM}, third paragraph and last lines")
def the_worst_sequence_is_taken(M: Natural, L: FromZero) -> Use:
    """Lemma 8.6 at d = MLD(H) = M, at least 1 as 0 is set aside, where infinite M means every d: some sequence of M
    examples, labelled by an f in H, costs the learner, which is fixed with its coins not yet tossed, L >= M / 2
    mistakes on average."""
    return Use(given=M > 0, needs=M >= 1, says=L >= M / 2, gives=M <= 2 * L)


@uses("BGS21.T8.8", "BGS21.D8.1", f"{THEOREM}, third paragraph")
def a_member_serves_the_empirical_distribution(M: PositiveInteger, wrong: Unit, served: SevenEighths) -> Use:
    """Definition 8.1 at the f and the empirical distribution D of the M >= 1 examples, both fixed before the draw: with
    probability ``served`` a member with Pr_D[g != f] = ``wrong`` <= 1/4 makes at most M / 4 mistakes."""
    return Use(needs=M >= 1, says=wrong <= QUARTER, gives=M * wrong <= M / 4, fails=1 - served)


rests_on(
    "BGS21.T8.8",
    "BGS21.T8.8.E",
    "Pr[E] >= 7/8, for the event E of the fixed sequence (the event is used for the sequence and the labels of "
    "this proof alone, not for all D' and f')",
    f"{THEOREM}, 'Then, Pr[E] >= 7/8'",
    repair="BGS21.T8.8.E.corrected",
)


@uses("BGS21.T8.8", "BGS21.T8.8.eq16", f"{THEOREM}, equation (16)")
def the_law_of_total_expectation_is_used(p: Unit, good: FromZero, bad: FromZero, L: FromZero) -> Use:
    """E[L] = E[L | E] Pr[E] + E[L | not E] Pr[not E], where both have positive probability, and else without the part
    that has none."""
    return Use(says=good * p + bad * (1 - p) >= L, gives=good + bad * (1 - p) >= L)


@uses("BGS21.T8.8", "BGS21.T8.8.eq17", f"{THEOREM}, equation (17)")
def the_unlikely_event_costs_little(p: SevenEighths, bad: FromZero, M: PositiveReal, s: FromZero) -> Use:
    """With E[L | E] <= M / 4 + s, s = sqrt(RepDim(H) M / 2), and E[L | not E] <= M, as no round costs more than one
    mistake: E[L] <= 3 M / 8 + s."""
    good = M / 4 + s
    line = good * p + bad * (1 - p) <= Fraction(3, 8) * M + s
    return Use({"p": p, "good": good, "M": M}, says=good * p + bad * (1 - p) <= good + M / 8, gives=line)


@uses("BGS21.T8.8", "BGS21.L8.7", f"{THEOREM}, 'applying Theorem 8.7'")
def weighted_majority_follows_the_member(
    M: PositiveReal, N: AtLeastOne, R: FromZero, part: Unit, regret: FromZero
) -> Use:
    """Lemma 8.7 (printed: Theorem 8.7) at the N functions of a class in E as experts, at least one, and T = M rounds,
    for each such class: with ln N a ``part`` of R = RepDim(H), the ``regret`` against the best expert, which makes at
    most M / 4 mistakes, is at most sqrt(ln(N) M / 2), and so at most sqrt(R M / 2)."""
    return Use(needs=N >= 1, says=regret**2 <= part * R * M / 2, gives=regret**2 <= R * M / 2)


@uses("BGS21.T8.8", "BGS21.T8.8.regret", f"{THEOREM}, 'putting together the arguments'")
def the_parts_are_put_together(M: PositiveReal, s: FromZero, L: FromZero) -> Use:
    """E[L] <= 3 M / 8 + s over a representation of size RepDim(H), and E[L] >= M / 2 by Lemma 8.6."""
    return Use(given=L >= M / 2, says=3 * M / 8 + s >= L, gives=s >= M / 8)


rests_on(
    "BGS21.T8.8",
    "BGS21.T8.8.fin",
    "M / 2 <= 3 M / 8 + s with s^2 = R M / 2, R = RepDim(H), gives M <= 32 R",
    f"{THEOREM}, last display",
)


@adds_up("BGS21.T8.8", f"{THEOREM}, equation (17)")
def only_the_draw_fails(M: PositiveInteger, wrong: Unit, served: SevenEighths) -> Total:
    """The event E is missed with probability at most 1/8."""
    return Total(fails=EIGHTH)


rests_on(
    "BGS21.T8.8.E",
    "BGS21.D8.1",
    "one fixed f and D are served (Definition 8.1 fixes f and D before the draw, and the event E asks for all at once)",
    f"{THEOREM}, the event E",
)


@uses("BGS21.T8.8.eq17", "BGS21.T8.8.E.corrected", "Equation (17), section 8")
def the_probability_of_the_event_is_used(p: Unit) -> Use:
    """Pr[E] >= 7/8, so that Pr[not E] <= 1/8."""
    return Use(says=p >= Fraction(7, 8), gives=1 - p <= EIGHTH)


@uses("BGS21.T8.8.regret", "BGS21.D8.1", THEOREM)
def a_representation_serves_every_realizable_sequence(p: Unit, T: PositiveInteger) -> Use:
    """A drawn class has no member with at most T / 4 mistakes with probability 1 - p <= 1/8, which costs T (1 - p)."""
    return Use(says=p >= Fraction(7, 8), gives=T * (1 - p) <= T / 8)


@uses("BGS21.L8.7", "PROB.hoeffding.lemma", "Lemma 8.7, section 8 (page 20 of DSBDSS11)")
def the_total_weight_falls_by_hoeffdings_lemma(p: Unit, eta: PositiveReal, before: FromZero, fall: FromZero) -> Use:
    """Where a round costs p, ln of the total weight, ``before``, has the ``fall`` -ln(1 - p + p e^{-eta}), at least
    eta p - eta^2 / 8; over T rounds it falls by at least eta E[L] - T eta^2 / 8."""
    line = before - fall <= before - eta * p + eta**2 / 8
    return Use({"moment": eta * p - fall, "t": eta}, gives=line)


@uses("BGS21.T8.8.E.corrected", "BGS21.D8.1", f"{THEOREM}, third paragraph")
def the_definition_is_used_at_the_fixed_sequence(missed: Unit) -> Use:
    """Definition 8.1 with beta = 1/8, at the f and D of the fixed sequence: a class that misses f has at most 1/8."""
    return Use(says=missed <= EIGHTH, gives=1 - missed >= Fraction(7, 8))
