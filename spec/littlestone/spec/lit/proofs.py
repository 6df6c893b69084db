"""LIT: what the proofs of the lemmas use of the facts that the papers lean on."""

from littlestone.spec.notation import *

THROUGH = "through thresholds, of which a class and its dual have equally many"


@uses("LIT.dual.ldim", "DIM.thresholds.lower", THROUGH)
def deep_trees_have_thresholds(H: Binary) -> Use:
    """A class of Littlestone dimension d >= 1 has floor(log2 d) thresholds, so that d < 2^(Thr + 1)."""
    bound = threshold_dimension(H).map(lambda t: 2 ** (t + 1))
    return Use({"H": H}, gives=littlestone_dimension(H) < bound)


@uses("LIT.dual.ldim", "DIM.thresholds", THROUGH)
def thresholds_of_the_dual_make_trees(H: ExplicitBinary) -> Use:
    """The dual, which has the thresholds of the class with both orders reversed, has Thr < 2^(Ldim* + 1)."""
    of_dual = littlestone_dimension(dual(H)).map(lambda d: 2 ** (d + 1))
    return Use({"H": dual(H)}, gives=threshold_dimension(H) < of_dual)


@uses("LIT.maximum.teaching", "LIT.teaching.sauer", "that the dimension is no smaller")
def maximum_classes_are_not_easier_to_teach(H: Binary) -> Use:
    """A maximum class is as large as Sauer's bound of its VC dimension, so that its RTD is no smaller."""
    return Use({"H": H})
