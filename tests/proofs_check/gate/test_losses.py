"""What a claim loses while its verdict stays is a finding of a rule of its own; an old baseline has none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from helpers.gate_projects import ALL

from littlestone.proofs_check.gate import configuration

Project = Any
Make = Callable[[str], Project]
FEW = '''
def few(H):
    """Classes of at most two functions."""
    return H.size() <= 2


@claim("MINE.three"'''
THREE = '@claim("MINE.three", "notebook", "lemma", slack=TIGHT'
STATED = "return vc_dimension(H) <= H.points + slack\n"
BRANCHING = "if vc_dimension(H) > littlestone_dimension(H):\n        return False\n    " + STATED


@pytest.mark.parametrize(
    ("edit", "rule", "message"),
    [
        ((THREE, THREE + ', narrows="to classes"'), "narrowed", 'it narrows the print: "to classes", and did not'),
        (
            (THREE, THREE + ', role="construction"'),
            "role-changed",
            "a construction in a proof, it was the paper's statement",
        ),
        ((THREE, THREE + ', caps="depths to 3"'), "reach-lost", 'inside it bounds "depths to 3", and did not'),
        (
            (THREE, FEW.removesuffix('@claim("MINE.three"') + THREE + ", reach=few"),
            "reach-lost",
            'its formula affords only "Classes of at most two functions", and did not; '
            "10 of 15 cases evaluated on all binary classes on 2 points",
        ),
    ],
)
def test_what_is_stated_beside_a_formula(edit: tuple[str, str], rule: str, message: str, project: Project) -> None:
    other = project.after(edit)
    assert other.errors() == [(rule, "MINE.three", message)]
    assert other.gate("--update").exit_code == 0 and other.errors() == []


def test_an_if_loses_provers(project: Project) -> None:
    other = project.after((STATED, BRANCHING))
    lost, formula = other.errors()
    assert formula == ("changed-claim", "MINE.three", "its formula is another one")
    assert lost[0] == "provers-lost" and lost[2].startswith("checked -> sampled: not a circuit: `if` at line ")
    assert other.gate("--update").exit_code == 0 and other.errors() == []
    assert '"lost": "not a circuit: `if`"' in other.baseline.read_text(encoding="utf-8")


# ---- The baseline


SLACK = "slack, smaller"
HELD = {"holds_to": "1", "fails_at": None}


@pytest.mark.parametrize(
    ("edit", "rules"),
    [
        (lambda claim: claim["evaluated"].update({"all binary classes on 2 points": 16}), ["reach-lost"]),
        (lambda claim: claim["evaluated"].update({"all binary classes on 9 points": 1}), ["reach-lost"]),
        (lambda claim: claim["evaluated"].update({"all binary classes on 2 points": 14}), []),
        (lambda claim: claim["evaluated"].clear(), []),
        (lambda claim: claim["frontiers"][SLACK].update(holds_to="-1/32", fails_at="-1/16"), []),
        (lambda claim: claim["frontiers"][SLACK].update(holds_to="-1/16", fails_at="-1/8"), ["frontier-lost"]),
        (lambda claim: claim["frontiers"][SLACK].update(holds_to="1", fails_at="0"), ["frontier-lost"]),
        (lambda claim: claim["frontiers"][SLACK].update(holds_to=None, fails_at=None), []),
        (lambda claim: claim["frontiers"].update({"slack, larger": HELD}), ["frontier-lost"]),
        (lambda claim: claim["frontiers"].update({"gone, larger": HELD}), []),
    ],
)
def test_what_the_baseline_knew(edit: Callable[[dict[str, Any]], object], rules: list[str], project: Project) -> None:
    assert [rule for rule, *_ in project.edited("MINE.one", edit).errors()] == rules


@pytest.mark.parametrize("damage", [[], {SLACK: []}, {SLACK: {"holds_to": "x", "fails_at": None}}, {SLACK: {}}])
def test_frontiers_that_are_none_are_refused(damage: object, project: Project) -> None:
    result = project.edited("MINE.one", lambda claim: claim.update(frontiers=damage)).gate()
    assert result.exit_code == 2 and "it is damaged" in result.stderr


def test_frontiers_of_own_claims_are_measured_and_kept_with_their_evidence(project: Project) -> None:
    remembered = json.loads(project.baseline.read_text(encoding="utf-8"))["claims"]
    found = [frontier for one in remembered for frontier in one["frontiers"].values()]
    assert len(found) >= len(ALL) and all(frontier["holds_to"] is not None for frontier in found)


def test_what_a_gate_measures_anew_does_not_spoil_its_kept_evidence(
    project_at: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        configuration, "PROFILES", {"quick": replace(configuration.PROFILES["quick"], measures="everything")}
    )
    made = project_at("measuring")
    made.write()
    assert made.gate("--update").exit_code == 0 and made.ran == ALL
    assert made.gate().exit_code == 0 and made.ran == []


def test_a_predicate_that_is_part_of_the_formula_is_one_of_its_definitions(project: Project) -> None:
    reaching = FEW.removesuffix('@claim("MINE.three"') + THREE + ", reach=few"
    other = project.after((THREE, reaching), (STATED, "return when(few(H), vc_dimension(H) <= 9 + slack)\n"))
    other.gate("--update")
    claims = json.loads(other.baseline.read_text(encoding="utf-8"))["claims"]
    assert {c["id"] for c in claims if "few" in c["definitions"]} == {"MINE.three"}
