"""ABLMM22 section 3.3: indistinguishability, of products too (Lemma 13), and empirical learners (Lemma 15)."""

from collections.abc import Iterable
from functools import cache
from itertools import product

from littlestone.spec.ablmm22.vocabulary import Generic, empirical_loss, learner_of, up_to_two_points
from littlestone.spec.learning.grid_laws import bounded_on_every_event, deltas, laws, leaked
from littlestone.spec.learning.mechanisms import geometric_tail
from littlestone.spec.learning.private_learning import neighbours_up_to_order
from littlestone.spec.notation import *

Empirical = Annotated[Run, Algorithm("ABLMM22.L15")]


# ---- Indistinguishability


@claim(
    "ABLMM22.D.ind",
    "Section 3.3: indistinguishability of two laws",
    "definition",
    narrows="laws on three outcomes, $eps = 0$ and $ln(1 + 1/j)$",
    caps="probabilities and $delta$ in multiples of $1/(3m)$",
    sign=Constant(1, mutants=(-1, 0)),
)
def indistinguishability_is_the_relation_on_every_event(m: PositiveSize, j: PositiveSize, sign: int) -> Truth:
    """$p$, $q$ are $(eps, delta)$-indistinguishable if $p(E) <= e^eps q(E) + delta$ and $q(E) <= e^eps p(E) + delta$
    for every event $E$: the two hockey-stick divergences against all events."""
    return all_of(
        indistinguishable(P, Q, ln(ratio), delta).iff(
            all(bounded_on_every_event(A, B, ratio**sign, delta, 3) for A, B in ((P, Q), (Q, P)))
        )
        for P, Q in product(laws(3, 3 * m), repeat=2)
        for delta in deltas(3 * m)
        for ratio in (Fraction(1), 1 + 1 / j)
    )


@claim("ABLMM22.D.ind.range", "Section 3.3: range of the parameters of indistinguishability", "definition")
def the_relation_is_defined_up_to_one(epsilon: Unit, k: PositiveInteger) -> Truth:
    """The relation is defined for "a, $b$, $eps$, $delta$ in [0, 1]". Read as: so is every $k eps$ with which Lemma 13
    and the proof of Lemma 21 use the relation."""
    return k * epsilon <= 1


@correction(
    "ABLMM22.D.ind.range",
    "$k eps$ exceeds 1, in Lemma 21 by far ($0.1 D > 478$ at $m = 2$): the relation must be defined for "
    "all $eps$, $delta >= 0$",
    narrows="$k = 2$, $delta = 0$ and one product of two events; other $k$ and $delta > 0$ are ABLMM22.L13, on two "
    "outcomes",
    cites=("ABLMM22.L13",),
    fewer=Constant(0, stronger="larger", mutants=(1,)),
)
def the_relation_is_used_beyond_one(a: FromZero, b: FromZero, s: Unit, t: Unit, r: AtLeastOne, fewer: int) -> Truth:
    """For every $eps >= 0$, beyond 1 too, probabilities $s e^eps a$ and $t e^eps b$, which are at most $e^eps$ times
    $a$ and $b$, have a product of at most $e^{2 eps} a b$, and of no smaller multiple at $s = t = 1$; here $r =
    e^eps$."""
    most = r ** (2 - fewer) * a * b
    return ((s * r * a) * (t * r * b) <= most) & equals((r * a) * (r * b), most)


rests_on(
    "ABLMM22.D.ind.range",
    "ABLMM22.L13",
    "$p^k$ and $q^k$ are compared for $k eps$ and $k delta$ above 1",
    "Section 3.3",
)


