"""LYU25 section 6.2.1: the parameters of RepairedParameters are as the corrected claims ask, for Theorem 1."""

from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import RepairedParameters
from littlestone.spec.online.privacy_losses import RootLogThree

LogTwelve = Annotated[Real, Reals(low=ln(12))]  # ln(4/delta) for delta <= 1/T and T >= 3


@claim(
    "LYU25.T1.plan",
    "for Theorem 1, section 1.1: parameters of the corrected learner",
    "step",
    role="companion",
    narrows="the inequalities with $g$ in place of each of these logarithms, and that bound in place of $ln L$",
    counted=Constant(7226, mutants=(7000,)),
    lists=Constant(1, mutants=(8,), stronger="larger"),
    chunks=Constant(1, mutants=(3,), stronger="larger"),
    calls=Constant(1, mutants=(2,), stronger="larger"),
)
def the_numbers_are_as_the_claims_ask(
    d: AtLeastOne,
    epsilon: PositiveUnit,
    t: RootLogThree,
    more: FromZero,
    g: AtLeastOne,
    extra: FromZero,
    part: Unit,
    counted: int,
    lists: int,
    chunks: int,
    calls: int,
) -> Truth:
    """RepairedParameters has, with $l = ln(4/delta)$ and $r = 1 + l / d^2$, $K = 7225 g d^3 r$, $n = 400 ln T$, $N = K
    n$, $eps_s = epsilon / (25 sqrt(N l))$, $k = 700 g d^2 r / eps_s$ and $U/k = p_0 = 58080 d^2 (5 d g + 12 ln T)$. For
    $d >= 1$, $T >= 3$, $epsilon <= 1$ and $delta <= 1/T$, and $g$ at least the logarithms of $2U$, $k + 1$, $K$, $n$
    and $p_0$, so that $ln L <= d g + (2 d^2 + d) ln 2$: $ln(4 N L / delta)$ is at most a hundredth of $eps_s k$, $U/k$
    at least $58080 d^2 (ln(2 K k) + d ln(2 U) + 12 ln T)$, and $K$ at least $11 d (ln((k + 1) L) + (9/10) eps_s k)$.
    The noises of scale $b = 25 (sqrt((K + 1) l) + l) / epsilon$ on $|E|$ and $b' = 25 (sqrt((d + 1) l) + l) / epsilon$
    on $m$ are small: $13 b ln T$ is at most $240000 k$ and $U/4$, and $14 b' ln T$ at most $2k/15$. Here $l = ln T + ln
    4 + more$, $ln T = t^2$, and $(K + 1) l$ and $(d + 1) l$ are parts of $(86 q)^2$ and $(2 q)^2$, $q^2 = g d^3 r
    l$."""
    log = t**2 + ln(4) + more
    q, span = log + extra, g * d * (d**2 + log)
    P = RepairedParameters(d, epsilon, 1 + log / d**2, log, t**2, g, q * t)
    log_L = d * g + (2 * d**2 + d) * ln(2)
    lines = [
        2 * g + lists * log_L + log <= P.lists,
        58080 * d**2 * (ln(2) + 2 * g + chunks * d * g + 12 * t**2) <= P.chunk,
        11 * d * (g + log_L + calls * 90 * P.lists) <= P.K,
        (7225 * span + 1 <= counted * span) & (d + 1 <= 4 * span) & (log <= span),
        13 * t**2 * P.noise(86 * q * part) <= 240000 * P.k,
        (P.chunk >= 4 * 240000) & (P.U >= 4),
        14 * t**2 * P.noise(2 * q * part) <= Fraction(2, 15) * P.k,
    ]
    return all_of(lines)


@claim(
    "LYU25.T1.logs",
    "for Theorem 1, section 1.1: logarithm of the buffer size",
    "step",
    narrows="the four inequalities; that $U$ is at most their product is not formalized",
    role="companion",
    half=Constant(34, mutants=(33,), stronger="smaller"),
)
def an_explicit_number_bounds_the_logarithms(
    d: AtLeastOne, epsilon: PositiveUnit, log: LogTwelve, part: PositiveUnit, g: AtLeastOne, half: int
) -> Truth:
    """$2U <= e^g$ for $g = 68 + 13 ln d + 7 ln ln(4/delta) + 2 ln(1/epsilon)$, $d >= 1$, $T >= 3$, $epsilon <= 1$ and
    $delta <= 1/T$: by the first three lines, $ln T$ being a part of $ln(4/delta)$, $U$ is at most the ``most`` of the
    last, times $g^(5/2)$, which is at most $e^(g/2 + 153/100)$; and $e^(g/2) = e^34 d^(13/2) ln(4/delta)^(7/2) /
    epsilon$."""
    span, root, wide = Fraction(141, 100), Fraction(119, 100), d ** Fraction(13, 2) * log ** Fraction(7, 2) / epsilon
    most = 58080 * Fraction(141, 10) * 700 * 42500 * span * root * wide
    lines = [
        5 * d * g + 12 * part * log <= Fraction(141, 10) * d * g * log,
        (d**2 + log <= span * d**2 * log) & (root**2 * log >= span * log),
        Fraction(5, 2) * ln(g) <= g / 2 + Fraction(153, 100),
        2 * most * exp(Fraction(153, 100)) <= exp(half) * wide,
    ]
    return all_of(lines)
