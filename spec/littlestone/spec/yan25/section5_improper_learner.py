"""YAN25 section 5: Algorithm 2, the improper learner, by its law, and its parameters."""

from itertools import combinations, combinations_with_replacement, product

from littlestone.spec.class_trees.improper_laws import TreePlan, improper_law, law_on_chunks
from littlestone.spec.classes.concept_classes import largest_size
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

Determined = Annotated[Run, Algorithm("YAN25.Alg2.determined")]
OnThresholds = Annotated[Run, Algorithm("YAN25.Alg2.thresholds")]
Learn = Annotated[Run, Algorithm("YAN25.Alg2")]
OnChunks = Annotated[Run, Algorithm("YAN25.Alg2.chunks")]


# ---- Algorithm 2


@claim("YAN25.Alg2", "Algorithm 2, section 5, step 3: largest distance of a point that a chunk determines", "algorithm")
def every_chunk_has_a_largest_distance(H: ListedVCOne) -> Truth:
    """Let $y_i = max_{x in B_i} d(x)$, the largest distance of a point in $B_i$, of those that chunk $i$ determines.
    Read as: it is defined for every chunk of one row that a concept labels."""
    chunks = [(row,) for row in all_rows(H)]
    return all_of(len(deterministic_points(H, S)) > 0 for S in chunks if largest_size(consistent(H, S)))


@correction(
    "YAN25.Alg2",
    "$B_i$ is empty for a chunk of zeros, such as ${(x, 0)}$ for $H = {0, 1_x}$: $y_i$ must be 0 there; $z = 0$ is "
    "then a median, no point has distance 0, and $x_good$ must be the root, as where the choosing mechanism fails. "
    "And a chunk that no concept agrees with must determine no point: see YAN25.T10",
    reach=at_most_two_points,
    narrows="$t = 2$ chunks, $epsilon = 4 ln 2$ and 8 ln 2, $delta = 1/4$; the median by ranks M4, the choosing "
    "mechanism M2, and $f$ the first concept",
    caps="$n = 2$ rows, on one point also 3, each multiset of them in one order",
    rate=Constant(1, mutants=(2,)),
)
def the_learner_has_the_law_of_its_listing(H: ExplicitBinary, law: LawOf, run: Learn, rate: Rational) -> Statement:
    """For every class of VC dimension at most 1, reduced or not, and every sample, realizable or not, the hypothesis
    has the law of the listing: $f$-representation, reduction of points by A1 and A2, a random partition into $t$ equal
    parts, a row left over not read, $z$ by the private median of the distances, $x_good$ by the choosing mechanism, and
    the labels turned back; with three changes: $B_i$ is empty where no concept agrees with $S_i$, $y_i = 0$ where $B_i$
    is empty, and $x_good$ is the root at $z = 0$ and where the choosing mechanism fails."""
    functions = tuple(sorted(H.functions()))
    if len(functions) == 4:  # on two points the class of VC dimension 2
        return when(False, True)
    return all_of(
        same_law(law(run, functions, S, tiny_plan()), improper_law(H, S, tiny_plan(rate)))
        for n in (2, 3)[: 3 - H.points]
        for S in combinations_with_replacement(all_rows(H), n)
    )


def tiny_plan(rate: Rational | int = 1) -> TreePlan:
    """Small sizes at which all weights are rational: the threshold of the votes is 2."""
    return TreePlan(2, 4 * ln(2) * rate, 8 * ln(2), QUARTER)


