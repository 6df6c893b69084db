"""YAN25 section 5: the median distance and the choice lead to an accurate hypothesis (Lemma 9), and so the learner is
accurate (Corollary 2)."""

from littlestone.spec.class_trees.improper_laws import Points, votes
from littlestone.spec.class_trees.realizable import Round, rounds
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

L9 = "Section 5, proof of Lemma 9"
STRICT = (
    "$t$ may be $n_PM$ itself, and Theorem 9 asks for more; the data set of the choosing mechanism are $t$ chunks, "
    "not $n_PM$, and at equality a point without votes has the score $t/6 - t/6$ that is promised: the inequalities "
    "must be strict"
)
COR2 = "Section 5, proof of Corollary 2"
SIZES = (1, 6)
WITHOUT_THE_SIZE = "that $t/6 >= (16/epsilon) log(4 n_PM/(beta epsilon delta))$ is of the dependency on Lemma 1"
CHUNKS = (
    "$t = 1$ and 6 chunks up to order, each with any set $B_i$ that a sample labelled by the target determines, and "
    "any $1/3$-median $z$ of the $y_i$, $y_i = 0$ where $B_i$ is empty, so that $z$ may be 0"
)


# ---- Lemma 9


@claim(
    "YAN25.L9",
    "Lemma 9, section 5: accuracy of the chosen hypothesis",
    "lemma",
    narrows=f"{CHUNKS}; what is taken for granted is more than Theorem 9 and Lemma 1 promise: $z$ is a $1/3$-median, "
    "$x_good$ is a point of distance $z$ whose score is less than $t/6$ below the largest, also of 7 chunks, where the "
    "print gives at most $t/6$ (YAN25.L9.from.L1.premise), and the root at $z = 0$, where Algorithm 2 has no point; "
    "each fails with probability $beta$",
    part=Constant(6, mutants=(1,), stronger="smaller"),
)
def the_chosen_hypothesis_is_as_accurate_as_a_chunk(H: ListedVCOne, part: int) -> Truth:
    """When all $h_i$ are $alpha$-good, $error(h_good, c^*_f) <= alpha$ with probability $1 - 2 beta$: whatever the
    distribution is, $h_good$ differs from $c^*_f$ only where some $h_i$ does."""
    return all_of(
        any(each.target ^ tree.path(x) <= each.target ^ B for B in each.found)
        for tree, each in rounds(H, (*SIZES, 7))  # of 7 one below the best is chosen too
        for x in near_best(votes(tree, each.found, each.z), Fraction(len(each.found), int(part)))
    )


def near_best(scores: dict[int, int], loss: Fraction) -> list[int]:
    """The points whose score is less than the loss below the largest; ROOT where there are none."""
    best = max(scores.values(), default=0)
    return [x for x, score in scores.items() if best - score < loss] or [ROOT]


rests_on("YAN25.L9", "YAN25.L8", "the $y_i$ are in order", L9)
rests_on("YAN25.L9", "YAN25.L4", "the $y_i$ are in a domain of $TD + 1$ points, not said at the place", L9)


@uses("YAN25.L9", "YAN25.T9", L9, draws="$z$ is a $1/3$-median of the $y_i$")
def the_median_is_found(n_PM: PositiveReal, more: FromZero, beta: PositiveReal) -> Use:
    """Theorem 9 asks for $n > n_PM$ values; there are $t = n_PM + more >= n_PM$ of them."""
    return Use(needs=n_PM + more > n_PM, fails=beta)


rests_on("YAN25.L9", "YAN25.L9.eq1", "the scores add up to at least $t/6$", L9, repair="YAN25.L9.eq1.corrected")
rests_on("YAN25.L9", "YAN25.L3", "each $B_i$ has one point of distance $z$ at most", L9)
rests_on("YAN25.L9", "YAN25.L9.eq2", "$x_good$ alone has a score, $t/6$ at least", L9, repair="YAN25.L9.eq2.corrected")


@uses("YAN25.L9", "YAN25.L1", L9, draws="the choosing mechanism outputs $x_good$")
def the_choice_is_right(n_PM: AtLeastOne, L: PositiveReal, epsilon: BelowTwo, beta: PositiveUnit) -> Use:
    """The score $t/6$ is at least $(16/epsilon) L$ for $L = log(4 n_PM/(beta epsilon delta))$. Lemma 1, for $t$ chunks,
    has $log(4 t/(beta epsilon delta)) = L + log(t/n_PM)$, and its error must be less than $t/6$ to keep out a score of
    0. Here $t = 96 L/epsilon$ is the larger of the two numbers, and $L$ is at least $log(4 n_PM/(beta epsilon))$, as
    $delta <= 1$."""
    t = 96 * L / epsilon
    is_of_a_delta = ln(4 * n_PM / (beta * epsilon)) <= L
    return Use(given=(t >= n_PM) & is_of_a_delta, needs=t / 6 > 16 / epsilon * (L + ln(t / n_PM)), fails=beta)


