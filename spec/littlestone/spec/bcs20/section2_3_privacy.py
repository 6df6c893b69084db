"""BCS20 section 2.3: Differential privacy and concentrated differential privacy."""

from collections.abc import Callable
from itertools import product

from littlestone.spec.algebra.circuit import as_truth, constant
from littlestone.spec.boosting.renyi import gaussian_divergence, gaussian_quadrature, moment
from littlestone.spec.learning.grid_laws import bounded_on_every_event, deltas, laws
from littlestone.spec.learning.mechanisms import gaussian_delta, normal_distribution, root
from littlestone.spec.learning.privacy import (
    hockey_stick_divergence,
    largest_ratio,
    renyi_divergence,
    zero_concentrated,
)
from littlestone.spec.notation import *

TWO_OUTCOMES = "two outcomes, probabilities in multiples of 1/m"
INTEGER = "e^eps an integer"
ORDERS = (2, 3)
Triple = tuple[Law[int], Law[int], Law[int]]

# ---- Definition 12


@claim(
    "BCS20.D12",
    "Definition 12, section 2.3 (TXT, STD)",
    "definition",
    narrows=f"one row of one bit, three outcomes, delta in multiples of 1/m, {INTEGER}",
    sign=Constant(1, mutants=(-1,)),
)
def privacy_is_the_inequality_on_every_event(m: PositiveSize, j: PositiveSize, sign: int) -> Truth:
    """M is (eps, delta)-DP if Pr[M(S) in Y] <= e^eps Pr[M(S') in Y] + delta for all neighbours S, S', in both orders,
    and all measurable Y: for all M with probabilities in multiples of 1/m, decided by the hockey-stick divergence and
    event by event."""
    ratio = Fraction(1 + int(j)) ** int(sign)
    return all_of(
        indistinguishable(P, Q, ln(1 + j), delta)
        == all(bounded_on_every_event(A, B, ratio, delta, 3) for A, B in ((P, Q), (Q, P)))
        for P, Q in product(laws(3, int(m)), repeat=2)
        for delta in deltas(int(m))
    )


def on_one_row(m: Integer) -> list[Triple]:
    """All mechanisms on samples of at most one bit, given by their laws on (), (0) and (1)."""
    return list(product(laws(2, int(m)), repeat=3))  # type: ignore[arg-type]


def least_delta(P: Law[int], Q: Law[int], ratio: Fraction) -> Fraction:
    """The least delta at which the two laws are (ln ratio, delta)-indistinguishable."""
    return max(Fraction(hockey_stick_divergence(A, B, ratio)) for A, B in ((P, Q), (Q, P)))  # type: ignore[arg-type]


@claim(
    "BCS20.D12.presence",
    "before Definition 12, section 2.3 (TXT, q06): the presence or absence of a single individual",
    "remark",
    role="construction",
    caps=f"samples of at most one bit, {TWO_OUTCOMES}, {INTEGER}",
    factor=Constant(1, stronger="smaller"),
)
def replacement_covers_presence(m: PositiveSize, j: PositiveSize, factor: Fraction) -> Truth:
    """A mechanism that is (eps, delta)-DP for data sets that differ by a single element, of equal size as in all proofs
    of the paper, is so for the presence or absence of an element too: its laws on () and (0) are as close as those on
    (0) and (1)."""
    return all_of(
        least_delta(empty, zero, Fraction(1 + int(j))) <= factor * least_delta(zero, one, Fraction(1 + int(j)))
        for empty, zero, one in on_one_row(m)
    )


@correction(
    "BCS20.D12.presence",
    "the number of rows may be published where rows are replaced, and tells absence from presence; Lemma 25 and the "
    "slick measures compare samples of one size n that differ at one index, so neighbours are by replacement. "
    "Presence or absence is the stronger notion: replacing is removing and adding",
    narrows=f"samples of at most one bit, {TWO_OUTCOMES}, {INTEGER}",
    one=Constant(1, mutants=(0,)),
)
def presence_covers_replacement(m: PositiveSize, j: PositiveSize, one: int) -> Statement:
    """A mechanism that is (eps, delta)-DP for the presence or absence of an element is (2 eps, (1 + e^eps) delta)-DP
    for its replacement."""
    ratio = Fraction(1 + int(j))
    found = all_of(
        least_delta(zero, one_, ratio**2)
        <= (one + ratio) * max(least_delta(empty, zero, ratio), least_delta(empty, one_, ratio))
        for empty, zero, one_ in on_one_row(m)
    )
    return when(m >= 2, found)