@claim(
    "ABLMM22.D12",
    "Definition 12, section 3.3: private learning algorithm",
    "definition",
    narrows="one learner, GenericLearner at $eps = ln 4$",
    caps="one example, $e^eps = 5/4$ or 2, $delta = 0$ or $1/8$",
    reach=up_to_two_points,
    sign=Constant(1, mutants=(-1,)),
)
def privacy_of_learners_is_the_relation_on_every_set(
    H: ExplicitBinary, law: LawOf, generic: Generic, sign: int
) -> Truth:
    """A is $(eps, delta)$-private if $A(S)$ and $A(S')$ are $(eps, delta)$-indistinguishable for all $S$, $S'$ that
    disagree on a single example, realizable or not: against all sets of hypotheses. (Definition 12 writes $m$ for the
    length once and $n$ once.)"""
    functions, A, rows = H.functions(), learner_of(law, generic, H), [(row,) for row in all_rows(H)]

    def literally(ratio: Fraction, delta: Fraction) -> bool:
        pairs = [(A(S).map(functions.index), A(T).map(functions.index)) for S, T in product(rows, repeat=2)]
        return all(bounded_on_every_event(P, Q, ratio**sign, delta, len(functions)) for P, Q in pairs)

    return all_of(
        is_private(A, all_rows(H), 1, ln(ratio), delta).iff(literally(ratio, delta))
        for ratio in (Fraction(5, 4), Fraction(2))
        for delta in (Fraction(0), Fraction(1, 8))
    )


# ---- Lemma 13


def power(P: Law[int], k: int) -> Law[tuple[int, ...]]:
    """P^k, k independent samples."""
    result: Law[tuple[int, ...]] = point_mass(())
    for _ in range(k):
        result = result.product(P).map(lambda pair: (*pair[0], pair[1]))
    return result


def few_outcomes(m: int, k: int) -> Truth | bool:
    """Products of $k$ laws in multiples of $1/m$ with $m k$ at most 18."""
    return m * k <= 18


@claim(
    "ABLMM22.L13",
    "Lemma 13, section 3.3: indistinguishability of products",
    "lemma",
    reach=few_outcomes,
    narrows="laws on two outcomes with probabilities in multiples of $1/m$, at their least $delta$ for $eps = "
    "ln(1 + j)$",
    epsilons=SHARE,
    deltas=SHARE,
)
def indistinguishability_adds_up_over_products(
    m: PositiveSize, j: PositiveSize, k: PositiveSize, epsilons: Fraction, deltas: Fraction
) -> Truth:
    """If $p$, $q$ are $(eps, delta)$-indistinguishable then $p^k$, $q^k$ are $(k eps, k delta)$-indistinguishable, for
    all $k$; for $k = 0$ there is nothing to show."""

    def add_up(P: Law[int], Q: Law[int]) -> Truth:
        delta = min(Fraction(1), Fraction(deltas * k * leaked((P, Q), j)))
        return indistinguishable(power(P, k), power(Q, k), epsilons * k * ln(1 + j), delta)

    return all_of(add_up(P, Q) for P, Q in product(laws(2, m), repeat=2))


@uses("ABLMM22.L13", "DP.composition.sequential", "section 3.3, before Lemma 13", name="epsilon")
def k_copies_are_composed(k: PositiveInteger, epsilon: FromZero, delta: FromZero) -> Use:
    """$p^k$ and $q^k$ are $(k eps, k delta)$-indistinguishable; here with the last copy."""
    at = {"first": (k - 1) * epsilon, "second": epsilon, "delta1": (k - 1) * delta, "delta2": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= k * epsilon, b.delta <= k * delta]))


# ---- Empirical learners


@claim(
    "ABLMM22.D14",
    "Definition 14, section 3.3: empirical learner",
    "definition",
    narrows="one learner, GenericLearner at $eps = ln 4$",
    caps="$m = 2$, and $alpha = 0$ or $1/2$",
    reach=up_to_two_points,
    offset=OFFSET,
)
def empirical_accuracy_is_about_realizable_samples(
    H: ExplicitBinary, law: LawOf, generic: Generic, offset: int
) -> Truth:
    """A is an $(alpha, beta)$-accurate empirical learner if $Pr[loss_S(f) <= alpha] >= 1 - beta$ for every $h$ in $H$
    and $S = ((x_1, h(x_1)), ..., (x_m, h(x_m)))$, repetitions allowed: that is, for every realizable sample; the least
    such probabilities are equal."""
    A, functions = learner_of(law, generic, H), H.functions()
    by_function = [labelled(xs, h) for h in functions for xs in product(range(H.points), repeat=2)]
    realizable = [S for S in product(all_rows(H), repeat=2) if any(empirical_loss(h, S) == 0 for h in functions)]

    def least(samples: Iterable[Sample], alpha: Fraction) -> Exact:
        return min(A(S).probability(lambda f, S=S: empirical_loss(f, S) <= alpha) for S in samples)  # type: ignore[misc]

    alphas = (Fraction(0), HALF)
    return all_of(least(by_function, a) == least(realizable, a + offset) for a in alphas)


