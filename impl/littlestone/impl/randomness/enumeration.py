"""The enumerating source of randomness: the exact output law of an algorithm, every branch walked.

The algorithm is replayed once for each branch. A choice takes the next entry of the script, or opens a new one at its
end; after a run the last entry that has another branch moves on, until none has.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, prod
from typing import Any, TypeVar

from littlestone.impl.randomness.noise import NoiseSpace, SymbolicNoise, UnsupportedNoise
from littlestone.impl.registry import implements
from littlestone.spec.algebra.exponentials import simplified
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.laws import (
    Law,
    check_mass,
    collected,
    exponential_weights,
    is_rational_zero,
    known_law,
    normalised,
)
from littlestone.spec.learning.randomness import (
    Exact,
    ParameterError,
    checked_alpha,
    checked_count,
    checked_counts,
    checked_positive,
    checked_probability,
    checked_weights,
    exact,
)

Outcome = TypeVar("Outcome", bound=Hashable)
Entry = Any  # of the script: whoever opened the choice knows what it is
Branches = tuple[Sequence[Entry], Sequence[Exact]]
MOST_BRANCHES = 2_000_000  # a walk keeps one branch at a time, so this bounds time and not memory; not tuned


class TooManyBranches(ParameterError):
    """The algorithm has more branches than the limit."""


class UnhashableOutcome(TypeError):
    """The algorithm returned something that cannot be a key; return tuples and frozensets, not lists and arrays."""


class ForgottenChoice(RuntimeError):
    """A run did not ask for a choice that an earlier run made after the same answers: it remembers that run."""


@dataclass(slots=True)
class _Fork:
    """One choice: its values, the weight of each, the weight of the path before it, and where the walk is."""

    values: Sequence[Entry]
    weights: Sequence[Exact]
    before: Exact
    position: int = 0

    @property
    def weight(self) -> Exact:
        return exact(self.before * self.weights[self.position])


@dataclass(slots=True)
class EnumeratingSource:
    """A ``Randomness`` that follows a script of choices; ``law`` drives it through all scripts.

    Laplace and geometric noise are values on which comparisons branch; see ``littlestone.impl.randomness.noise``.
    """

    forks: list[_Fork] = field(default_factory=list)
    depth: int = 0
    noises: NoiseSpace = field(default_factory=NoiseSpace)

    def bernoulli(self, p: Expression) -> bool:
        """Both branches."""
        return bool(self.fork(lambda: _coin(checked_probability("p", p))))

    def uniform(self, n: int) -> int:
        """n branches."""
        return int(self.fork(lambda: _equally(range(checked_count("n", n, 1)))))

    def choice(self, weights: Sequence[Expression]) -> int:
        """A branch for each positive weight."""
        return int(self.fork(lambda: _positive(checked_weights(weights))))

    def exponential(self, scores: Sequence[Expression], epsilon: Expression) -> int:
        """A branch for each score; the scores are read once, not again when a branch is replayed."""
        return int(self.fork(lambda: _positive(exponential_weights(scores, epsilon))))

    def shuffle(self, n: int) -> tuple[int, ...]:
        """n! branches."""
        return tuple(self.fork(lambda: _equally(list(permutations(range(checked_count("n", n, 0)))))))

    def subset(self, n: int, m: int) -> tuple[int, ...]:
        """C(n, m) branches."""
        checked_count("n - m", n - checked_count("m", m, 0), 0)
        return tuple(self.fork(lambda: _equally(list(combinations(range(n), m)))))

    def hypergeometric(self, counts: Sequence[int], draws: int) -> tuple[int, ...]:
        """A branch for each possible tuple of counts."""
        return tuple(self.fork(lambda: _without_replacement(checked_counts(counts, draws), draws)))

    def laplace(self, scale: Expression) -> SymbolicNoise:
        """Continuous noise: a comparison with an exact number, or with other noise, branches."""
        return self.noises.draw("laplace", checked_positive("scale", scale), self)

    def geometric(self, alpha: Expression) -> SymbolicNoise:
        """Integer noise: comparisons branch, and int() branches over all values once it is bounded on both sides."""
        return self.noises.draw("geometric", checked_alpha(alpha), self)

    def gaussian(self, sigma: Expression) -> SymbolicNoise:
        """Continuous noise: a comparison with an exact number branches."""
        return self.noises.draw("gaussian", checked_positive("sigma", sigma), self)

    def fork(self, branches: Callable[[], Branches]) -> Entry:
        """The value that the script says, or the first value of a new choice at its end."""
        if self.depth == len(self.forks):
            self.opened(*branches())
        fork = self.forks[self.depth]
        self.depth += 1
        return fork.values[fork.position]

    def opened(self, values: Sequence[Entry], weights: Sequence[Exact]) -> None:
        """Write a new choice at the end of the script."""
        self.forks.append(_Fork(values, weights, self.forks[-1].weight if self.forks else Fraction(1)))

    def weight(self) -> Exact:
        """The probability of the branch just run."""
        weight = self.forks[-1].weight if self.forks else Fraction(1)
        return exact(weight * self.noises.probability()) if self.noises.variables else weight

    def advance(self) -> bool:
        """Rewind to the next script; False where there is none."""
        self.depth = 0
        if self.noises.variables:
            self.noises = NoiseSpace()
        while self.forks and self.forks[-1].position + 1 == len(self.forks[-1].values):
            self.forks.pop()
        if self.forks:
            self.forks[-1].position += 1
        return bool(self.forks)


def _coin(p: Exact) -> Branches:
    return ((p == 1,), (Fraction(1),)) if p in (0, 1) else ((True, False), (p, exact(1 - p)))


def _equally(values: Sequence[Entry]) -> Branches:
    return values, (Fraction(1, len(values)),) * len(values)


def _without_replacement(counts: Sequence[int], draws: int) -> Branches:
    ways = comb(sum(counts), draws)
    kept = list(takings(counts, draws))
    return kept, [Fraction(prod(map(comb, counts, taken)), ways) for taken in kept]


def takings(counts: Sequence[int], draws: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many items, as the number taken of each kind."""
    if not counts:
        yield from [()] * (draws == 0)
        return
    for first in range(max(0, draws - sum(counts[1:])), min(counts[0], draws) + 1):
        yield from ((first, *rest) for rest in takings(counts[1:], draws - first))


