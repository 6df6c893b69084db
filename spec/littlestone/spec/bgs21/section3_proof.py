"""BGS21 section 3.1: the proof of Theorem 3.1, and Corollary 3.3.

Equations (1) to (3) give the accuracy, Claim 3.2 the privacy; then the steps of the correction.
"""

from collections.abc import Callable
from functools import partial
from itertools import product
from math import comb

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.laws import total as total_weight
from littlestone.spec.learning.pac_learning import largest_failure
from littlestone.spec.notation import *

BitReduction = Annotated[Run, Algorithm("BGS21.ALG.A.bits")]
ONE_LEARNER = "EXPLEARN, with $epsilon = ln 4$ on one row, stands for all $B^i$"
HALVES = "$alpha = 1/2$, distributions in halves"
PROOF = "proof of Theorem 3.1, section 3.1"
ONE_ROW = "each $B^i$ is on one row, $alpha = 1/2$, $epsilon = ln 4$, distributions in quarters, on 3 points in halves"
CLAIM = "proof of Claim 3.2, section 3.1"
COROLLARY = "before Corollary 3.3, section 3.1"
GENERIC = "for Corollary 3.3, section 3.1: EXPLEARN as the generic learner"


# ---- Equations (1) to (3)


@terms("BGS21.T3.1.eq1")
def errors_of_the_bits(errs: FromZero, differing: FromZero) -> Terms:
    """How often the labels differ, and how often their bits do, all together."""
    return Terms(says=errs <= differing)


@claim(
    "BGS21.T3.1.eq1",
    "Equation (1), section 3.1: error of a label against the errors of its bits",
    "step",
    narrows="the labels at one point; their average over a distribution is not formalized",
    lost=OFFSET,
)
def the_label_errs_where_some_bit_errs(k: PositiveSize, y: Size, z: Size, lost: int) -> Statement:
    """$Pr[g(x) != f(x)] = Pr[some g_i(x) != f_i(x)] <= sum_i Pr[g_i(x) != f_i(x)]$: at every point, and so on average
    over any distribution, labels $f(x) = y <= k$ and $g(x) = z < 2^L$ differ iff at least one bit does."""
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
    "Equation (2), section 3.1: probability that all bits are accurate",
    "step",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps=HALVES,
    parts=Constant(1, mutants=(2,)),
)
def all_bits_succeed_at_once(
    H: ExplicitClass, law: LawOf, reduction: BitReduction, explearn: ExpLearn, parts: int
) -> Truth:
    """With probability at least $1 - sum_i beta_i$ all bits have $Pr[g_i != f_i] <= alpha / L$: for every $f$ in $H$
    and every distribution, where $beta_i$, printed $beta / L$, is the failure probability of $B^i$ for them."""
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


def _at_most_the_sum(
    H: ConceptClass,
    law: Run,
    explearn: Run,
    failure: Callable[[Function, Distribution], Exact],
    bound: Callable[..., Terms],
    allowed: Fraction,
    part: Fraction | int = 1,
) -> Truth:
    """For every f in H and every distribution, the failure is at most that part of what is said of the sum of the
    probabilities with which B^i on one row has an error above the one allowed for f_i."""
    bits = Bits(H.labels)
    learners = [exponential_learner(law, explearn, bit.functions()) for bit in binary_restrictions(H)]

    def together(f: Function, D: Distribution) -> Exact:
        targets = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
        fails = (failure_probability(B, f_i, D, 1, allowed) for B, f_i in zip(learners, targets, strict=True))
        return total_weight(fails)

    return all_of(
        failure(f, D) <= exact(part * bound(together(f, D)).fails)
        for f in H.functions()
        for D in tuple(grid(H.points, 2))
    )


