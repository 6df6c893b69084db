"""ABLMM22 section 5.3.2: learner M on small instances, and the steps of its proof for all parameters."""

from functools import cache, partial
from itertools import product

from littlestone.spec.ablmm22.vocabulary import EPSILON, Private, Stable, private_laws
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.chances import failure_chance
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.learning.private_learning import PrivatePlan, private_law, private_plan
from littlestone.spec.learning.sample_sizes import Goal
from littlestone.spec.learning.stability import StabilityPlan
from littlestone.spec.notation import *

POINT = ((0,), (1,))
BITS = ((0, 0), (0, 1))
EIGHTH = Fraction(1, 8)


@claim(
    "ABLMM22.T30",
    "Theorem 30, section 5.3.2",
    "theorem",
    not_checkable="O~ hides its constants and logarithms; M is implemented, its law and its privacy are computed on "
    "small instances, its steps are proved, and its accuracy with explicit and with practical sizes is estimated",
    stand_ins=("ABLMM22.T30.explicit", "ABLMM22.T30.sized", "ABLMM22.A.M", "ABLMM22.A.M.estimated"),
)
def stability_gives_privacy(H: ExplicitBinary) -> Truth:
    """If G on m examples of each realizable D outputs some h with loss_D(h) <= alpha/2 with probability at least eta,
    then for some n = O~(m log(1/(eta beta delta))/(eta eps) + log(1/(eta beta))/(alpha eps)) an (eps, delta)-DP M has
    loss_D <= alpha with probability at least 1 - beta."""
    raise NotImplementedError


# ---- Learner M


def coin_learner(i: int, j: int) -> Run:
    """A learner on one point and one row: label 1 with probability i/4 after a row labelled 0, j/4 after one labelled
    1, each at most 1."""
    return lambda batch, source: POINT[int(source.bernoulli(Fraction(_quarters(i, j, batch), 4)))]


def _quarters(i: int, j: int, batch: Sample) -> int:
    return min(4, int((i, j)[batch[0][1]]))


def _coin_law(i: int, j: int, batch: Sample) -> Law[Function]:
    ones = _quarters(i, j, batch)
    return proportional({POINT[1]: ones, POINT[0]: 4 - ones})


def plan_of(runs: int, delta: Fraction = EIGHTH) -> PrivatePlan:
    """So many runs on one row each, one row for the choice, eps = 4 ln 2 and eta = 1/2."""
    return PrivatePlan(runs, 1, 1, EPSILON, delta, HALF)


ONE_POINT = "a G on one point and one row whose answer is 1 with probability i/4 or j/4, by the label"


def at_most_three_runs(k: int) -> bool:
    """At most 3 runs"""
    return int(k) <= 3


@claim(
    "ABLMM22.A.M.law",
    "Box of section 5.3.2",
    "algorithm",
    reach=at_most_three_runs,
    narrows=f"{ONE_POINT}, eps = 4 ln 2 and delta = 1/8",
    less=Constant(1, mutants=(EIGHTH,)),
)
def the_private_learner_has_its_law(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, less: Fraction
) -> Statement:
    """M runs G on k batches with fresh coins, lists the frequent outputs with Hist at (eps/2, delta), drops those of
    estimated frequency below 3 eta/4 and runs GenericLearner on the others with eps/2 and fresh rows; an empty list
    gives the default hypothesis: its law is the one composed of theirs, for a G on one point whose answer is 1 with
    probability i/4 or j/4, by the label."""
    M = private_laws(law, private, coin_learner(i, j), plan_of(int(k)), POINT[0])
    stable, used = cache(partial(_coin_law, i, j)), plan_of(int(k), less / 8)
    return all_of(same_law(M(S), private_law(stable, S, used, POINT[0])) for S in product(BITS, repeat=k + 1))


def _coin_privacy(
    i: int, j: int, k: int, algorithms: tuple[LawOf, Private], epsilon: Real, delta: Fraction
) -> Statement:
    M = private_laws(*algorithms, coin_learner(i, j), plan_of(int(k)), POINT[0])
    return is_private(M, BITS, k + 1, epsilon, delta / 8)


@claim(
    "ABLMM22.A.M",
    "Box and proof of Theorem 30, section 5.3.2",
    "algorithm",
    reach=at_most_three_runs,
    narrows=f"{ONE_POINT}, eps = 4 ln 2 and delta = 1/8",
    delta=SHARE,
)
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
    role="construction",
    reach=at_most_three_runs,
    narrows=f"{ONE_POINT}, eps = 4 ln 2 and delta = 1/8",
    delta=SHARE,
)
def the_private_learner_costs_half_its_epsilon(
    i: Size, j: Size, k: PositiveSize, law: LawOf, private: Private, delta: Fraction
) -> Statement:
    """M is even (eps/2, delta)-DP: a changed row lies in one batch, and then GenericLearner post-processes the list, or
    among the validation rows, and then the list does not change; for the G of ABLMM22.A.M."""
    return _coin_privacy(i, j, k, (law, private), EPSILON / 2, delta)