def up_to_two_rows(m: int) -> Truth | bool:
    """Learners of at most two examples."""
    return m <= 2


@claim(
    "ABLMM22.L15",
    "Lemma 15, section 3.3 (BNSV15, Lemma 5.9): privacy of a learner on draws from its sample",
    "lemma",
    reach=up_to_two_rows,
    narrows="one algorithm: the number of $1s$ among $m$ bits with two-sided geometric noise of ratio $e^-eps$, cut to "
    "$0..m$, $eps = ln(1 + 1/(1 + j))$, or with probability $delta = 1/8$ without noise, which it then says; the bits "
    "in order, 1s first; the accuracy is ABLMM22.L15.accuracy",
    factor=Constant(9, stronger="smaller"),
    share=Constant(1, stronger="smaller"),
)
def empirical_learning_costs_nine_times_the_rows(
    j: PositiveSize, m: PositiveSize, law: LawOf, empirical: Empirical, factor: int, share: Fraction
) -> Truth:
    """If $eps < 1$ and A is $(eps, delta)$-private with $m$ examples, A on $m$ independent draws from $9m$ examples is
    $(eps, delta)$-private."""
    epsilon, delta = ln(1 + 1 / (1 + j)), Fraction(1, 8)
    kernel = noisy_count(m, (1 + j) / (2 + j), delta)
    run = cache(
        lambda ones: law(
            lambda S, source: empirical(kernel, m, S, source, factor), (1,) * ones + (0,) * (factor * m - ones)
        )
    )
    return is_private(
        lambda S: run(sum(S)), (0, 1), factor * m, share * epsilon, share * delta, relation=neighbours_up_to_order
    )


def noisy_count(m: int, ratio: Fraction, delta: Fraction) -> Run:
    """The number of 1s among m bits, without noise with probability delta, else with truncated geometric noise."""

    @cache
    def weights(ones: int) -> list[Exact]:
        tails = [geometric_tail(z - ones, ratio) for z in range(1, m + 1)]
        return [a - b for a, b in zip([Fraction(1), *tails], [*tails, Fraction(0)], strict=True)]

    def run(rows: tuple[int, ...], source: Randomness) -> tuple[bool, int]:
        ones, leaks = sum(rows), bool(source.bernoulli(delta))
        return leaks, ones if leaks else int(source.choice(weights(ones)))

    return run


@claim(
    "ABLMM22.L15.accuracy",
    "Lemma 15, section 3.3: accuracy of a learner on draws from its sample",
    "lemma",
    reach=up_to_two_points,
    narrows="one learner, GenericLearner, with $epsilon = ln 4$, $m = 1$ and $alpha = 1/4$ or $1/3$, a loss that is"
    " met, on samples of the two ends of the domain, 0, 3, 6 or 9 rows at the second",
    offset=OFFSET,
)
def an_accurate_learner_is_accurate_on_draws_from_its_sample(
    H: ExplicitBinary, law: LawOf, generic: Generic, empirical: Empirical, offset: int
) -> Truth:
    """A on $m$ draws from a realizable sample of $9m$ examples has $loss_S(f) > alpha$ exactly as often as A has
    $loss_D(f) > alpha$ on $m$ examples of the uniform distribution $D$ on the sample."""
    A, functions = learner_of(law, generic, H), H.functions()

    def base(sample: Sample, source: Randomness) -> Function:
        hypothesis: Function = generic(functions, sample, ln(4), source)
        return hypothesis

    def same(h: Function, ones: int, alpha: Fraction) -> Truth | bool:
        points = (0,) * (9 - ones) + (H.points - 1,) * ones
        sample = labelled(points, h)
        D = tuple(Fraction(points.count(x), 9) for x in range(H.points))
        found: Exact = law(empirical, base, 1, sample).probability(lambda f: empirical_loss(f, sample) > alpha)
        return found == failure_probability(A, h, D, 1 + offset, alpha)

    return all_of(
        same(h, ones, alpha) for h in functions for ones in range(0, 10, 3) for alpha in (QUARTER, Fraction(1, 3))
    )


