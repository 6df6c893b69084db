"""YAN25, the mechanisms that choose from votes: the choosing mechanism (M2) and the stable argmax (M3)."""

from collections.abc import Iterator
from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.mechanisms import geometric_tail
from littlestone.spec.medians.choosing_laws import choosing_law, noise_ratio, stable_argmax_law
from littlestone.spec.notation import *

Choosing = Annotated[Run, Algorithm("YAN25.M2")]
StableArgmax = Annotated[Run, Algorithm("YAN25.M3")]
Scores = tuple[int, ...]
ALL_VOTES = "every number of votes up to $q$ for $m$ solutions"
M2 = "derivation of M2"


# ---- M2, the choosing mechanism


def score_vectors(m: int, q: int) -> Iterator[Scores]:
    """All scores 0..q of m solutions."""
    return product(range(int(q) + 1), repeat=int(m))


def changed(scores: Scores, k: int, q: int) -> Iterator[Scores]:
    """The scores within 0..q after at most k of them rose by 1 and at most k fell by 1: what a replaced row can do to
    a k-bounded function."""
    for steps in product((-1, 0, 1), repeat=len(scores)):
        moved = tuple(a + b for a, b in zip(scores, steps, strict=True))
        if steps.count(1) <= k and steps.count(-1) <= k and all(0 <= value <= q for value in moved):
            yield moved


def votes_of(scores: Scores) -> dict[int, int]:
    """The votes for the solutions 0, 1, ..."""
    return dict(enumerate(scores))


@claim(
    "YAN25.M2",
    "M2, for Lemma 1: choosing mechanism as implemented",
    "algorithm",
    role="companion",
    narrows="$eps = 4 ln(1 + j)$, $delta = 1 / (2 + i)$",
    caps=ALL_VOTES,
    more=OFFSET,
)
def the_choosing_mechanism_has_the_law_of_the_listing(
    m: Size, q: Size, k: PositiveSize, i: PositiveSize, j: PositiveSize, law: LawOf, run: Choosing, more: int
) -> Truth:
    """The choosing mechanism for $k$-bounded scores fails where $max q + Lap(4/eps) < theta$, that of YAN25.M2.privacy,
    or no score is positive, else returns $z$ among those with $q(z) >= 1$ with a probability proportional to $e^{eps
    q(z)/4}$."""
    epsilon, delta = 4 * ln(1 + j), Fraction(1, 2 + i)
    return all_of(
        same_law(
            law(run, votes_of(s), epsilon, delta, k=int(k)), choosing_law(votes_of(s), epsilon, delta, int(k + more))
        )
        for s in score_vectors(m, q)
    )


@terms("YAN25.M2.privacy")
def private_choosing(epsilon: PositiveReal, delta: UpToHalf) -> Terms:
    """The choosing mechanism with the threshold theta for these."""
    return Terms(epsilon=epsilon, delta=delta)


@claim(
    "YAN25.M2.privacy",
    "M2, for Lemma 1: privacy of the choosing mechanism",
    "theorem",
    role="companion",
    narrows="$eps = 4 ln(1 + 1/j)$, below the 2 of Lemma 1 from $j = 2$ on, $delta = 1 / (2 + i)$",
    caps="scores $0..q$ of $m$ solutions, at most $k$ of which rise by 1 and $k$ fall by 1",
    share=Constant(1, mutants=(Fraction(1, 8),)),
)
def the_choosing_mechanism_is_private(
    m: PositiveSize, q: PositiveSize, k: PositiveSize, i: PositiveSize, j: PositiveSize, share: Fraction
) -> Truth:
    """The choosing mechanism is $(eps, delta)$-DP for every $k$-bounded function, with $theta = (4/eps) max(ln(1/(2
    delta)) + ln(k/(e^{eps/4} - 1)), eps/4 + ln(k/delta))$."""
    epsilon, delta = 4 * ln(1 + Fraction(1, j)), Fraction(1, 2 + i)
    found = {s: choosing_law(votes_of(s), epsilon, delta, int(k)) for s in score_vectors(m, q)}
    budget = private_choosing(epsilon, delta)
    return all_of(
        indistinguishable(found[s], found[t], budget.epsilon, share * budget.delta)
        for s in found
        for t in changed(s, int(k), int(q))
    )


rests_on("YAN25.M2.privacy", "YAN25.M2.small", "few votes pass with probability $delta$ at most", M2)


@uses("YAN25.M2.privacy", "YAN25.M2.large", M2)
def many_votes_cost_epsilon(epsilon: PositiveReal) -> Use:
    """Where many vote, test and choice together lose a factor of $a^4 = e^eps$, $a = e^{eps/4}$, at most."""
    return Use({"a": exp(epsilon / 4)}, gives=lambda both: both.epsilon <= epsilon)


rests_on("YAN25.M2.privacy", "YAN25.M2.new", "solutions of one side alone are returned with $delta$ at most", M2)


