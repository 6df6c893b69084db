"""YAN25 section 1: the theorems announced (1.1), point functions and thresholds (1.2), and the two learners on a tree
of seven points (1.3)."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.improper_sizes import failure
from littlestone.spec.class_trees.selection_sizes import most_success_on_points, proper_second_part
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.learning.towers import log_star
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

PATHS = ({1}, {2}, {3}, {1, 4}, {1, 5}, {1, 5, 6}, {1, 5, 7}, set[int]())
SAME = "Theorem 1 is Theorem 11, and Theorem 2 is Theorem 13"


# ---- Theorem 1


@claim(
    "YAN25.T1",
    "Theorem 1, section 1.1: sample size of the improper private learner",
    "theorem",
    narrows="$d = 1$, of which $log^* d = 0$, so that the size is 0 (read as its limit) whatever the hidden constant "
    "$C$ is; $alpha = 1/2$, $beta = delta = 1/4$, $epsilon = 1$; that each learner fails on one of two point "
    "functions, which differ at one point of $D$, with probability $((1 - alpha)/2)^n / 2$ at least is not formalized",
)
def the_improper_learner_needs_so_many_rows(C: PositiveInteger, n: Natural) -> Statement:
    """For any concept class of VC dimension 1 and Littlestone dimension $d$ there is an $(epsilon, delta)$-private
    algorithm that $(alpha, beta)$-PAC learns it from $N >= O(log^* d log^2(log^* d/(epsilon beta delta)) / epsilon
    (48/alpha) (10 log(48 e/alpha) + log(5/beta)))$ examples. Read as: for point functions, $d = 1$, from $n$ examples
    for each $n$ of at least $C$ times the size, $C$ being the constant of the $O$."""
    return when(C * log_star(1) <= n, failure(n, HALF) <= QUARTER)


@uses("YAN25.T1", "YAN25.T11", SAME, repair="YAN25.T11.corrected")
@uses("YAN25.T1.corrected", "YAN25.T11.corrected", f"{SAME}, corrected")
@uses("YAN25.T2", "YAN25.T13", SAME, repair="YAN25.T13.corrected")
@uses("YAN25.T2.corrected", "YAN25.T13.corrected", f"{SAME}, corrected")
def what_is_announced_is_what_is_shown(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf) -> Use:
    """What is announced restates the theorem that is shown, here where its correction speaks: the learner is $(epsilon,
    delta)$-private, and not $alpha$-accurate with probability at most $beta$. That is what it says of privacy and of
    confidence; that the sizes are the same, and the output proper, is not compared."""
    at = {"epsilon": epsilon, "delta": delta, "beta": beta}
    return Use(at, gives=lambda b: (b.fails <= beta) & (b.epsilon <= epsilon) & (b.delta <= delta))


@claim(
    "YAN25.T1.unbounded",
    "for Theorem 1, section 1.1: first factor of the size for large epsilon",
    "remark",
    role="companion",
    times=Constant(1, mutants=(2,)),
)
def the_rows_vanish_whatever_the_constant_is(
    C: PositiveReal, K: AtLeastOne, beta: OpenUnit, delta: OpenUnit, times: int
) -> Truth:
    """Large $epsilon$ is no better: at $epsilon = log^* d/(beta delta)$ the factor $log^* d log^2(log^* d/(epsilon beta
    delta))$ of the number of rows is 0, times every constant, for every $d >= 2$, $beta$ and $delta$."""
    return C * K * ln(times * K / (beta * delta) * (beta * delta / K)) ** 2 <= 0


@claim(
    "YAN25.T1.eq1",
    "Theorem 1, section 1.1, its display: order of the size in the iterated logarithm",
    "displayed",
    narrows="the factor $log^2$ alone (that of a chunk is YAN25.T11.eq1), for $d >= 2$ and $beta delta <= 1$: $x = "
    "log(log^* d) + log(1/epsilon)$ is what $O~$ hides, $p = log(1/(beta delta))$ what its index names",
    factor=Constant(1, mutants=(HALF,)),
)
def the_rows_are_near_linear(x: Annotated[Real, Reals()], p: FromZero, factor: Rational) -> Truth:
    """The bound is $O~_{beta, delta}(log^* d/(alpha epsilon))$: $log^2(log^* d/(epsilon beta delta)) <= (1 + x^2) (1 +
    log^2(1/(beta delta)))$, where $x$ is what is hidden."""
    return (x + p) ** 2 <= factor * (1 + x**2) * (1 + p**2)


# ---- Theorem 2


@claim(
    "YAN25.T2",
    "Theorem 2, section 1.1: sample size of the proper private learner",
    "theorem",
    narrows="$d = 1$, of which $log^* d = 0$, so that the first part is 0 (read as its limit); $alpha = beta = 1/8$, "
    "$eps = 1$ and $delta = e^(-s^2)$, $s = 2400 C$; proper learners of many point functions, of whose success the "
    "bound $e^n delta$ is not formalized",
)
def proper_learning_takes_few_rows_as_printed(C: AtLeastOne) -> Truth:
    """For VC dimension 1 and Littlestone dimension $d$ an $(eps, delta)$-private algorithm properly $(alpha, beta)$-PAC
    learns $C$ from the number of examples of Theorem 13, its last part being $(log(1/alpha) + log(1/(alpha beta)))
    sqrt(log(1/delta)) / (alpha^2.5 eps)$. Read as: for point functions from $C$ times that part and one row more."""
    eighth, s = Fraction(1, 8), 2400 * C
    rows = proper_second_part(C, eighth, eighth, 1, s) + 1  # rounded up
    return 1 - eighth <= most_success_on_points(rows, s**2)


@claim(
    "YAN25.T2.eq1",
    "Theorem 2, section 1.1, its display: second part of the size against that of Algorithm 4",
    "step",
    narrows="the last inequality, of the second part, $delta <= 1/2$: the $O$ leaves out those near 1; that the size "
    "comes down to it, and its form $O~$, are not formalized",
    C=Constant(9, mutants=(3,)),
)
def the_second_part_is_that_of_algorithm_4(delta: UpToHalf, C: int) -> Truth:
    """The second part $(log(1/alpha) + log(1/(alpha beta))) sqrt(log(1/delta)) / (alpha^2.5 eps)$ is, with the constant
    3, at least the size $N_2$ of Algorithm 4, without its constant, at $eps sqrt(alpha) / sqrt(2 log(2/delta))$ and
    $alpha beta$, as $2 log(2/delta) <= 9 log(1/delta)$."""
    return 2 * ln(2 / delta) <= C * ln(1 / delta)


# ---- Two classes of VC dimension 1


def point_class(points: int) -> ConceptClass:
    """{f_t : t in X} with f_t(x) = 1 iff x = t."""
    return explicit([indicator({t}, points) for t in range(points)], 2)


@claim(
    "YAN25.I1",
    "section 1.2: dimensions of point functions and thresholds",
    "example",
    narrows="the dimensions; that $O(1)$ and $O~(log^* |X|)$ examples are enough for a private learner is cited",
    points=Constant(1, mutants=(2,)),
)
def point_functions_have_dimension_one_and_thresholds_the_logarithm(n: PositiveSize, points: int) -> Statement:
    """On $n >= 2$ points the point functions class, $f_t(x) = 1$ iff $x = t$, has Littlestone dimension 1, the
    thresholds class, $f_t(x) = 1$ iff $x >= t$, has Littlestone dimension $log |X|$, to base 2, and both have VC
    dimension 1."""
    one, many = point_class(int(n)), thresholds(int(n), int(n))
    vc = [vc_dimension(one) == 1, vc_dimension(many) == 1]
    return when(n >= 2, all_of([*vc, littlestone_dimension(one) == points, littlestone_dimension(many) == log2(n)]))


@correction("YAN25.I1", "the dimension is an integer: of the thresholds on three points it is 1", more=OFFSET)
def thresholds_have_the_floor_of_the_logarithm(n: PositiveSize, more: int) -> Truth:
    """The point functions on $n$ points have Littlestone dimension $min(1, n - 1)$, the thresholds $floor(log2 n)$, and
    $floor(log2 (n + 1))$ with the zero concept beside them; the first two have VC dimension $min(1, n - 1)$."""
    one, many = point_class(int(n)), thresholds(int(n), int(n))
    with_zero = thresholds(int(n), int(n) + 1)
    dimensions = [(one, min(1, int(n) - 1)), (many, floor_log2(int(n))), (with_zero, floor_log2(int(n) + 1))]
    vc = [vc_dimension(H) == min(1, int(n) - 1) for H in (one, many)]
    return all_of([*vc, *(littlestone_dimension(H) == d + more for H, d in dimensions)])


# ---- The seven points of Figures 1 and 2


def hypothesis(number: int) -> Function:
    """h_1, ..., h_8 of section 1.3.2, on x_1, ..., x_7, here 0, ..., 6."""
    return indicator({x - 1 for x in PATHS[number - 1]}, 7)


def seven_points() -> ConceptClass:
    """{h_1, ..., h_8}."""
    return explicit([hypothesis(number) for number in range(1, 9)])


@claim(
    "YAN25.E0", "section 1.3.2, Figure 1: tree of a class on seven points", "example", first=Constant(1, mutants=(0,))
)
def the_seven_points_are_a_tree_of_four_layers(first: int) -> Truth:
    """Each concept is the path from a node to the root, $h_5$ that of $x_5$; the first layer has the root, the second
    $x_1$, $x_2$, $x_3$, the third $x_4$, $x_5$, the fourth $x_6$, $x_7$: layer $l$ has the points of distance $l -
    1$."""
    H = seven_points()
    tree = class_tree(H)
    layers = [tuple(x + 1 for x in tree.level(layer - first)) for layer in range(1, 5)]
    paths = [tree.hypothesis(x - 1) == hypothesis(x or 8) for x in range(8)]  # the root, 0 here, has h_8
    return all_of([vc_dimension(H) == 1, layers == [(0,), (1, 2, 3), (4, 5), (6, 7)], *paths])


@claim(
    "YAN25.E0.deterministic",
    "section 1.3.2, second paragraph: deterministic points under the seventh hypothesis",
    "example",
    target=Constant(7, mutants=(6,)),
)
def the_deterministic_sets_under_h_seven(target: int) -> Truth:
    """Let the underlying concept be $h_7$: for all subsets of the given dataset the deterministic points can only be
    {}, ${x_1}$, ${x_1, x_5}$ or ${x_1, x_5, x_7}$, and each of them occurs."""
    H, c = seven_points(), hypothesis(int(target))
    subsets = [tuple(x for x in range(7) if chosen[x]) for chosen in product((0, 1), repeat=7)]
    found = {deterministic_points(H, labelled(points, c)) for points in subsets}
    return as_truth(found == {frozenset(), frozenset({0}), frozenset({0, 4}), frozenset({0, 4, 6})})


@claim(
    "YAN25.E0.output",
    "section 1.3.2, Figure 2: choice in the median layer",
    "example",
    layer=Constant(3, mutants=(2, 4)),
)
def the_median_layer_leads_to_h_five(layer: int) -> Truth:
    """With the deterministic points ${x_1}$ and ${x_1, x_5, x_7}$, of layers 2 and 4, and the median 3: the points of
    layer 3 are $x_4$ and $x_5$, $x_4$ is in neither set, and $x_5$, which alone has a vote, has the path $h_5$."""
    tree, votes = class_tree(seven_points()), [frozenset({0}), frozenset({0, 4, 6})]
    candidates = tree.level(layer - 1)
    voted = [x for x in candidates if any(x in points for points in votes)]
    return as_truth(candidates == (3, 4) and [tree.hypothesis(x) for x in voted] == [hypothesis(5)])


@claim(
    "YAN25.E0.middle",
    "section 1.3.2, last sentence: errors of a hypothesis between two others",
    "example",
    middle=Constant(5, mutants=(6,)),
)
def h_five_errs_where_h_one_or_h_seven_does(middle: int) -> Truth:
    """$h_5$ is in the middle of $h_1$ and $h_7$: for whatever concept, where $h_5$ is wrong, $h_1$ or $h_7$ is."""
    one, five, seven = (hypothesis(int(number)) for number in (1, middle, 7))
    wrong = ((c[x] == five[x]) | (c[x] != one[x]) | (c[x] != seven[x]) for c in all_functions(7, 2) for x in range(7))
    return all_of(wrong)


# ---- The overview of the proper learner


@claim(
    "YAN25.I2.eq1",
    "section 1.3.3, fourth paragraph: value of a node against the weights below",
    "overview",
    sums=Constant(1, mutants=(0,)),
)
def the_value_grows_by_the_weights_below(H: VCOneTree, sums: int) -> Truth:
    """For all $x' < x$ we have $v(x') <= v(x) + sum_(x' in T_x) w(x')$ (printed first with $w(x)$ in the sum), where
    $T_x$ is the subtree of $T_good$ with root $x$: point by point, whether $w(x')$ counts the points strictly below
    $x'$ or $x'$ too."""
    return all_of(
        (y in T.path(below)) <= (y in T.path(x)) + sums * _weights(T, x, y)
        for T in good_subtrees(H)
        for x in T.nodes
        for below in T.below(x).nodes
        for y in range(H.points)
    )


def _weights(T: Subtree, x: int, y: int) -> int:
    """How often the point y is counted in the sum of the weights, of strictly smaller points, of T_x."""
    return sum(y in T.below(z).nodes and y != z for z in T.below(x).nodes)


@claim(
    "YAN25.I2",
    "section 1.3.3, Case 1: values of the leaves below a light child",
    "overview",
    narrows="Case 1 alone; for the selection of a light child by the exponential mechanism see YAN25.Cl5",
    counted=Constant(1, mutants=(0,)),
)
def below_a_light_child_every_leaf_is_good(H: VCOneTree, counted: int) -> Truth:
    """Case 1: with $v$ the number of 0-labelled points from a node to $x_good$ and $w(x)$ that of those below $x$, all
    leaves $l$ of $T_x$ have $v(l) <= w(x) + v(x)$, and all children of $x_flag$ together weigh at most $N$, for their
    subtrees do not meet. Read point by point: what counts on the left counts on the right."""
    light = (
        T.path(leaf) <= (T.below(x).nodes if counted else frozenset()) | T.path(x)
        for T in good_subtrees(H)
        for x in T.nodes
        for leaf in T.below(x).leaves
    )
    apart = (
        T.below(x).nodes.isdisjoint(T.below(y).nodes)
        for T in good_subtrees(H)
        for node in T.nodes
        for x, y in product(T.children(node), repeat=2)
        if x != y
    )
    return all_of([*light, *apart])
