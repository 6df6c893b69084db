"""YAN25 section 5: Theorem 10, the privacy of Algorithm 2, and what its proof says of the scores. The steps of the
corrected proof follow in section5_privacy_steps."""

from itertools import combinations

from littlestone.spec.class_trees.improper_laws import Points, TreePlan
from littlestone.spec.class_trees.realizable import determinable_sets, star, star_outputs
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

T10 = "Section 5, proof of Theorem 10"
REPAIRED = "Section 5, Theorem 10, corrected"
CHUNKS = "chunks of at most $|X|$ different rows"


# ---- Theorem 10


@claim(
    "YAN25.T10",
    "Theorem 10, section 5: privacy of the improper learner",
    "theorem",
    narrows="$H$ has $m + 1$ functions, each 1 at one point at most, $S$ is 16 times the row (0, 1), one of which "
    "becomes (1, 1); the law of $hat(h)_good$ is then the same for every partition",
    caps="$t = 8$ chunks of two rows, $epsilon = 4 ln(3/2) < 2$ as Lemma 1 asks, $delta = 1/16$; the median by ranks "
    "M4 and the choosing mechanism M2, with the root for $x_good$ where it fails",
)
def the_learner_is_private_as_printed(m: PositiveSize) -> Statement:
    """OPTPrivateLearner is $(2 epsilon, 2 delta)$-differentially private. Read as: for any two samples that differ in
    one row, realizable or not."""
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
    "one rises at most, and with an $(e_1, d_1)$-private median and M2 the learner is $(e_1 + e_2, d_1 + "
    "d_2)$-private, for all $epsilon$ (Lemma 1 asks for $epsilon < 2$) and $d_2 < 1/2$",
    narrows="an event and a pair of neighbours at a time: its chances at each distance $z$ are numbers, of which "
    "YAN25.T10.choice and the other steps that its proof uses say what their limits leave; that a chunk votes for one "
    "point at most at each distance is YAN25.T10.bounded.corrected, and that the random partition, the same for both "
    "samples, is averaged out is not formalized",
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
    """OPTPrivateLearner, $B_i$ being empty where no concept agrees with $S_i$, with an $(e_1, d_1)$-private median, as
    that of Theorem 9 or that by ranks with $d_1 = 0$, and the choosing mechanism $(e_2, d_2)$, $d_2 < 1/2$, is $(e_1 +
    e_2, delta)$-private for $delta = d_1 + d_2$ and any number of chunks, points and votes, one distance $z$ after the
    other, $a = e^{e_1}$, $b = e^{e_2}$: the event had $r (a b q + lost + d_2 mass)$ at the distances so far, where it
    has $q$ and they have mass; the next has $s a p + leak$ where it has $p$, and the event there $t (b c + d_2)$ where
    it has $c$, at most 1 in the leak. In the end $mass = 1$; $d_1$ is what is lost, the leak and more."""
    d1 = lost + leak + more
    both = private_learner(ln(a), ln(b), d1, delta)
    before, z = r * (a * b * q + lost + delta * mass), s * a * p
    event = before + z * (t * (b * c + delta)) + leak * there
    law = event <= share * (a * b * (q + p * c)) + delta * (mass + z + leak) + lost + leak
    return all_of([law, ln(a * b) <= both.epsilon, lost + leak + delta <= both.delta])


