"""ABLMM22 section 5.1: the random contest finds the target, in the case that is explained; then the way to privacy."""

from littlestone.spec.ablmm22.vocabulary import Soa, SoaState, mistakes
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import total
from littlestone.spec.learning.randomness import exact
from littlestone.spec.learning.stability import labelled_law, sample_law, sloped
from littlestone.spec.notation import *

Contest = Annotated[Run, Algorithm("ABLMM22.S5.1.1")]


# ---- Section 5.1.1


def few_samples(H: ConceptClass, n: int) -> bool:
    """At most 16 samples of $n$ points"""
    return int(H.points**n) <= 16


@claim(
    "ABLMM22.S5.1.1",
    "Section 5.1.1: success of the random contest",
    "remark",
    reach=few_samples,
    narrows="the bound $(1 - q)/2$ given both samples; A is the SOA with ties to -1, $x$ the first point where the "
    "rules differ, $D$ is uniform, and the mistakes are $d - 1$; case (i), $q >= 1/4$, is left out",
    half=Constant(HALF, mutants=(Fraction(3, 4),), stronger="larger"),
)
def the_random_contest_finds_the_target(
    H: ExplicitBinary, n: PositiveSize, law: LawOf, soa: Soa, contest: Contest, half: Fraction
) -> Statement:
    """If two samples make $d - 1$ mistakes with probability $p$ each and have equal rules with conditional probability
    $q$, the contest between them ends in $c$ with probability at least $p^2 (1 - q)/2$, that is $(1 - q)/2$ given both:
    with $p >= 1/(2d)$ and $q < 1/4$ that is at least $(1/(2d))^2 (3/4)(1/2)$, for $d >= 1$."""
    d = int(littlestone_dimension(H))
    start = soa(H.functions(), H.points)
    samples = [(c, sample_law(labelled_law(sloped(H.points, 0), c), n)) for c in H.functions()]

    def errs(sample: Sample) -> bool:
        return mistakes(start, sample) == d - 1

    found = [_finds(start, c, S.condition(errs), law, contest, half) for c, S in samples if S.probability(errs) != 0]
    return when([d >= 1, bool(found)], all_of(found))


def _finds(start: SoaState, c: Function, one: Law[Sample], law: LawOf, contest: Contest, half: Fraction) -> Truth:
    pairs = one.product(one)
    unequal = [pair for pair in pairs if start.run(pair[0]).rule != start.run(pair[1]).rule]
    success = total(exact(pairs[pair] * law(contest, start, *pair)[c]) for pair in unequal)
    return as_truth(half * pairs.probability(unequal) <= success)


rests_on("ABLMM22.S5.1.1", "ABLMM22.MB", "$M$ takes the $d + 1$ values $0, ..., d$ at most", "Section 5.1.1")


@uses("ABLMM22.S5.1.1", "ABLMM22.S5.1.1.eq1", "Section 5.1.1, Pr[M = i] >= 1/2d")
def the_likeliest_number_of_mistakes(d: Natural, chance: FromZero) -> Use:
    """$Pr[M = i] >= 1/(d+1) >= 1/(2d)$ is used for a class of any Littlestone dimension $d$, where it needs $d >= 1$:
    both of two samples make $i$ mistakes with probability at least $(1/(2d))^2$."""
    return Use({"chance": chance, "d": d}, gives=(2 * d * chance) ** 2 >= 1)


@correction(
    "ABLMM22.S5.1.1.from.S5.1.1.eq1.premise",
    "$d >= 1$ must be asked, as Theorem 23 does: at $d = 0$ there is no $1/(2d)$",
    factor=Constant(2, mutants=(1,)),
)
def two_d_from_one_on(d: PositiveInteger, factor: int) -> Truth:
    """$1/(2d) <= 1/(d+1)$, for $d >= 1$."""
    return d + 1 <= factor * d


rests_on(
    "ABLMM22.S5.1.1",
    "PROB.chernoff.upper",
    "from $O(d)$ runs an $i$ with $Pr[M = i] >= 1/(2d)$; taken for granted: no union bound, which would "
    "take $O(d log d)$",
    "Section 5.1.1",
)
rests_on(
    "ABLMM22.S5.1.1",
    "ABLMM22.A.SOA.identified",
    "$A(S) = c$ with probability at least $1/(2d)$",
    "Section 5.1.1, i = d",
)
rests_on(
    "ABLMM22.S5.1.1",
    "ABLMM22.S2.3.1",
    "some $h$ has $p_h >= sum_h p_h^2 >= 1/4$, a weighted mean",
    "Section 5.1.1, case (i)",
)


@terms("ABLMM22.S5.1.1.eq1")
def frequent_enough(chance: FromZero, d: PositiveInteger, factor: int = 2) -> Terms:
    """Pr[M = i] of the likeliest i, M having d + 1 values."""
    return Terms(says=factor * d * chance >= 1)


@claim(
    "ABLMM22.S5.1.1.eq1",
    "Section 5.1.1: probability of the likeliest number of mistakes",
    "step",
    narrows="proved is the arithmetic; that $M$ takes $d + 1$ values, and that $O(d)$ runs identify such an $i$, "
    "is not formalized",
    factor=Constant(2, mutants=(1,)),
)
def some_number_of_mistakes_is_frequent_enough(d: PositiveInteger, factor: int) -> Truth:
    """$1/(2d) <= 1/(d+1)$ for $d >= 1$, so that some $i <= d$ has $Pr[M = i] >= 1/(2d)$."""
    return as_truth(frequent_enough(1 / (d + 1), d, factor).says)


# ---- Section 5.1.2


@claim(
    "ABLMM22.S5.1.2",
    "Section 5.1.2: outline of the private learner",
    "remark",
    not_checkable='"roughly $m/eta$ samples", "$k ~ 1/eta$", "frequency $Omega(eta)$" and "with high probability" leave'
    " their factors open; of $ln(1/beta)/eta$ runs it is proved that $(1 - eta)^k <= beta$",
    stand_ins=("ABLMM22.S5.1.2.runs",),
)
def a_stable_learner_becomes_private_through_histograms(H: ExplicitBinary) -> Truth:
    """Run a stable learner on $k ~ 1/eta$ independent samples, publish the frequent hypotheses with a stable histogram,
    and choose an accurate one privately on fresh examples: roughly $m/eta$ samples in all."""
    raise NotImplementedError


rests_on("ABLMM22.S5.1.2", "ABLMM22.S5.1.2.runs", "a frequent hypothesis shows up", "Section 5.1.2")
rests_on("ABLMM22.S5.1.2", "ABLMM22.L28", "a short list of hypotheses of frequency $Omega(eta)$", "Section 5.1.2")
rests_on("ABLMM22.S5.1.2", "ABLMM22.L29", "an accurate hypothesis of the list", "Section 5.1.2")


@claim(
    "ABLMM22.S5.1.2.runs",
    "Section 5.1.2: number of runs that show a frequent hypothesis",
    "step",
    narrows="proved is $(1 - eta)^k <= beta$; that $k$ independent runs miss $f$ with probability $(1 - eta)^k$ "
    "is not formalized",
    runs=SHARE,
)
def a_frequent_hypothesis_shows_up(eta: OpenUnit, beta: OpenUnit, runs: Fraction) -> Truth:
    """Of $k ~ 1/eta$ runs of a learner that outputs $f$ with probability $eta$ some output $f$, with high probability.
    Read as: of $k = ln(1/beta)/eta$ runs all miss $f$ with probability at most $beta$."""
    return (1 - eta) ** (runs * ln(1 / beta) / eta) <= beta
