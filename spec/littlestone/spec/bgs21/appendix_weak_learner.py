"""BGS21 appendix A: boosting the confidence of a private learner, and the weighted weak learner made of it."""

from functools import cache

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.sample_sizes import ConfidencePlan
from littlestone.spec.notation import *

Confidence = Annotated[Run, Algorithm("BGS21.ALG.CONF")]
Weighted = Annotated[Run, Algorithm("BGS21.ALG.W")]
EIGHT_SEVENTHS = Fraction(8, 7)

# ---- Theorem A.1


@claim(
    "BGS21.TA.1",
    "Theorem A.1, appendix A",
    "theorem",
    not_checkable="the O hides its constant, and the boosting of BCS20 is cited; of the proof's steps, subsampling "
    "last, the smoothness of the weights and VC(H) for the majorities are refuted; the corrected order gives the "
    "printed number of rows for training, with a constant",
    stand_ins=(
        "BGS21.TA.1.rows",
        "BGS21.TA.1.bound",
        "BGS21.TA.1.conf",
        "BGS21.TA.1.conf.private",
        "BGS21.TA.1.boost",
        "BGS21.TA.1.train",
        "BGS21.TA.1.comp",
        "BGS21.TA.1.amp",
        "BGS21.TA.1.amp.unbounded",
        "BGS21.TA.1.gen",
        "BGS21.TA.1.gen.rounds",
        "BGS21.TA.1.gen.log",
    ),
)
def constant_accuracy_can_be_boosted_privately(H: ExplicitBinary) -> Truth:
    """For epsilon <= 1/4, an (epsilon, delta)-private (1/4, 1/4)-accurate learner for H with SC samples gives for all
    alpha, beta > 0 an (epsilon, delta)-private (alpha, beta)-accurate one with
    O(SC log(log(1/alpha) / beta) log(1/alpha) / alpha) samples."""
    raise NotImplementedError


@claim("BGS21.TA.1.bound", "Theorem A.1, appendix A", "theorem")
def the_number_of_samples_is_positive(alpha: PositiveUnit, beta: PositiveUnit) -> Truth:
    """log(log(1/alpha) / beta) log(1/alpha) / alpha, a number of samples up to a constant, is at least 0."""
    return ln(ln(1 / alpha) / beta) * ln(1 / alpha) / alpha >= 0


@correction(
    "BGS21.TA.1.bound",
    "log(log(1/alpha) / beta) is negative where log(1/alpha) < beta, as at alpha = 1/2 and beta = 1: log(1/alpha) must "
    "be read as 1 + log(1/alpha)",
    shift=SHARE,
)
def the_number_of_samples_is_positive_with_logarithms_at_least_one(
    alpha: PositiveUnit, beta: PositiveUnit, shift: Fraction
) -> Truth:
    """With 1 + log(1/alpha) >= 1 in the place of log(1/alpha), the number of samples is at least 0."""
    logarithm = shift + ln(1 / alpha)
    return ln(logarithm / beta) * logarithm / alpha >= 0


# ---- Confidence


@terms("BGS21.TA.1.conf")
def confident(
    beta: PositiveUnit,
    k: AtLeastOne,
    x: PositiveReal,
    y: PositiveReal,
    estimate: Fraction | int = 1,
    choice: Fraction | int = 1,
) -> Terms:
    """The best of k runs errs by more than 1/3, chosen on n rows, x = n / 648 and y = epsilon n / 72."""
    return Terms(asks=all_of(_enough(beta, k, x, y, estimate, choice)), fails=beta)


def _enough(
    beta: Real, k: Real, x: Real, y: Real, estimate: Fraction | int, choice: Fraction | int
) -> tuple[Truth, Truth, Truth]:
    """Enough runs, enough rows for the estimates and enough for the choice."""
    runs = ln(2 / beta) <= k * ln(4)
    return runs, estimate * ln(8 * k / beta) <= x, choice * ln(4 * k / beta) <= y


