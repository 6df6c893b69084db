"""YAN25 section 5: the improper learner and its privacy."""

from collections import Counter
from itertools import combinations_with_replacement, product

from littlestone.spec.class_trees.improper_laws import (
    Points,
    TreePlan,
    improper_law,
    law_on_chunks,
    votes,
)
from littlestone.spec.class_trees.realizable import determinable_sets, star, star_outputs
from littlestone.spec.classes.concept_classes import largest_size
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

Learn = Annotated[Run, Algorithm("YAN25.Alg2")]
OnChunks = Annotated[Run, Algorithm("YAN25.Alg2.chunks")]

T10 = "Section 5, proof of Theorem 10"
REPAIRED = "Section 5, Theorem 10, repaired"

# ---- The algorithm


def four_points(H: ConceptClass) -> bool:
    """Classes on at most four points."""
    return H.points <= 4


def three_points(H: ConceptClass) -> bool:
    """Classes on at most three points."""
    return H.points <= 3


def two_points(H: ConceptClass) -> bool:
    """Classes on at most two points."""
    return H.points <= 2


@claim("YAN25.Alg2", "Algorithm 2, section 5, step 3", "algorithm")
def every_chunk_has_a_largest_distance(H: ListedVCOne) -> Truth:
    """y_i = max_{x in B_i} d(x), the largest distance of a point that chunk i determines: it is defined for every chunk
    that a concept labels, here of one row."""
    chunks = [(row,) for row in all_rows(H)]
    return all_of(len(deterministic_points(H, S)) > 0 for S in chunks if largest_size(consistent(H, S)))


@correction(
    "YAN25.Alg2",
    "B_i is empty for a chunk of zeros, such as {(x, 0)} for H = {0, 1_x}: y_i must be 0 there; z = 0 is then a "
    "median, no point has distance 0, and x_good must be the root, as where the choosing mechanism fails. And a "
    "chunk that no concept agrees with must determine no point: see YAN25.T10",
    reach=two_points,
    narrows="t = 2 chunks, epsilon = 4 ln 2 and 8 ln 2, delta = 1/4",
    caps="n = 2 rows, on one point also 3",
    rate=Constant(1, mutants=(2,)),
)
def the_learner_has_the_law_of_its_listing(H: ExplicitBinary, law: LawOf, run: Learn, rate: Rational) -> Statement:
    """For every class of VC dimension at most 1, reduced or not, and every sample, realizable or not, the hypothesis
    has the law of the listing: f-representation, reduction of points by A1 and A2, a random partition, z by the private
    median of the distances, x_good by the choosing mechanism, and the labels turned back."""
    functions, plan = tuple(sorted(H.functions())), tiny_plan(2)
    listed = tiny_plan(2, rate)
    if len(functions) == 4:  # on two points the class of VC dimension 2
        return when(False, True)
    return all_of(
        same_law(law(run, functions, S, plan), improper_law(H, S, listed))
        for n in (2, 3)[: 3 - H.points]
        for S in combinations_with_replacement(all_rows(H), n)
    )


def tiny_plan(t: int, rate: Rational | int = 1) -> TreePlan:
    """Small sizes at which all weights are rational: the threshold of the votes is 2."""
    return TreePlan(int(t), 4 * ln(2) * rate, 8 * ln(2), QUARTER)


@claim(
    "YAN25.Alg2.chunks",
    "Algorithm 2, section 5, on a fixed partition",
    "algorithm",
    reach=three_points,
    narrows="t = 2 chunks, epsilon = 4 ln 2 and 8 ln 2, delta = 1/4",
    caps="chunks of two rows, one for each set that they determine and for whether a concept agrees with them (for "
    "which see YAN25.Alg2.determined)",
    rate=Constant(1, mutants=(2,)),
)
def the_choice_has_the_law_of_its_listing(H: ListedVCOne, law: LawOf, run: OnChunks, rate: Rational) -> Truth:
    """For every reduced class and every partition, realizable or not, (z, x_good) has the law of the listing: B_i by
    its definition, y_i its largest distance, z the private median, the score of each point of distance z the number of
    chunks that determine it, x_good by the choosing mechanism."""
    functions, plan = tuple(sorted(H.functions())), tiny_plan(2)
    kinds = {(deterministic_path(H, S), largest_size(consistent(H, S)) > 0): S for S in product(all_rows(H), repeat=2)}
    return all_of(
        same_law(law(run, functions, pair, plan), law_on_chunks(H, pair, tiny_plan(2, rate)))
        for pair in product(kinds.values(), repeat=2)
    )


