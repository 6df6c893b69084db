"""YAN25 section 4: the two assumptions on points, the order of points, and the f-representation, which keeps the
dimensions (Lemma 2) and makes incomparable points exclusive (Lemma 3)."""

from itertools import combinations, pairwise, permutations, product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.learners import StandardOptimal, Wrapped
from littlestone.spec.class_trees.orders import relabelled
from littlestone.spec.class_trees.reductions import Reduction, merged
from littlestone.spec.classes.concept_classes import every_member, some_member
from littlestone.spec.classes.dimensions import shatters_set
from littlestone.spec.classes.online_games import most_mistakes
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

# ---- Assumption 1


@claim(
    "YAN25.A1",
    "Assumption 1, section 4: points that are told apart",
    "definition",
    narrows="of the class alone; that errors and properness come back is YAN25.A1.lift, and privacy is not formalized",
    lost=OFFSET,
)
def points_never_told_apart_may_be_one(H: ExplicitBinary, lost: int) -> Truth:
    """Where some $x_2$ is never told apart from $x_1$, put $x_1$ for $x_2$ in the data and remove $x_2$ from $X$: then
    any two points are told apart by a concept, and VC, $d_L$ and TD are as before."""
    G = merged(H).reduced
    same = [vc_dimension(G) == vc_dimension(H) + lost, littlestone_dimension(G) == littlestone_dimension(H)]
    return all_of([tells_points_apart(G), *same, threshold_dimension(G) == threshold_dimension(H)])


@claim(
    "YAN25.A1.lift",
    "for Assumption 1, section 4: hypotheses on merged points",
    "remark",
    role="companion",
    differ=OFFSET,
)
def hypotheses_come_back_from_the_merged_points(H: ExplicitBinary, differ: int) -> Truth:
    """The concepts on the points that are left are exactly those of $C$ there, and any hypothesis $h$ on them, taken
    back to $X$, errs on an example of $C$ exactly where $h$ errs on the example with $x_1$ for $x_2$: errors and
    properness are kept."""
    way = merged(H)
    back = {way.lift(g): g for g in way.reduced.functions()}
    mistakes = (
        (way.lift(h)[x] != c[x]) == (h[_place(way, x)] != g[_place(way, x)] + differ)
        for c, g in back.items()
        for h in all_functions(way.reduced.points, 2)
        for x in range(H.points)
    )
    return all_of([sorted(back) == list(H.functions()), *mistakes])


def _place(way: Reduction, x: int) -> int:
    place = way.places[x]
    assert place is not None
    return place


@claim(
    "YAN25.A1.represented",
    "for Assumption 1, section 4: points told apart under a representation",
    "assumption",
    role="companion",
)
def representations_tell_points_apart(H: Binary) -> Statement:
    """Assume that any two points are told apart by a concept of $C$, "so that every point in the domain $X$ is
    different". Read as: where $VC(X, C) = 1$ and no point is constant, a concept of $C_f$ tells them apart, too, for
    every $f$ in $C$."""
    return when(as_printed(H), in_every_representation(H, tells_points_apart))


@correction(
    "YAN25.A1.represented",
    "two points whose labels always differ are told apart by every concept of $C$, but by none of $C_f$: of $C = {01, "
    "10}$ with $f = 01$, $C_f = {00, 11}$. Assumption 1 must be made of $C_f$, or of $C$ that any two points have in "
    "some concept the same label, too; otherwise, which is not formalized, $(x_1, 1 - y)$ is put for $(x_2, y)$ in the "
    "data and $x_2$ is removed",
    alike=Constant(1, mutants=(0,)),
)
def representations_tell_points_apart_that_sometimes_agree(H: Binary, alike: int) -> Statement:
    """Where $VC(X, C) = 1$, no point is constant and any two points have different labels in some concept of $C$ and
    the same label in some, any two points are told apart in $C_f$, for every $f$ in $C$."""
    return when([*as_printed(H), sometimes_agree(H, alike)], in_every_representation(H, tells_points_apart))


