"""ABLMM22 section 5.2.3: the Monte-Carlo variant of the distributions, Lemma 27, and algorithm G."""

from collections.abc import Iterator, Sequence

from littlestone.spec.ablmm22.vocabulary import (
    CHOICES,
    SLOPED,
    Level,
    Levels,
    Sampler,
    Soa,
    SpendingLaw,
    Spent,
    Stable,
    ZeroToQuarter,
    few_laws_of_points,
    realizable,
    sampler_law,
    singletons_with_both_constants,
    soa_rule,
    towers,
    up_to_two_points,
)
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import total
from littlestone.spec.learning.samples import rational
from littlestone.spec.learning.stability import (
    StabilityPlan,
    double_power,
    followed,
    monte_carlo_law,
    sample_law,
    sloped,
    tournament_law,
)
from littlestone.spec.notation import *

L27 = "Proof of Lemma 27"


# ---- The first attempt


@claim("ABLMM22.S5.2.3", "Section 5.2.3, first paragraph: success probability of the first attempt", "remark")
def the_first_attempt_as_printed(i: Size, levels: Levels) -> Statement:
    """With probability $1/(d+1)$ the drawn $i$ is a $k$ of Lemma 25, and so the hypothesis that this lemma guarantees
    is output with probability at least $2^(-2^d)/(d+1)$. Read as: where a hypothesis has probability $2^(-2^(d+2))$
    after $D_0$, so that $D_1$ is undefined and $k = 0$ is the only such $k$, its probability there is at least
    $2^(-2^d)$; here $H$ is ${0, e_1, ..., e_N, 1}$, $d = 2$, the target is 1, $n = 1$, $D$ is uniform on $N = 16 + i$
    points and ties of the SOA go to -1."""
    d, (functions, target) = 2, singletons_with_both_constants(16 + int(i))
    first, *_ = levels(frozenset(functions), sloped(len(target), 0), target, 1)
    only = double_power(d + 2) <= first.largest
    return when(only, double_power(d) / (d + 1) <= first.largest / (d + 1))


@correction(
    "ABLMM22.S5.2.3",
    "Lemma 25 gives $2^(-2^(d+2))$, which is smaller than $2^(-2^d)$; the printed number needs $D_k$ and "
    "the lemma with the threshold $2^(-2^d)$, of which ABLMM22.L25.sharp has the arithmetic",
    narrows="proved is the last inequality, for $k = d$; those before it are cited, and for $k < d$ there is "
    "nothing to prove; that the hypothesis has a low loss is ABLMM22.L26",
    power=Constant(2, mutants=(0,)),
)
def the_first_attempt(b: ZeroToQuarter, d: PositiveInteger, power: int) -> Truth:
    """The hypothesis of Lemma 25 is output with probability at least $2^(-2^(d+2))/(d+1)$: that is what it means that
    $D_(k+1)$ is undefined for a $k < d$, and if $D_d$ is well defined, then with at least $rho_d/(d+1) >= 4
    2^(-2^(d+1))/(d+1) >= 2^(-2^(d+2))/(d+1)$; here $b = 2^(-2^(d+1))$."""
    return b**power / (d + 1) <= 4 * b / (d + 1)


rests_on(
    "ABLMM22.S5.2.3", "ABLMM22.L25", "some $k <= d$ that $i$ may be, and its $f$", "Section 5.2.3, first paragraph"
)
rests_on("ABLMM22.S5.2.3", "ABLMM22.L26", "$f$ has low population loss", "Section 5.2.3, in brackets")
rests_on("ABLMM22.S5.2.3.corrected", "ABLMM22.L25.eq2", "$rho_d >= 4 * 2^(-2^(d+1))$", "Section 5.2.3, first paragraph")
rests_on("ABLMM22.S5.2.3.corrected", "ABLMM22.L25.target", "the target has $rho_d/(d+1)$", "Section 5.2.3")


# ---- The Monte-Carlo variant


def few_draws(H: ConceptClass, k: int, i: int) -> bool:
    """Classes on at most 2 points, with $k <= 2$; for $k = 2$ those of at most 3 functions, with $i = 0$"""
    small = int(k) < 2 or (int(k) == 2 and int(i) == 0 and len(H.functions()) <= 3)
    return up_to_two_points(H) and small


