"""BGS21 section 3.1: the binary restrictions, a learner for each of them, and the learner of figure 1."""

from itertools import product
from math import prod

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.chances import failure_chance
from littlestone.spec.notation import *

ONE_LEARNER = "EXPLEARN, with $epsilon = ln 4$ on one row, stands for all $B^i$"
FILLER = "filler for B^i; Kasiviswanathan et al. 2008"


# ---- The binary restrictions


@claim(
    "BGS21.N3.bits",
    "Notation, section 3.1: binary restrictions",
    "definition",
    caps="for two labels $H|_1 = H$: there the code is compared with itself alone",
    offset=OFFSET,
    lost=Constant(0, mutants=(1,), stronger="larger"),
)
def a_binary_restriction_splits_by_its_bit(H: Multiclass, offset: int, lost: int) -> Truth:
    """$H|_i = {f_i : f in H}$, where $f_i(x)$ is the $i$-th bit of $f(x)$. The bits determine the label, so that
    $|H|_i| <= |H| <= prod_i |H|_i|$; the Littlestone dimension of $H|_i$ is that of the trees that split $H$ by the
    $i$-th bit (at most that, in the proof of Claim 4.6)."""
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


# ---- A learner for each of them


@claim(
    "BGS21.ALG.EXPLEARN",
    "filler for B^i; Kasiviswanathan et al. 2008: law and privacy of the exponential learner",
    "algorithm",
    reach=among_five_functions,
    narrows="one $epsilon = ln 4$",
    caps="samples of two rows",
    share=SHARE,
)
def the_exponential_learner_has_its_law_and_is_pure_private(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, share: Fraction
) -> Statement:
    """EXPLEARN outputs $h$ in $H$ with probability proportional to $exp(-epsilon errors(h) / 2)$, and is $(epsilon,
    0)$-private on all samples of two rows, realizable or not; here $epsilon = ln 4$."""
    learner, functions = exponential_learner(law, explearn, H.functions()), H.functions()
    specified = all_of(
        same_law(learner(sample), proportional({h: HALF ** sum(h[x] != y for x, y in sample) for h in functions}))
        for sample in product(all_rows(H), repeat=2)
    )
    return specified & is_private(learner, all_rows(H), 2, EPSILON * share)


rests_on("BGS21.ALG.EXPLEARN", "DP.exponential", "a row changes the errors of a hypothesis by at most 1", FILLER)


@claim(
    "BGS21.ALG.EXPLEARN.accuracy",
    "filler for B^i; Kasiviswanathan et al. 2008: accuracy of the exponential learner",
    "algorithm",
    reach=among_five_functions,
    narrows="one $(alpha, beta, epsilon) = (1/2, 1/2, ln 4)$ and the least $n$ (0 for one function), at which the "
    "failures are far below $beta$; that hypotheses lie in $H$, on two rows",
    caps="distributions in quarters, samples up to order",
    scale=Constant(1, stronger="smaller"),
)
def the_exponential_learner_is_accurate_from_its_sample_bound(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, scale: Fraction
) -> Statement:
    """With $n >= max((4 / (epsilon alpha)) ln(2|H|/beta), (8 / alpha) ln(2|H|/beta))$ rows EXPLEARN is $(alpha,
    beta)$-accurate and proper; here $alpha = beta = 1/2$, $epsilon = ln 4$."""
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
    """A hypothesis that errs with probability above $alpha$ errs on at most $alpha n / 2$ of $n$ rows with probability
    at most $e^{-alpha n / 8}$, by Chernoff's bound at $delta = 1/2$, used at the mean $alpha n$, as a larger one makes
    few errors rarer; all of them together do so with probability at most $beta / 2$, as $n >= (8 / alpha) ln(2 size /
    beta)$."""
    n = 8 / alpha * ln(2 * size / beta) + more
    return Use({"mean": alpha * n, "delta": HALF}, gives=lambda b: size * b.fails <= beta / 2, times=size)


@uses("BGS21.ALG.EXPLEARN.accuracy", "PROB.union", FILLER)
def the_hypotheses_fail_together(size: AtLeastOne, beta: PositiveUnit) -> Use:
    """Each of the hypotheses fails with probability at most $beta / (2 size)$, and some with at most $beta / 2$."""
    return Use({"chances": size * (beta / (2 * size))}, gives=lambda b: b.fails <= beta / 2)


