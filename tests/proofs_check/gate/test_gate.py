"""A gate is green where nothing got worse, red for the right reason where something did, cheap else."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import as_in_a_new_process
from helpers.gate_projects import ALL, LEARNER, LEARNER_TABLE, LEMMAS
from helpers.nightly import nightly

from littlestone.proofs_check.gate import audited_learners
from littlestone.proofs_check.gate.audited_learners import key_of, load_code
from littlestone.proofs_check.gate.configuration import read_configuration

Project = Any
Make = Callable[[str], Project]


def test_a_first_gate_asks_for_a_baseline(project_at: Make) -> None:
    fresh = project_at("fresh")
    fresh.write()
    result = fresh.gate()
    assert result.exit_code == 2 and "there is no baseline; write it with littlestone gate --update" in result.stderr
    assert fresh.gate("--update").exit_code == 0 and fresh.ran == ALL
    assert fresh.gate().exit_code == 0


def test_an_unchanged_project_runs_nothing(project: Project) -> None:
    result = project.gate()
    assert result.exit_code == 0 and project.ran == []
    assert result.output.startswith("gate: green (4 claims; 4 from kept evidence)")


@pytest.mark.parametrize(
    "change", [("VC(H) <= n.", "VC(H) <= n!"), ("return len(functions)", "return len(functions)  # all")]
)
def test_a_change_of_a_file_runs_all_of_its_claims_again(change: tuple[str, str], project: Project) -> None:
    other = project.after(change)
    other.gate()
    assert other.ran == ALL


# ---- Red for the right reason


def test_a_refuted_claim(project: Project) -> None:
    other = project.after(("return littlestone_dimension(H)\n", "return vc_dimension(H) + (-1)\n"))
    rules = ("new-refutation", "changed-claim")
    assert other.found() == [(rule, f"MINE.{name}") for name in ("one", "two") for rule in rules]
    text = other.gate().output
    assert "gate: RED, 4 findings" in text and "checked -> refuted" in text and "Let   H = {" in text
    assert "what it means by shared is something else" in text
    assert "reproduce: littlestone verify lemmas.py::MINE.one --points 1 --labels 2" in text
    assert "why it matters: There is a counterexample" in text
    updated = other.gate("--update")
    assert updated.exit_code == 1 and '-   "verdict": "checked"' in updated.stderr
    assert other.found() == [("unexpected-verdict", "MINE.one"), ("unexpected-verdict", "MINE.two")]


def test_a_broken_implementation_is_shown_where_it_is_written(project: Project) -> None:
    other = project.after(("return len(functions)", "return max(len(functions), 2)"))
    (finding,) = [f for f in other.data()["findings"] if f["level"] == "error"]
    found = finding["rule"], finding["subject"], finding["file"]
    assert found == ("implementation-disagrees", "MINE.size", "lemmas.py")
    line = LEMMAS.splitlines().index("def size_of(functions):")
    assert finding["line"] in (line, line + 1)


STATED = "return vc_dimension(H) <= H.points + slack"


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        ("slack=TIGHT)\ndef three", "slack=Constant(1, mutants=(-1, -2)))\ndef three", ["changed-claim"]),
        ("VC(H) <= n.", "VC(H) <= n + 1.", ["changed-claim"]),
        (STATED, STATED.replace(" <=", " + 0 <="), ["changed-claim"]),
        (STATED, f"{STATED} + 1", ["changed-claim", "fewer-mutants-killed", "frontier-lost"]),
        (STATED, f"{STATED} + 2", ["unexpected-verdict", "changed-claim"]),  # both mutants live
        (
            STATED,
            "return when(vc_dimension(H) >= 9, vc_dimension(H) <= slack)",
            ["unexpected-verdict", "changed-claim"],
        ),
    ],
)
def test_a_weakened_claim(before: str, after: str, rules: list[str], project: Project) -> None:
    assert project.after((before, after)).found() == [(rule, "MINE.three") for rule in rules]


def test_a_missing_claim(project: Project) -> None:
    start, end = LEMMAS.index('@claim("MINE.three"'), LEMMAS.index("@implements")
    other = project.after((LEMMAS[start:end], ""))
    assert other.found() == [("missing-claim", "MINE.three")]
    assert "the claim MINE.three, checked in the baseline, is no longer checked" in other.gate().output
    assert other.gate("--update").exit_code == 0 and other.found() == []


def test_news_and_improvements_are_reported_and_do_not_fail(project: Project) -> None:
    result = project.edited("MINE.one", lambda claim: claim.update(verdict="tested")).gate()
    assert result.exit_code == 0 and "improved MINE.one: sampled -> checked" in result.output
    project.write(claims='["lemmas.py", "DIM.vc"]')
    result = project.gate()
    assert result.exit_code == 0 and "new      DIM.vc: checked; it is not in the baseline" in result.output


def test_a_weaker_verdict(project: Project) -> None:
    project.edited("MINE.one", lambda claim: claim.update(verdict="proved"))
    assert project.found() == [("weaker-verdict", "MINE.one")]
    assert "proved -> checked" in project.gate().output


def test_claims_about_an_implementation_are_named_by_it(project_at: Make) -> None:
    made = project_at("algorithms")
    made.write(table='implementations = ["BGS21.ALG.EXPLEARN"]\n', claims="[]")
    made.root.joinpath("pyproject.toml").write_text(
        '[tool.littlestone]\nimplementations = ["ABLMM22.A.tree2"]\n', "utf-8"
    )
    result = made.gate("--update")
    assert result.exit_code == 0, result.output
    assert made.ran and all(id.startswith("ABLMM22") for id in made.ran)


# ---- Learners


def test_a_learner_is_kept_shown_where_it_leaks_and_missed(project_at: Make) -> None:
    made = project_at("learner")
    made.write(table=LEARNER_TABLE, claims="[]")
    assert made.gate("--update").exit_code == 0
    (checked,) = made.data()["checked"]
    assert (checked["verdict"], checked["cached"], checked["file"]) == ("exact_ok", True, "learner.py")
    assert checked["line"] == LEARNER.splitlines().index("def learn(sample, source):") + 1
    leaky = project_at("leaky")
    leaky.write(learner=LEARNER.replace("(3, 4)", "(4, 5)"), table=LEARNER_TABLE, claims="[]")
    leaky.baseline.write_bytes(made.baseline.read_bytes())
    assert leaky.found() == [("privacy-leak", "learner.py:learn on thresholds:2, 1 rows")]
    text = leaky.gate().output
    assert "LEAK: exactly ln(4) = 1.3" in text and "> ln(3) claimed" in text and "the pair of samples:" in text
    assert "repeat: littlestone audit learner.py:learn --epsilon 'ln(3)'" in text
    made.write(table=LEARNER_TABLE.replace("ln(3)", "ln(4)"), claims="[]")
    assert [rule for rule, _ in made.found()] == ["guarantee-loosened"]
    made.write(table=LEARNER_TABLE.replace("rows = 1", "rows = 2"), claims="[]")
    assert made.found() == [("missing-claim", "learner.py:learn on thresholds:2, 1 rows")]


def test_what_was_saved_during_an_audit_is_not_kept(project_at: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have audited what was saved."""
    made = project_at("learner")
    made.write(table=LEARNER_TABLE, claims="[]")
    monkeypatch.setattr(audited_learners, "outdated", lambda: [made.root / "learner.py"])
    assert [made.data("--update")["checked"][0]["cached"] for _ in range(2)] == [False, False]
    monkeypatch.undo()
    assert [made.data()["checked"][0]["cached"] for _ in range(2)] == [False, True]


