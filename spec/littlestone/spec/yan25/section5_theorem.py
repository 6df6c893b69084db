"""YAN25 section 5: the parameters substituted, and Theorem 11 on the improper learner."""

from littlestone.spec.class_trees.improper_sizes import failure
from littlestone.spec.learning.towers import log_star
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

T11 = "Section 5, before Theorem 11"
CORRECTED = "Section 5, Theorem 11, corrected"
RANKS = "for Theorem 11, section 5"
FIXED = 10 * (ln(96) + 1)
CHUNK = "one chunk of the theorem's size, without $48/alpha$; $alpha = beta = 1/2$ and $t + 2 = 2^(90 C)$"
WHY = (
    "for $log^* d$ read $max(1, log^* d)$, as $log^* 1 = 0$, and $epsilon <= 1$, $beta$, $delta <= 1/2$, as the size "
    "goes to 0 when $epsilon$ grows: even without privacy $log(1/beta)/alpha$ are needed. The union bound over the "
    "chunks has one more logarithm, and is replaced by YAN25.X4; then the printed size is enough, with the constant "
    "of Theorem 9"
)
GIVEN = (
    "given Theorem 9, $A >= 1$ being the constant behind its $O$; natural logarithms; the learner enters by its "
    "failures and losses, a chunk by $1/24$ (YAN25.X3, checked for $s <= 3$)"
)
CHUNKS = Constant(172, mutants=(171,))
STAR = Constant(3, mutants=(4,), stronger="larger")
SIZE = Constant(Fraction(1, 3), mutants=(Fraction(29, 100),))
LEAST = Constant(4, mutants=(1,))


# ---- The substitution


@claim(
    "YAN25.S1",
    "section 5, before Theorem 11: number of chunks after the substitution",
    "step",
    narrows="the arithmetic, where $t = a (log((t + 2)/beta) + ...)^2$ as in Algorithm 2, $a >= 1$ and $w = "
    "log(1/beta) + ... + log$ a, at least 0, that is $v >= 3$: $t = a v^2$, and $log(1 + 2/t) <= 2/9$",
    more=Constant(3, mutants=(1,)),
)
def the_substitution_has_a_solution(v: Annotated[Real, Reals(low=3)], more: int) -> Truth:
    """Substitute $epsilon$ by $epsilon/2$, $delta$ by $delta/2$ and $beta$ by $beta/(t + 2)$, of which $t$ itself
    depends on $beta$: for $v = 2 w + 3$ and $t = a v^2$, $w + 2 ln v + 2/9 <= v$, so that a $(log((t + 2)/beta) +
    ...)^2 <= t$."""
    w = (v - more) / 2
    return w + 2 * ln(v) + Fraction(2, 9) <= v


def grown_chunk(C: Real) -> Real:
    """10 log(48 e/alpha) + log(5 (t + 2)/beta) for t + 2 = 2^(90 C)."""
    return FIXED + ln(10) + 90 * C * ln(2)


@claim("YAN25.S1.size", "section 5, before Theorem 11: size of a chunk after the substitution", "step", narrows=CHUNK)
def the_substitution_leaves_the_size(C: PositiveInteger) -> Truth:
    """After the substitution we have the main result: $N = t (48/alpha) (10 log(48 e/alpha) + log(5 (t + 2)/beta))$ is
    $O(t (48/alpha) (10 log(48 e/alpha) + log(5/beta)))$. Read as: with the constant $C$, for every $t$, which grows
    without bound as $delta -> 0$."""
    return grown_chunk(Real.of(C)) <= C * (FIXED + ln(10))


@correction(
    "YAN25.S1.size",
    "the proof has $log(5 (t + 2)/beta)$, more than the printed $log(5/beta)$ by any factor as $delta -> 0$. It is "
    "not needed: by YAN25.X4 chunks that are bad with probability $1/24$ are enough, however large $t$ is",
    narrows="one chunk of the theorem's size, without $48/alpha$; $alpha <= 1/2$, $beta = 1/2$; that $(1 - alpha)^s <= "
    "1/24$ is not formalized",
    parts=Constant(18, mutants=(19,)),
)
def chunks_need_not_grow_with_their_number(a: FromZero, parts: int) -> Truth:
    """$ln(24)/alpha$ rows, with $(1 - alpha)^s <= 1/24$, are fewer than the printed chunk has, by a factor of 18 even
    without its 48: $alpha = e^-a / 2$."""
    return parts * ln(24) <= 10 * (ln(96) + 1) + ln(10) + 10 * a