@uses("BGS21.ALG.EXPLEARN.accuracy", "DP.exponential.accuracy", FILLER)
def many_errors_are_seldom_chosen(
    size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, epsilon: PositiveReal, more: FromZero
) -> Use:
    """A hypothesis with at least $x = alpha n / 2$ errors, where the target has none, is chosen with probability at
    most $size e^{-epsilon x / 2} <= beta / 2$, as $n >= (4 / (epsilon alpha)) ln(2 size / beta)$."""
    n = 4 / (epsilon * alpha) * ln(2 * size / beta) + more
    at = {"k": size, "epsilon": epsilon, "x": alpha * n / 2}
    return Use(at, gives=lambda b: b.fails <= beta / 2, times=1)


@adds_up("BGS21.ALG.EXPLEARN.accuracy", FILLER)
def the_failures_of_the_exponential_learner(
    size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, epsilon: PositiveReal, more: FromZero
) -> Total:
    """EXPLEARN fails with probability at most $beta$."""
    return Total(fails=beta)


# ---- The learner of figure 1


@claim(
    "BGS21.ALG.A",
    "Figure 1, section 3.1: law of the multiclass learner",
    "algorithm",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps="one sample with a further row",
    shift=OFFSET,
)
def the_reduction_runs_each_binary_learner_on_its_block(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, shift: int
) -> Statement:
    """On a sample split by position into blocks of $n_1, ..., n_L$ rows, A outputs min(bin2dec($g_1, ..., g_L$), $k$)
    (min: ours; the paper enlarges $k$), where $g_i$ is the output of $B^i$ on block $i$ with bit $i$ of the labels,
    independently; further rows are ignored, also ours."""
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
    "Theorem 3.1, section 3.1: failure rate of the multiclass learner on four labels",
    "algorithm",
    narrows="EXPLEARN for each $B^i$, all functions from 4 points to 4 labels, one target, two distributions and one "
    "$(alpha, beta, epsilon)$, at which the failures are far below $beta$",
    scale=Constant(1, mutants=(Fraction(1, 32),)),
)
def the_reduction_seldom_fails_on_four_labels(reduction: Reduction, explearn: ExpLearn, scale: Fraction) -> Truth:
    """If the sample size of each $B^i$ is that of $(alpha / L, beta / L)$-accuracy, A of figure 1 is $(alpha,
    beta)$-accurate on the sum of them; here for all functions from 4 points to 4 labels, each $B^i$ being EXPLEARN at
    the sample bound of BGS21.ALG.EXPLEARN.accuracy, $alpha = 1/2$, $beta = 1/5$, $epsilon = 1/2$."""
    alpha, beta, bits, functions = HALF, Fraction(1, 5), Bits(4), tuple(all_functions(4, 2))
    each = Goal(alpha / bits.length, beta / bits.length, HALF)
    rows = ceiling(scale * exponential_sample_bound(len(functions), each))
    learners = ((base_learner(explearn, functions, each.epsilon), rows),) * bits.length
    hard = ((Fraction(9, 16), Fraction(7, 16), Fraction(0), Fraction(0)), (QUARTER,) * 4)

    def run(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = reduction(sample, bits.labels - 1, learners, source)
        return hypothesis

    n = rows * bits.length
    return all_of(failure_chance(run, (0, 1, 2, 3), D, n, alpha) <= beta for D in hard)


@claim(
    "BGS21.T3.1.figure",
    "Theorem 3.1, section 3.1: hypotheses of the multiclass learner of figure 1",
    "construction",
    reach=few_samples,
    caps="each $B^i$ is EXPLEARN on one row, $epsilon = ln 4$",
)
def the_reduction_is_proper(H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn) -> Truth:
    """A of figure 1, over proper binary learners, outputs a hypothesis in $H$, as Definition 2.6 asks, on every sample
    that a function of $H$ labels."""
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    return is_proper(A, H, Bits(H.labels).length)


@correction(
    "BGS21.T3.1.figure",
    "A combines the hypotheses for the bits, and need not find a function of $H$",
    reach=few_samples,
    narrows="EXPLEARN, with $epsilon = ln 4$ on one row, stands for all $B^i$",
    lost=OFFSET,
)
def the_reduction_combines_functions_of_the_bits(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, lost: int
) -> Truth:
    """A of figure 1, over proper binary learners, outputs min(bin2dec($g_1, ..., g_L$), $k$) with $g_i$ in $H|_i$
    (min: ours; the paper enlarges $k$), on every sample that a function of $H$ labels."""
    bits = Bits(H.labels)
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    chosen = product(*(bit.functions() for bit in binary_restrictions(H)))
    combined = [tuple(min(bits.label(ys), H.k) for ys in zip(*g, strict=True)) for g in chosen]
    among = explicit(combined[lost:], H.labels, H.points)
    samples = (
        labelled(f_points, f) for f in H.functions() for f_points in product(range(H.points), repeat=bits.length)
    )
    return all_of(among.contains(h) for sample in samples for h in A(sample))
