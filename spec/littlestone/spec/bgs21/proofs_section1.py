"""BGS21 section 1: what the introduction's statements rest on."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.online_games import optimal_mistakes
from littlestone.spec.notation import *

INFORMAL = "Theorem 1.1 (informal), section 1"
FOOTNOTE = "Footnote 1, section 1.1"


# ---- Theorem 1.1


rests_on(
    "BGS21.T1.1",
    "BGS21.T1.1.count",
    "f is learned by learning its ceil(log2(k+1)) bits: that many bits have a value for each of the k + 1 labels",
    "section 1, before Theorem 1.1",
)


rests_on(
    "BGS21.T1.1",
    "BGS21.T3.1",
    'if all binary classes H|_i are privately learnable, then so is H; taken for granted: "privately learnable" '
    "is meant for all (alpha, beta), as H|_i is learned at (alpha / L, beta / L)",
    INFORMAL,
    repair="BGS21.T3.1.corrected",
)
rests_on("BGS21.T1.1", "BGS21.T3.1.private", "the learner for H is private", INFORMAL)
rests_on("BGS21.T1.1", "BGS21.T3.1.eq3", "the learner for H is accurate", INFORMAL)


# ---- Online and private learnability


@uses(
    "BGS21.S1.bg",
    "BGS21.ALG.SOA.mistakes",
    "section 1.1, second sentence",
    assumes="where Ldim(H) is infinite, every learner's mistakes on trees of every depth",
    opaque=("littlestone_dimension",),
)
def the_least_mistake_bound_is_the_dimension(H: Binary) -> Use:
    """The standard optimal algorithm makes exactly Ldim(H) mistakes, and no deterministic learner makes fewer, which
    gives that H is online learnable with mistake bound d iff Ldim(H) <= d."""
    learnable = [(optimal_mistakes(H) <= d).iff(littlestone_dimension(H) <= d) for d in range(H.points + 1)]
    return Use({"H": H}, gives=all_of(learnable))


rests_on(
    "BGS21.T1.2",
    "BGS21.T3.7",
    "H is privately learnable with O~(d^6 log^8(k+1)) samples; taken for granted: O~ hides epsilon, delta, alpha "
    "and beta as well, and epsilon is at most 1/4",
    "section 1.1, before Theorem 1.2",
)
rests_on("BGS21.T1.2", "BGS21.T3.7.substitution", "the logarithm is hidden by O~", "section 1.1, Theorem 1.2")
rests_on("BGS21.T1.2", "BGS21.T3.7.powers", "the powers are d^6 log^8(k+1)", "section 1.1, Theorem 1.2")


@uses(
    "BGS21.F1",
    "BGS21.T3.4",
    "section 1.1, sentence before Footnote 1",
    opaque=("largest_bit_dimension", "littlestone_dimension"),
)
def each_bit_costs_a_logarithm(H: Multiclass) -> Use:
    """With O(d') samples for classes of dimension d', the bits together take O(sum_i d_i): by Theorem 3.4
    sum_i d_i <= 6 d ln(k+1) for each of the L bits."""
    L, bits = Bits(H.labels).length, binary_restrictions(H)
    return Use({"H": H}, gives=total(map(littlestone_dimension, bits)) <= six_d_ln(H, 6 * L))


rests_on(
    "BGS21.F1",
    "BGS21.F1.bits",
    "The L bits are O(log(k+1)) for every k, where 2^L = 2 half and k + 1 = half + 1 + more",
    FOOTNOTE,
)


rests_on(
    "BGS21.F1",
    "BGS21.TA.1",
    "accuracy alpha / L costs a factor O~(L / alpha), the third logarithm; taken for granted: the supposed "
    "learners with O(d) samples are (epsilon, delta)-private with epsilon <= 1/4 and (1/4, 1/4)-accurate",
    FOOTNOTE,
)


# ---- Theorem 1.3


@uses("BGS21.T1.3", "BGS21.T3.4", "Theorem 1.3, section 1.2", opaque=("largest_bit_dimension", "littlestone_dimension"))
def the_largest_bit_bounds_every_bit(H: Multiclass) -> Use:
    """Theorem 1.3 is Theorem 3.4, max_i Ldim(H|_i) <= 6 d ln(k+1), said of every bit."""
    bits = binary_restrictions(H)
    return Use({"H": H}, gives=all_of(littlestone_dimension(bit) <= six_d_ln(H, 6) for bit in bits))


rests_on(
    "BGS21.T1.3.tight",
    "BGS21.T6.1",
    "some class with MLD d has a binary restriction of Littlestone dimension Omega(d log(k+1))",
    "sentence after Theorem 1.3, section 1.2",
)


# ---- The converse of Theorem 1.1


rests_on(
    "BGS21.S1.converse",
    "BGS21.S1.bg",
    "a privately learnable class has finite MLD; taken for granted: Omega(log* d) samples for every finite d <= "
    "MLD(H), so that none suffice where MLD(H) is infinite",
    "last paragraph of section 1.2, second sentence",
)


@uses("BGS21.S1.converse", "BGS21.T1.3", "last paragraph of section 1.2, third sentence")
def the_bits_are_finite(d: Natural, D: Natural, k: PositiveInteger) -> Use:
    """All H|_i have Littlestone dimension at most 6 d ln(k+1), and so at most 6 d k, which is finite with d; k is."""
    return Use(says=6 * d * ln(k + 1) >= D, gives=6 * d * k >= D)


rests_on(
    "BGS21.S1.converse",
    "BGS21.T3.6",
    "the binary classes H|_i are privately learnable",
    "last paragraph of section 1.2, third sentence",
)
