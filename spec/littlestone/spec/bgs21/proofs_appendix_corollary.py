"""BGS21 appendix A: what the proof of Corollary A.3 uses."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

COROLLARY = "Appendix A, proof of Corollary A.3"


rests_on("BGS21.CORA.3", "BGS21.T3.6", "O(d^6 log^2(d / (eps delta)) / eps) samples", f"{COROLLARY}, first sentence")


rests_on(
    "BGS21.CORA.3",
    "BGS21.TA.1",
    "Theorem A.1 for epsilon <= 1/4 gives SC ``logs`` / alpha samples, logs = log(log(1/alpha)/beta) "
    "log(1/alpha). It needs SC >= 1 / epsilon, which is not printed: d^6 log^2(d / (epsilon delta)) / epsilon is,"
    " here 1 / epsilon + ``more``, as the logarithm is at least ln 4.",
    f"{COROLLARY}, 'Applying the boosting procedure'",
)


@uses("BGS21.CORA.3", "BGS21.CORA.3.logs", f"{COROLLARY}, last display")
def the_logarithms_are_used_at_every_accuracy(
    d: PositiveInteger, epsilon: UpToQuarter, delta: PositiveUnit, a: FromZero, b: FromZero
) -> Use:
    """At y = ln(d / (epsilon delta)) >= ln 4, a = ln(1/alpha) and b = ln(1/beta), for all alpha and beta up to 1."""
    return Use({"a": a, "b": b}, needs=d >= 4 * epsilon * delta, gives=a <= a + b)


@correction(
    "BGS21.CORA.3.from.CORA.3.logs.premise",
    "at alpha = 1 log(log(1/alpha) / beta) is the logarithm of 0: log(1/alpha) is to be read as 1 + log(1/alpha)",
    shift=SHARE,
)
def the_logarithms_are_defined_with_one_added(a: FromZero, b: FromZero, shift: Fraction) -> Truth:
    """With 1 + a in the place of a = ln(1/alpha), ln(1 + a) + b is defined, and at most a + b."""
    return (shift + a >= 1) & (ln(shift + a) + b <= a + b)


rests_on("BGS21.CORA.3", "BGS21.CORA.3.product", "log^4(d / (eps delta alpha beta))", f"{COROLLARY}, last display")
rests_on("BGS21.CORA.3", "BGS21.CORA.3.zero", "no samples are needed", f"{COROLLARY}, 'For the case where d_L = 0'")
