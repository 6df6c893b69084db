"""BGS21 section 8: what the proofs about representations and online learning use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

LEMMA = "Lemma 8.3, section 8"
CORRECTED = "Lemma 8.3, section 8, corrected"
FIRST_BOUND = "Section 8, after Lemma 8.4"
THEOREM = "Section 8, proof of Theorem 8.8"

# ---- Lemma 8.3


rests_on("BGS21.L8.3", "BGS21.L8.3.unbounded", "no constant C serves", LEMMA)
rests_on("BGS21.L8.3", "BGS21.L8.3.packing", "alpha epsilon n >= (t - ln 4) / 48", LEMMA)
rests_on("BGS21.L8.3", "BGS21.L8.3.buckets", "RepDim(H) <= ln 32", LEMMA)
rests_on("BGS21.L8.3.unbounded", "BGS21.L8.3.buckets", "RepDim(H) + ln(1/beta) <= ln 256 at beta = 1/8", LEMMA)
rests_on("BGS21.L8.3.corrected", "DP.exponential", "EXPLEARN on the drawn class", CORRECTED)
rests_on("BGS21.L8.3.corrected", "BGS21.L8.3.proper", "no constant makes the learner proper", CORRECTED)


@uses("BGS21.L8.3.unbounded", "BGS21.L8.3.packing", LEMMA)
def packing_is_used_at_the_singletons(L: FromZero, y: FromZero, together: Unit) -> Use:
    """With s = e^t, t = ln 4 + L, and alpha = 1 / (6 (s + 1)), epsilon n = 6 (s + 1) y gives alpha epsilon n = y >= L /
    48."""
    s = 4 * exp(L)
    return Use({"s": s, "x": 6 * (s + 1) * y, "together": together}, gives=48 * y >= L)


@uses("BGS21.L8.3.packing", "PROB.markov", LEMMA)
def few_rows_are_at_the_target(mean: Unit) -> Use:
    """The rows at the target, n / s on average, are seldom 4 n / s or more; here in units of n / s."""
    return Use({"level": Real.of(4), "mean": mean}, gives=lambda b: b.fails <= QUARTER)


@uses("BGS21.L8.3.packing", "DP.group", LEMMA)
def the_target_is_output_on_zeros_too(s: AtLeastOne, w: AtLeastOne, part: Unit) -> Use:
    """The labels of at most 4 n / s rows are changed to 0, w = e^{4 epsilon n / s}: right with probability 1/4 there, A
    outputs each of the s targets on zeros, all with a ``part`` of 1 together, so that w >= s / 4."""
    return Use({"w": w, "s": Real.of(0), "q": QUARTER, "r": part / s}, gives=w >= s / 4)


@uses("BGS21.L8.3.buckets", "PROB.markov", LEMMA)
def the_mass_in_the_targets_part_is_small(mean: Unit) -> Use:
    """The mass of the other points in the target's part, ``mean`` / 32 on average, is seldom above 1/4."""
    return Use({"level": QUARTER, "mean": mean / 32}, gives=lambda b: b.fails <= EIGHTH)


@uses("BGS21.L8.3.proper", "PROB.markov", "for Lemma 8.3, section 8")
def the_mass_in_one_of_192_parts_is_small(mean: Unit) -> Use:
    """In 192 parts the mass in one, ``mean`` / 192 on average, is above 1/12 with probability p at most 1/16."""
    return Use({"level": Fraction(1, 12), "mean": mean / 192}, gives=lambda b: b.fails <= Fraction(1, 16))


@uses("BGS21.L8.3.proper", "DP.group", "for Lemma 8.3, section 8")
def every_target_is_output_on_the_same_rows(N: AtLeastOne, w: AtLeastOne, part: Unit) -> Use:
    """All n rows are changed, w = e^{epsilon n}: right with probability 3/4 on rows at its point, each of N targets is
    output on the same n rows, all with a ``part`` of 1 together, so that w >= 3 N / 4."""
    return Use({"w": w, "s": Real.of(0), "q": Fraction(3, 4), "r": part / N}, gives=w >= 3 * N / 4)


@uses("BGS21.L8.3.corrected", "BGS21.D8.1", CORRECTED)
def a_class_is_drawn_that_serves(beta: PositiveUnit) -> Use:
    """The class that is drawn serves f under D, which are fixed before the draw, except with probability beta."""
    return Use({"beta": beta}, gives=lambda draw: 1 - draw.fails >= 1 - beta, times=1)


@uses("BGS21.L8.3.corrected", "PROB.union", CORRECTED)
def no_far_hypothesis_is_chosen(beta: PositiveUnit, g: AtLeastOne) -> Use:
    """One of at most g far hypotheses is chosen with probability at most g (beta / g)."""
    return Use({"chances": g * (beta / g)}, gives=lambda b: b.fails <= beta, times=1)


