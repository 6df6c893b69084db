"""ABLMM22 section 4.2.3: Lemma 21, that the family is small, and its attack by binary search.

The constants of its displays are in section4_2_constants. Logarithms are to base 2 where ln is not written; m = 2j.
"""

from itertools import product

from littlestone.spec.ablmm22.vocabulary import RankLearner, rank_probabilities
from littlestone.spec.learning.ordered_samples import balanced_sample
from littlestone.spec.learning.samples import Points
from littlestone.spec.notation import *

SHORT_VECTORS = "vectors of $n = 2^T - 1$ entries, where the print has $n > 2^(T+1)$"
BinarySearch = Annotated[Run, Algorithm("ABLMM22.L21.B")]
AttackRun = Annotated[Run, Algorithm("ABLMM22.L21.attack")]
TWO_THIRDS = Fraction(2, 3)
Lemma21 = "section 4.2.3, proof of Lemma 21"


# ---- Lemma 21


@claim(
    "ABLMM22.L21",
    "Lemma 21, section 4.2.3: size of a threshold-like family",
    "lemma",
    not_checkable="it excludes families of more than $2^{10^3 m^2 log^2 m} >= 2^4000$ distributions, which cannot be "
    "listed",
    stand_ins=("ABLMM22.L21.B", "ABLMM22.L21.attack", "ABLMM22.L21.accuracy", "ABLMM22.L21.fewer.eqC"),
)
def families_of_threshold_like_distributions_are_small() -> Truth:
    """A family as in Lemma 20 has $n <= 2^{10^3 m^2 log^2 m}$."""
    raise NotImplementedError


rests_on("ABLMM22.L21", "ABLMM22.L20", "$P_1, ..., P_n$ are close, with the level $r$", f"{Lemma21}, first sentence")


def steps(m: Real) -> Real:
    """T = 10^3 m^2 log^2 m - 1."""
    return 1000 * m**2 * log2(m) ** 2 - 1


@uses("ABLMM22.L21", "ABLMM22.L13", Lemma21, draws="$Q_i$ and $Q_j$ are $(0.1 D, D delta)$-indistinguishable")
def the_powers_are_indistinguishable(j: PositiveSize) -> Use:
    """Lemma 13 is used with $k = D = 10^2 m^2 log T$, which it takes to be a natural number; here $m = 2j$."""
    m = Real.of(2 * j)
    draws = 100 * m**2 * log2(steps(m))
    return Use(needs=draws <= floor(draws))


@correction(
    "ABLMM22.L21.from.L13.premise",
    "$D$ is no natural number (at $m = 2$ it is 400 log 3999), and neither is $T$ unless $m$ is a power "
    "of 2: they must be rounded, $D$ up and $T$ down, which the last display affords "
    "(ABLMM22.L21.fewer.eqC)",
    more=Constant(1, mutants=(0,)),
)
def the_draws_can_be_rounded_up(j: PositiveSize, more: int) -> Truth:
    """$ceil(D)$ draws are a natural number of them, at least $D$ and below $D + 1$; here $m = 2j$."""
    m = Real.of(2 * j)
    draws = 100 * m**2 * log2(steps(m))
    return (draws <= floor(draws) + more) & (floor(draws) + more < draws + 1)


rests_on(
    "ABLMM22.L21", "ABLMM22.D.ind.range", "$0.1 D$ is far above 1", Lemma21, repair="ABLMM22.D.ind.range.corrected"
)
rests_on(
    "ABLMM22.L21",
    "ABLMM22.L21.vbar",
    "$vbar(j)$ is -1 for $j < i$ and $+1$ for $j > i$",
    Lemma21,
    repair="ABLMM22.L21.vbar.corrected",
)
rests_on(
    "ABLMM22.L21", "ABLMM22.L21.outcomes", "$2^(T-1)$ events $E_i$", Lemma21, repair="ABLMM22.L21.outcomes.corrected"
)
rests_on("ABLMM22.L21", "ABLMM22.L21.B", "$B(v) = i$ where all probes are right", f"{Lemma21}, fourth paragraph")


