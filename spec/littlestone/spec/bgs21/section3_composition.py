"""BGS21 section 3.1: Claim 3.2, parallel composition, and Corollary 3.3."""

from functools import partial
from itertools import product
from math import comb

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

CLAIM = "proof of Claim 3.2, section 3.1"
COROLLARY = "before Corollary 3.3, section 3.1"
GENERIC = "for Corollary 3.3, section 3.1: EXPLEARN as the generic learner"
UNKNOWN = ("littlestone_dimension",)


# ---- Claim 3.2


@terms("BGS21.C3.2")
def parts_of_the_input(epsilon: FromZero, first: Unit, second: Unit, largest: Unit) -> Terms:
    """Mechanisms with these deltas, on disjoint parts."""
    return Terms(asks=all_of([first <= largest, second <= largest]), epsilon=epsilon, delta=largest)


@claim(
    "BGS21.C3.2",
    "Claim 3.2, section 3.1",
    "claim",
    narrows="e^eps an integer",
    caps="two parts of one bit each and an empty third one, mechanisms with two outcomes",
    share=SHARE,
)
def parallel_composition_keeps_privacy(
    m: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    parallel: Annotated[Run, Algorithm("BGS21.C3.2")],
    share: Fraction,
) -> Truth:
    """Mechanisms that are (eps, delta)-DP, run on disjoint parts of the input that are split off independently of the
    data, are together (eps, delta)-DP: for all pairs of mechanisms from one bit to 2 outcomes with probabilities in
    multiples of 1/m and an empty third part, at the larger of their two least deltas for eps = ln(1 + j)."""
    pairs = product(product(laws(2, int(m)), repeat=2), repeat=2)
    unit = parts_of_the_input(ln(1 + j), 1, 1, 1)  # in units of the larger delta
    return all_of(
        is_private(partial(law, run), BITS, 2, unit.epsilon, share * largest * unit.delta)
        for M, N in pairs
        for largest in [max(leaked(M, int(j)), leaked(N, int(j)))]
        for run in [parallel([on_first_row(M), lambda rows, source: len(rows), on_first_row(N)], (1, 0, 1))]
    )


def on_first_row(M: tuple[Law[int], ...]) -> Run:
    """The mechanism with these laws on the first row of its block."""
    return lambda rows, source: table(M)(rows[0], source)


rests_on("BGS21.C3.2", "BGS21.D2.1", "for each random split one block differs, in one row", f"{CLAIM}, first paragraph")
rests_on("BGS21.C3.2", "BGS21.L2.4", "the other blocks are post-processing, with own coins", f"{CLAIM}, paragraph 2")
rests_on("BGS21.C3.2", "BGS21.D2.1", "M is (epsilon, delta)-private", f"{CLAIM}, last sentence", name="pairs")

# ---- Corollary 3.3


@claim(
    "BGS21.COR3.3",
    "Corollary 3.3, section 3.1",
    "corollary",
    narrows="one generic learner, EXPLEARN at alpha = beta = 1/2 and epsilon = 1, whose samples the Sauer-Shelah lemma "
    "bounds by the dimension; that the samples of Theorem 3.1 are those of the bits is the substitution itself",
    cites=("BGS21.T3.1.corrected", "DIM.sauer.ldim"),
    scale=SHARE,
)
def samples_are_bounded_by_the_dimensions_of_the_bits(H: Multiclass, scale: Fraction) -> Truth:
    """With a generic binary learner whose samples are bounded by SC(d', alpha, beta) at Littlestone dimension d', A
    takes at most sum_i SC(d_i, alpha / L, beta / L): here EXPLEARN, which by the Sauer-Shelah bound on |H|_i| has
    SC(d') = its sample bound for sum_{j <= d'} C(m, j) functions; alpha = beta = 1/2, epsilon = 1."""
    goal = Goal(HALF / Bits(H.labels).length, HALF / Bits(H.labels).length, Fraction(1))

    def at_dimension(d: int) -> int:
        functions = sum(comb(H.points, j) for j in range(d + 1))
        return floor(scale * exponential_sample_bound(functions, goal))

    restrictions = binary_restrictions(H)
    taken = total(bit.size().map(lambda size: exponential_sample_bound(size, goal)) for bit in restrictions)
    return taken <= total(at_littlestone_dimension(bit, at_dimension) for bit in restrictions)


rests_on("BGS21.COR3.3", "BGS21.S1.bg", "a generic learner is one for all classes of a dimension", COROLLARY)
rests_on("BGS21.COR3.3", "BGS21.T3.1", "all (alpha, beta), finite d_i", COROLLARY, repair="BGS21.T3.1.corrected")


@uses("BGS21.COR3.3", "DIM.sauer.ldim", GENERIC, opaque=UNKNOWN)
def the_size_of_a_restriction_is_bounded(G: Binary) -> Use:
    """A binary class G of Littlestone dimension d' has at most sum_{j <= d'} C(m, j) functions, and EXPLEARN takes
    no more samples than for so many: here at alpha = beta = 1/2 and epsilon = 1."""
    goal = Goal(HALF, HALF, Fraction(1))
    taken = G.size().map(lambda size: exponential_sample_bound(size, goal))
    bounds = littlestone_dimension(G).map(
        lambda d: exponential_sample_bound(int(sauer_sum(G.points, max(d, 0), 1)), goal)
    )
    return Use({"H": G}, gives=taken <= bounds)
