"""BGS21 section 1: what the introduction's statements rest on."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.online_games import optimal_mistakes
from littlestone.spec.notation import *

INFORMAL = "Theorem 1.1 (informal), section 1"
FOOTNOTE = "Footnote 1, section 1.1"
SECOND = "section 1.1, Theorem 1.2"
CONVERSE = "last paragraph of section 1.2"
UNKNOWN = ("littlestone_dimension",)


# ---- Theorem 1.1


rests_on("BGS21.T1.1", "BGS21.T1.1.count", "ceil(log2(k+1)) bits have a value for each label", INFORMAL)
rests_on("BGS21.T1.1", "BGS21.T3.1", "learnable at all alpha and beta", INFORMAL, repair="BGS21.T3.1.corrected")
rests_on("BGS21.T1.1", "BGS21.T3.1.eq3", "the learner for H is accurate", INFORMAL)


# ---- Online and private learnability


rests_on("BGS21.T1.2", "BGS21.T3.7", "epsilon <= 1/4; O~ hides epsilon, delta, alpha and beta", SECOND)
rests_on("BGS21.T1.2", "BGS21.T3.7.substitution", "the logarithm is hidden by O~", SECOND)
rests_on("BGS21.T1.2", "BGS21.T3.7.powers", "the powers are d^6 log^8(k+1)", SECOND)
rests_on("BGS21.F1", "BGS21.TA.1", "accuracy alpha / L costs L / alpha, where epsilon <= 1/4", FOOTNOTE)
rests_on("BGS21.F1", "BGS21.T3.4", "sum_i d_i <= 6 d ln(k+1) for each of the L bits", FOOTNOTE)


@uses(
    "BGS21.S1.bg",
    "BGS21.ALG.SOA.mistakes",
    "section 1.1, second sentence",
    assumes="where Ldim(H) is infinite, every learner's mistakes on trees of every depth",
    opaque=UNKNOWN,
)
def the_least_mistake_bound_is_the_dimension(H: Binary) -> Use:
    """The standard optimal algorithm makes exactly Ldim(H) mistakes, and no deterministic learner makes fewer, which
    gives that H is online learnable with mistake bound d iff Ldim(H) <= d."""
    learnable = [(optimal_mistakes(H) <= d).iff(littlestone_dimension(H) <= d) for d in range(H.points + 1)]
    return Use({"H": H}, gives=all_of(learnable))


@uses("BGS21.F1", "BGS21.F1.bits", FOOTNOTE)
def the_dependence_is_cubic(d: AtLeastOne, L: AtLeastOne, log: AtLeastOne, alpha: PositiveReal) -> Use:
    """L bits of dimension 6 d ln(k+1), each at accuracy alpha / L, cost 7 d log(k+1)^3 / alpha."""
    each = 6 * d * (ln(2) * log) * (L / alpha)
    return Use({"L": L, "log": log}, gives=L * each <= 7 * (d * log**3 / alpha))


# ---- Theorem 1.3


rests_on("BGS21.T1.3.tight", "BGS21.T6.1", "some Ldim(H|_i) is Omega(d log(k+1)) at MLD d", "Theorem 1.3, section 1.2")
rests_on("BGS21.T1.3", "BGS21.T3.4", "Theorem 3.4, said of every bit", "Theorem 1.3, section 1.2")


# ---- The converse of Theorem 1.1


rests_on("BGS21.S1.converse", "BGS21.S1.bg", "Omega(log* d) samples for each d: MLD(H) is finite", CONVERSE)
rests_on("BGS21.S1.converse", "BGS21.T1.3", "all Ldim(H|_i) <= 6 d ln(k+1) are finite with d", CONVERSE)
rests_on("BGS21.S1.converse", "BGS21.T3.6", "the binary classes H|_i are privately learnable", CONVERSE)
