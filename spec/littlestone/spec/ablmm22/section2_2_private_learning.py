"""The private algorithms of ABLMM22 section 5.3 and Corollary 4: their exact laws, and their privacy on all neighbours.

Samples are all samples over the domain, those that no function labels included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.reals import Real, equals, exp, ln
from littlestone.spec.claim import (
    Algorithm,
    Constant,
    ExplicitBinary,
    PositiveSize,
    Reals,
    Size,
    Statement,
    claim,
    when,
)
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.chances import failure_chance
from littlestone.spec.learning.laws import Law, proportional, same_law
from littlestone.spec.learning.learning import Example, Learner, Sample, all_rows
from littlestone.spec.learning.privacy import Pair, is_private
from littlestone.spec.learning.private_learning import PrivatePlan, generic_law, histogram_law, private_law
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.stability import StabilityPlan

LawOf = Annotated[Any, Algorithm("DP.law")]
Histogram = Annotated[Any, Algorithm("ABLMM22.A.Hist")]
Generic = Annotated[Any, Algorithm("ABLMM22.A.Generic")]
Private = Annotated[Any, Algorithm("ABLMM22.A.M")]
Stable = Annotated[Any, Algorithm("ABLMM22.A.G")]
Agnostic = Annotated[Any, Algorithm("ABLMM22.C4")]
AtLeastOne = Annotated[Any, Reals(low=Real.of(1))]

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
SHARE = Constant(1, mutants=(QUARTER,))
OUT_OF_REACH = when(False, False)
EPSILON = 4 * ln(2)
POINT = ((0,), (1,))
BITS = ((0, 0), (0, 1))


# ---- The stable histogram


def lists(n: int) -> list[tuple[Function, ...]]:
    """All lists of n items out of three."""
    return list(product(((0,), (1,), (2,)), repeat=n))


@claim("ABLMM22.A.Hist.law", "Lemma 28, section 5.3.1", "algorithm", more=Constant(0, mutants=(1,)))
def the_stable_histogram_has_its_law(
    n: PositiveSize, i: PositiveSize, law: LawOf, histogram: Histogram, more: int
) -> Truth:
    """Hist lists each item that occurs if its count plus two-sided geometric noise of ratio e^(-eps/2) reaches the
    least threshold t >= 2 that a count of 1 reaches with probability at most delta, with that count over n, at most 1,
    as its estimate: for all lists of n items out of three, eps = 2 ln 2 and delta = 1/(1 + i)."""
    epsilon, delta = 2 * ln(2), Fraction(1, 1 + i)
    return all_of(
        same_law(law(histogram, items, epsilon, delta), histogram_law(items, (1 + more) * epsilon, delta))
        for items in lists(n)
    )


@claim("ABLMM22.A.Hist", "Lemma 28, section 5.3.1", "algorithm", delta=SHARE)
def the_stable_histogram_is_private(
    n: PositiveSize, i: PositiveSize, law: LawOf, histogram: Histogram, delta: Fraction
) -> Truth:
    """Hist is (eps, delta)-DP: over all pairs of lists of n items out of three that differ in one item, so that items
    appear and disappear, for eps = 2 ln 2 and delta = 1/(1 + i)."""
    known = cache(lambda items: law(histogram, items, 2 * ln(2), Fraction(1, 1 + i)))
    return is_private(known, ((0,), (1,), (2,)), n, 2 * ln(2), delta * Fraction(1, 1 + i))


# ---- GenericLearner


@claim("ABLMM22.A.Generic", "Lemma 29, section 5.3.1", "algorithm", share=Constant(1, mutants=(QUARTER,)))
def the_generic_learner_has_its_law_and_is_private(
    H: ExplicitBinary, law: LawOf, generic: Generic, share: Fraction
) -> Statement:
    """GenericLearner outputs h in H with probability proportional to exp(-eps n loss_S(h)/2) and is (eps, 0)-DP, for
    all samples of two rows, realizable or not, and eps = 2 ln 2."""
    if H.points > 2:
        return OUT_OF_REACH
    epsilon, functions = 2 * ln(2), H.functions()
    learner = cache(lambda sample: law(generic, functions, sample, epsilon))
    samples = product(all_rows(H), repeat=2)
    specified = all_of(same_law(learner(S), generic_law(functions, S, epsilon)) for S in samples)
    return when(True, specified & is_private(learner, all_rows(H), 2, share * epsilon))


@claim("ABLMM22.A.Generic.sensitivity", "Lemma 29, section 5.3.1: its proof", "step", most=Constant(1, mutants=(HALF,)))
def one_row_changes_the_number_of_errors_by_one(H: ExplicitBinary, most: Fraction) -> Truth:
    """Changing one sample changes n loss_S(h), the score, by at most 1, and loss_S(h), as printed, by at most 1/n."""
    rows = all_rows(H)
    changes = [abs(int(h[x] != y) - int(h[u] != v)) for h in H.functions() for (x, y) in rows for (u, v) in rows]
    return as_truth(max(changes) <= most)


# ---- The private learner M


def coin_learner(i: int, j: int) -> Callable[[Sample, Randomness], Function]:
    """A learner on one point and one row: label 1 with probability i/4 after a row labelled 0, j/4 after one labelled
    1."""
    return lambda batch, source: POINT[int(source.bernoulli(Fraction((i, j)[batch[0][1]], 4)))]


def _coin_law(i: int, j: int, batch: Sample) -> Law[Function]:
    ones = (i, j)[batch[0][1]]
    return proportional({POINT[1]: ones, POINT[0]: 4 - ones})


def plan_of(runs: int) -> PrivatePlan:
    """So many runs on one row each, one row for the choice, eps = 4 ln 2, delta = 1/8 and eta = 1/2."""
    return PrivatePlan(runs, 1, 1, EPSILON, Fraction(1, 8), HALF)


def private_laws(law: Any, private: Any, stable: Any, plan: PrivatePlan, default: Function) -> Learner:
    """The exact law of M over a stable learner, as a map from samples."""
    return cache(lambda sample: law(private, stable, sample, plan, default))


@claim("ABLMM22.A.M.law", "Box of section 5.3.2", "algorithm", less=Constant(1, mutants=(Fraction(1, 8),)))
def the_private_learner_has_its_law(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, less: Fraction
) -> Statement:
    """M runs G on k batches with fresh coins, lists the frequent outputs with Hist at (eps/2, delta), drops those of
    estimated frequency below 3 eta/4 and runs GenericLearner on the others with eps/2 and fresh rows; an empty list
    gives the default hypothesis: its law is the one composed of theirs, for a G on one point whose answer is 1 with
    probability i/4 or j/4, by the label."""
    if max(i, j) > 4 or k > 3:
        return OUT_OF_REACH
    plan, G = plan_of(k), coin_learner(i, j)
    stable: Learner = cache(partial(_coin_law, i, j))
    used = PrivatePlan(k, 1, 1, EPSILON, less * plan.delta, plan.eta)
    M = private_laws(law, private, G, plan, POINT[0])
    samples = product(BITS, repeat=plan.sample_size)
    return when(True, all_of(same_law(M(S), private_law(stable, S, used, POINT[0])) for S in samples))


def _coin_privacy(i: int, j: int, k: int, algorithms: tuple[Any, Any], epsilon: Real, delta: Fraction) -> Statement:
    if max(i, j) > 4 or k > 3:
        return OUT_OF_REACH
    M = private_laws(*algorithms, coin_learner(i, j), plan_of(k), POINT[0])
    return when(True, is_private(M, BITS, k + 1, epsilon, delta * Fraction(1, 8)))


@claim("ABLMM22.A.M", "Box and proof of Theorem 30, section 5.3.2", "algorithm", delta=Constant(1, mutants=(HALF,)))
def the_private_learner_is_private(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, delta: Fraction
) -> Statement:
    """M is (eps, delta)-DP for every G, over all neighbouring samples, realizable or not: for a G on one point whose
    answer is 1 with probability i/4 or j/4, by the label, eps = 4 ln 2 and delta = 1/8."""
    return _coin_privacy(i, j, k, (law, private), EPSILON, delta)


@claim(
    "ABLMM22.A.M.sharper",
    "Box and proof of Theorem 30, section 5.3.2: parallel composition",
    "remark",
    delta=Constant(1, mutants=(HALF,)),
)
def the_private_learner_costs_half_its_epsilon(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, delta: Fraction
) -> Statement:
    """M is even (eps/2, delta)-DP: a changed row lies in one batch, and then GenericLearner post-processes the list, or
    among the validation rows, and then the list does not change; on the same G."""
    return _coin_privacy(i, j, k, (law, private), EPSILON / 2, delta)


def last_row_replaced(rows: Sequence[Example], n: int) -> Iterator[Pair[Example]]:
    """Samples of n rows that differ in the last one."""
    for *rest, one, other in product(rows, repeat=n + 1):
        if one != other:
            yield (*rest, one), (*rest, other)


@claim(
    "ABLMM22.A.M.validation",
    "Box and proof of Theorem 30, section 5.3.2: parallel composition",
    "remark",
    share=Constant(HALF, mutants=(Fraction(1, 64),)),
)
def the_validation_rows_cost_half_of_epsilon(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, share: Fraction
) -> Statement:
    """Samples that differ in a validation row only are (eps/2, 0)-indistinguishable for M; on the same G, with delta =
    1/2."""
    if max(i, j) > 4 or k > 3:
        return OUT_OF_REACH
    M = private_laws(law, private, coin_learner(i, j), replace(plan_of(k), delta=HALF), POINT[0])
    return when(True, is_private(M, BITS, k + 1, share * EPSILON, 0, relation=last_row_replaced))


def one_of_each_replaced(rows: Sequence[Example], n: int) -> Iterator[Pair[Example]]:
    """Samples of n = k + 1 rows that differ in the first or in the last one, the other batches sorted: all neighbours
    up to the order of the batches of one row."""
    for *rest, one, other in product(rows, repeat=n + 1):
        batches = rest[:-1]
        if one != other and list(batches) == sorted(batches):
            yield (one, *rest), (other, *rest)
    for *rest, one, other in product(rows, repeat=n + 1):
        if one != other and list(rest) == sorted(rest):
            yield (*rest, one), (*rest, other)


@claim(
    "ABLMM22.A.M.G",
    "Proof of Theorem 3, section 5.4: M over G",
    "algorithm",
    delta=Constant(1, mutants=(QUARTER,)),
)
def the_private_learner_over_algorithm_g_is_private(
    H: ExplicitBinary, law: LawOf, private: Private, stable: Stable, delta: Fraction
) -> Statement:
    """M over algorithm G is (eps/2, delta)-DP over all neighbouring samples, realizable or not: for classes of two
    functions on up to two points, k = 2 runs of G with n = 1 and budget 0, n' = 1, eps = 4 ln 2 and delta = 1/4."""
    functions = H.functions()
    if H.points > 2 or len(functions) != 2:
        return OUT_OF_REACH
    plan = PrivatePlan(2, 1, 1, EPSILON, QUARTER, HALF)
    G = partial(_stable_run, stable, functions)
    ordered = private_laws(law, private, G, plan, (0,) * H.points)
    M = cache(lambda sample: ordered((*sorted(sample[:-1]), sample[-1])))
    return when(True, is_private(M, all_rows(H), 3, EPSILON / 2, delta * QUARTER, relation=one_of_each_replaced))


