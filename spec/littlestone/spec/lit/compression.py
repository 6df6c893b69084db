"""Sample compression schemes of a class, with and without labels, against its dimensions.

What is reconstructed need not be in the class, which Littlestone and Warmuth allow.
"""

from littlestone.spec.algebra.naturals import combined
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.lit.vocabulary import is_maximum
from littlestone.spec.notation import *

KUZMIN = "Kuzmin and Warmuth 2007, Unlabeled compression schemes for maximum classes"
FLOYD = "Floyd and Warmuth 1995, Sample compression, learnability, and the Vapnik-Chervonenkis dimension"
USC, LSC = PARAMETERS["USC"], PARAMETERS["LSC"]


@claim("LIT.compression.maximum", f"{KUZMIN}, abstract: schemes of maximum classes", "theorem", offset=OFFSET)
def maximum_classes_compress_to_their_dimension(H: ExplicitBinary, offset: int) -> Statement:
    """The least unlabelled compression scheme of a maximum class has the size of its VC dimension."""
    return when(is_maximum(H), USC(H) == vc_dimension(H) + offset)


@claim("LIT.compression.vc", "by counting: size of a scheme without labels", "folklore", factor=SHARE)
def unlabelled_schemes_are_no_smaller_than_vc(H: ExplicitBinary, factor: Fraction) -> Truth:
    """An unlabelled compression scheme is no smaller than the VC dimension: $2^d$ samples of the same points need as
    many subsets of them."""
    return vc_dimension(H) <= USC(H) * factor


@claim("LIT.compression.labels", "by definition: size of schemes with and without labels", "folklore", factor=SHARE)
def labels_make_schemes_no_larger(H: ExplicitBinary, factor: Fraction) -> Truth:
    """A scheme with labels need not be larger than one without."""
    return LSC(H) <= USC(H) * factor


@claim("LIT.compression.count", f"{FLOYD}: few examples", "folklore", base=Constant(2, mutants=(1,)))
def labelled_schemes_have_enough_samples(H: ExplicitBinary, base: int) -> Truth:
    """If $H$ shatters $d$ points and has a labelled scheme of size $k$, the sum of $2^i C(d, i)$ over $i <= k$ is at
    least $2^d$."""
    return combined(lambda d, k: sauer_sum(max(d, 0), k, base) - 2 ** max(d, 0), vc_dimension(H), LSC(H)) >= 0


@claim("LIT.compression.littlestone", f"{FLOYD}: size of a scheme with labels", "folklore", factor=SHARE)
def labelled_schemes_by_mistakes(H: ExplicitBinary, factor: Fraction) -> Truth:
    """The points at which an optimal learner errs, each the first in order of those left, are a labelled scheme of the
    size of the Littlestone dimension."""
    return LSC(H) <= littlestone_dimension(H) * factor