rests_on("YAN25.S1.size.corrected", "YAN25.X4", "the chunks' size does not depend on $t$", CORRECTED)


@claim(
    "YAN25.S1.size.every",
    "for section 5, before Theorem 11: size of a chunk after the substitution, any constant",
    "step",
    role="companion",
    narrows=CHUNK,
    share=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def no_constant_leaves_the_size(C: AtLeastOne, share: Fraction) -> Truth:
    """For every constant $C >= 1$, $log(5 (t + 2)/beta) + 10 log(48 e/alpha)$ is more than $C (10 log(48 e/alpha) +
    log(5/beta))$, at some $t$."""
    return share * grown_chunk(C) > C * (FIXED + ln(10))


# ---- Theorem 11


@claim(
    "YAN25.T11",
    "Theorem 11, section 5: sample size of the improper private learner",
    "theorem",
    narrows="$d = 1$, of which $log^* d = 0$, so that the size is 0 (read as its limit) whatever the hidden constant "
    "$C$ is; $alpha = 1/2$, $beta = 1/16$, $delta = 1/4$, $epsilon = 1$; that every learner fails on one of two point "
    "functions, which differ at one point of $D$, with probability $((1 - alpha)/2)^n / 2$ at least is not formalized",
)
def the_improper_learner_learns(C: PositiveInteger) -> Statement:
    """For any concept class of VC dimension 1 and Littlestone dimension $d$ there is an $(epsilon, delta)$-private
    algorithm that $(alpha, beta)$-PAC learns it from $N >= O(log^* d log^2(log^* d/(epsilon beta delta)) / epsilon
    (48/alpha) (10 log(48 e/alpha) + log(5/beta)))$ examples. Read as: for point functions, $d = 1$, from one example
    where that is at least $C$ times the size, $C$ being the constant of the $O$."""
    return when(C * log_star(1) <= 1, failure(1, HALF) <= Fraction(1, 16))


@terms("YAN25.T11.corrected")
def improper_learner(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf) -> Terms:
    """Algorithm 2 on the rows of the theorem is so private, and not alpha-accurate so seldom."""
    return Terms(fails=beta, epsilon=epsilon, delta=delta)


@correction("YAN25.T1", WHY, narrows=GIVEN, chunks=CHUNKS, star=STAR, size=SIZE, least=LEAST)
@correction("YAN25.T11", WHY, narrows=GIVEN, chunks=CHUNKS, star=STAR, size=SIZE, least=LEAST)
def the_improper_learner_learns_for_small_epsilon(
    A: AtLeastOne,
    K: AtLeastOne,
    alpha: PositiveUnit,
    epsilon: PositiveUnit,
    e: FromZero,
    b: FromZero,
    c: FromZero,
    chunks: int,
    star: int,
    size: Fraction,
    least: int,
) -> Truth:
    """For any concept class of VC dimension 1 and Littlestone dimension $d$, $alpha$, $epsilon <= 1$ and $beta$, $delta
    <= 1/2$ there is an $(epsilon, delta)$-private algorithm that $(alpha, beta)$-PAC learns it from $N >= A K
    u^2/epsilon (48/alpha) (10 log(48 e/alpha) + log(5/beta))$ examples, $K = max(1, log^* d)$, $u = log(K/(epsilon beta
    delta))$, A the constant behind the $O$ of Theorem 9; 816 A $K u^2/(alpha epsilon)$, at most a third of them, are
    enough. It is Algorithm 2, corrected, with $epsilon/2$, $delta/2$ and $beta/3$ for each step, on $t >= 172$ A $K
    u^2/epsilon$ chunks of $s >= ln(24)/alpha$ rows: $t$ is more than $n_PM$ for $log^*(TD + 1) <= 3 K$; the choice
    among $t/6$ votes fails with probability $e^{-(epsilon/8) (t/6 - theta)} / 2$, and $t/6$ chunks are bad with
    probability $e^{-t/8.73}$ (YAN25.X4), both in logarithms, at most $beta/3$ each. Here $e = log(1/epsilon)$, $b =
    log(1/(2 beta))$, $c = log(1/(2 delta))$."""
    beta, delta, few = exp(-b) / 2, exp(-c) / 2, -(b + ln(6))
    u, learner = ln(least) + e + b + c + ln(K), improper_learner(epsilon, delta, beta)
    t = chunks * A * K * u**2 / epsilon
    return all_of(
        [
            A * star * K * (ln(24 * star) + b + c + ln(K)) ** 2 / (epsilon / 2 / 3) < t,
            ln(16) + e + c - epsilon / 8 * (t / 6) - ln(2) <= few,
            -(t / Fraction(873, 100)) <= few,
            3 * (beta / 3) <= learner.fails,
            (2 * (epsilon / 2) <= learner.epsilon) & (2 * (delta / 2) <= learner.delta),
            epsilon <= A * K,  # t + 1 is at most A K (172 u^2 + 1) / epsilon
            (chunks + 1 / u**2) * (ln(24) + alpha) <= size * 2448,  # times s + 1, over A K u^2/(alpha epsilon)
            2448 / alpha <= 48 / alpha * (10 * (ln(48 / alpha) + 1) + ln(10) + b),
        ]
    )


@uses("YAN25.T11", "YAN25.T10", T11, repair="YAN25.T10.corrected")
def the_budget_is_halved(epsilon: PositiveReal, delta: OpenUnit) -> Use:
    """Substitute $epsilon$ by $epsilon/2$ and $delta$ by $delta/2$: the learner is $(epsilon, delta)$-private."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "leaks": delta / 2, "delta": delta / 2}
    return Use(at, gives=lambda b: (b.epsilon <= epsilon) & (b.delta <= delta), times=1)


@uses("YAN25.T11", "YAN25.Cor2", T11)
def the_confidence_is_divided(t: PositiveInteger, beta: PositiveReal) -> Use:
    """Substitute $beta$ by $beta/(t + 2)$: the error is at most $alpha$ with probability $1 - beta$."""
    return Use({"t": t, "beta": beta / (t + 2)}, gives=lambda learner: learner.fails <= beta, times=1)


rests_on("YAN25.T11", "YAN25.S1", "there is such a $t$", T11)
rests_on("YAN25.T11", "YAN25.S1.size", "$N$ is of the printed size", T11, repair="YAN25.S1.size.corrected")


@uses("YAN25.T11", "YAN25.Cor1", T11)
def the_rows_of_the_median_by_log_star(tower: FromZero, star: FromZero, part: Unit, square: FromZero) -> Use:
    """$log^* TD$, the ``tower``, is at most $3 log^* d$, and $log^2(log^* TD/(beta delta))$ a ``part`` of $square =
    log^2(3 log^* d/(beta delta))$: their product, the order of $n_PM$, is at most $3 log^* d$ times the latter.
    (Algorithm 2 has $log^*(TD + 1)$.)"""
    return Use({"of_thresholds": tower, "of_littlestone": star}, gives=tower * (part * square) <= 3 * star * square)


rests_on("YAN25.T11", "YAN25.L2", "TD is that of $C_f$, and $d$ that of $C$; not said at the place", T11)


@adds_up("YAN25.T11", T11)
def what_the_theorem_says(t: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, beta: PositiveReal) -> Total:
    """$epsilon$, $delta$ and $beta$."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@uses("YAN25.T11.corrected", "YAN25.T9", CORRECTED, draws="$z$ is a $1/3$-median, and private")
def the_median_is_that_of_theorem_9(beta: UpToHalf) -> Use:
    """At $epsilon/2$, $delta/2$ and $beta/3$ for more than $n_PM$ of the $t$ values."""
    return Use(fails=beta / 3)


rests_on("YAN25.T11.corrected", "YAN25.Cor1.trees", "$log^*(TD + 1) <= log^* d + 2 <= 3 max(1, log^* d)$", CORRECTED)
rests_on(
    "YAN25.T11.corrected", "YAN25.T11.votes", "$6 theta$ is at most $(48/epsilon) log(8/(epsilon delta))$", CORRECTED
)
rests_on("YAN25.T11.corrected", "YAN25.L9.eq3", "$x_good$ is as accurate as some good chunk", CORRECTED)


@uses("YAN25.T11.corrected", "YAN25.T10.corrected", CORRECTED)
def both_steps_are_paid(epsilon: PositiveUnit, delta: UpToHalf) -> Use:
    """$(z, x_good)$ is $(epsilon, delta)$-private at $epsilon/2$ and $delta/2$ each."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "leaks": delta / 2, "delta": delta / 2}
    return Use(at, gives=lambda pair: (pair.epsilon <= epsilon) & (pair.delta <= delta), times=1)


@uses("YAN25.T11.corrected", "YAN25.M2.single", CORRECTED, draws="the point with votes is chosen")
@uses("YAN25.T11.ranks", "YAN25.M2.single", RANKS, draws="the point with votes is chosen")
def the_point_with_votes_is_chosen(beta: UpToHalf, more: FromZero) -> Use:
    """With $t/6$ votes and $(epsilon/8) (t/6 - theta) >= ln(3/(2 beta))$ the choice fails with at most $beta/3$."""
    return Use({"u": ln(3 / (2 * beta)) + more, "beta": beta / 3}, times=1)


@uses("YAN25.T11.corrected", "YAN25.X4", CORRECTED)
@uses("YAN25.T11.ranks", "YAN25.X4", RANKS)
def few_chunks_are_bad(beta: UpToHalf, more: FromZero) -> Use:
    """Of $t >= 8.73 ln(3/beta)$ chunks a sixth or more are bad with probability at most $beta/3$."""
    at = {"t": Fraction(873, 100) * (ln(3 / beta) + more), "b": ln(3 / beta)}
    return Use(at, gives=lambda chunks: chunks.fails <= beta / 3, times=1)


@uses("YAN25.T11.corrected", "YAN25.X3", CORRECTED)
@uses("YAN25.T11.ranks", "YAN25.X3", RANKS)
@uses("YAN25.S1.size.corrected", "YAN25.X3", CORRECTED)
def so_many_rows_make_a_chunk_good(alpha: OpenUnit, more: FromZero) -> Use:
    """With $s >= ln(24)/alpha$ rows a chunk is bad with probability at most $1/24$."""
    return Use({"alpha": alpha, "s": (ln(24) + more) / alpha}, gives=lambda chunk: chunk.fails <= Fraction(1, 24))


@adds_up("YAN25.T11.corrected", CORRECTED)
def the_two_steps_and_three_failures(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf, more: FromZero) -> Total:
    """$epsilon$, $delta$ and $beta$."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@claim(
    "YAN25.T11.votes",
    "for Theorem 11, section 5: threshold of the choosing mechanism",
    "step",
    narrows="the two inequalities; that the threshold is that of M2 is not formalized",
    role="companion",
    twice=Constant(2, mutants=(8,)),
)
def so_many_votes_are_enough(
    g: Annotated[Real, Reals(low=0, high=Fraction(2, 15), low_open=True)], twice: int
) -> Truth:
    """For $epsilon <= 1$ the threshold of the choosing mechanism at $(epsilon/2, delta)$ is at most $(8/epsilon)
    log(4/(epsilon delta))$: $1/(2 delta g)$ and $(1 + g)/delta$ are at most $1/(2 delta epsilon/8)$, $epsilon/8 = ln(1
    + g)$."""
    return (ln(1 + g) <= g) & (twice * ln(1 + g) * (1 + g) <= 1)