# ---- Definition 13


def pairs(k: int, m: Integer) -> list[tuple[Law[int], Law[int]]]:
    """All pairs of laws on k outcomes of which the first has a finite divergence from the second."""
    both = product(laws(k, int(m)), repeat=2)
    return [(P, Q) for P, Q in both if largest_ratio(P, Q) is not None]


def divergence_at(P: Law[int], Q: Law[int], order: Fraction) -> Real:
    """The Renyi divergence where it is finite."""
    found = renyi_divergence(P, Q, order)
    assert found is not None
    return found


@claim(
    "BCS20.D13",
    "Definition 13, section 2.3 (STD)",
    "definition",
    narrows="that no other order exceeds rho a where none of these does is in words: near order 1 it may",
    caps=f"{TWO_OUTCOMES}; rho = (2 i + 1)/16; orders 5/4, 3/2, ..., 7",
    factor=Constant(1, mutants=(HALF,)),
)
def concentration_bounds_every_order(m: PositiveSize, i: Size, factor: Fraction) -> Truth:
    """M is rho-zCDP if D_a(M(S) || M(S')) <= rho a for all neighbours and all orders a in (1, infinity): where that is
    decided for all orders, by the growth of D_a, it holds at the orders 5/4, 3/2, ..., 7."""
    rho, orders = Fraction(2 * int(i) + 1, 16), [1 + Fraction(k, 4) for k in range(1, 25)]
    return all_of(
        as_truth(zero_concentrated(P, Q, rho)).implies(
            all_of(divergence_at(P, Q, a) <= factor * rho * a for a in orders)
        )
        for P, Q in pairs(2, m)
    )


@claim(
    "BCS20.D13.stronger",
    "section 1.2 (TXT): zCDP is a stronger notion than (eps, delta)-DP",
    "remark",
    caps="one row of one bit, delta = 1/(1 + j); the other direction is BCS20.L15",
    share=Constant(1, mutants=(HALF,)),
)
def approximate_privacy_is_no_concentrated_privacy(j: PositiveSize, share: Fraction) -> Truth:
    """A mechanism that shows a row 1 with probability delta, and nothing of a row 0, is (0, delta)-DP and for no rho
    rho-zCDP: an outcome has a positive probability on one of two neighbours alone, so every D_a is infinite."""
    zero, one = point_mass(0), proportional({1: 1, 0: int(j)})
    private = as_truth(least_delta(zero, one, Fraction(1)) * (1 + j) <= share)
    return private & constant(largest_ratio(one, zero) is None)


# ---- Lemma 14


def finite_moment(P: Law[Any], Q: Law[Any], order: int) -> Fraction:
    """e^((a - 1) D_a), which is finite."""
    found = moment(P, Q, order)
    assert found is not None
    return found


@terms("BCS20.L14")
def moments_multiply(shown: AtLeastOne, first: AtLeastOne, second: AtLeastOne, share: Fraction | int = 1) -> Terms:
    """The moments e^{(a-1) D_a} of a pair of mechanisms, of the first, and of the second for its worst answer."""
    return Terms(says=shown <= share * first * second)


@claim(
    "BCS20.L14",
    "Lemma 14, section 2.3 (STD)",
    "lemma",
    narrows="three outcomes of M, probabilities in thirds, and two of M', in multiples of 1/m; orders 2 and 3",
    share=Constant(1, mutants=(Fraction(7, 8),)),
)
def concentrated_privacy_adds_up(m: PositiveSize, share: Fraction) -> Statement:
    """If M is rho-zCDP and M'(., y) is rho'-zCDP for every y, then x -> M'(x, M(x)), with the answer of M shown or not,
    is (rho + rho')-zCDP: at every order, D_a(pair) <= D_a(first) + max over y of D_a(second given y), that is, the
    moments e^{(a-1) D_a} are at most multiplied; for all M and all M'(., y) on two neighbours."""
    cases = product(pairs(3, Integer(3)), product(pairs(2, m), repeat=3), ORDERS)
    return when(
        m >= 2,
        all_of(
            _moments_of_a_pair(P, Q, kernels, a, lambda *moments: moments_multiply(*moments, share))
            for (P, Q), kernels, a in cases
        ),
    )


