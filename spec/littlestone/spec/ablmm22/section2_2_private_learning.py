"""ABLMM22 section 2.2: private learning of Littlestone classes, realizable and agnostic."""

from functools import cache

from littlestone.spec.ablmm22.vocabulary import all_samples, last_row_replaced, up_to_two_points
from littlestone.spec.notation import *

Agnostic = Annotated[Run, Algorithm("ABLMM22.C4")]


# ---- Theorem 3


@claim(
    "ABLMM22.T3",
    "Theorem 3, section 2.2",
    "theorem",
    not_checkable="O and O~ hide their constants, and with those of the proof already d = 1 needs some 10^10 rows; the "
    "first form, a sum, is not what the proof gives (ABLMM22.T3.proof)",
    stand_ins=("ABLMM22.T3.proof", "ABLMM22.T3.eq2", "ABLMM22.A.M.G", "ABLMM22.A.M.estimated"),
)
def littlestone_classes_are_privately_learnable(H: ExplicitBinary) -> Truth:
    """A class of Littlestone dimension d has an (eps, delta)-DP learner with loss at most alpha on every realizable
    distribution with probability at least 1 - beta, from n = O((2^{O~(2^d)} + log(1/(beta delta)))/(alpha eps)) =
    O_d(log(1/(beta delta))/(alpha eps)) rows, for eps, delta in (0, 1) and alpha, beta in (0, 1/2)."""
    raise NotImplementedError


# ---- Corollary 4


@claim(
    "ABLMM22.C4",
    "Corollary 4, section 2.2",
    "corollary",
    not_checkable="O hides its constants and rests on Theorem 2.3 of ABMS20, which is cited; the transformation is "
    "implemented, and its privacy is computed",
    stand_ins=(
        "ABLMM22.C4.privacy",
        "ABLMM22.C4.sharper",
        "ABLMM22.C4.constants",
        "ABLMM22.C4.law",
        "ABLMM22.C4.secrecy",
    ),
)
def littlestone_classes_are_privately_learnable_agnostically(H: ExplicitBinary) -> Truth:
    """A class of Littlestone dimension d has an (eps, delta)-DP learner with loss at most min_h loss_D(h) + alpha on
    every distribution with probability at least 1 - beta, from n = O((2^{O~(2^d)} + log(1/(beta delta)))/(alpha eps) +
    (VC(H) + log(1/beta))/(alpha^2 eps)) rows."""
    raise NotImplementedError


def _relabelled(law: LawOf, agnostic: Agnostic, H: ConceptClass, realizable: Run) -> Run:
    """The law of RealizableToAgnostic with eps = 2 ln 2 over a realizable learner."""
    return cache(lambda sample: law(agnostic, H.functions(), realizable, sample, 2 * ln(2)))


def shows_a_row(sample: Sample, source: Randomness) -> Example | None:
    """A (0, 1/(16 n))-private learner: a random one of its n rows with probability 1/16, else nothing."""
    return sample[source.uniform(len(sample))] if source.bernoulli(Fraction(1, 16)) else None


@claim(
    "ABLMM22.C4.law",
    "Corollary 4, section 2.2 (LabelBoost of BNS15)",
    "algorithm",
    reach=up_to_two_points,
    narrows="two rows, eps = 2 ln 2, and one realizable learner, which shows its sample",
    more=OFFSET,
)
def the_agnostic_learner_relabels_by_the_exponential_mechanism(
    H: ExplicitBinary, law: LawOf, agnostic: Agnostic, more: int
) -> Truth:
    """RealizableToAgnostic picks one of the labellings of its points by H with probability proportional to exp(-eps
    errors/2), eps = 2 ln 2, and hands the relabelled sample to the realizable learner, whatever represents the
    labelling: here to one that shows it, for all samples of two rows."""
    learner = _relabelled(law, agnostic, H, lambda sample, source: sample)

    def expected(sample: Sample) -> Law[Sample]:
        labellings = {tuple((x, h[x]) for x, _ in sample) for h in H.functions()}
        errors = {S: sum(a != b for a, b in zip(S, sample, strict=True)) for S in labellings}
        return proportional({S: HALF ** ((1 + more) * wrong) for S, wrong in errors.items()})

    return all_of(same_law(learner(S), expected(S)) for S in all_samples(all_rows(H), 2))


@claim(
    "ABLMM22.C4.privacy",
    "Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): privacy",
    "corollary",
    reach=up_to_two_points,
    narrows="two rows, eps = 2 ln 2, and one realizable learner, which shows a row, with delta_0 = 1/32",
    four=Constant(4, stronger="smaller"),
)
def the_agnostic_learner_is_private(H: ExplicitBinary, law: LawOf, agnostic: Agnostic, four: Fraction) -> Truth:
    """If the realizable learner is (eps_0, delta_0)-DP, RealizableToAgnostic with the exponential mechanism at eps is
    (eps_0 + ln(4 e^eps), 4 e^eps delta_0)-DP, which for eps = 1 is within (eps_0 + 3, 4 e delta_0)
    (ABLMM22.C4.constants): on all samples of
    two rows, for the learner that shows a random row with probability 1/16, delta_0 = 1/32, and eps = 2 ln 2."""
    learner, factor = _relabelled(law, agnostic, H, shows_a_row), 4 * four
    return is_private(learner, all_rows(H), 2, ln(factor), factor / 32)


@claim(
    "ABLMM22.C4.sharper",
    "Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): privacy",
    "remark",
    role="construction",
    reach=up_to_two_points,
    narrows="two rows, eps = 2 ln 2, and one realizable learner, which shows the row that is not replaced: there eps_0 "
    "= delta_0 = 0, and that delta_0 grows by (1 + r)^2 is in words",
    factor=Constant(9, stronger="smaller"),
)
def the_agnostic_learner_costs_less(H: ExplicitBinary, law: LawOf, agnostic: Agnostic, factor: Fraction) -> Truth:
    """RealizableToAgnostic is even (eps_0 + 2 ln(1 + r), (1 + r)^2 delta_0)-DP, r = e^{eps/2}, where the realizable
    learner is (eps_0, delta_0)-DP: given the other rows, the labels of the replaced point have the total weight 1, 1/r
    or 1 + 1/r, so the chance of the other labels changes by a factor of at most 1 + r, and so does the normalisation;
    here r = 2, and the labels of the other rows are shown when the last of two rows is replaced."""
    learner = _relabelled(law, agnostic, H, lambda sample, source: sample[:-1])
    return is_private(learner, all_rows(H), 2, ln(factor), 0, relation=last_row_replaced)


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
    ratio = equals((1 + 1 / r) / (1 / r), 1 + r) & ((1 + r) ** 2 <= four * r**2)
    return ratio & (1 + ln(4) <= three) & (2 * ln(1 + exp(HALF)) <= 2)


@claim(
    "ABLMM22.C4.secrecy",
    "after Corollary 4, section 2.2",
    "remark",
    narrows="proved is the arithmetic, for a learner with epsilon = 1; amplification by subsampling is cited",
    cites=("DP.subsampling",),
    factor=Constant(2, mutants=(1,)),
)
def a_random_part_makes_epsilon_small(epsilon: OpenUnit, factor: int) -> Truth:
    """A learner that is private with epsilon = O(1), run on a random part of the rows, is epsilon-private if the sample
    is larger by a factor of roughly 1/epsilon: with the part epsilon/2, ln(1 + (epsilon/2)(e^1 - 1)) <= epsilon."""
    return 1 + epsilon / factor * (exp(1) - 1) <= exp(epsilon)
