"""BGS21 section 3.1: private multiclass learning from private binary learning, and the sample bounds of section 3.2."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.naturals import Number, total
from littlestone.spec.algebra.reals import Expression, Real, floor, ln
from littlestone.spec.bgs21.vocabulary import (
    EPSILON,
    HALF,
    OUT_OF_REACH,
    BitReduction,
    ExpLearn,
    LawOf,
    Reduction,
    binary_learners,
    exponential_learner,
    is_enumerable,
    multiclass_learner,
)
from littlestone.spec.claim import (
    Constant,
    ExplicitBinary,
    ExplicitClass,
    Multiclass,
    PositiveSize,
    Reals,
    Size,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.classes.concept_classes import Bits, ConceptClass, all_functions, binary_restrictions, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, multiclass_littlestone_dimension
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.laws import total as total_weight
from littlestone.spec.learning.learning import (
    Distribution,
    Goal,
    Learner,
    all_rows,
    error,
    exponential_sample_bound,
    failure_probability,
    grid,
    is_proper,
    labelled,
    largest_failure,
    ordered_draws,
)
from littlestone.spec.learning.privacy import is_private
from littlestone.spec.learning.randomness import Exact, exact

OFFSET = Constant(0, mutants=(1,))
PART = Constant(1, mutants=(HALF,))
MOST_SAMPLES = 36


def _in_reach(H: ConceptClass) -> bool:
    return is_enumerable(H) and len(all_rows(H)) ** Bits(H.labels).length <= MOST_SAMPLES


def _distributions(H: ConceptClass) -> tuple[Distribution, ...]:
    return tuple(grid(H.points, 4 if H.points < 3 else 2))


def _bit_failures(H: ConceptClass, law: Any, explearn: Any, f: Function, D: Distribution) -> list[Exact]:
    """For each bit, the probability that B^i on one row has an error above alpha / L for f_i under D; alpha = 1/2."""
    bits = Bits(H.labels)
    learners = [exponential_learner(law, explearn, bit.functions()) for bit in binary_restrictions(H)]
    targets = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    return [failure_probability(B, f_i, D, 1, HALF / bits.length) for B, f_i in zip(learners, targets, strict=True)]


def _worst_bit_failures(H: ConceptClass, law: Any, explearn: Any) -> Exact:
    """The sum over the bits of beta_i, where B^i on one row is (1/2L, beta_i)-accurate for H|_i."""
    L, worst = Bits(H.labels).length, Fraction(0)
    for bit in binary_restrictions(H):
        learner = exponential_learner(law, explearn, bit.functions())
        worst = exact(worst + largest_failure(learner, bit.functions(), _distributions(H), 1, HALF / L))  # type: ignore[assignment]
    return worst


@claim("BGS21.T3.1", "Theorem 3.1, section 3.1", "theorem")
def the_reduction_is_a_private_and_proper_learner(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn
) -> Statement:
    """If B^1, ..., B^L are (epsilon, delta)-private and (alpha / L, beta / L)-accurate for H|_1, ..., H|_L, then A of
    figure 1, on the sum of their samples, is (epsilon, delta)-private and (alpha, beta)-accurate for H in the sense of
    Definition 2.6, which asks for a hypothesis in H."""
    if not _in_reach(H):
        return OUT_OF_REACH
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    return when(True, is_proper(A, H, Bits(H.labels).length) & _private_and_accurate(H, A, law, explearn, 1, 1))


@correction(
    "BGS21.T3.1",
    "the hypotheses of the bits combine to a function that need not be in H: accuracy must allow any hypothesis",
    share=Constant(1, mutants=(HALF,)),
    part=PART,
)
def the_reduction_is_a_private_improper_learner(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, share: Fraction, part: Fraction
) -> Statement:
    """If B^1, ..., B^L, with L = ceil(log2(k+1)), are (epsilon, delta)-private and B^i is (alpha / L, beta_i)-accurate
    for H|_i, then A of figure 1 is (epsilon, delta)-private and (alpha, sum_i beta_i)-accurate for H with hypotheses
    that may lie outside H; here EXPLEARN on one row for each bit, alpha = 1/2 and epsilon = ln 4."""
    if not _in_reach(H):
        return OUT_OF_REACH
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    return when(True, _private_and_accurate(H, A, law, explearn, share, part))


def _private_and_accurate(
    H: ConceptClass, A: Learner, law: Any, explearn: Any, share: Fraction | int, part: Fraction | int
) -> Truth:
    L, beta = Bits(H.labels).length, _worst_bit_failures(H, law, explearn)
    failure = largest_failure(A, H.functions(), _distributions(H), L, HALF)
    return is_private(A, all_rows(H), L, EPSILON * share) & as_truth(failure <= exact(part * beta))


@claim("BGS21.T3.1.private", "Theorem 3.1, section 3.1", "theorem", share=Constant(1, mutants=(HALF,)))
def the_reduction_is_private_on_all_samples(
    m: PositiveSize, rows: PositiveSize, law: LawOf, reduction: Reduction, explearn: ExpLearn, share: Fraction
) -> Statement:
    """A of figure 1 for all three-label functions on m points, with EXPLEARN on so many rows for each bit, is
    (epsilon, 0)-private on all samples, labels that no function gives included; here epsilon = ln 4."""
    if (3 * m) ** (2 * rows) > 81:
        return OUT_OF_REACH
    H = explicit(all_functions(m, 3), 3)
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, rows))
    return when(True, is_private(A, all_rows(H), 2 * rows, EPSILON * share))


@claim("BGS21.T3.1.eq1", "Equation (1), section 3.1", "step", lost=OFFSET)
def the_label_errs_where_some_bit_errs(k: PositiveSize, y: Size, z: Size, lost: int) -> Statement:
    """Pr[g(x) != f(x)] = Pr[some g_i(x) != f_i(x)] <= sum_i Pr[g_i(x) != f_i(x)]: at every point, and so on average
    over any distribution, labels f(x) = y and g(x) = z differ iff some bit does, at least one of them."""
    bits = Bits(k + 1)
    differing = sum(bits.bit(i, y) != bits.bit(i, z) for i in range(1 + lost, bits.length + 1))
    return when(y <= k and z < 2**bits.length, as_truth((differing > 0) == (y != z)) & (int(y != z) <= differing))


@claim("BGS21.T3.1.eq2", "Equation (2), section 3.1", "step", part=PART)
def all_bits_succeed_at_once(
    H: ExplicitClass, law: LawOf, reduction: BitReduction, explearn: ExpLearn, part: Fraction
) -> Statement:
    """With probability at least 1 - sum_i beta_i all bits have Pr[g_i != f_i] <= alpha / L, where beta_i is the failure
    probability of B^i: for every f in H and every distribution."""
    if not _in_reach(H):
        return OUT_OF_REACH
    bits, learners = Bits(H.labels), binary_learners(H, explearn, 1)

    def some_bit_fails(f: Function, D: Distribution) -> Exact:
        def fails(g: tuple[Function, ...]) -> bool:
            targets = (tuple(bits.bit(i, y) for y in f) for i in bits.indices())
            return any(error(g_i, f_i, D) > HALF / bits.length for g_i, f_i in zip(g, targets, strict=True))

        drawn = ordered_draws(D, bits.length)
        return total_weight(
            exact(p * law(reduction, labelled(points, f), H.k, learners).probability(fails)) for points, p in drawn
        )

    return when(True, _at_most_the_sum(H, law, explearn, some_bit_fails, part))


def _at_most_the_sum(
    H: ConceptClass, law: Any, explearn: Any, failure: Callable[[Function, Distribution], Exact], part: Fraction
) -> Truth:
    """For every f in H and every distribution, the failure is at most the sum of the bits' failures."""
    return all_of(
        as_truth(failure(f, D) <= exact(part * total_weight(_bit_failures(H, law, explearn, f, D))))
        for f in H.functions()
        for D in tuple(grid(H.points, 2))
    )