@claim(
    "ABLMM22.L15.epsilon",
    "for Lemma 15, section 3.3: number of rows that keeps epsilon",
    "step",
    role="companion",
    narrows="proved is the last inequality; the bounds on $A$ and $a$ are ABLMM22.L15.up and ABLMM22.L15.down, and "
    "that the learner's loss is $ln(A/a)$, by group privacy, is cited",
    least=Constant(3, stronger="smaller", mutants=(2,)),
)
def three_times_the_rows_keep_epsilon(epsilon: OpenUnit, more: FromZero, least: int) -> Truth:
    """The replaced row is drawn $K ~ Bin(m, 1/(9m))$ times; $eps' = ln(A/a)$, $A = E[e^{eps K}] <= e^{w/9}$, $a =
    E[e^{-eps K}] >= e^{-v/(9 - v)}$, is at most $w/9 + v/(9 - v) <= eps$ for all $m$ and $eps < 1$, $w = e^eps - 1$ and
    $v = 1 - e^-eps$; here with any $c >= 3$ in place of 9."""
    c, w, v = least + more, exp(epsilon) - 1, 1 - exp(-epsilon)
    return w / c + v / (c - v) <= epsilon


@claim(
    "ABLMM22.L15.up",
    "for Lemma 15, section 3.3: moment of the number of draws of a row",
    "step",
    role="companion",
    narrows="proved is the inequality; that $E[e^{eps K}] = (1 + w/(9m))^m$ for $K ~ Bin(m, 1/(9m))$ is not formalized",
    one=Constant(1, mutants=(Fraction(9, 10),)),
)
def the_row_is_rarely_drawn_often(w: FromZero, m: PositiveInteger, c: AtLeastOne, one: Fraction) -> Truth:
    """$A = E[e^{eps K}] = (1 + w/(9m))^m <= e^{w/9}$, for $w = e^eps - 1$; here with any $c >= 1$ in place of 9."""
    return (1 + w / (c * m)) ** m <= exp(one * w / c)


@claim(
    "ABLMM22.L15.down",
    "for Lemma 15, section 3.3: negative moment of the number of draws of a row",
    "step",
    role="companion",
    narrows="proved are the two inequalities in $z$ and $v$; that $E[e^{-eps K}] = (1 - v/(9m))^m$ for $K ~ Bin(m, "
    "1/(9m))$, and the step from $ln(1 - z)$ to it, are not formalized",
    one=Constant(1, mutants=(0,)),
)
def the_row_is_often_not_drawn(v: OpenUnit, m: PositiveInteger, c: AtLeastTwo, one: int) -> Truth:
    """$a = E[e^{-eps K}] = (1 - v/(9m))^m >= e^{-v/(9 - v)}$ for $v = 1 - e^-eps$: with $z = v/(9m)$, $ln(1 - z) >=
    -z/(1 - z)$, and $m z/(1 - z) = v/(9 - v/m) <= v/(9 - v)$; here with any $c >= 2$ in place of 9."""
    z = v / (c * m)
    return (-(z / (1 - z)) <= ln(1 - z)) & (v / (c - v / m) <= v / (c - one * v))


@claim(
    "ABLMM22.L15.delta",
    "for Lemma 15, section 3.3: delta of a learner on draws from its sample",
    "step",
    role="companion",
    narrows="proved is that both quotients by $w$ are equal; that $delta'$ is the first, group privacy for $K$ copies, "
    "is cited",
    share=SHARE,
)
def delta_shrinks_as_the_excess_does(A: AtLeastOne, c: AtLeastOne, w: PositiveReal, share: Fraction) -> Truth:
    """$delta' = delta ((A/a)(1 - a) + A - 1)/w$, by group privacy for $K$ copies against none and back, is $delta (A/a
    - 1)/w = delta (e^{eps'} - 1)/(e^eps - 1)$: at most $delta$ exactly where $eps' <= eps$; here $c = 1/a$."""
    return equals((A * c * (1 - 1 / c) + A - share) / w, (A * c - 1) / w)


rests_on(
    "ABLMM22.L15.delta",
    "DP.group",
    "$K$ copies of the replaced row cost $e^{eps K}$",
    "for Lemma 15: the constant for delta",
)
