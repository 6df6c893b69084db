"""YAN25, facts that follow: the improper learner with explicit constants."""

from itertools import combinations_with_replacement

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.improper_laws import TreePlan, good_node_law
from littlestone.spec.class_trees.realizable import realizable_samples
from littlestone.spec.learning.samples import grid, unordered_draws
from littlestone.spec.medians.choosing_laws import choosing_threshold
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

PLACE = "derived"


# ---- A bad chunk, and many of them


@terms("YAN25.X3")
def bad_chunk(alpha: BelowOne, s: FromZero) -> Terms:
    """A chunk of s rows determines a hypothesis of error alpha or more so seldom."""
    return Terms(fails=(1 - alpha) ** s)


@claim(
    "YAN25.X3",
    "X3, sharpens Lemma 7: probability that a chunk is bad",
    "lemma",
    role="companion",
    narrows="chunks of at most 3 rows, distributions with probabilities that are multiples of $1/3$",
    more=OFFSET,
)
def a_chunk_is_bad_with_chance_at_most(H: ListedVCOne, more: int) -> Truth:
    """For a chunk of $s$ rows labelled by $c^*$, $Pr[error(h_i, c^*_f) > alpha] <= (1 - alpha)^s$, even for errors of
    at least $alpha$: for every target and distribution, at every $alpha$ that is an error."""
    return all_of(
        sum(p for e, p in errors if e >= alpha) <= bad_chunk(alpha, s + int(more)).fails
        for c in H.functions()
        for D in grid(H.points, 3)
        for s in range(1, 4)
        for errors in [chunk_errors(H, c, D, s)]
        for alpha in {e for e, _ in errors if e > 0}
    )


def chunk_errors(H: ConceptClass, c: Function, D: Distribution, s: int) -> list[tuple[Fraction, Fraction]]:
    """The error of h_i on each sample of s points, with the probability of the sample."""
    return [
        (error(indicator(deterministic_points(H, labelled(drawn, c)), H.points), c, D), p)
        for drawn, p in unordered_draws(D, s)
    ]


rests_on("YAN25.X3", "YAN25.X3.row", "no row is among points of probability $alpha$", PLACE)


@claim(
    "YAN25.X3.row",
    "X3, sharpens Lemma 7: points determined by one row",
    "step",
    narrows="the points of one row; the probability that follows is not formalized",
    role="companion",
    label=Constant(1, mutants=(0,)),
)
def a_row_settles_the_points_above_it(H: ListedVCOne, label: int) -> Truth:
    """A row $(x, 1)$ makes $x$ and every point above it deterministic, whatever else $c^*$ labels. So the error is
    $alpha$ or more only where no row is among the lowest points of $I(c^*_f)$ that have at least $alpha$ together: $s$
    rows miss them with probability at most $(1 - alpha)^s$, for every $s$."""
    tree = class_tree(H)
    rows = ((S, x, y) for c in H.functions() for S in realizable_samples(H.points, c) for x, y in S)
    return all_of(as_truth(y != label) | (deterministic_points(H, S) >= tree.path(x)) for S, x, y in rows)


@terms("YAN25.X4")
def few_bad_chunks(t: FromZero, b: FromZero) -> Terms:
    """A sixth or more of t chunks are bad so seldom, where each is with probability at most 1/24."""
    return Terms(asks=t >= Fraction(873, 100) * b, fails=exp(-b))


@claim(
    "YAN25.X4",
    "X4, in place of the union bound: probability of many bad chunks",
    "lemma",
    role="companion",
    narrows="$t$ at its least; Markov's inequality is a dependency; that the mean of a product of independent factors "
    "is the product of their means is not formalized",
    factor=Constant(Fraction(873, 100), mutants=(Fraction(872, 100),)),
)
def few_chunks_are_bad(b: FromZero, part: Unit, factor: Fraction) -> Truth:
    """If each of $t$ chunks is bad with probability $p <= 1/24$, a sixth of them or more are with probability at most
    $beta$, for $t >= 8.73 ln(1/beta)$: by Markov's inequality for $a^(bad chunks)$, $a = 4.6$, whose mean is $(1 + p (a
    - 1))^t$, it is at most $(1 + p (a - 1))^t / a^(t/6)$, in logarithms; $b = ln(1/beta)$."""
    a, p, t = Fraction(23, 5), part / 24, factor * b
    return t * (ln(1 + p * (a - 1)) - ln(a) / 6) <= ln(few_bad_chunks(t, b).fails)


