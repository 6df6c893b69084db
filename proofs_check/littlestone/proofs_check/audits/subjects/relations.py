"""Which inputs are neighbours: one row replaced, one added or removed, all rows of one user, or what is given.

What is claimed of one relation says something of another that takes several of its steps: a row is replaced by removing
it and adding another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from inspect import signature
from itertools import islice, product
from typing import cast

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE, USER_LEVEL
from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance, Pair, Row
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair, Input, Neighbours
from littlestone.proofs_check.audits.subjects.patterns import MOST_PAIRS, neighbouring_pairs
from littlestone.proofs_check.audits.subjects.targets import imported
from littlestone.proofs_check.bad_input import BadInput, BadInstance, NotNeighbours
from littlestone.proofs_check.compute.users_code import called
from littlestone.spec.learning.privacy import add_remove, replace_one

RELATIONS = {"replace-one": REPLACE_ONE, "add-remove": ADD_REMOVE, "user-level": USER_LEVEL}
AS_GIVEN = "the neighbours given"
UserOf = Callable[[Row], Hashable]
Users = UserOf | str
Walked = Callable[[Sequence[Row], int], Iterator[tuple[Dataset, Dataset]]]


def relation_named(name: str | None) -> str | None:
    """The relation in words; raises BadInput for an unknown name."""
    if name is None or name in RELATIONS.values():
        return name
    if name not in RELATIONS:
        raise BadInput("relation", f"there is no relation {name!r}", f"choose one of {', '.join(RELATIONS)}")
    return RELATIONS[name]


def option_of(relation: str) -> str | None:
    """How the command line calls a relation; None for neighbours that are given."""
    return next((name for name, words in RELATIONS.items() if words == relation), None)


def user_of(users: Users | None) -> UserOf | None:
    """The function that says whose a row (point, label) is.

    Raises BadInput where it cannot be called, and where it is called and raises, or names no user or two.
    """
    found = imported(users) if isinstance(users, str) else users
    if found is None:
        return None
    if not callable(found):
        raise BadInput("user", f"{found!r} is no function of a row", "give one, or a column of --data")
    name_user = (lambda row: cast(Callable[..., Hashable], found)(*row)) if _takes(found) == 2 else found

    def told(row: Row) -> Hashable:
        what = f"the function of a row, given {row!r},"
        user, again = called(lambda: _twice(name_user, row), "user", what, "let it name the user of any (point, label)")
        if user != again:
            problem = f"{row!r} is said to be of {user!r} and then of {again!r}"
            raise BadInput("user", problem, "let the function name the same user of a row each time, by what is equal")
        return user

    return told


def _takes(function: UserOf) -> int:
    """How many arguments it needs; 1 where its signature cannot be read."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


def _twice(user: UserOf, row: Row) -> tuple[Hashable, Hashable]:
    first = user(row)
    hash(first)
    return first, user(row)


# ---- Pairs to try


def related_pairs(relation: str, instance: Instance, user: UserOf | None, seed: int) -> tuple[AnyPair, ...]:
    """At most 16 pairs of neighbouring samples of the instance, those worth trying first.

    Without a row or a user, the samples are those where a row replaced tells the most. Raises BadInstance where a
    sample would be empty, and BadInput where nobody says whose rows are.
    """
    patterns = neighbouring_pairs(instance, seed)
    if relation == REPLACE_ONE:
        return patterns
    if relation == ADD_REMOVE:
        found = _distinct(_without_one(pair, i) for pair in patterns for i in (0, 1))
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
        raise BadInput(
            "user", "nobody says whose the rows are", "give a column of --data or, of pairs too, a function of a row"
        )
    return user


def _distinct(pairs: Iterable[Neighbours]) -> Iterator[Neighbours]:
    seen: set[frozenset[Input]] = set()
    for pair in pairs:
        if pair.second and frozenset((pair.first, pair.second)) not in seen:
            seen.add(frozenset((pair.first, pair.second)))
            yield pair


def _without_one(pair: Pair, side: int) -> Neighbours:
    sample, i = (pair.first, pair.second)[side], pair.changed
    return Neighbours(sample, (*sample[:i], *sample[i + 1 :]), f"row {i} removed; {pair.what}")


def _without_each(sample: Dataset, users: Sequence[Hashable]) -> Iterator[Neighbours]:
    """The sample and what is left of it without a user, those of most rows first."""
    for user in sorted(dict.fromkeys(users), key=lambda one: (-users.count(one), str(one))):
        kept = tuple(row for row, whose in zip(sample, users, strict=True) if whose != user)
        yield Neighbours(sample, kept, f"the {users.count(user)} rows of user {user} removed")


