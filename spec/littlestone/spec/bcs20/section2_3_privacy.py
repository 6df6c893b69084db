"""BCS20 section 2.3: differential privacy, concentrated privacy (zCDP), and its composition (Lemma 14)."""

from collections.abc import Callable
from itertools import product

from littlestone.spec.algebra.circuit import as_truth, constant
from littlestone.spec.bcs20.vocabulary import comparable, finite_moment, finite_renyi
from littlestone.spec.learning.grid_laws import bounded_on_every_event, deltas, laws
from littlestone.spec.learning.privacy import (
    hockey_stick_divergence,
    largest_ratio,
    zero_concentrated,
)
from littlestone.spec.notation import *

TWO_OUTCOMES = "two outcomes, probabilities in multiples of $1/m$"
INTEGER = "$e^eps = 1 + j$"
ORDERS = (2, 3)


# ---- Definition 12


@claim(
    "BCS20.D12",
    "Definition 12, section 2.3 (from the text, standard): approximate differential privacy on every event",
    "definition",
    narrows=f"one row of one bit, three outcomes, $delta$ in multiples of $1/m$, {INTEGER}",
    sign=Constant(1, mutants=(-1,)),
)
def privacy_is_the_inequality_on_every_event(m: PositiveSize, j: PositiveSize, sign: int) -> Truth:
    """$M$ is $(eps, delta)$-DP if $Pr[M(S) in Y] <= e^eps Pr[M(S') in Y] + delta$ for all neighbours $S$, $S'$, in both
    orders, and all measurable $Y$: for all $M$ with probabilities in multiples of $1/m$, decided by the hockey-stick
    divergence and event by event."""
    ratio = Fraction(1 + int(j)) ** int(sign)
    return all_of(
        indistinguishable(P, Q, ln(1 + j), delta)
        == all(bounded_on_every_event(A, B, ratio, delta, 3) for A, B in ((P, Q), (Q, P)))
        for P, Q in product(laws(3, int(m)), repeat=2)
        for delta in deltas(int(m))
    )


def on_one_row(m: Integer) -> list[tuple[Law[int], Law[int], Law[int]]]:
    """All mechanisms on samples of at most one bit, given by their laws on (), (0) and (1)."""
    return list(product(laws(2, int(m)), repeat=3))  # type: ignore[arg-type]


def least_delta(P: Law[int], Q: Law[int], ratio: Fraction) -> Fraction:
    """The least delta at which the two laws are (ln ratio, delta)-indistinguishable."""
    return max(Fraction(hockey_stick_divergence(A, B, ratio)) for A, B in ((P, Q), (Q, P)))  # type: ignore[arg-type]


@claim(
    "BCS20.D12.presence",
    "for Definition 12, section 2.3 (from the text): neighbours by replacement and by presence",
    "companion",
    caps=f"samples of at most one bit, {TWO_OUTCOMES}, {INTEGER}",
    factor=Constant(1, stronger="smaller"),
)
def replacement_covers_presence(m: PositiveSize, j: PositiveSize, factor: Fraction) -> Truth:
    """A mechanism that is $(eps, delta)$-DP for data sets that differ by a single element is so for the presence or
    absence of an element too. Read as: its laws on () and (0) are as close as those on (0) and (1)."""
    return all_of(
        least_delta(empty, zero, Fraction(1 + int(j))) <= factor * least_delta(zero, one, Fraction(1 + int(j)))
        for empty, zero, one in on_one_row(m)
    )


@correction(
    "BCS20.D12.presence",
    "the number of rows may be published where rows are replaced, and tells absence from presence; neighbours are by "
    "replacement, as in Lemma 25, and presence or absence is the stronger notion",
    narrows=f"samples of at most one bit, {TWO_OUTCOMES}, {INTEGER}",
    one=Constant(1, mutants=(0,)),
)
def presence_covers_replacement(m: PositiveSize, j: PositiveSize, one: int) -> Statement:
    """A mechanism that is $(eps, delta)$-DP for the presence or absence of an element is $(2 eps, (1 + e^eps)
    delta)$-DP for its replacement."""
    ratio = Fraction(1 + int(j))
    found = all_of(
        least_delta(zero, one_, ratio**2)
        <= (one + ratio) * max(least_delta(empty, zero, ratio), least_delta(empty, one_, ratio))
        for empty, zero, one_ in on_one_row(m)
    )
    return when(m >= 2, found)


# ---- Definition 13


