"""The lines of a claim on the console: its verdict, what that covers, and what it does not."""

from __future__ import annotations

import sys
from io import StringIO
from typing import Any

import pytest
from click import unstyle
from helpers.sample_ledger import claim, evidence
from rich.console import Console as Terminal

from littlestone.proofs_check.command_line import console
from littlestone.proofs_check.command_line.console import Console, claim_lines, in_columns
from littlestone.proofs_check.command_line.listing import explanation
from littlestone.proofs_check.questions.evidence import silent
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.verdicts.ledger import ledger
from littlestone.spec.claim import CLAIMS


def counted(outcome: str, **changes: Any) -> dict[str, Any]:
    plain = {"outcome": outcome, "beyond_reach": 0, "premise_cases": None} | changes
    return evidence("direct", "all binary classes on 2 points", 15, **plain)


def line(entry: dict[str, Any], *verdicts: dict[str, str]) -> str:
    return unstyle(claim_lines(entry, *verdicts)[0])


def test_a_narrowed_claim_says_so_beside_its_verdict() -> None:
    entry = claim("A.T1", "proved", evidence=[counted("proved")], narrows="the arithmetic", cites=["P.tail"])
    told = "direct, all binary classes on 2 points (15 classes); limits: the arithmetic; cited: P.tail"
    assert line(entry) == f"proved in part {'A.T1':<25} {told}"
    assert line(entry, {"P.tail": "proved"}).endswith("; cited: P.tail (proved)")


def test_a_line_counts_what_is_beyond_reach() -> None:
    entry = claim("A.T1", "checked", evidence=[counted("checked", beyond_reach=1, premise_cases=9)])
    told = "direct, all binary classes on 2 points (14 of 15 classes, 1 skipped, could fail in 9)"
    assert line(entry).split(maxsplit=4)[:4] == ["checked,", "some", "skipped", "A.T1"] and line(entry).endswith(told)


def test_a_refuted_construction_says_so_and_its_correction_what_it_leaves_out() -> None:
    repair = {"verdict": "checked", "statement": "n > 0.", "narrows": "n = 1", "caps": None, "cites": []}
    repair |= {"evidence": [counted("checked", beyond_reach=2)]}
    found = {"text": "Let   n = 0", "data": {}}
    told = {"role": "construction", "counterexample": found, "corrected": repair, "location": "a.py:1"}
    lines = claim_lines(claim("A.T1.step", "refuted", evidence=[counted("refuted", violations=1)], **told))
    assert unstyle(lines[0]).startswith("refuted (a construction in the proof) A.T1.step ")
    assert [shown.strip() for shown in lines[1:]] == [
        "a.py:1",
        "Let   n = 0",
        "corrected, checked in part, some skipped: n > 0.",
        "direct, all binary classes on 2 points (13 of 15 classes, 2 skipped); limits: n = 1",
        "reproduce: littlestone verify --prover direct",
    ]


def test_a_line_names_refuted_parts_and_what_is_cited() -> None:
    entries = [claim("A.T8", "not_checkable", reason="O hides it", cites=["P.tail", "P.sum", "P.union"])]
    entries += [claim("A.T8.range", "refuted", evidence=[counted("refuted")])]
    whole = ledger("tiny", entries)["claims"]
    assert line(whole[0]).endswith("O hides it; cited: P.tail, P.sum, P.union; part refuted: A.T8.range")


def test_an_explanation_says_how_far_the_formula_reaches(registry: None) -> None:
    entry = claim("DIM.vc", "checked", evidence=[counted("checked", beyond_reach=1)], reach="Classes of at most 3")
    text = explanation(CLAIMS["DIM.vc"], ProofView({"DIM.vc": entry}), parts=["evidence"])
    assert "\nreach: Classes of at most 3\n" in text
    assert ": 14 of 15 classes, 1 skipped, 0 violations" in text


@pytest.mark.parametrize("width", [40, 60, 100])
def test_lines_are_wrapped_between_words_beside_the_verdict(width: int) -> None:
    terminal = Terminal(width=width, file=StringIO(), highlight=False, markup=False)
    entry = claim("A.T1", "open", expected=False, reason="no prover found an answer in the time that it had for this")
    for printed in claim_lines(entry):
        terminal.print(in_columns(printed))
    shown = terminal.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert shown[0].startswith("undecided     A.T1") and max(map(len, shown)) <= width
    assert all(part.startswith(" " * 14) for part in shown[1:])
    words = " ".join(" ".join(shown).split())
    assert words == " ".join(" ".join(map(unstyle, claim_lines(entry))).split())


def test_after_some_seconds_of_silence_the_claims_at_work_are_named_once_with_their_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(console, "clock", lambda: now[0])
    shown = Console(2, "all", 120)
    shown.wait(["A.1", "A.2"])
    assert not capsys.readouterr().err
    now[0] += 6
    shown.wait(["A.1", "A.2"])
    shown.wait(["A.1", "A.2"])
    words = "still at A.1, A.2; a claim is ended after 120 CPU seconds; Ctrl-C ends all\n"
    assert capsys.readouterr().err == words
    shown.advance()
    shown.wait(["A.3"])
    assert not capsys.readouterr().err
    shown.close()


def test_nothing_is_told_of_shards_where_no_bar_shows_them() -> None:
    shown = Console(2, "all", 120)
    assert not sys.stderr.isatty() and shown.shards is silent
    shown.close()
