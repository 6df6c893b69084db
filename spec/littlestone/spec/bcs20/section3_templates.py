"""BCS20 sections 3.3 and 3.4: a round bound and privacy give generalization (Theorems 22 and 23), with noise too."""

from functools import partial
from itertools import combinations_with_replacement, product

from littlestone.spec.bcs20.vocabulary import ONE_LEARNER
from littlestone.spec.boosting.boosting_runs import (
    SHRINK,
    answer,
    average,
    boosting_law,
    error_query,
    flipped,
    labelled_rows,
    lazily,
    noised_law,
    sign_patterns,
    soft_learner,
)
from littlestone.spec.boosting.exhaustive_play import enough_rounds, most_errors
from littlestone.spec.boosting.private_rounds import all_lists, all_round_laws, is_concentrated, least_rho, neighbours
from littlestone.spec.learning.privacy import hockey_stick_divergence
from littlestone.spec.notation import *

CONSTANTS = sign_patterns(1)
THIRD = Fraction(1, 3)
ROOT = Fraction(2, 3)  # e^(-lambda/2)
SKETCH = "Theorem 23, proof (sketch)"
OpenBelowThird = Annotated[Real, Reals(low=0, high=Fraction(1, 3), low_open=True, high_open=True)]
SOFT = "$n$ labels on one point, up to their order, hypotheses -1 and 1, $kappa = 1/2$"
BelowThird = Annotated[Real, Reals(low=0, high=THIRD, low_open=True, high_open=True)]
LEVELS = "section 3.3 (restored: eps = 3 sqrt(rho T log(1/delta)), eps < 1/3, delta < eps/4, from memory)"


# ---- Theorem 22


@claim(
    "BCS20.T22",
    "Theorem 22, section 3.3 (restored: T(gamma, alpha, beta) rounds, from the text; beta = 0): round "
    "bound for every weak "
    "learner",
    "template",
    narrows="the template's instance LB-NxM with $lambda = ln(9/4)$, $gamma = 1/3$: the least $T$ above "
    "$ln(1/kappa) / (lambda (gamma - lambda/8))$, error $kappa$; $T$ rounds are always made",
    caps="$n$ points of margins -1, 0, 1; $kappa = 3 k / (3 k + 7 j)$, with repetitions",
    times=Constant(1, mutants=(Fraction(1, 7),)),
)
def a_round_bound_holds_for_every_weak_learner(
    n: PositiveSize, k: PositiveSize, j: PositiveSize, times: Fraction
) -> Truth:
    """Fix NxM. For any weak learner of advantage $gamma$, Boost after $T(gamma, alpha, beta)$ steps outputs, with
    probability at least $1 - beta$, an $H$ with $Pr_{(x,y)~S}[H(x) != y] <= alpha$: here whatever margins the learner
    chooses in whatever round, by all plays; $y H(x) = 0$ counts as an error."""
    kappa = Fraction(3 * int(k), 3 * int(k) + 7 * int(j))
    rounds = enough_rounds(kappa, ROOT, THIRD, Fraction(times))
    return TRUE & (most_errors(int(n), kappa, ROOT, THIRD, rounds) <= kappa * int(n))


# ---- The error query


@claim(
    "BCS20.N2",
    "before Theorem 23, section 3.3 (restored, from the text): training error as a statistical query",
    "notation",
    caps="$n$ rows on two points, up to their order, values -1, 0, 1",
    half=Constant(0, mutants=(HALF,)),
)
def errors_are_a_statistical_query(n: PositiveSize, half: Fraction) -> Truth:
    """$err_h(x, y) = 1$ if $y h(x) <= 0$ and 0 if not; $err_h(S)$ is its mean over $S$, the fraction of $S$ that $h$
    gets wrong: a value 0 is wrong whatever the label is."""
    samples = list(combinations_with_replacement(labelled_rows(2), int(n)))
    return all_of(
        answer(error_query(h), S) * int(n) == _wrong(h, S, Fraction(half))
        for h in sign_patterns(2, (-1, 0, 1))
        for S in samples
    )