@claim("BGS21.T3.1.eq3", "Equation (3), section 3.1", "step", part=PART)
def the_reduction_is_accurate(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, part: Fraction
) -> Statement:
    """With probability at least 1 - sum_i beta_i, Pr[g != f] <= sum_i Pr[g_i != f_i] <= alpha: for every f in H and
    every distribution."""
    if not _in_reach(H):
        return OUT_OF_REACH
    A, L = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1)), Bits(H.labels).length
    return when(
        True,
        _at_most_the_sum(H, law, explearn, lambda f, D: failure_probability(A, f, D, L, HALF), part),
    )


# ---- Corollaries: sample bounds in terms of Littlestone dimensions

SampleBound = Callable[[Real], Expression]


def _at_dimension(H: ConceptClass, bound: Callable[[int], int]) -> Number:
    return littlestone_dimension(H).map(lambda d: bound(max(d, 0)))


@claim("BGS21.COR3.3", "Corollary 3.3, section 3.1", "corollary", scale=Constant(1, mutants=(HALF,)))
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
    return taken <= total(_at_dimension(bit, at_dimension) for bit in restrictions)


def integers_only(d: Real) -> Expression:
    """A sample bound for integer dimensions that says 0 elsewhere: as a bound it is as good as d."""
    return d if d.op == "rational" and d.value.denominator == 1 else 0


def linear(d: Real) -> Expression:
    """d + 1 samples."""
    return d + 1


def sixth_power(d: Real) -> Expression:
    """d^6 samples, the power of GGKM20."""
    return d**6


