"""What every learner needs, private or not: what LYU25's and YAN25's sample sizes are compared with."""

from littlestone.spec.algebra.reals import Real


def misses(n: Real, alpha: Real) -> Real:
    """The probability with which the better of two functions is not told by n examples: they differ at a point of
    probability (1 + alpha)/2, which is more than alpha."""
    return ((1 - alpha) / 2) ** n / 2
