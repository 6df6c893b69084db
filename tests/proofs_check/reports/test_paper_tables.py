"""The tables of a ledger count every claim once, by verdict, by reach and by bite."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.sample_ledger import claim, evidence, frontier

from littlestone.proofs_check.reports.paper_tables import (
    ROWS,
    bite_of,
    corrections_table,
    has_skipped,
    paper_tables,
    row_of,
    tables_page,
)
from littlestone.proofs_check.verdicts.ledger import ledger

FRONTIER = frontier("c", "6", "fails at 3/2") | {"fails_at": "3/2"}
NEEDED = {"part": "n > 0", "fate": "needed", "case": None, "words": "needed"}
DEAD = {"constants": {"c": "6 -> 1"}, "killed_by": "direct", "universe": "u", "text": None}
ALIVE = DEAD | {"killed_by": None}


def reached(outcome: str, beyond: int = 0) -> dict[str, Any]:
    return evidence("direct", "u", 15, outcome=outcome, beyond_reach=beyond)


@pytest.mark.parametrize(
    ("changes", "bite"),
    [
        ({"frontiers": [FRONTIER], "structure": [NEEDED], "mutants": [DEAD]}, "frontier"),
        ({"frontiers": [FRONTIER | {"fails_at": None}], "structure": [NEEDED], "mutants": [DEAD]}, "needed part"),
        ({"structure": [NEEDED | {"fate": "never needed"}], "mutants": [ALIVE, DEAD]}, "dead mutant"),
        ({"structure": [NEEDED | {"fate": "never needed"}], "mutants": [ALIVE]}, "none"),
        ({"frontiers": [FRONTIER], "vacuous": "one node"}, "none"),
    ],
)
def test_the_first_kind_of_bite_counts(changes: dict[str, Any], bite: str) -> None:
    assert bite_of(claim("A.T1", "checked", **changes)) == bite


def test_reach_is_that_of_the_evidence_for_the_verdict() -> None:
    mixed = [reached("tested", beyond=3), reached("checked")]
    assert not has_skipped(claim("A.T1", "checked", evidence=mixed))
    assert has_skipped(claim("A.T1", "tested", evidence=mixed))


def test_every_verdict_has_a_row() -> None:
    entries = [
        claim("A", verdict, narrows=narrows, role=role, vacuous=vacuous)
        for verdict in ("proved", "checked", "tested", "estimated", "refuted", "open", "not_checkable")
        for narrows in (None, "one class")
        for role in ("statement", "construction", "companion")
        for vacuous in (None, "no mutant dies")
    ]
    assert {row_of(entry) for entry in entries} == set(ROWS)


def test_a_table_for_each_paper_counts_each_claim_once() -> None:
    repair = {"verdict": "checked", "evidence": [reached("checked", beyond=1)]}
    entries = [
        claim("A.T1", "proved", evidence=[reached("proved")], frontiers=[FRONTIER]),
        claim("A.T2", "proved", evidence=[reached("proved")], narrows="the arithmetic", structure=[NEEDED]),
        claim("A.T3", "refuted", evidence=[reached("refuted")], role="construction", corrected=repair),
        claim("A.T4", "not_checkable", reason="O hides it"),
        claim("B.T1", "open", reason="undecided"),
    ]
    expected = """
## A

| verdict | claims | statements | reached in full | some skipped | frontier | needed part | dead mutant | none |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
| proved | 1 | 1 | 1 | 0 | 1 | 0 | 0 | 0 |
| proved in part | 1 | 1 | 1 | 0 | 0 | 1 | 0 | 0 |
| refuted (a construction in the proof) | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 1 |
| not formalized | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |
| all | 4 | 3 | 2 | 1 | 1 | 1 | 0 | 1 |

## B
"""
    assert paper_tables(entries).startswith(expected)
    page = tables_page(ledger("quick", entries))
    assert "From a run of the profile quick over 5 claims." in page and page.endswith(paper_tables(entries))
    assert paper_tables([]) == ""


def test_a_part_of_a_correction_is_counted_apart() -> None:
    whole = {"verdict": "proved", "evidence": []}
    beside = [whole, whole | {"verdict": "checked"}, whole | {"leaves_out": "the accuracy"}, None]
    entries = [claim(f"A.T{i}", "refuted", corrected=one) for i, one in enumerate(beside)]
    table = corrections_table([*entries, claim("A.S", "refuted", role="construction")])
    assert "| paper | in part | none | whole, checked | whole, proved |" in table and "| A | 1 | 1 | 1 | 1 |" in table
    assert corrections_table([claim("A.T", "proved")]) == ""
