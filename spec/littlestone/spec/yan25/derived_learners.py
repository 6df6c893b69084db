"""YAN25 facts that follow: the learners with explicit constants."""

from littlestone.spec.notation import *

LnSize = Annotated[Real, Reals(low=Fraction(487, 100))]


RATE = Constant(Fraction(81, 400), mutants=(Fraction(1, 400),))


@claim(
    "YAN25.X7",
    "follows from Vapnik's relative deviation bound",
    "theorem",
    role="companion",
    narrows="the inequality of y and r that is left; the steps to it, and larger m, are in words",
    quarter=RATE,
)
def the_printed_size_beats_the_relative_deviation(y: LnSize, r: PositiveReal, quarter: Fraction) -> Truth:
    """4 (2em/d)^(2d) e^(-0.2025 alpha m) < beta at m = (48/alpha)(10 d ln(48e/alpha) + ln(5/beta)), for all alpha, beta
    in (0, 1] and d >= 1, with y = ln(48e/alpha) >= 4.87 and r = ln(5/beta)/d: the logarithm of the left side over beta,
    divided by d, is at most r + 2 ln 2 + 2y + 2 ln(10y + r) - 0.2025 * 48 (10y + r), and ln(10y + r) <= ln(10y) +
    r/(10y). For larger m the left side falls, as alpha m >= 480 d."""
    return r + 2 * ln(2) + 2 * y + 2 * ln(10 * y) + r / (5 * y) < quarter * 48 * (10 * y + r)
