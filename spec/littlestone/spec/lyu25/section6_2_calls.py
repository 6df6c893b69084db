"""LYU25 section 6.2.1: how often the teachers are trained, Lemma 6.1, and what its proof counts."""

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import BOTTOM, chance_of_many_calls
from littlestone.spec.online.privacy_losses import FromNine, FromThree

SparseSample = Annotated[Run, Algorithm("LYU25.A1")]
CALLS = "section 6.2.1"


# ---- Lemma 6.1


@claim(
    "LYU25.L6.1",
    "Lemma 6.1, section 6.2.1: number of calls",
    "lemma",
    narrows=(
        "in the reading that the budget of $C d^3$ calls is not exhausted; that the test passes so often with the "
        "chance computed is not formalized"
    ),
)
def the_teachers_are_trained_seldom(C: PositiveInteger) -> Truth:
    """With probability $1 - T^{-10}$ Algorithm 3 calls Algorithm 4 at most $O(d^3)$ times. Read as: the test on $|E|$
    passes at most $C d^3$ times, so that the algorithm does not halt, as section 6.1 and Lemma 6.2 use it (of the calls
    that are answered the halt says so: LYU25.A3.calls.corrected). Then $1 - (C + 1) e^{-q T / (C + 1)}$, $q = e^{-U/b}
    / 2$, a lower bound on the chance of more passes by noise alone, is at most $T^{-10}$, log natural; here $d = 1$,
    $delta = 1/2$ and $T = 2^{4 (C+1)^2}$, with the constant $C$ in $U$."""
    chance, log_T = chance_of_many_calls(C)
    return chance <= exp(-10 * log_T)


@correction(
    "LYU25.L6.1",
    "the buffer, the chunks and $k$ must be larger, and a teacher's list must be emptied unless DDim of "
    "its class is $d + 1 - j^*$: then a stage has at most $1 + (w - ln 100) / ln(6/5)$ calls for $p(u) >="
    " e^{-w}$, $O~(d^2 + log(1/delta))$ with the $k$ that privacy needs",
    narrows="the number of calls by the growth of $p(u)$, and the chances of the events, that of Claim 6.2 at $12 ln "
    "T$ in place of $10 ln T$; the tails of the noises, what a call does, and that Claim 6.2's event is so likely, "
    "are cited",
    factor=Constant(11, mutants=(5,), stronger="smaller"),
    noise=Constant(26, mutants=(25,), stronger="smaller"),
    votes=Constant(105, mutants=(104,), stronger="smaller"),
)
def calls_are_few_where_bottom_grows(
    T: FromThree,
    d: AtLeastOne,
    k: AtLeastOne,
    log_L: FromZero,
    x: FromNine,
    b: PositiveReal,
    more: FromZero,
    factor: int,
    noise: int,
    votes: int,
) -> Truth:
    """On a realizable sequence, with probability $1 - T^{-10}$, the test on $|E|$ passes at most $11 d w$ times, $w =
    ln((k + 1) L) + (9/10) eps_s k$, for lists of at most $L$ candidates that are emptied unless $DDim = d + 1 - j^*$,
    $eps_s k >= 9$, an independent teacher for each example, chunks of at most $p_j$, a budget of $K$ calls, $U >= 2 +
    26 b ln T$, $U/k >= 58080 d^2 (ln(2 K k) + d ln(2 U) + 12 ln T)$, $k >= 105 b' ln T$ and $378 ln T$ draws, $b$ and
    $b'$ the scales of the noises on $|E|$ and $m$, and $d < T$, $T >= 3$: $n$ calls of one stage raise $p(u)$ from
    $e^{-w}$ by $6/5$ each to at most $1/100$, and the stages are $d + 1$. Here $eps_s k = x$, and $U/b$, $k/b'$ and
    $ln(6/5) n$ are ``more`` than they must be, or less."""
    w = ln(k + 1) + log_L + Fraction(9, 10) * x
    n = 1 + (w - ln(100) - more) / ln(Fraction(6, 5))
    lines = [
        (d + 1) * n <= factor * d * w,
        ln(T) - ((2 + noise * b * ln(T) + more) / 2 - 1) / b <= -12 * ln(T),
        2 * ln(T) - Fraction(2, 15) * (votes * ln(T) + more) <= -12 * ln(T),
        T**10 * (3 / T**12 + 2 / T**19) <= 1,
    ]
    return all_of(lines)


@uses("LYU25.L6.1", "LYU25.C6.4", CALLS, repair="LYU25.C6.4.corrected", draws="$j(u)$ or $p(u)$ grows")
def the_key_claim_holds(T: Rounds) -> Use:
    """At all calls, with probability $1 - T^{-2}$."""
    return Use(fails=Real.of(T) ** (-2))


rests_on("LYU25.L6.1", "LYU25.C6.4", "$O(d^2)$ calls a stage", CALLS, name="rises", repair="LYU25.C6.4.corrected")