@correction("YAN25.L9.from.T9.premise", STRICT, factor=Constant(2000, mutants=(96,)), one=Constant(1, mutants=(0,)))
@correction("YAN25.L9.from.L1.premise", STRICT, factor=Constant(2000, mutants=(96,)), one=Constant(1, mutants=(0,)))
def the_median_and_the_choice_are_right(
    n_PM: AtLeastOne, e: FromZero, d: FromZero, more: FromZero, factor: int, one: int
) -> Truth:
    """Lemma 9 may use Theorem 9 and Lemma 1 for every $t >= n_PM + 1$ that is at least $(2000/epsilon) L$, $L = log(4
    n_PM/(beta epsilon delta))$, $epsilon < 2$, $n_PM >= 1$ and $beta$, $delta <= 1$: then $t > n_PM$ and $t/6 >
    (16/epsilon) log(4 t/(beta epsilon delta))$, so that a point without votes is not chosen. Here $e = log(2/epsilon)$,
    $d = log(1/(beta delta))$, and $t = (2000/epsilon) L (1 + more)$ in the second line, which is times $epsilon$."""
    L = ln(2) + ln(n_PM) + e + d
    lost = 96 * (ln(factor) + ln(L) + 2 * e + ln(1 + more) + d)
    return (lost < factor * L * (1 + more)) & (n_PM < n_PM + one + more)


@adds_up("YAN25.L9", L9)
def the_median_and_the_choice_fail(
    n_PM: AtLeastOne, more: FromZero, L: PositiveReal, epsilon: BelowTwo, beta: PositiveReal
) -> Total:
    """Each fails with probability $beta$."""
    return Total(fails=2 * beta)


@claim("YAN25.L9.eq1", "Lemma 9, section 5, its proof: sum of the scores", "displayed", narrows=CHUNKS)
def a_sixth_of_the_chunks_vote(H: ListedVCOne) -> Truth:
    """There are at least $t/6$ of the $y_i$ with $y_i <= x_good$; it means sum $q_i >= t/6$. Read as: the scores of the
    points of distance $z$ add up to $t/6$ at least."""
    return all_of(enough_votes(tree, each, 6) for tree, each in rounds(H, SIZES))


def enough_votes(tree: ClassTree, each: Round, part: int) -> bool:
    """The scores of the points of distance z add up to t/6 at least."""
    return int(part) * sum(votes(tree, each.found, each.z).values()) >= len(each.found)


@correction(
    "YAN25.L9.eq1",
    "$z = 0$ is a median where most $B_i$ are empty, as for samples of zeros alone; no point has distance 0, and the "
    "root is in no $B_i$: all scores are 0. For $z >= 1$ it holds; at $z = 0$ the learner must take the root without "
    "votes",
    narrows=CHUNKS,
    part=Constant(6, mutants=(5,)),
)
def a_sixth_of_the_chunks_vote_below_the_root(H: ListedVCOne, part: int) -> Truth:
    """For $z >= 1$ the scores of the points of distance $z$ add up to at least $t/6$."""
    return all_of(enough_votes(tree, each, part) for tree, each in rounds(H, SIZES) if each.z >= 1)


def one_candidate(tree: ClassTree, each: Round, part: int) -> bool:
    """At most one point of distance z has votes, on the target's path, and it has t/6 of them."""
    voted = {x: score for x, score in votes(tree, each.found, each.z).items() if score}
    return voted.keys() <= each.target and len(voted) == 1 and int(part) * max(voted.values()) >= len(each.found)


@claim(
    "YAN25.L9.eq2",
    "Lemma 9, section 5, its proof: score of the chosen point",
    "displayed",
    narrows=f"{CHUNKS}; {WITHOUT_THE_SIZE}",
)
def one_point_has_votes(H: ListedVCOne) -> Truth:
    """For any $x$ other than $x_good$ the score is 0, and for $x_good$ it is at least $t/6$. Read as: $x_good$ is the
    point of distance $z$ on the target's path."""
    return all_of(one_candidate(tree, each, 6) for tree, each in rounds(H, SIZES))