@claim(
    "ABLMM22.A.Dtilde",
    "The distributions D~_k, section 5.2.3: sampler with a budget as implemented",
    "algorithm",
    reach=few_draws,
    narrows=f"$n = 1$, $D$ is uniform, and $N = 2 (2^k - 1) + i$; {CHOICES}",
    fewer=OFFSET,
)
def the_sampler_is_the_monte_carlo_variant(
    H: ExplicitBinary, k: Size, i: Size, law: LawOf, soa: Soa, sampler: Sampler, spending: SpendingLaw, fewer: int
) -> Statement:
    """The sampler outputs $S$ with the probability that $D~_k$ gives it, and fails exactly where more than $N$ examples
    are drawn, those of recursive calls and of rejected attempts included; the law of $SOA(S o T)$, Fail included, that
    is computed from states agrees."""
    plan = StabilityPlan(1, int(2 * (2**k - 1) + i))
    less = StabilityPlan(1, max(0, plan.budget - 2 * int(fewer)))
    rule = soa_rule(soa, H)
    return all_of(
        same_law(monte_carlo_law(rule, examples, less, k), sampler_law(H, D, c, plan, k, law, soa, sampler))
        & _same_rules(rule, examples, plan, k, spending(frozenset(H.functions()), D, c, plan, k))
        for D, c, examples in realizable(H, 0)
    )


def _same_rules(rule: Run, examples: Law[Example], plan: StabilityPlan, k: int, found: Spent) -> Truth:
    """SOA(S o T) as the law of states has it, Fail included."""
    law = monte_carlo_law(rule, examples, plan, k).bind(
        lambda S: sample_law(examples, plan.n).map(lambda T: None if S is None else rule((*S, *T)))
    )
    return same_law(law, found.hypotheses)


@claim(
    "ABLMM22.A.Dtilde.coupling",
    "The distributions D~_k, section 5.2.3: coupling with the ideal distributions",
    "step",
    reach=up_to_two_points,
    narrows="three consequences of the coupling; $n = 1$, $N = 6 i$ and $D$ is uniform; the laws and $E[M_k]$ are "
    f"computed from states; {CHOICES}",
    scale=Constant(1, mutants=(8,), stronger="larger"),
)
def the_variant_is_the_distribution_where_it_does_not_fail(
    H: ExplicitBinary, k: Size, i: PositiveSize, levels: Levels, spending: SpendingLaw, scale: int
) -> Statement:
    """$D~_k$ is $D_k$ where $M_k <= N$. Read as: no hypothesis of $D_k$ is more likely after it, $E[M_k; M_k <= N] <=
    E[M_k]$, and $Pr[Fail] <= E[M_k]/N$, for $1 <= k <= d$."""
    plan, functions = StabilityPlan(1, int(6 * i)), frozenset(H.functions())
    defined = [(D, c, tower[k]) for D, c, tower in towers(levels, H, 0, 1) if int(k) < len(tower)]
    reached = [(level, spending(functions, D, c, plan, k)) for D, c, level in defined]
    return when(
        [k >= 1, bool(reached)], all_of(_coupled(level, spent, plan.budget, int(scale)) for level, spent in reached)
    )


def _coupled(level: Level, spent: Spent, budget: int, scale: int) -> Truth:
    found = [f for f in spent.hypotheses.support if f is not None]  # those that fail have None
    below = all_of(spent.hypotheses[f] <= level.hypotheses[f] for f in found)
    drawn = sum((rational(p) * used for used, p in spent.draws.items if used is not None), Fraction(0))
    failing = spent.draws[None]
    return all_of([below, drawn <= level.expected_draws, scale * failing * budget <= level.expected_draws])


# ---- Lemma 27


@terms("ABLMM22.L27")
def mean_draws(draws: FromZero, levels: PositiveReal, n: PositiveInteger) -> Terms:
    """E[M_k], and 4^(k+1)."""
    return Terms(says=draws <= levels * n)


