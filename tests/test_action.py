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
from hashlib import sha256
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
NAME = re.compile(r"'[^']*'|\b(?:inputs|github|runner|steps)(?:\.[\w-]+)+|\balways\(\)|&&|\|\||\n")


# ---- A runner


@dataclass
class Runner:
    """Runs the action's own steps on a checkout; steps of other actions are noted, with what they are given."""

    checkout: Path
    environment: Mapping[str, str]
    event: str = "push"
    ref: str = "main"
    known: dict[str, str] = field(default_factory=dict)
    used: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    found_in_cache: Mapping[str, str] = field(default_factory=dict)
    printed: str = ""
    failed: bool = False

    def run(self, **given: str) -> dict[str, str]:
        """The action's outputs, for inputs whose "_" stand for "-"."""
        self.known |= {f"inputs.{name}": declared["default"] for name, declared in DECLARED["inputs"].items()}
        self.known |= {f"inputs.{name.replace('_', '-')}": value for name, value in given.items()}
        self.known |= {"github.action_path": str(ROOT), "runner.os": "Linux"}
        self.known |= {"runner.temp": str(self.checkout.parent / "runner"), "steps.gate.outputs.kept": ""}
        self.known |= {"github.event_name": self.event, "github.ref_name": self.ref}
        self.known |= {"github.event.repository.default_branch": "main", "steps.restore.outputs.cache-matched-key": ""}
        self.known |= self.found_in_cache
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
        known, words = self.known, {"&&": "and", "||": "or", "always()": "True", "\n": " "}

        def python(found: re.Match[str]) -> str:
            return words.get(found[0], found[0] if found[0][0] == "'" else f"known[{found[0]!r}]")

        return eval(NAME.sub(python, expression).strip(), {"__builtins__": {}}, {"known": known, "format": str.format})


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
    shutil.copytree(EXAMPLE, checkout / "paper", ignore=shutil.ignore_patterns("__pycache__"))
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
    assert (done.checkout.parent / "runner" / "littlestone" / "evidence.jsonl").is_file()
    assert not (folder / ".littlestone").exists()