# ---- Assumption 2


def subclasses(H: ConceptClass) -> list[ConceptClass]:
    """The non-empty subclasses of an explicit class."""
    functions = H.functions()
    sizes = range(1, len(functions) + 1)
    return [explicit(chosen, 2) for size in sizes for chosen in combinations(functions, size)]


@claim("YAN25.A2", "Assumption 2, section 4: points without a constant label", "definition", fewer=OFFSET)
def removing_concepts_leaves_no_constant_point(H: ExplicitBinary, fewer: int) -> Statement:
    """Where at some point no two concepts of $C$ differ, we can remove $c_2$ from $C$. Read as: some concepts can be
    removed from a class of VC dimension 1 such that at every point two of those left differ."""
    some_subclass = any_of(has_no_constant_point(G) for G in subclasses(H)[fewer:])
    return when([vc_dimension(H) == 1, ~has_no_constant_point(H)], some_subclass)


@correction(
    "YAN25.A2",
    "removing concepts only makes more points constant: with $C = {0, 1_x}$ on two points the other point is constant "
    "in every subclass. What can be removed is the point",
    lost=OFFSET,
)
def constant_points_may_be_removed(H: ExplicitBinary, lost: int) -> Truth:
    """Remove from $X$ the points at which no two concepts of $C$ differ (and from the data their examples, of which
    nothing is looked at), and put one point for those never told apart: then any two points are told apart, no point is
    constant, the concepts, taken back to $X$, are those of $C$, and VC and $d_L$ are as before."""
    way = reduction(H)
    G = way.reduced
    same = [vc_dimension(G) == vc_dimension(H) + lost, littlestone_dimension(G) == littlestone_dimension(H)]
    back = sorted(map(way.lift, G.functions())) == list(H.functions())
    return all_of([tells_points_apart(G), has_no_constant_point(G), *same, back])


@claim(
    "YAN25.A2.needed",
    "for Assumption 2, section 4: order of a class with a constant point",
    "remark",
    role="companion",
    constants=Constant(1, mutants=(0,)),
)
def with_a_constant_point_the_order_is_no_tree(constants: int) -> Truth:
    """Assumption 2 is used: of $C = {0, 1_a, 1_b}$ on a, $b$ and a third point, which is constantly 0, the third lies
    below both a and $b$, which are incomparable."""
    H = explicit([(0, 0) + (0,) * constants, (1, 0) + (0,) * constants, (0, 1) + (0,) * constants])
    last = H.points - 1
    return all_of([is_below(H, last, 0), is_below(H, last, 1), ~are_comparable(H, 0, 1), tells_points_apart(H)])


# ---- Definition 13


@claim("YAN25.D13", "Definition 13, section 4: order of points", "definition", label=Constant(1, mutants=(0,)))
def smaller_points_are_one_less_often(H: Binary, label: int) -> Truth:
    """$x_1 <= x_2$ under $C$ if for all $c$ in $C$, $c(x_1) = 1$ implies $c(x_2) = 1$."""
    pairs = product(range(H.points), repeat=2)
    return all_of(
        is_at_most(H, x, y).iff(every_member(H, lambda c, x=x, y=y: as_truth(c[x] != label) | (c[y] == label)))  # type: ignore[misc]
        for x, y in pairs
    )


@claim(
    "YAN25.D13.order",
    "Definition 13, section 4, its title: reflexivity, transitivity and antisymmetry of the order",
    "definition",
    more=OFFSET,
)
def the_order_is_a_partial_order(H: Binary, more: int) -> Truth:
    """The relation is reflexive and transitive, and antisymmetric exactly where any two points are told apart."""
    points = range(H.points)
    transitive = (
        (is_at_most(H, x, y) & is_at_most(H, y, z)).implies(is_at_most(H, x, z))
        for x, y, z in product(points, repeat=3)
    )
    pairs = ((x, y) for x in points for y in range(x + more))
    both_ways = any_of(is_at_most(H, x, y) & is_at_most(H, y, x) for x, y in pairs)
    return all_of([*(is_at_most(H, x, x) for x in points), *transitive, (~both_ways).iff(tells_points_apart(H))])