def _stable_run(stable: Any, functions: tuple[Function, ...], batch: Sample, source: Randomness) -> Function:
    hypothesis: Function = stable(functions, batch, StabilityPlan(1, len(batch) - 1), source)
    return hypothesis


# ---- Realizable to agnostic


def _relabelled(
    law: Any, agnostic: Any, H: ConceptClass, realizable: Callable[[Sample, Randomness], Any]
) -> Callable[[Sample], Law[Any]]:
    """The law of RealizableToAgnostic with eps = 2 ln 2 over a realizable learner."""
    return cache(lambda sample: law(agnostic, H.functions(), realizable, sample, 2 * ln(2)))


def shows_a_row(sample: Sample, source: Randomness) -> Any:
    """A (0, 1/(16 n))-private learner: a random one of its n rows with probability 1/16, else nothing."""
    return sample[source.uniform(len(sample))] if source.bernoulli(Fraction(1, 16)) else None


@claim("ABLMM22.C4.law", "Corollary 4, section 2.2 (LabelBoost of BNS15)", "algorithm", more=Constant(0, mutants=(1,)))
def the_agnostic_learner_relabels_by_the_exponential_mechanism(
    H: ExplicitBinary, law: LawOf, agnostic: Agnostic, more: int
) -> Statement:
    """RealizableToAgnostic picks one of the labellings of its points by H with probability proportional to exp(-eps
    errors/2), eps = 2 ln 2, and hands the relabelled sample to the realizable learner, whatever represents the
    labelling: here to one that shows it, for all samples of two rows."""
    if H.points > 2:
        return OUT_OF_REACH
    learner = _relabelled(law, agnostic, H, lambda sample, source: sample)

    def expected(sample: Sample) -> Law[Sample]:
        labellings = {tuple((x, h[x]) for x, _ in sample) for h in H.functions()}
        errors = {S: sum(a != b for a, b in zip(S, sample, strict=True)) for S in labellings}
        return proportional({S: HALF ** ((1 + more) * wrong) for S, wrong in errors.items()})

    return when(True, all_of(same_law(learner(S), expected(S)) for S in product(all_rows(H), repeat=2)))


