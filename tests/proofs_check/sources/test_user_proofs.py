"""A user's arrows must join claims and go in no circle; what does not is bad input, with file, arrow and advice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.proof_graphs import unstated_ends

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS

pytestmark = pytest.mark.usefixtures("registry")
TEXT = '''
from littlestone.claims import *


@claim("MINE.a", "draft, Lemma 1", "lemma")
def first(x: PositiveReal):
    """ln x <= x."""
    return ln(x) <= x


@claim("MINE.b", "draft, Lemma 2", "lemma")
def second(x: PositiveReal):
    """ln x <= x - 1."""
    return ln(x) <= x - 1
'''
USED = '''

@uses("{citing}", "{cited}", "line 1"{more})
def used_{count}(x: PositiveReal):
    """{words}"""
    return Use({{"x": x}}, gives=ln(x) <= x)
'''


def used(citing: str, cited: str, more: str = "", words: str = "At x.", count: int = 1) -> str:
    return USED.format(citing=citing, cited=cited, more=more, words=words, count=count)


def file_with(folder: Path, *arrows: str) -> Path:
    path = folder / "mine.py"
    path.write_text(TEXT + "".join(arrows), encoding="utf-8")
    return path


CIRCLE = (used("MINE.a", "MINE.b"), used("MINE.b", "MINE.a", count=2))
BAD = {
    "circle": (
        CIRCLE,
        "proofs go in a circle: MINE.b -> MINE.a -> MINE.b, by the arrows MINE.a.from.b, MINE.b.from.a; "
        "prove one of them without the others, without its arrow",
    ),
    "to itself": (
        (used("MINE.a", "MINE.a"),),
        "proofs go in a circle: MINE.a -> MINE.a, by the arrows MINE.a.from.a; "
        "prove one of them without the others, without its arrow",
    ),
    "to no claim": (
        (used("MINE.a", "MINE.c"),),
        "the arrow MINE.a.from.c names MINE.c, which is no claim; correct the id, or state the claim in this file",
    ),
    "from no claim": (
        (used("MINE.c", "MINE.a"),),
        "the arrow MINE.c.from.a names MINE.c, which is no claim; correct the id, or state the claim in this file",
    ),
    "repaired by any truth": (
        (used("MINE.a", "MINE.b", more=', repair="MINE.a"'),),
        "the arrow MINE.a.from.b names MINE.a as repair, which is no correction of MINE.b; "
        'state one by @correction("MINE.b", ...), or leave repair= out',
    ),
    "repaired by no claim": (
        (used("MINE.a", "MINE.b", more=', repair="MINE.c"'),),
        "the arrow MINE.a.from.b names MINE.c, which is no claim; correct the id, or state the claim in this file",
    ),
}


def test_an_arrow_of_which_no_claim_is_made_is_refused_too(tmp_path: Path) -> None:
    in_words = used("MINE.a", "MINE.c", more=', draws="a line"').replace('Use({"x": x}, gives=ln(x) <= x)', "Use()")
    path = file_with(tmp_path, in_words)
    with pytest.raises(BadInput, match=r"the arrow MINE\.a\.from\.c names MINE\.c, which is no claim"):
        load_file(path)


@pytest.mark.parametrize("kind", BAD)
def test_arrows_that_cannot_be_judged_are_refused(kind: str, tmp_path: Path) -> None:
    arrows, message = BAD[kind]
    path = file_with(tmp_path, *arrows)
    for _ in range(2):  # neither is it believed where it is read again
        with pytest.raises(BadInput) as told:
            load_file(path)
        assert re.fullmatch(re.escape(f"{path}, line ") + r"\d+" + re.escape(f": {message}"), str(told.value))


def test_the_line_is_that_of_the_arrow(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as told:
        load_file(file_with(tmp_path, used("MINE.a", "MINE.c")))
    assert told.value.where == f"{tmp_path / 'mine.py'}, line {TEXT.count(chr(10)) + 3}"


def test_a_circle_through_what_stands_in_is_one(tmp_path: Path) -> None:
    vague = '''

@claim("MINE.vague", "draft", "theorem", not_checkable="no code", stand_ins=("MINE.a",))
def vague(x: PositiveReal):
    """Much."""
    return True
'''
    with pytest.raises(BadInput, match=r"MINE\.vague.*by the arrows MINE\.a\.from\.vague;"):
        load_file(file_with(tmp_path, vague, used("MINE.a", "MINE.vague", more=', not_checkable="no code"')))


def test_arrows_that_join_claims_are_read(tmp_path: Path) -> None:
    found = [claim.id for claim in load_file(file_with(tmp_path, used("MINE.a", "MINE.b")))]
    assert found == ["MINE.a", "MINE.b", "MINE.a.from.b.premise", "MINE.a.from.b.conclusion"]


def test_a_file_is_not_blamed_for_the_circle_of_another(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        load_file(file_with(tmp_path, *CIRCLE))
    other = tmp_path / "other.py"
    text = TEXT + used("MINE.a", "MINE.b")
    other.write_text(text.replace("MINE.", "OTHER."), encoding="utf-8")
    assert len(load_file(other)) == 4


def test_arrows_of_a_file_that_is_imported_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "beside_circle.py").write_text(TEXT + "".join(CIRCLE), encoding="utf-8")
    path = tmp_path / "mine.py"
    path.write_text("import beside_circle\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"beside_circle\.py, line \d+: proofs go in a circle"):
        load_file(path)


def test_a_test_leaves_no_arrows() -> None:
    assert unstated_ends() == []
    assert not any(id.startswith("MINE.") for id in [*ARROWS, *CLAIMS])


# ---- On the command line


@pytest.mark.parametrize("command", ["verify", "list", "explain", "proof"])
@pytest.mark.parametrize("kind", BAD)
def test_a_command_says_so_and_ends_with_bad_input(kind: str, command: str, tmp_path: Path) -> None:
    arrows, message = BAD[kind]
    result = CliRunner().invoke(main, [command, str(file_with(tmp_path, *arrows))])
    assert result.exit_code == ExitCode.BAD_INPUT
    assert "mine.py, line " in result.stderr and message in result.stderr and "Traceback" not in result.stderr


def test_an_arrow_without_a_docstring_is_bad_input(tmp_path: Path) -> None:
    path = file_with(tmp_path, used("MINE.a", "MINE.b", words=" "))
    result = CliRunner().invoke(main, ["verify", str(path)])
    assert result.exit_code == ExitCode.BAD_INPUT
    line = TEXT.count("\n") + 3
    needs = "the arrow MINE.a.from.b needs a docstring: what is used, and what for"
    assert f"{path}, line {line}, cannot be run: ValueError: {needs}" in result.stderr
