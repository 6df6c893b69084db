"""LYU25 section 6.2.1: the mistake bound, Lemma 6.2, and the remark on adaptive adversaries."""

from itertools import combinations

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters, at_roots, chance_of_many_calls
from littlestone.spec.online.privacy_losses import RootLogThree

LAST = "proof of Lemma 6.2, section 6.2.1"


# ---- Lemma 6.2


@claim(
    "LYU25.L6.2",
    "Lemma 6.2, section 6.2.1: mistake bound",
    "lemma",
    narrows="that the algorithm does not halt prematurely, as the last sentence of the proof has it; after the halt "
    "nothing is predicted; that the test passes so often with the chance computed is not formalized",
)
def the_learner_errs_seldom(C: PositiveInteger) -> Truth:
    """On a realizable sequence, with probability $1 - T^{-10}$, algorithm 3 makes at most $O(d^3 U) <= O~(d^9.5 log(T)
    log(1/delta) / epsilon)$ mistakes. Read as: it does not halt before the end but with probability $1/T$, as the proof
    ends, so that a lower bound on the chance of more than $C d^3$ passes of the test on $|E|$ by noise alone is at most
    $1/T$, log natural; here $d = 1$, $delta = 1/2$ and $T = 2^{4 (C+1)^2}$, with the constant $C$ in $U$."""
    chance, log_T = chance_of_many_calls(C)
    return chance <= exp(-log_T)


@correction(
    "LYU25.L6.2",
    "with $3 <= T <= 1/delta$ and the corrections of LYU25.P6.1, C6.1, C6.2, C6.4 and L6.1 there are $O~(d^3 "
    "r)$ calls, chunks of $O~(d^3 + d^2 log T)$ examples and $k = O~(d^3.5 r^1.5 sqrt(log T log(1/delta))"
    " / epsilon)$, $r = 1 + ln(4/delta) / d^2$",
    narrows="the arithmetic of the bound and of the failures, with reals for numbers; that there are at most $K$ "
    "calls, and $3U/2$ mistakes before each, is LYU25.L6.1.corrected with LYU25.T1.plan, and LYU25.C6.1.corrected; "
    "that there are no more after the last is not formalized",
    C=Constant(94 * 10**15, mutants=(80 * 10**15,), stronger="smaller"),
    power=Constant(12, mutants=(10,), stronger="smaller"),
)
def the_corrected_learner_errs_seldom(
    root_d: AtLeastOne,
    epsilon: PositiveUnit,
    root_r: AtLeastOne,
    root_log: PositiveReal,
    root_T: RootLogThree,
    root_g: Annotated[Real, Reals(low=8)],
    part: Unit,
    C: int,
    power: int,
) -> Truth:
    """For $d >= 1$, $T >= 3$, $epsilon <= 1$ and $delta <= 1/T$, on a realizable sequence, with probability $1 -
    T^{-10}$, algorithm 3 with the parameters of RepairedParameters (LYU25.T1.plan) makes at most $(3/2) U (K + 1) <= 94
    10^15 g^3.5 d^9.5 r^2.5 (1 + ln T / d) sqrt(ln T ln(4/delta)) / epsilon$ mistakes and does not halt: at most $K$
    calls, ``part`` of them, with $(3/2) U$ mistakes before each and after the last, but for three events of $T^{-12}$
    each and majorities that fail with $2 T^{-19}$. Here $r = 1 + ln(4/delta) / d^2$ and $g$ is the bound on the
    logarithms (LYU25.T1.logs)."""
    plan, rate = at_roots(root_d, epsilon, root_r, root_log, root_T, root_g)
    lines = [
        Fraction(3, 2) * plan.U * (part * plan.K + 1) <= plan.mistakes,
        plan.mistakes <= C * rate,
        3 * exp(-(power * plan.log_T)) + 2 * exp(-(19 * plan.log_T)) <= exp(-(10 * plan.log_T)),
    ]
    return all_of(lines)