@uses("ABLMM22.L21", "PROB.hoeffding", f"{Lemma21}, fourth paragraph")
@uses("ABLMM22.L21.eqA", "PROB.hoeffding", f"{Lemma21}, its second display")
def hoeffding_at_the_printed_draws(m: AtLeastTwo, T: AtLeastTwo) -> Use:
    """ "A standard application of Chernoff inequality" is Hoeffding's: $T$ probes, each wrong with its probability at
    $t = 1/(10m)$ and $D = 10^2 m^2 log T$ draws, leave $2/3$."""
    at = {"n": 100 * m**2 * log2(T), "t": 1 / (10 * m)}
    return Use(at, gives=lambda b: 1 - T * b.fails >= TWO_THIRDS)


@uses("ABLMM22.L21", "PROB.union", Lemma21, draws="$B = i$ but for $T$ wrong probes")
def all_probes_are_right(T: AtLeastOne, wrong: Unit) -> Use:
    """The union bound over the probes: the search misses $i$ with probability at most $T$ times that of one wrong
    probe; the last probe is $i$ itself, so that $T - 1$ are enough."""
    return Use({"chances": T * wrong}, times=1)


@uses("ABLMM22.L21", "ABLMM22.L21.eqA", f"{Lemma21}, its second display")
def the_event_has_probability_two_thirds(missed: Unit, more: FromZero) -> Use:
    """$Q_i(E_i) = 1 - missed$ is at least $1 - T exp(-2 log T) >= 2/3$; here $T exp(-2 log T) = missed + more$."""
    return Use({"missed": missed + more}, gives=1 - missed >= TWO_THIRDS)


@adds_up("ABLMM22.L21", f"{Lemma21}, its second display")
def the_search_fails_with_probability_a_third(T: AtLeastOne, wrong: Unit) -> Total:
    """All wrong probes together have a probability of at most $1/3$, where each has at most $1/(3T)$."""
    return Total(fails=Fraction(1, 3), given=wrong * T <= Fraction(1, 3))


@uses("ABLMM22.L21", "ABLMM22.L21.eq1", f"{Lemma21}, Equation (1)", draws="$Q_j(E_i) >= (1/2) exp(-0.1 D)$")
def equation_one_is_used_with_the_printed_delta(j: PositiveSize, a: AtLeastOne, q: FromZero) -> Use:
    """Equation (1) needs $D delta <= 1/6$: it is used at $D = 10^2 m^2 log T$ and $delta = 1/(10^3 m^2 log m)$, where
    $D delta = log T/(10 log m)$; here $m = 2j$."""
    m = Real.of(2 * j)
    return Use({"a": a, "d": log2(steps(m)) / (10 * log2(m)), "q": q})


@correction(
    "ABLMM22.L21.from.L21.eq1.premise",
    "$D delta = log T/(10 log m)$ is above $1/5$ for every $m$ (ABLMM22.L21.eqD.never); with $D = 50 m^2 "
    "ln(3T)$ draws it is at most $1/2$, and there is $1/6$ where the print has $1/2$ "
    "(ABLMM22.L21.eqD.corrected, L21.fewer.eqC)",
    most=Constant(HALF, stronger="smaller", mutants=(Fraction(1, 6),)),
)
def fewer_draws_have_a_small_share(j: PositiveSize, most: Fraction) -> Truth:
    """$D delta = ln(3T)/(20 log m) <= 1/2$ for $D = 50 m^2 ln(3T)$ and $delta = 1/(10^3 m^2 log m)$; here $m = 2j$."""
    m = Real.of(2 * j)
    return ln(3 * steps(m)) <= most * 20 * log2(m)


@uses("ABLMM22.L21", "ABLMM22.L21.eqC", f"{Lemma21}, its third display")
def the_events_are_too_likely(loss: FromZero, T: AtLeastTwo, more: FromZero) -> Use:
    """$2^{T-1} e^{-0.1 D} > 1$ contradicts $1 >= Q_j(E) >= 2^T (1/2) e^{-0.1 D}$ for the union $E$ of the $E_i$; here
    $ln Q_j(E) = (T - 1) ln 2 - loss + more$, and the loss is $0.1 D$."""
    return Use({"loss": loss, "T": T}, gives=(T - 1) * ln(2) - loss + more > 0)


