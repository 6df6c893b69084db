"""Kept evidence is trusted, so it is taken from nowhere that a commit can write to."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from helpers.gate_projects import LEARNER, LEARNER_TABLE
from helpers.own_modules import forgotten

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.gate.audited_learners import key_of, load_code
from littlestone.proofs_check.gate.cache import folder_of
from littlestone.proofs_check.gate.configuration import read_configuration
from littlestone.proofs_check.storage.records import SCHEMA
from littlestone.proofs_check.storage.writing import checksum

Project = Any
LEAKY = LEARNER.replace("Fraction(3, 4)", "Fraction(7, 8)")


def forged(evidence: str, key: str) -> str:
    """The last line's entry as evidence for something else, its check made anew."""
    entry = json.loads(evidence.splitlines()[-1])["entry"]
    return json.dumps({"schema": SCHEMA, "key": key, "entry": entry, "check": checksum(SCHEMA, key, entry)}) + "\n"


def key_asked_for(project: Project) -> str:
    """The key under which the project's learner is looked up."""

    (learner,) = read_configuration(project.root / "pyproject.toml").learners
    with forgotten(), chdir(project.root):
        load_code(learner)
        return key_of(learner, project.root)


@pytest.fixture
def leaking(project_at: Callable[[str], Project]) -> Project:
    """A project whose learner has begun to leak, with evidence forged in its own tree that it does not."""
    assert LEAKY != LEARNER
    sound, project = project_at("sound"), project_at("leaking")
    sound.write(table=LEARNER_TABLE)
    assert sound.gate("--update").exit_code == 0
    project.write(learner=LEAKY, table=LEARNER_TABLE)
    shutil.copy(sound.baseline, project.baseline)
    folder = project.root / ".littlestone"
    folder.mkdir()
    (folder / "evidence.jsonl").write_text(forged(project.evidence.read_text("utf-8"), key_asked_for(project)), "utf-8")
    return project


def test_the_forgery_is_one(leaking: Project) -> None:
    """Whoever can write to the cache can turn a leaking learner green: the folder itself is what is trusted."""
    project = leaking
    project.evidence.write_text((project.root / ".littlestone" / "evidence.jsonl").read_text("utf-8"), "utf-8")
    assert project.gate().exit_code == 0
    assert project.gate("--no-cache").exit_code == 1


def test_evidence_in_the_project_is_refused(leaking: Project) -> None:
    result = leaking.gate("--cache", leaking.root / ".littlestone")
    assert result.exit_code == 2 and "a commit can put forged evidence" in result.stderr
    assert "outside, or --no-cache" in result.stderr
    assert leaking.gate().exit_code == 1  # what lies there is looked at by nobody


def test_a_project_cannot_say_where_its_evidence_is(leaking: Project) -> None:
    leaking.write(learner=LEAKY, table=f'cache = ".littlestone"\n{LEARNER_TABLE}')
    result = leaking.gate()
    assert result.exit_code == 2 and "cache is not for the project to say" in result.stderr


def test_without_a_cache_all_is_run_and_nothing_is_kept(project: Project) -> None:
    before = project.evidence.read_text("utf-8")
    result = project.gate("--no-cache")
    assert result.stdout.startswith("gate: green (4 claims; 0 from kept evidence)") and len(project.ran) == 4
    assert project.evidence.read_text("utf-8") == before
    assert project.gate("--no-cache", "--cache", project.root.parent / "x").exit_code == 2


def test_what_a_commit_can_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LITTLESTONE_CACHE", raising=False)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    root = tmp_path / "checkout" / "paper"
    root.mkdir(parents=True)
    (tmp_path / "elsewhere").symlink_to(root)
    beside = tmp_path / "checkout" / "kept"
    assert folder_of(root, beside) == beside  # nothing says yet that it is of the same tree
    (tmp_path / "checkout" / ".git").mkdir()
    for inside in (root, root / "a" / "b", beside, tmp_path / "elsewhere" / "a"):
        with pytest.raises(BadInput, match="forged evidence"):
            folder_of(root, inside)
    assert folder_of(root, tmp_path / "kept") == tmp_path / "kept"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    with pytest.raises(BadInput, match="forged evidence"):
        folder_of(root, tmp_path / "kept")


def test_the_default_is_of_one_project_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LITTLESTONE_CACHE", raising=False)
    first, second = folder_of(tmp_path / "a"), folder_of(tmp_path / "b" / "a")
    assert first != second and first.name.startswith("a-") and not first.is_relative_to(tmp_path)
    monkeypatch.setenv("LITTLESTONE_CACHE", str(tmp_path / "kept"))
    assert folder_of(tmp_path / "a") == tmp_path / "kept"
