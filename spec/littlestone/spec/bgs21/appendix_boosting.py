"""BGS21 appendix A: boosting the accuracy and the confidence of private learners."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, all_of, any_of, as_truth
from littlestone.spec.algebra.reals import Real, exp, ln
from littlestone.spec.bgs21.vocabulary import (
    EPSILON,
    HALF,
    OUT_OF_REACH,
    ExpLearn,
    LawOf,
    Weighted,
    base_learner,
    exponential_learner,
    is_enumerable,
)
from littlestone.spec.claim import (
    Algorithm,
    Binary,
    Constant,
    ExplicitBinary,
    PositiveReal,
    PositiveSize,
    Reals,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, from_members
from littlestone.spec.classes.dimensions import vc_dimension
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.laws import Law, law_of
from littlestone.spec.learning.learning import (
    ConfidencePlan,
    Distribution,
    Sample,
    all_rows,
    failure_probability,
    grid,
    labelled,
)
from littlestone.spec.learning.privacy import indistinguishable, is_private

Confidence = Annotated[Any, Algorithm("BGS21.ALG.CONF")]
THIRD, QUARTER = Fraction(1, 3), Fraction(1, 4)
FromZero = Annotated[Any, Reals(low=Real.of(0))]
AtLeastOne = Annotated[Any, Reals(low=Real.of(1))]
Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True)]
UpToQuarter = Annotated[Any, Reals(low=Real.of(0), high=Real.of(QUARTER), low_open=True)]
UpToEighth = Annotated[Any, Reals(low=Real.of(0), high=Real.of(Fraction(1, 8)), low_open=True)]
FromLn4 = Annotated[Any, Reals(low=ln(4))]


# ---- Theorem A.1


@claim(
    "BGS21.TA.1",
    "Theorem A.1, appendix A",
    "theorem",
    not_checkable="the O hides its constant, and the boosting of BCS20 is cited; the steps of the proof are checked",
    stand_ins=(
        "BGS21.TA.1.bound",
        "BGS21.TA.1.conf",
        "BGS21.TA.1.conf.private",
        "BGS21.TA.1.boost",
        "BGS21.TA.1.comp",
        "BGS21.TA.1.amp",
        "BGS21.TA.1.gen",
    ),
)
def constant_accuracy_can_be_boosted_privately(H: ExplicitBinary) -> Truth:
    """For epsilon <= 1/4, an (epsilon, delta)-private (1/4, 1/4)-accurate learner for H with SC samples gives for all
    alpha, beta > 0 an (epsilon, delta)-private (alpha, beta)-accurate one with
    O(SC log(log(1/alpha) / beta) log(1/alpha) / alpha) samples."""
    raise NotImplementedError


@claim("BGS21.TA.1.bound", "Theorem A.1, appendix A", "theorem")
def the_number_of_samples_is_positive(alpha: Unit, beta: Unit) -> Truth:
    """log(log(1/alpha) / beta) log(1/alpha) / alpha, a number of samples up to a constant, is at least 0."""
    return as_truth(Real.of(0) <= ln(ln(1 / alpha) / beta) * ln(1 / alpha) / alpha)


@correction(
    "BGS21.TA.1.bound",
    "log(log(1/alpha) / beta) is negative where log(1/alpha) < beta, as at alpha = 1/2 and beta = 1: "
    "logarithms must be "
    "read as max(1, log)",
    shift=Constant(1, mutants=(Fraction(1, 2),)),
)
def the_number_of_samples_is_positive_with_logarithms_at_least_one(alpha: Unit, beta: Unit, shift: Fraction) -> Truth:
    """With 1 + log(1/alpha) >= 1 in the place of log(1/alpha), the number of samples is at least 0."""
    logarithm = shift + ln(1 / alpha)
    return as_truth(Real.of(0) <= ln(logarithm / beta) * logarithm / alpha)


# ---- Confidence


@claim(
    "BGS21.TA.1.conf",
    "proof of Theorem A.1, appendix A: confidence",
    "step",
    estimate=Constant(1, mutants=(HALF,)),
    choice=Constant(1, mutants=(HALF,)),
)
def repetition_and_selection_boost_the_confidence(
    beta: Unit, k: AtLeastOne, x: PositiveReal, y: PositiveReal, estimate: Fraction, choice: Fraction
) -> Truth:
    """Of k >= log_4(2/beta) runs, each (1/4, 1/4)-accurate, all fail with probability at most beta/2; n >= 648
    ln(8 k / beta) validation rows estimate all errors to 1/36 except with probability beta/4 (Hoeffding), and with
    n >= (72 / epsilon) ln(4 k / beta) the exponential mechanism loses 1/36 except with probability beta/4: error
    1/4 + 3/36 = 1/3 in all. Here x = n / 648 and y = epsilon n / 72. (The print boosts the confidence from 1/3; the
    learner's is 1/4.)"""
    all_fail = (ln(2 / beta) <= k * ln(4)).implies(exp(-(k * ln(4))) <= beta / 2)
    estimates = (estimate * ln(8 * k / beta) <= Real.of(x)).implies(2 * k * exp(-Real.of(x)) <= beta / 4)
    selection = (choice * ln(4 * k / beta) <= Real.of(y)).implies(k * exp(-Real.of(y)) <= beta / 4)
    return all_of([all_fail, estimates, selection, as_truth(QUARTER + Fraction(3, 36) == THIRD)])


@claim(
    "BGS21.TA.1.conf.private",
    "proof of Theorem A.1, appendix A: confidence",
    "step",
    share=Constant(1, mutants=(QUARTER,)),
)
def repetition_and_selection_are_private(
    H: ExplicitBinary, law: LawOf, confident: Confidence, explearn: ExpLearn, share: Fraction
) -> Statement:
    """The best of two runs on disjoint rows, selected by the exponential mechanism on a further row, is (epsilon,
    0)-private where each run is, on all samples: better than the (2 epsilon, delta) printed; here epsilon = ln 4."""
    if not is_enumerable(H) or H.points > 2 or len(H.functions()) > 3:
        return OUT_OF_REACH
    run, plan = base_learner(explearn, H.functions()), ConfidencePlan(2, 1, 1, EPSILON)
    learner = cache(lambda sample: law(confident, run, plan, sample))
    return when(len(H.functions()) > 1, is_private(learner, all_rows(H), plan.sample_size, EPSILON * share))


# ---- The rounds


@claim("BGS21.TA.1.boost", "proof of Theorem A.1, appendix A: the weights", "step")
def the_weights_are_smooth(alpha: Unit, n: PositiveReal, c: PositiveReal, nu: Unit) -> Truth:
    """The distributions of boosting to training error alpha / 2 are 1/(alpha n)-smooth: a weight is min(1, c nu)
    divided by the total density alpha n / 2 of the projected measure."""
    return as_truth(_weight(alpha, n, c, nu) <= 1 / (alpha * n))


@correction(
    "BGS21.TA.1.boost",
    "training error alpha / 2 needs a measure of density alpha / 2, whose normalised weights reach 2/(alpha n)",
    factor=Constant(2, mutants=(1,)),
)
def the_weights_are_twice_as_smooth(alpha: Unit, n: PositiveReal, c: PositiveReal, nu: Unit, factor: int) -> Truth:
    """The distributions of boosting to training error alpha / 2 are 2/(alpha n)-smooth: a weight is min(1, c nu), here
    the case c nu <= 1, divided by the total density alpha n / 2 of the projected measure."""
    return (Real.of(c * nu) <= 1).implies(_weight(alpha, n, c, nu) <= factor / (alpha * n))


def _weight(alpha: Any, n: Any, c: Any, nu: Any) -> Real:
    """The weight before the cap."""
    weight: Real = Real.of(c) * nu / (Real.of(alpha) * n / 2)
    return weight


@claim("BGS21.TA.1.comp", "proof of Theorem A.1, appendix A: composition", "step", fewer=Constant(0, mutants=(1,)))
def rounds_compose(T: PositiveSize, fewer: int) -> Statement:
    """T rounds that are each (2 epsilon, 3 delta)-private are (2 T epsilon, 3 T delta)-private: here for the leaky
    randomised response that attains its pair, with 2 epsilon = ln 2 and 3 delta = 1/10, at most 4 rounds."""
    if T > 4:
        return OUT_OF_REACH
    P, Q = _leaky_response(0), _leaky_response(1)
    rounds = (P, Q)
    for _ in range(T - 1):
        rounds = (rounds[0].product(P), rounds[1].product(Q))  # type: ignore[assignment]
    return when(True, indistinguishable(*rounds, (T - fewer) * ln(2), Fraction(T - fewer, 10)))


def _leaky_response(bit: int) -> Law[str]:
    """Reveals the bit with probability 1/10; otherwise says it, or with half the weight its opposite."""
    says = ("0", "1") if bit == 0 else ("1", "0")
    leaks = {f"it is {bit}": Fraction(1, 10)}
    return law_of({**leaks, says[0]: Fraction(9, 10) * Fraction(2, 3), says[1]: Fraction(9, 10) * THIRD})


@claim("BGS21.TA.1.amp", "proof of Theorem A.1, appendix A: subsampling", "step")
def subsampling_last_restores_epsilon(epsilon: UpToQuarter, T: AtLeastOne, C: AtLeastOne) -> Truth:
    """Subsampling the rows at the rate 1/(C T), for an absolute constant C, makes the (2 T epsilon, 3 T delta)-private
    procedure (epsilon, delta)-private: ln(1 + (e^{2 T epsilon} - 1) / (C T)) <= epsilon."""
    return as_truth((exp(2 * Real.of(T) * epsilon) - 1) / (C * T) <= exp(epsilon) - 1)


@correction(
    "BGS21.TA.1.amp",
    "subsampling divides e^{epsilon'} - 1, not epsilon', and 2 T epsilon exceeds 1: the rate would have to fall "
    "exponentially in T; subsample the base learner first, at rate 1/(4T)",
    rate=Constant(4, mutants=(2,)),
)
def subsampling_first_restores_epsilon(epsilon: UpToQuarter, T: AtLeastOne, v: PositiveReal, rate: int) -> Truth:
    """The base learner subsampled at rate 1/(4T) is (epsilon_1, delta / (4T))-private with epsilon_1 = ln(1 + v) <= v =
    (e^epsilon - 1)/(4T); T rounds of (2 epsilon_1, 3 delta_1) stay within (epsilon, delta): 2 T v <= epsilon and 3 T
    delta_1 = 3 delta / 4."""
    gain = (exp(epsilon) - 1) / (rate * T)
    return as_truth((ln(1 + v) <= Real.of(v)) & (2 * T * gain <= Real.of(epsilon)) & as_truth(Fraction(3, rate) <= 1))


@claim(
    "BGS21.TA.1.amp.unbounded",
    "proof of Theorem A.1, appendix A: subsampling",
    "remark",
    rounds=Constant(8, mutants=(HALF,)),
)
def no_constant_saves_subsampling_last(C: AtLeastOne, rounds: Fraction) -> Truth:
    """For every constant C, with epsilon = 1/4 and T = 8 C + 8 rounds, e^{2 T epsilon} - 1 > C T (e^epsilon - 1)."""
    T = rounds * (Real.of(C) + 1)
    return as_truth(C * T * (exp(QUARTER) - 1) < exp(T / 2) - 1)


# ---- Generalisation


def majorities(H: ConceptClass) -> ConceptClass:
    """The pointwise majorities of three functions of the binary class H, repetitions allowed."""
    members: dict[Function, list[Truth]] = {f: [H.contains(f)] for f in all_functions(H.points, 2)}
    known = list(H.members())
    for (f, a), (g, b), (h, c) in product(known, repeat=3):
        if f < g < h:
            members[tuple(int(sum(v) >= 2) for v in zip(f, g, h, strict=True))].append(all_of((a, b, c)))
    return from_members(H.points, 2, {f: any_of(truths) for f, truths in members.items()})


@claim("BGS21.TA.1.gen", "proof of Theorem A.1, appendix A: generalisation", "step")
def majorities_generalise_like_the_class(H: Binary) -> Truth:
    """Low error on O((VC(H) + log(1/(alpha beta))) / alpha) examples is low error on the population: the hypotheses of
    boosting, here majorities of three functions of H, have the VC dimension of H."""
    return vc_dimension(majorities(H)) <= vc_dimension(H)


@correction(
    "BGS21.TA.1.gen",
    "a majority of T functions of H need not be in H, and the majorities have a larger VC dimension: O(T VC(H) log T)",
    power=Constant(3, mutants=(1,)),
)
def majorities_take_a_product_of_patterns(H: Binary, power: int) -> Truth:
    """The majorities of three functions of H take at most S(v, VC(H))^3 patterns on v points, S the Sauer-Shelah sum,
    so their VC dimension v has 2^v <= S(v, VC(H))^3."""
    bound = vc_dimension(H).map(lambda d: _largest(H.points, max(d, 0), power))
    return vc_dimension(majorities(H)) <= bound


def _largest(points: int, d: int, power: int) -> int:
    """The largest v up to the number of points with 2^v <= S(v, d)^power."""
    return max(v for v in range(points + 1) if 2**v <= sauer_sum(v, d, 1) ** power)


# ---- Claim A.2


@claim(
    "BGS21.CA.2",
    "Claim A.2, appendix A",
    "claim",
    not_checkable="the condition 1/s >= O(SC log(T/beta)) hides its constant; accuracy and privacy are checked apart",
    stand_ins=("BGS21.CA.2.acc", "BGS21.CA.2.priv", "BGS21.CA.2.priv.iid", "BGS21.ALG.W"),
)
def there_is_a_private_weighted_weak_learner(H: ExplicitBinary) -> Truth:
    """There is an algorithm W that on a sample and a distribution mu on its rows outputs h with
    sum_i mu(i) |h(x_i) - y_i| <= 1/3 with probability 1 - beta/(2T) if 1/s >= O(SC log(T/beta)), and whose outputs on
    neighbours with s-smooth mu, mu' at distance s are (2 epsilon, 3 delta)-indistinguishable."""
    raise NotImplementedError


@claim("BGS21.CA.2.acc", "Claim A.2, appendix A: accuracy", "claim")
def some_hypothesis_has_weighted_error_a_third(H: ExplicitBinary) -> Statement:
    """For every sample of two rows and every mu some hypothesis {0,1}^X has sum_i mu(i) |h(x_i) - y_i| <= 1/3."""
    if not is_enumerable(H):
        return OUT_OF_REACH
    hypotheses = list(all_functions(H.points, 2))
    samples = product(all_rows(H), repeat=2)
    return when(
        True,
        all_of(
            any(_weighted_error(h, sample, mu) <= THIRD for h in hypotheses) for sample in samples for mu in grid(2, 2)
        ),
    )


def _weighted_error(h: Function, sample: Sample, mu: Distribution) -> Fraction:
    return sum((p for p, (x, y) in zip(mu, sample, strict=True) if h[x] != y), Fraction(0))


@correction(
    "BGS21.CA.2.acc",
    "a sample that holds a point with both labels has weighted error 1/2 under every hypothesis: the "
    "labels must be those "
    "of some f in H",
    more=Constant(0, mutants=(1,)),
)
def the_weak_learner_is_as_accurate_as_its_base(
    H: ExplicitBinary, law: LawOf, weak: Weighted, explearn: ExpLearn, more: int
) -> Statement:
    """On a sample labelled by f in H, W with i.i.d. draws has sum_i mu(i) |h(x_i) - y_i| > 1/3 with the probability
    with which A' has error above 1/3 on m i.i.d. examples of the distribution that mu puts on the points; here m =
    2."""
    functions = H.functions()
    if not is_enumerable(H):
        return OUT_OF_REACH
    run, learner = base_learner(explearn, functions), exponential_learner(law, explearn, functions)
    points = (0, H.points - 1)

    def same_failure(f: Function, mu: Distribution) -> Truth:
        sample, D = labelled(points, f), _on_points(points, mu, H.points)
        outcomes = law(weak, run, 2, sample, mu)
        failed = outcomes.probability(lambda h: _weighted_error(h, sample, mu) > THIRD)
        return as_truth(failed == failure_probability(learner, f, D, 2 + more, THIRD))

    return when(len(functions) > 1, all_of(same_failure(f, mu) for f in functions for mu in grid(2, 4)))


def _on_points(points: tuple[int, int], mu: Distribution, m: int) -> Distribution:
    """The distribution that weights on the rows put on the m points."""
    return tuple(sum((p for x, p in zip(points, mu, strict=True) if x == y), Fraction(0)) for y in range(m))


@claim(
    "BGS21.CA.2.priv",
    "Claim A.2, appendix A: privacy",
    "claim",
    delta=Constant(3, mutants=(Fraction(13, 5),)),
    epsilons=Constant(2, mutants=(1,)),
)
def the_amplified_parameters_fit(epsilon: Unit, s: Unit, delta: Fraction, epsilons: int) -> Truth:
    """With m = 1/(16 s) rows, (32 epsilon s m, delta (1 + e^{8 epsilon s m})) is (2 epsilon, delta (1 +
    e^{epsilon/2})), at most (2 epsilon, 3 delta) for epsilon <= 1."""
    m = 1 / (16 * Real.of(s))
    return as_truth((32 * epsilon * s * m <= epsilons * Real.of(epsilon)) & (1 + exp(epsilon / 2) <= Real.of(delta)))


@claim(
    "BGS21.CA.2.priv.iid",
    "Claim A.2, appendix A: privacy",
    "remark",
    rise=Constant(8, mutants=(6, 14)),
)
def independent_draws_are_private(w: PositiveReal, v: UpToEighth, epsilon: Unit, rise: int) -> Truth:
    """With m = 1/(16 s) = 1/(8 p) independent draws, each of which differs with probability at most p = 2 s, W is
    epsilon_W-private with e^{epsilon_W} <= ((1 + w) / (1 - v))^m, w = p (e^{2 epsilon} - 1) and v = p (1 - e^{-2
    epsilon}), for a (2 epsilon, 0)-private A'. As ln(1 + w) <= w, -ln(1 - v) <= 8 v / 7 for v <= 1/8, e^{2 epsilon} - 1
    <= 8 epsilon for epsilon <= 1 and 1 - e^{-2 epsilon} <= 2 epsilon, epsilon_W <= (8 + 16/7) epsilon / 8 <= 2
    epsilon."""
    twice = 2 * Real.of(epsilon)
    logarithms = (ln(1 + w) <= Real.of(w)) & (-ln(1 - Real.of(v)) <= Fraction(8, 7) * Real.of(v))
    exponentials = (exp(twice) - 1 <= rise * Real.of(epsilon)) & (1 - twice <= exp(-twice))
    return logarithms & exponentials & as_truth((rise + Fraction(16, 7)) / 8 <= 2)


# ---- Corollary A.3


@claim(
    "BGS21.CORA.3",
    "Corollary A.3, appendix A",
    "corollary",
    not_checkable="the O hides its constant and rests on the cited Theorem 3.6; the logarithms are proved with "
    "constants",
    stand_ins=("BGS21.CORA.3.logs", "BGS21.CORA.3.product"),
)
def boosting_makes_the_accuracy_inverse_linear(H: ExplicitBinary) -> Truth:
    """Every binary class of Littlestone dimension d_L has an (epsilon, delta)-private, (alpha, beta)-accurate learner
    with O(d_L^6 log^4(d_L / (alpha beta epsilon delta)) / (epsilon alpha)) samples, epsilon <= 1/4."""
    raise NotImplementedError


@claim(
    "BGS21.CORA.3.logs",
    "proof of Corollary A.3, appendix A",
    "step",
    factor=Constant(3, mutants=(2,)),
)
def the_logarithms_are_absorbed(y: FromLn4, a: PositiveReal, b: FromZero, factor: int) -> Truth:
    """log(16 d / (epsilon delta)) <= 3 y with y = ln(d / (epsilon delta)) >= ln 4, which is what epsilon <= 1/4 is for,
    and log(log(1/alpha) / beta) <= z, log(1/alpha) <= z = ln(1/(alpha beta)); a = ln(1/alpha), b = ln(1/beta)."""
    z = Real.of(a) + b
    return as_truth((Real.of(y) + ln(16) <= factor * Real.of(y)) & (ln(a) + b <= z) & (Real.of(a) <= z))


@claim(
    "BGS21.CORA.3.product",
    "proof of Corollary A.3, appendix A",
    "step",
    factor=Constant(Fraction(9, 16), mutants=(HALF,)),
)
def the_product_of_logarithms_is_a_fourth_power(y: FromLn4, z: FromZero, factor: Fraction) -> Truth:
    """(3 y)^2 z^2 <= (9/16) (y + z)^4, with y + z = ln(d / (epsilon delta alpha beta))."""
    return as_truth(9 * Real.of(y) ** 2 * Real.of(z) ** 2 <= factor * (Real.of(y) + z) ** 4)
