"""The worked example is gated: green as it is committed; where broken, red for the right reason, in its own format."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.catalogue import load_papers
from littlestone.proofs_check.cli import main
from littlestone.spec.claim import CLAIMS, _registry

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "gated"
ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def registries() -> Iterator[None]:
    load_papers()
    known = set(CLAIMS)
    yield
    for id in set(CLAIMS) - known:
        del _registry[id]
    IMPLEMENTATIONS.pop("OURS.ALG.vc", None)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Evidence that the tests share, as runs in CI do."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def copy(tmp_path: Path, kept: Path) -> Path:
    shutil.copytree(EXAMPLE, tmp_path / "gated", ignore=shutil.ignore_patterns(".littlestone", "__pycache__"))
    changed(tmp_path / "gated" / "pyproject.toml", 'cache = ".littlestone"', f'cache = "{kept}"')
    return tmp_path / "gated"


def changed(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")


def line_of(file: Path, start: str) -> int:
    return next(i for i, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if line.startswith(start))


def gate(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["gate", "--config", str(folder / "pyproject.toml"), "--jobs", "1", *words])


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
    assert "LEAKS: exactly 2." in found["message"]["text"] and "littlestone audit" in found["message"]["text"]
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


# ---- The action


def test_inputs_and_outputs_of_the_action_are_declared_and_used() -> None:
    inputs, _, rest = ACTION.partition("inputs:\n")[2].partition("outputs:\n")
    outputs = rest.partition("runs:\n")[0]
    declared = set(re.findall(r"^  ([a-z-]+):$", inputs, re.MULTILINE))
    assert set(re.findall(r"inputs\.([a-z-]+)", ACTION)) == declared
    assert set(re.findall(r"^  ([a-z-]+):$", outputs, re.MULTILINE)) == {"exit-code", "passed"}
    workflow = (EXAMPLE / ".github" / "workflows" / "gate.yml").read_text(encoding="utf-8")
    given = workflow.partition("OWNER/littlestone")[2].partition("with:\n")[2].partition("      - if")[0]
    assert set(re.findall(r"^ +([a-z-]+):", given, re.MULTILINE)) <= declared
    assert set(re.findall(r"steps\.gate\.outputs\.([a-z-]+)", workflow)) <= {"exit-code", "passed"}


STUB = """#!/bin/bash
echo "$*" >> "$CALLS"
case "$*" in *sarif*) exit $SARIF_CODE;; *) exit $CODE;; esac
"""


@pytest.mark.parametrize(("code", "sarif_code", "expected"), [(0, 0, 0), (1, 1, 1), (3, 0, 3), (0, 2, 2)])
def test_the_action_hands_on_the_exit_code(code: int, sarif_code: int, expected: int, tmp_path: Path) -> None:
    script = "\n".join(line[8:] for line in ACTION.rpartition("run: |\n")[2].splitlines())
    stub = tmp_path / "littlestone"
    stub.write_text(STUB, encoding="utf-8")
    stub.chmod(0o755)
    given = {"CONFIG": "pyproject.toml", "JOBS": "2", "SARIF": "a b.sarif", "JUNIT": "", "JSON": ""}
    codes = {"CODE": str(code), "SARIF_CODE": str(sarif_code), "CALLS": str(tmp_path / "calls")}
    written = {"GITHUB_OUTPUT": str(tmp_path / "output"), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    # GitHub runs bash with these options.
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    ended = subprocess.run(shell, env={**os.environ, **given, **codes, **written}, check=False)
    assert ended.returncode == expected
    passed = "true" if expected == 0 else "false"
    assert (tmp_path / "output").read_text(encoding="utf-8") == f"exit-code={expected}\npassed={passed}\n"
    assert (tmp_path / "calls").read_text(encoding="utf-8").splitlines() == [
        "gate --config pyproject.toml --jobs 2 --format github",
        "gate --config pyproject.toml --jobs 2 --format sarif --output a b.sarif",
    ]