def _moments_of_a_pair(
    P: Law[int],
    Q: Law[int],
    kernels: tuple[tuple[Law[int], Law[int]], ...],
    order: int,
    multiply: Callable[[Fraction, Fraction, Fraction], Terms],
) -> Truth:
    first, second = (_pair(L, [kernel[i] for kernel in kernels]) for i, L in enumerate((P, Q)))
    shown = finite_moment(first, second, order)
    hidden = finite_moment(first.map(lambda w: w[1]), second.map(lambda w: w[1]), order)
    worst = max(finite_moment(*kernel, order) for kernel in kernels)
    return constant(hidden <= shown) & as_truth(multiply(shown, finite_moment(P, Q, order), worst).says)


def _pair(first: Law[int], second: list[Law[int]]) -> Law[tuple[int, int]]:
    """The law of the two answers, the second law being chosen by the first answer."""
    return first.bind(lambda y: second[y].map(lambda z: (y, z)))


# ---- Lemma 15


@terms("BCS20.L15")
def converted(rho: FromZero, log: PositiveReal, one: Fraction | int = 1, two: int = 2) -> Terms:
    """A rho-zCDP mechanism, at delta = e^{-log}."""
    return Terms(epsilon=one * rho + two * root(rho * log), delta=exp(-log))


@claim(
    "BCS20.L15",
    "Lemma 15, section 2.3 (STD)",
    "lemma",
    narrows="the last inequality; that the exponent at this order is BCS20.L15.order, that the order is above 1, and "
    "that delta = e^{(a-1)(D_a - eps)} is enough, the sum of BCS20.L15.point, are in words",
    one=Constant(1, mutants=(0, HALF)),
    two=Constant(2, mutants=(Fraction(15, 8),)),
)
def concentrated_privacy_is_approximate_privacy(rho: PositiveReal, delta: OpenUnit, one: Fraction, two: int) -> Truth:
    """A rho-zCDP mechanism is (eps, delta)-DP for every delta in (0, 1), eps = rho + 2 sqrt(rho ln(1/delta)): with D_a
    <= rho a the exponent (a - 1)(rho a - eps) at a = (eps + rho)/(2 rho) > 1 is -(eps - rho)^2/(4 rho) <= ln(delta)."""
    log = ln(1 / delta)
    return 4 * rho * log <= (converted(rho, log, one, two).epsilon - rho) ** 2


rests_on("BCS20.L15", "BCS20.L15.order", "the exponent at the best order a = (eps + rho)/(2 rho)", "for Lemma 15")
rests_on("BCS20.L15", "BCS20.L15.moments", "delta <= e^{(a-1)(D_a - eps)} for every a > 1", "for Lemma 15")


@claim("BCS20.L15.order", "for Lemma 15, section 2.3", "step", more=OFFSET)
def the_exponent_at_the_best_order(rho: PositiveReal, epsilon: FromZero, more: int) -> Truth:
    """(a - 1)(rho a - eps) = -(eps - rho)^2/(4 rho) at a = (eps + rho)/(2 rho)."""
    a = (epsilon + rho) / (2 * rho)
    return equals((a - 1) * (rho * a - epsilon), -((epsilon - rho) ** 2) / (4 * rho) + more)


@claim(
    "BCS20.L15.moments",
    "for Lemma 15, section 2.3",
    "step",
    narrows=f"three outcomes, probabilities in multiples of 1/m; orders 2 and 3; {INTEGER}",
    share=Constant(1, mutants=(Fraction(7, 8),)),
)
def a_moment_bounds_delta(m: PositiveSize, j: PositiveSize, share: Fraction) -> Statement:
    """The least delta of two laws at eps is at most e^{(a-1)(D_a - eps)}, for every order a > 1: outcome by outcome, p
    - e^eps q <= p (p/(e^eps q))^{a-1} (BCS20.L15.point); for all laws, eps = ln(1 + j). Even (a - 1)^{a-1}/a^a of it is
    enough, 1/4 at order 2."""
    ratio = 1 + int(j)
    found = all_of(
        hockey_stick_divergence(P, Q, ratio) * ratio ** (a - 1)
        <= share * Fraction((a - 1) ** (a - 1), a**a) * finite_moment(P, Q, a)
        for (P, Q), a in product(pairs(3, m), ORDERS)
    )
    return when(m >= 2, found)


