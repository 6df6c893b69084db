"""What every learner needs, private or not: the sizes that LYU25's sample sizes are held against."""

from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Expression, Real, exp

ABOVE_LOWER_BOUNDS = (
    "that the size passes the lower bounds of LYU25.T2.failure and LYU25.T2.light; that the learner reaches it is the "
    "proofs'"
)


def passes_lower_bounds(d: Real, epsilon: Real, z: Real, b: Real, scale: Expression) -> Truth:
    """With n = d^5 log(1/(delta beta)) / (eps alpha), delta = e^{-1-z} and beta = e^{-b}, alpha n is at least (d -
    1)/16 and e^{-alpha n} / 2 at most beta."""
    rows = scale * (d**5 * (1 + z + b) / epsilon)
    return ((d - 1) / 16 <= rows) & (exp(-rows) / 2 <= exp(-b))


def misses(n: Real, alpha: Real) -> Real:
    """The probability with which the better of two functions is not told by n examples: they differ at a point of
    probability (1 + alpha)/2, which is more than alpha."""
    return ((1 - alpha) / 2) ** n / 2