# ---- The proof of Theorem 30


@terms("ABLMM22.T30.eq1")
def runs_for_frequency(beta: OpenUnit, u: PositiveReal, scale: int = 128) -> Terms:
    """The frequency of h* is below 7 eta/8, u = eta k."""
    return Terms(asks=scale * ln(3 / beta) <= u, fails=beta / 3)


@claim(
    "ABLMM22.T30.eq1",
    "Proof of Theorem 30, section 5.3.2: frequencies",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound of footnote 12 is used; for h* alone, every such h is "
    "ABLMM22.T30.eq1.union",
    cites=("PROB.chernoff.lower",),
    scale=Constant(128, mutants=(64,), stronger="smaller"),
)
def the_stable_hypothesis_is_frequent(beta: OpenUnit, u: PositiveReal, scale: int) -> Truth:
    """freq_H(h*) >= 7 eta/8 with probability at least 1 - beta/3 from k >= 128 ln(3/beta)/eta runs, by footnote 12 with
    mean eta k and deviation 1/8; here u = eta k."""
    said = runs_for_frequency(beta, u, scale)
    return as_truth(said.asks).implies(exp(-(Fraction(1, 64) * u / 2)) <= said.fails)


@claim(
    "ABLMM22.T30.eq1.union",
    "Proof of Theorem 30, section 5.3.2: every frequent h",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound of footnote 12 and the union bound are used",
    cites=("PROB.chernoff.lower", "PROB.union"),
    scale=Constant(128, mutants=(16,), stronger="smaller"),
)
def all_stable_hypotheses_are_frequent(beta: OpenUnit, eta: OpenUnit, u: PositiveReal, scale: int) -> Truth:
    """Every h with Pr[G(S) = h] >= eta, at most 1/eta of them, has freq_H(h) >= 7 eta/8 with probability at least 1 -
    beta/3 from k >= 128 ln(3/(eta beta))/eta runs; here u = eta k."""
    return (scale * ln(3 / (eta * beta)) <= u).implies(exp(-(Fraction(1, 64) * u / 2)) / eta <= beta / 3)


@claim("ABLMM22.T30.eq1.strict", 'Proof of Theorem 30, section 5.3.2: "> eta"', "step")
def the_stable_hypothesis_is_among_those_above_eta(p: PositiveInteger, e: PositiveInteger) -> Statement:
    """The h* of the theorem, with Pr[G(S) = h*] = p/q >= eta = e/q, is among the h with Pr[G(S) = h] > eta that the
    proof makes frequent."""
    return when(e <= p, e < p)


@terms("ABLMM22.T30.eq1.strict.corrected")
def seldom_rare(mean: PositiveReal, scale: int = 128) -> Terms:
    """The frequency of h* is below 7 eta/8, the mean being eta k."""
    return Terms(fails=exp(-(mean / scale)))


@correction(
    "ABLMM22.T30.eq1.strict",
    'the theorem grants Pr[G(S) = h] >= eta only: the proof must take ">= eta", which the Chernoff bound serves too',
    narrows="eta = 1/e, k = 8 k' runs, and Pr[G(S) = h*] = eta + (1 - eta) s/4; at k <= 64 the bound is above 1/2, "
    "and for more runs it is PROB.chernoff.lower",
    scale=Constant(128, mutants=(8,), stronger="smaller"),
)
def a_hypothesis_of_at_least_eta_is_frequent(k: PositiveSize, e: PositiveSize, s: Size, scale: int) -> Statement:
    """The h* of the theorem, with Pr[G(S) = h*] >= eta, is frequent: Pr[freq_H(h*) < 7 eta/8] <= e^{-eta k/128}, by the
    exact binomial tail."""
    runs, eta = 8 * k, 1 / e
    below = Fraction(7, 8) * eta * runs - Fraction(1, 1000) / e
    failing = lower_tail(runs, eta + (1 - eta) * s / 4, below)
    return when(s <= 4, failing <= seldom_rare(eta * runs, scale).fails)


@terms("ABLMM22.T30.eq2")
def survivor(frequency: FromZero, eta: PositiveUnit, above: FromZero, kept: int = 5) -> Terms:
    """The frequency of what survives."""
    return Terms(says=all_of([frequency <= kept * eta / 8 + above, frequency >= kept * eta / 8 + above]))


