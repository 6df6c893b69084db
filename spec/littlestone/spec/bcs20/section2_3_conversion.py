"""BCS20 section 2.3: from zCDP to (eps, delta)-DP (Lemma 15), normal noise (Lemma 16), post-processing (Lemma 17)."""

from itertools import product

from littlestone.spec.bcs20.vocabulary import comparable, finite_moment
from littlestone.spec.boosting.renyi import gaussian_divergence, gaussian_quadrature
from littlestone.spec.learning.grid_laws import laws
from littlestone.spec.learning.mechanisms import gaussian_delta, normal_distribution, root
from littlestone.spec.learning.privacy import hockey_stick_divergence
from littlestone.spec.notation import *

ORDERS = (2, 3)


# ---- Lemma 15


@terms("BCS20.L15")
def converted(rho: FromZero, log: PositiveReal, one: Fraction | int = 1, two: int = 2) -> Terms:
    """A rho-zCDP mechanism, at delta = e^{-log}."""
    return Terms(epsilon=one * rho + two * root(rho * log))


@claim(
    "BCS20.L15",
    "Lemma 15, section 2.3 (standard): from zCDP to approximate privacy",
    "lemma",
    narrows="$rho > 0$; the last inequality, and that the order is above 1; that the exponent at this order is "
    "BCS20.L15.order, and that $delta = e^{(a-1)(D_a - eps)}$ is enough, the sum of BCS20.L15.point, are not "
    "formalized",
    one=Constant(1, mutants=(0, HALF)),
    two=Constant(2, mutants=(Fraction(15, 8),)),
)
def concentrated_privacy_is_approximate_privacy(rho: PositiveReal, delta: OpenUnit, one: Fraction, two: int) -> Truth:
    """A $rho$-zCDP mechanism is $(eps, delta)$-DP for every $delta$ in $(0, 1)$, $eps = rho + 2 sqrt(rho ln(1/delta))$:
    with $D_a <= rho a$ the exponent $(a - 1)(rho a - eps)$ at $a = (eps + rho)/(2 rho) > 1$ is $-(eps - rho)^2/(4 rho)
    <= ln(delta)$."""
    log = ln(1 / delta)
    epsilon = converted(rho, log, one, two).epsilon
    return (epsilon > rho) & (4 * rho * log <= (epsilon - rho) ** 2)


rests_on("BCS20.L15", "BCS20.L15.order", "the exponent at the best order $a = (eps + rho)/(2 rho)$", "for Lemma 15")
rests_on("BCS20.L15", "BCS20.L15.moments", "$delta <= e^{(a-1)(D_a - eps)}$ for every $a > 1$", "for Lemma 15")


@claim(
    "BCS20.L15.order",
    "for Lemma 15, section 2.3: exponent of the conversion at its best order",
    "companion",
    more=OFFSET,
)
def the_exponent_at_the_best_order(rho: PositiveReal, epsilon: FromZero, more: int) -> Truth:
    """$(a - 1)(rho a - eps) = -(eps - rho)^2/(4 rho)$ at $a = (eps + rho)/(2 rho)$."""
    a = (epsilon + rho) / (2 * rho)
    return equals((a - 1) * (rho * a - epsilon), -((epsilon - rho) ** 2) / (4 * rho) + more)


@claim(
    "BCS20.L15.moments",
    "for Lemma 15, section 2.3: least delta from a moment of the privacy loss",
    "companion",
    narrows="three outcomes, probabilities in multiples of $1/m$; orders 2 and 3; $e^eps$ an integer; outcome by "
    "outcome it is BCS20.L15.point",
    share=Constant(1, mutants=(Fraction(7, 8),)),
)
def a_moment_bounds_delta(m: PositiveSize, j: PositiveSize, share: Fraction) -> Statement:
    """The least $delta$ of two laws at $eps$ is at most $e^{(a-1)(D_a - eps)}$, for every order $a > 1$: outcome by
    outcome, $p - e^eps q <= p (p/(e^eps q))^{a-1}$; for all laws, $eps = ln(1 + j)$. Even $(a -
    1)^{a-1}/a^a$ of it is enough, $1/4$ at order 2."""
    ratio = 1 + int(j)
    found = all_of(
        hockey_stick_divergence(P, Q, ratio) * ratio ** (a - 1)
        <= share * Fraction((a - 1) ** (a - 1), a**a) * finite_moment(P, Q, a)
        for (P, Q), a in product(comparable(3, m), ORDERS)
    )
    return when(m >= 2, found)