@uses("LYU25.L6.2", "LYU25.C6.1", LAST, repair="LYU25.C6.1.corrected")
@uses("LYU25.L6.2", "LYU25.L6.1.sums", LAST, repair="LYU25.L6.1.sums.corrected")
@uses("LYU25.L6.2", "LYU25.L6.2.stage", LAST, repair="LYU25.L6.2.stage.corrected")
def the_events_of_the_calls_hold(T: Rounds) -> Use:
    """One of three events, with probability $1 - T^{-10}$: JointTrain is called whenever $3U/2$ mistakes are made; it
    is called $O(d^3)$ times at most; and $j(u)$ grows only where no hypothesis is on all lists. With that of Claim 6.2
    four such hold together with probability $1 - 1/T$, all in all."""
    return Use({"log_T": ln(T)}, gives=lambda event: 1 - 4 * event.fails >= 1 - 1 / T, times=1)


@uses("LYU25.L6.2", "LYU25.C6.3", LAST, draws="$H_i^{j+1}$ is in the intersection of the $H_i'^j$")
def the_classes_are_nested(T: Rounds) -> Use:
    """Under the event of Claim 6.2."""
    return Use(fails=Real.of(T) ** (-10))


rests_on("LYU25.L6.2", "LYU25.L6.1", "at most $O(d^3)$ calls", LAST, repair="LYU25.L6.1.corrected")
rests_on(
    "LYU25.L6.2", "LYU25.L6.2.arith.log", "$O~$ hides $log(d log T)$", LAST, repair="LYU25.L6.2.arith.log.corrected"
)
rests_on("LYU25.L6.2", "LYU25.O4.3", "the dimension of the intersection falls", LAST, repair="LYU25.O4.3.corrected")
rests_on("LYU25.L6.2", "LYU25.L4.3.1", "a subclass of the intersection has no larger dimension", LAST)
rests_on("LYU25.L6.2", "LYU25.K4.1.4", "$h^*$ is on all lists at $j^* = d + 1$", LAST)
rests_on("LYU25.L6.2", "LYU25.L6.2.arith", "$d^3 U = C d^9.5 log(T) log(1/delta) log(d log T) / epsilon$", LAST)


@adds_up("LYU25.L6.2", "Lemma 6.2, section 6.2.1")
def the_failures_of_the_mistake_bound(T: Rounds) -> Total:
    """The lemma has $1 - T^{-10}$; the last sentence of its proof arrives at $1 - 1/T$."""
    return Total(fails=Real.of(T) ** (-10))


@correction(
    "LYU25.L6.2.sums",
    "four events with $T^{-10}$ each are more than $T^{-10}$ together: take $T^{-12}$ for each",
    power=Constant(12, mutants=(11,)),
)
def the_failures_of_the_mistake_bound_add_up(T: TwoOrMore, power: int) -> Truth:
    """$4 T^{-12} <= T^{-10}$ for $T >= 2$."""
    return 4 * 1 / T**power * T**10 <= 1


rests_on("LYU25.L6.2.corrected", "LYU25.L6.1.corrected", "at most $11 d w$ calls, and so at most $K$", "for Lemma 6.2")


rests_on("LYU25.L6.2.corrected", "LYU25.C6.3.floor", "smaller errors are in all classes", "for Lemma 6.2")
rests_on("LYU25.L6.2.corrected", "LYU25.C6.1.corrected", "fewer than $3U/2$ mistakes before each call", "for Lemma 6.2")
rests_on("LYU25.L6.2.corrected", "LYU25.C6.2.corrected", "$U/k = O~(d^3 + d^2 log T)$ is enough", "for Lemma 6.2")
rests_on("LYU25.L6.2.corrected", "LYU25.K4.1.4", "at stage $d + 1$ the target is on all lists", "for Lemma 6.2")
rests_on("LYU25.L6.2.corrected", "LYU25.T1.plan", "the numbers are as these claims ask", "for Lemma 6.2")