rests_on("BCS20.L15.moments", "BCS20.L15.point", "p - e^eps q = p (1 - 1/t) for t = 1 + beyond", "for Lemma 15")


@claim(
    "BCS20.L15.point",
    "for Lemma 15, section 2.3",
    "step",
    narrows="the case t >= 1; t <= 1, where p - e^eps q <= 0, and the conclusion are in words",
    one=Constant(1, mutants=(HALF,)),
)
def a_power_bounds_the_excess(beyond: FromZero, order: FromZero, one: Fraction) -> Truth:
    """1 - 1/t <= 1 <= t^b for t = p/(e^eps q) >= 1 and b = a - 1 >= 0, and 1 - 1/t <= 0 for t <= 1: so p - e^eps q <= p
    t^b in either case, for all orders; here t = 1 + ``beyond`` and b = ``order``."""
    return (beyond <= one * (1 + beyond)) & (order * ln(1 + beyond) >= 0)


FromAnEighth = Annotated[Real, Reals(low=Fraction(1, 8), high=8)]


@claim(
    "BCS20.L15.tail",
    "for Lemma 15, section 2.3: on the normal law",
    "step",
    narrows="the tail; that the exact delta is at most Phi(-x) is in words",
    caps="ln(1/delta) from 2^-7 to 32",
    half=Constant(HALF, mutants=(QUARTER,)),
)
def the_exact_delta_is_half_of_what_is_said(x: FromAnEighth, half: Fraction) -> Truth:
    """Of the normal mechanism, which is rho-zCDP and for no smaller rho (BCS20.L16), the exact delta at eps = rho + 2
    sqrt(rho ln(1/delta)) is Phi(-x) - e^eps Phi(-x - sqrt(2 rho)) <= Phi(-x) <= e^{-x^2/2}/2 = delta/2, x =
    sqrt(2 ln(1/delta)): for every rho at once, and all x in the range, by intervals."""
    return exp(x**2 / 2) * normal_distribution(-x) <= half


def normal_delta(rho: Real, epsilon: Real) -> Real:
    """The least delta at eps of the normal mechanism that is rho-zCDP: deviation 1/sqrt(2 rho) on sensitivity 1."""
    return gaussian_delta(root(1 / (2 * rho)), 1, epsilon)


@claim(
    "BCS20.L15.normal",
    "for Lemma 15, section 2.3: on the normal law",
    "remark",
    role="construction",
    narrows="rho = 4^i, delta = 16^-j; for all rho, and most delta, BCS20.L15.tail",
    one=Constant(1, mutants=(0, HALF)),
    two=Constant(2, mutants=(Fraction(3, 2),)),
)
def the_conversion_holds_for_normal_noise(i: Size, j: PositiveSize, one: Fraction, two: int) -> Truth:
    """The exact delta of the normal mechanism at eps = rho + 2 sqrt(rho ln(1/delta)) is at most delta."""
    rho, bits = Real.of(4 ** int(i)), 4 * int(j)
    return normal_delta(rho, one * rho + two * root(rho * bits * ln(2))) <= HALF**bits


rests_on("BCS20.L15.normal", "BCS20.L16", "D_a = a rho for means 1 apart, of variance 1/(2 rho)", "on the normal law")


@claim(
    "BCS20.L15.eq1",
    "for Lemma 15, as used in sections 3.3, 5.4 and appendix C; the constant 3 restored (MEM)",
    "step",
    caps="the normal mechanism that is rho-zCDP, by its exact delta; integers rho, delta = 1/(1 + j)",
    three=Constant(3, stronger="smaller"),
)
def the_rounded_conversion(rho: PositiveSize, j: PositiveSize, three: int) -> Truth:
    """A rho-zCDP mechanism is (eps, delta)-DP for every delta in (0, 1), eps = 3 sqrt(rho ln(1/delta)): here the normal
    mechanism. It fails for every constant in place of 3 (BCS20.L15.eq1.unbounded). Asserted of HS-StL, "for all"
    eps and delta, it is BCS20.C1 and BCS20.T30.eq3; Theorem 23 is not affected, as eps < 1/3 there (BCS20.T23.eq2)."""
    return normal_delta(Real.of(rho), three * root(rho * ln(1 + j))) <= Fraction(1, 1 + int(j))