rests_on("BCS20.L15.moments", "BCS20.L15.point", "$p - e^eps q = p (1 - 1/t)$ for $t = 1 + beyond$", "for Lemma 15")


@claim(
    "BCS20.L15.point",
    "for Lemma 15, section 2.3: excess of one outcome against its power",
    "companion",
    narrows="the case $t >= 1$; $t <= 1$, where $p - e^eps q <= 0$, and the conclusion are not formalized",
    one=Constant(1, mutants=(HALF,)),
)
def a_power_bounds_the_excess(beyond: FromZero, order: FromZero, one: Fraction) -> Truth:
    """$1 - 1/t <= 1 <= t^b$ for $t = p/(e^eps q) >= 1$ and $b = a - 1 >= 0$, and $1 - 1/t <= 0$ for $t <= 1$: so $p -
    e^eps q <= p t^b$ in either case, for all orders; here $t = 1$ + ``beyond`` and $b$ = ``order``."""
    return (beyond <= one * (1 + beyond)) & (order * ln(1 + beyond) >= 0)


@claim(
    "BCS20.L15.tail",
    "for Lemma 15, section 2.3, on the normal law: exact delta of the normal mechanism",
    "companion",
    narrows="the tail; that the exact $delta$ is at most $Phi(-x)$ is not formalized",
    caps="$ln(1/delta)$ from $2^-7$ to 32",
    half=Constant(HALF, mutants=(QUARTER,)),
)
def the_exact_delta_is_half_of_what_is_said(
    x: Annotated[Real, Reals(low=Fraction(1, 8), high=8)], half: Fraction
) -> Truth:
    """Of the normal mechanism, which is $rho$-zCDP and for no smaller $rho$ (BCS20.L16), the exact $delta$ at $eps =
    rho + 2 sqrt(rho ln(1/delta))$ is $Phi(-x) - e^eps Phi(-x - sqrt(2 rho)) <= Phi(-x) <= e^{-x^2/2}/2 = delta/2$, $x =
    sqrt(2 ln(1/delta))$: for every $rho$ at once, and all $x$ in the range, by intervals."""
    return exp(x**2 / 2) * normal_distribution(-x) <= half


# ---- Lemma 15, rounded


@claim(
    "BCS20.L15.eq1",
    "for Lemma 15, as used in sections 3.3, 5.4 and appendix C; the constant 3 restored (from memory): "
    "conversion of zCDP "
    "with the rounded constant",
    "step",
    caps="the normal mechanism that is $rho$-zCDP, by its exact $delta$; integers $rho$, $delta = 1/(1 + j)$",
    three=Constant(3, stronger="smaller"),
)
def the_rounded_conversion(rho: PositiveSize, j: PositiveSize, three: int) -> Truth:
    """A $rho$-zCDP mechanism is $(eps, delta)$-DP for every $delta$ in $(0, 1)$, $eps = 3 sqrt(rho ln(1/delta))$. Read
    as: of the normal mechanism."""
    epsilon = three * root(rho * ln(1 + j))
    return gaussian_delta(root(1 / (2 * Real.of(rho))), 1, epsilon) <= Fraction(1, 1 + int(j))


@terms("BCS20.L15.eq1.corrected")
def rounded(root_rho: FromZero, root_log: FromZero, three: Fraction | int = 3) -> Terms:
    """A rho-zCDP mechanism, by the roots of rho and log(1/delta)."""
    return Terms(asks=root_rho <= root_log, epsilon=three * root_rho * root_log)