def _positive(weights: tuple[Exact, ...]) -> Branches:
    kept = [i for i, weight in enumerate(weights) if not is_rational_zero(weight)]
    return kept, normalised([weights[i] for i in kept])


@implements("DP.law")
def law(algorithm: Callable[..., Outcome], *args: object, **kwargs: object) -> Law[Outcome]:
    """The exact law of ``algorithm(*args, source, **kwargs)``, every branch of its random choices walked.

    The algorithm must be a function of its arguments and the source's answers. Raises ForgottenChoice where it visibly
    is not, UnhashableOutcome, TooManyBranches beyond 2,000,000 branches, UnsupportedNoise, MassError where the branches
    do not have total probability 1, and what the source raises on bad parameters.
    """
    found = collected(branches(algorithm, *args, **kwargs))
    check_mass([weight for _, weight in found.items])
    simple = {weight: simplified(weight) for weight in {w for _, w in found.items if isinstance(w, Real)}}
    pairs = ((outcome, simple[w] if isinstance(w, Real) else w) for outcome, w in found.items)
    return known_law(tuple((outcome, weight) for outcome, weight in pairs if not is_rational_zero(weight)))


def branches(algorithm: Callable[..., Outcome], *args: object, **kwargs: object) -> Iterator[tuple[Outcome, Exact]]:
    """Every branch of the algorithm: its outcome and its probability."""
    source = EnumeratingSource()
    for _ in range(MOST_BRANCHES):
        outcome = algorithm(*args, source, **kwargs)
        if source.depth < len(source.forks):
            problem = "a run made fewer choices than an earlier one that got the same answers"
            raise ForgottenChoice(f"{problem}: keep nothing between runs")
        try:
            hash(outcome)
        except UnsupportedNoise:
            raise
        except TypeError as error:
            raise UnhashableOutcome(f"the outcome {outcome!r} cannot be a key: return a tuple or frozenset") from error
        yield outcome, source.weight()
        if not source.advance():
            return
    raise TooManyBranches("branches", f"more than {MOST_BRANCHES}", "few: shrink the instance or sample it instead")