@claim(
    "LYU25.L6.2.stage",
    "proof of Lemma 6.2, section 6.2.1: dimension at a new stage",
    "step",
    narrows="the tail of the noise at one $(d, delta, T)$ for each $C$; that no dimension falls in such a stage "
    "is not formalized",
)
def a_new_stage_means_a_smaller_dimension(C: PositiveInteger) -> Truth:
    """Whenever $j(u)$ increases by one the decomposition dimensions fall. Read as: $e^{-(k/5)/b} / 2$, the chance that
    the test on $m > 4k/5$ fails by its noise, of scale $b$, where some hypothesis is on all $k$ lists, is at most
    $T^{-10}$, log natural; here $d = 1$, $delta = 1/2$, $T = 2^{C+1}$, and $C$ is the constant in front of $k$, divided
    by that in the noise."""
    A = OnlineParameters(1, 1, ln(2), (C + 1) * ln(2), teachers=C)
    b = A.log_T + A.log_delta
    return HALF * exp(-(A.k / 5 / b)) <= exp(-10 * A.log_T)


@terms("LYU25.L6.2.stage.corrected")
def wrong_stage(log_T: FromZero) -> Terms:
    """Some stage ends by its noise so seldom, where k is at least 55 b ln T."""
    return Terms(fails=exp(-(10 * log_T)))


@correction(
    "LYU25.L6.2.stage",
    "at fixed $delta$, $k / b$ stays bounded as $T$ grows: $k$ must be at least $55 b ln T$ for the scale"
    " $b$ of the noise",
    narrows="the arithmetic of the union bound; that one noise is below $-k/5$ with probability at most "
    "$e^{-(k/5)/b}$, that there are $T$ tests, though up to $d + 1$ more than calls, and that the "
    "dimensions fall then is not formalized",
    factor=Constant(55, mutants=(54,)),
)
def a_new_stage_means_a_smaller_dimension_among_more_teachers(log_T: FromZero, more: FromZero, factor: int) -> Truth:
    """Whenever $j(u)$ increases by one no hypothesis is on all $k$ lists, so that the decomposition dimensions fall,
    but for a probability of $T^{-10}$: $T$ tests have noises below $-k/5$ with probability at most $T e^{-(k/5)/b}$ for
    $k / b = 55 ln T + more$."""
    return log_T - (factor * log_T + more) / 5 <= ln(wrong_stage(log_T).fails)


@claim(
    "LYU25.L6.2.arith",
    "Lemma 6.2, section 6.2.1: exponents of the mistake bound",
    "displayed",
    role="construction",
    more=OFFSET,
)
def the_exponents_add_up(
    root_d: PositiveReal,
    C: PositiveReal,
    inner: PositiveReal,
    log_T: PositiveReal,
    log_delta: PositiveReal,
    epsilon: PositiveReal,
    more: int,
) -> Truth:
    """$d^3 U = d^3 C d^3 log(d log T) d^3.5 log(T) log(1/delta) / epsilon = C log(d log T) d^9.5 log(T) log(1/delta) /
    epsilon$; here by the square root of $d > 0$, and $inner = log(d log T) > 0$."""
    d = root_d**2
    k = root_d**7 * log_T * log_delta / epsilon
    return d**3 * (C * d**3 * inner * k) == C * inner * root_d**19 * log_T * log_delta / epsilon + more


@claim(
    "LYU25.L6.2.arith.log",
    "Lemma 6.2, section 6.2.1: inner logarithm of the mistake bound",
    "displayed",
    role="construction",
)
def the_inner_logarithm_is_hidden(C: PositiveInteger) -> Truth:
    """$O(d^3 U) <= O~(f)$, $f = d^9.5 log(T) log(1/delta) / epsilon$, which is $O(f log^c f)$. Read as: $log(d log T)
    <= C log^c f$ for every $epsilon > 0$, at $d = 1$, $delta = 1/e$, $log T = e^{C+1}$ and $epsilon = log(T) / e$,
    where $log f = 1$."""
    log_f = ln(exp(C + 1) / (exp(C + 1) / exp(Real.of(1))))
    return C * log_f >= C + 1


