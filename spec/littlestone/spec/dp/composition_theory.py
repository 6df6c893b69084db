"""Subsampling, composition and concentrated privacy: how the losses of private mechanisms combine (paper DP).

Each theorem is decided on exact output laws over all neighbouring samples of a small universe of rows, with mechanisms
that are the worst case or attain their loss.
"""

from collections.abc import Callable
from functools import partial

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.dp.vocabulary import Geometric
from littlestone.spec.learning.leaky_mechanisms import BITS, leaky_presence, leaky_response
from littlestone.spec.learning.privacy import zero_concentrated
from littlestone.spec.notation import *

# ---- Subsampling


@terms("DP.subsampling")
def subsampling(part: Unit, epsilon: FromZero, delta: FromZero) -> Terms:
    """An (eps, delta)-private mechanism on this part of the rows, drawn without replacement."""
    return Terms(epsilon=ln(1 + part * (exp(epsilon) - 1)), delta=part * delta)


@claim(
    "DP.subsampling",
    "Balle et al. 2018, theorem 9: amplification by subsampling without replacement",
    "theorem",
    narrows="one mechanism, randomised response to whether a 1 is among the rows, which leaks them with chance "
    "$delta$; $delta = 1/4$, $e^eps$ an integer",
    share=SHARE,
)
def subsampling_amplifies(
    m: PositiveSize,
    i: Size,
    j: PositiveSize,
    law: LawOf,
    subsampled: Annotated[Run, Algorithm("DP.subsampling")],
    respond: Response,
    share: Fraction,
) -> Truth:
    """An $(eps, delta)$-private mechanism on $m$ of $n$ rows, drawn without replacement, is $(ln(1 + (m/n)(e^eps - 1)),
    (m/n) delta)$-private, for $n = m + i$, $eps = ln(1 + j)$ and $delta = 1/4$."""
    n, epsilon = m + i, ln(1 + j)
    amplified = subsampling(share * m / n, epsilon, QUARTER)
    run = subsampled(leaky_presence(respond, epsilon, QUARTER), m)
    return is_private(partial(law, run), BITS, n, amplified.epsilon, amplified.delta)


SIX = Constant(6, mutants=(1,))


@terms("DP.subsampling.replacement")
def resampling(rate: FromZero, epsilon: Unit, factor: int = 6) -> Terms:
    """An eps-private mechanism on m of n rows, drawn with replacement, at the rate m / n."""
    return Terms(asks=rate <= HALF, epsilon=factor * epsilon * rate)


@claim(
    "DP.subsampling.replacement",
    "Bun et al. 2015, lemma 4.12: amplification by subsampling with replacement",
    "theorem",
    narrows="one mechanism, the truncated geometric one on a count of bits, with $delta = 0$",
    caps="$eps = ln(1 + 1/j)$",
    factor=SIX,
)
def subsampling_with_replacement_amplifies(
    m: PositiveSize,
    i: Size,
    j: PositiveSize,
    law: LawOf,
    resampled: Annotated[Run, Algorithm("DP.subsampling.replacement")],
    mechanism: Geometric,
    factor: int,
) -> Truth:
    """An $eps$-private mechanism with $eps <= 1$ on $m <= n/2$ independent draws from $n$ rows is $(6 eps m /
    n)$-private, for the geometric mechanism, $n = 2 m + i$ and $eps = ln(1 + 1/j)$."""
    n, epsilon = 2 * m + i, ln(1 + 1 / j)
    run = resampled(lambda rows, source: mechanism(sum(rows), 0, m, 1, epsilon, source), m)
    return is_private(partial(law, run), BITS, n, resampling(m / n, epsilon, factor).epsilon)


# ---- Composition


ATTAINED = (
    "two mechanisms, randomised responses that leak their bit with chance $delta$: they attain their "
    "pairs; $delta_1 = 1/8$, $delta_2 = 1/4$, $e^(eps_1)$ and $e^(eps_2)$ integers"
)


@terms("DP.composition.sequential")
def both_together(first: FromZero, second: FromZero, delta1: FromZero, delta2: FromZero) -> Terms:
    """A (first, delta1)- and a (second, delta2)-private mechanism on one sample."""
    return Terms(epsilon=first + second, delta=delta1 + delta2)