@adds_up("LYU25.L6.1", "Lemma 6.1, section 6.2.1")
def the_failures_of_the_calls(T: Rounds) -> Total:
    """At most $O(d^3)$ calls with probability $1 - T^{-10}$."""
    return Total(fails=Real.of(T) ** (-10))


@terms("LYU25.L6.1.sums.corrected")
def many_calls(log_T: FromZero) -> Terms:
    """There are more than O(d^3) calls so seldom."""
    return Terms(fails=exp(-(10 * log_T)))


@correction(
    "LYU25.L6.1.sums",
    "Claim 6.4 fails with $T^{-2}$, more than the $T^{-10}$ of the lemma: with $T^{-11}$ for it and for the noises of "
    "the tests they add up",
    power=Constant(11, mutants=(10,)),
)
def the_failures_of_the_calls_add_up(T: TwoOrMore, power: int) -> Truth:
    """$T^{-11} + T^{-11} <= T^{-10}$ for $T >= 2$."""
    return T**10 * (1 / T**power + 1 / T**11) <= T**10 * many_calls(ln(T)).fails


@uses("LYU25.L6.1.corrected", "LYU25.C6.4.fin.corrected", "for Lemma 6.1")
def the_chance_rises_at_each_call(start: PositiveUnit, grown: AtLeastOne, more: FromZero, after: Unit) -> Use:
    """Where $p$ has grown from ``start`` by $(6/5)^n$, here ``grown``, or more, one call more makes it
    $(6/5)^(n+1)$."""
    return Use({"before": grown * start + more, "after": after}, gives=after >= Fraction(6, 5) * grown * start)


@uses("LYU25.L6.1.corrected", "DP.laplace.tail", "for Lemma 6.1")
def all_noises_are_small(T: Rounds, b: PositiveReal) -> Use:
    """One of $T$ noises of scale $b$ is $U/2 - 1 = 13 b ln T$ or more with probability $T^{-12}$ at most."""
    return Use({"x": 13 * b * ln(T), "scale": b}, gives=lambda noise: T * noise.fails <= 1 / T**12)


rests_on("LYU25.L6.1.corrected", "LYU25.C6.4.corrected", "$j(u)$ or $p(u)$ grows", "for Lemma 6.1")
rests_on("LYU25.L6.1.corrected", "LYU25.C6.2.corrected", "the chunks agree at each of $K$ updates", "for Lemma 6.1")
rests_on("LYU25.L6.1.corrected", "LYU25.C6.1.run", "no test passes early where no noise is large", "for Lemma 6.1")
rests_on("LYU25.L6.1.corrected", "LYU25.C6.4.lists.stage", "at most $d + 1$ stages", "for Lemma 6.1")


@claim(
    "LYU25.L6.1.unbounded",
    "for Lemma 6.1, section 6.2.1: number of calls, any constant",
    "remark",
    role="companion",
    narrows="the first inequality, from the two logarithms; that $ln q >= -ln 2 - C ln(2) ln(s ln 2)$, and what it "
    "says of the calls, is not formalized",
    rounds=Constant(4, mutants=(HALF,)),
)
def no_constant_makes_calls_few(C: AtLeastOne, rounds: Fraction) -> Truth:
    """For every $C >= 1$, at $d = epsilon = 1$, $delta = 1/2$, $q T >= 2 (C+1)^2$, $q >= e^{-U/b} / 2$ being the chance
    that the test passes in a round, so that the chance of more than $C$ calls is at least $1 - (C+1) e^{-2 (C+1)} >
    9/10$: $ln q >= -ln 2 - C ln(2) ln(s ln 2)$ and $ln T = s ln 2$ for $s = 4 (C+1)^2$."""
    s = rounds * (C + 1) ** 2
    return 2 * ln(2) + C * ln(2) * ln(s * ln(2)) + 2 * ln(C + 1) <= s * ln(2)


# ---- j(u) and p(u)


@claim(
    "LYU25.Q6.1",
    "Section 6.2.1, the two items: chance of the failure symbol",
    "notation",
    narrows="$p(u)$, and not $j(u)$, the $j^*$ of the return; that JointTrain returns with some $j^* <= d+1$ at all "
    "is not in the print (LYU25.A4)",
    caps="$k$ lists, all with the candidate $f$ and $i$ of them with $g$ too, $eps_s = ln 2$",
    more=OFFSET,
)
def the_chance_of_bottom(i: Size, k: PositiveSize, law: LawOf, run: SparseSample, more: int) -> Statement:
    """$p(u)$ is the probability of the failure symbol in one draw, $e^{eps_s B} / (e^{eps_s B} + sum_f e^{eps_s
    score(f)})$: by the law of algorithm 1, here with $B = k$, which is printed $k/10$."""
    two, one = int(i), int(k) - int(i)
    drawn: Law[str | None] = law(run, [("f", "g")] * two + [("f",)] * one, ln(2), int(k))
    others = 2 ** Real.of(k) + (2 ** Real.of(i) if two else 0)
    return when(i <= k, equals(drawn[BOTTOM], 2 ** Real.of(k) / (2 ** Real.of(k) + others + more)))