DECLARING = (
    LEARNER
    + """
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.spec.algebra.reals import ln

learn.guarantee = Guarantee(ln(3))
"""
)
UNSTATED = LEARNER_TABLE.replace('epsilon = "ln(3)"\n', "")


@pytest.mark.slow
def test_a_learner_is_held_to_a_rho(project_at: Make) -> None:
    """Randomised response of ln 3 has rho = ln(3) / 2, its relative entropy, which is 0.549."""
    made = project_at("learner")
    table = UNSTATED + 'rho = "0.55"\n'
    made.write(table=table, claims="[]")
    assert made.gate("--update").exit_code == 0
    (checked,) = made.data()["checked"]
    assert checked["title"] == "learner.py:learn is private with rho 0.55"
    assert (checked["verdict"], checked["line"] > 0) == ("exact_ok", True)
    assert json.loads(made.baseline.read_text())["learners"][0]["rho"] == "0.55"
    made.write(table=table.replace("0.55", "0.6"), claims="[]")
    assert [rule for rule, _ in made.found()] == ["guarantee-loosened"]
    made.write(table=table.replace("0.55", "0.5"), claims="[]")
    assert [rule for rule, _ in made.found()] == ["privacy-leak"]
    assert "LEAK: rho exactly 0.5493... > 0.5 claimed" in made.gate().output