@claim(
    "YAN25.T11.ranks",
    "for Theorem 11, section 5: sample size with the median by ranks",
    "theorem",
    role="companion",
    narrows="natural logarithms; the learner enters by its failures and losses, a chunk by $1/24$ (YAN25.X3, checked "
    "for $s <= 3$)",
    chunks=Constant(48, mutants=(47,)),
    depth=Constant(41, mutants=(40,)),
    size=Constant(202, mutants=(201,)),
)
def the_learner_by_ranks_learns(
    d: AtLeastOne,
    alpha: PositiveUnit,
    epsilon: PositiveUnit,
    e: FromZero,
    b: FromZero,
    c: FromZero,
    chunks: int,
    depth: int,
    size: int,
) -> Truth:
    """For any concept class of VC dimension 1 and Littlestone dimension $d$, $alpha$, $epsilon <= 1$ and $beta$, $delta
    < 1/2$ there is an $(epsilon, delta)$-private algorithm that $(alpha, beta)$-PAC learns it, without Theorem 9, from
    $(41 d + 202 log(6/(epsilon beta delta))) / (alpha epsilon)$ examples, by the median by ranks at $epsilon/2$, the
    choosing mechanism at $(epsilon/2, delta)$, and $t >= (48/epsilon) (d/5 + log(6/(epsilon beta delta)))$ chunks of $s
    >= ln(24)/alpha$ rows. With probability at most $beta/3$ each, in logarithms, one of at most $TD < 2^(d+1)$
    distances is taken that is no $1/3$-median, the choice among $t/6$ votes fails, or $t/6$ chunks are bad. Here $e =
    log(1/epsilon)$, $b = log(1/(2 beta))$, $c = log(1/(2 delta))$."""
    u, few = ln(24) + e + b + c, -(b + ln(6))
    t, s = chunks * (d / 5 + u) / epsilon, ln(24) / alpha
    return all_of(
        [
            (d + 1) * ln(2) - epsilon / 2 * (t / 6) <= few,
            ln(8) + e + c - epsilon / 8 * (t / 6) - ln(2) <= few,
            -(t / Fraction(873, 100)) <= few,
            (t + 1) * (s + 1) <= (depth * d + size * u) / (epsilon * alpha),
        ]
    )


