"""YAN25 section 3.1: concepts, errors, PAC learning and its size (Theorem 3), then the thresholds and Littlestone
dimensions, which bound each other (Theorem 4, Corollary 1)."""

from itertools import product
from math import prod

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.class_trees.learners import StandardOptimal
from littlestone.spec.classes.concept_classes import some_member
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.classes.online_games import most_mistakes, optimal_mistakes
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.learning.samples import grid
from littlestone.spec.learning.towers import log_star
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

LargerSize = Annotated[Integer, Naturals(2, concrete=True)]


# ---- Concepts and their errors


@claim("YAN25.N1", "section 2: set where a function is 1", "definition", label=Constant(1, mutants=(0,)))
def a_function_is_where_it_is_one(m: PositiveSize, label: int) -> Truth:
    """For any function $f$ on $m$ points we denote $I(f) = {x : f(x) = 1}$: it determines $f$, and the zero concept has
    the empty set."""
    functions = list(all_functions(int(m), 2))
    sets = {ones(f) for f in functions}
    members = ((f[x] == label) == (x in ones(f)) for f in functions for x in range(int(m)))
    return all_of([len(sets) == len(functions), *members, *(indicator(ones(f), int(m)) == f for f in functions)])


def empirical(S: Sample, points: int) -> Distribution:
    """How often each point is in the sample."""
    return tuple(Fraction(sum(x == z for z, _ in S), len(S)) for x in range(points))


@claim(
    "YAN25.D2",
    "Definition 2, section 3.1: error over a distribution and over a sample",
    "definition",
    narrows="samples of at least one example, repeats counted: of none the printed quotient is $0/0$, and every "
    "concept agrees with it",
    more=OFFSET,
)
def the_error_on_a_sample_is_that_of_its_distribution(m: PositiveSize, n: PositiveSize, more: int) -> Truth:
    """$error_D(c, h) = Pr_{x~D}[c(x) != h(x)]$ and $error_S(c, h) = |{x in S : c(x) != h(x)}| / |S|$: the second is the
    first for $x$ drawn from $S$, here of $n$ examples on $m$ points."""
    functions = list(all_functions(int(m), 2))
    return all_of(
        error(h, c, empirical(S, int(m))) == Fraction(sum(h[x] != y for x, y in S), len(S)) + more
        for c, h in product(functions, repeat=2)
        for S in (labelled(points, c) for points in product(range(int(m)), repeat=int(n)))
    )


def first_consistent(H: ConceptClass) -> Learner:
    """The learner that outputs the first function of the class that agrees with the sample."""
    return lambda S: point_mass(consistent(H, S).functions()[0])


@claim(
    "YAN25.D3",
    "Definition 3, section 3.1: PAC learning",
    "definition",
    narrows="the probability, for one learner, that of the first concept that agrees",
    caps="two examples at most, laws in halves, $alpha = 0$ and $1/2$",
    less=OFFSET,
)
def learning_is_over_all_labelled_samples(H: VCOneTree, less: int) -> Truth:
    """$S$ in $(X x {0,1})^n$ (printed with an equality sign) is drawn from $D$ and labelled by $c$; $L$ $(alpha,
    beta)$-PAC learns $C$ if $Pr[error_D(c, L(S)) <= alpha] >= 1 - beta$, for every $c$ in $C$ and every $D$ (not
    said)."""
    cases = product(H.functions(), grid(H.points, 2), (0, 1, 2), (Fraction(0), HALF))
    return all_of(
        1 - failure_probability(first_consistent(H), c, D, n, alpha) == _success(H, c, D, n, alpha) - less
        for c, D, n, alpha in cases
    )


def _success(H: ConceptClass, c: Function, D: Distribution, n: int, alpha: Fraction) -> Fraction:
    """Pr[error_D(c, L(S)) <= alpha], summed over all S in (X x {0,1})^n by the probability of drawing them."""
    drawn = (
        (prod((D[x] * (c[x] == y) for x, y in S), start=Fraction(1)), consistent(H, S).functions())
        for S in product(all_rows(H), repeat=n)
    )
    return sum((p for p, fits in drawn if fits and error(fits[0], c, D) <= alpha), Fraction(0))