@claim(
    "YAN25.Alg2.chunks",
    "Algorithm 2, section 5, on a fixed partition: law of the choice on a fixed partition",
    "algorithm",
    reach=at_most_three_points,
    narrows="$t = 2$ chunks, $epsilon = 4 ln 2$ and 8 ln 2, $delta = 1/4$; the median by ranks M4 and M2",
    caps="chunks of two rows, one for each set that they determine and for whether a concept agrees with them (for "
    "which see YAN25.Alg2.determined)",
    rate=Constant(1, mutants=(2,)),
)
def the_choice_has_the_law_of_its_listing(H: ListedVCOne, law: LawOf, run: OnChunks, rate: Rational) -> Truth:
    """For every reduced class and every partition, realizable or not, $(z, x_good)$ has the law of the listing, with
    the changes of YAN25.Alg2.corrected: $B_i$ by its definition, or empty, $y_i$ its largest distance, or 0, $z$ the
    private median, the score of each point of distance $z$ the number of chunks that determine it, $x_good$ by the
    choosing mechanism, or the root."""
    functions = tuple(sorted(H.functions()))
    kinds = {(deterministic_path(H, S), largest_size(consistent(H, S)) > 0): S for S in product(all_rows(H), repeat=2)}
    return all_of(
        same_law(law(run, functions, pair, tiny_plan()), law_on_chunks(H, pair, tiny_plan(rate)))
        for pair in product(kinds.values(), repeat=2)
    )


@claim(
    "YAN25.Alg2.determined",
    "Algorithm 2, section 5, step 3, on a tree in arrays: deterministic points on a tree in arrays, as implemented",
    "algorithm",
    reach=at_most_four_points,
    deeper=OFFSET,
)
def what_a_chunk_determines_is_found_on_the_tree(H: ListedVCOne, run: Determined, deeper: int) -> Truth:
    """The node that is found from the points with label 1 and the points cut off by those with label 0 has for its path
    the points that the chunk determines by Definition 15, none where no function agrees; for every set of rows."""
    functions, tree = tuple(sorted(H.functions())), class_tree(H)
    rows = all_rows(H)
    samples = [S for n in range(len(rows) + 1) for S in combinations(rows, n)]
    return all_of(
        (tree.path(node), len(path)) == (path, tree.depth(node) + int(deeper))
        for S in samples
        for node, path in [(run(functions, S), deterministic_path(H, S))]
    )


@claim(
    "YAN25.Alg2.thresholds",
    "Algorithm 2, section 5, on thresholds that are never listed: improper learner on thresholds, as implemented",
    "algorithm",
    narrows="$t = 2$ chunks, $epsilon = 4 ln 2$ and 8 ln 2, $delta = 1/4$; the median by ranks M4 and M2",
    caps="one chunk of no or two rows and one of one row",
    rate=Constant(1, mutants=(2,)),
)
def thresholds_need_not_be_listed(size: PositiveSize, law: LawOf, run: OnThresholds, rate: Rational) -> Truth:
    """On the thresholds of ``size`` points, with the zero concept, $(z, x_good)$ has the law of the listing, with the
    changes of YAN25.Alg2.corrected, for every partition."""
    H = thresholds(int(size), int(size) + 1)
    rows = all_rows(H)
    chunks = product([*combinations_with_replacement(rows, 2), ()], [(row,) for row in rows])
    return all_of(
        same_law(law(run, int(size), pair, tiny_plan()), law_on_chunks(H, pair, tiny_plan(rate))) for pair in chunks
    )


# ---- Its parameters


@claim(
    "YAN25.Alg2.eq1",
    "Algorithm 2, section 5, its parameters: size for the private median",
    "displayed",
    narrows="the arithmetic at $alpha = 1/3$; Theorem 9 and the constant of its $O$ are cited, and $d = TD(X, C_f) + "
    "1$ is its $|X|$",
    scale=Constant(3, mutants=(2,)),
)
def the_median_size_is_that_of_theorem_9(
    K: FromZero, x: Annotated[Real, Reals()], epsilon: PositiveReal, scale: int
) -> Truth:
    """$n_PM(d, 1/3, beta, epsilon, delta) = O(log^* d log^2(log^* d/(beta delta)) / epsilon)$ is Theorem 9 at $alpha =
    1/3$, with $K = log^* d$, $x = log(log^* d/(beta delta))$ and three times its constant."""
    return K * x**2 / (epsilon / 3) <= scale * K * x**2 / epsilon


