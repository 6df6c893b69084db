"""Every format says the same, and holds to its schema whatever is in the texts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema  # type: ignore[import-untyped]
import pytest
from helpers.official_schemas import SARIF, objections
from junitparser import Error, Failure, JUnitXml

from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.entries import CheckedClaim
from littlestone.proofs_check.gate.findings import RULES, Finding
from littlestone.proofs_check.gate.formats import FORMATS
from littlestone.proofs_check.gate.formats.gate_data import gate_data, gate_schema
from littlestone.proofs_check.gate.formats.gate_text import headline, outcome_line
from littlestone.proofs_check.gate.formats.github import annotation, step_summary
from littlestone.proofs_check.gate.formats.sarif import sarif_log
from littlestone.proofs_check.gate.session import GateResult

CONFIGURATION = Configuration(Path("/project/pyproject.toml"), 3)
NASTY = 'a <b> & "c" | `d` %0A ]]> \x00\x1b[31m \ud800 ::error::\n::warning::x, é 𝔽'.replace("\ud800", "\ufffe")
ALL = tuple(
    Finding(rule, f"MINE.{i}", "it changed", f"littlestone verify MINE.{i}", "lemmas.py", i + 1)
    for i, rule in enumerate(RULES.values())
)
FOUND = {"prover": "x", "outcome": "checked", "size": 15, "cases": 15, "universe": "all binary classes on 2 points"}
ENTRY: Any = {"verdict": "checked", "expected": True, "evidence": [FOUND], "mutants": [{"killed_by": "points"}]}
ENTRY |= {"fault": None, "corrected": None, "counterexample": None, "frontiers": []}
TRIED = "holds        MINE.0: checked, all binary classes on 2 points (15 classes); 1 of 1 mutants fail"


def result(*findings: Finding) -> GateResult:
    one: Any = CheckedClaim("MINE.0", "It holds.", ENTRY, {}, ("lemmas.py", 1), None, "do", True)
    return GateResult(CONFIGURATION, (one, replace(one, name="MINE.fine", cached=False)), findings)


RESULTS = [
    result(),
    result(*ALL),
    result(*(replace(f, message=NASTY, subject=NASTY, detail=(NASTY,), file="a b/é#%.py") for f in ALL)),
]


def test_json_follows_its_schema_and_does_not_lie() -> None:
    jsonschema.Draft202012Validator(gate_schema()).validate(json.loads(FORMATS["json"](RESULTS[2])))
    assert gate_schema()["$defs"]["finding"]["properties"]["rule"]["enum"] == list(RULES)
    lying = gate_data(result(*ALL)) | {"passed": True}
    assert not jsonschema.Draft202012Validator(gate_schema()).is_valid(lying)
    assert not jsonschema.Draft202012Validator(gate_schema()).is_valid(gate_data(result()) | {"passed": False})


def test_sarif_holds_to_the_standard() -> None:
    (run,) = (log := json.loads(FORMATS["sarif"](RESULTS[2])))["runs"]
    assert objections(log, SARIF) == []
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    assert all(rules[found["ruleIndex"]] == found["ruleId"] for found in run["results"])
    assert len(run["results"]) == sum(finding.rule.level != "note" for finding in RESULTS[2].findings)


SPOILT: list[Callable[[dict[str, Any]], object]] = [
    lambda log: log.pop("version"),
    lambda log: log["runs"][0]["results"][0].pop("message"),
    lambda log: log["runs"][0]["results"][0].update(level="fatal"),
    lambda log: physical(log)["region"].update(startLine=0),
    lambda log: physical(log)["artifactLocation"].update(uri="a b.py"),
]


def physical(log: dict[str, Any]) -> dict[str, Any]:
    return log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("spoil", SPOILT)
def test_sarif_that_is_wrong_is_rejected(spoil: Callable[[dict[str, Any]], object]) -> None:
    log = deepcopy(sarif_log(RESULTS[1]))
    assert objections(log, SARIF) == []
    spoil(log)
    assert len(objections(log, SARIF)) == 1


def test_sarif_has_what_code_scanning_needs() -> None:
    (run,) = sarif_log(RESULTS[2])["runs"]
    assert run["automationDetails"]["id"].endswith("/")
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"] and rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    for found in run["results"]:
        place = found["locations"][0]["physicalLocation"]
        uri = place["artifactLocation"]["uri"]
        assert not uri.startswith(("/", "file:", "..")) and ":" not in uri and place["region"]["startLine"] >= 1
        assert found["partialFingerprints"]["primaryLocationLineHash"] and found["message"]["text"].strip()


def prints(*findings: Finding) -> list[str]:
    results = sarif_log(result(*findings))["runs"][0]["results"]
    return [found["partialFingerprints"]["primaryLocationLineHash"] for found in results]


def test_sarif_fingerprints_are_stable_and_tell_findings_apart() -> None:
    moved = [replace(finding, line=99, file="elsewhere.py", message="other words") for finding in ALL]
    assert prints(*ALL) == prints(*moved) and len(set(prints(*ALL))) == len(prints(*ALL))
    missing = replace(ALL[0], rule=RULES["missing-claim"])
    alike = [missing, replace(missing, subject="MINE.99"), missing]
    assert len(set(prints(*alike))) == 3 and prints(missing) == prints(*alike)[:1]


@pytest.mark.parametrize(
    ("workspace", "named"), [("/", "project/lemmas.py"), ("/project", "lemmas.py"), ("/other", "lemmas.py")]
)
def test_files_are_named_as_in_the_checkout(workspace: str, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", workspace)
    shown = result(ALL[0])
    assert physical(sarif_log(shown))["artifactLocation"]["uri"] == named
    assert FORMATS["github"](shown).startswith(f"::error file={named},line=1,")
    assert gate_data(shown)["findings"][0]["file"] == "lemmas.py"


@pytest.mark.parametrize("shown", RESULTS)
def test_junit_is_read_as_it_is_meant(shown: GateResult) -> None:
    (suite,) = JUnitXml.fromstring(FORMATS["junit"](shown).encode())
    cases = list(suite)
    kinds = Counter(type(found) for case in cases for found in case.result)
    assert (suite.tests, suite.failures, suite.errors) == (len(cases), kinds[Failure], kinds[Error])
    failing = {finding.subject for finding in shown.failures}
    assert len(failing) == sum(kinds.values()) == sum(not case.is_passed for case in cases)
    assert len({(case.classname, case.name) for case in cases}) == len(cases)


def test_junit_tells_faults_from_failures() -> None:
    suite = ElementTree.fromstring(FORMATS["junit"](result(*ALL)).partition("\n")[2])[0]
    errors = {case.get("type") for case in suite.findall("testcase/error")}
    assert errors == {"kit-fault", "unusable"}
    assert suite.find("testcase[@name='MINE.fine']/failure") is None
    assert suite.find("testcase[@name='MINE.0']/failure") is not None


def test_github_annotations_are_one_line_each_and_cannot_be_forged() -> None:
    for finding in RESULTS[2].findings:
        line = annotation(finding, CONFIGURATION.root)
        assert "\n" not in line and line.startswith(("::error file=", "::warning file=", "::notice file="))
        properties = line[2:].partition("::")[0].partition(" ")[2].split(",")
        assert [p.partition("=")[0] for p in properties] == ["file", "line", "title"]
    plain = annotation(ALL[0], CONFIGURATION.root)
    assert plain.startswith("::error file=lemmas.py,line=1,title=new-refutation%3A MINE.0::MINE.0: it changed%0A")


def test_the_step_summary_is_a_table_with_details() -> None:
    text = step_summary(RESULTS[2])
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + len(ALL) and all(row.replace("\\|", "").count("|") == 5 for row in rows)
    assert "reproduce: littlestone verify MINE.0" in text and text.startswith("## littlestone gate: RED")
    assert step_summary(result()).startswith("## littlestone gate: green (2 claims; 1 from kept evidence)\n\n```text\n")


def test_a_green_gate_says_what_was_looked_at() -> None:
    for form in (*(FORMATS[name] for name in ("text", "github", "junit", "json")), step_summary):
        assert TRIED in form(result()) and TRIED.replace("MINE.0", "MINE.fine") in form(result())


def test_no_line_says_more_than_was_found() -> None:
    fault, refuted = {"kind": "formula", "text": "1 /\n0", "line": 3}, {"verdict": "refuted"}
    corrected = {**refuted, "corrected": {**ENTRY, "leaves_out": "a half"}}
    one: Any = result().checked[0]
    changes = ({"fault": fault}, {**refuted, "expected": False}, corrected)
    broken, failing, instead = (outcome_line(replace(one, entry={**ENTRY, **change})) for change in changes)
    assert broken.startswith("not decided  MINE.0: ") and "\n" not in broken
    assert failing == "fails        MINE.0: refuted; 1 of 1 mutants fail"
    assert "as stated    MINE.0: refuted; corrected in part, without a half: checked in part; all" in instead


def test_text_says_what_changed_why_it_matters_and_how_to_see_it() -> None:
    text = FORMATS["text"](result(*ALL))
    for finding in ALL:
        if finding.rule.level != "note":
            assert f"{finding.rule.id}: {finding.subject}  (lemmas.py:{finding.line})" in text
            assert f"why it matters: {finding.rule.why}" in text and f"reproduce: {finding.command}" in text
    assert text.startswith(f"gate: RED, {len(result(*ALL).failures) - 1} findings, 1 check that cannot be run (")


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ([], 0),
        (["new", "improved", "other-settings"], 0),
        (["undecided-audit"], 1),
        (["privacy-leak", "new"], 1),
        (["unusable", "new"], 2),
        (["unusable", "privacy-leak"], 1),
        (["privacy-leak", "kit-fault", "unusable"], 3),
    ],
)
def test_exit_codes(rules: list[str], code: int) -> None:
    found = [replace(ALL[0], rule=RULES[rule]) for rule in rules]
    word = {0: "green", 1: "RED", 2: "NOT RUN TO THE END", 3: "RED"}[code]
    assert result(*found).exit_code == code and headline(result(*found)).startswith(f"gate: {word}")