def key_in(folder: Path) -> str:
    """The key of the evidence for the learner that a gate in the folder audits."""
    with chdir(folder), as_in_a_new_process():
        sys.path.insert(0, str(folder))
        (learner,) = read_configuration(Path("pyproject.toml")).learners
        load_code(learner)
        return key_of(learner, folder)


@pytest.mark.slow
@pytest.mark.parametrize("option", ["neighbours", *nightly(["tradeoff", "user"])])
@pytest.mark.parametrize("module", ["pairs.py", *nightly(["pairs"])])
def test_what_the_users_own_files_import_is_part_of_the_key(project_at: Make, module: str, option: str) -> None:
    """Evidence for other pairs, users or curves is none for these, wherever in the project they are written."""
    made = project_at("learner")
    table = '[[tool.littlestone.learners]]\ntarget = "learner.py:learn"\nepsilon = "ln(3)"\nclass = "thresholds:2"\n'
    made.write(table=f'{table}{option} = "{module}:MINE"\n', claims="[]")
    (made.root / "pairs.py").write_text("from elsewhere import MADE\nMINE = MADE\n", encoding="utf-8")
    keys = []
    for value in ("1", "2", "1"):
        (made.root / "elsewhere.py").write_text(f"MADE = {value}\n", encoding="utf-8")
        keys.append(key_in(made.root))
    assert keys[0] == keys[2] != keys[1]


@pytest.mark.slow
def test_a_learner_without_an_epsilon_is_held_to_what_it_declares(project_at: Make) -> None:
    made = project_at("learner")
    made.write(learner=DECLARING, table=UNSTATED, claims="[]")
    assert made.gate("--update").exit_code == 0
    (learner,) = json.loads(made.baseline.read_text())["learners"]
    assert {name: learner[name] for name in ("epsilon", "delta")} == {"epsilon": "ln(3)", "delta": "0"}
    (checked,) = made.data()["checked"]
    assert checked["title"] == "learner.py:learn is private with epsilon ln(3), as it declares"
    for promised, rule in (("ln(4)", "guarantee-loosened"), ("1", "privacy-leak")):
        text = DECLARING.replace("Guarantee(ln(3)", f"Guarantee({promised}")
        other = project_at(rule)
        other.write(learner=text, table=UNSTATED, claims="[]")
        other.baseline.write_bytes(made.baseline.read_bytes())
        assert [found for found, _ in other.found()] == [rule]


@pytest.mark.parametrize(
    ("learner", "table", "words"),
    [
        (LEARNER, UNSTATED, "no epsilon is given, and it declares none"),
        ("learn = 3\n", LEARNER_TABLE, "which is no target"),
    ],
)
def test_a_learner_that_cannot_be_audited_is_unusable(learner: str, table: str, words: str, project_at: Make) -> None:
    made = project_at("learner")
    made.write(learner=learner, table=table, claims="[]")
    result = made.gate("--update")
    assert result.exit_code == 2 and "unusable" in result.output and words in result.output
    assert not made.baseline.exists() and "left as it was" in result.stderr


