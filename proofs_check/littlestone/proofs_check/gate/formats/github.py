"""A gate's result for GitHub: annotations at the lines that they are about, and the summary of a step in Markdown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from littlestone.proofs_check.gate.findings import Finding
from littlestone.proofs_check.gate.formats.gate_text import headline, outcome_line, shown_detail, whole_message
from littlestone.proofs_check.gate.session import GateResult

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def github_annotations(result: GateResult) -> str:
    """A line for each finding, as a workflow command, the headline, and what became of each claim and learner."""
    told = (headline(result), *map(outcome_line, result.checked))
    return "\n".join([*(annotation(finding, result.configuration.root) for finding in result.findings), *told])


def annotation(finding: Finding, root: Path) -> str:
    """The workflow command that shows a finding of the project in the folder ``root`` at its line."""
    file, title = in_repository(finding.file, root), f"{finding.rule.id}: {finding.subject}"
    properties = {"file": file, "line": str(finding.line), "title": title}
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{COMMANDS[finding.rule.level]} {listed}::{_data(whole_message(finding))}"


def in_repository(file: str, root: Path) -> str:
    """A file of the project in ``root`` as GitHub names it, relative to the checkout in GITHUB_WORKSPACE.

    Where that is not set, or the project lies elsewhere, the file stays relative to the project.
    """
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if workspace and root.is_relative_to(Path(workspace).resolve()):
        return (root / file).relative_to(Path(workspace).resolve()).as_posix()
    return file


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def step_summary(result: GateResult) -> str:
    """The result in Markdown: the headline, what became of each claim and learner, and the findings with details."""
    return "\n".join(_summary_lines(result)) + "\n"


def _summary_lines(result: GateResult) -> Iterator[str]:
    yield f"## littlestone {headline(result)}"
    yield from _block(map(outcome_line, result.checked))
    if result.findings:
        yield from ("", "| finding | about | what changed | where |", "| --- | --- | --- | --- |")
        yield from map(_row, result.findings)
    for finding in result.failures:
        yield from ("", f"**{_cell(finding.rule.id)}: {_cell(finding.subject)}**. {finding.rule.why}")
        told = (*finding.message.splitlines(), *shown_detail(finding), f"reproduce: {finding.command}")
        yield from _block(told)


def _block(lines: Iterable[str]) -> Iterator[str]:
    yield from ("", "```text", *(line.replace("```", "'''") for line in lines), "```")


def _row(finding: Finding) -> str:
    mark = {"error": "❌", "warning": "⚠️", "note": "ℹ️"}[finding.rule.level]
    place = f"{finding.file}:{finding.line}"
    cells = (f"{mark} {finding.rule.id}", finding.subject, finding.message, place)
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "\\`")
    return " ".join(plain.split())
