"""The private and online learners of BGS21 section 3.1, section 8 and appendix A, held against what they must do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import all_of, as_truth
from littlestone.spec.algebra.reals import ln
from littlestone.spec.claim import (
    Algorithm,
    Constant,
    ExplicitBinary,
    ExplicitClass,
    PositiveSize,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.classes.concept_classes import Bits, ConceptClass, binary_restrictions
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.laws import Law, law_of, point_mass, proportional, same_law, uniform_law
from littlestone.spec.learning.leaky_mechanisms import private_on_a_subsample
from littlestone.spec.learning.learning import (
    BoostingPlan,
    Distribution,
    Example,
    Family,
    Goal,
    Learner,
    Sample,
    all_rows,
    ceiling,
    exponential_sample_bound,
    grid,
    is_accurate,
    is_proper,
    labelled,
    unordered_draws,
)
from littlestone.spec.learning.privacy import is_private
from littlestone.spec.learning.randomness import Exact, Run, exact
from littlestone.spec.notation import Response

LawOf = Annotated[Any, Algorithm("DP.law")]
ExpLearn = Annotated[Any, Algorithm("BGS21.ALG.EXPLEARN")]
Reduction = Annotated[Any, Algorithm("BGS21.ALG.A")]
BitReduction = Annotated[Any, Algorithm("BGS21.ALG.A.bits")]
RepLearn = Annotated[Any, Algorithm("BGS21.ALG.REPLEARN")]
LearnToRep = Annotated[Any, Algorithm("BGS21.ALG.LEARN2REP")]
LearnToRep5 = Annotated[Any, Algorithm("BGS21.ALG.LEARN2REP5")]
Majority = Annotated[Any, Algorithm("BGS21.ALG.WM")]
OnlineByRep = Annotated[Any, Algorithm("BGS21.ALG.REPON")]
Weighted = Annotated[Any, Algorithm("BGS21.ALG.W")]
Boosting = Annotated[Any, Algorithm("BGS21.ALG.BOOST")]

EPSILON = ln(4)
HALF = Fraction(1, 2)
SHARE = Constant(1, mutants=(Fraction(1, 4),))
MOST_FUNCTIONS = 9
BinaryLearners = tuple[tuple[Callable[..., Function], int], ...]


def is_enumerable(H: ConceptClass, most: int = MOST_FUNCTIONS) -> bool:
    """There are at most ``most`` functions from the points to the labels, so that exact laws cost little."""
    return bool(H.labels**H.points <= most)


OUT_OF_REACH = when(False, False)


def exponential_learner(law: Any, explearn: Any, functions: tuple[Function, ...]) -> Learner:
    """The exact law of EXPLEARN over these functions, as a map from samples."""
    return cache(lambda sample: law(explearn, functions, sample, EPSILON))


def base_learner(explearn: Any, functions: tuple[Function, ...]) -> Callable[..., Function]:
    """EXPLEARN over these functions, as an algorithm that takes a sample and a source of randomness."""
    return lambda sample, source: explearn(functions, sample, EPSILON, source)


def binary_learners(H: ConceptClass, explearn: Any, rows: int) -> BinaryLearners:
    """EXPLEARN for each binary restriction of H, on so many rows each."""

    return tuple((base_learner(explearn, bit.functions()), rows) for bit in binary_restrictions(H))


def multiclass_learner(law: Any, reduction: Any, H: ConceptClass, learners: BinaryLearners) -> Learner:
    """The exact law of the multiclass learner of figure 1, as a map from samples."""
    return cache(lambda sample: law(reduction, sample, H.k, learners))


# ---- The exponential-mechanism learner and the reduction


@claim("BGS21.ALG.EXPLEARN", "filler for B^i; Kasiviswanathan et al. 2008", "algorithm", share=SHARE)
def the_exponential_learner_has_its_law_and_is_pure_private(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, share: Fraction
) -> Statement:
    """EXPLEARN outputs h in H with probability proportional to exp(-epsilon errors(h) / 2), and is (epsilon, 0)-private
    on all samples of two rows, realizable or not; here epsilon = ln 4."""
    if not is_enumerable(H, 5):
        return OUT_OF_REACH
    learner, functions = exponential_learner(law, explearn, H.functions()), H.functions()
    specified = all_of(
        same_law(learner(sample), proportional({h: HALF ** sum(h[x] != y for x, y in sample) for h in functions}))
        for sample in product(all_rows(H), repeat=2)
    )
    return when(True, specified & is_private(learner, all_rows(H), 2, EPSILON * share))


@claim(
    "BGS21.ALG.EXPLEARN.accuracy",
    "filler for B^i; Kasiviswanathan et al. 2008",
    "algorithm",
    scale=Constant(1, mutants=(Fraction(1, 48),)),
)
def the_exponential_learner_is_accurate_from_its_sample_bound(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, scale: Fraction
) -> Statement:
    """With n >= max((4 / (epsilon alpha)) ln(2|H|/beta), (8 / alpha) ln(2|H|/beta)) rows EXPLEARN is
    (alpha, beta)-accurate and proper; here alpha = beta = 1/2, epsilon = ln 4, up to 2 points."""
    if not is_enumerable(H) or H.labels**H.points > 5:
        return OUT_OF_REACH
    learner, size = exponential_learner(law, explearn, H.functions()), len(H.functions())
    n = ceiling(scale * exponential_sample_bound(size, Goal(HALF, HALF, EPSILON)))
    distributions = tuple(grid(H.points, 4))
    accurate = is_accurate(learner, H, n, HALF, HALF, distributions, unordered_draws)
    return when(True, accurate & is_proper(learner, H, min(n, 2)))


@claim("BGS21.ALG.A", "Figure 1, section 3.1", "algorithm", shift=Constant(0, mutants=(1,)))
def the_reduction_runs_each_binary_learner_on_its_block(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, shift: int
) -> Statement:
    """On a sample split by position into blocks of n_1, ..., n_L rows, A outputs min(bin2dec(g_1, ..., g_L), k), where
    g_i is the output of B^i on block i with bit i of the labels, independently; further rows are ignored."""
    bits, learners = Bits(H.labels), binary_learners(H, explearn, 1)
    if not is_enumerable(H) or len(all_rows(H)) ** bits.length > 36:
        return OUT_OF_REACH
    A = multiclass_learner(law, reduction, H, learners)
    singles = [exponential_learner(law, explearn, bit.functions()) for bit in binary_restrictions(H)]

    def specified(sample: Sample) -> Law[Function]:
        whole: Law[tuple[Function, ...]] = point_mass(())
        for i, (x, y) in enumerate(sample, start=1):
            one = singles[i - 1](((x, bits.bit(1 + (i - 1 + shift) % bits.length, y)),))
            whole = whole.product(one).map(lambda pair: (*pair[0], pair[1]))
        return whole.map(lambda g: tuple(min(bits.label(values), H.k) for values in zip(*g, strict=True)))

    samples = product(all_rows(H), repeat=bits.length)
    laws = all_of(same_law(A(sample), specified(sample)) for sample in samples)
    sample = (*((0, 0),) * bits.length, all_rows(H)[-1])
    return when(True, laws & same_law(A(sample), A(sample[:-1])))


# ---- Section 8


def uniform_subsets(H: ConceptClass, size: int) -> Law[Family]:
    """The uniform law on the subsets of the explicit class H with so many functions (at most all of them)."""
    functions = H.functions()
    return uniform_law(frozenset(G) for G in combinations(functions, min(size, len(functions))))


def as_representation(P: Law[Family]) -> tuple[tuple[Exact, tuple[Function, ...]], ...]:
    """A law of families as pairs of a weight and the functions."""
    return tuple((p, tuple(sorted(G))) for G, p in P.items)


@claim("BGS21.ALG.REPLEARN", "Lemma 8.3, section 8", "algorithm", share=SHARE)
def the_representation_learner_mixes_and_is_pure_private(
    H: ExplicitClass, law: LawOf, replearn: RepLearn, explearn: ExpLearn, share: Fraction
) -> Statement:
    """REPLEARN outputs EXPLEARN over a class drawn from the representation, and is (epsilon, 0)-private on all samples
    of two rows; here the representation is uniform on the pairs of H and epsilon = ln 4."""
    if not is_enumerable(H, 5):
        return OUT_OF_REACH
    P = uniform_subsets(H, 2)
    representation = as_representation(P)
    learner = cache(lambda sample: law(replearn, representation, sample, EPSILON))
    parts = {G: exponential_learner(law, explearn, tuple(sorted(G))) for G in P}
    rows = all_rows(H)

    def mixture(row: Example) -> Law[Function]:
        return P.bind(lambda G: parts[G]((row,)))

    mixed = all_of(same_law(learner((row,)), mixture(row)) for row in rows)
    return when(True, mixed & is_private(learner, rows[:4], 2, EPSILON * share))


@claim("BGS21.ALG.LEARN2REP", "Lemma 8.4, section 8", "algorithm", extra=Constant(0, mutants=(1,)))
def outcomes_of_runs_miss_independently(
    H: ExplicitClass, r: PositiveSize, law: LawOf, to_representation: LearnToRep, explearn: ExpLearn, extra: int
) -> Statement:
    """LEARN2REP outputs the set of outcomes of r runs of A on one sample z: f is missed with probability
    (1 - Pr[A(z) = f])^r."""
    if not is_enumerable(H, 5) or len(H.functions()) ** r > 300:
        return OUT_OF_REACH
    functions, z = H.functions(), ((0, 0),)
    run = base_learner(explearn, functions)
    families, single = law(to_representation, run, z, r), law(run, z)
    return when(True, all_of(_missed(families, f) == (1 - single[f]) ** (r + extra) for f in functions))


def _missed(families: Law[Family], f: Function) -> Exact:
    return families.probability(lambda G: f not in G)


@claim("BGS21.ALG.LEARN2REP5", "proof of Lemma 8.5, section 8", "algorithm", lost=Constant(0, mutants=(1,)))
def outcomes_for_every_label_miss_independently(
    H: ExplicitClass, law: LawOf, to_representation: LearnToRep5, explearn: ExpLearn, lost: int
) -> Statement:
    """LEARN2REP5 outputs the outcomes of runs of A on m copies of (0, sigma) for every label sigma: f is missed with
    probability prod_sigma (1 - Pr[A(0_sigma) = f])^runs; here m = 1 and one run for each label."""
    if not is_enumerable(H, 5) or len(H.functions()) ** H.labels > 300:
        return OUT_OF_REACH
    functions = H.functions()
    run = base_learner(explearn, functions)
    families = law(to_representation, run, 0, tuple(range(H.labels)), (1, 1))
    single = [law(run, ((0, label),)) for label in range(lost, H.labels)]

    def missed(f: Function) -> Fraction:
        result = Fraction(1)
        for one in single:
            result *= 1 - one[f]
        return result

    return when(len(functions) > 1, all_of(_missed(families, f) == missed(f) for f in functions))


def mistakes(predictions: tuple[int, ...], labels: tuple[int, ...]) -> int:
    """How many predictions differ from the labels."""
    return sum(a != b for a, b in zip(predictions, labels, strict=True))


@claim("BGS21.ALG.WM", "Lemma 8.7, section 8", "algorithm", scale=Constant(1, mutants=(Fraction(1, 2),)))
def weighted_majority_has_small_regret_on_every_sequence(
    N: PositiveSize, T: PositiveSize, law: LawOf, majority: Majority, scale: Fraction
) -> Statement:
    """Randomised weighted majority: E[L_A - min_i L_i] <= sqrt(ln(N) T / 2) for every sequence of right and wrong
    advice of N experts over T rounds, computed from its exact law."""
    if N * T > 6 or N**T > 16:
        return OUT_OF_REACH
    bound = scale * (ln(N) * T / 2) ** HALF
    sequences = product(product((0, 1), repeat=N), repeat=T)
    return when(
        True, all_of(as_truth(_regret(law, majority, advice) <= bound) for advice in sequences if _sorted(advice))
    )


def _sorted(advice: tuple[tuple[int, ...], ...]) -> bool:
    """One of the orders of the experts: their regret does not depend on it."""
    columns = list(zip(*advice, strict=True))
    return columns == sorted(columns)


def _regret(law: Any, majority: Any, advice: tuple[tuple[int, ...], ...]) -> Exact:
    """The expected regret where the label is 0 in every round, so that advice 1 is a mistake."""
    labels = (0,) * len(advice)
    best = min(map(sum, zip(*advice, strict=True)))
    expected = law(majority, advice, labels).expectation(lambda said: mistakes(said, labels))
    return exact(expected - best)


@claim("BGS21.ALG.REPON", "proof of Theorem 8.8, section 8", "algorithm", weight=Constant(1, mutants=(2,)))
def the_online_learner_draws_its_experts_once(
    H: ExplicitClass, law: LawOf, online: OnlineByRep, majority: Majority, weight: int
) -> Statement:
    """REPON draws G_i once from the representation and runs weighted majority with the experts G_i: its law is the
    mixture, over i, of theirs; here on 2 rounds at point 0 with rate ln 2, the representation being uniform on the
    pairs of H."""
    if not is_enumerable(H, 5):
        return OUT_OF_REACH
    sequence = ((0, 0),) * 2
    P = uniform_subsets(H, 2)
    weighted = [((weight if i == 0 else 1) * p, G) for i, (p, G) in enumerate(as_representation(P))]

    def kernel(G: Family) -> Any:
        advice = tuple(tuple(g[x] for g in sorted(G)) for x, _ in sequence)
        return law(majority, advice, tuple(y for _, y in sequence), rate=ln(2))

    mixture = proportional({frozenset(G): p for p, G in weighted}).bind(kernel)
    return when(True, same_law(law(online, as_representation(P), sequence, rate=ln(2)), mixture))


# ---- Appendix A


def _two_row_inputs(H: ConceptClass) -> list[tuple[Sample, Distribution]]:
    """Realizable samples of two rows on different points (or one point), with weights on a grid."""
    points = (0, H.points - 1)
    return [(labelled(points, f), mu) for f in H.functions() for mu in grid(2, 2)]


@claim("BGS21.ALG.W", "proof of Claim A.2, appendix A", "algorithm")
def the_weak_learner_samples_without_replacement(
    H: ExplicitBinary, law: LawOf, weak: Weighted, explearn: ExpLearn
) -> Statement:
    """W draws m = 2 examples without replacement from D according to mu, for every mu, and runs A' on them: its law is
    that of A' on two i.i.d. examples drawn by mu, whose accuracy is guaranteed."""
    return _is_iid(H, law, weak, explearn, replacement=False)