# ---- Definition 4


@claim(
    "YAN25.D4",
    "Definition 4, section 3.1: proper and improper learners",
    "definition",
    points=Constant(2, mutants=(1,)),
)
def the_learner_is_proper_or_improper(H: VCOneTree, points: int) -> Statement:
    """We call the learner proper if the output hypothesis is in $C$, improper if it is not in $C$. Read as: of
    Algorithm 2, whose output is the path of any $x_good$, one of the two holds for all of them, as section 6 says in
    its first line, on two points or more."""
    inside = [H.contains(class_tree(H).hypothesis(x)) for x in range(H.points)]
    return when(H.points >= points, all_of(inside) | ~any_of(inside))


@correction(
    "YAN25.D4",
    "a learner that is not proper has some outputs outside of $C$ and others in $C$: with $C = {0, 1_ab, "
    '1_ac}$ the path of a is not in $C$, that of $b$ is. Section 1.2 says it rightly: the output "may not'
    ' be in the concept class"',
    fewer=OFFSET,
)
def the_path_learner_is_proper_on_maximum_classes_alone(H: VCOneTree, fewer: int) -> Truth:
    """A learner is improper if the output need not be in $C$: so is Algorithm 2, whose output is the path of any
    $x_good$, exactly where $C$ is not maximum, that is has fewer than $|X| + 1$ concepts."""
    inside = [H.contains(class_tree(H).hypothesis(x)) for x in range(H.points)]
    return (~all_of(inside)).iff(H.size() < H.points + 1 - fewer)


# ---- Definition 5


@claim("YAN25.D5", "Definition 5, section 3.1: VC dimension", "definition", label=Constant(1, mutants=(0,)))
def the_vc_dimension_is_the_size_of_the_largest_shattered_set(H: Binary, label: int) -> Truth:
    """$x_1, ..., x_k$ is shattered if for any subset $S$ there is $c$ in $C$ with $c(x) = 1$ for any $x$ in $S$ and
    $c(x) = 0$ for any $x$ of the others; the maximum size of a shattered set is the VC dimension."""
    sets = [ones(f) for f in all_functions(H.points, 2)]
    sizes = (
        (vc_dimension(H) >= k).iff(any_of(_cut(H, s, label) for s in sets if len(s) == k)) for k in range(H.points + 1)
    )
    return all_of(sizes)


def _cut(H: ConceptClass, points: frozenset[int], label: int) -> Truth:
    """Every subset of the points is cut out by a concept."""
    subsets = [ones(f) for f in all_functions(H.points, 2) if ones(f) <= points]
    return all_of(
        some_member(H, lambda c, S=S: all_of(c[x] == label * (x in S) for x in points))  # type: ignore[misc]
        for S in subsets
    )


# ---- Theorem 3


def printed_size(d: Expression, alpha: Expression, beta: Expression, factor: Expression = 48) -> Real:
    """(48/alpha) (10 VC ln(48e/alpha) + ln(5/beta))."""
    return factor / Real.of(alpha) * (10 * Real.of(d) * (1 + ln(48 / Real.of(alpha))) + ln(5 / Real.of(beta)))