@claim(
    "BGS21.TA.1.conf",
    "proof of Theorem A.1, appendix A: confidence",
    "step",
    narrows="the arithmetic of the failures alone; the tail of the exponential mechanism is that of its law",
    cites=("PROB.hoeffding", "PROB.union"),
    estimate=SHARE,
    choice=SHARE,
)
def repetition_and_selection_boost_the_confidence(
    beta: PositiveUnit, k: AtLeastOne, x: PositiveReal, y: PositiveReal, estimate: Fraction, choice: Fraction
) -> Truth:
    """Of k >= log_4(2/beta) runs, each (1/4, 1/4)-accurate, all fail with probability at most beta/2; n >= 648
    ln(8 k / beta) validation rows estimate all errors to 1/36 except with probability beta/4 (Hoeffding), and with
    n >= (72 / epsilon) ln(4 k / beta) the exponential mechanism loses 1/36 except with probability beta/4: error
    1/4 + 3/36 = 1/3 in all. Here x = n / 648 and y = epsilon n / 72. (The print boosts the confidence from 1/3; the
    learner's is 1/4.)"""
    fails = Real.of(confident(beta, k, x, y, estimate, choice).fails)
    runs, estimates, selection = _enough(beta, k, x, y, estimate, choice)
    parts = [
        runs.implies(exp(-(k * ln(4))) <= fails / 2),
        estimates.implies(2 * k * exp(-x) <= fails / 4),
        selection.implies(k * exp(-y) <= fails / 4),
    ]
    return all_of([*parts, QUARTER + Fraction(3, 36) == THIRD])


@claim(
    "BGS21.TA.1.conf.private",
    "proof of Theorem A.1, appendix A: confidence",
    "step",
    reach=up_to_two_points,
    narrows="one base learner, EXPLEARN with epsilon = ln 4; two runs on one row each, and one row for the choice",
    share=Constant(1, mutants=(QUARTER,)),
)
def repetition_and_selection_are_private(
    H: ExplicitBinary, law: LawOf, confident: Confidence, explearn: ExpLearn, share: Fraction
) -> Truth:
    """The best of two runs on disjoint rows, selected by the exponential mechanism on a further row, is (epsilon,
    0)-private where each run is, on all samples: better than the (2 epsilon, delta) printed; here epsilon = ln 4."""
    run, plan = base_learner(explearn, H.functions()), ConfidencePlan(2, 1, 1, EPSILON)
    learner = cache(lambda sample: law(confident, run, plan, sample))
    return is_private(learner, all_rows(H), plan.sample_size, EPSILON * share)


# ---- Claim A.2


@claim(
    "BGS21.CA.2",
    "Claim A.2, appendix A",
    "claim",
    not_checkable="the condition 1/s >= O(SC log(T/beta)) hides its constant; accuracy is false as printed on samples "
    "that no f labels (CA.2.acc), and draws without replacement, by which W is made, are refuted (ALG.W)",
    stand_ins=("BGS21.CA.2.acc", "BGS21.CA.2.priv", "BGS21.CA.2.priv.iid", "BGS21.ALG.W"),
)
def there_is_a_private_weighted_weak_learner(H: ExplicitBinary) -> Truth:
    """There is an algorithm W that, if 1/s >= O(SC log(T/beta)), for every sample D and every distribution mu on its
    rows outputs h with sum_i mu(i) |h(x_i) - y_i| <= 1/3 with probability 1 - beta/(2T), and whose outputs on
    neighbours with s-smooth mu, mu' at statistical distance at most s are (2 epsilon, 3 delta)-indistinguishable."""
    raise NotImplementedError


@claim("BGS21.CA.2.acc", "Claim A.2, appendix A: accuracy", "claim")
def some_hypothesis_has_weighted_error_a_third(i: PositiveSize, j: PositiveSize) -> Truth:
    """For every sample and every mu some hypothesis has sum_i mu(i) |h(x_i) - y_i| <= 1/3: here for the sample of the
    rows (x, 0) and (x, 1) and mu = (i, j) / (i + j), where h(x) = 0 errs on the second row and h(x) = 1 on the
    first."""
    sample, mu = ((0, 0), (0, 1)), (Fraction(i, i + j), Fraction(j, i + j))
    return any_of(_weighted_error((y,), sample, mu) <= THIRD for y in (0, 1))


def _weighted_error(h: Function, sample: Sample, mu: Distribution) -> Fraction:
    return sum((p for p, (x, y) in zip(mu, sample, strict=True) if h[x] != y), Fraction(0))


