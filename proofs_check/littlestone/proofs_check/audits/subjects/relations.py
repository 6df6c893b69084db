"""Which inputs are neighbours: one row replaced, one added or removed, all rows of one user, or what is given.

What is claimed of one relation says something of another that takes several of its steps: a row is replaced by removing
it and adding another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from inspect import signature
from itertools import islice, product
from typing import Any

import numpy as np

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE, USER_LEVEL
from littlestone.proofs_check.audits.subjects.instances import Dataset, Input, Instance, Pair, Row
from littlestone.proofs_check.audits.subjects.patterns import MOST_PAIRS, neighbouring_pairs
from littlestone.proofs_check.audits.subjects.targets import imported
from littlestone.proofs_check.bad_input import BadInput, BadInstance, NotNeighbours
from littlestone.proofs_check.compute.users_code import called
from littlestone.spec.learning.privacy import add_remove, replace_one

RELATIONS = {"replace-one": REPLACE_ONE, "add-remove": ADD_REMOVE, "user-level": USER_LEVEL}
OPTIONS = {words: name for name, words in RELATIONS.items()}  # how the command line calls each
MOST_NAMED = 10_000  # a list of pairs to be held; laws of so many inputs are more than a minute's work
AS_GIVEN = "the neighbours given"
UserOf = Callable[[Row], Hashable]
Users = UserOf | Callable[[Any, int], Hashable] | str
Named = Sequence[tuple[Any, Any]] | Callable[[Sequence[Row], int], Iterable[tuple[Any, Any]]]
Walked = Callable[[Sequence[Row], int], Iterator[tuple[Dataset, Dataset]]]


def user_of(users: Users | None) -> UserOf | None:
    """The function that says whose a row (point, label) is; one that needs two arguments is given point and label.

    Raises BadInput where it cannot be called, and where it is called and raises, or names no user or two.
    """
    found = imported(users) if isinstance(users, str) else users
    if found is None:
        return None
    if not callable(found):
        raise BadInput("user", f"{found!r} is no function of a row", "give one, or a column of --data")
    ask: Callable[..., Hashable] = found
    takes_parts = _needs_two(ask)

    def both(row: Row) -> tuple[Hashable, Hashable]:
        first, again = (ask(*row) if takes_parts else ask(row) for _ in range(2))
        hash(first)
        return first, again

    def told(row: Row) -> Hashable:
        what = f"the function of a row, given {row!r},"
        user, again = called(lambda: both(row), "user", what, "let it name the user of any row (point, label)")
        if user != again:
            problem = f"{row!r} is said to be of {user!r} and then of {again!r}"
            raise BadInput("user", problem, "let the function name the same user of a row each time, by what is equal")
        return user

    return told


def _needs_two(function: Callable[..., Hashable]) -> bool:
    """Whether it needs two arguments; not where its signature cannot be read."""
    try:
        needed = [p for p in signature(function).parameters.values() if p.default is p.empty]
    except (TypeError, ValueError):
        return False
    return sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in needed) == 2


# ---- Pairs to try


def related_pairs(relation: str, instance: Instance, user: UserOf | None, seed: int) -> tuple[Pair, ...]:
    """At most 16 pairs of neighbouring samples of the instance, those worth trying first.

    Without a row or a user, the samples are those where a row replaced tells the most. Raises BadInstance where a
    sample would be empty, and BadInput where nobody says whose rows are.
    """
    patterns = neighbouring_pairs(instance, seed)
    if relation == REPLACE_ONE:
        return patterns
    if relation == ADD_REMOVE:
        changes = [(side, pair.changed or 0, pair.what) for pair in patterns for side in (pair.first, pair.second)]
        found = _distinct(Pair(s, (*s[:i], *s[i + 1 :]), f"row {i} removed; {what}") for s, i, what in changes)
    elif instance.users is not None and instance.sample is not None:
        found = _distinct(_without_each(instance.sample, instance.users))
    else:
        whose = _insisted(user)
        samples = dict.fromkeys(sample for pair in patterns for sample in (pair.first, pair.second))
        found = _distinct(pair for sample in samples for pair in _without_each(sample, [*map(whose, sample)]))
    listed = tuple(islice(found, MOST_PAIRS))
    if not listed:
        problem = "no sample has a row left without its row or user"
        raise BadInstance(instance.source or "instance", problem, "give more --rows, of more users")
    return listed


def _insisted(user: UserOf | None) -> UserOf:
    if user is None:
        advice = "give a column of --data or, of pairs too, a function of a row"
        raise BadInput("user", "nobody says whose the rows are", advice)
    return user


def _distinct(pairs: Iterable[Pair]) -> Iterator[Pair]:
    seen: set[frozenset[Input]] = set()
    for pair in pairs:
        if pair.second and frozenset((pair.first, pair.second)) not in seen:
            seen.add(frozenset((pair.first, pair.second)))
            yield pair


def _without_each(sample: Dataset, users: Sequence[Hashable]) -> Iterator[Pair]:
    """The sample and what is left of it without a user, those of most rows first."""
    for user in sorted(dict.fromkeys(users), key=lambda one: (-users.count(one), str(one))):
        kept = tuple(row for row, whose in zip(sample, users, strict=True) if whose != user)
        yield Pair(sample, kept, f"the {users.count(user)} rows of user {user} removed")


def largest_user(instance: Instance, pairs: Sequence[Pair]) -> int:
    """The most rows that one user may have: those that given pairs remove, else those of the sample.

    All rows of a sample where users are told by a function; 1 of given inputs that have no rows.
    """
    if pairs:
        lengths = [[len(part) if isinstance(part, Sequence) else 0 for part in (p.first, p.second)] for p in pairs]
        return max(1, *(abs(first - second) for first, second in lengths))
    if instance.users is None:
        return max(instance.rows, len(instance.sample or ()))
    return max(instance.users.count(one) for one in set(instance.users))


# ---- All of them


def walked(relation: str, user: UserOf | None) -> Walked:
    """The relation on all samples of some rows, for an exact audit."""
    if relation in (REPLACE_ONE, ADD_REMOVE):
        return replace_one if relation == REPLACE_ONE else add_remove
    whose = _insisted(user)

    def without_users(rows: Sequence[Row], n: int) -> Iterator[tuple[Dataset, Dataset]]:
        for size in range(1, n + 1):
            for sample in product(rows, repeat=size):
                for one in dict.fromkeys(map(whose, sample)):
                    yield sample, tuple(row for row in sample if whose(row) != one)

    return without_users


# ---- What is given


def named_neighbours(named: Named, instance: Instance | None) -> tuple[Pair, ...]:
    """The pairs of a list, or of a function of all possible rows and their number, as ``replace_one`` is one.

    Inputs are plain data, lists and arrays in them taken as tuples. Raises BadInput where there are no pairs, more than
    10,000, or something else than pairs of plain data, and where a function has no instance, raises or does not end.
    """

    def pairs() -> Iterator[Pair]:
        found = named
        if callable(named):
            if instance is None:
                raise BadInput("neighbours", "a function has no rows to make inputs of", "give --class or --data too")
            found = named(tuple(product(instance.points, instance.labels)), instance.rows)  # type: ignore[assignment]
        if not isinstance(found, Iterable):
            problem = f"{found!r} is no list of pairs"
            raise BadInput("neighbours", problem, "give a list of (first, second), or a function that yields them")
        for i, pair in enumerate(found):
            if not (isinstance(pair, tuple | list) and len(pair) == 2):
                raise BadInput("neighbours", f"{pair!r} is no pair of inputs", "give (first, second) for each")
            yield Pair(_frozen(pair[0]), _frozen(pair[1]), f"neighbours {i} given")

    advice = "let it yield pairs, of the possible rows and their number"
    listed = called(lambda: [*islice(pairs(), MOST_NAMED + 1)], "neighbours", "what makes the pairs", advice)
    if not 0 < len(listed) <= MOST_NAMED:
        count = f"there are more than {MOST_NAMED:,}" if listed else "there are none"
        raise BadInput("neighbours", count, "give some pairs, those that tell the most")
    return tuple(listed)


def check_told_apart(pairs: Sequence[Pair]) -> None:
    """Raise BadInput where two inputs are equal but not written alike, as 0 and 0.0: they would be taken for one."""
    written: dict[Input, str] = {}
    for part in (part for pair in pairs for part in (pair.first, pair.second)):
        if written.setdefault(part, repr(part)) != repr(part):
            problem = f"{part!r:.80} and {written[part]:.80} are equal, but not written alike"
            raise BadInput("neighbours", problem, "write both in one way, or as texts")


def _frozen(part: Any) -> Input:
    if isinstance(part, np.ndarray | np.generic):
        part = part.tolist()
    if isinstance(part, list | tuple):
        return tuple(map(_frozen, part))
    if part is None or isinstance(part, int | float | str):
        return part
    raise BadInput("neighbours", f"an input holds {type(part).__name__}", "make it of numbers, texts, lists and tuples")


def check_related(relation: str, pairs: Sequence[Pair], user: UserOf | None) -> None:
    """Raise NotNeighbours unless all pairs are neighbours in the relation."""
    for pair in pairs:
        why = _why_unrelated(relation, pair, user)
        if why is not None:
            problem = f"they are no neighbours in the relation that the claim is of: {relation}{why}"
            raise NotNeighbours(pair.what, problem, "give the epsilon that is claimed for them, and no relation")


def _why_unrelated(relation: str, pair: Pair, user: UserOf | None) -> str | None:
    """How two inputs differ that are no neighbours in the relation; None where they are, or anything is."""
    first, second = pair.first, pair.second
    if relation not in RELATIONS.values():
        return None
    if not (isinstance(first, Sequence) and isinstance(second, Sequence)):
        return "; they have no rows"
    shorter, longer = sorted((first, second), key=len)
    if relation == USER_LEVEL:
        whose = _insisted(user)
        kept = (tuple(row for row in longer if whose(row) != one) for one in {*map(whose, longer)})
        if tuple(shorter) in kept:
            return None
        rows, others = Counter(map(whose, first)), Counter(map(whose, second))
        split = [one for one in rows if rows[one] != others[one] and others[one]]
        return "".join(f"; the rows of user {one!r} were split, {rows[one]} and {others[one]}" for one in split)
    if relation == ADD_REMOVE:
        rest = iter(longer)
        is_part = all(any(part == other for other in rest) for part in shorter)
        is_related = is_part and len(longer) == len(shorter) + 1
        return None if is_related else f"; they have {len(first)} and {len(second)} rows"
    if len(first) != len(second):
        return f"; they have {len(first)} and {len(second)} rows"
    changed = [str(i) for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    shown = ", ".join(changed[:5]) + (", ..." if len(changed) > 5 else "")
    return None if len(changed) == 1 else f"; they differ in {len(changed)} rows ({shown})"


# ---- From one relation to another


def accounted_relation(relation: str, pairs: Sequence[Pair]) -> str:
    """What an accountant is asked about: of given pairs replace-one where all keep it, else add or remove."""
    if relation != AS_GIVEN:
        return relation
    return REPLACE_ONE if all(_why_unrelated(REPLACE_ONE, pair, None) is None for pair in pairs) else ADD_REMOVE


def steps_between(claimed: str, wanted: str, users_rows: int) -> int | None:
    """Over how many neighbours of the claimed relation one gets from one neighbour of the wanted one to the other.

    A row replaced is one removed and one added; the rows of a user are removed one by one. None where there is no way.
    """
    if claimed == wanted:
        return 1
    return {REPLACE_ONE: 2, USER_LEVEL: users_rows}.get(wanted) if claimed == ADD_REMOVE else None
