"""`littlestone proof`: a tree, what rests on a claim, a picture; wrong names are told with what to do."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.command_line.main import main

pytestmark = pytest.mark.usefixtures("registry")


def proof(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["proof", *arguments, "--report", "nowhere"])


def test_the_tree_goes_to_any_depth() -> None:
    lines = proof("BGS21.T3.7").output.splitlines()
    assert lines[0].startswith("BGS21.T3.7  not formalized, from the release")
    assert any("BGS21.CORA.3 " in line for line in lines) and any(line.startswith("│  ") for line in lines)
    assert len(proof("BGS21.T3.7", "--depth", "1").output.splitlines()) < len(lines)


def test_what_rests_on_a_claim_is_listed_near_ones_first() -> None:
    above = proof("BGS21.L5.11", "--above").output.split()
    assert above[0] == "BGS21.T3.4.eq6" and "BGS21.T1.2" in above
    assert proof("BGS21.T1.2", "--above").output == "no dependency on BGS21.T1.2 is stated\n"


def test_a_picture_is_written(tmp_path: Path) -> None:
    assert proof("BGS21.T3.7", "--svg", str(tmp_path / "proof.svg")).exit_code == 0
    assert "BGS21.CORA.3" in (tmp_path / "proof.svg").read_text(encoding="utf-8")


def test_a_claim_without_uses_says_so() -> None:
    assert "no uses are stated in a proof of BGS21.D2.1" in proof("BGS21.D2.1").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["BGS21.T3*"], "give the id of one, such as BGS21.T3"),
        (["nope"], "no claim, paper or glob is called"),
        (["BGS21.T3.7", "--svg", "/no/such/folder/x.svg"], "the picture cannot be written"),
    ],
)
def test_wrong_arguments_are_told_with_exit_code_2(arguments: list[str], words: str) -> None:
    result = proof(*arguments)
    assert result.exit_code == 2 and words in result.output


def test_what_was_not_run_is_said_to_be_that(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["verify", "BGS21.T3.4.chain", "--jobs", "1", "--report", str(tmp_path)])
    assert "1 proof: 1 not run" in run.output and "1 dependencies: 1 not run" in run.output
    told = CliRunner().invoke(main, ["proof", "BGS21.T3.4.chain", "--report", str(tmp_path)]).output
    assert "its proof is not judged: " in told and "littlestone verify BGS21 runs them" in told
    assert "not run: BGS21.T3.4.lnineq  proved, from the release" in told and "undecided" not in told


def test_why_a_use_is_idle_is_said(tmp_path: Path) -> None:
    use = "BCS20.T30.eq8.from.L29.fat"
    CliRunner().invoke(main, ["verify", f"{use}.conclusion", "--jobs", "1", "--report", str(tmp_path)])
    told = CliRunner().invoke(main, ["proof", "BCS20.T30.eq8", "--report", str(tmp_path)]).output
    assert "; idle: chances of 1 give the line too" in told
    for id in ("BCS20.T30.eq8", f"{use}.conclusion"):
        card = CliRunner().invoke(main, ["explain", id, "--report", str(tmp_path)]).output
        assert f"Idle          {use}: chances of 1 give the line too" in card