@claim(
    "ABLMM22.L27",
    "Lemma 27, section 5.2.3: expected number of examples drawn",
    "lemma",
    reach=few_laws_of_points,
    narrows=f"$E[M_k]$ is computed as $(2 E[M_(k-1)] + 2n)/theta$ (ABLMM22.L27.eq4); {SLOPED}",
    base=Constant(4, mutants=(2,), stronger="smaller"),
)
def sampling_costs_few_examples(H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, base: int) -> Statement:
    """If $D_k$ is well defined then $E[M_k] <= 4^(k+1) n$, where $M_k$ is the number of examples drawn while $S ~ D_k$
    is generated: here for every threshold up to $1/2$, which makes two rules equal with probability at most $1/2$, and
    $1 <= k <= d$, as $M_0 = 0$."""
    costs = [cost for _, _, tower in towers(levels, H, j, n) for cost in _well_defined(tower) if cost[0] >= 1]
    return when(bool(costs), all_of(mean_draws(level.expected_draws, base ** (k + 1), n).says for k, level in costs))


rests_on("ABLMM22.L27", "ABLMM22.A.Dk", "$E[M_0] = 0 <= 4 n$", f"{L27}, first sentence")
rests_on(
    "ABLMM22.L27", "ABLMM22.L27.defined", "$theta >= 1 - 2^(-2^(d+2))$", L27, repair="ABLMM22.L27.defined.corrected"
)


@uses("ABLMM22.L27", "ABLMM22.L27.theta", f"{L27}, before Inequality 4 is reached")
def attempts_are_geometric(theta: PositiveUnit) -> Use:
    """$R$ is geometric with a success probability of at least $1/2$: of mean $1/theta <= 2$."""
    return Use({"theta": theta}, gives=1 / theta <= 2)


@uses(
    "ABLMM22.L27",
    "ABLMM22.L27.eq4",
    f"{L27}, the induction after Inequality 4",
    assumes="the examples drawn in the $j$-th execution do not depend on $R >= j$",
    draws="$E[M_(i+1)] <= 4 E[M_i] + 4 n$ for every $i$ that the induction from $E[M_0]$ meets",
)
def inequality_four_from_the_start(i: Natural, k: PositiveInteger) -> Use:
    """Inequality 4, printed for $0 < i < k$, is used for all $i < k$: the induction starts from $E[M_0]$."""
    return Use(given=i < k, needs=i > 0)


@correction(
    "ABLMM22.L27.from.L27.eq4.premise",
    "Inequality 4 is needed for $i = 0$ as well, where the same proof gives it: $E[M_1] = 2 n/theta$",
    factor=Constant(4, mutants=(3,)),
)
def inequality_four_at_zero(n: PositiveInteger, theta: Annotated[Real, Reals(low=HALF, high=1)], factor: int) -> Truth:
    """$(2 * 0 + 2n)/theta <= 4 * 0 + 4n$ where $theta >= 1/2$; here the left side is $E[M_1]$."""
    return 2 * n / theta <= factor * n


rests_on("ABLMM22.L27", "ABLMM22.L27.step", "the sums grow as $4 x + 4$", f"{L27}, a simple induction")
rests_on("ABLMM22.L27", "ABLMM22.L27.sum", "$E[M_k] <= 4^(k+1) n$", f"{L27}, its end")


def _well_defined(tower: Sequence[Level]) -> Iterator[tuple[int, Level]]:
    """The levels up to the first that follows one in which equal rules are more likely than not."""
    for k, level in enumerate(tower):
        yield k, level
        if level.collision > HALF:
            return


@claim(
    "ABLMM22.L27.defined",
    "Lemma 27, section 5.2.3: hypotheses bounded by a well-defined distribution",
    "step",
    reach=up_to_two_points,
    narrows="$i = 0$, $n = 1$, $D$ uniform, the implication alone: for $i < k$ the bound holds, as $D_(i+1)$ is well "
    "defined; it fails not at $d = 0$ alone: on two points some hypothesis has at least $1/2$",
)
def a_distribution_bounds_its_own_hypotheses_as_printed(H: ExplicitBinary, levels: Levels) -> Truth:
    """$D_i$ is well defined, which implies that $Pr[SOA(S o T) = h] <= 2^(-2^(d+2))$ for all $h$. Read as: so it is for
    $S ~ D_0$, which always is well defined."""
    threshold = double_power(int(littlestone_dimension(H)) + 2)
    return all_of(tower[0].largest <= threshold for _, _, tower in towers(levels, H, 0, 1))