@correction(
    "BGS21.ALG.W",
    "a mu with fewer than m rows of positive weight has no m draws without replacement, and such draws are no i.i.d. "
    "sample, on which alone A' is accurate: draw independently",
    mixed=Constant(0, mutants=(1,)),
)
def the_weak_learner_samples_independently(
    H: ExplicitBinary, law: LawOf, weak: Weighted, explearn: ExpLearn, mixed: int
) -> Statement:
    """W draws m = 2 examples independently from D according to mu and runs A' on them: its law is that of A' on two
    i.i.d. examples drawn by mu."""
    return _is_iid(H, law, weak, explearn, replacement=True, skew=mixed)


def _is_iid(H: ConceptClass, law: Any, weak: Any, explearn: Any, replacement: bool, skew: int = 0) -> Statement:
    """``skew`` draws the second example from the reversed weights, which is another law."""
    if not is_enumerable(H):
        return OUT_OF_REACH
    functions = H.functions()
    run = base_learner(explearn, functions)
    learner = exponential_learner(law, explearn, functions)

    def expected(sample: Sample, mu: Distribution) -> Law[Function]:
        second = mu[::-1] if skew else mu
        pairs = law_of(
            ((a, b), p * q) for a, p in zip(sample, mu, strict=True) for b, q in zip(sample, second, strict=True)
        )
        return pairs.bind(learner)

    return when(
        len(functions) > 1,
        all_of(
            same_law(law(weak, run, 2, sample, mu, replacement=replacement), expected(sample, mu))
            for sample, mu in _two_row_inputs(H)
        ),
    )