@correction(
    "LYU25.L6.2.arith.log",
    "$log(d log T)$ is within $log f$ where $f$ is at least $d log T$: for $epsilon <= log(1/delta)$",
    share=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def the_inner_logarithm_is_hidden_for_small_epsilon(
    d: AtLeastOne, log_T: AtLeastOne, ratio: AtLeastOne, share: Fraction
) -> Truth:
    """For $d >= 1$, $log T >= 1$ and $ratio = log(1/delta) / epsilon >= 1$: $log(d log T) <= log f$ for $f = d^9.5
    log(T) ratio$."""
    log_f = Fraction(19, 2) * ln(d) + ln(log_T) + ln(ratio)
    return ln(d) + ln(log_T) <= share * log_f


@claim(
    "LYU25.L6.2.unbounded",
    "for Lemma 6.2, section 6.2.1: inner logarithm and new stages, any constant",
    "remark",
    narrows="the two inequalities, at the parameters of those claims",
    role="companion",
    tests=Constant(10, mutants=(Fraction(1, 10),)),
)
def no_constant_saves_the_steps_of_the_mistake_bound(C: PositiveReal, c: FromZero, tests: Fraction) -> Truth:
    """For every $C > 0$ and $c >= 0$ two steps fail: LYU25.L6.2.arith.log, as $C 1^c < C + 1$, and LYU25.L6.2.stage, in
    logarithms over $ln 2$, as $1 + (1/5) C (C + 1) / (C + 2) < 10 (C + 1)$."""
    noise = 1 + Fraction(1, 5) * C * (C + 1) / (C + 2) < tests * (C + 1)
    return noise & (C * Real.of(1) ** c < C + 1)


# ---- Adaptive adversaries


def tells_apart(functions: tuple[Function, ...]) -> bool:
    """The points give the functions all 2^n patterns of labels: they are shattered in the dual class."""
    patterns = set(zip(*functions, strict=True))
    return len(patterns) == 1 << len(functions)


@claim(
    "LYU25.R6.adapt",
    "Remark after Lemma 6.2, section 6.2.1: dual VC dimension",
    "remark",
    narrows="of the remark the bound on the dual dimension alone; that $2^{O(d)}$ draws then serve on every point, and "
    "the mistake bound that seems possible, are not formalized",
    caps="$n = 2$ and 4 points: $n$ functions take all patterns on $2^n$ points or more, and $n = 1$ is below every "
    "bound; so it says that two such functions have $VC >= 1$; the bits, for $n <= 9$, are LYU25.R6.adapt.bits",
    shift=Constant(1, mutants=(0,)),
)
def the_dual_dimension_is_bounded(H: Binary, shift: int) -> Truth:
    """The dual VC dimension is below $2^{VC(H) + 1}$: if the points give $n$ functions of $H$ all $2^n$ patterns, $n <
    2^{VC(H)+1}$."""
    known = dict(H.members())
    sizes = range(2, H.points.bit_length())
    bound = 2 ** (vc_dimension(H) + shift)
    return all_of(
        all_of(known[f] for f in functions).implies(size < bound)
        for size in sizes
        for functions in combinations(known, size)
        if tells_apart(functions)
    )


@claim(
    "LYU25.R6.adapt.bits",
    "for the remark after Lemma 6.2, section 6.2.1: functions told apart by their bits",
    "remark",
    role="companion",
    narrows="the bits; what they say of the VC dimension is not formalized",
    shift=Constant(1, mutants=(0,)),
)
def numbers_are_told_apart_by_their_bits(n: PositiveSize, shift: int) -> Truth:
    """Where points give $f_0, ..., f_{n-1}$ all $2^n$ patterns, there are those at which $f_j$ says the bits of $j$: of
    $v$ of them $f_0, ..., f_{2^v - 1}$ have all $2^v$ patterns, for $2^v <= n < 2^{v+1}$; so that $VC(H) >= v$ and $n <
    2^{VC(H)+1}$."""
    v = int(n).bit_length() - 1
    patterns = {tuple(j >> bit & 1 for bit in range(v)) for j in range(int(n))}
    return all_of([len(patterns) == 2**v, int(n) < 2 ** (v + int(shift))])