@terms("BCS20.L15.eq1.corrected")
def rounded(root_rho: FromZero, root_log: FromZero, three: Fraction | int = 3) -> Terms:
    """A rho-zCDP mechanism, by the roots of rho and log(1/delta)."""
    return Terms(asks=root_rho <= root_log, epsilon=three * root_rho * root_log)


@correction(
    "BCS20.L15.eq1",
    "for large rho the loss of Lemma 15 is about rho, and a multiple of sqrt(rho) is too small: rho <= ln(1/delta) is "
    "needed, or, in terms of the result, eps <= 3 ln(1/delta); the exact inversion rho <= (sqrt(L + eps) - sqrt(L))^2 "
    "for L = ln(1/delta) needs no premise",
    narrows="the arithmetic, from Lemma 15",
    three=Constant(3, mutants=(Fraction(5, 2),)),
)
def the_rounded_conversion_for_small_losses(root_rho: FromZero, more: FromZero, three: Fraction) -> Truth:
    """For rho <= ln(1/delta), which is eps <= 3 ln(1/delta), rho + 2 sqrt(rho ln(1/delta)) <= 3 sqrt(rho ln(1/delta));
    here sqrt(rho) and sqrt(ln(1/delta)) = sqrt(rho) + ``more``."""
    root_log = root_rho + more
    return root_rho**2 + 2 * root_rho * root_log <= rounded(root_rho, root_log, three).epsilon


@uses("BCS20.L15.eq1", "BCS20.L15", "Lemma 15, rounded")
def the_first_summand_is_bounded_by_the_second(rho: PositiveReal, root: PositiveReal) -> Use:
    """rho + 2 sqrt(rho ln(1/delta)) would have to be at most 3 sqrt(rho ln(1/delta)), ln(1/delta) = root^2 rho."""
    return Use({"rho": rho, "log": root**2 * rho}, gives=lambda b: b.epsilon <= 3 * rho * root)


@correction(
    "BCS20.L15.eq1.from.L15.conclusion",
    "only for rho <= ln(1/delta), that is root >= 1",
    one=Constant(1, mutants=(HALF,)),
)
def the_first_summand_is_bounded_for_small_rho(rho: PositiveReal, more: FromZero, one: Fraction) -> Truth:
    """ln(1/delta) = root^2 rho for root = 1 + more."""
    root = one + more
    return rho + 2 * rho * root <= 3 * rho * root


@uses("BCS20.L15.eq1.corrected", "BCS20.L15", "Lemma 15, rounded, repaired")
def the_first_summand_is_bounded_for_small_losses(rho: PositiveReal, more: FromZero) -> Use:
    """For rho > 0 (at rho = 0 nothing is lost): ln(1/delta) = (1 + more)^2 rho is at least rho."""
    return Use({"rho": rho, "log": (1 + more) ** 2 * rho}, gives=lambda b: b.epsilon <= 3 * rho * (1 + more))


@claim(
    "BCS20.L15.eq1.inverse",
    "for Lemma 15, as used in sections 3.3, 5.4 and appendix C",
    "remark",
    role="construction",
    more=OFFSET,
)
def the_exact_inversion(root_rho: FromZero, root_log: FromZero, more: int) -> Truth:
    """rho + 2 sqrt(rho L) = eps for rho = (sqrt(L + eps) - sqrt(L))^2: (sqrt(rho) + sqrt(L))^2 = L + eps, for all rho
    and L = ln(1/delta)."""
    epsilon = root_rho**2 + 2 * root_rho * root_log
    return equals((root_rho + root_log) ** 2, root_log**2 + epsilon + more)