def _wrong(h: Any, S: Any, less: Fraction) -> Fraction:
    """How many rows have the other sign, and how many a value 0."""
    return sum((Fraction(h[x] == -y) + (1 - less) * (h[x] == 0) for x, y in S), Fraction(0))


# ---- Theorem 23


@claim(
    "BCS20.T23",
    f"Theorem 23, {LEVELS}: generalization of a private booster",
    "theorem",
    narrows="the arithmetic of the sketch: that privacy composes and generalizes is Lemmas 14, 15, 17 and Theorem"
    " 19; $delta = share eps/4$. As printed its learner must be private on all pairs of distributions, "
    "which bounds $rho$ from below for every $n$ (BCS20.D20.void): smooth pairs are meant",
    three=Constant(3, mutants=(2,)),
)
def privacy_makes_boosting_generalize(epsilon: BelowThird, share: OpenUnit, T: AtLeastOne, three: int) -> Truth:
    """With WkL $(rho, zeta)$-zCDP, NxM $zeta$-slick, a round bound $T$ with error $alpha$ and failure $beta$, $eps = 3
    sqrt(rho T ln(1/delta)) < 1/3$, $delta < eps/4$ and $n >= ln(4 eps/delta) / eps^2$ rows, $Pr_{(x,y)~D}[H(x) != y] <=
    alpha + 18 eps$ with probability at least $1 - beta - delta/eps$: here $rho T + 2 sqrt(rho T ln(1/delta)) <= eps$,
    $ln(4 eps/delta) > 0$ and $delta/eps < 1/4$."""
    delta = share * epsilon / 4
    rho = epsilon**2 / (three**2 * T * ln(1 / delta))
    cost = T * rho / epsilon + Fraction(2) / three
    return (cost <= 1) & (ln(4 * epsilon / delta) > 0) & (delta / epsilon < QUARTER)


rests_on("BCS20.T23", "BCS20.O32", "Iter is $rho$-zCDP for every list", SKETCH)
rests_on("BCS20.T23", "BCS20.T23.eq1", "$M$ is $rho T$-zCDP", SKETCH)
rests_on("BCS20.T23", "BCS20.T23.eq3", "the mechanism that outputs $err_H$ is $(eps, delta)$-DP too", SKETCH)
rests_on("BCS20.T23", "BCS20.T23.eq2", "$M$ is $(eps, delta)$-DP for $eps = 3 sqrt(rho T log(1/delta))$", SKETCH)


@uses("BCS20.T23", "BCS20.L15", SKETCH)
def M_is_approximately_private(epsilon: OpenBelowThird, L: AtLeastOne) -> Use:
    """$rho T = eps^2/(9 L)$, $L = log(1/delta) >= 1$, as $delta < eps/4$: $rho T + 2 sqrt(rho T L) <= eps$."""
    return Use({"rho": epsilon**2 / (9 * L), "log": L}, gives=lambda b: b.epsilon <= epsilon)


rests_on("BCS20.T23", "BCS20.L17", "the mechanism that outputs $err_H$ is as private as $M$", SKETCH)
rests_on("BCS20.T23", "BCS20.T19", "$|err_H(S) - err_H(D)| < 18 eps$ but with probability $delta/eps$", SKETCH)


@uses("BCS20.T23", "BCS20.T23.eq4", SKETCH)
def the_error_is_that_of_the_theorem(
    wrong: Unit, error: FromZero, alpha: FromZero, epsilon: OpenBelowThird, beta: Unit, share: OpenUnit
) -> Use:
    """With probability at least $1 - beta - delta/eps$, $Pr_{(x,y)~D}[H(x) != y] <= err_H(D) <= alpha + 18 eps$; here
    $delta = share eps/4$, and ``wrong`` is the probability on the left."""
    transfer = (share * epsilon / 4) / epsilon
    at = {"error": error, "alpha": alpha, "epsilon": epsilon, "beta": beta, "transfer": transfer}
    line = wrong <= alpha + 18 * epsilon
    return Use(at, given=wrong <= error, gives=lambda b: line & (1 - b.fails >= 1 - beta - share / 4))


