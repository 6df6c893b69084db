"""The worked example is gated: green as it is committed; where broken, red for the right reason, in its own format."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from helpers.gate_answers import asked_for, insist_on_answers

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.sources.code_that_ran import forget_texts

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "gated"


@pytest.fixture(autouse=True)
def registries(registry: None) -> Iterator[None]:
    yield
    IMPLEMENTATIONS.pop("OURS.ALG.vc", None)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Evidence that the tests share, as runs in CI do."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def copy(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLE, tmp_path / "gated", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("LITTLESTONE_CACHE", str(kept))
    return tmp_path / "gated"


def changed(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")


def line_of(file: Path, start: str) -> int:
    return next(i for i, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if line.startswith(start))


def gate(folder: Path, *words: str) -> Result:
    """What the gate prints, after a look at the files that it writes."""
    forget_texts()  # a test changes its copy between two gates
    asked = ["--config", str(folder / "pyproject.toml"), "--jobs", "1", *asked_for(folder)]
    result = CliRunner().invoke(main, ["gate", *asked, *words])
    insist_on_answers(folder, result.exit_code)
    return result


def test_the_example_is_green(copy: Path) -> None:
    result = gate(copy)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("gate: green (4 claims, 1 learner; ") and len(result.output.splitlines()) == 1


def test_a_leak_as_sarif(copy: Path) -> None:
    changed(copy / "learner.py", "exponential(scores, EPSILON)", "exponential(scores, 2 * EPSILON)")
    result = gate(copy, "--format", "sarif")
    (found,) = json.loads(result.stdout)["runs"][0]["results"]
    place = found["locations"][0]["physicalLocation"]
    assert (result.exit_code, found["ruleId"], found["level"]) == (1, "privacy-leak", "error")
    assert "LEAKS: exactly ln(193/13) = 2." in found["message"]["text"]
    assert "littlestone audit" in found["message"]["text"]
    assert place["artifactLocation"]["uri"] == "learner.py"
    assert place["region"]["startLine"] == line_of(copy / "learner.py", "def learn(")


def test_a_broken_implementation_as_junit(copy: Path) -> None:
    changed(copy / "lemmas.py", "== 2**size:", ">= 2**size - 1:")
    result = gate(copy, "--format", "junit")
    suite = ElementTree.fromstring(result.stdout.partition("\n")[2])[0]
    (case,) = [case for case in suite if case.find("failure") is not None]
    failure = case.find("failure")
    assert failure is not None and failure.text is not None and result.exit_code == 1
    assert (case.get("name"), failure.get("type")) == ("OURS.ALG.vc", "implementation-disagrees")
    assert failure.get("message") == "checked -> refuted" and "Let   H = {" in failure.text
    assert "littlestone verify lemmas.py::OURS.ALG.vc --points 1 --labels 2" in failure.text


def test_a_weakened_claim_as_github_annotations(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    changed(copy / "lemmas.py", "TIGHT = Constant(0, mutants=(-1,))", "TIGHT = Constant(1, mutants=(-1,))")
    result = gate(copy, "--format", "github")
    first, second, headline = result.output.splitlines()
    line = line_of(copy / "lemmas.py", '@claim("OURS.L1"')
    assert result.exit_code == 1 and headline.startswith("gate: RED, 2 findings")
    assert first.startswith(f"::error file=lemmas.py,line={line},title=changed-claim%3A OURS.L1::")
    assert "its constant slack is 1, it was 0" in first and "title=changed-claim%3A OURS.L2::" in second
    assert "changed-claim | OURS.L1 |" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_a_claim_weakened_by_a_definition_as_json(copy: Path) -> None:
    changed(copy / "lemmas.py", "return H.image(lambda label: 1 - label, 2)", "return H")
    result = gate(copy, "--format", "json")
    found = [f for f in json.loads(result.stdout)["findings"] if f["level"] == "error"]
    assert result.exit_code == 1
    assert [(f["rule"], f["subject"]) for f in found] == [("changed-claim", "OURS.L1"), ("changed-claim", "OURS.L2")]
    assert {f["message"] for f in found} == {"what it means by flipped is something else"}


def test_the_committed_baseline_is_what_update_writes(copy: Path) -> None:
    before = (copy / "littlestone-baseline.json").read_text(encoding="utf-8")
    result = gate(copy, "--update")
    assert result.exit_code == 0 and "is up to date" in result.stderr
    assert (copy / "littlestone-baseline.json").read_text(encoding="utf-8") == before
