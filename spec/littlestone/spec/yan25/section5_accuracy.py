"""YAN25 section 5: the accuracy of the improper learner."""

from collections.abc import Iterator
from itertools import pairwise, product

from littlestone.spec.class_trees.improper_laws import Points, votes
from littlestone.spec.class_trees.realizable import Round, realizable_samples, rounds
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

L7 = "Section 5, proof of Lemma 7"
L9 = "Section 5, proof of Lemma 9"
UpToTwo = Annotated[Real, Reals(low=0, high=2, low_open=True, high_open=True)]
STRICT = (
    "t may be n_PM itself, and Theorem 9 asks for more; the data set of the choosing mechanism are t chunks, not n_PM, "
    "and at equality a point without votes has the score t/6 - t/6 that is promised: the inequalities must be strict"
)
COR2 = "Section 5, proof of Corollary 2"

# ---- Concepts as paths, and what a chunk determines


def up_to_five_points(H: ConceptClass) -> bool:
    """Classes on at most five points."""
    return H.points <= 5


@claim("YAN25.L5", "Lemma 5, section 5", "lemma", reach=up_to_five_points, first=Constant(1, mutants=(0, 2)))
def concepts_are_paths_to_the_root(H: ListedVCOne, first: int) -> Truth:
    """For every c in C_f the points of I(c) can be ordered x_1 < ... < x_r, and no point is above x_r: their distances
    are r, ..., 1."""
    tree = class_tree(H)
    paths = (sorted(ones(c), key=tree.depth, reverse=True) for c in H.functions())
    return all_of(
        all_of(
            [
                *(is_below(H, x, y) for x, y in pairwise(path)),
                *(~is_below(H, path[-1], y) for y in range(H.points) if path),
                [tree.depth(x) for x in path] == list(range(len(path) + int(first) - 1, int(first) - 1, -1)),
            ]
        )
        for path in paths
    )


rests_on("YAN25.L5", "YAN25.L3", "the points of I(c) are comparable", "Section 5, proof of Lemma 5")


def samples_by(H: ConceptClass, flipped: int) -> Iterator[tuple[Function, Sample]]:
    """Every c and every set of points labelled by c, the label of point 0 flipped where ``flipped`` is 1."""
    for c in H.functions():
        by = (c[0] ^ int(flipped), *c[1:])
        yield from ((c, S) for S in realizable_samples(H.points, by))


@claim("YAN25.L6", "Lemma 6, section 5", "lemma", flipped=OFFSET)
def deterministic_points_lie_in_the_target(H: ListedVCOne, flipped: int) -> Truth:
    """Every point that is deterministic by a sample labelled by c* is in I(c*_f). Samples of all sizes are covered, for
    repeated rows change nothing."""
    return all_of(deterministic_points(H, S) <= ones(c) for c, S in samples_by(H, flipped))


@claim(
    "YAN25.L8",
    "Lemma 8, section 5",
    "lemma",
    narrows="the sets B_i; that their deepest points are then comparable is YAN25.L5 and YAN25.L6",
    flipped=OFFSET,
)
def what_chunks_determine_is_nested(H: ListedVCOne, flipped: int) -> Truth:
    """For all y_1, ..., y_t, as nodes, there is an order with y_1 <= ... <= y_t: of any two sets B_i, determined by
    chunks labelled by c*, one is a subset of the other."""
    return all_of(
        other >= B or other <= B
        for c in H.functions()
        for B, other in product(
            {deterministic_points(H, S) for S in realizable_samples(H.points, c)},
            {deterministic_points(H, S) for S in realizable_samples(H.points, turned(c, flipped))},
        )
    )


rests_on("YAN25.L8", "YAN25.L6", "all y_i are points of I(c*_f), or the root", "Section 5, proof of Lemma 8")
rests_on("YAN25.L8", "YAN25.L5", "the y_i are in order", "Section 5, proof of Lemma 8")


def turned(c: Function, flipped: int) -> Function:
    """The function with its label at the last point turned over where ``flipped`` is 1."""
    return (*c[:-1], c[-1] ^ int(flipped))


# ---- Lemma 7


