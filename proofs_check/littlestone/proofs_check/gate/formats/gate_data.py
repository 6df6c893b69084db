"""A gate's result for machines, in the form of ``gate_schema.json``."""

from __future__ import annotations

import json
from importlib.resources import files

from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.proofs_check.gate.baseline import settings_of
from littlestone.proofs_check.gate.entries import Checked
from littlestone.proofs_check.gate.findings import Finding
from littlestone.proofs_check.gate.formats.gate_text import outcome_line
from littlestone.proofs_check.gate.session import GateResult
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.verdicts.ledger import tool_version

SCHEMA = 1


def gate_json(result: GateResult) -> str:
    """The result as JSON."""
    return json.dumps(gate_data(result), indent=1, ensure_ascii=False)


def gate_data(result: GateResult) -> dict[str, object]:
    """The result as plain data."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "littlestone", "version": tool_version()},
        "passed": result.exit_code == ExitCode.PASSED,
        "exit_code": result.exit_code,
        "baseline": result.configuration.baseline,
        "settings": settings_of(result.configuration),
        "checked": [_checked(one, result) for one in result.checked],
        "findings": [_finding(finding) for finding in result.findings],
    }


def gate_schema() -> JsonObject:
    """The JSON Schema (2020-12) that the JSON output follows."""
    text = files("littlestone.proofs_check.gate.formats").joinpath("gate_schema.json").read_text(encoding="utf-8")
    schema: JsonObject = json.loads(text)
    return schema


def _checked(one: Checked, result: GateResult) -> dict[str, object]:
    return {
        "kind": one.kind,
        "name": one.name,
        "title": one.title,
        "verdict": one.entry["verdict"],
        "outcome": outcome_line(one),
        "passed": not any(finding.fails for finding in result.of(one)),
        "cached": one.cached,
        "file": one.place[0],
        "line": one.place[1],
        "command": one.command,
        "remembered": one.remembered,
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule.id,
        "level": finding.rule.level,
        "subject": finding.subject,
        "message": finding.message,
        "why": finding.rule.why,
        "command": finding.command,
        "file": finding.file,
        "line": finding.line,
        "detail": list(finding.detail),
    }
