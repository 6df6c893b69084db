"""Small projects with a gate, each in a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers.gate_answers import asked_for, insist_on_answers
from helpers.gate_projects import LEARNER, LEMMAS
from helpers.own_modules import forgotten
from helpers.stated import forget_claims

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.gate import configuration
from littlestone.proofs_check.questions.profiles import QUICK, STEPS, Profile, class_universes
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts import bite, running
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.claim import CLAIMS

SHAPES = class_universes((1, 2), (2, 2))
TINY = Profile("quick", QUICK.budget, SHAPES, boxes=STEPS)


@dataclass
class Project:
    """A folder with a pyproject.toml, and the gate run in it."""

    root: Path
    notes: Path

    @property
    def ran(self) -> list[str]:
        """The claims that the last gate ran afresh, as the workers noted them."""
        return self.notes.read_text(encoding="utf-8").splitlines()

    def write(
        self, lemmas: str = LEMMAS, learner: str = LEARNER, table: str = "", claims: str = '["lemmas.py"]'
    ) -> None:
        self.root.mkdir(exist_ok=True)
        (self.root / "lemmas.py").write_text(lemmas, encoding="utf-8")
        (self.root / "learner.py").write_text(learner, encoding="utf-8")
        text = f"[tool.littlestone]\nclaims = {claims}\n{table}"
        (self.root / "pyproject.toml").write_text(text, encoding="utf-8")

    @property
    def baseline(self) -> Path:
        return self.root / "littlestone-baseline.json"

    @property
    def answers(self) -> Path:
        return self.root.parent / "answers"

    @property
    def evidence(self) -> Path:
        return self.root.parent / "kept" / "evidence.jsonl"

    def gate(self, *words: str | Path, jobs: int = 1) -> Result:
        """The gate's answer; the claims that it runs afresh are in ``ran``. Its files are looked at where it ends."""
        self.notes.write_text("", encoding="utf-8")
        forget()
        rmtree(self.answers, ignore_errors=True)
        asked = ["--config", str(self.root / "pyproject.toml"), "--jobs", str(jobs), *asked_for(self.answers)]
        with forgotten():
            result = CliRunner().invoke(main, ["gate", *asked, *map(str, words)])
        if self.answers.exists() and "could not be written" not in result.stderr:
            insist_on_answers(self.answers, result.exit_code)
        return result

    def data(self, *words: str) -> dict[str, Any]:
        return json.loads(self.gate("--format", "json", *words).stdout)  # type: ignore[no-any-return]

    def found(self) -> list[tuple[str, str]]:
        """The failing findings: rule and subject."""
        return [(rule, subject) for rule, subject, _ in self.errors()]

    def errors(self, *rules: str) -> list[tuple[str, str, str]]:
        """The failing findings of these rules, or of all: rule, subject and message."""
        failing = [finding for finding in self.data()["findings"] if finding["level"] == "error"]
        return [(f["rule"], f["subject"], f["message"]) for f in failing if not rules or f["rule"] in rules]

    def after(self, *edits: tuple[str, str]) -> Project:
        """The project in another folder, with the same baseline, after these edits to its lemmas."""
        lemmas = (self.root / "lemmas.py").read_text(encoding="utf-8")
        for before, instead in edits:
            assert lemmas.count(before) == 1, before
            lemmas = lemmas.replace(before, instead)
        other = Project(self.root.with_name(f"{self.root.name}-changed"), self.notes)
        other.write(lemmas)
        other.baseline.write_bytes(self.baseline.read_bytes())
        return other

    def remembered(self, id: str) -> dict[str, Any]:
        """What the baseline says of a claim."""
        claims = json.loads(self.baseline.read_text(encoding="utf-8"))["claims"]
        return next(claim for claim in claims if claim["id"] == id)  # type: ignore[no-any-return]

    def edited(self, id: str, edit: Callable[[dict[str, Any]], object]) -> Project:
        """The project after an edit to what the baseline says of a claim."""
        data = json.loads(self.baseline.read_text(encoding="utf-8"))
        edit(next(claim for claim in data["claims"] if claim["id"] == id))
        self.baseline.write_text(json.dumps(data), encoding="utf-8")
        return self


@dataclass
class Noted:
    """Runs claims and notes which in a file, since workers run them."""

    notes: Path

    def __call__(self, id: str, settings: Settings) -> Entry:
        with self.notes.open("a", encoding="utf-8") as notes:
            notes.write(f"{id}\n")
        return run_claim(id, settings)


def forget() -> None:
    """Forget the claims and implementations of users' files."""
    forget_claims([id for id, claim in CLAIMS.items() if claim.address != id])
    for id in [id for id, function in IMPLEMENTATIONS.items() if not function.__module__.startswith("littlestone.")]:
        del IMPLEMENTATIONS[id]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever runs gates is slow."""
    for item in items:
        if "project_at" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def project_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Project]]:
    """Makes projects in folders of these names, which share their kept evidence."""
    monkeypatch.setenv("LITTLESTONE_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(bite, "MUTATION", TINY)
    monkeypatch.setattr(configuration, "PROFILES", {"quick": TINY, "full": TINY})
    load_papers()
    noted = Noted(tmp_path_factory.mktemp("ran") / "ran.txt")
    monkeypatch.setattr(running, "run_claim", noted)
    yield lambda name: Project(tmp_path / name, noted.notes)
    forget()


@pytest.fixture(scope="session")
def greens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where projects lie as their first green gate left them."""
    return tmp_path_factory.mktemp("greens")


@pytest.fixture
def green(project_at: Callable[[str], Project], greens: Path, tmp_path: Path) -> Callable[[str, str], Project]:
    """Makes projects of these lemmas whose gate is green, with their baseline and kept evidence: the first one by a
    gate, the others of its name as copies of it.
    """

    def made(name: str, lemmas: str) -> Project:
        project = project_at(name)
        if (greens / name).exists():
            copytree(greens / name, tmp_path, dirs_exist_ok=True)
            assert (project.root / "lemmas.py").read_text(encoding="utf-8") == lemmas
        else:
            project.write(lemmas)
            first = project.gate("--update")
            assert first.exit_code == 0, first.output
            copytree(tmp_path, greens / name)
        return project

    return made


@pytest.fixture
def project(green: Callable[[str, str], Project]) -> Project:
    """A project whose gate is green."""
    return green("project", LEMMAS)
