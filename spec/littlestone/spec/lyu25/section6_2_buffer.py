"""LYU25 section 6.2: the size of the buffer, Claim 6.1."""

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import long_run

FromLogThree = Annotated[Real, Reals(low=ln(3))]  # ln T for T >= 3 rounds
WithinOne = Annotated[Real, Reals(low=-1, high=1, low_open=True, high_open=True)]


@claim(
    "LYU25.C6.1",
    "Claim 6.1, section 6.2: size of the buffer at a passed test",
    "claim",
    narrows="the first round alone, in which $|E| <= 1 <= U/2$",
)
def the_buffer_is_neither_small_nor_large(C: PositiveInteger) -> Truth:
    """With probability $1 - T^{-10}$, every time the test on $|E|$ passes, $|E|$ is in $(U/2, 3U/2)$. Read as:
    $e^{-U/b} / 2$, a lower bound on the chance that it passes in the first round, where $|E| <= 1$, is at most
    $T^{-10}$, for noise of scale $b = log(T/delta) d^3 / epsilon$, log natural; here $d = 1$, $epsilon = 1/8$, $delta =
    1/2$ and $T = 2^{(C+1)^2}$, with the constant $C$ in $U$."""
    A = long_run(C)
    return HALF * exp(-(A.U / A.noise)) <= exp(-10 * A.log_T)


@uses("LYU25.C6.1", "PROB.union", "proof of Claim 6.1, section 6.2")
def the_noises_are_small_together(C: PositiveInteger) -> Use:
    """$T$ noises of scale $b$ exceed $U/2$ with probability $e^{-U/(2b)}$ each, at most $T e^{-U/(2b)} <= T^{-10}$
    together; at the parameters of LYU25.C6.1."""
    A = long_run(C)
    at = {"chances": exp(A.log_T - A.U / (2 * A.noise))}
    return Use(at, gives=lambda b: b.fails <= exp(-(10 * A.log_T)))


@terms("LYU25.C6.1.corrected")
def wrong_buffer(log_T: FromLogThree) -> Terms:
    """Some of T noises makes a buffer too small or too large so seldom, where U is at least 2 + 22 b ln T."""
    return Terms(fails=exp(-(10 * log_T)))


@correction(
    "LYU25.C6.1.from.PROB.union.conclusion",
    "$U / b$ grows with $log(d log T)$ alone at fixed $delta$: it takes $U >= 22 b ln T$",
    narrows="the noises of one run, whose tails and union bound are cited; that a test which passes then has $|E|$ in "
    "the range is LYU25.C6.1.run",
    factor=Constant(22, mutants=(21,), stronger="smaller"),
)
@correction(
    "LYU25.C6.1",
    "$U / b$ grows with $log(d log T)$ alone at fixed $delta$, and it takes $U >= 2 + 22 b ln T$: the "
    "printed $U$ is so large for $3 <= T <= 1/delta$, $d >= 1$, $epsilon <= 1$ and some constant (LYU25.C6.1.constant)",
    narrows="the noises of one run, whose tails and union bound are cited; that a test which passes then has $|E|$ in "
    "the range is LYU25.C6.1.run",
    factor=Constant(22, mutants=(21,), stronger="smaller"),
)
def the_printed_buffer_is_neither_small_nor_large(
    root: AtLeastOne,
    epsilon: PositiveUnit,
    log_T: FromLogThree,
    log_delta: PositiveReal,
    scale: PositiveReal,
    more: FromZero,
    factor: int,
) -> Truth:
    """With probability $1 - T^{-10}$, every time the test on $|E|$ passes, $|E|$ is in $(U/2, 3U/2)$, as no noise
    reaches $U/2 - 1$, $T >= 3$, $d >= 1$ and $epsilon <= 1$: for noise of any ``scale`` and $U >= 2 + 22 scale ln T$,
    and for $U = C d^3 ln(d ln T) k$, $b = ln(T/delta) d^3 / epsilon$ and $k = d^3.5 ln(T) ln(1/delta) / epsilon$ with
    $C d^3.5 ln(d ln T) >= 22 (1 + ln T / ln(1/delta)) + 2 epsilon / (d^3 ln T ln(1/delta))$; here $d = root^2$."""
    d = root**2
    k, b = root**7 * log_T * log_delta / epsilon, (log_T + log_delta) * d**3 / epsilon
    least = factor * (1 + log_T / log_delta) + 2 * epsilon / (d**3 * log_T * log_delta)
    C = (least + more) / (root**7 * ln(d * log_T))
    U, any_U = C * d**3 * ln(d * log_T) * k, 2 + factor * scale * log_T + more
    fails = ln(wrong_buffer(log_T).fails)
    return (log_T - (U / 2 - 1) / b <= fails) & (log_T - (any_U / 2 - 1) / scale <= fails)


