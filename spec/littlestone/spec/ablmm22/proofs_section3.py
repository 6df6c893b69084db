"""ABLMM22 section 3 and appendix A: what Lemmas 13 and 15 and the proof of Theorem 10 use."""

from littlestone.spec.notation import *

SECOND = "appendix A, the second part of Theorem 10"
FIRST = "appendix A, the first part of Theorem 10"
ZERO, ONE = frozenset({0}), frozenset({1})


# ---- Section 3.3

rests_on("ABLMM22.D.ind.range", "ABLMM22.L13", "p^k and q^k are compared for k eps and k delta above 1", "Section 3.3")
rests_on("ABLMM22.L15.delta", "DP.group", "for K copies of the replaced row", "Lemma 15: the constant for delta")


@uses("ABLMM22.L13", "DP.composition.sequential", "section 3.3, before Lemma 13", name="epsilon")
def k_copies_are_composed(k: PositiveInteger, epsilon: FromZero, delta: FromZero) -> Use:
    """p^k and q^k are (k eps, k delta)-indistinguishable; here with the last copy."""
    at = {"first": (k - 1) * epsilon, "second": epsilon, "delta1": (k - 1) * delta, "delta2": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= k * epsilon, b.delta <= k * delta]))


# ---- Theorem 10

rests_on("ABLMM22.T10", "ABLMM22.D.thr.appendix", "k thresholds of section 3.2 are k of the appendix", SECOND)
rests_on("ABLMM22.T10", "ABLMM22.A.tree2", "a complete tree of height t that is shattered", SECOND)
rests_on("ABLMM22.A.tree2", "ABLMM22.A.tree2.eq1", "labels of vertices", SECOND, repair="ABLMM22.A.tree2.eq1.corrected")
rests_on("ABLMM22.T10", "ABLMM22.T10.1", "from Ldim(H) >= 2^(t+1) - 1", FIRST, repair="ABLMM22.T10.1.corrected")
rests_on("ABLMM22.T10.1", "ABLMM22.D.ldim", "two functions differ at the root x_0", f"{FIRST}, t = 0")
rests_on("ABLMM22.T10.1", "ABLMM22.L31", "a subtree of one colour", FIRST, repair="ABLMM22.L31.corrected")
rests_on("ABLMM22.T10.1", "ABLMM22.T10.1.eq1", "2^(t+1) - 1 = 2 * 2^t - 1", FIRST)
rests_on("ABLMM22.T10.1", "ABLMM22.D.subtree", "H' shatters T'', of height 2^t - 1", FIRST)