# ---- Its sizes


@claim("YAN25.Alg2.eq1", "Algorithm 2, section 5: its parameters", "displayed", scale=Constant(3, mutants=(2,)))
def the_median_size_is_that_of_theorem_9(
    K: FromZero, x: Annotated[Real, Reals()], epsilon: PositiveReal, scale: int
) -> Truth:
    """n_PM(d, 1/3, beta, epsilon, delta) = O(log* d log^2(log* d/(beta delta)) / epsilon) is Theorem 9 at alpha = 1/3,
    with K = log* d, x = log(log* d/(beta delta)) and three times its constant."""
    return K * x**2 / (epsilon / 3) <= scale * K * x**2 / epsilon


@claim("YAN25.Alg2.eq2", "Algorithm 2, section 5: its parameters", "displayed")
def the_number_of_subsets(C: PositiveInteger) -> Truth:
    """t = max{n_PM, O(log(4 n_PM/(beta epsilon delta)) / epsilon)} = O(log* d log^2(log* d/(epsilon beta delta)) /
    epsilon) for any beta, epsilon, delta > 0, here within the ranges of Lemma 1 and M2: log* d = 1, beta = 1 - 1/(100
    C), delta = beta/2, epsilon = 2 beta < 2, n_PM = log^2(1/(beta delta))/epsilon as in Theorem 9 with the constant 1,
    and C is the constant of the second O. It fails for every C (YAN25.Alg2.eq2.unbounded)."""
    beta = 1 - 1 / (100 * C)
    K, delta, epsilon = 1, beta / 2, 2 * beta
    n_PM = K * ln(K / (beta * delta)) ** 2 / epsilon
    return n_PM <= C * K * ln(K / (epsilon * beta * delta)) ** 2 / epsilon


@correction(
    "YAN25.Alg2.eq2",
    "epsilon stands within the logarithm of the second form alone, which goes to 0 as epsilon beta delta comes near "
    "log* d: it takes epsilon <= 1 and beta, delta <= 1/2, say (and log* d at least 1: log* 1 = 0)",
    narrows="the last inequality; that log(4 n_PM/(beta epsilon delta)) <= ln 4 + 2 u + 2 ln u for n_PM <= u^2 log* "
    "d / epsilon, u = log(log* d/(epsilon beta delta)) >= ln 4, is in words",
    scale=Constant(3, mutants=(2,)),
)
def the_number_of_subsets_for_small_epsilon(u: Annotated[Real, Reals(low=ln(4))], scale: int) -> Truth:
    """For epsilon <= 1 and beta, delta <= 1/2, log(4 n_PM/(beta epsilon delta)) <= 3 u^2 <= 3 u^2 log* d."""
    return ln(4) + 2 * u + 2 * ln(u) <= scale * u**2


@claim(
    "YAN25.Alg2.eq2.unbounded",
    "Algorithm 2, section 5: its parameters",
    "remark",
    role="construction",
    narrows="the first inequality; the second is in words",
    power=Constant(3, mutants=(300,), stronger="larger"),
)
def the_second_form_vanishes_whatever_the_constant_is(z: Annotated[Real, Reals(low=100)], power: int) -> Truth:
    """For every C >= 1, z = 100 C and beta = 1 - 1/z, C log^2(1/beta^3) < log^2(2), which is at most log^2(1/(beta
    delta)) as delta = beta/2; epsilon is the same on both sides."""
    return z / 100 * (power * ln(z / (z - 1))) ** 2 < ln(2) ** 2


@claim("YAN25.Alg2.eq3", "Algorithm 2, section 5: its inputs", "displayed", vc=Constant(1, mutants=(2,)))
def each_subset_has_the_size_of_theorem_3(t: PositiveInteger, a: FromZero, b: FromZero, vc: int) -> Truth:
    """N = t (48/alpha) (10 log(48 e/alpha) + log(5/beta)): each of t equal parts has the size of Theorem 3 for VC
    dimension 1; alpha = e^-a, beta = e^-b."""
    N = t * 48 * exp(a) * (10 * (ln(48) + 1 + a) + ln(5) + b)
    return t * 48 * exp(a) * (10 * vc * (ln(48) + 1 + a) + ln(5) + b) <= N


# ---- Its privacy

TREES = (
    "t = 8 chunks of two rows, epsilon = 4 ln(3/2) < 2 as Lemma 1 asks, delta = 1/16; the median by ranks M4 and the "
    "choosing mechanism M2"
)


