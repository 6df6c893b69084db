"""Relations: which pairs are tried and walked, which are refused, and what a claim in one says in another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE, USER_LEVEL, Guarantee
from littlestone.impl.privacy.mechanisms import truncated_geometric_mechanism
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.answers.six_lines import verdict_line
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.declared import grouped
from littlestone.proofs_check.audits.subjects.instances import Pair, instance_of_class, instance_of_data
from littlestone.proofs_check.audits.subjects.notions import Concentrated, Gaussian, Renyi
from littlestone.proofs_check.audits.subjects.relations import (
    check_related,
    related_pairs,
    user_of,
    walked,
)
from littlestone.proofs_check.bad_input import BadInput, NotNeighbours
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.randomness import Randomness

HALF = Fraction(1, 2)
SETTINGS: dict[str, Any] = {"instance": "thresholds:2", "rows": 2, "mode": "exact"}


def histogram(sample: Any, source: Randomness) -> tuple[int, int]:
    """How many rows have each label, each count with noise for epsilon ln 2 where a row is added or removed."""
    counts = [sum(y == label for _, y in sample) for label in (0, 1)]
    return tuple(truncated_geometric_mechanism(count, 0, 2, 1, ln(2), source) for count in counts)  # type: ignore[return-value]


def size(sample: Any, source: Randomness) -> int:
    return min(len(sample), 2)


def point_of(row: Any) -> int:
    return int(row[0])


# ---- Exactly


def test_a_histogram_keeps_its_claim_when_a_row_is_added_and_half_of_it_when_one_is_replaced() -> None:
    added = audit(histogram, epsilon=ln(2), relation="add-remove", **SETTINGS)
    assert added.verdict == "exact_ok" and added.bound == ln(2)
    assert verdict_line(added).endswith(f"({ADD_REMOVE})") and "--relation add-remove" in added.command
    replaced = audit(histogram, epsilon=ln(2), **SETTINGS)
    assert replaced.verdict == "exact_leak" and replaced.bound == 2 * ln(2)
    assert any("is no leak of it; use --relation add-remove" in note for note in replaced.notes)
    assert f"a claim to {ADD_REMOVE} allows epsilon {2 * ln(2)} where a row is replaced" in audit_text(replaced)
    assert audit(histogram, epsilon=2 * ln(2), **SETTINGS).notes == ()
    beyond = audit(histogram, epsilon=HALF, **SETTINGS)
    assert beyond.leaks and not any("no leak" in note for note in beyond.notes)


def test_the_number_of_rows_leaks_only_where_rows_are_added() -> None:
    kept = audit(size, epsilon=0, **SETTINGS)
    assert kept.bound == 0 and kept.verdict == "open" and kept.varied is False  # it draws nothing
    leak = audit(size, epsilon=5, relation="add-remove", **SETTINGS)
    assert leak.verdict == "exact_leak" and leak.bound.is_infinite
    assert " in one alone, [] in the other" in audit_text(leak)


def test_all_rows_of_a_user_are_told_by_a_function() -> None:
    found = audit(histogram, epsilon=2 * ln(2), user=point_of, **SETTINGS)
    assert found.relation == USER_LEVEL and found.verdict == "exact_ok" and found.bound == 2 * ln(2)
    assert audit(histogram, epsilon=ln(2), user=point_of, **SETTINGS).leaks
    pairs = list(walked(USER_LEVEL, point_of)([(0, 0), (0, 1), (1, 0)], 2))
    assert (((0, 0), (0, 1)), ()) in pairs and (((0, 0), (1, 0)), ((1, 0),)) in pairs
    assert len(pairs) == 3 + 5 + 4 * 2, "three samples of a row; of two rows five of one user, four of both"


def test_a_user_is_told_by_a_row_or_by_its_point_and_label() -> None:
    def of_parts(point: Any, label: int, sign: int = 1) -> Any:
        return sign * point, label

    for users in (of_parts, lambda row: (row[0], row[1]), lambda *rows: rows[0], tuple):
        told = user_of(users)
        assert told is not None and told((3, 1)) == (3, 1)


# ---- What is declared


class Declared:
    """The histogram, with the relation that its epsilon is for."""

    def __init__(self, neighbours: str, **more: Any) -> None:
        self.guarantee = Guarantee(ln(2), neighbours=neighbours, **more)

    def __call__(self, sample: Any, source: Randomness) -> tuple[int, int]:
        return histogram(sample, source)


def test_the_declared_relation_is_audited_by_default() -> None:
    found = audit(Declared(ADD_REMOVE), **SETTINGS)
    assert (found.relation, found.verdict) == (ADD_REMOVE, "exact_ok")
    assert audit(Declared(ADD_REMOVE), epsilon=ln(2), **SETTINGS).relation == ADD_REMOVE
    assert audit(Declared(REPLACE_ONE), **SETTINGS).leaks


def test_what_is_declared_is_converted_to_another_relation() -> None:
    found = audit(Declared(ADD_REMOVE, rho=HALF, mu=2), relation="replace-one", **SETTINGS)
    assert (found.relation, found.verdict) == (REPLACE_ONE, "exact_ok") and found.epsilon == 2 * ln(2)
    assert [one.notion for one in found.measures] == [Concentrated(Fraction(2)), Gaussian(Fraction(4))]
    assert any("over 2 such steps it implies epsilon" in note for note in found.notes)
    assert "relation='replace-one'" in found.command or "--relation replace-one" in found.command
    command = audit(Declared(ADD_REMOVE), **SETTINGS).command
    assert "--relation" not in command and "relation=" not in command
    with pytest.raises(BadInput, match="says nothing of this relation"):
        audit(Declared(REPLACE_ONE), relation="add-remove", **SETTINGS)
    users = audit(Declared(ADD_REMOVE), user=point_of, **SETTINGS)
    assert users.epsilon == 2 * ln(2) and users.verdict == "exact_ok"


def sum_of_labels(sample: Any, source: Randomness) -> int:
    return truncated_geometric_mechanism(min(sum(y for _, y in sample), 3), 0, 3, 1, ln(2), source)


@pytest.mark.parametrize("given", ["pairs", "neighbours"])
def test_a_claim_for_a_row_is_converted_by_the_rows_that_given_pairs_remove(given: str) -> None:
    """However few rows the instance has: three rows of a user are three steps, of which the claim is kept exactly."""
    sum_of_labels.guarantee = Guarantee(ln(2), neighbours=ADD_REMOVE)  # type: ignore[attr-defined]
    pair = [((0, 1), (0, 1), (0, 1), (1, 0)), ((1, 0),)]
    for rows in (1, 9):
        settings: dict[str, Any] = {**SETTINGS, "rows": rows, "relation": "user-level", "user": point_of}
        found = audit(sum_of_labels, **settings, **{given: [pair]})
        assert found.verdict == "exact_ok" and found.epsilon == found.bound == 3 * ln(2)


def test_claims_over_several_steps_are_as_the_papers_say() -> None:
    assert grouped(ln(2), Fraction(1, 100), 2) == (2 * ln(2), Fraction(3, 100))
    assert grouped(ln(2), Fraction(1, 100), 3) == (3 * ln(2), Fraction(7, 100))
    assert Concentrated(HALF).grouped(3) == Concentrated(Fraction(9, 2))
    assert Gaussian(HALF).grouped(3) == Gaussian(Fraction(3, 2))
    assert Renyi(Fraction(8), HALF).grouped(2) == Renyi(Fraction(4), Fraction(3, 2))
    assert Renyi(Fraction(8), HALF).grouped(3) == Renyi(Fraction(2), Fraction(9, 2))
    assert Renyi(Fraction(3), HALF).grouped(2) is None and Renyi(Fraction(3), HALF).grouped(1) == Renyi(
        Fraction(3), HALF
    )


# ---- Pairs to try


def test_pairs_that_are_tried_are_neighbours() -> None:
    what = instance_of_class("thresholds:8", 6)
    for relation, user in ((REPLACE_ONE, None), (ADD_REMOVE, None), (USER_LEVEL, point_of)):
        pairs = related_pairs(relation, what, user, 0)
        assert 4 < len(pairs) <= 16
        check_related(relation, pairs, user)
    assert all(len(pair.first) == 6 and len(pair.second) == 5 for pair in related_pairs(ADD_REMOVE, what, None, 0))


def test_a_sample_is_never_emptied() -> None:
    with pytest.raises(BadInput, match="give more --rows"):
        related_pairs(ADD_REMOVE, instance_of_class("thresholds:8", 1), None, 0)


def test_a_column_says_whose_rows_are_and_is_no_feature(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("id,x,label\n7,1,0\n7,2,1\n8,3,1\n9,1,0\n7,5,1\n")
    for column in ("id", "0"):
        found = instance_of_data(file, user=column)
        assert found.users == ("7", "7", "8", "9", "7") and found.points == (1, 2, 3, 5)
    pairs = related_pairs(USER_LEVEL, found, None, 0)
    assert [len(pair.second) for pair in pairs] == [2, 4, 4] and "3 rows of user 7" in pairs[0].what
    exact = audit(histogram, epsilon=ln(2), instance=found, user="id", mode="exact")
    assert exact.leaks and exact.bound == 3 * ln(2) and exact.pairs_tried == 3 and "--user id" in exact.command
    for wrong in ("name", "2", "label", "-1"):
        with pytest.raises(ValueError, match="--user"):
            instance_of_data(file, user=wrong)


# ---- What is refused

SAMPLE, LONGER = ((0, 0), (1, 1)), ((0, 0), (1, 1), (1, 0))


@pytest.mark.parametrize(
    ("relation", "first", "second"),
    [
        (REPLACE_ONE, SAMPLE, LONGER),
        (ADD_REMOVE, SAMPLE, ((0, 0), (1, 0))),
        (ADD_REMOVE, ((5, 5),), LONGER),
        (ADD_REMOVE, 3, SAMPLE),
        (USER_LEVEL, SAMPLE, LONGER),
    ],
)
def test_given_pairs_are_held_against_the_relation(relation: str, first: Any, second: Any) -> None:
    with pytest.raises(NotNeighbours, match=relation):
        check_related(relation, [Pair(first, second, "mine")], point_of)


def test_given_pairs_may_be_of_any_relation() -> None:
    pairs = [([(0, 0), (1, 1)], [(0, 0)])]
    found = audit(histogram, epsilon=ln(2), relation="add-remove", pairs=pairs, mode="exact")
    assert found.verdict == "exact_ok" and found.pairs_tried == 1
    removed = audit(histogram, epsilon=ln(2), user=point_of, neighbours=[(LONGER, SAMPLE[:1])], mode="exact")
    assert removed.relation == USER_LEVEL and removed.pairs_tried == 1
    given = audit(histogram, epsilon=ln(2), neighbours=[(SAMPLE, LONGER)], mode="exact")
    assert given.relation == "the neighbours given"


BAD: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: audit(size, epsilon=1, relation="swap", **SETTINGS),
        "relation: there is no 'swap'; choose one of replace-one",
    ),
    (lambda: audit(size, epsilon=1, relation="user-level", **SETTINGS), "nobody says whose the rows are"),
    (lambda: audit(size, epsilon=1, user=3, **SETTINGS), "is no function of a row"),  # type: ignore[arg-type]
    (lambda: audit(size, epsilon=1, user=lambda row: row[9], **SETTINGS), r"given \(0, 0\), raised IndexError"),
    (lambda: audit(size, epsilon=1, user=lambda row: object(), **SETTINGS), "is said to be of .* and then of"),
    (lambda: audit(size, epsilon=1, user=lambda row: [row], **SETTINGS), "raised TypeError: unhashable"),  # type: ignore[arg-type,return-value]
    (lambda: audit(size, epsilon=1, pairs=[(SAMPLE, LONGER)], mode="exact"), "they have 2 and 3 rows"),
    (lambda: audit(size, epsilon=1, relation="add-remove", instance="thresholds:4", mode="onerun"), "one run replaces"),
]


@pytest.mark.parametrize(("run", "words"), BAD)
def test_bad_relations_are_refused(run: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        run()