@claim(
    "YAN25.T3",
    "Theorem 3, section 3.1: generalization from a sample, by relative deviation",
    "theorem",
    narrows="what is cited is Vapnik's bound $4 G(2m) exp(-eta^2 m/4)$ on a relative deviation $eta = 0.9 "
    "sqrt(alpha)$, $G <= (2em/d)^(2d)$ for pairs $c$, $h$, $d = VC$, at the printed size itself with the natural "
    "logarithm; larger $m$ are not formalized; $alpha$, $beta$ are powers of two here, any in YAN25.X7; where $alpha > "
    "1$, $beta > 1$ or $d = 0$ there is nothing to show",
    factor=Constant(48, mutants=(1,)),
)
def the_printed_size_is_enough_for_the_relative_deviation(d: PositiveSize, i: Size, j: Size, factor: Integer) -> Truth:
    """Let $m >= (48/alpha)(10 VC log(48e/alpha) + log(5/beta))$, $D$ a distribution (printed over $C$) over $X$. Then
    with probability at most $beta$ there are $c, h in C$ with $error_S(c, h) <= alpha/10$ and $error_D(c, h) >= alpha$;
    $alpha = 2^-i$, $beta = 2^-j$."""
    alpha, beta = Fraction(1, 2 ** int(i)), Fraction(1, 2 ** int(j))
    m = printed_size(d, alpha, beta, factor)
    return ln(4) + 2 * Real.of(d) * (1 + ln(2 * m / d)) - Fraction(81, 400) * alpha * m < ln(beta)


rests_on(
    "YAN25.T3",
    "YAN25.X7",
    "at the printed size Vapnik's bound is below $beta$",
    "Theorem 3, cited from [6] without a proof",
)


@claim(
    "YAN25.T3.eq1",
    "for Theorem 3, section 3.1: sample size against that for consistent concepts",
    "step",
    role="companion",
    ten=Constant(10, mutants=(Fraction(1, 10),)),
)
def the_printed_size_is_enough_for_consistent_concepts(alpha: PositiveUnit, beta: PositiveUnit, ten: Fraction) -> Truth:
    """$m >= (48/alpha)(10 VC log(48e/alpha) + log(5/beta))$, with the natural logarithm, is at least what Blumer et al.
    ask for where $error_S = 0$, for $alpha$, $beta <= 1$ and $VC >= 1$: $(4/alpha) log2(2/beta)$ and $(8 VC/alpha)
    log2(13/alpha)$."""
    few = 48 * ln(5 / beta) >= 4 * log2(2 / beta)
    return few & (48 * ten * (1 + ln(48 / alpha)) >= 8 * log2(13 / alpha))


@claim(
    "YAN25.T3.eq2",
    "Theorem 3, section 3.1, the probability: probability that two concepts are confused",
    "theorem",
    narrows="the class ${0, 1_x}$, where $Pr[x] = alpha$, for $alpha = 1$, $1/2$ and $beta = 1/2$, $1/16$, and the "
    "least $m$ of Theorem 3, by natural logarithms, at which the chance is far below $beta$",
    factor=Constant(48, mutants=(Fraction(1, 100),)),
)
def two_concepts_are_seldom_confused(factor: Fraction) -> Truth:
    """With probability at most $beta$ there are $c, h in C$ with $error_S(c, h) <= alpha/10$ and $error_D(c, h) >=
    alpha$."""
    grid_of = product((Fraction(1), HALF), (HALF, Fraction(1, 16)))
    return all_of(
        lower_tail(m, alpha, alpha * m / 10) <= beta
        for alpha, beta in grid_of
        for m in (int(ceiling(printed_size(1, alpha, beta, factor))),)
    )


@claim(
    "YAN25.X7",
    "X7, from Vapnik's relative deviation bound: printed size against Vapnik's relative deviation bound",
    "theorem",
    role="companion",
    narrows="the inequality of $y$ and $r$ that is left; the steps to it, and larger $m$, are not formalized",
    rate=Constant(Fraction(81, 400), mutants=(Fraction(1, 400),)),
)
def the_printed_size_beats_the_relative_deviation(
    y: Annotated[Real, Reals(low=Fraction(487, 100))], r: PositiveReal, rate: Fraction
) -> Truth:
    """$4 (2em/d)^(2d) e^(-0.2025 alpha m) < beta$ at $m = (48/alpha)(10 d ln(48e/alpha) + ln(5/beta))$, for all
    $alpha$, $beta$ in (0, 1] and $d >= 1$, with $y = ln(48e/alpha) >= 4.87$ and $r = ln(5/beta)/d$: the logarithm of
    the left side over $beta$, divided by $d$, is at most $r + 2 ln 2 + 2y + 2 ln(10y + r) - 0.2025 * 48 (10y + r)$, and
    $ln(10y + r) <= ln(10y) + r/(10y)$. For larger $m$ the left side falls, as $alpha m >= 480 d$."""
    return r + 2 * ln(2) + 2 * y + 2 * ln(10 * y) + r / (5 * y) < rate * 48 * (10 * y + r)