@claim(
    "YAN25.M2.small",
    "M2, for Lemma 1, its privacy: passing the test with few votes",
    "proof",
    role="companion",
    narrows="the arithmetic; that Pr[pass] is this tail, and at most that at OPT, is not formalized",
    half=Constant(HALF, mutants=(QUARTER,)),
)
def few_votes_seldom_pass(x: FromZero, delta: UpToHalf, half: Fraction) -> Truth:
    """Where OPT is below $(4/eps) ln(k/(e^{eps/4} - 1))$ by $4x/eps$, $Pr[pass] = (1/2) e^{-(eps/4)(theta - OPT)} <=
    (1/2) e^{-x} (2 delta) <= delta$; and $2 delta <= 1$, so that $theta >= OPT$."""
    return (half * exp(-x) * (2 * delta) <= delta) & (2 * delta <= 2 * half)


@terms("YAN25.M2.large")
def passing_many(a: AtLeastOne) -> Terms:
    """Test and choice together where many vote, a = e^{eps/4}."""
    return Terms(epsilon=4 * ln(a))


@claim(
    "YAN25.M2.large",
    "M2, for Lemma 1, its privacy: loss where many vote",
    "proof",
    role="companion",
    narrows="the arithmetic; that the test, a weight and the sum change by so much is not formalized",
    share=SHARE,
)
def the_ratio_is_bounded_where_many_vote(a: AtLeastOne, x: FromZero, share: Fraction) -> Truth:
    """Where $OPT >= (4/eps) ln(k/(a - 1))$, $a = e^{eps/4}$: the test costs $a$, a common solution's weight $a$, and
    the sum of the weights grows by $a (1 + k e^{-eps OPT/4}) <= a (1 + (a - 1)) = a^2$, together $a^4 = e^eps$."""
    rest = (a - 1) * exp(-x)  # k e^{-eps OPT / 4}
    return a * a * a * (1 + rest) <= share * exp(passing_many(a).epsilon)


@claim(
    "YAN25.M2.new",
    "M2, for Lemma 1, its privacy: solutions with a vote on one side alone",
    "proof",
    role="companion",
    narrows="the arithmetic; that there are $k$ such solutions of this mass, and what Pr[pass] is, is not formalized",
    share=SHARE,
)
def new_solutions_are_seldom_returned(
    a: AtLeastOne, w: PositiveReal, delta: OpenUnit, k: PositiveInteger, share: Fraction
) -> Statement:
    """The at most $k$ solutions that only one side has have score 1 and mass at most $Pr[pass] k e^{-eps (OPT - 1)/4}$:
    with $a = e^{eps/4}$, $w = a^OPT$ and $e^{eps theta/4} >= a k / delta$ it is at most $delta$, as $Pr[pass] <= 1$
    where $OPT >= theta$, and $(1/2) w / e^{eps theta/4}$ below."""
    level = a * k / delta
    return ((w >= level).implies(k * a / w <= share * delta)) & (
        (w < level).implies(w / (2 * level) * k * a / w <= delta)
    )


@terms("YAN25.M2.accuracy")
def accurate_choosing(beta: OpenUnit, above: FromZero) -> Terms:
    """The choosing mechanism loses (4/eps) ln(2 k n/beta) or more so seldom; OPT = theta + (4/eps) above."""
    return Terms(asks=above >= ln(1 / beta), fails=beta)


@claim(
    "YAN25.M2.accuracy",
    "M2, for Lemma 1: accuracy of the choosing mechanism",
    "theorem",
    role="companion",
    narrows="the arithmetic for one best solution and $N - 1$ rivals just below the bound, $N = k n$, as at most so "
    "many have a vote; that this is the worst case is not formalized",
    share=Constant(1, mutants=(HALF,)),
)
def the_choosing_mechanism_is_accurate(beta: OpenUnit, more: FromZero, N: PositiveInteger, share: Fraction) -> Truth:
    """If $OPT >= theta + (4/eps) ln(1/beta)$, then $q(out) >= OPT - (4/eps) ln(2 k n/beta)$ with probability at least
    $1 - beta$: the test fails with probability $beta/2$ at most, and each rival weighs $beta/(2 k n)$ of the best."""
    stopped, rivals = beta * exp(-more) / 2, (N - 1) * beta / (2 * N)
    budget = accurate_choosing(beta, more - ln(beta))
    return stopped + (1 - stopped) * rivals / (1 + rivals) <= share * budget.fails


@terms("YAN25.M2.single")
def single_solution(u: FromZero, beta: OpenUnit) -> Terms:
    """The only solution with votes is not returned so seldom; OPT = theta + (4/eps) u."""
    return Terms(asks=u >= ln(1 / (2 * beta)), fails=beta)