def largest_user(instance: Instance, pairs: Sequence[AnyPair]) -> int:
    """The most rows that one user may have: those that given pairs remove, else those of the sample.

    All rows of a sample where users are told by a function.
    """
    if pairs:
        return max(_lacking(pair.first, pair.second) for pair in pairs)
    if instance.users is None:
        return max(instance.rows, len(instance.sample or ()))
    return max(instance.users.count(one) for one in set(instance.users))


def _lacking(first: Input, second: Input) -> int:
    """How many rows one of two samples has more than the other; 1 where they are no such samples."""
    both = isinstance(first, Sequence) and isinstance(second, Sequence)
    return max(1, abs(len(first) - len(second))) if both else 1


# ---- All of them


def walked(relation: str, user: UserOf | None) -> Walked:
    """The relation on all samples of some rows, for an exact audit."""
    if relation == REPLACE_ONE:
        return replace_one
    if relation == ADD_REMOVE:
        return add_remove
    whose = _insisted(user)

    def without_users(rows: Sequence[Row], n: int) -> Iterator[tuple[Dataset, Dataset]]:
        for size in range(1, n + 1):
            for sample in product(rows, repeat=size):
                for one in dict.fromkeys(map(whose, sample)):
                    yield sample, tuple(row for row in sample if whose(row) != one)

    return without_users


# ---- What is given


def check_related(relation: str, pairs: Sequence[AnyPair], user: UserOf | None) -> None:
    """Raise NotNeighbours unless all pairs are neighbours in the relation."""
    is_related = {REPLACE_ONE: _differ_in_one_row, ADD_REMOVE: _differ_by_one_row}.get(relation)
    for pair in pairs:
        if relation == USER_LEVEL:
            fine = _differ_by_one_user(pair.first, pair.second, _insisted(user))
        else:
            fine = is_related is None or is_related(pair.first, pair.second)
        if not fine:
            problem = f"they are no neighbours in the relation that the claim is of: {relation}"
            if relation == USER_LEVEL:
                problem += _split_users(pair.first, pair.second, _insisted(user))
            raise NotNeighbours(pair.what, problem, "give the epsilon that is claimed for them, and no relation")


def _differ_in_one_row(first: Input, second: Input) -> bool:
    if not (isinstance(first, Sequence) and isinstance(second, Sequence) and len(first) == len(second)):
        return False
    return sum(bool(a != b) for a, b in zip(first, second, strict=True)) == 1


def _differ_by_one_row(first: Input, second: Input) -> bool:
    if not (isinstance(first, Sequence) and isinstance(second, Sequence)):
        return False
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    return len(longer) == len(shorter) + 1 and is_part(shorter, longer)


def _differ_by_one_user(first: Input, second: Input, user: UserOf) -> bool:
    if not (isinstance(first, Sequence) and isinstance(second, Sequence)):
        return False
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    return any(tuple(row for row in longer if user(row) != one) == tuple(shorter) for one in set(map(user, longer)))


def _split_users(first: Input, second: Input, user: UserOf) -> str:
    """Which users have some rows in one input and fewer, but not none, in the other."""
    one, other = Counter(map(user, first)), Counter(map(user, second))
    split = [whose for whose in one if one[whose] != other[whose] and other[whose]]
    return "".join(f"; the rows of user {whose!r} were split, {one[whose]} and {other[whose]}" for whose in split)


def is_part(shorter: Sequence[object], longer: Sequence[object]) -> bool:
    """The shorter one is the longer one without some of its parts, in order."""
    rest = iter(longer)
    return all(any(part == other for other in rest) for part in shorter)


# ---- From one relation to another


def accounted_relation(relation: str, pairs: Sequence[AnyPair]) -> str:
    """What an accountant is asked about: of given pairs replace-one where all keep it, else add or remove."""
    if relation != AS_GIVEN:
        return relation
    return REPLACE_ONE if all(_differ_in_one_row(pair.first, pair.second) for pair in pairs) else ADD_REMOVE


def steps_between(claimed: str, wanted: str, users_rows: int) -> int | None:
    """Over how many neighbours of the claimed relation one gets from one neighbour of the wanted one to the other.

    A row replaced is one removed and one added; the rows of a user are removed one by one. None where there is no way.
    """
    if claimed == wanted:
        return 1
    return {REPLACE_ONE: 2, USER_LEVEL: users_rows}.get(wanted) if claimed == ADD_REMOVE else None
