"""ABLMM22 section 1: the order of regret and of mistakes in online prediction, and which classes are Littlestone."""

from collections.abc import Callable
from itertools import product

from littlestone.spec.classes.online_games import mistake_trees, most_mistakes, online_value, optimal_mistakes, regret
from littlestone.spec.classes.trees import IOTree, io_paths
from littlestone.spec.notation import *

Point = tuple[int, ...]


# ---- Regret


@claim(
    "ABLMM22.S1.regret",
    "second display of section 1: order of the optimal regret",
    "remark",
    not_checkable="$Omega$ and $O$ hide their constants and speak of large $T$: with explicit constants the lower one "
    "is checked from $T = d$ on and the upper one from $T = 2$ on",
    stand_ins=("ABLMM22.S1.regret.value", "ABLMM22.S1.regret.lower", "ABLMM22.S1.regret.upper"),
)
def regret_is_of_the_order_of_sqrt_dt(H: ExplicitBinary, T: PositiveSize) -> Truth:
    """The best possible regret $R(T)$ for a class of Littlestone dimension $d$ satisfies $Omega(sqrt(d T)) <= R(T) <=
    O(sqrt(d T log T))$."""
    raise NotImplementedError


def few_mistake_trees(H: ConceptClass, T: int) -> bool:
    """Games of $T$ rounds with at most 200 mistake trees."""
    return is_true(H.points ** (2**T - 1) <= 200)


@claim(
    "ABLMM22.S1.regret.value",
    "first display of section 1: optimal regret as a mean over random paths",
    "definition",
    reach=few_mistake_trees,
    share=Constant(HALF, mutants=(Fraction(1, 3),)),
)
def regret_is_that_of_random_labels(
    H: ExplicitBinary, T: Size, value: Annotated[Run, Algorithm("ABLMM22.S1.regret.value")], share: Fraction
) -> Truth:
    """$R(T)$, the value of the game with payoff $sum_t 1[y_t != yhat_t] - min_h sum_t 1[y_t != h(x_t)]$, is the largest
    expectation of $T/2 - min_h sum_t 1[y_t != h(x_t)]$ over a uniform path of a mistake tree of depth $T$; it is 0 at
    $T = 0$."""
    on_paths = max(_regret_on_paths(H, int(T), Fraction(share), tree) for tree in mistake_trees(H.points, int(T)))
    return equals(regret(H, T), on_paths) & equals(value(H.functions(), int(T)), on_paths)


def _regret_on_paths(H: ConceptClass, T: int, share: Fraction, tree: IOTree) -> Fraction:
    gains = [share * T - _fewest_errors(H, path) for path in io_paths(tree)]
    return sum(gains, Fraction(0)) / len(gains)


def _fewest_errors(H: ConceptClass, path: tuple[tuple[int, int], ...]) -> int:
    return min(sum(f[x] != y for x, y in path) for f in H.functions())


@claim(
    "ABLMM22.S1.regret.lower",
    "for the second display of section 1: lower bound on the optimal regret, with a constant",
    "remark",
    role="companion",
    factor=Constant(8, stronger="smaller", mutants=(7,)),
)
def regret_is_at_least_sqrt_dt_over_8(H: ExplicitBinary, T: PositiveSize, factor: int) -> Statement:
    """$R(T) >= sqrt(d T / 8)$ for $T >= d >= 1$: the lower bound with the constant of [BPS09]."""
    d = int(littlestone_dimension(H))
    return when([d >= 1, d <= T], factor * regret(H, T) ** 2 >= d * T)


@claim(
    "ABLMM22.S1.regret.upper",
    "for the second display of section 1: upper bound on the optimal regret, at the constant 1",
    "remark",
    role="companion",
    scale=Constant(1, stronger="smaller", mutants=(HALF,)),
)
def regret_is_at_most_sqrt_dt_log_t(H: ExplicitBinary, T: PositiveSize, scale: Fraction) -> Statement:
    """$R(T) <= sqrt(d T log2 T)$ for every $T >= 2$: the upper bound with 1 for its $O$; at $T = 1 log T$ is 0."""
    d = int(littlestone_dimension(H))
    return when(T >= 2, Real.of(regret(H, int(T))) ** 2 <= scale**2 * d * T * log2(T))


# ---- Footnote 1: mistakes on realizable sequences


@claim(
    "ABLMM22.S1.fn1",
    "footnote 1, section 1: optimal number of mistakes in the realizable case",
    "claim",
    caps="in (i) sequences of at most one example more than there are points, in (ii) games on points that split the "
    "class",
    most=TIGHT,
    least=OFFSET,
)
def some_learner_errs_d_times_and_none_errs_less(
    H: ExplicitBinary, soa: Annotated[Run, Algorithm("ABLMM22.D11")], most: int, least: int
) -> Truth:
    """(i) Some deterministic algorithm, the SOA with ties to -1, makes no more than $d = Ldim(H)$ mistakes on every
    realizable sequence; (ii) for every deterministic algorithm there is a realizable sequence on which it makes at
    least $d$."""
    d, mistakes = littlestone_dimension(H), most_mistakes(soa(H.functions(), H.points), H, H.points + 1)
    return (mistakes <= d + most) & (d + least <= optimal_mistakes(H))


