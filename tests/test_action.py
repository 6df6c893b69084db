"""The composite action, run as a runner runs it: its steps in bash, its expressions evaluated, its files read back."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from helpers.official_schemas import ACTION, SARIF, WORKFLOW, objections, read_yaml
from helpers.processes import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "gated"
FILE = ROOT / "action.yml"
DECLARED = read_yaml(FILE)
WORKFLOWS = [*sorted((ROOT / ".github" / "workflows").glob("*.yml")), EXAMPLE / ".github" / "workflows" / "gate.yml"]
FILES = {"sarif": "out/a b.sarif", "junit": "out/gate.xml", "json": "out/gate.json"}
SHELL = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
NAME = re.compile(r"'[^']*'|\b(?:inputs|github|runner|steps)(?:\.[\w-]+)+|\balways\(\)|&&|\|\|")


# ---- A runner


@dataclass
class Runner:
    """Runs the action's own steps on a checkout; steps of other actions are noted, with what they are given."""

    checkout: Path
    environment: Mapping[str, str]
    known: dict[str, str] = field(default_factory=dict)
    used: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    printed: str = ""
    failed: bool = False

    def run(self, **given: str) -> dict[str, str]:
        """The action's outputs, for inputs whose "_" stand for "-"."""
        self.known |= {f"inputs.{name}": declared["default"] for name, declared in DECLARED["inputs"].items()}
        self.known |= {f"inputs.{name.replace('_', '-')}": value for name, value in given.items()}
        self.known |= {"github.action_path": str(ROOT), "runner.os": "Linux", "github.ref_name": "main"}
        self.known |= {"github.run_id": "7", "github.run_attempt": "1"}
        for step in DECLARED["runs"]["steps"]:
            condition = step.get("if", "'yes'")
            if self.value(condition) and ("always()" in condition or not self.failed):
                self.take(step)
        return {name: self.text(output["value"]) for name, output in DECLARED["outputs"].items()}

    def take(self, step: dict[str, Any]) -> None:
        if "uses" in step:
            self.used.append((step["uses"], {name: self.text(value) for name, value in step["with"].items()}))
            return
        written = self.checkout.parent / "output"
        written.write_text("", encoding="utf-8")
        ended = subprocess.run(
            [*SHELL, self.text(step["run"])],
            cwd=self.checkout / self.text(step.get("working-directory", ".")),
            env={
                **self.environment,
                **{name: self.text(value) for name, value in step.get("env", {}).items()},
                "GITHUB_OUTPUT": str(written),
                "GITHUB_STEP_SUMMARY": str(self.checkout.parent / "summary.md"),
                "GITHUB_WORKSPACE": str(self.checkout),
            },
            stdout=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        self.printed += ended.stdout
        self.failed |= ended.returncode != 0
        pairs = (line.partition("=") for line in written.read_text(encoding="utf-8").splitlines())
        self.known |= {f"steps.{step.get('id')}.outputs.{name}": value for name, _, value in pairs}

    def text(self, text: str) -> str:
        """The text with its expressions evaluated."""
        return EXPRESSION.sub(lambda found: str(self.value(found[1])), text)

    def value(self, expression: str) -> Any:
        """An expression of strings, contexts, ==, !=, && and ||, all of which mean in Python what they mean there."""
        known, words = self.known, {"&&": "and", "||": "or", "always()": "True"}

        def python(found: re.Match[str]) -> str:
            return words.get(found[0], found[0] if found[0][0] == "'" else f"known[{found[0]!r}]")

        return eval(NAME.sub(python, expression).strip(), {"__builtins__": {}}, {"known": known})


def environment(first: Path) -> dict[str, str]:
    """The caller's, with a folder of programs first, and no trace of a runner that this test may run in."""
    path = os.pathsep.join([str(first), str(Path(sys.executable).parent), os.environ["PATH"]])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return {**kept, "PATH": path}


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A runner on an empty checkout; programs in the folder ``bin`` beside it come first."""
    (tmp_path / "checkout").mkdir()
    (tmp_path / "bin").mkdir()
    return Runner(tmp_path / "checkout", environment(tmp_path / "bin"))


@pytest.fixture(scope="module")
def green(tmp_path_factory: pytest.TempPathFactory) -> tuple[Runner, dict[str, str]]:
    """The action's run on a checkout that has the worked example in a folder, and its outputs."""
    checkout = tmp_path_factory.mktemp("green") / "checkout"
    shutil.copytree(EXAMPLE, checkout / "paper", ignore=shutil.ignore_patterns(".littlestone", "__pycache__"))
    found = Runner(checkout, environment(checkout))
    return found, found.run(working_directory="paper", install="", jobs="2", **FILES)


# ---- Run for good


def test_a_green_gate(green: tuple[Runner, dict[str, str]]) -> None:
    done, outputs = green
    folder = done.checkout / "paper"
    assert outputs == {"exit-code": "0", "passed": "true"} and not done.failed
    assert done.printed.startswith("gate: green (4 claims, 1 learner; 0 from kept evidence)")
    assert objections(json.loads((folder / FILES["sarif"]).read_text("utf-8")), SARIF) == []
    assert json.loads((folder / FILES["json"]).read_text("utf-8"))["passed"] is True
    assert "<failure" not in (folder / FILES["junit"]).read_text("utf-8")
    assert (done.checkout.parent / "summary.md").read_text("utf-8").startswith("## littlestone gate: green")
    assert (folder / ".littlestone" / "evidence.jsonl").is_file()


def test_a_leak(green: tuple[Runner, dict[str, str]], runner: Runner) -> None:
    folder = runner.checkout / "paper"
    shutil.copytree(green[0].checkout / "paper", folder)
    learner = folder / "learner.py"
    text = learner.read_text("utf-8")
    assert text.count("exponential(scores, EPSILON)") == 1
    learner.write_text(text.replace("exponential(scores, EPSILON)", "exponential(scores, 2 * EPSILON)"), "utf-8")
    outputs = runner.run(working_directory="paper", install="", jobs="2", **FILES)
    line = text[: text.index("def learn(")].count("\n") + 1
    assert outputs == {"exit-code": "1", "passed": "false"} and runner.failed
    assert runner.printed.startswith(f"::error file=paper/learner.py,line={line},title=privacy-leak%3A learner.py")
    assert "gate: RED, 1 finding (4 claims, 1 learner; 4 from kept evidence)" in runner.printed
    log = json.loads((folder / FILES["sarif"]).read_text("utf-8"))
    (result,) = log["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert objections(log, SARIF) == [] and result["ruleId"] == "privacy-leak"
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("paper/learner.py", line)
    assert json.loads((folder / FILES["json"]).read_text("utf-8"))["exit_code"] == 1
    assert 'type="privacy-leak"' in (folder / FILES["junit"]).read_text("utf-8")
    assert "privacy-leak" in (runner.checkout.parent / "summary.md").read_text("utf-8")


def test_evidence_is_kept_of_red_gates_too(runner: Runner) -> None:
    outputs = runner.run(install="")
    assert outputs == {"exit-code": "2", "passed": "false"} and runner.printed == ""
    (restore, given), (save, kept) = runner.used
    assert (restore, save) == ("actions/cache/restore@v4", "actions/cache/save@v4")
    assert given["path"] == kept["path"] == "./.littlestone"
    assert given["key"] == kept["key"] == "littlestone-Linux-main-7-1"
    assert given["restore-keys"].splitlines() == ["littlestone-Linux-main-", "littlestone-Linux-"]


# ---- Its own words, with stubs for the programs that it calls


@pytest.mark.parametrize("code", [0, 1, 2, 3, 130])
def test_inputs_are_handed_on_and_so_is_the_exit_code(code: int, runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "littlestone", f'printf "%s|" "$@" >> "{tmp_path}/calls"; exit {code}')
    outputs = runner.run(install="", config="a b.toml", jobs="2", **FILES)
    assert outputs == {"exit-code": str(code), "passed": "true" if code == 0 else "false"}
    assert runner.failed == (code != 0)
    words = ["gate", "--config", "a b.toml", "--format", "github", "--jobs", "2"]
    words += [word for name, file in FILES.items() for word in (f"--{name}", file)]
    assert (tmp_path / "calls").read_text("utf-8") == "".join(f"{word}|" for word in words)


def test_nothing_is_handed_on_that_is_not_given(runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "littlestone", f'echo "$*" > "{tmp_path}/calls"')
    runner.run(install="", cache="false")
    assert (tmp_path / "calls").read_text("utf-8") == "gate --config pyproject.toml --format github\n"
    assert runner.used == []


@pytest.mark.parametrize(("install", "wanted"), [("action", str(ROOT)), ("littlestone==1.0", "littlestone==1.0")])
def test_what_is_installed(install: str, wanted: str, runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "python", f'printf "%s|" "$@" > "{tmp_path}/calls"')
    program(tmp_path / "bin", "littlestone", "exit 0")
    runner.run(install=install)
    assert (tmp_path / "calls").read_text("utf-8") == f"-m|pip|install|--quiet|{wanted}|"


def test_a_failed_installation_runs_no_gate(runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "python", "exit 1")
    program(tmp_path / "bin", "littlestone", f'touch "{tmp_path}/calls"')
    with pytest.raises(KeyError, match=r"steps\.gate\.outputs"):
        runner.run()
    assert runner.failed and not (tmp_path / "calls").exists()


# ---- Held against the official schemas


def test_the_action_is_one() -> None:
    assert objections(DECLARED, ACTION) == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_the_workflows_are_workflows(path: Path) -> None:
    assert objections(read_yaml(path), WORKFLOW) == []


def test_what_is_wrong_is_objected_to() -> None:
    for spoil in (
        lambda action: action["runs"]["steps"][0].pop("shell"),
        lambda action: action["runs"].update(using="compost"),
        lambda action: action["inputs"].update({"a b": {"description": "x", "required": False}}),
        lambda action: action["outputs"]["passed"].pop("value"),
    ):
        spoilt = deepcopy(DECLARED)
        spoil(spoilt)
        assert objections(spoilt, ACTION)
    workflow = read_yaml(WORKFLOWS[0])
    assert objections({**workflow, "on": {"pushed": None}}, WORKFLOW)
    assert objections({**workflow, "jobs": {"test": {"steps": []}}}, WORKFLOW)


def test_every_input_is_used_and_every_one_used_is_declared() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == set(DECLARED["inputs"])
    job = read_yaml(EXAMPLE / ".github" / "workflows" / "gate.yml")["jobs"]["gate"]
    (call,) = [step for step in job["steps"] if "littlestone" in step.get("uses", "")]
    assert set(call["with"]) <= set(DECLARED["inputs"])
    asked = set(re.findall(r"steps\.gate\.outputs\.([a-z-]+)", json.dumps(job)))
    assert call["id"] == "gate" and asked and asked <= set(DECLARED["outputs"])