@claim(
    "ABLMM22.T30.eq2",
    "Proof of Theorem 30, section 5.3.2: the list",
    "step",
    narrows="the arithmetic of the frequencies; that h* survives is in words",
    kept=Constant(5, mutants=(6,)),
)
def survivors_are_frequent(eta: OpenUnit, s: FromZero, t: FromZero, kept: int) -> Truth:
    """7 eta/8 - eta/8 = 3 eta/4, so h* survives; and an h with |a_h - freq(h)| <= eta/8 that survives has freq(h) >= 5
    eta/8: where a_h = 3 eta/4 + s and freq(h) = a_h - eta/8 + t, freq(h) = 5 eta/8 + s + t."""
    survives = equals(Fraction(7, 8) * eta - eta / 8, Fraction(3, 4) * eta)
    frequency_of_h = Fraction(3, 4) * eta + s - eta / 8 + t
    return survives & survivor(frequency_of_h, eta, s + t, kept).says & (s + t >= 0)


@terms("ABLMM22.T30.eq2.size")
def few_survivors(x: FromZero, most: Fraction | int = 2) -> Terms:
    """x = eta |L|."""
    return Terms(says=x <= most)


@claim(
    "ABLMM22.T30.eq2.size",
    "Proof of Theorem 30, section 5.3.2: the list",
    "step",
    most=Constant(2, mutants=(Fraction(3, 2),)),
)
def few_hypotheses_survive(x: PositiveReal, most: Fraction) -> Statement:
    """Hypotheses of frequency at least 5 eta/8 are at most 8/(5 eta) <= 2/eta in number, as (5 eta/8) |L| <= 1; here x
    = eta |L|."""
    return when(Fraction(5, 8) * x <= 1, few_survivors(x, most).says)


@claim("ABLMM22.T30.eq3", "Proof of Theorem 30, section 5.3.2: the failures", "step")
def the_failures_add_up_as_printed(beta: OpenUnit) -> Truth:
    """The frequencies succeed with probability 1 - beta/3, conditioned on that the histogram "with probability at least
    1 - beta/2", and then step 4 with 1 - beta/3: together with at least 1 - beta."""
    return 1 - beta <= (1 - beta / 3) * (1 - beta / 2) * (1 - beta / 3)


@correction(
    "ABLMM22.T30.eq3",
    "for small beta the product is less than 1 - beta, as the sum 7 beta/6 of the failures exceeds beta; the "
    "histogram is run with beta/3, so that it fails with probability beta/3",
    narrows="the sum; ABLMM22.T30.explicit has the three failures, of which the histogram's is 0",
    third=Constant(3, mutants=(2,)),
)
def the_failures_add_up(beta: OpenUnit, third: int) -> Truth:
    """beta/3 + beta/3 + beta/3 <= beta."""
    return beta / 3 + beta / third + beta / 3 <= beta


@claim(
    "ABLMM22.T30.alpha",
    "Proof of Theorem 30, section 5.3.2: the losses",
    "step",
    narrows="the arithmetic; Lemma 29 at (alpha/2, beta/3) is cited",
    cites=("ABLMM22.L29",),
)
def step_four_reaches_half_of_alpha(alpha: OpenUnit, star: Unit, loss: Unit) -> Statement:
    """The list contains h* with loss_D(h*) <= alpha, and step 4, run at (alpha/2, beta/3), identifies one with loss_D
    <= alpha/2: all that Lemma 29 gives at alpha/2 is loss_D <= 2 (alpha/2) where loss_D(h*) <= alpha/2."""
    given = (star <= alpha / 2).implies(loss <= 2 * (alpha / 2))
    return when([star <= alpha, given], loss <= alpha / 2)


@correction(
    "ABLMM22.T30.alpha",
    "the two bounds are interchanged: the list contains h* with loss at most alpha/2, and Lemma 29 at (alpha/2, "
    "beta/3) gives loss at most alpha",
    narrows="proved is the arithmetic; Lemma 29 at (alpha/2, beta/3) is cited",
    cites=("ABLMM22.L29",),
    double=Constant(2, mutants=(4,)),
)
def step_four_reaches_alpha(alpha: OpenUnit, t: Unit, double: int) -> Truth:
    """The list contains h* with loss_D(h*) <= alpha/2, and step 4 at (alpha/2, beta/3) finds a hypothesis with loss_D
    <= 2 (alpha/2) = alpha: here its loss is t times 2 (alpha/2), t in [0, 1]."""
    return double * (alpha / 2) * t <= alpha


@terms("ABLMM22.T30.explicit")
def private_from_stable(
    runs: PositiveReal, rows: FromZero, eta: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, e: PositiveUnit,
    delta: OpenUnit,
) -> Terms:  # fmt: skip
    """k runs and n' rows for the choice, e = min(1, eps)."""
    enough = eta * runs >= 128 * ln(2 / beta) + 32 * (1 + ln(2 / delta) / e)
    return Terms(asks=enough & (alpha * e * rows >= 12 * ln(4 / (eta * beta))), fails=beta)


