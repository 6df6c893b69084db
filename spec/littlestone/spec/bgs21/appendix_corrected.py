"""BGS21 appendix A: what is true in the place of Theorem A.1, with constants.

W amplifies by its own draws: with T times as many rows in the training set no other subsampling is needed. A private
learner generalises, so that the VC dimension of majorities is not; then the best of several runs is chosen.
"""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

FromLn24 = Annotated[Real, Reals(low=ln(24))]
NINE_EIGHTHS = Fraction(9, 8)


@terms("BGS21.TA.1.gen.private")
def errs_on_fresh_rows(
    chance: Unit,
    level: PositiveReal,
    few: Natural,
    n: PositiveInteger,
    epsilon: FromZero,
    delta: Unit,
    own: int = 1,
) -> Terms:
    """The chance to err by more than the level, and on at most few of n rows."""
    return Terms(says=chance * level <= exp(epsilon) * ((few + own) / n) + delta)


@claim(
    "BGS21.TA.1.gen.private",
    "Theorem A.1, appendix A, corrected: generalisation",
    "step",
    narrows="the probabilities as numbers; that they are means over rows and samples is in words",
    cites=("BGS21.D2.1", "PROB.markov"),
    own=Constant(1, mutants=(0,)),
)
def a_private_learner_generalises(
    level: PositiveUnit,
    few: Natural,
    n: PositiveInteger,
    epsilon: FromZero,
    delta: Unit,
    less: Unit,
    chance: Unit,
    own: int,
) -> Statement:
    """An (epsilon, delta)-private learner, proper or not, errs by more than a and on at most few of its n rows with
    probability at most (e^epsilon (few + 1) / n + delta) / a: for a row i, at most few errors elsewhere and an error
    at row i make a set of hypotheses that does not depend on whether row i is in the sample. It is output with
    probability at most (few + 1) / n where it is, the mean over i, as all errors are at most few + 1; with ``less`` of
    e^epsilon times that and delta where another row is; and Markov's inequality is for the error there."""
    fresh = less * (exp(epsilon) * ((few + 1) / n) + delta)
    return when(chance * level <= fresh, errs_on_fresh_rows(chance, level, few, n, epsilon, delta, own).says)


@terms("BGS21.TA.1.bound.corrected")
def boosted_learner(
    alpha: PositiveReal, beta: PositiveReal, error: FromZero, epsilon: FromZero, delta: FromZero
) -> Terms:
    """The learner of Theorem A.1."""
    return Terms(says=error <= alpha, fails=beta, epsilon=epsilon, delta=delta)


@correction(
    "BGS21.TA.1.bound",
    "log(log(1/alpha) / beta) is negative where log(1/alpha) < beta, as at alpha = 1/2 and beta = 1; and subsampling "
    "last, the smoothness and VC(H) for the majorities fail in the proof: W is to draw fewer of more rows, the learner "
    "to generalise as it is private, and the best of log2(4 / beta) runs to be chosen",
    narrows="numbers for what the learner does; of the rounds the regret of lazy Bregman projections (BCS20) is taken "
    "as it is printed, and a number of rounds, runs or rows as a real between integers",
    cites=("BGS21.TA.1.train", "BGS21.CA.2.acc.corrected", "BGS21.TA.1.gen.private", "BGS21.L8.3.corrected"),
    most=Constant(2 * 10**7, mutants=(18 * 10**6,), stronger="smaller"),
    copies=Constant(64, mutants=(48,), stronger="smaller"),
    rounds=Constant(578, mutants=(576,), stronger="smaller"),
    heavy=Constant(162, mutants=(150,), stronger="smaller"),
)
def constant_accuracy_can_be_boosted_in_another_order(
    epsilon: UpToQuarter,
    L: FromLn24,
    K: AtLeastOne,
    load: Unit,
    z: UpToEighth,
    R: AtLeastTwo,
    extra: FromZero,
    near: Unit,
    most: int,
    copies: int,
    rounds: int,
    heavy: int,
) -> Truth:
    """Let epsilon <= 1/4 and let the binary class H have an (epsilon, delta)-private (1/4, 1/4)-accurate learner with
    SC rows. Then for all alpha, beta in (0, 1] it has an (epsilon, delta)-private (alpha, beta)-accurate one, improper,
    with 2 10^7 max(SC, 1 / epsilon) max(1, 162 delta / alpha) ln(24 / alpha) ln(9248 ln(24 / alpha)) log2(4 / beta) /
    alpha rows. T = 578 L rounds, L = ln(24 / alpha), train to density and training error alpha / 24; each fails with
    probability 1 / (8 T) on m = 488 M y draws, M = max(SC, 1 / epsilon), y = ln(16 T), from n = 64 K T m / alpha rows,
    K = max(1, 162 delta / alpha), where weights and distance are at most s = 24 / (alpha n) and A' is (epsilon,
    delta)-private, as its blocks are disjoint. A draw differs with probability 2 s, so that T m draws spend (3/4) x / K
    of epsilon, x = e^epsilon - 1, and at most 9/8 of (3/4) delta / K, as e^z - 1 <= 9 z / 8. A run errs by more than
    alpha / 6 with probability at most 1/2: a round fails, or it errs on few rows and more on fresh ones. Of R = log2(4
    / beta) runs on rows of their own all do so with probability beta / 2; Lemma 8.3 at (alpha / 6, beta / 2) chooses
    one of error alpha on (30/7) ln(2 R / beta) / (alpha epsilon) more rows. Rows, delta = load K alpha / 162 and
    training errors are here times alpha, or divided by it."""
    alpha, beta, u = 24 * exp(-L), 4 * exp(-(R * ln(2))), 1 / epsilon
    M, T, x = u + extra, rounds * L, exp(epsilon) - 1
    y = ln(16 * T)
    m, delta = 488 * M * y, load * K / heavy
    n = copies * K * T * m
    learner = boosted_learner(alpha, beta, (1 - near) * alpha, epsilon, delta)
    spent = 48 * T * m / n
    trained = [576 * L + 1 <= T, T * (2 / (16 * T)) <= EIGHTH]
    private = [spent * x <= learner.epsilon, 48 * x <= copies * T / 8, exp(z) - 1 <= NINE_EIGHTHS * z]
    private += [spent * NINE_EIGHTHS * delta <= learner.delta, spent * NINE_EIGHTHS * delta <= Fraction(1, 192)]
    fresh = exp(epsilon) * (Fraction(1, 24) + Fraction(1, 480)) + Fraction(1, 192)
    general = [n >= 480, EIGHTH + 6 * fresh <= HALF]
    chosen = [learner.says, exp(-((R - 1) * ln(2))) + beta / 2 <= learner.fails]
    rows = R * n + Fraction(30, 7) * (ln(R / 2) + R * ln(2)) * u <= most * K * M * L * y * R
    return all_of([*trained, *private, *general, *chosen, rows])