@claim("YAN25.T10", "Theorem 10, section 5", "theorem", caps=TREES)
def the_learner_is_private_as_printed(m: PositiveSize) -> Statement:
    """OPTPrivateLearner is (2 epsilon, 2 delta)-differentially private, for any two samples that differ in one row. A
    chunk with which no concept agrees determines every point, by Definition 15: all m scores rise by 1 at once. Here H
    has m + 1 functions, each 1 at one point at most, S is 16 times the row (0, 1), one of which becomes (1, 1); as the
    others are alike, the law of h^_good, which is compared, is the same for every partition."""
    H, epsilon, delta = star(int(m)), 4 * ln(Fraction(3, 2)), Fraction(1, 16)
    P, Q = star_outputs(H, TreePlan(8, epsilon, epsilon, delta), deterministic_points)
    return when(m >= 2, indistinguishable(P, Q, 2 * epsilon, 2 * delta))


@terms("YAN25.T10.corrected")
def private_learner(first: PositiveReal, second: PositiveReal, leaks: FromZero, delta: BelowHalf) -> Terms:
    """The learner with the median at (first, leaks) and the choice at (second, delta)."""
    return Terms(epsilon=first + second, delta=leaks + delta)


@correction(
    "YAN25.T10",
    "a chunk that no concept agrees with must determine no point. Then one row changes one chain: one score falls and "
    "one rises at most, and with an (e1, d1)-private median and M2 the learner is (e1 + e2, d1 + d2)-private, for all "
    "epsilon (Lemma 1 asks for epsilon < 2) and d2 < 1/2",
    narrows="an event and a pair of neighbours at a time: its chances at each distance z are numbers, which the steps "
    "YAN25.T10.rank to .cell bound; that a chunk determines a chain is YAN25.T10.chain, and the random partition, the "
    "same for both samples, is averaged out in words",
    cites=("YAN25.T10.rank", "YAN25.T10.median", "YAN25.T10.choice", "YAN25.T10.cell", "YAN25.T10.chain"),
    share=Constant(1, mutants=(HALF,)),
)
def the_learner_is_private(
    a: AtLeastOne,
    b: AtLeastOne,
    delta: BelowHalf,
    lost: FromZero,
    leak: FromZero,
    more: FromZero,
    r: Unit,
    q: FromZero,
    mass: FromZero,
    p: FromZero,
    c: FromZero,
    s: Unit,
    t: Unit,
    there: Unit,
    share: Fraction,
) -> Truth:
    """OPTPrivateLearner with an (e1, d1)-private median, as that of Theorem 9 or that by ranks with d1 = 0, and the
    choosing mechanism (e2, d2), d2 < 1/2, is (e1 + e2, delta)-private for delta = d1 + d2 and any number of chunks,
    points and votes, one distance z after the other, a = e^{e1}, b = e^{e2}: the event had r (a b q + lost + d2 mass)
    at the distances so far, where it has q and they have mass; the next has s a p + leak where it has p, and the event
    there t (b c + d2) where it has c, at most 1 in the leak. In the end mass = 1; d1 is what is lost, the leak and
    more."""
    d1 = lost + leak + more
    both = private_learner(ln(a), ln(b), d1, delta)
    before, z = r * (a * b * q + lost + delta * mass), s * a * p
    event = before + z * (t * (b * c + delta)) + leak * there
    law = event <= share * (a * b * (q + p * c)) + delta * (mass + z + leak) + lost + leak
    return all_of([law, ln(a) + ln(b) <= both.epsilon, d1 + delta <= both.delta])