@claim(
    "YAN25.Alg2.eq2",
    "Algorithm 2, section 5, its parameters: number of subsets",
    "displayed",
    narrows="$log^* d = 1$, $beta = 1 - 1/(100 C)$, $delta = beta/2$ and $epsilon = 2 beta < 2$, within the ranges of "
    "Lemma 1 and M2",
)
def the_number_of_subsets(C: PositiveInteger) -> Truth:
    """$t = max{n_PM, O(log(4 n_PM/(beta epsilon delta)) / epsilon)} = O(log^* d log^2(log^* d/(epsilon beta delta)) /
    epsilon)$ for any $beta$, $epsilon$, $delta > 0$. Read as: with the constant 1 in $n_PM$, and $C$ in the last
    $O$."""
    beta = 1 - 1 / (100 * C)
    K, delta, epsilon = 1, beta / 2, 2 * beta
    n_PM = K * ln(K / (beta * delta)) ** 2 / epsilon
    return n_PM <= C * K * ln(K / (epsilon * beta * delta)) ** 2 / epsilon


@correction(
    "YAN25.Alg2.eq2",
    "$epsilon$ stands within the logarithm of the second form alone, which goes to 0 as $epsilon beta delta$ comes "
    "near $log^* d$: it takes $epsilon <= 1$ and $beta$, $delta <= 1/2$, say (and $log^* d$ at least 1: $log^* 1 = 0$)",
    narrows="the inequality $ln 4 + 2 u + 2 ln u <= 3 u^2$; that $n_PM <= u^2 log^* d / epsilon$, with the constant 1 "
    "in it, and then $log(4 n_PM/(beta epsilon delta)) <= ln 4 + 2 u + 2 ln u$, $u >= ln 4$, is not formalized",
    scale=Constant(3, mutants=(2,)),
)
def the_number_of_subsets_for_small_epsilon(u: Annotated[Real, Reals(low=ln(4))], scale: int) -> Truth:
    """For $epsilon <= 1$ and $beta$, $delta <= 1/2$, $t = O(u^2 log^* d / epsilon)$ for $u = log(log^* d/(epsilon beta
    delta))$: $n_PM$ is, as $log(log^* d/(beta delta)) <= u$, and $log(4 n_PM/(beta epsilon delta)) <= 3 u^2 <= 3 u^2
    log^* d$."""
    return ln(4) + 2 * u + 2 * ln(u) <= scale * u**2


@claim(
    "YAN25.Alg2.eq2.unbounded",
    "for Algorithm 2, section 5, its parameters: second form of the number of subsets, any constant",
    "remark",
    role="companion",
    narrows="the first inequality; the second is not formalized",
    power=Constant(3, mutants=(300,), stronger="larger"),
)
def the_second_form_vanishes_whatever_the_constant_is(z: Annotated[Real, Reals(low=100)], power: int) -> Truth:
    """For every $C >= 1$, $z = 100 C$ and $beta = 1 - 1/z$, $C log^2(1/beta^3) < log^2(2)$, which is at most
    $log^2(1/(beta delta))$ as $delta = beta/2$; $epsilon$ is the same on both sides."""
    return z / 100 * (power * ln(z / (z - 1))) ** 2 < ln(2) ** 2


@claim(
    "YAN25.Alg2.eq3",
    "Algorithm 2, section 5, its inputs: size of the input",
    "displayed",
    narrows="what is looked at is the VC dimension 1: the numbers 48, 10 and 5 stand on both sides; $alpha = e^-a$ and "
    "$beta = e^-b$ at most 1",
    vc=Constant(1, mutants=(2,)),
)
def each_subset_has_the_size_of_theorem_3(t: PositiveInteger, a: FromZero, b: FromZero, vc: int) -> Truth:
    """$N = t (48/alpha) (10 log(48 e/alpha) + log(5/beta))$: each of $t$ equal parts has the size of Theorem 3 for VC
    dimension 1."""
    N = t * 48 * exp(a) * (10 * (ln(48) + 1 + a) + ln(5) + b)
    return t * 48 * exp(a) * (10 * vc * (ln(48) + 1 + a) + ln(5) + b) <= N
