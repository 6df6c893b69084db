"""What a verdict speaks of, in words: no wider than the evidence behind it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.sample_ledger import claim, evidence

from littlestone.proofs_check.verdicts.scopes import scope_words


def on(points: int, prover: str = "exhaustive", **changes: Any) -> dict[str, Any]:
    size = 2 ** (2**points) - 1
    found = evidence(prover, f"all binary classes on {points} point{'s' * (points > 1)}", size)
    return {**found, "beyond_reach": 0, "premise_cases": None, **changes}


def labelled(labels: int, points: int) -> dict[str, Any]:
    size = 2 ** (labels**points) - 1
    universe = f"all classes with {labels} labels on {points} point{'s' * (points > 1)}"
    return {**on(1), "universe": universe, "size": size, "cases": size}


def at(universe: str) -> dict[str, Any]:
    return {**on(1, "point"), "universe": universe, "size": 1, "cases": 1}


def boxed(universe: str) -> dict[str, Any]:
    return {**on(1, "box"), "universe": universe, "size": 8, "cases": 8}


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([on(1), on(2), on(3)], "all binary classes on <= 3 points (255 classes)"),
        ([on(1), on(3)], "all binary classes on 3 points (255 classes)"),
        ([on(1), on(2, beyond_reach=5)], "all binary classes on <= 2 points (10 of 15 classes, 5 skipped)"),
        ([on(1, premise_cases=0), on(2), on(3)], "all binary classes on 2 to 3 points (255 classes)"),
        ([on(1, premise_cases=0), on(2)], "all binary classes on 2 points (15 classes)"),
        ([on(2, premise_cases=4)], "all binary classes on 2 points (15 classes, could fail in 4)"),
        (
            [on(1), on(2), labelled(3, 1)],
            "all classes with 3 labels on 1 point (7 classes), and all binary classes on <= 2 points (15 classes)",
        ),
        ([on(2), labelled(3, 2)], "all classes with 3 labels on 2 points (511 classes)"),
        (
            [boxed("all trees on 2 points, 1 <= n <= 4")],
            "all trees on 2 points, 1 <= n <= 4 (8 cases), undecided beyond",
        ),
        ([boxed("1 <= n <= 8")], "1 <= n <= 8 (8 cases), undecided beyond"),
        ([boxed("1 <= n <= 8"), at("n = 99")], "1 <= n <= 8 (8 cases), and at n = 99, undecided beyond"),
        ([boxed("1 <= n <= 8"), {**at("n = 99"), "premise_cases": 0}], "1 <= n <= 8 (8 cases), undecided beyond"),
        ([at("n = 99"), at("n = 100")], "n = 99 (1 case)"),
        ([boxed("the one case")], "the one case (8 cases)"),
        ([], None),
    ],
)
def test_words_are_no_wider_than_what_was_looked_at(found: list[dict[str, Any]], words: str | None) -> None:
    entry: Any = claim("T", "checked", evidence=found)
    assert scope_words(entry) == words


def test_what_is_refuted_is_not_undecided_beyond() -> None:
    entry: Any = claim("T", "refuted", evidence=[{**boxed("1 <= n <= 8"), "outcome": "refuted"}])
    assert scope_words(entry) == "1 <= n <= 8 (8 cases)"
    entry["evidence"][0]["cases"] = 3
    assert scope_words(entry) == "1 <= n <= 8 (3 of 8 cases)"
