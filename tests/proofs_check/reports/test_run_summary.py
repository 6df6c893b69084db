"""The summary of a run: what got worse first, no total that mixes kinds, what is wrong in a line each."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner
from helpers.sample_ledger import claim

from littlestone.proofs_check.command_line.console import MOST_CHARACTERS, one_line
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reports.earlier_runs import Compared, Worse, compared
from littlestone.proofs_check.reports.pages.cards import facts_of_entry
from littlestone.proofs_check.reports.run_summary import summary
from littlestone.proofs_check.verdicts.ledger import ledger

CORRECTED = {"verdict": "proved", "statement": "n > 0.", "narrows": "n = 1", "caps": None, "cites": [], "evidence": []}


def of_a_run(*claims: dict[str, Any], profile: str = "quick") -> Any:
    noted = {"profile": profile, "at": None, "version": "0", "rests_on": "", "stale": False}
    return ledger(profile, [{**entry, "run": noted} for entry in claims])  # type: ignore[list-item]


NOT_COMPARED = Compared(0, ())
GRADES = {"A.T2": ("wrong", "No learner is private."), "A.L1": ("misprint", "")}


def test_each_paper_has_a_row_and_steps_and_companions_are_in_none() -> None:
    entries = [claim("A.T1", "proved", narrows="n = 1"), claim("A.T3", "proved"), claim("B.T1", "checked")]
    entries += [claim("A.T2", "refuted", corrected=CORRECTED), claim("A.L1", "refuted")]
    entries += [claim("A.T1.step", "proved", role="construction"), claim("A.T1.far", "proved", role="companion")]
    lines = summary(entries, [], "quick", NOT_COMPARED, GRADES)
    assert [line.split() for line in lines[2:6]] == [
        ["statements", "proved", "checked", "refuted"],
        ["A", "4", "1", "+", "1", "0", "2"],
        ["B", "1", "0", "1", "0"],
        ["all", "5", "1", "+", "1", "1", "2"],
    ]
    assert "1 proof step: 1 proved" in lines and "1 companion: 1 proved" in lines
    assert "refuted as printed: 1 wrong, 1 misprints" in lines
    assert "  A.T2  No learner is private. [proved in part]" in lines
    assert lines[-2].startswith("next  littlestone explain A.T2 ")


def test_a_statement_that_no_errata_grade_is_in_no_grade() -> None:
    assert not any(
        "refuted as printed" in line for line in summary([claim("A.T9", "refuted")], [], "quick", NOT_COMPARED, GRADES)
    )


def test_what_got_worse_stands_first() -> None:
    found = Compared(3, (Worse("A.T1", "proved", "open", True),))
    first, second = summary([claim("A.T1", "open")], [], "quick", found, {})[:2]
    assert "1 WORSE of 3 that the last run had too" in first and second == "  worse  A.T1: was proved, is open"
    assert (
        "none worse of 2 that the last run had" in summary([claim("A.T1", "open")], [], "quick", Compared(2, ()), {})[0]
    )
    assert "no earlier run" in summary([claim("A.T1", "open")], [], "quick", NOT_COMPARED, GRADES)[0]


@pytest.mark.parametrize(
    ("was", "now", "worse"),
    [
        ("proved", "open", [("A.T1", True)]),
        ("proved", "checked", [("A.T1", False)]),
        ("checked", "refuted", [("A.T1", False)]),
        ("open", "refuted", [("A.T1", False)]),
        ("checked", "checked", []),
        ("refuted", "proved", []),
    ],
)
def test_less_is_known_than_before(was: str, now: str, worse: list[tuple[str, bool]]) -> None:
    found = compared(of_a_run(claim("A.T1", was)), of_a_run(claim("A.T1", now))["claims"])
    assert found.claims == 1 and [(one.id, one.lost) for one in found.worse] == worse


def test_of_a_refuted_claim_the_correction_may_get_worse() -> None:
    before = of_a_run(claim("A.T1", "refuted", corrected=CORRECTED))
    after = of_a_run(claim("A.T1", "refuted", corrected={**CORRECTED, "verdict": "open"}))
    found = compared(before, after["claims"])
    assert found.claims == 1 and [(one.id, one.lost) for one in found.worse] == [("A.T1.corrected", True)]


def test_runs_of_other_profiles_or_claims_are_not_compared() -> None:
    before = of_a_run(claim("A.T1", "proved"), profile="full")
    assert compared(before, of_a_run(claim("A.T1", "open"))["claims"]) == NOT_COMPARED
    assert compared(before, of_a_run(claim("A.T2", "open"), profile="full")["claims"]) == NOT_COMPARED
    assert compared(None, before["claims"]) == NOT_COMPARED


def test_a_line_for_a_claim_is_no_longer_than_it_may_be() -> None:
    (line,) = one_line(claim("A.T1", "checked", title="word " * 90, reason="so"))
    assert line.endswith(" ..") and len(line) <= MOST_CHARACTERS
    assert len(one_line(claim("A.T1", "open", expected=False, reason="so " * 90))) > 1


def test_many_claims_have_no_lines_unless_asked_for(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("littlestone.proofs_check.command_line.main.FEW", 1)
    words = ["verify", "DIM.vc", "DIM.log", "--report", str(tmp_path), "--jobs", "1"]
    short, long, again = (CliRunner().invoke(main, [*words, *more]).output for more in ([], ["-v"], ["-q"]))
    assert "\nDIM " in short and "exhaustive" not in short and "no earlier run to compare with" in short
    assert "checked       DIM.vc" in long and "none worse of 2 that the last run had" in long and "DIM.vc" not in again
    both = CliRunner().invoke(main, [*words, "-v", "-q"])
    assert both.exit_code == 2 and "give one of them" in both.output


def test_what_a_dependency_is_made_of_may_be_unexpected_too() -> None:
    use = claim("A.T1.from.A.L1.premise", "open") | {"expected": False}
    first = summary([claim("A.T1", "proved")], [], "quick", NOT_COMPARED, {}, [use])[0]
    assert first.endswith("1 unexpected")


def test_a_card_has_the_limits_of_a_refutation_and_of_its_correction() -> None:
    entry = claim("A.T1", "refuted", narrows="the upper bound is cited", corrected=CORRECTED)
    assert facts_of_entry(entry).limits == "of the refutation: the upper bound is cited; of the correction: n = 1"
    assert facts_of_entry(entry | {"narrows": None}).limits == "of the correction: n = 1"


def test_what_is_refuted_as_the_project_states_it_did_not_get_worse() -> None:
    earlier = of_a_run(claim("A.T2", "open") | {"expected": False})
    now = of_a_run(claim("A.T2", "refuted", corrected=CORRECTED))["claims"]
    assert not compared(earlier, now).worse
    assert compared(earlier, [entry | {"expected": False} for entry in now]).worse