@uses("YAN25.X4", "PROB.markov", PLACE, assumes="the mean of a product of independent factors is that of their means")
def many_bad_chunks_make_a_large_power(t: FromZero, p: Unit, part: Unit) -> Use:
    """Markov's inequality for $a^(bad chunks)$, $a = 4.6$, at $a^(t/6)$: the mean of $t$ independent factors, each bad
    with probability $p/24$, is $(1 + p (a - 1)/24)^t$, which makes at most $e^-b$ where $b$ is a part of $t/8.73$."""
    a, b = Fraction(23, 5), part * t / Fraction(873, 100)
    at = {"level": exp(t * ln(a) / 6), "mean": exp(t * ln(1 + p * (a - 1) / 24))}
    return Use(at, gives=lambda power: power.fails <= exp(-b))


# ---- The learner


def sized(H: int, epsilon: Real, delta: Fraction, b: Fraction, sixth: Rational) -> TreePlan:
    """t = max{(6/e1) ln(max(H, 1)/b1), 6 (theta(e2, delta, 1) + (4/e2) ln(1/(2 b2)))}, rounded up, for b1 = b2 = b."""
    median = sixth / epsilon * ln(max(H, 1) / b)
    choice = sixth * (choosing_threshold(epsilon, delta) + 4 / epsilon * ln(1 / (2 * b)))
    return TreePlan(max(1, *(int(ceiling(size)) for size in (median, choice))), epsilon, epsilon, delta)


@claim(
    "YAN25.X5",
    "X5, follows from section 5: improper learner with explicit constants",
    "theorem",
    role="companion",
    narrows="given that all chunks are good: the median by ranks M4 and M2 on chains, any multiset of distances, the "
    "exact chance that $x_good$ is above all $B_i$",
    caps="$H = 1$ and 2, $e_1 = e_2 = 16 ln 2$, $delta = 1/8$, $b_1 = b_2 = 1/4$, hence $t = 12$",
    sixth=Constant(6, mutants=(HALF,), stronger="smaller"),
)
def the_learner_of_explicit_size_is_accurate(H: PositiveSize, sixth: Rational) -> Statement:
    """If $t >= max{(6/e_1) ln(max(H, 1)/b_1), 6 (theta(e_2, delta, 1) + (4/e_2) ln(1/(2 b_2)))}$, $H$ being the height
    of the tree and $theta$ that of YAN25.M2.privacy for $k = 1$, and all chunks are good, $x_good$ has error at most
    $alpha$ with probability at least $1 - b_1 - b_2$."""
    height, b = min(int(H), 2), QUARTER
    tree, plan = ClassTree(tuple(range(-1, height - 1))), sized(height, 16 * ln(2), Fraction(1, 8), b, sixth)
    depths = combinations_with_replacement(range(height + 1), plan.chunks)
    return when(H <= 2, all_of(missing(tree, values, plan) <= 2 * b for values in depths))


def missing(tree: ClassTree, values: tuple[int, ...], plan: TreePlan) -> Exact:
    """The chance that x_good is above all B_i, which have so many points of a path."""
    law = good_node_law(tree, [frozenset(range(y)) for y in values], plan)
    return law.probability(lambda pair: tree.depth(pair[1]) < min(values))


@uses("YAN25.X5", "YAN25.M4.accuracy", PLACE)
def the_median_is_good(H: AtLeastOne, e1: PositiveReal, more: FromZero, b1: OpenUnit) -> Use:
    """For $t >= (6/e_1) ln(H/b_1)$ we have that $z$ is a $1/3$-median with probability $1 - b_1$."""
    t = (6 * (ln(H) - ln(b1)) + more) / e1
    at = {"top": H, "t": t, "alpha": Fraction(1, 3), "epsilon": e1}
    return Use(at, given=t > 0, gives=lambda z: z.fails <= b1, times=1)


@uses("YAN25.X5", "YAN25.M2.single", PLACE, draws="$x_good$ is the point with votes")
def the_choice_is_good(more: FromZero, b2: UpToHalf) -> Use:
    """With probability $1 - b_2$, by $u = (e_2/4) (t/6 - theta) >= ln(1/(2 b_2))$."""
    return Use({"u": ln(1 / (2 * b2)) + more, "beta": b2}, times=1)


@uses("YAN25.X5", "YAN25.X3", PLACE)
def the_chunks_are_all_good(t: AtLeastOne, alpha: OpenUnit, more: FromZero, b3: OpenUnit) -> Use:
    """For $s >= ln(t/b_3)/alpha$ each of $t$ chunks is bad with probability $b_3/t$ at most: all are good but for $t
    (b_3/t) = b_3$."""
    return Use({"alpha": alpha, "s": (ln(t / b3) + more) / alpha}, gives=lambda chunk: t * chunk.fails <= b3)


rests_on("YAN25.X5", "YAN25.L9.eq3", "$x_good$ is as accurate as some good chunk", PLACE)


@adds_up("YAN25.X5", PLACE)
def the_two_chances(H: AtLeastOne, e1: PositiveReal, more: FromZero, b1: OpenUnit, b2: UpToHalf) -> Total:
    """$b_1 + b_2$, where all chunks are good."""
    return Total(fails=b1 + b2)