@claim(
    "BCS20.L15.eq1.unbounded",
    "for Lemma 15, as used in sections 3.3, 5.4 and appendix C",
    "remark",
    role="construction",
    narrows="the arithmetic; that the exact delta is at least 1 - e^{-rho/16}, by Phi(-x) <= e^{-x^2/2}/2, is in words",
    half=Constant(HALF, mutants=(Fraction(2, 3),)),
)
def no_constant_rounds_the_conversion(C: AtLeastOne, half: Fraction) -> Truth:
    """For every C, at rho = 16 C^2 and delta = 1/2, eps = C sqrt(rho ln 2) <= rho/2, where the normal mechanism's exact
    delta is at least Phi(d/4) - e^{d^2/4} Phi(-3d/4) >= 1 - e^{-rho/16}, d = sqrt(2 rho), more than 1/2."""
    rho = 16 * C**2
    return (C * 4 * C * root(ln(2)) <= rho / 2) & (half < 1 - exp(-rho / 16))


rests_on("BCS20.L15.eq1.unbounded", "BCS20.L15.tail", "Phi(-x) <= e^{-x^2/2}/2", "for Lemma 15: no constant")


# ---- Lemma 16


@terms("BCS20.L16")
def gaussian_cost(order: AtLeastOne, distance: FromZero, sigma: PositiveReal, half: Fraction = HALF) -> Terms:
    """D_a of two normal laws so far apart, at this order, which is its epsilon."""
    return Terms(epsilon=order * distance**2 * half / sigma**2)


@claim(
    "BCS20.L16",
    "Lemma 16, section 2.3 (STD)",
    "lemma",
    narrows="one coordinate, over which exponents add up, and a > 1; that the normal density integrates to 1 is used",
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
    """For z, z' in R^d, sigma > 0 and a >= 1, D_a(N(z, sigma^2 I) || N(z', sigma^2 I)) = a ||z - z'||^2/(2 sigma^2):
    the logarithm of p^a q^{1-a} is that of the normal density around a z + (1 - a) z', plus (a - 1) times that, at
    every x; here z' = w and a = 1 + ``beyond``, at a = 1 it is the limit KL."""
    a = 1 + beyond
    middle = a * z + (1 - a) * w
    moments = a * (x - z) ** 2 + (1 - a) * (x - w) ** 2
    divergence = (-moments / (2 * sigma**2) + (x - middle) ** 2 / (2 * sigma**2)) / beyond
    return equals(divergence, gaussian_cost(a, z - w, sigma, half).epsilon)


@claim(
    "BCS20.L16.quadrature",
    "Lemma 16, section 2.3 (STD)",
    "remark",
    role="construction",
    caps="d = 1, orders 1 + k/2, shifts i/4, deviations j/2",
    factor=Constant(1, mutants=(Fraction(1023, 1024),)),
)
def the_integral_agrees(k: PositiveSize, i: PositiveSize, j: PositiveSize, factor: Fraction) -> Truth:
    """The integral of p^a q^{1-a}, by a quadrature of bounded errors, encloses the closed form of D_a to 60 bits."""
    order, shift, deviation = 1 + Fraction(int(k), 2), Fraction(int(i), 4), Fraction(int(j), 2)
    low, high = gaussian_quadrature(order, shift, deviation)
    closed = factor * gaussian_divergence(order, shift, deviation)
    return (low <= closed) & (closed <= high) & (high - low <= HALF**60)


rests_on("BCS20.L16.quadrature", "BCS20.L16", "the closed form is enclosed", "Lemma 16, by numbers")


# ---- Lemma 17


@claim(
    "BCS20.L17",
    "Lemma 17, section 2.3 (STD)",
    "lemma",
    narrows="three outcomes in multiples of 1/m, maps to two in multiples of 1/2; orders 2 and 3, at which none grows",
    share=Constant(1, mutants=(Fraction(7, 8),)),
)
def post_processing_keeps_concentration(m: PositiveSize, share: Fraction) -> Statement:
    """If M is rho-zCDP then so is f o M for any f, randomised or not: D_a(f(P) || f(Q)) <= D_a(P || Q) at every order,
    for all laws P, Q of M on two neighbours."""
    kernels = list(product(laws(2, 2), repeat=3))
    found = all_of(
        finite_moment(P.bind(f.__getitem__), Q.bind(f.__getitem__), a) <= share * finite_moment(P, Q, a)
        for (P, Q), f, a in product(pairs(3, m), kernels, ORDERS)
    )
    return when(m >= 2, found)
