"""ABLMM22 section 3 and appendix A: what Lemmas 13 and 15 and the proof of Theorem 10 use."""

from littlestone.spec.notation import *

SECOND = "appendix A, the second part of Theorem 10"
FIRST = "appendix A, the first part of Theorem 10"
ZERO, ONE = frozenset({0}), frozenset({1})


# ---- Section 3.3

rests_on("ABLMM22.D.ind.range", "ABLMM22.L13", "p^k and q^k are compared for k eps and k delta above 1", "Section 3.3")


@uses("ABLMM22.L13", "DP.composition.sequential", "section 3.3, before Lemma 13", name="epsilon")
def k_copies_are_composed(k: PositiveInteger, epsilon: FromZero, delta: FromZero) -> Use:
    """p^k and q^k are (k eps, k delta)-indistinguishable; here with the last copy."""
    at = {"first": (k - 1) * epsilon, "second": epsilon, "delta1": (k - 1) * delta, "delta2": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= k * epsilon, b.delta <= k * delta]))


rests_on("ABLMM22.L15.delta", "DP.group", "for K copies of the replaced row", "Lemma 15: the constant for delta")


# ---- Theorem 10

rests_on("ABLMM22.T10", "ABLMM22.D.thr.appendix", "k thresholds of section 3.2 are k of the appendix", SECOND)
rests_on("ABLMM22.T10", "ABLMM22.A.tree2", "a complete tree of height t that is shattered", SECOND)
rests_on("ABLMM22.A.tree2", "ABLMM22.A.tree2.eq1", "labels of vertices", SECOND, repair="ABLMM22.A.tree2.eq1.corrected")
rests_on("ABLMM22.T10", "ABLMM22.T10.1", "from Ldim(H) >= 2^(t+1) - 1", FIRST, repair="ABLMM22.T10.1.corrected")
rests_on("ABLMM22.T10.1", "ABLMM22.D.ldim", "two functions differ at the root x_0", f"{FIRST}, t = 0")
rests_on("ABLMM22.T10.1", "ABLMM22.T10.1.eq1", "2^(t+1) - 1 = 2 * 2^t - 1", FIRST)
rests_on("ABLMM22.T10.1", "ABLMM22.L31", "a subtree of one colour", FIRST, repair="ABLMM22.L31.corrected")
rests_on("ABLMM22.T10.1", "ABLMM22.D.subtree", "H' shatters T'', of height 2^t - 1", FIRST)
rests_on("ABLMM22.L31.corrected", "ABLMM22.L31.induction", "the heights are at least p + q - 1 together", "Lemma 31")
rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.eq1", "2^(t+1) - 1 = 2 p - 1 for p = 2^t", FIRST)
rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.split", "H' has a dimension of at least 2^t - 1", FIRST)


@uses("ABLMM22.T10.1.split", "ABLMM22.L31.induction", FIRST)
def one_colour_has_half_of_the_height(red: FromZero, blue: FromZero, p: AtLeastOne) -> Use:
    """Of a tree of height 2 p - 1 one colour has a subtree of height at least p - 1/2, and so p, coloured by h."""
    at = {"red": red, "blue": blue, "height": 2 * p - 1}
    return Use(at, gives=(red >= p - HALF) | (blue >= p - HALF))


rests_on("ABLMM22.T10.1.split", "ABLMM22.D.subtree", "H' shatters what is below the root of T'", FIRST)
rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.join", "h and x_0 make one threshold more", FIRST)
