"""BGS21 section 3.1: private multiclass learning from private binary learning."""

from collections.abc import Callable
from functools import partial
from itertools import product
from math import comb, prod

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.laws import total as total_weight
from littlestone.spec.learning.pac_learning import is_proper
from littlestone.spec.learning.samples import ordered_draws
from littlestone.spec.notation import *

BitReduction = Annotated[Run, Algorithm("BGS21.ALG.A.bits")]
ONE_LEARNER = "EXPLEARN, with epsilon = ln 4 on one row, stands for all B^i"
HALVES = "alpha = 1/2, distributions in halves"

PROOF = "proof of Theorem 3.1, section 3.1"
CLAIM = "proof of Claim 3.2, section 3.1"
COROLLARY = "before Corollary 3.3, section 3.1"
GENERIC = "for Corollary 3.3, section 3.1: EXPLEARN as the generic learner"
UNKNOWN = ("littlestone_dimension",)
FILLER = "filler for B^i; Kasiviswanathan et al. 2008"


@claim(
    "BGS21.N3.bits",
    "Notation, section 3.1",
    "definition",
    offset=OFFSET,
    lost=Constant(0, mutants=(1,), stronger="larger"),
)
def a_binary_restriction_splits_by_its_bit(H: Multiclass, offset: int, lost: int) -> Truth:
    """H|_i = {f_i : f in H}, where f_i(x) is the i-th bit of f(x): its Littlestone dimension is that of the trees that
    split H by the i-th bit, and the bits determine the label, so that |H|_i| <= |H| <= prod_i |H|_i|."""
    bits = Bits(H.labels)
    determined = all(bits.label([bits.bit(i, y) for i in bits.indices()]) == y for y in range(H.labels))
    by_bit = [psi_littlestone_dimension(H, (phi,)) for phi in psi_bin(H.labels)]
    restricted = [littlestone_dimension(binary_restriction(H, i)) for i in bits.indices()]
    split = (a == b + offset for a, b in zip(restricted, by_bit, strict=True))
    return all_of([determined, *split, _between_one_and_all_restrictions(H, lost)])


def _between_one_and_all_restrictions(H: ConceptClass, lost: int) -> Truth:
    """|H|_i| <= |H| for every i, and |H| <= prod_i |H|_i| over all but the last ``lost`` bits."""
    sizes = [part.size() for part in binary_restrictions(H)]
    cases = product(*(size.cases() for size in sizes[: len(sizes) - lost]))
    most = all_of(all_of(t for _, t in case).implies(H.size() <= prod(v for v, _ in case)) for case in cases)
    return most & all_of(size <= H.size() for size in sizes)


# ---- The learners


@claim(
    "BGS21.ALG.EXPLEARN",
    "filler for B^i; Kasiviswanathan et al. 2008",
    "algorithm",
    reach=among_five_functions,
    narrows="one epsilon, ln 4",
    caps="samples of two rows",
    share=SHARE,
)
def the_exponential_learner_has_its_law_and_is_pure_private(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, share: Fraction
) -> Statement:
    """EXPLEARN outputs h in H with probability proportional to exp(-epsilon errors(h) / 2), and is (epsilon, 0)-private
    on all samples of two rows, realizable or not; here epsilon = ln 4."""
    learner, functions = exponential_learner(law, explearn, H.functions()), H.functions()
    specified = all_of(
        same_law(learner(sample), proportional({h: HALF ** sum(h[x] != y for x, y in sample) for h in functions}))
        for sample in product(all_rows(H), repeat=2)
    )
    return specified & is_private(learner, all_rows(H), 2, EPSILON * share)


rests_on("BGS21.ALG.EXPLEARN", "DP.exponential", "a row changes the errors of a hypothesis by at most 1", FILLER)


@claim(
    "BGS21.ALG.EXPLEARN.accuracy",
    "filler for B^i; Kasiviswanathan et al. 2008",
    "algorithm",
    reach=among_five_functions,
    narrows="one (alpha, beta, epsilon) = (1/2, 1/2, ln 4) and the least n, at which the failures are far below beta; "
    "that hypotheses lie in H, on two rows",
    caps="distributions in quarters",
    scale=Constant(1, stronger="smaller"),
)
def the_exponential_learner_is_accurate_from_its_sample_bound(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, scale: Fraction
) -> Statement:
    """With n >= max((4 / (epsilon alpha)) ln(2|H|/beta), (8 / alpha) ln(2|H|/beta)) rows EXPLEARN is
    (alpha, beta)-accurate and proper; here alpha = beta = 1/2, epsilon = ln 4."""
    learner, size = exponential_learner(law, explearn, H.functions()), len(H.functions())
    n = ceiling(scale * exponential_sample_bound(size, Goal(HALF, HALF, EPSILON)))
    distributions = tuple(grid(H.points, 4))
    accurate = is_accurate(learner, H, n, HALF, HALF, distributions, unordered_draws)
    return accurate & is_proper(learner, H, min(n, 2))