rests_on("ABLMM22.L21", "ABLMM22.L21.eqD", "$2/3 - D delta >= 1/2$", Lemma21, repair="ABLMM22.L21.eqD.corrected")
rests_on("ABLMM22.L21", "ABLMM22.L21.eq1", "with $D delta <= 1/2$ there is $1/6$", f"for {Lemma21}", name="fewer")


# ---- Binary search


def images(search: BinarySearch, T: int) -> set[int]:
    """The outcomes of T steps of binary search over all vectors with 2^T - 1 entries."""
    return {int(search(v, T)) for v in product((0, 1), repeat=2**T - 1)}


def up_to_four_steps(T: int) -> Truth | bool:
    """At most four steps of binary search, all vectors of 15 entries."""
    return T <= 4


@claim(
    "ABLMM22.L21.outcomes",
    "proof of Lemma 21, section 4.2.3: number of outcomes of binary search",
    "step",
    reach=up_to_four_steps,
    narrows=SHORT_VECTORS,
)
def binary_search_has_two_to_the_t_outcomes(T: PositiveSize, search: BinarySearch) -> Truth:
    """The events $E_j$ correspond to the $2^T$ different outcomes of $B$, the entry probed at the $T$-th step."""
    return equals(len(images(search, int(T))), 2**T)


@correction(
    "ABLMM22.L21.outcomes",
    "$T - 1$ answers decide which entry is probed at the $T$-th step: $2^(T-1)$ outcomes; the last "
    "display then needs $2^{T-2} e^{-0.1 D} > 1$ (with $1/6$ for $1/2$ and fewer draws: ABLMM22.L21.fewer.eqC)",
    reach=up_to_four_steps,
    narrows=SHORT_VECTORS,
    fewer=Constant(1, mutants=(0, 2)),
)
def binary_search_has_two_to_the_t_minus_one_outcomes(T: PositiveSize, search: BinarySearch, fewer: int) -> Truth:
    """The entry probed at the $T$-th step has $2^(T-1)$ possible values: the even positions, counted from 0, among $2^T
    - 1$."""
    found = images(search, int(T))
    return equals(2 ** (T - fewer), len(found)) & (found == set(range(0, 2 ** int(T) - 1, 2)))


def up_to_ten_steps(T: int) -> Truth | bool:
    """At most ten steps of binary search."""
    return T <= 10


@claim(
    "ABLMM22.L21.B",
    "proof of Lemma 21, section 4.2.3: binary search as implemented",
    "algorithm",
    reach=up_to_ten_steps,
    narrows=SHORT_VECTORS,
    flipped=OFFSET,
)
def binary_search_finds_the_threshold(T: PositiveSize, i: Size, search: BinarySearch, flipped: int) -> Statement:
    """For each position in the image of $B$, here $2i$ counted from 0, and every $v$ with -1 before it and $+1$ after
    it, whatever $v(2i)$ is, $B(v) = 2i$."""
    n, at, before = 2 ** int(T) - 1, 2 * int(i), int(flipped)
    vectors = [(before,) * at + (v,) + (1 - before,) * (n - 1 - at) for v in (0, 1)]
    return when(at < n, all_of(search(v, int(T)) == at for v in vectors))


# ---- The majority vector


@claim("ABLMM22.L21.vbar", "proof of Lemma 21, section 4.2.3: mean of the labels against the level r", "step")
def the_mean_of_the_labels_is_above_r(p: Unit, r: Unit, m: PositiveInteger) -> Statement:
    """The threshold vector has $+1$ at $j$ where the mean of $v_1(j), ..., v_D(j)$ in ${-1, +1}$ is at least $r$. Read
    as: where $p = Pr[v(j) = 1] >= r + 1/(10m)$, as for $j > i$, that mean has an expectation $2p - 1$ of at least
    $r$."""
    return when(r + 1 / (10 * m) <= p, r <= 2 * p - 1)


