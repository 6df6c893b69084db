"""The files that a gate writes: asked for all at once, each held against its schema, and all against each other."""

from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator
from junitparser import JUnitXml

from helpers.official_schemas import SARIF, objections
from littlestone.proofs_check.gate.formats.gate_data import gate_schema

NAMES = ("sarif", "junit", "json")


def asked_for(folder: Path) -> list[str]:
    """The options by which a gate writes all its files into the folder."""
    return [word for name in NAMES for word in (f"--{name}", str(folder / f"gate.{name}"))]


def insist_on_answers(folder: Path, exit_code: int) -> None:
    """The files in the folder are valid, say the same, and fit the exit code; raises AssertionError."""
    data = json.loads((folder / "gate.json").read_text(encoding="utf-8"))
    Draft202012Validator(gate_schema()).validate(data)
    log = json.loads((folder / "gate.sarif").read_text(encoding="utf-8"))
    assert objections(log, SARIF) == []
    (run,), (suite,) = log["runs"], JUnitXml.fromstring((folder / "gate.junit").read_bytes())
    assert data["exit_code"] == run["invocations"][0]["exitCode"] == exit_code
    shown = [(f["rule"], f["level"], f["line"]) for f in data["findings"] if f["level"] != "note"]
    places = [found["locations"][0]["physicalLocation"]["region"]["startLine"] for found in run["results"]]
    results = zip(run["results"], places, strict=True)
    assert [(found["ruleId"], found["level"], line) for found, line in results] == shown
    failing = {f["subject"] for f in data["findings"] if f["level"] == "error"}
    assert {case.name for case in suite if not case.is_passed} == failing
