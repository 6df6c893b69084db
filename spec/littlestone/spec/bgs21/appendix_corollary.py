"""BGS21 appendix A: Corollary A.3, whose logarithms are decided with constants."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

FromLn4 = Annotated[Real, Reals(low=ln(4))]
NINE_SIXTEENTHS = Fraction(9, 16)

COROLLARY = "proof of Corollary A.3, appendix A"
DISPLAY = f"{COROLLARY}, last display"


@claim(
    "BGS21.CORA.3",
    "Corollary A.3, appendix A: private binary learner with inverse linear accuracy",
    "corollary",
    not_checkable="the $O$ hides its constant and rests on the cited Theorem 3.6; the logarithms are proved with "
    "constants",
    stand_ins=("BGS21.CORA.3.logs", "BGS21.CORA.3.product", "BGS21.CORA.3.zero"),
)
def boosting_makes_the_accuracy_inverse_linear(H: ExplicitBinary) -> Truth:
    """Every binary class of Littlestone dimension $d_L >= 0$ has for all $epsilon$ in $[0, 1/4]$ and $delta$, $alpha$,
    $beta$ in $[0, 1]$ an $(epsilon, delta)$-private, $(alpha, beta)$-accurate learner with $O(d_L^6 log^4(d_L / (alpha
    beta epsilon delta)) / (epsilon alpha))$ samples."""
    raise NotImplementedError


rests_on("BGS21.CORA.3", "BGS21.T3.6", "$O(d^6 log^2(d / (eps delta)) / eps)$ samples", f"{COROLLARY}, first sentence")
rests_on("BGS21.CORA.3", "BGS21.TA.1", "boosting, where $SC >= 1 / epsilon$, which is not printed", COROLLARY)
rests_on("BGS21.CORA.3", "BGS21.CORA.3.zero", "no samples are needed", f"{COROLLARY}, 'For the case where d_L = 0'")


@uses("BGS21.CORA.3", "BGS21.CORA.3.logs", DISPLAY)
def the_logarithms_are_used_at_every_accuracy(a: FromZero, b: FromZero, double: FromZero) -> Use:
    """At $a = ln(1/alpha)$ and $b = ln(1/beta)$, for all $alpha$ and $beta$ up to 1, $log(log(1/alpha)/beta)$, here
    ``double``, times $log(1/alpha)$ is at most $(a + b)^2$."""
    return Use({"a": a, "b": b, "double": double}, gives=double * a <= (a + b) ** 2)


@correction(
    "BGS21.CORA.3.from.CORA.3.logs.premise",
    "at $alpha = 1$, $log(log(1/alpha) / beta)$ is the logarithm of 0: $log(1/alpha)$ is to be read as $1 + "
    "log(1/alpha)$",
    shift=SHARE,
)
def the_logarithms_are_defined_with_one_added(a: FromZero, b: FromZero, shift: Fraction) -> Truth:
    """With $1 + a$ in the place of $a = ln(1/alpha)$, $ln(1 + a) + b$ is defined, and at most $a + b$."""
    return (shift + a >= 1) & (ln(shift + a) + b <= a + b)


@uses("BGS21.CORA.3", "BGS21.CORA.3.product", DISPLAY)
def the_product_is_a_fourth_power(product: FromZero, y: FromLn4, z: FromZero) -> Use:
    """The ``product`` of the logarithms is at most $(y + z)^4$, $y = ln(d/(epsilon delta))$ and $z = ln(1/(alpha
    beta))$: $O(log^4(d / (epsilon delta alpha beta)))$."""
    return Use({"product": product, "y": y, "z": z}, gives=product <= (y + z) ** 4)


@terms("BGS21.CORA.3.logs")
def doubled_logarithm(a: PositiveReal, b: FromZero, double: AnyReal) -> Terms:
    """log(log(1/alpha) / beta), where a = ln(1/alpha) and b = ln(1/beta)."""
    return Terms(says=double <= a + b)


@claim(
    "BGS21.CORA.3.logs",
    "proof of Corollary A.3, appendix A: bound on the doubled logarithm",
    "step",
    factor=Constant(3, mutants=(2,)),
)
def the_logarithms_are_absorbed(y: FromLn4, a: PositiveReal, b: FromZero, factor: int) -> Truth:
    """$ln(16 d / (epsilon delta)) <= 3 y$ with $y = ln(d / (epsilon delta)) >= ln 4$, which is what $epsilon <= 1/4$
    is for, and $ln(ln(1/alpha) / beta) <= z$, $ln(1/alpha) <= z = ln(1/(alpha beta))$; $a = ln(1/alpha)$, $alpha <
    1$, $b = ln(1/beta)$, $d >= 1$."""
    z = a + b
    return (y + ln(16) <= factor * y) & as_truth(doubled_logarithm(a, b, ln(a) + b).says) & (a <= z)


@terms("BGS21.CORA.3.product")
def product_of_logarithms(product: FromZero, y: FromLn4, z: FromZero, factor: Fraction = NINE_SIXTEENTHS) -> Terms:
    """The product of all logarithms of the proof."""
    return Terms(says=product <= factor * (y + z) ** 4)


@claim(
    "BGS21.CORA.3.product",
    "proof of Corollary A.3, appendix A: product of the logarithms",
    "step",
    factor=Constant(NINE_SIXTEENTHS, mutants=(HALF,)),
)
def the_product_of_logarithms_is_a_fourth_power(y: FromLn4, z: FromZero, factor: Fraction) -> Truth:
    """$(3 y)^2 z^2 <= (9/16) (y + z)^4$ for $y = ln(d / (epsilon delta)) >= ln 4$ and $z = ln(1/(alpha beta)) >= 0$, so
    that $y + z = ln(d / (epsilon delta alpha beta))$."""
    return as_truth(product_of_logarithms(9 * y**2 * z**2, y, z, factor).says)


@claim(
    "BGS21.CORA.3.zero",
    "for Corollary A.3, appendix A: classes of Littlestone dimension 0",
    "remark",
    role="companion",
    most=OFFSET,
)
def a_class_of_dimension_zero_needs_no_samples(H: Binary, most: int) -> Statement:
    """A binary class of Littlestone dimension $d_L = 0$ is one function. (So the bound $d_L^6 log^4(d_L / (alpha beta
    epsilon delta))$, there $0 log^4(0)$, is to be read as 0.)"""
    return when(littlestone_dimension(H) <= most, H.size() <= 1)