@claim(
    "ABLMM22.S1.fn1.randomized",
    "footnote 1, section 1: mistakes of randomized learners",
    "claim",
    share=Constant(HALF, mutants=(Fraction(3, 5),)),
)
def a_randomized_learner_errs_half_as_often(H: ExplicitBinary, share: Fraction) -> Statement:
    """For randomized algorithms a lower bound of $d/2$ holds on the expected number of mistakes, for $d >= 1$."""
    d = int(littlestone_dimension(H))
    return when(d >= 1, online_value(H, H.points) >= share * d)


@claim(
    "ABLMM22.S1.fn1.value",
    "footnote 1, section 1: values of the mistake game as implemented",
    "algorithm",
    caps="deterministic games on points that split the class, randomized ones of as many rounds as there are points",
    offset=OFFSET,
)
def the_values_of_the_mistake_game_are_implemented(
    H: ExplicitBinary, values: Annotated[Run, Algorithm("ABLMM22.S1.fn1")], offset: int
) -> Truth:
    """The implemented recursion over the points that split the class gives the value of the game that is played out,
    for deterministic and for randomized learners."""
    found = values(H.functions())
    deterministic = optimal_mistakes(H) == int(found.deterministic) + offset
    return all_of([deterministic, found.randomised == online_value(H, H.points)])


# ---- Which classes are Littlestone


@claim(
    "ABLMM22.S1.log",
    "section 1, Littlestone classes: Littlestone dimension against the size of the class",
    "claim",
    base=Constant(2, mutants=(3,)),
)
def dimension_is_at_most_log_size(H: Binary, base: int) -> Truth:
    """Every finite class has Littlestone dimension $d <= log |H|$; log is to base 2."""
    return base ** littlestone_dimension(H) <= H.size()


def affine_subspaces(p: int, n: int, most: int) -> frozenset[frozenset[Point]]:
    """The affine subspaces of F_p^n of dimension at most ``most``, each as its set of points; p is a prime."""
    points = list(product(range(p), repeat=n))
    level = {frozenset({x}) for x in points}
    found = set(level)
    for _ in range(min(most, n)):
        level = {affine_hull(p, A, x) for A in level for x in points if x not in A}
        found |= level
    return frozenset(found)


def affine_hull(p: int, A: frozenset[Point], x: Point) -> frozenset[Point]:
    """The least affine subspace of F_p^n with the affine subspace A and the point x in it: all a + c (x - a_0)."""
    step = tuple((b - a) % p for a, b in zip(min(A), x, strict=True))
    return frozenset(tuple((a + c * s) % p for a, s in zip(point, step, strict=True)) for point in A for c in range(p))


def affine_class(p: int, n: int, d: int) -> ConceptClass:
    """The indicators, on the p^n points of F_p^n, of the affine subspaces of dimension at most d."""
    points = list(product(range(p), repeat=n))
    return explicit((tuple(int(x in A) for x in points) for A in affine_subspaces(p, n, d)), labels=2)


def linear_class(p: int, n: int, d: int) -> ConceptClass:
    """The indicators, on the p^n points of F_p^n, of the linear subspaces of dimension at most d."""
    return affine_class(p, n, d).restrict(0, frozenset({1}))


def is_prime(p: int) -> bool:
    """p has exactly two divisors."""
    return p > 1 and all(p % q for q in range(2, p))


def few_points(p: int, n: int) -> bool:
    """Spaces $F_p^n$ of at most 27 points."""
    return is_true(p**n <= 27)


@claim(
    "ABLMM22.S1.affine",
    "section 1, Littlestone classes: Littlestone dimension of affine subspaces",
    "example",
    reach=few_points,
)
def affine_subspaces_have_dimension_d(p: PositiveSize, n: PositiveSize, d: Size) -> Statement:
    """Let $X = F^n$ and let $H$ be all indicators of affine subspaces of dimension at most $d$: the Littlestone
    dimension of $H$ is $d$. Read as: for $F = F_p$, $p$ a prime, and $d <= n$."""
    return _dimension_is(affine_class, p, n, d, d)


@correction(
    "ABLMM22.S1.affine",
    "points are the subspaces of dimension 0, and already they cost one mistake: on $d + 1$ affinely "
    "independent points the subspaces take every pattern, so that $Ldim = d + 1$ wherever $F^n$ has more "
    "than $d + 1$ points",
    narrows="prime fields $F_p$",
    reach=few_points,
    offset=OFFSET,
)
def affine_subspaces_have_dimension_d_plus_1(p: PositiveSize, n: PositiveSize, d: Size, offset: int) -> Statement:
    """Let $X = F^n$ and let $H$ be all indicators of affine subspaces of dimension at most $d <= n$: the Littlestone
    dimension of $H$ is $d + 1$, except where $F^n$ has only $d + 1$ points $(F = F_2, n = d = 1)$, where it is $d$."""
    return _dimension_is(affine_class, p, n, d, min(int(d) + 1, int(p**n) - 1) + offset)