@claim(
    "ABLMM22.T30.explicit",
    "Theorem 30, section 5.3.2, with its constants",
    "theorem",
    role="companion",
    narrows="M is the chances that h* is rare among the k outputs of G, and that the choice is bad",
    cites=("ABLMM22.FN12.corrected", "ABLMM22.L28.range.corrected", "ABLMM22.L29.range.corrected"),
    frequent=Constant(128, mutants=(64,), stronger="smaller"),
    listing=Constant(32, mutants=(16,), stronger="smaller"),
    choice=Constant(12, mutants=(10,), stronger="smaller"),
)
def stability_gives_privacy_from_explicit_sizes(
    eta: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, e: PositiveUnit, delta: OpenUnit,
    x: FromZero, y: FromZero, listed: Unit, good: Unit, frequent: int, listing: int, choice: int,
) -> Truth:  # fmt: skip
    """If G on m examples of a realizable D outputs some h* with loss_D(h*) <= alpha/2 with probability at least eta, M
    is (eps, delta)-DP and has loss_D at most alpha with probability at least 1 - beta from n = k m + n' examples, k >=
    (128 ln(2/beta) + 32 + 32 ln(2/delta)/e)/eta and n' >= 12 ln(4/(eta beta))/(alpha e), e = min(1, eps): h* is
    frequent but for e^{-eta k/128} <= beta/2; the histogram with bounded noise at eta/8 never fails; the at most 8/(5
    eta) listed hypotheses make the choice at alpha/2 fail with beta/2. A changed row lies in one batch, which changes
    the list alone, or in the last n' rows: each part has all of eps. Here k and n' are x/eta and y/alpha more, the list
    has a part of 8/(5 eta) members, and loss_D(h*) = good alpha/2."""
    runs = (frequent * ln(2 / beta) + listing + listing * ln(2 / delta) / e + x) / eta
    rows = (choice * ln(4 / (eta * beta)) / e + y) / alpha
    said = private_from_stable(runs, rows, eta, alpha, beta, e, delta)
    rare, bad = exp(-(eta * runs / 128)), listed * 8 / (5 * eta) * exp(-(alpha / 2 * rows * e / 6))
    chances = [rare <= beta / 2, bad <= beta / 2, beta / 2 + beta / 2 <= said.fails]
    histogram = 4 * (1 + ln(2 / delta) / e) <= eta / 8 * runs
    return all_of([*chances, histogram, 2 * (good * alpha / 2) <= alpha])


# ---- M with practical sizes


def singleton_functions(points: int) -> tuple[Function, ...]:
    """The functions that are 1 at one point at most, of Littlestone dimension 1 on two points or more."""
    ones = (tuple(int(x == y) for x in range(points)) for y in range(points))
    return ((0,) * points, *ones)


@claim(
    "ABLMM22.T30.sized",
    "Theorem 30, section 5.3.2, with explicit sizes",
    "theorem",
    role="companion",
    narrows="one G, on one row and one point, that is right with probability eta = 1/2, alpha = beta = 1/2, eps = 4 "
    "and delta = 1/100; k and n' are those of ABLMM22.T30.eq1, L28.sized and L29.size, rounded up",
    share=Constant(1, mutants=(Fraction(1, 128),), stronger="smaller"),
)
def the_private_learner_is_accurate_from_its_size(private: Private, share: Fraction) -> Truth:
    """M over a G that outputs some hypothesis of loss at most alpha/2 with probability eta has loss above alpha with
    probability at most beta from n = k m + n' rows."""
    full = private_plan(1, HALF, Goal(HALF, HALF, Fraction(4)), Fraction(1, 100))
    runs, validation = int(share * full.runs), int(share * full.validation)
    sizes = PrivatePlan(runs, 1, validation, full.epsilon, full.delta, full.eta)

    def run(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = private(coin_learner(0, 2), sample, sizes, POINT[0], source)
        return hypothesis

    return failure_chance(run, POINT[1], (Fraction(1),), sizes.sample_size, HALF) <= HALF


@claim(
    "ABLMM22.A.M.estimated",
    "Theorem 30, section 5.3.2, with practical sizes",
    "algorithm",
    narrows="the singletons on 4 points, the uniform distribution, one target, alpha = 1/8, eps = 4 and delta = 1/100",
    scale=Constant(1, mutants=(Fraction(1, 4),), stronger="smaller"),
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

    chance = failure_chance(run, functions[1], (QUARTER,) * 4, sizes.sample_size, EIGHTH)
    return chance <= Fraction(1, 10)
