"""The density of the one-inclusion graph."""

from littlestone.spec.algebra.naturals import combined
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.notation import *

HLW = "Haussler et al. 1994, Predicting {0,1}-functions on randomly drawn points, lemma 2.4"
RUBINSTEIN = "Rubinstein et al. 2009, Shifting, one-inclusion mistake bounds and sample compression"
edges = PARAMETERS["edges"]


@claim(
    "LIT.density",
    f"{HLW}: density of the one-inclusion graph against the VC dimension",
    "lemma",
    factor=Constant(1, mutants=(Fraction(3, 4),)),
)
def the_one_inclusion_graph_has_density_below_vc(H: Binary, factor: Fraction) -> Truth:
    """The one-inclusion graph of $H$ has at most $VC |H|$ edges."""
    return edges(H) <= vc_dimension(H) * H.size() * factor


@claim(
    "LIT.density.sharp",
    RUBINSTEIN + ", on the density of maximum classes" + ": sharp bound on the density of the one-inclusion graph",
    "theorem",
    factor=Constant(1, mutants=(Fraction(9, 10),)),
)
def the_density_is_at_most_that_of_a_maximum_class(H: Binary, factor: Fraction) -> Truth:
    """The one-inclusion graph of a class of VC dimension $d$ on $n$ points has density, edges over vertices, at most
    $n$ (sum of $C(n - 1, i)$ over $i < d$) / (sum of $C(n, i)$ over $i <= d$)."""
    n = H.points

    def most(d: int, size: int) -> Fraction:
        return factor * Fraction(n * sauer_sum(n - 1, d - 1, 1) * size, max(sauer_sum(n, d, 1), 1))

    return edges(H) <= combined(most, vc_dimension(H), H.size())
