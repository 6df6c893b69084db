"""YAN25 section 5: what the proofs on the improper learner use."""

from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

UpToTwo = Annotated[Real, Reals(low=0, high=2, low_open=True, high_open=True)]

# ---- Theorem 10

T10 = "Section 5, proof of Theorem 10"


@uses("YAN25.T10", "YAN25.T9", T10, draws="z is (epsilon, delta)-private")
def the_median_is_private(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """One changed entry changes one y_i; the median of Theorem 9 is run on them."""
    return Use(epsilon=epsilon, delta=delta)


@uses(
    "YAN25.T10",
    "YAN25.T10.bounded",
    T10,
    repair="YAN25.T10.bounded.corrected",
    draws="the scores are 1-bounded, as Lemma 1 asks",
)
def the_scores_are_one_bounded(H: ListedVCOne) -> Use:
    """q_1, ..., q_m is a 1-bounded function (Definition 12)."""
    return Use({"H": H})


@uses("YAN25.T10", "YAN25.L1", T10, draws="x_good is (epsilon, delta)-private")
def the_choice_is_private(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """By Lemma 1, which is for epsilon in (0, 2), though the parameters of the algorithm are any epsilon, delta > 0."""
    return Use(needs=epsilon < 2, epsilon=epsilon, delta=delta)


@correction(
    "YAN25.T10.from.L1.premise",
    "Lemma 1 has epsilon < 2: for larger ones it may be used at 1, say, with 1 for epsilon in its error; M2 is for all",
    at=Constant(1, mutants=(2,)),
)
def the_choice_may_be_run_with_a_smaller_epsilon(epsilon: AtLeastTwo, at: int) -> Truth:
    """1 < 2, and what is (1, delta)-private is (epsilon, delta)-private for epsilon >= 2."""
    return (at < 2 + 0 * epsilon) & (at <= epsilon)


@uses(
    "YAN25.T10",
    "YAN25.T6",
    T10,
    repair="YAN25.T6.adaptive",
    assumes="the second mechanism, its points and its scores, depends on z",
    draws="(z, x_good) is (2 epsilon, 2 delta)-private",
)
def the_two_steps_are_composed(epsilon: PositiveReal) -> Use:
    """By the composition (Theorem 6), which is stated for fixed mechanisms."""
    return Use(needs=epsilon + epsilon <= 2 * epsilon)


@uses("YAN25.T10", "YAN25.T5", T10, draws="h^_good is (2 epsilon, 2 delta)-private")
def the_hypothesis_is_post_processed(epsilon: PositiveReal) -> Use:
    """The hypothesis is a function of x_good and of f, which does not depend on the data."""
    return Use(needs=epsilon > 0)


@adds_up("YAN25.T10", T10)
def the_budgets(epsilon: PositiveReal, delta: PositiveReal) -> Total:
    """Two steps of (epsilon, delta) each."""
    return Total(epsilon=2 * epsilon, delta=2 * delta)


REPAIRED = "Section 5, Theorem 10, repaired"


@uses("YAN25.T10.corrected", "YAN25.M4.privacy", REPAIRED, draws="z is e1-private, whatever the y_i are")
def ranks_change_by_one(epsilon: PositiveReal) -> Use:
    """One y_i changes, so the rank quality of every value changes by at most 1."""
    return Use(needs=epsilon > 0)


@uses("YAN25.T10.corrected", "YAN25.M2.privacy", REPAIRED, draws="x_good is (e2, delta)-private given z")
def one_vote_moves(delta: OpenUnit) -> Use:
    """One score falls and one rises at most: k = 1; delta < 1/2."""
    return Use(given=delta < HALF, needs=delta < HALF)


# ---- Lemmas 5 to 8


@uses("YAN25.L5", "YAN25.L3", "Section 5, proof of Lemma 5", draws="the points of I(c) are comparable")
def points_of_a_concept_are_comparable(H: ListedVCOne) -> Use:
    """By Lemma 3 every x, x' in I(c) are comparable; f is in C, so C_f has the zero function."""
    return Use(needs=H.contains((0,) * H.points))


@uses("YAN25.L8", "YAN25.L6", "Section 5, proof of Lemma 8", draws="all y_i are points of I(c*_f), or the root")
def all_are_on_the_target(H: ListedVCOne) -> Use:
    """By Lemma 6, all y_i are in I(c*_f)."""
    return Use({"H": H})


@uses("YAN25.L8", "YAN25.L5", "Section 5, proof of Lemma 8", draws="the y_i are in order")
def the_target_is_a_path(H: ListedVCOne) -> Use:
    """By Lemma 5 there is an order of the y_i, of which several may be equal."""
    return Use({"H": H})


L7 = "Section 5, proof of Lemma 7"


@uses("YAN25.L7", "YAN25.T3", L7, draws="every consistent h' in C_f has error below alpha, for all chunks")
def consistent_concepts_are_accurate(t: PositiveInteger, a: FromZero, b: FromZero, beta: PositiveReal) -> Use:
    """By Theorem 3 for VC dimension 1 with probability 1 - beta for each of t chunks, then by the union bound."""
    size = 48 * exp(a) * (10 * (ln(48) + 1 + a) + ln(5) + b)
    return Use(needs=size >= 48 * exp(a) * (10 * 1 * (ln(48) + 1 + a) + ln(5) + b), fails=t * beta)


@uses("YAN25.L7", "YAN25.L6", L7, draws="B_i is a subset of I(c*_f)")
def determined_points_are_on_the_target(H: ListedVCOne) -> Use:
    """h_i errs on points of I(c*_f) alone."""
    return Use({"H": H})


@uses(
    "YAN25.L7",
    "YAN25.L7.eq1",
    L7,
    repair="YAN25.L7.eq1.corrected",
    draws="error(h_i, c*_f) <= error(h', c*_f) <= alpha",
)
def the_determined_hypothesis_errs_less(H: ListedVCOne) -> Use:
    """Whatever the distribution is, for the x next below y_i."""
    return Use({"H": H})


@uses("YAN25.L7", "YAN25.X3", "Section 5, Lemma 7, by X3", draws="a chunk is bad with probability (1 - alpha)^s")
def a_chunk_is_bad_seldom(H: ListedVCOne) -> Use:
    """The sharper bound, of which the printed size has far more than enough."""
    return Use({"H": H})


@adds_up("YAN25.L7", L7)
def all_chunks_fail(t: PositiveInteger, a: FromZero, b: FromZero, beta: PositiveReal) -> Total:
    """t chunks fail with probability beta each."""
    return Total(fails=t * beta)


# ---- Lemma 9

L9 = "Section 5, proof of Lemma 9"


@uses("YAN25.L9", "YAN25.L8", L9, draws="the y_i are in order")
def the_nodes_are_in_order(H: ListedVCOne) -> Use:
    """Let pi be the order in Lemma 8."""
    return Use({"H": H})


@uses("YAN25.L9", "YAN25.L4", f"{L9}, and the parameters of Algorithm 2")
def the_distances_are_few(H: ListedVCOne) -> Use:
    """The y_i are in 0..TD(X, C_f), a domain of TD + 1 points, for which n_PM is taken. (Not said at the place.)"""
    heights = (class_tree(H).depth(x) for x in range(H.points))
    return Use({"H": H}, gives=all_of(threshold_dimension(H) >= depth for depth in heights))


@uses("YAN25.L9", "YAN25.T9", L9, draws="z is a 1/3-median of the y_i")
def the_median_is_found(n_PM: PositiveReal, more: FromZero, beta: PositiveReal) -> Use:
    """Theorem 9 asks for n > n_PM values; there are t = n_PM + more >= n_PM of them."""
    return Use(needs=n_PM + more > n_PM, fails=beta)


@correction(
    "YAN25.L9.from.T9.premise",
    "t is the maximum of n_PM and another number, hence may be n_PM itself, and n must be larger: t >= n_PM + 1",
    one=Constant(1, mutants=(0,)),
)
def one_value_more_is_enough(n_PM: PositiveReal, more: FromZero, one: int) -> Truth:
    """t = n_PM + 1 + more > n_PM."""
    return n_PM + one + more > n_PM


@uses("YAN25.L9", "YAN25.L9.eq1", L9, repair="YAN25.L9.eq1.corrected", draws="the scores add up to at least t/6")
def enough_chunks_vote(H: ListedVCOne) -> Use:
    """At least t/6 of the y_i are at or below x_good."""
    return Use({"H": H})


@uses("YAN25.L9", "YAN25.L3", L9, draws="each B_i has one point of distance z at most")
def two_points_of_one_distance_are_incomparable(H: ListedVCOne) -> Use:
    """By Lemma 3 two points of one B_i are comparable, hence of different distances; B_i is in some I(c)."""
    return Use(needs=H.contains((0,) * H.points))


@uses("YAN25.L9", "YAN25.L9.eq2", L9, repair="YAN25.L9.eq2.corrected", draws="x_good alone has a score, t/6 at least")
def one_point_is_voted_for(H: ListedVCOne) -> Use:
    """For any other x the score is 0."""
    return Use({"H": H})


@uses("YAN25.L9", "YAN25.L1", L9, draws="the choosing mechanism outputs x_good")
def the_choice_is_right(n_PM: AtLeastOne, L: PositiveReal, epsilon: UpToTwo, beta: PositiveReal) -> Use:
    """The score t/6 is at least (16/epsilon) L for L = log(4 n_PM/(beta epsilon delta)). Lemma 1, for t chunks, has
    log(4 t/(beta epsilon delta)) = L + log(t/n_PM), and its error must be less than t/6 to keep out a score of 0. Here
    t = 96 L/epsilon is the larger of the two numbers."""
    t = 96 * L / epsilon
    return Use(given=t >= n_PM, needs=t / 6 > 16 / epsilon * (L + ln(t / n_PM)), fails=beta)


@correction(
    "YAN25.L9.from.L1.premise",
    "the data set of the choosing mechanism are t chunks, not n_PM, and at equality a point without votes has the "
    "score t/6 - t/6 that is promised: with the constant 2000 for 96 the error is less than t/6, for beta, delta <= 1",
    factor=Constant(2000, mutants=(96,)),
)
def the_choice_is_right_for_more_chunks(L: Annotated[Real, Reals(low=ln(2))], h: FromZero, factor: int) -> Truth:
    """With t = 2000 L/epsilon, n_PM >= 1 and log(1/epsilon) = L - log 4 - h, h >= 0, (96/epsilon) (L + log t) < t."""
    return 96 * (L + ln(factor) + ln(L) + L - ln(4) - h) < factor * L


@adds_up("YAN25.L9", L9)
def the_median_and_the_choice_fail(
    n_PM: AtLeastOne, more: FromZero, L: PositiveReal, epsilon: UpToTwo, beta: PositiveReal
) -> Total:
    """Each fails with probability beta."""
    return Total(fails=2 * beta)


# ---- Corollary 2

COR2 = "Section 5, proof of Corollary 2"


@uses("YAN25.Cor2", "YAN25.L7", COR2, draws="all chunks are good")
def the_chunks_are_good(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability 1 - beta t."""
    return Use(fails=t * beta)


@uses("YAN25.Cor2", "YAN25.L9", COR2, draws="x_good is accurate where all chunks are good")
def the_choice_is_accurate(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability 1 - 2 beta."""
    return Use(fails=2 * beta)


@uses("YAN25.Cor2", "YAN25.Cor2.identity", COR2, draws="error(h^_good, c*) = error(h_good, c*_f)")
def the_error_is_kept(H: ListedVCOne) -> Use:
    """Labels are turned back."""
    return Use({"H": H})


@adds_up("YAN25.Cor2", COR2)
def the_union_bound(t: PositiveInteger, beta: PositiveReal) -> Total:
    """(t + 2) beta."""
    return Total(fails=(t + 2) * beta)


# ---- Theorem 11

T11 = "Section 5, before Theorem 11"


@uses("YAN25.T11", "YAN25.T10", T11, repair="YAN25.T10.corrected", draws="the learner is (epsilon, delta)-private")
def the_budget_is_halved(t: PositiveInteger, epsilon: PositiveReal, delta: PositiveReal, beta: PositiveReal) -> Use:
    """Substitute epsilon by epsilon/2 and delta by delta/2."""
    return Use(epsilon=2 * (epsilon / 2), delta=2 * (delta / 2))


@uses("YAN25.T11", "YAN25.Cor2", T11, draws="the error is at most alpha with probability 1 - beta")
def the_confidence_is_divided(
    t: PositiveInteger, epsilon: PositiveReal, delta: PositiveReal, beta: PositiveReal
) -> Use:
    """Substitute beta by beta/(t + 2)."""
    return Use({"t": t, "beta": beta / (t + 2)}, fails=(t + 2) * (beta / (t + 2)))


@uses("YAN25.T11", "YAN25.S1", T11, draws="there is such a t")
def the_substitution_is_solved(t: PositiveInteger) -> Use:
    """t depends on beta, and beta now on t."""
    return Use(needs=t >= 1)


@uses("YAN25.T11", "YAN25.S1.size", T11, repair="YAN25.S1.size.corrected", draws="N is of the printed size")
def the_size_is_kept(a: FromZero) -> Use:
    """We have the main result."""
    return Use({"a": a})


@uses("YAN25.T11", "YAN25.Cor1", T11, draws="log*(TD + 1) is of the order of log* d")
def the_logarithms_agree(d: PositiveInteger) -> Use:
    """Considering Corollary 1, for TD, where the domain of the distances has TD + 1 values."""
    return Use(needs=d >= 1)


@uses("YAN25.T11", "YAN25.L2", T11)
def the_dimension_is_that_of_the_class(H: Binary) -> Use:
    """d is the Littlestone dimension of C and TD that of C_f: TD(X, C_f) <= 2^(d_L(X, C_f) + 1) by Theorem 4, and d_L
    is the same. (Not said at the place.)"""
    classes = [f_representation(H, f) for f in all_functions(H.points, 2)]
    known = all_of(threshold_dimension(G) <= _power(G) for G in classes)
    return Use({"H": H}, given=known, gives=all_of(threshold_dimension(G) <= _power(H) for G in classes))


def _power(H: ConceptClass) -> Number:
    return littlestone_dimension(H).map(lambda d: 2 ** (d + 1))


@adds_up("YAN25.T11", T11)
def what_the_theorem_says(t: PositiveInteger, epsilon: PositiveReal, delta: PositiveReal, beta: PositiveReal) -> Total:
    """epsilon, delta and beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


BY_X4 = "Section 5, Theorem 11, repaired"


@uses("YAN25.T11.corrected", "YAN25.T9", BY_X4, draws="n_PM <= 4 K log^2(4 K/(beta delta)) / epsilon, up to a constant")
def the_median_needs_so_many_chunks(K: AtLeastOne) -> Use:
    """At alpha = 1/3 on TD + 1 values."""
    return Use(needs=4 * K >= K + 3)


@uses("YAN25.T11.corrected", "YAN25.Cor1", BY_X4, draws="log*(TD + 1) <= K + 3")
def the_iterated_logarithms_agree(K: AtLeastOne) -> Use:
    """In its additive form."""
    return Use(needs=K >= 1)


@uses("YAN25.T11.corrected", "YAN25.X4.corrected", BY_X4, draws="few chunks are bad")
def so_many_chunks_are_enough(t: PositiveReal, b: FromZero) -> Use:
    """t >= 8.73 ln(1/beta)."""
    return Use({"t": t, "b": b})


@uses("YAN25.S1.size.corrected", "YAN25.X4.corrected", BY_X4, draws="the chunks' size does not depend on t")
def chunks_may_be_bad(t: PositiveReal, b: FromZero) -> Use:
    """Each chunk may be bad with probability 1/24."""
    return Use({"t": t, "b": b})


@uses("YAN25.S1.size.corrected", "YAN25.X3", BY_X4, draws="ln(24)/alpha rows make it so")
def chunks_are_small(H: ListedVCOne) -> Use:
    """(1 - alpha)^s <= 1/24."""
    return Use({"H": H})


@uses("YAN25.T1.corrected", "YAN25.T11.corrected", BY_X4, draws="so many chunks are enough")
def theorem_1_is_theorem_11(K: AtLeastOne, u: Annotated[Real, Reals(low=ln(4))]) -> Use:
    """The two are the same."""
    return Use({"K": K, "u": u})


@uses("YAN25.T1.corrected", "YAN25.X4.corrected", BY_X4, draws="chunks of ln(24)/alpha + 1 rows are enough")
def theorem_1_has_small_chunks(t: PositiveReal, b: FromZero) -> Use:
    """Rounded up."""
    return Use({"t": t, "b": b})