@uses("YAN25.T10", "YAN25.T9", T10, draws="$z$ is $(epsilon, delta)$-private")
def the_median_is_private(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """One changed entry changes one $y_i$; the median of Theorem 9 is run on them."""
    return Use(epsilon=epsilon, delta=delta)


rests_on("YAN25.T10", "YAN25.T10.bounded", "the scores are 1-bounded", T10, repair="YAN25.T10.bounded.corrected")


@uses("YAN25.T10", "YAN25.L1", T10, draws="$x_good$ is $(epsilon, delta)$-private")
def the_choice_is_private(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """By Lemma 1, which is for $epsilon$ in (0, 2), though the parameters of the algorithm are any $epsilon$, $delta >
    0$."""
    return Use(needs=epsilon < 2, epsilon=epsilon, delta=delta)


@correction(
    "YAN25.T10.from.L1.premise",
    "Lemma 1 has $epsilon < 2$: for larger ones it may be used at 1, say, with 1 for $epsilon$ in its error; M2 is "
    "for all",
    at=Constant(1, mutants=(2,)),
)
def the_choice_may_be_run_with_a_smaller_epsilon(epsilon: AtLeastTwo, at: int) -> Truth:
    """$1 < 2$, and $1 <= epsilon$ for $epsilon >= 2$, so that what is $(1, delta)$-private is $(epsilon,
    delta)$-private."""
    return (at < 2 + 0 * epsilon) & (at <= epsilon)


rests_on("YAN25.T10", "YAN25.T6.adaptive", "the second step depends on $z$, which is not said in Theorem 6", T10)


@uses("YAN25.T10", "YAN25.T6", T10)
def the_two_steps_compose(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """$z$ and $x_good$ are $(epsilon, delta)$-private each, and so $(2 epsilon, 2 delta)$-private together, if
    $x_good$ is so on $S$ alone; as it depends on $z$, see YAN25.T6.adaptive."""
    at = {"first": epsilon, "second": epsilon, "delta1": delta, "delta2": delta}
    return Use(at, gives=lambda pair: (pair.epsilon <= 2 * epsilon) & (pair.delta <= 2 * delta))


rests_on("YAN25.T10", "YAN25.T5", "$hat(h)_good$ is $(2 epsilon, 2 delta)$-private", T10)


@adds_up("YAN25.T10", T10)
def the_budgets(epsilon: PositiveReal, delta: PositiveReal) -> Total:
    """Two steps of $(epsilon, delta)$ each."""
    return Total(epsilon=2 * epsilon, delta=2 * delta)


@uses("YAN25.T10.corrected", "YAN25.T10.rank", REPAIRED)
def the_weights_change_with_the_ranks(v: AtLeastOne, fall: Annotated[Real, Reals()]) -> Use:
    """A weight is $v^q$ for the rank $q$, $v = e^{e_1/2}$: where the rank falls by at most 1, it falls by a factor of
    at most $v$. It is used in both directions: an event's weight falls from one sample to its neighbour, and the sum
    of all rises, as it falls from the neighbour to the sample."""
    return Use({"fall": fall}, gives=fall * ln(v) <= ln(v))


@uses("YAN25.T10.corrected", "YAN25.T10.median", REPAIRED)
def the_distance_is_private(epsilon: PositiveReal) -> Use:
    """By ranks, with the weights $e^{e_1 q/2}$, $z$ is $e_1$-private, whatever the $y_i$ are."""
    return Use({"v": exp(epsilon / 2)}, gives=lambda z: z.epsilon <= epsilon)


rests_on("YAN25.T10.corrected", "YAN25.T10.choice", "$x_good$ is $(e_2, d_2)$-private given $z$", REPAIRED)
rests_on(
    "YAN25.T10.corrected",
    "YAN25.T10.cell",
    "at one $z$ both have $e^{e_1 + e_2}$ times as much, and $d_2$ more",
    REPAIRED,
)
rests_on("YAN25.T10.corrected", "YAN25.T10.bounded.corrected", "a chunk votes for one point at each distance", REPAIRED)


@claim(
    "YAN25.T10.unbounded",
    "for Theorem 10, section 5: share of the points that get a new vote",
    "remark",
    role="companion",
    narrows="the arithmetic of the share, $m - 1$ a real number; that the new points weigh $m - 1$ is not formalized, "
    "and the chances of passing the test of M2 and of $z = 1$ are factors in front of it; $e^{epsilon OPT/4} = w$",
    least=Constant(1, mutants=(2,)),
)
def the_new_points_take_any_share(w: AtLeastOne, delta: BelowOne, least: int) -> Truth:
    """With $m$ points a chunk that contradicts itself gives the $m - 1$ new ones the weight $m - 1$ at least, against
    $w$ for the old one: for $m - 1 = 2 w delta/(1 - delta) + 1$ their share is above $delta$, whatever $w$ and $delta <
    1$ are."""
    new = 2 * w * delta / (1 - delta) + 1
    return new / (new + w) > least * delta


# ---- The scores


def chunks(H: ConceptClass) -> list[Sample]:
    """Every chunk of at most |X| different rows, realizable or not; repeats change no set of points."""
    return [S for n in range(H.points + 1) for S in combinations(all_rows(H), n)]


@claim("YAN25.T10.bounded", "Theorem 10, section 5, its proof: boundedness of the scores", "step", caps=CHUNKS)
def the_scores_are_bounded_by_one(H: ListedVCOne) -> Truth:
    """$q_1, ..., q_m$ is a 1-bounded function (Definition 12). Read as: any chunk, of whatever rows, raises the score
    of at most one point of distance $z$."""
    return all_of(raised(H, deterministic_points(H, S)) <= 1 for S in chunks(H))


def raised(H: ConceptClass, B: Points) -> int:
    """The most scores of points of one distance, at least 1, that a chunk raises by determining these points."""
    return max((len(B.intersection(level)) for level in levels(H)), default=0)


def levels(H: ConceptClass) -> list[tuple[int, ...]]:
    """The points of distance 1, 2, ... up to the height."""
    tree = class_tree(H)
    return [tree.level(z) for z in range(1, tree.height + 1)]


@correction(
    "YAN25.T10.bounded",
    "with a chunk that no concept agrees with, Definition 15 makes every point deterministic, and all scores rise; "
    "such a chunk must determine no point",
    caps=CHUNKS,
    most=Constant(1, mutants=(0,)),
)
def the_scores_are_bounded_by_one_for_sets_on_a_path(H: ListedVCOne, most: int) -> Truth:
    """If a chunk that no concept agrees with determines no point, any chunk raises the score of at most one point of
    each distance $z$."""
    return all_of(raised(H, deterministic_path(H, S)) <= most for S in chunks(H))


@claim("YAN25.T10.scores", "Theorem 10, section 5, its proof: scores changed by one row", "step")
def one_score_changes(H: ListedVCOne) -> Truth:
    """For each different entry of $S$ there is at most one different element in $y_1, ..., y_t$ and $q_1, ..., q_t$.
    Read as: in the $m$ scores, for any two realizable chunks; of the $y_i$ it is plain, as one chunk changes."""
    sets = determinable_sets(H)
    return all_of(len((B ^ other).intersection(level)) <= 1 for B in sets for other in sets for level in levels(H))


@correction(
    "YAN25.T10.scores",
    "a chunk may turn from one point to another: one score falls and another rises",
    most=Constant(1, mutants=(0,)),
)
def one_score_falls_and_one_rises(H: ListedVCOne, most: int) -> Truth:
    """At most one score falls, and so at most one rises, where a chunk that no concept agrees with determines no
    point."""
    sets = determinable_sets(H)
    return all_of(len((B - other).intersection(level)) <= most for B in sets for other in sets for level in levels(H))