@claim(
    "YAN25.E1", "Example 1, section 4: order of the points of thresholds", "example", step=Constant(1, mutants=(-1,))
)
def thresholds_are_a_chain(k: PositiveSize, step: int) -> Truth:
    """For thresholds $((x_1, ..., x_k), (c_1, ..., c_k))$ we have $x_1 <= ... <= x_k$. Read as: under ${c_1, ...,
    c_k}$, and strictly."""
    H = thresholds(int(k), int(k))
    points = tuple(range(H.points))[::step]
    return all_of(is_below(H, x, y) & ~is_at_most(H, y, x) for x, y in pairwise(points))


# ---- Definition 14


@claim(
    "YAN25.D14",
    "Definition 14, section 4: f-representation of a function",
    "definition",
    narrows="functions; that $C_f$ is the class of all $c_f$ is not looked at",
    label=Constant(1, mutants=(0,)),
)
def representations_are_undone_by_the_same_function(H: ExplicitBinary, label: int) -> Truth:
    """$c_f(x) = 1$ iff $f(x) != c(x)$, and back, $c(x) = 1$ iff $f(x) != c_f(x)$; a pair $(x, c(x))$ becomes $(x,
    c_f(x))$. (The words before the second formula, "we can transform $c_f$ to $f$", should say to $c$.)"""
    pairs = [(c, f, represented(c, f)) for c in H.functions() for f in all_functions(H.points, 2)]
    there = ((cf[x] == label) == (f[x] != c[x]) for c, f, cf in pairs for x in range(H.points))
    back = ((c[x] == label) == (f[x] != cf[x]) for c, f, cf in pairs for x in range(H.points))
    data = (relabelled(enumerate(c), f) == tuple(enumerate(cf)) for c, f, cf in pairs)
    return all_of([*there, *back, *data])


# ---- Lemma 2


@claim("YAN25.L2", "Lemma 2, section 4: VC and Littlestone dimension of the f-representation", "lemma", more=OFFSET)
def representations_keep_vc_and_littlestone_dimension(H: Binary, more: int) -> Truth:
    """$VC(X, C) = VC(X, C_f)$ and $d_L(X, C) = d_L(X, C_f)$ for any $f$: $X -> {0, 1}$, in $C$ or not."""
    return all_of(
        (vc_dimension(H) == vc_dimension(G) + more) & (littlestone_dimension(H) == littlestone_dimension(G))
        for G in (f_representation(H, f) for f in all_functions(H.points, 2))
    )


rests_on("YAN25.L2", "YAN25.D14", "$C$ is the $f$-representation of $C_f$", "Lemma 2, proof, first sentence")
rests_on("YAN25.L2", "YAN25.L2.p1", "$VC(X, C) <= VC(X, C_f)$", "Lemma 2, proof, part 1, last sentence")
rests_on("YAN25.L2", "YAN25.L2.p2", "$d_L(X, C_f) <= d_L(X, C)$", "Lemma 2, proof, part 2, last sentence")


@claim("YAN25.L2.p1", "Lemma 2, section 4, proof, part 1: sets shattered by the f-representation", "step", fewer=OFFSET)
def representations_shatter_the_same_sets(H: Binary, fewer: int) -> Truth:
    """A set of points shattered by $C$ is shattered by $C_f$."""
    sets = [points for k in range(H.points + 1) for points in combinations(range(H.points), k)]
    return all_of(
        shatters_set(H, points[fewer:]).implies(shatters_set(f_representation(H, f), points))
        for f in all_functions(H.points, 2)
        for points in sets
    )


rests_on("YAN25.L2.p1", "YAN25.D14", "$c'_f$ has a pattern where $c'$ has it xor $f$", "Lemma 2, proof, part 1")


