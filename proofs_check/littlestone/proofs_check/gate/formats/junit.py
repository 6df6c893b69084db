"""A gate's result as JUnit XML: a test case for each claim and learner, and for whatever else there is to object to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from littlestone.proofs_check.gate.findings import FAULTS, Finding
from littlestone.proofs_check.gate.formats.gate_text import outcome_line, whole_message
from littlestone.proofs_check.gate.session import GateResult


def junit_xml(result: GateResult) -> str:
    """The result as JUnit XML; faults and what cannot be run are errors, all other failing findings failures."""
    suite = Element("testsuite", name="littlestone gate")
    for one in result.checked:
        case = _case(suite, f"littlestone.{one.kind}s", one.name, one.place)
        _object(case, [finding for finding in result.of(one) if finding.fails])
        SubElement(case, "system-out").text = _printable(f"{outcome_line(one)}\n{one.command}")
    for subject in dict.fromkeys(finding.subject for finding in result.failures):
        about = [finding for finding in result.failures if finding.subject == subject]
        if subject not in {one.name for one in result.checked}:
            _object(_case(suite, "littlestone.baseline", subject, (about[0].file, about[0].line)), about)
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        suite.set(name, str(len(list(suite.iter(tag)))))
    whole = Element("testsuites")
    whole.append(suite)
    indent(whole)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(whole, encoding="unicode")


def _case(suite: Element, group: str, name: str, place: tuple[str, int]) -> Element:
    attributes = {"classname": group, "name": name, "file": place[0], "line": str(place[1]), "time": "0"}
    return SubElement(suite, "testcase", {key: _printable(value) for key, value in attributes.items()})


def _object(case: Element, findings: Sequence[Finding]) -> None:
    """One failure or error for the test case, which says all that there is to say."""
    if findings:
        worst = next((finding for finding in findings if finding.rule.id in FAULTS), findings[0])
        tag = "error" if worst.rule.id in FAULTS else "failure"
        message = _printable("; ".join(finding.message for finding in findings))
        SubElement(case, tag, {"type": worst.rule.id, "message": message}).text = _printable(
            "\n\n".join(map(whole_message, findings))
        )


def _printable(text: str) -> str:
    """The text without what XML cannot hold."""
    return re.sub("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
