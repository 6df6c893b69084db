"""Learning a function of a binary class by queries, or with few mistakes: the values of the games.

A membership query asks for the label of a point. An equivalence query proposes a function and is answered by a point on
which it is wrong, or ends the game; a query that ends it is not counted. A version space is a subcube of the class: the
functions that agree with all labels seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number, largest, smallest
from littlestone.spec.classes import dimensions
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, memoised
from littlestone.spec.parameters.graphs import projected
from littlestone.spec.parameters.literal import queries as literal
from littlestone.spec.parameters.literal.dual_dimensions import littlestone
from littlestone.spec.parameters.literal.graphs import projected as literal_projected
from littlestone.spec.parameters.registry import parameter
from littlestone.spec.parameters.sizes import CPM

ANGLUIN = "Angluin 1988, Queries and concept learning"
MAASS = "Maass and Turan 1992, Lower bound methods and separation results for on-line learning models"
OFFLINE = "Ben-David, Kushilevitz and Mansour 1997, Online learning versus offline learning"
BOTH = tuple(frozenset({y}) for y in (0, 1))


@parameter("Ldim", "Littlestone 1988", littlestone)
def littlestone_dimension(H: ConceptClass) -> Number:
    """The Littlestone dimension: the depth of the deepest mistake tree that H shatters."""
    return dimensions.littlestone_dimension(H)


@memoised
def _at_most_one(H: ConceptClass) -> Truth:
    return ~H.size().at_least(2)


def _halves(H: ConceptClass, x: int) -> tuple[ConceptClass, ConceptClass]:
    zero, one = (H.restrict(x, labels) for labels in BOTH)
    return zero, one


# ---- Queries: a move is a list of the version spaces to which its answers lead

Answers = list[ConceptClass]
Moves = Callable[[ConceptClass, int], Iterator[tuple[Truth, Answers]]]  # with whether each may be made


def _game(H: ConceptClass, moves: Moves) -> Number:
    """The least number of queries after which, whatever the answers, at most one function is left."""
    root = H.alive
    return Number(range(H.points + 1), lambda t: ~_won(H, moves, root, t - 1))


@memoised
def _won(H: ConceptClass, moves: Moves, root: int, queries: int) -> Truth:
    """So many queries suffice from this version space on; ``root`` are the functions that may be proposed."""
    if queries <= 0:
        return ~H.nonempty() if queries < 0 else _at_most_one(H)
    if H.most <= 1:
        return TRUE
    return _at_most_one(H) | any_of(
        allowed & all_of(_won(answer, moves, root, queries - 1) for answer in answers)
        for allowed, answers in moves(H, root)
        if all(answer.alive != H.alive for answer in answers)  # else the answer may be what was known before
    )


def _membership(H: ConceptClass, root: int) -> Iterator[tuple[Truth, Answers]]:
    for x in range(H.points):
        halves = _halves(H, x)
        if all(half.alive for half in halves):
            yield TRUE, list(halves)


def _equivalence(H: ConceptClass, root: int) -> Iterator[tuple[Truth, Answers]]:
    for h in all_functions(H.points, 2):
        yield TRUE, _counterexamples(H, h)


def _proper_equivalence(H: ConceptClass, root: int) -> Iterator[tuple[Truth, Answers]]:
    for h, in_class in ConceptClass(H.universe, root).members():
        yield in_class, _counterexamples(H, h)


def _partial_equivalence(H: ConceptClass, root: int) -> Iterator[tuple[Truth, Answers]]:
    """A function that is left open on some points; where it is nowhere wrong, the target agrees with it."""
    for h in product((0, 1, None), repeat=H.points):
        said = {x: y for x, y in enumerate(h) if y is not None}
        agreeing = H
        for x, y in said.items():
            agreeing = agreeing.restrict(x, BOTH[y])
        if agreeing.alive != H.alive:
            yield TRUE, [agreeing, *(H.restrict(x, BOTH[1 - y]) for x, y in said.items())]


def _counterexamples(H: ConceptClass, h: Function) -> Answers:
    return [H.restrict(x, BOTH[1 - y]) for x, y in enumerate(h)]


def _either(*kinds: Moves) -> Moves:
    def moves(H: ConceptClass, root: int) -> Iterator[tuple[Truth, Answers]]:
        for kind in kinds:
            yield from kind(H, root)

    return moves


_MEMBERSHIP_OR_EQUIVALENCE = _either(_membership, _equivalence)
_MEMBERSHIP_OR_PROPER = _either(_membership, _proper_equivalence)


@parameter("Q_m", ANGLUIN, literal.membership)
def membership_queries(H: ConceptClass) -> Number:
    """The least number of membership queries that tell every function of H from the others."""
    return _game(H, _membership)


@parameter("Q_m_p", CPM, literal_projected(literal.membership))
def projected_membership_queries(H: ConceptClass) -> Number:
    """The largest Q_m of the restrictions of H to sets of points."""
    return projected(membership_queries)(H)


@parameter("Q_eq", ANGLUIN, literal.equivalence)
def equivalence_queries(H: ConceptClass) -> Number:
    """The least number of wrong equivalence queries, with any functions."""
    return _game(H, _equivalence)


@parameter("Q_peq", ANGLUIN, literal.proper_equivalence)
def proper_equivalence_queries(H: ConceptClass) -> Number:
    """The least number of wrong equivalence queries, with functions of H."""
    return _game(H, _proper_equivalence)


@parameter("Q_meq", ANGLUIN, literal.membership_or_equivalence)
def membership_or_equivalence_queries(H: ConceptClass) -> Number:
    """The least number of membership queries and wrong equivalence queries, with any functions."""
    return _game(H, _MEMBERSHIP_OR_EQUIVALENCE)


@parameter("Q_mpeq", ANGLUIN, literal.membership_or_proper_equivalence)
def membership_or_proper_equivalence_queries(H: ConceptClass) -> Number:
    """The least number of membership queries and wrong equivalence queries, with functions of H."""
    return _game(H, _MEMBERSHIP_OR_PROPER)


@parameter("Q_par", MAASS, literal.partial_equivalence)
def partial_equivalence_queries(H: ConceptClass) -> Number:
    """The least number of partial equivalence queries: functions left open on some points, right or wrong elsewhere."""
    return _game(H, _partial_equivalence)


@parameter("Maj", "Littlestone 1988, the halving algorithm; Angluin 1988", literal.majority)
def majority_mistakes(H: ConceptClass) -> Number:
    """The most wrong equivalence queries when each is a majority vote over the functions that are left.

    Where a vote is even, the proposal is wrong.
    """
    return Number(range(H.points + 1), lambda t: _majority_errs(H, t))


@memoised
def _majority_errs(H: ConceptClass, t: int) -> Truth:
    if t <= 0 or H.most <= 1:
        return H.nonempty() if t <= 0 else FALSE
    halves = (pair for x in range(H.points) for pair in permutations(_halves(H, x)) if all(K.alive for K in pair))
    return any_of((few.size() <= many.size()) & _majority_errs(few, t - 1) for few, many in halves)


# ---- Mistakes where the points are known beforehand, or chosen by the learner


@parameter("M_worst", OFFLINE, literal.worst_order)
def worst_order_mistakes(H: ConceptClass) -> Number:
    """The most mistakes when the order of the points is known beforehand, at the worst order."""
    return largest([_mistakes_along(H, order) for order in permutations(range(H.points))])


@parameter("M_best", OFFLINE, literal.best_order)
def best_order_mistakes(H: ConceptClass) -> Number:
    """The most mistakes when the order of the points is known beforehand, at the best order."""
    return smallest([_mistakes_along(H, order) for order in permutations(range(H.points))])


def _mistakes_along(H: ConceptClass, order: tuple[int, ...]) -> Number:
    return Number(range(H.points + 1), lambda t: _errs_along(H, order, t))


@memoised
def _errs_along(H: ConceptClass, order: tuple[int, ...], t: int) -> Truth:
    """On the points in this order some function of H makes the best learner err at least t times."""
    if t <= 0 or not order:
        return H.nonempty() if t <= 0 else FALSE
    zero, one = _halves(H, order[0])
    rest = order[1:]
    both = _errs_along(zero, rest, t - 1) & _errs_along(one, rest, t - 1)
    return both | _errs_along(zero, rest, t) | _errs_along(one, rest, t)


@parameter("M_sd", OFFLINE, literal.self_directed)
def self_directed_mistakes(H: ConceptClass) -> Number:
    """The most mistakes when the learner chooses each next point, at its best choice."""
    return Number(range(H.points + 1), lambda t: _errs_self_directed(H, t))


@memoised
def _errs_self_directed(H: ConceptClass, t: int) -> Truth:
    """Whatever points are chosen, some function of H makes the learner err at least t times."""
    if t <= 0 or H.most <= 1:
        return H.nonempty() if t <= 0 else FALSE
    halves = [pair for pair in (_halves(H, x) for x in range(H.points)) if all(K.alive for K in pair)]
    return all_of(
        (_errs_self_directed(zero, t - 1) & _errs_self_directed(one, t - 1))
        | _errs_self_directed(zero, t)
        | _errs_self_directed(one, t)
        for zero, one in halves
    )