@uses("LYU25.C6.1.corrected", "DP.laplace.tail", "for Claim 6.1, section 6.2")
def each_noise_is_seldom_large(log_T: PositiveReal, b: PositiveReal, more: FromZero) -> Use:
    """A noise of scale $b$ is $U/2 - 1 = 11 b ln T + more$, or larger, in absolute value with probability $T^{-11}$."""
    return Use({"x": 11 * b * log_T + more, "scale": b}, gives=lambda tail: tail.fails <= exp(-(11 * log_T)))


@uses("LYU25.C6.1.corrected", "PROB.union", "for Claim 6.1, section 6.2")
def one_of_the_noises_is_seldom_large(T: Rounds) -> Use:
    """One of $T$ noises, with $T^{-11}$ each, is so large with probability at most $T^{-10}$."""
    return Use({"chances": T * T ** (-11)}, gives=lambda union: union.fails <= 1 / T**10)


rests_on("LYU25.C6.1.corrected", "LYU25.C6.1.run", "$|E|$ is in the range where no noise is large", "for Claim 6.1")


@claim(
    "LYU25.C6.1.unbounded",
    "for Claim 6.1, section 6.2: size of the buffer at a passed test, any constant",
    "remark",
    role="companion",
    narrows="the arithmetic; that $U/b <= C ln(s ln 2) ln 2$ is not formalized",
    power=Constant(10, mutants=(HALF,)),
)
def no_constant_keeps_the_buffer_large(C: AtLeastOne, power: Fraction) -> Truth:
    """For every $C >= 1$, at $T = 2^{(C+1)^2}$, $d = 1$, $delta = 1/2$, $e^{-U/b} / 2 > T^{-10}$: $U/b <= C ln(s ln 2)
    ln 2$ and $ln T = s ln 2$ for $s = (C+1)^2$."""
    s = (C + 1) ** 2
    return C * ln(s * ln(2)) + 1 < power * s


@claim(
    "LYU25.C6.1.run",
    "for Claim 6.1, section 6.2: size of the buffer where no noise is large",
    "step",
    role="companion",
    one=Constant(1, mutants=(2,), stronger="larger"),
)
def a_passed_test_finds_a_buffer_of_its_size(
    c: PositiveReal, part: Unit, new: Unit, last: WithinOne, now: WithinOne, one: int
) -> Statement:
    """Where no noise reaches $c = U/2 - 1$, here $c last$ and $c now$, a test that passes has $U/2 < |E| < 3U/2$,
    whatever the stream and the learner: at the last test that failed $|E|$ was a part of $U$ less its noise, and one
    mistake at most, new, has come since."""
    U = 2 + 2 * c
    E = part * (U - c * last) + one * new
    return when(E + c * now > U, (U / 2 < E) & (E < 3 * U / 2))


@claim(
    "LYU25.C6.1.constant",
    "for Claim 6.1, section 6.2: constant in the printed buffer size for small delta",
    "remark",
    narrows="the two inequalities; that they are enough for the printed $U$, and that $C$ is largest at $T = 3$, is "
    "not formalized",
    role="companion",
    factor=Constant(44, mutants=(43,), stronger="smaller"),
)
def a_constant_keeps_the_printed_buffer_large(
    root: AtLeastOne, epsilon: PositiveUnit, log_T: FromLogThree, more: FromZero, factor: int
) -> Truth:
    """For $delta <= 1/T$, $T >= 3$, $d >= 1$ and $epsilon <= 1$, $C = (44 + 2 / ln(T)^2) / ln ln T$, largest at $T =
    3$, is enough: $d^3.5 ln(d ln T) >= ln ln T$, and $44 + 2 / ln(T)^2 >= 22 (1 + ln T / ln(1/delta)) + 2 epsilon /
    (d^3 ln T ln(1/delta))$, $ln(1/delta) = ln T + more$."""
    d, log_delta = root**2, log_T + more
    least = 22 * (1 + log_T / log_delta) + 2 * epsilon / (d**3 * log_T * log_delta)
    return (root**7 * ln(d * log_T) >= ln(log_T)) & (factor + 2 / log_T**2 >= least)
