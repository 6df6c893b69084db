"""No verdict is said more strongly than it was found, and reach is counted apart from premise."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.sample_ledger import claim, evidence

from littlestone.proofs_check.reports.verdict_words import (
    corrected_words,
    correction_label,
    counts_lines,
    refuted_part_words,
    remarks,
    verdict_words,
)
from littlestone.proofs_check.verdicts.ledger import ledger
from littlestone.proofs_check.verdicts.scopes import cases_words

TWO_POINTS = "all binary classes on 2 points"


@pytest.mark.parametrize(
    "verdict, word", [("proved", "proved"), ("checked", "checked"), ("tested", "sampled"), ("estimated", "estimated")]
)
def test_what_holds_in_part_is_never_said_plainly(verdict: str, word: str) -> None:
    assert verdict_words(claim("T", verdict)) == word
    assert verdict_words(claim("T", verdict, narrows="the arithmetic")) == f"{word} in part"


@pytest.mark.parametrize(
    "verdict, word", [("open", "undecided"), ("refuted", "refuted"), ("not_checkable", "not formalized")]
)
def test_what_does_not_hold_does_not_hold_in_part(verdict: str, word: str) -> None:
    assert verdict_words(claim("T", verdict, narrows="the arithmetic")) == word


def test_a_refuted_construction_is_no_refuted_statement() -> None:
    assert verdict_words(claim("T", "refuted", role="construction")) == "refuted (a construction in the proof)"
    assert verdict_words(claim("T", "checked", role="construction")) == "checked"
    assert verdict_words(claim("T", "refuted", role="companion")) == "refuted (beside the print)"


def test_what_says_nothing_is_vacuous_unless_refuted() -> None:
    empty = {"vacuous": "no mutant dies", "narrows": "one class"}
    assert verdict_words(claim("T", "checked", **empty)) == "vacuous"
    assert verdict_words(claim("T", "refuted", **empty)) == "refuted"


def test_a_correction_is_narrowed_by_what_it_narrows_itself() -> None:
    repair = {"verdict": "proved", "narrows": "the arithmetic"}
    assert corrected_words(claim("T", "refuted", narrows="one class"), repair) == "proved in part"
    assert corrected_words(claim("T", "refuted", narrows="one class"), repair | {"narrows": None}) == "proved"
    assert corrected_words(claim("T", "refuted", vacuous="no mutant dies"), repair) == "vacuous"


def test_a_part_of_a_correction_never_stands_as_the_whole() -> None:
    repair = {"verdict": "proved", "leaves_out": "the accuracy", "caps": None}
    assert corrected_words(claim("T", "refuted"), repair) == "proved in part"
    assert remarks(repair) == ["leaves out: the accuracy"]
    assert correction_label("the accuracy") == "corrected in part, without the accuracy"


def test_remarks_name_what_is_narrowed_capped_and_cited() -> None:
    found = claim("T", "proved", narrows="the arithmetic", caps="depths up to 3", cites=["P.a", "P.b"])
    told = ["limits: the arithmetic; depths up to 3"]
    assert remarks(found) == [*told, "cited: P.a, P.b"]
    assert remarks(found, {"P.a": "proved"}) == [*told, "cited: P.a (proved), P.b"]
    assert remarks(claim("T", "proved")) == []


def test_counts_keep_statements_and_steps_apart_and_leave_uses_out() -> None:
    entries = [claim(f"C{i}", "checked", narrows="one class" if i else None) for i in range(3)]
    entries += [claim(f"R{i}", "refuted", role="construction" if i else "statement") for i in range(2)]
    entries += [claim("P", "proved"), claim("U", "proved", kind="arrow", role="construction")]
    told = ["5 statements: 3 checked (2 in part), 1 refuted, 1 proved", "1 proof step: 1 refuted"]
    assert counts_lines(entries) == told and verdict_words(entries[-1]) == "holds"


def test_what_is_refuted_counts_so_beside_a_correction_that_holds() -> None:
    repair = {"verdict": "checked", "evidence": []}
    mine, other = claim("MINE.1", "refuted", corrected=repair), claim("MINE.2", "refuted")
    told = "3 statements: 2 refuted (1 with a correction that is checked), 1 checked"
    assert counts_lines([mine, other, claim("MINE.3", "checked")]) == [told]
    part = counts_lines([mine | {"corrected": {**repair, "narrows": "one class"}}])
    assert part == ["1 statement: 1 refuted (1 with a correction that is checked in part)"]
    for empty in ({"vacuous": "no mutant dies"}, {"corrected": {**repair, "verdict": "open"}}, {"corrected": None}):
        assert counts_lines([{**mine, **empty}]) == ["1 statement: 1 refuted"]


@pytest.mark.parametrize(
    ("universe", "size", "changes", "words"),
    [
        (TWO_POINTS, 15, {}, " (15 classes)"),
        (TWO_POINTS, 15, {"premise_cases": 15}, " (15 classes)"),
        (TWO_POINTS, 15, {"beyond_reach": 1}, " (14 of 15 classes, 1 skipped)"),
        (
            TWO_POINTS,
            15,
            {"beyond_reach": 1, "premise_cases": 9},
            " (14 of 15 classes, 1 skipped, could fail in 9)",
        ),
        (TWO_POINTS, 15, {"beyond_reach": 1, "premise_cases": 14}, " (14 of 15 classes, 1 skipped)"),
        ("all classes with 3 labels on 2 points", 511, {"premise_cases": 0}, " (511 classes, could fail in 0)"),
        ("all binary classes on 2 points", 225, {}, " (225 cases)"),
        (f"{TWO_POINTS}, 1 <= n <= 2", 30, {"beyond_reach": 3}, " (27 of 30 cases, 3 skipped)"),
        ("all values of the parameters", None, {"cases": 7}, ""),
    ],
)
def test_cases_are_counted_by_reach_and_by_premise(
    universe: str, size: int | None, changes: dict[str, Any], words: str
) -> None:
    plain = {"beyond_reach": 0, "premise_cases": None}
    assert cases_words(evidence("direct", universe, size, **(plain | changes))) == words


def parts_of(*entries: dict[str, Any]) -> dict[str, list[str]]:
    return {entry["id"]: entry["refuted_parts"] for entry in ledger("tiny", entries)["claims"]}


def test_a_theorem_names_its_refuted_parts() -> None:
    whole, part = claim("A.T8", "not_checkable"), claim("A.T8.range", "refuted")
    assert parts_of(whole, part) == {"A.T8": ["A.T8.range"], "A.T8.range": []}
    assert parts_of(whole, claim("A.T8.range", "checked"))["A.T8"] == []
    assert parts_of(whole, claim("A.T8.range", "refuted", role="construction"))["A.T8"] == []
    assert parts_of(whole, claim("A.T80.range", "refuted"))["A.T8"] == []
    assert parts_of(whole, claim("A.T8.proof.eq1", "refuted"))["A.T8"] == ["A.T8.proof.eq1"]
    assert parts_of(whole)["A.T8"] == []


def test_refuted_parts_in_words() -> None:
    assert refuted_part_words(claim("T", "proved")) == ""
    assert refuted_part_words(claim("T", "proved", refuted_parts=["T.a"])) == "part refuted: T.a"
    assert refuted_part_words(claim("T", "proved", refuted_parts=["T.a", "T.b"])) == "parts refuted: T.a, T.b"