@claim(
    "BCS20.T23.eq1",
    "Theorem 23, proof, section 3.3 (restored): zCDP of the boosted list",
    "proof",
    narrows=ONE_LEARNER,
    caps=SOFT + "; $rho$ in multiples of $1/32$, all orders",
    rounds=Constant(1, mutants=(HALF,)),
)
def boost_is_concentrated_by_its_rounds(n: PositiveSize, T: PositiveSize, rounds: Fraction) -> Statement:
    """By zCDP composition $M$ is $rho T$-zCDP: where each round is $rho$-zCDP for every list, at every order, so is the
    list of $T$ hypotheses $T rho$-zCDP; $T >= 2$, without which it says nothing."""
    following, learner = lazily(HALF, SHRINK), soft_learner(CONSTANTS)
    pairs = neighbours(1, int(n))
    rho = least_rho(all_round_laws(pairs, all_lists(CONSTANTS, int(T)), following, learner), 32)
    laws = [tuple(boosting_law(S, int(T), following, learner) for S in pair) for pair in pairs]
    return when(T >= 2, all_of(is_concentrated(P, Q, Fraction(rounds) * int(T) * rho) for P, Q in laws))


@claim(
    "BCS20.T23.eq2",
    f"Theorem 23, proof, {LEVELS}: conversion of the cost of all rounds",
    "proof",
    narrows="the arithmetic after Lemma 15, $delta = share eps/4$",
    three=Constant(3, mutants=(2,)),
)
def three_times_the_root_is_enough(epsilon: BelowThird, share: OpenUnit, three: int) -> Truth:
    """$M$ is $(eps, delta)$-DP for $eps = 3 sqrt(rho T ln(1/delta))$: by Lemma 15 it is for $rho T + 2 sqrt(rho T
    ln(1/delta))$, and $rho T <= ln(1/delta)$, without which the factor 3 fails, holds as $eps < 1/3$ and $delta <
    eps/4$: here divided by $eps$, $rho T = eps^2 / (9 ln(1/delta))$."""
    log = ln(4 / (share * epsilon))
    return epsilon / (three**2 * log) + Fraction(2) / three <= 1


@uses("BCS20.T23.eq2", "BCS20.L15.eq1", SKETCH, repair="BCS20.L15.eq1.corrected")
def M_is_private_by_the_rounded_conversion(epsilon: OpenBelowThird, root: AtLeastOne) -> Use:
    """$eps = 3 sqrt(rho T log(1/delta)) < 1/3$, and $log(1/delta) = root^2 >= 1$ as $delta < eps/4$."""
    return Use({"root_rho": epsilon / (3 * root), "root_log": root}, gives=lambda b: b.epsilon <= epsilon)


@claim(
    "BCS20.T23.eq3",
    "Theorem 23, proof, section 3.3 (restored): privacy of the error query",
    "proof",
    narrows=ONE_LEARNER,
    caps=SOFT + "; $e^eps = 1 + i/8$",
    share=Constant(1, mutants=(Fraction(9, 10),)),
)
def the_error_query_is_as_private(n: PositiveSize, T: PositiveSize, i: Size, share: Fraction) -> Truth:
    """The mechanism that runs $M$ and outputs the statistical query $err_H$ is just post-processing, so it is $(eps,
    delta)$-DP too, for every $eps$ and the least $delta$: from the list of $T$ hypotheses to $H$ = their mean to
    $err_H$."""
    following, learner, e = lazily(HALF, SHRINK), soft_learner(CONSTANTS), 1 + Fraction(int(i), 8)
    pairs = neighbours(1, int(n))
    laws = [tuple(boosting_law(S, int(T), following, learner) for S in pair) for pair in pairs]
    return all_of(
        hockey_stick_divergence(P.map(_query), Q.map(_query), e) <= Fraction(share) * hockey_stick_divergence(P, Q, e)
        for P, Q in laws
    )


def _query(hypotheses: Any) -> Any:
    return error_query(average(hypotheses))


