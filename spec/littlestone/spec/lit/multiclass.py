"""Dimensions of classes with more than two labels."""

from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.notation import *

NATARAJAN = "Natarajan 1989; Shalev-Shwartz and Ben-David 2014, Understanding machine learning, lemma 29.4"
HAUSSLER = "Haussler and Long 1995, A generalization of Sauer's lemma"
GRAPH = "Ben-David et al. 1995; Daniely and others 2015, equation 2"
DS = "Daniely and Shalev-Shwartz 2014, Optimal learners for multiclass problems, below conjecture 13"

natarajan, graph, ds = (PARAMETERS[name] for name in ("Natarajan", "graph", "DS"))


@claim("LIT.natarajan", f"{NATARAJAN}: size by the Natarajan dimension", "lemma", power=Constant(2, mutants=(1,)))
def classes_of_small_natarajan_dimension_are_small(H: Multiclass, power: int) -> Truth:
    """A class on $m$ points with $L$ labels and Natarajan dimension $d$ has at most $m^d$ $L^(2d)$ functions."""
    return H.size() <= natarajan(H).map(lambda d: H.points**d * H.labels ** (power * d))


@claim("LIT.natarajan.sauer", f"{HAUSSLER}: Sauer's lemma for the Natarajan dimension", "theorem", shift=TIGHT)
def sauers_lemma_for_the_natarajan_dimension(H: Multiclass, shift: int) -> Truth:
    """A class on $m$ points with $L$ labels and Natarajan dimension $d$ has at most the sum of $C(m, i)$ $C(L, 2)^i$
    over $i <= d$ functions."""
    pairs = H.labels * (H.labels - 1) // 2
    return H.size() <= natarajan(H).map(lambda d: sauer_sum(H.points, d + shift, pairs))


@claim("LIT.natarajan.graph", f"{GRAPH}: Natarajan dimension against the graph dimension", "theorem", factor=SHARE)
def natarajan_is_at_most_the_graph_dimension(H: Multiclass, factor: Fraction) -> Truth:
    """The Natarajan dimension is at most the graph dimension."""
    return natarajan(H) <= graph(H) * factor


@claim(
    "LIT.graph.natarajan",
    f"{GRAPH}: graph dimension by the Natarajan dimension and the labels",
    "theorem",
    factor=Constant(Fraction(467, 100), mutants=(1,)),
)
def the_graph_dimension_is_at_most_log_labels_times_natarajan(H: Multiclass, factor: Fraction) -> Truth:
    """The graph dimension is at most $4.67 log2(L)$ times the Natarajan dimension, for $L$ labels."""
    return graph(H) <= natarajan(H) * (factor * log2(H.labels))


@claim("LIT.ds.lower", f"{DS}: Natarajan dimension against the DS dimension", "lemma", factor=SHARE)
def natarajan_is_at_most_ds(H: Multiclass, factor: Fraction) -> Truth:
    """The Natarajan dimension is at most the DS dimension."""
    return natarajan(H) <= ds(H) * factor


@claim("LIT.ds.upper", f"{DS}: DS dimension against the graph dimension", "lemma", factor=SHARE)
def ds_is_at_most_the_graph_dimension(H: Multiclass, factor: Fraction) -> Truth:
    """The DS dimension is at most the graph dimension."""
    return ds(H) <= graph(H) * factor


@claim(
    "LIT.natarajan.ldim",
    "folklore, from VC <= Ldim: Natarajan dimension against the multiclass Littlestone dimension",
    "lemma",
    factor=SHARE,
)
def natarajan_is_at_most_the_multiclass_littlestone_dimension(H: Multiclass, factor: Fraction) -> Truth:
    """The Natarajan dimension is at most the multiclass Littlestone dimension."""
    return natarajan(H) <= multiclass_littlestone_dimension(H) * factor


@claim(
    "LIT.graph.ldim",
    "a guess, from VC <= Ldim: graph dimension against the Littlestone dimension",
    "folklore",
    factor=SHARE,
)
def the_graph_dimension_is_at_most_the_littlestone_dimension(H: Multiclass, factor: Fraction) -> Truth:
    """The graph dimension, the VC dimension where there are two labels, is at most the Littlestone dimension."""
    return graph(H) <= multiclass_littlestone_dimension(H) * factor


@correction(
    "LIT.graph.ldim",
    "functions that agree with a pattern on just this or that set may have labels of their own elsewhere, which tell "
    "them apart at the first mistake, as those of the Cantor classes of Daniely and Shalev-Shwartz 2014",
    factor=SHARE,
)
def the_ds_dimension_is_at_most_the_littlestone_dimension(H: Multiclass, factor: Fraction) -> Truth:
    """The DS dimension, the VC dimension where there are two labels, is at most the Littlestone dimension."""
    return ds(H) <= multiclass_littlestone_dimension(H) * factor
