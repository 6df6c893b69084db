"""What the project says of itself in several places is the same in all of them."""

import re
import tomllib
from pathlib import Path

import yaml
from helpers.official_schemas import SITE, objections

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
CHECKS = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8"))


def test_version_license_and_authors_are_the_same_everywhere() -> None:
    assert (CITATION["version"], CITATION["license"]) == (PROJECT["version"], PROJECT["license"])
    assert CITATION["authors"] == PROJECT["authors"] == [{"name": "The littlestone developers"}]
    assert PROJECT["license-files"] == ["LICENSE"]
    assert "Apache License\n                           Version 2.0" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_workflow_tests_every_python_that_is_promised() -> None:
    promised = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)]
    assert CHECKS["jobs"]["test"]["strategy"]["matrix"]["python"] == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"
    assert CHECKS["permissions"] == {"contents": "read"}


def test_the_hooks_are_local_and_run_what_make_lint_runs() -> None:
    assert objections(HOOKS, f"{SITE}/pre-commit-config.json") == []
    (local,) = HOOKS["repos"]
    assert local["repo"] == "local" and [hook["entry"] for hook in local["hooks"]] == ["make lint"]