@claim(
    "YAN25.M2.single",
    "M2, for Lemma 1: choosing mechanism for a single solution",
    "theorem",
    role="companion",
    narrows="the tail of the noise, $e^{-x}/2$ and $1 - e^x/2$; that the solution is returned where the test passes "
    "is the listing of YAN25.M2",
    share=SHARE,
)
def a_single_solution_is_returned(u: FromZero, beta: OpenUnit, share: Fraction) -> Truth:
    """If only one solution has a vote, it is returned with probability $1 - beta$ once $OPT >= theta + (4/eps) ln(1/(2
    beta))$: $Pr[Lap(4/eps) < -(4/eps) u]$ is $e^-u / 2$, and for $beta > 1/2$, below $theta$, $1 - 1/(4 beta) <=
    beta$."""
    there = single_solution(u, beta)
    above = as_truth(there.asks).implies(exp(-u) / 2 <= share * there.fails)
    return above & (beta > HALF).implies(1 - 1 / (4 * beta) <= beta)


# ---- M3, the stable argmax


@claim(
    "YAN25.M3",
    "M3, for votes: stable argmax as implemented",
    "algorithm",
    role="companion",
    narrows="$eps = 2 ln(1 + j)$, $delta = j / ((1 + i) (1 + j))$",
    caps=ALL_VOTES,
    more=OFFSET,
)
def the_stable_argmax_has_the_law_of_the_listing(
    m: Size, q: Size, i: Size, j: PositiveSize, law: LawOf, run: StableArgmax, more: int
) -> Truth:
    """Among $z$ with $q(z) >= 1$, $q(z) + Z_z$ is released if it is at least $tau$, that of YAN25.M3.privacy, $Z_z$
    two-sided geometric of ratio $e^{-eps/2}$; the argmax is returned, the first at a tie, and FAIL where none is
    released."""
    epsilon, delta = 2 * ln(1 + j), Fraction(j, (1 + i) * (1 + j))
    return all_of(
        same_law(law(run, votes_of(s), epsilon, delta), stable_argmax_law(votes_of(s), epsilon + more, delta))
        for s in score_vectors(m, q)
    )


@claim(
    "YAN25.M3.privacy",
    "M3, for votes: privacy of the stable argmax",
    "theorem",
    role="companion",
    narrows="$eps = 2 ln(1 + j)$, $delta = j / ((1 + i) (1 + j))$",
    caps="scores $0..q$ of $m$ solutions, at most one of which rises by 1 and one falls by 1",
    share=Constant(1, mutants=(Fraction(1, 8),)),
)
def the_stable_argmax_is_private(m: PositiveSize, q: PositiveSize, i: Size, j: PositiveSize, share: Fraction) -> Truth:
    """The stable argmax is $(eps, delta)$-DP for 1-bounded votes where $delta <= 1 - e^{-eps/2}$, with $tau$ the least
    integer for which $p^{tau - 1}/(1 + p) <= delta$, $p = e^{-eps/2}$."""
    epsilon, delta = 2 * ln(1 + j), Fraction(j, (1 + i) * (1 + j))
    found = {s: stable_argmax_law(votes_of(s), epsilon, delta) for s in score_vectors(m, q)}
    return all_of(
        indistinguishable(found[s], found[t], epsilon, share * delta) for s in found for t in changed(s, 1, int(q))
    )


@claim(
    "YAN25.M3.delta",
    "M3, for votes: release of a single vote",
    "step",
    role="companion",
    narrows="$eps = 2 ln(1 + j)$",
    more=OFFSET,
)
def a_single_vote_is_released_with_delta(tau: PositiveSize, j: PositiveSize, more: int) -> Truth:
    """A single vote reaches $tau$ with probability $p^{tau - 1}/(1 + p)$, $p = e^{-eps/2}$."""
    p = noise_ratio(2 * ln(1 + j))
    reached = 1 - geometric_tail(2 - int(tau), p)  # noise is symmetric: Pr[1 + Z >= tau] = 1 - Pr[Z >= 2 - tau]
    return equals(reached, p ** (tau - 1 + more) / (1 + p))


@claim(
    "YAN25.M3.single",
    "M3, for votes: stable argmax for a single candidate",
    "theorem",
    role="companion",
    narrows="$2 beta p/(1 + p) <= beta$ for $beta <= 1/2$, and $1 - 1/(4 beta) <= beta$ above; that the tails of the "
    "noise are such is not formalized, and that the candidate is returned where it reaches $tau$ is the listing of "
    "YAN25.M3",
    share=Constant(1, mutants=(HALF,)),
)
def a_single_candidate_is_released(beta: OpenUnit, p: OpenUnit, share: Fraction) -> Truth:
    """A single candidate with a vote is returned with probability $1 - beta$ once it has $tau + (2/eps) ln(1/(2 beta))$
    votes: by the two-sided geometric noise $Pr[Z <= -m - 1] = p^{m + 1}/(1 + p) <= 2 beta p/(1 + p)$, $p = e^{-eps/2}$,
    for $m >= (2/eps) ln(1/(2 beta))$; by $Lap(2/eps)$ Pr is $beta$ for $beta <= 1/2$, and $1 - 1/(4 beta) <= beta$
    above."""
    geometric = (beta <= HALF).implies(2 * beta * p / (1 + p) <= share * beta)
    return geometric & ((beta > HALF).implies(1 - 1 / (4 * beta) <= beta))
