"""ABLMM22 section 5.2.3: the Monte-Carlo variant of the distributions, algorithm G, and the proof of Theorem 23."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from littlestone.spec.ablmm22.vocabulary import (
    Level,
    Levels,
    Sampler,
    Soa,
    Stable,
    ZeroToQuarter,
    in_reach,
    realizable,
    sampler_law,
    soa_rule,
    towers,
)
from littlestone.spec.learning.samples import rational
from littlestone.spec.learning.stability import StabilityPlan, double_power, monte_carlo_law, sample_law, theory_plan
from littlestone.spec.notation import *

# ---- The first attempt


@claim("ABLMM22.S5.2.3", "Section 5.2.3, first paragraph", "remark")
def the_first_attempt_as_printed(d: PositiveSize) -> Truth:
    """With probability 1/(d+1) the drawn i is a k of Lemma 25, and so the hypothesis that this lemma guarantees, which
    has probability at least 2^(-2^(d+2)) there, is output with probability at least 2^(-2^d)/(d+1)."""
    return double_power(d) / (d + 1) <= double_power(d + 2) / (d + 1)


@correction(
    "ABLMM22.S5.2.3",
    "Lemma 25 gives 2^(-2^(d+2)), which is smaller than 2^(-2^d); the printed number needs the lemma with the "
    "threshold 2^(-2^d), for which ABLMM22.L25.sharp shows it",
    power=Constant(2, mutants=(0,)),
)
def the_first_attempt(b: ZeroToQuarter, d: PositiveInteger, power: int) -> Truth:
    """The hypothesis of Lemma 25 is output with probability at least rho_d/(d+1) >= 4 2^(-2^(d+1))/(d+1) >=
    2^(-2^(d+2))/(d+1); here b = 2^(-2^(d+1))."""
    return b**power / (d + 1) <= 4 * b / (d + 1)


# ---- The Monte-Carlo variant


class Spent(Protocol):
    """D~_k followed by T ~ D^n: the laws of SOA(S o T) and of M_k, with None for "Fail"."""

    hypotheses: Law[Function | None]
    draws: Law[int | None]


SpendingLaw = Annotated[Callable[..., Spent], Algorithm("ABLMM22.A.Dtilde.law")]


@claim("ABLMM22.A.Dtilde", "The distributions D~_k, section 5.2.3", "algorithm", fewer=OFFSET)
def the_sampler_is_the_monte_carlo_variant(
    H: ExplicitBinary,
    k: Size,
    i: Size,
    law: LawOf,
    soa: Soa,
    sampler: Sampler,
    spending: SpendingLaw,
    fewer: int,
) -> Statement:
    """The sampler outputs S with the probability that D~_k gives it, and fails exactly where more than N examples are
    drawn, those of recursive calls and of rejected attempts included; the law of (SOA(S o T), M_k) that is computed
    from states agrees. Here n = 1, D is uniform, and N = 2 (2^k - 1) + i."""
    if H.points > 2 or k > 2 or (k == 2 and (i > 0 or len(H.functions()) > 3)):
        return OUT_OF_REACH
    plan = StabilityPlan(1, 2 * (2**k - 1) + i)
    less = StabilityPlan(1, max(0, plan.budget - 2 * fewer))
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


@claim("ABLMM22.A.Dtilde.coupling", "The distributions D~_k, section 5.2.3", "step", scale=Constant(1, mutants=(8,)))
def the_variant_is_the_distribution_where_it_does_not_fail(
    H: ExplicitBinary, k: Size, i: PositiveSize, levels: Levels, spending: SpendingLaw, scale: int
) -> Statement:
    """D~_k is D_k where M_k <= N: no hypothesis is more likely after it, the failing probability makes up the
    difference, E[M_k; M_k <= N] <= E[M_k], and Pr[Fail] <= E[M_k]/N; here n = 1, N = 6 i, D uniform."""
    if H.points > 2 or k > int(littlestone_dimension(H)):
        return OUT_OF_REACH
    plan, functions = StabilityPlan(1, 6 * i), frozenset(H.functions())
    pairs = [(levels(functions, D, c, 1), spending(functions, D, c, plan, k)) for D, c, _ in realizable(H, 0)]
    reached = [(tower[k], spent) for tower, spent in pairs if k < len(tower)]
    return when(bool(reached), all_of(_coupled(level, spent, plan.budget, scale) for level, spent in reached))


def _coupled(level: Level, spent: Spent, budget: int, scale: int) -> Truth:
    below = all_of(spent.hypotheses[f] <= level.hypotheses[f] for f in level.hypotheses)
    drawn = sum((rational(p) * used for used, p in spent.draws.items if used is not None), Fraction(0))
    failing = spent.draws[None]
    return all_of([below, drawn <= level.expected_draws, scale * failing * budget <= level.expected_draws])


# ---- Lemma 27


@claim("ABLMM22.L27", "Lemma 27, section 5.2.3", "lemma", base=Constant(4, mutants=(2,)))
def sampling_costs_few_examples(H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, base: int) -> Statement:
    """If D_k is well defined then E[M_k] <= 4^(k+1) n, where M_k is the number of examples drawn while S ~ D_k is
    generated: here for every threshold up to 1/2, which makes two rules equal with probability at most 1/2."""
    if not in_reach(H, j):
        return OUT_OF_REACH
    costs = [cost for _, _, tower in towers(levels, H, j, n) for cost in _well_defined(tower)]
    return when(bool(costs), all_of(level.expected_draws <= base ** (k + 1) * n for k, level in costs))


def _well_defined(tower: Sequence[Level]) -> Iterator[tuple[int, Level]]:
    """The levels up to the first that follows one in which equal rules are more likely than not."""
    for k, level in enumerate(tower):
        yield k, level
        if level.collision > HALF:
            return


@claim("ABLMM22.L27.theta", "Lemma 27, section 5.2.3", "step", half=Constant(HALF, mutants=(Fraction(24, 25),)))
def an_attempt_succeeds_with_probability_one_half(d: Natural, half: Fraction) -> Truth:
    """theta >= 1 - 2^(-2^(d+2)) >= 1/2."""
    return half <= 1 - double_power(d + 2)


@claim("ABLMM22.L27.eq4", "Inequality (4), section 5.2.3", "step", factor=Constant(4, mutants=(3,)))
def each_level_costs_four_times_the_one_before(E: FromZero, n: PositiveInteger, theta: HalfToOne, factor: int) -> Truth:
    """E[M_(i+1)] = (2 E[M_i] + 2n)/theta <= 4 E[M_i] + 4n where theta >= 1/2; here E = E[M_i].

    The print asks for 0 < i < k; the induction starts from E[M_0] = 0, so i = 0 is needed too, and is included here.
    """
    return (2 * E + 2 * n) / theta <= factor * E + 4 * n


@claim("ABLMM22.L27.sum", "Lemma 27, section 5.2.3, the end of its proof", "step", extra=Constant(2, mutants=(1,)))
def the_costs_of_all_levels_are_a_geometric_sum(i: Natural, extra: int) -> Truth:
    """4 + 4^2 + ... + 4^(i+1) <= 4^(i+2)."""
    total = finite_sum(4 ** symbol("j"), "j", 1, i + 1)
    return total <= 4 ** (i + extra)


@claim("ABLMM22.L27.step", "Lemma 27, section 5.2.3, the end of its proof", "step", factor=Constant(4, mutants=(5,)))
def the_geometric_sum_grows_within_its_bound(v: AtLeastFour, factor: int) -> Truth:
    """4 (4^(i+1) - 4)/3 + 4 <= (4^(i+2) - 4)/3 <= 4^(i+2): with E[M_i] <= n (4^(i+1) - 4)/3, which is 0 at i = 0, the
    induction goes through for every i; here v = 4^(i+1)."""
    return (factor * (v - 4) / 3 + 4 <= (4 * v - 4) / 3) & ((4 * v - 4) / 3 <= 4 * v)


# ---- Algorithm G


@claim("ABLMM22.A.G", "Algorithm G, section 5.2.3", "algorithm", more=OFFSET)
def the_stable_learner_is_algorithm_g(
    H: ExplicitBinary, i: Size, law: LawOf, soa: Soa, spending: SpendingLaw, learner: Stable, more: int
) -> Statement:
    """G outputs SOA(S o T) for k uniform in 0..d, S ~ D~_k and T ~ D^n, and the constant -1 where S fails: the law of
    its hypothesis on S ~ D^(N+n) is the mean over k of those of D~_k; here n = 1, N = 1 + i, d <= 1, D uniform."""
    d = int(littlestone_dimension(H))
    if H.points > 2 or d > 1:
        return OUT_OF_REACH
    plan, functions = StabilityPlan(1, 1 + i), H.functions()
    default = (more,) * H.points
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


@claim("ABLMM22.A.G.total", "Algorithm G, section 5.2.3", "remark", points=OFFSET)
def the_stable_learner_is_total(H: ExplicitBinary, i: Size, law: LawOf, learner: Stable, points: int) -> Statement:
    """G outputs a hypothesis on every sample of N + n examples, contradictory and non-realizable ones included, as the
    privacy of learner M needs; here n = 1, N = i, up to 2 points."""
    if H.points > 2:
        return OUT_OF_REACH
    plan = StabilityPlan(1, i)
    samples = sample_law(Law(tuple((row, Fraction(1, len(all_rows(H)))) for row in all_rows(H))), plan.sample_size)
    return all_of(
        len(h) == H.points + points and set(h) <= {0, 1} for S in samples for h in law(learner, H.functions(), S, plan)
    )


# ---- The proof of Theorem 23


@claim("ABLMM22.T23.eq3", "Proof of Theorem 23, section 5.2.3", "step")
def the_sample_complexity_as_printed(d: PositiveSize, a: PositiveSize) -> bool:
    """The sample complexity of G, N + n = (2^(2^(d+2)+1) 4^(d+1) + 1) ceil(2^(d+2)/alpha), is at most m, as required;
    here alpha = 1/a."""
    plan = theory_plan(d, 1 / a)
    return plan.sample_size <= plan.budget


@correction(
    "ABLMM22.T23.eq3",
    "m is N, and G uses n examples more; with the budget N - n for S it uses m, and fails with the same bound",
    reserved=Constant(1, mutants=(0,)),
)
def the_sample_complexity(d: PositiveSize, a: PositiveSize, reserved: int) -> bool:
    """With the budget N - n for S, G uses m = N examples; M_k is a multiple of n, so that M_k > N - n only if M_k >= N,
    which by Markov's inequality has probability at most 4^(d+1) n / N <= 2^(-2^(d+2)-1); here alpha = 1/a."""
    printed = theory_plan(d, 1 / a)
    plan = StabilityPlan(printed.n, printed.budget - reserved * printed.n)
    exceeded = (plan.budget // plan.n + 1) * plan.n
    failing = Fraction(4 ** (d + 1) * plan.n, exceeded)
    return failing <= Fraction(1, 2 ** (2 ** (d + 2) + 1)) and plan.sample_size <= printed.budget


@claim(
    "ABLMM22.T23.eq1",
    "Proof of Theorem 23, section 5.2.3, Markov's inequality",
    "step",
    extra=Constant(1, mutants=(2,)),
)
def the_budget_is_rarely_exceeded(k: Natural, d: PositiveInteger, u: PositiveReal, extra: int) -> Statement:
    """E[M_k]/N <= 4^(k+1) n / (2^(2^(d+2)+1) 4^(d+1) n) <= 2^(-2^(d+2)-1) for k <= d; here u = 2^(d+2)."""
    markov = 4 ** (k + 1) * (2 ** (-(u + 1)) * 4 ** (-(d + 1)))
    return when(k <= d, markov <= 2 ** (-(u + extra)))


@claim("ABLMM22.T23.event", "Proof of Theorem 23, section 5.2.3, the last display", "step")
def the_budget_of_the_event_as_printed(r: PositiveSize) -> bool:
    """Pr_{S ~ D~_k*}[SOA(S o T) = f*] = Pr_{S ~ D_k*}[SOA(S o T) = f* and M_k* <= 2^(2^(d+2)) 4^(d+1) n]: for k* = 1
    the left side is 1 - q^(N/2n) times Pr[SOA(S o T) = f*], where q < 2^(-2^(d+2)) is the probability that two rules
    are equal; here d = 1 and q = 1/(256 + r)."""
    return _within_budget(r, HALF)


@correction(
    "ABLMM22.T23.event",
    "D~ has the budget N = 2^(2^(d+2)+1) 4^(d+1) n, twice what the event is printed with; the printed event is the "
    "smaller one, so that the bound below it stands",
    share=SHARE,
)
def the_budget_of_the_event(r: PositiveSize, share: Fraction) -> bool:
    """Pr_{S ~ D~_k*}[SOA(S o T) = f*] = Pr_{S ~ D_k*}[SOA(S o T) = f* and M_k* <= 2^(2^(d+2)+1) 4^(d+1) n], which is at
    least the probability with half that budget; here d = k* = 1 and q = 1/(256 + r)."""
    return _within_budget(r, share) and _survival(r, HALF) <= _survival(r, Fraction(1))


def _within_budget(r: int, share: Fraction | int) -> bool:
    return _survival(r, Fraction(1)) == _survival(r, Fraction(share))


def _survival(r: int, share: Fraction) -> Fraction:
    """Pr[M_1 <= share N] for d = 1: some attempt of 2n draws within it succeeds."""
    plan = theory_plan(1, 1)
    return 1 - Fraction(1, 256 + r) ** int(share * plan.budget / (2 * plan.n))


@claim("ABLMM22.T23.eq2", "Proof of Theorem 23, section 5.2.3, the last display", "step")
def what_is_left_as_printed(d: PositiveSize) -> Truth:
    """2^(-2^(d+2)) - 2^(-2^(d+2)-1) = 2^(-2^d-1)."""
    threshold = double_power(d + 2)
    return equals(threshold - threshold / 2, double_power(d) / 2)


@correction(
    "ABLMM22.T23.eq2",
    "half of 2^(-2^(d+2)) is 2^(-2^(d+2)-1); the printed exponent lost its + 2",
    extra=Constant(1, mutants=(2,)),
)
def what_is_left(u: PositiveReal, extra: int) -> Truth:
    """2^(-2^(d+2)) - 2^(-2^(d+2)-1) = 2^(-2^(d+2)-1); here u = 2^(d+2)."""
    return equals(2 ** (-u) - 2 ** (-u - 1), 2 ** (-u - extra))


@claim("ABLMM22.T23.eq4", "Proof of Theorem 23, section 5.2.3, its last sentence", "step")
def the_goal_is_reached_as_printed(d: PositiveSize) -> Truth:
    """G outputs f* with probability at least 2^(-2^(d+2)-1)/(d+1), as required: at least the 2^(-2^(d+2))/(d+1) that it
    remained to show, and the theorem's 1/((d+1) 2^(2^(d+1)))."""
    reached, goal = double_power(d + 2) / (2 * (d + 1)), double_power(d + 2) / (d + 1)
    return (goal <= reached) & (double_power(d + 1) / (d + 1) <= reached)


@correction(
    "ABLMM22.T23.eq4",
    "half the goal is reached, and the theorem asks for more than the goal; with the threshold 2^(-2^d) of "
    "ABLMM22.L25.sharp the same proof gives the theorem as stated",
    bonus=Constant(1, mutants=(4,)),
)
def the_goal_is_reached(t: PositiveUnit, d: PositiveInteger, bonus: int) -> Statement:
    """With the threshold t = 2^(-2^d) <= 1/4 the proof gives (2^(-2^d) - 2^(-2^(d+2)-1))/(d+1), which is at least the
    theorem's 2^(-2^(d+1))/(d+1), and that at least 2^(-2^(d+2))/(d+1); here 2^(-2^(d+1)) = t^2 and 2^(-2^(d+2)) =
    t^4."""
    theorem, goal = bonus * t**2 / (d + 1), t**4 / (d + 1)
    return when(t <= QUARTER, (theorem <= (t - t**4 / 2) / (d + 1)) & (goal <= theorem))
