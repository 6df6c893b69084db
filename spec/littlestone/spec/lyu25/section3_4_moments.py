"""LYU25 section 3.4: the moments of the privacy loss of AboveThreshold, for Lemma 3.2 as corrected."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.notation import *

EIGHTH = Fraction(1, 8)
Both = Annotated[Real, Reals(low=0, high=Fraction(9, 8), low_open=True)]
TESTS = "for Lemma 3.2, section 3.4"


@terms("LYU25.L3.2.step")
def answer_by_answer(before: Unit, after: FromZero) -> Terms:
    """E[(P / P')^a e^{-c Aboves}] after some answers, and after one more."""
    return Terms(says=after <= before)


@claim(
    "LYU25.L3.2.step",
    "for Lemma 3.2, section 3.4: moment of the privacy loss after one answer more",
    "step",
    role="companion",
    narrows="the mean over the four; that every pair which pure privacy allows is such a mean, and the average over "
    "what was answered, is not formalized, that the two responses have at most 1 is LYU25.L3.2.pair and "
    "LYU25.L3.2.pair.small, and two steps to the convexity are LYU25.L3.2.mean",
    share=Constant(1, mutants=(2,)),
)
def each_answer_costs_by_its_chance_of_above(
    before: Unit, above: Unit, below: Unit, response: Unit, other: Unit, v: Unit, w: Unit, r: Unit, share: int
) -> Truth:
    """The chances of Above by a test and by its neighbour, which are $eps$-private, are a mean of four pairs: (0, 0),
    (1, 1) and the two randomised responses. So by convexity one answer more takes $E[(P / P')^a e^{-c Aboves}]$ from
    ``before`` to at most as much, with $a$ and $c$ as in LYU25.L3.2.pair: times what is at most 1 for each, and so for
    the mean, of weights $v$, $w$ and $r$."""
    mixed = v * (w * above + (1 - w) * below) + (1 - v) * (r * response + (1 - r) * other)
    return as_truth(answer_by_answer(before, share * before * mixed).says)


@uses("LYU25.L3.2.step", "DP.laplace", TESTS)
def each_test_is_private(epsilon: PositiveReal, moved: Unit) -> Use:
    """A test of noise $1/eps$ on a value that moves by at most 1: both of its answers change by at most $e^eps$."""
    return Use({"sensitivity": moved, "scale": 1 / epsilon}, gives=lambda noise: noise.epsilon <= epsilon)


rests_on("LYU25.L3.2.step", "LYU25.L3.2.pair", "at most 1 for the two randomised responses", TESTS)
rests_on("LYU25.L3.2.step", "LYU25.L3.2.mean", "$E[(P / P')^a e^{-c [Above]}]$ is convex in the two chances", TESTS)


@claim(
    "LYU25.L3.2.mean",
    "for Lemma 3.2, section 3.4: convexity of the moment of a ratio",
    "step",
    role="companion",
    one=Constant(1, mutants=(2,)),
)
def powers_of_ratios_are_convex(
    m: PositiveReal, q: PositiveReal, z: PositiveReal, v: Unit, a: FromZero, one: int
) -> Truth:
    """Two steps to the convexity of $x^(1 + a) y^(-a)$ in positive $(x, y)$: $r^(1 + a)$ is at least $m^a (m + (1 + a)
    (r - m))$, its tangent at $m$, here at $r = q m$; and the tangent at the mean of two ratios $x/y$, weighed in
    proportion to $y$, is the mean there on average, here of $z$ with weight $v$ and 1 (one ratio is scaled to 1)."""
    slope, mean = one + a, v * z + 1 - v
    above = (q * m) ** (1 + a) >= m**a * (m + slope * (q * m - m))
    average = v * (mean + slope * (z - mean)) + (1 - v) * (mean + slope * (1 - mean))
    return (q >= 1).implies(above) & (q <= 1).implies(above) & equals(average, mean)


@claim(
    "LYU25.L3.2.pair",
    "for Lemma 3.2, section 3.4: moment of the privacy loss of a randomized response",
    "step",
    role="companion",
    narrows="of the first case $s > 1/8$ alone",
    rate=Constant(4, mutants=(Fraction(39, 10),)),
)
def a_response_costs_by_its_chance_of_above(epsilon: PositiveUnit, part: PositiveUnit, rate: Fraction) -> Truth:
    """For a randomised response, Above with probability $1/(1 + e^eps)$ or $e^eps/(1 + e^eps)$ where the neighbour has
    the other, $E[(P / P')^a e^{-c [Above]}] <= 1$ for $c = 4 a (1 + a) eps^2$, $eps <= 1$ and $s = a eps <= 1/4$: here
    $s = 1/8 + part/8$, and in the second case $part/8$ too. For $s <= 1/8$ the first is LYU25.L3.2.pair.small."""
    small, s = part / 8, EIGHTH + part / 8
    cost, little = rate * s * (epsilon + s), rate * small * (epsilon + small)
    lines = [
        exp(-s - cost) + exp(epsilon + s) <= 1 + exp(epsilon),
        exp(epsilon + s - cost) + exp(-s) <= 1 + exp(epsilon),
        exp(epsilon + small - little) + exp(-small) <= 1 + exp(epsilon),
    ]
    return all_of(lines)


rests_on("LYU25.L3.2.pair", "LYU25.L3.2.pair.small", "the first case for $s <= 1/8$", TESTS)


@claim(
    "LYU25.L3.2.pair.small",
    "for Lemma 3.2, section 3.4: moment of a randomized response at small powers",
    "step",
    narrows="the four inequalities; that the first case follows from them is not formalized",
    role="companion",
    rate=Constant(4, mutants=(2,)),
)
def a_response_costs_little_at_small_powers(x: PositiveUnit, both: Both, w: Unit, rate: int) -> Truth:
    """The first case for $s <= 1/8$ says $e^eps (e^s - 1) <= 1 - e^-y$ at $y = s + c$, which is at most 1. As $e^x <= 1
    + 7/4 x$ and $e^-x <= 1 - x + x^2 / 2$ for $0 < x <= 1$, and $e^x <= 1 + x + 9/16 x^2$ for $x <= 1/8$, that follows
    from an inequality of polynomials, which is divided by $s$ and by $eps + s = both <= 9/8$, of which $s$ is the part
    $w$."""
    slow, quick = Fraction(9, 16), Fraction(7, 4)
    lines = [
        exp(x) <= 1 + quick * x,
        exp(x / 8) <= 1 + x / 8 * (1 + slow * x / 8),
        exp(-x) <= 1 - x + x**2 / 2,
        (both * w <= EIGHTH).implies(
            quick * (1 - w) + slow * (1 + quick * both * (1 - w)) * w <= rate - w * (1 + rate * both) ** 2 / 2
        ),
    ]
    return all_of(lines)
