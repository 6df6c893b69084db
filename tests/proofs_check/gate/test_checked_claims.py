"""What is said to have changed of a claim: its own text, what it rests on, and what else its modules do."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.own_modules import forgotten
from helpers.questions import taking
from helpers.stated import forget_claims
from helpers.tiny_runs import TINY

from littlestone.claims import OpenUnit, claim, correction
from littlestone.proofs_check.gate.checked_claims import _files, formula_digest, own_definitions, remembered
from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.claim import CLAIMS

STAR = "from littlestone.claims import *\n"
PLAIN = """
@claim("MINE.seen", "notebook", "lemma")
{}def seen(H: Binary):
    \"\"\"It is bounded.\"\"\"
    return vc_dimension(H) <= {}
"""


def seen(folder: Path, text: str) -> tuple[str, dict[str, str]]:
    folder.mkdir()
    (folder / "stated.py").write_text(STAR + text, encoding="utf-8")
    with forgotten():
        (claim,) = load_file(folder / "stated.py")
        try:
            return formula_digest(claim), own_definitions(claim)
        finally:
            forget_claims([claim.id])


TABLE = 'BOUNDS = {}\nBOUNDS["vc"] = 1\n' + PLAIN.format("", 'BOUNDS["vc"]')
DECORATED = """
from functools import wraps


def weaker(by):
    def decorated(formula):
        @wraps(formula)
        def changed(H):
            return (vc_dimension(H) <= littlestone_dimension(H) + by) | formula(H)

        return changed

    return decorated

""" + PLAIN.format("@weaker(by=0)\n", "0")
FACTORY = """
def at_most(bound):
    def formula(H: Binary):
        \"\"\"It is bounded.\"\"\"
        return vc_dimension(H) <= bound

    return formula


claim("MINE.seen", "notebook", "lemma")(at_most(1))
"""
NO_DOCSTRING = """
def sentence(text):
    def said(formula):
        formula.__doc__ = text
        return formula

    return said


@claim("MINE.seen", "notebook", "lemma")
@sentence("It is bounded.")
def seen(H: Binary):
    bound = littlestone_dimension(H)
    return vc_dimension(H) <= bound
"""
LAMBDA = """
seen = lambda H: vc_dimension(H) <= 1
seen.__doc__, seen.__annotations__ = "It is bounded.", {"H": Binary}
claim("MINE.seen", "notebook", "lemma")(seen)
"""


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        (PLAIN.format("", "1"), "<= 1", "<= 2"),
        (TABLE, "= 1", "= 2"),
        (DECORATED, "by=0", "by=1"),
        (FACTORY, "at_most(1)", "at_most(2)"),
        (NO_DOCSTRING, "bound = ", "bound = 2 * "),
        (LAMBDA, "<= 1", "<= 2"),
        (FACTORY.replace("<= bound", "<= bound()"), "at_most(1)", "at_most(lambda: 2)"),
        (FACTORY.replace("at_most(1)", "at_most(range(1)[-1])"), "range(1)[-1]", "range(2)[-1]"),
        (
            DECORATED.replace(
                "@wraps(formula)\n        def changed(H):", 'def changed(H: Binary):\n            """Bounded."""'
            ),
            "vc_dimension(H) <= 0",
            "vc_dimension(H) <= 1",
        ),
    ],
    ids=[
        "its text",
        "a table that is filled",
        "a decorator",
        "a factory",
        "its first line",
        "a lambda",
        "a lambda for a factory",
        "a range",
        "a decorator that wraps nothing",
    ],
)
def test_a_weaker_claim_is_seen(text: str, before: str, after: str, tmp_path: Path) -> None:
    assert text.count(before) == 1
    assert seen(tmp_path / "a", text) != seen(tmp_path / "b", text.replace(before, after))


@pytest.mark.parametrize(
    "other",
    [
        "def unused():\n    return 1\n" + PLAIN.format("", "1"),
        PLAIN.format("", "1").replace("It is bounded", "It has a bound"),
        PLAIN.format("", "1").replace('"lemma")', '"lemma", narrows="to few points")'),
        PLAIN.format("", "(\n# at column 0\n        1)"),
    ],
    ids=["another function", "its docstring", "what it is stated with", "a comment"],
)
def test_what_says_the_same_is_no_change(other: str, tmp_path: Path) -> None:
    assert seen(tmp_path / "a", PLAIN.format("", "1")) == seen(tmp_path / "b", other)


def test_a_file_for_a_later_python_is_no_fault(tmp_path: Path) -> None:
    guarded = "try:\n    from later_python import N\nexcept SyntaxError:\n    N = 1\n"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "later_python.py").write_text("type N = = int\n", encoding="utf-8")
    (tmp_path / "mine" / "stated.py").write_text(STAR + guarded + PLAIN.format("", "N"), encoding="utf-8")
    with forgotten():
        (claim,) = load_file(tmp_path / "mine" / "stated.py")
        try:
            assert "N" in own_definitions(claim)
        finally:
            forget_claims([claim.id])


def test_a_pattern_leaves_out_what_makes_a_package(tmp_path: Path) -> None:
    for name in ("__init__.py", "lemmas.py"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert _files(tmp_path, "*.py") == [str(tmp_path / "lemmas.py")]
    assert _files(tmp_path, "__init__.py") == [str(tmp_path / "__init__.py")]


def test_the_kits_decorators_may_be_asked_for_as_attributes(tmp_path: Path) -> None:
    text = PLAIN.format("", "1").replace("@claim", "import littlestone.claims as lc\n\n\n@lc.claim")
    assert seen(tmp_path / "a", text) == seen(tmp_path / "b", text.replace('"lemma")', '"lemma", narrows="here")'))


@pytest.mark.usefixtures("registry")
def test_what_a_correction_leaves_out_is_remembered() -> None:
    claim("TOY.false", "a test", "lemma")(taking(lambda x: x * x <= x / 2, x=OpenUnit))
    correction("TOY.false", "squares shrink, and no more", leaves_out="by how much")(
        taking(lambda x: x * x <= x, x=OpenUnit)
    )
    known = remembered(CLAIMS["TOY.false"], run_claim("TOY.false", Settings(TINY)))
    assert known["narrows"] == "by how much"
