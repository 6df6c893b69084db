"""The command explore: text, JSON, questions that cannot be read, and what a shell completes."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.command_line.completion import parameters_that_begin
from littlestone.proofs_check.command_line.explore import explore_command
from littlestone.proofs_check.command_line.listing import list_command
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.command_line.search import search_command
from littlestone.proofs_check.explore import beyond, known
from littlestone.proofs_check.rechecking.searches import check_none
from littlestone.proofs_check.search import searching


def call(*words: str) -> Result:
    return CliRunner().invoke(main, ["explore", *words])


def test_an_answer_in_words_goes_to_dims_as_it_is() -> None:
    text = call("Ldim <= VC", "--points", "3").output
    assert text.startswith("Ldim <= VC fails on 3 points, and on no fewer\n")
    shown = text.splitlines()[-1].strip()
    measured = CliRunner().invoke(main, ["dims", shown]).output
    assert "VC = 1" in measured and "Littlestone = 2" in measured


def test_an_answer_as_json() -> None:
    found = json.loads(call("max Ldim - VC", "--points", "3", "--format", "json").stdout)
    assert found["complete"] is True and found["kind"] == "max"
    assert [f["attained"] for f in found["findings"]] == [3, 15, 24]
    assert found["shown_by"] == [{"class": "{000, 001, 011, 100}", "values": {"Ldim": "2", "VC": "1"}, "value": "1"}]


def test_a_question_that_cannot_be_read_is_refused_with_its_place() -> None:
    result = call("VCC <= Ldim")
    assert result.exit_code == 2 and result.stdout == ""
    assert "there is no parameter 'VCC'" in result.stderr and "did you mean VC?" in result.stderr
    assert call("mine", "--points", "3").exit_code == 2
    assert call("VC <= Ldim", "--points", "7").exit_code == 2


def test_few_functions_are_of_six_points_and_of_questions() -> None:
    for words in (["mine"], ["VC <= Ldim", "--points", "5"]):
        refused = call(*words, "--at-most", "4")
        assert refused.exit_code == 2 and "--at-most" in refused.stderr
    assert call("VC <= Ldim", "--at-most", "11").exit_code == 2


def test_a_fault_of_the_kit_has_an_exit_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("VC <= Ldim and 1 > 2", "--points", "1").exit_code == 0
    monkeypatch.setattr(known, "why_known", lambda relation, strict: ("DIM.vc",))
    monkeypatch.setattr(searching, "check_none", lambda proof: check_none(replace(proof, proof="")))
    for words in (
        ["explore", "Ldim <= VC", "--points", "3"],
        ["search", "VC <= 1", "--functions", "4", "--points", "2"],
    ):
        failed = CliRunner().invoke(main, words)
        assert failed.exit_code == 3 and failed.stderr.startswith("Error: the kit is at fault: "), failed.output


ROOM = Path(beyond.__file__).parent
MESSAGES = [  # every file whose words an answer of explore may show
    *sorted(ROOM.glob("*.py")),
    ROOM.parent / "command_line" / "explore.py",
    *(ROOM.parent / "provers" / name for name in ("exhaustive.py", "symbolic.py", "orbit_way.py")),
    ROOM.parent / "circuits" / "class_programs.py",
]


def options_named(source: str) -> set[str]:
    """The options that the texts of a module name."""
    texts = (n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return {option for text in texts for option in re.findall(r"--[a-z][a-z-]*", text)}


def test_every_option_that_a_message_names_exists() -> None:
    there = {
        option
        for c in (explore_command, search_command, list_command)
        for parameter in c.params
        for option in parameter.opts
    }
    named = {option for file in MESSAGES for option in options_named(file.read_text(encoding="utf-8"))}
    assert {"--smallest", "--at-most", "--points", "--format"} <= named <= there
    assert options_named("raise ValueError(f'{x} is too large: give --max-points {y}')") == {"--max-points"}


def test_parameters_are_completed_after_what_is_typed() -> None:
    context, parameter = click.Context(explore_command), explore_command.params[0]
    assert parameters_that_begin(context, parameter, "max Ld") == ["max Ldim"]
    assert {"VC <= TD", "VC <= TS_min"} <= set(parameters_that_begin(context, parameter, "VC <= T"))