@claim(
    "ABLMM22.C4.privacy",
    "Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): privacy",
    "corollary",
    four=Constant(4, mutants=(QUARTER,)),
)
def the_agnostic_learner_is_private(H: ExplicitBinary, law: LawOf, agnostic: Agnostic, four: Fraction) -> Statement:
    """If the realizable learner is (eps_0, delta_0)-DP, RealizableToAgnostic with the exponential mechanism at eps is
    (eps_0 + ln(4 e^eps), 4 e^eps delta_0)-DP, which for eps = 1 is within (eps_0 + 3, 4 e delta_0): on all samples of
    two rows, for the learner that shows a random row with probability 1/16, delta_0 = 1/32, and eps = 2 ln 2."""
    if H.points > 2:
        return OUT_OF_REACH
    learner, factor = _relabelled(law, agnostic, H, shows_a_row), 4 * four
    return when(True, is_private(learner, all_rows(H), 2, ln(factor), factor * Fraction(1, 32)))


@claim(
    "ABLMM22.C4.sharper",
    "Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): privacy",
    "remark",
    factor=Constant(9, mutants=(Fraction(3, 2),)),
)
def the_agnostic_learner_costs_less(H: ExplicitBinary, law: LawOf, agnostic: Agnostic, factor: Fraction) -> Statement:
    """It is even (eps_0 + 2 ln(1 + r), (1 + r)^2 delta_0)-DP, r = e^{eps/2}: given the other rows, the labels of the
    replaced point have the total weight 1, 1/r or 1 + 1/r, so the chance of the other labels changes by a factor of at
    most 1 + r, and so does the normalisation; here r = 2, and the labels of the other rows are shown when the last of
    two rows is replaced."""
    if H.points > 2:
        return OUT_OF_REACH
    learner = _relabelled(law, agnostic, H, lambda sample, source: sample[:-1])
    return when(True, is_private(learner, all_rows(H), 2, ln(factor), 0, relation=last_row_replaced))