# ---- Thresholds and Littlestone dimension


@claim(
    "YAN25.D6",
    "Definition 6, section 3.1: thresholds dimension",
    "definition",
    reach=at_most_three_points,
    label=Constant(1, mutants=(0,)),
)
def the_thresholds_dimension_is_the_length_of_the_longest_thresholds(H: Binary, label: int) -> Truth:
    """$((x_1, ..., x_k), (c_1, ..., c_k))$ are thresholds if $c_i(x_j) = 1$ for all $j >= i$ and $c_i(x_j) = 0$ for all
    $j < i$; TD is the largest such $k$ (printed argmax): the points need not be said to differ, they do."""
    return all_of((threshold_dimension(H) >= k).iff(_has(H, k, label)) for k in range(H.points + 2))


def _has(H: ConceptClass, k: int, label: int) -> Truth:
    return any_of(
        all_of(_is_threshold(H, points, i, label) for i in range(k)) for points in product(range(H.points), repeat=k)
    )


def _is_threshold(H: ConceptClass, points: tuple[int, ...], i: int, label: int) -> Truth:
    """Some c is c_i."""
    return some_member(H, lambda c: all_of((c[x] == label) == (j >= i) for j, x in enumerate(points)))


@claim(
    "YAN25.D7",
    "Definition 7, section 3.1: online learning",
    "definition",
    narrows="of the learners the standard optimal algorithm alone",
    caps="$|X| + 1$ turns",
    per=Constant(1, mutants=(0,)),
)
def the_learner_predicts_and_is_told(H: VCOneTree, per: int) -> Truth:
    """In each turn the learner receives a point, predicts its label and receives the true label: the standard optimal
    algorithm, played so on every sequence that a concept labels, makes at most $d_L$ mistakes, and on one as many."""
    rounds = (H.points + 1) * per
    return littlestone_dimension(H) == most_mistakes(StandardOptimal(H), H, int(rounds))


@claim(
    "YAN25.D8",
    "Definition 8, section 3.1: Littlestone dimension as an optimal number of mistakes",
    "definition",
    more=OFFSET,
)
def the_littlestone_dimension_is_the_mistakes_of_the_optimal_learner(H: Binary, more: int) -> Truth:
    """The maximum number of mistakes that the optimal learner makes, a deterministic one of the fewest mistakes when a
    concept of $C$ gives the labels, is the Littlestone dimension."""
    return optimal_mistakes(H) == littlestone_dimension(H) + more


# ---- Theorem 4


@claim(
    "YAN25.T4",
    "Theorem 4, section 3.1: Littlestone dimension against thresholds dimension",
    "theorem",
    narrows="on up to 4 points the first half asks for more than $TD >= 1$ of the class of all functions alone, and "
    "$2^(d_L + 1)$ is at least 4 where $d_L >= 1$: what tests the second half is YAN25.T4.sharp",
    top=Constant(1, mutants=(0,)),
    low=Constant(1, mutants=(4,)),
)
def thresholds_and_littlestone_dimension_bound_each_other(H: Binary, top: int, low: int) -> Truth:
    """$floor(log d_L(X, C)) <= TD(X, C) <= 2^(d_L(X, C) + 1)$, the first where $d_L >= 1$ (log 0 is nothing); to base
    2."""
    d, td = littlestone_dimension(H), threshold_dimension(H)
    first = (d >= 1).implies(d.map(lambda n: floor_log2(max(n, 1) * low)) <= td)
    return first & (td <= d.map(lambda n: 2 ** (n + top)))