@terms("BCS20.T23.eq4")
def error_after_the_transfer(
    error: FromZero,
    alpha: FromZero,
    epsilon: PositiveReal,
    beta: Unit,
    transfer: Unit,
    eighteen: Fraction | int = 18,
    share: Fraction | int = 1,
) -> Terms:
    """err_H(D), but for the failures of the round bound, beta, and of the transfer, delta/eps."""
    return Terms(says=error < alpha + eighteen * epsilon, fails=share * (beta + transfer))


@claim(
    "BCS20.T23.eq4",
    "Theorem 23, proof, section 3.3 (restored, derived): population error from training error and transfer",
    "proof",
    narrows="the error and the failures apart from each other, these as events that are disjoint or one in the other",
    caps="errors in multiples of $1/(20 m)$, $alpha = a/m$, $eps = i/(20 m)$; $beta$ and $delta/eps$ in eighths, up to "
    "$1/2$ and $1/4$",
    eighteen=Constant(18, mutants=(17,)),
    share=SHARE,
)
def errors_and_failures_add_up(m: PositiveSize, a: Size, i: PositiveSize, eighteen: int, share: Fraction) -> Statement:
    """By the round bound $err_H(S) <= alpha$ but with probability $beta$, and $|err_H(S) - err_H(D)| < 18 eps$ but with
    probability $delta/eps$: so with probability at least $1 - beta - delta/eps$, $err_H(D) < alpha + 18 eps$, where
    that is below 1."""
    epsilon, alpha, grid = Fraction(int(i), 20 * int(m)), Fraction(int(a), int(m)), 20 * int(m)
    errors = [Fraction(e, grid) for e in range(grid + 1)]
    good = [d for s in errors for d in errors if s <= alpha and abs(s - d) < 18 * epsilon]
    chances = [(Fraction(b, 8), Fraction(t, 8)) for b in range(5) for t in range(3)]
    said = partial(error_after_the_transfer, alpha=alpha, epsilon=epsilon, eighteen=int(eighteen), share=share)
    found = [said(error=d, beta=0, transfer=0).says for d in good]
    failures = [b + t - both <= said(error=0, beta=b, transfer=t).fails for b, t in chances for both in (0, min(b, t))]
    return when(alpha + 18 * epsilon < 1, all_of([*found, *failures]))


@uses("BCS20.T23.eq4", "PROB.union", SKETCH)
def the_round_bound_and_the_transfer_fail_together(
    beta: Unit, delta: OpenUnit, epsilon: OpenBelowThird, part: Unit, share: Unit
) -> Use:
    """The round bound fails with a part of $beta$, and the transfer with a share of $delta/eps$: one of them with at
    most $beta + delta/eps$."""
    chances = part * beta + share * delta / epsilon
    return Use({"chances": chances}, gives=lambda b: b.fails <= beta + delta / epsilon)


# ---- Section 3.4


@claim(
    "BCS20.A3",
    "Algorithm 3, section 3.4 (restored): law of the noised mechanism",
    "algorithm",
    narrows="a learner that returns 1 with chance (1 + the number of labels 1) / $(n + 2)$",
    caps="labels on one point, up to their order, $eta = i/4$",
    sign=Constant(1, mutants=(-1,)),
)
def the_noised_mechanism_averages_over_flips(n: PositiveSize, i: Size, sign: int) -> Truth:
    """$M_noise(S)$: $F_i$ independent, -1 with probability $eta$, $S~ = ((x_i, F_i y_i))$, $H = A(S~)$, and the query
    $err_H$ is returned: its law is the mean of those of $err_A(S o F)$ over all $2^n$ vectors $F$, with weights
    $eta^(number of flips) (1 - eta)^(the others)$."""
    eta = Fraction(int(i), 4)
    noise = eta if int(sign) == 1 else 1 - eta
    samples = list(combinations_with_replacement(labelled_rows(1), int(n)))
    return all_of(
        noised_law(S, counting, eta)[error_query(h)] == _mean(S, h, noise) for S in samples for h in CONSTANTS
    )


