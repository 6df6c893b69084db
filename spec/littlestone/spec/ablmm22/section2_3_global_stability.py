"""ABLMM22 section 2.3: the equivalence, regret against privacy, global stability and its generalization."""

from littlestone.spec.ablmm22.vocabulary import Soa, soa_rule
from littlestone.spec.learning.stability import is_globally_stable, labelled_law, largest_frequency, sample_law, sloped
from littlestone.spec.notation import *

MOST_SAMPLES = 16


@claim(
    "ABLMM22.T5",
    "Theorem 5, section 2.3",
    "theorem",
    not_checkable="every finite class is on both sides, so that only infinite ones could break the equivalence; for "
    "finite ones the two sides are the mistake bound of the SOA and the private learners",
    stand_ins=("ABLMM22.A.SOA", "ABLMM22.S1.fn1", "ABLMM22.A.Generic", "ABLMM22.A.M.G"),
)
def private_learning_is_online_prediction(H: ExplicitBinary) -> Truth:
    """H is online learnable if and only if it is approximate differentially-privately PAC learnable."""
    raise NotImplementedError


@claim(
    "ABLMM22.S2.3",
    "Section 2.3",
    "remark",
    not_checkable="Theta_d and poly(log* d) hide functions of d and constants, and the optimal rates are those of all "
    "learners on infinite sequences of classes; the Littlestone dimension of the example is checked",
    stand_ins=("ABLMM22.S2.3.thresholds",),
)
def regret_and_privacy_depend_differently_on_the_dimension(H: ExplicitBinary) -> Truth:
    """The optimal regret is Theta_d(sqrt(T)) and the optimal private sample complexity Theta_d(log(1/(beta delta)) /
    (alpha^2 epsilon)); for thresholds on 2^d points they hide Theta(d) and poly(log* d)."""
    raise NotImplementedError


@claim("ABLMM22.S2.3.thresholds", "Section 2.3", "remark", offset=OFFSET)
def thresholds_on_two_to_the_d_points_have_dimension_d(d: PositiveSize, offset: int) -> Truth:
    """The class of thresholds over a linearly ordered domain of size 2^d has Littlestone dimension d."""
    points = 2**d
    thresholds = explicit(tuple(int(x >= t) for x in range(points)) for t in range(points + 1))
    return littlestone_dimension(thresholds) == d + offset


# ---- Global stability


def soa_outputs(soa: Soa, H: ConceptClass, samples: Law[Sample]) -> Law[Function]:
    """The law of SOA(S) for S from the law of samples."""
    return samples.map(soa_rule(soa, H))


def few_samples(H: ConceptClass, n: int) -> bool:
    """At most 16 samples of n points."""
    return is_true(H.points**n <= MOST_SAMPLES)


@claim(
    "ABLMM22.D6",
    "Definition 6, section 2.3.1",
    "definition",
    reach=few_samples,
    scale=Constant(1, stronger="larger", mutants=(Fraction(101, 100),)),
)
def global_stability_is_the_largest_frequency(
    H: ExplicitBinary, n: Size, j: Size, law: LawOf, soa: Soa, scale: Fraction
) -> Truth:
    """A is (n, eta)-globally stable with respect to D if some h has Pr_{S ~ D^n}[A(S) = h] >= eta: so it is up to eta =
    max_h Pr[A(S) = h], which is at most 1, and not above; here A is the SOA, run on drawn samples and on all samples,
    and D(x) is proportional to 1 + j x."""
    D = sloped(H.points, j)
    return all_of(_stable_up_to_its_largest_frequency(H, D, c, n, law, soa, scale) for c in H.functions())


def _stable_up_to_its_largest_frequency(
    H: ConceptClass, D: Distribution, c: Function, n: int, law: LawOf, soa: Soa, scale: Fraction
) -> Truth:
    start = soa(H.functions(), H.points)

    def drawn(source: Randomness) -> Function:
        points = [source.choice(D) for _ in range(n)]
        return start.run(tuple((x, c[x]) for x in points)).rule

    outputs, run = soa_outputs(soa, H, sample_law(labelled_law(D, c), n)), law(drawn)
    eta = largest_frequency(outputs)
    above = eta + Fraction(1, 1000)
    return all_of([is_globally_stable(run, scale * eta), eta <= 1, not is_globally_stable(run, above), run == outputs])


@claim(
    "ABLMM22.S2.3.1",
    "Section 2.3.1, after Definition 6",
    "remark",
    scale=Constant(1, stronger="larger", mutants=(Fraction(101, 100),)),
)
def a_finite_class_makes_every_learner_stable(k: PositiveInteger, above: FromZero, scale: Fraction) -> Truth:
    """By an averaging argument, every learner whose hypotheses come from a class of k functions is (n, 1/k)-globally
    stable: where the largest of the k probabilities exceeds the mean of the others by ``above``, it is the t with t +
    (k - 1) (t - above) = 1, and t >= 1/k."""
    largest = (1 + (k - 1) * above) / k
    return equals(largest + (k - 1) * (largest - above), 1) & (scale / k <= largest)


@claim(
    "ABLMM22.P7",
    "Proposition 7, section 2.3.1",
    "proposition",
    reach=few_samples,
    caps="D(x) proportional to 1 + j x",
    scale=Constant(1, stronger="smaller", mutants=(HALF,)),
)
def global_stability_implies_generalization(H: ExplicitBinary, n: PositiveSize, j: Size, scale: Fraction) -> Truth:
    """If A is consistent, D realizable and Pr_{S ~ D^n}[A(S) = h] >= eta > 0, then loss_D(h) <= ln(1/eta)/n: for every
    function h on the points and the largest eta that any consistent learner has for it, the probability that h agrees
    with S. The definition's n = 0 would divide by 0."""
    D = sloped(H.points, j)
    return all_of(
        n * error(h, c, D) <= scale * ln(1 / eta)
        for c in H.functions()
        for h in all_functions(H.points, 2)
        for eta in _largest_frequencies(h, _samples(c, D, n))
    )


def _samples(c: Function, D: Distribution, n: int) -> Law[Sample]:
    return sample_law(labelled_law(D, c), n)


def _largest_frequencies(h: Function, samples: Law[Sample]) -> list[Exact]:
    """The probability that h agrees with the sample, where it is positive: consistent learners output it no oftener."""
    eta = samples.probability(lambda sample: all(h[x] == y for x, y in sample))
    return [eta] if eta else []


@claim("ABLMM22.P7.eq1", "Proposition 7, section 2.3.1, the end of its proof", "step", rate=Constant(1, mutants=(2,)))
def consistency_with_n_examples_is_exponentially_unlikely(a: BelowOne, n: PositiveInteger, rate: int) -> Truth:
    """(1 - alpha)^n <= e^(-alpha n), so that eta <= (1 - alpha)^n gives alpha <= ln(1/eta)/n; an alpha of 1 would make
    eta = 0."""
    return (1 - a) ** n <= exp(-(rate * a * n))