@uses(
    "BGS21.ALG.EXPLEARN.accuracy",
    "PROB.chernoff.lower",
    FILLER,
    assumes="the rows are independent draws, so that the errors of one hypothesis are a sum of independent variables",
)
def bad_hypotheses_err_on_the_sample(size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, more: FromZero) -> Use:
    """A hypothesis that errs with probability above alpha errs on at most alpha n / 2 of n rows with probability at
    most e^{-alpha n / 8}, by Chernoff's bound at delta = 1/2; all of them together do so with probability at most
    beta / 2, as n >= (8 / alpha) ln(2 size / beta)."""
    n = 8 / alpha * ln(2 * size / beta) + more
    return Use({"mean": alpha * n, "delta": HALF}, gives=lambda b: size * b.fails <= beta / 2, times=size)


@uses("BGS21.ALG.EXPLEARN.accuracy", "PROB.union", FILLER)
def the_hypotheses_fail_together(size: AtLeastOne, beta: PositiveUnit) -> Use:
    """Each of the hypotheses fails with probability at most beta / (2 size), and some with at most beta / 2."""
    return Use({"chances": size * (beta / (2 * size))}, gives=lambda b: b.fails <= beta / 2)


@uses("BGS21.ALG.EXPLEARN.accuracy", "DP.exponential.accuracy", FILLER)
def many_errors_are_seldom_chosen(
    size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, epsilon: PositiveReal, more: FromZero
) -> Use:
    """A hypothesis with at least x = alpha n / 2 errors, where the target has none, is chosen with probability at most
    size e^{-epsilon x / 2} <= beta / 2, as n >= (4 / (epsilon alpha)) ln(2 size / beta)."""
    n = 4 / (epsilon * alpha) * ln(2 * size / beta) + more
    at = {"k": size, "epsilon": epsilon, "x": alpha * n / 2}
    return Use(at, gives=lambda b: b.fails <= beta / 2, times=1)


@adds_up("BGS21.ALG.EXPLEARN.accuracy", FILLER)
def the_failures_of_the_exponential_learner(
    size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, epsilon: PositiveReal, more: FromZero
) -> Total:
    """EXPLEARN fails with probability at most beta."""
    return Total(fails=beta)


@claim(
    "BGS21.ALG.EXPLEARN.estimated",
    "filler for B^i; Kasiviswanathan et al. 2008",
    "algorithm",
    narrows="the thresholds on 16 points, one (alpha, beta, epsilon) and the least n, and two targets with the "
    "distributions that seem hardest",
    scale=Constant(1, mutants=(QUARTER, Fraction(1, 8))),
)
def the_exponential_learner_seldom_fails_on_thresholds(explearn: ExpLearn, scale: Fraction) -> Truth:
    """With n >= max((4 / (epsilon alpha)) ln(2|H|/beta), (8 / alpha) ln(2|H|/beta)) rows EXPLEARN is
    (alpha, beta)-accurate; here for the thresholds on 16 points, alpha = 1/4, beta = 1/10, epsilon = 1/2."""
    functions, goal = thresholds(), Goal(QUARTER, Fraction(1, 10), HALF)
    n = ceiling(scale * exponential_sample_bound(len(functions), goal))
    return fails_seldom(lambda sample, source: explearn(functions, sample, goal.epsilon, source), n, goal)


@claim(
    "BGS21.ALG.A",
    "Figure 1, section 3.1",
    "algorithm",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps="one sample with a further row",
    shift=OFFSET,
)
def the_reduction_runs_each_binary_learner_on_its_block(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, shift: int
) -> Statement:
    """On a sample split by position into blocks of n_1, ..., n_L rows, A outputs min(bin2dec(g_1, ..., g_L), k), where
    g_i is the output of B^i on block i with bit i of the labels, independently; further rows are ignored."""
    bits, learners = Bits(H.labels), binary_learners(H, explearn, 1)
    A = multiclass_learner(law, reduction, H, learners)
    singles = [exponential_learner(law, explearn, bit.functions()) for bit in binary_restrictions(H)]

    def specified(sample: Sample) -> Law[Function]:
        whole: Law[tuple[Function, ...]] = point_mass(())
        for i, (x, y) in enumerate(sample, start=1):
            one = singles[i - 1](((x, bits.bit(1 + (i - 1 + int(shift)) % bits.length, y)),))
            whole = whole.product(one).map(lambda pair: (*pair[0], pair[1]))
        return whole.map(lambda g: tuple(min(bits.label(values), H.k) for values in zip(*g, strict=True)))

    samples = product(all_rows(H), repeat=bits.length)
    laws = all_of(same_law(A(sample), specified(sample)) for sample in samples)
    sample = (*((0, 0),) * bits.length, all_rows(H)[-1])
    return laws & same_law(A(sample), A(sample[:-1]))


