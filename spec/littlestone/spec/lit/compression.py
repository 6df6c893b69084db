"""Sample compression schemes of a class, with and without labels, against its dimensions."""

from littlestone.spec.algebra.naturals import combined
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.lit.vocabulary import is_maximum
from littlestone.spec.notation import *

KUZMIN = "Kuzmin and Warmuth 2007, Unlabeled compression schemes for maximum classes"
FLOYD = "Floyd and Warmuth 1995, Sample compression, learnability, and the Vapnik-Chervonenkis dimension"
LITTLESTONE = "Littlestone and Warmuth 1986, Relating data compression and learnability"
USC, LSC = PARAMETERS["USC"], PARAMETERS["LSC"]


@claim(
    "LIT.compression.maximum",
    f"{KUZMIN}, theorem 11: size of a scheme of a maximum class without labels",
    "theorem",
    offset=OFFSET,
)
def maximum_classes_compress_to_their_dimension(H: ExplicitBinary, offset: int) -> Statement:
    """The least unlabelled compression scheme of a maximum class has the size of its VC dimension."""
    return when(is_maximum(H), USC(H) == vc_dimension(H) + offset)


@claim("LIT.compression.vc", f"{KUZMIN}, section 1: size of a scheme without labels", "folklore", factor=SHARE)
def unlabelled_schemes_are_no_smaller_than_vc(H: ExplicitBinary, factor: Fraction) -> Truth:
    """An unlabelled compression scheme is no smaller than the VC dimension: $2^d$ samples of the same points need as
    many subsets of them."""
    return vc_dimension(H) <= USC(H) * factor


@claim("LIT.compression.labels", f"{LITTLESTONE}: size of schemes with and without labels", "folklore", factor=SHARE)
def labels_make_schemes_no_larger(H: ExplicitBinary, factor: Fraction) -> Truth:
    """A scheme with labels need not be larger than one without."""
    return LSC(H) <= USC(H) * factor


@claim(
    "LIT.compression.count",
    f"{FLOYD}, theorem 10: samples of so few examples",
    "theorem",
    base=Constant(2, mutants=(1,)),
)
def labelled_schemes_have_enough_samples(H: ExplicitBinary, base: int) -> Truth:
    """If $H$ shatters $d$ points and has a labelled scheme of size $k$, the sum of $2^i C(d, i)$ over $i <= k$ is at
    least $2^d$."""
    return combined(lambda d, k: sauer_sum(max(d, 0), k, base) - 2 ** max(d, 0), vc_dimension(H), LSC(H)) >= 0


@claim("LIT.compression.littlestone", f"{FLOYD}, section 3: size of a scheme with labels", "theorem", factor=SHARE)
def labelled_schemes_by_mistakes(H: ExplicitBinary, factor: Fraction) -> Truth:
    """The points at which an optimal learner errs, each the first in order of those left, are a labelled scheme of the
    size of the Littlestone dimension."""
    return LSC(H) <= littlestone_dimension(H) * factor