@claim(
    "BGS21.ALG.BOOST", "proof of Theorem A.1, appendix A", "algorithm", share=Constant(1, mutants=(Fraction(1, 16),))
)
def boosting_composes_over_its_rounds(
    H: ExplicitBinary, law: LawOf, boost: Boosting, explearn: ExpLearn, share: Fraction
) -> Statement:
    """T rounds of boosting over an (epsilon, 0)-private base learner that reads m rows a round are
    (T m epsilon, 0)-private on all samples, labels that no function gives included; here T = 2, m = 1 and two rows."""
    if not is_enumerable(H) or H.points > 2 or len(H.functions()) != 2:
        return OUT_OF_REACH
    functions = H.functions()
    run = base_learner(explearn, functions)
    plan = BoostingPlan(rounds=2, rows=1, density=HALF, rate=ln(2))
    learner = cache(lambda sample: law(boost, run, plan, sample))
    return when(True, is_private(learner, all_rows(H), 2, 2 * EPSILON * share))


@claim("BGS21.ALG.SUB", "proof of Theorem A.1, appendix A", "algorithm", share=Constant(1, mutants=(Fraction(1, 2),)))
def a_random_part_of_the_rows_amplifies_privacy(
    n: PositiveSize,
    m: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    subsampled: Annotated[Run, Algorithm("DP.subsampling")],
    respond: Response,
    share: Fraction,
) -> Statement:
    """Running an (eps, delta)-private mechanism on q n of n rows, q = m/n, drawn without replacement, is
    (ln(1 + q(e^eps - 1)), q delta)-private."""
    return private_on_a_subsample(n, m, j, law, subsampled, respond, share) if m <= n else OUT_OF_REACH
