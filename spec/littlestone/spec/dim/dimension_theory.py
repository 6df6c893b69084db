"""The closed facts about VC and Littlestone dimension that every paper leans on, as claims of their own (paper DIM)."""

from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.notation import *


@claim("DIM.vc", "Littlestone 1988: VC dimension against the Littlestone dimension", "lemma", slack=TIGHT)
def vc_is_at_most_littlestone(H: Binary, slack: int) -> Truth:
    """The VC dimension is at most the Littlestone dimension."""
    return vc_dimension(H) <= littlestone_dimension(H) + slack


@claim(
    "DIM.log",
    "Littlestone 1988: Littlestone dimension against the logarithm of the size",
    "lemma",
    base=Constant(2, mutants=(3,)),
)
def littlestone_is_at_most_log_size(H: Binary, base: int) -> Truth:
    """The Littlestone dimension is at most $log2 |H|$."""
    return base ** littlestone_dimension(H) <= H.size()


@claim("DIM.sauer.vc", "Sauer 1972; Shelah 1972: size against the VC dimension", "lemma", shift=TIGHT)
def size_is_at_most_sauer_bound_of_vc(H: Binary, shift: int) -> Truth:
    """A class on $m$ points with VC dimension $d$ has at most $sum_{i<=d} C(m, i)$ functions."""
    return H.size() <= _sauer(vc_dimension(H), H.points, shift)


@claim("DIM.sauer.ldim", "Sauer 1972, through VC <= Ldim: size against the Littlestone dimension", "lemma", shift=TIGHT)
def size_is_at_most_sauer_bound_of_littlestone(H: Binary, shift: int) -> Truth:
    """A class on $m$ points with Littlestone dimension $d$ has at most $sum_{i<=d} C(m, i)$ functions."""
    return H.size() <= _sauer(littlestone_dimension(H), H.points, shift)


@claim(
    "DIM.thresholds",
    "Shelah 1978; Hodges 1997: Littlestone dimension against the logarithm of the number of thresholds",
    "lemma",
    slack=TIGHT,
)
def littlestone_is_at_least_log_thresholds(H: Binary, slack: int) -> Truth:
    """A class with $t$ thresholds has Littlestone dimension at least $floor(log2 t)$."""
    return threshold_dimension(H).map(lambda t: max(t, 1).bit_length() - 1) <= littlestone_dimension(H) + slack


def _sauer(dimension: Number, m: int, shift: int) -> Number:
    return dimension.map(lambda d: sauer_sum(m, d + shift, 1))


@claim(
    "DIM.thresholds.lower",
    "Shelah 1978; Hodges 1997: number of thresholds against the logarithm of the Littlestone dimension",
    "lemma",
    slack=TIGHT,
)
def thresholds_are_at_least_log_littlestone(H: Binary, slack: int) -> Truth:
    """A class of Littlestone dimension $d >= 1$ has $floor(log2 d)$ thresholds."""
    return littlestone_dimension(H).map(lambda d: max(d, 1).bit_length() - 1) <= threshold_dimension(H) + slack


@claim(
    "DIM.sauer.power",
    "Blumer et al. 1989: Sauer's sum against a power",
    "lemma",
    scale=Constant(1, mutants=(HALF,)),
)
def the_sauer_bound_is_below_a_power(m: PositiveSize, d: PositiveSize, scale: Fraction) -> Statement:
    """$sum_{i<=d} C(m, i) <= (e m / d)^d$ for $m >= d >= 1$."""
    return when(m >= d, sauer_sum(m, d, 1) <= (EULER * scale * m / d) ** d)
