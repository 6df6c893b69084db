"""BGS21 section 2.1: differential privacy, indistinguishability and post-processing, on all small exact laws."""

from collections.abc import Iterator
from itertools import product

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.grid_laws import bounded_on_every_event, deltas
from littlestone.spec.notation import *

SIGN = Constant(1, mutants=(-1, 0))  # with 0 for e^eps = 1, which halves do not tell from larger ones
BitSample = tuple[int, ...]
FIXED_MAPS = (
    "$e^eps$ an integer from 2 on; fixed maps from 3 outcomes to 3; that all others are mixtures is not formalized"
)


def mechanisms(samples: list[BitSample], outcomes: int, m: int) -> Iterator[dict[BitSample, Law[int]]]:
    """All mechanisms on these samples: a law of ``laws(outcomes, m)`` for each."""
    for chosen in product(laws(outcomes, m), repeat=len(samples)):
        yield dict(zip(samples, chosen, strict=True))


@claim(
    "BGS21.D2.1",
    "Definition 2.1, section 2.1: differential privacy",
    "definition",
    narrows="$e^eps$ an integer from 2 on",
    caps="two rows of one bit, two outcomes; probabilities and $delta$ in multiples of $1/(3m)$",
    sign=SIGN,
)
def privacy_is_the_inequality_on_every_event(m: PositiveSize, j: PositiveSize, sign: int) -> Truth:
    """$M$ is $(eps, delta)$-DP iff $Pr[M(X) in S] <= e^eps Pr[M(X') in S] + delta$ for all $S$ and all $X$,
    $X'$ that differ in at most one row: the hockey-stick decision against all events, for all $M$ with probabilities in
    multiples of $1/(3m)$, $eps = ln(1 + j)$ and $delta$ in multiples of $1/(3m)$."""
    samples = list(product(BITS, repeat=2))
    pairs = [pair for x, y in replace_one(BITS, 2) for pair in ((x, y), (y, x))]
    ratio, both = Fraction(1 + int(j)) ** int(sign), product(laws(2, 3 * int(m)), repeat=2)
    # Once for each pair of laws, which mechanisms share by the thousand
    bounded = {
        (P.items, Q.items, delta): bounded_on_every_event(P, Q, ratio, delta, 2)
        for P, Q in both
        for delta in deltas(3 * int(m))
    }

    def literally(M: dict[BitSample, Law[int]], delta: Fraction) -> bool:
        return all(bounded[M[x].items, M[y].items, delta] for x, y in pairs)

    return all_of(
        is_private(M.__getitem__, BITS, 2, ln(1 + j), delta).iff(literally(M, delta))
        for M in mechanisms(samples, 2, 3 * int(m))
        for delta in deltas(3 * int(m))
    )


@claim(
    "BGS21.D2.2",
    "Definition 2.2, section 2.1: indistinguishability of two random variables",
    "definition",
    narrows="$e^eps$ an integer from 2 on",
    caps="laws on three outcomes; probabilities and $delta$ in multiples of $1/m$",
    sign=SIGN,
)
def indistinguishability_is_the_inequality_both_ways(m: PositiveSize, j: PositiveSize, sign: int) -> Truth:
    """Two random variables are $(eps, delta)$-indistinguishable iff each is at most $e^eps$ times the other plus
    $delta$ on every event: the two hockey-stick divergences against all events, for all laws with probabilities in
    multiples of $1/m$, $eps = ln(1 + j)$ and $delta$ in multiples of $1/m$."""
    ratio = Fraction(1 + int(j)) ** int(sign)

    def literally(P: Law[int], Q: Law[int], delta: Fraction) -> bool:
        return all(bounded_on_every_event(A, B, ratio, delta, 3) for A, B in ((P, Q), (Q, P)))

    return all_of(
        indistinguishable(P, Q, ln(1 + j), delta).iff(literally(P, Q, delta))
        for P, Q in product(laws(3, int(m)), repeat=2)
        for delta in deltas(int(m))
    )


@claim(
    "BGS21.L2.3",
    "Lemma 2.3, section 2.1: post-processing of a private mechanism",
    "lemma",
    narrows="$e^eps$ an integer from 2 on; maps from 3 outcomes to 2, fixed or with a fair coin on the first outcome; "
    "that all others are mixtures of fixed ones is not formalized",
    caps="one row of one bit; probabilities in multiples of $1/m$",
    share=SHARE,
)
def post_processing_keeps_privacy(
    m: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    post_processed: Annotated[Run, Algorithm("DP.postprocessing")],
    share: Fraction,
) -> Truth:
    """If $M$ is $(eps, delta)$-DP and $B$ is any randomised map then $B(M)$ is $(eps, delta)$-DP: for all $M$ from a
    bit to 3 outcomes with probabilities in multiples of $1/m$, run through the implemented post-processing, at the
    least $delta$ of $M$ for $eps = ln(1 + j)$."""
    return all_of(
        indistinguishable(law(run, 0), law(run, 1), ln(1 + j), share * delta)
        for M in product(laws(3, int(m)), repeat=2)
        for delta in [leaked(M, int(j))]
        for run in [post_processed(table(M), B) for B in kernels()]
    )


def maps(outcomes: int, images: int) -> list[tuple[int, ...]]:
    """All deterministic maps between two finite sets: the extreme points of the randomised ones."""
    return list(product(range(images), repeat=outcomes))


def kernels() -> list[Run]:
    """Every map from 3 outcomes to 2, and every one with a fair coin instead on outcome 0."""
    fixed = [lambda y, source, f=f: f[y] for f in maps(3, 2)]
    return fixed + [lambda y, source, f=f: f[y] if y else int(source.bernoulli(HALF)) for f in maps(3, 2)]


@claim(
    "BGS21.L2.4",
    "Lemma 2.4, section 2.1: post-processing of indistinguishable random variables",
    "lemma",
    narrows=FIXED_MAPS,
    caps="probabilities in multiples of $1/m$",
    share=SHARE,
)
def post_processing_keeps_indistinguishability(m: PositiveSize, j: PositiveSize, share: Fraction) -> Truth:
    """If $P$ and $Q$ are $(eps, delta)$-indistinguishable then so are $B(P)$ and $B(Q)$, for any randomised map $B$:
    for all laws on 3 outcomes with probabilities in multiples of $1/m$, at the least $delta$ for $eps = ln(1 + j)$."""
    return all_of(
        indistinguishable(P.map(f.__getitem__), Q.map(f.__getitem__), ln(1 + j), share * delta)
        for P, Q in product(laws(3, int(m)), repeat=2)
        for delta in [leaked((P, Q), int(j))]
        for f in maps(3, 3)
    )