@correction(
    "ABLMM22.L27.defined",
    "that $D_i$ is well defined says it of the hypotheses after $D_(i-1)$ only; that $D_(i+1)$ is, as $i "
    "< k$, says it of those after $D_i$",
    reach=up_to_two_points,
    narrows="$n = 1$, $D$ uniform, and thresholds from $1/2$ on, as on so few points some hypothesis is "
    f"always that likely; {CHOICES}",
    loss=SHARE,
)
def the_next_distribution_bounds_the_hypotheses(
    H: ExplicitBinary, i: Size, s: Size, soa: Soa, loss: Fraction
) -> Statement:
    """If $D_(i+1)$ is well defined with the threshold $t$ then $theta$, the probability that two rules after $D_i$
    differ, is at least $1 - t$; here $t = (1 + s)/(2 + s)$."""
    t, rule = Fraction(1 + int(s), 2 + int(s)), soa_rule(soa, H)
    laws = [(examples, tournament_law(rule, examples, 1, int(i), t)) for _, _, examples in realizable(H, 0)]
    defined = [
        followed(law, examples, 1).map(rule)
        for examples, law in laws
        if law is not None and tournament_law(rule, examples, 1, int(i) + 1, t) is not None
    ]
    return when(bool(defined), all_of(total(p * p for _, p in law.items) <= loss * t for law in defined))


@terms("ABLMM22.L27.theta")
def attempts_succeed(theta: FromZero, half: Fraction = HALF) -> Terms:
    """An attempt succeeds."""
    return Terms(says=half <= theta)


@claim(
    "ABLMM22.L27.theta",
    "Lemma 27, section 5.2.3: success probability of an attempt",
    "step",
    narrows="proved is the second inequality; the first is cited",
    half=Constant(HALF, mutants=(Fraction(24, 25),)),
)
def an_attempt_succeeds_with_probability_one_half(d: Natural, half: Fraction) -> Truth:
    """$theta >= 1 - 2^(-2^(d+2)) >= 1/2$."""
    return as_truth(attempts_succeed(1 - double_power(d + 2), half).says)


rests_on("ABLMM22.L27.theta", "ABLMM22.L27.defined.corrected", "$theta >= 1 - 2^(-2^(d+2))$", f"{L27}: theta")


@claim(
    "ABLMM22.L27.eq4",
    "Inequality (4), section 5.2.3: recursion for the expected draws",
    "step",
    narrows="proved is the arithmetic; that $E[M_(i+1)] = (2 E[M_i] + 2n)/theta$, $R$ geometric, is not formalized",
    factor=Constant(4, mutants=(3,)),
)
def each_level_costs_four_times_the_one_before(E: FromZero, n: PositiveInteger, theta: HalfToOne, factor: int) -> Truth:
    """$E[M_(i+1)] = (2 E[M_i] + 2n)/theta <= 4 E[M_i] + 4n$ where $theta >= 1/2$, also for $i = 0$; here $E =
    E[M_i]$."""
    return (2 * E + 2 * n) / theta <= factor * E + 4 * n


@uses("ABLMM22.L27.eq4", "ABLMM22.L27.theta", f"{L27}, the last inequality before Inequality 4")
def an_attempt_costs_twice_as_much(theta: PositiveUnit, c: FromZero) -> Use:
    """$1/theta <= 2$ is used for the cost $c = 2 E[M_i] + 2n$ of an attempt."""
    return Use({"theta": theta}, gives=c / theta <= 2 * c)