@claim(
    "BGS21.ALG.A.estimated",
    "Theorem 3.1, section 3.1",
    "algorithm",
    narrows="all functions from 4 points to 4 labels, one target, two distributions and one (alpha, beta, epsilon)",
    scale=Constant(1, mutants=(Fraction(1, 32),)),
)
def the_reduction_seldom_fails_on_four_labels(reduction: Reduction, explearn: ExpLearn, scale: Fraction) -> Truth:
    """If the sample size of each B^i is that of (alpha / L, beta / L)-accuracy, A of figure 1 is (alpha, beta)-accurate
    from the sum of them; here for all functions from 4 points to 4 labels, each B^i being EXPLEARN at its sample bound,
    alpha = 1/2, beta = 1/5, epsilon = 1/2."""
    alpha, beta, bits, functions = HALF, Fraction(1, 5), Bits(4), tuple(all_functions(4, 2))
    each = Goal(alpha / bits.length, beta / bits.length, HALF)
    rows = ceiling(scale * exponential_sample_bound(len(functions), each))
    B = partial(_exponential, explearn, functions, each.epsilon)
    learners = ((B, rows),) * bits.length
    hard = (weighted_points({0: Fraction(9, 16), 1: Fraction(7, 16)}, 4), (QUARTER,) * 4)

    def run(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = reduction(sample, bits.labels - 1, learners, source)
        return hypothesis

    n = rows * bits.length
    return all_of(failure_chance(run, (0, 1, 2, 3), D, n, alpha) <= beta for D in hard)


def _exponential(
    explearn: ExpLearn, functions: tuple[Function, ...], epsilon: Expression, sample: Sample, source: Randomness
) -> Function:
    hypothesis: Function = explearn(functions, sample, epsilon, source)
    return hypothesis


# ---- The proof of Theorem 3.1


@terms("BGS21.T3.1.eq1")
def errors_of_the_bits(errs: FromZero, differing: FromZero) -> Terms:
    """How often the labels differ, and how often their bits do, all together."""
    return Terms(says=errs <= differing)


@claim(
    "BGS21.T3.1.eq1",
    "Equation (1), section 3.1",
    "step",
    narrows="the labels at one point; their average over a distribution is in words",
    lost=OFFSET,
)
def the_label_errs_where_some_bit_errs(k: PositiveSize, y: Size, z: Size, lost: int) -> Statement:
    """Pr[g(x) != f(x)] = Pr[some g_i(x) != f_i(x)] <= sum_i Pr[g_i(x) != f_i(x)]: at every point, and so on average
    over any distribution, labels f(x) = y and g(x) = z differ iff some bit does, at least one of them."""
    bits = Bits(k + 1)
    differing = sum(bits.bit(i, int(y)) != bits.bit(i, int(z)) for i in range(1 + lost, bits.length + 1))
    errs = int(int(y) != int(z))
    return when(
        [y <= k, z < 2**bits.length],
        as_truth((errs > 0) == (differing > 0)) & as_truth(errors_of_the_bits(errs, differing).says),
    )


rests_on("BGS21.T3.1.eq1", "BGS21.N3.bits", "the bits determine the label", f"{PROOF}, equation (1)")
rests_on("BGS21.T3.1.eq1", "PROB.union", "some bit errs with the chances of all at most", f"{PROOF}, equation (1)")


@terms("BGS21.T3.1.eq2")
def some_bit_errs(chances: FromZero) -> Terms:
    """Some bit errs by more than alpha / L, where each fails with one of these chances, here all together."""
    return Terms(fails=chances)


@claim(
    "BGS21.T3.1.eq2",
    "Equation (2), section 3.1",
    "step",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps=HALVES,
    parts=Constant(1, mutants=(2,)),
)
def all_bits_succeed_at_once(
    H: ExplicitClass, law: LawOf, reduction: BitReduction, explearn: ExpLearn, parts: int
) -> Truth:
    """With probability at least 1 - sum_i beta_i all bits have Pr[g_i != f_i] <= alpha / L, where beta_i is the failure
    probability of B^i: for every f in H and every distribution."""
    bits, learners = Bits(H.labels), binary_learners(H, explearn, 1)

    def some_bit_fails(f: Function, D: Distribution) -> Exact:
        def fails(g: tuple[Function, ...]) -> bool:
            targets = (tuple(bits.bit(i, y) for y in f) for i in bits.indices())
            return any(error(g_i, f_i, D) > HALF / (parts * bits.length) for g_i, f_i in zip(g, targets, strict=True))

        drawn = ordered_draws(D, bits.length)
        return total_weight(
            exact(p * law(reduction, labelled(points, f), H.k, learners).probability(fails)) for points, p in drawn
        )

    return _at_most_the_sum(H, law, explearn, some_bit_fails, some_bit_errs, HALF / bits.length)


rests_on("BGS21.T3.1.eq2", "BGS21.D2.9", "g_i errs by at most alpha / L", f"{PROOF}, before equation (2)")


@uses("BGS21.T3.1.eq2", "PROB.union", f"{PROOF}, equation (2)")
def some_bit_fails_with_the_parts_together(L: PositiveInteger, beta: Unit) -> Use:
    """Each of L bits fails with probability beta / L, so that all succeed with probability at least 1 - beta."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: b.fails <= beta)


def _bit_failures(
    H: ConceptClass, law: Run, explearn: Run, f: Function, D: Distribution, allowed: Fraction
) -> list[Exact]:
    """For each bit, the probability that B^i on one row has an error above the one allowed for f_i under D."""
    bits = Bits(H.labels)
    learners = [exponential_learner(law, explearn, bit.functions()) for bit in binary_restrictions(H)]
    targets = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    return [failure_probability(B, f_i, D, 1, allowed) for B, f_i in zip(learners, targets, strict=True)]


def _at_most_the_sum(
    H: ConceptClass,
    law: Run,
    explearn: Run,
    failure: Callable[[Function, Distribution], Exact],
    bound: Callable[..., Terms],
    allowed: Fraction,
    part: Fraction | int = 1,
) -> Truth:
    """For every f in H and every distribution, the failure is at most that part of what is said of the bits' sum."""
    return all_of(
        failure(f, D) <= exact(part * bound(total_weight(_bit_failures(H, law, explearn, f, D, allowed))).fails)
        for f in H.functions()
        for D in tuple(grid(H.points, 2))
    )


@terms("BGS21.T3.1.eq3")
def the_reduction_errs(chances: FromZero) -> Terms:
    """A errs by more than alpha, where the bits fail with these chances together."""
    return Terms(fails=chances)


@claim(
    "BGS21.T3.1.eq3",
    "Equation (3), section 3.1",
    "step",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps=HALVES,
    part=SHARE,
)
def the_reduction_is_accurate(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, part: Fraction
) -> Truth:
    """With probability at least 1 - sum_i beta_i, Pr[g != f] <= alpha, where B^i is (alpha / L, beta_i)-accurate: for
    every f in H and every distribution. The sum_i Pr[g_i != f_i] between them is that of BGS21.T3.1.eq1."""
    A, L = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1)), Bits(H.labels).length
    failure = lambda f, D: failure_probability(A, f, D, L, HALF)  # noqa: E731
    return _at_most_the_sum(H, law, explearn, failure, the_reduction_errs, HALF / L, part)


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq1", f"{PROOF}, equation (3)")
def the_errors_of_the_bits_add_up(L: PositiveInteger, alpha: Unit, errs: Unit, differing: FromZero) -> Use:
    """Equation (1) on average: g errs at most as often as the bits together, each by at most alpha / L."""
    at = {"errs": errs, "differing": differing}
    return Use(at, given=differing <= L * (alpha / L), gives=errs <= alpha)


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq2", f"{PROOF}, equation (3)")
def all_bits_are_good_at_once(L: PositiveInteger, beta: Unit) -> Use:
    """By equation (2) all bits err by at most alpha / L at once with probability at least 1 - beta."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: 1 - b.fails >= 1 - beta)


@terms("BGS21.C3.2")
def parts_of_the_input(epsilon: FromZero, first: Unit, second: Unit, largest: Unit) -> Terms:
    """Mechanisms with these deltas, on disjoint parts."""
    return Terms(asks=all_of([first <= largest, second <= largest]), epsilon=epsilon, delta=largest)


@claim(
    "BGS21.C3.2",
    "Claim 3.2, section 3.1",
    "claim",
    narrows="e^eps an integer",
    caps="two parts of one bit each and an empty third one, mechanisms with two outcomes",
    share=SHARE,
)
def parallel_composition_keeps_privacy(
    m: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    parallel: Annotated[Run, Algorithm("BGS21.C3.2")],
    share: Fraction,
) -> Truth:
    """Mechanisms that are (eps, delta)-DP, run on disjoint parts of the input that are split off independently of the
    data, are together (eps, delta)-DP: for all pairs of mechanisms from one bit to 2 outcomes with probabilities in
    multiples of 1/m and an empty third part, at the larger of their two least deltas for eps = ln(1 + j)."""
    pairs = product(product(laws(2, int(m)), repeat=2), repeat=2)
    unit = parts_of_the_input(ln(1 + j), 1, 1, 1)  # in units of the larger delta
    return all_of(
        is_private(partial(law, run), BITS, 2, unit.epsilon, share * largest * unit.delta)
        for M, N in pairs
        for largest in [max(leaked(M, int(j)), leaked(N, int(j)))]
        for run in [parallel([on_first_row(M), lambda rows, source: len(rows), on_first_row(N)], (1, 0, 1))]
    )


rests_on("BGS21.C3.2", "BGS21.D2.1", "for each random split one block differs, in one row", f"{CLAIM}, first paragraph")
rests_on("BGS21.C3.2", "BGS21.L2.4", "the other blocks are post-processing, with own coins", f"{CLAIM}, paragraph 2")
rests_on("BGS21.C3.2", "BGS21.D2.1", "M is (epsilon, delta)-private", f"{CLAIM}, last sentence", name="pairs")


def on_first_row(M: tuple[Law[int], ...]) -> Run:
    """The mechanism with these laws on the first row of its block."""
    return lambda rows, source: table(M)(rows[0], source)


@claim(
    "BGS21.COR3.3",
    "Corollary 3.3, section 3.1",
    "corollary",
    narrows="one generic learner, EXPLEARN at alpha = beta = 1/2 and epsilon = 1, whose samples the Sauer-Shelah lemma "
    "bounds by the dimension; that the samples of Theorem 3.1 are those of the bits is the substitution itself",
    cites=("BGS21.T3.1.corrected", "DIM.sauer.ldim"),
    scale=SHARE,
)
def samples_are_bounded_by_the_dimensions_of_the_bits(H: Multiclass, scale: Fraction) -> Truth:
    """With a generic binary learner whose samples are bounded by SC(d', alpha, beta) at Littlestone dimension d', A
    takes at most sum_i SC(d_i, alpha / L, beta / L): here EXPLEARN, which by the Sauer-Shelah bound on |H|_i| has
    SC(d') = its sample bound for sum_{j <= d'} C(m, j) functions; alpha = beta = 1/2, epsilon = 1."""
    goal = Goal(HALF / Bits(H.labels).length, HALF / Bits(H.labels).length, Fraction(1))

    def at_dimension(d: int) -> int:
        functions = sum(comb(H.points, j) for j in range(d + 1))
        return floor(scale * exponential_sample_bound(functions, goal))

    restrictions = binary_restrictions(H)
    taken = total(bit.size().map(lambda size: exponential_sample_bound(size, goal)) for bit in restrictions)
    return taken <= total(at_littlestone_dimension(bit, at_dimension) for bit in restrictions)


rests_on("BGS21.COR3.3", "BGS21.S1.bg", "a generic learner is one for all classes of a dimension", COROLLARY)
rests_on("BGS21.COR3.3", "BGS21.T3.1", "all (alpha, beta), finite d_i", COROLLARY, repair="BGS21.T3.1.corrected")


@uses("BGS21.COR3.3", "DIM.sauer.ldim", GENERIC, opaque=UNKNOWN)
def the_size_of_a_restriction_is_bounded(G: Binary) -> Use:
    """A binary class G of Littlestone dimension d' has at most sum_{j <= d'} C(m, j) functions, and EXPLEARN takes
    no more samples than for so many: here at alpha = beta = 1/2 and epsilon = 1."""
    goal = Goal(HALF, HALF, Fraction(1))
    taken = G.size().map(lambda size: exponential_sample_bound(size, goal))
    bounds = littlestone_dimension(G).map(
        lambda d: exponential_sample_bound(int(sauer_sum(G.points, max(d, 0), 1)), goal)
    )
    return Use({"H": G}, gives=taken <= bounds)