@claim(
    "ABLMM22.C4.constants",
    "Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): privacy",
    "step",
    three=Constant(3, mutants=(2,)),
    four=Constant(4, mutants=(3,)),
)
def the_agnostic_constants_fit(r: AtLeastOne, three: int, four: int) -> Truth:
    """(1 + 1/r)/(1/r) = 1 + r <= 2 r and (1 + r)^2 <= 4 r^2 = 4 e^eps for r = e^{eps/2} >= 1; 1 + ln 4 <= 3, and at eps
    = 1 the sharper loss 2 ln(1 + e^{1/2}) is below 2."""
    r = Real.of(r)
    ratio = equals((1 + 1 / r) / (1 / r), 1 + r) & ((1 + r) ** 2 <= four * r**2)
    return as_truth(ratio & (1 + ln(4) <= three) & (2 * ln(1 + exp(HALF)) <= 2))


# ---- M with practical sizes


def singleton_functions(points: int) -> tuple[Function, ...]:
    """The functions that are 1 at one point at most, of Littlestone dimension 1 on two points or more."""
    ones = (tuple(int(x == y) for x in range(points)) for y in range(points))
    return ((0,) * points, *ones)


@claim(
    "ABLMM22.A.M.estimated",
    "Theorem 30, section 5.3.2, with practical sizes",
    "algorithm",
    scale=Constant(1, mutants=(Fraction(1, 4),)),
)
def the_private_learner_seldom_fails_on_singletons(private: Private, stable: Stable, scale: Fraction) -> Truth:
    """M over G learns: for the singletons on 4 points, alpha = 1/8, eps = 4 and delta = 1/100, k = 24 runs of G with n
    = 4 and budget 16, n' = 24 and eta = 1/2 have loss above alpha with probability at most 1/10, under the uniform
    distribution and one target."""
    functions, plan = singleton_functions(4), StabilityPlan(4, 16)
    sizes = PrivatePlan(int(scale * 24), plan.sample_size, 24, Fraction(4), Fraction(1, 100), HALF)

    def G(batch: Sample, source: Randomness) -> Function:
        hypothesis: Function = stable(functions, batch, plan, source)
        return hypothesis

    def run(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = private(G, sample, sizes, functions[0], source)
        return hypothesis

    chance = failure_chance(run, functions[1], (QUARTER,) * 4, sizes.sample_size, Fraction(1, 8))
    return chance <= Fraction(1, 10)