@claim(
    "ABLMM22.L27.step",
    "Lemma 27, section 5.2.3: induction step for the expected draws",
    "step",
    narrows="the arithmetic of the induction; that $E[M_(i+1)] <= 4 E[M_i] + 4n$ is ABLMM22.L27.eq4",
    factor=Constant(4, mutants=(5,)),
)
def the_geometric_sum_grows_within_its_bound(v: AtLeastFour, factor: int) -> Truth:
    """$4 (4^(i+1) - 4)/3 + 4 <= (4^(i+2) - 4)/3 <= 4^(i+2)$: with $E[M_i] <= n (4^(i+1) - 4)/3$, which is 0 at $i = 0$,
    the induction goes through for every $i$; here $v = 4^(i+1)$."""
    return (factor * (v - 4) / 3 + 4 <= (4 * v - 4) / 3) & ((4 * v - 4) / 3 <= 4 * v)


@claim(
    "ABLMM22.L27.sum",
    "Lemma 27, section 5.2.3: sum of the costs of all levels",
    "step",
    extra=Constant(2, mutants=(1,)),
)
def the_costs_of_all_levels_are_a_geometric_sum(i: Natural, extra: int) -> Truth:
    """$4 + 4^2 + ... + 4^(i+1) <= 4^(i+2)$."""
    total = finite_sum(4 ** symbol("j"), "j", 1, i + 1)
    return total <= 4 ** (i + extra)


# ---- Algorithm G


def at_most_three_functions(H: ConceptClass) -> bool:
    """Classes of at most 3 functions on at most 2 points"""
    return up_to_two_points(H) and len(H.functions()) <= 3


@claim(
    "ABLMM22.A.G",
    "Algorithm G, section 5.2.3: law of algorithm G as implemented",
    "algorithm",
    reach=at_most_three_functions,
    narrows="$n = 1$, $N = 1 + i$ and $D$ is uniform; classes of $Ldim(H) <= 1$; the laws of $D~_k$ are those of the "
    f"implementation by states (ABLMM22.A.Dtilde); {CHOICES}",
    more=OFFSET,
)
def the_stable_learner_is_algorithm_g(
    H: ExplicitBinary, i: Size, law: LawOf, spending: SpendingLaw, learner: Stable, more: int
) -> Statement:
    """$G$ outputs $SOA(S o T)$ for $k$ uniform in $0..d$, $S ~ D~_k$ and $T ~ D^n$, and, which the print leaves open,
    the constant -1 where $S$ fails: the law of its hypothesis on $S ~ D^(N+n)$ is the mean over $k$ of
    those of $D~_k$."""
    d = int(littlestone_dimension(H))
    plan, functions = StabilityPlan(1, int(1 + i)), H.functions()
    default = (int(more),) * H.points
    return all_of(
        same_law(
            sample_law(examples, plan.sample_size).bind(lambda S: law(learner, functions, S, plan)),
            _mean([spending(frozenset(functions), D, c, plan, k).hypotheses for k in range(d + 1)], default),
        )
        for D, c, examples in realizable(H, 0)
    )


def _mean(laws: list[Law[Function | None]], default: Function) -> Law[Function]:
    """The law of a draw from a uniformly chosen law, None replaced."""
    share: Law[int] = Law(tuple((k, Fraction(1, len(laws))) for k in range(len(laws))))
    return share.bind(lambda k: laws[k].map(lambda f: default if f is None else f))


@claim(
    "ABLMM22.A.G.total",
    "for algorithm G, section 5.2.3: output of algorithm G on every sample",
    "remark",
    role="companion",
    reach=up_to_two_points,
    narrows="$n = 1$ and $N = i$",
    points=OFFSET,
)
def the_stable_learner_is_total(H: ExplicitBinary, i: Size, law: LawOf, learner: Stable, points: int) -> Statement:
    """$G$ outputs a hypothesis on every sample of $N + n$ examples, contradictory and non-realizable ones included, as
    the privacy of learner $M$ needs."""
    plan, length = StabilityPlan(1, int(i)), H.points + int(points)
    samples = sample_law(Law(tuple((row, Fraction(1, len(all_rows(H)))) for row in all_rows(H))), plan.sample_size)
    return all_of(len(h) == length and set(h) <= {0, 1} for S in samples for h in law(learner, H.functions(), S, plan))
