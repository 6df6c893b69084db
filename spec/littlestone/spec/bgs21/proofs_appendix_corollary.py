"""BGS21 appendix A: what the proof of Corollary A.3 uses."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

COROLLARY = "Appendix A, proof of Corollary A.3"
DISPLAY = f"{COROLLARY}, last display"
FromLn4 = Annotated[Real, Reals(low=ln(4))]


rests_on("BGS21.CORA.3", "BGS21.T3.6", "O(d^6 log^2(d / (eps delta)) / eps) samples", f"{COROLLARY}, first sentence")
rests_on("BGS21.CORA.3", "BGS21.TA.1", "boosting, where SC >= 1 / epsilon, which is not printed", COROLLARY)
rests_on("BGS21.CORA.3", "BGS21.CORA.3.zero", "no samples are needed", f"{COROLLARY}, 'For the case where d_L = 0'")


@uses("BGS21.CORA.3", "BGS21.CORA.3.logs", DISPLAY)
def the_logarithms_are_used_at_every_accuracy(a: FromZero, b: FromZero, double: FromZero) -> Use:
    """At a = ln(1/alpha) and b = ln(1/beta), for all alpha and beta up to 1, log(log(1/alpha)/beta), here ``double``,
    and log(1/alpha) are at most a + b."""
    return Use({"a": a, "b": b, "double": double}, gives=double + a <= 2 * (a + b))


@correction(
    "BGS21.CORA.3.from.CORA.3.logs.premise",
    "at alpha = 1 log(log(1/alpha) / beta) is the logarithm of 0: log(1/alpha) is to be read as 1 + log(1/alpha)",
    shift=SHARE,
)
def the_logarithms_are_defined_with_one_added(a: FromZero, b: FromZero, shift: Fraction) -> Truth:
    """With 1 + a in the place of a = ln(1/alpha), ln(1 + a) + b is defined, and at most a + b."""
    return (shift + a >= 1) & (ln(shift + a) + b <= a + b)


@uses("BGS21.CORA.3", "BGS21.CORA.3.product", DISPLAY)
def the_product_is_a_fourth_power(product: FromZero, y: FromLn4, z: FromZero) -> Use:
    """The ``product`` of the logarithms is O(log^4(d / (epsilon delta alpha beta)))."""
    return Use({"product": product, "y": y, "z": z}, gives=product <= (y + z) ** 4)
