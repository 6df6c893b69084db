"""A gate's result as SARIF 2.1.0, for code scanning: a rule for each kind of finding, a location for each finding."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from littlestone.proofs_check.gate.findings import RULES, Finding, Rule
from littlestone.proofs_check.gate.formats.gate_text import whole_message
from littlestone.proofs_check.gate.formats.github import in_repository
from littlestone.proofs_check.gate.session import GateResult
from littlestone.proofs_check.verdicts.ledger import tool_version

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
RULE_NUMBERS = {id: i for i, id in enumerate(RULES)}


def sarif_json(result: GateResult) -> str:
    """The result as JSON."""
    return json.dumps(sarif_log(result), indent=1, ensure_ascii=False)


def sarif_log(result: GateResult) -> dict[str, object]:
    """The result as a SARIF log with one run; notes are left out, since code scanning shows all results as alerts."""
    driver = {
        "name": "littlestone",
        "version": tool_version(),
        "rules": [_rule(rule) for rule in RULES.values()],
    }
    invocation = {"executionSuccessful": result.is_whole, "exitCode": result.exit_code}
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": "littlestone-gate/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": list(_results(result)),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "name": rule.id.title().replace("-", ""),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": f"{rule.title}. {rule.why}"},
        "help": {"text": f"{rule.why} Every result names the command that reproduces it."},
        "defaultConfiguration": {"level": rule.level},
    }


def _results(result: GateResult) -> Iterator[dict[str, object]]:
    seen: Counter[str] = Counter()
    for finding in result.findings:
        if finding.rule.level != "note":
            subject = f"{finding.rule.id} {finding.subject}"
            seen[subject] += 1
            yield _result(finding, result.configuration.root, _fingerprint(subject, seen[subject]))


def _result(finding: Finding, root: Path, fingerprint: str) -> dict[str, object]:
    place = {
        "artifactLocation": {"uri": quote(in_repository(finding.file, root))},
        "region": {"startLine": finding.line},
    }
    return {
        "ruleId": finding.rule.id,
        "ruleIndex": RULE_NUMBERS[finding.rule.id],
        "level": finding.rule.level,
        "message": {"text": whole_message(finding)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"littlestoneGate/v1": fingerprint, "primaryLocationLineHash": fingerprint},
    }


def _fingerprint(subject: str, occurrence: int) -> str:
    """The same for the same objection to the same claim or learner, wherever it is written and whatever it found.

    Code scanning reads it as ``primaryLocationLineHash`` alone; its own, of the line, is one for all findings there.
    """
    return f"{hashlib.sha256(subject.encode()).hexdigest()[:32]}:{occurrence}"