rests_on("BGS21.T3.1.eq2", "BGS21.D2.9", "$g_i$ errs by at most $alpha / L$", f"{PROOF}, before equation (2)")


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq2", f"{PROOF}, equation (3)")
@uses("BGS21.T3.1.eq2", "PROB.union", f"{PROOF}, equation (2)")
def some_bit_fails_with_the_parts_together(L: PositiveInteger, beta: Unit) -> Use:
    """Each of $L$ bits fails with probability $beta / L$, and all succeed, as (2) says, with probability at least $1 -
    beta$; where they do, equation (1) gives (3)."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: 1 - b.fails >= 1 - beta)


@terms("BGS21.T3.1.eq3")
def the_reduction_errs(chances: FromZero) -> Terms:
    """A errs by more than alpha, where the bits fail with these chances together."""
    return Terms(fails=chances)


@claim(
    "BGS21.T3.1.eq3",
    "Equation (3), section 3.1: accuracy of the multiclass learner",
    "step",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps=HALVES,
    part=SHARE,
)
def the_reduction_is_accurate(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, part: Fraction
) -> Truth:
    """With probability at least $1 - sum_i beta_i$, $Pr[g != f] <= alpha$: for every $f$ in $H$ and every distribution,
    for which $B^i$ fails at $alpha / L$ with probability $beta_i$, printed $beta / L$. The $sum_i Pr[g_i != f_i]$
    between them is that of BGS21.T3.1.eq1, there at one point."""
    A, L = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1)), Bits(H.labels).length
    failure = lambda f, D: failure_probability(A, f, D, L, HALF)  # noqa: E731
    return _at_most_the_sum(H, law, explearn, failure, the_reduction_errs, HALF / L, part)


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq1", f"{PROOF}, equation (3)")
def the_errors_of_the_bits_add_up(L: PositiveInteger, alpha: Unit, errs: Unit, differing: FromZero) -> Use:
    """Equation (1) on average: $g$ errs at most as often as the bits together, each by at most $alpha / L$."""
    at = {"errs": errs, "differing": differing}
    return Use(at, given=differing <= L * (alpha / L), gives=errs <= alpha)


# ---- Claim 3.2


@terms("BGS21.C3.2")
def parts_of_the_input(epsilon: FromZero, first: Unit, second: Unit, largest: Unit) -> Terms:
    """Mechanisms with these deltas, on disjoint parts."""
    return Terms(asks=all_of([first <= largest, second <= largest]), epsilon=epsilon, delta=largest)


@claim(
    "BGS21.C3.2",
    "Claim 3.2, section 3.1: parallel composition",
    "claim",
    narrows="$e^eps$ an integer from 2 on",
    caps="one fixed split, into two parts of one bit each and an empty one, mechanisms with two outcomes, "
    "probabilities in multiples of $1/m$",
    share=SHARE,
)
def parallel_composition_keeps_privacy(
    m: PositiveSize, j: PositiveSize, law: LawOf, parallel: Annotated[Run, Algorithm("BGS21.C3.2")], share: Fraction
) -> Truth:
    """Mechanisms that are $(eps, delta)$-DP, run on disjoint parts of the input that are split off independently of the
    data, are together $(eps, delta)$-DP: for probabilities in multiples of $1/m$, at the larger of the two least deltas
    for $eps = ln(1 + j)$."""
    pairs = product(product(laws(2, int(m)), repeat=2), repeat=2)
    unit = parts_of_the_input(ln(1 + j), 1, 1, 1)  # in units of the larger delta
    return all_of(
        is_private(partial(law, run), BITS, 2, unit.epsilon, share * largest * unit.delta)
        for M, N in pairs
        for largest in [max(leaked(M, int(j)), leaked(N, int(j)))]
        for run in [parallel([on_first_row(M), lambda rows, source: len(rows), on_first_row(N)], (1, 0, 1))]
    )


def on_first_row(M: tuple[Law[int], ...]) -> Run:
    """The mechanism with these laws on the first row of its block."""
    return lambda rows, source: table(M)(rows[0], source)


rests_on("BGS21.C3.2", "BGS21.D2.1", "for each random split one block differs, in one row", f"{CLAIM}, first paragraph")
rests_on("BGS21.C3.2", "BGS21.L2.4", "the other blocks are post-processing, with own coins", f"{CLAIM}, paragraph 2")
rests_on("BGS21.C3.2", "BGS21.D2.1", "$M$ is $(epsilon, delta)$-private", f"{CLAIM}, last sentence", name="pairs")

# ---- The steps of the correction


@terms("BGS21.T3.1.bit")
def errors_of_one_more_bit(errs: FromZero, before: FromZero, bit: FromZero) -> Terms:
    """How often labels differ, how often they do without their last bit, and how often their last bit does."""
    return Terms(says=errs <= before + bit)


@claim(
    "BGS21.T3.1.bit",
    "Theorem 3.1, section 3.1, corrected: one more bit of two labels",
    "step",
    base=Constant(2, mutants=(1,)),
)
def labels_differ_where_a_bit_does(
    y: Natural, z: Natural, b: Natural, c: Natural, both: FromZero, rest: FromZero, last: FromZero, base: int
) -> Statement:
    """The labels $2 y + b$ and $2 z + c$, with last bits $b$ and $c$, differ where $y$ and $z$ do, as for $y > z$ the
    first is larger, and else where $b$ and $c$ do: at most as often as the labels without their last bit and the last
    bits together, under a distribution that has the weight ``both`` where both differ, ``rest`` where only $y$ and $z$
    do and ``last`` where only $b$ and $c$ do."""
    larger = (y >= z + 1).implies(base * y + b >= base * z + c + 1)
    return when([b <= 1, c <= 1], larger & errors_of_one_more_bit(both + rest + last, both + rest, both + last).says)


@claim(
    "BGS21.T3.1.run",
    "Theorem 3.1, section 3.1, corrected: privacy and accuracy of the multiclass learner as implemented",
    "step",
    narrows="$delta = 0$, and EXPLEARN stands for all $B^j$",
    reach=few_samples,
    caps=ONE_ROW,
    share=SHARE,
    part=SHARE,
)
def the_reduction_is_as_private_and_accurate_as_its_bits(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, share: Fraction, part: Fraction
) -> Truth:
    """A of figure 1 over EXPLEARN for each bit is $(epsilon, 0)$-private, and where EXPLEARN fails with $beta_j$ at
    $alpha / L$ and $sum_j beta_j < 1$ it fails at $alpha$ with probability at most $sum_j beta_j$."""
    L, beta = Bits(H.labels).length, _worst_bit_failures(H, law, explearn)
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    failure = largest_failure(A, H.functions(), _distributions(H), L, HALF)
    is_accurate = as_truth(beta < 1).implies(failure <= exact(part * beta))
    return is_private(A, all_rows(H), L, EPSILON * share) & is_accurate


def _distributions(H: ConceptClass) -> tuple[Distribution, ...]:
    return tuple(grid(H.points, 4 if H.points < 3 else 2))


def _worst_bit_failures(H: ConceptClass, law: Run, explearn: Run) -> Exact:
    """The sum over the bits of beta_i, where B^i on one row is (1/2L, beta_i)-accurate for H|_i."""
    part = HALF / Bits(H.labels).length
    classes = [bit.functions() for bit in binary_restrictions(H)]
    worst = (
        largest_failure(exponential_learner(law, explearn, bit), bit, _distributions(H), 1, part) for bit in classes
    )
    return total_weight(worst)


# ---- Corollary 3.3


@claim(
    "BGS21.COR3.3",
    "Corollary 3.3, section 3.1: samples by the Littlestone dimensions of the bits",
    "corollary",
    narrows="one generic learner, EXPLEARN at $alpha = beta = 1/2$ and $epsilon = 1$, whose samples the "
    "Sauer-Shelah lemma bounds by the dimension; that A is private and accurate on these samples, with hypotheses that "
    "may lie outside $H$, is BGS21.T3.1.corrected, within its limits",
    scale=SHARE,
)
def samples_are_bounded_by_the_dimensions_of_the_bits(H: Multiclass, scale: Fraction) -> Truth:
    """With a generic binary learner whose samples are bounded by $SC(d', alpha, beta)$ at Littlestone dimension $d'$, A
    takes at most $sum_i SC(d_i, alpha / L, beta / L)$: for EXPLEARN on $m$ points $SC(d')$ is its sample bound
    (BGS21.ALG.EXPLEARN.accuracy) for $sum_{j <= d'} C(m, j)$ functions."""
    goal = Goal(HALF / Bits(H.labels).length, HALF / Bits(H.labels).length, Fraction(1))

    def at_dimension(d: int) -> int:
        functions = sum(comb(H.points, j) for j in range(d + 1))
        return floor(scale * exponential_sample_bound(functions, goal))

    restrictions = binary_restrictions(H)
    taken = total(bit.size().map(lambda size: exponential_sample_bound(size, goal)) for bit in restrictions)
    return taken <= total(at_littlestone_dimension(bit, at_dimension) for bit in restrictions)


rests_on("BGS21.COR3.3", "BGS21.S1.bg", "a generic learner is one for all classes of a dimension", COROLLARY)
rests_on("BGS21.COR3.3", "BGS21.T3.1", "all $(alpha, beta)$, finite $d_i$", COROLLARY, repair="BGS21.T3.1.corrected")
rests_on("BGS21.COR3.3", "DIM.sauer.ldim", "$|G| <= sum_{j <= d'} C(m, j)$ bounds the samples of EXPLEARN", GENERIC)