@uses("BGS21.L8.3.corrected", "BGS21.ALG.REPLEARN", CORRECTED)
def the_choice_alone_reads_the_sample(epsilon: PositiveReal) -> Use:
    """REPLEARN, which draws from the class by the exponential mechanism, is (epsilon, 0)-private."""
    return Use({"epsilon": epsilon}, gives=lambda learner: learner.epsilon <= epsilon, times=1)


@adds_up("BGS21.L8.3.corrected", CORRECTED)
def two_failures_and_one_budget(beta: PositiveUnit, g: AtLeastOne, epsilon: PositiveReal) -> Total:
    """The representation and the choice fail with probability at most beta each, and the choice alone reads the
    sample: 2 beta and epsilon."""
    return Total(fails=2 * beta, epsilon=epsilon)


# ---- Lemma 8.4 and the lower bound that is drawn from it


rests_on("BGS21.L8.4.corrected", "BGS21.D8.1", "an (alpha, 1/4)-representation", "Lemma 8.4, section 8")
rests_on("BGS21.S8.lb", "BGS21.D8.2", "RepDim(H) > 0 for two functions, which a coin learns", FIRST_BOUND)


@uses("BGS21.L8.4.corrected", "DP.group", "Lemma 8.4, section 8 (Lemma 15 of BNS19)")
def any_sample_finds_close_hypotheses(w: AtLeastOne, fixed: Unit) -> Use:
    """All m rows of a sample on which A is right with probability at least 1/2 are changed, w = e^{m epsilon}: right
    with probability at least 1 / (2 w) on the fixed sample."""
    return Use({"w": w, "s": Real.of(0), "q": HALF, "r": fixed}, gives=fixed >= HALF / w)


@uses("BGS21.S8.lb", "BGS21.L8.4", FIRST_BOUND, repair="BGS21.L8.4.corrected")
def a_learner_bounds_the_representation_dimension(alpha: PositiveUnit, size: FromZero, x: FromZero) -> Use:
    """Lemma 8.4 gives an (alpha, 1/4)-representation, and RepDim asks for a (1/4, 1/8)-one: with alpha <= 1/4, and two
    draws for 1/8, whose size, ln 2 more, is at most x = m epsilon and a constant."""
    line = (alpha <= QUARTER) & (size + ln(2) <= x + ln(4 * ln(4) + 2))
    return Use({"size": size, "x": x}, gives=lambda runs: line & (runs.fails**2 <= EIGHTH))


@correction(
    "BGS21.S8.lb.from.L8.4.conclusion",
    "the bound is said to be independent of alpha: for alpha > 1/4 an (alpha, 1/4)-representation is none with 1/4",
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
)
def an_accurate_learner_bounds_the_representation_dimension(alpha: PositiveUnit, e: Unit, most: Fraction) -> Statement:
    """For alpha <= 1/4 an error of at most alpha is at most 1/4, and two draws miss with probability at most 1/16."""
    return when([alpha <= most, e <= alpha], (e <= QUARTER) & (QUARTER**2 <= EIGHTH))


@uses("BGS21.S8.lb.corrected", "BGS21.L8.4.corrected", FIRST_BOUND)
def two_draws_are_united(size: FromZero, x: FromZero) -> Use:
    """Two draws of the lemma's representation both fail with probability at most 1/16 <= 1/8, and united have size at
    most x + 2.1, x = m epsilon."""
    line = ln(2) + size <= x + Fraction(21, 10)
    return Use({"size": size, "x": x}, gives=lambda runs: line & (runs.fails**2 <= EIGHTH))


# ---- Theorem 8.8


rests_on("BGS21.T8.8", "BGS21.D8.2", "some representation has the size RepDim(H)", THEOREM)
rests_on("BGS21.T8.8.E", "BGS21.D8.1", "f and D are fixed before; E asks for all", f"{THEOREM}, the event E")


@uses("BGS21.T8.8", "BGS21.L8.6", f"{THEOREM}, third paragraph and last lines")
def the_worst_sequence_is_taken(M: Natural, L: FromZero) -> Use:
    """Lemma 8.6 at d = MLD(H) = M, where infinite M means every d: some sequence of M examples, labelled by an f in H,
    costs the learner, which is fixed with its coins not yet tossed, L >= M / 2 mistakes on average."""
    return Use({"d": M, "L": L}, gives=M <= 2 * L)


@uses("BGS21.T8.8", "BGS21.D8.1", f"{THEOREM}, third paragraph")
def a_member_serves_the_empirical_distribution(M: PositiveInteger) -> Use:
    """Definition 8.1 at the f and the empirical distribution of the M examples, both fixed before the draw: with
    probability at least 7/8 a member makes at most M / 4 mistakes, and else all cost at most M / 8 on average."""
    return Use({"beta": EIGHTH}, gives=lambda draw: M * draw.fails <= M / 8, times=1)