def test_a_leak(green: tuple[Runner, dict[str, str]], runner: Runner) -> None:
    folder = runner.checkout / "paper"
    shutil.copytree(green[0].checkout / "paper", folder)
    shutil.copytree(green[0].checkout.parent / "runner", runner.checkout.parent / "runner")
    learner = folder / "learner.py"
    text = learner.read_text("utf-8")
    assert text.count("exponential(scores, EPSILON)") == 1
    learner.write_text(text.replace("exponential(scores, EPSILON)", "exponential(scores, 2 * EPSILON)"), "utf-8")
    outputs = runner.run(working_directory="paper", install="", jobs="2", **FILES)
    line = text[: text.index("def learn(")].count("\n") + 1
    assert outputs == {"exit-code": "1", "passed": "false"} and runner.failed
    assert runner.printed.startswith(f"::error file=paper/learner.py,line={line},title=privacy-leak%3A learner.py")
    assert "gate: RED, 1 finding (4 claims, 1 learner; 1 from kept evidence)" in runner.printed
    log = json.loads((folder / FILES["sarif"]).read_text("utf-8"))
    (result,) = log["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert objections(log, SARIF) == [] and result["ruleId"] == "privacy-leak"
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("paper/learner.py", line)
    assert json.loads((folder / FILES["json"]).read_text("utf-8"))["exit_code"] == 1
    assert 'type="privacy-leak"' in (folder / FILES["junit"]).read_text("utf-8")
    assert "privacy-leak" in (runner.checkout.parent / "summary.md").read_text("utf-8")


@pytest.fixture
def keeping(runner: Runner, tmp_path: Path) -> Runner:
    """A runner whose red gate keeps some evidence."""
    text = 'while [ "$1" != --cache ]; do shift; done; mkdir -p "$2"; echo found > "$2/evidence.jsonl"; exit 1'
    program(tmp_path / "bin", "littlestone", text)
    return runner


def test_evidence_is_kept_of_red_gates_too(keeping: Runner) -> None:
    assert keeping.run(install="") == {"exit-code": "1", "passed": "false"}
    (restore, given), (save, kept) = keeping.used
    assert restore.startswith("actions/cache/restore@") and save.startswith("actions/cache/save@")
    assert given["path"] == kept["path"] == str(keeping.checkout.parent / "runner" / "littlestone")
    assert kept["key"] == f"littlestone-Linux-{sha256(b'found' + bytes([10])).hexdigest()[:16]}"
    assert given["restore-keys"] == "littlestone-Linux-"


def test_what_is_restored_and_not_changed_is_not_saved_again(keeping: Runner) -> None:
    keeping.run(install="")
    again = Runner(keeping.checkout, keeping.environment)
    matched = {"steps.restore.outputs.cache-matched-key": keeping.used[-1][1]["key"]}
    again.found_in_cache = matched
    again.run(install="")
    assert [uses.partition("@")[0] for uses, _ in again.used] == ["actions/cache/restore"]


@pytest.mark.parametrize(("event", "ref"), [("pull_request", "7/merge"), ("push", "topic"), ("pull_request", "main")])
def test_only_the_default_branch_keeps_evidence(event: str, ref: str, keeping: Runner) -> None:
    keeping.event, keeping.ref = event, ref
    keeping.run(install="")
    assert [uses.partition("@")[0] for uses, _ in keeping.used] == ["actions/cache/restore"]


@pytest.mark.parametrize("event", ["pull_request_target", "workflow_run"])
def test_events_with_the_rights_of_the_base_branch_are_refused(event: str, keeping: Runner) -> None:
    keeping.event = event
    with pytest.raises(KeyError, match=r"steps\.gate\.outputs"):
        keeping.run(install="")
    assert keeping.failed and keeping.used == [] and "::error" in keeping.printed


# ---- Its own words, with stubs for the programs that it calls


@pytest.mark.parametrize("code", [0, 2, 130])
def test_inputs_are_handed_on_and_so_is_the_exit_code(code: int, runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "littlestone", f'printf "%s|" "$@" >> "{tmp_path}/calls"; exit {code}')
    outputs = runner.run(install="", config="a b.toml", jobs="2", **FILES)
    assert outputs == {"exit-code": str(code), "passed": "true" if code == 0 else "false"}
    assert runner.failed == (code != 0)
    words = ["gate", "--config", "a b.toml", "--format", "github", "--jobs", "2"]
    words += [word for name, file in FILES.items() for word in (f"--{name}", file)]
    words += ["--cache", str(tmp_path / "runner" / "littlestone")]
    assert (tmp_path / "calls").read_text("utf-8") == "".join(f"{word}|" for word in words)


def test_nothing_is_handed_on_that_is_not_given(runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "littlestone", f'echo "$*" > "{tmp_path}/calls"')
    runner.run(install="", cache="false")
    assert (tmp_path / "calls").read_text("utf-8") == "gate --config pyproject.toml --format github --no-cache\n"
    assert runner.used == []


@pytest.mark.parametrize(("install", "wanted"), [("action", str(ROOT)), ("littlestone==1.0", "littlestone==1.0")])
def test_what_is_installed(install: str, wanted: str, runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "python", f'printf "%s|" "$@" > "{tmp_path}/calls"')
    program(tmp_path / "bin", "littlestone", "exit 0")
    runner.run(install=install)
    assert (tmp_path / "calls").read_text("utf-8") == f"-m|pip|install|--quiet|--|{wanted}|"
    runner.run(install=install, constraints="a b.txt")
    assert (tmp_path / "calls").read_text("utf-8") == f"-m|pip|install|--quiet|--constraint|a b.txt|--|{wanted}|"


def test_a_failed_installation_runs_no_gate(runner: Runner, tmp_path: Path) -> None:
    program(tmp_path / "bin", "python", "exit 1")
    program(tmp_path / "bin", "littlestone", f'touch "{tmp_path}/calls"')
    with pytest.raises(KeyError, match=r"steps\.gate\.outputs"):
        runner.run()
    assert runner.failed and not (tmp_path / "calls").exists()


# ---- Held against the official schemas


@pytest.mark.parametrize("path", [FILE, *WORKFLOWS], ids=lambda path: path.name)
def test_the_action_and_the_workflows_are_what_they_should_be(path: Path) -> None:
    assert objections(read_yaml(path), ACTION if path == FILE else WORKFLOW) == []


@pytest.mark.parametrize("path", [FILE, *WORKFLOWS], ids=lambda path: path.name)
def test_actions_are_pinned_and_hold_no_credentials(path: Path) -> None:
    """Each by a commit, its release beside it; a checkout leaves no token; no event has more rights than its code."""
    text = path.read_text(encoding="utf-8")
    for uses in re.findall(r"^\s*(?:- )?uses: (.*)$", text, re.MULTILINE):
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", uses) or uses.startswith("OWNER/"), uses
    assert text.count("persist-credentials: false") == text.count("uses: actions/checkout@")
    assert path == FILE or not {"pull_request_target", "workflow_run"} & set(read_yaml(path)["on"])


def test_only_the_upload_may_write() -> None:
    workflow = read_yaml(EXAMPLE / ".github" / "workflows" / "gate.yml")
    assert workflow["permissions"] == {} and workflow["jobs"]["gate"]["permissions"] == {"contents": "read"}
    assert all("run" not in step for step in workflow["jobs"]["upload"]["steps"])


def test_the_constraints_are_exact() -> None:
    lines = (EXAMPLE / "constraints.txt").read_text("utf-8").splitlines()
    assert lines and all(re.fullmatch(r"[\w-]+==[\d.]+|#.*", line) for line in lines)


def test_what_is_wrong_is_objected_to() -> None:
    spoilt = deepcopy(DECLARED)
    spoilt["runs"]["steps"][0].pop("shell")
    assert objections(spoilt, ACTION) and objections({**read_yaml(WORKFLOWS[0]), "on": {"pushed": None}}, WORKFLOW)


def test_every_input_is_used_and_every_one_used_is_declared() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == set(DECLARED["inputs"])
    job = read_yaml(EXAMPLE / ".github" / "workflows" / "gate.yml")["jobs"]["gate"]
    (call,) = [step for step in job["steps"] if "littlestone" in step.get("uses", "")]
    assert set(call["with"]) <= set(DECLARED["inputs"])
    asked = set(re.findall(r"steps\.gate\.outputs\.([a-z-]+)", json.dumps(job)))
    assert call["id"] == "gate" and asked and asked <= set(DECLARED["outputs"])
