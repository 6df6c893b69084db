"""BGS21 appendix A: the rounds of boosting with their weights, the privacy of all rounds, and generalisation."""

from functools import cache
from itertools import product

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.sample_sizes import BoostingPlan
from littlestone.spec.notation import *

Boosting = Annotated[Run, Algorithm("BGS21.ALG.BOOST")]
Measure = Annotated[Run, Algorithm("BGS21.ALG.BREG")]
ERRS_ON_THE_FIRST = "$r$ rounds that all err on the first row alone"
ONE_RATE = "$alpha = 1/2$, density $alpha / 2$ and rate $ln 2$"
SUBSAMPLING = "subsampling, appendix A"
SKETCH = "proof sketch of Theorem A.1, appendix A"
AMPLIFICATION = f"{SKETCH}, 'Finally, we apply'"
COMPOSITION = f"{SKETCH}, 'by the basic composition theorem'"


# ---- The rounds


@claim(
    "BGS21.TA.1.boost",
    "proof of Theorem A.1, appendix A: smoothness of the weights",
    "step",
    narrows=ERRS_ON_THE_FIRST,
    caps=ONE_RATE,
)
def the_weights_are_smooth(n: PositiveSize, r: Size, measure: Measure) -> Statement:
    """The distributions of boosting to training error $alpha / 2$ are $1/(alpha n)$-smooth. Read as: where that is
    below 1, $alpha = 1/2$, rate $ln 2$, and $r$ rounds of weighted error at most $1/3$ that err on the first of $n$
    rows alone."""
    return _smooth(measure, int(n), int(r), 1)


def _smooth(measure: Run, n: int, r: int, factor: int) -> Statement:
    """The weights after r rounds are at most factor / (alpha n) < 1 where every round is that of a weak learner."""
    sample, errs_on_first = tuple((x, 0) for x in range(n)), (1, *(0,) * (n - 1))
    weights = [measure(HALF / 2, ln(2), sample, (errs_on_first,) * done) for done in range(r + 1)]
    return when(
        [n > 2 * factor, *(before[0] <= THIRD for before in weights[:-1])],
        all_of(weight <= Fraction(2 * factor, n) for weight in weights[-1]),
    )