@claim(
    "BCS20.D13",
    "Definition 13, section 2.3 (standard): zero-concentrated privacy at all orders",
    "definition",
    narrows="one direction, from all orders to 24 of them: another, near 1, may exceed where these do not",
    caps=f"{TWO_OUTCOMES}; $rho = (2 i + 1)/16$; orders $5/4, 3/2, ..., 7$",
    factor=Constant(1, mutants=(HALF,)),
)
def concentration_bounds_every_order(m: PositiveSize, i: Size, factor: Fraction) -> Truth:
    """$M$ is $rho$-zCDP if $D_a(M(S) || M(S')) <= rho a$ for all neighbours and all orders $a$ in $(1, infinity)$. Read
    as: where the kit decides so of all orders, it holds at the orders $5/4, 3/2, ..., 7$."""
    rho, orders = Fraction(2 * int(i) + 1, 16), [1 + Fraction(k, 4) for k in range(1, 25)]
    return all_of(
        (as_truth(P != Q) & as_truth(zero_concentrated(P, Q, rho))).implies(
            all_of(finite_renyi(P, Q, a) <= factor * rho * a for a in orders)
        )
        for P, Q in comparable(2, m)
    )


@claim(
    "BCS20.D13.stronger",
    "section 1.2, a stronger notion (from the text): concentrated against approximate privacy",
    "remark",
    narrows="that approximate privacy is not concentrated; that concentrated privacy is approximate is BCS20.L15",
    caps="one row of one bit, $delta = 1/(1 + j)$",
    share=Constant(1, mutants=(HALF,)),
)
def approximate_privacy_is_no_concentrated_privacy(j: PositiveSize, share: Fraction) -> Truth:
    """A mechanism that shows a row 1 with probability $delta$, and nothing of a row 0, is $(0, delta)$-DP and
    $rho$-zCDP for no $rho$: an outcome has a positive probability on one of two neighbours alone, so every $D_a$ is
    infinite."""
    zero, one = point_mass(0), proportional({1: 1, 0: int(j)})
    private = as_truth(least_delta(zero, one, Fraction(1)) * (1 + j) <= share)
    return private & constant(largest_ratio(one, zero) is None)


# ---- Lemma 14


@terms("BCS20.L14")
def moments_multiply(shown: AtLeastOne, first: AtLeastOne, second: AtLeastOne, share: Fraction | int = 1) -> Terms:
    """The moments e^{(a-1) D_a} of a pair of mechanisms, of the first, and of the second for its worst answer."""
    return Terms(says=shown <= share * first * second)


@claim(
    "BCS20.L14",
    "Lemma 14, section 2.3 (standard): adaptive composition of zCDP",
    "lemma",
    narrows="three outcomes of $M$, probabilities in thirds, and two of $M'$, in multiples of $1/m$; orders 2 and 3",
    share=Constant(1, mutants=(Fraction(7, 8),)),
)
def concentrated_privacy_adds_up(m: PositiveSize, share: Fraction) -> Statement:
    """If $M$ is $rho$-zCDP and $M'$(., $y$) is $rho'$-zCDP for every $y$, then $x -> M'(x, M(x))$, with the answer of
    $M$ shown or not, is $(rho + rho')$-zCDP: at every order, $D_a(pair) <= D_a(first) + max$ over $y$ of $D_a$(second
    given $y$), that is, the moments $e^{(a-1) D_a}$ are at most multiplied; for all $M$ and all $M'$(., $y$) on two
    neighbours."""
    cases = product(comparable(3, Integer(3)), product(comparable(2, m), repeat=3), ORDERS)
    return when(
        m >= 2,
        all_of(
            _moments_of_a_pair(P, Q, kernels, a, lambda *moments: moments_multiply(*moments, share))
            for (P, Q), kernels, a in cases
        ),
    )


def _moments_of_a_pair(
    P: Law[int],
    Q: Law[int],
    kernels: tuple[tuple[Law[int], Law[int]], ...],
    order: int,
    multiply: Callable[[Fraction, Fraction, Fraction], Terms],
) -> Truth:
    first, second = (_pair(L, [kernel[i] for kernel in kernels]) for i, L in enumerate((P, Q)))
    shown = finite_moment(first, second, order)
    hidden = finite_moment(first.map(lambda w: w[1]), second.map(lambda w: w[1]), order)
    worst = max(finite_moment(*kernel, order) for kernel in kernels)
    return constant(hidden <= shown) & as_truth(multiply(shown, finite_moment(P, Q, order), worst).says)


def _pair(first: Law[int], second: list[Law[int]]) -> Law[tuple[int, int]]:
    """The law of the two answers, the second law being chosen by the first answer."""
    return first.bind(lambda y: second[y].map(lambda z: (y, z)))
