"""LIT: what the proofs of the lemmas use of the facts that the papers lean on."""

from littlestone.spec.algebra.naturals import combined
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.lit.vocabulary import is_maximum, sauer_at
from littlestone.spec.notation import *

THROUGH = "through thresholds, of which a class and its dual have equally many"


@uses("LIT.dual.ldim", "DIM.thresholds.lower", THROUGH, opaque=("littlestone_dimension", "threshold_dimension"))
def deep_trees_have_thresholds(H: Binary) -> Use:
    """A class of Littlestone dimension $d >= 1$ has $floor(log2 d)$ thresholds, so that $d < 2^(Thr + 1)$."""
    bound = threshold_dimension(H).map(lambda t: 2 ** (t + 1))
    return Use({"H": H}, gives=littlestone_dimension(H) < bound)


@uses("LIT.dual.ldim", "DIM.thresholds", THROUGH)
def thresholds_of_the_dual_make_trees(H: ExplicitBinary) -> Use:
    """The dual, which has the thresholds of the class with both orders reversed, has $Thr < 2^(Ldim^* + 1)$."""
    of_dual = littlestone_dimension(dual(H)).map(lambda d: 2 ** (d + 1))
    return Use({"H": dual(H)}, gives=threshold_dimension(H) < of_dual)


@uses("LIT.maximum.teaching", "LIT.teaching.sauer", "that the recursive teaching dimension is no smaller")
def maximum_classes_are_not_easier_to_teach(H: Binary) -> Use:
    """A maximum class is as large as Sauer's bound of its VC dimension, so that its recursive teaching dimension, of
    which the same bound holds, is no smaller."""
    return Use({"H": H}, given=is_maximum(H), gives=vc_dimension(H) <= PARAMETERS["RTD"](H))


@uses("LIT.density", "LIT.density.sharp", "from n C(n - 1, i - 1) = i C(n, i) <= d C(n, i)")
def the_density_of_maximum_classes_is_below_vc(H: Binary) -> Use:
    """The sharp bound is at most the VC dimension $d$: $n C(n - 1, i - 1) = i C(n, i)$, and $i <= d$."""
    n, d = H.points, vc_dimension(H)
    sharp = d.map(lambda d: n * sauer_sum(n - 1, d - 1, 1))
    loose = combined(lambda d, sum: d * sum, d, sauer_at(d, n))
    return Use({"H": H}, given=sharp <= loose, gives=PARAMETERS["edges"](H) <= d * H.size())


@uses("LIT.natarajan", "LIT.natarajan.sauer", "from C(L, 2)^i <= L^(2 i) / 2^i")
def the_power_is_above_the_sum(H: Multiclass) -> Use:
    """The sum of $C(m, i)$ $C(L, 2)^i$ over $i <= d$ is at most $m^d$ $L^(2d)$."""
    bound = PARAMETERS["Natarajan"](H).map(lambda d: H.points**d * H.labels ** (2 * d))
    return Use({"H": H}, gives=H.size() <= bound)
