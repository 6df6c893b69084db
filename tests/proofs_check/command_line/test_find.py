"""A claim is found by its item, its id in any case, or words of its title or statement, what is printed first."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.command_line.listing import MOST_FOUND
from littlestone.proofs_check.command_line.main import main


def found(*text: str) -> list[str]:
    result = CliRunner().invoke(main, ["find", *text])
    assert result.exit_code == 0, result.output
    return [line.split()[0] for line in result.output.splitlines() if not line.startswith(" ")]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Lemma 4.1", "LYU25.L4.1"),
        ("lemma 4.1 LYU25", "LYU25.L4.1"),
        ("bgs21 theorem 7.1", "BGS21.T7.1"),
        ("l4.1", "LYU25.L4.1"),
        ("yan25.cl3", "YAN25.Cl3"),
        ("Theorem 26", "BCS20.T26"),
        ("Theorem 28", "BCS20.T28"),
        ("BGS21 Theorem 1.1", "BGS21.T1.1"),
        ("Lemma 8.7", "BGS21.L8.7"),
        ("Lemma 4.1.", "LYU25.L4.1"),
        ("BGS21, Thm. 7.1,", "BGS21.T7.1"),
        ("Lem 4.1", "LYU25.L4.1"),
        ("display (1)", "BCS20.E1"),
        ("lyu25.l4.1.corrected", "LYU25.L4.1.corrected"),
    ],
)
def test_an_item_or_an_id_is_found_first(text: str, first: str) -> None:
    assert found(*text.split())[0] == first


def test_a_longer_number_is_no_item_of_a_shorter_one() -> None:
    assert "BGS21.T3.1" in found("BGS21", "Theorem", "3.1") and "BGS21.L5.11" in found("BGS21", "Lemma", "5.11")
    assert "BGS21.L5.11" not in found("BGS21", "Lemma", "5.1")


def test_words_of_a_statement_are_found_and_many_are_counted() -> None:
    assert all(id.startswith("DIM.") for id in found("DIM", "Sauer"))
    shown = CliRunner().invoke(main, ["find", "the"]).output.splitlines()
    assert len(shown) == 2 * MOST_FOUND + 1 and shown[-1].startswith("and ") and "more words" in shown[-1]


def test_the_key_of_a_paper_may_be_a_word() -> None:
    assert "LYU25.T3.priv" in found("dp", "erm") and found("DP", "learner")
    assert all(id.startswith("DP.") for id in found("DP", "Laplace"))


@pytest.mark.parametrize("command", ["find", "explain"])
@pytest.mark.parametrize("text", ["", " "])
def test_no_text_stands_for_no_claim(command: str, text: str) -> None:
    result = CliRunner().invoke(main, [command, text])
    assert result.exit_code == 2 and "such as L" in result.output and "ABLMM22" not in result.output


def test_a_correction_is_marked_with_the_release() -> None:
    for command in ("find", "explain"):
        shown = CliRunner().invoke(main, [command, "LYU25.L4.1.corrected", "--report", "nowhere"]).output
        assert "proved in part (all parameters) (from the release" in " ".join(shown.split())


def test_what_no_claim_has_is_wrong_usage_with_what_is_near() -> None:
    none = CliRunner().invoke(main, ["find", "LYU25.L41"])
    assert none.exit_code == 2 and "LYU25.L4.1" in none.output
    assert "littlestone list has all" in CliRunner().invoke(main, ["find", "qqqqqq"]).output


def test_the_evidence_of_a_correction_is_that_of_its_run(tmp_path: Path) -> None:
    asked = ["explain", "BGS21.T7.1.corrected", "--evidence", "--report", str(tmp_path)]
    assert "\nchecked, from the release" in CliRunner().invoke(main, asked).output
    CliRunner().invoke(main, ["verify", "BGS21.T7.1", "--jobs", "1", "--report", str(tmp_path)])
    told = CliRunner().invoke(main, asked).output
    assert "it holds at the counterexample" in told and "exhaustive all binary classes on 4 points: 65,535" in told


CITING = '''
from littlestone.claims import *


@claim("MINE.citing", "draft", "lemma", cites=("MINE.false",))
def citing(p: Unit):
    """p >= 0."""
    return p >= 0


@claim("MINE.false", "draft", "lemma")
def false(p: Unit):
    """p <= 1/2."""
    return p <= HALF


@correction("MINE.false", why="nothing is more")
def true(p: Unit):
    """p <= 1."""
    return p <= 1


@claim("MINE.whole", "draft", "theorem", not_checkable="O hides a constant", stand_ins=("MINE.whole.part",))
def whole(p: Unit):
    """p is O(1)."""


@claim("MINE.whole.part", "draft", "remark", caps="at the constant 1/4")
def part(p: Unit):
    """p <= 1/4."""
    return p <= QUARTER


@correction("MINE.whole.part", why="1 is more", narrows="at the constant 1")
def part_corrected(p: Unit):
    """p <= 1."""
    return p <= 1


@claim("MINE.whole.part.unbounded", "draft", "remark")
def no_constant(p: Unit):
    """p <= p."""
    return p <= p


@claim("MINE.false.every", "draft", "remark")
def no_constant_either(p: Unit):
    """p <= p."""
    return p <= p
'''


@pytest.mark.usefixtures("registry")
def test_a_card_says_the_verdict_of_what_is_cited(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(CITING, encoding="utf-8")
    CliRunner().invoke(main, ["verify", str(mine), "--jobs", "1", "--report", str(tmp_path)])

    def card(id: str) -> str:
        told = CliRunner().invoke(main, ["explain", f"{mine}::{id}", "--report", str(tmp_path)]).output
        return " ".join(told.split())

    assert "Cites MINE.false: refuted, corrected: proved (all parameters)" in card("MINE.citing")
    whole, part = card("MINE.whole"), card("MINE.whole.part")
    assert "Verdict not formalized; part refuted: MINE.whole.part" in whole
    assert "Cites MINE.whole.part: refuted, corrected: proved in part (all parameters)" in whole
    assert "of the refutation: at the constant 1/4; of the correction: at the constant 1" in part
    assert "Cites MINE.whole.part.unbounded:" in part and "Cites MINE.false.every:" in card("MINE.false")