@correction(
    "ABLMM22.L21.vbar",
    "$r$ is a probability, and the mean of $+-1$ labels is $2p - 1$: compare the fraction of $+1$, or the"
    " mean with $2r - 1$; and where the mean equals $r$, the print gives the vector both labels",
    margin=Constant(10, mutants=(9,)),
)
def the_fraction_of_plus_ones_tells_the_side_of_r(p: Unit, r: Unit, m: PositiveInteger, margin: int) -> Truth:
    """Where $p = Pr[v(j) = 1] >= r + 1/(10m)$, the mean of labels in ${-1, +1}$ has an expectation $2p - 1$ of at least
    $(2r - 1) + 2/(10m)$, and where $p <= r - 1/(10m)$ of at most $(2r - 1) - 2/(10m)$."""
    level, away = 2 * r - 1, 2 / (margin * m)
    above = (r + 1 / (10 * m) <= p).implies(level + away <= 2 * p - 1)
    return above & (p <= r - 1 / (10 * m)).implies(2 * p - 1 <= level - away)


# ---- The attack on the rank learner


def up_to_eight_steps(T: int) -> Truth | bool:
    """At most eight steps of binary search."""
    return T <= 8


@claim(
    "ABLMM22.L21.attack",
    "proof of Lemma 21, section 4.2.3: attack on a learner that leaks, as implemented",
    "algorithm",
    narrows="one learner, the rank learner with $m = 2$, $p_0 = 0$ and $p_1 = 1$, which leaks without error; "
    f"{SHORT_VECTORS}",
    reach=up_to_eight_steps,
    steps=OFFSET,
)
def the_attack_names_the_example_of_a_learner_that_leaks_it(
    T: PositiveSize, i: Size, D: PositiveSize, law: LawOf, learner: RankLearner, attack: AttackRun, steps: int
) -> Statement:
    """$D$ draws from a learner with $p_0 = 0$ and $p_1 = 1$ name the secret first example with certainty: $B$ of the
    majority vector, at the level $r = 1/2$, is $2 i$ for every $2 i < 2^T - 1$, which are its
    image."""
    at = 2 * int(i)
    found = _attacked(law, learner, attack, int(T), at, (0, 1, 0, 0), int(D))
    return when(at < 2**T - 1, equals(found[at + steps], 1))


def _attacked(law: LawOf, learner: RankLearner, attack: AttackRun, T: int, x: int, weights: Points, D: int) -> Law[int]:
    """The exact law of the attack's answer on the rank learner, m = 2, with its first example at x among 2^T - 1."""
    n, level = 2**T - 1, sum(rank_probabilities(weights)[:2]) / 2

    def draw(source: Randomness) -> Function:
        return tuple(learner(balanced_sample([x, n]), n + 1, weights, source)[:n])

    found: Law[int] = law(attack, draw, D, level, T)
    return found


def few_draws(T: int, D: int) -> Truth | bool:
    """At most three steps of binary search and four draws."""
    return (T <= 3) & (D <= 4)


@claim(
    "ABLMM22.L21.accuracy",
    "proof of Lemma 21, section 4.2.3: failure probability of the attack",
    "step",
    narrows="the rank learner with $m = 2$ and weights 1, $4b$, 1 of the ranks 0, 1 and 3, at most four draws; "
    f"for all others it is cited; {SHORT_VECTORS}",
    reach=few_draws,
    rate=Constant(2, stronger="larger"),
)
def the_attack_errs_as_seldom_as_hoeffding_says(
    T: PositiveSize, i: Size, D: PositiveSize, b: PositiveSize, law: LawOf, learner: RankLearner, attack: AttackRun,
    rate: int,
) -> Statement:  # fmt: skip
    """$B = i$ with probability at least $1 - T exp(-2 D g^2)$, $g = (p_1 - p_0)/2$ the distance of the probabilities
    from $r$, for every $i$ in the image of $B$, where that bound is positive and $T >= 2$, for at one step $B$ has one
    answer."""
    at, g = 2 * int(i), b / (2 * b + 1)
    success = _attacked(law, learner, attack, int(T), at, (1, 4 * int(b), 0, 1), int(D))[at]
    missed = T * exp(-rate * D * g**2)
    return when([T >= 2, at < 2**T - 1, T * exp(-2 * D * g**2) < 1], 1 - missed <= success)


rests_on("ABLMM22.L21.accuracy", "PROB.hoeffding", "a probe errs with $exp(-2 D g^2)$", f"{Lemma21}, fourth paragraph")
rests_on("ABLMM22.L21.accuracy", "PROB.union", "$B = i$ but for $T exp(-2 D g^2)$", f"{Lemma21}, fourth paragraph")
