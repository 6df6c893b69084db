"""YAN25, the mechanisms that the learners use: the exponential one, composition, the checker."""

from itertools import product
from math import comb

from littlestone.spec.learning.grid_laws import bounded_on_every_event, deltas, laws
from littlestone.spec.learning.mechanisms import randomized_response_law
from littlestone.spec.learning.privacy import hockey_stick_divergence
from littlestone.spec.notation import *


@claim(
    "YAN25.M1",
    "M1, for Theorem 8: exponential mechanism as implemented",
    "algorithm",
    role="companion",
    narrows="integer scores, $Delta = D$ and $eps = 2 D ln(1 + j)$",
    caps="scores $0..q$ of $m$ outputs",
    more=OFFSET,
)
def the_exponential_mechanism_has_the_law_of_the_listing(
    m: PositiveSize,
    q: Size,
    D: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    run: Annotated[Run, Algorithm("DP.exponential")],
    more: int,
) -> Truth:
    """$r$ is returned with probability $w_r / sum_i w_i$, $w_r = exp(eps (q_r - max q)/(2 Delta))$: ties share."""
    vectors, epsilon = product(range(int(q) + 1), repeat=int(m)), 2 * D * ln(1 + j)
    listed = (
        (s, proportional({r: Fraction(1, (1 + j + more) ** (max(s) - x)) for r, x in enumerate(s)})) for s in vectors
    )
    return all_of(same_law(law(run, s, int(D), epsilon), found) for s, found in listed)


@claim(
    "YAN25.M10",
    "M10, for Theorem 7: composition of randomised responses",
    "algorithm",
    role="companion",
    narrows="$e^eps = 1 + j$, $e^eps' = c$",
    power=Constant(1, mutants=(2,)),
)
def responses_need_the_sum_over_their_losses(k: PositiveSize, j: PositiveSize, c: PositiveSize, power: int) -> Truth:
    """$k$ randomised responses need for $delta$ the sum over the $i$ with $loss_i > eps'$ of $C(k, i) p^i (1 - p)^{k-i}
    (1 - e^{eps' - loss_i})$, $p = e^eps/(1 + e^eps)$, $loss_i = (2i - k) eps$: the least $delta$ of the $k$-fold
    product, answer by answer."""
    P, Q = (randomized_response_law(bit, 2, ln(1 + j)) for bit in (0, 1))
    needed = hockey_stick_divergence(answers(P, int(k)), answers(Q, int(k)), int(c))
    return equals(needed, needed_delta(int(k), int(j), int(c), int(power)))


def answers(response: Law[int], k: int) -> Law[tuple[int, ...]]:
    """The law of k independent answers."""
    empty: tuple[int, ...] = ()
    law = point_mass(empty)
    for _ in range(k):
        law = law.bind(lambda given: response.map(lambda answer: (*given, answer)))
    return law


def needed_delta(k: int, j: int, c: int, power: int = 1) -> Fraction:
    """The closed form, for e^eps = 1 + j and e^eps' = c."""
    p, losses = Fraction(1 + j, 2 + j), [Fraction(1 + j) ** ((2 * i - k) * power) for i in range(k + 1)]
    return sum(
        (comb(k, i) * p**i * (1 - p) ** (k - i) * (1 - c / loss) for i, loss in enumerate(losses) if loss > c),
        Fraction(0),
    )


@claim(
    "YAN25.M11",
    "M11, for Definition 1: exact checker of privacy",
    "algorithm",
    role="companion",
    narrows="$e^eps = 1 + j$",
    caps="three outcomes, probabilities and $delta$ in multiples of $1/m$",
    more=OFFSET,
)
def the_hockey_stick_decides_every_event(m: PositiveSize, j: Size, more: int) -> Truth:
    """$H(P, Q) = sum_o max(0, P(o) - e^eps Q(o))$ is at most $delta$ iff the inequality of privacy, from $P$ to $Q$,
    holds for every event, outcomes of one side only included."""
    ratio = Fraction(1 + int(j))
    return all_of(
        is_true(hockey_stick_divergence(P, Q, ratio) <= delta + int(more))
        == bounded_on_every_event(P, Q, ratio, delta, 3)
        for P, Q in product(laws(3, int(m)), repeat=2)
        for delta in deltas(int(m))
    )
