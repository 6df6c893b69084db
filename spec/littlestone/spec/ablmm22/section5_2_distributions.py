"""ABLMM22 section 5.2.2: the distributions D_k, and Observation 24.

On few points some hypothesis always has probability at least 2^(-2^(d+2)), so that with the printed threshold D_1 is
never defined there. The statements are therefore put for every threshold: D_k is well defined as long as two rules can
differ, and a printed 2^(-2^(d+2)) that a proof takes from "D_k is well defined" is the largest probability instead.
Where a statement is true on few points for lack of hypotheses, another one has a class on which the tournament decides.
"""

from littlestone.spec.ablmm22.vocabulary import (
    CHOICES,
    Levels,
    Sampler,
    Soa,
    SoaState,
    all_samples,
    realizable,
    sampler_law,
    soa_rule,
    up_to_three_points,
    up_to_two_points,
)
from littlestone.spec.learning.stability import (
    StabilityPlan,
    followed,
    labelled_law,
    tournament_examples,
    tournament_law,
)
from littlestone.spec.notation import *

O24 = "Observation 24: the second item"
ANY_THRESHOLD = "item 2 of the definition, by which some $D_k$ are undefined, is left out"


# ---- The distributions D_k


def few_steps(H: ConceptClass, n: int, k: int) -> bool:
    """Classes on at most 2 points, with $n (k+1) <= 4$"""
    return up_to_two_points(H) and int(n * (k + 1)) <= 4


@claim(
    "ABLMM22.A.Dk",
    "Distributions D_k, section 5.2.2: law of SOA outputs as implemented",
    "algorithm",
    reach=few_steps,
    narrows=f"$D$ is uniform; {CHOICES}; {ANY_THRESHOLD}",
    shift=OFFSET,
)
def the_laws_of_states_are_those_of_the_distributions(
    H: ExplicitBinary, n: PositiveSize, k: Size, soa: Soa, levels: Levels, shift: int
) -> Statement:
    """For $k <= d$ the computed law of $SOA(S o T)$ for $S ~ D_k$, $T ~ D^n$, and $rho_k$, are those of the definition,
    a law of samples; and the computation stops before $D_k$ exactly where step (iii) never ends."""
    as_defined = all_of(_as_defined(H, n, k, D, c, soa, levels, shift) for D, c, _ in realizable(H, 0))
    return when(k <= int(littlestone_dimension(H)), as_defined)


def _as_defined(
    H: ConceptClass, n: int, k: int, D: Distribution, c: Function, soa: Soa, levels: Levels, shift: int
) -> Truth | bool:
    rule, examples = soa_rule(soa, H), labelled_law(D, c)
    law, found = tournament_law(rule, examples, n, k), levels(frozenset(H.functions()), D, c, n)
    if law is None or int(k) >= len(found):
        return law is None and int(k) >= len(found)
    right = law.probability(lambda S: all(c[x] == y for x, y in tournament_examples(S, n)))
    level = found[min(int(k + shift), len(found) - 1)]
    return same_law(followed(law, examples, n).map(rule), level.hypotheses) & (right == level.consistency)


def few_fewest_draws(H: ConceptClass, n: int, k: int) -> bool:
    """Classes on at most 2 points, with $n (2^k - 1) <= 3$"""
    return up_to_two_points(H) and int(n * (2**k - 1)) <= 3


@claim(
    "ABLMM22.Dk.facts",
    "after figure 4, section 5.2.2: size and shape of a sample of tournaments",
    "remark",
    reach=few_fewest_draws,
    narrows=f"$D$ is uniform; {CHOICES}",
    caps="the samples that the sampler of ABLMM22.A.Dtilde makes without repeating an attempt; the examples of step "
    "(iv) are told by their places, and of the others it is looked at that the target labels them",
    fewer=OFFSET,
)
def a_sample_has_k_examples_of_tournaments(
    H: ExplicitBinary, n: PositiveSize, k: Size, law: LawOf, soa: Soa, sampler: Sampler, fewer: int
) -> Statement:
    """$S ~ D_k$ has size $k (n+1)$: $k n$ examples drawn from $D$, and $k$ made in step (iv), one after every $n$,
    as in figure 4, whatever the threshold of $D_k$ is: here from the fewest draws that suffice, $2n (2^k - 1)$."""
    plan = StabilityPlan(n, 2 * n * (2**k - 1))
    laws = [(c, sampler_law(H, D, c, plan, k, law, soa, sampler)) for D, c, _ in realizable(H, 0)]
    made = [(c, S) for c, samples in laws for S in samples if S is not None]
    return when([k >= 1, bool(made)], all_of(_has_shape(S, c, int(n), int(k - fewer)) for c, S in made))