rests_on("YAN25.T11.ranks", "YAN25.T11.votes", "$6 theta$ is at most $(48/epsilon) log(4/(epsilon delta))$", RANKS)
rests_on("YAN25.T11.ranks", "YAN25.L9.eq3", "$x_good$ is as accurate as some good chunk", RANKS)
rests_on("YAN25.T11.ranks", "YAN25.L4", "the distances are at most TD of $C_f$", RANKS)
rests_on("YAN25.T11.ranks", "YAN25.T4.sharp", "$TD < 2^(d+1)$", RANKS)


@uses("YAN25.T11.ranks", "YAN25.T10.corrected", RANKS)
def the_learner_by_ranks_is_private(epsilon: PositiveUnit, delta: BelowHalf) -> Use:
    """$(epsilon, delta)$-private at $epsilon/2$ for the ranks and $(epsilon/2, delta)$ for the choice."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "leaks": Real.of(0), "delta": delta}
    return Use(at, gives=lambda learner: (learner.epsilon <= epsilon) & (learner.delta <= delta), times=1)


@uses("YAN25.T11.ranks", "YAN25.M4.accuracy", RANKS)
def the_ranks_find_a_median(power: AtLeastTwo, epsilon: PositiveUnit, beta: UpToHalf, more: FromZero) -> Use:
    """$t >= (12/epsilon) ln(2^(d+1) 3/beta)$, at $epsilon/2$: $z$ is no $1/3$-median with probability at most
    $beta/3$."""
    t = (12 * (ln(power) + ln(3 / beta)) + more) / epsilon
    at = {"top": power, "t": t, "alpha": Fraction(1, 3), "epsilon": epsilon / 2}
    return Use(at, gives=lambda z: z.fails <= beta / 3, times=1)


@adds_up("YAN25.T11.ranks", RANKS)
def the_ranks_cost_as_much(
    power: AtLeastTwo, epsilon: PositiveUnit, delta: BelowHalf, beta: UpToHalf, more: FromZero
) -> Total:
    """$epsilon$, $delta$ and $beta$."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@claim(
    "YAN25.T11.eq1",
    "Theorem 11, section 5, its display: order of the size in alpha and beta",
    "displayed",
    narrows="the factor of one chunk; $alpha = e^-a$ and $beta = e^-b$ at most 1; natural logarithms; the factor "
    "$log^2$ is YAN25.T1.eq1",
    factor=Constant(51, mutants=(50,)),
)
def the_rows_of_one_chunk_are_near_linear(a: FromZero, b: FromZero, factor: int) -> Truth:
    """The bound is $O~_{beta, delta}(log^* d/(alpha epsilon))$: $10 log(48 e/alpha) + log(5/beta) <= 51 (1 +
    log(1/alpha)) (1 + log(1/beta))$."""
    return 10 * (ln(48) + 1 + a) + ln(5) + b <= factor * (1 + a) * (1 + b)