@correction(
    "YAN25.L9.eq2",
    "as YAN25.L9.eq1: at $z = 0$ there is no such point",
    narrows=f"{CHUNKS}; {WITHOUT_THE_SIZE}",
    part=Constant(6, mutants=(5,)),
)
def one_point_has_votes_below_the_root(H: ListedVCOne, part: int) -> Truth:
    """For $z >= 1$ only the point of distance $z$ on the target's path has a positive score, and it is at least
    $t/6$."""
    return all_of(one_candidate(tree, each, part) for tree, each in rounds(H, SIZES) if each.z >= 1)


@claim(
    "YAN25.L9.eq3",
    "Lemma 9, section 5, its proof: chunk within the chosen path",
    "displayed",
    narrows=CHUNKS,
    deeper=Constant(0, mutants=(-1,)),
)
def some_chunk_is_within_the_choice(H: ListedVCOne, deeper: int) -> Truth:
    """At least one $y_i$ is at or above $x_good$, hence $B_i$ is a subset of $I_good$. Read as: $x_good$ is the point
    of distance $z$ on the target's path, the root at $z = 0$; for the errors see YAN25.L9."""
    return all_of(
        any(all(tree.depth(x) <= each.z + int(deeper) for x in B) and each.target >= B for B in each.found)
        for tree, each in rounds(H, SIZES)
    )


# ---- Corollary 2


@terms("YAN25.Cor2")
def inaccurate_learner(t: PositiveInteger, beta: PositiveReal, steps: int = 2) -> Terms:
    """The output with t chunks has an error above alpha so seldom."""
    return Terms(fails=(t + steps) * beta)


@claim(
    "YAN25.Cor2",
    "Corollary 2, section 5: accuracy of the improper learner",
    "corollary",
    narrows="the union bound alone; that the learner has these events is shown in part only, by YAN25.L7, and by "
    "YAN25.L9, where $t$ is larger than printed and the learner takes the root at $z = 0$",
    steps=Constant(2, mutants=(1,)),
)
def the_learner_is_accurate(t: PositiveInteger, beta: PositiveReal, steps: int) -> Truth:
    """With probability $1 - (t + 2) beta$, $error(hat(h)_good, c^*) <= alpha$: $t$ chunks fail with $beta$ each, the
    median and the choice with $beta$ each."""
    return t * beta + 2 * beta <= inaccurate_learner(t, beta, steps).fails


@uses("YAN25.Cor2", "YAN25.L7", COR2, draws="all chunks are good")
def the_chunks_are_good(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability $1 - beta t$."""
    return Use(fails=t * beta)


@uses("YAN25.Cor2", "YAN25.L9", COR2, draws="$x_good$ is accurate where all chunks are good")
def the_choice_is_accurate(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability $1 - 2 beta$."""
    return Use(fails=2 * beta)


@uses("YAN25.Cor2", "PROB.union", f"{COR2}: by the union bound")
def chunks_or_choice_fail(t: PositiveInteger, beta: PositiveReal, chunk: Unit, choice: Unit) -> Use:
    """A bad chunk has a part of $beta t$ for its probability (Lemma 7), and a bad choice where none is bad a part of $2
    beta$ (Lemma 9): one of them has at most $(t + 2) beta$."""
    chances = chunk * (t * beta) + choice * (2 * beta)
    return Use({"chances": chances}, gives=lambda some: some.fails <= (t + 2) * beta)


rests_on("YAN25.Cor2", "YAN25.Cor2.identity", "$error(hat(h)_good, c^*) = error(h_good, c^*_f)$", COR2)


@adds_up("YAN25.Cor2", COR2)
def the_union_bound(t: PositiveInteger, beta: PositiveReal) -> Total:
    """$(t + 2) beta$."""
    return Total(fails=(t + 2) * beta)


@claim(
    "YAN25.Cor2.identity",
    "Corollary 2, section 5, its proof: error after labels are turned back",
    "step",
    turned=OFFSET,
)
def turning_labels_back_keeps_the_error(H: ListedVCOne, turned: int) -> Truth:
    """$error(hat(h)_good, c^*) = error(h_good, c^*_f)$ for every $f$ and every path: with $hat(I)_good$ the $x$ that
    are in $I_good$ with $f(x) = 0$, or not in $I_good$ with $f(x) = 1$, they differ at the same points."""
    tree = class_tree(H)
    return all_of(
        represented(printed_output(tree.path(x), f, turned), represented(c, f)) == represented(tree.hypothesis(x), c)
        for f in all_functions(H.points, 2)
        for c in H.functions()
        for x in tree.nodes
    )


def printed_output(I_good: Points, f: Function, turned: int) -> Function:
    """h^_good of steps 8 and 9 of Algorithm 2."""
    return tuple(int((x in I_good and y == 0) or (x not in I_good and y == 1)) ^ int(turned) for x, y in enumerate(f))