def test_a_misnamed_learner_is_an_error_of_configuration_and_hides_no_leak(project_at: Make) -> None:
    made = project_at("learner")
    made.write(table=LEARNER_TABLE, claims="[]")
    assert made.gate("--update").exit_code == 0
    made.write(table=LEARNER_TABLE.replace(":learn", ":lern"), claims="[]")
    text = made.gate().output
    assert text.startswith("gate: NOT RUN TO THE END, 1 error of configuration (1 learner")
    assert "\nERROR    unusable: learner.py:lern" in text and "missing-claim" not in text
    both = LEARNER_TABLE + LEARNER_TABLE.replace(":learn", ":lern")
    made.write(learner=LEARNER.replace("(3, 4)", "(4, 5)"), table=both, claims="[]")
    result = made.gate("--update")
    assert result.exit_code == 1 and "RED, 1 finding, 1 error" in result.output and "left as" in result.stderr


# ---- The baseline


def test_the_baseline_is_the_same_every_time_and_holds_no_times_or_paths(project: Project) -> None:
    text = project.baseline.read_text(encoding="utf-8")
    project.evidence.unlink()
    result = project.gate("--update", jobs=2)
    assert result.exit_code == 0 and project.baseline.read_text(encoding="utf-8") == text
    assert "is up to date" in result.stderr
    assert "seconds" not in text and str(project.root) not in text


def test_an_update_shows_its_difference(project: Project) -> None:
    result = project.after(("VC(H) <= n.", "VC(H) is at most n.")).gate("--update")
    assert result.exit_code == 0
    lines = [line for line in result.stderr.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert lines == ['-   "statement": "VC(H) <= n.",', '+   "statement": "VC(H) is at most n.",']


DAMAGE: list[Callable[[bytes], bytes]] = [
    lambda good: b"",
    lambda good: b"[]",
    lambda good: good[: len(good) // 2],
    lambda good: b"\xff" + good,
    lambda good: good.replace(b'"schema": 2', b'"schema": 3'),
    lambda good: good.replace(b'"schema": 2', b'"schema": true'),
    lambda good: good.replace(b'"claims"', b'"claim"'),
    lambda good: good.replace(b'"checked"', b'"chucked"', 1),
    lambda good: good.replace(b'"mutants_killed"', b'"mutants_dead"', 1),
    lambda good: good.replace(b'"mutants_killed": 2', b'"mutants_killed": "1"', 1),
    lambda good: good.replace(b'"mutants_killed": 2', b'"mutants_killed": true', 1),
    lambda good: good.replace(b'"expected": true', b'"expected": 1', 1),
    lambda good: good.replace(b'"definitions": {', b'"definitions": {"x": 1, ', 1),
    lambda good: good.replace(b'"role": "statement"', b'"role": "stated"', 1),
    lambda good: good.replace(b'"reach": null', b'"breach": null', 1),
    lambda good: good.replace(b'"MINE.one"', b'"MINE.two"', 1),
    lambda good: good.replace(b'"seed": 0', b'"seed": "0"', 1),
    lambda good: b"[" * 100_000,
]


def test_a_damaged_baseline_is_refused(project: Project) -> None:
    good = project.baseline.read_bytes()
    for damage in DAMAGE:
        project.baseline.write_bytes(damage(good))
        result = project.gate()
        assert damage(good) != good and result.exit_code == 2, damage(good)[:200]
        assert "littlestone-baseline.json" in result.stderr and "Traceback" not in result.output
    assert project.gate("--update").exit_code == 0 and project.baseline.read_bytes() == good


def test_an_older_baseline_is_refused_with_a_word(project: Project) -> None:
    """What it lacks would be compared with nothing, and be green."""
    project.baseline.write_bytes(project.baseline.read_bytes().replace(b'"schema": 2', b'"schema": 1'))
    result = project.gate()
    assert result.exit_code == 2 and "schema 2, but of 1, which an earlier version wrote" in result.stderr