@uses("BGS21.T8.8", "BGS21.T8.8.E", f"{THEOREM}, 'Then, Pr[E] >= 7/8'", repair="BGS21.T8.8.E.corrected")
def the_event_is_used_for_one_sequence(p: Unit, M: PositiveInteger) -> Use:
    """E of the fixed sequence alone, not of all D' and f': outside it M rounds cost at most M, M / 8 on average."""
    return Use({"p": p}, gives=(1 - p) * M <= M / 8)


@uses("BGS21.T8.8", "BGS21.T8.8.eq16", f"{THEOREM}, equation (16)")
def the_law_of_total_expectation_is_used(L: FromZero, inside: FromZero, good: FromZero, bad: FromZero) -> Use:
    """E[L] = E[L | E] Pr[E] + E[L | not E] Pr[not E], where both have positive probability, and else without the part
    that has none: the first part is at most E[L | E]."""
    return Use({"whole": L, "inside": inside, "outside": bad}, given=inside <= good, gives=good + bad >= L)


@uses("BGS21.T8.8", "BGS21.T8.8.eq17", f"{THEOREM}, equation (17)")
def the_unlikely_event_costs_little(L: FromZero, M: PositiveReal, s: FromZero) -> Use:
    """With E[L | E] <= M / 4 + s, s = sqrt(RepDim(H) M / 2), and E[L | not E] <= M: E[L] <= 3 M / 8 + s."""
    return Use({"whole": L, "good": M / 4 + s, "M": M}, gives=Fraction(3, 8) * M + s >= L)


@uses("BGS21.T8.8", "BGS21.L8.7", f"{THEOREM}, 'applying Theorem 8.7'")
def weighted_majority_follows_the_member(M: PositiveReal, R: FromZero, part: Unit, regret: FromZero) -> Use:
    """Lemma 8.7 (printed: Theorem 8.7) at the N functions of a class in E as experts and T = M rounds: with ln N a
    ``part`` of R = RepDim(H), the ``regret`` against the best expert is at most sqrt(R M / 2)."""
    return Use({"experts": part * R, "T": M, "regret": regret}, gives=regret**2 <= R * M / 2)


@uses("BGS21.T8.8", "BGS21.T8.8.regret", f"{THEOREM}, 'putting together the arguments'")
def the_parts_are_put_together(M: PositiveReal, s: FromZero, L: FromZero) -> Use:
    """E[L] <= 3 M / 8 + s over a representation of size RepDim(H), and E[L] >= M / 2 by Lemma 8.6."""
    return Use({"L": L, "T": M, "regret": s}, given=L >= M / 2, gives=s >= M / 8)


@uses("BGS21.T8.8", "BGS21.T8.8.fin", f"{THEOREM}, last display")
def the_last_display_is_drawn(M: PositiveReal, s: FromZero, R: FromZero) -> Use:
    """M / 2 <= 3 M / 8 + s with s^2 = R M / 2, R = RepDim(H), gives M <= 32 R."""
    return Use({"M": M, "s": s, "repdim": R}, given=s >= M / 8, gives=M <= 32 * R)


@adds_up("BGS21.T8.8", f"{THEOREM}, equation (17)")
def only_the_draw_fails(M: PositiveInteger) -> Total:
    """The event E is missed with probability at most 1/8."""
    return Total(fails=EIGHTH)


@uses("BGS21.T8.8.eq17", "BGS21.T8.8.E.corrected", "Equation (17), section 8")
def the_probability_of_the_event_is_used(p: Unit) -> Use:
    """Pr[E] >= 7/8, so that Pr[not E] <= 1/8."""
    return Use({"p": p}, gives=1 - p <= EIGHTH)


@uses("BGS21.T8.8.regret", "BGS21.D8.1", THEOREM)
def a_representation_serves_every_realizable_sequence(T: PositiveInteger) -> Use:
    """A drawn class has no member with at most T / 4 mistakes with probability at most 1/8, which costs T / 8."""
    return Use({"beta": EIGHTH}, gives=lambda draw: T * draw.fails <= T / 8)


@uses("BGS21.L8.7", "PROB.hoeffding.lemma", "Lemma 8.7, section 8 (page 20 of DSBDSS11)")
def the_total_weight_falls_by_hoeffdings_lemma(p: Unit, eta: PositiveReal, before: FromZero, fall: FromZero) -> Use:
    """Where a round costs p, ln of the total weight, ``before``, has the ``fall`` -ln(1 - p + p e^{-eta}), at least
    eta p - eta^2 / 8; over T rounds it falls by at least eta E[L] - T eta^2 / 8."""
    line = before - fall <= before - eta * p + eta**2 / 8
    return Use({"moment": eta * p - fall, "t": eta}, gives=line)


@uses("BGS21.T8.8.E.corrected", "BGS21.D8.1", f"{THEOREM}, third paragraph")
def the_definition_is_used_at_the_fixed_sequence(served: Unit) -> Use:
    """Definition 8.1 with beta = 1/8, at the f and D of the fixed sequence: the drawn class serves them with 7/8."""
    return Use({"beta": EIGHTH}, gives=lambda draw: (1 - served <= draw.fails).implies(served >= Fraction(7, 8)))