@claim(
    "YAN25.L7",
    "Lemma 7, section 5",
    "lemma",
    narrows="one chunk, by its chance (1 - alpha)^s <= e^{-alpha s} of X3; alpha = e^-a and beta = e^-b at most 1, for "
    "larger ones nothing is claimed; natural logarithms",
    cites=("YAN25.X3",),
    size=Constant(48, mutants=(HALF,)),
)
def every_chunk_determines_an_accurate_hypothesis(a: FromZero, b: FromZero, size: Rational) -> Truth:
    """With probability 1 - beta t all h_i with I(h_i) = B_i are alpha-good: for a chunk of (48/alpha) (10 log(48
    e/alpha) + log(5/beta)) rows, e^{-alpha s} <= beta."""
    return b <= size * (10 * (ln(48) + 1 + a) + ln(5) + b)


rests_on("YAN25.L7", "YAN25.T3", "every consistent h' in C_f has error below alpha, for all t chunks", L7)
rests_on("YAN25.L7", "YAN25.L6", "B_i is a subset of I(c*_f) (h_i errs on points of I(c*_f) alone)", L7)
rests_on("YAN25.L7", "YAN25.L7.eq1", "error(h_i, c*_f) <= error(h', c*_f)", L7, repair="YAN25.L7.eq1.corrected")