@correction(
    "BGS21.CA.2.acc",
    "a sample that holds a point with both labels has weighted error 1/2 under every hypothesis: the labels must be "
    "those of some f in H",
    reach=among_nine_functions,
    narrows="EXPLEARN, with epsilon = ln 4, stands for A'; that A' fails with probability at most beta/2T from m = "
    "1/(16 s) examples is its hypothesis, not in the formula",
    caps="two draws from two rows, at the first and the last point, mu a multiple of 1/4",
    more=OFFSET,
)
def the_weak_learner_is_as_accurate_as_its_base(
    H: ExplicitBinary, law: LawOf, weak: Weighted, explearn: ExpLearn, more: int
) -> Truth:
    """On a sample labelled by f in H, W with i.i.d. draws has sum_i mu(i) |h(x_i) - y_i| > 1/3 with the probability
    with which A' has error above 1/3 on m i.i.d. examples of the distribution that mu puts on the points; here m =
    2."""
    functions = H.functions()
    run, learner = base_learner(explearn, functions), exponential_learner(law, explearn, functions)
    points = (0, H.points - 1)

    def same_failure(f: Function, mu: Distribution) -> Truth:
        sample, D = labelled(points, f), _on_points(points, mu, H.points)
        outcomes: Law[Function] = law(weak, run, 2, sample, mu)
        failed = outcomes.probability(lambda h: _weighted_error(h, sample, mu) > THIRD)
        return equals(failed, failure_probability(learner, f, D, 2 + int(more), THIRD))

    return all_of(same_failure(f, mu) for f in functions for mu in grid(2, 4))


def _on_points(points: tuple[int, int], mu: Distribution, m: int) -> Distribution:
    """The distribution that weights on the rows put on the m points."""
    return tuple(sum((p for x, p in zip(points, mu, strict=True) if x == y), Fraction(0)) for y in range(m))


@claim(
    "BGS21.ALG.W",
    "proof of Claim A.2, appendix A",
    "algorithm",
    caps="mu a multiple of 1/n on n rows",
)
def every_distribution_has_draws_without_replacement(n: PositiveSize, m: PositiveSize) -> Statement:
    """W draws m <= n examples without replacement from D according to mu, for every mu on the n rows of D, as the
    accuracy is claimed for every mu: at least m rows have positive weight."""
    return when(m <= n, all_of(sum(weight > 0 for weight in mu) >= m for mu in grid(int(n), int(n))))


@correction(
    "BGS21.ALG.W",
    "a mu with fewer than m rows of positive weight, such as a point mass, has no m draws without replacement, and "
    "accuracy is claimed for every mu; A' is known to be accurate on i.i.d. examples: draw independently",
    reach=among_nine_functions,
    narrows="EXPLEARN, with epsilon = ln 4, stands for A'",
    caps="two draws from two rows, at the first and the last point, mu a multiple of 1/2",
    mixed=OFFSET,
)
def the_weak_learner_samples_independently(
    H: ExplicitBinary, law: LawOf, weak: Weighted, explearn: ExpLearn, mixed: int
) -> Statement:
    """W draws m = 2 examples independently from D according to mu and runs A' on them: its law is that of A' on two
    i.i.d. examples drawn by mu; here mu is a multiple of 1/2, and the two rows are at the first and the last point."""
    return _is_iid(H, law, weak, explearn, list(grid(2, 2)), int(mixed))


def _is_iid(H: ConceptClass, law: Run, weak: Run, explearn: Run, weights: list[Distribution], skew: int = 0) -> Truth:
    """``skew`` draws the second example from the reversed weights, which is another law."""
    run, learner = base_learner(explearn, H.functions()), exponential_learner(law, explearn, H.functions())
    inputs = [(labelled((0, H.points - 1), f), mu) for f in H.functions() for mu in weights]

    def expected(sample: Sample, mu: Distribution) -> Law[Function]:
        second = mu[::-1] if skew else mu
        pairs = law_of(
            ((a, b), p * q) for a, p in zip(sample, mu, strict=True) for b, q in zip(sample, second, strict=True)
        )
        return pairs.bind(learner)

    return all_of(same_law(law(weak, run, 2, sample, mu), expected(sample, mu)) for sample, mu in inputs)


@terms("BGS21.CA.2.priv")
def weak_learner(epsilon: PositiveUnit, delta: Unit, deltas: Fraction | int = 3, epsilons: int = 2) -> Terms:
    """W, over the (2 epsilon, delta)-private A' on m = 1/(16 s) rows."""
    return Terms(epsilon=epsilons * epsilon, delta=deltas * delta)