@claim(
    "ABLMM22.S1.affine.linear",
    "for section 1, Littlestone classes: Littlestone dimension of linear subspaces",
    "remark",
    role="companion",
    narrows="prime fields $F_p$",
    reach=few_points,
    offset=OFFSET,
)
def linear_subspaces_have_dimension_d(p: PositiveSize, n: PositiveSize, d: Size, offset: int) -> Statement:
    """The indicators of the linear subspaces of $F^n$ of dimension at most $d <= n$ have Littlestone dimension $d$."""
    return _dimension_is(linear_class, p, n, d, d + offset)


def _dimension_is(family: Callable[[int, int, int], ConceptClass], p: int, n: int, d: int, expected: int) -> Statement:
    return when([is_prime(int(p)), d <= n], littlestone_dimension(family(int(p), int(n), int(d))) == expected)


@claim(
    "ABLMM22.S1.iff",
    "section 1, thresholds: finite Littlestone dimension and embedded thresholds",
    "claim",
    not_checkable="it is about infinite classes; its finite form is Theorem 10. It must be read as: for some $k$ the "
    "class does not contain $k$ thresholds",
    stand_ins=("ABLMM22.T10", "ABLMM22.S1.iff.blocks"),
)
def finite_dimension_is_no_thresholds(H: Binary) -> Truth:
    """$H$ has a finite Littlestone dimension if and only if it does not embed thresholds as a subclass."""
    raise NotImplementedError


rests_on("ABLMM22.S1.iff", "ABLMM22.T10", "without $k$ thresholds $floor(log d) < k$", "Section 1, thresholds")


def threshold_blocks(n: int) -> list[Function]:
    """The j thresholds on block j, which has j points, and 0 on all other blocks, for j = 1..n."""
    blocks = [(j, i) for j in range(1, n + 1) for i in range(j)]
    return [tuple(int(block == j and i <= x) for block, x in blocks) for j, i in blocks]


@claim(
    "ABLMM22.S1.iff.blocks",
    "for section 1, thresholds: thresholds in a disjoint union of threshold classes",
    "remark",
    role="companion",
    narrows="for $j$ up to $n$; the union over all $j$ is not formalized",
    offset=OFFSET,
)
def thresholds_do_not_join_across_blocks(n: PositiveSize, offset: int) -> Truth:
    """The $j$ thresholds on block $j$ and 0 elsewhere, for all $j = 1..n$, contain $n$ thresholds and not $n + 1$: so
    over all $j$ they contain $k$ thresholds for every $k$, but no infinite sequence of them."""
    return threshold_dimension(explicit(threshold_blocks(n), labels=2)) == n + offset


# ---- Stability


@claim(
    "ABLMM22.S1.gs",
    "Section 1: parameters of the globally stable learner",
    "remark",
    not_checkable="$O(d)$ hides its constant; the learner $G$ that the paper builds has $n = 2^(2^(O(d)))$, as section "
    "5.1.1 and Theorem 23 say, and not the $n = 2^(O(d))$ of this sentence; the paper does not ask "
    "whether another learner has",
    stand_ins=("ABLMM22.T23", "ABLMM22.T23.eq4"),
)
def littlestone_classes_have_globally_stable_learners(H: ExplicitBinary) -> Truth:
    """Every class of Littlestone dimension $d$ has a learner that is globally stable with $eta = 2^(-2^(O(d)))$ and $n
    = 2^(O(d))$."""
    raise NotImplementedError


@uses("ABLMM22.S1.gs", "ABLMM22.T23", "Section 1, stability")
def the_introduction_says_how_large_the_samples_are(C: PositiveInteger) -> Use:
    """$n = 2^(O(d))$ is drawn from the $m = 2^(2^(d+2)+1) 4^(d+1) ceil(2^(d+2)/alpha)$ of Theorem 23: $m <= 2^(C d)$ at
    $d = C$; the factor $2^(2^(d+2))$ alone is $2^(4 2^C)$."""
    return Use(gives=4 * 2**C <= C * C)


@correction(
    "ABLMM22.S1.gs.from.T23.conclusion",
    "Theorem 23 has $n = 2^{2^(O(d))}$, as section 5.1.1 says",
    four=Constant(4, stronger="smaller", mutants=(3,)),
)
def the_samples_are_doubly_exponential(d: PositiveInteger, four: int) -> Truth:
    """$4 2^d + 3d + 6 <= 2^(4d + 1)$ for $d >= 1$; here the left side is the logarithm of $2^(2^(d+2)+1) 4^(d+1)
    2^(d+3)$, a bound on $m$ at $alpha = 1$."""
    return 4 * 2**d + 3 * d + 6 <= 2 ** (four * d + 1)