@uses("YAN25.L7", "YAN25.X3", "Section 5, Lemma 7, by X3")
def a_chunk_is_seldom_bad(t: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Each of t chunks is bad with probability (1 - alpha)^s, at most beta for s = ln(1/beta)/alpha; the printed size
    has more."""
    at = {"alpha": alpha, "s": ln(1 / beta) / alpha}
    return Use(at, gives=lambda chunk: chunk.fails <= beta, times=t)


@adds_up("YAN25.L7", L7)
def all_chunks_fail(t: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Total:
    """t chunks fail with probability beta each."""
    return Total(fails=t * beta)


def witnesses(H: ConceptClass) -> Iterator[tuple[Function, Points, int, Function]]:
    """c*, B_i, a point x < y_i of I(c*), and a function h' != c* that agrees with the chunk and is 0 at x."""
    for c in H.functions():
        for S in realizable_samples(H.points, c):
            B = deterministic_points(H, S)
            agreeing = [h for h in consistent(H, S).functions() if h != c]
            yield from ((c, B, x, h) for x in sorted(ones(c) - B) for h in agreeing if h[x] == 0)


def missed(c: Function, B: Points) -> Points:
    """Where h_i and c* differ."""
    return ones(c) ^ B


def differing(h: Function, c: Function) -> Points:
    """Where two functions differ."""
    return frozenset(x for x, (a, b) in enumerate(zip(h, c, strict=True)) if a != b)


@claim("YAN25.L7.eq1", "Lemma 7, section 5: its proof", "displayed")
def a_consistent_hypothesis_errs_as_much(H: ListedVCOne) -> Truth:
    """For any x < y_i with c*_f(x) = 1 there is a consistent h' != c*_f with h'(x) = 0, and error(h_i, c*_f) <=
    error(h', c*_f): whatever the distribution is, where h_i differs from c*_f so does h', which is read as said of any
    such x and h'."""
    return all_of(missed(c, B) <= differing(h, c) for c, B, _, h in witnesses(H))


@correction(
    "YAN25.L7.eq1",
    "x must be the point next below y_i on the target's path: then h' is 0 on all of I(c*) outside of B_i. For the "
    "chain a > b, no row that tells anything, x = b and h' = {a}, h' errs on b alone and h_i on a and b",
    next=Constant(1, mutants=(2,)),
)
def a_hypothesis_that_is_0_at_the_next_point_errs_as_much(H: ListedVCOne, next: int) -> Truth:
    """For the x of I(c*_f) next below y_i every consistent h' with h'(x) = 0 has error(h_i, c*_f) <= error(h', c*_f),
    and there is one."""
    tree = class_tree(H)
    near = [(c, B, h) for c, B, x, h in witnesses(H) if tree.depth(x) == len(B) + int(next)]
    nearest = {(c, B) for c, B, _ in near}
    return all_of(
        [
            *(missed(c, B) <= differing(h, c) for c, B, h in near),
            *((c, B) in nearest for c, B, *_ in witnesses(H)),
        ]
    )


@claim("YAN25.L7.outside", "Lemma 7, section 5: its proof, second paragraph", "step")
def outside_of_the_determined_points_the_target_is_0(H: ListedVCOne) -> Truth:
    """For all x in I(h') outside of B_i, c*_f(x) = 0 because x is not in I(c*_f) (the print has h_1 for h'), h' being
    0 at any x < y_i with c*_f(x) = 1."""
    return all_of(c[x] == 0 for c, B, _, h in witnesses(H) for x in ones(h) - B)


@correction(
    "YAN25.L7.outside",
    "as in YAN25.L7.eq1: h' must be 0 at the point next below y_i",
    next=Constant(1, mutants=(2,)),
)
def outside_of_them_the_target_is_0_for_the_next_point(H: ListedVCOne, next: int) -> Truth:
    """For the x of I(c*_f) next below y_i and h'(x) = 0, the points of I(h') outside of B_i are not in I(c*_f)."""
    tree = class_tree(H)
    return all_of(c[y] == 0 for c, B, x, h in witnesses(H) if tree.depth(x) == len(B) + int(next) for y in ones(h) - B)


# ---- Lemma 9

SIZES = (1, 6)
WITHOUT_THE_SIZE = "that t/6 >= (16/epsilon) log(4 n_PM/(beta epsilon delta)) is of the arrow to Lemma 1"
CHUNKS = "t = 1 and 6 chunks, each with any set B_i that a sample labelled by the target determines"


@claim("YAN25.L9.eq1", "Lemma 9, section 5: its proof", "displayed", caps=CHUNKS)
def a_sixth_of_the_chunks_vote(H: ListedVCOne) -> Truth:
    """There are at least t/6 of the y_i with y_i <= x_good, that is, at a distance of at least z; it means sum q_i >=
    t/6."""
    return all_of(enough_votes(tree, each, 6) for tree, each in rounds(H, SIZES))


def enough_votes(tree: ClassTree, each: Round, part: int) -> bool:
    """The scores of the points of distance z add up to t/6 at least."""
    return int(part) * sum(votes(tree, each.found, each.z).values()) >= len(each.found)


@correction(
    "YAN25.L9.eq1",
    "z = 0 is a median where most B_i are empty, as for samples of zeros alone; no point has distance 0, and the root "
    "is in no B_i: all scores are 0. For z >= 1 it holds; at z = 0 the learner must take the root without votes",
    caps=CHUNKS,
    part=Constant(6, mutants=(5,)),
)
def a_sixth_of_the_chunks_vote_below_the_root(H: ListedVCOne, part: int) -> Truth:
    """For z >= 1 the scores of the points of distance z add up to at least t/6."""
    return all_of(enough_votes(tree, each, part) for tree, each in rounds(H, SIZES) if each.z >= 1)


def one_candidate(tree: ClassTree, each: Round, part: int) -> bool:
    """At most one point of distance z has votes, on the target's path, and it has t/6 of them."""
    voted = {x: score for x, score in votes(tree, each.found, each.z).items() if score}
    return voted.keys() <= each.target and len(voted) == 1 and int(part) * max(voted.values()) >= len(each.found)


@claim(
    "YAN25.L9.eq2",
    "Lemma 9, section 5: its proof",
    "displayed",
    caps=CHUNKS,
    narrows=WITHOUT_THE_SIZE,
)
def one_point_has_votes(H: ListedVCOne) -> Truth:
    """For any x other than x_good the score is 0, and x_good, the point of distance z on the target's path, has a score
    of at least t/6."""
    return all_of(one_candidate(tree, each, 6) for tree, each in rounds(H, SIZES))


@correction(
    "YAN25.L9.eq2",
    "as YAN25.L9.eq1: at z = 0 there is no such point",
    caps=CHUNKS,
    narrows=WITHOUT_THE_SIZE,
    part=Constant(6, mutants=(5,)),
)
def one_point_has_votes_below_the_root(H: ListedVCOne, part: int) -> Truth:
    """For z >= 1 only the point of distance z on the target's path has a positive score, and it is at least t/6."""
    return all_of(one_candidate(tree, each, part) for tree, each in rounds(H, SIZES) if each.z >= 1)


def prefix(tree: ClassTree, each: Round, z: int) -> Points:
    """The points of the target's path up to the distance z."""
    return frozenset(x for x in each.target if tree.depth(x) <= z)


@claim(
    "YAN25.L9.eq3",
    "Lemma 9, section 5: its proof",
    "displayed",
    caps=CHUNKS,
    deeper=Constant(0, mutants=(-1,)),
)
def some_chunk_is_within_the_choice(H: ListedVCOne, deeper: int) -> Truth:
    """At least one y_i is at or above x_good, hence B_i is a subset of I_good, which is one of I(c*_f): for the errors
    see YAN25.L9. At z = 0 both sets are empty."""
    return all_of(
        any(prefix(tree, each, each.z + int(deeper)) >= B for B in each.found) for tree, each in rounds(H, SIZES)
    )


@claim(
    "YAN25.L9",
    "Lemma 9, section 5",
    "lemma",
    caps=CHUNKS,
    narrows="what Theorem 9 and Lemma 1 promise is taken for granted: z is a 1/3-median, and x_good is a point of "
    "distance z whose score is less than t/6 below the largest, the root at z = 0; each fails with probability beta",
    cites=("YAN25.T9", "YAN25.L1"),
    part=Constant(6, mutants=(1,), stronger="smaller"),
)
def the_chosen_hypothesis_is_as_accurate_as_a_chunk(H: ListedVCOne, part: int) -> Truth:
    """When all h_i are alpha-good, error(h_good, c*_f) <= alpha with probability 1 - 2 beta: whatever the distribution
    is, h_good differs from c*_f only where some h_i does."""
    return all_of(
        any(each.target ^ tree.path(x) <= each.target ^ B for B in each.found)
        for tree, each in rounds(H, SIZES)
        for x in near_best(votes(tree, each.found, each.z), Fraction(len(each.found), int(part)))
    )


rests_on("YAN25.L9", "YAN25.L8", "the y_i are in order", L9)
rests_on("YAN25.L9", "YAN25.L4", "the y_i are in a domain of TD + 1 points, not said at the place", L9)


@uses("YAN25.L9", "YAN25.T9", L9, draws="z is a 1/3-median of the y_i")
def the_median_is_found(n_PM: PositiveReal, more: FromZero, beta: PositiveReal) -> Use:
    """Theorem 9 asks for n > n_PM values; there are t = n_PM + more >= n_PM of them."""
    return Use(needs=n_PM + more > n_PM, fails=beta)


rests_on("YAN25.L9", "YAN25.L9.eq1", "the scores add up to at least t/6", L9, repair="YAN25.L9.eq1.corrected")
rests_on("YAN25.L9", "YAN25.L3", "each B_i has one point of distance z at most", L9)
rests_on("YAN25.L9", "YAN25.L9.eq2", "x_good alone has a score, t/6 at least", L9, repair="YAN25.L9.eq2.corrected")


@uses("YAN25.L9", "YAN25.L1", L9, draws="the choosing mechanism outputs x_good")
def the_choice_is_right(n_PM: AtLeastOne, L: PositiveReal, epsilon: UpToTwo, beta: PositiveUnit) -> Use:
    """The score t/6 is at least (16/epsilon) L for L = log(4 n_PM/(beta epsilon delta)). Lemma 1, for t chunks, has
    log(4 t/(beta epsilon delta)) = L + log(t/n_PM), and its error must be less than t/6 to keep out a score of 0. Here
    t = 96 L/epsilon is the larger of the two numbers, and L is at least log(4 n_PM/(beta epsilon)), as delta <= 1."""
    t = 96 * L / epsilon
    is_of_a_delta = ln(4 * n_PM / (beta * epsilon)) <= L
    return Use(given=(t >= n_PM) & is_of_a_delta, needs=t / 6 > 16 / epsilon * (L + ln(t / n_PM)), fails=beta)


@correction("YAN25.L9.from.T9.premise", STRICT, factor=Constant(2000, mutants=(96,)), one=Constant(1, mutants=(0,)))
@correction("YAN25.L9.from.L1.premise", STRICT, factor=Constant(2000, mutants=(96,)), one=Constant(1, mutants=(0,)))
def the_median_and_the_choice_are_right(
    n_PM: AtLeastOne, e: FromZero, d: FromZero, more: FromZero, factor: int, one: int
) -> Truth:
    """Lemma 9 may use Theorem 9 and Lemma 1 for every t >= n_PM + 1 that is at least (2000/epsilon) L, L = log(4
    n_PM/(beta epsilon delta)), epsilon < 2, n_PM >= 1 and beta, delta <= 1: then t > n_PM and t/6 > (16/epsilon) log(4
    t/(beta epsilon delta)), so that a point without votes is not chosen. Here e = log(2/epsilon), d = log(1/(beta
    delta)), and t = (2000/epsilon) L (1 + more) in the second line, which is times epsilon."""
    L = ln(2) + ln(n_PM) + e + d
    lost = 96 * (ln(factor) + ln(L) + 2 * e + ln(1 + more) + d)
    return (lost < factor * L * (1 + more)) & (n_PM < n_PM + one + more)


@adds_up("YAN25.L9", L9)
def the_median_and_the_choice_fail(
    n_PM: AtLeastOne, more: FromZero, L: PositiveReal, epsilon: UpToTwo, beta: PositiveReal
) -> Total:
    """Each fails with probability beta."""
    return Total(fails=2 * beta)


def near_best(scores: dict[int, int], loss: Fraction) -> list[int]:
    """The points whose score is less than the loss below the largest; ROOT where there are none."""
    best = max(scores.values(), default=0)
    return [x for x, score in scores.items() if best - score < loss] or [ROOT]


# ---- Corollary 2


@terms("YAN25.Cor2")
def inaccurate_learner(t: PositiveInteger, beta: PositiveReal, steps: int = 2) -> Terms:
    """The output with t chunks has an error above alpha so seldom."""
    return Terms(fails=(t + steps) * beta)


@claim(
    "YAN25.Cor2",
    "Corollary 2, section 5",
    "corollary",
    narrows="the union bound; that the learner has these events is in its arrows",
    cites=("YAN25.L7", "YAN25.L9", "YAN25.Cor2.identity"),
    steps=Constant(2, mutants=(1,)),
)
def the_learner_is_accurate(t: PositiveInteger, beta: PositiveReal, steps: int) -> Truth:
    """With probability 1 - (t + 2) beta, error(h^_good, c*) <= alpha: t chunks fail with beta each, the median and the
    choice with beta each."""
    return t * beta + 2 * beta <= inaccurate_learner(t, beta, steps).fails


@uses("YAN25.Cor2", "YAN25.L7", COR2, draws="all chunks are good")
def the_chunks_are_good(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability 1 - beta t."""
    return Use(fails=t * beta)


@uses("YAN25.Cor2", "YAN25.L9", COR2, draws="x_good is accurate where all chunks are good")
def the_choice_is_accurate(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability 1 - 2 beta."""
    return Use(fails=2 * beta)


rests_on("YAN25.Cor2", "YAN25.Cor2.identity", "error(h^_good, c*) = error(h_good, c*_f)", COR2)


@adds_up("YAN25.Cor2", COR2)
def the_union_bound(t: PositiveInteger, beta: PositiveReal) -> Total:
    """(t + 2) beta."""
    return Total(fails=(t + 2) * beta)


@claim("YAN25.Cor2.identity", "Corollary 2, section 5: its proof", "step", turned=OFFSET)
def turning_labels_back_keeps_the_error(H: ListedVCOne, turned: int) -> Truth:
    """error(h^_good, c*) = error(h_good, c*_f) for every f and every path: with I^_good = {x : (x in I_good and f(x) =
    0) or (x not in I_good and f(x) = 1)}, they differ at the same points."""
    tree = class_tree(H)
    return all_of(
        differing(printed_output(tree.path(x), f, turned), represented(c, f)) == differing(tree.hypothesis(x), c)
        for f in all_functions(H.points, 2)
        for c in H.functions()
        for x in tree.nodes
    )


def printed_output(I_good: Points, f: Function, turned: int) -> Function:
    """h^_good of step 10 of Algorithm 2."""
    return tuple(int((x in I_good and y == 0) or (x not in I_good and y == 1)) ^ int(turned) for x, y in enumerate(f))