@claim(
    "YAN25.L2.p2",
    "Lemma 2, section 4, proof, part 2: mistakes of the wrapped optimal learner",
    "step",
    narrows="one optimal learner $O$, the standard optimal algorithm",
    caps="sequences of $|X| + 1$ points",
    flip=Constant(1, mutants=(0,)),
)
def the_wrapped_learner_errs_as_often(H: ExplicitBinary, flip: int) -> Truth:
    """Let $O$ be an optimal learner for $C$. $O_f$ turns each pair $(x, c_f(x))$ into $(x, 1 - f(x))$ where $c_f(x) =
    1$ and $(x, f(x))$ where $c_f(x) = 0$, feeds $O$, gets a label $y$ for $x_new$, and outputs 1 if $y != f(x_new)$,
    otherwise 0: on $C_f$ it makes at most $d_L(X, C)$ mistakes."""
    rounds, bound = H.points + 1, int(littlestone_dimension(H))
    learners = {f: Wrapped(StandardOptimal(H), tuple(y * flip for y in f)) for f in all_functions(H.points, 2)}
    return all_of(most_mistakes(O_f, f_representation(H, f), rounds) <= bound for f, O_f in learners.items())


rests_on("YAN25.L2.p2", "YAN25.D8", "some optimal $O$ makes $d_L(X, C)$ mistakes at most", "Lemma 2, proof, part 2")


# ---- Lemma 3


@claim(
    "YAN25.O1",
    "Observation 1, section 4: zero concept in the f-representation",
    "observation",
    label=Constant(0, mutants=(1,)),
)
def the_representation_by_a_concept_has_the_zero_concept(H: Binary, label: int) -> Truth:
    """When $f$ is in $C$, there exists a function $c$ in $C_f$ with $c(x) = 0$ for all $x$ in $X$: it is $f_f$.
    (Printed $H_f$ and "$x$ in $C$" for $C_f$ and $X$.) When $f$ is not in $C$ there is none."""
    zero = (label,) * H.points
    return all_of(H.contains(f).iff(f_representation(H, f).contains(zero)) for f in all_functions(H.points, 2))


@claim(
    "YAN25.L3",
    "Lemma 3, section 4: concepts that are 1 at incomparable points",
    "lemma",
    label=Constant(1, mutants=(0,)),
)
def incomparable_points_are_never_both_one(H: Binary, label: int) -> Statement:
    """When $VC(X, C) = 1$ and $f$ is in $C$, if $x_1$ and $x_2$ are incomparable under $C_f$, then there is no $c$ in
    $C_f$ such that $c(x_1) = 1$ and $c(x_2) = 1$."""
    return when(
        vc_dimension(H) == 1,
        all_of(H.contains(f).implies(_never_both(f_representation(H, f), label)) for f in all_functions(H.points, 2)),
    )


def _never_both(G: ConceptClass, label: int) -> Truth:
    return all_of(
        are_comparable(G, x, y) | ~some_member(G, lambda c, x=x, y=y: c[x] == c[y] == label)  # type: ignore[misc]
        for x, y in combinations(range(G.points), 2)
    )


rests_on(
    "YAN25.L3",
    "YAN25.O1",
    "$f_f$ is in $C_f$, for $f$ in $C$: it is 0 at both points",
    "Lemma 3, proof, second sentence",
)
rests_on("YAN25.L3", "YAN25.D13", "some $c_1$ is 1 and 0, and some $c_2$ is 0 and 1", "Lemma 3, proof, first sentence")


@uses("YAN25.L3", "YAN25.D5", "Lemma 3, proof, last sentence", opaque=("vc_dimension",))
def the_four_patterns_shatter_two_points(H: Binary) -> Use:
    """With a concept that is 1 at both, all four patterns are there: the two points are shattered, and $VC >= 2$."""
    pairs = permutations(range(H.points), 2)
    shattered = any_of(shatters_set(H, pair) for pair in pairs)
    return Use({"H": H}, given=shattered, gives=vc_dimension(H) >= 2)