@correction(
    "BCS20.L15.eq1",
    "for large $rho$ the loss of Lemma 15 is about $rho$, and no multiple of $sqrt(rho)$ is enough "
    "(BCS20.L15.eq1.unbounded): $rho <= ln(1/delta)$ is needed, that is $eps <= 3 ln(1/delta)$, as in "
    "Theorem 23 (BCS20.T23.eq2)",
    narrows="the arithmetic, from Lemma 15",
    three=Constant(3, mutants=(Fraction(5, 2),)),
)
def the_rounded_conversion_for_small_losses(root_rho: FromZero, more: FromZero, three: Fraction) -> Truth:
    """For $rho <= ln(1/delta)$, which is $eps <= 3 ln(1/delta)$, $rho + 2 sqrt(rho ln(1/delta)) <= 3 sqrt(rho
    ln(1/delta))$, so that by Lemma 15 a $rho$-zCDP mechanism is $(3 sqrt(rho ln(1/delta)), delta)$-DP; here
    $sqrt(ln(1/delta)) = sqrt(rho)$ + ``more``."""
    root_log = root_rho + more
    return root_rho**2 + 2 * root_rho * root_log <= rounded(root_rho, root_log, three).epsilon


@uses("BCS20.L15.eq1", "BCS20.L15", "Lemma 15, rounded")
def the_first_summand_is_bounded_by_the_second(rho: PositiveReal, root: PositiveReal) -> Use:
    """$rho + 2 sqrt(rho ln(1/delta))$ would have to be at most $3 sqrt(rho ln(1/delta))$, $ln(1/delta) = root^2
    rho$."""
    return Use({"rho": rho, "log": root**2 * rho}, gives=lambda b: b.epsilon <= 3 * rho * root)


@correction(
    "BCS20.L15.eq1.from.L15.conclusion",
    "only for $rho <= ln(1/delta)$, that is $root >= 1$",
    one=Constant(1, mutants=(HALF,)),
)
def the_first_summand_is_bounded_for_small_rho(rho: PositiveReal, more: FromZero, one: Fraction) -> Truth:
    """$ln(1/delta) = root^2 rho$ for $root = 1 + more$."""
    root = one + more
    return rho + 2 * rho * root <= 3 * rho * root


@uses("BCS20.L15.eq1.corrected", "BCS20.L15", "Lemma 15, rounded, corrected")
def the_first_summand_is_bounded_for_small_losses(rho: PositiveReal, more: FromZero) -> Use:
    """For $rho > 0$ (at $rho = 0$ nothing is lost), and $ln(1/delta) = (1 + more)^2 rho$, which is at least $rho$, the
    loss is at most $3 sqrt(rho ln(1/delta))$."""
    return Use({"rho": rho, "log": (1 + more) ** 2 * rho}, gives=lambda b: b.epsilon <= 3 * rho * (1 + more))


@claim(
    "BCS20.L15.eq1.unbounded",
    "for Lemma 15, as used in sections 3.3, 5.4 and appendix C: rounded conversion, for every constant",
    "companion",
    narrows="the arithmetic; that the exact $delta$ is at least $1 - e^{-rho/16}$, by $Phi(-x) <= e^{-x^2/2}/2$, "
    "is not formalized",
    half=Constant(HALF, mutants=(Fraction(2, 3),)),
)
def no_constant_rounds_the_conversion(C: AtLeastOne, half: Fraction) -> Truth:
    """For every $C >= 1$, at $rho = 16 C^2$ and $delta = 1/2$, $eps = C sqrt(rho ln 2) <= rho/2$, where the normal
    mechanism's exact $delta$ is at least $Phi(d/4) - e^{d^2/4} Phi(-3d/4) >= 1 - e^{-rho/16}$, $d = sqrt(2 rho)$, more
    than $1/2$."""
    rho = 16 * C**2
    return (C * 4 * C * root(ln(2)) <= rho / 2) & (half < 1 - exp(-rho / 16))