@claim(
    "BGS21.CA.2.priv",
    "Claim A.2, appendix A: privacy",
    "claim",
    narrows="the arithmetic; the amplification by subsampling (DRV10, Lemma 6.5) is taken as it is printed",
    delta=Constant(3, mutants=(Fraction(13, 5),), stronger="smaller"),
    epsilons=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_amplified_parameters_fit(epsilon: PositiveUnit, s: PositiveUnit, delta: Fraction, epsilons: int) -> Truth:
    """With m = 1/(16 s) rows, (32 epsilon s m, delta (1 + e^{8 epsilon s m})) is (2 epsilon, delta (1 +
    e^{epsilon/2})), at most (2 epsilon, 3 delta) for epsilon <= 1."""
    m = 1 / (16 * s)
    budget = weak_learner(epsilon, Real.of(1), delta, epsilons)
    return (32 * epsilon * s * m <= budget.epsilon) & (1 + exp(epsilon / 2) <= budget.delta)


@terms("BGS21.CA.2.priv.iid")
def independently_drawn(epsilon: PositiveUnit, bound: Fraction | int = 2) -> Terms:
    """W with independent draws, over a (2 epsilon, 0)-private A'."""
    return Terms(epsilon=bound * epsilon)


@claim(
    "BGS21.CA.2.priv.iid",
    "for Claim A.2, appendix A: privacy",
    "remark",
    role="construction",
    narrows="the arithmetic for delta = 0; that m draws cost m times the logarithms of one is in words",
    cites=("BGS21.CA.2.priv.iid.up", "BGS21.CA.2.priv.iid.down"),
    bound=Constant(2, mutants=(HALF,), stronger="smaller"),
)
def independent_draws_are_private(epsilon: PositiveUnit, bound: Fraction) -> Truth:
    """With m = 1/(16 s) = 1/(8 p) independent draws, each of which differs with probability at most p = 2 s, W is
    epsilon_W-private with epsilon_W <= m (ln(1 + w) - ln(1 - v)), w = p (e^{2 epsilon} - 1) and v = p (1 - e^{-2
    epsilon}), for a (2 epsilon, 0)-private A': at most m (w + 8 v / 7) <= 2 epsilon for epsilon <= 1, here times 8."""
    share = Fraction(8, 7)
    return (
        exp(2 * epsilon) - share * exp(-(2 * epsilon))
        <= 8 * Real.of(independently_drawn(epsilon, bound).epsilon) + 1 - share
    )


@terms("BGS21.CA.2.priv.iid.up")
def a_draw_up(w: PositiveReal, up: FromZero, factor: Fraction | int = 1) -> Terms:
    """What a draw costs that raises the law by a share w."""
    return Terms(says=up <= factor * w)


@claim(
    "BGS21.CA.2.priv.iid.up",
    "for Claim A.2, appendix A: privacy",
    "step",
    narrows="the inequality alone; that a draw costs this logarithm is in words",
    factor=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def a_draw_raises_the_law_by_at_most_its_share(w: PositiveReal, factor: Fraction) -> Truth:
    """A draw that raises the law by a share w costs ln(1 + w) <= w."""
    return as_truth(a_draw_up(w, ln(1 + w), factor).says)


@terms("BGS21.CA.2.priv.iid.down")
def a_draw_down(v: UpToEighth, down: FromZero, factor: Fraction = EIGHT_SEVENTHS) -> Terms:
    """What a draw costs that lowers the law by a share v."""
    return Terms(says=down <= factor * v)


@claim(
    "BGS21.CA.2.priv.iid.down",
    "for Claim A.2, appendix A: privacy",
    "step",
    narrows="the inequality alone; that a draw costs this logarithm is in words",
    factor=Constant(EIGHT_SEVENTHS, mutants=(1,), stronger="smaller"),
)
def a_draw_lowers_the_law_by_little_more_than_its_share(v: UpToEighth, factor: Fraction) -> Truth:
    """A draw that lowers the law by a share v <= 1/8 costs -ln(1 - v) <= 8 v / 7."""
    return as_truth(a_draw_down(v, -ln(1 - v), factor).says)