@uses("YAN25.T10", "YAN25.T9", T10, draws="z is (epsilon, delta)-private")
def the_median_is_private(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """One changed entry changes one y_i; the median of Theorem 9 is run on them."""
    return Use(epsilon=epsilon, delta=delta)


rests_on("YAN25.T10", "YAN25.T10.bounded", "the scores are 1-bounded", T10, repair="YAN25.T10.bounded.corrected")


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


rests_on("YAN25.T10", "YAN25.T6", "(z, x_good) is composed of two steps, of which the second depends on z", T10)


@uses("YAN25.T10", "YAN25.T6.adaptive", T10)
def the_two_steps_compose(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """(z, x_good) is (2 epsilon, 2 delta)-private by Theorem 6 for adaptive mechanisms: it is stated for fixed ones."""
    at = {"first": epsilon, "second": epsilon, "delta1": delta, "delta2": delta}
    return Use(at, gives=lambda pair: (pair.epsilon <= 2 * epsilon) & (pair.delta <= 2 * delta))


rests_on("YAN25.T10", "YAN25.T5", "h^_good is (2 epsilon, 2 delta)-private", T10)


@adds_up("YAN25.T10", T10)
def the_budgets(epsilon: PositiveReal, delta: PositiveReal) -> Total:
    """Two steps of (epsilon, delta) each."""
    return Total(epsilon=2 * epsilon, delta=2 * delta)


rests_on("YAN25.T10.corrected", "YAN25.T10.rank", "one score of z changes by at most 1", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.median", "by ranks z is e1-private, whatever the y_i are", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.choice", "x_good is (e2, d2)-private given z", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.cell", "both together, at one z", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.chain", "a chunk votes for one point at each distance", REPAIRED)


def score_changes(H: ConceptClass, B: Points, other: Points) -> list[tuple[int, int]]:
    """For each distance z >= 1, how many scores fall and how many rise where a chunk determines another set."""
    tree = class_tree(H)
    found = []
    for z in range(1, tree.height + 1):
        before, after = votes(tree, [B], z), votes(tree, [other], z)
        signs = Counter((after[x] > before[x]) - (after[x] < before[x]) for x in before)
        found.append((signs[-1], signs[1]))
    return found


@claim("YAN25.T10.scores", "Theorem 10, section 5: its proof", "step")
def one_score_changes(H: ListedVCOne) -> Truth:
    """For each different entry there is at most one different element in q_1, ..., q_t (there are m of them), even
    where both chunks are realizable."""
    sets = determinable_sets(H)
    return all_of(fallen + risen <= 1 for B in sets for other in sets for fallen, risen in score_changes(H, B, other))


@correction(
    "YAN25.T10.scores",
    "a chunk may turn from one point to another: one score falls and another rises",
    most=Constant(1, mutants=(0,)),
)
def one_score_falls_and_one_rises(H: ListedVCOne, most: int) -> Truth:
    """At most one score falls and at most one rises, where a chunk that no concept agrees with determines no point."""
    sets = determinable_sets(H)
    return all_of(max(changes) <= most for B in sets for other in sets for changes in score_changes(H, B, other))


def all_chunks(H: ConceptClass) -> list[Sample]:
    """Every chunk of at most two rows, realizable or not."""
    return [S for n in range(3) for S in combinations_with_replacement(all_rows(H), n)]


TWO_ROWS = "chunks of at most two rows"


@claim("YAN25.T10.bounded", "Theorem 10, section 5: its proof", "step", caps=TWO_ROWS)
def the_scores_are_bounded_by_one(H: ListedVCOne) -> Truth:
    """q_1, ..., q_m is a 1-bounded function (Definition 12): another chunk raises the score of at most one point of
    distance z, whatever its rows are."""
    tree = class_tree(H)
    return all_of(
        sum(votes(tree, [deterministic_points(H, S)], z).values()) <= 1
        for S in all_chunks(H)
        for z in range(1, tree.height + 1)
    )


@correction(
    "YAN25.T10.bounded",
    "with a chunk that no concept agrees with, Definition 15 makes every point deterministic, and all scores rise; "
    "such a chunk must determine no point",
    caps=TWO_ROWS,
    most=Constant(1, mutants=(0,)),
)
def the_scores_are_bounded_by_one_for_sets_on_a_path(H: ListedVCOne, most: int) -> Truth:
    """If a chunk that no concept agrees with determines no point, it raises the score of at most one point."""
    tree = class_tree(H)
    return all_of(
        sum(votes(tree, [deterministic_path(H, S)], z).values()) <= most
        for S in all_chunks(H)
        for z in range(1, tree.height + 1)
    )


@claim(
    "YAN25.T10.unbounded",
    "for Theorem 10, section 5",
    "remark",
    role="construction",
    narrows="the arithmetic of the share, m - 1 a real number; that the new points weigh m - 1 is in words, and the "
    "chances of passing the test of M2 and of z = 1 are factors in front of it; e^{epsilon OPT/4} = w",
    least=Constant(1, mutants=(2,)),
)
def the_new_points_take_any_share(w: AtLeastOne, delta: BelowOne, least: int) -> Truth:
    """With m points a chunk that contradicts itself gives the m - 1 new ones the weight m - 1 at least, against w for
    the old one: for m - 1 = 2 w delta/(1 - delta) + 1 their share is above delta, whatever w and delta < 1 are."""
    new = 2 * w * delta / (1 - delta) + 1
    return new / (new + w) > least * delta