def counting(S: Any) -> Law[Any]:
    """1 with probability (1 + the number of labels 1) / (n + 2), else -1."""
    ones = sum(1 for _, y in S if y == 1)
    return proportional({(1,): 1 + ones, (-1,): 1 + len(S) - ones})


def chance(S: Any, F: Any, h: Any) -> Fraction:
    """How likely the learner returns h on the flipped sample."""
    return rational(counting(flipped(S, F))[h])


def rational(number: Exact) -> Fraction:
    """The number, which is rational."""
    assert isinstance(number, Fraction)
    return number


def _mean(S: Any, h: Any, eta: Fraction) -> Fraction:
    flips = product((1, -1), repeat=len(S))
    return sum(
        (eta ** F.count(-1) * (1 - eta) ** F.count(1) * chance(S, F, h) for F in flips),
        Fraction(0),
    )


@claim(
    "BCS20.O34",
    "Section 3.4, after Algorithm 3: privacy of the noised mechanism",
    "observation",
    narrows="two rows with labels on one point, mechanisms with two outcomes",
    caps="probabilities in multiples of $1/m$, $eta = i/8 > 0$ and $e^eps = 1 + u/4$, $delta$ the least for its $eps$",
    share=Constant(1, mutants=(HALF,)),
)
def the_noised_mechanism_is_as_private(m: PositiveSize, i: Size, u: Size, share: Fraction) -> Statement:
    """Since the noise is independent of the sample $M_noise$ inherits the privacy of $A$: for a fixed $F$ neighbours
    $S$, $S'$ go to neighbours, and the mean over $F$ of $(eps, delta)$-DP laws is $(eps, delta)$-DP."""
    eta, e = Fraction(int(i), 8), 1 + Fraction(int(u), 4)
    samples = [((0, a), (0, b)) for a in (1, -1) for b in (1, -1)]
    pairs = [(S, R) for S in samples for R in samples if sum(x != y for x, y in zip(S, R, strict=True)) == 1]
    chances = product(range(int(m) + 1), repeat=len(samples))
    tables = ({S: law(c, int(m)) for S, c in zip(samples, chance, strict=True)} for chance in chances)
    kept = all_of(_worst(_noised(A, eta), pairs, e) <= Fraction(share) * _worst(A, pairs, e) for A in tables)
    return when(i >= 1, kept)


rests_on("BCS20.O34", "BCS20.A3", "a mean over $F$ of laws that are private", "Section 3.4, after Algorithm 3")


def law(c: int, m: int) -> Law[Any]:
    """The hypothesis 1 with probability c/m, else -1."""
    return proportional({(1,): c, (-1,): m - c})


def _noised(A: Any, eta: Fraction) -> Any:
    return {S: noised_law(S, lambda rows: A[tuple(rows)], eta) for S in A}


def _worst(A: Any, pairs: Any, e: Fraction) -> Fraction:
    return max(rational(hockey_stick_divergence(A[S], A[R], e)) for S, R in pairs)


@claim(
    "BCS20.O34.global",
    "Section 3.4, last paragraph: noise that depends on the whole sample",
    "remark",
    caps="the learner of BCS20.A3, samples up to the order of their labels; $n >= 3$",
    ratio=Constant(2, mutants=(1,)),
)
def noise_that_sees_the_whole_sample_may_not_be_private(n: PositiveSize, ratio: int) -> Statement:
    """Independence is needed: the learner's probabilities change by a factor of at most 2 between neighbours, but after
    an adversary who multiplies all labels by the first one that of -1 changes by the factor $n$ between (1, ..., 1) and
    (-1, 1, ..., 1)."""
    first, other = (tuple((0, y if t == 0 else 1) for t in range(int(n))) for y in (1, -1))
    same, pairs = (1,) * int(n), neighbours(1, int(n))
    most = max(chance(S, same, h) / chance(R, same, h) for S, R in pairs for h in CONSTANTS)
    spoiled = [chance(S, (S[0][1],) * int(n), (-1,)) for S in (first, other)]
    return when(n >= 3, all_of([most <= ratio, spoiled[1] == int(n) * spoiled[0]]))