def _has_shape(sample: Sample, c: Function, n: int, k: int) -> bool:
    drawn = [row for i, row in enumerate(sample) if i % (n + 1) != n]
    contests = tournament_examples(sample, n)
    return (
        len(sample) == k * (n + 1) and len(contests) == k and len(drawn) == k * n and all(c[x] == y for x, y in drawn)
    )


# ---- Observation 24


@claim(
    "ABLMM22.O24",
    "Observation 24, section 5.2.2: mistakes forced by tournament examples",
    "observation",
    reach=few_steps,
    narrows=f"$D$ is uniform; {CHOICES}",
    more=OFFSET,
)
def tournament_examples_force_mistakes(H: ExplicitBinary, n: PositiveSize, k: Size, soa: Soa, more: int) -> Statement:
    """For $S ~ D_k$, of whatever threshold, and $T ~ D^n$ each of the $k$ tournament examples is a mistake of the SOA
    run on $S o T$, which so makes at least $k$ mistakes; and $SOA(S o T)$ is consistent with $T$."""
    runs = [S for D, c, _ in realizable(H, 0) for S in _runs(H, soa, D, c, n, k)]
    start = soa(H.functions(), H.points)
    return when(bool(runs), all_of(_observed(start, S, int(n), int(k), int(more)) for S in runs))


rests_on("ABLMM22.O24", "ABLMM22.A.Dk", "$(x, y)$ is a mistake; $k$ of them in all", "Observation 24: the first item")
rests_on("ABLMM22.O24", "ABLMM22.A.SOA", "$SOA(S o T)$ fits $T$ where $S o T$ is realizable", O24)
rests_on(
    "ABLMM22.O24",
    "ABLMM22.D11",
    "$SOA(S o T)$ fits $T$ where $S o T$ is not realizable; taken for granted: $T ~ D^n$ gives no "
    "point two labels, as $D$ is realizable",
    O24,
)


def _runs(H: ConceptClass, soa: Soa, D: Distribution, c: Function, n: int, k: int) -> list[Sample]:
    """Every S o T that D_k and D^n can give."""
    examples = labelled_law(D, c)
    law = tournament_law(soa_rule(soa, H), examples, n, k)
    return [] if law is None else list(followed(law, examples, n))


def _observed(start: SoaState, sample: Sample, n: int, k: int, more: int) -> bool:
    """Mistakes at positions n, 2n+1, ..., and agreement with the last n examples."""
    state = start
    mistaken: list[bool] = []
    for x, y in sample:
        mistaken.append(state.predict(x) != y)
        state = state.update(x, y)
    forced = all(mistaken[n : (n + 1) * k : n + 1]) and sum(mistaken) >= k + more
    fresh = sample[(n + 1) * k :]
    return forced and len(fresh) == n and all(state.predict(x) == y for x, y in fresh)


def four_examples_on_three_points(H: ConceptClass, s: int, t: int) -> bool:
    """Classes on at most 2 points, and on 3 points with at most 4 examples in all"""
    return up_to_two_points(H) or (up_to_three_points(H) and int(s + t) <= 4)


@claim(
    "ABLMM22.O24.consistent",
    "Observation 24, item 2, section 5.2.2: consistency of the extended SOA with its last examples",
    "observation",
    reach=four_examples_on_three_points,
    contradictory=OFFSET,
)
def the_extended_soa_agrees_with_what_it_read_last(
    H: ExplicitBinary, s: Size, t: PositiveSize, soa: Soa, contradictory: int
) -> Statement:
    """$SOA(S o T)$ is consistent with $T$, realizable or not, for every $S$ of $s$ examples, with any labels, and every
    $T$ of $t$ examples that gives no point two labels, as $T ~ D^n$ never does; here with ties to -1."""
    start = soa(H.functions(), H.points)
    states = {start.run(S) for S in all_samples(all_rows(H), s)}  # many samples lead to one
    later = [T for T in all_samples(all_rows(H), t) if int(contradictory) or len(set(T)) == len({x for x, _ in T})]
    return all(state.run(T).rule[x] == y for state in states for T in later for x, y in T)