def _bits_cost_at_most(H: ConceptClass, bound: SampleBound, factor: int = 6) -> Truth:
    """sum_i SC(d_i) <= L SC(6 d ln(k+1))."""
    L, bits = Bits(H.labels).length, binary_restrictions(H)
    cost = total(_at_dimension(bit, lambda d: floor(bound(Real.of(d)))) for bit in bits)
    d = multiclass_littlestone_dimension(H)
    return cost <= d.map(lambda d: floor(L * Real.of(bound(factor * max(d, 0) * ln(H.labels)))))


@claim("BGS21.COR3.5", "Corollary 3.5, section 3.2", "corollary")
def every_sample_bound_carries_over(H: Multiclass) -> Truth:
    """With a generic binary learner whose samples are bounded by any function SC(d', alpha, beta) of the Littlestone
    dimension, A takes at most L SC(6 d ln(k+1), alpha / L, beta / L) samples, d = MLD(H)."""
    return all_of(_bits_cost_at_most(H, bound) for bound in (linear, sixth_power, integers_only))


@correction(
    "BGS21.COR3.5",
    "6 d ln(k+1) is no integer, and a bound on samples at integers says nothing there: SC must be nondecreasing on the "
    "reals",
    factor=Constant(6, mutants=(1,)),
)
def every_nondecreasing_sample_bound_carries_over(H: Multiclass, factor: int) -> Truth:
    """With a generic binary learner whose samples are bounded by a nondecreasing function SC(d', alpha, beta) on the
    reals, here d' + 1 and d'^6, A takes at most ceil(log2(k+1)) SC(6 d ln(k+1), ...) samples, d = MLD(H)."""
    return all_of(_bits_cost_at_most(H, bound, factor) for bound in (linear, sixth_power))


@claim(
    "BGS21.T3.6",
    "Theorem 3.6, section 3.2 (Theorem 6.4 of GGKM20)",
    "theorem",
    not_checkable="the O hides its constant and the learner is only cited; that finite classes have private "
    "learners is "
    "checked with the exponential mechanism",
    stand_ins=("BGS21.ALG.EXPLEARN", "BGS21.ALG.EXPLEARN.accuracy"),
)
def littlestone_classes_have_private_learners(H: ExplicitBinary) -> Truth:
    """Every binary class of Littlestone dimension d_L has an (epsilon, delta)-private, (alpha, beta)-accurate learner
    with O(d_L^6 log^2(d_L / (alpha beta epsilon delta)) / (epsilon alpha^2)) samples."""
    raise NotImplementedError


@claim(
    "BGS21.T3.7",
    "Theorem 3.7, section 3.2",
    "theorem",
    not_checkable="the O hides its constant and rests on the cited Theorem 3.6; the substitution is proved with "
    "constants",
    stand_ins=("BGS21.T3.7.substitution", "BGS21.T3.7.powers"),
)
def multiclass_classes_have_private_learners(H: ExplicitClass) -> Truth:
    """If MLD(H) = d then O(d^6 log(k+1)^8 log^4(d log^3(k+1) / (epsilon delta alpha beta)) / (epsilon alpha)) samples
    suffice for an (epsilon, delta)-private, (alpha, beta)-accurate learner, epsilon <= 1/4."""
    raise NotImplementedError


AtLeastOne = Annotated[Any, Reals(low=Real.of(1))]
Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True)]
UpToQuarter = Annotated[Any, Reals(low=Real.of(0), high=Real.of(Fraction(1, 4)), low_open=True)]


@claim(
    "BGS21.T3.7.substitution",
    "proof of Theorem 3.7, section 3.2: the logarithm",
    "step",
    factor=Constant(Fraction(21, 10), mutants=(1, 2)),
)
def the_logarithm_survives_the_substitution(
    d: AtLeastOne, L: AtLeastOne, epsilon: UpToQuarter, rest: Unit, factor: Fraction
) -> Truth:
    """With d' = 6 d ln(k+1), alpha' = alpha / L and beta' = beta / L, the logarithm of d' / (alpha' beta' epsilon
    delta) is at most 2.1 ln(d L^3 / (epsilon delta alpha beta)), where L = log2(k+1) and rest = delta alpha beta."""
    inner = 6 * d * (ln(2) * L) * L**2 / (epsilon * rest)
    return ln(inner) <= factor * ln(d * Real.of(L) ** 3 / (epsilon * rest))


@claim(
    "BGS21.T3.7.powers",
    "proof of Theorem 3.7, section 3.2: the powers",
    "step",
    power=Constant(8, mutants=(7,)),
    factor=Constant(5200, mutants=(5000,)),
)
def the_powers_survive_the_substitution(d: AtLeastOne, L: AtLeastOne, alpha: Unit, power: int, factor: int) -> Truth:
    """L bits at d' = 6 d ln(k+1) and accuracy alpha / L cost L d'^6 / (alpha / L) <= 5200 d^6 L^8 / alpha, where
    L = log2(k+1)."""
    return as_truth(
        Real.of(L * (6 * d * (ln(2) * L)) ** 6 * (L / alpha)) <= factor * (d**6 * Real.of(L) ** power / alpha)
    )
