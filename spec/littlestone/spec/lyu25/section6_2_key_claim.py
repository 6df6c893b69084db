"""LYU25 section 6.2.1: Claim 6.4, on the progress of a call, and its bounds on the chance of the failure symbol."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.laws import binomial_chance, upper_tail
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import BOTTOM, OnlineParameters, sparse_sample
from littlestone.spec.online.privacy_losses import FromThree

HUNDREDTH = Fraction(1, 100)
KEY = "proof of Claim 6.4, section 6.2.1"
FIXED = "for Claim 6.4, section 6.2.1"
GROWTH: dict[str, Any] = {
    "narrows": "a law of draws is the weights of the failure symbol and of the rest; that these are at most so much "
    "is not formalized; that a fifth of it goes, and the tails of noises and majorities, are cited, that lists only "
    "shrink is LYU25.C6.4.lists, at $d = 1$, and small runs themselves are LYU25.C6.4.run",
    "growth": Constant(FIFTH, mutants=(QUARTER,), stronger="larger"),
    "least": Constant(9, mutants=(8,), stronger="smaller"),
    "tests": Constant(Fraction(75, 2), mutants=(29,), stronger="smaller"),
}


# ---- Claim 6.4


def bottom_of(call: Call, c: Expression) -> Exact:
    """p(u) where all k teachers have these candidates, with eps_s k = 9 c d^2."""
    A = OnlineParameters(1, 1, 1, 1, teachers=9 * c)
    return sparse_sample(dict.fromkeys(call[1], A.k), A.epsilon_sparse, A.B)[BOTTOM]


@claim(
    "LYU25.C6.4",
    "Claim 6.4, section 6.2.1: progress of a call",
    "claim",
    narrows="one run, in which the noises are smaller than $k/5$; $k$ is $9 c$ times the printed one, so that "
    "$p(u) <= 1/100$ at $d = 1$ too; that both calls return with $j^* = 1$, so that the first alternative"
    " fails, is not formalized; the lower bound on $p(u)$ is LYU25.C6.4.lo",
)
def the_stage_or_the_chance_of_bottom_grows(m: Points, c: PositiveSize) -> Truth:
    """With probability $1 - T^-2$, $1/100 >= p(u) >= 2^{-O(d^2)}$ at every call, and from $u$ to $u+1$ either $j(u+1)
    >= j(u) + 1$ or $p(u+1) >= (1 + 1/10) p(u)$. Read as: for $H = {0, 1_1, ..., 1_m}$, $d = 1$ and $p_1 = 2$, from the
    call without data, with the lists {0}, to that after mistakes on $(x, 1)$, both at $j^* = 1$."""
    first, second = calls_of_a_run(m)
    p, q = bottom_of(first, c), bottom_of(second, c)
    return all_of([p <= HUNDREDTH, q >= Fraction(11, 10) * p])


@correction(
    "LYU25.C6.4",
    "$j(u+1) = j(u)$ does not give the equal decomposition dimensions that Corollary 4.1.2 asks for: empty a "
    "teacher's list at stage $j^*$ unless DDim of its class is $d + 1 - j^*$, so that lists only shrink within a "
    "stage; and $k$ lists have up to $k L$ candidates",
    **GROWTH,
)
def the_stage_or_the_chance_of_bottom_grows_with_emptied_lists(
    T: FromThree,
    more: FromZero,
    v: FromZero,
    r: Unit,
    k: AtLeastOne,
    L: AtLeastOne,
    kept: Unit,
    growth: Fraction,
    least: int,
    tests: Fraction,
) -> Truth:
    """On a realizable sequence, with probability $1 - T^{-2}$, $1/100 >= p(u) >= e^{-(9/10) eps_s k} / ((k + 1) L)$
    (which is $2^{-O(d^2)}$ only where $eps_s k$, $ln L$ and $ln k$, as in LYU25.C6.4.lo, are $O(d^2)$) at every call,
    and from $u$ to $u+1$ either $j(u+1) >= j(u) + 1$ or $p(u+1) >= (1 + 1/5) p(u)$: for lists of at most $L$ candidates
    that are emptied unless $DDim = d + 1 - j^*$, $eps_s k >= 9$, $k >= (75/2) b ln T$ for the scale $b$ of the noise on
    $m$, $378 ln T$ draws, the events of Claims 6.1 and 6.2, chunks of at most $p_j$ examples, and $d < T$, $T >= 3$:
    the tests on $m$ are $T + d + 2 <= 2 T + 1 <= T^2$. Some candidate is in $2k/3$ lists; the weights of all are at
    most $L (e^x - 1) + k L$, $x = eps_s k$, $e^x = 1 + v$ and $e^(x/10) = 1 + r v$; of those of hypotheses, $W >= 99$
    times that of the failure symbol, a fifth is gone and ``kept`` of the rest is left."""
    W = 99 + more
    noise = 2 * ln(T) - Fraction(2, 15) * (tests * ln(T) + more)
    lines = [
        exp(Fraction(17, 30) * (least + more)) >= 99,
        1 + r * v + L * v + k * L <= (k + 1) * L * (1 + v),
        as_truth(risen_chance(1 + Fraction(4, 5) * kept * W, 1 + W, growth).says),
        noise <= -3 * ln(T),
        T**10 * (1 / T**3 + 2 / T**19 + 2 / T**10) <= T**8,
        2 * T + 1 <= T**2,
    ]
    return all_of(lines)


@uses("LYU25.C6.4", "LYU25.C6.4.up", KEY, repair="LYU25.C6.4.up.corrected", draws="$p(u) <= 1/100$")
def bottom_is_seldom_drawn(T: TwoOrMore) -> Use:
    """The upper bound, where no noise of the $T$ tests is larger than $2k/15$; as $k$ has no constant, with
    $T^{-3}$."""
    return Use(fails=Real.of(T) ** (-3))


rests_on("LYU25.C6.4", "LYU25.C6.4.fin", "$p(u+1) >= (1 + 1/10) p(u)$", KEY, repair="LYU25.C6.4.fin.corrected")
rests_on("LYU25.C6.4", "LYU25.C6.4.lo", "$p(u) >= 2^{-O(d^2)}$", KEY, repair="LYU25.C6.4.lo.corrected")


@uses("LYU25.C6.4", "LYU25.C6.4.maj", KEY)
def the_majority_is_that_of_the_law(T: TwoOrMore) -> Use:
    """At all $T$ queries of one call half of the hypotheses drawn are wrong with $T^{-20}$ at most, as a query has one
    tail; $T$ calls, and the draws that are hypotheses at each, pay $2 T^2$ at most."""
    return Use({"log_T": ln(T)}, gives=lambda tail: T * tail.fails <= 1 / T**20, times=2 * T**2)


@uses("LYU25.C6.4", "LYU25.C6.2.sums", KEY, repair="LYU25.C6.2.sums.corrected")
def the_chunks_agree_at_every_call(T: TwoOrMore) -> Use:
    """What is exposed on $E$ is so on all chunks, in the event of Claim 6.2: with $T^{-3}$ for the tests and $T^{-10}$
    for the majorities at most $T^{-2}$."""
    return Use({"log_T": ln(T)}, gives=lambda event: event.fails + 1 / T**3 + 1 / T**10 <= 1 / T**2, times=1)


@adds_up("LYU25.C6.4", "Claim 6.4, section 6.2.1")
def the_failures_of_the_key_claim(T: TwoOrMore) -> Total:
    """All of it holds with probability $1 - T^{-3} - 2 T^{-10}$, and so with $1 - T^{-2}$."""
    return Total(fails=1 / T**3 + 2 / T**10)


@uses("LYU25.C6.4.corrected", "LYU25.C6.4.fin.corrected", FIXED)
def the_chance_of_bottom_rises_by_a_fifth(old: PositiveReal, new: PositiveReal) -> Use:
    """The exposed hypotheses are gone, and none is new: where the failure symbol weighs 1 of ``old`` at call $u$ and of
    ``new`` at the next, $p(u+1) >= (1 + 1/5) p(u)$."""
    return Use({"before": new, "after": old}, gives=1 / new >= Fraction(6, 5) / old)


@uses("LYU25.C6.4.corrected", "LYU25.C6.4.maj", FIXED)
def the_majorities_are_those_of_the_laws(T: TwoOrMore) -> Use:
    """$T$ queries at $T$ calls, with twice the tail of each: with $T^{-3}$ for the noises of the tests and $T^{-10}$
    for the event of Claim 6.1 and for that of Claim 6.2 at most $T^{-2}$."""
    return Use({"log_T": ln(T)}, gives=lambda tail: 2 * T**2 * tail.fails + 1 / T**3 + 2 / T**10 <= 1 / T**2)


@uses("LYU25.C6.4.corrected", "DP.laplace.tail", FIXED)
def the_noises_of_the_tests_are_small(T: TwoOrMore, b: PositiveReal, more: FromZero) -> Use:
    """$T^2$ noises of scale $b$ are $2k/15$, at least $5 b ln T$, or more with probability $T^{-3}$: $k = (75/2) b ln T
    + more$."""
    at = {"x": Fraction(2, 15) * (Fraction(75, 2) * b * ln(T) + more), "scale": b}
    return Use(at, gives=lambda noise: T**2 * noise.fails <= 1 / T**3)


rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.maj.rate", "$378 ln T$ draws, for every $T$", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.2.corrected", "what is exposed on $E$ has an eighth on all chunks", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.1.corrected", "$|E|$ is in $(U/2, 3U/2)$ at each update", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.xi", "a fifth of the hypotheses is exposed", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.F4.stages", "what is exposed is not listed any more", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.lists", "at a level lists only shrink", FIXED)


# ---- The bounds on p(u)


@claim(
    "LYU25.C6.4.up",
    "proof of Claim 6.4, section 6.2.1: upper bound on the chance of the failure symbol",
    "step",
    narrows="one candidate alone, in all $k$ lists",
)
def bottom_is_unlikely(d: PositiveInteger) -> Truth:
    """$p(u) <= 1/100$ once some candidate has score $2k/3$. Read as: with $B = k/10$ and $k$ and $eps_s$ as printed, so
    that $eps_s k = d^2$, and one candidate, of score $k$: $p(u) = 1 / (1 + e^{9 d^2 / 10})$."""
    return 1 / (1 + exp(9 * d**2 / 10)) <= HUNDREDTH


@claim(
    "LYU25.C6.4.up.test",
    "proof of Claim 6.4, section 6.2.1: score of a candidate after a passed test",
    "step",
    narrows="the tail of the noise at one $(d, delta, T)$ for each $C$; that $m$ may be as small as $2k/3$ there "
    "is not formalized",
)
def a_passed_test_shows_a_candidate(C: PositiveInteger) -> Truth:
    """Once the test on $m$ passes there is a candidate of score $2k/3$. Read as: $e^{-(2/15) k / b} / 2$, the chance
    that it passes at $m = 2k/3$ by its noise, of scale $b$, is at most $T^{-2}$, log natural; here $d = 1$, $delta =
    1/2$, $T = 2^{C+1}$ and $C$ is the constant in front of $k$, divided by that in the noise."""
    A = OnlineParameters(1, 1, ln(2), (C + 1) * ln(2), teachers=C)
    b = A.log_T + A.log_delta
    return HALF * exp(-(Fraction(2, 15) * A.k / b)) <= exp(-2 * A.log_T)


@claim(
    "LYU25.C6.4.lo",
    "proof of Claim 6.4, section 6.2.1: lower bound on the chance of the failure symbol",
    "step",
    narrows="$k$ lists with one candidate in common and one of its own each, as the count of the step allows; no "
    "run of the algorithm",
)
def bottom_is_not_too_unlikely(C: PositiveInteger) -> Truth:
    """The $k$ lists have at most $2^{O(d^2)}$ candidates, by Corollary 4.1, so that $p(u) >= 2^{-O(d^2)}$. Read as: at
    $d = 1$, where $eps_s k = 1$, and $k = 4^C$, if all lists have $f$ and each one candidate more, $p(u) = e^{1/10} /
    (e^{1/10} + e + k e^{1/k})$ is at least $2^{-C}$."""
    k = 4**C
    s = 1 / k
    return exp(s * k / 10) / (exp(s * k / 10) + exp(s * k) + k * exp(s)) >= 2 ** (-C)


@uses("LYU25.C6.4.lo", "LYU25.K4.1.1", KEY, repair="LYU25.K4.1.1.corrected")
def the_candidates_are_counted(C: PositiveInteger) -> Use:
    """Each of $k$ lists has at most $L = 2^{O(d^2)}$ candidates, and their union $2^{O(d^2)}$ too: here two each, $k =
    4^C$ and the constant $C$ at $d = 1$."""
    return Use(gives=4**C * 2 <= 2**C)


@claim(
    "LYU25.C6.4.lo.display",
    "proof of Claim 6.4, section 6.2.1, the display: exponent of the lower bound",
    "displayed",
    role="construction",
)
def bottom_has_its_share(C: PositiveInteger) -> Truth:
    """$2^{B epsilon} / (2^{O(d^2)} 2^{k epsilon}) >= 2^{-O(d^2)}$. Read as: with algorithm 3's $epsilon$, $(k - B)
    epsilon$ is at most $C$, at $d = 1$, $delta = 1/e$ and $ln T = 2 C$."""
    A = OnlineParameters(1, 1, 1, 2 * C)
    return (A.k - A.B) * A.epsilon <= C


@correction(
    "LYU25.C6.4.lo.display",
    "the law of SparseSample has $e^{eps_s score}$, not $2^{epsilon score}$: with $eps_s$ the exponent is $(9/10) d^2$",
    narrows="the exponent; that the weights add up to $2^{O(d^2)} e^{k eps_s}$, with $k$ lists in place of one, "
    "is not formalized, nor is it in LYU25.C6.4.lo.corrected",
    share=Constant(Fraction(9, 10), mutants=(HALF,), stronger="smaller"),
)
def bottom_has_its_share_at_the_sparse_epsilon(
    d: PositiveReal, log_T: PositiveReal, log_delta: PositiveReal, epsilon: PositiveReal, share: Fraction
) -> Truth:
    """$(k - B) eps_s <= (9/10) d^2$; here $d$ is a square, so that its powers are whole."""
    A = OnlineParameters(d**2, epsilon, log_delta, log_T)
    k, s = d**7 * log_T * log_delta / epsilon, epsilon / (d**3 * log_T * log_delta)
    return (k - k / 10) * s <= share * A.d**2


for refuted, why in {
    "LYU25.C6.4.up": (
        "$k$ has no constant in print: it takes $eps_s k >= 9$, as at $d >= 3$, or with 9 times the printed $k$"
    ),
    "LYU25.C6.4.up.test": "at fixed $delta$, $k / b$ stays bounded as $T$ grows: it takes $k >= (75/2) b ln T$",
    "LYU25.C6.4.lo": (
        "$k$ lists with at most $L = 2^{O(d^2)}$ candidates have $k L$ in all: $log k$ adds to the number of calls"
    ),
    "LYU25.C6.4.lo.from.K4.1.1.conclusion": (
        "the corollary bounds each list, and $k$ grows with $log T$ and $1/epsilon$"
    ),
}.items():
    correction(refuted, why, **GROWTH)(the_stage_or_the_chance_of_bottom_grows_with_emptied_lists)


@claim(
    "LYU25.C6.4.unbounded",
    "for the proof of Claim 6.4, section 6.2.1: bounds on the chance of the failure symbol, any constant",
    "remark",
    narrows="the three inequalities, at the parameters of those claims",
    role="companion",
    tests=Constant(2, mutants=(Fraction(1, 20),)),
)
def no_constant_saves_the_bounds_on_bottom(C: PositiveReal, tests: Fraction) -> Truth:
    """For every $C > 0$ three steps fail: LYU25.C6.4.up.test, in logarithms over $ln 2$, as $1 + (2/15) C (C + 1) / (C
    + 2) < 2 (C + 1)$; LYU25.C6.4.lo, as $2^C e^{1/10} < e + 4^C$; and LYU25.C6.4.lo.display, as $C < (9/10) 2 C$."""
    noise = 1 + Fraction(2, 15) * C * (C + 1) / (C + 2) < tests * (C + 1)
    return noise & (exp(C * ln(2)) * exp(Fraction(1, 10)) < exp(1) + exp(2 * C * ln(2))) & (Fraction(9, 10) * 2 * C > C)


# ---- The majority and its mistakes


@terms("LYU25.C6.4.maj")
def wrong_majority(log_T: FromZero) -> Terms:
    """Of 378 ln T draws too few are hypotheses, or half of these are wrong at a query, so seldom; p(u) <= 1/100."""
    return Terms(fails=exp(-(21 * log_T)))


@claim(
    "LYU25.C6.4.maj",
    "proof of Claim 6.4, section 6.2.1: majority of the draws against the mean",
    "step",
    narrows="$C = 378$ in $n = C ln T$ draws; the first half, to $n = 9$ that no draw fails, but with $T^{-21}$; $E_D "
    "h(x)$ is taken over the hypotheses in $D$, for it is not "
    "defined on the failure symbol, which has the probability $1/100$ that it is said to have at most; "
    "$n$ to 9 is $T$ below $1.03$, so that what carries the second half, and not the first, to every $T$ is "
    "LYU25.C6.4.maj.rate; of the mean $1/3$ alone, and the union over $T$ queries is not formalized",
    C=Constant(378, mutants=(100,), stronger="smaller"),
)
def the_majority_is_seldom_far_from_the_mean(n: PositiveSize, C: int) -> Truth:
    """Of $n = C ln T$ draws at least $9/10$ are hypotheses, and with probability $1 - T^{-20}$, for all $T$ queries,
    $|hat(h)(x) - E_D h(x)| <= 2/3$: for $E_D h(x) = 1/3$ at least half of the hypotheses drawn say 1 with probability
    at most $T^{-21} = e^{-21 n / C}$."""
    bound = Real.of(wrong_majority(Real.of(n) / C).fails)
    far = sum(
        (binomial_chance(n, HUNDREDTH, b) * upper_tail(n - b, THIRD, Fraction(n - b, 2)) for b in range(int(n) + 1)),
        Fraction(0),
    )
    return (upper_tail(n, HUNDREDTH, Fraction(int(n) // 10 + 1)) <= bound) & (far <= bound)


@uses("LYU25.C6.4.maj", "LYU25.P1", KEY, repair="LYU25.P1.corrected")
def the_draws_are_concentrated(more: FromZero) -> Use:
    """Of $n = 800 ln T$ hypotheses drawn, our constant, $T >= 2$: where a third says 1, half or more does with
    probability at most $2 e^{-n/36}$, by Proposition 1, corrected, at $1/2$ with both tails, at most $T^{-21}$; here
    $ln T = ln 2 + more$."""
    log_T = ln(2) + more
    at = {"delta": Real.of(HALF), "mean": 800 * log_T / 3}
    return Use(at, gives=lambda draws: draws.fails <= exp(-(21 * log_T)))


rests_on("LYU25.C6.4.maj", "LYU25.C6.4.up", "$9/10$ of the draws are hypotheses", KEY, repair="LYU25.C6.4.up.corrected")


@claim(
    "LYU25.C6.4.maj.rate",
    "for the proof of Claim 6.4, section 6.2.1: rate of the majority by Markov's inequality",
    "remark",
    role="companion",
    narrows="the last inequality; Markov's, before it, is cited",
    C=Constant(378, mutants=(355,), stronger="smaller"),
)
def the_majority_has_its_rate(C: int) -> Truth:
    """Where a third of the hypotheses say 1 and $p(u) = 1/100$, of $n$ draws $n_1$ say 1 and $n_0$ say 0: by Markov's
    inequality for $2^((n_1 - n_0)/2)$ the probability of $n_1 >= n_0$ is at most $(1/100 + (99/100) 2 sqrt(2)/3)^n <=
    e^{-21 n / 378}$."""
    return HUNDREDTH + Fraction(99, 100) * 2 * Real.of(2) ** HALF / 3 <= exp(-(Fraction(21) / C))


rests_on("LYU25.C6.4.maj.rate", "PROB.markov", "the bound on the $n$-th moment", "for the proof of Claim 6.4")


@claim(
    "LYU25.C6.4.third",
    "proof of Claim 6.4, section 6.2.1: share of hypotheses that make the same mistake",
    "step",
    narrows="the fraction of the hypotheses in $D$, as the words are; of $D$ itself, which the failure symbol is "
    "in, it is $1 - p(u)$ times that, at least $33/100$; $hat(h)(x) = 1$ is alike",
    share=Constant(THIRD, mutants=(Fraction(2, 5),)),
)
def a_third_makes_the_same_mistake(p: BelowOne, part: Unit, share: Fraction) -> Truth:
    """Whenever $hat(h)$ errs at $x$, at least a $1/3$-fraction of the hypotheses in $D$ makes the same mistake: here
    $hat(h)(x) = 0$, the failure symbol has probability $p$, and $(2/3) part$ is the mean of $h(x)$ over hypotheses."""
    return (1 - p) * (1 - Fraction(2, 3) * part) >= share * (1 - p)


rests_on("LYU25.C6.4.third", "LYU25.C6.4.maj", "$|hat(h)(x) - E_D h(x)| <= 2/3$", KEY)


@terms("LYU25.C6.4.xi")
def exposed_part(xi: Unit, least: Fraction = FIFTH) -> Terms:
    """The fraction of hypotheses that err on more than 1/6 of E."""
    return Terms(says=xi >= least)


@claim(
    "LYU25.C6.4.xi",
    "proof of Claim 6.4, section 6.2.1: share of exposed hypotheses",
    "displayed",
    role="construction",
    least=Constant(Fraction(1, 5), mutants=(QUARTER,)),
)
def a_fifth_is_exposed(xi: Unit, most: Unit, rest: Unit, least: Fraction) -> Statement:
    """$xi + (1 - xi)/6 >= 1/3$ gives $xi >= 1/5$: a fraction $xi$ of hypotheses errs on ``most`` of $E$ on average, and
    the others on $rest <= 1/6$, with $1/3$ in all."""
    mean = xi * most + (1 - xi) * rest
    return when([rest <= Fraction(1, 6), mean >= THIRD], as_truth(exposed_part(xi, least).says))


rests_on("LYU25.C6.4.xi", "LYU25.C6.4.third", "on average at least $1/3$ of the hypotheses err on $E$", KEY)
