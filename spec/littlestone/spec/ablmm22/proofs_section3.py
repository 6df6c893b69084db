"""ABLMM22 section 3 and appendix A: what Lemmas 13 and 15 and the proof of Theorem 10 use."""

from littlestone.spec.notation import *

SECOND = "appendix A, the second part of Theorem 10"
FIRST = "appendix A, the first part of Theorem 10"
ZERO, ONE = frozenset({0}), frozenset({1})


# ---- Section 3.3


@uses("ABLMM22.L13", "DP.composition.sequential", "section 3.3, before Lemma 13", name="epsilon")
def k_copies_are_composed(k: PositiveInteger, epsilon: FromZero, delta: FromZero) -> Use:
    """p^k and q^k are (k eps, k delta)-indistinguishable; here with the last copy."""
    return Use(
        {"first": (k - 1) * epsilon, "second": epsilon, "delta1": (k - 1) * delta, "delta2": delta},
        gives=lambda b: all_of([b.epsilon <= k * epsilon, b.delta <= k * delta]),
    )


rests_on(
    "ABLMM22.D.ind.range",
    "ABLMM22.L13",
    "p^k and q^k are (k eps, k delta)-indistinguishable, for k eps and k delta above 1 as well (Lemma 13 is why "
    "the relation must be defined beyond eps = 1)",
    "Section 3.3",
)


rests_on(
    "ABLMM22.L15.delta",
    "DP.group",
    "Group privacy is used for the K copies of the replaced row, with its delta (1 + e^eps + ... + e^{(K-1) eps})"
    " summed to delta (e^{K eps} - 1)/(e^eps - 1), by induction on K; here v = e^eps - 1 and w = e^{K eps}.",
    "Lemma 15, section 3.3: the constant for delta",
)


# ---- Theorem 10


rests_on("ABLMM22.T10", "ABLMM22.D.thr.appendix", "k thresholds of section 3.2 are k of the appendix", SECOND)


rests_on(
    "ABLMM22.T10",
    "ABLMM22.A.tree2",
    "a complete tree of height t that the 2^t thresholds shatter, so that Ldim(H) >= t",
    SECOND,
)
rests_on(
    "ABLMM22.A.tree2",
    "ABLMM22.A.tree2.eq1",
    "the labels of all internal vertices",
    SECOND,
    repair="ABLMM22.A.tree2.eq1.corrected",
)


rests_on(
    "ABLMM22.T10",
    "ABLMM22.T10.1",
    "From Ldim(H) >= 2^(t+1) - 1 the appendix says that H contains t + 2 thresholds; they are t + 1 as section "
    "3.2 counts, for t + 1 = floor(log(d + 1)), and floor(log d) of them are drawn",
    FIRST,
    repair="ABLMM22.T10.1.corrected",
)


rests_on(
    "ABLMM22.T10.1",
    "ABLMM22.D.ldim",
    "From a shattered tree of height 1 two functions are drawn that differ at its root x_0",
    f"{FIRST}, t = 0",
)


rests_on(
    "ABLMM22.T10.1",
    "ABLMM22.L31",
    "a red or a blue subtree T' of height 2^t, whose two sides have height 2^t - 1 (Lemma 31 is used with p = q = "
    "2^t on a tree of height 2^(t+1) - 1, which is complete since H shatters it, as the lemma must ask)",
    f"{FIRST}, Lemma 31 with p = q = 2^t",
    repair="ABLMM22.L31.corrected",
)


rests_on(
    "ABLMM22.T10.1",
    "ABLMM22.T10.1.eq1",
    "2^(t+1) - 1 = 2 * 2^t - 1; the sides of T' have the height 2^t - 1 that the induction hypothesis asks for",
    f"{FIRST}, Lemma 31 with p = q = 2^t",
)


rests_on(
    "ABLMM22.T10.1",
    "ABLMM22.D.subtree",
    "H' shatters T'', of height 2^t - 1, so that its t + 1 functions and h are t + 2",
    f"{FIRST}, 'note that H' shatters the tree T'''",
)
