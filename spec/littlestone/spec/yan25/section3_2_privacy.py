"""YAN25 section 3.2: privacy is kept by post-processing (Theorem 5), and adds up over two mechanisms (Theorem 6)."""

from itertools import product

from littlestone.spec.learning.grid_laws import bounded_on_every_event, deltas, laws, leaked
from littlestone.spec.notation import *

BITS = (0, 1)
SIGN = Constant(1, mutants=(-1,))
LEAST = "probabilities in multiples of $1/m$, $delta$ the least for $eps$"
Laws = tuple[Law[Any], Law[Any]]


# ---- Definitions 1 and 9


@claim(
    "YAN25.D1",
    "Definition 1, section 1: differential privacy, by events",
    "definition",
    narrows="one row of one bit, three outcomes, and $eps = ln(1 + j)$",
    caps="probabilities and $delta$ in multiples of $1/m$",
    sign=SIGN,
)
def privacy_is_the_inequality_on_every_event(m: PositiveSize, j: PositiveSize, sign: int) -> Truth:
    """$M$ is $(eps, delta)$-DP if $Pr[M(S) in E] <= e^eps Pr[M(S') in E] + delta$ for all $S$, $S'$ that differ on one
    entry and every event $E$; pure where $delta = 0$. Read as: the two laws of $M$ pass the exact check of privacy just
    if the inequality holds for every event, in both directions."""
    ratio = Fraction(1 + int(j)) ** int(sign)
    return all_of(
        indistinguishable(P, Q, ln(1 + j), delta)
        == all(bounded_on_every_event(A, B, ratio, delta, 3) for A, B in ((P, Q), (Q, P)))
        for P, Q in product(laws(3, int(m)), repeat=2)
        for delta in deltas(int(m))
    )


@claim(
    "YAN25.D9",
    "Definition 9, section 3.2: differential privacy of data sets that differ on one entry",
    "definition",
    narrows="$eps = ln(1 + j)$, and $M(S)$ depends on the number of ones alone",
    caps="two rows of one bit, two outcomes, probabilities and $delta$ in multiples of $1/m$",
    sign=SIGN,
)
def neighbours_differ_on_one_entry(m: PositiveSize, j: PositiveSize, sign: int) -> Truth:
    """$M$ is $(eps, delta)$-DP if $Pr[M(S) in E] <= e^eps Pr[M(S') in E] + delta$ for all data sets $S$ and $S'$ of as
    many entries that differ on one, in both directions, and all $E$: here $M(S)$ depends on the number of ones."""
    ratio, samples = Fraction(1 + int(j)) ** int(sign), list(product(BITS, repeat=2))
    near = [(x, y) for x in samples for y in samples if sum(a != b for a, b in zip(x, y, strict=True)) == 1]

    def literally(M: tuple[Law[int], ...], delta: Fraction) -> bool:
        return all(bounded_on_every_event(M[sum(x)], M[sum(y)], ratio, delta, 2) for x, y in near)

    return all_of(
        is_private(lambda S, M=M: M[sum(S)], BITS, 2, ln(1 + j), delta) == literally(M, delta)  # type: ignore[misc]
        for M in product(laws(2, int(m)), repeat=3)
        for delta in deltas(int(m))
    )


# ---- Theorem 5


@claim(
    "YAN25.T5",
    "Theorem 5, section 3.2: post-processing",
    "theorem",
    narrows="$e^eps = 1 + j$, and A to two outcomes in halves",
    caps=f"3 outcomes; {LEAST}",
    share=SHARE,
)
def post_processing_loses_no_privacy(m: PositiveSize, j: PositiveSize, share: Fraction) -> Truth:
    """For an $(eps, delta)$-DP mechanism $M$ and any function $A$, randomised or not, $A$ after $M$ is $(eps,
    delta)$-DP."""
    kernels = list(product(laws(2, 2), repeat=3))
    return all_of(
        indistinguishable(P.bind(A.__getitem__), Q.bind(A.__getitem__), ln(1 + j), share * leaked((P, Q), int(j)))
        for P, Q in product(laws(3, int(m)), repeat=2)
        for A in kernels
    )