rests_on("BCS20.L15.eq1.unbounded", "BCS20.L15.tail", "$Phi(-x) <= e^{-x^2/2}/2$", "for Lemma 15: no constant")


# ---- Lemma 16


@terms("BCS20.L16")
def gaussian_cost(order: AtLeastOne, distance: FromZero, sigma: PositiveReal, half: Fraction = HALF) -> Terms:
    """D_a of two normal laws so far apart, at this order, which is its epsilon."""
    return Terms(epsilon=order * distance**2 * half / sigma**2)


@claim(
    "BCS20.L16",
    "Lemma 16, section 2.3 (standard): Renyi divergence of two normal laws",
    "lemma",
    narrows="one coordinate, over which exponents add up, and $a > 1$; that the normal density integrates to 1 is used",
    half=Constant(HALF, mutants=(QUARTER,)),
)
def normal_laws_diverge_by_the_squared_distance(
    x: Annotated[Real, Reals()],
    z: Annotated[Real, Reals()],
    w: Annotated[Real, Reals()],
    sigma: PositiveReal,
    beyond: PositiveReal,
    half: Fraction,
) -> Truth:
    """For $z$, $z'$ in $R^d$, $sigma > 0$ and $a >= 1$, $D_a(N(z, sigma^2 I) || N(z', sigma^2 I)) = a ||z - z'||^2/(2
    sigma^2)$: the logarithm of $p^a q^{1-a}$ is that of the normal density around $a z + (1 - a) z'$, plus $(a - 1)$
    times that, at every $x$; here $z' = w$ and $a = 1$ + ``beyond``, at $a = 1$ it is the limit KL."""
    a = 1 + beyond
    middle = a * z + (1 - a) * w
    moments = a * (x - z) ** 2 + (1 - a) * (x - w) ** 2
    divergence = (-moments / (2 * sigma**2) + (x - middle) ** 2 / (2 * sigma**2)) / beyond
    return equals(divergence, gaussian_cost(a, z - w, sigma, half).epsilon)


@claim(
    "BCS20.L16.quadrature",
    "Lemma 16, section 2.3 (standard): Renyi divergence of normal laws by quadrature",
    "companion",
    caps="orders $1 + k/2$, shifts $i/4$, deviations $j/2$",
    factor=Constant(1, mutants=(Fraction(1023, 1024),)),
)
def the_integral_agrees(k: PositiveSize, i: PositiveSize, j: PositiveSize, factor: Fraction) -> Truth:
    """On the line the bounds on $D_a$ by the integral of $p^a q^{1-a}$, a quadrature of bounded errors, enclose its
    closed form and differ by at most $2^-60$."""
    order, shift, deviation = 1 + Fraction(int(k), 2), Fraction(int(i), 4), Fraction(int(j), 2)
    low, high = gaussian_quadrature(order, shift, deviation)
    closed = factor * gaussian_divergence(order, shift, deviation)
    return (low <= closed) & (closed <= high) & (high - low <= HALF**60)


# ---- Lemma 17


@claim(
    "BCS20.L17",
    "Lemma 17, section 2.3 (standard): post-processing of zCDP",
    "lemma",
    narrows="three outcomes in multiples of $1/m$, maps to two in multiples of $1/2$; orders 2 and 3, at which "
    "none grows",
    share=Constant(1, mutants=(Fraction(7, 8),)),
)
def post_processing_keeps_concentration(m: PositiveSize, share: Fraction) -> Statement:
    """If $M$ is $rho$-zCDP then so is $f(M)$ for any $f$, randomised or not: $D_a(f(P) || f(Q)) <= D_a(P || Q)$ at
    every order, for all laws $P$, $Q$ of $M$ on two neighbours."""
    kernels = list(product(laws(2, 2), repeat=3))
    found = all_of(
        finite_moment(P.bind(f.__getitem__), Q.bind(f.__getitem__), a) <= share * finite_moment(P, Q, a)
        for (P, Q), f, a in product(comparable(3, m), kernels, ORDERS)
    )
    return when(m >= 2, found)