@claim(
    "DP.composition.sequential",
    "Dwork and Roth 2014, theorem 3.16: composition of two mechanisms",
    "theorem",
    narrows=ATTAINED,
    share=SHARE,
)
def privacy_losses_add_up(
    i: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    sequential: Annotated[Run, Algorithm("DP.composition.sequential")],
    respond: Response,
    share: Fraction,
) -> Truth:
    """The outcomes of an $(eps_1, delta_1)$- and an $(eps_2, delta_2)$-private mechanism on one sample are together
    $(eps_1 + eps_2, delta_1 + delta_2)$-private, for $eps_1 = ln(1 + i)$, $eps_2 = ln(1 + j)$, $delta_1 = 1/8$ and
    $delta_2 = 1/4$."""
    first = leaky_response(respond, ln(1 + i), Fraction(1, 8))
    run = sequential([first, leaky_response(respond, ln(1 + j), QUARTER)])
    both = both_together(ln(1 + i), ln(1 + j), Fraction(1, 8), QUARTER)
    return is_private(partial(law, run), BITS, 1, share * both.epsilon, both.delta)


@terms("DP.composition.adaptive")
def one_after_another(first: FromZero, second: FromZero, delta1: FromZero, delta2: FromZero) -> Terms:
    """A (first, delta1)-private mechanism, and one that is (second, delta2)-private for each of its outcomes."""
    return Terms(epsilon=first + second, delta=delta1 + delta2)


@claim(
    "DP.composition.adaptive",
    "Dwork and Roth 2014, theorem B.1: adaptive composition of two mechanisms",
    "theorem",
    narrows=ATTAINED,
    share=SHARE,
)
def privacy_losses_add_up_adaptively(
    i: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    adaptive: Annotated[Run, Algorithm("DP.composition.adaptive")],
    respond: Response,
    share: Fraction,
) -> Truth:
    """A second mechanism, $(eps_2, delta_2)$-private for every outcome of a first, $(eps_1, delta_1)$-private one,
    gives together $(eps_1 + eps_2, delta_1 + delta_2)$: here the second adds the first's answer to the row before it
    responds."""
    first = leaky_response(respond, ln(1 + i), Fraction(1, 8))
    second = leaky_response(respond, ln(1 + j), QUARTER)
    run = adaptive(first, lambda S, answer, source: second(((S[0] + answer[1]) % 2,), source))
    both = one_after_another(ln(1 + i), ln(1 + j), Fraction(1, 8), QUARTER)
    return is_private(partial(law, run), BITS, 1, share * both.epsilon, both.delta)


@terms("DP.composition.parallel")
def on_disjoint_blocks(first: FromZero, second: FromZero, largest: FromZero, delta: FromZero) -> Terms:
    """Mechanisms on disjoint blocks of rows; the largest of their two losses, and the larger of their deltas."""
    return Terms(asks=all_of([first <= largest, second <= largest]), epsilon=largest, delta=delta)


@claim(
    "DP.composition.parallel",
    "McSherry 2009, theorem 4: composition on disjoint blocks of rows",
    "theorem",
    narrows="two mechanisms, randomised responses on a row each, that leak their bit with chances 1/8 and 1/4",
    caps="$e^(eps_1)$ and $e^(eps_2)$ integers",
    share=SHARE,
)
def disjoint_blocks_cost_the_largest_loss(
    i: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    parallel: Annotated[Run, Algorithm("BGS21.C3.2")],
    respond: Response,
    share: Fraction,
) -> Truth:
    """Mechanisms on disjoint blocks of rows are together $(max(eps_1, eps_2), max(delta_1, delta_2))$-private, for
    $eps_1 = ln(1 + i)$ and $delta_1 = 1/8$ on the first row, $eps_2 = ln(1 + j)$ and $delta_2 = 1/4$ on the second."""
    leaks = ((i, Fraction(1, 8)), (j, QUARTER))
    run = parallel([leaky_response(respond, ln(1 + e), leak) for e, leak in leaks], (1, 1))
    blocks = on_disjoint_blocks(ln(1 + i), ln(1 + j), ln(1 + max(int(i), int(j))), QUARTER)
    return is_private(partial(law, run), BITS, 2, share * blocks.epsilon, blocks.delta)