@correction(
    "BGS21.TA.1.boost",
    "training error $alpha / 2$ needs a measure of density $alpha / 2$, whose normalised weights reach $2/(alpha n)$",
    narrows=f"{ERRS_ON_THE_FIRST}, with weighted error at most $1/3$, {ONE_RATE}",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_weights_are_twice_as_smooth(n: PositiveSize, r: Size, measure: Measure, factor: int) -> Statement:
    """The distributions of boosting to training error $alpha / 2$ are $2/(alpha n)$-smooth, here where that is below 1:
    a weight of a measure with values of at most 1 is divided by the density $alpha n / 2$."""
    return _smooth(measure, int(n), int(r), int(factor))


@claim(
    "BGS21.TA.1.slick",
    "for Theorem A.1, appendix A: distance of the weights of neighbours",
    "step",
    role="companion",
    narrows=f"{ERRS_ON_THE_FIRST}, whose label is the other one in the neighbour; {ONE_RATE}",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def neighbours_have_close_weights(n: PositiveSize, r: Size, measure: Measure, factor: int) -> Statement:
    """The distributions that boosting makes of neighbours and the same hypotheses are at statistical distance at most
    $2/(alpha n)$, where that is below 1 and the paper has $1/(alpha n)$."""
    rows = tuple((x, 0) for x in range(int(n)))
    hypotheses = ((1, *(0,) * (int(n) - 1)),) * int(r)
    here, there = (measure(HALF / 2, ln(2), sample, hypotheses) for sample in (rows, ((0, 1), *rows[1:])))
    moved = sum((exact(p - q) for p, q in zip(here, there, strict=True) if p > q), Fraction(0))
    return when(n > 2 * factor, as_truth(moved <= Fraction(2 * factor, int(n))))


@terms("BGS21.TA.1.train")
def regret_of_the_distributions(L: PositiveReal, G: PositiveReal, regret: FromZero, factor: int = 16) -> Terms:
    """The regret against the uniform distribution on the rows that are wrong; G is gamma times gamma T."""
    return Terms(asks=factor * L <= G, says=regret < G)


@claim(
    "BGS21.TA.1.train",
    "proof of Theorem A.1, appendix A: rounds and training error",
    "step",
    narrows="the arithmetic; the regret of lazy Bregman projections (BCS20) is taken as it is printed; that a round is "
    "right, but with probability $beta / (2 T)$, on samples that some $f$ in $H$ labels, is BGS21.CA.2.acc.corrected, "
    "within its limits; that $T$ rounds add up to $beta / 2$ is not formalized",
    factor=Constant(16, mutants=(5,), stronger="smaller"),
)
def enough_rounds_bound_the_training_error(L: PositiveReal, G: PositiveReal, factor: int) -> Statement:
    """After $T >= 16 ln(1/kappa) / gamma^2$ rounds of density $kappa < 1$ and rate $gamma / 4$, each right with weight
    $1/2 + gamma$, the majority errs on at most $kappa n$ of $n$ rows: else the regret against the uniform distribution
    on those rows were $gamma T$, and it is at most $ln(1/kappa) / rate + rate T$. Here $L = ln(1/kappa)$, $G = gamma^2
    T$, and all is times $gamma$; for $kappa = alpha / 2$ and $gamma = 1/6$, $T = 576 ln(2/alpha)$."""
    found = regret_of_the_distributions(L, G, 4 * L + G / 4, factor)
    return when(as_truth(found.asks), as_truth(found.says))


@claim(
    "BGS21.ALG.BOOST",
    "proof of Theorem A.1, appendix A: privacy of boosting as implemented",
    "algorithm",
    reach=up_to_two_points,
    narrows="one base learner, EXPLEARN with $epsilon = ln 4$; two rounds of one row each, by the weights of lazy "
    "Bregman projections alone, of density $1/2$ and rate $ln 2$",
    caps="two rows",
    share=Constant(1, mutants=(Fraction(1, 16),)),
)
def boosting_composes_over_its_rounds(
    H: ExplicitBinary, law: LawOf, boost: Boosting, explearn: ExpLearn, share: Fraction
) -> Statement:
    """$T$ rounds of boosting over an $(epsilon, 0)$-private base learner that reads $m$ rows a round are $(T m epsilon,
    0)$-private on all samples, labelled by a function or not."""
    functions = H.functions()
    run = base_learner(explearn, functions)
    plan = BoostingPlan(rounds=2, rows=1, density=HALF, rate=ln(2))
    learner = cache(lambda sample: law(boost, run, plan, sample))
    return is_private(learner, all_rows(H), 2, 2 * EPSILON * share)


# ---- Privacy


@terms("BGS21.TA.1.comp")
def rounds_together(T: Natural, each: FromZero, slip: FromZero) -> Terms:
    """T rounds, each of which is (each, slip)-private."""
    return Terms(epsilon=T * each, delta=T * slip)


@claim(
    "BGS21.TA.1.comp",
    "proof of Theorem A.1, appendix A: composition over the rounds",
    "step",
    narrows="one mechanism, which attains its pair, and the same in every round whatever came before, with "
    "$2 epsilon = ln 2$ and $3 delta = 1/10$",
    fewer=OFFSET,
)
def rounds_compose(T: PositiveSize, fewer: int) -> Statement:
    """$T$ rounds that are each $(2 epsilon, 3 delta)$-private are $(2 T epsilon, 3 T delta)$-private; the order of the
    responses is forgotten, which tells nothing apart."""
    P, Q = (_repeated(_leaky_response(bit), T) for bit in (0, 1))
    said = rounds_together(T - fewer, ln(2), Fraction(1, 10))
    return indistinguishable(P, Q, said.epsilon, said.delta)


def _repeated(response: Law[str], T: int) -> Law[tuple[str, ...]]:
    """The law of T independent responses, in order of what they say."""
    result: Law[tuple[str, ...]] = point_mass(())
    for _ in range(T):
        result = result.product(response).map(lambda pair: tuple(sorted((*pair[0], pair[1]))))
    return result


def _leaky_response(bit: int) -> Law[str]:
    """Reveals the bit with probability 1/10; otherwise says it, or with half the weight its opposite."""
    says = ("0", "1") if bit == 0 else ("1", "0")
    leaks = {f"it is {bit}": Fraction(1, 10)}
    return law_of({**leaks, says[0]: Fraction(9, 10) * Fraction(2, 3), says[1]: Fraction(9, 10) * THIRD})


@uses("BGS21.TA.1.comp", "DP.composition.adaptive", COMPOSITION)
def one_round_more_is_composed(part: Unit, T: PositiveInteger, epsilon: UpToQuarter, delta: Unit) -> Use:
    """$T - 1$ rounds spend at most $2 (T - 1) epsilon$, a ``part`` of it, and the last $2 epsilon$, also where $T
    epsilon$ is large; of $delta$ likewise $3 (T - 1) delta$ and $3 delta$."""
    before = part * (T - 1)
    at = {"first": before * 2 * epsilon, "second": 2 * epsilon, "delta1": before * 3 * delta, "delta2": 3 * delta}
    return Use(at, gives=lambda b: (b.epsilon <= 2 * T * epsilon) & (b.delta <= 3 * T * delta), times=1)


@adds_up("BGS21.TA.1.comp", COMPOSITION)
def all_rounds_are_within_the_budget(part: Unit, T: PositiveInteger, epsilon: UpToQuarter, delta: Unit) -> Total:
    """$(2 T epsilon, 3 T delta)$."""
    return Total(epsilon=2 * T * epsilon, delta=3 * T * delta)


@claim(
    "BGS21.TA.1.amp",
    "proof of Theorem A.1, appendix A: subsampling after boosting",
    "step",
    narrows="the bound of DP.subsampling, for $epsilon$ alone; that some mechanism attains it is not shown",
    cites=("BGS21.TA.1.amp.unbounded",),
)
def subsampling_last_restores_epsilon(C: AtLeastOne) -> Truth:
    """Subsampling makes the $(2 T epsilon, 3 T delta)$-private procedure $(epsilon, delta)$-private, with $O(T)$ times
    as many samples. Read as: at the rate $1/(C T)$, $ln(1 + (e^{2 T epsilon} - 1) / (C T)) <= epsilon$, for $epsilon =
    1/4$ and $T = 8 (C + 1)$."""
    T = 8 * (C + 1)
    return exp(T / 2) - 1 <= C * T * (exp(QUARTER) - 1)


@terms("BGS21.TA.1.amp.corrected")
def round_of_the_subsampled_learner(epsilon: UpToQuarter, delta: Unit, T: AtLeastOne) -> Terms:
    """A round of twice the epsilon and three times the delta of the base learner, subsampled at rate 1/(4T)."""
    return Terms(epsilon=epsilon / T, delta=delta / T)


@correction(
    "BGS21.TA.1.amp",
    "subsampling divides $e^{epsilon'} - 1$, not $epsilon'$, and $2 T epsilon$ exceeds 1: the rate would "
    "have to fall exponentially in $T$; subsample the base learner first, at rate $1/(4T)$",
    narrows="the arithmetic alone",
    rate=Constant(4, mutants=(2,), stronger="smaller"),
)
def subsampling_first_restores_epsilon(
    epsilon: UpToQuarter, delta: Unit, T: AtLeastOne, v: PositiveReal, rate: int
) -> Truth:
    """For $epsilon <= 1/4$ the base learner subsampled at rate $1/(4T)$, from $4 T$ times as many rows, is $(epsilon_1,
    delta / (4T))$-private with $epsilon_1 = ln(1 + v) <= v = (e^epsilon - 1)/(4T)$; $T$ rounds of $(2 epsilon_1, 3
    delta_1)$ stay within $(epsilon, delta)$: $2 T v <= epsilon$ and $3 T delta_1 = 3 delta / 4$."""
    gain = (exp(epsilon) - 1) / (rate * T)
    budget = round_of_the_subsampled_learner(epsilon, delta, T)
    return (ln(1 + v) <= v) & (2 * gain <= budget.epsilon) & (3 * delta / (rate * T) <= Real.of(budget.delta))


rests_on(
    "BGS21.TA.1.amp", "DP.subsampling", "at rate $1/(C T)$, $e^{2 T epsilon} - 1$ is divided by $C T$", SUBSAMPLING
)


@uses("BGS21.TA.1.amp.corrected", "DP.subsampling", SUBSAMPLING)
def the_base_learner_gains_by_subsampling(w: FromZero, T: AtLeastOne, delta: Unit) -> Use:
    """At the rate $1 / (4 T) <= 1$ the base learner has at most $w / (4 T)$, $w = e^epsilon - 1$, and $delta / (4
    T)$."""
    at = {"part": 1 / (4 * T), "epsilon": ln(1 + w), "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= w / (4 * T), b.delta <= delta / (4 * T)]))


@uses("BGS21.TA.1.amp.corrected", "DP.composition.adaptive", SUBSAMPLING)
def the_subsampled_rounds_are_composed(epsilon: UpToQuarter, T: AtLeastOne, delta: Unit) -> Use:
    """$T$ rounds of twice the $epsilon$ of the subsampled learner, at most $(e^epsilon - 1) / (4 T)$, and 3 times its
    $delta$, $delta / (4 T)$, each for every outcome of those before, are within $(epsilon, delta)$."""
    loss, last = 2 * ((exp(epsilon) - 1) / (4 * T)), 3 * (delta / (4 * T))
    at = {"first": (T - 1) * loss, "second": loss, "delta1": (T - 1) * last, "delta2": last}
    return Use(at, gives=lambda b: (b.epsilon <= epsilon) & (b.delta <= delta), times=1)


@adds_up("BGS21.TA.1.amp.corrected", SUBSAMPLING)
def the_corrected_order_is_within_the_budget(epsilon: UpToQuarter, T: AtLeastOne, delta: Unit) -> Total:
    """$T$ rounds over the subsampled learner are $(epsilon, delta)$-private."""
    return Total(epsilon=epsilon, delta=delta)


@claim(
    "BGS21.TA.1.amp.unbounded",
    "for Theorem A.1, appendix A: subsampling after boosting at every constant",
    "theorem",
    role="companion",
    narrows="the bound of DP.subsampling; that some mechanism attains it is not shown",
    rounds=Constant(8, mutants=(HALF,), stronger="smaller"),
)
def no_constant_saves_subsampling_last(C: AtLeastOne, rounds: Fraction) -> Truth:
    """For every constant $C >= 1$, with $epsilon = 1/4$ and $T = 8 C + 8$ rounds, $e^{2 T epsilon} - 1 > C T
    (e^epsilon - 1)$: no rate of order $1/T$ brings the bound of DP.subsampling down to $epsilon$."""
    T = rounds * (C + 1)
    return C * T * (exp(QUARTER) - 1) < exp(T / 2) - 1


rests_on("BGS21.TA.1.amp.unbounded", "DP.subsampling", "the rate $q$ has $q w <= e^epsilon - 1$", f"for {SUBSAMPLING}")

# ---- Generalisation


@terms("BGS21.TA.1.vc")
def error_on_few_rows(d: PositiveInteger, n: Natural, error: FromZero, points: int = 8) -> Terms:
    """The expected error on n rows at some distribution and target, where VC(H) = d."""
    return Terms(says=as_truth(points * n < d).implies(as_truth(error > Fraction(7, 16))))


@claim(
    "BGS21.TA.1.vc",
    "proof of Theorem A.1, appendix A: samples by VC dimension at accuracy 1/4",
    "step",
    narrows="what a learner has not seen when the $d$ points are equally likely and the labels fair coins; that "
    "no learner guesses a coin is not formalized",
    points=Constant(8, mutants=(4,)),
)
def accuracy_a_quarter_needs_a_row_for_eight_points(d: PositiveSize, n: Size, points: int) -> Truth:
    """A $(1/4, 1/4)$-accurate learner of a class of VC dimension $d$ has $n >= d/8$ samples: on fewer its expected
    error at some distribution and target is at least $(1 - 1/d)^n / 2 > 7/16 = (3/4) (1/4) + 1/4$."""
    return as_truth(error_on_few_rows(d, n, Fraction(d - 1, d) ** n / 2, points).says)


@claim(
    "BGS21.TA.1.gen",
    "proof of Theorem A.1, appendix A: VC dimension of majorities",
    "step",
    narrows="the VC dimension of the majorities of three functions",
)
def majorities_generalise_like_the_class(H: Binary) -> Truth:
    """Low error on $O((VC(H) + log(1/(alpha beta))) / alpha)$ examples is low error on the population. Read as: the
    hypotheses of boosting, majorities of three functions of $H$, have the VC dimension of $H$."""
    return vc_dimension(majorities(H)) <= vc_dimension(H)


def majorities(H: ConceptClass) -> ConceptClass:
    """The pointwise majorities of three functions of the binary class H, repetitions allowed."""
    members: dict[Function, list[Truth]] = {f: [H.contains(f)] for f in all_functions(H.points, 2)}
    known = list(H.members())
    for (f, a), (g, b), (h, c) in product(known, repeat=3):
        if f < g < h:
            members[tuple(int(sum(v) >= 2) for v in zip(f, g, h, strict=True))].append(all_of((a, b, c)))
    return from_members(H.points, 2, {f: any_of(truths) for f, truths in members.items()})


@correction(
    "BGS21.TA.1.gen",
    "a majority of $T$ functions of $H$ need not be in $H$, and the majorities have a larger VC "
    "dimension: $O(T VC(H) log T)$",
    narrows="the VC dimension of majorities of three functions; their number of patterns and the number of examples "
    "that suffices are not formalized, and those of $T$ are BGS21.TA.1.gen.rounds, within its limits; on up to 4 "
    "points $2^v <= S(v, d)^3$ for all $d > 0$, so that only $VC(H) = 0$ is tested",
    power=Constant(3, mutants=(1,), stronger="smaller"),
)
def majorities_take_a_product_of_patterns(H: Binary, power: int) -> Truth:
    """The majorities of three functions of $H$ take at most $S(v, VC(H))^3$ patterns on $v$ points, $S$ the
    Sauer-Shelah sum, so their VC dimension $v$ has $2^v <= S(v, VC(H))^3$."""
    bound = vc_dimension(H).map(lambda d: _largest(H.points, max(d, 0), int(power)))
    return vc_dimension(majorities(H)) <= bound


def _largest(points: int, d: int, power: int) -> int:
    """The largest v up to the number of points with 2^v <= S(v, d)^power."""
    return max(v for v in range(points + 1) if 2**v <= sauer_sum(v, d, 1) ** power)


rests_on("BGS21.TA.1.gen.corrected", "DIM.sauer.vc", "$2^v <= S(v, d)^3$", "generalisation, appendix A")


@claim(
    "BGS21.TA.1.gen.rounds",
    "for the proof of Theorem A.1, appendix A: VC dimension of majorities of all rounds",
    "step",
    narrows="the arithmetic of the patterns; their number, by the Sauer-Shelah lemma, is not formalized",
    factor=Constant(4, mutants=(2,), stronger="smaller"),
)
def majorities_of_rounds_have_small_dimension(x: PositiveReal, L: FromZero, factor: int) -> Truth:
    """The majorities of $T$ functions of a class of VC dimension $d$ have VC dimension at most $4 T d (1 + ln T)$: $v$
    shattered points have $2^v <= S(v, d)^T <= (e v / d)^{d T}$ patterns; here $v = x d T$ and $L = ln T$."""
    return (x * ln(2) <= 1 + L + ln(x)).implies(x <= factor * (1 + L))


rests_on("BGS21.TA.1.gen.rounds", "DIM.sauer.vc", "$S(v, d)^T <= (e v / d)^{d T}$", "generalisation, appendix A")


@claim(
    "BGS21.TA.1.gen.log",
    "for Theorem A.1, appendix A: samples for generalisation at every constant",
    "remark",
    role="companion",
    narrows="the inequality for the average number of points that no row shows; that sets of $d$ of these are "
    "consistent with the rows and err by $2 alpha$ is not formalized",
    exponent=Constant(8, mutants=(4,), stronger="smaller"),
)
def generalisation_needs_the_dimension_times_a_logarithm(C: PositiveReal, y: UpToHalf, exponent: int) -> Truth:
    """For every constant $C$, $C (VC(H) + log(1/(alpha beta))) / alpha$ rows are not enough, as the term $VC(H)
    log(1/alpha)$ is missing: for the sets of at most $d >= log(1/(alpha beta))$ of $N$ points, the empty one the
    target, $D$ uniform and $alpha = d / (2 N) = e^{-8 C} / 4$, that is at most $4 C N$ rows, which leave $N (1 -
    1/N)^{4 C N} >= 2 d$ points unseen on average, and $d$ of them make a consistent set of error $2 alpha$; here $y =
    1/N$."""
    alpha = exp(-(exponent * C)) / 4
    return (1 - y) ** (4 * C / y) >= 4 * alpha