rests_on(
    "YAN25.T5", "DP.post", "what $A$ makes of private answers is private", "Theorem 5, cited from [11] without a proof"
)


# ---- Theorem 6


def leaking(m: Integer, j: Integer) -> list[tuple[Laws, Fraction]]:
    """The laws of a mechanism on two neighbours, on two outcomes, in multiples of 1/m, with delta at ln(1 + j)."""
    return [((P, Q), leaked((P, Q), int(j))) for P, Q in product(laws(2, int(m)), repeat=2)]


@terms("YAN25.T6")
def pair_of_mechanisms(first: FromZero, second: FromZero, delta1: FromZero, delta2: FromZero) -> Terms:
    """A (first, delta1)-DP mechanism, and one that is (second, delta2)-DP."""
    return Terms(epsilon=first + second, delta=delta1 + delta2)


@claim(
    "YAN25.T6",
    "Theorem 6, section 3.2: basic composition",
    "theorem",
    narrows="$e^{eps_1}$ and $e^{eps_2}$ integers",
    caps=f"two outcomes each; {LEAST}",
    share=SHARE,
)
def privacy_losses_add_up(m: PositiveSize, i: Size, j: Size, share: Fraction) -> Truth:
    """For an $(eps_1, delta_1)$-DP $M_1$ and an $(eps_2, delta_2)$-DP $M_2$, $M(X) = (M_1(X), M_2(X))$ is $(eps_1 +
    eps_2, delta_1 + delta_2)$-DP: for all pairs of laws, $eps_1 = ln(1 + i)$ and $eps_2 = ln(1 + j)$."""
    return all_of(
        indistinguishable(M[0].product(N[0]), M[1].product(N[1]), together.epsilon, share * together.delta)
        for M, first in leaking(m, i)
        for N, second in leaking(m, j)
        for together in (pair_of_mechanisms(ln(1 + i), ln(1 + j), first, second),)
    )


@uses("YAN25.T6", "DP.composition.sequential", "Theorem 6, cited from [10] without a proof")
def composition_is_as_it_is_known(first: FromZero, second: FromZero, delta1: FromZero, delta2: FromZero) -> Use:
    """Basic composition as it is known is the same theorem: it gives $(eps_1 + eps_2, delta_1 + delta_2)$."""
    at = {"first": first, "second": second, "delta1": delta1, "delta2": delta2}
    return Use(at, gives=lambda b: (b.epsilon <= first + second) & (b.delta <= delta1 + delta2))


@claim(
    "YAN25.T6.adaptive",
    "for Theorem 6, section 3.2: basic composition of adaptive mechanisms",
    "theorem",
    role="companion",
    narrows="$eps_1 = ln(1 + i)$, $eps_2 = ln(1 + j)$",
    caps=f"two outcomes each; {LEAST}",
    share=SHARE,
)
def privacy_losses_add_up_adaptively(m: PositiveSize, i: Size, j: Size, share: Fraction) -> Truth:
    """Where M1 is $(eps_1, delta_1)$-DP and M2, which sees the answer of M1, is $(eps_2, delta_2)$-DP for each answer,
    the pair of answers is $(eps_1 + eps_2, delta_1 + delta_2)$-DP. (The printed M2 does not see it; Algorithm 2 draws
    the candidates of step 5 by $z$.)"""
    return all_of(
        indistinguishable(
            after(M[0], (N[0], K[0])), after(M[1], (N[1], K[1])), together.epsilon, share * together.delta
        )
        for M, first in leaking(m, i)
        for N, second in leaking(m, j)
        for K, third in leaking(m, j)
        for together in (pair_of_mechanisms(ln(1 + i), ln(1 + j), first, max(second, third)),)
    )


def after(first: Law[int], second: tuple[Law[int], Law[int]]) -> Law[tuple[int, int]]:
    """The law of an answer and of the next one, which depends on it."""
    return first.bind(lambda x: second[x].map(lambda y: (x, y)))