def agreements(response: Law[int], k: int) -> Law[int]:
    """The law of the number of 0s among k independent responses: all that tells two laws of k responses apart."""
    one, result = response.map(lambda answer: int(answer == 0)), point_mass(0)
    for _ in range(k):
        result = result.product(one).map(sum)
    return result


def repeated_response_is_private(
    law: Run, respond: Run, j: Integer, k: Integer, bound: Callable[[Real], Expression], delta: Fraction
) -> Truth:
    """k randomised responses with eps = ln(1 + 1/j) are together (bound(eps), delta)-private."""
    epsilon = ln(1 + 1 / j)
    P, Q = (agreements(law(respond, row, 2, epsilon), k) for row in BITS)
    return indistinguishable(P, Q, Real.of(bound(epsilon)), delta)


@terms("DP.composition.advanced")
def advanced_composition(k: AtLeastOne, epsilon: FromZero, delta: OpenUnit, factor: Fraction | int = 2) -> Terms:
    """k eps-private mechanisms, each chosen by the answers so far, at this delta."""
    deviation = (factor * k * ln(1 / delta)) ** HALF * epsilon
    return Terms(epsilon=deviation + k * epsilon * (exp(epsilon) - 1))


@claim(
    "DP.composition.advanced",
    "Dwork et al. 2010; Dwork and Roth 2014, theorem 3.20: advanced composition",
    "theorem",
    narrows="mechanisms with $delta = 0$, where the theorem has $(eps, delta')$ ones, together $k delta'$ worse, "
    "each chosen by the answers so far; one mechanism, randomised response, in every round, the worst "
    "case (Kairouz, Oh and Viswanath 2015)",
    caps="$eps = ln(1 + 1/j)$, $delta = 8^-i$",
    factor=Constant(2, mutants=(Fraction(1, 8),)),
)
def privacy_losses_grow_with_the_square_root(
    k: PositiveSize, i: PositiveSize, j: PositiveSize, law: LawOf, respond: Response, factor: Fraction
) -> Truth:
    """$k$ $eps$-private mechanisms are together $(sqrt(2k ln(1/delta)) eps + k eps (e^eps - 1), delta)$-private. Read
    as: $k$ randomised responses are, for $eps = ln(1 + 1/j)$ and $delta = 8^-i$."""
    delta = Fraction(1, 8**i)
    return repeated_response_is_private(
        law, respond, j, k, lambda e: advanced_composition(k, e, delta, factor).epsilon, delta
    )


@claim(
    "DP.zcdp.pure",
    "Bun and Steinke 2016, proposition 1.4: zero-concentrated privacy of a pure private mechanism",
    "theorem",
    narrows="one mechanism, randomised response on a bit",
    caps="$e^eps$ an integer",
    half=Constant(HALF, mutants=(QUARTER,)),
)
def pure_privacy_is_concentrated(j: PositiveSize, law: LawOf, respond: Response, half: Fraction) -> Truth:
    """An $eps$-private mechanism is $(eps^2 / 2)$-zero-concentrated. Read as: randomised response is, for $eps =
    ln(1+j)$."""
    epsilon = ln(1 + j)
    P, Q = (law(respond, row, 2, epsilon) for row in BITS)
    return zero_concentrated(P, Q, half * epsilon**2)


@claim(
    "DP.zcdp.approximate",
    "Bun and Steinke 2016, proposition 1.3: approximate privacy of a zero-concentrated mechanism",
    "theorem",
    narrows="one mechanism, randomised response in every round",
    caps="$eps = ln(1 + 1/j)$, $delta = 8^-i$",
    factor=Constant(2, mutants=(Fraction(3, 4),)),
)
def concentrated_privacy_is_approximate_privacy(
    k: PositiveSize, i: PositiveSize, j: PositiveSize, law: LawOf, respond: Response, factor: Fraction
) -> Truth:
    """A $rho$-zero-concentrated mechanism is $(rho + 2 sqrt(rho ln(1/delta)), delta)$-private. Read as: $k$ randomised
    responses are, $rho = k eps^2 / 2$, for $eps = ln(1 + 1/j)$ and $delta = 8^-i$."""
    delta = Fraction(1, 8**i)
    half_log = (k / 2 * ln(1 / delta)) ** HALF  # rho ln(1/delta) is the square of eps times this
    return repeated_response_is_private(law, respond, j, k, lambda e: k * e**2 / 2 + factor * e * half_log, delta)
