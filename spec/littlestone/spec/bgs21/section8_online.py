"""BGS21 section 8: Lemmas 8.6 and 8.7 on online learning, by any learner and by weighted majority."""

from itertools import product

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.online_games import online_value
from littlestone.spec.notation import *

Majority = Annotated[Run, Algorithm("BGS21.ALG.WM")]


# ---- Lemma 8.6


@terms("BGS21.L8.6")
def mistakes_on_the_worst_sequence(d: Natural, L: FromZero, share: Fraction = HALF) -> Terms:
    """L mistakes, in expectation, on the worst realizable sequence of d = MLD(H) examples."""
    return Terms(says=share * d <= L)


@claim(
    "BGS21.L8.6",
    "Lemma 8.6, section 8 (Theorem 5.1 of DSBDSS11): expected mistakes of a randomised online learner",
    "lemma",
    share=Constant(HALF, mutants=(Fraction(3, 5),)),
)
def some_sequence_costs_half_the_dimension(H: ExplicitClass, share: Fraction) -> Statement:
    """If $MLD(H) = d$ then every randomised online learner makes at least $d/2$ mistakes in expectation on some
    realizable sequence of $d$ examples: the value of the game of $d$ rounds, computed exactly, is at least $d/2$; $d >=
    1$, without which it says nothing."""
    d = int(littlestone_dimension(H))
    return when(d >= 1, as_truth(mistakes_on_the_worst_sequence(d, online_value(H, d), share).says))


# ---- Lemma 8.7


@terms("BGS21.L8.7")
def regret_of_weighted_majority(experts: FromZero, T: FromZero, regret: FromZero, scale: Fraction | int = 1) -> Terms:
    """The regret over T rounds where ln N is ``experts``."""
    return Terms(says=regret**2 <= scale * (experts * T / 2))


@claim(
    "BGS21.L8.7",
    "Lemma 8.7 and Equation (15), section 8 (page 20 of DSBDSS11): regret of weighted majority",
    "lemma",
    narrows="the two inequalities; their sum over the rounds is not formalized, and run on short sequences as "
    "BGS21.ALG.WM",
    rate=Constant(8, mutants=(16,), stronger="larger"),
    scale=Constant(1, mutants=(Fraction(9, 10),), stronger="smaller"),
)
def weighted_majority_has_small_regret(
    p: Unit, eta: PositiveReal, T: PositiveReal, rate: int, scale: Fraction
) -> Truth:
    """$E[L_A - min_i L_i] <= sqrt(ln(N) T / 2)$ for randomised weighted majority with $N >= 2$ experts, at the rate
    $eta$ with $ln N = eta^2 T / 8$, on every sequence of length $T$: where a round costs $p$, ln of the total weight
    falls by at least $eta p - eta^2 / 8$, and never below $-eta min_i L_i$, so that the regret is at most $ln(N)/eta +
    eta T/8$, which is the bound at this rate."""
    log_experts = eta**2 * T / 8
    falls = ln(1 - p * (1 - exp(-eta))) <= -(eta * p) + eta**2 / rate
    regret = log_experts / eta + eta * T / 8
    return falls & as_truth(regret_of_weighted_majority(log_experts, T, regret, scale).says)


@uses("BGS21.L8.7", "PROB.hoeffding.lemma", "for Lemma 8.7, section 8, as in textbooks")
def the_total_weight_falls_by_hoeffdings_lemma(
    p: Unit, eta: PositiveReal, fall: FromZero, t: Natural, cost: FromZero, more: FromZero
) -> Use:
    """Where a round costs $p$, ln of the total weight has the ``fall`` $-ln(1 - p + p e^{-eta})$, at least $eta p -
    eta^2 / 8$: with $eta cost - t eta^2 / 8$ and ``more`` in $t$ rounds before, $eta (cost + p) - (t + 1) eta^2 / 8$ in
    all."""
    line = eta * cost - t * eta**2 / 8 + more + fall >= eta * (cost + p) - (t + 1) * eta**2 / 8
    return Use({"moment": eta * p - fall, "t": eta}, gives=line)


def few_sequences(N: Integer, T: Integer) -> Truth:
    """$N$ experts over $T$ rounds with $N T <= 8$ and $N^T <= 64$."""
    return all_of([N * T <= 8, N**T <= 64])


@claim(
    "BGS21.ALG.WM",
    "Lemma 8.7, section 8: weighted majority as implemented",
    "algorithm",
    reach=few_sequences,
    caps="one of the orders of the experts, the label 0 in every round",
    scale=SHARE,
)
def weighted_majority_has_small_regret_on_every_sequence(
    N: PositiveSize, T: PositiveSize, law: LawOf, majority: Majority, scale: Fraction
) -> Statement:
    """Randomised weighted majority at the rate $sqrt(8 ln(N) / T)$: $E[L_A - min_i L_i] <= sqrt(ln(N) T / 2)$, where
    that is below $T$, for every sequence of right and wrong advice of $N$ experts over $T$ rounds, computed from its
    exact law."""
    bound = scale * (ln(N) * T / 2) ** HALF
    sequences = product(product((0, 1), repeat=N), repeat=T)
    below = all_of(_regret(law, majority, advice) <= bound for advice in sequences if _sorted(advice))
    return when(ln(N) < 2 * T, below)


def _sorted(advice: tuple[tuple[int, ...], ...]) -> bool:
    """One of the orders of the experts: their regret does not depend on it."""
    columns = list(zip(*advice, strict=True))
    return columns == sorted(columns)


def _regret(law: Run, majority: Run, advice: tuple[tuple[int, ...], ...]) -> Exact:
    """The expected regret where the label is 0 in every round, so that advice 1 is a mistake."""
    labels = (0,) * len(advice)
    best = min(map(sum, zip(*advice, strict=True)))
    said: Law[Function] = law(majority, advice, labels)
    return exact(said.expectation(lambda s: mistakes(s, labels)) - best)
