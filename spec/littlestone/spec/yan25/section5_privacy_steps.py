"""YAN25 section 5: Theorem 10, corrected, step by step, for any number of chunks, points and votes.

One row changes, so one chunk: its set of points becomes another, both chains of the tree. The distance z is taken by
ranks (e1, v = e^{e1/2}), then a point at that distance by the choosing mechanism (e2, u = e^{e2/4}) among the votes for
each. The other chunks enter by what they add alone: counts at z, weights at the points."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.improper_laws import TreePlan, good_node_law
from littlestone.spec.class_trees.realizable import determinable_sets
from littlestone.spec.learning.private_learning import neighbours_up_to_order
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

ITEM = "for Theorem 10, section 5"
REPAIRED = "Section 5, Theorem 10, corrected"
WEIGHTS = "the arithmetic of the weights and of the chances, which are numbers"
VOTES = f"{WEIGHTS}: $u = 1 + g = e^{{e_2/4}}$, $w = u^OPT$ for the best score, $level = u^theta$ for the threshold"


# ---- The distance, by ranks


@terms("YAN25.T10.rank")
def rank_change(fall: Annotated[Real, Reals()], most: int = 1) -> Terms:
    """What a rank falls by from one of two neighbours to the other, whichever is first."""
    return Terms(says=fall <= most)


@claim(
    "YAN25.T10.rank", f"{ITEM}: change of a rank with one row", "step", role="companion", most=Constant(1, mutants=(0,))
)
def a_rank_changes_by_one(below: Natural, at: Natural, above: Natural, most: int) -> Truth:
    """$min(|{i : y_i <= z}|, |{i : y_i >= z}|)$ falls by at most 1 where one of the $y_i$ changes: the others are
    below, at and above $z$ so often, and the one that changes is at one of these three places before and after."""
    places = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

    def counts(low: int, same: int, high: int) -> tuple[Real, Real]:
        return below + low + at + same, at + same + above + high

    def falls_little(before: tuple[Real, Real], after: tuple[Real, Real]) -> Truth:
        least = [(before[0] <= before[1], before[0]), (before[1] <= before[0], before[1])]
        falls = [(is_least, rank_change(rank - count, most).says) for is_least, rank in least for count in after]
        return all_of(is_least.implies(as_truth(little)) for is_least, little in falls)

    return all_of(falls_little(counts(*one), counts(*other)) for one in places for other in places)


@terms("YAN25.T10.median")
def median_by_weights(v: AtLeastOne, power: int = 2) -> Terms:
    """A value drawn by weights that a row changes by at most the factor v."""
    return Terms(epsilon=power * ln(v))


@claim(
    "YAN25.T10.median",
    f"{ITEM}: privacy of the median by weights",
    "step",
    narrows=WEIGHTS,
    role="companion",
    power=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_median_is_private(v: AtLeastOne, after: FromZero, rest: FromZero, a: Unit, b: Unit, power: int) -> Statement:
    """Where every weight changes by at most a factor $v$, an event of weight ``after`` among ``after`` + ``rest`` had
    at most $v^2 = e^{e_1}$ times that share: before it weighed $a v$ times as much, and all together that sum over $b
    v$, $a, b <= 1$."""
    whole = after + rest
    loss = median_by_weights(v, power).epsilon
    return when([b * v > 0, whole > 0], a * v * after * (b * v) <= exp(loss) * after)


# ---- The point, by the choosing mechanism: u = 1 + g, the best score weighs w = u^OPT, the threshold weighs ``level``


@claim(
    "YAN25.T10.few", f"{ITEM}: passing the test with few votes", "step", narrows=VOTES, role="companion", share=SHARE
)
def few_votes_seldom_pass(g: PositiveReal, delta: BelowHalf, part: PositiveUnit, x: FromZero, share: Fraction) -> Truth:
    """Where $w g <= 1$ the best score is below the threshold, $level = (1 + x) / (2 delta g)$, $delta < 1/2$, and the
    test passes with probability $w / (2 level) <= delta$."""
    w, level = part / g, (1 + x) / (2 * delta * g)
    return (w < level) & (w / (2 * level) <= share * delta)


@claim(
    "YAN25.T10.pass",
    f"{ITEM}: change of the chance of passing the test",
    "step",
    narrows=VOTES,
    role="companion",
    less=Constant(0, mutants=(1,)),
)
def the_test_is_private(g: FromZero, x: FromZero, less: int) -> Truth:
    """The chance of passing at $w / level = r$ is $r / 2$ for $r <= 1$ and $1 - 1 / (2 r)$ above; one vote more
    multiplies it by at most $u$: at $r = u$ from below 1, and from $1 + x$ on."""
    u, s = 1 + g, 1 + x
    across = 1 - 1 / (2 * u) <= u / 2 - less * g
    above = 1 - 1 / (2 * u * s) <= u * (1 - 1 / (2 * s))
    return across & above


@claim(
    "YAN25.T10.growth",
    f"{ITEM}: growth of the sum of the weights",
    "step",
    narrows=VOTES,
    role="companion",
    risen=Constant(1, mutants=(2,), stronger="larger"),
)
def the_weights_grow_little(g: PositiveReal, x: FromZero, rest: FromZero, risen: int) -> Truth:
    """Where $w g = 1 + x >= 1$ one score that rises, from 0 also, makes all weights together, $W = w + rest$, at most
    $u^2$ times as large."""
    u, W = 1 + g, (1 + x) / g + rest
    return (W + risen * u <= u**2 * W) & (u * W <= u**2 * W)


@claim(
    "YAN25.T10.lost",
    f"{ITEM}: chance of a point that loses its only vote",
    "step",
    narrows=VOTES,
    role="companion",
    one=Constant(1, mutants=(2,), stronger="larger"),
)
def a_lost_point_is_seldom_chosen(u: AtLeastOne, delta: OpenUnit, r: PositiveReal, x: FromZero, one: int) -> Truth:
    """One score falls from 1 to 0: its point was chosen with probability at most $delta / 2$, at $level = (1 + x) u /
    delta$ and best weight $r level$. Where it was the only vote, the test passed with no more, $r / 2$ for $r = u /
    level$."""
    level = (1 + x) * u / delta
    few = (r <= 1).implies(r / 2 * u / (r * level) <= delta / (2 * one))
    return few & (r >= 1).implies((1 - 1 / (2 * r)) * u / (r * level) <= delta / (2 * one))


@claim(
    "YAN25.T10.choice",
    f"{ITEM}: privacy of the choice of a point",
    "step",
    narrows=VOTES,
    role="companion",
    power=Constant(4, mutants=(2,), stronger="smaller"),
    lose=Constant(1, mutants=(2,)),
)
def the_choice_is_private(
    u: AtLeastOne,
    passes: Unit,
    p: Unit,
    c: Unit,
    a: Unit,
    h: Unit,
    lost: Unit,
    W: PositiveReal,
    spare: FromZero,
    fails: Unit,
    f: Unit,
    power: int,
    lose: int,
) -> Truth:
    """An event had at most $u^4 = e^{e_2}$ times the chance that it has after the change, and $delta$ more. After:
    $passes c + fails$, the event among points having the share $c$. Before: the test passed with $p u passes$, the
    event weighed $a u$ times as much and a lost point more, all weights were by $1 + h (u^2 - 1)$ smaller, and failing
    had $f u fails$; $delta$ is what the lost point was chosen with, and a spare part."""
    before = p * u * passes
    had = before * (a * u * c * (1 + h * (u**2 - 1)) + lose * lost * u / W) + f * u * fails
    return had <= u**power * (passes * c + fails) + (before * u / W + spare)


rests_on("YAN25.T10.choice", "YAN25.T10.few", "with few votes the test seldom passes", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.pass", "the chance of passing changes by at most $u$", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.growth", "the sum of the weights grows by at most $u^2$", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.lost", "a lost point, or a first vote, had at most $delta/2$", REPAIRED)


# ---- Both


@claim(
    "YAN25.T10.cell", f"{ITEM}: distance and choice together", "step", narrows=WEIGHTS, role="companion", share=SHARE
)
def one_distance_and_an_event(
    a: AtLeastOne, b: AtLeastOne, p: Unit, c: Unit, s: Unit, t: Unit, delta: Unit, share: Fraction
) -> Truth:
    """Where $z$ has $s a p$ and the event given $z$ has $t b c + delta$, both together have at most $a b p c + delta s
    a p$, for $a = e^{e_1}$, $b = e^{e_2}$ and $s$, $t <= 1$."""
    had = s * a * p
    return had * (t * b * c + delta) <= share * (a * b * p * c) + delta * had


def four_points_and_two_chunks(H: ConceptClass, more: Integer) -> bool:
    """Two chunks on at most four points, three on at most three."""
    return H.points + int(more) <= 4 and int(more) <= 1


@claim(
    "YAN25.T10.kept",
    f"{ITEM}: exact law of the chosen point on neighbours",
    "step",
    role="companion",
    reach=four_points_and_two_chunks,
    narrows="the law of $(z, x_good)$ on given chunks, by the median by ranks M4 and M2, at $epsilon = 4 ln 2$ for "
    "each and $delta = 1/4$",
    caps="$t = 2 + more$ chunks up to order, any sets that realizable samples determine, the empty one for others",
    share=Constant(1, mutants=(Fraction(1, 8),)),
)
def the_law_of_the_point_is_private(H: ListedVCOne, more: Size, share: Fraction) -> Truth:
    """For given chunks the law of $(z, x_good)$ is $(e_1 + e_2, delta)$-private, over all pairs of neighbours,
    realizable or not, in the sets that their chunks determine."""
    tree, t = class_tree(H), 2 + int(more)
    plan = TreePlan(t, 4 * ln(2), 4 * ln(2), QUARTER)

    def chosen(found: tuple[frozenset[int], ...]) -> Law[tuple[int, int]]:
        return good_node_law(tree, found, plan)

    return is_private(chosen, determinable_sets(H), t, share * 8 * ln(2), QUARTER, neighbours_up_to_order)
