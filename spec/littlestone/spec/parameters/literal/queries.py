"""The games of queries and mistakes, played out on the list of functions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.literal.chains_and_stars import width

Functions = frozenset[Function]


def membership(H: Functions) -> int:
    """The value with membership queries."""
    return _value(H, H, frozenset({"membership"}))


def equivalence(H: Functions) -> int:
    """The value with equivalence queries."""
    return _value(H, frozenset(), frozenset({"equivalence"}))


def proper_equivalence(H: Functions) -> int:
    """The value with equivalence queries by functions of the class."""
    return _value(H, H, frozenset({"proper equivalence"}))


def membership_or_equivalence(H: Functions) -> int:
    """The value with both."""
    return _value(H, frozenset(), frozenset({"membership", "equivalence"}))


def membership_or_proper_equivalence(H: Functions) -> int:
    """The value with both, by functions of the class."""
    return _value(H, H, frozenset({"membership", "proper equivalence"}))


def partial_equivalence(H: Functions) -> int:
    """The value with partial equivalence queries."""
    return _value(H, frozenset(), frozenset({"partial equivalence"}))


@lru_cache(maxsize=1 << 18)
def _value(left: Functions, proposed: Functions, kinds: frozenset[str]) -> int:
    """The worst answer to the best query, by the functions that are left; all answers leave fewer of them."""
    if len(left) <= 1:
        return 0
    queries = {outcomes for outcomes in _outcomes(left, proposed, kinds) if left not in outcomes}
    return 1 + min(max(_value(answer, proposed, kinds) for answer in outcomes) for outcomes in queries)


def _outcomes(left: Functions, proposed: Functions, kinds: frozenset[str]) -> Iterator[frozenset[Functions]]:
    points = range(width(left))
    if "membership" in kinds:
        for x in points:
            yield _nonempty([frozenset(f for f in left if f[x] == y) for y in (0, 1)])
    proposals: list[tuple[int | None, ...]] = []
    if "equivalence" in kinds:
        proposals += product((0, 1), repeat=len(points))
    if "proper equivalence" in kinds:
        proposals += proposed
    if "partial equivalence" in kinds:
        proposals += product((0, 1, None), repeat=len(points))
    for h in proposals:
        right = frozenset(f for f in left if all(y in (f[x], None) for x, y in enumerate(h)))
        wrong = [frozenset(f for f in left if y is not None and f[x] != y) for x, y in enumerate(h)]
        yield _nonempty([right, *wrong])


def _nonempty(answers: list[Functions]) -> frozenset[Functions]:
    return frozenset(answer for answer in answers if answer)


@lru_cache(maxsize=1 << 17)
def majority(H: Functions) -> int:
    """The longest run of answers each of which no more than half of those left agree with."""
    answers = [frozenset(f for f in H if f[x] == y) for x in range(width(H)) for y in (0, 1)]
    return max((1 + majority(answer) for answer in answers if answer and 2 * len(answer) <= len(H)), default=0)


def worst_order(H: Functions) -> int:
    """The largest of the orders' numbers of mistakes."""
    return max(_mistakes_along(H, order) for order in permutations(range(width(H))))


def best_order(H: Functions) -> int:
    """The least of the orders' numbers of mistakes."""
    return min(_mistakes_along(H, order) for order in permutations(range(width(H))))


@lru_cache(maxsize=1 << 18)
def _mistakes_along(H: Functions, order: tuple[int, ...]) -> int:
    """The better prediction's worse outcome on the first point, then the others."""
    if not order:
        return 0
    after = {y: G for y in (0, 1) if (G := frozenset(f for f in H if f[order[0]] == y))}
    values = {y: _mistakes_along(G, order[1:]) for y, G in after.items()}
    return min(max(values[y] + (y != said) for y in values) for said in (0, 1))


@lru_cache(maxsize=1 << 18)
def self_directed(H: Functions) -> int:
    """The best point and prediction's worse outcome."""
    if len(H) == 1:
        return 0
    outcomes = []
    for x in range(width(H)):
        after = [frozenset(f for f in H if f[x] == y) for y in (0, 1)]
        if all(after):
            zero, one = map(self_directed, after)
            outcomes.append(min(max(zero, one + 1), max(zero + 1, one)))
    return min(outcomes)
