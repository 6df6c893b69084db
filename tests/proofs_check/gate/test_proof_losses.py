"""What a proof loses is a finding: it is worth less, or an arrow of it is gone or has become words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Project = Any
Make = Callable[[str], Project]
Finding = tuple[str, str, str]
LEMMAS = '''
from littlestone.claims import *


@claim("MINE.base", "notebook", "lemma")
def base(y: FromZero):
    """1 + y <= e^y."""
    return 1 + y <= exp(y)


@claim("MINE.linear", "notebook", "lemma", narrows="to real numbers")
def linear(x: AtLeastOne):
    """ln x <= x - 1."""
    return ln(x) <= x - 1


@claim("MINE.share", "notebook", "theorem")
def share(p: PositiveUnit):
    """ln(1/p) <= 1/p - 1."""
    return ln(1 / p) <= 1 / p - 1


@uses("MINE.linear", "MINE.base", "line 1")
def base_at_ln(x: AtLeastOne):
    """At y = ln x."""
    return Use({"y": ln(x)}, gives=1 + ln(x) <= exp(ln(x)))


@uses("MINE.share", "MINE.linear", "line 2")
def linear_at_the_inverse(p: PositiveUnit):
    """At x = 1/p."""
    return Use({"x": 1 / p}, gives=ln(1 / p) <= 1 / p - 1)
'''
STATED = '@uses("MINE.share", "MINE.linear", "line 2"'
CORRECTED = '''
@correction("MINE.linear", "nothing is wrong with it")
def no_less_linear(x: AtLeastOne):
    """ln x <= x."""
    return ln(x) <= x


'''
ARROW = "MINE.share.from.linear"
PREMISE, CONCLUSION = f"{ARROW}.premise", f"{ARROW}.conclusion"
GONE = LEMMAS.partition(STATED)[2]

DAMAGE: tuple[Callable[[dict[str, Any]], object], ...] = (
    lambda claim: claim.update(proof="splendid"),
    lambda claim: claim.update(proof=[]),
    lambda claim: claim.update(arrows=[]),
    lambda claim: claim["arrows"][ARROW].update(worth="splendid"),
    lambda claim: claim["arrows"][ARROW].pop("draws"),
    lambda claim: claim["arrows"].update({ARROW: "used"}),
)


@pytest.fixture
def proved(green: Callable[[str, str], Project]) -> Project:
    """A project whose proofs stand, with its baseline."""
    return green("proofs", LEMMAS)


def rules(project: Project) -> set[tuple[str, str]]:
    return set(project.found())


def test_the_baseline_holds_proofs_and_arrows(proved: Project) -> None:
    nothing = {"draws": None, "assumes": None, "repair": None, "not_checkable": None}
    kept = proved.remembered("MINE.share")
    assert kept["proof"] == "conditional" and kept["arrows"] == {ARROW: {"worth": "conditional"} | nothing}
    assert not {"proof", "arrows"} & set(proved.remembered("MINE.base"))
    assert rules(proved) == set()


# ---- Worth less


def test_a_lemma_used_outside_its_range(proved: Project) -> None:
    other = proved.after(('Use({"x": 1 / p}', 'Use({"x": p}'))
    weaker = f"conditional -> broken at {PREMISE}, through {ARROW}; {ARROW}: conditional -> broken"
    assert other.errors("proof-weaker") == [("proof-weaker", "MINE.share", weaker)]
    assert ("new-refutation", PREMISE) in rules(other) and ("new-refutation", "MINE.share") not in rules(other)


def test_whatever_rests_on_a_refuted_lemma_says_so(proved: Project) -> None:
    other = proved.after(("return 1 + y <=", "return 2 + y <="))
    step = "MINE.linear.from.base"
    words = "conditional -> broken at {}, through {}; {}: conditional -> broken"
    assert other.errors("proof-weaker") == [
        ("proof-weaker", "MINE.linear", words.format("MINE.base", step, step)),
        ("proof-weaker", "MINE.share", words.format("MINE.base", ARROW, ARROW)),
    ]


def test_a_further_arrow_that_fails_is_told_though_the_proof_is_no_worse(proved: Project) -> None:
    proved.edited("MINE.share", lambda claim: claim.update(proof="broken"))
    other = proved.after(('Use({"x": 1 / p}', 'Use({"x": p}'))
    assert other.errors("proof-weaker") == [("proof-weaker", "MINE.share", f"{ARROW}: conditional -> broken")]


# ---- Arrows lost


@pytest.mark.parametrize(
    ("before", "instead", "message", "others"),
    [
        (STATED + GONE, "", f"{ARROW} is no longer stated", {PREMISE, CONCLUSION}),
        (
            STATED,
            STATED + ', draws="the logarithm is small"',
            f'{ARROW} draws in words the line "the logarithm is small", and did not',
            {CONCLUSION},
        ),
        (
            STATED,
            STATED + ', assumes="p is fixed beforehand"',
            f'{ARROW} takes for granted "p is fixed beforehand", and did not',
            set(),
        ),
        (
            STATED,
            STATED + ', not_checkable="p is random"',
            f'{ARROW} goes without code: "p is random", and did not',
            {PREMISE, CONCLUSION},
        ),
    ],
)
def test_an_arrow_that_is_lost(before: str, instead: str, message: str, others: set[str], proved: Project) -> None:
    other = proved.after((before, instead))
    assert other.errors("arrow-lost") == [("arrow-lost", "MINE.share", message)]
    assert {subject for rule, subject in rules(other) if rule == "missing-claim"} == others
    assert other.gate("--update").exit_code == 0 and rules(other) == set()


def test_an_arrow_that_relies_on_a_repair(proved: Project) -> None:
    other = proved.after((STATED, CORRECTED + STATED + ', repair="MINE.linear.corrected"'))
    message = f'{ARROW} relies on the repair "MINE.linear.corrected", and did not'
    assert other.errors("arrow-lost") == [("arrow-lost", "MINE.share", message)]
    assert other.gate("--update").exit_code == 1, "what is corrected is true"


# ---- The baseline


def test_an_older_baseline_lacks_proofs_without_a_finding(proved: Project) -> None:
    text = proved.baseline.read_text(encoding="utf-8")
    data = json.loads(text)
    data["claims"] = [{k: v for k, v in claim.items() if k not in ("proof", "arrows")} for claim in data["claims"]]
    proved.baseline.write_text(json.dumps(data), encoding="utf-8")
    assert rules(proved) == set()
    assert proved.gate("--update").exit_code == 0 and proved.baseline.read_text(encoding="utf-8") == text


def test_proofs_that_are_none_are_refused(proved: Project) -> None:
    text = proved.baseline.read_text(encoding="utf-8")
    for edit in DAMAGE:
        result = proved.edited("MINE.share", edit).gate()
        assert result.exit_code == 2 and "it is damaged" in result.stderr
        proved.baseline.write_text(text, encoding="utf-8")


def test_a_circle_of_arrows_is_a_wrong_configuration(project_at: Make) -> None:
    made = project_at("circle")
    made.write(f'{LEMMAS}\n\n@uses("MINE.linear", "MINE.share", "line 2"{GONE}')
    result = made.gate("--update")
    assert result.exit_code == 2 and not made.baseline.exists()
    assert "pyproject.toml, [tool.littlestone], claims: " in result.stderr and "lemmas.py, line " in result.stderr
    assert "proofs go in a circle: MINE.linear -> MINE.share -> MINE.linear, by the arrows " in result.stderr
