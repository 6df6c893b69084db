"""Exact probability laws with finitely many outcomes: weights are rationals where possible, real expressions else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, lcm
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar

from littlestone.spec.algebra.circuit import NoTruth, Truth, all_of
from littlestone.spec.algebra.decisions import tells_apart
from littlestone.spec.algebra.html_text import table_html
from littlestone.spec.algebra.rationals import pair_of
from littlestone.spec.algebra.reals import RATIONAL, Expression, Real, add_up, enclosure, equals, exp
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.learning.randomness import (
    Exact,
    ParameterError,
    WeightsError,
    checked_positive,
    checked_weights,
    exact,
    is_true,
)

Outcome = TypeVar("Outcome", bound=Hashable)
Image = TypeVar("Image", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)
MOST_SHOWN = 50  # rows in a notebook
KNOWN = object()  # no claim has it: a formula that names it is outside of the language
MASS_PRECISION = 128  # a check of what is 1 by construction: wrong masses are off by far more than 2^-128


class MassError(ParameterError):
    """Probabilities that do not add up to 1."""


def total(weights: Iterable[Exact]) -> Exact:
    """The exact sum: rationals are added by their denominators, of the others equal ones are counted first."""
    numerators: dict[int, int] = {}
    reals: list[Real] = []
    for weight in weights:
        if isinstance(weight, Real):
            reals.append(weight)
        else:
            top, bottom = pair_of(weight)
            numerators[bottom] = numerators.get(bottom, 0) + top
    rational = sum((Fraction(top, bottom) for bottom, top in numerators.items()), Fraction(0))
    return exact(add_up([weight * times for weight, times in Counter(reals).items()]) + rational) if reals else rational


def is_rational_zero(weight: Exact) -> bool:
    """The weight is the Fraction 0; a real that is 0 is that Fraction once it is simplified."""
    return isinstance(weight, Fraction) and not weight


@dataclass(frozen=True, eq=False)
class Law(NoTruth, Generic[Outcome]):
    """A probability law on finitely many outcomes: ``items`` are the outcomes with their positive exact weights.

    Build it with ``proportional`` or ``uniform_law``. ``==`` is a truth value: the weights are the same
    numbers, in any order.
    """

    items: tuple[tuple[Outcome, Exact], ...]
    made_by: InitVar[object] = None

    def __post_init__(self, made_by: object) -> None:
        """Drops weights 0; raises WeightsError and MassError where these are no probabilities of different outcomes.

        What is made of laws by sums and products is known to be one: only where one is written down is its sum asked.
        """
        if made_by is KNOWN:
            return
        weights = checked_weights([weight for _, weight in self.items])
        items = zip([outcome for outcome, _ in self.items], weights, strict=True)
        object.__setattr__(self, "items", tuple(item for item in items if not is_rational_zero(item[1])))
        if len(self.weights) < len(self.items):
            raise WeightsError("items", self.items, "of different outcomes")
        check_mass(weights)

    def __init_subclass__(cls) -> None:
        """Raises TypeError: a law of another class could answer anything."""
        raise TypeError(f"{cls.__name__} inherits from Law: write a function that makes a law")

    advice: ClassVar[str] = "a law has no truth value: compare two laws with ==, or a probability with a number"

    @cached_property
    def weights(self) -> Mapping[Outcome, Exact]:
        """The outcomes of positive probability with their weights."""
        return MappingProxyType(dict(self.items))

    @property
    def support(self) -> tuple[Outcome, ...]:
        """The outcomes of positive probability."""
        return tuple(self.weights)

    @cached_property
    def is_rational(self) -> bool:
        """Every weight is a Fraction."""
        return all(isinstance(weight, Fraction) for _, weight in self.items)

    @cached_property
    def counts(self) -> tuple[int, Mapping[Outcome, int]]:
        """A number m, and how many of m equally likely cases have each outcome, where all weights are Fractions."""
        pairs = [(outcome, pair_of(weight)) for outcome, weight in self.items if isinstance(weight, Fraction)]
        m = lcm(*(bottom for _, (_, bottom) in pairs))
        return m, {outcome: top * (m // bottom) for outcome, (top, bottom) in pairs}

    @tells_apart
    def __getitem__(self, outcome: Outcome) -> Exact:
        """The probability of one outcome, 0 outside the support."""
        return self.weights.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.weights)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        if not isinstance(other, Law):
            raise TypeError(f"a law equals laws alone, not {other!r}: write the law of what was meant")
        return same_law(self, other)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return ~(self == other)

    def __hash__(self) -> int:
        return hash(frozenset(self.weights))

    def probability(self, event: Container[Outcome] | Callable[[Outcome], bool]) -> Exact:
        """The probability of an event: a set of outcomes, or a test of one; raises TypeError on an outcome."""
        if isinstance(event, str) or event in self.support:
            raise TypeError(f"{event!r} is no set of outcomes: write {{{event!r}}}")
        return total(weight for _, weight in _inside(self, event))

    def expectation(self, value: Callable[[Outcome], Expression]) -> Exact:
        """The expected value of an exact function of the outcome."""
        return total(exact(weight * value(outcome)) for outcome, weight in self.items)

    def map(self, f: Callable[[Outcome], Image]) -> Law[Image]:
        """The law of f(outcome): deterministic post-processing."""
        return collected((f(outcome), weight) for outcome, weight in self.items)

    def bind(self, kernel: Callable[[Outcome], Law[Image]]) -> Law[Image]:
        """The law of a draw from kernel(outcome): randomised post-processing, or an adaptive second step."""
        return collected(
            (image, exact(weight * inner))
            for outcome, weight in self.items
            for image, inner in checked_law(kernel(outcome)).items
        )

    def condition(self, event: Container[Outcome] | Callable[[Outcome], bool]) -> Law[Outcome]:
        """The law given an event; raises ParameterError where the event has probability 0."""
        kept = _inside(self, event)
        if not kept:
            raise ParameterError("event", event, "of positive probability")
        return proportional(dict(kept))

    def product(self, other: Law[Other]) -> Law[tuple[Outcome, Other]]:
        """The law of an independent pair."""
        items = checked_law(other).items
        return known_law(tuple(((x, y), exact(v * w)) for x, v in self.items for y, w in items))

    def __str__(self) -> str:
        return "{" + ", ".join(f"{outcome!r}: {weight}" for outcome, weight in self.items) + "}"

    def _repr_html_(self) -> str:
        """What a notebook shows: each outcome with its probability, at most ``MOST_SHOWN`` of them."""
        more = f", {MOST_SHOWN} of them shown" if len(self.items) > MOST_SHOWN else ""
        rows = [(repr(outcome), weight) for outcome, weight in self.items[:MOST_SHOWN]]
        return table_html(f"a law on {len(self.items)} outcomes{more}", ["outcome", "probability"], rows)


def checked_law(value: Law[Outcome]) -> Law[Outcome]:
    """The law; raises TypeError on what is none, whatever it has."""
    if not isinstance(value, Law):
        raise TypeError(f"{value!r} is no law: write point_mass, uniform_law, proportional or Law")
    return value


def _inside(law: Law[Outcome], event: Container[Outcome] | Callable[[Outcome], bool]) -> list[tuple[Outcome, Exact]]:
    """The items whose outcomes are in the event; raises TypeError where it answers no truth, as -1 or -2 are none."""
    if not callable(event):
        return [item for item in law.items if item[0] in event]
    answers = [event(outcome) for outcome, _ in law.items]
    odd = [answer for answer in answers if not isinstance(answer, bool | Truth)]
    if odd:
        raise TypeError(
            f"an event answers {odd[0]!r}, which is no truth: write a comparison, and `not` for its contrary"
        )
    return [item for item, answer in zip(law.items, answers, strict=True) if answer]


def known_law(items: tuple[tuple[Outcome, Exact], ...]) -> Law[Outcome]:
    """The law of items that are known to be different outcomes with positive weights and the sum 1."""
    return Law(items, KNOWN)


def law_of(weights: Mapping[Outcome, Expression] | Iterable[tuple[Outcome, Expression]]) -> Law[Outcome]:
    """The law with these probabilities; outcomes given twice are added, weights 0 dropped.

    Raises WeightsError on negative weights and MassError where they do not sum to 1: exactly where they are rational,
    else to within the width of a 128-bit enclosure.
    """
    pairs = list(weights.items() if isinstance(weights, Mapping) else weights)
    numbers = checked_weights([weight for _, weight in pairs])
    check_mass(numbers)
    return collected(zip([outcome for outcome, _ in pairs], numbers, strict=True))


def check_mass(weights: Iterable[Exact]) -> None:
    """Raise MassError unless the probabilities sum to 1."""
    mass = Real.of(total(weights))
    is_one = mass.value == 1 if mass.op is RATIONAL else enclosure(mass, MASS_PRECISION).contains(1)
    if not is_one:
        raise MassError("total probability", mass, "1")


@tells_apart
def collected(pairs: Iterable[tuple[Outcome, Exact]]) -> Law[Outcome]:
    """The law of weighted outcomes that are known to have mass 1: equal outcomes added, zeros dropped."""
    parts: dict[Outcome, list[Exact]] = {}
    for outcome, weight in pairs:
        if not is_rational_zero(weight):
            parts.setdefault(outcome, []).append(weight)
    return known_law(tuple((outcome, w[0] if len(w) == 1 else total(w)) for outcome, w in parts.items()))


@tells_apart
def proportional(weights: Mapping[Outcome, Expression]) -> Law[Outcome]:
    """The law with probabilities proportional to these weights; raises WeightsError where that is none."""
    if not isinstance(weights, Mapping):
        raise TypeError(f"{weights!r} is no table: write {{outcome: weight, ...}}")
    given = dict(weights)  # read once: what is no table may answer otherwise each time
    numbers = normalised(checked_weights([*given.values()]))
    return known_law(tuple((y, w) for y, w in zip(given, numbers, strict=True) if not is_rational_zero(w)))


def normalised(weights: Sequence[Exact]) -> tuple[Exact, ...]:
    """The weights divided by their sum; each distinct weight is divided once."""
    mass = total(weights)
    share = {weight: exact(weight / mass) for weight in dict.fromkeys(weights)}
    return tuple(share[weight] for weight in weights)


def exponential_weights(scores: Sequence[Expression], epsilon: Expression) -> tuple[Exact, ...]:
    """exp(epsilon * (score - largest score) / 2) for each score: what the exponential mechanism draws from.

    Raises ParameterError unless epsilon > 0 and there is a score.
    """
    eps, numbers = Real.of(checked_positive("epsilon", epsilon)), [exact(score) for score in scores]
    if not numbers:
        raise ParameterError("scores", [], "at least one")
    best = numbers[0]
    for number in dict.fromkeys(numbers):
        best = number if is_true(number > best) else best
    weight = {score: exact(exp(eps * ((score - best) / 2))) for score in dict.fromkeys(numbers)}
    return tuple(weight[score] for score in numbers)


@tells_apart
def point_mass(outcome: Outcome) -> Law[Outcome]:
    """The law of a constant."""
    hash(outcome)
    return known_law(((outcome, Fraction(1)),))


@tells_apart
def uniform_law(outcomes: Iterable[Outcome]) -> Law[Outcome]:
    """Equal probability for each place of the list: outcomes given twice are added; raises WeightsError on none."""
    return proportional(Counter(outcomes))


def bernoulli_law(p: Expression) -> Law[bool]:
    """True with probability p, else False; raises ParameterError outside [0, 1]."""
    return law_of({True: p, False: 1 - exact(p)})


def same_law(P: Law[Outcome], Q: Law[Outcome]) -> Truth:
    """The two laws give every outcome the same probability."""
    outcomes = {**checked_law(P).weights, **checked_law(Q).weights}
    return all_of(P[y] is Q[y] or equals(P[y], Q[y]) for y in outcomes)


# ---- The binomial law


def binomial_chance(n: int, p: Fraction, i: int) -> Fraction:
    """Pr[Bin(n, p) = i], which is 0 outside 0..n."""
    return comb(n, i) * p**i * (1 - p) ** (n - i) if int(i) in range(n + 1) else Fraction(0)


def upper_tail(n: int, p: Fraction, least: Fraction) -> Fraction:
    """Pr[Bin(n, p) >= least]."""
    return 1 - lower_tail(n, p, Fraction(ceiling(least) - 1))


def lower_tail(n: int, p: Fraction, most: Fraction) -> Fraction:
    """Pr[Bin(n, p) <= most], for p in [0, 1]."""
    last = min(floor(most), int(n))
    ways = _ways(int(n), int(p.numerator), int(p.denominator))
    return Fraction(ways[last], int(p.denominator) ** int(n)) if last >= 0 else Fraction(0)


@lru_cache(maxsize=32)
def _ways(n: int, a: int, b: int) -> tuple[int, ...]:
    """b^n Pr[Bin(n, a/b) <= k] for each k: a claim may ask for every k, and sums of fractions took most of its time."""
    return tuple(accumulate(_terms(n, a, b - a)))


def _terms(n: int, a: int, c: int) -> Iterator[int]:
    """C(n, i) a^i c^(n - i) for each i, each from the one before: numbers of many digits by small ones."""
    term = c**n
    for i in range(n + 1):
        yield term if c else a**n * (i == n)
        term = term * ((n - i) * a) // ((i + 1) * c) if c else 0