@uses(
    "YAN25.T4",
    "DIM.thresholds",
    "Theorem 4, cited from [21, 14, 1]: the upper bound",
    opaque=("littlestone_dimension", "threshold_dimension"),
)
def thresholds_make_a_deep_tree(H: Binary) -> Use:
    """$d_L >= floor(log2 TD)$, so $TD <= 2^(d_L+1)$."""
    power = littlestone_dimension(H).map(lambda d: 2 ** (d + 1))
    return Use({"H": H}, gives=threshold_dimension(H) <= power)


@uses(
    "YAN25.T4",
    "DIM.thresholds.lower",
    "Theorem 4, cited from [21, 14, 1]: the lower bound",
    opaque=("littlestone_dimension", "threshold_dimension"),
)
def a_deep_tree_makes_thresholds(H: Binary) -> Use:
    """$TD >= floor(log2 d_L)$, where $d_L >= 1$."""
    d = littlestone_dimension(H)
    return Use({"H": H}, given=d >= 1, gives=d.map(lambda n: floor_log2(max(n, 1))) <= threshold_dimension(H))


@claim(
    "YAN25.T4.sharp",
    "for Theorem 4, section 3.1: sharper upper bound on the thresholds dimension",
    "theorem",
    role="companion",
    less=Constant(1, mutants=(2,)),
)
def thresholds_are_fewer_than_the_power(H: Binary, less: int) -> Truth:
    """$TD(X, C) <= 2^(d_L + 1) - 1$, and one less where the zero concept is in $C$, as it is in every $C_f$."""
    power, td = littlestone_dimension(H).map(lambda d: 2 ** (d + 1)), threshold_dimension(H)
    return (td <= power - less) & H.contains((0,) * H.points).implies(td <= power - less - 1)


# ---- Corollary 1


@terms("YAN25.Cor1")
def iterated_logarithms(of_thresholds: FromZero, of_littlestone: FromZero, factor: int = 3) -> Terms:
    """log* TD and log* d_L, for d_L >= 2."""
    return Terms(says=of_thresholds <= factor * of_littlestone)


@claim(
    "YAN25.Cor1",
    "Corollary 1, section 3.1: iterated logarithms of the two dimensions",
    "corollary",
    narrows="$d_L >= 2$, as an $O$ leaves finitely many aside; the least and the largest TD of Theorem 4: that $log^*$ "
    "does not fall between is not formalized",
    factor=Constant(3, mutants=(2,)),
)
def the_iterated_logarithms_agree(d: LargerSize, factor: int) -> Truth:
    """$O(log^* TD) = O(log^* d_L)$: where $floor(log2 d) <= TD <= 2^(d+1)$, $log^* TD <= 3 log^* d$ and $log^* d <=
    log^* TD + 2$, for each $d = d_L >= 2$; to base 2."""
    least, most = log_star(floor_log2(int(d))), log_star(2 ** (int(d) + 1))
    return as_truth(iterated_logarithms(most, log_star(d), factor).says) & as_truth(log_star(d) <= least + factor - 1)


rests_on("YAN25.Cor1", "YAN25.T4", "$log^* TD$ and $log^* d_L$ differ by a factor of at most 3", "Corollary 1")


@claim(
    "YAN25.Cor1.trees",
    "for Corollary 1, section 3.1: iterated logarithms in a reduced class of VC dimension 1",
    "corollary",
    role="companion",
    narrows="the arithmetic at the largest TD; that $log^*$ does not fall is not formalized",
    more=Constant(2, mutants=(0,)),
)
def in_a_tree_the_iterated_logarithms_differ_by_two(d: PositiveSize, more: int) -> Truth:
    """Where $d_L <= TD <= 2^(d_L+1) - 2$ (YAN25.X2, YAN25.X2.littlestone, YAN25.T4.sharp), $log^* d_L <= log^* TD <=
    log^*(TD + 1) <= log^* d_L + 2$, to base 2, for each $d = d_L >= 1$."""
    return as_truth(log_star(2 ** (int(d) + 1) - 1) <= log_star(d) + more)
