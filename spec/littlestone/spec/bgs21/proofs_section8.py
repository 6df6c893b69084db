"""BGS21 section 8: what the proofs about representations and online learning use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

# ---- Lemma 8.3


@uses("BGS21.L8.3", "BGS21.L8.3.unbounded", "Lemma 8.3, section 8", draws="no constant C serves")
def the_bound_fails_for_every_constant(C: AtLeastOne) -> Use:
    """e^{600 C} singletons need more than (C / (alpha epsilon)) (RepDim(H) + ln(1/beta)) samples."""
    return Use({"C": C})


@uses("BGS21.L8.3", "BGS21.L8.3.packing", "Lemma 8.3, section 8", draws="alpha epsilon n >= (t - ln 4) / 48")
def singletons_need_many_samples(s: AtLeastOne, x: FromZero) -> Use:
    """Packing bounds the samples n = x / epsilon of a learner of s singletons."""
    return Use({"s": s, "x": x})


@uses("BGS21.L8.3", "BGS21.L8.3.buckets", "Lemma 8.3, section 8", draws="RepDim(H) <= ln 32")
def singletons_have_a_small_representation(N: PositiveSize) -> Use:
    """The indicators of the parts of a random partition represent the singletons on N points."""
    return Use({"N": N})


@uses("BGS21.L8.3.unbounded", "BGS21.L8.3.packing", "Lemma 8.3, section 8")
def packing_is_used_at_the_singletons(s: AtLeastOne, x: FromZero) -> Use:
    """With alpha = 1 / (6 (s + 1)), from epsilon n >= (s / 4) ln(s / 4) to alpha epsilon n >= (s / (s + 1)) ln(s / 4) /
    24, where no more than one row is at each point: s e^{-4 x / s} / 4 <= 1."""
    alpha = 1 / (6 * (s + 1))
    fits = s * exp(-(4 * x / s)) / 4 <= 1
    return Use({"s": s, "x": x}, given=fits, gives=alpha * x >= alpha * (s / 4 * ln(s / 4)))


@uses("BGS21.L8.3.unbounded", "BGS21.L8.3.buckets", "Lemma 8.3, section 8")
def buckets_are_used_at_the_singletons(R: FromZero) -> Use:
    """RepDim(H) <= ln 32, however many singletons there are: RepDim(H) + ln(1/beta) <= ln 256 at beta = 1/8."""
    return Use(says=ln(32) >= R, gives=R + ln(8) <= ln(256))


@uses("BGS21.L8.3.packing", "PROB.markov", "Lemma 8.3, section 8")
def few_rows_are_at_the_target(p: Unit, above: FromZero, below: FromZero) -> Use:
    """The number of rows at the target, n / s on average, is at least 4 n / s with probability p at most 1/4: here in
    units of n / s."""
    known = (above >= 4) & equals(p * above + (1 - p) * below, 1)
    return Use({"p": p, "a": 4, "above": above, "below": below}, given=known, gives=p <= QUARTER)


@uses("BGS21.L8.3.packing", "DP.group", "Lemma 8.3, section 8")
def the_target_is_output_on_zeros_too(u: AtLeastOne, w: AtLeastOne, right: Unit, zeros: Unit) -> Use:
    """The labels of at most 4 n / s rows are changed to 0, w = e^{4 epsilon n / s}: right with probability 1/4 there, A
    outputs the target on zeros with probability at least 1 / (4 w)."""
    arguments = {"u": u, "w": w, "q": right, "r": zeros, "s": 0, "delta": 0}
    return Use(arguments, given=right >= QUARTER, says=right <= w * zeros, gives=w * zeros >= QUARTER)


@uses("BGS21.L8.3.buckets", "PROB.markov", "Lemma 8.3, section 8")
def the_mass_in_the_targets_part_is_small(p: Unit, mean: FromZero, above: FromZero, below: FromZero) -> Use:
    """The mass of the other points in the target's part, 1/32 at most on average, is above 1/4 with probability at most
    1/8."""
    arguments = {"p": p, "a": QUARTER, "above": above, "below": below}
    known = [above >= QUARTER, equals(mean, p * above + (1 - p) * below), 32 * mean <= 1]
    return Use(arguments, given=all_of(known), gives=p <= EIGHTH)


@uses("BGS21.L8.3.proper", "PROB.markov", "for Lemma 8.3, section 8")
def the_mass_in_one_of_192_parts_is_small(p: Unit, mean: FromZero, above: FromZero, below: FromZero) -> Use:
    """In 192 parts the mass is above 1/12 with probability at most 12 / 192 = 1/16: here in units of 1/12."""
    known = [above >= 1, equals(mean, p * above + (1 - p) * below), 16 * mean <= 1]
    return Use({"p": p, "a": 1, "above": above, "below": below}, given=all_of(known), gives=16 * p <= 1)


@uses("BGS21.L8.3.proper", "DP.group", "for Lemma 8.3, section 8")
def every_target_is_output_on_the_same_rows(u: AtLeastOne, w: AtLeastOne, right: Unit, other: Unit) -> Use:
    """All n rows are changed, w = e^{epsilon n}: right with probability 3/4 on rows at its point, each target is output
    on any n rows with probability at least 3 / (4 w)."""
    arguments = {"u": u, "w": w, "q": right, "r": other, "s": 0, "delta": 0}
    return Use(arguments, given=right >= Fraction(3, 4), says=right <= w * other, gives=w * other >= Fraction(3, 4))


CORRECTED = "Lemma 8.3, section 8 (Lemma 14 of BNS19)"


@uses("BGS21.L8.3.corrected", "BGS21.D8.1", CORRECTED, draws="some g in G_i has error at most alpha")
def a_class_is_drawn_that_serves(beta: PositiveUnit, served: Unit) -> Use:
    """The class drawn from the (alpha, beta)-representation serves f under D, which are fixed before the draw, except
    with probability beta."""
    return Use(given=served >= 1 - beta, needs=1 - served <= beta, fails=beta)


@uses("BGS21.L8.3.corrected", "PROB.chernoff.upper", CORRECTED)
def the_close_hypothesis_seldom_errs_often(n: PositiveInteger, beta: PositiveUnit, tail: Unit, fail: Unit) -> Use:
    """A hypothesis of error at most alpha errs on 2 alpha n rows with probability at most ``tail`` = e^{-n alpha / 3},
    which is at most beta: delta = 1 at the mean n alpha of Bin(n, alpha), which is at least that of its errors."""
    return Use({"n": n, "d": 4}, given=tail <= beta, says=fail <= tail, gives=fail <= beta, fails=beta)


@uses("BGS21.L8.3.corrected", "PROB.chernoff.lower", CORRECTED)
def a_far_hypothesis_seldom_looks_close(n: PositiveInteger, alpha: PositiveUnit, p: PositiveUnit, fail: Unit) -> Use:
    """A hypothesis of error p > 6 alpha errs on at most 3 alpha n rows with probability at most e^{-3 alpha n / 4}:
    delta = 1/2 at the mean p n > 6 alpha n, and e^{-p n / 8} <= e^{-3 alpha n / 4}."""
    return Use(
        {"n": n, "d": 2},
        given=p > 6 * alpha,
        needs=3 * alpha <= (1 - HALF) * p,
        says=fail <= exp(-(HALF**2 * p * n / 2)),
        gives=HALF**2 * p / 2 >= 3 * alpha / 4,
    )


@uses("BGS21.L8.3.corrected", "PROB.union", CORRECTED)
def no_far_hypothesis_looks_close(
    beta: PositiveUnit, union: Unit, both: Unit, alone: Unit, chances: FromZero, one: FromZero
) -> Use:
    """One of at most g far hypotheses looks close with probability at most g e^{-3 alpha n / 4} <= beta: to those with
    ``chances`` together, one with at most ``one`` is added."""
    arguments = {"union": union, "both": both, "alone": alone, "chances": chances}
    known = [union <= chances, both + alone <= one, chances + one <= beta]
    return Use(arguments, given=all_of(known), gives=union + alone <= beta, fails=beta)


@uses("BGS21.L8.3.corrected", "BGS21.ALG.REPLEARN", CORRECTED)
def the_exponential_mechanism_loses_little(
    beta: PositiveUnit, far: FromZero, share: Unit, epsilon: PositiveReal
) -> Use:
    """REPLEARN draws from the class by the exponential mechanism, where hypotheses that err on alpha n more rows weigh
    at most e^{-epsilon alpha n / 2} each and ``far`` <= g e^{-epsilon alpha n / 2} <= beta together, the close one 1:
    they have a ``share`` of at most far. It is (epsilon, 0)-private."""
    return Use(given=far <= beta, says=share <= far, gives=share <= beta, fails=beta, epsilon=epsilon)


@uses("BGS21.L8.3.corrected", "BGS21.L8.3.proper", CORRECTED, draws="the learner is improper")
def the_learner_must_be_improper(C: AtLeastOne) -> Use:
    """No constant makes the learner proper, as Definition 2.6 asks."""
    return Use({"C": C})


@adds_up("BGS21.L8.3.corrected", CORRECTED)
def four_failures_and_one_budget(
    n: PositiveInteger,
    beta: PositiveUnit,
    served: Unit,
    tail: Unit,
    fail: Unit,
    union: Unit,
    both: Unit,
    alone: Unit,
    chances: FromZero,
    one: FromZero,
    far: FromZero,
    share: Unit,
    epsilon: PositiveReal,
) -> Total:
    """The representation, the close hypothesis, the choice and the far hypotheses fail with probability at most beta
    each, and the choice alone reads the sample: 4 beta and epsilon."""
    return Total(fails=4 * beta, epsilon=epsilon)


# ---- Lemma 8.4 and the lower bound that is drawn from it

FIRST_BOUND = "Section 8, after Lemma 8.4"


@uses("BGS21.L8.4.corrected", "DP.group", "Lemma 8.4, section 8 (Lemma 15 of BNS19)")
def any_sample_finds_close_hypotheses(u: AtLeastOne, w: AtLeastOne, right: Unit, fixed: Unit) -> Use:
    """All m rows of a sample on which A is right with probability at least 1/2 are changed, w = e^{m epsilon}: right
    with probability at least 1 / (2 w) on the fixed sample."""
    arguments = {"u": u, "w": w, "q": right, "r": fixed, "s": 0, "delta": 0}
    return Use(arguments, given=right >= HALF, says=right <= w * fixed, gives=w * fixed >= HALF)


@uses("BGS21.L8.4.corrected", "BGS21.D8.1", "Lemma 8.4, section 8", draws="an (alpha, 1/4)-representation")
def the_outcomes_of_the_runs_represent(missed: Unit) -> Use:
    """The class of the outcomes of the runs on a fixed sample is drawn before f and D matter, and misses with
    probability at most 1/4."""
    return Use(given=missed <= QUARTER, needs=1 - missed >= Fraction(3, 4))


@uses("BGS21.S8.lb", "BGS21.L8.4", FIRST_BOUND, repair="BGS21.L8.4.corrected")
def a_learner_bounds_the_representation_dimension(alpha: PositiveUnit) -> Use:
    """Lemma 8.4 gives an (alpha, 1/4)-representation, and RepDim asks for a (1/4, 1/8)-one: with alpha <= 1/4, and two
    draws for 1/8, as the constant is said not to matter."""
    return Use(says=alpha > 0, gives=(alpha <= QUARTER) & (QUARTER**2 <= EIGHTH))


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
def two_draws_are_united(p: UpToHalf, u: AtLeastOne, missed: Unit, second: Unit) -> Use:
    """Each draw misses with probability at most 1/4, two independent ones with probability at most 1/16 <= 1/8."""
    twice = missed * second
    return Use({"p": p, "u": u}, says=(missed <= QUARTER) & (second <= QUARTER), gives=twice <= EIGHTH)


# ---- Theorem 8.8

THEOREM = "Section 8, proof of Theorem 8.8"


@uses("BGS21.T8.8", "BGS21.D8.2", f"{THEOREM}, first paragraph", draws="some representation has the size RepDim(H)")
def a_smallest_representation_is_taken() -> Use:
    """The minimum of Equation (11) is attained, as sizes are logarithms of integers; there is nothing to show where
    RepDim(H) is infinite."""
    return Use()


@uses("BGS21.T8.8", "BGS21.L8.6", f"{THEOREM}, third paragraph and last lines")
def the_worst_sequence_is_taken(M: Natural, L: FromZero) -> Use:
    """Lemma 8.6 at d = MLD(H) = M, at least 1 as 0 is set aside, where infinite M means every d: some sequence of M
    examples, labelled by an f in H, costs the learner, which is fixed with its coins not yet tossed, L >= M / 2
    mistakes on average."""
    return Use(given=M > 0, needs=M >= 1, says=L >= M / 2, gives=M <= 2 * L)


@uses("BGS21.T8.8", "BGS21.D8.1", f"{THEOREM}, third paragraph")
def a_member_serves_the_empirical_distribution(M: PositiveInteger, wrong: Unit) -> Use:
    """Definition 8.1 at the f and the empirical distribution D of the M >= 1 examples, both fixed before the draw: a
    member with Pr_D[g != f] = ``wrong`` <= 1/4 makes at most M / 4 mistakes, except with probability 1/8."""
    return Use(needs=M >= 1, says=wrong <= QUARTER, gives=M * wrong <= M / 4, fails=EIGHTH)


@uses(
    "BGS21.T8.8",
    "BGS21.T8.8.E",
    f"{THEOREM}, 'Then, Pr[E] >= 7/8'",
    repair="BGS21.T8.8.E.corrected",
    draws="Pr[E] >= 7/8, for the event E of the fixed sequence",
)
def the_event_is_likely(N: PositiveSize) -> Use:
    """The event is used for the sequence and the labels of this proof alone, not for all D' and f'."""
    return Use({"N": N})


@uses("BGS21.T8.8", "BGS21.T8.8.eq16", f"{THEOREM}, equation (16)")
def the_law_of_total_expectation_is_used(p: Unit, good: FromZero, bad: FromZero, L: FromZero) -> Use:
    """E[L] = E[L | E] Pr[E] + E[L | not E] Pr[not E], where both have positive probability, and else without the part
    that has none."""
    return Use(says=equals(L, good * p + bad * (1 - p)), gives=good + bad * (1 - p) >= L)


@uses("BGS21.T8.8", "BGS21.T8.8.eq17", f"{THEOREM}, equation (17)")
def the_unlikely_event_costs_little(
    p: Annotated[Real, Reals(low=Fraction(7, 8), high=1)], good: FromZero, bad: FromZero, M: PositiveReal, s: FromZero
) -> Use:
    """With E[L | E] <= M / 4 + s, s = sqrt(RepDim(H) M / 2), and E[L | not E] <= M, as no round costs more than one
    mistake: E[L] <= 3 M / 8 + s."""
    arguments = {"p": p, "good": good, "bad": bad, "M": M}
    line = good * p + bad * (1 - p) <= Fraction(3, 8) * M + s
    return Use(arguments, given=(bad <= M) & (good <= M / 4 + s), gives=line)


@uses("BGS21.T8.8", "BGS21.L8.7", f"{THEOREM}, 'applying Theorem 8.7'")
def weighted_majority_follows_the_member(
    M: PositiveReal, R: FromZero, N: AtLeastOne, regret: FromZero, good: FromZero, best: FromZero
) -> Use:
    """Lemma 8.7 (printed: Theorem 8.7) at the N <= e^RepDim(H) functions of a class in E as experts, at least one, and
    T = M rounds, for each such class: E[L | E] <= M / 4 + sqrt(RepDim(H) M / 2); here ``regret`` is the root, and L is
    at most best + sqrt(ln(N) M / 2)."""
    known = all_of([ln(N) <= R, best <= M / 4, equals(regret**2, R * M / 2)])
    excess = ((good - best) ** 2 <= ln(N) * M / 2) | (good <= best)
    return Use(given=known, needs=N >= 1, says=excess, gives=(good - best) ** 2 <= regret**2)


@uses("BGS21.T8.8", "BGS21.T8.8.regret", f"{THEOREM}, 'putting together the arguments'")
def the_parts_are_put_together(M: PositiveReal, s: FromZero, L: FromZero) -> Use:
    """E[L] <= 3 M / 8 + s over a representation of size RepDim(H), and E[L] >= M / 2 by Lemma 8.6."""
    return Use(given=L >= M / 2, says=3 * M / 8 + s >= L, gives=s >= M / 8)


@uses("BGS21.T8.8", "BGS21.T8.8.fin", f"{THEOREM}, last display")
def the_last_display_is_drawn(M: PositiveReal, s: FromZero, R: FromZero) -> Use:
    """M / 2 <= 3 M / 8 + s with s^2 = R M / 2, R = RepDim(H), gives M / 32 <= R."""
    known = (3 * M / 8 + s >= M / 2) & equals(R, 2 * s**2 / M)
    return Use({"M": M, "s": s}, given=known, gives=M <= 32 * R)


@adds_up("BGS21.T8.8", f"{THEOREM}, equation (17)")
def only_the_draw_fails(M: PositiveInteger, wrong: Unit) -> Total:
    """The event E is missed with probability at most 1/8."""
    return Total(fails=EIGHTH)


@uses("BGS21.T8.8.E", "BGS21.D8.1", f"{THEOREM}, the event E", draws="one fixed f and D are served")
def the_definition_serves_one_function() -> Use:
    """Definition 8.1 fixes f and D before the draw, and the event E asks for all at once."""
    return Use()


@uses("BGS21.T8.8.eq17", "BGS21.T8.8.E.corrected", "Equation (17), section 8")
def the_probability_of_the_event_is_used(p: Unit) -> Use:
    """Pr[E] >= 7/8, so that Pr[not E] <= 1/8."""
    return Use(says=p >= Fraction(7, 8), gives=1 - p <= EIGHTH)


@uses("BGS21.T8.8.regret", "BGS21.D8.1", THEOREM)
def a_representation_serves_every_realizable_sequence(p: Unit, T: PositiveInteger) -> Use:
    """A drawn class has no member with at most T / 4 mistakes with probability 1 - p <= 1/8, which costs T (1 - p)."""
    return Use(says=p >= Fraction(7, 8), gives=T * (1 - p) <= T / 8)


@uses("BGS21.L8.7", "PROB.hoeffding.lemma", "Lemma 8.7, section 8 (page 20 of DSBDSS11)")
def the_total_weight_falls_by_hoeffdings_lemma(p: Unit, eta: PositiveReal, before: FromZero, after: FromZero) -> Use:
    """Where a round costs p, ln of the total weight goes from ``before`` to ``after``, which is before + ln(1 - p + p
    e^{-eta}), and so falls by at least eta p - eta^2 / 8."""
    fall = ln(1 - p * (1 - exp(-eta)))
    return Use({"p": p, "t": eta}, given=equals(after, before + fall), gives=after <= before - eta * p + eta**2 / 8)
