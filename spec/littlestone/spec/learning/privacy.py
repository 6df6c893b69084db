"""Differential privacy, exactly: divergences of two laws, neighbouring samples, the privacy curve of a mechanism."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key, lru_cache, partial
from itertools import chain, combinations, product
from typing import Generic, TypeVar

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth, constant
from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import floor
from littlestone.spec.learning.laws import Law, Outcome, checked_law, total
from littlestone.spec.learning.randomness import Exact, ParameterError, exact, is_true

Row = TypeVar("Row", bound=Hashable)
Rows = tuple[Row, ...]
Pair = tuple[Rows[Row], Rows[Row]]
Relation = Callable[[Sequence[Row], int], Iterator[Pair[Row]]]
Mechanism = Callable[[Rows[Row]], Law[Outcome]]


class PrivacyParameterError(ParameterError):
    """An epsilon that is negative (or not positive where it must be), or a delta outside [0, 1]."""


class SampleError(ParameterError):
    """A sample, or a universe of rows, that is too small."""


# Typed, for 1.0 == 1: a float, which is refused, would be taken where its equal was cached before
@lru_cache(maxsize=4096, typed=True)
def checked_epsilon(epsilon: Expression) -> Exact:
    """The privacy loss as an exact number; raises PrivacyParameterError unless epsilon > 0."""
    if not is_true(exact(epsilon) > 0):
        raise PrivacyParameterError("epsilon", epsilon, "positive")
    return exact(epsilon)


@lru_cache(maxsize=4096, typed=True)
def checked_delta(delta: Expression) -> Exact:
    """The failure probability as an exact number; raises PrivacyParameterError outside [0, 1]."""
    number = exact(delta)
    if not (is_true(number >= 0) and is_true(number <= 1)):
        raise PrivacyParameterError("delta", delta, "in [0, 1]")
    return number


# ---- Two laws


def worst_event(P: Law[Outcome], Q: Law[Outcome], exp_epsilon: Expression) -> frozenset[Outcome]:
    """The outcomes with P(y) > e^epsilon Q(y): no event has a larger P(S) - e^epsilon Q(S)."""
    e = exact(exp_epsilon)
    return frozenset(y for y, p in P.items if is_true(p > e * Q[y]))


def hockey_stick_divergence(P: Law[Outcome], Q: Law[Outcome], exp_epsilon: Expression) -> Exact:
    """The sum over y of max(0, P(y) - e^epsilon Q(y)): the least delta for this order of the two laws.

    ``exp_epsilon`` is e^epsilon >= 0 itself; ``exp(ln(2))`` is exactly 2. Rational where the laws and it are.
    """
    e = exact(exp_epsilon)
    if isinstance(e, Fraction) and P.is_rational and Q.is_rational:
        return _divergence_of_counts(P, Q, e)
    event = worst_event(P, Q, e)
    return exact(P.probability(event) - e * Q.probability(event))


def _divergence_of_counts(P: Law[Outcome], Q: Law[Outcome], e: Fraction) -> Fraction:
    """The same of rational laws and e, by integers: fractions took four times as long."""
    (m, counts), (n, others) = P.counts, Q.counts
    up, down = e.denominator * n, e.numerator * m
    excess = (up * count - down * others.get(y, 0) for y, count in counts.items())
    return Fraction(sum(part for part in excess if part > 0), up * m)


def indistinguishable(P: Law[Outcome], Q: Law[Outcome], epsilon: Expression, delta: Expression) -> Truth:
    """Each of the two laws is at most e^epsilon times the other plus delta, on every event (BGS21 D2.2).

    A delta above 1, as a sum of many may be, asks for nothing.
    """
    e, d = exp(epsilon), exact(delta)
    pairs = (checked_law(P), checked_law(Q)), (Q, P)
    return all_of(as_truth(hockey_stick_divergence(one, other, e) <= d) for one, other in pairs)


def largest_ratio(P: Law[Outcome], Q: Law[Outcome]) -> Exact | None:
    """The largest P(y) / Q(y) over the support of P; None where it is infinite."""
    if any(Q[y] == 0 for y in P):
        return None
    best: Exact = Fraction(0)
    for ratio in dict.fromkeys(exact(p / Q[y]) for y, p in P.items):
        best = ratio if is_true(ratio > best) else best
    return best


def renyi_divergence(P: Law[Outcome], Q: Law[Outcome], order: Expression) -> Real | None:
    """ln(sum of P^a Q^(1-a)) / (a - 1) of order a > 1; None where it is infinite (Renyi 1961, Mironov 2017)."""
    if not is_true(exact(order) > 1):
        raise ParameterError("order", order, "greater than 1")
    if any(Q[y] == 0 for y in P):
        return None
    a = Real.of(order)
    return ln(total(exact(Real.of(p) ** a * Real.of(Q[y]) ** (1 - a)) for y, p in P.items)) / (a - 1)


def zero_concentrated(P: Law[Outcome], Q: Law[Outcome], rho: Expression, splits: int = 12) -> Truth:
    """Renyi divergence of every order a > 1 is at most rho a (Bun and Steinke 2016).

    The divergence grows with the order and never exceeds the logarithm of the largest ratio, so an interval [a, b] of
    orders is settled by its value at b, and orders beyond ln(ratio) / rho by the ratio. Intervals are halved at most
    ``splits`` times; raises ArithmeticError where that does not decide it.
    """
    ratio = largest_ratio(P, Q)
    if ratio is None or not is_true(exact(rho) > 0):
        return constant(ratio is not None and is_true(ratio <= 1))
    last = floor(ln(ratio) / rho) + 2
    decided = _concentrated(P, Q, Real.of(rho), Fraction(1), Fraction(last), splits)
    if decided is None:
        raise ArithmeticError("the Renyi divergences are too close to the line for the intervals tried")
    return constant(decided)


def _concentrated(
    P: Law[Outcome], Q: Law[Outcome], rho: Real, low: Fraction, high: Fraction, splits: int
) -> bool | None:
    """The answer for the orders from low to high; None where so many splits do not decide it."""
    divergence = renyi_divergence(P, Q, high)
    assert divergence is not None
    if is_true(divergence <= rho * low):
        return True
    if is_true(divergence > rho * high):
        return False
    if splits == 0:
        return None
    middle = (low + high) / 2
    first = _concentrated(P, Q, rho, low, middle, splits - 1)
    return _concentrated(P, Q, rho, middle, high, splits - 1) if first else first


# ---- Neighbouring samples


def replace_one(rows: Sequence[Row], n: int) -> Iterator[Pair[Row]]:
    """Every unordered pair of samples of n rows that differ in exactly one place (BGS21's neighbours)."""
    for i, others in product(range(n), product(rows, repeat=max(n - 1, 0))):
        for x, y in combinations(rows, 2):
            yield (*others[:i], x, *others[i:]), (*others[:i], y, *others[i:])


def add_remove(rows: Sequence[Row], n: int) -> Iterator[Pair[Row]]:
    """Every pair of a sample of at most n rows and that sample with one row removed, each pair once."""
    for size in range(1, n + 1):
        for sample in product(rows, repeat=size):
            for smaller in {(*sample[:i], *sample[i + 1 :]): None for i in range(size)}:
                yield sample, smaller


# ---- A mechanism on all samples


@dataclass(frozen=True, slots=True)
class Violation(Generic[Row, Outcome]):
    """A pair of neighbours and the event on which the first one's law exceeds the second one's the most.

    ``p`` and ``q`` are the two probabilities of the event and ``delta`` is p - e^epsilon q.
    """

    pair: Pair[Row]
    event: frozenset[Outcome]
    p: Exact
    q: Exact
    delta: Exact

    def __str__(self) -> str:
        first, second = self.pair
        event = ", ".join(sorted(map(str, self.event)))
        return f"on {first} the event {{{event}}} has probability {self.p}, on the neighbour {second} only {self.q}"


@dataclass(frozen=True, slots=True)
class Piece(Generic[Row, Outcome]):
    """delta(epsilon) = p - e^epsilon q for e^epsilon from ``start`` to the next piece's start, with its worst case."""

    start: Exact
    worst: Violation[Row, Outcome]


@dataclass(frozen=True)
class Privacy(Generic[Row, Outcome]):
    """The exact privacy of a mechanism over all neighbouring pairs of a universe of rows, both orders of each pair.

    ``pairs`` holds every distinct ordered pair of laws with the first pair of neighbours that has them; ``examined``
    counts the unordered pairs of neighbours.
    """

    pairs: tuple[tuple[Pair[Row], Law[Outcome], Law[Outcome]], ...]
    examined: int

    def delta(self, epsilon: Expression) -> Exact:
        """The least delta at this epsilon >= 0."""
        return self.worst(epsilon).delta

    def worst(self, epsilon: Expression) -> Violation[Row, Outcome]:
        """The pair and event with the largest p - e^epsilon q; the empty event where no event exceeds."""
        e, worst = exp(epsilon), None
        for pair, P, Q in self.pairs:
            found = violation(pair, P, Q, e)
            worst = found if worst is None or is_true(found.delta > worst.delta) else worst
        return worst or Violation(((), ()), frozenset(), Fraction(0), Fraction(0), Fraction(0))

    @cached_property
    def ratio(self) -> Exact | None:
        """The largest ratio of two neighbours' probabilities of one outcome, at least 1; None where infinite."""
        best: Exact = Fraction(1)
        for _, P, Q in self.pairs:
            ratio = largest_ratio(P, Q)
            if ratio is None:
                return None
            best = ratio if is_true(ratio > best) else best
        return best

    @property
    def epsilon(self) -> Real | None:
        """The least epsilon with delta = 0; None where there is none."""
        return None if self.ratio is None else ln(self.ratio)

    def is_private(self, epsilon: Expression, delta: Expression = 0) -> Truth:
        """The mechanism is (epsilon, delta)-differentially private on this universe (BGS21 D2.1)."""
        return all_of(indistinguishable(P, Q, epsilon, delta) for _, P, Q in self.pairs)

    @cached_property
    def events(self) -> tuple[Violation[Row, Outcome], ...]:
        """The events {P > t Q} for t >= 1 of both orders of each pair, ``delta`` at epsilon 0.

        With their complements they are all corners of the trade-off curves (Neyman and Pearson 1933).
        """
        return tuple(line for pair, P, Q in self.pairs for line in _lines(pair, P, Q))

    @cached_property
    def curve(self) -> tuple[Piece[Row, Outcome], ...]:
        """delta as a function of e^epsilon >= 1: its linear pieces in order, the last one's delta being constant."""
        return _upper_envelope(self.events)


def violation(pair: Pair[Row], P: Law[Outcome], Q: Law[Outcome], exp_epsilon: Expression) -> Violation[Row, Outcome]:
    """The worst event of the laws of a pair of neighbours, with its probabilities."""
    e = exact(exp_epsilon)
    event = worst_event(P, Q, e)
    p, q = P.probability(event), Q.probability(event)
    return Violation(pair, event, p, q, exact(p - e * q))


def exact_privacy(
    mechanism: Mechanism[Row, Outcome], rows: Sequence[Row], n: int, relation: Relation[Row] = replace_one
) -> Privacy[Row, Outcome]:
    """The exact privacy of a mechanism on samples of n rows over a universe of rows, over all neighbouring pairs.

    ``mechanism`` gives the law of the output on a sample and is called once for each sample. With ``add_remove`` the
    samples have at most n rows. Raises SampleError where there are no rows or n < 0.
    """
    if not rows or n < 0:
        raise SampleError("rows and n", (list(rows), n), "at least one row, and n >= 0")
    return privacy_between(mechanism, list(relation(rows, n)))


def privacy_between(mechanism: Mechanism[Row, Outcome], neighbours: Sequence[Pair[Row]]) -> Privacy[Row, Outcome]:
    """The exact privacy of a mechanism over these pairs of neighbours alone, both orders of each.

    ``mechanism`` gives the law of the output on an input and is called once for each input.
    """
    laws: dict[Rows[Row], Law[Outcome]] = {}
    for sample in chain.from_iterable(neighbours):
        if sample not in laws:
            laws[sample] = checked_law(mechanism(sample))
    return Privacy(tuple(_distinct_laws(neighbours, laws)), len(neighbours))


def _distinct_laws(
    neighbours: Iterable[Pair[Row]], laws: Mapping[Rows[Row], Law[Outcome]]
) -> Iterator[tuple[Pair[Row], Law[Outcome], Law[Outcome]]]:
    """Every ordered pair of laws that neighbours have, once, with the first such neighbours."""
    numbers: dict[Hashable, int] = {}
    number = {sample: numbers.setdefault(frozenset(law.items), len(numbers)) for sample, law in laws.items()}
    seen: set[tuple[int, int]] = set()
    for x, y in neighbours:
        for first, second in ((x, y), (y, x)):
            if (number[first], number[second]) not in seen:
                seen.add((number[first], number[second]))
                yield (first, second), laws[first], laws[second]


def is_private(
    mechanism: Mechanism[Row, Outcome],
    rows: Sequence[Row],
    n: int,
    epsilon: Expression,
    delta: Expression = 0,
    relation: Relation[Row] = replace_one,
) -> Truth:
    """The mechanism is (epsilon, delta)-private on samples of n rows over these rows: decided over all neighbours.

    Raises ParameterError where there are not two different rows: no sample would have a neighbour.
    """
    if relation is replace_one and n and len(set(rows)) < 2:
        raise ParameterError("rows", list(rows), "two different ones or more")
    return exact_privacy(mechanism, rows, n, relation).is_private(epsilon, checked_delta(delta))


# ---- The privacy curve: the upper envelope of the lines P(S) - t Q(S) over pairs and events


def _lines(pair: Pair[Row], P: Law[Outcome], Q: Law[Outcome]) -> Iterator[Violation[Row, Outcome]]:
    """The events {P > t Q} for t >= 1, the smallest first; ``delta`` is p - q."""
    above = sorted(worst_event(P, Q, 1), key=cmp_to_key(partial(_by_ratio, P, Q)))
    for size in range(len(above) + 1):
        event = frozenset(above[:size])
        p, q = P.probability(event), Q.probability(event)
        yield Violation(pair, event, p, q, exact(p - q))


def _by_ratio(P: Law[Outcome], Q: Law[Outcome], y: Outcome, z: Outcome) -> int:
    """Negative where P(y) / Q(y) is larger than P(z) / Q(z)."""
    return _sign(exact(P[z] * Q[y]), exact(P[y] * Q[z]))


def _sign(a: Exact, b: Exact) -> int:
    return is_true(a > b) - is_true(a < b)


def _upper_envelope(lines: Iterable[Violation[Row, Outcome]]) -> tuple[Piece[Row, Outcome], ...]:
    """The lines p - t q that are largest for some t >= 1, with where each begins to be."""
    steepest_first = sorted(lines, key=cmp_to_key(_by_slope))
    pieces: list[Piece[Row, Outcome]] = []
    for line in steepest_first:
        if pieces and _sign(pieces[-1].worst.q, line.q) == 0:
            continue
        while pieces and is_true(_crossing(pieces[-1].worst, line) <= pieces[-1].start):
            pieces.pop()
        start = _crossing(pieces[-1].worst, line) if pieces else Fraction(1)
        pieces.append(Piece(start, line))
    return tuple(pieces)


def _by_slope(a: Violation[Row, Outcome], b: Violation[Row, Outcome]) -> int:
    """Negative where the first line falls faster, or equally fast from a higher start."""
    return _sign(b.q, a.q) or _sign(b.p, a.p)


def _crossing(steep: Violation[Row, Outcome], flat: Violation[Row, Outcome]) -> Exact:
    """Where the flatter line overtakes the steeper one."""
    return exact((steep.p - flat.p) / (steep.q - flat.q))
